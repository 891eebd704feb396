//! Words in two languages: texts, the names of things, and nouns with their numbers and genders.

use crate::{
    Gather as _,
    fold::alike,
    grammar::{self, Grammar},
    hidden::is_hidden,
    packed, word,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::{
    borrow::{Borrow, Cow},
    fmt,
    ops::Deref,
};

/// Declares the languages: a row is a variant, its code, its English name and its grammar. The code
/// is the name of the folder of its words below `words/`.
macro_rules! languages {
    ($($(#[$meta:meta])* $variant:ident $code:ident $name:literal $grammar:path;)*) => {
        /// A language of the program's output.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub enum Lang {
            $($(#[$meta])* $variant),*
        }

        impl Lang {
            pub const ALL: &'static [Lang] = &[$(Lang::$variant),*];

            /// The code of the language: `fr`.
            pub fn code(self) -> &'static str {
                match self {
                    $(Lang::$variant => stringify!($code)),*
                }
            }

            pub(crate) fn grammar(self) -> &'static Grammar {
                match self {
                    $(Lang::$variant => &$grammar),*
                }
            }
        }

        /// A word or sentence in every language, as [`word!`](crate::word) makes it from the
        /// English one.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Phrase {
            $(#[doc = $name] pub $code: &'static str),*
        }

        impl Phrase {
            /// Makes a phrase from the words in each language.
            pub fn new(say: impl Fn(Lang) -> &'static str) -> Phrase {
                Phrase { $($code: say(Lang::$variant)),* }
            }

            /// The words in one language.
            pub const fn get(&self, lang: Lang) -> &'static str {
                match lang {
                    $(Lang::$variant => self.$code),*
                }
            }

            /// Its wordings, each once.
            pub fn wordings(self) -> impl Iterator<Item = &'static str> {
                [$(self.$code),*].into_iter().each_once().into_iter()
            }
        }
    };
}

languages! {
    #[default]
    En en "English" grammar::ENGLISH;
    Fr fr "French" grammar::french::GRAMMAR;
}

impl Lang {
    /// The colon between a word and its explanation; French has a space before it.
    pub fn colon(self) -> &'static str {
        word!(self, ": ")
    }

    /// The semicolon between two items of a list; French has a space before it.
    pub fn semicolon(self) -> &'static str {
        word!(self, "; ")
    }
}

/// The rows of a file of words that is looked up while the program runs: each English text with the
/// one below it.
pub fn word_rows(
    text: &'static str,
    code: &'static str,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let between = format!("\n{code}: ");
    let rows = text.trim_end().split("\nen: ").skip(1);
    rows.filter_map(move |row| row.split_once(&between))
}

/// A string: compiled-in data is borrowed, anything else is owned.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Str(Cow<'static, str>);

impl Str {
    /// The string as a slice.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Str {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Str {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for Str {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Display for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl From<String> for Str {
    fn from(text: String) -> Str {
        Str(Cow::Owned(text))
    }
}

impl From<&str> for Str {
    fn from(text: &str) -> Str {
        Str(Cow::Owned(text.to_owned()))
    }
}

impl From<&String> for Str {
    fn from(text: &String) -> Str {
        Str::from(text.as_str())
    }
}

impl From<Str> for String {
    fn from(text: Str) -> String {
        text.0.into_owned()
    }
}

impl From<&Str> for String {
    fn from(text: &Str) -> String {
        text.as_str().to_owned()
    }
}

macro_rules! compare_with {
    ($($other:ty),*) => {
        $(
            impl PartialEq<$other> for Str {
                fn eq(&self, other: &$other) -> bool {
                    self.as_str() == &other[..]
                }
            }

            impl PartialEq<Str> for $other {
                fn eq(&self, other: &Str) -> bool {
                    &self[..] == other.as_str()
                }
            }
        )*
    };
}

compare_with!(str, &str, String);

impl Serialize for Str {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de: 'static> Deserialize<'de> for Str {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Str, D::Error> {
        <&'static str>::deserialize(deserializer).map(|text| Str(Cow::Borrowed(text)))
    }
}

/// A text in English and French. If the French text is empty, the English one is used.
#[packed(Eq, Default)]
pub struct Text {
    pub en: Str,
    /// French; empty if it is the same.
    pub fr: Str,
}

impl Text {
    /// A text that is alike in both languages.
    pub fn untranslated(text: impl Into<Str>) -> Text {
        Text { en: text.into(), fr: Str::default() }
    }

    /// Makes a text from the words in each language of the data.
    pub fn from_words<S: Into<Str>>(say: impl Fn(Lang) -> S) -> Text {
        Text { en: say(Lang::En).into(), fr: say(Lang::Fr).into() }
    }

    /// The words in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Fr if !self.fr.is_empty() => &self.fr,
            _ => &self.en,
        }
    }

    /// Both wordings; only one if they are equal.
    pub fn wordings(&self) -> impl Iterator<Item = &str> {
        let french = (!self.fr.is_empty() && self.fr != self.en).then_some(&*self.fr);
        std::iter::once(&*self.en).chain(french)
    }

    /// Whether both languages are empty.
    pub fn is_empty(&self) -> bool {
        self.en.is_empty() && self.fr.is_empty()
    }
}

impl From<Phrase> for Text {
    fn from(phrase: Phrase) -> Text {
        Text::from_words(|lang| phrase.get(lang))
    }
}

/// Something with an id, names in both languages and further words that mean it.
#[packed(Eq, Default)]
pub struct Named {
    /// Stable identifier, never translated.
    #[serde(deserialize_with = "deserialize_id")]
    pub id: Str,
    pub name: Text,
    pub aliases: Vec<Str>,
}

/// Reads an id of packed data. Ids are printed unchanged, so one with hidden characters is
/// rejected.
///
/// # Errors
/// There is no text, or it has hidden characters.
pub fn deserialize_id<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + AsRef<str>,
{
    let id = T::deserialize(deserializer)?;
    if id.as_ref().chars().any(is_hidden) {
        return Err(D::Error::custom("an id has hidden characters"));
    }
    Ok(id)
}

impl Named {
    /// Every word that means it: the id, the names, the aliases.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.id.as_str())
            .chain(self.name.wordings())
            .chain(self.aliases.iter().map(Str::as_str))
    }

    /// Whether `word` means it, case and accents aside.
    pub fn means(&self, word: &str) -> bool {
        // One after the other, not as `words`: a chain of iterators takes longer than the
        // comparisons.
        alike(&self.id, word)
            || self.name.wordings().any(|its| alike(its, word))
            || self.aliases.iter().any(|its| alike(its, word))
    }
}

/// The position of the first thing that a word names. An id goes before the names and aliases of
/// other things.
pub fn find_named<T>(things: &[T], word: &str, named: impl Fn(&T) -> &Named) -> Option<usize> {
    let by_id = things.iter().position(|thing| named(thing).id == word);
    by_id.or_else(|| things.iter().position(|thing| named(thing).means(word)))
}

/// The gender of a French noun: participles and adjectives about it agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Gender {
    Masculine,
    Feminine,
}

/// The noun of the things that a rule counts: `squadron`, `squadrons`; `escadrille`, feminine.
#[packed(Eq, Default)]
pub struct Noun {
    /// The singular; empty if the data names nothing.
    pub one: Text,
    /// The plural; empty in a language whose plural is formed by rule.
    pub many: Text,
    /// Its gender in French, if the data gives it.
    pub gender: Option<Gender>,
}

impl Noun {
    /// Whether the data names nothing.
    pub fn is_empty(&self) -> bool {
        self.one.is_empty()
    }

    /// The singular.
    pub fn get(&self, lang: Lang) -> &str {
        self.one.get(lang)
    }

    /// The plural, if the data gives it; `None`: formed by rule.
    pub fn plural(&self, lang: Lang) -> Option<&str> {
        let word: &str = if lang == Lang::Fr { &self.many.fr } else { &self.many.en };
        (!word.is_empty()).then_some(word)
    }
}
