//! `sleeve report`: a page that shows what is so, needs nothing and runs nothing.

use crate::common::{Sleeve, scratch, sleeve, undated, write_file};

const ARES: &str = "decks/starfighter/la-meute-d-ares.toml";

fn page(args: &[&str]) -> String {
    let ran = sleeve(&[&["report"], args].concat());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{args:?}");
    ran.out
}

/// The page with each element on a line of its own, without the style sheet, days and version.
fn laid_out(page: &str) -> String {
    let (head, rest) = page
        .split_once("<style>")
        .expect("a page has a style sheet");
    let (_, body) = rest.split_once("</style>").expect("it ends");
    undated(&format!("{head}<style></style>{body}").replace("><", ">\n<"))
}

#[test]
fn a_deck_is_shown() {
    let pages = ["en", "fr"].map(|lang| laid_out(&page(&[ARES, "--lang", lang])));
    insta::assert_snapshot!(pages.join("\n"));
}

#[test]
fn decks_of_a_game_stand_side_by_side_with_measures_of_ones_own() {
    let decks = ["decks/swccg/hunt-down.toml", "decks/swccg/jawas.toml"];
    let args = ["--odds", "any(kind:location) in hand", "-m", "sum(destiny)", "--hands", "1"];
    let page = page(&[&decks[..], &args, &["--lang", "en"]].concat());
    insta::assert_snapshot!(laid_out(&page));
}

#[test]
fn the_figures_are_those_of_the_other_commands() {
    let page =
        page(&[ARES, "--turns", "3", "--odds", "count(level:0) in seen >= 1", "--lang", "en"]);
    let odds = sleeve(&["odds", ARES, "count(level:0) >= 1", "-o", "json"]).out;
    let odds: serde_json::Value = serde_json::from_str(&odds).expect("a document");
    let probability = odds["results"][0]["probability"]
        .as_f64()
        .expect("it is exact");
    let percent = format!("{:.1}%", probability * 100.0);
    let cell = format!("<th scope=\"row\">0</th><td>{percent}</td>");
    assert!(page.contains(&cell), "{cell}");
    let stats = sleeve(&["stats", ARES, "-m", "avg(level)", "--lang", "en"]).out;
    assert!(stats.contains("1.16") && page.contains("average 1.16"), "{stats}");
}

#[test]
fn cards_that_are_set_aside_are_never_drawn() {
    let folder = scratch("report-aside");
    // Ralltiir Operations with two cards that can be Ralltiir.
    let list = "1x 7_300\n1x 2_148\n1x 220_3\n57x 1_194\n";
    write_file(&folder, "list.txt", list);
    let how = ["--game", "swccg", "--as", "open"];
    let run = |command: &[&str], aside: &[&str]| {
        let ran = Sleeve::new()
            .folder(&folder)
            .run(&[command, &how[..], aside].concat());
        assert_eq!(ran.status, 0, "{ran}");
        ran.out
    };
    let asked = ["report", "list.txt", "--turns", "0", "--odds", "any(kind:location) in hand"];
    let odds = ["odds", "list.txt", "any(kind:location)", "-o", "json"];
    let mut shown = Vec::new();
    for aside in [&[][..], &["--set-aside", "220_3"]] {
        let document: serde_json::Value = serde_json::from_str(&run(&odds, aside)).unwrap();
        let probability = document["results"][0]["probability"]
            .as_f64()
            .expect("it is exact");
        let percent = format!("{:.1}%", probability * 100.0);
        let page = run(&asked, aside);
        assert!(page.contains(&percent), "{percent} with {aside:?}");
        shown.push(percent);
    }
    assert_ne!(shown[0], shown[1]);
    let nobody = [&asked[..], &how, &["--set-aside", "Nobody Knows"]].concat();
    Sleeve::new()
        .folder(&folder)
        .run(&nobody)
        .assert_refused()
        .assert_err("Nobody Knows");
}

#[test]
fn hands_are_those_that_draw_deals_with_the_same_seed() {
    for deck in [ARES, "decks/swccg/hunt-down.toml", "decks/star-realms/duel.toml"] {
        let args = ["--seed", "7", "--hands", "3"];
        let page = page(&[&[deck][..], &args].concat());
        let drawn = sleeve(&[&["draw", deck, "-o", "json"][..], &args].concat()).out;
        let drawn: serde_json::Value = serde_json::from_str(&drawn).expect("a document");
        let (_, hands) = page.split_once("class=\"hands\"").expect("hands are shown");
        let mut shown: Vec<String> = Vec::new();
        for item in hands.split("<li>").skip(1) {
            shown.push(item.split("</li>").next().unwrap_or_default().to_owned());
        }
        let hands = drawn["hands"].as_array().expect("hands");
        let names = hands
            .iter()
            .flat_map(|hand| hand["turns"][0]["cards"].as_array().unwrap());
        let names: Vec<String> = names
            .map(|card| card["name"].as_str().unwrap_or_default())
            .map(|name| name.replace('&', "&amp;").replace('"', "&quot;"))
            .map(|name| name.trim_end_matches(" *").to_owned())
            .collect();
        assert_eq!(shown, names, "{deck}");
    }
}

#[test]
fn names_from_files_are_text_and_the_page_runs_and_fetches_nothing() {
    let folder = scratch("report-hostile");
    let text = std::fs::read_to_string(ARES).unwrap();
    let name = "<script>alert(1)</script>\\u202e\\\"><img src=x onerror=alert(1)>";
    let named: Vec<String> = text
        .lines()
        .map(|line| {
            if line.starts_with("name") {
                format!("name = \"{name}\"\nplayer = \"<b onload=x>&\"")
            } else {
                line.to_owned()
            }
        })
        .filter(|line| !line.starts_with("player = \"A"))
        .collect();
    write_file(&folder, "<svg onload=x>.toml", named.join("\n"));
    let ran = Sleeve::new()
        .folder(&folder)
        .run(&["report", "."])
        .assert_status(0);
    let page = ran.out;
    for word in ["<script", "<img", "<b ", "<svg onload", "\u{202e}", "http://", "https://", "url("]
    {
        assert!(!page.contains(word), "{word}");
    }
    let policy = "content=\"default-src 'none'; style-src 'unsafe-inline'\"";
    assert!(page.contains(policy) && page.contains("&lt;script&gt;"));
    let into = Sleeve::new()
        .folder(&folder)
        .run(&["report", ".", "--into", "page.html"]);
    assert_eq!(into.status, 0, "{into}");
    let again = Sleeve::new()
        .folder(&folder)
        .run(&["report", ".", "--into", "page.html"]);
    assert_eq!(again.status, 2, "an existing file is left alone: {again}");
}

#[test]
fn what_cannot_be_shown_is_said() {
    let folder = scratch("report-bad");
    write_file(&folder, "bad.toml", "game = \"starfighter\"\n[zones]\ndeck = [\"Nobody\"]\n");
    std::fs::copy(ARES, folder.join("good.toml")).unwrap();
    let run = |args: &[&str], lang: &str| {
        let args = [&["report"], args, &["--lang", lang]].concat();
        let mut ran = Sleeve::new().folder(&folder).run(&args);
        ran.out.truncate(15);
        ran
    };
    let said = ["en", "fr"].map(|lang| {
        let said = [
            run(&["bad.toml", "good.toml"], lang),
            run(&["good.toml", "--odds", "count(lvel:0) >= 1"], lang),
            run(&["good.toml", "--measure", "sum(levl)"], lang),
            run(&["good.toml", "--turns", "21"], lang),
            run(&["good.toml"; 9], lang),
            run(&["nothing.toml"], lang),
        ];
        said.map(|ran| ran.to_string()).join("\n----\n")
    });
    insta::assert_snapshot!(said.join("\n----\n"));
}
