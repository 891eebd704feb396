//! Which value of a card stands against what the cards of a zone have: `NBN`, and the identity is `HB`.

use crate::facts::CardView;
use crate::field::Field;
use crate::lying::{ZoneFacts, ZoneField};
use crate::tree::{FilterKind, FilterNode, Test, WantedValue};
use crate::truth::Truth;
use crate::words::{Describer, ScopeNames, describe_in_both};
use sleeve_data::model::{CardIndex, Text};

/// A card whose values do not fit those of the cards in a zone, or fit where they must not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Against {
    /// The card.
    pub card: CardIndex,
    /// What it has; empty: nothing.
    pub own: Text,
    /// What the zone is called.
    pub zone: Text,
    /// What its cards have; empty: nothing. `None`: no card lies there.
    pub theirs: Option<Text>,
    /// Whether cards may have several such values.
    pub several: bool,
}

/// What of a card stands against a zone, where the filter is `outcome` of it for that reason.
pub(crate) fn find_zone_conflict(
    eye: &CardView<'_>,
    names: &ScopeNames,
    filter: &FilterNode,
    outcome: bool,
) -> Option<Against> {
    let (field, right) = find_decisive_test(eye, filter, outcome)?;
    let said = |keys: &[crate::tree::GroupKey]| {
        describe_in_both(eye.world.catalog, names, |s| {
            keys.iter().map(|key| s.key_name(field.kind, key)).collect::<Vec<_>>().join(", ")
        })
    };
    let theirs = match eye.zone_facts(field, right) {
        ZoneFacts::Unknown => return None,
        ZoneFacts::Empty => None,
        ZoneFacts::Values(values) if values.is_certain() => Some(said(&values.sure)),
        ZoneFacts::Values(_) => return None,
    };
    let own = eye.possible_values(field);
    let sort = field.kind.sort(eye.game());
    own.is_certain().then(|| Against {
        card: eye.card.index(),
        own: said(&own.sure),
        zone: describe_in_both(eye.world.catalog, names, |s: &Describer<'_>| {
            s.zone_name(&right.zone)
        }),
        theirs,
        several: sort == crate::error::ExpressionKind::Set,
    })
}

/// The comparison with a zone that makes a filter what it is of a card.
fn find_decisive_test<'f>(
    eye: &CardView<'_>,
    filter: &'f FilterNode,
    outcome: bool,
) -> Option<(Field, &'f ZoneField)> {
    if eye.test(filter) != Truth::from(outcome) {
        return None;
    }
    match &filter.kind {
        FilterKind::All(items) | FilterKind::Any(items) => {
            items.iter().find_map(|item| find_decisive_test(eye, item, outcome))
        }
        FilterKind::Not(inner) => find_decisive_test(eye, inner, !outcome),
        FilterKind::On(_, inner) => find_decisive_test(eye, inner, outcome),
        FilterKind::Test(Test::Sets { left, right, .. }) => Some((*left, right)),
        FilterKind::Test(Test::Values { field, wanted, .. }) => {
            wanted.iter().find_map(|wanted| match wanted {
                WantedValue::Lying(right) => Some((*field, right)),
                _ => None,
            })
        }
        FilterKind::Test(_) => None,
    }
}
