//! What breaks in the middle: disks that are full, folders that may not be written, processes that
//! are killed, forty at once, few handles, little memory, odd clocks. The rows of the table of
//! `docs/trust.md` are tests of ours; most of them are here and run the true program.

#![cfg(unix)]

use crate::common::{scratch, write_file, write_game};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

const UNTIDY: &str = "name='Mine'\ngame =   \"swccg\"\nformat = \"open\"\n[zones.deck]\n";

/// A command of the shell before the program, with its arguments behind it.
fn shell(folder: &Path, before: &str, args: &[&str]) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{before}; exec \"$0\" \"$@\"");
    command
        .args(["-c", &script, env!("CARGO_BIN_EXE_sleeve")])
        .args(args);
    command.current_dir(folder).stdin(Stdio::null());
    command.env("SLEEVE_CACHE", "").env("LC_ALL", "C");
    command
}

fn run(folder: &Path, before: &str, args: &[&str]) -> Output {
    shell(folder, before, args).output().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A deck that one exchange makes legal, and a file that is not in the style.
fn files(test: &str) -> (PathBuf, String) {
    let folder = scratch(test);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let deck = fs::read_to_string(root.join("decks/starfighter/la-meute-d-ares.toml")).unwrap();
    let illegal = deck.replacen(" \"3-65\",", "", 1);
    write_file(&folder, "illegal.toml", &illegal);
    write_file(&folder, "untidy.toml", UNTIDY);
    (folder, illegal)
}

/// What writes files.
const WRITERS: [&[&str]; 5] = [
    &["fmt", "untidy.toml"],
    &["fix", "--write", "illegal.toml"],
    &["new", "starfighter/guerre-totale", "new.toml"],
    &["sheet", "illegal.toml", "--into", "sheet.html"],
    &["man", "--into", "man"],
];

#[track_caller]
fn writes_nothing(folder: &Path, before: &str, illegal: &str) {
    for args in WRITERS {
        let ran = run(folder, before, args);
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("error"), "{args:?}: {said}");
        assert_eq!(names(folder), ["illegal.toml", "untidy.toml"], "{args:?}");
        assert_eq!(fs::read_to_string(folder.join("illegal.toml")).unwrap(), *illegal);
        assert_eq!(fs::read_to_string(folder.join("untidy.toml")).unwrap(), UNTIDY);
    }
}

#[test]
fn a_disk_that_is_full_changes_no_file_and_is_told() {
    let (folder, illegal) = files("faults-full");
    // Not a byte may be written to a file, and the signal that says so is not heeded: what a full
    // disk does.
    writes_nothing(&folder, "trap '' XFSZ; ulimit -f 0", &illegal);
    // The signal would end the program without a word.
    writes_nothing(&folder, "ulimit -f 0", &illegal);
    let ran = run(&folder, "ulimit -f 0; exec >out", &["check", "illegal.toml"]);
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.code() == Some(2) && said.contains("error"), "{said}");
}

#[test]
fn where_no_thread_can_be_started_one_does_all_the_work() {
    let (folder, _) = files("faults-threads");
    let event = "name = \"Cup\"\nformat = \"starfighter/guerre-totale\"\ndecks = \"decks\"\n";
    write_file(&folder, "event.toml", event);
    for deck in ["escarmouche-atlas-apollo", "la-meute-d-ares", "le-rempart-d-atlas"] {
        let own = format!("{}/decks/starfighter/{deck}.toml", env!("CARGO_MANIFEST_DIR"));
        write_file(&folder, &format!("decks/{deck}.toml"), fs::read(own).unwrap());
    }
    write_file(&folder, "toy/game.toml", "id = \"toy\"\nname = \"Toy\"\n");
    write_file(
        &folder,
        "toy/import.toml",
        "records = { key = \"id\", title = \"id\" }\nkind = { from = \"id\" }\n",
    );
    write_file(&folder, "c.json", "[{\"id\": \"a\"}]");
    for line in [
        "check decks/ -o csv",
        "check decks/ -o json",
        "stats decks/ --usage",
        "stats decks/ --wide -m count()",
        "import toy c.json --cards toy --vocabulary -n",
        "lint toy",
        "report --event event.toml",
        "draw illegal.toml count(level:0)>=1 --seed 1 --trials 20000",
    ] {
        let args: Vec<&str> = line.split(' ').collect();
        // No stack of this size fits into the memory of any machine.
        let alone = run(&folder, "export RUST_MIN_STACK=140737488355328", &args);
        assert!(alone.status.code().is_some_and(|status| status < 2), "{line}: {alone:?}");
        assert_eq!(alone, run(&folder, ":", &args), "{line}");
    }
    let served = run(&folder, "export RUST_MIN_STACK=140737488355328", &["lsp"]);
    assert_eq!(served.status.code(), Some(2), "{served:?}");
}

#[test]
fn what_a_kill_left_of_a_folder_is_written_anew() {
    let folder = scratch("faults-folder");
    let ok = |line: &str| {
        run(&folder, ":", &line.split(' ').collect::<Vec<_>>())
            .status
            .success()
    };
    assert!(ok("new game mine") && ok("pack mine m.sleeve") && ok("unpack m.sleeve out"));
    for (line, place) in [("new game mine", "mine/cards"), ("unpack m.sleeve out", "out")] {
        let [cards, game] = ["cards.toml", "game.toml"].map(|file| folder.join(place).join(file));
        let text = fs::read(&cards).unwrap();
        assert!(!ok(line), "what is whole is left alone: {line}");
        fs::rename(&cards, folder.join(place).join(".sleeve-aB3dE6")).unwrap();
        assert!(ok(line) && fs::read(&cards).unwrap() == text, "{line}");
        // What somebody wrote is no leftover.
        fs::remove_file(&cards).unwrap();
        fs::write(&game, "mine").unwrap();
        assert!(!ok(line) && !cards.exists() && fs::read(&game).unwrap() == b"mine", "{line}");
    }
}

#[test]
fn a_folder_that_may_not_be_written_stays_as_it_is_and_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, illegal) = files("faults-read-only");
    let allow = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
    allow(0o555);
    if fs::write(folder.join("probe"), "").is_ok() {
        allow(0o755);
        eprintln!("NOT RUN: whoever runs this may write everywhere");
        return;
    }
    writes_nothing(&folder, ":", &illegal);
    allow(0o755);
}

/// Runs a command whole, and then sends it a signal many times, from the moment in which it starts
/// to one in which it has ended. It is started as a terminal starts it, as a script does behind
/// itself, and as `nohup` does.
fn interrupt(folder: &Path, signal: &str, args: &[&str], judge: impl Fn(Output)) {
    let start = Instant::now();
    judge(run(folder, ":", args));
    let whole = start.elapsed();
    for at in 0..24 {
        let ignored = [":", "trap '' INT", "trap '' HUP"][at as usize % 3];
        let mut command = shell(folder, ignored, args);
        let run = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(whole * at / 20);
        let sent = Command::new("kill")
            .args([signal, &run.id().to_string()])
            .output();
        assert!(sent.is_ok());
        judge(run.wait_with_output().unwrap());
    }
}

#[test]
fn a_kill_leaves_the_old_file_or_the_new_one() {
    let (folder, _) = files("faults-killed");
    let tidy = {
        let ran = run(&folder, ":", &["fmt", "untidy.toml"]);
        assert!(ran.status.success());
        fs::read_to_string(folder.join("untidy.toml")).unwrap()
    };
    assert_ne!(tidy, UNTIDY);
    interrupt(&folder, "-KILL", &["fmt", "untidy.toml"], |_| {
        let text = fs::read_to_string(folder.join("untidy.toml")).unwrap();
        assert!(text == tidy || text == UNTIDY, "{text}");
        write_file(&folder, "untidy.toml", UNTIDY);
        let others = names(&folder)
            .into_iter()
            .filter(|name| !name.ends_with(".toml"));
        for left in others {
            assert!(left.starts_with(".sleeve-"), "{left} is no draft");
            fs::remove_file(folder.join(left)).unwrap();
        }
    });
}

#[test]
fn what_is_stopped_does_not_say_that_it_wrote() {
    let (folder, illegal) = files("faults-stopped");
    interrupt(&folder, "-TERM", &["fix", "--write", "illegal.toml"], |ran| {
        let text = fs::read_to_string(folder.join("illegal.toml")).unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.code() != Some(0) || text != illegal, "{said}");
        assert!(!said.contains("written to") || text != illegal, "{said}");
        write_file(&folder, "illegal.toml", &illegal);
        assert_eq!(names(&folder), ["illegal.toml", "untidy.toml"], "no draft is left");
    });
}

#[test]
fn an_event_that_is_stopped_has_no_page() {
    let (folder, illegal) = files("faults-event");
    let event = "name = \"Cup\"\nformat = \"starfighter/guerre-totale\"\ndecks = \"decks\"\n";
    write_file(&folder, "event.toml", event);
    for player in 0..60 {
        write_file(&folder, &format!("decks/{player}.toml"), &illegal);
    }
    let beside = ["decks", "event.toml", "illegal.toml", "untidy.toml"];
    for command in ["sheet", "report"] {
        let args = [command, "--event", "event.toml", "--into", "page.html"];
        // Without the file, the page is printed.
        let whole = run(&folder, ":", &args[..3]).stdout;
        interrupt(&folder, "-TERM", &args, |ran| {
            let said = String::from_utf8_lossy(&ran.stderr);
            let page = fs::read(folder.join("page.html"));
            // What says that it went well has written a page, and a page is that of all decks.
            assert!(page.is_ok() || ran.status.code() != Some(0), "{said}");
            if let Ok(page) = page {
                assert!(page == whole, "a page of some decks: {said}");
                fs::remove_file(folder.join("page.html")).unwrap();
            }
            assert_eq!(names(&folder), beside, "no draft is left");
        });
    }
}

#[test]
fn forty_processes_share_one_cache() {
    let folder = scratch("faults-forty");
    let formats = "[[format]]\nid = \"duel\"\nname = \"Duel\"\ncite = \"reading: a test\"\n[format.zones.main]\nname = \"Main\"\naccepts = \"kind:land\"\n";
    write_game(
        &folder.join("toy"),
        [
            "id = \"toy\"\nname = \"Toy\"\n[kinds.land]\n",
            "[[card]]\nid = \"forest\"\nkind = \"land\"\n",
            formats,
        ],
    );
    let long_ago = std::time::SystemTime::now() - Duration::from_secs(3600);
    for name in names(&folder.join("toy")) {
        let file = fs::File::options()
            .write(true)
            .open(folder.join("toy").join(name))
            .unwrap();
        file.set_modified(long_ago).unwrap();
    }
    write_file(
        &folder,
        "deck.toml",
        "game = \"toy\"\nformat = \"duel\"\n[zones.main]\nforest = 3\n",
    );
    let spawn = |_| {
        let mut command = shell(&folder, ":", &["check", "deck.toml", "--cards", "toy"]);
        command.env("SLEEVE_CACHE", folder.join("cache"));
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let all: Vec<_> = (0..40).map(spawn).collect();
    let all: Vec<Output> = all
        .into_iter()
        .map(|run| run.wait_with_output().unwrap())
        .collect();
    for ran in &all {
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        assert_eq!(ran.stdout, all[0].stdout);
    }
    assert_eq!(names(&folder.join("cache")).len(), 1, "and no draft is left");
}

#[test]
fn few_handles_and_little_memory_never_turn_no_into_yes() {
    let (folder, _) = files("faults-limits");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["la-meute-d-ares.toml", "la-valse-d-athena.toml"] {
        let deck = fs::read(root.join("decks/starfighter").join(name)).unwrap();
        write_file(&folder, &format!("decks/{name}"), deck);
    }
    for (args, status) in
        [(&["check", "illegal.toml", "-o", "csv"][..], 1), (&["check", "decks", "-o", "csv"], 0)]
    {
        let whole = run(&folder, ":", args);
        assert_eq!(whole.status.code(), Some(status));
        let handles = (3..16).map(|most| format!("ulimit -n {most} 2> /dev/null"));
        let memory = (1..16).map(|most| format!("ulimit -v {} 2> /dev/null", most * 10_000));
        for before in handles.chain(memory) {
            let ran = run(&folder, &before, args);
            // It ends well with all of the answer, or it does not end well.
            let is_whole = ran.status.code() == whole.status.code() && ran.stdout == whole.stdout;
            let fails = !matches!(ran.status.code(), Some(0 | 1 | 3));
            assert!(is_whole || fails, "{before}: {ran:?}");
        }
    }
}

#[test]
fn odd_clocks_and_places_change_no_verdict() {
    let (folder, _) = files("faults-clocks");
    let args = ["check", "illegal.toml", "-o", "json"];
    let whole = run(&folder, ":", &args);
    assert_eq!(whole.status.code(), Some(1));
    for zone in
        ["", "UTC", "Nowhere/Land", "XXX-24:59:59", ":/etc/passwd", "+", "\u{e9}", "A0B1,M13.9.9"]
    {
        let mut command = shell(&folder, ":", &args);
        let ran = command.env("TZ", zone).output().unwrap();
        assert_eq!((ran.status.code(), &ran.stdout), (Some(1), &whole.stdout), "TZ={zone}");
    }
    // What is read without an end would take all memory: the day is asked for by `--until`.
    let until = ["check", "--until", "illegal.toml", "-o", "json"];
    let whole_until = run(&folder, ":", &until);
    for zone in [":/dev/zero", "/dev/zero", "../../../dev/zero", ":../../../../dev/zero"] {
        let mut command = shell(&folder, "ulimit -v 1000000", &until);
        let ran = command.env("TZ", zone).output().unwrap();
        assert_eq!(
            (ran.status.code(), &ran.stdout),
            (whole_until.status.code(), &whole_until.stdout),
            "TZ={zone}"
        );
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(said.contains("is not a time zone; sleeve uses the date in UTC"), "{said}");
    }
    for name in ["HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
        for value in ["", "/nowhere", "relative", "/dev/null"] {
            let mut command = shell(&folder, ":", &args);
            let ran = command
                .env(name, value)
                .env_remove("SLEEVE_CACHE")
                .output()
                .unwrap();
            assert_eq!(
                (ran.status.code(), &ran.stdout),
                (Some(1), &whole.stdout),
                "{name}={value}"
            );
        }
    }
}

/// Owners are tried where the tests run as the user who may give files away; elsewhere the system
/// knows one owner only.
#[test]
fn a_file_written_anew_keeps_its_owner_or_says_what_it_lost() {
    use std::os::unix::{
        fs::{MetadataExt, PermissionsExt, chown},
        process::CommandExt,
    };
    let (folder, _) = files("faults-owners");
    let path = folder.join("untidy.toml");
    if chown(&path, Some(1234), Some(5678)).is_err() {
        return;
    }
    let owner = || {
        let metadata = fs::metadata(&path).unwrap();
        (metadata.uid(), metadata.gid())
    };
    let ran = run(&folder, ":", &["fmt", "untidy.toml"]);
    assert_eq!((ran.status.code(), owner()), (Some(0), (1234, 5678)), "{ran:?}");
    // Their owner alone may give files to groups, and to their own groups only.
    let program = folder.join("sleeve");
    fs::copy(env!("CARGO_BIN_EXE_sleeve"), &program).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
    let as_user = |args: &[&str]| {
        let mut command = Command::new(&program);
        command.args(args).current_dir(&folder).uid(1234).gid(1234);
        command
            .env("SLEEVE_CACHE", "")
            .env("LC_ALL", "C")
            .env("HOME", "/nowhere");
        let ran = command.output().unwrap();
        (ran.status.code(), String::from_utf8_lossy(&ran.stderr).into_owned())
    };
    write_file(&folder, "untidy.toml", UNTIDY);
    chown(&path, Some(1234), Some(5678)).unwrap();
    let (status, said) = as_user(&["fmt", "untidy.toml"]);
    assert_eq!((status, owner()), (Some(0), (1234, 1234)), "{said}");
    assert!(said.contains("untidy.toml lost its group"), "{said}");
    write_file(&folder, "untidy.toml", UNTIDY);
    chown(&path, Some(4321), Some(1234)).unwrap();
    let (status, said) = as_user(&["fmt", "untidy.toml"]);
    assert_eq!((status, owner()), (Some(2), (4321, 1234)), "{said}");
    assert!(said.contains("another owner") && fs::read_to_string(&path).unwrap() == UNTIDY);
}

/// The table names tests that there are.
#[test]
fn every_promise_names_its_test() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/trust.md"));
    let page = page.unwrap();
    let rows: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains(" `fn "))
        .collect();
    assert!(rows.len() >= 10, "{rows:?}");
    let sources = ["faults", "folders", "speaking", "writing", "limits"]
        .map(|name| format!("hostile/{name}.rs"));
    let others = [
        "packs.rs",
        "stopping.rs",
        "events.rs",
        "records.rs",
        "import_properties.rs",
        "storing.rs",
    ];
    let sources = sources.into_iter().chain(others.map(str::to_owned));
    let sources: String = sources
        .map(|name| {
            fs::read_to_string(
                Path::new(env!("CARGO_MANIFEST_DIR"))
                    .join("tests/it")
                    .join(name),
            )
            .unwrap()
        })
        .collect();
    for row in rows {
        let name = row
            .split(" `")
            .nth(1)
            .and_then(|rest| rest.split('`').next())
            .unwrap();
        assert!(sources.contains(&format!("{name}() {{")), "{name}");
    }
}
