//! The forms of `check` for an event: rows with the player of each deck and its problems, and a
//! batch with these problems as findings of the event's file.

use crate::{
    event::{EventReport, describe_trouble, describe_unassigned},
    forms::{
        csv::CsvSheet,
        json::write_line,
        overview::{HEADINGS, OverviewRow},
    },
};
use sleeve_check::{Batch, CheckedConfig, CheckedDeck};
use sleeve_data::{
    model::Lang,
    problem::{Message, MessagePart, Problem},
};
use sleeve_event::{Player, Trouble};
use std::{
    fmt,
    io::{self, Write},
    sync::Arc,
};

/// The verdict of a row without a deck.
const MISSING: &str = "missing";

/// Returns the word for a problem in documents.
pub fn trouble_word(trouble: &Trouble<'_>) -> &'static str {
    match trouble {
        Trouble::NotExpected => "not-expected",
        Trouble::Missing { .. } => MISSING,
        Trouble::Several { .. } => "several",
        Trouble::OtherRole { .. } => "other-role",
        Trouble::Deck { .. } => "deck",
        Trouble::Differs { .. } => "differs",
        Trouble::NotRegistered { .. } => "not-registered",
        Trouble::NotSealed { .. } => "not-sealed",
        Trouble::NoNonce { .. } => "no-nonce",
    }
}

/// Whether a problem is about this deck, whose verdict is shown anyway.
fn concerns(trouble: &Trouble<'_>, wanted: &CheckedDeck) -> bool {
    match trouble {
        Trouble::NotExpected => true,
        Trouble::Missing { .. } | Trouble::Deck { .. } => false,
        Trouble::Several { decks, .. } => decks.iter().any(|deck| std::ptr::eq(*deck, wanted)),
        Trouble::OtherRole { deck }
        | Trouble::Differs { deck, .. }
        | Trouble::NotRegistered { deck, .. }
        | Trouble::NotSealed { deck, .. }
        | Trouble::NoNonce { deck, .. } => std::ptr::eq(*deck, wanted),
    }
}

/// Returns the rows of an event: the decks and problems of each player, then decks without a
/// player.
fn rows<'a>(shown: &'a EventReport<'a>) -> Vec<OverviewRow<'a>> {
    let mut all = Vec::new();
    for player in &shown.entries.players {
        for deck in &player.decks {
            let problems = player
                .troubles
                .iter()
                .filter(|trouble| concerns(trouble, deck));
            let problems = problems.map(trouble_word).collect();
            all.push(OverviewRow { problems: Some(problems), ..OverviewRow::new(deck) });
        }
        for trouble in &player.troubles {
            if let Trouble::Missing { role, .. } = trouble {
                all.push(missing_row(shown, player, role.as_deref()));
            }
        }
    }
    let strays = shown.entries.unassigned.iter();
    all.extend(
        strays.map(|deck| OverviewRow {
            problems: Some(vec!["no-player"]),
            ..OverviewRow::new(deck)
        }),
    );
    all
}

fn missing_row<'a>(
    shown: &'a EventReport<'a>,
    player: &'a Player<'a>,
    role: Option<&'a str>,
) -> OverviewRow<'a> {
    let (game, format) = shown.event.format.value.split_once('/').unzip();
    OverviewRow {
        path: "",
        game,
        format,
        role,
        name: None,
        player: Some(&player.name),
        verdict: MISSING,
        provisional: false,
        not_asked: Vec::new(),
        errors: 1,
        warnings: 0,
        first: Some(MISSING),
        until: None,
        problems: Some(vec![MISSING]),
    }
}

/// Writes the event as CSV: a row for each deck, with a last column for other problems than the
/// verdict.
pub fn write_csv(shown: &EventReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut sheet = CsvSheet::csv(out);
    sheet.row(HEADINGS.into_iter().chain(["problems"]))?;
    for row in rows(shown) {
        let problems = row.problems.clone().unwrap_or_default();
        sheet.row(row.cells().into_iter().chain([problems.join(" ").into()]))?;
    }
    sheet.finish()
}

/// Writes each row as a JSON object on one line.
pub fn write_ndjson(shown: &EventReport<'_>, out: &mut dyn Write) -> io::Result<()> {
    for row in rows(shown) {
        write_line(&row, out)?;
        writeln!(out)?;
    }
    Ok(())
}

/// A problem at an event, in both languages.
#[derive(Debug)]
struct TroubleMessage {
    id: String,
    titles: Vec<(Lang, String)>,
}

impl Message for TroubleMessage {
    fn id(&self) -> Option<&str> {
        Some(&self.id)
    }

    fn say(&self, part: MessagePart, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match part {
            MessagePart::Title => {
                let title = self.titles.iter().find(|(of, _)| *of == lang);
                f.write_str(title.map_or("", |(_, title)| title))
            }
            MessagePart::Label
            | MessagePart::Other
            | MessagePart::Help
            | MessagePart::Also
            | MessagePart::OnPage => Ok(()),
        }
    }
}

/// Returns the batch with the problems as findings of the event's file, each at the name of its
/// player if that is there. The verdict itself stays with the deck.
pub fn with_troubles(shown: &EventReport<'_>, batch: &Batch) -> Batch {
    let event = shown.event;
    let mut findings = Vec::new();
    for player in &shown.entries.players {
        let named = event
            .players
            .iter()
            .find(|named| named.value == player.name);
        for trouble in &player.troubles {
            if matches!(trouble, Trouble::Deck { .. }) {
                continue;
            }
            let title = |lang: Lang| {
                format!("{}{}{}", player.name, lang.colon(), describe_trouble(trouble, lang))
            };
            let message = TroubleMessage {
                id: format!("event-{}", trouble_word(trouble)),
                titles: Lang::ALL.iter().map(|lang| (*lang, title(*lang))).collect(),
            };
            let span = named.map(|named| named.span.clone());
            findings.push(Problem::from_maybe_span(span, message).into_any());
        }
    }
    for deck in &shown.entries.unassigned {
        let title = |lang: &Lang| (*lang, describe_unassigned(deck, *lang));
        let titles = Lang::ALL.iter().map(title).collect();
        let message = TroubleMessage { id: "event-no-player".to_owned(), titles };
        findings.push(Problem::from(message).into_any());
    }
    let mut all = batch.clone();
    if !findings.is_empty() {
        let (path, text) = (event.path.clone(), Arc::clone(&event.text));
        all.configs.push(CheckedConfig { path, text, findings });
    }
    all
}
