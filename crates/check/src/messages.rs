//! Messages of the check about a deck's `sleeve.toml` and its game's data, in every language.

use super::{JudgedReading, MAX_HEADINGS};
use sleeve_data::{
    messages,
    model::{Catalog, Deck, Lang, Text, deck::Unresolved, hidden::escaped},
    problem::{HelpOf, MAX_PROBLEMS, NearOrAll, Problem, Quoted, TitleOf, Words},
    say,
};
use sleeve_decks::MAX_COUNT;
use sleeve_language::LanguageError;
use sleeve_library::{
    CatalogError,
    project::{UNKNOWN_RULE, UNUSED_ASSERTION},
};
use sleeve_rules::Verdict;
use std::fmt;

messages! {
    /// Problems of a deck that neither its rules nor its own file report.
    pub enum CheckMessage {
        Config { path: String } => "`{path}` applies to this deck and has mistakes",
        MoreData { more: usize } => {
            title: (*more, "{more} more mistake in the card data", "{more} more mistakes in the card data"),
            help: "`sleeve lint PATH` lists them",
        }
        AllUnknown { lines: usize } => "none of the {lines} lines names a card: this is not a deck of the game",
        Headings { headings: usize, limit: usize } => "{headings} headings in one list; the limit is {limit}",
        NoCard { text: String } => {
            let text = escaped(&text);
            title: "there is no card `{text}`",
        }
        Count { text: String } => {
            let text = escaped(&text);
            let limit = MAX_COUNT;
            title: "`{text}` needs a number of copies from 1 to {limit}",
        }
        SeveralCards { text: String } => {
            let text = escaped(&text);
            title: "`{text}` could be several cards",
        }
        OneOfSeveral { text: String, cards: usize, readings: ReadingGroups } => {
            let text = escaped(&text);
            title: "`{text}` could be {cards} cards: {readings}",
        }
        IllegalAnyway { text: String } => {
            let text = escaped(&text);
            title: "there is no card `{text}`; the deck is illegal whichever card it is",
        }
        AssertionCondition { id: String, error: LanguageError } => {
            let title = TitleOf(&*error);
            title: "the assertion `{id}` has a mistake: {title}",
            help: HelpOf(&*error),
        }
        AssertionZone { id: String, name: String, candidates: Vec<String> } => {
            title: "the assertion `{id}` has a mistake: the format of one of its decks has no zone `{name}`",
            help: NearOrAll(&name, &candidates),
        }
        LevelWithoutGame { name: String, candidates: Vec<String> } [UNKNOWN_RULE] => {
            title: "this level has no effect: there is no game `{name}`",
            help: NearOrAll(&name, &candidates),
        }
        LevelWithoutFormat { name: String, candidates: Vec<String> } [UNKNOWN_RULE] => {
            title: "this level has no effect: there is no format `{name}`",
            help: NearOrAll(&name, &candidates),
        }
        /// A level of a rule or an assertion that does not exist.
        LevelWithoutRule {
            name: String, is_assertion: bool, candidates: Vec<String>,
        } [UNKNOWN_RULE] => {
            when candidates.is_empty() && !*is_assertion => {
                title: "this level has no effect: there is no rule `{name}`",
                help: "`sleeve rules GAME/FORMAT` lists the rules",
            }
            let near = candidates.first().map_or("", String::as_str);
            title: "this level has no effect: there is no rule `{name}`",
            help: NearOrAll(&near, &candidates),
        }
        Unused { id: String, patterns: Vec<String> } [UNUSED_ASSERTION] => {
            when patterns.is_empty() => {
                title: "the assertion `{id}` applies to no deck",
                help: "no deck in its folder has the game and format it names",
            }
            let patterns = Quoted(&patterns);
            title: "the assertion `{id}` applies to no deck",
            help: "no deck in its folder matches {patterns}",
        }
    }
}

impl CheckMessage {
    /// The problem of an unresolved line.
    pub fn from_unresolved(line: &Unresolved) -> CheckMessage {
        let text = line.text.clone();
        if line.count == 0 {
            CheckMessage::Count { text }
        } else if line.ambiguous {
            CheckMessage::SeveralCards { text }
        } else {
            CheckMessage::NoCard { text }
        }
    }

    /// The same, for a deck judged under every reading: `readings` are those of the line.
    pub fn from_readings(
        line: &Unresolved,
        readings: &[JudgedReading],
        verdict: Option<Verdict>,
        catalog: &Catalog,
    ) -> CheckMessage {
        let text = line.text.clone();
        match (readings.len(), verdict) {
            (0, None) => CheckMessage::from_unresolved(line),
            (0, Some(_)) => CheckMessage::IllegalAnyway { text },
            (cards, _) => {
                let readings = ReadingGroups::from_readings(readings, catalog);
                CheckMessage::OneOfSeveral { text, cards, readings }
            }
        }
    }
}

/// The cards that a line may be, grouped by the result for the deck.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadingGroups(Vec<ReadingGroup>);

#[derive(Clone, PartialEq, Debug)]
struct ReadingGroup {
    verdict: Option<Verdict>,
    /// The id of the first rule that they break.
    rule: Option<String>,
    /// Their names and ids.
    cards: Vec<(Text, String)>,
}

/// Cards of a group that a message lists; the rest are counted.
const NAMED_READINGS: usize = 5;

impl ReadingGroups {
    fn from_readings(readings: &[JudgedReading], catalog: &Catalog) -> ReadingGroups {
        let mut groups: Vec<ReadingGroup> = Vec::new();
        for reading in readings {
            let shown = catalog.cards.card(reading.card);
            let name = Text::from_words(|lang| escaped(shown.name(lang)).to_string());
            let card = (name, escaped(shown.id()).to_string());
            let mut alike = groups
                .iter_mut()
                .filter(|group| group.verdict == reading.verdict);
            match alike.find(|group| group.rule == reading.rule) {
                Some(group) => group.cards.push(card),
                None => groups.push(ReadingGroup {
                    verdict: reading.verdict,
                    rule: reading.rule.clone(),
                    cards: vec![card],
                }),
            }
        }
        ReadingGroups(groups)
    }
}

impl Words for ReadingGroups {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [group] = self.0.as_slice() {
            let cards = group.list_cards(lang);
            return f.write_str(&match group.verdict {
                Some(Verdict::Legal) => say!(lang, "{cards}; legal with any of them"),
                Some(Verdict::Illegal) => say!(lang, "{cards}; illegal with any of them"),
                Some(Verdict::Undetermined) => say!(lang, "{cards}; undetermined with any of them"),
                Some(Verdict::Unusable) | None => cards,
            });
        }
        let groups = self.0.iter().map(|group| group.describe(lang));
        f.write_str(&groups.collect::<Vec<_>>().join(lang.semicolon()))
    }
}

impl ReadingGroup {
    fn describe(&self, lang: Lang) -> String {
        let cards = self.list_cards(lang);
        match (self.verdict, &self.rule) {
            (Some(Verdict::Legal), _) => say!(lang, "legal with {cards}"),
            (Some(Verdict::Illegal), Some(rule)) => say!(lang, "illegal with {cards} (`{rule}`)"),
            (Some(Verdict::Illegal), None) => say!(lang, "illegal with {cards}"),
            (Some(Verdict::Undetermined), _) => say!(lang, "undetermined with {cards}"),
            (Some(Verdict::Unusable) | None, _) => {
                say!(lang, "with {cards} it depends on other lines")
            }
        }
    }

    fn list_cards(&self, lang: Lang) -> String {
        let few = self.cards.iter().take(NAMED_READINGS);
        let quoted = few.map(|(name, id)| format!("`{}` ({id})", name.get(lang)));
        let named = quoted.collect::<Vec<_>>().join(", ");
        match self.cards.len().saturating_sub(NAMED_READINGS) {
            0 => named,
            more => say!(lang, more, "{named} and {more} more"),
        }
    }
}

/// Mistakes in the data that are repeated for each deck; `lint` lists them all.
const SHOWN_DATA_MISTAKES: usize = 10;

/// A deck list with too many headings.
pub(super) fn too_many_headings(headings: usize) -> Problem {
    Problem::from(CheckMessage::Headings { headings, limit: MAX_HEADINGS }).into_any()
}

/// The problems of a file without known cards: the number of its lines, then the first of them.
pub(super) fn unknown_lines(deck: Deck) -> Vec<Problem> {
    let all = CheckMessage::AllUnknown { lines: deck.unresolved.len() };
    let mut problems = vec![Problem::from(all).into_any()];
    for line in deck.unresolved.iter().take(MAX_PROBLEMS) {
        let message = CheckMessage::from_unresolved(line);
        problems.push(Problem::from_span(line.span.clone(), message).into_any());
    }
    problems
}

/// The first mistakes in a game's data, and the number of the rest.
pub(super) fn data_problems(error: &CatalogError) -> Vec<Problem> {
    let mut problems = error.problems();
    let more = problems.len().saturating_sub(SHOWN_DATA_MISTAKES);
    problems.truncate(SHOWN_DATA_MISTAKES);
    if more > 0 {
        problems.push(Problem::from(CheckMessage::MoreData { more }).into_any());
    }
    problems
}
