//! One comparison that makes a condition true, false or unknown.

use crate::ast::{Operator, Span};
use crate::facts::CardView;
use crate::field::Field;
use crate::quantity::Quantity;
use crate::rational::Rational;
use crate::tree::{FilterKind, FilterNode, GroupKey, Test, WantedValue};
use crate::truth::Truth;
use crate::words::{Describer, ScopeNames, describe_in_both};
use crate::world::MissingFact;
use crate::zone_contents::{ZoneFacts, ZoneField};
use sleeve_data::model::{CardIndex, Text};

/// Why a condition is true, false or unknown.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    pub truth: Truth,
    /// The comparisons that make it so, in the order of the text. Each of them, told alone, is
    /// true, false or unknown as the whole is; what stands under `not` is told as its opposite. Of an
    /// `or` that does not hold, all that could have held is one of them.
    pub causes: Vec<Cause>,
}

/// One comparison.
#[derive(Clone, PartialEq, Debug)]
pub struct Cause {
    pub truth: Truth,
    /// Where it stands in the condition's text.
    pub span: Span,
    /// What is compared: `number of ships`.
    pub subject: Text,
    /// What is so instead, as a sentence, where words of two decks are compared.
    pub instead: Option<Text>,
    pub actual: Quantity,
    pub operator: Operator,
    pub limit: Quantity,
    /// The limit in words, where it is more than a number (`budget / 2 rounded down`).
    pub limit_words: Option<Text>,
    /// The cards that make the difference, with their numbers: those over a copy limit, those
    /// that a filter forbids, those that were counted.
    pub cards: Vec<(CardIndex, u32)>,
    /// Cards of which it is not known whether they count.
    pub doubtful: Vec<(CardIndex, u32)>,
    /// Where a total is compared, what all copies of a card add to it; empty for anything else. Cards
    /// that add nothing are in none of these lists, those that add most come first in `cards`.
    pub adds: Vec<(CardIndex, Quantity)>,
    /// The group of cards that it is about.
    pub group: Option<CauseGroup>,
    /// How far it is from holding, where it does not.
    pub distance: Option<Distance>,
    /// The piles in which what is compared lies; none where it reads the default ones alone.
    pub piles: Vec<String>,
    /// Cards because of which it is asked: those that make the condition of an `if` hold, or those of
    /// the group where no card of it counts.
    pub because: Vec<(CardIndex, u32)>,
    /// What of each of the cards stands against a zone, where all of them fail for that reason.
    pub against: Vec<Against>,
    /// The ways in which a condition of several could have held, where none of them does: of each
    /// the comparisons that stand in its way. Empty for a single comparison.
    pub ways: Vec<Vec<Cause>>,
    /// Whether cards are counted, so that the distance is a number of cards.
    pub counts_cards: bool,
    /// What is asked of the cards that are counted, in words behind a noun, if not all are.
    pub filter: Option<Text>,
    /// The facts that would have to be known.
    pub missing: Vec<MissingFact>,
    /// The parameters that would have to be known.
    pub parameters: Vec<String>,
}

/// A group of cards that share a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CauseGroup {
    pub field: Text,
    /// The value, in words; of a card's id or name its name.
    pub value: Text,
    pub key: GroupKey,
}

/// How far a number is from its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// So much too many.
    TooMany(Rational),
    /// So much too few.
    TooFew(Rational),
}

impl Distance {
    /// The number.
    pub fn amount(self) -> Rational {
        match self {
            Distance::TooMany(amount) | Distance::TooFew(amount) => amount,
        }
    }
}

/// How far the actual value is from the limit at least, where the comparison fails.
pub(super) fn distance(cause: &Cause) -> Option<Distance> {
    if cause.truth != Truth::False {
        return None;
    }
    let above = cause.actual.low().zip(cause.limit.high()).and_then(|(a, l)| a.minus(l));
    let below = cause.limit.low().zip(cause.actual.high()).and_then(|(l, a)| l.minus(a));
    let step = |difference: Rational| {
        let whole = difference.to_integer().is_some() && cause.counts_cards;
        if whole { difference.plus(Rational::ONE) } else { Some(difference) }
    };
    let positive = |amount: &Rational| *amount > Rational::ZERO;
    match cause.operator {
        Operator::AtMost => above.map(Distance::TooMany),
        Operator::AtLeast => below.map(Distance::TooFew),
        Operator::Less => above.and_then(step).filter(positive).map(Distance::TooMany),
        Operator::Greater => below.and_then(step).filter(positive).map(Distance::TooFew),
        Operator::Equal | Operator::Has => {
            let many = above.filter(positive).map(Distance::TooMany);
            many.or_else(|| below.filter(positive).map(Distance::TooFew))
        }
        Operator::NotEqual => None,
    }
}

/// A card whose values do not fit those of the cards in a zone, or fit where they must not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Against {
    pub card: CardIndex,
    /// What it has; empty: nothing.
    pub own: Text,
    /// What the zone is called.
    pub zone: Text,
    /// What its cards have; empty: nothing. `None`: no card lies there.
    pub theirs: Option<Text>,
    /// Whether cards may have several such values.
    pub several: bool,
}

/// What of a card stands against a zone, where the filter is `outcome` of it for that reason.
pub(crate) fn find_zone_conflict(
    eye: &CardView<'_>,
    names: &ScopeNames,
    filter: &FilterNode,
    outcome: bool,
) -> Option<Against> {
    let (field, right) = find_decisive_test(eye, filter, outcome)?;
    let said = |keys: &[crate::tree::GroupKey]| {
        describe_in_both(eye.world.catalog, names, |s| {
            keys.iter().map(|key| s.key_name(field.kind, key)).collect::<Vec<_>>().join(", ")
        })
    };
    let theirs = match eye.zone_facts(field, right) {
        ZoneFacts::Unknown => return None,
        ZoneFacts::Empty => None,
        ZoneFacts::Values(values) if values.is_certain() => Some(said(&values.sure)),
        ZoneFacts::Values(_) => return None,
    };
    let own = eye.possible_values(field);
    let sort = field.kind.sort(eye.game());
    own.is_certain().then(|| Against {
        card: eye.card.index(),
        own: said(&own.sure),
        zone: describe_in_both(eye.world.catalog, names, |s: &Describer<'_>| {
            s.zone_name(&right.zone)
        }),
        theirs,
        several: sort == crate::error::ExpressionKind::Set,
    })
}

/// The comparison with a zone that makes a filter what it is of a card.
fn find_decisive_test<'f>(
    eye: &CardView<'_>,
    filter: &'f FilterNode,
    outcome: bool,
) -> Option<(Field, &'f ZoneField)> {
    if eye.test(filter) != Truth::from(outcome) {
        return None;
    }
    match &filter.kind {
        FilterKind::All(items) | FilterKind::Any(items) => {
            items.iter().find_map(|item| find_decisive_test(eye, item, outcome))
        }
        FilterKind::Not(inner) => find_decisive_test(eye, inner, !outcome),
        FilterKind::On(_, inner) => find_decisive_test(eye, inner, outcome),
        FilterKind::Test(Test::Sets { left, right, .. }) => Some((*left, right)),
        FilterKind::Test(Test::Values { field, wanted, .. }) => {
            wanted.iter().find_map(|wanted| match wanted {
                WantedValue::Lying(right) => Some((*field, right)),
                _ => None,
            })
        }
        FilterKind::Test(_) => None,
    }
}
