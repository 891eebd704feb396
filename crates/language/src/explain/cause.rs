//! The parts of an explanation: the comparisons that make a condition true, false or unknown, and
//! the conflicts of cards with a zone (`NBN`, and the identity is `HB`). The sides of a comparison
//! decide which of them a cause describes, and which piles they read.

use crate::{
    ast::{Operator, Span},
    bound::Binder,
    facts::CardView,
    field::Field,
    quantity::Quantity,
    rational::Rational,
    resolved_text::PileReads,
    tree::{
        ConditionKind, ConditionNode, FilterKind, FilterNode, Fold, GroupKey, MeasureKind,
        MeasureNode, Test, WantedValue, ZoneField,
    },
    truth::Truth,
    walk::TreePart,
    words::{ScopeNames, describe_in_both},
    world::MissingFact,
    zone_values::ZoneFacts,
};
use sleeve_data::{
    Arrange,
    model::{CardIndex, Text},
};

/// Why a condition is true, false or unknown.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    pub truth: Truth,
    /// The decisive comparisons, in the order of the text. Each by itself is true, false or unknown
    /// like the whole; a comparison under `not` is reversed. An `or` that fails is one cause with
    /// all its alternatives.
    pub causes: Vec<Cause>,
}

/// A comparison that decides the condition, with its numbers and cards.
#[derive(Clone, PartialEq, Debug)]
pub struct Cause {
    pub truth: Truth,
    /// The place in the text of the condition.
    pub span: Span,
    /// The compared measure in words: `number of ships`.
    pub subject: Text,
    /// The actual state as a sentence, if words of two decks are compared.
    pub instead: Option<Text>,
    pub actual: Quantity,
    pub operator: Operator,
    pub limit: Quantity,
    /// The limit in words, if it is more than a number (`budget / 2 rounded down`).
    pub limit_words: Option<Text>,
    /// The cards that make the difference, with their copies: those over a copy limit, those that a
    /// filter forbids, or those that were counted.
    pub cards: Vec<(CardIndex, u32)>,
    /// The cards that may count.
    pub doubtful: Vec<(CardIndex, u32)>,
    /// The contribution of all copies of each card to a total; empty if no total is compared. Cards
    /// that add nothing are in none of these lists; those that add most come first in `cards`.
    pub contributions: Vec<(CardIndex, Quantity)>,
    /// The compared numbers with names that consist of several terms, with the cards that changed
    /// them.
    pub named_values: Vec<NamedValue>,
    /// The group of cards that it concerns.
    pub group: Option<CauseGroup>,
    /// How far the comparison is from being true, if it fails.
    pub distance: Option<Distance>,
    /// The piles that are compared; empty if these are the default piles alone.
    pub piles: Vec<String>,
    /// The cards that require the comparison: those that make the condition of an `if` true, or
    /// those of the group if none of its cards counts.
    pub reason_cards: Vec<(CardIndex, u32)>,
    /// The conflict of each card with a zone, if all of them fail for that reason.
    pub zone_conflicts: Vec<ZoneConflict>,
    /// The alternatives of an `or` that fails: for each the comparisons that prevent it. Empty for
    /// a single comparison.
    pub alternatives: Vec<Vec<Cause>>,
    /// The values of `some` that come closest.
    pub choice: Option<Text>,
    /// Whether cards are counted, so that the distance is a number of cards.
    pub counts_cards: bool,
    /// The filter on the counted cards in words, for use after a noun; `None` if all cards are
    /// counted.
    pub filter: Option<Text>,
    /// The facts that would have to be known.
    pub missing: Vec<MissingFact>,
    /// The parameters that would have to be known.
    pub parameters: Vec<String>,
}

/// A number with a name, and the terms that make it up: those that are not zero.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedValue {
    pub name: Text,
    pub value: Quantity,
    pub terms: Vec<NamedTerm>,
}

/// A term of a number with a name.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedTerm {
    /// The card that adds it, or the measure; empty for a number.
    pub words: Text,
    pub value: Quantity,
}

/// A group of cards that share a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CauseGroup {
    pub field: Text,
    /// The value in words; the name of the card, if the field is its id or name.
    pub value: Text,
    pub key: GroupKey,
}

/// The distance of a number from its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    TooMany(Rational),
    TooFew(Rational),
}

impl Distance {
    /// How far, whichever way.
    pub fn amount(self) -> Rational {
        match self {
            Distance::TooMany(amount) | Distance::TooFew(amount) => amount,
        }
    }
}

/// The smallest possible distance of the actual value from the limit, if the comparison fails.
pub(super) fn distance(cause: &Cause) -> Option<Distance> {
    if cause.truth != Truth::False {
        return None;
    }
    let above = cause
        .actual
        .low()
        .zip(cause.limit.high())
        .and_then(|(a, l)| a.minus(l));
    let below = cause
        .limit
        .low()
        .zip(cause.actual.high())
        .and_then(|(l, a)| l.minus(a));
    let (is_more, difference) = match cause.operator {
        Operator::AtMost => (true, above?),
        Operator::AtLeast => (false, below?),
        Operator::Less => (true, step_beyond(cause, above?)?),
        Operator::Greater => (false, step_beyond(cause, below?)?),
        Operator::Equal | Operator::Has => match above {
            Some(above) if above > Rational::ZERO => (true, above),
            _ => (false, below.filter(|below| *below > Rational::ZERO)?),
        },
        Operator::NotEqual => return None,
    };
    // You cannot remove half a card.
    let amount = if cause.counts_cards { difference.ceil() } else { difference };
    Some(if is_more { Distance::TooMany(amount) } else { Distance::TooFew(amount) })
}

/// The distance from a limit that must not be reached: `count() < 3` is one card off if there are
/// three.
fn step_beyond(cause: &Cause, difference: Rational) -> Option<Rational> {
    let is_whole = difference.to_integer().is_some() && cause.counts_cards;
    let amount = if is_whole { difference.plus(Rational::ONE)? } else { difference };
    (amount > Rational::ZERO).then_some(amount)
}

/// A card whose values do not fit those of the cards in a zone, or fit although they must not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneConflict {
    pub card: CardIndex,
    /// The values of the card; empty if it has none.
    pub card_values: Text,
    /// The name of the zone.
    pub zone: Text,
    /// The values of the cards in the zone; empty if they have none, `None` if the zone has no
    /// cards.
    pub zone_values: Option<Text>,
    /// Cards may have several such values.
    pub has_sets: bool,
}

/// The conflict of a card with a zone, if that is why the filter gives `outcome` for it.
pub(crate) fn find_zone_conflict(
    eye: &CardView<'_>,
    names: &ScopeNames,
    filter: &FilterNode,
    outcome: bool,
) -> Option<ZoneConflict> {
    let (field, right) = find_decisive_test(eye, filter, outcome)?;
    let theirs = match eye.zone_facts(field, right) {
        ZoneFacts::Empty => None,
        ZoneFacts::Values(values) if values.is_certain() => Some(values),
        ZoneFacts::Values(_) | ZoneFacts::Unknown => return None,
    };
    let values = eye.possible_values(field);
    if !values.is_certain() {
        return None;
    }
    let catalog = eye.world.catalog;
    let sort = field.kind.sort(eye.game());
    Some(ZoneConflict {
        card: eye.card.index(),
        card_values: describe_in_both(catalog, names, |s| s.key_names(field, &values.certain)),
        zone: describe_in_both(catalog, names, |s| s.zone_name(&right.zone)),
        zone_values: theirs.map(|values| {
            describe_in_both(catalog, names, |s| s.key_names(field, &values.certain))
        }),
        has_sets: sort == crate::messages::ExpressionKind::Set,
    })
}

/// The comparison with a zone that decides a filter for a card.
fn find_decisive_test<'f>(
    eye: &CardView<'_>,
    filter: &'f FilterNode,
    outcome: bool,
) -> Option<(Field, &'f ZoneField)> {
    if eye.test(filter) != Truth::from(outcome) {
        return None;
    }
    match &filter.kind {
        FilterKind::All(items) | FilterKind::Any(items) => items
            .iter()
            .find_map(|item| find_decisive_test(eye, item, outcome)),
        FilterKind::Not(inner) => find_decisive_test(eye, inner, !outcome),
        FilterKind::On(_, inner) => find_decisive_test(eye, inner, outcome),
        FilterKind::Test(
            Test::Values { field, wanted, .. } | Test::Sets { left: field, right: wanted, .. },
        ) => wanted.iter().find_map(|wanted| match wanted {
            WantedValue::ZoneField(right) => Some((*field, right)),
            _ => None,
        }),
        FilterKind::Test(_) => None,
    }
}

/// The piles that a measure names, together with the default piles if it reads these too. Empty if
/// it reads the default piles only.
pub(super) fn named_piles(binder: &Binder<'_>, measure: &MeasureNode) -> Vec<String> {
    let reads = PileReads::from_part(TreePart::Measure(measure));
    let default = reads.default;
    let mut names = reads.names();
    if default && !names.is_empty() {
        names.extend(binder.default_piles().iter().cloned());
        names.arrange();
        names.dedup();
    }
    names
}

/// Two measures that are compared.
#[derive(Clone, Copy)]
pub(super) struct ComparedMeasures<'n> {
    pub(super) left: &'n MeasureNode,
    pub(super) operator: Operator,
    pub(super) right: &'n MeasureNode,
}

impl ComparedMeasures<'_> {
    pub(super) fn mirrored(self) -> Self {
        let ComparedMeasures { left, operator, right } = self;
        ComparedMeasures { left: right, operator: operator.mirrored(), right: left }
    }
}

/// The first comparison of a chain, `2 * count(kind:a) <= count() <= 9`, rewritten with the measure
/// in the middle first; `None` for two that are no chain.
pub(super) fn turn_to_middle<'n>(
    first: &'n ConditionNode,
    second: &ConditionNode,
) -> Option<ComparedMeasures<'n>> {
    let ConditionKind::Compare { left, operator, right } = &first.kind else { return None };
    let ConditionKind::Compare { left: middle, .. } = &second.kind else { return None };
    let compared = ComparedMeasures { left, operator: *operator, right };
    (right.span == middle.span).then(|| compared.mirrored())
}

/// Whether the left of two measures of different piles limits the right one: `5 * count() in hero
/// <= count()` is about the number of cards in the deck. The limited side is the one that reads the
/// default piles; else the one without a minimum, maximum or average; else the one that is not
/// calculated.
pub(super) fn is_limiting_side(
    binder: &Binder<'_>,
    left: &MeasureNode,
    right: &MeasureNode,
) -> bool {
    named_piles(binder, left) != named_piles(binder, right)
        && limited_rank(left) < limited_rank(right)
}

/// How likely a measure is the limited one: by the first of these that differs.
fn limited_rank(measure: &MeasureNode) -> (bool, bool, bool) {
    let part = TreePart::Measure(measure);
    let totals = part.any(|part| {
        let TreePart::Measure(node) = part else { return false };
        match &node.kind {
            MeasureKind::Fold { fold, .. } => *fold == Fold::Sum,
            MeasureKind::Number(_)
            | MeasureKind::Parameter(_)
            | MeasureKind::Operation(..)
            | MeasureKind::Whole(_)
            | MeasureKind::Named(_) => false,
            _ => true,
        }
    });
    let is_plain = !matches!(measure.kind, MeasureKind::Operation(..));
    (PileReads::from_part(part).default, totals, is_plain)
}

pub(super) fn counts_cards(measure: &MeasureNode) -> bool {
    matches!(measure.kind, MeasureKind::Count { .. } | MeasureKind::Copies { .. })
}
