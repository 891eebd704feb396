//! The GEMP server's XML, its line of ids, and the text of its deck page.

use super::Writing;
use super::rows::{ListRow, rows};
use super::text::one_line;
use crate::gemp::OUTSIDE;
use quick_xml::escape::escape;
use sleeve_data::model::{CardIndex, Lang, hidden};
use std::fmt::Write;

fn inside<'a>(w: &Writing<'a>) -> Vec<ListRow<'a>> {
    rows(w.deck, |zone| zone != OUTSIDE)
}

/// Each copy of each card.
fn copies(rows: &[ListRow]) -> Vec<CardIndex> {
    let cards = rows.iter().filter_map(|row| Some((row.what.ok()?, row.count)));
    cards.flat_map(|(card, count)| std::iter::repeat_n(card, count as usize)).collect()
}

pub(super) fn xml(w: &Writing) -> String {
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\r\n<deck>\r\n";
    let mut out = String::from(head);
    for (rows, element) in [(inside(w), "card"), (w.rows(OUTSIDE), "cardOutsideDeck")] {
        for card in copies(&rows) {
            let (id, title) = (w.names.id(card), server_title(w, card));
            let (id, title) = (escape(id), escape(hidden::escaped(&title)).replace("&apos;", "'"));
            let _ = write!(out, "    <{element} blueprintId=\"{id}\" title=\"{title}\"/>\r\n");
        }
    }
    out.push_str("</deck>\r\n");
    out
}

/// The title as the server has it: without the mark of a virtual card.
fn server_title(w: &Writing, card: CardIndex) -> String {
    let name = w.catalog.cards.card(card).name(Lang::En);
    name.strip_suffix(" (V)").unwrap_or(name).to_owned()
}

pub(super) fn line(w: &Writing) -> String {
    let ids = |rows: &[ListRow]| {
        copies(rows).into_iter().map(|card| w.names.id(card)).collect::<Vec<_>>().join(",")
    };
    format!("{}|{}\n", ids(&inside(w)), ids(&w.rows(OUTSIDE)))
}

pub(super) fn text(w: &Writing) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", one_line(w.title()));
    if let Some(side) = w.shared() {
        let _ = writeln!(out, "{} Side", capital(side));
    }
    if let Some(player) = &w.deck.player {
        let _ = writeln!(out, "Author: {}", one_line(player));
    }
    out.push_str("Deck:\n");
    section(w, &inside(w), &mut out);
    let outside = w.rows(OUTSIDE);
    if !outside.is_empty() {
        out.push_str("\nOutside Deck:\n");
        section(w, &outside, &mut out);
    }
    out
}

fn section(w: &Writing, rows: &[ListRow], out: &mut String) {
    for (kind, rows) in w.by_kind(rows) {
        if let Some(kind) = w.catalog.game.kinds.get(kind) {
            let _ = writeln!(out, "{}:", kind.named.name.get(Lang::En).to_uppercase());
        }
        for row in rows {
            match row.what {
                Ok(card) => {
                    let _ = writeln!(out, "{}x {}", row.count, w.names.name(card));
                }
                Err(text) => {
                    let _ = writeln!(out, "{}x {}", row.count, one_line(text));
                }
            }
        }
    }
}

/// A word with a capital.
pub(super) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
