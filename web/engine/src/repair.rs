//! The smallest repair of a deck, the reasons for it, and the repaired text.

use super::{
    Desk, Files,
    ask::{Ask, Refused},
    build::edited,
    search::scope,
};
use serde::Serialize;
use sleeve::{
    language,
    model::{Catalog, Format},
    report::solved::{self, SolvedDeck, UserConditions},
    rules::Rulebook,
    solve::{self, Effort, SolveRequest, Wishes},
};
use std::{sync::Arc, time::Duration};

#[derive(Serialize)]
pub(crate) struct Repair {
    /// What changes and why, as `sleeve fix` prints it.
    words: String,
    /// The number of changes; none without a repair.
    changes: Option<u64>,
    /// The repaired text.
    text: Option<String>,
    /// The reason why the text cannot be edited, if it cannot.
    unchanged: Option<Refused>,
}

/// The time limit of a call that names none, in milliseconds.
const USUAL_MILLISECONDS: u64 = 2_000;

/// Leaves the cards that match the call's text as they are.
fn wishes(catalog: &Catalog, format: &Format, ask: &Ask) -> Result<Wishes, Refused> {
    if ask.text.is_empty() {
        return Ok(Wishes::default());
    }
    let scope = scope(catalog, Some(&format.named.id));
    let filter = |text: &str| {
        let read = language::filter(text, &scope).map(Some);
        read.map_err(|error| Refused::in_text(&error, text, ask.lang))
    };
    let (lock, only) = (filter(&ask.text)?, filter(&format!("-({})", ask.text))?);
    Ok(Wishes { lock, only, ..Wishes::default() })
}

/// Finds the smallest repair.
pub(crate) fn repair(desk: &Desk, files: Files, ask: &Ask) -> Result<Repair, Refused> {
    let time = Duration::from_millis(ask.milliseconds.unwrap_or(USUAL_MILLISECONDS));
    let deck = desk.deck(files, ask)?;
    let options = ask.options();
    let mut solved = SolvedDeck {
        role: deck.role().map(str::to_owned),
        before: deck,
        is_new: false,
        outcome: None,
        asking: UserConditions::default(),
        overrides: options.overrides.clone(),
        lens: ask.lens(),
        written: None,
    };
    let (Some((catalog, format)), Some(deck)) = (solved.catalog_and_format(), solved.before.deck())
    else {
        return Err(Refused::default());
    };
    let (catalog, format, deck) = (Arc::clone(catalog), format.clone(), deck.clone());
    let rulebook = Rulebook::new(&catalog, &format).with_cache();
    let wishes = wishes(&catalog, &format, ask)?;
    let nearest = SolveRequest::nearest(&wishes, Effort::Time(time));
    let wanted = SolveRequest { explain: true, ..nearest };
    let outcome = solve::solve(&rulebook, &deck, &options, &wanted).map_err(|error| {
        let problems = error.problems(Some(&catalog));
        let first = problems.first().map(|problem| problem.title(ask.lang));
        Refused::new(first.unwrap_or_default(), "")
    })?;
    solved.outcome = Some(outcome);
    let mut words = Vec::new();
    let write = solved::write(std::slice::from_ref(&solved), &ask.style(), true, &mut words);
    write.map_err(|error| Refused::new(error.to_string(), ""))?;
    let found = solved
        .repair()
        .filter(|found| found.moves.count_changes() > 0);
    let text =
        found.map(|found| edited(&deck, &found.deck, &found.moves, (&catalog, &format), ask.lang));
    let (text, unchanged) = match text {
        Some(Ok(text)) => (Some(text), None),
        Some(Err(why)) => (None, Some(why)),
        None => (None, None),
    };
    Ok(Repair {
        words: String::from_utf8_lossy(&words).into_owned(),
        changes: found.map(|found| found.moves.count_changes()),
        text,
        unchanged,
    })
}
