//! Deals and simulations by a seed, the same on every platform and for any number of threads.
//!
//! A [`Dealer`] deals single hands of numbered cards. [`simulate`] counts very many: abreast in lanes where hands are
//! drawn and then only grow, card by card otherwise. Both ways give equal numbers only on average; which one runs is part
//! of what a seed means. A [`Simulator`] asks questions of it, of all hands or of some chunks, whose counts add up.

mod dealer;
mod fast_simulator;
mod hands;
mod lanes;
mod outcome_table;
mod plain_simulator;
mod plan;
mod shuffle;
mod simulate;
mod simulator;

pub use crate::messages::DrawError;
pub use dealer::{DEALT_LIMIT, Dealer, DealtTable};
pub use hands::{OpeningsError, PlayerHand, deal_openings, deal_player_hand};
pub use plan::CARD_LIMIT;
pub use shuffle::{GENERATOR, Rng};
pub use simulate::{
    CHUNK, CONFIDENCE_95, KeepPolicy, Outcomes, SimulationRun, TRIAL_LIMIT, chunk_hands,
    mean_and_deviation, simulate, standard_errors, wilson,
};
pub use simulator::{DealingRunner, DrawResult, Simulator};
