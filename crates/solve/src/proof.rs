//! Proofs that formats are playable: for each format and role of a game a legal deck, or the rules
//! that contradict each other.

use super::{
    choices::solve_with_choices,
    corpus::DeckCorpus,
    outcome::{Ending, Outcome},
    parameters::{CHOICES_LIMIT, combine_values, unspanned},
    request::{Aim, Effort, SearchLimit, SolveRequest},
    wishes::Wishes,
};
use sleeve_data::model::{Catalog, Deck, Format, Setting};
use sleeve_rules::{CheckOptions, Overrides, Rulebook};
use sleeve_threads::prelude::*;
use std::sync::Arc;

/// The answer for a format and a role.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    pub format: String,
    /// Id of the role; `None` for a format without roles.
    pub role: Option<String>,
    /// The outcome of the search for a legal deck.
    pub outcome: Outcome,
}

/// Searches for a legal deck of each format and role of a game: with default values of parameters,
/// else with other values, and with each word of parameters without a default. Formats that cannot
/// be checked (a number has to be given, a rule has a mistake) are left out; `effort` bounds the
/// search for each format and role.
pub fn prove_formats(catalog: &Catalog, effort: Effort) -> Vec<Proof> {
    let formats: Vec<&Format> = catalog.formats().collect();
    let like = Some(Arc::new(DeckCorpus::from_game(catalog)));
    let wishes = Wishes { like, ..Wishes::default() };
    formats
        .into_par_iter()
        .flat_map_iter(|format| prove_format(catalog, format, &wishes, effort))
        .collect()
}

fn prove_format(catalog: &Catalog, format: &Format, wishes: &Wishes, effort: Effort) -> Vec<Proof> {
    let rulebook = Rulebook::new(catalog, format).with_cache();
    let mut roles: Vec<Option<String>> = format
        .roles
        .iter()
        .map(|role| Some(role.named.id.to_string()))
        .collect();
    if roles.is_empty() {
        roles.push(None);
    }
    let mut proofs = Vec::new();
    for role in roles {
        if let Some(outcome) = prove_choices(&rulebook, role.as_deref(), wishes, effort) {
            proofs.push(Proof { format: format.named.id.to_string(), role, outcome });
        }
    }
    proofs
}

/// Finds a legal deck of a role for some choice of the words that decks have to choose, or the
/// reason why there is none; `None` if the format cannot be checked.
fn prove_choices(
    rulebook: &Rulebook<'_>,
    role: Option<&str>,
    wishes: &Wishes,
    effort: Effort,
) -> Option<Outcome> {
    let mut lists: Vec<(String, Vec<Setting>)> = Vec::new();
    for parameter in &rulebook.format.parameters {
        if !parameter.words.is_empty() && parameter.default_for(role).is_none() {
            lists.push((parameter.named.id.to_string(), parameter.choices()));
        }
    }
    let choices = combine_values(&lists);
    let too_many = choices.len() > CHOICES_LIMIT;
    let mut last = None;
    for chosen in choices.into_iter().take(CHOICES_LIMIT) {
        let names: Vec<String> = chosen.iter().map(|(name, _)| name.clone()).collect();
        let outcome = prove_role(rulebook, role, chosen, wishes, effort)?
            .with_searched_values(names.iter().map(String::as_str));
        match outcome.ending {
            Ending::Found(_) => return Some(outcome),
            // One undecided choice leaves the whole role undecided, regardless of later choices.
            _ => match &last {
                Some(Outcome { ending: Ending::Undecided, .. }) => {}
                _ => last = Some(outcome),
            },
        }
    }
    if too_many { Some(Outcome::undecided(SearchLimit::Values)) } else { last }
}

/// Finds a legal deck of a role, or the reason why there is none.
fn prove_role(
    rulebook: &Rulebook<'_>,
    role: Option<&str>,
    parameters: Vec<(String, Setting)>,
    wishes: &Wishes,
    effort: Effort,
) -> Option<Outcome> {
    let deck = Deck {
        game: rulebook.catalog.game.id().to_owned(),
        format: Some(unspanned(rulebook.format.named.id.to_string())),
        role: role.map(|role| unspanned(role.to_owned())),
        ..Deck::default()
    };
    let overrides = Overrides { role: role.map(str::to_owned), parameters };
    let options = CheckOptions { overrides, ..CheckOptions::default() };
    let request =
        SolveRequest { wishes, effort, alternatives: 0, aim: Aim::Any, explain: true, stop: None };
    solve_with_choices(rulebook, &deck, &options, &request).ok()
}
