//! Formats: construction rules for decks, how they are dealt, and which decks may meet.

use super::{
    lazy::Lazy,
    mulligan::Mulligan,
    number::{Dates, Number},
};
use serde::{Deserialize, Serialize};
use sleeve_text::{Named, Noun, Text, find_named, packed};
use std::fmt;

/// A place in the data that a message can point at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Origin {
    /// The file, relative to the folder of card data, with `/` between its parts.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// A format, including everything that it inherits.
#[packed(Default)]
pub struct Format {
    /// First, and unpacked separately, so that zone names of all formats are available without the
    /// rest.
    pub zones: Lazy<Vec<Zone>>,
    pub named: Named,
    /// The citation: a source id, then the place; or `reading: …`.
    pub cite: Text,
    pub text: Text,
    /// What its rules do not judge, in a few words each; legal verdicts show it.
    pub not_asked: Vec<Text>,
    /// A unique key: the id, and for a format with several versions `@` and the first day of this
    /// one.
    pub key: String,
    /// Keys of the formats it extends, nearest first.
    pub extends: Vec<String>,
    /// Whether it exists only to be extended.
    pub is_abstract: bool,
    /// The first and last day in force.
    pub dates: Dates,
    pub parameters: Vec<Parameter>,
    /// Numbers that the format sets and that cards may change.
    pub numbers: Vec<NamedNumber>,
    /// Numbers of a deck that conditions use by name.
    pub measures: Vec<NamedNumber>,
    /// Empty if all decks are built alike.
    pub roles: Vec<Role>,
    /// Unpacked separately, because most uses of all formats need no rules.
    pub rules: Lazy<Vec<Rule>>,
    /// How an opening hand is dealt.
    pub opening: Option<Opening>,
    /// Rules for two decks that meet.
    pub matches: Vec<MatchRule>,
    /// Card rules and changes that do not apply here, as `CARD/RULE` or `CARD/NUMBER`.
    pub dropped: Vec<String>,
    pub origin: Origin,
}

impl Format {
    /// The zone with this id or name.
    pub fn zone(&self, word: &str) -> Option<&Zone> {
        find_named(&self.zones, word, |zone| &zone.named).map(|at| &self.zones[at])
    }

    /// The zone with which decks exchange cards between games.
    pub fn sideboard(&self) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.is_sideboard)
    }

    /// Whether a rule or change of a card, as `CARD/RULE` or `CARD/NUMBER`, can apply here: the
    /// format has its zones and does not drop it.
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

/// A number with a name that conditions can use.
#[packed]
pub struct NamedNumber {
    pub named: Named,
    /// Its value: a measure of the query language.
    pub measure: String,
    pub origin: Origin,
}

/// A value that a deck, an event or the user sets: a number within limits, or one of a few words.
#[packed(Default)]
pub struct Parameter {
    pub named: Named,
    /// The value for decks that set none; `None`: a deck has to set it.
    pub default: Option<Setting>,
    /// Values that replace `default` for decks of a role, by the role's id.
    pub by_role: Vec<(String, Setting)>,
    /// The allowed words; empty: the value is a number.
    pub words: Vec<Named>,
    /// The allowed numbers; empty: any between `min` and `max`, as [whole](Parameter::is_whole) as
    /// these.
    pub allowed: Vec<Number>,
    pub min: Option<Number>,
    pub max: Option<Number>,
    /// A condition that uses the parameter: a deck that sets no value gets the first one for which
    /// it holds.
    pub implied_by: Option<String>,
}

impl Parameter {
    /// The value for a deck of a role that sets none; `None`: the deck has to set it.
    pub fn default_for(&self, role: Option<&str>) -> Option<&Setting> {
        let for_role = self.by_role.iter().find(|(id, _)| role == Some(id));
        for_role.map(|(_, value)| value).or(self.default.as_ref())
    }

    /// All default values with their roles; `None`: for all other roles.
    pub fn defaults(&self) -> impl Iterator<Item = (Option<&str>, &Setting)> {
        let by_role = self
            .by_role
            .iter()
            .map(|(role, value)| (Some(role.as_str()), value));
        self.default
            .as_ref()
            .map(|value| (None, value))
            .into_iter()
            .chain(by_role)
    }

    /// The id of the allowed word with this id or name; ids come first.
    pub fn word(&self, word: &str) -> Option<&str> {
        find_named(&self.words, word, |named| named).map(|at| self.words[at].id.as_str())
    }

    /// Turns a given value into the id of an allowed word, or a number. A value that is not allowed
    /// is returned unchanged.
    pub fn normalize(&self, given: &Setting) -> Setting {
        match given {
            Setting::Word(word) if self.words.is_empty() => Setting::parse(word),
            Setting::Word(word) => self.word(word).map_or_else(|| given.clone(), Setting::word),
            Setting::Number(_) if self.words.is_empty() => given.clone(),
            Setting::Number(number) => self
                .word(&number.to_string())
                .map_or_else(|| given.clone(), Setting::word),
        }
    }

    /// Whether only whole numbers are allowed, which is so if every number in its data is whole.
    pub fn is_whole(&self) -> bool {
        let defaults = self.defaults().filter_map(|(_, value)| value.number());
        let given = self
            .allowed
            .iter()
            .copied()
            .chain(self.min)
            .chain(self.max)
            .chain(defaults);
        given
            .into_iter()
            .all(|number| number.to_integer().is_some())
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

    /// The allowed values; empty: any number between `min` and `max`.
    pub fn choices(&self) -> Vec<Setting> {
        if self.words.is_empty() {
            self.allowed.iter().copied().map(Setting::Number).collect()
        } else {
            self.words
                .iter()
                .map(|n| Setting::Word(n.id.to_string()))
                .collect()
        }
    }
}

/// The value of a parameter: a number, or a word if the format lists words.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Setting {
    Number(Number),
    Word(String),
}

impl Setting {
    /// Parses a typed value: a number if the text is one, else a word.
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

/// A role that a deck is built for: a side, a faction, a seat.
#[packed]
pub struct Role {
    pub named: Named,
    /// A deck that names no role gets this one if it meets this condition and no other role's.
    pub implied_by: Option<String>,
}

/// A zone of a deck.
#[packed]
pub struct Zone {
    pub named: Named,
    /// A filter for the cards that it accepts.
    pub accepts: String,
    /// The field of its cards that sets the deck's role.
    pub role_from: Option<String>,
    /// The roles it is for; empty: all.
    pub roles: Vec<String>,
    /// Whether decks exchange cards with it between games.
    pub is_sideboard: bool,
    pub origin: Origin,
}

worded! {
    /// The severity of a broken rule.
    #[derive(
        Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
    )]
    pub enum Level, word {
        /// The deck is illegal.
        #[default]
        Error = "error",
        /// The deck is legal, but the player should know.
        Warning = "warning",
    }
}

/// A rule that a deck of a format has to meet.
#[packed]
pub struct Rule {
    /// Kebab-case identifier, unique in its format and never reused.
    #[serde(deserialize_with = "sleeve_text::deserialize_id")]
    pub id: String,
    /// The zones whose cards it counts together; empty: the whole deck.
    pub zones: Vec<String>,
    pub body: RuleBody,
    pub level: Level,
    pub cite: Text,
    /// The rule in words, with its reason.
    pub text: Text,
    /// The roles it is for; empty: all.
    pub roles: Vec<String>,
    /// The noun for the counted cards in messages ("2 weapons too many"); empty: cards.
    pub noun: Noun,
    /// The key of the format that states it, from which others inherit it.
    pub format: String,
    pub origin: Origin,
}

/// The demand of a rule.
#[packed]
pub enum RuleBody {
    /// A condition of the query language.
    Require(String),
    /// Exactly these cards.
    Contents(Contents),
    /// Ships that carry ships.
    Carries(Carries),
    /// The deck contains the cards that are set out by the cards that match this filter.
    SetsOut(String),
    /// An allowance covers each copy. Each allowance covers a limited number of copies.
    Allowances(Vec<Allowance>),
    /// Nothing: a card's rule that only suspends rules of the format.
    Nothing,
}

/// The most allowances of one rule.
pub const ALLOWANCE_LIMIT: usize = 64;

/// Cards that a rule allows, up to a number of copies. Allowances may overlap: the player decides
/// which one covers a copy.
#[packed(Eq)]
pub struct Allowance {
    /// Its name in findings; empty: its filter in words.
    pub name: Text,
    /// A filter for the cards that it may cover.
    pub cards: String,
    /// The most copies that it covers (a measure of the deck); `None`: no limit.
    pub up_to: Option<String>,
}

/// Exactly the cards that a deck has to contain.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Contents {
    /// Names of cards with numbers of copies.
    List(Vec<(String, u32)>),
    /// Every card that matches a filter, as often as `each` says. `each` is a measure over the card
    /// and the parameters: a number, a field such as `quantity`, or arithmetic such as `quantity *
    /// boxes`.
    Filter { filter: String, each: String },
}

/// The fields of carrying and carried cards that a carrier rule uses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Carries {
    /// A field of the carrier: its number of spaces. A carrier without a value carries nothing.
    pub capacity: String,
    /// A field of the carried card: the spaces that it needs.
    pub space: String,
    /// An ordered field: its value for the carried card must be smaller than for its carrier.
    pub smaller_than: String,
    /// A filter for the cards that the set-up puts on the table, which need no carrier. Empty:
    /// none.
    pub placed: String,
}

/// How an opening hand is dealt and later turns are drawn.
#[packed]
pub struct Opening {
    /// A filter for the cards set out before the draw.
    pub aside: Option<String>,
    /// Filters for the card that a deck starts with if it marks none as set aside. The first filter
    /// with a match counts: if it matches one card, that card is set out, with the cards that it
    /// sets out itself.
    pub starts: Vec<String>,
    /// The zones from which the hand is drawn.
    pub zones: Vec<String>,
    /// How many cards are drawn.
    pub draw: Draw,
    /// The number of hands dealt from one pile (a measure); empty: one.
    pub hands: String,
    /// Piles dealt after the hand from the same cards (prizes, lives): their names and sizes (a
    /// measure).
    pub beside: Vec<(String, String)>,
    /// A shared row of cards, if the game has one.
    pub row: Option<SharedRow>,
    pub turn: Option<Turn>,
    /// The largest hand at the end of a turn (a measure).
    pub limit: Option<String>,
    /// When the discard is shuffled into a new pile.
    pub reshuffle: Option<Reshuffle>,
    /// Whether and how the player may mulligan.
    pub mulligan: Mulligan,
    /// Whether several hands are dealt, of which one stays.
    pub choice: Option<HandChoice>,
    pub text: Text,
    pub cite: Text,
    pub origin: Origin,
}

/// Several opening hands of one player, dealt from the same cards. One stays, and the others are
/// shuffled in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HandChoice {
    pub hands: u32,
    /// The measure that is greatest for the hand that stays; of equal ones, the first.
    pub keep: String,
}

/// The number of cards to draw. Every number is a measure of the query language.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Draw {
    /// The same number for every seat.
    All(String),
    /// By seat; seats after the last one listed draw like it.
    BySeat(Vec<String>),
    /// By number of players, then by seat.
    ByPlayers(Vec<(u32, Vec<String>)>),
}

/// A row of open cards that all players share.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SharedRow {
    pub from: String,
    /// The number of cards in it (a measure).
    pub size: String,
}

/// The draw of a later turn.
#[packed]
pub struct Turn {
    pub draw: TurnDraw,
    /// If players choose how many cards they draw: the usual maximum (a measure); `draw` is the
    /// minimum.
    pub most: Option<String>,
    /// What decides between the minimum and the maximum.
    pub text: Text,
    /// The first turn that draws: 2, or 1 if the opening hand is followed by a draw at once.
    pub first: u32,
    pub discard: Discard,
}

/// The cards that leave the hand between two turns. Only their number matters.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub enum Discard {
    /// Nothing, as far as the format knows.
    #[default]
    Nothing,
    Hand,
    /// This many cards (a measure).
    Cards(String),
}

/// The number of cards that a later turn draws.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum TurnDraw {
    /// This many cards (a measure, which may be a parameter that the user gives).
    Draw(String),
    /// Up to this many cards in hand.
    Refill(String),
}

/// When the discard is shuffled into a new pile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reshuffle {
    /// `empty`: as soon as a card has to be drawn from an empty pile; `last`: when the last card is
    /// drawn.
    pub when: ReshuffleWhen,
    /// The most reshuffles; `None`: no limit.
    pub times: Option<u32>,
    /// A filter for the discarded cards that leave the game instead.
    pub except: Option<String>,
}

/// The moment of a reshuffle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ReshuffleWhen {
    /// A card has to be drawn, but the pile is empty.
    Empty,
    /// The last card of the pile has been drawn.
    Last,
}

/// A rule for two decks that meet; their piles are `a.<zone>` and `b.<zone>`.
#[packed]
pub struct MatchRule {
    #[serde(deserialize_with = "sleeve_text::deserialize_id")]
    pub id: String,
    pub require: String,
    pub level: Level,
    pub cite: Text,
    pub text: Text,
    pub origin: Origin,
}
