//! The text of a deck page of the GEMP server: name, side, author, `Deck:`, then kinds in capitals
//! and `2x Title`, then `Outside Deck:`.

use super::{OUTSIDE, rows_inside};
use crate::decode::DeckText;
use crate::form::Confidence;
use crate::messages::DeckProblem;
use crate::raw::RawDeck;
use crate::text::TextList;
use crate::view::{DeckView, ListRow, join_lines};
use sleeve_data::grammar::capitalize;
use sleeve_data::model::{Lang, Spanned};
use std::fmt::Write;

pub(crate) fn detect(source: &DeckText) -> Confidence {
    let deck =
        source.text.contains("Deck:") && source.text.lines().any(|line| line.trim() == "Deck:");
    let capitals = |line: &str| {
        let kind = line.trim().strip_suffix(':').unwrap_or("");
        kind.len() > 3 && kind.chars().all(|c| c.is_ascii_uppercase() || c == ' ' || c == '\'')
    };
    if deck && source.text.lines().any(capitals) { Confidence::Yes } else { Confidence::No }
}

pub(crate) fn read(source: &DeckText, deck: RawDeck) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    let mut list = TextList::new(&source.text, deck);
    let mut head = true;
    for line in source.text.lines() {
        if head && line.trim() != "Deck:" {
            read_header(&mut list, line.trim());
        } else {
            head = false;
            list.read_line(line);
        }
    }
    list.finish()
}

fn read_header(list: &mut TextList, line: &str) {
    let slot = if let Some(author) = line.strip_prefix("Author:") {
        (author.trim(), GempSlot::Player)
    } else if let Some(side) = line.strip_suffix(" Side") {
        (side, GempSlot::Side)
    } else {
        (line, GempSlot::Name)
    };
    let value = Some(list.with_span(slot.0)).filter(|v: &Spanned<String>| !v.value.is_empty());
    match slot.1 {
        GempSlot::Player => list.deck.player = value,
        GempSlot::Side => list.deck.side = value,
        GempSlot::Name if list.deck.name.is_none() => list.deck.name = value,
        GempSlot::Name => {}
    }
}

enum GempSlot {
    Player,
    Side,
    Name,
}

pub(crate) fn write(view: &DeckView) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", join_lines(view.title()));
    if let Some(side) = view.shared_value() {
        let _ = writeln!(out, "{} Side", capitalize(side));
    }
    if let Some(player) = &view.deck.player {
        let _ = writeln!(out, "Author: {}", join_lines(player));
    }
    out.push_str("Deck:\n");
    write_section(view, &rows_inside(view), &mut out);
    let outside = view.rows(OUTSIDE);
    if !outside.is_empty() {
        out.push_str("\nOutside Deck:\n");
        write_section(view, &outside, &mut out);
    }
    out
}

fn write_section(view: &DeckView, rows: &[ListRow], out: &mut String) {
    for (kind, rows) in view.group_by_kind(rows) {
        if let Some(kind) = view.catalog.game.kinds.get(kind) {
            let _ = writeln!(out, "{}:", kind.named.name.get(Lang::En).to_uppercase());
        }
        for row in rows {
            match row.card {
                Ok(card) => {
                    let _ = writeln!(out, "{}x {}", row.count, view.names.name(card));
                }
                Err(text) => {
                    let _ = writeln!(out, "{}x {}", row.count, join_lines(text));
                }
            }
        }
    }
}
