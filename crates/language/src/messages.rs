//! Mistakes in a text of the pile language, with their places and their wording in every language.

use crate::ast::{Operator, Span};
use crate::docs::Function;
use sleeve_data::model::{Lang, Text};
use sleeve_data::problem::{
    BothLanguages, DidYouMean, Message, MessagePart, Quoted, Words, edit_distance,
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
        /// A word, a field, a function, a parenthesis.
        Item => "a name, a field, a function or `(`", "un nom, un champ, une fonction ou `(`";
        /// A value after an operator.
        Value => "a value", "une valeur";
        /// The end of the text, or `and` / `or`.
        End => "`and`, `or` or the end", "`and`, `or` ou la fin";
        /// `)`, or `,` before another argument.
        Closing => "`)` or `,`", "`)` ou `,`";
        /// `]` after `[`.
        ClosingBracket => "`]`", "`]`";
        /// `then` after `if`.
        Then => "`then`", "`then`";
        /// The name of a pile after `in`.
        Pile => "the name of a pile", "le nom d'une pile";
        Field => "the name of a field", "le nom d'un champ";
    }
}

terms! {
    /// The kinds of things that a name is looked up as.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum NameUse {
        Function => "function", "la fonction";
        Field => "field", "le champ";
        Part => "part of a card", "la partie de carte";
        /// An effect, or a trigger of effects.
        Effect => "effect or trigger", "l'effet ou le déclencheur";
        Pile => "pile", "la pile";
        Parameter => "parameter", "le paramètre";
        /// A bare word in a calculation.
        Word => "parameter or field", "le paramètre ou le champ";
        /// A list of cards (`in.points`).
        List => "list", "la liste";
        /// A value behind a dot (`icon.pilot`).
        Count => "value", "la valeur";
        /// A class of cards, where there is no game.
        Class => "class of cards", "la classe de cartes";
    }
}

terms! {
    /// The types of expressions.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ExpressionKind {
        Filter => "a filter (true or false of one card)", "un filtre (vrai ou faux d'une carte)";
        CardNumber => "a number of one card", "un nombre d'une carte";
        Condition => "a condition (true or false of a pile)", "une condition (vraie ou fausse d'une pile)";
        Measure => "a measure (a number of a pile)", "une mesure (un nombre d'une pile)";
        Number => "a number", "un nombre";
        Text => "a text", "un texte";
        Date => "a date", "une date";
        Enumeration => "one of a list of values", "une valeur d'une liste";
        /// Any number of a list of values.
        Set => "a set of values", "un ensemble de valeurs";
        /// Printed or not.
        Flag => "a flag", "un indicateur";
        Field => "a field", "un champ";
        List => "a list of cards", "une liste de cartes";
        Format => "a format", "un format";
        Pile => "a pile", "une pile";
    }
}

messages! {
    /// The kinds of mistake.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum ErrorKind {
        Empty => {
            en: "nothing is written here",
            fr: "rien n'est écrit ici",
        }
        TooLong { limit: usize } => {
            en: "the text is longer than {limit} bytes",
            fr: "le texte dépasse {limit} octets",
        }
        TooDeep { limit: usize } => {
            en: "nested more than {limit} levels deep",
            fr: "plus de {limit} niveaux d'imbrication",
        }
        TooManyGroups { times: u64, limit: u64 } => {
            en: "groups within groups: up to here a card may be asked about {times} times; the limit is {limit}",
            fr: "des groupes dans des groupes : jusqu'ici une carte peut être examinée {times} fois ; la limite est {limit}",
            help_en: "group by one such field at a time, in conditions of their own",
            help_fr: "groupez par un seul de ces champs à la fois, dans des conditions séparées",
        }
        NameWithinName { name: String } => {
            en: "`{name}` cannot stand here: a number may use parameters, and a measure numbers as well",
            fr: "« {name} » ne peut pas être ici : un nombre peut utiliser des paramètres, une mesure aussi des nombres",
        }
        TooManyNames { limit: usize } => {
            en: "more than {limit} names of numbers and measures in one text",
            fr: "plus de {limit} noms de nombres et de mesures dans un seul texte",
        }
        UnexpectedCharacter { character: char } => {
            when *character == '!' => {
                en: "`!` has no meaning here",
                fr: "`!` n'a pas de sens ici",
                help_en: "write `not` for the contrary; a name with `!` in it needs quotes",
                help_fr: "le contraire s'écrit `not` ; un nom avec `!` se met entre guillemets",
            }
            when matches!(*character, '.' | '…' | '–') => {
                en: "`{character}` has no meaning here",
                fr: "`{character}` n'a pas de sens ici",
                help_en: "a range is written with comparisons: `1 <= count() <= 4`; a name with such a character needs quotes",
                help_fr: "un intervalle s'écrit avec des comparaisons : `1 <= count() <= 4` ; un nom avec ce caractère se met entre guillemets",
            }
            let character = character.escape_debug().to_string();
            en: "`{character}` has no meaning here",
            fr: "`{character}` n'a pas de sens ici",
            help_en: "a name with such a character needs quotes: \"It's a trap!\"",
            help_fr: "un nom avec ce caractère se met entre guillemets : \"It's a trap!\"",
        }
        /// A range where a number or a day is needed, with the comparisons and perhaps the difference that may be meant.
        RangeAsNumber { range: String, instead: String, difference: Option<String> } => {
            let difference = difference.as_deref().unwrap_or_default();
            when !difference.is_empty() => {
                en: "`{range}` is no number: a range is written with comparisons",
                fr: "`{range}` n'est pas un nombre : un intervalle s'écrit avec des comparaisons",
                help_en: "write `{instead}`; a difference has spaces: `{difference}`",
                help_fr: "écrivez `{instead}` ; une différence a des espaces : `{difference}`",
            }
            en: "`{range}` is no value: a range is written with comparisons",
            fr: "`{range}` n'est pas une valeur : un intervalle s'écrit avec des comparaisons",
            help_en: "write `{instead}`",
            help_fr: "écrivez `{instead}`",
        }
        /// Another language's spelling.
        OtherSpelling { written: &'static str, meant: &'static str } => {
            en: "`{written}` is not written here",
            fr: "`{written}` ne s'écrit pas ici",
            help_en: "write `{meant}`",
            help_fr: "écrivez `{meant}`",
        }
        UnclosedQuote => {
            en: "this quote is never closed",
            fr: "ce guillemet n'est jamais fermé",
            help_en: "add a `\"` after the text",
            help_fr: "ajoutez `\"` après le texte",
        }
        /// A `/` that opens a regular expression and is never closed.
        UnclosedRegex => {
            en: "this regular expression is never closed",
            fr: "cette expression régulière n'est jamais fermée",
            help_en: "add a `/` after it; a division needs a space after its `/`",
            help_fr: "ajoutez `/` après elle ; une division demande une espace après `/`",
        }
        ParameterName => {
            en: "`$` without the name of a parameter",
            fr: "`$` sans nom de paramètre",
        }
        BadRegex { message: String } => {
            en: "the regular expression is wrong: {message}",
            fr: "l'expression régulière est fausse : {message}",
        }
        /// Something else was expected than what was found, which is empty at the end of the text.
        Expected { expected: ExpectedToken, found: String } => {
            let help = (*expected == ExpectedToken::Then).then_some(IF_THEN);
            when found.is_empty() => {
                en: "expected {expected}, but the text ends",
                fr: "il manque {expected} : le texte s'arrête",
                help: help,
            }
            en: "expected {expected}, found `{found}`",
            fr: "il faut {expected} au lieu de `{found}`",
            help: help,
        }
        Unknown { thing: NameUse, name: String, candidates: Vec<String> } => {
            en: "no {thing} is named `{name}`",
            fr: "{thing} `{name}` n'existe pas",
            help: DidYouMean(&candidates),
        }
        UnknownValue {
            field: String, value: String, sort: ExpressionKind, candidates: Vec<String>,
        } => {
            when matches!(*sort, ExpressionKind::Number | ExpressionKind::Date) => {
                en: "`{value}` is not {sort}, which `{field}` needs",
                fr: "`{value}` n'est pas {sort}, qu'attend `{field}`",
                help: DidYouMean(&candidates),
            }
            when *sort == ExpressionKind::List => {
                en: "no list of cards is named `{value}`",
                fr: "aucune liste de cartes ne s'appelle `{value}`",
                help: DidYouMean(&candidates),
            }
            when *sort == ExpressionKind::Format => {
                en: "no format is named `{value}`",
                fr: "aucun format ne s'appelle `{value}`",
                help: DidYouMean(&candidates),
            }
            when *sort == ExpressionKind::Field => {
                en: "no field or part is named `{value}`",
                fr: "aucun champ, aucune partie ne s'appelle `{value}`",
                help: DidYouMean(&candidates),
            }
            en: "`{field}` has no value `{value}`",
            fr: "`{field}` n'a pas de valeur `{value}`",
            help: DidYouMean(&candidates),
        }
        WrongSort { expected: ExpressionKind, found: ExpressionKind } => {
            let help = match (*expected, *found) {
                (ExpressionKind::Condition, ExpressionKind::Measure) => Some(BothLanguages(
                    "compare it, as in `count() >= 25`",
                    "comparez-la, comme dans `count() >= 25`",
                )),
                (ExpressionKind::Condition, ExpressionKind::Filter) => Some(BothLanguages(
                    "ask it of the cards of a pile with `all(…)`, `any(…)`, `none(…)` or `count(…)`",
                    "posez la question aux cartes d'une pile avec `all(…)`, `any(…)`, `none(…)` ou `count(…)`",
                )),
                _ => None,
            };
            en: "expected {expected}, found {found}",
            fr: "il faut {expected} et non {found}",
            help: help,
        }
        FieldOfCard { field: String, numeric: bool } => {
            when *numeric => {
                en: "`{field}` is a field of one card, and this is about a pile of cards",
                fr: "`{field}` est un champ d'une carte, or il s'agit d'une pile de cartes",
                help_en: "add it up with `sum({field})`, or ask `all(…)`, `any(…)` or `count(…)` of the cards",
                help_fr: "additionnez avec `sum({field})`, ou demandez `all(…)`, `any(…)` ou `count(…)` des cartes",
            }
            en: "`{field}` is a field of one card, and this is about a pile of cards",
            fr: "`{field}` est un champ d'une carte, or il s'agit d'une pile de cartes",
            help_en: "ask `all(…)`, `any(…)`, `none(…)` or `count(…)` of the cards",
            help_fr: "demandez `all(…)`, `any(…)`, `none(…)` ou `count(…)` des cartes",
        }
        NoSuchOperator { operator: Operator, field: String, sort: ExpressionKind } => {
            let operator = operator.symbol();
            en: "`{field}` is {sort}, which has no `{operator}`",
            fr: "`{field}` est {sort} : `{operator}` n'y a pas de sens",
        }
        /// What the cards of a zone have, where one value is needed.
        ValuesOfZone { zone: String, field: String } => {
            en: "`${zone}.{field}` is what all cards of `{zone}` have: it stands to the right of a field of a card",
            fr: "`${zone}.{field}` est ce qu'ont toutes les cartes de `{zone}` : cela se met à droite d'un champ de carte",
            help_en: "a number of the zone is a measure, such as `max({field}) in {zone}`",
            help_fr: "un nombre de la zone est une mesure, comme `max({field}) in {zone}`",
        }
        /// An order of what several cards of a zone may have.
        OrderOfZone { operator: Operator, field: String } => {
            let operator = operator.symbol();
            en: "the cards of a zone may have several values of `{field}`, and `{operator}` compares only sets with several",
            fr: "les cartes d'une zone peuvent avoir plusieurs valeurs de `{field}`, et `{operator}` ne compare que des ensembles avec plusieurs",
            help_en: "write `:` for one of the values of the zone, `!=` for none of them",
            help_fr: "écrivez `:` pour l'une des valeurs de la zone, `!=` pour aucune",
        }
        /// A list `a|b` under an operator that takes one value.
        ListUnderOrder { operator: Operator } => {
            let operator = operator.symbol();
            en: "`{operator}` takes one value, not a list",
            fr: "`{operator}` prend une valeur, pas une liste",
            help_en: "compare with one value, or join comparisons with `or`",
            help_fr: "comparez avec une valeur, ou reliez des comparaisons par `or`",
        }
        FieldAsValue { left: String, right: String } => {
            en: "after `:` stands a value, and `{right}` is a field",
            fr: "après `:` vient une valeur, or `{right}` est un champ",
            help_en: "compare fields with `=`: `{left}={right}`",
            help_fr: "les champs se comparent avec `=` : `{left}={right}`",
        }
        /// Several `:` or values of fields in one chain of comparisons.
        Chain => {
            en: "only numbers can be compared in a chain",
            fr: "seuls des nombres se comparent en chaîne",
            help_en: "join the comparisons with `and`",
            help_fr: "reliez les comparaisons par `and`",
        }
        DifferentSorts { left: ExpressionKind, right: ExpressionKind } => {
            en: "{left} cannot be compared with {right}",
            fr: "{left} ne se compare pas avec {right}",
        }
        ArgumentCount { function: Function, least: usize, most: usize, found: usize } => {
            let name = BothLanguages(function.name_in(Lang::En), function.name_in(Lang::Fr));
            let arguments = Arguments(*least, *most);
            let form = Text { en: function.form(Lang::En).into(), fr: function.form(Lang::Fr).into() };
            en: "`{name}` takes {arguments}, found {found}",
            fr: "`{name}` prend {arguments} et non {found}",
            help_en: "it is written `{form}`",
            help_fr: "on écrit `{form}`",
        }
        /// A number of a pile that is no zone of the deck, where single cards are compared with it.
        ZonesOnly { pile: String, zones: Vec<String> } => {
            let zones = Quoted(&zones);
            when zones.0.is_empty() => {
                en: "`{pile}` is no zone of a deck, and only numbers of those may stand in a number of one card",
                fr: "`{pile}` n'est pas une zone d'un deck, dont seuls les nombres entrent dans celui d'une carte",
                help_en: "it takes a format, with the zones of its decks",
                help_fr: "il y faut un format, avec les zones de ses decks",
            }
            en: "`{pile}` is no zone of the deck, and only numbers of those may stand in a number of one card",
            fr: "`{pile}` n'est pas une zone du deck, dont seuls les nombres entrent dans celui d'une carte",
            help_en: "zones of the deck: {zones}",
            help_fr: "zones du deck : {zones}",
        }
        PileOfCard => {
            en: "`in` names the pile of a measure, and this is no measure",
            fr: "`in` nomme la pile d'une mesure, et ceci n'en est pas une",
            help_en: "write it after a measure, as in `count(…) in deck`; a name with \"in\" after a parenthesis needs quotes",
            help_fr: "écrivez-le après une mesure, comme dans `count(…) in deck` ; un nom avec « in » après une parenthèse se met entre guillemets",
        }
        /// A filter behind `:` of a field that holds no cards.
        HoldsNoCards { field: String } => {
            en: "`{field}` holds no cards that a filter could choose",
            fr: "« {field} » ne contient pas de cartes qu'un filtre choisirait",
            help_en: "write a value behind `:`; parentheses belong around the whole, as in `({field}:a or {field}:b)`",
            help_fr: "écrivez une valeur après « : » ; les parenthèses entourent le tout, comme dans `({field}:a or {field}:b)`",
        }
        /// A filter of the cards of a field that asks for what only a deck has.
        HeldCardsOfDeck => {
            en: "the cards that a field holds lie in no deck",
            fr: "les cartes que contient un champ ne sont dans aucun deck",
            help_en: "ask for what the cards themselves print, without zones and parameters",
            help_fr: "demandez ce que les cartes elles-mêmes portent, sans zones ni paramètres",
        }
        /// `-` before a calculation, where it is not clear what it takes away from.
        SignOfSum => {
            en: "`-` cannot stand before a calculation",
            fr: "`-` ne peut pas précéder un calcul",
            help_en: "write `0 - (…)`",
            help_fr: "écrivez `0 - (…)`",
        }
    }
}

const IF_THEN: BothLanguages = BothLanguages(
    "write `if CONDITION then CONDITION`; a name that begins with \"if\" needs quotes",
    "écrivez `if CONDITION then CONDITION` ; un nom qui commence par « if » se met entre guillemets",
);

/// The fewest and the most arguments of a function; `usize::MAX`: any number.
struct Arguments(usize, usize);

impl Words for Arguments {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.1, lang) {
            (1, 1, _) => f.write_str("1 argument"),
            (a, b, _) if a == b => write!(f, "{a} arguments"),
            (1, usize::MAX, Lang::En) => f.write_str("at least 1 argument"),
            (1, usize::MAX, Lang::Fr) => f.write_str("au moins 1 argument"),
            (a, usize::MAX, Lang::En) => write!(f, "at least {a} arguments"),
            (a, usize::MAX, Lang::Fr) => write!(f, "au moins {a} arguments"),
            (0, 1, Lang::En) => f.write_str("at most 1 argument"),
            (0, 1, Lang::Fr) => f.write_str("au plus 1 argument"),
            (a, b, Lang::En) => write!(f, "{a} or {b} arguments"),
            (a, b, Lang::Fr) => write!(f, "{a} ou {b} arguments"),
        }
    }
}
