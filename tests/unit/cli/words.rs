//! Unit tests of `src/cli/words/mod.rs`.

use super::*;
use std::collections::BTreeSet;

fn add(found: &mut BTreeSet<String>, texts: [Option<&StyledStr>; 3]) {
    let texts = texts.into_iter().flatten().map(ToString::to_string);
    found.extend(texts.flat_map(|text| text.split("\n\n").map(str::to_owned).collect::<Vec<_>>()));
}

fn texts(command: &Command, found: &mut BTreeSet<String>) {
    let own = [command.get_about(), command.get_long_about(), command.get_after_help()];
    add(found, own);
    assert!(command.get_before_help().is_none() && command.get_after_long_help().is_none());
    for arg in command.get_arguments() {
        add(found, [arg.get_help(), arg.get_long_help(), None]);
        if arg.get_action().takes_values() {
            let names = arg.get_value_names().unwrap_or_default();
            found.extend(names.iter().map(ToString::to_string));
            let values = arg.get_possible_values();
            found.extend(
                values
                    .iter()
                    .filter_map(|v| v.get_help())
                    .map(ToString::to_string),
            );
        }
    }
    command
        .get_subcommands()
        .for_each(|command| texts(command, found));
}

#[test]
fn every_text_of_the_command_line_has_a_french_one() {
    let mut found = BTreeSet::new();
    texts(&build_command(Lang::En), &mut found);
    found.extend(["Arguments:", "Options:", layout::SETUP.0].map(str::to_owned));
    found.extend(
        layout::COMMAND_GROUPS
            .iter()
            .map(|(heading, _)| (*heading).to_owned()),
    );
    found.extend(
        layout::OPTION_GROUPS
            .iter()
            .map(|group| group.heading.to_owned()),
    );
    let known: BTreeSet<String> = rows(Lang::Fr).map(|(en, _)| en.to_owned()).collect();
    let missing: Vec<&String> = found.difference(&known).collect();
    assert!(missing.is_empty(), "no row in words/fr/help.txt for {missing:#?}");
    let unused: Vec<&String> = known.difference(&found).collect();
    assert!(unused.is_empty(), "rows that nothing uses: {unused:#?}");
    assert_eq!(rows(Lang::Fr).count(), known.len(), "a text stands in one row only");
}

#[test]
fn the_french_command_line_parses_as_the_english_one() {
    let args = ["sleeve", "check", "--as", "all", "a.toml", "-o", "json", "--deny", "warnings"];
    assert!(build_command(Lang::Fr).try_get_matches_from(args).is_ok());
}

#[test]
fn headings_are_for_options_that_exist() {
    let all = build_command(Lang::En);
    for group in layout::OPTION_GROUPS {
        let commands: Vec<&Command> = match group.commands {
            "" => all.get_subcommands().chain([&all]).collect(),
            names => names
                .split(' ')
                .filter_map(|name| all.find_subcommand(name))
                .collect(),
        };
        for option in group.options.split(' ') {
            let mut options = commands.iter().flat_map(|command| command.get_arguments());
            assert!(options.any(|arg| arg.get_long() == Some(option)), "no --{option}");
        }
    }
    let grouped = layout::COMMAND_GROUPS
        .iter()
        .flat_map(|(_, names)| names.split(' '));
    let grouped: BTreeSet<&str> = grouped.chain(layout::SETUP.1.split(", ")).collect();
    let names: BTreeSet<&str> = all.get_subcommands().map(Command::get_name).collect();
    assert_eq!(grouped, names);
}

#[test]
fn the_language_is_found_before_parsing() {
    let asked =
        |args: &[&str]| requested_language(&args.iter().map(OsString::from).collect::<Vec<_>>());
    assert_eq!(asked(&["sleeve", "check", "--lang", "fr"]), Some(Lang::Fr));
    assert_eq!(asked(&["sleeve", "--lang=en", "--help"]), Some(Lang::En));
    assert_eq!(asked(&["sleeve", "cards", "--", "--lang", "fr"]), None);
    assert_eq!(asked(&["sleeve", "--lang", "de"]), None);
    assert_eq!(asked(&["sleeve", "--lang"]), None);
}
