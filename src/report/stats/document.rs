//! Decks in numbers for scripts: `stats -o json` and `-o csv`.

use super::Described;
use super::words::{self, Values};
use crate::model::{Catalog, Lang};
use crate::report::csv::Sheet;
use crate::report::data::{self, PROGRAM};
use crate::report::start;
use crate::stats::{Grouping, Measured, Row, Tally, Unknown};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Name and version of the document's form.
pub const STATS: &str = "sleeve/stats/1";

/// The document.
pub fn json(decks: &[Described<'_>]) -> Value {
    json!({
        "schema": STATS,
        "program": PROGRAM,
        "data": data::in_use(decks.iter().filter_map(|d| d.deck.catalog.as_ref())),
        "decks": decks.iter().map(deck).collect::<Vec<_>>(),
    })
}

fn deck(described: &Described<'_>) -> Value {
    let Some(catalog) = described.deck.catalog.as_deref() else { return Value::Null };
    let found = &described.statistics;
    let curves = found.curves.iter().map(|curve| {
        let mut value = tally(catalog, &curve.tally);
        value["average"] = measure(&curve.average);
        value
    });
    let zones =
        found.zones.iter().map(|z| json!({ "zone": z.zone, "cards": z.cards, "read": z.read }));
    json!({
        "path": described.deck.path,
        "name": described.deck.name(),
        "game": described.deck.game(),
        "format": described.deck.format,
        "provisional": described.provisional,
        "cards": found.size,
        "start": start::json(&found.start, catalog),
        "zones": zones.collect::<Vec<_>>(),
        "tallies": found.tallies.iter().map(|t| tally(catalog, t)).collect::<Vec<_>>(),
        "curves": curves.collect::<Vec<_>>(),
        "averages": found.averages.iter().map(measure).collect::<Vec<_>>(),
        "measures": found.measures.iter().map(measure).collect::<Vec<_>>(),
        "groups": found.groups.iter().map(|g| group(catalog, g)).collect::<Vec<_>>(),
        "unresolved": described.deck.deck.as_ref().map_or(0, |d| d.unresolved.len()),
    })
}

fn tally(catalog: &Catalog, tally: &Tally) -> Value {
    let values = Values::as_data(catalog);
    let row =
        |row: &Row| json!({ "value": values.of(tally, row), "cards": row.cards, "most": row.most });
    json!({
        "field": tally.word,
        "rows": tally.rows.iter().map(row).collect::<Vec<_>>(),
        "unknown": tally.unknown.iter().map(unknown).collect::<Vec<_>>(),
        "without": tally.without,
    })
}

fn unknown(unknown: &Unknown) -> Value {
    let number = unknown.number.as_ref().map(words::quantity);
    json!({ "number": number, "cards": unknown.cards })
}

/// A measure as data.
pub fn measure(measured: &Measured) -> Value {
    let left = measured.left.iter().map(|l| {
        json!({
            "of": l.what, "counted": l.counted, "ranged": l.ranged,
            "without": l.absent, "unknown": l.unknown,
        })
    });
    json!({
        "name": { "en": measured.name.get(Lang::En), "fr": measured.name.get(Lang::Fr) },
        "measure": measured.text,
        "value": words::quantity(&measured.value),
        "averaged": left.collect::<Vec<_>>(),
    })
}

fn group(catalog: &Catalog, grouping: &Grouping) -> Value {
    let mut value = tally(catalog, &grouping.tally);
    let measures = grouping.measures.iter().map(|(text, values)| {
        let values: Vec<Value> = values.iter().map(|m| words::quantity(&m.value)).collect();
        json!({ "measure": text, "values": values })
    });
    value["measures"] = Value::Array(measures.collect());
    value
}

/// The table: one row for each number.
pub fn csv(decks: &[Described<'_>], out: &mut dyn Write) -> io::Result<()> {
    let mut sheet = Sheet::csv(out);
    sheet.row(["deck", "section", "field", "value", "low", "high"])?;
    for described in decks {
        let Some(catalog) = described.deck.catalog.as_deref() else { continue };
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
            row("start", card.id(), card.name(Lang::En), count.to_string(), count.to_string())?;
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
            let values = Values::as_data(catalog);
            for (_, measures) in &grouping.measures {
                for (key, measured) in grouping.tally.rows.iter().zip(measures) {
                    let value = values.of(&grouping.tally, key);
                    measure_row("group", measured, &value, &mut row)?;
                }
            }
        }
    }
    sheet.finish()
}

type PutRow<'p> = &'p mut dyn FnMut(&str, &str, &str, String, String) -> io::Result<()>;

fn tally_rows(catalog: &Catalog, section: &str, tally: &Tally, put: PutRow<'_>) -> io::Result<()> {
    let values = Values::as_data(catalog);
    for row in &tally.rows {
        let value = values.of(tally, row);
        put(section, &tally.word, &value, row.cards.to_string(), row.most.to_string())?;
    }
    for unknown in &tally.unknown {
        let value = words::unknown(unknown, Lang::En);
        let (low, high) = (unknown.cards.to_string(), unknown.cards.to_string());
        put(section, &tally.word, &value, low, high)?;
    }
    if tally.without > 0 {
        let (low, high) = (tally.without.to_string(), tally.without.to_string());
        put(section, &tally.word, "", low, high)?;
    }
    Ok(())
}

fn measure_row(section: &str, measured: &Measured, value: &str, put: PutRow<'_>) -> io::Result<()> {
    let end =
        |end: Option<crate::language::Rational>| end.map_or_else(String::new, |r| r.to_string());
    put(section, &measured.text, value, end(measured.value.low()), end(measured.value.high()))
}
