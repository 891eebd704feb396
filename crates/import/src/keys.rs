//! Every key of a mapping, for the reader, the schema and the order of keys in `sleeve fmt`.

use crate::{
    foreign_value::ForeignValue,
    mapping::{
        FieldForm, FilePatterns, ListMapping, MappingMessage, MappingTable, NamedPath, NumberTerm,
        PatternSieve, ProvenanceMapping, SetMapping, SievedPattern, SplitChoice, TableEntries,
        TemplatePiece, ValueReader,
    },
    path::RecordPath,
    vocabulary::Vocabulary,
};
use regex::Regex;
use sleeve_data::{
    files::shape::{
        ValueShape,
        ValueShape::{Boolean, By, Either, List, Number, Open, Table, Text, Texts, Words},
    },
    keys,
    model::Spanned,
    problem::{Problem, SourceText},
};
use std::{collections::BTreeMap, ops::Range, sync::Arc};

/// A constant: a text, a number or a boolean; a list for a field with several values.
const CONSTANT: ValueShape = Either(&[Text, Number, Boolean, List(&Text)]);
/// Terms added to a number: numbers, and paths to numbers.
const TERMS: ValueShape = Either(&[Number, Text, List(&Either(&[Number, Text]))]);
/// A text, or one text for each language.
const WORDING: ValueShape = Either(&[Text, By(&Text)]);
const REWRITES: ValueShape = List(&Table(&REWRITE));
keys! {
    /// A regular expression.
    const MATCH = required "match": Text;
}

/// Words for the part of a split to take.
pub(super) const TAKE: [&str; 2] = ["first", "last"];
/// Words for several records with the same id.
const SAME: [&str; 2] = ["printings", "mistake"];

keys! {
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// A checked mapping: every pattern compiles, and the game declares every set and attribute it
    /// needs.
    #[derive(Debug)]
    pub struct Mapping with {
        joins: Vec<JoinMapping>;
        field_faults: Vec<Problem<MappingMessage>>;
        source: Arc<SourceText>;
        /// The span of the key `tags`.
        tags_place: Range<usize>;
        /// The span of the key `disputed`.
        disputed_place: Range<usize>;
        /// Finds the patterns of effects that can match a text.
        sieve: PatternSieve;
        vocabulary: Vocabulary;
        /// Whether words unknown to the game are declared instead of reported as mistakes.
        declares: bool;
        /// Every path of the mapping.
        named_paths: Vec<NamedPath>;
    }, static IMPORT_KEYS = "a mapping" {
        /// A comment for the top of the written files.
        "header": Text => header: String = ValueReader::read_header;
        /// The provenance of facts: one word, or one for each field; by default, `published`.
        "provenance": Either(&[Text, By(&Text)])
            => provenance: ProvenanceMapping = ValueReader::read_provenance;
        /// Where to find records and their parts.
        "records": Table(&RECORDS) => records: RecordsMapping = ValueReader::read_records;
        /// Other files with records for the cards.
        "join": List(&Table(&JOIN));
        /// Steps that turn titles into names.
        "name": REWRITES => name: Vec<Rewrite>;
        /// The parts of a title that distinguish printings of a card.
        "variant": REWRITES => variants: Vec<Rewrite>;
        /// Other names of cards, by id.
        "aliases": By(&Texts)
            => aliases: BTreeMap<String, Vec<String>> = ValueReader::read_text_lists;
        /// The card's id, if it is not simply a field of the record.
        "id": Table(&ID) => id: Option<FieldMapping> = ValueReader::read_id;
        /// The sets of a card.
        "set": Table(&SET) => set: Option<SetMapping> = ValueReader::read_set;
        /// The kind of card.
        "kind": Table(&KIND) => kind: FieldMapping = ValueReader::read_kind;
        /// The fields of the cards.
        "field": List(&Table(&FIELD)) => fields: Vec<FieldMapping> = ValueReader::read_attributes;
        /// Printed values that are not plain numbers.
        "number": List(&Table(&NUMBER)) => numbers: Vec<NumberMapping> = ValueReader::read_numbers;
        /// Texts that only your own overlay may contain.
        "text": List(&Table(&TEXT)) => texts: Vec<TextMapping>;
        /// How to split a text that contains both faces of a card.
        "part": Table(&PART) => part: Option<FaceSplit>;
        /// Changes to texts before they are read.
        "clean": REWRITES => clean: Vec<Rewrite>;
        /// Effects, recognised by patterns in texts.
        "effects": Table(&EFFECTS) => effects: Option<EffectsMapping> = ValueReader::read_effects;
        /// Lists of cards, such as bans, pools and points, in dated versions.
        "list": List(&Table(&LIST))
            => lists: Vec<ListOfCardsMapping> = ValueReader::read_lists_of_cards;
        /// Versions of formats whose `numbers` are in records.
        "format": List(&Table(&LIST));
        /// Rules of cards: allowances from lists of objects in their records.
        "rule": List(&Table(&RULE)) => rules: Vec<CardRuleMapping> = ValueReader::read_card_rules;
        /// Cards that you give a value by hand, by field and value.
        "tags": By(&By(&Texts))
            => tags: BTreeMap<String, BTreeMap<String, Vec<String>>> = ValueReader::read_tags;
        /// Cards of which another source says a different value, by field and that value.
        "disputed": By(&By(&Texts))
            => disputed: BTreeMap<String, BTreeMap<String, Vec<String>>> = ValueReader::read_tags;
    }

    /// `[records]`: the files and lists of records, and the parts of a record.
    #[derive(Debug, Default)]
    pub(super) struct RecordsMapping, static RECORDS = "[records]" {
        /// Patterns of the files with cards; by default, all files except those of joins.
        "files": Texts => files: Option<FilePatterns>;
        /// Patterns of files without cards.
        "not-files": Texts => not_files: Option<FilePatterns>;
        /// The path to the list of records; `*` means every value of an object or list.
        "list": Text => list: ListMapping = ValueReader::read_list;
        /// Only import records that satisfy all of these.
        "when": List(&Table(&WHEN)) => when: Vec<FieldCondition>;
        /// Skip records that satisfy one of these.
        "unless": List(&Table(&WHEN)) => unless: Vec<FieldCondition>;
        /// The path to the card's id, unless [id] makes it.
        "key": Text => key: Option<RecordPath>;
        /// How to treat records with the same id: as `printings` of one card, or as a `mistake`.
        "same": Words(&SAME)
            => printings_of_one: bool = |values, entry| values.read_word(entry, &SAME) == Some(0);
        /// The field of the front; by default, the record itself.
        "front": Text => front: RecordPath = ValueReader::read_front;
        /// The field of the back, if a card has one.
        "back": Text => back: Option<RecordPath> = ValueReader::read_back;
        /// The field of a face with its title; several are joined.
        "title": Texts => title: Vec<RecordPath> = ValueReader::read_title;
        /// The text between joined titles; by default, a space.
        "title-join": Text => title_join: String = ValueReader::read_title_join;
        /// The separator between the titles of two faces.
        "title-separator": Text => title_separator: String = ValueReader::read_text_or_empty;
        /// A mark that follows both titles once and belongs to both.
        "title-mark": Text => title_mark: String = ValueReader::read_text_or_empty;
        /// Fields with other names.
        "nicknames": Texts => nicknames: Vec<RecordPath>;
        /// A regular expression; its first group is the set's code in the card's id.
        "home-set": Text => home_set: Option<Regex>;
        /// The path to the codes of all sets with this card.
        "printings": Text => printings: Option<RecordPath>;
        /// The path to the names of these sets, for `--vocabulary`.
        "set-name": Text => set_name: Option<RecordPath>;
        /// The path to their release dates, for `--vocabulary`.
        "set-released": Text => set_released: Option<RecordPath>;
        /// Paths to ignore, including everything below them.
        "ignore": Texts => ignore: Vec<Vec<String>> = ValueReader::read_step_lists;
    }

    /// `[[join]]`: other files whose records belong to cards. A record belongs to a card if its
    /// `key` equals the card's `on`.
    #[derive(Debug)]
    pub(super) struct JoinMapping, static JOIN = "a join" {
        /// Its name; `@name.path` reads from the records it finds.
        required "name": Text => name: String;
        /// Patterns of the files with its records.
        required "file": Texts => files: FilePatterns;
        /// The path to the list of its records.
        "list": Text => list: ListMapping = ValueReader::read_list;
        /// The path, in its records, to the key.
        required "key": Text => key: RecordPath;
        /// Paths to the same key, in the cards' records or in joins above.
        required "on": Texts => on: Vec<NamedPath> = ValueReader::read_paths_into_joins;
        /// `true` if its files may be missing and cards may have no record in it.
        "optional": Boolean => optional: bool;
        /// Skip its records that satisfy one of these.
        "unless": List(&Table(&WHEN)) => unless: Vec<FieldCondition>;
    }

    /// A regular expression and its replacement.
    #[derive(Debug, Clone)]
    pub(super) struct Rewrite, static REWRITE = "a rewriting" {
        MATCH => pattern: Regex;
        /// The replacement; `$1` is the first group.
        required "with": Text
            => with: String = |values, entry| values.read_short_text(entry).unwrap_or_default();
    }

    /// A condition on another field of the record: one of its values has to match the pattern.
    #[derive(Debug, Clone)]
    pub(super) struct FieldCondition, static WHEN = "a condition" {
        /// The path to the value.
        required "from": Text => from: RecordPath;
        /// A regular expression that one of its values has to match; `^$` also matches if there is
        /// none.
        required "match": Text => pattern: Regex;
    }
}

keys! {
    /// The path in the record, or several paths.
    const FROM = "from": Texts;
    /// A constant instead of `from`.
    const VALUE = "value": CONSTANT;
    /// A regular expression for the separator between values.
    const SPLIT = "split": Text;
    /// Take the first or the last part of the split.
    const TAKEN = "take": Words(&TAKE);
    /// A regular expression; only keep values that match it.
    const KEEP = "keep": Text;
    /// A regular expression; leave out values that match it.
    const DROP = "drop": Text;
    /// Steps that change its values.
    const REWRITTEN = "rewrite": REWRITES;
    /// A regular expression; take its first group, or the whole match.
    const FIND = "find": Text;
    /// Values to use instead of printed ones; others stay the same.
    const MAP = "map": By(&Text);
    /// Join several values into one, with this text between them.
    const JOINED = "join": Text;
    /// The path to the name of the value or values, for `--vocabulary`.
    const NAME = "name": Text;
    /// The value if none is found.
    const DEFAULT = "default": CONSTANT;
}

keys! {
    pub(super) static ID = "[id]" {
        /// `word` for lower-case letters, or `text` for the value as it is.
        "as": Words(&["word", "text"]);
        FROM; SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT;
    }

    pub(super) static SET = "[set]" {
        FROM; VALUE; SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT;
        NAME;
        /// The path to its release date, for `--vocabulary`.
        "released": Text;
    }

    pub(super) static KIND = "[kind]" {
        /// Only `kind` is allowed.
        "to": Words(&["kind"]);
        FROM; VALUE;
        /// Only `word` is allowed.
        "as": Words(&["word"]);
        SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT; NAME;
    }

    pub(super) static VALUES = "values of a rule" {
        FROM; VALUE; SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT;
    }

    pub(super) static LIST_ID = "the id of a list" {
        FROM; VALUE; SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT;
    }
}

keys! {
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[[field]]`: an attribute of the cards; or the id, the sets or the kind, which are computed
    /// the same way. Its steps run in the order of the fields, from `split` to `join`.
    #[derive(Debug, Clone, Default)]
    pub(super) struct FieldMapping with {
        to: String;
        form: FieldForm;
        /// The span of its name, or of the table.
        place: Range<usize>;
    }, static FIELD = "a field" {
        /// The id of the field; `quantity` is the number of copies in a box.
        required "to": Text;
        FROM => from: Vec<NamedPath>;
        VALUE => value: Option<Vec<String>> = ValueReader::read_constant;
        /// The type to write it as.
        required "as": Words(FieldForm::WORDS);
        /// Steps that change the text before `each`.
        "first": REWRITES => first: Vec<Rewrite>;
        /// Regular expressions; the first group of every match is a value.
        "each": Texts => each: Vec<Regex>;
        /// The kinds of card that have it; by default, all.
        "kinds": Texts => kinds: Vec<Spanned<String>>;
        /// Kinds of card that do not have it.
        "not-kinds": Texts => not_kinds: Vec<Spanned<String>>;
        SPLIT => split: Option<Regex>;
        TAKEN => take: SplitChoice = ValueReader::read_split_choice;
        KEEP => keep: Option<Regex>;
        DROP => drop: Option<Regex>;
        REWRITTEN => rewrite: Vec<Rewrite>;
        FIND => find: Option<Regex>;
        MAP => map: BTreeMap<String, String> = ValueReader::read_map;
        JOINED => join: Option<String>;
        /// Terms to add to a number: numbers and paths to numbers.
        "plus": TERMS => plus: Vec<NumberTerm> = ValueReader::read_terms;
        /// Terms to subtract from it.
        "minus": TERMS => minus: Vec<NumberTerm> = ValueReader::read_terms;
        DEFAULT => default: Option<Vec<String>> = ValueReader::read_constant;
        NAME => name: Option<RecordPath>;
        /// The id of a field; if several cards share a name, those with the same value of it as
        /// this card are meant.
        "same": Text => same: Option<String>;
        /// Steps that make a value a filter in parentheses.
        "classes": REWRITES => classes: Vec<Rewrite>;
        /// Steps that shorten the names of cards for this field.
        "names": REWRITES => names: Vec<Rewrite>;
        /// Marks after titles, which distinguish cards that share a title.
        "marks": List(&Table(&MARK)) => marks: Vec<NameMark>;
        /// Only give the field to records that satisfy all of these.
        "when": List(&Table(&WHEN)) => when: Vec<FieldCondition>;
        /// Do not give the field to records that satisfy one of these.
        "unless": List(&Table(&WHEN)) => unless: Vec<FieldCondition>;
    }

    /// A mark after a title. A title with the mark means the cards with the value, a title without
    /// it the other cards.
    #[derive(Debug, Clone)]
    pub(super) struct NameMark, static MARK = "a mark" {
        MATCH => pattern: Regex;
        /// The field that distinguishes these cards; `kind` is their kind.
        required "field": Text => field: String;
        /// The value of the cards with the mark.
        required "value": Text => value: String;
    }

    /// `[[number]]`: printed values that are not plain numbers, and templates for their meaning.
    #[derive(Debug, Clone)]
    pub(super) struct NumberMapping, static NUMBER = "a number" {
        /// A regular expression for the printed value.
        required "match": Text => pattern: Regex;
        /// The fields it applies to; by default, all.
        "fields": Texts => fields: Vec<String>;
        /// The number it means.
        "value": Text => value: Option<String>;
        /// The numbers that the owner chooses from.
        "choice": Texts => choice: Vec<String>;
        /// The smallest possible value.
        "min": Text => min: Option<String>;
        /// `true` to keep the printed form.
        "print": Boolean => print: bool;
    }

    /// `[[list]]`: a list of cards, from its own records.
    #[derive(Debug)]
    pub(super) struct ListOfCardsMapping with {
        /// Paths into records of the list.
        named_paths: Vec<NamedPath>;
    }, static LIST = "a list" {
        /// Patterns of the files with its records.
        required "file": Texts => files: FilePatterns;
        /// The path to the list of its records.
        "list": Text => list: ListMapping = ValueReader::read_list;
        /// The list's id; records with the same id are combined.
        required "id": Table(&LIST_ID) => id: FieldMapping = ValueReader::read_list_id;
        /// The path to its name; by default, the id.
        "name": Text => name: Option<RecordPath>;
        /// Paths to its cards, by id or name; use `@value` if a record is a text.
        "cards": Texts => cards: Vec<RecordPath>;
        /// The path to the number that the list gives to these cards.
        "number": Text => number: Option<RecordPath>;
        /// Paths to sets, by code or id; every card of them is on the list.
        "sets": Texts => sets: Vec<RecordPath>;
        /// Filters for other cards on the list, with paths in `{}`; a filter without a value is
        /// left out.
        "filter": Texts => filters: Vec<Vec<TemplatePiece>> = ValueReader::read_templates;
        /// The path to the first day it is in force.
        "from": Text => from: Option<RecordPath>;
        /// The path to the last day; by default, the day before the next version.
        "to": Text => to: Option<RecordPath>;
        /// Only use records that satisfy all of these.
        "when": List(&Table(&WHEN)) => when: Vec<FieldCondition>;
        /// Only use records that satisfy none of these.
        "unless": List(&Table(&WHEN)) => unless: Vec<FieldCondition>;
        /// The format that a `[[format]]` extends.
        "extends": Text => extends: Option<String>;
        /// The numbers of a `[[format]]`, each the first of its paths that has a value, or a
        /// number.
        "numbers": By(&TERMS)
            => numbers: Vec<(String, Vec<NumberTerm>)> = ValueReader::read_format_numbers;
        /// The source of the list.
        "cite": Text => cite: Option<String>;
    }

    /// `[[rule]]`: a rule of cards. Each object of a list in the card's record becomes an
    /// allowance, or each value becomes a condition.
    #[derive(Debug)]
    pub(super) struct CardRuleMapping with {
        /// Keys of the rule that are written unchanged.
        constants: Vec<(&'static str, ForeignValue)>;
        /// The index of the first rule with its id; together they make one rule.
        first: usize;
    }, static RULE = "a rule" {
        /// The id of the rule, as in `[[rule-of-cards]]`.
        required "id": Text;
        /// The zone where a card brings the rule with it.
        required "in": Text;
        /// The zone it counts.
        required "zone": Text;
        /// The path to a list of objects; each becomes an allowance.
        "each": Text
            => each: Vec<String> = |values, entry| values.read_steps(entry).unwrap_or_default();
        /// Parts of its filter, with paths of the object in `{}`; a part without a value is left
        /// out.
        "cards": Texts => cards: Vec<Vec<TemplatePiece>> = ValueReader::read_templates;
        /// The path, in the object, to the number of copies it covers; or a measure with paths in
        /// `{}`.
        "up-to": Text => up_to: Option<Vec<TemplatePiece>> = ValueReader::read_path_or_template;
        /// A path; if an object has it, its cards are excluded from the objects after it.
        "not": Text => except: Option<RecordPath>;
        /// Only use objects that satisfy all of these.
        "when": List(&Table(&WHEN)) => when: Vec<FieldCondition>;
        /// Only use objects that satisfy none of these.
        "unless": List(&Table(&WHEN)) => unless: Vec<FieldCondition>;
        /// More allowances, after those of the objects, in every such rule.
        "allowances": List(&Table(&ALLOWANCE)) => always: Vec<FixedAllowance>;
        /// Instead of `each`: values of the record; each becomes a condition.
        "values": Table(&VALUES) => values: Option<FieldMapping> = ValueReader::read_rule_values;
        /// The condition, with `{@value}` for the value; `a|b` stands for either word.
        "require": Text => require: Option<String>;
        /// The source of the rule.
        "cite": WORDING;
        /// An explanation in your own words.
        "text": WORDING;
    }

    /// An allowance of a `[[rule]]` that is written unchanged.
    #[derive(Debug)]
    pub(super) struct FixedAllowance, static ALLOWANCE = "an allowance" {
        /// A filter for its cards.
        required "cards": Text => cards: String;
        /// The number of copies it covers: a number or a measure.
        "up-to": Either(&[Number, Text]) => up_to: Option<Vec<String>> = ValueReader::read_constant;
    }

    /// `[[text]]`: a text that only a user's own overlay may contain.
    #[derive(Debug, Clone)]
    pub(super) struct TextMapping, static TEXT = "a text" {
        /// The id of the field.
        required "to": Text => to: Spanned<String>;
        /// The path in the record.
        required "from": Text => from: RecordPath;
    }

    /// `[part]`: how to split a text with both faces of a card.
    #[derive(Debug, Clone)]
    pub(super) struct FaceSplit, static PART = "[part]" {
        /// The text after a face's title that begins its part.
        required "after": Text => after: String;
        /// Steps that turn a printed title into the spelling used in texts.
        "title": REWRITES => title: Vec<Rewrite>;
    }

    /// `[effects]`: the patterns of effects, and the path to most texts.
    #[derive(Debug)]
    pub(super) struct EffectsMapping, static EFFECTS = "[effects]" {
        /// The path to the texts.
        required "from": Text => from: RecordPath;
        /// The measured precision of the patterns, for people and tests.
        "measured": Open;
        /// The precision on the cards they were written for, likewise.
        "repaired": Open;
        /// The effects.
        required "pattern": List(&Table(&EFFECT)) => effects: Vec<EffectMapping>;
    }

    /// An effect and its patterns in texts.
    #[derive(Debug, Clone)]
    pub(super) struct EffectMapping, static EFFECT = "an effect" {
        /// The id of the effect.
        required "id": Text => id: Spanned<String>;
        /// Paths to the texts, if different.
        "from": Texts => from: Vec<RecordPath>;
        /// A pattern, or several alternatives.
        required "match": Texts => patterns: Vec<SievedPattern>;
        /// Patterns that must not match.
        "unless": Texts => unless: Vec<SievedPattern>;
        /// The kinds of card that can have it; by default, all.
        "kinds": Texts => kinds: Vec<Spanned<String>>;
        /// Other effects of `pattern` that come with this one.
        "also": Texts => also: Vec<Spanned<String>>;
    }
}
