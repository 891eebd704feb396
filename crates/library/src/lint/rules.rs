//! Checks of rules: rules that cannot fail or cannot hold, filters that match nothing or
//! everything, and contradictory limits.

use super::{
    LintFinding, LintMessage, Linter,
    conditions::{family_keys, playable_formats, rule_key},
    ranges::{self, AnswerCache, MeasureLimit, Ranges, Zones},
};
use sleeve_data::{
    model::{
        Format,
        format::{Allowance, Contents, Rule, RuleBody},
    },
    problem::{Message, Problem},
};
use sleeve_language::{
    self as language, Operation, TreePart, Truth,
    tree::{ConditionKind, ConditionNode, FilterKind, FilterNode, MeasureKind, Reads},
};
use sleeve_rules::{card_rules, number_condition};
use std::{cell::RefCell, collections::HashMap, ops::Range};

/// The key of a finding in a rule: the rule's place, the finding's id, and its range in the text.
type FindingKey = (String, String, usize, usize);

/// Findings about rules, counted over the formats that have them. A rule that several formats
/// inherit is reported only if all of them have the finding.
#[derive(Default)]
struct RuleTally {
    /// The number of formats in which a rule was checked.
    formats_checked: HashMap<String, usize>,
    /// The number of formats with a finding, and the finding.
    findings: HashMap<FindingKey, (usize, LintFinding)>,
}

/// A rule in one format, with its findings.
struct RuleCheck<'c> {
    lint: &'c Linter<'c>,
    zones: &'c Zones<'c>,
    rule: &'c Rule,
    /// The key of the rule.
    place: &'c str,
    tally: &'c mut RuleTally,
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
            let place = rule_key(lint.places, rule);
            if lint.places.get(&place).is_none() {
                continue;
            }
            *tally.formats_checked.entry(place.clone()).or_default() += 1;
            let zones = &Zones::new(catalog, format, role, &cache);
            RuleCheck { lint, zones, rule, place: &place, tally: &mut tally }.check(&mut limits);
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

impl RuleCheck<'_> {
    /// Checks the body of the rule, and collects its limits.
    fn check(&mut self, limits: &mut Vec<MeasureLimit>) {
        let rule = self.rule;
        match &rule.body {
            RuleBody::Require(code) => self.check_requirement(code, limits),
            RuleBody::SetsOut(filter) => self.check_matches(filter, "sets-out"),
            RuleBody::Contents(Contents::Filter { filter, .. }) => {
                self.check_matches(filter, "contents/filter");
            }
            RuleBody::Allowances(allowances) => {
                for (at, allowance) in allowances.iter().enumerate() {
                    self.check_allowance(allowance, &format!("allowances/{at}"));
                }
            }
            RuleBody::Contents(Contents::List(_)) | RuleBody::Carries(_) | RuleBody::Nothing => {}
        }
    }

    /// Reports a message about part of a text, under a key of the rule.
    fn report_part(&mut self, key: &str, code: &str, span: Range<usize>, message: LintMessage) {
        let place = format!("{}/{key}", self.place);
        let Some((file, at)) = self.lint.places.part(&place, code, span.clone()) else { return };
        let id = message.id().unwrap_or_default().to_owned();
        let finding = Problem::from_source(&file, at, message);
        let key = (self.place.to_owned(), id, span.start, span.end);
        self.tally.findings.entry(key).or_insert((0, finding)).0 += 1;
    }

    fn report_whole(&mut self, key: &str, code: &str, message: LintMessage) {
        self.report_part(key, code, 0..code.len(), message);
    }

    fn check_requirement(&mut self, code: &str, limits: &mut Vec<MeasureLimit>) {
        let (zones, rule) = (self.zones, self.rule);
        let Ok(condition) = language::condition(code, &zones.scope) else { return };
        let ranges = Ranges { zones, text: code, default_piles: &rule.zones };
        let mut parts = Vec::new();
        check_condition_parts(condition.node(), &ranges, &mut parts);
        let has_no_part_finding = parts.is_empty();
        for (message, span) in parts {
            self.report_part("require", code, span, message);
        }
        let id = rule.id.clone();
        match ranges.condition_truth(condition.node()) {
            Truth::True if has_no_part_finding => {
                self.report_whole("require", code, LintMessage::NeverFails { rule: id });
            }
            Truth::False if has_no_part_finding => {
                self.report_whole("require", code, LintMessage::NeverHolds { rule: id });
            }
            _ => {}
        }
        ranges::collect_limits(condition.node(), &ranges, rule, limits);
    }

    /// Reports a filter that matches no card.
    fn check_matches(&mut self, filter: &str, key: &str) {
        let Ok(read) = language::filter(filter, &self.zones.scope) else { return };
        if self
            .zones
            .count_matches(filter, read.node(), &self.rule.zones)
            .matches_none()
        {
            let message = LintMessage::MatchesNothing { filter: filter.to_owned() };
            self.report_whole(key, filter, message);
        }
    }

    /// Reports an allowance that covers no card, or all cards without limit, or has no number.
    fn check_allowance(&mut self, allowance: &Allowance, key: &str) {
        let (zones, rule) = (self.zones, self.rule);
        let filter = &allowance.cards;
        let cards_key = format!("{key}/cards");
        self.check_matches(filter, &cards_key);
        let Some(up_to) = &allowance.up_to else {
            if let Ok(read) = language::filter(filter, &zones.scope)
                && zones
                    .count_matches(filter, read.node(), &rule.zones)
                    .matches_all()
            {
                let message = LintMessage::NeverFails { rule: rule.id.clone() };
                self.report_whole(&cards_key, filter, message);
            }
            return;
        };
        let question = number_condition(up_to);
        let Ok(condition) = language::condition(&question, &zones.scope) else { return };
        let ranges = Ranges { zones, text: &question, default_piles: &rule.zones };
        if ranges.condition_truth(condition.node()) == Truth::False {
            let message = LintMessage::NeverHolds { rule: rule.id.clone() };
            self.report_whole(&format!("{key}/up-to"), up_to, message);
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
                for operand in operands
                    .iter()
                    .filter(|operand| ranges.may_lack_value(operand))
                {
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
    if node.accepts_all() {
        return;
    }
    let filter = ranges.slice(&node.span).to_owned();
    let matches = ranges.count_matches(node, reads);
    if matches.matches_none() {
        found.push((LintMessage::MatchesNothing { filter }, node.span.clone()));
    } else if matches.matches_all() {
        found.push((LintMessage::MatchesEverything { filter }, node.span.clone()));
    } else if let FilterKind::Any(branches) = &node.kind {
        for branch in branches {
            if ranges.count_matches(branch, reads).matches_none() {
                let filter = ranges.slice(&branch.span).to_owned();
                found.push((LintMessage::MatchesNothing { filter }, branch.span.clone()));
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
        if !zones
            .count_matches(&zone.accepts, read.node(), &any_card)
            .matches_none()
        {
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
            lint.places
                .part(&second.place, &second.text, second.span.clone()),
            lint.places
                .part(&first.place, &first.text, first.span.clone()),
        ) else {
            continue;
        };
        let (second, first) = (second.written_text().to_owned(), first.written_text().to_owned());
        let message = LintMessage::ContradictoryLimits { second, first };
        lint.findings
            .push(Problem::from_source(&file, span, message).with_mark(Some(other), at));
    }
}
