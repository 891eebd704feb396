//! From files to verdicts in one call: reads decks, determines game and format, checks rules and
//! assertions. Findings are data; `report` puts them into words.
//!
//! A deck is first an [`Input`], then a [`RawDeck`](sleeve_decks::RawDeck) with its lines as
//! written. When its game is open, it is a `GameDeck`, then a [`Deck`](sleeve_data::model::Deck)
//! with its cards, then a [`CheckedDeck`].

#[macro_use(say, word)]
extern crate sleeve_data;

mod assertions;
mod config;
mod copy_states;
mod deck;
mod describe;
mod judge;
mod judged;
mod meeting;
mod messages;
mod parts;
mod plans;
mod portray;
mod read;
mod readings;
mod rows;
mod shrink;

pub use assertions::add_levels;
pub use config::CheckedConfig;
pub use copy_states::in_one_catalog;
pub use deck::{
    CheckedDeck, DeckState, LegalUntil, MAX_DAYS, MAX_MEND_WORK, MAX_MENDED_DECKS,
    MAX_MENDED_ENTRIES, Repair, VerdictTally,
};
pub use describe::{
    Archetype, CompareError, ComparedDeck, ComparedPair, DescribeError, DescribedDeck, FieldDeck,
    FieldGroup, MAX_COMPARED, compare, describe, describe_all, describe_field,
};
pub use judge::{MAX_HEADINGS, MAX_UNKNOWN};
pub use meeting::{ILLEGAL_DECK, MatchResult, check_match, may_meet};
pub use messages::CheckMessage;
pub use parts::{CheckCall, SkippedFile, check_in_turn};
pub use plans::PLAN;
pub use portray::{
    ConditionOdds, MAX_HANDS, MAX_QUESTIONS, MAX_TURNS, MeasureDistribution, Portrait,
    PortraitRequest, PortrayError, portray,
};
pub use readings::{JudgedReading, MAX_READINGS, Readings};
pub use rows::{
    ConditionAnswers, DeckMeasures, GameUsage, KeptDecks, Measures, RefusedText, RowExtras,
    ask_decks, count_usage, filter_decks, measure_decks,
};
pub use shrink::{MAX_SHRINK_CHECKS, ShrunkDeck, shrink};
pub use sleeve_decks::Input;

use sleeve_data::model::Catalog;
use sleeve_library::project::Projects;
use sleeve_rules::CheckOptions;
use std::sync::Arc;

/// What to check decks against.
#[derive(Clone, Debug, Default)]
pub struct CheckRequest {
    /// The game of decks that name none.
    pub game: Option<String>,
    /// The format, overriding the decks: an id, name, alias, GAME/FORMAT, or `all`.
    pub format: Option<String>,
    /// The format, as GAME/FORMAT, of decks without one in the file or in a `sleeve.toml`.
    pub default_format: Option<String>,
    /// The reader, if it cannot be guessed from the file.
    pub reader: Option<String>,
    pub options: CheckOptions,
    /// The catalog of decks to compare these decks with. The catalog of these decks then also
    /// contains its copies in a state.
    pub compared_catalog: Option<Arc<Catalog>>,
    /// Whether to search for the smallest repair of illegal decks, up to [`MAX_MENDED_DECKS`]
    /// decks.
    pub seek_repairs: bool,
    /// Whether to judge decks under every reading of ambiguous lines. Otherwise such lines make a
    /// deck unusable.
    pub judge_readings: bool,
    /// Whether to find the last day on which legal decks stay legal. If no day is given, formats
    /// and lists are then judged as of the day of the [library](sleeve_library::Library::today);
    /// without one, no day is found.
    pub find_legal_until: bool,
    /// Whether only verdicts and ids of findings are needed. Suggestions are then skipped, and the
    /// text and cards of each deck are dropped, so that many decks need no more memory than their
    /// rows.
    pub verdicts_only: bool,
    /// Whether decks that name no format are checked against every format of their game, as with
    /// `all`, if there are at most [`MAX_MENDED_DECKS`] decks. Otherwise they are unusable.
    pub try_formats: bool,
    /// Whether of those formats only the ones that allow a deck are of interest, if there are any.
    /// For the others, one error without causes is then enough.
    pub only_allowing: bool,
    /// Whether to ignore the plans of decks, which are of no concern to an event.
    pub ignores_plans: bool,
    /// Whether to skip named files that are not decks, like those in a folder.
    pub only_decks: bool,
    /// Whether to skip suggestions for unresolved lines, which are most expensive if a file is not
    /// a deck at all.
    pub without_suggestions: bool,
}

impl CheckRequest {
    /// Whether every format of a deck's game is requested.
    pub fn is_all(&self) -> bool {
        self.format.as_deref().is_some_and(is_all)
    }
}

/// The decks of a batch, each with its verdicts under the formats that it was checked against.
pub fn by_deck(decks: &[CheckedDeck]) -> Vec<&[CheckedDeck]> {
    let mut grouped = Vec::new();
    let mut rest = decks;
    while let Some(first) = rest.first() {
        // A path that is given twice is two decks: the formats begin again.
        let others = rest
            .iter()
            .skip(1)
            .take_while(|deck| deck.path == first.path && deck.format_id() != first.format_id());
        let (deck, after) = rest.split_at(1 + others.count());
        grouped.push(deck);
        rest = after;
    }
    grouped
}

/// Whether the word means every format of a deck's game.
fn is_all(format: &str) -> bool {
    format == "all" || format.ends_with("/all")
}

/// The result of a call for all its inputs.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The decks, in the order of the inputs; with `all`, once for each format.
    pub decks: Vec<CheckedDeck>,
    /// The `sleeve.toml` files that apply to them, if they have findings.
    pub configs: Vec<CheckedConfig>,
    /// The files of folders that were not read.
    pub skipped: Vec<SkippedFile>,
}

/// Reads decks and checks them against the rules of their formats and the assertions of their
/// `sleeve.toml`.
///
/// ```
/// use sleeve_check::{self as check, Input, CheckRequest};
/// use sleeve_library::project::Projects;
/// use sleeve_rules::Verdict;
///
/// let projects = Projects::new(&sleeve_games::GAMES, std::path::Path::new("."), Vec::new());
/// let text = "game = \"starfighter\"\nformat = \"guerre-totale\"\n[zones]\n";
/// let input = Input::bytes("mine.toml", text.as_bytes());
/// let batch = check::check(&projects, vec![input], &CheckRequest::default());
/// assert_eq!(batch.decks[0].game(), Some("starfighter"));
/// assert_ne!(batch.decks[0].verdict(), Verdict::Legal);
/// ```
pub fn check(projects: &Projects, inputs: Vec<Input>, request: &CheckRequest) -> Batch {
    check_watched(projects, inputs, request, &())
}

/// Like [`check`], with progress reported to `watch`.
pub fn check_watched(
    projects: &Projects,
    inputs: Vec<Input>,
    request: &CheckRequest,
    watch: &dyn Watch,
) -> Batch {
    run(projects, inputs, request, true, watch)
}

/// Like [`check_watched`], for very many decks: `take` gets them, in the order of the inputs, and
/// the batch has none. If [only verdicts](CheckRequest::verdicts_only) are requested, they come in
/// parts.
pub fn check_in_parts(
    projects: &Projects,
    inputs: Vec<Input>,
    request: &CheckRequest,
    watch: &dyn Watch,
    take: impl FnMut(Vec<CheckedDeck>),
) -> Batch {
    parts::run(projects, inputs, request, true, watch, take)
}

/// Reads decks and determines their games and formats, without checking rules.
pub fn read(projects: &Projects, inputs: Vec<Input>, request: &CheckRequest) -> Batch {
    read_watched(projects, inputs, request, &())
}

/// Like [`read`], with progress reported to `watch`.
pub fn read_watched(
    projects: &Projects,
    inputs: Vec<Input>,
    request: &CheckRequest,
    watch: &dyn Watch,
) -> Batch {
    run(projects, inputs, request, false, watch)
}

fn run(
    projects: &Projects,
    inputs: Vec<Input>,
    request: &CheckRequest,
    asks_rules: bool,
    watch: &dyn Watch,
) -> Batch {
    let mut decks = Vec::new();
    let batch = parts::run(projects, inputs, request, asks_rules, watch, |part| {
        if decks.is_empty() { decks = part } else { decks.extend(part) }
    });
    Batch { decks, ..batch }
}

/// An observer of a call for many files: it gets the progress, and can stop the call.
pub trait Watch: Sync {
    /// Called once before the first file, with the number of files; not called for few files.
    fn begins(&self, files: usize);
    /// Whether to read the next file; `false` adds it and all later ones to the skipped files.
    fn goes_on(&self) -> bool;
    /// Called after each file whose deck was checked.
    fn advances(&self);
}

impl Watch for () {
    fn begins(&self, _files: usize) {}

    fn goes_on(&self) -> bool {
        true
    }

    fn advances(&self) {}
}
