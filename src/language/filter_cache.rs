//! Answers remembered: what filters say of single cards, for whoever asks the same of many piles.

use super::ast::Span;
use super::facts::Possible;
use super::field::{Field, FieldKind};
use super::tree::{FilterNode, Test};
use super::truth::Truth;
use super::walk::TreePart;
use super::world::{ChoicePolicy, World};
use crate::model::{CardIndex, Date, Lens};
use foldhash::fast::RandomState;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What filters have said of single cards of one catalog. Where an answer depends on more than the
/// card, the lens and the day (parameters, zones), it is not remembered.
#[derive(Debug, Default)]
pub struct FilterCache {
    answers: RefCell<HashMap<Place, Option<Answers>, RandomState>>,
    values: RefCell<HashMap<(Field, Lens), ValuesOf, RandomState>>,
}

/// The values of a field, by card.
type ValuesOf = Rc<[OnceCell<Rc<Possible>>]>;

/// A filter by the number of the text that holds it and its place there, as it is asked on a day.
type Place = (u64, Lens, Option<Date>, Span);

/// A number that no other condition or filter has.
pub(super) fn number() -> u64 {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    NUMBER.fetch_add(1, Ordering::Relaxed)
}

/// What one filter said, by card.
#[derive(Clone, Debug)]
pub(super) struct Answers(Rc<[Cell<Option<Truth>>]>);

impl FilterCache {
    /// The answers of a filter, if they can be remembered.
    pub(super) fn of(&self, text: u64, filter: &FilterNode, world: &World) -> Option<Answers> {
        let place = (text, world.lens, world.on, filter.span.clone());
        let mut answers = self.answers.borrow_mut();
        let known = answers.entry(place).or_insert_with(|| {
            let cards = world.catalog.cards.span();
            let empty = || std::iter::repeat_n(None, cards).map(Cell::new).collect();
            is_of_the_card(filter, world).then(|| Answers(empty()))
        });
        known.clone()
    }

    /// The values of a field on cards, as far as they were found; `None` where more than the card
    /// and the lens decides them.
    pub(super) fn values_of(&self, field: Field, world: &World<'_>) -> Option<Values> {
        if field.kind == FieldKind::Zone || world.choice != ChoicePolicy::Range {
            return None;
        }
        let mut values = self.values.borrow_mut();
        let known = values
            .entry((field, world.lens))
            .or_insert_with(|| (0..world.catalog.cards.span()).map(|_| OnceCell::new()).collect());
        Some(Values(Rc::clone(known)))
    }
}

/// The values of one field, by card.
pub(super) struct Values(ValuesOf);

impl Values {
    /// The values on a card, found if they are not known yet.
    pub(super) fn of(&self, card: CardIndex, find: impl FnOnce() -> Possible) -> Rc<Possible> {
        match self.0.get(card.index()) {
            Some(cell) => Rc::clone(cell.get_or_init(|| Rc::new(find()))),
            None => Rc::new(find()),
        }
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

/// Whether nothing but the card, the lens and the day decides what a filter says.
fn is_of_the_card(filter: &FilterNode, world: &World<'_>) -> bool {
    let decided = |part: TreePart<'_>| match part {
        TreePart::Parameter(_) | TreePart::Lying(_) | TreePart::OfZone(_) => false,
        TreePart::Field(field) => !matches!(field.kind, FieldKind::Zone | FieldKind::Legal),
        TreePart::Test(Test::Legal(_)) => false,
        _ => true,
    };
    world.choice == ChoicePolicy::Range && !TreePart::Filter(filter).any(|part| !decided(part))
}
