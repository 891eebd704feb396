//! Mistakes in the data of games, in every language, and the words for the things in the data.

use super::keys::names::{TRIGGER, WHEN};
use crate::{
    files::{ExpectedValue, FileMessage, FoundValue, ParsedToml},
    messages,
    model::{Date, Lang, Number, Text, pattern::MAX_PATTERN_BYTES, reader::MAX_PATH_STEPS},
    of_files,
    problem::{
        Candidates, ForeignMessage, Joined, Phrase, Problem, Problems, Quoted, SourceText, Words,
    },
};
use std::{fmt, sync::Arc};

messages! {
    /// A mistake in the data.
    pub enum DataMessage {
        File(message: FileMessage) [message.id()] => {
            as: *message,
        }
        Reader(message: ReaderMessage) [message.id()] => {
            as: *message,
        }
        NoData ["no-data"] => "the folder contains no game data",
        NoGame ["no-game"] => {
            title: "the file does not say which game it is for",
            help: "write `game = \"…\"` at the top (in a sheet `# game: …`), or put the file into \
                a folder named after the game",
        }
        UnknownColumn { name: String, candidates: Candidates } ["unknown-field"] => {
            title: "unknown column `{name}` in a sheet of cards",
            help: candidates,
        }
        NoKind ["missing-field"] => {
            title: "this card has no `kind`",
            help: "give a new card its `kind`; if it replaces a stand-in, write `replaces = \"…\"`",
        }
        NotText { attribute: String } ["wrong-type"] =>
            "`{attribute}` cannot be the id of a card, because it is not text",
        NotCards { attribute: String } ["wrong-type"] => "`{attribute}` is not of the type `cards`",
        NotDistinct { attribute: String } ["wrong-type"] =>
            "`{attribute}` cannot be `distinct`, because it is not text",
        NotOfCopy { attribute: String } ["wrong-type"] => {
            title: "`{attribute}` cannot be a field of the copy",
            help: "use a number, an `enum`, a `set` or a `flag`",
        }
        /// A fact whose type is not that of its field.
        WrongFact {
            attribute: Text,
            expected: ExpectedValue,
            found: FoundValue,
        } ["wrong-type"] => "`{attribute}` has to be {expected}, not {found}",
        EmptyRange ["empty-range"] => "the smallest value is above the largest",
        BelowMin {
            attribute: Text,
            id: String,
            card: String,
            value: Number,
            limit: Number,
        } ["below-min"] => {
            title: "`{attribute}` of `{card}` is {value}; it cannot be below {limit}",
            help: "`min = {limit}` is declared under [attributes.{id}]",
        }
        AboveMax {
            attribute: Text,
            id: String,
            card: String,
            value: Number,
            limit: Number,
        } ["above-max"] => {
            title: "`{attribute}` of `{card}` is {value}; it cannot be above {limit}",
            help: "`max = {limit}` is declared under [attributes.{id}]",
        }
        UnknownName {
            what: NamedThing,
            name: String,
            candidates: Candidates,
        } [what.unknown_id()] => {
            let what = what.unknown();
            title: "unknown {what} `{name}`",
            help: candidates,
        }
        AmbiguousName {
            what: NamedThing,
            name: String,
            candidates: Vec<String>,
        } ["ambiguous-name"] => {
            let count = candidates.len();
            let ids = Quoted(&candidates);
            title: "`{name}` could be {count} cards, but only one is allowed here",
            help: "write the id of one: {ids}",
        }
        BadId { id: String, what: NamedThing } ["bad-id"] => {
            let what = what.genitive();
            title: "`{id}` cannot be the id of {what}",
            help: "ids are lower-case ASCII letters and digits with `-`, `_` or `.` between them",
        }
        LongName { bytes: usize, limit: usize } ["long-name"] =>
            "the name has {bytes} bytes; the limit is {limit}",
        DuplicateId { what: NamedThing, id: String, first: (String, u32) } ["duplicate-id"] => {
            let what = what.plural();
            let file = &first.0;
            let line = first.1;
            title: "two {what} have the id `{id}`",
            help: "the first is in {file}, line {line}",
        }
        OneDayTwice {
            what: NamedThing,
            id: String,
            /// The first day of both; `None` if both have no first day.
            day: Option<Date>,
            first: (String, u32),
        } ["overlapping-versions"] => {
            let what = what.plural();
            let file = &first.0;
            let line = first.1;
            when day.is_some() => {
                title: "two {what} with the id `{id}` are in force on {day}",
                help: "end the earlier one (`to`) the day before the later one begins (`from`); \
                    the other is in {file}, line {line}",
            }
            title: "two {what} with the id `{id}` are in force at the same time",
            help: "end the earlier one (`to`) the day before the later one begins (`from`); the \
                other is in {file}, line {line}",
        }
        NoVersion { id: String } ["no-version"] => {
            title: "no version of `{id}` covers all days of this format",
            help: "give this format dates (`from`, `to`) within those of one version",
        }
        Reserved { name: String } ["reserved-name"] =>
            "`{name}` is a field of every card and cannot be declared",
        IsCount { name: String } ["reserved-name"] =>
            "`{name}` cannot be a field of the copy, because decks use it for the number of copies",
        NotOnKind { attribute: String, kind: String, kinds: Vec<String> } ["not-on-this-kind"] => {
            let kinds = Joined(&kinds);
            title: "a card of kind `{kind}` has no `{attribute}`",
            help: "it is declared for {kinds}",
        }
        NotOnEffect { effect: String, key: &'static str } ["not-on-this-effect"] => {
            let declared = if *key == WHEN { TRIGGER } else { *key };
            title: "the effect `{effect}` cannot have `{key}`",
            help: "declare it with `{declared} = true` under [effects]",
        }
        TypeChanged { attribute: String } ["type-changed"] =>
            "an overlay cannot change the type of `{attribute}`",
        Cycle { chain: Vec<String> } ["extends-cycle"] => {
            let chain = Joined(&chain);
            title: "formats extend each other in a circle: {chain}",
        }
        NotUpTo { most: u32 } ["wrong-type"] => "this has to be a whole number from 1 to {most}",
        ChoiceAndMulligan ["choice-and-mulligan"] => {
            title: "a mulligan cannot be combined with `choice` or `redraws`, nor `choice` with \
                `redraw-unless`",
            help: "keep one of them",
        }
        TooManyAbove { limit: usize } ["too-many"] =>
            "more than {limit} formats in a chain of `extends`",
        TooDeep { limit: usize } ["too-many"] => "this folder is too deep; {limit} levels are read",
        TooMany { what: NamedThing, limit: usize } ["too-many"] => {
            let what = what.plural();
            title: "more than {limit} {what}",
        }
        BadCondition { error: Arc<dyn ForeignMessage> } ["bad-condition"] => {
            as: **error,
        }
        ReplacedTwice { id: String, first: (String, u32) } ["replaced-twice"] => {
            let file = &first.0;
            let line = first.1;
            title: "two cards replace `{id}`",
            help: "the first is in {file}, line {line}; let each card replace a different one",
        }
        Attested { id: String } ["not-a-stand-in"] => {
            title: "`{id}` is not a stand-in: its number is attested",
            help: "to give its facts, write `id = \"{id}\"` without `replaces`",
        }
        Taken { id: String } ["duplicate-id"] => {
            title: "there is already a card `{id}`, and it is not a stand-in",
            help: "to give the facts of `{id}`, leave `replaces` out",
        }
        Replaced { id: String, by: String } ["already-replaced"] => {
            title: "`{id}` is already replaced by `{by}`",
            help: "give its facts under `{by}`",
        }
        EmptySheet ["no-data"] => {
            title: "the sheet has no rows",
            help: "the first row names the columns",
        }
        NoIdColumn { id: String } ["missing-field"] => {
            title: "the sheet needs a column `{id}`, which identifies the card",
            help: "the first row names the columns; `sleeve cards --missing -o csv` writes such a \
                sheet",
        }
        OpenQuote ["not-a-sheet"] => {
            title: "the quote is never closed",
            help: "close it with another `\"`",
        }
        ExtraCell { cells: usize } ["not-a-sheet"] => {
            title: "this row has more cells than the {cells} columns of the first row",
            help: "name the column in the first row; if a cell contains a comma, put it in quotes",
        }
        DateInCell { day: String } ["date-in-cell"] => {
            title: "`{day}` is a date, not the number of a card",
            help: "spreadsheets turn 3-10 into a date: set the column's format to \"text\" and \
                type it again, or type '3-10",
        }
    }
}

of_files!(DataMessage);

impl From<ReaderMessage> for DataMessage {
    fn from(message: ReaderMessage) -> DataMessage {
        DataMessage::Reader(message)
    }
}

/// A mistake in the data, with its place in a file.
pub type DataProblem = Problem<DataMessage>;

/// Mistakes in the order in which they are found.
pub(super) type Mistakes = Problems<DataMessage>;

/// Reports the syntax errors of a TOML file.
pub(super) fn report_syntax_mistakes(
    mistakes: &mut Mistakes,
    file: &Arc<SourceText>,
    parsed: &ParsedToml<'_>,
) {
    for mistake in &parsed.mistakes {
        mistakes.push_with(|| {
            let message = mistake.clone().message().into();
            Problem::from_source(file, mistake.span.clone(), message)
        });
    }
    if parsed.more {
        mistakes.note_uncounted();
    }
}

/// Sorts mistakes by the order of these files, and by place in each.
pub(super) fn sort_by_files(mistakes: Mistakes, files: &[Arc<SourceText>]) -> Vec<DataProblem> {
    mistakes.sorted(|problem| {
        let mark = problem.mark()?;
        let source = mark.source.as_ref()?;
        let file = files.iter().position(|file| Arc::ptr_eq(file, source));
        Some((file, mark.span.start, mark.span.end))
    })
}

messages! {
    /// A mistake in a `[[reader]]`.
    #[derive(Eq)]
    pub enum ReaderMessage {
        BuiltInReader { id: String } ["reserved-name"] => {
            title: "`{id}` is a built-in reader",
            help: "give this reader another id",
        }
        PatternEmpty ["bad-pattern"] => "the pattern is empty",
        PatternTooLong ["bad-pattern"] => {
            let limit = MAX_PATTERN_BYTES;
            title: "the pattern has more than {limit} bytes",
        }
        PatternBrace ["bad-pattern"] => {
            let doubled = "`{{`, `}}`";
            title: "unmatched brace",
            help: "to match a brace itself, double it: {doubled}",
        }
        UnknownHole { hole: String, allowed: Vec<String> } ["bad-pattern"] => {
            let allowed = Quoted(&allowed);
            title: "unknown placeholder `{hole}`",
            help: "use one of {allowed}",
        }
        PatternLacks { holes: Vec<String> } ["bad-pattern"] => {
            when holes.len() == 1 => {
                let holes = Quoted(&holes);
                title: "the pattern has no {holes}",
            }
            let holes = Quoted(&holes);
            title: "the pattern needs one of {holes} to identify the card",
        }
        HoleTwice { hole: String } ["ambiguous-pattern"] => {
            title: "`{hole}` is twice in the pattern, so its value would be ambiguous",
            help: "write it once",
        }
        HolesTouch { first: String, second: String } ["ambiguous-pattern"] => {
            title: "nothing separates `{first}` and `{second}`, so it is unclear where the first \
                ends",
            help: "write what separates them, for example a space",
        }
        HoleEndless { hole: String, beside: String } ["ambiguous-pattern"] => {
            when beside.trim().is_empty() => {
                title: "`{hole}` can contain spaces, so it is unclear where it ends",
                help: "put a character next to it that it cannot contain, such as a bracket",
            }
            title: "`{hole}` can contain `{beside}`, so it is unclear where it ends",
            help: "put a character next to it that it cannot contain: brackets for a set, a space \
                for a word or an id, a non-digit for a count",
        }
        HolesUnparted { first: String, second: String } ["ambiguous-pattern"] => {
            title: "`{first}` and `{second}` can both contain anything, so it is unclear where the \
                first ends",
            help: "put two spaces or a tab between them, and no other placeholder",
        }
        ThreeFreeHoles ["ambiguous-pattern"] => {
            title: "more than two placeholders that can contain anything",
            help: "write what separates them, or end the pattern with a placeholder for the rest",
        }
        PatternHidden { by: String, line: String } ["ambiguous-pattern"] => {
            title: "this pattern is never used: `{by}` comes first and reads `{line}` differently",
            help: "put the more specific pattern first",
        }
        BadPath { path: String } ["bad-path"] => {
            let steps = MAX_PATH_STEPS;
            title: "`{path}` is not a path with at most {steps} steps",
            help: "in XML write `deck/section/card`, optionally with `/@attribute` or `/text()` at \
                the end; in JSON write `/slots` or `/main/cards`",
        }
        CardPath { path: String } ["bad-path"] => {
            title: "`{path}` has to name an element inside another, because every card is one",
            help: "write the elements from the outermost down to the card: `deck/section/card`",
        }
        PathEmbedded { path: String, outer: String } ["bad-path"] => {
            title: "`{path}` is inside the text at `{outer}`; only `keys`, `single` and `ignored` \
                may go there, one step deep",
        }
        PathElsewhere { path: String, card: String } ["bad-path"] => {
            title: "the value at `{path}` does not belong to a single card at `{card}`",
            help: "use attributes or text of the card's element or of elements inside it, or \
                attributes of elements around it",
        }
    }
}

struct ThingWords {
    /// `effect`, `aucun effet`: the words after "unknown", and after "ne désigne".
    unknown: Phrase,
    /// `an effect`, `d'un effet`: the words after "the id of".
    genitive: Phrase,
    /// `effects`, `effets`: the words after "more than" and a number, or after "two".
    plural: Phrase,
    /// The id of the message about an unknown name.
    unknown_id: &'static str,
}

/// Each thing has three words.
macro_rules! named_things {
    ($($(#[$doc:meta])* $thing:ident $(($of:ty))? [$id:literal]:
        $unknown:literal, $genitive:literal, $plural:literal;)*) => {
        /// A kind of thing with a name in the data.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum NamedThing {
            $($(#[$doc])* $thing $(($of))?,)*
        }

        impl NamedThing {
            fn words(&self) -> ThingWords {
                match self {
                    $(NamedThing::$thing { .. } => ThingWords {
                        unknown: word!($unknown, context = "unknown"),
                        genitive: word!($genitive, context = "of"),
                        plural: word!($plural, context = "number"),
                        unknown_id: $id,
                    },)*
                }
            }
        }
    };
}

named_things! {
    Game ["unknown-game"]: "game", "a game", "games";
    Kind ["unknown-kind"]: "kind of card", "a kind", "kinds";
    Set ["unknown-set"]: "set", "a set", "sets";
    Effect ["unknown-effect"]: "effect", "an effect", "effects";
    Trigger ["unknown-trigger"]: "trigger", "a trigger", "triggers";
    Face ["unknown-face"]: "part of a card", "a part of a card", "parts of a card";
    Source ["unknown-source"]: "source", "a source", "sources";
    Box ["unknown-box"]: "box", "a box", "boxes";
    Attribute ["unknown-field"]: "field", "a field", "fields";
    /// A value of the attribute with this id.
    Value(String) ["unknown-value"]: "value", "a value", "values";
    Card ["unknown-card"]: "card", "a card", "cards";
    /// A card in a field of another card.
    Relation ["unknown-card"]: "card of a field", "a card of a field", "cards in fields of cards";
    List ["unknown-list"]: "list", "a list", "lists";
    Format ["unknown-format"]: "format", "a format", "formats";
    Rule ["unknown-rule"]: "rule", "a rule", "rules";
    /// A rule for two decks.
    Match ["unknown-rule"]: "rule for two decks", "a rule", "rules";
    Zone ["unknown-zone"]: "zone", "a zone", "zones";
    Role ["unknown-role"]: "role", "a role", "roles";
    Parameter ["unknown-parameter"]: "parameter", "a parameter", "parameters";
    /// A number that a format defines.
    Number ["unknown-number"]: "number of a format", "a number", "numbers";
    /// A rule, zone or parameter that a format inherits.
    Inherited ["unknown-inherited"]: "inherited rule or zone", "a rule", "rules";
    /// A place that a card sets out.
    Place ["unknown-place"]:
        "place that a card sets out", "a place that a card sets out",
        "places that one card sets out";
    Allowance ["unknown-word"]: "allowance", "an allowance", "allowances of one rule";
    /// One word of a fixed list of values for a key.
    Word ["unknown-word"]: "word", "a word", "words";
    Reader ["unknown-reader"]: "reader", "a reader", "readers";
    /// A pattern, path or word of a reader.
    Pattern ["unknown-word"]: "pattern", "a pattern", "entries of a reader";
    /// A name that a pattern gives a card.
    Name ["unknown-word"]: "name", "a name", "names of one card";
    /// A file extension.
    Ending ["unknown-word"]: "ending", "an ending", "endings";
    File ["unknown-word"]: "file", "a file", "files";
    Folder ["unknown-word"]: "folder", "a folder", "folders";
    /// A test of cards by a filter.
    Test ["unknown-word"]: "test", "a test", "tests of cards by filters";
}

impl NamedThing {
    pub(super) fn unknown(&self) -> impl Words {
        UnknownWord(self)
    }

    pub(super) fn genitive(&self) -> Phrase {
        self.words().genitive
    }

    pub(super) fn plural(&self) -> Phrase {
        self.words().plural
    }

    pub(super) fn unknown_id(&self) -> &'static str {
        self.words().unknown_id
    }
}

/// "unknown value of `x`:", "ne désigne aucune valeur déclarée".
struct UnknownWord<'w>(&'w NamedThing);

impl Words for UnknownWord<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.words().unknown.write(lang, f)?;
        match (self.0, lang) {
            (NamedThing::Value(attribute), Lang::En) => write!(f, " of `{attribute}`:"),
            _ => Ok(()),
        }
    }
}
