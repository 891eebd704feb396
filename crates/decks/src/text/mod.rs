//! Plain lists: one card per line, sections under headings, headers such as `# game:` at the top.

mod headers;

pub use headers::{head_at_end, may_name_sides};

use super::{
    columns::{ColumnRow, Table},
    decode::DeckText,
    form::Confidence,
    limits::MAX_ENTRIES,
    line::{DeckLine, are_digits, is_digit, parse_copies, parse_line},
    markup::mask_markup,
    messages::{DeckMessage, DeckProblem, note_of},
    raw::{CopyNotation, RawCard, RawDeck, RawItem},
    view::{DeckView, ListRow, join_lines, text_of},
};
use headers::{ListHeaders, header_pairs, is_side};
use sleeve_data::{
    model::Spanned,
    problem::{Problem, span_within},
};
use std::{borrow::Cow, fmt::Write, ops::Range, sync::Arc};

/// Any text may be a list, so formats that recognise their own signs win.
pub(super) fn detect(_: &DeckText) -> Confidence {
    Confidence::Perhaps
}

pub(super) fn read(source: &DeckText, mut deck: RawDeck) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    // Split once for all that follows. With the table found without copies, and the end of a line
    // not searched behind each name, this saves 4.5 % of the instructions of 100 lists.
    let written_lines: Vec<&str> = source.text.lines().collect();
    let written = Table::find(&source.text, &written_lines);
    let plain: Option<Arc<str>> = mask_markup(&source.text, written.is_some()).map(Arc::from);
    deck.plain.clone_from(&plain);
    let text = plain.as_deref().unwrap_or(&source.text);
    let (lines, table) = if plain.is_some() {
        let lines: Vec<&str> = text.lines().collect();
        let table = Table::find(text, &lines);
        (lines, table)
    } else {
        (written_lines, written)
    };
    let mut list = TextList::new(text, deck);
    list.layout = ListLayout::measure(&lines);
    list.deck.items.reserve(lines.len().min(MAX_ENTRIES));
    if let Some((table, heading)) = table.and_then(|table| Some((table, table.unnamed?))) {
        let heading = list.with_span(heading);
        match table.count {
            Some(_) => list.deck.count_heading = Some(heading),
            None => {
                let Spanned { value, span } = heading;
                list.problems
                    .push(Problem::from_span(span, DeckMessage::OpenCounts { heading: value }));
            }
        }
    }
    list.headers.sides.clone_from(&source.sides);
    let rest = list.read_front_matter();
    let head = text.get(..text.len() - rest.len()).unwrap_or("");
    for line in lines.into_iter().skip(head.lines().count()) {
        match table.and_then(|table| table.read_row(line)) {
            Some(ColumnRow::Card(parts, zone)) => list.push_card(line, parts, zone),
            Some(ColumnRow::Rule) => {}
            // The cells beside a heading are empty, and all of those between two blocks.
            None if table.is_some() => {
                list.read_line(line.trim_matches([' ', ',', ';', '\t', '|', '\r']))
            }
            None => list.read_line(line),
        }
    }
    list.finish()
}

/// How a list writes its numbers of copies, if a single line is ambiguous.
#[derive(Clone, Copy, Default)]
struct ListLayout {
    /// `3-Name`
    before_dash: bool,
    /// `Name   3`, one below the other.
    in_column: bool,
    /// A blank line follows nearly every line, and means nothing.
    is_double_spaced: bool,
}

/// Lines at the top of a list that may name its side or its format: a title, an author, a remark.
const MAX_HEAD_LINES: usize = 5;
/// Fewest lines followed by a blank one that show double spacing.
const FEWEST_SPACED: usize = 20;
/// Fewest lines that show a layout.
const FEWEST_ALIKE: usize = 3;

impl ListLayout {
    fn measure(lines_of_text: &[&str]) -> ListLayout {
        let (mut lines, mut dashes, mut columns) = (0, 0, 0);
        let (mut apart, mut close, mut was_blank) = (0usize, 0usize, true);
        for line in lines_of_text.iter().map(|line| line.trim()) {
            match (was_blank, line.is_empty()) {
                (false, true) => apart += 1,
                (false, false) => close += 1,
                (true, _) => {}
            }
            was_blank = line.is_empty();
            lines += usize::from(!was_blank);
            dashes += usize::from(split_dash(line).is_some());
            columns += usize::from(split_column(line).is_some());
        }
        ListLayout {
            is_double_spaced: apart > FEWEST_SPACED && apart > 4 * close,
            before_dash: dashes >= FEWEST_ALIKE,
            in_column: columns >= FEWEST_ALIKE && 3 * columns >= lines,
        }
    }

    /// Parses a line with the number of copies at the place that this list uses.
    fn parse<'l>(self, line: &'l str) -> Option<DeckLine<'l>> {
        let parts = parse_line(line)?;
        let Some((digits, name)) = self.split_count(&parts) else { return Some(parts) };
        match digits.parse() {
            Ok(count) => {
                let notation = CopyNotation::Before;
                Some(DeckLine { name, count: Ok(count), notation, ..parts })
            }
            Err(_) => Some(parts),
        }
    }

    /// Splits the number of copies from a name, in a column or before a dash.
    fn split_count<'l>(self, parts: &DeckLine<'l>) -> Option<(&'l str, &'l str)> {
        let line = parts.whole;
        if parts.notation == CopyNotation::Absent
            && (self.in_column || line.contains('\t'))
            && let Some(split) = split_column(line)
        {
            return Some(split);
        }
        if self.before_dash { split_dash(line) } else { None }
    }
}

/// `3-Name`
fn split_dash(line: &str) -> Option<(&str, &str)> {
    let at = line.bytes().take(3).position(|b| b == b'-')?;
    let (digits, name) = (line.get(..at)?, line.get(at + 1..)?);
    let is_number = at > 0 && are_digits(digits);
    (is_number && name.starts_with(char::is_alphabetic)).then_some((digits, name))
}

/// `Name   3`
fn split_column(line: &str) -> Option<(&str, &str)> {
    let name = line.trim_end_matches(is_digit);
    let digits = line
        .get(name.len()..)
        .filter(|digits| (1..=2).contains(&digits.len()))?;
    let is_apart = name.ends_with("  ") || name.ends_with('\t');
    is_apart.then_some((digits, name.trim_end()))
}

/// A number before a card: `3. Name`.
#[derive(Clone, Copy)]
struct LineNumber {
    number: u32,
    /// Whether the numbers below may continue it as list numbers.
    may_be_place: bool,
    is_place: bool,
}

/// Reads a list line by line into a deck. Formats that contain lists use it for their lines.
pub(super) struct TextList<'a> {
    text: &'a str,
    pub(super) deck: RawDeck,
    problems: Vec<DeckProblem>,
    /// Whether the next card follows a blank line or a heading.
    starts_paragraph: bool,
    entries: usize,
    /// The number of the last card, if it was numbered.
    last_number: Option<LineNumber>,
    /// Whether a number above, other than 1, is a number of copies.
    has_counts: bool,
    /// The first and the highest list number, and the span of the first.
    place_numbers: Option<(u32, u32, Range<usize>)>,
    layout: ListLayout,
    /// Blank lines since the last other line.
    blank_lines: usize,
    /// The earlier decks in the same file.
    others: Vec<RawDeck>,
    headers: ListHeaders,
}

impl<'a> TextList<'a> {
    pub(super) fn new(text: &'a str, deck: RawDeck) -> TextList<'a> {
        let problems = Vec::new();
        TextList {
            text,
            deck,
            problems,
            starts_paragraph: true,
            entries: 0,
            last_number: None,
            has_counts: false,
            place_numbers: None,
            layout: ListLayout::default(),
            blank_lines: 0,
            others: Vec::new(),
            headers: ListHeaders::default(),
        }
    }

    /// Returns the deck, or all its problems.
    pub(super) fn finish(mut self) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
        if self.problems.is_empty() && self.deck.items.is_empty() {
            self.problems.push(DeckMessage::Empty.into());
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        self.end_headers();
        for at in 0..self.deck.items.len() {
            self.count_section(at);
        }
        self.add_notes();
        self.others.push(self.deck);
        Ok(RawDeck::number(self.others))
    }

    /// A slice of the text with its span.
    pub(super) fn with_span(&self, part: &str) -> Spanned<String> {
        Spanned::new(part.to_owned(), span_within(self.text, part))
    }

    /// Reads one line, which is a slice of the text.
    pub(super) fn read_line(&mut self, line: &str) {
        let line = strip_lone_quote(line.trim());
        if self.read_side_line(line) {
            return;
        }
        // `## Section` of Markdown is a heading; `# remark` is not.
        if let Some(heading) = line.strip_prefix("##") {
            let heading = heading.trim_matches(['#', ' ']);
            if !heading.is_empty() {
                self.push_heading(heading);
            }
            return;
        }
        let comment = line.strip_prefix('#').or_else(|| line.strip_prefix("//"));
        self.blank_lines = if line.is_empty() { self.blank_lines + 1 } else { 0 };
        if line.is_empty() {
            self.starts_paragraph |= !self.layout.is_double_spaced || self.blank_lines > 1;
        } else if let Some(comment) = comment {
            header_pairs(comment).for_each(|(key, value)| {
                self.set_header(key, value);
            });
        } else if let Some(heading) = parse_heading(line) {
            self.push_heading(heading);
        // No card is called `Side: …`, but there may be such a line below the title.
        } else if (self.entries < MAX_HEAD_LINES || is_side(line) || self.headers.begins_another)
            && self.read_bare_header(line)
        {
        } else if let Some(parts) = self.layout.parse(line) {
            self.push_card(line, parts, None);
        }
    }

    /// Reads the numbers that end the names below a heading as copies (`Emperor Palpatine 3`), if
    /// their sum is the number of the heading.
    fn count_section(&mut self, at: usize) {
        let Some((heading, below)) = self
            .deck
            .items
            .get_mut(at..)
            .and_then(<[RawItem]>::split_first_mut)
        else {
            return;
        };
        let Some((size, span)) = section_size(heading) else { return };
        let mut section: Vec<&mut RawCard> = Vec::new();
        for item in below {
            match item {
                RawItem::Card(card) if section.is_empty() || !card.starts_paragraph => {
                    section.push(card);
                }
                _ => break,
            }
        }
        let copies = section
            .iter()
            .map(|card| split_ending(card).map_or(card.count, |(_, n)| n));
        if copies.sum::<u32>() != size || section.iter().all(|card| split_ending(card).is_none()) {
            return;
        }
        for card in section {
            if let Some((name, count)) = split_ending(card) {
                (card.name, card.count) = (name.to_owned(), count);
                card.notation = CopyNotation::Loose;
            }
        }
        let heading = self.text.get(span.clone()).unwrap_or_default().to_owned();
        self.deck
            .notes
            .push(note_of(&DeckMessage::EndingCounts { heading }, span));
    }

    /// Adds the notes on the whole deck, which is complete.
    fn add_notes(&mut self) {
        if let Some((first, last, span)) = self.place_numbers.take() {
            self.deck
                .notes
                .push(note_of(&DeckMessage::Ranks { first, last }, span));
        }
        if let Some((header, others)) = self.headers.unread.take() {
            let message = DeckMessage::HeadersBelow { first: header.written, others };
            self.deck.notes.push(note_of(&message, header.value.span));
        }
    }

    fn push_heading(&mut self, heading: &str) {
        if self.headers.begins_another {
            self.settle_headers();
        }
        let heading = self.with_span(heading);
        self.deck.items.push(RawItem::Heading(heading));
        self.starts_paragraph = true;
    }

    fn push_card(&mut self, line: &str, parts: DeckLine, zone: Option<&str>) {
        if !self.headers.waiting.is_empty() {
            self.settle_headers();
        }
        self.entries += 1;
        if self.entries > MAX_ENTRIES {
            if self.entries == MAX_ENTRIES + 1 {
                self.problems
                    .push(Problem::from_span(span_within(self.text, line), DeckMessage::TooMany));
            }
            return;
        }
        let is_place = self.is_place_number(&parts);
        let count = match parts.count {
            Ok(_) if is_place => 1,
            Ok(count) => count,
            // A line with a number that no deck may have is reported; the others are read.
            Err(_) => 0,
        };
        let name = decode_entities(parts.name);
        self.deck.items.push(RawItem::Card(RawCard {
            name: match parts.aside {
                Some(aside) => format!("{name} ({aside})"),
                None => name.into_owned(),
            },
            zone: zone.map(str::to_owned),
            hints: parts.hint.map(str::to_owned).into_iter().collect(),
            remark: parts.remark.map(str::to_owned),
            count,
            has_no_copies: parts.count == Ok(0),
            lacks_count: parts.lacks_count,
            notation: parts.notation,
            part: parts.part.map(|(count, word)| (count, word.to_owned())),
            is_list_line: true,
            starts_paragraph: std::mem::take(&mut self.starts_paragraph),
            span: span_within(self.text, parts.whole),
            ..RawCard::default()
        }));
    }
}

impl TextList<'_> {
    /// Whether the number of a line is a list number: it continues that of the line before, and the
    /// numbers began with the first card, or at 1 if no number above is a number of copies. The
    /// card before then gets a count of one, because its number was a list number as well.
    fn is_place_number(&mut self, parts: &DeckLine) -> bool {
        let last = self
            .deck
            .items
            .iter_mut()
            .rev()
            .find_map(|item| match item {
                RawItem::Card(card) => Some(card),
                _ => None,
            });
        let is_first = last.is_none();
        let before = self.last_number.take();
        let Some(number) = parts.place else {
            self.has_counts |= is_count(before) || parts.count.as_ref().is_ok_and(|n| *n > 1);
            return false;
        };
        if let (Some(before), Some(last)) = (before, last)
            && before.may_be_place
            && before.number.checked_add(1) == Some(number)
        {
            last.count = 1;
            let first = (before.number, number, last.span.clone());
            let (_, highest, _) = self.place_numbers.get_or_insert(first);
            *highest = number.max(*highest);
            self.last_number = Some(LineNumber { number, may_be_place: true, is_place: true });
            return true;
        }
        self.has_counts |= is_count(before);
        let may_be_place = is_first || (number == 1 && !self.has_counts);
        self.last_number = Some(LineNumber { number, may_be_place, is_place: false });
        false
    }
}

/// The number of a heading, `Characters (15)`, and the heading's span.
fn section_size(item: &RawItem) -> Option<(u32, Range<usize>)> {
    match item {
        RawItem::Card(card) if card.notation == CopyNotation::Loose => {
            Some((card.count, card.span.clone()))
        }
        RawItem::Heading(heading) => {
            let parts = parse_line(&heading.value)?;
            let count = parts
                .count
                .ok()
                .filter(|_| parts.notation == CopyNotation::Loose)?;
            Some((count, heading.span.clone()))
        }
        _ => None,
    }
}

/// `Name 3` without another number of copies.
fn split_ending(card: &RawCard) -> Option<(&str, u32)> {
    let is_bare = card.notation == CopyNotation::Absent && card.hints.is_empty();
    let (name, digits) = card.name.rsplit_once(' ').filter(|_| is_bare)?;
    let count = parse_copies(digits).filter(|count| (2..100).contains(count))?;
    Some((name.trim_end(), count))
}

/// Whether the number of a card turns out to be a number of copies.
fn is_count(number: Option<LineNumber>) -> bool {
    number.is_some_and(|of| !of.is_place && of.number > 1)
}

fn parse_heading(line: &str) -> Option<&str> {
    let bracketed = line.strip_prefix('[').and_then(|l| l.strip_suffix(']'));
    let heading = bracketed.or_else(|| line.strip_suffix(':'))?.trim();
    (!heading.is_empty()).then_some(heading)
}

/// Strips the quote that opens or closes a text of several lines.
fn strip_lone_quote(line: &str) -> &str {
    for quote in ['\'', '"'] {
        if let Some(opened) = line.strip_prefix(quote)
            && line.matches(quote).count() == 1
        {
            return opened;
        }
    }
    // A name may end in a quote, so one after a letter stays.
    match line.strip_suffix(['\'', '"']) {
        Some(closed)
            if closed.ends_with(|c: char| {
                c.is_whitespace() || c.is_ascii_digit() || matches!(c, ')' | ']')
            }) =>
        {
            closed.trim_end()
        }
        _ => line,
    }
}

/// The longest reference that is decoded, in bytes. It limits the search after a lone `&`.
const MAX_REFERENCE_BYTES: usize = 12;

/// The named references that occur in lists. Any character may be written by its number.
const NAMED_CHARACTERS: [(&str, char); 16] = [
    ("amp", '&'),
    ("apos", '\''),
    ("bull", '•'),
    ("ccedil", 'ç'),
    ("eacute", 'é'),
    ("Eacute", 'É'),
    ("egrave", 'è'),
    ("gt", '>'),
    ("laquo", '«'),
    ("lsquo", '‘'),
    ("lt", '<'),
    ("middot", '·'),
    ("nbsp", ' '),
    ("quot", '"'),
    ("raquo", '»'),
    ("rsquo", '’'),
];

/// Decodes HTML references such as `&#8226;` and `&eacute;`, which occur in lists copied from a
/// page's source.
fn decode_entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        let end = after
            .bytes()
            .take(MAX_REFERENCE_BYTES)
            .position(|b| b == b';');
        let reference = end.and_then(|end| Some((end, decode_entity(after.get(..end)?)?)));
        rest = match reference {
            Some((end, c)) => {
                decoded.push(c);
                after.get(end + 1..).unwrap_or("")
            }
            None => {
                decoded.push('&');
                after
            }
        };
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

fn decode_entity(name: &str) -> Option<char> {
    let code = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => number.parse().ok(),
        },
        None => {
            return NAMED_CHARACTERS
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, c)| *c);
        }
    };
    code.and_then(char::from_u32).filter(|c| !c.is_control())
}

pub(super) fn write(view: &DeckView) -> String {
    let mut out = String::new();
    let deck = view.deck;
    let heads = [
        ("game", Some(deck.game.as_str())),
        ("format", text_of(&deck.format)),
        ("name", deck.name.as_deref()),
        ("player", deck.player.as_deref()),
        ("nonce", deck.nonce.as_deref()),
        ("role", text_of(&deck.role)),
    ];
    for (key, value) in heads {
        if let Some(value) = value {
            let _ = writeln!(out, "# {key}: {}", join_lines(value));
        }
    }
    for zone in view.zones() {
        let _ = writeln!(out, "\n[{}]", join_lines(zone));
        for row in view.rows(zone) {
            let _ = writeln!(out, "{}", format_row(view, &row));
        }
    }
    out
}

fn format_row(view: &DeckView, row: &ListRow) -> String {
    match row.card {
        Ok(card) => view.names.list_line(card, row.count),
        Err(text) => format!("{}x {}", row.count, join_lines(text)),
    }
}
