//! One search for a repair: answers of the solver become decks, and the rules engine accepts or rejects them.

use super::encode::Certainty;
use super::ground::{Goal, GoalNumber, Ground, GroundParts, ZoneCard, measure_deck};
use super::linear::{MAX_COPIES, Var};
use super::preference::PlayerPreferences;
use super::presolve::{Focus, VariableCost, compute_signatures};
use super::repair::{ALTERNATIVES_LIMIT, REJECTED_LIMIT, RepairInput};
use super::request::{
    Aim, Ending, Objective, Outcome, ReachedValue, Repaired, SearchLimit, SolveRequest, WishOrigin,
};
use super::search::{ModelSearch, NoAssignment};
use super::solver::{BranchAndBound, Deadline};
use super::stages::{GoalBound, Stages, meets_goal_bound};
use super::unsat_core::{self, Core};
use sleeve_data::Arrange;
use sleeve_data::model::format::Level;
use sleeve_data::model::{CardIndex, Deck, Format, Lang, Lens};
use sleeve_decks::{Move, Moves, apply_moves};
use sleeve_language::{Quantity, Truth};
use sleeve_rules::{CheckError, Finding, FindingStatus, Rulebook, Verdict};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;

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
    let cards = &rulebook.catalog.cards;
    // A card has a place in each of several zones: its name is read once.
    let mut listed: Vec<CardIndex> = ground.places.iter().map(|place| place.card).collect();
    listed.sort_unstable();
    listed.dedup();
    // English names, in every language of the output: the answer must not depend on it.
    let name = |index: CardIndex| {
        let card = cards.card(index);
        (card.name(Lang::En), card.id(), index)
    };
    let mut named: Vec<(&str, &str, CardIndex)> = listed.into_iter().map(name).collect();
    named.arrange();
    // Copies in a state are called as their card, and share its rank.
    let alike = named.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).zip(0usize..);
    let mut ranks = vec![0; cards.span()];
    for ((.., card), rank) in alike.flat_map(|(cards, rank)| cards.iter().map(move |c| (c, rank))) {
        if let Some(place) = ranks.get_mut(card.index()) {
            *place = rank;
        }
    }
    let rank_of = |place: &ZoneCard| ranks.get(place.card.index()).copied().unwrap_or(0);
    // A counting sort: it keeps the order of zones, and every card has a place in each of them.
    // The places of each rank follow those of the ranks before it.
    let mut next = vec![0u32; named.len() + 1];
    for rank in ground.places.iter().map(rank_of) {
        if let Some(count) = next.get_mut(rank + 1) {
            *count += 1;
        }
    }
    let mut before = 0;
    for first in &mut next {
        before += *first;
        *first = before;
    }
    let take = |place: &ZoneCard| {
        let next = next.get_mut(rank_of(place))?;
        *next += 1;
        Some(*next - 1)
    };
    ground.places.iter().map(take).map(|rank| rank.unwrap_or(u32::MAX)).collect()
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

    fn new_preferences(&self) -> PlayerPreferences<'t> {
        let corpus = self.request.wishes.like.as_deref();
        let lens = if self.parts.options.attested { Lens::Attested } else { Lens::Shipped };
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
        let changes = self.ground.changes;
        let price = |var| i64::from(var == changes);
        let (bound, is_cut) =
            match self.new_search().find_cheapest(VariableCost::Exact(&price), None) {
                Ok(best) => (best.at_least, !best.is_proven),
                Err(NoAssignment::GaveUp(bound)) => (bound, true),
                Err(NoAssignment::Impossible | NoAssignment::CopyLimit) => (None, false),
            };
        let bound = u64::try_from(bound.unwrap_or(0)).unwrap_or(0);
        (bound, is_cut.then(|| self.deadline.limit()))
    }

    pub(super) fn new_search(&self) -> ModelSearch<'_> {
        new_search(self.ground, self.order, self.deadline)
    }

    /// Searches until the rules engine accepts an answer.
    pub(super) fn run(&self, certainty: Certainty) -> Result<Outcome, CheckError> {
        let mut outcome = Outcome::undecided(SearchLimit::Rejected);
        let goals = &self.ground.goals;
        if goals.iter().any(|goal| matches!(goal.number, GoalNumber::Inexpressible)) {
            outcome.ending = Ending::GoalUnsaid;
            return Ok(outcome);
        }
        let (mut stages, mut at_least) = (self.new_stages(), 0);
        let mut nearest = None;
        for _ in 0..REJECTED_LIMIT {
            let best = stages.find_best(&mut at_least);
            // Rows that are stricter than rules prove no bound.
            outcome.at_least = if self.ground.is_stricter { 0 } else { at_least };
            let answer = match best {
                Ok(answer) => answer,
                Err(NoAssignment::Impossible) => {
                    let is_proven = !self.ground.is_stricter;
                    let ending = if is_proven { Ending::Impossible } else { Ending::Undecided };
                    return Ok(Outcome {
                        ending,
                        is_proven,
                        limit: Some(SearchLimit::Inexact),
                        ..outcome
                    });
                }
                Err(NoAssignment::GaveUp(_)) => {
                    outcome.limit = Some(self.deadline.limit());
                    break;
                }
                Err(NoAssignment::CopyLimit) => {
                    outcome.limit = Some(SearchLimit::Copies);
                    break;
                }
            };
            let mut limit = self.deadline.limit();
            let values = answer.values;
            let mut goal_bounds = answer.goal_bounds;
            if let Some(grows) = self.exceeds_copy_limit(&values, &goal_bounds) {
                limit = match self.deadline.limit() {
                    SearchLimit::Resolution => SearchLimit::Copies,
                    limit => limit,
                };
                goal_bounds.fill(GoalBound::Unproven);
                if grows {
                    outcome.ending = Ending::Unbounded;
                    return Ok(outcome);
                }
            }
            if let Some(repaired) = self.accept_answer(&values, &goal_bounds, certainty)? {
                let is_proven =
                    answer.is_fewest && repaired.reached.iter().all(|reached| reached.is_proven);
                let is_proven = is_proven && !self.ground.is_stricter;
                let alternatives = self.find_alternatives(&values)?;
                let ending = Ending::Found(Box::new(repaired));
                // A search that finished is not limited by time: inexact rows keep it from a proof.
                let is_searched = answer.is_fewest && !goal_bounds.contains(&GoalBound::Unproven);
                let is_inexact = self.ground.is_stricter || self.ground.is_looser;
                let limit = match limit {
                    SearchLimit::Copies => SearchLimit::Copies,
                    _ if is_searched => SearchLimit::Inexact,
                    SearchLimit::Resolution if is_inexact => SearchLimit::Inexact,
                    limit => limit,
                };
                let unproven = Outcome::undecided(limit);
                let at_least = outcome.at_least;
                return Ok(Outcome { ending, is_proven, at_least, alternatives, ..unproven });
            }
            self.has_rejected.set(true);
            stages.exclude_answer(&values);
            nearest.get_or_insert(values);
        }
        let unproven = vec![GoalBound::Unproven; self.ground.goals.len()];
        for values in stages.passed.iter().rev().take(REJECTED_LIMIT) {
            if let Some(repaired) = self.accept_answer(values, &unproven, certainty)? {
                outcome.ending = Ending::Found(Box::new(repaired));
                return Ok(outcome);
            }
        }
        if let (Some(SearchLimit::Rejected), Some(values)) = (outcome.limit, &nearest) {
            outcome.refusals = self.list_refusals(values, certainty);
        }
        Ok(outcome)
    }

    /// The rules that the deck of some values breaks; if it fails conditions of the user, all of
    /// these.
    fn list_refusals(&self, values: &[i64], certainty: Certainty) -> Vec<WishOrigin> {
        let refusals = RefCell::new(Vec::new());
        let is_wish = |origin: &WishOrigin| matches!(origin, WishOrigin::Require(_));
        let note = |origin: &WishOrigin| {
            if !is_wish(origin) && !refusals.borrow().contains(origin) {
                refusals.borrow_mut().push(origin.clone());
            }
            false
        };
        self.meets_demands(values, certainty, &note);
        let mut refusals = refusals.into_inner();
        if !self.meets_demands(values, certainty, &is_wish) {
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
        let is_accepted = truth != Truth::False
            && match certainty {
                Certainty::Certain => *verdict == Verdict::Legal,
                Certainty::Possible => *verdict != Verdict::Illegal,
            };
        if !is_accepted {
            return Ok(None);
        }
        // An objective is best only among decks that are best by those before it.
        let mut is_proven = !self.ground.is_stricter;
        let objectives = self.parts.wishes.objectives.iter().zip(numbers).zip(goal_bounds);
        let reach = |((objective, number), bound): ((&Objective, Quantity), &GoalBound)| {
            let bound_value = match bound {
                GoalBound::Value(most) if is_proven => Some(objective.bound(*most)),
                GoalBound::Value(_) | GoalBound::NoValue | GoalBound::Unproven => None,
            };
            is_proven &= meets_goal_bound(number, *bound, certainty);
            ReachedValue { value: objective.value(number), bound: bound_value, is_proven }
        };
        repaired.reached = objectives.map(reach).collect();
        let out = self.count_substitutes(&repaired)?;
        repaired.equivalent_cards = [out, self.count_alike(&repaired.moves)].concat();
        Ok(Some(repaired))
    }

    /// For each card that goes out, how many others might go instead: the rules engine accepts the
    /// deck without one of them. If several cards go out, or there are wishes, no others are
    /// counted.
    fn count_substitutes(&self, repaired: &Repaired) -> Result<Vec<u32>, CheckError> {
        let format: &Format = self.parts.rulebook.format;
        let mut others = vec![0; repaired.moves.removed.len()];
        let ([gone], [number]) = (repaired.moves.removed.as_slice(), others.as_mut_slice()) else {
            return Ok(others);
        };
        let wishes = self.parts.wishes;
        let is_asked = wishes.lock.is_some()
            || wishes.owned.is_some()
            || !(wishes.require.is_empty()
                && wishes.with.is_empty()
                && wishes.objectives.is_empty());
        if is_asked || repaired.deck.entries.len() > SUBSTITUTES_LIMIT {
            return Ok(others);
        }
        for place in &self.ground.places {
            let zone = format.zones.get(place.zone).map(|zone| zone.named.id.as_str());
            let is_held = zone == Some(gone.zone.as_str()) && place.deck_copies >= gone.count;
            if !is_held || place.card == gone.card {
                continue;
            }
            let removed = vec![Move { card: place.card, ..gone.clone() }];
            let exchange = Moves { removed, added: vec![gone.clone()], ..Moves::default() };
            let mut deck = repaired.deck.clone();
            apply_moves(&mut deck, format, &exchange);
            // Without the card that showed its role a deck cannot be judged.
            let checked = self.parts.rulebook.check(&deck, self.parts.options);
            let is_as_good = checked.is_ok_and(|checked| {
                checked.verdict == repaired.checked.verdict
                    && checked.findings.len() <= repaired.checked.findings.len()
            });
            *number += u32::from(is_as_good);
        }
        Ok(others)
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
        let ends: Vec<i64> = stages.search.model.ranges.iter().map(|range| range.high).collect();
        let Ok(lifted) = stages.find_best(&mut 0) else { return Some(false) };
        for bounds in lifted.goal_bounds.iter().zip(goal_bounds) {
            match bounds {
                (GoalBound::Value(a), GoalBound::Value(b)) if a == b => {}
                (GoalBound::Value(a), GoalBound::Value(b)) if a < b => return None,
                (GoalBound::NoValue, GoalBound::NoValue) => {}
                (GoalBound::Value(_), GoalBound::Value(_)) => {
                    return Some(
                        lifted.values.iter().zip(ends).take(places).any(|(n, end)| *n >= end),
                    );
                }
                _ => return Some(false),
            }
        }
        None
    }

    fn list_moves(&self, values: &[i64]) -> Moves {
        let format: &Format = self.parts.rulebook.format;
        let mut moves = Moves::default();
        let value = |index: usize| values.get(index).copied().unwrap_or(0);
        for (index, place) in self.ground.places.iter().enumerate() {
            let now = u32::try_from(value(index)).unwrap_or(0);
            let Some(zone) = format.zones.get(place.zone) else { continue };
            let new_move =
                |count| Move { zone: zone.named.id.to_string(), card: place.card, count };
            if now > place.deck_copies {
                moves.added.push(new_move(now - place.deck_copies));
            } else if now < place.deck_copies {
                moves.removed.push(new_move(place.deck_copies - now));
            }
        }
        moves
    }

    pub(super) fn build_repaired(&self, values: &[i64]) -> Result<Repaired, CheckError> {
        let mut moves = self.list_moves(values);
        let mut deck = self.parts.deck.clone();
        let format: &Format = self.parts.rulebook.format;
        apply_moves(&mut deck, format, &moves);
        let mut unloaded: Vec<(usize, usize)> = Vec::new();
        for held in &self.ground.hold_cards {
            if values.get(held.stay_variable as usize).copied().unwrap_or(0) == 0 {
                unloaded.push((held.hold, held.item));
            }
        }
        self.unload(&mut deck, &unloaded, &mut moves);
        let checked = self.parts.rulebook.check(&deck, self.parts.options)?;
        Ok(Repaired { deck, checked, moves, equivalent_cards: Vec::new(), reached: Vec::new() })
    }

    /// For each card that comes in, how many other cards no row and no goal distinguishes from it.
    fn count_alike(&self, moves: &Moves) -> Vec<u32> {
        let rows = self.ground.model.rows.iter().map(|row| row.terms.as_slice());
        let terms = |goal: &'t Goal| -> Vec<&'t [(Var, i64)]> {
            match &goal.number {
                GoalNumber::Sum(sum) => vec![&sum.terms],
                GoalNumber::Ratio(a, b) => vec![&a.terms, &b.terms],
                GoalNumber::Inexpressible => Vec::new(),
            }
        };
        let goals = self.ground.goals.iter().flat_map(terms);
        let signatures = compute_signatures(self.ground.model.ranges.len(), rows.chain(goals));
        let format: &Format = self.parts.rulebook.format;
        let new_cards =
            || signatures.iter().zip(&self.ground.places).filter(|(_, p)| p.deck_copies == 0);
        let alike = |moved: &Move| {
            let zone = format.zones.iter().position(|z| z.named.id == moved.zone.as_str())?;
            let (signature, _) =
                new_cards().find(|(_, p)| p.card == moved.card && p.zone == zone)?;
            let others =
                new_cards().filter(|(other, p)| *other == signature && p.card != moved.card);
            let others: BTreeSet<CardIndex> = others.map(|(_, place)| place.card).collect();
            u32::try_from(others.len()).ok()
        };
        moves.added.iter().map(|moved| alike(moved).unwrap_or(0)).collect()
    }

    /// Removes cargo from holds, as moves out of the carried pile. Cargo or carriers that leave the deck are
    /// moves already.
    fn unload(&self, deck: &mut Deck, unloaded_items: &[(usize, usize)], moves: &mut Moves) {
        let leaves_deck = |card: CardIndex| moves.removed.iter().any(|m| m.card == card);
        let mut unloaded: Vec<CardIndex> = Vec::new();
        for (hold, carried) in deck.carried.iter_mut().enumerate() {
            let mut item = 0;
            let carrier = carried.carrier.value;
            carried.cargo.retain(|cargo| {
                let is_unloaded = unloaded_items.contains(&(hold, item));
                item += 1;
                if is_unloaded && !leaves_deck(cargo.value) && !leaves_deck(carrier) {
                    unloaded.push(cargo.value);
                }
                !is_unloaded
            });
        }
        // A carrier that was empty before stays in the list while it stays in the deck.
        let old = &self.parts.deck.carried;
        let was_empty = |hold: usize| old.get(hold).is_some_and(|carried| carried.cargo.is_empty());
        let mut hold = 0;
        deck.carried.retain(|carried| {
            let stays = !carried.cargo.is_empty()
                || (was_empty(hold) && !leaves_deck(carried.carrier.value));
            hold += 1;
            stays
        });
        for card in unloaded {
            let zone = sleeve_rules::CARRIED.to_owned();
            match moves.removed.iter_mut().find(|m| m.zone == zone && m.card == card) {
                Some(same) => same.count += 1,
                None => moves.removed.push(Move { zone, card, count: 1 }),
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
        if !self.request.explain || self.has_rejected.get() {
            return Ok(outcome);
        }
        let core = self.find_core(certainty, limit);
        let core = self.widen_core(core, certainty, limit)?;
        Ok(Outcome { core: Some(core), ..outcome })
    }

    /// The core that excludes any answer, or any with `limit` changes.
    pub(super) fn find_core(&self, certainty: Certainty, limit: Option<i64>) -> Core {
        let unsplit = || {
            let parts = GroundParts { splits_zones: false, ..self.parts };
            Ground::new(&parts, certainty, self.deadline).ok().flatten()
        };
        let meets = |values: &[i64], asks: &dyn Fn(&WishOrigin) -> bool| {
            self.meets_demands(values, certainty, asks)
        };
        unsat_core::find_core(self.ground, self.new_search(), limit, &|_| true, &unsplit, &meets)
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
        let Rulebook { catalog, format, .. } = *self.parts.rulebook;
        let is_broken = |finding: &&Finding| match finding.status {
            _ if finding.level != Level::Error => false,
            FindingStatus::Broken => true,
            FindingStatus::Unknown => certainty == Certainty::Certain,
            FindingStatus::Note => false,
        };
        let rule_of_card = |finding: &Finding| {
            let mut cards = repaired.deck.entries.iter().map(|entry| entry.card);
            cards.find_map(|card| {
                let rules = catalog.rules_of(card);
                let position = rules.iter().position(|brought| brought.rule.id == finding.rule)?;
                Some(WishOrigin::CardRule(card, position))
            })
        };
        let is_asked = |finding: &Finding| {
            let rule = format.rules.iter().position(|rule| rule.id == finding.rule);
            let origin = rule.map(WishOrigin::Rule).or_else(|| rule_of_card(finding));
            origin.is_none_or(|origin| asks(&origin))
        };
        let are_rules_met = !repaired.checked.findings.iter().filter(is_broken).any(is_asked);
        let mut conditions = (0..self.parts.wishes.require.len()).map(WishOrigin::Require);
        let are_conditions_met = !conditions.any(|condition| asks(&condition))
            || measure_deck(&self.parts, &repaired.deck, &Moves::default())
                .is_ok_and(|(truth, _)| certainty.accepts(truth));
        are_rules_met && are_conditions_met
    }

    /// Looks for a core that names filters of zones: cards that a zone does not accept get
    /// variables, so that the filter is a row. Keeps `core` if zones play no part in the
    /// contradiction.
    pub(super) fn widen_core(
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
        let is_zone = |source: &WishOrigin| matches!(source, WishOrigin::Zone(_));
        let includes = |source: &WishOrigin| is_zone(source) || core.sources.contains(source);
        let wider = RepairAttempt {
            parts,
            ground: &ground,
            order: &order,
            preferences: OnceCell::new(),
            has_rejected: Default::default(),
            ..*self
        };
        let meets = |values: &[i64], asks: &dyn Fn(&WishOrigin) -> bool| {
            wider.meets_demands(values, certainty, asks)
        };
        let search = wider.new_search();
        let wider = unsat_core::find_core(&ground, search, limit, &includes, &|| None, &meets);
        // Sources that the time left untried may play no part.
        Ok(if wider.sources.iter().any(is_zone) && !wider.is_cut { wider } else { core })
    }
}
