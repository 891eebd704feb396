//! `[[reader]]`: forms of deck files that a game describes.

mod paths;

use super::keys;
use super::messages::{DataMessage, NamedThing, ReaderMessage};
use super::node::{FileContext, TomlNode, TomlTable};
use crate::files::FileMessage;
use crate::model::format::Origin;
use crate::model::game::Named;
use crate::model::pattern::{LinePattern, PatternFault, Placeholder};
use crate::model::reader::{
    BUILT_IN, CardPattern, FileLayout, HeadKey, IdField, LineLayout, MAX_PATTERNS_OF_A_KEY,
    MAX_READER_PARTS, MAX_READERS,
};
use crate::model::{Catalog, DeckReader, Game};
use crate::problem::SourceText;
use std::ops::Range;
use std::sync::Arc;

/// Readers that every game may extend (`like = "…"`).
const SHARED: &str = include_str!("shared.toml");
/// Tables of which a reader has exactly one.
const LAYOUTS: [&str; 3] = ["lines", "xml", "json"];

/// A table of a reader, merged over that of the shared reader in `like`: values of the first
/// replace those of the second.
#[derive(Clone, Copy)]
struct LayeredTable<'d> {
    own: Option<TomlTable<'d>>,
    shared: Option<TomlTable<'d>>,
}

impl<'d> LayeredTable<'d> {
    fn get(&self, key: &str) -> Option<TomlNode<'d>> {
        let node = |table: Option<TomlTable<'d>>| table.and_then(|table| table.get(key));
        node(self.own).or_else(|| node(self.shared))
    }

    fn fail(&self, problem: impl Into<DataMessage>) {
        if let Some(table) = self.own.or(self.shared) {
            table.fail(problem);
        }
    }

    /// An inner table, merged in the same way.
    fn table(&self, key: &str) -> Option<LayeredTable<'d>> {
        let table = |table: Option<TomlTable<'d>>| table?.get(key)?.table();
        let inner = LayeredTable { own: table(self.own), shared: table(self.shared) };
        (inner.own.is_some() || inner.shared.is_some()).then_some(inner)
    }

    /// The entries of an inner table, merged one by one.
    fn entries(&self, key: &str) -> Vec<(&'d str, Range<usize>, TomlNode<'d>)> {
        let Some(inner) = self.table(key) else { return Vec::new() };
        let all = |table: Option<TomlTable<'d>>| table.map(|t| t.entries()).unwrap_or_default();
        let mut entries = all(inner.own);
        for entry in all(inner.shared) {
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
    let tables = || roots.iter().filter_map(|root| root.get("reader")).flat_map(|n| n.tables());
    if tables().next().is_none() {
        return 0;
    }
    let formats = || catalog.all_formats();
    let names = FormatNames {
        zones: formats().flat_map(|f| f.zones.iter().map(|z| z.named.clone())).collect(),
        parameters: formats().flat_map(|f| f.parameters.iter().map(|p| p.named.clone())).collect(),
        fields: catalog.game.copy_fields().map(|(_, field)| field.named.clone()).collect(),
    };
    let file = Arc::new(SourceText::new("shared.toml", SHARED));
    let parsed = crate::files::parse(&file.text);
    let mut readers: Vec<(DeckReader, Origin)> = Vec::new();
    for table in tables() {
        table.check_keys(&keys::READER);
        if readers.len() == MAX_READERS {
            table.fail(DataMessage::TooMany { what: NamedThing::Reader, limit: MAX_READERS });
            break;
        }
        let root = TomlTable::root(FileContext { file: &file, ..table.context }, &parsed.table);
        let shared = root.tables("reader");
        let Some((reader, span)) = read_reader(&catalog.game, table, &shared, &names) else {
            continue;
        };
        let id = &reader.named.id;
        if let Some((_, first)) = readers.iter().find(|(other, _)| other.named.id == *id) {
            table.context.fail_duplicate(span, NamedThing::Reader, id, first);
            continue;
        }
        let origin = table.context.origin(&span);
        table.context.record_place(format!("game/reader/{id}"), span);
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
    let like = own.get("like").and_then(|node| Some((node, node.text()?)));
    let mut table = LayeredTable { own: Some(own), shared: None };
    if let Some((node, word)) = like {
        let ids = shared.iter().filter_map(|table| Some((table.get("id")?.text()?, *table)));
        table.shared = ids.clone().find(|(id, _)| *id == word).map(|(_, table)| table);
        if table.shared.is_none() {
            node.fail_unknown(NamedThing::Reader, word, ids.map(|(id, _)| id));
            return None;
        }
    }
    let span = own.get("id").or_else(|| own.get("like")).map_or(own.span(), |node| node.span());
    let id = match (own.get("id"), like) {
        (None, Some((_, word))) => word,
        _ => {
            own.require("id", &keys::READER)?;
            own.id(NamedThing::Reader)?
        }
    };
    if BUILT_IN.contains(&id) {
        own.context.fail(span, ReaderMessage::BuiltInReader { id: id.to_owned() });
        return None;
    }
    let mut named = Named { id: id.into(), ..Named::default() };
    named.name = table.get("name").and_then(|n| n.localized_text()).unwrap_or_default();
    if named.name.is_empty() {
        named.name = crate::model::Text::untranslated(id);
    }
    let words = read_zone_words(&table, &names.zones);
    let layout = read_layout(own, &table, &words, names)?;
    let (extension, ids) = (read_extension(&table), read_id_field(game, &table));
    let matters = table.texts("matters", MAX_READER_PARTS).into_iter();
    let matters = matters.map(|(path, _)| path.to_owned()).collect();
    let reader = DeckReader { named, extension, zones: words, ids, matters, layout };
    Some((reader, span))
}

fn read_extension(table: &LayeredTable<'_>) -> String {
    let Some(node) = table.get("extension") else { return String::new() };
    let Some(text) = node.text() else { return String::new() };
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    if text.is_empty() || text.len() > 16 || !text.bytes().all(plain) {
        node.fail(DataMessage::BadId { id: text.to_owned(), what: NamedThing::Ending });
    }
    text.to_owned()
}

/// Reads the zones by the words of the file, as ids.
fn read_zone_words(table: &LayeredTable<'_>, zones: &[Named]) -> Vec<(String, String)> {
    let zone = |(word, _, node): (&str, Range<usize>, TomlNode<'_>)| {
        Some((word.trim().to_owned(), read_named(node, NamedThing::Zone, zones)?))
    };
    table.entries("zones").into_iter().filter_map(zone).collect()
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
    let Some((word, node)) = table.get("ids").and_then(|node| Some((node.text()?, node))) else {
        return IdField::Id;
    };
    match (word, game.attribute(word).and_then(|id| game.get_attribute(id))) {
        ("id", _) => IdField::Id,
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
    let tables: Vec<&str> = LAYOUTS.into_iter().filter(|key| table.get(key).is_some()).collect();
    match tables.as_slice() {
        ["lines"] => Some(FileLayout::Lines(read_lines(&table.table("lines")?, words, names))),
        ["xml"] => Some(FileLayout::Xml(paths::read_xml(&table.table("xml")?, names)?)),
        ["json"] => Some(FileLayout::Json(paths::read_json(&table.table("json")?, names)?)),
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
    let mut keys = Vec::new();
    let mut push = |key: HeadKey, node: TomlNode<'d>| {
        keys.extend(node.text().and_then(|text| read(text, node)).map(|value| (key, value)));
    };
    for (word, span, node) in table.entries("keys") {
        if word == "parameters" {
            let parameters = node.table().map(|table| table.entries()).unwrap_or_default();
            for (word, span, node) in parameters {
                match find_id(word, &names.parameters) {
                    Some(id) => push(HeadKey::Parameter(id), node),
                    None => {
                        let known = names.parameters.iter().map(|one| one.id.as_str());
                        node.context.fail_unknown(span, NamedThing::Parameter, word, known);
                    }
                }
            }
            continue;
        }
        let Some(key) = HeadKey::ALL.into_iter().find(|key| key.word() == word) else {
            let known = HeadKey::ALL.iter().map(|key| key.word());
            node.context
                .fail_with(span, || FileMessage::unknown_key(word, keys::READER_KEYS.place, known));
            continue;
        };
        push(key, node);
    }
    keys
}

/// Placeholders that the patterns of a key may contain, and those of which one is required.
struct HoleUse {
    allowed: &'static [Placeholder],
    needed: &'static [Placeholder],
}

const CARDS: HoleUse = HoleUse {
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
const HEADINGS: HoleUse = HoleUse {
    allowed: &[Placeholder::Zone, Placeholder::Count, Placeholder::Word, Placeholder::Any],
    needed: &[Placeholder::Zone],
};
const IGNORED: HoleUse =
    HoleUse { allowed: &[Placeholder::Count, Placeholder::Word, Placeholder::Any], needed: &[] };
const KEYS: HoleUse = HoleUse {
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
    let read_key = |key: &str, used: &HoleUse| -> Vec<PlacedPattern<'_>> {
        let texts = table.texts(key, MAX_PATTERNS_OF_A_KEY).into_iter();
        texts.filter_map(|(text, node)| read_pattern(text, node, used)).collect()
    };
    let mut items = table.get("cards").map(|node| node.items()).unwrap_or_default();
    truncate(&mut items, MAX_PATTERNS_OF_A_KEY, |node| node);
    let cards: Vec<_> = items.iter().filter_map(|node| read_card(*node, names)).collect();
    let (headings, ignored) = (read_key("headings", &HEADINGS), read_key("ignored", &IGNORED));
    let title = table.get("title").and_then(|node| node.boolean()).unwrap_or(false);
    let keys = read_head_keys(table, names, |text, node| read_pattern(text, node, &KEYS));
    if items.is_empty() {
        table.fail(FileMessage::MissingKey { key: "cards", place: keys::READER_LINES.place });
    }
    if let Some((_, name)) = keys.iter().find(|(key, _)| title && *key == HeadKey::Name) {
        name.node.fail(FileMessage::GivenTwice { key: HeadKey::Name.word().to_owned() });
    }
    let word = words.iter().map(|(word, _)| word.as_str()).find(|word| !word.is_empty());
    // The first matching pattern decides, so a pattern after one that always matches is a mistake.
    // A sample line finds it, because patterns cannot be compared directly.
    for (at, (pattern, ..)) in cards.iter().enumerate() {
        let line = pattern.pattern.sample(word);
        let before = keys.iter().map(|(_, key)| key).chain(&headings).chain(&ignored);
        let mut before = before.chain(cards.iter().take(at).map(|(card, ..)| card));
        if let Some(by) = before.find(|by| matches_line(&by.pattern, &line, word)) {
            let by = by.text.to_owned();
            pattern.node.fail(ReaderMessage::PatternHidden { by, line });
        }
    }
    let patterns = |stated: Vec<PlacedPattern<'_>>| stated.into_iter().map(|s| s.pattern).collect();
    let card = |(stated, zone, state): PlacedCard<'_>| CardPattern {
        pattern: stated.pattern,
        zone,
        state,
    };
    LineLayout {
        title,
        cards: cards.into_iter().map(card).collect(),
        headings: patterns(headings),
        ignored: patterns(ignored),
        keys: keys.into_iter().map(|(key, stated)| (key, stated.pattern)).collect(),
        preface: table.get("preface").and_then(|node| node.boolean()).unwrap_or(false),
    }
}

/// A line with a card: its pattern, its zone and its field of copies.
type PlacedCard<'d> = (PlacedPattern<'d>, Option<String>, Option<String>);

/// Reads a line with a card: a pattern, optionally with its zone and its field of copies.
fn read_card<'d>(node: TomlNode<'d>, names: &FormatNames) -> Option<PlacedCard<'d>> {
    if !node.is_table() {
        return Some((read_pattern(node.text()?, node, &CARDS)?, None, None));
    }
    let table = node.checked_table(&keys::READER_CARD)?;
    let zone = table.get("zone").and_then(|zone| read_named(zone, NamedThing::Zone, &names.zones));
    let state = table.get("state");
    let state = state.and_then(|field| read_named(field, NamedThing::Attribute, &names.fields));
    let line = table.get("line")?;
    Some((read_pattern(line.text()?, line, &CARDS)?, zone, state))
}

fn matches_line(pattern: &LinePattern, line: &str, word: Option<&str>) -> bool {
    pattern.read(line, word.unwrap_or(Placeholder::SAMPLE_ZONE)).is_some()
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
    let allowed = || brace_holes(used.allowed);
    let pattern = match LinePattern::parse(text) {
        Ok(pattern) => pattern,
        Err(fault) => {
            node.fail(fault_message(fault, allowed));
            return None;
        }
    };
    if let Some(strange) = pattern.holes().find(|hole| !used.allowed.contains(hole)) {
        node.fail(ReaderMessage::UnknownHole { hole: strange.braced(), allowed: allowed() });
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

fn fault_message(fault: PatternFault, allowed: impl Fn() -> Vec<String>) -> ReaderMessage {
    match fault {
        PatternFault::Empty => ReaderMessage::PatternEmpty,
        PatternFault::TooLong => ReaderMessage::PatternTooLong,
        PatternFault::Brace => ReaderMessage::PatternBrace,
        PatternFault::Unknown(word) => {
            ReaderMessage::UnknownHole { hole: format!("{{{word}}}"), allowed: allowed() }
        }
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
