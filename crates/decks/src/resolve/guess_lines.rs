//! Lines of a deck that name no card: headings, titles, text, or cards. Cards are guessed with the
//! help of the other cards of the deck, and from parts of names. Words that are not a card's name
//! may still identify a card, or all the cards it may be.

use super::fit::keep_fitting;
use super::fit::{Fit, Fitting};
use super::guess::{
    Guesser, MAX_GUESSED_BYTES, Sought, cards_of_one_name, count_full, has_title_of, holds_thing,
    is_plain,
};
use super::headings::{FollowingBlock, HeadingMeaning};
use super::item::{HeadingLine, LineItem, MAX_GUESSED, MAX_SUGGESTED, PendingLine};
use super::notes::Assumption;
use super::parenthetical::{Parenthetical, split_parenthetical};
use super::preferences::CardChooser;
use super::tokens::{WrittenWord, reading_cost, split_glued};
use super::{DeckResolver, names, prose};
use crate::line::{parse_bracketed_count, parse_line};
use crate::raw::{CopyNotation, RawDeck};
use foldhash::fast::RandomState;
use sleeve_data::Arrange;
use sleeve_data::model::card::NameRole;
use sleeve_data::model::deck::Note;
use sleeve_data::model::name_index::IndexedName;
use sleeve_data::model::name_words::{
    NameToken, Weight, find_marks, has_digits, letter_bits, split_tokens, strip_parentheses,
};
use sleeve_data::model::{CardIndex, Catalog, Lang, fold};
use sleeve_language::{Filter, Scope, Truth, World, filter};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::rc::Rc;

impl DeckResolver<'_> {
    /// Classifies each line that names no card as a guessed card, a heading, a title or text.
    /// Returns whether some card was guessed.
    pub(super) fn guess_names(
        &self,
        raw: &RawDeck,
        items: &mut [LineItem<'_>],
        chooser: &CardChooser<'_>,
        notes: &mut Vec<Note>,
    ) -> bool {
        let allows_guesses = self.allows_guesses(raw);
        let (mut tried, mut has_guessed, mut has_title, mut above_cards) = (0, false, false, true);
        let surroundings = Surroundings::new(chooser, self.catalog, items);
        let find_fit = |card| {
            if !chooser.fits(card) || surroundings.is_later(card) {
                Fit::Unfit
            } else if surroundings.suits(card) {
                Fit::Suits
            } else {
                Fit::Fits
            }
        };
        // The same cards come up for many lines.
        let known: RefCell<HashMap<CardIndex, Fit, RandomState>> = RefCell::default();
        let fit: Fitting<'_> =
            &|card| *known.borrow_mut().entry(card).or_insert_with(|| find_fit(card));
        let none = HeadingMeaning::default();
        let is_plain = |item: &LineItem<'_>| matches!(item, LineItem::Heading(h) if h.is_known && h.meaning == none);
        for at in 0..items.len() {
            let (above, below) = items.split_at_mut(at);
            let [item, below @ ..] = below else { break };
            above_cards &= above.last().is_none_or(is_plain);
            let line = match item {
                LineItem::Card(line) if line.meaning.cards.is_empty() => line,
                // A card released long after the others, or one of an introductory game, may be
                // short for another, but not in a tool's list or next to a set.
                LineItem::Card(line)
                    if allows_guesses
                        && raw.game.is_none()
                        && line.raw.hints.is_empty()
                        && line.meaning.cards.iter().all(|card| {
                            surroundings.is_later(*card)
                                || chooser.is_secondary(*card)
                                    && self.is_short_name(&line.raw.name, *card, &surroundings)
                        }) =>
                {
                    self.guess_later_card(line, fit, chooser);
                    continue;
                }
                _ => continue,
            };
            if allows_guesses
                && tried < MAX_GUESSED
                && line.raw.id.is_none()
                && !line.meaning.forbids_guess
            {
                tried += 1;
                self.guess_line(line, fit, chooser);
                has_guessed |= !line.meaning.cards.is_empty();
            }
            let may_be_no_card =
                line.raw.is_list_line && line.meaning.cards.is_empty() && line.raw.hints.is_empty();
            let text = raw.text_at(&line.raw.span);
            if !may_be_no_card
                || line.raw.notation != CopyNotation::Absent
                || line.meaning.forbids_guess
                || self.lists_cards(text)
            {
                continue;
            }
            // `items` has one item for each of `raw.items`, in the same position.
            let block = FollowingBlock::scan(raw, at);
            let span = line.raw.span.clone();
            let is_above = matches!(below, [LineItem::Heading(_), ..]);
            // Above all cards, a title is the first line before a blank line or counted cards, or a
            // line right above a heading.
            let is_title = above_cards
                && raw.items.len() > 1
                && (is_above
                    || !has_title && (block.gap || block.counted || self.names_nobody(text)));
            has_title |= is_title;
            // A line that names no card may be a heading with a wrong letter, or of several words.
            let is_heading = || {
                let meaning = || self.headings().meaning(text, true);
                tried < MAX_GUESSED && meaning().is_some_and(|meaning| !meaning.is_value)
                    || line.raw.starts_paragraph && block.counted && block.lines > 1
            };
            if is_title || is_heading() {
                let title = || Assumption::Title { text: text.to_owned() }.to_note(span.clone());
                notes.extend(is_title.then(title));
                let heading = HeadingLine { span, is_known: true, ..HeadingLine::default() };
                let is_passed_over = !is_title;
                *item = LineItem::Heading(HeadingLine { is_passed_over, ..heading });
            } else if !self.is_marked_name(&line.raw.name) && prose::is_likely(text)
                || text.starts_with('(') && text.ends_with(')')
                || matches!(above.last(), Some(LineItem::Prose(_))) && prose::continues_prose(text)
            {
                *item = LineItem::Prose(span);
            }
        }
        has_guessed
    }

    /// Guesses the card of a line: one of its section, if the name alone means none of those.
    /// Otherwise lists what it may be.
    fn guess_line(&self, line: &mut PendingLine<'_>, fit: Fitting<'_>, chooser: &CardChooser<'_>) {
        if self.guess_marked(line, fit, chooser) {
            return;
        }
        let open_end = find_open_end(&line.raw.name);
        let continues = |card| open_end.as_ref().is_none_or(|end| self.continues(card, end));
        let fit: Fitting<'_> = &|card| if continues(card) { fit(card) } else { Fit::Unfit };
        self.guess_name_or_part(line, fit);
        let section = line.section_filter.clone();
        let is_of_section = |card| chooser.is_of_section(card, section.as_ref());
        if !line.meaning.cards.iter().any(|card| is_of_section(*card)) && section.is_some() {
            let found = std::mem::take(&mut line.meaning.cards);
            let both = |card| if is_of_section(card) { fit(card) } else { Fit::Unfit };
            self.guess_name_or_part(line, &both);
            if line.meaning.cards.is_empty() {
                line.meaning.cards = found;
            }
        }
        if line.meaning.cards.is_empty() {
            self.list_readings(line, fit, chooser);
            line.readings.retain(|card| continues(*card));
        }
        self.reject_other_titles(line, fit);
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
        let headings = &self.catalog.game.naming.headings;
        let is_mark = |mark: &String| mark.starts_with('-') && mark.eq_ignore_ascii_case(word);
        let Some(heading) = headings.iter().find(|its| its.words.iter().any(is_mark)) else {
            return false;
        };
        let section = heading.cards.as_deref().map(Rc::from);
        let both = |card| {
            if chooser.is_of_section(card, section.as_ref()) { fit(card) } else { Fit::Unfit }
        };
        line.meaning.cards = self.find_or_guess(bare, &both).into();
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

    /// Whether a line above the cards is a player or a title, not a misspelt card: it stands between
    /// stars, or has two or three words, none of them in a card's name.
    fn names_nobody(&self, text: &str) -> bool {
        if text.len() > 2 && text.starts_with('*') && text.ends_with('*') {
            return true;
        }
        let (words, index) = (split_tokens(text), self.catalog.cards.name_index());
        let is_unknown =
            |word: &NameToken| WrittenWord::new(word).find_readings(&index).next().is_none();
        (2..=3).contains(&words.len())
            && text.split_whitespace().all(|word| word.starts_with(char::is_uppercase))
            && words.iter().all(is_unknown)
    }

    /// Whether a printed name of a card contains the end of an unfinished one.
    fn continues(&self, card: CardIndex, end: &str) -> bool {
        let mut names = self.catalog.cards.card(card).names();
        names
            .any(|(role, _, folded)| role != NameRole::Alias && format!("^{folded} ").contains(end))
    }

    /// Removes cards with a mark from a line whose name without the mark is another title, if no
    /// card of that title has the mark.
    fn reject_other_titles(&self, line: &mut PendingLine<'_>, fit: Fitting<'_>) {
        let name = line.raw.name.as_str();
        let title = |card: CardIndex| fold::key(strip_parentheses(self.front_name(card)));
        let mut read = line.meaning.cards.iter().chain(&line.readings);
        let has_mark = |card: &CardIndex| {
            !find_marks(self.catalog.cards.card(*card).name(Lang::En)).is_empty()
        };
        if !read.any(has_mark) {
            return;
        }
        let bare = split_parenthetical(name).or_else(|| name.rsplit_once(' '));
        let Some((bare, _)) = bare else { return };
        let titles: Vec<String> = self.find_or_guess(bare, fit).into_iter().map(title).collect();
        let is_other = |card: &CardIndex| !titles.is_empty() && !titles.contains(&title(*card));
        line.readings.retain(|card| !is_other(card));
        if line.meaning.cards.iter().any(is_other) {
            line.meaning.cards = Rc::from([]);
        }
    }

    /// The name of a card's front.
    fn front_name(&self, card: CardIndex) -> &str {
        let name = self.catalog.cards.card(card).name(Lang::En);
        name.split_once(" / ").map_or(name, |(front, _)| front)
    }

    /// Whether a card's name is a word that players write for another, in a deck with no other card
    /// of its set.
    fn is_short_name(&self, name: &str, card: CardIndex, deck: &Surroundings<'_, '_>) -> bool {
        let set = |card: CardIndex| self.catalog.cards.card(card).sets().next();
        let is_word = |name: &str| self.guesser().is_abbreviation(name);
        let is_of_set = |other: &CardIndex| set(*other) == set(card);
        let mut others = deck.cards.iter().filter(|other| is_of_set(other));
        is_word(name) && others.all(|other| is_word(self.front_name(*other)))
    }

    /// Guesses another card for a line whose card is unlikely. The line
    /// keeps its card if there is no other.
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
        let bare = split_parenthetical(name).map(|(bare, _)| names::find_exact(self.catalog, bare));
        bare.is_some_and(|cards| !cards.is_empty())
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
        let parts = || bare.split([',', ';', '+', '&', '/']);
        let cards = parts().filter(|part| self.is_card(part)).count();
        cards > 1 && 2 * cards >= parts().count()
    }

    fn find_or_guess(&self, name: &str, fit: Fitting<'_>) -> Vec<CardIndex> {
        let exact = self.find_fitting(name, fit);
        if exact.is_empty() { self.guesser().guess(name, fit) } else { exact }
    }

    fn guess_name(&self, line: &mut PendingLine, fit: Fitting<'_>) {
        let name = line.raw.name.as_str();
        let guesser = self.guesser();
        let mut cards = guesser.guess(name, fit);
        // `1Holotheatre`
        let letters = name.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = name.strip_suffix(letters).and_then(|digits| digits.parse().ok());
        let is_glued = letters.starts_with(char::is_alphabetic);
        let is_counted = line.raw.notation != CopyNotation::Absent;
        if let Some(count @ 1..100) = digits.filter(|_| cards.is_empty() && is_glued && !is_counted)
        {
            cards = self.find_or_guess(letters, fit);
            line.count = if cards.is_empty() { line.count } else { count };
        }
        if let Some((text, copies)) = line.with_number {
            let mut numbered = guesser.guess(text, fit);
            numbered.retain(|card| self.is_numbered(*card, text));
            // The number is a part of the name if the name without it means no other card.
            if !numbered.is_empty() && cards.iter().all(|card| numbered.contains(card)) {
                (cards, line.count) = (numbered, copies);
                line.brackets_count =
                    line.raw.hints.first().is_some_and(|h| parse_bracketed_count(h).is_some());
            }
        }
        if cards.is_empty()
            && let Some((bare, inner)) = split_parenthetical(name)
        {
            // Without the parentheses, the name is only guessed for cards that fit them, if they
            // describe cards.
            let parentheticals = self.parse_parenthetical(inner);
            let is_remark =
                line.meaning.zone.is_some() || parentheticals.is_empty() && !guesser.is_mark(inner);
            let fits_parentheses =
                |card| is_remark || parentheticals.iter().any(|a| a.fits(self.catalog, card));
            let both = |card| if fits_parentheses(card) { fit(card) } else { Fit::Unfit };
            cards = guesser.guess(bare, &both);
            // `God (aka Janus Greejatus)`
            let inner = inner.trim_start_matches("aka ");
            if cards.is_empty()
                && is_remark
                && inner.chars().filter(|c| c.is_alphabetic()).count() > 3
            {
                cards = self.find_fitting(inner, fit);
            }
        }
        // `Name objective`, `Objective Name`: the word counts as if it were in parentheses.
        let behind = name.rsplit_once(' ').filter(|(bare, _)| !bare.ends_with(" of"));
        let behind = behind.map(|(bare, word)| (bare, word, true));
        let before = name.split_once(' ').map(|(word, bare)| (bare, word, false));
        for (bare, word, is_behind) in behind.into_iter().chain(before) {
            if !cards.is_empty() {
                break;
            }
            let mut meant = self.parse_parenthetical(word);
            // Before a name, a value is more likely a word of the name.
            meant.retain(|meaning| is_behind || matches!(meaning, Parenthetical::Kind(_)));
            let fits_word = |card| meant.iter().any(|word| word.fits(self.catalog, card));
            if !meant.is_empty() {
                let both = |card| if fits_word(card) { fit(card) } else { Fit::Unfit };
                cards = self.find_or_guess(bare, &both);
            }
        }
        // `Name-starting`
        let zoned = name.rsplit_once('-').filter(|(_, word)| self.find_zone(word).is_some());
        if let Some((bare, word)) = zoned.filter(|_| cards.is_empty()) {
            cards = self.find_or_guess(bare, fit);
            line.meaning.zone = Some(word.to_owned()).filter(|_| !cards.is_empty());
        }
        // `Name - remark`, `Name--remark`, but `Name - 2 Name` is two cards.
        let stroke = ["--", " - "].into_iter().find(|stroke| name.contains(stroke));
        let stroke = stroke.filter(|_| cards.is_empty());
        let mut parts = stroke.into_iter().flat_map(|stroke| name.split(stroke));
        let bare = parts.next();
        let others: Vec<&str> = parts.flat_map(|part| part.split(',')).map(str::trim).collect();
        // `Name - Name, Name` is neither one card nor text.
        let lists_cards = others.len() > 1
            && others.iter().all(|other| !self.find_or_guess(other, fit).is_empty());
        line.meaning.forbids_guess |= lists_cards;
        let is_remark = !lists_cards && !others.iter().any(|other| self.is_card(other));
        if let Some(bare) = bare.filter(|_| is_remark) {
            cards = self.find_fitting(bare.trim(), fit);
        }
        line.meaning.cards = cards.into();
        line.meaning.is_guessed = true;
    }

    /// Lists the cards that a line may be, by its words. A single card that has several of them
    /// printed is meant.
    fn list_readings(&self, line: &mut PendingLine, fit: Fitting<'_>, chooser: &CardChooser<'_>) {
        let list = |fit: Fitting<'_>| self.guesser().list_readings(&line.raw.name, fit);
        if let [(card, true)] = *list(fit) {
            (line.meaning.cards, line.meaning.is_guessed) = ([card].into(), true);
            return;
        }
        // Release dates may decide a guess, but not which cards are left out of a verdict under
        // every reading.
        let fits_side: Fitting<'_> =
            &|card| if chooser.fits(card) { Fit::Fits } else { Fit::Unfit };
        let several = list(fits_side);
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
        for line in lines.filter(|line| line.meaning.cards.is_empty()).take(MAX_SUGGESTED) {
            let text = line.raw.display_name(raw);
            let front = super::names::split_halves(text)
                .map(|(front, _)| names::find_exact(self.catalog, front));
            line.candidates = match front.filter(|cards| !cards.is_empty()) {
                Some(cards) => cards,
                None => self.guesser().lookup.nearest(text, |card| chooser.fits(card)),
            };
        }
    }
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

/// The places and set-out cards of a deck, from the lines that name exactly one card.
pub(super) struct Surroundings<'d, 'a> {
    catalog: &'a Catalog,
    cards: BTreeSet<CardIndex>,
    places: OnceCell<BTreeSet<String>>,
    set_out: OnceCell<Vec<Filter>>,
    chooser: &'d CardChooser<'a>,
    /// The release date of its newest card; `None` if it has too few cards to tell.
    newest: Option<i32>,
}

/// Fewest known lines from which a deck's age can be estimated.
const FEWEST_LINES: usize = 10;
/// Days after the newest certain card in which other cards of the deck may have been released.
const LATEST: i32 = 600;

impl<'d, 'a> Surroundings<'d, 'a> {
    pub(super) fn new(
        chooser: &'d CardChooser<'a>,
        catalog: &'a Catalog,
        items: &[LineItem<'_>],
    ) -> Surroundings<'d, 'a> {
        let lines = || items.iter().filter_map(LineItem::card);
        let cards: BTreeSet<CardIndex> =
            lines().filter_map(|l| l.meaning.cards.first().copied()).collect();
        let day = |cards: &[CardIndex]| cards.iter().filter_map(|c| chooser.released(*c)).min();
        let sure = lines().filter(|line| line.meaning.is_printed_name);
        let days: Vec<i32> = sure.filter_map(|line| day(&line.meaning.cards)).collect();
        let newest = second_largest(days).filter(|_| cards.len() >= FEWEST_LINES);
        let (places, set_out) = (OnceCell::new(), OnceCell::new());
        Surroundings { catalog, cards, places, set_out, chooser, newest }
    }

    /// Whether a card was released long after the deck's other cards.
    pub(super) fn is_later(&self, card: CardIndex) -> bool {
        let days = self.newest.zip(self.chooser.released(card));
        days.is_some_and(|(newest, released)| released > newest + LATEST)
    }

    /// Whether a card of the deck sets a card out, or whether it is a place of the deck or another
    /// site of such a place.
    pub(super) fn suits(&self, card: CardIndex) -> bool {
        let set_out = self.set_out.get_or_init(|| {
            let scope = Scope::from_catalog(self.catalog);
            let set_outs = self.catalog.set_outs().iter().filter(|s| self.cards.contains(&s.card));
            let places = set_outs.flat_map(|set_out| set_out.places.iter());
            places.filter_map(|place| filter(&place.cards, &scope).ok()).collect()
        });
        let world = World::from_catalog(self.catalog);
        if set_out.iter().any(|filter| filter.test(&world, card, None) == Truth::True) {
            return true;
        }
        let name = |card| self.catalog.cards.card(card).name(Lang::En);
        let places = self.places.get_or_init(|| {
            let names = self.cards.iter().map(|card| name(*card));
            names.map(|name| fold::key(name.split(':').next().unwrap_or(name))).collect()
        });
        name(card).split_once(':').is_some_and(|(place, _)| places.contains(&fold::key(place)))
    }
}

/// The release date of all cards but the newest one, because one card may be misread.
fn second_largest(mut days: Vec<i32>) -> Option<i32> {
    days.arrange();
    days.len().checked_sub(2).and_then(|at| days.get(at)).copied()
}

/// Numbers of significant words in a name of which one may match nothing.
const WITH_ONE_MORE: RangeInclusive<usize> = 4..=10;
/// Shortest text that is searched for inside names, in letters.
const FEWEST_INSIDE: usize = 8;
/// The cost of a word that is short for another.
const MOST_SHORTENED: f64 = 0.3;

impl Guesser<'_> {
    /// Returns the cards of the only name that contains a text, exactly or nearly, if
    /// [`guess`](Self::guess) finds none.
    pub(super) fn guess_part(&self, written: &str, fit: Fitting<'_>) -> Vec<CardIndex> {
        if written.len() > MAX_GUESSED_BYTES {
            return Vec::new();
        }
        if written.contains('/') {
            let joined = ["with", "in"].map(|word| written.replace('/', &format!(" {word} ")));
            let cards = joined.iter().map(|name| self.guess(name, fit));
            if let Some(cards) = cards.into_iter().find(|cards| !cards.is_empty()) {
                return cards;
            }
        }
        let written = written.replace("w/", "with ");
        let sought = &Sought::new(&written, fit);
        let by_letters = |is_tail| {
            let mut names = self.match_letters(sought, is_tail);
            // With unexpanded short words, an extra word does not belong to the name.
            names.retain(|name| name.tokens().len() >= sought.words.len());
            cards_of_one_name(&keep_fitting(&names, |name| sought.suits(&name)))
        };
        let ways: [&dyn Fn() -> Vec<CardIndex>; 6] = [
            &|| cards_of_one_name(&self.match_inside(sought)),
            &|| by_letters(false),
            &|| by_letters(true),
            &|| cards_of_one_name(&self.match_most_words(sought)),
            &|| cards_of_one_name(&self.match_holder(sought, "with")),
            &|| cards_of_one_name(&self.match_holder(sought, "in")),
        ];
        ways.into_iter().map(|way| way()).find(|cards| !cards.is_empty()).unwrap_or_default()
    }

    /// Returns the cards whose names have all words of a text, in full or abbreviated, and whether
    /// those words would be enough to mean only one.
    pub(super) fn list_readings(&self, written: &str, fit: Fitting<'_>) -> Vec<(CardIndex, bool)> {
        let mut cards: BTreeMap<CardIndex, bool> = BTreeMap::new();
        if written.len() > MAX_GUESSED_BYTES {
            return Vec::new();
        }
        let mark = find_marks(written);
        for reading in self.expand_abbreviations(&split_glued(written)) {
            let words = split_tokens(&reading);
            let telling: Vec<&NameToken> =
                words.iter().filter(|word| word.weight != Weight::Small).collect();
            // Words of sentences are short, but not shortened.
            let is_word = |w: &&NameToken| w.dotted || w.text.len() != 2 || has_digits(&w.text);
            let is_long = telling.iter().any(|word| word.text.len() > 2);
            if !is_long || !telling.iter().all(is_word) {
                continue;
            }
            let is_told = telling.len() > 1 || telling.iter().any(|word| has_digits(&word.text));
            let has_word = |its: &[NameToken], word: &NameToken| {
                let word = WrittenWord::new(word);
                let mut costs = its.iter().filter_map(|its| word.cost(&its.text));
                costs.any(|cost| cost <= MOST_SHORTENED)
            };
            for name in self.lookup.sharing_word(&words) {
                if name.marks() != mark || fit(name.card()) == Fit::Unfit {
                    continue;
                }
                let its = name.tokens();
                if !telling.iter().all(|word| has_word(&its, word)) {
                    continue;
                }
                let is_meant =
                    is_told && name.is_printed() && holds_thing(&words) == holds_thing(&its);
                *cards.entry(name.card()).or_default() |= is_meant;
            }
        }
        cards.into_iter().collect()
    }

    /// The names that contain the letters, at the start or the end of a long name, except names of
    /// two cards in one.
    fn match_inside(&self, sought: &Sought<'_>) -> Vec<IndexedName<'_>> {
        // Letters beyond ASCII are often damaged by a page's encoding.
        let letters: String = sought.letters.chars().filter(char::is_ascii).collect();
        // A single word of that length is more likely two joined words.
        let fewest = FEWEST_INSIDE + usize::from(!sought.text.contains([' ', '-']));
        if letters.len() < fewest || sought.text.contains('/') {
            return Vec::new();
        }
        let bits = letter_bits(&letters);
        let has_inside = |name: &IndexedName<'_>| {
            bits & !name.letters() == 0
                && name.is_printed()
                && sought.may_be(name)
                && name.squashed().contains(&letters)
                && !name.shown().contains(" & ")
        };
        let names: Vec<IndexedName<'_>> = self.lookup.index.names().filter(has_inside).collect();
        keep_fitting(&names, |name| sought.suits(&name))
    }

    /// The names that match well without one of at least four significant words: `Wedge Antilles,
    /// Rogue Squadron Leader`.
    fn match_most_words(&self, sought: &Sought<'_>) -> Vec<IndexedName<'_>> {
        let written = &sought.words;
        let telling = count_full(written);
        let mut read: Vec<IndexedName<'_>> = Vec::new();
        if !WITH_ONE_MORE.contains(&telling) || !sought.mark.is_empty() {
            return read;
        }
        for (left_out, word) in written.iter().enumerate() {
            // A mark, a number and *with* distinguish a card from others.
            if word.weight != Weight::Full || has_digits(&word.text) {
                continue;
            }
            let mut words = written.clone();
            words.remove(left_out);
            let names = self.lookup.sharing_word(&words).into_iter();
            read.extend(names.filter(|name| {
                if !sought.may_be(name) {
                    return false;
                }
                let its = name.tokens();
                let has_title = has_title_of(name.shown(), &its, (written, left_out));
                let most = if has_title { 1.05 } else { 0.35 };
                reading_cost(&words, &its).is_some_and(|cost| cost < most)
            }));
        }
        read
    }

    /// The names of a character with any item (`Dengar w/ Bazooka`) or in any ship, unless a
    /// character has exactly that item.
    fn match_holder(&self, sought: &Sought<'_>, joint: &str) -> Vec<IndexedName<'_>> {
        let written = split_tokens(&split_glued(sought.text));
        let split = |words: &[NameToken]| {
            let at = words.iter().position(|word| word.text == joint)?;
            let (holder, thing) = (words.get(..at)?.to_vec(), words.get(at + 1..)?.to_vec());
            let is_one = thing.iter().all(|word| word.text != "or");
            (!holder.is_empty() && !thing.is_empty() && is_one).then_some((holder, thing))
        };
        let Some((holder, thing)) = split(&written) else { return Vec::new() };
        let names = self.lookup.with_word(joint).filter(|n| is_plain(n) && sought.fits(n));
        let held: Vec<_> = names.filter_map(|n| Some((split(&n.tokens())?, n))).collect();
        let reads = |written: &[NameToken], printed: &[NameToken], most: f64| {
            reading_cost(written, printed).is_some_and(|cost| cost < most)
        };
        if held.iter().any(|((_, its), _)| reads(&thing, its, 0.5)) {
            return Vec::new();
        }
        let of_holder = held.iter().filter(|((its, _), _)| reads(&holder, its, 0.7));
        of_holder.map(|(_, name)| *name).collect()
    }
}
