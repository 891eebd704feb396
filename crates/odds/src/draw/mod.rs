//! Dealing and simulating: seeded hands, the same on every platform and for any number of threads.

mod by_hand;
mod dealer;
mod fast;
mod lanes;
mod messages;
mod openings;
mod outcome_table;
mod plain;
mod plan;
mod rng;
mod shuffle;
mod simulate;
mod statistics;

pub use by_hand::{ByHand, by_hand};
pub use dealer::{DEALT_LIMIT, Dealer, DealtTable};
pub use messages::DrawError;
pub use openings::{OpeningsError, openings};
pub use plan::CARD_LIMIT;
pub use rng::{GENERATOR, Rng};
pub use simulate::{CHUNK, KeepPolicy, Outcomes, SimulationRun, TRIAL_LIMIT, simulate};
pub use statistics::{CONFIDENCE_95, mean_and_deviation, standard_errors, wilson};
