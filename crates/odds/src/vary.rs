//! How many copies are needed: the same question over decks that differ in one class.

use super::fraction::Fraction;
use super::tally::Probability;

/// One line of the table: a number of copies and the probability with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopiesOdds {
    /// How many cards of the varied class the pile holds.
    pub copies: u32,
    /// The probability then.
    pub answer: Probability,
}

/// The cards that are varied: where they are counted, and what makes room for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Varied {
    /// Their class; other cards may be in it, which count alike.
    pub class: usize,
    /// How many they are in the pile as it is.
    pub copies: u32,
    /// The class of the cards that give way to more copies, or take the place of fewer.
    pub rest: usize,
}

/// Asks a question for every number of copies from 0 on, taking the place of cards of the class `rest`
/// so that the size of the pile stays the same; stops when these are used up.
///
/// Where something is enough, the table ends so many lines after the first that certainly reaches it.
pub fn vary<E>(
    classes: &[u32],
    Varied { class, copies: now, rest }: Varied,
    enough: Option<(&Fraction, usize)>,
    ask: &mut dyn FnMut(&[u32]) -> Result<Probability, E>,
) -> Result<Vec<CopiesOdds>, E> {
    let size = |at: usize| classes.get(at).copied().unwrap_or(0);
    let others = size(class).saturating_sub(now);
    let most = now.saturating_add(size(rest));
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

/// The number of copies with the best probability, the smallest where several have it; the certain
/// part counts, then the possible one.
pub fn best(table: &[CopiesOdds]) -> Option<&CopiesOdds> {
    let merit = |line: &CopiesOdds| (line.answer.low.clone(), line.answer.high.clone());
    table.iter().rev().max_by(|a, b| merit(a).cmp(&merit(b)))
}

/// The smallest number of copies that certainly reaches a probability, if any in the table does.
pub fn fewest<'a>(table: &'a [CopiesOdds], enough: &Fraction) -> Option<&'a CopiesOdds> {
    table.iter().find(|line| line.answer.low >= *enough)
}
