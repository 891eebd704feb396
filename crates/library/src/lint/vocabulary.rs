//! Checks of a game's vocabulary: words with two meanings, and shown fields that do not exist.

use super::{LintMessage, Linter};
use sleeve_data::model::fold::key;
use sleeve_data::model::game::Named;
use sleeve_data::model::reader::BUILT_IN;
use sleeve_data::model::{Date, Game};
use sleeve_data::problem::Candidates;

pub(super) fn check(lint: &mut Linter<'_>) {
    let game = &lint.catalog.game;
    let named = |items: &mut dyn Iterator<Item = &Named>| items.cloned().collect::<Vec<_>>();
    let groups = [
        ("attributes", named(&mut game.attributes.iter().map(|a| &a.named))),
        ("kinds", named(&mut game.kinds.iter().map(|k| &k.named))),
        ("effects", named(&mut game.effects.iter().map(|e| &e.named))),
        ("triggers", named(&mut game.triggers.iter().map(|t| &t.named))),
        ("sets", named(&mut game.sets.iter().map(|s| &s.named))),
        ("boxes", named(&mut game.boxes.iter())),
    ];
    for (group, items) in groups {
        check_words(lint, &items, |id| format!("game/{group}/{id}"));
    }
    for attribute in game.attributes.clone() {
        let id = attribute.named.id.clone();
        check_words(lint, attribute.values(), |_| format!("game/attributes/{id}"));
    }
    // Versions of one thing with different dates may share a name.
    let undated = |dates: (Option<Date>, Option<Date>)| dates == (None, None);
    let catalog = lint.catalog;
    let formats = catalog.all_formats().filter(|f| undated(f.dates));
    let formats: Vec<Named> = formats.map(|f| f.named.clone()).collect();
    check_words(lint, &formats, |id| format!("format/{id}"));
    let lists = catalog.lists().filter(|l| undated(l.dates));
    let lists: Vec<Named> = lists.map(|l| l.named.clone()).collect();
    check_words(lint, &lists, |id| format!("list/{id}"));
    check_shown_fields(lint);
    check_naming_zones(lint);
    check_readers(lint);
}

/// Reports deck file formats that the game names but that do not exist.
fn check_readers(lint: &mut Linter<'_>) {
    let game = &lint.catalog.game;
    let known: Vec<&str> =
        BUILT_IN.into_iter().chain(game.described.iter().map(|r| r.named.id.as_str())).collect();
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
    let known: Vec<Named> =
        formats.flat_map(|f| f.zones.iter().map(|zone| zone.named.clone())).collect();
    let naming = &catalog.game.naming;
    let headings = naming.headings.iter().enumerate().filter_map(|(at, heading)| {
        Some((format!("game/naming/heading/{at}"), heading.zone.as_ref()?))
    });
    let brief = naming.brief.iter().chain(naming.last_block.iter().flatten());
    let brief = brief.map(|zone| ("game/naming".to_owned(), zone));
    let named: Vec<(String, &String)> = headings.chain(brief).collect();
    for (place, zone) in named {
        if known.iter().any(|named| named.id == *zone) {
            continue;
        }
        lint.report(&place, LintMessage::UnknownZone { zone: zone.clone() });
    }
}

/// Reports words that two items of a group share, so that the first hides the second.
fn check_words(lint: &mut Linter<'_>, items: &[Named], place: impl Fn(&str) -> String) {
    let mut seen: std::collections::HashMap<String, &str> = std::collections::HashMap::new();
    for item in items {
        for word in item.words() {
            let first = *seen.entry(key(word)).or_insert(&item.id);
            if first == item.id {
                continue;
            }
            let message = LintMessage::AmbiguousWord {
                word: word.to_owned(),
                first: first.to_owned(),
                id: item.id.to_string(),
            };
            lint.report_with_mark(&place(&item.id), message, &place(first));
        }
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
    let words = game.attributes.iter().flat_map(|a| a.named.words()).chain(COMMON_FIELDS);
    let candidates = Candidates::nearest_only(first, words);
    let field = field.to_owned();
    lint.report(place, LintMessage::UnknownShownField { field, candidates });
}
