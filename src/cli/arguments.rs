//! Arguments that several commands share: how decks are read, forms of output, values. Also texts
//! of the query language that begin with `-`, which negates there but looks like an option.

use clap::{
    Arg, Args, ValueEnum,
    builder::{StringValueParser, TypedValueParser},
};
use std::ffi::OsString;

/// The form of an output that people or scripts read.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct OutputArgs {
    /// Output form: human or json
    #[arg(id = "output", long, short = 'o', value_name = "FORM", default_value = "human")]
    pub(super) form: FormArgument,
}

/// A form of output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum FormArgument {
    /// Text for people
    Human,
    /// The document for scripts
    Json,
}

/// Replaces the leading hyphen of a text until clap has parsed the line. People do not type it.
const MINUS: char = '−';
/// Value names of the arguments that are texts of the language.
const TEXT_VALUE_NAMES: [&str; 4] = ["FILTER", "CONDITION", "MEASURE", "DECK|CONDITION"];
/// Subcommands that take such texts as positional arguments.
const TEXT_COMMANDS: [&str; 3] = ["cards", "odds", "draw"];
/// Options whose value is a filter, each with its subcommand: `--lock` of `check` takes no value.
const FILTER_OPTIONS: [(&str, &str); 4] =
    [("odds", "--vary"), ("fix", "--lock"), ("fix", "--only"), ("build", "--only")];

/// The short options of those subcommands. After an option of the table above, they mean that its
/// value is missing.
const SHORT_OPTIONS: [&str; 3] = ["o", "q", "h"];

/// Replaces the hyphen before texts of the language by [`MINUS`], so that clap does not read them
/// as options.
pub(super) fn mark_negations(args: &[OsString]) -> Vec<OsString> {
    let mut marked: Vec<OsString> = Vec::with_capacity(args.len());
    let (mut asks, mut ended, mut valued, mut filtered) = (false, false, false, false);
    for arg in args {
        let text = arg.to_str().unwrap_or("");
        ended |= text == "--";
        match text.strip_prefix('-').filter(|rest| {
            let is_filter = filtered
                && !(rest.is_empty() || rest.starts_with('-') || SHORT_OPTIONS.contains(rest));
            !ended && (is_filter || (asks || valued) && is_negated_text(rest))
        }) {
            Some(rest) => marked.push(format!("{MINUS}{rest}").into()),
            None => marked.push(arg.clone()),
        }
        asks |= TEXT_COMMANDS.contains(&text);
        valued = text.starts_with("--") && !text.contains('=');
        filtered = FILTER_OPTIONS
            .iter()
            .any(|(command, name)| text == *name && args.iter().any(|arg| arg == command));
    }
    marked
}

/// Whether the text after a `-` is one of the language: it has an operator (`kind:unit`,
/// `(kind:unit or cost>2)`) and is no short option with its value (`o=json`).
fn is_negated_text(text: &str) -> bool {
    let rest =
        text.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    let letters = text.len() - rest.len();
    let asks = rest.contains([':', '<', '>', '=', '(', '"', '«']);
    asks && !text.starts_with('-') && (letters != 1 || !rest.starts_with('='))
}

/// Lets an argument that takes a text of the language restore its hyphen.
pub(super) fn unmark_negations(arg: Arg) -> Arg {
    let names = arg.get_value_names().unwrap_or_default();
    if !names
        .iter()
        .any(|name| TEXT_VALUE_NAMES.contains(&name.as_str()))
    {
        return arg;
    }
    arg.value_parser(StringValueParser::new().map(|text| match text.strip_prefix(MINUS) {
        Some(rest) => format!("-{rest}"),
        None => text,
    }))
}
