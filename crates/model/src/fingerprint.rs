//! Fingerprints: short texts that two things share when they say the same; and the digest of a game's data, which is that of a text
//! that says what the data says.
//!
//! That text is JSON, one line for the vocabulary and for each card, list, format, set of places and rules of a card: each
//! in the order of ids, since positions follow the names of files. Keys are sorted, and those whose value is empty are left
//! out, so that a new key of ours changes no digest of games that do not use it. Places in files are left out, and decks that
//! come with a game.

use super::card_rule::{Amendment, CardRules, FilteredAmendment, SetOutPlaces};
use super::cards::CardIndex;
use super::catalog::{CardList, Catalog};
use super::game::Game;
use super::lazy::Lazy;
use serde::{Serialize, Serializer};
use serde_json::{Error, Value};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// Bytes of the hash that a fingerprint keeps: 80 bits are sixteen characters of base 32.
const FINGERPRINT_BYTES: usize = 10;
/// Crockford's base 32: no letter that is read as another or as a digit.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A short text that two things share when they say the same: 80 bits of SHA-256 over what they say, four groups of four
/// characters of Crockford's base 32. Decks have one of their cards, games one of their data, which is called its digest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint([u8; FINGERPRINT_BYTES]);

#[cfg(feature = "schemas")]
impl schemars::JsonSchema for Fingerprint {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Fingerprint".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<String>()
    }
}

impl Fingerprint {
    /// The fingerprint of a canonical text.
    pub fn from_canonical(canonical: &str) -> Fingerprint {
        Fingerprint::from_hash(Sha256::digest(canonical.as_bytes()).into())
    }

    /// The fingerprint that a hash of what is said begins with.
    pub(super) fn from_hash(hash: [u8; 32]) -> Fingerprint {
        let mut bytes = [0; FINGERPRINT_BYTES];
        bytes.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
        Fingerprint(bytes)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.0.iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
        // Each character has five bits, each group of four characters twenty, the highest first.
        for group in (0..4).rev() {
            for letter in (0..4).rev() {
                let digit =
                    usize::try_from(bits >> (20 * group + 5 * letter) & 31).unwrap_or_default();
                write!(f, "{}", char::from(*ALPHABET.get(digit).unwrap_or(&b'0')))?;
            }
            if group > 0 {
                f.write_str("-")?;
            }
        }
        Ok(())
    }
}

/// The error of a text that is no fingerprint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no fingerprint")]
pub struct NoFingerprint;

impl FromStr for Fingerprint {
    type Err = NoFingerprint;

    /// Reads what [`Display`](fmt::Display) writes, small letters too, with or without its hyphens.
    fn from_str(text: &str) -> Result<Fingerprint, NoFingerprint> {
        let letters: Vec<char> = text.chars().filter(|c| *c != '-').collect();
        let digit = |letter: &char| {
            let upper = u8::try_from(letter.to_ascii_uppercase()).ok()?;
            ALPHABET.iter().position(|known| *known == upper)
        };
        let digits: Option<Vec<usize>> = letters.iter().map(digit).collect();
        let digits = digits.filter(|digits| digits.len() == 16).ok_or(NoFingerprint)?;
        let bits = digits.iter().fold(0_u128, |bits, digit| bits << 5 | *digit as u128);
        let mut bytes = [0; FINGERPRINT_BYTES];
        for (at, byte) in bytes.iter_mut().rev().enumerate() {
            *byte = u8::try_from(bits >> (8 * at) & 0xff).unwrap_or_default();
        }
        Ok(Fingerprint(bytes))
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// First line of the text: a later version of it gets another.
const DATA_HEADER: &str = "sleeve-data/1";
/// The key of the place where something is declared.
const PLACE_KEY: &str = "origin";

/// Works out the digest of a game's data.
///
/// # Errors
/// When a part of the model is no JSON, which none is.
pub(super) fn digest_catalog(catalog: &Catalog) -> Result<Fingerprint, Error> {
    let mut text = DataText(Sha256::new());
    text.0.update(DATA_HEADER);
    let cards = &catalog.cards;
    let mut by_id: Vec<CardIndex> = cards.iter().map(|card| card.index()).collect();
    // By id, since the order of files in a folder says nothing about the game.
    by_id.sort_by_key(|card| cards.card(*card).id());
    let mut places = vec![CardIndex::STRANGER; by_id.len()];
    for (place, card) in (0u32..).zip(&by_id) {
        if let Some(found) = places.get_mut(card.index()) {
            *found = CardIndex(place);
        }
    }
    let place = |card: CardIndex| places.get(card.index()).copied().unwrap_or(card);

    text.add("game", &Game { known_decks: Lazy::default(), ..catalog.game.clone() })?;
    for card in by_id {
        text.add("card", &cards.record(card))?;
    }
    let list = |list: &CardList| {
        let numbers = list.numbers.iter().map(Some).chain(std::iter::repeat(None));
        let mut numbered: Vec<_> =
            list.cards.iter().map(|card| place(*card)).zip(numbers).collect();
        // A list is a set: its order in the file is not part of what it says.
        numbered.sort_by_key(|(card, _)| *card);
        let cards = numbered.iter().map(|(card, _)| *card).collect();
        let numbers = numbered.iter().filter_map(|(_, number)| number.copied()).collect();
        CardList { cards, numbers, ..list.clone() }
    };
    text.add_sorted("list", catalog.lists().map(list).collect(), |list| list.key.clone())?;
    let formats = catalog.all_formats().collect();
    text.add_sorted("format", formats, |format| format.key.clone())?;
    let set_outs = catalog.set_outs().iter();
    let set_outs = set_outs.map(|of| SetOutPlaces { card: place(of.card), ..of.clone() }).collect();
    text.add_sorted("sets-out", set_outs, |of| of.card)?;
    let rules = catalog.stated_card_rules().iter();
    let rules = rules.map(|of| CardRules { card: place(of.card), ..of.clone() }).collect();
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

/// The text, of which only the hash is kept.
struct DataText(Sha256);

impl DataText {
    /// Adds a line.
    fn add(&mut self, what: &str, part: &impl Serialize) -> Result<(), Error> {
        let mut value = serde_json::to_value(part)?;
        remove_empty_keys(&mut value);
        // Else the digest would change with the order in which structs declare their fields.
        value.sort_all_objects();
        self.0.update(format!("\n{what} {value}"));
        Ok(())
    }

    /// Adds a line for each part, in the order of their keys.
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

/// Removes the keys of a struct whose values are empty, and those of places. Keys of variants, which have large letters, stay:
/// `{"Flag": false}` is a value.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Of the text that `docs/seals.md` describes.
    const TEXT: &str = "sleeve-deck/1\ngame skylark\nrole\ndeck 2 lark\ndeck 1 wren\n";

    #[test]
    fn fingerprints_are_read_as_they_are_written() {
        let fingerprint = Fingerprint::from_canonical(TEXT);
        assert_eq!("W5S0-HE30-FC4M-D2E5".parse(), Ok(fingerprint));
        assert_eq!("w5s0he30fc4md2e5".parse(), Ok(fingerprint));
        for text in [
            "",
            "W5S0-HE30-FC4M-D2E",
            "W5S0-HE30-FC4M-D2E55",
            "U5S0-HE30-FC4M-D2E5",
            "é5S0-HE30-FC4M-D2E5",
        ] {
            assert_eq!(text.parse::<Fingerprint>(), Err(NoFingerprint), "{text}");
        }
    }
}
