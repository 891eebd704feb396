//! Unit tests of `crates/data/src/source/sheet/cells.rs`.

use super::*;

fn rows(text: &str) -> Vec<Vec<String>> {
    let (cells, mistakes) = split_cells(text);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    let head = cells.head.unwrap_or_default();
    let width = head.len();
    let texts = |row: Vec<SheetCell>| {
        let mut texts = vec![String::new(); width];
        for cell in row {
            assert!(text.get(cell.span.clone()).is_some(), "{cell:?}");
            texts[cell.column] = cell.text;
        }
        texts
    };
    std::iter::once(head).chain(cells.rows).map(texts).collect()
}

#[test]
fn sheets_of_every_program_are_split_alike() {
    let wanted = vec![vec!["id", "level"], vec!["1-27", "a, \"b\"; c"], vec!["1-28", ""]];
    for text in [
        "id,level\n1-27,\"a, \"\"b\"\"; c\"\n1-28,\n",
        "\u{feff}id;level\r\n1-27;\"a, \"\"b\"\"; c\"\r\n\r\n1-28;\r\n",
        "sep=;\nid;level\n'1-27;\"a, \"\"b\"\"; c\"\n;;\n1-28;",
        "# game: x;\n\"# two, three\"\nid\tlevel\n 1-27 \t\"a, \"\"b\"\"; c\"\n1-28\t\n",
    ] {
        assert_eq!(rows(text), wanted, "{text}");
    }
    assert_eq!(rows("id\n1-27\n"), [["id"], ["1-27"]]);
    assert_eq!((rows(""), rows("\n,,\n")), (vec![Vec::<String>::new()], vec![vec![]]));
}

#[test]
fn a_quote_that_is_never_closed_is_pointed_at() {
    let (_, mistakes) = split_cells("id,level\n1-27,\"3\n1-28,2\n");
    assert_eq!(mistakes.first().map(|(span, _)| span.clone()), Some(14..15));
}

#[test]
fn more_than_a_sheet_holds_is_refused_where_it_begins() {
    let wide = ",".repeat(200_000);
    let tall = "id\n".to_owned() + &"1\n".repeat(MAX_ROWS + 1);
    let full = "a,".repeat(400) + "\n" + &("1,".repeat(400) + "\n").repeat(3_000);
    for text in [wide, tall, full] {
        let (cells, mistakes) = split_cells(&text);
        assert!(matches!(mistakes.as_slice(), [(_, DataMessage::TooMany { .. })]), "{mistakes:?}");
        assert!(cells.rows.len() <= MAX_ROWS);
    }
    let sparse = "id,a\n".to_owned() + &",,,,,\n".repeat(MAX_ROWS + 1);
    assert!(split_cells(&sparse).1.is_empty() && split_cells(&sparse).0.rows.is_empty());
}
