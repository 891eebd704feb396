//! The parameters of a call, and its answer.

use super::{Desk, Files};
use serde::{Deserialize, Deserializer, Serialize};
use sleeve::{
    catalog::CatalogError,
    check::{self, Batch, CheckRequest, CheckedDeck, Input},
    decks::DeckError,
    language::LanguageError,
    model::{Catalog, Date, Lang, Lens},
    problem::Message,
    report::{
        Diagnostic, Style,
        text::{diagnostic::position, escape::plain},
    },
    requests::{
        DeckOptions, HandRequest, JudgeOptions, Refusal, RequestPart, TextValue, read_some_fields,
    },
    rules::{CheckOptions, Overrides},
};
use std::sync::Arc;

/// The fields of all calls. A call refuses those that it does not have.
#[derive(Clone, Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Ask {
    /// The language of the answer.
    #[serde(deserialize_with = "lang")]
    pub lang: Lang,
    /// The date of the check, as an event sets it.
    pub on: Option<TextValue<Date>>,
    /// A hand, and how the decks are read.
    pub hand: HandRequest,
    /// Whether the smallest repair of each deck is sought.
    pub mends: bool,
    /// The time limit in milliseconds.
    pub milliseconds: Option<u64>,
    /// The id of a card.
    pub card: String,
    /// The state of the copies, as a list prints it; none: the card's default state.
    pub state: Option<String>,
    /// The number of copies to add, or to remove if negative.
    pub by: i32,
    /// The zone; none: where a list without headings puts the card.
    pub zone: Option<String>,
    /// A filter, or words of names; empty: all cards.
    pub text: String,
    /// The most cards to return.
    pub limit: Option<usize>,
    /// Whether to find the cards that a deck may not hold, or the others; none: both.
    pub forbidden: Option<bool>,
    /// The seed of the sample hands.
    pub seed: Option<u32>,
    /// The last turn; 0: the opening hand.
    pub turns: u32,
    /// Conditions and measures.
    pub conditions: Vec<String>,
    /// The event's name.
    pub event: Option<String>,
    /// The player, if the deck names none.
    pub player: Option<String>,
    /// The file format.
    pub to: String,
}

/// Fields that several calls have, and the parts among them.
pub(crate) struct AskGroup(&'static [&'static str], &'static [RequestPart]);

impl AskGroup {
    /// Calls about no deck.
    pub(crate) const LANG: AskGroup = AskGroup(&["lang"], &[]);
    /// Calls about decks.
    pub(crate) const DECKS: AskGroup = AskGroup(
        DECK_FIELDS,
        &[RequestPart::with_fields("hand", &[DeckOptions::PART], || &["deck"])],
    );
    /// Calls about a hand.
    pub(crate) const HAND: AskGroup = AskGroup(DECK_FIELDS, &[HandRequest::PART]);
    /// Calls about a deck at a table.
    pub(crate) const TABLE: AskGroup = AskGroup(
        DECK_FIELDS,
        &[RequestPart::with_fields("hand", &[DeckOptions::PART], || {
            &["deck", "seat", "players", "set_aside", "plan"]
        })],
    );
    /// Calls about the cards of a format.
    pub(crate) const CARDS: AskGroup = AskGroup(
        &["lang", "hand"],
        &[RequestPart::with_fields(
            "hand",
            &[RequestPart::with_fields("deck", &[JudgeOptions::PART], || {
                &["game", "format", "role", "judge"]
            })],
            || &["deck"],
        )],
    );
    /// Calls about the words of a format.
    pub(crate) const WORDS: AskGroup = AskGroup(
        &["lang", "hand"],
        &[RequestPart::with_fields(
            "hand",
            &[RequestPart::with_fields("deck", &[], || &["game", "format"])],
            || &["deck"],
        )],
    );
}

/// The fields of calls about decks.
const DECK_FIELDS: &[&str] = &["lang", "on", "hand"];

pub(crate) fn lang<'de, D: Deserializer<'de>>(from: D) -> Result<Lang, D::Error> {
    let code = String::deserialize(from)?;
    Ok(Lang::ALL
        .iter()
        .copied()
        .find(|lang| lang.code() == code)
        .unwrap_or_default())
}

impl Ask {
    /// How the decks are read.
    pub(crate) fn deck(&self) -> &DeckOptions {
        &self.hand.deck
    }

    /// The settings that override the decks.
    pub(crate) fn overrides(&self) -> Overrides {
        self.deck().judge.overrides(self.deck().role.as_ref())
    }

    /// The options for checking decks.
    pub(crate) fn options(&self) -> CheckOptions {
        self.request().options
    }

    /// The options for reading and checking decks.
    pub(crate) fn request(&self) -> CheckRequest {
        let mut request = CheckRequest { seek_repairs: false, ..self.deck().request() };
        request.options.on = self.on.as_ref().map(|TextValue(day)| *day);
        request
    }

    /// The seed of the sample hands.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.map_or(1, u64::from)
    }

    /// The facts that count as known.
    pub(crate) fn lens(&self) -> Lens {
        self.deck().judge.lens()
    }

    /// The style of texts.
    pub(crate) fn style(&self) -> Style {
        page_style(self.lang)
    }
}

/// The style of texts on the page.
pub(crate) fn page_style(lang: Lang) -> Style {
    Style { lang, options: false, ..Style::PLAIN }
}

/// The reason why a call has no answer.
#[derive(Serialize, Debug, Default)]
pub(crate) struct Refused {
    /// What is wrong.
    pub message: String,
    /// What to do; empty if there is no advice.
    pub help: String,
    /// The range in the text of the call, in UTF-16 units.
    pub span: Option<(usize, usize)>,
    /// The excerpt with all mistakes, if there are several.
    pub drawn: Option<String>,
}

impl Refused {
    /// A message with its help.
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Refused {
        Refused { message: message.into(), help: help.into(), ..Refused::default() }
    }

    /// The words of a diagnostic.
    pub(crate) fn of(diagnostic: &Diagnostic<'_>) -> Refused {
        let helps = if diagnostic.helps_on_page.is_empty() {
            &diagnostic.helps
        } else {
            &diagnostic.helps_on_page
        };
        Refused::new(diagnostic.title.clone(), helps.join("\n"))
    }

    /// A mistake in a text of the query language.
    pub(crate) fn in_text(error: &LanguageError, text: &str, lang: Lang) -> Refused {
        let span = Some((units(text, error.span.start), units(text, error.span.end)));
        Refused { span, ..Refused::new(error.title(lang), error.help(lang)) }
    }

    /// The first mistake of a request.
    pub(crate) fn of_refusal(refusal: &Refusal, lang: Lang) -> Refused {
        let style = page_style(lang);
        refusal
            .diagnostics(&style)
            .first()
            .map(Refused::of)
            .unwrap_or_default()
    }

    /// Card data that cannot be used.
    pub(crate) fn of_data(error: &CatalogError, lang: Lang) -> Refused {
        let problems = error.problems();
        let message = problems
            .first()
            .map(|problem| problem.title(lang))
            .unwrap_or_default();
        let described = problems
            .iter()
            .map(|p| describe(&Diagnostic::from_problem(p, None, lang)));
        let drawn = described.collect::<Vec<_>>().join("\n\n");
        Refused { drawn: Some(drawn), ..Refused::new(message, "") }
    }
}

/// Describes a mistake in a file: the place, the message, the notes below it. The code that draws
/// excerpts for terminals would add 21 KB to the engine.
fn describe(diagnostic: &Diagnostic<'_>) -> String {
    let mut lines = vec![plain(&diagnostic.title)];
    if let Some((excerpt, mark)) = diagnostic
        .excerpts
        .first()
        .and_then(|e| Some((e, e.marks.first()?)))
    {
        let (line, column) = position(excerpt.text, mark.span.start);
        lines =
            vec![format!("{}:{line}:{column}: {}", plain(&excerpt.path), plain(&diagnostic.title))];
        lines.extend(Some(plain(&mark.label)).filter(|label| !label.is_empty()));
    }
    lines.extend(
        diagnostic
            .notes
            .iter()
            .chain(&diagnostic.helps)
            .map(|text| plain(text)),
    );
    lines.join("\n    ")
}

/// The number of UTF-16 units before a byte of a text, as browsers count.
fn units(text: &str, byte: usize) -> usize {
    text.char_indices()
        .take_while(|(at, _)| *at < byte)
        .map(|(_, c)| c.len_utf16())
        .sum()
}

/// Converts bytes of a text to UTF-16 units and lines. Counts once for any number of look-ups.
pub(crate) struct Places<'t> {
    text: &'t str,
    /// A mark every [`BETWEEN_MARKS`] bytes: the byte, the units before it, its line.
    marks: Vec<(usize, usize, usize)>,
}

/// The distance between the marks of [`Places`], in bytes.
const BETWEEN_MARKS: usize = 4_096;

impl<'t> Places<'t> {
    pub(crate) fn of(text: &'t str) -> Places<'t> {
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

    /// The UTF-16 units before a byte, and its line, from 1.
    pub(crate) fn at(&self, byte: usize) -> (usize, usize) {
        let after = self.marks.partition_point(|(at, ..)| *at <= byte);
        let (start, mut units, mut line) = self
            .marks
            .get(after.saturating_sub(1))
            .copied()
            .unwrap_or((0, 0, 1));
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

/// Reads the fields of a call: those of a group, and `further` ones.
pub(crate) fn read(ask: &str, group: &AskGroup, further: &[&'static str]) -> Result<Ask, Refused> {
    let read = read_some_fields(ask, group.1, &[group.0, further].concat());
    read.map_err(|refusal| Refused::of_refusal(&refusal, Lang::default()))
}

/// Writes the answer of a call as JSON.
pub(crate) fn written<T: Serialize>(answer: Result<T, Refused>) -> String {
    let answer = match answer {
        Ok(answer) => Answer::Ok(answer),
        Err(refused) => Answer::Refused(Box::new(refused)),
    };
    // INVARIANT: keys are texts and numbers are finite, so that nothing fails.
    serde_json::to_string(&answer).unwrap_or_default()
}

impl Desk {
    /// The games.
    pub(crate) fn library(&self, lang: Lang) -> Result<Arc<sleeve::catalog::Library>, Refused> {
        self.projects
            .open_without_config()
            .map_err(|error| Refused::of_data(&error, lang))
    }

    /// A game.
    pub(crate) fn catalog(&self, game: Option<&str>, lang: Lang) -> Result<Arc<Catalog>, Refused> {
        let game = game.unwrap_or_default();
        self.library(lang)?
            .open(game)
            .map_err(|error| Refused::of_data(&error, lang))
    }

    /// Reads and checks the files.
    pub(crate) fn batch(&self, files: Files, request: &CheckRequest) -> Batch {
        let input = |(path, bytes): (String, Option<Vec<u8>>)| {
            let too_large = || DeckError::too_large(&path);
            Input::Content(path.clone(), bytes.ok_or_else(too_large))
        };
        check::check(&self.projects, files.into_iter().map(input).collect(), request)
    }

    /// The deck of the call, if it is usable.
    pub(crate) fn deck(&self, files: Files, ask: &Ask) -> Result<CheckedDeck, Refused> {
        let batch = self.batch(files, &ask.request());
        let unusable = || {
            let title = word!(ask.lang, "no deck can be read");
            let help = word!(ask.lang, "fix the problems of the verdict first");
            Refused::new(title, help)
        };
        let deck = batch.decks.into_iter().next().ok_or_else(unusable)?;
        if deck.catalog_and_deck().is_none() || deck.format().is_none() {
            return Err(unusable());
        }
        Ok(deck)
    }

    /// The deck of the call after its plan.
    pub(crate) fn played_deck(&self, files: Files, ask: &Ask) -> Result<CheckedDeck, Refused> {
        let mut deck = self.deck(files, ask)?;
        match ask.hand.carry_out_plan(&mut deck) {
            Ok(()) => Ok(deck),
            Err(refusal) => Err(Refused::of_refusal(&refusal, ask.lang)),
        }
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
