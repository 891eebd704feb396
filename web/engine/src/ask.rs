//! What a call is asked, and how it answers.

use super::{Desk, Files};
use serde::{Deserialize, Deserializer, Serialize};
use sleeve::catalog::CatalogError;
use sleeve::check::{self, Batch, CheckRequest, CheckedDeck, Input};
use sleeve::decks::DeckError;
use sleeve::language::LanguageError;
use sleeve::model::{Catalog, Date, Lang, Lens, Setting};
use sleeve::problem::Message;
use sleeve::report::text::diagnostic::position;
use sleeve::report::text::escape::plain;
use sleeve::report::{Diagnostic, Style};
use sleeve::rules::{CheckOptions, Overrides};
use std::sync::Arc;

/// What every call may be asked; each reads what it needs.
#[derive(Clone, Deserialize, Debug)]
#[serde(default, deny_unknown_fields)]
pub struct Ask {
    /// The language of the answer.
    #[serde(deserialize_with = "lang")]
    pub lang: Lang,
    /// The game of decks that name none.
    pub game: Option<String>,
    /// The format, whatever the decks name; `all`: each.
    pub format: Option<String>,
    /// The role, whatever the decks name.
    pub role: Option<String>,
    /// Parameters of the format by their ids, over what the decks say.
    pub set: Vec<(String, String)>,
    /// The seat at the table, from 1.
    pub seat: u32,
    /// How many players sit there.
    pub players: Option<u32>,
    /// The day of the check, as an event says it.
    pub on: Option<String>,
    /// Whether stand-ins and inferred facts count as unknown.
    pub attested: bool,
    /// Whether the smallest repair is looked for where a verdict is asked.
    pub mends: bool,
    /// A filter, or a text to be completed.
    pub text: String,
    /// At most so many cards are shown.
    pub limit: usize,
    /// Id of a card.
    pub card: String,
    /// The state of its copies, as a list of cards says it; none: as the game has it.
    pub state: Option<String>,
    /// Copies more, or fewer where it is negative.
    pub by: i32,
    /// The zone; none: the one where a list without headings puts the card.
    pub zone: Option<String>,
    /// The seed of hands.
    pub seed: u32,
    /// How often the opening hand is exchanged.
    pub exchanges: u32,
    /// The last turn; 0: the opening hand.
    pub turns: u32,
    /// Conditions and measures.
    pub conditions: Vec<String>,
    /// How long a repair may be looked for, in milliseconds.
    pub milliseconds: u64,
    /// The file format to write.
    pub to: String,
    /// Ids of cards that are set out before the draw.
    pub aside: Vec<String>,
    /// The event of a sheet.
    pub event: Option<String>,
    /// The player, where the deck names none.
    pub player: Option<String>,
}

impl Default for Ask {
    fn default() -> Ask {
        Ask {
            lang: Lang::En,
            game: None,
            format: None,
            role: None,
            set: Vec::new(),
            seat: 1,
            players: None,
            on: None,
            attested: false,
            mends: false,
            text: String::new(),
            limit: usize::MAX,
            card: String::new(),
            state: None,
            by: 0,
            zone: None,
            seed: 1,
            exchanges: 0,
            turns: 0,
            conditions: Vec::new(),
            milliseconds: 2_000,
            to: String::new(),
            aside: Vec::new(),
            event: None,
            player: None,
        }
    }
}

fn lang<'de, D: Deserializer<'de>>(from: D) -> Result<Lang, D::Error> {
    let code = String::deserialize(from)?;
    Ok(Lang::ALL.iter().copied().find(|lang| lang.code() == code).unwrap_or_default())
}

impl Ask {
    /// What is said over what the decks say.
    pub fn overrides(&self) -> Overrides {
        let setting = |(name, text): &(String, String)| (name.clone(), Setting::parse(text.trim()));
        Overrides { role: self.role.clone(), parameters: self.set.iter().map(setting).collect() }
    }

    /// How decks are checked.
    pub fn options(&self) -> CheckOptions {
        let overrides = self.overrides();
        let on = self.on.as_deref().and_then(Date::parse);
        CheckOptions { attested: self.attested, overrides, on, ..CheckOptions::default() }
    }

    /// How decks are read and checked.
    pub fn request(&self) -> CheckRequest {
        let options = self.options();
        CheckRequest {
            game: self.game.clone(),
            format: self.format.clone(),
            options,
            seek_repairs: self.mends,
            ..CheckRequest::default()
        }
    }

    /// Which facts count as known.
    pub fn lens(&self) -> Lens {
        if self.attested { Lens::Attested } else { Lens::Shipped }
    }

    /// How text is to look.
    pub fn style(&self) -> Style {
        Style { lang: self.lang, options: false, ..Style::PLAIN }
    }
}

/// Why there is no answer.
#[derive(Serialize, Debug, Default)]
pub struct Refused {
    /// What is wrong.
    pub message: String,
    /// What to do; empty where nothing helps.
    pub help: String,
    /// Where in the text that was asked, in UTF-16 units: from, to.
    pub span: Option<(usize, usize)>,
    /// The same drawn with every mistake, where there are several.
    pub drawn: Option<String>,
}

impl Refused {
    /// A message with its help.
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Refused {
        Refused { message: message.into(), help: help.into(), ..Refused::default() }
    }

    /// What a diagnostic says.
    pub fn of(diagnostic: &Diagnostic<'_>) -> Refused {
        let helps = if diagnostic.helps_on_page.is_empty() {
            &diagnostic.helps
        } else {
            &diagnostic.helps_on_page
        };
        Refused::new(diagnostic.title.clone(), helps.join("\n"))
    }

    /// A mistake in a text of the pile language.
    pub fn in_text(error: &LanguageError, text: &str, lang: Lang) -> Refused {
        let span = Some((units(text, error.span.start), units(text, error.span.end)));
        Refused { span, ..Refused::new(error.title(lang), error.help(lang)) }
    }

    /// Data that cannot be used.
    pub fn of_data(error: &CatalogError, ask: &Ask) -> Refused {
        let problems = error.problems();
        let message = problems.first().map(|problem| problem.title(ask.lang)).unwrap_or_default();
        let described =
            problems.iter().map(|p| describe(&Diagnostic::from_problem(p, None, ask.lang)));
        let drawn = described.collect::<Vec<_>>().join("\n\n");
        Refused { drawn: Some(drawn), ..Refused::new(message, "") }
    }
}

/// A mistake in a file: where, what, and below it what is to be known. What draws it in a terminal would be 21 KB of the engine.
fn describe(diagnostic: &Diagnostic<'_>) -> String {
    let mut lines = vec![plain(&diagnostic.title)];
    if let Some((excerpt, mark)) =
        diagnostic.excerpts.first().and_then(|e| Some((e, e.marks.first()?)))
    {
        let (line, column) = position(excerpt.text, mark.span.start);
        lines =
            vec![format!("{}:{line}:{column}: {}", plain(&excerpt.path), plain(&diagnostic.title))];
        lines.extend(Some(plain(&mark.label)).filter(|label| !label.is_empty()));
    }
    lines.extend(diagnostic.notes.iter().chain(&diagnostic.helps).map(|text| plain(text)));
    lines.join("\n    ")
}

/// How many UTF-16 units of a text lie before a byte, as a browser counts.
fn units(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < byte).map(|(_, c)| c.len_utf16()).sum()
}

/// Places of a text in UTF-16 units and lines: counted once, however many are looked up.
pub struct Places<'t> {
    text: &'t str,
    /// Byte, units before it and line, at every so many bytes.
    marks: Vec<(usize, usize, usize)>,
}

/// So many bytes lie between the marks of [`Places`].
const BETWEEN_MARKS: usize = 4_096;

impl<'t> Places<'t> {
    /// Of a text.
    pub fn of(text: &'t str) -> Places<'t> {
        let (mut marks, mut units, mut line) = (vec![(0, 0, 1)], 0, 1);
        let mut next = BETWEEN_MARKS;
        for (at, c) in text.char_indices() {
            if at >= next {
                marks.push((at, units, line));
                next = at + BETWEEN_MARKS;
            }
            units += c.len_utf16();
            line += usize::from(c == '\n');
        }
        Places { text, marks }
    }

    /// Units before a byte, and its line from 1.
    pub fn at(&self, byte: usize) -> (usize, usize) {
        let after = self.marks.partition_point(|(at, ..)| *at <= byte);
        let (start, mut units, mut line) =
            self.marks.get(after.saturating_sub(1)).copied().unwrap_or((0, 0, 1));
        let rest = self.text.get(start..).unwrap_or_default().char_indices();
        for (_, c) in rest.take_while(|(at, _)| start + at < byte) {
            units += c.len_utf16();
            line += usize::from(c == '\n');
        }
        (units, line)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer<T> {
    Ok(T),
    Refused(Box<Refused>),
}

/// The answer to a call as JSON.
pub fn answered<T: Serialize>(ask: &str, call: impl FnOnce(Ask) -> Result<T, Refused>) -> String {
    let ask = serde_json::from_str(ask).map_err(|error| Refused::new(error.to_string(), ""));
    let answer = match ask.and_then(call) {
        Ok(answer) => Answer::Ok(answer),
        Err(refused) => Answer::Refused(Box::new(refused)),
    };
    // INVARIANT: keys are texts and numbers are finite, so that nothing fails.
    serde_json::to_string(&answer).unwrap_or_default()
}

impl Desk {
    /// The games and nothing else.
    pub fn library(&self, ask: &Ask) -> Result<Arc<sleeve::catalog::Library>, Refused> {
        self.projects.open_without_config().map_err(|error| Refused::of_data(&error, ask))
    }

    /// The game that is asked about.
    pub fn catalog(&self, ask: &Ask) -> Result<Arc<Catalog>, Refused> {
        let game = ask.game.as_deref().unwrap_or_default();
        self.library(ask)?.open(game).map_err(|error| Refused::of_data(&error, ask))
    }

    /// The files as checked decks.
    pub fn batch(&self, files: Files, request: &CheckRequest) -> Batch {
        let input = |(path, bytes): (String, Option<Vec<u8>>)| {
            let too_large = || DeckError::too_large(&path);
            Input::Content(path.clone(), bytes.ok_or_else(too_large))
        };
        check::check(&self.projects, files.into_iter().map(input).collect(), request)
    }

    /// The one deck that a call is about, if it can be used.
    pub fn deck(&self, files: Files, ask: &Ask) -> Result<CheckedDeck, Refused> {
        let batch = self.batch(files, &ask.request());
        let unusable = || {
            let title = word!(ask.lang, "there is no deck that can be read");
            let help = word!(ask.lang, "mend what the verdict says first");
            Refused::new(title, help)
        };
        let deck = batch.decks.into_iter().next().ok_or_else(unusable)?;
        if deck.catalog_and_deck().is_none() || deck.format().is_none() {
            return Err(unusable());
        }
        Ok(deck)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_that_a_count_from_the_beginning_finds() {
        let text = "é𝄞a\n".repeat(3_000);
        let places = Places::of(&text);
        for byte in (0..=text.len()).filter(|at| at % 7 == 0 || *at + 9 > text.len()) {
            let line = text.bytes().take(byte).filter(|b| *b == b'\n').count() + 1;
            assert_eq!(places.at(byte), (units(&text, byte), line), "byte {byte}");
        }
    }
}
