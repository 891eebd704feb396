//! The cards that the filters of a question find among the drawn ones: a chance of 0 alone does not
//! show which cards it is about.

use crate::table::{GameTable, HAND, PARTNERS, ROW, SEEN};
use sleeve_data::model::CardIndex;
use sleeve_language::{self as language, Scope, TreePart, Truth, World};

/// The largest number of filters of one question whose cards are named.
const MAX_COUNTED_FILTERS: usize = 6;

/// A filter of a question with the cards that it finds among those that are drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountedFilter {
    /// As it is written.
    pub filter: String,
    /// Those that it certainly or perhaps finds, with their copies.
    pub cards: Vec<(CardIndex, u32)>,
    /// If a word finds no card: the filter that finds it in names or in a field, and how many
    /// copies that finds.
    pub meant: Option<(String, u64)>,
}

impl CountedFilter {
    /// How many copies it finds.
    pub fn copies(&self) -> u64 {
        self.cards.iter().map(|(_, count)| u64::from(*count)).sum()
    }
}

/// What each filter of a question finds among the cards of the draw pile. Filters of other piles
/// are left out.
pub fn count_cards(
    root: TreePart<'_>,
    text: &str,
    world: &World<'_>,
    scope: &Scope<'_>,
    table: &GameTable,
) -> Vec<CountedFilter> {
    let mut counted: Vec<CountedFilter> = Vec::new();
    root.walk(&mut |part| {
        if let TreePart::Cards(filter, reads) = part
            && reads
                .iter()
                .flatten()
                .all(|pile| [HAND, SEEN, ROW, PARTNERS].contains(&&**pile))
            && let Some(written) = text.get(filter.span.clone()).map(str::trim)
            && !written.is_empty()
            && counted.len() < MAX_COUNTED_FILTERS
            && !counted.iter().any(|other| other.filter == written)
        {
            let mut found = count_filter(written, world, scope, table);
            if let Some(found) = &mut found
                && found.cards.is_empty()
            {
                found.meant = find_meant(written, world, scope, table);
            }
            counted.extend(found);
        }
        true
    });
    counted
}

/// Finds the filter that a word was meant as, if it finds no card: a part of a name, a kind, or a
/// value of another field. Returns it with the number of copies that it finds.
fn find_meant(
    written: &str,
    world: &World<'_>,
    scope: &Scope<'_>,
    table: &GameTable,
) -> Option<(String, u64)> {
    let is_word = written.chars().all(|c| c.is_alphanumeric() || c == '-');
    let fields = world.catalog.game.attributes.iter();
    let with_values = fields.filter(|field| !field.values().is_empty());
    let ids = with_values.map(|field| field.named.id.as_str());
    for field in ["name", "kind"].into_iter().chain(ids) {
        if !is_word && field != "name" {
            break;
        }
        let meant = count_filter(&format!("{field}:{written}"), world, scope, table);
        if let Some(meant) = meant.filter(|meant| !meant.cards.is_empty()) {
            let copies = meant.copies();
            return Some((meant.filter, copies));
        }
    }
    None
}

fn count_filter(
    written: &str,
    world: &World<'_>,
    scope: &Scope<'_>,
    table: &GameTable,
) -> Option<CountedFilter> {
    let filter = language::filter(written, scope).ok()?;
    let mut cards: Vec<(CardIndex, u32)> = Vec::new();
    for (slot, count) in table
        .pile
        .iter()
        .filter(|(slot, _)| slot.card != CardIndex::STRANGER)
    {
        if filter.test(world, slot.card, slot.zone.as_deref()) == Truth::False {
            continue;
        }
        match cards.iter_mut().find(|(card, _)| *card == slot.card) {
            Some((_, copies)) => *copies = copies.saturating_add(*count),
            None => cards.push((slot.card, *count)),
        }
    }
    Some(CountedFilter { filter: written.to_owned(), cards, meant: None })
}
