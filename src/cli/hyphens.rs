//! Texts of the pile language that begin with `-`, which negates there: on a command line they look like
//! options, of which none looks like them.

use clap::Arg;
use clap::builder::{StringValueParser, TypedValueParser};
use std::ffi::OsString;

/// What stands for the first character of such a text until it is parsed: a minus.
const MINUS: char = '−';
/// Arguments that are texts of the language, by what they are called in help.
const TEXT_VALUE_NAMES: [&str; 4] = ["FILTER", "CONDITION", "MEASURE", "DECK|CONDITION"];
/// Subcommands that take such texts without an option.
const TEXT_COMMANDS: [&str; 3] = ["cards", "odds", "draw"];

/// The arguments with a minus before the texts that begin with `-`.
pub(super) fn mark_negations(args: &[OsString]) -> Vec<OsString> {
    let mut marked: Vec<OsString> = Vec::with_capacity(args.len());
    let (mut asks, mut ended, mut valued) = (false, false, false);
    for arg in args {
        let text = arg.to_str().unwrap_or("");
        ended |= text == "--";
        match text
            .strip_prefix('-')
            .filter(|rest| !ended && (asks || valued) && is_negated_text(rest))
        {
            Some(rest) => marked.push(format!("{MINUS}{rest}").into()),
            None => marked.push(arg.clone()),
        }
        asks |= TEXT_COMMANDS.contains(&text);
        valued = text.starts_with("--") && !text.contains('=');
    }
    marked
}

/// Whether what stands behind `-` says something in the language that no option says: `kind:unit`,
/// `(kind:unit or cost>2)`; `o=json` is an option's.
fn is_negated_text(text: &str) -> bool {
    let rest =
        text.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    let letters = text.len() - rest.len();
    let asks = rest.contains([':', '<', '>', '=', '(', '"', '«']);
    asks && !text.starts_with('-') && (letters != 1 || !rest.starts_with('='))
}

/// The argument as it reads a marked text.
pub(super) fn unmark_negations(arg: Arg) -> Arg {
    let names = arg.get_value_names().unwrap_or_default();
    if !names.iter().any(|name| TEXT_VALUE_NAMES.contains(&name.as_str())) {
        return arg;
    }
    arg.value_parser(StringValueParser::new().map(|text| match text.strip_prefix(MINUS) {
        Some(rest) => format!("-{rest}"),
        None => text,
    }))
}
