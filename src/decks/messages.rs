//! What can be wrong with a deck file, in every language.

use super::copies::{MAX_STATES, MAX_STATES_OF_DECK};
use super::error::{MAX_BYTES, MAX_CARDS, MAX_COUNT, MAX_ENTRIES};
use crate::model::{Number, Text};
use crate::problem::{Both, Candidates, DidYouMean, Joined, NearOrAll, Untold};
use crate::{messages, terms};

messages! {
    /// The kinds of problem of a deck file.
    #[derive(Clone, PartialEq, Debug)]
    pub enum DeckMessage {
        /// The system would not give the file.
        Unreadable {
            /// What it says.
            reason: String,
        } => {
            en: "cannot be read: {reason}",
            fr: "lecture impossible : {reason}",
            label: HERE,
        }
        /// Larger than [`MAX_BYTES`].
        TooLarge => {
            let mebibytes = MAX_BYTES / (1024 * 1024);
            en: "larger than {mebibytes} MiB, the largest deck file that is read",
            fr: "plus de {mebibytes} Mio, la taille maximale d'un fichier de deck",
            label: HERE,
        }
        /// A pipe, a socket or a device where a file was expected.
        NotRegular => {
            en: "a pipe or a device, where a file was expected",
            fr: "un tube ou un périphérique, là où un fichier est attendu",
            label: HERE,
        }
        /// More problems than are told one by one.
        More {
            /// How many more, where that was counted.
            count: Option<usize>,
        } => {
            let problems = match *count {
                Some(1) => Both("1 more problem", "1 autre problème"),
                Some(_) => Both(" more problems", " autres problèmes"),
                None => Both("more problems", "d'autres problèmes"),
            };
            let number = count.filter(|count| *count != 1);
            en: "{number}{problems} in this file",
            fr: "{number}{problems} dans ce fichier",
            label: HERE,
            help_en: "mend those above and check again",
            help_fr: "corriger ceux du dessus et vérifier à nouveau",
        }
        /// More of something than a deck can have.
        TooManyOf {
            /// The key.
            key: &'static str,
            /// The limit.
            limit: usize,
        } => {
            en: "more than {limit} `{key}` in one deck",
            fr: "plus de {limit} `{key}` dans un deck",
            label: HERE,
        }
        /// Nothing in it, or nothing but blanks and comments.
        Empty => {
            en: "no card and no key in it: an empty deck file",
            fr: "ni carte ni clé : fichier de deck vide",
            label: HERE,
        }
        /// Bytes that are not UTF-8.
        NotUtf8 {
            /// Line, from 1.
            line: usize,
            /// The offending byte.
            byte: u8,
        } => {
            let byte = format!("0x{:02x}", *byte);
            en: "not UTF-8: byte {byte} in line {line}",
            fr: "pas de l'UTF-8 : octet {byte} à la ligne {line}",
            label: HERE,
            help_en: "save the file as UTF-8 and try again",
            help_fr: "enregistrer le fichier en UTF-8 et recommencer",
        }
        /// A folder without a file that could be a deck.
        NoDecks => {
            en: "no deck file in this folder",
            fr: "aucun fichier de deck dans ce dossier",
            label: HERE,
            help_en: "decks are *.toml, *.txt, *.htd, *.xml and *.json files, and others that read like one; name a file to read it whatever it is called",
            help_fr: "les decks sont des fichiers *.toml, *.txt, *.htd, *.xml et *.json, et d'autres qui se lisent comme tels ; un fichier nommé est lu quel que soit son nom",
        }
        /// The file breaks the syntax of its format.
        Syntax {
            /// The format's name.
            format: &'static str,
            /// What its parser says.
            message: String,
        } => {
            en: "not valid {format}: {message}",
            fr: "{format} incorrect : {message}",
            label: HERE,
        }
        /// A part of the format that decks must not use.
        Refused {
            /// The format's name.
            format: &'static str,
            /// What is refused.
            what: Both,
        } => {
            en: "{what} has no place in a deck file ({format})",
            fr: "{what} n'a pas sa place dans un fichier de deck ({format})",
            label: HERE,
        }
        /// More than [`MAX_ENTRIES`] entries.
        TooMany => {
            let limit = MAX_ENTRIES;
            en: "more than {limit} entries in one deck",
            fr: "plus de {limit} entrées dans un deck",
            label: HERE,
        }
        /// More than [`MAX_CARDS`] cards.
        TooManyCards {
            /// How many.
            cards: u64,
        } => {
            let limit = MAX_CARDS;
            en: "{cards} cards in one deck, where at most {limit} are read",
            fr: "{cards} cartes dans un deck, où {limit} au plus sont lues",
            label: HERE,
        }
        /// A key that decks do not have.
        UnknownKey {
            /// The key.
            key: String,
            /// The keys nearest to it, or all that there are.
            candidates: Candidates,
        } => {
            when !candidates.are_near && !candidates.names.is_empty() => {
                let keys = Joined(&candidates.names);
                en: "unknown key `{key}`",
                fr: "clé `{key}` inconnue",
                label_en: "not a key of a deck",
                label_fr: "pas une clé de deck",
                help_en: "the keys are {keys}",
                help_fr: "les clés sont {keys}",
            }
            en: "unknown key `{key}`",
            fr: "clé `{key}` inconnue",
            label_en: "not a key of a deck",
            label_fr: "pas une clé de deck",
            help: candidates,
        }
        /// A key that stands there twice.
        Duplicate {
            /// The key.
            key: String,
        } => {
            en: "`{key}` stands here twice",
            fr: "`{key}` figure deux fois",
            label_en: "the second time",
            label_fr: "la seconde fois",
        }
        /// A value of the wrong type.
        WrongType {
            /// The key.
            key: String,
            /// What it should be.
            expected: Expected,
            /// What it is.
            found: &'static str,
        } => {
            en: "`{key}` should be {expected}, not {found}",
            fr: "`{key}` devrait être {expected}, pas {found}",
            label: HERE,
        }
        /// A key that must be there.
        Missing {
            /// The key.
            key: &'static str,
        } => {
            en: "the deck has no `{key}`",
            fr: "le deck n'a pas de `{key}`",
            label: HERE,
            help_en: "`sleeve new GAME/FORMAT` writes a starter file",
            help_fr: "`sleeve new JEU/FORMAT` écrit un fichier de départ",
        }
        /// A file of another form than the one that it is read as.
        OtherForm {
            /// The form.
            form: String,
        } => {
            en: "no file of the form `{form}`",
            fr: "pas un fichier de la forme « {form} »",
            label: HERE,
        }
        /// A card of which a number, or another thing that its form needs, is not said.
        Lacks {
            /// What is not said, as the form has it.
            what: String,
        } => {
            en: "this card lacks `{what}`",
            fr: "il manque à cette carte « {what} »",
            label: HERE,
        }
        /// A card with neither a name nor an id.
        NoNameOrId => {
            en: "a card without a name and an id",
            fr: "une carte sans nom ni identifiant",
            label: HERE,
        }
        /// A number of copies that no deck has.
        Count {
            /// As it is written.
            found: String,
        } => {
            let limit = MAX_COUNT;
            en: "`{found}` copies: a number from 1 to {limit} was expected",
            fr: "`{found}` exemplaires : un nombre de 1 à {limit} est attendu",
            label: HERE,
        }
        /// Several decks where one was expected.
        Several {
            /// How many.
            count: usize,
        } => {
            en: "{count} decks in one file, where one was expected",
            fr: "{count} decks dans un fichier, un seul attendu",
            label: HERE,
        }
        /// A name of a reader or writer that does not exist.
        UnknownFormat {
            /// The name.
            name: String,
            /// The names there are.
            candidates: Vec<String>,
        } => {
            en: "no deck-file format `{name}`",
            fr: "pas de format de fichier de deck `{name}`",
            label: HERE,
            help: NearOrAll(&name, &candidates),
        }
        /// A zone, role, parameter or format that does not exist where the deck uses it.
        Unknown {
            /// What it should have been.
            what: Thing,
            /// As it is written.
            name: String,
            /// Where it was looked for.
            within: String,
            /// The names there are, nearest first.
            candidates: Candidates,
        } => {
            en: "no {what} `{name}` in {within}",
            fr: "pas de {what} `{name}` dans {within}",
            label_en: "not declared",
            label_fr: "non déclaré",
            help: candidates,
        }
        /// A deck for another game than the one asked for.
        OtherGame {
            /// The game it names.
            found: String,
            /// The game in use.
            wanted: String,
        } => {
            en: "a deck for `{found}`, not for `{wanted}`",
            fr: "un deck pour `{found}`, pas pour `{wanted}`",
            label: HERE,
            help_en: "check it with `--game {found}`, or take it out of this run",
            help_fr: "le vérifier avec `--game {found}`, ou le retirer",
            page_en: "choose `{found}` above it, or leave the game to the deck",
            page_fr: "choisissez « {found} » au-dessus, ou laissez le deck dire le jeu",
        }
        /// A parameter's value that its format does not allow.
        Value {
            /// The parameter.
            name: String,
            /// As it is written.
            found: String,
            /// What is allowed.
            allowed: String,
        } => {
            en: "`{name}` is {found}, but must be {allowed}",
            fr: "`{name}` vaut {found}, mais doit être {allowed}",
            label: HERE,
        }
        /// A field of the copy in a game that has none.
        NoCopyFields {
            /// As it is written.
            field: String,
            /// The game.
            game: String,
        } => {
            en: "`{field}` cannot be said of copies: `{game}` declares no field of the copy",
            fr: "`{field}` ne peut se dire d'exemplaires : `{game}` ne déclare aucun champ de l'exemplaire",
            label: HERE,
            help_en: "write the number of copies alone",
            help_fr: "écrire le nombre d'exemplaires seul",
        }
        /// A field that is of the card.
        OfTheCard {
            /// The field.
            field: String,
        } => {
            en: "`{field}` is of the card: no deck says it of copies",
            fr: "`{field}` est de la carte : aucun deck ne le dit d'exemplaires",
            label: HERE,
        }
        /// A field of the copy that there is not.
        NoCopyField {
            /// As it is written.
            field: String,
            /// The fields there are, nearest first.
            candidates: Candidates,
        } => {
            en: "no field of the copy `{field}`",
            fr: "pas de champ de l'exemplaire `{field}`",
            label_en: "not declared",
            label_fr: "non déclaré",
            help: candidates,
        }
        /// A field of the copy on a card of a kind that does not carry it.
        NotOfThisKind {
            /// The field.
            field: String,
            /// The name of the card's kind.
            kind: Text,
        } => {
            let kind = &kind;
            en: "`{field}` is not said of a card of the kind {kind}",
            fr: "`{field}` ne se dit pas d'une carte de la sorte {kind}",
            label: HERE,
        }
        /// A word that a field of the copy does not take.
        NoCopyValue {
            /// The field.
            field: String,
            /// As it is written.
            found: String,
            /// Its values, nearest first.
            candidates: Candidates,
        } => {
            en: "`{field}` of a copy cannot be `{found}`",
            fr: "`{field}` d'un exemplaire ne peut être `{found}`",
            label: HERE,
            help: candidates,
        }
        /// What is no number that a field of the copy takes.
        CopyNumber {
            /// The field.
            field: String,
            /// As it is written.
            found: String,
            /// Whether it has to be a whole number.
            whole: bool,
            /// The smallest.
            min: Option<Number>,
            /// The largest.
            max: Option<Number>,
        } => {
            let number = match *whole {
                true => Both("a whole number", "un nombre entier"),
                false => Both("a number", "un nombre"),
            };
            when min.is_some() && max.is_some() => {
                en: "`{field}` of a copy is {number} from {min} to {max}, not `{found}`",
                fr: "`{field}` d'un exemplaire est {number} de {min} à {max}, pas `{found}`",
                label: HERE,
            }
            when min.is_some() => {
                en: "`{field}` of a copy is {number} of at least {min}, not `{found}`",
                fr: "`{field}` d'un exemplaire est {number} d'au moins {min}, pas `{found}`",
                label: HERE,
            }
            when max.is_some() => {
                en: "`{field}` of a copy is {number} of at most {max}, not `{found}`",
                fr: "`{field}` d'un exemplaire est {number} d'au plus {max}, pas `{found}`",
                label: HERE,
            }
            en: "`{field}` of a copy is {number}, not `{found}`",
            fr: "`{field}` d'un exemplaire est {number}, pas `{found}`",
            label: HERE,
        }
        /// What is no flag.
        CopyFlag {
            /// The field.
            field: String,
            /// As it is written.
            found: String,
        } => {
            en: "`{field}` of a copy is true or false, not `{found}`",
            fr: "`{field}` d'un exemplaire est true ou false, pas `{found}`",
            label: HERE,
        }
        /// More than [`MAX_STATES_OF_DECK`] different copies in a state in one deck.
        TooManyStatesOfDeck => {
            let limit = MAX_STATES_OF_DECK;
            en: "more than {limit} different states of cards in one deck",
            fr: "plus de {limit} états différents de cartes dans un deck",
            label: HERE,
        }
        /// More than [`MAX_STATES`] different copies in a state.
        TooManyStates => {
            let limit = MAX_STATES;
            en: "more than {limit} different states of cards in the decks that are read together",
            fr: "plus de {limit} états différents de cartes dans les decks lus ensemble",
            label: HERE,
        }
        /// A name that several cards bear.
        Ambiguous {
            /// As it is written.
            name: String,
            /// Names of the cards, with their ids.
            cards: Vec<(String, String)>,
        } => {
            let shown = labelled(&cards).join(", ");
            en: "`{name}` is several cards",
            fr: "`{name}` désigne plusieurs cartes",
            label_en: "several cards",
            label_fr: "plusieurs cartes",
            help_en: "write the id of one: {shown}",
            help_fr: "écrire l'un de ces ids : {shown}",
        }
        /// A card that could not be told.
        NoCard {
            /// As it is written.
            name: String,
            /// Names of cards that it may mean, best first, with their ids.
            cards: Vec<(String, String)>,
        } => {
            en: "no card `{name}`",
            fr: "pas de carte `{name}`",
            label_en: "no such card",
            label_fr: "carte inconnue",
            help: DidYouMean(&cards),
        }
    }
}

messages! {
    /// Why something in a folder is not read.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum WhySkipped {
        /// A pipe, a socket or a device.
        NotRegular ["not-a-file"] => {
            en: "a pipe or a device, not a file",
            fr: "un tube ou un périphérique, pas un fichier",
        }
        /// A link to a folder, which may lead back to where it lies.
        LinkedFolder ["linked-folder"] => {
            en: "a link to a folder: name the folder itself to read it",
            fr: "un lien vers un dossier : nommez le dossier lui-même pour le lire",
        }
        /// A copy that an editor or a tool left.
        Copy ["copy"] => {
            en: "the copy of a file, by its name: name it to read it",
            fr: "la copie d'un fichier, d'après son nom : nommez-la pour la lire",
        }
        /// No text.
        Binary ["not-text"] => {
            en: "no text",
            fr: "pas du texte",
        }
        /// A text that no reader takes for a deck.
        Unrecognised ["not-recognised"] => {
            en: "no deck that a reader recognises: name it to read it all the same",
            fr: "aucun deck qu'un lecteur reconnaisse : nommez-le pour le lire quand même",
        }
        /// The system would not give it.
        Unreadable(reason: String) ["unreadable"] => {
            en: "cannot be read: {reason}",
            fr: "lecture impossible : {reason}",
        }
        /// The user stopped the run before.
        Stopped ["stopped"] => {
            en: "the run was stopped before it",
            fr: "l'exécution a été interrompue avant lui",
        }
    }
}

terms! {
    /// Something that a deck names.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Thing {
        /// A zone of a format.
        Zone => "zone", "zone";
        /// A role of a format.
        Role => "role", "rôle";
        /// A parameter of a format.
        Parameter => "parameter", "paramètre";
        /// A format of a game.
        Format => "format", "format";
    }
}

terms! {
    /// The type that a value should have.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Expected {
        /// A text.
        Text => "a text in quotes", "un texte entre guillemets";
        /// A number.
        Number => "a number", "un nombre";
        /// A number or a word.
        Setting => "a number, or a word in quotes", "un nombre, ou un mot entre guillemets";
        /// A table of zones.
        Zones => "a table of zones", "une table de zones";
        /// An array of names or a table of names and counts.
        Cards => "an array of card names, or a table of names and counts", "un tableau de noms de cartes, ou une table de noms et de nombres";
        /// An array of names.
        Names => "an array of card names", "un tableau de noms de cartes";
        /// The name of a card.
        Name => "the name or id of a card, in quotes", "le nom ou l'identifiant d'une carte, entre guillemets";
        /// A whole number of copies.
        Copies => "a whole number of copies", "un nombre entier d'exemplaires";
        /// A number of copies, or what is said of them, or several of these.
        States => "a whole number of copies, a table such as `{ count = 2, … }`, or a list of such tables", "un nombre entier d'exemplaires, une table comme « { count = 2, … } », ou une liste de telles tables";
        /// What a deck may say of copies.
        Said => "a number, a word or a list of words in quotes, true or false", "un nombre, un mot ou une liste de mots entre guillemets, true ou false";
        /// A table.
        Table => "a table", "une table";
        /// A list.
        Array => "a list", "une liste";
        /// True or false.
        Flag => "true or false", "true ou false";
    }
}

const HERE: Both = Both("here", "ici");

impl Untold for DeckMessage {
    fn more(count: Option<usize>) -> DeckMessage {
        DeckMessage::More { count }
    }

    fn untold(&self) -> Option<Option<usize>> {
        match self {
            DeckMessage::More { count } => Some(*count),
            _ => None,
        }
    }
}

/// Names of cards with their ids, where these say more.
fn labelled(cards: &[(String, String)]) -> Vec<String> {
    let one = |(name, id): &(String, String)| match name == id || id.is_empty() {
        true => name.clone(),
        false => format!("{name} ({id})"),
    };
    cards.iter().map(one).collect()
}
