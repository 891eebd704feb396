//! Deciding by cases. An unknown fact that is read twice has the same value both times. If an
//! answer over ranges is unknown, each such fact takes each of its possible values in turn. An
//! answer that all of these cases give is the answer.
//!
//! Some values cannot be listed: texts, effects, sets, the cards that a format allows. But the same
//! test gives the same answer everywhere in a filter, so such tests are assumed to be true and then
//! false.
//!
//! A range of numbers is cut at the numbers in the text, so that a few cases cover all. A value
//! that the owner picks may differ for every copy of the card; an unpublished fact is the same for
//! all.

use crate::{
    facts::{AssumedFact, CardView},
    field::{Field, FieldKind},
    rational::Rational,
    tree::{CardExpr, CardExprKind, FilterNode, Test},
    truth::Truth,
    walk::TreePart,
};
use sleeve_data::{
    Arrange,
    model::{CardIndex, Fact, Number, ValueId, game::AttributeType, number::Bounds},
};
use std::collections::BTreeMap;

/// The most cases that are tried to decide one answer; with more of them it stays unknown. The
/// documentation of the language states the number ([`UNKNOWNS`](crate::docs)).
pub const CASE_LIMIT: usize = 256;

/// The most whole numbers of a range that are tried one by one. A longer range is cut at the
/// numbers of the text, between which the answer cannot change.
const MOST_POINTS: i128 = 12;

/// An unknown fact with its possible values.
pub(super) struct OpenFact {
    card: CardIndex,
    field: Field,
    options: Vec<Fact<'static>>,
    /// The owner picks the value, so each copy of the card may have another.
    pub(super) is_choice: bool,
}

impl OpenFact {
    pub(super) fn card(&self) -> CardIndex {
        self.card
    }

    pub(super) fn field(&self) -> Field {
        self.field
    }

    pub(super) fn option_count(&self) -> usize {
        self.options.len()
    }

    /// Assumes the option with this index; `None` beyond the last.
    pub(super) fn assume_option(&self, way: usize) -> Option<AssumedFact> {
        let fact = *self.options.get(way)?;
        Some(AssumedFact { card: self.card, field: self.field, fact, spot: None })
    }
}

/// The unknown facts of a card among the fields that a text mentions.
pub(super) fn open_facts<'m>(
    eye: &'m CardView<'_>,
    mentions: &'m Mentions,
) -> impl Iterator<Item = OpenFact> + 'm {
    mentions.attributes.iter().filter_map(|field| {
        let (options, is_choice) = list_options(eye, *field, &mentions.numbers)?;
        // An unpublished fact has one value for copies of a card in all states; a pick belongs to
        // the copy.
        let card = if is_choice { eye.card.index() } else { eye.card.base() };
        // A fact with one possible value is known.
        (options.len() > 1).then_some(OpenFact { card, field: *field, options, is_choice })
    })
}

/// Every combination of options of the open facts; empty with more than `limit` of them.
pub(super) fn list_cases(open: &[OpenFact], limit: usize) -> Vec<Vec<AssumedFact>> {
    let all = open.iter().try_fold(1usize, |all, open| {
        all.checked_mul(open.options.len())
            .filter(|all| *all <= limit)
    });
    let Some(all) = all.filter(|_| !open.is_empty()) else { return Vec::new() };
    ends_first(all)
        .map(|number| read_case(open, number))
        .collect()
}

/// The combination with a number, each of whose digits counts through the options of one fact.
fn read_case(open: &[OpenFact], mut number: usize) -> Vec<AssumedFact> {
    let mut assumed = Vec::with_capacity(open.len());
    for fact in open {
        assumed.extend(fact.assume_option(number % fact.option_count()));
        number /= fact.option_count();
    }
    assumed
}

/// The numbers below `all`, the first and the last first: if cases differ, those two mostly do, and
/// the search ends early.
pub(super) fn ends_first(all: usize) -> impl Iterator<Item = usize> {
    (0..all.min(1)).chain((1..all).rev())
}

/// The answer that all cases give; unknown if they differ, or if there are none.
pub(super) fn common_answer(mut answers: impl Iterator<Item = Truth>) -> Truth {
    let Some(first) = answers.next() else { return Truth::Unknown };
    // The first answer that differs ends the search: cases are asked for one by one.
    if first != Truth::Unknown && answers.all(|answer| answer == first) {
        first
    } else {
        Truth::Unknown
    }
}

/// The possible values of a fact, if it is open and they can be listed, and whether its owner picks
/// one.
fn list_options(
    eye: &CardView<'_>,
    field: Field,
    numbers: &[Rational],
) -> Option<(Vec<Fact<'static>>, bool)> {
    let FieldKind::Attribute(id) = field.kind else { return None };
    let attribute = eye.game().get_attribute(id)?;
    match eye.fact(field.face, id) {
        Fact::Choice(_) => {
            let values = eye.open_choice(field)?;
            return Some((values.into_iter().map(Fact::Number).collect(), true));
        }
        Fact::Unknown(_) => {}
        _ => return None,
    }
    let stored = eye.is_stored(field.face, id);
    let mut options = match &attribute.kind {
        AttributeType::Integer => list_number_options(eye, field, numbers, Number::SCALE)?,
        AttributeType::Number => list_number_options(eye, field, numbers, 1)?,
        AttributeType::Enum { .. } => {
            let values = u16::try_from(attribute.values().len()).ok()?;
            (0..values)
                .map(|value| Fact::Enum(ValueId(value)))
                .collect()
        }
        AttributeType::Flag => vec![Fact::Flag(false), Fact::Flag(true)],
        // These have too many values to list. Tests of them are decided by `decide_by_tests`.
        AttributeType::Text
        | AttributeType::Date
        | AttributeType::Set { .. }
        | AttributeType::Cards { .. } => return None,
    };
    // A fact that is not stored may also be absent, unless a default replaces it: then it stays
    // open.
    if !stored {
        if attribute.default.is_some() || !attribute.defaults.is_empty() {
            return None;
        }
        options.push(Fact::Absent);
    }
    Some((options, false))
}

/// Numbers that are `step` millionths apart, each known by how many steps it is above 0.
struct NumberGrid {
    step: i64,
}

impl NumberGrid {
    fn steps(&self, number: Rational) -> Option<Rational> {
        number.times(Rational::new(i128::from(Number::SCALE / self.step), 1)?)
    }

    fn number(&self, steps: i128) -> Option<Number> {
        let millionths = steps.checked_mul(i128::from(self.step))?;
        Some(Number::from_millionths(i64::try_from(millionths).ok()?))
    }

    /// The fact of a number between two ends; `None` if one of them is too large.
    fn fact(&self, low: Option<i128>, high: Option<i128>) -> Option<Fact<'static>> {
        let min = match low {
            Some(low) => Some(self.number(low)?),
            None => None,
        };
        let max = match high {
            Some(high) => Some(self.number(high)?),
            None => None,
        };
        Some(match (min, max) {
            (Some(min), Some(max)) if min == max => Fact::Number(min),
            _ => Fact::Unknown(Bounds { min, max }),
        })
    }

    /// The steps next to each number, in order. One interval ends at the step below a number, one
    /// is the number itself if a step meets it, and one starts at the step above: comparisons with
    /// the number agree within each.
    fn cuts(&self, numbers: &[Rational]) -> Option<Vec<(i128, i128)>> {
        let mut cuts = Vec::with_capacity(numbers.len());
        for number in numbers {
            let at = self.steps(*number)?;
            cuts.push((at.ceil().numerator() - 1, at.floor().numerator() + 1));
        }
        cuts.arrange();
        cuts.dedup();
        Some(cuts)
    }
}

/// A range of numbers, `step` millionths apart: one by one if they are few, else cut at `numbers`.
fn list_number_options(
    eye: &CardView<'_>,
    field: Field,
    numbers: &[Rational],
    step: i64,
) -> Option<Vec<Fact<'static>>> {
    let (grid, range) = (NumberGrid { step }, eye.number(field));
    let low = match range.low() {
        Some(low) => Some(grid.steps(low)?.ceil().numerator()),
        None => None,
    };
    let high = match range.high() {
        Some(high) => Some(grid.steps(high)?.floor().numerator()),
        None => None,
    };
    if let (Some(low), Some(high)) = (low, high)
        && high - low < MOST_POINTS
    {
        return (low..=high)
            .map(|at| grid.fact(Some(at), Some(at)))
            .collect();
    }
    let mut options = Vec::new();
    let mut start = low;
    for (below, above) in grid.cuts(numbers)? {
        let inside = start.is_none_or(|start| start <= below + 1) && high.is_none_or(|h| below < h);
        if !inside {
            continue;
        }
        if start.is_none_or(|start| start <= below) {
            options.push(grid.fact(start, Some(below))?);
        }
        // The number is a step, so it is an option of its own.
        if above - below == 2 {
            options.push(grid.fact(Some(below + 1), Some(below + 1))?);
        }
        start = Some(above);
    }
    if high.is_none_or(|high| start.is_none_or(|start| start <= high)) {
        options.push(grid.fact(start, high)?);
    }
    Some(options)
}

/// The attributes whose unknown values a text may depend on, and the numbers that it compares them
/// with; each once.
#[derive(Default)]
pub(super) struct Mentions {
    pub(super) attributes: Vec<Field>,
    pub(super) numbers: Vec<Rational>,
}

impl Mentions {
    pub(super) fn from_part(part: TreePart<'_>) -> Mentions {
        let mut mentions = Mentions::default();
        part.walk(&mut |part| {
            match part {
                TreePart::Field(field) => mentions.add_field(field),
                TreePart::Number(number) => mentions.add_number(number),
                _ => {}
            }
            true
        });
        mentions
    }

    fn add_field(&mut self, field: Field) {
        let is_attribute = matches!(field.kind, FieldKind::Attribute(_));
        if is_attribute && !self.attributes.contains(&field) {
            self.attributes.push(field);
        }
    }

    fn add_number(&mut self, number: Rational) {
        if !self.numbers.contains(&number) {
            self.numbers.push(number);
        }
    }
}

/// The most different unknown tests that are each assumed true and then false: 2^8 combinations, as
/// many as the cases allowed ([`CASE_LIMIT`]).
const TEST_LIMIT: usize = 8;

/// Decides a filter that is unknown when each of its tests is judged by itself.
pub(super) fn decide_filter(eye: &CardView<'_>, filter: &FilterNode) -> Truth {
    // Nothing is known of a stranger, so there are no facts to list.
    if eye.is_stranger() {
        return decide_by_tests(eye, filter);
    }
    let mentions = Mentions::from_part(TreePart::Filter(filter));
    if mentions.attributes.is_empty() {
        return decide_by_tests(eye, filter);
    }
    let open: Vec<_> = open_facts(eye, &mentions).collect();
    match list_cases(&open, CASE_LIMIT) {
        cases if cases.is_empty() => decide_by_tests(eye, filter),
        cases => common_answer(cases.iter().map(|case| {
            let assuming = eye.with_assumptions(case);
            match assuming.test_separately(filter) {
                Truth::Unknown => decide_by_tests(&assuming, filter),
                truth => truth,
            }
        })),
    }
}

/// The answer that all combinations of the unknown tests give. A test that appears only once
/// decides nothing this way, so at least one must appear twice.
fn decide_by_tests(eye: &CardView<'_>, filter: &FilterNode) -> Truth {
    let mut unknown = BTreeMap::<String, usize>::new();
    count_unknown_tests(eye, filter, &mut unknown);
    if unknown.len() > TEST_LIMIT || unknown.values().all(|times| *times < 2) {
        return Truth::Unknown;
    }
    let forms: Vec<&String> = unknown.keys().collect();
    common_answer((0..1u32 << forms.len()).map(|case| {
        let mut settled: Vec<(String, Truth)> = Vec::with_capacity(forms.len());
        for (at, form) in forms.iter().enumerate() {
            settled.push(((*form).clone(), (case >> at & 1 == 1).into()));
        }
        eye.with_settled_tests(&settled).test_separately(filter)
    }))
}

/// Counts how often each unknown test appears in a filter, by its form.
fn count_unknown_tests(
    eye: &CardView<'_>,
    filter: &FilterNode,
    found: &mut BTreeMap<String, usize>,
) {
    TreePart::Filter(filter).walk(&mut |part| {
        let TreePart::Test(test) = part else { return true };
        if eye.evaluate_test(test) == Truth::Unknown {
            *found.entry(test_form(test)).or_default() += 1;
        }
        false
    });
}

/// A test as a text that does not depend on its place.
pub(super) fn test_form(test: &Test) -> String {
    match test {
        Test::Compare { left, operator, right } => {
            format!("{:?} {operator:?} {:?}", without_spans(left), without_spans(right))
        }
        other => format!("{other:?}"),
    }
}

/// Whether two calculations are equal, regardless of their places.
pub(super) fn is_same_calculation(left: &CardExpr, right: &CardExpr) -> bool {
    without_spans(left) == without_spans(right)
}

/// A calculation with all spans removed, so that equality ignores them.
fn without_spans(expr: &CardExpr) -> CardExpr {
    let kind = match &expr.kind {
        CardExprKind::Operation(operation, operands) => {
            CardExprKind::Operation(*operation, operands.iter().map(without_spans).collect())
        }
        leaf => leaf.clone(),
    };
    CardExpr { span: 0..0, kind }
}
