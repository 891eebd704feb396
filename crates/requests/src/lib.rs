//! Questions about decks and cards, and their answers.
//!
//! Each question is a request: a struct whose fields a front end fills in from a command line, from
//! JSON or from a call. [`Request::answer`] gives the answer, which is written as text for people
//! or as a document for scripts. Front ends know nothing of rules, odds or searches.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[macro_use(say, word)]
extern crate sleeve_data;

mod answer;
mod deck;
mod desk;
mod draw;
mod fields;
mod meeting;
mod messages;
mod odds;
mod play;
mod refusal;
mod values;

pub use answer::{Answer, AnswerStatus};
pub use deck::{DeckOptions, JudgeOptions};
pub use desk::Desk;
pub use draw::{DrawAnswer, DrawRequest};
pub use fields::{Part, Request, read_request};
pub use meeting::{MatchAnswer, MatchRequest};
pub use messages::RequestMessage;
pub use odds::{OddsAnswers, OddsRequest};
pub use play::{FirstTurn, PlayOptions};
pub use refusal::Refusal;
pub use values::{FromText, RefusedValue, TurnRange, Written};
