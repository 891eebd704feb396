//! Events whose decks a question is about.

use crate::{Desk, Refusal, check::VerdictMessage, desk::say_line};
use sleeve_check::{Batch, CheckRequest, CheckedDeck};
use sleeve_data::files;
use sleeve_decks::{DeckMessage, DeckProblem};
use sleeve_event::{Event, name_players};
use sleeve_library::project::{ProjectError, canonical_folder};
use std::path::{Path, PathBuf};

/// An event whose format, roles and parameters are looked up, and the folder of its decks.
pub struct OpenedEvent {
    pub event: Event,
    /// Of the registered decks, or of those of a round; from the current folder.
    pub folder: PathBuf,
}

impl OpenedEvent {
    /// Reads the file of an event; without a round, its decks are those that are registered.
    ///
    /// # Errors
    /// The event has mistakes, or no such round.
    pub fn open(desk: &dyn Desk, path: &Path, round: Option<u32>) -> Result<OpenedEvent, Refusal> {
        let mut event = read_event(desk, path)?;
        if round.is_some() {
            // Played decks are compared with the lock, as locked ones were with their seals.
            event.seals.clear();
        }
        let folder = deck_folder(desk, &event, path, round)?;
        Ok(OpenedEvent { event, folder })
    }

    /// Adds the event's format, day and parameters to a request, which overrides them.
    pub fn complete(&self, request: &mut CheckRequest) {
        let event = &self.event;
        request.ignores_plans = true;
        request
            .format
            .get_or_insert_with(|| event.format.value.clone());
        request.options.on = request.options.on.or(event.day);
        let written = event.parameters.iter();
        let parameters = written.map(|(name, value)| (name.value.clone(), value.clone()));
        // Parameters of the request come later, so that they override those of the event.
        request
            .options
            .overrides
            .parameters
            .splice(0..0, parameters);
    }

    /// Checks the decks of all players.
    ///
    /// # Errors
    /// The user stopped it, so that some decks are unknown.
    pub fn check_decks(
        &self,
        desk: &mut dyn Desk,
        request: &CheckRequest,
    ) -> Result<Batch, Refusal> {
        let mut batch = desk.check(std::slice::from_ref(&self.folder), request);
        // Otherwise players whose decks were not read would be reported as having none.
        if desk.was_stopped() {
            return Err(VerdictMessage::EventStopped.into());
        }
        // A folder without decks is a mistake elsewhere; here they may be yet to come.
        let no_decks = DeckProblem::from(DeckMessage::NoDecks);
        batch
            .decks
            .retain(|deck| deck.obstacles().iter().all(|of| of.id() != no_decks.id()));
        if batch.decks.is_empty() {
            let folder = files::path_text(&self.folder);
            say_line(desk, &VerdictMessage::NoDeckYet { folder });
        }
        self.name_players(desk, &mut batch.decks);
        Ok(batch)
    }

    /// Names the players of decks and puts these in the order of the players.
    pub fn name_players(&self, desk: &dyn Desk, decks: &mut [CheckedDeck]) {
        name_players(&self.event, decks, desk.folder(), &self.folder);
    }
}

/// Reads the event, and looks up the format, roles and parameters that it names.
fn read_event(desk: &dyn Desk, path: &Path) -> Result<Event, Refusal> {
    let file = desk.folder().join(path);
    let mut event = Event::read(&file, &path.display().to_string())?;
    let folder = canonical_folder(file.parent().unwrap_or(Path::new("")));
    let project = desk
        .projects()
        .find_project(&folder)
        .map_err(|error| match error {
            ProjectError::Config(error) => Refusal::from(&*error),
            ProjectError::Data(error) => Refusal::from((*error).clone()),
        })?;
    event.resolve(&project.library)?;
    Ok(event)
}

/// The folder of the registered decks, or of the decks of the round.
fn deck_folder(
    desk: &dyn Desk,
    event: &Event,
    path: &Path,
    round: Option<u32>,
) -> Result<PathBuf, Refusal> {
    let number = round.map(|round| usize::try_from(round).unwrap_or(usize::MAX));
    let rounds = event.rounds.len();
    match number {
        Some(_) if rounds == 0 => return Err(VerdictMessage::NoRounds.into()),
        Some(round) if round > rounds => {
            return Err(VerdictMessage::NoRound { round, rounds }.into());
        }
        _ => {}
    }
    let within = path.parent().unwrap_or(Path::new(""));
    let home = canonical_folder(&desk.folder().join(within));
    Ok(within.join(event.folder(number, &home, desk.projects().links())?))
}
