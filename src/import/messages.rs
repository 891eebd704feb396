//! What can be wrong with a mapping, its sources and their records, and what an import tells, in every language.

use crate::files::FileMessage;
use crate::model::Lang;
use crate::problem::{Candidates, Joined, Quoted, TitleOf, Words};
use crate::{errors, messages, of_files};
use std::fmt;

messages! {
    /// What is wrong with a mapping, a source or a record, or what a person should know.
    #[derive(Clone, PartialEq, Debug)]
    pub enum ImportMessage {
        /// What can be wrong with any file.
        File(message: FileMessage) => {
            as: *message,
        }
        /// Notes or records that are not told one by one.
        MoreLikeThese {
            /// How many.
            count: usize,
        } => {
            en: "and {count} more of the kind",
            fr: "et {count} autres du même genre",
        }
        /// A word where only certain ones may stand.
        UnknownWord {
            /// The key.
            key: String,
            /// What is written.
            word: String,
            /// The words there are.
            candidates: Candidates,
        } => {
            en: "`{word}` is no word for `{key}`",
            fr: "`{word}` n'est pas un mot pour `{key}`",
            help: candidates,
        }
        /// Two keys that exclude each other.
        Both {
            /// The key.
            key: &'static str,
            /// The other.
            other: &'static str,
        } => {
            en: "`{key}` and `{other}` cannot stand together",
            fr: "`{key}` et `{other}` ne vont pas ensemble",
        }
        /// A key that goes only with a certain form of field.
        OnlyNumbers {
            /// The key.
            key: String,
        } => {
            en: "`{key}` is for numbers: write `as = \"number\"`",
            fr: "`{key}` ne va qu'aux nombres : écrivez `as = \"number\"`",
        }
        /// A pattern that is none.
        BadPattern {
            /// As it is written.
            pattern: String,
            /// What is wrong with it, on one line.
            message: String,
        } => {
            en: "the pattern `{pattern}` is not a regular expression: {message}",
            fr: "le motif `{pattern}` n'est pas une expression rationnelle : {message}",
        }
        /// A pattern of files that is none.
        BadGlob {
            /// As it is written.
            pattern: String,
        } => {
            en: "`{pattern}` is no pattern of files",
            fr: "`{pattern}` n'est pas un motif de fichiers",
            help_en: "write the end of a path, with `*` for any name: `pack/*.json`",
            help_fr: "écrivez la fin d'un chemin, avec `*` pour n'importe quel nom : `pack/*.json`",
        }
        /// A path that is none.
        BadPath {
            /// As it is written.
            path: String,
        } => {
            en: "`{path}` is no path",
            fr: "`{path}` n'est pas un chemin",
            help_en: "write names with dots between them, a name with a dot in quotes: `set.code`, `\"Set.Code\"`",
            help_fr: "écrivez des noms séparés par des points, un nom à point entre guillemets : `set.code`, `\"Set.Code\"`",
        }
        /// A path that begins around the record, where nothing of that name is.
        BadStart {
            /// As it is written.
            path: String,
            /// What it may begin with.
            candidates: Vec<String>,
        } => {
            let known = Quoted(&candidates);
            en: "`{path}` begins with a word that means nothing",
            fr: "`{path}` commence par un mot qui ne veut rien dire",
            help_en: "around a record are {known}, and `@` with the name of a join",
            help_fr: "autour d'une fiche se trouvent {known}, et `@` suivi du nom d'une jointure",
        }
        /// A name that two joins have.
        JoinTwice {
            /// The name.
            name: String,
        } => {
            en: "there are two joins called `{name}`",
            fr: "deux jointures s'appellent `{name}`",
        }
        /// The name of a join that paths cannot use.
        BadJoinName {
            /// The name.
            name: String,
        } => {
            en: "`{name}` is no name of a join",
            fr: "`{name}` n'est pas un nom de jointure",
            help_en: "write small letters, digits and hyphens, and none of `up`, `key`, `file`, `folder`",
            help_fr: "écrivez des minuscules, des chiffres et des traits d'union, et aucun de `up`, `key`, `file`, `folder`",
        }
        /// A field that the game does not declare.
        NoAttribute {
            /// The field.
            name: String,
            /// Those it declares.
            candidates: Candidates,
        } => {
            when candidates.are_near => {
                en: "the game declares no attribute `{name}`",
                fr: "le jeu ne déclare pas d'attribut `{name}`",
                help: candidates,
                also_en: "`--vocabulary` declares what is new",
                also_fr: "`--vocabulary` déclare ce qui est nouveau",
            }
            en: "the game declares no attribute `{name}`",
            fr: "le jeu ne déclare pas d'attribut `{name}`",
            help_en: "declare it in game.toml, or let `--vocabulary` do so",
            help_fr: "déclarez-le dans game.toml, ou laissez faire `--vocabulary`",
        }
        /// A kind of card that the game does not declare.
        NoKind {
            /// The kind.
            name: String,
            /// Those it declares.
            candidates: Candidates,
        } => {
            en: "`{name}` is not a kind of card of the game",
            fr: "`{name}` n'est pas une sorte de carte du jeu",
            help: candidates,
        }
        /// An effect that the game does not declare.
        NoEffect {
            /// The effect.
            name: String,
            /// Those it declares.
            candidates: Candidates,
        } => {
            en: "`{name}` is not an effect of the game",
            fr: "`{name}` n'est pas un effet du jeu",
            help: candidates,
        }
        /// A value by hand that the game does not declare.
        NoValue {
            /// The field.
            field: String,
            /// The value.
            value: String,
            /// Those it declares.
            candidates: Candidates,
        } => {
            en: "`{value}` is not a value of `{field}`",
            fr: "`{value}` n'est pas une valeur de `{field}`",
            help: candidates,
        }
        /// A field that is of another type in the game.
        OtherType {
            /// The field.
            field: String,
            /// How the mapping writes it.
            form: &'static str,
            /// The type that the game declares.
            declared: &'static str,
        } => {
            en: "`{field}` is of the type `{declared}`, which `as = \"{form}\"` does not write",
            fr: "`{field}` est du type `{declared}`, que `as = \"{form}\"` n'écrit pas",
        }

        /// Nothing was given to import.
        NoInput => {
            en: "there is no file with cards",
            fr: "il n'y a pas de fichier de cartes",
            help_en: "name files that end in .json, .jsonl, .ndjson, .csv or .tsv, or a folder of them; `files` of [records] says which hold cards",
            help_fr: "nommez des fichiers en .json, .jsonl, .ndjson, .csv ou .tsv, ou leur dossier ; `files` de [records] dit lesquels contiennent des cartes",
        }
        /// A source is no JSON.
        NotJson {
            /// The source.
            input: String,
            /// What the parser says, with line and column.
            message: String,
        } => {
            en: "{input}: not JSON: {message}",
            fr: "{input} : ce n'est pas du JSON : {message}",
        }
        /// An object of a source has a key twice.
        KeyTwice {
            /// The source.
            input: String,
            /// The key.
            key: String,
            /// The line, from 1.
            line: usize,
            /// The column, from 1.
            column: usize,
        } => {
            en: "{input}: the key `{key}` stands twice in one object, in line {line}, column {column}",
            fr: "{input} : la clé `{key}` figure deux fois dans un objet, ligne {line}, colonne {column}",
        }
        /// A source is no sheet.
        NotCsv {
            /// The source.
            input: String,
            /// What the parser says.
            message: String,
        } => {
            en: "{input}: not a sheet: {message}",
            fr: "{input} : ce n'est pas une feuille : {message}",
        }
        /// A sheet has two columns of one name.
        ColumnTwice {
            /// The source.
            input: String,
            /// The name.
            name: String,
        } => {
            en: "{input}: two columns are called `{name}`",
            fr: "{input} : deux colonnes s'appellent `{name}`",
        }
        /// A source has no list of records where the mapping says.
        NoList {
            /// The source.
            input: String,
            /// The path, as it is written.
            list: String,
        } => {
            en: "{input}: expected a list of records under `{list}`",
            fr: "{input} : une liste de fiches était attendue sous `{list}`",
            help_en: "`list` of [records] says where they stand: `data`, `*.cards`; an object whose values are records is `*`, or `data.*`",
            help_fr: "`list` de [records] dit où elles se trouvent : `data`, `*.cards` ; un objet dont les valeurs sont les fiches est `*`, ou `data.*`",
        }
        /// A quote of a sheet is never closed.
        OpenQuote {
            /// The source.
            input: String,
            /// The line of the quote.
            line: u64,
        } => {
            en: "{input}: the quote that opens in line {line} is never closed",
            fr: "{input} : le guillemet ouvert à la ligne {line} n'est jamais fermé",
        }
        /// A source is neither an object nor a list.
        NoRecords {
            /// The source.
            input: String,
        } => {
            en: "{input}: expected an object or a list of records",
            fr: "{input} : un objet ou une liste de fiches était attendu",
        }
        /// More records than are read.
        TooManyRecords {
            /// The source.
            input: String,
            /// The limit.
            limit: usize,
        } => {
            en: "{input}: there are more than {limit} records",
            fr: "{input} : il y a plus de {limit} fiches",
        }
        /// None of the cards has a record of a join.
        JoinOfNothing {
            /// The join.
            name: String,
            /// What the cards have.
            cards: Vec<String>,
            /// What the records of the join have.
            joined: Vec<String>,
        } => {
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
        /// No file of a join was given.
        NoJoinFile {
            /// The join.
            name: String,
            /// The patterns of its files.
            files: Vec<String>,
        } => {
            let files = Quoted(&files);
            en: "no file for the join `{name}` was given: {files}",
            fr: "aucun fichier n'est donné pour la jointure `{name}` : {files}",
        }
        /// No record became a card.
        NoCard {
            /// How many records were refused.
            refused: usize,
        } => {
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
        /// Records name sets that the game does not declare.
        UnknownSets {
            /// How many records.
            count: usize,
            /// The codes, in order.
            codes: Vec<String>,
        } => {
            let codes = Quoted(&codes);
            when *count == 1 => {
                en: "1 record belongs to a set that the game does not declare: {codes}",
                fr: "1 fiche est d'une extension que le jeu ne déclare pas : {codes}",
                help_en: "add a [sets.<id>] table with that `code` to game.toml, or let `--vocabulary` do so",
                help_fr: "ajoutez à game.toml une table [sets.<id>] avec ce `code`, ou laissez faire `--vocabulary`",
            }
            en: "{count} records belong to sets that the game does not declare: {codes}",
            fr: "{count} fiches sont d'extensions que le jeu ne déclare pas : {codes}",
            help_en: "add a [sets.<id>] table with that `code` to game.toml, or let `--vocabulary` do so",
            help_fr: "ajoutez à game.toml une table [sets.<id>] avec ce `code`, ou laissez faire `--vocabulary`",
        }
        /// More values than a field may declare.
        TooManyValues {
            /// The field.
            field: String,
            /// How many.
            count: usize,
            /// The limit.
            limit: usize,
        } => {
            en: "`{field}` has {count} different values, and a field declares {limit} at most",
            fr: "`{field}` a {count} valeurs différentes, et un champ en déclare {limit} au plus",
            help_en: "import it as a text, or map its values to fewer",
            help_fr: "importez-le comme texte, ou ramenez ses valeurs à moins",
        }
        /// Earlier output that is to be compared cannot be read.
        Earlier {
            /// Path of the file.
            path: String,
            /// What is wrong with it.
            message: String,
        } => {
            en: "{path}: not a card file of an earlier import: {message}",
            fr: "{path} : ce n'est pas un fichier de cartes d'une importation précédente : {message}",
        }
        /// The vocabulary cannot be written into the file.
        GameFile {
            /// Path of the file.
            path: String,
            /// What is wrong with it.
            message: String,
        } => {
            en: "{path}: the vocabulary cannot be written there: {message}",
            fr: "{path} : le vocabulaire ne peut y être écrit : {message}",
        }

        /// A record without a usable id.
        NoId {
            /// Where it should stand.
            from: Vec<String>,
            /// What stands there.
            found: Option<String>,
        } => {
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
        /// A record without a title.
        NoTitle {
            /// Where it should stand.
            from: Vec<String>,
        } => {
            let from = Quoted(&from);
            en: "no {from}",
            fr: "pas de {from}",
        }
        /// A record that does not say its kind.
        NoKindGiven {
            /// Where that should stand.
            from: Vec<String>,
        } => {
            let from = Quoted(&from);
            en: "no {from}, which says what kind of card it is",
            fr: "pas de {from}, qui dit de quelle sorte de carte il s'agit",
        }
        /// A record of a kind that the game does not declare.
        UndeclaredKind {
            /// As it is printed.
            printed: String,
        } => {
            en: "`{printed}` is not a kind of card the game declares",
            fr: "`{printed}` n'est pas une sorte de carte que le jeu déclare",
            help_en: "declare it in game.toml, or let `--vocabulary` do so",
            help_fr: "déclarez-la dans game.toml, ou laissez faire `--vocabulary`",
        }
        /// A record whose id does not name its set.
        NoHomeSet {
            /// The pattern.
            pattern: String,
        } => {
            en: "the id does not name a set as `{pattern}` says",
            fr: "l'identifiant ne nomme pas d'extension comme le dit `{pattern}`",
        }
        /// A record without its set.
        NoSet {
            /// Where that should stand.
            from: Vec<String>,
        } => {
            let from = Quoted(&from);
            en: "no {from}, which says the set",
            fr: "pas de {from}, qui dit l'extension",
        }
        /// A record with the id of another.
        SameId {
            /// The source of the other.
            input: String,
            /// The place of the other.
            place: Place,
        } => {
            en: "its id is taken already: {input}, {place}",
            fr: "son identifiant est déjà pris : {input}, {place}",
            help_en: "if such records are printings of one card, write `same = \"printings\"` in [records]",
            help_fr: "si de telles fiches sont des impressions d'une carte, écrivez `same = \"printings\"` dans [records]",
        }
        /// A part of a source that has no list of records.
        NoListHere {
            /// The path, as it is written.
            list: String,
        } => {
            en: "it holds no list of records as `{list}` says",
            fr: "elle ne contient pas de liste de fiches comme le dit `{list}`",
        }
        /// A record that is no object.
        NoObject => {
            en: "it is no object",
            fr: "ce n'est pas un objet",
        }
        /// A line that is no JSON.
        BadLine {
            /// What the parser says.
            message: String,
        } => {
            en: "not JSON: {message}",
            fr: "ce n'est pas du JSON : {message}",
        }
        /// A line of which an object has a key twice.
        KeyTwiceInLine {
            /// The key.
            key: String,
        } => {
            en: "the key `{key}` stands twice in one object",
            fr: "la clé `{key}` figure deux fois dans un objet",
        }
        /// A row of a sheet with more cells than its head.
        LongRow {
            /// Cells of the row.
            cells: usize,
            /// Cells of the head.
            head: usize,
        } => {
            en: "it has {cells} cells, and the sheet has {head} columns",
            fr: "elle a {cells} cellules, et la feuille {head} colonnes",
        }
        /// Several values where one is wanted.
        Several {
            /// The field.
            field: String,
            /// How many.
            count: usize,
        } => {
            en: "`{field}` has {count} values, expected one",
            fr: "`{field}` a {count} valeurs, une seule était attendue",
            help_en: "`take`, `join`, `find` and `keep` make one of several",
            help_fr: "`take`, `join`, `find` et `keep` en font une de plusieurs",
        }
        /// A value that is no number.
        NoNumber {
            /// The field, or the path.
            field: String,
            /// What is printed.
            printed: String,
        } => {
            en: "`{field}` is `{printed}`: not a number, and no [[number]] pattern of the mapping covers it",
            fr: "`{field}` est « {printed} » : ce n'est pas un nombre, et aucun motif [[number]] ne le couvre",
        }
        /// A pattern of numbers that makes none.
        PatternNoNumber {
            /// The field.
            field: String,
            /// What is printed.
            printed: String,
            /// What the pattern makes of it.
            text: String,
        } => {
            en: "`{field}`: the pattern for `{printed}` gives `{text}`, not a number",
            fr: "`{field}` : le motif pour « {printed} » donne « {text} », qui n'est pas un nombre",
        }
        /// Something is to be added to a number that is known only in part.
        NotPlain {
            /// The field.
            field: String,
            /// What is printed.
            printed: String,
        } => {
            en: "`{field}` is `{printed}`, to which nothing can be added",
            fr: "`{field}` est « {printed} », à quoi rien ne s'ajoute",
        }
        /// A sum that is out of range.
        TooLarge {
            /// The field.
            field: String,
        } => {
            en: "`{field}` is larger than any number that is kept",
            fr: "`{field}` dépasse tout nombre que l'on garde",
        }
        /// A number with decimals where the game wants none.
        NotWhole {
            /// The field.
            field: String,
            /// The number.
            number: String,
        } => {
            en: "`{field}` is {number}, and the game declares it as a whole number",
            fr: "`{field}` est {number}, et le jeu le déclare entier",
        }
        /// A value that is no day.
        NoDay {
            /// The field.
            field: String,
            /// What is printed.
            printed: String,
        } => {
            en: "`{field}` is `{printed}`, not a day such as 1998-11-30",
            fr: "`{field}` est « {printed} », pas une date comme 1998-11-30",
        }
        /// A value of which no word is left.
        NoWord {
            /// The field.
            field: String,
            /// What is printed.
            printed: String,
        } => {
            en: "`{field}` is `{printed}`, which has no letters or digits for an id",
            fr: "`{field}` est « {printed} », sans lettre ni chiffre pour un identifiant",
            help_en: "name it under `map`",
            help_fr: "nommez-le sous `map`",
        }
        /// A word that is printed no times.
        CountsNothing {
            /// The field.
            field: String,
            /// What is printed.
            printed: String,
        } => {
            en: "`{field}`: `{printed}` counts nothing",
            fr: "`{field}` : « {printed} » ne compte rien",
        }

        /// A value that the game does not declare.
        Undeclared {
            /// The field.
            field: String,
            /// The value.
            value: String,
        } => {
            en: "`{value}` is not a declared value of `{field}`; declare it in game.toml",
            fr: "`{value}` n'est pas une valeur déclarée de `{field}` ; déclarez-la dans game.toml",
        }
        /// Several values where one word is kept.
        FirstOnly {
            /// The field.
            field: String,
            /// How many.
            count: usize,
        } => {
            en: "`{field}` has {count} values, of which the first is kept; `as = \"words\"` keeps all",
            fr: "`{field}` a {count} valeurs, dont la première est gardée ; `as = \"words\"` les garde toutes",
        }
        /// A text of both faces that cannot be parted.
        Inseparable => {
            en: "one text holds both faces and no title parts it; its effects stand on the front",
            fr: "un texte porte les deux faces et aucun titre ne le partage ; ses effets sont au recto",
        }
        /// Two printed values that become one word.
        OneWord {
            /// The field.
            field: String,
            /// The first.
            first: String,
            /// The other.
            other: String,
            /// What both become.
            word: String,
        } => {
            en: "`{first}` and `{other}` of `{field}` both become `{word}`; `map` tells them apart",
            fr: "« {first} » et « {other} » de `{field}` deviennent tous deux `{word}` ; `map` les distingue",
        }

        /// Fields of the sources that the mapping does not name.
        Unmapped {
            /// How many.
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
        /// More different fields than are counted.
        UncountedFields {
            /// How many are.
            limit: usize,
        } => {
            en: "the records have more than {limit} different fields; those beyond are not counted",
            fr: "les fiches ont plus de {limit} champs différents ; les suivants ne sont pas comptés",
            help_en: "an object whose keys are ids or names is best ignored whole, or listed with `*`",
            help_fr: "un objet dont les clés sont des identifiants ou des noms s'ignore en entier, ou s'énumère par `*`",
        }
        /// A path of the mapping that stands in no record.
        Absent {
            /// The path.
            path: String,
            /// Paths near it.
            candidates: Candidates,
        } => {
            en: "no record has `{path}`, which the mapping names",
            fr: "aucune fiche n'a `{path}`, que la correspondance nomme",
            help: candidates,
        }
        /// Several of them, with nothing near.
        AbsentPaths {
            /// The paths.
            paths: Vec<String>,
        } => {
            let paths = Quoted(&paths);
            when paths.0.len() == 1 => {
                en: "no record has {paths}, which the mapping names",
                fr: "aucune fiche n'a {paths}, que la correspondance nomme",
            }
            en: "no record has any of these, which the mapping names: {paths}",
            fr: "aucune fiche n'a un seul de ces champs, que la correspondance nomme : {paths}",
        }
        /// Cards without a record of a join.
        JoinMisses {
            /// The join.
            name: String,
            /// How many cards.
            count: usize,
            /// Of how many.
            of: usize,
            /// What the first of them have.
            examples: Vec<String>,
        } => {
            let examples = FirstOf { count: *count, examples: &examples };
            en: "records for which the join `{name}` finds nothing: {count} of {of} ({examples})",
            fr: "fiches pour lesquelles la jointure `{name}` ne trouve rien : {count} sur {of} ({examples})",
            help_en: "if that is as it should be, write `optional = true` in it",
            help_fr: "si c'est normal, écrivez-y `optional = true`",
        }
        /// Records of a join that no card asks for.
        JoinLeft {
            /// The join.
            name: String,
            /// How many.
            count: usize,
            /// Of how many.
            of: usize,
            /// What the first of them have.
            examples: Vec<String>,
        } => {
            let examples = FirstOf { count: *count, examples: &examples };
            en: "records of the join `{name}` that belong to no card: {count} of {of} ({examples})",
            fr: "fiches de la jointure `{name}` qui ne sont d'aucune carte : {count} sur {of} ({examples})",
        }
        /// Files that were given and are not read.
        UnreadFiles {
            /// How many.
            count: usize,
            /// The first.
            examples: Vec<String>,
        } => {
            let examples = FirstOf { count: *count, examples: &examples };
            en: "files that are not read: {count} ({examples})",
            fr: "fichiers non lus : {count} ({examples})",
        }
        /// A sheet whose encoding had to be guessed.
        Guessed {
            /// The source.
            input: String,
            /// How it is read.
            how: FileMessage,
        } => {
            let how = TitleOf(&*how);
            en: "`{input}` is {how}",
            fr: "`{input}` est {how}",
        }
    }
}

errors!(ImportMessage);

of_files!(ImportMessage);

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

/// Where a record stands in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Counted from 1.
    Record(usize),
    /// The line on which it begins, from 1.
    Line(u64),
}

impl Words for Place {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, lang) {
            (Place::Record(at), Lang::En) => write!(f, "record {at}"),
            (Place::Record(at), Lang::Fr) => write!(f, "fiche {at}"),
            (Place::Line(at), Lang::En) => write!(f, "line {at}"),
            (Place::Line(at), Lang::Fr) => write!(f, "ligne {at}"),
        }
    }
}
