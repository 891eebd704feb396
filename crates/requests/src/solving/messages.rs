//! Messages about repairs and new decks, in every language.

use sleeve_data::{messages, problem::DidYouMean};

messages! {
    /// Errors and notes about repairs and new decks.
    pub enum SolveMessage {
        /// `fix --write` of standard input.
        NotInPlace => "standard input cannot be changed in place",
        ChangedMeanwhile { path: String } => {
            title: "`{path}` has changed in the meantime, so sleeve left it alone",
            help: "run the command again",
        }
        /// `fix --write`: the encoding of the file does not have a character of the repaired deck.
        NotEncoded { path: String, lacks: String } => {
            title: "`{path}` is in Windows-1252, which has no `{lacks}`",
            help: "save it as UTF-8 and try again",
        }
        /// `fix --write`: the repaired deck does not fit the format of its file.
        NotHeld { path: String, what: String } => {
            title: "the file format of `{path}` cannot store the change: {what}",
            help: "use another file format: `sleeve convert`",
        }
        /// `fix --write`: lines of the file are not lines of cards.
        NotByLine { path: String } => {
            title: "`{path}` cannot be changed line by line",
            help: "make the changes by hand",
        }
        /// `fix --write`: the file holds other decks too.
        OneOfSeveral { path: String } => {
            title: "`{path}` shares its file with other decks, so `--write` does not change it",
            help: "give each deck a file of its own",
        }
        /// `fix --write`: lines that name no card make the repair uncertain.
        NotChanged { path: String } => {
            title: "`{path}` is not changed: it has lines that name no card",
            help: "correct these lines, or remove them",
        }
        /// `build --from`.
        UnusableBeginning => "the deck to complete cannot be used",
        /// `build --decks`.
        TooManyDecks { decks: usize, limit: usize } => "{decks} decks are too many to build at once; the limit is {limit}",
        UnusableDeck { path: String } => "the deck `{path}` cannot be used, or is of another game",
        /// A line of `--with`.
        NamesNoCard { line: String } => "`{line}` does not name a card",
        /// A line of `--with`.
        NamesState { line: String } => {
            title: "`{line}` is a copy in a state, which `--with` does not accept",
            help: "name the card without its state",
        }
        /// `near` are cards with similar names, each with an empty text.
        MatchesNothing { option: &'static str, filter: String, near: Vec<(String, String)> } => {
            title: "no card of the game matches `{option} {filter}`",
            help: DidYouMean(&near[..]),
        }
        /// `--like`: few decks only allow a guess.
        LikeDecks { decks: usize, unread: usize } => {
            when *unread > 0 => "combinations are guessed from {decks} decks; {unread} could not be read",
            when *decks == 1 => "combinations are guessed from 1 deck",
            title: "combinations are guessed from {decks} decks",
        }
        /// Without --like.
        ShippedDecks { decks: usize } => {
            when *decks == 1 => "combinations are guessed from 1 built-in deck; --like names others",
            title: "combinations are guessed from {decks} built-in decks; --like names others",
        }
        /// `build` into one file, without `--role`.
        OneFileForRoles { file: String } => {
            title: "`{file}` can hold only one deck, not one for each role",
            help: "choose a role with --role",
        }
        NothingToWrite { path: String } => "`{path}` is not written: no deck was found",
        /// Ctrl-C: results would be missing in the file.
        NotWritten { path: String } => "`{path}` is not written: the run was stopped",
    }
}
