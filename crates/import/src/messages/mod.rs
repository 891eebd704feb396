//! What can be wrong with the sources of an import as a whole, and what it tells of them, in every language.

mod mapping;
mod record;

pub use mapping::MappingMessage;
pub use record::{RecordMessage, RecordPlace};

use sleeve_data::files::FileMessage;
use sleeve_data::model::Lang;
use sleeve_data::problem::{Both, Candidates, Joined, Quoted, TitleOf, Words};
use sleeve_data::{errors, messages};
use std::fmt;

messages! {
    /// Why nothing is imported, or what a person should know of the sources.
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
            let how = Both(
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
