//! Exact odds for people.

use super::{OddsAnswer, OddsReport, OddsResult, VaryGoal, ask_diagnostic, is_reached};
use crate::{
    Diagnostic, game_data,
    text::{
        Style,
        escape::safe,
        table::{self, Bar, Column, TextTable},
    },
};
use sleeve_data::model::Lang;
use sleeve_language::Truth;
use sleeve_odds::{
    AskError, CopiesOdds, CountedFilter, Distribution, Fairness, FirstTime, Fraction, Mean,
    Probability, best_copies, fewest_copies,
};
use std::io::{self, Write};

/// Writes a probability in words: fraction, percentage and one in how many; or its bounds.
pub fn describe_probability(answer: &Probability, digits: u32, style: &Style) -> String {
    match answer.exact() {
        Some(exact) => {
            let percent = percentage(exact, digits, style);
            let once = match exact.one_in() {
                None => say!(style.lang, "never"),
                Some(n) if n == "1" => say!(style.lang, "always"),
                Some(n) => format!("{} {}", word!(style.lang, "1 in"), style.number(n)),
            };
            format!("{exact} = {percent}, {once}")
        }
        None => format!(
            "{} {} {} {} {}",
            word!(style.lang, "between"),
            percentage(&answer.low, digits, style),
            word!(style.lang, "and"),
            percentage(&answer.high, digits, style),
            word!(style.lang, "(it depends on unpublished facts)"),
        ),
    }
}

pub(super) fn percentage(fraction: &Fraction, digits: u32, style: &Style) -> String {
    format!("{} %", style.number(fraction.percentage(digits)))
}

/// Writes a probability as a percentage, or its bounds.
pub(super) fn percentages(answer: &Probability, digits: u32, style: &Style) -> String {
    let low = percentage(&answer.low, digits, style);
    match answer.exact() {
        Some(_) => low,
        None => format!("{low} – {}", percentage(&answer.high, digits, style)),
    }
}

/// Writes why one of several questions has no answer; the others have theirs.
pub(crate) fn write_refused(
    out: &mut dyn Write,
    style: &Style,
    why: &Diagnostic<'_>,
) -> io::Result<()> {
    let title = format!("{} {}", word!(style.lang, "no answer:"), why.title);
    writeln!(out, "  {}", style.bad(&safe(&title)))?;
    for help in why.helps.iter().filter(|help| !help.is_empty()) {
        writeln!(out, "  {} {}", word!(style.lang, "help:"), safe(help))?;
    }
    Ok(())
}

/// Warns that an answer depends on stand-in values.
pub(super) fn write_provisional(out: &mut dyn Write, style: &Style) -> io::Result<()> {
    let text =
        word!(style.lang, "provisional: it rests on stand-in values; `--attested` leaves them out");
    writeln!(out, "  {}", style.doubtful(text))
}

/// Notes filters that match no drawn card, although cards have their words in their names.
fn write_unfound(out: &mut dyn Write, style: &Style, counted: &[CountedFilter]) -> io::Result<()> {
    for of in counted {
        let Some((meant, copies)) = &of.meant else { continue };
        let (filter, meant) = (safe(&of.filter), safe(meant));
        let text = say!(
            style.lang,
            "`{filter}` finds no card in the draw pile; did you mean `{meant}`, which finds {copies}?"
        );
        writeln!(out, "  {}", style.doubtful(&text))?;
    }
    Ok(())
}

impl OddsReport {
    /// Writes the answers for people, then the model unless `quiet`.
    pub fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        let out = &mut style.typesetter(out);
        for (at, asked) in self.asked.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{}", style.bold(&safe(&asked.text)))?;
            self.write_answer(out, style, asked)?;
            self.write_reached(out, style, asked)?;
            if let Some(found) = &asked.fairness {
                self.write_fairness(out, style, found)?;
            }
            write_unfound(out, style, &asked.counted)?;
            if asked.provisional {
                write_provisional(out, style)?;
            }
            if let Some(advice) = &asked.advice {
                self.write_advice(out, style, advice)?;
            }
        }
        if quiet {
            return Ok(());
        }
        writeln!(out)?;
        for line in self.model.lines(style) {
            writeln!(out, "{}", style.dim(&line))?;
        }
        if let Some(turn) = self.moments.iter().position(|moment| moment.short) {
            let text = word!(
                style.lang,
                "the pile runs out: fewer cards than allowed are drawn from turn"
            );
            writeln!(out, "{}", style.doubtful(&format!("{text} {turn}")))?;
        }
        let used = game_data::collect_data(self.model.cards.catalog());
        writeln!(out, "{}", style.dim(&game_data::data_line(&used, style)))
    }

    /// Writes how often a condition was seen, and how often fair shuffles show that.
    fn write_fairness(
        &self,
        out: &mut dyn Write,
        style: &Style,
        found: &Fairness,
    ) -> io::Result<()> {
        let (least, most, games) = (found.seen.least, found.seen.most, found.seen.games);
        let hits = if least == most { least.to_string() } else { format!("{least}–{most}") };
        let mut mean = style.number(found.expected.low.decimal(self.digits));
        if found.expected.exact().is_none() {
            mean += "–";
            mean += &style.number(found.expected.high.decimal(self.digits));
        }
        writeln!(
            out,
            "  {}",
            say!(
                style.lang,
                "seen in {hits} of {games} games; fair shuffles give {mean} on average"
            )
        )?;
        let parts = [
            (say!(style.lang, "in {hits} or more"), &found.at_least),
            (say!(style.lang, "in {hits} or fewer"), &found.at_most),
            (say!(style.lang, "as unlikely, in either direction"), &found.two_sided),
            (say!(style.lang, "the same for one of several conditions"), &found.corrected),
        ];
        let shown = if self.asked.len() > 1 { 4 } else { 3 };
        for (what, chance) in parts.into_iter().take(shown) {
            let mut share = self.describe_share(&chance.low, style);
            if chance.exact().is_none() {
                share = format!("{share} – {}", self.describe_share(&chance.high, style));
            }
            writeln!(out, "  {what}{}{share}", style.lang.colon())?;
        }
        Ok(())
    }

    /// Says in how many series of games something happens.
    fn describe_share(&self, chance: &Fraction, style: &Style) -> String {
        match chance.one_in() {
            Some(n) if n.len() > 4 && !n.contains('.') => {
                say!(style.lang, "once in {n} such series", n = style.number(shorten_number(n)))
            }
            _ => {
                let percent = percentage(chance, self.digits, style);
                say!(style.lang, "in {percent} of such series")
            }
        }
    }

    fn write_answer(
        &self,
        out: &mut dyn Write,
        style: &Style,
        asked: &OddsAnswer,
    ) -> io::Result<()> {
        match &asked.copies {
            Some(Ok(copies)) => return self.write_copies(out, style, copies),
            Some(Err(error)) => {
                return write_refused(out, style, &ask_diagnostic(error, style.lang));
            }
            None => {}
        }
        match &asked.until {
            Some(Ok(until)) => return self.write_until(out, style, until),
            Some(Err(error)) => {
                return write_refused(out, style, &ask_diagnostic(error, style.lang));
            }
            None => {}
        }
        match asked.turns.as_slice() {
            [(_, Ok(OddsResult::Chance(only)))] => {
                writeln!(out, "  {}", describe_probability(only, self.digits, style))
            }
            [(_, Ok(OddsResult::Values(only)))] => self.write_values(out, style, only),
            [(_, Err(error))] => write_refused(out, style, &ask_diagnostic(error, style.lang)),
            turns if asked.is_measure => self.write_means(out, style, turns),
            turns => self.write_turns(out, style, turns),
        }
    }

    /// Writes whether the required probability is reached, and at which turns it is not.
    fn write_reached(
        &self,
        out: &mut dyn Write,
        style: &Style,
        asked: &OddsAnswer,
    ) -> io::Result<()> {
        let VaryGoal { enough: Some(enough), vary: None } = &self.wanted else { return Ok(()) };
        let wanted = percentage(enough, self.digits, style);
        let (mut below, mut open) = (Vec::new(), Vec::new());
        for (turn, found) in asked.chances() {
            match is_reached(found, enough) {
                Truth::True => {}
                Truth::False => below.push(turn.to_string()),
                Truth::Unknown => open.push(turn.to_string()),
            }
        }
        if asked.chances().next().is_none() || asked.until.is_some() {
            return Ok(());
        }
        if below.is_empty() && open.is_empty() {
            let text = say!(style.lang, "at least {wanted} is reached");
            return writeln!(out, "  {}", style.good(&text));
        }
        if !below.is_empty() {
            let text = say!(style.lang, "at least {wanted} is not reached")
                + &in_turns(asked, &below, style);
            writeln!(out, "  {}", style.bad(&text))?;
        }
        if !open.is_empty() {
            let text =
                say!(style.lang, "whether at least {wanted} is reached depends on unknown facts");
            let text = text + &in_turns(asked, &open, style);
            writeln!(out, "  {}", style.doubtful(&text))?;
        }
        Ok(())
    }

    /// Returns the turn, the number of cards seen by then, and the number in hand.
    fn turn_cells(&self, turn: u32) -> [String; 3] {
        let moment = self.moments.get(turn as usize);
        [
            turn.to_string(),
            moment.map_or_else(String::new, |m| m.seen.to_string()),
            moment.map_or_else(String::new, |m| m.hand.to_string()),
        ]
    }

    fn write_turns(
        &self,
        out: &mut dyn Write,
        style: &Style,
        turns: &[(u32, Result<OddsResult, AskError>)],
    ) -> io::Result<()> {
        let mut table = turn_table(
            style,
            [
                Column::number("%"),
                Column::number(word!(style.lang, "1 in")),
                Column::text(word!(style.lang, "exactly")),
            ],
        );
        let mut drawn = Vec::new();
        let mut refused: Option<&AskError> = None;
        for (turn, found) in turns {
            let found = match found {
                Ok(OddsResult::Chance(found)) => found,
                Ok(OddsResult::Values(_)) => continue,
                Err(error) => {
                    table.row(
                        self.turn_cells(*turn)
                            .into_iter()
                            .chain(no_answer_cells(style)),
                    );
                    refused = refused.or(Some(error));
                    continue;
                }
            };
            let low = style.number(found.low.percentage(self.digits));
            let percent = match found.exact() {
                Some(_) => low,
                None => format!("{low}–{}", style.number(found.high.percentage(self.digits))),
            };
            let exact = found.exact();
            let once = exact
                .and_then(Fraction::one_in)
                .unwrap_or_else(|| "–".to_owned());
            let once = style.number(once);
            let written = exact.map_or_else(String::new, Fraction::to_string);
            // Longer fractions are left out here; `-o json` has them.
            let short = if written.len() > 40 { String::new() } else { written };
            table.row(
                self.turn_cells(*turn)
                    .into_iter()
                    .chain([percent.clone(), once, short]),
            );
            let upto = found.high.to_f64();
            drawn.push(Bar {
                upper: upto,
                ..Bar::new(turn.to_string(), found.low.to_f64(), percent + " %")
            });
        }
        table.write(out, style)?;
        if let Some(error) = refused {
            write_refused(out, style, &ask_diagnostic(error, style.lang))?;
        }
        writeln!(out)?;
        table::write_bars(out, style, &drawn)
    }

    fn write_copies(
        &self,
        out: &mut dyn Write,
        style: &Style,
        copies: &[CopiesOdds],
    ) -> io::Result<()> {
        let mut table = TextTable::new(vec![
            Column::number(word!(style.lang, "copies")),
            Column::number("%"),
            Column::text(""),
        ]);
        let enough = self.wanted.enough.as_ref();
        let first = match enough {
            Some(enough) => fewest_copies(copies, enough).map(|line| line.copies),
            None => best_copies(copies).map(|line| line.copies),
        };
        let here = match enough {
            Some(_) => word!(style.lang, "<- enough"),
            None => word!(style.lang, "<- best"),
        };
        for line in copies {
            let percent = match line.answer.exact() {
                Some(exact) => exact.percentage(self.digits),
                None => format!(
                    "{}–{}",
                    line.answer.low.percentage(self.digits),
                    line.answer.high.percentage(self.digits)
                ),
            };
            let mark = if Some(line.copies) == first { here } else { "" };
            table.row([line.copies.to_string(), style.number(percent), mark.to_owned()]);
        }
        table.write(out, style)?;
        let filter = safe(self.wanted.vary.as_deref().unwrap_or_default()).into_owned();
        let Some(enough) = enough else { return self.write_best(out, style, copies, &filter) };
        let wanted = percentage(enough, self.digits, style);
        let text = match first {
            Some(n) => say!(
                style.lang,
                n,
                "{n} copy of `{filter}` gives at least {wanted}",
                "{n} copies of `{filter}` give at least {wanted}"
            ),
            None => say!(style.lang, "no number of `{filter}` gives at least {wanted}"),
        };
        writeln!(out, "  {text}")
    }

    fn write_best(
        &self,
        out: &mut dyn Write,
        style: &Style,
        copies: &[CopiesOdds],
        filter: &str,
    ) -> io::Result<()> {
        let Some(line) = best_copies(copies) else { return Ok(()) };
        let n = line.copies;
        let percent = percentages(&line.answer, self.digits, style);
        let text = say!(
            style.lang,
            n,
            "1 copy of `{filter}` is best: {percent}",
            "{n} copies of `{filter}` are best: {percent}"
        );
        writeln!(out, "  {text}")
    }

    /// Writes how a measure is distributed: mean, deviation, and a bar for each value.
    fn write_values(
        &self,
        out: &mut dyn Write,
        style: &Style,
        found: &Distribution,
    ) -> io::Result<()> {
        if let Some(mean) = found.mean() {
            writeln!(
                out,
                "  {} {}, {} {}",
                word!(style.lang, "mean"),
                describe_mean(&mean, style),
                word!(style.lang, "standard deviation"),
                style.number(format!("{:.4}", mean.deviation)),
            )?;
        }
        let bars = found.values.iter().map(|(value, chance)| {
            let text = percentage(chance, self.digits, style);
            Bar::new(value.0.in_words(style.lang), chance.to_f64(), text)
        });
        table::write_bars(out, style, &bars.collect::<Vec<_>>())
    }

    /// Writes the means of a measure by turn.
    fn write_means(
        &self,
        out: &mut dyn Write,
        style: &Style,
        turns: &[(u32, Result<OddsResult, AskError>)],
    ) -> io::Result<()> {
        let mut table = turn_table(
            style,
            [
                Column::number(word!(style.lang, "mean")),
                Column::number(word!(style.lang, "deviation")),
                Column::text(word!(style.lang, "range")),
            ],
        );
        let mut refused = None;
        for (turn, found) in turns {
            let cells = match found {
                Ok(OddsResult::Values(found)) => {
                    let [mean, deviation] = match found.mean() {
                        Some(mean) => [mean.mean, mean.deviation]
                            .map(|value| style.number(format!("{value:.4}"))),
                        None => ["–", "–"].map(str::to_owned),
                    };
                    [mean, deviation, describe_range(found, style.lang)]
                }
                Ok(OddsResult::Chance(_)) => continue,
                Err(error) => {
                    refused = refused.or(Some(error));
                    no_answer_cells(style)
                }
            };
            table.row(self.turn_cells(*turn).into_iter().chain(cells));
        }
        table.write(out, style)?;
        match refused {
            Some(error) => write_refused(out, style, &ask_diagnostic(error, style.lang)),
            None => Ok(()),
        }
    }

    fn write_until(&self, out: &mut dyn Write, style: &Style, until: &FirstTime) -> io::Result<()> {
        let mut table = TextTable::new(vec![
            Column::number(word!(style.lang, "turn")),
            Column::number(word!(style.lang, "first, %")),
            Column::number(word!(style.lang, "by then, %")),
        ]);
        let mut drawn = Vec::new();
        for ((turn, chance), sum) in until.turns.iter().enumerate().zip(until.by_turn()) {
            let [percent, percent_by_then] =
                [chance, &sum].map(|part| style.number(part.percentage(self.digits)));
            let name = match turn {
                0 => say!(style.lang, "opening"),
                n => n.to_string(),
            };
            table.row([name.clone(), percent.clone(), percent_by_then]);
            drawn.push(Bar::new(name, chance.to_f64(), percent + " %"));
        }
        table.write(out, style)?;
        writeln!(out)?;
        table::write_bars(out, style, &drawn)?;
        let last = until.turns.len().saturating_sub(1);
        let Some(mean) = until.mean() else {
            let text = say!(style.lang, "it is never true up to turn {last}");
            return writeln!(out, "  {text}");
        };
        let mean = style.number(mean.decimal(4));
        let text = if until.later == Fraction::zero() {
            say!(style.lang, "it is first true on turn {mean} on average (the opening hand: 0)")
        } else {
            let later = percentage(&until.later, self.digits, style);
            say!(
                style.lang,
                "not up to turn {last}: {later}; otherwise on turn {mean} on average (the opening hand: 0)"
            )
        };
        writeln!(out, "  {text}")
    }
}

/// Writes a long whole number as a power of ten: `2.7·10^38`.
fn shorten_number(digits: String) -> String {
    match digits.split_at_checked(3) {
        Some((start, rest)) if rest.len() > 6 => {
            // Three digits rounded to two: 999 becomes 100, which is 10.0.
            let tens = (start.parse::<u32>().unwrap_or_default() + 5) / 10;
            format!("{}.{}·10^{}", tens / 10, tens % 10, rest.len() + 2)
        }
        _ => digits,
    }
}

fn describe_mean(mean: &Mean, style: &Style) -> String {
    let number = style.number(format!("{:.4}", mean.mean));
    // A fraction of many digits is of no use to people; documents have it in full.
    if mean.exact.len() > 24 || !mean.exact.contains('/') {
        number
    } else {
        format!("{number} ({})", mean.exact)
    }
}

/// Creates a table by turn: the turn, cards seen, cards in hand, then the columns of the answers.
fn turn_table(style: &Style, answers: [Column; 3]) -> TextTable {
    let turn = [
        Column::number(word!(style.lang, "turn")),
        Column::number(word!(style.lang, "seen")),
        Column::number(word!(style.lang, "hand")),
    ];
    TextTable::new(turn.into_iter().chain(answers).collect())
}

/// Returns the cells of a turn that has no answer.
fn no_answer_cells(style: &Style) -> [String; 3] {
    ["–".to_owned(), "–".to_owned(), say!(style.lang, "no answer")]
}

/// `1 … 5`: the smallest and the largest value.
fn describe_range(found: &Distribution, lang: Lang) -> String {
    let [first, last] = [found.values.first(), found.values.last()].map(|end| {
        end.map(|(value, _)| value.0.in_words(lang))
            .unwrap_or_default()
    });
    if first == last { first } else { format!("{first} … {last}") }
}

/// Names turns after a sentence about them; empty if only one was asked for.
fn in_turns(asked: &OddsAnswer, turns: &[String], style: &Style) -> String {
    if asked.turns.len() == 1 {
        return String::new();
    }
    format!(" {} {}", word!(style.lang, "in turn"), turns.join(", "))
}
