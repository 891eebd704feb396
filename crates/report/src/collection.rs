//! Cards missing from a collection for some decks: a shopping list, as text and JSON.

use crate::text::{Style, escape::safe, words::format_count};
use sleeve_data::model::{CardIndex, Catalog, Lang};
use std::{
    io::{self, Write},
    sync::Arc,
};

/// The missing cards of one game.
#[derive(Clone, Debug)]
pub struct MissingCards {
    pub catalog: Arc<Catalog>,
    /// The cards with their numbers of missing copies, in the order of the data.
    pub cards: Vec<(CardIndex, u32)>,
}

/// The cards missing from a collection for some decks.
#[derive(Clone, Debug, Default)]
pub struct CollectionGaps {
    /// Path as given.
    pub path: String,
    /// Whether to build all decks at once.
    pub together: bool,
    /// Missing cards of each deck; `None` for a deck that could not be read.
    pub decks: Vec<Option<MissingCards>>,
    /// Missing cards in all, by game.
    pub all: Vec<MissingCards>,
}

impl CollectionGaps {
    /// Whether no card is missing.
    pub fn is_empty(&self) -> bool {
        self.all.iter().all(|missing| missing.cards.is_empty())
    }
}

rows! {
    /// The missing cards in a document.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct WantingRow<'a>(missing: impl IntoIterator<Item = &'a MissingCards>) after {
        let rows = missing.into_iter().flat_map(|missing| {
            missing.cards.iter().map(|(card, count)| {
                let card = missing.catalog.cards.card(*card);
                MissingCardRow { id: card.id(), name: card.name(Lang::En), count: *count }
            })
        });
    } {
        /// The cards that are missing.
        missing: Vec<MissingCardRow<'a>> = rows.collect(),
    }

    #[derive(Clone, PartialEq, Eq, Debug)]
    struct MissingCardRow<'a> {
        /// Id of the card.
        id: &'a str,
        /// Its English name.
        name: &'a str,
        /// How many copies are missing.
        count: u32,
    }
}

/// Writes the shopping list; `paths` are the paths of the decks.
pub fn write_shopping_list(
    wanting: &CollectionGaps,
    paths: &[&str],
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.typesetter(out);
    let path = safe(&wanting.path);
    let total: u32 = wanting
        .all
        .iter()
        .flat_map(|m| &m.cards)
        .map(|(_, n)| *n)
        .sum();
    if total == 0 {
        let nothing = word!(style.lang, "nothing is missing");
        return writeln!(out, "\n{path}{}{nothing}", style.lang.colon());
    }
    let cards = format_count(total, word!(style.lang, "card"), style.lang);
    let title = if wanting.together {
        say!(style.lang, "{path} is missing {cards} for all decks at once")
    } else {
        say!(style.lang, "{path} is missing {cards} for one deck at a time")
    };
    writeln!(out, "\n{}", style.bold(&title))?;
    write_missing_cards(&wanting.all, style, out)?;
    if wanting.together || paths.len() < 2 {
        return Ok(());
    }
    for (path, missing) in paths.iter().zip(&wanting.decks) {
        let Some(missing) = missing.as_ref().filter(|m| !m.cards.is_empty()) else { continue };
        writeln!(out, "{}", safe(path))?;
        write_missing_cards(std::slice::from_ref(missing), style, out)?;
    }
    Ok(())
}

/// The name of a card with its id, where that differs from it.
pub(crate) fn name_with_id(id: &str, name: &str, style: &Style) -> String {
    let name = safe(name);
    if name == id {
        return name.into_owned();
    }
    format!("{name}{}", style.dim(&format!(" ({})", safe(id))))
}

pub(crate) fn write_missing_cards(
    all: &[MissingCards],
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    for missing in all {
        for (card, count) in &missing.cards {
            let card = missing.catalog.cards.card(*card);
            let name = name_with_id(card.id(), card.name(style.lang), style);
            writeln!(out, "  {count}x {name}")?;
        }
    }
    Ok(())
}
