//! `fix -o json` and `build -o json`: changes and decks that the solver found.

use super::{CopiesRow, DataHead};
use crate::forms::report_items;
use crate::schemas::JsonSchema;
use crate::solved::{self, Reason, SolvedDeck};
use serde::Serialize;
use sleeve_data::model::{Catalog, Lang};
use sleeve_decks::{Move, Moves, Restatement};
use sleeve_language::Quantity;
use sleeve_solve::{Ending, Outcome, ParameterChoice, SearchLimit};

/// Name and version of the form of what `fix` prints.
pub const FIX: &str = "sleeve/fix/1";
/// Name and version of the form of what `build` prints.
pub const BUILD: &str = "sleeve/build/1";

/// The whole document.
#[derive(Serialize, JsonSchema)]
pub struct SolvedDocument<'a> {
    #[serde(flatten)]
    head: DataHead,
    /// The decks in the order in which they were given.
    decks: Vec<SolvedDeckRow<'a>>,
}

/// A deck, and what the search made of it.
#[derive(Serialize, JsonSchema)]
struct SolvedDeckRow<'a> {
    /// Path as given; null for a deck built from nothing.
    path: Option<&'a str>,
    /// Id of its game.
    game: Option<&'a str>,
    /// Id of its format.
    format: Option<&'a str>,
    /// Id of its role.
    role: Option<&'a str>,
    /// The verdict on the deck after the changes; without a solution, on what there is.
    #[schemars(extend("enum" = ["legal", "illegal", "undetermined", "unusable"]))]
    verdict: &'static str,
    /// Whether the verdict rests on stand-ins or inferred facts.
    provisional: bool,
    /// How many copies are exchanged, put in or taken out; null without a solution.
    changes: Option<u64>,
    /// Whether it is proven that fewer changes (a better deck) do not do.
    proven: bool,
    /// So many changes are needed at the least, as far as that is proven.
    at_least: u64,
    #[serde(flatten)]
    moves: MovesRow<'a>,
    /// How many decks are known of what is played together: those of `--like`, else those that the game ships. Between
    /// decks that rules and wishes do not tell apart they decide what comes in, which is a guess; null without a solution.
    known_decks: Option<usize>,
    /// Cards of which a fact that nobody has published is assumed.
    assumes: Vec<FactRow<'a>>,
    /// What kept the search from a proof: the time, the user who stopped it, too many answers that the rules engine
    /// took back, something asked that cannot be searched exactly, more copies of a card than are looked at, values of
    /// parameters that were not tried, or numbers too far apart; null with a proof.
    #[schemars(extend("enum" = ["time", "stopped", "rejected", "inexact", "copies", "values", "resolution", null]))]
    limit: Option<&'static str>,
    /// What the measure comes to that was to be as large or as small as it can be (`--maximise`, `--minimise`); null
    /// without one.
    reached: Option<ReachedRow>,
    /// The same of further measures (`--then-maximise`, `--then-minimise`), in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    then_reached: Vec<ReachedRow>,
    #[serde(flatten)]
    grounds: GroundsRow<'a>,
    /// That what is proven is proven of decks whose copies stay as they are, and whose other cards are as the
    /// game has them: something that is asked reads fields of the copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    keeps_states: Option<bool>,
    /// Whether the file was changed (`fix --write`); null where that was not asked, or failed.
    written: Option<bool>,
    /// Other solutions that are as good (`--all`).
    #[serde(skip_serializing_if = "Option::is_none")]
    alternatives: Option<Vec<MovesRow<'a>>>,
    /// Lines that name no card.
    unresolved: Vec<&'a str>,
    /// What keeps the deck from being used, in English.
    errors: Vec<String>,
}

#[derive(Default, Serialize, JsonSchema)]
pub(super) struct MovesRow<'a> {
    /// Copies that go.
    out: Vec<MoveRow<'a>>,
    /// Copies that come.
    #[serde(rename = "in")]
    come: Vec<MoveRow<'a>>,
    /// What the deck states otherwise, each one change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    restated: Vec<RestatementRow<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct RestatementRow<'a> {
    /// The parameter, as the deck names it; null for the role.
    parameter: Option<&'a str>,
    /// What the deck states.
    before: String,
    /// What it states then.
    after: String,
}

/// Copies of a card in a zone.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MoveRow<'a> {
    #[serde(flatten)]
    copies: CopiesRow<'a>,
    /// The zone.
    zone: &'a str,
}

impl<'a> MoveRow<'a> {
    pub(crate) fn new(catalog: &'a Catalog, moved: &'a Move) -> MoveRow<'a> {
        let copies = CopiesRow::new(catalog, (moved.card, moved.count));
        MoveRow { copies, zone: &moved.zone }
    }
}

/// What an outcome rests on, and why there is no other.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GroundsRow<'a> {
    /// The values of parameters that this rests on, of those that may have others.
    parameters: Vec<SolvedParameterRow<'a>>,
    /// Why there is no solution, or none with fewer changes: rules that cannot be met together.
    why: Vec<Reason>,
    /// Whether it is proven that none of `why` can be left out; null where there is none.
    why_is_minimal: Option<bool>,
    /// The proof as a sum of inequalities, where it is one.
    sum: Option<String>,
}

impl<'a> GroundsRow<'a> {
    /// Describes the grounds of an outcome, which may be that of a copy of `deck`.
    pub(crate) fn new(outcome: Option<&'a Outcome>, deck: &SolvedDeck) -> GroundsRow<'a> {
        let core = outcome.and_then(|outcome| outcome.core.as_ref());
        let reason = |source| solved::describe_origin(source, deck, Lang::En);
        let values = outcome.iter().flat_map(|outcome| &outcome.assumed_values);
        GroundsRow {
            parameters: values.map(SolvedParameterRow::from).collect(),
            why: core.iter().flat_map(|core| &core.sources).map(reason).collect(),
            why_is_minimal: core.map(|core| core.is_irreducible),
            sum: core.and_then(|core| solved::describe_sum(core, Lang::En)),
        }
    }
}

/// A value of a parameter.
#[derive(Serialize, JsonSchema)]
struct SolvedParameterRow<'a> {
    /// Id of the parameter.
    id: &'a str,
    /// Its value as text.
    value: String,
    /// Who says so: the deck or the user, the format, or the search, which found no legal deck with its default.
    #[schemars(extend("enum" = ["given", "default", "search"]))]
    by: &'static str,
}

impl<'a> From<&'a ParameterChoice> for SolvedParameterRow<'a> {
    fn from(choice: &'a ParameterChoice) -> SolvedParameterRow<'a> {
        SolvedParameterRow {
            id: &choice.parameter,
            value: choice.value.to_string(),
            by: choice.giver.word(),
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct FactRow<'a> {
    /// Id of the card.
    id: &'a str,
    /// Its English name.
    name: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct ReachedRow {
    /// The measure, as it was given.
    measure: String,
    /// The value as text, English: `70`, `3 to 5` where unknown facts leave it open.
    value: String,
    /// Whether it is proven that no deck (none with as few changes) has a larger one (a smaller one, where it is to be
    /// small), among decks for which the measures before it come to as much.
    proven: bool,
    /// The end that is proven of the value of all these decks, English; null where none is.
    bound: Option<String>,
}

impl<'a> SolvedDocument<'a> {
    /// Describes repaired or built decks; `alternatives` where other solutions were asked for.
    pub fn new(schema: &'static str, decks: &'a [SolvedDeck], alternatives: bool) -> Self {
        SolvedDocument {
            head: DataHead::new(schema, decks.iter().filter_map(|deck| deck.before.catalog())),
            decks: decks.iter().map(|deck| solved_deck_row(deck, alternatives)).collect(),
        }
    }
}

impl<'a> From<&'a Restatement> for RestatementRow<'a> {
    fn from(restated: &'a Restatement) -> RestatementRow<'a> {
        RestatementRow {
            parameter: restated.parameter.as_deref(),
            before: restated.before.to_string(),
            after: restated.after.to_string(),
        }
    }
}

impl<'a> MovesRow<'a> {
    /// Lists copies that go and come; none without a catalog.
    pub(super) fn new(catalog: Option<&'a Catalog>, moves: &'a Moves) -> MovesRow<'a> {
        let row = |moved: &'a Move| Some(MoveRow::new(catalog?, moved));
        MovesRow {
            out: moves.removed.iter().filter_map(row).collect(),
            come: moves.added.iter().filter_map(row).collect(),
            restated: moves.restated.iter().map(RestatementRow::from).collect(),
        }
    }
}

fn solved_deck_row(deck: &SolvedDeck, alternatives: bool) -> SolvedDeckRow<'_> {
    let catalog = deck.before.catalog().map(|catalog| &**catalog);
    let repair = deck.repair();
    let outcome = deck.outcome.as_ref();
    let reached = repair.map_or(&[][..], |repair| &repair.reached);
    let mut objectives =
        deck.asking.objectives.iter().zip(reached).map(|((_, measure), reached)| ReachedRow {
            measure: measure.clone(),
            value: reached.value.in_words(Lang::En),
            proven: reached.is_proven,
            bound: reached.bound.map(|bound| Quantity::exact(bound).in_words(Lang::En)),
        });
    let fact = |fact: &sleeve_language::MissingFact| {
        let card = catalog?.cards.card(fact.card);
        Some(FactRow { id: card.id(), name: card.name(Lang::En) })
    };
    SolvedDeckRow {
        path: (!deck.is_new).then_some(deck.before.path.as_str()),
        game: deck.before.game(),
        format: deck.before.format_id(),
        role: deck.role.as_deref(),
        verdict: deck.verdict().word(),
        provisional: repair.is_some_and(|repair| repair.checked.provisional),
        changes: repair.map(|repair| repair.moves.count_changes()),
        proven: outcome.is_some_and(|outcome| outcome.is_proven),
        at_least: outcome.map_or(0, |outcome| outcome.at_least),
        moves: repair.map(|repair| MovesRow::new(catalog, &repair.moves)).unwrap_or_default(),
        known_decks: outcome.filter(|_| repair.is_some()).map(|outcome| outcome.known_decks),
        assumes: deck.assumes().iter().filter_map(fact).collect(),
        limit: outcome.and_then(|outcome| outcome.limit).map(SearchLimit::word),
        reached: objectives.next(),
        then_reached: objectives.collect(),
        grounds: GroundsRow::new(outcome, deck),
        keeps_states: deck.keeps_states().then_some(true),
        written: deck.written,
        alternatives: alternatives.then(|| {
            outcome
                .map(|o| o.alternatives.iter().map(|m| MovesRow::new(catalog, m)).collect())
                .unwrap_or_default()
        }),
        unresolved: deck
            .before
            .deck()
            .into_iter()
            .flat_map(|deck| deck.unresolved.iter().map(|u| u.text.as_str()))
            .collect(),
        errors: error_messages(deck),
    }
}

fn error_messages(deck: &SolvedDeck) -> Vec<String> {
    let own = report_items::obstacles(&deck.before, Lang::En).into_iter().map(|item| item.message);
    let ending = match deck.outcome.as_ref().map(|outcome| &outcome.ending) {
        Some(Ending::Unbounded) => {
            Some("a measure to maximise has no largest value (one to minimise no smallest)")
        }
        Some(Ending::GoalUnsaid) => Some("this measure cannot be maximised or minimised"),
        _ => None,
    };
    own.chain(ending.map(str::to_owned)).collect()
}
