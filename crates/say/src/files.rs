//! The files of words: English sentences, each with its translation below it.
//!
//! ```text
//! en: {count} card
//! many: {count} cards
//! fr: {count} carte
//! many: {count} cartes
//! ```
//!
//! `many` is the plural. `context` separates a sentence from the same one elsewhere. A line without
//! a label continues the line above. Lines above the first `en` are comments. `\s` at the end of a
//! line is a space.

use crate::call::holes;
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// A sentence in the code.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Sentence {
    pub(crate) one: String,
    pub(crate) many: Option<String>,
    pub(crate) context: Option<String>,
}

/// The translation of a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Translation {
    pub(crate) one: String,
    /// The plural; `None`: the same as the singular.
    pub(crate) many: Option<String>,
}

/// The words of a crate in one language.
pub(crate) struct WordFile {
    /// The name of the folder: `fr`.
    pub(crate) code: String,
    pub(crate) path: PathBuf,
    pub(crate) rows: HashMap<Sentence, Translation>,
}

impl WordFile {
    /// Returns the translation of a sentence. `names` are the available values; `None` if they are
    /// unknown.
    ///
    /// # Errors
    /// The message for the compiler: a missing row, a plural without a number, or a value that the
    /// sentence does not have.
    pub(crate) fn translate(
        &self,
        sentence: &Sentence,
        is_counted: bool,
        names: Option<&[String]>,
    ) -> Result<Translation, String> {
        if sentence.one.is_empty() && sentence.context.is_none() {
            return Ok(Translation::default());
        }
        let (path, one) = (self.shown_path(), &sentence.one);
        let Some(found) = self.rows.get(sentence) else {
            return Err(format!(
                "{path} needs this sentence:\n{}",
                write_row(sentence, &self.code)
            ));
        };
        if found.many.is_some() && !is_counted {
            return Err(format!(
                "{path} has a plural for `{one}`, but the call has no number: use `count, \"…\"`"
            ));
        }
        let texts = [Some(&found.one), found.many.as_ref()]
            .into_iter()
            .flatten();
        let unknown = texts
            .flat_map(|text| holes(text))
            .find(|hole| names.is_some_and(|names| !names.contains(hole)));
        match unknown {
            Some(hole) => Err(format!(
                "the translation of `{one}` in {path} uses `{{{hole}}}`, which the sentence does not have"
            )),
            None => Ok(found.clone()),
        }
    }

    /// The path from the parent folder of `words/`, for people.
    pub(crate) fn shown_path(&self) -> String {
        let components = self.path.components().rev().take(3);
        let mut parts: Vec<_> = components
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        parts.reverse();
        parts.join("/")
    }
}

/// The row of a sentence with an empty translation.
pub(crate) fn write_row(sentence: &Sentence, code: &str) -> String {
    let mut row = write_line("en", &sentence.one);
    row.extend(sentence.many.iter().map(|many| write_line("many", many)));
    row.extend(
        sentence
            .context
            .iter()
            .map(|context| write_line("context", context)),
    );
    row + &format!("{code}: …")
}

fn write_line(label: &str, text: &str) -> String {
    match text.strip_suffix(' ') {
        Some(start) => format!("{label}: {start}\\s\n"),
        None => format!("{label}: {text}\n"),
    }
}

/// Adds a row that ends above a line.
fn keep_row(
    rows: &mut HashMap<Sentence, Translation>,
    row: Option<(Sentence, Option<Translation>)>,
    code: &str,
    line: usize,
) -> Result<(), String> {
    let Some((sentence, translation)) = row else { return Ok(()) };
    let Some(translation) = translation else {
        return Err(format!("`{}` has no `{code}: ` (line {line})", sentence.one));
    };
    let twice = format!("`{}` occurs twice (line {line})", sentence.one);
    rows.insert(sentence, translation)
        .map_or(Ok(()), |_| Err(twice))
}

/// Parses a file of words.
///
/// # Errors
/// A message with the place of the mistake.
pub(crate) fn parse(text: &str, code: &str) -> Result<HashMap<Sentence, Translation>, String> {
    let mut rows = HashMap::new();
    let mut row: Option<(Sentence, Option<Translation>)> = None;
    for (at, line) in text.lines().enumerate() {
        let spaced = line.strip_suffix("\\s").map(|line| format!("{line} "));
        let line = spaced.as_deref().unwrap_or(line);
        let label = line
            .split_once(": ")
            .filter(|(label, _)| ["en", "many", "context"].contains(label) || *label == code);
        match (label, &mut row) {
            (Some(("en", text)), _) => {
                keep_row(&mut rows, row.take(), code, at)?;
                row = Some((Sentence { one: text.to_owned(), ..Sentence::default() }, None));
            }
            (_, None) => {}
            (Some(("many", text)), Some((sentence, None))) => sentence.many = Some(text.to_owned()),
            (Some(("many", text)), Some((_, Some(said)))) => said.many = Some(text.to_owned()),
            (Some(("context", text)), Some((sentence, None))) => {
                sentence.context = Some(text.to_owned())
            }
            (Some((label, text)), Some((_, said @ None))) if label == code => {
                *said = Some(Translation { one: text.to_owned(), many: None });
            }
            (Some((label, _)), Some(_)) => {
                return Err(format!("`{label}` is in the wrong place (line {})", at + 1));
            }
            (None, Some((sentence, said))) => {
                let last = match said {
                    Some(said) => said.many.as_mut().unwrap_or(&mut said.one),
                    None => sentence.many.as_mut().unwrap_or(&mut sentence.one),
                };
                last.push('\n');
                last.push_str(line);
            }
        }
    }
    keep_row(&mut rows, row, code, text.lines().count())?;
    Ok(rows)
}

/// The folder `words/` of the sources being compiled.
///
/// # Errors
/// The source folder is unknown, or has no `words/`.
fn words_folder() -> Result<PathBuf, String> {
    let home = std::env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?;
    let folder = Path::new(&home)
        .ancestors()
        .map(|folder| folder.join("words"));
    folder
        .into_iter()
        .find(|folder| folder.is_dir())
        .ok_or_else(|| "there is no folder `words`".to_owned())
}

/// The codes of the languages other than English, with the path of a file in the folder of each.
///
/// # Errors
/// The folder `words/` cannot be read.
pub(crate) fn paths(name: &str) -> Result<Vec<(String, PathBuf)>, String> {
    let folder = words_folder()?;
    let entries =
        std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folders = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    let mut languages: Vec<(String, PathBuf)> = folders
        .filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), path.join(name))))
        .collect();
    languages.sort();
    Ok(languages)
}

/// The words of the crate being compiled, in all languages but English. Each compiler process reads
/// them once.
///
/// # Errors
/// A message that names the file.
pub(crate) fn read_word_files() -> Result<&'static [WordFile], String> {
    static FILES: OnceLock<Result<Vec<WordFile>, String>> = OnceLock::new();
    FILES
        .get_or_init(read_package)
        .as_deref()
        .map_err(Clone::clone)
}

fn read_package() -> Result<Vec<WordFile>, String> {
    let package = std::env::var("CARGO_PKG_NAME").map_err(|error| error.to_string())?;
    let name = package.strip_prefix("sleeve-").unwrap_or(&package);
    let mut files = Vec::new();
    for (code, path) in paths(&format!("{name}.txt"))? {
        let rows = std::fs::read_to_string(&path)
            .map_err(|error| error.to_string())
            .and_then(|text| parse(&text, &code))
            .map_err(|message| format!("{}: {message}", path.display()))?;
        files.push(WordFile { code, path, rows });
    }
    Ok(files)
}

#[cfg(test)]
#[path = "../../../tests/unit/say/files.rs"]
mod tests;
