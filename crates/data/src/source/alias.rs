//! Fields whose values are names of their cards: `aliases` under `[naming]`.

use crate::model::card::{CardRecord, Value};
use crate::model::{FRONT, Game, fold};

/// The values by which a card may be called, where they are not its id.
fn field_aliases(game: &Game, record: &CardRecord) -> Vec<String> {
    let declared = game.naming.aliases.iter().filter_map(|id| game.attribute(id));
    let front = record.faces.iter().find(|f| f.face == FRONT);
    let facts = |attribute| {
        let facts = front.into_iter().flat_map(|f| &f.facts);
        facts.filter(move |(id, _)| *id == attribute).map(|(_, fact)| &fact.value)
    };
    let shown = |value: &Value| match value {
        Value::Text(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let values = declared.flat_map(facts).filter_map(shown);
    values.filter(|name| !fold::alike(name, &record.id)).collect()
}

/// Lets a card be called by what its fields say now.
pub(super) fn add_field_aliases(game: &Game, record: &mut CardRecord) {
    for name in field_aliases(game, record) {
        if !record.aliases.contains(&name) {
            record.aliases.push(name);
        }
    }
}

/// Takes back what [`add_field_aliases`] added: the fields may say something else from here on.
pub(super) fn remove_field_aliases(game: &Game, record: &mut CardRecord) {
    let names = field_aliases(game, record);
    record.aliases.retain(|alias| !names.contains(alias));
}
