//! A cache from deck to deck: resolved names and compiled rules, so that many decks cost little more than
//! their own reading.

use sleeve_data::model::{Catalog, Format};
use sleeve_decks::DeckResolver;
use sleeve_rules::Rulebook;
use std::cell::OnceCell;
use std::sync::Arc;

/// The catalogs in use. They live outside the cache, which borrows from them.
pub(super) struct Catalogs(Vec<OnceCell<Arc<Catalog>>>);

impl Default for Catalogs {
    fn default() -> Catalogs {
        // One for each game under each set of overlays: few runs need more. The number is fixed, because
        // a vector that grew would move what is borrowed.
        const MOST: usize = 64;
        Catalogs(vec![OnceCell::new(); MOST])
    }
}

impl Catalogs {
    /// The catalog as one that lives as long as `self`; `None` where there are too many.
    pub(super) fn intern(&self, catalog: &Arc<Catalog>) -> Option<&Catalog> {
        let same = |cell: &&OnceCell<Arc<Catalog>>| {
            Arc::ptr_eq(cell.get_or_init(|| Arc::clone(catalog)), catalog)
        };
        self.0.iter().find(same).and_then(OnceCell::get).map(|interned| &**interned)
    }
}

/// Resolvers with the names they looked up, and rulebooks with the rules they compiled.
#[derive(Default)]
pub(super) struct CheckCache<'c> {
    resolvers: Vec<(&'c Catalog, DeckResolver<'c>)>,
    rulebooks: Vec<Rulebook<'c>>,
    /// Whether rulebooks keep compiled rules: with few decks that costs more than it saves.
    caches_rules: bool,
    /// Whether suggestions for what is wrong in a deck are left out.
    terse: bool,
}

impl<'c> CheckCache<'c> {
    /// An empty cache, for many decks or for few.
    pub(super) fn new(many: bool) -> CheckCache<'c> {
        CheckCache { caches_rules: many, ..CheckCache::default() }
    }

    /// Leaves out suggestions: what a line that names no card may mean, and which cards would fill an empty
    /// place.
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
        // INVARIANT: the position of one that is known, or was just added.
        &self.rulebooks[at]
    }
}
