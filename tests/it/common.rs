//! Runs the program in-process and catches everything it says.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    path::{Path, PathBuf},
};

/// What a run printed and how it ended.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub status: u8,
    pub out: String,
    pub err: String,
}

impl std::fmt::Display for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "status: {}\n{}", self.status, self.out)?;
        if !self.err.is_empty() {
            write!(f, "--- err\n{}", self.err)?;
        }
        Ok(())
    }
}

#[track_caller]
fn assert_holds(ran: &Ran, printed: &str, text: &str) {
    assert!(printed.contains(text), "no `{text}` in\n{ran}");
}

impl Ran {
    /// The run, which has to have ended with this status.
    #[track_caller]
    pub fn assert_status(self, status: u8) -> Ran {
        assert_eq!(self.status, status, "{self}");
        self
    }

    /// The run, which has to have refused what it was asked: no result, and the status of a
    /// mistake.
    #[track_caller]
    pub fn assert_refused(self) -> Ran {
        assert_eq!((self.status, self.out.as_str()), (2, ""), "{self}");
        self
    }

    /// The results have to hold this text.
    #[track_caller]
    pub fn assert_out(&self, text: &str) -> &Ran {
        assert_holds(self, &self.out, text);
        self
    }

    /// What is said beside the results has to hold this text.
    #[track_caller]
    pub fn assert_err(&self, text: &str) -> &Ran {
        assert_holds(self, &self.err, text);
        self
    }

    /// What the first row below the headings says in a column; the results have to be a table for
    /// other programs.
    #[track_caller]
    pub fn first_cell(&self, column: &str) -> String {
        let mut rows = csv::Reader::from_reader(self.out.as_bytes());
        let at = rows
            .headers()
            .ok()
            .and_then(|all| all.iter().position(|one| one == column));
        let row = rows.records().next().and_then(Result::ok);
        let cell = at
            .zip(row)
            .and_then(|(at, row)| row.get(at).map(str::to_owned));
        cell.unwrap_or_else(|| panic!("no `{column}`: {self}"))
    }

    /// The results, which have to be one document of JSON.
    #[track_caller]
    pub fn document(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self}"))
    }
}

/// A run of the program to be made.
#[derive(Default)]
pub struct Sleeve {
    input: Vec<u8>,
    folder: Option<PathBuf>,
    variables: BTreeMap<String, String>,
    width: Option<usize>,
    today: Option<sleeve::model::Date>,
}

impl Sleeve {
    pub fn new() -> Sleeve {
        Sleeve::default()
    }

    /// What standard input holds.
    pub fn input(mut self, input: impl Into<Vec<u8>>) -> Sleeve {
        self.input = input.into();
        self
    }

    /// The day it is; default: nobody says.
    pub fn today(mut self, day: &str) -> Sleeve {
        self.today = sleeve::model::Date::parse(day);
        self
    }

    /// The folder that relative paths start from; default: the repository.
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Sleeve {
        self.folder = Some(folder.into());
        self
    }

    /// An environment variable.
    pub fn variable(mut self, name: &str, value: &str) -> Sleeve {
        self.variables.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Results go to a terminal of so many columns.
    pub fn width(mut self, width: usize) -> Sleeve {
        self.width = Some(width);
        self
    }

    /// Runs `sleeve` with these arguments.
    pub fn run(&self, args: &[&str]) -> Ran {
        let mut out = Vec::new();
        let (status, err) = self.run_into(args, &mut out);
        let out = String::from_utf8(out).expect("output is UTF-8");
        #[cfg(feature = "schemas")]
        crate::schemas::verify(args, &out);
        Ran { status, out, err }
    }

    /// Runs `sleeve` with the arguments of a command line.
    pub fn line(&self, line: &str) -> Ran {
        self.run(&words(line))
    }

    /// Runs `sleeve` and writes its results to `out`. Returns the exit status and the messages.
    pub fn run_into(&self, args: &[&str], out: &mut dyn std::io::Write) -> (u8, String) {
        let mut err = Vec::new();
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let mut streams = sleeve::cli::Streams {
            out,
            err: &mut err,
            input: &mut self.input.as_slice(),
            beside: None,
            width: self.width,
            err_is_terminal: false,
            variable: &|name| self.variables.get(name).cloned(),
            folder: self.folder.clone().unwrap_or(root),
            today: self.today.into(),
        };
        let args = std::iter::once("sleeve")
            .chain(args.iter().copied())
            .map(OsString::from);
        let status = sleeve::cli::run(args, &mut streams);
        (status, String::from_utf8(err).expect("talk is UTF-8"))
    }
}

/// Runs `sleeve` with these arguments in the repository.
pub fn sleeve(args: &[&str]) -> Ran {
    Sleeve::new().run(args)
}

/// The document that a command prints with `-o json`, which has to end well.
#[track_caller]
pub fn document_of(args: &[&str]) -> serde_json::Value {
    sleeve(&[args, &["-o", "json"]].concat())
        .assert_status(0)
        .document()
}

/// A folder for one test, empty at its start.
pub fn scratch(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a scratch folder can be made");
    folder
}

/// Writes a file below a folder, with the folders that it lies in.
#[track_caller]
pub fn write_file(folder: &Path, name: &str, content: impl AsRef<[u8]>) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).expect("a folder can be made");
    std::fs::write(path, content).expect("a file can be written");
}

/// Writes a game's data: what it is, its cards, its formats.
pub fn write_game(folder: &Path, [game, cards, formats]: [&str; 3]) {
    for (name, text) in [("game.toml", game), ("cards.toml", cards), ("formats.toml", formats)] {
        write_file(folder, name, text);
    }
}

/// A text in which days, digests of data and the version of the program are left out, so that a
/// snapshot outlives them.
pub fn undated(text: &str) -> String {
    let days = regex::Regex::new(r"\b20\d\d-\d\d-\d\d\b").expect("a pattern");
    days.replace_all(&undigested(text), "DATE")
        .replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

/// A text in which digests of data are left out, so that a snapshot outlives changes of the data.
pub fn undigested(text: &str) -> String {
    let digest = r#"((?i:digest|condensé)[^\n]{1,22}?)[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}"#;
    let digest = regex::Regex::new(digest).expect("a pattern");
    digest.replace_all(text, "${1}DIGEST").into_owned()
}

/// The words of a command line, which blanks part; a word that begins with a quote goes on to the
/// next.
#[track_caller]
pub fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let quote = rest
            .chars()
            .next()
            .filter(|first| ['\'', '"'].contains(first));
        let (word, behind) = match quote {
            Some(quote) => rest[1..]
                .split_once(quote)
                .unwrap_or_else(|| panic!("no end: {rest}")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word);
        rest = behind.trim_start();
    }
    words
}

/// The items of a text, between which semicolons stand.
pub fn list(items: &str) -> Vec<&str> {
    items.split("; ").collect()
}

/// What is drawn of mistakes, a line for each: the title, where it is, `{what is marked there}` and
/// its label, notes and help.
pub fn in_brief(drawn: impl std::fmt::Display) -> String {
    let drawn = drawn.to_string();
    let gutter = regex::Regex::new(r"^\s*\d+ \| (.*)$").expect("a pattern");
    let marks = regex::Regex::new(r"^\s*\| ( *)(\^+)(.*)$").expect("a pattern");
    let (mut brief, mut source) = (Vec::<String>::new(), String::new());
    for line in drawn
        .lines()
        .filter(|line| !["", "|"].contains(&line.trim()))
    {
        let more = if let Some(found) = gutter.captures(line) {
            source = found[1].to_owned();
            continue;
        } else if let Some(found) = marks.captures(line) {
            let (before, marked) = (found[1].chars().count(), found[2].chars().count());
            let marked: String = source.chars().skip(before).take(marked).collect();
            format!(" {{{marked}}}{}", &found[3])
        } else if let Some(place) = line.trim_start().strip_prefix("--> ") {
            format!(" ({place})")
        } else if line.trim_start().starts_with("= ") {
            format!(" {}", line.trim_start())
        } else if line.starts_with("    ") && !brief.is_empty() {
            format!(" / {}", line.trim_start())
        } else {
            brief.push(line.to_owned());
            continue;
        };
        brief
            .last_mut()
            .expect("a title stands above")
            .push_str(&more);
    }
    brief.join("\n")
}
