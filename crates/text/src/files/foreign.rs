//! What parsers and systems say, which is English: in French our own words where the sentence is a known one,
//! else theirs between quotation marks.

use crate::Lang;
use crate::problem::Words;
use std::fmt;

/// How a sentence begins, and what it comes to in French.
const KNOWN: &[(&str, &str)] = &[
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

/// A sentence of a parser or of the system.
#[derive(Clone, Copy, Debug)]
pub struct Foreign<'m>(pub &'m str);

impl Words for Foreign<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if lang == Lang::En {
            return f.write_str(self.0);
        }
        let goes_on = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
        let begins = |known: &str| self.0.strip_prefix(known).is_some_and(goes_on);
        let longest = KNOWN.iter().filter(|(en, _)| begins(en)).max_by_key(|(en, _)| en.len());
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
        let said = |text: &'static str| Worded::new(&Foreign(text), Lang::Fr).to_string();
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
        assert_eq!(Worded::new(&Foreign("duplicate key"), Lang::En).to_string(), "duplicate key");
    }
}
