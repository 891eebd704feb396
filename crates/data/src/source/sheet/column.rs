//! What the columns of a sheet are, by the words in its head: those of the data, in either language.

use super::cells::SheetCell;
use crate::files::FileMessage;
use crate::model::fold::alike;
use crate::model::game::Named;
use crate::model::{AttributeId, FRONT, Game};
use crate::problem::{Candidates, nearest_names};
use crate::source::messages::DataMessage;
use std::collections::HashSet;
use std::ops::Range;

/// What a column holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum SheetColumn {
    /// Nobody knows; that was said.
    Unknown,
    /// A word of every card, by its key.
    Key(&'static str),
    /// The name in every language.
    Name,
    /// The name in one language.
    NameIn(&'static str),
    /// Copies in a box.
    Quantity,
    /// Several words, by their key.
    Words(&'static str),
    /// A field of the card, or of a part of it.
    Fact {
        /// The part, unless it is the front.
        face: Option<String>,
        /// The field.
        attribute: AttributeId,
    },
    /// The effects of the card, or of a part of it.
    Effects {
        /// The part, unless it is the front.
        face: Option<String>,
    },
}

/// Words for the columns that every game has.
const COMMON: [(&str, SheetColumn); 20] = [
    ("id", SheetColumn::Key("id")),
    ("replaces", SheetColumn::Key("replaces")),
    ("remplace", SheetColumn::Key("replaces")),
    ("kind", SheetColumn::Key("kind")),
    ("sorte", SheetColumn::Key("kind")),
    ("provenance", SheetColumn::Key("provenance")),
    ("name", SheetColumn::Name),
    ("nom", SheetColumn::Name),
    ("name.en", SheetColumn::NameIn("en")),
    ("nom.en", SheetColumn::NameIn("en")),
    ("name.fr", SheetColumn::NameIn("fr")),
    ("nom.fr", SheetColumn::NameIn("fr")),
    ("quantity", SheetColumn::Quantity),
    ("quantité", SheetColumn::Quantity),
    ("sets", SheetColumn::Words("sets")),
    ("set", SheetColumn::Words("sets")),
    ("extension", SheetColumn::Words("sets")),
    ("extensions", SheetColumn::Words("sets")),
    ("aliases", SheetColumn::Words("aliases")),
    ("alias", SheetColumn::Words("aliases")),
];

/// Words for the effects of a card.
const EFFECTS: [&str; 4] = ["effects", "effect", "effets", "effet"];

/// Reads the head of a sheet; `None` where it does not say which card a row is about.
pub(super) fn read_head(
    game: &Game,
    head: &[SheetCell],
    fail: &dyn Fn(Range<usize>, DataMessage),
) -> Option<Vec<SheetColumn>> {
    let printed = game.printed_id();
    let has_id = head.iter().any(|cell| alike(&cell.text, "id"));
    let mut seen = HashSet::new();
    let mut columns = Vec::new();
    for cell in head {
        let mut column = find_column(game, &cell.text).unwrap_or(SheetColumn::Unknown);
        if let SheetColumn::Fact { face: None, attribute } = column
            && Some(attribute) == printed
            && !has_id
        {
            column = SheetColumn::Key("id");
        }
        if column == SheetColumn::Unknown && !cell.text.is_empty() {
            let own = game.attributes.iter().map(|a| &a.named);
            let common = || COMMON.iter().map(|(word, _)| *word).chain(EFFECTS);
            let near =
                nearest_names(&cell.text, own.clone().flat_map(Named::words).chain(common()));
            let ids = own.map(|named| named.id.as_str());
            let candidates = Candidates::from_near(near, ids.chain(common()));
            fail(
                cell.span.clone(),
                DataMessage::UnknownColumn { name: cell.text.clone(), candidates },
            );
        } else if column != SheetColumn::Unknown && !seen.insert(column.clone()) {
            fail(cell.span.clone(), FileMessage::GivenTwice { key: cell.text.clone() }.into());
            column = SheetColumn::Unknown;
        }
        columns.push(column);
    }
    if !columns.iter().any(|column| matches!(column, SheetColumn::Key("id" | "replaces"))) {
        let own = printed.and_then(|id| game.attribute_of(id));
        let id = own.map_or("id", |attribute| attribute.named.id.as_str()).to_owned();
        let place = head.first().map_or(0..0, |cell| cell.span.clone());
        fail(place, DataMessage::NoIdColumn { id });
        return None;
    }
    Some(columns)
}

fn find_column(game: &Game, word: &str) -> Option<SheetColumn> {
    let is = |other: &&str| {
        other.eq_ignore_ascii_case(word) || (alike(other, word) && !word.contains('.'))
    };
    if let Some((_, column)) = COMMON.iter().find(|(other, _)| is(other)) {
        return Some(column.clone());
    }
    if let Some(column) = find_part_column(game, None, word) {
        return Some(column);
    }
    let (part, rest) = word.split_once('.')?;
    let face = game.face(part)?;
    let id = game.faces.get(face.index()).map(|def| def.named.id.to_string());
    find_part_column(game, id.filter(|_| face != FRONT), rest)
}

fn find_part_column(game: &Game, face: Option<String>, word: &str) -> Option<SheetColumn> {
    if let Some(attribute) = game.attribute(word) {
        return Some(SheetColumn::Fact { face, attribute });
    }
    EFFECTS.iter().any(|other| alike(other, word)).then_some(SheetColumn::Effects { face })
}
