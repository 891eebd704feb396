//! `sleeve check`: a verdict for each deck, with every problem at once.

use super::{AnswerStatus, Failure, Session};
use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use sleeve_report::forms::{FORMS, OutputForm};
use sleeve_requests::{Answer, CheckQuestion};

/// Replaces the help of the shared option: only this command takes `all`.
const FORMAT_HELP: &str = "Format to check against, or `all`";
const FORMAT_DETAILS: &str = "Format to check against, or `all`

An id, a name, an alias or GAME/FORMAT; `all` stands for all formats of the deck's game.";

/// Check decks against a format and list every problem
#[derive(Args, Debug)]
#[command(
    mut_arg("format", |arg| arg.help(FORMAT_HELP).long_help(FORMAT_DETAILS)),
    after_help = "Examples:
  sleeve check deck.txt --game swccg --as premiere_ds2
  sleeve check decks --as all
  sleeve check --event event.toml -o csv",
    override_usage = "sleeve check [OPTIONS] <DECK>...\n       sleeve check [OPTIONS] --event event.toml"
)]
pub struct CheckCommand {
    #[command(flatten)]
    question: CheckQuestion,
    /// Output form: human, json, csv, github, …
    #[arg(long, short, value_name = "FORM", default_value = "human", value_parser = form_parser())]
    output: OutputForm,
}

/// Parses the name of a form of output, one of those in the table of forms.
fn form_parser() -> impl TypedValueParser<Value = OutputForm> {
    let values = FORMS
        .iter()
        .map(|form| PossibleValue::new(form.name).help(form.description.en));
    PossibleValuesParser::new(values).try_map(|name| {
        FORMS
            .iter()
            .find(|form| form.name == name)
            .copied()
            .ok_or("no form of output")
    })
}

impl CheckCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let mut answer = self.question.answer_in_form(session, &self.output)?;
        let (style, quiet) = (session.style, session.global.quiet);
        answer.write_in_form(&self.output, session.streams.out, &style, quiet)?;
        session.say_remarks(&answer);
        answer.finish(session)?;
        let status = answer.status();
        // The decks are not freed: the program ends, and the system does so faster.
        std::mem::forget(answer);
        Ok(status)
    }
}
