//! What is made for people to download: archives, checksums, installer, formula and manifest, from
//! one list of targets. The program in these archives is a script; `.ci/release/try` tries the true
//! one.

use crate::common::{scratch, write_file};
use regex::Regex;
use std::{
    path::{Path, PathBuf},
    process::Command,
};

fn ours(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(ours(name)).unwrap()
}

/// The list: targets with the forms of their archives.
fn targets() -> Vec<(String, String)> {
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        (words[0].to_owned(), words[2].to_owned())
    };
    text(".ci/release/targets")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(row)
        .collect()
}

/// Everything that is run by others is named by what it holds and not by a name that can be given
/// to something else.
#[test]
fn actions_are_pinned_by_hash() {
    let pinned = Regex::new(r"uses: [\w/.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$").unwrap();
    for file in [".github/workflows/ci.yml", ".github/workflows/release.yml", "action.yml"] {
        let uses = text(file);
        let uses: Vec<&str> = uses
            .lines()
            .filter(|line| line.contains("uses: "))
            .collect();
        assert!(!uses.is_empty(), "{file}");
        for line in uses {
            assert!(pinned.is_match(line), "{file}: {line}");
        }
    }
}

#[test]
fn every_manifest_has_the_licence_and_the_version_of_all() {
    let mut manifests = vec![ours("Cargo.toml")];
    for folder in ["crates", "web"] {
        let entries = std::fs::read_dir(ours(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path());
        manifests.extend(
            entries
                .map(|path| path.join("Cargo.toml"))
                .filter(|path| path.is_file()),
        );
    }
    assert!(manifests.len() > 15);
    for place in manifests {
        let manifest = std::fs::read_to_string(&place).unwrap();
        for key in ["license.workspace", "version.workspace", "rust-version.workspace"] {
            assert!(manifest.contains(&format!("\n{key} = true")), "{}: {key}", place.display());
        }
    }
    let version = env!("CARGO_PKG_VERSION");
    for file in ["web/engine/package.json", "editor/vscode/package.json"] {
        assert!(text(file).contains(&format!("\"version\": \"{version}\"")), "{file}");
    }
    assert!(text("CHANGELOG.md").contains(&format!("\n## [{version}]")));
}

#[cfg(unix)]
#[test]
fn a_release_is_made_from_one_list_and_installs_what_it_holds() {
    if !Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|ran| ran.status.success())
    {
        eprintln!("NOT RUN: there is no python3 to make a release");
        return;
    }
    let folder = scratch("release").canonicalize().unwrap();
    let version = env!("CARGO_PKG_VERSION");
    write_file(
        &folder,
        "built/sleeve",
        format!(
            "#!/bin/sh\ncase $1 in\nman) echo page > \"$3/sleeve.1\" ;;\n--version) echo 'sleeve {version}' ;;\n*) echo \"$@\" ;;\nesac\n"
        ),
    );
    std::fs::copy(folder.join("built/sleeve"), folder.join("built/sleeve.exe")).unwrap();
    let run = |program: &str, args: &[&str]| {
        let mut command = Command::new(program);
        command.args(args).current_dir(&folder);
        for (name, value) in [("SLEEVE_FOLDER", "a bin"), ("SLEEVE_RELEASES", ""), ("HOME", ".")] {
            command.env(name, value);
        }
        let releases = format!("file://{}", folder.display());
        if program == "sh" {
            command.env("SLEEVE_RELEASES", releases);
        }
        command.env_remove("SLEEVE_VERSION").output().unwrap()
    };
    let script = ours(".ci/release/release.py");
    let made = format!("v{version}");
    let release = |args: &[&str]| run("python3", &[&[script.to_str().unwrap()], args].concat());
    let chmod = run("chmod", &["+x", "built/sleeve", "built/sleeve.exe"]);
    assert!(chmod.status.success());

    let refused = release(&["finish", "https://example.org/o/r", "built"]);
    assert!(!refused.status.success(), "archives lack");
    for (target, form) in targets() {
        let program = if form == "zip" { "built/sleeve.exe" } else { "built/sleeve" };
        let ran = release(&["archive", &target, program, &made]);
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    }
    let ran = release(&["finish", "https://example.org/o/r", &made]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));

    // Nothing but what it is made of stands in an archive.
    let (first, _) = &targets()[0];
    release(&["archive", first, "built/sleeve", "again"]);
    let name = format!("sleeve-{version}-{first}.tar.gz");
    let bytes = |at: &str| std::fs::read(folder.join(at)).unwrap();
    assert!(bytes(&format!("{made}/{name}")) == bytes(&format!("again/{name}")));
    // What this machine has of the registry is what it was built from.
    let said = run("rustc", &["-vV"]).stdout;
    let said = String::from_utf8(said).unwrap();
    let host = said
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap();
    release(&["components", host, "again"]);
    let bill = bytes(&format!("again/sleeve-{version}-{host}.cdx.json"));
    let bill: serde_json::Value = serde_json::from_slice(&bill).unwrap();
    let components = bill["components"].as_array().unwrap();
    let has = |wanted: &str| {
        components
            .iter()
            .any(|component| component["name"] == wanted)
    };
    assert!(has("toml") && has("sleeve-model") && !has("insta"), "{bill}");
    assert!(
        components
            .iter()
            .all(|component| component["licenses"].is_array()),
        "{bill}"
    );

    // All that is named is there, under the sum that is named with it.
    let read = |at: &str| String::from_utf8(bytes(at)).unwrap();
    let sums = read(&format!("{made}/SHA256SUMS"));
    let (formula, manifest) =
        (read(&format!("{made}/sleeve.rb")), read(&format!("{made}/sleeve.json")));
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let binstall: toml::Table = text("Cargo.toml").parse().unwrap();
    let binstall = &binstall["package"]["metadata"]["binstall"];
    let base = format!("https://example.org/o/r/releases/download/v{version}");
    for (target, form) in targets() {
        let file = format!("sleeve-{version}-{target}.{form}");
        let line = sums
            .lines()
            .find(|line| line.ends_with(&format!("  {file}")))
            .unwrap();
        let sum = &line[..64];
        let (url, hash) = (format!("{base}/{file}"), format!("sha256 \"{sum}\""));
        if target.contains("windows") {
            let row = &manifest["architecture"]["64bit"];
            assert_eq!((row["url"].as_str(), row["hash"].as_str()), (Some(&*url), Some(sum)));
        } else if !target.contains("musl") {
            let at = formula.find(&format!("url \"{url}\"")).unwrap();
            assert!(formula[at..].lines().nth(1).unwrap().contains(&hash), "{formula}");
        }
        let form = binstall
            .get("overrides")
            .and_then(|all| all.get(&target))
            .unwrap_or(binstall);
        let ending = if form["pkg-fmt"].as_str() == Some("zip") { ".zip" } else { ".tar.gz" };
        let mut asked = binstall["pkg-url"].as_str().unwrap().to_owned();
        for (hole, value) in [
            ("{ repo }", "https://example.org/o/r"),
            ("{ version }", version),
            ("{ target }", &target),
            ("{ archive-suffix }", ending),
        ] {
            asked = asked.replace(hole, value);
        }
        assert_eq!(asked, url);
    }

    // The release's own installer knows its version.
    let ran = run("sh", &[&format!("{made}/install.sh")]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let ran = run("a bin/sleeve", &["--version"]);
    assert_eq!(String::from_utf8_lossy(&ran.stdout), format!("sleeve {version}\n"));
}
