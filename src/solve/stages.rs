//! The best of all answers, one respect after the other: fewest changes (or the largest number first),
//! warnings heeded, kinds kept, names in order. What was reached in one respect is held in the next.

use super::ground::{Goal, Ground};
use super::linear::{Linear, Literal, Model, Row, Var, activity};
use super::search::{Best, Nothing, Search};
use crate::language::Rational;
use std::collections::BTreeMap;

/// A ground being searched.
pub(super) struct Stages<'s> {
    pub(super) ground: &'s Ground,
    pub(super) order: &'s [u32],
    /// Whether a largest number goes before few changes.
    pub(super) goal_first: bool,
    pub(super) search: Search<'s>,
}

impl Stages<'_> {
    /// The best assignment, and whether no other has fewer changes (or a larger number, where that goes
    /// first); what changes are needed at least is kept.
    pub(super) fn best(&mut self, at_least: &mut u64) -> Result<(Vec<i64>, bool), Nothing> {
        let changes = self.ground.changes;
        let cost = |var: Var| i64::from(var == changes);
        let atleast = |bound: Option<i64>| u64::try_from(bound.unwrap_or(0)).unwrap_or(0);
        let best = if self.goal_first && self.ground.goal.is_some() {
            let any = self.search.cheapest(&|_| 0, None)?;
            let reached = self.reach(any);
            let fewest = self.next(reached.clone(), &cost);
            Best { is_proven: reached.is_proven, ..fewest }
        } else {
            let fewest = match self.search.cheapest(&cost, None) {
                Ok(best) => best,
                Err(nothing) => {
                    if let Nothing::GaveUp(bound) = nothing {
                        *at_least = (*at_least).max(atleast(bound));
                    }
                    return Err(nothing);
                }
            };
            *at_least = (*at_least).max(atleast(fewest.at_least));
            self.hold_at(changes, &fewest.values);
            let is_proven = fewest.is_proven;
            Best { is_proven, ..self.reach(fewest) }
        };
        let is_proven = best.is_proven;
        Ok((self.settle(best).values, is_proven))
    }

    /// An assignment of the same size that is not left out.
    pub(super) fn another(&mut self) -> Option<Vec<i64>> {
        let rows = self.search.model.rows.len();
        let any = self.search.cheapest(&|_| 0, None).ok()?;
        let reached = self.reach(any);
        let best = self.settle(reached);
        // What chose among equals chooses anew among the rest.
        self.search.model.rows.truncate(rows);
        Some(best.values)
    }

    fn settle(&mut self, mut best: Best) -> Best {
        let ground = self.ground;
        let heeded = |var: Var| -i64::from(ground.heeded.binary_search(&var).is_ok());
        best = self.next(best, &heeded);
        let unmatched = |var: Var| i64::from(ground.unmatched.binary_search(&var).is_ok());
        best = self.next(best, &unmatched);
        let order = self.order;
        let rank = |at: usize| order.get(at).map_or(0, |rank| i64::from(*rank) + 1);
        let places = (0usize..).zip(&ground.places);
        let outs: BTreeMap<Var, i64> =
            places.filter_map(|(at, place)| Some((place.out?, rank(at)))).collect();
        let names = |var: Var| {
            if (var as usize) < ground.places.len() {
                rank(var as usize)
            } else {
                outs.get(&var).map_or(0, |rank| 2 * rank)
            }
        };
        self.next(best, &names)
    }

    /// An assignment that costs least in this respect, and in all earlier ones no more than before; what
    /// was there before, where the time is over.
    fn next(&mut self, best: Best, cost: &dyn Fn(Var) -> i64) -> Best {
        let vars = (0u32..).zip(&self.search.model.ranges).map(|(var, _)| (var, cost(var)));
        let used: Vec<(Var, i64)> = vars.filter(|(_, cost)| *cost != 0).collect();
        if used.is_empty() || self.search.patience.is_over() {
            return best;
        }
        let Ok(found) = self.search.cheapest(cost, Some(&best.values)) else { return best };
        if let Ok(limit) = i64::try_from(activity(&used, &found.values)) {
            self.search.hold(&Linear::of(used, -limit, 1));
        }
        found
    }

    /// Holds a variable at no more than it is.
    pub(super) fn hold_at(&mut self, var: Var, values: &[i64]) {
        let value = values.get(var as usize).copied().unwrap_or(0);
        self.search.hold(&Linear { terms: vec![(var, 1)], constant: -value, scale: 1 });
    }

    /// Makes the number that the user asks for as large as it can be.
    fn reach(&mut self, mut best: Best) -> Best {
        let ground = self.ground;
        match &ground.goal {
            Some(Goal::Sum(sum)) => {
                let factors: BTreeMap<Var, i64> = sum.terms.iter().copied().collect();
                let cost = |var: Var| -factors.get(&var).copied().unwrap_or(0);
                self.next(best, &cost)
            }
            Some(Goal::Ratio(number, divisor)) => loop {
                // A better quotient than p/q is one whose number is larger than p/q times its divisor.
                let (p, q) = (number.at(&best.values), divisor.at(&best.values));
                let quotient = Rational::new(p, q.max(1)).unwrap_or(Rational::ZERO);
                let times = divisor.times(quotient);
                let Some(gain) = times.and_then(|times| number.minus(&times)) else {
                    return Best { is_proven: false, ..best };
                };
                let factors: BTreeMap<Var, i64> = gain.terms.iter().copied().collect();
                let cost = |var: Var| -factors.get(&var).copied().unwrap_or(0);
                let over = self.search.patience.is_over();
                let found = self.search.cheapest(&cost, Some(&best.values));
                let (Ok(found), false) = (found, over) else {
                    return Best { is_proven: false, ..best };
                };
                if gain.at(&found.values) <= gain.at(&best.values) {
                    let is_proven = found.is_proven;
                    self.search.hold(&gain.negated());
                    return Best { is_proven, ..best };
                }
                best = found;
            },
            Some(Goal::Unsaid) | None => best,
        }
    }

    /// Leaves out every answer that makes all the changes of this one.
    pub(super) fn leave_out(&mut self, values: &[i64]) {
        let mut ways: Vec<(Var, i64)> = Vec::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            let value = values.get(var as usize).copied().unwrap_or(0);
            let there = i64::from(place.there);
            if value != there {
                ways.push((self.branch(var, value, value > there), -1));
            }
        }
        for held in &self.ground.held {
            if values.get(held.kept as usize).copied().unwrap_or(0) == 0 {
                ways.push((held.kept, -1));
            }
        }
        self.search.hold(&Linear::of(ways, 1, 1));
    }

    /// Leaves out exactly this answer, and holds nothing that was held for it.
    pub(super) fn refuse(&mut self, values: &[i64]) {
        self.search.model = self.without_held();
        let mut ways: Vec<(Var, i64)> = Vec::new();
        let mut others: Vec<(Var, i64)> = Vec::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            let value = values.get(var as usize).copied().unwrap_or(0);
            if value == 0 && place.there == 0 {
                others.push((var, -1));
                continue;
            }
            for less in [false, true] {
                ways.push((self.branch(var, value, less), -1));
            }
        }
        for held in &self.ground.held {
            match values.get(held.kept as usize).copied().unwrap_or(0) {
                0 => ways.push((held.kept, -1)),
                _ => ways.push((self.branch(held.kept, 1, true), -1)),
            }
        }
        let other = self.search.model.literal();
        let guard = Some(other);
        let row = Row { terms: others, limit: -1, guard, asker: 0, may_wait: false };
        self.search.model.rows.push(row);
        ways.push((other.var, -1));
        self.search.hold(&Linear::of(ways, 1, 1));
    }

    /// The model with the answers that are left out, and without what was held for the last one.
    fn without_held(&self) -> Model {
        let own = self.ground.model.rows.len();
        let variables = u32::try_from(self.ground.model.ranges.len()).unwrap_or(u32::MAX);
        let mut model = self.search.model.clone();
        let mut at = 0;
        model.rows.retain(|row| {
            at += 1;
            let added = row.terms.iter().any(|(var, _)| *var >= variables);
            at <= own || row.guard.is_some() || added
        });
        model
    }

    /// A literal that is 1 only where a variable is less (or more) than it was.
    fn branch(&mut self, var: Var, value: i64, less: bool) -> Var {
        self.search.set_alone(var);
        let way: Literal = self.search.model.literal();
        let (terms, limit) = match less {
            true => (vec![(var, 1)], value - 1),
            false => (vec![(var, -1)], -value - 1),
        };
        let row = Row { terms, limit, guard: Some(way), asker: 0, may_wait: false };
        self.search.model.rows.push(row);
        way.var
    }
}
