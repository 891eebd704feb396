//! Why a record does not become a card, and what is told of one that does, in every language.

use sleeve_data::model::Lang;
use sleeve_data::problem::{Quoted, Words};
use sleeve_data::{errors, messages};
use std::fmt;

messages! {
    /// Why a record is refused, or what a person should look at in a card.
    #[derive(Clone, PartialEq, Debug)]
    pub enum RecordMessage {
        NoId { from: Vec<String>, found: Option<String> } => {
            let from = Quoted(&from);
            when found.is_none() => {
                en: "no {from}, where its id should be",
                fr: "pas de {from}, où devrait être son identifiant",
            }
            let found = found.as_deref().unwrap_or_default();
            en: "`{found}` of {from} is no id; ids are lower-case letters, digits, `.`, `_` and `-`, 100 at most",
            fr: "`{found}` de {from} n'est pas un identifiant : des minuscules, des chiffres, `.`, `_` et `-`, 100 au plus",
            help_en: "`[id]` makes one: from = \"…\", as = \"word\"",
            help_fr: "`[id]` en fait un : from = \"…\", as = \"word\"",
        }
        NoTitle { from: Vec<String> } => {
            let from = Quoted(&from);
            en: "no {from}",
            fr: "pas de {from}",
        }
        NoKindGiven { from: Vec<String> } => {
            let from = Quoted(&from);
            en: "no {from}, which says what kind of card it is",
            fr: "pas de {from}, qui dit de quelle sorte de carte il s'agit",
        }
        UndeclaredKind { printed: String } => {
            en: "`{printed}` is not a kind of card the game declares",
            fr: "`{printed}` n'est pas une sorte de carte que le jeu déclare",
            help_en: "declare it in game.toml, or let `--vocabulary` do so",
            help_fr: "déclarez-la dans game.toml, ou laissez faire `--vocabulary`",
        }
        NoHomeSet { pattern: String } => {
            en: "the id does not name a set as `{pattern}` says",
            fr: "l'identifiant ne nomme pas d'extension comme le dit `{pattern}`",
        }
        NoSet { from: Vec<String> } => {
            let from = Quoted(&from);
            en: "no {from}, which says the set",
            fr: "pas de {from}, qui dit l'extension",
        }
        SameId { input: String, place: RecordPlace } => {
            en: "its id is taken already: {input}, {place}",
            fr: "son identifiant est déjà pris : {input}, {place}",
            help_en: "if such records are printings of one card, write `same = \"printings\"` in [records]",
            help_fr: "si de telles fiches sont des impressions d'une carte, écrivez `same = \"printings\"` dans [records]",
        }
        NoListHere { list: String } => {
            en: "it holds no list of records as `{list}` says",
            fr: "elle ne contient pas de liste de fiches comme le dit `{list}`",
        }
        NoObject => {
            en: "it is no object",
            fr: "ce n'est pas un objet",
        }
        BadLine { message: String } => {
            en: "not JSON: {message}",
            fr: "ce n'est pas du JSON : {message}",
        }
        KeyTwiceInLine { key: String } => {
            en: "the key `{key}` stands twice in one object",
            fr: "la clé `{key}` figure deux fois dans un objet",
        }
        LongRow { cells: usize, head: usize } => {
            en: "it has {cells} cells, and the sheet has {head} columns",
            fr: "elle a {cells} cellules, et la feuille {head} colonnes",
        }
        Several { field: String, count: usize } => {
            en: "`{field}` has {count} values, expected one",
            fr: "`{field}` a {count} valeurs, une seule était attendue",
            help_en: "`take`, `join`, `find` and `keep` make one of several",
            help_fr: "`take`, `join`, `find` et `keep` en font une de plusieurs",
        }
        NoNumber { field: String, printed: String } => {
            en: "`{field}` is `{printed}`: not a number, and no [[number]] pattern of the mapping covers it",
            fr: "`{field}` est « {printed} » : ce n'est pas un nombre, et aucun motif [[number]] ne le couvre",
        }
        PatternNoNumber { field: String, printed: String, text: String } => {
            en: "`{field}`: the pattern for `{printed}` gives `{text}`, not a number",
            fr: "`{field}` : le motif pour « {printed} » donne « {text} », qui n'est pas un nombre",
        }
        NotPlain { field: String, printed: String } => {
            en: "`{field}` is `{printed}`, to which nothing can be added",
            fr: "`{field}` est « {printed} », à quoi rien ne s'ajoute",
        }
        TooLarge { field: String } => {
            en: "`{field}` is larger than any number that is kept",
            fr: "`{field}` dépasse tout nombre que l'on garde",
        }
        NotWhole { field: String, number: String } => {
            en: "`{field}` is {number}, and the game declares it as a whole number",
            fr: "`{field}` est {number}, et le jeu le déclare entier",
        }
        NoDay { field: String, printed: String } => {
            en: "`{field}` is `{printed}`, not a day such as 1998-11-30",
            fr: "`{field}` est « {printed} », pas une date comme 1998-11-30",
        }
        NoWord { field: String, printed: String } => {
            en: "`{field}` is `{printed}`, which has no letters or digits for an id",
            fr: "`{field}` est « {printed} », sans lettre ni chiffre pour un identifiant",
            help_en: "name it under `map`",
            help_fr: "nommez-le sous `map`",
        }
        CountsNothing { field: String, printed: String } => {
            en: "`{field}`: `{printed}` counts nothing",
            fr: "`{field}` : « {printed} » ne compte rien",
        }

        Undeclared { field: String, value: String } => {
            en: "`{value}` is not a declared value of `{field}`; declare it in game.toml",
            fr: "`{value}` n'est pas une valeur déclarée de `{field}` ; déclarez-la dans game.toml",
        }
        FirstOnly { field: String, count: usize } => {
            en: "`{field}` has {count} values, of which the first is kept; `as = \"words\"` keeps all",
            fr: "`{field}` a {count} valeurs, dont la première est gardée ; `as = \"words\"` les garde toutes",
        }
        Inseparable => {
            en: "one text holds both faces and no title parts it; its effects stand on the front",
            fr: "un texte porte les deux faces et aucun titre ne le partage ; ses effets sont au recto",
        }
        OneWord { field: String, first: String, other: String, word: String } => {
            en: "`{first}` and `{other}` of `{field}` both become `{word}`; `map` tells them apart",
            fr: "« {first} » et « {other} » de `{field}` deviennent tous deux `{word}` ; `map` les distingue",
        }
    }
}

errors!(RecordMessage);

/// Where a record stands in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordPlace {
    /// Counted from 1.
    Record(usize),
    /// The line on which it begins, from 1.
    Line(u64),
}

impl Words for RecordPlace {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, lang) {
            (RecordPlace::Record(at), Lang::En) => write!(f, "record {at}"),
            (RecordPlace::Record(at), Lang::Fr) => write!(f, "fiche {at}"),
            (RecordPlace::Line(at), Lang::En) => write!(f, "line {at}"),
            (RecordPlace::Line(at), Lang::Fr) => write!(f, "ligne {at}"),
        }
    }
}
