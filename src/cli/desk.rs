//! A session as the place where questions are answered.

use super::arguments::{FormArgument, OutputArgs};
use super::messages::CliMessage;
use super::session::resolve_path;
use super::{Failure, Session, progress};
use sleeve_check::{Batch, CheckRequest, CheckedDeck};
use sleeve_data::files::{self, Links};
use sleeve_data::problem::{Problem, Severity};
use sleeve_library::Library;
use sleeve_library::project::Projects;
use sleeve_report::Style;
use sleeve_requests::{Answer, AnswerStatus, Desk, FileAnswer, Refusal, Request, RequestMessage};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

impl Desk for Session<'_> {
    fn library(&self) -> &Arc<Library> {
        &self.library
    }

    fn check(&mut self, decks: &[PathBuf], request: &CheckRequest) -> Batch {
        Session::check(self, decks, request)
    }

    fn read(&mut self, decks: &[PathBuf], request: &CheckRequest) -> Batch {
        Session::read(self, decks, request)
    }

    fn has_file(&self, path: &Path) -> bool {
        self.held_deck(path).is_some() || self.streams.folder.join(path).is_file()
    }

    fn note(&mut self, severity: Severity, message: RequestMessage) {
        self.say_problem(Problem { severity, ..Problem::from(message) });
    }

    fn take_decks(&mut self, batch: Batch) -> Vec<CheckedDeck> {
        Session::take_decks(self, batch)
    }

    fn folder(&self) -> &Path {
        &self.streams.folder
    }

    fn watch_interrupt(&self) -> &'static AtomicBool {
        progress::watch_interrupt()
    }

    fn run_simulation(&mut self, hands: u64, done: &AtomicU64, deal: &mut (dyn FnMut() + Send)) {
        let hands = u128::from(hands.max(1));
        let word = word!(self.talk.lang, "hands");
        let line = |taken: Duration| {
            let dealt = done.load(Ordering::Relaxed);
            let percent = u128::from(dealt) * 100 / hands;
            Some(format!("{percent} %, {dealt} {word}, {} s ", taken.as_secs()))
        };
        progress::run_with_progress(self.terminal(), line, deal);
    }

    fn talk(&self) -> Style {
        self.talk
    }

    fn say(&mut self, text: &str) {
        Session::say(self, text);
    }

    fn is_quiet(&self) -> bool {
        self.global.quiet
    }

    fn was_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    fn write_file(&mut self, file: &Path, text: &str) -> Result<(), Refusal> {
        Session::write_file(self, file, text).map_err(Refusal::from)
    }

    fn projects(&self) -> &Arc<Projects> {
        &self.projects
    }

    fn links(&self) -> Links {
        self.global.links()
    }

    fn require_path(&self, path: &Path) -> Result<(), Refusal> {
        if path.as_os_str() == "-" || self.held_deck(path).is_some() {
            return Ok(());
        }
        let kind = files::read_kind(&resolve_path(&self.streams.folder, path));
        kind.map_err(|why| {
            let (path, why) = (files::path_text(path), why.into());
            Refusal::of_message(CliMessage::CannotRead { path, why })
        })?;
        Ok(())
    }
}

impl Session<'_> {
    /// Answers a question, and prints the answer in the form that is asked for.
    pub(super) fn answer<R: Request>(
        &mut self,
        request: &R,
        output: OutputArgs,
    ) -> Result<AnswerStatus, Failure> {
        let answer = request.answer(self)?;
        let (style, quiet) = (self.style, self.global.quiet);
        match output.form {
            FormArgument::Human => answer.write(&mut self.folded_output(), &style, quiet)?,
            FormArgument::Json => {
                self.write_beside(|session| {
                    answer.write(&mut session.folded_output(), &style, quiet)
                })?;
                answer.write_json(self.streams.out)?;
            }
        }
        self.say_remarks(&answer);
        Ok(answer.status())
    }

    /// Answers a question whose answer is a file, and prints what was not written into one.
    pub(super) fn answer_with_file(
        &mut self,
        request: &impl Request<Answer = FileAnswer>,
    ) -> Result<AnswerStatus, Failure> {
        let answer = request.answer(self)?;
        self.streams.out.write_all(answer.text.as_bytes())?;
        Ok(answer.status)
    }

    /// Writes the messages about an answer to the talk.
    pub(super) fn say_remarks(&mut self, answer: &impl Answer) {
        for text in answer.remarks(&self.talk, self.global.quiet) {
            self.say(&text);
        }
    }
}
