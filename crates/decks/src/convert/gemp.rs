//! The GEMP server's XML, its line of ids, and the text of its deck page.

use super::DeckView;
use super::rows::{ListRow, list_rows};
use super::text::join_lines;
use crate::gemp::OUTSIDE;
use quick_xml::escape::escape;
use sleeve_data::model::{CardIndex, Lang, hidden};
use std::fmt::Write;

fn rows_inside<'a>(w: &DeckView<'a>) -> Vec<ListRow<'a>> {
    list_rows(w.deck, |zone| zone != OUTSIDE)
}

/// Each copy of each card.
fn expand_copies(rows: &[ListRow]) -> Vec<CardIndex> {
    let cards = rows.iter().filter_map(|row| Some((row.card.ok()?, row.count)));
    cards.flat_map(|(card, count)| std::iter::repeat_n(card, count as usize)).collect()
}

pub(super) fn write_xml(w: &DeckView) -> String {
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\r\n<deck>\r\n";
    let mut out = String::from(head);
    for (rows, element) in [(rows_inside(w), "card"), (w.rows(OUTSIDE), "cardOutsideDeck")] {
        for card in expand_copies(&rows) {
            let (id, title) = (w.names.id(card), server_title(w, card));
            let (id, title) = (escape(id), escape(hidden::escaped(&title)).replace("&apos;", "'"));
            let _ = write!(out, "    <{element} blueprintId=\"{id}\" title=\"{title}\"/>\r\n");
        }
    }
    out.push_str("</deck>\r\n");
    out
}

/// The title as the server has it: without the mark of a virtual card.
fn server_title(w: &DeckView, card: CardIndex) -> String {
    let name = w.catalog.cards.card(card).name(Lang::En);
    name.strip_suffix(" (V)").unwrap_or(name).to_owned()
}

pub(super) fn write_line(w: &DeckView) -> String {
    let ids = |rows: &[ListRow]| {
        expand_copies(rows).into_iter().map(|card| w.names.id(card)).collect::<Vec<_>>().join(",")
    };
    format!("{}|{}\n", ids(&rows_inside(w)), ids(&w.rows(OUTSIDE)))
}

pub(super) fn write_text(w: &DeckView) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", join_lines(w.title()));
    if let Some(side) = w.shared_value() {
        let _ = writeln!(out, "{} Side", capitalize(side));
    }
    if let Some(player) = &w.deck.player {
        let _ = writeln!(out, "Author: {}", join_lines(player));
    }
    out.push_str("Deck:\n");
    write_section(w, &rows_inside(w), &mut out);
    let outside = w.rows(OUTSIDE);
    if !outside.is_empty() {
        out.push_str("\nOutside Deck:\n");
        write_section(w, &outside, &mut out);
    }
    out
}

fn write_section(w: &DeckView, rows: &[ListRow], out: &mut String) {
    for (kind, rows) in w.group_by_kind(rows) {
        if let Some(kind) = w.catalog.game.kinds.get(kind) {
            let _ = writeln!(out, "{}:", kind.named.name.get(Lang::En).to_uppercase());
        }
        for row in rows {
            match row.card {
                Ok(card) => {
                    let _ = writeln!(out, "{}x {}", row.count, w.names.name(card));
                }
                Err(text) => {
                    let _ = writeln!(out, "{}x {}", row.count, join_lines(text));
                }
            }
        }
    }
}

/// A word with a capital.
pub(super) fn capitalize(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
