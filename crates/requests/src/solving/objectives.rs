//! Measures to maximise or minimise, in the order of the command line.

use super::WishParser;
use crate::{FromText, Refusal, RefusedValue, TextValue};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use serde::Deserialize;
use sleeve_language as language;
use sleeve_solve::{Direction, Objective};

/// The options, in the order of the help: their ids, directions and texts.
const OPTIONS: [(&str, Direction, &str); 4] = [
    ("maximise", Direction::Maximise, "Make this measure as large as possible"),
    ("minimise", Direction::Minimise, "Make this measure as small as possible"),
    ("then-maximise", Direction::Maximise, "Then make this measure as large as possible"),
    ("then-minimise", Direction::Minimise, "Then make this measure as small as possible"),
];

/// Measures to maximise or minimise. Each breaks the ties of those before it.
#[derive(Deserialize, Clone, Debug, Default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Objectives(Vec<TextValue<(Direction, String)>>);

/// A measure with its direction, written as `maximise sum(destiny)`.
impl FromText for (Direction, String) {
    fn from_text(text: &str) -> Result<(Direction, String), RefusedValue> {
        let wrong = || RefusedValue::from(word!("write `maximise MEASURE` or `minimise MEASURE`"));
        let (word, measure) = text.split_once(' ').ok_or_else(wrong)?;
        let known = OPTIONS.iter().find(|(id, ..)| *id == word);
        known.map(|(_, direction, _)| (*direction, measure.to_owned())).ok_or_else(wrong)
    }
}

impl Objectives {
    /// The directions with the measures as they are written.
    pub fn texts(&self) -> Vec<(Direction, String)> {
        self.0.iter().map(|TextValue(objective)| objective.clone()).collect()
    }

    /// The options of the command line that mean these objectives, with their values.
    pub fn options(&self) -> Vec<(String, &str)> {
        let mut options = Vec::new();
        for (place, TextValue((direction, measure))) in self.0.iter().enumerate() {
            let then = if place == 0 { "" } else { "then-" };
            let word = OPTIONS.iter().find(|(_, of, _)| of == direction).map_or("", |(id, ..)| id);
            options.push((format!("--{then}{word}"), measure.as_str()));
        }
        options
    }

    pub(super) fn parse(&self, parser: &WishParser<'_>) -> Result<Vec<Objective>, Refusal> {
        let mut objectives = Vec::new();
        for TextValue((direction, text)) in &self.0 {
            let measure = parser.parse(text, language::measure)?;
            objectives.push(Objective::new(*direction, &measure));
        }
        Ok(objectives)
    }
}

impl Args for Objectives {
    fn augment_args(command: Command) -> Command {
        OPTIONS.iter().fold(command, |command, (id, _, help)| {
            let arg = Arg::new(*id).long(*id).value_name("MEASURE").help(*help);
            let arg = if id.starts_with("then-") {
                arg.action(ArgAction::Append)
            } else {
                arg.action(ArgAction::Set)
            };
            let other = OPTIONS.iter().map(|(id, ..)| *id).find(|other| {
                other != id && !other.starts_with("then-") && !id.starts_with("then-")
            });
            command.arg(other.into_iter().fold(arg, Arg::conflicts_with))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Objectives::augment_args(command)
    }
}

impl FromArgMatches for Objectives {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Objectives, clap::Error> {
        let mut placed: Vec<(usize, Direction, String)> = Vec::new();
        for (id, direction, _) in OPTIONS {
            let texts = matches.get_many::<String>(id).into_iter().flatten();
            for (place, text) in matches.indices_of(id).into_iter().flatten().zip(texts) {
                let is_first = !id.starts_with("then-");
                // The first objective goes before the others, at any place of the command line.
                placed.push((if is_first { 0 } else { place }, direction, text.clone()));
            }
        }
        placed.sort_by_key(|(place, ..)| *place);
        let objectives =
            placed.into_iter().map(|(_, direction, text)| TextValue((direction, text)));
        Ok(Objectives(objectives.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Objectives::from_arg_matches(matches)?;
        Ok(())
    }
}
