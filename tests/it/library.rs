//! What the commands do, done by calls of the library: without arguments, terminal or process.

use crate::common::{Sleeve, scratch, sleeve, write_file};
use serde_json::Value;
use sleeve::{
    check::{self, Batch, CheckCall, CheckMessage, CheckRequest, CompareError, DeckState, Input},
    decks::{self, Hints},
    language::Truth,
    model::Lang,
    problem::Message,
    project::Projects,
    report::documents::{
        check::CheckDocument,
        stats::StatsDocument,
        two_decks::{DiffDocument, MatchDocument},
    },
    rules::{CheckOptions, FindingStatus, Overrides, Verdict},
    stats::StatsRequest,
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
};

fn projects() -> Projects {
    Projects::new(&sleeve::catalog::GAMES, Path::new(env!("CARGO_MANIFEST_DIR")), Vec::new())
}

fn document<T: serde::Serialize>(document: &T) -> Value {
    serde_json::to_value(document).unwrap()
}

fn said(args: &[&str]) -> Value {
    sleeve(args).document()
}

/// Every deck file below `decks/`.
fn shipped() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = decks::find(&[root.join("decks")]).files;
    found
        .into_iter()
        .map(|file| file.path.strip_prefix(root).unwrap().to_owned())
        .collect()
}

#[test]
fn paths_bytes_and_decks_that_were_read_give_the_document_of_the_command() {
    let expected = said(&["check", "decks", "-o", "json"]);
    let projects = projects();
    let by = |inputs: Vec<Input>| {
        let batch = check::check(&projects, inputs, &CheckRequest::default());
        document(&CheckDocument::new(&batch))
    };
    assert_eq!(by(vec![Input::Path("decks".into())]), expected);
    let read = |path: &PathBuf| (path.display().to_string(), fs::read(path).unwrap());
    let files: Vec<(String, Vec<u8>)> = shipped().iter().map(read).collect();
    assert!(files.len() > 30, "{}", files.len());
    let bytes = files.iter().map(|(path, bytes)| Input::bytes(path, bytes));
    assert_eq!(by(bytes.collect()), expected);
    let raw = files.iter().map(|(path, bytes)| {
        Input::Deck(Box::new(decks::read(path, bytes, &Hints::default()).unwrap()))
    });
    assert_eq!(by(raw.collect()), expected);
}

/// What earlier calls looked up must not change what a later one says, in whatever order decks,
/// requests and states of cards come.
#[test]
fn calls_in_turn_say_what_each_call_says_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let smithy = root.join("docs/examples/games/smithy");
    let projects = Arc::new(Projects::new(&sleeve::catalog::GAMES, root, vec![smithy]));
    let mut files: Vec<PathBuf> = shipped();
    let states = fs::read_dir(root.join("docs/examples/decks/smithy")).unwrap();
    files.extend(states.map(|file| file.unwrap().path()));
    let plain =
        CheckRequest { seek_repairs: true, judge_readings: true, ..CheckRequest::default() };
    let all = CheckRequest { format: Some("all".to_owned()), ..CheckRequest::default() };
    let terse = CheckRequest { without_suggestions: true, ..CheckRequest::default() };
    let forward = files.iter().map(|file| (file, &plain));
    let backward = files
        .iter()
        .rev()
        .step_by(3)
        .flat_map(|file| [(file, &terse), (file, &all)]);
    // More than one memory serves.
    let same = std::iter::repeat_n((&files[0], &plain), 600);
    let asked: Vec<_> = forward.chain(backward).chain(same).collect();
    let (answers, answered) = mpsc::channel();
    let mut calls = asked.iter().map(|(file, request)| {
        let answers = answers.clone();
        CheckCall {
            projects: Arc::clone(&projects),
            inputs: vec![Input::Path((*file).clone())],
            request: (*request).clone(),
            answer: Box::new(move |batch| answers.send(batch).unwrap()),
        }
    });
    check::check_in_turn(|| calls.next());
    let mut alone: Vec<(&PathBuf, *const CheckRequest, Value)> = Vec::new();
    for (file, request) in &asked {
        let known = alone
            .iter()
            .find(|(of, by, _)| of == file && std::ptr::eq(*by, *request));
        let expected = known.map(|known| known.2.clone()).unwrap_or_else(|| {
            let batch = check::check(&projects, vec![Input::Path((*file).clone())], request);
            let expected = document(&CheckDocument::new(&batch));
            alone.push((file, *request, expected.clone()));
            expected
        });
        let batch = answered.try_recv().unwrap();
        assert_eq!(document(&CheckDocument::new(&batch)), expected, "{}", file.display());
    }
}

const DECK: &str = "game = \"starfighter\"\nformat = \"guerre-totale\"\n[zones]\n\
    cruiser = [\"Ares\"]\ndeck = [\"0-06\", \"0-11\"]\n";

#[test]
fn a_folder_of_settings_holds_for_bytes_under_a_path_in_it() {
    let folder = scratch("library-settings");
    let settings = "[levels]\n\"no-such-rule\" = \"warn\"\n\
        [[assert]]\nid = \"flat\"\nopening = \"count(level:0) >= 9\"\nat-least = 0.9\n\
        [[assert]]\nid = \"big\"\nrequire = \"count() >= 99\"\nlevel = \"warn\"\n\
        [[assert]]\nid = \"idle\"\ndecks = [\"other/*\"]\nrequire = \"count() >= 1\"\n";
    write_file(&folder, "sleeve.toml", settings);
    let checked = |folder: &Path| {
        let input = Input::bytes("mine.toml", DECK.as_bytes());
        check::check(
            &Projects::new(&sleeve::catalog::GAMES, folder, Vec::new()),
            vec![input],
            &CheckRequest::default(),
        )
    };
    let Batch { decks, configs, .. } = checked(&folder);
    let ids: Vec<&str> = decks[0]
        .findings()
        .iter()
        .filter(|f| f.assertion.is_some())
        .map(|f| f.rule.as_str())
        .collect();
    assert_eq!(ids, ["assert-flat", "assert-big"]);
    assert_ne!(decks[0].assertion_truth(), Truth::True);
    let found: Vec<Option<&str>> = configs[0].findings.iter().map(|f| f.id()).collect();
    assert!(found.contains(&Some("assert-unused")), "{found:?}");
    assert!(found.contains(&Some("config-unknown-rule")), "{found:?}");
    // The same bytes elsewhere: nobody asserts anything of them.
    let elsewhere = checked(&scratch("library-no-settings"));
    assert!(
        elsewhere.decks[0]
            .findings()
            .iter()
            .all(|f| f.assertion.is_none())
    );
    assert!(elsewhere.configs.is_empty());
}

#[test]
fn settings_that_cannot_be_used_are_an_obstacle_of_every_deck_there() {
    let folder = scratch("library-broken-settings");
    write_file(&folder, "sleeve.toml", "levels = 3\n");
    let input = Input::bytes("mine.toml", DECK.as_bytes());
    let projects = Projects::new(&sleeve::catalog::GAMES, &folder, Vec::new());
    let batch = check::check(&projects, vec![input], &CheckRequest::default());
    let DeckState::Unreadable(obstacles) = &batch.decks[0].state else {
        panic!("{:?}", batch.decks[0].state)
    };
    let config = CheckMessage::Config { path: "sleeve.toml".to_owned() };
    let [obstacle] = obstacles.as_slice() else { panic!("{obstacles:?}") };
    assert_eq!(obstacle.title(Lang::En), config.title(Lang::En));
    assert!(batch.configs[0].is_unusable());
}

#[test]
fn how_far_a_deck_came_is_one_of_three_states() {
    let projects = projects();
    let one = |text: &str, request: &CheckRequest| {
        let input = Input::bytes("x.toml", text.as_bytes());
        check::check(&projects, vec![input], request)
            .decks
            .remove(0)
    };
    let nothing = CheckRequest::default();
    let unreadable = one("[zones]\ndeck = 3\n", &nothing);
    assert!(matches!(&unreadable.state, DeckState::Unreadable(why) if why.len() == 1));
    assert_eq!((unreadable.verdict(), unreadable.game()), (Verdict::Unusable, None));
    let without_format = one("game = \"starfighter\"\n[zones]\ndeck = [\"0-06\"]\n", &nothing);
    assert!(matches!(&without_format.state, DeckState::Read { format: None, .. }));
    assert!(without_format.is_whole(), "a deck can be counted without a format");
    let judged = one(DECK, &nothing);
    assert!(matches!(&judged.state, DeckState::Judged { .. }));
    assert_eq!((judged.verdict(), judged.format_id()), (Verdict::Illegal, Some("guerre-totale")));
    assert!(matches!(judged.without_verdict().state, DeckState::Read { .. }));
    let all = CheckRequest { format: Some("all".to_owned()), ..CheckRequest::default() };
    let input = Input::bytes("x.toml", DECK.as_bytes());
    let every = check::check(&projects, vec![input], &all).decks;
    assert!(every.len() > 1 && every.iter().all(|deck| deck.result().is_some()));
}

#[test]
fn roles_parameters_levels_and_attested_facts_are_options_of_a_request() {
    let projects = projects();
    let path = "decks/battleship-galaxies/mission-1-free-isn-42.toml";
    let verdict = |options: CheckOptions| {
        let request = CheckRequest { options, ..CheckRequest::default() };
        check::check(&projects, vec![Input::Path(path.into())], &request)
            .decks
            .remove(0)
    };
    assert_eq!(verdict(CheckOptions::default()).verdict(), Verdict::Legal);
    let role = Overrides { role: Some("wretch".to_owned()), ..Overrides::default() };
    let other = verdict(CheckOptions { overrides: role, ..CheckOptions::default() });
    assert_eq!((other.role(), other.verdict()), (Some("wretch"), Verdict::Illegal));
    let broken = other.broken_rules()[0].to_owned();
    let mut levels = std::collections::BTreeMap::new();
    levels.insert(broken.clone(), None);
    let role = Overrides { role: Some("wretch".to_owned()), ..Overrides::default() };
    let without = verdict(CheckOptions { overrides: role, levels, ..CheckOptions::default() });
    assert!(!without.broken_rules().contains(&broken.as_str()));
    let attested = verdict(CheckOptions { attested: true, ..CheckOptions::default() });
    assert!(!attested.is_provisional());
}

#[test]
fn two_decks_meet_by_a_call() {
    let (a, b) =
        ("decks/starfighter/la-meute-d-ares.toml", "decks/starfighter/le-rempart-d-atlas.toml");
    let projects = projects();
    let inputs = [a, b].map(|path| Input::Path(path.into()));
    let decks = check::check(&projects, inputs.into(), &CheckRequest::default()).decks;
    let [first, second] = decks.as_slice() else { panic!("two decks") };
    let options = CheckOptions::default();
    let matched = check::may_meet(first, second, Some(1), &options).unwrap();
    let found = document(&MatchDocument::new(first, second, &matched, Some(1)));
    assert_eq!(found, said(&["match", a, b, "--boxes", "1", "-o", "json"]));
    let realms = Input::Path("decks/star-realms/duel.toml".into());
    let other = check::check(&projects, vec![realms], &CheckRequest::default()).decks;
    let never = check::may_meet(first, &other[0], None, &options).unwrap();
    assert_eq!((never.truth, never.findings[0].status), (Truth::False, FindingStatus::Broken));
}

#[test]
fn decks_are_described_and_compared_by_calls() {
    let (a, b) =
        ("decks/starfighter/la-meute-d-ares.toml", "decks/starfighter/le-rempart-d-atlas.toml");
    let projects = projects();
    let inputs = || [a, b].map(|path| Input::Path(path.into())).to_vec();
    let decks = check::read(&projects, inputs(), &CheckRequest::default()).decks;
    let asked = StatsRequest { describe: true, ..StatsRequest::default() };
    let overrides = Overrides::default();
    let described = check::describe(&decks, &asked, &[], &overrides).unwrap();
    let found = document(&StatsDocument::new(&described));
    assert_eq!(found, said(&["stats", a, b, "-o", "json"]));
    let judged = check::check(&projects, inputs(), &CheckRequest::default()).decks;
    let compared = check::compare(&judged[0], &judged[1], &asked, &overrides).unwrap();
    let found = document(&DiffDocument::new(&compared));
    assert_eq!(found, said(&["diff", a, b, "-o", "json"]));
    let realms = vec![Input::Path("decks/star-realms/duel.toml".into())];
    let other = check::check(&projects, realms, &CheckRequest::default()).decks;
    let games = check::compare(&judged[0], &other[0], &asked, &overrides);
    assert!(matches!(games, Err(CompareError::DifferentGames(_))));
    let nobody = check::describe(&decks, &asked, &["No Such Card".to_owned()], &overrides);
    assert!(nobody.is_err());
}

#[test]
fn help_of_every_form_of_a_deck_command_names_the_shared_options() {
    for command in ["check", "stats", "diff", "convert", "odds", "draw"] {
        let ran = Sleeve::new().run(&[command, "--help"]);
        for option in ["--as", "--game", "--role", "--set", "--attested", "--from"] {
            assert!(ran.out.contains(option), "{command} {option}\n{ran}");
        }
    }
    let check = sleeve(&["check", "--help"])
        .out
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(check.contains("`all` stands for all formats of the deck's game"), "{check}");
}
