//! What CI runs of ours: the action's script, in a folder that is no repository, and the hooks for pre-commit.

use crate::common::scratch;
use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};

fn ours(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// A runner that has the action's sources, unpacked, and a `cargo` that says what it is asked.
#[cfg(unix)]
struct Runner {
    folder: PathBuf,
    system: &'static str,
}

#[cfg(unix)]
impl Runner {
    fn new(name: &str, system: &'static str) -> Runner {
        let folder = scratch(name);
        let at = |path: &str| folder.join(path);
        for path in [
            "the action/src",
            "the action/crates",
            "the action/cards",
            "the action/schemas",
            "bin",
            "temp",
            "work/my decks",
        ] {
            fs::create_dir_all(at(path)).unwrap();
        }
        for path in ["Cargo.toml", "Cargo.lock", "build.rs", "src/main.rs"] {
            fs::write(at("the action").join(path), path).unwrap();
        }
        for (path, text) in [
            (
                "bin/cargo",
                "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$CARGO_SAYS\"\nexit \"${CARGO_ENDS:-0}\"\n",
            ),
            ("built", "#!/bin/sh\nprintf '<%s>' \"$@\"\n"),
        ] {
            use std::os::unix::fs::PermissionsExt;
            fs::write(at(path), text).unwrap();
            fs::set_permissions(at(path), fs::Permissions::from_mode(0o755)).unwrap();
        }
        Runner { folder, system }
    }

    /// Runs a step as a runner does; what it printed, and its status.
    fn step(&self, step: &str, variables: &[(&str, &str)]) -> (String, Option<i32>) {
        let path =
            format!("{}:{}", self.folder.join("bin").display(), std::env::var("PATH").unwrap());
        let ran = std::process::Command::new("bash")
            .args(["--noprofile", "--norc", "-eo", "pipefail"])
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("action.sh"))
            .arg(step)
            .current_dir(self.folder.join("work"))
            .envs([("PATH", path.as_str()), ("RUNNER_OS", self.system)])
            .envs(
                [
                    ("GITHUB_ACTION_PATH", "the action"),
                    ("RUNNER_TEMP", "temp"),
                    ("GITHUB_OUTPUT", "output"),
                    ("CARGO_SAYS", "said"),
                ]
                .map(|(name, path)| (name, self.folder.join(path))),
            )
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        (String::from_utf8(ran.stdout).unwrap(), ran.status.code())
    }
}

#[cfg(unix)]
#[test]
fn the_key_of_the_cache_follows_the_sources() {
    let runner = Runner::new("action-key", "Linux");
    let key = || {
        let _ = fs::remove_file(runner.folder.join("output"));
        assert_eq!(runner.step("key", &[]).1, Some(0));
        fs::read_to_string(runner.folder.join("output")).unwrap()
    };
    let first = key();
    assert!(Regex::new("^key=[0-9a-f]{64}\n$").unwrap().is_match(&first), "{first}");
    assert_eq!(key(), first);
    fs::write(runner.folder.join("the action/cards/new.toml"), "").unwrap();
    assert_ne!(key(), first);
    fs::remove_file(runner.folder.join("the action/Cargo.lock")).unwrap();
    assert_ne!(runner.step("key", &[]).1, Some(0), "nothing is cached under the key of a part");
}

#[cfg(unix)]
#[test]
fn the_action_builds_its_own_sources_and_checks_decks_with_blanks_in_their_paths() {
    for (system, program) in [("Linux", "sleeve"), ("Windows", "sleeve.exe")] {
        let runner = Runner::new(&format!("action-{system}"), system);
        let at = |path: &str| runner.folder.join(path);
        assert_eq!(runner.step("build", &[("CARGO_ENDS", "101")]).1, Some(101), "a failure is one");
        assert_eq!(runner.step("build", &[]).1, Some(0));
        let said = fs::read_to_string(at("said")).unwrap();
        let sources = at("the action").display().to_string();
        let root = at("temp/sleeve").display().to_string();
        assert_eq!(
            said,
            ["install", "--locked", "--path", &sources, "--root", &root, ""].join("\n")
        );
        // What the cache brings is not built again, and is what runs.
        fs::create_dir_all(at("temp/sleeve/bin")).unwrap();
        fs::copy(at("built"), at("temp/sleeve/bin").join(program)).unwrap();
        fs::remove_file(at("said")).unwrap();
        assert_eq!(runner.step("build", &[]).1, Some(0));
        assert!(!at("said").exists());
        let given = [("DECKS", "my decks\nother/*.toml\n\n"), ("ARGUMENTS", "--deny warnings")];
        let told = "<check><-o><github><--deny><warnings><--><my decks><other/*.toml>";
        assert_eq!(runner.step("check", &given), (told.to_owned(), Some(0)));
        let given = [("DECKS", "decks"), ("ARGUMENTS", "")];
        assert_eq!(runner.step("check", &given).0, "<check><-o><github><--><decks>");
    }
}

#[test]
fn the_action_has_no_version_to_ask_for_and_no_page_names_one() {
    let action = ours("action.yml");
    assert!(!action.contains("version") && !action.contains("git "), "{action}");
    for step in ["key", "build", "check"] {
        assert!(action.contains(&format!("bash \"$GITHUB_ACTION_PATH/action.sh\" {step}")));
    }
    assert!(action.contains("steps.sources.outputs.key"));
    for page in [
        "docs/ci.md",
        "tests/league/.github/workflows/decks.yml",
        "tests/league/.pre-commit-config.yaml",
    ] {
        assert!(!ours(page).contains("v0.1.0"), "{page}");
    }
    assert!(ours("docs/ci.md").contains("`OWNER` stands for"));
}

#[test]
fn hooks_take_the_files_that_are_theirs() {
    let hooks = ours(".pre-commit-hooks.yaml");
    let takes = |hook: &str, file: &str| {
        let hook = hooks.split("- id: ").find(|text| text.starts_with(hook)).unwrap();
        let pattern = |key: &str| {
            let line = hook.lines().find_map(|line| line.trim().strip_prefix(key)).unwrap_or("^$");
            Regex::new(line).unwrap().is_match(file)
        };
        pattern("files: ") && !pattern("exclude: ")
    };
    for (file, hook) in [
        ("decks/mine.toml", Some("sleeve-check")),
        ("league/decks/anna.txt", Some("sleeve-check")),
        ("cards/my-game/formats.toml", Some("sleeve-lint")),
        ("cards/box.csv", Some("sleeve-lint")),
        ("decks/sleeve.toml", None),
        ("sleeve.toml", None),
        ("Cargo.toml", None),
        ("pyproject.toml", None),
        ("README.md", None),
    ] {
        for any in ["sleeve-check", "sleeve-lint"] {
            assert_eq!(takes(any, file), hook == Some(any), "{any}: {file}");
        }
    }
    // A game is linted as a whole.
    assert!(hooks.contains("args: [cards]") && hooks.contains("pass_filenames: false"));
}
