//! The one table of functions, operators and keywords. It tells the parser which names are functions,
//! errors which names are near, and `sleeve help language` what to print. Fields have a table of their
//! own ([`field`](mod@super::field)).

use crate::tree::Operation;
use sleeve_data::model::Lang;
use sleeve_data::model::fold::fold;

/// A line of documentation in both languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DocLine {
    pub en: &'static str,
    pub fr: &'static str,
}

impl DocLine {
    /// The line in one language.
    pub fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
        }
    }
}

pub(super) const fn line(en: &'static str, fr: &'static str) -> DocLine {
    DocLine { en, fr }
}

macro_rules! table {
    ($(#[$meta:meta])* $name:ident, $row:ident, $rows:ident: $($(#[$doc:meta])* $variant:ident $fields:expr;)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// All variants, in the order of the documentation.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The row of the table.
            pub fn row(self) -> &'static $row {
                match self {
                    $($name::$variant => const { &$fields },)*
                }
            }
        }
    };
}

/// A row about a function.
#[derive(Clone, Copy, Debug)]
pub struct FunctionRow {
    pub name: &'static str,
    /// Its French names, the usual one first.
    pub french: &'static [&'static str],
    pub form: &'static str,
    /// The fewest and the most arguments it takes.
    pub arguments: (usize, usize),
    pub line: DocLine,
}

const fn function(
    name: &'static str,
    french: &'static [&'static str],
    form: &'static str,
    arguments: (usize, usize),
    en: &'static str,
    fr: &'static str,
) -> FunctionRow {
    FunctionRow { name, french, form, arguments, line: line(en, fr) }
}

table! {
    /// A function of the language.
    Function, FunctionRow, FUNCTIONS:
    Count function("count", &["nombre"], "count(FILTER)", (0, 1), "how many cards; all of them without a filter", "le nombre de cartes ; toutes, sans filtre");
    Sum function("sum", &["somme"], "sum(EXPR, FILTER)", (1, 2), "the total of a number over the cards", "le total d'un nombre sur les cartes");
    Min function("min", &["minimum"], "min(EXPR, FILTER)", (1, 2), "the smallest; no value where no card has one", "le plus petit ; aucune valeur si aucune carte n'en a");
    Max function("max", &["maximum"], "max(EXPR, FILTER)", (1, 2), "the largest; no value where no card has one", "le plus grand ; aucune valeur si aucune carte n'en a");
    Avg function("avg", &["moyenne"], "avg(EXPR, FILTER)", (1, 2), "the average over the cards that have the number", "la moyenne sur les cartes qui ont ce nombre");
    Distinct function("distinct", &["différents"], "distinct(FIELD, FILTER)", (1, 2), "how many different values of a field", "le nombre de valeurs différentes d'un champ");
    Copies function("copies", &["exemplaires"], "copies(FIELD, FILTER)", (1, 2), "the largest number of cards that share one value", "le plus grand nombre de cartes qui partagent une valeur");
    Groups function("groups", &["groupes"], "groups(FIELD, CONDITION)", (2, 2), "how many values' cards satisfy a condition", "le nombre de valeurs dont les cartes remplissent une condition");
    Total function("total", &["cumul"], "total(FIELD, MEASURE)", (2, 2), "a measure of the cards of every value, added up", "une mesure des cartes de chaque valeur, additionnée");
    Floor function("floor", &["plancher"], "floor(NUMBER)", (1, 1), "rounded down", "arrondi vers le bas");
    Ceil function("ceil", &["plafond"], "ceil(NUMBER)", (1, 1), "rounded up", "arrondi vers le haut");
    Least function("least", &["plus-petit"], "least(NUMBER, NUMBER)", (1, usize::MAX), "the smallest of these numbers", "le plus petit de ces nombres");
    Greatest function("greatest", &["plus-grand"], "greatest(NUMBER, NUMBER)", (1, usize::MAX), "the largest of these numbers", "le plus grand de ces nombres");
    All function("all", &["tous", "toutes"], "all(FILTER)", (1, 1), "every card satisfies it", "chaque carte le remplit");
    Any function("any", &["existe"], "any(FILTER)", (0, 1), "at least one card satisfies it; any card at all without a filter", "au moins une carte le remplit ; n'importe laquelle, sans filtre");
    None function("none", &["aucun", "aucune"], "none(FILTER)", (0, 1), "no card satisfies it; no card at all without a filter", "aucune carte ne le remplit ; aucune carte du tout, sans filtre");
    Each function("each", &["chaque"], "each(FIELD, CONDITION)", (2, 2), "the cards of every single value satisfy a condition; piles named inside mean their cards of that value", "les cartes de chaque valeur remplissent une condition ; les piles nommées dedans ne montrent que leurs cartes de cette valeur");
    On function("on", &["sur"], "on(PART, FILTER)", (2, 2), "one part of the card satisfies all of it", "une même partie de la carte le remplit");
}

impl Function {
    /// The function of this name in either language, case and accents aside.
    pub fn from_name(name: &str) -> Option<Function> {
        let all = || Function::ALL.iter().copied();
        let english = all().find(|f| f.name().eq_ignore_ascii_case(name));
        english.or_else(|| {
            let folded_name = fold(name);
            all().find(|f| f.row().french.iter().any(|known| fold(known) == folded_name))
        })
    }

    /// The English name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The names in all languages, the English one first.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let row = self.row();
        std::iter::once(row.name).chain(row.french.iter().copied())
    }

    /// The usual name in a language.
    pub fn name_in(self, lang: Lang) -> &'static str {
        let row = self.row();
        match lang {
            Lang::En => row.name,
            Lang::Fr => row.french.first().unwrap_or(&row.name),
        }
    }

    /// The name in a language with its arguments: `count(FILTER)`.
    pub fn form(self, lang: Lang) -> String {
        let row = self.row();
        let arguments = row.form.strip_prefix(row.name).unwrap_or_default();
        format!("{}{arguments}", self.name_in(lang))
    }

    /// Whether it calculates with numbers, of a card or of a pile.
    pub fn is_calculation(self) -> bool {
        Operation::from_function(self).is_some()
    }

    /// Whether its value is a number, not true or false.
    pub fn is_measure(self) -> bool {
        match self {
            Function::Count
            | Function::Sum
            | Function::Min
            | Function::Max
            | Function::Avg
            | Function::Distinct
            | Function::Copies
            | Function::Groups
            | Function::Total
            | Function::Floor
            | Function::Ceil
            | Function::Least
            | Function::Greatest => true,
            Function::All | Function::Any | Function::None | Function::Each | Function::On => false,
        }
    }
}

/// A form of the language that is neither a function nor a field.
#[derive(Clone, Copy, Debug)]
pub struct LanguageForm {
    pub form: &'static str,
    pub line: DocLine,
}

const fn form(form: &'static str, en: &'static str, fr: &'static str) -> LanguageForm {
    LanguageForm { form, line: line(en, fr) }
}

/// The forms of filters.
pub(crate) const FILTERS: &[LanguageForm] = &[
    form(
        "luke \"han solo\"",
        "the name contains it; a card's whole name means that card",
        "le nom le contient ; le nom entier d'une carte désigne cette carte",
    ),
    form("FIELD:VALUE", "contains, has, is", "contient, porte, est"),
    form("FIELD=VALUE", "is exactly; `!=` is not", "est exactement ; `!=` n'est pas"),
    form(
        "FIELD<=VALUE",
        "`<` `<=` `>` `>=` for numbers, dates and ordered values; VALUE may be a field",
        "`<` `<=` `>` `>=` pour les nombres, les dates et les valeurs ordonnées ; VALUE peut être un champ",
    ),
    form(
        "FIELD:a|b",
        "one of these; under `!=` none of them",
        "l'une d'elles ; sous `!=` aucune d'elles",
    ),
    form(
        "FIELD:/regex/",
        "a regular expression, case aside",
        "une expression régulière, sans égard à la casse",
    ),
    form("FIELD=?", "printed, but not known", "imprimé, mais inconnu"),
    form(
        "effect:\"draw 2\"",
        "an effect as it is printed, also `\"draw ?\"` and `\"draw 2 (TRIGGER)\"`: of a front with halves, one of them prints just this, while `effect.draw=2` compares what they print together",
        "un effet comme il est imprimé, de même `\"draw ?\"` et `\"draw 2 (DÉCLENCHEUR)\"` : d'un recto à moitiés, l'une imprime exactement cela, alors que `effet.draw=2` compare ce qu'elles impriment ensemble",
    ),
    form(
        "ICONS.VALUE>=2",
        "how often a value stands there: 0 on a card without any, so that `icons.pilot=0` finds it and `icons!=pilot` does not",
        "combien de fois une valeur s'y trouve : 0 sur une carte qui n'en porte aucune, si bien que `icons.pilot=0` la trouve et `icons!=pilot` non",
    ),
    form(
        "PART.FIELD",
        "a field of one part: `back.level`, `upper.effect`",
        "un champ d'une partie : `dos.niveau`, `haut.effet`",
    ),
    form(
        "FIELD:$PARAMETER",
        "a parameter of the format, as in `faction:$role`; of one that is a word, a condition asks `aspect = justice`",
        "un paramètre du format, comme dans `faction:$role` ; s'il est un mot, une condition demande `aspect = justice`",
    ),
    form(
        "FIELD:$ZONE.FIELD",
        "a value that a card of a zone of the deck has, as in `faction:neutral|$identity.faction`; `=` the same values, and of sets `<=` none besides, `<` fewer, `>=` all of them, `>` more, as in `colours<=$commander.colours`; with an empty zone it is false",
        "une valeur qu'a une carte d'une zone du deck, comme dans `faction:neutral|$identity.faction` ; `=` les mêmes valeurs, et pour les ensembles `<=` aucune autre, `<` moins, `>=` toutes, `>` davantage, comme dans `colours<=$commander.colours` ; faux si la zone est vide",
    ),
];

/// The words that join filters and conditions.
pub(crate) const KEYWORDS: &[LanguageForm] = &[
    form("A B, A and B", "both", "les deux"),
    form("A or B", "at least one", "au moins l'un"),
    form("-A, not A", "not", "non"),
    form("if A then B", "B, wherever A holds", "B, partout où A est vrai"),
    form(
        "[CONDITION]",
        "1 where it holds, else 0; within a number of one card a filter stands there: `sum(cost * [kind:ship])`",
        "1 là où elle est vraie, sinon 0 ; dans un nombre d'une carte, c'est un filtre : `sum(cost * [kind:ship])`",
    ),
    form(
        "MEASURE in PILE|PILE",
        "reads these piles, `box` among them (all cards of the boxes in use)",
        "lit ces piles, dont `box` (toutes les cartes des boîtes utilisées)",
    ),
    form(
        "(MEASURE in ZONE)",
        "within a number of one card, a number of a zone of the deck, the same for every card; it reads the whole zone, also of a hand or a group, and goes well with `greatest`: `sum(greatest(0, red - (sum(red) in leader)))`",
        "dans un nombre d'une carte, un nombre d'une zone du deck, le même pour chaque carte ; il lit toute la zone, même pour une main ou un groupe, et va bien avec `greatest` : `sum(greatest(0, red - (sum(red) in leader)))`",
    ),
    form("2 <= MEASURE <= 5", "comparisons in a chain", "des comparaisons en chaîne"),
    form(
        "+ - * / %",
        "arithmetic, with parameters such as `budget`",
        "calculs, avec des paramètres comme `budget`",
    ),
];

/// The treatment of numbers that are missing.
pub(crate) const UNKNOWNS: &[LanguageForm] = &[
    form(
        "unknown",
        "printed, but published nowhere: measures become ranges, and an answer is true or false only where it is so for every possible value; one unknown value that is read twice is one value, as long as 256 cases or fewer decide it",
        "imprimé, mais publié nulle part : les mesures deviennent des intervalles, et une réponse n'est vraie ou fausse que si elle l'est pour toute valeur possible ; une valeur inconnue lue deux fois est une seule valeur, tant que 256 cas au plus en décident",
    ),
    form(
        "absent",
        "not printed on the card: every comparison is false, sums and averages skip it, unless the game declares a default",
        "pas imprimé sur la carte : toute comparaison est fausse, sommes et moyennes l'ignorent, sauf si le jeu déclare une valeur par défaut",
    ),
    form(
        "chosen",
        "printed values of which the owner picks one, for every copy another if they like: what holds, holds whatever is picked",
        "valeurs imprimées dont le joueur choisit une, une autre pour chaque exemplaire s'il veut : ce qui est vrai l'est quel que soit le choix",
    ),
    form(
        "no value",
        "the least of an empty pile, a division by zero: comparing it is false",
        "le minimum d'une pile vide, une division par zéro : toute comparaison est fausse",
    ),
];

/// Words that cannot be a name without quotes.
pub(crate) const RESERVED: &[&str] = &["and", "or", "not", "then"];
