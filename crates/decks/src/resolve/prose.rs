//! Distinguishes sentences from names. People write text above, between and below the cards of a
//! list, and often name its cards again below it.

use super::{
    item::{HeadingLine, LineItem, PendingLine},
    notes::{Assumption, note_lines},
};
use crate::raw::{CopyNotation, RawDeck};
use sleeve_data::model::{CardIndex, deck::Note};
use std::collections::BTreeSet;

/// Words of sentences that are rare in card names, in English and French.
#[rustfmt::skip]
const SENTENCE_WORDS: [&str; 82] = [
    "i", "i'm", "i've", "i'd", "im", "my", "me", "we", "is", "are", "was", "were", "be", "been",
    "this", "that", "these", "those", "it", "its", "it's", "you", "your", "they", "them", "if",
    "then", "because", "so", "but", "can", "could", "will", "would", "should", "just", "also",
    "very", "really", "when", "while", "which", "deck", "opponent", "opponents", "play", "use",
    "get", "have", "has", "need", "try", "works", "good", "don't", "dont", "thanks", "please",
    "read", "strategy", "review", "reviewing", "je", "j'ai", "tu", "il", "elle", "nous", "vous",
    "ils", "est", "sont", "ce", "cette", "ces", "qui", "que", "mais", "parce", "pour", "avec",
    "joue",
];

fn count_words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Whether at least this many words are words of sentences. Checked last, because it compares each
/// word with all of them.
fn has_telling(text: &str, fewest: usize) -> bool {
    let telling = text.split_whitespace().filter(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'');
        SENTENCE_WORDS.contains(&bare.to_lowercase().replace('’', "'").as_str())
    });
    telling.take(fewest).count() == fewest
}

/// Whether a text has the punctuation of sentences, inside or at its end.
fn has_stop(text: &str) -> bool {
    let sentence = text.trim_end_matches(['"', '\'', '”', '»', ')']);
    [". ", "! ", "? ", "; ", ", "]
        .iter()
        .any(|stop| sentence.contains(stop))
        || sentence.ends_with(['.', '!', '?', ';', ':', ','])
}

/// Whether a line is so long, or so much like a sentence, that it is not searched for a card.
pub(super) fn is_sure(text: &str) -> bool {
    let words = count_words(text);
    words >= 14 || (words >= 8 && has_telling(text, 3))
}

/// Whether a line that names no card is more likely a sentence than a name.
pub(super) fn is_likely(text: &str) -> bool {
    let words = count_words(text);
    words >= 9
        || (words >= 4 && has_stop(text) && (words >= 6 || has_telling(text, 1)))
        || (words >= 5 && has_telling(text, 2))
}

/// Whether a line that names no card may continue the text above it.
pub(super) fn continues_prose(text: &str) -> bool {
    text.ends_with(['.', '!', '?', ':', ',']) || (count_words(text) >= 3 && has_telling(text, 1))
}

/// Fewest cards of a list that may be repeated below it.
const FEWEST_RETOLD: usize = 20;

impl LineItem<'_> {
    /// Leaves a line out of the deck.
    fn become_prose(&mut self) {
        match self {
            LineItem::Zone(_) | LineItem::Prose(_) | LineItem::NoCopies(_) => {}
            LineItem::Heading(heading) => *self = LineItem::Prose(heading.span.clone()),
            LineItem::Card(line) => *self = LineItem::Prose(line.raw.span.clone()),
        }
    }
}

/// Leaves out everything below the first heading of text, if it is below most of the cards: a text
/// about a deck names them again.
pub(super) fn leave_out_prose(items: &mut [LineItem<'_>]) {
    let at = items
        .iter()
        .position(|item| matches!(item, LineItem::Heading(heading) if heading.meaning.prose));
    let Some(at) = at else { return };
    let Some((above, below)) = items.split_at_mut_checked(at + 1) else { return };
    if count_copies(above) > count_copies(below) {
        below.iter_mut().for_each(LineItem::become_prose);
    }
}

/// The number of copies on lines whose cards are known.
fn count_copies(items: &[LineItem<'_>]) -> u64 {
    let lines = items.iter().filter_map(LineItem::card);
    lines
        .filter(|line| !line.meaning.cards.is_empty())
        .map(|line| u64::from(line.count))
        .sum()
}

/// Leaves out a section of a zone below the list that only repeats cards of it: the starting cards.
pub(super) fn leave_out_recaps(brief: &[String], items: &mut [LineItem<'_>]) {
    let mut known: BTreeSet<CardIndex> = BTreeSet::new();
    let mut listed = 0;
    for at in 0..items.len() {
        let Some(LineItem::Heading(heading)) = items.get(at) else { continue };
        let zone = heading.meaning.zone.as_ref();
        if !zone.is_some_and(|zone| brief.contains(zone)) {
            continue;
        }
        let above = items.get(listed..at).into_iter().flatten();
        known.extend(
            above
                .filter_map(LineItem::card)
                .flat_map(|line| line.meaning.cards.iter()),
        );
        listed = at;
        if known.len() < FEWEST_RETOLD {
            continue;
        }
        let below = items.get_mut(at + 1..).into_iter().flatten();
        let section = below.take_while(|item| item.card().is_some());
        let mut section: Vec<&mut LineItem<'_>> = section.collect();
        if section
            .iter()
            .all(|item| item.card().is_some_and(|line| repeats(line, &known)))
        {
            section.iter_mut().for_each(|item| item.become_prose());
        }
    }
}

/// Whether a line without a number of copies names a known card.
fn repeats(line: &PendingLine<'_>, known: &BTreeSet<CardIndex>) -> bool {
    line.raw.notation == CopyNotation::Absent
        && line.raw.is_list_line
        && line.meaning.cards.iter().any(|card| known.contains(card))
}

/// Adds one note for all skipped headings, one for all remarks and one for all text.
pub(super) fn note_ignored_lines(raw: &RawDeck, items: &[LineItem<'_>], notes: &mut Vec<Note>) {
    let (mut headings, mut without_copies, mut prose) = (Vec::new(), Vec::new(), Vec::new());
    for item in items {
        match item {
            LineItem::Heading(HeadingLine { is_passed_over: true, span, .. }) => {
                headings.push((span, raw.text_at(span)));
            }
            LineItem::NoCopies(span) => without_copies.push((span, raw.text_at(span))),
            LineItem::Prose(span) => prose.push((span, "")),
            _ => {}
        }
    }
    let lines = items.iter().filter_map(LineItem::card);
    let uncounted = lines
        .clone()
        .filter(|line| line.raw.lacks_count)
        .map(|line| (&line.raw.span, line.raw.name.as_str()));
    let remarks = lines.filter_map(|line| Some((&line.raw.span, line.meaning.remark.as_deref()?)));
    let noted = [
        note_lines(raw, headings.into_iter(), |lines| Assumption::Headings { lines }),
        note_lines(raw, remarks, |lines| Assumption::Remarks { lines }),
        note_lines(raw, uncounted, |lines| Assumption::OneCopy { lines }),
        note_lines(raw, without_copies.into_iter(), |lines| Assumption::NoCopies { lines }),
        note_lines(raw, prose.into_iter(), |lines| Assumption::from_prose(&lines)),
    ];
    notes.extend(noted.into_iter().flatten());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_told_from_names() {
        for text in [
            "this is prose about the deck that I love.",
            "First you set up Tatooine, then you drain.",
            "If they play Surprise, cancel it.",
            "Ce deck est fait pour gagner les duels.",
            "this deck does win games",
            "Drain, then win games.",
        ] {
            assert!(is_likely(text), "{text}");
        }
        for text in [
            "I Have You Now",
            "You Will Go Nowhere",
            "Lord Vader of the Sith",
            "It's A Trap!",
            "Restraining Bolt in Twylek Advisor",
            "Run Luke, Run!",
            "Tatooine: Jabba's Palace",
            "Tatooine: Jabba's Palace, Dungeon",
        ] {
            assert!(!is_likely(text), "{text}");
        }
        assert!(!is_sure("How Did We Get Into This Mess?"));
        // That many words are not a name, and fewer are not if they are those of sentences.
        let names = "Alter Blown Clear Cantina Brawl Double Back Ghhhk Houjix Sense Surprise Uncertain Weapon";
        assert!(is_likely(names) && !is_sure(names));
        assert!(is_sure(&format!("{names} Yoda Zuckuss")));
        assert!(is_sure("this is the deck that I always bring"));
    }

    #[test]
    fn below_prose_a_few_words_of_sentences_are_prose() {
        for text in ["and then drain", "Win the game."] {
            assert!(continues_prose(text), "{text}");
        }
        for text in ["then drain", "Wind Chimes", "Wind Chimes Again"] {
            assert!(!continues_prose(text), "{text}");
        }
    }
}
