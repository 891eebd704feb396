//! `sleeve fmt`: data, decks, events and projects in one style.

use super::{
    AnswerStatus, Failure, Session, messages::CliMessage, session::resolve_path, store::StagedFiles,
};
use clap::Args;
use ignore::WalkBuilder;
use sleeve_data::{
    files::{self, FileMessage, PathKind, TOML},
    problem::{Problem, SourceText},
};
use sleeve_fmt::{MAX_STYLED_BYTES, StyleError, apply_style};
use sleeve_report::text::escape::safe;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Format TOML files
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve fmt
  sleeve fmt my-game decks/mine.toml
  sleeve fmt --check cards decks")]
pub struct FmtCommand {
    /// Files and folders, or `-` for standard input
    ///
    /// Default: the folder `cards`, if there is one.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Change nothing, list files that would change
    ///
    /// The exit status is 1 if there are any.
    #[arg(long)]
    check: bool,
}

/// A file to be brought into the style.
struct FileToStyle {
    /// As messages name it.
    shown: String,
    place: PathBuf,
    /// Whether the user named the file itself. A file of another kind is then an error; otherwise
    /// it is skipped.
    named: bool,
}

impl FmtCommand {
    /// Styles all files, and writes all of them or none.
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let mut paths = self.paths.clone();
        if paths.is_empty() && session.streams.folder.join("cards").is_dir() {
            paths.push(PathBuf::from("cards"));
        }
        if paths.is_empty() {
            return Err(session.refusal(CliMessage::NothingToStyle));
        }
        if let [only] = paths.as_slice()
            && only.as_os_str() == "-"
        {
            return self.style_standard_input(session);
        }
        if paths.iter().any(|path| path.as_os_str() == "-") {
            return Err(session.refusal(CliMessage::InputAlone));
        }
        let mut staged = StagedFiles::default();
        let (mut changed, mut all) = (Vec::new(), 0);
        for asked in find_files(session, &paths)? {
            let text = read_file(session, &asked)?;
            let new = match apply_style(&asked.place, &text) {
                Err(StyleError::NotOurs) if !asked.named => continue,
                new => new.map_err(|error| style_failure(session, &asked.shown, &text, error))?,
            };
            all += 1;
            if new != text {
                if !self.check {
                    // A file that changed since it was read is left alone, so that no edit is lost.
                    staged
                        .add(&asked.place, new.as_bytes(), |bytes| bytes == text.as_bytes())
                        .map_err(|error| session.store_failure(&error))?;
                }
                changed.push(asked.shown);
            }
        }
        let lost_groups = staged
            .commit()
            .map_err(|error| session.store_failure(&error))?;
        session.note_lost_groups(lost_groups);
        for shown in &changed {
            session.print_text(&format!("{}\n", safe(shown)))?;
        }
        if !session.global.quiet {
            let count = changed.len();
            session.say_line(&if self.check {
                CliMessage::WouldStyle { changed: count, all }
            } else {
                CliMessage::Styled { changed: count, all }
            });
        }
        Ok(if self.check && !changed.is_empty() { AnswerStatus::No } else { AnswerStatus::Fine })
    }

    fn style_standard_input(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let bytes = files::read_stream(&mut *session.streams.input, MAX_STYLED_BYTES)
            .map_err(|refusal| session.read_failure("-", refusal))?;
        let text = decode_text(session, "-", bytes)?;
        let new = apply_style(Path::new("-"), &text)
            .map_err(|error| style_failure(session, "-", &text, error))?;
        if !self.check {
            session.streams.out.write_all(new.as_bytes())?;
            return Ok(AnswerStatus::Fine);
        }
        Ok(if new == text { AnswerStatus::Fine } else { AnswerStatus::No })
    }
}

/// The files that paths name; folders give their `.toml` files, sorted by path.
fn find_files(session: &mut Session<'_>, paths: &[PathBuf]) -> Result<Vec<FileToStyle>, Failure> {
    let mut all: Vec<FileToStyle> = Vec::new();
    for path in paths {
        let place = resolve_path(&session.streams.folder, path);
        let shown = files::path_text(path);
        let kind =
            files::read_kind(&place).map_err(|refusal| session.read_failure(&shown, refusal))?;
        if kind != PathKind::Folder {
            all.push(FileToStyle { shown, place, named: true });
            continue;
        }
        let walk = WalkBuilder::new(&place);
        let mut inner = session.walk_folder(&place, &shown, &walk, is_toml, usize::MAX)?;
        inner.sort();
        all.extend(inner.into_iter().map(|file| {
            let shown = file
                .strip_prefix(&place)
                .map_or_else(|_| file.clone(), |at| path.join(at));
            FileToStyle { shown: files::path_text(&shown), place: file, named: false }
        }));
    }
    // A file that is named twice would be staged twice.
    let mut seen = BTreeSet::new();
    all.retain(|asked| seen.insert(asked.place.clone()));
    Ok(all)
}

fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml")
}

fn read_file(session: &Session<'_>, asked: &FileToStyle) -> Result<String, Failure> {
    let bytes = files::read(&asked.place, MAX_STYLED_BYTES)
        .map_err(|refusal| session.read_failure(&asked.shown, refusal))?;
    decode_text(session, &asked.shown, bytes)
}

fn decode_text(session: &Session<'_>, shown: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    files::decode_text(bytes).map_err(|why| session.read_failure(shown, why))
}

fn style_failure(session: &Session<'_>, shown: &str, text: &str, error: StyleError) -> Failure {
    let path = shown.to_owned();
    match error {
        StyleError::Syntax { reason, span } => {
            let message = FileMessage::Syntax { form: TOML, message: reason };
            let source = Arc::new(SourceText::new(path, text.to_owned()));
            session.failure_from_problems(&[match span {
                Some(span) => Problem::from_source(&source, span, message),
                None => Problem::from(message),
            }])
        }
        StyleError::NotOurs => session.refusal(CliMessage::NotOurs { path }),
        StyleError::TooManyParts => session.refusal(CliMessage::TooManyParts { path }),
        StyleError::Changed => session.refusal(CliMessage::NotStyled { path }),
    }
}
