//! Games that are opened once, and calls that use them.

use super::{
    answer::{Reply, ReplyContent},
    batches::{BatchWork, Batches},
    columns::CheckColumns,
    exception,
    given::{Asked, day},
    tables,
    workers::Workers,
};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyTuple},
};
use serde::Deserialize;
use serde_json::Value;
use sleeve::{
    check::{self, Batch, CheckRequest, Input, Watch},
    cli::{self, Host, HostedAnswer},
    model::Date,
    project::{ProjectError, Projects},
    report::Style,
    requests::{DeckOptions, TextValue, read_fields},
    rules::{CheckOptions, Overrides},
};
use std::{
    path::PathBuf,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

/// The games, opened on first use and shared by all calls and threads.
pub struct Opened {
    pub projects: Arc<Projects>,
    pub workers: Workers,
    /// Today's date, if the caller sets it.
    today: Option<Date>,
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

impl Opened {
    /// Asks a question in this process. An error becomes an exception with the program's words.
    pub fn ask(&self, py: Python<'_>, asked: &Asked) -> PyResult<HostedAnswer> {
        let (question, fields) = asked.question()?;
        let today = self.today.map_or_else(cli::clock, |day| Some(day).into());
        let host = Host { projects: &self.projects, decks: &asked.held, today };
        let answer = self
            .workers
            .run_long(py, cli::stop_hosted, || cli::answer_hosted(question, fields, &host))?;
        answer.map_err(|text| exception(py, &text))
    }
}

/// The text of an answer for people.
pub fn plain_text(answer: &HostedAnswer) -> String {
    let text = if answer.text.is_empty() { &answer.said } else { &answer.text };
    text.trim_end().to_owned()
}

/// Games, opened once and shared by threads. `games` is a folder with your own games, `overlays`
/// override the data, `day` is today's date, `threads` is the number of threads.
#[pyclass(frozen, subclass, module = "sleeve._sleeve")]
pub struct Library {
    opened: Arc<Opened>,
    /// Its arguments. A copy in another process opens the games again.
    given: Py<PyTuple>,
}

/// Ends a check when it is set.
#[derive(Default)]
struct Stop(AtomicBool);

impl Watch for Stop {
    fn begins(&self, _files: usize) {}

    fn goes_on(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }

    fn advances(&self) {}
}

#[pymethods]
impl Library {
    #[new]
    #[pyo3(signature = (games=None, overlays=Vec::new(), day=None, threads=0))]
    fn new(
        py: Python<'_>,
        games: Option<PathBuf>,
        overlays: Vec<PathBuf>,
        day: Option<&Bound<'_, PyAny>>,
        threads: usize,
    ) -> PyResult<Library> {
        let given = (games.clone(), overlays.clone(), day.map(|day| day.str()).transpose()?);
        let given = (given.0, given.1, given.2, threads).into_pyobject(py)?.unbind();
        let today = self::day(day)?;
        if let Some(folder) = games.as_ref().filter(|folder| !folder.is_dir()) {
            let text = format!("there is no games folder `{}`", folder.display());
            return Err(exception(py, &text));
        }
        let mut sources = cli::surroundings(&variable);
        sources.games = games.or(sources.games);
        let folder = std::env::current_dir()?;
        let projects = Projects::new(&sleeve::catalog::GAMES, &folder, overlays)
            .with_sources(sources)
            .with_today(today.map_or_else(cli::clock, |day| Some(day).into()));
        if let Err(ProjectError::Data(error)) = projects.current_project() {
            let style = Style { lang: cli::locale(&variable), ..Style::PLAIN };
            return Err(exception(py, &sleeve::report::game_data::draw_errors(&error, &style)));
        }
        let (projects, workers) = (Arc::new(projects), Workers::new(threads));
        Ok(Library { opened: Arc::new(Opened { projects, workers, today }), given })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, Py<PyTuple>) {
        (slf.get_type().into_any(), slf.get().given.clone_ref(slf.py()))
    }

    fn __repr__(&self) -> String {
        let project = self.opened.projects.current_project();
        let games = project.map(|project| project.library.game_ids().join(", "));
        format!("<sleeve.Library of {}>", games.unwrap_or_default())
    }

    /// Asks the question of a command about decks, with words after them.
    #[pyo3(signature = (command, decks=Vec::new(), words=Vec::new(), options=None))]
    fn _ask(
        &self,
        py: Python<'_>,
        command: &str,
        decks: Vec<Bound<'_, PyAny>>,
        words: Vec<Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Reply> {
        let asked = Asked::new(command, &decks, &words, options)?;
        let opened = Arc::clone(&self.opened);
        if let Some(request) = request(&asked).filter(|_| command == "check") {
            let content = ReplyContent::Checked(self.check(py, &asked, &request)?);
            let (talk, text) = (String::new(), OnceLock::new());
            return Ok(Reply { opened, asked, content, talk, text });
        }
        let run = opened.ask(py, &asked)?;
        let text = plain_text(&run).into();
        let content = ReplyContent::Document(run.document);
        Ok(Reply { opened, asked, content, talk: run.said, text })
    }

    /// A row for each deck of record batches: their columns, then the verdict and the findings.
    #[pyo3(signature = (
        batches, *, deck="text", name=None, game=None, format=None, role=None, reader=None, on=None, attested=false,
        measures=None, r#where=None, prefix=""
    ))]
    #[allow(clippy::too_many_arguments)]
    fn check_batches(
        &self,
        batches: &Bound<'_, PyAny>,
        deck: &str,
        name: Option<String>,
        game: Option<String>,
        format: Option<String>,
        role: Option<String>,
        reader: Option<String>,
        on: Option<&Bound<'_, PyAny>>,
        attested: bool,
        measures: Option<Bound<'_, PyDict>>,
        r#where: Option<String>,
        prefix: &str,
    ) -> PyResult<Batches> {
        let overrides = Overrides { role, ..Overrides::default() };
        let options = CheckOptions { attested, overrides, on: day(on)?, ..CheckOptions::default() };
        let request = CheckRequest {
            game,
            format,
            reader,
            options,
            without_suggestions: true,
            ..CheckRequest::default()
        };
        if request.is_all() {
            let text = "`all` would give several rows for each deck; use one format";
            return Err(PyValueError::new_err(text));
        }
        let measures = measures.into_iter().flatten();
        let measures = measures.map(|(name, text)| Ok((name.extract()?, text.extract()?)));
        let mut work = CheckColumns {
            deck: deck.to_owned(),
            name,
            request,
            measures: measures.collect::<PyResult<_>>()?,
            condition: r#where,
            prefix: prefix.to_owned(),
            ..CheckColumns::default()
        };
        // Report a wrong measure or condition here, not in the first batch, where another library
        // would hide it.
        if !work.measures.is_empty() || work.condition.is_some() {
            work.find_probes(&self.opened).map_err(|text| exception(batches.py(), &text))?;
        }
        Batches::new(batches, Arc::clone(&self.opened), BatchWork::Check(work))
    }

    /// A row for each card of each deck of record batches: `deck`, `game`, `zone`, `card`, `title`
    /// and `copies`.
    #[pyo3(signature = (batches, *, deck="text", name=None, game=None, format=None, reader=None))]
    #[allow(clippy::too_many_arguments)]
    fn usage_batches(
        &self,
        batches: &Bound<'_, PyAny>,
        deck: &str,
        name: Option<String>,
        game: Option<String>,
        format: Option<String>,
        reader: Option<String>,
    ) -> PyResult<Batches> {
        let request = CheckRequest {
            game,
            format,
            reader,
            without_suggestions: true,
            ..CheckRequest::default()
        };
        let work = CheckColumns { deck: deck.to_owned(), name, request, ..CheckColumns::default() };
        Batches::new(batches, Arc::clone(&self.opened), BatchWork::Usage(work))
    }

    /// The cards of a game as one record batch, with a column for each field that some card has.
    #[pyo3(signature = (game, *filter))]
    fn cards_table(
        &self,
        py: Python<'_>,
        game: &str,
        filter: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Batches> {
        let mut asked = Asked::new("cards", &[], &filter, None)?;
        asked.fields.insert("game".to_owned(), game.into());
        Batches::from_batch(py, tables::cards_table(&self.opened.ask(py, &asked)?.document))
    }

    /// The rules of one game, or of all, as one record batch.
    #[pyo3(signature = (what=None))]
    fn rules_table(&self, py: Python<'_>, what: Option<Bound<'_, PyAny>>) -> PyResult<Batches> {
        let asked = Asked::new("rules", &[], what.as_slice(), None)?;
        Batches::from_batch(py, tables::rules_table(&self.opened.ask(py, &asked)?.document))
    }
}

impl Library {
    /// Checks decks without asking a question, because its text costs more than one deck.
    fn check(&self, py: Python<'_>, asked: &Asked, request: &CheckRequest) -> PyResult<Batch> {
        let input = |path: &String| {
            let path = PathBuf::from(path);
            match asked.held.iter().find(|(held, _)| *held == path) {
                Some((_, content)) => Input::bytes(&path.to_string_lossy(), content),
                None => Input::Path(path),
            }
        };
        let inputs: Vec<Input> = asked.decks.iter().map(input).collect();
        let (projects, workers) = (&self.opened.projects, &self.opened.workers);
        let is_short = matches!(&*inputs, [Input::Content(..)]);
        if is_short {
            return workers.check(py, projects, inputs, request);
        }
        let stop = Stop::default();
        let work = || check::check_watched(projects, inputs, request, &stop);
        workers.run_long(py, |stopped| stop.0.store(stopped, Ordering::Relaxed), work)
    }
}

/// The fields of a check that is no question.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct PlainCheck {
    deck: DeckOptions,
    on: Option<TextValue<Date>>,
    until: bool,
}

/// The request for these options; `None` if an option is not part of a request.
fn request(asked: &Asked) -> Option<CheckRequest> {
    let fields = Value::Object(asked.fields.clone()).to_string();
    let check: PlainCheck = read_fields(&fields, &[DeckOptions::PART]).ok()?;
    let mut request = CheckRequest {
        seek_repairs: true,
        judge_readings: true,
        try_formats: true,
        find_legal_until: check.until,
        ..check.deck.request()
    };
    request.options.on = check.on.map(|TextValue(day)| day);
    Some(request)
}
