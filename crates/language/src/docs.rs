//! The one table of functions, operators and keywords. It tells the parser which names are functions,
//! errors which names are near, and `sleeve help language` what to print. Fields have a table of their
//! own ([`field`](mod@super::field)).

use crate::tree::Operation;
use sleeve_data::model::Lang;
use sleeve_data::model::fold::fold;
use sleeve_data::problem::Phrase;

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

/// What a function makes of its arguments.
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
    Count function(Measure, "count", &["nombre"], "count(FILTER)", (0, 1), word!("how many cards; all of them without a filter"));
    Sum function(Measure, "sum", &["somme"], "sum(EXPR, FILTER)", (1, 2), word!("the total of a number over the cards"));
    Min function(Measure, "min", &["minimum"], "min(EXPR, FILTER)", (1, 2), word!("the smallest; no value where no card has one"));
    Max function(Measure, "max", &["maximum"], "max(EXPR, FILTER)", (1, 2), word!("the largest; no value where no card has one"));
    Avg function(Measure, "avg", &["moyenne"], "avg(EXPR, FILTER)", (1, 2), word!("the average over the cards that have the number"));
    Distinct function(Measure, "distinct", &["différents"], "distinct(FIELD, FILTER)", (1, 2), word!("how many different values of a field"));
    Copies function(Measure, "copies", &["exemplaires"], "copies(FIELD, FILTER)", (1, 2), word!("the largest number of cards that share one value"));
    Groups function(Measure, "groups", &["groupes"], "groups(FIELD, CONDITION)", (2, 2), word!("how many values' cards satisfy a condition"));
    Total function(Measure, "total", &["cumul"], "total(FIELD, MEASURE)", (2, 2), word!("a measure of the cards of every value, added up"));
    Floor function(Calculation(Operation::Floor), "floor", &["plancher"], "floor(NUMBER)", (1, 1), word!("rounded down"));
    Ceil function(Calculation(Operation::Ceil), "ceil", &["plafond"], "ceil(NUMBER)", (1, 1), word!("rounded up"));
    Least function(Calculation(Operation::Least), "least", &["plus-petit"], "least(NUMBER, NUMBER)", (1, usize::MAX), word!("the smallest of these numbers"));
    Greatest function(Calculation(Operation::Greatest), "greatest", &["plus-grand"], "greatest(NUMBER, NUMBER)", (1, usize::MAX), word!("the largest of these numbers"));
    All function(Truth, "all", &["tous", "toutes"], "all(FILTER)", (1, 1), word!("every card satisfies it"));
    Any function(Truth, "any", &["existe"], "any(FILTER)", (0, 1), word!("at least one card satisfies it; any card at all without a filter"));
    None function(Truth, "none", &["aucun", "aucune"], "none(FILTER)", (0, 1), word!("no card satisfies it; no card at all without a filter"));
    Each function(Truth, "each", &["chaque"], "each(FIELD, CONDITION)", (2, 2), word!("the cards of every single value satisfy a condition; piles named inside mean their cards of that value, in parentheses all their cards"));
    Some function(Truth, "some", &["quelques"], "some(NUMBER, FIELD, CONDITION)", (3, 3), word!("the condition holds for so many values of the field, chosen at will, for which `$these` stands: `some(2, regions, all(regions:$these))` for cards of at most two regions"));
    On function(Truth, "on", &["sur"], "on(PART, FILTER)", (2, 2), word!("one part of the card satisfies all of it"));
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
        "luke \"han solo\"", word!("the name contains it; a card's whole name means that card");
        "FIELD:VALUE", word!("contains, has, is");
        "FIELD=VALUE", word!("is exactly; `!=` is not");
        "FIELD<=VALUE", word!("`<` `<=` `>` `>=` for numbers, dates and ordered values; VALUE may be a field; of sets `<=a|b` these and no others, `>=a|b` all of these");
        "FIELD:a|b", word!("one of these; under `!=` none of them, and of a set `!=a|b` means not exactly one of these: for none of them write `-FIELD:a|b`");
        "FIELD:/regex/", word!("a regular expression, case aside");
        "FIELD=?", word!("printed, but not known");
        "effect:\"draw 2\"", word!("an effect as it is printed, also `\"draw ?\"` and `\"draw 2 (TRIGGER)\"`: of a front with halves, one of them prints just this, while `effect.draw=2` compares what they print together");
        "ICONS.VALUE>=2", word!("how often a value stands there: 0 on a card without any, so that `icons.pilot=0` finds it and `icons!=pilot` does not");
        "PART.FIELD", word!("a field of one part: `back.level`, `upper.effect`");
        "FIELD:$PARAMETER", word!("a parameter of the format, as in `faction:$role`; of one that is a word, a condition asks `aspect = justice`");
        "FIELD:$ZONE.FIELD", word!("a value that a card of a zone of the deck has, as in `faction:neutral|$identity.faction`; `=` the same values, and of sets `<=` none besides, `<` fewer, `>=` all of them, `>` more, as in `colours<=$commander.colours`; with an empty zone it is false");
    }

    /// The words that join filters and conditions.
    KEYWORDS: {
        "A B, A and B", word!("both");
        "A or B", word!("at least one");
        "-A, not A", word!("not", context = "operator");
        "if A then B", word!("B, wherever A holds");
        "[CONDITION]", word!("1 where it holds, else 0; within a number of one card a filter stands there: `sum(cost * [kind:ship])`");
        "MEASURE in PILE|PILE", word!("reads these piles, `box` among them (all cards of the boxes in use)");
        "(MEASURE in PILE)", word!("a number of all cards there: within a group, as in `each(name, count() <= (count() in deck) / 2)`, and within a number of one card, where it reads zones of the deck, also of a hand, and goes well with `greatest`: `sum(greatest(0, red - (sum(red) in leader)))`");
        "MEASURE else NUMBER", word!("the number where the measure has no value, as in `greatest(4, max(cost) else 0)` of cards without a cost");
        "2 <= MEASURE <= 5", word!("comparisons in a chain");
        "+ - * / %", word!("arithmetic, with parameters such as `budget`");
    }

    /// The treatment of numbers that are missing.
    UNKNOWNS: {
        "unknown", word!("printed, but published nowhere: measures become ranges, and an answer is true or false only where it is so for every possible value; one unknown value that is read twice is one value, as long as 256 cases or fewer decide it, and of a set or a text only where one filter asks the same twice");
        "absent", word!("not printed on the card: every comparison is false, sums and averages skip it, unless the game declares a default");
        "chosen", word!("printed values of which the owner picks one, for every copy another if they like: what holds, holds whatever is picked");
        "no value", word!("the least of an empty pile, a division by zero: comparing it is false; `else` gives another number");
    }
}

/// Words that cannot be a name without quotes.
pub(crate) const RESERVED: &[&str] = &["and", "or", "not", "then"];
