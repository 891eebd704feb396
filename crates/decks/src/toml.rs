//! Our own deck files in TOML: `game`, `format`, `[zones]` and more.

use super::{
    decode::DeckText,
    form::Confidence,
    limits::{MAX_COUNT, MAX_ENTRIES, MAX_TABLES},
    messages::{DeckMessage, DeckProblem},
    raw::{CopyNotation, RawCard, RawDeck, RawField, RawItem, RawPlan, WrittenValue},
    view::{DeckView, ListRow, text_of},
};
use sleeve_data::{
    files::{
        self, ExpectedValue, FileMessage, Located, entries,
        shape::{
            Keys,
            ValueShape::{
                self, Boolean, By, Count, Either, List, Number as Decimal, Table, Text, Texts,
            },
        },
    },
    keys,
    model::{
        CopyState, Number, Setting, SideboardPlan, Spanned, ValueId,
        card::Value,
        game::Attribute,
        hidden::{is_hidden, quoted_toml, toml_key},
    },
    problem::{Candidates, Problem, Problems},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    ops::Range,
};
use toml::de::DeTable;

/// The shape of copies in a state: `count`, and fields of the copy.
const COPIES_SHAPE: ValueShape = By(&Either(&[Decimal, Text, List(&Text), Boolean]));

/// The shape of cards in a zone: names, or names with their copies.
const CARDS_SHAPE: ValueShape =
    Either(&[List(&Text), By(&Either(&[Count, COPIES_SHAPE, List(&COPIES_SHAPE)]))]);

/// The key of the number of copies in a state; by default 1.
pub(super) const COUNT_KEY: &str = "count";

keys! {
    /// The keys of a deck.
    pub static DECK_KEYS = "a deck" {
        "game": Text, "The id or name of its game." => reader.deck.game = reader.read_text(entry);
        "format": Text, "The id or name of its format, or GAME/FORMAT."
            => reader.deck.format = reader.read_text(entry);
        "name": Text, "Its name." => reader.deck.name = reader.read_text(entry);
        "player": Text, "Its player." => reader.deck.player = reader.read_text(entry);
        "role": Text, "Its role, in formats with roles."
            => reader.deck.role = reader.read_text(entry);
        "source": Text, "Its source, such as an address."
            => reader.deck.source = reader.read_text(entry).map(|text| text.value);
        "notes": Text, "Notes; no rule uses them."
            => reader.deck.remarks = reader.read_text(entry).map(|text| text.value);
        "nonce": Text, "The secret that opens the deck's seal, as printed by `sleeve seal`."
            => reader.deck.nonce = reader.read_text(entry);
        "trips": Texts, "Ids of rules that the deck breaks on purpose, to test them."
            => reader.deck.trips = reader.read_trips(entry);
        "parameters": By(&Either(&[Decimal, Text])),
            "Values of the format's parameters, such as `budget = 42` or `aspect = \"justice\"`."
            => reader.read_parameters(entry);
        required "zones": By(&CARDS_SHAPE),
            "Its cards by zone: a list of names or ids, or a table with their copies: a number, or `{ count = 2, … }` with fields of the copy, or several such tables."
            => reader.read_zones(entry);
        "carried": By(&List(&Text)), "The cards on each carrier, by its name."
            => reader.read_carried(entry);
        "plans": By(&Table(&PLAN_KEYS)),
            "Its plans to exchange cards with its sideboard between games, by name."
            => reader.read_plans(entry);
    }
    fn read_deck_key(key: &str, entry: &Located<'_>, reader: &mut TomlReader);

    /// The keys of a plan.
    pub static PLAN_KEYS = "a plan" {
        "out": CARDS_SHAPE, "The cards that leave the deck, as in a zone."
            => plan.out = reader.read_plan_cards(entry);
        "in": CARDS_SHAPE, "The cards that come from the sideboard, as in a zone."
            => plan.into = reader.read_plan_cards(entry);
    }
    fn read_plan_key(key: &str, entry: &Located<'_>, reader: &mut TomlReader, plan: &mut RawPlan);
}

/// French words for keys, so that the message about an unknown key can suggest the key.
const FRENCH_KEYS: [(&str, &str); 5] = [
    ("jeu", "game"),
    ("nom", "name"),
    ("joueur", "player"),
    ("rôle", "role"),
    ("paramètres", "parameters"),
];

pub(super) fn detect(source: &DeckText) -> Confidence {
    match source.extension.as_str() {
        "toml" => Confidence::Yes,
        _ if looks_like_ours(&source.text) => Confidence::Yes,
        _ => Confidence::No,
    }
}

/// Whether a line is `[zones]` or starts with `[zones.` or `game = "`.
pub(super) fn looks_like_ours(text: &str) -> bool {
    // A quick check of the whole text avoids checking each line of most texts.
    let may_be = text.contains("[zones") || text.contains("= \"");
    // A fence comes before TOML that a page in Markdown shows.
    let mut lines = text.lines().take_while(|line| !line.starts_with("```"));
    may_be
        && lines.any(|line| {
            let line = line.trim_end();
            let key = line
                .strip_prefix("game")
                .or_else(|| line.strip_prefix("format"));
            line == "[zones]"
                || line.starts_with("[zones.")
                || key.is_some_and(|rest| rest.trim_start().starts_with("= \""))
        })
}

/// Whether a file contains data of a game and not a deck: `[[card]]`, `[[format]]` or `[[list]]` at
/// the start of a line.
pub fn is_game_data(bytes: &[u8]) -> bool {
    const TABLES: [&[u8]; 3] = [b"[[card]]", b"[[format]]", b"[[list]]"];
    bytes
        .split(|byte| *byte == b'\n')
        .any(|line| TABLES.iter().any(|table| line.starts_with(table)))
}

pub(super) fn read(source: &DeckText, deck: RawDeck) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    let table = files::parse(&source.text).table_or()?;
    let mut reading = TomlReader { deck, problems: Problems::default(), entries: 0 };
    reading.read_top(&table);
    reading.problems.into_result(vec![reading.deck])
}

struct TomlReader {
    deck: RawDeck,
    problems: Problems<DeckMessage>,
    entries: usize,
}

impl TomlReader {
    fn read_top(&mut self, table: &DeTable<'_>) {
        for entry in entries(table) {
            if !read_deck_key(entry.key, &entry, self) {
                self.fail_unknown_deck_key(&entry);
            }
        }
        if !table.contains_key("zones") {
            self.problems.push(DeckMessage::NoZones);
        }
    }

    fn fail_unknown_deck_key(&mut self, entry: &Located<'_>) {
        let key = entry.key;
        // An unknown key with cards was meant as a zone, so `zones` is suggested.
        let is_zone = entry.array().is_ok() || entry.table().is_ok();
        let french = FRENCH_KEYS.iter().find(|(word, _)| *word == key);
        let meant = french.map_or(if is_zone { "zones" } else { key }, |(_, en)| en);
        self.fail_unknown_key(entry, meant, &DECK_KEYS);
    }

    fn fail_unknown_key(&mut self, entry: &Located<'_>, meant: &str, keys: &Keys) {
        let candidates = Candidates::nearest_or_all(meant, keys.iter_names());
        let (key, place) = (entry.key.to_owned(), keys.place);
        self.problems
            .fail(entry.key_span(), FileMessage::UnknownKey { key, place, candidates });
    }

    fn read_text(&mut self, entry: &Located<'_>) -> Option<Spanned<String>> {
        let text = self
            .problems
            .unwrap_or_note(entry.text(), ExpectedValue::Text)?;
        Some(Spanned::new(text.to_owned(), entry.span()))
    }

    /// The entries of a table of zones, parameters, carriers or plans, at most [`MAX_TABLES`].
    fn read_tables<'d>(
        &mut self,
        entry: &Located<'d>,
        name: &'static str,
        expected: ExpectedValue,
    ) -> Vec<Located<'d>> {
        let mut entries = self
            .problems
            .unwrap_or_note(entry.table(), expected)
            .unwrap_or_default();
        if entries.len() > MAX_TABLES {
            let message = FileMessage::TooMany { key: name, limit: MAX_TABLES };
            self.problems.fail(entry.key_span(), message);
            entries.truncate(MAX_TABLES);
        }
        entries
    }

    fn read_names(&mut self, entry: &Located<'_>, expected: ExpectedValue) -> Vec<Spanned<String>> {
        let items = self
            .problems
            .unwrap_or_note(entry.array(), expected)
            .unwrap_or_default();
        let mut names = Vec::with_capacity(items.len());
        for item in items {
            let name = self
                .problems
                .unwrap_or_note(item.text(), ExpectedValue::Name);
            names.extend(name.map(|name| Spanned::new(name.to_owned(), item.span())));
        }
        names
    }

    fn read_trips(&mut self, entry: &Located<'_>) -> Vec<String> {
        match entry.text() {
            Ok(rule) => vec![rule.to_owned()],
            Err(_) => self
                .read_names(entry, ExpectedValue::Text)
                .into_iter()
                .map(|n| n.value)
                .collect(),
        }
    }

    fn read_parameters(&mut self, entry: &Located<'_>) {
        for parameter in self.read_tables(entry, "parameters", ExpectedValue::Table) {
            let setting = match (parameter.decimal().ok().and_then(Number::parse), parameter.text())
            {
                (Some(number), _) => Ok(Setting::Number(number)),
                (None, Ok(word)) => Ok(Setting::Word(word.to_owned())),
                (None, Err(_)) => Err(parameter.mismatch()),
            };
            if let Some(setting) = self
                .problems
                .unwrap_or_note(setting, ExpectedValue::Setting)
            {
                self.deck.parameters.push((
                    Spanned::new(parameter.key.to_owned(), parameter.key_span()),
                    Spanned::new(setting, parameter.span()),
                ));
            }
        }
    }

    fn read_carried(&mut self, entry: &Located<'_>) {
        for carrier in self.read_tables(entry, "carried", ExpectedValue::Table) {
            let name = Spanned::new(carrier.key.to_owned(), carrier.key_span());
            let cargo = self.read_names(&carrier, ExpectedValue::Names);
            self.deck.carried.push((name, cargo));
        }
    }

    fn read_zones(&mut self, entry: &Located<'_>) {
        for zone in self.read_tables(entry, "zones", ExpectedValue::Zones) {
            let name = Spanned::new(zone.key.to_owned(), zone.key_span());
            self.deck.items.push(RawItem::Zone(name));
            self.read_cards(&zone);
        }
    }

    fn read_cards(&mut self, zone: &Located<'_>) {
        match zone.table() {
            Ok(cards) => cards.iter().for_each(|card| self.read_counted_card(card)),
            Err(_) => {
                for name in self.read_names(zone, ExpectedValue::Cards) {
                    self.push_named_card(name.value, 1, CopyNotation::Absent, name.span);
                }
            }
        }
    }

    fn read_plans(&mut self, entry: &Located<'_>) {
        for written in self.read_tables(entry, "plans", ExpectedValue::Table) {
            let name = Spanned::new(written.key.to_owned(), written.key_span());
            let mut plan = RawPlan { name, ..RawPlan::default() };
            let keys = self
                .problems
                .unwrap_or_note(written.table(), ExpectedValue::Table);
            for key in keys.unwrap_or_default() {
                if !read_plan_key(key.key, &key, self, &mut plan) {
                    self.fail_unknown_key(&key, key.key, &PLAN_KEYS);
                }
            }
            self.deck.plans.push(plan);
        }
    }

    /// Reads cards like those of a zone, but not into the deck.
    fn read_plan_cards(&mut self, entry: &Located<'_>) -> Vec<RawCard> {
        let of_deck = std::mem::take(&mut self.deck.items);
        self.read_cards(entry);
        let items = std::mem::replace(&mut self.deck.items, of_deck);
        items.into_iter().filter_map(RawItem::into_card).collect()
    }

    fn read_counted_card(&mut self, card: &Located<'_>) {
        let line_span = card.key_span().start..card.span().end;
        if let Ok(fields) = card.table() {
            return self.push_card_in_state(card.key, &fields, line_span);
        }
        if let Ok(states) = card.array() {
            for state in states {
                if let Some(fields) = self
                    .problems
                    .unwrap_or_note(state.table(), ExpectedValue::State)
                {
                    self.push_card_in_state(card.key, &fields, state.span());
                }
            }
            return;
        }
        if let Some(copies) = self.read_count(card, ExpectedValue::Copies) {
            self.push_named_card(card.key.to_owned(), copies, CopyNotation::Separate, line_span);
        }
    }

    fn read_count(&mut self, number: &Located<'_>, expected: ExpectedValue) -> Option<u32> {
        let integer = number.value.as_integer().ok_or_else(|| number.mismatch());
        let integer = self.problems.unwrap_or_note(integer, expected)?;
        let copies = number.count().ok().filter(|copies| *copies <= MAX_COUNT);
        if copies.is_none() {
            self.problems.push_with(|| {
                let found = integer.as_str().to_owned();
                Problem::from_span(number.span(), DeckMessage::Count { found })
            });
        }
        copies
    }

    /// Reads copies in a state: `{ count = 2, level = 4 }`.
    fn push_card_in_state(&mut self, name: &str, fields: &[Located<'_>], span: Range<usize>) {
        let (mut count, mut state) = (Some(1), Vec::new());
        for entry in fields {
            if entry.key == COUNT_KEY {
                count = self.read_count(entry, ExpectedValue::Copies);
            } else if let Some(said) = self.read_field_value(entry) {
                let field = Spanned::new(entry.key.to_owned(), entry.key_span());
                state.push(RawField { field, value: said, span: entry.span() });
            }
        }
        let Some(count) = count else { return };
        let name = name.to_owned();
        self.push_card(
            RawCard { name, count, state, notation: CopyNotation::Separate, ..RawCard::default() },
            span,
        );
    }

    /// Reads a value of a field of the copy, as written.
    fn read_field_value(&mut self, entry: &Located<'_>) -> Option<WrittenValue> {
        if let Ok(text) = entry.text() {
            return Some(WrittenValue::Word(text.to_owned()));
        }
        if let Ok(flag) = entry.boolean() {
            return Some(WrittenValue::Flag(flag));
        }
        if let Ok(items) = entry.array() {
            let mut words = Vec::new();
            for item in items {
                let word = self
                    .problems
                    .unwrap_or_note(item.text(), ExpectedValue::Text)?;
                words.push(word.to_owned());
            }
            return Some(WrittenValue::Words(words));
        }
        let decimal = entry.decimal().map(str::to_owned);
        let number = decimal.or_else(|_| entry.integer().map(|n| n.to_string()));
        self.problems
            .unwrap_or_note(number, ExpectedValue::Said)
            .map(WrittenValue::Number)
    }

    fn push_named_card(
        &mut self,
        name: String,
        count: u32,
        counted: CopyNotation,
        span: Range<usize>,
    ) {
        self.push_card(RawCard { name, count, notation: counted, ..RawCard::default() }, span);
    }

    fn push_card(&mut self, card: RawCard, span: Range<usize>) {
        self.entries += 1;
        // Reported once, regardless of how many there are.
        if self.entries == MAX_ENTRIES + 1 {
            self.problems.fail(span.clone(), DeckMessage::TooMany);
        }
        if self.entries <= MAX_ENTRIES {
            let has_no_copies = card.count == 0;
            self.deck
                .items
                .push(RawItem::Card(RawCard { span, has_no_copies, ..card }));
        }
    }
}

/// Widest line of an array before a line break, in characters.
const WIDTH: usize = 100;

pub(super) fn write(view: &DeckView) -> String {
    let mut out = String::new();
    let deck = view.deck;
    let heads = [
        ("game", Some(deck.game.as_str())),
        ("format", text_of(&deck.format)),
        ("name", deck.name.as_deref()),
        ("player", deck.player.as_deref()),
        ("role", text_of(&deck.role)),
        ("source", deck.source.as_deref()),
        ("notes", deck.remarks.as_deref()),
        ("nonce", deck.nonce.as_deref()),
    ];
    for (key, value) in heads {
        if let Some(value) = value {
            let _ = writeln!(out, "{key} = {}", quoted_toml(value));
        }
    }
    if !deck.parameters.is_empty() {
        out.push_str("\n[parameters]\n");
        for (name, value) in &deck.parameters {
            let value = match &value.value {
                Setting::Number(number) => number.to_string(),
                Setting::Word(word) => quoted_toml(word),
            };
            let _ = writeln!(out, "{} = {value}", toml_key(&name.value));
        }
    }
    write_zones(view, &mut out);
    if !deck.carried.is_empty() {
        out.push_str("\n[carried]\n");
        for carried in &deck.carried {
            let names = carried
                .cargo
                .iter()
                .map(|card| view.names.unique_name_of_copy(card.value));
            let cargo = names
                .map(|name| quoted_toml(&name))
                .collect::<Vec<_>>()
                .join(", ");
            let carrier = quoted_toml(&view.names.unique_name_of_copy(carried.carrier.value));
            let _ = writeln!(out, "{carrier} = [{cargo}]");
        }
    }
    deck.plans
        .iter()
        .for_each(|plan| write_plan(view, plan, &mut out));
    out
}

/// Writes a plan as tables, because a line of TOML cannot be broken.
fn write_plan(view: &DeckView, plan: &SideboardPlan, out: &mut String) {
    let heading = format!("plans.{}", toml_key(&plan.name.value));
    if plan.out.is_empty() && plan.into.is_empty() {
        let _ = writeln!(out, "\n[{heading}]");
    }
    for (key, entries) in [("out", &plan.out), ("in", &plan.into)] {
        let mut rows = Vec::new();
        for entry in entries {
            rows.push(ListRow { card: Ok(entry.card), count: entry.count });
        }
        if !rows.is_empty() {
            let _ = writeln!(out, "\n[{heading}.{key}]");
            write_counts(view, &rows, out);
        }
    }
}

fn write_zones(view: &DeckView, out: &mut String) {
    let zones = view
        .zones()
        .into_iter()
        .map(|zone| (zone, zone_rows(view, zone)));
    let (tables, arrays): (Vec<_>, Vec<_>) = zones.partition(|(_, rows)| {
        rows.iter()
            .any(|row| row.count > 1 || is_in_state(view, row))
    });
    if !arrays.is_empty() || tables.is_empty() {
        out.push_str("\n[zones]\n");
    }
    // Arrays come first, because below the header of a table they would be keys of that table.
    for (zone, rows) in &arrays {
        write_array(view, zone, rows, out);
    }
    for (zone, rows) in &tables {
        let _ = writeln!(out, "\n[zones.{}]", toml_key(zone));
        write_counts(view, rows, out);
    }
}

/// Writes a row on each line, with its copies.
fn write_counts(view: &DeckView, rows: &[ListRow], out: &mut String) {
    if rows.iter().any(|row| is_in_state(view, row)) {
        return write_states(view, rows, out);
    }
    for row in rows {
        let (name, remark) = (quoted_name(view, row), name_remark(view, row));
        let _ = writeln!(out, "{name} = {}{remark}", row.count);
    }
}

fn is_in_state(view: &DeckView, row: &ListRow) -> bool {
    row.card
        .is_ok_and(|card| view.catalog.cards.state(card).is_some())
}

/// Writes the rows of a zone with copies in a state. Those of one card share a key.
fn write_states(view: &DeckView, rows: &[ListRow], out: &mut String) {
    let mut cards: Vec<(String, Vec<&ListRow>)> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows {
        let name = quoted_name(view, row);
        let at = *places.entry(name.clone()).or_insert(cards.len());
        match cards.get_mut(at) {
            Some((_, rows)) => rows.push(row),
            None => cards.push((name, vec![row])),
        }
    }
    for (name, rows) in cards {
        let remark = rows
            .first()
            .map(|row| name_remark(view, row))
            .unwrap_or_default();
        let copies: Vec<String> = rows.iter().map(|row| format_state(view, row)).collect();
        let _ = match rows.as_slice() {
            [one] if !is_in_state(view, one) => writeln!(out, "{name} = {}{remark}", one.count),
            [_] => writeln!(out, "{name} = {}{remark}", copies.concat()),
            _ => {
                let line = format!("{name} = [{}]", copies.join(", "));
                if line.chars().count() <= WIDTH {
                    writeln!(out, "{line}{remark}")
                } else {
                    writeln!(out, "{name} = [{remark}\n    {},\n]", copies.join(",\n    "))
                }
            }
        };
    }
}

/// `{ count = 2, level = 4, tags = ["hh"] }`.
fn format_state(view: &DeckView, row: &ListRow) -> String {
    let mut out = format!("{{ count = {}", row.count);
    let state = row
        .card
        .ok()
        .and_then(|card| view.catalog.cards.state(card));
    let values = state.map(CopyState::values).unwrap_or_default();
    for (id, value) in values {
        let Some(attribute) = view.catalog.game.get_attribute(*id) else { continue };
        let value = match value {
            Value::Number(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
            Value::Enum(value) => quoted_value(attribute, *value),
            Value::Set(values) => {
                let words = values.iter().flat_map(|(value, times)| {
                    vec![quoted_value(attribute, *value); *times as usize]
                });
                format!("[{}]", words.collect::<Vec<_>>().join(", "))
            }
            // Fields of the copy have no such values.
            Value::Unknown(_) | Value::Choice(_) | Value::Text(_) | Value::Date(_) => continue,
        };
        let _ = write!(out, ", {} = {value}", toml_key(&attribute.named.id));
    }
    out.push_str(" }");
    out
}

fn quoted_value(attribute: &Attribute, value: ValueId) -> String {
    attribute
        .values()
        .get(value.index())
        .map(|named| quoted_toml(&named.id))
        .unwrap_or_default()
}

/// The rows of a zone as our file can store them. A table has each key once, with at most
/// [`MAX_COUNT`] copies. If that is not enough, each copy becomes a row.
fn zone_rows<'a>(view: &DeckView<'a>, zone: &str) -> Vec<ListRow<'a>> {
    let rows = view.rows(zone);
    if rows.iter().any(|row| is_in_state(view, row)) {
        return rows;
    }
    let mut names: BTreeSet<String> = BTreeSet::new();
    let fits = rows.iter().all(|row| names.insert(quoted_name(view, row)));
    let copies: u64 = rows.iter().map(|row| u64::from(row.count)).sum();
    if fits && rows.iter().all(|row| row.count <= MAX_COUNT) || copies > MAX_ENTRIES as u64 {
        return rows;
    }
    rows.into_iter()
        .flat_map(|row| std::iter::repeat_n(ListRow { count: 1, ..row }, row.count as usize))
        .collect()
}

fn write_array(view: &DeckView, zone: &str, rows: &[ListRow], out: &mut String) {
    let names: Vec<String> = rows.iter().map(|row| quoted_name(view, row)).collect();
    let line = format!("{} = [{}]\n", toml_key(zone), names.join(", "));
    let remarks = rows.iter().any(|row| !name_remark(view, row).is_empty());
    if line.chars().count() <= WIDTH && !remarks {
        out.push_str(&line);
        return;
    }
    let _ = write!(out, "{} = [", toml_key(zone));
    // Starts as a full line, so that the first name begins a new one.
    let mut used = WIDTH;
    for (row, name) in rows.iter().zip(&names) {
        let length = name.chars().count() + 2;
        let remark = name_remark(view, row);
        if used + length > WIDTH || !remark.is_empty() {
            out.push_str("\n   ");
            used = 3;
        }
        let _ = write!(out, " {name},{remark}");
        // A remark ends its line, because otherwise the next name would be a part of it.
        used = if remark.is_empty() { used + length } else { WIDTH };
    }
    out.push_str("\n]\n");
}

fn quoted_name(view: &DeckView, row: &ListRow) -> String {
    quoted_toml(
        row.card
            .map_or_else(|text| text, |card| view.names.unique_name(card)),
    )
}

/// A comment with the name, after a card that is written by its id.
fn name_remark(view: &DeckView, row: &ListRow) -> String {
    match row.card {
        Ok(card)
            if view.names.by_id.contains(&card) && view.names.name(card) != view.names.id(card) =>
        {
            let name = view.names.name(card).chars();
            format!("  # {}", name.filter(|c| !is_hidden(*c)).collect::<String>())
        }
        _ => String::new(),
    }
}
