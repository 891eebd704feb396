//! Fingerprints of decks, and seals: commitments that hide a deck until it is shown.
//!
//! Both hash the *canonical text* of a deck, which does not depend on the file format, the order of
//! lines, the language of names, the deck's name or the format it is checked under. It is UTF-8,
//! every line ends in a line feed:
//!
//! ```text
//! sleeve-deck/1
//! game swccg
//! role light
//! deck 2 1_19
//! starting 1 4_82
//! ```
//!
//! The third line is `role` alone where a deck has none. Then each zone and card once, with all its
//! copies, sorted by zone, then by id, as bytes; copies in a state have a line for each state, with
//! its fields behind the id. `docs/seals.md` says the same for whoever writes another program.

use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use sleeve_data::model::{Catalog, Deck};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// First line of the canonical text: a later version of the text gets another.
const DECK_HEADER: &str = "sleeve-deck/1";
/// First line of the text that a seal hashes.
const SEAL_HEADER: &str = "sleeve-seal/1";
/// Bytes of the hash that a fingerprint keeps: 80 bits are sixteen characters of base 32.
const FINGERPRINT_BYTES: usize = 10;
/// Crockford's base 32: no letter that is read as another or as a digit.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The canonical text of a deck under the role it was checked for; `None` if a line names no card,
/// so that the contents of the deck are unknown.
pub fn canonical_text(deck: &Deck, role: Option<&str>, catalog: &Catalog) -> Option<String> {
    if !deck.unresolved.is_empty() {
        return None;
    }
    // The map sorts by zone, id and state as bytes, which the canonical text promises.
    let mut copies: BTreeMap<(&str, &str, String), u64> = BTreeMap::new();
    for entry in &deck.entries {
        let state = catalog.cards.state(entry.card);
        let fields = state.map(|state| state.to_ids(&catalog.game)).unwrap_or_default();
        let field = |(id, words): &(String, Vec<String>)| format!(" {id}={}", words.join(","));
        let state = fields.iter().map(field).collect();
        let id = catalog.cards.card(entry.card).id();
        *copies.entry((&entry.zone, id, state)).or_default() += u64::from(entry.count);
    }
    let role = role.map(|role| format!(" {role}")).unwrap_or_default();
    let mut text = format!("{DECK_HEADER}\ngame {}\nrole{role}\n", catalog.game.named.id);
    for ((zone, id, state), count) in copies {
        text.push_str(&format!("{zone} {count} {id}{state}\n"));
    }
    Some(text)
}

/// A short text that two decks share when they hold the same: 80 bits of SHA-256 over the canonical
/// text, four groups of four characters of Crockford's base 32.
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
        let hash: [u8; 32] = Sha256::digest(canonical.as_bytes()).into();
        let mut bytes = [0; FINGERPRINT_BYTES];
        bytes.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
        Fingerprint(bytes)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.0.iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
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

/// Bytes written as lower-case hexadecimal digits, two a byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hex<const N: usize>(pub [u8; N]);

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The error of a text that is not the expected number of hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not {digits} hexadecimal digits")]
pub struct NotHex {
    pub digits: usize,
}

impl<const N: usize> FromStr for Hex<N> {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Hex<N>, NotHex> {
        let wrong = NotHex { digits: 2 * N };
        let digits: Vec<u32> =
            text.chars().map(|c| c.to_digit(16)).collect::<Option<_>>().ok_or(wrong)?;
        let mut bytes = [0; N];
        if digits.len() != 2 * N {
            return Err(wrong);
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte =
                pair.iter().fold(0, |value, digit| value << 4 | u8::try_from(*digit).unwrap_or(0));
        }
        Ok(Hex(bytes))
    }
}

/// 128 random bits, kept until the deck is shown: without them everybody could try likely decks
/// against a seal.
pub type Nonce = Hex<16>;

/// A commitment to a deck: without the nonce it tells nothing of the deck, with the nonce it fits
/// no other.
pub type Seal = Hex<32>;

/// Seals a canonical text: SHA-256 over the line `sleeve-seal/1`, the line of the nonce in
/// hexadecimal digits, and the text.
pub fn seal(canonical: &str, nonce: Nonce) -> Seal {
    Hex(Sha256::digest(format!("{SEAL_HEADER}\n{nonce}\n{canonical}")).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with `sha256sum` from the text that `docs/seals.md` describes.
    const TEXT: &str = "sleeve-deck/1\ngame skylark\nrole\ndeck 2 lark\ndeck 1 wren\n";

    #[test]
    fn the_vectors_of_the_documentation() {
        let nonce: Nonce = "000102030405060708090a0b0c0d0e0f".parse().unwrap();
        assert_eq!(Fingerprint::from_canonical(TEXT).to_string(), "W5S0-HE30-FC4M-D2E5");
        assert_eq!(
            seal(TEXT, nonce).to_string(),
            "55d04dc5abb8b2fe71c70ab161c1047c8e80fceed93384d60fce95b8bcd2135c"
        );
    }

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

    #[test]
    fn malformed_digits_are_refused() {
        for text in [
            "",
            "00",
            "0001020304050607 08090a0b0c0d0e0",
            "g00102030405060708090a0b0c0d0e0f",
            "é00102030405060708090a0b0c0d0e0",
        ] {
            assert_eq!(text.parse::<Nonce>(), Err(NotHex { digits: 32 }), "{text}");
        }
        assert_eq!(
            "000102030405060708090A0B0C0D0E0F".parse::<Nonce>().unwrap().to_string(),
            "000102030405060708090a0b0c0d0e0f"
        );
    }
}
