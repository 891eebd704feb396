//! Files of lines, written by the patterns that read them.

use super::{head_value, row_id, row_name, row_set, zone_parts};
use crate::convert::DeckView;
use crate::convert::rows::ListRow;
use crate::convert::text::join_lines;
use sleeve_data::model::DeckReader;
use sleeve_data::model::pattern::{Hole, LinePattern};
use sleeve_data::model::reader::{HeadKey, LineLayout};

pub(super) fn write(w: &DeckView, layout: &LineLayout, reader: &DeckReader) -> String {
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(text);
        out.push('\n');
    };
    let mut head = false;
    for (key, pattern) in &layout.keys {
        let value = head_value(w.deck, *key).map(join_lines).filter(|value| !value.is_empty());
        let fill = |hole| value.clone().filter(|_| hole == Hole::Value);
        if let Some(text) = pattern.write(fill) {
            line(&text);
            head = true;
        }
    }
    let kept = layout.keys.iter().any(|(key, _)| *key == HeadKey::Notes);
    if let Some(notes) = w.deck.remarks.as_deref().filter(|_| layout.preface && !kept) {
        notes.lines().for_each(&mut line);
        head = true;
    }
    for (word, rows) in zone_parts(w, reader).iter().filter(|(_, rows)| !rows.is_empty()) {
        if head {
            line("");
        }
        head = true;
        let copies: u32 = rows.iter().map(|row| row.count).sum();
        if let Some(text) = write_heading(layout, word, copies) {
            line(&text);
        }
        for row in rows {
            let Some((pattern, text)) = write_card(w, layout, reader, row, word) else { continue };
            let times = if pattern.has(Hole::Count) { 1 } else { row.count };
            (0..times).for_each(|_| line(&text));
        }
    }
    out
}

fn write_heading(layout: &LineLayout, word: &str, copies: u32) -> Option<String> {
    let fill = |hole| match hole {
        Hole::Zone => Some(word.to_owned()),
        Hole::Count => Some(copies.to_string()),
        _ => None,
    };
    layout.headings.iter().filter(|_| !word.is_empty()).find_map(|heading| heading.write(fill))
}

/// A card's line with its pattern: the first that says no set, unless its name is not enough. One without
/// a number is for certain cards, which nothing here tells, where another has a number.
fn write_card<'p>(
    w: &DeckView,
    layout: &'p LineLayout,
    reader: &DeckReader,
    row: &ListRow,
    word: &str,
) -> Option<(&'p LinePattern, String)> {
    let fill = |hole| match hole {
        Hole::Count => Some(row.count.to_string()),
        Hole::Name => Some(join_lines(&row_name(w, row))),
        Hole::Id => row_id(w, reader, row).map(|id| join_lines(&id)),
        Hole::Set => row_set(w, row),
        Hole::Zone => Some(word.to_owned()).filter(|word| !word.is_empty()),
        Hole::Value | Hole::Word | Hole::Any => None,
    };
    // Where no heading says the zone, the line does, if it can.
    let headed = word.is_empty() || !layout.headings.is_empty();
    let fits = |pattern: &&LinePattern| headed != pattern.has(Hole::Zone);
    let written = |says: &dyn Fn(&LinePattern) -> bool| {
        let patterns = layout.cards.iter().filter(fits).filter(|pattern| says(pattern));
        let mut written = patterns.filter_map(|pattern| Some((pattern, pattern.write(fill)?)));
        let first = written.next()?;
        let counts = |(pattern, _): &(&LinePattern, _)| pattern.has(Hole::Count);
        Some(if counts(&first) { first } else { written.find(counts).unwrap_or(first) })
    };
    let alone = !row.card.is_ok_and(|card| w.names.by_id.contains(&card));
    let telling = |pattern: &LinePattern| pattern.has(Hole::Id) || pattern.has(Hole::Set);
    if alone {
        written(&|pattern| !pattern.has(Hole::Set)).or_else(|| written(&|_| true))
    } else {
        written(&telling).or_else(|| written(&|_| true))
    }
}
