//! Colours and signs of cards, in `[look]` of `game.toml`.

use super::{
    fact::find_value,
    game_values::find_attribute,
    keys::names::*,
    named::find_kind,
    node::{TomlNode, TomlTable},
};
use crate::{files::ExpectedValue, model::Game};

/// Words with their sign or colours.
type LookRows = Vec<(String, Vec<String>)>;

/// Reads `[look]`; an overlay adds to it.
pub(super) fn read_look(game: &mut Game, table: TomlTable<'_>) {
    let mut look = game.look.to_vec();
    if let Some(colour) = table.get(COLOUR).and_then(read_colour) {
        look.insert(0, (String::new(), vec![colour]));
    }
    if let Some(signs) = table.table(SIGNS) {
        read_signs(game, signs, &mut look);
    }
    if let Some(colours) = table.table(COLOURS) {
        read_colours(game, colours, &mut look);
    }
    game.look = look.into();
}

/// Reads a sign for each kind of card.
fn read_signs(game: &Game, signs: TomlTable<'_>, look: &mut LookRows) {
    for (word, span, node) in signs.entries() {
        if let (Some(_), Some(sign)) = (find_kind(game, word, span, node), node.text()) {
            look.push((word.to_owned(), vec![sign.to_owned()]));
        }
    }
}

/// Reads a colour for each value of fields.
fn read_colours(game: &Game, colours: TomlTable<'_>, look: &mut LookRows) {
    for (word, _, node) in colours.entries() {
        find_attribute(game, word, node);
        let field = game.attribute(word).and_then(|id| game.get_attribute(id));
        let (Some(field), Some(table)) = (field, node.table()) else { continue };
        for (value, _, node) in table.entries() {
            let known = find_value(node, value, field, field.values());
            let colour = known.and_then(|_| read_colour(node));
            look.extend(colour.map(|colour| (word.to_owned(), vec![value.to_owned(), colour])));
        }
    }
}

/// Reads a colour, such as `#7a1f1f`.
fn read_colour(node: TomlNode<'_>) -> Option<String> {
    let text = node.text()?;
    let digits = text.strip_prefix('#').unwrap_or_default();
    if digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Some(text.to_owned());
    }
    node.fail_type(ExpectedValue::Colour);
    None
}
