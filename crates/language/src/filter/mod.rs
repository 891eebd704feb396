//! Filters, fields and numbers of one card, and the unknown facts that they depend on.

mod truth;

use crate::{
    ast::Span,
    explain::{ZoneConflict, find_zone_conflict},
    facts::CardView,
    field::{Field, FieldKind},
    filter_cache::{CachedTruths, FilterCache},
    messages::LanguageError,
    quantity::{Presence, Quantity},
    resolve,
    resolved_text::ResolvedText,
    scope::Scope,
    tree::{CardExpr, FilterKind, FilterNode, GroupKey, Test, ZoneNumber},
    truth::Truth,
    walk::TreePart,
    words::Describer,
    world::{MissingFact, MissingKind, World},
};
use sleeve_data::{
    Arrange,
    model::{CardIndex, Catalog, Fact, Game, Lang},
};

/// A filter of cards, resolved against a game.
pub type Filter = ResolvedText<FilterNode>;

/// Parses a filter and resolves its names. An empty text accepts every card.
pub fn filter(text: &str, scope: &Scope<'_>) -> Result<Filter, LanguageError> {
    Ok(ResolvedText::new(text, resolve::filter(text, scope)?, scope))
}

/// A filter in one world, with a cache of its answers.
pub struct CachedFilter<'f> {
    filter: &'f Filter,
    world: World<'f>,
    answers: Option<CachedTruths>,
}

impl CachedFilter<'_> {
    /// Whether a card in a zone satisfies it.
    pub fn truth_for(&self, card: CardIndex, zone: Option<&str>) -> Truth {
        CachedTruths::get_or_test(self.answers.as_ref(), card, || {
            self.filter.test(&self.world, card, zone)
        })
    }
}

impl Filter {
    /// Whether a card in a zone satisfies it.
    pub fn test(&self, world: &World<'_>, card: CardIndex, zone: Option<&str>) -> Truth {
        self.node.test(world, card, zone)
    }

    /// The only cards for which it may be true, ascending and without copies in a state: those that
    /// a part of a conjunction lists by name; `None` if no part does.
    pub fn listed_cards(&self) -> Option<&[CardIndex]> {
        match &self.node.kind {
            FilterKind::All(parts) => parts.iter().find_map(FilterNode::listed_cards),
            _ => self.node.listed_cards(),
        }
    }

    /// Prepares the filter for many cards in one world; a cache remembers its answers.
    pub fn with_cache<'f>(
        &'f self,
        world: World<'f>,
        cache: Option<&FilterCache>,
    ) -> CachedFilter<'f> {
        let answers = cache.and_then(|cache| cache.truths_for(self.id, &self.node, &world));
        CachedFilter { filter: self, world, answers }
    }

    /// The facts that would decide it if the answer is unknown.
    pub fn missing_facts(
        &self,
        world: &World<'_>,
        card: CardIndex,
        zone: Option<&str>,
    ) -> Vec<MissingFact> {
        let mut found = Vec::new();
        CardView::new(*world, card, zone).add_missing(&self.node, &mut found);
        found.arrange();
        found.dedup();
        found
    }

    /// The conflict of a card with a zone of the deck, if that is why the filter rejects the card.
    pub fn explain_rejection(
        &self,
        world: &World<'_>,
        card: CardIndex,
        zone: Option<&str>,
    ) -> Option<ZoneConflict> {
        find_zone_conflict(&CardView::new(*world, card, zone), &self.names, &self.node, false)
    }

    /// The accepted cards in words, as a plural.
    pub fn in_words(&self, catalog: &Catalog, lang: Lang) -> String {
        Describer { catalog, names: &self.names, lang }.describe_cards(&self.node)
    }

    /// The parts of a conjunction, each with its place in the text. Any other filter is its only
    /// part.
    pub fn clauses(&self) -> Vec<(Span, Filter)> {
        let parts = match &self.node.kind {
            FilterKind::All(items) if !items.is_empty() => items,
            _ => std::slice::from_ref(&self.node),
        };
        parts
            .iter()
            .map(|part| (part.span.clone(), self.with_node(part.clone())))
            .collect()
    }
}

impl FilterNode {
    /// Whether a card in a zone satisfies it.
    pub fn test(&self, world: &World<'_>, card: CardIndex, zone: Option<&str>) -> Truth {
        CardView::new(*world, card, zone).test(self)
    }

    /// Whether it accepts every card, as a function without a filter does.
    pub fn accepts_all(&self) -> bool {
        matches!(&self.kind, FilterKind::All(items) if items.is_empty())
    }

    /// The only cards for which it is true, if it is a list of cards by name.
    fn listed_cards(&self) -> Option<&[CardIndex]> {
        match &self.kind {
            FilterKind::Test(
                Test::Cards(cards)
                | Test::Text {
                    named_cards: Some(cards),
                    negated: false,
                    field: Field { kind: FieldKind::Name, .. },
                    ..
                },
            ) => Some(cards),
            _ => None,
        }
    }
}

/// Parses a number of one card (`quantity * boxes`).
pub fn card_number(text: &str, scope: &Scope<'_>) -> Result<CardExpr, LanguageError> {
    resolve::card_number(text, scope)
}

impl CardExpr {
    /// The number of a card.
    pub fn value(&self, world: &World<'_>, card: CardIndex) -> Quantity {
        CardView::new(*world, card, None).evaluate(self)
    }

    /// Whether the number of a copy in a state may differ from that of its card.
    pub fn reads_copies(&self, game: &Game) -> bool {
        TreePart::Expr(self).reads_copies(game)
    }

    /// The unknown facts that the number of a card depends on.
    pub fn missing_facts(&self, world: &World<'_>, card: CardIndex) -> Vec<MissingFact> {
        let mut found = Vec::new();
        CardView::new(*world, card, None).add_missing_of_expr(self, &mut found);
        found
    }
}

/// The values of a field on one card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldValues {
    /// The known values; several for sets.
    pub values: Vec<GroupKey>,
    /// It may have other values.
    pub open: bool,
    /// The number of a numeric field, as far as it is known, even if `values` is empty.
    pub number: Quantity,
}

impl Field {
    /// Its values on a card in a zone.
    pub fn values(self, world: &World<'_>, card: CardIndex, zone: Option<&str>) -> FieldValues {
        let eye = CardView::new(*world, card, zone);
        let possible = eye.possible_values(self);
        let open = !possible.is_certain();
        let listed = matches!(self.kind, FieldKind::Set | FieldKind::Kind);
        let number = if listed { Quantity::NONE } else { eye.number(self) };
        FieldValues { values: possible.certain, open, number }
    }
}

impl CardView<'_> {
    /// Whether a field is, or may be, printed on the card with an unknown value.
    pub(crate) fn is_unknown(&self, field: Field) -> bool {
        match field.kind {
            FieldKind::Attribute(id) => matches!(self.fact(field.face, id), Fact::Unknown(_)),
            FieldKind::Effect(_) => {
                self.card
                    .effects(self.game(), field.face, self.world.lens)
                    .is_open
            }
            FieldKind::Id => !self.sees_id(),
            FieldKind::Amount(..)
            | FieldKind::Count(..)
            | FieldKind::Released
            | FieldKind::Quantity => {
                let quantity = self.number(field);
                quantity.presence() != Presence::Never && quantity.exact_value().is_none()
            }
            _ => false,
        }
    }

    /// Adds the unknown facts that an unknown answer depends on.
    pub(crate) fn add_missing(&self, filter: &FilterNode, found: &mut Vec<MissingFact>) {
        if self.test(filter) != Truth::Unknown {
            return;
        }
        TreePart::Filter(filter).visit_children(&mut |part| self.add_missing_of_part(part, found));
    }

    fn add_missing_of_part(&self, part: TreePart<'_>, found: &mut Vec<MissingFact>) {
        part.walk(&mut |part| match part {
            TreePart::Filter(inner) => {
                self.add_missing(inner, found);
                false
            }
            TreePart::Test(Test::Legal(formats)) => {
                for format in formats {
                    found.push(self.missing_fact(MissingKind::Legal(format.clone())));
                }
                false
            }
            TreePart::Test(Test::Listed(lists)) => {
                lists
                    .iter()
                    .for_each(|list| self.add_missing_of_list(*list, found));
                false
            }
            TreePart::Listed(list) => {
                self.add_missing_of_list(list, found);
                false
            }
            TreePart::Test(Test::IsUnknown(_)) => false,
            TreePart::Field(field) => {
                self.add_missing_field(field, found);
                false
            }
            TreePart::ZoneField(right) => {
                let contents = self.world.parameters.zone_contents();
                for (card, _) in contents
                    .and_then(|l| l.cards(&right.zone))
                    .unwrap_or_default()
                {
                    let eye = CardView::new(self.world, *card, Some(&right.zone));
                    eye.add_missing_field(right.field, found);
                }
                false
            }
            TreePart::ZoneNumber(number) => {
                self.add_missing_of_zones(number, found);
                false
            }
            _ => true,
        });
    }

    /// Adds the unknown facts by which it is open whether the filter of a list finds the card.
    fn add_missing_of_list(&self, list: usize, found: &mut Vec<MissingFact>) {
        if self.is_listed(list) != Truth::Unknown {
            return;
        }
        let catalog = self.world.catalog;
        let text = self
            .world
            .list_in_force(list)
            .and_then(|list| catalog.filter_of_list(list));
        let filter = text.and_then(|text| filter(text, &Scope::from_catalog(catalog)).ok());
        if let Some(filter) = filter {
            self.add_missing(&filter.node, found);
        }
    }

    /// Adds the unknown facts of the cards of zones that a number of these zones depends on.
    fn add_missing_of_zones(&self, number: &ZoneNumber, found: &mut Vec<MissingFact>) {
        if self.zone_number(number).exact_value().is_some() {
            return;
        }
        let contents = self.world.parameters.zone_contents();
        for zone in &number.zones {
            for (card, _) in contents.and_then(|l| l.cards(zone)).unwrap_or_default() {
                let eye = CardView::new(self.world, *card, Some(zone));
                TreePart::Measure(&number.measure).walk(&mut |part| {
                    if let TreePart::Field(field) = part {
                        eye.add_missing_field(field, found);
                    }
                    true
                });
            }
        }
    }

    fn missing_fact(&self, fact: MissingKind) -> MissingFact {
        MissingFact { card: self.card.base(), fact }
    }

    /// Adds the field, if it is unknown on this card.
    pub(crate) fn add_missing_field(&self, field: Field, found: &mut Vec<MissingFact>) {
        if !self.is_unknown(field) {
            return;
        }
        // An unpublished fact is the whole field; an amount or a count is only a part of it.
        let kind = match field.kind {
            FieldKind::Attribute(id) | FieldKind::Count(id, _) => FieldKind::Attribute(id),
            FieldKind::Effect(_) | FieldKind::Amount(..) => FieldKind::Effect(None),
            other => other,
        };
        found.push(self.missing_fact(MissingKind::Field(Field { kind, ..field })));
    }

    /// Adds the fields of a calculation that are unknown on this card.
    pub(crate) fn add_missing_of_expr(&self, expr: &CardExpr, found: &mut Vec<MissingFact>) {
        self.add_missing_of_part(TreePart::Expr(expr), found);
    }
}
