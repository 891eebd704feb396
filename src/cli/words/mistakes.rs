//! Help and mistakes of the command line as they are printed.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use sleeve_data::model::Lang;
use sleeve_data::problem::Phrase;
use sleeve_report::typeset::typeset_french;
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
const HEADINGS: [(&str, &str); 3] =
    [("Arguments:", "Arguments :"), ("Options:", "Options :"), ("Commands:", "Commandes :")];

/// Clap writes this before the form of a call.
const USAGE: (&str, &str) = ("Usage: ", "Utilisation : ");

/// Translates the words of clap in rendered help.
pub(in crate::cli) fn translate_help(help: &str, lang: Lang) -> String {
    if lang == Lang::En {
        return help.to_owned();
    }
    let mut text = String::with_capacity(help.len() + 64);
    for line in help.split_inclusive('\n') {
        let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
        let whole = HEADINGS.iter().find(|(en, _)| *en == body).map(|(_, fr)| (*fr).to_owned());
        let usage = || body.strip_prefix(USAGE.0).map(|rest| format!("{}{rest}", USAGE.1));
        text.push_str(&whole.or_else(usage).unwrap_or_else(|| body.to_owned()));
        text.push_str(end);
    }
    typeset_french(&text).into_owned()
}

/// Words a mistake in the arguments in English: as clap does, but for why a number is refused.
pub(in crate::cli) fn describe_english_mistake(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let reason = TranslatedMistake { error }.reason(Lang::En);
    match (error.source(), reason) {
        (Some(source), Some(reason)) => {
            text.replacen(&format!("': {source}\n"), &format!("': {reason}\n"), 1)
        }
        _ => text,
    }
}

/// Words a mistake in the arguments in French; clap has English only.
pub(in crate::cli) fn describe_mistake(error: &clap::Error) -> String {
    let mistake = TranslatedMistake { error };
    let mut text = format!("erreur : {}\n", mistake.title());
    let tips = mistake.tips();
    for tip in &tips {
        let _ = write!(text, "\n  conseil : {tip}");
    }
    if !tips.is_empty() {
        text.push('\n');
    }
    if let Some(usage) = mistake.usage() {
        let _ = write!(text, "\n{usage}\n");
    }
    text.push_str("\nPour en savoir plus, essayez « --help ».\n");
    typeset_french(&text).into_owned()
}

struct TranslatedMistake<'e> {
    error: &'e clap::Error,
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
        let arg = || quoted(&self.context_text(ContextKind::InvalidArg));
        let value = || quoted(&self.context_text(ContextKind::InvalidValue));
        match self.error.kind() {
            ErrorKind::InvalidValue if self.context_text(ContextKind::InvalidValue).is_empty() => {
                format!("il faut une valeur pour {}{}", arg(), self.possible_values())
            }
            ErrorKind::InvalidValue => {
                format!("valeur {} impossible pour {}{}", value(), arg(), self.possible_values())
            }
            ErrorKind::ValueValidation => {
                let why = self.reason(Lang::Fr).map(|why| format!(" : {why}")).unwrap_or_default();
                format!("valeur {} impossible pour {}{why}", value(), arg())
            }
            ErrorKind::UnknownArgument => format!("argument inattendu : {}", arg()),
            ErrorKind::InvalidSubcommand => {
                format!(
                    "il n'y a pas de sous-commande {}",
                    quoted(&self.context_text(ContextKind::InvalidSubcommand))
                )
            }
            ErrorKind::NoEquals => format!("il faut un signe égal entre {} et sa valeur", arg()),
            ErrorKind::TooManyValues => {
                format!("valeur {} de trop pour {}", value(), arg())
            }
            ErrorKind::TooFewValues => format!(
                "{} valeurs au moins pour {}, et non {}",
                self.context_text(ContextKind::MinValues),
                arg(),
                self.context_text(ContextKind::ActualNumValues)
            ),
            ErrorKind::WrongNumberOfValues => format!(
                "{} valeurs pour {}, et non {}",
                self.context_text(ContextKind::ExpectedNumValues),
                arg(),
                self.context_text(ContextKind::ActualNumValues)
            ),
            ErrorKind::ArgumentConflict => self.conflict(),
            ErrorKind::MissingRequiredArgument => {
                let all = self.context_values(ContextKind::InvalidArg);
                let s = if all.len() > 1 { "s" } else { "" };
                let list: String = all.iter().map(|arg| format!("\n  {arg}")).collect();
                format!("argument{s} manquant{s}{list}")
            }
            ErrorKind::MissingSubcommand => "il manque une sous-commande".to_owned(),
            ErrorKind::InvalidUtf8 => "un argument n'est pas de l'UTF-8 valide".to_owned(),
            // The other kinds carry a text of their own.
            _ => self.error.to_string().trim().trim_start_matches("error: ").to_owned(),
        }
    }

    fn conflict(&self) -> String {
        let arg = quoted(&self.context_text(ContextKind::InvalidArg));
        let prior = self.context_values(ContextKind::PriorArg);
        match prior.as_slice() {
            [same] if quoted(same) == arg => format!("{arg} ne peut être donné plusieurs fois"),
            [] => format!("{arg} ne va pas avec un autre des arguments donnés"),
            all => {
                let all: Vec<String> = all.iter().map(|prior| quoted(prior)).collect();
                format!("{arg} ne va pas avec {}", all.join(", "))
            }
        }
    }

    fn possible_values(&self) -> String {
        let values = self.context_values(ContextKind::ValidValue);
        if values.is_empty() {
            return String::new();
        }
        format!("\n  [valeurs possibles : {}]", values.join(", "))
    }

    /// Why a value is refused. Our parsers say so in both languages; the English of the standard library's and clap's number parsers
    /// is known, and matched.
    fn reason(&self, lang: Lang) -> Option<String> {
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
        let mut tips = Vec::new();
        let kinds = [
            (ContextKind::SuggestedSubcommand, "sous-commande"),
            (ContextKind::SuggestedArg, "argument"),
            (ContextKind::SuggestedValue, "valeur"),
        ];
        for (kind, what) in kinds {
            let near: Vec<String> =
                self.context_values(kind).iter().map(|name| quoted(name)).collect();
            let names = if near.len() == 1 { "un nom voisin" } else { "des noms voisins" };
            if !near.is_empty() {
                tips.push(format!("il existe {names} ({what}) : {}", near.join(", ")));
            }
        }
        let arg = self.context_text(ContextKind::InvalidArg);
        let is_trailing =
            self.error.get(ContextKind::TrailingArg) == Some(&ContextValue::Bool(true));
        let is_unknown = self.error.kind() == ErrorKind::UnknownArgument && arg.starts_with('-');
        if is_trailing || is_unknown && tips.is_empty() {
            tips.push(format!("pour donner « {arg} » comme valeur, écrivez « -- {arg} »"));
        }
        tips
    }

    fn usage(&self) -> Option<String> {
        let usage = self.context_values(ContextKind::Usage).into_iter().next()?;
        Some(translate_help(usage.trim_end(), Lang::Fr))
    }
}

fn quoted(text: &str) -> String {
    format!("« {text} »")
}
