//! Messages of the command line itself, in every language. Each crate words its own problems.

use sleeve_data::files::{FileMessage, ForeignSentence};
use sleeve_data::messages;
use sleeve_data::model::Lang;
use sleeve_data::problem::{
    BothLanguages, Candidates, DidYouMean, HelpOf, Joined, NearOrAll, Quoted, TitleOf, Words,
};
use sleeve_fmt::MAX_STYLED_PARTS;
use std::fmt;

messages! {
    /// What the command line refuses, or says beside results.
    #[derive(Clone, PartialEq, Debug)]
    pub(super) enum CliMessage {
        NoTopic { topic: String, candidates: Vec<String> } => {
            en: "there is no help on `{topic}`",
            fr: "il n'y a pas d'aide sur « {topic} »",
            help: NearOrAll(&topic, &candidates),
        }

        NotOneDeck { path: String, count: usize } => {
            en: "`{path}` holds {count} decks, and one is wanted",
            fr: "« {path} » contient {count} decks, et il en faut un",
            help_en: "name one file",
            help_fr: "nommez un fichier",
        }
        /// `diff` of a path that means several decks, or of a deck in several formats.
        NotOneComparedDeck { path: String, count: usize } => {
            en: "`{path}` means {count} decks",
            fr: "`{path}` désigne {count} decks",
            help_en: "name one deck and one format",
            help_fr: "nommez un deck et un format",
        }
        DifferentGames { before: String, after: String } => {
            en: "the decks are of different games: {before} and {after}",
            fr: "les decks sont de jeux différents : {before} et {after}",
        }
        /// `diff` of decks with copies in a state, from different data of one game.
        ReadApart => {
            en: "the decks hold copies in a state, and the data of their game is not the same for both",
            fr: "les decks comptent des exemplaires dans un état, et les données de leur jeu diffèrent de l'un à l'autre",
            help_en: "name the same data for both with `--cards`",
            help_fr: "nommez les mêmes données pour les deux avec « --cards »",
        }
        LinksLeft { links: Vec<String>, more: usize } => {
            let list = Quoted(&links);
            when *more > 0 => {
                en: "links are not followed, so this was not read: {list} and {more} more",
                fr: "les liens ne sont pas suivis, ceci n'a donc pas été lu : {list} et {more} de plus",
                help_en: "name what they lead to",
                help_fr: "nommez ce à quoi ils mènent",
            }
            en: "links are not followed, so this was not read: {list}",
            fr: "les liens ne sont pas suivis, ceci n'a donc pas été lu : {list}",
            help_en: "name what they lead to",
            help_fr: "nommez ce à quoi ils mènent",
        }
        /// `fix --write` of standard input.
        NotInPlace => {
            en: "standard input cannot be changed in place",
            fr: "l'entrée standard ne peut pas être modifiée sur place",
        }
        ChangedMeanwhile { path: String } => {
            en: "`{path}` was changed meanwhile, and is left alone",
            fr: "« {path} » a changé entre-temps et n'est pas touché",
            help_en: "run it once more",
            help_fr: "relancez la commande",
        }
        /// `fix --write`: the encoding of the file lacks a character of the repaired deck.
        NotEncoded { path: String, lacks: String } => {
            en: "`{path}` is in Windows-1252, which has no `{lacks}`",
            fr: "« {path} » est en Windows-1252, qui n'a pas de « {lacks} »",
            help_en: "save it as UTF-8, and run it once more",
            help_fr: "enregistrez-le en UTF-8, puis relancez la commande",
        }
        /// `fix --write`: the repaired deck does not fit the format of its file.
        NotHeld { path: String, what: String } => {
            en: "the file format of `{path}` cannot hold the change: {what}",
            fr: "le format de « {path} » ne peut contenir la modification : {what}",
            help_en: "write the repaired deck in another file format: `sleeve convert`",
            help_fr: "écrivez le deck réparé dans un autre format de fichier : `sleeve convert`",
        }
        /// `fix --write`: lines of the file are not lines of cards.
        NotByLine { path: String } => {
            en: "`{path}` is not written in a way that can be changed line by line",
            fr: "« {path} » n'est pas écrit d'une façon modifiable ligne à ligne",
            help_en: "make the changes by hand",
            help_fr: "faites les modifications à la main",
        }
        /// `build --from`.
        UnusableBeginning => {
            en: "the deck to complete cannot be used",
            fr: "le deck à compléter est inutilisable",
        }
        /// `build` into one file, without `--role`.
        OneFileForRoles { file: String } => {
            en: "`{file}` holds one deck, and there is one for each role",
            fr: "« {file} » contient un seul deck, et il y en a un par rôle",
            help_en: "say which with --role",
            help_fr: "dites lequel avec --role",
        }
        /// A line of `--with`.
        NamesNoCard { line: String } => {
            en: "`{line}` names no card",
            fr: "« {line} » ne nomme aucune carte",
        }
        /// A line of `--with`.
        NamesState { line: String } => {
            en: "`{line}` names a copy in a state, which cannot be wished for",
            fr: "« {line} » nomme un exemplaire dans un état, qui ne peut pas être souhaité",
            help_en: "name the card without its state",
            help_fr: "nommez la carte sans son état",
        }
        /// `TZ` names a device, or a file that is no time zone.
        UnreadZone { zone: String } => {
            en: "`TZ` is `{zone}`, which is no time zone: today is the day of Greenwich",
            fr: "`TZ` vaut `{zone}`, qui n'est pas un fuseau horaire : aujourd'hui est le jour de Greenwich",
        }
        LostGroup { path: String } => {
            en: "{path} has lost its group: you may not give it to a file",
            fr: "{path} a perdu son groupe : vous ne pouvez pas le donner à un fichier",
        }
        /// `convert`: the deck is legal, but not as it is read back.
        Spoiled { format: String, rules: Vec<String> } => {
            let rules = Quoted(&rules);
            en: "the deck is legal in {format}, but not as the file holds it: {rules}",
            fr: "le deck est légal en {format}, mais pas tel que le fichier le contient : {rules}",
            help_en: "`--to toml` and `--to text` hold every zone",
            help_fr: "`--to toml` et `--to text` contiennent toutes les zones",
        }
        NoFileFormat { name: String, candidates: Vec<String> } => {
            en: "there is no file format `{name}`",
            fr: "il n'y a pas de format de fichier « {name} »",
            help: NearOrAll(&name, &candidates),
        }

        /// A collection as CSV, without a column of names or ids.
        NoColumn { path: String, columns: Vec<String> } => {
            let columns = Joined(&columns);
            en: "`{path}` has no column of names or ids",
            fr: "« {path} » n'a pas de colonne de noms ou d'identifiants",
            help_en: "its columns are {columns}; call one `name` or `id`",
            help_fr: "ses colonnes sont {columns} ; nommez-en une « nom » ou « id »",
        }
        /// A number of copies in a collection as CSV.
        NoNumber { path: String, line: u64, text: String } => {
            en: "`{path}`, line {line}: `{text}` is no number of copies",
            fr: "« {path} », ligne {line} : « {text} » n'est pas un nombre d'exemplaires",
        }
        /// A row of a collection as CSV.
        NoRow { path: String, line: u64 } => {
            en: "`{path}`, line {line}: the row cannot be read",
            fr: "« {path} », ligne {line} : la ligne est illisible",
        }
        NotOwned { path: String, lines: Vec<String> } => {
            let quoted = Quoted(&lines);
            let names = Joined(&lines);
            en: "note: no card is known by these lines of `{path}`, which count for nothing: {quoted}",
            fr: "note : aucune carte connue sous ces lignes de « {path} », qui ne comptent pas : {names}",
        }
        NoRoomForCollection => {
            en: "`--collection` is told with `-o human` and `-o json` only",
            fr: "« --collection » ne se dit qu'avec « -o human » et « -o json »",
        }

        NoRoomForUntil => {
            en: "`--until` is told with `-o human`, `json`, `csv` and `ndjson` only",
            fr: "« --until » ne se dit qu'avec « -o human », « json », « csv » et « ndjson »",
        }

        /// `stats -o ndjson` without `--wide`.
        NdjsonOfWide => {
            en: "`-o ndjson` has a line for each deck, which is what `--wide` tells",
            fr: "« -o ndjson » a une ligne par deck, ce que donne « --wide »",
            help_en: "add `--wide`, or take `-o json`",
            help_fr: "ajoutez « --wide », ou prenez « -o json »",
        }
        /// `import --new` of cards that are all there.
        NothingNew { known: usize } => {
            en: "nothing new: the game has every card of these files ({known})",
            fr: "rien de neuf : le jeu a chaque carte de ces fichiers ({known})",
        }
        /// Ctrl-C before all decks of an event were read.
        EventStopped => {
            en: "the run was stopped: who brought what is not known",
            fr: "l'exécution a été interrompue : on ne sait pas qui a apporté quoi",
        }
        /// A player of whom an event knows nothing.
        UnknownPlayer { name: String, players: Vec<String> } => {
            en: "the event has no player `{name}`",
            fr: "le tournoi n'a pas de joueur « {name} »",
            help: NearOrAll(&name, &players),
        }
        /// A late change that the decks of these players stand in the way of.
        LockNotChanged { lock: String, players: String } => {
            en: "`{lock}` is left as it is: who changes needs legal decks for all that the event asks for, all others those that they registered; not so: {players}",
            fr: "« {lock} » reste tel quel : à qui change il faut tous les decks du tournoi, aucun illégal, aux autres ceux qu'ils ont enregistrés ; ce n'est pas le cas de : {players}",
        }
        SealOfSeveral => {
            en: "a seal is of one deck",
            fr: "un sceau est celui d'un seul deck",
            help_en: "name one file",
            help_fr: "nommez un fichier",
        }
        NoRandomBytes { error: String } => {
            en: "the system gives no random bytes: {error}",
            fr: "le système ne donne pas d'octets aléatoires : {error}",
        }
        /// `same` is `None` where lines of the deck name no card.
        Sealed { path: String, same: Option<bool> } => {
            when *same == Some(true) => {
                en: "`{path}` is the deck that was sealed",
                fr: "`{path}` est le deck scellé",
            }
            when *same == Some(false) => {
                en: "`{path}` is not the deck that was sealed",
                fr: "`{path}` n'est pas le deck scellé",
            }
            en: "`{path}` cannot be compared with the seal",
            fr: "`{path}` ne peut être comparé au sceau",
        }
        /// Limits of `report`.
        TooManyPictured { count: usize, what: BothLanguages, limit: usize } => {
            en: "{count} {what}: a page shows at most {limit}",
            fr: "{count} {what} : une page en montre au plus {limit}",
            help_en: "write several pages",
            help_fr: "écrivez plusieurs pages",
        }

        NewWithoutFolder => {
            en: "a new game needs a folder",
            fr: "un nouveau jeu a besoin d'un dossier",
            help_en: "sleeve new game my-game",
            help_fr: "sleeve new game my-game",
        }
        NewWithoutGame => {
            en: "a new format needs a game",
            fr: "un nouveau format a besoin d'un jeu",
            help_en: "sleeve new format swccg",
            help_fr: "sleeve new format swccg",
        }
        /// An argument of `new` that its form does not take.
        OneTooMany { argument: String, usage: &'static str } => {
            en: "`{argument}` is one argument too many",
            fr: "« {argument} » est un argument de trop",
            help: usage,
        }
        NoIdOf { name: String } => {
            en: "no id can be made of `{name}`",
            fr: "aucun identifiant ne peut se faire de « {name} »",
            help_en: "give a name with letters or digits",
            help_fr: "donnez un nom avec des lettres ou des chiffres",
        }
        WhichFormat { game: String, formats: Vec<String> } => {
            let formats = Joined(&formats);
            en: "a deck of which format of `{game}`?",
            fr: "un deck de quel format de « {game} » ?",
            help_en: "write one of {formats}",
            help_fr: "écrivez l'un de : {formats}",
        }
        NoRole { role: String, format: String, roles: Vec<String> } => {
            when roles.is_empty() => {
                en: "there is no role `{role}` in {format}",
                fr: "il n'y a pas de rôle « {role} » dans {format}",
                help_en: "every deck of this format is built alike: leave --role out",
                help_fr: "tous les decks de ce format se construisent de même : retirez --role",
            }
            let its = Quoted(&roles);
            en: "there is no role `{role}` in {format}",
            fr: "il n'y a pas de rôle « {role} » dans {format}",
            help_en: "its roles are {its}",
            help_fr: "ses rôles sont {its}",
        }
        WroteGame { folder: String } => {
            en: "wrote {folder}; check it with: sleeve lint {folder}/cards, sleeve check {folder}/decks",
            fr: "écrit : {folder} ; à vérifier avec : sleeve lint {folder}/cards, sleeve check {folder}/decks",
        }

        MissingForm => {
            en: "what is missing is written as TOML or CSV",
            fr: "ce qui manque s'écrit en TOML ou en CSV",
            help_en: "--missing -o toml | --missing -o csv",
            help_fr: "--missing -o toml | --missing -o csv",
        }
        OnlyMissing => {
            en: "TOML is written of what is missing only",
            fr: "seul ce qui manque s'écrit en TOML",
            help_en: "--missing -o toml",
            help_fr: "--missing -o toml",
        }
        WhichGame { options: String } => {
            en: "cards of which game?",
            fr: "les cartes de quel jeu ?",
            help: options,
        }
        SeveralGames { options: String } => {
            en: "several games have such cards",
            fr: "plusieurs jeux ont de telles cartes",
            help: options,
        }
        NothingMissing => {
            en: "nothing is missing: every fact of these cards is attested",
            fr: "rien ne manque : chaque fait de ces cartes est attesté",
        }
        /// `--columns`, `--sort` or `--group` of `cards`.
        NoField { option: &'static str, word: String, candidates: Vec<String> } => {
            en: "{option}: no field is named `{word}`",
            fr: "{option} : aucun champ ne s'appelle `{word}`",
            help: DidYouMean(&candidates[..]),
        }
        /// Lines of a deck of `--in` or `--not-in`.
        LinesWithoutCard { path: String, lines: usize } => {
            en: "{path}: {lines} lines name no card; `sleeve check` lists them",
            fr: "{path} : {lines} lignes ne nomment aucune carte ; `sleeve check` les liste",
        }
        NoCard { word: String, near: Vec<(String, String)> } => {
            when near.is_empty() => {
                en: "there is no card `{word}`",
                fr: "il n'y a pas de carte `{word}`",
                help_en: "`sleeve cards FILTER` searches",
                help_fr: "`sleeve cards FILTRE` cherche",
            }
            en: "there is no card `{word}`",
            fr: "il n'y a pas de carte `{word}`",
            help: DidYouMean(&near[..]),
        }
        SeveralCards { word: String, count: usize } => {
            en: "`{word}` may be any of {count} cards",
            fr: "`{word}` peut désigner {count} cartes",
            help_en: "write the id of the one you mean",
            help_fr: "écrivez l'identifiant de celle que vous voulez",
        }

        NothingAsked => {
            en: "nothing is asked",
            fr: "rien n'est demandé",
            help_en: "write a condition or a measure, such as 'count() >= 1' or 'sum(cost)'",
            help_fr: "écrivez une condition ou une mesure, comme 'count() >= 1' ou 'sum(cost)'",
        }
        NoConditionAsked => {
            en: "no condition is asked",
            fr: "aucune condition n'est demandée",
            help_en: "write one after the deck, such as 'count() >= 1'",
            help_fr: "écrivez-en une après le deck, comme 'count() >= 1'",
        }
        NothingKept => {
            en: "nothing says which hands are exchanged",
            fr: "rien ne dit quelles mains sont échangées",
            help_en: "say which are kept: --keep 'count(…) >= 2'",
            help_fr: "dites lesquelles sont gardées : --keep 'count(…) >= 2'",
        }
        NothingDrawn => {
            en: "a pile alone does not say how many cards are drawn",
            fr: "une pile seule ne dit pas combien de cartes sont piochées",
            help_en: "give --draw 7",
            help_fr: "donnez --draw 7",
        }
        NoDeckNamed => {
            en: "no deck is named",
            fr: "aucun deck n'est nommé",
            help_en: "name a deck file, or give --pile 'lands=24,other=36' --draw 7",
            help_fr: "nommez un fichier, ou donnez --pile 'terrains=24,reste=36' --draw 7",
        }
        NoDeckFile { path: String, candidates: Candidates } => {
            when !candidates.names.is_empty() => {
                en: "there is no deck file `{path}`",
                fr: "il n'y a pas de fichier de deck « {path} »",
                help: candidates,
            }
            en: "there is no deck file `{path}`",
            fr: "il n'y a pas de fichier de deck « {path} »",
            help_en: "name the deck first, then conditions; without a deck give --pile 'lands=24,other=36' --draw 7",
            help_fr: "nommez d'abord le deck, puis les conditions ; sans deck donnez --pile 'terrains=24,reste=36' --draw 7",
        }
        PolicyForMeasure => {
            en: "--policy plays for a condition, and a measure comes first",
            fr: "--policy vise une condition, et c'est une mesure qui vient en premier",
            help_en: "write the condition that you play for first",
            help_fr: "écrivez d'abord la condition visée",
        }
        VaryOfMeasure => {
            en: "--vary and --until ask for conditions, and this is a measure",
            fr: "--vary et --until demandent des conditions, et ceci est une mesure",
            help_en: "compare it: 'sum(cost) <= 4'",
            help_fr: "comparez-la : 'sum(cost) <= 4'",
        }

        NothingToLint => {
            en: "there is nothing to check",
            fr: "il n'y a rien à vérifier",
            help_en: "name a folder or a file of card data",
            help_fr: "nommez un dossier ou un fichier de données",
        }
        NothingToStyle => {
            en: "there is nothing to format",
            fr: "il n'y a rien à mettre en forme",
            help_en: "name files or folders",
            help_fr: "nommez des fichiers ou des dossiers",
        }
        InputAlone => {
            en: "standard input goes alone",
            fr: "l'entrée standard va seule",
            help_en: "sleeve fmt - < FILE",
            help_fr: "sleeve fmt - < FICHIER",
        }
        NotOurs { path: String } => {
            en: "`{path}` is no data, deck, event or sleeve.toml",
            fr: "« {path} » n'est ni données, ni deck, ni tournoi, ni sleeve.toml",
        }
        /// More than `fmt` lays out.
        TooManyParts { path: String } => {
            en: "`{path}` has more than {MAX_STYLED_PARTS} lines, keys and values, and is left alone",
            fr: "« {path} » a plus de {MAX_STYLED_PARTS} lignes, clés et valeurs et n'est pas touché",
            help_en: "part it into several files",
            help_fr: "partagez-le en plusieurs fichiers",
        }
        NotStyled { path: String } => {
            en: "`{path}` would not mean the same, and is left alone",
            fr: "« {path} » ne voudrait plus dire la même chose et n'est pas touché",
        }
        Styled { changed: usize, all: usize } => {
            let s = if *changed > 1 { "s" } else { "" };
            en: "{changed} of {all} files formatted",
            fr: "{changed} fichier{s} mis en forme sur {all}",
        }
        /// `fmt --check`.
        WouldStyle { changed: usize, all: usize } => {
            when *changed == 0 => {
                en: "{all} files are in the style",
                fr: "{all} fichiers sont en forme",
            }
            when *changed == 1 => {
                en: "1 of {all} files would change: `sleeve fmt` changes it",
                fr: "1 fichier sur {all} changerait : `sleeve fmt` le change",
            }
            en: "{changed} of {all} files would change: `sleeve fmt` changes them",
            fr: "{changed} fichiers sur {all} changeraient : `sleeve fmt` les change",
        }
        CannotRead { path: String, why: FileMessage } => {
            let help = HelpOf(&*why);
            let why = ReadReason(&why);
            en: "cannot read `{path}`: {why}",
            fr: "impossible de lire `{path}` : {why}",
            help: help,
        }
        TextsAmongFacts => {
            en: "texts of cards may not stand among the facts",
            fr: "les textes des cartes ne peuvent pas se trouver parmi les faits",
            help_en: "name another folder for --with-text; it is laid over the data with --cards",
            help_fr: "nommez un autre dossier pour --with-text ; il se pose sur les données avec --cards",
        }
        NoImportNeeded { sheet: String } => {
            en: "`{sheet}` is a sheet of cards, which needs no import",
            fr: "« {sheet} » est une feuille de cartes, qui se passe d'importation",
            help_en: "lay it over the game as it is: --cards {sheet}",
            help_fr: "posez-la telle quelle sur le jeu : --cards {sheet}",
        }
        TooMuchToImport { bytes: u64 } => {
            en: "these files have more than {bytes} MiB together",
            fr: "ces fichiers dépassent ensemble {bytes} Mio",
            help_en: "cut down what was downloaded to what the mapping names",
            help_fr: "réduisez ce qui a été téléchargé à ce que nomme la correspondance",
        }
        TooManyToImport { files: usize } => {
            en: "there are more than {files} files to import",
            fr: "il y a plus de {files} fichiers à importer",
        }
        NoMapping { game: String } => {
            en: "{game} comes with no mapping for imports",
            fr: "{game} n'a pas de correspondance pour les importations",
            help_en: "write an `import.toml` beside its game.toml, or name one with --mapping FILE",
            help_fr: "écrivez un `import.toml` à côté de son game.toml, ou nommez-en une avec --mapping FICHIER",
        }
        DeclaredAgain { path: String, game: String, over: String } => {
            en: "`{path}` declares the game `{game}`, which is there already: {over}",
            fr: "`{path}` déclare le jeu « {game} », qui existe déjà : {over}",
            help_en: "if it is a game of its own, give it another `id`; if it is to correct this one, leave `id` and `name` out of its game.toml",
            help_fr: "si c'est un autre jeu, donnez-lui un autre `id` ; s'il doit corriger celui-ci, retirez `id` et `name` de son game.toml",
        }
        ReadAs1252 { path: String, how: FileMessage } => {
            let how = TitleOf(&*how);
            en: "`{path}` is {how}",
            fr: "`{path}` est {how}",
        }

        /// Ctrl-C: the file would lack results.
        NotWritten { path: String } => {
            en: "`{path}` is not written: the run was stopped",
            fr: "`{path}` n'est pas écrit : l'exécution a été interrompue",
        }
        NothingToWrite { path: String } => {
            en: "`{path}` is not written: no deck was found",
            fr: "`{path}` n'est pas écrit : aucun deck n'a été trouvé",
        }
        /// `--like`: what is played together in so few decks is a guess.
        LikeDecks { decks: usize, unread: usize } => {
            when *unread > 0 => {
                en: "what is played together is a guess from {decks} decks; {unread} could not be read",
                fr: "ce qui se joue ensemble est deviné d'après {decks} decks ; {unread} n'ont pas pu être lus",
            }
            when *decks == 1 => {
                en: "what is played together is a guess from 1 deck",
                fr: "ce qui se joue ensemble est deviné d'après 1 deck",
            }
            en: "what is played together is a guess from {decks} decks",
            fr: "ce qui se joue ensemble est deviné d'après {decks} decks",
        }
        /// `cards --with`.
        NothingSuggested => {
            en: "no known deck plays such a card with these",
            fr: "aucun deck connu ne joue une telle carte avec celles-ci",
        }
        /// `cards --with` without decks to know.
        NoKnownDecks { game: String } => {
            en: "no decks of {game} are known that could say what is played together",
            fr: "aucun deck de {game} n'est connu qui dirait ce qui se joue ensemble",
            help_en: "name some with --like: files, or folders of them",
            help_fr: "désignez-en avec --like : des fichiers ou des dossiers",
        }
        /// `cards --with` a deck without a format.
        SuggestedWithoutFormat { path: String } => {
            en: "{path} names no format: what its zones take is not asked",
            fr: "{path} ne nomme aucun format : ce qu'acceptent ses zones n'est pas regardé",
        }
        /// Without --like.
        ShippedDecks { decks: usize } => {
            when *decks == 1 => {
                en: "what is played together is a guess from 1 shipped deck; --like names others",
                fr: "ce qui se joue ensemble est deviné d'après 1 deck fourni ; --like en désigne d'autres",
            }
            en: "what is played together is a guess from {decks} shipped decks; --like names others",
            fr: "ce qui se joue ensemble est deviné d'après {decks} decks fournis ; --like en désigne d'autres",
        }
        /// `convert` of a deck with lines that name no card.
        WrittenInPart { lines: usize } => {
            when *lines == 1 => {
                en: "what was written lacks 1 line of the deck, which names no card",
                fr: "il manque à ce qui est écrit 1 ligne du deck, qui ne nomme aucune carte",
            }
            en: "what was written lacks {lines} lines of the deck, which name no card",
            fr: "il manque à ce qui est écrit {lines} lignes du deck, qui ne nomment aucune carte",
        }
        /// An obsolete file of an earlier import.
        NotRemoved { path: String, why: String } => {
            let why = ForeignSentence(&why);
            en: "the import is written, but `{path}`, which holds none of its cards any more, stays: {why}",
            fr: "l'import est écrit, mais `{path}`, qui ne contient plus aucune de ses cartes, reste : {why}",
            help_en: "remove it by hand",
            help_fr: "retirez-le à la main",
        }
        /// `fix --write`: lines that name no card make the repair uncertain.
        NotChanged { path: String } => {
            en: "`{path}` is not changed: it has lines that name no card",
            fr: "`{path}` n'est pas modifié : des lignes n'y nomment aucune carte",
            help_en: "correct these lines, or remove them",
            help_fr: "corrigez ces lignes, ou retirez-les",
        }
        CannotWrite { path: String, why: Unwritten } => {
            when *why == Unwritten::Exists => {
                en: "cannot write `{path}`: {why}",
                fr: "impossible d'écrire `{path}` : {why}",
                help_en: "name a file that does not exist yet",
                help_fr: "nommez un fichier qui n'existe pas encore",
            }
            en: "cannot write `{path}`: {why}",
            fr: "impossible d'écrire `{path}` : {why}",
            help_en: "it has to be a regular file in a folder that exists and that you may write to",
            help_fr: "il faut un fichier ordinaire, dans un dossier qui existe et où vous pouvez écrire",
        }
        ReadOnly { path: String } => {
            en: "`{path}` is read-only and stays as it is",
            fr: "`{path}` est en lecture seule et reste tel quel",
            help_en: "make it writable, or let the result go to another file",
            help_fr: "rendez-le modifiable, ou dirigez le résultat vers un autre fichier",
        }
        /// Ctrl-C before all decks were read.
        Stopped { done: usize, files: usize } => {
            let were = if *done == 1 { "was" } else { "were" };
            when *done < 2 => {
                en: "stopped: {done} of {files} files {were} read, and no other is told of",
                fr: "interrompu : {done} fichier sur {files} a été lu, il n'est question d'aucun autre",
            }
            en: "stopped: {done} of {files} files {were} read, and no other is told of",
            fr: "interrompu : {done} fichiers sur {files} ont été lus, il n'est question d'aucun autre",
        }
    }
}

/// Why a file cannot be written.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Unwritten {
    System(String),
    Exists,
    /// A link, a folder, a pipe or a device.
    NotRegular,
    /// A file with other names or another owner.
    Shared,
}

impl Words for Unwritten {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = match self {
            Unwritten::System(why) => return ForeignSentence(why).write(lang, f),
            Unwritten::Exists => BothLanguages("it stands there already", "il existe déjà"),
            Unwritten::NotRegular => BothLanguages(
                "what stands there is no regular file",
                "ce qui s'y trouve n'est pas un fichier ordinaire",
            ),
            Unwritten::Shared => BothLanguages(
                "it has other names (hard links) or another owner, which a new file would lose",
                "il a d'autres noms (liens physiques) ou un autre propriétaire, qu'un nouveau fichier perdrait",
            ),
        };
        both.write(lang, f)
    }
}

/// Why a file cannot be read, behind words that say that it cannot.
struct ReadReason<'m>(&'m FileMessage);

impl Words for ReadReason<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            FileMessage::Unreadable { reason } => ForeignSentence(reason).write(lang, f),
            other => TitleOf(other).write(lang, f),
        }
    }
}
