//! `check -o json`: a verdict for each deck, with everything that was found; with `--event`, player by player.

use super::finding_numbers::{Amount, FindingNumbers, NamedValueRow, NumberRange};
use super::solved::MovesRow;
use super::{CardRow, CopiesRow, DataHead, DeckHead};
use crate::collection::{CollectionGaps, WantingRow};
use crate::event::{self, EventReport};
use crate::finding::Wording;
use crate::forms::event::trouble_word;
use crate::forms::human::verdict_after;
use crate::forms::overview::OverviewRow;
use crate::forms::report_items::{self, ConfigRow, ReportItem, SkippedRow};
use crate::text::diagnostic::{Positions, position};
use sleeve_check::{Batch, CheckedDeck, JudgedReading, Repair, VerdictTally};
use sleeve_data::model::{CardIndex, Catalog, Lang};
use sleeve_data::problem::Problem;
use sleeve_decks::fingerprint::Fingerprint;
use sleeve_event::{BroughtDecks, ChangedCard, Event, Player, SealState, Trouble};
use sleeve_language::MissingFact;
use sleeve_rules::{Finding, Overrides, Verdict};
use sleeve_threads::prelude::*;

/// Fewer decks than this are put into words without starting threads.
const MIN_DECKS_FOR_THREADS: usize = 64;
/// Name and version of the document's form.
pub const CHECK: &str = "sleeve/check/2";

rows! {
    /// The whole document.
    pub struct CheckDocument<'a>(batch: &'a Batch) after {
        let Batch { decks, configs, skipped } = batch;
    } {
        ..head: DataHead = DataHead::new(CHECK, decks.iter().filter_map(CheckedDeck::catalog)),
        /// How many decks have which verdict.
        summary: CheckSummary = CheckSummary::new(VerdictTally::from_decks(decks)),
        /// The decks in the order in which they were given; under `--as all` one entry for each format.
        decks: Vec<DeckRow<'a>> = if decks.len() < MIN_DECKS_FOR_THREADS {
            decks.iter().map(DeckRow::new).collect()
        } else {
            decks.par_iter().map(DeckRow::new).collect()
        },
        /// The `sleeve.toml` files in use that have findings.
        configs: Vec<ConfigRow<'a>> = configs.iter().map(ConfigRow::new).collect(),
        /// What lies in a folder of decks and was not read.
        skipped: Vec<SkippedRow<'a>> = skipped.iter().map(SkippedRow::new).collect(),
        /// What a collection lacks for all decks (`--collection`).
        collection?: Option<WantingRow<'a>> = None,
    }

    struct CheckSummary(tally: VerdictTally) after {
        let VerdictTally { decks, legal, illegal, undetermined, unusable, .. } = tally;
    } {
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

    struct DeckRow<'a>(deck: &'a CheckedDeck) {
        ..deck: DeckHead<'a> = DeckHead::new(deck),
        /// Id of the role it was checked for.
        role: Option<&'a str> = deck.role(),
        /// The verdict. With lines that name no card it is the one that all of their readings have, or `unusable`.
        #[schemars(extend("enum" = ["legal", "illegal", "undetermined", "unusable"]))]
        verdict: &'static str = deck.verdict().word(),
        /// Whether the verdict would differ if stand-ins and inferred facts were unknown.
        provisional: bool = deck.is_provisional(),
        /// The fingerprint of what it holds; null where a line names no card.
        fingerprint: Option<Fingerprint> = deck.fingerprint(&Overrides::default()),
        /// What rules and assertions found, notes included.
        findings: Vec<FindingRow<'a>> = finding_rows(deck),
        /// Lines that name no card.
        unresolved: Vec<UnresolvedRow<'a>> = unresolved_rows(deck),
        /// What keeps the file from being used.
        errors: Vec<ErrorRow> = error_rows(deck),
        /// The fewest changes that make it legal, where there are few decks, it is illegal, and they are quick to find.
        repair?: Option<RepairRow<'a>> = deck.repair().map(|mend| RepairRow::new(mend, deck)),
        /// With `--until`, the last day on which it is known to be legal: null where it is not legal, or no end is known.
        until?: Option<Option<String>> =
            deck.legal_until.as_ref().map(|until| until.last_day().map(|day| day.to_string())),
        /// What it is on the day after `until`.
        then?: Option<ThenRow<'a>> = verdict_after(deck).map(ThenRow::new),
        /// What a collection lacks for this deck, unless all decks are to be had at the same time.
        collection?: Option<WantingRow<'a>> = None,
    }

    struct ThenRow<'a>((verdict, rule): (Verdict, Option<&'a str>)) {
        /// The verdict of that day.
        #[schemars(extend("enum" = ["illegal", "undetermined", "unusable"]))]
        verdict: &'static str = verdict.word(),
        /// Id of the first rule that decides.
        rule: Option<&'a str>,
    }

    struct RepairRow<'a>(mend: &'a Repair, deck: &'a CheckedDeck) {
        /// How many copies are exchanged, put in or taken out; proven to be the fewest.
        changes: u64 = mend.moves.count_changes(),
        ..moves: MovesRow<'a> = MovesRow::new(deck.catalog().map(|catalog| &**catalog), &mend.moves),
    }

    /// Copies of a card that make the difference.
    pub struct ContributorRow<'a>(wording: &Wording<'_>, catalog: &'a Catalog, of: (CardIndex, u32)) {
        ..copies: CopiesRow<'a> = CopiesRow::new(catalog, of),
        /// Where a total is compared, what all these copies add to it.
        adds?: Option<Amount> = wording.adds(of.0).map(|adds| Amount::from_quantity(&adds)),
    }

    // Line and column are looked up in `text`, the deck file.
    /// One finding as documents show it.
    pub struct FindingRow<'a>(finding: &'a Finding, catalog: &'a Catalog, text: Option<&str>) after {
        let wording = Wording::new(finding, catalog, Lang::En);
        let FindingNumbers { actual, limit } = FindingNumbers::from_problem(&finding.problem);
        let place = text.zip(finding.labels.first()).map(|(t, l)| position(t, l.span.start));
    } {
        /// Id of the rule; those of assertions begin with `assert-`.
        rule: &'a str = &finding.rule,
        /// How much it matters.
        #[schemars(extend("enum" = ["error", "warning"]))]
        level: &'static str = finding.level.word(),
        /// Whether the rule is broken, cannot be decided, or only notes something.
        #[schemars(extend("enum" = ["broken", "unknown", "note"]))]
        status: &'static str = finding.status.word(),
        /// The zones it is about.
        zone: Vec<&'a str> = finding.zones.iter().map(String::as_str).collect(),
        /// What was found, in English.
        message: String = wording.title(),
        /// The value that the deck has; null where nothing is compared.
        actual: Option<Amount>,
        /// The values that would be in order; null where nothing is compared.
        limit: Option<NumberRange>,
        /// The value in words.
        actual_text: Option<String> = wording.actual(),
        /// The limit in words.
        limit_text: Option<String> = wording.limit(),
        /// The numbers with names that are compared and that several terms make up; left out where there are none.
        numbers?: Vec<NamedValueRow<'a>> = NamedValueRow::from_problem(&finding.problem),
        /// Ids of the format's rules in whose place this rule of a card holds; left out where there are none.
        lifts?: &'a [String] = &finding.lifts,
        /// The cards that make the difference.
        cards: Vec<ContributorRow<'a>> = wording
            .cards()
            .into_iter()
            // A card that the data do not know has no id to write.
            .filter(|(c, _)| *c != CardIndex::STRANGER)
            .map(|of| ContributorRow::new(&wording, catalog, of))
            .collect(),
        /// The facts that nobody has published and that would decide.
        missing: Vec<MissingRow<'a>> = finding
            .missing
            .iter()
            .filter(|m| m.card != CardIndex::STRANGER)
            .map(|m| MissingRow::new(&wording, catalog, m))
            .collect(),
        /// Where the rule stands.
        cite: &'a str = finding.cite.get(Lang::En),
        /// Line of the deck file, from 1.
        line: Option<usize> = place.map(|p| p.0),
        /// Column there, from 1.
        column: Option<usize> = place.map(|p| p.1),
        /// Every line that a note is about, from 1, where its message may name only the first.
        lines?: &'a [u32] = &finding.lines,
        /// What would mend it, in English.
        fix: Option<String> = wording.fix(),
    }

    struct MissingRow<'a>(wording: &Wording<'_>, catalog: &'a Catalog, fact: &MissingFact) {
        ..card: CardRow<'a> = CardRow::new(catalog, fact.card),
        /// Id of the field that is not known.
        field: String = wording.field_of(fact),
    }

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
        readings?: Vec<ReadingRow<'a>>,
    }

    /// A card that a line may be, and what the deck is with it.
    struct ReadingRow<'a>(reading: &'a JudgedReading, catalog: &'a Catalog) {
        ..card: CardRow<'a> = CardRow::new(catalog, reading.card),
        /// The verdict on the deck with this card; null where it depends on other lines that name no card.
        #[schemars(extend("enum" = ["legal", "illegal", "undetermined", null]))]
        verdict: Option<&'static str> = reading.verdict.map(Verdict::word),
        /// Id of the first rule that is broken with this card.
        rule: Option<&'a str> = reading.rule.as_deref(),
    }

    struct ErrorRow((item, problem): (ReportItem<'_>, &Problem)) {
        /// What is wrong, in English.
        message: String = item.message,
        /// The file it is in, where that is not the deck.
        file: Option<String> = item.is_elsewhere.then(|| item.place.path.to_owned()),
        /// The line, from 1.
        line: Option<usize> = item.place.range.map(|at| at.start.0),
        /// The column, from 1.
        column: Option<usize> = item.place.range.map(|at| at.start.1),
        /// Words that may be meant, nearest first.
        candidates: Vec<String> = problem.message.candidates().to_vec(),
        /// What to do, in English.
        help: String = item.help,
    }
}

impl<'a> CheckDocument<'a> {
    /// Adds what a collection lacks: for all decks together, and for each deck alone unless they have to exist at the
    /// same time.
    pub fn with_collection(mut self, wanting: &'a CollectionGaps) -> CheckDocument<'a> {
        self.collection = Some(WantingRow::new(&wanting.all));
        if !wanting.together {
            for (row, missing) in self.decks.iter_mut().zip(&wanting.decks) {
                row.collection = missing.as_ref().map(|missing| WantingRow::new([missing]));
            }
        }
        self
    }
}

fn finding_rows(deck: &CheckedDeck) -> Vec<FindingRow<'_>> {
    let Some(catalog) = deck.catalog() else { return Vec::new() };
    let rows = deck.findings().iter();
    rows.map(|finding| FindingRow::new(finding, catalog, Some(&deck.text))).collect()
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

fn error_rows(deck: &CheckedDeck) -> Vec<ErrorRow> {
    let items = report_items::obstacles(deck, Lang::En).into_iter().zip(deck.obstacles());
    items.map(ErrorRow::new).collect()
}

/// Name and version of the document's form.
pub const EVENT: &str = "sleeve/event/1";

rows! {
    /// The whole document.
    pub struct EventDocument<'a>(report: &'a EventReport<'a>, batch: &'a Batch) {
        ..head: DataHead = DataHead::new(EVENT, batch.decks.iter().filter_map(CheckedDeck::catalog)),
        /// The event.
        event: EventRow<'a> = EventRow::new(report.event, report),
        /// Its players, each with what is missing or wrong.
        players: Vec<PlayerRow<'a>> = report.entries.players.iter().map(PlayerRow::new).collect(),
        /// Decks of which nobody knows whose they are.
        strays: Vec<EventDeckRow<'a>> = report.entries.unassigned.iter().map(|deck| EventDeckRow::new(deck)).collect(),
        /// The `sleeve.toml` files in use that have findings.
        configs: Vec<ConfigRow<'a>> = batch.configs.iter().map(ConfigRow::new).collect(),
        /// What lies in the folder of decks and was not read.
        skipped: Vec<SkippedRow<'a>> = batch.skipped.iter().map(SkippedRow::new).collect(),
    }

    struct EventRow<'a>(event: &'a Event, report: &'a EventReport<'a>) {
        /// Path of its file.
        path: &'a str = &event.path,
        /// Its name.
        name: &'a str = &event.name,
        /// Its day.
        day: Option<String> = event.day.map(|day| day.to_string()),
        /// Its format, as the file writes it.
        format: &'a str = &event.format.value,
        /// The roles that every player brings a deck for; empty: one deck of any.
        brings: Vec<&'a str> = event.brings.iter().map(|role| role.value.as_str()).collect(),
        /// The round; null: the decks that are registered.
        round: Option<u32> = report.round,
        /// Path of the lock; null where nothing is locked.
        lock: Option<&'a str> = report.lock.as_ref().map(|(path, _)| path.as_str()),
    }

    struct PlayerRow<'a>(player: &'a Player<'a>) {
        /// Name of the player.
        name: &'a str = &player.name,
        /// True where the player left the event: nothing is expected any more.
        dropped?: Option<bool> = player.is_dropped.then_some(true),
        /// What was brought, by role.
        brought: Vec<BroughtRow<'a>> = player.brought.iter().map(BroughtRow::new).collect(),
        /// What is missing or wrong.
        problems: Vec<ProblemRow<'a>> = player.troubles.iter().map(ProblemRow::new).collect(),
    }

    struct BroughtRow<'a>(brought: &'a BroughtDecks<'a>) {
        /// Id of the role; null where one deck of any is brought.
        role: Option<&'a str> = brought.role.as_deref(),
        /// The fingerprint that is locked.
        registered: Option<Fingerprint> = brought.registered,
        /// The fingerprints that were locked before late changes, oldest first.
        earlier?: &'a [Fingerprint] = &brought.earlier,
        /// Whether the seal was opened: the deck is the sealed one; absent where there is no seal.
        sealed?: Option<bool> = brought.seal.map(|state| state == SealState::Opened),
        /// The decks.
        decks: Vec<EventDeckRow<'a>> = brought.decks.iter().map(|deck| EventDeckRow::new(deck)).collect(),
    }

    struct EventDeckRow<'a>(deck: &'a CheckedDeck) {
        ..row: OverviewRow<'a> = OverviewRow::new(deck),
        /// The fingerprint of what it holds; null where a line names no card.
        fingerprint: Option<Fingerprint> = deck.fingerprint(&Overrides::default()),
    }

    struct ProblemRow<'a>(trouble: &'a Trouble<'a>) after {
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
        let changes: &[ChangedCard] = match trouble {
            Trouble::Differs { changes, .. } => changes,
            _ => &[],
        };
    } {
        /// What it is.
        #[schemars(extend("enum" = ["not-expected", "missing", "several", "other-role", "deck", "differs", "not-registered", "not-sealed", "no-nonce"]))]
        problem: &'static str,
        /// Id of the role that it is about.
        role: Option<&'a str>,
        /// The same, in English.
        message: String = event::describe_trouble(trouble, Lang::En),
        /// The cards that differ from those of the registered deck, where that is there to compare.
        cards?: Vec<ChangedCardRow<'a>> = changes.iter().map(ChangedCardRow::new).collect(),
    }

    struct ChangedCardRow<'a>(change: &'a ChangedCard) {
        /// Id of the card.
        id: &'a str = &change.id,
        /// Its English name.
        name: &'a str = change.name.get(Lang::En),
        /// Id of the zone.
        zone: &'a str = &change.zone,
        /// The copies that were registered.
        registered: u64 = change.registered,
        /// The copies of this deck.
        played: u64 = change.played,
    }
}
