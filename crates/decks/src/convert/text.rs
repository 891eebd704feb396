//! Plain lists: headers in comments, zones in brackets, `2x Name`.

use super::DeckView;
use super::rows::ListRow;
use std::fmt::Write;

pub(super) fn write(w: &DeckView) -> String {
    let mut out = String::new();
    let deck = w.deck;
    let value =
        |slot: &Option<sleeve_data::model::Spanned<String>>| slot.as_ref().map(|s| s.value.clone());
    let heads = [
        ("game", Some(deck.game.clone())),
        ("format", value(&deck.format)),
        ("name", deck.name.clone()),
        ("player", deck.player.clone()),
        ("role", value(&deck.role)),
    ];
    for (key, value) in heads {
        if let Some(value) = value {
            let _ = writeln!(out, "# {key}: {}", join_lines(&value));
        }
    }
    for zone in w.zones() {
        let _ = writeln!(out, "\n[{}]", join_lines(zone));
        for row in w.rows(zone) {
            let _ = writeln!(out, "{}", format_row(w, &row));
        }
    }
    out
}

/// A line of a list.
pub(super) fn format_row(w: &DeckView, row: &ListRow) -> String {
    match row.card {
        Ok(card) => w.names.list_line(card, row.count),
        Err(text) => format!("{}x {}", row.count, join_lines(text)),
    }
}

/// A text without line feeds, as a line can hold it.
pub(super) fn join_lines(text: &str) -> String {
    text.split(['\n', '\r'])
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect::<Vec<_>>()
        .join(" / ")
}
