//! Which hands of one level are kept.

use super::weigh::{ExchangeLevel, OpeningHand};
use super::{Decision, Exchanges, Keep, LaterTally, Weighed};
use crate::fraction::quotient;
use crate::messages::OddsError;
use dashu_int::UBig;
use sleeve_language::Truth;

/// The hands of one level, between which there is to be a choice.
pub(super) struct LevelChoice<'a> {
    pub(super) exchanges: Exchanges,
    /// How many hands were exchanged before.
    pub(super) exchange: usize,
    pub(super) level: &'a ExchangeLevel,
    /// What follows where a hand is exchanged.
    pub(super) after: Option<&'a LaterTally>,
}

impl LevelChoice<'_> {
    /// Which hands are kept; where some cards can be exchanged, which stay whole.
    pub(super) fn choose(&self, keep: &mut Keep) -> Result<Vec<bool>, OddsError> {
        let hands = &self.level.hands;
        let unlimited = self.exchanges.most.is_none();
        let last = self.after.is_none() && self.exchanges.partial_exchange().is_none();
        if last && !unlimited && !matches!(keep, Keep::As(_)) {
            return Ok(vec![true; hands.len()]);
        }
        let kept = match keep {
            Keep::If(condition) => {
                let truths =
                    hands.iter().map(|hand| match condition(self.exchange, &hand.counts) {
                        Truth::Unknown => Err(OddsError::UndecidedKeep),
                        truth => Ok(truth == Truth::True),
                    });
                truths.collect::<Result<Vec<bool>, _>>()?
            }
            Keep::As(known) => {
                let known = known.get(self.exchange);
                let decided = |hand: &OpeningHand| known.and_then(|known| known.get(&hand.counts));
                let stays = |hand: &OpeningHand| matches!(decided(hand), Some(Decision::Keep(_)));
                hands.iter().map(stays).collect()
            }
            Keep::Best => self.choose_best(),
            Keep::Chosen(choose) => {
                let weighed = hands.iter().zip(self.keep_gains());
                let weighed = weighed.map(|(hand, gain)| Weighed { counts: &hand.counts, gain });
                choose(self.exchange, &weighed.collect::<Vec<_>>())
            }
        };
        // After a level without limit comes nothing: some hand must end it.
        if last && !kept.contains(&true) {
            return Err(OddsError::MulliganNeverEnds);
        }
        Ok(kept)
    }

    /// The hands that are at least as good kept as exchanged.
    fn choose_best(&self) -> Vec<bool> {
        let hands = &self.level.hands;
        if self.exchanges.partial_exchange().is_some() {
            return hands.iter().map(|hand| hand.merit(true) >= hand.merit(false)).collect();
        }
        let merits = hands.iter().map(|hand| hand.merit(true));
        let Some(after) = self.after else {
            let merits: Vec<(UBig, UBig)> = merits.collect();
            let best = merits.iter().max();
            return merits.iter().map(|merit| Some(merit) == best).collect();
        };
        let (certain, possible) = after.tally.merit();
        let again = (certain * &self.level.total, possible * &self.level.total);
        let good = |(certain, possible)| (certain * &after.total, possible * &after.total) >= again;
        merits.map(good).collect()
    }

    /// By how much keeping each hand raises the chance of the condition, times its own chance.
    fn keep_gains(&self) -> Vec<f64> {
        let (hands, total) = (&self.level.hands, &self.level.total);
        let all: UBig = hands.iter().map(|hand| &hand.ways).sum();
        let merits = hands.iter().map(|hand| quotient(&hand.merit(true).0, total));
        let merits: Vec<f64> = merits.collect();
        let again = match self.after {
            Some(after) => quotient(&after.tally.merit().0, &after.total),
            // Without limit a hand is exchanged until the best one comes.
            None => merits.iter().copied().fold(0.0, f64::max),
        };
        let gain = |(hand, mine): (&OpeningHand, f64)| {
            let chance = quotient(&hand.ways, &all);
            if self.after.is_none() && !hand.may_be_swapped() && mine >= again {
                // It is what was waited for.
                return chance;
            }
            let other =
                if hand.may_be_swapped() { quotient(&hand.merit(false).0, total) } else { again };
            (mine - other) * chance
        };
        hands.iter().zip(merits).map(gain).collect()
    }
}
