//! `check -o json`: a verdict and all findings for each deck; with `--event`, player by player.

use super::{
    CardRow, CopiesRow, DataHead, DeckHead,
    finding_numbers::{Amount, FindingNumbers, NamedValueRow, NumberRange},
    solved::MovesRow,
};
use crate::{
    Style,
    collection::{CollectionGaps, WantingRow},
    event::{self, EventReport},
    finding::Wording,
    forms::{
        event::trouble_word,
        human::verdict_after,
        overview::OverviewRow,
        report_items::{self, ConfigRow, ReportItem, SkippedRow},
    },
    reference::list_gaps,
    text::diagnostic::{Positions, position},
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use sleeve_check::{Batch, CheckedDeck, JudgedReading, Repair, ShrunkDeck, VerdictTally};
use sleeve_data::{
    model::{CardIndex, Catalog, Lang},
    problem::Problem,
};
use sleeve_decks::fingerprint::Fingerprint;
use sleeve_event::{BroughtDecks, ChangedCard, Event, Player, SealState, Trouble};
use sleeve_language::MissingFact;
use sleeve_rules::{Finding, Overrides, Verdict};
use sleeve_threads::prelude::*;
use std::io;

/// With fewer decks than this, findings are put into words without starting threads.
const MIN_DECKS_FOR_THREADS: usize = 64;
/// The document's name and version.
pub const CHECK: &str = "sleeve/check/2";

rows! {
    /// The whole document.
    pub struct CheckDocument<'a>(batch: &'a Batch) after {
        let Batch { decks, configs, skipped } = batch;
    } {
        ..head: DataHead = DataHead::new(CHECK, decks.iter().filter_map(CheckedDeck::catalog)),
        /// Number of decks with each verdict.
        summary: CheckSummary = CheckSummary::new(VerdictTally::from_decks(decks)),
        /// The decks in the order they were given. With `--as all`, one entry for each format.
        decks: Vec<DeckRow<'a>> = if decks.len() < MIN_DECKS_FOR_THREADS {
            decks.iter().map(DeckRow::new).collect()
        } else {
            decks.par_iter().map(DeckRow::new).collect()
        },
        /// The `sleeve.toml` files in use that have problems.
        configs: Vec<ConfigRow<'a>> = configs.iter().map(ConfigRow::new).collect(),
        /// Files in a deck folder that were not read.
        skipped: Vec<SkippedRow<'a>> = skipped.iter().map(SkippedRow::new).collect(),
        /// The fewest cards with a finding (`--shrink`).
        shrunk?: Option<&'a SmallestDeck> = None,
        /// Cards missing from a collection, for all decks together (`--collection`).
        collection?: Option<WantingRow<'a>> = None,
    }

    struct CheckSummary(tally: VerdictTally) after {
        let VerdictTally { decks, legal, illegal, undetermined, unusable, .. } = tally;
    } {
        /// Number of entries in `decks`.
        decks: usize,
        /// Number of legal decks.
        legal: usize,
        /// Number of decks that break a rule or an assertion.
        illegal: usize,
        /// Number of decks whose verdict depends on unpublished facts.
        undetermined: usize,
        /// Number of decks that could not be used.
        unusable: usize,
    }

    struct DeckRow<'a>(deck: &'a CheckedDeck) {
        ..deck: DeckHead<'a> = DeckHead::new(deck),
        /// Id of the role it was checked for.
        role: Option<&'a str> = deck.role(),
        /// The verdict. If lines name no card, it is the verdict that all their readings share, or
        /// `unusable`.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["legal", "illegal", "undetermined", "unusable"])))]
        verdict: &'static str = deck.verdict().word(),
        /// Whether the verdict would differ if stand-ins and inferred facts were unknown.
        provisional: bool = deck.is_provisional(),
        /// What the format does not judge, in English, if the deck is legal; left out if empty.
        not_asked?: Vec<&'a str> = list_gaps(deck.format(), deck.verdict()),
        /// Fingerprint of the deck's cards; null if a line names no card.
        fingerprint: Option<Fingerprint> = deck.fingerprint(&Overrides::default()),
        /// Findings of rules and assertions, including notes.
        findings: Vec<FindingRow<'a>> = finding_rows(deck),
        /// Lines that name no card.
        unresolved: Vec<UnresolvedRow<'a>> = unresolved_rows(deck),
        /// Reasons why the file cannot be used.
        errors: Vec<ErrorRow> = error_rows(deck),
        /// The smallest change that makes the deck legal. Only if the deck is illegal, there are
        /// few decks, and the search is quick.
        repair?: Option<RepairRow<'a>> = deck.repair().map(|mend| RepairRow::new(mend, deck)),
        /// With `--until`, the last day on which the deck is known to be legal; null if it is not
        /// legal or no end is known.
        until?: Option<Option<String>> =
            deck.legal_until.as_ref().map(|until| until.last_day().map(|day| day.to_string())),
        /// The verdict on the day after `until`.
        then?: Option<ThenRow<'a>> = verdict_after(deck).map(ThenRow::new),
        /// Cards missing from a collection for this deck, unless all decks are built at once.
        collection?: Option<WantingRow<'a>> = None,
    }

    struct ThenRow<'a>((verdict, rule): (Verdict, Option<&'a str>)) {
        /// The verdict on that day.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["illegal", "undetermined", "unusable"])))]
        verdict: &'static str = verdict.word(),
        /// Id of the first rule that decides it.
        rule: Option<&'a str>,
    }

    struct RepairRow<'a>(mend: &'a Repair, deck: &'a CheckedDeck) {
        /// Number of copies exchanged, added or removed. It is proven that fewer are not enough.
        changes: u64 = mend.moves.count_changes(),
        ..moves: MovesRow<'a> = MovesRow::new(deck.catalog().map(|catalog| &**catalog), &mend.moves),
    }

    /// Copies of a card that cause the finding.
    pub struct ContributorRow<'a>(wording: &Wording<'_>, catalog: &'a Catalog, of: (CardIndex, u32)) {
        ..copies: CopiesRow<'a> = CopiesRow::new(catalog, of),
        /// What these copies add to the total, if the rule compares a total.
        adds?: Option<Amount> = wording.adds(of.0).map(|adds| Amount::from_quantity(&adds)),
    }

    // `text` is the deck file; line and column are looked up in it.
    /// A finding.
    pub struct FindingRow<'a>(finding: &'a Finding, catalog: &'a Catalog, text: Option<&str>) after {
        let wording = Wording::new(finding, catalog, Lang::En);
        let FindingNumbers { actual, limit } = FindingNumbers::from_problem(&finding.problem);
        let place = text.zip(finding.labels.first()).map(|(t, l)| position(t, l.span.start));
    } {
        /// Id of the rule. Ids of assertions begin with `assert-`.
        rule: &'a str = &finding.rule,
        /// Name of the plan after which the deck has the problem; left out for the deck as written.
        plan?: Option<&'a str> = finding.plan.as_deref(),
        /// Severity.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["error", "warning"])))]
        level: &'static str = finding.level.word(),
        /// Whether the rule is broken or cannot be decided, or this is only a note.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["broken", "unknown", "note"])))]
        status: &'static str = finding.status.word(),
        /// Zones that the finding is about.
        zone: Vec<&'a str> = finding.zones.iter().map(String::as_str).collect(),
        /// The message, in English.
        message: String = wording.title(),
        /// The deck's value; null if nothing is compared.
        actual: Option<Amount>,
        /// The allowed values; null if nothing is compared.
        limit: Option<NumberRange>,
        /// The value in words.
        actual_text: Option<String> = wording.actual(),
        /// The limit in words.
        limit_text: Option<String> = wording.limit(),
        /// The named numbers that are compared and have several terms; left out if empty.
        numbers?: Vec<NamedValueRow<'a>> = NamedValueRow::from_problem(&finding.problem),
        /// Ids of the format's rules that this rule of a card overrides; left out if there are
        /// none.
        lifts?: &'a [String] = &finding.lifts,
        /// Cards that cause the finding.
        cards: Vec<ContributorRow<'a>> = wording
            .cards()
            .into_iter()
            // An unknown card has no id.
            .filter(|(c, _)| *c != CardIndex::STRANGER)
            .map(|of| ContributorRow::new(&wording, catalog, of))
            .collect(),
        /// Unpublished facts that would decide it.
        missing: Vec<MissingRow<'a>> = finding
            .missing
            .iter()
            .filter(|m| m.card != CardIndex::STRANGER)
            .map(|m| MissingRow::new(&wording, catalog, m))
            .collect(),
        /// Source of the rule.
        cite: &'a str = finding.cite.get(Lang::En),
        /// Line in the deck file, starting at 1.
        line: Option<usize> = place.map(|p| p.0),
        /// Column in that line, starting at 1.
        column: Option<usize> = place.map(|p| p.1),
        /// All lines that a note is about, starting at 1, if its message may name only the first.
        lines?: &'a [u32] = &finding.lines,
        /// How to fix it, in English.
        fix: Option<String> = wording.fix(),
    }

    struct MissingRow<'a>(wording: &Wording<'_>, catalog: &'a Catalog, fact: &MissingFact) {
        ..card: CardRow<'a> = CardRow::new(catalog, fact.card),
        /// Id of the unknown field.
        field: String = wording.field_of(fact),
    }

    struct UnresolvedRow<'a> {
        /// Line in the deck file, starting at 1.
        line: usize,
        /// Text of the line.
        text: &'a str,
        /// Zone of the line.
        zone: &'a str,
        /// Number of copies.
        count: u32,
        /// Cards that it may mean, nearest first.
        candidates: Vec<CardRow<'a>>,
        /// What to do, in English.
        help: String,
        /// Its possible cards, if all of them are known and the deck was judged with each.
        readings?: Vec<ReadingRow<'a>>,
    }

    /// A card that a line may mean, and the verdict with it.
    struct ReadingRow<'a>(reading: &'a JudgedReading, catalog: &'a Catalog) {
        ..card: CardRow<'a> = CardRow::new(catalog, reading.card),
        /// The verdict with this card; null if it depends on other lines that name no card.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["legal", "illegal", "undetermined", null])))]
        verdict: Option<&'static str> = reading.verdict.map(Verdict::word),
        /// Id of the first rule that is broken with this card.
        rule: Option<&'a str> = reading.rule.as_deref(),
    }

    struct ErrorRow((item, problem): (ReportItem<'_>, &Problem)) {
        /// The problem, in English.
        message: String = item.message,
        /// The file, if it is not the deck file.
        file: Option<String> = item.is_elsewhere.then(|| item.place.path.to_owned()),
        /// Line, starting at 1.
        line: Option<usize> = item.place.range.map(|at| at.start.0),
        /// Column, starting at 1.
        column: Option<usize> = item.place.range.map(|at| at.start.1),
        /// Possible words, nearest first.
        candidates: Vec<String> = problem.message.candidates().to_vec(),
        /// What to do, in English.
        help: String = item.help,
    }
}

rows! {
    /// The fewest cards that give a finding, as a text to report it with.
    pub struct SmallestDeck(rule: &str, shrunk: &ShrunkDeck, deck: String, judged: &Batch, verdict: &str, lang: Lang) after {
        let cards = shrunk.deck.entries.iter().map(|entry| u64::from(entry.count)).sum();
        let fewest = shrunk.is_fewest;
        let claim = claim_smallest(rule, cards, fewest, lang);
        let report = describe_smallest(&claim, &deck, judged, verdict, lang);
        let link = link_report(&claim, &report, judged);
    } {
        /// Id of the rule.
        rule: String = rule.to_owned(),
        /// Number of cards.
        cards: u64,
        /// Whether it is proven that fewer cards of the deck do not give the finding. Otherwise
        /// no single card can be left out.
        fewest: bool,
        /// The cards, as a deck file in TOML.
        deck: String,
        /// The deck, the finding with rule and source, and the versions, as a text to paste.
        pub report: String,
        /// The form of the game to report it with, filled in. Without the text if the address
        /// would be too long for servers.
        pub link?: Option<String>,
    }
}

impl SmallestDeck {
    /// Writes the text to paste and the game's form.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_human(&self, style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(self.report.as_bytes())?;
        let Some(link) = &self.link else { return Ok(()) };
        writeln!(out, "\n{}", say!(style.lang, "Report it with the text above: {link}"))
    }
}

/// The longest address of a filled form, in bytes. Servers refuse much longer ones.
const MAX_LINK_BYTES: usize = 8000;

/// Fills the game's form for reports with a title and a text.
fn link_report(title: &str, text: &str, judged: &Batch) -> Option<String> {
    let form = judged
        .decks
        .first()?
        .catalog()?
        .game
        .report_form
        .as_deref()?;
    let titled = form.replace("{title}", &encode_query(title));
    let link = titled.replace("{body}", &encode_query(text));
    if link.len() > MAX_LINK_BYTES {
        return Some(titled.replace("{body}", ""));
    }
    Some(link)
}

fn encode_query(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// The first line of a report: how many cards give the finding, and whether fewer do.
fn claim_smallest(rule: &str, cards: u64, fewest: bool, lang: Lang) -> String {
    if fewest {
        say!(
            lang,
            cards,
            "`{rule}` with {cards} card, proven to be the fewest of the deck",
            "`{rule}` with {cards} cards, proven to be the fewest of the deck"
        )
    } else {
        say!(
            lang,
            cards,
            "`{rule}` with {cards} card, which cannot be left out",
            "`{rule}` with {cards} cards, none of which can be left out"
        )
    }
}

/// The text to paste about the fewest cards that give a finding.
fn describe_smallest(claim: &str, deck: &str, judged: &Batch, verdict: &str, lang: Lang) -> String {
    let digests = judged
        .decks
        .iter()
        .filter_map(|deck| deck.catalog()?.digest());
    let digest: String = digests
        .map(|d| format!("{}{}{d}\n", word!(lang, "Digest of the data"), lang.colon()))
        .collect();
    format!("{claim}\n\n```toml\n{deck}```\n\n```text\n{verdict}{digest}```\n")
}

impl<'a> CheckDocument<'a> {
    /// Adds the fewest cards that give a finding.
    pub fn with_smallest(mut self, smallest: &'a SmallestDeck) -> CheckDocument<'a> {
        self.shrunk = Some(smallest);
        self
    }

    /// Adds the cards missing from a collection: for all decks together, and for each deck alone
    /// unless all decks are built at once.
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
    rows.map(|finding| FindingRow::new(finding, catalog, Some(&deck.text)))
        .collect()
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
        let of_line = deck
            .readings()
            .and_then(|of| of.lines.get(at))
            .into_iter()
            .flatten();
        of_line
            .map(|reading| ReadingRow::new(reading, catalog))
            .collect()
    };
    let rows = resolved
        .unresolved
        .iter()
        .enumerate()
        .map(|(at, u)| UnresolvedRow {
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
    let items = report_items::obstacles(deck, Lang::En)
        .into_iter()
        .zip(deck.obstacles());
    items.map(ErrorRow::new).collect()
}

/// The document's name and version.
pub const EVENT: &str = "sleeve/event/1";

rows! {
    /// The whole document.
    pub struct EventDocument<'a>(report: &'a EventReport<'a>, batch: &'a Batch) {
        ..head: DataHead = DataHead::new(EVENT, batch.decks.iter().filter_map(CheckedDeck::catalog)),
        /// The event.
        event: EventRow<'a> = EventRow::new(report.event, report),
        /// The players, each with the problems of their decks.
        players: Vec<PlayerRow<'a>> = report.entries.players.iter().map(PlayerRow::new).collect(),
        /// Decks whose player is not known.
        strays: Vec<EventDeckRow<'a>> = report.entries.unassigned.iter().map(|deck| EventDeckRow::new(deck)).collect(),
        /// The `sleeve.toml` files in use that have problems.
        configs: Vec<ConfigRow<'a>> = batch.configs.iter().map(ConfigRow::new).collect(),
        /// Files in the deck folder that were not read.
        skipped: Vec<SkippedRow<'a>> = batch.skipped.iter().map(SkippedRow::new).collect(),
    }

    struct EventRow<'a>(event: &'a Event, report: &'a EventReport<'a>) {
        /// Path of the event file.
        path: &'a str = &event.path,
        /// Name of the event.
        name: &'a str = &event.name,
        /// Day of the event.
        day: Option<String> = event.day.map(|day| day.to_string()),
        /// Format, as written in the file.
        format: &'a str = &event.format.value,
        /// Roles that every player brings a deck for; empty if players bring one deck of any role.
        brings: Vec<&'a str> = event.brings.iter().map(|role| role.value.as_str()).collect(),
        /// The round; null for the registered decks.
        round: Option<u32> = report.round,
        /// Path of the lock; null if nothing is locked.
        lock: Option<&'a str> = report.lock.as_ref().map(|(path, _)| path.as_str()),
    }

    struct PlayerRow<'a>(player: &'a Player<'a>) {
        /// Name of the player.
        name: &'a str = &player.name,
        /// True if the player dropped out, so no deck is expected.
        dropped?: Option<bool> = player.is_dropped.then_some(true),
        /// Decks that the player brought, by role.
        brought: Vec<BroughtRow<'a>> = player.brought.iter().map(BroughtRow::new).collect(),
        /// Problems of the player's decks.
        problems: Vec<ProblemRow<'a>> = player.troubles.iter().map(ProblemRow::new).collect(),
    }

    struct BroughtRow<'a>(brought: &'a BroughtDecks<'a>) {
        /// Id of the role; null if players bring one deck of any role.
        role: Option<&'a str> = brought.role.as_deref(),
        /// Fingerprint in the lock.
        registered: Option<Fingerprint> = brought.registered,
        /// Fingerprints that were locked before late changes, oldest first.
        earlier?: &'a [Fingerprint] = &brought.earlier,
        /// Whether the seal was opened, so that the deck is the sealed one; left out if there is no
        /// seal.
        sealed?: Option<bool> = brought.seal.map(|state| state == SealState::Opened),
        /// The decks.
        decks: Vec<EventDeckRow<'a>> = brought.decks.iter().map(|deck| EventDeckRow::new(deck)).collect(),
    }

    struct EventDeckRow<'a>(deck: &'a CheckedDeck) {
        ..row: OverviewRow<'a> = OverviewRow::new(deck),
        /// Fingerprint of the deck's cards; null if a line names no card.
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
        /// Kind of problem.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["not-expected", "missing", "several", "other-role", "deck", "differs", "not-registered", "not-sealed", "no-nonce"])))]
        problem: &'static str,
        /// Id of the role that it is about.
        role: Option<&'a str>,
        /// The problem, in English.
        message: String = event::describe_trouble(trouble, Lang::En),
        /// Cards that differ from the registered deck, if its cards are known.
        cards?: Vec<ChangedCardRow<'a>> = changes.iter().map(ChangedCardRow::new).collect(),
    }

    struct ChangedCardRow<'a>(change: &'a ChangedCard) {
        /// Id of the card.
        id: &'a str = &change.id,
        /// Its English name.
        name: &'a str = change.name.get(Lang::En),
        /// Id of the zone.
        zone: &'a str = &change.zone,
        /// Number of registered copies.
        registered: u64 = change.registered,
        /// Number of copies in this deck.
        played: u64 = change.played,
    }
}
