//! Where a deck stands against the limits of its format: sizes, budgets, numbers of copies.

use super::subject::Subject;
use sleeve_data::model::{Lens, RuleBody};
use sleeve_language::ast::Operator;
use sleeve_language::tree::{ConditionKind, MeasureNode};
use sleeve_language::{self as language, Measure, Quantity, World};
use sleeve_rules::card_rules::in_force;
use sleeve_rules::{self as rules, FormatLegality};

/// A number that a rule limits.
#[derive(Clone, PartialEq, Debug)]
pub struct LimitOf {
    /// The rule.
    pub rule: String,
    /// What it limits, as the rule writes it.
    pub text: String,
    /// How it compares.
    pub operator: Operator,
    /// The deck's number.
    pub value: Quantity,
    /// What it is compared with.
    pub limit: Quantity,
}

/// The numbers that the rules of a deck's format limit. Rules that ask something else (which cards,
/// in which combinations) have none.
pub fn limits(subject: &Subject<'_>, lens: Lens) -> Vec<LimitOf> {
    let Some(format) = subject.format else { return Vec::new() };
    let scope = rules::scope(subject.catalog, format);
    let parameters = subject.parameters();
    let legality = FormatLegality::new(subject.catalog, lens, None);
    let world = World::from_catalog(subject.catalog).with_parameters(&parameters).with_lens(lens);
    let world = World { legality: Some(&legality), ..world };
    let role = subject.role();
    let concerned = format.rules.iter().filter(|rule| {
        rule.roles.is_empty() || role.as_ref().is_some_and(|role| rule.roles.contains(role))
    });
    let mut found = Vec::new();
    for rule in concerned.chain(in_force(subject.catalog, format, subject.deck)) {
        let RuleBody::Require(text) = &rule.body else { continue };
        let Ok(condition) = language::condition(text, &scope) else { continue };
        let ConditionKind::Compare { left, operator, right } = &condition.node().kind else {
            continue;
        };
        let (number, operator, limit) = if left.reads_cards() {
            (left, *operator, right)
        } else {
            (right, flip_operator(*operator), left)
        };
        let piles = subject.piles(&rule.zones);
        let measure = |node: &MeasureNode| -> Option<Measure> {
            language::measure(text.get(node.span.clone())?, &scope).ok()
        };
        let (Some(number), Some(limit)) = (measure(number), measure(limit)) else { continue };
        found.push(LimitOf {
            rule: rule.id.clone(),
            text: number.text().to_owned(),
            operator,
            value: number.value(&world, &piles),
            limit: limit.value(&world, &piles),
        });
    }
    found
}

/// The operator with its sides exchanged.
fn flip_operator(operator: Operator) -> Operator {
    match operator {
        Operator::Less => Operator::Greater,
        Operator::Greater => Operator::Less,
        Operator::AtMost => Operator::AtLeast,
        Operator::AtLeast => Operator::AtMost,
        same => same,
    }
}
