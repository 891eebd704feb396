//! Messages on deck files, in every language.

use super::copies::{MAX_STATES, MAX_STATES_OF_DECK};
use super::error::{MAX_CARDS, MAX_COUNT, MAX_ENTRIES};
use sleeve_data::files::FileMessage;
use sleeve_data::model::{Number, Text};
use sleeve_data::problem::{BothLanguages, Candidates, DidYouMean, NearOrAll};
use sleeve_data::{messages, of_files, terms};

messages! {
    /// The kinds of problem of a deck file.
    #[derive(Clone, PartialEq, Debug)]
    pub enum DeckMessage {
        /// A problem that any file may have.
        File(message: FileMessage) => {
            as: *message,
            label: HERE,
        }
        /// A deck in our own TOML without zones.
        NoZones => {
            en: "`zones` is missing in a deck",
            fr: "il manque `zones` dans un deck",
            label: HERE,
            help_en: "`sleeve new GAME/FORMAT` writes a starter file",
            help_fr: "`sleeve new JEU/FORMAT` écrit un fichier de départ",
        }
        Empty => {
            en: "no card and no key in it: an empty deck file",
            fr: "ni carte ni clé : fichier de deck vide",
            label: HERE,
        }
        ReadAlready => {
            en: "standard input was read already: `-` stands twice",
            fr: "l'entrée standard a déjà été lue : « - » figure deux fois",
            label: HERE,
        }
        NoDecks => {
            en: "no deck file in this folder",
            fr: "aucun fichier de deck dans ce dossier",
            label: HERE,
            help_en: "decks are *.toml, *.txt, *.htd, *.xml and *.json files, and others that read like one; name a file to read it whatever it is called",
            help_fr: "les decks sont des fichiers *.toml, *.txt, *.htd, *.xml et *.json, et d'autres qui se lisent comme tels ; un fichier nommé est lu quel que soit son nom",
        }
        Refused { format: &'static str, what: BothLanguages } => {
            en: "{what} has no place in a deck file ({format})",
            fr: "{what} n'a pas sa place dans un fichier de deck ({format})",
            label: HERE,
        }
        TooMany => {
            let limit = MAX_ENTRIES;
            en: "more than {limit} entries in one deck",
            fr: "plus de {limit} entrées dans un deck",
            label: HERE,
        }
        /// Numbers before names that go up one by one.
        Ranks { first: u32, last: u32 } => {
            en: "the numbers {first} to {last} before names are read as places in the list, not as numbers of copies",
            fr: "les nombres {first} à {last} devant les noms sont lus comme des rangs dans la liste, pas comme des nombres d'exemplaires",
        }
        TooManyCards { cards: u64 } => {
            let limit = MAX_CARDS;
            en: "{cards} cards in one deck, where at most {limit} are read",
            fr: "{cards} cartes dans un deck, où {limit} au plus sont lues",
            label: HERE,
        }
        /// A file of another form than the one that it is read as.
        OtherForm { form: String } => {
            en: "no file of the form `{form}`",
            fr: "pas un fichier de la forme « {form} »",
            label: HERE,
        }
        /// A card without a value that its form needs, such as the number of copies.
        Lacks { what: String } => {
            en: "this card lacks `{what}`",
            fr: "il manque à cette carte « {what} »",
            label: HERE,
        }
        NoNameOrId => {
            en: "a card without a name and an id",
            fr: "une carte sans nom ni identifiant",
            label: HERE,
        }
        Count { found: String } => {
            let limit = MAX_COUNT;
            en: "`{found}` copies: a number from 1 to {limit} was expected",
            fr: "`{found}` exemplaires : un nombre de 1 à {limit} est attendu",
            label: HERE,
        }
        Several { count: usize } => {
            en: "{count} decks in one file, where one was expected",
            fr: "{count} decks dans un fichier, un seul attendu",
            label: HERE,
            help_en: "give each deck a file of its own",
            help_fr: "donner à chaque deck son propre fichier",
        }
        UnknownFormat { name: String, candidates: Vec<String> } => {
            en: "no deck-file format `{name}`",
            fr: "pas de format de fichier de deck `{name}`",
            label: HERE,
            help: NearOrAll(&name, &candidates),
        }
        Unknown { what: DeckTerm, name: String, within: String, candidates: Candidates } => {
            en: "no {what} `{name}` in {within}",
            fr: "pas de {what} `{name}` dans {within}",
            label_en: "not declared",
            label_fr: "non déclaré",
            help: candidates,
        }
        OtherGame { found: String, wanted: String } => {
            en: "a deck for `{found}`, not for `{wanted}`",
            fr: "un deck pour `{found}`, pas pour `{wanted}`",
            label: HERE,
            help_en: "check it with `--game {found}`, or take it out of this run",
            help_fr: "le vérifier avec `--game {found}`, ou le retirer",
            page_en: "choose `{found}` above it, or leave the game to the deck",
            page_fr: "choisissez « {found} » au-dessus, ou laissez le deck dire le jeu",
        }
        /// A parameter's value that is none of those that its format allows: a list of words, or a range.
        Value { name: String, found: String, allowed: String } => {
            en: "`{name}` is {found}, but must be {allowed}",
            fr: "`{name}` vaut {found}, mais doit être {allowed}",
            label: HERE,
        }
        NoCopyFields { field: String, game: String } => {
            en: "`{field}` cannot be said of copies: `{game}` declares no field of the copy",
            fr: "`{field}` ne peut se dire d'exemplaires : `{game}` ne déclare aucun champ de l'exemplaire",
            label: HERE,
            help_en: "write the number of copies alone",
            help_fr: "écrire le nombre d'exemplaires seul",
        }
        OfTheCard { field: String } => {
            en: "`{field}` is of the card: no deck says it of copies",
            fr: "`{field}` est de la carte : aucun deck ne le dit d'exemplaires",
            label: HERE,
        }
        NoCopyField { field: String, candidates: Candidates } => {
            en: "no field of the copy `{field}`",
            fr: "pas de champ de l'exemplaire `{field}`",
            label_en: "not declared",
            label_fr: "non déclaré",
            help: candidates,
        }
        NotOfThisKind { field: String, kind: Text } => {
            let kind = &kind;
            en: "`{field}` is not said of a card of the kind {kind}",
            fr: "`{field}` ne se dit pas d'une carte de la sorte {kind}",
            label: HERE,
        }
        NoCopyValue { field: String, found: String, candidates: Candidates } => {
            en: "`{field}` of a copy cannot be `{found}`",
            fr: "`{field}` d'un exemplaire ne peut être `{found}`",
            label: HERE,
            help: candidates,
        }
        CopyNumber {
            field: String, found: String, whole: bool, min: Option<Number>, max: Option<Number>,
        } => {
            let number = if *whole { BothLanguages("a whole number", "un nombre entier") } else { BothLanguages("a number", "un nombre") };
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
        CopyFlag { field: String, found: String } => {
            en: "`{field}` of a copy is true or false, not `{found}`",
            fr: "`{field}` d'un exemplaire est true ou false, pas `{found}`",
            label: HERE,
        }
        TooManyStatesOfDeck => {
            let limit = MAX_STATES_OF_DECK;
            en: "more than {limit} different states of cards in one deck",
            fr: "plus de {limit} états différents de cartes dans un deck",
            label: HERE,
        }
        TooManyStates => {
            let limit = MAX_STATES;
            en: "more than {limit} different states of cards in the decks that are read together",
            fr: "plus de {limit} états différents de cartes dans les decks lus ensemble",
            label: HERE,
        }
        /// A name that several cards bear, with their names and ids.
        Ambiguous { name: String, cards: Vec<(String, String)> } => {
            let shown = labelled(&cards).join(", ");
            en: "`{name}` is several cards",
            fr: "`{name}` désigne plusieurs cartes",
            label_en: "several cards",
            label_fr: "plusieurs cartes",
            help_en: "write the id of one: {shown}",
            help_fr: "écrire l'un de ces ids : {shown}",
        }
        /// A name that no card bears, with the names and ids of cards that it may mean, best first.
        NoCard { name: String, cards: Vec<(String, String)> } => {
            en: "no card `{name}`",
            fr: "pas de carte `{name}`",
            label_en: "no such card",
            label_fr: "carte inconnue",
            help: DidYouMean(&cards),
        }
    }
}

messages! {
    /// Why a file of a folder is not read.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum WhySkipped {
        /// A pipe, a socket or a device.
        NotRegular ["not-a-file"] => { as: FileMessage::NotRegular }
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
        /// Cards, formats or lists, which are laid over a game.
        Data ["card-data"] => {
            en: "card data, no deck: `sleeve lint` checks it",
            fr: "des données de cartes, pas un deck : `sleeve lint` les vérifie",
        }
        Binary ["not-text"] => {
            en: "no text",
            fr: "pas du texte",
        }
        Unrecognised ["not-recognised"] => {
            en: "no deck that a reader recognises: name it to read it all the same",
            fr: "aucun deck qu'un lecteur reconnaisse : nommez-le pour le lire quand même",
        }
        /// The system refused to read it.
        Unreadable(message: FileMessage) ["unreadable"] => { as: *message }
        Stopped ["stopped"] => {
            en: "the run was stopped before it",
            fr: "l'exécution a été interrompue avant lui",
        }
    }
}

terms! {
    /// The things that a deck names.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum DeckTerm {
        Zone => "zone", "zone";
        Role => "role", "rôle";
        Parameter => "parameter", "paramètre";
        Format => "format", "format";
    }
}

const HERE: BothLanguages = BothLanguages("here", "ici");

of_files!(DeckMessage);

/// Names of cards with their ids, where these differ.
fn labelled(cards: &[(String, String)]) -> Vec<String> {
    let label = |(name, id): &(String, String)| {
        if name == id || id.is_empty() { name.clone() } else { format!("{name} ({id})") }
    };
    cards.iter().map(label).collect()
}
