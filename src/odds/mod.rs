//! Exact probabilities: cards that a condition cannot tell apart form a class, and vectors of class
//! counts are counted instead of hands, in whole numbers with one division at the end.

mod budget;
mod capped;
mod count;
mod deal;
mod error;
mod exact;
mod fraction;
mod layout;
mod mulligan;
mod opening;
mod piles_read;
mod question;
mod setup;
mod table;
mod tally;
mod turns;
mod vary;

pub use crate::language::Truth;
pub use crate::model::Exchange;
pub use budget::{Budget, CLASS_LIMIT, DRAW_LIMIT, HAND_LIMIT, WORK_LIMIT};
pub use count::binomial;
pub use deal::{Deal, Views};
pub use error::OddsError;
pub use exact::probability;
pub use fraction::Fraction;
pub use layout::{AskError, HAND, ROW, SEEN};
pub use mulligan::{Decision, Exchanges, Keep, Procedure, Tree, mulligan};
pub use opening::{OpeningError, opening};
pub use question::{Asked, Measured, Question, Value, with_candidate};
pub use setup::{Pile, Setup, Source, VECTOR_LIMIT, vectors};
pub use table::{Limit, MulliganOptions, Row, Table, TableError, TableOptions, exchanges};
pub use tally::{Answer, Judgement};
pub use turns::{Action, Leaving, Moment, Recycle, TURN_LIMIT, TurnDraw, Turns, moments};
pub use vary::{Copies, fewest, vary};

pub(crate) use count::Uncounted;
pub(crate) use setup::Walk;
