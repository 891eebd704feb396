//! Properties and limits of imports. The scenarios are in `tests/console/import-*.trycmd`.

use proptest::prelude::*;
use sleeve::{
    catalog::source,
    import::{
        ImportInput, Imported, Mapping, UndeclaredAttribute, UndeclaredSet, UndeclaredVocabulary,
        Vocabulary, compare_files, declare_words, import,
    },
    model::{Catalog, Date, Lang},
    problem::Message as _,
};

fn import_open(mapping: &str, records: &str) -> Imported {
    let mapping = Mapping::parse_declaring("import.toml", mapping, Vocabulary::default()).unwrap();
    import(&[ImportInput { name: "cards.json", text: records }], &mapping).unwrap()
}

fn mistakes(mapping: &str) -> Vec<String> {
    let problems = Mapping::parse_declaring("import.toml", mapping, Vocabulary::default());
    problems
        .unwrap_err()
        .iter()
        .map(|problem| problem.message.to_string())
        .collect()
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

/// A game that declares nothing yet.
const GAME: &str =
    "id = \"g\"\nname = \"G\"\nreaders = [\"toml\"]\n\n[sources.rulebook]\nname = \"Rulebook\"\n";

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
    (text(), text(), text(), text(), cost, traits, text()).prop_map(|(name, kind, set, set_name, cost, traits, note)| {
        serde_json::json!({
            "name": name, "type": kind, "set": set, "set-name": set_name, "cost": cost, "traits": traits, "note": note,
        })
    })
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
            prop_assert!(!file.text.contains(|c: char| c.is_control() && c != '\n'), "{:?}", file.text);
            prop_assert!(!file.text.contains("##["), "{:?}", file.text);
        }
        prop_assert_eq!(cards, first.cards);
        // With the collected words, the game declares everything.
        let declared = declare_words("game.toml", GAME, &first.undeclared).unwrap();
        let files = vec![("game.toml".into(), declared.text.clone().into_bytes())];
        let layers = source::read_layers_from_bytes("g".as_ref(), files, &[]).unwrap();
        let applied = source::apply_layer(Catalog::default(), &layers[0]);
        prop_assert!(applied.errors.is_empty(), "{:?}", applied.errors);
        let second = import(&input, &mapping(Vocabulary::from_game(&applied.catalog.game))).unwrap();
        prop_assert!(second.undeclared.is_empty(), "{:?}", second.undeclared);
        prop_assert!(compare_files(&first.files, &second.files).unwrap().is_empty());
        let again = declare_words("game.toml", &declared.text, &second.undeclared).unwrap();
        prop_assert_eq!(again.text, declared.text);
    }
}

#[test]
fn what_a_mapping_calls_its_fields_and_how_often_leaves_a_file_that_can_be_read() {
    let odd = OPEN
        .replace("to = \"note\"", "to = \"cost\"")
        .replace("to = \"traits\"", "to = \"i]]> \\\"x\"");
    let provenance = format!("provenance = {{ default = \"x\", \"back;a\" = \"y\" }}\n{odd}");
    let made = import_open(
        &provenance,
        r#"{"a": {"name": "A", "cost": 1, "traits": ["b"], "note": "2"}}"#,
    );
    let file: toml::Table = made.files[0].text.parse().unwrap();
    assert!(file["card"][0]["i]]> \"x"].is_array(), "{file:?}");
    assert!(file["file"]["provenance"]["back;a"].is_str(), "{file:?}");
    let told: Vec<_> = made
        .notes
        .iter()
        .map(|note| note.message.title(Lang::En))
        .collect();
    assert!(
        told.contains(&"the mapping fills `cost` twice; the first value is kept".to_owned()),
        "{told:?}"
    );
}

/// Each step doubles a title: thirty of them would turn two letters into a gigabyte.
#[test]
fn substitutions_that_make_a_text_grow_without_end_refuse_the_record() {
    let doubling = vec!["{ match = 'a', with = 'aa' }"; 40].join(", ");
    let out = import_open(
        &format!("name = [{doubling}]\n{OPEN}"),
        r#"{"1": {"name": "Bore"}, "2": {"name": "aA"}}"#,
    );
    assert_eq!((out.cards, out.refused_count), (1, 1));
    let why = "the mapping's substitution for `a` makes a text longer than 65536 bytes";
    assert!(out.refused[0].why.to_string().contains(why), "{:?}", out.refused);
}

#[test]
fn patterns_replacements_and_titles_are_bounded_together() {
    let field = |find: &str| {
        format!("    {{ to = \"side\", from = \"side\", as = \"word\", find = '{find}' }},\n")
    };
    let with =
        |fields: &str| mistakes(&OPEN.replace("field = [\n", &format!("field = [\n{fields}")));
    let large = with(&field(r"\w{200}N"));
    assert!(large.iter().any(|text| text.contains("size limit")), "{large:?}");
    let many: String = (0..200).map(|n| field(&format!(r"\w{{18}}{n}"))).collect();
    let many = with(&many);
    let told = "the patterns together take more than 201326592 bytes when compiled";
    assert_eq!(many.iter().filter(|text| text.as_str() == told).count(), 1, "{many:?}");
    let long = format!("name = [{{ match = 'a', with = '{}' }}]\n{OPEN}", "x".repeat(1001));
    assert_eq!(mistakes(&long), ["`with` has 1001 bytes; the limit is 1000"]);
    let title = format!("title = [{}]", vec!["\"title\""; 17].join(", "));
    let long = mistakes(&OPEN.replace("title = \"name\"", &title));
    assert_eq!(long, ["the title has 17 parts; the limit is 16"]);
}

#[test]
fn words_of_records_become_kebab_case_without_accents_or_apostrophes() {
    for (word, id) in [
        ("Admiral's Order", "admirals-order"),
        ("Rebel (starship)", "rebel-starship"),
        ("Teräs Käsi", "teras-kasi"),
        ("Æther Œuvre, ÉTÉ", "aether-oeuvre-ete"),
    ] {
        let made =
            import_open(OPEN, &serde_json::json!({"a": {"name": "A", "type": word}}).to_string());
        assert_eq!(made.undeclared.kinds.keys().collect::<Vec<_>>(), [id]);
    }
}

#[test]
fn keys_that_stand_twice_depths_and_cuts_are_refused() {
    let mapping = Mapping::parse_declaring("import.toml", OPEN, Vocabulary::default()).unwrap();
    for (text, told) in [
        (
            "{\"a\": 1,\n \"a\": 2}".to_owned(),
            "the key `a` is twice in one object, at line 2, column 4",
        ),
        ("[".repeat(100_000), "recursion limit"),
        ("[{\"a\": ".to_owned(), "line 1 column 7"),
        ("{} {}".to_owned(), "trailing characters"),
    ] {
        let error =
            import(&[ImportInput { name: "cards.json", text: &text }], &mapping).unwrap_err();
        assert!(error.title(Lang::En).contains(told), "{}", error.title(Lang::En));
    }
}

#[test]
fn words_are_added_to_a_game_and_what_stands_there_stays() {
    let words = |list: &[(&str, &str)]| {
        list.iter()
            .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
            .collect()
    };
    let attribute = |id: &str, kind, is_declared, values| UndeclaredAttribute {
        id: id.to_owned(),
        kind,
        counts: false,
        is_declared,
        kinds: Vec::new(),
        values: words(values),
    };
    let set = |id: &str, code: &str, day| {
        let released = Date::parse(day);
        (id.to_owned(), UndeclaredSet { code: code.to_owned(), name: None, released })
    };
    let factions = &[("dark-blue", "Dark Blue"), ("green", "Green")];
    let found = UndeclaredVocabulary {
        kinds: words(&[("event", "Event")]),
        attributes: vec![
            attribute("faction", "enum", true, factions),
            attribute("cost", "integer", false, &[]),
        ],
        effects: vec![("draw-card".to_owned(), true)],
        sets: [
            set("old", "OLD", "2019-05-01"),
            set("new", "new", "2021-05-01"),
            set("promo", "promo", ""),
        ]
        .into(),
    };
    let text = std::fs::read_to_string("tests/import/before.toml").unwrap();
    let declared = declare_words("game.toml", &text, &found).unwrap();
    assert_eq!(declared.text, std::fs::read_to_string("tests/import/after.toml").unwrap());
    let tables: Vec<&str> = declared
        .additions
        .iter()
        .map(|added| added.table.as_str())
        .collect();
    let all = "kinds.event attributes.faction attributes.cost effects.draw-card sets.old sets.new sets.promo";
    assert_eq!(tables.join(" "), all);
    let nothing =
        declare_words("game.toml", &declared.text, &UndeclaredVocabulary::default()).unwrap();
    assert_eq!((nothing.text, nothing.additions), (declared.text, Vec::new()));
    let error = declare_words("game.toml", "effects = 3\n", &found).unwrap_err();
    assert_eq!(error.to_string(), "game.toml: the vocabulary cannot be written there: `effects`");
    assert!(declare_words("game.toml", "effects = ", &found).is_err());
}
