//! The one table of functions, operators and keywords. The parser looks up functions in it, errors
//! find similar names, and `sleeve help language` prints it. Fields have their own table
//! ([`field`](mod@super::field)).

use crate::operation::Operation;
use sleeve_data::{
    model::{Lang, fold::fold},
    problem::Phrase,
};

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

/// The result of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionResult {
    /// A number of a pile.
    Measure,
    /// A number of numbers, of a card or of a pile.
    Calculation(Operation),
    /// True or false.
    Truth,
}
use FunctionResult::{Calculation, Measure, Truth};

/// A row about a function.
#[derive(Clone, Copy, Debug)]
pub struct FunctionRow {
    pub result: FunctionResult,
    pub name: &'static str,
    /// Its French names, the usual one first.
    pub french: &'static [&'static str],
    pub form: &'static str,
    /// The fewest and the most arguments it takes.
    pub arguments: (usize, usize),
    pub line: Phrase,
}

const fn function(
    result: FunctionResult,
    name: &'static str,
    french: &'static [&'static str],
    form: &'static str,
    arguments: (usize, usize),
    line: Phrase,
) -> FunctionRow {
    FunctionRow { result, name, french, form, arguments, line }
}

table! {
    /// A function of the language.
    Function, FunctionRow, FUNCTIONS:
    Count function(Measure, "count", &["nombre"], "count(FILTER)", (0, 1), word!("the number of cards (without a filter: all cards)"));
    Sum function(Measure, "sum", &["somme"], "sum(EXPR, FILTER)", (1, 2), word!("the total of a number over the cards"));
    Min function(Measure, "min", &["minimum"], "min(EXPR, FILTER)", (1, 2), word!("the smallest; no value if no card has one"));
    Max function(Measure, "max", &["maximum"], "max(EXPR, FILTER)", (1, 2), word!("the largest; no value if no card has one"));
    Avg function(Measure, "avg", &["moyenne"], "avg(EXPR, FILTER)", (1, 2), word!("the average over the cards that have the number"));
    Median function(Measure, "median", &["médiane"], "median(EXPR, FILTER)", (1, 2), word!("the number in the middle, or between the two in the middle, if the cards are ordered by it"));
    Distinct function(Measure, "distinct", &["différents"], "distinct(FIELD, FILTER)", (1, 2), word!("the number of different values of a field"));
    Copies function(Measure, "copies", &["exemplaires"], "copies(FIELD, FILTER)", (1, 2), word!("the largest number of cards that share one value"));
    Groups function(Measure, "groups", &["groupes"], "groups(FIELD, CONDITION)", (2, 2), word!("the number of values whose cards meet a condition"));
    Total function(Measure, "total", &["cumul"], "total(FIELD, MEASURE)", (2, 2), word!("a measure for the cards of each value, added up"));
    Floor function(Calculation(Operation::Floor), "floor", &["plancher"], "floor(NUMBER)", (1, 1), word!("rounded down"));
    Ceil function(Calculation(Operation::Ceil), "ceil", &["plafond"], "ceil(NUMBER)", (1, 1), word!("rounded up"));
    Least function(Calculation(Operation::Least), "least", &["plus-petit"], "least(NUMBER, NUMBER)", (1, usize::MAX), word!("the smallest of these numbers"));
    Greatest function(Calculation(Operation::Greatest), "greatest", &["plus-grand"], "greatest(NUMBER, NUMBER)", (1, usize::MAX), word!("the largest of these numbers"));
    All function(Truth, "all", &["tous", "toutes"], "all(FILTER)", (1, 1), word!("every card matches"));
    Any function(Truth, "any", &["existe"], "any(FILTER)", (0, 1), word!("at least one card matches (without a filter: there is a card)"));
    None function(Truth, "none", &["aucun", "aucune"], "none(FILTER)", (0, 1), word!("no card matches (without a filter: there are no cards)"));
    Each function(Truth, "each", &["chaque"], "each(FIELD, CONDITION)", (2, 2), word!("for each value, the cards with this value meet a condition; a pile inside means its cards with this value, in parentheses all its cards"));
    Some function(Truth, "some", &["quelques"], "some(NUMBER, FIELD, CONDITION)", (3, 3), word!("you can choose this number of values so that the condition is true; `$these` means these values: `some(2, regions, all(regions:$these))` for cards of at most two regions. In a `some` inside another, `$these` means those that the nearest one over the field chooses, `$those` those of the next"));
    On function(Truth, "on", &["sur"], "on(PART, FILTER)", (2, 2), word!("one part of the card matches all of it"));
}

impl Function {
    /// The function of this name in either language, case and accents aside.
    pub fn from_name(name: &str) -> Option<Function> {
        let english = Function::ALL
            .iter()
            .find(|f| f.name().eq_ignore_ascii_case(name));
        if english.is_some() {
            return english.copied();
        }
        let folded_name = fold(name);
        let mut all = Function::ALL.iter().copied();
        all.find(|f| {
            f.row()
                .french
                .iter()
                .any(|known| fold(known) == folded_name)
        })
    }

    /// The English name; [`Self::names`] has those of other languages too.
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
        let french = row.french.first().filter(|_| lang == Lang::Fr);
        french.unwrap_or(&row.name)
    }

    /// The name in a language with its arguments: `count(FILTER)`.
    pub fn form(self, lang: Lang) -> String {
        let row = self.row();
        let arguments = row.form.strip_prefix(row.name).unwrap_or_default();
        format!("{}{arguments}", self.name_in(lang))
    }

    /// Whether it calculates with numbers, of a card or of a pile.
    pub fn is_calculation(self) -> bool {
        matches!(self.row().result, Calculation(_))
    }

    /// Whether its value is a number, not true or false.
    pub fn is_measure(self) -> bool {
        self.row().result != Truth
    }
}

/// A form of the language that is neither a function nor a field.
#[derive(Clone, Copy, Debug)]
pub struct LanguageForm {
    pub form: &'static str,
    pub line: Phrase,
}

macro_rules! forms {
    ($($(#[$meta:meta])* $name:ident: { $($form:literal, $line:expr;)* })*) => {
        $($(#[$meta])* pub(crate) const $name: &[LanguageForm] = &[$(LanguageForm { form: $form, line: $line }),*];)*
    };
}

forms! {
    FILTERS: {
        "luke \"han solo\"", word!("the name contains it; the full name of a card means that card");
        "FIELD:VALUE", word!("contains, has, is");
        "FIELD=VALUE", word!("is exactly (`!=`: is not)");
        "FIELD<=VALUE", word!("`<` `<=` `>` `>=` for numbers, dates and ordered values; VALUE may be a field. For sets, `<=a|b` means no others than these, `>=a|b` all of these");
        "FIELD:a|b", word!("one of these (`!=`: none of them). For a set, `!=a|b` means not exactly one of these; for none of them, write `-FIELD:a|b`");
        "FIELD:/regex/", word!("a regular expression; case does not matter");
        "FIELD=?", word!("printed, but unknown");
        "effect:\"draw 2\"", word!("an effect as printed, also `\"draw ?\"` and `\"draw 2 (TRIGGER)\"`. On a front with halves, one half prints exactly this; `effect.draw=2` compares the total of both");
        "ICONS.VALUE>=2", word!("how often the value appears: 0 on a card without it, so `icons.pilot=0` finds a card without icons and `icons!=pilot` does not");
        "PART.FIELD", word!("a field of one part: `back.level`, `upper.effect`");
        "FIELD:$PARAMETER", word!("a parameter of the format, as in `faction:$role`; in a condition, a parameter that is a word is tested with `aspect = justice`");
        "FIELD:$ZONE.FIELD", word!("a value of a card in a zone of the deck, as in `faction:neutral|$identity.faction`. `=` means the same values; for sets, `<=` no others, `<` fewer, `>=` all of them, `>` more, as in `colours<=$commander.colours`. False if the zone is empty");
    }

    /// The words that join filters and conditions.
    KEYWORDS: {
        "A B, A and B", word!("both");
        "A or B", word!("at least one");
        "-A, not A", word!("not", context = "operator");
        "if A then B", word!("if A is true, B must be true too");
        "[CONDITION]", word!("1 if it is true, else 0; in a number of one card, use a filter: `sum(cost * [kind:ship])`");
        "MEASURE in PILE|PILE", word!("measures these piles; `box` means all cards of the boxes in use");
        "(MEASURE in PILE)", word!("measures all cards of the pile, even in a group: `each(name, count() <= (count() in deck) / 2)`. In a number of one card, it measures zones of the deck, even for a hand: `sum(greatest(0, red - (sum(red) in leader)))`");
        "MEASURE else NUMBER", word!("this number if the measure has no value, as in `greatest(4, max(cost) else 0)` for cards without a cost");
        "2 <= MEASURE <= 5", word!("comparisons in a chain");
        "+ - * / %", word!("arithmetic, with parameters such as `budget`");
    }

    /// The treatment of numbers that are missing.
    UNKNOWNS: {
        "unknown", word!("printed, but never published: measures become ranges, and an answer is true or false only if every possible value gives it. A value that is read twice counts as the same value if at most 256 cases decide it; for a set or a text, only if one filter tests the same twice");
        "absent", word!("not printed on the card: every comparison is false, sums and averages skip it, unless the game declares a default");
        "chosen", word!("printed values from which the player picks one, if they like another for each copy: a condition is true only if it is true for every pick");
        "no value", word!("the smallest of an empty pile, a division by zero: every comparison is false; `else` gives another number");
    }
}

/// Words that cannot be a name without quotes.
pub(crate) const RESERVED: &[&str] = &["and", "or", "not", "then"];

impl Operation {
    /// The operation of a function; `None` for functions of cards.
    pub fn from_function(function: Function) -> Option<Operation> {
        match function.row().result {
            FunctionResult::Calculation(operation) => Some(operation),
            FunctionResult::Measure | FunctionResult::Truth => None,
        }
    }
}
