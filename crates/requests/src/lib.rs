//! Questions about decks and cards, and their answers.
//!
//! Each question is a request: a struct whose fields a front end fills in from a command line, from
//! JSON or from a call. [`Request::answer`] gives the answer, which is written as text for people
//! or as a document for scripts. Front ends know nothing of rules, odds or searches.

#[macro_use(say, word)]
extern crate sleeve_data;

#[macro_use]
mod fields;

mod answer;
mod cards;
mod check;
mod collection;
mod convert;
mod deck;
mod desk;
mod diff;
mod draw;
mod file;
mod games;
mod hand;
mod lint;
mod meeting;
mod messages;
mod odds;
mod opened_event;
mod pages;
mod play;
mod questions;
mod refusal;
mod rules;
mod seal;
mod seen;
mod show;
mod solving;
mod stats;
mod values;

pub use answer::{Answer, AnswerStatus};
pub use cards::{CardsAnswer, CardsRequest};
pub use check::{
    CheckAnswer, CheckQuestion, DeniedOutcome, EventOptions, ShrinkRequest, VerdictMessage,
};
pub use collection::CollectionMessage;
pub use convert::{ConvertMessage, ConvertRequest};
pub use deck::{
    DeckOptions, JudgeOptions, describe_unusable_deck, say_unusable_deck, say_unusable_decks,
};
pub use desk::Desk;
pub use diff::{DiffAnswer, DiffMessage, DiffRequest};
pub use draw::{DrawAnswer, DrawRequest};
pub use fields::{Request, RequestFields, RequestPart, read_fields, read_some_fields};
pub use file::FileAnswer;
pub use games::{find_format, open_games};
pub use hand::{DealtHand, HandRequest};
pub use lint::{LintAnswer, LintRequest, LintRequestMessage};
pub use meeting::{MatchAnswer, MatchRequest};
pub use messages::RequestMessage;
pub use odds::{OddsAnswers, OddsRequest};
pub use opened_event::OpenedEvent;
pub use pages::{MAX_PICTURED, PageMessage, ReportRequest, SheetRequest};
pub use play::{FirstTurn, PlayOptions};
pub use questions::{JsonQuestion, find_question};
pub use refusal::{DrawnRefusal, Refusal};
pub use rules::{RulesAnswer, RulesRequest};
pub use seal::{SealAnswer, SealRequest};
pub use seen::SeenGames;
pub use show::{ShowAnswer, ShowRequest};
pub use solving::{
    BuildRequest, FixRequest, LikeDecks, Objectives, SolveMessage, SolvedDecks, say_shipped_decks,
};
pub use stats::{DeckNumbers, StatsAnswer, StatsQuestion};
pub use values::{FromText, MAX_SECONDS, RefusedValue, TextValue, TurnRange};
