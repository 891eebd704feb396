//! Whether, and how often, a card can be added to a deck. A rule forbids it if it is broken both in
//! a deck of this card alone, which is neither full nor half typed, and in the deck with the card,
//! which has the cards that it needs.

use sleeve_data::model::{CardIndex, Catalog, Deck, Entry, Format, format::Level};
use sleeve_rules::{CheckOptions, Finding, FindingProblem, FindingStatus, Overrides, Rulebook};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// A card that can be added this often counts as unlimited.
const MAX_COPIES: u32 = 20;

/// The rules of a format, for cards that are added to a deck.
pub(crate) struct CardGate<'a> {
    rulebook: Rulebook<'a>,
    deck: &'a Deck,
    held: BTreeMap<CardIndex, u32>,
    options: CheckOptions,
    empty: Deck,
    /// The rules that a deck without cards breaks; they say nothing about a card.
    always: BTreeSet<String>,
}

impl<'a> CardGate<'a> {
    /// Returns `None` if the deck does not match the format.
    pub(crate) fn new(
        catalog: &'a Catalog,
        format: &'a Format,
        deck: &'a Deck,
        mut options: CheckOptions,
    ) -> Option<CardGate<'a>> {
        let rulebook = Rulebook::new(catalog, format).with_cache();
        options.overrides.role = rulebook.prepare(deck, &Overrides::default()).ok()?.role;
        let empty = without_cards(deck);
        let mut held: BTreeMap<CardIndex, u32> = BTreeMap::new();
        for entry in &deck.entries {
            let count = held.entry(catalog.cards.base(entry.card)).or_default();
            *count = count.saturating_add(entry.count);
        }
        let always = BTreeSet::new();
        let mut gate = CardGate { rulebook, deck, held, options, empty, always };
        gate.always = gate
            .judge(&gate.empty)
            .into_iter()
            .map(|of| of.rule)
            .collect();
        Some(gate)
    }

    fn judge(&self, deck: &Deck) -> Vec<Finding> {
        let checked = self.rulebook.check(deck, &self.options);
        let mut findings = checked.map_or_else(|_| Vec::new(), |checked| checked.findings);
        findings.retain(|of| of.status == FindingStatus::Broken && of.level == Level::Error);
        findings.retain(|of| !self.always.contains(&of.rule));
        findings
    }

    /// The broken rules if this many copies of a card are added to a zone.
    pub(crate) fn broken_by(&self, zone: &str, card: CardIndex, more: u32) -> Vec<Finding> {
        let base = self.rulebook.catalog.cards.base(card);
        let held = self.held.get(&base).copied().unwrap_or(0);
        let with = |deck: &Deck, count: u32| {
            let mut with = deck.clone();
            with.entries.extend((count > 0).then(|| {
                let zone = Arc::from(zone);
                Entry { zone, card, count, span: 0..0 }
            }));
            self.judge(&with)
        };
        let mut alone = with(&self.empty, held.saturating_add(more));
        if !alone.is_empty() {
            let joined = with(self.deck, more);
            alone.retain(|of| joined.iter().any(|other| other.rule == of.rule));
        }
        alone
    }

    /// How many more copies can be added, by the rules that count copies of one card; `None` if no
    /// rule does.
    pub(crate) fn copies_left(&self, zone: &str, card: CardIndex) -> Option<u32> {
        let takes = |more| !self.broken_by(zone, card, more).iter().any(counts_copies);
        if takes(MAX_COPIES) || !takes(0) {
            return None;
        }
        let mut most = 0..MAX_COPIES;
        while most.end - most.start > 1 {
            let middle = most.start.midpoint(most.end);
            if takes(middle) { most.start = middle } else { most.end = middle }
        }
        Some(most.start)
    }
}

/// A deck without its cards.
pub(crate) fn without_cards(deck: &Deck) -> Deck {
    let (entries, unresolved, carried) = Default::default();
    Deck { entries, unresolved, carried, ..deck.clone() }
}

/// Whether a finding is about the copies of one card, or of cards that share something.
fn counts_copies(finding: &Finding) -> bool {
    match &finding.problem {
        FindingProblem::Condition(cause) => cause.group.is_some(),
        problem => matches!(problem, FindingProblem::Groups(_) | FindingProblem::Uncovered(_)),
    }
}
