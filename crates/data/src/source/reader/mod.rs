//! `[[reader]]`: forms of deck files that a game describes.

mod paths;

use super::{
    keys::{self, names::*},
    messages::{DataMessage, NamedThing, ReaderMessage},
    node::{FileContext, FromNode, TomlNode, TomlTable},
};
use crate::{
    files::FileMessage,
    model::{
        Catalog, DeckReader, Game, Text,
        format::Origin,
        game::Named,
        pattern::{LinePattern, PatternFault, Placeholder},
        reader::{
            BUILT_IN, CardPattern, FileLayout, HeadKey, IdField, LineLayout, MAX_PATTERNS_OF_A_KEY,
            MAX_READER_PARTS, MAX_READERS,
        },
    },
    problem::SourceText,
};
use std::{ops::Range, sync::Arc};

/// Readers that every game may extend (`like = "…"`).
const SHARED: &str = include_str!("shared.toml");
/// Tables of which a reader has exactly one.
const LAYOUTS: [&str; 3] = [LINES, XML, JSON];

/// A table of a reader, merged over that of the shared reader in `like`: values of the first
/// replace those of the second.
#[derive(Clone, Copy)]
struct LayeredTable<'d> {
    own: Option<TomlTable<'d>>,
    shared: Option<TomlTable<'d>>,
}

impl<'d> LayeredTable<'d> {
    fn get(&self, key: &str) -> Option<TomlNode<'d>> {
        self.own
            .and_then(|own| own.get(key))
            .or_else(|| self.shared?.get(key))
    }

    /// A value of this type, or its default.
    fn read<T: FromNode<'d> + Default>(&self, key: &str) -> T {
        self.get(key).and_then(T::from_node).unwrap_or_default()
    }

    fn fail(&self, problem: impl Into<DataMessage>) {
        if let Some(table) = self.own.or(self.shared) {
            table.fail(problem);
        }
    }

    /// An inner table, merged in the same way.
    fn table(&self, key: &str) -> Option<LayeredTable<'d>> {
        let own = self.own.and_then(|table| table.table(key));
        let shared = self.shared.and_then(|table| table.table(key));
        (own.is_some() || shared.is_some()).then_some(LayeredTable { own, shared })
    }

    /// The entries of an inner table, merged one by one.
    fn entries(&self, key: &str) -> Vec<(&'d str, Range<usize>, TomlNode<'d>)> {
        let Some(inner) = self.table(key) else { return Vec::new() };
        let mut entries = inner.own.map(|own| own.entries()).unwrap_or_default();
        for entry in inner.shared.into_iter().flat_map(|shared| shared.entries()) {
            if entries.iter().all(|(key, ..)| *key != entry.0) {
                entries.push(entry);
            }
        }
        if let Some((_, span, node)) = entries.get(MAX_READER_PARTS) {
            let message =
                DataMessage::TooMany { what: NamedThing::Pattern, limit: MAX_READER_PARTS };
            node.context.fail(span.clone(), message);
            entries.truncate(MAX_READER_PARTS);
        }
        entries
    }

    /// Returns the first `limit` texts of a list; reports the rest.
    fn texts(&self, key: &str, limit: usize) -> Vec<(&'d str, TomlNode<'d>)> {
        let mut texts = self.get(key).map(|node| node.texts()).unwrap_or_default();
        truncate(&mut texts, limit, |(_, node)| node);
        texts
    }
}

/// The names from the game and its formats that readers use.
struct FormatNames {
    zones: Vec<Named>,
    parameters: Vec<Named>,
    /// The fields of copies.
    fields: Vec<Named>,
}

impl FormatNames {
    fn from_catalog(catalog: &Catalog) -> FormatNames {
        let (mut zones, mut parameters) = (Vec::new(), Vec::new());
        for format in catalog.all_formats() {
            zones.extend(format.zones.iter().map(|zone| zone.named.clone()));
            parameters.extend(
                format
                    .parameters
                    .iter()
                    .map(|parameter| parameter.named.clone()),
            );
        }
        let fields = catalog
            .game
            .copy_fields()
            .map(|(_, field)| field.named.clone())
            .collect();
        FormatNames { zones, parameters, fields }
    }
}

/// Drops everything after the first `limit` items of a list, and reports it.
fn truncate<'d, T>(items: &mut Vec<T>, limit: usize, node: impl Fn(&T) -> &TomlNode<'d>) {
    if let Some(item) = items.get(limit) {
        node(item).fail(DataMessage::TooMany { what: NamedThing::Pattern, limit });
        items.truncate(limit);
    }
}

/// Reads the `[[reader]]`s of these files and returns their number. They may name the zones of all
/// formats of the game, which were read before.
pub(super) fn read_readers(catalog: &mut Catalog, roots: &[TomlTable<'_>]) -> usize {
    // Collecting the names decodes every format.
    if roots.iter().all(|root| root.get(READER).is_none()) {
        return 0;
    }
    let names = FormatNames::from_catalog(catalog);
    let file = Arc::new(SourceText::new("shared.toml", SHARED));
    let parsed = crate::files::parse(&file.text);
    let mut readers: Vec<(DeckReader, Origin)> = Vec::new();
    for table in roots.iter().flat_map(|root| root.tables(READER)) {
        table.check_keys(&keys::READER);
        if readers.len() == MAX_READERS {
            table.fail(DataMessage::TooMany { what: NamedThing::Reader, limit: MAX_READERS });
            break;
        }
        let root = TomlTable::root(FileContext { file: &file, ..table.context }, &parsed.table);
        let shared = root.tables(READER);
        let Some((reader, span)) = read_reader(&catalog.game, table, &shared, &names) else {
            continue;
        };
        let id = &reader.named.id;
        if let Some((_, first)) = readers.iter().find(|(other, _)| other.named.id == *id) {
            table
                .context
                .fail_duplicate(span, NamedThing::Reader, id, first);
            continue;
        }
        let origin = table.context.origin(&span);
        table
            .context
            .record_place(format!("game/reader/{id}"), span);
        readers.push((reader, origin));
    }
    let changed = readers.len();
    for (reader, _) in readers {
        put_reader(&mut catalog.game, reader);
    }
    changed
}

/// Replaces the reader with the same id, or adds one. If a game lists its readers, the new one is
/// added to the list.
fn put_reader(game: &mut Game, reader: DeckReader) {
    let id = reader.named.id.as_str();
    // An empty list means every reader.
    if !game.readers.is_empty() && game.readers.iter().all(|name| name != id) {
        game.readers.push(id.to_owned());
    }
    match game.described.iter_mut().find(|other| other.named.id == id) {
        Some(other) => *other = Arc::new(reader),
        None => game.described.push(Arc::new(reader)),
    }
}

/// Reads one `[[reader]]` with the place of its id.
fn read_reader<'d>(
    game: &Game,
    own: TomlTable<'d>,
    shared: &[TomlTable<'d>],
    names: &FormatNames,
) -> Option<(DeckReader, Range<usize>)> {
    let like = own.get(LIKE).and_then(|node| Some((node, node.text()?)));
    let mut table = LayeredTable { own: Some(own), shared: None };
    if let Some((node, word)) = like {
        table.shared = Some(find_shared(shared, node, word)?);
    }
    let span = own
        .get(ID)
        .or_else(|| own.get(LIKE))
        .map_or(own.span(), |node| node.span());
    let id = match (own.get(ID), like) {
        (None, Some((_, word))) => word,
        _ => {
            own.require(ID, &keys::READER)?;
            own.id(NamedThing::Reader)?
        }
    };
    if BUILT_IN.contains(&id) {
        own.context
            .fail(span, ReaderMessage::BuiltInReader { id: id.to_owned() });
        return None;
    }
    let mut name: Text = table.read(NAME);
    if name.is_empty() {
        name = Text::untranslated(id);
    }
    let words = read_zone_words(&table, &names.zones);
    let layout = read_layout(own, &table, &words, names)?;
    let matters = table.texts(MATTERS, MAX_READER_PARTS).into_iter();
    let reader = DeckReader {
        named: Named { id: id.into(), name, ..Named::default() },
        extension: read_extension(&table),
        zones: words,
        ids: read_id_field(game, &table),
        id_signs: table.read(ID_SIGNS),
        name_without: table.read(NAME_WITHOUT),
        by_id: table.read(BY_ID),
        matters: matters.map(|(path, _)| path.to_owned()).collect(),
        layout,
    };
    Some((reader, span))
}

/// Finds the shared reader with an id, or reports an unknown one.
fn find_shared<'d>(
    shared: &[TomlTable<'d>],
    node: TomlNode<'_>,
    word: &str,
) -> Option<TomlTable<'d>> {
    let ids = shared
        .iter()
        .filter_map(|table| Some((table.get(ID)?.text()?, *table)));
    let found = ids.clone().find(|(id, _)| *id == word);
    if found.is_none() {
        node.fail_unknown(NamedThing::Reader, word, ids.map(|(id, _)| id));
    }
    found.map(|(_, table)| table)
}

fn read_extension(table: &LayeredTable<'_>) -> String {
    let Some(node) = table.get(EXTENSION) else { return String::new() };
    let Some(text) = node.text() else { return String::new() };
    let is_plain = text
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    if text.is_empty() || text.len() > 16 || !is_plain {
        node.fail(DataMessage::BadId { id: text.to_owned(), what: NamedThing::Ending });
    }
    text.to_owned()
}

/// Reads the zones by the words of the file, as ids.
fn read_zone_words(table: &LayeredTable<'_>, zones: &[Named]) -> Vec<(String, String)> {
    let mut words = Vec::new();
    for (word, _, node) in table.entries(ZONES) {
        let zone = match node.value.as_str() {
            Some(any @ DeckReader::OTHER_ZONES) if word.is_empty() || table.get(XML).is_some() => {
                Some(any.to_owned())
            }
            _ => read_named(node, NamedThing::Zone, zones),
        };
        words.extend(zone.map(|zone| (word.trim().to_owned(), zone)));
    }
    words
}

/// Reads an id or a name, as the id.
fn read_named(node: TomlNode<'_>, what: NamedThing, known: &[Named]) -> Option<String> {
    let name = node.text()?;
    let id = find_id(name, known);
    if id.is_none() {
        node.fail_unknown_named(what, name, known.iter());
    }
    id
}

/// Returns the id for a word, comparing ids before names.
fn find_id(word: &str, named: &[Named]) -> Option<String> {
    sleeve_text::find_named(named, word, |one| one).map(|at| named[at].id.to_string())
}

fn read_id_field(game: &Game, table: &LayeredTable<'_>) -> IdField {
    let Some((word, node)) = table.get(IDS).and_then(|node| Some((node.text()?, node))) else {
        return IdField::Id;
    };
    match (word, game.attribute(word).and_then(|id| game.get_attribute(id))) {
        (ID, _) => IdField::Id,
        ("alias", _) => IdField::Alias,
        (_, Some(attribute)) => IdField::Field(attribute.named.id.to_string()),
        (_, None) => {
            let known = game.attributes.iter().map(|a| &a.named);
            node.fail_unknown_named(NamedThing::Attribute, word, known);
            IdField::Id
        }
    }
}

fn read_layout(
    own: TomlTable<'_>,
    table: &LayeredTable<'_>,
    words: &[(String, String)],
    names: &FormatNames,
) -> Option<FileLayout> {
    let tables: Vec<&str> = LAYOUTS
        .into_iter()
        .filter(|key| table.get(key).is_some())
        .collect();
    match tables.as_slice() {
        [LINES] => Some(FileLayout::Lines(read_lines(&table.table(LINES)?, words, names))),
        [XML] => Some(FileLayout::Xml(paths::read_xml(&table.table(XML)?, words, names)?)),
        [JSON] => Some(FileLayout::Json(paths::read_json(&table.table(JSON)?, names)?)),
        _ => {
            own.fail(FileMessage::OneOf { keys: &LAYOUTS, place: keys::READER.place });
            None
        }
    }
}

/// Reads `keys`: properties of the deck, each converted by `read`.
fn read_head_keys<'d, T>(
    table: &LayeredTable<'d>,
    names: &FormatNames,
    read: impl Fn(&'d str, TomlNode<'d>) -> Option<T>,
) -> Vec<(HeadKey, T)> {
    let mut placed: Vec<(HeadKey, TomlNode<'d>)> = Vec::new();
    for (word, span, node) in table.entries(KEYS) {
        let mut key = None;
        if keys::find_head_key(word, &mut key) {
            match key {
                Some(key) => placed.push((key, node)),
                None => placed.extend(read_parameter_keys(node, names)),
            }
        } else {
            let known = keys::READER_KEYS
                .iter_names()
                .filter(|key| *key != PARAMETERS);
            node.context
                .fail_with(span, || FileMessage::unknown_key(word, keys::READER_KEYS.place, known));
        }
    }
    let mut keys = Vec::new();
    for (key, node) in placed {
        let value = node.text().and_then(|text| read(text, node));
        keys.extend(value.map(|value| (key, value)));
    }
    keys
}

/// Reads the table of parameters among the properties of a deck.
fn read_parameter_keys<'d>(
    node: TomlNode<'d>,
    names: &FormatNames,
) -> Vec<(HeadKey, TomlNode<'d>)> {
    let mut keys = Vec::new();
    for (word, span, node) in node
        .table()
        .map(|table| table.entries())
        .unwrap_or_default()
    {
        match find_id(word, &names.parameters) {
            Some(id) => keys.push((HeadKey::Parameter(id), node)),
            None => {
                let known = names.parameters.iter().map(|one| one.id.as_str());
                node.context
                    .fail_unknown(span, NamedThing::Parameter, word, known);
            }
        }
    }
    keys
}

/// Placeholders that the patterns of a key may contain, and those of which one is required.
struct HoleUse {
    allowed: &'static [Placeholder],
    needed: &'static [Placeholder],
}

const CARD_HOLES: HoleUse = HoleUse {
    allowed: &[
        Placeholder::Count,
        Placeholder::Name,
        Placeholder::Id,
        Placeholder::Set,
        Placeholder::Code,
        Placeholder::Number,
        Placeholder::Zone,
        Placeholder::State,
        Placeholder::Word,
        Placeholder::Any,
    ],
    needed: &[Placeholder::Name, Placeholder::Id, Placeholder::Number],
};
const HEADING_HOLES: HoleUse = HoleUse {
    allowed: &[Placeholder::Zone, Placeholder::Count, Placeholder::Word, Placeholder::Any],
    needed: &[Placeholder::Zone],
};
const IGNORED_HOLES: HoleUse =
    HoleUse { allowed: &[Placeholder::Count, Placeholder::Word, Placeholder::Any], needed: &[] };
const KEY_HOLES: HoleUse = HoleUse {
    allowed: &[Placeholder::Value, Placeholder::Word, Placeholder::Any],
    needed: &[Placeholder::Value],
};

struct PlacedPattern<'d> {
    pattern: LinePattern,
    text: &'d str,
    node: TomlNode<'d>,
}

/// Reads `[reader.lines]`; `words` may fill `{zone}`.
fn read_lines(
    table: &LayeredTable<'_>,
    words: &[(String, String)],
    names: &FormatNames,
) -> LineLayout {
    if let Some(own) = table.own {
        own.check_keys(&keys::READER_LINES);
    }
    let mut items = table
        .get(CARDS)
        .map(|node| node.items())
        .unwrap_or_default();
    truncate(&mut items, MAX_PATTERNS_OF_A_KEY, |node| node);
    let cards: Vec<_> = items
        .iter()
        .filter_map(|node| read_card(*node, names))
        .collect();
    let headings = read_patterns(table, HEADINGS, &HEADING_HOLES);
    let ignored = read_patterns(table, IGNORED, &IGNORED_HOLES);
    let title = table.read(TITLE);
    let keys = read_head_keys(table, names, |text, node| read_pattern(text, node, &KEY_HOLES));
    if items.is_empty() {
        table.fail(FileMessage::MissingKey { key: CARDS, place: keys::READER_LINES.place });
    }
    if let Some((_, name)) = keys.iter().find(|(key, _)| title && *key == HeadKey::Name) {
        name.node
            .fail(FileMessage::GivenTwice { key: NAME.to_owned() });
    }
    let word = words
        .iter()
        .map(|(word, _)| word.as_str())
        .find(|word| !word.is_empty());
    let others = keys
        .iter()
        .map(|(_, key)| key)
        .chain(&headings)
        .chain(&ignored);
    check_hidden(&cards, others, word);
    LineLayout {
        title,
        between: table.read(BETWEEN),
        cards: cards.into_iter().map(PlacedCard::into_pattern).collect(),
        headings: headings.into_iter().map(|placed| placed.pattern).collect(),
        ignored: ignored.into_iter().map(|placed| placed.pattern).collect(),
        keys: keys
            .into_iter()
            .map(|(key, placed)| (key, placed.pattern))
            .collect(),
        preface: table.read(PREFACE),
    }
}

fn read_patterns<'d>(
    table: &LayeredTable<'d>,
    key: &str,
    used: &HoleUse,
) -> Vec<PlacedPattern<'d>> {
    let texts = table.texts(key, MAX_PATTERNS_OF_A_KEY).into_iter();
    texts
        .filter_map(|(text, node)| read_pattern(text, node, used))
        .collect()
}

/// Reports patterns of cards after one that always matches first; `others` come before all of them.
/// A sample line finds them, because patterns cannot be compared directly.
fn check_hidden<'p, 'd: 'p>(
    cards: &'p [PlacedCard<'d>],
    others: impl Iterator<Item = &'p PlacedPattern<'d>> + Clone,
    word: Option<&str>,
) {
    for (at, card) in cards.iter().enumerate() {
        let line = card.placed.pattern.sample(word);
        let mut before = others
            .clone()
            .chain(cards.iter().take(at).map(|card| &card.placed));
        if let Some(by) = before.find(|by| matches_line(&by.pattern, &line, word)) {
            let by = by.text.to_owned();
            card.placed
                .node
                .fail(ReaderMessage::PatternHidden { by, line });
        }
    }
}

/// The pattern of a line with a card.
struct PlacedCard<'d> {
    placed: PlacedPattern<'d>,
    zone: Option<String>,
    /// The field of copies that the line states.
    state: Option<String>,
}

impl PlacedCard<'_> {
    fn into_pattern(self) -> CardPattern {
        CardPattern { pattern: self.placed.pattern, zone: self.zone, state: self.state }
    }
}

/// Reads a line with a card: a pattern, optionally with its zone and its field of copies.
fn read_card<'d>(node: TomlNode<'d>, names: &FormatNames) -> Option<PlacedCard<'d>> {
    if !node.is_table() {
        let placed = read_pattern(node.text()?, node, &CARD_HOLES)?;
        return Some(PlacedCard { placed, zone: None, state: None });
    }
    let table = node.checked_table(&keys::READER_CARD)?;
    let (zone, field) = (table.get(ZONE), table.get(STATE));
    let zone = zone.and_then(|node| read_named(node, NamedThing::Zone, &names.zones));
    let state = field.and_then(|node| read_named(node, NamedThing::Attribute, &names.fields));
    let line = table.get(LINE)?;
    Some(PlacedCard { placed: read_pattern(line.text()?, line, &CARD_HOLES)?, zone, state })
}

fn matches_line(pattern: &LinePattern, line: &str, word: Option<&str>) -> bool {
    pattern
        .read(line, word.unwrap_or(Placeholder::SAMPLE_ZONE))
        .is_some()
}

fn brace_holes(holes: &[Placeholder]) -> Vec<String> {
    holes.iter().map(|hole| hole.braced()).collect()
}

/// Reads a pattern and checks its placeholders; `None` if it is invalid.
fn read_pattern<'d>(
    text: &'d str,
    node: TomlNode<'d>,
    used: &HoleUse,
) -> Option<PlacedPattern<'d>> {
    let pattern = match LinePattern::parse(text) {
        Ok(pattern) => pattern,
        Err(fault) => {
            node.fail(fault_message(fault, used));
            return None;
        }
    };
    if let Some(strange) = pattern.holes().find(|hole| !used.allowed.contains(hole)) {
        node.fail(unknown_hole(strange.braced(), used));
        return None;
    }
    if !used.needed.is_empty() && !used.needed.iter().any(|hole| pattern.has(*hole)) {
        node.fail(ReaderMessage::PatternLacks { holes: brace_holes(used.needed) });
        return None;
    }
    // A number only identifies a card within its set.
    let sets = [Placeholder::Code, Placeholder::Set];
    if pattern.has(Placeholder::Number) && !sets.iter().any(|hole| pattern.has(*hole)) {
        node.fail(ReaderMessage::PatternLacks { holes: brace_holes(&sets) });
        return None;
    }
    Some(PlacedPattern { pattern, text, node })
}

fn unknown_hole(hole: String, used: &HoleUse) -> ReaderMessage {
    ReaderMessage::UnknownHole { hole, allowed: brace_holes(used.allowed) }
}

fn fault_message(fault: PatternFault, used: &HoleUse) -> ReaderMessage {
    match fault {
        PatternFault::Empty => ReaderMessage::PatternEmpty,
        PatternFault::TooLong => ReaderMessage::PatternTooLong,
        PatternFault::Brace => ReaderMessage::PatternBrace,
        PatternFault::Unknown(word) => unknown_hole(format!("{{{word}}}"), used),
        PatternFault::Twice(hole) => ReaderMessage::HoleTwice { hole: hole.braced() },
        PatternFault::Touching(first, second) => {
            ReaderMessage::HolesTouch { first: first.braced(), second: second.braced() }
        }
        PatternFault::Endless(hole, beside) => {
            ReaderMessage::HoleEndless { hole: hole.braced(), beside }
        }
        PatternFault::Unparted(first, second) => {
            ReaderMessage::HolesUnparted { first: first.braced(), second: second.braced() }
        }
        PatternFault::ThreeFree => ReaderMessage::ThreeFreeHoles,
    }
}
