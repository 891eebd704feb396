//! A session as the place where questions are answered.

use super::{
    Failure, Session,
    arguments::{FormArgument, OutputArgs},
    messages::CliMessage,
    progress,
    session::resolve_path,
    store::{self, StoreError},
};
use sleeve_check::{self as check, Batch, CheckRequest, CheckedDeck};
use sleeve_data::{
    files,
    problem::{Problem, Severity},
};
use sleeve_library::{Library, project::Projects};
use sleeve_report::Style;
use sleeve_requests::{
    Answer, AnswerStatus, Desk, FileAnswer, JsonQuestion, Refusal, Request, RequestFields,
    RequestMessage,
};
use std::{
    io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

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

    fn write_file(&mut self, file: &Path, text: &str, replaced: bool) -> Result<(), Refusal> {
        self.write_file_bytes(file, text.as_bytes(), |_| replaced)
            .map_err(Refusal::from)
    }

    fn projects(&self) -> &Arc<Projects> {
        &self.projects
    }

    fn read_file(&mut self, path: &Path, limit: u64) -> Result<Vec<u8>, Refusal> {
        let bytes = if path.as_os_str() == "-" {
            files::read_stream(&mut *self.streams.input, limit)
        } else {
            files::read(&resolve_path(&self.streams.folder, path), limit)
        };
        Ok(bytes.map_err(|refusal| self.read_failure(path.display().to_string(), refusal))?)
    }

    fn require_path(&self, path: &Path) -> Result<(), Refusal> {
        if path.as_os_str() == "-" || self.held_deck(path).is_some() {
            return Ok(());
        }
        let kind = files::read_kind(&resolve_path(&self.streams.folder, path));
        kind.map_err(|refusal| self.read_failure(files::path_text(path), refusal))?;
        Ok(())
    }

    fn replace_file(&mut self, path: &Path, old: &[u8], new: &[u8]) -> Result<bool, Refusal> {
        match store::write_file(path, new, |bytes| bytes == old) {
            Ok(lost_groups) => self.note_lost_groups(lost_groups),
            // It exists: it has changed since it was read.
            Err(StoreError::Exists { .. }) => return Ok(false),
            Err(error) => return Err(self.store_failure(&error).into()),
        }
        Ok(true)
    }

    fn check_in_parts(
        &mut self,
        decks: &[PathBuf],
        request: &CheckRequest,
        take: &mut (dyn FnMut(Vec<CheckedDeck>) + Send),
    ) -> Batch {
        let inputs = self.inputs(decks);
        self.read_with_progress(|projects, watch| {
            check::check_in_parts(projects, inputs, request, watch, take)
        })
    }

    fn random_bytes(&self) -> Result<[u8; 16], Refusal> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| {
            Refusal::of_message(CliMessage::NoRandomBytes { error: error.to_string() })
        })?;
        Ok(bytes)
    }
}

impl Session<'_> {
    /// Answers a question, and prints the answer in the form that is asked for.
    pub(super) fn answer<R: Request>(
        &mut self,
        request: &R,
        output: OutputArgs,
    ) -> Result<AnswerStatus, Failure> {
        let mut answer = request.answer(self)?;
        self.write_answer(&mut answer, output)
    }

    /// Answers a question in JSON with its document.
    pub(super) fn answer_fields(
        &mut self,
        question: &JsonQuestion,
        fields: RequestFields,
    ) -> Result<AnswerStatus, Failure> {
        self.require_settings(question.name)?;
        let mut answer = question.answer(self, fields)?;
        self.write_answer(&mut *answer, OutputArgs { form: FormArgument::Json })
    }

    /// Refuses commands about games if the settings of this folder have problems. The other
    /// commands work without them, or report their problems themselves.
    pub(super) fn require_settings(&mut self, command: &str) -> Result<(), Failure> {
        let trouble = self.config_trouble.take();
        let needed = trouble.filter(|_| ["rules", "cards", "show", "new"].contains(&command));
        needed.map_or(Ok(()), |trouble| Err(Failure::Unusable(trouble)))
    }

    /// Prints an answer in the form that is asked for, and says the remarks about it.
    pub(super) fn write_answer(
        &mut self,
        answer: &mut dyn Answer,
        output: OutputArgs,
    ) -> Result<AnswerStatus, Failure> {
        self.show(answer, output)?;
        let status = answer.status();
        // On a terminal, why something is missing stands below what there is.
        if status == AnswerStatus::Unusable {
            self.streams.out.flush()?;
        }
        self.say_remarks(answer);
        answer.finish(self)?;
        Ok(status)
    }

    /// Prints an answer in the form that is asked for.
    pub(super) fn show(&mut self, answer: &dyn Answer, output: OutputArgs) -> io::Result<()> {
        let (style, quiet) = (self.style, self.global.quiet);
        match output.form {
            FormArgument::Human => answer.write(&mut self.folded_output(), &style, quiet),
            FormArgument::Json => {
                self.write_beside(|session| {
                    answer.write(&mut session.folded_output(), &style, quiet)
                })?;
                answer.write_json(self.streams.out)
            }
        }
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
    pub(super) fn say_remarks(&mut self, answer: &dyn Answer) {
        for text in answer.remarks(&self.talk, self.global.quiet) {
            self.say(&text);
        }
    }
}
