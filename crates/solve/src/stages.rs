//! The best of all answers, one respect after the other: fewest changes (or the largest number first),
//! warnings heeded, kinds kept, names in order. What was reached in one respect is held in the next.

use super::ground::{GoalNumber, Ground};
use super::linear::{LinearModel, LinearRow, LinearSum, Literal, Var, activity};
use super::presolve::VariableCost;
use super::search::{BestAssignment, ModelSearch, NoAssignment};
use sleeve_language::Rational;
use std::collections::BTreeMap;

/// A ground being searched.
pub(super) struct Stages<'s> {
    pub(super) ground: &'s Ground,
    pub(super) order: &'s [u32],
    /// Whether a largest number goes before few changes.
    pub(super) goal_first: bool,
    pub(super) search: ModelSearch<'s>,
}

/// What no assignment passes, as far as the search has proven that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GoalBound {
    /// Nothing is proven.
    Unproven,
    /// There is a number for none.
    NoValue,
    /// The number is no larger for any.
    Value(Rational),
}

/// The best assignment.
pub(super) struct Assignment {
    pub(super) values: Vec<i64>,
    /// Whether no other has fewer changes, where these go first.
    pub(super) is_fewest: bool,
    /// How large the number of the user can be.
    pub(super) goal_bound: GoalBound,
}

impl Stages<'_> {
    /// The best assignment; what changes are needed at least is kept.
    pub(super) fn find_best(&mut self, at_least: &mut u64) -> Result<Assignment, NoAssignment> {
        let changes = self.ground.changes;
        let price = |var: Var| i64::from(var == changes);
        let cost = VariableCost::Exact(&price);
        let atleast = |bound: Option<i64>| u64::try_from(bound.unwrap_or(0)).unwrap_or(0);
        let (best, is_fewest, peak) = if self.goal_first && self.ground.goal.is_some() {
            let any = self.search.find_cheapest(VariableCost::Nothing, None)?;
            let (reached, peak) = self.maximise_goal(any);
            (self.improve(reached, cost), true, peak)
        } else {
            let fewest = match self.search.find_cheapest(cost, None) {
                Ok(best) => best,
                Err(nothing) => {
                    if let NoAssignment::GaveUp(bound) = nothing {
                        *at_least = (*at_least).max(atleast(bound));
                    }
                    return Err(nothing);
                }
            };
            *at_least = (*at_least).max(atleast(fewest.at_least));
            self.cap_variable(changes, &fewest.values);
            let is_fewest = fewest.is_proven;
            let (reached, peak) = self.maximise_goal(fewest);
            (reached, is_fewest, peak)
        };
        Ok(Assignment { values: self.break_ties(best).values, is_fewest, goal_bound: peak })
    }

    /// An assignment of the same size that is not left out.
    pub(super) fn find_another(&mut self) -> Option<Vec<i64>> {
        let rows = self.search.model.rows.len();
        let any = self.search.find_cheapest(VariableCost::Nothing, None).ok()?;
        let (reached, _) = self.maximise_goal(any);
        let best = self.break_ties(reached);
        // What chose among equals chooses anew among the rest.
        self.search.model.rows.truncate(rows);
        Some(best.values)
    }

    fn break_ties(&mut self, mut best: BestAssignment) -> BestAssignment {
        let ground = self.ground;
        let heeded = |var: Var| -i64::from(ground.heeded_warnings.binary_search(&var).is_ok());
        best = self.improve(best, VariableCost::Exact(&heeded));
        let unmatched = |var: Var| i64::from(ground.unmatched_kinds.binary_search(&var).is_ok());
        best = self.improve(best, VariableCost::Exact(&unmatched));
        let order = self.order;
        let rank = |at: usize| order.get(at).map_or(0, |rank| i64::from(*rank) + 1);
        let places = (0usize..).zip(&ground.places);
        let outs: BTreeMap<Var, i64> =
            places.filter_map(|(at, place)| Some((place.removed?, rank(at)))).collect();
        let names = |var: Var| {
            if (var as usize) < ground.places.len() {
                rank(var as usize)
            } else {
                outs.get(&var).map_or(0, |rank| 2 * rank)
            }
        };
        self.improve(best, VariableCost::Rough(&names))
    }

    /// An assignment that costs least in this respect, and in all earlier ones no more than before; what
    /// was there before, of which nothing is proven in this respect, where the time is over.
    fn improve(&mut self, best: BestAssignment, cost: VariableCost<'_>) -> BestAssignment {
        let vars = (0u32..).zip(&self.search.model.ranges).map(|(var, _)| (var, cost.price(var)));
        let used: Vec<(Var, i64)> = vars.filter(|(_, cost)| *cost != 0).collect();
        if used.is_empty() {
            return BestAssignment { is_proven: true, at_least: Some(0), ..best };
        }
        let Ok(found) = self.search.find_cheapest(cost, Some(&best.values)) else {
            return BestAssignment { is_proven: false, at_least: None, ..best };
        };
        if let Ok(limit) = i64::try_from(activity(&used, &found.values)) {
            self.search.constrain(&LinearSum::new(used, -limit, 1));
        }
        found
    }

    /// Holds a variable at no more than it is.
    pub(super) fn cap_variable(&mut self, var: Var, values: &[i64]) {
        let value = values.get(var as usize).copied().unwrap_or(0);
        self.search.constrain(&LinearSum { terms: vec![(var, 1)], constant: -value, scale: 1 });
    }

    /// Makes the number that the user asks for as large as it can be. An assignment for which there is
    /// a number goes before one for which there is none.
    fn maximise_goal(&mut self, mut best: BestAssignment) -> (BestAssignment, GoalBound) {
        let Some(goal) = &self.ground.goal else { return (best, GoalBound::Unproven) };
        if let Some(there) = goal.exists {
            best = self.improve(best, VariableCost::Exact(&|var| -i64::from(var == there.var)));
            if best.values.get(there.var as usize) != Some(&1) {
                let peak = if best.is_proven { GoalBound::NoValue } else { GoalBound::Unproven };
                return (best, peak);
            }
        }
        match &goal.number {
            GoalNumber::Sum(sum) => {
                let best = self.improve(best, VariableCost::Exact(&|var| -sum.factor(var)));
                let most = best.at_least.and_then(|cost| sum.constant.checked_sub(cost));
                let most = most.and_then(|n| Rational::new(n.into(), sum.scale.into()));
                (best, most.map_or(GoalBound::Unproven, GoalBound::Value))
            }
            GoalNumber::Ratio(number, divisor) => loop {
                // A better quotient than p/q is one whose number is larger than p/q times its divisor.
                let p = number.evaluate(&best.values).checked_mul(divisor.scale.into());
                let q = divisor.evaluate(&best.values).checked_mul(number.scale.into());
                let quotient = p.zip(q).and_then(|(p, q)| Rational::new(p, q));
                let times = quotient.and_then(|quotient| divisor.times(quotient));
                let gain = times.and_then(|times| number.minus(&times));
                let (Some(quotient), Some(gain)) = (quotient, gain) else {
                    return (best, GoalBound::Unproven);
                };
                let price = |var: Var| -gain.factor(var);
                let Ok(found) =
                    self.search.find_cheapest(VariableCost::Exact(&price), Some(&best.values))
                else {
                    return (best, GoalBound::Unproven);
                };
                if gain.evaluate(&found.values) > 0 {
                    best = found;
                    continue;
                }
                self.search.constrain(&gain.negated());
                // That no gain is above zero is proven where the bound says so.
                let none = found.at_least.is_some_and(|cost| cost >= gain.constant);
                return (best, if none { GoalBound::Value(quotient) } else { GoalBound::Unproven });
            },
            GoalNumber::Inexpressible => (best, GoalBound::Unproven),
        }
    }

    /// Leaves out every answer that makes all the changes of this one.
    pub(super) fn exclude_changes(&mut self, values: &[i64]) {
        let mut ways: Vec<(Var, i64)> = Vec::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            let value = values.get(var as usize).copied().unwrap_or(0);
            let there = i64::from(place.deck_copies);
            if value != there {
                ways.push((self.add_branch(var, value, value > there), -1));
            }
        }
        for held in &self.ground.hold_cards {
            if values.get(held.kept as usize).copied().unwrap_or(0) == 0 {
                ways.push((held.kept, -1));
            }
        }
        self.search.constrain(&LinearSum::new(ways, 1, 1));
    }

    /// Leaves out exactly this answer, and holds nothing that was held for it.
    pub(super) fn exclude_answer(&mut self, values: &[i64]) {
        self.search.model = self.without_stage_rows();
        let mut ways: Vec<(Var, i64)> = Vec::new();
        let mut others: Vec<(Var, i64)> = Vec::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            let value = values.get(var as usize).copied().unwrap_or(0);
            if value == 0 && place.deck_copies == 0 {
                others.push((var, -1));
                continue;
            }
            for less in [false, true] {
                ways.push((self.add_branch(var, value, less), -1));
            }
        }
        for held in &self.ground.hold_cards {
            match values.get(held.kept as usize).copied().unwrap_or(0) {
                0 => ways.push((held.kept, -1)),
                _ => ways.push((self.add_branch(held.kept, 1, true), -1)),
            }
        }
        let other = self.search.model.add_literal();
        let guard = Some(other);
        self.search.model.rows.push(LinearRow::new(others, -1, guard, 0));
        ways.push((other.var, -1));
        self.search.constrain(&LinearSum::new(ways, 1, 1));
    }

    /// The model with the answers that are left out, and without what was held for the last one.
    fn without_stage_rows(&self) -> LinearModel {
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
    fn add_branch(&mut self, var: Var, value: i64, less: bool) -> Var {
        self.search.separate_variable(var);
        let way: Literal = self.search.model.add_literal();
        let (terms, limit) =
            if less { (vec![(var, 1)], value - 1) } else { (vec![(var, -1)], -value - 1) };
        self.search.model.rows.push(LinearRow::new(terms, limit, Some(way), 0));
        way.var
    }
}
