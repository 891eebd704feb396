//! Fingerprints of decks, and seals: commitments that hide a deck until it is shown.
//!
//! Both hash the *canonical text* of a deck. It does not depend on the file format, the order of
//! lines, the language of names, the deck's name or the format it is checked under. It is UTF-8,
//! and every line ends in a line feed:
//!
//! ```text
//! sleeve-deck/1
//! game swccg
//! role light
//! deck 2 1_19
//! starting 1 4_82
//! ```
//!
//! The third line is just `role` if a deck has none. Then each zone and card is listed once, with
//! all its copies, sorted by zone, then by id, as bytes. Copies in a state have a line for each
//! state, with its fields after the id. `docs/seals.md` describes this for authors of other
//! programs.

use sha2::{Digest, Sha256};
pub use sleeve_data::model::Fingerprint;
use sleeve_data::model::{Catalog, Deck};
use std::{collections::BTreeMap, fmt, str::FromStr};

/// First line of the canonical text. A later version of the text gets a new one.
const DECK_HEADER: &str = "sleeve-deck/1";
/// First line of the text that a seal hashes.
const SEAL_HEADER: &str = "sleeve-seal/1";

/// Returns the copies of a deck by zone, card id and state, sorted as bytes, as in the canonical
/// text. Decks of different catalogs can be compared this way.
pub fn count_copies<'a>(
    deck: &'a Deck,
    catalog: &'a Catalog,
) -> BTreeMap<(&'a str, &'a str, String), u64> {
    let mut copies: BTreeMap<(&str, &str, String), u64> = BTreeMap::new();
    for entry in &deck.entries {
        let state = catalog.cards.state(entry.card);
        let fields = state
            .map(|state| state.to_ids(&catalog.game))
            .unwrap_or_default();
        let state = fields
            .iter()
            .map(|(id, words)| format!(" {id}={}", words.join(",")))
            .collect();
        let id = catalog.cards.card(entry.card).id();
        *copies.entry((&entry.zone, id, state)).or_default() += u64::from(entry.count);
    }
    copies
}

/// The canonical text of a deck under the role it was checked for; `None` if a line is unresolved,
/// because the contents of the deck are then unknown.
pub fn canonical_text(deck: &Deck, role: Option<&str>, catalog: &Catalog) -> Option<String> {
    if !deck.unresolved.is_empty() {
        return None;
    }
    let copies = count_copies(deck, catalog);
    let stated = role.map(|role| format!(" {role}")).unwrap_or_default();
    let mut text = format!("{DECK_HEADER}\ngame {}\nrole{stated}\n", catalog.game.named.id);
    for ((zone, id, state), count) in copies {
        text.extend([zone, " ", &count.to_string(), " ", id, &state, "\n"]);
    }
    Some(text)
}

/// Bytes written as lower-case hexadecimal digits, two per byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hex<const N: usize>(pub [u8; N]);

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A text does not have the expected number of hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not {digits} hexadecimal digits")]
pub struct NotHex {
    pub digits: usize,
}

impl<const N: usize> FromStr for Hex<N> {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Hex<N>, NotHex> {
        let wrong = NotHex { digits: 2 * N };
        let digits: Vec<u32> = text
            .chars()
            .map(|c| c.to_digit(16))
            .collect::<Option<_>>()
            .ok_or(wrong)?;
        let mut bytes = [0; N];
        if digits.len() != 2 * N {
            return Err(wrong);
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = pair
                .iter()
                .fold(0, |value, digit| value << 4 | u8::try_from(*digit).unwrap_or(0));
        }
        Ok(Hex(bytes))
    }
}

/// 128 random bits, kept secret until the deck is shown. Without them, anyone could test likely
/// decks against a seal.
pub type Nonce = Hex<16>;

/// A commitment to a deck. Without the nonce it reveals nothing about the deck, and with the nonce
/// it fits no other deck.
pub type Seal = Hex<32>;

/// Seals a canonical text: SHA-256 over the line `sleeve-seal/1`, the line of the nonce in
/// hexadecimal digits, and the text.
pub fn seal(canonical: &str, nonce: Nonce) -> Seal {
    Hex(Sha256::digest(format!("{SEAL_HEADER}\n{nonce}\n{canonical}")).into())
}
