//! Mistakes in words, in both languages: what is wrong, and what to type instead.

use super::error::{ErrorKind, Expected, LanguageError, Sort, Thing};
use crate::model::Lang;

impl LanguageError {
    /// What is wrong, in one line.
    pub fn title(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.title_en(),
            Lang::Fr => self.title_fr(),
        }
    }

    /// What to write instead, if there is something to say.
    pub fn help(&self, lang: Lang) -> Option<String> {
        let near = self.candidates();
        if !near.is_empty() {
            let quoted: Vec<String> = near.iter().map(|n| format!("`{n}`")).collect();
            return Some(match lang {
                Lang::En => format!("did you mean {}?", quoted.join(" or ")),
                Lang::Fr => format!("vouliez-vous dire {} ?", quoted.join(" ou ")),
            });
        }
        let (en, fr) = self.advice()?;
        Some(if lang == Lang::Fr { fr } else { en })
    }

    fn title_en(&self) -> String {
        match &self.kind {
            ErrorKind::Empty => "nothing is written here".to_owned(),
            ErrorKind::TooLong { limit } => format!("the text is longer than {limit} bytes"),
            ErrorKind::TooDeep { limit } => format!("nested more than {limit} levels deep"),
            ErrorKind::TooManyGroups { times, limit } => format!(
                "groups within groups: up to here a card may be asked about {times} times; the limit is {limit}"
            ),
            ErrorKind::UnexpectedCharacter(c) => {
                format!("`{}` has no meaning here", c.escape_debug())
            }
            ErrorKind::OtherSpelling { written, .. } => format!("`{written}` is not written here"),
            ErrorKind::UnclosedQuote => "this quote is never closed".to_owned(),
            ErrorKind::UnclosedRegex => "this regular expression is never closed".to_owned(),
            ErrorKind::ParameterName => "`$` without the name of a parameter".to_owned(),
            ErrorKind::BadRegex { message } => {
                format!("the regular expression is wrong: {message}")
            }
            ErrorKind::Expected { expected, found } if found.is_empty() => {
                format!("expected {}, but the text ends", expected.en())
            }
            ErrorKind::Expected { expected, found } => {
                format!("expected {}, found `{found}`", expected.en())
            }
            ErrorKind::Unknown { thing, name, .. } => {
                format!("no {} is named `{name}`", thing.en())
            }
            ErrorKind::UnknownValue { field, value, sort, .. } => match sort {
                Sort::Number | Sort::Date => {
                    format!("`{value}` is not {}, which `{field}` needs", sort.en())
                }
                Sort::List => format!("no list of cards is named `{value}`"),
                Sort::Format => format!("no format is named `{value}`"),
                Sort::Field => format!("no field or part is named `{value}`"),
                _ => format!("`{field}` has no value `{value}`"),
            },
            ErrorKind::WrongSort { expected, found } => {
                format!("expected {}, found {}", expected.en(), found.en())
            }
            ErrorKind::FieldOfCard { field, .. } => {
                format!("`{field}` is a field of one card, and this is about a pile of cards")
            }
            ErrorKind::NoSuchOperator { operator, field, sort } => {
                format!("`{field}` is {}, which has no `{}`", sort.en(), operator.symbol())
            }
            ErrorKind::ListUnderOrder { operator } => {
                format!("`{}` takes one value, not a list", operator.symbol())
            }
            ErrorKind::FieldAsValue { right, .. } => {
                format!("after `:` stands a value, and `{right}` is a field")
            }
            ErrorKind::Chain => "only numbers can be compared in a chain".to_owned(),
            ErrorKind::DifferentSorts { left, right } => {
                format!("{} cannot be compared with {}", left.en(), right.en())
            }
            ErrorKind::ArgumentCount { function, least, most, found } => {
                format!(
                    "`{}` takes {}, found {found}",
                    function.name(),
                    arguments_en(*least, *most)
                )
            }
            ErrorKind::PileOfCard => {
                "`in` names the pile of a measure, and this is no measure".to_owned()
            }
            ErrorKind::SignOfSum => "`-` cannot stand before a calculation".to_owned(),
        }
    }

    fn title_fr(&self) -> String {
        match &self.kind {
            ErrorKind::Empty => "rien n'est écrit ici".to_owned(),
            ErrorKind::TooLong { limit } => format!("le texte dépasse {limit} octets"),
            ErrorKind::TooDeep { limit } => format!("plus de {limit} niveaux d'imbrication"),
            ErrorKind::TooManyGroups { times, limit } => format!(
                "des groupes dans des groupes : jusqu'ici une carte peut être examinée {times} fois ; la limite est {limit}"
            ),
            ErrorKind::UnexpectedCharacter(c) => {
                format!("`{}` n'a pas de sens ici", c.escape_debug())
            }
            ErrorKind::OtherSpelling { written, .. } => format!("`{written}` ne s'écrit pas ici"),
            ErrorKind::UnclosedQuote => "ce guillemet n'est jamais fermé".to_owned(),
            ErrorKind::UnclosedRegex => "cette expression régulière n'est jamais fermée".to_owned(),
            ErrorKind::ParameterName => "`$` sans nom de paramètre".to_owned(),
            ErrorKind::BadRegex { message } => {
                format!("l'expression régulière est fausse : {message}")
            }
            ErrorKind::Expected { expected, found } if found.is_empty() => {
                format!("il manque {} : le texte s'arrête", expected.fr())
            }
            ErrorKind::Expected { expected, found } => {
                format!("il faut {} au lieu de `{found}`", expected.fr())
            }
            ErrorKind::Unknown { thing, name, .. } => {
                format!("{} `{name}` n'existe pas", thing.fr())
            }
            ErrorKind::UnknownValue { field, value, sort, .. } => match sort {
                Sort::Number | Sort::Date => {
                    format!("`{value}` n'est pas {}, qu'attend `{field}`", sort.fr())
                }
                Sort::List => format!("aucune liste de cartes ne s'appelle `{value}`"),
                Sort::Format => format!("aucun format ne s'appelle `{value}`"),
                Sort::Field => format!("aucun champ, aucune partie ne s'appelle `{value}`"),
                _ => format!("`{field}` n'a pas de valeur `{value}`"),
            },
            ErrorKind::WrongSort { expected, found } => {
                format!("il faut {} et non {}", expected.fr(), found.fr())
            }
            ErrorKind::FieldOfCard { field, .. } => {
                format!("`{field}` est un champ d'une carte, or il s'agit d'une pile de cartes")
            }
            ErrorKind::NoSuchOperator { operator, field, sort } => {
                format!("`{field}` est {} : `{}` n'y a pas de sens", sort.fr(), operator.symbol())
            }
            ErrorKind::ListUnderOrder { operator } => {
                format!("`{}` prend une valeur, pas une liste", operator.symbol())
            }
            ErrorKind::FieldAsValue { right, .. } => {
                format!("après `:` vient une valeur, or `{right}` est un champ")
            }
            ErrorKind::Chain => "seuls des nombres se comparent en chaîne".to_owned(),
            ErrorKind::DifferentSorts { left, right } => {
                format!("{} ne se compare pas avec {}", left.fr(), right.fr())
            }
            ErrorKind::ArgumentCount { function, least, most, found } => {
                format!(
                    "`{}` prend {} et non {found}",
                    function.name(),
                    arguments_fr(*least, *most)
                )
            }
            ErrorKind::PileOfCard => {
                "`in` nomme la pile d'une mesure, et ceci n'en est pas une".to_owned()
            }
            ErrorKind::SignOfSum => "`-` ne peut pas précéder un calcul".to_owned(),
        }
    }

    fn advice(&self) -> Option<(String, String)> {
        let plain = |en: &str, fr: &str| Some((en.to_owned(), fr.to_owned()));
        match &self.kind {
            ErrorKind::UnexpectedCharacter('!') => plain(
                "write `not` for the contrary; a name with `!` in it needs quotes",
                "le contraire s'écrit `not` ; un nom avec `!` se met entre guillemets",
            ),
            ErrorKind::UnexpectedCharacter(_) => plain(
                "a name with such a character needs quotes: \"It's a trap!\"",
                "un nom avec ce caractère se met entre guillemets : \"It's a trap!\"",
            ),
            ErrorKind::OtherSpelling { meant, .. } => {
                Some((format!("write `{meant}`"), format!("écrivez `{meant}`")))
            }
            ErrorKind::TooManyGroups { .. } => plain(
                "group by one such field at a time, in conditions of their own",
                "groupez par un seul de ces champs à la fois, dans des conditions séparées",
            ),
            ErrorKind::UnclosedQuote => {
                plain("add a `\"` after the text", "ajoutez `\"` après le texte")
            }
            ErrorKind::UnclosedRegex => plain(
                "add a `/` after it; a division needs a space after its `/`",
                "ajoutez `/` après elle ; une division demande une espace après `/`",
            ),
            ErrorKind::Expected { expected: Expected::Then, .. } => plain(
                "write `if CONDITION then CONDITION`; a name that begins with \"if\" needs quotes",
                "écrivez `if CONDITION then CONDITION` ; un nom qui commence par « if » se met entre guillemets",
            ),
            ErrorKind::FieldOfCard { field, numeric } => Some(if *numeric {
                (
                    format!(
                        "add it up with `sum({field})`, or ask `all(…)`, `any(…)` or `count(…)` of the cards"
                    ),
                    format!(
                        "additionnez avec `sum({field})`, ou demandez `all(…)`, `any(…)` ou `count(…)` des cartes"
                    ),
                )
            } else {
                (
                    "ask `all(…)`, `any(…)`, `none(…)` or `count(…)` of the cards".to_owned(),
                    "demandez `all(…)`, `any(…)`, `none(…)` ou `count(…)` des cartes".to_owned(),
                )
            }),
            ErrorKind::WrongSort { expected: Sort::Condition, found: Sort::Measure } => plain(
                "compare it, as in `count() >= 25`",
                "comparez-la, comme dans `count() >= 25`",
            ),
            ErrorKind::WrongSort { expected: Sort::Condition, found: Sort::Filter } => plain(
                "ask it of the cards of a pile with `all(…)`, `any(…)`, `none(…)` or `count(…)`",
                "posez la question aux cartes d'une pile avec `all(…)`, `any(…)`, `none(…)` ou `count(…)`",
            ),
            ErrorKind::ListUnderOrder { .. } => plain(
                "compare with one value, or join comparisons with `or`",
                "comparez avec une valeur, ou reliez des comparaisons par `or`",
            ),
            ErrorKind::FieldAsValue { left, right } => Some((
                format!("compare fields with `=`: `{left}={right}`"),
                format!("les champs se comparent avec `=` : `{left}={right}`"),
            )),
            ErrorKind::Chain => {
                plain("join the comparisons with `and`", "reliez les comparaisons par `and`")
            }
            ErrorKind::SignOfSum => plain("write `0 - (…)`", "écrivez `0 - (…)`"),
            ErrorKind::PileOfCard => plain(
                "write it after a measure, as in `count(…) in deck`; a name with \"in\" after a parenthesis needs quotes",
                "écrivez-le après une mesure, comme dans `count(…) in deck` ; un nom avec « in » après une parenthèse se met entre guillemets",
            ),
            ErrorKind::ArgumentCount { function, .. } => {
                let form = function.form();
                Some((format!("it is written `{form}`"), format!("on écrit `{form}`")))
            }
            _ => None,
        }
    }
}

fn arguments_en(least: usize, most: usize) -> String {
    match (least, most) {
        (1, 1) => "1 argument".to_owned(),
        (a, b) if a == b => format!("{a} arguments"),
        (1, usize::MAX) => "at least 1 argument".to_owned(),
        (a, usize::MAX) => format!("at least {a} arguments"),
        (0, 1) => "at most 1 argument".to_owned(),
        (a, b) => format!("{a} or {b} arguments"),
    }
}

fn arguments_fr(least: usize, most: usize) -> String {
    match (least, most) {
        (1, 1) => "1 argument".to_owned(),
        (a, b) if a == b => format!("{a} arguments"),
        (1, usize::MAX) => "au moins 1 argument".to_owned(),
        (a, usize::MAX) => format!("au moins {a} arguments"),
        (0, 1) => "au plus 1 argument".to_owned(),
        (a, b) => format!("{a} ou {b} arguments"),
    }
}

impl Expected {
    fn en(self) -> &'static str {
        match self {
            Expected::Item => "a name, a field, a function or `(`",
            Expected::Value => "a value",
            Expected::End => "`and`, `or` or the end",
            Expected::Closing => "`)` or `,`",
            Expected::Then => "`then`",
            Expected::Pile => "the name of a pile",
            Expected::Field => "the name of a field",
        }
    }

    fn fr(self) -> &'static str {
        match self {
            Expected::Item => "un nom, un champ, une fonction ou `(`",
            Expected::Value => "une valeur",
            Expected::End => "`and`, `or` ou la fin",
            Expected::Closing => "`)` ou `,`",
            Expected::Then => "`then`",
            Expected::Pile => "le nom d'une pile",
            Expected::Field => "le nom d'un champ",
        }
    }
}

impl Thing {
    fn en(self) -> &'static str {
        match self {
            Thing::Function => "function",
            Thing::Field => "field",
            Thing::Part => "part of a card",
            Thing::Effect => "effect or trigger",
            Thing::Pile => "pile",
            Thing::Parameter => "parameter",
            Thing::Word => "parameter or field",
            Thing::Count => "value",
            Thing::Class => "class of cards",
        }
    }

    fn fr(self) -> &'static str {
        match self {
            Thing::Function => "la fonction",
            Thing::Field => "le champ",
            Thing::Part => "la partie de carte",
            Thing::Effect => "l'effet ou le déclencheur",
            Thing::Pile => "la pile",
            Thing::Parameter => "le paramètre",
            Thing::Word => "le paramètre ou le champ",
            Thing::Count => "la valeur",
            Thing::Class => "la classe de cartes",
        }
    }
}

impl Sort {
    pub(super) fn en(self) -> &'static str {
        match self {
            Sort::Filter => "a filter (true or false of one card)",
            Sort::CardNumber => "a number of one card",
            Sort::Condition => "a condition (true or false of a pile)",
            Sort::Measure => "a measure (a number of a pile)",
            Sort::Number => "a number",
            Sort::Text => "a text",
            Sort::Date => "a date",
            Sort::Enumeration => "one of a list of values",
            Sort::Set => "a set of values",
            Sort::Flag => "a flag",
            Sort::Field => "a field",
            Sort::List => "a list of cards",
            Sort::Format => "a format",
            Sort::Pile => "a pile",
        }
    }

    pub(super) fn fr(self) -> &'static str {
        match self {
            Sort::Filter => "un filtre (vrai ou faux d'une carte)",
            Sort::CardNumber => "un nombre d'une carte",
            Sort::Condition => "une condition (vraie ou fausse d'une pile)",
            Sort::Measure => "une mesure (un nombre d'une pile)",
            Sort::Number => "un nombre",
            Sort::Text => "un texte",
            Sort::Date => "une date",
            Sort::Enumeration => "une valeur d'une liste",
            Sort::Set => "un ensemble de valeurs",
            Sort::Flag => "un indicateur",
            Sort::Field => "un champ",
            Sort::List => "une liste de cartes",
            Sort::Format => "un format",
            Sort::Pile => "une pile",
        }
    }
}
