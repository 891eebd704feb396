//! The forms of deck files: those that the program knows by itself, and those that games describe.

use super::{READERS, Reader};
use sleeve_data::model::reader::IdField;
use sleeve_data::model::{DeckReader, Game, Lang};
use std::sync::Arc;

/// A form of deck files.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// One that the program knows by itself.
    Known(Reader),
    /// One that a game's data describe.
    Described(Arc<DeckReader>),
}

impl Form {
    /// The form of this name, among those of the program and these.
    pub fn named(name: &str, described: &[Arc<DeckReader>]) -> Option<Form> {
        let own = described.iter().find(|reader| reader.named.id == name);
        let own = || own.map(|reader| Form::Described(Arc::clone(reader)));
        Reader::named(name).map(Form::Known).or_else(own)
    }

    /// The names of the program's forms and of these, each once.
    pub fn names(described: &[Arc<DeckReader>]) -> Vec<String> {
        let mut names: Vec<String> = Reader::names().map(str::to_owned).collect();
        for reader in described {
            if names.iter().all(|name| *name != reader.named.id) {
                names.push(reader.named.id.to_string());
            }
        }
        names
    }

    /// The forms of a game's deck files, best first: those that it names, and those that it describes.
    pub fn of_game(game: &Game) -> Vec<Form> {
        let named = if game.readers.is_empty() {
            Reader::names().map(str::to_owned).collect()
        } else {
            game.readers.clone()
        };
        let described = game.described.iter().map(|reader| reader.named.id.to_string());
        let own = described.filter(|id| !named.contains(id)).collect::<Vec<_>>();
        named.iter().chain(&own).filter_map(|name| Form::named(name, &game.described)).collect()
    }

    /// What people call it.
    pub fn words(&self, lang: Lang) -> &str {
        match self {
            Form::Known(reader) => reader.words(lang),
            Form::Described(reader) => reader.named.name.get(lang),
        }
    }

    /// The name that a game's data and the command line use.
    pub fn name(&self) -> &str {
        match self {
            Form::Known(reader) => reader.name(),
            Form::Described(reader) => &reader.named.id,
        }
    }

    /// The ending that files of this form usually have.
    pub fn extension(&self) -> &str {
        match self {
            Form::Known(reader) => reader.extension(),
            Form::Described(reader) if reader.extension.is_empty() => "txt",
            Form::Described(reader) => &reader.extension,
        }
    }

    /// By what its ids call cards.
    pub(super) fn ids(&self) -> &IdField {
        match self {
            Form::Known(_) => &IdField::Id,
            Form::Described(reader) => &reader.ids,
        }
    }
}

impl From<Reader> for Form {
    fn from(reader: Reader) -> Form {
        Form::Known(reader)
    }
}

impl PartialEq<Reader> for Form {
    fn eq(&self, other: &Reader) -> bool {
        matches!(self, Form::Known(reader) if reader == other)
    }
}

impl Reader {
    /// The ending that files of this format usually have.
    pub fn extension(self) -> &'static str {
        match self {
            Reader::Toml => "toml",
            Reader::Holotable => "htd",
            Reader::Json => "json",
            Reader::GempXml
            | Reader::GempLine
            | Reader::GempText
            | Reader::Swccgdb
            | Reader::Text
            | Reader::Free => "txt",
        }
    }

    fn def(self) -> Option<&'static super::ReaderDef> {
        READERS.iter().find(|def| def.reader == self)
    }

    /// The name that a game's data and the command line use.
    pub fn name(self) -> &'static str {
        self.def().map_or("", |def| def.name)
    }

    /// What it reads.
    pub fn words(self, lang: Lang) -> &'static str {
        let (en, fr) = self.def().map_or(("", ""), |def| def.words);
        match lang {
            Lang::En => en,
            Lang::Fr => fr,
        }
    }

    /// The reader of this name.
    pub fn named(name: &str) -> Option<Reader> {
        READERS.iter().find(|def| def.name == name).map(|def| def.reader)
    }

    /// Every reader's name.
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
        assert_eq!(Reader::names().collect::<Vec<_>>(), BUILT_IN);
    }
}
