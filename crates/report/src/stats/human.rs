//! A deck in numbers for people: bars for what is counted, a line for each average.

use super::words::{self, TallyValues};
use super::{StatsDetail, side};
use crate::bars::{self, Bar};
use crate::data;
use crate::escape::safe;
use crate::human::fingerprint_line;
use crate::lines::pad;
use crate::start;
use crate::style::Style;
use crate::words::zone_name;
use sleeve_check::DescribedDeck;
use sleeve_data::model::{Catalog, Format};
use sleeve_odds::stats::{DeckMeasure, Grouping, Statistics, ValueTally, ZoneSize};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Writes one deck below the other headings, several decks of a game side by side.
pub fn write(
    decks: &[DescribedDeck<'_>],
    style: &Style,
    wanted: &StatsDetail,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.setting(out);
    let same = |a: &DescribedDeck<'_>, b: &DescribedDeck<'_>| a.deck.game() == b.deck.game();
    for (i, decks) in decks.chunk_by(same).enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        match decks {
            [deck] => write_deck(deck, style, wanted, out)?,
            several => side::write(several, style, wanted, out)?,
        }
    }
    if wanted.quiet {
        return Ok(());
    }
    if decks.iter().any(|d| d.provisional) {
        let hint = style.say(
            "some of this rests on stand-in values; `--attested` leaves them out",
            "une partie repose sur des valeurs provisoires ; `--attested` les écarte",
        );
        writeln!(out, "\n{hint}")?;
    }
    writeln!(out)?;
    if let [DescribedDeck { fingerprint: Some(fingerprint), .. }] = decks {
        writeln!(out, "{}", style.dim(&fingerprint_line(*fingerprint, style)))?;
    }
    let data = data::in_use(decks.iter().filter_map(|d| d.deck.catalog()));
    writeln!(out, "{}", style.dim(&data::line(&data, style)))
}

/// What a deck is called, and what it is.
pub(super) fn deck_title(deck: &DescribedDeck<'_>, style: &Style) -> String {
    let what = match (deck.deck.game(), deck.deck.format_id()) {
        (Some(game), Some(format)) => format!("{game}/{format}"),
        (Some(game), None) => game.to_owned(),
        _ => String::new(),
    };
    let path = safe(&deck.deck.path);
    match deck.deck.name() {
        Some(name) => {
            format!("{}  {}", style.bold(&safe(name)), style.dim(&format!("{path} ({what})")))
        }
        None => format!("{}  {}", style.bold(&path), style.dim(&format!("({what})"))),
    }
}

/// The number of cards, by zone.
pub(super) fn deck_size(statistics: &Statistics, format: Option<&Format>, style: &Style) -> String {
    let cards = match (statistics.size, style.say("card", "carte")) {
        (1, word) => format!("1 {word}"),
        (n, word) => format!("{n} {word}s"),
    };
    let listed = |read: bool| -> Vec<String> {
        let zones = statistics.zones.iter().filter(|z| z.read == read && z.cards > 0);
        let name = |z: &ZoneSize| zone_name(format, &z.zone, style.lang);
        zones.map(|z: &ZoneSize| format!("{} {}", name(z), z.cards)).collect()
    };
    let (read, rest) = (listed(true), listed(false));
    let mut line = cards;
    if !read.is_empty() {
        line.push_str(&format!("{} {}", style.say(":", " :"), read.join(", ")));
    }
    if !rest.is_empty() {
        let not = style.say("not counted", "non comptées");
        line.push_str(&format!(" ({not}{} {})", style.say(":", " :"), rest.join(", ")));
    }
    safe(&line).into_owned()
}

/// What a player looks at first comes first: curves and averages, then what the deck is made of.
fn write_deck(
    deck: &DescribedDeck<'_>,
    style: &Style,
    wanted: &StatsDetail,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(catalog) = deck.deck.catalog() else { return Ok(()) };
    let statistics = &deck.statistics;
    writeln!(out, "{}", deck_title(deck, style))?;
    writeln!(out, "{}", deck_size(statistics, deck.deck.format(), style))?;
    for line in start::lines(&statistics.start, false, catalog, style.lang) {
        writeln!(out, "{}", style.dim(&line))?;
    }
    for curve in &statistics.curves {
        write_tally(&curve.tally, catalog, style, wanted, out)?;
        write_measures(std::slice::from_ref(&curve.average), style, out)?;
    }
    if !statistics.averages.is_empty() {
        writeln!(out, "\n{}", style.bold(style.say("Averages", "Moyennes")))?;
        write_measures(&statistics.averages, style, out)?;
    }
    for found in &statistics.tallies {
        write_tally(found, catalog, style, wanted, out)?;
    }
    if !statistics.measures.is_empty() {
        writeln!(out)?;
        write_measures(&statistics.measures, style, out)?;
    }
    for found in &statistics.groups {
        // What is grouped by was asked for.
        write_tally(&found.tally, catalog, style, &StatsDetail { all: true, ..*wanted }, out)?;
        write_grouping(found, catalog, style, out)?;
    }
    Ok(())
}

fn write_tally(
    tally: &ValueTally,
    catalog: &Catalog,
    style: &Style,
    wanted: &StatsDetail,
    out: &mut dyn Write,
) -> io::Result<()> {
    let heading = words::heading(catalog, &tally.word, style.lang);
    writeln!(out, "\n{}", style.bold(&safe(&heading)))?;
    let values = TallyValues::in_words(catalog, style.lang);
    let mut all: Vec<Bar> = Vec::new();
    let shown = wanted.row_count(tally, tally.rows.len());
    for row in tally.rows.iter().take(shown) {
        let text = words::cards(row, style.lang);
        let bar = Bar::new(values.describe(tally, row), row.cards as f64, text);
        all.push(Bar { upto: row.most as f64, ..bar });
    }
    let rest = tally.unknown.iter().map(|u| (words::describe_unknown(u, style.lang), u.cards));
    for (label, cards) in rest {
        all.push(Bar { upto: cards as f64, ..Bar::new(label, 0.0, cards.to_string()) });
    }
    if tally.without > 0 {
        all.push(Bar::new(words::no_value_label(style.lang), 0.0, tally.without.to_string()));
    }
    bars::write(out, style, &all)?;
    match tally.rows.len() - shown {
        0 => Ok(()),
        more => writeln!(out, "{}", style.dim(&words::describe_more(more, style.lang))),
    }
}

fn write_measures(all: &[DeckMeasure], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<String> =
        all.iter().map(|m| safe(m.name.get(style.lang)).into_owned()).collect();
    let width = names.iter().map(|n| n.width()).max().unwrap_or(0);
    let values: Vec<String> = all.iter().map(|m| m.value.in_words(style.lang)).collect();
    let value_width = values.iter().map(|v| v.width()).max().unwrap_or(0);
    for ((measure, name), value) in all.iter().zip(names).zip(values) {
        let left: Vec<String> =
            measure.left.iter().map(|l| words::describe_left_out(l, style.lang)).collect();
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
    let label = |at: usize| {
        let row = grouping.tally.rows.get(at);
        row.map_or_else(String::new, |row| values.describe(&grouping.tally, row))
    };
    for (text, found) in &grouping.measures {
        writeln!(out, "\n{}", style.bold(&safe(text)))?;
        let low = |m: &DeckMeasure| m.value.low().map_or(0.0, |low| low.to_f64());
        let bars = found.iter().enumerate().map(|(at, measured)| {
            let bar = Bar::new(label(at), low(measured), measured.value.in_words(style.lang));
            let high = measured.value.high().map_or(bar.value, |high| high.to_f64());
            Bar { upto: high, ..bar }
        });
        bars::write(out, style, &bars.collect::<Vec<_>>())?;
    }
    Ok(())
}
