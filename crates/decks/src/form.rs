//! The forms of deck files: the built-in ones, and those that games describe. The readers stand
//! above this file.

use sleeve_data::{
    Gather,
    model::{DeckReader, Game, HeadStyle, Lang, reader::IdField},
};
use std::sync::Arc;

/// How sure a reader is that a file has its format; ordered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Confidence {
    No,
    Perhaps,
    Likely,
    Yes,
}

macro_rules! formats {
    ($($format:ident, $name:literal: $words:literal;)+) => {
        /// A format of deck files.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum DeckFormat {
            $(#[doc = $words] $format,)+
        }

        impl DeckFormat {
            /// All formats, in order of preference if readers are equally sure.
            pub(super) const ALL: [DeckFormat; [$($name),+].len()] = [$(DeckFormat::$format),+];

            /// The name in a game's data and on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $(DeckFormat::$format => $name,)+
                }
            }

            /// A description of its files.
            pub fn description(self, lang: Lang) -> &'static str {
                match self {
                    $(DeckFormat::$format => word!($words).get(lang),)+
                }
            }
        }
    };
}

// Lists come last, because any text may be a list.
formats! {
    Toml, "toml": "sleeve's own format";
    GempText, "gemp-text": "text of a deck page of the GEMP server";
    Holotable, "holotable": "deck of Holotable and Holodeck";
    Swccgdb, "swccgdb": "text export of swccgdb";
    Json, "json": "JSON proposed with the community's card files";
    Text, "text": "plain list, one card a line";
    Free, "free": "list as posted in forums";
}

/// A form of deck files.
#[derive(Clone, PartialEq, Debug)]
pub enum DeckForm {
    /// A built-in form.
    Known(DeckFormat),
    /// A form that a game's data describes.
    Described(Arc<DeckReader>),
}

impl DeckForm {
    /// Returns the form with this name. Built-in forms take precedence over described ones.
    pub fn from_name(name: &str, described: &[Arc<DeckReader>]) -> Option<DeckForm> {
        if let Some(format) = DeckFormat::from_name(name) {
            return Some(DeckForm::Known(format));
        }
        let found = described.iter().find(|reader| reader.named.id == name)?;
        Some(DeckForm::Described(Arc::clone(found)))
    }

    /// Returns the names of the built-in and the described forms, without repeats.
    pub fn names(described: &[Arc<DeckReader>]) -> Vec<String> {
        let ids = described.iter().map(|reader| reader.named.id.to_string());
        DeckFormat::names()
            .map(str::to_owned)
            .chain(ids)
            .each_once()
    }

    /// Returns the forms of a game's deck files, best first: those it names, then those it
    /// describes.
    pub fn forms_of_game(game: &Game) -> Vec<DeckForm> {
        let named = if game.readers.is_empty() {
            DeckFormat::names().map(str::to_owned).collect()
        } else {
            game.readers.clone()
        };
        let described = game
            .described
            .iter()
            .map(|reader| reader.named.id.to_string());
        let unnamed = described
            .filter(|id| !named.contains(id))
            .collect::<Vec<_>>();
        named
            .iter()
            .chain(&unnamed)
            .filter_map(|name| DeckForm::from_name(name, &game.described))
            .collect()
    }

    /// Whether its files are lists written by people, rather than by a tool.
    pub fn is_list(&self) -> bool {
        matches!(self, DeckForm::Known(DeckFormat::Text | DeckFormat::Free))
    }

    /// How its files write a game, a format or a role.
    pub fn heads(&self) -> HeadStyle {
        match self {
            DeckForm::Known(DeckFormat::Toml) => HeadStyle::Key,
            DeckForm::Known(DeckFormat::Text | DeckFormat::Free) => HeadStyle::Comment,
            _ => HeadStyle::Nowhere,
        }
    }

    /// A description of the form in a language.
    pub fn description(&self, lang: Lang) -> &str {
        match self {
            DeckForm::Known(reader) => reader.description(lang),
            DeckForm::Described(reader) => reader.named.name.get(lang),
        }
    }

    /// The name in a game's data and on the command line.
    pub fn name(&self) -> &str {
        match self {
            DeckForm::Known(reader) => reader.name(),
            DeckForm::Described(reader) => &reader.named.id,
        }
    }

    /// The usual extension of its files.
    pub fn extension(&self) -> &str {
        match self {
            DeckForm::Known(reader) => reader.extension(),
            DeckForm::Described(reader) if reader.extension.is_empty() => "txt",
            DeckForm::Described(reader) => &reader.extension,
        }
    }

    /// The field of cards that ids in this form refer to.
    pub(super) fn ids(&self) -> &IdField {
        match self {
            DeckForm::Known(_) => &IdField::Id,
            DeckForm::Described(reader) => &reader.ids,
        }
    }
}

impl From<DeckFormat> for DeckForm {
    fn from(reader: DeckFormat) -> DeckForm {
        DeckForm::Known(reader)
    }
}

impl PartialEq<DeckFormat> for DeckForm {
    fn eq(&self, other: &DeckFormat) -> bool {
        matches!(self, DeckForm::Known(reader) if reader == other)
    }
}

impl DeckFormat {
    /// The usual extension of its files.
    pub fn extension(self) -> &'static str {
        match self {
            DeckFormat::Toml => "toml",
            DeckFormat::Holotable => "htd",
            DeckFormat::Json => "json",
            DeckFormat::GempText | DeckFormat::Swccgdb | DeckFormat::Text | DeckFormat::Free => {
                "txt"
            }
        }
    }

    /// Returns the built-in reader with this name.
    pub fn from_name(name: &str) -> Option<DeckFormat> {
        DeckFormat::ALL
            .into_iter()
            .find(|format| format.name() == name)
    }

    /// Returns the names of the built-in readers, in order of preference.
    pub fn names() -> impl Iterator<Item = &'static str> {
        DeckFormat::ALL.into_iter().map(DeckFormat::name)
    }
}
