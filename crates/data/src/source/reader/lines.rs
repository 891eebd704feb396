//! `[reader.lines]`: patterns of lines.

use super::messages::ReaderMessage;
use super::{Over, head_keys};
use crate::files::FileMessage;
use crate::model::pattern::{Hole, LinePattern, PatternFault};
use crate::model::reader::{LineLayout, MAX_PATTERNS_OF_A_KEY};
use crate::source::keys;
use crate::source::node::TomlNode;

/// What may stand in the patterns of a key, and what has to: one of these.
struct Use {
    may: &'static [Hole],
    needs: &'static [Hole],
}

const CARDS: Use = Use {
    may: &[Hole::Count, Hole::Name, Hole::Id, Hole::Set, Hole::Zone, Hole::Word, Hole::Any],
    needs: &[Hole::Name, Hole::Id],
};
const HEADINGS: Use =
    Use { may: &[Hole::Zone, Hole::Count, Hole::Word, Hole::Any], needs: &[Hole::Zone] };
const IGNORED: Use = Use { may: &[Hole::Count, Hole::Word, Hole::Any], needs: &[] };
const KEYS: Use = Use { may: &[Hole::Value, Hole::Word, Hole::Any], needs: &[Hole::Value] };

/// A pattern with where it stands.
struct Stated<'d> {
    pattern: LinePattern,
    text: &'d str,
    node: TomlNode<'d>,
}

/// Reads the table; `zones` are the words that may stand at `{zone}`.
pub(super) fn read(table: &Over<'_>, zones: &[(String, String)]) -> LineLayout {
    if let Some(own) = table.own {
        own.only(&keys::READER_LINES);
    }
    let of = |key: &str, used: &Use| -> Vec<Stated<'_>> {
        let texts = table.texts(key, MAX_PATTERNS_OF_A_KEY).into_iter();
        texts.filter_map(|(text, node)| stated(text, node, used)).collect()
    };
    let (cards, headings, ignored) =
        (of("cards", &CARDS), of("headings", &HEADINGS), of("ignored", &IGNORED));
    let keys = head_keys(table, |text, node| stated(text, node, &KEYS));
    if cards.is_empty()
        && let Some(own) = table.own.or(table.shared)
        && table.get("cards").is_none_or(|node| node.texts().is_empty())
    {
        own.fail(FileMessage::MissingKey { key: "cards", place: keys::READER_LINES.place });
    }
    let word = zones.iter().map(|(word, _)| word.as_str()).find(|word| !word.is_empty());
    for (at, pattern) in cards.iter().enumerate() {
        let line = pattern.pattern.sample(word);
        let before = keys.iter().map(|(_, key)| key).chain(&headings).chain(&ignored);
        let mut before = before.chain(cards.iter().take(at));
        if let Some(by) = before.find(|by| reads(&by.pattern, &line, word)) {
            let by = by.text.to_owned();
            pattern.node.fail(ReaderMessage::PatternHidden { by, line });
        }
    }
    let patterns = |stated: Vec<Stated<'_>>| stated.into_iter().map(|s| s.pattern).collect();
    LineLayout {
        cards: patterns(cards),
        headings: patterns(headings),
        ignored: patterns(ignored),
        keys: keys.into_iter().map(|(key, stated)| (key, stated.pattern)).collect(),
        preface: table.get("preface").and_then(|node| node.boolean()).unwrap_or(false),
    }
}

fn reads(pattern: &LinePattern, line: &str, word: Option<&str>) -> bool {
    pattern.read(line, word.unwrap_or(Hole::SAMPLE_ZONE)).is_some()
}

fn braced(holes: &[Hole]) -> Vec<String> {
    holes.iter().map(|hole| hole.braced()).collect()
}

/// A pattern, where it is one and may stand under its key.
fn stated<'d>(text: &'d str, node: TomlNode<'d>, used: &Use) -> Option<Stated<'d>> {
    let allowed = || braced(used.may);
    let pattern = match LinePattern::parse(text) {
        Ok(pattern) => pattern,
        Err(fault) => {
            node.fail(message(fault, allowed));
            return None;
        }
    };
    if let Some(strange) = pattern.holes().find(|hole| !used.may.contains(hole)) {
        node.fail(ReaderMessage::UnknownHole { hole: strange.braced(), allowed: allowed() });
        return None;
    }
    if !used.needs.is_empty() && !used.needs.iter().any(|hole| pattern.has(*hole)) {
        node.fail(ReaderMessage::PatternLacks { holes: braced(used.needs) });
        return None;
    }
    Some(Stated { pattern, text, node })
}

fn message(fault: PatternFault, allowed: impl Fn() -> Vec<String>) -> ReaderMessage {
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
