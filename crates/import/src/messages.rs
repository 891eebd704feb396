//! Mistakes in the sources of an import and in single records, and notes on them, in every language.

use crate::records::MAX_REWRITTEN_BYTES;
use sleeve_data::files::FileMessage;
use sleeve_data::model::Lang;
use sleeve_data::problem::{BothLanguages, Candidates, Joined, Quoted, TitleOf, Words};
use sleeve_data::{errors, messages};
use std::fmt;

messages! {
    /// The reason why nothing is imported, or a doubt about the sources as a whole.
    #[derive(Clone, PartialEq, Debug)]
    pub enum ImportMessage {
        NoInput => {
            en: "there is no file with cards",
            fr: "il n'y a pas de fichier de cartes",
            help_en: "name files that end in .json, .jsonl, .ndjson, .csv or .tsv, or a folder of them; `files` of [records] says which hold cards",
            help_fr: "nommez des fichiers en .json, .jsonl, .ndjson, .csv ou .tsv, ou leur dossier ; `files` de [records] dit lesquels contiennent des cartes",
        }
        NotJson {
            input: String,
            /// What the parser says, with line and column.
            message: String,
        } => {
            en: "{input}: not JSON: {message}",
            fr: "{input} : ce n'est pas du JSON : {message}",
        }
        KeyTwice {
            input: String,
            key: String,
            /// The line, from 1.
            line: usize,
            /// The column, from 1.
            column: usize,
        } => {
            en: "{input}: the key `{key}` stands twice in one object, in line {line}, column {column}",
            fr: "{input} : la clé `{key}` figure deux fois dans un objet, ligne {line}, colonne {column}",
        }
        NotCsv { input: String, message: String } => {
            en: "{input}: not a sheet: {message}",
            fr: "{input} : ce n'est pas une feuille : {message}",
        }
        ColumnTwice { input: String, name: String } => {
            en: "{input}: two columns are called `{name}`",
            fr: "{input} : deux colonnes s'appellent `{name}`",
        }
        NoList { input: String, list: String } => {
            en: "{input}: expected a list of records under `{list}`",
            fr: "{input} : une liste de fiches était attendue sous `{list}`",
            help_en: "`list` of [records] says where they stand: `data`, `*.cards`; an object whose values are records is `*`, or `data.*`",
            help_fr: "`list` de [records] dit où elles se trouvent : `data`, `*.cards` ; un objet dont les valeurs sont les fiches est `*`, ou `data.*`",
        }
        OpenQuote { input: String, line: u64 } => {
            en: "{input}: the quote that opens in line {line} is never closed",
            fr: "{input} : le guillemet ouvert à la ligne {line} n'est jamais fermé",
        }
        NoRecords { input: String } => {
            en: "{input}: expected an object or a list of records",
            fr: "{input} : un objet ou une liste de fiches était attendu",
        }
        TooManyRecords { input: String, limit: usize } => {
            en: "{input}: there are more than {limit} records",
            fr: "{input} : il y a plus de {limit} fiches",
        }
        JoinOfNothing { name: String, cards: Vec<String>, joined: Vec<String> } => {
            when cards.is_empty() => {
                en: "the join `{name}` finds nothing: its `on` is in no record",
                fr: "la jointure `{name}` ne trouve rien : son `on` n'est dans aucune fiche",
            }
            when joined.is_empty() => {
                en: "the join `{name}` finds nothing: its `key` is in no record of its files",
                fr: "la jointure `{name}` ne trouve rien : son `key` n'est dans aucune fiche de ses fichiers",
            }
            let cards = Quoted(&cards);
            let joined = Quoted(&joined);
            en: "the join `{name}` finds nothing: `on` gives {cards}, `key` gives {joined}",
            fr: "la jointure `{name}` ne trouve rien : `on` donne {cards}, `key` donne {joined}",
        }
        NoJoinFile { name: String, files: Vec<String> } => {
            let files = Quoted(&files);
            en: "no file for the join `{name}` was given: {files}",
            fr: "aucun fichier n'est donné pour la jointure `{name}` : {files}",
        }
        NoCard { refused: usize } => {
            when *refused == 0 => {
                en: "there is no record in these files",
                fr: "il n'y a aucune fiche dans ces fichiers",
            }
            when *refused == 1 => {
                en: "the only record did not become a card; nothing is written",
                fr: "la seule fiche n'est pas devenue une carte ; rien n'est écrit",
            }
            en: "none of the {refused} records became a card; nothing is written",
            fr: "aucune des {refused} fiches n'est devenue une carte ; rien n'est écrit",
        }
        UnknownSets { count: usize, codes: Vec<String> } => {
            let codes = Quoted(&codes);
            let how = BothLanguages(
                "add a [sets.<id>] table with that `code` to game.toml, or let `--vocabulary` do so",
                "ajoutez à game.toml une table [sets.<id>] avec ce `code`, ou laissez faire `--vocabulary`",
            );
            when *count == 1 => {
                en: "1 record belongs to a set that the game does not declare: {codes}",
                fr: "1 fiche est d'une extension que le jeu ne déclare pas : {codes}",
                help: how,
            }
            en: "{count} records belong to sets that the game does not declare: {codes}",
            fr: "{count} fiches sont d'extensions que le jeu ne déclare pas : {codes}",
            help: how,
        }
        TooManyValues { field: String, count: usize, limit: usize } => {
            en: "`{field}` has {count} different values, and a field declares {limit} at most",
            fr: "`{field}` a {count} valeurs différentes, et un champ en déclare {limit} au plus",
            help_en: "import it as a text, or map its values to fewer",
            help_fr: "importez-le comme texte, ou ramenez ses valeurs à moins",
        }
        Earlier { path: String, message: String } => {
            en: "{path}: not a card file of an earlier import: {message}",
            fr: "{path} : ce n'est pas un fichier de cartes d'une importation précédente : {message}",
        }
        GameFile { path: String, message: String } => {
            en: "{path}: the vocabulary cannot be written there: {message}",
            fr: "{path} : le vocabulaire ne peut y être écrit : {message}",
        }

        MoreLikeThese { count: usize } => {
            en: "and {count} more of the kind",
            fr: "et {count} autres du même genre",
        }
        Unmapped {
            count: usize,
            /// Each with in how many records it stands.
            fields: Vec<String>,
        } => {
            let fields = Joined(&fields);
            when *count == 1 => {
                en: "1 field is not mapped, here with how many records have it: {fields}",
                fr: "1 champ n'est pas repris, ici avec le nombre de fiches qui l'ont : {fields}",
                help_en: "if that is meant, name it under `ignore` of [records]",
                help_fr: "si c'est voulu, nommez-le sous `ignore` de [records]",
            }
            en: "{count} fields are not mapped, here with how many records have each: {fields}",
            fr: "{count} champs ne sont pas repris, ici avec le nombre de fiches qui les ont : {fields}",
            help_en: "if that is meant, name them under `ignore` of [records]",
            help_fr: "si c'est voulu, nommez-les sous `ignore` de [records]",
        }
        UncountedFields { limit: usize } => {
            en: "the records have more than {limit} different fields; those beyond are not counted",
            fr: "les fiches ont plus de {limit} champs différents ; les suivants ne sont pas comptés",
            help_en: "an object whose keys are ids or names is best ignored whole, or listed with `*`",
            help_fr: "un objet dont les clés sont des identifiants ou des noms s'ignore en entier, ou s'énumère par `*`",
        }
        Absent { path: String, candidates: Candidates } => {
            en: "no record has `{path}`, which the mapping names",
            fr: "aucune fiche n'a `{path}`, que la correspondance nomme",
            help: candidates,
        }
        /// Several of them, with nothing near.
        AbsentPaths { paths: Vec<String> } => {
            let paths = Quoted(&paths);
            when paths.0.len() == 1 => {
                en: "no record has {paths}, which the mapping names",
                fr: "aucune fiche n'a {paths}, que la correspondance nomme",
            }
            en: "no record has any of these, which the mapping names: {paths}",
            fr: "aucune fiche n'a un seul de ces champs, que la correspondance nomme : {paths}",
        }
        JoinMisses { name: String, count: usize, of: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            en: "records for which the join `{name}` finds nothing: {count} of {of} ({examples})",
            fr: "fiches pour lesquelles la jointure `{name}` ne trouve rien : {count} sur {of} ({examples})",
            help_en: "if that is as it should be, write `optional = true` in it",
            help_fr: "si c'est normal, écrivez-y `optional = true`",
        }
        JoinLeft { name: String, count: usize, of: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            en: "records of the join `{name}` that belong to no card: {count} of {of} ({examples})",
            fr: "fiches de la jointure `{name}` qui ne sont d'aucune carte : {count} sur {of} ({examples})",
        }
        UnreadFiles { count: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            en: "files that are not read: {count} ({examples})",
            fr: "fichiers non lus : {count} ({examples})",
        }
        NoNames { count: usize, examples: Vec<String> } => {
            let examples = FirstOf { count: *count, examples: &examples };
            en: "left out of fields of cards, because they name no card: {count} ({examples})",
            fr: "laissés hors des champs de cartes, car ils n'y nomment aucune carte : {count} ({examples})",
        }
        Guessed { input: String, how: FileMessage } => {
            let how = TitleOf(&*how);
            en: "`{input}` is {how}",
            fr: "`{input}` est {how}",
        }
    }
}

errors!(ImportMessage);

/// The first of so many, quoted.
struct FirstOf<'e> {
    count: usize,
    examples: &'e [String],
}

impl Words for FirstOf<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Quoted(self.examples).write(lang, f)?;
        if self.count > self.examples.len() { f.write_str(", …") } else { Ok(()) }
    }
}

messages! {
    /// The reason why a record is refused, or a doubt about a card.
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
        Overgrown { pattern: String } => {
            let limit = MAX_REWRITTEN_BYTES;
            en: "the mapping's substitution for `{pattern}` makes a text of it longer than {limit} bytes",
            fr: "la substitution de `{pattern}` dans la correspondance en fait un texte de plus de {limit} octets",
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
        FilledTwice { field: String } => {
            en: "the mapping fills `{field}` twice; the first value is kept",
            fr: "la correspondance remplit `{field}` deux fois ; la première valeur est gardée",
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

/// The place of a record in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordPlace {
    /// Counted from 1.
    Record(usize),
    /// The line on which it begins, from 1.
    Line(u64),
}

impl Words for RecordPlace {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordPlace::Record(at) => f.write_str(&say!(lang, "record {at}")),
            RecordPlace::Line(at) => f.write_str(&say!(lang, "line {at}")),
        }
    }
}
