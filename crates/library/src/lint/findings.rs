//! The table of all findings of the linter, one line each; the manual is generated from it.

use sleeve_data::model::Lang;
use sleeve_data::problem::Phrase;

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
    "undecided-cards": "cards of which it is not known whether a filter gives them a rule or change";
    "wrong-kind": "a card of another kind than the place that it may fill is for";
    "two-places": "a card that two places of one card claim";
    "matches-everything": "a filter that every card of its zone matches";
    "no-value": "a measure that may have no value, in `least` or `greatest`";
    "never-fails": "a rule that no deck can break";
    "never-holds": "a rule that no deck can satisfy";
    "contradictory-limits": "two limits on one measure that exclude each other";
}
