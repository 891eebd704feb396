//! The same questions for several decks.

use super::{
    OddsAnswer, OddsReport, OddsResult, VaryGoal, ask_diagnostic,
    human::{percentage, percentages, write_provisional, write_refused},
};
use crate::text::{
    Style,
    escape::safe,
    table::{Column, TextTable},
};
use sleeve_language::Truth;
use sleeve_odds::{best_copies, fewest_copies};
use std::io::{self, Write};

/// The answers for one deck.
pub struct DeckAnswers {
    pub name: String,
    pub report: OddsReport,
}

/// The answers of several decks to the same questions.
pub struct SideBySide {
    pub decks: Vec<DeckAnswers>,
    /// Digits after the point in percentages.
    pub digits: u32,
    pub wanted: VaryGoal,
}

/// A row of the table, which compares one answer of the decks.
#[derive(Clone, Copy)]
enum ComparisonRow {
    /// The answer at a turn, by the position of the turn in the question.
    Result(usize),
    /// Whether that answer is enough.
    Reached(usize),
    /// The mean turn on which the condition is first true.
    FirstTurn,
    /// The probability that it was true by the last turn.
    ByThen,
    /// The best number of copies, or the number that is enough.
    Copies,
}

impl SideBySide {
    /// Writes one row for each question and turn, one column for each deck.
    pub fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        let out = &mut style.typesetter(out);
        self.write_table(out, style, &self.decks)?;
        for deck in &self.decks {
            self.write_notes(out, style, deck)?;
        }
        if quiet {
            return Ok(());
        }
        for deck in &self.decks {
            writeln!(out, "\n{}", style.dim(&safe(&deck.name)))?;
            for line in deck.report.model.lines(style) {
                writeln!(out, "{}", style.dim(&line))?;
            }
        }
        Ok(())
    }

    /// Writes the decks in one table, or in several if they do not fit side by side.
    fn write_table(
        &self,
        out: &mut dyn Write,
        style: &Style,
        decks: &[DeckAnswers],
    ) -> io::Result<()> {
        let Some(first) = decks.first() else { return Ok(()) };
        let mut columns = vec![Column::text("")];
        columns.extend(
            decks
                .iter()
                .map(|deck| Column::number(safe(&deck.name).into_owned())),
        );
        let mut table = TextTable::new(columns);
        for (at, asked) in first.report.asked.iter().enumerate() {
            for line in self.comparison_rows(asked) {
                let mut row = vec![self.row_label(line, asked, style)];
                let cell = |deck: &DeckAnswers| {
                    let asked = deck.report.asked.get(at);
                    asked.map_or_else(String::new, |asked| self.cell(line, asked, style))
                };
                row.extend(decks.iter().map(cell));
                table.row(row);
            }
        }
        let dropped = table.fit(style, |column| column == 0).len();
        if dropped == 0 || decks.len() == 1 {
            return table.write(out, style);
        }
        // At least one deck goes into each table, so the loop ends even on a narrow page.
        let (here, later) = decks.split_at((decks.len() - dropped).max(1));
        self.write_table(out, style, here)?;
        writeln!(out)?;
        self.write_table(out, style, later)
    }

    /// Writes what does not fit into a cell: which hands are kept, why there is no answer, what
    /// answers depend on.
    fn write_notes(
        &self,
        out: &mut dyn Write,
        style: &Style,
        deck: &DeckAnswers,
    ) -> io::Result<()> {
        let refused: Vec<_> = deck
            .report
            .asked
            .iter()
            .flat_map(OddsAnswer::refusals)
            .collect();
        let advice: Vec<_> = deck
            .report
            .asked
            .iter()
            .filter_map(|asked| asked.advice.as_ref())
            .collect();
        let provisional = deck.report.asked.iter().any(|asked| asked.provisional);
        if refused.is_empty() && advice.is_empty() && !provisional {
            return Ok(());
        }
        writeln!(out, "\n{}", style.bold(&safe(&deck.name)))?;
        for error in refused {
            write_refused(out, style, &ask_diagnostic(error, style.lang))?;
        }
        if provisional {
            write_provisional(out, style)?;
        }
        for advice in advice {
            super::write_keep_conditions(out, style, advice, self.digits)?;
            let text = word!(style.lang, "`-o json` lists the kinds of hands");
            writeln!(out, "  {}", style.dim(text))?;
        }
        Ok(())
    }

    fn comparison_rows(&self, asked: &OddsAnswer) -> Vec<ComparisonRow> {
        if self.wanted.vary.is_some() && !asked.is_measure {
            return vec![ComparisonRow::Copies];
        }
        if asked.until.is_some() {
            return vec![ComparisonRow::FirstTurn, ComparisonRow::ByThen];
        }
        let reached = self.wanted.enough.is_some() && !asked.is_measure;
        let turns = 0..asked.turns.len();
        turns
            .flat_map(|turn| {
                let reached = reached.then_some(ComparisonRow::Reached(turn));
                [Some(ComparisonRow::Result(turn)), reached]
                    .into_iter()
                    .flatten()
            })
            .collect()
    }

    fn row_label(&self, line: ComparisonRow, asked: &OddsAnswer, style: &Style) -> String {
        let text = safe(&asked.text);
        match line {
            ComparisonRow::Result(at) => match asked.turns.get(at) {
                Some((turn, _)) if *turn > 0 => {
                    format!("{text} ({} {turn})", word!(style.lang, "turn"))
                }
                _ => text.into_owned(),
            },
            ComparisonRow::Reached(_) => {
                let wanted = self.wanted.enough.as_ref();
                let wanted = wanted.map(|enough| percentage(enough, self.digits, style));
                let wanted = wanted.unwrap_or_default();
                format!("  {} {wanted}", word!(style.lang, "at least"))
            }
            ComparisonRow::FirstTurn => {
                let words = word!(style.lang, ": first in turn, on average");
                format!("{text}{words}")
            }
            ComparisonRow::ByThen => {
                format!("{text}{}", word!(style.lang, ": by turn"))
            }
            ComparisonRow::Copies => {
                let filter = safe(self.wanted.vary.as_deref().unwrap_or_default());
                match &self.wanted.enough {
                    None => say!(style.lang, "{text}: best number of `{filter}`"),
                    Some(enough) => {
                        let wanted = percentage(enough, self.digits, style);
                        say!(style.lang, "{text}: copies of `{filter}` for {wanted}")
                    }
                }
            }
        }
    }

    fn cell(&self, line: ComparisonRow, asked: &OddsAnswer, style: &Style) -> String {
        let none = || "–".to_owned();
        match line {
            ComparisonRow::Result(at) => match asked.turns.get(at) {
                Some((_, Ok(found))) => self.result_cell(found, style),
                _ => none(),
            },
            ComparisonRow::Reached(at) => match (asked.turns.get(at), &self.wanted.enough) {
                (Some((_, Ok(OddsResult::Chance(found)))), Some(enough)) => {
                    match super::is_reached(found, enough) {
                        Truth::True => word!(style.lang, "yes"),
                        Truth::False => word!(style.lang, "no"),
                        Truth::Unknown => word!(style.lang, "unknown"),
                    }
                    .to_owned()
                }
                _ => none(),
            },
            ComparisonRow::FirstTurn => match &asked.until {
                Some(Ok(until)) => until
                    .mean()
                    .map_or_else(none, |mean| style.number(mean.decimal(4))),
                _ => none(),
            },
            ComparisonRow::ByThen => match &asked.until {
                Some(Ok(until)) => {
                    let by = until
                        .by_turn()
                        .last()
                        .map(|by| percentage(by, self.digits, style));
                    let last = until.turns.len().saturating_sub(1);
                    format!("{last}{}{}", style.lang.colon(), by.unwrap_or_default())
                }
                _ => none(),
            },
            ComparisonRow::Copies => match (&asked.copies, &self.wanted.enough) {
                (Some(Ok(copies)), Some(enough)) => {
                    fewest_copies(copies, enough).map_or_else(none, |line| line.copies.to_string())
                }
                (Some(Ok(copies)), None) => best_copies(copies).map_or_else(none, |line| {
                    let chance = percentages(&line.answer, self.digits, style);
                    format!("{}{}{chance}", line.copies, style.lang.colon())
                }),
                _ => none(),
            },
        }
    }

    fn result_cell(&self, found: &OddsResult, style: &Style) -> String {
        match found {
            OddsResult::Chance(answer) => percentages(answer, self.digits, style),
            OddsResult::Values(values) => match values.mean() {
                Some(mean) => {
                    let number = style.number(format!("{:.4}", mean.mean));
                    format!("{} {number}", word!(style.lang, "mean"))
                }
                None => "–".to_owned(),
            },
        }
    }
}
