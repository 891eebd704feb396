//! The text of a deck page of the GEMP server: name, side, author, `Deck:`, then kinds in capitals
//! and `2x Title`, then `Outside Deck:`.

use super::{
    decode::DeckText,
    form::Confidence,
    messages::DeckProblem,
    raw::RawDeck,
    text::TextList,
    view::{DeckView, ListRow, join_lines, list_rows},
};
use sleeve_data::{grammar::capitalize, model::Lang};
use std::fmt::Write;

/// The zone of the cards that the server calls outside the deck.
pub(super) const OUTSIDE: &str = "outside";

pub(super) fn detect(source: &DeckText) -> Confidence {
    let mut lines = source.text.lines().map(str::trim);
    let is_ours = source.text.contains("Deck:")
        && lines.clone().any(|line| line == "Deck:")
        && lines.any(is_kind_heading);
    if is_ours { Confidence::Yes } else { Confidence::No }
}

fn is_kind_heading(line: &str) -> bool {
    let kind = line.strip_suffix(':').unwrap_or("");
    kind.len() > 3
        && kind
            .chars()
            .all(|c| c.is_ascii_uppercase() || c == ' ' || c == '\'')
}

pub(super) fn read(source: &DeckText, deck: RawDeck) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
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
    let author = line.strip_prefix("Author:").map(str::trim);
    let side = line.strip_suffix(" Side");
    let value = author.or(side).unwrap_or(line);
    let placed = (!value.is_empty()).then(|| list.with_span(value));
    if author.is_some() {
        list.deck.player = placed;
    } else if side.is_some() {
        list.deck.side = placed;
    } else if list.deck.name.is_none() {
        list.deck.name = placed;
    }
}

pub(super) fn write(view: &DeckView) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", join_lines(view.title()));
    if let Some(side) = view.shared_value() {
        let _ = writeln!(out, "{} Side", capitalize(side));
    }
    if let Some(player) = &view.deck.player {
        let _ = writeln!(out, "Author: {}", join_lines(player));
    }
    out.push_str("Deck:\n");
    // The server has no other zones.
    let inside = list_rows(view.deck, &|zone| zone != OUTSIDE);
    write_section(view, &inside, &mut out);
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
            let name = row
                .card
                .map_or_else(join_lines, |card| view.names.name(card).to_owned());
            let _ = writeln!(out, "{}x {name}", row.count);
        }
    }
}
