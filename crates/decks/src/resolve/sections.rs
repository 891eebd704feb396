//! What a list tells as a whole: the text below it, cards that it names once more, notes on lines that are no cards.

use super::lines::{LineItem, PendingLine};
use super::notes::{Assumption, note_lines};
use crate::raw::{CopyNotation, RawDeck};
use sleeve_data::model::CardIndex;
use sleeve_data::model::deck::Note;
use std::collections::BTreeSet;

/// A list of fewer cards than this is not told again below it.
const FEWEST_RETOLD: usize = 20;

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

/// Leaves out what stands below the first heading of prose, below most of the cards: a text on a deck names them again.
pub(super) fn leave_out_prose(items: &mut [LineItem<'_>]) {
    let is_prose = |item: &LineItem<'_>| matches!(item, LineItem::Heading(h) if h.meaning.prose);
    let Some(at) = items.iter().position(is_prose) else { return };
    let Some((above, below)) = items.split_at_mut_checked(at + 1) else { return };
    let count = |items: &[LineItem<'_>]| {
        let known =
            items.iter().filter_map(LineItem::card).filter(|line| !line.meaning.cards.is_empty());
        known.map(|line| u64::from(line.count)).sum::<u64>()
    };
    if count(above) > count(below) {
        below.iter_mut().for_each(LineItem::become_prose);
    }
}

/// Leaves out a section of a zone that names, below the list, only cards of it once more: what the deck starts with.
pub(super) fn leave_out_recaps(brief: &[String], items: &mut [LineItem<'_>]) {
    let mut known: BTreeSet<CardIndex> = BTreeSet::new();
    for at in 0..items.len() {
        let heading = match items.get(at) {
            Some(LineItem::Heading(heading)) => heading,
            Some(LineItem::Card(line)) => {
                known.extend(line.meaning.cards.iter());
                continue;
            }
            _ => continue,
        };
        let is_brief = heading.meaning.zone.as_ref().is_some_and(|zone| brief.contains(zone));
        let below = items.get_mut(at + 1..).filter(|_| is_brief && known.len() >= FEWEST_RETOLD);
        let section = below.into_iter().flatten().take_while(|item| item.card().is_some());
        let mut section: Vec<&mut LineItem<'_>> = section.collect();
        let is_above = |line: &PendingLine<'_>| {
            let uncounted = line.raw.notation == CopyNotation::Absent && line.raw.is_list_line;
            uncounted && line.meaning.cards.iter().any(|card| known.contains(card))
        };
        if section.iter().all(|item| item.card().is_some_and(is_above)) {
            section.iter_mut().for_each(|item| item.become_prose());
        }
    }
}

/// Adds one note for all headings that were passed over, one for all remarks and one for all prose.
pub(super) fn note_ignored_lines(raw: &RawDeck, items: &[LineItem<'_>], notes: &mut Vec<Note>) {
    let headings = items.iter().filter_map(|item| match item {
        LineItem::Heading(heading) if heading.is_passed_over => Some(&heading.span),
        _ => None,
    });
    let headings = headings.map(|span| (span, raw.text_at(span)));
    let lines = items.iter().filter_map(LineItem::card);
    let remarks = lines.filter_map(|line| Some((&line.raw.span, line.meaning.remark.as_deref()?)));
    let prose = items.iter().filter_map(|item| match item {
        LineItem::Prose(span) => Some((span, "")),
        _ => None,
    });
    notes.extend(note_lines(raw, headings, |lines| Assumption::Headings { lines }));
    notes.extend(note_lines(raw, remarks, |lines| Assumption::Remarks { lines }));
    notes.extend(note_lines(raw, prose, |lines| Assumption::from_prose(&lines)));
}
