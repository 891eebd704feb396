//! What a check finds: data that `report/` puts into words.

use super::work::TooMuchWork;
use sleeve_data::model::format::{Level, Origin, Parameter};
use sleeve_data::model::{CardIndex, Date, Noun, Number, Setting, Text};
use sleeve_data::problem;
use sleeve_language::{Against, Cause, MissingFact, Quantity};
use std::error::Error;
use std::ops::Range;
use std::sync::Arc;

/// The outcome for a deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Every rule is met.
    Legal,
    /// Some rule depends on facts that nobody has published, and none is broken.
    Undetermined,
    /// Some rule is broken.
    Illegal,
    /// It cannot be used as a deck of its format.
    Unusable,
}

impl Verdict {
    /// The word of documents.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Legal => "legal",
            Verdict::Undetermined => "undetermined",
            Verdict::Illegal => "illegal",
            Verdict::Unusable => "unusable",
        }
    }
}

/// What a finding says of its rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FindingStatus {
    /// The rule is broken.
    Broken,
    /// Whether it is broken depends on unknown facts.
    Unknown,
    /// A decision the program took, or something to know.
    Note,
}

/// One thing that a check found.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// Id of the rule.
    pub rule: String,
    /// Error or warning.
    pub level: Level,
    /// Broken, unknown or a note.
    pub status: FindingStatus,
    /// The zones it concerns; empty: the whole deck.
    pub zones: Vec<String>,
    /// What exactly.
    pub problem: FindingProblem,
    /// The rule's own words.
    pub text: Text,
    /// What the rule counts; empty: cards.
    pub noun: Noun,
    /// The rule's citation.
    pub cite: Text,
    /// Where the rule is written.
    pub origin: Origin,
    /// Places in the deck, the most telling first.
    pub labels: Vec<Label>,
    /// Facts that would decide an unknown finding.
    pub missing: Vec<MissingFact>,
    /// The condition of the assertion that it comes from: the deck's verdict does not depend on it.
    pub assertion: Option<String>,
}

/// A place in a deck file that a finding points at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Bytes of the deck's text.
    pub span: Range<usize>,
    /// What stands there.
    pub what: LabelKind,
}

/// What a label says of its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LabelKind {
    /// Copies of a card that make the difference.
    Card(CardIndex, u32),
    /// The first line of a card that is named again.
    First(CardIndex),
    /// The zone that is too small or too large.
    Zone,
    /// A carrier.
    Carrier(CardIndex),
    /// A value that is not allowed.
    Value,
}

/// What exactly is wrong, unknown or worth saying.
#[derive(Clone, PartialEq, Debug)]
pub enum FindingProblem {
    /// A comparison of the rule's condition does not hold, or cannot be decided.
    Condition(Box<Cause>),
    /// The same comparison for several groups of cards: each has as many too many or too few as it
    /// says. Never empty; operator and limit are the same in all.
    Groups(Vec<Cause>),
    /// A fixed list is not met.
    Contents {
        /// Cards that should be there, with the number that lacks.
        lacking: Vec<(CardIndex, u32)>,
        /// Cards that should not, with the number too many.
        extra: Vec<(CardIndex, u32)>,
    },
    /// Cards that a fixed list may or may not ask for, as often as they are there.
    Doubtful {
        /// The cards.
        cards: Vec<(CardIndex, u32)>,
    },
    /// Copies that allowances do not cover, or of which that is not known.
    Uncovered(Uncovered),
    /// Something is carried that cannot be.
    Carrying(Carrying),
    /// A card sets out one that is not there.
    SetsOut {
        /// The card that sets it out.
        card: CardIndex,
        /// The place that stays empty, in words of the data; empty: name the cards.
        place: Text,
        /// The cards that could fill it.
        candidates: Arc<[CardIndex]>,
    },
    /// A card stands in a zone that does not accept it.
    Zone {
        /// The card and its copies.
        card: (CardIndex, u32),
        /// Zones that would accept it.
        accepted_by: Vec<String>,
        /// What of it stands against the cards of another zone, where that is why.
        against: Option<Against>,
    },
    /// The cards of a zone are to name the role of the deck, and do not name one.
    Role {
        /// The zone.
        zone: String,
        /// The roles that they name.
        roles: Vec<String>,
    },
    /// Cards of the zone that names the role name another than the one that is stated.
    StatedRole {
        /// The role that is stated.
        stated: String,
        /// What the first of the cards names.
        named: Vec<String>,
        /// The cards and their copies.
        cards: Vec<(CardIndex, u32)>,
    },
    /// Cards that were not out on the day of the check, or of which that is not known.
    Released {
        /// The day of the check.
        day: Date,
        /// The cards and their copies.
        cards: Vec<(CardIndex, u32)>,
        /// The day they came out, if known.
        released: Option<Date>,
    },
    /// The format does not hold on the day of the check.
    NotInForce {
        /// The day of the check.
        day: Date,
        /// The first and the last day on which the format holds.
        dates: (Option<Date>, Option<Date>),
    },
    /// A parameter has a value that the format does not allow.
    Parameter {
        /// The parameter, with the values that it may have.
        parameter: Box<Parameter>,
        /// Its value.
        value: Setting,
    },
    /// Two decks have different values of what they share at the table.
    Disputed {
        /// The parameter.
        parameter: String,
        /// The value of each deck.
        values: [String; 2],
    },
    /// Opening hands satisfy an assertion's condition too seldom, or nobody can tell how often.
    Opening(OpeningShare),
    /// The condition was not asked: all that are asked of the deck together would cost too much.
    NotAsked(TooMuchWork),
    /// A reader's decision.
    Note(Text),
}

/// Cards of which allowances do not cover every copy.
#[derive(Clone, PartialEq, Debug)]
pub struct Uncovered {
    /// The cards with all their copies, in the order of the deck. Never empty.
    pub cards: Vec<(CardIndex, u32)>,
    /// How many of these copies are not covered.
    pub over: u32,
    /// The allowances that alone cover these cards, all of which are full; empty: nothing covers them.
    pub covering: Vec<Covering>,
}

impl Uncovered {
    /// All copies of the cards.
    pub fn copies(&self) -> u32 {
        self.cards.iter().map(|(_, n)| *n).fold(0, u32::saturating_add)
    }
}

/// An allowance with what it covers.
#[derive(Clone, PartialEq, Debug)]
pub struct Covering {
    /// The cards that it may cover, in words.
    pub words: Text,
    /// How many copies it covers at most.
    pub up_to: Quantity,
    /// Cards and copies that it covers, where as many as can be are covered.
    pub cards: Vec<(CardIndex, u32)>,
}

/// How often opening hands satisfy a condition.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningShare {
    /// The condition as it is written.
    pub condition: String,
    /// The smallest and the largest percentage that fit what is known, or why there is none.
    pub chance: Result<(String, String), NotTold>,
    /// The percentage that is required.
    pub at_least: String,
}

/// Why a chance cannot be told: the error of the room that was asked, which stands on this one.
#[derive(Clone, Debug)]
pub struct NotTold(Arc<dyn Error + Send + Sync>);

impl NotTold {
    /// That error.
    pub fn new(error: impl Error + Send + Sync + 'static) -> NotTold {
        NotTold(Arc::new(error))
    }

    /// That error, for who knows its type.
    pub fn error<E: Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

impl PartialEq for NotTold {
    fn eq(&self, other: &NotTold) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

/// What is wrong with the loading of a carrier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Carrying {
    /// The carrier or its load is not in the deck, or not as often.
    NotThere {
        /// The card.
        card: CardIndex,
        /// Copies in the zone.
        there: u32,
        /// Copies that are carried or carry.
        used: u32,
    },
    /// The load needs more spaces than the carrier has (both as numbers, or bounds in words).
    TooMuch {
        /// The carrier.
        carrier: CardIndex,
        /// Spaces needed at least.
        needed: Number,
        /// Spaces there are at most.
        capacity: Number,
    },
    /// Whether the load fits depends on unknown facts.
    Undecided {
        /// The carrier.
        carrier: CardIndex,
    },
    /// The carrier has no capacity symbol.
    NoCapacity {
        /// The carrier.
        carrier: CardIndex,
    },
    /// A carried card is not smaller than its carrier.
    NotSmaller {
        /// The carrier.
        carrier: CardIndex,
        /// The carried card.
        cargo: CardIndex,
    },
    /// A carried card lies in another zone than its carrier: it is a team-mate's.
    Apart {
        /// The carrier.
        carrier: CardIndex,
        /// The carried card.
        cargo: CardIndex,
    },
    /// A carried card is on the table from the start.
    Placed {
        /// The carried card.
        cargo: CardIndex,
    },
    /// A carried card carries something itself.
    Nested {
        /// The card that is carried and carries.
        carrier: CardIndex,
    },
}

impl Carrying {
    /// The card it is about.
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

/// The result of checking a deck against a format.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckResult {
    /// The verdict: of the findings, or unusable where the deck does not fit its format.
    pub verdict: Verdict,
    /// Whether the verdict differs when stand-ins and inferred facts are unknown.
    pub provisional: bool,
    /// The role the deck was checked for, if the format has roles.
    pub role: Option<String>,
    /// Everything found, what makes the deck illegal first ([`CheckResult::order`]), else in the order of
    /// the format's zones, then its rules, then the deck's lines.
    pub findings: Vec<Finding>,
    /// Zones and parameters of the deck that the format lacks: the deck is unusable, and the
    /// findings are about the rest of it.
    pub stray: Vec<problem::Problem>,
}

impl CheckResult {
    /// Puts what makes a deck illegal first, then what may, then warnings, then notes; what one rule
    /// finds stands in the order of the deck's lines.
    pub fn order(findings: &mut [Finding]) {
        let gravity = |finding: &Finding| match (finding.status, finding.level) {
            (FindingStatus::Broken, Level::Error) => 0,
            (FindingStatus::Unknown, Level::Error) => 1,
            (FindingStatus::Broken, Level::Warning) => 2,
            (FindingStatus::Unknown, Level::Warning) => 3,
            (FindingStatus::Note, _) => 4,
        };
        findings.sort_by_key(gravity);
        for alike in findings.chunk_by_mut(|a, b| gravity(a) == gravity(b) && a.rule == b.rule) {
            alike.sort_by_key(|finding| finding.labels.first().map_or(0, |label| label.span.start));
        }
    }

    /// The verdict that findings amount to.
    pub fn verdict_of(findings: &[Finding]) -> Verdict {
        let errors = || findings.iter().filter(|f| f.level == Level::Error);
        if errors().any(|f| f.status == FindingStatus::Broken) {
            Verdict::Illegal
        } else if errors().any(|f| f.status == FindingStatus::Unknown) {
            Verdict::Undetermined
        } else {
            Verdict::Legal
        }
    }
}
