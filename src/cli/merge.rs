//! `sleeve merge`: a simulation that was drawn in parts, on one machine or many, as one run would have drawn it.

use super::arguments::OutputArgs;
use super::session::resolve_path;
use super::{Failure, RunStatus, Session};
use clap::Args;
use sleeve_data::files::{self, FileMessage};
use sleeve_data::problem::Problem;
use sleeve_report::documents::draw_parts::PartMerger;
use std::path::PathBuf;

/// Most bytes of a file of parts.
const MAX_PARTS_BYTES: u64 = 256 << 20;

/// Merge the parts of a simulation to what `draw` says of the whole
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve draw deck.toml 'any(effect:draw)' --trials 1000000 --seed 7 --chunks 0..100 -o json > a.json
  sleeve draw deck.toml 'any(effect:draw)' --trials 1000000 --seed 7 --chunks 100..245 -o json > b.json
  sleeve merge a.json b.json
  cat parts/*.json | sleeve merge -
A file may hold several parts, also one a line. Each chunk has to be there once; the sum is the same however they were split.")]
pub struct MergeCommand {
    /// Files that `draw --chunks -o json` wrote, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Digits of percentages
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=15))]
    digits: u32,
    #[command(flatten)]
    output: OutputArgs,
}

impl MergeCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<RunStatus, Failure> {
        let mut merger = PartMerger::default();
        for file in &self.files {
            let path = files::path_text(file);
            let bytes = if path == "-" {
                files::read_stream(&mut *session.streams.input, MAX_PARTS_BYTES)
            } else {
                files::read(&resolve_path(&session.streams.folder, file), MAX_PARTS_BYTES)
            };
            let text = bytes.map_err(FileMessage::from).and_then(files::decode_text);
            let text = text.map_err(|refusal| session.read_failure(&path, refusal))?;
            merger
                .add(&path, &text)
                .map_err(|wrong| session.failure_from_problems(&[Problem::from(wrong)]))?;
        }
        let whole = merger
            .finish()
            .map_err(|wrong| session.failure_from_problems(&[Problem::from(wrong)]))?;
        let report = whole.report(self.digits);
        let is_open = report.results.iter().any(|result| result.outcome.is_empty());
        session.print(
            self.output,
            |out, style, quiet| {
                report.write(out, style, if quiet { &[] } else { whole.basis(style.lang) })
            },
            || whole.document(),
        )?;
        Ok(if is_open { RunStatus::Undetermined } else { RunStatus::Fine })
    }
}
