//! What a card alone decides about its deck. The rest of the deck, and the parameters that it may
//! set, are taken in favour of an answer: the best and the worst that a deck with the card can make
//! of a condition.

use crate::{
    ast::Operator,
    bound::{Binder, Counts, Lowering, Member},
    condition::Condition,
    facts::CardView,
    field::FieldKind,
    filter::Filter,
    parameters::ParameterValue,
    piles::PileView,
    quantity::{Presence, Quantity},
    tree::{
        ConditionKind, ConditionNode, FilterKind, FilterNode, Fold, MeasureKind, MeasureNode,
        Quantifier, Reads,
    },
    truth::Truth,
    walk::TreePart,
    world::World,
};
use sleeve_data::model::CardIndex;

impl Filter {
    /// Whether it accepts a card in a zone of some deck. The deck provides the other cards and the
    /// parameters that it reads.
    pub fn may_accept(&self, world: &World<'_>, card: CardIndex, zone: Option<&str>) -> Truth {
        CardView::new(*world, card, zone).test_favouring(&self.node, true)
    }
}

impl Condition {
    /// Whether some deck meets it that has only this card in these piles. False if none can,
    /// whatever else it contains; unknown if unpublished facts of the card decide it.
    pub fn may_hold_with(&self, view: &PileView<'_>) -> Truth {
        let (binder, counts) = (view.binder.clone(), view.counts());
        LoneCard { binder, counts, is_only_one: false }.judge(&self.node, true)
    }
}

impl CardView<'_> {
    /// The answer of a filter if all its tests that depend on the deck come out in favour of an
    /// answer.
    fn test_favouring(&self, filter: &FilterNode, favoured: bool) -> Truth {
        let truth = self.test(filter);
        if truth != Truth::Unknown {
            return truth;
        }
        match &filter.kind {
            FilterKind::All(items) => {
                Truth::all(items.iter().map(|item| self.test_favouring(item, favoured)))
            }
            FilterKind::Any(items) => {
                Truth::any(items.iter().map(|item| self.test_favouring(item, favoured)))
            }
            FilterKind::Not(inner) => !self.test_favouring(inner, !favoured),
            FilterKind::On(_, inner) => self.test_favouring(inner, favoured),
            FilterKind::Test(test) if reads_deck(TreePart::Test(test), &self.world) => {
                favoured.into()
            }
            FilterKind::Test(_) => Truth::Unknown,
        }
    }
}

/// Whether a part compares with the contents of zones, or reads a parameter without a value.
fn reads_deck(part: TreePart<'_>, world: &World<'_>) -> bool {
    part.any(|part| match part {
        TreePart::ZoneField(_) | TreePart::ZoneNumber(_) => true,
        TreePart::Parameter(name) => matches!(
            world.parameters.get(name),
            ParameterValue::Unknown | ParameterValue::Range(..)
        ),
        _ => false,
    })
}

/// A card in a pile, as a part of every deck with that card there.
struct LoneCard<'u> {
    binder: Binder<'u>,
    counts: Counts<'u>,
    /// Whether every other card that is read is a copy of this one.
    is_only_one: bool,
}

impl<'u> LoneCard<'u> {
    /// The best answer of a condition over the decks with the card, or the worst.
    fn judge(&self, node: &ConditionNode, best: bool) -> Truth {
        match &node.kind {
            ConditionKind::Junction(junction) => {
                let truths = junction.parts.iter().map(|part| {
                    let truth = self.judge(&part.condition, best != part.negated);
                    if part.negated { !truth } else { truth }
                });
                if junction.is_conjunction { Truth::all(truths) } else { Truth::any(truths) }
            }
            ConditionKind::Cards { quantifier, filter, reads } => {
                self.judge_cards(*quantifier, filter, reads, best)
            }
            ConditionKind::Compare { left, operator, right } => {
                self.compare(left, *operator, right, best)
            }
            ConditionKind::Terms { left, negated, right } => {
                match self.binder.compare_terms(left, *negated, right) {
                    Truth::Unknown => best.into(),
                    truth => truth,
                }
            }
            ConditionKind::Each { field, condition, reads } => {
                let Some(member) = self.read_card(reads).filter(|_| best) else {
                    return best.into();
                };
                let values = self.binder.card_view(member).possible_values(*field);
                if values.is_certain() && values.certain.is_empty() {
                    return Truth::True;
                }
                let pile = member.zone.unwrap_or_default().to_owned();
                let binder = self.binder.with_default_piles([pile].into());
                let is_only_one = self.is_only_one || field.kind == FieldKind::Id;
                let group = LoneCard { binder, counts: self.counts, is_only_one };
                let truth = group.judge(condition, best);
                // A card without a certain value may be in no group.
                if values.certain.is_empty() { truth.or(Truth::Unknown) } else { truth }
            }
        }
    }

    /// One card is enough to break `all` and `none`, and to meet `any`.
    fn judge_cards(
        &self,
        quantifier: Quantifier,
        filter: &FilterNode,
        reads: &Reads,
        best: bool,
    ) -> Truth {
        let needs_all = quantifier != Quantifier::Any;
        let Some(member) = self.read_card(reads).filter(|_| best == needs_all) else {
            return best.into();
        };
        let card = self.binder.card_view(member);
        match quantifier {
            Quantifier::None => !card.test_favouring(filter, false),
            Quantifier::All => card.test_favouring(filter, true),
            Quantifier::Any => card.test_favouring(filter, false),
        }
    }

    fn read_card<'s>(&'s self, reads: &'s Reads) -> Option<&'s Member<'u>> {
        self.binder.read_members(reads).next()
    }

    fn compare(
        &self,
        left: &MeasureNode,
        operator: Operator,
        right: &MeasureNode,
        best: bool,
    ) -> Truth {
        let is_less = match operator {
            Operator::Less | Operator::AtMost => true,
            Operator::Greater | Operator::AtLeast => false,
            Operator::NotEqual => return !self.compare(left, Operator::Equal, right, !best),
            Operator::Equal | Operator::Has => {
                let above = self.compare(left, Operator::AtLeast, right, best);
                return above.and(self.compare(left, Operator::AtMost, right, best));
            }
        };
        let (left, right) = (self.end(left, is_less != best), self.end(right, is_less == best));
        match (left, right) {
            (Some(left), Some(right)) => left.compare(operator, &right),
            _ => best.into(),
        }
    }

    /// The largest value of a measure over the decks with the card, or the smallest; `None` if it
    /// may have no end.
    fn end(&self, node: &MeasureNode, upper: bool) -> Option<Quantity> {
        // More cards make the least value smaller and the greatest greater.
        let is_end = match &node.kind {
            _ if !node.reads_cards() => true,
            MeasureKind::Count { .. }
            | MeasureKind::Distinct { .. }
            | MeasureKind::Copies { .. } => !upper,
            MeasureKind::Fold { fold: Fold::Min, .. } => upper || self.is_only_one,
            MeasureKind::Fold { fold: Fold::Max, .. } => !upper || self.is_only_one,
            _ => false,
        };
        if !is_end || reads_deck(TreePart::Measure(node), &self.binder.world()) {
            return None;
        }
        let value = self.binder.bind_measure(node).value(self.counts);
        (self.is_only_one || value.presence() == Presence::Certain).then_some(value)
    }
}
