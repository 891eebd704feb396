//! A deck under a format, and its state on the way to a verdict. The smallest repair of an illegal
//! deck, if it is quick to find: `check` shows it below the findings, and `fix` explains it. The
//! last day on which a deck stays legal, by the known dates when formats end and lists change.

use super::readings::Readings;
use sleeve_data::{
    model::{Catalog, Date, Deck, Format, Level},
    problem::Problem,
};
use sleeve_decks::{
    Moves, RawDeck,
    fingerprint::{self, Fingerprint},
};
use sleeve_language::Truth;
use sleeve_library::Library;
use sleeve_odds::stats::Subject;
use sleeve_rules::{
    CheckError, CheckOptions, CheckResult, Finding, FindingStatus, NOT_RELEASED, Overrides,
    Rulebook, Verdict,
};
use sleeve_solve::{self as solve, Ending, Wishes};
use std::{collections::BTreeSet, sync::Arc};

/// One deck under one format.
#[derive(Clone, Debug)]
pub struct CheckedDeck {
    /// The path as given, or `-`; `path#2` for the second of several decks in a file.
    pub path: String,
    /// Its number in a file with several decks, from 1.
    pub part: Option<usize>,
    /// The file's text, as far as it could be read.
    pub text: Arc<str>,
    pub state: DeckState,
    /// How long the deck stays legal; `None` unless requested.
    pub legal_until: Option<LegalUntil>,
}

/// The state of a deck on the way to a verdict.
#[derive(Clone, Debug)]
pub enum DeckState {
    /// The file is not a deck, or its game is unknown or cannot be opened.
    Unreadable(Vec<Problem>),
    /// The cards are known, but no rules were checked: the caller only reads, or there are
    /// obstacles.
    Read {
        catalog: Arc<Catalog>,
        deck: Deck,
        /// Id of the format, if it is known.
        format: Option<String>,
        /// Why the rules cannot be checked; empty if the caller only reads.
        obstacles: Vec<Problem>,
    },
    Judged {
        catalog: Arc<Catalog>,
        deck: Deck,
        format: String,
        obstacles: Vec<Problem>,
        /// The result of the rules, with the findings of assertions.
        checked: CheckResult,
        /// The smallest repair, if it was searched and found.
        repair: Option<Repair>,
        /// The verdicts under every reading of the unresolved lines, if requested and few enough.
        readings: Option<Readings>,
    },
}

impl CheckedDeck {
    pub(super) fn new(raw: &RawDeck, state: DeckState) -> CheckedDeck {
        let (path, text) = (raw.path.clone(), Arc::clone(&raw.text));
        CheckedDeck { path, part: raw.part, text, state, legal_until: None }
    }

    /// A deck that cannot be read.
    pub(super) fn unreadable(raw: &RawDeck, obstacles: Vec<Problem>) -> CheckedDeck {
        CheckedDeck::new(raw, DeckState::Unreadable(obstacles))
    }

    /// A file that contains no deck.
    pub(super) fn no_deck(path: &str, text: &Arc<str>, obstacles: Vec<Problem>) -> CheckedDeck {
        let state = DeckState::Unreadable(obstacles);
        let (path, text) = (path.to_owned(), Arc::clone(text));
        CheckedDeck { path, part: None, text, state, legal_until: None }
    }

    /// The path of its file, without its number there.
    pub fn file_path(&self) -> &str {
        // The last `#`, because a file name may contain others.
        self.part
            .and_then(|_| self.path.rsplit_once('#'))
            .map_or(&self.path, |(file, _)| file)
    }

    /// The verdict. Obstacles make a deck unusable, regardless of the rules. So do unresolved
    /// lines, unless the verdict is the same under all their readings.
    pub fn verdict(&self) -> Verdict {
        match &self.state {
            DeckState::Judged { deck, checked, .. } if deck.unresolved.is_empty() => {
                checked.verdict
            }
            _ => self
                .readings()
                .and_then(|readings| readings.verdict)
                .unwrap_or(Verdict::Unusable),
        }
    }

    /// The verdicts under every reading of the unresolved lines.
    pub fn readings(&self) -> Option<&Readings> {
        match &self.state {
            DeckState::Judged { readings, .. } => readings.as_ref(),
            _ => None,
        }
    }

    /// Whether the verdict rests on stand-ins or inferred facts.
    pub fn is_provisional(&self) -> bool {
        self.verdict() != Verdict::Unusable && self.result().is_some_and(|c| c.provisional)
    }

    /// The problems that make the deck unusable, other than unresolved lines.
    pub fn obstacles(&self) -> &[Problem] {
        match &self.state {
            DeckState::Unreadable(obstacles)
            | DeckState::Read { obstacles, .. }
            | DeckState::Judged { obstacles, .. } => obstacles,
        }
    }

    /// Whether the deck satisfies its assertions, and all rules after each of its plans, ignoring
    /// warnings.
    pub fn assertion_truth(&self) -> Truth {
        let asserted = self
            .findings()
            .iter()
            .filter(|f| !f.is_of_deck() && f.level == Level::Error);
        Truth::all(asserted.map(|finding| match finding.status {
            FindingStatus::Broken => Truth::False,
            FindingStatus::Unknown => Truth::Unknown,
            FindingStatus::Note => Truth::True,
        }))
    }

    /// The deck as if its rules were not checked.
    pub fn without_verdict(&self) -> CheckedDeck {
        let state = match &self.state {
            DeckState::Judged { catalog, deck, format, obstacles, .. } => DeckState::Read {
                catalog: Arc::clone(catalog),
                deck: deck.clone(),
                format: Some(format.clone()),
                obstacles: obstacles.clone(),
            },
            state => state.clone(),
        };
        CheckedDeck { state, ..self.clone() }
    }

    /// The game with its cards, if it is known.
    pub fn catalog(&self) -> Option<&Arc<Catalog>> {
        self.catalog_and_deck().map(|(catalog, _)| catalog)
    }

    /// Replaces the catalog by one that [extends](sleeve_data::model::Cards::extend) its own.
    pub(super) fn set_catalog(&mut self, extended: &Arc<Catalog>) {
        match &mut self.state {
            DeckState::Unreadable(_) => {}
            DeckState::Read { catalog, .. } | DeckState::Judged { catalog, .. } => {
                *catalog = Arc::clone(extended);
            }
        }
    }

    pub(super) fn drop_repair(&mut self) {
        if let DeckState::Judged { repair, .. } = &mut self.state {
            *repair = None;
        }
    }

    /// Drops text and cards, and keeps verdict, findings and name, so that many decks need little
    /// memory.
    pub(super) fn drop_contents(&mut self) {
        let nothing: Arc<str> = Arc::default();
        self.text = Arc::clone(&nothing);
        if let DeckState::Read { deck, .. } | DeckState::Judged { deck, .. } = &mut self.state {
            deck.text = nothing;
            deck.zones = Vec::new();
            deck.entries = Vec::new();
            deck.carried = Vec::new();
            deck.notes = Vec::new();
            deck.remarks = None;
            deck.source = None;
        }
    }

    /// The deck, if it could be read.
    pub fn deck(&self) -> Option<&Deck> {
        self.catalog_and_deck().map(|(_, deck)| deck)
    }

    /// The catalog and the deck, if the deck could be read.
    pub fn catalog_and_deck(&self) -> Option<(&Arc<Catalog>, &Deck)> {
        match &self.state {
            DeckState::Unreadable(_) => None,
            DeckState::Read { catalog, deck, .. } | DeckState::Judged { catalog, deck, .. } => {
                Some((catalog, deck))
            }
        }
    }

    /// Id of the format, if it is known.
    pub fn format_id(&self) -> Option<&str> {
        match &self.state {
            DeckState::Unreadable(_) => None,
            DeckState::Read { format, .. } => format.as_deref(),
            DeckState::Judged { format, .. } => Some(format),
        }
    }

    /// The format, if it is known.
    pub fn format(&self) -> Option<&Format> {
        self.catalog()?.format(self.format_id()?)
    }

    /// The smallest repair, if it was searched and found.
    pub fn repair(&self) -> Option<&Repair> {
        match &self.state {
            DeckState::Judged { repair: mend, .. } => mend.as_ref(),
            _ => None,
        }
    }

    /// The result of the rules; `None` if they were not checked.
    pub fn result(&self) -> Option<&CheckResult> {
        match &self.state {
            DeckState::Judged { checked, .. } => Some(checked),
            _ => None,
        }
    }

    /// The findings of rules and assertions.
    pub fn findings(&self) -> &[Finding] {
        self.result().map_or(&[], |checked| &checked.findings)
    }

    /// Ids of the rules and assertions that it breaks.
    pub fn broken_rules(&self) -> Vec<&str> {
        let broken = self
            .findings()
            .iter()
            .filter(|f| f.status == FindingStatus::Broken);
        let mut rules: Vec<&str> = broken.map(|f| f.rule.as_str()).collect();
        rules.dedup();
        rules
    }

    /// The deck as a subject for counting; `None` if it could not be read.
    pub fn subject<'a>(&'a self, overrides: &'a Overrides) -> Option<Subject<'a>> {
        let (catalog, deck) = self.catalog_and_deck()?;
        Some(Subject { catalog, format: self.format(), deck, overrides, rulebook: None })
    }

    /// Whether all cards of the deck are known. A deck without a format can still be counted.
    pub fn is_whole(&self) -> bool {
        let resolved = self.deck().is_some_and(|deck| deck.unresolved.is_empty());
        resolved && (self.obstacles().is_empty() || self.format_id().is_none())
    }

    /// The canonical text of the deck, from which fingerprints and seals are computed. The role is
    /// that of the check, or comes from `overrides`, the cards or the file. `None` unless the deck
    /// is [whole](CheckedDeck::is_whole).
    pub fn canonical_text(&self, overrides: &Overrides) -> Option<String> {
        self.subject_canonical(&self.subject(overrides)?)
    }

    fn subject_canonical(&self, subject: &Subject<'_>) -> Option<String> {
        let (catalog, deck) = self.catalog_and_deck().filter(|_| self.is_whole())?;
        let role = match self.result() {
            Some(checked) => checked.role.clone(),
            None => subject.role(),
        };
        let written = deck.role.as_ref().map(|role| role.value.as_str());
        fingerprint::canonical_text(deck, role.as_deref().or(written), catalog)
    }

    /// The fingerprint of the deck; `None` unless it is [whole](CheckedDeck::is_whole).
    pub fn fingerprint(&self, overrides: &Overrides) -> Option<Fingerprint> {
        self.canonical_text(overrides)
            .map(|text| Fingerprint::from_canonical(&text))
    }

    /// The fingerprint from a subject of this deck, whose rulebook may be shared with other decks.
    pub(super) fn subject_fingerprint(&self, subject: &Subject<'_>) -> Option<Fingerprint> {
        self.subject_canonical(subject)
            .map(|text| Fingerprint::from_canonical(&text))
    }

    /// Sets the player of a deck that names none, when an event knows it.
    pub fn name_player(&mut self, player: &str) {
        if let DeckState::Read { deck, .. } | DeckState::Judged { deck, .. } = &mut self.state {
            let written = deck
                .player
                .as_deref()
                .is_some_and(|name| !name.trim().is_empty());
            if !written {
                deck.player = Some(player.to_owned());
            }
        }
    }

    /// Its player, named by the deck or [set by an event](CheckedDeck::name_player).
    pub fn player(&self) -> Option<&str> {
        self.deck().and_then(|deck| deck.player.as_deref())
    }

    /// The deck's name, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.deck().and_then(|d| d.name.as_deref())
    }

    /// The id of its game, if it is known.
    pub fn game(&self) -> Option<&str> {
        self.catalog().map(|c| c.game.id())
    }

    /// What the user has to choose before there is a verdict, if there are several values: `game`,
    /// `format`, or something within the format.
    pub fn asks(&self) -> Option<&'static str> {
        let mut obstacles = self.obstacles().iter();
        if self.verdict() != Verdict::Unusable
            || obstacles.all(|problem| problem.message.candidates().is_empty())
        {
            return None;
        }
        Some(match (self.game(), self.format_id()) {
            (None, _) => "game",
            (_, None) => "format",
            _ => "role",
        })
    }

    /// The role it was checked for.
    pub fn role(&self) -> Option<&str> {
        self.result().and_then(|c| c.role.as_deref())
    }
}

/// Numbers of decks by verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VerdictTally {
    pub decks: usize,
    pub legal: usize,
    pub illegal: usize,
    pub undetermined: usize,
    pub unusable: usize,
    /// Provisional verdicts among the legal and illegal.
    pub provisional: usize,
    /// Decks that fail an assertion.
    pub failing: usize,
}

impl VerdictTally {
    /// Counts the verdicts of decks.
    pub fn from_decks<'d>(decks: impl IntoIterator<Item = &'d CheckedDeck>) -> VerdictTally {
        let mut tally = VerdictTally::default();
        for deck in decks {
            tally.add(deck);
        }
        tally
    }

    fn add(&mut self, deck: &CheckedDeck) {
        self.decks += 1;
        self.provisional += usize::from(deck.is_provisional());
        self.failing += usize::from(deck.assertion_truth() == Truth::False);
        *match deck.verdict() {
            Verdict::Legal => &mut self.legal,
            Verdict::Illegal => &mut self.illegal,
            Verdict::Undetermined => &mut self.undetermined,
            Verdict::Unusable => &mut self.unusable,
        } += 1;
    }
}

/// Largest number of decks in a call for which repairs are searched.
pub const MAX_MENDED_DECKS: usize = 9;
/// Largest number of entries in a deck that is repaired.
pub const MAX_MENDED_ENTRIES: usize = 200;
/// The work to find a repair, in rows and columns of pivots: ten times that of the most expensive
/// repair in the tests, and a third of a second. It does not depend on the clock, so a deck has the
/// same output on every machine. A longer search is left to `fix`.
pub const MAX_MEND_WORK: u64 = 4_000_000;

/// The smallest repair of a deck.
#[derive(Clone, PartialEq, Debug)]
pub struct Repair {
    pub moves: Moves,
    /// For every removed card, then every added card: the number of equivalent cards.
    pub equivalent_cards: Vec<u32>,
}

/// The smallest repair of an illegal deck, if it is found quickly, proven to be the smallest, and
/// makes the deck legal regardless of unknown facts.
pub(super) fn find_repair(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    checked: &CheckResult,
) -> Option<Repair> {
    let whole = deck.unresolved.is_empty() && checked.unknown_names.is_empty();
    let small = deck.entries.len() <= MAX_MENDED_ENTRIES;
    if checked.verdict != Verdict::Illegal || !whole || !small {
        return None;
    }
    let (wishes, effort) = (Wishes::default(), solve::Effort::Work(MAX_MEND_WORK));
    let request = solve::SolveRequest::nearest(&wishes, effort);
    let outcome = solve::solve(rulebook, deck, options, &request).ok()?;
    let repair = match outcome.ending {
        Ending::Found(repair) if outcome.is_proven => repair,
        _ => return None,
    };
    let is_legal = repair.checked.verdict == Verdict::Legal && repair.moves.count_changes() > 0;
    is_legal.then_some(Repair { moves: repair.moves, equivalent_cards: repair.equivalent_cards })
}

/// Largest number of days with changes on which a deck is judged.
pub const MAX_DAYS: usize = 1_000;

/// How long a deck stays legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LegalUntil {
    NotLegal,
    /// It is legal, but has ambiguous lines, so later days are not judged.
    NotJudged,
    /// There is no known end.
    Open,
    /// It is legal until a known day.
    Ends {
        last: Date,
        /// The verdict on the next day: illegal, undetermined, or unusable.
        then: Verdict,
        /// The first rule that decides that verdict.
        rule: Option<String>,
    },
    /// It is legal until this day. Later days were not judged, because there are more than
    /// [`MAX_DAYS`].
    AtLeast(Date),
}

impl LegalUntil {
    /// The last day on which it is known to be legal; `None` if it is illegal or no end is known.
    pub fn last_day(&self) -> Option<Date> {
        match self {
            LegalUntil::NotLegal | LegalUntil::NotJudged | LegalUntil::Open => None,
            LegalUntil::Ends { last, .. } | LegalUntil::AtLeast(last) => Some(*last),
        }
    }
}

/// The first day to judge: that of `options`, or today, which is then set in `options`.
pub(super) fn start_day(library: &Library, options: &mut CheckOptions) -> Option<Date> {
    if options.on.is_none() {
        options.on = Some(library.today()?);
        // A released card stays released, so that rule only matters on a day that the user gives.
        options
            .levels
            .entry(NOT_RELEASED.to_owned())
            .or_insert(None);
    }
    options.on
}

/// Judges a deck that is legal on the start day on each day with changes, in order, until it is not
/// legal.
pub(super) fn find_legal_until(
    start: Date,
    changes: BTreeSet<Date>,
    mut judge: impl FnMut(Date) -> Option<Result<CheckResult, CheckError>>,
) -> LegalUntil {
    let mut last = start;
    for day in changes.iter().take(MAX_DAYS) {
        // If the data cannot be opened on a day, the result for that day is unknown.
        let Some(judged) = judge(*day) else { return LegalUntil::AtLeast(last) };
        let (then, rule) = match judged {
            Ok(checked) if checked.verdict == Verdict::Legal => {
                last = *day;
                continue;
            }
            Ok(checked) => (checked.verdict, deciding_rule(&checked)),
            Err(_) => (Verdict::Unusable, None),
        };
        return LegalUntil::Ends { last: day.previous_day(), then, rule };
    }
    if changes.len() > MAX_DAYS { LegalUntil::AtLeast(last) } else { LegalUntil::Open }
}

/// The rule that decides: a broken one, or an undecided one.
fn deciding_rule(checked: &CheckResult) -> Option<String> {
    for status in [FindingStatus::Broken, FindingStatus::Unknown] {
        let mut errors = checked
            .findings
            .iter()
            .filter(|of| of.level == Level::Error);
        if let Some(finding) = errors.find(|of| of.status == status) {
            return Some(finding.rule.clone());
        }
    }
    None
}
