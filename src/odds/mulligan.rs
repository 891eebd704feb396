//! Exchanging an opening hand, as an exact tree.
//!
//! Every exchange draws a new hand from the whole pile, so the hands before it do not matter: the
//! tree has one level per exchange, and the chance of a level is the chance that no hand before it
//! was kept.

use super::budget::{Budget, HAND_LIMIT, visit};
use super::count::binomial;
use super::error::OddsError;
use super::exact::{Spending, check_size, rows, words};
use super::setup::{Pile, Setup, Source, Walk, vectors};
use super::tally::{Answer, Judgement, Tally};
use crate::language::Truth;
use crate::model::Exchange;
use dashu_int::UBig;
use std::collections::HashMap;

/// The rule by which a hand may be exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exchanges {
    /// What each does.
    pub exchange: Exchange,
    /// How many cost nothing, where they cost cards.
    pub free: u32,
    /// How many there may be; `None`: any number, and then they must cost nothing.
    pub most: Option<u32>,
}

impl Exchanges {
    /// No exchange at all.
    pub const NONE: Exchanges = Exchanges { exchange: Exchange::Anew, free: 0, most: Some(0) };

    /// How many cards the hand after so many exchanges is short of.
    pub fn cost(&self, exchanges: u32) -> u32 {
        match self.exchange {
            Exchange::Anew => 0,
            Exchange::Bottom | Exchange::Fewer => exchanges.saturating_sub(self.free),
        }
    }

    /// After so many exchanges: how many cards are drawn, and how many go to the bottom.
    pub fn stage(&self, hand: u32, exchanges: u32) -> (u32, u32) {
        let cost = self.cost(exchanges);
        match self.exchange {
            Exchange::Fewer => (hand.saturating_sub(cost), 0),
            Exchange::Anew | Exchange::Bottom => (hand, cost.min(hand)),
        }
    }
}

/// Which hands are kept, as long as exchanges are left.
pub enum Keep<'a> {
    /// Those that satisfy a condition; it reads the hand as drawn, before cards go to the bottom.
    If(&'a mut dyn FnMut(&[u32]) -> Truth),
    /// Those with which the condition that is asked for has at least the chance that an exchange
    /// would give it: the best play for that condition.
    Best,
}

/// An opening hand, what is drawn after it, and what lies beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// What the pile is called in messages.
    pub name: String,
    /// How many cards of each class the pile holds.
    pub pile: Vec<u32>,
    /// Cards of a full opening hand.
    pub hand: u32,
    /// Cards drawn after the hand was kept.
    pub later: u32,
    /// Draws from other piles.
    pub others: Vec<Pile>,
}

/// What is done with one opening hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Whether it is kept.
    pub keep: bool,
    /// How many cards of each class go to the bottom if it is.
    pub bottom: Vec<u32>,
}

/// A mulligan worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// The probability of the condition.
    pub answer: Answer,
    /// Per number of exchanges so far, what is done with each opening hand (by its class counts).
    pub decisions: Vec<HashMap<Vec<u32>, Decision>>,
}

/// The probability of a condition when hands may be exchanged.
///
/// `judge` sees the class counts of everything drawn since the last exchange, then of the hand, then
/// of the other draws. A card that went to the bottom is known, but it is neither in hand nor does it
/// count as seen: it cannot be drawn again.
pub fn mulligan(
    procedure: &Procedure,
    exchanges: Exchanges,
    keep: Keep,
    judge: &mut dyn FnMut(&[u32]) -> Judgement,
) -> Result<Tree, OddsError> {
    let spending = Spending { budget: &Budget::new(), per_judgement: 1 };
    mulligan_on_budget(procedure, exchanges, keep, spending, judge)
}

/// The same, with no more work than the spending allows.
pub(crate) fn mulligan_on_budget(
    procedure: &Procedure,
    exchanges: Exchanges,
    mut keep: Keep,
    spending: Spending<'_>,
    judge: &mut dyn FnMut(&[u32]) -> Judgement,
) -> Result<Tree, OddsError> {
    let last = validate(procedure, exchanges)?;
    spending.budget.spend(work(procedure, exchanges, last, spending.per_judgement)?)?;
    let mut after: Option<Mix> = None;
    let mut decisions = Vec::new();
    for exchange in (0..=last).rev() {
        let (draw, bottom) = exchanges.stage(procedure.hand, exchange);
        let hands = hands(procedure, draw, bottom, judge);
        let unlimited = exchanges.most.is_none();
        let kept = choose(&hands, after.as_ref(), unlimited, &mut keep)?;
        let mix = mix(procedure, draw, &hands, &kept, after.as_ref());
        let decide =
            |(hand, keep): (Hand, bool)| (hand.counts, Decision { keep, bottom: hand.bottom });
        decisions.push(hands.into_iter().zip(kept).map(decide).collect());
        after = Some(mix);
    }
    decisions.reverse();
    let answer = after.and_then(|mix| mix.tally.answer()).ok_or(OddsError::ImpossibleGiven)?;
    Ok(Tree { answer, decisions })
}

/// One kind of opening hand: how many draws give it, what goes to the bottom, and what follows.
struct Hand {
    counts: Vec<u32>,
    ways: UBig,
    bottom: Vec<u32>,
    value: Tally<UBig>,
}

/// A tally with its total: the judgements of everything from one exchange on.
struct Mix {
    tally: Tally<UBig>,
    total: UBig,
}

fn validate(procedure: &Procedure, exchanges: Exchanges) -> Result<u32, OddsError> {
    let (name, hand) = (procedure.name.clone(), procedure.hand);
    let mut piles = vec![Pile { name, source: Source::Own(procedure.pile.clone()), draw: hand }];
    piles.extend(procedure.others.iter().cloned());
    let opening = Setup { piles };
    opening.validate()?;
    let last = match exchanges.most {
        Some(most) => most,
        None if exchanges.exchange == Exchange::Anew => 0,
        None => exchanges.free.saturating_add(hand),
    };
    if exchanges.cost(last) > hand {
        return Err(OddsError::TooManyExchanges { exchanges: last, hand });
    }
    let left = opening.available(0) - u64::from(hand);
    if u64::from(procedure.later) > left {
        return Err(match exchanges.cost(last) {
            0 => OddsError::DrawsTooMany {
                pile: procedure.name.clone(),
                draw: u64::from(hand) + u64::from(procedure.later),
                holds: opening.available(0),
            },
            _ => OddsError::ReachesTheBottom { draw: u64::from(procedure.later) },
        });
    }
    check_size(&opening)?;
    Ok(last)
}

/// Steps of weighing one hand, besides those of what may follow it.
const WEIGH: u128 = 150;

/// How many steps a mulligan takes, before any hand is looked at.
fn work(
    procedure: &Procedure,
    exchanges: Exchanges,
    last: u32,
    effort: u64,
) -> Result<u128, OddsError> {
    let mut piles = vec![Pile {
        name: String::new(),
        source: Source::Own(procedure.pile.clone()),
        draw: procedure.later,
    }];
    piles.extend(procedure.others.iter().cloned());
    let follows = Setup { piles };
    // Weights are long numbers here, however short they are.
    let words = Some(words(&follows).unwrap_or(1));
    let each = visit(words).saturating_add(u128::from(effort));
    let rows = rows(&follows, words);
    let after = follows.vectors().saturating_mul(each).saturating_add(rows).saturating_add(WEIGH);
    let (mut hands, mut steps) = (0u128, 0u128);
    for exchange in 0..=last {
        let (draw, bottom) = exchanges.stage(procedure.hand, exchange);
        let capped: Vec<u32> = procedure.pile.iter().map(|n| *n.min(&bottom)).collect();
        let level = vectors(&procedure.pile, draw);
        hands = hands.saturating_add(level);
        let choices = level.saturating_mul(vectors(&capped, bottom));
        steps = steps.saturating_add(choices.saturating_mul(after));
        if hands > HAND_LIMIT {
            return Err(OddsError::TooManyHands { hands, limit: HAND_LIMIT });
        }
    }
    Ok(steps)
}

/// Every kind of hand after an exchange, with the best choice of cards for the bottom.
fn hands(
    procedure: &Procedure,
    draw: u32,
    bottom: u32,
    judge: &mut dyn FnMut(&[u32]) -> Judgement,
) -> Vec<Hand> {
    let mut found = Vec::new();
    Walk::run(&Setup::hand(&procedure.pile, draw), |counts: &[u32], ways: &UBig| {
        found.push((counts.to_vec(), ways.clone()));
    });
    let value = |(counts, ways): (Vec<u32>, UBig)| {
        let mut best: Option<(Vec<u32>, Tally<UBig>)> = None;
        Walk::run(&Setup::hand(&counts, bottom), |away: &[u32], _: &u128| {
            let value = continuation(procedure, &counts, away, judge);
            if best.as_ref().is_none_or(|(_, old)| value.merit() > old.merit()) {
                best = Some((away.to_vec(), value));
            }
        });
        // INVARIANT: the bottom takes no more cards than were drawn, so there is a choice.
        let (bottom, value) = best.unwrap_or_else(|| (vec![0; counts.len()], Tally::new()));
        Hand { counts, ways, bottom, value }
    };
    found.into_iter().map(value).collect()
}

/// What becomes of a hand that was kept, over all later draws and other piles.
fn continuation(
    procedure: &Procedure,
    drawn: &[u32],
    away: &[u32],
    judge: &mut dyn FnMut(&[u32]) -> Judgement,
) -> Tally<UBig> {
    let width = drawn.len();
    let others: usize = procedure.others.len();
    let mut view = vec![0; 2 * width];
    let mut tally = Tally::<UBig>::new();
    if procedure.later == 0 && others == 0 {
        for class in 0..width {
            view[class] = drawn[class] - away[class];
            view[width + class] = view[class];
        }
        tally.add(judge(&view), &UBig::ONE);
        return tally;
    }
    let rest = procedure.pile.iter().zip(drawn).map(|(n, k)| n - k).collect();
    let source = Source::Own(rest);
    let mut piles = vec![Pile { name: String::new(), source, draw: procedure.later }];
    piles.extend(procedure.others.iter().cloned());
    Walk::run(&Setup { piles }, |counts: &[u32], weight: &UBig| {
        view.truncate(2 * width);
        for class in 0..width {
            view[class] = drawn[class] - away[class] + counts[class];
            view[width + class] = view[class];
        }
        view.extend_from_slice(&counts[width..]);
        tally.add(judge(&view), weight);
    });
    tally
}

fn choose(
    hands: &[Hand],
    after: Option<&Mix>,
    unlimited: bool,
    keep: &mut Keep,
) -> Result<Vec<bool>, OddsError> {
    let last = after.is_none();
    if last && !unlimited {
        return Ok(vec![true; hands.len()]);
    }
    let kept = match keep {
        Keep::If(condition) => {
            let truths = hands.iter().map(|hand| match condition(&hand.counts) {
                Truth::Unknown => Err(OddsError::UndecidedKeep),
                truth => Ok(truth == Truth::True),
            });
            truths.collect::<Result<Vec<bool>, _>>()?
        }
        Keep::Best => match after {
            Some(after) => hands.iter().map(|hand| at_least_as_good(hand, after, hands)).collect(),
            None => {
                let best = hands.iter().map(|hand| hand.value.merit()).max();
                hands.iter().map(|hand| Some(hand.value.merit()) == best).collect()
            }
        },
    };
    // After a level without limit comes nothing: some hand must end it.
    if last && !kept.contains(&true) {
        return Err(OddsError::MulliganNeverEnds);
    }
    Ok(kept)
}

/// Whether keeping a hand is no worse than exchanging it.
fn at_least_as_good(hand: &Hand, after: &Mix, hands: &[Hand]) -> bool {
    // INVARIANT: every hand of one level is followed by equally many draws.
    let total = hands.first().map_or(UBig::ONE, |first| first.value.total());
    let (certain, possible) = hand.value.merit();
    let (after_certain, after_possible) = after.tally.merit();
    let mine = (certain * &after.total, possible * &after.total);
    mine >= (after_certain * &total, after_possible * &total)
}

/// The judgements from one exchange on: the kept hands, and for the others what comes after.
fn mix(
    procedure: &Procedure,
    draw: u32,
    hands: &[Hand],
    kept: &[bool],
    after: Option<&Mix>,
) -> Mix {
    let follows = hands.first().map_or(UBig::ONE, |first| first.value.total());
    let cards = procedure.pile.iter().sum::<u32>();
    let mut tally = Tally::<UBig>::new();
    let mut again = binomial(cards, draw);
    for (hand, _) in hands.iter().zip(kept).filter(|(_, kept)| **kept) {
        tally.add_all(&hand.value, &hand.ways);
        again -= &hand.ways;
    }
    let all = (binomial(cards, draw) - &again) * &follows;
    let Some(after) = after else { return Mix { tally, total: all } };
    let mut mixed = Tally::<UBig>::new();
    mixed.add_all(&tally, &after.total);
    mixed.add_all(&after.tally, &(&again * &follows));
    Mix { tally: mixed, total: (all + again * follows) * &after.total }
}
