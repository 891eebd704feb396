//! Messages about checks of decks and events, in every language.

use sleeve_data::{messages, problem::NearOrAll};

messages! {
    /// Errors and notes about checks of decks and events.
    pub enum VerdictMessage {
        NoRoomForCollection => "`--collection` needs `-o human` or `-o json`",
        NoRoomForShrink => "`--shrink` needs `-o human` or `-o json`",
        NoFinding { rule: String, known: Vec<String> } => {
            title: "the deck has no finding `{rule}`",
            help: NearOrAll(&rule, &known),
        }
        NotShrunk { rule: String } => "no smaller deck with the finding `{rule}` was found: the deck is too large, or the finding does not depend on its cards",
        NoRoomForUntil => "`--until` needs `-o human`, `json`, `csv` or `ndjson`",
        /// `same` is `None` if lines of the deck name no card.
        Sealed { path: String, same: Option<bool> } => {
            when *same == Some(true) => "`{path}` is the deck that was sealed",
            when *same == Some(false) => "`{path}` is not the deck that was sealed",
            title: "`{path}` cannot be compared with the seal",
        }
        /// Ctrl-C before all decks of an event were read.
        EventStopped => "stopped before all decks of the event were read",
        NoDeckYet { folder: String } => "no deck in `{folder}` yet",
        UnknownPlayer { name: String, players: Vec<String> } => {
            title: "the event has no player `{name}`",
            help: NearOrAll(&name, &players),
        }
        LockNotChanged { lock: String, players: String } => "`{lock}` was not changed: new decks have to be legal and complete, all others as registered; not so for {players}",
        LockOfOtherData { lock: String, locked: String, digest: String } => "`{lock}` was written with data of digest {locked}; this data has digest {digest}, so verdicts may differ",
        NoRounds => {
            title: "the event has no rounds",
            help: "write `rounds = [\"round-1\"]` in it, with a folder for each round",
        }
        NoRound { round: usize, rounds: usize } => "there is no round {round}: the event has {rounds}",
        NothingLocked { lock: String } => {
            title: "no deck is locked: there is no `{lock}`",
            help: "lock the registered decks with `--lock` first",
        }
        /// A deck is missing or wrong.
        NotLocked { lock: String } => "`{lock}` is not written: some deck is missing, illegal or different from its seal",
        LockedAlready { lock: String } => "`{lock}` already has these decks",
        LockedOtherwise { lock: String } => {
            title: "`{lock}` has other decks and was not changed",
            help: "change the deck of one player with `--lock --change PLAYER`, or delete the lock to lock all decks again",
        }
    }
}

impl From<VerdictMessage> for crate::Refusal {
    fn from(message: VerdictMessage) -> crate::Refusal {
        crate::Refusal::of_message(message)
    }
}
