//! The text of swccgdb: kinds as headings, every card with its set.

use super::DeckView;
use super::gemp::capitalize;
use super::rows::list_rows;
use super::text::join_lines;
use sleeve_data::model::Lang;
use std::fmt::Write;

pub(super) fn write(w: &DeckView) -> String {
    let mut out = format!("{}\n", join_lines(w.title()));
    let _ = writeln!(out, "\nSide: {}", capitalize(w.shared_value().unwrap_or("")));
    let _ = writeln!(out, "\nSets: {}", set_range(w));
    let all = list_rows(w.deck, |_| true);
    for (kind, rows) in w.group_by_kind(&all) {
        if let Some(kind) = w.catalog.game.kinds.get(kind) {
            let many = rows.len() > 1;
            let word = if many { &kind.plural } else { &kind.named.name };
            let _ = writeln!(out, "\n{}\n", capitalize(word.get(Lang::En)));
        }
        for row in rows {
            let name = row.card.map_or_else(join_lines, |card| w.names.name(card).to_owned());
            let set = row.card.ok().and_then(|card| w.names.set_name(card));
            let set = set.map_or_else(String::new, |set| format!(" [{set}]"));
            let _ = writeln!(out, "{}x {name}{set}", row.count);
        }
    }
    out
}

/// `Premiere`, or `From Premiere to Hoth`.
fn set_range(w: &DeckView) -> String {
    let cards = w.deck.entries.iter();
    let mut sets: Vec<_> =
        cards.filter_map(|e| w.catalog.cards.card(e.card).sets().next()).collect();
    sets.sort();
    let name = |set: &sleeve_data::model::SetId| {
        w.catalog.game.sets.get(set.index()).map_or("", |s| s.named.name.get(Lang::En))
    };
    match (sets.first(), sets.last()) {
        (Some(first), Some(last)) if first != last => {
            format!("\nFrom {} to {}", name(first), name(last))
        }
        (Some(one), _) => name(one).to_owned(),
        _ => String::new(),
    }
}
