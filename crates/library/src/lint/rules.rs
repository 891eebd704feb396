//! Checks of rules: rules that cannot fail or cannot hold, filters that match nothing or
//! everything, and contradictory limits.

use super::conditions::{family_keys, playable_formats, rule_key};
use super::ranges::{self, AnswerCache, MeasureLimit, Ranges, Zones};
use super::{LintFinding, LintMessage, Linter};
use sleeve_data::model::Format;
use sleeve_data::model::format::{Allowance, Contents, Rule, RuleBody};
use sleeve_data::problem::{Message, Problem};
use sleeve_language::tree::{
    ConditionKind, ConditionNode, FilterKind, FilterNode, MeasureKind, Reads,
};
use sleeve_language::{self as language, Operation, TreePart, Truth};
use sleeve_rules::card_rules;
use sleeve_rules::number_condition;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

/// The key of a finding in a rule: the rule's place, the finding's id, and its range in the text.
type FindingKey = (String, String, usize, usize);

/// Reports a message about part of a text, under a key of a rule.
type ReportFinding<'f> = dyn FnMut(&str, &str, Range<usize>, LintMessage) + 'f;

/// Findings about rules, counted over the formats that have them. A rule that several formats
/// inherit is reported only if all of them have the finding.
#[derive(Default)]
struct RuleTally {
    /// The number of formats in which a rule was checked.
    formats_checked: HashMap<String, usize>,
    /// The number of formats with a finding, and the finding.
    findings: HashMap<FindingKey, (usize, LintFinding)>,
}

pub(super) fn check(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    let cache = RefCell::new(AnswerCache::default());
    let mut tally = RuleTally::default();
    for format in playable_formats(catalog) {
        let mut limits: Vec<MeasureLimit> = Vec::new();
        let of_cards = card_rules::list_card_rules(catalog, format).map(|(_, of)| &of.rule);
        for rule in format.rules.iter().chain(of_cards) {
            let role = match rule.roles.as_slice() {
                [role] => format.role(role).map(|r| r.named.id.as_str()),
                _ => None,
            };
            let zones = Zones::new(catalog, format, role, &cache);
            check_rule(lint, &zones, rule, &mut tally, &mut limits);
        }
        check_zone_filters(lint, format, &cache);
        report_contradictions(lint, &limits);
    }
    // The order does not matter, because `lint` sorts the findings.
    for ((rule, ..), (count, finding)) in tally.findings {
        if tally.formats_checked.get(&rule) == Some(&count) {
            lint.findings.push(finding);
        }
    }
}

fn check_rule(
    lint: &Linter<'_>,
    zones: &Zones<'_>,
    rule: &Rule,
    tally: &mut RuleTally,
    limits: &mut Vec<MeasureLimit>,
) {
    let place = rule_key(lint.places, rule);
    if lint.places.get(&place).is_none() {
        return;
    }
    *tally.formats_checked.entry(place.clone()).or_default() += 1;
    let mut report_part = |key: &str, code: &str, span: Range<usize>, message: LintMessage| {
        let Some((file, at)) = lint.places.part(&format!("{place}/{key}"), code, span.clone())
        else {
            return;
        };
        let id = message.id().unwrap_or_default().to_owned();
        let finding = Problem::from_source(&file, at, message);
        let entry = tally.findings.entry((place.clone(), id, span.start, span.end));
        entry.or_insert((0, finding)).0 += 1;
    };
    match &rule.body {
        RuleBody::Require(code) => {
            let Ok(condition) = language::condition(code, &zones.scope) else { return };
            let ranges = Ranges { zones, text: code, default_piles: &rule.zones };
            let mut parts = Vec::new();
            check_condition_parts(condition.node(), &ranges, &mut parts);
            let has_no_part_finding = parts.is_empty();
            for (message, span) in parts {
                report_part("require", code, span, message);
            }
            let truth = ranges.condition_truth(condition.node());
            if has_no_part_finding && truth != Truth::Unknown {
                let rule = rule.id.clone();
                let message = if truth.is_true() {
                    LintMessage::NeverFails { rule }
                } else {
                    LintMessage::NeverHolds { rule }
                };
                report_part("require", code, 0..code.len(), message);
            }
            ranges::collect_limits(condition.node(), &ranges, rule, limits);
        }
        RuleBody::Contents(Contents::Filter { filter, .. }) | RuleBody::SetsOut(filter) => {
            if let Ok(read) = language::filter(filter, &zones.scope)
                && zones.count_matches(filter, read.node(), &rule.zones).matches_none()
            {
                let is_setup = matches!(rule.body, RuleBody::SetsOut(_));
                let key = if is_setup { "sets-out" } else { "contents/filter" };
                let message = LintMessage::MatchesNothing { filter: filter.to_string() };
                report_part(key, filter, 0..filter.len(), message);
            }
        }
        RuleBody::Allowances(allowances) => {
            for (at, allowance) in allowances.iter().enumerate() {
                check_allowance(zones, rule, (at, allowance), &mut report_part);
            }
        }
        RuleBody::Contents(Contents::List(_)) | RuleBody::Carries(_) | RuleBody::Nothing => {}
    }
}

/// Reports an allowance that covers no card, or all cards without limit, or has no number.
fn check_allowance(
    zones: &Zones<'_>,
    rule: &Rule,
    (at, allowance): (usize, &Allowance),
    report_part: &mut ReportFinding<'_>,
) {
    let filter = &allowance.cards;
    if let Ok(read) = language::filter(filter, &zones.scope) {
        let matches = zones.count_matches(filter, read.node(), &rule.zones);
        let message = if matches.matches_none() {
            Some(LintMessage::MatchesNothing { filter: filter.clone() })
        } else if matches.matches_all() && allowance.up_to.is_none() {
            Some(LintMessage::NeverFails { rule: rule.id.clone() })
        } else {
            None
        };
        if let Some(message) = message {
            report_part(&format!("allowances/{at}/cards"), filter, 0..filter.len(), message);
        }
    }
    let Some(up_to) = &allowance.up_to else { return };
    let question = number_condition(up_to);
    if let Ok(condition) = language::condition(&question, &zones.scope) {
        let ranges = Ranges { zones, text: &question, default_piles: &rule.zones };
        if ranges.condition_truth(condition.node()) == Truth::False {
            let message = LintMessage::NeverHolds { rule: rule.id.clone() };
            report_part(&format!("allowances/{at}/up-to"), up_to, 0..up_to.len(), message);
        }
    }
}

/// Messages about parts of a condition, with their places in the text.
type PartFindings = Vec<(LintMessage, Range<usize>)>;

fn check_condition_parts(node: &ConditionNode, ranges: &Ranges<'_>, found: &mut PartFindings) {
    TreePart::Condition(node).walk(&mut |part| match part {
        TreePart::Condition(ConditionNode { kind: ConditionKind::Junction(junction), .. }) => {
            !junction.is_choice()
        }
        TreePart::Cards(filter, reads) => {
            check_filter(filter, ranges, reads, found);
            false
        }
        TreePart::Groups(_, condition, reads) => {
            let inside = Ranges { default_piles: ranges.piles(reads), ..*ranges };
            check_condition_parts(condition, &inside, found);
            false
        }
        TreePart::Measure(measure) => match &measure.kind {
            // The filters behind a name are in another text.
            MeasureKind::Named(_) => false,
            MeasureKind::Operation(Operation::Least | Operation::Greatest, operands) => {
                for operand in operands.iter().filter(|operand| ranges.may_lack_value(operand)) {
                    let measure = ranges.slice(&operand.span).to_owned();
                    found.push((LintMessage::NoValue { measure }, operand.span.clone()));
                }
                true
            }
            _ => true,
        },
        _ => true,
    });
}

fn check_filter(node: &FilterNode, ranges: &Ranges<'_>, reads: &Reads, found: &mut PartFindings) {
    let all = matches!(&node.kind, FilterKind::All(items) if items.is_empty());
    if all {
        return;
    }
    let matches = ranges.count_matches(node, reads);
    let filter = |span: &Range<usize>| ranges.slice(span).to_owned();
    let nothing = |span: &Range<usize>| LintMessage::MatchesNothing { filter: filter(span) };
    if matches.matches_none() {
        found.push((nothing(&node.span), node.span.clone()));
    } else if matches.matches_all() {
        let message = LintMessage::MatchesEverything { filter: filter(&node.span) };
        found.push((message, node.span.clone()));
    } else if let FilterKind::Any(branches) = &node.kind {
        for branch in branches {
            if ranges.count_matches(branch, reads).matches_none() {
                found.push((nothing(&branch.span), branch.span.clone()));
            }
        }
    }
}

fn check_zone_filters(lint: &mut Linter<'_>, format: &Format, cache: &RefCell<AnswerCache>) {
    let zones = Zones::new(lint.catalog, format, None, cache);
    for zone in &format.zones {
        let Ok(read) = language::filter(&zone.accepts, &zones.scope) else { continue };
        // This pile is not a zone, so it may contain any card.
        let any_card = ["\u{0}".to_owned()];
        if !zones.count_matches(&zone.accepts, read.node(), &any_card).matches_none() {
            continue;
        }
        let places = family_keys(format, &format!("zone/{}/accepts", zone.named.id));
        if let Some(place) = places.iter().find(|place| lint.places.get(place).is_some()) {
            lint.report(place, LintMessage::MatchesNothing { filter: zone.accepts.to_string() });
        }
    }
}

fn report_contradictions(lint: &mut Linter<'_>, found: &[MeasureLimit]) {
    for (first, second) in ranges::contradictory_pairs(found) {
        let (Some((file, span)), Some((other, at))) = (
            lint.places.part(&second.place, &second.text, second.span.clone()),
            lint.places.part(&first.place, &first.text, first.span.clone()),
        ) else {
            continue;
        };
        let (second, first) = (second.written_text().to_owned(), first.written_text().to_owned());
        let message = LintMessage::ContradictoryLimits { second, first };
        lint.findings.push(Problem::from_source(&file, span, message).with_mark(Some(other), at));
    }
}
