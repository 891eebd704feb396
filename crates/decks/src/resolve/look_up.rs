//! What a line's name means: by id, by name in any spelling, by what stands beside it.

use super::guess::halves;
use super::{DeckResolver, names};
use crate::DeckForm;
use crate::raw::{CopyNotation, RawCard, RawDeck};
use sleeve_data::model::game::{AttributeType, KindId};
use sleeve_data::model::{
    AttributeId, Card, CardIndex, Catalog, FRONT, Fact, Lens, SetId, ValueId, fold,
};
use std::collections::HashMap;
use std::rc::Rc;

/// A longer name, in bytes, is no card's.
pub(super) const LONGEST: usize = 200;
/// So many names are remembered from deck to deck.
const REMEMBERED: usize = 100_000;

/// What a name was found to mean.
pub(super) struct NameMeaning {
    pub(super) cards: Rc<[CardIndex]>,
    /// Whether a card bears the name itself; else it is at most a nickname.
    pub(super) printed: bool,
    /// The word in parentheses behind the name that a zone may bear.
    pub(super) zone: Option<String>,
    /// What else the parentheses may say of the card.
    pub(super) asides: Vec<Aside>,
    /// The line says an id that no card has: whatever its name is like, it is another card.
    pub(super) barred: bool,
    /// The number belongs to the name: one copy.
    pub(super) whole: bool,
    /// No card bears the name; the id that stands beside it tells the card.
    pub(super) by_its_id: bool,
}

/// What stands in parentheses behind a name and tells cards of the name apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aside {
    /// The set it is of.
    Set(SetId),
    /// Its kind.
    Kind(KindId),
    /// A value of a field.
    Value(AttributeId, ValueId),
}

impl Aside {
    /// Whether it is true of a card.
    pub(super) fn fits(self, catalog: &Catalog, card: CardIndex) -> bool {
        let card = catalog.cards.card(card);
        match self {
            Aside::Set(set) => card.sets().any(|s| s == set),
            Aside::Kind(kind) => card.kind() == kind,
            Aside::Value(attribute, value) => has_value(catalog, card, attribute, value),
        }
    }
}

fn has_value(catalog: &Catalog, card: Card<'_>, attribute: AttributeId, value: ValueId) -> bool {
    match card.fact(&catalog.game, FRONT, attribute, Lens::Shipped) {
        Fact::Enum(its) => its == value,
        Fact::Set(set) => set.count(value) > 0,
        _ => false,
    }
}

/// What a name was found to mean, for the next time.
pub(super) struct KnownName {
    cards: Rc<[CardIndex]>,
    /// Whether none of them bears it; `None`: not asked yet.
    is_nickname: Option<bool>,
}

/// Every word that may stand in parentheses behind a name, as a key.
pub(super) struct Asides(HashMap<String, Vec<Aside>>);

impl Asides {
    fn of(catalog: &Catalog) -> Asides {
        let game = &catalog.game;
        let mut words: HashMap<String, Vec<Aside>> = HashMap::new();
        let mut add = |word: &str, aside: Aside| {
            let asides = words.entry(fold::key(word)).or_default();
            // The first thing of its sort that bears a word has it.
            let is_taken = asides.iter().any(|other| match (other, aside) {
                (Aside::Set(_), Aside::Set(_)) | (Aside::Kind(_), Aside::Kind(_)) => true,
                (Aside::Value(one, _), Aside::Value(other, _)) => *one == other,
                _ => false,
            });
            if !is_taken {
                asides.push(aside);
            }
        };
        let sets =
            || game.sets.iter().enumerate().map(|(at, set)| (Aside::Set(SetId(at as u16)), set));
        sets().for_each(|(aside, set)| add(&set.named.id, aside));
        sets().for_each(|(aside, set)| set.named.words().for_each(|word| add(word, aside)));
        let kinds = || {
            game.kinds.iter().enumerate().map(|(at, kind)| (Aside::Kind(KindId(at as u8)), kind))
        };
        kinds().for_each(|(aside, kind)| add(&kind.named.id, aside));
        kinds().for_each(|(aside, kind)| kind.named.words().for_each(|word| add(word, aside)));
        kinds().for_each(|(aside, kind)| kind.plural.wordings().for_each(|word| add(word, aside)));
        for (id, attribute) in game.attributes.iter().enumerate() {
            let named =
                matches!(attribute.kind, AttributeType::Enum { .. } | AttributeType::Set { .. });
            for (at, value) in attribute.values().iter().enumerate().filter(|_| named) {
                let aside = Aside::Value(AttributeId(id as u16), ValueId(at as u16));
                value.words().for_each(|word| add(word, aside));
            }
        }
        words.remove("");
        Asides(words)
    }

    fn of_word(&self, word: &str) -> &[Aside] {
        self.0.get(&fold::key(word)).map_or(&[], Vec::as_slice)
    }
}

impl NameMeaning {
    fn sure(cards: Rc<[CardIndex]>) -> NameMeaning {
        let asides = Vec::new();
        NameMeaning {
            cards,
            printed: true,
            zone: None,
            asides,
            barred: true,
            whole: false,
            by_its_id: false,
        }
    }
}

impl DeckResolver<'_> {
    /// The cards of exactly this name, in the singular or the plural.
    pub(super) fn exact(&mut self, name: &str) -> Rc<[CardIndex]> {
        if name.len() > LONGEST {
            return Rc::from([]);
        }
        if let Some(known) = self.known.get(name) {
            return Rc::clone(&known.cards);
        }
        let mut found = names::exact(self.catalog, name);
        if found.is_empty() && !name.ends_with(')') {
            found = self.in_the_singular(name);
        }
        let found: Rc<[CardIndex]> = found.into();
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        self.known.insert(name.to_owned(), KnownName { cards: found.clone(), is_nickname: None });
        found
    }

    /// Whether cards are called by a name that none of them bears; asked once of a name.
    fn is_nickname(&mut self, cards: &Rc<[CardIndex]>, name: &str) -> bool {
        let catalog = self.catalog;
        let ask = || names::is_nickname(catalog, cards, name);
        match self.known.get_mut(name).filter(|known| Rc::ptr_eq(&known.cards, cards)) {
            Some(known) => *known.is_nickname.get_or_insert_with(ask),
            None => ask(),
        }
    }

    /// Whether a card has a name that begins with the number at the beginning of a text.
    pub(super) fn is_numbered(&self, card: CardIndex, text: &str) -> bool {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = text.get(..text.len() - rest.len()).unwrap_or("");
        !number.is_empty() && names::begins_with(self.catalog, card, number)
    }

    /// The cards of a name in the plural: `X-wings`, `chasseurs TIE`.
    fn in_the_singular(&self, name: &str) -> Vec<CardIndex> {
        let singular = |word: &str| match word.strip_suffix(['s', 'S']) {
            Some(stem) if stem.chars().count() >= 3 => stem.to_owned(),
            _ => word.to_owned(),
        };
        let words: Vec<&str> = name.split_whitespace().collect();
        let first = words.split_first().map(|(word, rest)| with(&singular(word), rest, &[]));
        let last = words.split_last().map(|(word, rest)| with("", rest, &[singular(word)]));
        let each: Vec<String> = words.iter().map(|word| singular(word)).collect();
        let forms = [last, first, Some(each.join(" "))].into_iter().flatten();
        let mut found = forms.filter(|form| form != name).map(|f| names::exact(self.catalog, &f));
        found.find(|cards| !cards.is_empty()).unwrap_or_default()
    }

    /// The cards of which the name is all but what stands in parentheses, where there are several:
    /// versions of one thing.
    fn versions(&self, name: &str) -> Vec<CardIndex> {
        let stems = self.stems.get_or_init(|| names::stems(self.catalog));
        let found = stems.get(&fold::key(name)).filter(|cards| cards.len() > 1);
        found.cloned().unwrap_or_default()
    }

    pub(super) fn look_up(&mut self, card: &RawCard, raw: &RawDeck) -> NameMeaning {
        if let (Some(id), DeckForm::Described(_)) = (&card.id, &raw.reader) {
            let called = self.called(id, &card.name, raw);
            if !called.is_empty() || card.name.is_empty() {
                return NameMeaning::sure(called.into());
            }
        } else if let Some(id) = &card.id {
            let cards = &self.catalog.cards;
            let by_id = cards.by_id(id).map(|c| c.index()).or_else(|| self.by_number(id));
            return NameMeaning::sure(by_id.into_iter().collect());
        }
        if card.slug {
            let cards = self.index().by_slug(&card.name);
            return NameMeaning::sure(self.all_hinted(cards.into(), &card.hints));
        }
        let (mut zone, mut asides) = (None, Vec::new());
        // A number behind a name is likelier a part of it than one before it, which is one where the
        // rest is no card or but called so.
        let mut whole = card.counted == CopyNotation::Loosely;
        let written = raw.text_at(&card.span);
        let mut cards = self.exact(if whole { written } else { &card.name });
        if whole && cards.is_empty() {
            whole = false;
            cards = self.exact(&card.name);
        } else if card.counted == CopyNotation::Before
            && (cards.is_empty() || self.is_nickname(&cards, &card.name))
        {
            let meant = self.exact(written);
            let numbered = |card: &CardIndex| self.is_numbered(*card, written);
            if !meant.is_empty() && (cards.is_empty() || meant.iter().all(numbered)) {
                (whole, cards) = (true, meant);
            }
        }
        whole &= !cards.is_empty();
        let name = if cards.is_empty() { unmarked(&card.name) } else { &card.name };
        if name.len() < card.name.len() {
            cards = self.exact(name);
        }
        let (mut barred, mut by_its_id) = (false, false);
        if cards.is_empty()
            && let Some((name, inner)) = aside(name)
        {
            let meant = self.exact(name);
            if is_id(inner) {
                let by_id = self.exact(inner);
                by_its_id = meant.is_empty() && !by_id.is_empty();
                cards = if by_its_id {
                    by_id
                } else {
                    meant.iter().copied().filter(|card| by_id.contains(card)).collect()
                };
                barred = cards.is_empty();
            } else {
                zone = Some(inner.to_owned()).filter(|_| card.line && self.is_zone(inner));
                asides = self.asides(inner);
                if zone.is_some() || !asides.is_empty() {
                    cards = meant;
                }
            }
        }
        if cards.is_empty()
            && !barred
            && let Some((front, back)) = halves(name)
        {
            let (front, back) = (self.exact(front), self.exact(back));
            cards = front.iter().copied().filter(|c| back.contains(c)).collect();
        }
        let mut printed = !cards.is_empty();
        if printed && card.line {
            let written = if whole { raw.text_at(&card.span) } else { name };
            printed = !self.is_nickname(&cards, written);
        }
        if cards.is_empty() && !barred && card.name.len() <= LONGEST {
            cards = self.versions(name).into();
            printed = !cards.is_empty();
        }
        cards = self.all_hinted(cards, &card.hints);
        if cards.is_empty()
            && !barred
            && let Some(id) = card.hints.iter().find(|hint| is_id(hint))
        {
            cards = self.exact(id);
            by_its_id = !cards.is_empty();
        }
        if let Some(id) = card.remark.as_deref().filter(|word| is_id(word)) {
            let meant = self.exact(id);
            barred = meant.is_empty();
            by_its_id |= cards.is_empty() && !barred;
            cards = match (barred, cards.is_empty()) {
                (true, _) => Rc::from([]),
                (false, true) => meant,
                (false, false) => self.narrowed(cards, |_, card| meant.contains(&card)),
            };
        }
        printed |= by_its_id;
        NameMeaning { cards, printed, zone, asides, barred, whole, by_its_id }
    }

    /// The cards that an id means beside a name, in a form that a game describes; all of both where they
    /// mean different ones, none where the id means nothing.
    fn called(&mut self, id: &str, name: &str, raw: &RawDeck) -> Vec<CardIndex> {
        let by_id = self.coded(id, raw.reader.ids());
        let named = if by_id.is_empty() { Rc::from([]) } else { self.exact(name) };
        let both: Vec<CardIndex> = by_id.iter().copied().filter(|c| named.contains(c)).collect();
        match (both.is_empty(), named.is_empty()) {
            (false, _) => both,
            (true, true) => by_id,
            (true, false) => by_id.iter().chain(named.iter()).copied().collect(),
        }
    }

    /// What a word in parentheses may say of a card, likeliest first.
    pub(super) fn asides(&self, word: &str) -> Vec<Aside> {
        let found = self.asides.get_or_init(|| Asides::of(self.catalog)).of_word(word);
        if matches!(found.first(), Some(Aside::Set(_))) {
            return found.to_vec();
        }
        let sets = &self.catalog.game.sets;
        let by_code = sets.iter().position(|set| set.code.as_deref() == Some(word));
        let set = by_code.map(|at| Aside::Set(SetId(at as u16)));
        set.into_iter().chain(found.iter().copied()).collect()
    }

    fn all_hinted(&mut self, cards: Rc<[CardIndex]>, hints: &[String]) -> Rc<[CardIndex]> {
        hints.iter().fold(cards, |cards, hint| self.hinted(cards, hint))
    }

    /// The cards that a hint leaves: those of a set, the one of an id, or those with a value that
    /// tells cards apart.
    fn hinted(&mut self, cards: Rc<[CardIndex]>, hint: &str) -> Rc<[CardIndex]> {
        let set = self.set_of_hint(hint);
        self.narrowed(cards, |_, card| self.is_hinted(card, hint, set))
    }

    /// The set that a hint names.
    pub(super) fn set_of_hint(&mut self, hint: &str) -> Option<SetId> {
        match self.sets.get(hint) {
            Some(set) => *set,
            None => *self.sets.entry(hint.to_owned()).or_insert(self.catalog.game.set(hint)),
        }
    }

    /// Whether a hint, with the set that it names, is true of a card.
    pub(super) fn is_hinted(&self, card: CardIndex, hint: &str, set: Option<SetId>) -> bool {
        let shown = self.catalog.cards.card(card);
        match set {
            Some(set) => shown.sets().any(|s| s == set),
            None => shown.id() == hint || self.preferences.has_value(card, hint),
        }
    }

    /// The card that other tools call by this number.
    fn by_number(&self, id: &str) -> Option<CardIndex> {
        let number: i64 = id.parse().ok()?;
        let numbers = self.numbers.get_or_init(|| names::numbers(self.catalog));
        numbers.get(&number).copied()
    }

    /// The cards that fit, or all where none does.
    fn narrowed(
        &self,
        cards: Rc<[CardIndex]>,
        fits: impl Fn(&Catalog, CardIndex) -> bool,
    ) -> Rc<[CardIndex]> {
        let left: Rc<[CardIndex]> =
            cards.iter().copied().filter(|card| fits(self.catalog, *card)).collect();
        if left.is_empty() { cards } else { left }
    }
}

fn with(first: &str, rest: &[&str], last: &[String]) -> String {
    let words = std::iter::once(first).chain(rest.iter().copied());
    let words = words.chain(last.iter().map(String::as_str)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// A name without the pips and stars that stand behind it on some lists (`●●`, `★`): they say what
/// the card costs there, not which card it is.
fn unmarked(name: &str) -> &str {
    let is_mark =
        |c: char| matches!(c, '•' | '·' | '∙' | '*' | '★' | '☆' | '\u{25a0}'..='\u{25ff}');
    let bare = name.trim_end_matches(|c: char| is_mark(c) || c.is_whitespace());
    if bare.is_empty() { name } else { bare }
}

/// `Name (remark)`.
pub(super) fn aside(name: &str) -> Option<(&str, &str)> {
    let (name, inner) = name.strip_suffix(')')?.rsplit_once('(')?;
    let (name, inner) = (name.trim_end(), inner.trim());
    (!name.is_empty() && !fold::key(inner).is_empty()).then_some((name, inner))
}

/// Whether a word is an id as tools write them behind a name (`1_168`).
fn is_id(word: &str) -> bool {
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    word.split_once('_').is_some_and(|(set, number)| digits(set) && digits(number))
}
