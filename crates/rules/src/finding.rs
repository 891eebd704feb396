//! The findings of a check, as data that `report` puts into words.

use super::{budget::TooMuchWork, messages::SetupProblem};
use sleeve_data::{
    Arrange,
    model::{
        CardIndex, Date, Entry, Noun, Number, Setting, Text,
        format::{Level, Parameter},
    },
    problem::Problem,
};
use sleeve_language::{Cause, Distance, MissingFact, Quantity, ZoneConflict};
use std::{error::Error, ops::Range, sync::Arc};

worded! {
    /// The outcome of a check, from best to worst.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Verdict, word {
        Legal = "legal",
        /// No rule is broken, but some rule depends on unknown facts.
        Undetermined = "undetermined",
        Illegal = "illegal",
        /// The deck does not fit its format.
        Unusable = "unusable",
    }
}

worded! {
    /// The answer of a finding for its rule.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum FindingStatus, word {
        Broken = "broken",
        /// The rule depends on unknown facts.
        Unknown = "unknown",
        /// A decision that the program made while it read the deck, or a remark.
        Note = "note",
    }
}

impl FindingStatus {
    /// Broken if the answer is certain, else unknown.
    pub fn from_certainty(is_certain: bool) -> FindingStatus {
        if is_certain { FindingStatus::Broken } else { FindingStatus::Unknown }
    }
}

/// A problem or remark that a check found.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    pub rule: String,
    pub level: Level,
    pub status: FindingStatus,
    /// Ids of the zones that it concerns; empty: the whole deck.
    pub zones: Vec<String>,
    pub problem: FindingProblem,
    /// The words of the rule; empty if the data has none.
    pub text: Text,
    /// The noun for the things that the rule counts; empty: cards.
    pub noun: Noun,
    pub cite: Text,
    /// Places in the deck, the most important first.
    pub labels: Vec<Label>,
    /// All lines that a note is about, from 1, if its message may name only the first.
    pub lines: Vec<u32>,
    /// Facts that would decide an unknown finding.
    pub missing: Vec<MissingFact>,
    /// Ids of the rules of the format that the rule replaces, if a card brings it.
    pub lifts: Vec<String>,
    /// The condition, for a finding of an assertion: the verdict of the deck does not depend on it.
    pub assertion: Option<String>,
    /// The plan after which the deck has the problem. The verdict of the deck does not depend on it
    /// either.
    pub plan: Option<String>,
}

impl Finding {
    /// An error about the whole deck, without words, citation and places.
    pub fn new(rule: impl Into<String>, status: FindingStatus, problem: FindingProblem) -> Finding {
        Finding {
            rule: rule.into(),
            level: Level::Error,
            status,
            zones: Vec::new(),
            problem,
            text: Text::default(),
            noun: Noun::default(),
            cite: Text::default(),
            labels: Vec::new(),
            lines: Vec::new(),
            missing: Vec::new(),
            lifts: Vec::new(),
            assertion: None,
            plan: None,
        }
    }

    /// Whether the verdict of the deck depends on it.
    pub fn is_of_deck(&self) -> bool {
        self.assertion.is_none() && self.plan.is_none()
    }

    /// Its rank in a list of findings: 0 makes the deck illegal.
    fn gravity(&self) -> u8 {
        match (self.status, self.level) {
            (FindingStatus::Broken, Level::Error) => 0,
            (FindingStatus::Unknown, Level::Error) => 1,
            (FindingStatus::Broken, Level::Warning) => 2,
            (FindingStatus::Unknown, Level::Warning) => 3,
            (FindingStatus::Note, _) => 4,
        }
    }
}

/// A problem of a rule, which becomes a [`Finding`] with the words of the rule.
#[derive(Clone, Debug)]
pub(super) struct RuleProblem {
    pub(super) status: FindingStatus,
    pub(super) problem: FindingProblem,
    /// Its places in the deck.
    pub(super) labels: Vec<Label>,
    /// Facts that would decide it.
    pub(super) missing: Vec<MissingFact>,
}

impl RuleProblem {
    pub(super) fn broken(problem: FindingProblem, labels: Vec<Label>) -> RuleProblem {
        RuleProblem { status: FindingStatus::Broken, problem, labels, missing: Vec::new() }
    }

    pub(super) fn unknown(
        problem: FindingProblem,
        labels: Vec<Label>,
        missing: Vec<MissingFact>,
    ) -> RuleProblem {
        RuleProblem { status: FindingStatus::Unknown, problem, labels, missing }
    }
}

/// A place in a deck file that a finding points at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Bytes of the deck's text.
    pub span: Range<usize>,
    pub what: LabelKind,
}

impl Label {
    /// Labels a value.
    pub fn value(span: Range<usize>) -> Label {
        Label { span, what: LabelKind::Value }
    }

    /// Labels the line of a card in a zone.
    pub(super) fn entry(entry: &Entry) -> Label {
        Label { span: entry.span.clone(), what: LabelKind::Card(entry.card, entry.count) }
    }
}

/// The thing at the place of a label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LabelKind {
    /// Copies of a card that make the difference.
    Card(CardIndex, u32),
    /// The first line of a card that has several.
    First(CardIndex),
    /// The zone that is too small or too large.
    Zone,
    Carrier(CardIndex),
    /// A value that is not allowed.
    Value,
}

/// The problem of a finding, with its numbers and cards.
#[derive(Clone, PartialEq, Debug)]
pub enum FindingProblem {
    /// A comparison of the rule's condition is false, or cannot be decided.
    Condition(Box<Cause>),
    /// One comparison that is false for several groups of cards, a cause for each group. Never
    /// empty; operator and limit are the same in all.
    Groups(Vec<Cause>),
    /// A fixed list is not met.
    Contents {
        /// Listed cards with the numbers of copies missing in the zone.
        lacking: Vec<(CardIndex, u32)>,
        /// Cards with the numbers of copies that the list does not ask for.
        extra: Vec<(CardIndex, u32)>,
    },
    /// Cards that a fixed list may ask for in another number, with their copies.
    Doubtful { cards: Vec<(CardIndex, u32)> },
    /// Copies that allowances do not, or may not, cover.
    Uncovered(Uncovered),
    /// A mistake in the loading of a carrier.
    Carrying(Carrying),
    /// No card of the deck fills a place that a card sets out.
    SetsOut {
        /// The card that sets out the place.
        card: CardIndex,
        /// Name of the place; empty: the candidates describe it.
        place: Text,
        /// The cards that could fill it.
        candidates: Arc<[CardIndex]>,
    },
    /// A card is in a zone that does not accept it.
    Zone {
        card: (CardIndex, u32),
        accepted_by: Vec<String>,
        /// The comparison with cards of another zone that excludes it, if that is the reason.
        against: Option<ZoneConflict>,
    },
    /// The cards of a zone should name the role of the deck, and name none or several.
    Role { zone: String, roles: Vec<String> },
    /// Cards contradict the stated value of a parameter, or the stated role.
    StatedValue {
        /// Id of the parameter; `None`: the role.
        parameter: Option<String>,
        stated: String,
        /// The roles that the first of the cards names, or the values that fit the cards.
        named: Vec<String>,
        cards: Vec<(CardIndex, u32)>,
    },
    /// Cards that were not, or may not have been, released by the day of the check.
    Released {
        day: Date,
        cards: Vec<(CardIndex, u32)>,
        /// The day of their release; `None` if it is unknown.
        released: Option<Date>,
    },
    /// The format is not in force on the day of the check.
    NotInForce {
        day: Date,
        /// The first and the last day of the format; `None`: no such end.
        dates: (Option<Date>, Option<Date>),
    },
    /// A parameter has a value that the format does not allow.
    Parameter { parameter: Box<Parameter>, value: Setting },
    /// Two decks at one table have different values of a shared parameter.
    Disputed { parameter: String, values: [String; 2] },
    /// Opening hands satisfy the condition of an assertion too seldom, or how often is unknown.
    Opening(OpeningShare),
    /// The condition was skipped because it costs more than the budget had left.
    NotAsked(TooMuchWork),
    /// A decision of the reader of the deck file.
    Note(Text),
}

impl FindingProblem {
    /// Whether cards are missing, so that it may be otherwise where lines of the deck were not
    /// counted.
    pub(super) fn misses_cards(&self) -> bool {
        match self {
            FindingProblem::Condition(cause) => matches!(cause.distance, Some(Distance::TooFew(_))),
            FindingProblem::Contents { lacking, .. } => !lacking.is_empty(),
            FindingProblem::SetsOut { .. } => true,
            _ => false,
        }
    }
}

/// Cards with copies that allowances cannot cover.
#[derive(Clone, PartialEq, Debug)]
pub struct Uncovered {
    /// The cards with all their copies, in the order of the deck. Never empty.
    pub cards: Vec<(CardIndex, u32)>,
    /// The copies that are not covered.
    pub over: u32,
    /// The allowances that alone may cover these cards, all full; empty: nothing covers them.
    pub covering: Vec<Covering>,
}

impl Uncovered {
    /// The sum of all copies of the cards.
    pub fn copies(&self) -> u32 {
        self.cards
            .iter()
            .map(|(_, n)| *n)
            .fold(0, u32::saturating_add)
    }
}

/// An allowance with the cards that it covers.
#[derive(Clone, PartialEq, Debug)]
pub struct Covering {
    /// The cards that it may cover, in words.
    pub words: Text,
    /// The most copies that it covers.
    pub up_to: Quantity,
    /// The cards and copies that it covers in a largest cover.
    pub cards: Vec<(CardIndex, u32)>,
}

/// The share of opening hands that satisfy a condition.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningShare {
    pub condition: String,
    /// The smallest and the largest possible percentage, or the error that prevents them.
    pub chance: Result<(String, String), ChanceError>,
    /// The required percentage.
    pub at_least: String,
}

/// The error of a crate that depends on this one and computes chances: its type is unknown here.
#[derive(Clone, Debug)]
pub struct ChanceError(Arc<dyn Error + Send + Sync>);

impl ChanceError {
    /// Hides the type of an error.
    pub fn new(error: impl Error + Send + Sync + 'static) -> ChanceError {
        ChanceError(Arc::new(error))
    }

    /// The error, if it has type `E`.
    pub fn error<E: Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

impl PartialEq for ChanceError {
    fn eq(&self, other: &ChanceError) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

/// A mistake in the loading of a carrier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Carrying {
    /// The carrier or its cargo is in the deck too few times, or not at all.
    NotThere {
        card: CardIndex,
        /// Copies in the zones.
        there: u32,
        /// Copies that carry, or are carried.
        used: u32,
    },
    /// The cargo needs more spaces than the carrier has.
    TooMuch {
        carrier: CardIndex,
        /// The fewest spaces that the cargo may need.
        needed: Number,
        /// The most spaces that the carrier may have.
        capacity: Number,
    },
    /// Whether the cargo fits depends on unknown facts.
    Undecided { carrier: CardIndex },
    /// The carrier prints no capacity.
    NoCapacity { carrier: CardIndex },
    /// A carried card is not smaller than its carrier.
    NotSmaller { carrier: CardIndex, cargo: CardIndex },
    /// A carried card is in another zone than its carrier: it belongs to a team-mate.
    Apart { carrier: CardIndex, cargo: CardIndex },
    /// A carried card is on the table from the start.
    Placed { cargo: CardIndex },
    /// A carried card carries something itself.
    Nested { carrier: CardIndex },
}

impl Carrying {
    /// The card that the mistake is about: the cargo, if that is not the carrier.
    pub fn card(&self) -> CardIndex {
        match self {
            Carrying::NotThere { card, .. } => *card,
            Carrying::NotSmaller { cargo, .. }
            | Carrying::Apart { cargo, .. }
            | Carrying::Placed { cargo } => *cargo,
            Carrying::TooMuch { carrier, .. }
            | Carrying::Undecided { carrier }
            | Carrying::NoCapacity { carrier }
            | Carrying::Nested { carrier } => *carrier,
        }
    }
}

/// The result of a check of a deck against a format.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckResult {
    /// The verdict of the findings, or unusable if the deck does not fit its format.
    pub verdict: Verdict,
    /// Whether the verdict would differ with stand-ins and inferred facts unknown.
    pub provisional: bool,
    /// Id of the role that the deck was checked for, if the format has roles.
    pub role: Option<String>,
    /// All findings, those that make the deck illegal first ([`CheckResult::sort_findings`]), else
    /// in the order of the zones of the format, then its rules, then the lines of the deck.
    pub findings: Vec<Finding>,
    /// Zones and parameters of the deck that the format does not have: they make the deck unusable,
    /// and the findings are about the rest of it.
    pub unknown_names: Vec<SetupProblem>,
}

/// The id of the finding that rules may need keys that the reader of the file skips.
pub const UNREAD: &str = "unread-keys";

impl CheckResult {
    /// The unknown names as problems of any crate.
    pub fn obstacles(&self) -> Vec<Problem> {
        self.unknown_names
            .iter()
            .cloned()
            .map(Problem::into_any)
            .collect()
    }

    /// Sorts findings: those that make a deck illegal, those that may, warnings, notes. Findings of
    /// one rule are in the order of the lines of the deck.
    pub fn sort_findings(findings: &mut [Finding]) {
        findings.arrange_by_key(Finding::gravity);
        for alike in findings.chunk_by_mut(|a, b| a.gravity() == b.gravity() && a.rule == b.rule) {
            alike.arrange_by_key(|finding| {
                finding.labels.first().map_or(0, |label| label.span.start)
            });
        }
    }

    /// The verdict of findings: warnings and notes leave a deck legal, and an unread part of the
    /// file leaves any verdict open.
    pub fn judge_findings(findings: &[Finding]) -> Verdict {
        let errors = || findings.iter().filter(|f| f.level == Level::Error);
        if errors().any(|f| f.rule == UNREAD) {
            Verdict::Undetermined
        } else if errors().any(|f| f.status == FindingStatus::Broken) {
            Verdict::Illegal
        } else if errors().any(|f| f.status == FindingStatus::Unknown) {
            Verdict::Undetermined
        } else {
            Verdict::Legal
        }
    }
}
