//! Notes on assumptions of the resolver, in every language.

use crate::{messages::note_of, raw::RawDeck};
use sleeve_data::{
    messages,
    model::{CardIndex, Catalog, Lang, Text, deck::Note},
    problem::{SourceText, Words},
};
use std::{fmt, ops::Range, sync::Arc};

/// Cards with the same name that a note lists; the rest are counted.
const NAMED_CARDS: usize = 6;
/// Lines, or runs of lines, that a note lists; the rest are counted.
const NAMED_LINES: usize = 60;

messages! {
    /// An assumption that the user may correct.
    pub(super) enum Assumption {
        /// A name that was not spelled out.
        ReadAs {
            written: String,
            card: Text,
        } => "`{written}` is read as {card}",
        /// A name that several cards have.
        Taken {
            written: String,
            card: Text,
            others: BoundedList<Text, NAMED_CARDS>,
        } => "`{written}` is read as {card}; if you mean another, write its id: {others}",
        /// Lines that were skipped because they are headings.
        Headings {
            lines: NumberedLines,
        } => {
            when lines.0.len() == 1 => "read as a heading, not as a card: {lines}",
            title: "read as headings, not as cards: {lines}",
        }
        /// Lines that were skipped because they are text.
        Prose {
            count: usize,
            runs: BoundedList<LineRun, NAMED_LINES>,
        } => {
            when *count == 1 => "read as text, not as a card: line {runs}",
            title: "{count} lines are read as text, not as cards: lines {runs}",
        }
        /// Cards with a count of 0.
        NoCopies {
            lines: NumberedLines,
        } => {
            when lines.0.len() == 1 => "this card has 0 copies and is left out: {lines}",
            title: "these cards have 0 copies and are left out: {lines}",
        }
        /// Rows without a number in the column of copies.
        OneCopy {
            lines: NumberedLines,
        } => "no number of copies in the row, so 1 is taken: {lines}",
        /// Blocks of a list without headings: their zones, at their first lines.
        Blocks {
            lines: NumberedLines,
            zone: String,
        } => "no heading names the zones, so the blocks go to the first zones that accept their cards: {lines}; write a heading such as `[{zone}]` above a block that belongs elsewhere",
        /// A column of whole numbers with an unknown heading.
        CountColumn {
            heading: String,
        } => {
            when heading.is_empty() => "the only column of whole numbers is read as the numbers of copies",
            title: "the column `{heading}` is read as the numbers of copies, because no other contains whole numbers",
        }
        /// The first line of a list, if it is the title.
        Title {
            text: String,
        } => "`{text}` is read as the title of the list",
        /// Cards separated by a blank line.
        SetOff {
            lines: NumberedLines,
            zone: String,
        } => "separated by a blank line, so read into the zone `{zone}`: {lines}",
        /// Cards that may belong to a zone without a heading.
        PerhapsOf {
            lines: NumberedLines,
            zone: String,
        } => "no heading names the zone `{zone}`, but these cards may belong to it: {lines}; if so, write `[{zone}]` above them",
        /// Headings that name no zone of the format.
        NoZone {
            lines: NumberedLines,
            format: String,
            /// The zones of the format, quoted.
            zones: String,
        } => {
            when lines.0.len() == 1 => {
                let heading = lines.0.first().map_or("", |line| line.text.as_str());
                title: "`{heading}` is not a zone of {format} and is read as a remark; the zones are {zones}",
            }
            title: "these headings are not zones of {format} and are read as remarks: {lines}; the zones are {zones}",
        }
        /// Cards without the value that the list claims for all.
        OtherSide {
            lines: NumberedLines,
            said: String,
        } => {
            when lines.0.len() == 1 => "the list is `{said}`, but this card is not: {lines}",
            title: "the list is `{said}`, but these cards are not: {lines}",
        }
        /// A number in brackets after a name, if there is no other number; it is the set of the
        /// card.
        AsSet {
            written: String,
            set: Text,
        } => "the number in brackets after `{written}` is read as the set {set}; write the number of copies before the name",
        /// Texts in parentheses after names that do not describe their cards.
        Remarks {
            lines: NumberedLines,
        } => {
            when lines.0.len() == 1 => "a remark in parentheses is ignored: {lines}",
            title: "remarks in parentheses are ignored: {lines}",
        }
        /// A text in parentheses or brackets after a name that fits no card of that name.
        Unfit {
            written: String,
            inner: String,
        } => "`{written}`: no card of this name is `{inner}`, so this is ignored",
    }
}

impl Assumption {
    /// The note at a span of the deck.
    pub(super) fn to_note(&self, span: Range<usize>) -> Note {
        note_of(self, span)
    }

    pub(super) fn read_as(catalog: &Catalog, written: &str, card: CardIndex) -> Assumption {
        Assumption::ReadAs { written: written.to_owned(), card: describe_card(catalog, card) }
    }

    pub(super) fn from_choice(
        catalog: &Catalog,
        written: &str,
        chosen: CardIndex,
        all: &[CardIndex],
    ) -> Assumption {
        // Another card is selected by its id, which comes first; its name is the same.
        let others = all.iter().filter(|card| **card != chosen).map(|card| {
            let id = catalog.cards.card(*card).id();
            Text::from_words(|lang| {
                let particulars = list_particulars(catalog, *card, lang);
                let rest = particulars.strip_suffix(id).unwrap_or(&particulars);
                format!("{id} ({})", rest.trim_end_matches(", "))
            })
        });
        let name = catalog.cards.card(chosen).name(Lang::En);
        let written = if written.is_empty() { name } else { written }.to_owned();
        Assumption::Taken {
            written,
            card: describe_card(catalog, chosen),
            others: BoundedList(others.collect()),
        }
    }

    pub(super) fn from_prose(lines: &NumberedLines) -> Assumption {
        let mut numbers: Vec<u32> = lines.0.iter().map(|line| line.number).collect();
        numbers.dedup();
        let runs = numbers.chunk_by(|line, next| line + 1 == *next);
        let ends =
            runs.filter_map(|run| Some(LineRun { first: *run.first()?, last: *run.last()? }));
        Assumption::Prose { count: numbers.len(), runs: BoundedList(ends.collect()) }
    }
}

/// A note at the first of some lines about an assumption on all of them; `None` for no lines.
pub(super) fn note_lines<'t>(
    raw: &RawDeck,
    lines: impl Iterator<Item = (&'t Range<usize>, &'t str)>,
    assume: impl FnOnce(NumberedLines) -> Assumption,
) -> Option<Note> {
    let mut lines = lines.peekable();
    let first = lines.peek()?.0.clone();
    let source = SourceText::new("", Arc::clone(&raw.text));
    let lines: Vec<NumberedLine> = lines
        .map(|(span, text)| NumberedLine { number: source.line(span.start), text: text.to_owned() })
        .collect();
    let numbers = lines.iter().map(|line| line.number).collect();
    Some(Note { lines: numbers, ..assume(BoundedList(lines)).to_note(first) })
}

/// A text with its line number, from 1.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct NumberedLine {
    number: u32,
    text: String,
}

pub(super) type NumberedLines = BoundedList<NumberedLine, NAMED_LINES>;

impl Words for NumberedLine {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` (", self.text)?;
        word!("line ").write(lang, f)?;
        write!(f, "{})", self.number)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct LineRun {
    first: u32,
    last: u32,
}

impl Words for LineRun {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        if self.first == self.last {
            return Ok(());
        }
        word!(" to ").write(lang, f)?;
        write!(f, "{}", self.last)
    }
}

/// A list of which at most `MOST` items are shown.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BoundedList<T, const MOST: usize>(Vec<T>);

impl<T: Words, const MOST: usize> Words for BoundedList<T, MOST> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, item) in self.0.iter().take(MOST).enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            item.write(lang, f)?;
        }
        match self.0.len().saturating_sub(MOST) {
            0 => Ok(()),
            more => f.write_str(&say!(lang, more, " and {more} more", context = "cards")),
        }
    }
}

/// Describes a card so that it differs from its namesakes: `Sense (Interrupt, Premiere, 1_109)`.
fn describe_card(catalog: &Catalog, card: CardIndex) -> Text {
    let shown = catalog.cards.card(card);
    Text::from_words(|lang| {
        format!("{} ({})", shown.name(lang), list_particulars(catalog, card, lang))
    })
}

fn list_particulars(catalog: &Catalog, card: CardIndex, lang: Lang) -> String {
    let shown = catalog.cards.card(card);
    let kind = catalog
        .game
        .kinds
        .get(shown.kind().index())
        .map(|k| k.named.name.get(lang));
    let set = shown
        .sets()
        .next()
        .and_then(|set| catalog.game.sets.get(set.index()));
    let set_name = set.map(|set| set.named.name.get(lang));
    let id = Some(shown.id()).filter(|id| *id != shown.name(lang));
    let parts = [kind, set_name, id]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}
