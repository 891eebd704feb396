//! Mistakes in card and format data, and proofs that formats have legal decks.

use crate::{Answer, AnswerStatus, Desk, Refusal, TextValue};
use sleeve_data::{files::resolve_path, messages};
use sleeve_games::GAMES;
use sleeve_library::{
    lint::{LintReport, lint_paths},
    project::{Configs, FILE_NAME, canonical_folder},
};
use sleeve_report::{
    Style,
    documents::rules::LintDocument,
    lint::{self, GameProofs},
};
use sleeve_solve::{Effort, prove_formats};
use std::{
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

/// The work of the search for a legal deck without `time`, in rows and columns of pivots: ten times
/// what the slowest built-in format needs.
const MAX_PROOF_WORK: u64 = 40_000_000;

messages! {
    /// Messages about the data to lint.
    pub enum LintRequestMessage {
        NothingToLint => {
            title: "there is nothing to check",
            help: "name a folder or a file of card data",
        }
    }
}

fields! {
    /// Mistakes in card and format data.
    LintRequest -> LintAnswer {
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
        #[arg(long, value_name = "SECONDS")]
        time: Option<TextValue<Duration>>,
    }
}

/// The mistakes of data; without mistakes, whether its formats have legal decks.
pub struct LintAnswer {
    pub report: LintReport,
    pub proofs: Vec<GameProofs>,
    /// Whether the legal decks are shown.
    witness: bool,
}

impl Answer for LintAnswer {
    fn status(&self) -> AnswerStatus {
        let contradictions = lint::count_contradictions(&self.proofs);
        let is_clean = self.report.findings.is_empty() && contradictions == 0;
        if is_clean { AnswerStatus::Fine } else { AnswerStatus::No }
    }

    fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        lint::write_proofs(&self.proofs, self.witness, style, out)?;
        let contradictions = lint::count_contradictions(&self.proofs);
        lint::write_findings(&self.report, contradictions, style, quiet, out)?;
        if !quiet && !self.proofs.is_empty() {
            writeln!(out, "{}", style.set(&lint::summary(&self.proofs, style)))?;
        }
        Ok(())
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let rows = lint::proof_rows(&self.proofs, self.witness);
        let document = LintDocument::new(&self.report).with_proofs(rows);
        sleeve_report::forms::json::write(&document, out)
    }
}

impl LintAnswer {
    /// Writes annotations for GitHub.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_annotations(&self, out: &mut dyn Write, style: &Style) -> io::Result<()> {
        lint::write_annotations(&self.report, &self.proofs, style.lang, out)
    }
}

impl LintRequest {
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<LintAnswer, Refusal> {
        let paths = self.data_paths(desk)?;
        let report = lint_paths(&GAMES, &paths, desk.projects().links())?;
        let effort = match &self.time {
            Some(TextValue(time)) => Effort::Time(*time),
            None => Effort::Work(MAX_PROOF_WORK),
        };
        let mut proofs = Vec::new();
        // A proof about wrong data would not be a proof about the game.
        if report.findings.is_empty() {
            for catalog in &report.catalogs {
                let proven = prove_formats(catalog, effort);
                proofs.push(GameProofs { catalog: Arc::clone(catalog), proofs: proven });
            }
        }
        Ok(LintAnswer { report, proofs, witness: self.witness })
    }

    /// The paths of the request, or the default ones.
    fn named_paths(&self, desk: &dyn Desk) -> Result<Vec<PathBuf>, Refusal> {
        if !self.paths.is_empty() {
            return Ok(self.paths.clone());
        }
        if desk.folder().join("cards").is_dir() {
            return Ok(vec![PathBuf::from("cards")]);
        }
        if desk.folder().join(FILE_NAME).is_file() {
            return Ok(vec![PathBuf::from(".")]);
        }
        Err(Refusal::of_message(LintRequestMessage::NothingToLint))
    }

    /// The paths of data. That of a folder of decks is what its `sleeve.toml` adds to a game.
    fn data_paths(&self, desk: &dyn Desk) -> Result<Vec<PathBuf>, Refusal> {
        let mut configs = Configs::new(&canonical_folder(desk.folder()));
        configs.links = desk.projects().links();
        let mut data = Vec::new();
        for named in self.named_paths(desk)? {
            let path = resolve_path(desk.folder(), &named);
            let folder = canonical_folder(&path);
            let config = configs
                .find_config(&folder)
                .map_err(|error| Refusal::from(&*error))?;
            match config.filter(|own| own.folder == folder && !own.overlays.is_empty()) {
                Some(config) => {
                    data.extend(config.overlays.iter().map(|own| path.join(&own.value)));
                }
                None => data.push(path),
            }
        }
        Ok(data)
    }
}
