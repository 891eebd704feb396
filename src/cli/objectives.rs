//! The objectives of `fix` and `build`: measures to maximise or minimise, in the order of the command line.

use super::Failure;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use sleeve_language::Measure;
use sleeve_solve::{Direction, Objective};

/// The options, in the order of the help: their ids, directions and texts.
const OPTIONS: [(&str, Direction, &str); 4] = [
    (
        "maximise",
        Direction::Maximise,
        "Take the deck with the largest value of this measure; `fix`: of the smallest repairs",
    ),
    (
        "minimise",
        Direction::Minimise,
        "Take the deck with the smallest value of this measure; `fix`: of the smallest repairs",
    ),
    (
        "then-maximise",
        Direction::Maximise,
        "Of equal ones take the one with the largest value of this measure (may be repeated)",
    ),
    (
        "then-minimise",
        Direction::Minimise,
        "Of equal ones take the one with the smallest value of this measure (may be repeated)",
    ),
];

/// Measures to maximise or minimise; each chooses between decks for which those before it come to as much.
#[derive(Debug, Default)]
pub struct ObjectiveArgs {
    pub objectives: Vec<(Direction, String)>,
}

impl ObjectiveArgs {
    /// The objectives, each measure read by `parse`.
    pub fn parse(
        &self,
        parse: impl Fn(&String) -> Result<Measure, Failure>,
    ) -> Result<Vec<Objective>, Failure> {
        let objective =
            |(direction, text): &(Direction, String)| Ok(Objective::new(*direction, &parse(text)?));
        self.objectives.iter().map(objective).collect()
    }
}

impl Args for ObjectiveArgs {
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
        ObjectiveArgs::augment_args(command)
    }
}

impl FromArgMatches for ObjectiveArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ObjectiveArgs, clap::Error> {
        let mut placed: Vec<(usize, Direction, String)> = Vec::new();
        for (id, direction, _) in OPTIONS {
            let texts = matches.get_many::<String>(id).into_iter().flatten();
            for (place, text) in matches.indices_of(id).into_iter().flatten().zip(texts) {
                let is_first = !id.starts_with("then-");
                // The first objective goes before the others, wherever it stands.
                placed.push((if is_first { 0 } else { place }, direction, text.clone()));
            }
        }
        placed.sort_by_key(|(place, ..)| *place);
        let objectives = placed.into_iter().map(|(_, direction, text)| (direction, text)).collect();
        Ok(ObjectiveArgs { objectives })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ObjectiveArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
