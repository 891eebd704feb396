//! Plain lists: headers in comments, zones in brackets, `2x Name`.

use super::Writing;
use super::rows::ListRow;
use std::fmt::Write;

pub(super) fn write(w: &Writing) -> String {
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
            let _ = writeln!(out, "# {key}: {}", one_line(&value));
        }
    }
    for zone in w.zones() {
        let _ = writeln!(out, "\n[{}]", one_line(zone));
        for row in w.rows(zone) {
            let _ = writeln!(out, "{}", line(w, &row));
        }
    }
    out
}

/// A line of a list.
pub(super) fn line(w: &Writing, row: &ListRow) -> String {
    match row.what {
        Ok(card) => w.names.line(card, row.count),
        Err(text) => format!("{}x {}", row.count, one_line(text)),
    }
}

/// A text without line feeds, as a line can hold it.
pub(super) fn one_line(text: &str) -> String {
    text.split(['\n', '\r'])
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect::<Vec<_>>()
        .join(" / ")
}
