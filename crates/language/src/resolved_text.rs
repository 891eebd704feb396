//! The common part of all resolved texts: the words, the tree, and the piles and fields that the
//! tree reads.

use crate::{
    ast::Span,
    scope::{Scope, ScopeNames},
    tree::{ConditionNode, FilterNode, MeasureNode, Reads},
    walk::TreePart,
    zone_reads::ZoneReads,
};
use sleeve_data::{Arrange, model::Game};
use std::sync::Arc;

/// A text, resolved against a game: a [`Filter`](crate::Filter), a [`Measure`](crate::Measure) or a
/// [`Condition`](crate::Condition).
#[derive(Clone, Debug)]
pub struct ResolvedText<N> {
    /// Identifies the text in a cache of answers.
    pub(super) id: u64,
    text: String,
    pub(super) node: N,
    /// The names of the piles it reads after `in`, sorted.
    piles: Arc<[String]>,
    pub(super) names: Arc<ScopeNames>,
    pub(super) group_evaluations: u64,
    /// The number of words in a condition: each evaluation asks for it.
    pub(super) words: u64,
}

/// The root of a resolved tree.
pub trait TreeRoot {
    /// The whole tree as a part to walk.
    fn as_part(&self) -> TreePart<'_>;
}

impl TreeRoot for FilterNode {
    fn as_part(&self) -> TreePart<'_> {
        TreePart::Filter(self)
    }
}

impl TreeRoot for MeasureNode {
    fn as_part(&self) -> TreePart<'_> {
        TreePart::Measure(self)
    }
}

impl TreeRoot for ConditionNode {
    fn as_part(&self) -> TreePart<'_> {
        TreePart::Condition(self)
    }
}

impl<N: TreeRoot> ResolvedText<N> {
    pub(super) fn new(text: &str, node: N, scope: &Scope<'_>) -> ResolvedText<N> {
        ResolvedText {
            id: crate::tree::next_text_id(),
            text: text.to_owned(),
            piles: PileReads::from_part(node.as_part()).names().into(),
            node,
            names: Arc::clone(scope.names()),
            group_evaluations: 0,
            words: 0,
        }
    }

    /// A part of the text, under a number of its own, because the cache of answers knows a filter
    /// by number and place.
    pub(super) fn with_node(&self, node: N) -> ResolvedText<N> {
        let (id, text) = (crate::tree::next_text_id(), self.text.clone());
        let (piles, names) = (Arc::clone(&self.piles), Arc::clone(&self.names));
        ResolvedText { id, text, node, piles, names, group_evaluations: 0, words: 0 }
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a part of the tree.
    pub fn part_text(&self, span: &Span) -> &str {
        self.text.get(span.clone()).unwrap_or("")
    }

    /// The tree, in which all names are looked up.
    pub fn node(&self) -> &N {
        &self.node
    }

    /// Whether it compares single cards with the contents of zones of the deck.
    pub fn reads_zones(&self) -> bool {
        self.node.as_part().reads_zones()
    }

    /// Whether the answer for a copy in a state may differ from that for its card.
    pub fn reads_copies(&self, game: &Game) -> bool {
        self.node.as_part().reads_copies(game)
    }

    /// The fields and numbers of zones that it reads, each once.
    pub fn zone_reads(&self) -> ZoneReads {
        ZoneReads::from_part(self.node.as_part())
    }

    /// The names of the piles it reads after `in`, sorted.
    pub fn piles(&self) -> &[String] {
        &self.piles
    }

    /// Whether it reads the pile or piles that are read by default.
    pub fn reads_default(&self) -> bool {
        PileReads::from_part(self.node.as_part()).default
    }

    /// The parameters it depends on, sorted.
    pub fn parameters(&self) -> Vec<String> {
        parameter_names(&[self.node.as_part()])
    }
}

/// The names of the parameters that parts of a text depend on, sorted.
pub(super) fn parameter_names(parts: &[TreePart<'_>]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in parts {
        part.walk(&mut |part| {
            if let TreePart::Parameter(name) = part {
                names.push(name.to_owned());
            }
            true
        });
    }
    names.arrange();
    names.dedup();
    names
}

/// The piles that a part of a text reads.
#[derive(Default)]
pub(super) struct PileReads {
    names: Vec<String>,
    /// They read the default piles.
    pub(super) default: bool,
}

impl PileReads {
    pub(super) fn from_part(part: TreePart<'_>) -> PileReads {
        let mut read = PileReads::default();
        read.add_part(part);
        read
    }

    /// The names after `in`, sorted.
    pub(super) fn names(mut self) -> Vec<String> {
        self.names.arrange();
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
            TreePart::Groups(.., reads) | TreePart::Totals(.., reads) => {
                self.add_reads(reads);
                // Inside a group the default pile is the grouped one, so reading it does not read
                // the outside.
                let outer = self.default;
                part.visit_children(&mut |inner| self.add_part(inner));
                self.default = outer;
                false
            }
            _ => true,
        });
    }
}
