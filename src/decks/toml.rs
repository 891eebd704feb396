//! Our own deck files: `game`, `format`, `[zones]` and what goes with them, in TOML.

use super::Sure;
use super::decode::Source;
use super::error::{DeckProblem, MAX_COUNT, MAX_ENTRIES, MAX_TABLES};
use super::find::nearest;
use super::messages::{DeckMessage, Expected};
use super::raw::{Counted, RawCard, RawDeck, RawItem};
use crate::files;
use crate::model::{Number, Spanned};
use crate::problem::Problem;
use crate::problem::Problems;
use std::ops::Range;
use toml::Spanned as Placed;
use toml::de::{DeTable, DeValue};

const KEYS: [&str; 11] = [
    "game",
    "format",
    "name",
    "player",
    "role",
    "parameters",
    "zones",
    "carried",
    "notes",
    "source",
    "trips",
];

pub(super) fn detect(source: &Source) -> Sure {
    match source.extension.as_str() {
        "toml" => Sure::Yes,
        _ if looks_like_ours(&source.text) => Sure::Yes,
        _ => Sure::No,
    }
}

/// `[zones]`, `[zones.deck]` or `game = "…"` at the start of a line.
pub(super) fn looks_like_ours(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_end();
        let key = line.strip_prefix("game").or_else(|| line.strip_prefix("format"));
        line == "[zones]"
            || line.starts_with("[zones.")
            || key.is_some_and(|rest| rest.trim_start().starts_with("= \""))
    })
}

type Key<'a> = &'a Placed<std::borrow::Cow<'a, str>>;
type Value<'a> = Placed<DeValue<'a>>;

pub(super) fn read(source: &Source, deck: RawDeck) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    let parsed = files::parse(&source.text);
    if !parsed.mistakes.is_empty() {
        let mut problems: Vec<DeckProblem> = parsed.mistakes.into_iter().map(syntax).collect();
        problems.extend(parsed.more.then(|| DeckMessage::More { count: None }.into()));
        return Err(problems);
    }
    let mut reading = Reading { deck, problems: Problems::default(), entries: 0 };
    reading.top(&parsed.table);
    reading.problems.or(vec![reading.deck])
}

fn syntax(mistake: files::Mistake) -> DeckProblem {
    Problem::at(mistake.span, DeckMessage::Syntax { format: "TOML", message: mistake.message })
}

struct Reading {
    deck: RawDeck,
    problems: Problems<DeckMessage>,
    entries: usize,
}

/// The entries of a table in the order of the file.
fn ordered<'a, 'i>(
    table: &'a DeTable<'i>,
) -> Vec<(&'a Placed<std::borrow::Cow<'i, str>>, &'a Placed<DeValue<'i>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_unstable_by_key(|(key, _)| key.span().start);
    entries
}

impl Reading {
    fn top(&mut self, table: &DeTable) {
        let mut zones = false;
        for (key, value) in ordered(table) {
            let text = |this: &mut Self| this.text(key, value);
            match key.get_ref().as_ref() {
                "game" => self.deck.game = text(self),
                "format" => self.deck.format = text(self),
                "name" => self.deck.name = text(self),
                "player" => self.deck.player = text(self),
                "role" => self.deck.role = text(self),
                "notes" => self.deck.remarks = text(self).map(|t| t.value),
                "source" => self.deck.source = text(self).map(|t| t.value),
                "trips" => self.deck.trips = self.trips(key, value),
                "parameters" => self.parameters(key, value),
                "carried" => self.carried(key, value),
                "zones" => {
                    zones = true;
                    self.zones(key, value);
                }
                other => self.problems.add(|| {
                    let mut candidates = nearest(other, KEYS.into_iter());
                    if candidates.is_empty() {
                        candidates = KEYS.map(str::to_owned).into();
                    }
                    let kind = DeckMessage::UnknownKey { key: other.to_owned(), candidates };
                    Problem::at(key.span(), kind)
                }),
            }
        }
        if !zones {
            self.problems.push(DeckMessage::Missing { key: "zones" });
        }
    }

    fn wrong(&mut self, key: Key, span: Range<usize>, expected: Expected, found: &DeValue) {
        self.problems.add(|| {
            let found = found.type_str();
            let key = key.get_ref().clone().into_owned();
            Problem::at(span, DeckMessage::WrongType { key, expected, found })
        });
    }

    /// The entries of a table of zones, parameters or carriers, within the limit.
    fn tables<'a, 'i>(
        &mut self,
        key: Key,
        name: &'static str,
        value: &'a Placed<DeValue<'i>>,
        expected: Expected,
    ) -> Vec<(&'a Placed<std::borrow::Cow<'i, str>>, &'a Placed<DeValue<'i>>)> {
        let mut entries = self.table(key, value, expected);
        if entries.len() > MAX_TABLES {
            let kind = DeckMessage::TooManyOf { key: name, limit: MAX_TABLES };
            self.problems.push(Problem::at(key.span(), kind));
            entries.truncate(MAX_TABLES);
        }
        entries
    }

    fn text(&mut self, key: Key, value: &Value) -> Option<Spanned<String>> {
        match value.get_ref() {
            DeValue::String(text) => Some(Spanned::new(text.clone().into_owned(), value.span())),
            other => {
                self.wrong(key, value.span(), Expected::Text, other);
                None
            }
        }
    }

    fn table<'a, 'i>(
        &mut self,
        key: Key,
        value: &'a Placed<DeValue<'i>>,
        expected: Expected,
    ) -> Vec<(&'a Placed<std::borrow::Cow<'i, str>>, &'a Placed<DeValue<'i>>)> {
        match value.get_ref() {
            DeValue::Table(table) => ordered(table),
            other => {
                self.wrong(key, value.span(), expected, other);
                Vec::new()
            }
        }
    }

    fn names(&mut self, key: Key, value: &Value, expected: Expected) -> Vec<Spanned<String>> {
        let DeValue::Array(array) = value.get_ref() else {
            self.wrong(key, value.span(), expected, value.get_ref());
            return Vec::new();
        };
        let mut names = Vec::with_capacity(array.len());
        for item in array.iter() {
            match item.get_ref() {
                DeValue::String(name) => {
                    names.push(Spanned::new(name.clone().into_owned(), item.span()));
                }
                other => self.wrong(key, item.span(), Expected::Name, other),
            }
        }
        names
    }

    fn trips(&mut self, key: Key, value: &Value) -> Vec<String> {
        match value.get_ref() {
            DeValue::String(rule) => vec![rule.clone().into_owned()],
            _ => self.names(key, value, Expected::Text).into_iter().map(|n| n.value).collect(),
        }
    }

    fn parameters(&mut self, key: Key, value: &Value) {
        for (name, value) in self.tables(key, "parameters", value, Expected::Table) {
            let number = match value.get_ref() {
                DeValue::Integer(integer) if integer.radix() == 10 => {
                    Number::parse(integer.as_str().trim_start_matches('+'))
                }
                DeValue::Float(float) => Number::parse(float.as_str().trim_start_matches('+')),
                _ => None,
            };
            match number {
                Some(number) => self.deck.parameters.push((
                    Spanned::new(name.get_ref().clone().into_owned(), name.span()),
                    Spanned::new(number, value.span()),
                )),
                None => self.wrong(name, value.span(), Expected::Number, value.get_ref()),
            }
        }
    }

    fn carried(&mut self, key: Key, value: &Value) {
        for (carrier, cargo) in self.tables(key, "carried", value, Expected::Table) {
            let name = Spanned::new(carrier.get_ref().clone().into_owned(), carrier.span());
            let cargo = self.names(carrier, cargo, Expected::Names);
            self.deck.carried.push((name, cargo));
        }
    }

    fn zones(&mut self, key: Key, value: &Value) {
        for (zone, cards) in self.tables(key, "zones", value, Expected::Zones) {
            let name = zone.get_ref().clone().into_owned();
            self.deck.items.push(RawItem::Zone(Spanned::new(name, zone.span())));
            match cards.get_ref() {
                DeValue::Table(table) => {
                    for (card, count) in ordered(table) {
                        self.counted(card, count);
                    }
                }
                _ => {
                    for name in self.names(zone, cards, Expected::Cards) {
                        self.card(name.value, 1, Counted::Not, name.span);
                    }
                }
            }
        }
    }

    fn counted(&mut self, card: Key, count: &Value) {
        let DeValue::Integer(integer) = count.get_ref() else {
            self.wrong(card, count.span(), Expected::Copies, count.get_ref());
            return;
        };
        let digits = integer.as_str();
        let copies = u32::from_str_radix(digits, integer.radix()).unwrap_or(0);
        if !(1..=MAX_COUNT).contains(&copies) {
            self.problems
                .add(|| Problem::at(count.span(), DeckMessage::Count { found: digits.to_owned() }));
            return;
        }
        let span = card.span().start..count.span().end;
        self.card(card.get_ref().clone().into_owned(), copies, Counted::Apart, span);
    }

    fn card(&mut self, name: String, count: u32, counted: Counted, span: Range<usize>) {
        self.entries += 1;
        if self.entries == MAX_ENTRIES + 1 {
            self.problems.push(Problem::at(span.clone(), DeckMessage::TooMany));
        }
        if self.entries <= MAX_ENTRIES {
            let card = RawCard { name, count, counted, span, ..RawCard::default() };
            self.deck.items.push(RawItem::Card(card));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::decks::{DeckError, Hints, read};
    use crate::model::Lang;

    fn titles(text: &str) -> Vec<String> {
        let error: DeckError = read("deck.toml", text.as_bytes(), &Hints::default()).unwrap_err();
        error.problems.iter().map(|p| p.title(Lang::En)).collect()
    }

    #[test]
    fn a_deck_is_read_in_the_order_of_the_file() {
        let text = "game = \"g\"\nformat = \"f\"\n[parameters]\nbudget = 42\n[zones]\nships = [\"B\", \"A\"]\n[zones.tactics]\n\"Z\" = 2\n\"Y\" = 1\n[carried]\nA = [\"C\"]\n";
        let deck = read("deck.toml", text.as_bytes(), &Hints::default()).unwrap();
        let cards: Vec<(&str, u32)> = deck.cards().map(|c| (c.name.as_str(), c.count)).collect();
        assert_eq!(cards, [("B", 1), ("A", 1), ("Z", 2), ("Y", 1)]);
        let places: Vec<&str> = deck.cards().map(|c| deck.at(&c.span)).collect();
        assert_eq!(places, ["\"B\"", "\"A\"", "\"Z\" = 2", "\"Y\" = 1"]);
        assert_eq!(deck.parameters[0].1.value.to_string(), "42");
        assert_eq!(deck.carried[0].1[0].value, "C");
    }

    #[test]
    fn everything_wrong_is_said_at_once() {
        let text = "gmae = \"g\"\nformat = 3\n[parameters]\nbudget = \"x\"\n[zones]\ndeck = [\"A\", 2]\n[zones.side]\nA = 0\nB = -1\nC = 1_000_000_000\nD = 18446744073709551616\nE = 1.5\n";
        assert_eq!(
            titles(text),
            [
                "unknown key `gmae`",
                "`format` should be a text in quotes, not integer",
                "`budget` should be a number, not string",
                "`deck` should be the name or id of a card, in quotes, not integer",
                "`0` copies: a number from 1 to 9999 was expected",
                "`-1` copies: a number from 1 to 9999 was expected",
                "`1000000000` copies: a number from 1 to 9999 was expected",
                "`18446744073709551616` copies: a number from 1 to 9999 was expected",
                "`E` should be a whole number of copies, not float",
            ]
        );
    }

    #[test]
    fn a_key_twice_and_broken_syntax_are_both_errors_of_syntax() {
        let found = titles("game = \"g\"\ngame = \"h\"\n[zones]\ndeck = [\n");
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(titles("game = \"g\"\n"), ["the deck has no `zones`"]);
    }
}
