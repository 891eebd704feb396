//! The legal deck with the fewest changes, and the proof that fewer are not enough.

use super::{LikeDecks, Objectives, SolveMessage, SolvedDecks, WishParser, two_seconds};
use crate::{Desk, JudgeOptions, Refusal, TextValue, deck::say_unusable_deck, values::within};
use sleeve_check::{self as check, CheckRequest, CheckedDeck};
use sleeve_data::{files, model::Date};
use sleeve_decks::{self as decks, EditError, MAX_BYTES, RewriteError};
use sleeve_language as language;
use sleeve_library::project;
use sleeve_report::{
    documents::solved::FIX,
    solved::{SolvedDeck, UserConditions},
};
use sleeve_rules::{CheckOptions, Rulebook, Verdict};
use sleeve_solve::{
    self as solve, ALTERNATIVES_LIMIT, Effort, Ending, Outcome, Repaired, SolveRequest, Wishes,
};
use std::{path::PathBuf, sync::atomic::Ordering, time::Duration};

fields! {
    /// The smallest repairs of decks.
    FixRequest -> SolvedDecks {
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
        ..objectives: Objectives,
        /// Choose cards the way these decks do
        ///
        /// Of equally good decks, take the one whose cards are played together in these decks or
        /// folders of decks.
        #[arg(long, value_name = "PATH")]
        like: Vec<PathBuf>,
        /// Show this many other repairs of the same size
        #[arg(id = "all", long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=ALTERNATIVES_LIMIT as i64))]
        #[serde(rename = "all", deserialize_with = "within::<1, { ALTERNATIVES_LIMIT as u64 }, _, _>")]
        alternatives: Option<u32>,
        /// Write the repair into the deck file
        ///
        /// Its comments, order and file format stay.
        #[arg(long)]
        write: bool,
        /// Seconds to search for each deck
        ///
        /// This includes the search for the reasons.
        #[arg(long, value_name = "SECONDS", default_value = "2")]
        #[serde(default = "two_seconds")]
        time: TextValue<Duration>,
        /// Game of decks that do not name one
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
        /// Side or role of decks that do not name one
        #[arg(long, value_name = "ROLE")]
        role: Option<String>,
        ..judge: JudgeOptions,
        /// Check as of this day, without later sets
        ///
        /// Later lists and formats do not count either.
        #[arg(long, value_name = "DATE")]
        on: Option<TextValue<Date>>,
        /// Deck file format, if it cannot be detected
        #[arg(long, value_name = "READER")]
        from: Option<String>,
    }
}

impl FixRequest {
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<SolvedDecks, Refusal> {
        let request = CheckRequest {
            game: self.game.clone(),
            format: self.format.clone(),
            reader: self.from.clone(),
            options: self
                .judge
                .options(self.role.as_ref(), self.on.as_ref().map(|on| on.0)),
            ..CheckRequest::default()
        };
        let batch = desk.check(&self.decks, &request);
        let checked = desk.take_decks(batch);
        let mut like = LikeDecks::read(desk, &self.like, self.game.as_deref())?;
        let mut decks = Vec::new();
        let mut failure = None;
        for deck in checked {
            failure = self
                .solve_next(desk, deck, &request.options, &mut like, &mut decks)
                .err();
            if failure.is_some() {
                break;
            }
        }
        // Files that were written before a failure are reported all the same.
        match failure {
            Some(refusal) if decks.is_empty() => return Err(refusal),
            _ => like.say_guesses(desk, &decks),
        }
        let shows_alternatives = self.alternatives.is_some();
        Ok(SolvedDecks {
            decks,
            failure,
            shows_alternatives,
            document: FIX,
            ..SolvedDecks::default()
        })
    }

    /// Repairs a deck, and writes the repair if that is asked for.
    fn solve_next(
        &self,
        desk: &mut dyn Desk,
        deck: CheckedDeck,
        options: &CheckOptions,
        like: &mut LikeDecks,
        solved: &mut Vec<SolvedDeck>,
    ) -> Result<(), Refusal> {
        solved.push(self.repair_deck(desk, deck, options, like)?);
        if self.write
            && let Some(deck) = solved.last_mut()
        {
            deck.written = Some(self.write_repair(desk, deck)?);
        }
        Ok(())
    }

    /// The filters of `lock` as one; `None` without one.
    fn lock_filter(&self) -> Option<String> {
        match self.lock.as_slice() {
            [] => None,
            [filter] => Some(filter.clone()),
            several => Some(format!("({})", several.join(") or ("))),
        }
    }

    fn repair_deck(
        &self,
        desk: &mut dyn Desk,
        deck: CheckedDeck,
        options: &CheckOptions,
        like: &mut LikeDecks,
    ) -> Result<SolvedDeck, Refusal> {
        let outcome = self.search(desk, &deck, options, like)?;
        let mut role = deck.role().map(str::to_owned);
        match outcome.as_ref().map(|outcome| &outcome.ending) {
            None => say_unusable_deck(desk, &deck),
            // Without a stated role, the cards of the repaired deck show it.
            Some(Ending::Found(found)) if deck.deck().is_some_and(|deck| deck.role.is_none()) => {
                role.clone_from(&found.checked.role);
            }
            Some(_) => {}
        }
        Ok(SolvedDeck {
            role,
            before: deck,
            is_new: false,
            outcome,
            asking: UserConditions {
                lock: self.lock_filter(),
                only: self.only.clone(),
                objectives: self.objectives.texts(),
                ..UserConditions::default()
            },
            overrides: options.overrides.clone(),
            lens: self.judge.lens(),
            written: None,
        })
    }

    /// Searches the smallest repair. `None` for a deck that cannot be used.
    fn search(
        &self,
        desk: &mut dyn Desk,
        checked: &CheckedDeck,
        options: &CheckOptions,
        like: &mut LikeDecks,
    ) -> Result<Option<Outcome>, Refusal> {
        let (Some((catalog, deck)), Some(format)) = (checked.catalog_and_deck(), checked.format())
        else {
            return Ok(None);
        };
        let mut deck = deck.clone();
        if self.format.is_some() {
            decks::state_format(&mut deck, catalog, format);
        }
        let rulebook = Rulebook::new(catalog, format).with_cache();
        if !solve::is_solvable(&rulebook, &deck, options) {
            return Ok(None);
        }
        let options = options_of_folder(desk, checked, options, &rulebook);
        let mut wishes =
            self.read_wishes(&WishParser { rulebook: &rulebook, lang: desk.talk().lang })?;
        wishes.like = Some(like.corpus(desk.folder(), catalog, &checked.path));
        let search = SolveRequest {
            alternatives: self.alternatives.unwrap_or(0) as usize,
            explain: true,
            stop: Some(desk.watch_interrupt()),
            ..SolveRequest::nearest(&wishes, Effort::Time(self.time.0))
        };
        let outcome = solve::solve(&rulebook, &deck, &options, &search);
        outcome
            .map(Some)
            .map_err(|error| Refusal::Problems(error.problems(Some(catalog))))
    }

    fn read_wishes(&self, parser: &WishParser<'_>) -> Result<Wishes, Refusal> {
        let lock = self
            .lock_filter()
            .map(|text| parser.parse(&text, language::filter));
        let only = self
            .only
            .as_ref()
            .map(|text| parser.parse(text, language::filter));
        let wishes = Wishes {
            lock: lock.transpose()?,
            only: only.transpose()?,
            objectives: self.objectives.parse(parser)?,
            ..Wishes::default()
        };
        parser.require_card("--lock", wishes.lock.as_ref())?;
        parser.require_card("--only", wishes.only.as_ref())?;
        Ok(wishes)
    }

    /// Writes a repair into the file of a deck: in its own format, line by line, and only if it
    /// reads back as the repaired deck. Returns whether the file changed.
    fn write_repair(&self, desk: &mut dyn Desk, solved: &SolvedDeck) -> Result<bool, Refusal> {
        let Some(found) = solved.repair() else { return Ok(false) };
        if found.moves.count_changes() == 0 && solved.new_format().is_none() {
            return Ok(false);
        }
        let is_stopped = desk.watch_interrupt().load(Ordering::Relaxed);
        require_own_file(&solved.before, solved.verdict(), is_stopped)?;
        let Some(text) = self.edit(desk, solved, found)? else { return Ok(false) };
        let path = solved.before.path.clone();
        let place = desk.folder().join(files::path_from_text(&path));
        let old = &solved.before.text;
        let current = files::read(&place, MAX_BYTES).unwrap_or_else(|_| old.as_bytes().to_vec());
        let text = match decks::rewrite_bytes(&current, old, &text) {
            Ok(text) => text,
            Err(RewriteError::Changed) => {
                return Err(SolveMessage::ChangedMeanwhile { path }.into());
            }
            Err(RewriteError::Lacks(lacks)) => {
                return Err(SolveMessage::NotEncoded { path, lacks: lacks.to_string() }.into());
            }
        };
        if desk.replace_file(&place, &current, &text)? {
            return Ok(true);
        }
        Err(SolveMessage::ChangedMeanwhile { path }.into())
    }

    /// The text of a deck's file with the repair.
    fn edit(
        &self,
        desk: &dyn Desk,
        solved: &SolvedDeck,
        found: &Repaired,
    ) -> Result<Option<String>, Refusal> {
        let (Some((catalog, format)), Some(deck)) =
            (solved.catalog_and_format(), solved.before.deck())
        else {
            return Ok(None);
        };
        let home = (&**catalog, format);
        let lang = desk.talk().lang;
        let text = decks::edit(deck, &found.deck, &found.moves, home, self.from.as_deref(), lang);
        let path = solved.before.path.clone();
        text.map(Some).map_err(|error| match error {
            EditError::Lost(what) => SolveMessage::NotHeld { path, what }.into(),
            EditError::Shape => SolveMessage::NotByLine { path }.into(),
        })
    }
}

/// Refuses to change a file that may hold more than the repaired deck.
fn require_own_file(deck: &CheckedDeck, verdict: Verdict, is_stopped: bool) -> Result<(), Refusal> {
    let path = deck.path.clone();
    if is_stopped {
        return Err(SolveMessage::NotWritten { path }.into());
    }
    // A repair ignores lines that name no card, so it may be wrong for the whole file.
    if verdict == Verdict::Unusable {
        return Err(SolveMessage::NotChanged { path }.into());
    }
    if deck.file_path() == "-" {
        return Err(SolveMessage::NotInPlace.into());
    }
    // The edit reads its text again, as one deck.
    if deck.part.is_some() {
        return Err(SolveMessage::OneOfSeveral { path }.into());
    }
    Ok(())
}

/// Adds the levels of rules that the `sleeve.toml` of a deck sets to the options.
fn options_of_folder(
    desk: &dyn Desk,
    deck: &CheckedDeck,
    options: &CheckOptions,
    rulebook: &Rulebook<'_>,
) -> CheckOptions {
    let mut levelled = options.clone();
    let folder = match deck.path.as_str() {
        "-" => desk.folder().to_owned(),
        path => desk
            .folder()
            .join(path)
            .parent()
            .unwrap_or(desk.folder())
            .to_owned(),
    };
    let place = desk
        .projects()
        .find_project(&project::canonical_folder(&folder))
        .ok();
    if let Some(config) = place.and_then(|place| place.config) {
        check::add_levels(&mut levelled, &config, &rulebook.catalog.game, rulebook.format);
    }
    levelled
}
