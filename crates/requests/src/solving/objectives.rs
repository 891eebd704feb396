//! Measures to maximise or minimise, in the order of the command line.

use super::WishParser;
use crate::{Refusal, RequestPart, values::list_values};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use serde::{
    Deserialize,
    de::{self, Deserializer, MapAccess, Visitor},
};
use serde_json::Value;
use sleeve_language as language;
use sleeve_solve::{Direction, Objective};
use std::fmt;

/// The options, in the order of the help: their ids, directions and texts.
const OPTIONS: [(&str, Direction, &str); 4] = [
    ("maximise", Direction::Maximise, "Make this measure as large as possible"),
    ("minimise", Direction::Minimise, "Make this measure as small as possible"),
    ("then-maximise", Direction::Maximise, "Then make this measure as large as possible"),
    ("then-minimise", Direction::Minimise, "Then make this measure as small as possible"),
];

/// The fields in JSON, in the order of the options.
const FIELDS: [&str; 4] = ["maximise", "minimise", "then_maximise", "then_minimise"];

/// Measures to maximise or minimise. Each breaks the ties of those before it.
#[derive(Clone, Debug, Default)]
pub struct Objectives(Vec<(Direction, String)>);

/// The fields in JSON, of which the schema is made.
#[cfg(feature = "schemas")]
#[derive(schemars::JsonSchema, Default)]
#[schemars(default)]
struct ObjectiveFields {
    /// Make this measure as large as possible
    maximise: Option<String>,
    /// Make this measure as small as possible
    minimise: Option<String>,
    /// Then make this measure as large as possible
    then_maximise: Vec<String>,
    /// Then make this measure as small as possible
    then_minimise: Vec<String>,
}

#[cfg(feature = "schemas")]
impl schemars::JsonSchema for Objectives {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        ObjectiveFields::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        ObjectiveFields::json_schema(generator)
    }
}

impl<'de> Deserialize<'de> for Objectives {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Objectives, D::Error> {
        from.deserialize_struct("Objectives", &FIELDS, ObjectivesVisitor)
    }
}

/// Reads objectives in the order of their fields.
struct ObjectivesVisitor;

impl<'de> Visitor<'de> for ObjectivesVisitor {
    type Value = Objectives;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("measures")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Objectives, A::Error> {
        let mut placed = Vec::new();
        while let Some((field, texts)) = fields.next_entry::<String, Value>()? {
            let at = FIELDS.iter().position(|known| *known == field);
            let option = at.and_then(|at| OPTIONS.get(at));
            let (id, direction, _) =
                option.ok_or_else(|| de::Error::unknown_field(&field, &FIELDS))?;
            for text in list_values(texts) {
                let text = String::deserialize(text).map_err(de::Error::custom)?;
                placed.push((usize::from(id.starts_with("then-")), *direction, text));
            }
        }
        Ok(Objectives::in_order(placed))
    }
}

impl Objectives {
    /// It has no parts.
    pub(super) const PARTS: &'static [RequestPart] = &[];

    /// Objectives by their places.
    fn in_order(mut placed: Vec<(usize, Direction, String)>) -> Objectives {
        placed.sort_by_key(|(place, ..)| *place);
        Objectives(
            placed
                .into_iter()
                .map(|(_, direction, text)| (direction, text))
                .collect(),
        )
    }

    /// The directions with the measures as they are written.
    pub fn texts(&self) -> Vec<(Direction, String)> {
        self.0.clone()
    }

    /// The options of the command line that mean these objectives, with their values.
    pub fn options(&self) -> Vec<(String, &str)> {
        let mut options = Vec::new();
        for (place, (direction, measure)) in self.0.iter().enumerate() {
            let then = if place == 0 { "" } else { "then-" };
            let word = OPTIONS
                .iter()
                .find(|(_, of, _)| of == direction)
                .map_or("", |(id, ..)| id);
            options.push((format!("--{then}{word}"), measure.as_str()));
        }
        options
    }

    pub(super) fn parse(&self, parser: &WishParser<'_>) -> Result<Vec<Objective>, Refusal> {
        let mut objectives = Vec::new();
        for (direction, text) in &self.0 {
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
        Ok(Objectives::in_order(placed))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Objectives::from_arg_matches(matches)?;
        Ok(())
    }
}
