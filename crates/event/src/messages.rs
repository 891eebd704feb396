//! What can be wrong with the file of an event or its lock, in every language.

use sleeve_data::files::FileMessage;
use sleeve_data::problem::NearOrAll;
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
        Empty {
            /// The key.
            key: String,
        } => {
            en: "`{key}` is empty",
            fr: "`{key}` est vide",
        }
        /// Something that stands there twice.
        Twice {
            /// The key.
            key: String,
            /// What.
            name: String,
        } => {
            en: "`{name}` stands twice in `{key}`",
            fr: "« {name} » figure deux fois dans `{key}`",
        }
        /// No day of the calendar.
        NoDay {
            /// What is written.
            found: String,
        } => {
            en: "`{found}` is no day of the calendar",
            fr: "« {found} » n'est pas une date du calendrier",
            help_en: "write it as 1998-11-30",
            help_fr: "écrivez-la ainsi : 1998-11-30",
        }
        /// A number that nobody can count with.
        NoNumber {
            /// The key.
            key: String,
        } => {
            en: "the number of `{key}` has too many digits",
            fr: "le nombre de `{key}` a trop de chiffres",
        }
        /// A format without its game.
        NoGame {
            /// What is written.
            found: String,
        } => {
            en: "`{found}` does not say which game the format is of",
            fr: "« {found} » ne dit pas de quel jeu est le format",
            help_en: "write `format = \"GAME/FORMAT\"`; `sleeve rules` lists them",
            help_fr: "écrivez `format = \"JEU/FORMAT\"` ; `sleeve rules` les donne",
        }
        /// A game or a format that is not there.
        Target(message: TargetMessage) => {
            as: *message,
        }
        /// A role that the format lacks.
        UnknownRole {
            /// What is written.
            name: String,
            /// The roles there are.
            candidates: Vec<String>,
        } => {
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
        UnknownParameter {
            /// What is written.
            name: String,
            /// The parameters there are.
            candidates: Vec<String>,
        } => {
            when candidates.is_empty() => {
                en: "the format has no parameters",
                fr: "le format n'a pas de paramètres",
            }
            en: "the format has no parameter `{name}`",
            fr: "le format n'a pas de paramètre « {name} »",
            help: NearOrAll(&name, &candidates),
        }
        /// A word that a parameter may not be.
        NotAWord {
            /// The parameter.
            name: String,
            /// The word.
            word: String,
            /// The words that it may be; none where it is a number.
            words: Vec<String>,
        } => {
            when words.is_empty() => {
                en: "`{name}` has to be a number, not `{word}`",
                fr: "`{name}` doit être un nombre et non « {word} »",
            }
            en: "`{name}` cannot be `{word}`",
            fr: "`{name}` ne peut pas être « {word} »",
            help: NearOrAll(&word, &words),
        }
        /// No folder.
        NoFolder {
            /// What is written.
            path: String,
        } => {
            en: "there is no folder `{path}`",
            fr: "il n'y a pas de dossier « {path} »",
            help_en: "paths start from the folder of this file",
            help_fr: "les chemins partent du dossier de ce fichier",
        }
        /// A folder that the file itself lies in.
        HoldsEvent {
            /// What is written.
            path: String,
        } => {
            en: "`{path}` holds this file itself, which is no deck",
            fr: "« {path} » contient ce fichier même, qui n'est pas un deck",
            help_en: "put the decks into a folder of their own",
            help_fr: "mettez les decks dans un dossier à eux",
        }
        /// A folder within another.
        Within {
            /// One.
            path: String,
            /// The other.
            other: String,
        } => {
            en: "`{path}` and `{other}` lie within each other, so that a deck would count twice",
            fr: "« {path} » et « {other} » sont l'un dans l'autre : un deck compterait deux fois",
            help_en: "give the registered decks and each round a folder of their own",
            help_fr: "donnez aux decks enregistrés et à chaque manche un dossier à part",
        }
        /// A lock of another kind.
        OtherLock {
            /// What is written.
            found: String,
            /// What is read.
            wanted: &'static str,
        } => {
            en: "is a lock of the form `{found}`, and this program reads `{wanted}`",
            fr: "est un verrou de forme « {found} », et ce programme lit « {wanted} »",
        }
        /// No fingerprint.
        NoFingerprint {
            /// What is written.
            found: String,
        } => {
            en: "`{found}` is no fingerprint",
            fr: "« {found} » n'est pas une empreinte",
            help_en: "a lock is written by `sleeve check --event FILE --lock`, not by hand",
            help_fr: "un verrou est écrit par `sleeve check --event FICHIER --lock`, pas à la main",
        }
        /// The lock of another event.
        OtherEvent {
            /// What differs.
            key: &'static str,
            /// What the lock says.
            locked: String,
            /// What the event says.
            event: String,
        } => {
            en: "the lock of another event: its `{key}` is {locked}, that of the event {event}",
            fr: "le verrou d'un autre tournoi : son `{key}` est {locked}, celui du tournoi {event}",
            help_en: "where the event has changed, take the lock away and lock anew",
            help_fr: "si le tournoi a changé, retirez le verrou et verrouillez à nouveau",
        }
        /// A deck that is locked twice.
        LockedTwice {
            /// The player.
            player: String,
            /// The role; empty where there is none.
            role: String,
        } => {
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
