//! Measures of a deck, with the cards that their averages leave out, and the limits of the format.

use super::subject::{PreparedDeck, Subject};
use sleeve_data::model::{CardIndex, Lens, RuleBody, Text};
use sleeve_language::{
    self as language, Measure, Piles, Quantity, TreePart, Truth, World,
    ast::Operator,
    tree::{ConditionKind, ConditionNode, Fold, MeasureKind, MeasureNode},
};
use sleeve_rules::{
    self as rules, FormatLegality,
    card_rules::{find_rules_in_force, is_lifted},
};

/// The value of a measure for a deck, with the cards that its averages leave out.
#[derive(Clone, PartialEq, Debug)]
pub struct DeckMeasure {
    /// The game's name for the measure, or its text.
    pub name: Text,
    pub text: String,
    pub value: Quantity,
    /// The cards of each average in the measure.
    pub left: Vec<LeftOut>,
}

/// How many cards an average counts, and how many it leaves out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    pub what: String,
    /// Cards whose value is known.
    pub counted: u64,
    /// Cards whose value is counted as a range, because the owner picks it or only bounds of it are
    /// known.
    pub ranged: u64,
    /// Cards that print no value.
    pub absent: u64,
    /// Cards whose value is unknown, or that the average may or may not include.
    pub unknown: u64,
}

impl LeftOut {
    /// All cards, counted and left out.
    pub fn all(&self) -> u64 {
        self.counted + self.ranged + self.absent + self.unknown
    }
}

pub(super) fn measure_deck(
    prepared: &PreparedDeck<'_>,
    name: Text,
    measure: &Measure,
    piles: &Piles,
) -> DeckMeasure {
    let mut left = Vec::new();
    TreePart::Measure(measure.node()).walk(&mut |part| {
        let TreePart::Measure(node) = part else {
            // Groups have an average each: their cards are not those of one average.
            return !matches!(part, TreePart::Groups(..) | TreePart::Totals(..));
        };
        left.extend(count_left_out(prepared, measure, node, piles));
        // The averages behind a name are in another text.
        !matches!(node.kind, MeasureKind::Named(_))
    });
    let value = measure.value(&prepared.world(), piles);
    DeckMeasure { name, text: measure.text().to_owned(), value, left }
}

fn count_left_out(
    prepared: &PreparedDeck<'_>,
    measure: &Measure,
    node: &MeasureNode,
    piles: &Piles,
) -> Option<LeftOut> {
    let MeasureKind::Fold { fold: Fold::Avg, expr, filter, reads } = &node.kind else {
        return None;
    };
    let what = measure.part_text(&expr.span).to_owned();
    let world = prepared.world();
    let mut left = LeftOut { what, counted: 0, ranged: 0, absent: 0, unknown: 0 };
    for zone in reads.as_ref().unwrap_or(&piles.default) {
        for (card, n) in piles.zone(zone) {
            let stranger = *card == CardIndex::STRANGER;
            let meant =
                if stranger { Truth::Unknown } else { filter.test(&world, *card, Some(zone)) };
            if meant == Truth::False {
                continue;
            }
            let value = if stranger { Quantity::UNKNOWN } else { expr.value(&world, *card) };
            let bounded = value.low().is_some() && value.high().is_some();
            let count = match (value.exact_value(), meant) {
                _ if value.is_none() => &mut left.absent,
                (Some(_), Truth::True) => &mut left.counted,
                (None, Truth::True) if bounded => &mut left.ranged,
                _ => &mut left.unknown,
            };
            *count += u64::from(*n);
        }
    }
    Some(left)
}

/// A number of a deck that a rule limits.
#[derive(Clone, PartialEq, Debug)]
pub struct LimitedMeasure {
    pub rule: String,
    /// The limited measure, as the rule writes it.
    pub text: String,
    pub operator: Operator,
    pub value: Quantity,
    /// The number that the rule compares it with.
    pub limit: Quantity,
}

/// The numbers that the rules of a deck's format limit: sizes, budgets, numbers of copies. Rules on
/// certain cards or combinations of them have none, nor has a rule with two limits (`40 <= count()
/// <= 60`).
pub fn limited_measures(subject: &Subject<'_>, lens: Lens) -> Vec<LimitedMeasure> {
    measure_limits(subject, lens, |condition| vec![condition])
}

/// Like [`limited_measures`], with each limit of a rule that has several.
pub fn all_limits(subject: &Subject<'_>, lens: Lens) -> Vec<LimitedMeasure> {
    measure_limits(subject, lens, conjuncts)
}

fn measure_limits(
    subject: &Subject<'_>,
    lens: Lens,
    split: fn(&ConditionNode) -> Vec<&ConditionNode>,
) -> Vec<LimitedMeasure> {
    let Some(format) = subject.format else { return Vec::new() };
    let scope = rules::format_scope(subject.catalog, format);
    let parameters = subject.parameters();
    let legality = FormatLegality::new(subject.catalog, lens, None);
    let world = World::from_catalog(subject.catalog)
        .with_parameters(&parameters)
        .with_lens(lens);
    let world = World { legality: Some(&legality), ..world };
    let role = subject.role();
    let of_cards = find_rules_in_force(subject.catalog, format, subject.deck);
    let rules_in_force = format.rules.iter().filter(|rule| {
        let is_of_role =
            rule.roles.is_empty() || role.as_ref().is_some_and(|role| rule.roles.contains(role));
        is_of_role && !is_lifted(&of_cards, rule)
    });
    let mut limits = Vec::new();
    for rule in rules_in_force.chain(of_cards.iter().map(|card_rule| &card_rule.rule)) {
        let RuleBody::Require(text) = &rule.body else { continue };
        let Ok(condition) = language::condition(text, &scope) else { continue };
        let parts = split(condition.node());
        for part in &parts {
            let ConditionKind::Compare { left, operator, right } = &part.kind else { continue };
            // `60 <= count()` limits the same number as `count() >= 60`.
            let (number, operator, limit) = if left.reads_cards() {
                (left, *operator, right)
            } else {
                (right, operator.mirrored(), left)
            };
            // The relation of two numbers of the deck belongs to a rule; of two such parts neither
            // is a limit.
            if parts.len() > 1 && limit.reads_cards() {
                continue;
            }
            let piles = subject.piles(&rule.zones);
            limits.push(LimitedMeasure {
                rule: rule.id.clone(),
                text: condition.part_text(&number.span).to_owned(),
                operator,
                value: number.value(&world, &piles),
                limit: limit.value(&world, &piles),
            });
        }
    }
    limits
}

/// The parts of a condition that are all required.
fn conjuncts(node: &ConditionNode) -> Vec<&ConditionNode> {
    match &node.kind {
        ConditionKind::Junction(all)
            if all.is_conjunction && all.parts.iter().all(|part| !part.negated) =>
        {
            all.parts
                .iter()
                .flat_map(|part| conjuncts(&part.condition))
                .collect()
        }
        _ => vec![node],
    }
}
