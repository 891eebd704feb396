//! Checks of a game's vocabulary: words with two meanings, and shown fields that do not exist.

use super::{LintMessage, Linter};
use sleeve_data::{
    model::{Game, fold::key, game::Named, reader::BUILT_IN},
    problem::Candidates,
};
use std::collections::HashMap;

pub(super) fn check(lint: &mut Linter<'_>) {
    let game = &lint.catalog.game;
    let catalog = lint.catalog;
    check_words(lint, game.attributes.iter().map(|of| &of.named), "game/attributes");
    check_words(lint, game.kinds.iter().map(|of| &of.named), "game/kinds");
    check_words(lint, game.effects.iter().map(|of| &of.named), "game/effects");
    check_words(lint, game.triggers.iter().map(|of| &of.named), "game/triggers");
    check_words(lint, game.sets.iter().map(|of| &of.named), "game/sets");
    check_words(lint, game.boxes.iter(), "game/boxes");
    for attribute in &game.attributes {
        let place = format!("game/attributes/{}", attribute.named.id);
        for shared in find_shared_words(attribute.values().iter()) {
            lint.report_with_mark(&place, shared.message(), &place);
        }
    }
    // Versions of one thing with different dates may share a name.
    let formats = catalog
        .all_formats()
        .filter(|format| format.dates == (None, None));
    check_words(lint, formats.map(|format| &format.named), "format");
    let lists = catalog.lists().filter(|list| list.dates == (None, None));
    check_words(lint, lists.map(|list| &list.named), "list");
    check_shown_fields(lint);
    check_naming_zones(lint);
    check_readers(lint);
}

/// Reports deck file formats that the game names but that do not exist.
fn check_readers(lint: &mut Linter<'_>) {
    let game = &lint.catalog.game;
    let known: Vec<&str> = BUILT_IN
        .into_iter()
        .chain(game.described.iter().map(|r| r.named.id.as_str()))
        .collect();
    for (at, name) in game.readers.iter().enumerate() {
        if !known.contains(&name.as_str()) {
            let candidates = Candidates::nearest_or_all(name, known.iter().copied());
            let message = LintMessage::UnknownReader { name: name.clone(), candidates };
            lint.report(&format!("game/readers/{at}"), message);
        }
    }
}

/// Reports zones that `[naming]` names but no format has.
fn check_naming_zones(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    let formats = catalog.all_formats();
    let known: Vec<Named> = formats
        .flat_map(|f| f.zones.iter().map(|zone| zone.named.clone()))
        .collect();
    let naming = &catalog.game.naming;
    let headings = naming
        .headings
        .iter()
        .enumerate()
        .filter_map(|(at, heading)| {
            Some((format!("game/naming/heading/{at}"), heading.zone.as_ref()?))
        });
    let defaults = naming
        .brief
        .iter()
        .chain(naming.last_block.iter().flatten());
    let of_defaults = defaults.map(|zone| ("game/naming".to_owned(), zone));
    let named: Vec<(String, &String)> = headings.chain(of_defaults).collect();
    for (place, zone) in named {
        if known.iter().any(|named| named.id == *zone) {
            continue;
        }
        lint.report(&place, LintMessage::UnknownZone { zone: zone.clone() });
    }
}

/// A word of two items, so that the first hides the second.
struct SharedWord<'n> {
    word: &'n str,
    first: &'n str,
    second: &'n str,
}

impl SharedWord<'_> {
    fn message(&self) -> LintMessage {
        LintMessage::AmbiguousWord {
            word: self.word.to_owned(),
            first: self.first.to_owned(),
            id: self.second.to_owned(),
        }
    }
}

fn find_shared_words<'n>(items: impl Iterator<Item = &'n Named>) -> Vec<SharedWord<'n>> {
    let mut seen: HashMap<String, &str> = HashMap::new();
    let mut shared = Vec::new();
    for item in items {
        for word in item.words() {
            let first = *seen.entry(key(word)).or_insert(&item.id);
            if first != item.id {
                shared.push(SharedWord { word, first, second: &item.id });
            }
        }
    }
    shared
}

/// Reports words that two items share. Their keys are below a group.
fn check_words<'n>(lint: &mut Linter<'_>, items: impl Iterator<Item = &'n Named>, group: &str) {
    for shared in find_shared_words(items) {
        let (place, other) =
            (format!("{group}/{}", shared.second), format!("{group}/{}", shared.first));
        lint.report_with_mark(&place, shared.message(), &other);
    }
}

/// Checks the fields in tables, statistics and drawings.
fn check_shown_fields(lint: &mut Linter<'_>) {
    let game = lint.catalog.game.clone();
    let lists = [
        ("game/columns", &game.columns),
        ("game/statistics/curves", &game.statistics.curves),
        ("game/statistics/tallies", &game.statistics.tallies),
    ];
    for (place, fields) in lists {
        for (at, field) in fields.iter().enumerate() {
            check_shown_field(lint, &game, field, &format!("{place}/{at}"));
        }
    }
    for layout in &game.layouts {
        let place = format!("game/layout/{}", layout.kind.0);
        for (face, rows) in &layout.faces {
            for (row, cells) in rows.iter().enumerate() {
                for (at, cell) in cells.iter().enumerate() {
                    check_shown_field(lint, &game, cell, &format!("{place}/{face}/{row}/{at}"));
                }
            }
        }
        if let Some(group) = &layout.group {
            check_shown_field(lint, &game, group, &format!("{place}/group"));
        }
    }
}

/// Fields that all games have.
const COMMON_FIELDS: [&str; 12] = [
    "id",
    "name",
    "kind",
    "type",
    "set",
    "quantity",
    "effect",
    "effects",
    "released",
    "provenance",
    "zone",
    "text",
];

fn check_shown_field(lint: &mut Linter<'_>, game: &Game, field: &str, place: &str) {
    let (face, name) = match field.split_once('.') {
        Some((face, name)) if game.face(face).is_some() => (Some(face), name),
        _ => (None, field),
    };
    let first = name.split('.').next().unwrap_or(name);
    let known = (field.is_empty() && face.is_none())
        || COMMON_FIELDS.contains(&first)
        || game.attribute(first).is_some()
        || matches!(first, "effet" | "effets" | "nom");
    if known {
        return;
    }
    let words = game
        .attributes
        .iter()
        .flat_map(|a| a.named.words())
        .chain(COMMON_FIELDS);
    let candidates = Candidates::nearest_only(first, words);
    lint.report(place, LintMessage::UnknownShownField { field: field.to_owned(), candidates });
}
