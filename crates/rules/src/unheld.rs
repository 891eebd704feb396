//! Sets that a format admits and of which the data holds no card: a name that is unknown may be one
//! of theirs.

use super::rulebook::Rulebook;
use sleeve_data::model::format::{Level, RuleBody};
use sleeve_data::model::{Catalog, Format, SetId};
use sleeve_language::field::FieldKind;
use sleeve_language::tree::{
    ConditionKind, FilterKind, FilterNode, GroupKey, Quantifier, Test, WantedValue,
};
use std::collections::BTreeSet;

/// The sets that a format asks its cards to be of, and of which there is no card.
pub fn unheld(catalog: &Catalog, format: &Format) -> Vec<SetId> {
    let rulebook = Rulebook::new(catalog, format);
    let mut admitted: Vec<SetId> = Vec::new();
    for rule in format.rules.iter().filter(|rule| rule.level == Level::Error) {
        let RuleBody::Require(text) = &rule.body else { continue };
        let Ok(condition) = rulebook.condition(text) else { continue };
        if let ConditionKind::Cards { quantifier: Quantifier::All, filter, .. } =
            &condition.node().kind
        {
            sets(filter, &mut admitted);
        }
    }
    if admitted.is_empty() {
        return admitted;
    }
    let held: BTreeSet<SetId> = catalog.cards.iter().flat_map(|card| card.sets()).collect();
    admitted.retain(|set| !held.contains(set));
    admitted.dedup();
    admitted
}

/// The sets that a filter lets in.
fn sets(filter: &FilterNode, found: &mut Vec<SetId>) {
    match &filter.kind {
        FilterKind::All(items) | FilterKind::Any(items) => {
            items.iter().for_each(|item| sets(item, found));
        }
        FilterKind::Test(Test::Values { field, wanted, negated: false, .. })
            if field.kind == FieldKind::Set =>
        {
            found.extend(wanted.iter().filter_map(|wanted| match wanted {
                WantedValue::Key(GroupKey::Set(set)) => Some(*set),
                _ => None,
            }));
        }
        FilterKind::Not(_) | FilterKind::On(..) | FilterKind::Test(_) => {}
    }
}
