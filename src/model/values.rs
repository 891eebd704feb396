//! The values of an attribute: long lists that most commands never look at.

use super::game::Named;
use serde::de::{Deserializer, Error, Visitor};
use serde::ser::{Error as _, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

/// The values of an enumeration or set, unpacked when they are first asked for.
#[derive(Default)]
pub struct Values {
    packed: Vec<u8>,
    cell: OnceLock<Vec<Named>>,
}

impl Values {
    /// Takes the values out, to be changed and put back by [`Values::from`].
    pub fn take(&mut self) -> Vec<Named> {
        let values = std::mem::take(self);
        values.cell.into_inner().unwrap_or_else(|| unpack(&values.packed))
    }
}

/// Bytes that this version did not write yield no values.
fn unpack(packed: &[u8]) -> Vec<Named> {
    if packed.is_empty() { Vec::new() } else { postcard::from_bytes(packed).unwrap_or_default() }
}

impl Deref for Values {
    type Target = [Named];

    fn deref(&self) -> &[Named] {
        self.cell.get_or_init(|| unpack(&self.packed))
    }
}

impl From<Vec<Named>> for Values {
    fn from(values: Vec<Named>) -> Values {
        Values { packed: Vec::new(), cell: OnceLock::from(values) }
    }
}

impl Clone for Values {
    fn clone(&self) -> Values {
        match self.cell.get() {
            Some(values) => Values::from(values.clone()),
            None => Values { packed: self.packed.clone(), cell: OnceLock::new() },
        }
    }
}

impl PartialEq for Values {
    fn eq(&self, other: &Values) -> bool {
        **self == **other
    }
}

impl Eq for Values {}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let packed = postcard::to_stdvec(&**self).map_err(S::Error::custom)?;
        serializer.serialize_bytes(&packed)
    }
}

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Values, D::Error> {
        struct Bytes;

        impl Visitor<'_> for Bytes {
            type Value = Values;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("packed values")
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Values, E> {
                Ok(Values { packed: bytes.to_vec(), cell: OnceLock::new() })
            }
        }

        deserializer.deserialize_bytes(Bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Text;

    #[test]
    fn values_survive_packing_and_changing() {
        let named = |id: &str| Named { id: id.into(), name: Text::same(id), aliases: vec![] };
        let values = Values::from(vec![named("red"), named("blue")]);
        let bytes = postcard::to_stdvec(&values).unwrap();
        let mut read: Values = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(read.clone(), values);
        let mut taken = read.take();
        taken.push(named("green"));
        read = Values::from(taken);
        assert_eq!((read.len(), read[2].id.as_str()), (3, "green"));
        assert!(Values::default().is_empty());
    }
}
