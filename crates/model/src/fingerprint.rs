//! Fingerprints: short texts that are equal for equal contents.

use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::{fmt, str::FromStr};

/// The stored bytes of the hash: 80 bits are sixteen characters in base 32.
const FINGERPRINT_BYTES: usize = 10;
/// Crockford's base 32, without letters that look like other letters or digits.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A short text that is equal for equal contents: 80 bits of SHA-256, written as four groups of
/// four characters of Crockford's base 32. Decks have a fingerprint of their cards. Games have one
/// of their data, called the digest.
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

    /// The fingerprint made from the beginning of a hash.
    pub(super) fn from_hash(hash: [u8; 32]) -> Fingerprint {
        let mut bytes = [0; FINGERPRINT_BYTES];
        bytes.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
        Fingerprint(bytes)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self
            .0
            .iter()
            .fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
        // Five bits per character, twenty per group of four, the highest first.
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

/// The error for a text that is not a fingerprint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a fingerprint")]
pub struct NoFingerprint;

impl FromStr for Fingerprint {
    type Err = NoFingerprint;

    /// Parses the output of [`Display`](fmt::Display), also in lower case and without hyphens.
    fn from_str(text: &str) -> Result<Fingerprint, NoFingerprint> {
        let (mut bits, mut digits) = (0_u128, 0);
        for letter in text.chars().filter(|c| *c != '-') {
            let upper = u8::try_from(letter.to_ascii_uppercase()).map_err(|_| NoFingerprint)?;
            let digit = ALPHABET
                .iter()
                .position(|known| *known == upper)
                .ok_or(NoFingerprint)?;
            bits = bits << 5 | digit as u128;
            digits += 1;
        }
        if digits != 16 {
            return Err(NoFingerprint);
        }
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
