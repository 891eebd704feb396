//! `sleeve draw`: opening hands dealt as at the table, or very many of them counted.

use super::{Failure, Session, arguments::OutputArgs};
use clap::Args;
use sleeve_requests::{AnswerStatus, DrawRequest};

/// Deal opening hands, or simulate millions
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve draw deck.toml --hands 3 --seed 7
  sleeve draw deck.toml 'count(level:0) >= 1' --turns 1..4
  sleeve draw deck.toml 'any(effect:draw)' --trials 1000000

More examples:
  sleeve draw decks/starfighter/la-meute-d-ares.toml
  sleeve draw decks/star-realms/duel.toml --seat 2 --hands 3 --seed 7
  sleeve draw --pile 'lands=24,other=36' --draw 7 'count(lands)' --trials 1000000

A measure among the conditions gives a distribution. sleeve prints the seed, so that you can repeat
any deal with --seed.

If a list does not mark its starting cards, sleeve sets aside those that are certain. Name the others
with --set-aside.")]
pub struct DrawCommand {
    /// Deck (unless --pile), then conditions
    ///
    /// You can also ask for a measure, such as 'sum(destiny)': it gives a distribution.
    #[arg(value_name = "DECK|CONDITION")]
    words: Vec<String>,
    #[command(flatten)]
    request: DrawRequest,
    #[command(flatten)]
    output: OutputArgs,
}

impl DrawCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let mut request = self.request.clone();
        (request.deck, request.conditions) = request.play.split_deck(&self.words);
        session.answer(&request, self.output)
    }
}
