//! Choices of parameters that neither deck nor user sets: if no deck is legal with the defaults,
//! one may be legal with other values.

use super::{
    outcome::{Ending, Outcome},
    parameters::{
        CHOICES_LIMIT, any_value, combine_values, list_implied, list_values, state_values,
    },
    reads::ParameterReader,
    repair::{find_refutation, solve},
    request::{Effort, SearchLimit, SolveRequest},
    wishes::WishOrigin,
};
use sleeve_data::model::{Deck, Setting, format::Parameter};
use sleeve_language::{BOXES, ParameterValue};
use sleeve_rules::{CheckError, CheckOptions, Rulebook, setup::given_value};
use std::time::Duration;
use web_time::Instant;

/// Like [`solve`], but tries other allowed values of parameters that neither deck nor user sets if
/// no deck is legal with the defaults. A found deck states these values.
///
/// # Errors
/// The deck does not fit the format, or a rule has a mistake.
pub fn solve_with_choices(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    request: &SolveRequest<'_>,
) -> Result<Outcome, CheckError> {
    let start = Instant::now();
    let wishes = request.wishes.with_known_decks(rulebook.catalog);
    let request = &SolveRequest { wishes: &wishes, ..request.clone() };
    let search = ChoiceSearch { rulebook, deck, options, request, start };
    let outcome = solve(rulebook, deck, options, request)?;
    if outcome.ending != Ending::Impossible {
        return Ok(outcome);
    }
    let free = search.list_free_parameters(&outcome);
    if free.is_empty() {
        return Ok(outcome);
    }
    if let Some(refuted) = search.refute_all(&free)? {
        let refuted = Outcome { keeps_states: outcome.keeps_states, ..refuted };
        return Ok(name_choices(refuted, &free));
    }
    search.try_values(&free, outcome)
}

/// The search of [`solve_with_choices`].
struct ChoiceSearch<'s, 'a> {
    rulebook: &'s Rulebook<'a>,
    deck: &'s Deck,
    options: &'s CheckOptions,
    request: &'s SolveRequest<'s>,
    start: Instant,
}

impl<'s, 'a> ChoiceSearch<'s, 'a> {
    /// Lists the parameters of which another value may make a deck possible.
    fn list_free_parameters(&self, outcome: &Outcome) -> Vec<&'a Parameter> {
        let (rulebook, wishes) = (self.rulebook, self.request.wishes);
        // The values of these were all tried.
        let implied = list_implied(rulebook, self.deck, self.options);
        let mut free = Vec::new();
        for parameter in &rulebook.format.parameters {
            let id = parameter.named.id.as_str();
            if !parameter.is_open()
                || given_value(parameter, self.deck, &self.options.overrides).is_some()
                || implied.iter().any(|other| other.named.id == id)
            {
                continue;
            }
            // Another value of a parameter that the contradiction does not read leaves the
            // contradiction as it is.
            let reader = ParameterReader { rulebook, wishes, id };
            if outcome
                .core
                .as_ref()
                .is_none_or(|core| reader.is_read_by_any(&core.sources))
            {
                free.push(parameter);
            }
        }
        free
    }

    /// Refutes all values at once, with parameters as ranges; `None` if that proves nothing.
    fn refute_all(&self, free: &[&Parameter]) -> Result<Option<Outcome>, CheckError> {
        // The number of boxes multiplies cards, which rows cannot take as a range.
        if free.iter().any(|parameter| parameter.named.id == BOXES) {
            return Ok(None);
        }
        let mut open: Vec<(String, ParameterValue)> = Vec::new();
        for parameter in free {
            open.push((parameter.named.id.to_string(), any_value(parameter)));
        }
        find_refutation(self.rulebook, self.deck, self.options, &self.new_request(), &open)
    }

    /// Searches with each combination of values until a deck is found. `outcome` is the one with
    /// the defaults.
    fn try_values(&self, free: &[&Parameter], outcome: Outcome) -> Result<Outcome, CheckError> {
        let mut lists: Vec<(String, Vec<Setting>)> = Vec::new();
        for parameter in free {
            lists.push((parameter.named.id.to_string(), list_values(parameter)));
        }
        let combinations = combine_values(&lists);
        let mut is_refuted =
            combinations.len() <= CHOICES_LIMIT && free.iter().all(|p| !p.choices().is_empty());
        let mut limit = SearchLimit::Values;
        for combination in combinations.into_iter().take(CHOICES_LIMIT) {
            // A core would explain only one combination: that of the first search is used for all.
            let request = SolveRequest { explain: false, ..self.new_request() };
            if request.effort == Effort::Time(Duration::ZERO) {
                (is_refuted, limit) = (false, SearchLimit::Time);
                break;
            }
            let deck = state_values(self.deck, combination);
            let other = solve(self.rulebook, &deck, self.options, &request)?;
            match other.ending {
                Ending::Found(_) => {
                    return Ok(other.with_searched_values(free.iter().map(|p| &*p.named.id)));
                }
                Ending::Impossible => {}
                // The limit of one undecided value is that of all; the time goes before others.
                _ => {
                    is_refuted = false;
                    limit = other
                        .limit
                        .filter(|_| limit != SearchLimit::Time)
                        .unwrap_or(limit);
                }
            }
        }
        Ok(if is_refuted { name_choices(outcome, free) } else { Outcome::undecided(limit) })
    }

    /// The request for what is left of the time.
    fn new_request(&self) -> SolveRequest<'s> {
        let effort = match self.request.effort {
            Effort::Time(time) => Effort::Time(time.saturating_sub(self.start.elapsed())),
            // Work bounds each search: how much one of them spent is the same on every machine.
            work @ Effort::Work(_) => work,
        };
        SolveRequest { effort, ..self.request.clone() }
    }
}

/// Marks an outcome as valid for all values of some parameters.
fn name_choices(mut outcome: Outcome, free: &[&Parameter]) -> Outcome {
    let core = outcome.core.get_or_insert_default();
    for parameter in free {
        let choice = WishOrigin::Choices(parameter.named.id.to_string());
        // Parameters that cards imply are listed already.
        if !core.sources.contains(&choice) {
            core.sources.push(choice);
        }
    }
    outcome.assumed_values.retain(|assumed| {
        !free
            .iter()
            .any(|p| p.named.id == assumed.parameter.as_str())
    });
    outcome
}
