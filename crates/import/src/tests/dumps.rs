//! Dumps of several files: records that are left out, joins, and lists and rules made from records.

use super::*;

/// Cards of several files, with a mapping that declares words unknown to the game.
fn import_declaring(mapping: &str, files: &[(&str, &str)]) -> Result<Imported, ImportMessage> {
    let mapping = Mapping::parse_declaring("import.toml", mapping, Vocabulary::default()).unwrap();
    let inputs: Vec<_> = files.iter().map(|(name, text)| ImportInput { name, text }).collect();
    import(&inputs, &mapping)
}

#[test]
fn records_are_left_out_by_conditions_and_counted() {
    let mapping = |conditions: &str| {
        format!(
            r#"
kind.value = "card"
join = [{{ name = "packs", file = "packs.json", key = "code", on = "pack" }}]
[records]
key = "id"
files = "cards.json"
{conditions}
"#
        )
    };
    let cards = r#"[{"id": "a", "pack": "p"}, {"id": "b", "pack": "q", "foe": 1}, {"id": "c", "pack": "r"}]"#;
    let files = [
        ("cards.json", cards),
        ("packs.json", r#"[{"code": "p", "kind": "main"}, {"code": "r", "kind": "draft"}]"#),
    ];
    let told = |conditions: &str| {
        let out = import_declaring(&mapping(conditions), &files).unwrap();
        let remarks: Vec<String> = out.remarks.iter().map(ToString::to_string).collect();
        ((out.cards, out.records, out.left_out), remarks)
    };
    assert_eq!(
        told(
            r#"unless = [{ from = "foe", match = "" }]
when = [{ from = "@packs.kind", match = "^main$" }]"#
        ),
        ((1, 3, 2), Vec::new()),
        "a record that is left out needs nothing of a join"
    );
    let (counts, remarks) = told(r#"unless = [{ from = "fo", match = "" }]"#);
    assert_eq!(counts, (3, 3, 0));
    assert!(remarks.iter().any(|text| text.starts_with("no record has `fo`")), "{remarks:?}");
    let nothing = mapping(r#"when = [{ from = "foe", match = "^2$" }]"#);
    assert_eq!(import_declaring(&nothing, &files).unwrap_err(), ImportMessage::AllLeftOut);
}

#[test]
fn a_join_begins_where_one_above_it_ends() {
    let mapping = |first: &str, second: &str| {
        format!(
            r#"
[records]
key = "id"
files = "cards.json"
[[join]]
{first}
[[join]]
{second}
[set]
from = "@printings.set_id"
name = "@sets.name"
[kind]
value = "card"
"#
        )
    };
    let printings = "name = 'printings'\nfile = 'printings.json'\nkey = 'card'\non = 'id'";
    let sets = "name = 'sets'\nfile = 'sets.json'\nkey = 'id'\non = '@printings.set_id'";
    let files = [
        ("cards.json", r#"[{"id": "a"}]"#),
        ("printings.json", r#"[{"card": "a", "set_id": "core"}]"#),
        ("sets.json", r#"[{"id": "core", "name": "Core Set"}]"#),
    ];
    let out = import_declaring(&mapping(printings, sets), &files).unwrap();
    assert!(out.remarks.is_empty(), "{:?}", out.remarks);
    assert_eq!(out.undeclared.sets["core"].name.as_deref(), Some("Core Set"));
    // A join with several places finds the records of any of them.
    let both = sets.replace("'@printings.set_id'", "['set', '@printings.set_id']");
    let files = [
        ("cards.json", r#"[{"id": "a", "set": "new"}]"#),
        files[1],
        ("sets.json", r#"[{"id": "core", "name": "Core Set"}, {"id": "new", "name": "New Set"}]"#),
    ];
    let mapping_of_both = mapping(printings, &both)
        .replace("from = \"@printings.set_id\"", "from = ['set', '@printings.set_id']");
    let out = import_declaring(&mapping_of_both, &files).unwrap();
    assert!(out.remarks.is_empty(), "{:?}", out.remarks);
    let names = out.undeclared.sets.values().map(|set| set.name.as_deref().unwrap_or_default());
    assert_eq!(names.collect::<Vec<_>>(), ["Core Set", "New Set"]);
    let below = mapping(sets, printings);
    let wrong = Mapping::parse_declaring("import.toml", &below, Vocabulary::default()).unwrap_err();
    let told = "`@printings.set_id` begins with an unknown word";
    assert_eq!(wrong.iter().map(|p| p.title(Lang::En)).collect::<Vec<_>>(), [told]);
}

#[test]
fn values_are_called_by_the_names_that_a_dump_has_for_them() {
    let mapping = r#"
records = { key = "id", files = "cards.json" }
join = [{ name = "factions", file = "factions.json", key = "code", on = "factions" }]
set = { from = "factions", name = "@factions.name" }
kind = { from = "type", name = "type_name" }
field = [{ to = "factions", from = "factions", as = "words", name = "@factions.name" }]
"#;
    let cards =
        r#"[{"id": "a", "type": "ice_op", "type_name": "Ice", "factions": ["hb", "jin", "new"]}]"#;
    let factions =
        r#"[{"code": "jin", "name": "Jinteki"}, {"code": "hb", "name": "Haas-Bioroid"}]"#;
    let files = [("cards.json", cards), ("factions.json", factions)];
    let found = import_declaring(mapping, &files).unwrap().undeclared;
    let names = found.attributes[0].values.iter().map(|(id, name)| (id.as_str(), name.as_str()));
    let expected = [("hb", "Haas-Bioroid"), ("jin", "Jinteki"), ("new", "new")];
    assert_eq!(names.collect::<Vec<_>>(), expected, "by its key, whatever the order of the file");
    assert_eq!(found.kinds["ice-op"], "Ice");
    assert_eq!(found.sets["jin"].name.as_deref(), Some("Jinteki"));
    let number = mapping.replace("as = \"words\"", "as = \"text\"");
    let wrong =
        Mapping::parse_declaring("import.toml", &number, Vocabulary::default()).unwrap_err();
    assert_eq!(wrong.len(), 1);
    assert!(wrong[0].title(Lang::En).starts_with("`name` is for words"));
}

const BAN_LISTS: &str = r#"
records = { key = "id", title = "name", files = "cards.json" }
join = [{ name = "pools", file = "pools.json", key = "id", on = "pool" }]
kind.value = "card"
[[list]]
file = "bans/*.json"
id = { from = "format", rewrite = [{ match = "$", with = "-banned" }] }
name = "name"
cards = "banned"
from = "day"
cite = "club: bans"
[[list]]
file = "bans/*.json"
list = "points.*"
id = { value = "points" }
cards = "@value"
number = "@key"
from = "@up.day"
[[list]]
file = "formats.json"
list = "*.snapshots"
id = { from = "@up.id" }
sets = "@pools.sets"
from = "day"
to = "last"
unless = [{ from = "pool", match = "^draft$" }]
"#;

const FIRST_BANS: &str =
    r#"{"format": "std", "name": "Bans 1", "day": "2024-01-01", "banned": ["b", "nobody"]}"#;
const SECOND_BANS: &str =
    r#"{"format": "std", "day": "2024-03-01T10:00", "points": {"2": ["a"], "3": ["Bea", "a"]}}"#;
const SNAPSHOTS: &str = r#"[{"id": "std", "snapshots": [{"pool": "small", "day": "2024-01-01"},
    {"pool": "large", "day": "2024-05-05", "last": "2024-06-01"}, {"pool": "draft", "day": "soon"}]},
    {"id": "old", "snapshots": [{"pool": "small", "day": "no day"}]}]"#;

#[test]
fn lists_of_cards_are_made_of_records_in_a_version_for_each_day() {
    let files = [
        ("cards.json", r#"[{"id": "a", "name": "Ash"}, {"id": "b", "name": "Bea"}]"#),
        (
            "pools.json",
            r#"[{"id": "small", "sets": ["9"]}, {"id": "large", "sets": ["1", "gone"]}]"#,
        ),
        ("bans/1.json", FIRST_BANS),
        ("bans/2.json", SECOND_BANS),
        ("formats.json", SNAPSHOTS),
    ];
    let mapping = Mapping::parse_declaring("import.toml", BAN_LISTS, vocabulary()).unwrap();
    let inputs = files.map(|(name, text)| ImportInput { name, text });
    let out = import(&inputs, &mapping).unwrap();
    let file = out.files.last().unwrap();
    insta::assert_snapshot!(file.text);
    assert_eq!((out.lists, out.cards, file.path.as_str()), (5, 2, "imported-rules.toml"));
    let remarks: Vec<String> = out.remarks.iter().map(ToString::to_string).collect();
    assert_eq!(remarks, ["left out of lists, because the game has no such set: 1 (`gone`)"]);
    let twice = "points: the mapping fills `a` twice; the first value is kept";
    let notes = out.notes.iter().map(|n| format!("{}: {}", n.card, n.message));
    assert_eq!(notes.collect::<Vec<_>>(), [twice]);
    assert_eq!(refused(&out).len(), 1, "{:?}", refused(&out));
    assert!(refused(&out)[0].contains("`from` is `no day`"), "{:?}", refused(&out));
    // The next dump adds a card to the ban list, and the summary names it.
    let newer = files.map(|(name, text)| (name, text.replace("\"nobody\"", "\"a\"")));
    let inputs = newer.each_ref().map(|(name, text)| ImportInput { name, text });
    let newer = import(&inputs, &mapping).unwrap();
    let summary = compare_files(&out.files, &newer.files).unwrap();
    assert_eq!(summary.card_counts(), [0; 3]);
    let lines = summary.lines(Lang::En);
    assert_eq!(lines[0], "~ list/std-banned@2024-01-01 Bans 1");
    assert!(lines.contains(&"    a: nothing -> true".to_owned()), "{lines:?}");
}

#[test]
fn a_list_has_the_filters_of_its_records_and_the_game_their_words() {
    let mapping = r#"
records = { key = "id", title = "name", files = "cards.json" }
kind.value = "card"
field = [{ to = "traits", from = "traits", as = "words" }]
[[list]]
file = "bans.json"
id = { value = "banned" }
cards = "cards"
filter = ["traits:{traits.banned}", "cost>={above}"]
from = "day"
"#;
    let files = [
        ("cards.json", r#"[{"id": "a", "name": "Ash", "traits": ["Tree"]}]"#),
        (
            "bans.json",
            r#"[{"day": "2024-01-01", "cards": ["a"], "traits": {"banned": ["Current", "Tree"]}},
                {"day": "2024-02-01", "cards": ["a"], "traits": {"banned": ["Current"]}, "above": 7},
                {"day": "2024-03-01", "cards": ["a"]}]"#,
        ),
    ];
    let out = import_declaring(mapping, &files).unwrap();
    let text = &out.files.last().unwrap().text;
    let filters = text.lines().filter(|line| line.starts_with("filter"));
    let expected = ["filter = \"traits:current|tree\"", "filter = \"traits:current or cost>=7\""];
    assert_eq!(filters.collect::<Vec<_>>(), expected, "{text}");
    let values =
        out.undeclared.attributes[0].values.iter().map(|(id, name)| (id.as_str(), name.as_str()));
    assert_eq!(values.collect::<Vec<_>>(), [("current", "Current"), ("tree", "Tree")]);
    let alone = mapping.replace("cards = \"cards\"\n", "");
    assert_eq!(import_declaring(&alone, &files).unwrap().lists, 3, "a filter is enough");
}

#[test]
fn lists_without_records_or_with_paths_that_lead_nowhere_are_told() {
    let files =
        [("cards.json", r#"[{"id": "a", "name": "Ash"}]"#), ("bans/1.json", "{\"format\": \"x\"}")];
    let start = BAN_LISTS.find("join = ").unwrap()..BAN_LISTS.find("kind.value").unwrap();
    let mapping = BAN_LISTS.replacen(&BAN_LISTS[start], "", 1).replace("@pools.sets", "sets");
    let out = import_declaring(&mapping, &files).unwrap();
    let remarks: Vec<String> = out.remarks.iter().map(ToString::to_string).collect();
    let told = [
        "no record has any of these, which the mapping names: `name`, `banned`, `day`",
        "a [[list]] of the mapping has no records: `bans/*.json`",
        "a [[list]] of the mapping has no records: `formats.json`",
    ];
    assert_eq!(remarks, told);
    let wrong = Mapping::parse_declaring(
        "import.toml",
        &mapping.replace("cards = \"banned\"\n", ""),
        Vocabulary::default(),
    );
    assert_eq!(wrong.unwrap_err().len(), 1);
}

#[test]
fn lists_of_objects_in_records_become_allowances_of_rules() {
    let mapping = r#"
records = { key = "id", title = "name" }
kind.value = "card"
[[rule]]
id = "options"
in = "hero"
zone = "deck"
each = "options"
cards = ["class:{class}", "level>={level.min}", "level<={level.max}", "traits:{trait}"]
up-to = "limit"
not = "not"
unless = [{ from = "odd", match = "" }]
cite = "cards: options"
"#;
    let cards = r#"[
        {"id": "a", "name": "Ash", "options": [
            {"class": ["Mystic", "Deep Sea"], "level": {"min": 0, "max": 5}, "name": "any"},
            {"not": true, "trait": ["Fire"]},
            {"level": {"max": 2}, "limit": 5},
            {"class": ["Guard"], "odd": 1},
            {"size": 30}
        ]},
        {"id": "b", "name": "Bea", "options": [{"class": ["Guard"]}]},
        {"id": "c", "name": "Cid", "options": [{"class": ["Guard"]}]},
        {"id": "d", "name": "Dov"}
    ]"#;
    let out = import_declaring(mapping, &[("cards.json", cards)]).unwrap();
    assert_eq!((out.rules, out.lists), (2, 0));
    insta::assert_snapshot!(out.files.last().unwrap().text);
    let open = mapping.replace("{class}", "{class");
    assert_eq!(mistakes(&open), ["`{class` is not a path"]);
    let told = "an object of `options` is left out, because it has no value for `cards` or `up-to` of its [[rule]]";
    assert_eq!(out.notes.iter().map(|n| n.message.to_string()).collect::<Vec<_>>(), [told]);
    let unmapped = ImportMessage::Unmapped {
        count: 2,
        fields: ["`options.name` (1)", "`options.size` (1)"].map(str::to_owned).into(),
    };
    assert_eq!(out.remarks, [unmapped]);
    let newer = cards.replacen(
        r#""Bea", "options": [{"class": ["Guard"]"#,
        r#""Bea", "options": [{"class": ["Mystic"]"#,
        1,
    );
    assert_ne!(newer, cards);
    let newer = import_declaring(mapping, &[("cards.json", &newer)]).unwrap();
    let summary = compare_files(&out.files, &newer.files).unwrap();
    assert_eq!((summary.card_counts(), summary.changed.len()), ([0; 3], 1));
    assert_eq!(summary.changed[0].id, "rule/b/options");
}

#[test]
fn values_of_records_become_conditions_of_rules() {
    let mapping = r#"
records = { key = "id", title = "name" }
kind.value = "card"
[[rule]]
id = "signatures"
in = "hero"
zone = "deck"
values = { from = "needs", split = ", ", keep = "^card:", rewrite = [{ match = "^card:", with = "" }, { match = ":", with = "|" }] }
require = "any(id:{@value})"
cite = "cards: needs"
text = { en = "What a hero brings.", fr = "Ce qu'un héros apporte." }
[[rule]]
id = "options"
in = "hero"
zone = "deck"
each = "options"
cards = ["class:{class}", "fixed:{fixed}"]
allowances = [{ cards = "level=0", up-to = "count(id:any)" }, { cards = "class:free" }, { cards = "class:odd", up-to = 2 }]
cite = "cards: options"
"#;
    let cards = r#"[
        {"id": "a", "name": "Ash", "needs": "size:30, card:07:Seven Up, card:08", "options": [{"class": "Guard", "fixed": false}, {"fixed": true}]},
        {"id": "b", "name": "Bea", "needs": "size:30"}
    ]"#;
    let out = import_declaring(mapping, &[("cards.json", cards)]).unwrap();
    assert_eq!(out.rules, 2);
    insta::assert_snapshot!(out.files.last().unwrap().text);
    let lacking = mapping.replace("require = ", "# ");
    assert_eq!(mistakes(&lacking), ["a rule needs `require`"]);
    let lacking = mapping.replace("each = ", "# ");
    assert_eq!(mistakes(&lacking), ["a rule needs `each`"]);
}

#[test]
fn tables_of_one_id_make_one_rule_of_objects_of_several_kinds() {
    let mapping = r#"
[records]
key = "id"
title = "name"
[kind]
value = "card"
[[field]]
to = "traits"
from = "traits"
as = "words"
[[rule]]
id = "options"
in = "hero"
zone = "deck"
each = "options"
cards = ["traits:{trait}", "level<={level}"]
not = "not"
unless = [{ from = "classes", match = "" }, { from = "one.id", match = "" }]
allowances = [{ cards = "-has:level" }]
[[rule]]
id = "options"
in = "hero"
zone = "deck"
each = "options"
cards = ["class:$class"]
up-to = "{limit} * [class = {classes}]"
when = [{ from = "classes", match = "" }]
[[rule]]
id = "options"
in = "hero"
zone = "deck"
each = "options.one"
cards = ["traits:{trait}"]
up-to = "count() * [choice = {id}]"
"#;
    let cards = r#"[{"id": "a", "name": "Ash", "traits": ["Deep Sea"], "options": [
        {"level": 2},
        {"not": true, "trait": ["deep sea", "Fire"]},
        {"classes": ["Guard", "Rogue"], "limit": 5},
        {"classes": ["Seeker"]},
        {"one": [{"id": "Both", "trait": ["fire", "Ice"]}, {"id": "Ice", "trait": ["Ice"]}]}
    ]}]"#;
    let out = import_declaring(mapping, &[("cards.json", cards)]).unwrap();
    assert_eq!(out.rules, 1);
    insta::assert_snapshot!(out.files.last().unwrap().text);
    // Without its limit the measure would allow all cards of the class.
    let told = "an object of `options` is left out, because it has no value for `cards` or `up-to` of its [[rule]]";
    assert_eq!(out.notes.iter().map(|n| n.message.to_string()).collect::<Vec<_>>(), [told]);
    // Words that only occur in rules are values of their field, with the printed form of cards if
    // there is one.
    let traits = &out.undeclared.attributes[0];
    let values = traits.values.iter().map(|(id, name)| (id.as_str(), name.as_str()));
    let expected = [("deep-sea", "Deep Sea"), ("fire", "Fire"), ("ice", "Ice")];
    assert_eq!((traits.id.as_str(), values.collect::<Vec<_>>()), ("traits", expected.to_vec()));
}
