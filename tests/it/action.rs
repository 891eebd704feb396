//! What CI runs of ours: the action's script, in a folder that is no repository, the hooks for pre-commit, and a club's league: a legal
//! deck, a broken one, one that fails an assertion, and one that a new list makes illegal.

use crate::common::{Ran, Sleeve};
use regex::Regex;
use std::path::Path;

fn ours(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// Runs the steps of the action as a runner does, with sources that are unpacked and a `cargo` that says what it is asked.
#[cfg(unix)]
const STEPS: &str = r#"
mkdir -p 'an action'/{src,crates,cards,schemas,.ci/release} bin 'my temp/sleeve/bin' work
touch 'an action'/{Cargo.lock,src/main.rs}
printf '%s\n' '[workspace.package]' 'version = "0.1.0"' > 'an action/Cargo.toml'
cp "$INSTALLER" 'an action/.ci/release'
printf '%s\n' '#!/bin/sh' 'echo "cargo $*"; exit ${ENDS-0}' > bin/cargo
printf '%s\n' '#!/bin/sh' 'if [ "$1" = --version ]; then echo "sleeve ${SAYS-0.2.0}"; else printf "<%s>" "$@"; echo; fi' > built
chmod +x bin/cargo built
export PATH=$PWD/bin:$PATH GITHUB_ACTION_PATH="$PWD/an action" RUNNER_TEMP="$PWD/my temp" GITHUB_OUTPUT=$PWD/output
step() { (cd work && bash --noprofile --norc -eo pipefail "$SCRIPT" "$1") 2> /dev/null || echo "status $?"; }
export RUNNER_OS=Linux
"#;

#[cfg(unix)]
fn run_steps(test: &str, steps: &str) -> String {
    let folder = crate::common::scratch(test).canonicalize().unwrap();
    let ours = |name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let mut bash = std::process::Command::new("bash");
    bash.args(["-c", &format!("{STEPS}{steps}")]).current_dir(&folder);
    for variable in ["VERSION", "REF", "RELEASES"] {
        bash.env_remove(variable);
    }
    bash.env("SCRIPT", ours("action.sh")).env("INSTALLER", ours(".ci/release/install.sh"));
    let ran = bash.output().unwrap();
    String::from_utf8(ran.stdout).unwrap().replace(folder.to_str().unwrap(), "HERE")
}

#[cfg(unix)]
#[test]
fn the_action_builds_its_own_sources_and_checks_decks_with_blanks_in_their_paths() {
    let said = run_steps(
        "action",
        r#"
step install; step install; touch 'an action/cards/new.toml'; REF=main step install
uniq output | sed -E 's/^key=[0-9a-f]{64}$/one key/'
rm 'an action/Cargo.lock'; step install
ENDS=101 step build; step build
for program in sleeve sleeve.exe; do
    cp built "my temp/sleeve/bin/$program"; step build
    DECKS=$'my decks\nother/*.toml\n\n' ARGUMENTS='--deny warnings' step check
    DECKS=decks ARGUMENTS= step check
    rm "my temp/sleeve/bin/$program"; export RUNNER_OS=Windows
done
"#,
    );
    let install = "cargo install --locked --path HERE/an action --root HERE/my temp/sleeve\n";
    let checks = "<check><-o><github><--deny><warnings><--><my decks><other/*.toml>\n\
        <check><-o><github><--><decks>\n";
    // A key for each state of the sources and none for a part of them; a build that fails; what the cache brought runs.
    let wanted =
        format!("one key\none key\nstatus 1\n{install}status 101\n{install}{checks}{checks}");
    assert_eq!(said, wanted);
}

/// A release of two machines' programs as it lies on a server, and one that is not whole.
#[cfg(unix)]
const RELEASES: &str = r#"
case $(uname -s) in Linux | Darwin) ;; *) exit ;; esac
release() {
    for target in {x86_64,aarch64}-{unknown-linux-gnu,unknown-linux-musl,apple-darwin}; do
        mkdir -p "releases/v$1" "sleeve-$1-$target"
        cp built "sleeve-$1-$target/sleeve"
        tar -czf "releases/v$1/sleeve-$1-$target.tar.gz" "sleeve-$1-$target"
    done
    (cd "releases/v$1" && if command -v sha256sum; then sha256sum *.gz; else shasum -a 256 *.gz; fi | grep -v / > SHA256SUMS)
}
release 0.2.0; release 0.3.0; release 0.4.0
for archive in releases/v0.3.0/*.gz; do echo more >> "$archive"; done
export RELEASES=file://$PWD/releases
has() { if [ -s output ]; then echo 'to be built'; fi; if [ -x 'my temp/sleeve/bin/sleeve' ]; then echo installed; fi; rm -f output 'my temp/sleeve/bin/sleeve'; }
try() { echo "- $*"; env "$@" bash -c 'cd work && bash --noprofile --norc -eo pipefail "$SCRIPT" install' 2> said || echo "status $?"; has; }
try VERSION=0.2.0
try VERSION=v0.2.0 REF=main
try REF=v0.2.0
try REF=v0.2.0x
try VERSION=0.3.0
grep -o 'nothing is installed' said
try VERSION=0.4.0
try VERSION=0.1.0
try VERSION=0.5.0
try VERSION=0.1.0 RELEASES=
"#;

#[cfg(unix)]
#[test]
fn the_action_installs_the_release_that_it_is_asked_for_or_says_that_it_cannot() {
    let said = run_steps("action-release", RELEASES);
    // A release is taken, by its name or the tag; a branch is built; what the checksums do not name and what says another version is refused;
    // what was not released is built where the sources are of that version.
    insta::assert_snapshot!(said, @"
    - VERSION=0.2.0
    installed
    - VERSION=v0.2.0 REF=main
    installed
    - REF=v0.2.0
    installed
    - REF=v0.2.0x
    to be built
    - VERSION=0.3.0
    status 1
    nothing is installed
    - VERSION=0.4.0
    ::error::release 0.4.0 holds sleeve 0.2.0
    status 1
    installed
    - VERSION=0.1.0
    to be built
    - VERSION=0.5.0
    ::error::there is no release 0.5.0, and the action's own sources are those of 0.1.0
    status 1
    - VERSION=0.1.0 RELEASES=
    to be built
    ");
}

#[test]
fn the_action_hands_its_steps_what_they_read() {
    let action = ours("action.yml");
    for step in ["install", "build", "check"] {
        assert!(action.contains(&format!("bash \"$GITHUB_ACTION_PATH/action.sh\" {step}")));
    }
    let script = ours("action.sh");
    for variable in ["VERSION", "REF", "RELEASES", "DECKS", "ARGUMENTS"] {
        assert!(
            script.contains(&format!("${variable}")) || script.contains(&format!("${{{variable}"))
        );
        assert!(action.contains(&format!("\n        {variable}: ${{{{ ")), "{variable}");
    }
    assert_eq!(action.matches("if: steps.install.outputs.key").count(), 2);
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

fn league(args: &[&str]) -> Ran {
    Sleeve::new().folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/league")).run(args)
}

#[test]
fn each_deck_ends_with_its_own_status() {
    for (deck, status) in [("anna", 0), ("boris", 1), ("chloe", 1), ("dario", 1)] {
        let ran = league(&["check", &format!("decks/{deck}.toml")]);
        assert_eq!(ran.status, status, "{deck}: {ran}");
    }
}

#[test]
fn the_list_holds_from_its_first_day() {
    let before = league(&["check", "decks/dario.toml", "--on", "2026-11-30"]);
    let after = league(&["check", "decks/dario.toml", "--on", "2026-12-01"]);
    assert_eq!((before.status, after.status), (0, 1), "{before}\n{after}");
    after.assert_out("error[winter-list]: 2 squadrons not allowed: 2-89, 3-65");
}

#[test]
fn annotations_name_every_problem_at_its_line() {
    let ran = league(&["check", "decks", "-o", "github"]);
    assert_eq!(ran.status, 1);
    let places: Vec<&str> = ran.out.lines().filter_map(|l| l.split("::").nth(1)).collect();
    insta::assert_snapshot!(places.join("\n"), @"
    error file=decks/boris.toml,line=6,col=1,title=deck-size
    error file=decks/boris.toml,line=9,col=37,title=one-per-matricule
    error file=decks/chloe.toml,title=assert-first-turns
    error file=decks/dario.toml,line=9,col=37,title=winter-list
    ");
}

#[test]
fn what_a_provider_runs_is_what_the_program_offers() {
    for entry in ours(".pre-commit-hooks.yaml")
        .lines()
        .filter_map(|l| l.trim().strip_prefix("entry: sleeve "))
    {
        assert_eq!(league(&[entry, "--help"]).status, 0, "{entry}");
    }
    let workflow = ours("tests/league/.github/workflows/decks.yml");
    assert!(workflow.contains("uses: OWNER/sleeve@"));
    assert!(ours("tests/league/.pre-commit-config.yaml").contains("id: sleeve-check"));
}
