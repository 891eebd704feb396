//! Help and mistakes of the command line as they are printed.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use sleeve_data::model::Lang;
use sleeve_data::problem::{Phrase, edit_distance};
use sleeve_report::Style;
use std::error::Error;
use std::fmt;
use std::fmt::Write as _;

/// Why the value of an argument is refused, in both languages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedValue(Vec<(Lang, String)>);

impl RefusedValue {
    /// A reason, in every language.
    pub fn new(say: impl Fn(Lang) -> String) -> RefusedValue {
        RefusedValue(Lang::ALL.iter().map(|lang| (*lang, say(*lang))).collect())
    }

    fn in_language(&self, lang: Lang) -> &str {
        self.0.iter().find(|(of, _)| *of == lang).map_or("", |(_, said)| said)
    }
}

impl From<Phrase> for RefusedValue {
    fn from(phrase: Phrase) -> RefusedValue {
        RefusedValue::new(|lang| phrase.get(lang).to_owned())
    }
}

impl fmt::Display for RefusedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.in_language(Lang::En))
    }
}

impl Error for RefusedValue {}

/// Whole lines that clap writes into help.
const HEADINGS: [Phrase; 3] = [word!("Arguments:"), word!("Options:"), word!("Commands:")];

/// Clap writes this before the form of a call.
const USAGE: Phrase = word!("Usage: ");

/// Translates the words of clap in rendered help.
pub(in crate::cli) fn translate_help(help: &str, lang: Lang) -> String {
    if lang == Lang::En {
        return help.to_owned();
    }
    let mut text = String::with_capacity(help.len() + 64);
    for line in help.split_inclusive('\n') {
        let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
        let heading = HEADINGS.iter().find(|heading| heading.en == body);
        match (heading, body.strip_prefix(USAGE.en)) {
            (Some(heading), _) => text.push_str(heading.get(lang)),
            (None, Some(form)) => text.extend([USAGE.get(lang), form]),
            (None, None) => text.push_str(body),
        }
        text.push_str(end);
    }
    Style { lang, ..Style::PLAIN }.set(&text).into_owned()
}

/// Puts the suggested subcommands that take the fewest edits first: clap goes by shared letters, and puts the most alike last.
pub(in crate::cli) fn sort_suggestions(error: &mut clap::Error) {
    let kind = ContextKind::SuggestedSubcommand;
    let Some(ContextValue::String(written)) = error.get(ContextKind::InvalidSubcommand) else {
        return;
    };
    let Some(ContextValue::Strings(names)) = error.get(kind) else { return };
    let mut names: Vec<String> = names.iter().rev().cloned().collect();
    names.sort_by_key(|name| edit_distance(written, name));
    error.insert(kind, ContextValue::Strings(names));
}

/// Words a mistake in the arguments in English: as clap does, but for why a number is refused.
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

/// Words a mistake in the arguments in another language than English, which is all that clap has.
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
            _ => self.error.to_string().trim().trim_start_matches("error: ").to_owned(),
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

    /// Why a value is refused. Our parsers say so in both languages; the English of the standard library's and clap's number parsers
    /// is known, and matched.
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
            let near: Vec<String> =
                self.context_values(kind).iter().map(|name| self.quoted(name)).collect();
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
