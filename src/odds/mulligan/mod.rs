//! Exchanging an opening hand, as an exact tree.
//!
//! Every exchange of a whole hand draws a new one from the whole pile, so the hands before it do not
//! matter: the tree has one level per exchange, and the chance of a level is the chance that no hand
//! before it was kept. Where some cards of a hand are exchanged for others, the tree has one level.

mod hands;
mod work;

use super::budget::Budget;
use super::exact::Spending;
use super::messages::OddsError;
use super::setup::{Pile, Setup, Source};
use super::tally::{Answer, Judgement, Tally};
use crate::language::Truth;
use crate::model::{Exchange, Returned};
use dashu_int::UBig;
use hands::{Hand, Level};
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
            Exchange::Anew | Exchange::Some(_) => 0,
            Exchange::Bottom | Exchange::Fewer => exchanges.saturating_sub(self.free),
        }
    }

    /// After so many exchanges: how many cards are drawn, and how many go to the bottom.
    pub fn stage(&self, hand: u32, exchanges: u32) -> (u32, u32) {
        let cost = self.cost(exchanges);
        match self.exchange {
            Exchange::Fewer => (hand.saturating_sub(cost), 0),
            Exchange::Anew | Exchange::Bottom | Exchange::Some(_) => (hand, cost.min(hand)),
        }
    }

    /// Where exchanged cards go if only some of a hand are exchanged, and any may be.
    pub fn some(&self) -> Option<Returned> {
        match self.exchange {
            Exchange::Some(returned) if self.most != Some(0) => Some(returned),
            _ => None,
        }
    }

    /// How many cards stay in the hands between which there is a choice, in the order in which they
    /// are drawn; the last is followed by itself where exchanges are not limited.
    pub fn sizes(&self, hand: u32) -> Vec<u32> {
        let last = if self.some().is_some() { 0 } else { self.most.unwrap_or(0) };
        let stays = |(draw, bottom): (u32, u32)| draw - bottom;
        (0..=last).map(|exchange| stays(self.stage(hand, exchange))).collect()
    }
}

/// Which hands are kept, as long as exchanges are left.
pub enum Keep<'a> {
    /// Those that satisfy a condition, which is told how many hands were exchanged before; it reads
    /// the hand as drawn, before cards go to the bottom.
    If(&'a mut dyn FnMut(usize, &[u32]) -> Truth),
    /// Those with which the condition that is asked for has at least the chance that an exchange
    /// would give it: the best play for that condition.
    Best,
    /// As was decided before, for another question about the same hands.
    As(&'a [HashMap<Vec<u32>, Decision>]),
    /// Those that are chosen when all of one level are known, with what each is worth.
    Chosen(&'a mut dyn FnMut(usize, &[Weighed<'_>]) -> Vec<bool>),
}

/// A kind of opening hand that may be kept or exchanged.
#[derive(Clone, Copy, Debug)]
pub struct Weighed<'h> {
    /// How many cards of each class it holds.
    pub counts: &'h [u32],
    /// By how much keeping it where it can be exchanged raises the chance of the condition, times the
    /// chance of drawing it.
    pub gain: f64,
}

/// Whether the rules of a game let a hand stand, by how many cards of each class are in it.
pub type Allowed<'a> = &'a mut dyn FnMut(&[u32]) -> Truth;

/// What decides about opening hands.
pub struct HandRules<'k, 'a> {
    /// Which are kept.
    pub keep: Keep<'k>,
    /// Which the rules of the game let stand; others are drawn anew at no cost. `None`: all.
    pub allowed: Option<Allowed<'a>>,
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
    /// How many cards are dealt from the same pile beside the hand, pile by pile.
    pub beside: Vec<u32>,
    /// Cards dealt beside it that nobody looks at.
    pub hidden: u32,
    /// Draws from other piles.
    pub others: Vec<Pile>,
}

impl Procedure {
    /// What is drawn from these cards of the pile once the hand is settled: so many, and everything
    /// that lies beside.
    fn follows(&self, rest: Vec<u32>, later: u32) -> Setup {
        let pile = |source, draw| Pile { name: String::new(), source, draw };
        let mut piles = vec![pile(Source::Own(rest), later)];
        piles.extend(self.beside.iter().zip(0..).map(|(n, at)| pile(Source::Beside(at), *n)));
        piles.extend(self.others.iter().cloned());
        Setup { piles }
    }
}

/// What is done with one opening hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It is kept, and so many cards of each class go to the bottom.
    Keep(Vec<u32>),
    /// It is exchanged.
    Exchange,
    /// So many cards of each class are exchanged for others; the rest stays.
    Swap(Vec<u32>),
    /// The rules of the game send it back at no cost.
    Redraw,
}

/// Per number of exchanges so far, what is done with each opening hand (by its class counts).
pub type Decisions = Vec<HashMap<Vec<u32>, Decision>>;

/// A mulligan worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// The probability of the condition.
    pub answer: Answer,
    /// What is done with each hand.
    pub decisions: Decisions,
    /// Per number of exchanges, in how many ways each hand that the rules let stand is drawn.
    pub ways: Vec<HashMap<Vec<u32>, UBig>>,
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
    let rules = HandRules { keep, allowed: None };
    mulligan_on_budget(procedure, exchanges, rules, spending, judge)
}

/// The same, with no more work than the spending allows.
pub(crate) fn mulligan_on_budget(
    procedure: &Procedure,
    exchanges: Exchanges,
    rules: HandRules,
    spending: Spending<'_>,
    judge: &mut dyn FnMut(&[u32]) -> Judgement,
) -> Result<Tree, OddsError> {
    let known = matches!(rules.keep, Keep::As(_));
    spending.budget.spend(steps(procedure, exchanges, known, spending.per_judgement)?)?;
    let last = work::validate(procedure, exchanges)?;
    let mut after: Option<Mix> = None;
    let (mut decisions, mut ways) = (Vec::new(), Vec::new());
    let HandRules { mut keep, allowed } = rules;
    let mut everything = |_: &[u32]| Truth::True;
    let allowed = allowed.unwrap_or(&mut everything);
    for exchange in (0..=last).rev() {
        let known = match &keep {
            Keep::As(decisions) => Some(decisions.get(exchange as usize)),
            _ => None,
        };
        let level = Level { procedure, exchanges, exchange, known: known.flatten() };
        let (hands, redrawn) = level.hands(allowed, judge)?;
        if hands.is_empty() {
            return Err(OddsError::NoHandStands);
        }
        let kept = level.choose(&hands, after.as_ref(), &mut keep)?;
        after = Some(Mix::of(&hands, &kept, after.as_ref()));
        ways.push(hands.iter().map(|hand| (hand.counts.clone(), hand.ways.clone())).collect());
        let mut decided: HashMap<Vec<u32>, Decision> =
            hands.into_iter().zip(kept).map(|(hand, keep)| hand.decided(keep)).collect();
        decided.extend(redrawn.into_iter().map(|counts| (counts, Decision::Redraw)));
        decisions.push(decided);
    }
    decisions.reverse();
    ways.reverse();
    let answer = after.and_then(|mix| mix.tally.answer()).ok_or(OddsError::ImpossibleGiven)?;
    Ok(Tree { answer, decisions, ways })
}

/// How many steps working out a mulligan takes, `effort` of them for one judgement; `known`: what is
/// done with each hand was decided before. What cannot be dealt is an error.
pub(crate) fn steps(
    procedure: &Procedure,
    exchanges: Exchanges,
    known: bool,
    effort: u64,
) -> Result<u128, OddsError> {
    let last = work::validate(procedure, exchanges)?;
    work::steps(procedure, exchanges, last, known, effort)
}

/// The judgements of everything from one exchange on, and how many there are.
pub(crate) struct Mix {
    tally: Tally<UBig>,
    total: UBig,
}

impl Mix {
    /// The kept hands, what some are exchanged for, and for the others what comes after.
    fn of(hands: &[Hand], kept: &[bool], after: Option<&Mix>) -> Mix {
        let follows = hands.first().map_or(UBig::ONE, |first| first.total.clone());
        let mut tally = Tally::<UBig>::new();
        let (mut settled, mut again) = (UBig::ZERO, UBig::ZERO);
        for (hand, kept) in hands.iter().zip(kept) {
            match hand.outcome(*kept) {
                Some(value) => {
                    tally.add_all(value, &hand.ways);
                    settled += &hand.ways;
                }
                None => again += &hand.ways,
            }
        }
        let settled = settled * &follows;
        let Some(after) = after else { return Mix { tally, total: settled } };
        let again = again * &follows;
        let mut mixed = Tally::<UBig>::new();
        mixed.add_all(&tally, &after.total);
        mixed.add_all(&after.tally, &again);
        Mix { tally: mixed, total: (settled + again) * &after.total }
    }
}
