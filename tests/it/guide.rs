//! Runs every `console` block of the README and of the pages under `docs/` and compares the output.
//!
//! Each page runs in its own folder, with a copy of `decks/` and `docs/examples/`. Its path must
//! not be printed, because lines are wrapped by its length: use `-q` if a `sleeve.toml` names
//! overlays. A block whose fence names a file (` ```toml fleet.toml `) writes that file. In a
//! console block, each line that begins with `$ ` is run: `sleeve …` (with `> FILE` at the end to
//! keep its output), `cat FILE`, or `echo $?` for the last exit status. The lines below it are the
//! output on a terminal of 80 columns; a line `…` matches any lines. `GUIDE=write` updates the
//! pages.

use crate::common::{Sleeve, scratch, words, write_file};
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// A fenced block of a page: the words of its fence and its range of lines.
struct Block {
    info: String,
    lines: Range<usize>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The README and every page of the documentation.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md"), root().join("README.fr.md")];
    for folder in ["docs", "docs/fr"] {
        let docs = std::fs::read_dir(root().join(folder)).expect("there is a documentation");
        pages.extend(
            docs.map(|e| e.expect("its entries can be read").path())
                .filter(|p| p.extension().is_some_and(|e| e == "md")),
        );
    }
    pages.sort();
    pages
}

fn blocks(lines: &[&str]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, usize)> = None;
    for (at, line) in lines.iter().enumerate() {
        let Some(info) = line.strip_prefix("```") else { continue };
        open = match open.take() {
            Some((info, start)) => {
                blocks.push(Block { info, lines: start..at });
                None
            }
            None => Some((info.trim().to_owned(), at + 1)),
        };
    }
    assert!(open.is_none(), "a fence is not closed");
    blocks
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder can be made");
    for entry in std::fs::read_dir(from).expect("a folder can be read") {
        let path = entry.expect("its entries can be read").path();
        let copied = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy(&path, &copied);
        } else {
            std::fs::copy(&path, &copied).expect("a file can be copied");
        }
    }
}

/// The locale of a page, and the folder that its commands run in.
struct Page {
    locale: &'static str,
    folder: PathBuf,
}

/// Runs one line as a shell would and keeps the status of `sleeve`. The home directory is `home` in
/// the folder of the page.
fn run(line: &str, Page { locale, folder }: &Page, status: &mut u8) -> String {
    let home = folder.join("home").display().to_string();
    let in_home = |word: &str| match word.strip_prefix("~/") {
        Some(rest) => format!("{home}/{rest}"),
        None => word.to_owned(),
    };
    let words: Vec<String> = words(line).into_iter().map(in_home).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["echo", "$?"] => format!("{status}\n"),
        ["cat", file] => {
            std::fs::read_to_string(folder.join(file)).expect("the page wrote this file")
        }
        ["sleeve", args @ ..] => {
            let (args, into) = match args {
                [args @ .., ">", file] => (args, Some(file)),
                _ => (args, None),
            };
            let mut runner = Sleeve::new()
                .folder(folder)
                .variable("NO_COLOR", "1")
                .variable("LANG", locale);
            runner = runner.variable("HOME", &home);
            if into.is_none() {
                runner = runner.width(80);
            }
            let ran = runner.run(args);
            *status = ran.status;
            match into {
                Some(file) => {
                    write_file(folder, file, ran.out);
                    ran.err
                }
                None => ran.out + &ran.err,
            }
        }
        _ => panic!("`{line}` is not a command that the guide may use"),
    }
}

/// Returns whether the printed lines match the shown ones, where `…` matches any lines.
fn agrees(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&"…", rest)) => (0..=printed.len()).any(|skip| agrees(rest, &printed[skip..])),
        Some((first, rest)) => printed.first() == Some(first) && agrees(rest, &printed[1..]),
    }
}

/// Returns the lines of a console block, with the current output where it has changed.
fn answered(lines: &[&str], within: &Page) -> Vec<String> {
    let mut answer = Vec::new();
    let (mut status, mut at) = (0, 0);
    while at < lines.len() {
        let line = lines[at];
        let command = line
            .strip_prefix("$ ")
            .unwrap_or_else(|| panic!("`{line}` follows no command"));
        let end = lines[at + 1..]
            .iter()
            .position(|l| l.starts_with("$ "))
            .map_or(lines.len(), |n| at + 1 + n);
        let printed = run(command, within, &mut status);
        let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        let shown = &lines[at + 1..end];
        answer.push(line.to_owned());
        if agrees(shown, &printed) {
            answer.extend(shown.iter().map(|&l| l.to_owned()))
        } else {
            answer.extend(printed.iter().map(|&l| l.to_owned()))
        }
        at = end;
    }
    answer
}

/// Returns the page with the current output of every command.
fn true_page(text: &str, within: &Page) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut page: Vec<String> = Vec::new();
    let mut done = 0;
    for block in blocks(&lines) {
        page.extend(lines[done..block.lines.start].iter().map(|&l| l.to_owned()));
        let shown = &lines[block.lines.clone()];
        match block.info.split_once(' ') {
            Some((_, file)) => {
                let path = within.folder.join(file);
                let parent = path.parent().expect("a file is in a folder");
                std::fs::create_dir_all(parent).expect("a folder can be made");
                std::fs::write(&path, shown.join("\n") + "\n").expect("a file can be written");
                page.extend(shown.iter().map(|&l| l.to_owned()));
            }
            None if block.info == "console" => page.extend(answered(shown, within)),
            None => page.extend(shown.iter().map(|&l| l.to_owned())),
        }
        done = block.lines.end;
    }
    page.extend(lines[done..].iter().map(|&l| l.to_owned()));
    page.join("\n") + "\n"
}

/// Returns the first line that differs, as shown and as printed.
fn first_difference(shown: &str, page: &str) -> String {
    let differ = |(a, b): &(&str, &str)| a != b;
    let (shown, page) = (shown.lines().chain([""]), page.lines().chain([""]));
    let (shown, page) = shown.zip(page).find(differ).unwrap_or_default();
    format!("shown:   {shown}\nprinted: {page}")
}

#[test]
fn every_console_block_prints_what_it_shows() {
    let write = std::env::var_os("GUIDE").is_some_and(|v| v == "write");
    let mut wrong = Vec::new();
    for path in pages() {
        let name = path
            .file_stem()
            .expect("a page has a name")
            .to_string_lossy()
            .into_owned();
        let folder = scratch(&format!("guide-{name}"));
        copy(&root().join("decks"), &folder.join("decks"));
        copy(&root().join("docs/examples"), &folder.join("docs/examples"));
        let text = std::fs::read_to_string(&path).expect("a page can be read");
        let is_french = path.starts_with(root().join("docs/fr")) || name.ends_with(".fr");
        let locale = if is_french { "fr_FR.UTF-8" } else { "en_GB.UTF-8" };
        let page = true_page(&text, &Page { locale, folder });
        if page == text {
            continue;
        }
        if write {
            std::fs::write(&path, page).expect("a page can be written");
        } else {
            wrong.push(format!("{name}:\n{}", first_difference(&text, &page)));
        }
    }
    assert!(wrong.is_empty(), "output changed, `GUIDE=write` updates it:\n{}", wrong.join("\n"));
}

#[test]
fn every_link_between_pages_leads_somewhere() {
    for path in pages() {
        let text = std::fs::read_to_string(&path).expect("a page can be read");
        let folder = path.parent().expect("a page is in a folder");
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split_once(')'))
            .map(|(link, _)| link)
        {
            if link.starts_with("http") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { folder.join(file) };
            if target.is_dir() && heading.is_empty() {
                continue;
            }
            let page = std::fs::read_to_string(&target);
            let page =
                page.unwrap_or_else(|_| panic!("{}: `{link}` leads nowhere", path.display()));
            let anchor = |line: &str| {
                let words = line.trim_start_matches('#').trim().to_lowercase();
                let kept = words
                    .chars()
                    .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
                kept.map(|c| if c == ' ' { '-' } else { c })
                    .collect::<String>()
            };
            let headings = page.lines().filter(|l| l.starts_with('#'));
            assert!(
                heading.is_empty() || headings.map(anchor).any(|a| a == heading),
                "{}: `{link}` names no heading",
                path.display()
            );
        }
    }
}
