//! Mistakes in a text of the pile language, with their places and their wording in every language.

use crate::ast::{Operator, Span};
use crate::docs::Function;
use sleeve_data::model::{Lang, Text};
use sleeve_data::problem::{
    DidYouMean, Message, MessagePart, Phrase, Quoted, Words, edit_distance,
};
use sleeve_data::{errors, messages, terms};
use std::fmt;

/// A mistake in a text of the pile language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LanguageError {
    /// Where it stands in the text, in bytes.
    pub span: Span,
    pub kind: ErrorKind,
}

impl LanguageError {
    /// Makes a mistake that stands at `span`.
    pub fn new(span: Span, kind: ErrorKind) -> LanguageError {
        LanguageError { span, kind }
    }

    /// The number of edits from the written word to the nearest known name; `None` if no name is near.
    pub fn nearness(&self) -> Option<usize> {
        let written = match &self.kind {
            ErrorKind::Unknown { name, .. } => name,
            ErrorKind::UnknownValue { value, .. } => value,
            _ => return None,
        };
        self.candidates().first().map(|near| edit_distance(written, near))
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
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
        /// A value behind a dot (`icon.pilot`).
        Count => "value";
        /// A class of cards, where there is no game.
        Class => "class of cards";
    }
}

terms! {
    /// The types of expressions, in the words of messages.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ExpressionKind {
        Filter => "a filter (true or false of one card)";
        CardNumber => "a number of one card";
        Condition => "a condition (true or false of a pile)";
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
    /// Why a text of the pile language is refused.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum ErrorKind {
        Empty => "nothing is written here",
        TooLong { limit: usize } => "the text is longer than {limit} bytes",
        TooDeep { limit: usize } => "nested more than {limit} levels deep",
        TooManyGroups { times: u64, limit: u64 } => {
            title: "groups within groups: up to here a card may be asked about {times} times; the limit is {limit}",
            help: "group by one such field at a time, in conditions of their own",
        }
        NameWithinName { name: String } => "`{name}` cannot stand here: a number may use parameters, and a measure numbers as well",
        TooManyNames { limit: usize } => "more than {limit} names of numbers and measures in one text",
        UnexpectedCharacter { character: char } => {
            when *character == '!' => {
                title: "`!` has no meaning here",
                help: "write `not` for the contrary; a name with `!` in it needs quotes",
            }
            when matches!(*character, '.' | '…' | '–') => {
                title: "`{character}` has no meaning here",
                help: "a range is written with comparisons: `1 <= count() <= 4`; a name with such a character needs quotes",
            }
            let character = character.escape_debug().to_string();
            title: "`{character}` has no meaning here",
            help: "a name with such a character needs quotes: \"It's a trap!\"",
        }
        /// A range where a number or a day is needed, with the comparisons and perhaps the difference that may be meant.
        RangeAsNumber { range: String, instead: String, difference: Option<String> } => {
            let difference = difference.as_deref().unwrap_or_default();
            when !difference.is_empty() => {
                title: "`{range}` is no number: a range is written with comparisons",
                help: "write `{instead}`; a difference has spaces: `{difference}`",
            }
            title: "`{range}` is no value: a range is written with comparisons",
            help: "write `{instead}`",
        }
        OtherSpelling { written: &'static str, meant: &'static str } => {
            title: "`{written}` is not written here",
            help: "write `{meant}`",
        }
        UnclosedQuote => {
            title: "this quote is never closed",
            help: "add a `\"` after the text",
        }
        /// A `/` that opens a regular expression and is never closed.
        UnclosedRegex => {
            title: "this regular expression is never closed",
            help: "add a `/` after it; a division needs a space after its `/`",
        }
        ParameterName => "`$` without the name of a parameter",
        BadRegex { message: String } => "the regular expression is wrong: {message}",
        /// Something else was expected than what was found, which is empty at the end of the text.
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
            field: String, value: String, sort: ExpressionKind, candidates: Vec<String>,
        } => {
            when matches!(*sort, ExpressionKind::Number | ExpressionKind::Date) => {
                title: "`{value}` is not {sort}, which `{field}` needs",
                help: DidYouMean(&candidates),
            }
            when *sort == ExpressionKind::List => {
                title: "no list of cards is named `{value}`",
                help: DidYouMean(&candidates),
            }
            when *sort == ExpressionKind::Format => {
                title: "no format is named `{value}`",
                help: DidYouMean(&candidates),
            }
            when *sort == ExpressionKind::Field => {
                title: "no field or part is named `{value}`",
                help: DidYouMean(&candidates),
            }
            title: "`{field}` has no value `{value}`",
            help: DidYouMean(&candidates),
        }
        WrongSort { expected: ExpressionKind, found: ExpressionKind } => {
            let help = match (*expected, *found) {
                (ExpressionKind::Condition, ExpressionKind::Measure) => Some(word!("compare it, as in `count() >= 25`")),
                (ExpressionKind::Condition, ExpressionKind::Filter) => Some(word!("ask it of the cards of a pile with `all(…)`, `any(…)`, `none(…)` or `count(…)`")),
                (ExpressionKind::Filter, ExpressionKind::Condition | ExpressionKind::Measure) => Some(word!("a filter asks single cards; ask a pile beside it, as in `if CONDITION then …` or `[CONDITION] * count(…)`")),
                _ => None,
            };
            title: "expected {expected}, found {found}",
            help: help,
        }
        FieldOfCard { field: String, numeric: bool } => {
            when *numeric => {
                title: "`{field}` is a field of one card, and this is about a pile of cards",
                help: "add it up with `sum({field})`, or ask `all(…)`, `any(…)` or `count(…)` of the cards",
            }
            title: "`{field}` is a field of one card, and this is about a pile of cards",
            help: "ask `all(…)`, `any(…)`, `none(…)` or `count(…)` of the cards",
        }
        NoSuchOperator { operator: Operator, field: String, sort: ExpressionKind } => {
            let operator = operator.symbol();
            title: "`{field}` is {sort}, which has no `{operator}`",
        }
        ValuesOfZone { zone: String, field: String } => {
            title: "`${zone}.{field}` is what all cards of `{zone}` have: it stands to the right of a field of a card",
            help: "a number of the zone is a measure, such as `max({field}) in {zone}`",
        }
        /// A field of a zone whose values are none of the field that is compared, though both are of one type.
        OtherField { left: String, zone: String, right: String, is_question: bool } => {
            when *is_question => "`{left}` takes a name that is written here, and nothing of the cards of `{zone}`",
            title: "`{left}` and `{right}` have no values in common",
            help: "compare it with the same field of the zone: `{left}:${zone}.{left}`",
        }
        /// A number of values that `some` cannot choose.
        ChoiceOfNumber => {
            title: "`some` begins with how many values are chosen: a whole number, 1 or more",
            help: "as in `some(2, regions, all(regions:$these))`",
        }
        TooManyChoices { limit: usize } => {
            title: "there are more than {limit} choices of so many values",
            help: "choose fewer, or of a field with fewer values",
        }
        ChoiceWithinChoice => "`some` cannot stand within `some`: which values `$these` are would not be clear",
        /// The values that `some` chooses, compared with another field.
        ValuesOfOtherField { left: String, right: String } => {
            title: "`$these` are values of `{right}`, and not of `{left}`",
            help: "write `{right}:$these`",
        }
        OrderOfZone { operator: Operator, field: String } => {
            let operator = operator.symbol();
            title: "the cards of a zone may have several values of `{field}`, and `{operator}` compares only sets with several",
            help: "write `:` for one of the values of the zone, `!=` for none of them",
        }
        /// A list `a|b` under an operator that takes one value.
        ListUnderOrder { operator: Operator } => {
            let operator = operator.symbol();
            title: "`{operator}` takes one value, not a list",
            help: "compare with one value, or join comparisons with `or`",
        }
        FieldAsValue { left: String, right: String } => {
            title: "after `:` stands a value, and `{right}` is a field",
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
            help: "it is written `{form}`",
        }
        /// A number of a pile that is no zone of the deck, where single cards are compared with it.
        ZonesOnly { pile: String, zones: Vec<String> } => {
            let zones = Quoted(&zones);
            when zones.0.is_empty() => {
                title: "`{pile}` is no zone of a deck, and only numbers of those may stand in a number of one card",
                help: "it takes a format, with the zones of its decks",
            }
            title: "`{pile}` is no zone of the deck, and only numbers of those may stand in a number of one card",
            help: "zones of the deck: {zones}",
        }
        /// A list or format in the filter of a list, which is asked for all days at once.
        ListInList => {
            title: "the filter of a list cannot ask for lists or formats",
            help: "ask for what the cards print; a rule may ask for both lists: `in:LIST|OTHER`",
        }
        PileOfCard => {
            title: "`in` names the pile of a measure, and this is no measure",
            help: "write it after a measure, as in `count(…) in deck`; a name with \"in\" after a parenthesis needs quotes",
        }
        /// A filter behind `:` of a field that holds no cards.
        HoldsNoCards { field: String } => {
            title: "`{field}` holds no cards that a filter could choose",
            help: "write a value behind `:`; parentheses belong around the whole, as in `({field}:a or {field}:b)`",
        }
        HeldCardsOfDeck => {
            title: "the cards that a field holds lie in no deck",
            help: "ask for what the cards themselves print, without zones and parameters",
        }
        /// `-` before a calculation, where it is not clear what it takes away from.
        SignOfSum => {
            title: "`-` cannot stand before a calculation",
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
