//! Looks up the meaning of a line's name: by id or code, by name in any spelling, by the hints next
//! to it.

use super::{
    DeckResolver,
    fit::keep_fitting,
    item::NameMeaning,
    names,
    names::split_halves,
    parenthetical::{Parenthetical, ValueWords, meanings_of_word, split_parenthetical},
};
use crate::{
    form::DeckForm,
    line::{are_digits, is_digit, looks_like_id, parse_line},
    raw::{CopyNotation, RawCard, RawDeck},
};
use sleeve_data::model::{
    CardIndex, Catalog, FRONT, Fact, Lens, SetId,
    card::{MAX_NAME_BYTES, NameRole},
    fold,
    name_index::NamePart,
    name_words::squash,
    reader::IdField,
};
use std::{collections::HashMap, ops::Range, rc::Rc};

/// Names that are cached from deck to deck.
const MAX_REMEMBERED_NAMES: usize = 100_000;

/// The cards with exactly a name.
#[derive(Clone, Default)]
pub(super) struct KnownName {
    cards: Rc<[CardIndex]>,
    /// Whether it is only a nickname of all these cards. To know it saves 6 % of the instructions
    /// of 5,000 lists.
    is_nickname: bool,
}

impl DeckResolver<'_> {
    /// The cards with exactly this name, in the singular or the plural.
    pub(super) fn find_exact(&self, name: &str) -> Rc<[CardIndex]> {
        self.find_known(name).cards
    }

    /// What is known of a name; cached, because decks of a game share most names.
    fn find_known(&self, name: &str) -> KnownName {
        if name.len() > MAX_NAME_BYTES {
            return KnownName::default();
        }
        let mut known = self.known_names.borrow_mut();
        if let Some(known) = known.get(name) {
            return known.clone();
        }
        if known.len() >= MAX_REMEMBERED_NAMES {
            known.clear();
        }
        let cards: Rc<[CardIndex]> = self.find_any_number(name).into();
        let is_nickname = names::is_nickname(self.catalog, &cards, name);
        let found = KnownName { cards, is_nickname };
        known.insert(name.to_owned(), found.clone());
        found
    }

    fn find_any_number(&self, name: &str) -> Vec<CardIndex> {
        let cards = names::find_exact(self.catalog, name);
        let may_be_plural = cards.is_empty() && !name.ends_with(')');
        if may_be_plural { self.find_singular(name) } else { cards }
    }

    /// Whether a card has a name that begins with the same number as a text.
    pub(super) fn is_numbered(&self, card: CardIndex, text: &str) -> bool {
        let number = text.split(|c| !is_digit(c)).next().unwrap_or("");
        !number.is_empty()
            && self.catalog.cards.card(card).names().any(|(.., its)| {
                its.strip_prefix(number)
                    .is_some_and(|rest| !rest.starts_with(is_digit))
            })
    }

    /// The cards of a name in the plural: `X-wings`, `chasseurs TIE`. Tries the last word, the
    /// first, then all.
    fn find_singular(&self, name: &str) -> Vec<CardIndex> {
        let words: Vec<&str> = name.split_whitespace().collect();
        let all = words.len();
        for singular in [all.saturating_sub(1)..all, 0..1, 0..all] {
            let form = join_in_singular(&words, singular);
            if form == name {
                continue;
            }
            let cards = names::find_exact(self.catalog, &form);
            if !cards.is_empty() {
                return cards;
            }
        }
        Vec::new()
    }

    /// The versions of an item: several cards whose names differ only in the text in parentheses.
    fn find_versions(&self, name: &str) -> Vec<CardIndex> {
        let index = self.catalog.cards.name_index();
        let mut cards = Vec::new();
        for its in index.with_part(NamePart::Bare, &squash(name)) {
            let thing = its
                .folded()
                .strip_suffix(')')
                .and_then(|its| its.rsplit_once(" ("));
            if thing.is_some_and(|(thing, _)| fold::alike(thing, name)) {
                cards.push(its.card());
            }
        }
        cards.dedup();
        if cards.len() > 1 { cards } else { Vec::new() }
    }

    /// Looks up the name of a line by its id, with and without numbers and remarks, and by its
    /// hints. Does not guess.
    pub(super) fn look_up(&mut self, card: &RawCard, raw: &RawDeck) -> NameMeaning {
        if let Some(cards) = self.look_up_id(card, raw) {
            return NameMeaning::from_id(cards);
        }
        if let Some(cards) = self.look_up_whole_line(card, raw) {
            return NameMeaning::from_id(cards);
        }
        let known = self.find_known(&card.name);
        let mut meaning = NameMeaning::from_cards(Rc::clone(&known.cards));
        let name = self.look_up_name(card, raw, &known, &mut meaning);
        let written = if meaning.has_number_in_name { raw.text_at(&card.span) } else { name };
        // A line with a nickname may still be a heading, but a line with a printed name may not.
        let is_nickname = card.is_list_line
            && if Rc::ptr_eq(&meaning.cards, &known.cards) {
                known.is_nickname
            } else {
                names::is_nickname(self.catalog, &meaning.cards, written)
            };
        meaning.is_printed_name = !meaning.cards.is_empty() && !is_nickname;
        if meaning.cards.is_empty() && !meaning.forbids_guess && card.name.len() <= MAX_NAME_BYTES {
            meaning.cards = self.find_versions(name).into();
            meaning.is_printed_name = !meaning.cards.is_empty();
        }
        self.look_up_hints(card, &mut meaning);
        meaning.is_printed_name |= meaning.is_guessed;
        meaning
    }

    /// Finds the cards of a name, with and without its number and the text in parentheses. Returns
    /// the part of the name that they have.
    fn look_up_name<'c>(
        &mut self,
        card: &'c RawCard,
        raw: &RawDeck,
        known: &KnownName,
        meaning: &mut NameMeaning,
    ) -> &'c str {
        if let Some(numbered) = self.look_up_number(card, raw.text_at(&card.span), known) {
            (meaning.has_number_in_name, meaning.cards) = (true, numbered);
        }
        if !meaning.cards.is_empty() {
            return &card.name;
        }
        let mut name = strip_marks(&card.name);
        if name.len() < card.name.len() {
            meaning.cards = self.find_exact(name);
        }
        // `Name (1_168)`, `Name (remark)`, `Name *remark*`.
        if meaning.cards.is_empty()
            && let Some((bare, inner)) =
                split_parenthetical(name).or_else(|| split_starred(&card.name))
        {
            let by_name = self.find_exact(bare);
            if looks_like_id(inner) {
                let by_id = self.find_exact(inner);
                meaning.is_guessed = by_name.is_empty() && !by_id.is_empty();
                let by_both = if meaning.is_guessed { by_id } else { keep_both(&by_name, &by_id) };
                meaning.forbids_guess = by_both.is_empty();
                meaning.cards = by_both;
            } else if self.read_remark(inner, card, raw, !by_name.is_empty(), meaning) {
                (name, meaning.cards) = (bare, by_name);
            }
        }
        // `Front / Back`: the card that has both names.
        if meaning.cards.is_empty()
            && !meaning.forbids_guess
            && let Some((front, back)) = split_halves(name)
        {
            meaning.cards = keep_both(&self.find_exact(front), &self.find_exact(back));
        }
        name
    }

    /// Narrows the cards of a name by the hints and the remark next to it, or finds cards by an id
    /// among them.
    fn look_up_hints(&mut self, card: &RawCard, meaning: &mut NameMeaning) {
        meaning.cards = self.apply_hints(Rc::clone(&meaning.cards), &card.hints);
        // `Unknown [1_168]`: the id identifies the card.
        if meaning.cards.is_empty()
            && !meaning.forbids_guess
            && let Some(id) = card.hints.iter().find(|hint| looks_like_id(hint))
        {
            meaning.cards = self.find_exact(id);
            meaning.is_guessed = !meaning.cards.is_empty();
        }
        // `Name  # 1_168`: the id narrows the cards of the name; an id without a card rules all of
        // them out.
        let Some(id) = card.remark.as_deref().filter(|word| looks_like_id(word)) else { return };
        let by_id = self.find_exact(id);
        meaning.forbids_guess = by_id.is_empty();
        if meaning.cards.is_empty() || by_id.is_empty() {
            meaning.is_guessed |= !by_id.is_empty();
            meaning.cards = by_id;
        } else {
            meaning.cards = keep_fitting(&meaning.cards, |card| by_id.contains(&card)).into();
        }
    }

    /// The cards of a line whose name contains what otherwise begins a remark: `Fire // Ice`.
    fn look_up_whole_line(&mut self, card: &RawCard, raw: &RawDeck) -> Option<Rc<[CardIndex]>> {
        let whole = card.whole.as_ref().map(|whole| self.find_exact(whole));
        if let Some(cards) = whole.filter(|cards| !cards.is_empty()) {
            return Some(self.apply_hints(cards, &card.hints));
        }
        // Behind nearly all names the line ends, so that no end has to be searched.
        let is_end = raw.text.get(card.span.end..)?.starts_with('\n');
        if is_end || !card.is_list_line {
            return None;
        }
        let rest = raw.text.get(card.span.start..)?.lines().next()?.trim_end();
        let remark = rest.get(card.span.len()..)?.trim_start();
        if !remark.starts_with("//") && !remark.starts_with("--") {
            return None;
        }
        let parts = parse_line(rest).filter(|parts| parts.count == Ok(card.count))?;
        let whole = self.find_exact(parts.name);
        if !whole.is_empty() {
            let hints: Vec<String> = parts.hint.map(str::to_owned).into_iter().collect();
            return Some(self.apply_hints(whole, &hints));
        }
        // `Fire // Ice (SET)`
        let (bare, inner) = split_parenthetical(parts.name)?;
        let cards = self.find_exact(bare);
        (!cards.is_empty()).then(|| self.apply_hints(cards, &[inner.to_owned()]))
    }

    /// The cards of a line that names its card by an id or by a name without spaces; `None` means
    /// that its name counts.
    fn look_up_id(&mut self, card: &RawCard, raw: &RawDeck) -> Option<Rc<[CardIndex]>> {
        let catalog = self.catalog;
        match (&card.id, &raw.reader) {
            (Some(id), DeckForm::Described(reader)) if !reader.by_id => {
                let cards = self.cards_by_id_and_name(id, &card.name, raw);
                // If no card has that id, the name counts.
                if !cards.is_empty() || card.name.is_empty() {
                    return Some(self.apply_hints(cards.into(), &card.hints));
                }
            }
            (Some(id), _) => {
                let by_id = catalog.cards.by_id(id).map(|card| card.index());
                return Some(match by_id.or_else(|| self.card_by_number(id)) {
                    Some(card) => [card].into(),
                    // The id of another printing, such as a preview, is an alias of the card.
                    None => catalog.cards.find_by_name(id).into(),
                });
            }
            (None, _) => {}
        }
        let cards = card
            .is_slug
            .then(|| self.guesser().lookup.by_slug(&card.name))?;
        Some(self.apply_hints(cards.into(), &card.hints))
    }

    /// Returns the cards whose names contain the number next to the name of a line; `known` is what
    /// the name alone means. A number after a name is first read as a part of it. A number
    /// before it is read that way only if the rest is not a card, or is a nickname.
    fn look_up_number(
        &self,
        card: &RawCard,
        written: &str,
        known: &KnownName,
    ) -> Option<Rc<[CardIndex]>> {
        let may_have_number = match card.notation {
            CopyNotation::Loose => true,
            CopyNotation::Before => known.cards.is_empty() || known.is_nickname,
            _ => false,
        };
        if !may_have_number {
            return None;
        }
        let numbered = self.find_exact(written);
        let is_alone = known.cards.is_empty() || card.notation == CopyNotation::Loose;
        let is_meant = is_alone || numbered.iter().all(|card| self.is_numbered(*card, written));
        (!numbered.is_empty() && is_meant).then_some(numbered)
    }

    /// Reads the parentheses after a name that is not a card's. Returns whether the name is the
    /// text before them.
    fn read_remark(
        &mut self,
        inner: &str,
        card: &RawCard,
        raw: &RawDeck,
        is_name_before: bool,
        meaning: &mut NameMeaning,
    ) -> bool {
        meaning.zone =
            Some(inner.to_owned()).filter(|_| card.is_list_line && self.find_zone(inner).is_some());
        meaning.parentheticals = self.parse_parenthetical(inner);
        let is_told = meaning.zone.is_some() || !meaning.parentheticals.is_empty();
        // `Forest (1)` is one of several pictures, `*F*` a foil.
        let is_picture = card.notation != CopyNotation::Absent && are_digits(inner);
        let is_print = is_name_before && (is_picture || split_starred(&card.name).is_some());
        let is_remark = match raw.reader {
            DeckForm::Described(_) => is_print,
            _ => card.is_list_line && (is_print || self.allows_guesses(raw)),
        };
        let names_card = is_told || is_remark && !self.guesser().is_mark(inner);
        meaning.remark =
            Some(inner.to_owned()).filter(|_| names_card && !is_told && is_name_before);
        names_card
    }

    /// The cards that match both an id and a name, in a form that a game describes; the cards of
    /// either if they differ.
    fn cards_by_id_and_name(&mut self, id: &str, name: &str, raw: &RawDeck) -> Vec<CardIndex> {
        let by_id = self.cards_by_code(id, raw.reader.ids());
        let by_name = if by_id.is_empty() { Rc::from([]) } else { self.find_exact(name) };
        let both = keep_both(&by_id, &by_name);
        let either = by_id.iter().chain(by_name.iter()).copied();
        if both.is_empty() { either.collect() } else { both.to_vec() }
    }

    /// The meanings of a word in parentheses, most likely first; cached, because lists repeat them:
    /// `(V)`.
    pub(super) fn parse_parenthetical(&self, word: &str) -> Vec<Parenthetical> {
        let mut known = self.parentheticals.borrow_mut();
        if known.len() >= MAX_REMEMBERED_NAMES {
            known.clear();
        }
        known
            .entry(word.to_owned())
            .or_insert_with(|| self.find_meanings(word))
            .clone()
    }

    fn find_meanings(&self, word: &str) -> Vec<Parenthetical> {
        let game = &self.catalog.game;
        let values = self.value_words.get_or_init(|| ValueWords::new(game));
        let mut meanings = meanings_of_word(game, values, word);
        if !matches!(meanings.first(), Some(Parenthetical::Set(_))) {
            let mut sets = (0..).map(SetId).zip(game.sets.iter());
            let by_code = sets.find(|(_, set)| set.code.as_deref() == Some(word));
            meanings.splice(..0, by_code.map(|(set, _)| Parenthetical::Set(set)));
        }
        meanings
    }

    /// Narrows cards by each hint: to those of a set, the one with an id, or those with a
    /// distinguishing value.
    fn apply_hints(&mut self, mut cards: Rc<[CardIndex]>, hints: &[String]) -> Rc<[CardIndex]> {
        for hint in hints {
            if cards.len() < 2 {
                break;
            }
            let set = self.set_of_hint(hint);
            cards = keep_fitting(&cards, |card| self.hint_fits(card, hint, set)).into();
        }
        cards
    }

    pub(super) fn set_of_hint(&mut self, hint: &str) -> Option<SetId> {
        match self.sets.get(hint) {
            Some(set) => *set,
            None => *self
                .sets
                .entry(hint.to_owned())
                .or_insert(self.catalog.game.set(hint)),
        }
    }

    /// Whether a hint applies to a card; `set` is the set that the hint names.
    pub(super) fn hint_fits(&self, card: CardIndex, hint: &str, set: Option<SetId>) -> bool {
        let shown = self.catalog.cards.card(card);
        match set {
            Some(set) => shown.sets().any(|s| s == set),
            None => shown.id() == hint || self.preferences.has_value(card, hint),
        }
    }

    /// The card with this number in other tools.
    fn card_by_number(&mut self, id: &str) -> Option<CardIndex> {
        let number = id.parse::<i64>().ok()?.to_string();
        let field = IdField::Field(self.catalog.game.naming.number.clone()?);
        self.cards_by_code(&number, &field).last().copied()
    }
}

/// Strips the pips and stars (`●●`, `★`) after a name, which show the card's cost.
fn strip_marks(name: &str) -> &str {
    let bare = name.trim_end_matches(|c: char| {
        matches!(c, '•' | '·' | '∙' | '*' | '★' | '☆' | '\u{25a0}'..='\u{25ff}')
            || c.is_whitespace()
    });
    if bare.is_empty() { name } else { bare }
}

/// Splits `Name *WORD*`.
fn split_starred(name: &str) -> Option<(&str, &str)> {
    let (bare, inner) = name.strip_suffix('*')?.rsplit_once(" *")?;
    Some((bare.trim_end(), inner))
}

/// The cards by their value of a field, as returned by [`normalize_code`].
pub(super) type CardCodes = HashMap<String, Vec<CardIndex>>;

/// The value by which a form of another tool identifies a card: its id, an alias or a field; `None`
/// if it has none.
pub(crate) fn card_code(catalog: &Catalog, card: CardIndex, by: &IdField) -> Option<String> {
    let shown = catalog.cards.card(card);
    match by {
        IdField::Id => Some(shown.id().to_owned()),
        IdField::Alias => {
            let mut aliases = shown.names().filter(|(role, ..)| *role == NameRole::Alias);
            aliases.next().map(|(_, alias, _)| alias.to_owned())
        }
        IdField::Field(field) => {
            let attribute = catalog.game.attribute(field)?;
            match shown.fact(&catalog.game, FRONT, attribute, Lens::Shipped) {
                Fact::Number(number) => Some(number.to_string()),
                Fact::Text { shown, .. } => Some(shown.to_owned()),
                Fact::Enum(value) => {
                    let values = catalog.game.get_attribute(attribute)?.values();
                    values.get(value.index()).map(|value| value.id.to_string())
                }
                _ => None,
            }
        }
    }
}

/// Drops leading zeros of a number, because tools pad codes differently.
fn normalize_code(code: &str) -> &str {
    let bare = code.trim_start_matches('0');
    match (!code.is_empty() && are_digits(code), bare) {
        (true, "") => "0",
        (true, bare) => bare,
        (false, _) => code,
    }
}

impl DeckResolver<'_> {
    /// The cards with a code, or the card with this id, or those with it as another number.
    pub(super) fn cards_by_code(&mut self, code: &str, by: &IdField) -> Vec<CardIndex> {
        let mut cards = match by {
            IdField::Id => Vec::new(),
            IdField::Alias => self.find_exact(code).to_vec(),
            IdField::Field(field) => self.cards_by_field(code, field, by),
        };
        if cards.is_empty() {
            // Ids are in lower case; other tools write them as they like.
            let id = code.to_ascii_lowercase();
            cards.extend(self.catalog.cards.by_id(&id).map(|card| card.index()));
        }
        if cards.is_empty() && *by == IdField::Id {
            let named = self.catalog.cards.find_by_name(code).into_iter();
            cards.extend(named.filter(|card| {
                let mut names = self.catalog.cards.card(*card).names();
                names.any(|(role, alias, _)| role == NameRole::Alias && alias == code)
            }));
        }
        cards
    }

    /// The cards with a value of a field, perhaps behind the name of a set: `OBF 125`.
    fn cards_by_field(&mut self, code: &str, field: &str, by: &IdField) -> Vec<CardIndex> {
        let catalog = self.catalog;
        let codes = self
            .codes
            .entry(field.to_owned())
            .or_insert_with(|| index_codes(catalog, by));
        if let Some(cards) = codes.get(normalize_code(code)) {
            return cards.clone();
        }
        let Some((set, number)) = code.rsplit_once(' ') else { return Vec::new() };
        let Some(set) = catalog.game.set(set).map(Parenthetical::Set) else { return Vec::new() };
        let mut cards = codes
            .get(normalize_code(number))
            .cloned()
            .unwrap_or_default();
        cards.retain(|card| set.fits(catalog, *card));
        cards
    }
}

fn index_codes(catalog: &Catalog, by: &IdField) -> CardCodes {
    let mut codes = CardCodes::new();
    for card in catalog.cards.iter().map(|card| card.index()) {
        if let Some(code) = card_code(catalog, card, by) {
            codes
                .entry(normalize_code(&code).to_owned())
                .or_default()
                .push(card);
        }
    }
    codes
}

/// Returns the cards that two names or ids share.
fn keep_both(one: &[CardIndex], other: &[CardIndex]) -> Rc<[CardIndex]> {
    one.iter()
        .copied()
        .filter(|card| other.contains(card))
        .collect()
}

/// Joins words, and puts some of them into the singular.
fn join_in_singular(words: &[&str], singular: Range<usize>) -> String {
    let mut words = words.to_vec();
    for word in words.get_mut(singular).into_iter().flatten() {
        // `Vader's` is a genitive.
        if let Some(stem) = word.strip_suffix(['s', 'S'])
            && stem.chars().count() >= 3
            && stem.ends_with(char::is_alphanumeric)
        {
            *word = stem;
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_before_a_number_say_nothing() {
        for (code, wanted) in [("007", "7"), ("7", "7"), ("000", "0"), ("", ""), ("0a", "0a")] {
            assert_eq!(normalize_code(code), wanted);
        }
    }
    #[test]
    fn an_id_is_two_numbers() {
        for (word, is_id) in [("1_168", true), ("1_b", false), ("a_168", false), ("1_", false)] {
            assert_eq!(looks_like_id(word), is_id, "{word}");
        }
    }
}
