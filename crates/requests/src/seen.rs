//! How often conditions were seen in games: counts, or a file of the hands that were dealt.

use crate::odds::Questioner;
use crate::play::PlayQuestion;
use crate::{Desk, FromText, Refusal, RefusedValue, RequestMessage};
use sleeve_data::model::{CardIndex, Lang, fold};
use sleeve_decks::MAX_BYTES;
use sleeve_language::{Condition, Truth};
use sleeve_odds::{
    AskError, DealtCards, Fairness, HAND, OddsError, SEEN, SeenCount, TurnState, correct_for_all,
};
use sleeve_report::odds::{ModelCards, OddsAnswer};
use std::path::{Path, PathBuf};

/// In how many games a condition was seen, written as `101/126`, or a file with a hand on each
/// line.
#[derive(Clone, Debug)]
pub enum SeenGames {
    Count(SeenCount),
    Hands(PathBuf),
}

impl FromText for SeenGames {
    fn from_text(text: &str) -> Result<SeenGames, RefusedValue> {
        let numbers = text.split_once('/').map(|(hits, games)| (hits.parse(), games.parse()));
        match numbers {
            Some((Ok(hits), Ok(games))) if hits <= games && games > 0 => {
                Ok(SeenGames::Count(SeenCount { least: hits, most: hits, games }))
            }
            Some((Ok(_), Ok(_))) => {
                Err(RefusedValue::from(word!("write HITS/GAMES, such as 101/126")))
            }
            _ => Ok(SeenGames::Hands(PathBuf::from(text))),
        }
    }
}

impl Questioner<'_> {
    /// Adds to each answer what chance alone makes of the games in which it was seen.
    pub(crate) fn compare_with_games(
        &self,
        desk: &mut dyn Desk,
        asks: &[PlayQuestion],
        moment: Option<&TurnState>,
        answers: &mut [OddsAnswer],
    ) -> Result<(), Refusal> {
        let mut conditions = Vec::new();
        for ask in asks {
            let PlayQuestion::Condition(condition) = ask else {
                return Err(RequestMessage::SeenOfWhat.into());
            };
            conditions.push(condition);
        }
        let mut found = Vec::new();
        for (seen, answer) in
            self.count_games(desk, &conditions, moment)?.into_iter().zip(&*answers)
        {
            found.push(match answer.chances().next() {
                Some((_, chance)) => {
                    Some(Fairness::new(seen, chance, &self.budget).map_err(AskError::from)?)
                }
                None => None,
            });
        }
        correct_for_all(&mut found);
        for (answer, fairness) in answers.iter_mut().zip(found) {
            answer.fairness = fairness;
        }
        Ok(())
    }

    /// The games of each condition.
    fn count_games(
        &self,
        desk: &mut dyn Desk,
        conditions: &[&Condition],
        moment: Option<&TurnState>,
    ) -> Result<Vec<SeenCount>, Refusal> {
        let mut counts = Vec::new();
        for seen in &self.odds.seen {
            match &seen.0 {
                SeenGames::Count(count) => counts.push(*count),
                SeenGames::Hands(path) if self.odds.seen.len() == 1 => {
                    let hands = self.read_hands(desk, path, conditions, moment)?;
                    for condition in conditions {
                        counts.push(self.count_hands(condition, &hands)?);
                    }
                }
                SeenGames::Hands(_) => return Err(RequestMessage::SeenOfWhat.into()),
            }
        }
        if counts.len() != conditions.len() {
            return Err(RequestMessage::SeenOfWhat.into());
        }
        Ok(counts)
    }

    /// Counts the hands that satisfy a condition, of those with the given one.
    fn count_hands(
        &self,
        condition: &Condition,
        hands: &[Vec<usize>],
    ) -> Result<SeenCount, AskError> {
        let question = self.bind_condition(&self.table.world(), condition)?;
        let mut count = SeenCount::default();
        for hand in hands {
            let dealt = DealtCards { seen: hand, hand, ..DealtCards::default() };
            let judged = question.judge_cards(&dealt);
            match judged.given {
                Truth::True => {}
                Truth::False => continue,
                Truth::Unknown => return Err(OddsError::UndecidedGiven.into()),
            }
            count.games += 1;
            count.least += u32::from(judged.condition == Truth::True);
            count.most += u32::from(judged.condition != Truth::False);
        }
        Ok(count)
    }

    /// Reads a file of hands: one on each line, with `;` or commas between its cards. Each card is
    /// its position in the pile.
    fn read_hands(
        &self,
        desk: &mut dyn Desk,
        path: &Path,
        conditions: &[&Condition],
        moment: Option<&TurnState>,
    ) -> Result<Vec<Vec<usize>>, Refusal> {
        let table = &self.table.table;
        let mut piles = conditions.iter().copied().chain(self.given).flat_map(Condition::piles);
        let is_in_hand = |pile: &String| {
            [HAND, SEEN].contains(&pile.as_str()) || table.zones.iter().any(|zone| zone.0 == *pile)
        };
        let size = match moment {
            Some(moment) if moment.hand == moment.seen => moment.hand as usize,
            _ => return Err(RequestMessage::SeenInHands.into()),
        };
        if table.exchanges.most != Some(0) || !piles.all(is_in_hand) {
            return Err(RequestMessage::SeenInHands.into());
        }
        let bytes = desk.read_file(path, MAX_BYTES)?;
        let path = path.display().to_string();
        let mut hands = Vec::new();
        for (line, text) in (1..).zip(String::from_utf8_lossy(&bytes).lines()) {
            let text = text.trim_start_matches('\u{feff}').trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let hand = self.read_hand(text).map_err(|card| {
                let path = path.clone();
                RequestMessage::NoCardOfPile { path, line, card: card.to_owned() }
            })?;
            if hand.len() != size {
                let cards = hand.len();
                return Err(RequestMessage::WrongHand { path, line, cards, size }.into());
            }
            hands.push(hand);
        }
        if hands.is_empty() {
            return Err(RequestMessage::WrongHand { path, line: 1, cards: 0, size }.into());
        }
        Ok(hands)
    }

    /// The positions of a hand's cards.
    ///
    /// # Errors
    /// The text of a card that the pile does not have, or not so often, or that could be several.
    fn read_hand<'t>(&self, text: &'t str) -> Result<Vec<usize>, &'t str> {
        let mut left: Vec<u32> = self.table.table.pile.iter().map(|(_, copies)| *copies).collect();
        let mut hand = Vec::new();
        for cell in text.split(if text.contains(';') { ';' } else { ',' }) {
            let cell = cell.trim().trim_matches('"');
            let (copies, slots) = self.find_card(cell).ok_or(cell)?;
            let before = hand.len();
            for slot in slots {
                while hand.len() - before < copies && left.get(slot).is_some_and(|left| *left > 0) {
                    left[slot] -= 1;
                    hand.push(slot);
                }
            }
            if hand.len() - before < copies {
                return Err(cell);
            }
        }
        Ok(hand)
    }

    /// The number of copies and the positions in the pile that a text such as `2x Luke` names.
    /// `None` if it names no card of the pile, or several.
    fn find_card(&self, cell: &str) -> Option<(usize, Vec<usize>)> {
        let slots = self.find_slots(cell);
        if !slots.is_empty() {
            return self.is_one_card(&slots).then_some((1, slots));
        }
        let (count, name) = cell.split_once(' ')?;
        let slots = self.find_slots(name);
        let copies = count.trim_end_matches(['x', 'X', '×']).parse().ok()?;
        (!slots.is_empty() && self.is_one_card(&slots)).then_some((copies, slots))
    }

    fn is_one_card(&self, slots: &[usize]) -> bool {
        let pile = &self.table.table.pile;
        let mut cards = slots.iter().filter_map(|slot| pile.get(*slot)).map(|(slot, _)| slot.card);
        let first = cards.next();
        cards.all(|card| Some(card) == first)
    }

    /// The positions of the cards with this id, otherwise of those with this name.
    fn find_slots(&self, word: &str) -> Vec<usize> {
        let key = fold::key(word);
        let by_id = self.filter_slots(|card| match &self.table.cards {
            ModelCards::Deck { catalog, .. } => fold::has_key(catalog.cards.card(card).id(), &key),
            ModelCards::Pile(_) => false,
        });
        if !by_id.is_empty() {
            return by_id;
        }
        self.filter_slots(|card| match &self.table.cards {
            ModelCards::Deck { catalog, .. } => {
                catalog.cards.card(card).names().any(|(_, name, _)| fold::key(name) == key)
            }
            cards => fold::key(&cards.name(card, Lang::En)) == key,
        })
    }

    fn filter_slots(&self, is_meant: impl Fn(CardIndex) -> bool) -> Vec<usize> {
        let pile = self.table.table.pile.iter().enumerate();
        let known = pile.filter(|(_, (slot, _))| slot.card != CardIndex::STRANGER);
        known.filter(|(_, (slot, _))| is_meant(slot.card)).map(|(at, _)| at).collect()
    }
}
