//! `sleeve pack`: a game as one file to hand on.

use super::session::resolve_path;
use super::{Failure, RunStatus, Session};
use clap::Args;
use sleeve_data::packed::is_packed;
use sleeve_library as catalog;
use sleeve_report::{escape::safe, plural::format_count};
use std::path::PathBuf;

/// Write a game as one file to hand on
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve pack my-game my-game.sleeve
  sleeve pack my-game card-rules.toml my-game.sleeve --force
  sleeve check deck.txt --cards my-game.sleeve")]
pub struct PackCommand {
    /// The folder of the game's data, or one in which that is called `cards`, or a packed game; behind it, what is laid over it
    #[arg(value_name = "FOLDER", required = true)]
    from: Vec<PathBuf>,
    /// The file to write, such as `my-game.sleeve`; an existing file is left alone
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Replace the file where it is a packed game
    #[arg(long)]
    force: bool,
}

impl PackCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<RunStatus, Failure> {
        let folder = session.streams.folder.clone();
        let mut given = self.from.iter().map(|path| resolve_path(&folder, path));
        let given_game = given.next().unwrap_or_default();
        let overlays: Vec<PathBuf> = given.collect();
        // A folder as `sleeve new game` writes it holds its data beside its decks.
        let cards = given_game.join("cards");
        let beside = !given_game.join("game.toml").exists() && cards.join("game.toml").is_file();
        let game = if beside { cards } else { given_game };
        let packed = catalog::pack(&sleeve_games::GAMES, &game, &overlays);
        let (bytes, head) = packed.map_err(|error| session.data_failure(&error))?;
        let replaces = |old: &[u8]| self.force && is_packed(old);
        session.write_file_bytes(&self.file, &bytes, replaces)?;
        if !session.global.quiet {
            let lang = session.style.lang;
            let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            let (name, id) = (safe(head.named.name.get(lang)), safe(&head.named.id));
            let formats = format_count(count(head.formats.len()), word!(lang, "format"), lang);
            let cards = format_count(head.cards, word!(lang, "card"), lang);
            let line =
                say!(lang, "{name} ({id}): {cards}, {formats}, {size} bytes", size = bytes.len());
            writeln!(session.streams.out, "{}", session.style.set(&line))?;
        }
        Ok(RunStatus::Fine)
    }
}
