//! Keys of our TOML tables and shapes of their values. Readers accept only these keys, and the
//! schemas of the files are generated from them.

use crate::problem::Phrase;

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
    /// A number, or a measure in the query language.
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
    /// Documentation in English, which only the schemas of the files show; may begin with a space.
    #[cfg(feature = "schemas")]
    pub doc: &'static str,
    /// Whether a file without it is always wrong.
    pub is_required: bool,
}

/// A key that may be left out.
pub const fn key(name: &'static str, shape: ValueShape, doc: &'static str) -> Key {
    #[cfg(not(feature = "schemas"))]
    let _ = doc;
    Key {
        name,
        shape,
        #[cfg(feature = "schemas")]
        doc,
        is_required: false,
    }
}

/// A key without which the table means nothing.
pub const fn required_key(name: &'static str, shape: ValueShape, doc: &'static str) -> Key {
    Key { is_required: true, ..key(name, shape, doc) }
}

/// The keys of a table.
#[derive(Debug)]
pub struct Keys {
    /// The name of the table in messages.
    pub place: Phrase,
    pub keys: &'static [Key],
    /// The shape of the values under other keys, if those are words of the game.
    pub others: Option<ValueShape>,
    /// The key before which the formatter puts other keys; `None`: they come last.
    pub others_before: Option<&'static str>,
}

impl Keys {
    /// A table with only these keys, and its name in messages.
    pub const fn new(place: Phrase, keys: &'static [Key]) -> Keys {
        Keys { place, keys, others: None, others_before: None }
    }

    /// The names of the keys, one after the other.
    pub fn iter_names(&self) -> impl Iterator<Item = &'static str> {
        self.keys.iter().map(|key| key.name)
    }

    /// Adds other keys, which a game declares, with this shape; the formatter puts them before the
    /// key of this name.
    pub const fn with_others(self, others: ValueShape, before: &'static str) -> Keys {
        Keys { others: Some(others), others_before: Some(before), ..self }
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

/// Declares tables of keys. Each key has its meaning as a doc comment, which the schemas show, then
/// its name and the shape of its value. A key that several tables share is a `const`, and its name
/// alone stands in them. `required` marks the keys without which the table makes no sense. `others`
/// is followed by the shape of the keys that a game declares. A macro that also uses the meaning
/// elsewhere passes it as a text after the shape.
///
/// If code outside the table also reads a key, its name is a constant of a module `names`: the row
/// `DOWN_TO: Count` and `table.read(DOWN_TO)` mean the same key, and a misspelt one cannot compile.
///
/// A table may be followed by the head of a function that reads the value of one key, as the line
/// of the key gives it after `=>`. The function returns whether there is such a key.
///
/// ```
/// use sleeve_text::files::shape::ValueShape::{Text, Texts};
///
/// sleeve_text::keys! {
///     /// A file.
///     static FILE = "a file" {
///         /// Its name.
///         required "name": Text => names.push(value);
///         /// Its cards.
///         "cards": Texts;
///     }
///     fn read_key(key: &str, value: u32, names: &mut Vec<u32>);
/// }
/// let mut names = Vec::new();
/// assert!(read_key("name", 3, &mut names) && read_key("cards", 4, &mut names));
/// assert!(!read_key("nmae", 5, &mut names));
/// assert_eq!((names, FILE.iter_names().count()), (vec![3], 2));
/// ```
///
/// The tables can also be structs: `=>` is then followed by the field that a key is read into, with
/// its type and perhaps the function that reads it. `with` is followed by the fields that no key is
/// read into, which begin with their defaults. The structs implement the trait of the crate in the
/// first line, which has the constant `KEYS` and the function `from_table`.
#[macro_export]
macro_rules! keys {
    (@read $from:ident [$($key:tt)*]) => {};
    (@read $from:ident [$($key:tt)*] $field:ident: $type:ty) => {
        let $field: Option<$type> = $from.read($crate::keys!(@name $($key)*));
    };
    (@read $from:ident [$($key:tt)*] $field:ident: $type:ty = $read:expr) => {
        let $field: Option<$type> = Some($from.read_with($crate::keys!(@name $($key)*), $read));
    };
    (@row [$($doc:literal)*] required $name:literal, $shape:expr) => {
        $crate::files::shape::required_key($name, $shape, concat!($($doc),*))
    };
    (@row [$($doc:literal)*] $name:literal, $shape:expr) => {
        $crate::files::shape::key($name, $shape, concat!($($doc),*))
    };
    (@row [$($doc:literal)*] required $name:ident, $shape:expr) => {
        $crate::files::shape::required_key(names::$name, $shape, concat!($($doc),*))
    };
    (@row [$($doc:literal)*] $name:ident, $shape:expr) => {
        $crate::files::shape::key(names::$name, $shape, concat!($($doc),*))
    };
    (@row [] $shared:ident) => { $shared };
    (@name $(required)? $name:literal, $shape:expr) => { $name };
    (@name required $name:ident, $shape:expr) => { names::$name };
    (@name $name:ident, $shape:expr) => { names::$name };
    (@name $shared:ident) => { $shared.name };
    (
        impl $trait:ident($from:ident: $source:ty);
        $(#[$meta:meta])* $vis:vis struct $record:ident
        $(with { $($(#[$other_meta:meta])* $other:ident: $other_type:ty;)* })?,
        static $table:ident = $place:literal {
            $(
                $(#[doc = $doc:literal])* $($word:ident)* $($name:literal)? $(: $shape:expr $(, $text:literal)?)?
                $(=> $field:ident: $type:ty $(= $read:expr)?)?;
            )*
        }
        $($rest:tt)*
    ) => {
        $crate::keys! {
            $vis static $table = $place {
                $($(#[doc = $doc])* $($word)* $($name)? $(: $shape $(, $text)?)?;)*
            }
        }

        $(#[$meta])* $vis struct $record {
            $($(pub(crate) $field: $type,)?)*
            $($($(#[$other_meta])* pub(crate) $other: $other_type,)*)?
        }

        impl $trait for $record {
            const KEYS: &'static $crate::files::shape::Keys = &$table;

            fn from_table($from: $source) -> Option<$record> {
                $($crate::keys!(@read $from [$($word)* $($name)? $(, $shape)?] $($field: $type $(= $read)?)?);)*
                Some($record { $($($field: $field?,)?)* $($($other: Default::default(),)*)? })
            }
        }

        $crate::keys! { impl $trait($from: $source); $($rest)* }
    };
    (
        $(#[$meta:meta])* $vis:vis static $table:ident = $place:literal $(, context = $context:literal)? {
            $(
                $(#[doc = $doc:literal])* $($word:ident)* $($name:literal)? $(: $shape:expr $(, $text:literal)?)?
                $(=> $read:expr)?;
            )*
        }
        $reader_vis:vis fn $reader:ident($key:ident: $key_type:ty $(, $into:ident: $type:ty)* $(,)?);
        $($rest:tt)*
    ) => {
        $crate::keys! {
            $(#[$meta])* $vis static $table = $place $(, context = $context)? {
                $($(#[doc = $doc])* $($word)* $($name)? $(: $shape $(, $text)?)?;)*
            }
        }

        $reader_vis fn $reader($key: $key_type $(, $into: $type)*) -> bool {
            $(if $key == $crate::keys!(@name $($word)* $($name)? $(, $shape)?) {
                $($read;)?
                return true;
            })*
            false
        }

        $crate::keys! { $($rest)* }
    };
    (
        $(#[$meta:meta])* $vis:vis static $table:ident = $place:literal $(, context = $context:literal)?
        $(, others $others:ident before $before:ident)? {
            $(
                $(#[doc = $doc:literal])* $($word:ident)* $($name:literal)? $(: $shape:expr $(, $text:literal)?)?;
            )*
        }
        $($rest:tt)*
    ) => {
        $(#[$meta])* $vis static $table: $crate::files::shape::Keys = $crate::files::shape::Keys::new(
            $crate::word!($place $(, context = $context)?),
            &[$($crate::keys!(@row [$($doc)* $($($text)?)?] $($word)* $($name)? $(, $shape)?)),*],
        )$(.with_others($others, names::$before))?;

        $crate::keys! { $($rest)* }
    };
    (
        $(#[doc = $doc:literal])* $vis:vis const $key:ident = $($word:ident)* $($name:literal)?: $shape:expr;
        $($rest:tt)*
    ) => {
        $vis const $key: $crate::files::shape::Key = $crate::keys!(@row [$($doc)*] $($word)* $($name)?, $shape);

        $crate::keys! { $($rest)* }
    };
    ($(impl $trait:ident($from:ident: $source:ty);)?) => {};
}
