//! The kinds of opening hands of one level, and what each is worth kept or exchanged.

use super::{Decision, Exchanges, Keep, Mix, Procedure, Weighed};
use crate::language::Truth;
use crate::model::Returned;
use crate::odds::count::{Count, Uncounted};
use crate::odds::fraction::Fraction;
use crate::odds::messages::OddsError;
use crate::odds::setup::{Setup, Walk};
use crate::odds::tally::{Judgement, Tally};
use dashu_int::UBig;
use dashu_int::ops::Gcd;
use std::collections::HashMap;

/// Most judgements that are remembered while the hands of one level are weighed.
const REMEMBERED: usize = 1 << 20;

/// Most draws after one hand that are listed to be asked again for every choice of cards.
const LISTED: u128 = 1 << 17;

/// One kind of opening hand: how many draws give it, and what may be done with it.
pub(super) struct Hand {
    pub(super) counts: Vec<u32>,
    pub(super) ways: UBig,
    /// How many draws follow, each equally likely; the same for all hands of a level.
    pub(super) total: UBig,
    /// What goes to the bottom if it is kept, and the judgements that follow.
    kept: Option<(Vec<u32>, Tally<UBig>)>,
    /// The cards that are best exchanged if it is not, where some may be, and what follows.
    swapped: Option<(Vec<u32>, Tally<UBig>)>,
}

impl Hand {
    /// What follows from keeping it, or from exchanging some of its cards; `None` where another hand
    /// follows.
    pub(super) fn outcome(&self, keep: bool) -> Option<&Tally<UBig>> {
        let choice = if keep { &self.kept } else { &self.swapped };
        choice.as_ref().map(|(_, value)| value)
    }

    /// What is done with it.
    pub(super) fn decided(self, keep: bool) -> (Vec<u32>, Decision) {
        let decision = match (keep, self.kept, self.swapped) {
            (true, Some((bottom, _)), _) => Decision::Keep(bottom),
            (false, _, Some((away, _))) => Decision::Swap(away),
            _ => Decision::Exchange,
        };
        (self.counts, decision)
    }

    fn merit(&self, keep: bool) -> (UBig, UBig) {
        self.outcome(keep).map_or((UBig::ZERO, UBig::ZERO), Tally::merit)
    }
}

/// The hands after so many exchanges.
pub(super) struct Level<'a> {
    pub(super) procedure: &'a Procedure,
    pub(super) exchanges: Exchanges,
    pub(super) exchange: u32,
    /// What is done with each hand, where that was decided before.
    pub(super) known: Option<&'a HashMap<Vec<u32>, Decision>>,
}

impl Level<'_> {
    /// Every kind of hand that the rules let stand with what is best done with it, and those that
    /// they do not.
    pub(super) fn hands(
        &self,
        allowed: &mut dyn FnMut(&[u32]) -> Truth,
        judge: &mut dyn FnMut(&[u32]) -> Judgement,
    ) -> Result<(Vec<Hand>, Vec<Vec<u32>>), OddsError> {
        let (draw, _) = self.exchanges.stage(self.procedure.hand, self.exchange);
        let (mut found, mut redrawn) = (Vec::new(), Vec::new());
        let mut undecided = false;
        Walk::run(&Setup::hand(&self.procedure.pile, draw), |counts: &[u32], ways: &UBig| {
            match allowed(counts) {
                Truth::True => found.push((counts.to_vec(), ways.clone())),
                Truth::False => redrawn.push(counts.to_vec()),
                Truth::Unknown => undecided = true,
            }
        });
        if undecided {
            return Err(OddsError::UndecidedKeep);
        }
        let follows = self.procedure.follows(self.procedure.pile.clone(), self.procedure.later);
        let mut values = Values::new(self.procedure, judge);
        let weigh = |(counts, ways)| match self.exchanges.some() {
            Some(returned) => self.weigh_some(counts, ways, returned, &mut values),
            None if follows.bits() < 127 => self.weigh::<u128>(counts, ways, &mut values),
            None => self.weigh::<UBig>(counts, ways, &mut values),
        };
        Ok((found.into_iter().map(weigh).collect(), redrawn))
    }

    /// The cards whose loss is the best choice, or was chosen.
    fn weigh<C: Count>(&self, counts: Vec<u32>, ways: UBig, values: &mut Values<'_, '_>) -> Hand {
        let (_, bottom) = self.exchanges.stage(self.procedure.hand, self.exchange);
        let rest = left(&self.procedure.pile, &counts);
        let follows = Follows::<C>::of(self.procedure.follows(rest, self.procedure.later));
        let kept = match self.known.map(|known| known.get(&counts)) {
            Some(Some(Decision::Keep(away))) => {
                let value = values.of(&left(&counts, away), &follows);
                Some((away.clone(), value.big()))
            }
            Some(_) => None,
            None => {
                let mut best: Option<(Vec<u32>, Tally<C>)> = None;
                each_part(&counts, bottom, &mut |away| {
                    let value = values.of(&left(&counts, away), &follows);
                    if best.as_ref().is_none_or(|(_, old)| is_more(&value.merit(), &old.merit())) {
                        best = Some((away.to_vec(), value));
                    }
                });
                best.map(|(away, value)| (away, value.big()))
            }
        };
        Hand { counts, ways, total: follows.setup.total(), kept, swapped: None }
    }

    /// The same where some cards are exchanged for as many others.
    fn weigh_some(
        &self,
        counts: Vec<u32>,
        ways: UBig,
        returned: Returned,
        values: &mut Values<'_, '_>,
    ) -> Hand {
        let nothing = vec![0; counts.len()];
        let known = self.known.map(|known| known.get(&counts));
        let cards: u32 = counts.iter().sum();
        let mut choices: Vec<(Vec<u32>, Swapped)> = Vec::new();
        for swapped in 0..=cards {
            let mut best: Option<(Vec<u32>, Swapped)> = None;
            each_part(&counts, swapped, &mut |away| {
                let wanted = match known {
                    Some(Some(Decision::Swap(known))) => known == away,
                    Some(_) => away == nothing,
                    None => true,
                };
                if wanted {
                    let value = self.swap(&counts, away, returned, values);
                    let better = |old: &Swapped| is_more(&value.tally.merit(), &old.tally.merit());
                    if best.as_ref().is_none_or(|(_, old)| better(old)) {
                        best = Some((away.to_vec(), value));
                    }
                }
            });
            choices.extend(best);
        }
        // Fewer cards have fewer ways to be replaced: all are brought to one number of them.
        let totals = (0..=cards).map(|n| self.swap_total(n, returned));
        let total = totals.fold(UBig::ONE, |all, n| &all / (&all).gcd(&n) * n);
        let level = |(away, swapped): (Vec<u32>, Swapped)| {
            let mut value = Tally::<UBig>::new();
            value.add_all(&swapped.tally, &(&total / &swapped.total));
            (away, value)
        };
        let (mut kept, mut swapped) = (None, None::<(Vec<u32>, Tally<UBig>)>);
        for choice in choices.into_iter().map(level) {
            if choice.0 == nothing {
                kept = Some(choice);
            } else if swapped.as_ref().is_none_or(|(_, old)| choice.1.merit() > old.merit()) {
                swapped = Some(choice);
            }
        }
        Hand { counts, ways, total, kept, swapped }
    }

    /// How many draws follow when so many cards are exchanged.
    fn swap_total(&self, cards: u32, returned: Returned) -> UBig {
        let procedure = self.procedure;
        let left: u32 = procedure.pile.iter().sum::<u32>() - procedure.hand;
        match returned {
            Returned::Bottom => procedure.follows(vec![left], procedure.later + cards).total(),
            Returned::Shuffled => {
                procedure.follows(vec![left + cards], procedure.later + cards).total()
            }
            Returned::Aside => {
                Setup::hand(&[left], cards).total()
                    * procedure.follows(vec![left], procedure.later).total()
            }
        }
    }

    /// What becomes of a hand of which some cards are exchanged.
    fn swap(
        &self,
        counts: &[u32],
        away: &[u32],
        returned: Returned,
        values: &mut Values<'_, '_>,
    ) -> Swapped {
        let procedure = self.procedure;
        let (stays, rest) = (left(counts, away), left(&procedure.pile, counts));
        let cards: u32 = away.iter().sum();
        let join = |rest: &[u32]| rest.iter().zip(away).map(|(n, back)| n + back).collect();
        let mut tally = Tally::<UBig>::new();
        match returned {
            Returned::Bottom | Returned::Shuffled => {
                let from = if returned == Returned::Bottom { rest } else { join(&rest) };
                let follows = Follows::of(procedure.follows(from, procedure.later + cards));
                tally = values.of(&stays, &follows);
            }
            Returned::Aside => {
                Walk::run(&Setup::hand(&rest, cards), |drawn: &[u32], ways: &UBig| {
                    let from = join(&left(&rest, drawn));
                    let hand: Vec<u32> = stays.iter().zip(drawn).map(|(a, b)| a + b).collect();
                    let follows = Follows::of(procedure.follows(from, procedure.later));
                    tally.add_all(&values.of(&hand, &follows), ways);
                });
            }
        }
        Swapped { tally, total: self.swap_total(cards, returned) }
    }

    /// Which hands are kept; where some cards can be exchanged, which stay whole.
    pub(super) fn choose(
        &self,
        hands: &[Hand],
        after: Option<&Mix>,
        keep: &mut Keep,
    ) -> Result<Vec<bool>, OddsError> {
        let unlimited = self.exchanges.most.is_none();
        let last = after.is_none() && self.exchanges.some().is_none();
        if last && !unlimited && !matches!(keep, Keep::As(_)) {
            return Ok(vec![true; hands.len()]);
        }
        let kept = match keep {
            Keep::If(condition) => {
                let truths = hands.iter().map(|hand| {
                    match condition(self.exchange as usize, &hand.counts) {
                        Truth::Unknown => Err(OddsError::UndecidedKeep),
                        truth => Ok(truth == Truth::True),
                    }
                });
                truths.collect::<Result<Vec<bool>, _>>()?
            }
            Keep::As(_) => hands
                .iter()
                .map(|hand| {
                    let known = self.known.and_then(|known| known.get(&hand.counts));
                    matches!(known, Some(Decision::Keep(_)))
                })
                .collect(),
            Keep::Best => self.best(hands, after),
            Keep::Chosen(choose) => {
                let gains = self.gains(hands, after);
                let weighed = |(hand, gain): (&'_ Hand, f64)| (hand.counts.clone(), gain);
                let weighed: Vec<_> = hands.iter().zip(gains).map(weighed).collect();
                let weighed = weighed.iter().map(|(counts, gain)| Weighed { counts, gain: *gain });
                choose(self.exchange as usize, &weighed.collect::<Vec<_>>())
            }
        };
        // After a level without limit comes nothing: some hand must end it.
        if last && !kept.contains(&true) {
            return Err(OddsError::MulliganNeverEnds);
        }
        Ok(kept)
    }

    /// The hands that are at least as good kept as exchanged.
    fn best(&self, hands: &[Hand], after: Option<&Mix>) -> Vec<bool> {
        if self.exchanges.some().is_some() {
            return hands.iter().map(|hand| hand.merit(true) >= hand.merit(false)).collect();
        }
        let Some(after) = after else {
            let best = hands.iter().map(|hand| hand.merit(true)).max();
            return hands.iter().map(|hand| Some(hand.merit(true)) == best).collect();
        };
        let (after_certain, after_possible) = after.tally.merit();
        let good = |hand: &Hand| {
            let (certain, possible) = hand.merit(true);
            let mine = (certain * &after.total, possible * &after.total);
            mine >= (&after_certain * &hand.total, &after_possible * &hand.total)
        };
        hands.iter().map(good).collect()
    }

    /// By how much keeping each hand raises the chance of the condition, times its own chance.
    fn gains(&self, hands: &[Hand], after: Option<&Mix>) -> Vec<f64> {
        let share = |part: UBig, of: &UBig| {
            Fraction::new(part, of.clone()).map_or(0.0, |share| share.to_f64())
        };
        let all: UBig = hands.iter().map(|hand| &hand.ways).sum();
        let again = match after {
            Some(after) => share(after.tally.merit().0, &after.total),
            // Without limit a hand is exchanged until the best one comes.
            None => {
                let values = hands.iter().map(|hand| share(hand.merit(true).0, &hand.total));
                values.fold(0.0, f64::max)
            }
        };
        let gain = |hand: &Hand| {
            let chance = share(hand.ways.clone(), &all);
            let mine = share(hand.merit(true).0, &hand.total);
            if after.is_none() && hand.swapped.is_none() && mine >= again {
                // It is what was waited for.
                return chance;
            }
            let other = match hand.swapped {
                Some(_) => share(hand.merit(false).0, &hand.total),
                None => again,
            };
            (mine - other) * chance
        };
        hands.iter().map(gain).collect()
    }
}

/// The judgements after an exchange of some cards, and how many there are.
struct Swapped {
    tally: Tally<UBig>,
    total: UBig,
}

fn left(cards: &[u32], away: &[u32]) -> Vec<u32> {
    cards.iter().zip(away).map(|(n, k)| n.saturating_sub(*k)).collect()
}

/// Visits every choice of so many of these cards.
fn each_part(counts: &[u32], cards: u32, visit: &mut dyn FnMut(&[u32])) {
    Walk::run(&Setup::hand(counts, cards), |part: &[u32], _: &Uncounted| visit(part));
}

fn is_more<C: Count>(one: &(C, C), other: &(C, C)) -> bool {
    one > other
}

/// All draws that may follow a hand; listed where there are not too many.
struct Follows<C> {
    setup: Setup,
    listed: Option<Vec<(Vec<u32>, C)>>,
}

impl<C: Count> Follows<C> {
    fn of(setup: Setup) -> Follows<C> {
        let listed = (setup.vectors() <= LISTED).then(|| {
            let mut all = Vec::new();
            Walk::run(&setup, |counts: &[u32], ways: &C| all.push((counts.to_vec(), ways.clone())));
            all
        });
        Follows { setup, listed }
    }

    fn each(&self, mut visit: impl FnMut(&[u32], &C)) {
        match &self.listed {
            Some(listed) => listed.iter().for_each(|(counts, ways)| visit(counts, ways)),
            None => Walk::run(&self.setup, visit),
        }
    }
}

/// Judges what becomes of hands, and remembers.
struct Values<'v, 'j> {
    width: usize,
    judge: &'v mut (dyn FnMut(&[u32]) -> Judgement + 'j),
    /// The weight of a card of every column in the number of a view; empty where views are too many.
    radix: Vec<usize>,
    seen: Vec<Option<Judgement>>,
}

impl<'v, 'j> Values<'v, 'j> {
    fn new(
        procedure: &Procedure,
        judge: &'v mut (dyn FnMut(&[u32]) -> Judgement + 'j),
    ) -> Values<'v, 'j> {
        let most = procedure.hand.saturating_add(procedure.later);
        let mut sizes: Vec<u32> = procedure.pile.iter().map(|n| *n.min(&most)).collect();
        for drawn in &procedure.beside {
            sizes.extend(procedure.pile.iter().map(|n| n.min(drawn)));
        }
        let others = Setup { piles: procedure.others.clone() };
        for (at, pile) in procedure.others.iter().enumerate() {
            sizes.extend(others.own(at).iter().map(|n| *n.min(&pile.draw)));
        }
        let mut radix = Vec::new();
        let mut all = 1usize;
        for size in &sizes {
            radix.push(all);
            all = all.saturating_mul(*size as usize + 1);
        }
        let few = all <= REMEMBERED;
        let radix = if few { radix } else { Vec::new() };
        let seen = vec![None; if few { all } else { 0 }];
        Values { width: procedure.pile.len(), judge, radix, seen }
    }

    /// What becomes of these cards in hand, over everything that may follow.
    fn of<C: Count>(&mut self, hand: &[u32], follows: &Follows<C>) -> Tally<C> {
        let mut tally = Tally::<C>::new();
        let mut view = vec![0; 2 * self.width];
        let base: usize = hand.iter().zip(&self.radix).map(|(n, unit)| *n as usize * unit).sum();
        follows.each(|counts, ways| {
            let number = counts.iter().zip(&self.radix);
            let number = base + number.map(|(n, unit)| *n as usize * unit).sum::<usize>();
            if let Some(Some(known)) = self.seen.get(number).filter(|_| !self.radix.is_empty()) {
                return tally.add(*known, ways);
            }
            view.truncate(2 * self.width);
            for class in 0..self.width {
                view[class] = hand[class] + counts[class];
                view[self.width + class] = view[class];
            }
            view.extend_from_slice(&counts[self.width..]);
            let judgement = (self.judge)(&view);
            if let Some(place) = self.seen.get_mut(number) {
                *place = Some(judgement);
            }
            tally.add(judgement, ways);
        });
        tally
    }
}
