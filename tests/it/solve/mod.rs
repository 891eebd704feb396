//! The solver: repairs of every illegal twin, against exhaustive search on small formats, and what
//! the commands say of it.

mod build;
mod by_cases;
mod exhaustive;
mod fix;
mod identities;
mod implied;
mod near_cards;
mod outset;
mod played_together;
mod restated;
mod sensible;
mod several_decks;
mod states;
mod suggested;
mod toy;
mod twins;
