//! The forms of deck files: those that the program knows by itself, and those that games describe.

use super::{DeckFormat, READERS};
use sleeve_data::model::reader::IdField;
use sleeve_data::model::{DeckReader, Game, HeadStyle, Lang};
use std::sync::Arc;

/// A form of deck files.
#[derive(Clone, PartialEq, Debug)]
pub enum DeckForm {
    /// One that the program knows by itself.
    Known(DeckFormat),
    /// One that a game's data describe.
    Described(Arc<DeckReader>),
}

impl DeckForm {
    /// The form of this name, among those of the program and the described ones; the program's win.
    pub fn from_name(name: &str, described: &[Arc<DeckReader>]) -> Option<DeckForm> {
        let found = described.iter().find(|reader| reader.named.id == name);
        let described = || found.map(|reader| DeckForm::Described(Arc::clone(reader)));
        DeckFormat::from_name(name).map(DeckForm::Known).or_else(described)
    }

    /// The names of the program's forms and of the described ones, each once.
    pub fn names(described: &[Arc<DeckReader>]) -> Vec<String> {
        let mut names: Vec<String> = DeckFormat::names().map(str::to_owned).collect();
        for reader in described {
            if names.iter().all(|name| *name != reader.named.id) {
                names.push(reader.named.id.to_string());
            }
        }
        names
    }

    /// The forms of a game's deck files, best first: those that it names, then those that it
    /// describes.
    pub fn forms_of_game(game: &Game) -> Vec<DeckForm> {
        let named = if game.readers.is_empty() {
            DeckFormat::names().map(str::to_owned).collect()
        } else {
            game.readers.clone()
        };
        let described = game.described.iter().map(|reader| reader.named.id.to_string());
        let unnamed = described.filter(|id| !named.contains(id)).collect::<Vec<_>>();
        named
            .iter()
            .chain(&unnamed)
            .filter_map(|name| DeckForm::from_name(name, &game.described))
            .collect()
    }

    /// Whether its files are lists as people write them, rather than what a tool writes.
    pub fn is_list(&self) -> bool {
        matches!(self, DeckForm::Known(DeckFormat::Text | DeckFormat::Free))
    }

    /// How its files state a game, a format or a role that they lack.
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

    /// The name that a game's data and the command line use.
    pub fn name(&self) -> &str {
        match self {
            DeckForm::Known(reader) => reader.name(),
            DeckForm::Described(reader) => &reader.named.id,
        }
    }

    /// The ending that files of this form usually have.
    pub fn extension(&self) -> &str {
        match self {
            DeckForm::Known(reader) => reader.extension(),
            DeckForm::Described(reader) if reader.extension.is_empty() => "txt",
            DeckForm::Described(reader) => &reader.extension,
        }
    }

    /// The field of cards that ids in this form mean.
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
    /// The ending that files of this format usually have.
    pub fn extension(self) -> &'static str {
        match self {
            DeckFormat::Toml => "toml",
            DeckFormat::Holotable => "htd",
            DeckFormat::Json => "json",
            DeckFormat::GempXml
            | DeckFormat::GempLine
            | DeckFormat::GempText
            | DeckFormat::Swccgdb
            | DeckFormat::Text
            | DeckFormat::Free => "txt",
        }
    }

    fn def(self) -> Option<&'static super::ReaderDef> {
        READERS.iter().find(|def| def.reader == self)
    }

    /// The name that a game's data and the command line use.
    pub fn name(self) -> &'static str {
        self.def().map_or("", |def| def.name)
    }

    /// A description of the files that it reads.
    pub fn description(self, lang: Lang) -> &'static str {
        self.def().map_or("", |def| def.words.get(lang))
    }

    /// The program's reader of this name.
    pub fn from_name(name: &str) -> Option<DeckFormat> {
        READERS.iter().find(|def| def.name == name).map(|def| def.reader)
    }

    /// The names of the program's readers, in the order of preference.
    pub fn names() -> impl Iterator<Item = &'static str> {
        READERS.iter().map(|def| def.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sleeve_data::model::reader::BUILT_IN;

    #[test]
    fn no_game_describes_a_form_of_the_program() {
        assert_eq!(DeckFormat::names().collect::<Vec<_>>(), BUILT_IN);
    }
}
