//! What `fix` and `build` found: what goes out and what comes in, what it changes, and why there is
//! nothing better.

mod human;
mod reasons;

pub use human::{values, write};
pub use reasons::{Reason, reason, sum};

use super::diff;
use super::style::Style;
use sleeve_check::{CheckedDeck, Compared, ComparedDeck, DeckState};
use sleeve_data::model::{CardIndex, Catalog, Format, Lens};
use sleeve_language::MissingFact;
use sleeve_odds::stats::{self, StatsSubject, Subject};
use sleeve_rules::{FindingStatus, Overrides, Verdict};
use sleeve_solve::{Ending, Outcome, Repaired};
use std::sync::Arc;

/// What a user asked for beside the rules, as it was written.
#[derive(Clone, Debug, Default)]
pub struct UserConditions {
    /// Conditions.
    pub require: Vec<String>,
    /// Cards that have to be there.
    pub with: Vec<(CardIndex, u32)>,
    /// Which cards stay.
    pub lock: Option<String>,
    /// Which cards may come in.
    pub only: Option<String>,
    /// What is to be as large as it can be.
    pub maximise: Option<String>,
}

/// A deck with what the solver made of it.
#[derive(Clone, Debug)]
pub struct SolvedDeck {
    /// The deck as it was, or as it was begun.
    pub before: CheckedDeck,
    /// Whether there was one.
    pub is_new: bool,
    /// Its role.
    pub role: Option<String>,
    /// What came of it; nothing where the deck cannot be used.
    pub outcome: Option<Outcome>,
    /// What was asked beside the rules.
    pub asking: UserConditions,
    /// How it was checked.
    pub overrides: Overrides,
    /// Which facts count as known.
    pub lens: Lens,
    /// Whether its file was changed; nothing where that was not asked, or failed.
    pub written: Option<bool>,
}

impl SolvedDeck {
    /// The catalog and the format, if they are known.
    pub fn home(&self) -> Option<(&Arc<Catalog>, &Format)> {
        Some((self.before.catalog()?, self.before.format()?))
    }

    /// The deck that was found.
    pub fn repair(&self) -> Option<&Repaired> {
        match self.outcome.as_ref().map(|outcome| &outcome.ending) {
            Some(Ending::Found(found)) => Some(found),
            _ => None,
        }
    }

    /// Whether what single copies are in is asked, and was left as it is.
    pub fn keeps_states(&self) -> bool {
        self.outcome.as_ref().is_some_and(|outcome| outcome.keeps_states)
    }

    /// The outcome for the deck as it would be.
    pub fn verdict(&self) -> Verdict {
        let unresolved = self.before.deck().is_some_and(|d| !d.unresolved.is_empty());
        match self.outcome.as_ref().map(|outcome| &outcome.ending) {
            None | Some(Ending::Unbounded | Ending::GoalUnsaid) => Verdict::Unusable,
            Some(_) if unresolved => Verdict::Unusable,
            Some(Ending::Found(found)) => found.checked.verdict,
            Some(Ending::Impossible) if self.keeps_states() => Verdict::Undetermined,
            Some(Ending::Impossible) => Verdict::Illegal,
            Some(Ending::Undecided) => Verdict::Undetermined,
        }
    }

    /// The facts on which the verdict of the deck that was found rests.
    pub fn assumes(&self) -> Vec<MissingFact> {
        let findings = self.repair().into_iter().flat_map(|found| &found.checked.findings);
        let unknown = findings.filter(|f| {
            f.status == FindingStatus::Unknown && f.level == sleeve_data::model::Level::Error
        });
        let mut missing: Vec<MissingFact> = unknown.flat_map(|f| f.missing.clone()).collect();
        missing.retain(|fact| fact.card != CardIndex::STRANGER);
        missing.sort();
        missing.dedup();
        missing
    }

    /// The deck that was found, as a checked deck.
    pub fn repaired_deck(&self) -> Option<CheckedDeck> {
        let found = self.repair()?;
        let (catalog, format) = self.home()?;
        Some(CheckedDeck {
            path: self.before.path.clone(),
            text: Arc::clone(&self.before.text),
            state: DeckState::Judged {
                catalog: Arc::clone(catalog),
                deck: found.deck.clone(),
                format: format.named.id.to_string(),
                checked: found.checked.clone(),
                mend: None,
            },
            until: None,
        })
    }
}

/// Numbers that a repair changes: what they are called, before and after.
pub fn numbers(deck: &SolvedDeck, style: &Style) -> Vec<(String, String)> {
    let Some((after, (catalog, format))) = deck.repaired_deck().zip(deck.home()) else {
        return Vec::new();
    };
    let side = |checked: &'_ CheckedDeck| -> Option<(stats::Statistics, Vec<stats::LimitOf>, _)> {
        let subject = Subject {
            catalog,
            format: Some(format),
            deck: checked.deck()?,
            overrides: &deck.overrides,
            rulebook: None,
        };
        let asked = StatsSubject { lens: deck.lens, describe: true, ..StatsSubject::default() };
        let statistics = stats::statistics(&subject, &asked).ok()?;
        Some((statistics, stats::limits(&subject, deck.lens), subject.parameters()))
    };
    let Some((before, found)) = side(&deck.before).zip(side(&after)) else { return Vec::new() };
    fn compared_deck<'d>(
        deck: &'d CheckedDeck,
        (statistics, limits, parameters): (
            stats::Statistics,
            Vec<stats::LimitOf>,
            sleeve_language::Parameters,
        ),
    ) -> ComparedDeck<'d> {
        ComparedDeck { deck, statistics, limits, parameters }
    }
    let compared = Compared {
        before: compared_deck(&deck.before, before),
        after: compared_deck(&after, found),
        zones: Vec::new(),
    };
    diff::numbers_that_change(&compared, style)
}
