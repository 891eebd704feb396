//! What the house promises its readers: a comment on everything that crates offer to each other, and words that are defined.

use std::path::{Path, PathBuf};

fn sources() -> Vec<(PathBuf, String)> {
    let mut folders = vec![PathBuf::from("src"), PathBuf::from("crates")];
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
    files.sort();
    files
}

/// The name that a line declares, if it declares a public function, type or trait.
fn declared_name(line: &str) -> Option<&str> {
    let mut words = line.trim_start().strip_prefix("pub ")?.split_whitespace();
    let keyword = words.find(|word| !["const", "unsafe"].contains(word))?;
    if !["fn", "struct", "enum", "trait", "type"].contains(&keyword) {
        return None;
    }
    words.next()?.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

fn lacks_comment(lines: &[&str], at: usize) -> bool {
    let above = lines[..at].iter().rev().map(|line| line.trim());
    let mut above = above.skip_while(|line| line.starts_with("#[") || line.ends_with(")]"));
    !above.next().is_some_and(|line| line.starts_with("///"))
}

#[test]
fn what_crates_offer_to_each_other_has_a_comment() {
    let mut bare = Vec::new();
    for (path, text) in sources().iter().filter(|(path, _)| path.starts_with("crates")) {
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            if let Some(name) = declared_name(line).filter(|_| lacks_comment(&lines, at)) {
                bare.push(format!("{}:{}: {name}", path.display(), at + 1));
            }
        }
    }
    assert!(bare.is_empty(), "without a comment:\n{}", bare.join("\n"));
}

#[test]
fn the_glossary_names_what_stands_in_the_sources() {
    let glossary = std::fs::read_to_string(Path::new("docs/glossary.md")).unwrap();
    let rows = glossary.lines().filter_map(|line| line.strip_suffix(" |")?.rsplit_once("| "));
    let named = rows.flat_map(|(_, code)| code.split('`').skip(1).step_by(2));
    let sources = sources();
    for name in named {
        let declares = |text: &String| {
            ["struct", "enum", "trait", "type", "fn", "mod"].iter().any(|keyword| {
                text.match_indices(&format!("{keyword} {name}")).any(|(at, found)| {
                    let after = text[at + found.len()..].chars().next();
                    after.is_none_or(|c| !c.is_alphanumeric() && c != '_')
                })
            })
        };
        assert!(sources.iter().any(|(_, text)| declares(text)), "`{name}` is not in the sources");
    }
}
