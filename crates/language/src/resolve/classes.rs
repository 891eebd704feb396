//! Classes in fields of cards: `pulls = ["(subtype:alien)"]` names every card that the filter
//! accepts.

use crate::{
    facts::CardView,
    field::{Field, FieldKind},
    resolve::{Resolver, value::filter_node},
    tree::{FilterKind, FilterNode, Test},
    truth::Truth,
    world::World,
};
use sleeve_data::model::{
    AttributeId, Card, CardIndex, FRONT, FaceId, Fact, Lens,
    game::{AttributeType, CARD_NAME_SEPARATOR, CLASS_START},
};
use std::collections::{BTreeSet, HashMap};

/// The most different classes of a field that one text looks at.
pub(super) const MAX_CLASSES: usize = 5_000;

impl Resolver<'_> {
    /// A test of the cards in a field, or of what reaches these cards by a class: cards whose field
    /// has a class with one of them, and the classes that one of them has in the opposite field.
    pub(super) fn or_by_class(
        &self,
        field: Field,
        cards: &FilterNode,
        test: FilterKind,
    ) -> FilterKind {
        let (FieldKind::Attribute(id), false) = (field.kind, self.is_class) else { return test };
        let all = &self.scope.catalog.cards;
        let accepted: Vec<Card<'_>> = all
            .iter()
            .filter(|card| self.accepts(cards, *card))
            .collect();
        let mut reaches: HashMap<&str, bool> = HashMap::new();
        let mut holders: Vec<CardIndex> = Vec::new();
        for card in all.iter() {
            for class in self.classes_of(card, field.face, id) {
                let is_full = reaches.len() >= MAX_CLASSES;
                let is_reached = *reaches.entry(class).or_insert_with(|| {
                    let filter = self.read_class(class).filter(|_| !is_full);
                    filter.is_some_and(|of| accepted.iter().any(|card| self.accepts(&of, *card)))
                });
                if is_reached && holders.last() != Some(&card.index()) {
                    holders.push(card.index());
                }
            }
        }
        let mut classes = BTreeSet::new();
        if let Some(AttributeType::Cards { inverse: Some(inverse) }) = self
            .game()
            .get_attribute(id)
            .map(|attribute| &attribute.kind)
            && let Some(inverse) = self.game().attribute(inverse)
        {
            let held = accepted
                .iter()
                .flat_map(|card| self.classes_of(*card, FRONT, inverse));
            classes.extend(held.take(MAX_CLASSES));
        }
        if holders.is_empty() && classes.is_empty() {
            return test;
        }
        let holders = FilterKind::Test(Test::Cards(holders));
        let mut ways = vec![filter_node(&cards.span, test), filter_node(&cards.span, holders)];
        ways.extend(
            classes
                .into_iter()
                .filter_map(|class| self.read_class(class)),
        );
        FilterKind::Any(ways)
    }

    fn accepts(&self, filter: &FilterNode, card: Card<'_>) -> bool {
        let world = World::from_catalog(self.scope.catalog);
        CardView::new(world, card.index(), None).test(filter) == Truth::True
    }

    /// The classes in a field of one part of a card.
    fn classes_of<'c>(
        &self,
        card: Card<'c>,
        face: FaceId,
        field: AttributeId,
    ) -> impl Iterator<Item = &'c str> {
        let fact = card.fact(self.game(), face, field, Lens::Shipped);
        let text = if let Fact::Text { shown, .. } = fact { shown } else { "" };
        text.split(CARD_NAME_SEPARATOR)
            .filter(|value| value.starts_with(CLASS_START))
    }

    /// The filter of a class; `None` if it has a mistake, which the linter reports.
    fn read_class(&self, class: &str) -> Option<FilterNode> {
        let resolver = Resolver { is_class: true, ..Resolver::new(class, self.scope) };
        resolver
            .resolve_filter(&crate::parser::parse(class).ok()?)
            .ok()
    }
}
