//! TOML: its mistakes, and its values with their places.

use sleeve_text::files::*;

#[test]
fn mistakes_are_told_one_by_one_up_to_a_limit() {
    assert!(parse("a = 1\n").mistakes.is_empty());
    assert_eq!(parse("a = \nb = ]\nc = 1\n").mistakes.len(), 2);
    let text = "=\n".repeat(300_000);
    assert_eq!(parse(&text).mistakes.len(), 20);
    let late = format!("{}a = ]\n", "# fine\n".repeat(100_000));
    assert_eq!(parse(&late).mistakes[0].span.start, late.len() - 2);
}

#[test]
fn a_mistake_that_reaches_to_the_end_of_the_search_is_told() {
    let text = format!("a = [\n{}", "1,\n".repeat(100_000));
    let parsed = parse(&text);
    assert!(!parsed.mistakes.is_empty(), "{parsed:?}");
}

#[test]
fn values_stand_in_the_order_of_the_file_with_their_places() {
    let text = "b = 2\na = [\"x\", 3]\n[t]\nz = +1.5\ny = 0x10\n";
    let parsed = parse(text);
    let top = entries(&parsed.table);
    let keys: Vec<&str> = top.iter().map(|entry| entry.key).collect();
    assert_eq!(keys, ["b", "a", "t"]);
    assert_eq!((top[0].integer().unwrap(), &text[top[0].span()]), (2, "2"));
    assert_eq!(&text[top[1].key_span()], "a");
    let items = top[1].array().unwrap();
    assert_eq!(items[0].text().unwrap(), "x");
    let wrong = items[1].text().unwrap_err();
    let message = FileMessage::WrongType {
        key: "a".to_owned(),
        expected: ExpectedValue::Text,
        found: FoundValue::Literal("3".to_owned()),
    };
    assert_eq!((wrong.message(ExpectedValue::Text), &text[wrong.span()]), (message, "3"));
    let table = top[2].table().unwrap();
    assert_eq!(table[0].decimal().unwrap(), "1.5");
    assert_eq!((table[1].count().unwrap(), table[1].decimal().is_err()), (16, true));
    assert!(top[0].table().is_err() && top[2].array().is_err() && top[0].boolean().is_err());
}
