//! Which game and format a deck is to be checked against.

use super::messages::TargetMessage;
use crate::Library;
use sleeve_data::model::Catalog;
use sleeve_data::model::Lang;
use sleeve_data::model::game::Named;
use sleeve_data::problem::{Problem, nearest_first};
use sleeve_decks::{RawDeck, games_recognising};
use std::ops::Range;

/// What the user says over what the deck says.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeckWishes<'a> {
    /// Game of decks that name none.
    pub game: Option<&'a str>,
    /// Format, or GAME/FORMAT, whatever the deck names.
    pub format: Option<&'a str>,
    /// Format, or GAME/FORMAT, of decks that name none.
    pub default_format: Option<&'a str>,
}

/// Why a deck's game and format cannot be told, and where in it.
pub type TargetProblem = Problem<TargetMessage>;

/// A game that is not there.
pub fn unknown_game(library: &Library, name: &str, span: Option<Range<usize>>) -> TargetProblem {
    let (name, candidates) = (name.to_owned(), library.game_ids());
    Problem::maybe_at(span, TargetMessage::UnknownGame { name, candidates })
}

/// A game without the format.
pub fn unknown_format(
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
    Problem::maybe_at(span, message)
}

/// So many cards of a deck are looked up to tell its game.
const SAMPLED_CARDS: usize = 500;

/// The only one of these games that has cards of these names, else the only one that has them all.
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

/// The only one of these games that recognises the form of the file.
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

/// The game and the format's word that a deck is to be checked against: where neither it nor the
/// user names a game, the one whose cards it names, else the one that alone recognises its form.
pub fn target(
    library: &Library,
    raw: &RawDeck,
    wanted: DeckWishes<'_>,
) -> Result<(String, String), TargetProblem> {
    let asked = wanted.format;
    let (asked_game, asked) = match asked.and_then(|f| f.split_once('/')) {
        Some((game, format)) => (Some(game), Some(format)),
        None => (None, asked),
    };
    let (default_game, default) = match wanted.default_format.map(|f| f.split_once('/')) {
        Some(Some((game, format))) => (Some(game), Some(format)),
        _ => (None, wanted.default_format),
    };
    let format = asked.or(raw.format.as_ref().map(|f| f.value.as_str()));
    let written = raw.game.as_ref();
    let named = asked_game
        .map(|game| (game, None))
        .or(written.map(|g| (g.value.as_str(), Some(g.span.clone()))))
        .or(wanted.game.map(|game| (game, None)))
        .or(default_game.map(|game| (game, None)));
    let game = match named {
        Some((word, span)) => {
            library.game_id(word).ok_or_else(|| unknown_game(library, word, span))?
        }
        None => {
            let games = format.or(default).map(|f| library.games_with_format(f));
            let games = games.filter(|g| !g.is_empty()).unwrap_or_else(|| library.game_ids());
            match games.as_slice() {
                [only] => only.clone(),
                several => match find_game_by_cards(library, raw, several) {
                    Some(game) => game,
                    None => find_game_by_form(library, raw, several)?,
                },
            }
        }
    };
    // A default is meant for one game: decks of another have to name their format.
    let meant = |word: &str| match default_game {
        Some(of) => library.game_id(of).is_some_and(|id| id == game),
        None => library.games_with_format(word).contains(&game),
    };
    match format.or(default.filter(|word| meant(word))) {
        Some(format) => Ok((game, format.to_owned())),
        None => {
            let catalog = library.open(&game).ok();
            let formats = catalog.iter().flat_map(|c| c.formats().map(|f| f.named.id.to_string()));
            Err(TargetMessage::NoFormat { candidates: formats.collect(), game }.into())
        }
    }
}
