//! `sleeve check --event`: the decks of a tournament day, player by player.

use super::check::CheckCommand;
use super::session::describe_config_error;
use super::{Failure, RunStatus, Session};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_check::CheckRequest;
use sleeve_event::{Event, EventEntries, EventError, Lock, ResolveError, Trouble};
use sleeve_library::project::{ProjectError, canonical_folder};
use sleeve_report::documents::check::EventDocument;
use sleeve_report::event::{self, EventReport};
use sleeve_report::folding::FoldingWriter;
use sleeve_report::{self as report, human};
use std::path::{Path, PathBuf};

/// The options that speak of an event.
#[derive(Args, Debug)]
pub struct EventArgs {
    /// Check the decks of this event (`event.toml`), player by player
    #[arg(long, value_name = "FILE", conflicts_with_all = ["decks", "format", "game", "role", "sealed", "collection"])]
    pub event: Option<PathBuf>,
    /// Write the fingerprint of every deck beside the event, where nothing is missing or wrong
    #[arg(long, requires = "event", conflicts_with = "round")]
    pub lock: bool,
    /// Check the decks of this round, and say which are not those that were locked
    #[arg(long, value_name = "N", requires = "event", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub round: Option<u32>,
}

impl EventArgs {
    /// Runs `check --event`; `check` maps verdicts to exit statuses.
    pub fn run(
        &self,
        session: &mut Session<'_>,
        path: &Path,
        check: &CheckCommand,
        mut request: CheckRequest,
    ) -> Result<RunStatus, Failure> {
        if !check.output.shows_all {
            return Err(session.refusal(CliMessage::NoRoomForEvent));
        }
        let event = self.read_event(session, path)?;
        let folder = self.deck_folder(session, &event, path)?;
        request.format = Some(event.format.value.clone());
        request.options.on = request.options.on.or(event.day);
        let parameters = event.parameters.iter();
        let parameters = parameters.map(|(name, value)| (name.value.clone(), value.clone()));
        // Parameters of the command line come later, so that they override those of the event.
        request.options.overrides.parameters.splice(0..0, parameters);
        let lock_path = Event::lock_path(path);
        let lock = self.read_lock(session, &event, &lock_path)?;
        let batch = session.check(std::slice::from_ref(&folder), &request);
        if session.stopped.is_some() {
            return Err(session.refusal(CliMessage::EventStopped));
        }
        let base = session.streams.folder.clone();
        let entries = EventEntries::new(&event, &batch.decks, (&base, &folder), lock.as_ref());
        let locks = lock.as_ref().map(|lock| (lock_path.display().to_string(), lock.decks.len()));
        let shown =
            EventReport { event: &event, entries: &entries, round: self.round, lock: locks };
        let (style, quiet) = (session.style, session.global.quiet);
        let out = &mut *session.streams.out;
        if check.prints_document() {
            report::json::write(&EventDocument::new(&shown, &batch), out)?;
        } else {
            event::write(&shown, &batch, &style, quiet, &mut FoldingWriter::new(out, &style))?;
            let remarks = human::remarks(&batch, &session.talk);
            remarks.iter().for_each(|remark| session.say(remark));
        }
        let decks = batch.decks.iter().map(|deck| check.deck_status(deck));
        let configs = batch.configs.iter().map(|config| check.config_status(config));
        let worst = decks.chain(configs).max().unwrap_or(RunStatus::Fine);
        let amiss = |trouble: &Trouble<'_>| !matches!(trouble, Trouble::Deck { .. });
        let amiss = entries.players.iter().any(|player| player.troubles.iter().any(amiss));
        let status =
            if amiss || !entries.unassigned.is_empty() { worst.max(RunStatus::No) } else { worst };
        if self.lock {
            self.write_lock(session, &event, (path, &lock_path), &entries, lock, status)
        } else {
            Ok(status)
        }
    }

    /// Reads the event, and looks up the format, roles and parameters that it names.
    fn read_event(&self, session: &mut Session<'_>, path: &Path) -> Result<Event, Failure> {
        let file = session.streams.folder.join(path);
        let shown = path.display().to_string();
        let mut event =
            Event::read(&file, &shown).map_err(|error| event_failure(session, &error))?;
        let folder = canonical_folder(file.parent().unwrap_or(Path::new("")));
        let project = session.projects.find_project(&folder).map_err(|error| match error {
            ProjectError::Config(error) => {
                Failure::Unusable(describe_config_error(&error, &session.talk))
            }
            ProjectError::Data(error) => session.data_failure(&error),
        })?;
        event.resolve(&project.library).map_err(|error| match error {
            ResolveError::Event(error) => event_failure(session, &error),
            ResolveError::Data(error) => session.data_failure(&error),
        })?;
        Ok(event)
    }

    /// The folder of the registered decks, or of the decks of the round.
    fn deck_folder(
        &self,
        session: &Session<'_>,
        event: &Event,
        path: &Path,
    ) -> Result<PathBuf, Failure> {
        let round = self.round.map(|round| usize::try_from(round).unwrap_or(usize::MAX));
        if let Some(round) = round.filter(|round| *round > event.rounds.len()) {
            let (title, help) = event::no_round(event.rounds.len(), round, session.talk.lang);
            return Err(session.failure_with_help(title, help));
        }
        let within = path.parent().unwrap_or(Path::new(""));
        let home = canonical_folder(&session.streams.folder.join(within));
        let folder = event.folder(round, &home).map_err(|error| event_failure(session, &error))?;
        Ok(within.join(folder))
    }

    /// Reads the lock of the event; `None` where there is none, which a round cannot do without.
    fn read_lock(
        &self,
        session: &Session<'_>,
        event: &Event,
        path: &Path,
    ) -> Result<Option<Lock>, Failure> {
        let file = session.streams.folder.join(path);
        if std::fs::symlink_metadata(&file).is_err() {
            if self.round.is_some() {
                let (title, help) = event::nothing_locked(path, session.talk.lang);
                return Err(session.failure_with_help(title, help));
            }
            return Ok(None);
        }
        let shown = path.display().to_string();
        let lock = Lock::read(&file, &shown).map_err(|error| event_failure(session, &error))?;
        lock.check_event(event, &shown).map_err(|error| event_failure(session, &error))?;
        Ok(Some(lock))
    }

    fn write_lock(
        &self,
        session: &mut Session<'_>,
        event: &Event,
        (path, lock_path): (&Path, &Path),
        entries: &EventEntries<'_>,
        locked: Option<Lock>,
        status: RunStatus,
    ) -> Result<RunStatus, Failure> {
        let shown = lock_path.display().to_string();
        let decks = entries.decks_to_lock().filter(|decks| !decks.is_empty());
        match (locked, decks) {
            (Some(known), Some(decks)) if known == Lock::new(event, decks.clone()) => {
                session.say(&event::locked_already(&shown, session.talk.lang));
                Ok(status)
            }
            (Some(_), _) => {
                let (title, help) = event::locked_otherwise(&shown, session.talk.lang);
                Err(session.failure_with_help(title, help))
            }
            (None, None) => {
                session.say(&event::not_locked(&shown, session.talk.lang));
                Ok(status.max(RunStatus::No))
            }
            (None, Some(decks)) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                let text = Lock::new(event, decks).text(&name.to_string_lossy());
                session.write_file(lock_path, &text)?;
                Ok(status)
            }
        }
    }
}

/// The failure that the file of an event or its lock has problems.
fn event_failure(session: &Session<'_>, error: &EventError) -> Failure {
    session.failure_in_file((&error.path, &error.text), &error.problems)
}
