//! Messages of the command line itself, in every language. Each crate words its own problems.

use sleeve_data::{
    files::{FileMessage, ForeignSentence},
    messages,
    model::Lang,
    problem::{HelpOf, NearOrAll, Quoted, TitleOf, Words},
};
use sleeve_fmt::MAX_STYLED_PARTS;
use std::fmt;

messages! {
    /// Errors, warnings and notes of the command line.
    pub(super) enum CliMessage {
        NoTopic { topic: String, candidates: Vec<String> } => {
            title: "there is no help for `{topic}`",
            help: NearOrAll(&topic, &candidates),
        }

        LinksLeft { links: Vec<String>, more: usize } => {
            let list = Quoted(&links);
            when *more > 0 => {
                title: "sleeve does not follow links, so it did not read {list} and {more} more",
                help: "name the files that they lead to",
            }
            title: "sleeve does not follow links, so it did not read {list}",
            help: "name the files that they lead to",
        }
        /// `TZ` names a device, or a file that is no time zone.
        UnreadZone { zone: String } => "`TZ` is `{zone}`, which is not a time zone; sleeve uses the date in UTC",
        LostGroup { path: String } => "{path} lost its group, because you may not assign it",

        /// `stats -o ndjson` without `--wide`.
        NdjsonOfWide => {
            title: "`-o ndjson` prints a line per deck, which needs `--wide`",
            help: "add `--wide`, or use `-o json`",
        }
        /// `import --new` of cards that are all there.
        NothingNew { known: usize } => "nothing new: the game has every card of these files ({known})",
        NoRandomBytes { error: String } => "the system gives no random bytes: {error}",

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
            title: "`{name}` cannot be turned into an id",
            help: "use a name with letters or digits",
        }
        WroteGame { folder: String } => "wrote {folder}; check it with: sleeve lint {folder}/cards, sleeve check {folder}/decks",

        /// Two games of one id in the folder of games.
        Superseded { path: String, newer: String, game: String, is_older: bool } => {
            when *is_older => {
                title: "`{path}` is ignored: the data of {game} in `{newer}` is newer",
                help: "remove it from the folder of games, or set a later day: `data` in game.toml",
            }
            title: "`{path}` is ignored: `{newer}` has data of {game} that is just as new",
            help: "remove it from the folder of games, or set a later day: `data` in game.toml",
        }

        /// `unpack` into a folder that holds something.
        NotEmpty { folder: String } => {
            title: "`{folder}` is not empty",
            help: "name a new folder, or use `--force`: it replaces files of the pack and keeps others, which are then read too",
        }

        MissingForm => {
            title: "`--missing` writes TOML or CSV",
            help: "--missing -o toml | --missing -o csv",
        }
        OnlyMissing => {
            title: "`-o toml` needs `--missing`",
            help: "--missing -o toml",
        }

        NothingToStyle => {
            title: "there is nothing to format",
            help: "name files or folders",
        }
        InputAlone => {
            title: "standard input cannot be combined with files",
            help: "sleeve fmt - < FILE",
        }
        NotOurs { path: String } => "`{path}` is not card data, a deck, an event or a sleeve.toml",
        /// More than `fmt` lays out.
        TooManyParts { path: String } => {
            title: "`{path}` has more than {MAX_STYLED_PARTS} lines, keys and values, so sleeve left it alone",
            help: "split it into several files",
        }
        NotStyled { path: String } => "formatting would change the meaning of `{path}`, so sleeve left it alone",
        Styled { changed: usize, all: usize } => {
            when *all == 1 => "{changed} of 1 file formatted",
            title: (*changed, "{changed} of {all} files formatted"),
        }
        /// `fmt --check`.
        WouldStyle { changed: usize, all: usize } => {
            when *changed == 0 && *all == 1 => "1 file is already formatted",
            when *changed == 0 => "{all} files are already formatted",
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
            title: "card texts cannot go into the folder of the facts",
            help: "name another folder for --with-text, and add it with --cards",
        }
        NoImportNeeded { sheet: String } => {
            title: "`{sheet}` is a card sheet and needs no import",
            help: "add it as it is: --cards {sheet}",
        }
        TooMuchToImport { bytes: u64 } => {
            title: "these files are larger than {bytes} MiB together",
            help: "keep only the parts that the mapping uses",
        }
        TooManyToImport { files: usize } => "there are more than {files} files to import",
        NoMapping { game: String } => {
            title: "{game} has no mapping for imports",
            help: "write an `import.toml` next to its game.toml, or name one with --mapping FILE",
        }
        DeclaredAgain { path: String, game: String, over: String } => {
            title: "`{path}` declares the game `{game}`, which already exists: {over}",
            help: "for a game of its own, choose another `id`; to correct this one, leave `id` and `name` out of its game.toml",
        }
        ReadAs1252 { path: String, how: FileMessage } => {
            let how = TitleOf(&*how);
            title: "`{path}` is {how}",
        }

        NotRemoved { path: String, why: String } => {
            let why = ForeignSentence(&why);
            title: "the import is written, but `{path}`, which has none of its cards any more, could not be removed: {why}",
            help: "remove it by hand",
        }
        CannotWrite { path: String, why: Unwritten } => {
            when *why == Unwritten::Exists => {
                title: "cannot write `{path}`: {why}",
                help: "name a file that does not exist yet",
            }
            title: "cannot write `{path}`: {why}",
            help: "name a regular file in an existing folder that you may write to",
        }
        ReadOnly { path: String } => {
            title: "`{path}` is read-only, so sleeve left it alone",
            help: "make it writable, or write to another file",
        }
        /// Ctrl-C before all decks were read.
        Stopped { done: usize, files: usize } => {
            title: (*done, "stopped: only {done} of {files} files was read", "stopped: only {done} of {files} files were read"),
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
            Unwritten::Exists => word!("it already exists"),
            Unwritten::NotRegular => word!("it is not a regular file"),
            Unwritten::Shared => word!(
                "it has other names (hard links) or another owner, which a new file would lose"
            ),
        };
        both.write(lang, f)
    }
}

/// Why a file cannot be read, for use after "cannot read".
struct ReadReason<'m>(&'m FileMessage);

impl Words for ReadReason<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            FileMessage::Unreadable { reason } => ForeignSentence(reason).write(lang, f),
            other => TitleOf(other).write(lang, f),
        }
    }
}
