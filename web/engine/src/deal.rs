//! Draws a hand: the document of `sleeve draw -o json` for the dealt cards.

use super::ask::{Ask, Refused};
use super::build::id_of;
use super::games::NamedRow;
use super::papers::drawing_turns;
use super::{Desk, Files};
use serde::Serialize;
use sleeve::draw::{OpeningsError, PlayerHand, deal_player_hand};
use sleeve::language::World;
use sleeve::model::{CardIndex, Catalog};
use sleeve::odds::{GameTable, TableOptions};
use sleeve::report::cards::setup::set_aside_diagnostic as aside_words;
use sleeve::report::odds::{
    ModelCards, OddsModel, ask_diagnostic, draw_diagnostic, table_diagnostic,
};
use sleeve::report::text::escape::plain;
use sleeve::rules::{self, FormatLegality, PreparedFormat, StartingChoice};
use std::sync::Arc;

#[derive(Serialize)]
pub struct Hand {
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
pub struct ChoiceRow {
    /// The card that sets it out; none: it is the card to start with.
    by: Option<String>,
    /// Whether the player may pick none.
    optional: bool,
    cards: Vec<NamedRow>,
}

/// The cards that a player picks before the draw. They are not part of the model's notes here,
/// because those mention options of the command line.
pub fn choices(table: &mut GameTable, catalog: &Catalog, ask: &Ask) -> Vec<ChoiceRow> {
    let choices = std::mem::take(&mut table.start.choices);
    let row = |choice: &StartingChoice| ChoiceRow {
        by: choice.by.map(|card| plain(catalog.cards.card(card).title(ask.lang))),
        optional: choice.optional,
        cards: choice.cards.iter().map(|card| named(*card, catalog, ask)).collect(),
    };
    choices.iter().map(row).collect()
}

/// The id and name of a card; `?` for an unknown card.
pub fn named(card: CardIndex, catalog: &Catalog, ask: &Ask) -> NamedRow {
    match card {
        CardIndex::STRANGER => NamedRow { id: String::new(), name: "?".to_owned() },
        known => NamedRow {
            id: id_of(catalog, known),
            name: plain(catalog.cards.card(known).title(ask.lang)),
        },
    }
}

/// Deals a hand.
pub fn deal(desk: &Desk, files: Files, ask: &Ask) -> Result<Hand, Refused> {
    let checked = desk.deck(files, ask)?;
    let (Some((catalog, deck)), Some(format)) = (checked.catalog_and_deck(), checked.format())
    else {
        return Err(Refused::default());
    };
    let setup = PreparedFormat::new(catalog, format, deck, &ask.overrides()).map_err(|errors| {
        let problems = sleeve::rules::CheckError::Setup(errors).problems(Some(catalog));
        let first = problems.first().map(|problem| problem.title(ask.lang));
        Refused::new(first.unwrap_or_default(), "")
    })?;
    let words = rules::select_words_in_deck(catalog, deck, &ask.aside);
    let aside = rules::resolve_set_aside(catalog, deck, &words)
        .map_err(|error| Refused::of(&aside_words(&error, ask.lang)))?;
    let options =
        TableOptions { seat: ask.seat, players: ask.players, aside, ..TableOptions::default() };
    let mut table = GameTable::new(&setup, deck, ask.lens(), &options)
        .map_err(|error| Refused::of(&table_diagnostic(&error, ask.lang)))?;
    let choices = choices(&mut table, catalog, ask);
    let legality = FormatLegality::new(catalog, ask.lens(), None);
    let world = World { legality: Some(&legality), ..setup.world(ask.lens()) };
    let dealt = |turns: u32| {
        deal_player_hand(&setup, &world, &table, u64::from(ask.seed), (ask.exchanges, turns))
    };
    let hand = dealt(ask.turns).map_err(|error| refused(&error, ask))?;
    let model = OddsModel {
        cards: ModelCards::Deck {
            deck: Box::new(deck.clone()),
            catalog: Arc::clone(catalog),
            format: format.named.id.to_string(),
        },
        table: table.clone(),
        turn: ask.turns,
        given: None,
        keep: None,
        seen: false,
        varied: false,
    };
    let first = table.turns.as_ref().map_or(1, |turns| turns.first);
    let next = first.max(ask.turns.saturating_add(1));
    let draws = drawing_turns(Some(&table), next) == next && dealt(next).is_ok();
    let next_turn = draws.then_some(next);
    let hand = shown(hand, catalog, ask, (next_turn, model.lines(&ask.style())));
    Ok(Hand { choices, ..hand })
}

fn refused(error: &OpeningsError, ask: &Ask) -> Refused {
    Refused::of(&match error {
        OpeningsError::Ask(error) => ask_diagnostic(error, ask.lang),
        OpeningsError::Draw(error) => draw_diagnostic(error, ask.lang),
    })
}

fn shown(
    hand: PlayerHand,
    catalog: &Catalog,
    ask: &Ask,
    (next_turn, model): (Option<u32>, Vec<String>),
) -> Hand {
    let cards = |cards: &Vec<CardIndex>| {
        cards.iter().map(|card| named(*card, catalog, ask)).collect::<Vec<_>>()
    };
    Hand {
        turns: hand.turns.iter().map(cards).collect(),
        exchanged: hand.exchanged.iter().map(cards).collect(),
        bottom: hand.bottom,
        beside: hand.beside.iter().map(|(name, pile)| (plain(name), cards(pile))).collect(),
        partners: hand.partners.iter().map(cards).collect(),
        row: cards(&hand.row),
        may_exchange: hand.may_exchange,
        next_turn,
        model,
        choices: Vec::new(),
    }
}
