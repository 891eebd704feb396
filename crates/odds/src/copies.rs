//! The number of copies of a card, varied.

use super::{numbers::Fraction, tally::Probability};

/// A number of copies and the probability with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopiesOdds {
    /// How many cards of the varied class the pile has.
    pub copies: u32,
    pub answer: Probability,
}

/// The cards whose number is varied, and the class that makes room for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariedCards {
    /// The class of the cards; it may contain other cards, which count the same.
    pub class: usize,
    /// How many of the cards the pile has now.
    pub copies: u32,
    /// The class of the cards that make room for more copies, or replace fewer.
    pub rest: usize,
}

/// Asks a question for every number of copies from 0 on. Copies replace cards of the class `rest`,
/// so the size of the pile stays the same; the table ends when these are used up.
///
/// With `enough`, it ends a few lines after the first one that certainly reaches that probability.
pub fn vary_copies<E>(
    classes: &[u32],
    VariedCards { class, copies: now, rest }: VariedCards,
    enough: Option<(&Fraction, usize)>,
    ask: &mut dyn FnMut(&[u32]) -> Result<Probability, E>,
) -> Result<Vec<CopiesOdds>, E> {
    let others = classes.get(class).copied().unwrap_or(0).saturating_sub(now);
    let most = now.saturating_add(classes.get(rest).copied().unwrap_or(0));
    let mut table = Vec::new();
    let mut reached = 0;
    for copies in 0..=most {
        let mut varied = classes.to_vec();
        if let Some(cards) = varied.get_mut(class) {
            *cards = others.saturating_add(copies);
        }
        if let Some(cards) = varied.get_mut(rest) {
            *cards = most - copies;
        }
        let answer = ask(&varied)?;
        reached += usize::from(enough.is_some_and(|(enough, _)| answer.low >= *enough));
        table.push(CopiesOdds { copies, answer });
        if enough.is_some_and(|(_, beyond)| reached > beyond) && copies >= now {
            break;
        }
    }
    Ok(table)
}

/// The number of copies with the best probability, the smallest of several. Lower bounds are
/// compared first, then upper bounds.
pub fn best_copies(table: &[CopiesOdds]) -> Option<&CopiesOdds> {
    // Of equal lines `max_by` takes the last: reversed, the one with the fewest copies.
    table.iter().rev().max_by(|a, b| {
        a.answer
            .low
            .cmp(&b.answer.low)
            .then_with(|| a.answer.high.cmp(&b.answer.high))
    })
}

/// The smallest number of copies that certainly reaches a probability; `None` if no line does.
pub fn fewest_copies<'a>(table: &'a [CopiesOdds], enough: &Fraction) -> Option<&'a CopiesOdds> {
    table.iter().find(|line| line.answer.low >= *enough)
}
