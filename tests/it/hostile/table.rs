//! One table of what strangers send and of what lies in the way: no row takes more than two seconds
//! or 250 MB, measured. Each ends with a status of the program; what it says is tested elsewhere.
//! `SLEEVE_PROGRAM` names a program as it is released, for the true times.

#![cfg(unix)]

use crate::common::{scratch, write_file};
use std::{
    fs,
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// Memory that a run may take at most, in KiB. Its addresses are bounded as well, in case it grows
/// between two looks: those of its threads are counted, which it does not fill.
const MEMORY: u64 = 250_000;
const ADDRESSES: u64 = 1_000_000;

/// The time of a row.
const TIME: Duration = Duration::from_secs(2);

/// How often that without optimisation, on a machine that does something else besides.
const SLOWNESS: u32 = 10;

const GAME: &str =
    "id = \"toy\"\nname = \"Toy\"\n[kinds.a]\n[attributes.f]\ntype = \"text\"\n[sets.s]\n";
const MAPPING: &str = "header = \"h\"\nprovenance = { default = \"published:list\" }\n[records]\nlist = \"cards\"\n\
    key = \"id\"\ntitle = \"title\"\n[kind]\nfrom = \"type\"\nas = \"word\"\n";

struct Row {
    name: &'static str,
    /// Writes the files of the row into its folder.
    files: fn(&Path),
    args: Vec<String>,
    /// Variables of the environment.
    variables: &'static [(&'static str, &'static str)],
}

fn row(name: &'static str, files: fn(&Path), args: &str) -> Row {
    Row { name, files, args: args.split(' ').map(str::to_owned).collect(), variables: &[] }
}

fn import(folder: &Path, more: &str) {
    write_file(folder, "toy/game.toml", GAME);
    write_file(folder, "toy/import.toml", format!("{MAPPING}{more}"));
    write_file(
        folder,
        "c.json",
        r#"{"cards": [{"id": "a", "title": "aA", "type": "a", "x": "y"}]}"#,
    );
}

fn deck(folder: &Path, text: &str) {
    write_file(folder, "d.txt", text);
}

fn event(folder: &Path, more: &str) {
    fs::create_dir_all(folder.join("reg/anna")).unwrap();
    fs::copy("decks/swccg/profit.toml", folder.join("reg/anna/d.toml")).unwrap();
    let head = "name = \"x\"\nformat = \"swccg/open\"\ndecks = \"reg\"\n";
    write_file(folder, "event.toml", format!("{head}{more}"));
}

fn rows() -> Vec<Row> {
    let mut rows = vec![
        row("a name of 1 MB", |f| deck(f, &"a".repeat(1 << 20)), "check d.txt --as swccg/open"),
        row(
            "a name of 100,000 words",
            |f| deck(f, &"a ".repeat(100_000)),
            "check d.txt --as swccg/open",
        ),
        row(
            "20,000 lines that name nothing",
            |f| deck(f, &"Qwxz Vbnk\n".repeat(20_000)),
            "check d.txt --as swccg/open",
        ),
        row(
            "10,000 names with a letter wrong",
            |f| {
                deck(
                    f,
                    &(0..10_000)
                        .map(|n| format!("Darht Vadre {n}\n"))
                        .collect::<String>(),
                )
            },
            "check d.txt --as swccg/open",
        ),
        row(
            "a count without an end",
            |f| deck(f, &format!("{} Vader\n", "9".repeat(1 << 20))),
            "check d.txt --as swccg/open",
        ),
        row(
            "a player without an end",
            |f| event(f, &format!("players = [\"{}\"]\n", "a".repeat(900_000))),
            "check --event event.toml",
        ),
        row(
            "10,000 players",
            |f| {
                event(
                    f,
                    &format!(
                        "players = {:?}\n",
                        (0..10_000).map(|n| format!("p{n}")).collect::<Vec<_>>()
                    ),
                )
            },
            "check --event event.toml -q",
        ),
        row(
            "a pipe as a lock",
            |f| {
                event(f, "");
                super::pipe(&f.join("event.lock"));
            },
            "check --event event.toml",
        ),
        row(
            "a pipe among games",
            |f| {
                fs::create_dir(f.join("games")).unwrap();
                super::pipe(&f.join("games/x.sleeve"));
            },
            "rules",
        ),
        row(
            "a device as a pack",
            |f| symlink("/dev/zero", f.join("x.sleeve")).unwrap(),
            "rules --cards x.sleeve",
        ),
        row(
            "a pack of 3 GB",
            |f| {
                fs::File::create(f.join("x.sleeve"))
                    .unwrap()
                    .set_len(3 << 30)
                    .unwrap()
            },
            "rules --cards x.sleeve",
        ),
        row(
            "forty doublings",
            |f| {
                import(
                    f,
                    &format!(
                        "[[field]]\nto = \"f\"\nfrom = \"title\"\nas = \"text\"\nrewrite = [{}]\n",
                        vec!["{ match = 'a', with = 'aa' }"; 40].join(", ")
                    ),
                )
            },
            "import toy c.json --cards toy",
        ),
        row(
            "1,000 large patterns",
            |f| {
                import(
                    f,
                    &"[[field]]\nto = \"f\"\nfrom = \"x\"\nas = \"text\"\nfind = '\\w{50}N'\n"
                        .repeat(1000),
                )
            },
            "import toy c.json --cards toy",
        ),
        row(
            "2,000 parts of a title",
            |f| {
                import(f, "");
                let text = fs::read_to_string(f.join("toy/import.toml")).unwrap();
                let parts = vec!["\"title\""; 2000].join(", ");
                write_file(
                    f,
                    "toy/import.toml",
                    text.replace("title = \"title\"", &format!("title = [{parts}]")),
                );
            },
            "import toy c.json --cards toy",
        ),
        row(
            "1 MB of tables in tables",
            |f| {
                let nested = format!("{}1{}", "{a=".repeat(70), "}".repeat(70));
                let all = vec![nested; 4700].join(",");
                write_file(f, "d.toml", format!("game = \"g\"\nparameters = [{all}]\n"));
            },
            "fmt --check d.toml",
        ),
        row(
            "tables in tables, just allowed",
            |f| {
                let nested = format!("{}1{}", "{a=".repeat(70), "}".repeat(70));
                let all = vec![nested; 1400].join(",");
                write_file(f, "d.toml", format!("game = \"g\"\nparameters = [{all}]\n"));
            },
            "fmt --check d.toml",
        ),
        row(
            "comments, just allowed",
            |f| write_file(f, "d.toml", format!("game = \"g\"\n{}", "#\n".repeat(299_000))),
            "fmt --check d.toml",
        ),
        row(
            "an imported file of 3 GB",
            |f| {
                import(f, "");
                fs::create_dir(f.join("out")).unwrap();
                fs::File::create(f.join("out/imported.toml"))
                    .unwrap()
                    .set_len(3 << 30)
                    .unwrap();
            },
            "import toy c.json --cards toy --to out",
        ),
        row("a condition of 1 MB", |f| deck(f, ""), &format!("cards {}", "(".repeat(100_000))),
    ];
    let long: Vec<String> = (0..10)
        .map(|n| format!("{n}{}", "x".repeat(100_000)))
        .collect();
    rows.push(row("ten paths of 100 kB", |_| {}, &format!("check {}", long.join(" "))));
    for zone in [":/dev/zero", "../../../dev/zero"] {
        let until = row(
            "a time zone that is a device",
            |f| {
                fs::copy("decks/swccg/profit.toml", f.join("d.toml")).unwrap();
            },
            "check --until d.toml",
        );
        let variables: &'static [(&str, &str)] = if zone.starts_with(':') {
            &[("TZ", ":/dev/zero")]
        } else {
            &[("TZ", "../../../dev/zero")]
        };
        rows.push(Row { variables, ..until });
    }
    rows
}

/// The most memory that a process had at once, in KiB; 0 where the system does not say.
fn peak_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok())
        .unwrap_or_default()
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn no_row_takes_more_time_or_memory_than_it_is_given() {
    let released = std::env::var("SLEEVE_PROGRAM").ok();
    let time = if released.is_some() { TIME } else { TIME * SLOWNESS };
    let program = released.unwrap_or_else(|| env!("CARGO_BIN_EXE_sleeve").to_owned());
    let mut over = Vec::new();
    for (at, row) in rows().into_iter().enumerate() {
        let folder = scratch(&format!("table-{at}"));
        (row.files)(&folder);
        let script = format!("ulimit -v {ADDRESSES}; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, &program]).args(&row.args);
        command
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
            .env("SLEEVE_CACHE", "")
            .env("SLEEVE_GAMES", folder.join("games"));
        command.envs(row.variables.iter().copied());
        let (start, mut run) = (Instant::now(), command.spawn().unwrap());
        let mut memory = 0;
        let status = loop {
            memory = memory.max(peak_memory(run.id()));
            match run.try_wait().unwrap() {
                Some(status) => break status.code(),
                None if start.elapsed() > time => break None,
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        let _ = run.kill();
        let said = format!(
            "{:32} {:5} ms {:4} MB, status {status:?}",
            row.name,
            start.elapsed().as_millis(),
            memory / 1000
        );
        println!("{said}");
        if memory > MEMORY || status.is_none_or(|status| status > 2) {
            over.push(said);
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}
