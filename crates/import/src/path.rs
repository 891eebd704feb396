//! Paths into records: `front.title`, `sets."Set name"`; into their surroundings: `@key`, `@file`,
//! `@folder`, `@up.code`; and into the records of a join: `@printings.pack`.

/// The first step of a path into the current face.
const FACE: &str = "face";

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum PathStart {
    #[default]
    Record,
    /// The current face.
    Face,
    /// The key of the record, or of the value around it.
    Key,
    /// The name of the file without its extension.
    File,
    /// The name of the file's folder.
    Folder,
    /// An object around the list of records, this many lists out; 0 is the nearest.
    Up(usize),
    /// The records of a join, with the path into each.
    Joined(String, Box<RecordPath>),
}

/// The steps from a record to one of its values. The default is the record itself, which is the
/// front of cards with one face.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct RecordPath {
    pub start: PathStart,
    /// Names of fields, outermost first.
    pub steps: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathFault {
    /// An empty step, or an unclosed quote.
    Step,
    /// A word after `@` that is neither reserved nor a join.
    Start,
}

impl RecordPath {
    /// Parses a path; `joins` are the names of the joins.
    pub(super) fn parse(text: &str, joins: &[String]) -> Result<RecordPath, PathFault> {
        RecordPath::from_steps(parse_steps(text).ok_or(PathFault::Step)?, joins)
    }

    fn from_steps(mut steps: Vec<String>, joins: &[String]) -> Result<RecordPath, PathFault> {
        let head = steps.first().cloned().unwrap_or_default();
        let start = match head.strip_prefix('@') {
            None if head == FACE && steps.len() > 1 => PathStart::Face,
            None => return Ok(RecordPath { start: PathStart::Record, steps }),
            Some("key") => PathStart::Key,
            Some("file") => PathStart::File,
            Some("folder") => PathStart::Folder,
            // A record that is not an object is a value by itself.
            Some("value") if steps.len() == 1 => return Ok(RecordPath::default()),
            Some("up") => {
                let depth = steps.iter().take_while(|step| *step == "@up").count();
                // The last `@up` is removed below, like every other first step.
                steps.drain(..depth - 1);
                PathStart::Up(depth - 1)
            }
            Some(join) if joins.iter().any(|known| known == join) => {
                let inner = RecordPath::from_steps(steps.split_off(1), joins)?;
                use PathStart::{File, Key, Record, Up};
                if !matches!(inner.start, Record | Key | File | Up(_)) {
                    return Err(PathFault::Start);
                }
                PathStart::Joined(join.to_owned(), Box::new(inner))
            }
            Some(_) => return Err(PathFault::Start),
        };
        let takes_no_steps = matches!(start, PathStart::Key | PathStart::File | PathStart::Folder);
        steps.remove(0);
        if takes_no_steps != steps.is_empty() && !matches!(start, PathStart::Joined(..)) {
            Err(PathFault::Start)
        } else {
            Ok(RecordPath { start, steps })
        }
    }

    /// The path with `face` replaced by a face of a card.
    pub(super) fn resolve_face(&self, face: &RecordPath) -> RecordPath {
        match self.start {
            PathStart::Face => {
                let steps = face.steps.iter().chain(&self.steps).cloned().collect();
                RecordPath { start: PathStart::Record, steps }
            }
            _ => self.clone(),
        }
    }

    pub(super) fn is_face_path(&self) -> bool {
        self.start == PathStart::Face
    }
}

/// Splits a path at its dots; a name with a dot is quoted. `None` if a name is empty.
pub(super) fn parse_steps(text: &str) -> Option<Vec<String>> {
    let mut steps = Vec::new();
    let mut rest = text.trim();
    loop {
        let (step, after) = match rest.chars().next()? {
            quote @ ('"' | '\'') => {
                let (step, after) = rest.get(1..)?.split_once(quote)?;
                if !after.is_empty() && !after.starts_with('.') {
                    return None;
                }
                (step, after)
            }
            _ => rest.split_at(rest.find('.').unwrap_or(rest.len())),
        };
        if step.is_empty() {
            return None;
        }
        steps.push(step.to_owned());
        match after.strip_prefix('.') {
            Some(after) => rest = after,
            None => return Some(steps),
        }
    }
}

/// Joins names into a path, with quotes if necessary.
pub(super) fn write_steps(steps: &[String]) -> String {
    let mut text = String::new();
    for step in steps {
        if !text.is_empty() {
            text.push('.');
        }
        let is_plain = !step.is_empty() && !step.contains('.') && !step.starts_with(['"', '\'']);
        if is_plain {
            text.push_str(step)
        } else {
            let quote = if step.contains('"') { '\'' } else { '"' };
            text.push(quote);
            text.push_str(step);
            text.push(quote);
        }
    }
    text
}

#[cfg(test)]
#[path = "../../../tests/unit/import/path.rs"]
mod tests;
