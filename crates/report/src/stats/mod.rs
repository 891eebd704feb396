//! Descriptions of decks in words: fields, values, averages, and what does not exist for a deck.

mod decks;
pub mod usage;
pub mod wide;

pub use decks::{csv, write};

use crate::{
    cards::{FactStyle, setup},
    text::{
        Style,
        diagnostic::{self, Diagnostic, Severity},
        escape::safe,
        words::near_or_all,
    },
};
use sleeve_check::{DescribeError, KeptDecks, RefusedText};
use sleeve_data::{
    model::{Catalog, Lang, Lens},
    problem::Message,
};
use sleeve_language::{
    field::{Field, FieldKind},
    tree::GroupKey,
};
use sleeve_odds::stats::{LeftOut, StatsError, UnknownCards, ValueCount, ValueTally};

/// Most values of an unordered tally that are shown without `--all`.
const VALUE_ROW_LIMIT: usize = 6;

/// How much of a description to show.
#[derive(Clone, Copy, Debug, Default)]
pub struct StatsDetail {
    /// Leaves out hints and the data in use.
    pub quiet: bool,
    /// Shows every value of every tally, not only the most frequent ones.
    pub all: bool,
}

impl StatsDetail {
    /// Returns how many of `values` rows are shown. A single extra row takes no more room than the
    /// line that would mention it.
    fn row_count(&self, tally: &ValueTally, values: usize) -> usize {
        if self.all || tally.ordered || values <= VALUE_ROW_LIMIT + 1 {
            values
        } else {
            VALUE_ROW_LIMIT
        }
    }
}

/// Returns the heading of a field; the word itself if the game has no such field.
pub fn field_heading(catalog: &Catalog, word: &str, lang: Lang) -> String {
    let field = Field::parse(&catalog.game, word);
    field.map_or_else(|| word.to_owned(), |f| f.heading(&catalog.game, lang))
}

/// The values of a tally, in words or as data.
pub struct TallyValues<'a> {
    catalog: &'a Catalog,
    lang: Option<Lang>,
}

impl<'a> TallyValues<'a> {
    /// Writes values in a language.
    pub fn in_words(catalog: &'a Catalog, lang: Lang) -> TallyValues<'a> {
        TallyValues { catalog, lang: Some(lang) }
    }

    /// Writes values as ids, which are the same in every language.
    pub fn as_data(catalog: &'a Catalog) -> TallyValues<'a> {
        TallyValues { catalog, lang: None }
    }

    /// Writes one value of a tally.
    pub fn describe(&self, tally: &ValueTally, row: &ValueCount) -> String {
        let field = tally.field;
        let game = &self.catalog.game;
        let say = |named: Option<&sleeve_data::model::game::Named>| {
            named.map_or_else(String::new, |n| self.named_text(n))
        };
        match &row.key {
            GroupKey::Number(number) => number.in_words(self.lang.unwrap_or_default()),
            GroupKey::Text(folded) => self.example_text(field, row, folded),
            GroupKey::Value(value) => match field.kind {
                FieldKind::Attribute(id) => say(game
                    .get_attribute(id)
                    .and_then(|a| a.values().get(value.index()))),
                _ => String::new(),
            },
            GroupKey::Kind(id) => say(game.kinds.get(id.index()).map(|k| &k.named)),
            GroupKey::Set(id) => say(game.sets.get(id.index()).map(|s| &s.named)),
            GroupKey::Effect(id) => say(game.effects.get(id.index()).map(|e| &e.named)),
            GroupKey::Flag(flag) => match (flag, self.lang) {
                (true, Some(lang)) => word!(lang, "yes"),
                (false, Some(lang)) => word!(lang, "no"),
                (true, None) => "true",
                (false, None) => "false",
            }
            .to_owned(),
            GroupKey::Date(date) => date.to_string(),
            GroupKey::Zone(zone) => {
                let zones = self.catalog.formats().flat_map(|format| &format.zones);
                let known = zones
                    .map(|known| &known.named)
                    .find(|named| named.id == *zone);
                known.map_or_else(|| zone.clone(), |named| self.named_text(named))
            }
            GroupKey::Card(card) => self.catalog.cards.card(*card).id().to_owned(),
            GroupKey::Grade(grade) => grade.word().to_owned(),
        }
    }

    fn named_text(&self, named: &sleeve_data::model::game::Named) -> String {
        self.lang
            .map_or(&*named.id, |lang| named.name.get(lang))
            .to_owned()
    }

    fn example_text(&self, field: Field, row: &ValueCount, folded: &str) -> String {
        // A folded text is not for people, so a card with it provides the printed form.
        let card = self.catalog.cards.card(row.example);
        let lang = self.lang.unwrap_or_default();
        match field.kind {
            FieldKind::Name => {
                FactStyle::new(self.catalog, Lens::Shipped, lang).name(card, field.face)
            }
            FieldKind::Attribute(id) => {
                FactStyle::new(self.catalog, Lens::Shipped, lang).attribute(card, field.face, id)
            }
            _ => folded.to_owned(),
        }
    }
}

/// Writes the number of cards with a value; a range if owners pick the value of some.
pub fn describe_count(row: &ValueCount, lang: Lang) -> String {
    if row.most == row.cards {
        return row.cards.to_string();
    }
    format!("{} {} {}", row.cards, word!(lang, "to"), row.most)
}

/// Writes the range of an unknown value, or that it is unknown.
pub fn describe_unknown(unknown: &UnknownCards, lang: Lang) -> String {
    let nothing = || say!(lang, "unknown");
    unknown
        .number
        .map_or_else(nothing, |number| number.in_words(lang))
}

/// Returns the line that counts the values not shown.
pub fn describe_more(values: usize, lang: Lang) -> String {
    say!(lang, "… and {values} more values; --all shows them")
}

/// Returns the label of cards without a value.
pub fn no_value_label(lang: Lang) -> &'static str {
    word!(lang, "none")
}

/// Returns how many cards an average covers, and how many it leaves out.
pub fn describe_left_out(left: &LeftOut, lang: Lang) -> String {
    let LeftOut { ranged, unknown, absent, .. } = *left;
    let counted = left.counted + ranged;
    let mut parts = vec![say!(lang, counted, "of {counted} card", "of {counted} cards")];
    parts.extend((ranged > 0).then(|| say!(lang, "{ranged} with several values")));
    parts.extend((unknown > 0).then(|| say!(lang, unknown, "{unknown} unknown")));
    parts.extend((absent > 0).then(|| say!(lang, absent, "{absent} without a value, left out")));
    parts.join(", ")
}

/// Most decks that are named for people; documents name all.
const NAMED_DECK_LIMIT: usize = 20;

/// Reports something that was requested and does not exist.
pub fn describe_error<'a>(found: &'a DescribeError, style: &Style) -> Diagnostic<'a> {
    match &found.error {
        StatsError::Zone { name, candidates } => {
            let there_is_none = word!(style.lang, "there is no zone");
            Diagnostic::error(format!("{there_is_none} `{name}`"))
                .help(near_or_all(name, candidates, style.lang))
        }
        StatsError::Aside(error) => setup::set_aside_diagnostic(error, style.lang),
        StatsError::NotThere(card) => {
            let name = found.catalog.cards.card(*card).title(style.lang);
            let name = safe(name).into_owned();
            Diagnostic::error(say!(
                style.lang,
                "the deck has no (other) copy of `{name}` to set aside"
            ))
        }
        StatsError::Language { text, error } => {
            let name = word!(style.lang, "command line");
            diagnostic::language_diagnostic(error, name, text, style.lang)
        }
    }
}

/// Explains in a sentence why a text makes no sense for the decks of a game.
pub fn refusal_reason(refused: &RefusedText, lang: Lang) -> String {
    match &refused.reason.error {
        StatsError::Language { error, .. } => error.title(lang),
        _ => describe_error(&refused.reason, &Style { lang, ..Style::PLAIN }).title,
    }
}

/// Notes that a text makes no sense for the decks of a game.
pub fn refusal_note(refused: &RefusedText, style: &Style) -> Diagnostic<'static> {
    let (game, text) = (refused.reason.catalog.game.id(), &refused.text);
    let reason = refusal_reason(refused, style.lang);
    let title = say!(
        style.lang,
        refused.decks,
        "no answer to `{text}` for 1 deck of {game}: {reason}",
        "no answer to `{text}` for {n} decks of {game}: {reason}",
        n = refused.decks
    );
    Diagnostic::error(title).severity(Severity::Note)
}

/// Counts the decks that satisfy a condition, and those for which it is unknown.
pub fn describe_kept(kept: &KeptDecks, condition: &str, style: &Style) -> Vec<String> {
    let (held, asked, condition) = (kept.decks.len(), kept.asked, safe(condition));
    let mut lines = vec![say!(
        style.lang,
        held,
        "1 of {asked} decks satisfies `{condition}`",
        "{n} of {asked} decks satisfy `{condition}`",
        n = held,
        held
    )];
    if kept.unknown.is_empty() {
        return lines;
    }
    let paths: Vec<String> = kept
        .unknown
        .iter()
        .take(NAMED_DECK_LIMIT)
        .map(|path| safe(path).into_owned())
        .collect();
    let (paths, n) = (paths.join(", "), kept.unknown.len());
    let mut line = say!(
        style.lang,
        n,
        "1 more is left out because it depends on unknown facts: {paths}",
        "{n} more are left out because they depend on unknown facts: {paths}"
    );
    if let more @ 1.. = n.saturating_sub(NAMED_DECK_LIMIT) {
        line.push_str(&say!(style.lang, ", and {more} more in `-o json`"));
    }
    lines.push(line);
    lines
}
