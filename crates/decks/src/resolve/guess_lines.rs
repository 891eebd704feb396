//! Lines of a deck that name no card: headings, titles, text, or cards. Cards are guessed with the
//! help of the other cards of the deck.

use super::{
    DeckResolver,
    fit::{Fit, Fitting, fit_where},
    headings::{FollowingBlock, HeadingMeaning},
    item::{HeadingLine, LineItem, MAX_GUESSED, MAX_SUGGESTED, PendingLine},
    names,
    notes::Assumption,
    parenthetical::{Parenthetical, fits_any, split_parenthetical},
    preferences::CardChooser,
    prose,
    surroundings::Surroundings,
    tokens::WrittenWord,
};
use crate::{
    line::{parse_bracketed_count, parse_line},
    raw::{CopyNotation, RawDeck},
};
use foldhash::fast::RandomState;
use sleeve_data::model::{
    CardIndex, Lang,
    card::NameRole,
    deck::Note,
    fold,
    name_words::{find_marks, split_tokens, strip_parentheses},
};
use std::{cell::RefCell, collections::HashMap, rc::Rc};

impl<'a> DeckResolver<'a> {
    /// Classifies each line that names no card as a guessed card, a heading, a title or text.
    /// Returns whether some card was guessed.
    pub(super) fn guess_names(
        &self,
        raw: &RawDeck,
        items: &mut [LineItem<'_>],
        chooser: &CardChooser<'a>,
        notes: &mut Vec<Note>,
    ) -> bool {
        // Most lists name their game and every card: then nothing is guessed or reconsidered.
        let mut lines = items.iter().filter_map(LineItem::card);
        if raw.game.is_some() && lines.all(|line| !line.meaning.cards.is_empty()) {
            return false;
        }
        let mut guesses = LineGuesses {
            resolver: self,
            raw,
            chooser,
            surroundings: Surroundings::new(chooser, self.catalog, items),
            known_fits: RefCell::default(),
            allows_guesses: self.allows_guesses(raw),
            notes,
            tried: 0,
            has_guessed: false,
            is_above_cards: true,
            has_title: false,
        };
        for at in 0..items.len() {
            let (above, rest) = items.split_at_mut(at);
            let [item, below @ ..] = rest else { break };
            guesses.is_above_cards &= above.last().is_none_or(is_plain_heading);
            let LineItem::Card(line) = item else { continue };
            if !line.meaning.cards.is_empty() {
                guesses.reconsider(line);
                continue;
            }
            guesses.guess(line);
            if guesses.may_be_no_card(line)
                && let Some(other) = guesses.classify(line, at, above.last(), below.first())
            {
                *item = other;
            }
        }
        guesses.has_guessed
    }

    fn guess_line(&self, line: &mut PendingLine<'_>, fit: Fitting<'_>, chooser: &CardChooser<'_>) {
        if self.guess_marked(line, fit, chooser) {
            return;
        }
        let open_end = find_open_end(&line.raw.name);
        let end = open_end.as_deref();
        self.guess_up_to(line, end, chooser, &|card| {
            fit_where(fit, card, self.continues(card, end))
        });
    }

    /// Guesses the card of a line: one of its section, if the name alone means none of those.
    /// Otherwise lists what it may be, among cards whose names continue after an end.
    fn guess_up_to(
        &self,
        line: &mut PendingLine<'_>,
        end: Option<&str>,
        chooser: &CardChooser<'_>,
        fit: Fitting<'_>,
    ) {
        self.guess_name_or_part(line, fit);
        self.guess_in_section(line, fit, chooser);
        if line.meaning.cards.is_empty() {
            self.list_readings(line, fit, chooser);
            line.readings.retain(|card| self.continues(*card, end));
        }
        self.reject_other_titles(line, fit);
    }

    /// Guesses a card of the line's section, if no card found so far is one.
    fn guess_in_section(
        &self,
        line: &mut PendingLine<'_>,
        fit: Fitting<'_>,
        chooser: &CardChooser<'_>,
    ) {
        let section = line.section_filter.clone();
        if section.is_none()
            || line
                .meaning
                .cards
                .iter()
                .any(|c| chooser.is_of_section(*c, section.as_ref()))
        {
            return;
        }
        let found = std::mem::take(&mut line.meaning.cards);
        self.guess_name_or_part(line, &|card| {
            fit_where(fit, card, chooser.is_of_section(card, section.as_ref()))
        });
        if line.meaning.cards.is_empty() {
            line.meaning.cards = found;
        }
    }

    /// Guesses the card of `-DS Name`, where the word before the name is that of a heading. Returns
    /// whether there is such a word.
    fn guess_marked(
        &self,
        line: &mut PendingLine<'_>,
        fit: Fitting<'_>,
        chooser: &CardChooser<'_>,
    ) -> bool {
        let Some((word, bare)) = line.raw.name.split_once(' ') else { return false };
        if !word.starts_with('-') {
            return false;
        }
        let mut headings = self.catalog.game.naming.headings.iter();
        let heading = headings.find(|its| its.words.iter().any(|w| w.eq_ignore_ascii_case(word)));
        let Some(heading) = heading else { return false };
        let section = heading.cards.as_deref().map(Rc::from);
        let cards = self.find_or_guess(bare, &|card| {
            fit_where(fit, card, chooser.is_of_section(card, section.as_ref()))
        });
        line.meaning.cards = cards.into();
        line.meaning.zone.clone_from(&heading.zone);
        (line.meaning.is_guessed, line.meaning.forbids_guess) = (true, true);
        true
    }

    fn guess_name_or_part(&self, line: &mut PendingLine<'_>, fit: Fitting<'_>) {
        self.guess_name(line, fit);
        if line.meaning.cards.is_empty() {
            line.meaning.cards = self.guesser().guess_part(&line.raw.name, fit).into();
        }
    }

    /// Whether a line above the cards is a player or a title, not a misspelt card: it stands
    /// between stars, or has two or three words, none of them in a card's name.
    fn names_nobody(&self, text: &str) -> bool {
        if text.len() > 2 && text.starts_with('*') && text.ends_with('*') {
            return true;
        }
        let (words, index) = (split_tokens(text), self.catalog.cards.name_index());
        (2..=3).contains(&words.len())
            && text
                .split_whitespace()
                .all(|word| word.starts_with(char::is_uppercase))
            && words.iter().all(|word| {
                WrittenWord::new(word)
                    .find_readings(&index)
                    .next()
                    .is_none()
            })
    }

    /// Whether a printed name of a card contains the end of an unfinished one.
    fn continues(&self, card: CardIndex, end: Option<&str>) -> bool {
        let Some(end) = end else { return true };
        self.catalog
            .cards
            .card(card)
            .names()
            .any(|(role, _, folded)| role != NameRole::Alias && format!("^{folded} ").contains(end))
    }

    /// Removes cards with a mark from a line whose name without the mark is another title, if no
    /// card of that title has the mark.
    fn reject_other_titles(&self, line: &mut PendingLine<'_>, fit: Fitting<'_>) {
        let name = line.raw.name.as_str();
        let mut read = line.meaning.cards.iter().chain(&line.readings);
        if !read.any(|card| !find_marks(self.catalog.cards.card(*card).name(Lang::En)).is_empty()) {
            return;
        }
        let bare = split_parenthetical(name).or_else(|| name.rsplit_once(' '));
        let Some((bare, _)) = bare else { return };
        let named = self.find_or_guess(bare, fit);
        if named.is_empty() {
            return;
        }
        let titles: Vec<String> = named.into_iter().map(|card| self.title_key(card)).collect();
        line.readings
            .retain(|card| titles.contains(&self.title_key(*card)));
        if line
            .meaning
            .cards
            .iter()
            .any(|card| !titles.contains(&self.title_key(*card)))
        {
            line.meaning.cards = Rc::from([]);
        }
    }

    /// The key of a card's title, without its marks.
    fn title_key(&self, card: CardIndex) -> String {
        fold::key(strip_parentheses(self.front_name(card)))
    }

    /// The name of a card's front.
    fn front_name(&self, card: CardIndex) -> &str {
        let name = self.catalog.cards.card(card).name(Lang::En);
        name.split_once(" / ").map_or(name, |(front, _)| front)
    }

    /// Whether a card's name is a word that players write for another, in a deck with no other card
    /// of its set.
    fn is_short_name(&self, name: &str, card: CardIndex, deck: &Surroundings<'_, '_>) -> bool {
        if !self.guesser().is_abbreviation(name) {
            return false;
        }
        let set = self.catalog.cards.card(card).sets().next();
        deck.cards
            .iter()
            .filter(|other| self.catalog.cards.card(**other).sets().next() == set)
            .all(|other| self.guesser().is_abbreviation(self.front_name(*other)))
    }

    /// Guesses another card for a line whose card is unlikely. The line keeps its card if there is
    /// no other.
    fn guess_later_card(
        &self,
        line: &mut PendingLine<'_>,
        fit: Fitting<'_>,
        chooser: &CardChooser<'_>,
    ) {
        let cards = std::mem::take(&mut line.meaning.cards);
        self.guess_name(line, fit);
        // A card of the other side that did not exist at the time is not meant.
        if line.meaning.cards.is_empty() && !cards.iter().any(|card| chooser.fits(*card)) {
            self.list_readings(line, fit, chooser);
        }
        if line.meaning.cards.is_empty() && line.readings.is_empty() {
            (line.meaning.cards, line.meaning.is_guessed) = (cards, false);
        }
    }

    /// Whether a card has the name without its mark, like `Name (V)` of a card that is missing from
    /// the data.
    fn is_marked_name(&self, name: &str) -> bool {
        split_parenthetical(name)
            .is_some_and(|(bare, _)| !names::find_exact(self.catalog, bare).is_empty())
    }

    /// The cards with exactly this name that fit.
    fn find_fitting(&self, name: &str, fit: Fitting<'_>) -> Vec<CardIndex> {
        let exact = names::find_exact(self.catalog, name).into_iter();
        exact.filter(|card| fit(*card) != Fit::Unfit).collect()
    }

    /// Whether a text is the name of a card, with or without a number of copies.
    fn is_card(&self, text: &str) -> bool {
        let line = parse_line(text);
        line.is_some_and(|line| !names::find_exact(self.catalog, line.name).is_empty())
    }

    /// Whether a line lists several cards rather than being a sentence or a heading: half of the
    /// listed texts are cards.
    pub(super) fn lists_cards(&self, text: &str) -> bool {
        let bare = split_parenthetical(text).map_or(text, |(bare, _)| bare);
        let parts = bare.split([',', ';', '+', '&', '/']);
        let count = parts.clone().count();
        let cards = parts.filter(|part| self.is_card(part)).count();
        cards > 1 && 2 * cards >= count
    }

    fn find_or_guess(&self, name: &str, fit: Fitting<'_>) -> Vec<CardIndex> {
        let exact = self.find_fitting(name, fit);
        if exact.is_empty() { self.guesser().guess(name, fit) } else { exact }
    }

    /// Guesses the card of a line by its name, then by parts of the name.
    fn guess_name(&self, line: &mut PendingLine<'_>, fit: Fitting<'_>) {
        let guesser = self.guesser();
        let mut cards = guesser.guess(&line.raw.name, fit);
        if cards.is_empty() {
            cards = self.guess_behind_count(line, fit);
        }
        if let Some((text, copies)) = line.with_number {
            let mut numbered = guesser.guess(text, fit);
            numbered.retain(|card| self.is_numbered(*card, text));
            // The number is a part of the name if the name without it means no other card.
            if !numbered.is_empty() && cards.iter().all(|card| numbered.contains(card)) {
                (cards, line.count) = (numbered, copies);
                line.brackets_count = line
                    .raw
                    .hints
                    .first()
                    .is_some_and(|h| parse_bracketed_count(h).is_some());
            }
        }
        if cards.is_empty() {
            cards = self.guess_before_parentheses(line, fit);
        }
        if cards.is_empty() {
            cards = self.guess_beside_word(&line.raw.name, fit);
        }
        if cards.is_empty() {
            cards = self.guess_before_zone(line, fit);
        }
        if cards.is_empty() {
            cards = self.guess_before_stroke(line, fit);
        }
        line.meaning.cards = cards.into();
        line.meaning.is_guessed = true;
    }

    /// `1Holotheatre`
    fn guess_behind_count(&self, line: &mut PendingLine<'_>, fit: Fitting<'_>) -> Vec<CardIndex> {
        let name = line.raw.name.as_str();
        let letters = name.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = name
            .strip_suffix(letters)
            .and_then(|digits| digits.parse().ok());
        let Some(count @ 1..100) = digits else { return Vec::new() };
        if line.raw.notation != CopyNotation::Absent || !letters.starts_with(char::is_alphabetic) {
            return Vec::new();
        }
        let cards = self.find_or_guess(letters, fit);
        if !cards.is_empty() {
            line.count = count;
        }
        cards
    }

    /// `Name (word)`: the name alone is only guessed for cards that fit the parentheses, if these
    /// describe cards.
    fn guess_before_parentheses(&self, line: &PendingLine<'_>, fit: Fitting<'_>) -> Vec<CardIndex> {
        let Some((bare, inner)) = split_parenthetical(&line.raw.name) else { return Vec::new() };
        let (guesser, meanings) = (self.guesser(), self.parse_parenthetical(inner));
        let is_remark =
            line.meaning.zone.is_some() || meanings.is_empty() && !guesser.is_mark(inner);
        let cards = guesser.guess(bare, &|card| {
            fit_where(fit, card, is_remark || fits_any(&meanings, self.catalog, card))
        });
        // `God (aka Janus Greejatus)`
        let other = inner.trim_start_matches("aka ");
        let has_name = other.chars().filter(|c| c.is_alphabetic()).count() > 3;
        if cards.is_empty() && is_remark && has_name {
            return self.find_fitting(other, fit);
        }
        cards
    }

    /// `Name objective`, `Objective Name`: the word counts as if it were in parentheses.
    fn guess_beside_word(&self, name: &str, fit: Fitting<'_>) -> Vec<CardIndex> {
        if let Some((bare, word)) = name.rsplit_once(' ')
            && !bare.ends_with(" of")
        {
            let cards = self.guess_described(bare, &self.parse_parenthetical(word), fit);
            if !cards.is_empty() {
                return cards;
            }
        }
        let Some((word, bare)) = name.split_once(' ') else { return Vec::new() };
        let mut meanings = self.parse_parenthetical(word);
        // Before a name, a value is more likely a word of the name.
        meanings.retain(|meaning| matches!(meaning, Parenthetical::Kind(_)));
        self.guess_described(bare, &meanings, fit)
    }

    /// The cards of a name that fit one of these meanings.
    fn guess_described(
        &self,
        name: &str,
        meanings: &[Parenthetical],
        fit: Fitting<'_>,
    ) -> Vec<CardIndex> {
        if meanings.is_empty() {
            return Vec::new();
        }
        self.find_or_guess(name, &|card| {
            fit_where(fit, card, fits_any(meanings, self.catalog, card))
        })
    }

    /// `Name-starting`
    fn guess_before_zone(&self, line: &mut PendingLine<'_>, fit: Fitting<'_>) -> Vec<CardIndex> {
        let Some((bare, word)) = line.raw.name.rsplit_once('-') else { return Vec::new() };
        if self.find_zone(word).is_none() {
            return Vec::new();
        }
        let cards = self.find_or_guess(bare, fit);
        line.meaning.zone = Some(word.to_owned()).filter(|_| !cards.is_empty());
        cards
    }

    /// `Name - remark`, `Name--remark`
    fn guess_before_stroke(&self, line: &mut PendingLine<'_>, fit: Fitting<'_>) -> Vec<CardIndex> {
        let name = line.raw.name.as_str();
        let stroke = ["--", " - "]
            .into_iter()
            .find(|stroke| name.contains(stroke));
        let Some((bare, rest)) = stroke.and_then(|stroke| name.split_once(stroke)) else {
            return Vec::new();
        };
        let parts = stroke.into_iter().flat_map(|stroke| rest.split(stroke));
        let others: Vec<&str> = parts
            .flat_map(|part| part.split(','))
            .map(str::trim)
            .collect();
        // `Name - Name, Name` is neither one card nor text.
        if others.len() > 1
            && others
                .iter()
                .all(|other| !self.find_or_guess(other, fit).is_empty())
        {
            line.meaning.forbids_guess = true;
            return Vec::new();
        }
        // `Name - 2 Name` is two cards.
        if others.iter().any(|other| self.is_card(other)) {
            return Vec::new();
        }
        self.find_fitting(bare.trim(), fit)
    }

    /// Lists the cards that a line may be, by its words. A single card that has several of them
    /// printed is meant.
    fn list_readings(&self, line: &mut PendingLine, fit: Fitting<'_>, chooser: &CardChooser<'_>) {
        let (guesser, name) = (self.guesser(), line.raw.name.as_str());
        if let [(card, true)] = *guesser.list_readings(name, fit) {
            (line.meaning.cards, line.meaning.is_guessed) = ([card].into(), true);
            return;
        }
        // Release dates may decide a guess, but not which cards are left out of a verdict under
        // every reading.
        let several = guesser.list_readings(name, &|card| {
            if chooser.fits(card) { Fit::Fits } else { Fit::Unfit }
        });
        if several.len() > 1 {
            line.readings = several.iter().map(|(card, _)| *card).collect();
        }
    }

    /// Finds the nearest names for the first unresolved lines.
    pub(super) fn suggest_cards(
        &self,
        raw: &RawDeck,
        items: &mut [LineItem<'_>],
        chooser: &CardChooser<'_>,
    ) {
        let lines = items.iter_mut().filter_map(LineItem::card_mut);
        for line in lines
            .filter(|line| line.meaning.cards.is_empty())
            .take(MAX_SUGGESTED)
        {
            let text = line.raw.display_name(raw);
            let front =
                names::split_halves(text).map(|(front, _)| names::find_exact(self.catalog, front));
            line.candidates = match front.filter(|cards| !cards.is_empty()) {
                Some(cards) => cards,
                None => self
                    .guesser()
                    .lookup
                    .nearest(text, |card| chooser.fits(card)),
            };
        }
    }
}

/// The guesses for the lines of one deck, from the first line to the last.
struct LineGuesses<'g, 'a> {
    resolver: &'g DeckResolver<'a>,
    raw: &'g RawDeck,
    chooser: &'g CardChooser<'a>,
    surroundings: Surroundings<'g, 'a>,
    /// Cached, because the same cards come up for many lines.
    known_fits: RefCell<HashMap<CardIndex, Fit, RandomState>>,
    allows_guesses: bool,
    notes: &'g mut Vec<Note>,
    /// The number of lines that were guessed, with or without success.
    tried: usize,
    has_guessed: bool,
    /// Whether all lines above are plain headings.
    is_above_cards: bool,
    has_title: bool,
}

impl LineGuesses<'_, '_> {
    fn fit(&self, card: CardIndex) -> Fit {
        *self.known_fits.borrow_mut().entry(card).or_insert_with(|| {
            if !self.chooser.fits(card) || self.surroundings.is_later(card) {
                Fit::Unfit
            } else if self.surroundings.suits(card) {
                Fit::Suits
            } else {
                Fit::Fits
            }
        })
    }

    /// Guesses another card for a line whose cards are all unlikely. A card released long after the
    /// others, or one of an introductory game, may be short for another, but not in a tool's list
    /// or next to a set.
    fn reconsider(&self, line: &mut PendingLine<'_>) {
        if self.allows_guesses
            && self.raw.game.is_none()
            && line.raw.hints.is_empty()
            && line
                .meaning
                .cards
                .iter()
                .all(|card| self.is_unlikely(&line.raw.name, *card))
        {
            self.resolver
                .guess_later_card(line, &|card| self.fit(card), self.chooser);
        }
    }

    fn is_unlikely(&self, name: &str, card: CardIndex) -> bool {
        self.surroundings.is_later(card)
            || self.chooser.is_secondary(card)
                && self.resolver.is_short_name(name, card, &self.surroundings)
    }

    /// Guesses the card of a line without one.
    fn guess(&mut self, line: &mut PendingLine<'_>) {
        if !self.allows_guesses
            || self.tried >= MAX_GUESSED
            || line.raw.id.is_some()
            || line.meaning.forbids_guess
        {
            return;
        }
        self.tried += 1;
        self.resolver
            .guess_line(line, &|card| self.fit(card), self.chooser);
        self.has_guessed |= !line.meaning.cards.is_empty();
    }

    /// Whether a line may be a heading, a title or text.
    fn may_be_no_card(&self, line: &PendingLine<'_>) -> bool {
        line.raw.is_list_line
            && line.meaning.cards.is_empty()
            && line.raw.hints.is_empty()
            && line.raw.notation == CopyNotation::Absent
            && !line.meaning.forbids_guess
            && !self.resolver.lists_cards(self.raw.text_at(&line.raw.span))
    }

    /// Classifies a line without a card, between its neighbours, as a title, a heading or text;
    /// `None` if it should be a card.
    fn classify<'r>(
        &mut self,
        line: &PendingLine<'r>,
        at: usize,
        above: Option<&LineItem<'_>>,
        below: Option<&LineItem<'_>>,
    ) -> Option<LineItem<'r>> {
        let (text, span) = (self.raw.text_at(&line.raw.span), line.raw.span.clone());
        // There is one item for each of `raw.items`, in the same position.
        let block = FollowingBlock::scan(self.raw, at);
        if self.is_title(text, block, below) {
            self.has_title = true;
            let title = Assumption::Title { text: text.to_owned() };
            self.notes.push(title.to_note(span.clone()));
            let heading = HeadingLine { span, is_known: true, ..HeadingLine::default() };
            return Some(LineItem::Heading(heading));
        }
        if self.is_heading(line, text, block) {
            let (is_known, is_passed_over) = (true, true);
            let heading = HeadingLine { span, is_known, is_passed_over, ..HeadingLine::default() };
            return Some(LineItem::Heading(heading));
        }
        let is_prose = !self.resolver.is_marked_name(&line.raw.name) && prose::is_likely(text)
            || text.starts_with('(') && text.ends_with(')')
            || matches!(above, Some(LineItem::Prose(_))) && prose::continues_prose(text);
        is_prose.then_some(LineItem::Prose(span))
    }

    /// Whether a line above all cards is the title: the first one before a blank line or counted
    /// cards, or one right above a heading.
    fn is_title(&self, text: &str, block: FollowingBlock, below: Option<&LineItem<'_>>) -> bool {
        self.is_above_cards
            && self.raw.items.len() > 1
            && (matches!(below, Some(LineItem::Heading(_)))
                || !self.has_title
                    && (block.gap || block.counted || self.resolver.names_nobody(text)))
    }

    /// Whether a line that names no card is a heading with a wrong letter, or of several words.
    fn is_heading(&self, line: &PendingLine<'_>, text: &str, block: FollowingBlock) -> bool {
        let is_known = self.tried < MAX_GUESSED
            && self
                .resolver
                .headings()
                .meaning(text, true)
                .is_some_and(|known| !known.is_value);
        is_known || line.raw.starts_paragraph && block.counted && block.lines > 1
    }
}

/// Whether a line is a known heading that describes none of its cards.
fn is_plain_heading(item: &LineItem<'_>) -> bool {
    let LineItem::Heading(heading) = item else { return false };
    heading.is_known && heading.meaning == HeadingMeaning::default()
}

/// Words that the name of something else follows.
const JOINING_WORDS: [&str; 14] =
    ["in", "with", "w", "w/", "of", "on", "at", "from", "for", "to", "by", "avec", "de", "dans"];

/// Returns the end of a name that ends too soon: a genitive without its noun (`Vader's`), or a word
/// that joins two names (`Bossk in`). Only a card whose name continues after it is meant. `^` marks
/// an end with which the card's name begins.
fn find_open_end(name: &str) -> Option<String> {
    // A wrong encoding turns the apostrophe into a question mark.
    let folded =
        fold::fold(split_parenthetical(name).map_or(name, |(bare, _)| bare)).replace("?s", "'s");
    let word = folded.rsplit(' ').next()?;
    if word.len() > 2 && word.ends_with("'s") {
        return Some(format!("^{folded} "));
    }
    let is_joining = JOINING_WORDS.contains(&word) && word.len() < folded.len();
    is_joining.then(|| format!(" {} ", if word.starts_with('w') { "with" } else { word }))
}
