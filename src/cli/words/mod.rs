//! The words of the command line in other languages: help, headings, names of values, mistakes.
//!
//! English stands where arguments are declared. `words/fr/help.txt` has every English text with the French one below it; a test walks
//! every subcommand and argument and names what has no row.

use sleeve_data::problem::Phrase;
mod mistakes;

pub use mistakes::RefusedValue;
pub(super) use mistakes::{
    describe_english_mistake, describe_mistake, sort_suggestions, translate_help,
};

use super::Cli;
use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command, CommandFactory};
use sleeve_data::model::{Lang, MulliganKind, word_rows};
use sleeve_report::Style;
use sleeve_report::forms::FORMS;
use std::collections::HashMap;
use std::ffi::OsString;

/// Every English text with what it is in a language; forms of output and mulligans bring their own words.
fn rows(lang: Lang) -> impl Iterator<Item = (&'static str, &'static str)> {
    let in_language = move |phrase: Phrase| (phrase.en, phrase.get(lang));
    let files = word_files!("help.txt").into_iter().filter(move |(code, _)| *code == lang.code());
    files
        .flat_map(|(code, text)| word_rows(text, code))
        .chain(FORMS.iter().map(move |form| in_language(form.description)))
        .chain(MulliganKind::ALL.map(move |kind| in_language(kind.procedure().help)))
}

/// The texts of the command line in a language.
struct Translator {
    lang: Lang,
    rows: HashMap<&'static str, &'static str>,
}

impl Translator {
    fn new(lang: Lang) -> Translator {
        Translator { lang, rows: rows(lang).collect() }
    }

    /// A text with the spacing of the language; the text itself where no row has it.
    fn translate(&self, en: &str) -> String {
        set(self.rows.get(en).copied().unwrap_or(en), self.lang)
    }

    fn translate_styled(&self, en: Option<&StyledStr>) -> Resettable<StyledStr> {
        en.map(|en| self.translate(&en.to_string()).into()).into()
    }
}

fn set(text: &str, lang: Lang) -> String {
    Style { lang, ..Style::PLAIN }.set(text).into_owned()
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
        if let Some(lang) = Lang::ALL.iter().find(|lang| lang.code() == value) {
            return Some(*lang);
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
    if lang == Lang::En { command } else { Translator::new(lang).translate_command(command) }
}

/// Like [`build_command`], for help and manual pages: clap writes defaults and possible values in English, so that French help spells
/// them out itself.
pub(super) fn build_help_command(lang: Lang) -> Command {
    if lang == Lang::En {
        return build_command(lang);
    }
    Translator::new(lang).spell_out_values(build_command(lang))
}

impl Translator {
    fn translate_command(&self, command: Command) -> Command {
        let about = self.translate_styled(command.get_about());
        let long_about = self.translate_styled(command.get_long_about());
        let after_help = self.translate_styled(command.get_after_help());
        let command = command.about(about).long_about(long_about).after_help(after_help);
        let command = command.subcommand_value_name(word!(self.lang, "COMMAND"));
        command
            .mut_args(|arg| self.translate_arg(arg))
            .mut_subcommands(|command| self.translate_command(command))
    }

    fn translate_arg(&self, arg: Arg) -> Arg {
        let (help, long) =
            (self.translate_styled(arg.get_help()), self.translate_styled(arg.get_long_help()));
        let takes_value = arg.get_action().takes_values();
        let names = arg.get_value_names().filter(|_| takes_value).unwrap_or_default();
        let names: Vec<&'static str> =
            names.iter().filter_map(|name| self.rows.get(name.as_str()).copied()).collect();
        let arg = arg.help(help).long_help(long);
        if names.is_empty() { arg } else { arg.value_names(names) }
    }

    fn spell_out_values(&self, command: Command) -> Command {
        command
            .mut_args(|arg| self.spell_out_arg_values(arg))
            .mut_subcommands(|command| self.spell_out_values(command))
    }

    /// Appends defaults and possible values to the help of an argument in French, and hides those that clap would write.
    fn spell_out_arg_values(&self, arg: Arg) -> Arg {
        let values = arg.get_possible_values();
        let defaults: Vec<String> =
            arg.get_default_values().iter().map(|v| v.to_string_lossy().into_owned()).collect();
        if !arg.get_action().takes_values() || (values.is_empty() && defaults.is_empty()) {
            return arg;
        }
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let mut long = arg.get_long_help().map_or_else(|| help.clone(), ToString::to_string);
        let mut short = help;
        let default = say!(self.lang, "[default: {defaults}]", defaults = defaults.join(", "));
        let names: Vec<&str> = values.iter().map(|v| v.get_name()).collect();
        let list = say!(self.lang, "[possible values: {list}]", list = names.join(", "));
        let explained = values.iter().any(|value| value.get_help().is_some());
        if explained {
            long += &format!("\n\n{}", word!(self.lang, "Possible values:"));
            let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
            for value in &values {
                let help = value.get_help().map(ToString::to_string).unwrap_or_default();
                let colon = self.lang.colon();
                long.push_str(&format!(
                    "\n- {:width$}{colon}{}",
                    value.get_name(),
                    self.translate(&help)
                ));
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
        let (short, long) = (set(&short, self.lang), set(&long, self.lang));
        arg.help(short).long_help(long).hide_default_value(true).hide_possible_values(true)
    }
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
