//! From files to verdicts: decks are read, their game and format told, their rules and assertions
//! asked, each as one call. Nothing here words anything: what was found is data.
//!
//! A deck is an [`Input`], then a [`RawDeck`](sleeve_decks::RawDeck) with its lines as they are
//! written, then a [`Deck`](sleeve_data::model::Deck) with its cards, then a [`CheckedDeck`].

#![warn(unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod assertions;
mod cache;
mod config;
mod copy_states;
mod deck;
mod describe;
mod input;
mod judge;
mod legal_until;
mod meeting;
mod messages;
mod portray;
mod repair;
mod rows;

pub use config::CheckedConfig;
pub use copy_states::in_one_catalog;
pub use deck::{CheckedDeck, DeckState, VerdictTally};
pub use describe::{
    CompareError, Compared, ComparedDeck, DescribeError, DescribedDeck, compare, describe,
    describe_all,
};
pub use input::{Input, SkippedFile};
pub use judge::{MAX_HEADINGS, MAX_UNKNOWN};
pub use legal_until::{LegalUntil, MAX_DAYS};
pub use meeting::{ILLEGAL_DECK, Matched, may_meet, meet};
pub use messages::CheckMessage;
pub use portray::{
    Chances, MAX_HANDS, MAX_QUESTIONS, MAX_TURNS, MeasureSpread, Portrait, PortrayError, Wish,
    portray,
};
pub use repair::{MAX_MEND_MILLISECONDS, MAX_MENDED_DECKS, MAX_MENDED_ENTRIES, Mend};
pub use rows::{Kept, Measures, MeasuresOf, RefusedText, RowExtras, UsageOf, keep, measure, usage};

use sleeve_data::model::Catalog;
use sleeve_library::project::Projects;
use sleeve_rules::CheckOptions;
use std::sync::Arc;

/// What to check decks against.
#[derive(Clone, Debug, Default)]
pub struct CheckRequest {
    /// The game of decks that name none.
    pub game: Option<String>,
    /// The format, whatever the decks name: an id, name, alias, GAME/FORMAT, or `all`.
    pub format: Option<String>,
    /// The format, as GAME/FORMAT, of decks for which neither they nor a `sleeve.toml` name one.
    pub default_format: Option<String>,
    /// The reader, where it cannot be told from the file.
    pub reader: Option<String>,
    pub options: CheckOptions,
    /// The game of decks that these are to be compared with, with the copies in a state that they
    /// hold: what these decks hold is then found in one catalog with them.
    pub beside: Option<Arc<Catalog>>,
    /// Whether to look for the smallest repair of illegal decks, where these are few.
    pub mends: bool,
    /// Whether to say until when legal decks stay so. Where no day is given, formats and lists are then
    /// judged as on the day of the [library](sleeve_library::Library::day); without one nothing is said.
    pub until: bool,
    /// Whether only verdicts and the ids of what is wrong are wanted: which cards a line may have meant
    /// that names none, and which would fill a place that is left empty, is then not looked for; and of
    /// each deck neither its text nor its cards are kept, so that many take no more memory than their rows.
    pub terse: bool,
}

impl CheckRequest {
    /// Whether every format of a deck's game is asked for.
    pub fn is_all(&self) -> bool {
        self.format.as_deref().is_some_and(is_all)
    }
}

/// Whether the word asks for every format of a deck's game.
fn is_all(format: &str) -> bool {
    format == "all" || format.ends_with("/all")
}

/// What came of some inputs.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The decks, in the order of the inputs; under `all` formats one for each format.
    pub decks: Vec<CheckedDeck>,
    /// The `sleeve.toml` files that hold for them, where something is to be said of one.
    pub configs: Vec<CheckedConfig>,
    /// What lies in a folder and was not read.
    pub skipped: Vec<SkippedFile>,
}

/// Reads decks and checks them against the rules of their formats and the assertions of the
/// `sleeve.toml` that holds for them.
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

/// The same while somebody looks on.
pub fn check_watched(
    projects: &Projects,
    inputs: Vec<Input>,
    request: &CheckRequest,
    watch: &dyn Watch,
) -> Batch {
    judge::run(projects, inputs, request, true, watch)
}

/// Reads decks, tells their games and formats, and asks no rules.
pub fn read(projects: &Projects, inputs: Vec<Input>, request: &CheckRequest) -> Batch {
    read_watched(projects, inputs, request, &())
}

/// The same while somebody looks on.
pub fn read_watched(
    projects: &Projects,
    inputs: Vec<Input>,
    request: &CheckRequest,
    watch: &dyn Watch,
) -> Batch {
    judge::run(projects, inputs, request, false, watch)
}

/// Is told how far the reading of many files is, and asked whether to go on.
pub trait Watch: Sync {
    /// So many files are to be read; said once, before the first. Of a few files nothing is said.
    fn begins(&self, files: usize);
    /// Whether the next file is to be read. The others are then among what was skipped.
    fn goes_on(&self) -> bool;
    /// One more file is read, and its deck checked.
    fn advances(&self);
}

/// Nobody looks on.
impl Watch for () {
    fn begins(&self, _files: usize) {}

    fn goes_on(&self) -> bool {
        true
    }

    fn advances(&self) {}
}
