//! A cache of the answers of filters on single cards, for conditions that are evaluated on many
//! decks.

use super::{
    ast::Span,
    field::FieldKind,
    parameters::{ChoicePolicy, ParameterValue},
    resolved_text::parameter_names,
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
/// card, the lens, the day and the parameters (zones) is not remembered.
#[derive(Debug, Default)]
pub struct FilterCache {
    answers: RefCell<HashMap<FilterKey, Option<KnownAnswers>, RandomState>>,
}

/// Identifies a filter by the number of its text and its place there, with the lens and the day.
type FilterKey = (u64, Lens, Option<Date>, Span);

/// Most values of the parameters of one filter for which its answers are remembered.
const MAX_KNOWN_VALUES: usize = 8;

/// The answers of one filter by the values of the parameters that it reads: `side:$role` is tested
/// for every card of every deck. Remembering them saves 7 % of the instructions of 100 lists.
#[derive(Debug)]
struct KnownAnswers {
    parameters: Vec<String>,
    by_values: Vec<(Vec<ParameterValue>, CachedTruths)>,
}

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
            let is_known = depends_on_card_alone(filter, world);
            is_known.then(|| KnownAnswers {
                parameters: parameter_names(&[TreePart::Filter(filter)]),
                by_values: Vec::new(),
            })
        });
        known.as_mut()?.truths_in(world)
    }
}

impl KnownAnswers {
    /// The answers for the values in a world; `None` for more values than are remembered.
    fn truths_in(&mut self, world: &World<'_>) -> Option<CachedTruths> {
        for (values, truths) in &self.by_values {
            let mut given = self.parameters.iter().zip(values);
            if given.all(|(name, value)| world.parameters.get(name) == value) {
                return Some(truths.clone());
            }
        }
        if self.by_values.len() == MAX_KNOWN_VALUES {
            return None;
        }
        let values = self
            .parameters
            .iter()
            .map(|name| world.parameters.get(name).clone());
        let bytes = world.catalog.cards.span().div_ceil(ANSWERS_PER_BYTE);
        let truths = CachedTruths(std::iter::repeat_n(0, bytes).map(Cell::new).collect());
        self.by_values.push((values.collect(), truths.clone()));
        Some(truths)
    }
}

impl CachedTruths {
    /// The answer for a card, computed if it is not known yet or not remembered.
    #[inline]
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
                cell.set(cell.get() | (truth as u8 + 1) << shift);
                truth
            }
        }
    }
}

/// Whether the answers of a filter depend on the card, the lens, the day and the parameters only.
fn depends_on_card_alone(filter: &FilterNode, world: &World<'_>) -> bool {
    let depends_on_more = TreePart::Filter(filter).any(|part| match part {
        TreePart::ZoneField(_) | TreePart::ZoneNumber(_) | TreePart::Test(Test::Legal(_)) => true,
        TreePart::Field(field) => matches!(field.kind, FieldKind::Zone | FieldKind::Legal),
        // The walk does not visit the parameters of the cards in a field.
        TreePart::Test(Test::Holds { cards, .. }) => {
            !parameter_names(&[TreePart::Filter(cards)]).is_empty()
                || !depends_on_card_alone(cards, world)
        }
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
