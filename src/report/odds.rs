//! Exact odds as text and as a document.

use super::bars::{self, Bar};
use super::data;
use super::escape::safe;
use super::odds_model::Model;
use super::style::Style;
use super::table::{Column, Table};
use super::{Diagnostic, odds_errors};
use crate::language::Truth;
use crate::model::Lang;
use crate::odds::{Answer, AskError, Copies, Fraction, Moment, fewest};
use std::io::{self, Write};

/// The answer to one condition.
pub struct Asked {
    /// The condition as it was written.
    pub condition: String,
    /// The probability by turn, or why it could not be told; turn 0 is the opening hand.
    pub turns: Vec<(u32, Result<Answer, AskError>)>,
    /// The probability by number of copies, where these are varied.
    pub copies: Option<Result<Vec<Copies>, AskError>>,
    /// Whether the answer rests on stand-ins or inferred facts.
    pub provisional: bool,
}

/// Everything that was asked.
pub struct Odds<'a> {
    /// The model.
    pub model: Model<'a>,
    /// The answers.
    pub asked: Vec<Asked>,
    /// Digits of percentages.
    pub digits: u32,
    /// The probability that is enough, and the filter that is varied.
    pub enough: Option<(Fraction, Option<String>)>,
    /// The table turn by turn, opening first.
    pub moments: Vec<Moment>,
}

/// A probability in words: fraction, percentage, one in how many.
pub fn answer(answer: &Answer, digits: u32, style: &Style) -> String {
    match answer.exact() {
        Some(exact) => {
            let percent = percentage(exact, digits, style);
            let once = match exact.one_in() {
                None => style.say("never", "jamais").to_owned(),
                Some(n) if n == "1" => style.say("always", "toujours").to_owned(),
                Some(n) => format!("{} {}", style.say("1 in", "1 sur"), style.number(n)),
            };
            format!("{exact} = {percent}, {once}")
        }
        None => format!(
            "{} {} {} {} {}",
            style.say("between", "entre"),
            percentage(&answer.low, digits, style),
            style.say("and", "et"),
            percentage(&answer.high, digits, style),
            style.say(
                "(it depends on facts that nobody has published)",
                "(selon des faits que personne n'a publiés)"
            ),
        ),
    }
}

fn percentage(fraction: &Fraction, digits: u32, style: &Style) -> String {
    format!("{} %", style.number(fraction.percentage(digits)))
}

/// Writes why one of several questions has no answer; the others have theirs.
pub(super) fn write_refused(
    out: &mut dyn Write,
    style: &Style,
    why: &Diagnostic<'_>,
) -> io::Result<()> {
    let title = format!("{} {}", style.say("no answer:", "pas de réponse :"), why.title);
    writeln!(out, "  {}", style.bad(&safe(&title)))?;
    for help in why.helps.iter().filter(|help| !help.is_empty()) {
        writeln!(out, "  {} {}", style.say("help:", "aide :"), safe(help))?;
    }
    Ok(())
}

impl Odds<'_> {
    /// Writes the answers for people.
    pub fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        for (at, asked) in self.asked.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{}", style.bold(&safe(&asked.condition)))?;
            match (asked.turns.as_slice(), &asked.copies) {
                (_, Some(Ok(copies))) => self.write_copies(out, style, copies)?,
                (_, Some(Err(error))) => self.write_refused(out, style, error)?,
                ([(_, Ok(only))], None) => writeln!(out, "  {}", answer(only, self.digits, style))?,
                ([(_, Err(error))], None) => self.write_refused(out, style, error)?,
                (turns, None) => self.write_turns(out, style, turns)?,
            }
            self.write_reached(out, style, asked)?;
            if asked.provisional {
                let text = style.say(
                    "provisional: it rests on stand-in values; `--attested` leaves them out",
                    "provisoire : cela repose sur des valeurs de remplacement ; `--attested` les écarte",
                );
                writeln!(out, "  {}", style.doubtful(text))?;
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
            let text = style.say(
                "the pile runs out: fewer cards than allowed are drawn from turn",
                "la pile s'épuise : moins de cartes que permis sont piochées à partir du tour",
            );
            writeln!(out, "{}", style.doubtful(&format!("{text} {turn}")))?;
        }
        let used = data::in_use(self.model.source.catalog());
        writeln!(out, "{}", style.dim(&data::line(&used, style)))
    }

    /// Whether what was required is reached, and at which turns it is not.
    fn write_reached(&self, out: &mut dyn Write, style: &Style, asked: &Asked) -> io::Result<()> {
        let Some((enough, None)) = &self.enough else { return Ok(()) };
        let wanted = percentage(enough, self.digits, style);
        let turns = |wanted: Truth| -> Vec<String> {
            let is = |found: &Result<Answer, AskError>| {
                found.as_ref().is_ok_and(|found| reached(found, enough) == wanted)
            };
            let here = asked.turns.iter().filter(|(_, found)| is(found));
            here.map(|(turn, _)| turn.to_string()).collect()
        };
        let (below, open) = (turns(Truth::False), turns(Truth::Unknown));
        let say = |en: &str, fr: &str, turns: &[String]| {
            let at = match asked.turns.len() {
                1 => String::new(),
                _ => format!(" {} {}", style.say("in turn", "au tour"), turns.join(", ")),
            };
            format!("{}{at}", style.say(en, fr).replace("{}", &wanted))
        };
        if asked.turns.iter().all(|(_, found)| found.is_err()) {
            return Ok(());
        }
        if below.is_empty() && open.is_empty() {
            let text = style.say("at least {} is reached", "au moins {} : atteint");
            return writeln!(out, "  {}", style.good(&text.replace("{}", &wanted)));
        }
        if !below.is_empty() {
            let text = say("at least {} is not reached", "au moins {} : non atteint", &below);
            writeln!(out, "  {}", style.bad(&text))?;
        }
        if !open.is_empty() {
            let text = say(
                "whether at least {} is reached depends on unknown facts",
                "au moins {} : cela dépend de faits inconnus",
                &open,
            );
            writeln!(out, "  {}", style.doubtful(&text))?;
        }
        Ok(())
    }

    fn write_refused(
        &self,
        out: &mut dyn Write,
        style: &Style,
        error: &AskError,
    ) -> io::Result<()> {
        write_refused(out, style, &self.diagnostic(error, style.lang))
    }

    pub(super) fn diagnostic<'e>(&self, error: &'e AskError, lang: Lang) -> Diagnostic<'e> {
        odds_errors::ask(error, self.model.source.catalog().map(|c| &**c), lang)
    }

    fn write_turns(
        &self,
        out: &mut dyn Write,
        style: &Style,
        turns: &[(u32, Result<Answer, AskError>)],
    ) -> io::Result<()> {
        let mut table = Table::new(vec![
            Column::number(style.say("turn", "tour")),
            Column::number(style.say("seen", "vues")),
            Column::number(style.say("hand", "main")),
            Column::number("%"),
            Column::number(style.say("1 in", "1 sur")),
            Column::text(style.say("exactly", "exactement")),
        ]);
        let mut drawn = Vec::new();
        let mut refused: Option<&AskError> = None;
        for (turn, found) in turns {
            let moment = self.moments.get(*turn as usize);
            let found = match found {
                Ok(found) => found,
                Err(error) => {
                    table.row([
                        turn.to_string(),
                        moment.map_or_else(String::new, |m| m.seen.to_string()),
                        moment.map_or_else(String::new, |m| m.hand.to_string()),
                        "–".to_owned(),
                        "–".to_owned(),
                        style.say("no answer", "pas de réponse").to_owned(),
                    ]);
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
            let once = exact.and_then(Fraction::one_in).unwrap_or_else(|| "–".to_owned());
            let once = style.number(once);
            let written = exact.map_or_else(String::new, Fraction::to_string);
            let short = if written.len() > 40 { String::new() } else { written };
            table.row([
                turn.to_string(),
                moment.map_or_else(String::new, |m| m.seen.to_string()),
                moment.map_or_else(String::new, |m| m.hand.to_string()),
                percent.clone(),
                once,
                short,
            ]);
            let upto = found.high.to_f64();
            drawn.push(Bar {
                upto,
                ..Bar::new(turn.to_string(), found.low.to_f64(), percent + " %")
            });
        }
        table.write(out, style)?;
        if let Some(error) = refused {
            self.write_refused(out, style, error)?;
        }
        writeln!(out)?;
        bars::write(out, style, &drawn)
    }

    fn write_copies(
        &self,
        out: &mut dyn Write,
        style: &Style,
        copies: &[Copies],
    ) -> io::Result<()> {
        let Some((enough, filter)) = &self.enough else { return Ok(()) };
        let mut table = Table::new(vec![
            Column::number(style.say("copies", "exemplaires")),
            Column::number("%"),
            Column::text(""),
        ]);
        let first = fewest(copies, enough).map(|line| line.copies);
        for line in copies {
            let percent = match line.answer.exact() {
                Some(exact) => exact.percentage(self.digits),
                None => format!(
                    "{}–{}",
                    line.answer.low.percentage(self.digits),
                    line.answer.high.percentage(self.digits)
                ),
            };
            let mark =
                if Some(line.copies) == first { style.say("<- enough", "<- assez") } else { "" };
            table.row([line.copies.to_string(), style.number(percent), mark.to_owned()]);
        }
        table.write(out, style)?;
        let wanted = percentage(enough, self.digits, style);
        let filter = safe(filter.as_deref().unwrap_or_default()).into_owned();
        let text = match (first, style.lang) {
            (Some(n), crate::model::Lang::En) => format!("{n} copies of `{filter}` give {wanted}"),
            (Some(n), crate::model::Lang::Fr) => {
                format!("{n} exemplaires de « {filter} » donnent {wanted}")
            }
            (None, crate::model::Lang::En) => format!("no number of `{filter}` gives {wanted}"),
            (None, crate::model::Lang::Fr) => {
                format!("aucun nombre de « {filter} » ne donne {wanted}")
            }
        };
        writeln!(out, "  {text}")
    }
}

/// Whether a probability is at least so much.
pub fn reached(found: &Answer, enough: &Fraction) -> Truth {
    if found.low >= *enough {
        Truth::True
    } else if found.high < *enough {
        Truth::False
    } else {
        Truth::Unknown
    }
}
