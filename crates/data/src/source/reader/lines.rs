//! `[reader.lines]`: patterns of lines.

use super::{FormatNames, LayeredTable, read_head_keys, read_zone, truncate};
use crate::files::FileMessage;
use crate::model::game::Named;
use crate::model::pattern::{LinePattern, PatternFault, Placeholder};
use crate::model::reader::{CardPattern, HeadKey, LineLayout, MAX_PATTERNS_OF_A_KEY};
use crate::source::keys;
use crate::source::messages::ReaderMessage;
use crate::source::node::TomlNode;

/// Holes that the patterns of a key may have, and holes of which they need one.
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

/// A pattern with its place.
struct PlacedPattern<'d> {
    pattern: LinePattern,
    text: &'d str,
    node: TomlNode<'d>,
}

/// Reads `[reader.lines]`; `words` may fill `{zone}`.
pub(super) fn read_lines(
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
    let cards: Vec<_> = items.iter().filter_map(|node| read_card(*node, &names.zones)).collect();
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
    // The first pattern that fits a line decides: one that an earlier pattern always precedes is a mistake. A
    // sample line finds it, as patterns cannot be compared by themselves.
    for (at, (pattern, _)) in cards.iter().enumerate() {
        let line = pattern.pattern.sample(word);
        let before = keys.iter().map(|(_, key)| key).chain(&headings).chain(&ignored);
        let mut before = before.chain(cards.iter().take(at).map(|(card, _)| card));
        if let Some(by) = before.find(|by| matches_line(&by.pattern, &line, word)) {
            let by = by.text.to_owned();
            pattern.node.fail(ReaderMessage::PatternHidden { by, line });
        }
    }
    let patterns = |stated: Vec<PlacedPattern<'_>>| stated.into_iter().map(|s| s.pattern).collect();
    let card =
        |(stated, zone): (PlacedPattern<'_>, _)| CardPattern { pattern: stated.pattern, zone };
    LineLayout {
        title,
        cards: cards.into_iter().map(card).collect(),
        headings: patterns(headings),
        ignored: patterns(ignored),
        keys: keys.into_iter().map(|(key, stated)| (key, stated.pattern)).collect(),
        preface: table.get("preface").and_then(|node| node.boolean()).unwrap_or(false),
    }
}

/// Reads a line with a card: a pattern, perhaps with the zone that it is for.
fn read_card<'d>(
    node: TomlNode<'d>,
    zones: &[Named],
) -> Option<(PlacedPattern<'d>, Option<String>)> {
    if !node.is_table() {
        return Some((read_pattern(node.text()?, node, &CARDS)?, None));
    }
    let table = node.checked_table(&keys::READER_CARD)?;
    let zone = read_zone(table.get("zone")?, zones)?;
    let line = table.get("line")?;
    Some((read_pattern(line.text()?, line, &CARDS)?, Some(zone)))
}

fn matches_line(pattern: &LinePattern, line: &str, word: Option<&str>) -> bool {
    pattern.read(line, word.unwrap_or(Placeholder::SAMPLE_ZONE)).is_some()
}

fn brace_holes(holes: &[Placeholder]) -> Vec<String> {
    holes.iter().map(|hole| hole.braced()).collect()
}

/// Reads a pattern and checks its holes; `None` where it is wrong.
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
    // A number tells a card within its set alone.
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
