//! What CI runs of ours: the action's script, in a folder that is no repository, the hooks for
//! pre-commit, and a club's league: a legal deck, a broken one, one that fails an assertion, and
//! one that a new list makes illegal.

use crate::common::{Ran, Sleeve, scratch, write_file};
use regex::Regex;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

fn ours(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// Runs the steps of the action as a runner does, with sources that are unpacked and a `cargo` that
/// says what it is asked.
#[cfg(unix)]
const STEPS: &str = include_str!("../action/steps.sh");

#[cfg(unix)]
fn run_steps(test: &str, steps: &str) -> String {
    let folder = crate::common::scratch(test).canonicalize().unwrap();
    let ours = |name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let mut bash = std::process::Command::new("bash");
    bash.args(["-c", &format!("{STEPS}{steps}")])
        .current_dir(&folder);
    for variable in ["VERSION", "REF", "RELEASES"] {
        bash.env_remove(variable);
    }
    bash.env("SCRIPT", ours("action.sh"))
        .env("INSTALLER", ours(".ci/release/install.sh"));
    bash.env("HOOK", ours(".ci/hook"));
    let ran = bash.output().unwrap();
    String::from_utf8(ran.stdout)
        .unwrap()
        .replace(folder.to_str().unwrap(), "HERE")
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
    // A key for each state of the sources and none for a part of them; a build that fails; what the
    // cache brought runs.
    let wanted =
        format!("one key\none key\nstatus 1\n{install}status 101\n{install}{checks}{checks}");
    assert_eq!(said, wanted);
}

/// What the compiler and the build scripts say they read. Cargo sums it up beside the program, but
/// only where the program itself was built: `cargo test` on a new clone does not.
fn files_read_by_the_build(root: &Path) -> Vec<PathBuf> {
    let built = Path::new(env!("CARGO_BIN_EXE_sleeve")).parent().unwrap();
    let mut read = Vec::new();
    for text in
        texts_in(&built.join("deps"), |name| name.starts_with("sleeve") && name.ends_with(".d"))
    {
        let files = text.lines().next().unwrap_or("").replace("\\ ", "\0");
        let files = files
            .split_whitespace()
            .skip(1)
            .map(|path| PathBuf::from(path.replace('\0', " ")));
        let files: Vec<_> = files.collect();
        let ours = files.iter().any(|path| {
            let path = path.strip_prefix(root).unwrap_or(path);
            path.starts_with("src") || path.starts_with("crates")
        });
        // Clippy reads its own settings too.
        if ours && !text.contains("CLIPPY_ARGS") {
            read.extend(files);
        }
    }
    for folder in std::fs::read_dir(built.join("build")).unwrap().flatten() {
        if folder
            .file_name()
            .to_string_lossy()
            .starts_with("sleeve-games-")
        {
            for text in texts_in(&folder.path(), |name| name == "output") {
                let paths = text
                    .lines()
                    .filter_map(|line| line.split_once("rerun-if-changed="));
                read.extend(paths.map(|(_, path)| Path::new("crates/games").join(path)));
            }
        }
    }
    read
}

fn texts_in(folder: &Path, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap().flatten();
    let files = files.filter(|file| wanted(&file.file_name().to_string_lossy()));
    files
        .map(|file| std::fs::read_to_string(file.path()).unwrap())
        .collect()
}

#[test]
fn the_key_of_the_action_is_one_of_all_that_the_program_is_built_from() {
    let script = ours("action.sh");
    let hashed = script
        .lines()
        .find_map(|line| line.trim().strip_prefix("find "))
        .unwrap();
    let hashed: Vec<&str> = hashed.split(" -type").next().unwrap().split(' ').collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .canonicalize()
        .unwrap();
    let mut needed: BTreeSet<String> = files_read_by_the_build(&root)
        .into_iter()
        .filter_map(|path| std::fs::canonicalize(root.join(path)).ok())
        .filter_map(|path| {
            let inside = path.strip_prefix(&root).ok()?;
            // Unit tests are no part of the program.
            if inside.starts_with("tests/unit") {
                return None;
            }
            inside.iter().next()?.to_str().map(str::to_owned)
        })
        .collect();
    needed.remove("target");
    assert!(["words", "cards"].iter().all(|name| needed.contains(*name)), "{needed:?}");
    needed.extend(["Cargo.toml", "Cargo.lock"].map(str::to_owned));
    let missing: Vec<_> = needed
        .iter()
        .filter(|name| !hashed.contains(&name.as_str()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// A release of two machines' programs as it lies on a server, and one that is not whole.
#[cfg(unix)]
const RELEASES: &str = include_str!("../action/releases.sh");

#[cfg(unix)]
#[test]
fn the_action_installs_the_release_that_it_is_asked_for_or_says_that_it_cannot() {
    let said = run_steps("action-release", RELEASES);
    // A release is taken, by its name or the tag; a branch is built; what the checksums do not name
    // and what says another version is refused; what was not released is built where the
    // sources are of that version.
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
    nothing was installed
    - VERSION=0.4.0
    ::error::release 0.4.0 contains sleeve 0.2.0
    status 1
    installed
    - VERSION=0.1.0
    to be built
    - VERSION=0.5.0
    ::error::there is no release 0.5.0, and the action's own sources have version 0.1.0
    status 1
    - VERSION=0.1.0 RELEASES=
    to be built
    ");
}

/// The steps of `action.yml` in bash, as a runner takes them: with the values of their expressions,
/// up to the first that fails.
#[cfg(unix)]
fn steps_of_the_action(value_of: impl Fn(&str) -> String) -> String {
    let action = ours("action.yml");
    let mut script = String::new();
    for step in action.split_once("  steps:\n").unwrap().1.split("    - ") {
        let lines = || step.lines().map(str::trim);
        let Some(run) = lines().find_map(|line| line.strip_prefix("run: ")) else { continue };
        let variable = |line: &str| {
            let (name, rest) = line.split_once(": ${{ ")?;
            Some(format!("{name}='{}' ", value_of(rest.strip_suffix(" }}")?)))
        };
        let variables: String = lines().filter_map(variable).collect();
        let condition = lines().find_map(|line| line.strip_prefix("if: "));
        let is_met = match condition {
            None => "true",
            Some("steps.install.outputs.key") => "grep -qs ^key= output",
            Some(other) => panic!("{other}"),
        };
        script += &format!("if {is_met}; then (cd work; {variables}{run}) 2> said || exit; fi\n");
    }
    script
}

#[cfg(unix)]
#[test]
fn the_action_hands_its_steps_what_they_read() {
    let said = |test: &str, version: &str, at: &str| {
        let steps = steps_of_the_action(|expression| match expression {
            "inputs.version" => version.to_owned(),
            "github.action_ref" => at.to_owned(),
            "inputs.decks" => "my decks\nothers".to_owned(),
            "inputs.arguments" => "--deny warnings".to_owned(),
            releases if releases.contains("github.action_repository && ") => {
                "file:///none".to_owned()
            }
            other => panic!("{other}"),
        });
        run_steps(test, &format!("cp built 'my temp/sleeve/bin/sleeve'\n{steps}"))
    };
    let refused = |version| {
        format!(
            "::error::there is no release {version}, and the action's own sources have version 0.1.0\n"
        )
    };
    assert_eq!(said("action-version", "0.9.0", "v0.8.0"), refused("0.9.0"));
    assert_eq!(said("action-tag", "", "v0.8.0"), refused("0.8.0"));
    assert_eq!(
        said("action-branch", "", "main"),
        "<check><-o><github><--deny><warnings><--><my decks><others>\n"
    );
    assert!(ours("action.yml").contains("-${{ steps.install.outputs.key }}"));
    assert!(ours("docs/ci.md").contains("`OWNER` stands for"));
}

#[test]
fn hooks_take_the_files_that_are_theirs() {
    let hooks = ours(".pre-commit-hooks.yaml");
    let takes = |hook: &str, file: &str| {
        let hook = hooks
            .split("- id: ")
            .find(|text| text.starts_with(hook))
            .unwrap();
        let pattern = |key: &str| {
            let line = hook
                .lines()
                .find_map(|line| line.trim().strip_prefix(key))
                .unwrap_or("^$");
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

#[cfg(unix)]
#[test]
fn hooks_build_the_program_once_of_the_locked_versions() {
    let said = run_steps(
        "hook",
        r#"
hook() { (cd work && bash "$GITHUB_ACTION_PATH/.ci/hook" "$@") 2>&1 || echo "status $?"; }
ENDS=101 hook check; hook lint cards
mkdir -p 'an action/target/hook/bin'; cp built 'an action/target/hook/bin/sleeve'
hook check 'my deck.txt'
"#,
    );
    let install =
        "cargo install --quiet --locked --path HERE/an action --root HERE/an action/target/hook";
    let lines: Vec<&str> = said
        .lines()
        .filter(|line| !line.contains("No such file"))
        .collect();
    assert_eq!(lines, [install, "status 101", install, "status 127", "<check><my deck.txt>"]);
}

#[test]
fn what_a_folder_passes_over_is_passed_over_by_name() {
    let folder = scratch("only-decks");
    let deck = ours("decks/starfighter/la-meute-d-ares.toml");
    let card = "game = \"starfighter\"\n[[card]]\nid = \"3-10\"\naliases = [\"Ten\"]\n";
    let named = [
        ("a.toml", deck.as_str()),
        (".gitkeep", ""),
        ("README.md", "about"),
        ("collection.csv", "name,count\nAres,2\n"),
        ("event.toml", "name = 'x'"),
        ("data.toml", card),
    ];
    named
        .iter()
        .for_each(|(name, text)| write_file(&folder, name, text));
    let names = named.map(|(name, _)| name);
    let program = Sleeve::new().folder(&folder);
    let ask = |args: &[&str], decks: &[&str]| program.run(&[&["check"], args, decks].concat());
    assert_eq!(ask(&[], &names).status, 2);
    assert_eq!(ask(&["--only-decks"], &names), ask(&[], &["."]).assert_status(0));
    assert_eq!(ask(&["--only-decks", "-q"], &names[1..]).status, 0);
    // A deck that cannot be read is none the less one.
    write_file(&folder, "b.toml", "zones = [");
    assert_eq!(ask(&["--only-decks"], &["b.toml"]).status, 2);
}

fn league(args: &[&str]) -> Ran {
    Sleeve::new()
        .folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/league"))
        .run(args)
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
    let places: Vec<&str> = ran
        .out
        .lines()
        .filter_map(|l| l.split("::").nth(1))
        .collect();
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
        .filter_map(|l| l.trim().strip_prefix("entry: .ci/hook "))
    {
        let asked: Vec<&str> = entry.split(' ').chain(["--help"]).collect();
        assert_eq!(league(&asked).status, 0, "{entry}");
    }
    let workflow = ours("tests/league/.github/workflows/decks.yml");
    assert!(workflow.contains("uses: OWNER/sleeve@"));
    assert!(ours("tests/league/.pre-commit-config.yaml").contains("id: sleeve-check"));
}
