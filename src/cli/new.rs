//! `sleeve new`: a commented starter file.

use super::{
    AnswerStatus, Failure, Session,
    session::resolve_path,
    store::{StagedFiles, StoreError},
};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_report::{
    templates::NewFile,
    {self as report},
};
use sleeve_requests::RequestMessage;
use sleeve_rules::{SetupProblem, unknown_role};
use std::path::{Path, PathBuf};

/// Write a starter deck, format or game
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve new starfighter/guerre-totale deck.toml
  sleeve new game my-game
  sleeve new format swccg our-league.toml")]
pub struct NewCommand {
    /// GAME/FORMAT of the deck, or game, or format
    ///
    /// `game` starts a game of your own, `format` a format of your own.
    #[arg(value_name = "GAME/FORMAT", required_unless_present = "config")]
    what: Option<String>,
    /// Write the settings of a folder (sleeve.toml)
    ///
    /// Every key of its settings and assertions has its default.
    #[arg(long, conflicts_with = "role")]
    config: bool,
    /// Side or role to build for
    #[arg(long)]
    role: Option<String>,
    /// File to write (default: standard output)
    ///
    /// An existing file is never overwritten.
    ///
    /// After `game`: the folder of the game. After `format`: the game of the format.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// File to write, after format GAME
    #[arg(value_name = "FORMAT-FILE", conflicts_with = "role")]
    format_file: Option<PathBuf>,
}

impl NewCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        if self.config {
            // With --config no deck is named, so that the first positional argument is the file.
            let file = self.what.as_ref().map(PathBuf::from);
            let text = report::templates::config_template(session.style.lang);
            session.write_or_print(file.as_ref().or(self.file.as_ref()), &text)?;
            return Ok(AnswerStatus::Fine);
        }
        let what = self.what.as_deref().unwrap_or_default();
        match (what, &self.file) {
            ("game", Some(folder)) => return self.write_game(session, folder),
            ("format", Some(game)) => return self.write_format(session, &game.to_string_lossy()),
            ("game", None) => return Err(session.refusal(CliMessage::NewWithoutFolder)),
            ("format", None) => return Err(session.refusal(CliMessage::NewWithoutGame)),
            _ => {}
        }
        self.refuse_extra_argument(session, "sleeve new GAME/FORMAT FILE")?;
        let (game, format) = match what.split_once('/') {
            Some((game, format)) => (game, Some(format)),
            None => (what, None),
        };
        let catalog = session.catalog(game)?;
        let format = match format {
            Some(word) => session.format(&catalog, word)?,
            None => return Err(RequestMessage::which_format(&catalog).into()),
        };
        let role = match &self.role {
            Some(word) => Some(self.find_role_id(session, format, word)?),
            None => None,
        };
        let text =
            report::templates::deck_template(&catalog, format, role.as_deref(), session.style.lang);
        session.write_or_print(self.file.as_ref(), &text)?;
        Ok(AnswerStatus::Fine)
    }

    /// Refuses a third positional argument, which only `new format` takes.
    fn refuse_extra_argument(
        &self,
        session: &Session<'_>,
        usage: &'static str,
    ) -> Result<(), Failure> {
        let Some(more) = &self.format_file else { return Ok(()) };
        let argument = more.display().to_string();
        Err(session.refusal(CliMessage::OneTooMany { argument, usage }))
    }

    /// Writes the folder of a new game: all files or none.
    fn write_game(
        &self,
        session: &mut Session<'_>,
        folder: &Path,
    ) -> Result<AnswerStatus, Failure> {
        self.refuse_extra_argument(session, "sleeve new game FOLDER")?;
        let id = id_from_path(session, folder)?;
        let place = resolve_path(&session.streams.folder, folder);
        let files = report::templates::make_game(&id, session.style.lang);
        // Leftovers of a killed run are replaced; a complete game belongs to the user.
        let is_whole = files.iter().all(|file| place.join(file.path).exists());
        write_game_files(&place, &files, is_whole)
            .map_err(|error| session.store_failure(&error))?;
        if !session.global.quiet {
            session.say_line(&CliMessage::WroteGame { folder: folder.display().to_string() });
        }
        Ok(AnswerStatus::Fine)
    }

    /// Prints a commented format of a game, or writes it.
    fn write_format(&self, session: &mut Session<'_>, game: &str) -> Result<AnswerStatus, Failure> {
        let catalog = session.catalog(game)?;
        let id = match &self.format_file {
            Some(file) => id_from_path(session, &file.with_extension(""))?,
            None => "our-format".to_owned(),
        };
        let text = report::templates::make_format(&id, &catalog, session.style.lang);
        session.write_or_print(self.format_file.as_ref(), &text)?;
        Ok(AnswerStatus::Fine)
    }

    fn find_role_id(
        &self,
        session: &Session<'_>,
        format: &sleeve_data::model::Format,
        word: &str,
    ) -> Result<String, Failure> {
        format
            .role(word)
            .map(|r| r.named.id.to_string())
            .ok_or_else(|| {
                session.failure_from_problems(&[SetupProblem::from(unknown_role(format, word))])
            })
    }
}

/// Writes all files, or none. Replaces the leftovers of a killed run unless the game is complete.
fn write_game_files(
    place: &Path,
    files: &[NewFile],
    is_whole: bool,
) -> Result<Vec<PathBuf>, StoreError> {
    let mut staged = StagedFiles::default();
    staged.folder(&place.join("cards"))?;
    staged.folder(&place.join("decks"))?;
    for file in files {
        let text = file.text.as_bytes();
        staged.add(&place.join(file.path), text, |old| !is_whole && old == text)?;
    }
    staged.commit()
}

/// Returns the id made from the name of a file or folder.
fn id_from_path(session: &Session<'_>, path: &Path) -> Result<String, Failure> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    report::templates::make_id(&name)
        .ok_or_else(|| session.refusal(CliMessage::NoIdOf { name: name.into_owned() }))
}
