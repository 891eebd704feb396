//! `check --event -o json`: the decks of a tournament day, player by player.

use crate::config::ConfigRow;
use crate::data::{self, Data, PROGRAM, ProgramName};
use crate::event::{self, EventReport};
use crate::overview::OverviewRow;
use crate::skipped::SkippedRow;
use serde::Serialize;
use sleeve_check::{Batch, CheckedDeck};
use sleeve_data::model::Lang;
use sleeve_decks::fingerprint::Fingerprint;
use sleeve_event::{Brought, Player, Trouble};
use sleeve_rules::Overrides;

/// Name and version of the document's form.
pub const EVENT: &str = "sleeve/event/1";

/// The whole document.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct EventDocument<'a> {
    /// Name and version of the form of this document.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = EVENT)))]
    schema: &'static str,
    /// The program that wrote it.
    program: ProgramName,
    /// The data of each game that was used.
    data: Vec<Data>,
    /// The event.
    event: EventRow<'a>,
    /// Its players, each with what is missing or wrong.
    players: Vec<PlayerRow<'a>>,
    /// Decks of which nobody knows whose they are.
    strays: Vec<EventDeckRow<'a>>,
    /// The `sleeve.toml` files in use that have findings.
    configs: Vec<ConfigRow<'a>>,
    /// What lies in the folder of decks and was not read.
    skipped: Vec<SkippedRow<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct EventRow<'a> {
    /// Path of its file.
    path: &'a str,
    /// Its name.
    name: &'a str,
    /// Its day.
    day: Option<String>,
    /// Its format, as the file writes it.
    format: &'a str,
    /// The roles that every player brings a deck for; empty: one deck of any.
    brings: Vec<&'a str>,
    /// The round; null: the decks that are registered.
    round: Option<u32>,
    /// Path of the lock; null where nothing is locked.
    lock: Option<&'a str>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct PlayerRow<'a> {
    /// Name of the player.
    name: &'a str,
    /// What was brought, by role.
    brought: Vec<BroughtRow<'a>>,
    /// What is missing or wrong.
    problems: Vec<ProblemRow<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct BroughtRow<'a> {
    /// Id of the role; null where one deck of any is brought.
    role: Option<&'a str>,
    /// The fingerprint that is locked.
    registered: Option<Fingerprint>,
    /// The decks.
    decks: Vec<EventDeckRow<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct EventDeckRow<'a> {
    #[serde(flatten)]
    row: OverviewRow<'a>,
    /// The fingerprint of what it holds; null where a line names no card.
    fingerprint: Option<Fingerprint>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ProblemRow<'a> {
    /// What it is.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["not-expected", "missing", "several", "other-role", "deck", "differs", "not-registered"])))]
    problem: &'static str,
    /// Id of the role that it is about.
    role: Option<&'a str>,
    /// The same, in English.
    message: String,
}

impl<'a> EventDocument<'a> {
    /// The document for an event.
    pub fn new(shown: &'a EventReport<'a>, batch: &'a Batch) -> EventDocument<'a> {
        let event = shown.event;
        EventDocument {
            schema: EVENT,
            program: PROGRAM,
            data: data::in_use(batch.decks.iter().filter_map(CheckedDeck::catalog)),
            event: EventRow {
                path: &event.path,
                name: &event.name,
                day: event.day.map(|day| day.to_string()),
                format: &event.format.value,
                brings: event.brings.iter().map(|role| role.value.as_str()).collect(),
                round: shown.round,
                lock: shown.lock.as_ref().map(|(path, _)| path.as_str()),
            },
            players: shown.standing.players.iter().map(player_row).collect(),
            strays: shown.standing.strays.iter().map(|deck| event_deck_row(deck)).collect(),
            configs: batch.configs.iter().map(ConfigRow::new).collect(),
            skipped: batch.skipped.iter().map(SkippedRow::new).collect(),
        }
    }
}

fn player_row<'a>(player: &'a Player<'a>) -> PlayerRow<'a> {
    PlayerRow {
        name: &player.name,
        brought: player.brought.iter().map(brought_row).collect(),
        problems: player.troubles.iter().map(problem_row).collect(),
    }
}

fn brought_row<'a>(brought: &'a Brought<'a>) -> BroughtRow<'a> {
    BroughtRow {
        role: brought.role.as_deref(),
        registered: brought.registered,
        decks: brought.decks.iter().map(|deck| event_deck_row(deck)).collect(),
    }
}

fn event_deck_row(deck: &CheckedDeck) -> EventDeckRow<'_> {
    EventDeckRow {
        row: OverviewRow::new(deck),
        fingerprint: deck.fingerprint(&Overrides::default()),
    }
}

fn problem_row<'a>(trouble: &'a Trouble<'a>) -> ProblemRow<'a> {
    let (problem, role) = match trouble {
        Trouble::NotExpected => ("not-expected", None),
        Trouble::Missing { role } => ("missing", role.as_deref()),
        Trouble::Several { role, .. } => ("several", role.as_deref()),
        Trouble::OtherRole { deck } => ("other-role", deck.role()),
        Trouble::Deck { deck } => ("deck", deck.role()),
        Trouble::Differs { role, .. } => ("differs", role.as_deref()),
        Trouble::NotRegistered { role, .. } => ("not-registered", role.as_deref()),
    };
    ProblemRow { problem, role, message: event::trouble(trouble, Lang::En) }
}
