//! May two decks meet at one table?

use super::check::{CheckError, RuleError};
use super::finding::{Finding, Problem, Status};
use super::piles;
use super::setup::{Overrides, Setup};
use crate::language::{self, Explanation, Parameters, Scope, Truth, World};
use crate::model::{Catalog, Deck, Format, Lens, Number, Text};

/// What matching two decks found.
#[derive(Clone, PartialEq, Debug)]
pub struct Matched {
    /// True: they may meet. Unknown: it depends on unknown facts.
    pub truth: Truth,
    /// Every rule that is broken or undecided.
    pub findings: Vec<Finding>,
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
    lens: Lens,
) -> Result<Matched, CheckError> {
    let overrides = Overrides {
        role: None,
        parameters: boxes
            .filter(|_| format.parameter("boxes").is_some())
            .and_then(|n| Number::from_integer(i64::from(n)))
            .map(|n| ("boxes".to_owned(), n))
            .into_iter()
            .collect(),
    };
    let a = Setup::new(catalog, format, decks.0, &overrides).map_err(CheckError::Setup)?;
    let b = Setup::new(catalog, format, decks.1, &overrides).map_err(CheckError::Setup)?;
    let (parameters, names) = parameters(format, &a, &b, boxes);
    let scope = Scope::new(catalog, zones(format), names);
    let world = World { parameters: &parameters, ..a.world(lens) };
    let mut matched =
        Matched { truth: Truth::True, findings: Vec::new(), roles: (a.role.clone(), b.role.clone()) };
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
                zones: cause.piles.clone(),
                problem: Problem::Condition(Box::new(cause)),
                text: rule.text.clone(),
                noun: Text::default(),
                cite: rule.cite.clone(),
                origin: rule.origin.clone(),
                labels: Vec::new(),
                missing,
            });
        }
    }
    Ok(matched)
}

fn zones(format: &Format) -> Vec<String> {
    let of = |side: &str| {
        let side = side.to_owned();
        format.zones.iter().map(move |z| format!("{side}.{}", z.named.id))
    };
    of("a").chain(of("b")).collect()
}

fn parameters(
    format: &Format,
    a: &Setup<'_>,
    b: &Setup<'_>,
    boxes: Option<u32>,
) -> (Parameters, Vec<String>) {
    let mut values = a.parameters.clone();
    let mut names: Vec<String> = format.parameters.iter().map(|p| p.named.id.clone()).collect();
    for (side, setup) in [("a", a), ("b", b)] {
        for parameter in &format.parameters {
            if let Some(value) = setup.parameters.number(&parameter.named.id) {
                let name = format!("{side}.{}", parameter.named.id);
                values.set_number(&name, value);
                names.push(name);
            }
        }
        if let Some(role) = &setup.role {
            let name = format!("{side}.role");
            values.set_text(&name, role);
            names.push(name);
        }
    }
    if !names.iter().any(|n| n == "boxes") {
        names.push("boxes".to_owned());
        let boxes = Number::from_integer(i64::from(boxes.unwrap_or(1)));
        values.set_number("boxes", boxes.unwrap_or(Number::ONE));
    }
    (values, names)
}

fn table(format: &Format, decks: (&Deck, &Deck)) -> language::Piles {
    let mut table = language::Piles::default();
    let mut all = Vec::new();
    for (side, deck) in [("a", decks.0), ("b", decks.1)] {
        for zone in &format.zones {
            let name = format!("{side}.{}", zone.named.id);
            table.add(&name, piles::zone_cards(format, deck, &zone.named.id));
            all.push(name);
        }
    }
    table.set_default(all);
    table
}
