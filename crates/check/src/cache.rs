//! What is remembered from deck to deck, so that many cost little more than their own reading.

use sleeve_data::model::{Catalog, Format};
use sleeve_decks::DeckResolver;
use sleeve_rules::Rulebook;
use std::cell::OnceCell;
use std::sync::Arc;

/// The catalogs in use, which outlive what is remembered of them.
pub(super) struct Catalogs(Vec<OnceCell<Arc<Catalog>>>);

impl Default for Catalogs {
    fn default() -> Catalogs {
        /// Every game under every overlay is one: few runs need more.
        const MOST: usize = 64;
        Catalogs(vec![OnceCell::new(); MOST])
    }
}

impl Catalogs {
    /// The same catalog, to be borrowed for longer; `None` where there are too many.
    pub(super) fn intern(&self, catalog: &Arc<Catalog>) -> Option<&Catalog> {
        let same = |cell: &&OnceCell<Arc<Catalog>>| {
            Arc::ptr_eq(cell.get_or_init(|| Arc::clone(catalog)), catalog)
        };
        self.0.iter().find(same).and_then(OnceCell::get).map(|held| &**held)
    }
}

/// What is remembered from deck to deck: the names that were looked up, the rules that were read.
#[derive(Default)]
pub(super) struct CheckCache<'c> {
    resolvers: Vec<(&'c Catalog, DeckResolver<'c>)>,
    rulebooks: Vec<Rulebook<'c>>,
    /// Whether there are so many decks that more is worth remembering.
    caches_rules: bool,
    /// Whether nobody wants to know what could stand in a deck in place of what is wrong.
    terse: bool,
}

impl<'c> CheckCache<'c> {
    /// Nothing yet, of many decks or of few.
    pub(super) fn new(many: bool) -> CheckCache<'c> {
        CheckCache { caches_rules: many, ..CheckCache::default() }
    }

    /// The same, where nobody wants to know what a line may have meant that names no card, or which cards
    /// would fill a place that is left empty.
    pub(super) fn with_terse(self, terse: bool) -> CheckCache<'c> {
        CheckCache { terse, ..self }
    }

    pub(super) fn resolver(&mut self, catalog: &'c Catalog) -> &mut DeckResolver<'c> {
        let known = self.resolvers.iter().position(|(of, _)| std::ptr::eq(*of, catalog));
        let at = known.unwrap_or_else(|| {
            let resolver = DeckResolver::new(catalog);
            self.resolvers.push((
                catalog,
                if self.terse { resolver.without_suggestions() } else { resolver },
            ));
            self.resolvers.len() - 1
        });
        // INVARIANT: the position of one that is known, or was just added.
        &mut self.resolvers[at].1
    }

    pub(super) fn rulebook(&mut self, catalog: &'c Catalog, format: &'c Format) -> &Rulebook<'c> {
        let known = self.rulebooks.iter().position(|book| std::ptr::eq(book.format, format));
        let at = known.unwrap_or_else(|| {
            let rulebook = Rulebook::new(catalog, format);
            let rulebook = if self.terse { rulebook.without_candidates() } else { rulebook };
            self.rulebooks.push(if self.caches_rules { rulebook.with_cache() } else { rulebook });
            self.rulebooks.len() - 1
        });
        // INVARIANT: as above.
        &self.rulebooks[at]
    }
}
