//! `sleeve schema`: the JSON Schemas of documents and files.

use super::{Failure, RunStatus, Session};
use clap::Args;
use clap::builder::PossibleValuesParser;
use sleeve_report::schemas::{self, Of, SCHEMAS};
use std::io::Write as _;

/// Print the JSON Schema of a document or of a file, or say which there are
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sleeve schema
  sleeve schema check > check.schema.json
  sleeve schema deck > deck.schema.json    `#:schema deck.schema.json` in a deck lets editors complete it")]
pub struct SchemaCommand {
    /// The schema; without it: a list of all
    #[arg(value_name = "NAME", hide_possible_values = true, value_parser = PossibleValuesParser::new(SCHEMAS.iter().map(|schema| schema.name)))]
    name: Option<String>,
}

impl SchemaCommand {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<RunStatus, Failure> {
        let style = session.style;
        if let Some(schema) = self.name.as_deref().and_then(schemas::find_schema) {
            session.streams.out.write_all(schema.text.as_bytes())?;
            return Ok(RunStatus::Fine);
        }
        let out = &mut style.setting(session.streams.out);
        let width = SCHEMAS.iter().map(|schema| schema.name.len()).max().unwrap_or(0);
        let headings = [
            (Of::Document, style.say("JSON documents", "Documents JSON")),
            (Of::File, style.say("TOML files", "Fichiers TOML")),
        ];
        for (at, (of, heading)) in headings.into_iter().enumerate() {
            writeln!(out, "{}{}", if at > 0 { "\n" } else { "" }, style.bold(heading))?;
            for schema in SCHEMAS.iter().filter(|schema| schema.of == of) {
                let words = style.say(schema.words.0, schema.words.1);
                writeln!(out, "  {:width$}  {words}", schema.name)?;
            }
        }
        Ok(RunStatus::Fine)
    }
}
