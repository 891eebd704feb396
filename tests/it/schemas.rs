//! The schemas, asked of a validator that is not ours: every document that a test makes the program
//! print has to satisfy its schema and to hold nothing that the schema does not name; every TOML
//! file of the repository satisfies its own; broken ones do not.

use crate::common::{Sleeve, sleeve, write_file};
use jsonschema::Validator;
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::OnceLock,
};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn schema(name: &str) -> Value {
    let path = root().join(format!("schemas/{name}.json"));
    let text = std::fs::read_to_string(&path).expect("a schema can be read");
    serde_json::from_str(&text).expect("a schema is JSON")
}

fn names() -> Vec<String> {
    let files = std::fs::read_dir(root().join("schemas")).expect("there are schemas");
    let stem = |path: PathBuf| Some(path.file_stem()?.to_string_lossy().into_owned());
    let mut names: Vec<String> = files.filter_map(|file| stem(file.ok()?.path())).collect();
    names.sort();
    names
}

fn validator(schema: &Value) -> Validator {
    assert!(jsonschema::meta::is_valid(schema), "not a schema: {schema}");
    jsonschema::validator_for(schema).expect("a schema can be used")
}

/// Where objects of several shapes share fields, the shapes themselves are not closed: their names.
fn shared(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            if map.contains_key("properties") {
                let forms = ["anyOf", "oneOf", "allOf"]
                    .iter()
                    .filter_map(|k| map.get(*k)?.as_array());
                let refs = forms
                    .flatten()
                    .filter_map(|form| form.get("$ref")?.as_str());
                found.extend(refs.map(str::to_owned));
            }
            map.values().for_each(|inner| shared(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|inner| shared(inner, found)),
        _ => {}
    }
}

/// Lets no object hold what the schema does not name.
fn closed(value: &mut Value, path: &str, open: &BTreeSet<String>, is_form: bool) {
    let Value::Object(map) = value else { return };
    let has_fields = map.contains_key("properties");
    if has_fields && !is_form && !open.contains(path) && !map.contains_key("additionalProperties") {
        map.insert("unevaluatedProperties".to_owned(), json!(false));
    }
    for (key, inner) in map.iter_mut() {
        match inner {
            Value::Object(inner) if ["properties", "$defs"].contains(&key.as_str()) => {
                for (name, field) in inner.iter_mut() {
                    closed(field, &format!("{path}/{key}/{name}"), open, false);
                }
            }
            Value::Array(forms) => {
                for form in forms {
                    closed(form, &format!("{path}/{key}"), open, has_fields);
                }
            }
            other => closed(other, &format!("{path}/{key}"), open, false),
        }
    }
}

fn strict(name: &str) -> Validator {
    let mut schema = schema(name);
    let mut open = BTreeSet::new();
    shared(&schema, &mut open);
    closed(&mut schema, "#", &open, false);
    validator(&schema)
}

/// The forms that a document may say it has.
fn forms(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut all = vec![schema];
    let defined = schema.get("$defs").and_then(Value::as_object);
    if schema.get("properties").is_none() {
        all.extend(defined.into_iter().flat_map(Map::values));
    }
    for one in all {
        let form = one.pointer("/properties/schema");
        let words = form.and_then(|form| form.get("const").or_else(|| form.pointer("/enum/0")));
        found.extend(words.and_then(Value::as_str).map(str::to_owned));
    }
    found
}

/// The strict schema of each form.
fn by_form() -> &'static BTreeMap<String, Validator> {
    static ALL: OnceLock<BTreeMap<String, Validator>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = BTreeMap::new();
        for name in names() {
            for form in forms(&schema(&name)) {
                all.insert(form, strict(&name));
            }
        }
        all
    })
}

fn holds(validator: &Validator, value: &Value, what: &str) {
    let mistakes: Vec<String> = validator
        .iter_errors(value)
        .take(5)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(mistakes.is_empty(), "{what} is not what its schema says: {mistakes:#?}");
}

/// What a run of the program printed has to satisfy its schema, if it is a document.
pub fn verify(args: &[&str], out: &str) {
    static ROW: OnceLock<Validator> = OnceLock::new();
    let what = || args.join(" ");
    if args.first() == Some(&"check") && args.iter().any(|arg| arg.ends_with("ndjson")) {
        for line in out.lines() {
            let row = serde_json::from_str(line).expect("a row is JSON");
            holds(ROW.get_or_init(|| strict("check-row")), &row, &what());
        }
    }
    if !out.starts_with('{') || !args.iter().any(|arg| arg.ends_with("json")) {
        return;
    }
    let Ok(document) = serde_json::from_str::<Value>(out) else { return };
    let Some(form) = document.get("schema").and_then(Value::as_str) else { return };
    let validator = by_form()
        .get(form)
        .unwrap_or_else(|| panic!("`{form}` has no schema"));
    holds(validator, &document, &what());
}

/// A TOML file that the program wrote has to satisfy its schema.
pub fn verify_file(of: &str, text: &str) {
    let value = as_json(text).unwrap_or_else(|| panic!("{text} is no TOML"));
    holds(&validator(&schema(of)), &value, of);
}

#[test]
fn the_program_prints_the_schemas_of_the_repository() {
    let listed = sleeve(&["schema"]);
    assert_eq!(listed.status, 0);
    for name in names() {
        let printed = sleeve(&["schema", &name]);
        assert_eq!((printed.status, printed.err.as_str()), (0, ""), "{name}");
        let there = std::fs::read_to_string(root().join(format!("schemas/{name}.json"))).unwrap();
        assert_eq!(printed.out, there, "{name}");
        assert!(listed.out.contains(&format!("\n  {name} ")), "{name} is not listed");
        validator(&schema(&name));
    }
    insta::assert_snapshot!("list_en", sleeve(&["schema", "--lang", "en"]));
    insta::assert_snapshot!("list_fr", sleeve(&["schema", "--lang", "fr"]));
    insta::assert_snapshot!(sleeve(&["schema", "dekc", "--lang", "en"]), @"
    status: 2
    --- err
    error: invalid value 'dekc' for '[NAME]'
      [possible values: check, check-row, event-check, match, cards, stats, stats-wide, stats-usage, diff, odds, odds-decks, draw, rules, fix, build, build-decks, lint, seal, deck-json, error, deck, event, event-lock, project, game, data, import, ask-build, ask-cards, ask-check, ask-convert, ask-diff, ask-draw, ask-fix, ask-lint, ask-match, ask-odds, ask-report, ask-rules, ask-seal, ask-sheet, ask-show, ask-stats]

      tip: a similar value exists: 'deck'

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(sleeve(&["schema", "dekc", "--lang", "fr"]), @"
    status: 2
    --- err
    erreur : valeur « dekc » impossible pour « [NOM] »
      [valeurs possibles : check, check-row, event-check, match, cards, stats, stats-wide, stats-usage, diff, odds, odds-decks, draw, rules, fix, build, build-decks, lint, seal, deck-json, error, deck, event, event-lock, project, game, data, import, ask-build, ask-cards, ask-check, ask-convert, ask-diff, ask-draw, ask-fix, ask-lint, ask-match, ask-odds, ask-report, ask-rules, ask-seal, ask-sheet, ask-show, ask-stats]

      conseil : il existe un nom voisin (valeur) : « deck »

    Pour en savoir plus, essayez `--help`.
    ");
}

#[test]
fn every_form_of_document_has_its_schema() {
    let known: Vec<&str> = by_form().keys().map(String::as_str).collect();
    insta::assert_snapshot!(known.join("\n"), @"
    sleeve/build-decks/1
    sleeve/build/1
    sleeve/cards/1
    sleeve/check/2
    sleeve/diff/1
    sleeve/draw/1
    sleeve/error/1
    sleeve/event/1
    sleeve/fix/1
    sleeve/lint/1
    sleeve/match/2
    sleeve/odds-decks/1
    sleeve/odds/1
    sleeve/rules/1
    sleeve/seal/1
    sleeve/stats-usage/1
    sleeve/stats-wide/1
    sleeve/stats/1
    ");
}

#[test]
fn documents_that_are_changed_do_not_satisfy_their_schemas() {
    let out = sleeve(&["check", "decks/starfighter", "-o", "json"]).out;
    let document: Value = serde_json::from_str(&out).unwrap();
    let validator = strict("check");
    assert!(validator.is_valid(&document));
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 6] = [
        ("another form", |d| d["schema"] = json!("sleeve/check/1")),
        ("another verdict", |d| d["decks"][0]["verdict"] = json!("fine")),
        ("a number as a text", |d| d["summary"]["decks"] = json!("5")),
        ("a field too many", |d| d["decks"][0]["colour"] = json!("red")),
        ("a field too many deep within", |d| d["program"]["built"] = json!("today")),
        ("a field too few", |d| {
            d.as_object_mut().unwrap().remove("decks");
        }),
    ];
    for (what, change) in changes {
        let mut changed = document.clone();
        change(&mut changed);
        assert!(!validator.is_valid(&changed), "{what}");
    }
}

fn tomls(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder can be read") {
        let path = entry.expect("its entries can be read").path();
        if path.is_dir() {
            tomls(&path, found);
        } else if path.extension().is_some_and(|e| e == "toml") {
            found.push(path);
        }
    }
}

/// The schema of a file of ours, by its place and name.
fn schema_of(path: &str) -> &'static str {
    match path.rsplit('/').next().unwrap_or_default() {
        "sleeve.toml" => "project",
        "game.toml" => "game",
        "import.toml" => "import",
        "event.toml" => "event",
        _ if path.starts_with("docs/examples/decks/") => "deck",
        _ if path.starts_with("cards/") || path.starts_with("tests/league/rules/") => "data",
        _ if path.starts_with("tests/lint/") || path.starts_with("docs/examples/") => "data",
        _ => "deck",
    }
}

fn as_json(text: &str) -> Option<Value> {
    let table: toml::Table = text.parse().ok()?;
    Some(json_of(toml::Value::Table(table)))
}

fn json_of(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => json!(text),
        toml::Value::Integer(number) => json!(number),
        toml::Value::Float(number) => json!(number),
        toml::Value::Boolean(flag) => json!(flag),
        toml::Value::Datetime(day) => json!(day.to_string()),
        toml::Value::Array(items) => Value::Array(items.into_iter().map(json_of).collect()),
        toml::Value::Table(table) => Value::Object(
            table
                .into_iter()
                .map(|(key, value)| (key, json_of(value)))
                .collect(),
        ),
    }
}

#[test]
fn every_toml_file_of_the_repository_satisfies_its_schema() {
    let mut paths = Vec::new();
    for folder in ["cards", "decks", "docs/examples", "tests/pairs", "tests/league"] {
        tomls(&root().join(folder), &mut paths);
    }
    let mut validators: BTreeMap<&str, Validator> = BTreeMap::new();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for path in paths {
        let name = path
            .strip_prefix(root())
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        let of = schema_of(&name);
        let text = std::fs::read_to_string(&path).unwrap();
        let value = as_json(&text).unwrap_or_else(|| panic!("{name} is no TOML"));
        let validator = validators
            .entry(of)
            .or_insert_with(|| validator(&schema(of)));
        holds(validator, &value, &name);
        *seen.entry(of).or_default() += 1;
    }
    let kinds: Vec<&str> = seen.keys().copied().collect();
    assert_eq!(kinds, ["data", "deck", "game", "import", "project"], "{seen:?}");
}

#[test]
fn questions_satisfy_their_schemas_and_have_no_other_fields() {
    let asked = validator(&schema("ask-odds"));
    let question =
        json!({"pile": "a=4,b=56", "draw": 7, "conditions": ["count(a) >= 1"], "at_least": 0.4});
    assert!(asked.is_valid(&question));
    for (field, value) in [("trials", json!(1000)), ("turn", json!("soon")), ("digits", json!(-1))]
    {
        let mut wrong = question.clone();
        wrong[field] = value;
        assert!(!asked.is_valid(&wrong), "{field}");
    }
}

#[test]
fn starters_that_the_program_writes_satisfy_their_schemas() {
    for format in ["starfighter/guerre-totale", "battleship-galaxies/fleet", "star-realms/duel"] {
        let deck = sleeve(&["new", format]).out;
        let value = as_json(&deck).expect("a starter is TOML");
        holds(&validator(&schema("deck")), &value, format);
    }
    let config = sleeve(&["new", "--config"]).out;
    holds(&validator(&schema("project")), &as_json(&config).unwrap(), "new --config");
    let overlay = sleeve(&["cards", "--game", "starfighter", "--missing", "-o", "toml"]).out;
    holds(&validator(&schema("data")), &as_json(&overlay).unwrap(), "cards --missing");
    let built = Sleeve::new().run(&["build", "starfighter/guerre-totale"]);
    let value = as_json(&built.out).unwrap_or_else(|| panic!("a built deck is TOML: {built}"));
    holds(&validator(&schema("deck")), &value, "build");
}

/// Files that the readers refuse for their shape, and their schemas refuse too.
const BROKEN: &[(&str, &str)] = &[
    ("deck", "gmae = \"g\"\n[zones]\n"),
    ("deck", "game = \"g\"\n"),
    ("deck", "game = 1\n[zones]\n"),
    ("deck", "[zones]\ndeck = [\"A\", 2]\n"),
    ("deck", "[zones.deck]\nA = \"2\"\n"),
    ("deck", "[parameters]\nbudget = true\n[zones]\n"),
    ("event", "name = \"Cup\"\nformat = \"a/b\"\n"),
    ("event", "name = \"Cup\"\nformat = \"a/b\"\ndecks = \"d\"\nround = []\n"),
    ("event", "name = 3\nformat = \"a/b\"\ndecks = \"d\"\n"),
    (
        "event-lock",
        "lock = \"sleeve/lock/9\"\nevent = \"Cup\"\nformat = \"starfighter/guerre-totale\"\n",
    ),
    ("event-lock", "lock = \"sleeve/lock/1\"\nformat = \"starfighter/guerre-totale\"\n"),
    (
        "event-lock",
        "lock = \"sleeve/lock/1\"\nevent = \"Cup\"\nformat = \"starfighter/guerre-totale\"\ndeck = 3\n",
    ),
    (
        "event-lock",
        "lock = \"sleeve/lock/1\"\nevent = \"Cup\"\nformat = \"starfighter/guerre-totale\"\n[[deck]]\nplayer = \"Anna\"\n",
    ),
    (
        "event-lock",
        "lock = \"sleeve/lock/1\"\nevent = \"Cup\"\nformat = \"starfighter/guerre-totale\"\nlocked = true\n",
    ),
    ("project", "gmae = \"g\"\n"),
    ("project", "[cards]\noverlay = []\n"),
    ("project", "[levels]\ndeck-size = \"error\"\n"),
    ("project", "[[assert]]\nid = \"a\"\nrequire = 1\n"),
    ("project", "[[assert]]\nid = \"a\"\ndecks = \"*.toml\"\n"),
    ("data", "[[format]]\nname = \"no id\"\n"),
    ("data", "[[format]]\nid = \"f\"\nzone.deck = \"a\"\n"),
    ("data", "[[format]]\nid = \"f\"\n[[format.rule]]\nid = \"r\"\nlevel = \"warn\"\n"),
    ("data", "[[format]]\nid = \"f\"\n[format.opening]\nfrom = \"deck\"\n"),
    (
        "data",
        "[[format]]\nid = \"f\"\n[format.opening]\nfrom = \"d\"\ndraw = 7\nmulligan = { kind = \"paris\" }\n",
    ),
    ("data", "[[list]]\nid = \"l\"\nfrom = \"yesterday\"\n"),
    ("data", "[[card]]\nid = 3\n"),
    ("data", "[[card]]\nid = \"a\"\neffects = [{ amount = 2 }]\n"),
    ("data", "[[crad]]\nid = \"a\"\n"),
    ("game", "id = \"g\"\nname = \"G\"\ncolour = \"red\"\n"),
    ("game", "[attributes.a]\ntype = \"colour\"\n"),
    ("game", "[sets.a]\nreleased = \"soon\"\n"),
    ("game", "[effects.a]\namount = \"yes\"\n"),
];

#[test]
fn broken_files_satisfy_neither_their_schema_nor_their_reader() {
    for (at, (of, text)) in BROKEN.iter().enumerate() {
        let value = as_json(text).unwrap_or_else(|| panic!("{text} is no TOML"));
        assert!(!validator(&schema(of)).is_valid(&value), "the schema takes {text}");
        let folder = crate::common::scratch(&format!("schemas-broken-{at}"));
        let deck = "game = \"g\"\nformat = \"f\"\n[zones]\n";
        let ran = match *of {
            "deck" => {
                write_file(&folder, "deck.toml", text);
                Sleeve::new().folder(&folder).run(&["check", "deck.toml"])
            }
            "event" => {
                write_file(&folder, "event.toml", text);
                Sleeve::new()
                    .folder(&folder)
                    .run(&["check", "--event", "event.toml"])
            }
            "event-lock" => {
                std::fs::create_dir(folder.join("d")).unwrap();
                let event =
                    "name = \"Cup\"\nformat = \"starfighter/guerre-totale\"\ndecks = \"d\"\n";
                write_file(&folder, "event.toml", event);
                write_file(&folder, "event.lock", text);
                let ran = Sleeve::new()
                    .folder(&folder)
                    .run(&["check", "--event", "event.toml"]);
                ran.assert_err("event.lock:");
                ran
            }
            "project" => {
                write_file(&folder, "sleeve.toml", text);
                write_file(&folder, "deck.toml", deck);
                Sleeve::new().folder(&folder).run(&["lint", "."])
            }
            file => {
                let game = folder.join("g");
                std::fs::create_dir_all(&game).unwrap();
                let head =
                    "id = \"g\"\nname = \"G\"\n[kinds.k]\n[triggers.t]\n[sources.s]\n[boxes.b]\n";
                let name = if file == "game" { "game.toml" } else { "data.toml" };
                write_file(&game, "game.toml", head);
                write_file(&game, name, text);
                Sleeve::new().folder(&folder).run(&["lint", "."])
            }
        };
        assert_ne!(ran.status, 0, "the reader takes {text}\n{ran}");
    }
}
