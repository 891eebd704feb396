//! Every key of a mapping, written once: for the reader and what it makes, for the schema, and for the order of `sleeve fmt`.

use crate::card_files::ForeignValue;
use crate::mapping::{
    FieldForm, FilePatterns, ListMapping, MappingTable, NamedPath, NumberTerm, PatternSieve,
    ProvenanceMapping, SetMapping, SievedPattern, SplitChoice, TableEntries, TemplatePiece,
    ValueReader, face,
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
use std::collections::BTreeMap;
use std::ops::Range;

/// A constant: a text, a number, or true; several for a field of several values.
const CONSTANT: ValueShape = Either(&[Text, Number, Boolean, List(&Text)]);
/// Terms added to a number: numbers, and paths to numbers.
const TERMS: ValueShape = Either(&[Number, Text, List(&Either(&[Number, Text]))]);
/// A text, or one for each language.
const WORDING: ValueShape = Either(&[Text, By(&Text)]);
const REWRITES: ValueShape = List(&Table(&REWRITE));
const MATCH: Key = required_key("match", Text, "A search pattern.");

/// Words for the part of a split that is taken.
pub(super) const TAKE: [&str; 2] = ["first", "last"];
/// Words for several records of one id.
const SAME: [&str; 2] = ["printings", "mistake"];

keys! {
    /// A mapping, checked: every pattern compiles, every set and attribute it needs is declared by the game.
    #[derive(Debug)]
    pub struct Mapping, static IMPORT_KEYS = "a mapping" {
        "header": Text, "What stands at the top of the files that are written." => header: String = ValueReader::read_header;
        "provenance": Either(&[Text, By(&Text)]),
            "Where facts are known from: one word, or by field; without it, `published`."
            => provenance: ProvenanceMapping = ValueReader::read_provenance;
        "records": Table(&RECORDS), "Where records stand, and where the parts of one."
            => records: RecordsMapping = ValueReader::read_records;
        "join": List(&Table(&JOIN)), "Other files whose records belong to the cards.";
        "name": REWRITES, "How titles become names, step by step." => name: Vec<Rewrite>;
        "variant": REWRITES, "What of a title tells one printing of a card from another." => variants: Vec<Rewrite>;
        "aliases": By(&Texts), "Other names of cards, by id."
            => aliases: BTreeMap<String, Vec<String>> = ValueReader::read_text_lists;
        "id": Table(&ID), "The card's id, where it is no field of the record as it stands."
            => id: Option<FieldMapping> = ValueReader::read_id;
        "set": Table(&SET), "The sets that a card was printed in." => set: Option<SetMapping> = ValueReader::read_set;
        "kind": Table(&KIND), "The kind of card." => kind: FieldMapping = ValueReader::read_kind;
        "field": List(&Table(&FIELD)), "The fields of the cards." => fields: Vec<FieldMapping> = ValueReader::read_attributes;
        "number": List(&Table(&NUMBER)), "Printed values that are not plain numbers."
            => numbers: Vec<NumberMapping> = ValueReader::read_numbers;
        "text": List(&Table(&TEXT)), "Texts that only an overlay of one's own may hold." => texts: Vec<TextMapping>;
        "part": Table(&PART), "How a text that holds both faces of a card is parted." => part: Option<FaceSplit>;
        "clean": REWRITES, "What is taken out of texts before they are read." => clean: Vec<Rewrite>;
        "effects": Table(&EFFECTS), "The effects, by patterns of texts."
            => effects: Option<EffectsMapping> = ValueReader::read_effects;
        "list": List(&Table(&LIST)), "Lists of cards: bans, pools, points, in a version for each day."
            => lists: Vec<ListOfCardsMapping> = ValueReader::read_lists_of_cards;
        "rule": List(&Table(&RULE)), "Rules of cards: allowances, from lists of objects in their records."
            => rules: Vec<CardRuleMapping> = ValueReader::read_card_rules;
        "tags": By(&By(&Texts)), "Cards that have a value by hand: by field and value."
            => tags: BTreeMap<String, BTreeMap<String, Vec<String>>> = ValueReader::read_tags;
    }
    with {
        joins: Vec<JoinMapping>;
        /// The words that the patterns of effects need.
        sieve: PatternSieve;
        vocabulary: Vocabulary;
        /// Whether words that the game lacks are collected to be declared, and no mistakes.
        declares: bool;
        /// Every path of the mapping.
        named_paths: Vec<NamedPath>;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[records]`: the files and lists of records, and the parts of one record.
    #[derive(Debug, Default)]
    pub(super) struct RecordsMapping, static RECORDS = "[records]" {
        "files": Texts,
            "Patterns of the files that hold cards; without it, all but those of joins." => files: Option<FilePatterns>;
        "not-files": Texts, "Patterns of files that hold none." => not_files: Option<FilePatterns>;
        "list": Text, "Path to the list of records; `*` is every value of an object or a list."
            => list: ListMapping = ValueReader::read_list;
        "when": List(&Table(&WHEN)), "Records become cards only where all of these hold." => when: Vec<FieldCondition>;
        "unless": List(&Table(&WHEN)), "Records become no cards where one of these holds." => unless: Vec<FieldCondition>;
        "key": Text, "Path to the card's id, where [id] does not say it." => key: Option<RecordPath>;
        "same": Words(&SAME),
            "What records of one id are: `printings` of one card, or a `mistake`."
            => printings_of_one: bool = |values, entry| values.read_word(entry, &SAME) == Some(0);
        "front": Text, "Field of the face that every card has; without it, the record itself."
            => front: RecordPath = |values, entry| face(values.read_steps(entry).unwrap_or_default());
        "back": Text, "Field of the second face, where there is one."
            => back: Option<RecordPath> = |values, entry| values.read_steps(entry).map(face);
        "title": Texts, "Field of a face that holds its title; several are joined."
            => title: Vec<RecordPath> = ValueReader::read_title;
        "title-join": Text, "What stands between several titles; a blank where left out."
            => title_join: String = |values, entry| values.read_short_text(entry).unwrap_or_else(|| " ".to_owned());
        "title-separator": Text, "What separates the titles of two faces."
            => title_separator: String = ValueReader::read_text_or_empty;
        "title-mark": Text, "What stands once behind both titles and belongs to both."
            => title_mark: String = ValueReader::read_text_or_empty;
        "nicknames": Texts, "Fields that hold other names." => nicknames: Vec<RecordPath>;
        "home-set": Text, "Pattern whose first group is the set's code in the card's id." => home_set: Option<Regex>;
        "printings": Text, "Path to the codes of all sets that printed the card." => printings: Option<RecordPath>;
        "set-name": Text, "Path to the names of these sets, for those that `--vocabulary` declares."
            => set_name: Option<RecordPath>;
        "set-released": Text, "Path to their days, likewise." => set_released: Option<RecordPath>;
        "ignore": Texts, "Paths that are left out on purpose, with all below them."
            => ignore: Vec<Vec<String>> = ValueReader::read_step_lists;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[[join]]`: other files whose records belong to cards: those whose `key` is `on` of a card.
    #[derive(Debug)]
    pub(super) struct JoinMapping, static JOIN = "a join" {
        required "name": Text, "Its name: `@name.path` leads into what it finds." => name: String;
        required "file": Texts, "Patterns of the files that hold its records." => files: FilePatterns;
        "list": Text, "Path to the list of its records." => list: ListMapping = ValueReader::read_list;
        required "key": Text, "Path, in its records, to what they are found by." => key: RecordPath;
        required "on": Texts, "Paths, in the cards' records or in joins above, to the same."
            => on: Vec<NamedPath> = ValueReader::read_paths_into_joins;
        "optional": Boolean,
            "Whether its files may be missing, and cards without a record of it are as they should be." => optional: bool;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// A search pattern and its replacement.
    #[derive(Debug, Clone)]
    pub(super) struct Rewrite, static REWRITE = "a rewriting" {
        MATCH => pattern: Regex;
        required "with": Text, "What replaces it; `$1` is a group."
            => with: String = |values, entry| values.read_short_text(entry).unwrap_or_default();
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// A condition on another field of the record: one of its values matches the pattern.
    #[derive(Debug, Clone)]
    pub(super) struct FieldCondition, static WHEN = "a condition" {
        required "from": Text, "Path to the value." => from: RecordPath;
        required "match": Text, "A pattern that one of its values fits." => pattern: Regex;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);
}

const FROM: Key = key("from", Texts, "Where it stands in the record: a path, or several.");
const VALUE: Key = key("value", CONSTANT, "A constant, instead of `from`.");
const SPLIT: Key = key("split", Text, "A pattern of what separates values.");
const TAKEN: Key = key("take", Words(&TAKE), "The first or the last of what was split.");
const KEEP: Key = key("keep", Text, "A pattern of values that are kept.");
const DROP: Key = key("drop", Text, "A pattern of values that are left out.");
const REWRITTEN: Key = key("rewrite", REWRITES, "How its values are changed, step by step.");
const FIND: Key =
    key("find", Text, "A pattern of what is taken of a value: its first group, or all of it.");
const MAP: Key = key("map", By(&Text), "Values by what is printed; others stay.");
const JOINED: Key = key("join", Text, "What stands between several values that make one.");
const NAME: Key =
    key("name", Text, "Path to the name of a value, or of several, for `--vocabulary`.");
const DEFAULT: Key = key("default", CONSTANT, "The value where none is found.");

keys! {
    pub(super) static ID = "[id]" {
        "as": Words(&["word", "text"]), "`word`, in small letters, or `text`, as it stands.";
        FROM; SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT;
    }

    pub(super) static SET = "[set]" {
        FROM; VALUE; SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT;
        NAME;
        "released": Text, "Path to the day on which it came out, for `--vocabulary`.";
    }

    pub(super) static KIND = "[kind]" {
        "to": Words(&["kind"]), "`kind`, and nothing else.";
        FROM; VALUE;
        "as": Words(&["word"]), "`word`, and nothing else.";
        SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT; NAME;
    }

    /// `[[field]]`: an attribute of the cards; or the id, the sets or the kind, which are computed alike. Its steps run in the
    /// order of the fields from `split` to `join`.
    #[derive(Debug, Clone, Default)]
    pub(super) struct FieldMapping, static FIELD = "a field" {
        required "to": Text, "Id of the field; `quantity` is copies in a box.";
        FROM => from: Vec<NamedPath>;
        VALUE => value: Option<Vec<String>> = ValueReader::read_constant;
        required "as": Words(FieldForm::WORDS), "How it is written.";
        "kinds": Texts, "Kinds of card that have it; without it, all." => kinds: Vec<Spanned<String>>;
        "not-kinds": Texts, "Kinds of card that do not." => not_kinds: Vec<Spanned<String>>;
        SPLIT => split: Option<Regex>;
        TAKEN => take: SplitChoice = ValueReader::read_split_choice;
        KEEP => keep: Option<Regex>;
        DROP => drop: Option<Regex>;
        REWRITTEN => rewrite: Vec<Rewrite>;
        FIND => find: Option<Regex>;
        MAP => map: BTreeMap<String, String> = ValueReader::read_map;
        JOINED => join: Option<String>;
        "plus": TERMS, "What is added to a number: numbers, and paths to numbers."
            => plus: Vec<NumberTerm> = ValueReader::read_terms;
        "minus": TERMS, "What is taken away from it." => minus: Vec<NumberTerm> = ValueReader::read_terms;
        DEFAULT => default: Option<Vec<String>> = ValueReader::read_constant;
        NAME => name: Option<RecordPath>;
        "same": Text, "Of several cards of a name, those are meant whose field of this id says what the card's own does."
            => same: Option<String>;
        "marks": List(&Table(&MARK)), "What stands behind the titles of some of the cards that share one." => marks: Vec<NameMark>;
        "when": List(&Table(&WHEN)), "The field is given only where all of these hold." => when: Vec<FieldCondition>;
        "unless": List(&Table(&WHEN)), "The field is not given where one of these holds." => unless: Vec<FieldCondition>;
    }
    with {
        to: String;
        form: FieldForm;
        /// The place of its name, or of the table.
        place: Range<usize>;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// A mark behind a title: with it those cards are meant that have the value, without it the
    /// others of that title.
    #[derive(Debug, Clone)]
    pub(super) struct NameMark, static MARK = "a mark" {
        MATCH => pattern: Regex;
        required "field": Text, "The field by which these cards differ; `kind` is their kind." => field: String;
        required "value": Text, "The value of those that the mark means." => value: String;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[[number]]`: printed values that are no plain numbers, and the templates of what they mean.
    #[derive(Debug, Clone)]
    pub(super) struct NumberMapping, static NUMBER = "a number" {
        required "match": Text, "A pattern of what is printed." => pattern: Regex;
        "fields": Texts, "Fields it is for; without it, all." => fields: Vec<String>;
        "value": Text, "The number that is meant." => value: Option<String>;
        "choice": Texts, "The numbers of which the owner picks one." => choice: Vec<String>;
        "min": Text, "The smallest that it can be." => min: Option<String>;
        "print": Boolean, "Whether what is printed is kept." => print: bool;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[[list]]`: a list of cards of the game, from records of its own.
    #[derive(Debug)]
    pub(super) struct ListOfCardsMapping, static LIST = "a list" {
        required "file": Texts, "Patterns of the files that hold its records." => files: FilePatterns;
        "list": Text, "Path to the list of its records." => list: ListMapping = ValueReader::read_list;
        required "id": Table(&LIST_ID), "The list's id; records of one id are put together."
            => id: FieldMapping = ValueReader::read_list_id;
        "name": Text, "Path to its name; without it, the id." => name: Option<RecordPath>;
        "cards": Texts, "Paths to its cards, by id or name; `@value` is a record that is a text." => cards: Vec<RecordPath>;
        "number": Text, "Path to the number that the list gives to these cards." => number: Option<RecordPath>;
        "sets": Texts, "Paths to sets, by code or id, of which it holds every card." => sets: Vec<RecordPath>;
        "filter": Texts,
            "Filters of cards that are on it as well, with paths in `{}`; one without a value is left out."
            => filters: Vec<Vec<TemplatePiece>> = ValueReader::read_templates;
        "from": Text, "Path to the first day on which it holds." => from: Option<RecordPath>;
        "to": Text, "Path to the last; without it, the day before the next version." => to: Option<RecordPath>;
        "when": List(&Table(&WHEN)), "Only records for which all of these hold." => when: Vec<FieldCondition>;
        "unless": List(&Table(&WHEN)), "Only records for which none of these holds." => unless: Vec<FieldCondition>;
        "cite": Text, "The source that the list cites." => cite: Option<String>;
    }
    with {
        /// Paths that lead into records of the list.
        named_paths: Vec<NamedPath>;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[[rule]]`: a rule of the cards whose records hold a list of objects, of which each becomes an allowance, or values, of
    /// which each becomes a condition.
    #[derive(Debug)]
    pub(super) struct CardRuleMapping, static RULE = "a rule" {
        required "id": Text, "The rule's id, as of a `[[rule-of-cards]]`.";
        required "in": Text, "The zone in which a card brings it along.";
        required "zone": Text, "The zone that it reads.";
        "each": Text, "Path to a list of objects, of which each is an allowance."
            => each: Vec<String> = |values, entry| values.read_steps(entry).unwrap_or_default();
        "cards": Texts,
            "Parts of its filter, with paths of the object in `{}`; a part without a value is left out."
            => cards: Vec<Vec<TemplatePiece>> = ValueReader::read_templates;
        "up-to": Text,
            "Path, in the object, to how many copies it covers; or a measure with paths in `{}`."
            => up_to: Option<Vec<TemplatePiece>> = ValueReader::read_path_or_template;
        "not": Text, "Path to what an object has that takes its cards away from those behind it." => except: Option<RecordPath>;
        "when": List(&Table(&WHEN)), "Only objects for which all of these hold." => when: Vec<FieldCondition>;
        "unless": List(&Table(&WHEN)), "Only objects for which none of these holds." => unless: Vec<FieldCondition>;
        "allowances": List(&Table(&ALLOWANCE)), "Allowances behind those of the objects, in every such rule."
            => always: Vec<FixedAllowance>;
        "values": Table(&VALUES), "Instead of `each`: values of the record, of which each is a condition."
            => values: Option<FieldMapping> = ValueReader::read_rule_values;
        "require": Text,
            "The condition, with `{@value}` where the value stands; `a|b` are words of which one is meant."
            => require: Option<String>;
        "cite": WORDING, "The source that the rule cites.";
        "text": WORDING, "Why, in words of our own.";
    }
    with {
        /// Keys of the rule that are written as they stand.
        constants: Vec<(&'static str, ForeignValue)>;
        /// The place, among all, of the first with its id: they make one rule together.
        first: usize;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// An allowance of a `[[rule]]` that is written as it stands: its filter, and how many copies it covers.
    #[derive(Debug)]
    pub(super) struct FixedAllowance, static ALLOWANCE = "an allowance" {
        required "cards": Text, "The filter of its cards." => cards: String;
        "up-to": Either(&[Number, Text]), "How many copies it covers, a number or a measure."
            => up_to: Option<Vec<String>> = ValueReader::read_constant;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    pub(super) static VALUES = "values of a rule" {
        FROM; VALUE; SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT;
    }

    pub(super) static LIST_ID = "the id of a list" {
        FROM; VALUE; SPLIT; TAKEN; KEEP; DROP; REWRITTEN; FIND; MAP; JOINED; DEFAULT;
    }

    /// `[[text]]`: a text that only a user's own overlay may hold.
    #[derive(Debug, Clone)]
    pub(super) struct TextMapping, static TEXT = "a text" {
        required "to": Text, "Id of the field." => to: Spanned<String>;
        required "from": Text, "Where it stands in the record." => from: RecordPath;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[part]`: how a text of both faces of a card is split.
    #[derive(Debug, Clone)]
    pub(super) struct FaceSplit, static PART = "[part]" {
        required "after": Text, "What follows a face's title where its part begins." => after: String;
        "title": REWRITES, "From a printed title to the title as texts spell it." => title: Vec<Rewrite>;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// `[effects]`: the patterns of effects, and where most texts stand.
    #[derive(Debug)]
    pub(super) struct EffectsMapping, static EFFECTS = "[effects]" {
        required "from": Text, "Where the texts stand." => from: RecordPath;
        "measured": Open, "How right the patterns were: for people and tests.";
        "repaired": Open, "How right they are on cards that they were written on: the same.";
        required "pattern": List(&Table(&EFFECT)), "The effects." => effects: Vec<EffectMapping>;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);

    /// An effect and the patterns that reveal it in texts.
    #[derive(Debug, Clone)]
    pub(super) struct EffectMapping, static EFFECT = "an effect" {
        required "id": Text, "Id of the effect." => id: Spanned<String>;
        "from": Texts, "Where the texts stand, if elsewhere." => from: Vec<RecordPath>;
        required "match": Texts, "A pattern, or several of which one fits." => patterns: Vec<SievedPattern>;
        "unless": Texts, "Patterns of which none fits." => unless: Vec<SievedPattern>;
        "kinds": Texts, "Kinds of card that can have it; without it, all." => kinds: Vec<Spanned<String>>;
        "also": Texts, "Other effects of `pattern` that whatever has this one has as well." => also: Vec<Spanned<String>>;
    }
    impl MappingTable(table: &mut TableEntries<'_, '_>);
}
