//! Classifies the lines of a deck as cards, headings or text. Nothing here depends on a format, so
//! a deck is read once for all formats.

use super::{
    DeckResolver, FormatZones,
    fit::Fit,
    headings::{FollowingBlock, HeadingMeaning},
    item::{HeadingLine, LineItem, MAX_GUESSED, NameMeaning, PendingLine},
    notes::Assumption,
    parenthetical::split_parenthetical,
    preferences::CardChooser,
    prose,
};
use crate::{
    copy_fields,
    form::DeckFormat,
    line::parse_bracketed_count,
    raw::{CopyNotation, RawCard, RawDeck, RawItem},
};
use sleeve_data::model::{CardIndex, Deck, Spanned, card::MAX_NAME_BYTES, deck::Note};
use std::{cell::RefCell, rc::Rc};

/// A deck with classified lines and resolved names, for any format of its game.
pub struct NamedDeck<'r, 'a> {
    pub(super) raw: &'r RawDeck,
    pub(super) items: Vec<LineItem<'r>>,
    pub(super) notes: Vec<Note>,
    pub(super) chooser: CardChooser<'a>,
    /// The deck as placed so far; `None` if it is not kept.
    pub(super) placed: RefCell<Option<Vec<(FormatZones<'a>, Deck)>>>,
}

impl NamedDeck<'_, '_> {
    /// Keeps the deck as placed in one format for others with the same zones, if it is placed for
    /// one role only. Saves 27 % of the instructions of a posted list in all formats.
    pub fn keep_placed(&self) {
        self.placed.borrow_mut().get_or_insert_default();
    }

    /// The lines that name or should name cards, each with the cards that it may mean.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (&RawCard, &[CardIndex])> {
        self.items
            .iter()
            .filter_map(LineItem::card)
            .map(|line| (line.raw, &*line.meaning.cards))
    }

    /// The number of lines that are headings.
    pub fn count_headings(&self) -> usize {
        self.items
            .iter()
            .filter(|item| matches!(item, LineItem::Heading(_)))
            .count()
    }

    /// The number of lines that name a card, perhaps one of several.
    pub fn count_known(&self) -> usize {
        self.lines().filter(|(_, cards)| !cards.is_empty()).count()
    }

    /// The number of lines that should name a card but do not.
    pub fn count_unknown(&self) -> usize {
        let lines = self.items.iter().filter_map(LineItem::card);
        lines.filter(|line| line.meaning.cards.is_empty()).count()
    }
}

/// A line at its place in the file.
#[derive(Clone, Copy)]
struct RawLine<'r> {
    raw: &'r RawDeck,
    /// Its index among the items of the file.
    at: usize,
    card: &'r RawCard,
}

impl RawLine<'_> {
    fn block_below(self) -> FollowingBlock {
        FollowingBlock::scan(self.raw, self.at)
    }
}

/// Whether the number of a line may be the size of a section.
fn has_heading_size(card: &RawCard) -> bool {
    matches!(card.notation, CopyNotation::Loose | CopyNotation::Bracketed)
}

#[derive(Default)]
struct LineState<'r> {
    items: Vec<LineItem<'r>>,
    section_filter: Option<Rc<str>>,
    /// Whether the line is under a heading above text.
    in_prose: bool,
    /// Whether the last line was a heading.
    after_heading: bool,
    /// Whether numbers in brackets are numbers of copies in this deck.
    brackets_count: bool,
    /// Whether the only column of whole numbers has the values of a field.
    numbers_are_fields: bool,
    /// Lines that were compared with misspelt headings.
    misspelt_searches: usize,
    notes: Vec<Note>,
}

impl<'a> DeckResolver<'a> {
    /// Classifies the lines of a deck, looks up its names, and guesses the unknown ones.
    pub fn look_up_names<'r>(&mut self, raw: &'r RawDeck) -> NamedDeck<'r, 'a> {
        let mut named = self.look_up_lines(raw);
        if self.suggests_cards {
            self.suggest_cards(raw, &mut named.items, &named.chooser);
        }
        named
    }

    /// Like [`look_up_names`](Self::look_up_names), without the nearest names for unknown ones,
    /// which take most of the time.
    pub fn look_up_lines<'r>(&mut self, raw: &'r RawDeck) -> NamedDeck<'r, 'a> {
        let mut state = LineState {
            items: Vec::with_capacity(raw.items.len()),
            brackets_count: self.brackets_count(raw),
            ..LineState::default()
        };
        if let Some(Spanned { value, span }) = &raw.count_heading {
            state.numbers_are_fields = self.catalog.game.attribute(value).is_some();
            if !state.numbers_are_fields {
                let assumed = Assumption::CountColumn { heading: value.clone() };
                state.notes.push(assumed.to_note(span.clone()));
            }
        }
        for (at, item) in raw.items.iter().enumerate() {
            match item {
                RawItem::Zone(zone) => {
                    state.section_filter = None;
                    state.items.push(LineItem::Zone(zone));
                }
                RawItem::Heading(heading) => self.read_heading(heading, &mut state),
                RawItem::Card(card) => self.read_line(RawLine { raw, at, card }, &mut state),
            }
        }
        // The side of the deck is that of most of its cards, so names are guessed after all others
        // are looked up.
        let LineState { mut items, mut notes, .. } = state;
        prose::leave_out_prose(&mut items);
        let lines: Vec<&PendingLine> = items.iter().filter_map(LineItem::card).collect();
        let mut chooser = self.preferences.for_deck(raw, &lines);
        if self.guess_names(raw, &mut items, &chooser, &mut notes) {
            let lines: Vec<&PendingLine> = items.iter().filter_map(LineItem::card).collect();
            self.preferences.update_shared(&mut chooser, raw, &lines);
        }
        prose::leave_out_recaps(&self.catalog.game.naming.brief, &mut items);
        let lines = items.iter().filter_map(LineItem::card);
        notes.extend(lines.flat_map(|line| self.note_ignored_hint(line)));
        prose::note_ignored_lines(raw, &items, &mut notes);
        NamedDeck { raw, items, notes, chooser, placed: RefCell::default() }
    }

    /// Reads a line that is marked as a heading: `[Section]`, `Section:`.
    fn read_heading<'r>(&self, heading: &'r Spanned<String>, state: &mut LineState<'r>) {
        let meaning = self
            .headings()
            .meaning(&heading.value, state.spend_search(true));
        if meaning.is_none() && prose::is_likely(&heading.value) {
            state.items.push(LineItem::Prose(heading.span.clone()));
            return;
        }
        let (is_known, meaning) = (meaning.is_some(), meaning.unwrap_or_default());
        let (text, span) = (heading.value.as_str(), heading.span.clone());
        let is_passed_over = false;
        state.enter_heading(HeadingLine { text, span, meaning, is_known, is_passed_over });
    }

    /// Reads a line of a list, or a card of another form.
    fn read_line<'r>(&mut self, placed: RawLine<'r>, state: &mut LineState<'r>) {
        let RawLine { raw, card, .. } = placed;
        let without_state = copy_fields::without_state(&self.catalog.game, card);
        let bare = without_state.as_ref().unwrap_or(card);
        let without_brackets = self.strip_bracketed_count(raw, bare, state.brackets_count);
        let read = without_brackets.as_ref().unwrap_or(bare);
        let mut meaning = self.look_up(read, raw);
        let mut section_filter = state.section_filter.clone();
        if meaning.cards.is_empty()
            && let Some((found, heading)) = self.look_up_under_heading(read, raw)
        {
            section_filter = heading.card_filter.map(Rc::from).or(section_filter);
            meaning = NameMeaning { zone: heading.zone, ..found };
        }
        let may_be_no_card = self.may_be_no_card(placed, read, &meaning);
        let mut heading = self.counted_heading(placed);
        if heading.is_none() && may_be_no_card {
            heading = self.heading_meaning(placed, read, &meaning, state);
        }
        let (text, span) = (raw.text_at(&card.span), card.span.clone());
        if let Some(meaning) = heading {
            let (is_known, is_passed_over) = (true, meaning.zone.is_none());
            state.enter_heading(HeadingLine { text, span, meaning, is_known, is_passed_over });
            return;
        }
        if card.has_no_copies {
            state.items.push(LineItem::NoCopies(span));
            return;
        }
        if may_be_no_card
            && meaning.cards.is_empty()
            && read.notation == CopyNotation::Absent
            && (state.in_prose || self.is_sentence(card, text))
        {
            state.items.push(LineItem::Prose(span));
            return;
        }
        self.note_unfit_parentheses(card, &meaning, &mut state.notes);
        state.after_heading = false;
        // If the number before the name is a part of it, the one in brackets is the number of
        // copies.
        let bracketed = without_brackets.as_ref().and(card.hints.first());
        let in_brackets = bracketed.and_then(|hint| parse_bracketed_count(hint));
        let copies = in_brackets.map_or(1, |(count, _)| count.unwrap_or(0));
        let is_behind_number = read.is_list_line && read.notation == CopyNotation::Before;
        state.items.push(LineItem::Card(PendingLine {
            raw: card,
            count: match read.notation {
                CopyNotation::Before if state.numbers_are_fields => 1,
                _ if meaning.has_number_in_name => copies,
                _ => read.count,
            },
            with_number: is_behind_number.then(|| (raw.text_at(&read.span), copies)),
            brackets_count: in_brackets.is_some()
                && (meaning.has_number_in_name || card.notation == CopyNotation::Absent),
            meaning,
            section_filter,
            candidates: Vec::new(),
            readings: Vec::new(),
        }));
    }

    /// Looks up a card on the same line as its heading: `Starting: Name`.
    fn look_up_under_heading(
        &mut self,
        card: &RawCard,
        raw: &RawDeck,
    ) -> Option<(NameMeaning, HeadingMeaning)> {
        let (heading, name) = card.name.split_once(": ").filter(|_| card.is_list_line)?;
        let heading = self
            .headings()
            .meaning(heading, true)
            .filter(|heading| !heading.prose)?;
        let line = RawCard { name: name.trim_start().to_owned(), ..card.clone() };
        let meaning = self.look_up(&line, raw);
        (!meaning.cards.is_empty()).then_some((meaning, heading))
    }

    /// Whether a line may be a heading or text.
    fn may_be_no_card(&self, placed: RawLine, read: &RawCard, meaning: &NameMeaning) -> bool {
        let card = placed.card;
        if !card.is_list_line || meaning.forbids_guess || !read.hints.is_empty() {
            return false;
        }
        // `Surprises (18)` above that many cards, if a card has this name in the singular.
        !meaning.is_printed_name
            || card.notation == CopyNotation::Loose
                && card.starts_paragraph
                && self.catalog.cards.find_by_name(&card.name).is_empty()
                && placed.block_below().copies == card.count
    }

    fn is_sentence(&self, card: &RawCard, text: &str) -> bool {
        let bare = split_parenthetical(text).map_or(text, |(bare, _)| bare);
        (card.name.len() > MAX_NAME_BYTES || prose::is_sure(bare)) && !self.lists_cards(text)
    }

    /// Notes parentheses that have a meaning in the game, but fit no card of the name.
    fn note_unfit_parentheses(&self, card: &RawCard, meaning: &NameMeaning, notes: &mut Vec<Note>) {
        if !meaning.parentheticals.is_empty()
            && !meaning
                .cards
                .iter()
                .any(|card| meaning.fits_parentheses(self.catalog, *card))
            && let Some((_, inner)) = split_parenthetical(&card.name)
        {
            let (written, inner) = (card.name.clone(), inner.to_owned());
            notes.push(Assumption::Unfit { written, inner }.to_note(card.span.clone()));
        }
    }

    /// Notes a part of a line that is ignored: a hint that fits no card of the name, or a second
    /// number.
    fn note_ignored_hint(&mut self, line: &PendingLine<'_>) -> Option<Note> {
        let raw = line.raw;
        if !raw.is_list_line || line.meaning.cards.is_empty() {
            return None;
        }
        let hint = raw.hints.first().filter(|_| !line.brackets_count);
        let set = hint.and_then(|hint| self.set_of_hint(hint));
        if let Some(hint) = hint
            && line
                .meaning
                .cards
                .iter()
                .any(|card| self.hint_fits(*card, hint, set))
        {
            if raw.notation != CopyNotation::Absent || parse_bracketed_count(hint).is_none() {
                return None;
            }
            let set = self.catalog.game.sets.get(set?.index())?.named.name.clone();
            let written = raw.name.clone();
            return Some(Assumption::AsSet { written, set }.to_note(raw.span.clone()));
        }
        let part = raw
            .part
            .as_ref()
            .filter(|(_, word)| self.find_zone(word).is_none());
        let second = part.map(|(count, word)| format!("{count} {word}"));
        let inner = hint.cloned().or(second)?;
        let written = raw.name.clone();
        Some(Assumption::Unfit { written, inner }.to_note(raw.span.clone()))
    }

    /// Whether numbers in brackets, if they are the only numbers of a line, are numbers of copies:
    /// not if each may be a set of its card.
    fn brackets_count(&self, raw: &RawDeck) -> bool {
        let mut uncounted = raw
            .cards()
            .filter(|card| card.is_list_line && card.notation == CopyNotation::Absent);
        uncounted.any(|card| {
            let number = card
                .hints
                .first()
                .filter(|hint| parse_bracketed_count(hint).is_some());
            number.is_some_and(|hint| !self.has_card_called(hint, &card.name))
        })
    }

    /// Whether a set has a card with exactly this name.
    fn has_card_called(&self, set: &str, name: &str) -> bool {
        let Some(set) = self.catalog.game.set(set) else { return false };
        let cards = self.find_exact(name);
        cards
            .iter()
            .any(|card| self.catalog.cards.card(*card).sets().any(|its| its == set))
    }

    /// Returns a line without its number in brackets, if that is not a set but may be the number of
    /// copies.
    fn strip_bracketed_count(&self, raw: &RawDeck, card: &RawCard, count: bool) -> Option<RawCard> {
        let hint = card.hints.first().filter(|_| card.is_list_line)?;
        let (number, sure) = parse_bracketed_count(hint)?;
        let text = raw.text_at(&card.span);
        let name = text
            .rsplit_once('[')
            .map_or(text, |(name, _)| name.trim_end());
        let span = card.span.start..card.span.start + name.len();
        let stripped = RawCard { hints: Vec::new(), span, ..card.clone() };
        let number = number.unwrap_or(0);
        match card.notation {
            CopyNotation::Absent if sure || count => {
                let notation = if sure { CopyNotation::After } else { CopyNotation::Bracketed };
                Some(RawCard { count: number, notation, ..stripped })
            }
            CopyNotation::Absent => None,
            _ => (sure || !self.has_card_called(hint, &card.name)).then_some(stripped),
        }
    }

    /// The meaning of a known heading and the number of copies below it: `Blue 11`, which is also a
    /// card.
    fn counted_heading(&self, placed: RawLine) -> Option<HeadingMeaning> {
        let RawLine { raw, card, .. } = placed;
        let may_head = card.starts_paragraph && card.notation == CopyNotation::Absent;
        if !may_head {
            return None;
        }
        let (word, size) = raw.text_at(&card.span).rsplit_once(' ')?;
        let is_size = size.parse() == Ok(placed.block_below().copies);
        self.headings().meaning(word, false).filter(|_| is_size)
    }

    /// The meaning of a line without a printed name as a heading; `None` if it is not one.
    fn heading_meaning(
        &self,
        placed: RawLine,
        card: &RawCard,
        meaning: &NameMeaning,
        state: &mut LineState,
    ) -> Option<HeadingMeaning> {
        if matches!(card.notation, CopyNotation::After | CopyNotation::Separate)
            || card.part.is_some()
        {
            return None;
        }
        let line = placed.raw.text_at(&card.span);
        // `Admiral&#8217;s Orders`: the name is decoded.
        let is_encoded = card.notation != CopyNotation::Before && line.contains('&');
        let text = if is_encoded { card.name.as_str() } else { line };
        if self.headings().is_size(text) {
            return Some(HeadingMeaning::default());
        }
        let block = placed.block_below();
        // A name that some card has never gets here.
        if !meaning.cards.is_empty() {
            return self.nickname_as_heading(card, text, block, state.after_heading);
        }
        if card.notation == CopyNotation::Before {
            // `60 cards` is a size anywhere; `8 Locations` only above a section.
            let meaning = self.headings().meaning(text, false)?;
            let is_size = meaning == HeadingMeaning::default();
            // `1 Grabber` is a card by its nickname, unless that many copies follow.
            let is_card = meaning.is_value && block.copies != card.count;
            return (is_size || card.starts_paragraph && !is_card).then_some(meaning);
        }
        let has_size = has_heading_size(card);
        let is_likely = card.starts_paragraph || has_size;
        if let Some(meaning) = self.headings().meaning(text, state.spend_search(is_likely)) {
            // Alone or among others, a word that is a value is more likely a short name than a
            // heading.
            let is_name = meaning.is_value
                && !has_size
                && (block.is_single() || !card.starts_paragraph)
                && self.allows_guesses(placed.raw)
                && (!text.ends_with(['s', 'S'])
                    || !self.guesser().guess(&card.name, &|_| Fit::Fits).is_empty());
            return (!is_name).then_some(meaning);
        }
        // An unknown word is the heading of a section if its number is that of the copies below.
        let fits =
            has_size && card.starts_paragraph && card.count > 1 && block.copies == card.count;
        fits.then(HeadingMeaning::default)
    }

    /// The meaning of a nickname of cards as a heading.
    fn nickname_as_heading(
        &self,
        card: &RawCard,
        text: &str,
        block: FollowingBlock,
        after_heading: bool,
    ) -> Option<HeadingMeaning> {
        if !card.starts_paragraph || after_heading {
            return None;
        }
        let known = self.headings().meaning(text, false);
        let is_heading = if card.notation == CopyNotation::Absent {
            known.is_some() && block.gap || block.counted && !block.is_single()
        } else {
            has_heading_size(card)
                && (known.is_some() || block.copies == card.count && !block.is_single())
        };
        is_heading.then(|| known.unwrap_or_default())
    }

    /// Whether names may be shortened and misspelt: in posted lists, if players of the game do
    /// that.
    pub(super) fn allows_guesses(&self, raw: &RawDeck) -> bool {
        raw.reader == DeckFormat::Free
            || (raw.reader == DeckFormat::Text && self.reads_posted_lists())
    }

    /// Whether players of the game post lists with names shortened and misspelt.
    pub(super) fn reads_posted_lists(&self) -> bool {
        self.catalog
            .game
            .readers
            .iter()
            .any(|name| name == DeckFormat::Free.name())
    }
}

impl<'r> LineState<'r> {
    /// Whether a line is read as a likely heading. Only the first [`MAX_GUESSED`] of them are,
    /// which limits the work.
    fn spend_search(&mut self, is_likely: bool) -> bool {
        let is_searched = is_likely && self.misspelt_searches < MAX_GUESSED;
        self.misspelt_searches += usize::from(is_searched);
        is_searched
    }

    fn enter_heading(&mut self, heading: HeadingLine<'r>) {
        self.section_filter = heading.meaning.card_filter.as_deref().map(Rc::from);
        self.in_prose = heading.meaning.prose;
        self.after_heading = true;
        self.items.push(LineItem::Heading(heading));
    }
}

impl RawCard {
    /// The name of the card in messages: its name, its id, or the text of its line.
    pub(super) fn display_name<'s>(&'s self, raw: &'s RawDeck) -> &'s str {
        match (self.name.as_str(), &self.id) {
            ("", Some(id)) => id,
            ("", None) => raw.text_at(&self.span),
            (name, _) => name,
        }
    }
}
