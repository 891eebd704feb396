//! From paths to checked decks: what `check` and everything else that judges decks shares.

use super::kept::{Catalogs, Kept};
use super::settings::{self, Place, Settings, Trouble};
use super::{Failure, Session, configs};
use crate::catalog::Library;
use crate::decks::error::MAX_BYTES;
use crate::decks::{self, DeckError, DeckFile, Hints, Named, RawDeck};
use crate::files;
use crate::model::{Catalog, Format, Lang};
use crate::report::checked::CheckedDeck;
use crate::report::config::CheckedConfig;
use crate::report::problem::InputProblem;
use crate::report::skipped::{self, SkippedFile};
use crate::report::{self, setup_errors, words};
use crate::rules::{AssertMistake, CheckOptions, TargetError, Wanted, target};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Fewer files than this are read and checked without starting threads.
const WORTH_THREADS: usize = 16;
/// A thread reads and checks so many files in one go, or a part of all of them that keeps every
/// thread busy to the end: what it looked up for one deck serves the next.
const BATCH: usize = 8;
const BATCHES_PER_THREAD: usize = 4;
/// So many mistakes in the data are told for each deck that needs it; `lint` tells more.
const DATA_MISTAKES: usize = 10;

/// A file with more lines that name no card is no deck of the game; the first of them are told.
pub const MAX_UNKNOWN: usize = 1_000;
/// A list with more headings is none.
pub const MAX_HEADINGS: usize = 1_000;

/// What to check decks against.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The game of decks that name none.
    pub game: Option<String>,
    /// The format, whatever the decks name: an id, name, alias, GAME/FORMAT, or `all`.
    pub format: Option<String>,
    /// The reader, where it cannot be told from the file.
    pub reader: Option<String>,
    /// How to check.
    pub options: CheckOptions,
}

/// Whether the word asks for every format of a deck's game.
pub fn is_all(format: &str) -> bool {
    format == "all" || format.ends_with("/all")
}

/// Reads and checks every deck that the paths name, in their order; `all` formats give a deck one
/// entry per format.
pub fn check(
    session: &mut Session<'_, '_>,
    paths: &[PathBuf],
    request: &Request,
) -> Result<Vec<CheckedDeck>, Failure> {
    let mode = Mode { rules: true, default_format: None };
    Ok(judged_aloud(session, paths, request, mode))
}

/// The same for decks that, where they name no format, are for this one (GAME/FORMAT).
pub fn check_like(
    session: &mut Session<'_, '_>,
    paths: &[PathBuf],
    request: &Request,
    default_format: Option<&str>,
) -> Vec<CheckedDeck> {
    judged_aloud(session, paths, request, Mode { rules: true, default_format })
}

/// The decks of some paths, and what else is to be said of these.
pub struct Batch {
    /// The decks.
    pub decks: Vec<CheckedDeck>,
    /// The `sleeve.toml` files that hold for them, where something is to be said of one.
    pub configs: Vec<CheckedConfig>,
    /// What lies in a folder and was not read.
    pub skipped: Vec<SkippedFile>,
}

/// The same with what is to be said of the `sleeve.toml` files that hold for the decks, and with
/// what was not read.
pub fn check_all(session: &mut Session<'_, '_>, paths: &[PathBuf], request: &Request) -> Batch {
    let mode = Mode { rules: true, default_format: None };
    let (judged, skipped) = judged(session, paths, request, mode);
    let configs = configs::findings(session, &judged);
    Batch { decks: judged.into_iter().flat_map(|j| j.decks).collect(), configs, skipped }
}

/// Reads every deck that the paths name and asks no rules.
pub fn read(
    session: &mut Session<'_, '_>,
    paths: &[PathBuf],
    request: &Request,
) -> Vec<CheckedDeck> {
    judged_aloud(session, paths, request, Mode { rules: false, default_format: None })
}

/// The decks; what was not read is said beside the results.
fn judged_aloud(
    session: &mut Session<'_, '_>,
    paths: &[PathBuf],
    request: &Request,
    mode: Mode<'_>,
) -> Vec<CheckedDeck> {
    let (judged, skipped) = judged(session, paths, request, mode);
    for line in skipped::lines(&skipped, &session.talk) {
        session.say(&line);
    }
    judged.into_iter().flat_map(|j| j.decks).collect()
}

/// A file with what came of it.
pub(super) struct Judged {
    /// Where it lies.
    pub(super) path: PathBuf,
    /// Its deck, once for each format it was checked against.
    pub(super) decks: Vec<CheckedDeck>,
    /// What holds where it lies.
    pub(super) place: Result<Place, Trouble>,
    /// The assertions that concern it, by their position.
    pub(super) concerned: Vec<usize>,
    /// Mistakes in them.
    pub(super) mistakes: Vec<AssertMistake>,
}

fn judged(
    session: &mut Session<'_, '_>,
    paths: &[PathBuf],
    request: &Request,
    mode: Mode<'_>,
) -> (Vec<Judged>, Vec<SkippedFile>) {
    let (files, skipped) = files(session, paths);
    let judge = Judge {
        request,
        mode,
        lang: session.style.lang,
        current: &session.streams.folder,
        settings: &session.settings,
    };
    if files.len() < WORTH_THREADS {
        return (judge.all(files), skipped);
    }
    let size = files.len().div_ceil(BATCHES_PER_THREAD * rayon::current_num_threads()).max(BATCH);
    let mut files = files.into_iter();
    let batch = || {
        let batch: Vec<File> = files.by_ref().take(size).collect();
        (!batch.is_empty()).then_some(batch)
    };
    let batches: Vec<Vec<File>> = std::iter::from_fn(batch).collect();
    let judged: Vec<Vec<Judged>> = batches.into_par_iter().map(|files| judge.all(files)).collect();
    (judged.into_iter().flatten().collect(), skipped)
}

/// A file to be read: how it is shown, where it lies, its bytes where they are already there.
struct File {
    shown: String,
    path: PathBuf,
    /// Whether the user named it, rather than a folder it lies in.
    named: bool,
    bytes: Option<Result<Vec<u8>, DeckError>>,
}

fn files(session: &mut Session<'_, '_>, paths: &[PathBuf]) -> (Vec<File>, Vec<SkippedFile>) {
    let folder = session.streams.folder.clone();
    let (mut files, mut skipped) = (Vec::new(), Vec::new());
    for path in paths {
        if path.as_os_str() == "-" {
            let bytes = Some(standard_input(session));
            files.push(File { shown: "-".to_owned(), path: path.clone(), named: true, bytes });
            continue;
        }
        let found = decks::find(&[folder.join(path)]);
        files.extend(found.files.into_iter().map(|found| File {
            shown: shown(&found.path, &folder, path),
            path: found.path,
            named: found.named,
            bytes: None,
        }));
        skipped.extend(
            found.skipped.into_iter().map(|found| SkippedFile {
                path: shown(&found.path, &folder, path),
                why: found.why,
            }),
        );
        files.extend(found.errors.into_iter().map(|mut error| {
            let within = Path::new(&error.path) != folder.join(path);
            error.path = match within {
                true => shown(Path::new(&error.path), &folder, path),
                false => path.display().to_string(),
            };
            let shown = error.path.clone();
            File { shown, path: path.clone(), named: true, bytes: Some(Err(error)) }
        }));
    }
    (files, skipped)
}

/// A path as the user would write it: relative where the path given was.
fn shown(found: &Path, folder: &Path, given: &Path) -> String {
    let relative = found.strip_prefix(folder).ok().filter(|_| given.is_relative());
    relative.unwrap_or(found).display().to_string()
}

fn standard_input(session: &mut Session<'_, '_>) -> Result<Vec<u8>, DeckError> {
    let read = files::read_stream(&mut *session.streams.input, MAX_BYTES);
    read.map_err(|refusal| DeckError::whole("-", refusal.into()))
}

fn empty(path: &str) -> CheckedDeck {
    CheckedDeck {
        path: path.to_owned(),
        text: Arc::from(""),
        catalog: None,
        deck: None,
        format: None,
        checked: None,
        problems: Vec::new(),
    }
}

fn unusable(path: &str, error: &DeckError, lang: crate::model::Lang) -> CheckedDeck {
    let problems = error.problems.iter().map(|p| words::deck_problem(p, lang)).collect();
    CheckedDeck { text: error.text.clone(), problems, ..empty(path) }
}

/// A deck whose game's data has mistakes.
fn data_errors(
    error: &crate::catalog::CatalogError,
    base: CheckedDeck,
    lang: crate::model::Lang,
) -> Vec<CheckedDeck> {
    let problems = report::catalog::input_problems(error, DATA_MISTAKES, lang);
    vec![CheckedDeck { problems, ..base }]
}

/// Reads a deck file with the readers of its game, where the user says which game that is.
fn read_raw(
    library: &Library,
    path: &str,
    bytes: &[u8],
    request: &Request,
    game: Option<&str>,
) -> Result<RawDeck, DeckError> {
    let catalog = game.and_then(|game| library.open(game).ok());
    let readers = catalog.as_ref().map(|c| c.game.readers.clone()).unwrap_or_default();
    decks::read(path, bytes, &Hints { reader: request.reader.as_deref(), readers: &readers })
}

/// What is done with decks.
#[derive(Clone, Copy)]
struct Mode<'m> {
    /// Whether the rules are asked, or the decks only read.
    rules: bool,
    /// Format, as GAME/FORMAT, of decks for which nothing else names one.
    default_format: Option<&'m str>,
}

/// How files are judged.
struct Judge<'r> {
    request: &'r Request,
    mode: Mode<'r>,
    lang: Lang,
    current: &'r Path,
    settings: &'r Settings,
}

/// A folder with what holds in it.
struct Here {
    /// As the file's path names it.
    given: PathBuf,
    /// Without `.`, `..` and links.
    folder: PathBuf,
    place: Result<Place, Trouble>,
}

/// A deck that was read, on its way to its verdict.
struct Ready {
    raw: RawDeck,
    catalog: Arc<Catalog>,
    /// The format's word, or `all`; without one, what is to be said of that.
    wanted: Result<String, InputProblem>,
    base: CheckedDeck,
}

impl Judge<'_> {
    /// Reads and checks files one after the other.
    fn all(&self, files: Vec<File>) -> Vec<Judged> {
        let catalogs = Catalogs::default();
        let mut kept = Kept::of(files.len() >= WORTH_THREADS);
        let mut last: Option<Here> = None;
        let one = |file: File| {
            let here = self.here(&file, last.take());
            let (mut judged, ready) = self.read(file, last.insert(here));
            let Some(ready) = ready else { return judged };
            match catalogs.keep(&ready.catalog) {
                Some(catalog) => self.judge(&mut judged, &ready, catalog, &mut kept),
                None => self.judge(&mut judged, &ready, &ready.catalog, &mut Kept::default()),
            }
            judged
        };
        files.into_iter().map(one).collect()
    }

    /// The folder of a file, which is mostly that of the last one.
    fn here(&self, file: &File, last: Option<Here>) -> Here {
        let given = match file.shown.as_str() {
            "-" => self.current,
            _ => file.path.parent().unwrap_or(self.current),
        };
        last.filter(|last| last.given == given).unwrap_or_else(|| {
            let folder = settings::plain(given);
            let place = self.settings.of(&folder);
            Here { given: given.to_owned(), folder, place }
        })
    }

    /// Reads one file, as far as a deck can be told.
    fn read(&self, file: File, here: &Here) -> (Judged, Option<Ready>) {
        let load = || decks::load(&DeckFile { path: file.path.clone(), named: file.named });
        let bytes = file.bytes.unwrap_or_else(load);
        let name = file.path.file_name();
        let path = name.map_or_else(|| here.folder.clone(), |name| here.folder.join(name));
        let place = here.place.clone();
        let mut judged =
            Judged { path, decks: Vec::new(), place, concerned: Vec::new(), mistakes: Vec::new() };
        let found = match bytes {
            Ok(bytes) => self.deck(&judged, &file.shown, &bytes),
            Err(error) => Err(vec![unusable(&file.shown, &error, self.lang)]),
        };
        match found {
            Ok(ready) => (judged, Some(ready)),
            Err(decks) => {
                judged.decks = decks;
                (judged, None)
            }
        }
    }

    /// The deck of a file with its game, or what is to be said of a file that has none.
    fn deck(&self, judged: &Judged, shown: &str, bytes: &[u8]) -> Result<Ready, Vec<CheckedDeck>> {
        let place = judged.place.as_ref().map_err(|trouble| vec![self.troubled(shown, trouble)])?;
        let library = &*place.library;
        let config = place.config.as_deref();
        let game = self.request.game.as_deref();
        let wanted = Wanted {
            game: game.or(config.and_then(|c| c.game.as_ref()).map(|g| g.value.as_str())),
            format: self.request.format.as_deref(),
            default_format: config
                .and_then(|c| c.format.as_ref())
                .map(|f| f.value.as_str())
                .or(self.mode.default_format),
        };
        let raw = read_raw(library, shown, bytes, self.request, wanted.game)
            .map_err(|error| vec![unusable(shown, &error, self.lang)])?;
        let base = CheckedDeck { text: raw.text.clone(), ..empty(shown) };
        let (game, wanted) = match target(library, &raw, wanted) {
            Ok((game, wanted)) => (game, Ok(wanted)),
            Err(problem) => {
                let worded = words::target_problem(&problem, self.lang);
                let TargetError::NoFormat { game, .. } = problem else {
                    return Err(vec![CheckedDeck { problems: vec![worded], ..base }]);
                };
                (game, Err(worded))
            }
        };
        match library.open(&game) {
            Ok(catalog) => {
                let base = CheckedDeck { catalog: Some(Arc::clone(&catalog)), ..base };
                Ok(Ready { raw, catalog, wanted, base })
            }
            Err(error) => Err(data_errors(&error, base, self.lang)),
        }
    }

    /// Checks a deck against its format, or every format.
    fn judge<'c>(
        &self,
        judged: &mut Judged,
        ready: &Ready,
        catalog: &'c Catalog,
        kept: &mut Kept<'c>,
    ) {
        let Ready { raw, wanted, base, .. } = ready;
        let named = kept.resolver(catalog).name(raw);
        let unfit = |problem: InputProblem, kept: &mut Kept<'c>| {
            let deck = Some(kept.resolver(catalog).place(&named, None, None));
            CheckedDeck { deck, problems: vec![problem], ..base.clone() }
        };
        let headings = named.headings();
        if headings > MAX_HEADINGS {
            let problems = vec![words::too_many_headings(headings, MAX_HEADINGS, self.lang)];
            return judged.decks.push(CheckedDeck { problems, ..base.clone() });
        }
        if named.unknown() > MAX_UNKNOWN {
            let deck = kept.resolver(catalog).place(&named, None, None);
            let problems = words::all_unknown(&deck, catalog, self.lang);
            return judged.decks.push(CheckedDeck { problems, ..base.clone() });
        }
        let wanted = match wanted {
            Ok(wanted) => wanted,
            Err(problem) => return judged.decks.push(unfit(problem.clone(), kept)),
        };
        if is_all(wanted) {
            for format in catalog.formats() {
                self.against(judged, (ready, &named), (catalog, format), kept);
            }
            return;
        }
        match catalog.format(wanted).filter(|f| !f.is_abstract) {
            Some(format) => self.against(judged, (ready, &named), (catalog, format), kept),
            None => {
                let written = raw.format.as_ref().filter(|_| self.request.format.is_none());
                let span = written.map(|f| f.span.clone());
                // INVARIANT: a deck is only ready where its place has a library.
                let Ok(place) = &judged.place else { return };
                let problem = TargetError::unknown_format(&place.library, catalog, wanted, span);
                judged.decks.push(unfit(words::target_problem(&problem, self.lang), kept));
            }
        }
    }

    /// A deck whose `sleeve.toml`, or the card data that it names, cannot be used.
    fn troubled(&self, shown: &str, trouble: &Trouble) -> CheckedDeck {
        match trouble {
            Trouble::Config(error) => {
                let message = match self.lang {
                    Lang::En => format!("`{}`, which holds for it, has mistakes", error.path),
                    Lang::Fr => {
                        format!("`{}`, qui vaut pour lui, contient des erreurs", error.path)
                    }
                };
                let problems = vec![InputProblem { message, ..InputProblem::default() }];
                CheckedDeck { problems, ..empty(shown) }
            }
            Trouble::Data(_, error) => {
                let all = data_errors(error, empty(shown), self.lang).into_iter().next();
                all.unwrap_or_else(|| empty(shown))
            }
        }
    }

    fn against<'c>(
        &self,
        judged: &mut Judged,
        (ready, named): (&Ready, &Named<'_, 'c>),
        (catalog, format): (&'c Catalog, &'c Format),
        kept: &mut Kept<'c>,
    ) {
        let role = self.request.options.overrides.role.as_deref();
        let deck = kept.resolver(catalog).place(named, Some(format), role);
        let mut row = CheckedDeck {
            format: Some(format.named.id.to_string()),
            deck: None,
            ..ready.base.clone()
        };
        // Of names that several cards bear, the format decides.
        if deck.unresolved.len() > MAX_UNKNOWN {
            row.problems = words::all_unknown(&deck, catalog, self.lang);
            return judged.decks.push(row);
        }
        if self.mode.rules {
            let rulebook = kept.rulebook(catalog, format);
            let options = configs::options(judged, &self.request.options, catalog, format);
            match rulebook.check(&deck, &options) {
                Ok(mut checked) => {
                    let found = configs::assert(judged, rulebook, &deck, &options);
                    checked.findings.extend(found);
                    row.problems = setup_errors::setup_problems(&checked.stray, self.lang);
                    row.checked = Some(checked);
                }
                Err(error) => {
                    row.problems = setup_errors::check_problems(&error, catalog, self.lang);
                }
            }
        }
        judged.decks.push(CheckedDeck { deck: Some(deck), ..row });
    }
}
