//! From paths to checked decks: what `check` and everything else that judges decks shares.

use super::{Failure, Session};
use crate::catalog::Library;
use crate::decks::error::MAX_BYTES;
use crate::decks::{self, DeckError, Hints, RawDeck, Resolver};
use crate::model::{Catalog, Format};
use crate::report::checked::CheckedDeck;
use crate::report::problem::InputProblem;
use crate::report::{self, setup_errors, words};
use crate::rules::{self, CheckOptions, TargetError, Wanted, target};
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

impl Request {
    fn wanted(&self) -> Wanted<'_> {
        Wanted { game: self.game.as_deref(), format: self.format.as_deref() }
    }
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
    let files = files(session, paths);
    let lang = session.style.lang;
    let one = |(shown, read): &(String, Result<Vec<u8>, DeckError>)| match read {
        Ok(bytes) => judge(&session.library, shown, bytes, request, lang),
        Err(error) => vec![unusable(shown, error, lang)],
    };
    let loaded = |file: &File| match &file.bytes {
        Some(bytes) => (file.shown.clone(), bytes.clone()),
        None => (file.shown.clone(), decks::load(&file.path)),
    };
    let checked: Vec<Vec<CheckedDeck>> = if files.len() < WORTH_THREADS {
        files.iter().map(|file| one(&loaded(file))).collect()
    } else {
        files.par_iter().map(|file| one(&loaded(file))).collect()
    };
    Ok(checked.into_iter().flatten().collect())
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

/// Reads and checks one deck.
pub fn judge(
    library: &Library,
    path: &str,
    bytes: &[u8],
    request: &Request,
    lang: crate::model::Lang,
) -> Vec<CheckedDeck> {
    let raw = match read(library, path, bytes, request) {
        Ok(raw) => raw,
        Err(error) => return vec![unusable(path, &error, lang)],
    };
    let base = CheckedDeck { text: raw.text.clone(), ..empty(path) };
    let fail = |problem: InputProblem, base: CheckedDeck| {
        vec![CheckedDeck { problems: vec![problem], ..base }]
    };
    let (game, wanted) = match target(library, &raw, request.wanted()) {
        Ok(target) => target,
        Err(problem) => return fail(words::target_problem(&problem, lang), base),
    };
    let catalog = match library.open(&game) {
        Ok(catalog) => catalog,
        Err(error) => return data_errors(&error, base, lang),
    };
    let base = CheckedDeck { catalog: Some(Arc::clone(&catalog)), ..base };
    if is_all(&wanted) {
        let formats =
            catalog.formats().map(|format| against(&catalog, &raw, format, request, lang, &base));
        return formats.collect();
    }
    match catalog.format(&wanted).filter(|f| !f.is_abstract) {
        Some(format) => vec![against(&catalog, &raw, format, request, lang, &base)],
        None => {
            let span =
                raw.format.as_ref().filter(|_| request.format.is_none()).map(|f| f.span.clone());
            let problem = TargetError::unknown_format(library, &catalog, &wanted, span);
            let deck = decks::resolve(&raw, &catalog, None);
            fail(words::target_problem(&problem, lang), CheckedDeck { deck: Some(deck), ..base })
        }
    }
}

/// Reads a deck file with the readers of its game, where the user says which game that is.
fn read(
    library: &Library,
    path: &str,
    bytes: &[u8],
    request: &Request,
) -> Result<RawDeck, DeckError> {
    let catalog = request.game.as_deref().and_then(|game| library.open(game).ok());
    let readers = catalog.as_ref().map(|c| c.game.readers.clone()).unwrap_or_default();
    decks::read(path, bytes, &Hints { reader: request.reader.as_deref(), readers: &readers })
}

fn against(
    catalog: &Arc<Catalog>,
    raw: &RawDeck,
    format: &Format,
    request: &Request,
    lang: crate::model::Lang,
    base: &CheckedDeck,
) -> CheckedDeck {
    let deck = Resolver::new(catalog).resolve(raw, Some(format));
    let checked = rules::check(catalog, &deck, format, &request.options);
    let (checked, problems) = match checked {
        Ok(checked) => {
            let stray = setup_errors::setup_problems(&checked.stray, lang);
            (Some(checked), stray)
        }
        Err(error) => (None, setup_errors::check_problems(&error, catalog, lang)),
    };
    CheckedDeck {
        deck: Some(deck),
        format: Some(format.named.id.clone()),
        checked,
        problems,
        ..base.clone()
    }
}
