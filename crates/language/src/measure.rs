//! Measures: numbers of piles.

use crate::bound::{Binder, BoundMeasure};
use crate::messages::LanguageError;
use crate::piles::{PileView, Piles, SpreadPiles, Universe};
use crate::quantity::Quantity;
use crate::resolve;
use crate::scope::Scope;
use crate::tree::{MeasureNode, Reads};
use crate::walk::TreePart;
use crate::words::{Describer, ScopeNames};
use crate::world::World;
use crate::zone_contents::ZoneReads;
use sleeve_data::model::{Catalog, Game, Lang};
use std::sync::Arc;

/// A measure of piles, resolved against a game.
#[derive(Clone, Debug)]
pub struct Measure {
    text: String,
    node: MeasureNode,
    /// The names of the piles it reads after `in`, sorted.
    piles: Arc<[String]>,
    names: Arc<ScopeNames>,
}

/// Parses a measure and resolves its names.
pub fn measure(text: &str, scope: &Scope<'_>) -> Result<Measure, LanguageError> {
    let node = resolve::measure(text, scope)?;
    let piles = PileReads::from_parts(&[TreePart::Measure(&node)]).names().into();
    Ok(Measure { text: text.to_owned(), node, piles, names: Arc::clone(scope.names()) })
}

impl Measure {
    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The resolved tree.
    pub fn node(&self) -> &MeasureNode {
        &self.node
    }

    /// Evaluates the measure on some piles.
    pub fn value(&self, world: &World<'_>, piles: &Piles) -> Quantity {
        self.value_in(&PileView::new(*world, &SpreadPiles::from_piles(piles)))
    }

    /// Evaluates the measure in a view.
    pub fn value_in(&self, view: &PileView<'_>) -> Quantity {
        view.binder.bind_measure(&self.node).value(view.counts())
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

    /// Whether it compares single cards with the contents of zones of the deck.
    pub fn reads_zones(&self) -> bool {
        TreePart::Measure(&self.node).reads_zones()
    }

    /// Whether the answer for a copy in a state may differ from that for its card.
    pub fn reads_copies(&self, game: &Game) -> bool {
        TreePart::Measure(&self.node).reads_copies(game)
    }

    /// The fields and numbers of zones that it reads, each once.
    pub fn zone_reads(&self) -> ZoneReads {
        ZoneReads::from_part(TreePart::Measure(&self.node))
    }

    /// The names of the piles it reads after `in`, sorted.
    pub fn piles(&self) -> &[String] {
        &self.piles
    }

    /// Whether it reads the pile or piles that are read by default.
    pub fn reads_default(&self) -> bool {
        PileReads::from_parts(&[TreePart::Measure(&self.node)]).default
    }

    /// The parameters it depends on, sorted.
    pub fn parameters(&self) -> Vec<String> {
        super::condition::parameter_names(&[TreePart::Measure(&self.node)])
    }
}

/// The piles that parts of a text read.
#[derive(Default)]
pub(super) struct PileReads {
    names: Vec<String>,
    /// They read the default piles.
    pub(super) default: bool,
}

impl PileReads {
    pub(super) fn from_parts(parts: &[TreePart<'_>]) -> PileReads {
        let mut read = PileReads::default();
        parts.iter().for_each(|part| read.add_part(*part));
        read
    }

    /// The names that stand after `in`, sorted.
    pub(super) fn names(mut self) -> Vec<String> {
        self.names.sort();
        self.names.dedup();
        self.names
    }

    fn add_reads(&mut self, reads: &Reads) {
        match reads {
            Some(names) => self.names.extend(names.iter().cloned()),
            None => self.default = true,
        }
    }

    fn add_part(&mut self, part: TreePart<'_>) {
        part.walk(&mut |part| match part {
            TreePart::Cards(_, reads) => {
                self.add_reads(reads);
                false
            }
            TreePart::Groups(_, condition, reads) => {
                self.add_reads(reads);
                // Inside a group the default pile is the grouped one, so reading it says nothing about the outside.
                let outer = self.default;
                self.add_part(TreePart::Condition(condition));
                self.default = outer;
                false
            }
            TreePart::Totals(_, measure, reads) => {
                self.add_reads(reads);
                let outer = self.default;
                self.add_part(TreePart::Measure(measure));
                self.default = outer;
                false
            }
            _ => true,
        });
    }
}
