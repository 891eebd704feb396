//! Mistakes in a mapping, in the sources of an import and in single records, and notes about them,
//! in every language.

use sleeve_data::{
    errors,
    files::FileMessage,
    messages,
    model::Lang,
    of_files,
    problem::{Candidates, Joined, Quoted, TitleOf, Words},
    source::{DataMessage, MAX_ID_BYTES},
};
use std::fmt;

messages! {
    /// The reason why nothing is imported, or a doubt about the sources as a whole.
    pub enum ImportMessage {
        NoInput { inner: Option<String> } => {
            let folder = inner.as_deref().unwrap_or_default();
            when !folder.is_empty() => {
                title: "no file with cards was found",
                help: "give the folder `{folder}`: `files` under [records] is the whole path below \
                    the folder that you give",
            }
            title: "no file with cards was found",
            help: "name .json, .jsonl, .ndjson, .csv or .tsv files, or a folder of them; `files` \
                under [records] selects the ones with cards",
        }
        NotJson {
            input: String,
            /// The parser's message, with line and column.
            message: String,
        } => "{input}: not JSON: {message}",
        KeyTwice {
            input: String,
            key: String,
            /// The line, from 1.
            line: usize,
            /// The column, from 1.
            column: usize,
        } => "{input}: the key `{key}` is twice in one object, at line {line}, column {column}",
        NotCsv { input: String, message: String } => "{input}: not a sheet: {message}",
        ColumnTwice { input: String, name: String } => "{input}: two columns are called `{name}`",
        NoList { input: String, list: String } => {
            title: "{input}: expected a list of records under `{list}`",
            help: "set `list` under [records] to their path, such as `data` or `*.cards`; for an \
                object whose values are records, write `*` or `data.*`",
        }
        OpenQuote { input: String, line: u64 } =>
            "{input}: the quote opened at line {line} is never closed",
        NoRecords { input: String } => "{input}: expected an object or a list of records",
        TooManyRecords { input: String, limit: usize } => "{input}: more than {limit} records",
        JoinOfNothing { name: String, cards: Vec<String>, joined: Vec<String> } => {
            when cards.is_empty() =>
                "the join `{name}` finds nothing, because no record has its `on`",
            when joined.is_empty() =>
                "the join `{name}` finds nothing, because no record of its files has its `key`",
            let cards = Quoted(&cards);
            let joined = Quoted(&joined);
            title: "the join `{name}` finds nothing: `on` gives {cards}, `key` gives {joined}",
        }
        NoJoinFile { name: String, files: Vec<String> } => {
            let files = Quoted(&files);
            title: "no file was given for the join `{name}`: {files}",
        }
        NoCard { refused: usize } => {
            when *refused == 0 => "these files contain no records",
            when *refused == 1 => "the only record did not become a card; nothing is written",
            title: "none of the {refused} records became a card; nothing is written",
        }
        AllLeftOut => {
            title: "`when` and `unless` under [records] leave out every record",
            help: "write a `match` that fits the values of the records, such as `^player$`",
        }
        UnknownSets { count: usize, codes: Vec<String> } => {
            let codes = Quoted(&codes);
            let how = word!("add a [sets.<id>] table with that `code` to game.toml, or let \
                `--vocabulary` do it");
            when *count == 1 => {
                title: "1 record belongs to a set that the game does not declare: {codes}",
                help: how,
            }
            title: "{count} records belong to sets that the game does not declare: {codes}",
            help: how,
        }
        TooManyValues { field: String, count: usize, limit: usize } => {
            title: "`{field}` has {count} different values; the limit for a field is {limit}",
            help: "import it as text, or map its values to fewer ones",
        }
        Earlier { path: String, message: String } =>
            "{path}: not a card file of an earlier import: {message}",
        GameFile { path: String, message: String } =>
            "{path}: the vocabulary cannot be written there: {message}",

        Unopened => "nothing is written, because the game could not be opened with this import",

        MoreLikeThese { count: usize } => "and {count} more like these",
        Unmapped {
            count: usize,
            /// Each with the number of records that have it.
            fields: Vec<String>,
        } => {
            let fields = Joined(&fields);
            when *count == 1 => {
                title: "1 field is not mapped, with the number of records that have it: {fields}",
                help: "to ignore it on purpose, add it to `ignore` under [records]",
            }
            title: "{count} fields are not mapped, with the number of records that have each: \
                {fields}",
            help: "to ignore them on purpose, add them to `ignore` under [records]",
        }
        UnmappedInLists {
            /// Patterns of the files of a list.
            files: String,
            /// Each with the number of records that have it.
            fields: Vec<String>,
        } => {
            let fields = Joined(&fields);
            title: "the [[list]] of `{files}` does not use these fields, with the number of \
                records that have each: {fields}",
            help: "to ignore them on purpose, add them to `ignore` under [records]",
        }
        /// Records that no `when` selects and no `unless` leaves out.
        Unselected { table: &'static str, count: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            title: "records that no {table} uses: {count} ({examples})",
            help: "to leave them out on purpose, use `unless` instead of `when`",
        }
        UncountedFields { limit: usize } => {
            title: "the records have more than {limit} different fields; the rest are not counted",
            help: "if the keys of an object are ids or names, ignore the whole object or list it \
                with `*`",
        }
        Absent { path: String, candidates: Candidates } => {
            title: "no record has `{path}`, which the mapping names",
            help: candidates,
        }
        /// Several absent paths without near ones.
        AbsentPaths { paths: Vec<String> } => {
            let paths = Quoted(&paths);
            when paths.0.len() == 1 => "no record has {paths}, which the mapping names",
            title: "no record has any of these, which the mapping names: {paths}",
        }
        JoinMisses { name: String, count: usize, of: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            title: "the join `{name}` finds nothing for {count} of {of} records ({examples})",
            help: "if this is intended, add `optional = true` to the join",
        }
        JoinLeft { name: String, count: usize, of: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            title: "{count} of {of} records of the join `{name}` belong to no card ({examples})",
        }
        UnreadFiles { count: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            title: "files not read: {count} ({examples})",
        }
        EmptyList { files: Vec<String> } => {
            let files = Quoted(&files);
            title: "a [[list]] of the mapping has no records: {files}",
        }
        NoSetsOfLists { count: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            title: "left out of lists, because the game has no such set: {count} ({examples})",
        }
        NoNames { count: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            title: "left out of card fields, because no card has these names, near misses first: \
                {count} ({examples})",
        }
        /// Printings of one card differ in a field from the one that provides its facts.
        PrintingsDiffer { field: String, count: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            title: "cards whose printings differ in `{field}`, so only one value is kept: {count} \
                ({examples})",
            help: "if these are different cards, give them different ids under [id]",
        }
        Guessed { input: String, how: FileMessage } => {
            let how = TitleOf(&*how);
            title: "`{input}` is {how}",
        }
    }
}

errors!(ImportMessage);

impl ImportMessage {
    /// Whether it names something in the sources that the import neither uses nor skips on purpose.
    pub fn is_leftover(&self) -> bool {
        use ImportMessage as M;
        matches!(
            self,
            M::UnreadFiles { .. }
                | M::Unmapped { .. }
                | M::UnmappedInLists { .. }
                | M::UncountedFields { .. }
                | M::Unselected { .. }
                | M::JoinLeft { .. }
                | M::NoSetsOfLists { .. }
        )
    }
}

/// The first of `count` texts, quoted.
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
    pub enum RecordMessage {
        NoId { from: Vec<String>, found: Option<String> } => {
            let from = Quoted(&from);
            when found.is_none() => "it has no {from}, which should be its id",
            let found = found.as_deref().unwrap_or_default();
            title: "`{found}` in {from} is not an id; an id has at most 100 lower-case letters, \
                digits, `.`, `_` and `-`",
            help: "make one in `[id]`: from = \"…\", as = \"word\"",
        }
        NoTitle { from: Vec<String> } => {
            let from = Quoted(&from);
            title: "it has no {from}",
        }
        Overgrown { pattern: String, limit: usize } => {
            title: "the mapping's substitution for `{pattern}` makes a text longer than {limit} \
                bytes",
        }
        NoKindGiven { from: Vec<String> } => {
            let from = Quoted(&from);
            title: "it has no {from}, which gives the kind of card",
        }
        UndeclaredKind { printed: String } => {
            title: "`{printed}` is not a kind of card of the game",
            help: ("declare it in game.toml, or let `--vocabulary` do it", context = "a kind"),
        }
        NoHomeSet { pattern: String } => "the id does not contain a set, as `{pattern}` requires",
        NoSet { from: Vec<String> } => {
            let from = Quoted(&from);
            title: "it has no {from}, which gives the set",
        }
        SameId { input: String, place: RecordPlace } => {
            title: "its id is already used: {input}, {place}",
            help: "if these records are printings of one card, write `same = \"printings\"` under \
                [records]",
        }
        NoListHere { list: String } => "it has no list of records at `{list}`",
        NoObject => "it is not an object",
        BadLine { message: String } => "not JSON: {message}",
        KeyTwiceInLine { key: String } => "the key `{key}` is twice in one object",
        LongRow { cells: usize, head: usize } =>
            "it has {cells} cells, but the sheet has {head} columns",
        Several { field: String, count: usize } => {
            title: "`{field}` has {count} values, but only one is expected",
            help: "reduce them to one with `take`, `join`, `find` or `keep`",
        }
        NoNumber { field: String, printed: String } =>
            "`{field}` is `{printed}`, which is not a number and fits no [[number]] pattern of the \
                mapping",
        PatternNoNumber { field: String, printed: String, text: String } =>
            "`{field}`: the pattern for `{printed}` gives `{text}`, not a number",
        NotPlain { field: String, printed: String } =>
            "nothing can be added to `{field}`, which is `{printed}`",
        TooLarge { field: String } => "`{field}` is too large a number",
        NotWhole { field: String, number: String } =>
            "`{field}` is {number}, but the game declares it as a whole number",
        NoDay { field: String, printed: String } =>
            "`{field}` is `{printed}`, not a date such as 1998-11-30",
        NoWord { field: String, printed: String } => {
            let limit = MAX_ID_BYTES;
            title: "`{field}` is `{printed}`, which cannot become an id of 1 to {limit} letters \
                and digits",
            help: "add it to `map`",
        }
        CountsNothing { field: String, printed: String } =>
            "`{field}`: the count of `{printed}` is 0",

        /// A mistake that the game finds in the card.
        Game(message: DataMessage) => {
            as: *message,
        }

        Undeclared { field: String, value: String } =>
            "`{value}` is not a declared value of `{field}`; declare it in game.toml",
        FirstOnly { field: String, count: usize } =>
            "`{field}` has {count} values and only the first is kept; write `as = \"words\"` to \
                keep all",
        FilledTwice { field: String } =>
            "the mapping fills `{field}` twice; the first value is kept",
        NoAllowance { list: String } =>
            "an object of `{list}` is left out, because it has no value for `cards` or `up-to` of \
                its [[rule]]",
        Inseparable =>
            "one text contains both faces without a title between them; its effects are put on the \
                front",
        OneWord { field: String, first: String, other: String, word: String } =>
            "`{first}` and `{other}` of `{field}` both become `{word}`; separate them with `map`",
    }
}

errors!(RecordMessage);

/// The place of a record in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordPlace {
    /// Counted from 1.
    Record(usize),
    /// Its first line, from 1.
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
    pub enum MappingMessage {
        File(message: FileMessage) => {
            as: *message,
        }
        UnknownWord { key: String, word: String, candidates: Candidates } => {
            title: "`{key}` cannot be `{word}`",
            help: candidates,
        }
        Both { key: &'static str, other: &'static str } =>
            "`{key}` and `{other}` cannot be used together",
        OnlyNumbers { key: String } => "`{key}` is for numbers: write `as = \"number\"`",
        OnlyWords { key: String } =>
            "`{key}` is for words: write `as = \"word\"`, `\"words\"` or `\"counted\"`",
        OnlyCards { key: String } => "`{key}` is for cards: write `as = \"cards\"`",
        BadPattern { pattern: String, message: String } =>
            "the pattern `{pattern}` is not a regular expression: {message}",
        ManyPatterns { limit: usize } =>
            "the patterns together take more than {limit} bytes when compiled",
        LongText { key: String, bytes: usize, limit: usize } =>
            "`{key}` has {bytes} bytes; the limit is {limit}",
        ManyTitles { count: usize, limit: usize } =>
            "the title has {count} parts; the limit is {limit}",
        BadGlob { pattern: String } => {
            title: "`{pattern}` is not a file pattern",
            help: "write the path below the folder of the files, with `*` for any name and `**` \
                for any folders, such as `pack/*.json`",
        }
        BadPath { path: String } => {
            title: "`{path}` is not a path",
            help: "separate names with dots and quote a name that contains one: `set.code`, \
                `\"Set.Code\"`",
        }
        BadStart { path: String, candidates: Vec<String> } => {
            let known = Quoted(&candidates);
            title: "`{path}` begins with an unknown word",
            help: "use {known}, or `@` and the name of a join",
        }
        JoinTwice { name: String } => "two joins are called `{name}`",
        BadJoinName { name: String } => {
            title: "`{name}` cannot be the name of a join",
            help: "use lower-case letters, digits and hyphens, but not `up`, `key`, `file` or \
                `folder`",
        }
        NoAttribute { name: String, candidates: Candidates } => {
            when candidates.are_near => {
                title: "the game declares no attribute `{name}`",
                help: candidates,
                also: "`--vocabulary` declares new ones",
            }
            title: "the game declares no attribute `{name}`",
            help: "declare it in game.toml, or let `--vocabulary` do it",
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
        /// A mistake that the game would find.
        Game(message: DataMessage) => {
            as: *message,
        }
        OtherType { field: String, form: &'static str, declared: &'static str } =>
            "`{field}` has the type `{declared}`, which `as = \"{form}\"` cannot write",
    }
}

errors!(MappingMessage);
of_files!(MappingMessage);
