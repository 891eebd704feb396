//! A parsed `sleeve.toml`: overlays, the default game and format, levels of rules, and assertions
//! that the decks in its folder have to meet.

use super::{messages::ConfigMessage, read};
#[cfg(not(target_family = "wasm"))]
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use sleeve_data::{
    Arrange,
    model::{Level, Number, Spanned, Text, game::Named},
    problem::Problem,
};
use std::{
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The id of findings about levels for rules that no format has.
pub const UNKNOWN_RULE: &str = "config-unknown-rule";
/// The id of findings about assertions that apply to no deck.
pub const UNUSED_ASSERTION: &str = "assert-unused";
/// The prefix of the ids of findings about assertions.
pub(super) const ASSERT_PREFIX: &str = "assert-";

/// The settings of a `sleeve.toml` for the decks below its folder.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Its path, as shown in messages.
    pub path: String,
    /// The folder of the file; its paths are relative to it.
    pub folder: PathBuf,
    pub text: Arc<str>,
    /// Folders and files of card data that extend the shipped data, in this order.
    pub overlays: Vec<Spanned<PathBuf>>,
    /// The game of decks that name none.
    pub game: Option<Spanned<String>>,
    /// The format of decks that name none: an id, or GAME/FORMAT.
    pub format: Option<Spanned<String>>,
    pub levels: Vec<RuleLevel>,
    pub assertions: Vec<Assertion>,
    /// Unknown keys; each is a finding.
    pub unknown_keys: Vec<ConfigProblem>,
}

/// The level that `[levels]` sets for a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleLevel {
    /// The game in the rule's qualified id.
    pub game: Option<String>,
    /// The format in the rule's qualified id.
    pub format: Option<String>,
    pub rule: String,
    /// The qualifier and the id, if the qualifier may be a card instead of a format.
    pub card_rule: Option<String>,
    /// Whether it is written like the id of an assertion.
    pub is_assertion: bool,
    /// The level; `None` switches the rule off.
    pub level: Option<Level>,
    pub span: Range<usize>,
}

/// A condition that decks have to meet.
#[derive(Clone, Debug)]
pub struct Assertion {
    /// The id of its findings: `assert-` and the id in the file.
    pub id: String,
    /// The place of the id.
    pub span: Range<usize>,
    pub body: AssertionBody,
    /// The zones to count, taken together; empty: the whole deck.
    pub zones: Vec<Spanned<String>>,
    /// The decks it applies to, by path.
    pub decks: Globs,
    /// The game of the decks it applies to; `None`: any.
    pub game: Option<Spanned<String>>,
    /// The format of the decks it applies to; `None`: any.
    pub format: Option<Spanned<String>>,
    /// The reason in the user's words.
    pub text: Text,
    /// The level of its findings; `None`: it is switched off.
    pub level: Option<Level>,
}

/// The condition of an assertion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AssertionBody {
    Require(TextLiteral),
    /// A condition on the opening hand, with the required probability.
    Opening {
        condition: TextLiteral,
        /// The smallest probability, from 0 to 1.
        at_least: Number,
    },
}

impl AssertionBody {
    /// The condition as written.
    pub fn condition(&self) -> &TextLiteral {
        match self {
            AssertionBody::Require(condition) | AssertionBody::Opening { condition, .. } => {
                condition
            }
        }
    }
}

impl Assertion {
    /// Whether its patterns match a deck's path.
    pub fn concerns(&self, config: &Config, deck: &Path) -> bool {
        self.decks
            .matches(deck.strip_prefix(&config.folder).unwrap_or(deck))
    }
}

impl Config {
    /// Parses a file's text.
    ///
    /// # Errors
    /// All mistakes of the file. Unknown keys are findings, not errors.
    pub fn parse(path: &str, folder: &Path, text: &str) -> Result<Config, ConfigError> {
        read::read_config(path, folder, text)
    }

    /// Fails with these problems, if there are any.
    pub(super) fn fail_with(&self, problems: Vec<ConfigProblem>) -> Result<(), ConfigError> {
        if problems.is_empty() {
            return Ok(());
        }
        Err(ConfigError { path: self.path.clone(), text: Arc::clone(&self.text), problems })
    }

    /// The full paths of the card data that it adds.
    pub fn overlay_paths(&self) -> impl Iterator<Item = PathBuf> {
        self.overlays
            .iter()
            .map(|path| self.folder.join(&path.value))
    }

    /// The levels for the rules of a format, in the order in which they override each other: less
    /// qualified ids first, then the order of the file.
    pub fn levels_for(
        &self,
        game: &Named,
        format: &Named,
    ) -> impl Iterator<Item = (&str, Option<Level>)> {
        let mut levels: Vec<&RuleLevel> = self.levels.iter().collect();
        levels.retain(|of| {
            of.game.as_deref().is_none_or(|word| game.means(word))
                && of.format.as_deref().is_none_or(|word| format.means(word))
        });
        levels.arrange_by_key(|of| (of.game.is_some(), of.format.is_some()));
        // Possible card rules come first, so that an id with a format overrides them.
        let of_cards = self
            .levels
            .iter()
            .filter_map(|of| Some((of.card_rule.as_deref()?, of.level)));
        of_cards.chain(levels.into_iter().map(|of| (of.rule.as_str(), of.level)))
    }

    /// The level of a finding about the file itself: the one in `[levels]`, else the default.
    pub fn finding_level(&self, id: &str, default: Level) -> Option<Level> {
        // The last one counts, as in `levels_for`.
        let mut last_first = self.levels.iter().rev();
        let set = last_first
            .find(|level| level.rule == id && level.game.is_none() && level.format.is_none());
        set.map_or(Some(default), |of| of.level)
    }
}

/// A mistake in a `sleeve.toml` with its place.
pub type ConfigProblem = Problem<ConfigMessage>;

/// A `sleeve.toml` that cannot be used, with all its mistakes.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{path}: {} mistakes", problems.len())]
pub struct ConfigError {
    /// Its path, as shown in messages.
    pub path: String,
    /// Its text; empty if it could not be read.
    pub text: Arc<str>,
    /// The mistakes in the order of the file.
    pub problems: Vec<ConfigProblem>,
}

impl ConfigError {
    /// An error about the whole file.
    pub fn whole(path: &str, message: ConfigMessage) -> ConfigError {
        let problems = vec![message.into()];
        ConfigError { path: path.to_owned(), text: Arc::from(""), problems }
    }
}

/// A string value with its place in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextLiteral {
    pub text: String,
    /// The place in the file, including the quotes.
    pub span: Range<usize>,
    /// The place of its first byte; `None` if it has escapes, because places inside it are then
    /// unknown.
    start: Option<usize>,
}

impl TextLiteral {
    /// A value at a place in a file.
    pub fn new(file: &str, value: &str, span: Range<usize>) -> TextLiteral {
        let raw = file.get(span.clone()).unwrap_or("");
        // The longest first: after three quotes, TOML drops a line break.
        let opening = ["\"\"\"\r\n", "\"\"\"\n", "\"\"\"", "'''\r\n", "'''\n", "'''", "\"", "'"];
        let quotes = opening
            .into_iter()
            .find(|q| raw.starts_with(q))
            .map_or(0, str::len);
        let plain = raw
            .get(quotes..)
            .is_some_and(|rest| rest.starts_with(value));
        TextLiteral { text: value.to_owned(), start: plain.then_some(span.start + quotes), span }
    }

    /// The place in the file of some bytes of the value; the whole literal if it has escapes.
    pub fn place(&self, within: Range<usize>) -> Range<usize> {
        match self.start {
            Some(start) => start + within.start..start + within.end,
            None => self.span.clone(),
        }
    }
}

/// The most patterns of one assertion.
pub const MAX_PATTERNS: usize = 256;
/// The longest pattern, in bytes.
pub const MAX_PATTERN: usize = 1_000;

/// Patterns of paths below a folder. Without a pattern, every path matches.
///
/// `*` matches within a name, `**` any folders. A pattern without `/` matches the name in any
/// folder; one that ends with `/` matches everything below it. Browsers have no folders, so
/// patterns are an error there.
#[derive(Clone, Debug, Default)]
pub struct Globs {
    patterns: Vec<String>,
    #[cfg(not(target_family = "wasm"))]
    set: GlobSet,
}

impl Globs {
    /// Compiles patterns.
    ///
    /// # Errors
    /// The position of the first malformed pattern, and its mistake.
    #[cfg(target_family = "wasm")]
    pub fn new(patterns: &[String]) -> Result<Globs, (usize, String)> {
        if patterns.is_empty() {
            Ok(Globs::default())
        } else {
            Err((0, "there are no folders here".to_owned()))
        }
    }

    /// Compiles patterns.
    ///
    /// # Errors
    /// The position of the first malformed pattern, and its mistake.
    #[cfg(not(target_family = "wasm"))]
    pub fn new(patterns: &[String]) -> Result<Globs, (usize, String)> {
        let mut set = GlobSetBuilder::new();
        for (at, pattern) in patterns.iter().enumerate() {
            if at == MAX_PATTERNS || pattern.len() > MAX_PATTERN {
                let limit =
                    format!("{MAX_PATTERNS} patterns of {MAX_PATTERN} bytes are allowed at most");
                return Err((at, limit));
            }
            let mut full = pattern.strip_prefix("./").unwrap_or(pattern).to_owned();
            if full.ends_with('/') {
                full.push_str("**");
            } else if !full.contains('/') {
                full.insert_str(0, "**/");
            }
            let glob = GlobBuilder::new(&full).literal_separator(true).build();
            set.add(glob.map_err(|error| (at, error.kind().to_string()))?);
        }
        match set.build() {
            Ok(set) => Ok(Globs { patterns: patterns.to_vec(), set }),
            Err(error) => Err((0, error.kind().to_string())),
        }
    }

    /// The patterns as written.
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }

    /// Whether a path, relative to the folder of the patterns, matches.
    #[cfg(target_family = "wasm")]
    pub fn matches(&self, _: &Path) -> bool {
        self.patterns.is_empty()
    }

    /// Whether a path, relative to the folder of the patterns, matches.
    #[cfg(not(target_family = "wasm"))]
    pub fn matches(&self, path: &Path) -> bool {
        self.patterns.is_empty() || self.set.is_match(path)
    }
}
