//! Filters, fields and numbers of one card.

mod truth;

use crate::ast::Span;
use crate::error::LanguageError;
use crate::explain::{Against, find_zone_conflict};
use crate::facts::CardView;
use crate::field::{Field, FieldKind};
use crate::filter_cache::{CachedTruths, FilterCache};
use crate::quantity::{Presence, Quantity};
use crate::scope::Scope;
use crate::tree::{CardExpr, FilterKind, FilterNode, GroupKey, Test};
use crate::truth::Truth;
use crate::walk::TreePart;
use crate::words::{Describer, ScopeNames};
use crate::world::{MissingFact, MissingKind, World};
use crate::zone_contents::{ZoneNumber, ZoneReads};
use crate::{filter_cache, resolve};
use sleeve_data::model::{CardIndex, Catalog, Fact, Game, Lang};
use std::sync::Arc;

/// True, false or unknown of one card.
#[derive(Clone, Debug)]
pub struct Filter {
    /// No other text has it.
    id: u64,
    text: String,
    node: FilterNode,
    names: Arc<ScopeNames>,
}

/// Reads a filter. An empty text is every card.
pub fn filter(text: &str, scope: &Scope<'_>) -> Result<Filter, LanguageError> {
    let node = resolve::filter(text, scope)?;
    let number = filter_cache::next_text_id();
    Ok(Filter { id: number, text: text.to_owned(), node, names: Arc::clone(scope.names()) })
}

/// A filter that many cards are asked in one world.
pub struct AskedFilter<'f> {
    filter: &'f Filter,
    world: World<'f>,
    answers: Option<CachedTruths>,
}

impl AskedFilter<'_> {
    /// Whether a card in a zone satisfies it.
    pub fn truth_for(&self, card: CardIndex, zone: Option<&str>) -> Truth {
        let find = || self.filter.test(&self.world, card, zone);
        match &self.answers {
            Some(answers) => answers.get_or_find(card, find),
            None => find(),
        }
    }
}

impl Filter {
    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The resolved tree.
    pub fn node(&self) -> &FilterNode {
        &self.node
    }

    /// Whether a card in a zone satisfies it.
    pub fn test(&self, world: &World<'_>, card: CardIndex, zone: Option<&str>) -> Truth {
        CardView::new(*world, card, zone).test(&self.node)
    }

    /// The same for many cards, of which a cache remembers what it said.
    pub fn with_cache<'f>(
        &'f self,
        world: World<'f>,
        cache: Option<&FilterCache>,
    ) -> AskedFilter<'f> {
        let answers = cache.and_then(|cache| cache.truths_for(self.id, &self.node, &world));
        AskedFilter { filter: self, world, answers }
    }

    /// The facts that would decide it where the answer is unknown.
    pub fn missing_facts(
        &self,
        world: &World<'_>,
        card: CardIndex,
        zone: Option<&str>,
    ) -> Vec<MissingFact> {
        let mut found = Vec::new();
        CardView::new(*world, card, zone).add_missing(&self.node, &mut found);
        found.sort();
        found.dedup();
        found
    }

    /// What of a card stands against a zone of the deck, where the filter does not let it through for
    /// that reason.
    pub fn explain_rejection(
        &self,
        world: &World<'_>,
        card: CardIndex,
        zone: Option<&str>,
    ) -> Option<Against> {
        find_zone_conflict(&CardView::new(*world, card, zone), &self.names, &self.node, false)
    }

    /// Whether it reads what lies in the zones of the deck.
    pub fn reads_zones(&self) -> bool {
        TreePart::Filter(&self.node).reads_zones()
    }

    /// Whether a copy in a state may answer it in another way than its card.
    pub fn reads_copies(&self, game: &Game) -> bool {
        TreePart::Filter(&self.node).reads_copies(game)
    }

    /// What it reads there, each once.
    pub fn zone_reads(&self) -> ZoneReads {
        ZoneReads::from_part(TreePart::Filter(&self.node))
    }

    /// The cards that it finds, in words.
    pub fn in_words(&self, catalog: &Catalog, lang: Lang) -> String {
        Describer { catalog, names: &self.names, lang }.describe_cards(&self.node)
    }

    /// The parameters it depends on, sorted.
    pub fn parameters(&self) -> Vec<String> {
        crate::condition::parameter_names(&[TreePart::Filter(&self.node)])
    }

    /// Its parts that must hold together, each with its place in the text: a filter that is no
    /// conjunction is its only part.
    pub fn clauses(&self) -> Vec<(Span, Filter)> {
        let part = |node: &FilterNode| {
            let (text, names) = (self.text.clone(), Arc::clone(&self.names));
            let number = filter_cache::next_text_id();
            (node.span.clone(), Filter { id: number, text, node: node.clone(), names })
        };
        match &self.node.kind {
            FilterKind::All(items) if !items.is_empty() => items.iter().map(part).collect(),
            _ => vec![part(&self.node)],
        }
    }
}

/// A number of one card: a field, or a calculation over fields and parameters.
#[derive(Clone, Debug)]
pub struct CardNumber {
    expr: CardExpr,
}

/// Reads a number of one card (`quantity * boxes`).
pub fn card_number(text: &str, scope: &Scope<'_>) -> Result<CardNumber, LanguageError> {
    Ok(CardNumber { expr: resolve::card_number(text, scope)? })
}

impl CardNumber {
    /// The number of a card.
    pub fn value(&self, world: &World<'_>, card: CardIndex) -> Quantity {
        CardView::new(*world, card, None).evaluate(&self.expr)
    }

    /// Whether it may be another for a copy in a state.
    pub fn reads_copies(&self, game: &Game) -> bool {
        TreePart::Expr(&self.expr).reads_copies(game)
    }

    /// The facts that are not known and on which the number of a card depends.
    pub fn missing_facts(&self, world: &World<'_>, card: CardIndex) -> Vec<MissingFact> {
        let mut found = Vec::new();
        CardView::new(*world, card, None).add_missing_of_expr(&self.expr, &mut found);
        found
    }
}

/// Reads the name of a field (`cost`, `upper.effect`, `effect.combat`).
pub fn field(text: &str, scope: &Scope<'_>) -> Result<Field, LanguageError> {
    resolve::field(text, scope)
}

/// The values of a field on one card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldValues {
    /// The values that it has; several for sets.
    pub values: Vec<GroupKey>,
    /// Whether it may have others, or another.
    pub open: bool,
    /// Its number, where it is one: what is known of it even if `values` is empty.
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
        FieldValues { values: possible.sure, open, number }
    }
}

impl CardView<'_> {
    /// Whether a field is printed on the card, or may be, and not known.
    pub(crate) fn is_unknown(&self, field: Field) -> bool {
        match field.kind {
            FieldKind::Attribute(id) => matches!(self.fact(field.face, id), Fact::Unknown(_)),
            FieldKind::Effect(_) => {
                self.card.effects(self.game(), field.face, self.world.lens).open
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

    /// The facts on which an answer depends that is not certain.
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
                let fact = |format: &String| self.missing_fact(MissingKind::Legal(format.clone()));
                found.extend(formats.iter().map(fact));
                false
            }
            TreePart::Test(Test::IsUnknown(_)) => false,
            TreePart::Field(field) => {
                self.add_missing_field(field, found);
                false
            }
            TreePart::Lying(right) => {
                let lying = self.world.parameters.zone_contents();
                for (card, _) in lying.and_then(|l| l.cards(&right.zone)).unwrap_or_default() {
                    let eye = CardView::new(self.world, *card, Some(&right.zone));
                    eye.add_missing_field(right.field, found);
                }
                false
            }
            TreePart::OfZone(number) => {
                self.add_missing_of_zones(number, found);
                false
            }
            _ => true,
        });
    }

    /// What of the cards of some zones is not known on which a number of theirs depends.
    fn add_missing_of_zones(&self, number: &ZoneNumber, found: &mut Vec<MissingFact>) {
        if self.zone_number(number).exact_value().is_some() {
            return;
        }
        let lying = self.world.parameters.zone_contents();
        for zone in &number.zones {
            for (card, _) in lying.and_then(|l| l.cards(zone)).unwrap_or_default() {
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
        MissingFact { card: self.card.index(), fact }
    }

    /// The field, if it is not known on this card.
    pub(crate) fn add_missing_field(&self, field: Field, found: &mut Vec<MissingFact>) {
        if !self.is_unknown(field) {
            return;
        }
        let kind = match field.kind {
            FieldKind::Attribute(id) | FieldKind::Count(id, _) => FieldKind::Attribute(id),
            FieldKind::Effect(_) | FieldKind::Amount(..) => FieldKind::Effect(None),
            other => other,
        };
        found.push(self.missing_fact(MissingKind::Field(Field { kind, ..field })));
    }

    /// The fields of a calculation that are not known on this card.
    pub(crate) fn add_missing_of_expr(&self, expr: &CardExpr, found: &mut Vec<MissingFact>) {
        self.add_missing_of_part(TreePart::Expr(expr), found);
    }
}
