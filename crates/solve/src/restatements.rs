//! Repairs that state another value of a parameter, or another role, beside exchanges of cards. Each is one change;
//! where it saves none, the deck keeps what it states. A role that nobody states is the one that the cards show: cards that
//! show another one are exchanged like others.

use super::choices::{CHOICES_LIMIT, list_values, open_parameters};
use super::encode::Certainty;
use super::ground::Ground;
use super::repair::{RepairInput, find_least_changes, find_nearest};
use super::request::{Aim, Ending, Outcome, SearchLimit, SolveRequest};
use sleeve_data::model::format::Parameter;
use sleeve_data::model::{Deck, Number, Setting};
use sleeve_decks::{Restatement, apply_restatements};
use sleeve_language::ParameterValue;
use sleeve_rules::CheckError;

/// The most ranges of the values of a parameter that are looked at: each makes a ground of its own.
const RANGE_LIMIT: usize = 256;

struct RestatementSearch<'s, 'r> {
    /// Its deck is the one that states what it states.
    input: RepairInput<'s, 'r>,
    best: Outcome,
    /// Whether nothing that was not tried can be better.
    is_complete: bool,
}

/// The changes of a found deck; `None` without one.
fn count_changes(outcome: &Outcome) -> Option<u64> {
    match &outcome.ending {
        Ending::Found(found) => Some(found.moves.count_changes()),
        _ => None,
    }
}

/// Looks for a repair with fewer changes than an outcome has, that states another role or another value of a parameter.
/// Values that the user gives stay.
pub(super) fn find_restated(
    input: &RepairInput<'_, '_>,
    outcome: Outcome,
) -> Result<Outcome, CheckError> {
    let RepairInput { rulebook, deck, options, request, .. } = *input;
    let is_open = match &outcome.ending {
        Ending::Found(found) => found.moves.count_changes() > 1,
        Ending::Impossible => true,
        Ending::Undecided | Ending::Unbounded | Ending::GoalUnsaid => false,
    };
    let stays = request.aim != Aim::Nearest || request.wishes.locks_parameters;
    let (format, overrides) = (rulebook.format, &options.overrides);
    let is_given = |parameter: &Parameter| {
        overrides.parameters.iter().any(|(name, _)| parameter.named.means(name))
    };
    let stated = deck.parameters.iter().filter_map(|(name, value)| {
        let parameter = format.parameter(&name.value)?;
        (parameter.is_open() && !is_given(parameter)).then_some((
            parameter,
            &name.value,
            &value.value,
        ))
    });
    let stated: Vec<(&Parameter, &String, &Setting)> = stated.collect();
    let role = deck.role.as_ref().filter(|_| overrides.role.is_none());
    let other_roles: Vec<Restatement> = role
        .into_iter()
        .flat_map(|role| {
            let others = format.roles.iter().filter(|other| !other.named.means(&role.value));
            others.map(|other| Restatement {
                parameter: None,
                before: Setting::Word(role.value.clone()),
                after: Setting::Word(other.named.id.to_string()),
            })
        })
        .collect();
    let unshown_roles = if is_open && !stays { list_unshown_roles(input) } else { Vec::new() };
    let has_choice = !(stated.is_empty() && other_roles.is_empty() && unshown_roles.is_empty());
    if !is_open || stays || !has_choice {
        return Ok(outcome);
    }
    let request = &SolveRequest { alternatives: 0, explain: false, ..request.clone() };
    let mut search = RestatementSearch {
        input: RepairInput { request, ..*input },
        is_complete: outcome.is_proven,
        best: outcome,
    };
    for role in &unshown_roles {
        search.input.shown_role = Some(role);
        if search.may_save_changes(deck, &[])? {
            search.try_deck(deck, &[])?;
        }
    }
    search.input.shown_role = None;
    for role in std::iter::once(None).chain(other_roles.into_iter().map(Some)) {
        let restated: Vec<Restatement> = role.into_iter().collect();
        if !restated.is_empty() && search.may_save_changes(deck, &restated)? {
            search.try_deck(deck, &restated)?;
        }
        search.try_parameters(deck, &restated, &stated)?;
    }
    // An illegal deck needs a change: nothing is less than one.
    let is_proven = search.best.is_proven && (search.is_complete || search.fewest() == 1);
    let limit = if is_proven { None } else { search.best.limit.or(Some(SearchLimit::Values)) };
    Ok(Outcome { is_proven, limit, ..search.best })
}

/// The roles that cards could show in the place of the one that they show now, where nobody states one.
fn list_unshown_roles(input: &RepairInput<'_, '_>) -> Vec<String> {
    let overrides = &input.options.overrides;
    if input.deck.role.is_some() || overrides.role.is_some() {
        return Vec::new();
    }
    let setup = input.rulebook.prepare(input.deck, overrides).ok();
    let Some(shown) = setup.and_then(|setup| setup.role) else { return Vec::new() };
    let roles = input.rulebook.format.roles.iter().map(|role| role.named.id.to_string());
    roles.filter(|role| *role != shown).collect()
}

impl RestatementSearch<'_, '_> {
    fn fewest(&self) -> u64 {
        count_changes(&self.best).unwrap_or(u64::MAX)
    }

    /// Whether restatements may save changes. The bound costs a tenth of a repair, and a deck of another role mostly
    /// needs other cards throughout.
    fn may_save_changes(&self, deck: &Deck, restated: &[Restatement]) -> Result<bool, CheckError> {
        let least = self.bound_changes(deck, restated, &[])?;
        Ok(least.is_some_and(|least| least + (restated.len() as u64) < self.fewest()))
    }

    fn restate(deck: &Deck, restated: &[Restatement]) -> Deck {
        let mut deck = deck.clone();
        apply_restatements(&mut deck, restated);
        deck
    }

    /// Repairs a deck with restatements, and keeps the repair where it has fewer changes. Returns its changes.
    fn try_deck(
        &mut self,
        deck: &Deck,
        restated: &[Restatement],
    ) -> Result<Option<u64>, CheckError> {
        let other = Self::restate(deck, restated);
        let mut outcome = find_nearest(&RepairInput { deck: &other, ..self.input })?;
        let least = match outcome.ending {
            Ending::Impossible => u64::MAX,
            _ => outcome.at_least + restated.len() as u64,
        };
        if let Ending::Found(found) = &mut outcome.ending {
            found.moves.restated = restated.to_vec();
        }
        let changes = count_changes(&outcome);
        if changes.is_some_and(|changes| changes < self.fewest()) {
            outcome.at_least = least;
            self.best = outcome;
        } else if least < self.fewest() {
            self.is_complete = false;
        }
        Ok(changes)
    }

    /// Tries other values of each parameter, where some value may save changes.
    fn try_parameters(
        &mut self,
        deck: &Deck,
        restated: &[Restatement],
        stated: &[(&Parameter, &String, &Setting)],
    ) -> Result<(), CheckError> {
        if stated.is_empty() {
            return Ok(());
        }
        let all: Vec<String> = stated.iter().map(|(p, ..)| p.named.id.to_string()).collect();
        let all = open_parameters(self.input.rulebook, &all);
        // No value at all makes a legal deck.
        let Some(least) = self.bound_changes(deck, restated, &all)? else { return Ok(()) };
        let least = least + restated.len() as u64;
        if least + 1 >= self.fewest() {
            return Ok(());
        }
        for (parameter, name, before) in stated {
            let restatement = |after: &Setting| {
                let parameter = Some((*name).clone());
                let before = (*before).clone();
                let fresh = Restatement { parameter, before, after: after.clone() };
                restated.iter().cloned().chain([fresh]).collect::<Vec<_>>()
            };
            // The default first: it is what others at the table play by.
            let mut values: Vec<Setting> = parameter.default.iter().cloned().collect();
            let ends = parameter.min.and_then(Number::to_integer);
            let ends = ends.zip(parameter.max.and_then(Number::to_integer));
            let ends = ends.filter(|_| parameter.choices().is_empty() && parameter.is_whole());
            let listed = list_values(parameter);
            self.is_complete &=
                ends.is_some() || !parameter.choices().is_empty() && listed.len() <= CHOICES_LIMIT;
            if ends.is_none() {
                values.extend(listed.into_iter().take(CHOICES_LIMIT));
            }
            values.retain(|value| value != *before && parameter.allows(value));
            for value in values {
                self.try_deck(deck, &restatement(&value))?;
            }
            if let Some(ends) = ends {
                let id = parameter.named.id.to_string();
                self.halve(deck, restated, (&id, whole(before), ends), &restatement)?;
            }
        }
        // Two parameters stated otherwise are two changes.
        self.is_complete &= stated.len() == 1 || least + 2 >= self.fewest();
        Ok(())
    }

    /// A lower bound of the exchanges of cards, whatever values open parameters have; `None` where no value
    /// makes a legal deck.
    fn bound_changes(
        &self,
        deck: &Deck,
        restated: &[Restatement],
        open: &[(String, ParameterValue)],
    ) -> Result<Option<u64>, CheckError> {
        let RepairInput { rulebook, deadline, .. } = self.input;
        let input = RepairInput { deck: &Self::restate(deck, restated), ..self.input };
        let ground = Ground::new(&input.open_parts(open), Certainty::Possible, deadline)?;
        Ok(ground.map_or(Some(0), |ground| find_least_changes(rulebook, &ground, deadline)))
    }

    /// Finds the best value of a parameter in a range of whole numbers: halves the range, and leaves out halves in
    /// which no value can save changes.
    fn halve(
        &mut self,
        deck: &Deck,
        restated: &[Restatement],
        (id, stated, ends): (&str, Option<i64>, (i64, i64)),
        restatement: &dyn Fn(&Setting) -> Vec<Restatement>,
    ) -> Result<(), CheckError> {
        let mut ranges = vec![ends];
        for _ in 0..RANGE_LIMIT {
            let Some((low, high)) = ranges.pop() else { return Ok(()) };
            if low == high {
                let value = Number::from_integer(low).map(Setting::Number);
                if let Some(value) = value.filter(|_| Some(low) != stated) {
                    self.try_deck(deck, &restatement(&value))?;
                }
                continue;
            }
            let end = |n: i64| Number::from_integer(n);
            let open = [(id.to_owned(), ParameterValue::Range(end(low), end(high)))];
            let Some(least) = self.bound_changes(deck, restated, &open)? else { continue };
            if least + restated.len() as u64 + 1 >= self.fewest() {
                continue;
            }
            let middle = low + (high - low) / 2;
            let mut halves = [(low, middle), (middle + 1, high)];
            // The half that is nearer to the stated value comes last, and is taken first.
            if stated.is_some_and(|stated| stated <= middle) {
                halves.reverse();
            }
            ranges.extend(halves);
        }
        self.is_complete &= ranges.is_empty();
        Ok(())
    }
}

fn whole(value: &Setting) -> Option<i64> {
    match value {
        Setting::Number(number) => number.to_integer(),
        Setting::Word(_) => None,
    }
}
