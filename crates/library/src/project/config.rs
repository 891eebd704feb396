//! A `sleeve.toml` as a value: overlays, the default game and format, the levels of rules, and
//! assertions that the decks of its folder have to meet.

use super::error::{ConfigError, ConfigProblem};
use super::{Globs, TextLiteral, read};
use sleeve_data::model::{Level, Number, Spanned, Text};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Id of findings about keys that mean nothing.
pub const UNKNOWN_KEY: &str = "config-unknown-key";
/// Id of findings about levels of rules that no format has.
pub const UNKNOWN_RULE: &str = "config-unknown-rule";
/// Id of findings about assertions that concern no deck.
pub const UNUSED: &str = "assert-unused";
/// What the ids of findings about assertions begin with.
pub(super) const ASSERT_PREFIX: &str = "assert-";

/// A `sleeve.toml`.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Its path as messages show it.
    pub path: String,
    /// The folder it lies in, from which its own paths start.
    pub folder: PathBuf,
    pub text: Arc<str>,
    /// Folders and files of card data laid over the shipped data, in this order.
    pub overlays: Vec<Spanned<PathBuf>>,
    /// Game of decks that name none.
    pub game: Option<Spanned<String>>,
    /// Format of decks that name none: an id, or GAME/FORMAT.
    pub format: Option<Spanned<String>>,
    pub levels: Vec<LevelOf>,
    /// What decks have to meet.
    pub asserts: Vec<Assertion>,
    /// Keys that mean nothing, each a finding.
    pub unknown_keys: Vec<ConfigProblem>,
}

/// The level of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelOf {
    /// The game that the rule's id was qualified with.
    pub game: Option<String>,
    /// The format that it was qualified with.
    pub format: Option<String>,
    pub rule: String,
    /// The same and what stands before it, where that may be a card instead of a format.
    pub of_card: Option<String>,
    /// Whether it is written as the id of an assertion.
    pub is_assertion: bool,
    /// The level; `None` switches the rule off.
    pub level: Option<Level>,
    /// Where the id stands.
    pub span: Range<usize>,
}

/// Something that decks have to meet.
#[derive(Clone, Debug)]
pub struct Assertion {
    /// Id of its findings: `assert-` and the id written.
    pub id: String,
    /// Where the id stands.
    pub span: Range<usize>,
    pub body: AssertionBody,
    /// The zones whose union it reads; empty: the whole deck.
    pub zones: Vec<Spanned<String>>,
    /// The decks it concerns, by path.
    pub decks: Globs,
    /// The game of the decks it concerns; `None`: any.
    pub game: Option<Spanned<String>>,
    /// The format of the decks it concerns; `None`: any.
    pub format: Option<Spanned<String>>,
    /// In the user's own words, why.
    pub text: Text,
    /// What a deck that fails it means; `None`: it is switched off.
    pub level: Option<Level>,
}

/// What an assertion asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AssertionBody {
    Require(TextLiteral),
    /// A condition on the opening hand, and how probable it has to be.
    Opening {
        condition: TextLiteral,
        /// The smallest probability, from 0 to 1.
        at_least: Number,
    },
}

impl AssertionBody {
    /// The condition as it is written.
    pub fn condition(&self) -> &TextLiteral {
        match self {
            AssertionBody::Require(condition) | AssertionBody::Opening { condition, .. } => {
                condition
            }
        }
    }
}

impl Assertion {
    /// Whether it concerns the deck at a path.
    pub fn concerns(&self, config: &Config, deck: &Path) -> bool {
        self.decks.matches(deck.strip_prefix(&config.folder).unwrap_or(deck))
    }
}

impl Config {
    /// Reads a file's text.
    ///
    /// # Errors
    /// Everything that is wrong with it, at once. Unknown keys are no errors, but findings.
    pub fn parse(path: &str, folder: &Path, text: &str) -> Result<Config, ConfigError> {
        read::read_config(path, folder, text)
    }

    /// The folders and files of card data it lays over the shipped data.
    pub fn overlay_paths(&self) -> impl Iterator<Item = PathBuf> {
        self.overlays.iter().map(|path| self.folder.join(&path.value))
    }

    /// The levels that hold for the rules of one format: the most exactly qualified id counts, and
    /// among equals the last.
    pub fn levels_for(
        &self,
        means_game: impl Fn(&str) -> bool,
        means_format: impl Fn(&str) -> bool,
    ) -> impl Iterator<Item = (&str, Option<Level>)> {
        let holds = |of: &&LevelOf| {
            of.game.as_deref().is_none_or(&means_game)
                && of.format.as_deref().is_none_or(&means_format)
        };
        let mut levels: Vec<&LevelOf> = self.levels.iter().filter(holds).collect();
        levels.sort_by_key(|of| (of.game.is_some(), of.format.is_some()));
        let of_cards = self.levels.iter().filter_map(|of| Some((of.of_card.as_deref()?, of.level)));
        of_cards.chain(levels.into_iter().map(|of| (of.rule.as_str(), of.level)))
    }

    /// The level of findings about the file itself, as `[levels]` sets it.
    pub fn own_level(&self, id: &str, default: Level) -> Option<Level> {
        let set = self.levels.iter().rev();
        let set =
            set.filter(|of| of.game.is_none() && of.format.is_none()).find(|of| of.rule == id);
        set.map_or(Some(default), |of| of.level)
    }
}
