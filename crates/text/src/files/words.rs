//! What a value should be, and what it is.

use crate::Lang;
use crate::problem::{Both, Words};
use crate::terms;
use std::fmt;
use toml::de::DeValue;

terms! {
    /// What kind of value a key takes.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ExpectedValue {
        /// A text.
        Text => "a text in quotes", "un texte entre guillemets";
        /// A text, or one in each language.
        LocalText => "a text in quotes, or { en = \"…\", fr = \"…\" }", "un texte entre guillemets, ou { en = \"…\", fr = \"…\" }";
        /// A text, or a list of them.
        Texts => "a text in quotes, or a list of them", "un texte entre guillemets, ou une liste";
        /// A list of texts.
        TextList => "a list of texts in brackets", "une liste de textes entre crochets";
        /// `true` or `false`.
        Boolean => "true or false", "true ou false";
        /// A whole number.
        Integer => "a whole number", "un nombre entier";
        /// A whole number from 0 to 4 294 967 295.
        Count => "a whole number from 0 to 4294967295", "un nombre entier de 0 à 4294967295";
        /// A number with at most six decimals.
        Number => "a number with at most six decimals", "un nombre d'au plus six décimales";
        /// A number, or a word.
        Setting => "a number, or a word in quotes", "un nombre, ou un mot entre guillemets";
        /// A day.
        Date => "a day such as 1998-11-30", "un jour tel que 1998-11-30";
        /// A list of values.
        Array => "a list in brackets", "une liste entre crochets";
        /// A table.
        Table => "a table", "une table";
        /// Tables.
        Tables => "a list of tables, with `[[…]]` above each", "une liste de tables, chacune sous `[[…]]`";
        /// A number, or a measure of the pile language.
        Measure => "a number, or a measure in quotes", "un nombre, ou une mesure entre guillemets";
        /// Two to four numbers.
        Choice => "a list of two to four numbers", "une liste de deux à quatre nombres";
        /// The values of a set.
        Values => "a list of values in brackets", "une liste de valeurs entre crochets";
        /// A set with counts where its field has none.
        NoCounts => "a list of values in brackets (the field is not declared with `counts = true`)", "une liste de valeurs entre crochets (le champ n'est pas déclaré avec `counts = true`)";
        /// What a card prints in a field.
        Fact => "a value, \"?\", or a table of `value`, `min`, `max`, `choice` and `print`", "une valeur, \"?\", ou une table de `value`, `min`, `max`, `choice` et `print`";
        /// An effect of a card.
        Effect => "an effect: \"…\" or { effect = \"…\", amount = … }", "un effet : \"…\" ou { effect = \"…\", amount = … }";
        /// The allowances of a rule.
        Allowances => "a list of one allowance at least: { cards = \"…\", up-to = … }", "une liste d'au moins un quota : { cards = \"…\", up-to = … }";
        /// What a mapping writes into a field whatever the record says.
        Constant => "a text, a number, true, or a list of texts", "un texte, un nombre, true, ou une liste de textes";
        /// What a mapping adds to a number.
        Terms => "a number, a path, or a list of them", "un nombre, un chemin, ou une liste de ceux-ci";
        /// The zones of a deck.
        Zones => "a table of zones", "une table de zones";
        /// The cards of a zone.
        Cards => "a list of card names, or a table of names and counts", "une liste de noms de cartes, ou une table de noms et de nombres";
        /// Names of cards.
        Names => "a list of card names", "une liste de noms de cartes";
        /// A card.
        Name => "the name or id of a card, in quotes", "le nom ou l'identifiant d'une carte, entre guillemets";
        /// How many copies.
        Copies => "a whole number of copies", "un nombre entier d'exemplaires";
        /// What is said of copies.
        State => "a table such as `{ count = 2, … }`", "une table comme `{ count = 2, … }`";
        /// What a deck may say of copies.
        Said => "a number, a word or a list of words in quotes, true or false", "un nombre, un mot ou une liste de mots entre guillemets, true ou false";
    }
}

/// A longer value, in bytes, is told by its type.
const LONGEST_LITERAL: usize = 24;

/// What stands where something else is expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoundValue {
    /// A number, a day, `true`, `false` or `null`, as it is written.
    Literal(String),
    /// A number that is too long to be told.
    LongNumber,
    /// A text.
    Text,
    /// A list.
    List,
    /// A list of nothing.
    EmptyList,
    /// A table, or an object of JSON.
    Table,
    /// A table of nothing.
    EmptyTable,
}

impl FoundValue {
    /// A value that is told as it is written, where it is short enough.
    pub fn literal(text: impl Into<String>) -> FoundValue {
        let text = text.into();
        if text.len() > LONGEST_LITERAL {
            FoundValue::LongNumber
        } else {
            FoundValue::Literal(text)
        }
    }
}

impl From<&DeValue<'_>> for FoundValue {
    fn from(value: &DeValue<'_>) -> FoundValue {
        match value {
            DeValue::String(_) => FoundValue::Text,
            DeValue::Integer(n) => FoundValue::literal(n.to_string()),
            DeValue::Float(n) => FoundValue::literal(n.as_str()),
            DeValue::Boolean(flag) => FoundValue::literal(flag.to_string()),
            DeValue::Datetime(when) => FoundValue::literal(when.to_string()),
            DeValue::Array(list) if list.is_empty() => FoundValue::EmptyList,
            DeValue::Array(_) => FoundValue::List,
            DeValue::Table(table) if table.is_empty() => FoundValue::EmptyTable,
            DeValue::Table(_) => FoundValue::Table,
        }
    }
}

impl Words for FoundValue {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = match self {
            FoundValue::Literal(text) => return write!(f, "`{text}`"),
            FoundValue::LongNumber => {
                Both("a number of many digits", "un nombre de beaucoup de chiffres")
            }
            FoundValue::Text => Both("a text", "un texte"),
            FoundValue::List => Both("a list", "une liste"),
            FoundValue::EmptyList => Both("an empty list", "une liste vide"),
            FoundValue::Table => Both("a table", "une table"),
            FoundValue::EmptyTable => Both("an empty table", "une table vide"),
        };
        both.write(lang, f)
    }
}
