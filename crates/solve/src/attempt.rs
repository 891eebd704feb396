//! One search for a repair: answers of the solver become decks, and the rules engine accepts or
//! rejects them.

use super::{
    certainty::Certainty,
    ground::{Goal, GoalNumber, Ground, measure_deck},
    linear::{MAX_COPIES, Var},
    outcome::{Ending, Outcome, ReachedValue, Repaired},
    parts::{GroundParts, RepairInput},
    preference::PlayerPreferences,
    presolve::{Focus, Signature, VariableCost, compute_signatures},
    request::{Aim, SearchLimit, SolveRequest},
    search::{ModelSearch, NoAssignment},
    solver::{BranchAndBound, Deadline},
    stages::{Assignment, GoalBound, Stages, meets_goal_bound},
    unsat_core::{self, Core, CoreRequest},
    wishes::WishOrigin,
};
use sleeve_data::{
    Arrange, Gather,
    model::{CardIndex, Cards, Deck, Lang, format::Level},
};
use sleeve_decks::{Move, Moves, apply_moves};
use sleeve_language::{Quantity, Truth};
use sleeve_rules::{CheckError, Finding, FindingStatus, Rulebook, Verdict};
use std::{
    cell::{Cell, OnceCell},
    collections::BTreeSet,
};

/// The most answers that the rules engine may reject before a search ends undecided: each costs a
/// search of its own.
pub const REJECTED_LIMIT: usize = 40;

/// The most alternatives that a search looks for.
pub const ALTERNATIVES_LIMIT: usize = 100;

pub(super) fn new_search<'s>(
    ground: &Ground,
    order: &'s [u32],
    deadline: Deadline<'s>,
) -> ModelSearch<'s> {
    ModelSearch {
        solver: &BranchAndBound,
        model: ground.model.clone(),
        card_variables: ground.places.len(),
        order,
        focus: Focus::default(),
        kept: None,
        deadline,
    }
}

/// The most entries of a deck for which replacements of a removed card are counted: each takes a
/// check.
const SUBSTITUTES_LIMIT: usize = 200;

/// The rank of each place in the order of cards: by English name, then by id and zone. Places come
/// zone by zone.
pub(super) fn order_cards(rulebook: &Rulebook<'_>, ground: &Ground) -> Vec<u32> {
    let ranks = rank_places(&rulebook.catalog.cards, ground);
    // A counting sort: it keeps the order of zones, and every card has a place in each of them.
    // The places of each rank follow those of the ranks before it.
    let mut next = vec![0u32; ranks.len() + 1];
    for rank in &ranks {
        if let Some(count) = next.get_mut(rank + 1) {
            *count += 1;
        }
    }
    let mut before = 0;
    for first in &mut next {
        before += *first;
        *first = before;
    }
    let mut order = vec![u32::MAX; ranks.len()];
    for (place, rank) in order.iter_mut().zip(&ranks) {
        if let Some(next) = next.get_mut(*rank) {
            *place = *next;
            *next += 1;
        }
    }
    order
}

/// For each place, the rank of its card by English name, then by id. Copies in a state are called
/// as their card, and share its rank.
fn rank_places(cards: &Cards, ground: &Ground) -> Vec<usize> {
    // A card has a place in each of several zones: its name is read once.
    let mut listed: Vec<CardIndex> = ground.places.iter().map(|place| place.card).collect();
    listed.sort_unstable();
    listed.dedup();
    // English names, in every language of the output: the answer must not depend on it.
    let mut named: Vec<(&str, &str, CardIndex)> = Vec::with_capacity(listed.len());
    for index in listed {
        let card = cards.card(index);
        named.push((card.name(Lang::En), card.id(), index));
    }
    named.arrange();
    let mut ranks = vec![0; cards.span()];
    for (rank, alike) in named.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).enumerate() {
        for (.., card) in alike {
            if let Some(place) = ranks.get_mut(card.index()) {
                *place = rank;
            }
        }
    }
    let cards = ground.places.iter().map(|place| place.card.index());
    cards
        .map(|card| ranks.get(card).copied().unwrap_or(0))
        .collect()
}

/// The searches over one ground, and the decks that their answers are.
pub(super) struct RepairAttempt<'t, 'p: 't, 'a: 't> {
    pub(super) parts: GroundParts<'p, 'a>,
    pub(super) request: &'t SolveRequest<'t>,
    pub(super) ground: &'t Ground,
    pub(super) order: &'t [u32],
    pub(super) deadline: Deadline<'t>,
    /// The preferences between otherwise equal decks; made when first needed.
    pub(super) preferences: OnceCell<PlayerPreferences<'t>>,
    /// Whether the rules engine rejected answers: then rows alone explain nothing.
    pub(super) has_rejected: Cell<bool>,
}

impl<'t, 'p: 't, 'a: 't> RepairAttempt<'t, 'p, 'a> {
    pub(super) fn new(
        parts: GroundParts<'p, 'a>,
        input: &RepairInput<'t, '_>,
        ground: &'t Ground,
        order: &'t [u32],
    ) -> RepairAttempt<'t, 'p, 'a> {
        RepairAttempt {
            parts,
            request: input.request,
            ground,
            order,
            deadline: input.deadline,
            preferences: OnceCell::new(),
            has_rejected: Default::default(),
        }
    }

    /// The same searches over another ground of the same parts.
    pub(super) fn on_ground<'s>(
        &self,
        ground: &'s Ground,
        order: &'s [u32],
    ) -> RepairAttempt<'s, 'p, 'a>
    where
        't: 's,
    {
        RepairAttempt {
            parts: self.parts,
            request: self.request,
            ground,
            order,
            deadline: self.deadline,
            preferences: OnceCell::new(),
            has_rejected: self.has_rejected.clone(),
        }
    }

    fn new_preferences(&self) -> PlayerPreferences<'t> {
        let corpus = self.request.wishes.like.as_deref();
        let lens = self.parts.options.lens();
        PlayerPreferences::new(self.ground, self.parts.rulebook, self.parts.deck, corpus, lens)
    }

    fn new_stages(&self) -> Stages<'_, 't> {
        Stages {
            ground: self.ground,
            preferences: self.preferences.get_or_init(|| self.new_preferences()),
            aim: self.request.aim,
            search: self.new_search(),
            passed: Vec::new(),
        }
    }

    /// A lower bound of the number of changes, 0 if rows are stricter than rules; and the limit
    /// that cut the search for it short.
    pub(super) fn bound_changes(&self) -> (u64, Option<SearchLimit>) {
        // Stricter rows reject decks that the rules allow, and these may need fewer changes.
        if self.ground.is_stricter {
            return (0, None);
        }
        let cost = VariableCost::One(self.ground.changes);
        let (bound, is_cut) = match self.new_search().find_cheapest(cost, None) {
            Ok(best) => (best.at_least, !best.is_proven),
            Err(NoAssignment::GaveUp(bound)) => (bound, true),
            Err(NoAssignment::Impossible | NoAssignment::CopyLimit) => (None, false),
        };
        let at_least = u64::try_from(bound.unwrap_or(0)).unwrap_or(0);
        (at_least, is_cut.then(|| self.deadline.limit()))
    }

    pub(super) fn new_search(&self) -> ModelSearch<'_> {
        new_search(self.ground, self.order, self.deadline)
    }

    /// Searches until the rules engine accepts an answer.
    pub(super) fn run(&self, certainty: Certainty) -> Result<Outcome, CheckError> {
        let mut outcome = Outcome::undecided(SearchLimit::Rejected);
        let goals = &self.ground.goals;
        if goals
            .iter()
            .any(|goal| matches!(goal.number, GoalNumber::Inexpressible))
        {
            return Ok(Outcome { ending: Ending::GoalUnsaid, ..outcome });
        }
        let (mut stages, mut at_least) = (self.new_stages(), 0);
        let mut nearest = None;
        for _ in 0..REJECTED_LIMIT {
            let best = stages.find_best(&mut at_least);
            // Rows that are stricter than rules prove no bound.
            outcome.at_least = if self.ground.is_stricter { 0 } else { at_least };
            let mut answer = match best {
                Ok(answer) => answer,
                Err(NoAssignment::Impossible) => return Ok(self.find_none(outcome)),
                Err(NoAssignment::GaveUp(_)) => {
                    outcome.limit = Some(self.deadline.limit());
                    break;
                }
                Err(NoAssignment::CopyLimit) => {
                    outcome.limit = Some(SearchLimit::Copies);
                    break;
                }
            };
            if let Some(judged) = self.judge_answer(&mut answer, certainty)? {
                return Ok(Outcome { at_least: outcome.at_least, ..judged });
            }
            self.has_rejected.set(true);
            stages.exclude_answer(&answer.values);
            nearest.get_or_insert(answer.values);
        }
        let unproven = vec![GoalBound::Unproven; goals.len()];
        for values in stages.passed.iter().rev().take(REJECTED_LIMIT) {
            if let Some(repaired) = self.accept_answer(values, &unproven, certainty)? {
                return Ok(Outcome { ending: Ending::Found(Box::new(repaired)), ..outcome });
            }
        }
        if let (Some(SearchLimit::Rejected), Some(values)) = (outcome.limit, &nearest) {
            outcome.refusals = self.list_refusals(values, certainty);
        }
        Ok(outcome)
    }

    /// The outcome if the rows have no assignment.
    fn find_none(&self, outcome: Outcome) -> Outcome {
        let is_proven = !self.ground.is_stricter;
        let ending = if is_proven { Ending::Impossible } else { Ending::Undecided };
        Outcome { ending, is_proven, limit: Some(SearchLimit::Inexact), ..outcome }
    }

    /// The outcome of an answer; `None` if the rules engine rejects it. The bounds of goals that
    /// more copies of a card might exceed become unproven.
    fn judge_answer(
        &self,
        answer: &mut Assignment,
        certainty: Certainty,
    ) -> Result<Option<Outcome>, CheckError> {
        let mut limit = self.deadline.limit();
        if let Some(grows) = self.exceeds_copy_limit(&answer.values, &answer.goal_bounds) {
            limit = match self.deadline.limit() {
                SearchLimit::Resolution => SearchLimit::Copies,
                limit => limit,
            };
            answer.goal_bounds.fill(GoalBound::Unproven);
            if grows {
                let outcome = Outcome::undecided(SearchLimit::Rejected);
                return Ok(Some(Outcome { ending: Ending::Unbounded, ..outcome }));
            }
        }
        let accepted = self.accept_answer(&answer.values, &answer.goal_bounds, certainty)?;
        let Some(repaired) = accepted else { return Ok(None) };
        let is_proven = answer.is_fewest
            && !self.ground.is_stricter
            && repaired.reached.iter().all(|reached| reached.is_proven);
        let alternatives = self.find_alternatives(&answer.values)?;
        // A search that finished is not limited by time: inexact rows keep it from a proof.
        let is_searched = answer.is_fewest && !answer.goal_bounds.contains(&GoalBound::Unproven);
        let is_inexact = self.ground.is_stricter || self.ground.is_looser;
        let limit = match limit {
            SearchLimit::Copies => SearchLimit::Copies,
            _ if is_searched => SearchLimit::Inexact,
            SearchLimit::Resolution if is_inexact => SearchLimit::Inexact,
            limit => limit,
        };
        let ending = Ending::Found(Box::new(repaired));
        Ok(Some(Outcome { ending, is_proven, alternatives, ..Outcome::undecided(limit) }))
    }

    /// The rules that the deck of some values breaks; if it fails conditions of the user, all of
    /// these.
    fn list_refusals(&self, values: &[i64], certainty: Certainty) -> Vec<WishOrigin> {
        let mut refusals = Vec::new();
        if let Ok(repaired) = self.build_repaired(values) {
            let broken = repaired
                .checked
                .findings
                .iter()
                .filter(|f| is_broken(f, certainty));
            // Findings that belong to no rule end the list.
            let origins = broken.map_while(|finding| self.find_origin(finding, &repaired.deck));
            refusals = origins.each_once();
        }
        if !self.meets_demands(values, certainty, &|o| matches!(o, WishOrigin::Require(_))) {
            refusals.extend((0..self.parts.wishes.require.len()).map(WishOrigin::Require));
        }
        refusals
    }

    /// The deck of an answer, if the rules engine accepts it, with the values of its objectives.
    fn accept_answer(
        &self,
        values: &[i64],
        goal_bounds: &[GoalBound],
        certainty: Certainty,
    ) -> Result<Option<Repaired>, CheckError> {
        // Its cards may imply no value of a parameter, and then it cannot be judged.
        let Ok(mut repaired) = self.build_repaired(values) else { return Ok(None) };
        let (truth, numbers) = measure_deck(&self.parts, &repaired.deck, &repaired.moves)?;
        let verdict = &mut repaired.checked.verdict;
        // A wish whose truth is unknown leaves the deck as open as a rule would.
        if *verdict == Verdict::Legal && truth == Truth::Unknown {
            *verdict = Verdict::Undetermined;
        }
        let is_accepted = match certainty {
            Certainty::Certain => *verdict == Verdict::Legal,
            Certainty::Possible => *verdict != Verdict::Illegal,
        };
        if !is_accepted || truth == Truth::False {
            return Ok(None);
        }
        repaired.reached = self.list_reached(&numbers, goal_bounds, certainty);
        let out = self.count_substitutes(&repaired)?;
        repaired.equivalent_cards = [out, self.count_alike(&repaired.moves)].concat();
        Ok(Some(repaired))
    }

    /// What each objective comes to.
    fn list_reached(
        &self,
        numbers: &[Quantity],
        goal_bounds: &[GoalBound],
        certainty: Certainty,
    ) -> Vec<ReachedValue> {
        // An objective is best only among decks that are best by those before it.
        let mut is_proven = !self.ground.is_stricter;
        let mut reached = Vec::new();
        let objectives = self.parts.wishes.objectives.iter();
        for ((objective, number), goal_bound) in objectives.zip(numbers).zip(goal_bounds) {
            let bound = match goal_bound {
                GoalBound::Value(most) if is_proven => Some(objective.bound(*most)),
                GoalBound::Value(_) | GoalBound::NoValue | GoalBound::Unproven => None,
            };
            is_proven &= meets_goal_bound(*number, *goal_bound, certainty);
            reached.push(ReachedValue { value: objective.value(*number), bound, is_proven });
        }
        reached
    }

    /// For each card that goes out, how many others might go instead: the rules engine accepts the
    /// deck without one of them. If several cards go out, or there are wishes, no others are
    /// counted.
    fn count_substitutes(&self, repaired: &Repaired) -> Result<Vec<u32>, CheckError> {
        let mut others = vec![0; repaired.moves.removed.len()];
        let ([gone], [number]) = (repaired.moves.removed.as_slice(), others.as_mut_slice()) else {
            return Ok(others);
        };
        let wishes = self.parts.wishes;
        let is_asked = wishes.lock.is_some()
            || wishes.owned.is_some()
            || !wishes.require.is_empty()
            || !wishes.with.is_empty()
            || !wishes.objectives.is_empty();
        if is_asked || repaired.deck.entries.len() > SUBSTITUTES_LIMIT {
            return Ok(others);
        }
        let zones = &self.parts.rulebook.format.zones;
        for place in &self.ground.places {
            let is_here = zones
                .get(place.zone)
                .is_some_and(|zone| zone.named.id == gone.zone.as_str());
            if is_here && place.deck_copies >= gone.count && place.card != gone.card {
                *number += u32::from(self.is_substitute(place.card, gone, repaired));
            }
        }
        Ok(others)
    }

    /// Whether a deck is as good if another card goes in the place of the one that went.
    fn is_substitute(&self, card: CardIndex, gone: &Move, repaired: &Repaired) -> bool {
        let removed = vec![Move { card, ..gone.clone() }];
        let exchange = Moves { removed, added: vec![gone.clone()], ..Moves::default() };
        let mut deck = repaired.deck.clone();
        apply_moves(&mut deck, self.parts.rulebook.format, &exchange);
        // Without the card that showed its role a deck cannot be judged.
        self.parts
            .rulebook
            .check(&deck, self.parts.options)
            .is_ok_and(|checked| {
                checked.verdict == repaired.checked.verdict
                    && checked.findings.len() <= repaired.checked.findings.len()
            })
    }

    /// Searches with more copies if the answer reaches the limit of copies: `None` if they do not
    /// make the goal larger, else whether the goal grows without end.
    fn exceeds_copy_limit(&self, values: &[i64], goal_bounds: &[GoalBound]) -> Option<bool> {
        let places = self.ground.places.len();
        if goal_bounds.is_empty() || values.iter().take(places).all(|n| *n < MAX_COPIES) {
            return None;
        }
        let mut stages = self.new_stages();
        stages.search.model = stages.search.model.with_more_copies();
        let ends: Vec<i64> = stages
            .search
            .model
            .ranges
            .iter()
            .map(|range| range.high)
            .collect();
        let Ok(lifted) = stages.find_best(&mut 0) else { return Some(false) };
        for bounds in lifted.goal_bounds.iter().zip(goal_bounds) {
            match bounds {
                (GoalBound::Value(a), GoalBound::Value(b)) if a == b => {}
                (GoalBound::Value(a), GoalBound::Value(b)) if a < b => return None,
                (GoalBound::NoValue, GoalBound::NoValue) => {}
                (GoalBound::Value(_), GoalBound::Value(_)) => {
                    let mut copies = lifted.values.iter().zip(ends).take(places);
                    return Some(copies.any(|(n, end)| *n >= end));
                }
                _ => return Some(false),
            }
        }
        None
    }

    fn list_moves(&self, values: &[i64]) -> Moves {
        let mut moves = Moves::default();
        for (index, place) in self.ground.places.iter().enumerate() {
            let Some(zone) = self.parts.rulebook.format.zones.get(place.zone) else { continue };
            let before = place.deck_copies;
            let now = u32::try_from(values.get(index).copied().unwrap_or(0)).unwrap_or(0);
            let list = if now > before { &mut moves.added } else { &mut moves.removed };
            let count = now.abs_diff(before);
            if count > 0 {
                list.push(Move { zone: zone.named.id.to_string(), card: place.card, count });
            }
        }
        moves
    }

    pub(super) fn build_repaired(&self, values: &[i64]) -> Result<Repaired, CheckError> {
        let mut moves = self.list_moves(values);
        let mut deck = self.parts.deck.clone();
        apply_moves(&mut deck, self.parts.rulebook.format, &moves);
        self.unload(&mut deck, values, &mut moves);
        let checked = self.parts.rulebook.check(&deck, self.parts.options)?;
        Ok(Repaired { deck, checked, moves, equivalent_cards: Vec::new(), reached: Vec::new() })
    }

    /// For each card that comes in, how many other cards no row and no goal distinguishes from it.
    fn count_alike(&self, moves: &Moves) -> Vec<u32> {
        let model = &self.ground.model;
        let rows = model.rows.iter().map(|row| row.terms.as_slice());
        let lists = rows.chain(self.ground.goals.iter().flat_map(list_goal_terms));
        let signatures = compute_signatures(model.ranges.len(), lists);
        moves
            .added
            .iter()
            .map(|moved| self.count_like(moved, &signatures))
            .collect()
    }

    /// How many other new cards have the signature of one that comes in.
    fn count_like(&self, moved: &Move, signatures: &[Signature]) -> u32 {
        let zones = &self.parts.rulebook.format.zones;
        let zone = zones
            .iter()
            .position(|zone| zone.named.id == moved.zone.as_str());
        let places = signatures.iter().zip(&self.ground.places);
        let new_cards = places.filter(|(_, place)| place.deck_copies == 0);
        let own = new_cards
            .clone()
            .find(|(_, place)| place.card == moved.card && Some(place.zone) == zone);
        let Some((signature, _)) = own else { return 0 };
        let alike = new_cards.filter(|(other, _)| *other == signature);
        let cards: BTreeSet<CardIndex> = alike.map(|(_, place)| place.card).collect();
        u32::try_from(cards.len() - 1).unwrap_or(0)
    }

    /// Removes cargo from holds, as moves out of the carried pile. Cargo or carriers that leave the
    /// deck are moves already.
    fn unload(&self, deck: &mut Deck, values: &[i64], moves: &mut Moves) {
        let mut unloaded: Vec<(usize, usize)> = Vec::new();
        for held in &self.ground.hold_cards {
            if values
                .get(held.stay_variable as usize)
                .copied()
                .unwrap_or(0)
                == 0
            {
                unloaded.push((held.hold, held.item));
            }
        }
        let leaving: BTreeSet<CardIndex> = moves.removed.iter().map(|moved| moved.card).collect();
        let carriers = std::mem::take(&mut deck.carried);
        for (hold, mut carried) in carriers.into_iter().enumerate() {
            let leaves = leaving.contains(&carried.carrier.value);
            // A carrier that was empty before stays in the list while it stays in the deck.
            let mut stays = carried.cargo.is_empty() && !leaves;
            for (item, cargo) in std::mem::take(&mut carried.cargo).into_iter().enumerate() {
                if !unloaded.contains(&(hold, item)) {
                    carried.cargo.push(cargo);
                    stays = true;
                } else if !leaves && !leaving.contains(&cargo.value) {
                    add_unloaded(cargo.value, &mut moves.removed);
                }
            }
            if stays {
                deck.carried.push(carried);
            }
        }
    }

    fn find_alternatives(&self, first: &[i64]) -> Result<Vec<Moves>, CheckError> {
        let mut found: Vec<Moves> = Vec::new();
        if self.request.alternatives == 0 {
            return Ok(found);
        }
        let mut stages = self.new_stages();
        stages.cap_variable(self.ground.changes, first);
        let mut last = first.to_vec();
        while found.len() < self.request.alternatives.min(ALTERNATIVES_LIMIT) {
            stages.exclude_changes(&last);
            let Some(next) = stages.find_another() else { break };
            last = next;
            let repaired = self.build_repaired(&last)?;
            if repaired.checked.verdict == Verdict::Legal {
                found.push(repaired.moves);
            }
        }
        Ok(found)
    }

    /// Adds the core that excludes any answer, or any with fewer changes.
    pub(super) fn explain(
        &self,
        outcome: Outcome,
        certainty: Certainty,
    ) -> Result<Outcome, CheckError> {
        let limit = match &outcome.ending {
            Ending::Found(found) => {
                let changes = i64::try_from(found.moves.count_changes()).unwrap_or(0);
                if changes == 0 || !outcome.is_proven || self.request.aim != Aim::Nearest {
                    return Ok(outcome);
                }
                Some(changes - 1)
            }
            Ending::Impossible => None,
            _ => return Ok(outcome),
        };
        self.explain_limit(outcome, certainty, limit)
    }

    /// Adds the core that excludes any answer, or any with at most `limit` changes.
    pub(super) fn explain_limit(
        &self,
        outcome: Outcome,
        certainty: Certainty,
        limit: Option<i64>,
    ) -> Result<Outcome, CheckError> {
        if !self.request.explain || self.has_rejected.get() {
            return Ok(outcome);
        }
        let core = self.find_core(certainty, limit);
        let widened = self.widen_core(core, certainty, limit)?;
        Ok(Outcome { core: Some(widened), ..outcome })
    }

    fn find_core(&self, certainty: Certainty, limit: Option<i64>) -> Core {
        let request = CoreRequest {
            ground: self.ground,
            changes: limit,
            includes: &|_| true,
            unsplit: &|| {
                let parts = GroundParts { splits_zones: false, ..self.parts };
                Ground::new(&parts, certainty, self.deadline).ok().flatten()
            },
            meets: &|values, asks| self.meets_demands(values, certainty, asks),
        };
        unsat_core::find_core(&request, self.new_search())
    }

    /// Looks for a core that names filters of zones: cards that a zone does not accept get
    /// variables, so that the filter is a row. Keeps `core` if zones play no part in the
    /// contradiction.
    fn widen_core(
        &self,
        core: Core,
        certainty: Certainty,
        limit: Option<i64>,
    ) -> Result<Core, CheckError> {
        let parts = GroundParts { opens_zones: true, splits_zones: false, ..self.parts };
        let Some(ground) = Ground::new(&parts, certainty, self.deadline)? else {
            return Ok(Core { is_irreducible: false, is_cut: true, ..core });
        };
        let order = order_cards(self.parts.rulebook, &ground);
        let has_rejected = Cell::default();
        let wider = RepairAttempt { parts, has_rejected, ..self.on_ground(&ground, &order) };
        let request = CoreRequest {
            ground: &ground,
            changes: limit,
            includes: &|source| is_zone(source) || core.sources.contains(source),
            unsplit: &|| None,
            meets: &|values, asks| wider.meets_demands(values, certainty, asks),
        };
        let widened = unsat_core::find_core(&request, wider.new_search());
        // Sources that the time left untried may play no part.
        let names_zone = widened.sources.iter().any(is_zone) && !widened.is_cut;
        Ok(if names_zone { widened } else { core })
    }

    /// Whether the deck of some values meets the demands in `asks`, as the rules engine judges.
    /// Findings that belong to no rule count too.
    fn meets_demands(
        &self,
        values: &[i64],
        certainty: Certainty,
        asks: &dyn Fn(&WishOrigin) -> bool,
    ) -> bool {
        let Ok(repaired) = self.build_repaired(values) else { return false };
        for finding in repaired
            .checked
            .findings
            .iter()
            .filter(|f| is_broken(f, certainty))
        {
            let origin = self.find_origin(finding, &repaired.deck);
            if origin.is_none_or(|origin| asks(&origin)) {
                return false;
            }
        }
        let mut conditions = (0..self.parts.wishes.require.len()).map(WishOrigin::Require);
        if !conditions.any(|condition| asks(&condition)) {
            return true;
        }
        measure_deck(&self.parts, &repaired.deck, &Moves::default())
            .is_ok_and(|(truth, _)| certainty.accepts(truth))
    }

    /// The rule of a finding, of the format or of a card of the deck; `None` if it belongs to none.
    fn find_origin(&self, finding: &Finding, deck: &Deck) -> Option<WishOrigin> {
        let Rulebook { catalog, format, .. } = *self.parts.rulebook;
        if let Some(index) = format.rules.iter().position(|rule| rule.id == finding.rule) {
            return Some(WishOrigin::Rule(index));
        }
        for entry in &deck.entries {
            let mut rules = catalog.rules_of(entry.card).iter();
            if let Some(index) = rules.position(|brought| brought.rule.id == finding.rule) {
                return Some(WishOrigin::CardRule(entry.card, index));
            }
        }
        None
    }
}

/// Whether a finding keeps a deck from being legal, certainly or possibly.
fn is_broken(finding: &Finding, certainty: Certainty) -> bool {
    finding.level == Level::Error
        && match finding.status {
            FindingStatus::Broken => true,
            FindingStatus::Unknown => certainty == Certainty::Certain,
            FindingStatus::Note => false,
        }
}

fn is_zone(source: &WishOrigin) -> bool {
    matches!(source, WishOrigin::Zone(_))
}

/// The terms of the numbers of a goal.
fn list_goal_terms(goal: &Goal) -> Vec<&[(Var, i64)]> {
    match &goal.number {
        GoalNumber::Sum(sum) => vec![&sum.terms],
        GoalNumber::Ratio(a, b) => vec![&a.terms, &b.terms],
        GoalNumber::Inexpressible => Vec::new(),
    }
}

/// Adds a card that leaves its hold to the removed cards.
fn add_unloaded(card: CardIndex, removed: &mut Vec<Move>) {
    let zone = sleeve_rules::CARRIED.to_owned();
    match removed
        .iter_mut()
        .find(|moved| moved.zone == zone && moved.card == card)
    {
        Some(same) => same.count += 1,
        None => removed.push(Move { zone, card, count: 1 }),
    }
}
