//! Numbers of piles.

use super::bound::{Binder, BoundMeasure};
use super::error::LanguageError;
use super::quantity::Quantity;
use super::resolve;
use super::scope::Scope;
use super::tree::{ConditionKind, ConditionNode, MeasureKind, MeasureNode, Reads};
use super::view::View;
use super::words::{Names, Speaker};
use super::world::{Piles, Spread, Universe, World};
use crate::model::{Catalog, Lang};
use std::sync::Arc;

/// A number of a pile.
#[derive(Clone, Debug)]
pub struct Measure {
    text: String,
    node: MeasureNode,
    names: Arc<Names>,
}

/// Reads a measure.
pub fn measure(text: &str, scope: &Scope<'_>) -> Result<Measure, LanguageError> {
    let node = resolve::measure(text, scope)?;
    Ok(Measure { text: text.to_owned(), node, names: Arc::clone(scope.names()) })
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

    /// Its value for some piles.
    pub fn value(&self, world: &World<'_>, piles: &Piles) -> Quantity {
        self.value_in(&View::new(*world, &Spread::of(piles)))
    }

    /// Its value in a view.
    pub fn value_in(&self, view: &View<'_>) -> Quantity {
        view.binder.measure(&self.node).value(view.counts())
    }

    /// The measure in words.
    pub fn in_words(&self, catalog: &Catalog, lang: Lang) -> String {
        Speaker { catalog, names: &self.names, lang }.measure(&self.node)
    }

    /// The measure bound to the cards that piles may hold, for many evaluations.
    pub fn bind(&self, world: &World<'_>, universe: &Universe) -> BoundMeasure {
        BoundMeasure::new(Binder::new(*world, universe).measure(&self.node))
    }

    /// The measure bound to the cards of a view.
    pub fn node_in(&self, view: &View<'_>) -> super::bound::Value {
        view.binder.measure(&self.node)
    }

    /// The names of the piles it reads after `in`, sorted.
    pub fn piles(&self) -> Vec<String> {
        let mut read = Read::default();
        read.measure(&self.node);
        read.names()
    }

    /// Whether it reads the pile or piles that are read by default.
    pub fn reads_default(&self) -> bool {
        let mut read = Read::default();
        read.measure(&self.node);
        read.default
    }

    /// The parameters it depends on, sorted.
    pub fn parameters(&self) -> Vec<String> {
        super::condition::parameters(|visit| {
            super::condition::measure_parameters(&self.node, visit)
        })
    }
}

/// The piles that some measures name with `in`.
pub(super) fn piles_of(nodes: &[&MeasureNode]) -> Vec<String> {
    let mut read = Read::default();
    nodes.iter().for_each(|node| read.measure(node));
    read.names()
}

/// Which piles a tree reads.
#[derive(Default)]
pub(super) struct Read {
    names: Vec<String>,
    pub(super) default: bool,
}

impl Read {
    pub(super) fn names(mut self) -> Vec<String> {
        self.names.sort();
        self.names.dedup();
        self.names
    }

    fn reads(&mut self, reads: &Reads) {
        match reads {
            Some(names) => self.names.extend(names.iter().cloned()),
            None => self.default = true,
        }
    }

    pub(super) fn measure(&mut self, node: &MeasureNode) {
        match &node.kind {
            MeasureKind::Number(_) | MeasureKind::Parameter(_) => {}
            MeasureKind::Negate(inner) | MeasureKind::Round(_, inner) => self.measure(inner),
            MeasureKind::Arithmetic(_, left, right) => {
                self.measure(left);
                self.measure(right);
            }
            MeasureKind::Extreme(_, items) => items.iter().for_each(|i| self.measure(i)),
            MeasureKind::Count { reads, .. }
            | MeasureKind::Fold { reads, .. }
            | MeasureKind::Distinct { reads, .. }
            | MeasureKind::Copies { reads, .. } => self.reads(reads),
            MeasureKind::Groups { condition, reads, .. } => self.inside(condition, reads),
        }
    }

    /// Inside a group the default is the pile that is grouped.
    fn inside(&mut self, condition: &ConditionNode, reads: &Reads) {
        self.reads(reads);
        let outer = self.default;
        self.condition(condition);
        self.default = outer;
    }

    pub(super) fn condition(&mut self, node: &ConditionNode) {
        match &node.kind {
            ConditionKind::All(items) | ConditionKind::Any(items) => {
                items.iter().for_each(|i| self.condition(i));
            }
            ConditionKind::Not(inner) => self.condition(inner),
            ConditionKind::If(condition, then) => {
                self.condition(condition);
                self.condition(then);
            }
            ConditionKind::Compare { left, right, .. } => {
                self.measure(left);
                self.measure(right);
            }
            ConditionKind::Terms { .. } => {}
            ConditionKind::Cards { reads, .. } => self.reads(reads),
            ConditionKind::Each { condition, reads, .. } => self.inside(condition, reads),
        }
    }
}
