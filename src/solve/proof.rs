//! Formats proven: for every format and role of a game a legal deck, or the rules that contradict each
//! other.

use super::repair::{Ending, Outcome, Request, solve};
use super::wishes::Wishes;
use crate::model::{Catalog, Deck, Format, Spanned};
use crate::rules::{CheckOptions, Overrides, Rulebook};
use rayon::prelude::*;
use std::time::Duration;

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
        self.outcome.ending == Ending::Impossible
    }
}

/// Looks for a legal deck of every format and role of a game, with the default values of parameters.
/// Formats that cannot be asked (a parameter has to be given, a rule has a mistake) are left out.
pub fn proofs(catalog: &Catalog, time: Duration) -> Vec<Proof> {
    let roles = |format: &Format| -> Vec<Option<String>> {
        match format.roles.is_empty() {
            true => vec![None],
            false => format.roles.iter().map(|role| Some(role.named.id.to_string())).collect(),
        }
    };
    let asked: Vec<(&Format, Option<String>)> = catalog
        .formats()
        .flat_map(|format| roles(format).into_iter().map(move |role| (format, role)))
        .collect();
    let prove = |(format, role): (&Format, Option<String>)| {
        let said = |value: &str| Spanned { value: value.to_owned(), span: 0..0 };
        let deck = Deck {
            game: catalog.game.id().to_owned(),
            format: Some(said(&format.named.id)),
            role: role.as_deref().map(said),
            ..Deck::default()
        };
        let options = CheckOptions {
            overrides: Overrides { role: role.clone(), parameters: Vec::new() },
            ..CheckOptions::default()
        };
        let request = Request {
            wishes: &Wishes::default(),
            time,
            alternatives: 0,
            goal_first: false,
            explain: false,
            stop: None,
        };
        let rulebook = Rulebook::new(catalog, format);
        let outcome = solve(&rulebook, &deck, &options, &request).ok()?;
        let outcome = match outcome.ending {
            // Only where there is no deck is a reason wanted.
            Ending::Impossible => {
                let request = Request { explain: true, ..request };
                solve(&rulebook, &deck, &options, &request).ok()?
            }
            _ => outcome,
        };
        Some(Proof { format: format.named.id.to_string(), role, outcome })
    };
    asked.into_par_iter().filter_map(prove).collect()
}
