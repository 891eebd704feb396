//! Lists pasted from where people keep decks, and the names that players use.

use crate::common::{Sleeve, list, scratch, write_file};
use sleeve::{
    catalog,
    decks::{DeckResolver, Hints, RawDeck, read, read_all, sides_of},
    model::{Catalog, Deck, Lang},
};

fn swccg() -> Catalog {
    catalog::open("swccg", &[]).unwrap()
}

fn resolved(catalog: &Catalog, name: &str, text: &str) -> Deck {
    let raw = read(name, text.as_bytes(), &Hints::from_game(&catalog.game, None)).unwrap();
    DeckResolver::new(catalog).resolve(&raw, catalog.format("open"))
}

/// Count and id of every line that is a card, and every line that should be one.
fn lines(deck: &Deck, catalog: &Catalog) -> Vec<String> {
    let id = |card| catalog.cards.card(card).id().to_owned();
    let cards = deck
        .entries
        .iter()
        .map(|e| (e.span.start, format!("{} {}", e.count, id(e.card))));
    let mut found: Vec<(usize, String)> = cards.collect();
    found.extend(
        deck.unresolved
            .iter()
            .map(|u| (u.span.start, format!("? {}", u.text))),
    );
    found.sort();
    found.into_iter().map(|(_, line)| line).collect()
}

fn notes(deck: &Deck) -> String {
    deck.notes
        .iter()
        .map(|note| note.message.get(Lang::En).to_owned() + "\n")
        .collect()
}

#[test]
fn lists_are_read_from_sheets_pages_and_mails() {
    let catalog = swccg();
    let wanted = ["2 1_109", "1 1_105", "3 6_80"];
    for (name, text) in [
        (
            "tabs",
            "2\tSense\tInterrupt\n1\tRebel Barrier\tInterrupt\n3\tYou Will Take Me To Jabba Now\tInterrupt\n",
        ),
        ("tabs behind", "Sense\t2\nRebel Barrier\t1\nYou Will Take Me To Jabba Now\t3\n"),
        (
            "sheet",
            "Qty,Name,Set\n2,Sense,Premiere\n1,Rebel Barrier,Premiere\n3,\"You Will Take Me To Jabba Now\",Jabba's Palace\n",
        ),
        ("bare sheet", "2;Sense\n1;Rebel Barrier\n3;You Will Take Me To Jabba Now\n"),
        (
            "bullets",
            "- **2x** Sense\n- **1x** Rebel Barrier\n- **3x** You Will Take Me To Jabba Now\n",
        ),
        (
            "links",
            "* 2x [Sense](https://example.org/1)\n* 1x [Rebel Barrier](/c/2)\n* 3x [You Will Take Me To Jabba Now](#3)\n",
        ),
        (
            "boxes",
            "- [ ] 2x Sense\n- [x] 1x Rebel Barrier\n- [ ] 3x You Will Take Me To Jabba Now\n",
        ),
        (
            "table",
            "| # | Card |\n|--:|------|\n| 2 | Sense |\n| 1 | Rebel Barrier |\n| 3 | You Will Take Me To Jabba Now |\n",
        ),
        (
            "html",
            "<ul><li>2x <b>Sense</b></li><li>1x Rebel Barrier</li><li>3x You Will Take Me To Jabba Now</li></ul>\n",
        ),
        ("mail", "> 2 Sense\n> 1 Rebel Barrier\n>\n> 3 You Will Take Me To Jabba Now\n"),
        (
            "remarks",
            "2 Sense // counts\n1 Rebel Barrier -- for drops\n3 You Will Take Me To Jabba Now $1.25\n",
        ),
        ("signs", "⚔ 2 Sense\n🛡️ 1 Rebel Barrier\n✨ 3 You Will Take Me To Jabba Now\n"),
        ("glued", "2xSense\n1xRebel Barrier\nYou Will Take Me To Jabba Nowx3\n"),
        (
            "column",
            "Sense                          2\nRebel Barrier                  1\nYou Will Take Me To Jabba Now  3\n",
        ),
        ("dashes", "2-Sense\n1-Rebel Barrier\n3-You Will Take Me To Jabba Now\n"),
    ] {
        for head in ["# side: light\n", "My deck\nSide: Light\n\n"] {
            let deck = resolved(&catalog, "list.txt", &format!("{head}{text}"));
            assert_eq!(lines(&deck, &catalog), wanted, "{name}: {}", notes(&deck));
        }
    }
    let text = "---\nlayout: post\nid: 1444\ntitle: ! \"Mine\"\ntags:\n- Light\n---\nCards: \n\n'2 Sense\nRebel Barrier\n3 You Will Take Me To Jabba Now'\n";
    let deck = resolved(&catalog, "post.md", text);
    assert_eq!(lines(&deck, &catalog), wanted, "{}", notes(&deck));
    assert_eq!(
        (deck.name.as_deref(), deck.role.map(|r| r.value)),
        (Some("Mine"), Some("light".into()))
    );
}

#[test]
fn a_line_with_an_impossible_number_is_a_finding_of_its_own() {
    let list =
        "# game: swccg\n# format: open\n# side: light\n2 Sense\n-2 Jawa\n3 Alter\n1 Sniper\n";
    let ran = Sleeve::new().input(list).run(&["check", "-"]).to_string();
    assert!(ran.contains("`-2 Jawa` needs a number of copies from 1 to 9999"), "{ran}");
    // The rest is judged, but for what copies that were not read could change.
    assert!(ran.contains("error[one-side]") && !ran.contains("exactly 60"), "{ran}");
}

#[test]
fn a_remark_that_is_no_side_of_the_game_begins_no_deck() {
    let check = |list: &str, form: &str| Sleeve::new().input(list).run(&["check", "-", "-o", form]);
    let rows = |list: &str| check(list, "csv").out.lines().count() - 1;
    let list = "# game: swccg; format: open\n# side: dark\n2 Sniper\n# role: finishers\n1 Evazan\n";
    assert_eq!(rows(list), 1);
    let note = "`role: finishers` below the cards is read as a remark";
    check(list, "human").assert_out(note);
    assert_eq!(rows(&list.replace("# role: finishers", "// Side: the rest")), 1);
    assert_eq!(rows(&list.replace("# role: finishers", "# Side: Light Side")), 2);
    // The game of the cards, where nothing names one.
    assert_eq!(rows(&list.replace("# game: swccg; format: open\n", "")), 1);
}

#[test]
fn a_line_that_is_a_side_begins_a_deck_where_another_did() {
    let catalog = swccg();
    let sides = sides_of(&catalog);
    let hints = Hints { sides: Some(&sides), ..Hints::from_game(&catalog.game, None) };
    let said = |text: &str| -> Vec<(Option<String>, usize)> {
        let decks = read_all("both.txt", text.as_bytes(), &hints).unwrap();
        let side = |deck: &RawDeck| deck.side.as_ref().map(|side| side.value.clone());
        decks
            .iter()
            .map(|deck| (side(deck), deck.cards().count()))
            .collect()
    };
    let deck = |side: &str, cards| (Some(side.to_owned()), cards);
    let text = "Dark Side\n\n2 Sniper\n1 Evacuate?\n\n*Light side deck:*\n3 Yoda\n";
    assert_eq!(said(text), [deck("Dark", 2), deck("Light", 1)]);
    let ran = Sleeve::new()
        .input(text)
        .run(&["check", "-", "--as", "swccg/open", "-o", "csv"]);
    ran.assert_out("-#1,swccg,open,dark,")
        .assert_out("-#2,swccg,open,light,");
    // A title stands above, and the word for the same side once more.
    let text =
        "Ceres, round 3\n## LIGHT SIDE ##\n3 Yoda\nLight Side\n2 Ghhhk\nDark Deck\n2 Sniper\n";
    let titled = said(text);
    assert_eq!(
        titled
            .iter()
            .map(|(side, _)| side.as_deref())
            .collect::<Vec<_>>(),
        [Some("LIGHT"), Some("Dark")]
    );
    // Below a side that the list states, remarks on opponents follow.
    for head in ["# side: dark", "# role: dark"] {
        let text = format!("{head}\n2 Sniper\n\nLight Side\nJust cancel it.\n");
        assert_eq!(said(&text).len(), 1, "{head}");
    }
    // So do they where the list states none, below its cards.
    let cards = "1 Sniper\n1 Monnok\n1 Trample\n1 Masterful Move\n1 Elis Helrot\n1 Torture\n";
    let text = format!("{cards}\nDark Side\nJust cancel it.\n\nLight Side\nJust drain it.\n");
    assert_eq!(
        said(&text)
            .iter()
            .map(|(side, _)| side.as_deref())
            .collect::<Vec<_>>(),
        [None]
    );
}

#[test]
fn two_decks_in_one_file_are_told_apart() {
    let catalog = swccg();
    let hints = Hints::from_game(&catalog.game, None);
    let text = "# player: Ann\n# side: dark\n2 Sniper\n\n# side: light\n3 Yoda\n";
    let decks = read_all("both.txt", text.as_bytes(), &hints).unwrap();
    let paths: Vec<&str> = decks.iter().map(|deck| deck.path.as_str()).collect();
    assert_eq!(paths, ["both.txt#1", "both.txt#2"]);
    let mut resolver = DeckResolver::new(&catalog);
    let read: Vec<_> = decks
        .iter()
        .map(|raw| lines(&resolver.resolve(raw, catalog.format("open")), &catalog))
        .collect();
    assert_eq!(read, [["2 2_139"], ["3 4_2"]]);
    let xml =
        "<deck><card blueprintId=\"2_139\"/></deck>\n<deck><card blueprintId=\"4_2\"/></deck>\n";
    assert_eq!(read_all("both.xml", xml.as_bytes(), &hints).unwrap().len(), 2);
    let wrapped = format!("<decks>{xml}</decks>");
    assert_eq!(
        read_all("both.xml", wrapped.as_bytes(), &hints)
            .unwrap()
            .len(),
        2
    );
    let empty = format!("<deck/>{xml}");
    let sizes = |decks: &[RawDeck]| {
        decks
            .iter()
            .map(|deck| deck.items.len())
            .collect::<Vec<_>>()
    };
    assert_eq!(sizes(&read_all("both.xml", empty.as_bytes(), &hints).unwrap()), [0, 1, 1]);
    // Each has a row of its own, in whatever form.
    let folder = scratch("two-decks");
    write_file(&folder, "both.txt", text);
    write_file(&folder, "both.xml", xml);
    let run = |args: &[&str]| Sleeve::new().folder(&folder).run(args);
    let ran = run(&["check", "both.txt", "both.xml", "--as", "swccg/open", "-o", "csv"]);
    insta::assert_snapshot!(ran, @"
    status: 1
    path,game,format,role,name,player,verdict,provisional,errors,warnings,first
    both.txt#1,swccg,open,dark,,Ann,illegal,false,1,1,deck-size
    both.txt#2,swccg,open,light,,Ann,illegal,false,1,1,deck-size
    both.xml#1,swccg,open,dark,,,illegal,false,1,1,deck-size
    both.xml#2,swccg,open,light,,,illegal,false,1,1,deck-size
    ");
    // Their cards are those of all of them, or of the one that is named.
    let cards = |file: &str| run(&["cards", "--game", "swccg", "--in", file, "-o", "names"]).out;
    assert_eq!(cards("both.xml"), "Sniper\nYoda\n");
    assert_eq!(cards("both.txt#2"), "Yoda\n");
    run(&["cards", "--in", "both.txt#3", "Yoda"])
        .assert_err("no deck 3 in this file, which contains 2");
    let one = run(&["fix", "both.txt", "--as", "swccg/open", "--write"]);
    one.assert_status(2)
        .assert_err("`both.txt#1` shares its file with other decks");
    assert_eq!(std::fs::read_to_string(folder.join("both.txt")).unwrap(), text);
    assert!(!folder.join("both.txt#1").exists());
    // Hosts of code and editors know files alone, and lines in them.
    let human = run(&["check", "both.txt", "--as", "swccg/open"]).to_string();
    assert!(human.contains("--> both.txt:3:1") && !human.contains("#1:3"), "{human}");
    let github = run(&["check", "both.txt", "--as", "swccg/open", "-o", "github"]).to_string();
    assert!(
        github.contains("::error file=both.txt,line=3,col=1,title=deck-size::deck 1: "),
        "{github}"
    );
    assert!(github.contains("::deck 2: "), "{github}");
    assert!(!github.contains("#2"), "{github}");
    for form in ["sarif", "junit"] {
        let ran = run(&["check", "both.txt", "--as", "swccg/open", "-o", form]).to_string();
        assert!(!ran.contains("both.txt%23") && !ran.contains("(both.txt#"), "{ran}");
    }
}

#[test]
fn one_deck_of_several_in_a_file_is_named_by_its_number() {
    let folder = scratch("one-of-two-decks");
    write_file(&folder, "both.txt", "# side: dark\n2 Sniper\n\n# side: light\n3 Yoda\n");
    let run = |args: &[&str]| Sleeve::new().folder(&folder).run(args);
    let rows = |path: &str| run(&["check", path, "--as", "swccg/open", "-o", "csv"]);
    assert_eq!(rows("both.txt#2").out.lines().count(), 2);
    rows("both.txt#2").assert_out("both.txt#2,swccg,open,light,");
    for (path, told) in [
        ("both.txt#3", "no deck 3 in this file, which contains 2"),
        ("both.txt#0", "no deck 0 in this file, which contains 2"),
        ("both.txt#x", "there is no such file"),
    ] {
        run(&["check", path]).assert_status(2).assert_out(told);
    }
    let ends = "name one of them: `both.txt#1` to `both.txt#2`";
    run(&["seal", "both.txt"]).assert_status(2).assert_err(ends);
    run(&["seal", "both.txt#1", "--as", "swccg/open"]).assert_status(0);
    run(&["convert", "both.txt", "--to", "text"])
        .assert_status(2)
        .assert_err(ends);
    let light = ["convert", "both.txt#2", "--as", "swccg/open", "--to", "text"];
    run(&light).assert_status(0).assert_out("3x Yoda");
    // A file of that name is meant before a deck in another.
    write_file(&folder, "both.txt#2", "# side: dark\n4 Sniper\n");
    run(&["convert", "both.txt#2", "--as", "swccg/open", "--to", "text"]).assert_out("4x Sniper");
}

/// Names as players write them, beside others of the deck, and the card of each; `?`: none is meant
/// for sure.
#[test]
fn names_that_players_use_are_read_by_their_parts() {
    let catalog = swccg();
    for (side, beside, name, wanted) in [
        ("dark", "", "Bossk in HT", "7_301"),
        ("dark", "", "Zuckuss in MH", "110_12"),
        ("dark", "", "Dengar in ship", "109_10"),
        ("dark", "", "Iggy in boat", "110_8"),
        ("dark", "", "Fett in ship", "109_8"),
        ("dark", "", "ECC Iggy", "109_11"),
        ("dark", "", "EPP Fett", "108_5"),
        ("light", "", "Obi EPP", "108_4"),
        ("dark", "", "Sith Vader", "7_175"),
        ("dark", "", "Darth Vader, DLOTS", "7_175"),
        ("dark", "", "Mara", "110_10"),
        ("dark", "", "Mara Jade, TEH", "110_10"),
        ("dark", "", "Mara's Lightsaber", "110_11"),
        ("dark", "", "Maras Saber", "110_11"),
        ("dark", "", "Vaders stick", "1_324"),
        ("light", "", "Luke's stick", "9_90"),
        ("light", "", "Jedi Luke", "9_24"),
        ("light", "", "Wedge Antilles, RSL", "9_31"),
        ("dark", "", "GMTarkin", "1_179"),
        ("dark", "", "GA Thrawn", "10_40"),
        ("dark", "", "Xizor", "10_45"),
        ("light", "", "Home 1", "9_74"),
        ("light", "", "Obi's Hut", "1_134"),
        ("light", "", "Princess Leia w/ Blaster Rifle", "108_2"),
        ("light", "", "Chewie Protector", "10_3"),
        ("dark", "", "ISB Ops", "7_299"),
        ("dark", "", "TINT/Oppressive Enforcement", "10_52"),
        ("dark", "", "IAO/Secret Plans", "12_135"),
        ("light", "", "Houjix & OON", "10_8"),
        ("light", "", "TT/OOC", "10_16"),
        ("dark", "", "YAB", "5_163"),
        ("dark", "", "SHUOSHD", "4_147"),
        ("light", "", "Don't Get @#$%y", "1_76"),
        ("light", "", "Watch Your Step/TPCBALR", "10_26"),
        ("dark", "", "Endor Operations/I don't care", "8_167"),
        ("dark", "", "Lt.Commander Ardan", "4_103"),
        ("dark", "", "JP-Dungeon", "6_164"),
        ("dark", "", "Sniper - kills Luke", "2_139"),
        ("dark", "", "Sniper {new}", "2_139"),
        // The deck decides between places.
        ("dark", "1 Set Your Course For Alderaan\n", "DS DB", "1_285"),
        ("dark", "1 Death Star II: Throne Room\n", "Death Star DB", "9_145"),
        ("light", "1 MWYHL\n", "D Jungle", "4_86"),
        ("light", "1 MWYHL\n", "D Bog Clearing", "4_85"),
        ("dark", "1 Bring Him Before Me\n", "Throne Room", "9_147"),
        // What stays open is asked.
        ("dark", "", "Lightsaber", "?"),
        ("light", "", "Sense/Uncertain", "?"),
        ("dark", "", "Jerjerrod the great and mighty", "?"),
    ] {
        let deck = resolved(&catalog, "list.txt", &format!("# side: {side}\n{beside}1 {name}\n"));
        let found = lines(&deck, &catalog).pop().unwrap();
        let meant = if wanted == "?" { format!("? {name}") } else { format!("1 {wanted}") };
        assert!(found.starts_with(&meant), "{name}: {found}, not {meant}\n{}", notes(&deck));
    }
}

#[test]
fn remarks_behind_names_are_passed_over_and_told_together() {
    let catalog = swccg();
    let text = "# side: light\nMenace Fades (start vs. Endor Ops, ties, and TTO)\n2 Yoda (Shiny)\n\
        Houjix x3 (new)\nIt Is The Future You See (#5)\nSense (Ep1)\n(old) Ghhhk\n";
    let deck = resolved(&catalog, "list.txt", text);
    assert_eq!(
        lines(&deck, &catalog),
        ["1 9_38", "2 4_2", "3 2_50", "1 4_78", "1 12_68", "1 2_132"]
    );
    let told = "remarks in parentheses are ignored: `start vs. Endor Ops, ties, and TTO` (line 2), `Shiny` (line 3), `new` (line 4), `#5` (line 5), `old` (line 7)";
    assert!(notes(&deck).contains(told), "{}", notes(&deck));
    // A mark is no remark.
    let deck = resolved(&catalog, "list.txt", "# side: light\n1 Yoda (V)\n1 Chewie (V)\n");
    assert!(lines(&deck, &catalog).iter().all(|line| line != "1 4_2"), "{}", notes(&deck));
}

#[test]
fn a_text_below_the_list_adds_no_cards() {
    let catalog = swccg();
    let list = "# side: light\n2 Yoda\n3 Ghhhk\n4 Houjix\n";
    let text =
        "\nStrategy: '\n\nStart with\n\nKessel\n\nDagobah Yodas Hut\n\nDark Deal\n\n1 Sense\n'\n";
    let deck = resolved(&catalog, "list.txt", &format!("{list}{text}"));
    assert_eq!(lines(&deck, &catalog), ["2 4_2", "3 2_132", "4 2_50"]);
    assert!(
        notes(&deck).contains("5 lines are read as text, not as cards: lines 8, 10, 12, 14, 16"),
        "{}",
        notes(&deck)
    );
    // Above the list a text takes nothing away.
    let deck =
        resolved(&catalog, "list.txt", &format!("# side: light\nStrategy:\nWin.\n{}", &list[14..]));
    assert_eq!(lines(&deck, &catalog), ["2 4_2", "3 2_132", "4 2_50"], "{}", notes(&deck));
}

#[test]
fn totals_make_headings_however_they_stand() {
    let catalog = swccg();
    for heading in list(
        "Effects-11; Effects11; Blue Cards9; Red 18; Green  ( 2 ); Charakters 21; \
        Effects (9)+1 for the start; Locations (7) More, Less?; blue; (Senators); INTERUPTS; Agents",
    ) {
        let text = format!("# side: dark\n1 Yoda\n{heading}\n2 Sniper\n3 Monnok\n");
        let deck = resolved(&catalog, "list.txt", &text);
        assert_eq!(
            lines(&deck, &catalog)[1..],
            ["2 2_139", "3 2_135"],
            "{heading}: {}",
            notes(&deck)
        );
        assert!(
            notes(&deck).contains(heading) || notes(&deck).contains("read as text"),
            "{}",
            notes(&deck)
        );
    }
}
