//! The scope of a text: the names of a game's vocabulary, of piles and of parameters.

use super::field::Field;
use sleeve_data::model::{
    CardIndex, Catalog, Format, Text,
    fold::{folds_equal, key},
    format::NamedNumber,
    game::Named,
};
use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

/// The names that a text may use. A clone shares them.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    /// The game's fields, values, lists, formats and cards.
    pub catalog: &'a Catalog,
    names: Arc<ScopeNames>,
    /// There is no game, only classes of cards: class `i` is card `i`.
    has_classes: bool,
    groups: Arc<GroupCounts>,
}

/// The most groups of a field that one card of the game can be in, for each field asked so far.
type GroupCounts = Mutex<HashMap<Field, u64>>;

/// The names that do not come from the game: those of piles, parameters and classes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct ScopeNames {
    /// Piles that are allowed after `in` and as values of `zone`.
    pub(super) zones: Vec<Named>,
    /// The piles that are zones of a deck: `$zone.field` reads their contents.
    pub(super) deck_zones: Vec<Named>,
    /// Parameters: bare words in calculations, `$words` in filters.
    pub(super) parameters: Vec<Named>,
    /// The words that parameters may be, if they are not numbers, by their ids.
    pub(super) words: Vec<(String, Vec<Named>)>,
    /// Numbers and measures of the format.
    pub(super) named: Vec<NamedText>,
    /// Classes of cards, if there is no game.
    pub(super) classes: Vec<String>,
    /// Positions of the classes by the keys of their names.
    class_keys: BTreeMap<String, u32>,
}

/// A number or measure that the format names, as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NamedText {
    pub(super) named: Named,
    pub(super) measure: Arc<str>,
    /// Whether it is a number: one of the whole deck, which cards may change.
    pub(super) is_number: bool,
    pub(super) changes: Vec<ChangeText>,
}

impl NamedText {
    /// A measure, or a number that no card changes.
    fn new(number: &NamedNumber) -> NamedText {
        NamedText {
            named: number.named.clone(),
            measure: number.measure.as_str().into(),
            is_number: false,
            changes: Vec::new(),
        }
    }
}

/// The term that a card adds to a number while it is in a zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ChangeText {
    pub(super) card: CardIndex,
    pub(super) zone: String,
    pub(super) add: String,
}

/// The pile of all cards in the boxes in use.
pub const BOX: &str = "box";

/// The parameter with the number of boxes in use; if two players meet, the number they share.
pub const BOXES: &str = "boxes";
/// The parameter with the role that a deck is built for.
pub const ROLE: &str = "role";

fn empty_catalog() -> &'static Catalog {
    static NOTHING: OnceLock<Catalog> = OnceLock::new();
    NOTHING.get_or_init(Catalog::default)
}

fn name_from_id(id: impl Into<String>) -> Named {
    let word = id.into();
    Named { name: Text::untranslated(word.clone()), id: word.into(), aliases: Vec::new() }
}

/// The name of a thing of one of two decks: `a.deck`.
fn name_of_side(side: &str, named: &Named) -> Named {
    Named {
        aliases: named
            .words()
            .map(|word| format!("{side}.{word}").into())
            .collect(),
        ..name_from_id(format!("{side}.{}", named.id))
    }
}

impl<'a> Scope<'a> {
    /// A game without piles (but `box`) and parameters: enough for filters over all cards.
    pub fn from_catalog(catalog: &'a Catalog) -> Scope<'a> {
        let names = ScopeNames { zones: vec![name_from_id(BOX)], ..ScopeNames::default() };
        Scope { catalog, names: Arc::new(names), has_classes: false, groups: Arc::default() }
    }

    /// A format: its zones and parameters, and `role`.
    pub fn from_format(catalog: &'a Catalog, format: &Format) -> Scope<'a> {
        let zones = format.zones.iter().map(|z| z.named.clone());
        let parameters = format.parameters.iter().map(|p| p.named.clone());
        let mut scope = Scope::from_catalog(catalog)
            .with_names(zones.clone(), parameters.chain([name_from_id(ROLE)]));
        let names = Arc::make_mut(&mut scope.names);
        names.deck_zones.extend(zones);
        names.words.extend(parameter_words(format, ""));
        names.named = read_named(catalog, format);
        scope
    }

    /// Two decks at one table: their zones as `a.ZONE` and `b.ZONE`, the formats' parameters
    /// (shared, and of each deck as `a.PARAMETER`), and the roles `a.role` and `b.role`.
    pub fn from_match(catalog: &'a Catalog, a: &Format, b: &Format) -> Scope<'a> {
        let mut names = ScopeNames { zones: vec![name_from_id(BOX)], ..ScopeNames::default() };
        for (side, format) in [("a", a), ("b", b)] {
            let zones: Vec<_> = format
                .zones
                .iter()
                .map(|zone| name_of_side(side, &zone.named))
                .collect();
            names.zones.extend(zones.iter().cloned());
            names.deck_zones.extend(zones);
            let parameters = format.parameters.iter();
            names
                .parameters
                .extend(parameters.map(|p| name_of_side(side, &p.named)));
            names
                .words
                .extend(parameter_words(format, &format!("{side}.")));
            // A parameter without a side is shared by both decks.
            names.words.extend(parameter_words(format, ""));
            names
                .parameters
                .push(name_from_id(format!("{side}.{ROLE}")));
            for parameter in &format.parameters {
                if !names.parameters.iter().any(|p| p.id == parameter.named.id) {
                    names.parameters.push(parameter.named.clone());
                }
            }
        }
        Scope { catalog, names: Arc::new(names), has_classes: false, groups: Arc::default() }
    }

    /// Classes of cards without a game (`lands=24`): a bare word in a filter is the class, and
    /// class `i` is [`CardIndex`] `i`.
    pub fn from_classes(names: &[String]) -> Scope<'static> {
        let mut class_keys = BTreeMap::new();
        for (at, name) in (0u32..).zip(names) {
            class_keys.entry(key(name)).or_insert(at);
        }
        let names = ScopeNames { classes: names.to_vec(), class_keys, ..ScopeNames::default() };
        Scope {
            catalog: empty_catalog(),
            names: Arc::new(names),
            has_classes: true,
            groups: Arc::default(),
        }
    }

    /// The most groups of a field that one card can be in. Computed once per field, as it looks at
    /// every card.
    pub(super) fn most_groups(&self, field: Field, find: impl FnOnce() -> u64) -> u64 {
        let mut known = self.groups.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(field).or_insert_with(find)
    }

    /// Adds piles and parameters under all their names.
    pub fn with_names(
        mut self,
        zones: impl IntoIterator<Item = Named>,
        parameters: impl IntoIterator<Item = Named>,
    ) -> Self {
        let names = Arc::make_mut(&mut self.names);
        names.zones.extend(zones);
        names.parameters.extend(parameters);
        self
    }

    /// The same with piles that `in` may name.
    pub fn with_zones<S: Into<String>>(self, zones: impl IntoIterator<Item = S>) -> Self {
        self.with_names(zones.into_iter().map(name_from_id), [])
    }

    /// The same with numbers that a text may name.
    pub fn with_parameters<S: Into<String>>(self, names: impl IntoIterator<Item = S>) -> Self {
        self.with_names([], names.into_iter().map(name_from_id))
    }

    /// Whether another scope of the same game has the same names.
    pub fn has_names_of(&self, other: &Scope<'_>) -> bool {
        self.names == other.names
    }

    /// Whether there is no game, only classes.
    pub fn has_classes(&self) -> bool {
        self.has_classes
    }

    pub(super) fn names(&self) -> &Arc<ScopeNames> {
        &self.names
    }

    pub(super) fn zones(&self) -> &[Named] {
        &self.names.zones
    }

    pub(super) fn parameters(&self) -> &[Named] {
        &self.names.parameters
    }

    pub(super) fn class_names(&self) -> &[String] {
        &self.names.classes
    }

    pub(super) fn class(&self, word: &str) -> Option<CardIndex> {
        self.names
            .class_keys
            .get(&key(word))
            .copied()
            .map(CardIndex)
    }

    pub(super) fn zone(&self, word: &str) -> Option<&str> {
        find_id(&self.names.zones, word)
    }

    /// The zone of the deck that a word begins with, and the rest of it after the dot.
    pub(super) fn zone_and_rest<'w>(&self, word: &'w str) -> Option<(&str, &'w str)> {
        // Any dot may be the one after the zone, because ids of zones contain dots too, such as
        // `a.deck`.
        let mut dots = word.match_indices('.');
        dots.find_map(|(at, _)| {
            let (zone, rest) = (word.get(..at)?, word.get(at + 1..)?);
            Some((find_id(&self.names.deck_zones, zone)?, rest))
        })
    }

    pub(super) fn deck_zones(&self) -> &[Named] {
        &self.names.deck_zones
    }

    /// The numbers and measures of the format.
    pub(super) fn named(&self) -> &[NamedText] {
        &self.names.named
    }

    /// The number or measure of the format that a word names.
    pub(super) fn find_named(&self, word: &str) -> Option<&NamedText> {
        let by_id = self.names.named.iter().find(|named| named.named.id == word);
        by_id.or_else(|| {
            self.names
                .named
                .iter()
                .find(|named| named.named.means(word))
        })
    }

    pub(super) fn parameter(&self, word: &str) -> Option<&str> {
        find_id(&self.names.parameters, word)
    }

    /// The words that a parameter, by its id, may be; empty for numbers, and for the role.
    pub(super) fn words(&self, parameter: &str) -> &[Named] {
        self.names.words(parameter)
    }
}

impl ScopeNames {
    /// The words that a parameter, by its id, may be.
    pub(super) fn words(&self, parameter: &str) -> &[Named] {
        let found = self.words.iter().find(|(id, _)| id == parameter);
        found.map_or(&[], |(_, words)| words)
    }
}

/// The numbers and measures of a format, with what cards add to each.
fn read_named(catalog: &Catalog, format: &Format) -> Vec<NamedText> {
    let mut found = Vec::new();
    for number in &format.numbers {
        let changes = list_changes(catalog, format, &number.named.id);
        found.push(NamedText { is_number: true, changes, ..NamedText::new(number) });
    }
    found.extend(format.measures.iter().map(NamedText::new));
    found
}

/// What cards add to a number of a format.
fn list_changes(catalog: &Catalog, format: &Format, number: &str) -> Vec<ChangeText> {
    let mut changes = Vec::new();
    for rules in catalog.card_rules() {
        let name = format!("{}/{number}", catalog.cards.card(rules.card).id());
        for change in rules.changes.iter().filter(|change| change.of == number) {
            if format.admits(&name, std::iter::once(&change.zone)) {
                let (zone, add) = (change.zone.clone(), change.add.clone());
                changes.push(ChangeText { card: rules.card, zone, add });
            }
        }
    }
    changes
}

/// The words of the parameters that are words.
fn parameter_words(format: &Format, side: &str) -> Vec<(String, Vec<Named>)> {
    let chosen = format
        .parameters
        .iter()
        .filter(|parameter| !parameter.words.is_empty());
    chosen
        .map(|p| (format!("{side}{}", p.named.id), p.words.clone()))
        .collect()
}

/// The id that a word means. Ids go before names, and names before loose spellings. These ignore
/// dots, so they are not tried for a word with a dot: `a.deck` is not `adeck`.
fn find_id<'n>(named: &'n [Named], word: &str) -> Option<&'n str> {
    let found = named
        .iter()
        .find(|n| n.id == word)
        .or_else(|| {
            named
                .iter()
                .find(|n| n.words().any(|w| folds_equal(w, word)))
        })
        .or_else(|| named.iter().find(|n| n.means(word) && !word.contains('.')));
    found.map(|n| n.id.as_str())
}
