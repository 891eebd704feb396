//! How many copies are needed: the same question over decks that differ in one class.

use super::fraction::Fraction;
use super::tally::Answer;

/// One line of the table: a number of copies and the probability with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copies {
    /// How many cards of the varied class the pile holds.
    pub copies: u32,
    /// The probability then.
    pub answer: Answer,
}

/// Asks a question for every number of copies of `class` from 0 to `most`, taking the place of
/// cards of class `rest` so that the size of the pile stays the same; stops when `rest` is used up.
///
/// The table ends `beyond` lines after the first that certainly reaches `enough`.
pub fn vary<E>(
    classes: &[u32],
    class: usize,
    rest: usize,
    enough: &Fraction,
    beyond: usize,
    ask: &mut dyn FnMut(&[u32]) -> Result<Answer, E>,
) -> Result<Vec<Copies>, E> {
    let size = |at: usize| classes.get(at).copied().unwrap_or(0);
    let most = size(class).saturating_add(size(rest));
    let mut table = Vec::new();
    let mut reached = 0;
    for copies in 0..=most {
        let mut varied = classes.to_vec();
        if let Some(cards) = varied.get_mut(class) {
            *cards = copies;
        }
        if let Some(cards) = varied.get_mut(rest) {
            *cards = most - copies;
        }
        let answer = ask(&varied)?;
        reached += usize::from(answer.low >= *enough);
        table.push(Copies { copies, answer });
        if reached > beyond && copies >= size(class) {
            break;
        }
    }
    Ok(table)
}

/// The smallest number of copies that certainly reaches a probability, if any in the table does.
pub fn fewest<'a>(table: &'a [Copies], enough: &Fraction) -> Option<&'a Copies> {
    table.iter().find(|line| line.answer.low >= *enough)
}
