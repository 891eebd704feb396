//! `sleeve fix`: finds the legal deck with the fewest changes, and proves that fewer are not
//! enough.

use super::arguments::{self, FormArgument, OutputArgs, parse_date};
use super::solving::{self, LikeDecks, ObjectiveArgs};
use super::store::StagedFiles;
use super::{AnswerStatus, Failure, Session, progress};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_check::{CheckRequest, CheckedDeck};
use sleeve_data::files;
use sleeve_data::model::{Date, Lang};
use sleeve_decks::{self as decks, EditError, MAX_BYTES, RewriteError};
use sleeve_language as language;
use sleeve_report::documents::solved::{FIX, SolvedDocument};
use sleeve_report::solved::{SolvedDeck, UserConditions};
use sleeve_report::{self as report};
use sleeve_requests::JudgeOptions;
use sleeve_requests::RefusedValue;
use sleeve_rules::{Rulebook, Verdict};
use sleeve_solve::{self as solve, ALTERNATIVES_LIMIT, Aim, Effort, Ending, SolveRequest, Wishes};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Make a deck legal with as few changes as possible
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct FixCommand {
    /// Deck files or folders, `-` for standard input
    #[arg(required = true, value_name = "DECK")]
    decks: Vec<PathBuf>,
    /// Format to make the decks legal in
    ///
    /// An id, a name, an alias or GAME/FORMAT.
    #[arg(long = "as", value_name = "FORMAT")]
    format: Option<String>,
    /// Never change the cards that match this filter
    #[arg(long, value_name = "FILTER")]
    lock: Vec<String>,
    /// Add only cards that match this filter
    #[arg(long, value_name = "FILTER")]
    only: Option<String>,
    #[command(flatten)]
    objectives: ObjectiveArgs,
    /// Choose cards the way these decks do
    ///
    /// Of equally good decks, take the one whose cards are played together in these decks or
    /// folders of decks.
    #[arg(long, value_name = "PATH")]
    like: Vec<PathBuf>,
    /// Show this many other repairs of the same size
    #[arg(long = "all", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=ALTERNATIVES_LIMIT as i64))]
    alternatives: Option<u32>,
    /// Write the repair into the deck file
    ///
    /// Its comments, order and file format stay.
    #[arg(long)]
    write: bool,
    /// Seconds to search for each deck
    ///
    /// This includes the search for the reasons.
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = parse_seconds)]
    time: Duration,
    /// Game of decks that do not name one
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Side or role of decks that do not name one
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    #[command(flatten)]
    judge: JudgeOptions,
    /// Check as of this day, without later sets
    ///
    /// Later lists and formats do not count either.
    #[arg(long, value_name = "DATE", value_parser = parse_date)]
    on: Option<Date>,
    /// Deck file format, if it cannot be detected
    #[arg(long, value_name = "READER")]
    from: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

const EXAMPLES: &str = "Examples:
  sleeve fix deck.toml
  sleeve fix old.txt --as premiere_ds2 --write
  sleeve fix deck.toml --lock kind:objective --only set:premiere
  sleeve fix deck.toml --maximise 'avg(destiny)' --all 3

sleeve searches for the smallest repairs first; a measure then chooses among them.";

/// Parses a time in seconds.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, RefusedValue> {
    sleeve_requests::FromText::from_text(text)
}

impl FixCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        if self.output.form == FormArgument::Json {
            session.style.lang = Lang::En;
        }
        let request = CheckRequest {
            game: self.game.clone(),
            format: self.format.clone(),
            reader: self.from.clone(),
            options: self.judge.options(self.role.as_ref(), self.on),
            ..CheckRequest::default()
        };
        let checked = session.check_decks(&self.decks, &request);
        let mut like = LikeDecks::read(session, &self.like, self.game.as_deref())?;
        let mut solved = Vec::new();
        let mut outcome = Ok(AnswerStatus::Fine);
        for deck in checked {
            match self.repair_deck(session, deck, &request, &mut like) {
                Ok(deck) => {
                    outcome = outcome
                        .map(|status: AnswerStatus| status.max(solving::solved_status(&deck)));
                    solved.push(deck);
                }
                Err(failure) => {
                    outcome = Err(failure);
                    break;
                }
            }
            let Some(deck) = solved.last_mut().filter(|_| self.write) else { continue };
            match self.write_repair(session, deck) {
                Ok(is_written) => deck.written = Some(is_written),
                Err(failure) => {
                    outcome = Err(failure);
                    break;
                }
            }
        }
        // Files that were written before a failure are reported all the same.
        if outcome.is_ok() || !solved.is_empty() {
            like.say_guesses(session, &solved);
            session.print(
                self.output,
                |out, style, quiet| report::solved::write(&solved, style, quiet, out),
                || SolvedDocument::new(FIX, &solved, self.alternatives.is_some()),
            )?;
        }
        outcome
    }

    /// The filters of `--lock` as one; `None` without one.
    fn lock_filter(&self) -> Option<String> {
        match self.lock.as_slice() {
            [] => None,
            [filter] => Some(filter.clone()),
            several => Some(format!("({})", several.join(") or ("))),
        }
    }

    fn repair_deck(
        &self,
        session: &mut Session<'_>,
        deck: CheckedDeck,
        request: &CheckRequest,
        like: &mut LikeDecks,
    ) -> Result<SolvedDeck, Failure> {
        let mut solved = SolvedDeck {
            role: deck.role().map(str::to_owned),
            before: deck,
            is_new: false,
            outcome: None,
            asking: UserConditions {
                lock: self.lock_filter(),
                only: self.only.clone(),
                objectives: self.objectives.objectives.clone(),
                ..UserConditions::default()
            },
            overrides: request.options.overrides.clone(),
            lens: self.judge.lens(),
            written: None,
        };
        let (Some((catalog, format)), Some(deck)) =
            (solved.catalog_and_format(), solved.before.deck())
        else {
            arguments::say_unusable_deck(session, &solved.before);
            return Ok(solved);
        };
        let (catalog, format, mut deck) = (Arc::clone(catalog), format.clone(), deck.clone());
        if self.format.is_some() {
            decks::state_format(&mut deck, &catalog, &format);
        }
        let rulebook = Rulebook::new(&catalog, &format).with_cache();
        if !solve::is_solvable(&rulebook, &deck, &request.options) {
            arguments::say_unusable_deck(session, &solved.before);
            return Ok(solved);
        }
        let options = solving::options_of_folder(
            session,
            &solved.before,
            &request.options,
            (&catalog, &format),
        );
        let filter = |text: &String| solving::parse(session, &rulebook, text, language::filter);
        let measure = |text: &String| solving::parse(session, &rulebook, text, language::measure);
        let wishes = Wishes {
            lock: self.lock_filter().as_ref().map(filter).transpose()?,
            only: self.only.as_ref().map(filter).transpose()?,
            objectives: self.objectives.parse(measure)?,
            like: Some(like.corpus(&session.streams.folder, &catalog, &solved.before.path)),
            ..Wishes::default()
        };
        let (lock, only) = (self.lock_filter(), self.only.clone());
        let given = [("--lock", &wishes.lock, lock), ("--only", &wishes.only, only)];
        solving::require_cards(session, &rulebook, given)?;
        let stop = progress::watch_interrupt();
        let search = SolveRequest {
            wishes: &wishes,
            effort: Effort::Time(self.time),
            alternatives: self.alternatives.unwrap_or(0) as usize,
            aim: Aim::Nearest,
            explain: true,
            stop: Some(stop),
        };
        let outcome = solve::solve(&rulebook, &deck, &options, &search)
            .map_err(|error| session.failure_from_problems(&error.problems(Some(&catalog))))?;
        // Without a stated role, the cards of the repaired deck show it.
        if let (None, Ending::Found(found)) = (&deck.role, &outcome.ending) {
            solved.role.clone_from(&found.checked.role);
        }
        solved.outcome = Some(outcome);
        Ok(solved)
    }

    /// Writes a repair into the file of a deck: in its own format, line by line, and only if it
    /// reads back as the repaired deck. Returns whether the file changed.
    fn write_repair(
        &self,
        session: &mut Session<'_>,
        solved: &SolvedDeck,
    ) -> Result<bool, Failure> {
        let Some((catalog, format)) = solved.catalog_and_format() else { return Ok(false) };
        let (Some(found), Some(deck)) = (solved.repair(), solved.before.deck()) else {
            return Ok(false);
        };
        if found.moves.count_changes() == 0 && solved.new_format().is_none() {
            return Ok(false);
        }
        let path = solved.before.path.clone();
        if progress::watch_interrupt().load(Ordering::Relaxed) {
            return Err(session.refusal(CliMessage::NotWritten { path }));
        }
        // A repair ignores lines that name no card, so it may be wrong for the whole file.
        if solved.verdict() == Verdict::Unusable {
            return Err(session.refusal(CliMessage::NotChanged { path }));
        }
        if solved.before.file_path() == "-" {
            return Err(session.refusal(CliMessage::NotInPlace));
        }
        // The edit reads its text again, as one deck.
        if solved.before.part.is_some() {
            return Err(session.refusal(CliMessage::OneOfSeveral { path }));
        }
        let edited = decks::edit(
            deck,
            &found.deck,
            &found.moves,
            (catalog, format),
            self.from.as_deref(),
            session.talk.lang,
        );
        let text = match edited {
            Ok(text) => text,
            Err(EditError::Lost(what)) => {
                return Err(session.refusal(CliMessage::NotHeld { path, what }));
            }
            Err(EditError::Shape) => return Err(session.refusal(CliMessage::NotByLine { path })),
        };
        let place = session.streams.folder.join(files::path_from_text(&path));
        let old = &solved.before.text;
        let current = files::read(&place, MAX_BYTES).unwrap_or_else(|_| old.as_bytes().to_vec());
        let text = decks::rewrite_bytes(&current, old, &text).map_err(|why| {
            session.refusal(match why {
                RewriteError::Changed => CliMessage::ChangedMeanwhile { path: path.clone() },
                RewriteError::Lacks(lacks) => {
                    CliMessage::NotEncoded { path: path.clone(), lacks: lacks.to_string() }
                }
            })
        })?;
        let mut staged = StagedFiles::default();
        // The file may have changed since it was read; then it is left alone.
        let same = |bytes: &[u8]| bytes == current;
        let stored = staged.add(&place, &text, same).and_then(|()| staged.commit());
        match stored {
            Ok(lost_groups) => {
                session.note_lost_groups(lost_groups);
                Ok(true)
            }
            // `Exists` here means that the file has changed since it was read.
            Err(super::store::StoreError::Exists { .. }) => {
                Err(session.refusal(CliMessage::ChangedMeanwhile { path }))
            }
            Err(error) => Err(session.store_failure(&error)),
        }
    }
}
