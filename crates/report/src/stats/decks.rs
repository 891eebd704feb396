//! Decks in numbers: each alone, several side by side for people, or as CSV.

use super::{
    StatsDetail, TallyValues, describe_count, describe_left_out, describe_more, describe_unknown,
    field_heading, no_value_label,
};
use crate::{
    cards::setup,
    forms::{
        csv::CsvSheet,
        human::{fingerprint_line, game_and_format},
    },
    game_data,
    text::{
        Style,
        escape::safe,
        lines::pad,
        table::{self, Bar, Column, TextTable},
        words::zone_name,
    },
};
use sleeve_check::DescribedDeck;
use sleeve_data::{
    Arrange, Gather,
    model::{Catalog, Format, Lang},
};
use sleeve_language::tree::GroupKey;
use sleeve_odds::stats::{DeckMeasure, Grouping, Statistics, ValueCount, ValueTally};
use std::{
    fmt::Display,
    io::{self, Write},
};
use unicode_width::UnicodeWidthStr;

/// Writes a deck under its headings, or several decks of a game side by side.
pub fn write(
    decks: &[DescribedDeck],
    style: &Style,
    detail: &StatsDetail,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.typesetter(out);
    let games = decks.chunk_by(|a, b| a.deck.game() == b.deck.game());
    for (i, decks) in games.enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        match decks {
            [deck] => write_deck(deck, style, detail, out)?,
            several => write_side_by_side(several, style, detail, out)?,
        }
    }
    if detail.quiet {
        return Ok(());
    }
    if decks.iter().any(|d| d.provisional) {
        let hint = word!(
            style.lang,
            "some of this rests on stand-in values; `--attested` leaves them out"
        );
        writeln!(out, "\n{hint}")?;
    }
    writeln!(out)?;
    if let [DescribedDeck { fingerprint: Some(fingerprint), .. }] = decks {
        writeln!(out, "{}", style.dim(&fingerprint_line(*fingerprint, style)))?;
    }
    let data = game_data::collect_data(decks.iter().filter_map(|d| d.deck.catalog()));
    writeln!(out, "{}", style.dim(&game_data::data_line(&data, style)))
}

/// Names a deck with its path, game and format.
fn deck_title(deck: &DescribedDeck, style: &Style) -> String {
    let what = game_and_format(&deck.deck).unwrap_or_default();
    let path = safe(&deck.deck.path);
    match deck.deck.name() {
        Some(name) => {
            format!("{}  {}", style.bold(&safe(name)), style.dim(&format!("{path} ({what})")))
        }
        None => format!("{}  {}", style.bold(&path), style.dim(&format!("({what})"))),
    }
}

/// Writes the number of cards in total and in each zone.
fn deck_size(statistics: &Statistics, format: Option<&Format>, style: &Style) -> String {
    let mut line = match (statistics.size, word!(style.lang, "card")) {
        (1, word) => format!("1 {word}"),
        (n, word) => format!("{n} {word}s"),
    };
    let (mut read, mut rest) = (Vec::new(), Vec::new());
    for zone in statistics.zones.iter().filter(|zone| zone.cards > 0) {
        let listed = if zone.read { &mut read } else { &mut rest };
        listed.push(format!("{} {}", zone_name(format, &zone.zone, style.lang), zone.cards));
    }
    if !read.is_empty() {
        line.push_str(&format!("{} {}", word!(style.lang, ":"), read.join(", ")));
    }
    if !rest.is_empty() {
        let not = word!(style.lang, "not counted");
        line.push_str(&format!(" ({not}{} {})", word!(style.lang, ":"), rest.join(", ")));
    }
    safe(&line).into_owned()
}

/// Writes one deck: curves and averages first, because players look at them first, then the other
/// fields.
fn write_deck(
    deck: &DescribedDeck,
    style: &Style,
    detail: &StatsDetail,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(catalog) = deck.deck.catalog() else { return Ok(()) };
    let statistics = &deck.statistics;
    writeln!(out, "{}", deck_title(deck, style))?;
    writeln!(out, "{}", deck_size(statistics, deck.deck.format(), style))?;
    for line in setup::start_lines(&statistics.start, false, catalog, style.lang) {
        writeln!(out, "{}", style.dim(&line))?;
    }
    for curve in &statistics.curves {
        write_tally(&curve.tally, catalog, style, detail, out)?;
        write_measures(std::slice::from_ref(&curve.average), style, out)?;
    }
    if !statistics.averages.is_empty() {
        writeln!(out, "\n{}", style.bold(word!(style.lang, "Averages")))?;
        write_measures(&statistics.averages, style, out)?;
    }
    for found in &statistics.tallies {
        write_tally(found, catalog, style, detail, out)?;
    }
    if !statistics.measures.is_empty() {
        writeln!(out)?;
        write_measures(&statistics.measures, style, out)?;
    }
    for found in &statistics.groups {
        // The user asked for these groups, so all their values are shown.
        write_tally(&found.tally, catalog, style, &StatsDetail { all: true, ..*detail }, out)?;
        write_grouping(found, catalog, style, out)?;
    }
    Ok(())
}

fn write_tally(
    tally: &ValueTally,
    catalog: &Catalog,
    style: &Style,
    detail: &StatsDetail,
    out: &mut dyn Write,
) -> io::Result<()> {
    let heading = field_heading(catalog, &tally.word, style.lang);
    writeln!(out, "\n{}", style.bold(&safe(&heading)))?;
    let values = TallyValues::in_words(catalog, style.lang);
    let mut all: Vec<Bar> = Vec::new();
    let shown = detail.row_count(tally, tally.rows.len());
    for row in tally.rows.iter().take(shown) {
        let text = describe_count(row, style.lang);
        let bar = Bar::new(values.describe(tally, row), row.cards as f64, text);
        all.push(Bar { upper: row.most as f64, ..bar });
    }
    for unknown in &tally.unknown {
        let label = describe_unknown(unknown, style.lang);
        let bar = Bar::new(label, 0.0, unknown.cards.to_string());
        all.push(Bar { upper: unknown.cards as f64, ..bar });
    }
    if tally.without > 0 {
        all.push(Bar::new(no_value_label(style.lang), 0.0, tally.without.to_string()));
    }
    table::write_bars(out, style, &all)?;
    match tally.rows.len() - shown {
        0 => Ok(()),
        more => writeln!(out, "{}", style.dim(&describe_more(more, style.lang))),
    }
}

fn write_measures(all: &[DeckMeasure], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<String> = all
        .iter()
        .map(|m| safe(m.name.get(style.lang)).into_owned())
        .collect();
    let width = names.iter().map(|n| n.width()).max().unwrap_or(0);
    let values: Vec<String> = all.iter().map(|m| m.value.in_words(style.lang)).collect();
    let value_width = values.iter().map(|v| v.width()).max().unwrap_or(0);
    for ((measure, name), value) in all.iter().zip(names).zip(values) {
        let left: Vec<String> = measure
            .left
            .iter()
            .map(|l| describe_left_out(l, style.lang))
            .collect();
        let note = if left.is_empty() {
            String::new()
        } else {
            style.dim(&format!("  ({})", left.join(style.lang.semicolon())))
        };
        let value = if note.is_empty() { value } else { pad(&value, value_width) };
        writeln!(out, "{}  {value}{note}", pad(&name, width))?;
    }
    Ok(())
}

fn write_grouping(
    grouping: &Grouping,
    catalog: &Catalog,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let values = TallyValues::in_words(catalog, style.lang);
    for (text, found) in &grouping.measures {
        writeln!(out, "\n{}", style.bold(&safe(text)))?;
        let mut bars = Vec::new();
        for (at, DeckMeasure { value, .. }) in found.iter().enumerate() {
            let row = grouping.tally.rows.get(at);
            let label = row
                .map(|row| values.describe(&grouping.tally, row))
                .unwrap_or_default();
            let low = value.low().map_or(0.0, |low| low.to_f64());
            let upper = value.high().map_or(low, |high| high.to_f64());
            bars.push(Bar { upper, ..Bar::new(label, low, value.in_words(style.lang)) });
        }
        table::write_bars(out, style, &bars)?;
    }
    Ok(())
}

/// Most characters of a row's label, and of a deck's.
const LABEL_WIDTH: usize = 30;
const DECK_WIDTH: usize = 9;

/// Writes decks side by side, in several tables if they do not fit the page.
fn write_side_by_side(
    decks: &[DescribedDeck],
    style: &Style,
    detail: &StatsDetail,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(catalog) = decks.first().and_then(|d| d.deck.catalog()) else {
        return Ok(());
    };
    for (number, deck) in (1..).zip(decks) {
        writeln!(out, "{number}  {}", deck_title(deck, style))?;
        for line in setup::start_lines(&deck.statistics.start, false, catalog, style.lang) {
            writeln!(out, "   {}", style.dim(&line))?;
        }
    }
    let fit = (style.width.saturating_sub(LABEL_WIDTH) / DECK_WIDTH).max(1);
    for (at, part) in decks.chunks(fit).enumerate() {
        writeln!(out)?;
        let first = at * fit + 1;
        let statistics: Vec<&Statistics> = part.iter().map(|d| &d.statistics).collect();
        let heads = (first..)
            .take(part.len())
            .map(|n| Column::number(n.to_string()));
        let columns = std::iter::once(Column::text("")).chain(heads).collect();
        let lang = style.lang;
        let formats = part.iter().filter_map(|d| d.deck.format()).collect();
        let table = TextTable::new(columns);
        let mut sheet = DeckComparison { table, catalog, lang, detail: *detail, formats };
        sheet.fill(&statistics, style);
        sheet.table.write(out, style)?;
    }
    Ok(())
}

struct DeckComparison<'a> {
    table: TextTable,
    catalog: &'a Catalog,
    lang: Lang,
    detail: StatsDetail,
    formats: Vec<&'a Format>,
}

impl DeckComparison<'_> {
    fn add_row(&mut self, label: String, cells: impl IntoIterator<Item = String>) {
        self.table.row(std::iter::once(label).chain(cells));
    }

    fn add_heading(&mut self, text: String) {
        if !self.table.is_empty() {
            self.add_row(String::new(), []);
        }
        self.add_row(text, []);
    }

    fn fill(&mut self, decks: &[&Statistics], style: &Style) {
        let cards = say!(style.lang, "cards");
        self.add_row(cards, decks.iter().map(|s| s.size.to_string()));
        for zone in decks
            .iter()
            .flat_map(|s| &s.zones)
            .map(|z| &z.zone)
            .each_once()
        {
            let mut cells = Vec::new();
            for statistics in decks {
                let size = statistics.zones.iter().find(|size| size.zone == *zone);
                cells.push(size.map_or(0, |size| size.cards).to_string());
            }
            let known = self
                .formats
                .iter()
                .find(|format| format.zone(zone).is_some());
            let name = zone_name(known.copied(), zone, self.lang);
            self.add_row(format!("  {name}"), cells);
        }
        for word in decks
            .iter()
            .flat_map(|s| &s.curves)
            .map(|c| &c.tally.word)
            .each_once()
        {
            self.add_tally(decks, |s| s.curve(word).map(|curve| &curve.tally));
            self.add_measures(decks, |s| s.curve(word).map(|c| &c.average).into_iter().collect());
        }
        if decks.iter().any(|s| !s.averages.is_empty()) {
            self.add_heading(say!(style.lang, "Averages"));
            self.add_measures(decks, |s| s.averages.iter().collect());
        }
        for word in decks
            .iter()
            .flat_map(|s| &s.tallies)
            .map(|t| &t.word)
            .each_once()
        {
            self.add_tally(decks, |s| s.tally(word));
        }
        if decks.iter().any(|s| !s.measures.is_empty()) {
            self.add_heading(say!(style.lang, "Measures"));
            self.add_measures(decks, |s| s.measures.iter().collect());
        }
        for word in decks
            .iter()
            .flat_map(|s| &s.groups)
            .map(|g| &g.tally.word)
            .each_once()
        {
            self.add_grouping(decks, word);
        }
    }

    /// Merges the rows of one tally over all decks: in the order of the values, or most frequent
    /// first.
    fn merge_rows<'s>(
        decks: &[&'s Statistics],
        find: impl Fn(&'s Statistics) -> Option<&'s ValueTally>,
    ) -> Vec<(&'s ValueTally, &'s ValueCount)> {
        let mut rows: Vec<(&ValueTally, &ValueCount, u64)> = Vec::new();
        for tally in decks.iter().filter_map(|s| find(s)) {
            for row in &tally.rows {
                match rows.iter_mut().find(|(_, known, _)| known.key == row.key) {
                    Some((_, _, total)) => *total += row.cards,
                    None => rows.push((tally, row, row.cards)),
                }
            }
        }
        if rows.first().is_some_and(|(tally, ..)| tally.ordered) {
            rows.arrange_by(|a, b| a.1.key.cmp(&b.1.key))
        } else {
            rows.arrange_by(|a, b| b.2.cmp(&a.2).then(a.1.key.cmp(&b.1.key)))
        }
        rows.into_iter()
            .map(|(tally, row, _)| (tally, row))
            .collect()
    }

    fn add_tally<'s>(
        &mut self,
        decks: &[&'s Statistics],
        find: impl Fn(&'s Statistics) -> Option<&'s ValueTally> + Copy,
    ) {
        let lang = self.lang;
        let Some(first) = decks.iter().find_map(|s| find(s)) else { return };
        self.add_heading(field_heading(self.catalog, &first.word, lang));
        let tallies: Vec<Option<&ValueTally>> = decks.iter().map(|s| find(s)).collect();
        let rows = Self::merge_rows(decks, find);
        let shown = self.detail.row_count(first, rows.len());
        for (tally, row) in rows.iter().take(shown) {
            let label = TallyValues::in_words(self.catalog, lang).describe(tally, row);
            let mut cells = Vec::new();
            for tally in &tallies {
                let own = tally.and_then(|tally| tally.rows.iter().find(|r| r.key == row.key));
                cells.push(own.map_or_else(|| "0".to_owned(), |row| describe_count(row, lang)));
            }
            self.add_row(format!("  {label}"), cells);
        }
        if rows.len() > shown {
            self.add_row(format!("  … +{} (--all)", rows.len() - shown), []);
        }
        let (mut unknown, mut without) = (Vec::new(), Vec::new());
        for tally in tallies {
            let open = tally.map_or(&[][..], |tally| &tally.unknown);
            unknown.push(open.iter().map(|unknown| unknown.cards).sum());
            without.push(tally.map_or(0, |tally| tally.without));
        }
        self.add_counts(word!(lang, "unknown"), &unknown);
        self.add_counts(no_value_label(lang), &without);
    }

    /// Adds a row of counts unless all are zero.
    fn add_counts(&mut self, label: &str, counts: &[u64]) {
        if counts.iter().any(|count| *count > 0) {
            self.add_row(format!("  {label}"), counts.iter().map(u64::to_string));
        }
    }

    fn add_measures<'s>(
        &mut self,
        decks: &[&'s Statistics],
        all: impl Fn(&'s Statistics) -> Vec<&'s DeckMeasure>,
    ) {
        let measures = decks.iter().flat_map(|s| all(s));
        for (name, text) in measures.map(|m| (&m.name, &m.text)).each_once() {
            let mut cells = Vec::new();
            for statistics in decks {
                let found = all(statistics)
                    .into_iter()
                    .find(|measure| measure.text == *text);
                cells.push(
                    found
                        .map(|m| m.value.in_words(self.lang))
                        .unwrap_or_default(),
                );
            }
            self.add_row(format!("  {}", name.get(self.lang)), cells);
        }
    }

    fn add_grouping(&mut self, decks: &[&Statistics], word: &str) {
        // The user asked for these groups, so all their values are shown.
        let capped = std::mem::replace(&mut self.detail.all, true);
        self.add_tally(decks, |s| s.group(word).map(|group| &group.tally));
        self.detail.all = capped;
        let groups = decks.iter().filter_map(|s| s.group(word));
        let texts = groups
            .flat_map(|group| &group.measures)
            .map(|of| &of.0)
            .each_once();
        let rows = Self::merge_rows(decks, |s| s.group(word).map(|group| &group.tally));
        for text in texts {
            self.add_heading(text.clone());
            for (tally, row) in &rows {
                let mut cells = Vec::new();
                for statistics in decks {
                    let group = statistics.group(word);
                    let measured = group.and_then(|group| group_measure(group, text, &row.key));
                    cells.push(
                        measured
                            .map(|m| m.value.in_words(self.lang))
                            .unwrap_or_default(),
                    );
                }
                let label = TallyValues::in_words(self.catalog, self.lang).describe(tally, row);
                self.add_row(format!("  {label}"), cells);
            }
        }
    }
}

/// Returns a measure of the cards that have a value.
fn group_measure<'g>(
    grouping: &'g Grouping,
    text: &str,
    key: &GroupKey,
) -> Option<&'g DeckMeasure> {
    let at = grouping.tally.rows.iter().position(|row| row.key == *key)?;
    let (_, values) = grouping.measures.iter().find(|(other, _)| other == text)?;
    values.get(at)
}

/// Writes decks as CSV, one row for each number.
pub fn csv(decks: &[DescribedDeck], out: &mut dyn Write) -> io::Result<()> {
    let mut sheet = CsvSheet::csv(out);
    sheet.row(["deck", "section", "field", "value", "low", "high"])?;
    for described in decks {
        let Some(catalog) = described.deck.catalog() else { continue };
        let path = described.deck.path.as_str();
        DeckRows { sheet: &mut sheet, path, catalog }.write(&described.statistics)?;
    }
    sheet.finish()
}

/// The rows of one deck in the sheet of numbers.
struct DeckRows<'s, W: Write> {
    sheet: &'s mut CsvSheet<W>,
    path: &'s str,
    catalog: &'s Catalog,
}

impl<W: Write> DeckRows<'_, W> {
    fn write(&mut self, found: &Statistics) -> io::Result<()> {
        self.add(["cards", "", ""], found.size, found.size)?;
        for zone in &found.zones {
            self.add(["zone", &zone.zone, ""], zone.cards, zone.cards)?;
        }
        for (card, count) in &found.start.certain {
            let card = self.catalog.cards.card(*card);
            self.add(["start", card.id(), card.title(Lang::En)], count, count)?;
        }
        for tally in &found.tallies {
            self.add_tally("tally", tally)?;
        }
        for curve in &found.curves {
            self.add_tally("curve", &curve.tally)?;
            self.add_measure("average", &curve.average, "")?;
        }
        for average in &found.averages {
            self.add_measure("average", average, "")?;
        }
        for measured in &found.measures {
            self.add_measure("measure", measured, "")?;
        }
        for grouping in &found.groups {
            self.add_tally("group", &grouping.tally)?;
            let values = TallyValues::as_data(self.catalog);
            for (_, measures) in &grouping.measures {
                for (row, measured) in grouping.tally.rows.iter().zip(measures) {
                    let value = values.describe(&grouping.tally, row);
                    self.add_measure("group", measured, &value)?;
                }
            }
        }
        Ok(())
    }

    /// Adds a number, or its range. The names are those of section, field and value.
    fn add(&mut self, names: [&str; 3], low: impl Display, high: impl Display) -> io::Result<()> {
        let [section, field, value] = names;
        self.sheet
            .row([self.path, section, field, value, &low.to_string(), &high.to_string()])
    }

    fn add_tally(&mut self, section: &str, tally: &ValueTally) -> io::Result<()> {
        let values = TallyValues::as_data(self.catalog);
        for row in &tally.rows {
            let value = values.describe(tally, row);
            self.add([section, &tally.word, &value], row.cards, row.most)?;
        }
        for unknown in &tally.unknown {
            let value = describe_unknown(unknown, Lang::En);
            self.add([section, &tally.word, &value], unknown.cards, unknown.cards)?;
        }
        if tally.without > 0 {
            self.add([section, &tally.word, ""], tally.without, tally.without)?;
        }
        Ok(())
    }

    /// Adds a measure, whose open ends are empty cells.
    fn add_measure(&mut self, section: &str, measure: &DeckMeasure, group: &str) -> io::Result<()> {
        let low = measure.value.low().map(|low| low.to_string());
        let high = measure.value.high().map(|high| high.to_string());
        let names = [section, &*measure.text, group];
        self.add(names, low.unwrap_or_default(), high.unwrap_or_default())
    }
}
