//! The digest of a game's data: the fingerprint of a canonical text.
//!
//! The text is JSON with one line for the vocabulary and for each card, list, format, set of places
//! and rules of a card. Each group is sorted by id, because positions depend on file names. Keys
//! are sorted, and empty values are left out, so that a new key changes no digest of games that do
//! not use it. Places in files and the decks of a game are left out.

use super::{
    card_rule::{Amendment, CardRules, FilteredAmendment, SetOutPlaces},
    catalog::{CardList, Catalog},
    fingerprint::Fingerprint,
    game::Game,
    ids::CardIndex,
    lazy::Lazy,
};
use serde::Serialize;
use serde_json::{Error, Value};
use sha2::{Digest, Sha256};

/// The first line of the text. A later version of the text gets another one.
const DATA_HEADER: &str = "sleeve-data/1";
/// The key of the place of a declaration.
const PLACE_KEY: &str = "origin";

/// Computes the digest of a game's data.
///
/// # Errors
/// A part of the model cannot be written as JSON, which never happens.
pub(super) fn digest_catalog(catalog: &Catalog) -> Result<Fingerprint, Error> {
    let mut text = DataText(Sha256::new());
    text.0.update(DATA_HEADER);
    let cards = &catalog.cards;
    let mut by_id: Vec<CardIndex> = cards.iter().map(|card| card.index()).collect();
    // By id, because the order of files in a folder has no meaning.
    by_id.sort_by_key(|card| cards.card(*card).id());
    let order = DigestOrder::new(&by_id);
    let (known_decks, look) = (Lazy::default(), Lazy::default());
    text.add("game", &Game { known_decks, look, ..catalog.game.clone() })?;
    for card in by_id {
        text.add("card", &cards.record(card))?;
    }
    let earlier = catalog.tables().earlier.iter().collect();
    text.add_sorted("earlier", earlier, |(until, record)| (*until, record.id.clone()))?;
    let lists = catalog.lists().map(|list| order.sort_list(list)).collect();
    text.add_sorted("list", lists, |list| list.key.clone())?;
    let formats = catalog.all_formats().collect();
    text.add_sorted("format", formats, |format| format.key.clone())?;
    let mut set_outs: Vec<SetOutPlaces> = catalog.set_outs().to_vec();
    set_outs
        .iter_mut()
        .for_each(|of| of.card = order.place(of.card));
    text.add_sorted("sets-out", set_outs, |of| of.card)?;
    let mut rules: Vec<CardRules> = catalog.stated_card_rules().to_vec();
    rules
        .iter_mut()
        .for_each(|of| of.card = order.place(of.card));
    text.add_sorted("rules", rules, |of| of.card)?;
    let filtered = catalog.filtered_amendments().iter().collect();
    text.add_sorted("filtered", filtered, |of: &&FilteredAmendment| {
        let (of_what, zone) = match &of.amendment {
            Amendment::Rule(rule) => (&rule.rule.id, &rule.zone),
            Amendment::Change(change) => (&change.of, &change.zone),
            Amendment::Listing(key) => (key, key),
        };
        (of.cards.clone(), of_what.clone(), zone.clone())
    })?;
    Ok(Fingerprint::from_hash(text.0.finalize().into()))
}

/// The place of each card among all cards, sorted by id.
struct DigestOrder {
    places: Vec<CardIndex>,
}

impl DigestOrder {
    fn new(by_id: &[CardIndex]) -> DigestOrder {
        let mut places = vec![CardIndex::STRANGER; by_id.len()];
        for (place, card) in (0u32..).zip(by_id) {
            if let Some(found) = places.get_mut(card.index()) {
                *found = CardIndex(place);
            }
        }
        DigestOrder { places }
    }

    fn place(&self, card: CardIndex) -> CardIndex {
        self.places.get(card.index()).copied().unwrap_or(card)
    }

    /// A list with its cards in this order. A list is a set, so the order in its file has no
    /// meaning.
    fn sort_list(&self, list: &CardList) -> CardList {
        let numbers = list.numbers.iter().map(Some).chain(std::iter::repeat(None));
        let mut numbered: Vec<_> = list
            .cards
            .iter()
            .map(|card| self.place(*card))
            .zip(numbers)
            .collect();
        numbered.sort_by_key(|(card, _)| *card);
        let cards = numbered.iter().map(|(card, _)| *card).collect();
        let numbers = numbered
            .iter()
            .filter_map(|(_, number)| number.copied())
            .collect();
        CardList { cards, numbers, ..list.clone() }
    }
}

/// The text, of which only the hash is stored.
struct DataText(Sha256);

impl DataText {
    /// Adds a line.
    fn add(&mut self, what: &str, part: &impl Serialize) -> Result<(), Error> {
        let mut value = serde_json::to_value(part)?;
        remove_empty_keys(&mut value);
        // Otherwise the digest would depend on the order of fields in structs.
        value.sort_all_objects();
        self.0.update(format!("\n{what} {value}"));
        Ok(())
    }

    /// Adds a line for each part, sorted by key.
    fn add_sorted<T: Serialize, K: Ord>(
        &mut self,
        what: &str,
        mut parts: Vec<T>,
        key: impl FnMut(&T) -> K,
    ) -> Result<(), Error> {
        parts.sort_by_cached_key(key);
        parts.iter().try_for_each(|part| self.add(what, part))
    }
}

/// Removes keys of structs that have empty values, and those of places. Keys of variants begin with
/// a capital letter and stay: `{"Flag": false}` is a value.
fn remove_empty_keys(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(remove_empty_keys),
        Value::Object(object) => {
            object.values_mut().for_each(remove_empty_keys);
            object.retain(|key, value| {
                let is_field = key.starts_with(|first: char| first.is_ascii_lowercase());
                !is_field || key != PLACE_KEY && !is_empty(value)
            });
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Number(_) => false,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(object) => object.is_empty(),
    }
}
