//! The messages of the linter in every language, and a table with one line for each finding, from
//! which the manual is generated.

use super::super::source::DataMessage;
use sleeve_data::{
    messages,
    model::{Date, Lang},
    problem::{Candidates, DidYouMean, Phrase, Quoted},
    terms,
};

messages! {
    /// A mistake that the linter finds in data.
    pub enum LintMessage {
        Data { message: DataMessage } [message.id().unwrap_or_default()] => {
            as: *message,
        }
        BadRoleField { zone: String, field: String, roles: Vec<String> } ["bad-role-field"] => {
            let roles = Quoted(&roles);
            title: "the cards in `{zone}` set the role by `{field}`, but none of its values is a role",
            help: "use the ids of the roles as values: {roles}",
        }
        UnknownReader { name: String, candidates: Candidates } ["unknown-reader"] => {
            title: "unknown reader `{name}`",
            help: candidates,
        }
        DuplicateName { name: String } ["duplicate-name"] => {
            title: "two cards of the same kind and set are named `{name}`",
            other: "the first",
            help: "rename one of them, or choose between them under [naming]",
        }
        SharedValue { field: String, value: String } ["shared-value"] => {
            title: "two cards have the `{field}` `{value}`, but only one may have it",
            other: "the first",
            help: "fix one of them",
        }
        NoCardOfField { field: String, name: String, near: Vec<String> } ["unknown-card-name"] => {
            title: "`{field}` names `{name}`, but no card has this name",
            help: DidYouMean(&near),
        }
        PresentAbsent { list: String, id: String } ["present-absent"] => {
            title: "the list `{list}` marks `{id}` as absent, but this card exists",
            help: "move it to `cards`",
        }
        UnsortedSets {
            id: String,
            released: Date,
            /// The set before it.
            before: String,
            /// The release date of that set.
            date: Date,
        } ["unsorted-dates"] => {
            title: "`{id}` ({released}) comes after `{before}` ({date}), which is newer",
            help: "sort the sets by date",
        }
        BeginsBefore { id: String, older: String } ["unsorted-dates"] => "`{id}` begins before `{older}`, which it extends",
        ReversedDates { id: String, from: Date, to: Date } ["reversed-dates"] => "`{id}` ends ({to}) before it begins ({from})",
        OverlappingDates {
            /// The first one in the file.
            earlier: String,
            /// The second one in the file.
            later: String,
        } ["overlapping-dates"] => {
            title: "`{earlier}` and `{later}` have the same name and are in force on the same days",
            other: "the other",
            help: "end the earlier one (`to`) on the day before the later one begins",
        }
        NoText { id: String } ["no-text"] => {
            title: "the rule `{id}` has no text",
            help: "add `text = {{ en = \"…\", fr = \"…\" }}`",
        }
        NoCitation { what: Citing, id: String } ["no-citation"] => {
            title: "the {what} `{id}` has no citation",
            help: "add `cite = \"source: where\"`, or `cite = \"reading: …\"` if you had to interpret the rule",
        }
        UnknownCitation {
            what: Citing,
            id: String,
            source: String,
            known: Vec<String>,
        } ["unknown-citation"] => {
            let known = Quoted(&known);
            title: "the {what} `{id}` cites `{source}`, which is not a source of this game",
            help: "declare it as [sources.{source}], or use {known} or `reading`",
        }
        BadDefault { id: String, default: sleeve_data::model::Setting } ["bad-default"] => "the default {default} of `{id}` is not among its allowed values",
        UnusedParameter { format: String, id: String } ["unused-parameter"] => {
            title: "`{format}` never uses the parameter `{id}`",
            help: "remove it, or explain `{id}` in a text, in backticks",
        }
        EmptyPlace { id: String, cards: String } ["matches-nothing"] => {
            title: "no card in the game matches the place `{id}`: `{cards}`",
            help: SEE_CARDS,
        }
        WrongKind {
            id: String,
            kind: String,
            names: String,
            /// The number of further cards.
            more: usize,
        } ["wrong-kind"] => {
            let and = word!(" and ");
            let rest = word!(" more");
            when *more > 0 => {
                title: "the place `{id}` is for the kind `{kind}`, but its filter finds {names}{and}{more}{rest}",
                help: "narrow the filter, at least with `kind:{kind}`",
            }
            title: "the place `{id}` is for the kind `{kind}`, but its filter finds {names}",
            help: "narrow the filter, at least with `kind:{kind}`",
        }
        TwoPlaces { id: String, other: String, place: String } ["two-places"] => {
            title: "`{id}` matches two places of one card, `{other}` and `{place}`",
            other: "the other place",
            help: "exclude it from one of the filters",
        }
        MatchesNothing { filter: String } ["matches-nothing"] => {
            title: "no card allowed there matches `{filter}`",
            help: SEE_CARDS,
        }
        NoCards { filter: String } ["matches-nothing"] => {
            title: "no card in the game matches `{filter}`",
            help: SEE_CARDS,
        }
        /// A filter that gives rules to cards or puts them on a list, with the first undecided
        /// cards.
        UndecidedCards { filter: String, count: usize, names: String } ["undecided-cards"] => {
            title: (*count, "it is unknown whether {count} card matches `{filter}`", "it is unknown whether {count} cards match `{filter}`"),
            help: "add the missing values, or filter by a known field: {names}",
        }
        MatchesEverything { filter: String } ["matches-everything"] => {
            title: "every card allowed there matches `{filter}`",
            help: "remove the filter",
        }
        /// A measure in `least` or `greatest`.
        NoValue { measure: String } ["no-value"] => {
            title: "`{measure}` has no value if no card has this number; the rule then fails",
            help: "add a fallback: `{measure} else 0`",
        }
        NeverFails { rule: String } ["never-fails"] => {
            title: "no deck can break the rule `{rule}`",
            help: "remove it, or make it stricter",
        }
        NeverHolds { rule: String } ["never-holds"] => {
            title: "no deck can satisfy the rule `{rule}`",
            help: "remove it, or make it less strict",
        }
        ContradictoryLimits {
            /// The later one.
            second: String,
            /// The earlier one.
            first: String,
        } ["contradictory-limits"] => {
            title: "`{second}` and `{first}` contradict each other",
            other: "the other limit",
            help: "no deck can satisfy both",
        }
        UnknownZone { zone: String } ["unknown-zone"] => {
            title: "no format has a zone `{zone}`",
            help: "name a zone by its id",
        }
        AmbiguousWord {
            word: String,
            /// Its first meaning.
            first: String,
            /// Its second meaning.
            id: String,
        } ["ambiguous-word"] => {
            title: "`{word}` already means `{first}`, so it cannot mean `{id}`",
            other: "`{first}`",
            help: "give one of them another word",
        }
        UnknownShownField { field: String, candidates: Candidates } ["unknown-shown-field"] => {
            title: "there is no field `{field}`",
            help: candidates,
        }
    }
}

terms! {
    /// Something that needs a citation.
    pub enum Citing {
        Format => "format";
        Rule => "rule";
        Opening => "opening of";
        SetOut => "set-out entry of";
        List => "list";
    }
}

const SEE_CARDS: Phrase = word!("search cards with `sleeve cards FILTER`");

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
        /// All findings; those from reading files come first.
        pub const FINDINGS: &[FindingDoc] = &[$(FindingDoc { id: $id, line: word!($line) }),*];
    };
}

findings! {
    "unreadable": "a file or folder that cannot be read";
    "too-large": "a file larger than 16 MiB";
    "not-utf-8": "a file that is not UTF-8";
    "not-toml": "a file that is not TOML";
    "no-data": "a folder without data";
    "no-game": "a file that does not name its game";
    "unknown-game": "a file for a game that does not exist";
    "unknown-field": "a key or field that is not declared";
    "missing-field": "a required key that is missing";
    "wrong-type": "a value of the wrong type for its field";
    "empty-range": "a minimum above the maximum";
    "one-of": "none, or several, of keys that need exactly one";
    "given-twice": "a field or value given twice";
    "bad-id": "an invalid id";
    "duplicate-id": "an id used twice";
    "reserved-name": "an attribute with the name of a built-in field";
    "too-many": "more items than the program supports";
    "not-on-this-kind": "a field on a kind of card that does not have it";
    "not-on-this-effect": "an amount or trigger on an effect that takes none";
    "type-changed": "an overlay that changes the type of an attribute";
    "unknown-kind": "a kind of card that does not exist";
    "unknown-set": "a set that does not exist";
    "unknown-effect": "an effect missing from the vocabulary";
    "unknown-trigger": "a trigger missing from the vocabulary";
    "unknown-face": "a part of a card that does not exist";
    "unknown-source": "a provenance with a source that does not exist";
    "unknown-box": "a box that does not exist";
    "unknown-value": "a value that its attribute does not list";
    "unknown-word": "a word that is not one of the allowed words";
    "unknown-card": "a card that does not exist";
    "ambiguous-name": "a name of several cards, but one card is needed";
    "unknown-format": "a format that extends a missing one";
    "unknown-zone": "a rule or opening for a zone that the format does not have";
    "unknown-role": "a role that the format does not have";
    "unknown-parameter": "a parameter that no format has";
    "unknown-inherited": "`without` an id that is not inherited";
    "extends-cycle": "formats that extend each other in a circle";
    "unknown-reader": "a deck file format that does not exist";
    "bad-pattern": "a mistake in a reader's pattern";
    "ambiguous-pattern": "a pattern that reads lines in several ways, or is never reached";
    "bad-path": "a mistake in a reader's path";
    "overlapping-versions": "two versions of one id in force on the same day";
    "no-version": "a format that extends another one without a version for all its days";
    "ambiguous-word": "a word of the vocabulary with two meanings";
    "unknown-shown-field": "a column, statistic or cell for a field that does not exist";
    "duplicate-name": "two cards that cannot be told apart";
    "unknown-card-name": "a card name in a field, but no card has it";
    "shared-value": "two cards with the same attested value of a `distinct` field";
    "below-min": "a value below the declared minimum";
    "above-max": "a value above the declared maximum";
    "replaced-twice": "two cards that replace the same stand-in";
    "not-a-stand-in": "a replaced card that is not a stand-in, as its number is attested";
    "already-replaced": "a stand-in that another card already replaces";
    "not-a-sheet": "a sheet with an open quote or a cell beyond its columns";
    "date-in-cell": "a card number that a spreadsheet turned into a date";
    "present-absent": "a card marked as absent that exists";
    "unsorted-dates": "sets or formats that are not sorted by date";
    "reversed-dates": "something that ends before it begins";
    "overlapping-dates": "two items with one name that are in force on the same days";
    "no-citation": "a rule, format, list, opening or set-out entry without a citation";
    "unknown-citation": "a citation of a source that is not declared";
    "no-text": "a rule without a text";
    "bad-default": "a default that its own limits forbid";
    "bad-role-field": "a zone whose cards set the role by a field that has no roles as values";
    "unused-parameter": "a parameter that is never used";
    "bad-condition": "a mistake in a condition, filter or measure";
    "matches-nothing": "a filter that matches no card in its zone";
    "undecided-cards": "cards with unknown values, which a filter for rules, changes or lists may match";
    "wrong-kind": "a card of the wrong kind for its place";
    "two-places": "a card that matches two places of one card";
    "matches-everything": "a filter that matches every card in its zone";
    "no-value": "a measure that may have no value, in `least` or `greatest`";
    "never-fails": "a rule that no deck can break";
    "never-holds": "a rule that no deck can satisfy";
    "contradictory-limits": "two limits on one measure that contradict each other";
}
