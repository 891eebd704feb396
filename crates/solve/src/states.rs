//! Whether anything asks what single copies are in. The search leaves that as it is: copies of the deck
//! keep their state, and what comes in is as its card is.

use super::wishes::Wishes;
use sleeve_data::model::format::{Contents, RuleBody};
use sleeve_data::model::{Catalog, Rule};
use sleeve_rules::Rulebook;

/// Whether rules of the format, rules of cards, or wishes read a field of the copy. Where that is not
/// plain to see, they may.
pub(super) fn are_read(rulebook: &Rulebook<'_>, wishes: &Wishes) -> bool {
    let catalog: &Catalog = rulebook.catalog;
    let game = &catalog.game;
    if game.copy_fields().next().is_none() {
        return false;
    }
    let filter = |text: &str| rulebook.filter(text).is_ok_and(|filter| filter.reads_copies(game));
    let condition = |text: &str| rulebook.condition(text).is_ok_and(|c| c.reads_copies(game));
    let measure = |text: &str| rulebook.measure(text).is_ok_and(|m| m.reads_copies(game));
    let reads = |rule: &Rule| match &rule.body {
        RuleBody::Require(text) => condition(text),
        RuleBody::Allowances(allowances) => allowances.iter().any(|allowance| {
            filter(&allowance.cards) || allowance.up_to.as_deref().is_some_and(measure)
        }),
        RuleBody::Contents(Contents::List(_)) => false,
        RuleBody::Contents(Contents::Filter { .. })
        | RuleBody::Carries(_)
        | RuleBody::SetsOut(_) => true,
    };
    let format = rulebook.format;
    let mut of_cards = catalog.card_rules().iter().flat_map(|of| of.rules.unpacked());
    let asked = wishes.lock.iter().chain(&wishes.only).any(|filter| filter.reads_copies(game))
        || wishes.require.iter().any(|condition| condition.reads_copies(game))
        || wishes.maximise.iter().any(|measure| measure.reads_copies(game));
    asked
        || format.rules.iter().any(reads)
        || format.zones.iter().any(|zone| filter(&zone.accepts))
        || of_cards.any(|of| reads(&of.rule))
}
