//! The best answer in stages, by lexicographic order of objectives: fewest changes (or the goal first),
//! warnings heeded, kinds of cards kept, names in order. Each stage becomes a row that holds in the next; no
//! weighted sum mixes the objectives.

use super::encode::Certainty;
use super::ground::{GoalNumber, Ground};
use super::linear::{LinearModel, LinearRow, LinearSum, Literal, Var, activity};
use super::presolve::VariableCost;
use super::search::{BestAssignment, ModelSearch, NoAssignment};
use sleeve_language::{Presence, Quantity, Rational};
use std::collections::BTreeMap;

/// A ground, searched stage by stage.
pub(super) struct Stages<'s> {
    pub(super) ground: &'s Ground,
    pub(super) order: &'s [u32],
    /// Whether the goal goes before few changes.
    pub(super) goal_first: bool,
    pub(super) search: ModelSearch<'s>,
}

/// A proven upper bound of the goal, over all assignments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GoalBound {
    Unproven,
    /// The number of the goal exists for no assignment.
    NoValue,
    /// The number is larger for no assignment.
    Value(Rational),
}

/// An assignment after all stages.
pub(super) struct Assignment {
    pub(super) values: Vec<i64>,
    /// Whether it is proven that no assignment has fewer changes; true where the goal goes first.
    pub(super) is_fewest: bool,
    pub(super) goal_bound: GoalBound,
}

impl Stages<'_> {
    /// Finds the best assignment, and raises `at_least` to the proven least number of changes.
    pub(super) fn find_best(&mut self, at_least: &mut u64) -> Result<Assignment, NoAssignment> {
        let changes = self.ground.changes;
        let price = |var: Var| i64::from(var == changes);
        let cost = VariableCost::Exact(&price);
        let as_count = |bound: Option<i64>| u64::try_from(bound.unwrap_or(0)).unwrap_or(0);
        let (best, is_fewest, goal_bound) = if self.goal_first && self.ground.goal.is_some() {
            let any = self.search.find_cheapest(VariableCost::Nothing, None)?;
            let (reached, goal_bound) = self.maximise_goal(any);
            (self.improve(reached, cost), true, goal_bound)
        } else {
            let fewest = match self.search.find_cheapest(cost, None) {
                Ok(best) => best,
                Err(nothing) => {
                    if let NoAssignment::GaveUp(bound) = nothing {
                        *at_least = (*at_least).max(as_count(bound));
                    }
                    return Err(nothing);
                }
            };
            *at_least = (*at_least).max(as_count(fewest.at_least));
            self.cap_variable(changes, &fewest.values);
            let is_fewest = fewest.is_proven;
            let (reached, goal_bound) = self.maximise_goal(fewest);
            (reached, is_fewest, goal_bound)
        };
        Ok(Assignment { values: self.break_ties(best).values, is_fewest, goal_bound })
    }

    /// Finds another assignment with as few changes that is not excluded; `None` where there is none, or none
    /// was found in time.
    pub(super) fn find_another(&mut self) -> Option<Vec<i64>> {
        let rows = self.search.model.rows.len();
        let any = self.search.find_cheapest(VariableCost::Nothing, None).ok()?;
        let (reached, _) = self.maximise_goal(any);
        let best = self.break_ties(reached);
        // The rows of its stages hold for this assignment only.
        self.search.model.rows.truncate(rows);
        Some(best.values)
    }

    /// Runs the stages that choose between assignments of equal changes and equal goal.
    fn break_ties(&mut self, mut best: BestAssignment) -> BestAssignment {
        let ground = self.ground;
        let heeded = |var: Var| -i64::from(ground.heeded_warnings.binary_search(&var).is_ok());
        best = self.improve(best, VariableCost::Exact(&heeded));
        let unmatched = |var: Var| i64::from(ground.unmatched_kinds.binary_search(&var).is_ok());
        best = self.improve(best, VariableCost::Exact(&unmatched));
        let order = self.order;
        let rank = |index: usize| order.get(index).map_or(0, |rank| i64::from(*rank) + 1);
        let places = (0usize..).zip(&ground.places);
        let outs: BTreeMap<Var, i64> =
            places.filter_map(|(index, place)| Some((place.removed?, rank(index)))).collect();
        let names = |var: Var| {
            if (var as usize) < ground.places.len() {
                rank(var as usize)
            } else {
                // A copy that goes saves its rank among the cards that stay. Twice the rank makes up for it, so
                // that early names go first.
                outs.get(&var).map_or(0, |rank| 2 * rank)
            }
        };
        self.improve(best, VariableCost::Rough(&names))
    }

    /// Finds an assignment that costs least in this stage and no more than before in earlier ones, and holds
    /// its cost from then on. Where the time is over, returns `best` as unproven.
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

    /// Holds a variable at no more than its value.
    pub(super) fn cap_variable(&mut self, var: Var, values: &[i64]) {
        let value = values.get(var as usize).copied().unwrap_or(0);
        self.search.constrain(&LinearSum { terms: vec![(var, 1)], constant: -value, scale: 1 });
    }

    /// Maximises the goal. An assignment for which the number exists goes before one without a number.
    fn maximise_goal(&mut self, mut best: BestAssignment) -> (BestAssignment, GoalBound) {
        let Some(goal) = &self.ground.goal else { return (best, GoalBound::Unproven) };
        if let Some(exists) = goal.exists {
            best = self.improve(best, VariableCost::Exact(&|var| -i64::from(var == exists.var)));
            if best.values.get(exists.var as usize) != Some(&1) {
                let goal_bound =
                    if best.is_proven { GoalBound::NoValue } else { GoalBound::Unproven };
                return (best, goal_bound);
            }
        }
        match &goal.number {
            GoalNumber::Sum(sum) => {
                let best = self.improve(best, VariableCost::Exact(&|var| -sum.factor(var)));
                let most = best.at_least.and_then(|cost| sum.constant.checked_sub(cost));
                let most = most.and_then(|n| Rational::new(n.into(), sum.scale.into()));
                (best, most.map_or(GoalBound::Unproven, GoalBound::Value))
            }
            // Dinkelbach's method: a quotient is larger than p/q where its number is larger than p/q times
            // its divisor, which is linear. Each round maximises that gain, until none is above zero.
            GoalNumber::Ratio(number, divisor) => loop {
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
                let is_proven = found.at_least.is_some_and(|cost| cost >= gain.constant);
                return (
                    best,
                    if is_proven { GoalBound::Value(quotient) } else { GoalBound::Unproven },
                );
            },
            GoalNumber::Inexpressible => (best, GoalBound::Unproven),
        }
    }

    /// Excludes every answer that makes all the changes of this one.
    pub(super) fn exclude_changes(&mut self, values: &[i64]) {
        let mut branches: Vec<(Var, i64)> = Vec::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            let value = values.get(var as usize).copied().unwrap_or(0);
            let in_deck = i64::from(place.deck_copies);
            if value != in_deck {
                branches.push((self.add_branch(var, value, value > in_deck), -1));
            }
        }
        for held in &self.ground.hold_cards {
            if values.get(held.stay_variable as usize).copied().unwrap_or(0) == 0 {
                branches.push((held.stay_variable, -1));
            }
        }
        self.search.constrain(&LinearSum::new(branches, 1, 1));
    }

    /// Excludes exactly this answer, and drops the rows of its stages.
    pub(super) fn exclude_answer(&mut self, values: &[i64]) {
        self.search.model = self.without_stage_rows();
        let mut branches: Vec<(Var, i64)> = Vec::new();
        // All cards that are neither in the deck nor in the answer share one branch, instead of
        // thousands of branches.
        let mut others: Vec<(Var, i64)> = Vec::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            let value = values.get(var as usize).copied().unwrap_or(0);
            if value == 0 && place.deck_copies == 0 {
                others.push((var, -1));
                continue;
            }
            for less in [false, true] {
                branches.push((self.add_branch(var, value, less), -1));
            }
        }
        for held in &self.ground.hold_cards {
            match values.get(held.stay_variable as usize).copied().unwrap_or(0) {
                0 => branches.push((held.stay_variable, -1)),
                _ => branches.push((self.add_branch(held.stay_variable, 1, true), -1)),
            }
        }
        let other = self.search.model.add_literal();
        let guard = Some(other);
        self.search.model.rows.push(LinearRow::new(others, -1, guard, 0));
        branches.push((other.var, -1));
        self.search.constrain(&LinearSum::new(branches, 1, 1));
    }

    /// The model with the rows that exclude answers, and without the rows of stages. Only the former have
    /// variables of their own, or guards.
    fn without_stage_rows(&self) -> LinearModel {
        let ground_rows = self.ground.model.rows.len();
        let variables = u32::try_from(self.ground.model.ranges.len()).unwrap_or(u32::MAX);
        let mut model = self.search.model.clone();
        let mut count = 0;
        model.rows.retain(|row| {
            count += 1;
            let has_new_variable = row.terms.iter().any(|(var, _)| *var >= variables);
            count <= ground_rows || row.guard.is_some() || has_new_variable
        });
        model
    }

    /// Adds a literal that is 1 only where a variable is less (or more) than `value`.
    fn add_branch(&mut self, var: Var, value: i64, less: bool) -> Var {
        self.search.separate_variable(var);
        let branch: Literal = self.search.model.add_literal();
        let (terms, limit) =
            if less { (vec![(var, 1)], value - 1) } else { (vec![(var, -1)], -value - 1) };
        self.search.model.rows.push(LinearRow::new(terms, limit, Some(branch), 0));
        branch.var
    }
}

/// Whether a number, as the rules engine counts it, is the proven bound of the goal.
pub(super) fn meets_goal_bound(
    number: Quantity,
    goal_bound: GoalBound,
    certainty: Certainty,
) -> bool {
    let end = match (certainty, number.presence()) {
        (Certainty::Certain, Presence::Certain) => number.low(),
        (Certainty::Possible, Presence::Certain | Presence::Perhaps) => number.high(),
        _ => None,
    };
    match goal_bound {
        GoalBound::Unproven => false,
        GoalBound::NoValue => end.is_none(),
        GoalBound::Value(most) => end == Some(most),
    }
}
