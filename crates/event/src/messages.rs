//! What can be wrong with the file of an event or its lock, in every language.

use sleeve_data::files::FileMessage;
use sleeve_data::problem::{NearOrAll, Quoted};
use sleeve_data::{messages, of_files};
use sleeve_library::project::TargetMessage;

messages! {
    /// What is wrong with the file of an event, or its lock.
    #[derive(Clone, PartialEq, Debug)]
    pub enum EventMessage {
        /// What can be wrong with any file.
        File(message: FileMessage) => {
            as: *message,
        }
        /// A text that says nothing.
        Empty { key: String } => {
            en: "`{key}` is empty",
            fr: "`{key}` est vide",
        }
        LongName { key: String, bytes: usize, limit: usize } => {
            en: "a text of `{key}` has {bytes} bytes; {limit} at most",
            fr: "un texte de `{key}` compte {bytes} octets : {limit} au plus",
        }
        /// A name that a list has twice.
        Twice { key: String, name: String } => {
            en: "`{name}` stands twice in `{key}`",
            fr: "« {name} » figure deux fois dans `{key}`",
        }
        /// No day of the calendar.
        NoDay { found: String } => {
            en: "`{found}` is no day of the calendar",
            fr: "« {found} » n'est pas une date du calendrier",
            help_en: "write it as 1998-11-30",
            help_fr: "écrivez-la ainsi : 1998-11-30",
        }
        /// A number with more digits than a [`Number`](sleeve_data::model::Number) holds.
        NoNumber { key: String } => {
            en: "the number of `{key}` has too many digits",
            fr: "le nombre de `{key}` a trop de chiffres",
        }
        /// A format without its game.
        NoGame { found: String } => {
            en: "`{found}` does not say which game the format is of",
            fr: "« {found} » ne dit pas de quel jeu est le format",
            help_en: "write `format = \"GAME/FORMAT\"`; `sleeve rules` lists them",
            help_fr: "écrivez `format = \"JEU/FORMAT\"` ; `sleeve rules` les donne",
        }
        /// An unknown game or format.
        Target(message: TargetMessage) => {
            as: *message,
        }
        /// A role that the format lacks.
        UnknownRole { name: String, candidates: Vec<String> } => {
            when candidates.is_empty() => {
                en: "the format has no roles: every player brings one deck",
                fr: "le format n'a pas de rôles : chaque joueur apporte un deck",
                help_en: "leave `brings` out",
                help_fr: "retirez `brings`",
            }
            en: "the format has no role `{name}`",
            fr: "le format n'a pas de rôle « {name} »",
            help: NearOrAll(&name, &candidates),
        }
        /// A parameter that the format lacks.
        UnknownParameter { name: String, candidates: Vec<String> } => {
            when candidates.is_empty() => {
                en: "the format has no parameters",
                fr: "le format n'a pas de paramètres",
            }
            en: "the format has no parameter `{name}`",
            fr: "le format n'a pas de paramètre « {name} »",
            help: NearOrAll(&name, &candidates),
        }
        /// A word that a parameter does not allow; `words` is empty where it takes a number.
        NotAWord { name: String, word: String, words: Vec<String> } => {
            when words.is_empty() => {
                en: "`{name}` has to be a number, not `{word}`",
                fr: "`{name}` doit être un nombre et non « {word} »",
            }
            en: "`{name}` cannot be `{word}`",
            fr: "`{name}` ne peut pas être « {word} »",
            help: NearOrAll(&word, &words),
        }
        /// A folder that does not exist.
        NoFolder { path: String } => {
            en: "there is no folder `{path}`",
            fr: "il n'y a pas de dossier « {path} »",
            help_en: "paths start from the folder of this file",
            help_fr: "les chemins partent du dossier de ce fichier",
        }
        /// A folder that the file itself lies in.
        HoldsEvent { path: String } => {
            en: "`{path}` holds this file itself, which is no deck",
            fr: "« {path} » contient ce fichier même, qui n'est pas un deck",
            help_en: "put the decks into a folder of their own",
            help_fr: "mettez les decks dans un dossier à eux",
        }
        /// A folder within another.
        Within { path: String, other: String } => {
            en: "`{path}` and `{other}` lie within each other, so that a deck would count twice",
            fr: "« {path} » et « {other} » sont l'un dans l'autre : un deck compterait deux fois",
            help_en: "give the registered decks and each round a folder of their own",
            help_fr: "donnez aux decks enregistrés et à chaque manche un dossier à part",
        }
        /// A text that is not the digits of a seal or a nonce.
        NoDigits { key: String, digits: usize } => {
            en: "`{key}` has to be {digits} hexadecimal digits, as `sleeve seal` prints them",
            fr: "`{key}` doit être {digits} chiffres hexadécimaux, comme les donne `sleeve seal`",
        }
        /// A seal or a nonce for no deck that the players bring.
        OtherRoles { player: String, roles: Vec<String> } => {
            when roles.is_empty() => {
                en: "`{player}` brings one deck, of no role",
                fr: "« {player} » apporte un seul deck, sans rôle",
                help_en: "write the digits themselves: `\"{player}\" = \"…\"`",
                help_fr: "écrivez les chiffres mêmes : `\"{player}\" = \"…\"`",
            }
            let roles = Quoted(&roles);
            en: "`{player}` brings a deck for each of the roles {roles}",
            fr: "« {player} » apporte un deck pour chacun des rôles {roles}",
            help_en: "write the digits of each role: `\"{player}\" = {{ ROLE = \"…\" }}`",
            help_fr: "écrivez les chiffres de chaque rôle : `\"{player}\" = {{ RÔLE = \"…\" }}`",
        }
        /// A nonce that opens nothing.
        NothingSealed { player: String, players: Vec<String> } => {
            en: "`{player}` has a nonce and no seal",
            fr: "« {player} » a un nonce, mais pas de sceau",
            help: NearOrAll(&player, &players),
        }
        /// A lock of another version of the form.
        OtherLock { found: String, wanted: &'static str } => {
            en: "is a lock of the form `{found}`, and this program reads `{wanted}`",
            fr: "est un verrou de forme « {found} », et ce programme lit « {wanted} »",
        }
        /// A text that is no fingerprint.
        NoFingerprint { found: String } => {
            en: "`{found}` is no fingerprint",
            fr: "« {found} » n'est pas une empreinte",
            help_en: "a lock is written by `sleeve check --event FILE --lock`, not by hand",
            help_fr: "un verrou est écrit par `sleeve check --event FICHIER --lock`, pas à la main",
        }
        /// The lock of another event.
        OtherEvent { key: &'static str, locked: String, event: String } => {
            en: "the lock of another event: its `{key}` is {locked}, that of the event {event}",
            fr: "le verrou d'un autre tournoi : son `{key}` est {locked}, celui du tournoi {event}",
            help_en: "where the event has changed, take the lock away and lock anew",
            help_fr: "si le tournoi a changé, retirez le verrou et verrouillez à nouveau",
        }
        /// Two decks in a lock for one player and role; `role` is empty where there is none.
        LockedTwice { player: String, role: String } => {
            when role.is_empty() => {
                en: "`{player}` has two decks here",
                fr: "« {player} » a deux decks ici",
            }
            en: "`{player}` has two decks here for `{role}`",
            fr: "« {player} » a deux decks ici pour « {role} »",
        }
    }
}

of_files!(EventMessage);
