//! Tables, bars and diagnostics in text.

use sleeve::{
    Arrange as _,
    model::Number,
    report::{
        Diagnostic, Style,
        cards::listing::CardOrder,
        text::{
            diagnostic::{Positions, position},
            table::{Bar, Column, TableRow, TextTable, write_bars},
        },
    },
};
use unicode_width::UnicodeWidthStr as _;

fn shown(table: &TextTable, style: &Style) -> String {
    let mut out = Vec::new();
    table.write(&mut out, style).unwrap();
    String::from_utf8(out).unwrap()
}

fn columns() -> Vec<Column> {
    vec![Column::text("Name"), Column::number("Cost"), Column::text("Faction")]
}

const ASCII: Style = Style { unicode: false, ..Style::PLAIN };

#[test]
fn columns_stay_aligned_whatever_names_are_made_of_and_nothing_is_lost() {
    let mut table = TextTable::new(columns());
    for name in [
        "Scout",
        "🚀 Rocket 👩‍🚀",
        "E\u{301}toile e\u{301}",
        "سفينة الفضاء",
        "日本の船",
        "\u{1b}[31m",
    ] {
        table.row([name, "12", "Blob"].map(str::to_owned));
    }
    let text = shown(&table, &Style::PLAIN);
    let mut ends = text
        .lines()
        .skip(2)
        .map(|line| line.split("Blob").next().unwrap().width());
    let first = ends.next();
    assert!(ends.all(|end| Some(end) == first) && text.contains("\\u{1b}[31m"), "{text}");
    let mut table = TextTable::new(columns());
    let name: String = ('a'..='z').cycle().take(200).collect();
    table.row([&name, "3", "Star Empire"].map(str::to_owned));
    let text = shown(&table, &Style::PLAIN);
    assert!(text.lines().all(|line| line.width() <= 80), "{text}");
    let whole: String = text
        .lines()
        .skip(2)
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(whole, name);
}

#[test]
fn a_table_looks_like_this() {
    let mut table = TextTable::new(columns());
    table.row(["Scout", "", "Blob"].map(str::to_owned));
    table.row(["Trade Pod", "10", "Star Empire"].map(str::to_owned));
    insta::assert_snapshot!(shown(&table, &ASCII), @r#"
    Name       Cost  Faction
    ---------  ----  -----------
    Scout            Blob
    Trade Pod    10  Star Empire
    "#);
}

#[test]
fn a_row_that_stands_in_many_tables_is_broken_for_each_as_if_alone() {
    let cells = ["Docking Bay at the Edge of the Ring", "7", "neutral, as the others are"];
    let row = || TableRow::new(cells.map(str::to_owned));
    let table =
        |row: &TableRow| TextTable::from_rows((0..).zip(columns()).collect(), vec![row.clone()]);
    let many = row();
    for width in [36, 44, 60, 44, 80, 36] {
        let style = Style { width, ..Style::PLAIN };
        assert_eq!(shown(&table(&many), &style), shown(&table(&row()), &style), "{width}");
    }
    insta::assert_snapshot!(shown(&table(&many), &Style { width: 44, ..ASCII }), @r"
    Name                Cost  Faction
    ------------------  ----  ------------------
    Docking Bay at the     7  neutral, as the
    Edge of the Ring          others are
    ");
}

#[test]
fn columns_that_do_not_fit_are_dropped_and_named() {
    let mut table = TextTable::new(
        (0..12)
            .map(|i| Column::text(format!("column {i}")))
            .collect(),
    );
    table.row((0..12).map(|i| format!("value {i}")));
    assert_eq!(table.fit(&Style::PLAIN, |i| i < 2 || i == 11).len(), 12 - 8);
    assert!(
        shown(&table, &Style::PLAIN)
            .lines()
            .all(|line| line.width() <= 80)
    );
}

#[test]
fn bars_share_a_scale_and_say_what_is_uncertain() {
    let pivot = Bar { upper: 5.0, ..Bar::new("pivot", 4.0, "4 to 5") };
    let bars = [Bar::new("1", 3.0, "3"), pivot, Bar::new("?", 0.0, "0")];
    let show = |unicode| {
        let mut out = Vec::new();
        write_bars(&mut out, &Style { width: 30, unicode, ..Style::PLAIN }, &bars).unwrap();
        String::from_utf8(out).unwrap()
    };
    insta::assert_snapshot!(show(true), @"
        1 ██████████▎ 3
    pivot █████████████▋░░░ 4 to 5
        ? 0
    ");
    insta::assert_snapshot!(show(false), @"
        1 ########### 3
    pivot ##############... 4 to 5
        ? 0
    ");
}

#[test]
fn a_diagnostic_draws_its_place_by_the_marked_lines_alone() {
    let drawn = |text: &str, mark: &str| {
        let at = text.rfind(mark).unwrap();
        let error = Diagnostic::error("no such thing");
        error
            .with_excerpt("a.toml", text, at..at + mark.len(), "here")
            .help("write another")
            .render(&Style::PLAIN)
    };
    insta::assert_snapshot!(drawn("game = \"starfghter\"\nformat = \"x\"\n", "\"starfghter\""), @r#"
    error: no such thing
     --> a.toml:1:8
      |
    1 | game = "starfghter"
      |        ^^^^^^^^^^^^ here
      |
      = help: write another
    "#);
    insta::assert_snapshot!(drawn(&format!("{}wrong\nend\n", "fine\n".repeat(1000)), "wrong"), @"
    error: no such thing
        --> a.toml:1001:1
         |
    1001 | wrong
         | ^^^^^ here
         |
         = help: write another
    ");
    insta::assert_snapshot!(drawn(&format!("a\n{}wrong", "x".repeat(100_000)), "wrong"), @"
    error: no such thing
    --> a.toml:2:100001
     = help: write another
    ");
}

#[test]
fn positions_count_characters_and_survive_any_byte() {
    assert_eq!(position("é\nàb", 5), (2, 2));
    let positions = Positions::new("é\nàb");
    for byte in 0..10 {
        assert_eq!(positions.line_and_column(byte), position("é\nàb", byte), "{byte}");
    }
}

#[test]
fn what_is_unknown_stands_last_either_way() {
    let [zero, one] = [Number::ZERO, Number::ONE].map(|low| CardOrder::Number(low, Number::ONE));
    for descending in [false, true] {
        let mut ranks = [CardOrder::Absent, CardOrder::Unknown, one.clone(), zero.clone()];
        ranks.arrange_by(|a, b| a.compare(b, descending));
        let first = if descending { one.clone() } else { zero.clone() };
        assert_eq!(
            (&ranks[0], &ranks[2..]),
            (&first, &[CardOrder::Unknown, CardOrder::Absent][..])
        );
    }
}
