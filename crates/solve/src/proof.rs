//! Formats proven: for every format and role of a game a legal deck, or the rules that contradict each
//! other.

use super::choices::{CHOICES_LIMIT, solve_any};
use super::request::{Ending, Outcome, SearchLimit, SolveRequest, Wishes};
use rayon::prelude::*;
use sleeve_data::model::format::Parameter;
use sleeve_data::model::{Catalog, Deck, Format, Setting, Spanned};
use sleeve_rules::{CheckOptions, Overrides, Rulebook};
use std::time::Duration;
use web_time::Instant;

/// What was found of a format and a role.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    /// Id of the format.
    pub format: String,
    /// Id of the role, where decks have one.
    pub role: Option<String>,
    /// What came of looking for a deck.
    pub outcome: Outcome,
}

impl Proof {
    /// Whether no deck is legal.
    pub fn is_contradiction(&self) -> bool {
        self.outcome.is_contradiction()
    }
}

/// How long to look for legal decks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofTime {
    /// Of one format and role.
    pub each: Duration,
    /// When the time for all of them together is over.
    pub until: Option<Instant>,
}

impl ProofTime {
    /// What is left for the next format and role; nothing where the time for all is over.
    fn take_next(self) -> Option<Duration> {
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        let next = left.map_or(self.each, |left| left.min(self.each));
        (!next.is_zero()).then_some(next)
    }
}

/// Looks for a legal deck of every format and role of a game, with the default values of parameters, with
/// others where there is none, and with any of the words that have to be chosen.
/// Formats that cannot be asked (a number has to be given, a rule has a mistake) are left out; those
/// for which no time is left are undecided.
pub fn proofs(catalog: &Catalog, time: ProofTime) -> Vec<Proof> {
    let formats: Vec<&Format> = catalog.formats().collect();
    formats.into_par_iter().flat_map_iter(|format| prove_format(catalog, format, time)).collect()
}

/// What is found of a format, role by role.
fn prove_format(catalog: &Catalog, format: &Format, time: ProofTime) -> Vec<Proof> {
    let rulebook = Rulebook::new(catalog, format).with_cache();
    let roles: Vec<Option<String>> = if format.roles.is_empty() {
        vec![None]
    } else {
        format.roles.iter().map(|role| Some(role.named.id.to_string())).collect()
    };
    let proof = |role: Option<String>| {
        let outcome = prove_choices(&rulebook, role.as_deref(), time)?;
        Some(Proof { format: format.named.id.to_string(), role, outcome })
    };
    roles.into_iter().filter_map(proof).collect()
}

/// A legal deck of a role for some of the words that decks have to choose, or why there is none.
fn prove_choices(rulebook: &Rulebook<'_>, role: Option<&str>, time: ProofTime) -> Option<Outcome> {
    let mut choices: Vec<Vec<(String, Setting)>> = vec![Vec::new()];
    let needed = |p: &&Parameter| !p.words.is_empty() && p.default_for(role).is_none();
    for parameter in rulebook.format.parameters.iter().filter(needed) {
        let set = |word| (parameter.named.id.to_string(), word);
        let longer = choices.iter().flat_map(|chosen| {
            let words = parameter.choices().into_iter();
            words.map(move |word| chosen.iter().cloned().chain([set(word)]).collect())
        });
        // One more tells that there are too many.
        choices = longer.take(CHOICES_LIMIT + 1).collect();
    }
    let too_many = choices.len() > CHOICES_LIMIT;
    let mut last = None;
    for chosen in choices.into_iter().take(CHOICES_LIMIT) {
        let Some(time) = time.take_next() else {
            return Some(Outcome::undecided(SearchLimit::Time));
        };
        let names: Vec<String> = chosen.iter().map(|(name, _)| name.clone()).collect();
        let outcome = prove_role(rulebook, role, chosen, time)?.with_searched_values(&names);
        match outcome.ending {
            Ending::Found(_) => return Some(outcome),
            // What is not decided for one choice is not told of all by another.
            _ => match &last {
                Some(Outcome { ending: Ending::Undecided, .. }) => {}
                _ => last = Some(outcome),
            },
        }
    }
    if too_many { Some(Outcome::undecided(SearchLimit::Values)) } else { last }
}

/// A legal deck of a role, or why there is none.
fn prove_role(
    rulebook: &Rulebook<'_>,
    role: Option<&str>,
    parameters: Vec<(String, Setting)>,
    time: Duration,
) -> Option<Outcome> {
    let said = |value: &str| Spanned { value: value.to_owned(), span: 0..0 };
    let deck = Deck {
        game: rulebook.catalog.game.id().to_owned(),
        format: Some(said(&rulebook.format.named.id)),
        role: role.map(said),
        ..Deck::default()
    };
    let overrides = Overrides { role: role.map(str::to_owned), parameters };
    let options = CheckOptions { overrides, ..CheckOptions::default() };
    let request = SolveRequest {
        wishes: &Wishes::default(),
        time,
        alternatives: 0,
        // Only where there is no deck is a reason wanted.
        goal_first: true,
        explain: true,
        stop: None,
    };
    solve_any(rulebook, &deck, &options, &request).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn when_the_time_for_all_is_over_formats_are_undecided() {
        let (_, bytes) = sleeve_games::GAMES[0];
        let catalog = sleeve_data::packed::unpack(bytes).expect("it is shipped");
        let time = ProofTime { each: Duration::from_secs(60), until: Some(Instant::now()) };
        let undecided = proofs(&catalog, time);
        assert!(!undecided.is_empty());
        assert!(undecided.iter().all(|proof| proof.outcome.ending == Ending::Undecided));
        let decided = proofs(&catalog, ProofTime { until: None, ..time });
        assert_eq!(decided.len(), undecided.len());
        assert!(decided.iter().all(|proof| matches!(proof.outcome.ending, Ending::Found(_))));
    }
}
