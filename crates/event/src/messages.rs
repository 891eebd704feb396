//! What can be wrong with the file of an event or its lock, in every language.

use sleeve_data::files::FileMessage;
use sleeve_data::problem::{NearOrAll, Quoted};
use sleeve_data::{messages, of_files};
use sleeve_library::project::TargetMessage;

messages! {
    /// What is wrong with the file of an event, or its lock.
    #[derive(Clone, PartialEq, Debug)]
    pub enum EventMessage {
        File(message: FileMessage) => {
            as: *message,
        }
        Empty { key: String } => "`{key}` is empty",
        LongName { key: String, bytes: usize, limit: usize } => "a text of `{key}` has {bytes} bytes; {limit} at most",
        Twice { key: String, name: String, first: String } => {
            when name.as_str() == first.as_str() => "`{name}` stands twice in `{key}`",
            title: "`{name}` and `{first}` are the same name in `{key}`",
            help: "case and accents do not matter: write something that tells the two apart",
        }
        NoDay { found: String } => {
            title: "`{found}` is no day of the calendar",
            help: "write it as 1998-11-30",
        }
        /// A number with more digits than a [`Number`](sleeve_data::model::Number) holds.
        NoNumber { key: String } => "the number of `{key}` has too many digits",
        NoGame { found: String } => {
            title: "`{found}` does not say which game the format is of",
            help: "write `format = \"GAME/FORMAT\"`; `sleeve rules` lists them",
        }
        Target(message: TargetMessage) => {
            as: *message,
        }
        UnknownRole { name: String, candidates: Vec<String> } => {
            when candidates.is_empty() => {
                title: "the format has no roles: every player brings one deck",
                help: "leave `brings` out",
            }
            title: "the format has no role `{name}`",
            help: NearOrAll(&name, &candidates),
        }
        UnknownParameter { name: String, candidates: Vec<String> } => {
            when candidates.is_empty() => "the format has no parameters",
            title: "the format has no parameter `{name}`",
            help: NearOrAll(&name, &candidates),
        }
        /// A word that a parameter does not allow; `words` is empty where it takes a number.
        NotAWord { name: String, word: String, words: Vec<String> } => {
            when words.is_empty() => "`{name}` has to be a number, not `{word}`",
            title: "`{name}` cannot be `{word}`",
            help: NearOrAll(&word, &words),
        }
        NoFolder { path: String } => {
            title: "there is no folder `{path}`",
            help: "paths start from the folder of this file",
        }
        HoldsEvent { path: String } => {
            title: "`{path}` holds this file itself, which is no deck",
            help: "put the decks into a folder of their own",
        }
        Within { path: String, other: String } => {
            title: "`{path}` and `{other}` lie within each other, so that a deck would count twice",
            help: "give the registered decks and each round a folder of their own",
        }
        NoDigits { key: String, digits: usize } => "`{key}` has to be {digits} hexadecimal digits, as `sleeve seal` prints them",
        OtherRoles { player: String, roles: Vec<String> } => {
            when roles.is_empty() => {
                title: "`{player}` brings one deck, of no role",
                help: "write the digits themselves: `\"{player}\" = \"…\"`",
            }
            let roles = Quoted(&roles);
            title: "`{player}` brings a deck for each of the roles {roles}",
            help: "write the digits of each role: `\"{player}\" = {{ ROLE = \"…\" }}`",
        }
        NothingSealed { player: String, players: Vec<String> } => {
            title: "`{player}` has a nonce and no seal",
            help: NearOrAll(&player, &players),
        }
        OtherLock { found: String, wanted: &'static str } => "is a lock of the form `{found}`, and this program reads `{wanted}`",
        NoFingerprint { found: String } => {
            title: "`{found}` is no fingerprint",
            help: "a lock is written by `sleeve check --event FILE --lock`, not by hand",
        }
        OtherEvent { key: &'static str, locked: String, event: String } => {
            title: "the lock of another event: its `{key}` is {locked}, that of the event {event}",
            help: "where the event has changed, take the lock away and lock anew",
        }
        /// Two decks in a lock for one player and role; `role` is empty where there is none.
        LockedTwice { player: String, role: String } => {
            when role.is_empty() => "`{player}` has two decks here",
            title: "`{player}` has two decks here for `{role}`",
        }
    }
}

of_files!(EventMessage);
