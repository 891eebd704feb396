//! A mistake in the data with the place where it stands.

use super::problem::Problem;
use crate::model::Lang;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A file of data as it was read.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct SourceFile {
    /// Its path as messages show it, `/` between its parts.
    pub path: String,
    /// Its text; empty where it could not be read as text.
    pub text: String,
}

impl SourceFile {
    /// The line, from 1, in which a byte of the text stands.
    pub fn line(&self, offset: usize) -> u32 {
        let before = self.text.as_bytes().get(..offset).unwrap_or(self.text.as_bytes());
        before.iter().filter(|b| **b == b'\n').count() as u32 + 1
    }

    /// The column, from 1 and in characters, at which a byte of the text stands.
    pub fn column(&self, offset: usize) -> u32 {
        let before = self.text.get(..offset).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or("");
        line.chars().count() as u32 + 1
    }

    /// A line, from 1, without its end.
    pub fn line_text(&self, line: u32) -> &str {
        self.text.lines().nth(line.saturating_sub(1) as usize).unwrap_or("")
    }
}

/// One mistake in the data.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceError {
    /// The file it stands in.
    pub file: Arc<SourceFile>,
    /// The bytes of the file's text that are wrong; empty at 0 for the whole file.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: Problem,
}

impl SourceError {
    /// The line, from 1.
    pub fn line(&self) -> u32 {
        if let Problem::NotUtf8 { line, .. } = self.problem {
            return line;
        }
        self.file.line(self.span.start)
    }

    /// The column, from 1.
    pub fn column(&self) -> u32 {
        self.file.column(self.span.start)
    }

    /// The kebab-case id of the mistake.
    pub fn id(&self) -> &'static str {
        self.problem.id()
    }

    /// What is wrong, in one sentence.
    pub fn title(&self, lang: Lang) -> String {
        self.problem.title().get(lang).to_owned()
    }

    /// What to write instead, if that can be told.
    pub fn help(&self, lang: Lang) -> Option<String> {
        self.problem.help().map(|text| text.get(lang).to_owned())
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = (self.line(), self.column());
        writeln!(f, "error[{}]: {}", self.id(), self.title(Lang::En))?;
        write!(f, "  --> {}:{line}:{column}", self.file.path)?;
        let text = self.file.line_text(line);
        if !text.is_empty() && text.len() < 400 {
            write!(f, "\n   | {text}")?;
        }
        if let Some(help) = self.help(Lang::En) {
            write!(f, "\n   = help: {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SourceError {}
