//! Classes in fields of cards: `pulls = ["(subtype:alien)"]` names every card that the filter accepts.

use crate::facts::CardView;
use crate::field::{Field, FieldKind};
use crate::resolve::Resolver;
use crate::tree::{FilterKind, FilterNode, HeldByClass, Test};
use crate::truth::Truth;
use crate::world::World;
use sleeve_data::model::game::{AttributeType, CARD_NAME_SEPARATOR, CLASS_START};
use sleeve_data::model::{AttributeId, Card, CardIndex, FRONT, FaceId, Fact, Lens};
use std::collections::HashMap;

/// The most tests of cards by classes for one text. Classes beyond it reach no card.
pub(super) const MAX_CLASS_TESTS: usize = 20_000_000;

impl Resolver<'_> {
    /// A test whether a field holds cards by a class; `None` if no class reaches them.
    pub(super) fn test_classes(&self, field: Field, cards: FilterNode) -> Option<FilterKind> {
        let by_class = self.held_by_class(field, &cards);
        let cards = Box::new(cards);
        (by_class != HeldByClass::default())
            .then(|| FilterKind::Test(Test::Holds { field, cards, by_class }))
    }

    /// Finds what reaches cards by a class of a field, or by one of the opposite field.
    pub(super) fn held_by_class(&self, field: Field, cards: &FilterNode) -> HeldByClass {
        let mut found = HeldByClass::default();
        let FieldKind::Attribute(id) = field.kind else { return found };
        if self.is_class {
            return found;
        }
        let accepted = self.accepted_cards(cards);
        let mut tests_left = MAX_CLASS_TESTS;
        let mut reaches: HashMap<&str, bool> = HashMap::new();
        for card in self.scope.catalog.cards.iter() {
            for class in self.classes_of(card, field.face, id) {
                let is_reached = *reaches
                    .entry(class)
                    .or_insert_with(|| self.reaches_any(class, &accepted, &mut tests_left));
                if is_reached && found.holders.last() != Some(&card.index()) {
                    found.holders.push(card.index());
                }
            }
        }
        let attribute = self.game().get_attribute(id).map(|attribute| &attribute.kind);
        let Some(AttributeType::Cards { inverse: Some(inverse) }) = attribute else { return found };
        let Some(inverse) = self.game().attribute(inverse) else { return found };
        let mut known: Vec<&str> = Vec::new();
        for card in accepted {
            let card = self.scope.catalog.cards.card(card);
            for class in self.classes_of(card, FRONT, inverse) {
                if !known.contains(&class) {
                    known.push(class);
                    found.classes.extend(self.read_class(class));
                }
            }
        }
        found
    }

    fn accepted_cards(&self, filter: &FilterNode) -> Vec<CardIndex> {
        let world = World::from_catalog(self.scope.catalog);
        let cards = self.scope.catalog.cards.iter().map(|card| card.index());
        cards.filter(|card| CardView::new(world, *card, None).test(filter) == Truth::True).collect()
    }

    /// The classes in a field of one part of a card.
    fn classes_of<'c>(
        &self,
        card: Card<'c>,
        face: FaceId,
        field: AttributeId,
    ) -> impl Iterator<Item = &'c str> {
        let text = match card.fact(self.game(), face, field, Lens::Shipped) {
            Fact::Text { shown, .. } if shown.contains(CLASS_START) => shown,
            _ => "",
        };
        text.split(CARD_NAME_SEPARATOR).filter(|value| value.starts_with(CLASS_START))
    }

    /// The filter of a class; `None` if it has a mistake, which the linter reports.
    fn read_class(&self, class: &str) -> Option<FilterNode> {
        let expr = crate::parser::parse(class).ok()?;
        let resolver = Resolver { is_class: true, ..Resolver::new(class, self.scope) };
        resolver.resolve_filter(&expr).ok()
    }

    fn reaches_any(&self, class: &str, cards: &[CardIndex], tests_left: &mut usize) -> bool {
        let Some(filter) = self.read_class(class) else { return false };
        let world = World::from_catalog(self.scope.catalog);
        for card in cards {
            *tests_left = tests_left.saturating_sub(1);
            if *tests_left == 0 {
                return false;
            }
            if CardView::new(world, *card, None).test(&filter) == Truth::True {
                return true;
            }
        }
        false
    }
}
