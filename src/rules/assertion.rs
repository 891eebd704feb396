//! Assertions of a `sleeve.toml`: conditions on a deck that are no rules of its format.

use super::check::{CheckOptions, Checker, RuleError};
use super::finding::Finding;
use super::legality::FormatLegality;
use super::piles;
use super::rulebook::Rulebook;
use super::setup::Setup;
use super::start;
use crate::config::{Assertion, AssertionBody, Config};
use crate::language::{LanguageError, Spread, View, World};
use crate::model::format::{Origin, Rule, RuleBody};
use crate::model::{Catalog, Deck, Format, Lens, Text};
use std::borrow::Cow;
use std::ops::Range;

/// What assertions say of a deck.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Asserted {
    /// Those that fail, or depend on unknown facts.
    pub findings: Vec<Finding>,
    /// Mistakes in the assertions themselves.
    pub mistakes: Vec<AssertMistake>,
}

/// A mistake in an assertion.
#[derive(Clone, PartialEq, Debug)]
pub struct AssertMistake {
    /// The assertion's id.
    pub assertion: String,
    /// Where, in the text of the `sleeve.toml`.
    pub span: Range<usize>,
    /// What.
    pub kind: MistakeKind,
}

/// The kinds of mistake in an assertion.
#[derive(Clone, PartialEq, Debug)]
pub enum MistakeKind {
    /// In its condition.
    Language(LanguageError),
    /// A zone that the deck's format does not have.
    Zone {
        /// As it is written.
        name: String,
        /// The zones there are.
        candidates: Vec<String>,
    },
}

/// The zones that an assertion reads: those it names, else those that are the deck itself.
///
/// # Errors
/// The zones that the format does not have.
pub fn zones_of(
    assertion: &Assertion,
    catalog: &Catalog,
    format: &Format,
) -> Result<Vec<String>, Vec<AssertMistake>> {
    if assertion.zones.is_empty() {
        let wanted = &catalog.game.statistics.zones;
        let own = format.zones.iter().map(|z| z.named.id.to_string());
        return Ok(own.filter(|id| wanted.contains(id)).collect());
    }
    let (mut zones, mut mistakes) = (Vec::new(), Vec::new());
    for zone in &assertion.zones {
        match format.zone(&zone.value) {
            Some(known) => zones.push(known.named.id.to_string()),
            None => mistakes.push(AssertMistake {
                assertion: assertion.id.clone(),
                span: zone.span.clone(),
                kind: MistakeKind::Zone {
                    name: zone.value.clone(),
                    candidates: format.zones.iter().map(|z| z.named.id.to_string()).collect(),
                },
            }),
        }
    }
    if mistakes.is_empty() { Ok(zones) } else { Err(mistakes) }
}

/// An assertion as a rule: its words, level and place.
pub fn as_rule(config: &Config, assertion: &Assertion, zones: Vec<String>) -> Rule {
    let line = config.text.get(..assertion.span.start).unwrap_or("").matches('\n').count() + 1;
    Rule {
        id: assertion.id.clone(),
        zones,
        body: RuleBody::Require(assertion.body.condition().text.clone()),
        level: assertion.level.unwrap_or_default(),
        cite: Text::same(format!("{}:{line}", config.path)),
        text: assertion.text.clone(),
        roles: Vec::new(),
        noun: Default::default(),
        format: String::new(),
        origin: Origin { file: config.path.clone(), line: u32::try_from(line).unwrap_or(u32::MAX) },
    }
}

/// What assertions with a condition on the deck say of a deck that fits its format. Where the deck
/// marks no starting cards, those that are certain are read as set out, as everything reads them that
/// describes decks. Assertions on the opening hand are left to whoever can deal one.
pub fn assertions<'c>(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    config: &Config,
    assertions: impl IntoIterator<Item = &'c Assertion>,
) -> Asserted {
    let mut asserted = Asserted::default();
    let (catalog, format) = (rulebook.catalog, rulebook.format);
    let spread = Spread::of(&piles::of_deck(format, deck, &[]));
    let Ok(setup) = Setup::of(rulebook, (deck, &spread), &options.overrides) else {
        return asserted;
    };
    let lens = if options.attested { Lens::Attested } else { Lens::Shipped };
    let legality = FormatLegality::new(catalog, lens, options.on);
    let world = World { on: options.on, legality: Some(&legality), ..setup.world(lens) };
    // A filter of the opening that cannot be read is the linter's to tell.
    let played = start::set_out(deck, format, &world, &setup.scope).unwrap_or(Cow::Borrowed(deck));
    let spread = Spread::of(&piles::of_deck(format, &played, &[]));
    let view = View::new(world, &spread);
    let checker = Checker { rulebook, setup: &setup, deck: &played, world, view };
    for assertion in assertions {
        let AssertionBody::Require(condition) = &assertion.body else { continue };
        let zones = match zones_of(assertion, catalog, format) {
            Ok(zones) => zones,
            Err(mistakes) => {
                asserted.mistakes.extend(mistakes);
                continue;
            }
        };
        match checker.rule(&as_rule(config, assertion, zones)) {
            Ok(findings) => asserted.findings.extend(
                findings.into_iter().map(|finding| Finding { is_assertion: true, ..finding }),
            ),
            Err(super::CheckError::Rule { error: RuleError::Language(error), .. }) => {
                asserted.mistakes.push(AssertMistake {
                    assertion: assertion.id.clone(),
                    span: condition.place(error.span.clone()),
                    kind: MistakeKind::Language(error),
                });
            }
            // INVARIANT: a rule that is a condition fails in no other way.
            Err(_) => {}
        }
    }
    asserted
}
