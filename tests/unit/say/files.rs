//! Unit tests of `crates/say/src/files.rs`.

use super::*;

fn sentence(one: &str, many: Option<&str>, context: Option<&str>) -> Sentence {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    Sentence { one: one.to_owned(), many: owned(many), context: owned(context) }
}

#[test]
fn rows_are_read_with_forms_contexts_and_several_lines() {
    let text = "A remark.\nen: {n} card\nmany: {n} cards\nfr: {n} carte\nmany: {n} cartes\n\
        en: for\ncontext: a role\nfr: pour\nen: there is\\s\nfr: il y a\\s\nen: a\nb\nfr: c\nd\n";
    let rows = parse(text, "fr").unwrap();
    let french = |one: &str, many: Option<&str>| Translation {
        one: one.to_owned(),
        many: many.map(str::to_owned),
    };
    assert_eq!(rows.len(), 4);
    assert_eq!(
        rows[&sentence("{n} card", Some("{n} cards"), None)],
        french("{n} carte", Some("{n} cartes"))
    );
    assert_eq!(rows[&sentence("for", None, Some("a role"))], french("pour", None));
    assert_eq!(rows[&sentence("there is ", None, None)], french("il y a ", None));
    assert_eq!(rows[&sentence("a\nb", None, None)], french("c\nd", None));
}

#[test]
fn a_file_says_where_it_is_wrong() {
    let wrong = |text: &str| parse(text, "fr").unwrap_err();
    assert_eq!(wrong("en: a\nen: b\nfr: c\n"), "`a` has no `fr: ` (line 1)");
    assert_eq!(wrong("en: a\nfr: b\nen: a\nfr: c\n"), "`a` occurs twice (line 4)");
    assert_eq!(wrong("en: a\nfr: b\nfr: c\n"), "`fr` is in the wrong place (line 3)");
    assert_eq!(wrong("en: a\nfr: b\ncontext: c\n"), "`context` is in the wrong place (line 3)");
}

#[test]
fn a_sentence_that_lacks_or_differs_is_named_with_its_file() {
    let text =
        "en: {n} card\nmany: {n} cards\nfr: {n} carte\nmany: {n} cartes\nen: of {a}\nfr: {de}\n";
    let rows = parse(text, "fr").unwrap();
    let file = WordFile { code: "fr".to_owned(), path: "x/words/fr/report.txt".into(), rows };
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|name| name.to_string())
            .collect::<Vec<_>>()
    };
    let cards = sentence("{n} card", Some("{n} cards"), None);
    assert_eq!(
        file.translate(&cards, true, Some(&names(&["n"])))
            .unwrap()
            .one,
        "{n} carte"
    );
    assert_eq!(
        file.translate(&cards, false, None).unwrap_err(),
        "words/fr/report.txt has a plural for `{n} card`, but the call has no number: use `count, \"…\"`"
    );
    let of = sentence("of {a}", None, None);
    assert!(
        file.translate(&of, false, Some(&names(&["a", "de"])))
            .is_ok()
    );
    assert_eq!(
        file.translate(&of, false, Some(&names(&["a"])))
            .unwrap_err(),
        "the translation of `of {a}` in words/fr/report.txt uses `{de}`, which the sentence does not have"
    );
    let new = sentence("new", None, Some("here"));
    assert_eq!(
        file.translate(&new, false, None).unwrap_err(),
        "words/fr/report.txt needs this sentence:\nen: new\ncontext: here\nfr: …"
    );
    assert_eq!(file.translate(&Sentence::default(), false, None), Ok(Translation::default()));
}

#[test]
fn a_row_that_lacks_is_shown_as_it_is_to_be_written() {
    let row = write_row(&sentence("a ", Some("b"), Some("c")), "fr");
    assert_eq!(row, "en: a\\s\nmany: b\ncontext: c\nfr: …");
}
