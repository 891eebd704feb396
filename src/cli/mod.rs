//! The command line. Each subcommand has one file with its arguments and its `run`. The crates
//! compute the results and word them.

mod arguments;
mod build;
mod cards;
mod check;
mod completion;
mod convert;
mod desk;
mod diff;
mod drafts;
mod draw;
mod environment;
mod fix;
mod fmt;
mod help;
mod import;
mod lint;
mod lsp;
mod match_decks;
#[cfg(feature = "mcp")]
mod mcp;
mod messages;
mod new;
mod odds;
mod pack;
mod pages;
mod progress;
mod rules;
mod seal;
mod session;
mod shells;
mod show;
mod stats;
mod store;
mod words;

pub use completion::{CommandLine, complete, complete_word};
pub use environment::{clock, locale, surroundings};
pub use progress::stop_hosted;
pub use session::Streams;
use session::{Failure, Session};
#[doc(hidden)]
pub use store::{StagedFiles, StoreError, write_file};

use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use sleeve_data::{files::Links, model::Lang};
use sleeve_library::{Clock, Library, project::Projects};
use sleeve_report::{documents::ErrorDocument, text::lines::print_ready};
use sleeve_requests::{AnswerStatus, JsonQuestion, RequestFields};
use std::{
    ffi::OsString,
    io::{self, BufWriter, IsTerminal, Write},
    path::PathBuf,
    sync::Arc,
};

/// Check, repair and test-draw decks for card games
#[derive(Parser, Debug)]
#[command(
    name = "sleeve",
    bin_name = "sleeve",
    version,
    max_term_width = 100,
    disable_help_subcommand = true
)]
#[command(after_help = "\
Run `sleeve COMMAND -h` for options,
`sleeve help language` for the query language.

Exit status: 0 legal or nothing found, 1 illegal or \"no\", 2 unusable input, 3 undetermined.")]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Options of every subcommand.
#[derive(Args, Clone, Debug, Default)]
struct Global {
    /// Add card data from a file or folder
    ///
    /// It overrides the built-in data.
    #[arg(long, value_name = "PATH", global = true)]
    pub cards: Vec<PathBuf>,
    /// Follow links and paths out of the named folders
    #[arg(long, global = true)]
    pub follow: bool,
    /// Language: en or fr (default: your locale)
    #[arg(long, value_name = "LANG", global = true)]
    pub lang: Option<Language>,
    /// Colour the output: auto, always or never
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    pub color: ColorWhen,
    /// Print less: no summary, no hints
    ///
    /// `check` then prints only decks with problems.
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

impl Global {
    fn links(&self) -> Links {
        if self.follow { Links::Anywhere } else { Links::Inside }
    }

    /// The language that is asked for, or else that of the locale.
    fn lang(&self, streams: &Streams<'_>) -> Lang {
        self.lang
            .map_or_else(|| locale(streams.variable), Language::lang)
    }
}

/// A language of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Language {
    /// English
    En,
    /// French
    Fr,
}

impl Language {
    fn lang(self) -> Lang {
        match self {
            Language::En => Lang::En,
            Language::Fr => Lang::Fr,
        }
    }
}

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Declares the commands in the order of the help. Those with `served` open what they need
/// themselves, before there is a session.
macro_rules! commands {
    (@run served $command:ident $session:ident) => {{
        let (_, _) = ($command, $session);
        Ok(AnswerStatus::Fine)
    }};
    (@run $command:ident $session:ident) => { $command.run($session) };
    ($($(#[$meta:meta])* $name:ident: $args:ty $(, $served:ident)?;)*) => {
        #[derive(Subcommand, Debug)]
        enum Command {
            $($(#[$meta])* $name(Deferred<$args>),)*
        }

        impl Command {
            fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
                match self {
                    $($(#[$meta])* Command::$name(Deferred(command)) => {
                        commands!(@run $($served)? command session)
                    })*
                }
            }
        }
    };
}

commands! {
    Check: check::CheckCommand;
    Fix: fix::FixCommand;
    Diff: diff::DiffCommand;
    Cards: cards::CardsCommand;
    Show: show::ShowCommand;
    Draw: draw::DrawCommand;
    Odds: odds::OddsCommand;
    Stats: stats::StatsCommand;
    Build: build::BuildCommand;
    Match: match_decks::MatchCommand;
    Sheet: pages::SheetCommand;
    Report: pages::ReportCommand;
    Seal: seal::SealCommand;
    New: new::NewCommand;
    Rules: rules::RulesCommand;
    Lint: lint::LintCommand;
    Fmt: fmt::FmtCommand;
    Import: import::ImportCommand;
    Pack: pack::PackCommand;
    Unpack: pack::UnpackCommand;
    Convert: convert::ConvertCommand;
    Completions: shells::CompletionsCommand;
    Man: help::ManCommand;
    Schema: help::SchemaCommand;
    Lsp: lsp::LspCommand, served;
    #[cfg(feature = "mcp")]
    Mcp: mcp::McpCommand, served;
    Help: help::HelpCommand;
}

/// Arguments that are declared only when their subcommand is called, to start faster.
#[derive(Debug)]
struct Deferred<T>(T);

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: clap::Command) -> clap::Command {
        command.defer(|command| T::augment_args(command).mut_args(arguments::unmark_negations))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        command.defer(T::augment_args_for_update)
    }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        T::from_arg_matches(matches).map(Deferred)
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, clap::Error> {
        T::from_arg_matches_mut(matches).map(Deferred)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

/// Runs the program in-process. The first argument is the program's name. Returns the exit status.
pub fn run(args: impl IntoIterator<Item = OsString>, streams: &mut Streams<'_>) -> u8 {
    run_session(args, streams).status
}

/// Runs the program as its own process, with the streams of the system. Returns the exit status.
pub fn run_process(args: Vec<OsString>) -> u8 {
    store::heed_size_limit();
    let folder = std::env::current_dir().unwrap_or_default();
    if std::env::var_os("COMPLETE").is_some() {
        match complete(args.clone(), locale(&system_variable), &folder) {
            Ok(true) => return 0,
            Ok(false) => {}
            Err(error) => {
                // Standard error is the last place for messages: a failure to write there cannot be
                // reported.
                let _ = writeln!(io::stderr(), "error: {error}");
                return 2;
            }
        }
    }
    let (out, err) = (io::stdout(), io::stderr());
    let width = out.is_terminal().then(|| {
        terminal_size::terminal_size().map_or(80, |(terminal_size::Width(width), _)| width.into())
    });
    let err_is_terminal = err.is_terminal();
    let mut streams = Streams {
        // 64 KiB: tables and documents come in thousands of small writes, and each would be a
        // system call.
        out: &mut BufWriter::with_capacity(1 << 16, out.lock()),
        err: &mut err.lock(),
        input: &mut io::stdin(),
        beside: None,
        width,
        err_is_terminal,
        variable: &system_variable,
        folder,
        today: clock(),
    };
    let run = run_session(args, &mut streams);
    // The catalogs are not freed: the system does so faster.
    std::mem::forget(run.opened);
    run.status
}

fn system_variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// What a host, which asks questions in its own process, lends to an answer.
pub struct Host<'h> {
    /// The projects and games, opened before. Relative paths start from their folder.
    pub projects: &'h Arc<Projects>,
    /// Decks in memory, by the paths that fields name them by.
    pub decks: &'h [(PathBuf, Vec<u8>)],
    pub today: Clock,
}

/// An answer for a host.
pub struct HostedAnswer {
    /// Empty if the answer was written to a file.
    pub document: String,
    /// The results for people.
    pub text: String,
    /// Warnings and notes.
    pub said: String,
}

/// Answers a question in JSON with the games and decks of a host, which handles signals:
/// [`stop_hosted`] replaces Ctrl-C. Every question has the fields `lang` and `quiet`.
///
/// # Errors
/// Why there is no answer, in the program's words.
pub fn answer_hosted(
    question: &JsonQuestion,
    mut fields: RequestFields,
    host: &Host<'_>,
) -> Result<HostedAnswer, String> {
    let mut global = Global { color: ColorWhen::Never, ..Global::default() };
    if let Some(lang) = fields.shift_remove("lang").filter(|lang| !lang.is_null()) {
        let lang = Language::from_str(lang.as_str().unwrap_or_default(), false);
        global.lang = Some(lang.map_err(|_| "`lang` has to be `en` or `fr`")?);
    }
    global.quiet = fields
        .shift_remove("quiet")
        .is_some_and(|quiet| quiet == true);
    let (mut document, mut text, mut said) = (Vec::new(), Vec::new(), Vec::new());
    let streams = Streams {
        out: &mut document,
        err: &mut said,
        input: &mut io::empty(),
        beside: Some(&mut text),
        width: None,
        err_is_terminal: false,
        variable: &system_variable,
        folder: host.projects.folder().to_owned(),
        today: host.today.clone(),
    };
    let mut session = Session::new(global, streams, Some(host)).map_err(|(text, _)| text)?;
    let outcome = session.answer_fields(question, fields);
    let status = session.finish(outcome);
    let [document, text, said] =
        [document, text, said].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    if status == AnswerStatus::Unusable.code() && document.is_empty() {
        return Err(said);
    }
    Ok(HostedAnswer { document, text, said })
}

/// Whether the subcommand is asked for a JSON document.
fn wants_json(matches: &ArgMatches) -> bool {
    let form = matches
        .subcommand()
        .and_then(|(_, of)| of.try_get_raw("output").ok()?);
    form.is_some_and(|mut form| form.any(|form| form == "json"))
}

/// A run that is over.
struct FinishedRun {
    status: u8,
    /// The projects and games that it opened.
    opened: Option<(Arc<Projects>, Arc<Library>)>,
}

impl FinishedRun {
    /// A run that came to no session.
    fn early(status: u8) -> FinishedRun {
        FinishedRun { status, opened: None }
    }
}

fn run_session(args: impl IntoIterator<Item = OsString>, streams: &mut Streams<'_>) -> FinishedRun {
    let mut out = PipeWriter { out: &mut *streams.out, is_closed: false, has_written: false };
    // The session only borrows the streams: an error document may follow it.
    let mut own = Streams {
        out: &mut out,
        err: &mut *streams.err,
        input: &mut *streams.input,
        beside: streams
            .beside
            .as_mut()
            .map(|beside| &mut **beside as &mut dyn Write),
        width: streams.width,
        err_is_terminal: streams.err_is_terminal,
        variable: streams.variable,
        folder: streams.folder.clone(),
        today: streams.today.clone(),
    };
    let args = arguments::mark_negations(&args.into_iter().collect::<Vec<_>>());
    let Invocation { cli: Cli { global, command }, is_json, name } = match parse_arguments(&args) {
        Ok(invocation) => invocation,
        Err(error) => return FinishedRun::early(help::print_usage(error, &args, &mut own)),
    };
    if let Some(status) = serve(&command, &global, &mut own) {
        return FinishedRun::early(status.code());
    }
    let mut session = match Session::new(global, own, None) {
        Ok(session) => session,
        Err((text, talk)) => {
            if is_json {
                write_error(&text, &mut out);
            }
            // Standard error is the last place for messages.
            let _ = writeln!(streams.err, "{}", print_ready(&text, &talk));
            return FinishedRun::early(AnswerStatus::Unusable.code());
        }
    };
    if let Err(trouble) = session.require_settings(&name) {
        return FinishedRun::early(session.finish(Err(trouble)));
    }
    session.said_texts = is_json.then(Vec::new);
    let outcome = command.run(&mut session);
    let status = session.finish(outcome);
    let said = session
        .said_texts
        .take()
        .filter(|_| status == AnswerStatus::Unusable.code());
    let opened = Some((session.projects, session.library));
    if let (Some(said), false) = (said, out.has_written) {
        // The messages are on standard error already.
        write_error(&said.join("\n\n"), &mut out);
    }
    FinishedRun { status, opened }
}

/// The parsed arguments of a run.
struct Invocation {
    cli: Cli,
    /// Whether the subcommand is asked for a JSON document.
    is_json: bool,
    /// The name of the subcommand.
    name: String,
}

fn parse_arguments(args: &[OsString]) -> Result<Invocation, clap::Error> {
    let commands = Cli::command();
    let mut matches = match parse_subcommand(&commands, args) {
        Some(matches) => matches,
        None => commands.try_get_matches_from(args)?,
    };
    let is_json = wants_json(&matches);
    let name = matches.subcommand_name().unwrap_or_default().to_owned();
    let mut cli = Cli::from_arg_matches_mut(&mut matches)?;
    if is_json {
        // Messages may end up in an error document, which has no colours.
        cli.global.color = ColorWhen::Never;
    }
    Ok(Invocation { cli, is_json, name })
}

/// Parses the arguments of a subcommand without the other ones, because each of those would get a
/// copy of every global option: 6 % of the instructions of a short run. Returns `None` if there is
/// something to print, such as help or a mistake, which may name other subcommands.
fn parse_subcommand(commands: &clap::Command, args: &[OsString]) -> Option<ArgMatches> {
    let subcommand = commands.find_subcommand(args.get(1)?)?.clone();
    Global::augment_args(clap::Command::new("sleeve"))
        // There is a command of that name.
        .disable_help_subcommand(true)
        .subcommand(subcommand)
        .try_get_matches_from(args)
        .ok()
}

/// Runs a server until its client leaves. Returns `None` for other commands.
fn serve(command: &Command, global: &Global, own: &mut Streams<'_>) -> Option<AnswerStatus> {
    let served = match command {
        Command::Lsp(Deferred(command)) => command.run(global, own),
        #[cfg(feature = "mcp")]
        Command::Mcp(Deferred(command)) => command.run(global, own),
        _ => return None,
    };
    Some(served.unwrap_or_else(|error| {
        // Standard error is the last place for messages.
        let _ = writeln!(own.err, "error: {error}");
        AnswerStatus::Unusable
    }))
}

/// Writes a document with an error. The message itself is on standard error.
fn write_error(text: &str, out: &mut PipeWriter<'_>) {
    let _ = sleeve_report::forms::json::write(&ErrorDocument::new(text), out);
}

/// A stream that drops its output once the reader has left (`sleeve check … | head -1`). The
/// command still runs to its verdict, because the exit status has to report it.
struct PipeWriter<'o> {
    out: &'o mut dyn Write,
    is_closed: bool,
    /// Whether anything was written, read or not.
    has_written: bool,
}

impl PipeWriter<'_> {
    fn unless_closed(
        &mut self,
        done: usize,
        write: impl FnOnce(&mut dyn Write) -> io::Result<usize>,
    ) -> io::Result<usize> {
        if self.is_closed {
            return Ok(done);
        }
        match write(self.out) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(done)
            }
            written => written,
        }
    }
}

impl Write for PipeWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.has_written |= !bytes.is_empty();
        self.unless_closed(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed(0, |out| out.flush().map(|()| 0))
            .map(drop)
    }
}
