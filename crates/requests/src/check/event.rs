//! The decks of a tournament day, player by player, and the lock that registers them.

use super::{CheckAnswer, CheckQuestion, VerdictMessage};
use crate::{
    AnswerStatus, Desk, Refusal, desk::say_line, opened_event::OpenedEvent, values::within,
};
use sleeve_check::{Batch, CheckedDeck};
use sleeve_data::{model::Fingerprint, problem::Message};
use sleeve_event::{Event, EventEntries, Lock, Player, Trouble};
use sleeve_report::{
    event::EventReport,
    forms::{FormScope, Look, OutputForm},
    text::escape::safe,
};
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

fields! {
    /// The event whose decks are checked. Clap does not ask for `--event` where named decks conflict
    /// with it, so its options conflict with decks themselves.
    EventOptions {
        /// Check the decks of an event (event.toml)
        #[arg(long, value_name = "FILE", conflicts_with_all = ["decks", "format", "game", "role", "sealed", "collection"])]
        event: Option<PathBuf>,
        /// Record the fingerprint of every deck
        ///
        /// sleeve writes a file next to the event, if no deck is missing or wrong.
        #[arg(long, requires = "event", conflicts_with_all = ["round", "decks"])]
        lock: bool,
        /// Accept the new deck of this player
        ///
        /// The lock gets this deck; all others stay as they are.
        #[arg(long, value_name = "PLAYER", requires = "lock")]
        change: Vec<String>,
        /// Record that this player left the event
        ///
        /// No deck is expected from the player any more.
        #[arg(long, value_name = "PLAYER", requires = "lock")]
        drop: Vec<String>,
        /// Compare the decks of this round with the lock
        #[arg(long, value_name = "N", requires = "event", conflicts_with = "decks", value_parser = clap::value_parser!(u32).range(1..=100))]
        #[serde(deserialize_with = "within::<1, 100, _, _>")]
        round: Option<u32>,
    }
}

/// A lock that is to be written.
pub(super) struct LockFile {
    pub(super) path: PathBuf,
    pub(super) text: String,
    /// Whether it replaces another.
    pub(super) replaces: bool,
}

/// What happens to the lock of an event.
enum LockStep {
    Keep,
    /// The decks of these players do not allow the changes.
    Refuse(Vec<String>),
    /// It is replaced by a changed one.
    Replace,
    /// The decks are locked for the first time.
    Register,
}

/// What is known of an event besides its checked decks.
pub(super) struct EventAnswer {
    opened: OpenedEvent,
    /// The folder from which paths of decks start.
    base: PathBuf,
    round: Option<u32>,
    lock_path: PathBuf,
    lock: Option<Lock>,
    /// The registered decks, if those of a round differ from the lock.
    registered: Vec<CheckedDeck>,
    reader: Option<String>,
}

impl EventAnswer {
    fn entries<'d>(&'d self, decks: &'d [CheckedDeck]) -> EventEntries<'d> {
        let (event, folder) = (&self.opened.event, &self.opened.folder);
        let mut entries = EventEntries::new(event, decks, &self.base, folder, self.lock.as_ref());
        if !self.registered.is_empty() {
            entries.compare_cards(&self.registered, self.reader.as_deref());
        }
        entries
    }

    /// Writes the players and their decks in one of the forms.
    pub(super) fn write(
        &self,
        form: &OutputForm,
        batch: &Batch,
        look: &Look,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let entries = self.entries(&batch.decks);
        let lock = self
            .lock
            .as_ref()
            .map(|lock| (self.lock_path.display().to_string(), lock));
        let report =
            EventReport { event: &self.opened.event, entries: &entries, round: self.round, lock };
        (form.write_event)(&report, batch, look, out)
    }

    /// Whether a player's deck is missing or differs. The verdicts of decks do not count here.
    fn is_amiss(&self, decks: &[CheckedDeck]) -> bool {
        let entries = self.entries(decks);
        let mut troubles = entries.players.iter().flat_map(|player| &player.troubles);
        let is_amiss = troubles.any(|trouble| !matches!(trouble, Trouble::Deck { .. }));
        is_amiss || decks.is_empty() || !entries.unassigned.is_empty()
    }

    fn differs_from_lock(&self, decks: &[CheckedDeck]) -> bool {
        let entries = self.entries(decks);
        let mut troubles = entries.players.iter().flat_map(|player| &player.troubles);
        troubles.any(|trouble| matches!(trouble, Trouble::Differs { .. }))
    }
}

/// The digests of the data that decks were checked with, each once in a row.
fn list_digests(batch: &Batch) -> Vec<Fingerprint> {
    let of_decks = batch
        .decks
        .iter()
        .filter_map(|deck| deck.catalog()?.digest());
    let mut digests: Vec<Fingerprint> = of_decks.collect();
    // Neighbours are enough, since it only matters whether all decks have one digest.
    digests.dedup();
    digests
}

impl CheckQuestion {
    /// Answers for the decks of an event.
    pub(super) fn answer_event(
        &self,
        desk: &mut dyn Desk,
        path: &Path,
        form: &OutputForm,
    ) -> Result<CheckAnswer, Refusal> {
        let options = &self.tournament;
        let opened = OpenedEvent::open(desk, path, options.round)?;
        let mut request = self.request();
        opened.complete(&mut request);
        let lock_path = Event::lock_path(path);
        let lock = options.read_lock(desk, &opened.event, &lock_path)?;
        let batch = opened.check_decks(desk, &request)?;
        say_other_data(desk, lock.as_ref(), &lock_path, &batch);
        let (base, reader) = (desk.folder().to_owned(), request.reader.clone());
        let (round, registered) = (options.round, Vec::new());
        let mut event = EventAnswer { opened, base, round, lock_path, lock, registered, reader };
        // The answer shows the state after the lock is written.
        let step = options.plan_lock(&mut event, &batch.decks)?;
        if round.is_some() && event.differs_from_lock(&batch.decks) {
            let registered = OpenedEvent::open(desk, path, None)?;
            event.registered = registered.check_decks(desk, &request)?.decks;
        }
        let is_bare = !form.has_remarks || form.scope == FormScope::Text;
        let mut answer = self.new_answer(batch, &desk.talk(), is_bare);
        if event.is_amiss(&answer.batch.decks) {
            answer.status = answer.status.max(AnswerStatus::No);
        }
        answer.settle_lock(desk, path, &event, step);
        Ok(CheckAnswer { event: Some(event), ..answer })
    }
}

impl EventAnswer {
    fn lock_file(&self, event: &Path, lock: &Lock, replaces: bool) -> LockFile {
        let name = event.file_name().unwrap_or(event.as_os_str());
        let text = lock.text(&name.to_string_lossy());
        LockFile { path: self.lock_path.clone(), text, replaces }
    }
}

impl CheckAnswer {
    fn remark(&mut self, desk: &dyn Desk, message: &VerdictMessage) {
        self.remarks
            .push(safe(&message.title(desk.talk().lang)).into_owned());
    }

    /// Remarks something that makes the answer a "no".
    fn say_no(&mut self, desk: &dyn Desk, message: &VerdictMessage) {
        self.remark(desk, message);
        self.status = self.status.max(AnswerStatus::No);
    }

    fn settle_lock(&mut self, desk: &dyn Desk, path: &Path, event: &EventAnswer, step: LockStep) {
        let lock = event.lock_path.display().to_string();
        match step {
            LockStep::Keep => {}
            LockStep::Refuse(players) => {
                let players = players.join("; ");
                self.say_no(desk, &VerdictMessage::LockNotChanged { lock, players });
            }
            LockStep::Replace => {
                let lock = event.lock.as_ref();
                self.lock = lock.map(|lock| event.lock_file(path, lock, true));
            }
            LockStep::Register => self.lock_decks(desk, path, event, lock),
        }
    }

    /// Locks the decks, unless others are locked or some are wrong.
    fn lock_decks(&mut self, desk: &dyn Desk, path: &Path, event: &EventAnswer, lock: String) {
        let decks = event.entries(&self.batch.decks).decks_to_lock();
        match (&event.lock, decks.filter(|decks| !decks.is_empty())) {
            (Some(known), Some(decks)) if known.holds(&decks) => {
                self.remark(desk, &VerdictMessage::LockedAlready { lock });
            }
            (Some(_), _) => self.failure = Some(VerdictMessage::LockedOtherwise { lock }.into()),
            (None, None) => self.say_no(desk, &VerdictMessage::NotLocked { lock }),
            (None, Some(decks)) => {
                let digests = list_digests(&self.batch);
                let data = digests.first().copied().filter(|_| digests.len() == 1);
                let lock = Lock::new(&event.opened.event, data, decks);
                self.lock = Some(event.lock_file(path, &lock, false));
            }
        }
    }
}

/// Notes that the lock was written with other data than that of the decks.
fn say_other_data(desk: &mut dyn Desk, lock: Option<&Lock>, path: &Path, batch: &Batch) {
    let Some(locked) = lock.and_then(|lock| lock.data) else { return };
    if let Some(digest) = list_digests(batch).iter().find(|digest| **digest != locked) {
        let lock = path.display().to_string();
        let (locked, digest) = (locked.to_string(), digest.to_string());
        say_line(desk, &VerdictMessage::LockOfOtherData { lock, locked, digest });
    }
}

impl EventOptions {
    /// Changes the lock for the new decks of players.
    fn plan_lock(
        &self,
        event: &mut EventAnswer,
        decks: &[CheckedDeck],
    ) -> Result<LockStep, Refusal> {
        let unchanged = if self.lock { LockStep::Register } else { LockStep::Keep };
        if self.change.is_empty() && self.drop.is_empty() {
            return Ok(unchanged);
        }
        let Some(lock) = &event.lock else { return Err(nothing_locked(&event.lock_path)) };
        let entries = event.entries(decks);
        let changed = find_players(&entries, &self.change)?;
        let dropped = find_players(&entries, &self.drop)?;
        match entries.change_lock(lock, &changed, &dropped) {
            Err(players) => Ok(LockStep::Refuse(players)),
            Ok(changed) if changed == *lock => Ok(unchanged),
            Ok(changed) => {
                event.lock = Some(changed);
                Ok(LockStep::Replace)
            }
        }
    }

    /// Reads the lock of the event. `None` if there is none; a round needs one.
    fn read_lock(
        &self,
        desk: &dyn Desk,
        event: &Event,
        path: &Path,
    ) -> Result<Option<Lock>, Refusal> {
        let file = desk.folder().join(path);
        // Links are not followed here: a broken link is a mistake, not a missing lock.
        if std::fs::symlink_metadata(&file).is_err() {
            return if self.round.is_some() { Err(nothing_locked(path)) } else { Ok(None) };
        }
        let shown = path.display().to_string();
        let lock = Lock::read(&file, &shown, desk.projects().links())?;
        lock.check_event(event, &shown)?;
        Ok(Some(lock))
    }
}

fn nothing_locked(lock: &Path) -> Refusal {
    VerdictMessage::NothingLocked { lock: lock.display().to_string() }.into()
}

/// The players that options name.
fn find_players<'e, 'd>(
    entries: &'e EventEntries<'d>,
    names: &[String],
) -> Result<Vec<&'e Player<'d>>, Refusal> {
    let mut found = Vec::new();
    for name in names {
        let Some(player) = entries.find_player(name) else {
            let players = entries
                .players
                .iter()
                .map(|player| player.name.clone())
                .collect();
            return Err(VerdictMessage::UnknownPlayer { name: name.clone(), players }.into());
        };
        found.push(player);
    }
    Ok(found)
}
