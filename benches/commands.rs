//! What a user waits for: whole processes, from spawn to exit, interleaved in one run.
//!
//! The programs are measured as they are installed: copied into a folder, which is how `cargo
//! install` and packages put them in place. (A file that the linker has just written lies in the
//! page cache in small pieces, and starts a tenth of a millisecond later.)
//!
//! `cargo bench --bench commands` prints the median and the minimum of each row, and the ratios of
//! its median to that of a clap hello-world (this binary called with `--hello`) and to `sleeve
//! --version`. Where `jq`, `python3` and `node` are installed, they answer the same question from
//! the same data as JSON. `docs/speed.md` has the numbers of one run.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark may panic")]

use clap::Parser;
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

const BUILT: &str = env!("CARGO_BIN_EXE_sleeve");
const ROUNDS: usize = 41;
const FOLDER_ROUNDS: usize = 5;
const DECKS: usize = 5_000;

#[derive(Parser)]
#[command(name = "hello", version, about = "Say hello")]
struct Hello {
    /// Say it
    #[arg(long)]
    hello: bool,
}

struct Row {
    name: String,
    command: Vec<String>,
    times: Vec<Duration>,
}

impl Row {
    fn new(name: &str, command: &[&str]) -> Row {
        let command = command.iter().map(|word| (*word).to_owned()).collect();
        Row { name: name.to_owned(), command, times: Vec::new() }
    }

    fn run(&mut self) {
        let start = Instant::now();
        let status = Command::new(&self.command[0])
            .args(&self.command[1..])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(status.is_ok(), "{} cannot be run", self.name);
        self.times.push(start.elapsed());
    }

    fn median(&self) -> f64 {
        let mut times = self.times.clone();
        times.sort();
        times[times.len() / 2].as_secs_f64() * 1000.0
    }

    fn min(&self) -> f64 {
        self.times
            .iter()
            .min()
            .map_or(0.0, |t| t.as_secs_f64() * 1000.0)
    }
}

fn interleave(rows: &mut [Row], rounds: usize) {
    rows.iter_mut().for_each(Row::run);
    rows.iter_mut().for_each(|row| row.times.clear());
    for _ in 0..rounds {
        rows.iter_mut().for_each(Row::run);
    }
}

/// The rows that others are compared with.
struct Bases {
    hello: f64,
    version: f64,
}

fn print(rows: &[Row], bases: &Bases) {
    for row in rows {
        let (median, min) = (row.median(), row.min());
        let Bases { hello, version } = bases;
        println!(
            "{:48} {median:9.2} ms (min {min:8.2}) {:8.2} × hello {:8.2} × --version",
            row.name,
            median / hello,
            median / version
        );
    }
}

/// Copies the first files of a folder.
fn first_files(folder: &Path, to: &Path, count: usize) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let number = name
            .split('.')
            .next()
            .and_then(|number| number.parse::<usize>().ok());
        if number.is_some_and(|number| number < count) {
            std::fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

fn has(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|out| out.status.success())
}

fn stdout(args: &[&str]) -> Vec<u8> {
    Command::new(BUILT)
        .args(args)
        .output()
        .map(|out| out.stdout)
        .unwrap_or_default()
}

/// Folders of many decks, as TOML and as plain lists, cut from the shipped ones.
fn folders(root: &Path) -> std::io::Result<(PathBuf, PathBuf)> {
    let (tomls, lists) = (root.join("tomls"), root.join("lists"));
    for folder in [&tomls, &lists] {
        let _ = std::fs::remove_dir_all(folder);
        std::fs::create_dir_all(folder)?;
    }
    let mut decks: Vec<PathBuf> = std::fs::read_dir("decks/swccg")?
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    decks.sort();
    let texts: Vec<(Vec<u8>, Vec<u8>)> = decks
        .iter()
        .map(|deck| {
            let path = deck.to_string_lossy();
            let list = stdout(&["convert", &path, "--to", "text"]);
            std::fs::read(deck).map(|toml| (toml, list))
        })
        .collect::<Result<_, _>>()?;
    for (i, (toml, list)) in texts.iter().cycle().take(DECKS).enumerate() {
        std::fs::write(tomls.join(format!("{i:04}.toml")), toml)?;
        std::fs::write(lists.join(format!("{i:04}.txt")), list)?;
    }
    Ok((tomls, lists))
}

/// Writes each list of the files of lists, where what a line means stands before it, to a file of
/// its own.
fn write_posted_lists(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for file in ["posted.tsv", "sample-decks.txt"] {
        let lists = std::fs::read_to_string(format!("tests/swccg/{file}"))?;
        for list in lists.split("== ").skip(1) {
            let (name, lines) = list.split_once('\n').unwrap_or_default();
            let written = lines.lines().filter_map(|line| line.splitn(3, '\t').last());
            let text = written.flat_map(|line| [line, "\n"]).collect::<String>();
            std::fs::write(folder.join(format!("{name}.txt")), text)?;
        }
    }
    Ok(())
}

/// A card and two hundred sentences below it.
fn prose_list() -> String {
    let sentence = "This deck is good at drains, so you just play it and then they lose.\n";
    format!("# game: swccg\n# format: open\n1 Yoda\n\n{}", sentence.repeat(200))
}

fn main() -> std::io::Result<()> {
    if std::env::args().any(|arg| arg == "--hello") {
        let hello = Hello::parse();
        println!("hello {}", hello.hello);
        return Ok(());
    }
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("commands");
    let (tomls, lists) = folders(&root)?;
    let json = root.join("cards.json");
    std::fs::write(&json, stdout(&["cards", "", "--game", "swccg", "-o", "json"]))?;
    let json = json.to_string_lossy().into_owned();
    let (sleeve, hello) = (root.join("sleeve"), root.join("hello"));
    std::fs::copy(BUILT, &sleeve)?;
    std::fs::copy(std::env::current_exe()?, &hello)?;
    let (sleeve, hello) = (&*sleeve.to_string_lossy(), &*hello.to_string_lossy());
    let prose = root.join("prose.txt");
    std::fs::write(&prose, prose_list())?;
    let prose = &*prose.to_string_lossy();
    let posted = root.join("posted");
    write_posted_lists(&posted)?;
    let posted = &*posted.to_string_lossy();
    let (few_tomls, few_lists) = (root.join("100-tomls"), root.join("100-lists"));
    first_files(&tomls, &few_tomls, 100)?;
    first_files(&lists, &few_lists, 100)?;
    let (few_tomls, few_lists) = (few_tomls.to_string_lossy(), few_lists.to_string_lossy());
    let list = lists.join("0000.txt");
    let list = &*list.to_string_lossy();
    let filter = "power>ability is:unique";
    let mut rows = vec![
        Row::new("clap hello-world", &[hello, "--hello"]),
        Row::new("sleeve --version", &[sleeve, "--version"]),
        Row::new("sleeve check, one deck of 60", &[sleeve, "check", "decks/swccg/profit.toml"]),
        Row::new("sleeve check, one clean list", &[sleeve, "check", list]),
        Row::new("sleeve check, 100 clean lists, CSV", &[sleeve, "check", &few_lists, "-o", "csv"]),
        Row::new("sleeve check, 100 TOML decks, CSV", &[sleeve, "check", &few_tomls, "-o", "csv"]),
        Row::new(
            "sleeve check, a list as posted",
            &[sleeve, "check", "tests/speed/posted.txt", "--game", "swccg"],
        ),
        Row::new("sleeve check, a list with 200 lines of prose", &[sleeve, "check", prose]),
        Row::new(
            "sleeve check, 52 lists as posted, all formats",
            &[sleeve, "check", posted, "--game", "swccg", "--as", "all"],
        ),
        Row::new(
            "sleeve cards, a filter over all cards",
            &[sleeve, "cards", "--game", "swccg", filter, "-o", "names"],
        ),
        Row::new(
            "sleeve odds, one deck",
            &[sleeve, "odds", "decks/swccg/profit.toml", "count(kind:location) >= 1"],
        ),
    ];
    if has("jq") {
        let query = ".cards[] | select(.power > .ability and .unique) | .name";
        rows.push(Row::new("jq over the same cards", &["jq", "-r", query, &json]));
    }
    if has("python3") {
        let script = "import json,sys\nfor c in json.load(open(sys.argv[1]))['cards']:\n p,a=c.get('power'),c.get('ability')\n if isinstance(p,(int,float)) and isinstance(a,(int,float)) and p>a and c.get('unique'): print(c['name'])";
        rows.push(Row::new("python3 over the same cards", &["python3", "-c", script, &json]));
    }
    if has("node") {
        let script = "for (const c of JSON.parse(require('fs').readFileSync(process.argv[1])).cards) if (typeof c.power === 'number' && typeof c.ability === 'number' && c.power > c.ability && c.unique) console.log(c.name)";
        rows.push(Row::new("node over the same cards", &["node", "-e", script, &json]));
    }
    interleave(&mut rows, ROUNDS);
    let bases = Bases { hello: rows[0].median(), version: rows[1].median() };
    print(&rows, &bases);
    let (tomls, lists) = (tomls.to_string_lossy(), lists.to_string_lossy());
    let mut many = [
        Row::new(
            "sleeve check, 52 lists as posted, one format, JSON",
            &[sleeve, "check", posted, "--game", "swccg", "--as", "open", "-o", "json"],
        ),
        Row::new(
            "sleeve check, 52 lists as posted, all, JSON",
            &[sleeve, "check", posted, "--game", "swccg", "--as", "all", "-o", "json"],
        ),
        Row::new("sleeve check, 5000 TOML decks, CSV", &[sleeve, "check", &tomls, "-o", "csv"]),
        Row::new("sleeve stats --usage, 5000 TOML decks", &[sleeve, "stats", &tomls, "--usage"]),
        Row::new(
            "sleeve stats --wide, 5000 TOML decks, CSV",
            &[sleeve, "stats", &tomls, "--wide", "-m", "avg(destiny)", "-o", "csv"],
        ),
        Row::new("sleeve check, 5000 TOML decks, JSON", &[sleeve, "check", &tomls, "-o", "json"]),
        Row::new("sleeve check, 5000 lists, JSON", &[sleeve, "check", &lists, "-o", "json"]),
        Row::new(
            "sleeve draw, 100000 hands",
            &[sleeve, "draw", "decks/swccg/hunt-down.toml", "--hands", "100000", "--seed", "1"],
        ),
    ];
    interleave(&mut many, FOLDER_ROUNDS);
    print(&many, &bases);
    Ok(())
}
