//! Mistakes in a mapping, in the sources of an import and in single records, and notes on them, in every language.

use crate::records::MAX_REWRITTEN_BYTES;
use sleeve_data::files::FileMessage;
use sleeve_data::model::Lang;
use sleeve_data::problem::{Candidates, Joined, Quoted, TitleOf, Words};
use sleeve_data::source::{DataMessage, MAX_ID_BYTES};
use sleeve_data::{errors, messages, of_files};
use std::fmt;

messages! {
    /// The reason why nothing is imported, or a doubt about the sources as a whole.
    #[derive(Clone, PartialEq, Debug)]
    pub enum ImportMessage {
        NoInput => {
            title: "there is no file with cards",
            help: "name files that end in .json, .jsonl, .ndjson, .csv or .tsv, or a folder of them; `files` of [records] says which hold cards",
        }
        NotJson {
            input: String,
            /// What the parser says, with line and column.
            message: String,
        } => "{input}: not JSON: {message}",
        KeyTwice {
            input: String,
            key: String,
            /// The line, from 1.
            line: usize,
            /// The column, from 1.
            column: usize,
        } => "{input}: the key `{key}` stands twice in one object, in line {line}, column {column}",
        NotCsv { input: String, message: String } => "{input}: not a sheet: {message}",
        ColumnTwice { input: String, name: String } => "{input}: two columns are called `{name}`",
        NoList { input: String, list: String } => {
            title: "{input}: expected a list of records under `{list}`",
            help: "`list` of [records] says where they stand: `data`, `*.cards`; an object whose values are records is `*`, or `data.*`",
        }
        OpenQuote { input: String, line: u64 } => "{input}: the quote that opens in line {line} is never closed",
        NoRecords { input: String } => "{input}: expected an object or a list of records",
        TooManyRecords { input: String, limit: usize } => "{input}: there are more than {limit} records",
        JoinOfNothing { name: String, cards: Vec<String>, joined: Vec<String> } => {
            when cards.is_empty() => "the join `{name}` finds nothing: its `on` is in no record",
            when joined.is_empty() => "the join `{name}` finds nothing: its `key` is in no record of its files",
            let cards = Quoted(&cards);
            let joined = Quoted(&joined);
            title: "the join `{name}` finds nothing: `on` gives {cards}, `key` gives {joined}",
        }
        NoJoinFile { name: String, files: Vec<String> } => {
            let files = Quoted(&files);
            title: "no file for the join `{name}` was given: {files}",
        }
        NoCard { refused: usize } => {
            when *refused == 0 => "there is no record in these files",
            when *refused == 1 => "the only record did not become a card; nothing is written",
            title: "none of the {refused} records became a card; nothing is written",
        }
        AllLeftOut => {
            title: "`when` and `unless` of [records] leave every record out",
            help: "write in `match` what the records have, as in `^player$`",
        }
        UnknownSets { count: usize, codes: Vec<String> } => {
            let codes = Quoted(&codes);
            let how = word!("add a [sets.<id>] table with that `code` to game.toml, or let `--vocabulary` do so");
            when *count == 1 => {
                title: "1 record belongs to a set that the game does not declare: {codes}",
                help: how,
            }
            title: "{count} records belong to sets that the game does not declare: {codes}",
            help: how,
        }
        TooManyValues { field: String, count: usize, limit: usize } => {
            title: "`{field}` has {count} different values, and a field declares {limit} at most",
            help: "import it as a text, or map its values to fewer",
        }
        Earlier { path: String, message: String } => "{path}: not a card file of an earlier import: {message}",
        GameFile { path: String, message: String } => "{path}: the vocabulary cannot be written there: {message}",

        Unopened => "the game cannot be opened with what this import would write; nothing is written",

        MoreLikeThese { count: usize } => "and {count} more of the kind",
        Unmapped {
            count: usize,
            /// Each with in how many records it stands.
            fields: Vec<String>,
        } => {
            let fields = Joined(&fields);
            when *count == 1 => {
                title: "1 field is not mapped, here with how many records have it: {fields}",
                help: "if that is meant, name it under `ignore` of [records]",
            }
            title: "{count} fields are not mapped, here with how many records have each: {fields}",
            help: "if that is meant, name them under `ignore` of [records]",
        }
        UncountedFields { limit: usize } => {
            title: "the records have more than {limit} different fields; those beyond are not counted",
            help: "an object whose keys are ids or names is best ignored whole, or listed with `*`",
        }
        Absent { path: String, candidates: Candidates } => {
            title: "no record has `{path}`, which the mapping names",
            help: candidates,
        }
        /// Several of them, with nothing near.
        AbsentPaths { paths: Vec<String> } => {
            let paths = Quoted(&paths);
            when paths.0.len() == 1 => "no record has {paths}, which the mapping names",
            title: "no record has any of these, which the mapping names: {paths}",
        }
        JoinMisses { name: String, count: usize, of: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            title: "records for which the join `{name}` finds nothing: {count} of {of} ({examples})",
            help: "if that is as it should be, write `optional = true` in it",
        }
        JoinLeft { name: String, count: usize, of: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            title: "records of the join `{name}` that belong to no card: {count} of {of} ({examples})",
        }
        UnreadFiles { count: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            title: "files that are not read: {count} ({examples})",
        }
        EmptyList { files: Vec<String> } => {
            let files = Quoted(&files);
            title: "no record for a [[list]] of the mapping: {files}",
        }
        NoSetsOfLists { count: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            title: "left out of lists, because the game has no such set: {count} ({examples})",
        }
        NoNames { count: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            title: "left out of fields of cards, because they name no card, what is near a name first: {count} ({examples})",
        }
        /// Printings of one card have other values of a field than the one that gives its facts.
        PrintingsDiffer { field: String, count: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            title: "cards of which printings differ in `{field}`, so that one value is kept: {count} ({examples})",
            help: "if these are cards of their own, let [id] tell them apart",
        }
        Guessed { input: String, how: FileMessage } => {
            let how = TitleOf(&*how);
            title: "`{input}` is {how}",
        }
    }
}

errors!(ImportMessage);

/// The first of so many, quoted.
struct FirstOf<'e> {
    count: usize,
    examples: &'e [String],
}

impl Words for FirstOf<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Quoted(self.examples).write(lang, f)?;
        if self.count > self.examples.len() { f.write_str(", …") } else { Ok(()) }
    }
}

messages! {
    /// The reason why a record is refused, or a doubt about a card.
    #[derive(Clone, PartialEq, Debug)]
    pub enum RecordMessage {
        NoId { from: Vec<String>, found: Option<String> } => {
            let from = Quoted(&from);
            when found.is_none() => "no {from}, where its id should be",
            let found = found.as_deref().unwrap_or_default();
            title: "`{found}` of {from} is no id; ids are lower-case letters, digits, `.`, `_` and `-`, 100 at most",
            help: "`[id]` makes one: from = \"…\", as = \"word\"",
        }
        NoTitle { from: Vec<String> } => {
            let from = Quoted(&from);
            title: "no {from}",
        }
        Overgrown { pattern: String } => {
            let limit = MAX_REWRITTEN_BYTES;
            title: "the mapping's substitution for `{pattern}` makes a text of it longer than {limit} bytes",
        }
        NoKindGiven { from: Vec<String> } => {
            let from = Quoted(&from);
            title: "no {from}, which says what kind of card it is",
        }
        UndeclaredKind { printed: String } => {
            title: "`{printed}` is not a kind of card the game declares",
            help: ("declare it in game.toml, or let `--vocabulary` do so", context = "a kind"),
        }
        NoHomeSet { pattern: String } => "the id does not name a set as `{pattern}` says",
        NoSet { from: Vec<String> } => {
            let from = Quoted(&from);
            title: "no {from}, which says the set",
        }
        SameId { input: String, place: RecordPlace } => {
            title: "its id is taken already: {input}, {place}",
            help: "if such records are printings of one card, write `same = \"printings\"` in [records]",
        }
        NoListHere { list: String } => "it holds no list of records as `{list}` says",
        NoObject => "it is no object",
        BadLine { message: String } => "not JSON: {message}",
        KeyTwiceInLine { key: String } => "the key `{key}` stands twice in one object",
        LongRow { cells: usize, head: usize } => "it has {cells} cells, and the sheet has {head} columns",
        Several { field: String, count: usize } => {
            title: "`{field}` has {count} values, expected one",
            help: "`take`, `join`, `find` and `keep` make one of several",
        }
        NoNumber { field: String, printed: String } => "`{field}` is `{printed}`: not a number, and no [[number]] pattern of the mapping covers it",
        PatternNoNumber { field: String, printed: String, text: String } => "`{field}`: the pattern for `{printed}` gives `{text}`, not a number",
        NotPlain { field: String, printed: String } => "`{field}` is `{printed}`, to which nothing can be added",
        TooLarge { field: String } => "`{field}` is larger than any number that is kept",
        NotWhole { field: String, number: String } => "`{field}` is {number}, and the game declares it as a whole number",
        NoDay { field: String, printed: String } => "`{field}` is `{printed}`, not a day such as 1998-11-30",
        NoWord { field: String, printed: String } => {
            let limit = MAX_ID_BYTES;
            title: "`{field}` is `{printed}`, of which no id of 1 to {limit} letters and digits can be made",
            help: "name it under `map`",
        }
        CountsNothing { field: String, printed: String } => "`{field}`: `{printed}` counts nothing",

        /// What the game finds wrong with the card.
        Game(message: DataMessage) => {
            as: *message,
        }

        Undeclared { field: String, value: String } => "`{value}` is not a declared value of `{field}`; declare it in game.toml",
        FirstOnly { field: String, count: usize } => "`{field}` has {count} values, of which the first is kept; `as = \"words\"` keeps all",
        FilledTwice { field: String } => "the mapping fills `{field}` twice; the first value is kept",
        NoAllowance { list: String } => "an object of `{list}` lacks what `cards` or `up-to` of its [[rule]] ask for; it is left out",
        Inseparable => "one text holds both faces and no title parts it; its effects stand on the front",
        OneWord { field: String, first: String, other: String, word: String } => "`{first}` and `{other}` of `{field}` both become `{word}`; `map` tells them apart",
    }
}

errors!(RecordMessage);

/// The place of a record in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordPlace {
    /// Counted from 1.
    Record(usize),
    /// The line on which it begins, from 1.
    Line(u64),
}

impl Words for RecordPlace {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordPlace::Record(at) => f.write_str(&say!(lang, "record {at}")),
            RecordPlace::Line(at) => f.write_str(&say!(lang, "line {at}")),
        }
    }
}

messages! {
    /// A mistake in a mapping.
    #[derive(Clone, PartialEq, Debug)]
    pub enum MappingMessage {
        File(message: FileMessage) => {
            as: *message,
        }
        UnknownWord { key: String, word: String, candidates: Candidates } => {
            title: "`{word}` is no word for `{key}`",
            help: candidates,
        }
        Both { key: &'static str, other: &'static str } => "`{key}` and `{other}` cannot stand together",
        OnlyNumbers { key: String } => "`{key}` is for numbers: write `as = \"number\"`",
        OnlyWords { key: String } => "`{key}` is for words: write `as = \"word\"`, `\"words\"` or `\"counted\"`",
        OnlyCards { key: String } => "`{key}` is for cards: write `as = \"cards\"`",
        BadPattern { pattern: String, message: String } => "the pattern `{pattern}` is not a regular expression: {message}",
        ManyPatterns { limit: usize } => "all patterns together take more than {limit} bytes when they are compiled",
        LongText { key: String, bytes: usize, limit: usize } => "`{key}` has {bytes} bytes; {limit} at most",
        ManyTitles { count: usize, limit: usize } => "a title of {count} parts; {limit} at most",
        BadGlob { pattern: String } => {
            title: "`{pattern}` is no pattern of files",
            help: "write the end of a path, with `*` for any name: `pack/*.json`",
        }
        BadPath { path: String } => {
            title: "`{path}` is no path",
            help: "write names with dots between them, a name with a dot in quotes: `set.code`, `\"Set.Code\"`",
        }
        BadStart { path: String, candidates: Vec<String> } => {
            let known = Quoted(&candidates);
            title: "`{path}` begins with a word that means nothing",
            help: "around a record are {known}, and `@` with the name of a join",
        }
        JoinTwice { name: String } => "there are two joins called `{name}`",
        BadJoinName { name: String } => {
            title: "`{name}` is no name of a join",
            help: "write small letters, digits and hyphens, and none of `up`, `key`, `file`, `folder`",
        }
        NoAttribute { name: String, candidates: Candidates } => {
            when candidates.are_near => {
                title: "the game declares no attribute `{name}`",
                help: candidates,
                also: "`--vocabulary` declares what is new",
            }
            title: "the game declares no attribute `{name}`",
            help: "declare it in game.toml, or let `--vocabulary` do so",
        }
        NoKind { name: String, candidates: Candidates } => {
            title: "`{name}` is not a kind of card of the game",
            help: candidates,
        }
        NoEffect { name: String, candidates: Candidates } => {
            title: "`{name}` is not an effect of the game",
            help: candidates,
        }
        NoPattern { name: String, candidates: Candidates } => {
            title: "`{name}` is not the id of a pattern",
            help: candidates,
        }
        NoValue { field: String, value: String, candidates: Candidates } => {
            title: "`{value}` is not a value of `{field}`",
            help: candidates,
        }
        OtherType { field: String, form: &'static str, declared: &'static str } => "`{field}` is of the type `{declared}`, which `as = \"{form}\"` does not write",
    }
}

errors!(MappingMessage);
of_files!(MappingMessage);
