//! What a list tells as a whole: the text below it, the cards that it names once more, and the notes
//! on lines that are no cards.

use super::lines::{HeadingLine, LineItem, PendingLine};
use super::notes::{Assumption, LineStarts};
use crate::raw::{CopyNotation, RawDeck};
use sleeve_data::Arrange;
use sleeve_data::model::CardIndex;
use sleeve_data::model::deck::Note;
use std::collections::BTreeSet;
use std::ops::Range;

/// A list of fewer cards than this is not told again below it.
const FEWEST_RETOLD: usize = 20;

/// Most lines above the first heading that are titles.
const MOST_TITLES: usize = 3;

impl LineItem<'_> {
    /// Leaves a line out of the deck.
    fn become_prose(&mut self) {
        match self {
            LineItem::Zone(_) | LineItem::Prose(_) => {}
            LineItem::Heading(heading) => *self = LineItem::Prose(heading.span.clone()),
            LineItem::Card(line) => *self = LineItem::Prose(line.raw.span.clone()),
        }
    }
}

/// Leaves out what stands below the first heading of prose, if most of the cards stand above it: a
/// text on a deck names its cards again.
pub(super) fn leave_out_prose(
    items: &mut [LineItem<'_>],
    headings: &mut Vec<(Range<usize>, String)>,
) {
    let is_prose = |item: &LineItem<'_>| matches!(item, LineItem::Heading(h) if h.meaning.prose);
    let Some(at) = items.iter().position(is_prose) else { return };
    let Some((above, below)) = items.split_at_mut_checked(at + 1) else { return };
    let count = |items: &[LineItem<'_>]| {
        let known = items.iter().filter_map(LineItem::card).filter(|line| !line.cards.is_empty());
        known.map(|line| u64::from(line.count)).sum::<u64>()
    };
    if count(above) <= count(below) {
        return;
    }
    if let Some(LineItem::Heading(first)) = above.last() {
        headings.retain(|(span, _)| span.start <= first.span.start);
    }
    below.iter_mut().for_each(LineItem::become_prose);
}

/// Takes lines that name no card, above the first heading of cards and with no card among them, for titles.
pub(super) fn pass_titles(items: &mut [LineItem<'_>], notes: &mut Vec<Note>) {
    let is_plain = |item: &LineItem<'_>| matches!(item, LineItem::Heading(h) if h.is_plain);
    let start = items.iter().take_while(|item| is_plain(item)).count();
    let Some(above) = items.get_mut(start..) else { return };
    let is_title = |line: &PendingLine<'_>| {
        let uncounted = line.raw.notation == CopyNotation::Absent && line.raw.is_list_line;
        uncounted && line.cards.is_empty() && !line.forbids_guess && line.raw.hints.is_empty()
    };
    let titles = above.iter().take_while(|item| item.card().is_some_and(is_title)).count();
    let heads_cards = matches!(above.get(titles), Some(LineItem::Heading(h)) if h.is_known);
    if titles > MOST_TITLES || !heads_cards {
        return;
    }
    for item in above.iter_mut().take(titles) {
        if let LineItem::Card(line) = item {
            let span = line.raw.span.clone();
            notes.push(Assumption::Title { text: line.raw.name.clone() }.to_note(span.clone()));
            *item =
                LineItem::Heading(HeadingLine { span, is_known: true, ..HeadingLine::default() });
        }
    }
}

/// Leaves out a section of a zone that only names, below the list, some of its cards once more: what
/// the deck starts with.
pub(super) fn leave_out_recaps(brief: &[String], items: &mut [LineItem<'_>]) {
    let mut known: BTreeSet<CardIndex> = BTreeSet::new();
    for at in 0..items.len() {
        let Some((above, below)) = items.split_at_mut_checked(at + 1) else { return };
        let heading = match above.last() {
            Some(LineItem::Heading(heading)) => heading,
            Some(LineItem::Card(line)) => {
                known.extend(line.cards.iter());
                continue;
            }
            Some(LineItem::Zone(_) | LineItem::Prose(_)) | None => continue,
        };
        if known.len() < FEWEST_RETOLD
            || !heading.meaning.zone.as_ref().is_some_and(|z| brief.contains(z))
        {
            continue;
        }
        let end = below.iter().position(|item| item.card().is_none()).unwrap_or(below.len());
        let Some(section) = below.get_mut(..end) else { continue };
        let is_above = |line: &PendingLine<'_>| {
            let uncounted = line.raw.notation == CopyNotation::Absent && line.raw.is_list_line;
            uncounted && line.cards.iter().any(|card| known.contains(card))
        };
        if section.iter().all(|item| item.card().is_some_and(is_above)) {
            section.iter_mut().for_each(LineItem::become_prose);
        }
    }
}

/// Adds one note for all headings that were passed over, and one for all prose.
pub(super) fn note_ignored_lines(
    raw: &RawDeck,
    items: &[LineItem<'_>],
    mut headings: Vec<(Range<usize>, String)>,
    mut remarks: Vec<(Range<usize>, String)>,
    notes: &mut Vec<Note>,
) {
    let span = |item: &LineItem<'_>| {
        if let LineItem::Prose(span) = item { Some(span.clone()) } else { None }
    };
    let prose: Vec<Range<usize>> = items.iter().filter_map(span).collect();
    let left_out: BTreeSet<usize> = prose.iter().map(|span| span.start).collect();
    remarks.retain(|(span, _)| !left_out.contains(&span.start));
    if headings.is_empty() && prose.is_empty() && remarks.is_empty() {
        return;
    }
    let starts = LineStarts::new(&raw.text);
    headings.arrange_by_key(|(span, _)| span.start);
    let number = |lines: &[(Range<usize>, String)]| {
        starts.number_lines(lines.iter().map(|(span, text)| (span, text.as_str())))
    };
    if let Some((first, _)) = headings.first() {
        let lines = number(&headings);
        notes.push(Assumption::Headings { lines }.to_note(first.clone()));
    }
    if let Some((first, _)) = remarks.first() {
        let lines = number(&remarks);
        notes.push(Assumption::Remarks { lines }.to_note(first.clone()));
    }
    if let Some(first) = prose.first() {
        let mut lines: Vec<usize> = prose.iter().map(|span| starts.line_number(span)).collect();
        lines.dedup();
        notes.push(Assumption::prose(&lines).to_note(first.clone()));
    }
}
