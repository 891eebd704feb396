//! One file for each subcommand: its arguments and the few lines that join the rooms.

mod cards;
mod check;
mod checking;
mod completions;
mod configs;
mod convert;
mod diff;
mod draw;
mod games;
mod help;
mod import;
mod lint;
mod man;
mod match_decks;
mod new;
mod odds;
mod opening;
mod play;
mod reading;
mod rules;
mod session;
mod settings;
mod show;
mod stats;

pub use session::{Failure, Session, Streams};

use crate::catalog::Library;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

/// How a run ended, as the exit status says it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// 0: legal, or nothing found.
    Fine,
    /// 3: it depends on facts that nobody has published.
    Undetermined,
    /// 1: illegal, a failed assertion, "no".
    No,
    /// 2: the input could not be used.
    Unusable,
}

impl Status {
    /// The exit status. The variants stand in the order in which the worst of several counts.
    pub fn code(self) -> u8 {
        match self {
            Status::Fine => 0,
            Status::Undetermined => 3,
            Status::No => 1,
            Status::Unusable => 2,
        }
    }
}

/// Build, check and test-draw decks for card games.
#[derive(Parser, Debug)]
#[command(name = "sleeve", version, about, max_term_width = 100, disable_help_subcommand = true)]
#[command(
    after_help = "Exit status: 0 legal or nothing found, 1 illegal or \"no\", 2 unusable input, 3 undetermined."
)]
pub struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Options of every subcommand.
#[derive(Args, Clone, Debug, Default)]
pub struct Global {
    /// Lay a folder or file of card data over the shipped data (may be repeated)
    #[arg(long, value_name = "PATH", global = true)]
    pub cards: Vec<PathBuf>,
    /// Language of the output; default: the locale
    #[arg(long, value_name = "LANG", global = true)]
    pub lang: Option<Language>,
    /// When to colour
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    pub color: ColorWhen,
    /// Say less: no summary, no hints
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// A language of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Language {
    /// English
    En,
    /// French
    Fr,
}

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Give a verdict on decks, with every problem at once
    Check(check::Check),
    /// Say whether two decks may meet: roles, shared boxes, starting locations
    Match(match_decks::Match),
    /// Games, formats, parameters, and every rule in words with its citation
    Rules(rules::Rules),
    /// List cards: by effect, by value, by name, by any fact
    Cards(cards::Cards),
    /// Draw cards: their faces, values and effects, and where each fact comes from
    Show(show::Show),
    /// Describe decks in numbers: counts, curves, averages, measures of your own
    Stats(stats::Stats),
    /// Say what separates two decks: cards, verdict, parameters, averages
    Diff(diff::Diff),
    /// Write a deck in another file format, and say what that format cannot hold
    Convert(convert::Convert),
    /// Print a commented starter file for a deck, or write it
    New(new::New),
    /// Import cards from a community's card files
    Import(import::Import),
    /// Check card and format data
    Lint(lint::Lint),
    /// Show help on a subcommand, or the reference of the pile language (`help language [GAME]`)
    Help(help::Help),
    /// Say how likely an opening draw satisfies a condition, exactly
    Odds(odds::Odds),
    /// Deal opening hands, or simulate very many
    Draw(draw::Draw),
    /// Print a completion script for a shell
    Completions(completions::Completions),
    /// Print the manual page, or write one page per subcommand into a folder
    Man(man::Man),
}

/// Runs the program in-process: arguments (the program's name first) and streams in, exit status out.
pub fn run(args: impl IntoIterator<Item = OsString>, streams: &mut Streams<'_>) -> u8 {
    ran(args, streams).0
}

/// The same at the end of a process: what was read is left to the system to clear away.
pub fn run_and_leave(args: impl IntoIterator<Item = OsString>, streams: &mut Streams<'_>) -> u8 {
    let (status, opened) = ran(args, streams);
    std::mem::forget(opened);
    status
}

/// What a run opened.
type Opened = (settings::Settings, Arc<Library>);

fn ran(
    args: impl IntoIterator<Item = OsString>,
    streams: &mut Streams<'_>,
) -> (u8, Option<Opened>) {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => return (session::usage(&error, streams), None),
    };
    let mut session = match Session::new(cli.global, streams) {
        Ok(session) => session,
        Err(text) => {
            // Nobody is left to tell where talk cannot be written.
            let _ = writeln!(streams.err, "{text}");
            return (Status::Unusable.code(), None);
        }
    };
    // The others work without the settings of this folder, or say themselves what is wrong with them.
    let here = matches!(
        cli.command,
        Command::Rules(_) | Command::Cards(_) | Command::Show(_) | Command::New(_)
    );
    if let Some(trouble) = session.trouble.take().filter(|_| here) {
        return (session.finish(Err(Failure::Unusable(trouble))), None);
    }
    let outcome: Result<Status, Failure> = match cli.command {
        Command::Check(command) => command.run(&mut session),
        Command::Match(command) => command.run(&mut session),
        Command::Rules(command) => command.run(&mut session),
        Command::Convert(command) => command.run(&mut session),
        Command::New(command) => command.run(&mut session),
        Command::Import(command) => command.run(&mut session),
        Command::Lint(command) => command.run(&mut session),
        Command::Help(command) => command.run(&mut session),
        Command::Odds(command) => command.run(&mut session),
        Command::Draw(command) => command.run(&mut session),
        Command::Completions(command) => command.run(&mut session),
        Command::Cards(command) => command.run(&mut session),
        Command::Show(command) => command.run(&mut session),
        Command::Stats(command) => command.run(&mut session),
        Command::Diff(command) => command.run(&mut session),
        Command::Man(command) => command.run(&mut session),
    };
    let status = session.finish(outcome);
    (status, Some((session.settings, session.library)))
}
