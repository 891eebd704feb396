//! `sleeve check --event`: the decks of a tournament day, player by player.

use super::check::CheckCommand;
use super::{AnswerStatus, Failure, Session};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_check::CheckRequest;
use sleeve_data::model::Fingerprint;
use sleeve_event::{Event, EventEntries, Lock, Player, Trouble};
use sleeve_report::event::{self, EventReport};
use sleeve_report::forms::{Look, human};
use sleeve_requests::{OpenedEvent, Refusal};
use std::path::{Path, PathBuf};

/// The options of events. Clap does not ask for `--event` where named decks conflict with it, so
/// those of events conflict with decks themselves.
#[derive(Args, Debug)]
pub struct EventArgs {
    /// Check the decks of an event (event.toml)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["decks", "format", "game", "role", "sealed", "collection"])]
    pub event: Option<PathBuf>,
    /// Record the fingerprint of every deck
    ///
    /// sleeve writes a file next to the event, if no deck is missing or wrong.
    #[arg(long, requires = "event", conflicts_with_all = ["round", "decks"])]
    pub lock: bool,
    /// Accept the new deck of this player
    ///
    /// The lock gets this deck; all others stay as they are.
    #[arg(long, value_name = "PLAYER", requires = "lock")]
    pub change: Vec<String>,
    /// Record that this player left the event
    ///
    /// No deck is expected from the player any more.
    #[arg(long, value_name = "PLAYER", requires = "lock")]
    pub drop: Vec<String>,
    /// Compare the decks of this round with the lock
    #[arg(long, value_name = "N", requires = "event", conflicts_with = "decks", value_parser = clap::value_parser!(u32).range(1..=100))]
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
    ) -> Result<AnswerStatus, Failure> {
        let opened = OpenedEvent::open(session, path, self.round)?;
        opened.complete(&mut request);
        let event = &opened.event;
        let lock_path = Event::lock_path(path);
        let lock = self.read_lock(session, event, &lock_path)?;
        request.seek_repairs = false;
        let batch = opened.check_decks(session, &request)?;
        let is_empty = batch.decks.is_empty();
        let digests = batch.decks.iter().filter_map(|deck| deck.catalog()?.digest());
        let mut digests: Vec<Fingerprint> = digests.collect();
        // Neighbours are enough, since it only matters whether all decks have one digest.
        digests.dedup();
        if let Some(locked) = lock.as_ref().and_then(|lock| lock.data)
            && let Some(digest) = digests.iter().find(|digest| **digest != locked)
        {
            let lock = lock_path.display().to_string();
            let (locked, digest) = (locked.to_string(), digest.to_string());
            session.say_line(&CliMessage::LockOfOtherData { lock, locked, digest });
        }
        let base = session.streams.folder.clone();
        let places = (base.as_path(), opened.folder.as_path());
        let mut entries = EventEntries::new(event, &batch.decks, places, lock.as_ref());
        let changed = self.change_lock(session, &entries, lock.as_ref(), &lock_path)?;
        // The report shows the state after the lock is written.
        let kept = changed.as_ref().ok().and_then(Option::as_ref).or(lock.as_ref());
        if changed.as_ref().is_ok_and(Option::is_some) {
            entries = EventEntries::new(event, &batch.decks, places, kept);
        }
        let differs = |trouble: &Trouble<'_>| matches!(trouble, Trouble::Differs { .. });
        let mut troubles = entries.players.iter().flat_map(|player| &player.troubles);
        if self.round.is_some() && troubles.any(differs) {
            let registered = OpenedEvent::open(session, path, None)?;
            let registered = registered.check_decks(session, &request)?;
            entries.compare_cards(&registered.decks, request.reader.as_deref());
        }
        let locks = kept.map(|lock| (lock_path.display().to_string(), lock));
        let shown = EventReport { event, entries: &entries, round: self.round, lock: locks };
        let look = Look { style: session.style, quiet: session.global.quiet, all_formats: false };
        (check.output.write_event)(&shown, &batch, &look, session.streams.out)?;
        // Text for people only mentions players.
        if !check.output.has_remarks || check.output.name == "human" {
            let remarks = human::remarks(&batch, &session.talk);
            remarks.iter().for_each(|remark| session.say(remark));
        }
        let decks = batch.decks.iter().map(|deck| check.deck_status(deck));
        let configs = batch.configs.iter().map(|config| check.config_status(config));
        let worst = decks.chain(configs).max().unwrap_or(AnswerStatus::Fine);
        // The verdicts of decks count in `worst` already.
        let amiss = |trouble: &Trouble<'_>| !matches!(trouble, Trouble::Deck { .. });
        let amiss = entries.players.iter().any(|player| player.troubles.iter().any(amiss));
        let is_amiss = amiss || is_empty || !entries.unassigned.is_empty();
        let status = if is_amiss { worst.max(AnswerStatus::No) } else { worst };
        match changed {
            Err(players) => {
                let lock = lock_path.display().to_string();
                session.say_line(&CliMessage::LockNotChanged { lock, players: players.join("; ") });
                Ok(status.max(AnswerStatus::No))
            }
            Ok(Some(changed)) if lock.as_ref() != Some(&changed) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                let text = changed.text(&name.to_string_lossy());
                session.write_file_bytes(&lock_path, text.as_bytes(), |_| true)?;
                Ok(status)
            }
            Ok(_) if self.lock => {
                let data = digests.first().copied().filter(|_| digests.len() == 1);
                let paths = (path, lock_path.as_path());
                self.write_lock(session, (event, data), paths, &entries, lock.as_ref(), status)
            }
            Ok(_) => Ok(status),
        }
    }

    /// The lock with the new decks of players. `Ok(None)` without changes; an inner error lists the
    /// players whose decks do not allow it.
    fn change_lock(
        &self,
        session: &Session<'_>,
        entries: &EventEntries<'_>,
        lock: Option<&Lock>,
        lock_path: &Path,
    ) -> Result<Result<Option<Lock>, Vec<String>>, Failure> {
        if self.change.is_empty() && self.drop.is_empty() {
            return Ok(Ok(None));
        }
        let Some(lock) = lock else {
            let (title, help) = event::nothing_locked(lock_path, session.talk.lang);
            return Err(session.failure_with_help(title, help));
        };
        let changed = find_players(session, entries, &self.change)?;
        let dropped = find_players(session, entries, &self.drop)?;
        Ok(entries.change_lock(lock, &changed, &dropped).map(Some))
    }

    /// Reads the lock of the event. `None` if there is none; a round needs one.
    fn read_lock(
        &self,
        session: &Session<'_>,
        event: &Event,
        path: &Path,
    ) -> Result<Option<Lock>, Failure> {
        let file = session.streams.folder.join(path);
        // Links are not followed here: a broken link is a mistake, not a missing lock.
        if std::fs::symlink_metadata(&file).is_err() {
            if self.round.is_some() {
                let (title, help) = event::nothing_locked(path, session.talk.lang);
                return Err(session.failure_with_help(title, help));
            }
            return Ok(None);
        }
        let shown = path.display().to_string();
        let lock = Lock::read(&file, &shown, session.global.links());
        let lock = lock.map_err(Refusal::from)?;
        lock.check_event(event, &shown).map_err(Refusal::from)?;
        Ok(Some(lock))
    }

    fn write_lock(
        &self,
        session: &mut Session<'_>,
        (event, data): (&Event, Option<Fingerprint>),
        (path, lock_path): (&Path, &Path),
        entries: &EventEntries<'_>,
        locked: Option<&Lock>,
        status: AnswerStatus,
    ) -> Result<AnswerStatus, Failure> {
        let shown = lock_path.display().to_string();
        let decks = entries.decks_to_lock().filter(|decks| !decks.is_empty());
        match (locked, decks) {
            (Some(known), Some(decks)) if known.holds(&decks) => {
                session.say(&event::locked_already(&shown, session.talk.lang));
                Ok(status)
            }
            (Some(_), _) => {
                let (title, help) = event::locked_otherwise(&shown, session.talk.lang);
                Err(session.failure_with_help(title, help))
            }
            (None, None) => {
                session.say(&event::not_locked(&shown, session.talk.lang));
                Ok(status.max(AnswerStatus::No))
            }
            (None, Some(decks)) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                let text = Lock::new(event, data, decks).text(&name.to_string_lossy());
                session.write_file(lock_path, &text)?;
                Ok(status)
            }
        }
    }
}

/// The players that options name.
fn find_players<'e, 'd>(
    session: &Session<'_>,
    entries: &'e EventEntries<'d>,
    names: &[String],
) -> Result<Vec<&'e Player<'d>>, Failure> {
    let mut found = Vec::new();
    for name in names {
        let Some(player) = entries.find_player(name) else {
            let players = entries.players.iter().map(|player| player.name.clone()).collect();
            let name = name.clone();
            return Err(session.refusal(CliMessage::UnknownPlayer { name, players }));
        };
        found.push(player);
    }
    Ok(found)
}
