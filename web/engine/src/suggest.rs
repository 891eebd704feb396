//! Cards that other decks play with a deck's cards, as in `sleeve cards --with`.

use super::{
    Desk, Files,
    ask::{Ask, Refused},
    deal::named,
    games::{LookRow, NamedRow},
};
use serde::Serialize;
use sleeve::{
    check::CheckRequest,
    report::{cards::FactStyle, text::escape::plain},
    rules::Rulebook,
    solve::{DeckCorpus, Suggestion, suggest_cards},
};

#[derive(Serialize)]
pub(crate) struct Suggested {
    /// The number of known decks that share a card and the role with it.
    decks: usize,
    /// Whether they are the game's own decks.
    is_shipped: bool,
    /// The cards that fit the deck, best first.
    cards: Vec<SuggestedRow>,
}

#[derive(Serialize)]
struct SuggestedRow {
    #[serde(flatten)]
    card: NamedRow,
    look: LookRow,
    kind: String,
    /// The number of this copy of the card, from 1.
    copy: u32,
    /// The number of decks with at least this many copies.
    decks: u32,
    /// The zone where most of them have it.
    zone: String,
}

/// Suggests cards for the first file, based on the others. If none of them is a deck of its game,
/// the game's own decks are used.
pub(crate) fn suggest(desk: &Desk, mut files: Files, ask: &Ask) -> Result<Suggested, Refused> {
    let others = files.split_off(files.len().min(1));
    let checked = desk.deck(files, ask)?;
    let (Some((catalog, deck)), Some(format)) = (checked.catalog_and_deck(), checked.format())
    else {
        return Err(Refused::default());
    };
    let mut corpus = DeckCorpus::default();
    let request = CheckRequest { game: ask.deck().game.clone(), ..CheckRequest::default() };
    for other in &desk.batch(others, &request).decks {
        let Some((of, read)) = other.catalog_and_deck() else { continue };
        if of.game.id() == catalog.game.id() {
            corpus.add_deck(of, read, other.role());
        }
    }
    if corpus.count_decks() == 0 {
        corpus = DeckCorpus::from_game(catalog);
    }
    corpus.keep_similar(catalog, deck);
    let rulebook = Rulebook::new(catalog, format).with_cache();
    let found = suggest_cards(catalog, Some(&rulebook), deck, &ask.options(), &corpus);
    let style = FactStyle::new(catalog, ask.lens(), ask.lang);
    let row = |found: &Suggestion| SuggestedRow {
        card: named(found.card, catalog, ask.lang),
        look: LookRow::new(catalog, catalog.cards.card(found.card)),
        kind: plain(style.kind(catalog.cards.card(found.card))),
        copy: found.copy,
        decks: found.decks,
        zone: found.zones.first().cloned().unwrap_or_default(),
    };
    Ok(Suggested {
        decks: corpus.count_decks_for(checked.role()),
        is_shipped: corpus.is_shipped(),
        cards: found
            .unwrap_or_default()
            .iter()
            .take(ask.limit.unwrap_or(usize::MAX))
            .map(row)
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const PROFIT: &str = include_str!("../../../decks/swccg/profit.toml");
    const DARK: &str = include_str!("../../../decks/swccg/all-your-base.toml");

    /// The suggestions for the deck without Corran Horn.
    fn suggested(others: &[&str]) -> Value {
        let mut desk = Desk::new();
        desk.put("mine.toml", PROFIT.replace("\"Corran Horn\" = 1\n", "").as_bytes());
        for (at, text) in others.iter().enumerate() {
            desk.put(&format!("{at}.toml"), text.as_bytes());
        }
        serde_json::from_str::<Value>(&desk.suggest("{}")).unwrap()["ok"].take()
    }

    #[test]
    fn what_other_decks_have_more_is_suggested() {
        let fewer = PROFIT.replace("\"Corran Horn\" = 1\n", "\"Corran Horn\" = 2\n");
        let of = suggested(&[PROFIT, &fewer, DARK]);
        assert_eq!((&of["decks"], &of["is_shipped"]), (&json!(2), &json!(false)));
        let [card] = of["cards"].as_array().unwrap().as_slice() else { panic!("{of}") };
        assert_eq!((&card["name"], &card["copy"]), (&json!("Corran Horn"), &json!(1)));
        assert_eq!((&card["decks"], &card["zone"]), (&json!(2), &json!("deck")));
    }
}
