//! Problems in words, English and French.

use super::error::{MAX_BYTES, MAX_CARDS, MAX_COUNT, MAX_ENTRIES, Problem, ProblemKind};
use crate::model::Lang;

impl Problem {
    /// What is wrong, in one line.
    pub fn title(&self, lang: Lang) -> String {
        match lang {
            Lang::En => english(&self.kind),
            Lang::Fr => french(&self.kind),
        }
    }

    /// What to say at the place itself; empty where the title says it all.
    pub fn label(&self, lang: Lang) -> String {
        let (en, fr) = match &self.kind {
            ProblemKind::UnknownKey { .. } => ("not a key of a deck", "pas une clé de deck"),
            ProblemKind::Duplicate { .. } => ("the second time", "la seconde fois"),
            ProblemKind::Card { ambiguous: true, .. } => ("several cards", "plusieurs cartes"),
            ProblemKind::Card { .. } => ("no such card", "carte inconnue"),
            ProblemKind::Unknown { .. } => ("not declared", "non déclaré"),
            _ => ("here", "ici"),
        };
        pick(lang, en, fr).to_owned()
    }

    /// What to do about it; empty where nothing useful can be said.
    pub fn help(&self, lang: Lang) -> String {
        match &self.kind {
            // More than are ever near: everything there is.
            ProblemKind::UnknownKey { candidates, .. } if candidates.len() > 3 => {
                format!("{} {}", pick(lang, "the keys are", "les clés sont"), candidates.join(", "))
            }
            ProblemKind::UnknownKey { candidates, .. }
            | ProblemKind::UnknownFormat { candidates, .. }
            | ProblemKind::Unknown { candidates, .. } => meant(lang, candidates),
            ProblemKind::Card { candidates, ambiguous, .. } => {
                let shown: Vec<String> =
                    candidates.iter().map(|(name, id)| labelled(name, id)).collect();
                match (ambiguous, lang) {
                    (true, Lang::En) => format!("write the id of one: {}", shown.join(", ")),
                    (true, Lang::Fr) => format!("écrire l'un de ces ids : {}", shown.join(", ")),
                    (false, _) => meant(lang, &shown),
                }
            }
            ProblemKind::Missing { .. } => pick(
                lang,
                "`sleeve new GAME/FORMAT` writes a starter file",
                "`sleeve new JEU/FORMAT` écrit un fichier de départ",
            )
            .to_owned(),
            ProblemKind::NotUtf8 { .. } => pick(
                lang,
                "save the file as UTF-8 and try again",
                "enregistrer le fichier en UTF-8 et recommencer",
            )
            .to_owned(),
            ProblemKind::NoDecks => pick(
                lang,
                "decks are *.toml, *.txt, *.htd, *.xml and *.json files, and others that read like one; name a file to read it whatever it is called",
                "les decks sont des fichiers *.toml, *.txt, *.htd, *.xml et *.json, et d'autres qui se lisent comme tels ; un fichier nommé est lu quel que soit son nom",
            )
            .to_owned(),
            ProblemKind::OtherGame { found, .. } => match lang {
                Lang::En => format!("check it with `--game {found}`, or take it out of this run"),
                Lang::Fr => format!("le vérifier avec `--game {found}`, ou le retirer"),
            },
            ProblemKind::More { .. } => pick(
                lang,
                "mend those above and check again",
                "corriger ceux du dessus et vérifier à nouveau",
            )
            .to_owned(),
            _ => String::new(),
        }
    }
}

fn pick<'a>(lang: Lang, en: &'a str, fr: &'a str) -> &'a str {
    match lang {
        Lang::En => en,
        Lang::Fr => fr,
    }
}

fn labelled(name: &str, id: &str) -> String {
    if name == id || id.is_empty() { name.to_owned() } else { format!("{name} ({id})") }
}

fn meant(lang: Lang, candidates: &[String]) -> String {
    match (candidates, lang) {
        ([], _) => String::new(),
        ([one], Lang::En) => format!("did you mean {one}?"),
        ([one], Lang::Fr) => format!("vouliez-vous dire {one} ?"),
        (many, Lang::En) => format!("did you mean one of these: {}?", many.join(", ")),
        (many, Lang::Fr) => format!("vouliez-vous dire : {} ?", many.join(", ")),
    }
}

fn english(kind: &ProblemKind) -> String {
    let mebibytes = MAX_BYTES / (1024 * 1024);
    match kind {
        ProblemKind::Unreadable(message) => format!("cannot be read: {message}"),
        ProblemKind::TooLarge => {
            format!("larger than {mebibytes} MiB, the largest deck file that is read")
        }
        ProblemKind::NotRegular => "a pipe or a device, where a file was expected".to_owned(),
        ProblemKind::More { count: Some(1) } => "1 more problem in this file".to_owned(),
        ProblemKind::More { count: Some(n) } => format!("{n} more problems in this file"),
        ProblemKind::More { count: None } => "more problems in this file".to_owned(),
        ProblemKind::TooManyOf { key, limit } => format!("more than {limit} `{key}` in one deck"),
        ProblemKind::Empty => "no card and no key in it: an empty deck file".to_owned(),
        ProblemKind::NotUtf8 { line, byte } => {
            format!("not UTF-8: byte 0x{byte:02x} in line {line}")
        }
        ProblemKind::NoDecks => "no deck file in this folder".to_owned(),
        ProblemKind::Syntax { format, message } => format!("not valid {format}: {message}"),
        ProblemKind::Refused { format, what } => {
            format!("{what} has no place in a deck file ({format})")
        }
        ProblemKind::TooMany => format!("more than {MAX_ENTRIES} entries in one deck"),
        ProblemKind::TooManyCards { cards } => {
            format!("{cards} cards in one deck, where at most {MAX_CARDS} are read")
        }
        ProblemKind::UnknownKey { key, .. } => format!("unknown key `{key}`"),
        ProblemKind::Duplicate { key } => format!("`{key}` stands here twice"),
        ProblemKind::WrongType { key, expected, found } => {
            format!("`{key}` should be {}, not {}", expected.words(Lang::En), found)
        }
        ProblemKind::Missing { key } => format!("the deck has no `{key}`"),
        ProblemKind::Count { found } => {
            format!("`{found}` copies: a number from 1 to {MAX_COUNT} was expected")
        }
        ProblemKind::Several { count } => {
            format!("{count} decks in one file, where one was expected")
        }
        ProblemKind::UnknownFormat { name, .. } => format!("no deck-file format `{name}`"),
        ProblemKind::Unknown { what, name, within, .. } => {
            format!("no {} `{name}` in {within}", what.word(Lang::En))
        }
        ProblemKind::OtherGame { found, wanted } => {
            format!("a deck for `{found}`, not for `{wanted}`")
        }
        ProblemKind::Value { name, found, allowed } => {
            format!("`{name}` is {found}, but must be {allowed}")
        }
        ProblemKind::Card { name, ambiguous: true, .. } => format!("`{name}` is several cards"),
        ProblemKind::Card { name, .. } => format!("no card `{name}`"),
    }
}

fn french(kind: &ProblemKind) -> String {
    let mebibytes = MAX_BYTES / (1024 * 1024);
    match kind {
        ProblemKind::Unreadable(message) => format!("lecture impossible : {message}"),
        ProblemKind::TooLarge => {
            format!("plus de {mebibytes} Mio, la taille maximale d'un fichier de deck")
        }
        ProblemKind::NotRegular => {
            "un tube ou un périphérique, là où un fichier est attendu".to_owned()
        }
        ProblemKind::More { count: Some(1) } => "1 autre problème dans ce fichier".to_owned(),
        ProblemKind::More { count: Some(n) } => format!("{n} autres problèmes dans ce fichier"),
        ProblemKind::More { count: None } => "d'autres problèmes dans ce fichier".to_owned(),
        ProblemKind::TooManyOf { key, limit } => format!("plus de {limit} `{key}` dans un deck"),
        ProblemKind::Empty => "ni carte ni clé : fichier de deck vide".to_owned(),
        ProblemKind::NotUtf8 { line, byte } => {
            format!("pas de l'UTF-8 : octet 0x{byte:02x} à la ligne {line}")
        }
        ProblemKind::NoDecks => "aucun fichier de deck dans ce dossier".to_owned(),
        ProblemKind::Syntax { format, message } => format!("{format} incorrect : {message}"),
        ProblemKind::Refused { format, what } => {
            format!("{what} n'a pas sa place dans un fichier de deck ({format})")
        }
        ProblemKind::TooMany => format!("plus de {MAX_ENTRIES} entrées dans un deck"),
        ProblemKind::TooManyCards { cards } => {
            format!("{cards} cartes dans un deck, où {MAX_CARDS} au plus sont lues")
        }
        ProblemKind::UnknownKey { key, .. } => format!("clé `{key}` inconnue"),
        ProblemKind::Duplicate { key } => format!("`{key}` figure deux fois"),
        ProblemKind::WrongType { key, expected, found } => {
            format!("`{key}` devrait être {}, pas {}", expected.words(Lang::Fr), found)
        }
        ProblemKind::Missing { key } => format!("le deck n'a pas de `{key}`"),
        ProblemKind::Count { found } => {
            format!("`{found}` exemplaires : un nombre de 1 à {MAX_COUNT} est attendu")
        }
        ProblemKind::Several { count } => {
            format!("{count} decks dans un fichier, un seul attendu")
        }
        ProblemKind::UnknownFormat { name, .. } => {
            format!("pas de format de fichier de deck `{name}`")
        }
        ProblemKind::Unknown { what, name, within, .. } => {
            format!("pas de {} `{name}` dans {within}", what.word(Lang::Fr))
        }
        ProblemKind::OtherGame { found, wanted } => {
            format!("un deck pour `{found}`, pas pour `{wanted}`")
        }
        ProblemKind::Value { name, found, allowed } => {
            format!("`{name}` vaut {found}, mais doit être {allowed}")
        }
        ProblemKind::Card { name, ambiguous: true, .. } => {
            format!("`{name}` désigne plusieurs cartes")
        }
        ProblemKind::Card { name, .. } => format!("pas de carte `{name}`"),
    }
}
