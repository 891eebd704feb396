//! Parts of the data that are unpacked on first use.

use serde::{
    Deserialize, Serialize,
    de::{Deserializer, Error, Visitor},
    ser::{Error as _, Serializer},
};
use std::{
    ops::{Deref, DerefMut},
    sync::OnceLock,
};

/// A value that is unpacked on first use. The packed form is that of postcard. Inside another
/// packed value, it is a string of bytes; in a human-readable format, it is the value itself.
#[derive(Debug)]
pub struct Lazy<T> {
    bytes: &'static [u8],
    cell: OnceLock<Box<T>>,
}

/// A type that [`Lazy`] can hold.
pub trait Packable: Default + Serialize + Deserialize<'static> + 'static {
    /// Unpacks a value. Bytes that this version did not write give the default. Implemented for
    /// each type, because a generic version would compile the whole reader again in each crate.
    fn unpack(bytes: &'static [u8]) -> Self;
}

macro_rules! packable {
    ($($held:ty),* $(,)?) => {
        $(impl $crate::lazy::Packable for $held {
            fn unpack(bytes: &'static [u8]) -> $held {
                if bytes.is_empty() {
                    return Self::default();
                }
                postcard::from_bytes(bytes).unwrap_or_default()
            }
        })*
    };
}

pub(crate) use packable;

impl<T: Packable> Lazy<T> {
    /// A value in its packed form.
    pub fn packed(bytes: &'static [u8]) -> Lazy<T> {
        Lazy { bytes, cell: OnceLock::new() }
    }

    /// A value that is already unpacked.
    pub fn ready(value: T) -> Lazy<T> {
        Lazy { bytes: &[], cell: OnceLock::from(Box::new(value)) }
    }

    /// Unpacks the value. Bytes that this version did not write give the default.
    pub fn unpacked(&self) -> &T {
        self.cell.get_or_init(|| Box::new(T::unpack(self.bytes)))
    }
}

impl<T: Packable> Lazy<T> {
    pub(crate) fn if_unpacked(&self) -> Option<&T> {
        self.cell.get().map(|value| &**value)
    }

    /// The first part of the packed bytes, read as its own type; the default if nothing is packed.
    pub(crate) fn first_part<P: Default + Deserialize<'static>>(&self) -> P {
        postcard::take_from_bytes(self.bytes).map_or_else(|_| P::default(), |(first, _)| first)
    }

    /// Whether two values are the same packed bytes.
    pub(crate) fn has_bytes_of(&self, other: &Lazy<T>) -> bool {
        !self.bytes.is_empty() && self.bytes == other.bytes
    }
}

impl<T> Lazy<Vec<T>>
where
    Vec<T>: Packable,
{
    /// The number of items, without unpacking them. For bytes that this version did not write, it
    /// may be any number.
    pub fn count(&self) -> usize {
        match self.cell.get() {
            Some(values) => values.len(),
            None => postcard::take_from_bytes(self.bytes).map_or(0, |(count, _)| count),
        }
    }
}

impl<T: Packable> Deref for Lazy<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.unpacked()
    }
}

impl<T: Packable> DerefMut for Lazy<T> {
    fn deref_mut(&mut self) -> &mut T {
        if self.cell.get().is_none() {
            *self = Lazy::ready(T::unpack(self.bytes));
        }
        match self.cell.get_mut() {
            Some(value) => value,
            // INVARIANT: a ready value fills its cell, and packed bytes were unpacked into it.
            None => unreachable!("the cell was filled just now"),
        }
    }
}

impl<T: Packable> Default for Lazy<T> {
    fn default() -> Lazy<T> {
        Lazy::ready(T::default())
    }
}

impl<T: Packable> From<T> for Lazy<T> {
    fn from(value: T) -> Lazy<T> {
        Lazy::ready(value)
    }
}

impl<T: Packable + Clone> Clone for Lazy<T> {
    fn clone(&self) -> Lazy<T> {
        match self.cell.get() {
            Some(value) => Lazy::ready(T::clone(value)),
            None => Lazy::packed(self.bytes),
        }
    }
}

impl<T: Packable + PartialEq> PartialEq for Lazy<T> {
    fn eq(&self, other: &Lazy<T>) -> bool {
        self.unpacked() == other.unpacked()
    }
}

impl<T: Packable + Eq> Eq for Lazy<T> {}

impl<'a, T> IntoIterator for &'a Lazy<Vec<T>>
where
    Vec<T>: Packable,
{
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.unpacked().iter()
    }
}

impl<T: Packable> Serialize for Lazy<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return self.unpacked().serialize(serializer);
        }
        let bytes = postcard::to_stdvec(self.unpacked()).map_err(S::Error::custom)?;
        serializer.serialize_bytes(&bytes)
    }
}

impl<'de: 'static, T: Packable> Deserialize<'de> for Lazy<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Lazy<T>, D::Error> {
        struct Bytes;

        impl<'de: 'static> Visitor<'de> for Bytes {
            type Value = &'static [u8];

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("packed bytes")
            }

            fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<&'static [u8], E> {
                Ok(bytes)
            }
        }

        deserializer.deserialize_bytes(Bytes).map(Lazy::packed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    packable!(Vec<String>);

    #[test]
    fn a_lazy_thing_survives_packing_and_changing() {
        let words: Lazy<Vec<String>> = vec!["a".to_owned(), "b".to_owned()].into();
        let bytes: &'static [u8] = postcard::to_stdvec(&(7u8, &words, 9u8)).unwrap().leak();
        let read: (u8, Lazy<Vec<String>>, u8) = postcard::from_bytes(bytes).unwrap();
        let (before, mut again, after) = read;
        assert_eq!((again.count(), words.count()), (2, 2));
        assert_eq!((before, &again, after), (7, &words, 9));
        again.push("c".to_owned());
        assert_eq!((again.len(), words.len()), (3, 2));
    }

    #[test]
    fn bytes_of_something_else_are_the_default() {
        let words: Lazy<Vec<String>> = Lazy::packed(&[0xff; 3]);
        assert!(words.is_empty());
    }
}
