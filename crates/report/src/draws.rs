//! Random hands as text: dealt ones, and the results of simulating many.

use crate::{
    cards::FactStyle,
    game_data,
    odds::{self, OddsModel, openings_diagnostic},
    text::{
        Style,
        escape::safe,
        table::{self, Bar, Column, TableRow, TextTable},
        words::percentage,
    },
};
use sleeve_data::model::{CardIndex, Lang, Lens};
use sleeve_language::{Field, Quantity, Truth};
use sleeve_odds::{
    OrderedQuantity as Measured, Probability,
    draw::{CONFIDENCE_95, DrawResult, mean_and_deviation, standard_errors, wilson},
};
use std::{
    cell::RefCell,
    collections::BTreeMap,
    io::{self, Write},
};

/// The answer to a condition or a measure.
pub enum HandAnswer {
    Truth(Truth),
    Value(Quantity),
}

impl HandAnswer {
    /// Whether unknown facts leave it open.
    pub fn is_open(&self) -> bool {
        match self {
            HandAnswer::Truth(truth) => *truth == Truth::Unknown,
            HandAnswer::Value(value) => value.is_open(),
        }
    }
}

/// A hand, at the opening or after a turn's draw.
pub struct HandMoment {
    /// In the order they were drawn.
    pub cards: Vec<CardIndex>,
    /// Conditions and measures as written, with their answers.
    pub answers: Vec<(String, HandAnswer)>,
}

/// A dealt hand, with everything else that was dealt.
pub struct HandView {
    /// The opening hand, then the hand after each turn.
    pub moments: Vec<HandMoment>,
    /// Opening hands that a mulligan exchanged.
    pub exchanged: Vec<Vec<CardIndex>>,
    /// Number of cards that go to the bottom of the pile.
    pub bottom: u32,
    /// Hands from other piles, with their names.
    pub other_piles: Vec<(String, Vec<CardIndex>)>,
    /// Opening hands of other players who draw from the same pile.
    pub partners: Vec<Vec<CardIndex>>,
    pub open_row: Vec<CardIndex>,
}

impl HandView {
    /// Iterates over all cards shown, including repeats.
    pub fn cards(&self) -> impl Iterator<Item = CardIndex> + '_ {
        let drawn = self.moments.iter().map(|moment| &moment.cards);
        let hands = drawn
            .chain(&self.exchanged)
            .chain(&self.partners)
            .chain([&self.open_row]);
        hands.flatten().copied()
    }
}

/// Hands that were dealt, ready to be written.
pub struct Dealing {
    pub model: OddsModel,
    pub generator: &'static str,
    pub seed: u64,
    /// Which facts count as known.
    pub lens: Lens,
    pub hands: Vec<HandView>,
}

impl Dealing {
    /// Writes the hands one by one; `quiet` leaves out what they depend on.
    pub fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        let out = &mut style.typesetter(out);
        let sheet = self.card_faces(style);
        for (at, hand) in self.hands.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            let title = format!("{} {}", word!(style.lang, "hand"), at + 1);
            if self.hands.len() > 1 {
                writeln!(out, "{}", style.bold(&title))?;
            }
            self.write_hand(out, style, &sheet, hand)?;
        }
        if quiet {
            return Ok(());
        }
        writeln!(out)?;
        for line in self.model.lines(style) {
            writeln!(out, "{}", style.dim(&line))?;
        }
        let again = word!(style.lang, "the same hands again: --seed");
        writeln!(out, "{}", style.dim(&format!("{again} {} ({})", self.seed, self.generator)))?;
        let used = game_data::collect_data(self.model.cards.catalog());
        writeln!(out, "{}", style.dim(&game_data::data_line(&used, style)))
    }

    fn write_hand(
        &self,
        out: &mut dyn Write,
        style: &Style,
        sheet: &CardFaces<'_>,
        hand: &HandView,
    ) -> io::Result<()> {
        for cards in &hand.exchanged {
            let names: Vec<String> = cards.iter().map(|c| self.name(*c, style.lang)).collect();
            let title = word!(style.lang, "exchanged:");
            writeln!(out, "{} {}", style.dim(title), safe(&names.join(", ")))?;
        }
        for (turn, moment) in hand.moments.iter().enumerate() {
            if turn == 1 && moment.cards == hand.moments[0].cards {
                // The first turn drew nothing, so this is the opening hand.
                continue;
            }
            if turn > 0 {
                let title = format!("{} {turn}", word!(style.lang, "turn"));
                writeln!(out, "\n{}", style.bold(&title))?;
            }
            sheet.write(out, style, &moment.cards)?;
            if turn == 0 && hand.bottom > 0 {
                let text = word!(style.lang, "of them go to the bottom");
                writeln!(out, "{} {text}", hand.bottom)?;
            }
            for (text, answer) in &moment.answers {
                writeln!(out, "  {} {}", answer_mark(answer, style), safe(text))?;
            }
        }
        for (name, cards) in &hand.other_piles {
            writeln!(out, "\n{}", style.bold(&safe(name)))?;
            sheet.write(out, style, cards)?;
        }
        for partner in &hand.partners {
            writeln!(out, "\n{}", style.bold(word!(style.lang, "another hand")))?;
            sheet.write(out, style, partner)?;
        }
        if !hand.open_row.is_empty() {
            writeln!(out, "\n{}", style.bold(word!(style.lang, "row")))?;
            sheet.write(out, style, &hand.open_row)?;
        }
        Ok(())
    }

    fn name(&self, card: CardIndex, lang: Lang) -> String {
        self.model.cards.name(card, lang)
    }

    /// Prepares the columns; rows of cards are only made when needed.
    fn card_faces(&self, style: &Style) -> CardFaces<'_> {
        let mut fields = Vec::new();
        let mut columns = vec![Column::text(word!(style.lang, "card"))];
        if let Some(catalog) = self.model.cards.catalog() {
            let game = &catalog.game;
            fields.extend(
                game.columns
                    .iter()
                    .filter_map(|word| Field::parse(game, word)),
            );
            columns.extend(
                fields
                    .iter()
                    .map(|field| Column::text(field.heading(game, style.lang))),
            );
        }
        CardFaces { dealing: self, fields, columns, rows: RefCell::default() }
    }
}

/// Table rows by card, each built once: a hundred thousand hands contain few different cards.
struct CardFaces<'d> {
    dealing: &'d Dealing,
    fields: Vec<Field>,
    /// Name of the card, then the fields.
    columns: Vec<Column>,
    rows: RefCell<BTreeMap<CardIndex, TableRow>>,
}

impl CardFaces<'_> {
    fn row(&self, card: CardIndex, style: &Style) -> TableRow {
        let mut rows = self.rows.borrow_mut();
        rows.entry(card)
            .or_insert_with(|| TableRow::new(self.cells(card, style)))
            .clone()
    }

    fn cells(&self, card: CardIndex, style: &Style) -> Vec<String> {
        let mut cells = vec![self.dealing.name(card, style.lang)];
        if let Some(catalog) = self.dealing.model.cards.catalog()
            && card != CardIndex::STRANGER
        {
            let view = FactStyle {
                short: true,
                prose: true,
                marks: true,
                ..FactStyle::new(catalog, self.dealing.lens, style.lang)
            };
            let card_data = catalog.cards.card(card);
            cells.extend(
                self.fields
                    .iter()
                    .map(|field| view.field(card_data, *field)),
            );
        }
        cells
    }

    /// Writes a line for each card, with the columns that are not blank for all of them.
    fn write(&self, out: &mut dyn Write, style: &Style, cards: &[CardIndex]) -> io::Result<()> {
        if self.dealing.model.cards.catalog().is_none() {
            for card in cards {
                writeln!(out, "{}", safe(&self.dealing.name(*card, style.lang)))?;
            }
            return Ok(());
        }
        let rows: Vec<TableRow> = cards.iter().map(|card| self.row(*card, style)).collect();
        let mut columns: Vec<(usize, Column)> = self.columns.iter().cloned().enumerate().collect();
        columns.retain(|(at, _)| *at == 0 || rows.iter().any(|row| !row.is_blank(*at)));
        let mut table = TextTable::from_rows(columns, rows);
        table.fit(style, |column| column == 0);
        table.write(out, style)
    }
}

fn answer_mark(answer: &HandAnswer, style: &Style) -> String {
    match answer {
        HandAnswer::Truth(Truth::True) => style.good(word!(style.lang, "yes")),
        HandAnswer::Truth(Truth::False) => style.bad(word!(style.lang, "no")),
        HandAnswer::Truth(Truth::Unknown) => style.doubtful(word!(style.lang, "unknown")),
        HandAnswer::Value(value) => format!("{} =", value.in_words(style.lang)),
    }
}

/// Standard errors beyond which simulated and exact values contradict each other; by chance, this
/// happens once in 16,000 runs.
const STANDARD_ERRORS_ALLOWED: f64 = 4.0;
/// Most bars of a distribution; more values are grouped into ranges.
const MOST_BARS: usize = 32;

/// The result for a condition or measure on one turn.
pub struct SimulationResult {
    /// The condition or measure as written.
    pub text: String,
    /// 0 is the opening hand.
    pub turn: u32,
    pub outcome: DrawResult,
}

/// A finished simulation, ready to be written.
pub struct SimulationReport {
    pub model: OddsModel,
    pub generator: &'static str,
    pub seed: u64,
    /// Number of hands to simulate.
    pub trials: u64,
    /// Whether it was stopped early.
    pub stopped: bool,
    pub results: Vec<SimulationResult>,
    /// Digits after the point in percentages.
    pub digits: u32,
}

fn midpoint(quantity: &Quantity) -> Option<f64> {
    let (low, high) = (quantity.low()?.to_f64(), quantity.high()?.to_f64());
    Some(low.midpoint(high))
}

/// Returns what a simulation depends on, in lines: its model, and last the data.
pub fn describe_basis(model: &OddsModel, style: &Style) -> Vec<String> {
    let used = game_data::collect_data(model.cards.catalog());
    let data = game_data::data_line(&used, style);
    model.lines(style).into_iter().chain([data]).collect()
}

impl SimulationReport {
    /// Writes a table of the results, followed by its [basis](describe_basis) if there is one.
    pub fn write(&self, out: &mut dyn Write, style: &Style, basis: &[String]) -> io::Result<()> {
        let out = &mut style.typesetter(out);
        for (at, result) in self.results.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            let turn = match result.turn {
                0 => String::new(),
                n => format!(" ({} {n})", word!(style.lang, "turn")),
            };
            writeln!(out, "{}{turn}", style.bold(&safe(&result.text)))?;
            match &result.outcome {
                DrawResult::Refused(refusal) => {
                    odds::write_refused(out, style, &openings_diagnostic(refusal, style.lang))?;
                }
                drawn if drawn.is_empty() && !self.stopped => self.write_no_hand(out, style)?,
                DrawResult::Condition { hits, unknown, hands, exact } => {
                    self.write_condition(out, style, *hits, *unknown, *hands, exact.as_ref())?;
                }
                DrawResult::Measure { hands, values } => {
                    self.write_measure(out, style, *hands, values)?;
                }
            }
        }
        if self.stopped {
            let text = word!(style.lang, "stopped early");
            writeln!(out, "\n{}", style.doubtful(text))?;
        }
        let Some((data, model)) = basis.split_last() else { return Ok(()) };
        writeln!(out)?;
        let seed = format!("{} {} ({})", word!(style.lang, "seed"), self.seed, self.generator);
        for line in model.iter().chain([&seed, data]) {
            writeln!(out, "{}", style.dim(&safe(line)))?;
        }
        Ok(())
    }

    /// Writes that no simulated hand satisfies `given`, although one might.
    fn write_no_hand(&self, out: &mut dyn Write, style: &Style) -> io::Result<()> {
        let trials = self.trials;
        let text =
            say!(style.lang, "none of {trials} hands satisfies --given, so there is no result");
        writeln!(out, "  {}", style.doubtful(&text))?;
        let help = word!(style.lang, "help: simulate more hands, or use `sleeve odds`");
        writeln!(out, "  {help}")
    }

    fn percent(&self, style: &Style, value: f64) -> String {
        style.number(format!("{} %", percentage(value, self.digits as usize)))
    }

    fn write_condition(
        &self,
        out: &mut dyn Write,
        style: &Style,
        hits: u64,
        unknown: u64,
        hands: u64,
        exact: Option<&Probability>,
    ) -> io::Result<()> {
        // Hands that depend on unknown facts are misses for the lower bound and hits for the upper
        // bound.
        let (low, _) = wilson(hits, hands, CONFIDENCE_95);
        let (_, high) = wilson(hits + unknown, hands, CONFIDENCE_95);
        let [sure, most] = [hits, hits + unknown]
            .map(|hits| if hands == 0 { 0.0 } else { hits as f64 / hands as f64 });
        let of_word = word!(style.lang, "of");
        let count = format!("{hits} {of_word} {hands} {}", word!(style.lang, "hands"));
        let frequency = match unknown {
            0 => self.percent(style, sure),
            _ => format!("{} – {}", self.percent(style, sure), self.percent(style, most)),
        };
        let interval = word!(style.lang, "95 % interval");
        writeln!(
            out,
            "  {frequency} ({count}), {interval} {} – {}",
            self.percent(style, low),
            self.percent(style, high)
        )?;
        let Some(exact) = exact else { return Ok(()) };
        let words = word!(style.lang, "exactly");
        writeln!(out, "  {words} {}", odds::describe_probability(exact, self.digits, style))?;
        if disagrees(hits, unknown, hands, exact) {
            let text = word!(
                style.lang,
                "warning: simulation and exact odds disagree by more than four standard errors"
            );
            writeln!(out, "  {}", style.bad(text))?;
        }
        Ok(())
    }

    fn write_measure(
        &self,
        out: &mut dyn Write,
        style: &Style,
        hands: u64,
        values: &[(Measured, u64)],
    ) -> io::Result<()> {
        match mean(values) {
            Some((mean, deviation)) => writeln!(
                out,
                "  {} {}, {} {} ({hands} {})",
                word!(style.lang, "mean"),
                style.number(format!("{mean:.4}")),
                word!(style.lang, "standard deviation"),
                style.number(format!("{deviation:.4}")),
                word!(style.lang, "hands"),
            )?,
            None => writeln!(out, "  {hands} {}", word!(style.lang, "hands"))?,
        }
        let bars = group_values(values, style)
            .into_iter()
            .map(|(label, count)| {
                let share = count as f64 / hands.max(1) as f64;
                Bar::new(label, share, self.percent(style, share))
            });
        table::write_bars(out, style, &bars.collect::<Vec<_>>())
    }
}

/// Whether a frequency is too far from the exact probability to be chance.
pub(super) fn disagrees(hits: u64, unknown: u64, hands: u64, exact: &Probability) -> bool {
    if hands == 0 {
        return false;
    }
    let low = standard_errors(hits, hands, exact.low.to_f64());
    let high = standard_errors(hits + unknown, hands, exact.high.to_f64());
    match exact.exact() {
        Some(_) if unknown == 0 => low.abs() > STANDARD_ERRORS_ALLOWED,
        // With unknown facts, both sides are ranges: they only contradict each other if they do not
        // overlap.
        _ => low < -STANDARD_ERRORS_ALLOWED || high > STANDARD_ERRORS_ALLOWED,
    }
}

/// Mean and standard deviation; `None` unless every value is known.
pub(super) fn mean(values: &[(Measured, u64)]) -> Option<(f64, f64)> {
    let known = values
        .iter()
        .filter_map(|(v, n)| Some((midpoint(&v.0)?, *n)));
    let all_known = values
        .iter()
        .all(|(v, _)| v.0.is_none() || v.0.exact_value().is_some());
    mean_and_deviation(known).filter(|_| all_known)
}

/// Returns labels and counts of the bars: one for each value, or one for each range if there are
/// many.
fn group_values(values: &[(Measured, u64)], style: &Style) -> Vec<(String, u64)> {
    let mut numbers = Vec::new();
    let mut bars = Vec::new();
    let mut is_known = true;
    for (Measured(value), count) in values {
        match midpoint(value) {
            _ if value.is_none() => bars.push((value.in_words(style.lang), *count)),
            Some(middle) => numbers.push((middle, *count)),
            None => is_known = false,
        }
    }
    if !is_known || values.len() <= MOST_BARS {
        return values
            .iter()
            .map(|(value, n)| (value.0.in_words(style.lang), *n))
            .collect();
    }
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return bars };
    let width = round_step((last.0 - first.0) / (MOST_BARS / 2) as f64);
    let start = (first.0 / width).floor();
    let mut counts = vec![0u64; ((last.0 / width).floor() - start) as usize + 1];
    for (value, count) in &numbers {
        if let Some(bar) = counts.get_mut(((value / width).floor() - start) as usize) {
            *bar += count;
        }
    }
    for (at, count) in counts.into_iter().enumerate() {
        let from = (start + at as f64) * width;
        let range = format!("{} – {}", format_bound(from), format_bound(from + width));
        bars.push((style.number(range), count));
    }
    bars
}

/// Rounds a width up to 1, 2 or 5 times a power of ten.
fn round_step(width: f64) -> f64 {
    if !width.is_finite() || width <= 0.0 {
        return width;
    }
    let mut power = 1.0;
    while power * 10.0 <= width {
        power *= 10.0;
    }
    while power > width {
        power /= 10.0;
    }
    // Ends of ranges that people count in.
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps
        .into_iter()
        .find(|step| *step >= width)
        .unwrap_or(width)
}

fn format_bound(value: f64) -> String {
    let text = format!("{value:.4}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}
