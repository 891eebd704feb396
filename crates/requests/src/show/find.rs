//! Finds the card, or the group of cards, that a word means.

use sleeve_data::model::{Card, CardIndex, Catalog, Fact, Lang, Lens, fold::fold};
use sleeve_decks::DeckResolver;
use sleeve_language::{Field, FieldKind};
use sleeve_report::cards::{FactStyle, drawing};
use std::{cmp::Reverse, sync::Arc};

/// Cards of one game.
#[derive(Clone, Debug)]
pub(crate) struct GameCards {
    pub catalog: Arc<Catalog>,
    pub cards: Vec<CardIndex>,
}

/// The cards that a word means, by game.
pub(crate) struct WordMatch {
    pub games: Vec<GameCards>,
    /// Whether no name of the cards contains the word.
    pub is_guess: bool,
}

type CardLook = fn(&Catalog, &str) -> Vec<CardIndex>;

/// From strict to lenient. The first that finds one thing decides, and the last only guesses.
const LOOKS: [CardLook; 6] = [
    |catalog, word| catalog.cards.find_by_name(word),
    find_by_spelling,
    find_group,
    find_by_words,
    find_by_parts,
    |catalog, word| DeckResolver::new(catalog).cards_named(word),
];

/// Finds the card, or the one group of cards, that a word means in each game. Otherwise returns the
/// candidates.
pub(crate) fn find_cards(
    catalogs: &[Arc<Catalog>],
    word: &str,
) -> Result<WordMatch, Vec<GameCards>> {
    let mut candidates = Vec::new();
    for (at, look) in LOOKS.into_iter().enumerate() {
        let found = look_everywhere(catalogs, word, look);
        if let Some(games) = choose_cards(&found, word) {
            let is_guess = at + 1 == LOOKS.len();
            return Ok(WordMatch { games: sort_games(games, word), is_guess });
        }
        // Candidates of later looks would only be worse ones.
        if candidates.is_empty() {
            candidates = found;
        }
    }
    Err(candidates)
}

fn look_everywhere(catalogs: &[Arc<Catalog>], word: &str, look: CardLook) -> Vec<GameCards> {
    let mut found = Vec::new();
    for catalog in catalogs {
        let cards = look(catalog, word);
        if !cards.is_empty() {
            found.push(GameCards { catalog: Arc::clone(catalog), cards });
        }
    }
    found
}

/// Chooses the one thing that a look found: a card, a group of cards, one of these in each game, or
/// the card with the word as its id.
fn choose_cards(found: &[GameCards], word: &str) -> Option<Vec<GameCards>> {
    let is_one_of_each = !found.is_empty() && found.iter().all(GameCards::is_group);
    if is_one_of_each && found.len() == 1 {
        return Some(found.to_vec());
    }
    for GameCards { catalog, cards } in found {
        if let Some(card) = cards
            .iter()
            .find(|card| catalog.cards.card(**card).id() == word)
        {
            return Some(vec![GameCards { catalog: Arc::clone(catalog), cards: vec![*card] }]);
        }
    }
    is_one_of_each.then(|| found.to_vec())
}

/// Puts the game first to which the name most likely belongs: that in which most cards have it.
fn sort_games(mut games: Vec<GameCards>, word: &str) -> Vec<GameCards> {
    if games.len() > 1 {
        games.sort_by_cached_key(|of| Reverse(find_by_words(&of.catalog, word).len()));
    }
    games
}

impl GameCards {
    /// Whether they are one card, or belong to one group of the layout of their game.
    fn is_group(&self) -> bool {
        let Some((first, rest)) = self.cards.split_first() else { return false };
        if rest.is_empty() {
            return true;
        }
        let view = FactStyle::new(&self.catalog, Lens::Shipped, Lang::En);
        let group = cards_of_group(&view, self.catalog.cards.card(*first));
        rest.iter()
            .all(|index| group.iter().any(|card| card.index() == *index))
    }
}

/// Finds cards by their name as it is spelled, punctuation included.
fn find_by_spelling(catalog: &Catalog, word: &str) -> Vec<CardIndex> {
    let wanted = fold(word);
    let mut named = catalog.cards.find_by_name(word);
    named.retain(|card| {
        catalog
            .cards
            .card(*card)
            .names()
            .any(|(_, _, folded)| folded == wanted)
    });
    named
}

/// Finds the cards of the group that a word names, such as the versions of a ship.
fn find_group(catalog: &Catalog, word: &str) -> Vec<CardIndex> {
    let game = &catalog.game;
    let mut found = Vec::new();
    for layout in &game.layouts {
        let group = layout
            .group
            .as_deref()
            .and_then(|word| Field::parse(game, word));
        let Some(Field { face, kind: FieldKind::Attribute(id) }) = group else { continue };
        let values = game.get_attribute(id).map_or(&[][..], |a| a.values());
        let Some(wanted) = values.iter().position(|v| v.means(word)) else { continue };
        for card in catalog.cards.iter() {
            let fact = card.fact(game, face, id, Lens::Shipped);
            if matches!(fact, Fact::Enum(value) if value.index() == wanted) {
                found.push(card.index());
            }
        }
    }
    found
}

/// Finds cards whose name has every word asked for.
fn find_by_words(catalog: &Catalog, word: &str) -> Vec<CardIndex> {
    filter_by_name(catalog, word, |folded, wanted| {
        folded
            .split(|c: char| !c.is_alphanumeric())
            .any(|w| w == wanted)
    })
}

/// Finds cards whose name contains every word asked for, as a word or within one.
fn find_by_parts(catalog: &Catalog, word: &str) -> Vec<CardIndex> {
    filter_by_name(catalog, word, |folded, wanted| folded.contains(wanted))
}

fn filter_by_name(catalog: &Catalog, word: &str, has: fn(&str, &str) -> bool) -> Vec<CardIndex> {
    let wanted = fold(word);
    let words: Vec<&str> = wanted.split(' ').filter(|w| !w.is_empty()).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let mut cards = Vec::new();
    for card in catalog.cards.iter() {
        if card
            .names()
            .any(|(_, _, folded)| words.iter().all(|word| has(folded, word)))
        {
            cards.push(card.index());
        }
    }
    cards
}

/// A card and the others of its group, which are drawn next to it.
pub(crate) fn cards_of_group<'c>(view: &FactStyle<'c>, card: Card<'c>) -> Vec<Card<'c>> {
    let game = &view.catalog.game;
    let Some(Field { face, kind: FieldKind::Attribute(id) }) = drawing::group_field(view, card)
    else {
        return vec![card];
    };
    let Fact::Enum(wanted) = card.fact(game, face, id, Lens::Shipped) else { return vec![card] };
    let mut alike: Vec<Card<'c>> = view.catalog.cards.iter().collect();
    alike.retain(|other| {
        let fact = other.fact(game, face, id, Lens::Shipped);
        other.kind() == card.kind() && matches!(fact, Fact::Enum(value) if value == wanted)
    });
    alike
}
