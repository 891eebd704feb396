//! Verdicts: the document for scripts, and the same in words.

use super::{
    Desk, Files,
    ask::{Ask, Places, Refused},
    games::LookRow,
};
use serde::Serialize;
use sleeve::{
    check::{Batch, CheckRequest, CheckedDeck},
    grammar::capitalize,
    model::{CardIndex, Catalog, Format},
    report::{
        Severity, Style,
        documents::check::CheckDocument,
        finding::Wording,
        forms::{
            human::{self, verdict_word},
            report_items::{self, ReportItem, ReportSubject},
        },
        reference,
        text::escape::plain,
    },
    requests::ShrinkRequest,
    rules::FindingStatus,
};
use std::ops::Range;

#[derive(Serialize)]
struct Reply<'a> {
    /// The document of `sleeve check -o json`.
    document: CheckDocument<'a>,
    /// The same decks in words, in the same order.
    decks: Vec<DeckRow<'a>>,
}

#[derive(Serialize)]
struct DeckRow<'a> {
    /// The file's text, as far as it is readable.
    text: &'a str,
    /// The verdict in words.
    verdict: &'static str,
    /// The format's name.
    format: Option<String>,
    /// What the format does not judge, if the deck is legal.
    gaps: Option<String>,
    /// Findings in the order of the report.
    told: Vec<ToldRow<'a>>,
    /// The cards, zone by zone.
    zones: Vec<ZoneRow>,
    /// The names of its plans.
    plans: Vec<&'a str>,
}

#[derive(Serialize)]
struct ToldRow<'a> {
    /// The id of the rule.
    id: &'a str,
    severity: &'static str,
    message: String,
    help: String,
    /// The path, if the finding is in another file.
    elsewhere: Option<&'a str>,
    /// The line, from 1.
    line: Option<usize>,
    /// The range in the text, in UTF-16 units.
    span: Option<(usize, usize)>,
    /// Other lines with the same finding.
    lines: Vec<usize>,
    /// The rule in the words of the data.
    rule: Option<String>,
    cite: Option<String>,
    actual: Option<String>,
    limit: Option<String>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct ZoneRow {
    id: String,
    name: String,
    cards: u32,
    entries: Vec<EntryRow>,
}

#[derive(Serialize)]
struct EntryRow {
    id: String,
    name: String,
    /// The state of the copies, as a list prints it; left out for the card's default state.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    count: u32,
    look: LookRow,
    /// The name of its kind, singular and plural.
    kind: String,
    kinds: String,
    /// The position of the kind on a registration sheet.
    place: usize,
}

/// Checks the files. Serialises here, because the document borrows the checked decks.
pub(crate) fn check(
    desk: &Desk,
    files: Files,
    ask: &Ask,
) -> Result<Box<serde_json::value::RawValue>, Refused> {
    let batch = desk.batch(files, &CheckRequest { seek_repairs: ask.mends, ..ask.request() });
    let reply = Reply {
        document: CheckDocument::new(&batch),
        decks: batch.decks.iter().map(|deck| row(deck, ask)).collect(),
    };
    serde_json::value::to_raw_value(&reply).map_err(|error| Refused::new(error.to_string(), ""))
}

fn row<'a>(deck: &'a CheckedDeck, ask: &Ask) -> DeckRow<'a> {
    DeckRow {
        text: &deck.text,
        verdict: verdict_word(deck.verdict(), ask.lang),
        format: deck
            .format()
            .map(|format| plain(format.named.name.get(ask.lang))),
        gaps: human::deck_gaps(deck, ask.lang),
        told: told_rows(deck, ask),
        zones: zones(deck, ask),
        plans: plan_names(deck),
    }
}

fn plan_names(deck: &CheckedDeck) -> Vec<&str> {
    let Some((_, read)) = deck.catalog_and_deck() else { return Vec::new() };
    read.plans
        .iter()
        .map(|plan| plan.name.value.as_str())
        .collect()
}

fn told_rows<'a>(deck: &'a CheckedDeck, ask: &Ask) -> Vec<ToldRow<'a>> {
    let unheld = report_items::sets_without_cards(deck, ask.lang);
    let mut lines = 0..;
    let places = Places::of(&deck.text);
    let told = report_items::deck_items(deck, ask.lang).into_iter();
    told.map(|told| {
        let is_line = matches!(told.subject, ReportSubject::Line);
        let mut row = told_row(told, deck, &places, ask);
        if is_line {
            row.help = report_items::line_help(deck, lines.next().unwrap_or(0), &unheld, ask.lang);
        }
        row
    })
    .collect()
}

fn told_row<'a>(
    told: ReportItem<'a>,
    deck: &'a CheckedDeck,
    places: &Places<'_>,
    ask: &Ask,
) -> ToldRow<'a> {
    let at = told.place.range.filter(|_| !told.is_elsewhere);
    let span = |span: &Range<usize>| (places.at(span.start).0, places.at(span.end).0);
    let mut row = ToldRow {
        id: told.id,
        severity: severity(told.severity),
        message: told.message,
        help: told.help_on_page,
        elsewhere: told.is_elsewhere.then_some(told.place.path),
        line: at.map(|at| at.start.0),
        span: at.map(|at| span(&(at.byte..at.byte))),
        lines: Vec::new(),
        rule: None,
        cite: None,
        actual: None,
        limit: None,
        notes: Vec::new(),
    };
    let (ReportSubject::Finding(finding), Some(catalog)) = (told.subject, deck.catalog()) else {
        return row;
    };
    let wording = Wording::new(finding, catalog, ask.lang);
    let positions = finding.labels.iter().map(|label| &label.span);
    row.lines = positions.map(|span| places.at(span.start).1).collect();
    row.lines.dedup();
    row.span = finding
        .labels
        .first()
        .map(|label| span(&label.span))
        .or(row.span);
    let rule = wording.rule();
    row.rule = (!rule.is_empty() && rule != row.message).then_some(rule);
    let cited = reference::cite_in_words(&finding.cite, &catalog.game, ask.lang);
    row.cite = (!cited.is_empty()).then(|| plain(&cited));
    row.actual = wording.actual();
    row.limit = wording.limit();
    row.notes = wording.notes();
    row
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Undetermined => "undetermined",
        Severity::Note => "note",
    }
}

/// What changes for a deck if only attested facts count.
#[derive(Serialize)]
pub(crate) struct Attested {
    /// The verdict if stand-ins and inferred facts count.
    shipped: &'static str,
    /// The verdict if they do not.
    attested: &'static str,
    /// The rules that are then undetermined, with the facts that would decide them.
    rules: Vec<UndecidedRow>,
}

#[derive(Serialize)]
struct UndecidedRow {
    message: String,
    facts: Option<String>,
}

/// What changes for a deck if only attested facts count.
pub(crate) fn attested(desk: &Desk, files: Files, ask: &Ask) -> Result<Attested, Refused> {
    let judged = |attested: bool| {
        let mut request = ask.request();
        request.options.attested = attested;
        let decks = desk.batch(files.clone(), &request).decks;
        decks.into_iter().next().ok_or_else(Refused::default)
    };
    let (shipped, strict) = (judged(false)?, judged(true)?);
    let mut rules = Vec::new();
    if let Some(catalog) = strict.catalog() {
        let unknown = strict
            .findings()
            .iter()
            .filter(|one| one.status == FindingStatus::Unknown);
        rules.extend(unknown.map(|finding| {
            let wording = Wording::new(finding, catalog, ask.lang);
            UndecidedRow { message: wording.title(), facts: wording.missing_facts() }
        }));
    }
    Ok(Attested {
        shipped: verdict_word(shipped.verdict(), ask.lang),
        attested: verdict_word(strict.verdict(), ask.lang),
        rules,
    })
}

/// A finding with the fewest cards that give it, to report that it is wrong.
#[derive(Serialize)]
pub(crate) struct WrongFinding {
    /// The text to paste.
    report: String,
    /// The filled form of the game to report it with.
    link: Option<String>,
}

/// Finds the fewest cards of a deck with the finding that the text names by its rule.
pub(crate) fn shrink(desk: &Desk, files: Files, ask: &Ask) -> Result<WrongFinding, Refused> {
    let checked = desk.deck(files, ask)?;
    let request = ShrinkRequest {
        rule: &ask.text,
        deck: ask.deck(),
        options: &ask.options(),
        projects: &desk.projects,
        style: ask.style(),
        describe: describe_findings,
    };
    let found = request.shrink(&checked);
    let smallest = found.map_err(|message| Refused::of_refusal(&message.into(), ask.lang))?;
    Ok(WrongFinding { report: smallest.report, link: smallest.link })
}

/// The findings without excerpts, and the version of the engine.
fn describe_findings(judged: &Batch, style: &Style) -> String {
    let mut lines = Vec::new();
    for deck in &judged.decks {
        for item in report_items::deck_items(deck, style.lang) {
            lines.push(format!("{}[{}]: {}", severity(item.severity), item.id, item.message));
            let (ReportSubject::Finding(finding), Some(catalog)) = (item.subject, deck.catalog())
            else {
                continue;
            };
            let wording = Wording::new(finding, catalog, style.lang);
            lines.extend(wording.notes());
            lines.push(wording.rule());
        }
    }
    format!("{}\nsleeve {}\n", lines.join("\n"), env!("CARGO_PKG_VERSION"))
}

/// The zones that the format has for the deck's role, then the other zones it names, with their
/// cards.
fn zones(deck: &CheckedDeck, ask: &Ask) -> Vec<ZoneRow> {
    let Some((catalog, read)) = deck.catalog_and_deck() else { return Vec::new() };
    let format = deck.format();
    let role = deck.role();
    let mut zones: Vec<ZoneRow> = Vec::new();
    for zone in format.iter().flat_map(|format| &format.zones) {
        let open = zone.roles.is_empty()
            || role.is_none_or(|role| zone.roles.iter().any(|one| one == role));
        if open {
            zones.push(ZoneRow {
                id: zone.named.id.to_string(),
                name: plain(zone.named.name.get(ask.lang)),
                cards: 0,
                entries: Vec::new(),
            });
        }
    }
    for entry in &read.entries {
        let id = zone_id(format, &entry.zone);
        let at = match zones.iter().position(|zone| zone.id == id) {
            Some(at) => at,
            None => {
                let name = plain(&id);
                zones.push(ZoneRow { id, name, cards: 0, entries: Vec::new() });
                zones.len() - 1
            }
        };
        let Some(zone) = zones.get_mut(at) else { continue };
        zone.cards = zone.cards.saturating_add(entry.count);
        if entry.card == CardIndex::STRANGER {
            continue;
        }
        add(zone, catalog, entry.card, entry.count, ask);
    }
    zones
}

fn add(zone: &mut ZoneRow, catalog: &Catalog, card: CardIndex, count: u32, ask: &Ask) {
    let card = catalog.cards.card(card);
    let state = card.state_line();
    let kind = card.kind();
    let named = catalog.game.kinds.get(kind.index());
    let single = named
        .map(|kind| kind.named.name.get(ask.lang))
        .unwrap_or_default();
    let several = named
        .map(|kind| kind.plural.get(ask.lang))
        .filter(|words| !words.is_empty());
    let order = &catalog.game.sheet.kinds;
    let place = order
        .iter()
        .position(|one| *one == kind)
        .unwrap_or(order.len() + kind.index());
    let is_same = |entry: &&mut EntryRow| entry.id == card.id() && entry.state.as_deref() == state;
    match zone.entries.iter_mut().find(is_same) {
        Some(entry) => entry.count = entry.count.saturating_add(count),
        None => zone.entries.push(EntryRow {
            id: card.id().to_owned(),
            name: plain(card.title(ask.lang)),
            state: state.map(str::to_owned),
            count,
            look: LookRow::new(catalog, card),
            kind: capitalize(&plain(single)),
            kinds: capitalize(&plain(several.unwrap_or(single))),
            place,
        }),
    }
}

/// The id of a zone, which a deck may write in another way.
pub(crate) fn zone_id(format: Option<&Format>, zone: &str) -> String {
    let found = format.and_then(|format| format.zone(zone));
    found.map_or_else(|| zone.to_owned(), |zone| zone.named.id.to_string())
}
