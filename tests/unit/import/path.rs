//! Unit tests of `crates/import/src/path.rs`.

use super::*;

fn parsed(text: &str) -> Result<RecordPath, PathFault> {
    RecordPath::parse(text, &["prints".to_owned()])
}

fn record(steps: &[&str]) -> RecordPath {
    RecordPath { start: PathStart::Record, steps: steps.iter().map(|s| (*s).to_owned()).collect() }
}

#[test]
fn paths_begin_in_the_record_around_it_or_in_a_join() {
    assert_eq!(parsed("front.title"), Ok(record(&["front", "title"])));
    assert_eq!(parsed("\"Set.Name\".'a b'.c d"), Ok(record(&["Set.Name", "a b", "c d"])));
    assert_eq!(parsed("face"), Ok(record(&["face"])));
    assert_eq!(parsed("face.title").unwrap().start, PathStart::Face);
    assert_eq!(
        parsed("@up.@up.code").unwrap(),
        RecordPath { start: PathStart::Up(1), ..record(&["code"]) }
    );
    assert_eq!(parsed("@file").unwrap().start, PathStart::File);
    let inner = Box::new(record(&["pack", "code"]));
    assert_eq!(
        parsed("@prints.pack.code").unwrap().start,
        PathStart::Joined("prints".into(), inner)
    );
    for text in ["@up", "@file.x", "@prnts.x", "@prints.@folder", "@prints.@up", "@", "@up.@up"] {
        assert_eq!(parsed(text), Err(PathFault::Start), "{text}");
    }
    for text in ["", ".", "a..b", "a.", "\"a", "\"a\"b", "''"] {
        assert_eq!(parsed(text), Err(PathFault::Step), "{text}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    for names in [vec!["a", "b c"], vec!["Set.Name", "x"], vec!["'", "a\".b"]] {
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        assert_eq!(parse_steps(&write_steps(&names)), Some(names));
    }
}
