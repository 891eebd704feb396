//! `sleeve lint`: checks card and format data.

use super::fix::parse_seconds;
use super::session::describe_config_error;
use super::{AnswerStatus, Failure, Session};
use crate::cli::messages::CliMessage;
use clap::{Args, ValueEnum};
use sleeve_library::lint::{self, LintReport};
use sleeve_library::project::{Configs, FILE_NAME, canonical_folder};
use sleeve_report as report;
use sleeve_report::documents::rules::LintDocument;
use sleeve_report::lint::GameProofs;
use sleeve_report::text::lines::FoldingWriter;
use sleeve_solve::{self as solve, Effort};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The work of the search for a legal deck without `--time`, in rows and columns of pivots: ten
/// times what the slowest built-in format needs.
const MAX_PROOF_WORK: u64 = 40_000_000;

/// Find mistakes in card and format data
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve lint my-game
  sleeve lint my-game --witness")]
pub struct LintCommand {
    /// Files and folders of card data
    ///
    /// Default: the folder `cards`, if there is one, otherwise the data that `sleeve.toml` adds to
    /// a game.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print a legal deck for each format and role
    #[arg(long)]
    witness: bool,
    /// Seconds to search for each legal deck
    ///
    /// Default: the same work on every machine, about two seconds at most.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Output form: human, json or github
    #[arg(long, short, value_name = "FORM", default_value = "human")]
    output: LintOutput,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum LintOutput {
    /// Text for people
    Human,
    /// A document for scripts
    Json,
    /// GitHub annotations
    Github,
}

impl LintCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let folder = session.streams.folder.clone();
        let mut paths = self.paths.clone();
        paths.extend(session.global.cards.iter().cloned());
        if paths.is_empty() && folder.join("cards").is_dir() {
            paths.push(PathBuf::from("cards"));
        }
        if paths.is_empty() && folder.join(FILE_NAME).is_file() {
            paths.push(PathBuf::from("."));
        }
        if paths.is_empty() {
            return Err(session.refusal(CliMessage::NothingToLint));
        }
        let mut data = Vec::new();
        let mut configs = Configs::new(&canonical_folder(&folder));
        configs.links = session.global.links();
        for path in paths {
            let path = super::session::resolve_path(&folder, &path);
            // The data of a folder of decks is what its `sleeve.toml` adds to a game.
            let config = configs.find_config(&canonical_folder(&path));
            let config = config
                .map_err(|error| Failure::Unusable(describe_config_error(&error, &session.talk)))?
                .filter(|config| {
                    config.folder == canonical_folder(&path) && !config.overlays.is_empty()
                });
            match config {
                Some(config) => {
                    data.extend(config.overlays.iter().map(|own| path.join(&own.value)))
                }
                None => data.push(path),
            }
        }
        let paths = data;
        let report = lint::lint_paths(&sleeve_games::GAMES, &paths, session.global.links())
            .map_err(|error| session.data_failure(&error))?;
        // A proof about wrong data would not be a proof about the game.
        let catalogs = report.catalogs.iter().filter(|_| report.findings.is_empty());
        let effort = self.time.map_or(Effort::Work(MAX_PROOF_WORK), Effort::Time);
        let proven: Vec<GameProofs> = catalogs
            .map(|catalog| GameProofs {
                catalog: Arc::clone(catalog),
                proofs: solve::prove_formats(catalog, effort),
            })
            .collect();
        self.print(session, &report, &proven)?;
        let contradictions = report::lint::count_contradictions(&proven);
        let clean = report.findings.is_empty() && contradictions == 0;
        Ok(if clean { AnswerStatus::Fine } else { AnswerStatus::No })
    }

    fn print(
        &self,
        session: &mut Session<'_>,
        report: &LintReport,
        proven: &[GameProofs],
    ) -> Result<(), Failure> {
        let style = session.style;
        let quiet = session.global.quiet;
        let out = &mut *session.streams.out;
        match self.output {
            LintOutput::Human => {
                let out = &mut FoldingWriter::new(out, &style);
                report::lint::write_proofs(proven, self.witness, &style, out)?;
                let contradictions = report::lint::count_contradictions(proven);
                report::lint::write_findings(report, contradictions, &style, quiet, out)?;
                if !quiet && !proven.is_empty() {
                    writeln!(out, "{}", style.set(&report::lint::summary(proven, &style)))?;
                }
            }
            LintOutput::Json => {
                let rows = report::lint::proof_rows(proven, self.witness);
                let document = LintDocument::new(report).with_proofs(rows);
                report::forms::json::write(&document, out)?;
            }
            LintOutput::Github => {
                report::lint::write_annotations(report, proven, style.lang, out)?;
            }
        }
        Ok(())
    }
}
