//! Draws a hand: the document of `sleeve draw -o json` for the dealt cards.

use super::{
    Desk, Files,
    ask::{Ask, Refused},
    build::id_of,
    games::NamedRow,
};
use serde::Serialize;
use sleeve::{
    model::{CardIndex, Catalog, Lang},
    odds::GameTable,
    report::text::escape::plain,
    requests::DealtHand,
    rules::StartingChoice,
};

#[derive(Serialize)]
pub(crate) struct Hand {
    /// The opening hand, then the hand after each turn.
    turns: Vec<Vec<NamedRow>>,
    exchanged: Vec<Vec<NamedRow>>,
    /// How many cards of the opening hand go to the bottom.
    bottom: u32,
    beside: Vec<(String, Vec<NamedRow>)>,
    partners: Vec<Vec<NamedRow>>,
    row: Vec<NamedRow>,
    /// Whether the opening hand can be exchanged again.
    may_exchange: bool,
    /// The next turn that draws a card, if any.
    next_turn: Option<u32>,
    /// The cards that are dealt from, and the rules.
    model: Vec<String>,
    /// The cards that the player still has to pick before the draw.
    choices: Vec<ChoiceRow>,
}

/// A card that is picked before the draw.
#[derive(Serialize)]
pub(crate) struct ChoiceRow {
    /// The card that sets it out; none: it is the card to start with.
    by: Option<String>,
    /// Whether the player may pick none.
    optional: bool,
    cards: Vec<NamedRow>,
}

/// The cards that a player picks before the draw. They are not part of the model's notes here,
/// because those mention options of the command line.
pub(crate) fn choices(table: &mut GameTable, catalog: &Catalog, lang: Lang) -> Vec<ChoiceRow> {
    let choices = std::mem::take(&mut table.start.choices);
    let row = |choice: &StartingChoice| ChoiceRow {
        by: choice
            .by
            .map(|card| plain(catalog.cards.card(card).title(lang))),
        optional: choice.optional,
        cards: choice
            .cards
            .iter()
            .map(|card| named(*card, catalog, lang))
            .collect(),
    };
    choices.iter().map(row).collect()
}

/// The id and name of a card; `?` for an unknown card.
pub(crate) fn named(card: CardIndex, catalog: &Catalog, lang: Lang) -> NamedRow {
    match card {
        CardIndex::STRANGER => NamedRow { id: String::new(), name: "?".to_owned() },
        known => NamedRow {
            id: id_of(catalog, known),
            name: plain(catalog.cards.card(known).title(lang)),
        },
    }
}

/// Deals a hand.
pub(crate) fn deal(desk: &Desk, files: Files, ask: &Ask) -> Result<Hand, Refused> {
    let lang = ask.lang;
    let deck = desk.played_deck(files, ask)?;
    let dealt = ask
        .hand
        .deal(&deck)
        .map_err(|refusal| Refused::of_refusal(&refusal, lang))?;
    let Some(catalog) = deck.catalog() else { return Err(Refused::default()) };
    let DealtHand { hand, mut model, next_turn } = dealt;
    let choices = choices(&mut model.table, catalog, lang);
    let cards = |cards: &Vec<CardIndex>| {
        cards
            .iter()
            .map(|card| named(*card, catalog, lang))
            .collect::<Vec<_>>()
    };
    Ok(Hand {
        turns: hand.turns.iter().map(cards).collect(),
        exchanged: hand.exchanged.iter().map(cards).collect(),
        bottom: hand.bottom,
        beside: hand
            .beside
            .iter()
            .map(|(name, pile)| (plain(name), cards(pile)))
            .collect(),
        partners: hand.partners.iter().map(cards).collect(),
        row: cards(&hand.row),
        may_exchange: hand.may_exchange,
        next_turn,
        model: model.lines(&ask.style()),
        choices,
    })
}
