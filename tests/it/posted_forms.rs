//! The headings, sentences and forms of names that people post, each with what it means.

use crate::common::{Sleeve, scratch, write_file};
use sleeve::{
    catalog,
    decks::{DeckResolver, Hints, read},
    model::{Catalog, Deck, Lang},
};
use std::sync::OnceLock;

fn swccg() -> Catalog {
    catalog::open("swccg", &[]).unwrap()
}

fn resolved(catalog: &Catalog, name: &str, text: &str, format: &str) -> Deck {
    let hints = Hints { readers: &catalog.game.readers, ..Hints::default() };
    let raw = read(name, text.as_bytes(), &hints).unwrap();
    DeckResolver::new(catalog).resolve(&raw, catalog.format(format))
}

/// Zone, count and id of every line that is a card, and every line that should be one.
fn lines(deck: &Deck, catalog: &Catalog) -> Vec<String> {
    let id = |card| catalog.cards.card(card).id().to_owned();
    let mut found: Vec<(usize, String)> = deck
        .entries
        .iter()
        .map(|e| (e.span.start, format!("{} {} {}", e.zone, e.count, id(e.card))))
        .collect();
    found.extend(
        deck.unresolved
            .iter()
            .map(|u| (u.span.start, format!("? {}", u.text))),
    );
    found.sort();
    found.into_iter().map(|(_, line)| line).collect()
}

fn notes(deck: &Deck) -> Vec<String> {
    deck.notes
        .iter()
        .map(|note| note.message.get(Lang::En).to_owned())
        .collect()
}

/// What the lines of a list mean, and what is said of them.
struct MeantList {
    lines: Vec<String>,
    notes: Vec<String>,
}

/// The lines of a list, for `tests/functions/names.txt`.
pub fn read_meaning(text: &str) -> String {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    read_list(CATALOG.get_or_init(swccg), text).lines.join("; ")
}

fn read_list(catalog: &Catalog, text: &str) -> MeantList {
    let deck = resolved(catalog, "list.txt", text, "open");
    MeantList { lines: lines(&deck, catalog), notes: notes(&deck) }
}

/// Lists of other tools and of people, each with its format and with what its lines mean.
#[test]
fn lists_of_strangers_mean_what_they_say() {
    let all = std::fs::read_to_string("tests/lists/strangers.txt").unwrap();
    let mut catalogs = std::collections::BTreeMap::new();
    for list in all.split("\n== ").skip(1) {
        let (head, meant) = list.split_once("\n=>\n").unwrap();
        let (title, rest) = head.split_once("\nas ").unwrap();
        let (target, text) = rest.split_once('\n').unwrap();
        let (game, format) = target.split_once('/').unwrap();
        let open = || catalog::open(game, &["docs/examples/games".into()]).unwrap();
        let catalog: &Catalog = catalogs.entry(game).or_insert_with(open);
        let deck = resolved(catalog, "list.txt", text, format);
        let (said, mut read) = (notes(&deck), lines(&deck, catalog).into_iter());
        for meant in meant.lines().filter(|line| !line.is_empty()) {
            match meant.split_once(": ") {
                Some(("note", note)) => {
                    assert!(said.iter().any(|said| said.contains(note)), "{title}: {said:?}");
                }
                Some(("notes", "none")) => assert!(said.is_empty(), "{title}: {said:?}"),
                _ => assert_eq!(read.next().as_deref(), Some(meant), "{title}: {said:?}"),
            }
        }
        assert_eq!(read.next(), None, "{title}: {said:?}");
    }
}

const BLOCK: &str = "2 Ghhhk\n3 Houjix\n";

#[test]
fn headings_of_posted_lists_are_no_cards() {
    let catalog = swccg();
    let headings = "Walkers (4); Jedi Testing; 60 cards; Sith (3); Systems (4); Starfighters; Mains; Misc; Metagame Option 1 (16); Ships (5); Sites; Droids; Pilots (4); Interupts; 8 Locations; Effects/Shields; Characters (20); LOCATIONS - 11; --- Weapons ---; Total: 60; 60 cards total; Rides; Admirals Orders; Admiral&#8217;s Orders (2); Locations (all of Hoth)";
    for heading in headings.split("; ") {
        let text = format!("# side: light\n1 Yoda\n\n{heading}\n{BLOCK}");
        let deck = read_list(&catalog, &text);
        assert_eq!(deck.lines, ["deck 1 4_2", "deck 2 2_132", "deck 3 2_50"], "{heading}");
        let said = deck
            .notes
            .iter()
            .any(|note| note.contains("heading") && note.contains(heading));
        assert!(said, "{heading}: {:?}", deck.notes);
    }
}

#[test]
fn a_heading_that_names_a_zone_switches_to_it() {
    let catalog = swccg();
    let text = "# side: dark\nStarting stuff\nBattle Order\n\nDef. Shields (10)\nBattle Order\nSecret Plans\n\nEffects\nBattle Order\n";
    let deck = read_list(&catalog, text);
    let zones: Vec<String> = deck.lines;
    assert_eq!(zones[0], "starting 1 8_118");
    assert_eq!(zones[1], "outside 1 13_54");
    assert!(zones[2].starts_with("outside 1 13_"), "{zones:?}");
    let text = "# side: dark\nDefensive Shields (10)\nBattle Order\n";
    let deck = read_list(&catalog, text);
    assert_eq!(deck.lines, ["outside 1 13_54"]);
}

#[test]
fn a_size_that_is_the_sum_of_the_block_makes_a_heading_of_any_words() {
    let catalog = swccg();
    let text = "# side: light\n1 Yoda\n\nBeatdown package (5)\n2 Ghhhk\n3 Houjix\n";
    let deck = read_list(&catalog, text);
    assert_eq!(deck.lines, ["deck 1 4_2", "deck 2 2_132", "deck 3 2_50"]);
}

#[test]
fn in_toml_nothing_is_a_heading() {
    let catalog = catalog::open("battleship-galaxies", &[]).unwrap();
    let text =
        "[zones]\nships = [\"ISN Barrage\", \"cruiser\", \"green\", \"pioche\", \"Tactics\"]\n";
    let deck = resolved(&catalog, "deck.toml", text, "fleet");
    let names: Vec<&str> = deck.unresolved.iter().map(|u| u.text.as_str()).collect();
    assert_eq!(names, ["ISN Barrage", "cruiser", "green", "pioche", "Tactics"]);
    assert!(deck.unresolved[0].ambiguous, "three cards are an ISN Barrage");
    assert!(deck.unresolved.iter().all(|u| u.zone == "ships"));
}

#[test]
fn in_a_list_a_name_that_several_cards_bear_is_asked_about() {
    let catalog = catalog::open("battleship-galaxies", &[]).unwrap();
    let deck = resolved(&catalog, "list.txt", "[ships]\nISN Barrage\n", "fleet");
    assert_eq!(deck.unresolved.len(), 1);
    assert!(deck.unresolved[0].ambiguous);
    assert_eq!(deck.unresolved[0].candidates.len(), 3);
}

#[test]
fn a_reading_says_the_card_with_its_set_and_kind() {
    let catalog = swccg();
    let deck = read_list(&catalog, "# side: light\n1 MWYHL\n2 Sense\n");
    assert_eq!(
        deck.notes,
        [
            "`MWYHL` is read as Mind What You Have Learned (Objective, Special Edition, 7_138)",
            "`Sense` is read as Sense (Interrupt, Premiere, 1_109); if you mean another, write its id: 12_68 (Interrupt, Coruscant)",
        ]
    );
}

#[test]
fn the_id_beside_a_misspelt_name_tells_the_card() {
    let catalog = swccg();
    let taken = "is read as Surface Defense Cannon (weapon, Hoth, 3_80)";
    for line in [
        "1 Surfac Defense Cannon (3_80)",
        "Surfac Defense Cannon [3_80] x1",
        "1x Surfac Defense Cannon  # 3_80 Hoth",
        "1 That gun of ours (3_80)",
    ] {
        let deck = read_list(&catalog, &format!("# side: light\n{line}\n"));
        assert_eq!(deck.lines, ["deck 1 3_80"], "{line}");
        assert!(deck.notes.iter().any(|note| note.ends_with(taken)), "{line}: {:?}", deck.notes);
    }
    // An id that no card has, or that is another card's than the name's, is not passed over.
    for line in ["1 Surfac Defense Cannon (3_999)", "1 Surface Defense Cannon (1_1)"] {
        let deck = read_list(&catalog, &format!("# side: light\n{line}\n"));
        assert!(deck.lines[0].starts_with("? "), "{line}");
    }
    let ran = Sleeve::new()
        .run(&["show", "Surfac Defense Cannon (3_80)"])
        .to_string();
    assert!(ran.contains("Surface Defense Cannon · 3_80"), "{ran}");
}

#[test]
fn numbers_that_go_up_one_by_one_are_places_in_the_list() {
    let catalog = swccg();
    let said = |first, last| {
        let read = "before the names are read as list numbers, not as copies";
        format!("the numbers {first} to {last} {read}")
    };
    for (first, behind) in [(1, "."), (1, ")"), (4, "."), (4, ")")] {
        let numbers = [first, first + 1, first + 2].map(|number| format!("{number}{behind}"));
        let [a, b, c] = &numbers;
        let text = format!("# side: light\n{a} Yoda\n\nInterrupts:\n{b} Ghhhk\n{c} Houjix\n");
        let deck = read_list(&catalog, &text);
        assert_eq!(deck.lines, ["deck 1 4_2", "deck 1 2_132", "deck 1 2_50"], "{text}");
        assert!(deck.notes.contains(&said(first, first + 2)), "{:?}", deck.notes);
    }
    let deck = read_list(&catalog, "# side: light\n3. Yoda\n3. Ghhhk\n");
    assert_eq!(deck.lines, ["deck 3 4_2", "deck 3 2_132"]);
    // Behind a card without a number they begin at 1; behind numbers of copies they are such
    // numbers too.
    for (above, are_places) in
        [("Luke", true), ("1x Luke", true), ("2x Luke", false), ("2) Luke\n4) Leia", false)]
    {
        let deck = read_list(&catalog, &format!("# side: light\n{above}\n1) Yoda\n2) Ghhhk\n"));
        let ghhhk = if are_places { "deck 1 2_132" } else { "deck 2 2_132" };
        assert_eq!(deck.lines.last().unwrap(), ghhhk, "{above}");
    }
    let deck = read_list(&catalog, "# side: light\n1x Luke\n2) Ghhhk\n3) Houjix\n");
    assert_eq!(deck.lines[1..], ["deck 2 2_132", "deck 3 2_50"]);
}

#[test]
fn a_line_that_is_guessed_is_told_once() {
    let catalog = swccg();
    let deck = read_list(&catalog, "# side: dark\nSecret Pans\n1 Sniper\n");
    assert_eq!(deck.lines[0], "deck 1 7_240");
    let taken = "`Secret Pans` is read as Secret Plans (Effect, Special Edition, 7_240); if you mean another, write its id: 13_86 (Defensive Shield, Reflections 3)";
    let own: Vec<String> = deck
        .notes
        .into_iter()
        .filter(|n| n.contains("Secret Pans"))
        .collect();
    assert_eq!(own, [taken]);
}

#[test]
fn a_line_with_several_cards_is_no_prose_no_title_and_none_of_its_cards() {
    let catalog = swccg();
    for line in [
        "2 Monnok - 2 Trample",
        "2 Monnok - Trample",
        "Monnok, Trample, Masterful Move (2 each)",
        "Monnok, Trample, Masterful Mvoe (2 each)",
        "Alter, Blown Clear, Cantina Brawl, Double Back, Ghhhk, Houjix, Sense, Surprise, Uncertain Is The Future",
    ] {
        let told = format!("? {}", line.trim_start_matches("2 "));
        let below = read_list(&catalog, &format!("{BLOCK}{line}\n"));
        assert_eq!(below.lines.len(), 3, "{line}");
        assert!(below.lines.contains(&told), "{:?}", below.lines);
        let above = read_list(&catalog, &format!("{line}\n\n{BLOCK}"));
        assert!(above.lines.contains(&told), "{:?}", above.lines);
        assert!(below.notes.is_empty() && above.notes.is_empty(), "{line}: {:?}", above.notes);
    }
    let remark = read_list(&catalog, &format!("{BLOCK}1 Yoda - to start\n"));
    let note = "`Yoda - to start` is read as Yoda";
    assert!(remark.notes.iter().any(|told| told.starts_with(note)), "{:?}", remark.notes);
}

#[test]
fn prose_is_left_out_and_said_once() {
    let catalog = swccg();
    let text = "# side: light\n1 Yoda\n2 Ghhhk\n\nStrategy:\nFirst you get the hut out, then you test.\nIf they play Surprise, just cancel it with your Sense.\n\nEnjoy!\n";
    let deck = read_list(&catalog, text);
    assert_eq!(deck.lines, ["deck 1 4_2", "deck 2 2_132"]);
    let prose: Vec<String> = deck
        .notes
        .into_iter()
        .filter(|n| n.contains("read as text"))
        .collect();
    assert_eq!(prose, ["3 lines are read as text, not as cards: lines 6 to 7, 9"]);
}

#[test]
fn a_list_that_names_no_card_is_no_empty_deck() {
    for text in [
        "Cards:\n\nThis deck lives, and you will see why.\n",
        "'Objective--->(1)'\n\nStrategy:\n\nIt never fails, they said to me.\n",
    ] {
        let told = Sleeve::new()
            .input(text)
            .run(&["check", "-", "--as", "swccg/open"]);
        let told = told.assert_status(2);
        told.assert_out("unusable")
            .assert_out("error: no line names a card");
    }
    // A starter names zones and no card yet: its deck is empty.
    let starter =
        Sleeve::new()
            .input("# side: light\n[deck]\n")
            .run(&["check", "-", "--as", "swccg/open"]);
    starter.assert_out("no cards, exactly 60");
}

#[test]
fn a_heading_that_nobody_knows_says_which_zones_there_are() {
    let catalog = swccg();
    let deck = read_list(&catalog, "# side: light\n[Sidebord xyz]\n1 Yoda\n");
    assert_eq!(
        deck.notes,
        [
            "`Sidebord xyz` is not a zone of open and is read as a remark; the zones are `deck`, `starting`, `outside`"
        ]
    );
}

#[test]
fn names_are_sought_among_what_the_zone_and_the_role_accept() {
    let catalog = catalog::open("etoile-noire", &[]).unwrap();
    for head in ["# role: alliance\n", ""] {
        let text = format!("{head}[cards]\n2 Tir\n2 Looping\n2 Luke Red 5\n[board]\n3 X-wings\n");
        let deck = resolved(&catalog, "list.txt", &text, "deux-joueurs");
        assert_eq!(lines(&deck, &catalog)[0], "cards 2 alliance-shot", "{head}");
        assert_eq!(lines(&deck, &catalog)[3], "board 3 x-wing", "{head}");
    }
    let text = "# role: empire\n[board]\n3 TIE fighters\n1 TIE fighter de Dark Vader\n";
    let deck = resolved(&catalog, "list.txt", text, "deux-joueurs");
    assert_eq!(lines(&deck, &catalog), ["board 3 tie-fighter", "board 1 vader-tie"]);
}

#[test]
fn cards_that_the_server_does_not_know_are_warned_about() {
    let list = "# game: swccg\n# format: open\n1 Yoda\n59 Yaggle Gakkle\n";
    let ran = Sleeve::new().input(list).run(&["check", "-"]).to_string();
    assert!(ran.contains("warning[unknown-to-server]"), "{ran}");
    assert!(ran.contains("59 × Yaggle Gakkle"), "{ran}");
}

#[test]
fn a_matricule_that_an_owner_types_names_the_card() {
    let overlay = "game = \"starfighter\"\n[[card]]\nid = \"my-card\"\nkind = \"squadron\"\nset = \"starfighter\"\nmatricule = \"0-02\"\nlevel = 0\nprovenance = \"published\"\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, overlay).unwrap();
    let ran = Sleeve::new()
        .run(&["show", "0-02", "--cards", &file.to_string_lossy()])
        .to_string();
    assert!(ran.starts_with("status: 0\nmy-card"), "{ran}");
}

#[test]
fn show_and_cards_read_every_name_that_check_reads() {
    let sleeve = Sleeve::new();
    for name in ["Vader w/ Saber", "EPP Vader"] {
        let ran = sleeve.run(&["show", name]).to_string();
        assert!(ran.contains("Darth Vader With Lightsaber · 108_6"), "{ran}");
        let ran = sleeve.run(&["cards", name, "-o", "names"]).to_string();
        assert!(ran.contains("Darth Vader With Lightsaber"), "{ran}");
    }
    let ran = sleeve.run(&["show", "Darth Vader"]).to_string();
    assert!(ran.contains("Darth Vader · 1_168"), "{ran}");
    assert!(ran.contains("Empire"), "{ran}");
}

#[test]
fn what_no_deck_has_is_refused_or_read_in_bounded_work() {
    let head = "# game: swccg\n# format: open\n# side: light\n";
    let run = |list: String| {
        Sleeve::new()
            .input(head.to_owned() + &list)
            .run(&["check", "-"])
    };
    let ran = run("0 Luke Skywalker\n".repeat(5_000));
    assert_eq!(ran.status, 2);
    assert!(ran.out.len() < 200_000, "{}", ran.out.len());
    let ran = run("9999 Luke Skywalker\n".repeat(100));
    assert!(ran.out.contains("999900 cards in one deck"), "{}", ran.out);
    let ran = run("x y".repeat(400_000));
    assert!(ran.out.len() < 200_000, "{}", ran.out.len());
    let nonsense = (0..1_000)
        .map(|i| format!("1 Qwrt{i}zx Plmk{i}\n"))
        .collect::<String>();
    let ran = run(nonsense);
    assert!(ran.out.contains("and 950 more lines that are not cards"), "{}", ran.out.len());
}

#[test]
fn the_side_that_a_list_states_is_its_role() {
    let cards = "1 Yoda\n1 Luke Skywalker\n1 Darth Vader\n1 Grand Moff Tarkin\n";
    let role = |head: &str, args: &[&str]| {
        let text = format!("# game: swccg\n# format: open\n{head}{cards}");
        // Rows seek no repair, which would take far longer than the verdict.
        let args = [&["check", "-", "-o", "csv"], args].concat();
        Sleeve::new().input(text).run(&args).first_cell("role")
    };
    let is = |role: String, word: &str| assert_eq!(role, word);
    is(role("# side: light\n", &[]), "light");
    is(role("# side: Light Side\n", &[]), "light");
    is(role("# side: Dark\n", &[]), "dark");
    is(role("# role: dark; side: light\n", &[]), "dark");
    is(role("# side: light\n", &["--role", "dark"]), "dark");
    // What no role is called says nothing: as many cards of each side are the Dark Side's.
    is(role("# side: middle\n", &[]), "dark");
}

#[test]
fn the_whole_name_of_a_card_with_two_faces_is_no_heading() {
    let catalog = swccg();
    for (name, id) in [
        ("Mind What You Have Learned / Save You It Can", "7_138"),
        ("You Can Either Profit By This... / Or Be Destroyed", "110_4"),
        ("Watch Your Step / This Place Can Be A Little Rough", "10_26"),
        ("There Is Good In Him / I Can Save Him", "9_61"),
        ("MIND WHAT YOU HAVE LEARNED/SAVE YOU IT CAN", "7_138"),
    ] {
        let meant = format!("deck 1 {id}");
        for text in [
            format!("{name}\n\n1 Yoda\n"),
            format!("1 Yoda\n\n{name}\n"),
            format!("1 Yoda\n\n{name}\n\n2 Yoda\n1 Ghhhk\n"),
        ] {
            let text = format!("# side: light\n{text}");
            let deck = read_list(&catalog, &text);
            assert!(deck.lines.contains(&meant), "{text}: {:?}", deck.notes);
            assert!(!deck.notes.iter().any(|note| note.contains("heading")), "{text}");
        }
    }
}

#[test]
fn in_a_double_spaced_list_nicknames_and_misspellings_are_cards() {
    let catalog = swccg();
    let text = "# side: dark\n1 Battle Order\n\nCharacters (5)\n\nEPP Fett\n\nZiMH\n\n\
        IAO\n\nIG-88 with gun\n\nCoruscant DB\n\nInterupts\n\n2 Sniper\n\nMonnok\n\nQwrtz Plmkj\n\nEvader\n";
    let deck = read_list(&catalog, text);
    assert_eq!(
        deck.lines,
        [
            "deck 1 8_118",
            "deck 1 108_5",
            "deck 1 110_12",
            "deck 1 8_126",
            "deck 1 109_11",
            "deck 1 7_276",
            "deck 2 2_139",
            "deck 1 2_135",
            "? Qwrtz Plmkj",
            "deck 1 2_131"
        ],
        "{:#?}",
        deck.notes
    );
}

#[test]
fn a_number_in_brackets_is_one_of_copies_unless_it_is_the_set() {
    let catalog = swccg();
    let read = |text: &str| {
        let deck = read_list(&catalog, &format!("# side: dark\n{text}"));
        (deck.lines, deck.notes)
    };
    for blank in ["", " "] {
        for (line, copies) in [("[x2]", 2), ("[2x]", 2), ("[3]", 3)] {
            let (found, notes) = read(&format!("Sniper{blank}{line}\n"));
            assert_eq!(found, [format!("deck {copies} 2_139")], "{line}: {notes:?}");
        }
    }
    for heading in ["Effects [9]", "Effects[5]"] {
        let (found, notes) = read(&format!("1 Sniper\n{heading}\nBattle Order [2]\n"));
        assert_eq!(found, ["deck 1 2_139", "deck 2 8_118"], "{notes:?}");
    }
    // In a list where every such number is the set of its card they are sets; else none is.
    let (found, notes) = read("Sniper [2]\nBattle Order [8]\n");
    assert_eq!(found, ["deck 1 2_139", "deck 1 8_118"]);
    let told = notes
        .iter()
        .filter(|note| note.contains("is read as the set"));
    assert_eq!(told.count(), 2, "{notes:?}");
    assert_eq!(read("Sniper [2]\nBattle Order [7]\n").0, ["deck 2 2_139", "deck 7 8_118"]);
    // Beside another number, it is passed over, and told.
    let (found, notes) = read("3x Sniper [4]\nBattle Order x2 (5 total)\n");
    assert_eq!(found, ["deck 3 2_139", "deck 2 8_118"]);
    assert!(notes[0].contains("`4`") && notes[1].contains("`5 total`"), "{notes:?}");
    assert!(read("Sniper [0]\n").0[0].starts_with("? "));
}

#[test]
fn cards_of_a_folder_that_no_set_has_are_not_read_as_others() {
    let catalog = swccg();
    let text = "ver 2\nback imp.gif\ncard \"/legacy/VirtualBlock1-Dark/t_stormtrooper\" 1\n\
        card \"/TWOSIDED/legacy/VirtualBlock1-Dark/t_huntdown/x\" 1\n\
        card \"/starwars/Premiere-Dark/t_stormtrooper\" 2\n";
    let deck = resolved(&catalog, "deck.htd", text, "open");
    assert_eq!(
        lines(&deck, &catalog),
        [
            "? legacy/VirtualBlock1-Dark/t_stormtrooper",
            "? TWOSIDED/legacy/VirtualBlock1-Dark/t_huntdown/x",
            "deck 2 1_194"
        ]
    );
}

#[test]
fn what_a_list_states_decides_between_cards_and_a_stranger_is_told() {
    let catalog = swccg();
    for head in ["# side: dark\n", "# role: dark\n"] {
        // More Light cards than Dark ones: still a Dark list.
        let text = format!("{head}Mara Jade\nEndor\nYoda\nSullust\n1 Battle Order\n");
        let deck = read_list(&catalog, &text);
        let meant = ["217_40", "8_157", "4_2", "9_150", "8_118"].map(|id| format!("deck 1 {id}"));
        assert_eq!(deck.lines, meant, "{head}");
        let told: Vec<String> = deck
            .notes
            .into_iter()
            .filter(|note| note.contains("the list is"))
            .collect();
        assert_eq!(
            told,
            ["the list is `dark`, but these cards are not: `Mara Jade` (line 2), `Yoda` (line 4)"]
        );
    }
    // The role that the command line gives does so too; without any, the cards that were guessed
    // do.
    let raw = read("list.txt", b"Endor\nYoda\n", &Hints::from_game(&catalog.game, None)).unwrap();
    let mut resolver = DeckResolver::new(&catalog);
    let named = resolver.look_up_names(&raw);
    let deck = resolver.place_cards(&named, catalog.format("open"), Some("dark"));
    assert_eq!(lines(&deck, &catalog), ["deck 1 8_157", "deck 1 4_2"]);
    let text = "Endor\nGrand Mof Tarkin\nDart Vader\n";
    let deck = read_list(&catalog, text);
    assert_eq!(deck.lines[0], "deck 1 8_157", "{:?}", deck.notes);
}

/// A list of a side with some cards of its time, and one line.
fn meaning_of(catalog: &Catalog, side: &str, line: &str) -> String {
    let known = match side {
        "dark" => ["Sense", "Alter", "Trample", "Bubo", "Fondor", "Devastator", "Carida", "Evader"],
        _ => ["Sense", "Alter", "Kessel", "Beggar", "Red 10", "X-wing", "Kiffex", "Beru Lars"],
    };
    let text = format!("# side: {side}\n{line}\n{}\n", known.join("\n"));
    let mut lines = read_list(catalog, &text).lines;
    lines.remove(0)
}

#[test]
fn parts_of_names_in_any_order_mean_the_only_card_that_they_fit() {
    let catalog = swccg();
    for (side, line, meaning) in [
        ("light", "Your Insight", "9_47"),
        ("light", "Bantha Droid", "1_32"),
        ("light", "Chirpas hut", "8_71"),
        ("light", "Yodas Hutt", "4_89"),
        ("light", "Na Shadda Wind Chimes", "6_72"),
        ("light", "ENdor Landing Site", "8_77"),
        ("light", "Gold Leader in Gold one", "103_1"),
        ("light", "Home I", "9_74"),
        ("light", "WYS objective", "10_26"),
        ("light", "General Han", "8_15"),
        ("light", "Leia/Blaster Rifle", "108_2"),
        ("light", "Wise Advise (starting)", "7_81"),
        ("light", "Wise advice-starting", "7_81"),
        ("light", "Capn Han Solo", "5_1"),
        ("light", "Electrobinocs", "1_35"),
        ("dark", "Dreadnaught Heavy Class Cruiser x2", "106_13"),
        ("dark", "Cloud City East Landng Platform", "5_169"),
        ("dark", "Bespin Motors Viod Spider THX 1138", "2_156"),
        ("dark", "Oota Goo-ta", "2_137"),
        ("dark", "holotheter", "4_161"),
        ("dark", "Imperial Square Coruscant", "7_278"),
        ("light", "Objective Hidden Base", "7_136"),
        ("light", "MWYHL/whatever it is", "7_138"),
        ("light", "Wedge Antillies, Rogue Squadron Leader", "9_31"),
        ("light", "Do or do not/Wise Advice combo", "10_7"),
        ("light", "Houjix combo", "10_8"),
        ("light", "Leia w/ Glock", "108_2"),
        ("light", "Liea with rifle", "108_2"),
        ("light", "The Signal x3 (starting", "6_77"),
        ("light", "WHAAOOOOOW", "4_71"),
        ("light", "Massasie Headqurters", "7_134"),
        ("light", "Surprise @#$%ault", "1_113"),
        ("dark", "Dengar with Bazooka", "110_7"),
        ("dark", "Bobe Fett in Slave 1x2", "109_8"),
        ("dark", "Death star2 docking bay", "9_145"),
        ("dark", "Imp. Command", "9_137"),
        // Several cards fit, or what is left out tells one from another.
        ("light", "1 Grabber", "?"),
        ("light", "Leia with blaster pistol", "?"),
        ("light", "Han with blaster or Luke", "?"),
        ("dark", "death star2db", "?"),
        ("dark", "OS-71-1 in Obsidian 1", "?"),
        ("dark", "Sniper D", "?"),
        ("dark", "Advisor", "?"),
        ("dark", "The Stick of Maul", "?"),
        ("light", "Luke Skywalker JN", "?"),
        ("light", "do or do not combo", "10_7"),
        ("light", "-DS Aim High", "13_4"),
        ("light", "Docking & Repair Facility", "?"),
        ("light", "X-wing LCs x2", "?"),
    ] {
        let read = meaning_of(&catalog, side, line);
        let is_meant =
            read.ends_with(&format!(" {meaning}")) || read.starts_with(&format!("{meaning} "));
        assert!(is_meant, "{line}: {read}, not {meaning}");
    }
}

#[test]
fn titles_above_the_first_heading_are_told_and_are_no_cards() {
    let catalog = swccg();
    let text = "Cards:\n\nDARK SIDE - IMPERIAL HOSPITALITY\n\nVersion 6.0 by Doug\n\n\nStarting (2)\n\nFondor\n\nSense\n\n";
    let list = read_list(&catalog, text);
    assert_eq!(list.lines, ["starting 1 7_283", "starting 1 1_267"]);
    let told = list.notes.join("\n");
    assert!(told.contains("IMPERIAL HOSPITALITY") && told.contains("Version 6.0"), "{told}");
}

#[test]
fn names_with_a_letter_more_wrong_and_names_in_parentheses_are_read() {
    let catalog = swccg();
    let list = "Side: Dark\n\nKashykk\nCourscant\nGod (aka Janus Greejatus)\nIG88 w Riot Gun\nendordb\n1 The Cast\n";
    let read = read_list(&catalog, list);
    assert_eq!(
        read.lines,
        [
            "deck 1 2_146",
            "deck 1 7_275",
            "deck 1 9_110",
            "deck 1 109_11",
            "deck 1 8_166",
            "? The Cast"
        ],
        "{:?}",
        read.notes
    );
}

#[test]
fn cards_that_the_data_lacks_are_named_as_what_they_are_by_every_reader() {
    let legacy = "a Legacy card: only the format Legacy takes it, and only the overlay living/swccg-legacy has it";
    let retired = "a retired card: the card files have left it out";
    let virtual_card = "no virtual card of this name is known today";
    for (name, deck, said) in [
        ("a.txt", "# Side: Dark\n\n1 Vader (601_12)\n1 Dark Deal\n", legacy),
        ("b.txt", "# Side: Dark\n\n1 Goldenrod\n1 Dark Deal\n", retired),
        ("c.txt", "# Side: Dark\n\n1 Affect Mind (V)\n1 Dark Deal\n", virtual_card),
        ("d.toml", "game = \"swccg\"\nformat = \"open\"\n[zones.deck]\n\"601_3\" = 1\n", legacy),
        ("e.xml", "<deck><card blueprintId=\"601_12\" title=\"X\"/></deck>", legacy),
        (
            "f.cdf",
            "ver 2\nback imp.gif\ncard \"/legacy/VirtualBlock1-Dark/t_stormtrooper\" 1\n",
            legacy,
        ),
    ] {
        let folder = scratch("absent-cards");
        write_file(&folder, name, deck);
        let check = ["check", name, "--as", "swccg/open"];
        Sleeve::new()
            .folder(&folder)
            .run(&check)
            .assert_out(&format!("= help: {said}"));
        let told = Sleeve::new()
            .folder(&folder)
            .run(&[&check[..], &["-o", "json"]].concat());
        let help = &told.document()["decks"][0]["unresolved"][0]["help"];
        assert!(help.as_str().is_some_and(|help| help.starts_with(said)), "{name}: {help}");
    }
    // A mark that is no card's stands behind the name of no card: the near names are offered.
    let near = Sleeve::new()
        .input("# Side: Dark\n\n1 Vadre (V)\n")
        .line("check - --as swccg/open");
    assert!(!near.out.contains(virtual_card), "{near}");
}

#[test]
fn json_lists_every_line_of_prose_where_the_note_names_the_first() {
    let lines = (0..65).map(|at| {
        format!("1 Monnok\nThis is what I thought of while I played round {at} against them.\n\n")
    });
    let list: String = lines.collect();
    let ran =
        Sleeve::new()
            .input(list.as_str())
            .run(&["check", "-", "--as", "swccg/open", "-o", "json"]);
    let document = ran.document();
    let findings = document["decks"][0]["findings"].as_array().unwrap();
    let note = findings
        .iter()
        .find(|finding| finding["status"] == "note")
        .unwrap();
    assert!(note["message"].as_str().unwrap().ends_with(" and 5 more"), "{note}");
    let expected: Vec<usize> = (0..65).map(|at| 3 * at + 2).collect();
    assert_eq!(note["lines"], serde_json::to_value(expected).unwrap());
}

#[test]
fn a_row_whose_count_is_no_number_is_no_card() {
    let list = "count\tname\n2\tScout\nmany\tViper\n";
    let ran = Sleeve::new()
        .input(list)
        .run(&["check", "-", "--as", "star-realms/two-player"]);
    ran.assert_out("there is no card `many\\tViper`");
}

#[test]
fn a_side_in_parentheses_chooses_among_namesakes() {
    let list = "1 Tatooine (dark)\n1 Tatooine (light)\n";
    let ask = ["convert", "-", "--as", "swccg/open", "--to", "toml"];
    let ran = Sleeve::new().input(list).run(&ask);
    ran.assert_out("\"1_289\",  # Tatooine\n    \"1_127\",  # Tatooine");
}
