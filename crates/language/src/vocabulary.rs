//! The words that a text may use, for those who offer them before they are written.

use super::docs::Function;
use super::field::Field;
use super::resolve;
use super::scope::Scope;
use sleeve_data::model::{FRONT, Game};

/// Every word that names a field of a game in a filter.
pub fn field_words(game: &Game) -> impl Iterator<Item = &str> {
    Field::filter_words(game)
}

/// The names of the functions, in both languages.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    Function::ALL.iter().flat_map(|function| function.names())
}

/// Every word for a value that a field may have; none where there is no such field, or its values are not declared.
pub fn value_words(field: &str, scope: &Scope<'_>) -> Vec<String> {
    let game = &scope.catalog.game;
    match Field::from_word(game, field, FRONT, false) {
        Ok(found) => resolve::declared_words(found.kind, scope),
        Err(_) => Vec::new(),
    }
}

/// A text up to here, with each word that may go on from there: a field, a function, or a value behind an
/// operator. What is offered begins with the text; the last word that is there may be unfinished, and is
/// not compared.
pub fn completed<'g>(text: &str, scopes: impl Iterator<Item = Scope<'g>>) -> Vec<String> {
    let in_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '\'' | '-');
    let start = |text: &str| {
        text.rfind(|c| !in_word(c))
            .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8))
    };
    let values = text.trim_end_matches(|c| in_word(c) || c == '|');
    let field = values.trim_end_matches([':', '=', '!', '<', '>']);
    if field.len() < values.len() {
        let name = field[start(field)..].trim_start_matches('-');
        let before = &text[..values.len() + text[values.len()..].rfind('|').map_or(0, |at| at + 1)];
        let words = scopes.flat_map(|scope| value_words(name, &scope));
        return words.map(|word| format!("{before}{}", quote_word(&word))).collect();
    }
    let word = &text[start(text)..];
    let negated = word.len() - word.trim_start_matches('-').len();
    let before = &text[..text.len() - word.len() + negated];
    let fields = scopes.flat_map(|scope| {
        let words = field_words(&scope.catalog.game);
        words.map(|word| format!("{before}{word}")).collect::<Vec<_>>()
    });
    let functions = function_names().map(|name| format!("{before}{name}("));
    fields.chain(functions).collect()
}

/// A value as the pile language reads it.
fn quote_word(word: &str) -> String {
    if word.contains(' ') { format!("\"{word}\"") } else { word.to_owned() }
}
