//! Words of the arguments of messages.

use super::{Message, MessagePart};
use crate::{Lang, Phrase, Str, Text};
use std::{fmt, ops::Deref};

/// A value that has words in both languages.
pub trait Words {
    /// Writes the words.
    ///
    /// # Errors
    /// Those of the formatter.
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// An argument in one language, which format strings display; it dereferences to the argument
/// itself.
#[derive(Clone, Copy, Debug)]
pub struct Worded<'a, T: ?Sized> {
    value: &'a T,
    lang: Lang,
}

impl<'a, T: ?Sized> Worded<'a, T> {
    /// The argument in this language.
    pub fn new(value: &'a T, lang: Lang) -> Worded<'a, T> {
        Worded { value, lang }
    }
}

impl<T: Words + ?Sized> Words for Worded<'_, T> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.write(lang, f)
    }
}

impl<T: ?Sized> Deref for Worded<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value
    }
}

impl<T: Words + ?Sized> fmt::Display for Worded<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.write(self.lang, f)
    }
}

impl Words for Phrase {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get(lang))
    }
}

/// `` `a`, `b`, `c` ``.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a, T>(pub &'a [T]);

impl<T: AsRef<str>> Words for Quoted<'_, T> {
    fn write(&self, _: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(self.0, "`", f)
    }
}

/// `a, b, c`.
#[derive(Clone, Copy, Debug)]
pub struct Joined<'a, T>(pub &'a [T]);

impl<T: AsRef<str>> Words for Joined<'_, T> {
    fn write(&self, _: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(self.0, "", f)
    }
}

fn write_list<T: AsRef<str>>(names: &[T], quote: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (at, name) in names.iter().enumerate() {
        let comma = if at == 0 { "" } else { ", " };
        write!(f, "{comma}{quote}{}{quote}", name.as_ref())?;
    }
    Ok(())
}

/// The title of a message, within the sentence of another.
#[derive(Clone, Copy, Debug)]
pub struct TitleOf<'a, M>(pub &'a M);

impl<M: Message> Words for TitleOf<'_, M> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.say(MessagePart::Title, lang, f)
    }
}

/// The help of a message, within another.
#[derive(Clone, Copy, Debug)]
pub struct HelpOf<'a, M>(pub &'a M);

impl<M: Message> Words for HelpOf<'_, M> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.say(MessagePart::Help, lang, f)
    }
}

impl Words for Text {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get(lang))
    }
}

impl<T: Words + ?Sized> Words for &T {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).write(lang, f)
    }
}

impl<T: Words + ?Sized> Words for Box<T> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).write(lang, f)
    }
}

impl Words for std::borrow::Cow<'_, str> {
    fn write(&self, _: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl<T: Words> Words for Option<T> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().map_or(Ok(()), |value| value.write(lang, f))
    }
}

/// Makes values appear in messages as they are displayed, the same in both languages.
#[macro_export]
macro_rules! words_by_display {
    ($($type:ty),*) => {
        $(impl $crate::problem::Words for $type {
            fn write(
                &self,
                _: $crate::Lang,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> ::std::fmt::Result {
                write!(f, "{self}")
            }
        })*
    };
}

// Sizes, limits and places.
words_by_display!(str, String, Str, char, u8, u16, u32, u64, u128, usize, i64);
