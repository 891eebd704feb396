//! Decks in numbers as a table: `stats -o csv`.

use super::words::{self, TallyValues};
use crate::csv::CsvSheet;
use sleeve_check::DescribedDeck;
use sleeve_data::model::{Catalog, Lang};
use sleeve_odds::stats::{DeckMeasure, ValueTally};
use std::io::{self, Write};

/// The table: one row for each number.
pub fn csv(decks: &[DescribedDeck<'_>], out: &mut dyn Write) -> io::Result<()> {
    let mut sheet = CsvSheet::csv(out);
    sheet.row(["deck", "section", "field", "value", "low", "high"])?;
    for described in decks {
        let Some(catalog) = described.deck.catalog() else { continue };
        let path = described.deck.path.as_str();
        let found = &described.statistics;
        let mut row = |section: &str, field: &str, value: &str, low: String, high: String| {
            sheet.row([path, section, field, value, &low, &high])
        };
        row("cards", "", "", found.size.to_string(), found.size.to_string())?;
        for zone in &found.zones {
            row("zone", &zone.zone, "", zone.cards.to_string(), zone.cards.to_string())?;
        }
        for (card, count) in &found.start.certain {
            let card = catalog.cards.card(*card);
            row("start", card.id(), card.title(Lang::En), count.to_string(), count.to_string())?;
        }
        for tally in &found.tallies {
            tally_rows(catalog, "tally", tally, &mut row)?;
        }
        for curve in &found.curves {
            tally_rows(catalog, "curve", &curve.tally, &mut row)?;
            measure_row("average", &curve.average, "", &mut row)?;
        }
        for average in &found.averages {
            measure_row("average", average, "", &mut row)?;
        }
        for measured in &found.measures {
            measure_row("measure", measured, "", &mut row)?;
        }
        for grouping in &found.groups {
            tally_rows(catalog, "group", &grouping.tally, &mut row)?;
            let values = TallyValues::as_data(catalog);
            for (_, measures) in &grouping.measures {
                for (key, measured) in grouping.tally.rows.iter().zip(measures) {
                    let value = values.describe(&grouping.tally, key);
                    measure_row("group", measured, &value, &mut row)?;
                }
            }
        }
    }
    sheet.finish()
}

type PutRow<'p> = &'p mut dyn FnMut(&str, &str, &str, String, String) -> io::Result<()>;

fn tally_rows(
    catalog: &Catalog,
    section: &str,
    tally: &ValueTally,
    put: PutRow<'_>,
) -> io::Result<()> {
    let values = TallyValues::as_data(catalog);
    for row in &tally.rows {
        let value = values.describe(tally, row);
        put(section, &tally.word, &value, row.cards.to_string(), row.most.to_string())?;
    }
    for unknown in &tally.unknown {
        let value = words::describe_unknown(unknown, Lang::En);
        let (low, high) = (unknown.cards.to_string(), unknown.cards.to_string());
        put(section, &tally.word, &value, low, high)?;
    }
    if tally.without > 0 {
        let (low, high) = (tally.without.to_string(), tally.without.to_string());
        put(section, &tally.word, "", low, high)?;
    }
    Ok(())
}

fn measure_row(
    section: &str,
    measured: &DeckMeasure,
    value: &str,
    put: PutRow<'_>,
) -> io::Result<()> {
    let end =
        |end: Option<sleeve_language::Rational>| end.map_or_else(String::new, |r| r.to_string());
    put(section, &measured.text, value, end(measured.value.low()), end(measured.value.high()))
}
