//! Many decks: a row for each, the players of an event, all sheets in one document, and a
//! comparison of two decks.

use super::{
    Desk, Files,
    ask::{Ask, Refused},
    games::NamedRow,
};
use serde::Serialize;
use sleeve::{
    check::{self, Batch, CheckedDeck, describe_field},
    event::{Event, EventEntries, EventError, ResolveError, name_players},
    model::CardIndex,
    report::{
        event::{EventReport, describe_trouble, describe_unassigned},
        field::field_page,
        forms::{human, overview::OverviewRow},
        sheet::{RegisteredDeck, SheetHeading, registration_page},
        stats::{TallyValues, describe_error, field_heading},
        text::{escape::plain, words::zone_name},
        two_decks::{MeasurePair, averages},
    },
    stats::StatsRequest,
};
use std::path::{Path, PathBuf};

/// The name of an event's file: it lists the players and their decks.
const EVENT_FILE: &str = "event.toml";

#[derive(Serialize)]
struct Row<'a> {
    /// The row as `sleeve check -o ndjson` prints it.
    #[serde(flatten)]
    row: OverviewRow<'a>,
    /// The verdict in words.
    word: String,
    /// What has to be chosen before there is a verdict: `game` or `format`.
    asks: Option<&'static str>,
    /// The format's name.
    format_name: Option<String>,
    /// The first problem; empty if there is none.
    problem: String,
}

/// Returns a row for each deck, without the parts that only a single deck needs.
pub(crate) fn rows(
    desk: &Desk,
    files: Files,
    ask: &Ask,
) -> Result<Box<serde_json::value::RawValue>, Refused> {
    let batch = desk.batch(files, &ask.request());
    let row = |deck| Row {
        row: OverviewRow::new(deck),
        word: human::verdict_with_warnings(deck, ask.lang),
        asks: deck.asks().filter(|key| *key != "role"),
        format_name: deck
            .format()
            .map(|format| plain(format.named.name.get(ask.lang))),
        problem: human::first_reason(deck, ask.lang),
    };
    let rows: Vec<Row<'_>> = batch.decks.iter().map(row).collect();
    serde_json::value::to_raw_value(&rows).map_err(|error| Refused::new(error.to_string(), ""))
}

/// An event with its decks, in the order of its players.
struct Day {
    event: Event,
    /// The folder of its decks.
    folder: PathBuf,
    batch: Batch,
}

impl Day {
    /// Reads the event, which is the first file, and checks the decks in its folder. If the folder
    /// has none, it checks all decks.
    fn open(desk: &Desk, mut files: Files, ask: &Ask) -> Result<Day, Refused> {
        if files.is_empty() {
            return Err(Refused::default());
        }
        let (path, bytes) = files.remove(0);
        let refused = |error: &EventError| {
            let first = error.problems.first();
            let title = first
                .map(|problem| problem.title(ask.lang))
                .unwrap_or_default();
            let help = first
                .map(|problem| problem.help(ask.lang))
                .unwrap_or_default();
            Refused::new(format!("`{}`{}{title}", plain(&path), ask.lang.colon()), help)
        };
        let text = String::from_utf8_lossy(bytes.as_deref().unwrap_or_default()).into_owned();
        let mut event = Event::parse(&path, &text).map_err(|error| refused(&error))?;
        let library = desk.library(ask.lang)?;
        event.resolve(&library).map_err(|error| match error {
            ResolveError::Event(error) => refused(&error),
            ResolveError::Data(error) => Refused::of_data(&error, ask.lang),
        })?;
        let folder = Path::new(&path)
            .parent()
            .unwrap_or(Path::new(""))
            .join(&event.decks.value);
        let lies_there =
            |(path, _): &(String, Option<Vec<u8>>)| Path::new(path).starts_with(&folder);
        if files.iter().any(lies_there) {
            files.retain(lies_there);
        }
        let mut request = ask.request();
        request.format = Some(event.format.value.clone());
        request.options.on = event.day;
        let parameters = event.parameters.iter();
        let parameters = parameters.map(|(name, value)| (name.value.clone(), value.clone()));
        request.options.overrides.parameters.extend(parameters);
        let mut batch = desk.batch(files, &request);
        name_players(&event, &mut batch.decks, Path::new(""), &folder);
        Ok(Day { event, folder, batch })
    }

    fn entries(&self) -> EventEntries<'_> {
        EventEntries::new(&self.event, &self.batch.decks, Path::new(""), &self.folder, None)
    }
}

#[derive(Serialize)]
pub(crate) struct EventShown {
    name: String,
    day: Option<String>,
    format: String,
    /// The settings for all calls about the event's decks.
    rules: EventRules,
    players: Vec<PlayerRow>,
    /// Problems of decks that no player registered.
    strays: Vec<String>,
}

/// The settings with which an event overrides its decks.
#[derive(Serialize)]
struct EventRules {
    format: String,
    on: Option<String>,
    set: Vec<(String, String)>,
}

#[derive(Serialize)]
struct PlayerRow {
    player: String,
    /// The paths of the player's decks.
    decks: Vec<String>,
    problems: Vec<String>,
}

/// The decks of each player, and what is missing or wrong.
pub(crate) fn event(desk: &Desk, files: Files, ask: &Ask) -> Result<EventShown, Refused> {
    let day = Day::open(desk, files, ask)?;
    let entries = day.entries();
    let players = entries.players.iter().map(|player| PlayerRow {
        player: plain(&player.name),
        decks: player.decks.iter().map(|deck| deck.path.clone()).collect(),
        problems: player
            .troubles
            .iter()
            .map(|of| describe_trouble(of, ask.lang))
            .collect(),
    });
    let format = day.batch.decks.iter().find_map(CheckedDeck::format);
    let on = day.event.day.map(|day| day.to_string());
    let set = day.event.parameters.iter();
    let set = set
        .map(|(name, value)| (name.value.clone(), value.to_string()))
        .collect();
    let rules = EventRules { format: day.event.format.value.clone(), on: on.clone(), set };
    Ok(EventShown {
        name: plain(&day.event.name),
        day: on,
        rules,
        format: format.map_or_else(
            || day.event.format.value.clone(),
            |format| plain(format.named.name.get(ask.lang)),
        ),
        players: players.collect(),
        strays: entries
            .unassigned
            .iter()
            .map(|deck| describe_unassigned(deck, ask.lang))
            .collect(),
    })
}

#[derive(Serialize)]
pub(crate) struct Page {
    html: String,
    /// The paths of decks that are left out: a line names no card, or there is no format.
    left: Vec<String>,
}

/// The field report of an event.
pub(crate) fn field(desk: &Desk, files: Files, ask: &Ask) -> Result<Page, Refused> {
    let day = Day::open(desk, files, ask)?;
    let entries = day.entries();
    let shown = EventReport { event: &day.event, entries: &entries, round: None, lock: None };
    let groups = describe_field(&day.batch.decks)
        .map_err(|error| Refused::of(&describe_error(&error, &ask.style())))?;
    let left = day.batch.decks.iter().filter(|deck| !deck.is_whole());
    let left = left.map(|deck| deck.path.clone()).collect();
    Ok(Page { html: field_page(&shown, &day.batch, &groups, ask.lang), left })
}

/// The registration sheets of decks. With an event, they are in the order of its players.
pub(crate) fn sheets(desk: &Desk, files: Files, ask: &Ask) -> Result<Page, Refused> {
    let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    // The page gives the title of a list as its path, and `deck` without a title.
    let title = match files.as_slice() {
        [(path, _)] if path != "deck" && !path.contains('.') => Some(path.clone()),
        _ => None,
    };
    let mut heading = SheetHeading {
        event: given(&ask.event),
        player: given(&ask.player),
        deck: title,
        ..SheetHeading::default()
    };
    let batch = if files
        .first()
        .is_some_and(|(path, _)| path.ends_with(EVENT_FILE))
    {
        let day = Day::open(desk, files, ask)?;
        heading.event = Some(day.event.name);
        heading.day = day.event.day;
        day.batch
    } else {
        desk.batch(files, &ask.request())
    };
    let overrides = ask.overrides();
    let (mut registered, mut left) = (Vec::new(), Vec::new());
    for deck in &batch.decks {
        match RegisteredDeck::new(deck, &overrides, ask.lang) {
            Some(deck) => registered.push(deck),
            None => left.push(deck.path.clone()),
        }
    }
    if registered.is_empty() {
        let title = word!(ask.lang, "some lines of the deck are not cards");
        return Err(Refused::new(title, ""));
    }
    Ok(Page { html: registration_page(&registered, &heading, ask.lang), left })
}

#[derive(Serialize)]
pub(crate) struct Compared {
    /// The zones that differ.
    zones: Vec<ComparedZone>,
    /// Averages of both decks, with their names; none: the deck has no value.
    measures: Vec<(String, Option<String>, Option<String>)>,
}

#[derive(Serialize)]
struct ComparedZone {
    name: String,
    /// The number of cards in each deck.
    cards: (u64, u64),
    rows: Vec<ComparedRow>,
}

#[derive(Serialize)]
struct ComparedRow {
    #[serde(flatten)]
    card: NamedRow,
    /// The copies in each deck.
    copies: (u64, u64),
}

/// Compares two decks of one game.
pub(crate) fn compare(desk: &Desk, files: Files, ask: &Ask) -> Result<Compared, Refused> {
    let mut decks = desk.batch(files, &ask.request()).decks;
    let [a, b] = decks.as_mut_slice() else { return Err(Refused::default()) };
    check::in_one_catalog(a, b);
    let asked = StatsRequest { lens: ask.lens(), describe: true, ..StatsRequest::default() };
    let compared = check::compare(a, b, &asked, &ask.overrides());
    let (Ok(compared), Some(catalog)) = (compared, b.catalog()) else {
        let title = word!(ask.lang, "choose two readable decks of the same game");
        return Err(Refused::new(title, ""));
    };
    let row = |card: CardIndex, copies| ComparedRow {
        card: super::deal::named(card, catalog, ask.lang),
        copies,
    };
    let differs =
        |zone: &&sleeve::stats::ZoneChanges| !zone.changes.is_empty() || zone.size.0 != zone.size.1;
    let zones = compared
        .zones
        .iter()
        .filter(differs)
        .map(|zone| ComparedZone {
            name: plain(&zone_name(b.format(), &zone.zone, ask.lang)),
            cards: zone.size,
            rows: zone
                .changes
                .iter()
                .map(|of| row(of.card, (of.before, of.after)))
                .collect(),
        });
    let words =
        |value: Option<sleeve::language::Quantity>| value.map(|value| value.in_words(ask.lang));
    let measure = |pair: MeasurePair| (pair.name, words(pair.before), words(pair.after));
    let measures = averages(&compared, ask.lang)
        .into_iter()
        .map(measure)
        .collect();
    Ok(Compared { zones: zones.collect(), measures })
}

#[derive(Serialize)]
pub(crate) struct CurveRow {
    /// The number that is counted.
    name: String,
    /// The number of cards for each value.
    bars: Vec<(String, u64)>,
}

/// Counts a deck's cards by value, for each number that the game's report draws.
pub(crate) fn curves(desk: &Desk, files: Files, ask: &Ask) -> Result<Vec<CurveRow>, Refused> {
    let deck = desk.deck(files, ask)?;
    let overrides = ask.overrides();
    let (Some(catalog), Some(subject)) = (deck.catalog(), deck.subject(&overrides)) else {
        return Ok(Vec::new());
    };
    let asked = StatsRequest { lens: ask.lens(), describe: true, ..StatsRequest::default() };
    let Ok(found) = sleeve::stats::describe_deck(&subject, &asked) else { return Ok(Vec::new()) };
    let written = TallyValues::in_words(catalog, ask.lang);
    let row = |curve: &sleeve::stats::Curve| CurveRow {
        name: plain(&field_heading(catalog, &curve.tally.word, ask.lang)),
        bars: curve
            .tally
            .rows
            .iter()
            .map(|row| (written.describe(&curve.tally, row), row.cards))
            .collect(),
    };
    Ok(found.curves.iter().map(row).collect())
}
