//! Mistakes in the data of games, in every language, with their places.

use super::words::NamedThing;
use crate::files::{ExpectedValue, FileMessage, FoundValue, ParsedToml};
use crate::model::path::MAX_PATH_STEPS;
use crate::model::pattern::MAX_PATTERN_BYTES;
use crate::model::{Date, Number, Text};
use crate::problem::{AnyMessage, Candidates, Joined, Problem, Problems, Quoted, SourceText};
use crate::{messages, of_files};
use std::sync::Arc;

messages! {
    /// A mistake in the data.
    #[derive(Clone, PartialEq, Debug)]
    pub enum DataMessage {
        File(message: FileMessage) [message.id()] => {
            as: *message,
        }
        Reader(message: ReaderMessage) [message.id()] => {
            as: *message,
        }
        NoData ["no-data"] => {
            en: "the folder holds no game data",
            fr: "le dossier ne contient aucune donnée de jeu",
        }
        NoGame ["no-game"] => {
            en: "the file does not say which game it is for",
            fr: "le fichier ne dit pas pour quel jeu il est",
            help_en: "write `game = \"…\"` at its top (in a sheet `# game: …`), or put it into a folder named after the game",
            help_fr: "écrivez « game = \"…\" » en tête (dans une feuille « # game: … »), ou rangez-le dans un dossier au nom du jeu",
        }
        UnknownColumn { name: String, candidates: Candidates } ["unknown-field"] => {
            en: "unknown column `{name}` in a sheet of cards",
            fr: "colonne inconnue `{name}` dans une feuille de cartes",
            help: candidates,
        }
        NoKind ["missing-field"] => {
            en: "`kind` is missing in a card",
            fr: "il manque `kind` dans une carte",
            help_en: "a card that is new says its kind; one that takes the place of a stand-in says `replaces = \"…\"`",
            help_fr: "une carte nouvelle dit sa sorte ; celle qui prend la place d'une carte provisoire dit `replaces = \"…\"`",
        }
        NotText { attribute: String } ["wrong-type"] => {
            en: "`{attribute}` is no text, and the id of a card is one",
            fr: "« {attribute} » n'est pas un texte, or l'identifiant d'une carte en est un",
        }
        NotCards { attribute: String } ["wrong-type"] => {
            en: "`{attribute}` is not of the type `cards`",
            fr: "« {attribute} » n'est pas du type « cards »",
        }
        NotDistinct { attribute: String } ["wrong-type"] => {
            en: "`{attribute}` is no text, and only texts are distinct from card to card",
            fr: "« {attribute} » n'est pas un texte, or seuls des textes sont propres à chaque carte",
        }
        NotOfCopy { attribute: String } ["wrong-type"] => {
            en: "`{attribute}` cannot be of the copy",
            fr: "« {attribute} » ne peut être de l'exemplaire",
            help_en: "a deck says a number, a word of an `enum`, the words of a `set` without `counts`, or a `flag`",
            help_fr: "un deck dit un nombre, un mot d'un « enum », les mots d'un « set » sans « counts », ou un « flag »",
        }
        /// A fact of another type than its field has.
        WrongFact {
            attribute: Text,
            expected: ExpectedValue,
            found: FoundValue,
        } ["wrong-type"] => {
            en: "`{attribute}` has to be {expected}, not {found}",
            fr: "`{attribute}` doit être {expected}, pas {found}",
        }
        EmptyRange ["empty-range"] => {
            en: "the smallest value is above the largest",
            fr: "la plus petite valeur dépasse la plus grande",
        }
        BelowMin {
            attribute: Text,
            id: String,
            card: String,
            value: Number,
            limit: Number,
        } ["below-min"] => {
            en: "`{attribute}` of `{card}` is {value}; it cannot be below {limit}",
            fr: "« {attribute} » de « {card} » vaut {value} ; c'est au moins {limit}",
            help_en: "`min = {limit}` is declared under [attributes.{id}]",
            help_fr: "« min = {limit} » est déclaré sous [attributes.{id}]",
        }
        AboveMax {
            attribute: Text,
            id: String,
            card: String,
            value: Number,
            limit: Number,
        } ["above-max"] => {
            en: "`{attribute}` of `{card}` is {value}; it cannot be above {limit}",
            fr: "« {attribute} » de « {card} » vaut {value} ; c'est au plus {limit}",
            help_en: "`max = {limit}` is declared under [attributes.{id}]",
            help_fr: "« max = {limit} » est déclaré sous [attributes.{id}]",
        }
        UnknownName { what: NamedThing, name: String, candidates: Candidates } [what.unknown_id()] => {
            let what = what.unknown();
            en: "unknown {what} `{name}`",
            fr: "« {name} » ne désigne {what}",
            help: candidates,
        }
        AmbiguousName { what: NamedThing, name: String, candidates: Vec<String> } ["ambiguous-name"] => {
            let count = candidates.len();
            let ids = Quoted(&candidates);
            en: "`{name}` means {count} cards; one is needed here",
            fr: "« {name} » désigne {count} cartes ; il en faut une seule",
            help_en: "write its id: {ids}",
            help_fr: "écrivez son identifiant : {ids}",
        }
        BadId { id: String, what: NamedThing } ["bad-id"] => {
            let what = what.genitive();
            en: "`{id}` cannot be the id of {what}",
            fr: "« {id} » ne peut être l'identifiant {what}",
            help_en: "ids are lower-case ASCII letters and digits with `-`, `_` or `.` between them",
            help_fr: "un identifiant s'écrit en minuscules ASCII et chiffres, avec « - », « _ » ou « . »",
        }
        LongName { bytes: usize, limit: usize } ["long-name"] => {
            en: "a name of {bytes} bytes; {limit} at most: no deck could name the card",
            fr: "un nom de {bytes} octets : {limit} au plus, aucun deck ne pourrait nommer la carte",
        }
        DuplicateId { what: NamedThing, id: String, first: (String, u32) } ["duplicate-id"] => {
            let what = what.plural();
            let file = &first.0;
            let line = first.1;
            en: "the id `{id}` is given to two {what}",
            fr: "l'identifiant « {id} » est donné à deux {what}",
            help_en: "the first stands in {file}, line {line}",
            help_fr: "le premier se trouve dans {file}, ligne {line}",
        }
        OneDayTwice {
            what: NamedThing,
            id: String,
            /// The first day of both; `None`: both are without beginning.
            day: Option<Date>,
            first: (String, u32),
        } ["overlapping-versions"] => {
            let what = what.plural();
            let file = &first.0;
            let line = first.1;
            let on_en = day.map_or(String::new(), |day| format!(" on {day}"));
            let on_fr = day.map_or(String::new(), |day| format!(" le {day}"));
            en: "two {what} of the id `{id}` hold{on_en}",
            fr: "deux {what} de l'identifiant « {id} » valent ensemble{on_fr}",
            help_en: "let the earlier one end (`to`) the day before the later one begins (`from`); the other stands in {file}, line {line}",
            help_fr: "faites finir (`to`) le premier la veille du second (`from`) ; l'autre se trouve dans {file}, ligne {line}",
        }
        NoVersion { id: String } ["no-version"] => {
            en: "no version of `{id}` holds on all days of this format",
            fr: "aucune version de « {id} » ne vaut tous les jours de ce format",
            help_en: "give this format days (`from`, `to`) that lie within those of one version",
            help_fr: "donnez à ce format des jours (`from`, `to`) compris dans ceux d'une seule version",
        }
        Reserved { name: String } ["reserved-name"] => {
            en: "`{name}` is a field of every card and cannot be declared",
            fr: "« {name} » est un champ de toute carte et ne peut être déclaré",
        }
        IsCount { name: String } ["reserved-name"] => {
            en: "`{name}` is what decks call the number of copies, and no field of the copy",
            fr: "« {name} » est le nombre d'exemplaires dans les decks, et non un champ de l'exemplaire",
        }
        NotOnKind { attribute: String, kind: String, kinds: Vec<String> } ["not-on-this-kind"] => {
            let kinds = Joined(&kinds);
            en: "a card of kind `{kind}` carries no `{attribute}`",
            fr: "une carte de type « {kind} » ne porte pas « {attribute} »",
            help_en: "it is declared for {kinds}",
            help_fr: "il est déclaré pour {kinds}",
        }
        NotOnEffect { effect: String, key: &'static str } ["not-on-this-effect"] => {
            let declared = if *key == "when" { "trigger" } else { *key };
            en: "the effect `{effect}` takes no `{key}`",
            fr: "l'effet « {effect} » n'admet pas « {key} »",
            help_en: "declare it with `{declared} = true` under [effects]",
            help_fr: "déclarez-le par « {declared} = true » sous [effects]",
        }
        TypeChanged { attribute: String } ["type-changed"] => {
            en: "an overlay cannot change the type of `{attribute}`",
            fr: "une surcouche ne peut changer le type de « {attribute} »",
        }
        Cycle { chain: Vec<String> } ["extends-cycle"] => {
            let chain = Joined(&chain);
            en: "formats extend each other in a circle: {chain}",
            fr: "des formats s'étendent en cercle : {chain}",
        }
        TooManyAbove { limit: usize } ["too-many"] => {
            en: "more than {limit} formats above each other by `extends`",
            fr: "plus de {limit} formats l'un sur l'autre par « extends »",
        }
        TooDeep { limit: usize } ["too-many"] => {
            en: "folders are read {limit} deep, and this one lies deeper",
            fr: "les dossiers sont lus sur {limit} niveaux, celui-ci est plus profond",
        }
        TooMany { what: NamedThing, limit: usize } ["too-many"] => {
            let what = what.plural();
            en: "more than {limit} {what}",
            fr: "plus de {limit} {what}",
        }
        BadCondition { error: AnyMessage } ["bad-condition"] => {
            as: **error,
        }
        ReplacedTwice { id: String, first: (String, u32) } ["replaced-twice"] => {
            let file = &first.0;
            let line = first.1;
            en: "two cards replace `{id}`",
            fr: "deux cartes remplacent « {id} »",
            help_en: "the first stands in {file}, line {line}; each card replaces another",
            help_fr: "la première est dans {file}, ligne {line} ; chaque carte en remplace une autre",
        }
        Attested { id: String } ["not-a-stand-in"] => {
            en: "`{id}` is no stand-in: its number is attested",
            fr: "« {id} » n'est pas une carte provisoire : son numéro est attesté",
            help_en: "to give its facts, write `id = \"{id}\"` without `replaces`",
            help_fr: "pour donner ses valeurs, écrivez « id = \"{id}\" » sans « replaces »",
        }
        Taken { id: String } ["duplicate-id"] => {
            en: "there is a card `{id}` already, and it is no stand-in",
            fr: "la carte « {id} » existe déjà, et n'est pas provisoire",
            help_en: "to give the facts of `{id}`, leave `replaces` out",
            help_fr: "pour donner les valeurs de « {id} », n'écrivez pas « replaces »",
        }
        Replaced { id: String, by: String } ["already-replaced"] => {
            en: "`{id}` is replaced by `{by}` already",
            fr: "« {id} » est déjà remplacée par « {by} »",
            help_en: "give its facts under `{by}`",
            help_fr: "donnez ses valeurs sous « {by} »",
        }
        EmptySheet ["no-data"] => {
            en: "the sheet has no rows",
            fr: "la feuille n'a aucune ligne",
            help_en: "the first row names the columns",
            help_fr: "la première ligne nomme les colonnes",
        }
        NoIdColumn { id: String } ["missing-field"] => {
            en: "no column says which card a row is about: `{id}` is missing",
            fr: "aucune colonne ne dit de quelle carte il s'agit : il manque « {id} »",
            help_en: "the first row names the columns; `sleeve cards --missing -o csv` writes such a sheet",
            help_fr: "la première ligne nomme les colonnes ; « sleeve cards --missing -o csv » écrit une telle feuille",
        }
        OpenQuote ["not-a-sheet"] => {
            en: "the quote is never closed",
            fr: "le guillemet n'est jamais fermé",
            help_en: "close it with another `\"`",
            help_fr: "fermez-le par un autre « \" »",
        }
        ExtraCell { cells: usize } ["not-a-sheet"] => {
            en: "a cell beyond the {cells} columns of the head",
            fr: "une cellule au-delà des {cells} colonnes de l'en-tête",
            help_en: "name its column in the first row, or put a cell with a comma in it in quotes",
            help_fr: "nommez sa colonne dans la première ligne, ou mettez entre guillemets une cellule qui contient le séparateur",
        }
        DateInCell { day: String } ["date-in-cell"] => {
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

/// A mistake in the data, with its place in a file.
pub type DataProblem = Problem<DataMessage>;

/// Mistakes in the order in which they are found.
pub(super) type Mistakes = Problems<DataMessage>;

/// Reports what TOML's parser says of a file.
pub(super) fn report_syntax_mistakes(
    mistakes: &mut Mistakes,
    file: &Arc<SourceText>,
    parsed: &ParsedToml<'_>,
) {
    for mistake in &parsed.mistakes {
        let message = || mistake.clone().message().into();
        mistakes.push_with(|| Problem::from_source(file, mistake.span.clone(), message()));
    }
    if parsed.more {
        mistakes.note_uncounted();
    }
}

/// Mistakes in the order of these files, and by place in each.
pub(super) fn sort_by_files(mistakes: Mistakes, files: &[Arc<SourceText>]) -> Vec<DataProblem> {
    mistakes.sorted(|problem| {
        let mark = problem.mark()?;
        let source = mark.source.as_ref()?;
        let file = files.iter().position(|file| Arc::ptr_eq(file, source));
        Some((file, mark.span.start, mark.span.end))
    })
}

messages! {
    /// A mistake in a `[[reader]]`.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum ReaderMessage {
        BuiltInReader { id: String } ["reserved-name"] => {
            en: "`{id}` is a form of deck files that the program knows by itself",
            fr: "« {id} » est une forme de fichier de deck que le programme connaît déjà",
            help_en: "give the reader another id",
            help_fr: "donnez au lecteur un autre identifiant",
        }
        PatternEmpty ["bad-pattern"] => {
            en: "an empty pattern",
            fr: "un motif vide",
        }
        PatternTooLong ["bad-pattern"] => {
            let limit = MAX_PATTERN_BYTES;
            en: "a pattern of more than {limit} bytes",
            fr: "un motif de plus de {limit} octets",
        }
        PatternBrace ["bad-pattern"] => {
            let doubled = "`{{`, `}}`";
            en: "a brace without its other half",
            fr: "une accolade sans sa pareille",
            help_en: "write a brace that stands for itself twice: {doubled}",
            help_fr: "une accolade qui vaut pour elle-même s'écrit deux fois : {doubled}",
        }
        UnknownHole { hole: String, allowed: Vec<String> } ["bad-pattern"] => {
            let allowed = Quoted(&allowed);
            en: "no placeholder `{hole}` here",
            fr: "pas de repère « {hole} » ici",
            help_en: "there are {allowed}",
            help_fr: "il y a {allowed}",
        }
        PatternLacks { holes: Vec<String> } ["bad-pattern"] => {
            when holes.len() == 1 => {
                let holes = Quoted(&holes);
                en: "the pattern has no {holes}",
                fr: "le motif n'a pas de {holes}",
            }
            let holes = Quoted(&holes);
            en: "the pattern has none of {holes}, so that nothing tells the card",
            fr: "le motif n'a aucun de {holes} : rien ne dit la carte",
        }
        HoleTwice { hole: String } ["ambiguous-pattern"] => {
            en: "`{hole}` stands twice in the pattern, and a line could hold two things there",
            fr: "« {hole} » figure deux fois dans le motif, et une ligne pourrait y dire deux choses",
            help_en: "write it once",
            help_fr: "ne l'écrivez qu'une fois",
        }
        HolesTouch { first: String, second: String } ["ambiguous-pattern"] => {
            en: "nothing stands between `{first}` and `{second}`: nobody can tell where the first ends",
            fr: "rien ne sépare « {first} » de « {second} » : nul ne sait où le premier finit",
            help_en: "put what stands between them there, if only a blank",
            help_fr: "écrivez ce qui les sépare, ne serait-ce qu'une espace",
        }
        HoleEndless { hole: String, beside: String } ["ambiguous-pattern"] => {
            when beside.trim().is_empty() => {
                en: "`{hole}` may hold blanks as well: nobody can tell where it ends",
                fr: "« {hole} » peut contenir aussi des espaces : nul ne sait où il finit",
                help_en: "put a character beside it that cannot stand in it, such as a bracket",
                help_fr: "mettez à côté un caractère qu'il ne peut contenir, comme un crochet",
            }
            en: "`{hole}` may hold `{beside}` as well: nobody can tell where it ends",
            fr: "« {hole} » peut contenir « {beside} » aussi : nul ne sait où il finit",
            help_en: "put a character beside it that cannot stand in it: brackets for a set, a blank for a word or an id, no digit for a count",
            help_fr: "mettez à côté un caractère qu'il ne peut contenir : des crochets pour une extension, une espace pour un mot ou un identifiant, pas de chiffre pour un nombre",
        }
        HolesUnparted { first: String, second: String } ["ambiguous-pattern"] => {
            en: "`{first}` and `{second}` may both hold anything: nobody can tell where the first ends",
            fr: "« {first} » et « {second} » peuvent tout contenir : nul ne sait où le premier finit",
            help_en: "put two blanks or a tab between them, and nothing else that is a placeholder",
            help_fr: "mettez entre eux deux espaces ou une tabulation, et aucun autre repère",
        }
        ThreeFreeHoles ["ambiguous-pattern"] => {
            en: "more than two placeholders that may hold anything",
            fr: "plus de deux repères qui peuvent tout contenir",
            help_en: "write what stands between them, or end the pattern with one that takes the rest",
            help_fr: "écrivez ce qui les sépare, ou finissez le motif par un repère qui prend le reste",
        }
        PatternHidden { by: String, line: String } ["ambiguous-pattern"] => {
            en: "no line comes to this pattern: `{by}` is tried first and reads `{line}` otherwise",
            fr: "aucune ligne n'arrive à ce motif : « {by} » est essayé avant et lit « {line} » autrement",
            help_en: "put the pattern that says more first",
            help_fr: "mettez d'abord le motif qui en dit le plus",
        }
        BadPath { path: String } ["bad-path"] => {
            let steps = MAX_PATH_STEPS;
            en: "`{path}` is no path of at most {steps} steps",
            fr: "« {path} » n'est pas un chemin d'au plus {steps} pas",
            help_en: "in XML write `deck/section/card`, at its end perhaps `/@attribute` or `/text()`; in JSON `/slots` or `/main/cards`",
            help_fr: "en XML, écrivez « deck/section/card », suivi au besoin de « /@attribut » ou de « /text() » ; en JSON, « /slots » ou « /main/cards »",
        }
        CardPath { path: String } ["bad-path"] => {
            en: "`{path}` is no element within another, as every card is",
            fr: "« {path} » n'est pas un élément à l'intérieur d'un autre, comme l'est toute carte",
            help_en: "write the elements from the outermost to the card: `deck/section/card`",
            help_fr: "écrivez les éléments, du plus extérieur à la carte : « deck/section/card »",
        }
        PathElsewhere { path: String, card: String } ["bad-path"] => {
            en: "what stands at `{path}` says nothing of one card at `{card}`",
            fr: "ce qui figure à « {path} » ne dit rien d'une carte de « {card} »",
            help_en: "a card is told by attributes or text of its element and those within it, or by attributes of the elements around it",
            help_fr: "une carte se lit aux attributs ou au texte de son élément et de ceux qu'il contient, ou aux attributs des éléments qui l'entourent",
        }
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
