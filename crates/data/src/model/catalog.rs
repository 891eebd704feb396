//! One game with its cards, lists and formats, ready for use.

use super::card_rule::{CardRule, CardRules};
use super::cards::{CardIndex, Cards};
use super::copy_state::CopyState;
use super::format::Format;
use super::game::{Game, Named};
use super::lazy::Lazy;
use super::number::{Date, Number};
use super::set_out::SetOut;
use super::text::Text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A list of cards that formats refer to (`in:LIST`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct CardList {
    /// Identifier and names.
    pub named: Named,
    /// Its cards, sorted.
    pub cards: Vec<CardIndex>,
    /// The number that it gives to each of them, in their order; none where it gives no numbers.
    pub numbers: Vec<Number>,
    /// Ids it names that no card file has.
    pub absent: Vec<String>,
    /// First and last day it holds.
    pub dates: (Option<Date>, Option<Date>),
    /// Citation.
    pub cite: Text,
    /// In words.
    pub text: Text,
}

impl CardList {
    /// Whether a card is on the list.
    pub fn contains(&self, card: CardIndex) -> bool {
        self.cards.binary_search(&card).is_ok()
    }

    /// The number that it gives to a card: 1 on a list without numbers, 0 where it does not hold it.
    pub fn number(&self, card: CardIndex) -> Number {
        let one = Number::from_millionths(Number::SCALE);
        match self.cards.binary_search(&card) {
            Ok(at) => self.numbers.get(at).copied().unwrap_or(one),
            Err(_) => Number::ZERO,
        }
    }
}

/// A format's names, known without unpacking it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct FormatHead {
    /// Identifier, names and other words.
    pub named: Named,
    /// Only there to be extended.
    pub is_abstract: bool,
}

/// A folder or file that was laid over the shipped data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overlay {
    /// Its path as given.
    pub path: String,
    /// How many cards and formats it added or changed.
    pub changed: usize,
    /// Whether it declares, with id and name, the game that it is laid over: as a game of its own
    /// would, perhaps by mistake.
    pub declares: bool,
    /// Whether it is a packed game in the place of that one, instead of being laid over it.
    pub replaces: bool,
}

/// A game in use.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// The game.
    pub game: Game,
    /// Its cards.
    pub cards: Cards,
    /// Names of its formats, in the order of the data.
    pub(crate) heads: Vec<FormatHead>,
    /// The formats, in the order of `heads`.
    pub(crate) bodies: Vec<Lazy<Format>>,
    /// Names of its lists, in the order of the data.
    pub(crate) list_heads: Vec<Named>,
    /// The lists, in the order of `list_heads`.
    pub(crate) lists: Vec<Lazy<CardList>>,
    /// What cards set out before play begins, by card.
    pub(crate) set_outs: Vec<SetOut>,
    /// Rules that cards bring with them, by card.
    pub(crate) card_rules: Vec<CardRules>,
    /// What was laid over the shipped data.
    pub overlays: Vec<Overlay>,
}

impl Catalog {
    /// A game with its cards, without formats and lists.
    pub fn new(game: Game, cards: Cards) -> Catalog {
        Catalog { game, cards, ..Catalog::default() }
    }

    /// The same game with copies of cards in these states.
    pub fn with_copies(&self, copies: BTreeSet<(CardIndex, CopyState)>) -> Catalog {
        self.with_cards(self.cards.with_copies(&self.game, copies))
    }

    /// The same game with the same cards, to which copies in a state were added.
    pub fn with_cards(&self, cards: Cards) -> Catalog {
        Catalog { cards, ..self.clone() }
    }

    /// The format that a word names (id, name, alias), abstract ones included.
    pub fn format(&self, word: &str) -> Option<&Format> {
        let by_id = self.heads.iter().position(|h| h.named.id == word);
        let at = by_id.or_else(|| self.heads.iter().position(|h| h.named.means(word)))?;
        self.bodies.get(at).map(Lazy::unpacked)
    }

    /// Names of the formats, in the order of the data.
    pub fn format_heads(&self) -> &[FormatHead] {
        &self.heads
    }

    /// Every format, abstract ones included, in the order of [`format_heads`](Self::format_heads).
    pub fn all_formats(&self) -> impl Iterator<Item = &Format> {
        self.bodies.iter().map(Lazy::unpacked)
    }

    /// Adds a format, in the place of the one with its id where there is one.
    pub fn put_format(&mut self, format: Format) {
        let head = FormatHead { named: format.named.clone(), is_abstract: format.is_abstract };
        match self.heads.iter().position(|other| other.named.id == head.named.id) {
            Some(at) => {
                // INVARIANT: `at` was found in `heads`, and `bodies` is as long.
                self.heads[at] = head;
                self.bodies[at] = Lazy::ready(format);
            }
            None => {
                self.heads.push(head);
                self.bodies.push(Lazy::ready(format));
            }
        }
    }

    /// Every format that decks are built for.
    pub fn formats(&self) -> impl Iterator<Item = &Format> {
        let playable = self.heads.iter().zip(&self.bodies).filter(|(h, _)| !h.is_abstract);
        playable.map(|(_, body)| body.unpacked())
    }

    /// Names of the lists, in the order of the data.
    pub fn list_names(&self) -> &[Named] {
        &self.list_heads
    }

    /// Every list, in the order of [`list_names`](Self::list_names).
    pub fn lists(&self) -> impl Iterator<Item = &CardList> {
        self.lists.iter().map(Lazy::unpacked)
    }

    /// The list at a position of [`list_names`](Self::list_names).
    pub fn list_at(&self, at: usize) -> Option<&CardList> {
        self.lists.get(at).map(Lazy::unpacked)
    }

    /// Adds a list, in the place of the one with its id where there is one.
    pub fn put_list(&mut self, list: CardList) {
        let named = list.named.clone();
        match self.list_heads.iter().position(|other| other.id == named.id) {
            Some(at) => {
                // INVARIANT: `at` was found in `list_heads`, and `lists` is as long.
                self.list_heads[at] = named;
                self.lists[at] = Lazy::ready(list);
            }
            None => {
                self.list_heads.push(named);
                self.lists.push(Lazy::ready(list));
            }
        }
    }

    /// Everything that cards set out, by card.
    pub fn set_outs(&self) -> &[SetOut] {
        &self.set_outs
    }

    /// What a card sets out before play begins.
    pub fn set_out(&self, card: CardIndex) -> Option<&SetOut> {
        let card = self.cards.base(card);
        let at = self.set_outs.binary_search_by_key(&card, |set_out| set_out.card).ok()?;
        self.set_outs.get(at)
    }

    /// Every card that brings rules with it, by card.
    pub fn card_rules(&self) -> &[CardRules] {
        &self.card_rules
    }

    /// Gives a card rules in the place of those that it had.
    pub fn put_rules_of(&mut self, card: CardIndex, rules: Vec<CardRule>) {
        self.card_rules.retain(|of| of.card != card);
        if !rules.is_empty() {
            let at = self.card_rules.partition_point(|of| of.card < card);
            self.card_rules.insert(at, CardRules { card, rules: rules.into() });
        }
    }

    /// The rules that a card brings with it, each with the zone in which it has to lie.
    pub fn rules_of(&self, card: CardIndex) -> &[CardRule] {
        let card = self.cards.base(card);
        let at = self.card_rules.binary_search_by_key(&card, |rules| rules.card).ok();
        at.and_then(|at| self.card_rules.get(at)).map_or(&[], |rules| rules.rules.unpacked())
    }

    /// The list that a word names.
    pub fn list(&self, word: &str) -> Option<&CardList> {
        let by_id = self.list_heads.iter().position(|h| h.id == word);
        let at = by_id.or_else(|| self.list_heads.iter().position(|h| h.means(word)))?;
        self.lists.get(at).map(Lazy::unpacked)
    }
}
