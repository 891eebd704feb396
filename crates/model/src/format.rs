//! Formats: construction rules for decks, how they are dealt, and which decks may meet.

use super::game::Named;
use super::lazy::Lazy;
use super::mulligan::Mulligan;
use super::number::{Dates, Number};
use serde::{Deserialize, Serialize};
use sleeve_text::{Noun, Text, find_named};
use std::fmt;

/// A place in the data, so that a message can point at it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Origin {
    /// File, relative to the folder of card data, `/` between its parts.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
}

/// A format with everything it inherits written out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Format {
    /// First, and unpacked apart: the words of the zones of all formats are known without the rest.
    pub zones: Lazy<Vec<Zone>>,
    pub named: Named,
    /// Citation: source id, then where; or `reading: …`.
    pub cite: Text,
    pub text: Text,
    /// Unique: the id, and where a format has several versions, `@` and the first day of this one.
    pub key: String,
    /// Keys of the formats it extends, nearest first.
    pub extends: Vec<String>,
    /// Whether it exists only to be extended.
    pub is_abstract: bool,
    /// First and last day in force.
    pub dates: Dates,
    pub parameters: Vec<Parameter>,
    /// Numbers that the format sets and that cards may change.
    pub numbers: Vec<NamedNumber>,
    /// Numbers of a deck that conditions use by their names.
    pub measures: Vec<NamedNumber>,
    /// Empty where every deck is built alike.
    pub roles: Vec<Role>,
    /// Unpacked apart: who asks for the words of all formats reads no rules.
    pub rules: Lazy<Vec<Rule>>,
    /// How an opening hand is dealt.
    pub opening: Option<Opening>,
    /// Rules for two decks at one table.
    pub matches: Vec<MatchRule>,
    /// Rules and changes of cards that have no force here, as `CARD/RULE` or `CARD/NUMBER`.
    pub dropped: Vec<String>,
    pub origin: Origin,
}

impl Format {
    /// The zone with this id or name.
    pub fn zone(&self, word: &str) -> Option<&Zone> {
        find_named(&self.zones, word, |zone| &zone.named).map(|at| &self.zones[at])
    }

    /// Whether a rule or a change of a card, as `CARD/RULE` or `CARD/NUMBER`, can have force here: the format has
    /// the zones that it names and does not drop it.
    pub fn admits<'z>(&self, id: &str, mut zones: impl Iterator<Item = &'z String>) -> bool {
        let is_dropped = self.dropped.iter().any(|dropped| dropped == id);
        !is_dropped && zones.all(|id| self.zones.iter().any(|zone| zone.named.id == *id))
    }

    /// The role with this id or name.
    pub fn role(&self, word: &str) -> Option<&Role> {
        find_named(&self.roles, word, |role| &role.named).map(|at| &self.roles[at])
    }

    /// The parameter with this id or name.
    pub fn parameter(&self, word: &str) -> Option<&Parameter> {
        find_named(&self.parameters, word, |parameter| &parameter.named)
            .map(|at| &self.parameters[at])
    }
}

/// A number that the format names, so that conditions use it by its name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct NamedNumber {
    pub named: Named,
    /// What it is: a measure of the pile language.
    pub measure: String,
    pub origin: Origin,
}

/// A number that a deck, an event or the user sets within limits, or one of a few words.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Parameter {
    pub named: Named,
    /// The value of decks that set none; `None`: a deck has to set it.
    pub default: Option<Setting>,
    /// Values that replace `default` for decks of a role, by the id of the role.
    pub by_role: Vec<(String, Setting)>,
    /// The words allowed as values; empty: the value is a number.
    pub words: Vec<Named>,
    /// The only numbers allowed; empty: any within `min` and `max`, as [whole](Parameter::is_whole) as these.
    pub allowed: Vec<Number>,
    pub min: Option<Number>,
    pub max: Option<Number>,
    /// A condition that reads the parameter: a deck that states no value has the first one for which it holds.
    pub implied_by: Option<String>,
}

impl Parameter {
    /// The value for a deck of a role that sets none; `None`: the deck has to set it.
    pub fn default_for(&self, role: Option<&str>) -> Option<&Setting> {
        let for_role = self.by_role.iter().find(|(id, _)| role == Some(id));
        for_role.map(|(_, value)| value).or(self.default.as_ref())
    }

    /// All default values, each with its role; `None`: for every other role.
    pub fn defaults(&self) -> impl Iterator<Item = (Option<&str>, &Setting)> {
        let by_role = self.by_role.iter().map(|(role, value)| (Some(role.as_str()), value));
        self.default.as_ref().map(|value| (None, value)).into_iter().chain(by_role)
    }

    /// The id of the allowed word that a word means; an id goes before names.
    pub fn word(&self, word: &str) -> Option<&str> {
        find_named(&self.words, word, |named| named).map(|at| self.words[at].id.as_str())
    }

    /// Normalises a given value to the id of an allowed word, or to a number; a value that is not allowed stays.
    pub fn normalize(&self, given: &Setting) -> Setting {
        match given {
            Setting::Word(word) if self.words.is_empty() => Setting::parse(word),
            Setting::Word(word) => self.word(word).map_or_else(|| given.clone(), Setting::word),
            Setting::Number(_) if self.words.is_empty() => given.clone(),
            Setting::Number(number) => {
                self.word(&number.to_string()).map_or_else(|| given.clone(), Setting::word)
            }
        }
    }

    /// Whether only whole numbers are allowed: so where every number in its data is whole.
    pub fn is_whole(&self) -> bool {
        let defaults = self.defaults().filter_map(|(_, value)| value.number());
        let given = self.allowed.iter().copied().chain(self.min).chain(self.max).chain(defaults);
        given.into_iter().all(|number| number.to_integer().is_some())
    }

    /// Whether a deck may set this value.
    pub fn allows(&self, value: &Setting) -> bool {
        match value {
            Setting::Word(word) => self.words.iter().any(|named| named.id == *word),
            Setting::Number(number) => {
                let listed = self.allowed.is_empty() || self.allowed.contains(number);
                let above = self.min.is_none_or(|min| *number >= min);
                self.words.is_empty()
                    && (number.to_integer().is_some() || !self.is_whole())
                    && listed
                    && above
                    && self.max.is_none_or(|max| *number <= max)
            }
        }
    }

    /// Whether more than one value is allowed.
    pub fn is_open(&self) -> bool {
        match self.choices().len() {
            0 => self.min.is_none() || self.min != self.max,
            choices => choices > 1,
        }
    }

    /// The only values allowed; empty: any number within `min` and `max`.
    pub fn choices(&self) -> Vec<Setting> {
        if self.words.is_empty() {
            self.allowed.iter().copied().map(Setting::Number).collect()
        } else {
            self.words.iter().map(|n| Setting::Word(n.id.to_string())).collect()
        }
    }
}

/// The value of a parameter: a number, or a word where the format lists words.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Setting {
    Number(Number),
    Word(String),
}

impl Setting {
    /// Parses a typed value: a number where the text is one, else a word.
    pub fn parse(text: &str) -> Setting {
        Number::parse(text).map_or_else(|| Setting::Word(text.to_owned()), Setting::Number)
    }

    /// A word as a value.
    pub fn word(word: &str) -> Setting {
        Setting::Word(word.to_owned())
    }

    /// The number; `None` for a word.
    pub fn number(&self) -> Option<Number> {
        match self {
            Setting::Number(number) => Some(*number),
            Setting::Word(_) => None,
        }
    }
}

impl From<Number> for Setting {
    fn from(number: Number) -> Setting {
        Setting::Number(number)
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Number(number) => number.fmt(f),
            Setting::Word(word) => f.write_str(word),
        }
    }
}

sleeve_text::words_by_display!(Setting);

/// A role that a deck is built for (a side, a faction, a seat).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Role {
    pub named: Named,
    /// A deck that names no role and meets exactly one role's condition has that role.
    pub implied_by: Option<String>,
}

/// A zone of a deck.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Zone {
    pub named: Named,
    /// Filter of the cards it accepts.
    pub accepts: String,
    /// The field of its cards that names the role of the deck.
    pub role_from: Option<String>,
    /// The roles it is for; empty: all.
    pub roles: Vec<String>,
    pub origin: Origin,
}

worded! {
    /// The meaning of a broken rule.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
    pub enum Level, word {
        /// The deck is illegal.
        #[default]
        Error = "error",
        /// The deck is legal, but the player should know.
        Warning = "warning",
    }
}

/// What a deck of a format has to meet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Rule {
    /// Kebab-case identifier, unique in its format and never reused.
    #[serde(deserialize_with = "sleeve_text::deserialize_id")]
    pub id: String,
    /// The zones whose cards it reads together; empty: the whole deck.
    pub zones: Vec<String>,
    pub body: RuleBody,
    pub level: Level,
    pub cite: Text,
    /// The demand in words, and its reason.
    pub text: Text,
    /// The roles it is for; empty: all.
    pub roles: Vec<String>,
    /// The noun for what it counts, in messages ("2 weapons too many"); empty: cards.
    pub noun: Noun,
    /// Key of the format that states it, from which others inherit it.
    pub format: String,
    pub origin: Origin,
}

/// What a rule asks, in the form in which it is judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub enum RuleBody {
    /// A condition of the pile language.
    Require(String),
    /// Exactly these cards.
    Contents(Contents),
    /// Ships that carry ships.
    Carries(Carries),
    /// The deck holds the cards that the cards matched by this filter set out.
    SetsOut(String),
    /// Every copy is covered by an allowance, each of which covers only so many.
    Allowances(Vec<Allowance>),
    /// Nothing: the rule of a card that only lifts rules of the format.
    Nothing,
}

/// Largest number of allowances of one rule.
pub const ALLOWANCE_LIMIT: usize = 64;

/// Cards that a rule allows, up to a number of copies. Allowances may overlap: the
/// player decides which one covers a copy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Allowance {
    /// What findings call it; empty: its filter in words.
    pub name: Text,
    /// Filter of the cards that it may cover.
    pub cards: String,
    /// How many copies it covers at most (a measure of the deck); `None`: all of them.
    pub up_to: Option<String>,
}

/// Exactly the cards that a deck has to hold.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Contents {
    /// Names of cards with numbers of copies.
    List(Vec<(String, u32)>),
    /// Every card that a filter matches, as often as `each` says (a measure over the one card and the parameters: a
    /// number, a field such as `quantity`, or arithmetic such as `quantity * boxes`).
    Filter { filter: String, each: String },
}

/// The fields that a carrier rule reads on carrying and carried cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Carries {
    /// Field of the carrier: how many spaces it has; absent or unprinted means it carries nothing.
    pub capacity: String,
    /// Field of the carried card: how many spaces it takes.
    pub space: String,
    /// Ordered field in which the carried card must be smaller than its carrier.
    pub smaller_than: String,
    /// Filter of the cards that the set-up lays on the table: no hold carries them. Empty: none.
    pub placed: String,
}

/// How an opening hand is dealt and later turns are drawn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Opening {
    /// Filter of the cards set out before the draw.
    pub aside: Option<String>,
    /// Filters of the card that a deck starts with where it marks none as set aside, the first
    /// that any card matches: if that is one card, it is set out with what it sets out itself.
    pub starts: Vec<String>,
    /// Zones the hand is drawn from.
    pub zones: Vec<String>,
    /// How many cards are drawn.
    pub draw: Draw,
    /// Hands dealt from one pile (a measure); empty: one.
    pub hands: String,
    /// Piles that are dealt from the same cards as the hand, after it (prizes, lives): the name of each and
    /// how many cards it takes (a measure).
    pub beside: Vec<(String, String)>,
    /// A shared row of cards, if the game has one.
    pub row: Option<SharedRow>,
    pub turn: Option<Turn>,
    /// Largest hand at the end of a turn (a measure).
    pub limit: Option<String>,
    /// When the discard is shuffled into a new pile.
    pub reshuffle: Option<Reshuffle>,
    /// Whether and how a hand may be exchanged.
    pub mulligan: Mulligan,
    pub text: Text,
    pub cite: Text,
    pub origin: Origin,
}

/// How many cards are drawn. Every number is a measure of the pile language.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Draw {
    /// An equal number for every seat.
    All(String),
    /// By seat; later seats draw as the last one listed.
    BySeat(Vec<String>),
    /// By number of players, then by seat.
    ByPlayers(Vec<(u32, Vec<String>)>),
}

/// A row of cards open to all.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SharedRow {
    pub from: String,
    /// How many cards it holds (a measure).
    pub size: String,
}

/// The draw of a later turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Turn {
    pub draw: TurnDraw,
    /// Where players choose how many they draw: the most that is usual (a measure); `draw` is the least.
    pub most: Option<String>,
    /// What decides between the least and the most.
    pub text: Text,
    /// The first turn that draws: 2, or 1 where the opening hand grows at once.
    pub first: u32,
    pub discard: Discard,
}

/// The cards that leave the hand between two turns; their number alone matters.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub enum Discard {
    /// Nothing that the format knows of.
    #[default]
    Nothing,
    Hand,
    /// So many cards (a measure).
    Cards(String),
}

/// How many cards a later turn draws.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum TurnDraw {
    /// So many cards (a measure; a word may be a parameter that the user gives).
    Draw(String),
    /// Up to so many cards in hand.
    Refill(String),
}

/// When the discard is shuffled into a new pile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reshuffle {
    /// `empty`: as soon as a card is to be drawn from an empty pile; `last`: when the last card is drawn.
    pub when: ReshuffleWhen,
    /// How often at most; `None`: always.
    pub times: Option<u32>,
    /// Filter of the discarded cards that leave the game instead.
    pub except: Option<String>,
}

/// The moment of a reshuffle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ReshuffleWhen {
    /// A card is to be drawn and the pile is empty.
    Empty,
    /// The last card of the pile has been drawn.
    Last,
}

/// A rule for two decks at one table: piles are `a.<zone>` and `b.<zone>`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct MatchRule {
    #[serde(deserialize_with = "sleeve_text::deserialize_id")]
    pub id: String,
    pub require: String,
    pub level: Level,
    pub cite: Text,
    pub text: Text,
    pub origin: Origin,
}
