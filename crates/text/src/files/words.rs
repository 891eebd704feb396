//! The words that stand in messages about files: the value that a key takes, the value that stands there, and what
//! parsers and systems say, which is English.

use crate::Lang;
use crate::problem::{BothLanguages, Words};
use crate::terms;
use std::fmt;
use toml::de::DeValue;

terms! {
    /// The kind of value that a key takes.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ExpectedValue {
        Text => "a text in quotes", "un texte entre guillemets";
        LocalText => "a text in quotes, or { en = \"…\", fr = \"…\" }", "un texte entre guillemets, ou { en = \"…\", fr = \"…\" }";
        Texts => "a text in quotes, or a list of them", "un texte entre guillemets, ou une liste";
        TextList => "a list of texts in brackets", "une liste de textes entre crochets";
        Boolean => "true or false", "true ou false";
        Integer => "a whole number", "un nombre entier";
        Count => "a whole number from 0 to 4294967295", "un nombre entier de 0 à 4294967295";
        Number => "a number with at most six decimals", "un nombre d'au plus six décimales";
        Setting => "a number, or a word in quotes", "un nombre, ou un mot entre guillemets";
        Date => "a day such as 1998-11-30", "un jour tel que 1998-11-30";
        Array => "a list in brackets", "une liste entre crochets";
        Table => "a table", "une table";
        Tables => "a list of tables, with `[[…]]` above each", "une liste de tables, chacune sous `[[…]]`";
        Measure => "a number, or a measure in quotes", "un nombre, ou une mesure entre guillemets";
        Choice => "a list of two to four numbers", "une liste de deux à quatre nombres";
        Values => "a list of values in brackets", "une liste de valeurs entre crochets";
        /// A set with counts where its field has none.
        NoCounts => "a list of values in brackets (the field is not declared with `counts = true`)", "une liste de valeurs entre crochets (le champ n'est pas déclaré avec `counts = true`)";
        Fact => "a value, \"?\", or a table of `value`, `min`, `max`, `choice` and `print`", "une valeur, \"?\", ou une table de `value`, `min`, `max`, `choice` et `print`";
        Effect => "an effect: \"…\" or { effect = \"…\", amount = … }", "un effet : \"…\" ou { effect = \"…\", amount = … }";
        Allowances => "a list of one allowance at least: { cards = \"…\", up-to = … }", "une liste d'au moins un quota : { cards = \"…\", up-to = … }";
        /// A value that a mapping writes into a field of every card.
        Constant => "a text, a number, true, or a list of texts", "un texte, un nombre, true, ou une liste de textes";
        /// The terms that a mapping adds to a number.
        Terms => "a number, a path, or a list of them", "un nombre, un chemin, ou une liste de ceux-ci";
        Zones => "a table of zones", "une table de zones";
        Cards => "a list of card names, or a table of names and counts", "une liste de noms de cartes, ou une table de noms et de nombres";
        Names => "a list of card names", "une liste de noms de cartes";
        Name => "the name or id of a card, in quotes", "le nom ou l'identifiant d'une carte, entre guillemets";
        Copies => "a whole number of copies", "un nombre entier d'exemplaires";
        /// The state of copies in a deck.
        State => "a table such as `{ count = 2, … }`", "une table comme `{ count = 2, … }`";
        /// The value of a field that a deck states of copies.
        Said => "a number, a word or a list of words in quotes, true or false", "un nombre, un mot ou une liste de mots entre guillemets, true ou false";
    }
}

/// Bytes of the longest value that is quoted; a longer one is told by its type.
const LONGEST_LITERAL: usize = 24;

/// The value that stands where another is expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoundValue {
    /// A number, a day, `true`, `false` or `null`, as it is written.
    Literal(String),
    /// A number that is too long to be told.
    LongNumber,
    Text,
    List,
    EmptyList,
    /// A table, or an object of JSON.
    Table,
    EmptyTable,
}

impl FoundValue {
    /// A value that is quoted where it is short enough.
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
                BothLanguages("a number of many digits", "un nombre de beaucoup de chiffres")
            }
            FoundValue::Text => BothLanguages("a text", "un texte"),
            FoundValue::List => BothLanguages("a list", "une liste"),
            FoundValue::EmptyList => BothLanguages("an empty list", "une liste vide"),
            FoundValue::Table => BothLanguages("a table", "une table"),
            FoundValue::EmptyTable => BothLanguages("an empty table", "une table vide"),
        };
        both.write(lang, f)
    }
}

/// Beginnings of English sentences of the TOML parser and the system, with their French.
const KNOWN_SENTENCES: &[(&str, &str)] = &[
    ("string values must be quoted", "un texte se met entre guillemets"),
    ("missing opening quote", "un texte se met entre guillemets"),
    ("invalid basic string", "un texte n'est pas fermé, ou contient un caractère interdit"),
    (
        "invalid multi-line basic string",
        "un texte n'est pas fermé, ou contient un caractère interdit",
    ),
    ("invalid literal string", "un texte n'est pas fermé, ou contient un caractère interdit"),
    ("missing escaped value", "rien de connu ne suit la barre `\\`"),
    ("duplicate key", "une clé est donnée deux fois"),
    ("unclosed table", "le nom d'une table n'est pas fermé par `]`"),
    ("unclosed array table", "le nom d'une table n'est pas fermé par `]]`"),
    ("unclosed array", "une liste n'est pas fermée par `]`"),
    ("unclosed inline table", "une table n'est pas fermée par `}`"),
    ("invalid table", "le nom d'une table n'en est pas un"),
    ("missing table open", "le nom d'une table n'est pas ouvert par `[`"),
    ("missing array opening", "une liste n'est pas ouverte par `[`"),
    ("missing inline table opening", "une table n'est pas ouverte par `{`"),
    ("missing key for inline table element", "une valeur n'a pas de clé"),
    ("invalid inline table element", "une table contient ce qui n'est ni une clé ni une valeur"),
    ("unexpected `=` in array", "une liste n'a pas de clés, donc pas de `=`"),
    ("invalid key", "une clé n'en est pas une"),
    ("invalid key-value pair", "ce n'est pas une clé suivie de `=` et d'une valeur"),
    ("keys cannot be multi-line", "une clé tient sur une ligne, entre guillemets simples"),
    ("cannot extend value", "une valeur simple, une liste ou une table fermée ne se complète pas"),
    ("unexpected content", "la ligne contient quelque chose de trop"),
    ("missing comment start", "un commentaire commence par `#`"),
    ("invalid comment character", "un commentaire contient un caractère interdit"),
    ("invalid boolean", "ce n'est ni `true` ni `false`"),
    ("invalid float", "ce n'est pas un nombre décimal"),
    ("invalid mantissa", "un nombre commence par des chiffres"),
    ("invalid fraction", "des chiffres suivent le point d'un nombre"),
    ("invalid exponent", "des chiffres suivent le `e` d'un nombre"),
    ("invalid integer number", "ce n'est pas un nombre entier"),
    ("invalid hexadecimal number", "ce n'est pas un nombre hexadécimal"),
    ("invalid octal number", "ce n'est pas un nombre octal"),
    ("invalid binary number", "ce n'est pas un nombre binaire"),
    ("integer number overflowed", "un nombre est trop grand"),
    ("floating-point number overflowed", "un nombre est trop grand"),
    ("integers with a radix cannot be signed", "un nombre en `0x`, `0o` ou `0b` n'a pas de signe"),
    ("radix must be lowercase", "`0x`, `0o` et `0b` s'écrivent en minuscules"),
    ("redundant integer number prefix", "le préfixe d'un nombre est de trop"),
    ("redundant numeric sign", "le signe d'un nombre est de trop"),
    ("unexpected sign", "le signe d'un nombre est de trop"),
    ("unexpected leading zero", "un nombre ne commence pas par un zéro de trop"),
    ("`_` may only go between digits", "`_` ne se met qu'entre deux chiffres"),
    ("invalid date-time", "ce n'est pas une date"),
    ("invalid datetime", "ce n'est pas une date"),
    ("invalid date", "ce n'est pas une date"),
    ("invalid time", "ce n'est pas une heure"),
    ("invalid offset", "ce n'est pas un décalage horaire"),
    ("invalid string", "ce n'est pas un texte"),
    ("too few unicode value digits", "trop peu de chiffres suivent `\\u` ou `\\U`"),
    ("could not allocate for string", "la mémoire ne suffit pas"),
    ("recursion limit", "trop de listes ou de tables les unes dans les autres"),
    (
        "invalid multi-line literal string",
        "un texte n'est pas fermé, ou contient un caractère interdit",
    ),
    ("key with no value", "une clé n'a pas de valeur"),
    ("missing value for key", "une clé n'a pas de valeur"),
    ("missing value", "il manque une valeur"),
    ("invalid value", "ce n'est pas une valeur"),
    ("missing assignment between key-value pairs", "il manque un `=`"),
    ("extra assignment between key-value pairs", "un `=` est de trop"),
    ("extra `=`", "un `=` est de trop"),
    ("missing comma between array elements", "il manque une virgule dans une liste"),
    ("missing comma between key-value pairs", "il manque une virgule dans une table"),
    ("extra comma", "une virgule est de trop"),
    ("invalid unquoted key", "une clé contient un caractère qui demande des guillemets"),
    ("unquoted keys cannot be empty", "une clé est vide"),
    ("unexpected key or value", "une clé ou une valeur est de trop"),
    (
        "carriage return must be followed by newline",
        "un retour chariot n'est suivi d'aucun saut de ligne",
    ),
    ("cannot recurse further", "trop de listes ou de tables les unes dans les autres"),
    ("Permission denied", "le système en refuse l'accès"),
    ("Is a directory", "c'est un dossier"),
    ("Not a directory", "un élément du chemin n'est pas un dossier"),
    ("No such file or directory", "aucun fichier ni dossier ne porte ce nom"),
    ("Read-only file system", "le disque est en lecture seule"),
    ("No space left on device", "le disque est plein"),
    ("File name too long", "le nom est trop long"),
    ("Too many levels of symbolic links", "les liens symboliques tournent en rond"),
    ("Too many open files", "trop de fichiers sont ouverts"),
];

/// A sentence of a parser or of the system: in French our own words where it is known, else quoted.
#[derive(Clone, Copy, Debug)]
pub struct ForeignSentence<'m>(pub &'m str);

impl Words for ForeignSentence<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if lang == Lang::En {
            return f.write_str(self.0);
        }
        let ends_word = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
        let begins = |known: &str| self.0.strip_prefix(known).is_some_and(ends_word);
        // The longest fits best: "missing value" begins "missing value for key" too.
        let longest =
            KNOWN_SENTENCES.iter().filter(|(en, _)| begins(en)).max_by_key(|(en, _)| en.len());
        match longest {
            Some((_, fr)) => f.write_str(fr),
            None => write!(f, "« {} »", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Worded;

    #[test]
    fn known_sentences_have_french_ones_and_others_are_quoted() {
        let said = |text: &'static str| Worded::new(&ForeignSentence(text), Lang::Fr).to_string();
        assert_eq!(
            said("string values must be quoted, expected literal string"),
            "un texte se met entre guillemets"
        );
        assert_eq!(said("unclosed array table"), "le nom d'une table n'est pas fermé par `]]`");
        assert_eq!(said("extra comma in array"), "une virgule est de trop");
        assert_eq!(
            said("Permission denied (os error 13) at path \"/x\""),
            "le système en refuse l'accès"
        );
        assert_eq!(said("quota exceeded"), "« quota exceeded »");
        assert_eq!(
            Worded::new(&ForeignSentence("duplicate key"), Lang::En).to_string(),
            "duplicate key"
        );
    }

    #[test]
    fn every_sentence_of_the_parser_of_toml_has_a_french_one() {
        let texts = [
            "a = tru",
            "a = nann",
            "a = 1__2",
            "a = 01",
            "a = ++1",
            "a = 0X1",
            "a = -0x1",
            "a = 0x",
            "a = 1.e",
            "a = 2020-13-99",
            "a = \"\\u00\"",
            "a = \"\\z\"",
            "a = '\u{1}'",
            "a = '''\u{1}'''",
            "# \u{1}",
            "a = { , }",
            "a = { = 1 }",
            "a = [1 = 2]",
            "\"\"\"a\"\"\" = 1",
            "'''a''' = 1",
            "a = 1 ]",
            "a",
            "= 1",
            "]",
            "a = 1\na.b = 2",
            "a = {b = 1}\n[a.c]",
            "[a]\n[a]",
        ];
        for text in texts {
            let error = text.parse::<toml::Table>().expect_err(text);
            let message = error.message().replace('\n', ", ");
            let french = Worded::new(&ForeignSentence(&message), Lang::Fr).to_string();
            assert!(!french.starts_with('«'), "{text}: {message}");
        }
    }
}
