//! From paths to checked decks: what `check` and everything else that judges decks shares.

use super::settings::{self, Place, Trouble};
use super::{Failure, Session, configs};
use crate::catalog::Library;
use crate::decks::error::MAX_BYTES;
use crate::decks::{self, DeckError, Hints, RawDeck, Resolver};
use crate::model::{Catalog, Format, Lang};
use crate::report::checked::CheckedDeck;
use crate::report::config::CheckedConfig;
use crate::report::problem::InputProblem;
use crate::report::{self, setup_errors, words};
use crate::rules::{self, AssertMistake, CheckOptions, TargetError, Wanted, target};
use rayon::prelude::*;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Fewer files than this are read and checked without starting threads.
const WORTH_THREADS: usize = 16;

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
    let judged = judged(session, paths, request, Mode { rules: true, default_format: None });
    Ok(judged.into_iter().flat_map(|j| j.decks).collect())
}

/// The same for decks that, where they name no format, are for this one (GAME/FORMAT).
pub fn check_like(
    session: &mut Session<'_, '_>,
    paths: &[PathBuf],
    request: &Request,
    default_format: Option<&str>,
) -> Vec<CheckedDeck> {
    let judged = judged(session, paths, request, Mode { rules: true, default_format });
    judged.into_iter().flat_map(|j| j.decks).collect()
}

/// The same with what is to be said of the `sleeve.toml` files that hold for the decks.
pub fn check_all(
    session: &mut Session<'_, '_>,
    paths: &[PathBuf],
    request: &Request,
) -> (Vec<CheckedDeck>, Vec<CheckedConfig>) {
    let judged = judged(session, paths, request, Mode { rules: true, default_format: None });
    let configs = configs::findings(session, &judged);
    (judged.into_iter().flat_map(|j| j.decks).collect(), configs)
}

/// Reads every deck that the paths name and asks no rules.
pub fn read(
    session: &mut Session<'_, '_>,
    paths: &[PathBuf],
    request: &Request,
) -> Vec<CheckedDeck> {
    let judged = judged(session, paths, request, Mode { rules: false, default_format: None });
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
) -> Vec<Judged> {
    let files = files(session, paths);
    let lang = session.style.lang;
    let current = session.streams.folder.clone();
    let settings = &session.settings;
    let one = |file: File| {
        let bytes = file.bytes.unwrap_or_else(|| decks::load(&file.path));
        let folder = match file.shown.as_str() {
            "-" => current.as_path(),
            _ => file.path.parent().unwrap_or(&current),
        };
        let folder = settings::plain(folder);
        let path = file.path.file_name().map_or(folder.clone(), |name| folder.join(name));
        let place = settings.of(&folder);
        let mut judged =
            Judged { path, decks: Vec::new(), place, concerned: Vec::new(), mistakes: Vec::new() };
        match bytes {
            Ok(bytes) => {
                Judge { request, mode, lang }.judge(&mut judged, &file.shown, &bytes);
            }
            Err(error) => judged.decks.push(unusable(&file.shown, &error, lang)),
        }
        judged
    };
    if files.len() < WORTH_THREADS {
        files.into_iter().map(one).collect()
    } else {
        files.into_par_iter().map(one).collect()
    }
}

/// A file to be read: how it is shown, where it lies, its bytes where they are already there.
struct File {
    shown: String,
    path: PathBuf,
    bytes: Option<Result<Vec<u8>, DeckError>>,
}

fn files(session: &mut Session<'_, '_>, paths: &[PathBuf]) -> Vec<File> {
    let folder = session.streams.folder.clone();
    let mut files = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            let bytes = Some(standard_input(session));
            files.push(File { shown: "-".to_owned(), path: path.clone(), bytes });
            continue;
        }
        let (found, errors) = decks::find(&[folder.join(path)]);
        files.extend(found.into_iter().map(|found| File {
            shown: shown(&found, &folder, path),
            path: found,
            bytes: None,
        }));
        files.extend(errors.into_iter().map(|mut error| {
            error.path = path.display().to_string();
            File { shown: error.path.clone(), path: path.clone(), bytes: Some(Err(error)) }
        }));
    }
    files
}

/// A path as the user would write it: relative where the path given was.
fn shown(found: &Path, folder: &Path, given: &Path) -> String {
    let relative = found.strip_prefix(folder).ok().filter(|_| given.is_relative());
    relative.unwrap_or(found).display().to_string()
}

fn standard_input(session: &mut Session<'_, '_>) -> Result<Vec<u8>, DeckError> {
    let mut bytes = Vec::new();
    let limit = MAX_BYTES + 1;
    let read = (&mut *session.streams.input).take(limit).read_to_end(&mut bytes);
    let kind = match read {
        Ok(_) if bytes.len() as u64 > MAX_BYTES => decks::ProblemKind::TooLarge,
        Ok(_) => return Ok(bytes),
        Err(error) => decks::ProblemKind::Unreadable(error.to_string()),
    };
    Err(DeckError::whole("-", kind))
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
    let problems = report::catalog::diagnostics(error, lang).into_iter().map(|d| InputProblem {
        message: d.title,
        help: d.helps.join("; "),
        elsewhere: d.excerpts.first().and_then(|e| {
            let mark = e.marks.first()?;
            Some((e.path.clone(), e.text.to_owned(), mark.span.clone()))
        }),
        ..InputProblem::default()
    });
    vec![CheckedDeck { problems: problems.collect(), ..base }]
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
}

impl Judge<'_> {
    /// Reads and checks one file.
    fn judge(&self, judged: &mut Judged, shown: &str, bytes: &[u8]) {
        let place = match &judged.place {
            Ok(place) => place.clone(),
            Err(trouble) => {
                judged.decks.push(self.troubled(shown, trouble));
                return;
            }
        };
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
        let raw = match read_raw(library, shown, bytes, self.request, wanted.game) {
            Ok(raw) => raw,
            Err(error) => return judged.decks.push(unusable(shown, &error, self.lang)),
        };
        let base = CheckedDeck { text: raw.text.clone(), ..empty(shown) };
        let fail = |problem: InputProblem, base: CheckedDeck| CheckedDeck {
            problems: vec![problem],
            ..base
        };
        let mut unsaid = None;
        let (game, wanted) = match target(library, &raw, wanted) {
            Ok((game, wanted)) => (game, Some(wanted)),
            Err(problem) => {
                let worded = words::target_problem(&problem, self.lang);
                let TargetError::NoFormat { game, .. } = problem else {
                    return judged.decks.push(fail(worded, base));
                };
                unsaid = Some(worded);
                (game, None)
            }
        };
        let catalog = match library.open(&game) {
            Ok(catalog) => catalog,
            Err(error) => return judged.decks.extend(data_errors(&error, base, self.lang)),
        };
        let base = CheckedDeck { catalog: Some(Arc::clone(&catalog)), ..base };
        let Some(wanted) = wanted else {
            let deck = Some(decks::resolve(&raw, &catalog, None));
            let problems = unsaid.into_iter().collect();
            return judged.decks.push(CheckedDeck { deck, problems, ..base });
        };
        if is_all(&wanted) {
            for format in catalog.formats() {
                self.against(judged, &catalog, &raw, format, &base);
            }
            return;
        }
        match catalog.format(&wanted).filter(|f| !f.is_abstract) {
            Some(format) => self.against(judged, &catalog, &raw, format, &base),
            None => {
                let written = raw.format.as_ref().filter(|_| self.request.format.is_none());
                let span = written.map(|f| f.span.clone());
                let problem = TargetError::unknown_format(library, &catalog, &wanted, span);
                let deck = decks::resolve(&raw, &catalog, None);
                let base = CheckedDeck { deck: Some(deck), ..base };
                judged.decks.push(fail(words::target_problem(&problem, self.lang), base));
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

    fn against(
        &self,
        judged: &mut Judged,
        catalog: &Arc<Catalog>,
        raw: &RawDeck,
        format: &Format,
        base: &CheckedDeck,
    ) {
        let deck = Resolver::new(catalog).resolve(raw, Some(format));
        let mut row =
            CheckedDeck { format: Some(format.named.id.clone()), deck: None, ..base.clone() };
        if self.mode.rules {
            let options = configs::options(judged, &self.request.options, catalog, format);
            match rules::check(catalog, &deck, format, &options) {
                Ok(mut checked) => {
                    let found = configs::assert(judged, catalog, &deck, format, &options);
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
