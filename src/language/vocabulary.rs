//! The words that a text may use, for those who offer them before they are written.

use super::docs::Function;
use super::field::Field;
use super::resolve;
use super::scope::Scope;
use crate::model::{FRONT, Game};

/// Every word that names a field of a game in a filter.
pub fn field_words(game: &Game) -> impl Iterator<Item = &str> {
    Field::filter_words(game)
}

/// The names of the functions.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    Function::ALL.iter().map(|function| function.name())
}

/// Every word for a value that a field may have; none where there is no such field, or its values are not declared.
pub fn value_words(field: &str, scope: &Scope<'_>) -> Vec<String> {
    let game = &scope.catalog.game;
    match Field::read(game, field, FRONT, false) {
        Ok(found) => resolve::declared_words(found.kind, scope),
        Err(_) => Vec::new(),
    }
}
