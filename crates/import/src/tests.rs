//! Imports of made-up records of a made-up game.

mod dumps;

use super::*;
use proptest::prelude::*;
use sleeve_data::model::Lang;
use sleeve_data::problem::Message;
use std::collections::{BTreeMap, BTreeSet};

fn vocabulary() -> Vocabulary {
    let words = |list: &[&str]| list.iter().map(|w| (*w).to_owned()).collect::<BTreeSet<_>>();
    let attribute = |name: &str, kind, values: &[&str]| {
        let counts = name == "icons";
        (name.to_owned(), vocabulary::DeclaredAttribute { kind, counts, values: words(values) })
    };
    Vocabulary {
        sets: [("1", "first"), ("9", "preview")].map(|(c, i)| (c.to_owned(), i.to_owned())).into(),
        attributes: BTreeMap::from([
            attribute("side", "enum", &["red", "blue"]),
            attribute("icons", "set", &["pilot", "scomp"]),
            attribute("speed", "number", &[]),
            attribute("unique", "flag", &[]),
            attribute("contested", "flag", &[]),
            attribute("text", "text", &[]),
        ]),
        kinds: words(&["ship", "order"]),
        effects: words(&["retrieve", "used"]),
    }
}

const MAPPING: &str = r#"
header = "made by an import"
provenance = { default = "published:list", "back.effects" = "derived" }
name = [{ match = '\*', with = '' }]
variant = [{ match = ' \(alt\)$', with = '' }]
clean = [{ match = '\s+', with = ' ' }]
number = [
    { match = '^(\d) or (\d)$', choice = ['$1', '$2'] },
    { match = '^X$', min = '0', print = true },
    { match = '^(\d)½$', value = '$1.5' },
]
text = [{ to = "text", from = "face.words" }]
field = [
    { to = "side", from = "side", as = "word" },
    { to = "icons", from = "face.icons", as = "counted" },
    { to = "speed", from = "face.speed", as = "number", kinds = ["ship"] },
    { to = "unique", from = "front.title", as = "flag", keep = '^\*' },
    { to = "contested", from = "face.red", as = "flag", keep = '^[1-9]', when = [{ from = "face.blue", match = '^[1-9]' }] },
]
aliases = { "1_2" = ["9_7"] }
tags = { side = { blue = ["1_7"] } }

[records]
list = "cards"
key = "id"
front = "front"
back = "back"
title = "title"
title-separator = " / "
title-mark = " (V)"
nicknames = "abbr"
home-set = '^(\d+)_'
printings = "printings.set"

[kind]
to = "kind"
from = "face.type"
as = "word"

[part]
after = ":"
title = [{ match = ' \(V\)$', with = '' }]

[effects]
from = "face.words"
[[effects.pattern]]
id = "retrieve"
match = '(?i)retrieve (?<amount>\d+) force'
unless = ['(?i)opponent may retrieve \d+ force']
[[effects.pattern]]
id = "used"
from = "face.type"
match = 'Order'
"#;

/// The mapping with one of its texts replaced by another.
fn mapping_with(from: &str, to: &str) -> Mapping {
    assert!(MAPPING.contains(from), "{from}");
    Mapping::parse("import.toml", &MAPPING.replace(from, to), vocabulary()).unwrap()
}

fn mapping() -> Mapping {
    mapping_with("", "")
}

fn import_cards(mapping: &Mapping, cards: &str) -> Result<Imported, ImportMessage> {
    let text = format!("{{\"cards\": [{cards}]}}");
    import(&[ImportInput { name: "cards.json", text: &text }], mapping)
}

fn run(cards: &str) -> Result<Imported, ImportMessage> {
    import_cards(&mapping(), cards)
}

/// The English text of messages.
fn titles<'a>(messages: impl IntoIterator<Item = &'a (impl Message + 'a)>) -> Vec<String> {
    messages.into_iter().map(|message| message.title(Lang::En)).collect()
}

fn card(id: &str, front: &str, rest: &str) -> String {
    format!(r#"{{"id": "{id}", "side": "Red", "front": {{{front}}}{rest}}}"#)
}

fn first_card(cards: &str) -> String {
    let out = run(cards).unwrap();
    line_of(&out.files[0].text)
}

/// The first card of a file, written as on its own line.
fn line_of(file: &str) -> String {
    let line = file.lines().find(|line| line.contains("{ id = ")).unwrap();
    match line.strip_prefix("card = [").and_then(|line| line.strip_suffix(']')) {
        Some(line) => format!("{line},"),
        None => line.trim_start().to_owned(),
    }
}

#[test]
fn one_line_holds_the_facts_of_a_card() {
    let front = r#""title": "*Runner", "type": "Ship", "speed": "4", "icons": ["Pilot x2", "Scomp"], "words": "Retrieve 2 Force, then retrieve 3 Force.""#;
    let rest = r#", "abbr": ["Run"], "printings": [{"set": "9"}, {"set": "1"}]"#;
    assert_eq!(
        first_card(&card("1_2", front, rest)),
        r#"{ id = "1_2", name = "Runner", aliases = ["Run", "9_7"], kind = "ship", sets = ["first", "preview"], side = "red", icons = { pilot = 2, scomp = 1 }, speed = 4, unique = true, effects = [{ effect = "retrieve", amount = 3 }] },"#
    );
}

#[test]
fn what_a_mapping_calls_its_fields_and_how_often_leaves_a_file_that_can_be_read() {
    let odd = MAPPING
        .replace("to = \"contested\"", "to = \"unique\"")
        .replace("to = \"icons\"", "to = \"i]]> \\\"x\"")
        .replace("\"back.effects\" = ", "\"back;effects\" = ");
    let mapping = Mapping::parse_declaring("import.toml", &odd, vocabulary()).unwrap();
    let front = r#""title": "*A", "type": "Ship", "icons": ["Scomp"], "red": "1", "blue": "1""#;
    let made = import_cards(&mapping, &card("1_1", front, "")).unwrap();
    let file: toml::Table = made.files[0].text.parse().unwrap();
    let card = &file["card"][0];
    assert!(card["unique"].as_bool() == Some(true) && card["i]]> \"x"].is_array(), "{card}");
    assert!(file["file"]["provenance"]["back;effects"].is_str());
    let said = titles(made.notes.iter().map(|note| &note.message));
    assert_eq!(said, ["the mapping fills `unique` twice; the first value is kept"]);
}

#[test]
fn a_header_of_any_characters_leaves_comments_that_can_be_read() {
    let header = r#"header = "made\rby\r\nan\u0000 imp\u001bort\u007f""#;
    let mapping = mapping_with(r#"header = "made by an import""#, header);
    let out = import_cards(&mapping, &card("1_1", r#""title": "A", "type": "Ship""#, "")).unwrap();
    let file = &out.files[0].text;
    assert!(file.starts_with("# made\n# by\n# an  imp ort\n"), "{file}");
    file.parse::<toml::Table>().unwrap();
}

#[test]
fn texts_stay_out_of_the_facts_and_stand_in_their_own_files() {
    let out =
        run(&card("1_1", r#""title": "A", "type": "Order", "words": "Some words""#, "")).unwrap();
    assert!(!out.files[0].text.contains("Some words"));
    assert!(out.texts[0].text.contains(r#"{ id = "1_1", text = "Some words" }"#));
}

#[test]
fn prints_of_one_card_are_folded_and_keep_their_titles() {
    let cards = [
        card("1_1", r#""title": "Runner (alt)", "type": "Ship", "speed": "9""#, ""),
        card("1_1", r#""title": "Runner", "type": "Ship", "speed": "4""#, ""),
    ];
    let line = first_card(&cards.join(","));
    assert!(line.contains(r#"name = "Runner", aliases = ["Runner (alt)"]"#), "{line}");
    assert!(line.contains("speed = 4"), "{line}");
}

#[test]
fn odd_numbers_follow_the_patterns() {
    let speed = |printed: &str| {
        let front = format!(r#""title": "A", "type": "Ship", "speed": "{printed}""#);
        let line = first_card(&card("1_1", &front, ""));
        line.split("speed = ").nth(1).unwrap().trim_end_matches(" },").to_owned()
    };
    assert_eq!(speed("7 or 1"), "{ choice = [1, 7] }");
    assert_eq!(speed("X"), r#"{ min = 0, print = "X" }"#);
    assert_eq!(speed("4½"), "4.5");
}

#[test]
fn both_faces_of_a_card_are_kept() {
    let rest = r#", "back": {"title": "Day / Night", "type": "Order", "icons": ["Pilot"], "words": "Retrieve 1 Force"}"#;
    let front = r#""title": "Day / Night", "type": "Order", "words": "Wait""#;
    let line = first_card(&card("1_1", front, rest));
    assert!(line.contains(r#"name = "Day", aliases = ["Day / Night"]"#), "{line}");
    let back = r#"faces.back = { name = "Night", icons = ["pilot"], effects = [{ effect = "retrieve", amount = 1 }, "used"] }"#;
    assert!(line.contains(back), "{line}");
}

#[test]
fn a_text_that_holds_both_faces_is_parted_at_their_titles() {
    let words = "Day: Wait: retrieve 2 Force. Night: Retrieve 1 Force.";
    let face = format!(r#""title": "*Day / Night (V)", "type": "Order", "words": "{words}""#);
    let out = run(&card("1_1", &face, &format!(r#", "back": {{{face}}}"#))).unwrap();
    let front = r#"effects = [{ effect = "retrieve", amount = 2 }, "used"]"#;
    let back = r#"effects = [{ effect = "retrieve", amount = 1 }, "used"] } },"#;
    let line = line_of(&out.files[0].text);
    assert!(line.contains(front) && line.ends_with(back), "{line}");
    let file = r#"provenance = { "back.effects" = "derived", default = "published:list" }"#;
    assert!(out.files[0].text.contains(file), "{}", out.files[0].text);
    assert!(out.texts[0].text.contains(r#"text = "Wait: retrieve 2 Force.","#), "{:?}", out.texts);
    assert!(out.texts[0].text.contains(r#"faces.back = { text = "Retrieve 1 Force." }"#));
    assert!(out.notes.is_empty(), "{:?}", out.notes);
}

#[test]
fn a_text_that_cannot_be_parted_stands_on_the_front_and_is_named() {
    let face = r#""title": "Day / Day", "type": "Order", "words": "Retrieve 1 Force.""#;
    let out = run(&card("1_1", face, &format!(r#", "back": {{{face}}}"#))).unwrap();
    let text = &out.files[0].text;
    assert_eq!(text.matches("retrieve").count(), 1, "{text}");
    assert!(text.find("retrieve") < text.find("faces.back"), "{text}");
    assert_eq!(out.notes.len(), 1, "{:?}", out.notes);
    assert_eq!(out.notes[0].message, RecordMessage::Inseparable);
}

#[test]
fn a_field_may_depend_on_another_field() {
    let line = |red: &str, blue: &str| {
        let front = format!(r#""title": "A", "type": "Ship", "red": {red}, "blue": {blue}"#);
        first_card(&card("1_1", &front, ""))
    };
    assert!(line("1", "2").contains("contested = true"));
    for (red, blue) in [("1", "0"), ("0", "2"), ("0", "0"), ("1", "null")] {
        assert!(!line(red, blue).contains("contested"), "{red} {blue}");
    }
}

#[test]
fn a_mark_behind_two_titles_belongs_to_both() {
    let rest = r#", "back": {"title": "Day / Night (V)", "type": "Order"}"#;
    let line = first_card(&card("1_1", r#""title": "Day / Night (V)", "type": "Order""#, rest));
    let names = r#"name = "Day (V)", aliases = ["Day (V) / Night (V)", "Day / Night (V)"]"#;
    assert!(line.contains(names), "{line}");
    assert!(line.contains(r#"faces.back = { name = "Night (V)""#), "{line}");
}

#[test]
fn tags_give_a_card_values_by_hand() {
    let record = r#"{"id": "1_7", "front": {"title": "A", "type": "Order"}}"#;
    assert!(first_card(record).contains(r#"kind = "order", side = "blue""#));
    let wrong = MAPPING.replace("side = { blue", "side = { green");
    assert_eq!(mistakes(&wrong), ["`green` is not a value of `side`"]);
}

#[test]
fn blotted_out_text_gives_no_effect() {
    let front = r#""title": "A", "type": "Order", "words": "Opponent may retrieve  2 Force""#;
    let line = first_card(&card("1_1", front, ""));
    assert!(line.ends_with(r#"effects = ["used"] },"#), "{line}");
}

#[test]
fn an_effect_brings_the_others_that_always_come_with_it() {
    let with = |also: &str| {
        MAPPING.replace("id = \"retrieve\"\n", &format!("id = \"retrieve\"\nalso = [\"{also}\"]\n"))
    };
    let mapping = Mapping::parse("import.toml", &with("used"), vocabulary()).unwrap();
    let effects = |words: &str| {
        let front = format!(r#""title": "A", "type": "Ship", "speed": "1", "words": "{words}""#);
        let out = import_cards(&mapping, &card("1_1", &front, "")).unwrap();
        line_of(&out.files[0].text).split_once("effects = ").map(|(_, list)| list.to_owned())
    };
    let both = r#"[{ effect = "retrieve", amount = 2 }, "used"] },"#;
    assert_eq!(effects("Retrieve 2 Force.").as_deref(), Some(both));
    assert_eq!(effects("Wait."), None);
    assert_eq!(mistakes(&with("use")), ["`use` is not the id of a pattern"]);
}

#[test]
fn of_several_values_for_one_word_the_first_is_kept_and_that_is_noted() {
    let record =
        r#"{"id": "1_1", "side": ["Red", "Blue"], "front": {"title": "A", "type": "Order"}}"#;
    assert!(first_card(record).contains(r#"side = "red""#));
    let note = RecordMessage::FirstOnly { field: "side".to_owned(), count: 2 };
    assert_eq!(run(record).unwrap().notes, [ImportNote { card: "1_1".to_owned(), message: note }]);
}

#[test]
fn the_same_input_gives_the_same_bytes_and_an_empty_summary() {
    let cards = card("1_1", r#""title": "A", "type": "Order""#, "");
    let (one, two) = (run(&cards).unwrap(), run(&cards).unwrap());
    assert_eq!(one.files, two.files);
    assert_eq!(compare_files(&one.files, &two.files).unwrap().lines(Lang::En), [""; 0]);
}

#[test]
fn a_summary_names_added_removed_and_changed_cards() {
    let a = card("1_1", r#""title": "A", "type": "Ship", "speed": "1""#, "");
    let b = card("1_2", r#""title": "B", "type": "Order""#, "");
    let changed = card("1_1", r#""title": "A", "type": "Ship", "speed": "2""#, "");
    let c = card("1_10", r#""title": "C", "type": "Order""#, "");
    let (old, new) = (run(&format!("{a},{b}")).unwrap(), run(&format!("{changed},{c}")).unwrap());
    assert_eq!(
        compare_files(&old.files, &new.files).unwrap().lines(Lang::En),
        ["+ 1_10 C", "- 1_2 B", "~ 1_1 A", "    speed: 1 -> 2"]
    );
}

#[test]
fn unknown_sets_are_all_reported_at_once() {
    let front = r#""title": "A", "type": "Order""#;
    let cards = format!("{},{}", card("31_1", front, ""), card("4_1", front, ""));
    let unknown = ImportMessage::UnknownSets { count: 2, codes: vec!["4".into(), "31".into()] };
    assert_eq!(run(&cards).unwrap_err(), unknown);
}

#[test]
fn undeclared_values_are_noted_and_do_not_stop_the_import() {
    let out = run(&card("1_1", r#""title": "A", "type": "Ship", "icons": ["Droid"]"#, "")).unwrap();
    assert_eq!(out.notes[0].card, "1_1");
    assert_eq!(
        out.notes[0].message.to_string(),
        "`droid` is not a declared value of `icons`; declare it in game.toml"
    );
}

/// The refused records, one per line.
fn refused(out: &Imported) -> Vec<String> {
    let line = |r: &RefusedRecord| format!("{} {:?} {:?}: {}", r.input, r.place, r.id, r.why);
    out.refused.iter().map(line).collect()
}

fn mistakes(mapping: &str) -> Vec<String> {
    let problems = Mapping::parse("import.toml", mapping, vocabulary()).unwrap_err();
    problems.iter().map(|problem| problem.message.to_string()).collect()
}

#[test]
fn bad_input_is_named_with_its_place() {
    let read = |text: &str| import(&[ImportInput { name: "x.json", text }], &mapping());
    let bad = |text: &str| read(text).unwrap_err().to_string();
    assert!(bad("[").starts_with("x.json: not JSON: "));
    assert_eq!(bad("{}"), "x.json: expected a list of records under `cards`");
    assert_eq!(bad("3"), "x.json: expected an object or a list of records");
    assert!(bad(&"[".repeat(100_000)).contains("not JSON"));
    assert_eq!(import(&[], &mapping()).unwrap_err(), ImportMessage::NoInput { inner: None });
    assert_eq!(bad("[]"), "these files contain no records");
}

#[test]
fn bad_records_are_refused_with_their_place_and_the_others_are_imported() {
    let good = card("1_2", r#""title": "B", "type": "Order""#, "");
    let cards = [
        r#"{"id": "../../etc"}"#.to_owned(),
        "[]".to_owned(),
        r#"{"id": "1_1"}"#.to_owned(),
        good,
        card("1_3", r#""title": "A", "type": "Castle""#, ""),
        card("1_4", r#""title": "A", "type": "Ship", "speed": "inf""#, ""),
        card("1_5", r#""title": "A", "type": "Ship", "icons": ["★"]"#, ""),
        card("x", r#""title": "A", "type": "Ship""#, ""),
    ];
    let out = run(&cards.join(",")).unwrap();
    assert_eq!((out.cards, out.records, out.refused_count), (1, 8, 7));
    insta::assert_snapshot!(refused(&out).join("\n"));
}

#[test]
fn mistakes_in_a_mapping_are_named_at_their_places() {
    let bad = |from: &str, to: &str| {
        assert!(MAPPING.contains(from), "{from}");
        let text = MAPPING.replace(from, to);
        let problems = Mapping::parse("import.toml", &text, vocabulary()).unwrap_err();
        let told = problems.iter().map(|p| format!("{}:{} {p}", p.line(), p.column()));
        told.collect::<Vec<_>>().join("\n\n")
    };
    let told = [
        bad(r"^(\d+)_", r"^(\d+_"),
        bad(r#"to = "speed""#, r#"to = "sped""#),
        bad(r#"["ship"]"#, r#"["shop"]"#),
        bad(r#"id = "used""#, r#"id = "usd""#),
        bad("min = '0', print = true", "print = true"),
        bad("as = \"flag\"", "as = \"flagg\""),
        bad("as = \"flag\"", "as = \"flagg\", drop = \"(\""),
        bad("from = \"side\"", "form = \"side\""),
        bad("from = \"face.speed\"", "from = \"face..speed\""),
        bad("from = \"face.speed\"", "from = \"@printings.speed\""),
        bad("from = \"face.speed\"", "from = \"face.speed\", value = 3"),
        bad(
            "to = \"speed\", from = \"face.speed\", as = \"number\"",
            "to = \"speed\", from = \"a\", as = \"text\"",
        ),
        bad("as = \"counted\"", "as = \"counted\", plus = 1"),
        bad("list = \"cards\"", "list = 3"),
        bad("key = \"id\"\n", ""),
        bad("header = ", "header = = "),
    ];
    insta::assert_snapshot!(told.join("\n----\n"));
}

#[test]
fn two_codes_that_become_one_set_are_told_and_declared_once() {
    let record = |set: &str| serde_json::json!({ "name": "A", "type": "ship", "set": set });
    let records = serde_json::json!({ "1": record("A+"), "2": record("A"), "3": record("B"), "4": record("b") });
    let text = records.to_string();
    let input = [ImportInput { name: "cards.json", text: &text }];
    let import = |vocabulary| {
        let mapping = Mapping::parse_declaring("import.toml", OPEN, vocabulary).unwrap();
        let done = import(&input, &mapping).unwrap();
        let told = titles(done.notes.iter().map(|note| &note.message));
        let codes = done.undeclared.sets.iter().map(|(id, set)| format!("{id}: {}", set.code));
        (told, codes.collect::<Vec<_>>())
    };
    let (told, codes) = import(Vocabulary::default());
    assert_eq!(told, ["`A+` and `A` of `set` both become `a`; separate them with `map`"]);
    assert_eq!(codes, ["a: A+", "b: B"]);
    let mut known = Vocabulary::default();
    known.sets.insert("A+".to_owned(), "a".to_owned());
    known.sets.insert("B".to_owned(), "b".to_owned());
    let (told, codes) = import(known);
    assert!(told.iter().any(|told| told.contains("`A+` and `A` of `set`")), "{told:?}");
    assert!(codes.is_empty(), "{codes:?}");
}

const OPEN: &str = r#"
records = { title = "name", key = "@key", list = "*" }
set = { from = "set", default = "none", name = "set-name" }
kind = { from = "type", default = "card" }
field = [
    { to = "cost", from = "cost", as = "number" },
    { to = "traits", from = "traits", as = "counted" },
    { to = "note", from = "note", as = "text" },
]
number = [{ match = '.', min = "0", print = true }]
"#;

/// Any record, as somebody may have typed it.
fn any_record() -> impl Strategy<Value = serde_json::Value> {
    let text =
        || prop_oneof![".{0,12}", "[a-zA-Z À-ÿ+-]{0,8}", "x?##\\[[a-z]{0,4}", Just(String::new())];
    let cost = prop_oneof![
        any::<i32>().prop_map(serde_json::Value::from),
        any::<f64>().prop_map(serde_json::Value::from),
        text().prop_map(serde_json::Value::from),
        Just(serde_json::Value::Null),
    ];
    let traits = proptest::collection::vec(text(), 0..4);
    (text(), text(), text(), text(), cost, traits, text()).prop_map(
        |(name, kind, set, set_name, cost, traits, note)| {
            serde_json::json!({
                "name": name, "type": kind, "set": set, "set-name": set_name, "cost": cost,
                "traits": traits, "note": note,
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn what_was_imported_is_toml_and_a_second_time_nothing_changes(
        records in proptest::collection::btree_map("[a-z0-9][a-z0-9.-]{0,5}", any_record(), 0..8)
    ) {
        let text = serde_json::json!(records).to_string();
        let input = [ImportInput { name: "cards.json", text: &text }];
        let mapping = |vocabulary| Mapping::parse_declaring("import.toml", OPEN, vocabulary).unwrap();
        let Ok(first) = import(&input, &mapping(Vocabulary::default())) else {
            prop_assert!(records.is_empty());
            return Ok(());
        };
        prop_assert_eq!(first.cards + first.refused_count, records.len());
        let mut cards = 0;
        for file in &first.files {
            let table: toml::Table = file.text.parse().unwrap();
            cards += table["card"].as_array().unwrap().len();
            let is_hidden = |c: char| c.is_control() && c != '\n';
            prop_assert!(!file.text.contains(is_hidden), "{:?}", file.text);
            prop_assert!(!file.text.contains("##["), "{:?}", file.text);
        }
        prop_assert_eq!(cards, first.cards);
        // With the collected words, the game declares everything.
        let declared = declare_words("game.toml", "id = \"g\"\n", &first.undeclared).unwrap();
        let game: toml::Table = declared.text.parse().unwrap();
        let found = &first.undeclared;
        let mut vocabulary = Vocabulary { kinds: found.kinds.keys().cloned().collect(), ..Vocabulary::default() };
        for (id, set) in &found.sets {
            vocabulary.sets.insert(set.code.clone(), id.clone());
            prop_assert_eq!(game["sets"][id.as_str()]["name"].is_str(), true);
        }
        for new in &found.attributes {
            let values = new.values.keys().cloned().collect();
            let words = vocabulary::DeclaredAttribute { kind: new.kind, counts: new.counts, values };
            vocabulary.attributes.insert(new.id.clone(), words);
        }
        let second = import(&input, &mapping(vocabulary)).unwrap();
        prop_assert!(second.undeclared.is_empty(), "{:?}", second.undeclared);
        prop_assert!(compare_files(&first.files, &second.files).unwrap().is_empty());
        let again = declare_words("game.toml", &declared.text, &second.undeclared).unwrap();
        prop_assert_eq!(again.text, declared.text);
    }
}

/// Each step doubles a title: thirty of them would turn two letters into a gigabyte.
#[test]
fn substitutions_that_make_a_text_grow_without_end_refuse_the_record() {
    let doubling = vec!["{ match = 'a', with = 'aa' }"; 40].join(", ");
    let name = r"name = [{ match = '\*', with = '' }]";
    let mapping = mapping_with(name, &format!("name = [{doubling}]"));
    let cards = [("1_2", "Bore"), ("1_3", "aA")]
        .map(|(id, title)| card(id, &format!(r#""title": "{title}", "type": "Order""#), ""));
    let out = import_cards(&mapping, &cards.join(",")).unwrap();
    assert_eq!((out.cards, out.refused_count), (1, 1));
    let why = "the mapping's substitution for `a` makes a text longer than 65536 bytes";
    assert!(refused(&out)[0].contains(why), "{:?}", refused(&out));
}

#[test]
fn patterns_replacements_and_titles_are_bounded_together() {
    let field = |find: &str| {
        format!("    {{ to = \"side\", from = \"side\", as = \"word\", find = '{find}' }},\n")
    };
    let with =
        |fields: &str| mistakes(&MAPPING.replace("field = [\n", &format!("field = [\n{fields}")));
    let large = with(&field(r"\w{200}N"));
    assert!(large.iter().any(|text| text.contains("size limit")), "{large:?}");
    let many: String = (0..200).map(|n| field(&format!(r"\w{{18}}{n}"))).collect();
    let many = with(&many);
    let told = "the patterns together take more than 201326592 bytes when compiled";
    assert_eq!(many.iter().filter(|text| text.as_str() == told).count(), 1, "{many:?}");
    let long = MAPPING.replace("with = ' '", &format!("with = '{}'", "x".repeat(1001)));
    assert_eq!(mistakes(&long), ["`with` has 1001 bytes; the limit is 1000"]);
    let title = format!("title = [{}]", vec!["\"title\""; 17].join(", "));
    assert_eq!(
        mistakes(&MAPPING.replace("title = \"title\"", &title)),
        ["the title has 17 parts; the limit is 16"]
    );
}
