//! A cache of the answers of filters on single cards, for conditions that are evaluated on many
//! decks.

use super::{
    ast::Span,
    field::{Field, FieldKind},
    parameters::ChoicePolicy,
    possible_values::PossibleValues,
    tree::{FilterNode, Test},
    truth::Truth,
    walk::TreePart,
    world::World,
};
use foldhash::fast::RandomState;
use sleeve_data::model::{CardIndex, Date, Lens};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
};

/// The answers of filters on the cards of one catalog. An answer that depends on more than the
/// card, the lens and the day (parameters, zones) is not remembered.
#[derive(Debug, Default)]
pub struct FilterCache {
    answers: RefCell<HashMap<FilterKey, Option<CachedTruths>, RandomState>>,
    values: RefCell<HashMap<(Field, Lens), ValuesByCard, RandomState>>,
}

/// The values of a field by card. A map, as decks hold few cards of a pool of thousands.
type ValuesByCard = Rc<RefCell<HashMap<CardIndex, Rc<PossibleValues>, RandomState>>>;

/// Identifies a filter by the number of its text and its place there, with the lens and the day.
type FilterKey = (u64, Lens, Option<Date>, Span);

/// The answers of one filter by card: two bits each, as there are many filters and many cards.
#[derive(Clone, Debug)]
pub(super) struct CachedTruths(Rc<[Cell<u8>]>);

/// An answer takes two bits: not known yet, false, unknown, true.
const ANSWERS_PER_BYTE: usize = 4;

impl FilterCache {
    /// The answers of a filter; `None` if they must not be remembered.
    pub(super) fn truths_for(
        &self,
        text: u64,
        filter: &FilterNode,
        world: &World,
    ) -> Option<CachedTruths> {
        let place = (text, world.lens, world.date, filter.span.clone());
        let mut answers = self.answers.borrow_mut();
        let known = answers.entry(place).or_insert_with(|| {
            if !depends_on_card_alone(filter, world) {
                return None;
            }
            let bytes = world.catalog.cards.span().div_ceil(ANSWERS_PER_BYTE);
            Some(CachedTruths(std::iter::repeat_n(0, bytes).map(Cell::new).collect()))
        });
        known.clone()
    }

    /// The known values of a field; `None` if they depend on more than the card and the lens.
    pub(super) fn values_for(&self, field: Field, world: &World<'_>) -> Option<CachedValues> {
        if field.kind == FieldKind::Zone || world.choice != ChoicePolicy::Range {
            return None;
        }
        let mut values = self.values.borrow_mut();
        Some(CachedValues(Rc::clone(values.entry((field, world.lens)).or_default())))
    }
}

pub(super) struct CachedValues(ValuesByCard);

impl CachedValues {
    /// The values on a card, computed if they are not known yet or not remembered.
    pub(super) fn get_or_find(
        cached: Option<&CachedValues>,
        card: CardIndex,
        find: impl FnOnce() -> PossibleValues,
    ) -> Rc<PossibleValues> {
        let Some(CachedValues(cached)) = cached.filter(|_| card != CardIndex::STRANGER) else {
            return Rc::new(find());
        };
        if let Some(known) = cached.borrow().get(&card) {
            return Rc::clone(known);
        }
        let found = Rc::new(find());
        cached.borrow_mut().insert(card, Rc::clone(&found));
        found
    }
}

impl CachedTruths {
    /// The answer for a card, computed if it is not known yet or not remembered.
    pub(super) fn get_or_test(
        cached: Option<&CachedTruths>,
        card: CardIndex,
        test: impl FnOnce() -> Truth,
    ) -> Truth {
        // The stranger has no cell: it may be another card each time.
        let Some(cell) = cached.and_then(|cached| cached.0.get(card.index() / ANSWERS_PER_BYTE))
        else {
            return test();
        };
        let shift = 2 * (card.index() % ANSWERS_PER_BYTE);
        match (cell.get() >> shift) & 0b11 {
            1 => Truth::False,
            2 => Truth::Unknown,
            3 => Truth::True,
            _ => {
                let truth = test();
                let code = match truth {
                    Truth::False => 1,
                    Truth::Unknown => 2,
                    Truth::True => 3,
                };
                cell.set(cell.get() | code << shift);
                truth
            }
        }
    }
}

/// Whether the answers of a filter depend on the card, the lens and the day only.
fn depends_on_card_alone(filter: &FilterNode, world: &World<'_>) -> bool {
    let depends_on_more = TreePart::Filter(filter).any(|part| match part {
        TreePart::Parameter(_)
        | TreePart::ZoneField(_)
        | TreePart::ZoneNumber(_)
        | TreePart::Test(Test::Legal(_)) => true,
        TreePart::Field(field) => matches!(field.kind, FieldKind::Zone | FieldKind::Legal),
        TreePart::Test(Test::Holds { cards, .. }) => !depends_on_card_alone(cards, world),
        _ => false,
    });
    world.choice == ChoicePolicy::Range && !depends_on_more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_found_once_for_each_card() {
        let cache = CachedTruths(std::iter::repeat_n(0, 2).map(Cell::new).collect());
        let answers = [Truth::True, Truth::False, Truth::Unknown, Truth::False, Truth::True];
        for (card, truth) in (0..).map(CardIndex).zip(answers) {
            assert_eq!(CachedTruths::get_or_test(Some(&cache), card, || truth), truth);
        }
        for (card, truth) in (0..).map(CardIndex).zip(answers) {
            let again = CachedTruths::get_or_test(Some(&cache), card, || {
                unreachable!("it is known of {card:?}")
            });
            assert_eq!(again, truth);
        }
    }
}
