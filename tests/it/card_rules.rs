//! Rules that cards bring with them: only those in force are asked, levels name them, contradictions
//! are both told, and the linter looks at each.

use crate::common::{Ran, Sleeve, scratch, write_file};
use std::path::{Path, PathBuf};

const CARDS: &str = "docs/examples/games/expedition";

fn run(args: &[&str]) -> Ran {
    let (command, rest) = args.split_at(1);
    Sleeve::new().run(&[command, &["--cards", CARDS, "--color", "never"], rest].concat())
}

fn deck(leaders: &str, cards: &str) -> String {
    format!(
        "game = 'expedition'\nformat = 'journey'\nzones.leader = [{leaders}]\n[zones.deck]\n{cards}\n"
    )
}

fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = scratch(name);
    for (file, text) in files {
        write_file(&folder, file, text);
    }
    folder
}

/// Ids of the rules that a deck breaks.
fn broken(ran: &Ran) -> Vec<String> {
    let document = ran.document();
    let findings = document["decks"][0]["findings"].as_array().cloned().unwrap_or_default();
    findings.iter().map(|finding| finding["rule"].as_str().unwrap().to_owned()).collect()
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

const FORGE: &str =
    "Hammer = 2\nRepairs = 2\n'Forge Song' = 2\nRope = 2\nLamp = 1\nMule = 2\nDeciphering = 1";

#[test]
fn rules_hold_only_while_their_card_lies_in_its_zone() {
    let folder = folder("card-rules", &[("with.toml", &deck("'brann'", FORGE))]);
    let with = run(&["check", &shown(&folder.join("with.toml")), "-o", "json"]);
    assert_eq!(broken(&with), ["brann/no-beasts"], "{with}");
    write_file(&folder, "without.toml", deck("'vera'", FORGE));
    let without = run(&["check", &shown(&folder.join("without.toml")), "-o", "json"]);
    assert!(broken(&without).iter().all(|rule| !rule.contains('/')), "{without}");
    // Lying in another zone, it is a card of the wrong zone and brings no rule.
    let elsewhere = deck("'vera'", &format!("{FORGE}\nBrann = 1"));
    write_file(&folder, "elsewhere.toml", elsewhere);
    let elsewhere = run(&["check", &shown(&folder.join("elsewhere.toml")), "-o", "json"]);
    assert!(broken(&elsewhere).iter().all(|rule| !rule.contains('/')), "{elsewhere}");
}

#[test]
fn levels_name_the_card_and_the_rule() {
    for (key, level, rules) in [
        ("brann/no-beasts", "allow", 0),
        ("expedition/journey/brann/no-beasts", "allow", 0),
        ("expedition/other/brann/no-beasts", "allow", 1),
        ("brann/no-beasts", "warn", 1),
    ] {
        let games = std::fs::canonicalize("docs/examples/games").unwrap();
        let settings = format!(
            "[cards]\noverlays = ['{}']\n[levels]\n\"{key}\" = \"{level}\"\n",
            games.join("expedition").display()
        );
        let folder = folder(
            "card-rule-levels",
            &[("sleeve.toml", &settings), ("deck.toml", &deck("'brann'", FORGE))],
        );
        let ran = Sleeve::new().run(&["check", &shown(&folder.join("deck.toml")), "-o", "json"]);
        let of_card = broken(&ran).into_iter().filter(|rule| rule == "brann/no-beasts").count();
        assert_eq!(of_card, rules, "{key} = {level}\n{ran}");
        let unknown = ran.out.contains("config-unknown-rule");
        assert_eq!(unknown, key.contains("other"), "{ran}");
        if level == "warn" {
            assert_eq!(ran.status, 0, "{ran}");
        }
    }
}

/// Two leaders at once, of which one asks for tools and the other for none.
#[test]
fn rules_that_contradict_each_other_are_both_told_and_nothing_mends_them() {
    let overlay = "game = 'expedition'\n[[card]]\nid = 'vera'\n[[card.rule]]\nid = 'bare-hands'\nin = 'leader'\nzone = 'deck'\n\
        require = 'none(traits:tool)'\ncite = 'rulebook: Vera'\ntext = 'Vera carries no tools.'\n\
        [[format]]\nid = 'pair'\nname = 'Pair'\ncite = 'rulebook'\nextends = 'journey'\nwithout = ['one-leader']\n";
    let two = deck("'vera', 'brann'", "Hammer = 1\n'Trail Marks' = 2").replace("journey", "pair");
    let folder = folder("card-rules-apart", &[("vera.toml", overlay), ("two.toml", &two)]);
    let (overlay, two) = (shown(&folder.join("vera.toml")), shown(&folder.join("two.toml")));
    let found = broken(&run(&["check", &two, "--cards", &overlay, "-o", "json"]));
    let both = ["vera/bare-hands", "brann/tools"];
    assert!(both.iter().all(|rule| found.iter().any(|f| f == rule)), "{found:?}");
    let lock = ["fix", &two, "--cards", &overlay, "--lock", "kind:leader"];
    let ran = run(&lock).assert_status(1);
    insta::assert_snapshot!(ran.to_string().replace(&format!("{}/", folder.display()), ""), @"
    status: 1
    illegal two.toml (expedition/pair): no deck meets all conditions

    Why not? These contradict each other; without any one of them it would be possible.
      vera/bare-hands: Vera carries no tools. (rulebook: Vera)
      brann/tools: Brann carries four tools at least. (rulebook: Brann)
      --lock: these cards stay: kind:leader
    ");
}

#[test]
fn repairs_keep_to_the_rules_of_the_cards_that_stay() {
    let folder = folder("card-rules-fix", &[("deck.toml", &deck("'brann'", FORGE))]);
    let ran = run(&["fix", &shown(&folder.join("deck.toml"))]).assert_status(0);
    insta::assert_snapshot!(ran.to_string().replace(&format!("{}/", folder.display()), ""), @"
    status: 0
    legal deck.toml (expedition/journey): 2 changes, proven to be the fewest

    deck
      -2 Mule (mule)
      +1 Lamp (lamp)
      +1 Old Chart (old-chart)

    count(traits:tool)  5 → 6  (>= 4, brann/tools)

    Why not fewer? These contradict each other; without any one of them it would be possible.
      callings: Cards of the leader's calling and common ones; besides, two tools,
        and as many cards of level 0 or 1 as the leader has room for. (rulebook:
        Callings)
      brann/no-beasts: Brann travels without beasts. (rulebook: Brann)
      changes: at most 1 change
    ");
}

#[test]
fn cards_and_formats_say_which_rules_there_are() {
    let mut out = String::new();
    for lang in ["en", "fr"] {
        out += &run(&["show", "brann", "--lang", lang]).to_string();
        let rules = run(&["rules", "expedition/journey", "--lang", lang]);
        out += &rules.to_string();
    }
    insta::assert_snapshot!(out);
}

#[test]
fn the_linter_looks_at_the_rules_of_every_card() {
    let cards = "game = 'expedition'\n[[card]]\nid = 'vera'\nrule = [\n\
        { id = 'a', in = 'ledger', require = 'count() >= 1', cite = 'rulebook', text = 'x' },\n\
        { id = 'b', in = 'leader', zone = 'deck', require = 'count( >= 1', cite = 'rulebook', text = 'x' },\n\
        { id = 'c', in = 'leader', zone = 'deck', require = 'none(kind:leader)' },\n\
        { id = 'd', in = 'leader', zone = 'deck', allowances = [{ cards = 'kind:leader', up-to = -1 }], cite = 'rulebook', text = 'x' },\n\
        { id = 'd', in = 'leader', require = 'count() >= 1', cite = 'rulebook', text = 'x' },\n\
        { id = 'e', require = 'count() >= 1' },\n\
        { id = 'f', in = 'leader', contents = { Hamer = 1 }, cite = 'rulebook', text = 'x' },\n]\n";
    // What cannot be read keeps the linter from looking further.
    let without = |ids: &[&str]| -> String {
        let kept = cards.lines().filter(|line| !ids.iter().any(|id| line.contains(id)));
        kept.map(|line| format!("{line}\n")).collect()
    };
    let readable = without(&["'d', in = 'leader', require", "'e'", "'f'"]);
    let mut out = String::new();
    for (name, text) in [("all", cards.to_owned()), ("readable", readable)] {
        let folder = folder(&format!("card-rules-lint-{name}"), &[("vera.toml", &text)]);
        let ran = Sleeve::new().run(&["lint", CARDS, &shown(&folder.join("vera.toml"))]);
        out += &ran.to_string().replace(&format!("{}/", folder.display()), "");
    }
    insta::assert_snapshot!(out);
}

/// The zones of a rule that every format takes back are as known as before.
#[test]
fn a_rule_that_all_formats_take_back_is_no_mistake() {
    let overlay = "game = 'expedition'\n[[format]]\nid = 'journey'\nname = 'Journey'\ncite = 'rulebook: Decks'\n\
        extends = 'journey'\nwithout = ['brann/no-beasts']\n";
    let folder = folder("card-rules-taken-back", &[("journey.toml", overlay)]);
    let ran = Sleeve::new().run(&["lint", CARDS, &shown(&folder.join("journey.toml"))]);
    ran.assert_status(0);
}

const EXCEPTIONS: &str = "docs/examples/games/exceptions";

#[test]
fn cards_and_formats_say_what_amends_them() {
    let run = |args: &[&str]| Sleeve::new().run(&[args, &["--cards", EXCEPTIONS]].concat());
    let mut out = String::new();
    for lang in ["en", "fr"] {
        for format in ["campaign", "taboo", "corporation"] {
            out += &run(&["rules", &format!("exceptions/{format}"), "--lang", lang]).to_string();
        }
        for card in ["nova", "ampere", "mandy", "versatile"] {
            out += &run(&["show", card, "--lang", lang]).to_string();
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn documents_say_who_amended_what() {
    let run = |args: &[&str]| {
        Sleeve::new().run(&[args, &["--cards", EXCEPTIONS, "-o", "json"]].concat()).document()
    };
    let check = |deck: &str| {
        let path = format!("docs/examples/decks/exceptions/{deck}.toml");
        run(&["check", &path])["decks"][0]["findings"][0].clone()
    };
    let term = |name: &str, value: i32| serde_json::json!({ "name": name, "value": value });
    assert_eq!(
        check("campaign.size-2")["numbers"],
        serde_json::json!([{ "name": "deck size", "value": 55, "terms": [
            term("", 30), term("Mandy Thompson", 20), term("Versatile", 5),
            term("Ancestral Knowledge", 5), term("Underworld Support", -5),
        ]}])
    );
    assert_eq!(check("corporation.ampere.agendas")["lifts"], serde_json::json!(["agenda-faction"]));
    let shown = run(&["show", "mandy"]);
    assert_eq!(shown["cards"][0]["card-changes"][0]["add"], "size - 30", "{shown}");
    let rules = run(&["rules", "exceptions/taboo"]);
    let number = &rules["games"][0]["formats"][0]["numbers"][0];
    let changing = number["changes"].as_array().unwrap().iter().map(|change| &change["card"]);
    assert_eq!(changing.collect::<Vec<_>>(), ["mandy", "versatile", "underworld-support"]);
}

/// A card that lifts a rule lets it be broken; where the rule has to hold for the deck, the card comes in or goes.
#[test]
fn repairs_weigh_the_cards_that_amend() {
    let fix = |deck: &str, more: &[&str]| {
        let path = format!("docs/examples/decks/exceptions/{deck}.toml");
        Sleeve::new().run(&[&["fix", &path, "--cards", EXCEPTIONS], more].concat())
    };
    let keep = ["--lock", "kind:agenda"];
    fix("corporation.agenda-faction", &keep)
        .assert_out(": 1 change, proven")
        .assert_out("+1 Ampère: Cybernetics For Anyone");
    fix("sixty.size", &["--lock", "kind:companion"]).assert_out(": 20 changes, proven");
    let mandy = ["--lock", "kind:investigator|talent"];
    fix("campaign.size-2", &mandy)
        .assert_out(": 25 changes, proven")
        .assert_out("with `size = 30`: 7 changes");
}

/// Of `or` the branch about the deck is told first, and nobody is told to take up the exception.
#[test]
fn an_exception_behind_or_is_not_proposed() {
    let overlay = "game = 'exceptions'\n[[format]]\nid = 'or'\nname = 'Or'\ncite = 'rulebook'\nextends = 'corporation'\n\
        without = ['agenda-faction']\n[[format.rule]]\nid = 'agendas'\nzone = 'deck'\ncite = 'rulebook'\ntext = 'x'\n\
        require = 'any(id:ampere) in identity or none(kind:agenda -faction:neutral|$identity.faction)'\n";
    let folder = folder("exception-behind-or", &[("or.toml", overlay)]);
    let twin = "docs/examples/decks/exceptions/corporation.agenda-faction.toml";
    let cards = ["--cards", EXCEPTIONS, "--cards", &shown(&folder.join("or.toml"))];
    let ran = Sleeve::new().run(&[&["check", twin, "--as", "or"], &cards[..]].concat());
    let line = |start: &str| ran.out.lines().find(|line| line.trim_start().starts_with(start));
    let title = line("error[agendas]").unwrap();
    assert!(title.find("Project Beale") < title.find("Ampère"), "{ran}");
    assert_eq!(line("= help").map(str::trim), Some("= help: remove Project Beale"), "{ran}");
}

#[test]
fn the_linter_looks_at_what_amends_a_format() {
    let overlay = "game = 'exceptions'\n[[card]]\nid = 'daisy'\nrule = [\n\
        { id = 'a', in = 'investigator', lifts = ['sise'], cite = 'cards', text = 'x' },\n\
        { id = 'b', in = 'investigator', replaces = 'size', cite = 'cards', text = 'x' },\n]\nchange = [\n\
        { in = 'investigator', of = 'deck-sise', add = 5 },\n\
        { in = 'investigators', of = 'deck-size', add = 5 },\n\
        { in = 'deck', of = 'deck-size', add = 'deck-size' },\n\
        { in = 'deck', of = 'deck-size' },\n]\n\
        [[format]]\nid = 'own'\nname = 'Own'\ncite = 'rulebook'\nextends = 'campaign'\nwithout = ['mandy/evidense']\n\
        [format.numbers]\nloop = 'loop + 1'\nsize = 3\nhand = 3\n\
        [format.measures]\nhand = 3\nfirst = 'sum(level)'\nsecond = 'first + 1'\n";
    let without = |ids: &[&str]| -> String {
        let kept = overlay.lines().filter(|line| !ids.iter().any(|id| line.contains(id)));
        kept.map(|line| format!("{line}\n")).collect()
    };
    let readable = without(&["'b'", "of = 'deck-size' }", "evidense", "size = 3", "hand"]);
    let mut out = String::new();
    for (name, text) in [("all", overlay.to_owned()), ("readable", readable)] {
        let folder = folder(&format!("amended-lint-{name}"), &[("daisy.toml", &text)]);
        let ran = Sleeve::new().run(&["lint", EXCEPTIONS, &shown(&folder.join("daisy.toml"))]);
        out += &ran.to_string().replace(&format!("{}/", folder.display()), "");
    }
    insta::assert_snapshot!(out);
}

/// A game may have a field that is called as the key of rules is.
#[test]
fn a_field_called_rule_is_a_field() {
    let game = "id = 'old'\nname = 'Old'\n[kinds.card]\nname = 'card'\n[sets.one]\nname = 'One'\n[attributes.rule]\ntype = 'set'\nname = 'rule'\nvalues = ['x', 'y']\n";
    let cards = "[file]\nkind = 'card'\nset = 'one'\n[[card]]\nid = 'a'\nrule = ['x']\n[[card]]\nid = 'b'\nrule = []\n";
    let folder = folder("field-called-rule", &[("game.toml", game), ("cards.toml", cards)]);
    let ran = Sleeve::new().run(&[
        "cards",
        "rule:x",
        "--cards",
        &shown(&folder),
        "--game",
        "old",
        "-o",
        "csv",
    ]);
    assert_eq!((ran.status, ran.out.lines().count()), (0, 2), "{ran}");
    Sleeve::new().run(&["lint", &shown(&folder)]).assert_status(0);
}

#[test]
fn a_packed_game_brings_its_rules() {
    let folder = folder("packed-card-rules", &[("deck.toml", &deck("'brann'", FORGE))]);
    let file = shown(&folder.join("expedition.sleeve"));
    Sleeve::new().run(&["pack", CARDS, &file]).assert_status(0);
    let ran = Sleeve::new().run(&[
        "check",
        &shown(&folder.join("deck.toml")),
        "--cards",
        &file,
        "-o",
        "json",
    ]);
    assert_eq!(broken(&ran), ["brann/no-beasts"], "{ran}");
    let file = shown(&folder.join("exceptions.sleeve"));
    Sleeve::new().run(&["pack", EXCEPTIONS, &file]).assert_status(0);
    let twin = "docs/examples/decks/exceptions/campaign.size.toml";
    Sleeve::new()
        .run(&["check", twin, "--cards", &file])
        .assert_out("deck size 35: 30, +5 Versatile");
}

/// The rules of a deck under this identity, with these data over the game or pack.
fn broken_under(identity: &str, cards: &[&str]) -> Vec<String> {
    let deck = format!(
        "game = 'exceptions'\nformat = 'corporation'\nzones.identity = ['{identity}']\nzones.deck = {{ snare = 2 }}\n"
    );
    let folder = folder("filtered-rules-deck", &[("deck.toml", &deck)]);
    let path = shown(&folder.join("deck.toml"));
    let cards = cards.iter().flat_map(|path| ["--cards", path]);
    broken(
        &Sleeve::new()
            .run(&["check", &path, "-o", "json"].into_iter().chain(cards).collect::<Vec<_>>()),
    )
}

#[test]
fn a_filter_gives_its_cards_a_rule_those_of_later_overlays_too() {
    let later =
        "game = 'exceptions'\n[[card]]\nid = 'apex'\nkind = 'identity'\nfaction = 'neutral'\n";
    // What stands at the card, or names it, goes before what a filter gives; nobody knows the faction of the last.
    let own =
        format!("{later}[[card.rule]]\nid = 'one-copy'\nin = 'identity'\nlifts = ['copy-limit']\n");
    let open = later.replace("'neutral'", "'?'");
    let other = format!(
        "{later}[[rule-of-cards]]\ncards = 'id:apex'\nid = 'one-copy'\nin = 'identity'\nzone = 'deck'\nrequire = 'count() >= 3'\n"
    );
    let files =
        [("later.toml", later), ("own.toml", &own), ("open.toml", &open), ("other.toml", &other)];
    let folder = folder("filtered-rules", &files);
    let pack = shown(&folder.join("exceptions.sleeve"));
    Sleeve::new().run(&["pack", EXCEPTIONS, &pack]).assert_status(0);
    for game in [EXCEPTIONS, &pack] {
        let under = |identity: &str, file: &str| {
            broken_under(identity, &[game, &shown(&folder.join(file))])
        };
        assert_eq!(under("nova", "later.toml"), ["nova/one-copy"]);
        assert_eq!(under("apex", "later.toml"), ["apex/one-copy"]);
        for file in ["own.toml", "open.toml"] {
            assert!(!under("apex", file).contains(&"apex/one-copy".to_owned()), "{file}");
        }
        // An overlay's rule of that id takes the place of the older one, for all cards.
        assert_eq!(under("apex", "other.toml"), ["apex/one-copy"]);
        assert!(!under("nova", "other.toml").contains(&"nova/one-copy".to_owned()));
    }
    // A pack holds the filter, and not the cards that it found.
    let again = shown(&folder.join("again.sleeve"));
    Sleeve::new()
        .run(&["pack", &pack, &shown(&folder.join("later.toml")), &again])
        .assert_status(0);
    assert_eq!(broken_under("apex", &[&again]), ["apex/one-copy"]);
}

#[test]
fn a_game_has_no_more_filters_than_it_can_ask_when_it_is_opened() {
    let change = |at: usize| {
        // A filter without a card: a card has fewer rules than a game has filters.
        format!(
            "[[change-of-cards]]\ncards = 'id:nova kind:agenda'\nin = 'identity'\nof = 'n{at}'\nadd = 1\n"
        )
    };
    let changes: String = (0..=1000).map(change).collect();
    let text = format!("game = 'exceptions'\n{changes}");
    let folder = folder("filters-without-end", &[("over.toml", &text)]);
    let over = shown(&folder.join("over.toml"));
    let findings = |paths: &[&str]| {
        let ran = Sleeve::new().run(&[&["lint", "-o", "json"], paths].concat());
        let all = ran.document()["findings"].as_array().cloned().unwrap_or_default();
        let of_rules = all.into_iter().filter(|finding| finding["id"] == "too-many");
        of_rules
            .map(|finding| finding["file"].as_str().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(findings(&[EXCEPTIONS, &over]), [&*over], "once, at its place");
    // Two layers that have too many together are refused at the second, also where it has too many alone.
    let half = |first: usize| (first..first + 700).map(change).collect::<String>();
    for second in [half(700), changes] {
        write_file(&folder, "first.toml", format!("game = 'exceptions'\n{}", half(0)));
        write_file(&folder, "over.toml", format!("game = 'exceptions'\n{second}"));
        let first = shown(&folder.join("first.toml"));
        assert_eq!(findings(&[EXCEPTIONS, &first, &over]), [&*over]);
    }
}

#[test]
fn the_linter_looks_at_filters_that_give_rules() {
    let with = |cards: &str, rest: &str| {
        format!(
            "game = 'exceptions'\n[[card]]\nid = 'apex'\nkind = 'identity'\nfaction = '?'\n\
            [[rule-of-cards]]\ncards = '{cards}'\nid = 'few'\nin = 'identity'\nzone = 'deck'\n{rest}\n\
            cite = 'cards: Apex'\ntext = 'Few cards.'\n"
        )
    };
    let mut out = String::new();
    for (cards, rest) in [
        ("kind:identity faction:jinteki", "require = 'count() <= 9'"),
        ("kind:agenda influence>=9", "require = 'count() <= 9'"),
        ("kind:identty", "require = 'count() <= 9'"),
        ("kind:identity $role", "require = 'count() <= 9'"),
        ("kind:identity -faction:jinteki", "require = 'count(kost>=1) <= 9'"),
    ] {
        let folder = folder("filtered-rules-lint", &[("over.toml", &with(cards, rest))]);
        let over = shown(&folder.join("over.toml"));
        for lang in ["en", "fr"] {
            let ran = Sleeve::new().run(&["lint", EXCEPTIONS, &over, "--lang", lang]);
            let told = ran.to_string().replace(&format!("{}/", folder.display()), "");
            let lines = told.lines().filter(|line| !line.contains("attest") && !line.is_empty());
            out.extend(lines.map(|line| format!("{line}\n")));
        }
    }
    insta::assert_snapshot!(out);
}

/// Of very many cards with rules only some come in; whatever is claimed holds all the same.
#[test]
fn many_cards_with_rules_are_not_all_weighed() {
    let leader = |at: usize| {
        let rule = |n: usize| {
            format!(
                "{{ id = 'r{n}', in = 'leader', zone = 'deck', require = 'count(level>=2) >= {}' }}",
                n % 3 + 1
            )
        };
        let rules: Vec<String> = (0..9).map(rule).collect();
        format!(
            "[[card]]\nid = 'l{at}'\nset = 'first'\nkind = 'leader'\ncalling = 'scout'\nroom = 3\nrule = [{}]\n",
            rules.join(", ")
        )
    };
    let leaders: String = (0..102).map(leader).collect();
    let overlay = format!("game = 'expedition'\n{leaders}");
    let light =
        deck("'l77'", "'Trail Marks' = 2\nRope = 2\nLamp = 2\nMule = 2\nHound = 2\nRations = 2");
    let folder = folder("card-rules-many", &[("leaders.toml", &overlay), ("deck.toml", &light)]);
    let cards = shown(&folder.join("leaders.toml"));
    let path = shown(&folder.join("deck.toml"));
    let checked = broken(&run(&["check", &path, "--cards", &cards, "-o", "json"]));
    assert_eq!(checked.len(), 9, "{checked:?}");
    // Vera asks for less than l77: one change.
    run(&["fix", &path, "--cards", &cards]).assert_out("-1 l77").assert_out(": 1 change");
    let kept = run(&["fix", &path, "--cards", &cards, "--lock", "kind:leader"]);
    assert!(kept.status == 0 && !kept.out.contains("-1 l77"), "{kept}");
    let built = run(&["build", "expedition/journey", "--with", "l99", "--cards", &cards]);
    built.assert_out("[\"l99\"]");
}
