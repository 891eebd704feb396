//! What `check` found of each deck, before it takes a form.

use super::problem::{InputProblem, Place};
use crate::language::Truth;
use crate::model::{Catalog, Deck, Level};
use crate::rules::{Checked, Finding, Seated, Status, Verdict};
use std::ops::Range;
use std::sync::Arc;

/// The outcome for a deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// Every rule is met.
    Legal,
    /// It depends on facts that nobody has published.
    Undetermined,
    /// A rule is broken.
    Illegal,
    /// The file cannot be used as a deck.
    Unusable,
}

impl Outcome {
    /// The word of the JSON contract.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Legal => "legal",
            Outcome::Undetermined => "undetermined",
            Outcome::Illegal => "illegal",
            Outcome::Unusable => "unusable",
        }
    }
}

impl From<Verdict> for Outcome {
    fn from(verdict: Verdict) -> Outcome {
        match verdict {
            Verdict::Legal => Outcome::Legal,
            Verdict::Undetermined => Outcome::Undetermined,
            Verdict::Illegal => Outcome::Illegal,
        }
    }
}

/// One deck under one format.
#[derive(Clone, Debug)]
pub struct CheckedDeck {
    /// Path as given, or `-`.
    pub path: String,
    /// The file's text, as far as it could be read.
    pub text: Arc<str>,
    /// The game with its cards, if it is known.
    pub catalog: Option<Arc<Catalog>>,
    /// The deck, if it could be read.
    pub deck: Option<Deck>,
    /// Id of the format, if it is known.
    pub format: Option<String>,
    /// What the rules say, if they could be asked.
    pub checked: Option<Checked>,
    /// What keeps the file from being used.
    pub problems: Vec<InputProblem>,
}

impl CheckedDeck {
    /// The outcome. A line that could not be resolved makes a deck unusable, whatever the rules say.
    pub fn outcome(&self) -> Outcome {
        let unresolved = self.deck.as_ref().is_some_and(|d| !d.unresolved.is_empty());
        match &self.checked {
            Some(checked) if self.problems.is_empty() && !unresolved => checked.verdict.into(),
            _ => Outcome::Unusable,
        }
    }

    /// Whether the verdict rests on stand-ins or inferred facts.
    pub fn provisional(&self) -> bool {
        self.outcome() != Outcome::Unusable && self.checked.as_ref().is_some_and(|c| c.provisional)
    }

    /// Where a problem of it lies.
    pub fn place<'a>(&'a self, problem: &'a InputProblem) -> Place<'a> {
        match &problem.elsewhere {
            Some((path, text, span)) => Place { path, text, span: Some(span) },
            None => self.at(problem.span.as_ref()),
        }
    }

    /// A place in it.
    pub fn at<'a>(&'a self, span: Option<&'a Range<usize>>) -> Place<'a> {
        Place { path: &self.path, text: &self.text, span }
    }

    /// Whether it meets the assertions that concern it; warnings do not count.
    pub fn asserted(&self) -> Truth {
        let findings = self.checked.iter().flat_map(|c| &c.findings);
        let asserted = findings.filter(|f| f.is_assertion && f.level == Level::Error);
        let truth = asserted.map(|f| match f.status {
            Status::Broken => Truth::False,
            Status::Unknown => Truth::Unknown,
            Status::Note => Truth::True,
        });
        truth.fold(Truth::True, Truth::and)
    }

    /// The deck as it sits down at a table; `None` for one that cannot be used.
    pub fn seated(&self) -> Option<Seated> {
        let checked = self.checked.as_ref()?;
        let counts =
            |f: &&Finding| f.level == Level::Error && f.status != Status::Note && !f.is_assertion;
        let mut rules: Vec<String> =
            checked.findings.iter().filter(counts).map(|f| f.rule.clone()).collect();
        rules.dedup();
        Some(Seated {
            name: self.name().unwrap_or(&self.path).to_owned(),
            path: self.path.clone(),
            verdict: checked.verdict,
            provisional: checked.provisional,
            rules,
        })
    }

    /// The deck's name, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.deck.as_ref().and_then(|d| d.name.as_deref())
    }

    /// The id of its game, if it is known.
    pub fn game(&self) -> Option<&str> {
        self.catalog.as_ref().map(|c| c.game.id())
    }

    /// The role it was checked for.
    pub fn role(&self) -> Option<&str> {
        self.checked.as_ref().and_then(|c| c.role.as_deref())
    }
}

/// How many decks had each outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// All of them.
    pub decks: usize,
    /// Legal.
    pub legal: usize,
    /// Illegal.
    pub illegal: usize,
    /// Undetermined.
    pub undetermined: usize,
    /// Unusable.
    pub unusable: usize,
    /// Provisional ones among the legal and illegal.
    pub provisional: usize,
    /// Those that fail an assertion.
    pub failing: usize,
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, deck: &CheckedDeck) {
        self.decks += 1;
        self.provisional += usize::from(deck.provisional());
        self.failing += usize::from(deck.asserted() == Truth::False);
        *match deck.outcome() {
            Outcome::Legal => &mut self.legal,
            Outcome::Illegal => &mut self.illegal,
            Outcome::Undetermined => &mut self.undetermined,
            Outcome::Unusable => &mut self.unusable,
        } += 1;
    }
}
