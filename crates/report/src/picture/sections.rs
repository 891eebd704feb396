//! The sections of the page: curves, averages, odds by turn, measures over opening hands,
//! composition, and hands.

use super::{
    GamePart,
    chart::{self, BarGroup, ChartCurve},
    field_title, number_text, percent_text,
};
use crate::{
    cards::FactStyle,
    odds::{ask_diagnostic, openings_diagnostic},
    stats::{TallyValues, describe_more},
    text::escape::plain,
};
use maud::{Markup, html};
use sleeve_check::{ConditionOdds, MeasureDistribution, Portrait};
use sleeve_data::{
    Arrange,
    model::{CardIndex, FRONT, Lang, Lens, Text},
};
use sleeve_odds::{
    Probability,
    draw::OpeningsError,
    stats::{DeckMeasure, ValueTally},
};
use std::ops::AddAssign;

/// Most groups of bars in a chart; beyond that, neighbouring values share a group.
const BAR_GROUP_LIMIT: usize = 24;

pub(super) struct PartRow<K, N> {
    pub(super) key: K,
    pub(super) label: String,
    /// The certain and the largest possible number for each deck.
    pub(super) bars: Vec<(N, N)>,
}

/// The values of a field or measure for all decks.
pub(super) struct ByValue<K, N> {
    decks: usize,
    pub(super) rows: Vec<PartRow<K, N>>,
}

impl<K: PartialEq, N: Copy + Default + AddAssign> ByValue<K, N> {
    pub(super) fn new(decks: usize) -> ByValue<K, N> {
        ByValue { decks, rows: Vec::new() }
    }

    /// Adds the certain and the largest possible number for a deck to a value.
    pub(super) fn add(&mut self, deck: usize, key: K, label: String, sure: N, most: N) {
        let at = match self.rows.iter().position(|row| row.key == key) {
            Some(at) => at,
            None => {
                let none = (N::default(), N::default());
                self.rows
                    .push(PartRow { key, label, bars: vec![none; self.decks] });
                self.rows.len() - 1
            }
        };
        if let Some(bar) = self.rows.get_mut(at).and_then(|row| row.bars.get_mut(deck)) {
            bar.0 += sure;
            bar.1 += most;
        }
    }
}

impl<K: Ord> ByValue<K, f64> {
    /// Returns groups of bars in the order of the values; neighbours share a group if there are too
    /// many.
    fn groups(mut self) -> Vec<BarGroup> {
        self.rows.arrange_by(|a, b| a.key.cmp(&b.key));
        let each = self.rows.len().div_ceil(BAR_GROUP_LIMIT).max(1);
        let merged = self.rows.chunks(each).map(|rows| {
            let label = match rows {
                [first, .., last] => format!("{}–{}", first.label, last.label),
                [only] => only.label.clone(),
                [] => String::new(),
            };
            let mut bars = vec![(0.0, 0.0); self.decks];
            for row in rows {
                for (sum, bar) in bars.iter_mut().zip(&row.bars) {
                    *sum = (sum.0 + bar.0, sum.1 + bar.1);
                }
            }
            BarGroup { label, bars }
        });
        merged.collect()
    }
}

impl GamePart<'_> {
    fn chart_title(&self, name: Option<&Text>, text: &str) -> String {
        name.map_or_else(|| plain(text), |name| plain(name.get(self.lang)))
    }

    pub(super) fn figure(&self, title: &str, below: &[String], drawn: &Markup) -> Markup {
        html! {
            figure {
                figcaption { (title) @for line in below { small { (line) } } }
                (drawn)
            }
        }
    }

    /// Returns one line for each deck, with its name if there are several.
    pub(super) fn deck_lines(&self, line: impl Fn(&Portrait) -> Option<String>) -> Vec<String> {
        let named = self.decks.len() > 1;
        let colon = word!(self.lang, ": ");
        let mut lines = Vec::new();
        for (deck, name) in self.decks.iter().zip(self.names) {
            if let Some(text) = line(deck) {
                lines.push(if named { format!("{name}{colon}{text}") } else { text });
            }
        }
        lines
    }

    /// Draws how many cards have each number, for each numeric field.
    pub(super) fn curves(&self) -> Markup {
        let mut words: Vec<&str> = Vec::new();
        for curve in self
            .decks
            .iter()
            .flat_map(|p| &p.described.statistics.curves)
        {
            if !words.contains(&curve.tally.word.as_str()) {
                words.push(&curve.tally.word);
            }
        }
        if words.is_empty() {
            return html! {};
        }
        html! {
            section { h2 { (word!(self.lang, "Curves")) }
                div.charts { @for word in words { (self.curve_chart(word)) } } }
        }
    }

    fn curve_chart(&self, word: &str) -> Markup {
        let title = field_title(self.catalog, word, self.lang);
        let mut values = ByValue::new(self.decks.len());
        let written = TallyValues::in_words(self.catalog, self.lang);
        for (deck, portrait) in self.decks.iter().enumerate() {
            let Some(curve) = portrait.described.statistics.curve(word) else { continue };
            for row in &curve.tally.rows {
                let label = written.describe(&curve.tally, row);
                let bar = (row.cards as f64, row.most as f64);
                values.add(deck, row.key.clone(), label, bar.0, bar.1);
            }
        }
        let below = self.deck_lines(|portrait| {
            let curve = portrait.described.statistics.curve(word)?;
            Some(self.curve_note(&curve.average, &curve.tally))
        });
        let groups = values.groups();
        let drawn = chart::bars(&title, self.names, &groups, 1.0, &|n| number_text(n, self.lang));
        self.figure(&title, &below, &drawn)
    }

    /// Names the average of a curve, and how many cards it leaves out.
    fn curve_note(&self, average: &DeckMeasure, tally: &ValueTally) -> String {
        let mean = word!(self.lang, "average");
        let mut parts = vec![format!("{mean} {}", average.value.in_words(self.lang))];
        let unknown: u64 = tally.unknown.iter().map(|u| u.cards).sum();
        if unknown > 0 {
            parts.push(format!("{unknown} {}", word!(self.lang, "unknown", context = "cards")));
        }
        if tally.without > 0 {
            let word = word!(self.lang, "without a value");
            parts.push(format!("{} {word}", tally.without));
        }
        plain(&parts.join(", "))
    }

    /// Lists the averages that the game defines and the measures that were requested.
    pub(super) fn averages(&self) -> Markup {
        let mut found: Vec<Vec<&DeckMeasure>> = Vec::new();
        for portrait in self.decks {
            let statistics = &portrait.described.statistics;
            found.push(
                statistics
                    .averages
                    .iter()
                    .chain(&statistics.measures)
                    .collect(),
            );
        }
        let rows = found.first().cloned().unwrap_or_default();
        if rows.is_empty() {
            return html! {};
        }
        html! {
            section { h2 { (word!(self.lang, "Measures of the deck")) }
                div.wide { table {
                    @if self.decks.len() > 1 { (self.deck_headings()) }
                    tbody { @for (at, measure) in rows.iter().enumerate() {
                        tr { th scope="row" { (plain(measure.name.get(self.lang))) }
                            @for deck in &found {
                                td {
                                    @if let Some(measure) = deck.get(at) {
                                        (plain(&measure.value.in_words(self.lang)))
                                    }
                                }
                            } }
                    } }
                } } }
        }
    }

    fn deck_headings(&self) -> Markup {
        html! { thead { tr { td {} @for (at, name) in self.names.iter().enumerate() {
            th scope="col" { span.swatch.{"d" (at + 1)} {} (name) }
        } } } }
    }

    /// Draws odds by turn, or of the opening hand if the game describes no turns.
    pub(super) fn chances(&self) -> Markup {
        let asked = self.decks.first().map_or(0, |p| p.chances.len());
        if asked == 0 || self.decks.iter().all(|p| p.table.is_err()) {
            return html! {};
        }
        let turns = self
            .decks
            .iter()
            .flat_map(|p| &p.chances)
            .map(|c| c.turns.len())
            .max();
        if turns.unwrap_or(0) < 2 {
            return self.opening_chart(asked);
        }
        html! {
            section { h2 { (word!(self.lang, "Odds by turn")) }
                p.small { (word!(self.lang, "Exact, for the opening hand (0) and after each turn's draw.")) }
                div.charts { @for at in 0..asked { (self.chance_chart(at)) } } }
        }
    }

    /// Draws the odds of the opening hand for all conditions in one chart.
    fn opening_chart(&self, asked: usize) -> Markup {
        let title = word!(self.lang, "Odds of the opening hand");
        let mut groups = Vec::new();
        for at in 0..asked {
            let first = self
                .decks
                .first()
                .and_then(|portrait| portrait.chances.get(at));
            let label = first
                .map(|c| self.chart_title(c.name.as_ref(), &c.text))
                .unwrap_or_default();
            let bars = self.decks.iter().map(|portrait| opening_bar(portrait, at));
            groups.push(BarGroup { label, bars: bars.map(Option::unwrap_or_default).collect() });
        }
        let mut below = Vec::new();
        if self
            .decks
            .iter()
            .flat_map(|p| &p.chances)
            .all(|chances| chances.name.is_some())
        {
            below.push(word!(self.lang, "at least one card of").to_owned());
        }
        below.extend((0..asked).flat_map(|at| self.refusals(at)));
        let drawn = chart::bars(title, self.names, &groups, 0.0, &|n| self.share_text(n));
        html! { section { h2 { (title) } div.charts { (self.figure(word!(self.lang, "Exact"), &below, &drawn)) } } }
    }

    fn share_text(&self, share: f64) -> String {
        percent_text(share, share, self.lang)
    }

    /// Explains for each deck why a condition has no answer.
    fn refusals(&self, at: usize) -> Vec<String> {
        self.deck_lines(|portrait| {
            let turns = &portrait.chances.get(at)?.turns;
            let error = turns.iter().find_map(|turn| turn.as_ref().err())?;
            Some(plain(&ask_diagnostic(error, self.lang).title))
        })
    }

    fn chance_chart(&self, at: usize) -> Markup {
        let all: Vec<Option<&ConditionOdds>> =
            self.decks.iter().map(|p| p.chances.get(at)).collect();
        let Some(first) = all.iter().flatten().next() else { return html! {} };
        let title = match &first.name {
            Some(name) => {
                format!("{} {}", word!(self.lang, "at least one:"), plain(name.get(self.lang)))
            }
            None => plain(&first.text),
        };
        let mut curves: Vec<ChartCurve> = Vec::new();
        for chances in &all {
            let turns = chances.map_or(&[][..], |chances| &chances.turns);
            curves.push(
                turns
                    .iter()
                    .map(|turn| turn.as_ref().ok().map(find_ends))
                    .collect(),
            );
        }
        let refused = self.refusals(at);
        let drawn = chart::curves(&title, self.names, &curves, "0", self.lang);
        let turns = curves.iter().map(Vec::len).max().unwrap_or(0);
        let below: Vec<String> = first
            .name
            .as_ref()
            .map(|_| plain(&first.text))
            .into_iter()
            .chain(refused)
            .collect();
        let table = html! {
            (drawn)
            details { summary { (word!(self.lang, "Numbers")) }
                table {
                    @if self.decks.len() > 1 { (self.deck_headings()) }
                    tbody { @for turn in 0..turns { tr {
                        th scope="row" { (turn) }
                        @for curve in &curves { td {
                            @if let Some(Some((low, high))) = curve.get(turn) { (percent_text(*low, *high, self.lang)) }
                        } }
                    } } }
                } }
        };
        self.figure(&title, &below, &table)
    }

    pub(super) fn spreads(&self) -> Markup {
        let asked = self.decks.first().map_or(0, |p| p.spreads.len());
        if asked == 0 || self.decks.iter().all(|p| p.table.is_err()) {
            return html! {};
        }
        html! {
            section { h2 { (word!(self.lang, "In the opening hand")) }
                div.charts { @for at in 0..asked { (self.spread_chart(at)) } } }
        }
    }

    fn spread_chart(&self, at: usize) -> Markup {
        let all: Vec<Option<&MeasureDistribution>> =
            self.decks.iter().map(|p| p.spreads.get(at)).collect();
        let Some(first) = all.iter().flatten().next() else { return html! {} };
        let title = self.chart_title(first.name.as_ref(), &first.text);
        let mut values = ByValue::new(self.decks.len());
        for (deck, spread) in all.iter().enumerate() {
            let found = spread.and_then(|s| s.values.as_ref().ok());
            for (value, chance) in found.into_iter().flat_map(|found| &found.values) {
                let key = (value.0.low(), value.0.high(), value.0.is_none());
                let label = value.0.in_words(self.lang);
                let share = chance.to_f64();
                values.add(deck, key, label, share, share);
            }
        }
        let mut below = Vec::new();
        below.extend(first.name.as_ref().map(|_| plain(&first.text)));
        below.extend(self.deck_lines(|portrait| {
            let spread = portrait.spreads.get(at)?;
            match &spread.values {
                Ok(found) => {
                    let mean = found.mean()?;
                    let word = word!(self.lang, "average");
                    Some(format!("{word} {}", number_text(mean.mean, self.lang)))
                }
                Err(error) => Some(plain(&ask_diagnostic(error, self.lang).title)),
            }
        }));
        let groups = values.groups();
        let drawn = chart::bars(&title, self.names, &groups, 0.0, &|n| self.share_text(n));
        self.figure(&title, &below, &drawn)
    }
}

fn find_ends(chance: &Probability) -> (f64, f64) {
    (chance.low.to_f64(), chance.high.to_f64())
}

/// Returns the odds of the opening hand for a condition; `None` without an answer.
fn opening_bar(portrait: &Portrait, condition: usize) -> Option<(f64, f64)> {
    let opening = portrait.chances.get(condition)?.turns.first()?;
    opening.as_ref().ok().map(find_ends)
}

/// Most values that are drawn for a field without an order; the others are counted in words.
const VALUE_BAR_LIMIT: usize = 12;

impl GamePart<'_> {
    /// Draws how many cards have each value, for each field without numbers.
    pub(super) fn tallies(&self) -> Markup {
        let mut words: Vec<&str> = Vec::new();
        for tally in self
            .decks
            .iter()
            .flat_map(|p| &p.described.statistics.tallies)
        {
            if !words.contains(&tally.word.as_str()) {
                words.push(&tally.word);
            }
        }
        html! {
            section { h2 { (word!(self.lang, "Composition")) }
                div.charts { @for word in words { (self.tally_chart(word)) } } }
        }
    }

    fn tally_chart(&self, word: &str) -> Markup {
        let title = field_title(self.catalog, word, self.lang);
        let written = TallyValues::in_words(self.catalog, self.lang);
        let mut values = ByValue::new(self.decks.len());
        for (deck, portrait) in self.decks.iter().enumerate() {
            let Some(tally) = portrait.described.statistics.tally(word) else { continue };
            for row in &tally.rows {
                let label = plain(&written.describe(tally, row));
                values.add(deck, row.key.clone(), label, row.cards, row.most);
            }
        }
        let mut rows = values.rows;
        let mut tallies = self
            .decks
            .iter()
            .filter_map(|p| p.described.statistics.tally(word));
        if tallies.any(|tally| tally.ordered) {
            rows.arrange_by(|a, b| a.key.cmp(&b.key))
        } else {
            rows.arrange_by_key(|row| {
                std::cmp::Reverse(row.bars.iter().map(|(_, most)| most).sum::<u64>())
            })
        }
        // One more bar takes no more room than the line that would mention it.
        let shown = if rows.len() <= VALUE_BAR_LIMIT + 1 { rows.len() } else { VALUE_BAR_LIMIT };
        let rest = rows.len() - shown;
        let most = rows
            .iter()
            .flat_map(|row| &row.bars)
            .map(|bar| bar.1)
            .max()
            .unwrap_or(0)
            .max(1);
        let left = self.deck_lines(|portrait| {
            let tally = portrait.described.statistics.tally(word)?;
            let unknown: u64 = tally.unknown.iter().map(|u| u.cards).sum();
            let word = word!(self.lang, "unknown", context = "cards");
            (unknown > 0).then(|| format!("{unknown} {word}"))
        });
        let drawn = html! {
            div.rows { @for row in rows.iter().take(shown) {
                span.label { (row.label) }
                span.bars { @for (deck, (sure, upto)) in row.bars.iter().enumerate() {
                    span.bar.{"d" (deck + 1)} {
                        svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
                            rect.perhaps width=(super::Rounded(*upto as f64 / most as f64 * 100.0)) height="10" {}
                            rect width=(super::Rounded(*sure as f64 / most as f64 * 100.0)) height="10" {}
                        }
                        span.count { (sure) @if upto > sure { "–" (upto) } }
                    }
                } }
            } }
            @if rest > 0 { p.small { (more_values(rest, self.lang)) } }
        };
        self.figure(&title, &left, &drawn)
    }

    pub(super) fn hands(&self) -> Markup {
        let dealt = self.dealt;
        let any = self
            .decks
            .iter()
            .any(|p| p.hands.as_ref().is_ok_and(|hands| !hands.is_empty()));
        let refused = self.deck_lines(|portrait| match portrait.hands.as_ref().err()? {
            // The deck itself already shows why there is no table.
            OpeningsError::Ask(_) if portrait.table.is_err() => None,
            error => Some(plain(&openings_diagnostic(error, self.lang).title)),
        });
        if !any && refused.is_empty() {
            return html! {};
        }
        html! {
            section { h2 { (word!(self.lang, "Opening hands")) }
                p.small { (if dealt.options {
                    word!(self.lang, "the same hands again: --seed ")
                } else {
                    word!(self.lang, "seed ")
                }) (dealt.seed) " (" (dealt.generator) ")" }
                @for line in &refused { p { (line) } }
                div.hands { @for (deck, portrait) in self.decks.iter().enumerate() {
                    @for (at, hand) in portrait.hands.iter().flatten().enumerate() {
                        div.hand {
                            h3 { @if self.decks.len() > 1 { span.swatch.{"d" (deck + 1)} {} (self.names.get(deck).map_or("", String::as_str)) " · " } (at + 1) }
                            ul { @for card in hand { li { (self.card_name(*card)) } } }
                        }
                    }
                } }
            }
        }
    }

    fn card_name(&self, card: CardIndex) -> String {
        if card == CardIndex::STRANGER {
            return "?".to_owned();
        }
        let view = FactStyle::new(self.catalog, Lens::Shipped, self.lang);
        plain(&view.name(self.catalog.cards.card(card), FRONT))
    }
}

fn more_values(values: usize, lang: Lang) -> String {
    let words = describe_more(values, lang);
    // After the semicolon comes an option of `sleeve stats`, which does not exist on this page.
    words
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_owned()
}
