//! The messages of the linter, in every language, and the table of all its findings, one line each, from which the manual is
//! generated.

use super::super::source::DataMessage;
use sleeve_data::model::{Date, Lang};
use sleeve_data::problem::{Candidates, DidYouMean, Phrase, Quoted};
use sleeve_data::{messages, terms};

messages! {
    /// What the linter finds in data.
    #[derive(Clone, PartialEq, Debug)]
    pub enum LintMessage {
        Data { message: DataMessage } [message.id().unwrap_or_default()] => {
            as: *message,
        }
        BadRoleField { zone: String, field: String, roles: Vec<String> } ["bad-role-field"] => {
            let roles = Quoted(&roles);
            title: "no value of `{field}` is a role of the format, which the cards in `{zone}` are to name",
            help: "roles and values go by their ids: {roles}",
        }
        UnknownReader { name: String, candidates: Candidates } ["unknown-reader"] => {
            title: "unknown reader `{name}`",
            help: candidates,
        }
        DuplicateName { name: String } ["duplicate-name"] => {
            title: "two cards of one kind and set are called `{name}`",
            other: "the first",
            help: "name them apart, or say under [naming] which is meant",
        }
        SharedValue { field: String, value: String } ["shared-value"] => {
            title: "two cards have the `{field}` `{value}`, which one card alone can have",
            other: "the first",
            help: "correct one of them",
        }
        NoCardOfField { field: String, name: String, near: Vec<String> } ["unknown-card-name"] => {
            title: "no card is called `{name}`, which `{field}` names",
            help: DidYouMean(&near),
        }
        PresentAbsent { list: String, id: String } ["present-absent"] => {
            title: "the list `{list}` calls `{id}` absent, and there is such a card",
            help: "move it to `cards`",
        }
        UnsortedSets {
            id: String,
            released: Date,
            /// The one that stands before it.
            before: String,
            /// Its day, which is later.
            date: Date,
        } ["unsorted-dates"] => {
            title: "`{id}` ({released}) stands after `{before}` ({date}), which is later",
            help: "list the sets by their dates",
        }
        BeginsBefore { id: String, older: String } ["unsorted-dates"] => "`{id}` begins before `{older}`, which it extends",
        ReversedDates { id: String, from: Date, to: Date } ["reversed-dates"] => "`{id}` ends ({to}) before it begins ({from})",
        OverlappingDates {
            /// The earlier one in the file.
            earlier: String,
            /// The later one.
            later: String,
        } ["overlapping-dates"] => {
            title: "`{earlier}` and `{later}` bear one name and hold on the same days",
            other: "the other",
            help: "let the earlier one end (`to`) the day before the later one begins",
        }
        NoText { id: String } ["no-text"] => {
            title: "the rule `{id}` does not say in words what it asks",
            help: "add `text = {{ en = \"…\", fr = \"…\" }}`",
        }
        NoCitation { what: Citing, id: String } ["no-citation"] => {
            let tail = what.tail();
            title: "the {what} `{id}`{tail} cites nothing",
            help: "add `cite = \"source: where\"`, or `cite = \"reading: …\"` where you had to choose",
        }
        UnknownCitation {
            what: Citing,
            id: String,
            source: String,
            known: Vec<String>,
        } ["unknown-citation"] => {
            let known = Quoted(&known);
            let tail = what.tail();
            title: "the {what} `{id}`{tail} cites `{source}`, which is no source of this game",
            help: "declare it as [sources.{source}]; there are {known} and `reading`",
        }
        BadDefault { id: String, default: sleeve_data::model::Setting } ["bad-default"] => "the default {default} of `{id}` is not among its allowed values",
        UnusedParameter { format: String, id: String } ["unused-parameter"] => {
            title: "nothing in `{format}` reads the parameter `{id}`",
            help: "remove it, or say in a text what `{id}` is for, with backquotes around the word",
        }
        EmptyPlace { id: String, cards: String } ["matches-nothing"] => {
            title: "no card of the game fills the place `{id}`: `{cards}`",
            help: SEE_CARDS,
        }
        WrongKind {
            id: String,
            kind: String,
            names: String,
            /// How many more there are.
            more: usize,
        } ["wrong-kind"] => {
            let and = word!(" and ");
            let rest = word!(" more");
            when *more > 0 => {
                title: "the place `{id}` is for the kind `{kind}`, and its filter finds {names}{and}{more}{rest}",
                help: "narrow the filter, with `kind:{kind}` at least",
            }
            title: "the place `{id}` is for the kind `{kind}`, and its filter finds {names}",
            help: "narrow the filter, with `kind:{kind}` at least",
        }
        TwoPlaces { id: String, other: String, place: String } ["two-places"] => {
            title: "`{id}` fills the places `{other}` and `{place}` of one card",
            other: "the other place",
            help: "exclude it from one of the filters",
        }
        MatchesNothing { filter: String } ["matches-nothing"] => {
            title: "no card that may lie there matches `{filter}`",
            help: SEE_CARDS,
        }
        NoCards { filter: String } ["matches-nothing"] => {
            title: "no card of the game matches `{filter}`",
            help: SEE_CARDS,
        }
        /// A filter that gives rules to cards or puts them on a list, with the first cards for which it is not decided.
        UndecidedCards { filter: String, count: usize, names: String } ["undecided-cards"] => {
            title: (*count, "it is not known of {count} card whether `{filter}` finds it", "it is not known of {count} cards whether `{filter}` finds them"),
            help: "say what they print, or ask for what is known of them: {names}",
        }
        MatchesEverything { filter: String } ["matches-everything"] => {
            title: "every card that may lie there matches `{filter}`",
            help: "leave the filter out",
        }
        /// A measure among those of `least` or `greatest`.
        NoValue { measure: String } ["no-value"] => {
            title: "`{measure}` has no value where no card has the number: then nothing is compared, and the rule fails",
            help: "say what counts instead: `{measure} else 0`",
        }
        NeverFails { rule: String } ["never-fails"] => {
            title: "no deck can break the rule `{rule}`",
            help: "remove it, or ask for more",
        }
        NeverHolds { rule: String } ["never-holds"] => {
            title: "no deck can satisfy the rule `{rule}`",
            help: "remove it, or ask for less",
        }
        ContradictoryLimits {
            /// The later one.
            second: String,
            /// The earlier one.
            first: String,
        } ["contradictory-limits"] => {
            title: "`{second}` and `{first}` exclude each other",
            other: "the other limit",
            help: "no deck satisfies both",
        }
        UnknownZone { zone: String } ["unknown-zone"] => {
            title: "no format has a zone `{zone}`",
            help: "name a zone by its id",
        }
        AmbiguousWord {
            word: String,
            /// What it means already.
            first: String,
            /// What it would mean too.
            id: String,
        } ["ambiguous-word"] => {
            title: "`{word}` means `{first}` already, and not `{id}`",
            other: "`{first}`",
            help: "give one of them another word",
        }
        UnknownShownField { field: String, candidates: Candidates } ["unknown-shown-field"] => {
            title: "there is no field `{field}` to show",
            help: candidates,
        }
    }
}

terms! {
    /// Something that has to cite.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Citing {
        Format => "format";
        Rule => "rule";
        Opening => "opening of";
        SetOut => "entry of what";
        List => "list";
    }
}

impl Citing {
    /// What follows the id.
    fn tail(self) -> Phrase {
        match self {
            Citing::SetOut => word!(" sets out"),
            Citing::Format | Citing::Rule | Citing::Opening | Citing::List => word!(""),
        }
    }
}

const SEE_CARDS: Phrase = word!("see the cards with `sleeve cards FILTER`");

/// The documentation of a finding.
#[derive(Clone, Copy, Debug)]
pub struct FindingDoc {
    pub id: &'static str,
    line: Phrase,
}

impl FindingDoc {
    /// The meaning of the finding, in one line.
    pub fn line(&self, lang: Lang) -> &'static str {
        self.line.get(lang)
    }
}

macro_rules! findings {
    ($($id:literal: $line:literal;)*) => {
        /// Every finding; those of reading come first.
        pub const FINDINGS: &[FindingDoc] = &[$(FindingDoc { id: $id, line: word!($line) }),*];
    };
}

findings! {
    "unreadable": "a file or folder cannot be read";
    "too-large": "a file is longer than 16 MiB";
    "not-utf-8": "a file is not UTF-8";
    "not-toml": "a file is not TOML";
    "no-data": "a folder holds no data";
    "no-game": "a file does not say which game it is for";
    "unknown-game": "a file names a game that there is not";
    "unknown-field": "a key or field that nobody declared";
    "missing-field": "a key that must be there is not";
    "wrong-type": "a value of another type than its field takes";
    "empty-range": "a smallest value above the largest";
    "one-of": "none or several of keys of which one is needed";
    "given-twice": "one field or value given twice";
    "bad-id": "an id that is not written as ids are";
    "duplicate-id": "an id given to two things";
    "reserved-name": "an attribute named like a field of every card";
    "too-many": "more of something than the program holds";
    "not-on-this-kind": "a field on a kind of card that does not carry it";
    "not-on-this-effect": "an amount or trigger on an effect that takes none";
    "type-changed": "an overlay that changes the type of an attribute";
    "unknown-kind": "a kind of card that there is not";
    "unknown-set": "a set that there is not";
    "unknown-effect": "an effect that the vocabulary lacks";
    "unknown-trigger": "a trigger that the vocabulary lacks";
    "unknown-face": "a part of a card that there is not";
    "unknown-source": "a provenance with a source that there is not";
    "unknown-box": "a box that there is not";
    "unknown-value": "a value that its attribute does not list";
    "unknown-word": "a word where only certain words may stand";
    "unknown-card": "a card that there is not";
    "ambiguous-name": "a name of several cards where one is needed";
    "unknown-format": "a format that extends one that there is not";
    "unknown-zone": "a rule or opening on a zone the format lacks";
    "unknown-role": "a role the format lacks";
    "unknown-parameter": "a parameter that no format has";
    "unknown-inherited": "`without` an id that is not inherited";
    "extends-cycle": "formats that extend each other in a circle";
    "unknown-reader": "a form of deck files that there is not";
    "bad-pattern": "a pattern of a reader with a mistake in it";
    "ambiguous-pattern": "a pattern that reads lines in more than one way, or that none comes to";
    "bad-path": "a path of a reader with a mistake in it";
    "overlapping-versions": "two versions of one id that hold on one day";
    "no-version": "a format that extends another of which no version holds on all its days";
    "ambiguous-word": "a word of the vocabulary with two meanings";
    "unknown-shown-field": "a column, statistic or cell of a field that there is not";
    "duplicate-name": "two cards that nothing tells apart";
    "unknown-card-name": "a name in a field of cards that is the name of none";
    "shared-value": "two cards with one attested value of a field that is `distinct`";
    "below-min": "a value below the smallest that makes sense";
    "above-max": "a value above the largest that makes sense";
    "replaced-twice": "two cards that take the place of one stand-in";
    "not-a-stand-in": "a card to be replaced whose number is attested";
    "already-replaced": "a stand-in whose place another card has taken";
    "not-a-sheet": "a sheet with an open quote or a cell beyond its columns";
    "date-in-cell": "a day that a spreadsheet made of a card's number";
    "present-absent": "a card called absent that is there";
    "unsorted-dates": "sets or formats out of the order of their dates";
    "reversed-dates": "something that ends before it begins";
    "overlapping-dates": "two things of one name that hold on the same days";
    "no-citation": "a rule, format, list, opening or entry of what a card sets out that cites nothing";
    "unknown-citation": "a citation of a source that is not declared";
    "no-text": "a rule that does not say in words what it asks";
    "bad-default": "a default that its own limits forbid";
    "bad-role-field": "a zone whose cards are to name the role by a field without such values";
    "unused-parameter": "a parameter that nothing reads";
    "bad-condition": "a condition, filter or measure with a mistake in it";
    "matches-nothing": "a filter that no card of its zone can match";
    "undecided-cards": "cards of which it is not known whether a filter gives them a rule or change, or puts them on a list";
    "wrong-kind": "a card of another kind than the place that it may fill is for";
    "two-places": "a card that two places of one card claim";
    "matches-everything": "a filter that every card of its zone matches";
    "no-value": "a measure that may have no value, in `least` or `greatest`";
    "never-fails": "a rule that no deck can break";
    "never-holds": "a rule that no deck can satisfy";
    "contradictory-limits": "two limits on one measure that exclude each other";
}
