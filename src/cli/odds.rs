//! `sleeve odds`: how likely a draw satisfies a condition, exactly.

use super::{Failure, Session, arguments::OutputArgs};
use clap::Args;
use sleeve_requests::{AnswerStatus, OddsRequest};

/// Compute the exact probability of an opening hand
#[derive(Args, Debug)]
#[command(override_usage = "sleeve odds [OPTIONS] <DECK>... <CONDITION>...\n       \
        sleeve odds [OPTIONS] --pile <CLASSES> <CONDITION>...")]
#[command(after_help = "Examples:
  sleeve odds deck.toml 'count(level:0) >= 1'
  sleeve odds deck.toml 'any(effect:draw)' --turns 1..6
  sleeve odds --pile 'lands=24,other=36' --draw 7 'count(lands) >= 2'

More examples:
  sleeve odds decks/starfighter/la-meute-d-ares.toml 'count(level:0) >= 1'
  sleeve odds decks/star-realms/duel.toml --seat 2 'sum(trade) >= min(cost) in row'
  sleeve odds --pile 'lands=24,elves=8,other=28' --draw 7 'count(lands) >= 2' 'count(elves) >= 1'
  sleeve odds --pile 'elves=4,other=56' --draw 7 --at-least 0.9 --vary elves 'count(elves) >= 1'
  sleeve odds --pile 'combo=4,other=56' --draw 7 --mulligan london 'count(combo) >= 1'
  sleeve odds --pile 'lands=24,other=36' --draw 7 --mulligan london --policy 'count(lands) >= 3'
  sleeve odds --pile 'elves=4,other=56' --draw 7 --until 'count(elves) >= 1'
  sleeve odds --pile 'aces=4,other=48' --draw 13 --seen 30/100 'count(aces) >= 2'

A condition reads the hand. `seen` is everything drawn so far, without cards put back under the pile;
`row` is the open cards. You can also read the zones of the deck:
'count(type:hero) >= 1 and min(launch) in ships <= energy'.

If a list does not mark its starting cards, sleeve sets aside those that are certain. Name the others
with --set-aside.")]
pub struct OddsCommand {
    /// Deck (unless --pile), then conditions
    ///
    /// You can also ask for a measure, such as 'sum(destiny)': it gives a distribution.
    #[arg(value_name = "DECK|CONDITION", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    request: OddsRequest,
    #[command(flatten)]
    output: OutputArgs,
}

impl OddsCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let mut request = self.request.clone();
        (request.decks, request.conditions) = request.play.split_words(session, &self.words);
        session.answer(&request, self.output)
    }
}
