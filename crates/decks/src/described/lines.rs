//! Files of lines, read and written by patterns.

use super::{
    ZonePart, copy_field, has_no_cards, head_value, row_id, row_name, row_print, row_set,
    row_state, set_head, shorten, zone_of, zone_parts,
};
use crate::{
    decode::DeckText,
    limits::MAX_ENTRIES,
    line::{looks_like_id, parse_copies},
    messages::{DeckMessage, DeckProblem},
    raw::{CopyNotation, RawCard, RawDeck, RawField, RawItem, WrittenValue},
    view::{DeckView, ListRow, join_lines},
};
use sleeve_data::{
    Arrange,
    model::{
        DeckReader, Spanned,
        pattern::{FilledPattern, LinePattern, Placeholder},
        reader::{CardPattern, HeadKey, LineLayout},
    },
    problem::{Problem, Problems, span_within},
};
use std::{cmp::Reverse, fmt::Write, ops::Range};

/// A line and its meaning in the form.
enum DescribedLine<'l, 'r> {
    Blank,
    /// A value of the deck's head.
    Key(&'r HeadKey, &'l str),
    /// The heading of a zone.
    Heading(&'r str),
    Ignored,
    /// A card, possibly with its zone.
    Card(&'r CardPattern, FilledPattern<'l>, Option<&'r str>),
    /// A line that no pattern matches.
    Unread,
}

/// Returns the lines of a text without blanks around them. In a form with a sign between cards,
/// these are the texts between signs, and the words for zones.
fn lines_of<'t>(text: &'t str, layout: &LineLayout, reader: &DeckReader) -> Vec<&'t str> {
    if layout.between.is_empty() {
        return text.lines().map(str::trim).collect();
    }
    let names_zone = |c: char| reader.zone(c.encode_utf8(&mut [0; 4])).is_some();
    let mut lines = Vec::new();
    for piece in text.split(&layout.between) {
        for part in piece.split_inclusive(names_zone) {
            let line = part.trim_end_matches(names_zone);
            lines.extend([line.trim(), &part[line.len()..]]);
        }
    }
    lines
}

/// Matches a line against a pattern. The word at `{zone}` gives the zone.
fn match_pattern<'l, 'r>(
    pattern: &LinePattern,
    line: &'l str,
    reader: &'r DeckReader,
) -> Option<(FilledPattern<'l>, Option<&'r str>)> {
    if !pattern.has(Placeholder::Zone) {
        return Some((pattern.read(line, "")?, None));
    }
    let mut words = reader.zones.iter().filter(|(word, _)| !word.is_empty());
    words.find_map(|(word, zone)| Some((pattern.read(line, word)?, Some(zone.as_str()))))
}

/// Classifies a line. In a form with a preface, no line above the first heading is a card.
fn classify_line<'l, 'r>(
    line: &'l str,
    layout: &'r LineLayout,
    reader: &'r DeckReader,
    is_title: bool,
    in_preface: bool,
) -> DescribedLine<'l, 'r> {
    if line.is_empty() {
        return DescribedLine::Blank;
    }
    let mut headings = layout.headings.iter();
    let heading = headings
        .find_map(|p| match_pattern(p, line, reader))
        .and_then(|(_, zone)| zone);
    if is_title && heading.is_none() {
        return DescribedLine::Key(&HeadKey::Name, line);
    }
    for (key, pattern) in &layout.keys {
        if let Some(value) = pattern
            .read(line, "")
            .and_then(|filled| filled.get(Placeholder::Value))
        {
            return DescribedLine::Key(key, value);
        }
    }
    if let Some(zone) = heading {
        return DescribedLine::Heading(zone);
    }
    if layout
        .ignored
        .iter()
        .any(|pattern| pattern.read(line, "").is_some())
    {
        return DescribedLine::Ignored;
    }
    if in_preface {
        return DescribedLine::Unread;
    }
    for card in &layout.cards {
        if let Some((filled, zone)) = match_pattern(&card.pattern, line, reader) {
            return DescribedLine::Card(card, filled, zone.or(card.zone.as_deref()));
        }
    }
    DescribedLine::Unread
}

/// Whether every line matches a pattern, at least one as a card and one as a heading or a key. A
/// card pattern alone would also match lists of other forms. If a form has a title, the cards under
/// no heading have to come first, because otherwise the title may be one of them. Our own lists
/// begin with `#`.
pub(super) fn matches_layout(text: &str, layout: &LineLayout, reader: &DeckReader) -> bool {
    // Cards with a sign between them are on one line.
    if !layout.between.is_empty() && text.trim().contains('\n') {
        return false;
    }
    let (mut cards, mut signs, mut in_preface) = (0usize, 0usize, layout.preface);
    let (mut is_title, mut is_headed) = (layout.title, false);
    let has_first_zone = reader.zones.iter().any(|(word, _)| word.is_empty());
    for line in lines_of(text, layout, reader) {
        match classify_line(line, layout, reader, is_title, in_preface) {
            DescribedLine::Blank => continue,
            DescribedLine::Ignored => {}
            DescribedLine::Key(..) if is_title && line.starts_with('#') => return false,
            DescribedLine::Key(..) => signs += usize::from(!is_title),
            DescribedLine::Heading(_) if layout.title && has_first_zone && cards == 0 => {
                return false;
            }
            DescribedLine::Heading(_) => {
                signs += 1;
                (in_preface, is_headed) = (false, true);
            }
            // A pattern that any line matches identifies no form, but it may match the only card
            // above the headings.
            DescribedLine::Card(card, ..)
                if card.zone.is_some() && card.pattern.reads_all() && (is_headed || cards > 0) =>
            {
                return false;
            }
            // Between signs, words of a text would be cards.
            DescribedLine::Card(_, filled, _) if !layout.between.is_empty() => {
                let id = filled.get(Placeholder::Id).unwrap_or_default();
                if !looks_like_id(&reader.trim_id(id)) {
                    return false;
                }
                signs += usize::from(cards > 0);
                cards += 1;
            }
            DescribedLine::Card(card, ..) => {
                cards += 1;
                signs += usize::from(card.pattern.has(Placeholder::Zone));
            }
            DescribedLine::Unread if in_preface => {}
            DescribedLine::Unread => return false,
        }
        is_title = false;
    }
    cards > 0 && signs > 0
}

/// Reads a text. A line without a matching pattern is read as the name of a card, so that it is
/// reported to the user.
pub(super) fn read(
    source: &DeckText,
    deck: RawDeck,
    layout: &LineLayout,
    reader: &DeckReader,
) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    let mut reading = LineReader {
        text: &source.text,
        layout,
        reader,
        deck,
        problems: Problems::default(),
        preface: layout.preface.then(Vec::new),
        zone: zone_of(reader, ""),
        is_title: layout.title,
        starts_paragraph: true,
    };
    for line in lines_of(&source.text, layout, reader) {
        if reading.deck.items.len() >= MAX_ENTRIES {
            reading
                .problems
                .fail(span_within(&source.text, line), DeckMessage::TooMany);
            break;
        }
        reading.read_line(line);
    }
    let LineReader { deck, mut problems, .. } = reading;
    if problems.is_empty() && has_no_cards(&deck) {
        problems.push(DeckMessage::Empty);
    }
    problems.into_result(vec![deck])
}

struct LineReader<'t, 'r> {
    text: &'t str,
    layout: &'r LineLayout,
    reader: &'r DeckReader,
    deck: RawDeck,
    problems: Problems<DeckMessage>,
    /// The lines above the first heading, in a form with a preface.
    preface: Option<Vec<&'t str>>,
    /// The zone of the next cards, unless a heading in the deck gives it.
    zone: Option<String>,
    /// Whether the next line is the title.
    is_title: bool,
    starts_paragraph: bool,
}

impl<'t> LineReader<'t, '_> {
    fn read_line(&mut self, line: &'t str) {
        let read =
            classify_line(line, self.layout, self.reader, self.is_title, self.preface.is_some());
        self.is_title &= line.is_empty();
        self.starts_paragraph |= line.is_empty();
        match (read, &mut self.preface) {
            (DescribedLine::Blank | DescribedLine::Unread, Some(lines)) => lines.push(line),
            (DescribedLine::Blank | DescribedLine::Ignored, _) => {}
            (DescribedLine::Key(key, value), _) => {
                set_head(&mut self.deck, key, value, span_within(self.text, value));
            }
            (DescribedLine::Heading(zone), _) => {
                if let Some(lines) = self.preface.take() {
                    set_head(&mut self.deck, &HeadKey::Notes, &lines.join("\n"), 0..0);
                }
                self.zone = (!self.layout.between.is_empty()).then(|| zone.to_owned());
                if self.zone.is_none() {
                    let zone = Spanned::new(zone.to_owned(), span_within(self.text, line));
                    self.deck.items.push(RawItem::Zone(zone));
                }
            }
            (DescribedLine::Unread, None) => {
                self.push_card(RawCard { name: line.to_owned(), ..self.new_card(line) });
            }
            (DescribedLine::Card(pattern, filled, zone), _) => {
                match self.read_card(line, pattern, &filled, zone) {
                    Ok(card) => self.push_card(card),
                    Err(problem) => self.problems.push(problem),
                }
            }
        }
    }

    /// One copy of a card, in the zone of cards above any heading.
    fn new_card(&self, line: &str) -> RawCard {
        RawCard {
            count: 1,
            notation: CopyNotation::Separate,
            zone: self.zone.clone(),
            span: span_within(self.text, line),
            ..RawCard::default()
        }
    }

    fn push_card(&mut self, card: RawCard) {
        let starts_paragraph = std::mem::take(&mut self.starts_paragraph);
        self.deck
            .items
            .push(RawItem::Card(RawCard { starts_paragraph, ..card }));
    }

    fn read_card(
        &self,
        line: &str,
        pattern: &CardPattern,
        filled: &FilledPattern<'_>,
        zone: Option<&str>,
    ) -> Result<RawCard, DeckProblem> {
        let card = self.new_card(line);
        let digits = filled.get(Placeholder::Count).unwrap_or("1");
        let Some(count) = parse_copies(digits) else {
            let found = shorten(digits);
            let at = span_within(self.text, digits);
            return Err(Problem::from_span(at, DeckMessage::Count { found }));
        };
        let name = filled.get(Placeholder::Name).unwrap_or("");
        let whole = filled.get(Placeholder::Any).and_then(|ignored| {
            let (name, ignored) = (span_within(self.text, name), span_within(self.text, ignored));
            self.text
                .get(name.start.min(ignored.start)..name.end.max(ignored.end))
        });
        let set = filled
            .get(Placeholder::Code)
            .or(filled.get(Placeholder::Set));
        let number = set.zip(filled.get(Placeholder::Number));
        let id = filled
            .get(Placeholder::Id)
            .map(|id| self.reader.trim_id(id));
        Ok(RawCard {
            name: name.to_owned(),
            whole: whole.map(str::to_owned),
            id: id.or_else(|| number.map(|(set, number)| format!("{set} {number}"))),
            state: line_state(pattern, filled, &card.span)
                .into_iter()
                .collect(),
            hints: set.map(str::to_owned).into_iter().collect(),
            zone: zone.map(str::to_owned).or(card.zone),
            count,
            has_no_copies: count == 0,
            ..card
        })
    }
}

/// The state of the copies on a line.
fn line_state(
    card: &CardPattern,
    filled: &FilledPattern<'_>,
    span: &Range<usize>,
) -> Option<RawField> {
    let value = filled
        .get(Placeholder::State)
        .map(|text| WrittenValue::from_text(text.to_owned()));
    let field = card.state.as_deref();
    (value.is_some() || field.is_some()).then(|| {
        RawField::new(field.unwrap_or(""), value.unwrap_or(WrittenValue::Flag(true)), span)
    })
}

/// The text at `{state}` for copies in a state; `None` if the line is for others.
fn written_state(
    view: &DeckView,
    card: &CardPattern,
    state: &[(String, Vec<String>)],
) -> Option<String> {
    let is_mark = card.state.is_none();
    let is_flag = is_mark || !card.pattern.has(Placeholder::State);
    let (field, words) = state.iter().find(|(field, words)| {
        (is_mark || card.state.as_ref() == Some(field)) && (!is_flag || words == &["yes"])
    })?;
    let named = &copy_field(view, field)?.named;
    Some(if is_mark {
        named.aliases.first().unwrap_or(&named.id).to_string()
    } else {
        words.join(",")
    })
}

/// Writes a form with a sign between cards: the word of every zone, even of an empty one.
fn write_between(view: &DeckView, layout: &LineLayout, reader: &DeckReader) -> String {
    let parts = zone_parts(view, reader);
    let mut out = String::new();
    for (word, zone) in &reader.zones {
        let mut cards = Vec::new();
        for part in parts.iter().filter(|part| part.zone == zone) {
            for row in &part.rows {
                let card = write_card(view, layout, reader, row, part).map(|(_, text)| text);
                cards.extend(std::iter::repeat_n(card, row.count as usize).flatten());
            }
        }
        out += word;
        out += &cards.join(&layout.between);
    }
    out + "\n"
}

pub(super) fn write(view: &DeckView, layout: &LineLayout, reader: &DeckReader) -> String {
    if !layout.between.is_empty() {
        return write_between(view, layout, reader);
    }
    let mut out = String::new();
    let mut has_lines = layout.title;
    if layout.title {
        let _ = writeln!(out, "{}", join_lines(view.title()));
    }
    for (key, pattern) in &layout.keys {
        let value = head_value(view.deck, key)
            .map(|text| join_lines(&text))
            .unwrap_or_default();
        let text = pattern
            .write(|hole| (hole == Placeholder::Value && !value.is_empty()).then(|| value.clone()));
        if let Some(text) = text {
            let _ = writeln!(out, "{text}");
            has_lines = true;
        }
    }
    let has_key = layout.keys.iter().any(|(key, _)| *key == HeadKey::Notes);
    if let Some(notes) = view
        .deck
        .remarks
        .as_deref()
        .filter(|_| layout.preface && !has_key)
    {
        for line in notes.lines() {
            let _ = writeln!(out, "{line}");
        }
        has_lines = true;
    }
    for part in zone_parts(view, reader)
        .iter()
        .filter(|part| !part.rows.is_empty())
    {
        if has_lines {
            out.push('\n');
        }
        has_lines = true;
        if let Some(text) = write_heading(layout, part) {
            let _ = writeln!(out, "{text}");
        }
        for row in &part.rows {
            let Some((pattern, text)) = write_card(view, layout, reader, row, part) else {
                continue;
            };
            let times = if pattern.has(Placeholder::Count) { 1 } else { row.count };
            for _ in 0..times {
                let _ = writeln!(out, "{text}");
            }
        }
    }
    out
}

fn write_heading(layout: &LineLayout, part: &ZonePart) -> Option<String> {
    if part.word.is_empty() || layout.has_own_lines(part.zone) {
        return None;
    }
    let copies: u32 = part.rows.iter().map(|row| row.count).sum();
    layout.headings.iter().find_map(|heading| {
        heading.write(|hole| match hole {
            Placeholder::Zone => Some(part.word.to_owned()),
            Placeholder::Count => Some(copies.to_string()),
            _ => None,
        })
    })
}

/// Writes a card's line and returns the pattern used: the first one without a set, or one with a
/// set or an id if the name does not identify the card. Patterns with a number come before patterns
/// without one, which a game uses for certain cards only.
fn write_card<'p>(
    view: &DeckView,
    layout: &'p LineLayout,
    reader: &DeckReader,
    row: &ListRow,
    part: &ZonePart,
) -> Option<(&'p LinePattern, String)> {
    let writer = CardWriter {
        view,
        layout,
        reader,
        row,
        part,
        print: row_print(view, reader, row),
        state: row_state(view, row),
    };
    let needs_id = row.card.is_ok_and(|card| view.names.by_id.contains(&card));
    let best = if needs_id {
        let holes = [Placeholder::Id, Placeholder::Set, Placeholder::Code, Placeholder::Number];
        writer.write(|pattern| holes.iter().any(|hole| pattern.has(*hole)))
    } else {
        writer.write(|pattern| !pattern.has(Placeholder::Set))
    };
    best.or_else(|| writer.write(|_| true))
}

/// A row of a zone that becomes a line.
struct CardWriter<'v, 'd, 'p> {
    view: &'v DeckView<'d>,
    layout: &'p LineLayout,
    reader: &'v DeckReader,
    row: &'v ListRow<'d>,
    part: &'v ZonePart<'v, 'v>,
    /// The set of its card and the number in the set.
    print: Option<(String, String)>,
    /// The fields that its copies state, with their values.
    state: Vec<(String, Vec<String>)>,
}

impl<'p> CardWriter<'_, '_, 'p> {
    /// Writes the line by the best pattern of some.
    fn write(&self, wanted: impl Fn(&LinePattern) -> bool) -> Option<(&'p LinePattern, String)> {
        let mut written: Vec<(&CardPattern, String)> = Vec::new();
        for card in self.layout.cards.iter().filter(|card| self.fits(card)) {
            if wanted(&card.pattern)
                && let Some(text) = self.write_by(card)
            {
                written.push((card, text));
            }
        }
        // Lines with a state come first, because the others lose it.
        written.arrange_by_key(|(card, _)| {
            Reverse((card.has_state(), card.pattern.has(Placeholder::Count)))
        });
        written
            .into_iter()
            .next()
            .map(|(card, text)| (&card.pattern, text))
    }

    /// Whether a pattern is for cards of the zone. The line contains the zone if no heading does.
    fn fits(&self, card: &CardPattern) -> bool {
        let ZonePart { zone, word, .. } = *self.part;
        let is_headed = word.is_empty() || !self.layout.headings.is_empty();
        match &card.zone {
            Some(its) => its == zone,
            None => {
                !self.layout.has_own_lines(zone) && is_headed != card.pattern.has(Placeholder::Zone)
            }
        }
    }

    fn write_by(&self, card: &CardPattern) -> Option<String> {
        let state = written_state(self.view, card, &self.state);
        let text = card.pattern.write(|hole| match hole {
            Placeholder::State => state.clone(),
            hole => self.fill(hole),
        })?;
        (state.is_some() || !card.has_state()).then_some(text)
    }

    fn fill(&self, hole: Placeholder) -> Option<String> {
        let (view, row) = (self.view, self.row);
        match hole {
            Placeholder::Count => Some(row.count.to_string()),
            Placeholder::Name => Some(join_lines(&row_name(view, self.reader, row))),
            Placeholder::Id => row_id(view, self.reader, row).map(|id| join_lines(&id)),
            Placeholder::Set | Placeholder::Code => match &self.print {
                Some((set, _)) => Some(set.clone()),
                None => row_set(view, row),
            },
            Placeholder::Number => self.print.as_ref().map(|(_, number)| number.clone()),
            Placeholder::Zone => Some(self.part.word.to_owned()).filter(|word| !word.is_empty()),
            _ => None,
        }
    }
}
