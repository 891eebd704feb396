//! Parameters whose values the cards imply: the fewest changes of all decks, whatever value each of
//! them implies.

use crate::common::{Sleeve, scratch, write_game};
use sleeve::{
    model::{CardIndex, Catalog, Deck, Entry, Level, Setting},
    rules::{CheckOptions, Overrides, Rulebook, Verdict},
    solve::{self, Aim, Effort, Ending, SolveRequest, Wishes},
};
use std::{collections::BTreeSet, path::PathBuf, sync::Arc};

const GAME: &str = r#"
id = "tones"
name = "Tones"
data = 2026-11-26
[sources.book]
name = "Book"
[kinds.card]
name = "card"
[attributes.colour]
type = "enum"
name = "colour"
values = ["red", "blue", "grey"]
"#;

const CARDS: &str = r#"
card = [
    { id = "r0", colour = "red" },
    { id = "r1", colour = "red" },
    { id = "r2", colour = "red" },
    { id = "b0", colour = "blue" },
    { id = "b1", colour = "blue" },
    { id = "g0", colour = "grey" },
]
[file]
kind = "card"
provenance = "published:book"

[[rule-of-cards]]
cards = ["g0"]
id = "few"
in = "lead"
zone = "deck"
require = "count() <= few"
cite = "book"
text = "Few cards."
"#;

const FORMATS: &str = r#"
[[format]]
id = "tone"
name = "Tone"
cite = "book"
parameters.tone = { allowed = ["red", "blue"], default = "blue", implied-by = "any(colour:$tone) in lead" }
parameters.few = { allowed = [1, 2, 4], default = 2 }
zones.deck = "kind:card"
zones.lead = "kind:card"
[[format.rule]]
id = "one"
require = "copies(id) <= 1"
cite = "book"
text = "One of each."
[[format.rule]]
id = "lead"
require = "count() in lead <= 1"
cite = "book"
text = "One lead."
[[format.rule]]
id = "size"
require = "count() in deck = 3"
cite = "book"
text = "Three cards."
[[format.rule]]
id = "tones"
require = "count(-colour:$tone) in deck <= 1"
cite = "book"
text = "Of one tone."
[[format]]
id = "warned"
name = "Warned"
cite = "book"
extends = "tone"
[[format.rule]]
id = "grey"
require = "count(colour:grey) in deck >= 1"
level = "warning"
cite = "book"
text = "A grey card."
[[format.rule]]
id = "even"
require = "count(colour:red) in deck != 2"
level = "warning"
cite = "book"
text = "Not two reds."
[[format]]
id = "strict"
name = "Strict"
cite = "book"
extends = "tone"
parameters.tone = { allowed = ["red", "blue"], implied-by = "any(colour:$tone) in lead" }
[[format]]
id = "sides"
name = "Sides"
cite = "book"
parameters.few = { allowed = [1, 2, 4], default = 4 }
zones.deck = "kind:card"
zones.lead = "kind:card"
[[format.roles]]
id = "red"
name = "Red"
implied-by = "any(colour:red) in lead"
[[format.roles]]
id = "blue"
name = "Blue"
implied-by = "any(colour:blue) in lead"
[[format.rule]]
id = "one"
require = "copies(id) <= 1"
cite = "book"
text = "One of each."
[[format.rule]]
id = "size"
require = "count() in deck = 2"
cite = "book"
text = "Two cards."
[[format.rule]]
id = "reds"
roles = ["red"]
require = "count(colour:red) in deck >= 2"
cite = "book"
text = "Two reds."
[[format.rule]]
id = "blues"
roles = ["blue"]
require = "none(colour:red) in deck"
cite = "book"
text = "No reds."
"#;

const ZONES: [&str; 2] = ["deck", "lead"];
const CARD_COUNT: u32 = 6;

fn game(name: &str) -> (PathBuf, Catalog) {
    let folder = scratch(name).join("tones");
    write_game(&folder, [GAME, CARDS, FORMATS]);
    let catalog = sleeve::catalog::open("tones", std::slice::from_ref(&folder)).unwrap();
    (folder, catalog)
}

/// A deck with these cards in each zone, a bit for each card.
fn deck_of(bits: [u32; 2]) -> Deck {
    let mut deck = Deck { game: "tones".to_owned(), ..Deck::default() };
    for (zone, bits) in ZONES.into_iter().zip(bits) {
        let cards = (0..CARD_COUNT)
            .filter(|card| bits >> card & 1 == 1)
            .map(CardIndex);
        let entry = |card| Entry { zone: Arc::from(zone), card, count: 1, span: 0..0 };
        deck.entries.extend(cards.map(entry));
    }
    deck
}

/// Changes from one deck to another: an exchange is one, and so is a card that goes or comes alone.
fn count_changes(from: [u32; 2], to: [u32; 2]) -> u64 {
    let more = |a: [u32; 2], b: [u32; 2]| (a[0] & !b[0]).count_ones() + (a[1] & !b[1]).count_ones();
    u64::from(more(from, to).max(more(to, from)))
}

/// Repairs decks, each by as many changes as the nearest legal deck takes; counts the repairs that
/// show something else than the deck did.
fn assert_fewest_changes<T: PartialEq>(
    rulebook: &Rulebook<'_>,
    decks: impl Iterator<Item = [u32; 2]>,
    legal: &[[u32; 2]],
    shown: impl Fn(&Deck) -> T,
) -> u32 {
    let wishes = Wishes::default();
    let request = SolveRequest {
        wishes: &wishes,
        effort: Effort::Work(40_000_000),
        alternatives: 0,
        aim: Aim::Nearest,
        explain: true,
        stop: None,
    };
    let mut others = 0;
    for from in decks {
        let deck = deck_of(from);
        let outcome = solve::solve(rulebook, &deck, &CheckOptions::default(), &request).unwrap();
        let fewest = legal
            .iter()
            .map(|to| count_changes(from, *to))
            .min()
            .unwrap();
        let Ending::Found(found) = &outcome.ending else { panic!("{from:?}: {outcome:?}") };
        assert_eq!(found.checked.verdict, Verdict::Legal, "{from:?}");
        assert_eq!((found.moves.count_changes(), outcome.is_proven), (fewest, true), "{from:?}");
        assert_eq!(outcome.at_least, fewest, "{from:?}");
        // Of the nearest decks none has fewer warnings, unless no warning was added.
        let count_warnings = |deck: &Deck| {
            let checked = rulebook.check(deck, &CheckOptions::default()).ok();
            let findings = checked.map_or(Vec::new(), |checked| checked.findings);
            findings
                .iter()
                .filter(|finding| finding.level == Level::Warning)
                .count()
        };
        let nearest = legal
            .iter()
            .filter(|to| count_changes(from, **to) == fewest);
        let least = nearest
            .map(|to| count_warnings(&deck_of(*to)))
            .min()
            .unwrap();
        let most = least.max(count_warnings(&deck));
        assert!(count_warnings(&found.deck) <= most, "{from:?}: {found:?}");
        assert_eq!(found.deck.role, None);
        others += u32::from(shown(&found.deck) != shown(&deck));
    }
    others
}

#[test]
fn no_deck_of_any_implied_value_takes_fewer_changes() {
    let (folder, catalog) = game("implied-nearest");
    // Without a default, a deck whose cards imply no value cannot be judged; exchanging cards makes
    // one fit.
    for (format, unusable) in [("tone", 0), ("warned", 0), ("strict", 10)] {
        let rulebook = Rulebook::new(&catalog, catalog.format(format).unwrap()).with_cache();
        let options = CheckOptions::default();
        let is_legal = |bits: &[u32; 2]| {
            let checked = rulebook.check(&deck_of(*bits), &options);
            checked.is_ok_and(|checked| checked.verdict == Verdict::Legal)
        };
        let legal: Vec<[u32; 2]> = all_with_one_lead().filter(is_legal).collect();
        let implied = |deck: &Deck| {
            Some(
                rulebook.prepare(deck, &Default::default()).ok()?.implied[0]
                    .1
                    .clone(),
            )
        };
        let some = all_with_one_lead().step_by(5);
        let lacking = some
            .clone()
            .filter(|bits| implied(&deck_of(*bits)).is_none())
            .count();
        assert!(lacking >= unusable, "only {lacking} imply no value");
        let others = assert_fewest_changes(&rulebook, some, &legal, implied);
        assert!(others >= 5, "only {others} repairs imply another value");
    }
    let path = folder.with_file_name("deck.toml");
    std::fs::write(&path, "game = 'tones'\nformat = 'strict'\nzones.deck = ['b0', 'b1']\n")
        .unwrap();
    let args = ["fix", path.to_str().unwrap(), "--cards", folder.to_str().unwrap()];
    Sleeve::new()
        .run(&args)
        .assert_status(0)
        .assert_out("proven to be the fewest");
}

/// Every deck with at most one lead.
fn all_with_one_lead() -> impl Iterator<Item = [u32; 2]> + Clone {
    let leads = || std::iter::once(0).chain((0..CARD_COUNT).map(|card| 1u32 << card));
    (0..1u32 << CARD_COUNT).flat_map(move |deck| leads().map(move |lead| [deck, lead]))
}

/// A new deck may state a value that its cards do not imply: of all decks with each of the values
/// none comes to more.
#[test]
fn no_deck_of_any_stated_value_comes_to_more() {
    let (folder, catalog) = game("implied-most");
    let rulebook = Rulebook::new(&catalog, catalog.format("tone").unwrap()).with_cache();
    let verdict = |bits: [u32; 2], tone: Option<&str>| {
        let parameters = tone.map(|tone| ("tone".to_owned(), Setting::Word(tone.to_owned())));
        let overrides = Overrides { parameters: parameters.into_iter().collect(), role: None };
        let options = CheckOptions { overrides, ..CheckOptions::default() };
        rulebook.check(&deck_of(bits), &options).unwrap().verdict
    };
    // Bits of cards: three red ones, two blue ones, a grey one.
    for (measure, bits) in [
        ("count(colour:red) in deck - 2 * count(colour:red) in lead", (0b111u32, 2)),
        ("count(colour:blue) in deck - 2 * count(colour:blue) in lead", (0b11000, 2)),
        ("count(colour:grey) in deck", (0b100000, 0)),
    ] {
        let worth = |[deck, lead]: [u32; 2]| {
            let count = |zone: u32| i64::from((zone & bits.0).count_ones());
            count(deck) - bits.1 * count(lead)
        };
        let all = all_with_one_lead().filter(|bits| {
            let mut tones = [None, Some("red"), Some("blue")].into_iter();
            tones.any(|tone| verdict(*bits, tone) == Verdict::Legal)
        });
        let most = all.map(worth).max().unwrap();
        let cards = folder.to_str().unwrap();
        let args = ["build", "tones/tone", "--cards", cards, "--maximise", measure, "-o", "json"];
        let built = Sleeve::new().run(&args).document()["decks"][0].clone();
        assert_eq!(built["reached"]["value"], most.to_string(), "{measure}: {built}");
        assert_eq!((&built["proven"], &built["verdict"]), (&true.into(), &"legal".into()));
        let tone = &built["parameters"].as_array().unwrap()[0];
        assert_eq!((&tone["id"], &tone["by"]), (&"tone".into(), &"chosen".into()), "{built}");
    }
}

/// The deck states no role: what its cards show may be another one after the repair.
#[test]
fn no_deck_of_any_shown_role_takes_fewer_changes() {
    let (folder, catalog) = game("implied-roles");
    let rulebook = Rulebook::new(&catalog, catalog.format("sides").unwrap()).with_cache();
    let options = CheckOptions::default();
    let all = (0..1u32 << CARD_COUNT)
        .flat_map(|deck| (0..1u32 << CARD_COUNT).map(move |lead| [deck, lead]));
    let role = |deck: &Deck| rulebook.prepare(deck, &Default::default()).ok()?.role;
    let is_legal = |bits: &[u32; 2]| {
        rulebook
            .check(&deck_of(*bits), &options)
            .is_ok_and(|checked| checked.verdict == Verdict::Legal)
    };
    let legal: Vec<[u32; 2]> = all.clone().filter(is_legal).collect();
    assert_eq!(legal.len(), 8, "six with a red lead, two with a blue one");
    let showing = all
        .step_by(7)
        .filter(|bits| role(&deck_of(*bits)).is_some());
    let others = assert_fewest_changes(&rulebook, showing, &legal, role);
    assert!(others >= 5, "only {others} repairs show another role");
    let deck = "game = 'tones'\nformat = 'sides'\n[zones]\nlead = ['r0']\ndeck = ['b1', 'g0']\n";
    let path = folder.with_file_name("deck.toml");
    std::fs::write(&path, deck).unwrap();
    let (path, cards) = (path.display().to_string(), folder.display().to_string());
    let ran = Sleeve::new()
        .run(&["fix", &path, "--cards", &cards])
        .assert_status(0);
    ran.assert_out("(tones/sides, blue, few 4 by default): 1 change, proven to be the fewest");
}

#[test]
fn no_deck_is_there_only_where_none_of_any_implied_value_is() {
    let (folder, _) = game("implied-none");
    let cards = folder.to_str().unwrap();
    // Red leads alone bring three red cards, and no deck has four.
    let build = |condition: &str| {
        let args = ["build", "tones/tone", "--cards", cards, "-o", "json", "--require", condition];
        Sleeve::new().run(&args).document()["decks"][0].clone()
    };
    let red = build("count(colour:red) in deck = 2 and any(colour:red) in lead");
    assert_eq!(red["verdict"], "legal", "{red}");
    for none in ["count(colour:red) = 4", "count() in deck = 2"] {
        let found = build(none);
        assert_eq!(
            (&found["changes"], &found["proven"]),
            (&serde_json::Value::Null, &true.into()),
            "{none}: {found}"
        );
        let why = found["why"].as_array().unwrap();
        let told: BTreeSet<String> = why.iter().map(|reason| reason.to_string()).collect();
        assert_eq!(told.len(), why.len(), "told twice: {why:?}");
    }
}

#[test]
fn values_that_only_rules_of_cards_read_are_told() {
    let (folder, _) = game("implied-cards");
    let deck = "game = \"tones\"\nformat = \"tone\"\nzones.deck = [\"b0\", \"b1\"]\nzones.lead = [\"g0\"]\n";
    let path = folder.with_file_name("deck.toml");
    std::fs::write(&path, deck).unwrap();
    let ran = Sleeve::new().run(&[
        "build",
        "tones/tone",
        "--from",
        path.to_str().unwrap(),
        "--cards",
        folder.to_str().unwrap(),
        "-o",
        "json",
    ]);
    let document = ran.document();
    // With the default of two, three cards of a deck are one too many beside this lead.
    let few = serde_json::json!({ "id": "few", "value": "4", "by": "chosen" });
    let parameters = document["decks"][0]["parameters"].as_array().unwrap();
    assert!(parameters.contains(&few), "{ran}");
}
