//! Carries out plans: exchanges cards of a deck with its sideboard.

use super::messages::{DeckMessage, DeckProblem};
use sleeve_data::{
    model::{Catalog, Deck, Entry, Format, SideboardPlan, Text},
    problem::Problem,
};
use std::sync::Arc;

/// Returns the deck after a plan, without its plans. Lines of the plan become entries of the deck,
/// at their places in the file.
///
/// # Errors
/// The format has no sideboard, or copies are not where the plan takes them from.
pub fn carry_out(
    plan: &SideboardPlan,
    deck: &Deck,
    catalog: &Catalog,
    format: &Format,
) -> Result<Deck, Vec<DeckProblem>> {
    let Some(sideboard) = format.sideboard() else {
        let name = format.named.id.to_string();
        let message = DeckMessage::NoSideboard { format: name };
        return Err(vec![Problem::from_span(plan.name.span.clone(), message)]);
    };
    let sideboard: Arc<str> = (*sideboard.named.id).into();
    let mut board = Deck { plans: Vec::new(), ..deck.clone() };
    let mut missing = Vec::new();
    let coming = plan.into.iter().map(|entry| (entry, &sideboard));
    for (entry, zone) in plan
        .out
        .iter()
        .map(|entry| (entry, &entry.zone))
        .chain(coming)
    {
        let held = take_copies(&mut board, entry, zone);
        if held < entry.count {
            let card = catalog.cards.card(entry.card);
            let card = Text::from_words(|lang| card.title(lang).to_owned());
            let (zone, taken) = (zone.to_string(), entry.count);
            let message = DeckMessage::TooFewInZone { zone, card, taken, held };
            missing.push(Problem::from_span(entry.span.clone(), message));
        }
    }
    if !missing.is_empty() {
        return Err(missing);
    }
    board.entries.retain(|entry| entry.count > 0);
    let leaving = plan.out.iter().cloned();
    board
        .entries
        .extend(leaving.map(|entry| Entry { zone: Arc::clone(&sideboard), ..entry }));
    board.entries.extend(plan.into.iter().cloned());
    Ok(board)
}

/// Takes the copies of an entry out of a zone. Returns how many there were, at most those.
fn take_copies(board: &mut Deck, entry: &Entry, zone: &str) -> u32 {
    let mut remaining = entry.count;
    for held in &mut board.entries {
        if held.card == entry.card && *held.zone == *zone {
            let taken = remaining.min(held.count);
            held.count -= taken;
            remaining -= taken;
        }
    }
    entry.count - remaining
}
