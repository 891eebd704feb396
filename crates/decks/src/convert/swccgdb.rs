//! The text of swccgdb: kinds as headings, every card with its set.

use super::Writing;
use super::gemp::capital;
use super::rows::rows;
use super::text::one_line;
use sleeve_data::model::Lang;
use std::fmt::Write;

pub(super) fn write(w: &Writing) -> String {
    let mut out = format!("{}\n", one_line(w.title()));
    let _ = writeln!(out, "\nSide: {}", capital(w.shared().unwrap_or("")));
    let _ = writeln!(out, "\nSets: {}", sets(w));
    let all = rows(w.deck, |_| true);
    for (kind, rows) in w.by_kind(&all) {
        if let Some(kind) = w.catalog.game.kinds.get(kind) {
            let many = rows.len() > 1;
            let word = if many { &kind.plural } else { &kind.named.name };
            let _ = writeln!(out, "\n{}\n", capital(word.get(Lang::En)));
        }
        for row in rows {
            let name = row.what.map_or_else(one_line, |card| w.names.name(card).to_owned());
            let set = row.what.ok().and_then(|card| w.names.set(card));
            let set = set.map_or_else(String::new, |set| format!(" [{set}]"));
            let _ = writeln!(out, "{}x {name}{set}", row.count);
        }
    }
    out
}

/// `Premiere`, or `From Premiere to Hoth`.
fn sets(w: &Writing) -> String {
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
