//! Edits lists: numbers change where they stand, lines go and come.

use super::{EditError, EditPlan, EditedLine, NewNames};
use crate::line::{self, parse_bracketed_count, parse_line};
use crate::raw::CopyNotation;
use sleeve_data::model::{Deck, Format};
use std::collections::BTreeMap;
use std::ops::Range;

/// Edits the text of a list by a plan.
pub(super) fn edit(
    deck: &Deck,
    plan: &EditPlan,
    format: &Format,
    names: &NewNames<'_>,
) -> Result<String, EditError> {
    let text = &*deck.text;
    // New lines end as those of the file do.
    let feed = if text.contains("\r\n") { "\r\n" } else { "\n" };
    // The new text for ranges of bytes, in the order of the file.
    let mut changes: BTreeMap<(usize, usize), String> = BTreeMap::new();
    for line in plan.lines.iter().filter(|line| line.before != line.after) {
        let is_shared = plan.lines.iter().filter(|other| other.span == line.span).count() > 1;
        if is_shared {
            // A line with copies in two zones (`x2 (1 starting)`) is not edited.
            return Err(EditError::Shape);
        }
        let (place, new) = match line.after {
            0 => (line_range(text, &line.span), String::new()),
            _ => (line.span.clone(), rewrite_count(text, line)?),
        };
        changes.insert((place.start, place.end), new);
    }
    let mut zones: Vec<&str> = Vec::new();
    for (zone, _, _) in &plan.new_lines {
        if !zones.contains(&zone.as_str()) {
            zones.push(zone);
        }
    }
    for zone in zones {
        let rows = plan.new_lines.iter().filter(|(of_line, _, _)| of_line == zone);
        let rows: Vec<String> = rows.map(|(_, card, n)| names.spell(*card, *n).1).collect();
        let last = plan.lines.iter().filter(|line| line.zone == zone).max_by_key(|l| l.span.end);
        let (at, new) = match last {
            Some(last) => {
                let at = line_range(text, &last.span).end;
                let ends_open = !text.get(..at).is_some_and(|before| before.ends_with('\n'));
                let lead = if ends_open { feed } else { "" };
                (at, format!("{lead}{}{feed}", rows.join(feed)))
            }
            None => {
                let lead = if text.ends_with('\n') { "" } else { feed };
                let named = format.zone(zone).map_or(zone, |z| z.named.id.as_str());
                let rows = rows.join(feed);
                (text.len(), format!("{lead}{feed}[{named}]{feed}{rows}{feed}"))
            }
        };
        changes.entry((at, at)).or_default().push_str(&new);
    }
    let mut edited = String::with_capacity(text.len() + 64);
    let mut done = 0;
    for ((start, end), new) in changes {
        edited.push_str(text.get(done..start).ok_or(EditError::Shape)?);
        edited.push_str(&new);
        done = end.max(done);
    }
    edited.push_str(text.get(done..).ok_or(EditError::Shape)?);
    Ok(edited)
}

/// The range of the line around a span, with its line feed.
fn line_range(text: &str, span: &Range<usize>) -> Range<usize> {
    let before = text.get(..span.start).unwrap_or("");
    let after = text.get(span.end..).unwrap_or("");
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let end = after.find('\n').map_or(text.len(), |at| span.end + at + 1);
    start..end
}

/// Rewrites a line with another number of copies: tries the places where the number may stand, and
/// takes the first that reads back right.
fn rewrite_count(text: &str, line: &EditedLine) -> Result<String, EditError> {
    let written = text.get(line.span.clone()).ok_or(EditError::Shape)?;
    let parts = parse_line(written).ok_or(EditError::Shape)?;
    let (old, new) = (line.before.to_string(), line.after.to_string());
    let mut attempts: Vec<String> = Vec::new();
    if let Some(at) = written.find(&old) {
        attempts.push(format!("{}{new}{}", &written[..at], &written[at + old.len()..]));
    }
    // The count may stand behind the name, or the name begin with the same digits.
    if let Some(at) = written.rfind(&old) {
        attempts.push(format!("{}{new}{}", &written[..at], &written[at + old.len()..]));
    }
    if line.before == 1 {
        attempts.push(format!("{new}x {written}"));
        attempts.push(format!("{written} x{new}"));
    }
    // `Name [3]`: the number in brackets changes where it is that of the copies.
    let in_brackets = |parts: &line::DeckLine<'_>| {
        let uncounted = parts.notation == CopyNotation::Absent;
        parts
            .hint
            .and_then(parse_bracketed_count)
            .filter(|_| uncounted)
            .and_then(|(count, _)| count.ok())
    };
    let is_count = in_brackets(&parts) == Some(line.before);
    let reads_right = |text: &String| {
        parse_line(text).is_some_and(|now| {
            let bracket = in_brackets(&now).filter(|_| is_count) == Some(line.after);
            let outside = now.count == Ok(line.after) && now.hint == parts.hint;
            now.name == parts.name && (bracket || outside)
        })
    };
    attempts.into_iter().find(reads_right).ok_or(EditError::Shape)
}
