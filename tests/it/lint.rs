//! The linter of card and format data: every finding fires on its fixture, at the line marked
//! `# here` and nowhere else, and the shipped data is clean.

use sleeve::{
    catalog::{
        Links,
        lint::{self, FINDINGS, LintFinding},
        source,
    },
    model::Lang,
};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

fn shown(finding: &LintFinding) -> String {
    let (line, column) = (finding.line(), finding.column());
    let (path, message) = (&finding.source().unwrap().path, finding.title(Lang::En));
    format!("{path}:{line}:{column}: {}: {message}", finding.id().unwrap())
}

fn lint(folder: &Path) -> Vec<LintFinding> {
    match source::load_folder(folder) {
        Ok(games) => games.iter().flat_map(lint::lint).collect(),
        Err(errors) => errors.iter().map(lint::finding_from_mistake).collect(),
    }
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn the_shipped_data_is_clean() {
    let findings: Vec<String> = lint(Path::new("cards")).iter().map(shown).collect();
    assert!(findings.is_empty(), "{} findings\n{}", findings.len(), findings.join("\n"));
}

/// The fixtures, one folder per finding.
fn fixtures() -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("tests/lint").unwrap() {
        let path = entry.unwrap().path();
        found.push((path.file_name().unwrap().to_str().unwrap().to_owned(), path));
    }
    found.sort();
    found
}

/// What a fixture's findings are; its folder `overlay`, if any, is laid over the rest.
fn found_in(fixture: &Path) -> Vec<LintFinding> {
    let overlay = fixture.join("overlay");
    if !overlay.is_dir() {
        return lint(fixture);
    }
    let layers = source::read_layers(fixture, Links::Inside, &[]).unwrap();
    let (over, mut base) =
        (source::read_layers(&overlay, Links::Inside, &[]).unwrap(), layers[0].clone());
    base.files.retain(|file| !file.path.contains("/overlay/"));
    let base = source::apply_layer(Default::default(), &base);
    assert!(lint::lint(&base).is_empty());
    lint::lint(&source::apply_layer(base.catalog, &over[0]))
}

/// Lines of a fixture's files that are marked as wrong.
fn marked(fixture: &Path) -> BTreeSet<(String, u32)> {
    let mut marked = BTreeSet::new();
    for path in source::find_data_files(fixture, Links::Inside).unwrap() {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        for (line, _) in (1..)
            .zip(text.lines())
            .filter(|(_, line)| line.ends_with("# here"))
        {
            marked.insert((path.to_str().unwrap().to_owned(), line));
        }
    }
    marked
}

#[test]
fn every_finding_fires_on_its_fixture_and_nowhere_else() {
    let mut wrong = Vec::new();
    for (id, path) in fixtures() {
        let findings = found_in(&path);
        let places: BTreeSet<(String, u32)> = findings
            .iter()
            .map(|f| (f.source().unwrap().path.clone(), f.line()))
            .collect();
        let expected = marked(&path);
        let only_this = findings.iter().all(|f| f.id() == Some(&id)) && !findings.is_empty();
        if !only_this || (!expected.is_empty() && places != expected) {
            let list: Vec<String> = findings.iter().map(shown).collect();
            wrong.push(format!("{id}: expected at {expected:?}\n  {}", list.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Findings of files that cannot lie in a repository: they are tested below and in the tests of
/// overlays.
const WITHOUT_FIXTURE: [&str; 2] = ["too-large", "unreadable"];

#[test]
fn every_finding_has_a_fixture_and_a_line_in_the_guide() {
    let fixtures: BTreeSet<String> = fixtures().into_iter().map(|(id, _)| id).collect();
    let manual = std::fs::read_to_string("docs/data.md").unwrap();
    let (before, _) = manual.split_once("| finding |").unwrap();
    let mut page = format!("{before}| finding | meaning |\n|---|---|\n");
    for finding in FINDINGS {
        let has_fixture = fixtures.contains(finding.id);
        assert_ne!(has_fixture, WITHOUT_FIXTURE.contains(&finding.id), "{}", finding.id);
        page += &format!("| `{}` | {} |\n", finding.id, finding.line(Lang::En));
    }
    if std::env::var("GUIDE").is_ok_and(|value| value == "write") {
        std::fs::write("docs/data.md", &page).unwrap();
    } else {
        assert!(page == manual, "findings changed, `GUIDE=write` updates docs/data.md");
    }
    for id in fixtures {
        assert!(FINDINGS.iter().any(|finding| finding.id == id), "{id} is no finding");
    }
}

#[test]
fn a_folder_that_is_not_there_is_a_finding() {
    let findings = lint(Path::new("tests/no-such-folder.toml"));
    assert_eq!(findings.iter().map(|f| f.id().unwrap()).collect::<Vec<_>>(), ["unreadable"]);
}

#[test]
fn overlays_are_looked_at_over_what_they_lie_on() {
    let report = lint::lint_paths(
        &sleeve::catalog::GAMES,
        &[PathBuf::from("cards/starfighter"), PathBuf::from("tests/lint/type-changed")],
        Links::Inside,
    )
    .unwrap();
    assert_eq!((report.games, report.cards), (2, 107));
    let ids: Vec<&str> = report.findings.iter().map(|f| f.id().unwrap()).collect();
    assert_eq!(ids, ["type-changed"]);
    let own = [PathBuf::from("tests/lint/no-text")];
    let own = lint::lint_paths(&sleeve::catalog::GAMES, &own, Links::Inside).unwrap();
    assert_eq!((own.games, own.cards, own.formats, own.findings.len()), (1, 3, 1, 1));
}
