//! Rules that cannot fail or cannot hold, filters that match nothing or everything, limits that
//! exclude each other.

use super::conditions::{family, playable};
use super::limits::{self, Limit};
use super::ranges::Ranges;
use super::zones::{FilterMatches, Zones};
use super::{Lint, LintFinding, Related, text};
use crate::language::tree::{ConditionNode, FilterKind, FilterNode};
use crate::language::{self, TreePart, Truth};
use crate::model::format::{Contents, Rule, RuleBody};
use crate::model::{Format, Text};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// A finding at a part of a rule, before it is known whether every format with the rule has it.
type Fired = (String, &'static str, usize, usize);

/// What was found of rules, over all the formats that have them.
#[derive(Default)]
struct Tally {
    /// In how many formats a rule was looked at.
    looked: HashMap<String, usize>,
    /// In how many of them something was found, and what.
    fired: HashMap<Fired, (usize, LintFinding)>,
}

pub(super) fn check(lint: &mut Lint<'_>) {
    let catalog = lint.catalog;
    let cache = RefCell::new(FilterMatches::default());
    let mut tally = Tally::default();
    for format in playable(catalog) {
        let mut found: Vec<Limit> = Vec::new();
        for rule in &format.rules {
            let role = match rule.roles.as_slice() {
                [one] => format.role(one).map(|r| r.named.id.as_str()),
                _ => None,
            };
            let zones = Zones::new(catalog, format, role, &cache);
            one_rule(lint, &zones, rule, &mut tally, &mut found);
        }
        accepts(lint, format, &cache);
        contradictions(lint, &found);
    }
    for ((rule, ..), (count, finding)) in tally.fired {
        if tally.looked.get(&rule) == Some(&count) {
            lint.findings.push(finding);
        }
    }
}

fn one_rule(
    lint: &Lint<'_>,
    zones: &Zones<'_>,
    rule: &Rule,
    tally: &mut Tally,
    found: &mut Vec<Limit>,
) {
    let place = format!("format/{}/rule/{}", rule.format, rule.id);
    if lint.places.get(&place).is_none() {
        return;
    }
    *tally.looked.entry(place.clone()).or_default() += 1;
    let mut fire = |key: &str, code: &str, id, span: Range<usize>, message: Text, help: Text| {
        let Some((file, at)) = lint.places.inside(&format!("{place}/{key}"), code, span.clone())
        else {
            return;
        };
        let finding = LintFinding { id, file, span: at, message, help, related: None };
        let entry = tally.fired.entry((place.clone(), id, span.start, span.end));
        entry.or_insert((0, finding)).0 += 1;
    };
    match &rule.body {
        RuleBody::Require(code) => {
            let Ok(condition) = language::condition(code, &zones.scope) else { return };
            let ranges = Ranges { zones, text: code, default: &rule.zones };
            let mut filters = Vec::new();
            in_condition(condition.node(), &ranges, &mut filters);
            for (id, span) in &filters {
                let (message, help) = wording(id, ranges.slice(span));
                fire("require", code, id, span.clone(), message, help);
            }
            let truth = ranges.condition(condition.node());
            if filters.is_empty() && truth != Truth::Unknown {
                let id = if truth.is_true() { "never-fails" } else { "never-holds" };
                let (message, help) = wording(id, &rule.id);
                fire("require", code, id, 0..code.len(), message, help);
            }
            limits::collect(condition.node(), &ranges, rule, found);
        }
        RuleBody::Contents(Contents::Filter { filter, .. }) => {
            if language::filter(filter, &zones.scope).is_ok()
                && zones.matches(filter, &rule.zones).nothing()
            {
                let (message, help) = wording("matches-nothing", filter);
                fire("contents/filter", filter, "matches-nothing", 0..filter.len(), message, help);
            }
        }
        RuleBody::SetsOut(filter) => {
            if language::filter(filter, &zones.scope).is_ok()
                && zones.matches(filter, &rule.zones).nothing()
            {
                let (message, help) = wording("matches-nothing", filter);
                fire("sets-out", filter, "matches-nothing", 0..filter.len(), message, help);
            }
        }
        RuleBody::Contents(Contents::List(_)) | RuleBody::Carries(_) => {}
    }
}

fn wording(id: &str, what: &str) -> (Text, Text) {
    match id {
        "matches-nothing" => (
            text(
                format!("no card that may lie there matches `{what}`"),
                format!("aucune carte qui peut s'y trouver ne répond à « {what} »"),
            ),
            text(
                "see the cards with `sleeve cards FILTER`",
                "voyez les cartes par `sleeve cards FILTRE`",
            ),
        ),
        "matches-everything" => (
            text(
                format!("every card that may lie there matches `{what}`"),
                format!("toute carte qui peut s'y trouver répond à « {what} »"),
            ),
            text("leave the filter out", "omettez ce filtre"),
        ),
        "never-fails" => (
            text(
                format!("no deck can break the rule `{what}`"),
                format!("aucun deck ne peut enfreindre la règle « {what} »"),
            ),
            text("remove it, or ask for more", "supprimez-la, ou demandez davantage"),
        ),
        _ => (
            text(
                format!("no deck can satisfy the rule `{what}`"),
                format!("aucun deck ne peut satisfaire la règle « {what} »"),
            ),
            text("remove it, or ask for less", "supprimez-la, ou demandez moins"),
        ),
    }
}

/// Filters that match nothing or everything, with their places in the text.
type Filters = Vec<(&'static str, Range<usize>)>;

fn in_condition(node: &ConditionNode, ranges: &Ranges<'_>, found: &mut Filters) {
    TreePart::Condition(node).walk(&mut |part| match part {
        TreePart::Cards(filter, reads) => {
            in_filter(filter, ranges, ranges.piles(reads), found);
            false
        }
        TreePart::Groups(_, condition, reads) => {
            let inside = Ranges { default: ranges.piles(reads), ..*ranges };
            in_condition(condition, &inside, found);
            false
        }
        _ => true,
    });
}

fn in_filter(node: &FilterNode, ranges: &Ranges<'_>, piles: &[String], found: &mut Filters) {
    let all = matches!(&node.kind, FilterKind::All(items) if items.is_empty());
    if all {
        return;
    }
    let matches = ranges.zones.matches(ranges.slice(&node.span), piles);
    if matches.nothing() {
        found.push(("matches-nothing", node.span.clone()));
    } else if matches.everything() {
        found.push(("matches-everything", node.span.clone()));
    } else if let FilterKind::Any(branches) = &node.kind {
        for branch in branches {
            if ranges.zones.matches(ranges.slice(&branch.span), piles).nothing() {
                found.push(("matches-nothing", branch.span.clone()));
            }
        }
    }
}

/// Zones that accept no card.
fn accepts(lint: &mut Lint<'_>, format: &Format, cache: &RefCell<FilterMatches>) {
    let zones = Zones::new(lint.catalog, format, None, cache);
    for zone in &format.zones {
        let read = language::filter(&zone.accepts, &zones.scope);
        if read.is_err() || !zones.matches(&zone.accepts, &["\u{0}".to_owned()]).nothing() {
            continue;
        }
        let (message, help) = wording("matches-nothing", &zone.accepts);
        let places = family(format, &format!("zone/{}/accepts", zone.named.id));
        if let Some(place) = places.iter().find(|place| lint.places.get(place).is_some()) {
            lint.report("matches-nothing", place, message, help);
        }
    }
}

fn contradictions(lint: &mut Lint<'_>, found: &[Limit]) {
    for (first, second) in limits::contradictory(found) {
        let (Some((file, span)), Some((other, at))) = (
            lint.places.inside(&second.place, &second.text, second.span.clone()),
            lint.places.inside(&first.place, &first.text, first.span.clone()),
        ) else {
            continue;
        };
        let message = text(
            format!("`{}` and `{}` exclude each other", second.shown(), first.shown()),
            format!("« {} » et « {} » s'excluent", second.shown(), first.shown()),
        );
        let help = text("no deck satisfies both", "aucun deck ne satisfait les deux");
        let label = text("the other limit", "l'autre limite");
        let related = Some(Related { file: Arc::clone(&other), span: at, label });
        let id = "contradictory-limits";
        lint.findings.push(LintFinding { id, file, span, message, help, related });
    }
}
