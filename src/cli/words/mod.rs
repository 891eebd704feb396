//! The words of the command line in French: help, headings, names of values, mistakes.
//!
//! English stands where arguments are declared. Here every English text has its French one beside it, in tables
//! whose rows do not compile without both; a test walks every subcommand and argument and names what has no row.

mod cards;
mod decks;
mod mistakes;
mod play;

pub use mistakes::RefusedValue;
pub(super) use mistakes::{describe_mistake, translate_help};

use super::Cli;
use clap::{Arg, Command, CommandFactory};
use sleeve_data::model::{Lang, MulliganKind};
use sleeve_report::forms::FORMS;
use sleeve_report::typeset;
use std::ffi::OsString;

/// An English text and the French one.
type Translation = (&'static str, &'static str);

const TABLES: [&[Translation]; 4] = [COMMON, decks::ROWS, cards::ROWS, play::ROWS];

/// What the help of every subcommand shares: options, words for values.
const COMMON: &[Translation] = &[
    (
        "Build, check and test-draw decks for card games: games are data, verdicts are three-valued, odds are exact",
        "Construire, vérifier et essayer des decks de jeux de cartes : les jeux sont des données, les verdicts ont trois valeurs, les probabilités sont exactes",
    ),
    (
        "Exit status: 0 legal or nothing found, 1 illegal or \"no\", 2 unusable input, 3 undetermined.",
        "Code de sortie : 0 légal ou rien trouvé, 1 illégal ou « non », 2 entrée inutilisable, 3 indéterminé.",
    ),
    (
        "Lay a folder or file of card data over the shipped data (may be repeated)",
        "Superposer un dossier ou un fichier de données aux données fournies (option répétable)",
    ),
    (
        "Language of the output; default: the locale",
        "Langue de la sortie ; par défaut : celle du système",
    ),
    ("English", "anglais"),
    ("French", "français"),
    ("When to colour", "Quand mettre en couleurs"),
    ("On a terminal, unless NO_COLOR is set", "sur un terminal, sauf si NO_COLOR est défini"),
    ("Always", "toujours"),
    ("Never", "jamais"),
    ("Say less: no summary, no hints", "En dire moins : ni résumé ni conseils"),
    ("Print help (see more with '--help')", "Afficher l'aide (plus de détails avec « --help »)"),
    ("Print help (see a summary with '-h')", "Afficher l'aide (un résumé avec « -h »)"),
    ("Print version", "Afficher la version"),
    ("Form of the output", "Forme de la sortie"),
    ("The form of the output", "Forme de la sortie"),
    ("A document for scripts", "un document destiné aux scripts"),
    ("A document with every fact", "un document avec chaque fait"),
    ("PATH", "CHEMIN"),
    ("NAME", "NOM"),
    ("NONCE", "NONCE"),
    ("SEAL", "SCEAU"),
    ("LANG", "LANGUE"),
    ("WHEN", "QUAND"),
    ("DECK", "DECK"),
    ("DECK|CONDITION", "DECK|CONDITION"),
    ("CONDITION", "CONDITION"),
    ("FORMAT", "FORMAT"),
    (
        "Put it where the shell looks for it, such as:
  bash  sleeve completions bash > ~/.local/share/bash-completion/completions/sleeve
  zsh   sleeve completions zsh > ~/.zfunc/_sleeve
  fish  sleeve completions fish > ~/.config/fish/completions/sleeve.fish
The script asks the program itself, which knows the games, formats, fields, values and cards.",
        "À mettre là où l'interpréteur le cherche, par exemple :
  bash  sleeve completions bash > ~/.local/share/bash-completion/completions/sleeve
  zsh   sleeve completions zsh > ~/.zfunc/_sleeve
  fish  sleeve completions fish > ~/.config/fish/completions/sleeve.fish
Le script interroge le programme lui-même, qui connaît les jeux, formats, champs, valeurs et cartes.",
    ),
    ("GAME", "JEU"),
    ("GAME/FORMAT", "JEU/FORMAT"),
    ("FOLDER", "DOSSIER"),
    ("FORMAT-FILE", "FICHIER-DE-FORMAT"),
    ("GAME[/FORMAT]", "JEU[/FORMAT]"),
    ("ROLE", "RÔLE"),
    ("NAME=VALUE", "NOM=VALEUR"),
    ("DATE", "DATE"),
    ("READER", "LECTEUR"),
    ("WHAT", "QUOI"),
    ("FORM", "FORME"),
    ("N", "N"),
    ("P", "P"),
    ("NUMBER", "NOMBRE"),
    ("FILTER", "FILTRE"),
    ("FIELD", "CHAMP"),
    ("FIELDS", "CHAMPS"),
    ("CARD", "CARTE"),
    ("CARDS", "CARTES"),
    ("MEASURE", "MESURE"),
    ("ZONE", "ZONE"),
    ("FILE", "FICHIER"),
    ("DIR", "DOSSIER"),
    ("TOPIC", "SUJET"),
    ("CLASSES", "CLASSES"),
    ("WHICH", "LEQUEL"),
    ("RULE", "RÈGLE"),
    ("FROM..TO", "DE..À"),
    ("SHELL", "SHELL"),
];

/// Every row; forms of output and mulligans bring their own words.
fn rows() -> impl Iterator<Item = Translation> {
    let forms = FORMS.iter().map(|form| form.description);
    TABLES
        .iter()
        .flat_map(|table| table.iter().copied())
        .chain(forms)
        .chain(MulliganKind::ALL.map(|kind| kind.procedure().help))
}

/// The French of an English text of the command line, if there is a row for it.
fn find_row(en: &str) -> Option<&'static str> {
    rows().find(|(known, _)| *known == en).map(|(_, fr)| fr)
}

/// The French of a text with French spacing; the text itself where no row has it.
fn translate(en: &str) -> String {
    typeset::typeset_french(find_row(en).unwrap_or(en)).into_owned()
}

/// The language that the arguments ask for, before they are parsed: `--lang fr`, `--lang=fr`.
pub(super) fn requested_language(args: &[OsString]) -> Option<Lang> {
    let mut args = args.iter().skip(1).map(|arg| arg.to_string_lossy());
    while let Some(arg) = args.next() {
        let value = match &*arg {
            "--" => return None,
            "--lang" => args.next()?.into_owned(),
            other => match other.strip_prefix("--lang=") {
                Some(value) => value.to_owned(),
                None => continue,
            },
        };
        match value.as_str() {
            "en" => return Some(Lang::En),
            "fr" => return Some(Lang::Fr),
            _ => {}
        }
    }
    None
}

/// The definition of the whole command line in a language, with the arguments of every subcommand.
pub(super) fn build_command(lang: Lang) -> Command {
    let mut command = Cli::command();
    command.build();
    localize_command(command, lang)
}

/// Translates a built command line.
pub(super) fn localize_command(command: Command, lang: Lang) -> Command {
    match lang {
        Lang::En => command,
        Lang::Fr => translate_command(command),
    }
}

/// Like [`build_command`], for help and manual pages: clap writes defaults and possible values in English, so that French help spells
/// them out itself.
pub(super) fn build_help_command(lang: Lang) -> Command {
    match lang {
        Lang::En => build_command(lang),
        Lang::Fr => spell_out_values(build_command(lang)),
    }
}

fn translate_command(mut command: Command) -> Command {
    let said =
        |text: Option<&clap::builder::StyledStr>| text.map(|text| translate(&text.to_string()));
    if let Some(text) = said(command.get_about()) {
        command = command.about(text);
    }
    if let Some(text) = said(command.get_long_about()) {
        command = command.long_about(text);
    }
    if let Some(text) = said(command.get_after_help()) {
        command = command.after_help(text);
    }
    command = command.subcommand_value_name("COMMANDE");
    command.mut_args(translate_arg).mut_subcommands(translate_command)
}

fn translate_arg(mut arg: Arg) -> Arg {
    if let Some(text) = arg.get_help().map(ToString::to_string) {
        arg = arg.help(translate(&text));
    }
    if let Some(text) = arg.get_long_help().map(ToString::to_string) {
        arg = arg.long_help(translate(&text));
    }
    let takes_value = arg.get_action().takes_values();
    let names = arg.get_value_names().filter(|_| takes_value).unwrap_or_default();
    let names: Vec<&'static str> = names.iter().filter_map(|name| find_row(name)).collect();
    if !names.is_empty() {
        arg = arg.value_names(names);
    }
    arg
}

fn spell_out_values(command: Command) -> Command {
    command.mut_args(spell_out_arg_values).mut_subcommands(spell_out_values)
}

/// Appends defaults and possible values to the help of an argument in French, and hides those that clap would write.
fn spell_out_arg_values(arg: Arg) -> Arg {
    let values = arg.get_possible_values();
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|v| v.to_string_lossy().into_owned()).collect();
    if !arg.get_action().takes_values() || (values.is_empty() && defaults.is_empty()) {
        return arg;
    }
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let mut long = arg.get_long_help().map_or_else(|| help.clone(), ToString::to_string);
    let mut short = help;
    let default = format!("[par défaut : {}]", defaults.join(", "));
    let names: Vec<&str> = values.iter().map(|v| v.get_name()).collect();
    let list = format!("[valeurs possibles : {}]", names.join(", "));
    let explained = values.iter().any(|value| value.get_help().is_some());
    if explained {
        long.push_str("\n\nValeurs possibles :");
        let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
        for value in &values {
            let help = value.get_help().map(ToString::to_string).unwrap_or_default();
            long.push_str(&format!("\n- {:width$} : {}", value.get_name(), translate(&help)));
        }
    }
    if !defaults.is_empty() {
        short.push_str(&format!(" {default}"));
        long.push_str(&format!("\n\n{default}"));
    }
    if !values.is_empty() {
        short.push_str(&format!(" {list}"));
    }
    if !values.is_empty() && !explained {
        long.push_str(if defaults.is_empty() { "\n\n" } else { "\n" });
        long.push_str(&list);
    }
    let (short, long) =
        (typeset::typeset_french(&short).into_owned(), typeset::typeset_french(&long).into_owned());
    arg.help(short).long_help(long).hide_default_value(true).hide_possible_values(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn texts(command: &Command, found: &mut BTreeSet<String>) {
        let own = [command.get_about(), command.get_long_about(), command.get_after_help()];
        found.extend(own.into_iter().flatten().map(ToString::to_string));
        assert!(command.get_before_help().is_none() && command.get_after_long_help().is_none());
        for arg in command.get_arguments() {
            let help = [arg.get_help(), arg.get_long_help()];
            found.extend(help.into_iter().flatten().map(ToString::to_string));
            if arg.get_action().takes_values() {
                let names = arg.get_value_names().unwrap_or_default();
                found.extend(names.iter().map(ToString::to_string));
                let values = arg.get_possible_values();
                found.extend(values.iter().filter_map(|v| v.get_help()).map(ToString::to_string));
            }
            assert!(arg.get_help_heading().is_none(), "headings are translated as whole lines");
        }
        command.get_subcommands().for_each(|command| texts(command, found));
    }

    #[test]
    fn every_text_of_the_command_line_has_a_french_one() {
        let mut found = BTreeSet::new();
        texts(&build_command(Lang::En), &mut found);
        let known: BTreeSet<String> = rows().map(|(en, _)| en.to_owned()).collect();
        let missing: Vec<&String> = found.difference(&known).collect();
        assert!(missing.is_empty(), "no row in src/cli/words for {missing:#?}");
        let unused: Vec<&String> = known.difference(&found).collect();
        assert!(unused.is_empty(), "rows that nothing uses: {unused:#?}");
        assert_eq!(rows().count(), known.len(), "a text stands in one row only");
    }

    #[test]
    fn the_french_command_line_parses_as_the_english_one() {
        let args = ["sleeve", "check", "--as", "all", "a.toml", "-o", "json", "--deny", "warnings"];
        assert!(build_command(Lang::Fr).try_get_matches_from(args).is_ok());
        assert!(build_help_command(Lang::Fr).try_get_matches_from(args).is_ok());
    }

    #[test]
    fn the_language_is_found_before_parsing() {
        let asked = |args: &[&str]| {
            requested_language(&args.iter().map(OsString::from).collect::<Vec<_>>())
        };
        assert_eq!(asked(&["sleeve", "check", "--lang", "fr"]), Some(Lang::Fr));
        assert_eq!(asked(&["sleeve", "--lang=en", "--help"]), Some(Lang::En));
        assert_eq!(asked(&["sleeve", "cards", "--", "--lang", "fr"]), None);
        assert_eq!(asked(&["sleeve", "--lang", "de"]), None);
        assert_eq!(asked(&["sleeve", "--lang"]), None);
    }
}
