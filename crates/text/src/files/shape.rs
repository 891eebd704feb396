//! Keys of our TOML tables and shapes of their values. Readers accept these keys and no others, and the schemas of
//! the files are generated from them.

use crate::problem::BothLanguages;

/// The shape of a value.
#[derive(Clone, Copy, Debug)]
pub enum ValueShape {
    Text,
    /// One of these words.
    Words(&'static [&'static str]),
    Texts,
    /// A text, or `{ en = …, fr = … }`.
    Local,
    Boolean,
    /// A whole number that counts something.
    Count,
    Number,
    Date,
    /// A number, or a measure in the pile language.
    Measure,
    Table(&'static Keys),
    /// A table whose keys are data.
    By(&'static ValueShape),
    List(&'static ValueShape),
    Either(&'static [ValueShape]),
    /// Anything: notes that no reader looks into.
    Open,
}

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub name: &'static str,
    pub shape: ValueShape,
    /// Documentation in English.
    pub doc: &'static str,
    /// Whether a file that lacks it is always wrong.
    pub is_required: bool,
}

/// A key that may be left out.
pub const fn key(name: &'static str, shape: ValueShape, doc: &'static str) -> Key {
    Key { name, shape, doc, is_required: false }
}

/// A key without which the table means nothing.
pub const fn required_key(name: &'static str, shape: ValueShape, doc: &'static str) -> Key {
    Key { name, shape, doc, is_required: true }
}

/// The keys of a table.
#[derive(Debug)]
pub struct Keys {
    /// The name of the table in messages.
    pub place: BothLanguages,
    pub keys: &'static [Key],
    /// The shape of what stands under other keys, where those are words of the game.
    pub others: Option<ValueShape>,
    /// The key before which the formatter puts other keys; `None`: they come last.
    pub others_before: Option<&'static str>,
}

impl Keys {
    /// A table with these keys only, and what mistakes call it in each language.
    pub const fn new(en: &'static str, fr: &'static str, keys: &'static [Key]) -> Keys {
        Keys { place: BothLanguages(en, fr), keys, others: None, others_before: None }
    }

    /// The names of the keys, one after the other.
    pub fn iter_names(&self) -> impl Iterator<Item = &'static str> {
        self.keys.iter().map(|key| key.name)
    }

    /// Adds other keys, which a game declares, with this shape.
    pub const fn with_others(self, others: ValueShape) -> Keys {
        Keys { others: Some(others), ..self }
    }

    /// Puts the other keys before this one, instead of last.
    pub const fn insert_before(self, key: &'static str) -> Keys {
        Keys { others_before: Some(key), ..self }
    }

    /// The names of the keys; compiles only with the right number of them.
    pub const fn names<const N: usize>(&self) -> [&'static str; N] {
        assert!(self.keys.len() == N);
        let mut names = [""; N];
        let mut at = 0;
        while at < N {
            names[at] = self.keys[at].name;
            at += 1;
        }
        names
    }
}
