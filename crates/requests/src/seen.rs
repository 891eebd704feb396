//! How often conditions were seen in games: counts, or a file of the hands that were dealt.

use crate::{
    Desk, FromText, Refusal, RefusedValue, RequestMessage, TextValue, odds::Questioner,
    play::PlayQuestion,
};
use sleeve_data::model::{CardIndex, Lang, fold};
use sleeve_decks::MAX_BYTES;
use sleeve_language::Truth;
use sleeve_odds::{
    AskError, DealtCards, Fairness, HAND, OddsError, SEEN, SeenCount, correct_for_all,
};
use sleeve_report::odds::{ModelCards, OddsAnswer};
use std::{
    iter,
    path::{Path, PathBuf},
};

/// In how many games a condition was seen, written as `101/126`, or a file with a hand on each
/// line.
#[derive(Clone, Debug)]
pub enum SeenGames {
    Count(SeenCount),
    Hands(PathBuf),
}

impl FromText for SeenGames {
    fn from_text(text: &str) -> Result<SeenGames, RefusedValue> {
        let numbers = text
            .split_once('/')
            .map(|(hits, games)| (hits.parse(), games.parse()));
        Ok(match numbers {
            Some((Ok(hits), Ok(games))) => {
                SeenGames::Count(SeenCount { least: hits, most: hits, games })
            }
            _ => SeenGames::Hands(PathBuf::from(text)),
        })
    }
}

impl Questioner<'_> {
    /// Adds to each answer what chance alone makes of the games in which it was seen.
    pub(crate) fn compare_with_games(
        &self,
        desk: &mut dyn Desk,
        asks: &[PlayQuestion],
        answers: &mut [OddsAnswer],
    ) -> Result<(), Refusal> {
        let counts = self.count_games(desk, asks)?;
        let mut found = Vec::new();
        for (seen, answer) in counts.into_iter().zip(&*answers) {
            if let Some(error) = answer.refusal() {
                return Err(error.clone().into());
            }
            for (_, chance) in answer.chances() {
                let fairness = Fairness::new(seen, chance, &self.budget);
                found.push(fairness.map_err(AskError::from)?);
            }
        }
        correct_for_all(&mut found);
        for (answer, fairness) in answers.iter_mut().zip(found) {
            answer.fairness = Some(fairness);
        }
        Ok(())
    }

    /// The games of each question, all of which are conditions.
    fn count_games(
        &self,
        desk: &mut dyn Desk,
        asks: &[PlayQuestion],
    ) -> Result<Vec<SeenCount>, Refusal> {
        let mut counts = Vec::new();
        for TextValue(seen) in &self.odds.seen {
            match seen {
                SeenGames::Count(count) => counts.push(*count),
                SeenGames::Hands(path) => {
                    let hands = self.read_hands(desk, path)?;
                    for ask in asks {
                        counts.push(self.count_hands(ask, &hands)?);
                    }
                }
            }
        }
        if counts.len() != asks.len() || asks.iter().any(PlayQuestion::is_measure) {
            return Err(RequestMessage::SeenOfWhat.into());
        }
        if counts
            .iter()
            .any(|count| count.games == 0 || count.most > count.games)
        {
            return Err(RequestMessage::SeenInNoGames.into());
        }
        Ok(counts)
    }

    /// Counts the hands that satisfy a condition, of those with the given one.
    fn count_hands(&self, ask: &PlayQuestion, hands: &[Vec<usize>]) -> Result<SeenCount, Refusal> {
        let PlayQuestion::Condition(condition) = ask else {
            return Err(RequestMessage::SeenOfWhat.into());
        };
        let given = self.given.map_or(&[][..], |given| given.piles());
        if condition
            .piles()
            .iter()
            .chain(given)
            .any(|pile| pile != HAND && pile != SEEN)
        {
            return Err(RequestMessage::SeenInHands.into());
        }
        let question = self.bind_condition(&self.table.world(), condition)?;
        let mut count = SeenCount::default();
        for hand in hands {
            let dealt = DealtCards { seen: hand, hand, ..DealtCards::default() };
            let judged = question.judge_cards(&dealt);
            match judged.given {
                Truth::True => {}
                Truth::False => continue,
                Truth::Unknown => return Err(AskError::from(OddsError::UndecidedGiven).into()),
            }
            count.games += 1;
            count.least += u32::from(judged.condition == Truth::True);
            count.most += u32::from(judged.condition != Truth::False);
        }
        Ok(count)
    }

    /// Reads a file of hands: one on each line, with `;` or commas between its cards. Each card is
    /// its position in the pile.
    fn read_hands(&self, desk: &mut dyn Desk, path: &Path) -> Result<Vec<Vec<usize>>, Refusal> {
        if self.last > 0 || self.table.table.exchanges.most != Some(0) {
            return Err(RequestMessage::SeenInHands.into());
        }
        let size = self.table.table.hand as usize;
        let bytes = desk.read_file(path, MAX_BYTES)?;
        let mut hands = Vec::new();
        for (line, text) in (1..).zip(String::from_utf8_lossy(&bytes).lines()) {
            let text = text.trim_start_matches('\u{feff}').trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let hand = self.read_hand(text).filter(|hand| hand.len() == size);
            hands.push(hand.ok_or_else(|| RequestMessage::NoHand {
                path: path.display().to_string(),
                line,
                size,
            })?);
        }
        Ok(hands)
    }

    /// The positions of a hand's cards; `None` if one is no card of the pile, is there more often,
    /// or could be several.
    fn read_hand(&self, text: &str) -> Option<Vec<usize>> {
        let pile = &self.table.table.pile;
        let mut left: Vec<u32> = pile.iter().map(|(_, copies)| *copies).collect();
        let mut hand = Vec::new();
        for cell in text.split(if text.contains(';') { ';' } else { ',' }) {
            let (mut copies, card) = self.find_copies(cell.trim().trim_matches('"'))?;
            for (at, left) in left.iter_mut().enumerate() {
                let taken = if pile[at].0.card == card { copies.min(*left) } else { 0 };
                hand.extend(iter::repeat_n(at, taken as usize));
                (*left, copies) = (*left - taken, copies - taken);
            }
            if copies > 0 {
                return None;
            }
        }
        Some(hand)
    }

    /// The card that a text such as `Luke` or `2x Luke` names, with the number of copies.
    fn find_copies(&self, cell: &str) -> Option<(u32, CardIndex)> {
        if let Some(card) = self.find_card(cell) {
            return Some((1, card));
        }
        let (count, name) = cell.split_once(' ')?;
        Some((count.trim_end_matches(['x', 'X', '×']).parse().ok()?, self.find_card(name)?))
    }

    /// The card of the pile with this id or name; `None` if several have the name.
    fn find_card(&self, word: &str) -> Option<CardIndex> {
        let key = fold::key(word);
        let mut named = None;
        for (slot, _) in &self.table.table.pile {
            let (card, is_named) = match &self.table.cards {
                _ if slot.card == CardIndex::STRANGER => continue,
                ModelCards::Deck { catalog, .. } => {
                    let card = catalog.cards.card(slot.card);
                    if fold::has_key(card.id(), &key) {
                        return Some(slot.card);
                    }
                    (slot.card, card.names().any(|(_, name, _)| fold::key(name) == key))
                }
                classes => (slot.card, fold::key(&classes.name(slot.card, Lang::En)) == key),
            };
            if is_named && named.replace(card).is_some_and(|other| other != card) {
                return None;
            }
        }
        named
    }
}
