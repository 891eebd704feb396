//! `fix -o json` and `build -o json`: changes and decks that the solver found.

use super::{CopiesRow, DataHead};
use crate::forms::report_items;
use crate::solved::{self, Reason, SolvedDeck};
use sleeve_data::model::{CardIndex, Catalog, Lang};
use sleeve_decks::{Move, Moves, Restatement};
use sleeve_language::{MissingFact, Quantity};
use sleeve_solve::{Ending, OtherValue, Outcome, ParameterChoice, ReachedValue, SearchLimit};

/// Name and version of the form of what `fix` prints.
pub const FIX: &str = "sleeve/fix/1";
/// Name and version of the form of what `build` prints.
pub const BUILD: &str = "sleeve/build/1";

rows! {
    // `alternatives`: other solutions were asked for.
    /// The whole document.
    pub struct SolvedDocument<'a>(schema: &'static str, decks: &'a [SolvedDeck], alternatives: bool) {
        ..head: DataHead = DataHead::new(schema, decks.iter().filter_map(|deck| deck.before.catalog())),
        /// The decks in the order in which they were given.
        decks: Vec<SolvedDeckRow<'a>> = decks.iter().map(|deck| SolvedDeckRow::new(deck, alternatives)).collect(),
    }

    /// A deck, and what the search made of it.
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
        /// Path as given; null for a deck built from nothing.
        path: Option<&'a str> = (!deck.is_new).then_some(deck.before.path.as_str()),
        /// Id of its game.
        game: Option<&'a str> = deck.before.game(),
        /// Id of its format.
        format: Option<&'a str> = deck.before.format_id(),
        /// Id of its role.
        role: Option<&'a str> = deck.role.as_deref(),
        /// The verdict on the deck after the changes; without a solution, on what there is.
        #[schemars(extend("enum" = ["legal", "illegal", "undetermined", "unusable"]))]
        verdict: &'static str = deck.verdict().word(),
        /// Whether the verdict rests on stand-ins or inferred facts.
        provisional: bool = repair.is_some_and(|repair| repair.checked.provisional),
        /// How many copies are exchanged, put in or taken out; null without a solution.
        changes: Option<u64> = repair.map(|repair| repair.moves.count_changes()),
        /// Whether it is proven that fewer changes (a better deck) do not do.
        proven: bool = outcome.is_some_and(|outcome| outcome.is_proven),
        /// So many changes are needed at the least, as far as that is proven.
        at_least: u64 = outcome.map_or(0, |outcome| outcome.at_least),
        ..moves: MovesRow<'a> = repair.map(|repair| MovesRow::new(catalog, &repair.moves)).unwrap_or_default(),
        /// How many decks are known of what is played together: those of `--like`, else those that the game ships. Between
        /// decks that rules and wishes do not tell apart they decide what comes in, which is a guess; null without a solution.
        known_decks: Option<usize> = outcome.filter(|_| repair.is_some()).map(|outcome| outcome.known_decks),
        /// Cards of which a fact that nobody has published is assumed.
        assumes: Vec<FactRow<'a>> = deck.assumes().iter().filter_map(fact).collect(),
        /// What kept the search from a proof: the time, the user who stopped it, too many answers
        /// that the rules engine took back, something asked that cannot be searched exactly, more
        /// copies of a card than are looked at, values of parameters that were not tried, numbers
        /// too far apart, or a file that says more than was read; null with a proof.
        #[schemars(extend("enum" = ["time", "stopped", "rejected", "inexact", "copies", "values", "resolution", "unread", null]))]
        limit: Option<&'static str> = outcome.and_then(|outcome| outcome.limit).map(SearchLimit::word),
        /// What the measure comes to that was to be as large or as small as it can be (`--maximise`, `--minimise`); null
        /// without one.
        reached: Option<ReachedRow> = objectives.next(),
        /// The same of further measures (`--then-maximise`, `--then-minimise`), in their order.
        then_reached?: Vec<ReachedRow> = objectives.collect(),
        ..grounds: GroundsRow<'a> = GroundsRow::new(outcome, deck),
        /// That what is proven is proven of decks whose copies stay as they are, and whose other cards are as the
        /// game has them: something that is asked reads fields of the copy.
        keeps_states?: Option<bool> = deck.keeps_states().then_some(true),
        /// Cards that give the deck its role and stay: what is proven is proven of decks with them.
        kept?: Vec<FactRow<'a>> = outcome.iter().flat_map(|outcome| &outcome.kept).filter_map(row_of).collect(),
        /// Values of parameters with which at most half of the changes are enough, or with which
        /// there is a deck. No repair changes a parameter.
        other_values?: Vec<OtherValueRow<'a>> =
            outcome.iter().flat_map(|outcome| &outcome.other_values).map(OtherValueRow::new).collect(),
        /// The warnings of the deck after the changes, in English: each names its rule.
        warnings?: Vec<String> = deck.warnings(Lang::En),
        /// The format that the deck states then and did not state before (`fix --as`).
        new_format?: Option<&'a str> = deck.new_format(),
        /// Parameters that the deck no longer states, since that format lacks them.
        dropped_parameters?: Vec<&'a str> = deck.dropped_parameters(),
        /// Whether the file was changed (`fix --write`); null where that was not asked, or failed.
        written: Option<bool> = deck.written,
        /// Other solutions that are as good (`--all`).
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
        /// What keeps the deck from being used, in English.
        errors: Vec<String> = error_messages(deck),
    }

    // Without a catalog no copies are listed.
    #[derive(Default)]
    pub(super) struct MovesRow<'a>(catalog: Option<&'a Catalog>, moves: &'a Moves) after {
        let row = |moved: &'a Move| Some(MoveRow::new(catalog?, moved));
    } {
        /// Copies that go.
        out: Vec<MoveRow<'a>> = moves.removed.iter().filter_map(row).collect(),
        /// Copies that come.
        #[serde(rename = "in")]
        come: Vec<MoveRow<'a>> = moves.added.iter().filter_map(row).collect(),
        /// Another role that the deck states then, which is one change.
        restated_role?: Option<RestatedRoleRow<'a>> = moves.restated.as_ref().map(RestatedRoleRow::new),
    }

    /// Another role than a deck states.
    struct RestatedRoleRow<'a>(restated: &'a Restatement) {
        /// The role that the deck states.
        before: &'a str = &restated.before,
        /// The role that it states then.
        after: &'a str = &restated.after,
    }

    /// Another value of a parameter.
    struct OtherValueRow<'a>(other: &'a OtherValue) {
        /// Id of the parameter.
        id: &'a str = &other.parameter,
        /// The value as text.
        value: String = other.value.to_string(),
        /// The number of changes that are enough with it.
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

    // The outcome may be that of a copy of `deck`.
    /// What an outcome rests on, and why there is no other.
    pub(crate) struct GroundsRow<'a>(outcome: Option<&'a Outcome>, deck: &SolvedDeck) after {
        let core = outcome.and_then(|outcome| outcome.core.as_ref());
        let refusals = outcome.iter().flat_map(|outcome| &outcome.refusals);
        let sources = core.iter().flat_map(|core| &core.sources).chain(refusals);
        let values = outcome.iter().flat_map(|outcome| &outcome.assumed_values);
    } {
        /// The values of parameters that this rests on, of those that may have others.
        parameters: Vec<SolvedParameterRow<'a>> = values.map(SolvedParameterRow::new).collect(),
        /// Why there is no solution, or none with fewer changes: rules that cannot be met together; or where none was found since
        /// the rules engine rejects the answers, what it has against the nearest.
        why: Vec<Reason> =
            sources.map(|source| solved::describe_origin(source, deck, Lang::En)).collect(),
        /// Whether it is proven that none of `why` can be left out; null without a contradiction.
        why_is_minimal: Option<bool> = core.map(|core| core.is_irreducible),
        /// The proof as a sum of inequalities, where it is one.
        sum: Option<String> = core.and_then(|core| solved::describe_sum(core, Lang::En)),
    }

    /// A value of a parameter.
    struct SolvedParameterRow<'a>(choice: &'a ParameterChoice) {
        /// Id of the parameter.
        id: &'a str = &choice.parameter,
        /// Its value as text.
        value: String = choice.value.to_string(),
        /// Who says so: the deck or the user, the format by its default, or the search, which chose
        /// it.
        #[schemars(extend("enum" = ["given", "default", "chosen"]))]
        by: &'static str = choice.giver.word(),
    }

    struct FactRow<'a> {
        /// Id of the card.
        id: &'a str,
        /// Its English name.
        name: &'a str,
    }

    struct ReachedRow((measure, reached): (&String, &ReachedValue)) {
        /// The measure, as it was given.
        measure: String = measure.clone(),
        /// The value as text, English: `70`, `3 to 5` where unknown facts leave it open.
        value: String = reached.value.in_words(Lang::En),
        /// Whether it is proven that no deck (none with as few changes) has a larger one (a smaller one, where it is to be
        /// small), among decks for which the measures before it come to as much.
        proven: bool = reached.is_proven,
        /// The end that is proven of the value of all these decks, English; null where none is.
        bound: Option<String> = reached.bound.map(|bound| Quantity::exact(bound).in_words(Lang::En)),
    }
}

fn error_messages(deck: &SolvedDeck) -> Vec<String> {
    let mut own = report_items::obstacles(&deck.before, Lang::En);
    if deck.repair().is_some() {
        // The deck was repaired all the same: it lacked a value of a parameter, or its new format
        // lacks one.
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
