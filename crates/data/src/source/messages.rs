//! What can be wrong with the data of games, in every language.

use super::reader::ReaderMessage;
use super::words::What;
use crate::files::FileMessage;
use crate::model::{Date, Number};
use crate::problem::{AnyMessage, Candidates, Joined, Quoted};
use crate::{messages, of_files};

messages! {
    /// A mistake in the data.
    #[derive(Clone, PartialEq, Debug)]
    pub enum DataMessage {
        /// What can be wrong with any file.
        File(message: FileMessage) [message.id()] => {
            as: *message,
        }
        /// What can be wrong with a reader of deck files.
        Reader(message: ReaderMessage) [message.id()] => {
            as: *message,
        }
        /// A folder without any data.
        NoData ["no-data"] => {
            en: "the folder holds no game data",
            fr: "le dossier ne contient aucune donnée de jeu",
        }
        /// A file that does not say which game it is for.
        NoGame ["no-game"] => {
            en: "the file does not say which game it is for",
            fr: "le fichier ne dit pas pour quel jeu il est",
            help_en: "write `game = \"…\"` at its top (in a sheet `# game: …`), or put it into a folder named after the game",
            help_fr: "écrivez « game = \"…\" » en tête (dans une feuille « # game: … »), ou rangez-le dans un dossier au nom du jeu",
        }
        /// A column of a sheet of cards that is no field.
        UnknownColumn {
            /// What its head says.
            name: String,
            /// Fields that it may mean.
            candidates: Candidates,
        } ["unknown-field"] => {
            en: "unknown column `{name}` in a sheet of cards",
            fr: "colonne inconnue `{name}` dans une feuille de cartes",
            help: candidates,
        }
        /// A card that is new and does not say its kind.
        NoKind ["missing-field"] => {
            en: "`kind` is missing in a card",
            fr: "il manque `kind` dans une carte",
            help_en: "a card that is new says its kind; one that takes the place of a stand-in says `replaces = \"…\"`",
            help_fr: "une carte nouvelle dit sa sorte ; celle qui prend la place d'une carte provisoire dit `replaces = \"…\"`",
        }
        /// A field that is to be the card's id and is not a text.
        NotText {
            /// The field.
            attribute: String,
        } ["wrong-type"] => {
            en: "`{attribute}` is no text, and the id of a card is one",
            fr: "« {attribute} » n'est pas un texte, or l'identifiant d'une carte en est un",
        }
        /// A field that is no text and whose values are to be distinct.
        NotDistinct {
            /// The field.
            attribute: String,
        } ["wrong-type"] => {
            en: "`{attribute}` is no text, and only texts are distinct from card to card",
            fr: "« {attribute} » n'est pas un texte, or seuls des textes sont propres à chaque carte",
        }
        /// A field of the copy of a type that it cannot have.
        NotOfCopy {
            /// The field.
            attribute: String,
        } ["wrong-type"] => {
            en: "`{attribute}` cannot be of the copy",
            fr: "« {attribute} » ne peut être de l'exemplaire",
            help_en: "a deck says a number, a word of an `enum`, the words of a `set` without `counts`, or a `flag`",
            help_fr: "un deck dit un nombre, un mot d'un « enum », les mots d'un « set » sans « counts », ou un « flag »",
        }
        /// A range whose smallest value is above its largest.
        EmptyRange ["empty-range"] => {
            en: "the smallest value is above the largest",
            fr: "la plus petite valeur dépasse la plus grande",
        }
        /// A number below the smallest that makes sense.
        BelowMin {
            /// The field.
            attribute: String,
            /// Its id.
            id: String,
            /// The card.
            card: String,
            /// The number.
            value: Number,
            /// The smallest.
            limit: Number,
        } ["below-min"] => {
            en: "`{attribute}` of `{card}` is {value}; it cannot be below {limit}",
            fr: "« {attribute} » de « {card} » vaut {value} ; c'est au moins {limit}",
            help_en: "`min = {limit}` is declared under [attributes.{id}]",
            help_fr: "« min = {limit} » est déclaré sous [attributes.{id}]",
        }
        /// A number above the largest that makes sense.
        AboveMax {
            /// The field.
            attribute: String,
            /// Its id.
            id: String,
            /// The card.
            card: String,
            /// The number.
            value: Number,
            /// The largest.
            limit: Number,
        } ["above-max"] => {
            en: "`{attribute}` of `{card}` is {value}; it cannot be above {limit}",
            fr: "« {attribute} » de « {card} » vaut {value} ; c'est au plus {limit}",
            help_en: "`max = {limit}` is declared under [attributes.{id}]",
            help_fr: "« max = {limit} » est déclaré sous [attributes.{id}]",
        }
        /// A name that means nothing here.
        UnknownName {
            /// What was to be named.
            what: What,
            /// The name.
            name: String,
            /// Names it may mean.
            candidates: Candidates,
        } [what.unknown_id()] => {
            let what = what.unknown();
            en: "unknown {what} `{name}`",
            fr: "« {name} » ne désigne {what}",
            help: candidates,
        }
        /// A name that means several things.
        AmbiguousName {
            /// What was to be named.
            what: What,
            /// The name.
            name: String,
            /// What it means.
            candidates: Vec<String>,
        } ["ambiguous-name"] => {
            let count = candidates.len();
            let ids = Quoted(&candidates);
            en: "`{name}` means {count} cards; one is needed here",
            fr: "« {name} » désigne {count} cartes ; il en faut une seule",
            help_en: "write its id: {ids}",
            help_fr: "écrivez son identifiant : {ids}",
        }
        /// An id that is not written as ids are.
        BadId {
            /// The id.
            id: String,
            /// What was to be named.
            what: What,
        } ["bad-id"] => {
            let what = what.of();
            en: "`{id}` cannot be the id of {what}",
            fr: "« {id} » ne peut être l'identifiant {what}",
            help_en: "ids are lower-case ASCII letters and digits with `-`, `_` or `.` between them",
            help_fr: "un identifiant s'écrit en minuscules ASCII et chiffres, avec « - », « _ » ou « . »",
        }
        /// An id given twice.
        DuplicateId {
            /// What bears it.
            what: What,
            /// The id.
            id: String,
            /// File and line of the first.
            first: (String, u32),
        } ["duplicate-id"] => {
            let what = what.two();
            let file = &first.0;
            let line = first.1;
            en: "the id `{id}` is given to two {what}",
            fr: "l'identifiant « {id} » est donné à deux {what}",
            help_en: "the first stands in {file}, line {line}",
            help_fr: "le premier se trouve dans {file}, ligne {line}",
        }
        /// Two versions of one id that hold on one day.
        OneDayTwice {
            /// What bears it.
            what: What,
            /// The id.
            id: String,
            /// The first day of both; `None`: both are without beginning.
            day: Option<Date>,
            /// File and line of the first.
            first: (String, u32),
        } ["overlapping-versions"] => {
            let what = what.two();
            let file = &first.0;
            let line = first.1;
            let on_en = day.map_or(String::new(), |day| format!(" on {day}"));
            let on_fr = day.map_or(String::new(), |day| format!(" le {day}"));
            en: "two {what} of the id `{id}` hold{on_en}",
            fr: "deux {what} de l'identifiant « {id} » valent ensemble{on_fr}",
            help_en: "let the earlier one end (`to`) the day before the later one begins (`from`); the other stands in {file}, line {line}",
            help_fr: "faites finir (`to`) le premier la veille du second (`from`) ; l'autre se trouve dans {file}, ligne {line}",
        }
        /// What is extended has several versions, none of which holds on all days of the format.
        NoVersion {
            /// The id.
            id: String,
        } ["no-version"] => {
            en: "no version of `{id}` holds on all days of this format",
            fr: "aucune version de « {id} » ne vaut tous les jours de ce format",
            help_en: "give this format days (`from`, `to`) that lie within those of one version",
            help_fr: "donnez à ce format des jours (`from`, `to`) compris dans ceux d'une seule version",
        }
        /// A field declared with a name that every card uses already.
        Reserved {
            /// The name.
            name: String,
        } ["reserved-name"] => {
            en: "`{name}` is a field of every card and cannot be declared",
            fr: "« {name} » est un champ de toute carte et ne peut être déclaré",
        }
        /// A field of the copy that is called as the number of copies is.
        IsCount {
            /// The name.
            name: String,
        } ["reserved-name"] => {
            en: "`{name}` is what decks call the number of copies, and no field of the copy",
            fr: "« {name} » est le nombre d'exemplaires dans les decks, et non un champ de l'exemplaire",
        }
        /// A field that cards of this kind do not carry.
        NotOnKind {
            /// The field.
            attribute: String,
            /// The kind of the card.
            kind: String,
            /// The kinds that carry it.
            kinds: Vec<String>,
        } ["not-on-this-kind"] => {
            let kinds = Joined(&kinds);
            en: "a card of kind `{kind}` carries no `{attribute}`",
            fr: "une carte de type « {kind} » ne porte pas « {attribute} »",
            help_en: "it is declared for {kinds}",
            help_fr: "il est déclaré pour {kinds}",
        }
        /// An effect with an amount or trigger that the vocabulary does not give it.
        NotOnEffect {
            /// The effect.
            effect: String,
            /// `amount` or `when`.
            key: &'static str,
        } ["not-on-this-effect"] => {
            let declared = if *key == "when" { "trigger" } else { *key };
            en: "the effect `{effect}` takes no `{key}`",
            fr: "l'effet « {effect} » n'admet pas « {key} »",
            help_en: "declare it with `{declared} = true` under [effects]",
            help_fr: "déclarez-le par « {declared} = true » sous [effects]",
        }
        /// A choice that cannot be changed by an overlay.
        TypeChanged {
            /// The attribute.
            attribute: String,
        } ["type-changed"] => {
            en: "an overlay cannot change the type of `{attribute}`",
            fr: "une surcouche ne peut changer le type de « {attribute} »",
        }
        /// Formats that extend each other in a circle.
        Cycle {
            /// Their ids.
            chain: Vec<String>,
        } ["extends-cycle"] => {
            let chain = Joined(&chain);
            en: "formats extend each other in a circle: {chain}",
            fr: "des formats s'étendent en cercle : {chain}",
        }
        /// A format with too many others above it.
        TooManyAbove {
            /// The limit.
            limit: usize,
        } ["too-many"] => {
            en: "more than {limit} formats above each other by `extends`",
            fr: "plus de {limit} formats l'un sur l'autre par « extends »",
        }
        /// A folder too deep in others.
        TooDeep {
            /// The limit.
            limit: usize,
        } ["too-many"] => {
            en: "folders are read {limit} deep, and this one lies deeper",
            fr: "les dossiers sont lus sur {limit} niveaux, celui-ci est plus profond",
        }
        /// More of something than the program takes.
        TooMany {
            /// Of what.
            what: What,
            /// The limit.
            limit: usize,
        } ["too-many"] => {
            let what = what.two();
            en: "more than {limit} {what}",
            fr: "plus de {limit} {what}",
        }
        /// A text of the pile language with a mistake in it.
        BadCondition {
            /// The mistake.
            error: AnyMessage,
        } ["bad-condition"] => {
            as: **error,
        }
        /// Two cards replace one.
        ReplacedTwice {
            /// The stand-in.
            id: String,
            /// File and line of the first.
            first: (String, u32),
        } ["replaced-twice"] => {
            let file = &first.0;
            let line = first.1;
            en: "two cards replace `{id}`",
            fr: "deux cartes remplacent « {id} »",
            help_en: "the first stands in {file}, line {line}; each card replaces another",
            help_fr: "la première est dans {file}, ligne {line} ; chaque carte en remplace une autre",
        }
        /// What is to be replaced is no stand-in.
        Attested {
            /// Its id.
            id: String,
        } ["not-a-stand-in"] => {
            en: "`{id}` is no stand-in: its number is attested",
            fr: "« {id} » n'est pas une carte provisoire : son numéro est attesté",
            help_en: "to give its facts, write `id = \"{id}\"` without `replaces`",
            help_fr: "pour donner ses valeurs, écrivez « id = \"{id}\" » sans « replaces »",
        }
        /// A card that is no stand-in has the id already.
        Taken {
            /// The id.
            id: String,
        } ["duplicate-id"] => {
            en: "there is a card `{id}` already, and it is no stand-in",
            fr: "la carte « {id} » existe déjà, et n'est pas provisoire",
            help_en: "to give the facts of `{id}`, leave `replaces` out",
            help_fr: "pour donner les valeurs de « {id} », n'écrivez pas « replaces »",
        }
        /// What is named was a stand-in and is replaced already.
        Replaced {
            /// Its invented id.
            id: String,
            /// The id of the card that took its place.
            by: String,
        } ["already-replaced"] => {
            en: "`{id}` is replaced by `{by}` already",
            fr: "« {id} » est déjà remplacée par « {by} »",
            help_en: "give its facts under `{by}`",
            help_fr: "donnez ses valeurs sous « {by} »",
        }
        /// There is no row in the sheet.
        EmptySheet ["no-data"] => {
            en: "the sheet has no rows",
            fr: "la feuille n'a aucune ligne",
            help_en: "the first row names the columns",
            help_fr: "la première ligne nomme les colonnes",
        }
        /// No column says which card a row is about.
        NoIdColumn {
            /// The word for the id in this game.
            id: String,
        } ["missing-field"] => {
            en: "no column says which card a row is about: `{id}` is missing",
            fr: "aucune colonne ne dit de quelle carte il s'agit : il manque « {id} »",
            help_en: "the first row names the columns; `sleeve cards --missing -o csv` writes such a sheet",
            help_fr: "la première ligne nomme les colonnes ; « sleeve cards --missing -o csv » écrit une telle feuille",
        }
        /// A quote that is never closed.
        OpenQuote ["not-a-sheet"] => {
            en: "the quote is never closed",
            fr: "le guillemet n'est jamais fermé",
            help_en: "close it with another `\"`",
            help_fr: "fermez-le par un autre « \" »",
        }
        /// A row with more cells than the head has.
        ExtraCell {
            /// How many the head has.
            cells: usize,
        } ["not-a-sheet"] => {
            en: "a cell beyond the {cells} columns of the head",
            fr: "une cellule au-delà des {cells} colonnes de l'en-tête",
            help_en: "name its column in the first row, or put a cell with a comma in it in quotes",
            help_fr: "nommez sa colonne dans la première ligne, ou mettez entre guillemets une cellule qui contient le séparateur",
        }
        /// A day where the number of a card is expected.
        DateInCell {
            /// What stands there.
            day: String,
        } ["date-in-cell"] => {
            en: "`{day}` is a day, and the number of a card is expected",
            fr: "« {day} » est une date, or un numéro de carte est attendu",
            help_en: "spreadsheets make a day of 3-10: give the column the format \"text\" and type it again, or type '3-10",
            help_fr: "un tableur fait une date de 3-10 : donnez à la colonne le format « texte » et retapez-le, ou tapez '3-10",
        }
    }
}

of_files!(DataMessage);

impl From<ReaderMessage> for DataMessage {
    fn from(message: ReaderMessage) -> DataMessage {
        DataMessage::Reader(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lang;
    use crate::problem::Message;

    #[test]
    fn every_problem_of_stand_ins_says_what_to_do() {
        let id = || "0-01".to_owned();
        let first = ("box.toml".to_owned(), 3);
        for problem in [
            DataMessage::ReplacedTwice { id: id(), first },
            DataMessage::Attested { id: id() },
            DataMessage::Taken { id: id() },
            DataMessage::Replaced { id: id(), by: "1-27".to_owned() },
        ] {
            assert!([Lang::En, Lang::Fr].iter().all(|lang| problem.title(*lang).contains("0-01")));
            let help = |lang| problem.help(lang);
            assert!(!help(Lang::En).is_empty() && help(Lang::En) != help(Lang::Fr), "{problem:?}");
        }
    }
}
