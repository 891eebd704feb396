//! Messages of the command line itself, in every language. Each crate words its own problems.

use sleeve_check::CheckedDeck;
use sleeve_data::files::{FileMessage, ForeignSentence};
use sleeve_data::messages;
use sleeve_data::model::Lang;
use sleeve_data::problem::{
    Candidates, DidYouMean, HelpOf, Joined, NearOrAll, Phrase, Quoted, TitleOf, Words,
};
use sleeve_fmt::MAX_STYLED_PARTS;
use std::fmt;
use std::path::Path;

messages! {
    /// What the command line refuses, or says beside results.
    #[derive(Clone, PartialEq, Debug)]
    pub(super) enum CliMessage {
        NoTopic { topic: String, candidates: Vec<String> } => {
            title: "there is no help on `{topic}`",
            help: NearOrAll(&topic, &candidates),
        }

        /// `first` and `last` are of several decks of one file, else empty.
        NotOneDeck { path: String, count: usize, first: String, last: String } => {
            when !first.is_empty() => {
                title: "`{path}` holds {count} decks, and one is wanted",
                help: "name one of them: `{first}` to `{last}`",
            }
            title: "`{path}` holds {count} decks, and one is wanted",
            help: "name one file",
        }
        /// `diff` of a path that means several decks, or of a deck in several formats.
        NotOneComparedDeck { path: String, count: usize } => {
            title: "`{path}` means {count} decks",
            help: "name one deck and one format",
        }
        DifferentGames { before: String, after: String } => "the decks are of different games: {before} and {after}",
        /// `diff` of decks with copies in a state, from different data of one game.
        ReadApart => {
            title: "the decks hold copies in a state, and the data of their game is not the same for both",
            help: "name the same data for both with `--cards`",
        }
        LinksLeft { links: Vec<String>, more: usize } => {
            let list = Quoted(&links);
            when *more > 0 => {
                title: "links are not followed, so this was not read: {list} and {more} more",
                help: "name what they lead to",
            }
            title: "links are not followed, so this was not read: {list}",
            help: "name what they lead to",
        }
        /// `fix --write` of standard input.
        NotInPlace => "standard input cannot be changed in place",
        ChangedMeanwhile { path: String } => {
            title: "`{path}` was changed meanwhile, and is left alone",
            help: "run it once more",
        }
        /// `fix --write`: the encoding of the file lacks a character of the repaired deck.
        NotEncoded { path: String, lacks: String } => {
            title: "`{path}` is in Windows-1252, which has no `{lacks}`",
            help: "save it as UTF-8, and run it once more",
        }
        /// `fix --write`: the repaired deck does not fit the format of its file.
        NotHeld { path: String, what: String } => {
            title: "the file format of `{path}` cannot hold the change: {what}",
            help: "write the repaired deck in another file format: `sleeve convert`",
        }
        /// `fix --write`: lines of the file are not lines of cards.
        NotByLine { path: String } => {
            title: "`{path}` is not written in a way that can be changed line by line",
            help: "make the changes by hand",
        }
        /// `fix --write`: the file holds other decks too.
        OneOfSeveral { path: String } => {
            title: "`{path}` is one of several decks in its file, which are not changed in place",
            help: "give each deck a file of its own",
        }
        /// `build --from`.
        UnusableBeginning => "the deck to complete cannot be used",
        /// `build` into one file, without `--role`.
        OneFileForRoles { file: String } => {
            title: "`{file}` holds one deck, and there is one for each role",
            help: "say which with --role",
        }
        /// A line of `--with`.
        NamesNoCard { line: String } => "`{line}` names no card",
        /// A line of `--with`.
        NamesState { line: String } => {
            title: "`{line}` names a copy in a state, which cannot be wished for",
            help: "name the card without its state",
        }
        /// `TZ` names a device, or a file that is no time zone.
        UnreadZone { zone: String } => "`TZ` is `{zone}`, which is no time zone: today is the day of Greenwich",
        LostGroup { path: String } => "{path} has lost its group: you may not give it to a file",
        /// `convert`: the deck is legal, but not as it is read back.
        Spoiled { format: String, rules: Vec<String> } => {
            let rules = Quoted(&rules);
            title: "the deck is legal in {format}, but not as the file holds it: {rules}",
            help: "`--to toml` and `--to text` hold every zone",
        }
        NoFileFormat { name: String, candidates: Vec<String> } => {
            title: "there is no file format `{name}`",
            help: NearOrAll(&name, &candidates),
        }

        NoColumn { path: String, columns: Vec<String> } => {
            let columns = Joined(&columns);
            title: "`{path}` has no column of names or ids",
            help: "its columns are {columns}; call one `name` or `id`",
        }
        NoNumber { path: String, line: u64, text: String } => "`{path}`, line {line}: `{text}` is no number of copies",
        NoRow { path: String, line: u64 } => "`{path}`, line {line}: the row cannot be read",
        NotOwned { path: String, lines: Vec<String> } => {
            let quoted = Quoted(&lines);
            let names = Joined(&lines);
            title: ("note: no card is known by these lines of `{path}`, which count for nothing: {quoted}", names),
        }
        NoRoomForCollection => "`--collection` is told with `-o human` and `-o json` only",

        NoRoomForUntil => "`--until` is told with `-o human`, `json`, `csv` and `ndjson` only",

        /// `stats -o ndjson` without `--wide`.
        NdjsonOfWide => {
            title: "`-o ndjson` has a line for each deck, which is what `--wide` tells",
            help: "add `--wide`, or take `-o json`",
        }
        /// `import --new` of cards that are all there.
        NothingNew { known: usize } => "nothing new: the game has every card of these files ({known})",
        /// Ctrl-C before all decks of an event were read.
        EventStopped => "the run was stopped: who brought what is not known",
        NoDeckYet { folder: String } => "no deck in `{folder}` yet",
        UnknownPlayer { name: String, players: Vec<String> } => {
            title: "the event has no player `{name}`",
            help: NearOrAll(&name, &players),
        }
        LockNotChanged { lock: String, players: String } => "`{lock}` is left as it is: who changes needs legal decks for all that the event asks for, all others those that they registered; not so: {players}",
        LockOfOtherData { lock: String, locked: String, digest: String } => "`{lock}` was written where data of the digest {locked} judged; here it is {digest}: verdicts may differ",
        NoRandomBytes { error: String } => "the system gives no random bytes: {error}",
        /// `same` is `None` where lines of the deck name no card.
        Sealed { path: String, same: Option<bool> } => {
            when *same == Some(true) => "`{path}` is the deck that was sealed",
            when *same == Some(false) => "`{path}` is not the deck that was sealed",
            title: "`{path}` cannot be compared with the seal",
        }
        /// Limits of `report`.
        TooManyPictured { count: usize, what: Phrase, limit: usize } => {
            title: "{count} {what}: a page shows at most {limit}",
            help: "write several pages",
        }

        NewWithoutFolder => {
            title: "a new game needs a folder",
            help: "sleeve new game my-game",
        }
        NewWithoutGame => {
            title: "a new format needs a game",
            help: "sleeve new format swccg",
        }
        /// An argument of `new` that its form does not take.
        OneTooMany { argument: String, usage: &'static str } => {
            title: "`{argument}` is one argument too many",
            help: usage,
        }
        NoIdOf { name: String } => {
            title: "no id can be made of `{name}`",
            help: "give a name with letters or digits",
        }
        WhichFormat { game: String, formats: Vec<String> } => {
            let formats = Joined(&formats);
            title: "a deck of which format of `{game}`?",
            help: "write one of {formats}",
        }
        NoRole { role: String, format: String, roles: Vec<String> } => {
            when roles.is_empty() => {
                title: "there is no role `{role}` in {format}",
                help: "every deck of this format is built alike: leave --role out",
            }
            let its = Quoted(&roles);
            title: "there is no role `{role}` in {format}",
            help: "its roles are {its}",
        }
        WroteGame { folder: String } => "wrote {folder}; check it with: sleeve lint {folder}/cards, sleeve check {folder}/decks",

        /// Two games of one id in the folder of games.
        Superseded { path: String, newer: String, game: String, is_older: bool } => {
            when *is_older => {
                title: "`{path}` is not used: the data of {game} in `{newer}` is newer",
                help: "take it out of the folder of games, or give its data a later day: `data` in game.toml",
            }
            title: "`{path}` is not used: `{newer}` has data of {game} too, which is as new",
            help: "take it out of the folder of games, or give its data a later day: `data` in game.toml",
        }

        /// `unpack` into a folder that holds something.
        NotEmpty { folder: String } => {
            title: "`{folder}` is not empty",
            help: "name a new folder; `--force` replaces the files that the pack has too, and leaves others, which would be read with them",
        }

        MissingForm => {
            title: "what is missing is written as TOML or CSV",
            help: "--missing -o toml | --missing -o csv",
        }
        OnlyMissing => {
            title: "TOML is written of what is missing only",
            help: "--missing -o toml",
        }
        WhichGame { options: String } => {
            title: "cards of which game?",
            help: options,
        }
        SeveralGames { options: String } => {
            title: "several games have such cards",
            help: options,
        }
        NothingMissing => "nothing is missing: every fact of these cards is attested",
        /// `--columns`, `--sort` or `--group` of `cards`.
        NoField { option: &'static str, word: String, candidates: Vec<String> } => {
            title: "{option}: no field is named `{word}`",
            help: DidYouMean(&candidates[..]),
        }
        /// Lines of a deck of `--in` or `--not-in`.
        LinesWithoutCard { path: String, lines: usize } => "{path}: {lines} lines name no card; `sleeve check` lists them",
        NoCard { word: String, near: Vec<(String, String)> } => {
            when near.is_empty() => {
                title: "there is no card `{word}`",
                help: "`sleeve cards FILTER` searches",
            }
            title: "there is no card `{word}`",
            help: DidYouMean(&near[..]),
        }
        LocksNothing { filter: String } => {
            title: "no card of the game matches `--lock {filter}`",
            help: "`sleeve cards FILTER` searches",
        }
        TakenFor { word: String, cards: Vec<String> } => {
            let cards = Quoted(&cards);
            title: "no card has the name `{word}`; this is {cards}",
        }
        SeveralCards { word: String, count: usize } => {
            title: "`{word}` may be any of {count} cards",
            help: "write the id of the one you mean",
        }

        NothingAsked => {
            title: "nothing is asked",
            help: "write a condition or a measure, such as 'count() >= 1' or 'sum(cost)'",
        }
        NoConditionAsked => {
            title: "no condition is asked",
            help: "write one after the deck, such as 'count() >= 1'",
        }
        NothingKept => {
            title: "no hand is exchanged, because nothing says which ones are kept",
            help: "say it: --keep 'count(…) >= 2'",
        }
        NothingDrawn => {
            title: "a pile alone does not say how many cards are drawn",
            help: "give --draw 7",
        }
        NoDeckNamed => {
            title: "no deck is named",
            help: "name a deck file, or give --pile 'lands=24,other=36' --draw 7",
        }
        NoDeckFile { path: String, candidates: Candidates } => {
            when !candidates.names.is_empty() => {
                title: "there is no deck file `{path}`",
                help: candidates,
            }
            title: "there is no deck file `{path}`",
            help: "name the deck first, then conditions; without a deck give --pile 'lands=24,other=36' --draw 7",
        }
        PolicyForMeasure => {
            title: "--policy plays for a condition, and a measure comes first",
            help: "write the condition that you play for first",
        }
        VaryOfMeasure => {
            title: "--vary and --until ask for conditions, and this is a measure",
            help: "compare it: 'sum(cost) <= 4'",
        }

        NothingToLint => {
            title: "there is nothing to check",
            help: "name a folder or a file of card data",
        }
        NothingToStyle => {
            title: "there is nothing to format",
            help: "name files or folders",
        }
        InputAlone => {
            title: "standard input goes alone",
            help: "sleeve fmt - < FILE",
        }
        NotOurs { path: String } => "`{path}` is no data, deck, event or sleeve.toml",
        /// More than `fmt` lays out.
        TooManyParts { path: String } => {
            title: "`{path}` has more than {MAX_STYLED_PARTS} lines, keys and values, and is left alone",
            help: "part it into several files",
        }
        NotStyled { path: String } => "`{path}` would not mean the same, and is left alone",
        Styled { changed: usize, all: usize } => {
            when *all == 1 => "{changed} of 1 file formatted",
            title: (*changed, "{changed} of {all} files formatted"),
        }
        /// `fmt --check`.
        WouldStyle { changed: usize, all: usize } => {
            when *changed == 0 && *all == 1 => "1 file is in the style",
            when *changed == 0 => "{all} files are in the style",
            when *all == 1 => "1 of 1 file would change: `sleeve fmt` changes it",
            when *changed == 1 => "1 of {all} files would change: `sleeve fmt` changes it",
            title: "{changed} of {all} files would change: `sleeve fmt` changes them",
        }
        CannotRead { path: String, why: FileMessage } => {
            let help = HelpOf(&*why);
            let why = ReadReason(&why);
            title: "cannot read `{path}`: {why}",
            help: help,
        }
        TextsAmongFacts => {
            title: "texts of cards may not stand among the facts",
            help: "name another folder for --with-text; it is laid over the data with --cards",
        }
        NoImportNeeded { sheet: String } => {
            title: "`{sheet}` is a sheet of cards, which needs no import",
            help: "lay it over the game as it is: --cards {sheet}",
        }
        TooMuchToImport { bytes: u64 } => {
            title: "these files have more than {bytes} MiB together",
            help: "cut down what was downloaded to what the mapping names",
        }
        TooManyToImport { files: usize } => "there are more than {files} files to import",
        NoMapping { game: String } => {
            title: "{game} comes with no mapping for imports",
            help: "write an `import.toml` beside its game.toml, or name one with --mapping FILE",
        }
        DeclaredAgain { path: String, game: String, over: String } => {
            title: "`{path}` declares the game `{game}`, which is there already: {over}",
            help: "if it is a game of its own, give it another `id`; if it is to correct this one, leave `id` and `name` out of its game.toml",
        }
        ReadAs1252 { path: String, how: FileMessage } => {
            let how = TitleOf(&*how);
            title: "`{path}` is {how}",
        }

        /// Ctrl-C: the file would lack results.
        NotWritten { path: String } => "`{path}` is not written: the run was stopped",
        NothingToWrite { path: String } => "`{path}` is not written: no deck was found",
        /// `--like`: what is played together in so few decks is a guess.
        LikeDecks { decks: usize, unread: usize } => {
            when *unread > 0 => "what is played together is a guess from {decks} decks; {unread} could not be read",
            when *decks == 1 => "what is played together is a guess from 1 deck",
            title: "what is played together is a guess from {decks} decks",
        }
        /// `cards --with`.
        NothingSuggested => "no known deck plays such a card with these",
        /// `cards --with` without decks to know.
        NoKnownDecks { game: String } => {
            title: "no decks of {game} are known that could say what is played together",
            help: "name some with --like: files, or folders of them",
        }
        /// `cards --with` a deck without a format.
        SuggestedWithoutFormat { path: String } => "{path} names no format: what its zones take is not asked",
        /// Without --like.
        ShippedDecks { decks: usize } => {
            when *decks == 1 => "what is played together is a guess from 1 shipped deck; --like names others",
            title: "what is played together is a guess from {decks} shipped decks; --like names others",
        }
        /// `convert` of a deck with lines that name no card.
        WrittenInPart { lines: usize } => {
            when *lines == 1 => "what was written lacks 1 line of the deck, which names no card",
            title: "what was written lacks {lines} lines of the deck, which name no card",
        }
        NotRemoved { path: String, why: String } => {
            let why = ForeignSentence(&why);
            title: "the import is written, but `{path}`, which holds none of its cards any more, stays: {why}",
            help: "remove it by hand",
        }
        /// `fix --write`: lines that name no card make the repair uncertain.
        NotChanged { path: String } => {
            title: "`{path}` is not changed: it has lines that name no card",
            help: "correct these lines, or remove them",
        }
        CannotWrite { path: String, why: Unwritten } => {
            when *why == Unwritten::Exists => {
                title: "cannot write `{path}`: {why}",
                help: "name a file that does not exist yet",
            }
            title: "cannot write `{path}`: {why}",
            help: "it has to be a regular file in a folder that exists and that you may write to",
        }
        ReadOnly { path: String } => {
            title: "`{path}` is read-only and stays as it is",
            help: "make it writable, or let the result go to another file",
        }
        /// Ctrl-C before all decks were read.
        Stopped { done: usize, files: usize } => {
            title: (*done, "stopped: {done} of {files} files was read, and no other is told of", "stopped: {done} of {files} files were read, and no other is told of"),
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
            Unwritten::Exists => word!("it stands there already"),
            Unwritten::NotRegular => word!("what stands there is no regular file"),
            Unwritten::Shared => word!(
                "it has other names (hard links) or another owner, which a new file would lose"
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

impl CliMessage {
    /// The refusal of a path that means none or several decks.
    pub(super) fn not_one_deck(path: &Path, decks: &[CheckedDeck]) -> CliMessage {
        let ends = decks.first().zip(decks.last());
        let of_one_file = ends.filter(|(first, last)| {
            first.part < last.part && first.file_path() == last.file_path()
        });
        let (first, last) = of_one_file
            .map(|(first, last)| (first.path.clone(), last.path.clone()))
            .unwrap_or_default();
        let (path, count) = (path.display().to_string(), decks.len());
        CliMessage::NotOneDeck { path, count, first, last }
    }
}
