//! What the house promises its readers: a comment on everything that crates offer to each other,
//! and words that are defined.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

fn sources() -> Vec<(PathBuf, String)> {
    let mut files = sources_in("src".into());
    files.extend(sources_in("crates".into()));
    files.sort();
    files
}

fn sources_in(folder: PathBuf) -> Vec<(PathBuf, String)> {
    let mut folders = vec![folder];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                files.push((path, text));
            }
        }
    }
    files
}

/// The keyword and the name of what a line declares: a function, a type, a trait, a module.
fn declaration(line: &str) -> Option<(&str, &str)> {
    let qualifiers = |word: &&str| ["pub", "pub(crate)", "pub(super)", "const"].contains(word);
    let mut words = line.split_whitespace().skip_while(qualifiers);
    let keyword = words.next()?;
    let name = words
        .next()?
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()?;
    let declares = ["fn", "struct", "enum", "trait", "type", "mod"].contains(&keyword);
    (declares && !name.is_empty()).then_some((keyword, name))
}

fn lacks_comment(lines: &[&str], at: usize) -> bool {
    let mut above = lines[..at].iter().rev().map(|line| line.trim());
    while let Some(line) = above.next() {
        if line == ")]" {
            // An attribute of several lines.
            above.find(|line| line.starts_with("#["));
        } else if !line.starts_with("#[") {
            return !line.starts_with("///");
        }
    }
    true
}

#[test]
fn what_crates_offer_to_each_other_has_a_comment() {
    let mut bare = Vec::new();
    for (path, text) in sources()
        .iter()
        .filter(|(path, _)| path.starts_with("crates"))
    {
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let public = line.trim_start().starts_with("pub ");
            let declared = declaration(line).filter(|(keyword, _)| public && *keyword != "mod");
            if let Some((_, name)) = declared.filter(|_| lacks_comment(&lines, at)) {
                bare.push(format!("{}:{}: {name}", path.display(), at + 1));
            }
        }
    }
    assert!(bare.is_empty(), "without a comment:\n{}", bare.join("\n"));
}

#[test]
fn the_glossary_names_what_stands_in_the_sources() {
    let glossary = std::fs::read_to_string(Path::new("docs/glossary.md")).unwrap();
    let rows = glossary
        .lines()
        .filter_map(|line| line.strip_suffix(" |")?.rsplit_once("| "));
    let named = rows.flat_map(|(_, code)| code.split('`').skip(1).step_by(2));
    let sources = sources();
    let lines = sources.iter().flat_map(|(_, text)| text.lines());
    let declared: BTreeSet<&str> = lines
        .filter_map(declaration)
        .map(|(_, name)| name)
        .collect();
    for name in named {
        assert!(declared.contains(name), "`{name}` is not in the sources");
    }
}

#[test]
fn no_two_types_share_a_name() {
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in sources() {
        // Indented aliases are those that a trait asks for: `Item`, `Err`.
        for line in text
            .lines()
            .filter(|line| !line.trim_start().starts_with("type ") || !line.starts_with(' '))
        {
            let declared = declaration(line);
            let is_type = |keyword: &str| ["struct", "enum", "trait", "type"].contains(&keyword);
            if let Some((_, name)) = declared.filter(|(keyword, _)| is_type(keyword)) {
                files
                    .entry(name.to_owned())
                    .or_default()
                    .push(path.display().to_string());
            }
        }
    }
    let shared: Vec<_> = files.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(shared.is_empty(), "{shared:#?}");
}

/// The sources that say the sentences of a file of words.
fn sources_of_words(name: &str) -> PathBuf {
    match name {
        "sleeve" => PathBuf::from("src"),
        "web" => PathBuf::from("web/engine/src"),
        name => Path::new("crates").join(name).join("src"),
    }
}

#[test]
fn every_row_of_words_is_said_somewhere() {
    let mut unsaid = Vec::new();
    for language in std::fs::read_dir("words").unwrap() {
        let folder = language.unwrap().path();
        let translated = format!("\n{}: ", folder.file_name().unwrap().to_str().unwrap());
        for file in std::fs::read_dir(&folder).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            // These are looked up while the program runs.
            if ["foreign", "help"].contains(&name.as_str()) {
                continue;
            }
            let mut said = String::new();
            for (_, text) in sources_in(sources_of_words(&name)) {
                // A literal goes on in the next line.
                said.extend(text.split("\\\n").map(str::trim_start));
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for row in format!("\n{text}").trim_end().split("\nen: ").skip(1) {
                let english = row.split("\ncontext: ").next().unwrap();
                let english = english.split(&translated).next().unwrap();
                for sentence in english.split("\nmany: ") {
                    let sentence = match sentence.strip_suffix("\\s") {
                        Some(sentence) => format!("{sentence} "),
                        None => sentence.to_owned(),
                    };
                    let quoted = sentence.replace('"', "\\\"").replace('\n', "\\n");
                    let forms = [format!("\"{quoted}\""), format!("\"{sentence}\"#")];
                    if !forms.iter().any(|form| said.contains(form)) {
                        unsaid.push(format!("{}: {sentence}", path.display()));
                    }
                }
            }
        }
    }
    assert!(unsaid.is_empty(), "rows that no sentence uses:\n{}", unsaid.join("\n"));
}

/// Building tests and examples of a crate that has none takes seconds; where they are switched off,
/// new ones would not run.
#[test]
fn crates_build_the_tests_and_examples_that_they_have() {
    let sources = sources();
    let of_crate = |(path, _): &(PathBuf, String)| {
        path.starts_with("crates")
            .then(|| path.iter().take(2).collect::<PathBuf>())
    };
    let folders: BTreeSet<PathBuf> = sources.iter().filter_map(of_crate).collect();
    assert!(folders.len() > 10, "{folders:?}");
    for folder in folders {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let own = || sources.iter().filter(|(path, _)| path.starts_with(&folder));
        let has_examples = |text: &str| {
            let comments = text
                .lines()
                .filter(|line| line.trim_start().starts_with("//"));
            let fences = comments.filter_map(|line| Some(line.trim_start().split_once("```")?.1));
            // Every other fence begins a block; one that names another language is no example.
            fences.step_by(2).any(|language| language != "text")
        };
        let is_built = |key: &str| {
            !manifest
                .lines()
                .any(|line| line == format!("{key} = false"))
        };
        let has_tests =
            own().any(|(_, text)| text.contains("#[test]") || text.contains("\nmod tests;"));
        let has_examples = own().any(|(_, text)| has_examples(text));
        assert_eq!(is_built("test"), has_tests, "`test` of {}", folder.display());
        assert_eq!(is_built("doctest"), has_examples, "`doctest` of {}", folder.display());
    }
}

/// Phrases of a literal English that readers parse twice.
const STRANGE_PHRASES: [&str; 30] = [
    r"where (none|nothing|nobody|no one)\b",
    r"what (stands|lies|holds|is not)\b",
    r"stands (in|behind|there|beside|by)\b",
    r"\b(is|are|was) told\b",
    r"\bso many\b",
    r"\bof which (none|nothing|nobody|no)\b",
    r"\bit is said\b",
    r"\bto be had\b",
    r"\bgo(es)? by\b",
    r"\bspeaks? of\b",
    r"\bmend(s|ed|ing)?\b",
    r"\bwhoever\b",
    r"\bnobody (says|knows|asks|wants|names)\b",
    r"\bcards? lacking\b",
    r"\blacking\b",
    r"\bheld against\b",
    r"\b(and|where|if) there (is|are) none\b",
    r"\bis no class\b",
    r"\bno part of a\b",
    r"\bas the rule says\b",
    r"\bin place of\b",
    r"\bto nobody\b",
    r"\bno other than\b",
    r"\bbeside (it|them|the results)\b",
    r"\bnot unless none\b",
    r"\bwhat it is called\b",
    r"\bwherein\b",
    r"\bis nothing else\b",
    r"\bas is said\b",
    r"\bas good as said\b",
];

#[test]
fn docs_help_and_messages_are_free_of_strange_phrases() {
    let phrases = regex::RegexSet::new(STRANGE_PHRASES.map(|one| format!("(?i){one}"))).unwrap();
    let folders =
        [".", "docs", "docs/fr", "words/fr"].map(|folder| std::fs::read_dir(folder).unwrap());
    let mut found = Vec::new();
    for path in folders
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
    {
        let is_words = path.extension().is_some_and(|ending| ending == "txt");
        if !is_words && path.extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for (at, line) in text.lines().enumerate() {
            if (!is_words || line.starts_with("en: ")) && phrases.is_match(line) {
                found.push(format!("{}:{}: {line}", path.display(), at + 1));
            }
        }
    }
    assert!(found.is_empty(), "say it in plain words:\n{}", found.join("\n"));
}
