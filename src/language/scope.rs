//! What a text may name: a game's vocabulary, piles and parameters.

use crate::model::fold::key;
use crate::model::game::Named;
use crate::model::{CardIndex, Catalog, Format, Text};
use std::sync::OnceLock;

/// What the words of a text may mean.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    /// The game's fields, values, lists, formats and cards.
    pub catalog: &'a Catalog,
    /// Piles that may stand after `in` and as values of `zone`.
    pub zones: Vec<Named>,
    /// Parameters: bare words in calculations, `$words` in filters.
    pub parameters: Vec<Named>,
    /// Classes of cards, where there is no game: class number `i` is card `i`.
    classes: Option<Vec<String>>,
}

/// The pile of all cards that the boxes in use hold.
pub const BOX: &str = "box";
/// The parameter that holds the role a deck is built for.
pub const ROLE: &str = "role";

fn nothing() -> &'static Catalog {
    static NOTHING: OnceLock<Catalog> = OnceLock::new();
    NOTHING.get_or_init(Catalog::default)
}

fn plain(id: impl Into<String>) -> Named {
    let id = id.into();
    Named { name: Text::same(id.clone()), id, aliases: Vec::new() }
}

impl<'a> Scope<'a> {
    /// A game without piles (but `box`) and parameters: enough for filters over all cards.
    pub fn of(catalog: &'a Catalog) -> Scope<'a> {
        Scope { catalog, zones: vec![plain(BOX)], parameters: Vec::new(), classes: None }
    }

    /// A format: its zones and parameters, and `role`.
    pub fn of_format(catalog: &'a Catalog, format: &Format) -> Scope<'a> {
        let mut scope = Scope::of(catalog);
        scope.zones.extend(format.zones.iter().map(|z| z.named.clone()));
        scope.parameters.extend(format.parameters.iter().map(|p| p.named.clone()));
        scope.parameters.push(plain(ROLE));
        scope
    }

    /// Two decks at one table: their zones as `a.ZONE` and `b.ZONE`, the formats' parameters (shared,
    /// and of each deck as `a.PARAMETER`), and the roles `a.role` and `b.role`.
    pub fn of_match(catalog: &'a Catalog, a: &Format, b: &Format) -> Scope<'a> {
        let mut scope = Scope::of(catalog);
        for (side, format) in [("a", a), ("b", b)] {
            let sided = |named: &Named| Named {
                id: format!("{side}.{}", named.id),
                name: Text::same(format!("{side}.{}", named.id)),
                aliases: named.words().map(|w| format!("{side}.{w}")).collect(),
            };
            scope.zones.extend(format.zones.iter().map(|z| sided(&z.named)));
            scope.parameters.extend(format.parameters.iter().map(|p| sided(&p.named)));
            scope.parameters.push(plain(format!("{side}.{ROLE}")));
            for parameter in &format.parameters {
                if !scope.parameters.iter().any(|p| p.id == parameter.named.id) {
                    scope.parameters.push(parameter.named.clone());
                }
            }
        }
        scope
    }

    /// Classes of cards without a game (`lands=24`): a bare word in a filter is the class, and
    /// class `i` is [`CardIndex`] `i`.
    pub fn classes(names: &[String]) -> Scope<'static> {
        Scope {
            catalog: nothing(),
            zones: Vec::new(),
            parameters: Vec::new(),
            classes: Some(names.to_vec()),
        }
    }

    /// The same with further piles.
    pub fn with_zones<S: Into<String>>(mut self, zones: impl IntoIterator<Item = S>) -> Self {
        self.zones.extend(zones.into_iter().map(plain));
        self
    }

    /// The same with further parameters.
    pub fn with_parameters<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.parameters.extend(names.into_iter().map(plain));
        self
    }

    /// Whether there is no game, only classes.
    pub fn has_classes(&self) -> bool {
        self.classes.is_some()
    }

    pub(super) fn class_names(&self) -> &[String] {
        self.classes.as_deref().unwrap_or(&[])
    }

    pub(super) fn class(&self, word: &str) -> Option<CardIndex> {
        let wanted = key(word);
        let at = self.class_names().iter().position(|c| key(c) == wanted)?;
        u32::try_from(at).ok().map(CardIndex)
    }

    pub(super) fn zone(&self, word: &str) -> Option<&str> {
        find(&self.zones, word)
    }

    pub(super) fn parameter(&self, word: &str) -> Option<&str> {
        find(&self.parameters, word)
    }
}

/// The id that a word means; ids go before other names, and dots matter (`a.deck`).
fn find<'n>(named: &'n [Named], word: &str) -> Option<&'n str> {
    let fold = crate::model::fold::fold;
    let by_id = named.iter().find(|n| n.id == word);
    let wanted = fold(word);
    let by_name = || named.iter().find(|n| n.words().any(|w| fold(w) == wanted));
    let by_key = || named.iter().find(|n| n.means(word) && !word.contains('.'));
    by_id.or_else(by_name).or_else(by_key).map(|n| n.id.as_str())
}
