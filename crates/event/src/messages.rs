//! Messages about an event's file or its lock, in every language.

use sleeve_data::{
    files::FileMessage,
    messages, of_files,
    problem::{NearOrAll, Quoted},
};
use sleeve_library::project::TargetMessage;

messages! {
    /// A mistake in an event's file, or in its lock.
    pub enum EventMessage {
        File(message: FileMessage) => {
            as: *message,
        }
        Empty { key: String } => "`{key}` is empty",
        LongName { key: String, bytes: usize, limit: usize } => "a text of `{key}` has {bytes} bytes; the limit is {limit}",
        Twice { key: String, name: String, first: String } => {
            when name.as_str() == first.as_str() => "`{name}` is twice in `{key}`",
            title: "`{name}` and `{first}` are the same name in `{key}`",
            help: "case and accents do not count, so write something that tells the two apart",
        }
        NoDay { found: String } => {
            title: "`{found}` is not a date",
            help: "write it like 1998-11-30",
        }
        /// A number with more digits than a [`Number`](sleeve_data::model::Number) can store.
        NoNumber { key: String } => "the number of `{key}` has too many digits",
        NoGame { found: String } => {
            title: "`{found}` does not name the game of the format",
            help: "write `format = \"GAME/FORMAT\"`; `sleeve rules` lists them",
        }
        Target(message: TargetMessage) => {
            as: *message,
        }
        UnknownRole { name: String, candidates: Vec<String> } => {
            when candidates.is_empty() => {
                title: "the format has no roles: every player brings one deck",
                help: "remove `brings`",
            }
            title: "the format has no role `{name}`",
            help: NearOrAll(&name, &candidates),
        }
        UnknownParameter { name: String, candidates: Vec<String> } => {
            when candidates.is_empty() => "the format has no parameters",
            title: "the format has no parameter `{name}`",
            help: NearOrAll(&name, &candidates),
        }
        /// A word that a parameter does not allow; `words` is empty if it needs a number.
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
            title: "`{path}` contains this file itself, which is not a deck",
            help: "put the decks in a separate folder",
        }
        Within { path: String, other: String } => {
            title: "one of `{path}` and `{other}` is inside the other, so a deck would count twice",
            help: "use a separate folder for the registered decks and for each round",
        }
        NoDigits { key: String, digits: usize } => "`{key}` has to be {digits} hexadecimal digits, as `sleeve seal` prints them",
        OtherRoles { player: String, roles: Vec<String> } => {
            when roles.is_empty() => {
                title: "`{player}` brings one deck without a role",
                help: "write only the digits: `\"{player}\" = \"…\"`",
            }
            let roles = Quoted(&roles);
            title: "`{player}` brings a deck for each of the roles {roles}",
            help: "write the digits of each role: `\"{player}\" = {{ ROLE = \"…\" }}`",
        }
        NothingSealed { player: String, players: Vec<String> } => {
            title: "`{player}` has a nonce but no seal",
            help: NearOrAll(&player, &players),
        }
        OtherLock { found: String, wanted: &'static str } => "is a lock in the format `{found}`, but this version reads `{wanted}`",
        NoFingerprint { found: String } => {
            title: "`{found}` is not a fingerprint",
            help: "write locks with `sleeve check --event FILE --lock`, not by hand",
        }
        OtherEvent { key: &'static str, locked: String, event: String } => {
            title: "this lock belongs to another event: its `{key}` is {locked}, but the event has {event}",
            help: "if the event has changed, delete the lock and lock it again",
        }
        /// Two decks in a lock for one player and role; `role` is empty if there are no roles.
        LockedTwice { player: String, role: String } => {
            when role.is_empty() => "`{player}` has two decks in this lock",
            title: "`{player}` has two decks for `{role}` in this lock",
        }
    }
}

of_files!(EventMessage);
