//! Several decks of one game side by side: a column for each.

use super::words::{self, TallyValues};
use super::{StatsDetail, human};
use crate::start;
use crate::style::Style;
use crate::table::{Column, TextTable};
use crate::words::zone_name;
use sleeve_check::DescribedDeck;
use sleeve_data::model::{Catalog, Format, Lang};
use sleeve_language::tree::GroupKey;
use sleeve_odds::stats::{DeckMeasure, Statistics, ValueCount, ValueTally};
use std::io::{self, Write};

/// Columns that the labels of the rows take at most, and each deck.
const LABEL_WIDTH: usize = 30;
const DECK_WIDTH: usize = 9;

/// Writes decks side by side, in several tables where there are more than fit the page.
pub(super) fn write(
    decks: &[DescribedDeck<'_>],
    style: &Style,
    wanted: &StatsDetail,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(catalog) = decks.first().and_then(|d| d.deck.catalog()) else {
        return Ok(());
    };
    for (number, deck) in (1..).zip(decks) {
        writeln!(out, "{number}  {}", human::deck_title(deck, style))?;
        for line in start::lines(&deck.statistics.start, false, catalog, style.lang) {
            writeln!(out, "   {}", style.dim(&line))?;
        }
    }
    let fit = (style.width.saturating_sub(LABEL_WIDTH) / DECK_WIDTH).max(1);
    for (at, part) in decks.chunks(fit).enumerate() {
        writeln!(out)?;
        let first = at * fit + 1;
        let statistics: Vec<&Statistics> = part.iter().map(|d| &d.statistics).collect();
        let heads = (first..).take(part.len()).map(|n| Column::number(n.to_string()));
        let columns = std::iter::once(Column::text("")).chain(heads).collect();
        let lang = style.lang;
        let formats = part.iter().filter_map(|d| d.deck.format()).collect();
        let table = TextTable::new(columns);
        let mut sheet = DeckComparison { table, catalog, lang, wanted: *wanted, formats };
        sheet.fill(&statistics, style);
        sheet.table.write(out, style)?;
    }
    Ok(())
}

struct DeckComparison<'a> {
    table: TextTable,
    catalog: &'a Catalog,
    lang: Lang,
    wanted: StatsDetail,
    formats: Vec<&'a Format>,
}

/// Everything of one sort that the decks have, each once, in order of first appearance.
fn collect_distinct<'s, T>(
    decks: &[&'s Statistics],
    all: impl Fn(&'s Statistics) -> Vec<T>,
) -> Vec<T>
where
    T: PartialEq,
{
    let mut found: Vec<T> = Vec::new();
    for item in decks.iter().flat_map(|s| all(s)) {
        if !found.contains(&item) {
            found.push(item);
        }
    }
    found
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
        let cards = style.say("cards", "cartes").to_owned();
        self.add_row(cards, decks.iter().map(|s| s.size.to_string()));
        for zone in collect_distinct(decks, |s| s.zones.iter().map(|z| &z.zone).collect()) {
            let size = |s: &&Statistics| s.zones.iter().find(|z| z.zone == *zone).map(|z| z.cards);
            let cells = decks.iter().map(|s| size(s).unwrap_or(0).to_string());
            let known = self.formats.iter().find(|format| format.zone(zone).is_some());
            let name = zone_name(known.copied(), zone, self.lang);
            self.add_row(format!("  {name}"), cells.collect::<Vec<_>>());
        }
        for word in collect_distinct(decks, |s| s.curves.iter().map(|c| &c.tally.word).collect()) {
            let curve = |s: &&'_ Statistics| s.curves.iter().position(|c| c.tally.word == *word);
            self.add_tally(decks, |s| curve(&s).and_then(|at| s.curves.get(at)).map(|c| &c.tally));
            self.add_measures(decks, |s| {
                curve(&s).and_then(|at| s.curves.get(at)).map(|c| &c.average).into_iter().collect()
            });
        }
        if decks.iter().any(|s| !s.averages.is_empty()) {
            self.add_heading(style.say("Averages", "Moyennes").to_owned());
            self.add_measures(decks, |s| s.averages.iter().collect());
        }
        for word in collect_distinct(decks, |s| s.tallies.iter().map(|t| &t.word).collect()) {
            self.add_tally(decks, |s| s.tallies.iter().find(|t| t.word == *word));
        }
        if decks.iter().any(|s| !s.measures.is_empty()) {
            self.add_heading(style.say("Measures", "Mesures").to_owned());
            self.add_measures(decks, |s| s.measures.iter().collect());
        }
        for word in collect_distinct(decks, |s| s.groups.iter().map(|g| &g.tally.word).collect()) {
            self.add_grouping(decks, word);
        }
    }

    /// The values of one tally over all decks.
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
            rows.sort_by(|a, b| a.1.key.cmp(&b.1.key))
        } else {
            rows.sort_by(|a, b| b.2.cmp(&a.2).then(a.1.key.cmp(&b.1.key)))
        }
        rows.into_iter().map(|(tally, row, _)| (tally, row)).collect()
    }

    fn add_tally<'s>(
        &mut self,
        decks: &[&'s Statistics],
        find: impl Fn(&'s Statistics) -> Option<&'s ValueTally> + Copy,
    ) {
        let lang = self.lang;
        let Some(first) = decks.iter().find_map(|s| find(s)) else { return };
        self.add_heading(words::heading(self.catalog, &first.word, lang));
        let of = |s: &&'s Statistics, key: &GroupKey| {
            let row = find(s).and_then(|t| t.rows.iter().find(|r| r.key == *key));
            row.map_or_else(|| "0".to_owned(), |row| words::cards(row, lang))
        };
        let rows = Self::merge_rows(decks, find);
        let shown = self.wanted.row_count(first, rows.len());
        for (tally, row) in rows.iter().take(shown) {
            let label = TallyValues::in_words(self.catalog, lang).describe(tally, row);
            let cells: Vec<String> = decks.iter().map(|s| of(s, &row.key)).collect();
            self.add_row(format!("  {label}"), cells);
        }
        if rows.len() > shown {
            self.add_row(format!("  … +{} (--all)", rows.len() - shown), []);
        }
        let mut rest = |label: &str, count: &dyn Fn(&ValueTally) -> u64| {
            let counts: Vec<u64> = decks.iter().map(|s| find(s).map_or(0, count)).collect();
            if counts.iter().any(|n| *n > 0) {
                self.add_row(format!("  {label}"), counts.iter().map(u64::to_string));
            }
        };
        let unknown = if lang == Lang::Fr { "inconnu" } else { "unknown" };
        rest(unknown, &|t| t.unknown.iter().map(|u| u.cards).sum());
        rest(words::no_value_label(lang), &|t| t.without);
    }

    fn add_measures<'s>(
        &mut self,
        decks: &[&'s Statistics],
        all: impl Fn(&'s Statistics) -> Vec<&'s DeckMeasure>,
    ) {
        let texts =
            collect_distinct(decks, |s| all(s).into_iter().map(|m| (&m.name, &m.text)).collect());
        for (name, text) in texts {
            let value = |s: &&'s Statistics| {
                let found = all(s).into_iter().find(|m| m.text == *text);
                found.map_or_else(String::new, |m| m.value.in_words(self.lang))
            };
            let cells: Vec<String> = decks.iter().map(value).collect();
            self.add_row(format!("  {}", name.get(self.lang)), cells);
        }
    }

    fn add_grouping(&mut self, decks: &[&Statistics], word: &str) {
        let find = |s: &&Statistics| s.groups.iter().position(|g| g.tally.word == *word);
        let capped = std::mem::replace(&mut self.wanted.all, true);
        self.add_tally(decks, |s| find(&s).and_then(|at| s.groups.get(at)).map(|g| &g.tally));
        self.wanted.all = capped;
        let group = |s: &'_ Statistics| s.groups.iter().find(|g| g.tally.word == *word).cloned();
        let groups: Vec<_> = decks.iter().map(|s| group(s)).collect();
        let texts = collect_distinct(decks, |s| {
            let group = s.groups.iter().find(|g| g.tally.word == *word);
            group.map_or_else(Vec::new, |g| g.measures.iter().map(|(text, _)| text).collect())
        });
        let rows = Self::merge_rows(decks, |s| {
            s.groups.iter().find(|g| g.tally.word == *word).map(|g| &g.tally)
        });
        for text in texts {
            self.add_heading(text.clone());
            for (tally, row) in &rows {
                let value = |group: &Option<sleeve_odds::stats::Grouping>| {
                    let group = group.as_ref()?;
                    let at = group.tally.rows.iter().position(|r| r.key == row.key)?;
                    let (_, values) = group.measures.iter().find(|(t, _)| t == text)?;
                    values.get(at).map(|m| m.value.in_words(self.lang))
                };
                let cells: Vec<String> =
                    groups.iter().map(|g| value(g).unwrap_or_default()).collect();
                let label = TallyValues::in_words(self.catalog, self.lang).describe(tally, row);
                self.add_row(format!("  {label}"), cells);
            }
        }
    }
}
