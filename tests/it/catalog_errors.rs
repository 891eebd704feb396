//! Mistakes in card and format data: each is found, at its place, with what to write instead.

use sleeve::{
    catalog::source::{self, DataProblem, Layer},
    model::{Catalog, Lang},
    problem::SourceText,
};
use std::sync::Arc;

const GAME: &str = r#"
id = "toy"
name = { en = "Toy", fr = "Jouet" }
sources.rulebook = { name = "Rulebook" }
faces = { upper = { of = "front", name = { en = "upper", fr = "haut" } } }
kinds.ship = { name = { en = "ship", fr = "vaisseau" } }
kinds.base = {}
attributes.cost = { type = "integer", name = { en = "cost", fr = "coût" } }
attributes.colour = { type = "enum", values = ["red", "blue"] }
attributes.icons = { type = "set", values = ["pilot", "warrior"] }
attributes.speed = { type = "number", kinds = ["ship"] }
effects.draw = { name = { en = "draw", fr = "pioche" } }
effects.combat = { amount = true, trigger = true }
triggers.ally = {}
sets.first = {}
boxes.base = {}
"#;

fn layer(files: &[(&str, &str)]) -> Layer {
    let file = |(path, text): &(&str, &str)| Arc::new(SourceText::new(*path, *text));
    Layer {
        game: "toy".to_owned(),
        path: "toy".to_owned(),
        files: files.iter().map(file).collect(),
    }
}

fn mistakes(data: &str) -> Vec<DataProblem> {
    source::apply_layer(Catalog::default(), &layer(&[("game.toml", GAME), ("cards.toml", data)]))
        .errors
}

/// Asserts that the data has exactly one mistake, and what it points at.
#[track_caller]
fn one(data: &str, id: &str, at: &str, says: &str) {
    let found = mistakes(data);
    let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 1, "{}", texts.join("\n"));
    let (error, text) = (&found[0], &texts[0]);
    assert_eq!(error.id(), Some(id), "{text}");
    assert_eq!(
        error
            .source()
            .unwrap()
            .text
            .get(error.mark().unwrap().span.clone()),
        Some(at),
        "{text}"
    );
    assert!(text.contains(says), "{text}");
    assert!(!error.title(Lang::Fr).is_empty() && error.title(Lang::Fr) != error.title(Lang::En));
}

/// The nearest place at or before a byte where a text can be cut.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

fn card(fields: &str) -> String {
    format!("[[card]]\nid = \"a\"\nkind = \"ship\"\n{fields}\n")
}

#[test]
fn a_field_nobody_declared_is_pointed_at_with_the_nearest_name() {
    one(&card("cots = 3"), "unknown-field", "cots", "did you mean `cost`");
    one(&card("niveau = 3"), "unknown-field", "niveau", "unknown key `niveau`");
    one("[file]\ncolor = \"red\"\n", "unknown-field", "color", "`colour`");
    one("[[cards]]\nid = \"a\"\n", "unknown-field", "cards", "`card`");
}

#[test]
fn fields_may_be_written_in_either_language_but_once() {
    assert!(mistakes(&card("\"coût\" = 3")).is_empty());
    one(&card("cost = 3\n\"coût\" = 3"), "given-twice", "\"coût\"", "given twice");
}

#[test]
fn a_form_for_reports_is_an_address() {
    for (form, is_good) in [
        ("https://a.org/?t={title}&b={body}", true),
        ("http://a.org", false),
        ("https://a.org/{text}", false),
        ("https://a.org/ b", false),
        ("https://a.org/{body}{body}", false),
    ] {
        let game = format!("{GAME}\n[issues]\nurl = \"{form}\"\n");
        let errors =
            source::apply_layer(Catalog::default(), &layer(&[("game.toml", &game)])).errors;
        let expected = "https://, with the words title and body in braces";
        let found = errors
            .iter()
            .any(|error| error.to_string().contains(expected));
        assert_eq!(!found, is_good, "{form}: {errors:?}");
    }
}

#[test]
fn wrong_types_say_what_was_expected() {
    one(
        &card("cost = \"three\""),
        "wrong-type",
        "\"three\"",
        "`cost` has to be a whole number, not a text",
    );
    one(&card("cost = 3.5"), "wrong-type", "3.5", "a whole number");
    one(&card("cost = 99999999999999999999"), "wrong-type", "99999999999999999999", "whole number");
    one(&card("speed = 1.23456789"), "wrong-type", "1.23456789", "six decimals");
    one(&card("icons = \"pilot\""), "wrong-type", "\"pilot\"", "a list of values");
    one(&card("icons = { pilot = 2 }"), "wrong-type", "{ pilot = 2 }", "counts = true");
    one(&card("quantity = -1"), "wrong-type", "-1", "from 0 to");
    one(&card("name = 3"), "wrong-type", "3", "in quotes");
    one(&card("cost = { choice = [1] }"), "wrong-type", "[1]", "two to four");
    one(&card("cost = { min = 5, max = 2 }"), "empty-range", "{ min = 5, max = 2 }", "above");
    assert_eq!(mistakes(&card("cost = { min = 2, max = 2 }")), []);
}

#[test]
fn names_that_mean_nothing_are_pointed_at() {
    one(&card("colour = \"rde\""), "unknown-value", "\"rde\"", "did you mean `red`");
    one(&card("set = \"frist\""), "unknown-set", "\"frist\"", "`first`");
    one(&card("effects = [\"drwa\"]"), "unknown-effect", "\"drwa\"", "`draw`");
    let when = "effects = [{ effect = \"combat\", amount = 4, when = \"aly\" }]";
    one(&card(when), "unknown-trigger", "\"aly\"", "`ally`");
    one(&card("faces.uper = { cost = 1 }"), "unknown-face", "uper", "`upper`");
    one("[[card]]\nid = \"a\"\nkind = \"shp\"\n", "unknown-kind", "\"shp\"", "`ship`");
    one(&card("provenance = \"publised\""), "unknown-word", "\"publised\"", "`published`");
    one(&card("provenance = \"published:nobody\""), "unknown-source", "\"published:nobody\"", "");
    one(&card("quantity = { bse = 1 }"), "unknown-box", "bse", "`base`");
}

#[test]
fn what_the_vocabulary_forbids_is_pointed_at() {
    let amount = "effects = [{ effect = \"draw\", amount = 2 }]";
    one(&card(amount), "not-on-this-effect", "2", "`amount = true` under [effects]");
    let base = "[[card]]\nid = \"a\"\nkind = \"base\"\nspeed = 2\n";
    one(base, "not-on-this-kind", "speed", "declared for ship");
}

#[test]
fn ids_are_checked() {
    let twice = card("cost = 1") + &card("cost = 2");
    one(&twice, "duplicate-id", "\"a\"", "cards.toml, line 2");
    one("[[card]]\nkind = \"ship\"\n", "missing-field", "[[card]]", "a card needs `id`");
    one("[[format]]\nid = \"No Good\"\n", "bad-id", "\"No Good\"", "lower-case ASCII");
    one("[[card]]\nid = \"a b\"\nkind = \"ship\"\n", "bad-id", "\"a b\"", "id of a card");
}

#[test]
fn formats_and_rules_are_checked() {
    let format = |text: &str| format!("[[format]]\nid = \"f\"\nzones.deck = \"kind:ship\"\n{text}");
    one(&format("extends = \"g\"\n"), "unknown-format", "\"g\"", "unknown format `g`");
    one(&format("extends = \"f\"\n"), "extends-cycle", "\"f\"", "in a circle");
    one(&format("opening = { from = \"dek\", draw = 5 }\n"), "unknown-zone", "\"dek\"", "`deck`");
    one(&format("from = 1998-02-30\n"), "not-toml", "1998-02-30", "");
    one(&format("from = \"soon\"\n"), "wrong-type", "\"soon\"", "a day such as");
    let hour = |ends: &str| format(&format!("parameters.hour = {ends}\n"));
    one(&hour("{ min = 3, max = 2 }"), "empty-range", "{ min = 3, max = 2 }", "above");
    assert_eq!(mistakes(&hour("{ min = 2, max = 2 }")), []);
    let rule = |text: &str| format(&format!("[[format.rule]]\nid = \"r\"\n{text}"));
    one(&rule("zone = \"deck\"\n"), "one-of", "\"r\"", "`require`, `contents`, `carries`");
    one(
        &rule("zone = \"dekc\"\nrequire = \"count() > 1\"\n"),
        "unknown-zone",
        "\"dekc\"",
        "`deck`",
    );
    one(&rule("require = \"count() > 1\"\nroles = [\"x\"]\n"), "unknown-role", "\"r\"", "`x`");
    one(
        &rule("require = \"count() > 1\"\nlevel = \"eror\"\n"),
        "unknown-word",
        "\"eror\"",
        "`error`",
    );
    one(&rule("contents = { \"Nobody\" = 2 }\n"), "unknown-card", "\"Nobody\"", "unknown card");
}

#[test]
fn a_name_of_several_cards_is_fine_in_a_list_and_not_in_a_fixed_list() {
    let cards = "[[card]]\nid = \"a\"\nname = \"X\"\nkind = \"ship\"\n[[card]]\nid = \"b\"\nname = \"X\"\nkind = \"base\"\n";
    let list = format!("{cards}[[list]]\nid = \"l\"\ncards = [\"x\"]\n");
    let read =
        source::apply_layer(Catalog::default(), &layer(&[("game.toml", GAME), ("c.toml", &list)]));
    assert!(read.errors.is_empty());
    assert_eq!(read.catalog.list("l").unwrap().cards.len(), 2);
    let fixed = format!(
        "{cards}[[format]]\nid = \"f\"\nzones.deck = \"kind:ship\"\n[[format.rule]]\nid = \"r\"\nzone = \"deck\"\ncontents = {{ \"X\" = 1 }}\n"
    );
    one(&fixed, "ambiguous-name", "\"X\"", "write the id of one: `a`, `b`");
}

#[test]
fn circles_of_formats_are_found() {
    let found = mistakes(
        "[[format]]\nid = \"a\"\nextends = \"b\"\n[[format]]\nid = \"b\"\nextends = \"a\"\n",
    );
    assert_eq!(found.iter().map(DataProblem::id).collect::<Vec<_>>(), [Some("extends-cycle"); 2]);
}

#[test]
fn a_format_extends_the_version_that_holds_on_its_days() {
    let version = |id: &str, more: &str| format!("[[format]]\nid = \"{id}\"\n{more}\n");
    let data = [
        version("base", "to = 2025-12-31\nzones.early = \"kind:ship\""),
        version("base", "from = 2026-01-01\nzones.late = \"kind:ship\""),
        version("gala", "extends = \"base\"\nfrom = 2026-06-01"),
    ];
    let data = layer(&[("game.toml", GAME), ("formats.toml", &data.concat())]);
    let read = source::apply_layer(Catalog::default(), &data);
    assert_eq!(read.errors, []);
    let zones = &read.catalog.format("gala").unwrap().zones;
    assert_eq!(zones.iter().map(|zone| &*zone.named.id).collect::<Vec<_>>(), ["late"]);
}

#[test]
fn every_mistake_is_reported_at_once_in_file_order() {
    let found =
        mistakes(&card("cots = 1\ncolour = \"rde\"\nspeed = \"x\"\neffects = [\"y\", \"z\"]"));
    let ids: Vec<&str> = found.iter().filter_map(DataProblem::id).collect();
    assert_eq!(
        ids,
        ["unknown-field", "unknown-value", "wrong-type", "unknown-effect", "unknown-effect"]
    );
    assert_eq!(found.iter().map(DataProblem::line).collect::<Vec<_>>(), [4, 5, 6, 7, 7]);
}

#[test]
fn all_keys_that_a_table_lacks_are_told_at_once() {
    let told = |table: &str| -> Vec<String> {
        mistakes(&format!("[[format]]\nid = \"f\"\nzones.deck = \"kind:ship\"\n{table}\n"))
            .iter()
            .map(|mistake| mistake.title(Lang::En))
            .collect()
    };
    let opening = "opening = { from = \"deck\", draw = 5, row = {} }";
    assert_eq!(told(opening), ["a row needs `from`", "a row needs `size`"]);
    let lacking = ["a rule for two decks needs `id`", "a rule for two decks needs `require`"];
    assert_eq!(told("[[format.match]]"), lacking);
    let change = told(&(card("cost = 1") + "[[change-of-cards]]\ncards = \"a\"\nadd = 1"));
    let lacking = ["a change of cards needs `in`", "a change of cards needs `of`"];
    assert_eq!(change, lacking);
}

#[test]
fn broken_and_hostile_files_are_refused_without_a_panic() {
    one("[[card", "not-toml", "", "");
    let deep = format!("[[card]]\nid = {}1{}\n", "[".repeat(10_000), "]".repeat(10_000));
    assert!(
        mistakes(&deep)
            .iter()
            .all(|error| error.id() == Some("not-toml"))
    );
    let nested = format!(
        "[[card]]\nid = \"a\"\nkind = \"ship\"\ncost = {}1{}\n",
        "{a=".repeat(200),
        "}".repeat(200)
    );
    assert!(!mistakes(&nested).is_empty());
    for text in [
        "card = 3",
        "card = [1]",
        "format = \"x\"",
        "list = {}",
        "file = []",
        "\u{0}",
        "=",
        "[a]\n[a]",
    ] {
        assert!(!mistakes(text).is_empty(), "{text}");
    }
    for cut in 0..GAME.len() {
        let game = &GAME[..boundary(GAME, cut)];
        source::apply_layer(
            Catalog::default(),
            &layer(&[("game.toml", game), ("c.toml", &card("cost = 1"))]),
        );
    }
}

/// Numbers for a test that has to fail the same way twice.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }
}

#[test]
fn files_spoilt_at_random_are_read_and_linted_without_a_panic() {
    let pieces = [
        "\"",
        "[",
        "]",
        "{",
        "}",
        "=",
        "\n",
        "-1",
        "1e400",
        "?",
        "é",
        "[[card]]\n",
        "id = \"a\"\n",
        "'''",
        "#",
    ];
    let read = |name: &str| std::fs::read_to_string(format!("cards/starfighter/{name}")).unwrap();
    let names = ["game.toml", "cruisers.toml", "formats.toml", "squadrons-3.toml"];
    let files: Vec<(&str, String)> = names.iter().map(|name| (*name, read(name))).collect();
    let mut dice = Dice(7);
    for _ in 0..150 {
        let mut spoilt = files.clone();
        for _ in 0..=dice.below(2) {
            let at = dice.below(spoilt.len());
            let text = &mut spoilt[at].1;
            let start = boundary(text, dice.below(text.len()));
            let end = boundary(text, (start + dice.below(12)).min(text.len()));
            text.replace_range(start..end, pieces[dice.below(pieces.len())]);
        }
        let files: Vec<(&str, &str)> = spoilt.iter().map(|(n, t)| (*n, t.as_str())).collect();
        let applied = source::apply_layer(Catalog::default(), &layer(&files));
        sleeve::catalog::lint::lint(&applied);
    }
}

#[test]
fn a_megabyte_of_brackets_is_refused() {
    let brackets = "[".repeat(1 << 20);
    assert!(
        mistakes(&brackets)
            .iter()
            .all(|error| error.id() == Some("not-toml"))
    );
    assert!(
        mistakes(&format!("card = {brackets}"))
            .iter()
            .all(|error| error.id() == Some("not-toml"))
    );
}

fn sets_out(places: &str) -> String {
    format!("{}[[sets-out]]\ncards = [\"a\"]\nplaces = [{places}]\n", card(""))
}

#[test]
fn what_a_card_sets_out_is_read_with_every_mistake_at_its_place() {
    let place =
        |rest: &str| format!("{{ id = \"crew\", kind = \"ship\", cards = \"id:a\"{rest} }}");
    assert!(mistakes(&sets_out(&place(", optional = true"))).is_empty());
    one(&sets_out(&place(", may = true")), "unknown-field", "may", "a place that a card sets out");
    let kind = "{ id = \"crew\", kind = \"shop\", cards = \"id:a\" }";
    one(&sets_out(kind), "unknown-kind", "\"shop\"", "did you mean `ship`");
    let twice = format!("{}, {}", place(""), place(""));
    one(&sets_out(&twice), "duplicate-id", &place(""), "`crew`");
    let unknown = "[[sets-out]]\ncards = [\"b\"]\nplaces = []\n";
    one(unknown, "unknown-card", "\"b\"", "`b`");
    let again = "[[sets-out]]\ncards = [\"a\"]\nplaces = []\n";
    one(&(sets_out(&place("")) + again), "duplicate-id", "\"a\"", "`a`");
    let many: Vec<String> = (0..33)
        .map(|n| place("").replace("crew", &format!("crew-{n}")))
        .collect();
    let last = many[32].clone();
    one(&sets_out(&many.join(", ")), "too-many", &last, "32");
}

#[test]
fn a_name_that_no_deck_can_hold_is_a_mistake() {
    let name = |bytes| format!("\"{}\"", "a".repeat(bytes));
    assert!(mistakes(&card(&format!("name = {}", name(200)))).is_empty());
    let told = "the name has 201 bytes; the limit is 200";
    one(&card(&format!("name = {}", name(201))), "long-name", &name(201), told);
}
