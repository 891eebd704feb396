//! `sleeve lsp`: the language server for editors.

use super::{AnswerStatus, Global, Language, environment, locale, session::Streams};
use clap::Args;
use sleeve_games::GAMES;
use sleeve_library::{GameSources, project::Projects};
use sleeve_lsp::{SessionEnding, Setup, serve};
use sleeve_report::game_data::PROGRAM;
use std::{
    io::{self, BufReader},
    path::{Path, PathBuf},
};

/// Run the language server for editors
#[derive(Args, Debug)]
#[command(
    after_help = "Your editor starts it and talks to it over standard input and output.\nSee docs/editor.md."
)]
pub struct LspCommand {
    /// Accepted and ignored: some editors pass it
    #[arg(long, hide = true)]
    stdio: bool,
}

impl LspCommand {
    /// Serves until the editor leaves. It is made for data and settings with mistakes, so nothing
    /// is opened before.
    pub fn run(&self, global: &Global, streams: &mut Streams<'_>) -> io::Result<AnswerStatus> {
        let overlays: Vec<PathBuf> = global
            .cards
            .iter()
            .map(|path| streams.folder.join(path))
            .collect();
        let around = environment::surroundings(streams.variable);
        let around = GameSources { links: global.links(), ..around };
        let today = streams.today.clone();
        let setup = Setup {
            open_projects: Box::new(move || {
                Projects::new(&GAMES, Path::new(""), overlays.clone())
                    .with_sources(around.clone())
                    .with_today(today.clone())
            }),
            lang: global.lang.map(Language::lang),
            default_lang: locale(streams.variable),
            version: PROGRAM.version,
        };
        let ending = serve(BufReader::new(io::stdin()), streams.out, setup)?;
        Ok(if ending == SessionEnding::Clean { AnswerStatus::Fine } else { AnswerStatus::No })
    }
}
