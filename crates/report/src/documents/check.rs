//! `check -o json`: a verdict for each deck, with everything that was found; with `--event`, player by player.

use super::finding_numbers::{Amount, FindingNumbers, NamedValueRow, NumberRange};
use super::solved::MovesRow;
use super::{CardRow, CopiesRow, DataHead, DeckHead};
use crate::collection::{self, CollectionGaps, WantingRow};
use crate::event::{self, EventReport};
use crate::finding::Wording;
use crate::forms::event::trouble_word;
use crate::forms::human::verdict_after;
use crate::forms::overview::OverviewRow;
use crate::forms::report_items::{self, ConfigRow, ReportItem, SkippedRow};
use crate::reference::level_word;
use crate::schemas::JsonSchema;
use crate::text::diagnostic::{Positions, position};
use rayon::prelude::*;
use serde::Serialize;
use sleeve_check::{Batch, CheckedDeck, JudgedReading, Repair, VerdictTally};
use sleeve_data::model::{CardIndex, Catalog, Lang};
use sleeve_data::problem::Problem;
use sleeve_decks::fingerprint::Fingerprint;
use sleeve_event::{BroughtDecks, Player, SealState, Trouble};
use sleeve_rules::{Finding, FindingStatus, Overrides, Verdict};

/// Fewer decks than this are put into words without starting threads.
const MIN_DECKS_FOR_THREADS: usize = 64;
/// Name and version of the document's form.
pub const CHECK: &str = "sleeve/check/2";

/// The whole document.
#[derive(Serialize, JsonSchema)]
pub struct CheckDocument<'a> {
    #[serde(flatten)]
    head: DataHead,
    /// How many decks have which verdict.
    summary: CheckSummary,
    /// The decks in the order in which they were given; under `--as all` one entry for each format.
    decks: Vec<DeckRow<'a>>,
    /// The `sleeve.toml` files in use that have findings.
    configs: Vec<ConfigRow<'a>>,
    /// What lies in a folder of decks and was not read.
    skipped: Vec<SkippedRow<'a>>,
    /// What a collection lacks for all decks (`--collection`).
    #[serde(skip_serializing_if = "Option::is_none")]
    collection: Option<WantingRow<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct CheckSummary {
    /// Entries in `decks`.
    decks: usize,
    /// Those that are legal.
    legal: usize,
    /// Those that break a rule or an assertion.
    illegal: usize,
    /// Those whose verdict depends on facts that nobody has published.
    undetermined: usize,
    /// Those that could not be used.
    unusable: usize,
}

#[derive(Serialize, JsonSchema)]
struct DeckRow<'a> {
    #[serde(flatten)]
    deck: DeckHead<'a>,
    /// Id of the role it was checked for.
    role: Option<&'a str>,
    /// The verdict. With lines that name no card it is the one that all of their readings have, or `unusable`.
    #[schemars(extend("enum" = ["legal", "illegal", "undetermined", "unusable"]))]
    verdict: &'static str,
    /// Whether the verdict would differ if stand-ins and inferred facts were unknown.
    provisional: bool,
    /// The fingerprint of what it holds; null where a line names no card.
    fingerprint: Option<Fingerprint>,
    /// What rules and assertions found, notes included.
    findings: Vec<FindingRow<'a>>,
    /// Lines that name no card.
    unresolved: Vec<UnresolvedRow<'a>>,
    /// What keeps the file from being used.
    errors: Vec<ErrorRow>,
    /// The fewest changes that make it legal, where there are few decks, it is illegal, and they are quick to find.
    #[serde(skip_serializing_if = "Option::is_none")]
    repair: Option<RepairRow<'a>>,
    /// With `--until`, the last day on which it is known to be legal: null where it is not legal, or no end is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Option<String>>,
    /// What it is on the day after `until`.
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<ThenRow<'a>>,
    /// What a collection lacks for this deck, unless all decks are to be had at the same time.
    #[serde(skip_serializing_if = "Option::is_none")]
    collection: Option<WantingRow<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct ThenRow<'a> {
    /// The verdict of that day.
    #[schemars(extend("enum" = ["illegal", "undetermined", "unusable"]))]
    verdict: &'static str,
    /// Id of the first rule that decides.
    rule: Option<&'a str>,
}

#[derive(Serialize, JsonSchema)]
struct RepairRow<'a> {
    /// How many copies are exchanged, put in or taken out; proven to be the fewest.
    changes: u64,
    #[serde(flatten)]
    moves: MovesRow<'a>,
}

/// Copies of a card that make the difference.
#[derive(Serialize, JsonSchema)]
pub struct ContributorRow<'a> {
    #[serde(flatten)]
    copies: CopiesRow<'a>,
    /// Where a total is compared, what all these copies add to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    adds: Option<Amount>,
}

/// One finding as documents show it.
#[derive(Serialize, JsonSchema)]
pub struct FindingRow<'a> {
    /// Id of the rule; those of assertions begin with `assert-`.
    rule: &'a str,
    /// How much it matters.
    #[schemars(extend("enum" = ["error", "warning"]))]
    level: &'static str,
    /// Whether the rule is broken, cannot be decided, or only notes something.
    #[schemars(extend("enum" = ["broken", "unknown", "note"]))]
    status: &'static str,
    /// The zones it is about.
    zone: Vec<&'a str>,
    /// What was found, in English.
    message: String,
    /// The value that the deck has; null where nothing is compared.
    actual: Option<Amount>,
    /// The values that would be in order; null where nothing is compared.
    limit: Option<NumberRange>,
    /// The value in words.
    actual_text: Option<String>,
    /// The limit in words.
    limit_text: Option<String>,
    /// The numbers with names that are compared and that several terms make up; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    numbers: Vec<NamedValueRow<'a>>,
    /// Ids of the format's rules in whose place this rule of a card holds; left out where there are none.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    lifts: &'a [String],
    /// The cards that make the difference.
    cards: Vec<ContributorRow<'a>>,
    /// The facts that nobody has published and that would decide.
    missing: Vec<MissingRow<'a>>,
    /// Where the rule stands.
    cite: &'a str,
    /// Line of the deck file, from 1.
    line: Option<usize>,
    /// Column there, from 1.
    column: Option<usize>,
    /// What would mend it, in English.
    fix: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct MissingRow<'a> {
    #[serde(flatten)]
    card: CardRow<'a>,
    /// Id of the field that is not known.
    field: String,
}

#[derive(Serialize, JsonSchema)]
struct UnresolvedRow<'a> {
    /// Line of the deck file, from 1.
    line: usize,
    /// What the line says.
    text: &'a str,
    /// The zone it stands in.
    zone: &'a str,
    /// How many copies it asks for.
    count: u32,
    /// Cards that it may mean, nearest first.
    candidates: Vec<CardRow<'a>>,
    /// What to do, in English.
    help: String,
    /// The cards of which it is one, where these are all known and the deck was judged with each of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    readings: Vec<ReadingRow<'a>>,
}

/// A card that a line may be, and what the deck is with it.
#[derive(Serialize, JsonSchema)]
struct ReadingRow<'a> {
    #[serde(flatten)]
    card: CardRow<'a>,
    /// The verdict on the deck with this card; null where it depends on other lines that name no card.
    #[schemars(extend("enum" = ["legal", "illegal", "undetermined", null]))]
    verdict: Option<&'static str>,
    /// Id of the first rule that is broken with this card.
    rule: Option<&'a str>,
}

#[derive(Serialize, JsonSchema)]
struct ErrorRow {
    /// What is wrong, in English.
    message: String,
    /// The file it is in, where that is not the deck.
    file: Option<String>,
    /// The line, from 1.
    line: Option<usize>,
    /// The column, from 1.
    column: Option<usize>,
    /// Words that may be meant, nearest first.
    candidates: Vec<String>,
    /// What to do, in English.
    help: String,
}

impl<'a> CheckDocument<'a> {
    /// Describes decks, the `sleeve.toml` files that have findings, and the files that were not read.
    pub fn new(batch: &'a Batch) -> CheckDocument<'a> {
        let Batch { decks, configs, skipped } = batch;
        let tally = VerdictTally::from_decks(decks);
        CheckDocument {
            head: DataHead::new(CHECK, decks.iter().filter_map(CheckedDeck::catalog)),
            summary: CheckSummary {
                decks: tally.decks,
                legal: tally.legal,
                illegal: tally.illegal,
                undetermined: tally.undetermined,
                unusable: tally.unusable,
            },
            decks: if decks.len() < MIN_DECKS_FOR_THREADS {
                decks.iter().map(deck_row).collect()
            } else {
                decks.par_iter().map(deck_row).collect()
            },
            configs: configs.iter().map(ConfigRow::new).collect(),
            skipped: skipped.iter().map(SkippedRow::new).collect(),
            collection: None,
        }
    }

    /// Adds what a collection lacks: for all decks together, and for each deck alone unless they have to exist at the
    /// same time.
    pub fn with_collection(mut self, wanting: &'a CollectionGaps) -> CheckDocument<'a> {
        self.collection = Some(collection::missing_row(&wanting.all));
        if !wanting.together {
            for (row, missing) in self.decks.iter_mut().zip(&wanting.decks) {
                row.collection = missing.as_ref().map(|missing| collection::missing_row([missing]));
            }
        }
        self
    }
}

fn deck_row(deck: &CheckedDeck) -> DeckRow<'_> {
    DeckRow {
        deck: DeckHead::new(deck),
        role: deck.role(),
        verdict: deck.verdict().word(),
        provisional: deck.is_provisional(),
        fingerprint: deck.fingerprint(&Overrides::default()),
        findings: finding_rows(deck),
        unresolved: unresolved_rows(deck),
        errors: error_rows(deck),
        repair: deck.repair().map(|mend| repair_row(mend, deck)),
        until: deck.legal_until.as_ref().map(|until| until.last_day().map(|day| day.to_string())),
        then: verdict_after(deck).map(|(verdict, rule)| ThenRow { verdict: verdict.word(), rule }),
        collection: None,
    }
}

fn repair_row<'a>(mend: &'a Repair, deck: &'a CheckedDeck) -> RepairRow<'a> {
    let catalog = deck.catalog().map(|catalog| &**catalog);
    RepairRow { changes: mend.moves.count_changes(), moves: MovesRow::new(catalog, &mend.moves) }
}

fn finding_rows(deck: &CheckedDeck) -> Vec<FindingRow<'_>> {
    let Some(catalog) = deck.catalog() else { return Vec::new() };
    let rows = deck.findings().iter();
    rows.map(|finding| FindingRow::new(finding, catalog, Some(&deck.text))).collect()
}

impl<'a> FindingRow<'a> {
    /// Describes a finding; its line and column are looked up in `text`, the deck file.
    pub fn new(finding: &'a Finding, catalog: &'a Catalog, text: Option<&str>) -> FindingRow<'a> {
        let wording = Wording::new(finding, catalog, Lang::En);
        let FindingNumbers { actual, limit } = FindingNumbers::from_problem(&finding.problem);
        let place = text.zip(finding.labels.first()).map(|(t, l)| position(t, l.span.start));
        FindingRow {
            rule: &finding.rule,
            level: level_word(finding.level),
            status: status_word(finding.status),
            zone: finding.zones.iter().map(String::as_str).collect(),
            message: wording.title(),
            actual,
            limit,
            actual_text: wording.actual(),
            limit_text: wording.limit(),
            numbers: NamedValueRow::from_problem(&finding.problem),
            lifts: &finding.lifts,
            cards: wording
                .cards()
                .into_iter()
                // A card that the data do not know has no id to write.
                .filter(|(c, _)| *c != CardIndex::STRANGER)
                .map(|of| ContributorRow {
                    adds: wording.adds(of.0).map(|adds| Amount::from_quantity(&adds)),
                    copies: CopiesRow::new(catalog, of),
                })
                .collect(),
            missing: finding
                .missing
                .iter()
                .filter(|m| m.card != CardIndex::STRANGER)
                .map(|m| MissingRow {
                    card: CardRow::new(catalog, m.card),
                    field: wording.field_of(m),
                })
                .collect(),
            cite: finding.cite.get(Lang::En),
            line: place.map(|p| p.0),
            column: place.map(|p| p.1),
            fix: wording.fix(),
        }
    }
}

/// Returns the word for a status that documents use in every language.
pub fn status_word(status: FindingStatus) -> &'static str {
    match status {
        FindingStatus::Broken => "broken",
        FindingStatus::Unknown => "unknown",
        FindingStatus::Note => "note",
    }
}

fn unresolved_rows(deck: &CheckedDeck) -> Vec<UnresolvedRow<'_>> {
    let Some((catalog, resolved)) = deck.catalog_and_deck() else { return Vec::new() };
    let candidate = |index: &CardIndex| CardRow::new(catalog, *index);
    if resolved.unresolved.is_empty() {
        return Vec::new();
    }
    let unheld = report_items::sets_without_cards(deck, Lang::En);
    let positions = Positions::new(&deck.text);
    let readings = |at: usize| {
        let of_line = deck.readings().and_then(|of| of.lines.get(at)).into_iter().flatten();
        of_line.map(|reading| ReadingRow::new(reading, catalog)).collect()
    };
    let rows = resolved.unresolved.iter().enumerate().map(|(at, u)| UnresolvedRow {
        line: positions.line_and_column(u.span.start).0,
        text: &u.text,
        zone: &u.zone,
        count: u.count,
        candidates: u.candidates.iter().map(candidate).collect(),
        help: report_items::unresolved_help(u, catalog, &unheld, Lang::En),
        readings: readings(at),
    });
    rows.collect()
}

impl<'a> ReadingRow<'a> {
    fn new(reading: &'a JudgedReading, catalog: &'a Catalog) -> ReadingRow<'a> {
        ReadingRow {
            card: CardRow::new(catalog, reading.card),
            verdict: reading.verdict.map(Verdict::word),
            rule: reading.rule.as_deref(),
        }
    }
}

fn error_rows(deck: &CheckedDeck) -> Vec<ErrorRow> {
    let items = report_items::obstacles(deck, Lang::En).into_iter().zip(deck.obstacles());
    let row = |(item, problem): (ReportItem<'_>, &Problem)| ErrorRow {
        message: item.message,
        file: item.is_elsewhere.then(|| item.place.path.to_owned()),
        line: item.place.range.map(|at| at.start.0),
        column: item.place.range.map(|at| at.start.1),
        candidates: problem.message.candidates().to_vec(),
        help: item.help,
    };
    items.map(row).collect()
}

/// Name and version of the document's form.
pub const EVENT: &str = "sleeve/event/1";

/// The whole document.
#[derive(Serialize, JsonSchema)]
pub struct EventDocument<'a> {
    #[serde(flatten)]
    head: DataHead,
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

#[derive(Serialize, JsonSchema)]
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

#[derive(Serialize, JsonSchema)]
struct PlayerRow<'a> {
    /// Name of the player.
    name: &'a str,
    /// What was brought, by role.
    brought: Vec<BroughtRow<'a>>,
    /// What is missing or wrong.
    problems: Vec<ProblemRow<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct BroughtRow<'a> {
    /// Id of the role; null where one deck of any is brought.
    role: Option<&'a str>,
    /// The fingerprint that is locked.
    registered: Option<Fingerprint>,
    /// The fingerprints that were locked before late changes, oldest first.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    earlier: &'a [Fingerprint],
    /// Whether the seal was opened: the deck is the sealed one; absent where there is no seal.
    #[serde(skip_serializing_if = "Option::is_none")]
    sealed: Option<bool>,
    /// The decks.
    decks: Vec<EventDeckRow<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct EventDeckRow<'a> {
    #[serde(flatten)]
    row: OverviewRow<'a>,
    /// The fingerprint of what it holds; null where a line names no card.
    fingerprint: Option<Fingerprint>,
}

#[derive(Serialize, JsonSchema)]
struct ProblemRow<'a> {
    /// What it is.
    #[schemars(extend("enum" = ["not-expected", "missing", "several", "other-role", "deck", "differs", "not-registered", "not-sealed", "no-nonce"]))]
    problem: &'static str,
    /// Id of the role that it is about.
    role: Option<&'a str>,
    /// The same, in English.
    message: String,
}

impl<'a> EventDocument<'a> {
    /// Describes the decks of an event by player.
    pub fn new(report: &'a EventReport<'a>, batch: &'a Batch) -> EventDocument<'a> {
        let event = report.event;
        EventDocument {
            head: DataHead::new(EVENT, batch.decks.iter().filter_map(CheckedDeck::catalog)),
            event: EventRow {
                path: &event.path,
                name: &event.name,
                day: event.day.map(|day| day.to_string()),
                format: &event.format.value,
                brings: event.brings.iter().map(|role| role.value.as_str()).collect(),
                round: report.round,
                lock: report.lock.as_ref().map(|(path, _)| path.as_str()),
            },
            players: report.entries.players.iter().map(player_row).collect(),
            strays: report.entries.unassigned.iter().map(|deck| event_deck_row(deck)).collect(),
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

fn brought_row<'a>(brought: &'a BroughtDecks<'a>) -> BroughtRow<'a> {
    BroughtRow {
        role: brought.role.as_deref(),
        registered: brought.registered,
        earlier: &brought.earlier,
        sealed: brought.seal.map(|state| state == SealState::Opened),
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
    let role = match trouble {
        Trouble::NotExpected => None,
        Trouble::OtherRole { deck } | Trouble::Deck { deck } => deck.role(),
        Trouble::Missing { role, .. }
        | Trouble::Several { role, .. }
        | Trouble::Differs { role, .. }
        | Trouble::NotRegistered { role, .. }
        | Trouble::NotSealed { role, .. }
        | Trouble::NoNonce { role, .. } => role.as_deref(),
    };
    let problem = trouble_word(trouble);
    ProblemRow { problem, role, message: event::describe_trouble(trouble, Lang::En) }
}
