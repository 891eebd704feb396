//! `check` of many decks with one row for each: a table for people, CSV and JSON lines for
//! programs.

use crate::{
    forms::{
        csv::CsvSheet,
        human::{self, verdict_word},
        json::write_line,
        report_items,
    },
    reference::list_gaps,
    stats::wide::{common_folder, path_heading},
    text::{
        Style,
        escape::plain,
        table::{Column, TextTable},
    },
};
use sleeve_check::CheckedDeck;
use sleeve_data::{
    Arrange,
    model::{Lang, Level},
};
use sleeve_rules::{Finding, FindingStatus, Verdict};
use std::{
    borrow::Cow,
    io::{self, Write},
};

/// From this number of decks on, `check` for people ends with a table instead of a line for each.
pub const DECKS_FOR_TABLE: usize = 10;

/// The headings of the sheet, which are the keys of [`OverviewRow`].
pub(crate) const HEADINGS: [&str; 11] = [
    "path",
    "game",
    "format",
    "role",
    "name",
    "player",
    "verdict",
    "provisional",
    "errors",
    "warnings",
    "first",
];

rows! {
    /// One deck under one format.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct OverviewRow<'a>(deck: &'a CheckedDeck) after {
        let open = report_items::count_open_lines(deck);
        let unresolved = deck.deck().map_or(0, |deck| deck.unresolved.len()) - open;
        let obstacles = deck.obstacles().len();
    } {
        /// Path as given.
        pub path: &'a str = &deck.path,
        /// Id of its game, if known.
        pub game: Option<&'a str> = deck.game(),
        /// Id of its format, if known.
        pub format: Option<&'a str> = deck.format_id(),
        /// Id of the role it was checked for.
        pub role: Option<&'a str> = deck.role(),
        /// Its name.
        pub name: Option<&'a str> = deck.name(),
        /// Its player.
        pub player: Option<&'a str> = deck.deck().and_then(|deck| deck.player.as_deref()),
        /// `legal`, `illegal`, `undetermined` or `unusable`.
        pub verdict: &'static str = verdict_word(deck.verdict(), Lang::En),
        /// Whether the verdict depends on stand-ins or inferred facts.
        pub provisional: bool = deck.is_provisional(),
        /// What the format does not judge, in English, if the deck is legal; left out if empty.
        pub not_asked?: Vec<&'a str> = list_gaps(deck.format(), deck.verdict()),
        /// Number of broken rules and assertions of level error, lines that name no card, and
        /// reasons why the file cannot be used.
        pub errors: usize = findings(deck, Level::Error, FindingStatus::Broken).count()
            + unresolved
            + obstacles,
        /// Number of broken rules and assertions of level warning, and of lines that name no card
        /// if the verdict does not depend on them.
        pub warnings: usize = findings(deck, Level::Warning, FindingStatus::Broken).count() + open,
        /// Id of the first broken rule, otherwise of the first that cannot be decided, otherwise of
        /// the first that is broken as a warning; `unusable` or `unresolved` if the rules do not
        /// decide.
        pub first: Option<&'a str> = match (obstacles, unresolved) {
            (0, 0) => first_rule(deck),
            (0, _) => Some("unresolved"),
            _ => Some("unusable"),
        },
        /// With `--until`, the last day on which the deck is known to be legal; null if it is not
        /// legal or no end is known.
        pub until?: Option<Option<String>> = deck
            .legal_until
            .as_ref()
            .map(|until| until.last_day().map(|day| day.to_string())),
        /// With `--event`, problems other than the verdict: `not-expected`, `missing`, `several`,
        /// `other-role`, `differs`, `not-registered`, `not-sealed`, `no-nonce`, `no-player`. A row
        /// with the verdict `missing` is for a deck that the player did not bring.
        pub problems?: Option<Vec<&'static str>> = None,
    }
}

fn findings(
    deck: &CheckedDeck,
    level: Level,
    status: FindingStatus,
) -> impl Iterator<Item = &Finding> {
    deck.findings()
        .iter()
        .filter(move |finding| finding.level == level && finding.status == status)
}

/// Returns the rule that decides the verdict most, if the rules decide it.
fn first_rule(deck: &CheckedDeck) -> Option<&str> {
    let first = findings(deck, Level::Error, FindingStatus::Broken)
        .chain(findings(deck, Level::Error, FindingStatus::Unknown))
        .chain(findings(deck, Level::Warning, FindingStatus::Broken))
        .next()?;
    Some(first.rule.as_str())
}

impl OverviewRow<'_> {
    pub(crate) fn cells(&self) -> [Cow<'_, str>; 11] {
        [
            self.path.into(),
            self.game.unwrap_or_default().into(),
            self.format.unwrap_or_default().into(),
            self.role.unwrap_or_default().into(),
            self.name.unwrap_or_default().into(),
            self.player.unwrap_or_default().into(),
            self.verdict.into(),
            if self.provisional { "true" } else { "false" }.into(),
            self.errors.to_string().into(),
            self.warnings.to_string().into(),
            self.first.unwrap_or_default().into(),
        ]
    }
}

/// Writes decks as CSV: a head if they are the first, then a row for each deck and format.
pub fn write_csv(decks: &[CheckedDeck], first: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut sheet = CsvSheet::csv(out);
    let has_days = decks.iter().any(|deck| deck.legal_until.is_some());
    if first {
        sheet.row(HEADINGS.into_iter().chain(has_days.then_some("until")))?;
    }
    for deck in decks {
        let until = has_days.then(|| human::last_legal_day(deck).into());
        sheet.row(OverviewRow::new(deck).cells().into_iter().chain(until))?;
    }
    sheet.finish()
}

/// Writes each deck as a JSON object on one line.
pub fn write_ndjson(decks: &[CheckedDeck], out: &mut dyn Write) -> io::Result<()> {
    for deck in decks {
        write_line(&OverviewRow::new(deck), out)?;
        writeln!(out)?;
    }
    Ok(())
}

/// Ranks verdicts, worst first.
fn verdict_order(deck: &CheckedDeck) -> u8 {
    let row = OverviewRow::new(deck);
    match deck.verdict() {
        Verdict::Unusable => 0,
        Verdict::Illegal => 1,
        Verdict::Undetermined => 2,
        Verdict::Legal if row.errors > 0 => 3,
        Verdict::Legal if row.warnings > 0 => 4,
        Verdict::Legal => 5,
    }
}

/// Writes the table for people: worst first, decks with the same verdict in the order they were
/// given.
pub fn write_table(decks: &[CheckedDeck], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut sorted: Vec<&CheckedDeck> = decks.iter().collect();
    // The key is computed once per deck, because it makes a row.
    sorted.arrange_by_cached_key(|deck| verdict_order(deck));
    let rows: Vec<OverviewRow<'_>> = sorted.iter().map(|deck| OverviewRow::new(deck)).collect();
    let problems: Vec<usize> = rows
        .iter()
        .zip(&sorted)
        .map(|(row, deck)| count_problems(row, deck))
        .collect();
    let has_players = rows.iter().any(|row| row.player.is_some());
    let has_roles = rows.iter().any(|row| row.role.is_some());
    let has_days = decks.iter().any(|deck| deck.legal_until.is_some());
    let has_problems = problems.iter().any(|problems| *problems > 0);
    let folder = common_folder(rows.iter().map(|row| row.path));
    let mut columns = vec![Column::text(word!(style.lang, "Verdict"))];
    columns.push(Column::text(path_heading(folder, style)));
    columns.extend(has_players.then(|| Column::text(word!(style.lang, "Player"))));
    columns.extend(has_roles.then(|| Column::text(word!(style.lang, "Role"))));
    columns.extend(has_days.then(|| Column::text(word!(style.lang, "Until"))));
    columns.extend(has_problems.then(|| Column::text(word!(style.lang, "First problem"))));
    columns.extend(has_problems.then(|| Column::number(word!(style.lang, "Problems"))));
    let mut table = TextTable::new(columns);
    for ((row, deck), problems) in rows.iter().zip(sorted).zip(problems) {
        let path = row.path.get(folder.len()..).unwrap_or(row.path);
        let mut cells = vec![verdict_word(deck.verdict(), style.lang).to_owned(), plain(path)];
        cells.extend(has_players.then(|| plain(row.player.unwrap_or_default())));
        cells.extend(has_roles.then(|| plain(row.role.unwrap_or_default())));
        cells.extend(has_days.then(|| human::last_legal_day(deck)));
        if has_problems {
            cells.push(plain(row.first.unwrap_or_default()));
            cells.push(if problems == 0 { String::new() } else { problems.to_string() });
        }
        table.row(cells);
    }
    table.write(out, style)
}

fn count_problems(row: &OverviewRow<'_>, deck: &CheckedDeck) -> usize {
    let undecided = deck
        .findings()
        .iter()
        .filter(|f| f.status == FindingStatus::Unknown);
    row.errors + row.warnings + undecided.count()
}
