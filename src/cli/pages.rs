//! Decks as HTML pages: `sleeve sheet` writes registration sheets to print, `sleeve report` a
//! report.

use super::{AnswerStatus, Failure, Session};
use clap::Args;
use sleeve_requests::{ReportRequest, SheetRequest};

/// Write registration sheets
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve sheet deck.toml --player 'Ada' --into ada.html
  sleeve sheet --event event.toml > sheets.html")]
pub struct SheetCommand {
    #[command(flatten)]
    request: SheetRequest,
}

impl SheetCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        session.answer_with_file(&self.request)
    }
}

/// Write an HTML report
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve report deck.toml --into deck.html
  sleeve report dark.toml light.toml --odds 'any(kind:location)' > both.html
  sleeve report deck.toml --measure 'sum(destiny)' --hands 8 > deck.html

Without --odds and --measure the report is about the largest groups of cards. The page is one file
and runs no script.")]
pub struct ReportCommand {
    #[command(flatten)]
    request: ReportRequest,
}

impl ReportCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        session.answer_with_file(&self.request)
    }
}
