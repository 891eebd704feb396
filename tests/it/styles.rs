//! What `apply_style` makes of a file of data, of a deck, and of a file that is neither.

use sleeve_fmt::{MAX_STYLED_PARTS, StyleError, apply_style};

fn data(text: &str) -> String {
    let new = apply_style("cards.toml".as_ref(), text).unwrap();
    assert_eq!(apply_style("cards.toml".as_ref(), &new).as_ref(), Ok(&new), "it is in the style");
    new
}

#[test]
fn a_number_that_is_none_stays_and_does_not_hinder() {
    assert_eq!(data("[[card]]\nid='a'\ncost =  nan\n"), "[[card]]\nid = 'a'\ncost = nan\n");
}

#[test]
fn keys_stand_in_the_order_of_their_table_and_fields_before_parts() {
    let text = "[[card]]\nprovenance = \"rulebook\"\nlevel = 2 # as printed\n# its name\nname = \"A\"\nfaces.back = { effects = [\"x\"], cost = 1, name = \"B\" }\nid = \"a\"\n";
    insta::assert_snapshot!(data(text), @r#"
    [[card]]
    id = "a"
    # its name
    name = "A"
    level = 2 # as printed
    faces.back = { name = "B", cost = 1, effects = ["x"] }
    provenance = "rulebook"
    "#);
}

#[test]
fn what_fits_stands_on_one_line_and_what_does_not_is_filled_or_broken() {
    let names: Vec<String> = (0..24).map(|at| format!("\"card-{at}\"")).collect();
    let cards: Vec<String> = (0..3)
        .map(|at| format!("{{id=\"c{at}\",name=\"{}\"}}", "n".repeat(40)))
        .collect();
    let text = format!(
        "list = [\n  {{ cards = [\n\"a\" ,\n \"b\"], id=\"l\" }}]\ncard = [{}]\n[file]\nset=[\n\"one\",\"two\"\n]\nwords = [{}]\n",
        cards.join(","),
        names.join(",")
    );
    insta::assert_snapshot!(data(&text), @r#"
    card = [
        { id = "c0", name = "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" },
        { id = "c1", name = "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" },
        { id = "c2", name = "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" },
    ]
    list = [{ id = "l", cards = ["a", "b"] }]

    [file]
    set = ["one", "two"]
    words = [
        "card-0", "card-1", "card-2", "card-3", "card-4", "card-5", "card-6", "card-7", "card-8", "card-9", "card-10",
        "card-11", "card-12", "card-13", "card-14", "card-15", "card-16", "card-17", "card-18", "card-19", "card-20",
        "card-21", "card-22", "card-23",
    ]
    "#);
}

#[test]
fn comments_and_what_is_written_by_hand_around_them_stay() {
    let text = "\n\n# The file.\n\n# Of the list.\n[[list]]   # here\nid = 'l'\n\n\n\n# Of the cards.\ncards = [\n    \"a\", # the first\n    # and\n    \"b\",\n]\n\n\n# The end.\n\n\n";
    insta::assert_snapshot!(data(text), @r##"
    # The file.

    # Of the list.
    [[list]]   # here
    id = 'l'

    # Of the cards.
    cards = [
        "a", # the first
        # and
        "b",
    ]

    # The end.
    "##);
}

#[test]
fn comments_within_inline_tables_stay_as_they_are_written() {
    let text = "[[card]]\nid = \"a\"\nname = { en =    # of the sea\n \"A\", fr = \"B\" # du lac\n, # both\n}\nwords=[ {id=\"b\"   # first\n}, \"c\"]\nside=\"x\"\n";
    insta::assert_snapshot!(data(text), @r#"
    [[card]]
    id = "a"
    name = { en =    # of the sea
     "A", fr = "B" # du lac
    , # both
    }
    words = [ {id="b"   # first
    }, "c"]
    side = "x"
    "#);
    // Line ends are like the first one.
    let windows = text.replacen("[[card]]", "[[card]]\r", 1);
    assert_eq!(data(&windows), data(text).replace('\n', "\r\n"));
}

#[test]
fn a_blank_before_an_array_does_not_decide_whether_it_fits() {
    for length in 90..110 {
        let list = format!("[\"{}\", \"{}\"]", "a".repeat(20), "b".repeat(length - 32));
        let fits = format!("[file]\nx = [\"c\"]\ncards = {list}\n");
        let new = data(&fits.replace("cards = ", "cards="));
        assert_eq!(new, data(&fits));
        assert_eq!(new == fits, "cards = ".len() + list.len() <= 120, "{new}");
    }
}

#[test]
fn a_text_of_too_many_parts_is_left_alone_before_it_is_read() {
    let style = |text: String| apply_style("a.toml".as_ref(), &text);
    let ones = |count| format!("card = [{}]", vec!["1"; count].join(","));
    assert_eq!(style(ones(MAX_STYLED_PARTS)), Err(StyleError::TooManyParts));
    let nested = |times: usize| format!("card = [{}{}]", "{a=".repeat(times), "}".repeat(times));
    let dotted = |times: usize| format!("card{} = 1", ".a".repeat(times));
    let lines = "#\n".repeat(MAX_STYLED_PARTS + 1);
    for text in [nested(MAX_STYLED_PARTS / 3), dotted(MAX_STYLED_PARTS / 2), lines] {
        assert_eq!(style(text), Err(StyleError::TooManyParts));
    }
    // Text in strings and comments is not counted.
    let text = format!("name = \"{0}\" # {0}\n", ",.={[".repeat(MAX_STYLED_PARTS));
    assert_eq!(style(text.clone()), Ok(text));
}

#[test]
fn an_end_of_a_line_that_toml_does_not_know_is_told_as_such() {
    let text = "game = \"g\"\n[zones.deck]\n\"A\" = 14\r\r\n\r\n";
    let error = apply_style("a.toml".as_ref(), text);
    assert!(matches!(error, Err(StyleError::Syntax { span: Some(_), .. })), "{error:?}");
}

#[test]
fn what_stands_at_the_head_of_a_file_stays_there_above_dotted_keys() {
    let text = "# A deck.\n\nzones.deck = [\"A\"]\n# Its game.\ngame = \"g\"\nparameters.b = 1\n";
    let new = apply_style("deck.toml".as_ref(), text).unwrap();
    assert_eq!(apply_style("deck.toml".as_ref(), &new).as_ref(), Ok(&new), "it is in the style");
    insta::assert_snapshot!(new, @r##"
    # A deck.

    # Its game.
    game = "g"
    parameters.b = 1
    zones.deck = ["A"]
    "##);
}

#[test]
fn what_is_none_of_ours_or_no_toml_is_left_alone() {
    let package = "[package]\nname=\"x\"\n";
    assert_eq!(apply_style("Cargo.toml".as_ref(), package), Err(StyleError::NotOurs));
    assert_eq!(apply_style("a.toml".as_ref(), ""), Err(StyleError::NotOurs));
    assert!(matches!(apply_style("a.toml".as_ref(), "a = ["), Err(StyleError::Syntax { .. })));
}

#[test]
fn a_number_sign_in_a_string_is_no_comment() {
    let text = "[file]\nset=[\n\"one#b\",\"x\"\n,\"two#d\"] # of the file\n";
    let text = format!("{text}words = \"\"\"\na # b\n\"\"\"\n");
    assert_eq!(
        data(&text),
        "[file]\nset = [\"one#b\", \"x\", \"two#d\"] # of the file\nwords = \"\"\"\na # b\n\"\"\"\n"
    );
}
