//! A run of a subcommand: streams, style, language, games, and how it ends.

use super::{
    ColorWhen, Global, Host, environment,
    environment::{is_zone_readable, supports_unicode},
    messages::CliMessage,
    progress::{self, ReadingProgress},
};
use ignore::WalkBuilder;
use sleeve_check::{self as check, Batch, CheckRequest, CheckedDeck, Input, Watch};
pub(super) use sleeve_data::files::resolve_path;
use sleeve_data::{
    files::{self, FileMessage},
    model::{Catalog, Date, Format},
    problem::{Message, Problem},
};
use sleeve_decks::{DeckError, DeckMessage, MAX_BYTES};
use sleeve_games::GAMES;
use sleeve_library::{
    CatalogError, Clock, GameSources, Library, SupersededGame,
    project::{ProjectError, Projects},
};
use sleeve_report::{
    self as report, Diagnostic, Severity, Style,
    text::lines::{FoldingWriter, print_ready},
};
use sleeve_requests::{AnswerStatus, Refusal, RequestMessage, find_format};
use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs::canonicalize,
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

/// The narrowest width that output is laid out for, in columns.
pub(super) const MIN_WIDTH: usize = 20;

/// The outside world, which tests replace: streams, environment, current folder, today.
pub struct Streams<'a> {
    pub out: &'a mut dyn Write,
    /// Talk: messages that are not results.
    pub err: &'a mut dyn Write,
    pub input: &'a mut dyn Read,
    /// Takes the results for people as well, if the command is asked for a document.
    pub beside: Option<&'a mut dyn Write>,
    /// Columns of the terminal for results; `None` if they go elsewhere.
    pub width: Option<usize>,
    /// Whether talk goes to a terminal.
    pub err_is_terminal: bool,
    /// The environment variable of a name.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    /// The folder that relative paths start from.
    pub folder: PathBuf,
    /// Today. It selects the versions of lists and formats unless the user names another day.
    pub today: Clock,
}

/// Why a command could not finish: exit status 2.
#[derive(Debug)]
pub enum Failure {
    /// The input cannot be used. The message is ready to print.
    Unusable(String),
    /// The question has no answer.
    Refused(Box<Refusal>),
    /// Results cannot be written, or a file cannot be read.
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(Box::new(refusal))
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        match failure {
            Failure::Refused(refusal) => *refusal,
            Failure::Unusable(text) => Refusal::Text(text),
            Failure::Io(error) => Refusal::Text(error.to_string()),
        }
    }
}

impl From<RequestMessage> for Failure {
    fn from(message: RequestMessage) -> Failure {
        Refusal::from(message).into()
    }
}

/// One run of one subcommand.
pub struct Session<'a> {
    pub streams: Streams<'a>,
    pub global: Global,
    /// The style of results.
    pub style: Style,
    /// The style of talk, which may go to another stream.
    pub talk: Style,
    /// The `sleeve.toml` files of decks, and the games under their overlays.
    pub projects: Arc<Projects>,
    /// Decks in memory, by the paths that arguments name them by.
    held_decks: &'a [(PathBuf, Vec<u8>)],
    /// The games, with the overlays in force in the current folder.
    pub library: Arc<Library>,
    /// The problems of the `sleeve.toml` of the current folder, ready to print.
    pub config_trouble: Option<String>,
    /// The numbers of files read and of all files, if the user stopped the reading.
    pub stopped: Option<(usize, usize)>,
    /// Talk so far, kept if an error document may need it.
    pub said_texts: Option<Vec<String>>,
}

/// Opens the projects and games of a run.
pub(super) fn open_projects(global: &Global, streams: &Streams<'_>) -> Arc<Projects> {
    let overlays: Vec<PathBuf> = global
        .cards
        .iter()
        .map(|path| resolve_path(&streams.folder, path))
        .collect();
    let around = environment::surroundings(streams.variable);
    let around = GameSources { links: global.links(), ..around };
    let projects = Projects::new(&GAMES, &streams.folder, overlays).with_sources(around);
    Arc::new(projects.with_today(streams.today.clone()))
}

fn is_coloured(when: ColorWhen, streams: &Streams<'_>, is_terminal: bool) -> bool {
    match when {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => {
            let is_forbidden = (streams.variable)("NO_COLOR").is_some_and(|v| !v.is_empty());
            let is_dumb = (streams.variable)("TERM").is_some_and(|terminal| terminal == "dumb");
            is_terminal && !is_forbidden && !is_dumb
        }
    }
}

impl<'a> Session<'a> {
    /// Opens the games and settings of the current folder, or takes those of the host; the error is
    /// a text for the talk and its style.
    pub fn new(
        global: Global,
        streams: Streams<'a>,
        host: Option<&Host<'a>>,
    ) -> Result<Session<'a>, (String, Style)> {
        let lang = global.lang(&streams);
        let style = Style {
            colour: is_coloured(global.color, &streams, streams.width.is_some()),
            // Without a terminal, the usual width makes files the same on every machine.
            width: streams.width.unwrap_or(80).clamp(MIN_WIDTH, 200),
            wraps: streams.width.is_some(),
            unicode: supports_unicode(streams.variable),
            lang,
            options: true,
        };
        let colour = is_coloured(global.color, &streams, streams.err_is_terminal);
        let talk = Style { colour, ..style };
        let projects = match host {
            Some(host) => {
                progress::leave_signals();
                Arc::clone(host.projects)
            }
            None => open_projects(&global, &streams),
        };
        let (library, trouble) = match projects.current_project() {
            Ok(project) => (project.library, None),
            // Most commands work without settings; `run_session` stops the others.
            Err(ProjectError::Config(error)) => {
                let library = projects
                    .open_without_config()
                    .map_err(|e| (report::game_data::draw_errors(&e, &talk), talk))?;
                (library, Some(Refusal::from(&*error).render(&talk)))
            }
            Err(ProjectError::Data(error)) => {
                return Err((report::game_data::draw_errors(&error, &talk), talk));
            }
        };
        let mut session = Session {
            streams,
            global,
            style,
            talk,
            projects,
            held_decks: host.map_or(&[], |host| host.decks),
            library,
            config_trouble: trouble,
            stopped: None,
            said_texts: None,
        };
        session.warn_of_unusable_games();
        session.note_superseded_games();
        session.note_redeclared_games();
        session.note_guessed_encodings();
        session.note_unread_zone();
        Ok(session)
    }

    /// Warns of entries of the user's folder of games that cannot be used.
    fn warn_of_unusable_games(&mut self) {
        let library = Arc::clone(&self.library);
        for error in library.unusable_games() {
            let text = report::game_data::draw_warnings(error, &self.talk);
            self.say(&text);
        }
    }

    /// Notes ignored games of the user's folder: another one there has the same game.
    fn note_superseded_games(&mut self) {
        let library = Arc::clone(&self.library);
        for SupersededGame { game, path, newer, is_older } in library.superseded_games() {
            let message = CliMessage::Superseded { path, newer, game, is_older };
            self.say_message(Severity::Note, message);
        }
    }

    /// Notes overlays that declare a known game: the user may want a new one.
    fn note_redeclared_games(&mut self) {
        for (game, overlay) in self.library.redeclaring_overlays() {
            let over = report::game_data::describe_overlay(&game, &overlay, &self.talk);
            let path = overlay.path.clone();
            self.say_message(Severity::Note, CliMessage::DeclaredAgain { path, game, over });
        }
    }

    /// Notes files of overlays that were read as Windows-1252.
    fn note_guessed_encodings(&mut self) {
        let library = Arc::clone(&self.library);
        for (path, wrong) in library.guessed_encodings() {
            let (path, how) = (path.to_owned(), FileMessage::Guessed(wrong));
            self.say_message(Severity::Note, CliMessage::ReadAs1252 { path, how });
        }
    }

    /// Notes that the day is not that of the time zone which `TZ` asks for.
    fn note_unread_zone(&mut self) {
        let zone = (self.streams.variable)("TZ").unwrap_or_default();
        if !is_zone_readable(Some(OsStr::new(&zone))) {
            self.say_message(Severity::Note, CliMessage::UnreadZone { zone });
        }
    }

    /// Notes files that lost their group.
    pub(super) fn note_lost_groups(&mut self, places: Vec<PathBuf>) {
        for place in places {
            let path = files::path_text(place.strip_prefix(&self.streams.folder).unwrap_or(&place));
            self.say_message(Severity::Note, CliMessage::LostGroup { path });
        }
    }

    /// Like [`Session::check_decks`], but the caller reports the skipped files.
    pub fn check(&mut self, paths: &[PathBuf], request: &CheckRequest) -> Batch {
        let inputs = self.inputs(paths);
        self.read_with_progress(|projects, watch| {
            check::check_watched(projects, inputs, request, watch)
        })
    }

    /// Like [`Session::check`], without a verdict.
    pub fn read(&mut self, paths: &[PathBuf], request: &CheckRequest) -> Batch {
        let inputs = self.inputs(paths);
        self.read_with_progress(|projects, watch| {
            check::read_watched(projects, inputs, request, watch)
        })
    }

    /// Reads decks, shows the progress of a long run on a terminal, and lets Ctrl-C skip the decks
    /// that are left.
    pub(super) fn read_with_progress(
        &mut self,
        read: impl FnOnce(&Projects, &dyn Watch) -> Batch + Send,
    ) -> Batch {
        let (reading, lang) = (ReadingProgress::default(), self.talk.lang);
        let err: Option<&mut dyn Write> =
            if self.shows_progress() { Some(&mut *self.streams.err) } else { None };
        let batch = progress::run_with_progress(
            err,
            |taken| reading.progress_line(taken, lang),
            || read(&self.projects, &reading),
        );
        self.stopped = reading.end().or(self.stopped);
        batch
    }

    /// The terminal that shows progress. `None` without a terminal or with `--quiet`.
    pub fn terminal(&mut self) -> Option<&mut dyn Write> {
        if self.shows_progress() { Some(&mut *self.streams.err) } else { None }
    }

    fn shows_progress(&self) -> bool {
        self.streams.err_is_terminal && !self.global.quiet
    }

    /// The content of a deck in memory that has this path.
    pub(super) fn held_deck(&self, path: &Path) -> Option<&'a [u8]> {
        self.held_decks
            .iter()
            .find(|(held, _)| held == path)
            .map(|(_, content)| &**content)
    }

    pub(super) fn inputs(&mut self, paths: &[PathBuf]) -> Vec<Input> {
        let mut was_read = false;
        let mut inputs = Vec::new();
        for path in paths {
            inputs.push(if let Some(content) = self.held_deck(path) {
                Input::bytes(&files::path_text(path), content)
            } else if path.as_os_str() != "-" {
                Input::Path(path.clone())
            } else {
                // A second `-` would be an empty deck: the stream is empty after it was read.
                let content = if std::mem::replace(&mut was_read, true) {
                    Err(DeckError::from_message("-", DeckMessage::ReadAlready))
                } else {
                    self.standard_input()
                };
                Input::Content("-".to_owned(), content)
            });
        }
        inputs
    }

    fn standard_input(&mut self) -> Result<Vec<u8>, DeckError> {
        let read = files::read_stream(&mut *self.streams.input, MAX_BYTES);
        read.map_err(|refusal| DeckError::from_message("-", FileMessage::from(refusal)))
    }

    pub(super) fn take_decks(&mut self, batch: Batch) -> Vec<CheckedDeck> {
        for line in report::forms::report_items::skipped_lines(&batch.skipped, &self.talk) {
            self.say(&line);
        }
        batch.decks
    }

    /// Writes results for people beside a document, if somebody wants both.
    pub(super) fn write_beside<E>(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(beside) = self.streams.beside.take() else { return Ok(()) };
        let out = std::mem::replace(&mut self.streams.out, beside);
        let written = write(self);
        self.streams.beside = Some(std::mem::replace(&mut self.streams.out, out));
        written
    }

    /// Prints a text for people that ends with a line feed.
    pub(super) fn print_text(&mut self, text: &str) -> io::Result<()> {
        let text = self.style.set(text);
        self.folded_output().write_all(text.as_bytes())
    }

    /// Results for people, with lines folded to the width of the terminal.
    pub fn folded_output(&mut self) -> FoldingWriter<'_> {
        FoldingWriter::new(&mut *self.streams.out, &self.style)
    }

    /// The failure that a diagnostic describes.
    pub fn failure(&self, diagnostic: &Diagnostic<'_>) -> Failure {
        Failure::Unusable(diagnostic.render(&self.talk))
    }

    /// The failure that a message of the command line describes.
    pub(super) fn refusal(&self, message: CliMessage) -> Failure {
        Refusal::of_message(message).into()
    }

    /// Writes a note or a warning of the command line to the talk.
    pub(super) fn say_message(&mut self, severity: Severity, message: CliMessage) {
        self.say_problem(Problem { severity, ..Problem::from(message) });
    }

    /// Writes a note or a warning to the talk.
    pub(super) fn say_problem<M: Message>(&mut self, problem: Problem<M>) {
        let text = Diagnostic::from_problem(&problem, None, self.talk.lang).render(&self.talk);
        self.say(&text);
    }

    /// Writes the title of a message to the talk, on one line.
    pub(super) fn say_line(&mut self, message: &CliMessage) {
        let line = message.title(self.talk.lang);
        self.say(&report::text::escape::safe(&line));
    }

    /// The game with this id, name or alias, as it is today.
    pub fn catalog(&self, game: &str) -> Result<Arc<Catalog>, Failure> {
        self.catalog_on(game, None)
    }

    /// The game with this id, name or alias, as it is on a day.
    pub fn catalog_on(&self, game: &str, day: Option<Date>) -> Result<Arc<Catalog>, Failure> {
        Ok(self.library.open_on(game, day).map_err(Refusal::from)?)
    }

    /// The failure that the data of a game has mistakes.
    pub fn data_failure(&self, error: &CatalogError) -> Failure {
        Failure::Unusable(report::game_data::draw_errors(error, &self.talk))
    }

    /// The format of a game with this id, name or alias.
    pub fn format<'c>(&self, catalog: &'c Catalog, word: &str) -> Result<&'c Format, Failure> {
        Ok(find_format(&self.library, catalog, word)?)
    }

    /// The failure that problems without a file describe.
    pub fn failure_from_problems<M: Message>(&self, problems: &[Problem<M>]) -> Failure {
        let mut texts = Vec::new();
        for problem in problems {
            let diagnostic = Diagnostic::from_problem(problem, None, self.talk.lang);
            texts.push(diagnostic.render(&self.talk));
        }
        Failure::Unusable(texts.join("\n\n"))
    }

    /// The failure that a file cannot be read.
    pub fn read_failure(&self, path: impl Into<String>, why: impl Into<FileMessage>) -> Failure {
        self.refusal(CliMessage::CannotRead { path: path.into(), why: why.into() })
    }

    /// Flushes the results, prints a failure, and gives the exit status.
    pub fn finish(&mut self, outcome: Result<AnswerStatus, Failure>) -> u8 {
        // Results first, so that messages about them appear below them on a terminal.
        let flushed = self.streams.out.flush();
        let mut least = AnswerStatus::Fine;
        if let (Ok(_), Some((done, files))) = (&outcome, self.stopped) {
            self.say_message(Severity::Warning, CliMessage::Stopped { done, files });
            // Unread decks might be illegal: that the others are legal proves nothing.
            least = AnswerStatus::Undetermined;
        }
        match outcome.and_then(|status| flushed.map(|()| status.max(least)).map_err(Failure::Io)) {
            Ok(status) => status.code(),
            Err(Failure::Io(error)) => {
                let text = Diagnostic::error(error.to_string()).render(&self.talk);
                self.say(&text);
                AnswerStatus::Unusable.code()
            }
            Err(Failure::Refused(refusal)) => {
                let text = refusal.render(&self.talk);
                self.say(&text);
                AnswerStatus::Unusable.code()
            }
            Err(Failure::Unusable(text)) => {
                self.say(&text);
                AnswerStatus::Unusable.code()
            }
        }
    }

    /// Writes a text to the talk.
    pub fn say(&mut self, text: &str) {
        if let Some(said) = &mut self.said_texts {
            said.push(text.to_owned());
        }
        // Talk that cannot be written is lost: there is no other stream for it.
        let text = self.talk.set(text);
        let _ = writeln!(self.streams.err, "{}", print_ready(&text, &self.talk));
    }
}

/// Most unread links that are named; the others are counted.
const NAMED_LINKS: usize = 10;

impl Session<'_> {
    /// The files of a folder that are wanted, up to one more than a limit. Links are not followed:
    /// what they lead to is not of the folder, and they may lead round in a circle.
    ///
    /// # Errors
    /// When something in the folder cannot be read.
    pub(super) fn walk_folder(
        &mut self,
        folder: &Path,
        shown: &str,
        walk: &WalkBuilder,
        is_wanted: impl Fn(&Path) -> bool,
        limit: usize,
    ) -> Result<Vec<PathBuf>, Failure> {
        let (mut found, mut links) = (Vec::new(), Vec::new());
        for entry in walk.build() {
            let found_entry = entry.map_err(|error| {
                let reason = error.to_string();
                self.read_failure(shown, FileMessage::Unreadable { reason })
            })?;
            let (kind, path) = (found_entry.file_type(), found_entry.into_path());
            match kind {
                Some(kind) if kind.is_file() && is_wanted(&path) => found.push(path),
                Some(kind) if kind.is_symlink() && (is_wanted(&path) || path.is_dir()) => {
                    links.push(path);
                }
                _ => {}
            }
            if found.len() > limit {
                break;
            }
        }
        warn_of_unread_links(self, folder, &links, &found);
        Ok(found)
    }
}

/// Warns of links whose targets are not read under their own names.
fn warn_of_unread_links(
    session: &mut Session<'_>,
    folder: &Path,
    links: &[PathBuf],
    read: &[PathBuf],
) {
    if links.is_empty() {
        return;
    }
    let whole = canonicalize(folder).ok();
    let read: BTreeSet<PathBuf> = read
        .iter()
        .filter_map(|file| canonicalize(file).ok())
        .collect();
    let mut left = Vec::new();
    for link in links {
        let is_read = canonicalize(link).is_ok_and(|target| {
            if target.is_dir() {
                whole
                    .as_ref()
                    .is_some_and(|whole| target.starts_with(whole))
            } else {
                read.contains(&target)
            }
        });
        if !is_read {
            left.push(link);
        }
    }
    if left.is_empty() {
        return;
    }
    left.sort();
    let more = left.len().saturating_sub(NAMED_LINKS);
    let mut links = Vec::new();
    for link in left.into_iter().take(NAMED_LINKS) {
        let inner = link.strip_prefix(&session.streams.folder).unwrap_or(link);
        links.push(inner.display().to_string());
    }
    session.say_message(Severity::Warning, CliMessage::LinksLeft { links, more });
}
