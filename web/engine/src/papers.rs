//! The report of one deck, and its file in another format.

use super::{
    Desk, Files,
    ask::{Ask, Refused},
    deal::{ChoiceRow, choices},
};
use serde::Serialize;
use sleeve::{
    check::{
        CheckedDeck, MAX_TURNS, Portrait, PortraitRequest, PortrayError, portray as portraits,
    },
    decks::{self, DeckForm},
    draw::GENERATOR,
    language::{self, World},
    model::Lang,
    odds::{
        AdvisedTable, AskError, Budget, CountedFilter, GameTable, HAND, PARTNERS, ROW, SEEN,
        TurnCards,
    },
    report::{
        odds::ask_diagnostic,
        picture::{DealSettings, picture},
        stats::describe_error,
        text::escape::plain,
    },
    rules::{FormatLegality, PreparedFormat},
};

#[derive(Serialize)]
pub(crate) struct Looked {
    /// The page of `sleeve report`.
    html: String,
    /// Conditions with their odds by turn.
    chances: Vec<ChancesRow>,
    /// The cards that the player still has to pick before the draw.
    choices: Vec<ChoiceRow>,
}

#[derive(Serialize)]
struct ChancesRow {
    /// The condition in words.
    name: Option<String>,
    text: String,
    turns: Vec<ChanceRow>,
    /// What its filters find among the drawable cards.
    counted: Vec<CountedRow>,
    /// For decks that can mulligan, the hands to keep: a hand size and a condition; none: all
    /// hands.
    keep: Vec<(u32, Option<String>)>,
}

#[derive(Serialize)]
struct CountedRow {
    /// The filter as written.
    filter: String,
    /// How many copies match or may match.
    copies: u64,
    /// The first cards, with their copies.
    cards: Vec<(String, u32)>,
    /// A better filter with its number of copies, if a bare name finds nothing.
    meant: Option<(String, u64)>,
}

#[derive(Serialize)]
struct ChanceRow {
    /// The smallest and largest probability that fit the known facts.
    between: Option<(f64, f64)>,
    /// The exact fraction, if nothing is unknown.
    fraction: Option<String>,
    refused: Option<Refused>,
}

/// The last turn, up to a limit, that draws cards; 0 if only the opening hand is drawn.
pub(crate) fn drawing_turns(table: Option<&GameTable>, turns: u32) -> u32 {
    let draw = table
        .and_then(|table| table.turns.as_ref().ok())
        .map(|turns| turns.draw);
    match draw {
        None | Some(TurnCards::Nothing | TurnCards::Add(0)) => 0,
        Some(TurnCards::Add(_) | TurnCards::Refill(_)) => turns,
    }
}

/// The program's report on one deck, with some sample hands.
pub(crate) fn portray_deck(
    deck: &CheckedDeck,
    ask: &Ask,
    hands: u32,
) -> Result<Vec<Portrait>, Refused> {
    let wish = PortraitRequest {
        conditions: ask.conditions.clone(),
        measures: Vec::new(),
        turns: ask.turns.min(MAX_TURNS),
        hands,
        seed: ask.seed(),
        aside: ask.hand.set_aside.clone(),
        seat: ask.hand.seat.unwrap_or(1),
        players: ask.hand.players,
        lens: ask.lens(),
    };
    let found: Result<Vec<Portrait>, PortrayError> =
        portraits(std::slice::from_ref(deck), &wish, &ask.overrides());
    found.map_err(|error| match &error {
        PortrayError::Describe(error) => Refused::of(&describe_error(error, &ask.style())),
        PortrayError::Language { text, error } => Refused::in_text(error, text, ask.lang),
    })
}

/// Describes a deck for the page.
pub(crate) fn portray(desk: &Desk, files: Files, ask: &Ask) -> Result<Looked, Refused> {
    let lang = ask.lang;
    let deck = desk.played_deck(files, ask)?;
    let mut found = portray_deck(&deck, ask, 4)?;
    let table = found
        .first()
        .and_then(|portrait| portrait.table.as_ref().ok());
    let turns = drawing_turns(table, ask.turns);
    if turns < ask.turns {
        found = portray_deck(&deck, &Ask { turns, ..ask.clone() }, 4)?;
    }
    let mut picks = Vec::new();
    for portrait in &mut found {
        if let (Ok(table), Some(catalog)) = (&mut portrait.table, deck.catalog()) {
            picks.extend(choices(table, catalog, lang));
        }
    }
    let dealt = DealSettings { seed: ask.seed(), generator: GENERATOR, options: false };
    let chances = found
        .iter()
        .flat_map(|portrait| rows(portrait, ask))
        .collect();
    Ok(Looked { html: picture(&found, dealt, lang), chances, choices: picks })
}

fn rows(portrait: &Portrait, ask: &Ask) -> Vec<ChancesRow> {
    let lang = ask.lang;
    let row = |turn: &Result<sleeve::odds::Probability, AskError>| match turn {
        Ok(answer) => ChanceRow {
            between: Some((answer.low.to_f64(), answer.high.to_f64())),
            fraction: answer.exact().map(ToString::to_string),
            refused: None,
        },
        Err(error) => ChanceRow {
            between: None,
            fraction: None,
            refused: Some(Refused::of(&ask_diagnostic(error, lang))),
        },
    };
    let of = |chances: &sleeve::check::ConditionOdds| ChancesRow {
        name: chances.name.as_ref().map(|name| name.get(lang).to_owned()),
        text: chances.text.clone(),
        turns: chances.turns.iter().map(row).collect(),
        counted: chances
            .counted
            .iter()
            .filter_map(|of| counted_row(of, portrait, lang))
            .collect(),
        keep: advise(portrait, &chances.text, ask).unwrap_or_default(),
    };
    portrait.chances.iter().map(of).collect()
}

/// The most cards of a filter that are named.
const MAX_COUNTED_NAMES: usize = 6;

fn counted_row(counted: &CountedFilter, portrait: &Portrait, lang: Lang) -> Option<CountedRow> {
    let catalog = portrait.described.deck.catalog()?;
    let named = counted.cards.iter().take(MAX_COUNTED_NAMES);
    let name = |card| plain(catalog.cards.card(card).name(lang));
    Some(CountedRow {
        filter: counted.filter.clone(),
        copies: counted.copies(),
        cards: named.map(|(card, copies)| (name(*card), *copies)).collect(),
        meant: counted.meant.clone(),
    })
}

/// The hands to keep for a condition under the best play, as `sleeve odds --policy` prints them;
/// `None` without mulligans.
fn advise(portrait: &Portrait, text: &str, ask: &Ask) -> Option<Vec<(u32, Option<String>)>> {
    let table = portrait
        .table
        .as_ref()
        .ok()
        .filter(|table| table.exchanges.most != Some(0))?;
    let deck = &portrait.described.deck;
    let (catalog, read) = deck.catalog_and_deck()?;
    let setup = PreparedFormat::new(catalog, deck.format()?, read, &ask.overrides()).ok()?;
    let legality = FormatLegality::new(catalog, ask.lens(), None);
    let world = World { legality: Some(&legality), ..setup.world(ask.lens()) };
    let scope = setup.scope.clone().with_zones([HAND, SEEN, ROW, PARTNERS]);
    let condition = language::condition(text, &scope).ok()?;
    let advised = AdvisedTable::new(&world, &scope, table, &condition, &[]).ok()?;
    let advice = advised
        .advise(drawing_turns(Some(table), ask.turns), &Budget::new())
        .ok()?;
    Some(
        advice
            .sizes
            .into_iter()
            .map(|size| (size.cards, size.keep))
            .collect(),
    )
}

#[derive(Serialize)]
pub(crate) struct File {
    text: String,
    extension: String,
    /// What the file format cannot save.
    losses: Vec<String>,
}

/// The deck in another file format.
pub(crate) fn write(desk: &Desk, files: Files, ask: &Ask) -> Result<File, Refused> {
    let deck = desk.deck(files, ask)?;
    let Some((catalog, read)) = deck.catalog_and_deck() else { return Err(Refused::default()) };
    let Some(to) = DeckForm::from_name(&ask.to, &catalog.game.described) else {
        return Err(Refused::default());
    };
    let extension = to.extension().to_owned();
    let written = decks::write(read, catalog, to, ask.lang);
    Ok(File {
        text: written.text,
        extension,
        losses: written
            .losses
            .iter()
            .map(|loss| loss.on_page(ask.lang))
            .collect(),
    })
}
