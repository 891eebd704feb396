//! Questions by their names, for front ends that ask in JSON.

use crate::{Answer, Desk, DrawRequest, OddsRequest, Refusal, Request, read_request};
#[cfg(test)]
use clap::Command;

/// A question that can be asked in JSON.
pub struct JsonQuestion {
    /// The name of its command.
    pub name: &'static str,
    /// The field of its deck or decks, which come first on a command line.
    pub decks: &'static str,
    /// The field of the words after them.
    pub words: &'static str,
    answer: AnswerQuestion,
    #[cfg(test)]
    add_fields: fn(Command) -> Command,
}

/// Answers a question whose fields are an object in JSON.
type AnswerQuestion = fn(&mut dyn Desk, &str) -> Result<Box<dyn Answer>, Refusal>;

impl JsonQuestion {
    const fn new<R: Request<Answer: 'static>>(
        [name, decks, words]: [&'static str; 3],
    ) -> JsonQuestion {
        JsonQuestion {
            name,
            decks,
            words,
            answer: answer_boxed::<R>,
            #[cfg(test)]
            add_fields: R::augment_args,
        }
    }

    /// Answers the question, whose fields are an object in JSON.
    ///
    /// # Errors
    /// Why it has no answer.
    pub fn answer(&self, desk: &mut dyn Desk, json: &str) -> Result<Box<dyn Answer>, Refusal> {
        (self.answer)(desk, json)
    }
}

fn answer_boxed<R: Request<Answer: 'static>>(
    desk: &mut dyn Desk,
    json: &str,
) -> Result<Box<dyn Answer>, Refusal> {
    Ok(Box::new(read_request::<R>(json)?.answer(desk)?))
}

/// The questions that can be asked in JSON. A further one is a line here and one among the schemas:
/// in the tests below and in `SCHEMAS` of `sleeve-report`.
const QUESTIONS: &[JsonQuestion] = &[
    JsonQuestion::new::<DrawRequest>(["draw", "deck", "conditions"]),
    JsonQuestion::new::<OddsRequest>(["odds", "decks", "conditions"]),
];

/// The question of this name, if it can be asked in JSON.
pub fn find_question(name: &str) -> Option<&'static JsonQuestion> {
    QUESTIONS.iter().find(|question| question.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise a field that excludes an argument of the command line alone would panic.
    #[test]
    fn fields_exclude_only_fields_of_their_question() {
        for question in QUESTIONS {
            let command = (question.add_fields)(Command::new(question.name));
            for field in command.get_arguments() {
                let _ = command.get_arg_conflicts_with(field);
            }
        }
    }

    #[cfg(feature = "schemas")]
    #[test]
    fn schemas_are_what_the_types_say() {
        use schemars::schema_for;
        use sleeve_report::schemas::{find_schema, finish::compare_schema};

        for question in QUESTIONS {
            let generated = match question.name {
                "draw" => schema_for!(DrawRequest),
                "odds" => schema_for!(OddsRequest),
                other => panic!("no schema is generated for the question `{other}`"),
            };
            let schema = find_schema(&format!("ask-{}", question.name)).unwrap();
            compare_schema(schema, generated.to_value()).unwrap();
        }
    }
}
