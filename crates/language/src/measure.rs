//! Measures: numbers of piles.

use crate::bound::{Binder, BoundMeasure};
use crate::messages::LanguageError;
use crate::piles::{PileView, Piles, SpreadPiles, Universe};
use crate::quantity::Quantity;
use crate::resolve;
use crate::resolved_text::ResolvedText;
use crate::scope::Scope;
use crate::tree::{MeasureKind, MeasureNode, Operation};
use crate::words::Describer;
use crate::world::World;
use sleeve_data::model::{Catalog, Lang};

/// A measure of piles, resolved against a game.
pub type Measure = ResolvedText<MeasureNode>;

/// Parses a measure and resolves its names.
pub fn measure(text: &str, scope: &Scope<'_>) -> Result<Measure, LanguageError> {
    Ok(ResolvedText::new(text, resolve::measure(text, scope)?, scope))
}

impl Measure {
    /// Evaluates the measure on some piles.
    pub fn value(&self, world: &World<'_>, piles: &Piles) -> Quantity {
        self.value_in(&PileView::new(*world, &SpreadPiles::from_piles(piles)))
    }

    /// Evaluates the measure in a view.
    pub fn value_in(&self, view: &PileView<'_>) -> Quantity {
        view.binder.bind_measure(&self.node).value(view.counts())
    }

    /// The measure with the opposite sign, under the same text.
    pub fn negated(&self) -> Measure {
        let (span, node) = (self.node.span.clone(), self.node.clone());
        let kind = MeasureKind::Operation(Operation::Negate, vec![node]);
        self.with_node(MeasureNode { span, kind })
    }

    /// The measure in words.
    pub fn in_words(&self, catalog: &Catalog, lang: Lang) -> String {
        Describer { catalog, names: &self.names, lang }.describe_measure(&self.node)
    }

    /// The measure in words as the subject of a sentence, with the article that French puts before it.
    pub fn as_subject(&self, catalog: &Catalog, lang: Lang) -> String {
        Describer { catalog, names: &self.names, lang }.describe_subject(&self.node)
    }

    /// The measure bound to the cards that piles may hold, for many evaluations.
    pub fn bind(&self, world: &World<'_>, universe: &Universe) -> BoundMeasure {
        BoundMeasure::new(Binder::new(*world, universe).bind_measure(&self.node))
    }

    /// The measure bound to the cards of a view.
    pub fn bind_in(&self, view: &PileView<'_>) -> super::bound::BoundValue {
        view.binder.bind_measure(&self.node)
    }
}
