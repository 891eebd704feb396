//! Problems: messages with typed arguments and marks in sources. They become words at the end, in
//! the language of the reader.
//!
//! The messages of a crate are in its `messages.rs`, a table for [`messages!`](crate::messages):
//! each row is a variant with its arguments and its English words.

mod messages;
mod suggest;
mod words;

pub use crate::Phrase;
use crate::{Arrange, Lang, files::NotUtf8};
use std::{
    any::Any,
    fmt,
    ops::Range,
    sync::{Arc, OnceLock},
};
pub use suggest::{
    Candidates, DidYouMean, KnownNames, NamedNear, NearOrAll, Offer, count_edits, edit_distance,
    nearest_first, nearest_names,
};
pub use words::{HelpOf, Joined, Quoted, TitleOf, Worded, Words};

/// How grave a problem is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Severity {
    /// It has to be fixed.
    #[default]
    Error,
    /// It should be looked at.
    Warning,
    /// The known facts do not decide it.
    Undetermined,
    /// It is good to know.
    Note,
}

/// A part of a message, by the place where it appears.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessagePart {
    /// The problem in one sentence.
    Title,
    /// A few words at the place of the problem.
    Label,
    /// A few words at another place, which explains the problem.
    Other,
    Help,
    /// Other advice.
    Also,
    /// Advice in a page, if the help names options of the command line.
    OnPage,
}

/// A message with words in every language.
pub trait Message: Send + Sync {
    /// The stable kebab-case id, if it has one.
    fn id(&self) -> Option<&str>;

    /// Writes a part of it; nothing if it does not have this part.
    ///
    /// # Errors
    /// Those of the formatter.
    fn say(&self, part: MessagePart, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Names that were probably intended, best first, or all known ones.
    fn candidates(&self) -> &[String] {
        &[]
    }

    /// A part of it; empty if it does not have this part.
    fn part(&self, part: MessagePart, lang: Lang) -> String {
        SpokenMessage { message: self, part, lang }.to_string()
    }

    /// The problem in one sentence.
    fn title(&self, lang: Lang) -> String {
        self.part(MessagePart::Title, lang)
    }

    /// A few words at the place; empty if the title suffices.
    fn label(&self, lang: Lang) -> String {
        self.part(MessagePart::Label, lang)
    }

    /// Advice; empty if there is none.
    fn help(&self, lang: Lang) -> String {
        self.part(MessagePart::Help, lang)
    }

    /// The advice in a page, which has controls instead of options.
    fn help_on_page(&self, lang: Lang) -> String {
        let advice = self.part(MessagePart::OnPage, lang);
        if advice.is_empty() { self.help(lang) } else { advice }
    }

    /// Other advice; mostly empty.
    fn also(&self, lang: Lang) -> String {
        self.part(MessagePart::Also, lang)
    }
}

/// Its title: what else each type of message would show is much code, which every front end has.
impl fmt::Debug for dyn Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title(Lang::En))
    }
}

/// A message of a crate above. It is compared by its values.
pub trait ForeignMessage: Message + Any {
    /// Whether the other one has the same type and the same values.
    fn is_same(&self, other: &dyn Any) -> bool;
}

impl<M: Message + PartialEq + Any> ForeignMessage for M {
    fn is_same(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

impl PartialEq for dyn ForeignMessage {
    fn eq(&self, other: &dyn ForeignMessage) -> bool {
        self.is_same(other)
    }
}

impl fmt::Debug for dyn ForeignMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title(Lang::En))
    }
}

struct SpokenMessage<'m, M: ?Sized> {
    message: &'m M,
    part: MessagePart,
    lang: Lang,
}

impl<M: Message + ?Sized> fmt::Display for SpokenMessage<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.say(self.part, self.lang, f)
    }
}

macro_rules! forward_message {
    ($($wrapper:ty),*) => {
        $(impl<M: Message + ?Sized> Message for $wrapper {
            fn id(&self) -> Option<&str> {
                (**self).id()
            }

            fn say(&self, part: MessagePart, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (**self).say(part, lang, f)
            }

            fn candidates(&self) -> &[String] {
                (**self).candidates()
            }
        })*
    };
}

forward_message!(&M, Box<M>, Arc<M>);

/// A message of any crate.
pub type AnyMessage = Arc<dyn Message>;

/// The span of `part`, which must be a slice of `whole`.
pub fn span_within(whole: &str, part: &str) -> Range<usize> {
    // By address, since a search would find the first equal text.
    let start = (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize);
    start..start + part.len()
}

/// A text that problems point into.
#[derive(Clone, Debug, Default)]
pub struct SourceText {
    /// Its path as messages show it, `/` between its parts, or another name of the text.
    pub path: String,
    /// The text; empty if it could not be read as text.
    pub text: Arc<str>,
    /// Why it is not UTF-8, if it was read as Windows-1252.
    pub guessed: Option<NotUtf8>,
    /// The number of lines above the text.
    lines_above: u32,
    /// Offsets of line feeds, found once: every card and rule asks for its line.
    line_ends: OnceLock<Vec<usize>>,
}

impl PartialEq for SourceText {
    fn eq(&self, other: &SourceText) -> bool {
        self.path == other.path && self.text == other.text
    }
}

impl Eq for SourceText {}

impl SourceText {
    /// The text of a file, under the path by which people know it.
    pub fn new(path: impl Into<String>, text: impl Into<Arc<str>>) -> SourceText {
        let (path, text) = (path.into(), text.into());
        SourceText { path, text, guessed: None, lines_above: 0, line_ends: OnceLock::new() }
    }

    /// Notes the byte for which the encoding had to be guessed.
    pub fn with_guessed_encoding(self, guessed: Option<NotUtf8>) -> SourceText {
        SourceText { guessed, ..self }
    }

    /// A source without its text, in which every place is in this line, from 1.
    pub fn without_text(path: impl Into<String>, line: u32) -> SourceText {
        SourceText { lines_above: line.saturating_sub(1), ..SourceText::new(path, "") }
    }

    /// The line of a byte of the text, from 1.
    pub fn line(&self, offset: usize) -> u32 {
        let ends = self
            .line_ends
            .get_or_init(|| self.text.match_indices('\n').map(|(at, _)| at).collect());
        ends.partition_point(|end| *end < offset) as u32 + 1 + self.lines_above
    }

    /// The column of a byte of the text, from 1 and in characters.
    pub fn column(&self, offset: usize) -> u32 {
        let before = self.text.get(..offset).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or("");
        line.chars().count() as u32 + 1
    }

    /// A line, from 1, without its end.
    pub fn line_text(&self, line: u32) -> &str {
        self.text
            .lines()
            .nth(line.saturating_sub(1) as usize)
            .unwrap_or("")
    }
}

/// A place that a problem points at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The text; `None`: the one in which the problem was found, which the reporter of the problem
    /// knows.
    pub source: Option<Arc<SourceText>>,
    pub span: Range<usize>,
    /// Whether this is the place of the problem; else the place explains it.
    pub is_primary: bool,
}

/// A message with its severity and its places.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem<M = AnyMessage> {
    pub severity: Severity,
    pub message: M,
    /// Empty: no place in particular.
    pub marks: Vec<Mark>,
}

impl<M> From<M> for Problem<M> {
    fn from(message: M) -> Problem<M> {
        Problem { severity: Severity::Error, message, marks: Vec::new() }
    }
}

impl<M> Problem<M> {
    /// An error at a place of the text that is being read.
    pub fn from_span(span: Range<usize>, message: M) -> Problem<M> {
        Problem::from(message).with_primary_mark(None, span)
    }

    /// An error at a place of this text.
    pub fn from_source(source: &Arc<SourceText>, span: Range<usize>, message: M) -> Problem<M> {
        Problem::from(message).with_primary_mark(Some(Arc::clone(source)), span)
    }

    /// An error at a place of the text that is being read; `None`: at no place.
    pub fn from_maybe_span(span: Option<Range<usize>>, message: M) -> Problem<M> {
        match span {
            Some(span) => Problem::from_span(span, message),
            None => Problem::from(message),
        }
    }

    /// The same problem as an error, a warning or a note.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Problem<M> {
        self.severity = severity;
        self
    }

    fn with_primary_mark(
        mut self,
        source: Option<Arc<SourceText>>,
        span: Range<usize>,
    ) -> Problem<M> {
        self.marks.push(Mark { source, span, is_primary: true });
        self
    }

    /// With a place that explains it; `None`: a place of the text that is being read.
    #[must_use]
    pub fn with_mark(mut self, source: Option<Arc<SourceText>>, span: Range<usize>) -> Problem<M> {
        self.marks.push(Mark { source, span, is_primary: false });
        self
    }

    /// The mark at the problem; `None`: it has no place.
    pub fn mark(&self) -> Option<&Mark> {
        self.marks.iter().find(|mark| mark.is_primary)
    }

    /// The text of the problem, if that is not the one being read.
    pub fn source(&self) -> Option<&Arc<SourceText>> {
        self.mark()?.source.as_ref()
    }

    /// Its place in the text that is being read.
    pub fn span(&self) -> Option<&Range<usize>> {
        self.mark()
            .filter(|mark| mark.source.is_none())
            .map(|mark| &mark.span)
    }

    /// Replaces the message, by a function of it.
    pub fn map<N>(self, message: impl FnOnce(M) -> N) -> Problem<N> {
        Problem { severity: self.severity, message: message(self.message), marks: self.marks }
    }

    /// Erases the type of the message, so that problems of several crates fit in one list.
    pub fn into_any(self) -> Problem
    where
        M: Message + 'static,
    {
        self.map(|message| Arc::new(message) as AnyMessage)
    }
}

impl<M: Message> Problem<M> {
    /// The line, from 1, of the text that it names.
    pub fn line(&self) -> u32 {
        self.mark()
            .and_then(|m| Some(m.source.as_ref()?.line(m.span.start)))
            .unwrap_or(1)
    }

    /// The column, from 1, of the text that it names.
    pub fn column(&self) -> u32 {
        self.mark()
            .and_then(|m| Some(m.source.as_ref()?.column(m.span.start)))
            .unwrap_or(1)
    }

    /// The kebab-case id, if the message has one.
    pub fn id(&self) -> Option<&str> {
        self.message.id()
    }

    /// The problem in one sentence.
    pub fn title(&self, lang: Lang) -> String {
        self.message.title(lang)
    }

    /// A few words at the place; empty if the title suffices.
    pub fn label(&self, lang: Lang) -> String {
        self.message.label(lang)
    }

    /// Advice; empty if there is none.
    pub fn help(&self, lang: Lang) -> String {
        self.message.help(lang)
    }
}

/// In English with the marked line, as an error of Rust is shown.
impl<M: Message> fmt::Display for Problem<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.id() {
            Some(id) => write!(f, "error[{id}]: {}", self.title(Lang::En))?,
            None => f.write_str(&self.title(Lang::En))?,
        }
        if let Some(source) = self.source() {
            let (line, column) = (self.line(), self.column());
            write!(f, "\n  --> {}:{line}:{column}", source.path)?;
            let text = source.line_text(line);
            // A very long line would bury the message.
            if !text.is_empty() && text.len() < 400 {
                write!(f, "\n   | {text}")?;
            }
        }
        let help = self.help(Lang::En);
        if help.is_empty() { Ok(()) } else { write!(f, "\n   = help: {help}") }
    }
}

impl<M: Message + fmt::Debug> std::error::Error for Problem<M> {}

/// The most problems of one file, or of one game's data, that are listed; the rest are counted.
pub const MAX_PROBLEMS: usize = 100;

/// Messages with one that counts the problems that are not listed.
pub trait CountsUntold: Sized {
    /// The message that there are this many more problems; `None`: an unknown number.
    fn more(count: Option<usize>) -> Self;

    /// The count, if this is that message; inner `None`: unknown.
    fn untold(&self) -> Option<Option<usize>>;
}

/// A collection of problems.
#[derive(Debug)]
pub struct Problems<M> {
    listed: Vec<Problem<M>>,
    unlisted_count: usize,
    /// There are more than were looked for.
    is_uncounted: bool,
}

impl<M> Default for Problems<M> {
    fn default() -> Problems<M> {
        Problems { listed: Vec::new(), unlisted_count: 0, is_uncounted: false }
    }
}

impl<M: CountsUntold> Problems<M> {
    /// Adds a problem.
    pub fn push(&mut self, problem: impl Into<Problem<M>>) {
        self.push_with(|| problem.into());
    }

    /// Adds a problem, which is built only if it is listed.
    pub fn push_with(&mut self, problem: impl FnOnce() -> Problem<M>) {
        if self.listed.len() < MAX_PROBLEMS {
            self.listed.push(problem())
        } else {
            self.unlisted_count += 1
        }
    }

    /// Notes that there may be more problems than were searched for.
    pub fn note_uncounted(&mut self) {
        self.is_uncounted = true;
    }

    /// The number of problems so far, listed or not.
    pub fn len(&self) -> usize {
        self.listed.len() + self.unlisted_count
    }

    /// Whether there are no problems.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Keeps the listed problems for which this is true.
    pub fn retain(&mut self, is_so: impl Fn(&Problem<M>) -> bool) {
        self.listed.retain(is_so);
    }

    fn untold_problem(&self) -> Option<Problem<M>> {
        let count = (!self.is_uncounted).then_some(self.unlisted_count);
        (self.unlisted_count > 0 || self.is_uncounted).then(|| M::more(count).into())
    }

    /// The problems in this order without duplicates; the count of the rest comes last.
    pub fn sorted<K: Ord>(mut self, key: impl Fn(&Problem<M>) -> K) -> Vec<Problem<M>>
    where
        M: PartialEq,
    {
        self.listed.arrange_by_cached_key(key);
        self.listed.dedup();
        if let (Some(mut untold), Some(last)) = (self.untold_problem(), self.listed.last()) {
            untold.marks.clone_from(&last.marks);
            self.listed.push(untold);
        }
        self.listed
    }

    /// The problems in the order in which they were added, then the count of the rest.
    pub fn into_vec(self) -> Vec<Problem<M>> {
        let untold = self.untold_problem();
        self.listed.into_iter().chain(untold).collect()
    }

    /// The value, if there are no problems.
    ///
    /// # Errors
    /// The problems.
    pub fn into_result<T>(self, read: T) -> Result<T, Vec<Problem<M>>> {
        if self.listed.is_empty() { Ok(read) } else { Err(self.into_vec()) }
    }

    /// Problems of one file in its order, at most [`MAX_PROBLEMS`] and how many more there are.
    pub fn sort_by_place(mut problems: Vec<Problem<M>>) -> Vec<Problem<M>> {
        let told: Vec<Option<usize>> = problems.iter().filter_map(|p| p.message.untold()).collect();
        problems.retain(|p| p.message.untold().is_none());
        problems.arrange_by_key(|p| p.span().map_or(0, |span| span.start));
        let cut = problems.len().saturating_sub(MAX_PROBLEMS);
        problems.truncate(MAX_PROBLEMS);
        if cut > 0 || !told.is_empty() {
            // A number that is not known makes the sum unknown too.
            let count = told
                .iter()
                .copied()
                .try_fold(cut, |sum, more| Some(sum + more?));
            problems.push(M::more(count).into());
        }
        problems
    }
}
