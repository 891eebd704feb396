//! The words of the command line in other languages: help, headings, names of values, mistakes.
//!
//! Arguments are declared with their English help. `words/fr/help.txt` has each paragraph of it
//! with its French; a test walks over all subcommands and arguments and lists those without a row.

mod layout;

pub(in crate::cli) use layout::{help_page, render_help};

use super::Cli;
use clap::{
    Arg, Command, CommandFactory,
    builder::{Resettable, StyledStr},
    error::{ContextKind, ContextValue, ErrorKind},
};
use sleeve_data::{
    model::{Lang, MulliganKind, word_rows},
    problem::{Phrase, edit_distance},
};
use sleeve_report::{Style, forms::FORMS};
use sleeve_requests::RefusedValue;
use std::{collections::HashMap, error::Error, ffi::OsString, fmt::Write as _};

/// Every English text with its translation. Forms of output and mulligans bring their own.
fn rows(lang: Lang) -> impl Iterator<Item = (&'static str, &'static str)> {
    let files = word_files!("help.txt")
        .into_iter()
        .filter(move |(code, _)| *code == lang.code());
    let forms = FORMS.iter().map(|form| form.description);
    let phrases = forms.chain(MulliganKind::ALL.map(|kind| kind.procedure().help));
    files
        .flat_map(|(code, text)| word_rows(text, code))
        .chain(phrases.map(move |phrase| (phrase.en, phrase.get(lang))))
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

    /// Translates a text, paragraph by paragraph; a paragraph without a row stays English.
    fn translate(&self, en: &str) -> String {
        let paragraphs = en
            .split("\n\n")
            .map(|en| self.rows.get(en).copied().unwrap_or(en));
        set(&paragraphs.collect::<Vec<_>>().join("\n\n"), self.lang)
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

/// The definition of one subcommand in English, with its arguments and those of every subcommand.
#[cfg(feature = "mcp")]
pub(super) fn build_subcommand(name: &str) -> Command {
    let all = Cli::command();
    let mut command = all.find_subcommand(name).cloned().unwrap_or_default();
    command.build();
    command.args(
        all.get_arguments()
            .filter(|arg| arg.is_global_set())
            .cloned(),
    )
}

/// Translates a built command line.
pub(super) fn localize_command(command: Command, lang: Lang) -> Command {
    if lang == Lang::En { command } else { Translator::new(lang).translate_command(command) }
}

impl Translator {
    fn translate_command(&self, command: Command) -> Command {
        let about = self.translate_styled(command.get_about());
        let long_about = self.translate_styled(command.get_long_about());
        let after_help = self.translate_styled(command.get_after_help());
        command
            .about(about)
            .long_about(long_about)
            .after_help(after_help)
            .subcommand_value_name(word!(self.lang, "COMMAND"))
            .mut_args(|arg| self.translate_arg(arg))
            .mut_subcommands(|command| self.translate_command(command))
    }

    fn translate_arg(&self, arg: Arg) -> Arg {
        let (help, long) =
            (self.translate_styled(arg.get_help()), self.translate_styled(arg.get_long_help()));
        let takes_value = arg.get_action().takes_values();
        let names = arg
            .get_value_names()
            .filter(|_| takes_value)
            .unwrap_or_default();
        let names: Vec<&'static str> = names
            .iter()
            .filter_map(|name| self.rows.get(name.as_str()).copied())
            .collect();
        let arg = arg.help(help).long_help(long);
        if names.is_empty() { arg } else { arg.value_names(names) }
    }

    /// Adds the defaults and possible values of arguments to their long help, because clap writes
    /// them in English only.
    fn spell_out_values(&self, command: Command) -> Command {
        if self.lang == Lang::En {
            return command;
        }
        command.mut_args(|arg| self.spell_out_arg_values(arg))
    }

    fn spell_out_arg_values(&self, arg: Arg) -> Arg {
        let values = arg.get_possible_values();
        let defaults: Vec<String> = arg
            .get_default_values()
            .iter()
            .map(|v| v.to_string_lossy().into_owned())
            .collect();
        if !arg.get_action().takes_values() || (values.is_empty() && defaults.is_empty()) {
            return arg;
        }
        let help = arg.get_long_help().or_else(|| arg.get_help());
        let mut long = help.map(ToString::to_string).unwrap_or_default();
        let names: Vec<&str> = values.iter().map(|v| v.get_name()).collect();
        let explained = values.iter().any(|value| value.get_help().is_some());
        if explained {
            long += &format!("\n\n{}", word!(self.lang, "Possible values:"));
            let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
            for value in &values {
                let help = value
                    .get_help()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                let colon = self.lang.colon();
                long.push_str(&format!(
                    "\n- {:width$}{colon}{}",
                    value.get_name(),
                    self.translate(&help)
                ));
            }
        }
        if !defaults.is_empty() {
            let default = say!(self.lang, "[default: {defaults}]", defaults = defaults.join(", "));
            long.push_str(&format!("\n\n{default}"));
        }
        if !values.is_empty() && !explained {
            long.push_str(if defaults.is_empty() { "\n\n" } else { "\n" });
            long += &say!(self.lang, "[possible values: {list}]", list = names.join(", "));
        }
        arg.long_help(set(&long, self.lang))
            .hide_default_value(true)
            .hide_possible_values(true)
    }
}

/// Clap writes this before the form of a call.
const USAGE: Phrase = word!("Usage: ");

/// Translates the words of clap in rendered help: headings, which are whole lines, and `Usage`.
pub(in crate::cli) fn translate_help(help: &str, lang: Lang) -> String {
    if lang == Lang::En {
        return help.to_owned();
    }
    let words = Translator::new(lang);
    // A further form of the call stands below the first.
    let [further, further_translated] =
        [USAGE.en, USAGE.get(lang)].map(|usage| " ".repeat(usage.chars().count()) + "sleeve ");
    let mut text = String::with_capacity(help.len() + 64);
    for line in help.split_inclusive('\n') {
        let (body, end) = line
            .strip_suffix('\n')
            .map_or((line, ""), |body| (body, "\n"));
        match (words.rows.get(body), body.strip_prefix(USAGE.en)) {
            (Some(heading), _) => text.push_str(heading),
            (None, Some(form)) => text.extend([USAGE.get(lang), form]),
            (None, None) => text.push_str(&body.replace(&further, &further_translated)),
        }
        text.push_str(end);
    }
    set(&text, lang)
}

/// Translates the heading of a section of a manual page, which is in capitals.
pub(in crate::cli) fn translate_section(name: &str, lang: Lang) -> Option<String> {
    let headings = layout::OPTION_GROUPS.iter().map(|group| group.heading);
    let heading = headings
        .into_iter()
        .find(|heading| heading.trim_end_matches(':').eq_ignore_ascii_case(name))?;
    let heading = Translator::new(lang).translate(heading).to_uppercase();
    Some(heading.trim_end_matches([':', '\u{a0}']).to_owned())
}

/// Commands and options of other tools, each with ours.
const FOREIGN_WORDS: [(&str, &str); 11] = [
    ("search", "cards"),
    ("find", "cards"),
    ("validate", "check"),
    ("verify", "check"),
    ("simulate", "draw"),
    ("hand", "draw"),
    ("probability", "odds"),
    ("repair", "fix"),
    ("export", "convert"),
    ("format", "fmt"),
    ("--format", "--as"),
];

/// Returns our word for a command or an option of another tool.
fn find_own_word(written: &str) -> Option<&'static str> {
    FOREIGN_WORDS
        .iter()
        .find(|(foreign, _)| *foreign == written)
        .map(|(_, own)| *own)
}

/// Puts the suggested subcommands with the fewest edits first. Clap compares shared letters and
/// puts the closest last.
pub(in crate::cli) fn sort_suggestions(error: &mut clap::Error) {
    let kind = ContextKind::SuggestedSubcommand;
    let Some(ContextValue::String(written)) = error.get(ContextKind::InvalidSubcommand) else {
        return;
    };
    if let Some(own) = find_own_word(written) {
        error.insert(kind, ContextValue::Strings(vec![own.to_owned()]));
        return;
    }
    let Some(ContextValue::Strings(names)) = error.get(kind) else { return };
    let mut names: Vec<String> = names.iter().rev().cloned().collect();
    names.sort_by_key(|name| edit_distance(written, name));
    error.insert(kind, ContextValue::Strings(names));
}

/// Suggests `--output json` for `--json`, a value that was written as an option, and our option for
/// that of another tool.
pub(in crate::cli) fn suggest_option_of_value(error: &mut clap::Error, args: &[OsString]) {
    let Some(ContextValue::String(written)) = error.get(ContextKind::InvalidArg) else { return };
    let Some(value) = written.strip_prefix("--") else { return };
    let command = build_command(Lang::En);
    let Some(subcommand) = args.iter().find_map(|arg| command.find_subcommand(arg)) else {
        return;
    };
    let own = find_own_word(written).filter(|own| {
        let mut options = subcommand.get_arguments().filter_map(Arg::get_long);
        options.any(|long| *own == format!("--{long}"))
    });
    let suggested = match own {
        Some(own) => own.to_owned(),
        None => {
            let taking = subcommand.get_arguments().find(|arg| {
                arg.get_possible_values()
                    .iter()
                    .any(|possible| possible.matches(value, false))
            });
            let Some(option) = taking.and_then(Arg::get_long) else { return };
            format!("--{option} {value}")
        }
    };
    error.insert(ContextKind::SuggestedArg, ContextValue::String(suggested));
    // Clap's own: how to give what was written as a value.
    error.remove(ContextKind::Suggested);
    error.remove(ContextKind::TrailingArg);
}

/// Words a mistake in the arguments in English, like clap except for refused numbers.
pub(in crate::cli) fn describe_english_mistake(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let reason = TranslatedMistake { error, lang: Lang::En }.reason();
    match (error.source(), reason) {
        (Some(source), Some(reason)) => {
            text.replacen(&format!("': {source}\n"), &format!("': {reason}\n"), 1)
        }
        _ => text,
    }
}

/// Words a mistake in the arguments in another language: clap only has English.
pub(in crate::cli) fn describe_mistake(error: &clap::Error, lang: Lang) -> String {
    let mistake = TranslatedMistake { error, lang };
    let mut text = say!(lang, "error: {title}", title = mistake.title()) + "\n";
    let tips = mistake.tips();
    for tip in &tips {
        text += &format!("\n  {}", say!(lang, "tip: {tip}"));
    }
    if !tips.is_empty() {
        text.push('\n');
    }
    if let Some(usage) = mistake.usage() {
        let _ = write!(text, "\n{usage}\n");
    }
    text += &format!("\n{}\n", word!(lang, "For more information, try `--help`."));
    Style { lang, ..Style::PLAIN }.set(&text).into_owned()
}

struct TranslatedMistake<'e> {
    error: &'e clap::Error,
    lang: Lang,
}

impl TranslatedMistake<'_> {
    /// The values of one kind of context, as texts.
    fn context_values(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::String(one)) => vec![one.clone()],
            Some(ContextValue::Strings(many)) => many.clone(),
            Some(ContextValue::Number(number)) => vec![number.to_string()],
            Some(ContextValue::StyledStr(text)) => vec![text.to_string()],
            Some(ContextValue::StyledStrs(texts)) => {
                texts.iter().map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        }
    }

    fn context_text(&self, kind: ContextKind) -> String {
        self.context_values(kind).join(", ")
    }

    fn title(&self) -> String {
        let lang = self.lang;
        let arg = self.quoted(&self.context_text(ContextKind::InvalidArg));
        let value = self.quoted(&self.context_text(ContextKind::InvalidValue));
        let given = self.context_text(ContextKind::ActualNumValues);
        match self.error.kind() {
            ErrorKind::InvalidValue if self.context_text(ContextKind::InvalidValue).is_empty() => {
                say!(lang, "a value is missing for {arg}") + &self.possible_values()
            }
            ErrorKind::InvalidValue => {
                say!(lang, "{arg} cannot be {value}") + &self.possible_values()
            }
            ErrorKind::ValueValidation => match self.reason() {
                Some(why) => say!(lang, "{arg} cannot be {value}: {why}"),
                None => say!(lang, "{arg} cannot be {value}"),
            },
            ErrorKind::UnknownArgument => say!(lang, "unexpected argument {arg}"),
            ErrorKind::InvalidSubcommand => {
                let name = self.quoted(&self.context_text(ContextKind::InvalidSubcommand));
                say!(lang, "there is no subcommand {name}")
            }
            ErrorKind::NoEquals => {
                say!(lang, "an equal sign is needed between {arg} and its value")
            }
            ErrorKind::TooManyValues => say!(lang, "the value {value} is one too many for {arg}"),
            ErrorKind::TooFewValues => {
                let least = self.context_text(ContextKind::MinValues);
                say!(lang, "at least {least} values for {arg}, not {given}")
            }
            ErrorKind::WrongNumberOfValues => {
                let wanted = self.context_text(ContextKind::ExpectedNumValues);
                say!(lang, "{wanted} values for {arg}, not {given}")
            }
            ErrorKind::ArgumentConflict => self.conflict(),
            ErrorKind::MissingRequiredArgument => {
                let all = self.context_values(ContextKind::InvalidArg);
                let list: String = all.iter().map(|arg| format!("\n  {arg}")).collect();
                say!(lang, all.len(), "missing argument{list}", "missing arguments{list}")
            }
            ErrorKind::MissingSubcommand => say!(lang, "a subcommand is missing"),
            ErrorKind::InvalidUtf8 => say!(lang, "an argument is not valid UTF-8"),
            // The other kinds carry a text of their own.
            _ => self
                .error
                .to_string()
                .trim()
                .trim_start_matches("error: ")
                .to_owned(),
        }
    }

    fn conflict(&self) -> String {
        let lang = self.lang;
        let arg = self.quoted(&self.context_text(ContextKind::InvalidArg));
        let prior = self.context_values(ContextKind::PriorArg);
        match prior.as_slice() {
            [same] if self.quoted(same) == arg => say!(lang, "{arg} cannot be given several times"),
            [] => say!(lang, "{arg} does not go with another of the arguments that are given"),
            all => {
                let all: Vec<String> = all.iter().map(|prior| self.quoted(prior)).collect();
                say!(lang, "{arg} does not go with {others}", others = all.join(", "))
            }
        }
    }

    fn possible_values(&self) -> String {
        let values = self.context_values(ContextKind::ValidValue);
        if values.is_empty() {
            return String::new();
        }
        format!(
            "\n  {}",
            say!(self.lang, "[possible values: {values}]", values = values.join(", "))
        )
    }

    fn quoted(&self, text: &str) -> String {
        say!(self.lang, "`{text}`")
    }

    /// Why a value is refused. Our own parsers word it in both languages; the English of the number
    /// parsers of clap and the standard library is matched.
    fn reason(&self) -> Option<String> {
        let lang = self.lang;
        let source = self.error.source()?;
        if let Some(refused) = source.downcast_ref::<RefusedValue>() {
            return Some(refused.in_language(lang).to_owned());
        }
        let text = source.to_string();
        if let Some((_, range)) = text.split_once(" is not in ") {
            let (least, most) = range.split_once("..").unwrap_or((range, range));
            return Some(match most.trim_start_matches('=') {
                // clap writes a range without an end up to the largest number of its type.
                most if most.is_empty() || most.parse() == Ok(u32::MAX) => {
                    say!(lang, "it has to be at least {least}")
                }
                most if most == least => {
                    say!(lang, "it has to be {range}")
                }
                most => say!(lang, "it has to be from {least} to {most}"),
            });
        }
        let words = match text.as_str() {
            "invalid digit found in string" => word!("write a whole number"),
            "cannot parse integer from empty string" => word!("write a number"),
            "number too large to fit in target type" => word!("the number is too large"),
            "number too small to fit in target type" => word!("the number is too small"),
            _ => return Some(text),
        };
        Some(words.get(lang).to_owned())
    }

    fn tips(&self) -> Vec<String> {
        let lang = self.lang;
        let mut tips = Vec::new();
        let kinds = [
            (ContextKind::SuggestedSubcommand, word!(lang, "subcommand")),
            (ContextKind::SuggestedArg, word!(lang, "argument")),
            (ContextKind::SuggestedValue, word!(lang, "value")),
        ];
        for (kind, what) in kinds {
            let near: Vec<String> = self
                .context_values(kind)
                .iter()
                .map(|name| self.quoted(name))
                .collect();
            if !near.is_empty() {
                let names = near.join(", ");
                tips.push(say!(
                    lang,
                    near.len(),
                    "there is a name like it ({what}): {names}",
                    "there are names like it ({what}): {names}"
                ));
            }
        }
        let arg = self.context_text(ContextKind::InvalidArg);
        let is_trailing =
            self.error.get(ContextKind::TrailingArg) == Some(&ContextValue::Bool(true));
        let is_unknown = self.error.kind() == ErrorKind::UnknownArgument && arg.starts_with('-');
        if is_trailing || is_unknown && tips.is_empty() {
            tips.push(say!(lang, "to give `{arg}` as a value, write `-- {arg}`"));
        }
        tips
    }

    fn usage(&self) -> Option<String> {
        let usage = self.context_values(ContextKind::Usage).into_iter().next()?;
        Some(translate_help(usage.trim_end(), self.lang))
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/cli/words.rs"]
mod tests;
