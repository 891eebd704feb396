//! Items with ids and names, which games declare and other tables look up.

use super::{
    declared::Declared,
    keys::names::*,
    messages::{DataMessage, NamedThing},
    node::{TomlNode, TomlTable},
};
use crate::{
    model::{
        Catalog, Game, Str, Text,
        game::{KindId, Named},
    },
    problem::Candidates,
};
use std::ops::Range;

/// Largest number of sets, of effects, of fields and of values of a field in a game.
pub const MAX_WORDS: usize = 4_000;

/// Reads name and aliases. The default name is the id.
pub(super) fn read_named(named: &mut Named, table: TomlTable<'_>) {
    if let Some(name) = table.read(NAME) {
        named.name = name;
    } else if named.name.is_empty() {
        named.name = Text::untranslated(named.id.as_str());
    }
    if let Some(aliases) = table.get(ALIASES) {
        named.aliases = aliases.strings().into_iter().map(Str::from).collect();
    }
}

/// Returns the entry with this id, and adds it if necessary.
pub(super) fn entry_with_id<'g, T: Declared + Default>(
    items: &'g mut Vec<T>,
    id: &str,
) -> &'g mut T {
    let at = items
        .iter()
        .position(|item| item.named().id == id)
        .unwrap_or_else(|| {
            let mut new = T::default();
            new.named_mut().id = id.into();
            items.push(new);
            items.len() - 1
        });
    // INVARIANT: `at` was found in the vector or is the index of the item just added.
    &mut items[at]
}

pub(super) fn limit_entries<T>(
    items: &mut Vec<T>,
    limit: usize,
    what: NamedThing,
    table: TomlTable<'_>,
) {
    if items.len() > limit {
        items.truncate(limit);
        table.fail(DataMessage::TooMany { what, limit });
    }
}

/// Returns the kind for a key; reports an unknown one.
pub(super) fn find_kind(
    game: &Game,
    word: &str,
    span: Range<usize>,
    node: TomlNode<'_>,
) -> Option<KindId> {
    let kind = game.kind(word);
    if kind.is_none() {
        let known = game.kinds.iter().map(|k| k.named.id.as_str());
        node.context
            .fail_unknown(span, NamedThing::Kind, word, known);
    }
    kind
}

/// The message about an unknown card, with near names.
pub(super) fn unknown_card_message(catalog: &Catalog, name: &str) -> DataMessage {
    let ids = catalog.cards.iter().map(|card| card.id());
    let names = catalog
        .cards
        .iter()
        .flat_map(|card| card.names().map(|(_, shown, _)| shown));
    let candidates = Candidates::nearest_only(name, names.chain(ids));
    DataMessage::UnknownName { what: NamedThing::Card, name: name.to_owned(), candidates }
}
