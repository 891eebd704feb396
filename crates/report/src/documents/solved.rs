//! `fix -o json` and `build -o json`: the changes and decks that the solver found.

use super::{CopiesRow, DataHead};
use crate::{
    forms::report_items,
    reference::list_gaps,
    solved::{self, Reason, SolvedDeck},
};
use sleeve_data::model::{CardIndex, Catalog, Lang};
use sleeve_decks::{Move, Moves, Restatement};
use sleeve_language::{MissingFact, Quantity};
use sleeve_solve::{Ending, OtherValue, Outcome, ParameterChoice, ReachedValue, SearchLimit};

/// The name and version of the document that `fix` prints.
pub const FIX: &str = "sleeve/fix/1";
/// The name and version of the document that `build` prints.
pub const BUILD: &str = "sleeve/build/1";

rows! {
    // `alternatives`: whether other solutions were requested.
    /// The whole document.
    pub struct SolvedDocument<'a>(schema: &'static str, decks: &'a [SolvedDeck], alternatives: bool) {
        ..head: DataHead = DataHead::new(schema, decks.iter().filter_map(|deck| deck.before.catalog())),
        /// The decks in the order they were given.
        decks: Vec<SolvedDeckRow<'a>> = decks.iter().map(|deck| SolvedDeckRow::new(deck, alternatives)).collect(),
    }

    /// A deck and the result of the search.
    struct SolvedDeckRow<'a>(deck: &'a SolvedDeck, alternatives: bool) after {
        let catalog = deck.before.catalog().map(|catalog| &**catalog);
        let repair = deck.repair();
        let outcome = deck.outcome.as_ref();
        let reached = repair.map_or(&[][..], |repair| &repair.reached);
        let mut objectives =
            deck.asking.objectives.iter().map(|(_, measure)| measure).zip(reached).map(ReachedRow::new);
        let row_of = |card: &CardIndex| {
            let card = catalog?.cards.card(*card);
            Some(FactRow { id: card.id(), name: card.name(Lang::En) })
        };
        let fact = |fact: &MissingFact| row_of(&fact.card);
    } {
        /// Path as given; null for a new deck.
        path: Option<&'a str> = (!deck.is_new).then_some(deck.before.path.as_str()),
        /// Id of its game.
        game: Option<&'a str> = deck.before.game(),
        /// Id of its format.
        format: Option<&'a str> = deck.before.format_id(),
        /// Id of its role.
        role: Option<&'a str> = deck.role.as_deref(),
        /// The verdict after the changes or, without a solution, what the search proves.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["legal", "illegal", "undetermined", "unusable"])))]
        verdict: &'static str = deck.verdict().word(),
        /// Whether the verdict depends on stand-ins or inferred facts.
        provisional: bool = repair.is_some_and(|repair| repair.checked.provisional),
        /// What the format does not judge, in English, if the deck is legal; left out if empty.
        not_asked?: Vec<&'a str> = list_gaps(deck.before.format(), deck.verdict()),
        /// Number of copies exchanged, added or removed; null without a solution.
        changes: Option<u64> = repair.map(|repair| repair.moves.count_changes()),
        /// Whether it is proven that fewer changes are not enough (that no deck is better).
        proven: bool = outcome.is_some_and(|outcome| outcome.is_proven),
        /// Proven lower bound of the number of changes.
        at_least: u64 = outcome.map_or(0, |outcome| outcome.at_least),
        ..moves: MovesRow<'a> = repair.map(|repair| MovesRow::new(catalog, &repair.moves)).unwrap_or_default(),
        /// Number of known decks (those of `--like`, otherwise the game's) that decide between
        /// equally good decks by what is played together. Such a choice is a guess. Null without a
        /// solution.
        known_decks: Option<usize> = outcome.filter(|_| repair.is_some()).map(|outcome| outcome.known_decks),
        /// Cards for which an unpublished fact is assumed.
        assumes: Vec<FactRow<'a>> = deck.assumes().iter().filter_map(fact).collect(),
        /// Why the search has no proof: its time ran out, the user stopped it, the rules rejected
        /// too many answers, a condition cannot be searched exactly, a card may need more copies
        /// than are tried, values of parameters were not tried, numbers are too far apart, or a
        /// part of the file was not read. Null with a proof.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["time", "stopped", "rejected", "inexact", "copies", "values", "resolution", "unread", null])))]
        limit: Option<&'static str> = outcome.and_then(|outcome| outcome.limit).map(SearchLimit::word),
        /// Value of the measure to maximise or minimise (`--maximise`, `--minimise`); null without
        /// one.
        reached: Option<ReachedRow> = objectives.next(),
        /// Values of further measures (`--then-maximise`, `--then-minimise`), in their order.
        then_reached?: Vec<ReachedRow> = objectives.collect(),
        ..grounds: GroundsRow<'a> = GroundsRow::new(outcome, deck),
        /// True if the proof only covers decks whose copies keep their state and whose other cards
        /// are unchanged, because a condition reads fields of the copy.
        keeps_states?: Option<bool> = deck.keeps_states().then_some(true),
        /// Cards that give the deck its role or set out others, and stay; the proof only covers decks with them.
        kept?: Vec<FactRow<'a>> = outcome.iter().flat_map(|outcome| &outcome.kept).filter_map(row_of).collect(),
        /// Values of parameters with which half of the changes or fewer are enough, or with which
        /// there is a deck at all. No repair changes a parameter.
        other_values?: Vec<OtherValueRow<'a>> =
            outcome.iter().flat_map(|outcome| &outcome.other_values).map(OtherValueRow::new).collect(),
        /// Warnings after the changes, in English; each names its rule.
        warnings?: Vec<String> = deck.warnings(Lang::En),
        /// Format that the deck gives now and did not give before (`fix --as`).
        new_format?: Option<&'a str> = deck.new_format(),
        /// Parameters that the deck no longer gives, because its format does not have them.
        dropped_parameters?: Vec<&'a str> = deck.dropped_parameters(),
        /// Whether the file was changed (`fix --write`); null without `--write` or if that failed.
        written: Option<bool> = deck.written,
        /// Other solutions that are equally good (`--all`).
        alternatives?: Option<Vec<MovesRow<'a>>> = alternatives.then(|| {
            outcome
                .map(|o| o.alternatives.iter().map(|m| MovesRow::new(catalog, m)).collect())
                .unwrap_or_default()
        }),
        /// Lines that name no card.
        unresolved: Vec<&'a str> = deck
            .before
            .deck()
            .into_iter()
            .flat_map(|deck| deck.unresolved.iter().map(|u| u.text.as_str()))
            .collect(),
        /// Reasons why the deck cannot be used, in English.
        errors: Vec<String> = error_messages(deck),
    }

    // Without a catalog, no copies are listed.
    #[derive(Default)]
    pub(super) struct MovesRow<'a>(catalog: Option<&'a Catalog>, moves: &'a Moves) after {
        let row = |moved: &'a Move| Some(MoveRow::new(catalog?, moved));
    } {
        /// Copies that go out.
        out: Vec<MoveRow<'a>> = moves.removed.iter().filter_map(row).collect(),
        /// Copies that come in.
        #[serde(rename = "in")]
        come: Vec<MoveRow<'a>> = moves.added.iter().filter_map(row).collect(),
        /// Another role that the deck gives now, which is one change.
        restated_role?: Option<RestatedRoleRow<'a>> = moves.restated.as_ref().map(RestatedRoleRow::new),
    }

    /// Another role of a deck.
    struct RestatedRoleRow<'a>(restated: &'a Restatement) {
        /// Role before the change.
        before: &'a str = &restated.before,
        /// Role after the change.
        after: &'a str = &restated.after,
    }

    /// Another value of a parameter.
    struct OtherValueRow<'a>(other: &'a OtherValue) {
        /// Id of the parameter.
        id: &'a str = &other.parameter,
        /// Value as text.
        value: String = other.value.to_string(),
        /// Number of changes that are enough with it.
        changes: u64 = other.changes,
    }

    /// Copies of a card in a zone.
    pub(crate) struct MoveRow<'a>(catalog: &'a Catalog, moved: &'a Move) after {
        let copies = CopiesRow::new(catalog, (moved.card, moved.count));
    } {
        ..copies: CopiesRow<'a>,
        /// The zone.
        zone: &'a str = &moved.zone,
    }

    // `outcome` may be the outcome of a copy of `deck`.
    /// What an outcome depends on, and why there is no other.
    pub(crate) struct GroundsRow<'a>(outcome: Option<&'a Outcome>, deck: &SolvedDeck) after {
        let core = outcome.and_then(|outcome| outcome.core.as_ref());
        let refusals = outcome.iter().flat_map(|outcome| &outcome.refusals);
        let sources = core.iter().flat_map(|core| &core.sources).chain(refusals);
        let values = outcome.iter().flat_map(|outcome| &outcome.assumed_values);
    } {
        /// Values of parameters that this depends on, if they could have others.
        parameters: Vec<SolvedParameterRow<'a>> = values.map(SolvedParameterRow::new).collect(),
        /// Why there is no solution, or none with fewer changes: rules that contradict each other.
        /// If the rules rejected all answers, what they say about the nearest.
        why: Vec<Reason> =
            sources.map(|source| solved::describe_origin(source, deck, Lang::En)).collect(),
        /// Whether every entry of `why` is proven to be needed; null without a contradiction.
        why_is_minimal: Option<bool> = core.map(|core| core.is_irreducible),
        /// The proof as a sum of inequalities, if it is one.
        sum: Option<String> = core.and_then(|core| solved::describe_sum(core, Lang::En)),
    }

    /// A value of a parameter.
    struct SolvedParameterRow<'a>(choice: &'a ParameterChoice) {
        /// Id of the parameter.
        id: &'a str = &choice.parameter,
        /// Value as text.
        value: String = choice.value.to_string(),
        /// Who chose it: the deck or the user, the format by its default, or the search.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["given", "default", "chosen"])))]
        by: &'static str = choice.giver.word(),
    }

    struct FactRow<'a> {
        /// Id of the card.
        id: &'a str,
        /// Its English name.
        name: &'a str,
    }

    struct ReachedRow((measure, reached): (&String, &ReachedValue)) {
        /// The measure as given.
        measure: String = measure.clone(),
        /// Value as text, in English: `70`, or `3 to 5` if unknown facts leave it open.
        value: String = reached.value.in_words(Lang::En),
        /// Whether it is proven that no deck (with as few changes) has a larger value, or a smaller
        /// one if it is minimised. Only decks with the same values of the measures before it count.
        proven: bool = reached.is_proven,
        /// Proven bound of the value of all these decks, in English; null without one.
        bound: Option<String> = reached.bound.map(|bound| Quantity::exact(bound).in_words(Lang::En)),
    }
}

fn error_messages(deck: &SolvedDeck) -> Vec<String> {
    let mut own = report_items::obstacles(&deck.before, Lang::En);
    if deck.repair().is_some() {
        // The deck was repaired even so: it gave no value for a parameter, or its new format
        // requires one.
        own.clear();
    }
    let own = own.into_iter().map(|item| item.message);
    let ending = match deck.outcome.as_ref().map(|outcome| &outcome.ending) {
        Some(Ending::Unbounded) => {
            Some("a measure to maximise has no largest value (one to minimise no smallest)")
        }
        Some(Ending::GoalUnsaid) => Some("this measure cannot be maximised or minimised"),
        _ => None,
    };
    own.chain(ending.map(str::to_owned)).collect()
}
