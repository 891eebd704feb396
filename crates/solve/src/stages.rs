//! The best answer in stages, by lexicographic order of objectives: fewest changes (or the goal
//! first), warnings heeded, measures near the limits that they were over, the worst fitting cards
//! out, kinds of cards kept, the most similar and best fitting cards in. Later stages keep the
//! result of a stage; no weighted sum mixes the objectives.

use super::{
    certainty::Certainty,
    ground::{Goal, GoalNumber, Ground},
    linear::{LinearModel, LinearRow, LinearSum, Literal, Var, activity},
    parts::ZoneCard,
    preference::{CopyPrices, PlayerPreferences},
    presolve::VariableCost,
    request::Aim,
    search::{BestAssignment, ModelSearch, NoAssignment},
};
use sleeve_language::{Presence, Quantity, Rational};
use std::{collections::BTreeMap, iter};

pub(super) struct Stages<'s, 'p> {
    pub(super) ground: &'s Ground,
    pub(super) preferences: &'s PlayerPreferences<'p>,
    pub(super) aim: Aim,
    pub(super) search: ModelSearch<'s>,
    /// The assignments before each goal was maximised: one of them may be legal if no better one is
    /// found.
    pub(super) passed: Vec<Vec<i64>>,
}

/// The rounds in which a deck is filled that the search mostly fills itself.
const FILLING_ROUNDS: usize = 3;

/// The price of a copy that the deck has already: below that of any copy that comes in, since all
/// the worths of `preference` together come to 5,110.
const OWN_COPY_PRICE: i64 = -1_000_000;

/// The prices of the further copies of a place, each of one copy; those beyond the last cost
/// something, so that they come last.
fn list_prices(prices: &CopyPrices, place: usize) -> Vec<(i64, i64)> {
    let prices = prices.get(place).map_or(&[][..], Vec::as_slice);
    let beyond = prices.last().map(|last| ((*last).max(0), i64::MAX));
    prices
        .iter()
        .map(|price| (*price, 1))
        .chain(beyond)
        .collect()
}

/// The same, after the copies that the deck has.
fn list_place_prices(place: &ZoneCard, prices: &CopyPrices, at: usize) -> Vec<(i64, i64)> {
    let own = (place.deck_copies > 0).then(|| (OWN_COPY_PRICE, i64::from(place.deck_copies)));
    own.into_iter().chain(list_prices(prices, at)).collect()
}

/// The larger of two lower bounds of a number of changes.
fn raise_bound(at_least: u64, bound: Option<i64>) -> u64 {
    at_least.max(u64::try_from(bound.unwrap_or(0)).unwrap_or(0))
}

/// A sum of terms for the copies of the deck; `None` if it is no sum of cards.
fn sum_deck_copies(places: &[ZoneCard], terms: &[(Var, i64)]) -> Option<i128> {
    let mut sum = 0;
    for (var, factor) in terms {
        let place = places.get(*var as usize).filter(|_| *factor > 0)?;
        sum += i128::from(place.deck_copies) * i128::from(*factor);
    }
    Some(sum)
}

/// A proven upper bound of a goal, over all assignments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GoalBound {
    Unproven,
    /// The number of the goal exists for no assignment.
    NoValue,
    /// The number is larger for no assignment.
    Value(Rational),
}

pub(super) struct Assignment {
    pub(super) values: Vec<i64>,
    /// Whether it is proven that no assignment has fewer changes; true if the goal goes first.
    pub(super) is_fewest: bool,
    /// The bound of each goal, among assignments that reach those before it.
    pub(super) goal_bounds: Vec<GoalBound>,
}

impl Stages<'_, '_> {
    /// Finds the best assignment, and raises `at_least` to the proven least number of changes.
    pub(super) fn find_best(&mut self, at_least: &mut u64) -> Result<Assignment, NoAssignment> {
        self.search.kept = None;
        if self.aim == Aim::Best && !self.ground.goals.is_empty() {
            return self.find_best_goals();
        }
        let fewest = match self.search.find_smallest(self.ground.changes) {
            Ok(fewest) => fewest,
            Err(nothing) => {
                if let NoAssignment::GaveUp(bound) = nothing {
                    *at_least = raise_bound(*at_least, bound);
                }
                return Err(nothing);
            }
        };
        *at_least = raise_bound(*at_least, fewest.at_least);
        let is_fewest = fewest.is_proven;
        match self.aim {
            Aim::Any => {
                Ok(Assignment { values: fewest.values, is_fewest, goal_bounds: Vec::new() })
            }
            Aim::Best => Ok(self.shape_deck(fewest)),
            Aim::Nearest => {
                // From here on, no stage may use further changes to reach its objective.
                self.cap_variable(self.ground.changes, &fewest.values);
                let (reached, goal_bounds) = self.maximise_goals(fewest);
                let heeding = self.heed_warnings(reached);
                let values = self.break_ties(heeding).values;
                Ok(Assignment { values, is_fewest, goal_bounds })
            }
        }
    }

    /// Finds the assignment that is best by the goals, which go before few changes.
    fn find_best_goals(&mut self) -> Result<Assignment, NoAssignment> {
        // The goals go first, so that any assignment will do to start from.
        let any = self.search.find_cheapest(VariableCost::Nothing, None)?;
        let (reached, goal_bounds) = self.maximise_goals(any);
        let shaped = self.shape_deck(reached);
        Ok(Assignment { is_fewest: true, goal_bounds, ..shaped })
    }

    /// Brings a new deck near to the shape of known decks.
    fn shape_deck(&mut self, best: BestAssignment) -> Assignment {
        let heeding = self.heed_warnings(best);
        let shaped = self.match_kinds(heeding);
        let is_shaped = shaped.is_proven;
        let fewest = self.improve(shaped, VariableCost::One(self.ground.changes));
        let is_fewest = is_shaped && fewest.is_proven;
        let values = self.break_ties(fewest).values;
        Assignment { values, is_fewest, goal_bounds: Vec::new() }
    }

    /// Finds another assignment with as few changes that is not excluded; `None` if there is none,
    /// or none was found in time.
    pub(super) fn find_another(&mut self) -> Option<Vec<i64>> {
        let rows = self.search.model.rows.len();
        self.search.kept = None;
        let any = self
            .search
            .find_cheapest(VariableCost::Nothing, None)
            .ok()?;
        let (reached, _) = self.maximise_goals(any);
        let heeding = self.heed_warnings(reached);
        let best = self.break_ties(heeding);
        // The rows of its stages apply only to this assignment.
        self.search.model.rows.truncate(rows);
        Some(best.values)
    }

    /// Heeds as many warnings as possible. First all of them are required: rows that a guard does
    /// not switch off are far easier to solve.
    fn heed_warnings(&mut self, best: BestAssignment) -> BestAssignment {
        let heeded = &self.ground.heeded_warnings;
        if heeded.is_empty() {
            return best;
        }
        let rows = self.search.model.rows.len();
        let number = i64::try_from(heeded.len()).unwrap_or(i64::MAX);
        let all = heeded.iter().map(|var| (*var, -1)).collect();
        self.search.constrain(&LinearSum::new(all, number, 1));
        if let Ok(found) = self
            .search
            .find_cheapest(VariableCost::Nothing, Some(&best.values))
        {
            return found;
        }
        self.search.model.rows.truncate(rows);
        self.improve(
            best,
            VariableCost::Exact(&|var| -i64::from(heeded.binary_search(&var).is_ok())),
        )
    }

    /// Takes out and brings in as few copies as possible. An exchange is one change as a card that
    /// goes alone, which leaves more of the deck as it is.
    fn move_few_copies(&mut self, best: BestAssignment) -> BestAssignment {
        if self.aim != Aim::Nearest {
            return best;
        }
        // The cards that come in are those there afterwards, plus those that went out, minus those
        // that were there.
        let places = (0u32..).zip(&self.ground.places);
        let copies = places.flat_map(|(var, place)| {
            iter::once((var, 1)).chain(place.removed.map(|removed| (removed, 2)))
        });
        let moved = LinearSum::new(copies.collect(), 0, 1);
        self.improve(best, VariableCost::Exact(&|var| moved.factor(var)))
    }

    /// Runs the stages that choose between assignments of equal changes, equal goal and as many
    /// warnings.
    fn break_ties(&mut self, mut best: BestAssignment) -> BestAssignment {
        best = self.clear_misplaced(best);
        best = self.move_few_copies(best);
        // Only cards are left to choose, within the parts of this answer: otherwise each stage
        // below would try all parts again.
        self.search.keep_parts(&best.values);
        best = self.stay_near_limits(best);
        best = self.choose_removals(best);
        best = self.match_kinds(best);
        self.choose_additions(best)
    }

    /// Brings cards into a zone of cards that are set out only if they begin a game or set out
    /// others.
    fn clear_misplaced(&mut self, best: BestAssignment) -> BestAssignment {
        let misplaced = self.preferences.find_misplaced();
        self.improve(best, VariableCost::Exact(&|var| i64::from(misplaced.contains(&var))))
    }

    /// Keeps the kinds of cards of the deck, or the shape of decks.
    fn match_kinds(&mut self, best: BestAssignment) -> BestAssignment {
        let kinds = &self.ground.unmatched_kinds;
        self.improve(best, VariableCost::Exact(&|var| i64::from(kinds.binary_search(&var).is_ok())))
    }

    /// Keeps an excess of the deck as near to its limit as possible: a fleet that is a point over
    /// its budget loses a fighter, not its carrier.
    fn stay_near_limits(&mut self, best: BestAssignment) -> BestAssignment {
        let places = &self.ground.places;
        let mut gains = vec![0i64; places.len()];
        for row in self
            .ground
            .model
            .rows
            .iter()
            .filter(|row| row.guard.is_none())
        {
            let Some(held) = sum_deck_copies(places, &row.terms) else { continue };
            // A measure that is within its limit has room: nothing has to stay near it.
            if held <= i128::from(row.limit) {
                continue;
            }
            for (var, factor) in &row.terms {
                if let Some(gain) = gains.get_mut(*var as usize) {
                    *gain = gain.saturating_add(*factor);
                }
            }
        }
        self.improve(
            best,
            VariableCost::Exact(&|var| -gains.get(var as usize).copied().unwrap_or(0)),
        )
    }

    /// Takes out the worst fitting cards, and keeps that from then on.
    fn choose_removals(&mut self, best: BestAssignment) -> BestAssignment {
        let mut place_of: BTreeMap<Var, usize> = BTreeMap::new();
        for (at, place) in self.ground.places.iter().enumerate() {
            place_of.extend(place.removed.map(|removed| (removed, at)));
        }
        let mut removed = place_of
            .keys()
            .filter_map(|var| best.values.get(*var as usize));
        let chosen = if removed.any(|copies| *copies > 0) {
            let prices = self.preferences.price_removals();
            self.improve(
                best,
                VariableCost::Copies(&|var| match place_of.get(&var) {
                    Some(at) => list_prices(&prices, *at),
                    None => Vec::new(),
                }),
            )
        } else {
            best
        };
        for var in place_of.keys() {
            self.cap_variable(*var, &chosen.values);
        }
        chosen
    }

    /// Brings in cards that are similar to the removed ones, and belong to those that stay. If most
    /// cards come in, further rounds use them to decide which cards belong together.
    fn choose_additions(&mut self, mut best: BestAssignment) -> BestAssignment {
        let places = &self.ground.places;
        let (mut kept, mut added) = (0, 0);
        for (value, place) in best.values.iter().zip(places) {
            let copies = i64::from(place.deck_copies);
            kept += copies.min(*value);
            added += (value - copies).max(0);
        }
        if added == 0 {
            return best;
        }
        // Cards that a search brings in are weak evidence while the deck is still the player's.
        let rounds = if added > kept { FILLING_ROUNDS } else { 1 };
        // Most cards cannot come in, and are compared with none.
        let ranges = self.search.narrow_ranges().unwrap_or_default();
        for round in 0..rounds {
            let prices = self
                .preferences
                .price_additions(&best.values, round > 0, &ranges);
            best = self.improve(
                best,
                VariableCost::Copies(&|var| match places.get(var as usize) {
                    Some(place) => list_place_prices(place, &prices, var as usize),
                    None => Vec::new(),
                }),
            );
        }
        best
    }

    /// Finds an assignment that costs least in this stage and no more than before in earlier ones,
    /// and keeps its cost from then on, unless copies have their own prices. If the time is over,
    /// returns `best` as unproven.
    fn improve(&mut self, best: BestAssignment, cost: VariableCost<'_>) -> BestAssignment {
        let used = cost.list_prices(self.search.model.ranges.len());
        if used.is_empty() {
            return BestAssignment { is_proven: true, at_least: Some(0), ..best };
        }
        let found = match self.cheapest_known(cost, &used, &best.values) {
            Some(least) => BestAssignment { is_proven: true, at_least: Some(least), ..best },
            None => match self.search.find_cheapest(cost, Some(&best.values)) {
                Ok(found) => found,
                Err(_) => return BestAssignment { is_proven: false, at_least: None, ..best },
            },
        };
        if !matches!(cost, VariableCost::Copies(_))
            && let Ok(limit) = i64::try_from(activity(&used, &found.values))
        {
            self.search.constrain(&LinearSum::new(used, -limit, 1));
        }
        found
    }

    /// The cost of values that cost no more than every variable at its cheapest does: that needs no
    /// search.
    fn cheapest_known(
        &self,
        cost: VariableCost<'_>,
        used: &[(Var, i64)],
        values: &[i64],
    ) -> Option<i64> {
        if !cost.is_exact() {
            return None;
        }
        let reached = i64::try_from(activity(used, values)).ok()?;
        (reached <= self.search.model.lower_bound(used)).then_some(reached)
    }

    /// Holds a variable at no more than its value.
    pub(super) fn cap_variable(&mut self, var: Var, values: &[i64]) {
        let value = values.get(var as usize).copied().unwrap_or(0);
        self.search
            .constrain(&LinearSum { terms: vec![(var, 1)], constant: -value, scale: 1 });
    }

    /// Maximises the goals in their order: later goals keep the result of a goal.
    fn maximise_goals(&mut self, mut best: BestAssignment) -> (BestAssignment, Vec<GoalBound>) {
        let mut bounds = Vec::new();
        for goal in &self.ground.goals {
            self.passed.push(best.values.clone());
            let (reached, bound) = self.maximise_goal(goal, best);
            best = reached;
            bounds.push(bound);
        }
        (best, bounds)
    }

    /// Maximises a goal. An assignment for which the number exists goes before one without a
    /// number.
    fn maximise_goal(
        &mut self,
        goal: &Goal,
        mut best: BestAssignment,
    ) -> (BestAssignment, GoalBound) {
        if let Some(exists) = goal.exists {
            best = self.improve(best, VariableCost::Exact(&|var| -i64::from(var == exists.var)));
            // Without a number nothing can be maximised; whether there is none at all depends on
            // the search having finished.
            if best.values.get(exists.var as usize) != Some(&1) {
                let goal_bound =
                    if best.is_proven { GoalBound::NoValue } else { GoalBound::Unproven };
                return (best, goal_bound);
            }
        }
        match &goal.number {
            GoalNumber::Sum(sum) => {
                let reached = self.improve(best, VariableCost::Exact(&|var| -sum.factor(var)));
                let most = reached
                    .at_least
                    .and_then(|cost| sum.constant.checked_sub(cost));
                let value = most.and_then(|n| Rational::new(n.into(), sum.scale.into()));
                (reached, value.map_or(GoalBound::Unproven, GoalBound::Value))
            }
            GoalNumber::Ratio(number, divisor) => {
                let goal_bound = self.maximise_ratio(number, divisor, &mut best);
                (best, goal_bound.map_or(GoalBound::Unproven, GoalBound::Value))
            }
            GoalNumber::Inexpressible => (best, GoalBound::Unproven),
        }
    }

    /// Maximises a quotient and returns its bound, if one is proven.
    ///
    /// Dinkelbach's method: a quotient is larger than p/q if its number is larger than p/q times
    /// its divisor, which is linear. Each round maximises that gain, until none is above zero.
    fn maximise_ratio(
        &mut self,
        number: &LinearSum,
        divisor: &LinearSum,
        best: &mut BestAssignment,
    ) -> Option<Rational> {
        loop {
            let p = number
                .evaluate(&best.values)
                .checked_mul(divisor.scale.into())?;
            let q = divisor
                .evaluate(&best.values)
                .checked_mul(number.scale.into())?;
            let quotient = Rational::new(p, q)?;
            let gain = number.minus(&divisor.times(quotient)?)?;
            let found = self
                .search
                .find_cheapest(VariableCost::Exact(&|var| -gain.factor(var)), Some(&best.values))
                .ok()?;
            if gain.evaluate(&found.values) > 0 {
                *best = found;
                continue;
            }
            self.search.constrain(&gain.negated());
            // The gain is its constant minus the cost: if no cost is lower than the constant, no
            // gain is above zero.
            return found
                .at_least
                .filter(|cost| *cost >= gain.constant)
                .map(|_| quotient);
        }
    }

    /// Excludes every answer that makes all the changes of this one: with further changes it is no
    /// alternative.
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
            if values
                .get(held.stay_variable as usize)
                .copied()
                .unwrap_or(0)
                == 0
            {
                branches.push((held.stay_variable, -1));
            }
        }
        self.search.constrain(&LinearSum::new(branches, 1, 1));
    }

    /// Excludes exactly this answer, and drops the rows of its stages.
    pub(super) fn exclude_answer(&mut self, values: &[i64]) {
        self.search.model = self.without_stage_rows();
        let mut branches: Vec<(Var, i64)> = Vec::new();
        // All cards that are not in the answer share one branch, instead of thousands of branches.
        let mut others: Vec<(Var, i64)> = Vec::new();
        for var in (0u32..).take(self.ground.places.len()) {
            let value = values.get(var as usize).copied().unwrap_or(0);
            if value == 0 {
                others.push((var, -1));
                continue;
            }
            // Another answer has more of a card or less of it.
            for less in [false, true] {
                branches.push((self.add_branch(var, value, less), -1));
            }
        }
        for held in &self.ground.hold_cards {
            match values
                .get(held.stay_variable as usize)
                .copied()
                .unwrap_or(0)
            {
                0 => branches.push((held.stay_variable, -1)),
                _ => branches.push((self.add_branch(held.stay_variable, 1, true), -1)),
            }
        }
        let other = self.search.model.add_literal();
        let guard = Some(other);
        self.search
            .model
            .rows
            .push(LinearRow::new(others, -1, guard, 0));
        branches.push((other.var, -1));
        self.search.constrain(&LinearSum::new(branches, 1, 1));
    }

    /// The model with the rows that exclude answers, and without the rows of stages. Only the
    /// former have variables of their own, or guards.
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

    /// Adds a literal that is 1 only if a variable is less (or more) than `value`.
    fn add_branch(&mut self, var: Var, value: i64, less: bool) -> Var {
        self.search.separate_variable(var);
        let branch: Literal = self.search.model.add_literal();
        let (terms, limit) =
            if less { (vec![(var, 1)], value - 1) } else { (vec![(var, -1)], -value - 1) };
        self.search
            .model
            .rows
            .push(LinearRow::new(terms, limit, Some(branch), 0));
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
