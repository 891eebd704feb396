//! The target of a deck: the game and format to check it against.

use super::messages::TargetMessage;
use crate::Library;
use sleeve_data::model::Catalog;
use sleeve_data::model::game::Named;
use sleeve_data::model::{Format, Lang};
use sleeve_data::problem::{Problem, nearest_first};
use sleeve_decks::{RawDeck, games_recognising};
use std::ops::Range;

/// The game and format that the user or a `sleeve.toml` names.
#[derive(Clone, Copy, Debug, Default)]
pub struct TargetRequest<'a> {
    /// Game of decks that name none.
    pub game: Option<&'a str>,
    /// Format, or GAME/FORMAT, whatever the deck names.
    pub format: Option<&'a str>,
    /// Format, or GAME/FORMAT, of decks that name none.
    pub default_format: Option<&'a str>,
}

/// Why the target of a deck is not known, with the place in the deck.
pub type TargetProblem = Problem<TargetMessage>;

/// The problem of a game that does not exist.
pub fn unknown_game_problem(
    library: &Library,
    name: &str,
    span: Option<Range<usize>>,
) -> TargetProblem {
    let (name, candidates) = (name.to_owned(), library.game_ids());
    Problem::from_maybe_span(span, TargetMessage::UnknownGame { name, candidates })
}

/// The problem of a format that the game does not have.
pub fn unknown_format_problem(
    library: &Library,
    catalog: &Catalog,
    name: &str,
    span: Option<Range<usize>>,
) -> TargetProblem {
    let (name, game) = (name.to_owned(), catalog.game.id().to_owned());
    let named: Vec<Named> = catalog.formats().map(|f| f.named.clone()).collect();
    let message = match library.games_with_format(&name).into_iter().next() {
        Some(other) => {
            let candidates = named.iter().map(|format| format.id.to_string()).collect();
            TargetMessage::FormatElsewhere { name, game, candidates, other }
        }
        None => {
            let candidates = nearest_first(&name, &named, Lang::En);
            TargetMessage::UnknownFormat { name, game, candidates, named }
        }
    };
    Problem::from_maybe_span(span, message)
}

/// The largest number of cards of a deck that are looked up in every game to find the one it is for.
const SAMPLED_CARDS: usize = 500;

/// Finds the only one of these games that has any of the cards, else the only one that has all of them.
fn find_game_by_cards(library: &Library, raw: &RawDeck, games: &[String]) -> Option<String> {
    let cards = raw.cards().take(SAMPLED_CARDS).count();
    let known = |game: &String| {
        let catalog = library.open(game).ok()?;
        let is_known = |name: &str| !catalog.cards.find_by_name(name).is_empty();
        let known = raw.cards().take(SAMPLED_CARDS).filter(|card| is_known(&card.name)).count();
        (known > 0).then(|| (game.clone(), known))
    };
    let found: Vec<(String, usize)> = games.iter().filter_map(known).collect();
    let whole: Vec<&(String, usize)> = found.iter().filter(|(_, known)| *known == cards).collect();
    match (found.as_slice(), whole.as_slice()) {
        ([(only, _)], _) | (_, [(only, _)]) => Some(only.clone()),
        _ => None,
    }
}

/// Finds the only one of these games that recognises the form of the file.
fn find_game_by_form(
    library: &Library,
    raw: &RawDeck,
    games: &[String],
) -> Result<String, TargetMessage> {
    let heads = library.heads().iter().filter(|head| games.iter().any(|id| head.named.id == *id));
    let described = heads.map(|head| (head.named.id.as_str(), head.described.as_slice()));
    let found: Vec<String> =
        games_recognising(raw, described).into_iter().map(str::to_owned).collect();
    match found.as_slice() {
        [] => Err(TargetMessage::NoGame { candidates: library.game_ids() }),
        [only] => Ok(only.clone()),
        _ => Err(TargetMessage::GamesOfForm {
            form: raw.reader.name().to_owned(),
            candidates: found,
        }),
    }
}

/// Whether a format can judge any deck: a role, or a parameter without a default, would have to be named with it, and what can be
/// said of a list without a format would be refused.
fn asks_nothing(format: &Format) -> bool {
    format.roles.is_empty() && format.parameters.iter().all(|of| of.default.is_some())
}

/// The id of the game, and the word for the format, to check a deck against. Where neither the deck nor the
/// user names a game, it is the one whose cards the deck names, else the one that alone recognises its form.
pub fn find_target(
    library: &Library,
    raw: &RawDeck,
    wishes: TargetRequest<'_>,
) -> Result<(String, String), TargetProblem> {
    let requested = wishes.format;
    let (requested_game, requested) = match requested.and_then(|f| f.split_once('/')) {
        Some((game, format)) => (Some(game), Some(format)),
        None => (None, requested),
    };
    let (default_game, default) = match wishes.default_format.map(|f| f.split_once('/')) {
        Some(Some((game, format))) => (Some(game), Some(format)),
        _ => (None, wishes.default_format),
    };
    let format = requested.or(raw.format.as_ref().map(|f| f.value.as_str()));
    let written = raw.game.as_ref();
    let named = requested_game
        .map(|game| (game, None))
        .or(written.map(|g| (g.value.as_str(), Some(g.span.clone()))))
        .or(wishes.game.map(|game| (game, None)))
        .or(default_game.map(|game| (game, None)));
    let game = match named {
        Some((word, span)) => {
            library.game_id(word).ok_or_else(|| unknown_game_problem(library, word, span))?
        }
        None => {
            let games = format.or(default).map(|f| library.games_with_format(f));
            let games = games.filter(|g| !g.is_empty()).unwrap_or_else(|| library.game_ids());
            match games.as_slice() {
                [only] => only.clone(),
                games => match find_game_by_cards(library, raw, games) {
                    Some(game) => game,
                    None => find_game_by_form(library, raw, games)?,
                },
            }
        }
    };
    // A default is meant for one game: decks of another have to name their format.
    let is_for_game = |word: &str| match default_game {
        Some(word) => library.game_id(word).is_some_and(|id| id == game),
        None => library.games_with_format(word).contains(&game),
    };
    match format.or(default.filter(|word| is_for_game(word))) {
        Some(format) => Ok((game, format.to_owned())),
        None => {
            let catalog = library.open(&game).ok();
            let formats: Vec<&Format> = catalog.iter().flat_map(|c| c.formats()).collect();
            let id = |format: &Format| format.named.id.to_string();
            match formats.as_slice() {
                [only] if asks_nothing(only) => Ok((game, id(only))),
                _ => {
                    let candidates = formats.into_iter().map(id).collect();
                    Err(TargetMessage::NoFormat { candidates, game }.into())
                }
            }
        }
    }
}
