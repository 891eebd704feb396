//! May two decks meet at one table?

use super::check::{CheckError, CheckOptions, RuleError};
use super::finding::{Finding, Problem, Status};
use super::legality::FormatLegality;
use super::piles;
use super::setup::{Overrides, Setup};
use crate::language::{self, Explanation, ParameterValue, Parameters, Scope, Truth, World};
use crate::model::{Catalog, Deck, Format, Lens, Noun, Number};

/// What matching two decks found.
#[derive(Clone, PartialEq, Debug)]
pub struct Matched {
    /// True: they may meet. Unknown: it depends on unknown facts.
    pub truth: Truth,
    /// Every rule that is broken or undecided.
    pub findings: Vec<Finding>,
    /// Whether the answer differs when stand-ins and inferred facts are unknown.
    pub provisional: bool,
    /// The roles of both decks, where the format has roles.
    pub roles: (Option<String>, Option<String>),
}

/// Evaluates the match rules of a format over two decks built for it.
///
/// Piles are named `a.ZONE` and `b.ZONE`; `a.role` and `b.role` are the decks' roles; the format's
/// parameters have the first deck's values, but `boxes` is `boxes` where it is given.
pub fn matches(
    catalog: &Catalog,
    format: &Format,
    decks: (&Deck, &Deck),
    boxes: Option<u32>,
    options: &CheckOptions,
) -> Result<Matched, CheckError> {
    let attested = under(catalog, format, decks, boxes, options, Lens::Attested)?;
    if options.attested {
        return Ok(attested);
    }
    let matched = under(catalog, format, decks, boxes, options, Lens::Shipped)?;
    let provisional = matched.truth != attested.truth;
    Ok(Matched { provisional, ..matched })
}

fn under(
    catalog: &Catalog,
    format: &Format,
    decks: (&Deck, &Deck),
    boxes: Option<u32>,
    options: &CheckOptions,
    lens: Lens,
) -> Result<Matched, CheckError> {
    let given = boxes
        .filter(|_| format.parameter(BOXES).is_some())
        .and_then(|n| Number::from_integer(i64::from(n)));
    let mut overrides = Overrides { role: None, ..options.overrides.clone() };
    overrides.parameters.extend(given.map(|n| (BOXES.to_owned(), n)));
    let a = Setup::new(catalog, format, decks.0, &overrides).map_err(CheckError::Setup)?;
    let b = Setup::new(catalog, format, decks.1, &overrides).map_err(CheckError::Setup)?;
    let parameters = parameters(format, &a, &b, boxes);
    let scope = Scope::of_match(catalog, format, format).with_parameters([BOXES]);
    let legality = FormatLegality::new(catalog, lens, options.on);
    let world = World {
        parameters: &parameters,
        on: options.on,
        legality: Some(&legality),
        ..a.world(lens)
    };
    let mut matched = Matched {
        truth: Truth::True,
        findings: Vec::new(),
        provisional: false,
        roles: (a.role.clone(), b.role.clone()),
    };
    let table = table(format, decks);
    for rule in &format.matches {
        let mistake = |e| CheckError::Rule {
            rule: rule.id.clone(),
            origin: rule.origin.clone(),
            text: rule.require.clone(),
            error: RuleError::Language(e),
        };
        let condition = language::condition(&rule.require, &scope).map_err(mistake)?;
        let truth = condition.truth(&world, &table);
        if truth == Truth::True {
            continue;
        }
        if rule.level == crate::model::Level::Error {
            matched.truth = matched.truth.and(truth);
        }
        let Explanation { causes, .. } = condition.explain(&world, &table);
        for cause in causes {
            let broken = cause.truth == Truth::False;
            let missing = cause.missing.clone();
            matched.findings.push(Finding {
                rule: rule.id.clone(),
                level: rule.level,
                status: if broken { Status::Broken } else { Status::Unknown },
                zones: condition.piles(),
                problem: Problem::Condition(Box::new(cause)),
                text: rule.text.clone(),
                noun: Noun::default(),
                cite: rule.cite.clone(),
                origin: rule.origin.clone(),
                labels: Vec::new(),
                missing,
            });
        }
    }
    Ok(matched)
}

/// The parameter that says how many boxes the two players share.
const BOXES: &str = "boxes";

fn parameters(format: &Format, a: &Setup<'_>, b: &Setup<'_>, boxes: Option<u32>) -> Parameters {
    let mut values = a.parameters.clone();
    for (side, setup) in [("a", a), ("b", b)] {
        for (name, value) in setup.parameters.iter() {
            values.set(format!("{side}.{name}"), value.clone());
        }
    }
    if format.parameter(BOXES).is_none() {
        let boxes = Number::from_integer(i64::from(boxes.unwrap_or(1))).unwrap_or(Number::ONE);
        values.set(BOXES, ParameterValue::Number(boxes));
    }
    values
}

fn table(format: &Format, decks: (&Deck, &Deck)) -> language::Piles {
    let mut zones = Vec::new();
    for (side, deck) in [("a", decks.0), ("b", decks.1)] {
        for zone in &format.zones {
            let name = format!("{side}.{}", zone.named.id);
            zones.push((name, piles::zone_cards(format, deck, &zone.named.id)));
        }
    }
    let default = zones.iter().map(|(name, _)| name.clone()).collect();
    language::Piles { zones, default }
}
