use super::*;
use sleeve_data::model::{Lang, Level, Number};
use std::path::Path;
use std::sync::Arc;

fn read(text: &str) -> Result<Config, ConfigError> {
    Config::parse("sleeve.toml", Path::new("/club"), text)
}

fn mistakes(text: &str) -> String {
    let error = read(text).expect_err("the file has mistakes");
    let line = |p: &ConfigProblem| {
        let span = p.span().cloned().unwrap_or_default();
        let (title, help) = (p.title(Lang::En), p.help(Lang::En));
        format!("`{}`: {title}; {help}", &error.text[span]).trim_end().to_owned()
    };
    error.problems.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_key_is_read() {
    let config = read(
        r#"
game = "swccg"
format = "rulebook"

[cards]
overlays = ["club", "house/rules.toml"]

[levels]
deck-size = "warn"
"swccg/rulebook/one-side" = "allow"

[[assert]]
id = "destiny"
require = "avg(destiny) >= 2.5"
zone = "deck"
decks = ["dark/*.toml"]
game = "swccg"
format = "rulebook"
text = { en = "Low destiny loses battles.", fr = "Trop bas." }
level = "warn"

[[assert]]
id = "assert-locations"
opening = "count(kind:location) >= 1"
at-least = 0.9
"#,
    )
    .unwrap();
    assert_eq!(config.game.as_ref().map(|g| g.value.as_str()), Some("swccg"));
    let overlays: Vec<_> = config.overlay_paths().collect();
    assert_eq!(overlays, [Path::new("/club/club"), Path::new("/club/house/rules.toml")]);
    let levels: Vec<_> = config.levels_for(|g| g == "swccg", |f| f == "rulebook").collect();
    assert_eq!(levels, [("deck-size", Some(Level::Warning)), ("one-side", None)]);
    let elsewhere: Vec<_> = config.levels_for(|g| g == "swccg", |_| false).collect();
    assert_eq!(elsewhere, [("deck-size", Some(Level::Warning))]);
    let [destiny, locations] = config.assertions.as_slice() else { panic!("two assertions") };
    assert_eq!((destiny.id.as_str(), destiny.level), ("assert-destiny", Some(Level::Warning)));
    assert_eq!(destiny.text.get(Lang::Fr), "Trop bas.");
    assert!(destiny.concerns(&config, Path::new("/club/dark/one.toml")));
    assert!(!destiny.concerns(&config, Path::new("/club/light/one.toml")));
    assert_eq!((locations.id.as_str(), locations.level), ("assert-locations", Some(Level::Error)));
    let AssertionBody::Opening { condition, at_least } = &locations.body else { panic!("odds") };
    assert_eq!(
        (condition.text.as_str(), *at_least),
        ("count(kind:location) >= 1", Number::parse("0.9").unwrap())
    );
    assert_eq!(&config.text[condition.place(0..5)], "count");
}

#[test]
fn the_most_exact_level_wins() {
    let config =
        read("[levels]\n\"g/f/a\" = \"deny\"\na = \"allow\"\n\"f/a\" = \"warn\"\n").unwrap();
    let last = |game: &str, format: &str| {
        config.levels_for(|g| g == game, |f| f == format).last().map(|(_, level)| level)
    };
    assert_eq!(last("g", "f"), Some(Some(Level::Error)));
    assert_eq!(last("h", "f"), Some(Some(Level::Warning)));
    assert_eq!(last("g", "x"), Some(None));
}

#[test]
fn unknown_keys_are_findings_with_the_nearest_key() {
    let config = read(
        "games = \"x\"\n[card]\n[[assert]]\nid = \"a\"\nrequire = \"count() > 1\"\nlevle = \"warn\"\nwho = 1\n",
    );
    let keys = config.unwrap().unknown_keys;
    let said: Vec<_> = keys.iter().map(|p| p.title(Lang::En) + ": " + &p.help(Lang::En)).collect();
    insta::assert_snapshot!(said.join("\n"), @"
    unknown key `games` in sleeve.toml: did you mean `game`?
    unknown key `card` in sleeve.toml: did you mean `cards`?
    unknown key `levle` in an assertion: did you mean `level`?
    unknown key `who` in an assertion: use `id`, `require`, `opening`, `at-least`, `zone`, `decks`, `game`, `format`, `text` or `level`
    ");
}

#[test]
fn every_mistake_is_said_at_once() {
    insta::assert_snapshot!(mistakes(r#"
game = 3
[cards]
overlays = "club"
[levels]
deck-size = "error"
[[assert]]
id = "Destiny Average"
require = "count() > 1"
[[assert]]
id = "a"
[[assert]]
require = "count() > 1"
[[assert]]
id = "b"
require = "count() > 1"
at-least = 0.5
[[assert]]
id = "c"
opening = "count() > 1"
[[assert]]
id = "d"
opening = "count() > 1"
at-least = 90
[[assert]]
id = "e"
opening = "count() > 1"
require = "count() > 1"
at-least = 0.9
[[assert]]
id = "f"
require = "count() > 1"
decks = ["ok", "a["]
[[assert]]
id = "g"
require = "count() > 1"
[[assert]]
id = "assert-g"
require = "count() > 1"
"#), @r#"
    `3`: `game` has to be a text in quotes, not `3`;
    `"club"`: `overlays` has to be a list of texts in brackets, not a text;
    `"error"`: `error` is not a level; write "allow", "warn" or "deny"
    `"Destiny Average"`: `Destiny Average` is not a valid assertion id; use lower-case letters, digits and hyphens, such as `average-destiny`
    `[[assert]]`: an assertion needs exactly one of `require`, `opening`;
    `[[assert]]`: an assertion needs `id`;
    `0.5`: `at-least` also needs `opening`;
    `"count() > 1"`: `opening` also needs `at-least`;
    `90`: `90` is not a probability; write a number from 0 to 1, such as 0.9
    `"count() > 1"`: an assertion needs exactly one of `require`, `opening`;
    `"a["`: the pattern `a[` has a mistake: unclosed character class; missing ']';
    `"assert-g"`: there is already an assertion `assert-g` on line 35;
    "#);
    insta::assert_snapshot!(mistakes("game = \n"), @r#"
    ``: not valid TOML: string values must be quoted, expected literal string;
    "#);
}

#[test]
fn the_nearest_file_above_a_deck_holds() {
    let root = std::env::temp_dir().join(format!("sleeve-config-{}", std::process::id()));
    let inner = root.join("swccg/dark");
    std::fs::create_dir_all(&inner).unwrap();
    std::fs::write(root.join(FILE_NAME), "game = \"swccg\"\n").unwrap();
    let configs = Configs::new(&root);
    let of = |folder: &Path| configs.find_config(folder).unwrap().unwrap();
    assert_eq!(of(&inner).path, FILE_NAME);
    assert!(Arc::ptr_eq(&of(&inner), &of(&root)));
    std::fs::write(root.join("swccg/sleeve.toml"), "[cards]\noverlays = [\"no\"]\n").unwrap();
    let error = Configs::new(&root).find_config(&inner).unwrap_err();
    assert_eq!(error.problems[0].message, ConfigMessage::NoOverlay { path: "no".to_owned() });
    std::fs::remove_dir_all(&root).unwrap();
}
