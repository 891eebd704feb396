//! Answers to questions about draws, for people, and why there is no answer.

mod human;
mod model;
mod side_by_side;

use crate::text::{
    Style,
    diagnostic::{self, Diagnostic},
    escape::safe,
    table::{Column, TextTable},
};
pub use human::describe_probability;
pub(super) use human::write_refused;
use human::{percentage, percentages};
pub use model::{ModelCards, OddsModel};
pub use side_by_side::{DeckAnswers, SideBySide};
use sleeve_data::{Gather, model::Lang};
use sleeve_language::Truth;
use sleeve_odds::{
    Advice, AskError, ClassOfCards, CopiesOdds, CountedFilter, Distribution, Fairness, FirstTime,
    Fraction, HandAdvice, LISTED_HAND_LIMIT, Probability, SizeAdvice, TableError, TurnState,
    draw::{DrawError, OpeningsError},
};
use std::{
    collections::BTreeSet,
    io::{self, Write},
};

/// The answer to a question at one turn.
#[derive(Clone, PartialEq, Debug)]
pub enum OddsResult {
    Chance(Probability),
    Values(Distribution),
}

/// The answers to one condition or measure.
pub struct OddsAnswer {
    /// The condition or measure, as written.
    pub text: String,
    pub is_measure: bool,
    /// Results or errors by turn; turn 0 is the opening hand.
    pub turns: Vec<(u32, Result<OddsResult, AskError>)>,
    /// Probability for each number of copies, if these are varied.
    pub copies: Option<Result<Vec<CopiesOdds>, AskError>>,
    /// When it is first true, if requested.
    pub until: Option<Result<FirstTime, AskError>>,
    /// The best play with opening hands, if requested for this condition.
    pub advice: Option<Advice>,
    /// How often it was seen, if requested.
    pub fairness: Option<Fairness>,
    /// Whether the answer depends on stand-ins or inferred facts.
    pub provisional: bool,
    /// What its filters match among the drawn cards.
    pub counted: Vec<CountedFilter>,
}

impl OddsAnswer {
    /// Returns the distinct reasons why parts of the question have no answer.
    pub fn refusals(&self) -> Vec<&AskError> {
        let turns = self
            .turns
            .iter()
            .filter_map(|(_, found)| found.as_ref().err());
        let copies = self
            .copies
            .as_ref()
            .and_then(|copies| copies.as_ref().err());
        let until = self.until.as_ref().and_then(|until| until.as_ref().err());
        // Each reason once, because what fails at one turn mostly fails at all, for the same
        // reason.
        turns.chain(copies).chain(until).each_once()
    }

    /// Returns the first reason why a part of the question has no answer.
    pub fn refusal(&self) -> Option<&AskError> {
        self.refusals().into_iter().next()
    }

    /// Whether at least part of the question is answered.
    pub fn is_answered(&self) -> bool {
        match (&self.copies, &self.until) {
            (Some(copies), _) => copies.is_ok(),
            (None, Some(until)) => until.is_ok(),
            (None, None) => self.turns.iter().any(|(_, found)| found.is_ok()),
        }
    }

    /// Whether unknown facts leave part of the answer open.
    pub fn is_open(&self) -> bool {
        let copies = self.copies.iter().flatten().flatten();
        let is_count_open = |found: &Fairness| found.seen.least != found.seen.most;
        self.turns.iter().any(|(_, found)| match found {
            Ok(OddsResult::Chance(chance)) => chance.exact().is_none(),
            Ok(OddsResult::Values(found)) => {
                found.values.iter().any(|(value, _)| value.0.is_open())
            }
            Err(_) => false,
        }) || self.fairness.as_ref().is_some_and(is_count_open)
            || copies
                .map(|line| &line.answer)
                .any(|chance| chance.exact().is_none())
    }

    /// Iterates over the probabilities by turn.
    pub fn chances(&self) -> impl Iterator<Item = (u32, &Probability)> {
        self.turns.iter().filter_map(|(turn, found)| match found {
            Ok(OddsResult::Chance(answer)) => Some((*turn, answer)),
            _ => None,
        })
    }
}

/// The varied filter, and the probability that is enough.
pub struct VaryGoal {
    /// The probability that is enough (`--at-least`).
    pub enough: Option<Fraction>,
    /// The filter whose number of copies is varied (`--vary`).
    pub vary: Option<String>,
}

/// All answers for one deck or pile.
pub struct OddsReport {
    pub model: OddsModel,
    pub asked: Vec<OddsAnswer>,
    /// Digits after the point in percentages.
    pub digits: u32,
    pub wanted: VaryGoal,
    /// The table by turn, opening hand first.
    pub moments: Vec<TurnState>,
}

/// Compares a probability with the required one; `Unknown` if its bounds are on both sides of it.
pub fn is_reached(found: &Probability, enough: &Fraction) -> Truth {
    if found.low >= *enough {
        Truth::True
    } else if found.high < *enough {
        Truth::False
    } else {
        Truth::Unknown
    }
}

/// Explains why a question makes no sense for a table, with a mark in its text.
pub fn ask_diagnostic(error: &AskError, lang: Lang) -> Diagnostic<'_> {
    match error {
        AskError::Table(error) => table_diagnostic(error, lang),
        error => Diagnostic::from_message(error, lang),
    }
}

/// Explains why a deck cannot be set up on a table.
pub fn table_diagnostic(error: &TableError, lang: Lang) -> Diagnostic<'_> {
    match error {
        TableError::Language { what, text, error } => {
            diagnostic::language_diagnostic(error, what, text, lang)
        }
        error => Diagnostic::from_message(error, lang),
    }
}

/// Explains why opening hands are not dealt, or a question about them is not simulated.
pub fn openings_diagnostic(error: &OpeningsError, lang: Lang) -> Diagnostic<'_> {
    match error {
        OpeningsError::Ask(error) => ask_diagnostic(error, lang),
        OpeningsError::Draw(error) => draw_diagnostic(error, lang),
    }
}

/// Explains why hands cannot be dealt.
pub fn draw_diagnostic(error: &DrawError, lang: Lang) -> Diagnostic<'_> {
    match error {
        DrawError::Table(error) => table_diagnostic(error, lang),
        error => Diagnostic::from_message(error, lang),
    }
}

/// Most kinds of hands in a table for people; documents list more.
const HAND_ROW_LIMIT: usize = 60;

/// Most cards that a class is named after.
const CLASS_NAME_LIMIT: usize = 3;

impl OddsReport {
    fn write_advice(&self, out: &mut dyn Write, style: &Style, advice: &Advice) -> io::Result<()> {
        writeln!(out)?;
        write_keep_conditions(out, style, advice, self.digits)?;
        let names = self.class_names(advice, style.lang);
        for sizes in advice.sizes.chunk_by(|a, b| a.drawn == b.drawn) {
            writeln!(out)?;
            self.write_hands(out, style, sizes, &names)?;
        }
        Ok(())
    }

    /// Writes every kind of hand with the best action, one column for each hand size.
    fn write_hands(
        &self,
        out: &mut dyn Write,
        style: &Style,
        sizes: &[SizeAdvice],
        names: &[String],
    ) -> io::Result<()> {
        let Some(first) = sizes.first() else { return Ok(()) };
        let listed: Vec<&Vec<HandAdvice>> = sizes
            .iter()
            .filter_map(|size| size.hands.as_ref())
            .filter(|hands| hands.len() <= HAND_ROW_LIMIT)
            .collect();
        if listed.len() < sizes.len() {
            return writeln!(out, "  {}", style.dim(&describe_unlisted(first, style.lang)));
        }
        let mut columns: Vec<Column> = names
            .iter()
            .map(|name| Column::number(name.clone()))
            .collect();
        columns.push(Column::number(word!(style.lang, "chance")));
        columns.extend(
            sizes
                .iter()
                .map(|size| Column::text(size.cards.to_string())),
        );
        let mut table = TextTable::new(columns);
        for (at, hand) in listed
            .first()
            .into_iter()
            .flat_map(|hands| hands.iter().enumerate())
        {
            let mut row: Vec<String> = hand.classes.iter().map(u32::to_string).collect();
            row.push(percentage(&hand.chance, self.digits, style));
            for hands in &listed {
                row.push(
                    hands
                        .get(at)
                        .map(|hand| action_cell(hand, names, style))
                        .unwrap_or_default(),
                );
            }
            table.row(row);
        }
        table.write(out, style)?;
        let legend = legend(sizes, style);
        if legend.is_empty() { Ok(()) } else { writeln!(out, "{}", style.dim(&legend)) }
    }

    /// Returns names for the classes of cards, all different: their filters, otherwise their cards,
    /// otherwise a number.
    pub(crate) fn class_names(&self, advice: &Advice, lang: Lang) -> Vec<String> {
        let mut taken = BTreeSet::new();
        let mut names = Vec::new();
        for class in &advice.classes {
            let first = match (&self.model.cards, class.cards.len(), class.filters.as_slice()) {
                (ModelCards::Pile(_), 1, _) => self.list_class(class, lang),
                (_, _, []) => word!(lang, "other").to_owned(),
                (_, _, filters) => filters.join(" & "),
            };
            let mut name = first.clone();
            if taken.contains(&name) {
                name = self.list_class(class, lang);
            }
            let mut number = 2;
            while !taken.insert(name.clone()) {
                name = format!("{first} {number}");
                number += 1;
            }
            names.push(name);
        }
        names
    }

    /// `A, B, C, +2`.
    fn list_class(&self, class: &ClassOfCards, lang: Lang) -> String {
        let named = class.cards.iter().take(CLASS_NAME_LIMIT);
        let mut names: Vec<String> = named
            .map(|(card, _)| self.model.cards.name(*card, lang))
            .collect();
        let more = class.cards.len().saturating_sub(CLASS_NAME_LIMIT);
        if more > 0 {
            names.push(format!("+{more}"));
        }
        names.join(", ")
    }
}

/// Returns why the hands of some size are not listed.
fn describe_unlisted(size: &SizeAdvice, lang: Lang) -> String {
    let drawn = size.drawn;
    match size.hands.as_ref().map(Vec::len) {
        Some(n) => say!(lang, "{n} kinds of hands of {drawn} cards; `-o json` lists them"),
        None => say!(
            lang,
            "more than {LISTED_HAND_LIMIT} kinds of hands of {drawn} cards: too many to list"
        ),
    }
}

/// Writes the short condition for every hand size, and the cost of following them.
fn write_keep_conditions(
    out: &mut dyn Write,
    style: &Style,
    advice: &Advice,
    digits: u32,
) -> io::Result<()> {
    let title = word!(style.lang, "hands to keep, as they are drawn");
    writeln!(out, "  {}", style.bold(title))?;
    for size in &advice.sizes {
        let text = match &size.keep {
            Some(keep) => safe(keep).into_owned(),
            None => say!(style.lang, "all"),
        };
        writeln!(out, "  {:>3}{}{text}", size.cards, style.lang.colon())?;
    }
    writeln!(out, "  {}", compare_with_best_play(style, advice, digits))?;
    if advice.sizes.iter().any(|size| size.keep.is_some()) {
        let title = word!(style.lang, "for --keep:");
        writeln!(out, "  {} {}", style.dim(title), style.dim(&keep_arguments(advice)))?;
    }
    Ok(())
}

/// Compares keeping by the short conditions with the best play.
fn compare_with_best_play(style: &Style, advice: &Advice, digits: u32) -> String {
    let (optimal, short) = (&advice.optimal, &advice.short);
    if optimal == short {
        return say!(style.lang, "this is the best play");
    }
    let (best, kept) = (percentages(optimal, digits, style), percentages(short, digits, style));
    let text = say!(style.lang, "the best play gives {best}, these {kept}");
    let Some(lost_share) = advice.loss() else { return text };
    let loss = percentage_points(&lost_share, style);
    say!(style.lang, "{text}: a loss of {loss} points")
}

/// Returns `keep`, what goes back from a kept hand, what is exchanged, or `–`.
fn action_cell(hand: &HandAdvice, names: &[String], style: &Style) -> String {
    let back: Vec<String> = names
        .iter()
        .zip(&hand.back)
        .filter(|(_, n)| **n > 0)
        .map(|(name, n)| format!("{n} {name}"))
        .collect();
    match (hand.keep, back.is_empty()) {
        // Cells are escaped when they are drawn, so they have no colours.
        (true, true) => word!(style.lang, "keep").to_owned(),
        (true, false) => format!("{} {}", word!(style.lang, "put back"), back.join(", ")),
        (false, true) => "–".to_owned(),
        (false, false) => format!("{} {}", word!(style.lang, "swap"), back.join(", ")),
    }
}

/// Explains the words in the cells that occur.
fn legend(sizes: &[SizeAdvice], style: &Style) -> String {
    let (mut has_put_back, mut has_swap, mut has_exchange) = (false, false, false);
    for hand in sizes
        .iter()
        .filter_map(|size| size.hands.as_ref())
        .flatten()
    {
        match (hand.keep, hand.back.iter().any(|count| *count > 0)) {
            (true, true) => has_put_back = true,
            (true, false) => {}
            (false, true) => has_swap = true,
            (false, false) => has_exchange = true,
        }
    }
    let mut words = Vec::new();
    if has_put_back {
        words.push(word!(style.lang, "put back: kept, and these go back"));
    }
    if has_swap {
        words.push(word!(style.lang, "swap: exchanged for others"));
    }
    if has_exchange {
        words.push(word!(style.lang, "–: exchanged"));
    }
    words.join(style.lang.semicolon())
}

/// Writes the short conditions as arguments for a shell.
fn keep_arguments(advice: &Advice) -> String {
    let last = advice
        .sizes
        .iter()
        .rposition(|size| size.keep.is_some())
        .map_or(0, |at| at + 1);
    let mut words = Vec::new();
    for size in advice.sizes.iter().take(last) {
        // Every hand satisfies this condition.
        let keep = size.keep.as_deref().unwrap_or("count() >= 0");
        words.push(format!("--keep '{}: {}'", size.cards, keep.replace('\'', "'\\''")));
    }
    safe(&words.join(" ")).into_owned()
}

/// Writes a loss in percentage points, with enough digits that it is not zero.
fn percentage_points(loss: &Fraction, style: &Style) -> String {
    let digits = (2..=12).find(|digits| {
        loss.percentage(*digits)
            .chars()
            .any(|c| ('1'..='9').contains(&c))
    });
    let digits = digits.map_or(12, |digits| if digits > 2 { digits } else { 4 });
    style.number(loss.percentage(digits))
}
