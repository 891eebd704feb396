//! What CI runs of ours: the action's script, in a folder that is no repository, and the hooks for pre-commit.

use regex::Regex;
use std::path::Path;

fn ours(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// Runs the steps of the action as a runner does, with sources that are unpacked and a `cargo` that says what it is asked.
#[cfg(unix)]
const STEPS: &str = r#"
mkdir -p 'an action'/{src,crates,cards,schemas} bin 'my temp/sleeve/bin' work
touch 'an action'/{Cargo.toml,Cargo.lock,src/main.rs}
printf '%s\n' '#!/bin/sh' 'echo "cargo $*"; exit ${ENDS-0}' > bin/cargo
printf '%s\n' '#!/bin/sh' 'printf "<%s>" "$@"; echo' > built
chmod +x bin/cargo built
export PATH=$PWD/bin:$PATH GITHUB_ACTION_PATH="$PWD/an action" RUNNER_TEMP="$PWD/my temp" GITHUB_OUTPUT=$PWD/output
step() { (cd work && bash --noprofile --norc -eo pipefail "$SCRIPT" "$1") 2> /dev/null || echo "status $?"; }
export RUNNER_OS=Linux
step key; step key; touch 'an action/cards/new.toml'; step key
uniq output | sed -E 's/^key=[0-9a-f]{64}$/one key/'
rm 'an action/Cargo.lock'; step key
ENDS=101 step build; step build
for program in sleeve sleeve.exe; do
    cp built "my temp/sleeve/bin/$program"; step build
    DECKS=$'my decks\nother/*.toml\n\n' ARGUMENTS='--deny warnings' step check
    DECKS=decks ARGUMENTS= step check
    rm "my temp/sleeve/bin/$program"; export RUNNER_OS=Windows
done
"#;

#[cfg(unix)]
#[test]
fn the_action_builds_its_own_sources_and_checks_decks_with_blanks_in_their_paths() {
    let folder = crate::common::scratch("action").canonicalize().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("action.sh");
    let mut bash = std::process::Command::new("bash");
    let ran = bash.args(["-c", STEPS]).env("SCRIPT", script).current_dir(&folder).output().unwrap();
    let said = String::from_utf8(ran.stdout).unwrap();
    let install = "cargo install --locked --path HERE/an action --root HERE/my temp/sleeve\n";
    let checks = "<check><-o><github><--deny><warnings><--><my decks><other/*.toml>\n\
        <check><-o><github><--><decks>\n";
    // A key for each state of the sources and none for a part of them; a build that fails; what the cache brought runs.
    let wanted =
        format!("one key\none key\nstatus 1\n{install}status 101\n{install}{checks}{checks}");
    assert_eq!(said.replace(folder.to_str().unwrap(), "HERE"), wanted);
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
