//! Values of options that several commands take, as the user writes them.

use super::words::RefusedValue;
use clap::{Args, ValueEnum};
use sleeve_data::model::{Date, Setting};
use sleeve_decks::fingerprint::Hex;

/// The form of an output that people or scripts read.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct OutputArgs {
    /// Form of the output
    #[arg(long = "output", short = 'o', value_name = "FORM", default_value = "human")]
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

/// Reads `NAME=VALUE`.
pub(super) fn parse_parameter(text: &str) -> Result<(String, Setting), RefusedValue> {
    let form = || {
        RefusedValue::new(
            "write NAME=VALUE, such as budget=42",
            "écrivez NOM=VALEUR, par exemple budget=42",
        )
    };
    let (name, value) = text.split_once('=').ok_or_else(form)?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() || value.is_empty() {
        return Err(form());
    }
    Ok((name.to_owned(), Setting::parse(value)))
}

/// Reads a day.
pub(super) fn parse_date(text: &str) -> Result<Date, RefusedValue> {
    let wrong = || {
        RefusedValue::new(
            "write a day of the calendar: 1998-11-30",
            "écrivez une date du calendrier : 1998-11-30",
        )
    };
    Date::parse(text).ok_or_else(wrong)
}

/// Reads bytes in hexadecimal digits.
pub(super) fn parse_hex<const N: usize>(text: &str) -> Result<Hex<N>, RefusedValue> {
    let wrong = |_| {
        RefusedValue::new(
            format!("{} hexadecimal digits are wanted, as `sleeve seal` prints them", 2 * N),
            format!("il faut {} chiffres hexadécimaux, comme les donne `sleeve seal`", 2 * N),
        )
    };
    text.parse().map_err(wrong)
}
