//! Every key of a mapping, for the reader, the schema and the order of keys in `sleeve fmt`.

use crate::foreign_value::ForeignValue;
use crate::mapping::{
    FieldForm, FilePatterns, ListMapping, MappingMessage, MappingTable, NamedPath, NumberTerm,
    PatternSieve, ProvenanceMapping, SetMapping, SievedPattern, SplitChoice, TableEntries,
    TemplatePiece, ValueReader,
};
use crate::path::RecordPath;
use crate::vocabulary::Vocabulary;
use regex::Regex;
use sleeve_data::files::shape::ValueShape::{
    Boolean, By, Either, List, Number, Open, Table, Text, Texts, Words,
};
use sleeve_data::files::shape::{Key, ValueShape, key, required_key};
use sleeve_data::keys;
use sleeve_data::model::Spanned;
use sleeve_data::problem::{Problem, SourceText};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// A constant: a text, a number or a boolean; a list for a field with several values.
const CONSTANT: ValueShape = Either(&[Text, Number, Boolean, List(&Text)]);
/// Terms added to a number: numbers, and paths to numbers.
const TERMS: ValueShape = Either(&[Number, Text, List(&Either(&[Number, Text]))]);
/// A text, or one text for each language.
const WORDING: ValueShape = Either(&[Text, By(&Text)]);
const REWRITES: ValueShape = List(&Table(&REWRITE));
const MATCH: Key = required_key("match", Text, "A regular expression.");

/// Words for the part of a split to take.
pub(super) const TAKE: [&str; 2] = ["first", "last"];
/// Words for several records with the same id.
const SAME: [&str; 2] = ["printings", "mistake"];

keys! {
    /// A checked mapping: every pattern compiles, and the game declares every set and attribute it
    /// needs.
    #[derive(Debug)]
    pub struct Mapping, static IMPORT_KEYS = "a mapping" {
        "header": Text, "A comment for the top of the written files."
            => header: String = ValueReader::read_header;
        "provenance": Either(&[Text, By(&Text)]),
            "The provenance of facts: one word, or one for each field; by default, `published`."
            => provenance: ProvenanceMapping = ValueReader::read_provenance;
        "records": Table(&RECORDS), "Where to find records and their parts."
            => records: RecordsMapping = ValueReader::read_records;
        "join": List(&Table(&JOIN)), "Other files with records for the cards.";
        "name": REWRITES, "Steps that turn titles into names." => name: Vec<Rewrite>;
        "variant": REWRITES, "The parts of a title that distinguish printings of a card."
            => variants: Vec<Rewrite>;
        "aliases": By(&Texts), "Other names of cards, by id."
            => aliases: BTreeMap<String, Vec<String>> = ValueReader::read_text_lists;
        "id": Table(&ID), "The card's id, if it is not simply a field of the record."
            => id: Option<FieldMapping> = ValueReader::read_id;
        "set": Table(&SET), "The sets of a card."
            => set: Option<SetMapping> = ValueReader::read_set;
        "kind": Table(&KIND), "The kind of card." => kind: FieldMapping = ValueReader::read_kind;
        "field": List(&Table(&FIELD)), "The fields of the cards."
            => fields: Vec<FieldMapping> = ValueReader::read_attributes;
        "number": List(&Table(&NUMBER)), "Printed values that are not plain numbers."
            => numbers: Vec<NumberMapping> = ValueReader::read_numbers;
        "text": List(&Table(&TEXT)), "Texts that only your own overlay may contain."
            => texts: Vec<TextMapping>;
        "part": Table(&PART), "How to split a text that contains both faces of a card."
            => part: Option<FaceSplit>;
        "clean": REWRITES, "Changes to texts before they are read." => clean: Vec<Rewrite>;
        "effects": Table(&EFFECTS), "Effects, recognised by patterns in texts."
            => effects: Option<EffectsMapping> = ValueReader::read_effects;
        "list": List(&Table(&LIST)),
            "Lists of cards, such as bans, pools and points, in dated versions."
            => lists: Vec<ListOfCardsMapping> = ValueReader::read_lists_of_cards;
        "format": List(&Table(&LIST)), "Versions of formats whose `numbers` are in records.";
        "rule": List(&Table(&RULE)),
            "Rules of cards: allowances from lists of objects in their records."
            => rules: Vec<CardRuleMapping> = ValueReader::read_card_rules;
        "tags": By(&By(&Texts)), "Cards that you give a value by hand, by field and value."
            => tags: BTreeMap<String, BTreeMap<String, Vec<String>>> = ValueReader::read_tags;
        "disputed": By(&By(&Texts)),
            "Cards of which another source says a different value, by field and that value."
            => disputed: BTreeMap<String, BTreeMap<String, Vec<String>>> = ValueReader::read_tags;
    }
    with {
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
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[records]`: the files and lists of records, and the parts of a record.
    #[derive(Debug, Default)]
    pub(super) struct RecordsMapping, static RECORDS = "[records]" {
        "files": Texts,
            "Patterns of the files with cards; by default, all files except those of joins."
            => files: Option<FilePatterns>;
        "not-files": Texts, "Patterns of files without cards." => not_files: Option<FilePatterns>;
        "list": Text, "The path to the list of records; `*` means every value of an object or list."
            => list: ListMapping = ValueReader::read_list;
        "when": List(&Table(&WHEN)), "Only import records that satisfy all of these."
            => when: Vec<FieldCondition>;
        "unless": List(&Table(&WHEN)), "Skip records that satisfy one of these."
            => unless: Vec<FieldCondition>;
        "key": Text, "The path to the card's id, unless [id] makes it." => key: Option<RecordPath>;
        "same": Words(&SAME),
            "How to treat records with the same id: as `printings` of one card, or as a `mistake`."
            => printings_of_one: bool = |values, entry| values.read_word(entry, &SAME) == Some(0);
        "front": Text, "The field of the front; by default, the record itself."
            => front: RecordPath = ValueReader::read_front;
        "back": Text, "The field of the back, if a card has one."
            => back: Option<RecordPath> = ValueReader::read_back;
        "title": Texts, "The field of a face with its title; several are joined."
            => title: Vec<RecordPath> = ValueReader::read_title;
        "title-join": Text, "The text between joined titles; by default, a space."
            => title_join: String = ValueReader::read_title_join;
        "title-separator": Text, "The separator between the titles of two faces."
            => title_separator: String = ValueReader::read_text_or_empty;
        "title-mark": Text, "A mark that follows both titles once and belongs to both."
            => title_mark: String = ValueReader::read_text_or_empty;
        "nicknames": Texts, "Fields with other names." => nicknames: Vec<RecordPath>;
        "home-set": Text,
            "A regular expression; its first group is the set's code in the card's id."
            => home_set: Option<Regex>;
        "printings": Text, "The path to the codes of all sets with this card."
            => printings: Option<RecordPath>;
        "set-name": Text, "The path to the names of these sets, for `--vocabulary`."
            => set_name: Option<RecordPath>;
        "set-released": Text, "The path to their release dates, for `--vocabulary`."
            => set_released: Option<RecordPath>;
        "ignore": Texts, "Paths to ignore, including everything below them."
            => ignore: Vec<Vec<String>> = ValueReader::read_step_lists;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[[join]]`: other files whose records belong to cards. A record belongs to a card if its
    /// `key` equals the card's `on`.
    #[derive(Debug)]
    pub(super) struct JoinMapping, static JOIN = "a join" {
        required "name": Text, "Its name; `@name.path` reads from the records it finds."
            => name: String;
        required "file": Texts, "Patterns of the files with its records." => files: FilePatterns;
        "list": Text, "The path to the list of its records."
            => list: ListMapping = ValueReader::read_list;
        required "key": Text, "The path, in its records, to the key." => key: RecordPath;
        required "on": Texts, "Paths to the same key, in the cards' records or in joins above."
            => on: Vec<NamedPath> = ValueReader::read_paths_into_joins;
        "optional": Boolean,
            "`true` if its files may be missing and cards may have no record in it."
            => optional: bool;
        "unless": List(&Table(&WHEN)), "Skip its records that satisfy one of these."
            => unless: Vec<FieldCondition>;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// A regular expression and its replacement.
    #[derive(Debug, Clone)]
    pub(super) struct Rewrite, static REWRITE = "a rewriting" {
        MATCH => pattern: Regex;
        required "with": Text, "The replacement; `$1` is the first group."
            => with: String = |values, entry| values.read_short_text(entry).unwrap_or_default();
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// A condition on another field of the record: one of its values has to match the pattern.
    #[derive(Debug, Clone)]
    pub(super) struct FieldCondition, static WHEN = "a condition" {
        required "from": Text, "The path to the value." => from: RecordPath;
        required "match": Text,
            "A regular expression that one of its values has to match; `^$` also matches if there \
                is none."
            => pattern: Regex;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);
}

const FROM: Key = key("from", Texts, "The path in the record, or several paths.");
const VALUE: Key = key("value", CONSTANT, "A constant instead of `from`.");
const SPLIT: Key = key("split", Text, "A regular expression for the separator between values.");
const TAKEN: Key = key("take", Words(&TAKE), "Take the first or the last part of the split.");
const KEEP: Key = key("keep", Text, "A regular expression; only keep values that match it.");
const DROP: Key = key("drop", Text, "A regular expression; leave out values that match it.");
const REWRITTEN: Key = key("rewrite", REWRITES, "Steps that change its values.");
const FIND: Key =
    key("find", Text, "A regular expression; take its first group, or the whole match.");
const MAP: Key =
    key("map", By(&Text), "Values to use instead of printed ones; others stay the same.");
const JOINED: Key = key("join", Text, "Join several values into one, with this text between them.");
const NAME: Key =
    key("name", Text, "The path to the name of the value or values, for `--vocabulary`.");
const DEFAULT: Key = key("default", CONSTANT, "The value if none is found.");

keys! {
    pub(super) static ID = "[id]" {
        "as": Words(&["word",
            "text"]), "`word` for lower-case letters, or `text` for the value as it is.";
        FROM; SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT;
    }

    pub(super) static SET = "[set]" {
        FROM; VALUE; SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT;
        NAME;
        "released": Text, "The path to its release date, for `--vocabulary`.";
    }

    pub(super) static KIND = "[kind]" {
        "to": Words(&["kind"]), "Only `kind` is allowed.";
        FROM; VALUE;
        "as": Words(&["word"]), "Only `word` is allowed.";
        SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT; NAME;
    }

    /// `[[field]]`: an attribute of the cards; or the id, the sets or the kind, which are computed
    /// the same way. Its steps run in the order of the fields, from `split` to `join`.
    #[derive(Debug, Clone, Default)]
    pub(super) struct FieldMapping, static FIELD = "a field" {
        required "to": Text, "The id of the field; `quantity` is the number of copies in a box.";
        FROM => from: Vec<NamedPath>;
        VALUE => value: Option<Vec<String>> = ValueReader::read_constant;
        required "as": Words(FieldForm::WORDS), "The type to write it as.";
        "first": REWRITES, "Steps that change the text before `each`." => first: Vec<Rewrite>;
        "each": Texts, "Regular expressions; the first group of every match is a value."
            => each: Vec<Regex>;
        "kinds": Texts, "The kinds of card that have it; by default, all."
            => kinds: Vec<Spanned<String>>;
        "not-kinds": Texts, "Kinds of card that do not have it." => not_kinds: Vec<Spanned<String>>;
        SPLIT => split: Option<Regex>;
        TAKEN => take: SplitChoice = ValueReader::read_split_choice;
        KEEP => keep: Option<Regex>;
        DROP => drop: Option<Regex>;
        REWRITTEN => rewrite: Vec<Rewrite>;
        FIND => find: Option<Regex>;
        MAP => map: BTreeMap<String, String> = ValueReader::read_map;
        JOINED => join: Option<String>;
        "plus": TERMS, "Terms to add to a number: numbers and paths to numbers."
            => plus: Vec<NumberTerm> = ValueReader::read_terms;
        "minus": TERMS, "Terms to subtract from it."
            => minus: Vec<NumberTerm> = ValueReader::read_terms;
        DEFAULT => default: Option<Vec<String>> = ValueReader::read_constant;
        NAME => name: Option<RecordPath>;
        "same": Text,
            "The id of a field; if several cards share a name, those with the same value of it as \
                this card are meant."
            => same: Option<String>;
        "classes": REWRITES, "Steps that make a value a filter in parentheses."
            => classes: Vec<Rewrite>;
        "names": REWRITES, "Steps that shorten the names of cards for this field."
            => names: Vec<Rewrite>;
        "marks": List(&Table(&MARK)),
            "Marks after titles, which distinguish cards that share a title."
            => marks: Vec<NameMark>;
        "when": List(&Table(&WHEN)), "Only give the field to records that satisfy all of these."
            => when: Vec<FieldCondition>;
        "unless": List(&Table(&WHEN)), "Do not give the field to records that satisfy one of these."
            => unless: Vec<FieldCondition>;
    }
    with {
        to: String;
        form: FieldForm;
        /// The span of its name, or of the table.
        place: Range<usize>;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// A mark after a title. A title with the mark means the cards with the value, a title without
    /// it the other cards.
    #[derive(Debug, Clone)]
    pub(super) struct NameMark, static MARK = "a mark" {
        MATCH => pattern: Regex;
        required "field": Text, "The field that distinguishes these cards; `kind` is their kind."
            => field: String;
        required "value": Text, "The value of the cards with the mark." => value: String;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[[number]]`: printed values that are not plain numbers, and templates for their meaning.
    #[derive(Debug, Clone)]
    pub(super) struct NumberMapping, static NUMBER = "a number" {
        required "match": Text, "A regular expression for the printed value." => pattern: Regex;
        "fields": Texts, "The fields it applies to; by default, all." => fields: Vec<String>;
        "value": Text, "The number it means." => value: Option<String>;
        "choice": Texts, "The numbers that the owner chooses from." => choice: Vec<String>;
        "min": Text, "The smallest possible value." => min: Option<String>;
        "print": Boolean, "`true` to keep the printed form." => print: bool;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[[list]]`: a list of cards, from its own records.
    #[derive(Debug)]
    pub(super) struct ListOfCardsMapping, static LIST = "a list" {
        required "file": Texts, "Patterns of the files with its records." => files: FilePatterns;
        "list": Text, "The path to the list of its records."
            => list: ListMapping = ValueReader::read_list;
        required "id": Table(&LIST_ID), "The list's id; records with the same id are combined."
            => id: FieldMapping = ValueReader::read_list_id;
        "name": Text, "The path to its name; by default, the id." => name: Option<RecordPath>;
        "cards": Texts, "Paths to its cards, by id or name; use `@value` if a record is a text."
            => cards: Vec<RecordPath>;
        "number": Text, "The path to the number that the list gives to these cards."
            => number: Option<RecordPath>;
        "sets": Texts, "Paths to sets, by code or id; every card of them is on the list."
            => sets: Vec<RecordPath>;
        "filter": Texts,
            "Filters for other cards on the list, with paths in `{}`; a filter without a value is \
                left out."
            => filters: Vec<Vec<TemplatePiece>> = ValueReader::read_templates;
        "from": Text, "The path to the first day it is in force." => from: Option<RecordPath>;
        "to": Text, "The path to the last day; by default, the day before the next version."
            => to: Option<RecordPath>;
        "when": List(&Table(&WHEN)), "Only use records that satisfy all of these."
            => when: Vec<FieldCondition>;
        "unless": List(&Table(&WHEN)), "Only use records that satisfy none of these."
            => unless: Vec<FieldCondition>;
        "extends": Text, "The format that a `[[format]]` extends." => extends: Option<String>;
        "numbers": By(&TERMS),
            "The numbers of a `[[format]]`, each the first of its paths that has a value, or a \
                number."
            => numbers: Vec<(String, Vec<NumberTerm>)> = ValueReader::read_format_numbers;
        "cite": Text, "The source of the list." => cite: Option<String>;
    }
    with {
        /// Paths into records of the list.
        named_paths: Vec<NamedPath>;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[[rule]]`: a rule of cards. Each object of a list in the card's record becomes an
    /// allowance, or each value becomes a condition.
    #[derive(Debug)]
    pub(super) struct CardRuleMapping, static RULE = "a rule" {
        required "id": Text, "The id of the rule, as in `[[rule-of-cards]]`.";
        required "in": Text, "The zone where a card brings the rule with it.";
        required "zone": Text, "The zone it counts.";
        "each": Text, "The path to a list of objects; each becomes an allowance."
            => each: Vec<String> = |values, entry| values.read_steps(entry).unwrap_or_default();
        "cards": Texts,
            "Parts of its filter, with paths of the object in `{}`; a part without a value is left \
                out."
            => cards: Vec<Vec<TemplatePiece>> = ValueReader::read_templates;
        "up-to": Text,
            "The path, in the object, to the number of copies it covers; or a measure with paths \
                in `{}`."
            => up_to: Option<Vec<TemplatePiece>> = ValueReader::read_path_or_template;
        "not": Text,
            "A path; if an object has it, its cards are excluded from the objects after it."
            => except: Option<RecordPath>;
        "when": List(&Table(&WHEN)), "Only use objects that satisfy all of these."
            => when: Vec<FieldCondition>;
        "unless": List(&Table(&WHEN)), "Only use objects that satisfy none of these."
            => unless: Vec<FieldCondition>;
        "allowances": List(&Table(&ALLOWANCE)),
            "More allowances, after those of the objects, in every such rule."
            => always: Vec<FixedAllowance>;
        "values": Table(&VALUES),
            "Instead of `each`: values of the record; each becomes a condition."
            => values: Option<FieldMapping> = ValueReader::read_rule_values;
        "require": Text,
            "The condition, with `{@value}` for the value; `a|b` stands for either word."
            => require: Option<String>;
        "cite": WORDING, "The source of the rule.";
        "text": WORDING, "An explanation in your own words.";
    }
    with {
        /// Keys of the rule that are written unchanged.
        constants: Vec<(&'static str, ForeignValue)>;
        /// The index of the first rule with its id; together they make one rule.
        first: usize;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// An allowance of a `[[rule]]` that is written unchanged.
    #[derive(Debug)]
    pub(super) struct FixedAllowance, static ALLOWANCE = "an allowance" {
        required "cards": Text, "A filter for its cards." => cards: String;
        "up-to": Either(&[Number, Text]), "The number of copies it covers: a number or a measure."
            => up_to: Option<Vec<String>> = ValueReader::read_constant;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    pub(super) static VALUES = "values of a rule" {
        FROM; VALUE; SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT;
    }

    pub(super) static LIST_ID = "the id of a list" {
        FROM; VALUE; SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT;
    }

    /// `[[text]]`: a text that only a user's own overlay may contain.
    #[derive(Debug, Clone)]
    pub(super) struct TextMapping, static TEXT = "a text" {
        required "to": Text, "The id of the field." => to: Spanned<String>;
        required "from": Text, "The path in the record." => from: RecordPath;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[part]`: how to split a text with both faces of a card.
    #[derive(Debug, Clone)]
    pub(super) struct FaceSplit, static PART = "[part]" {
        required "after": Text, "The text after a face's title that begins its part."
            => after: String;
        "title": REWRITES, "Steps that turn a printed title into the spelling used in texts."
            => title: Vec<Rewrite>;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[effects]`: the patterns of effects, and the path to most texts.
    #[derive(Debug)]
    pub(super) struct EffectsMapping, static EFFECTS = "[effects]" {
        required "from": Text, "The path to the texts." => from: RecordPath;
        "measured": Open, "The measured precision of the patterns, for people and tests.";
        "repaired": Open, "The precision on the cards they were written for, likewise.";
        required "pattern": List(&Table(&EFFECT)), "The effects." => effects: Vec<EffectMapping>;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// An effect and its patterns in texts.
    #[derive(Debug, Clone)]
    pub(super) struct EffectMapping, static EFFECT = "an effect" {
        required "id": Text, "The id of the effect." => id: Spanned<String>;
        "from": Texts, "Paths to the texts, if different." => from: Vec<RecordPath>;
        required "match": Texts, "A pattern, or several alternatives."
            => patterns: Vec<SievedPattern>;
        "unless": Texts, "Patterns that must not match." => unless: Vec<SievedPattern>;
        "kinds": Texts, "The kinds of card that can have it; by default, all."
            => kinds: Vec<Spanned<String>>;
        "also": Texts, "Other effects of `pattern` that come with this one."
            => also: Vec<Spanned<String>>;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);
}
