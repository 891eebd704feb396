//! Repairs that play another role. A deck that states a role may state another one, which is one
//! change; the cards of a deck that states none may come to show another one. If neither saves a
//! change, the deck keeps its role.

use super::{
    case::find_least_changes,
    certainty::Certainty,
    ground::Ground,
    implied::find_nearest,
    outcome::{Ending, Outcome},
    parts::RepairInput,
    request::{Aim, SolveRequest},
};
use sleeve_data::model::CardIndex;
use sleeve_decks::{Moves, Restatement, apply_moves};
use sleeve_rules::{CheckError, piles, setup::RoleNaming};

/// Looks for a repair in another role, with fewer changes than an outcome has. A role that the user
/// gives stays.
pub(super) fn find_in_other_roles(
    input: &RepairInput<'_, '_>,
    outcome: Outcome,
) -> Result<Outcome, CheckError> {
    let is_open = outcome.ending == Ending::Impossible
        || outcome.count_changes().is_some_and(|changes| changes > 1);
    if !is_open || input.request.aim != Aim::Nearest {
        return Ok(outcome);
    }
    let roles = list_other_roles(input);
    if roles.is_empty() {
        return Ok(outcome);
    }
    let request = &SolveRequest { alternatives: 0, explain: false, ..input.request.clone() };
    let mut is_complete = outcome.is_proven;
    let mut cut = outcome.limit.filter(|_| !is_complete);
    let mut least = outcome.least_changes();
    let mut best = outcome;
    for role in roles {
        let moves = restate_role(input, &role);
        let mut deck = input.deck.clone();
        apply_moves(&mut deck, input.rulebook.format, &moves);
        let shown_role = moves.restated.is_none().then_some(role.as_str());
        let other = RepairInput { deck: &deck, request, shown_role, ..*input };
        let most = best.count_changes().unwrap_or(u64::MAX);
        if !may_save_changes(&other, &moves, most)? {
            continue;
        }
        let found = add_moves(find_nearest(&other)?, moves);
        least = least.min(found.least_changes());
        if found.count_changes().is_some_and(|changes| changes < most) {
            best = found;
        } else if found.least_changes() < most {
            is_complete = false;
            cut = cut.or(found.limit);
            // There may be a deck in this role.
            if best.ending == Ending::Impossible {
                best = found;
            }
        }
    }
    // An illegal deck needs a change: nothing is less than one.
    let is_proven = best.is_proven && (is_complete || best.count_changes() == Some(1));
    let limit = match best.limit {
        _ if is_proven => None,
        Some(limit) if !best.is_proven => Some(limit),
        // The limit of a proven outcome says nothing.
        _ => cut,
    };
    // What is needed in every role.
    let is_bound = is_proven || best.ending == Ending::Impossible;
    let at_least = if is_bound { best.at_least } else { least };
    Ok(Outcome { is_proven, at_least, limit, ..best })
}

/// The change of the role that a deck states; no change if it states none.
fn restate_role(input: &RepairInput<'_, '_>, role: &str) -> Moves {
    let restated = input
        .deck
        .role
        .as_ref()
        .map(|stated| Restatement { before: stated.value.clone(), after: role.to_owned() });
    Moves { restated, ..Moves::default() }
}

/// Lists the roles that the deck does not play now.
fn list_other_roles(input: &RepairInput<'_, '_>) -> Vec<String> {
    let overrides = &input.options.overrides;
    if overrides.role.is_some() {
        return Vec::new();
    }
    let setup = input.rulebook.prepare(input.deck, overrides).ok();
    let Some(played) = setup.and_then(|setup| setup.role) else { return Vec::new() };
    let roles = input
        .rulebook
        .format
        .roles
        .iter()
        .map(|role| role.named.id.to_string());
    roles.filter(|role| *role != played).collect()
}

/// Whether another role may save changes. The bound costs a tenth of a repair, and a deck of
/// another role mostly needs other cards throughout.
fn may_save_changes(
    input: &RepairInput<'_, '_>,
    moves: &Moves,
    most: u64,
) -> Result<bool, CheckError> {
    let RepairInput { rulebook, deadline, .. } = *input;
    let ground = Ground::new(&input.open_parts(&[]), Certainty::Possible, deadline)?;
    let Some(ground) = ground else { return Ok(true) };
    let least = find_least_changes(rulebook, &ground, deadline);
    Ok(least.is_some_and(|least| least + moves.count_changes() < most))
}

/// Adds the changed statements of the deck to the outcome.
fn add_moves(mut outcome: Outcome, moves: Moves) -> Outcome {
    outcome.at_least += moves.count_changes();
    if let Ending::Found(found) = &mut outcome.ending {
        found.moves.restated = moves.restated;
    }
    outcome
}

/// Lists the cards that name the role of the deck or set out others, which a repair keeps if it
/// can: players build their deck around them.
pub(super) fn list_role_cards(input: &RepairInput<'_, '_>) -> Vec<CardIndex> {
    let RepairInput { rulebook, deck, request, .. } = *input;
    if request.aim != Aim::Nearest {
        return Vec::new();
    }
    let mut kept: Vec<CardIndex> = Vec::new();
    if let Some(naming) = RoleNaming::from_rulebook(rulebook) {
        let held = piles::list_zone_cards(rulebook.format, deck, &naming.zone.named.id);
        kept.extend(held.into_iter().map(|(card, _)| card));
    }
    for zone in rulebook.setter_zones() {
        for (card, _) in piles::list_zone_cards(rulebook.format, deck, &zone) {
            if rulebook.catalog.set_out(card).is_some() {
                kept.push(card);
            }
        }
    }
    kept.retain(|card| *card != CardIndex::STRANGER);
    kept.sort_unstable();
    kept.dedup();
    kept
}
