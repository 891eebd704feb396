//! Mistakes in a text of the query language, with their places and their wording in every language.

use crate::{
    ast::{Operator, Span},
    docs::Function,
};
use sleeve_data::{
    errors, messages,
    model::{Lang, Text},
    problem::{Candidates, DidYouMean, Message, MessagePart, Phrase, Quoted, Words, edit_distance},
    terms,
};
use std::fmt;

/// A mistake in a text of the query language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LanguageError {
    /// Its place in the text, in bytes.
    pub span: Span,
    pub kind: ErrorKind,
}

impl LanguageError {
    /// Makes a mistake at `span`.
    pub fn new(span: Span, kind: ErrorKind) -> LanguageError {
        LanguageError { span, kind }
    }

    /// The number of edits from the written word to the nearest known name; `None` if no name is
    /// near.
    pub fn nearness(&self) -> Option<usize> {
        let written = match &self.kind {
            ErrorKind::Unknown { name, .. } => name,
            ErrorKind::UnknownValue { value, candidates, .. } if candidates.are_near => value,
            _ => return None,
        };
        self.candidates()
            .first()
            .map(|near| edit_distance(written, near))
    }

    pub(super) fn missing_token(span: Span, expected: ExpectedToken, found: &str) -> LanguageError {
        let found = found.to_owned();
        LanguageError::new(span, ErrorKind::Expected { expected, found })
    }
}

impl Message for LanguageError {
    fn id(&self) -> Option<&str> {
        self.kind.id()
    }

    fn say(&self, part: MessagePart, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.say(part, lang, f)
    }

    fn candidates(&self) -> &[String] {
        self.kind.candidates()
    }
}

errors!(LanguageError);

terms! {
    /// The tokens that the parser may look for.
    pub enum ExpectedToken {
        Item => "a name, a field, a function or `(`";
        Value => "a value";
        /// The end of the text, or `and` / `or`.
        End => "`and`, `or` or the end";
        /// `)`, or `,` before another argument.
        Closing => "`)` or `,`";
        /// `]` after `[`.
        ClosingBracket => "`]`";
        /// `then` after `if`.
        Then => "`then`";
        /// The name of a pile after `in`.
        Pile => "the name of a pile";
        Field => "the name of a field";
    }
}

terms! {
    /// The kinds of things that a name is looked up as.
    pub enum NameUse {
        Function => "function";
        Field => "field";
        Part => "part of a card";
        Effect => "effect or trigger";
        Pile => "pile";
        Parameter => "parameter";
        /// A bare word in a calculation.
        Word => "parameter or field";
        /// A list of cards (`in.points`).
        List => "list";
        /// A value after a dot (`icon.pilot`).
        Count => "value";
        /// A class of cards, if there is no game.
        Class => "class of cards";
    }
}

terms! {
    /// The types of expressions, in the words of messages.
    pub enum ExpressionKind {
        Filter => "a filter (true or false for one card)";
        CardNumber => "a number of one card";
        Condition => "a condition (true or false for a pile)";
        Measure => "a measure (a number of a pile)";
        Number => "a number";
        Text => "a text";
        Date => "a date";
        Enumeration => "one of a list of values";
        Set => "a set of values";
        Flag => "a flag";
        Field => "a field";
        List => "a list of cards";
        Format => "a format";
        Pile => "a pile";
    }
}

messages! {
    /// Why a text of the query language is rejected.
    #[derive(Eq)]
    pub enum ErrorKind {
        Empty => "this is empty: write a filter or a condition",
        TooLong { limit: usize } => "the text is longer than {limit} bytes",
        TooDeep { limit: usize } => "nested more than {limit} levels deep",
        TooManyGroups { times: u64, limit: u64 } => {
            title: "too many groups within groups: each card could be tested {times} times; the limit is {limit}",
            help: "group by one of these fields at a time, in separate conditions",
        }
        NameWithinName { name: String } => "`{name}` cannot be used here: a number may use parameters, and a measure may also use numbers",
        TooManyNames { limit: usize } => "more than {limit} named numbers and measures in one text",
        UnexpectedCharacter { character: char } => {
            when *character == '!' => {
                title: "unexpected `!`",
                help: "to negate, write `not`; a name that contains `!` needs quotes",
            }
            when matches!(*character, '.' | '…' | '–') => {
                title: "unexpected `{character}`",
                help: "for a range, write comparisons: `1 <= count() <= 4`; a name that contains this character needs quotes",
            }
            let character = character.escape_debug().to_string();
            title: "unexpected `{character}`",
            help: "a name that contains this character needs quotes: \"It's a trap!\"",
        }
        /// A range where a number or a day is needed, with the comparisons that may be intended,
        /// and perhaps the difference.
        RangeAsNumber { range: String, instead: String, difference: Option<String> } => {
            let difference = difference.as_deref().unwrap_or_default();
            when !difference.is_empty() => {
                title: "`{range}` is not a number",
                help: "for a range, write `{instead}`; for a difference, add spaces: `{difference}`",
            }
            title: "`{range}` is a range, not a value",
            help: "write `{instead}`",
        }
        OtherSpelling { written: &'static str, meant: &'static str } => {
            title: "`{written}` is not used here",
            help: "write `{meant}`",
        }
        UnclosedQuote => {
            title: "this quote is never closed",
            help: "add a `\"` after the text",
        }
        /// A `/` that opens a regular expression and is never closed.
        UnclosedRegex => {
            title: "this regular expression is never closed",
            help: "add a `/` at the end; for a division, put a space after `/`",
        }
        ParameterName => "`$` needs the name of a parameter",
        BadRegex { message: String } => "invalid regular expression: {message}",
        /// An unexpected token; `found` is empty at the end of the text.
        Expected { expected: ExpectedToken, found: String } => {
            let help = (*expected == ExpectedToken::Then).then_some(IF_THEN);
            when found.is_empty() => {
                title: "expected {expected}, but the text ends",
                help: help,
            }
            title: "expected {expected}, found `{found}`",
            help: help,
        }
        Unknown { thing: NameUse, name: String, candidates: Vec<String> } => {
            title: "no {thing} is named `{name}`",
            help: DidYouMean(&candidates),
        }
        UnknownValue {
            field: String, value: String, sort: ExpressionKind, candidates: Candidates,
        } => {
            when matches!(*sort, ExpressionKind::Number | ExpressionKind::Date) => {
                title: "`{field}` needs {sort}, not `{value}`",
                help: candidates,
            }
            when *sort == ExpressionKind::List => {
                title: "no list of cards is named `{value}`",
                help: candidates,
            }
            when *sort == ExpressionKind::Format => {
                title: "no format is named `{value}`",
                help: candidates,
            }
            when *sort == ExpressionKind::Field => {
                title: "no field or part is named `{value}`",
                help: candidates,
            }
            title: "`{field}` has no value `{value}`",
            help: candidates,
        }
        WrongSort { expected: ExpressionKind, found: ExpressionKind } => {
            let help = match (*expected, *found) {
                (ExpressionKind::Condition, ExpressionKind::Measure) => Some(word!("compare it, as in `count() >= 25`")),
                (ExpressionKind::Condition, ExpressionKind::Filter) => Some(word!("apply it to the cards of a pile with `all(…)`, `any(…)`, `none(…)` or `count(…)`")),
                (ExpressionKind::Filter, ExpressionKind::Condition | ExpressionKind::Measure) => Some(word!("a filter tests one card; test the pile outside it, as in `if CONDITION then …` or `[CONDITION] * count(…)`")),
                _ => None,
            };
            title: "expected {expected}, found {found}",
            help: help,
        }
        FieldOfCard { field: String, numeric: bool } => {
            when *numeric => {
                title: "`{field}` is a field of a single card, but this is about a pile of cards",
                help: "add it up with `sum({field})`, or test the cards with `all(…)`, `any(…)` or `count(…)`",
            }
            title: "`{field}` is a field of a single card, but this is about a pile of cards",
            help: "test the cards with `all(…)`, `any(…)`, `none(…)` or `count(…)`",
        }
        NoSuchOperator { operator: Operator, field: String, sort: ExpressionKind } => {
            let operator = operator.symbol();
            title: "`{field}` is {sort}, so `{operator}` does not work with it",
        }
        ValuesOfZone { zone: String, field: String } => {
            title: "`${zone}.{field}` means the values in `{zone}`: write it to the right of a card's field",
            help: "for a number of the zone, use a measure such as `max({field}) in {zone}`",
        }
        /// A field of a zone that has no values in common with the compared field, though both have
        /// one type.
        OtherField { left: String, zone: String, right: String, is_question: bool } => {
            when *is_question => "`{left}` needs a name written here, not a value from `{zone}`",
            title: "`{left}` and `{right}` have no values in common",
            help: "compare it with the same field of the zone: `{left}:${zone}.{left}`",
        }
        /// A number of values that `some` cannot choose.
        ChoiceOfNumber => {
            title: "`some` starts with the number of values to choose: a whole number, 1 or more",
            help: "as in `some(2, regions, all(regions:$these))`",
        }
        TooManyChoices { limit: usize } => {
            title: "there are more than {limit} ways to choose that many values",
            help: "choose fewer values, or a field that has fewer",
        }
        /// The values that `some` chooses, compared with another field.
        ValuesOfOtherField { word: String, left: String, right: String } => {
            title: "no `some` around it chooses values of `{left}` for `${word}`",
            help: "`{right}:$these` means the values of the nearest `some`; `$those` needs two of them over one field",
        }
        OrderOfZone { operator: Operator, field: String } => {
            let operator = operator.symbol();
            title: "a zone can have several values of `{field}`, but `{operator}` needs one",
            help: "use `:` for any of the zone's values, `!=` for none of them",
        }
        /// A list `a|b` under an operator that takes one value.
        ListUnderOrder { operator: Operator } => {
            let operator = operator.symbol();
            title: "`{operator}` takes one value, not a list",
            help: "compare with one value, or join comparisons with `or`",
        }
        FieldAsValue { left: String, right: String } => {
            title: "`:` needs a value, but `{right}` is a field",
            help: "compare fields with `=`: `{left}={right}`",
        }
        /// Several `:` or values of fields in one chain of comparisons.
        Chain => {
            title: "only numbers can be compared in a chain",
            help: "join the comparisons with `and`",
        }
        DifferentSorts { left: ExpressionKind, right: ExpressionKind } => "{left} cannot be compared with {right}",
        ArgumentCount { function: Function, least: usize, most: usize, found: usize } => {
            let name = Phrase::new(|lang| function.name_in(lang));
            let arguments = Arguments(*least, *most);
            let form = Text::from_words(|lang| function.form(lang));
            title: "`{name}` takes {arguments}, found {found}",
            help: "use it as `{form}`",
        }
        /// A number of a pile that is not a zone of the deck, compared with single cards.
        ZonesOnly { pile: String, zones: Vec<String> } => {
            let zones = Quoted(&zones);
            when zones.0.is_empty() => {
                title: "`{pile}` is not a zone of a deck: a number of one card can only use numbers of those",
                help: "choose a format: it has the zones",
            }
            title: "`{pile}` is not a zone of the deck: a number of one card can only use numbers of those",
            help: "zones of the deck: {zones}",
        }
        /// A list or format in the filter of a list, which applies to all days at once.
        ListInList => {
            title: "a list's filter cannot use lists or formats",
            help: "test what the cards print; a rule can use both lists: `in:LIST|OTHER`",
        }
        PileOfCard => {
            title: "`in` names the pile of a measure, but this is not a measure",
            help: "write it after a measure, as in `count(…) in deck`; a name with \"in\" after a parenthesis needs quotes",
        }
        /// A filter after `:` of a field that contains no cards.
        HoldsNoCards { field: String } => {
            title: "`{field}` is not a list of cards, so it takes no filter",
            help: "write a value after `:`; put parentheses around the whole, as in `({field}:a or {field}:b)`",
        }
        HeldCardsOfDeck => {
            title: "the cards in a field are not part of a deck",
            help: "test what these cards print, without zones or parameters",
        }
        /// `-` before a calculation, where its operand is unclear.
        SignOfSum => {
            title: "`-` cannot come before a calculation",
            help: "write `0 - (…)`",
        }
    }
}

const IF_THEN: Phrase =
    word!("write `if CONDITION then CONDITION`; a name that begins with \"if\" needs quotes");

/// The fewest and the most arguments of a function; `usize::MAX`: any number.
struct Arguments(usize, usize);

impl Words for Arguments {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match (self.0, self.1) {
            (a, b) if a == b => say!(lang, a, "{a} argument", "{a} arguments"),
            (a, usize::MAX) => say!(lang, a, "at least {a} argument", "at least {a} arguments"),
            (0, 1) => say!(lang, "at most 1 argument"),
            (a, b) => say!(lang, "{a} or {b} arguments"),
        })
    }
}
