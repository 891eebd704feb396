//! Answers remembered: what filters say of single cards, for whoever asks the same of many piles.

use super::ast::Span;
use super::field::FieldKind;
use super::tree::{FilterNode, Test};
use super::truth::Truth;
use super::walk::TreePart;
use super::world::{ChoicePolicy, World};
use crate::model::{CardIndex, Lens};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// What the filters of conditions have said of single cards of one catalog. Where an answer depends
/// on more than the card and the lens (parameters, zones, the day), it is not remembered.
#[derive(Debug, Default)]
pub struct FilterCache {
    answers: RefCell<HashMap<Place, Option<Answers>>>,
}

/// A filter by the condition that holds it and its place there.
type Place = (u64, Lens, Span);

/// What one filter said, by card.
#[derive(Clone, Debug)]
pub(super) struct Answers(Rc<[Cell<Option<Truth>>]>);

impl FilterCache {
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
    let decided = |part: TreePart<'_>| match part {
        TreePart::Parameter(_) | TreePart::Lying(_) => false,
        TreePart::Field(field) => !matches!(field.kind, FieldKind::Zone | FieldKind::Legal),
        TreePart::Test(Test::Listed(_)) | TreePart::Listed => world.on.is_none(),
        TreePart::Test(Test::Legal(_)) => false,
        _ => true,
    };
    world.choice == ChoicePolicy::Range && !TreePart::Filter(filter).any(|part| !decided(part))
}
