//! Answers remembered: what filters say of single cards, for whoever asks the same of many piles.

use super::ast::Span;
use super::field::{Field, FieldKind};
use super::tree::{FilterKind, FilterNode, Pattern, Test, Wanted};
use super::truth::Truth;
use super::world::{ChoicePolicy, World};
use crate::model::{CardIndex, Lens};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// What the filters of conditions have said of single cards of one catalog. Where an answer depends
/// on more than the card and the lens (parameters, zones, the day), it is not remembered.
#[derive(Debug, Default)]
pub struct Memory {
    answers: RefCell<HashMap<Place, Option<Answers>>>,
}

/// A filter by the condition that holds it and its place there.
type Place = (u64, Lens, Span);

/// What one filter said, by card.
#[derive(Clone, Debug)]
pub(super) struct Answers(Rc<[Cell<Option<Truth>>]>);

impl Memory {
    /// The answers of a filter, if they can be remembered.
    pub(super) fn of(&self, condition: u64, filter: &FilterNode, world: &World) -> Option<Answers> {
        let place = (condition, world.lens, filter.span.clone());
        let mut answers = self.answers.borrow_mut();
        let known = answers.entry(place).or_insert_with(|| {
            let cards = world.catalog.cards.len();
            let empty = || std::iter::repeat_n(None, cards).map(Cell::new).collect();
            is_of_the_card(filter, world).then(|| Answers(empty()))
        });
        known.clone()
    }
}

impl Answers {
    /// The answer for a card, found if it is not known yet.
    pub(super) fn of(&self, card: CardIndex, find: impl FnOnce() -> Truth) -> Truth {
        let Some(cell) = self.0.get(card.index()) else { return find() };
        cell.get().unwrap_or_else(|| {
            let truth = find();
            cell.set(Some(truth));
            truth
        })
    }
}

/// Whether nothing but the card and the lens decides what a filter says.
fn is_of_the_card(filter: &FilterNode, world: &World<'_>) -> bool {
    let mut parameters = false;
    super::condition::filter_parameters(filter, &mut |_| parameters = true);
    !parameters && world.choice == ChoicePolicy::Range && nodes(filter, world)
}

fn nodes(filter: &FilterNode, world: &World<'_>) -> bool {
    let fixed = |field: &Field| !matches!(field.kind, FieldKind::Zone | FieldKind::Legal);
    match &filter.kind {
        FilterKind::All(items) | FilterKind::Any(items) => items.iter().all(|i| nodes(i, world)),
        FilterKind::Not(inner) | FilterKind::On(_, inner) => nodes(inner, world),
        FilterKind::Test(test) => match test {
            Test::Cards(_) | Test::HasPart(_) | Test::Compare { .. } => true,
            Test::Text { field, patterns, .. } => {
                fixed(field)
                    && patterns.iter().all(|p| !matches!(p, Pattern::Field(f) if !fixed(f)))
            }
            Test::Values { field, wanted, .. } => {
                fixed(field) && wanted.iter().all(|w| matches!(w, Wanted::Key(_)))
            }
            Test::SameValue { left, right, .. } => fixed(left) && fixed(right),
            Test::IsUnknown(field) | Test::IsPrinted(field) => fixed(field),
            Test::Listed(_) => world.on.is_none(),
            Test::Legal(_) => false,
        },
    }
}
