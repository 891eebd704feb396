//! Pages of the program for one deck: the report, the registration sheet; and its file in another format.

use super::ask::{Ask, Refused};
use super::deal::{ChoiceRow, choices};
use super::{Desk, Files};
use serde::Serialize;
use sleeve::check::{MAX_TURNS, Portrait, PortraitRequest, PortrayError, portray as portraits};
use sleeve::decks::{self, DeckForm};
use sleeve::draw::GENERATOR;
use sleeve::model::Level;
use sleeve::odds::AskError;
use sleeve::report::human;
use sleeve::report::odds::ask_diagnostic;
use sleeve::report::picture::{DealSettings, picture};
use sleeve::report::sheet::{RegisteredDeck, SheetHeading, registration_page};
use sleeve::report::stats::describe_error;

#[derive(Serialize)]
pub struct Looked {
    /// The page of `sleeve report`.
    html: String,
    /// Conditions with their odds by turn.
    chances: Vec<ChancesRow>,
    /// The cards that the player picks before the draw and has not picked yet.
    choices: Vec<ChoiceRow>,
}

#[derive(Serialize)]
struct ChancesRow {
    /// Its words.
    name: Option<String>,
    text: String,
    turns: Vec<ChanceRow>,
}

#[derive(Serialize)]
struct ChanceRow {
    /// The smallest and the largest probability that fit what is known.
    between: Option<(f64, f64)>,
    /// The exact fraction, where nothing is unknown.
    fraction: Option<String>,
    refused: Option<Refused>,
}

/// A deck to look at.
pub fn portray(desk: &Desk, files: Files, ask: &Ask) -> Result<Looked, Refused> {
    let deck = desk.deck(files, ask)?;
    let wish = PortraitRequest {
        conditions: ask.conditions.clone(),
        measures: Vec::new(),
        turns: ask.turns.min(MAX_TURNS),
        hands: 4,
        seed: u64::from(ask.seed),
        aside: ask.aside.clone(),
        seat: ask.seat,
        players: ask.players,
        lens: ask.lens(),
    };
    let found: Result<Vec<Portrait<'_>>, PortrayError> =
        portraits(std::slice::from_ref(&deck), &wish, &ask.overrides());
    let mut found = found.map_err(|error| match &error {
        PortrayError::Describe(error) => Refused::of(&describe_error(error, &ask.style())),
        PortrayError::Language { text, error } => Refused::in_text(error, text, ask.lang),
    })?;
    let mut picks = Vec::new();
    for portrait in &mut found {
        if let (Ok(table), Some(catalog)) = (&mut portrait.table, deck.catalog()) {
            picks.extend(choices(table, catalog, ask));
        }
    }
    let dealt = DealSettings { seed: wish.seed, generator: GENERATOR, options: false };
    let chances = found.iter().flat_map(|portrait| rows(portrait, ask)).collect();
    Ok(Looked { html: picture(&found, dealt, ask.lang), chances, choices: picks })
}

fn rows(portrait: &Portrait<'_>, ask: &Ask) -> Vec<ChancesRow> {
    let row = |turn: &Result<sleeve::odds::Probability, AskError>| match turn {
        Ok(answer) => ChanceRow {
            between: Some((answer.low.to_f64(), answer.high.to_f64())),
            fraction: answer.exact().map(ToString::to_string),
            refused: None,
        },
        Err(error) => ChanceRow {
            between: None,
            fraction: None,
            refused: Some(Refused::of(&ask_diagnostic(error, ask.lang))),
        },
    };
    let of = |chances: &sleeve::check::ConditionOdds| ChancesRow {
        name: chances.name.as_ref().map(|name| name.get(ask.lang).to_owned()),
        text: chances.text.clone(),
        turns: chances.turns.iter().map(row).collect(),
    };
    portrait.chances.iter().map(of).collect()
}

#[derive(Serialize)]
pub struct Sheet {
    html: String,
}

/// The registration sheet.
pub fn sheet(desk: &Desk, files: Files, ask: &Ask) -> Result<Sheet, Refused> {
    let deck = desk.deck(files, ask)?;
    let (Some((catalog, read)), Some(format), true) =
        (deck.catalog_and_deck(), deck.format(), deck.is_whole())
    else {
        let title = word!(ask.lang, "the deck has lines that name no card");
        return Err(Refused::new(title, ""));
    };
    let broken = [Level::Error, Level::Warning].into_iter();
    let broken = broken.flat_map(|level| human::broken_rules(&deck, level));
    let registered = RegisteredDeck {
        catalog,
        format,
        deck: read,
        role: deck.role(),
        verdict: human::verdict_with_warnings(&deck, ask.lang),
        broken: broken.map(|finding| human::finding_line(finding, catalog, ask.lang)).collect(),
        fingerprint: deck.fingerprint(&ask.overrides()).map(|print| print.to_string()),
    };
    let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let heading = SheetHeading { event: given(&ask.event), day: None, player: given(&ask.player) };
    Ok(Sheet { html: registration_page(&[registered], &heading, ask.lang) })
}

#[derive(Serialize)]
pub struct File {
    text: String,
    extension: String,
    /// What the format cannot hold of the deck.
    losses: Vec<String>,
}

/// The deck in another file format.
pub fn write(desk: &Desk, files: Files, ask: &Ask) -> Result<File, Refused> {
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
        losses: written.losses.iter().map(|loss| loss.on_page(ask.lang)).collect(),
    })
}
