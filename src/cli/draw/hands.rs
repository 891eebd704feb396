//! Hands dealt one by one.

use super::super::{Failure, RunStatus, Session};
use super::{DrawCommand, DrawRequest, PlayQuestion};
use crate::cli::messages::CliMessage;
use sleeve_language::{self as language, Slot};
use sleeve_odds::draw::{CARD_LIMIT, DEALT_LIMIT, Dealer, DealtTable, DrawError};
use sleeve_odds::{self as odds, AskError, DealtCards, Decision, MeasureQuestion, Question};
use sleeve_report::dealt::{Dealing, HandAnswer, HandMoment, HandView};
use sleeve_report::documents::draw::DealDocument;

/// A condition or measure bound to the table.
enum BoundQuestion {
    Condition(Question),
    Measure(MeasureQuestion),
}

impl DrawCommand {
    /// Deals hands and prints them.
    pub(super) fn deal(
        &self,
        session: &mut Session<'_>,
        whole: &DrawRequest<'_>,
    ) -> Result<RunStatus, Failure> {
        let table = &whole.stage.table;
        let exchangeable = table.exchanges.most != Some(0);
        if exchangeable && whole.keep.is_none() {
            return Err(session.refusal(CliMessage::NothingKept));
        }
        let (bound, rules) =
            self.bind_questions(whole).map_err(|error| whole.question_failure(session, &error))?;
        let hands = self.deal_hands(whole, &bound, rules.as_ref());
        let hands = hands.map_err(|error| whole.draw_failure(session, &error))?;
        let dealing = Dealing {
            model: &whole.model,
            generator: whole.generator(),
            seed: whole.seed,
            world: &whole.stage.world,
            hands,
        };
        session.print(
            self.output,
            |out, style, quiet| dealing.write(out, style, quiet),
            || DealDocument::new(&dealing),
        )?;
        Ok(RunStatus::Fine)
    }

    fn bind_questions(
        &self,
        whole: &DrawRequest<'_>,
    ) -> Result<(Vec<BoundQuestion>, Option<Question>), AskError> {
        let (world, table) = (&whole.stage.world, &whole.stage.table);
        let ask = |ask: &PlayQuestion| match ask {
            PlayQuestion::Condition(condition) => {
                let terms = odds::QuestionTerms { condition, given: None, keep: None };
                Question::new(world, table, terms).map(BoundQuestion::Condition)
            }
            PlayQuestion::Measure(measure) => {
                MeasureQuestion::new(world, table, measure, (None, None))
                    .map(BoundQuestion::Measure)
            }
        };
        let bound = whole.questions.iter().map(ask).collect::<Result<_, _>>()?;
        let looks = table.exchanges.most != Some(0) || table.allowed.is_some();
        let nothing = language::condition("count() >= 0", &whole.stage.scope).ok();
        let rules = nothing.as_ref().filter(|_| looks).map(|condition| {
            let terms = odds::QuestionTerms { condition, given: None, keep: whole.keep.as_ref() };
            Question::new(world, table, terms)
        });
        Ok((bound, rules.transpose()?))
    }

    fn deal_hands(
        &self,
        whole: &DrawRequest<'_>,
        bound: &[BoundQuestion],
        rules: Option<&Question>,
    ) -> Result<Vec<HandView>, DrawError> {
        let table = &whole.stage.table;
        let last = self.turn_range().1;
        let row_cards =
            table.row.iter().flat_map(|row| &row.cards).map(|(_, n)| u64::from(*n)).sum();
        for cards in [table.cards(), row_cards] {
            if cards > CARD_LIMIT {
                return Err(odds::OddsError::PileTooLarge { cards, limit: CARD_LIMIT }.into());
            }
        }
        let slots = |cards: &[(Slot, u32)]| -> Vec<usize> {
            let numbered = cards.iter().enumerate();
            numbered.flat_map(|(at, (_, n))| std::iter::repeat_n(at, *n as usize)).collect()
        };
        let pile = slots(&table.pile);
        let row = table.row.as_ref().map_or_else(Vec::new, |row| slots(&row.cards));
        let turns = table.turns_for(last).map_err(|error| match error {
            odds::TableError::Odds(error) => DrawError::Odds(error),
            other => DrawError::Table(Box::new(other)),
        })?;
        let deal = table.deal(turns, last);
        let dealer = Dealer::new(&deal, table.hands)?;
        dealer.check(self.hands, bound.len())?;
        let slot_of = |cards: &[usize], pile: &[usize]| -> Vec<usize> {
            cards.iter().filter_map(|card| pile.get(*card).copied()).collect()
        };
        let show = |number: u32| -> Result<HandView, DrawError> {
            let mut look = |exchanges: usize, hand: &[usize]| {
                let Some(rules) = rules else { return Ok(Decision::Keep(Vec::new())) };
                let hand = slot_of(hand, &pile);
                rules.decision(exchanges, &rules.count_opening(&hand))
            };
            let dealt = dealer.deal(whole.seed, u64::from(number), &mut look)?;
            Ok(view_hand(
                &dealt,
                &|cards| slot_of(cards, &pile),
                &|cards| slot_of(cards, &row),
                bound,
                whole,
            ))
        };
        let mut hands = Vec::new();
        let mut exchanged = 0u64;
        for number in 0..self.hands {
            let hand = show(number)?;
            exchanged += hand.exchanged.iter().map(|cards| cards.len() as u64 + 1).sum::<u64>();
            if exchanged > DEALT_LIMIT {
                let error = DrawError::TooManyCards { cards: exchanged, limit: DEALT_LIMIT };
                return Err(error);
            }
            hands.push(hand);
        }
        Ok(hands)
    }
}

type ToSlots<'a> = dyn Fn(&[usize]) -> Vec<usize> + 'a;

fn view_hand(
    dealt: &DealtTable,
    pile: &ToSlots<'_>,
    row: &ToSlots<'_>,
    bound: &[BoundQuestion],
    whole: &DrawRequest<'_>,
) -> HandView {
    let table = &whole.stage.table;
    let card = |slot: &usize| table.pile.get(*slot).map(|(slot, _)| slot.card);
    let cards = |slots: &[usize]| slots.iter().filter_map(card).collect::<Vec<_>>();
    let shown_row = dealt.others.first().map_or_else(Vec::new, |cards| row(cards));
    let row_card = |slot: &usize| {
        table.row.as_ref().and_then(|row| row.cards.get(*slot)).map(|(slot, _)| slot.card)
    };
    // Conditions read the hands of all partners as one pile, which comes last.
    let mut beside: Vec<Vec<usize>> = dealt.beside.iter().map(|cards| pile(cards)).collect();
    beside.push(dealt.partners.iter().flat_map(|cards| pile(cards)).collect());
    let moments = dealt.hands.iter().zip(&dealt.seen).map(|(hand, seen)| {
        let (hand, seen) = (pile(hand), pile(seen));
        let dealt = DealtCards { seen: &seen, hand: &hand, beside: &beside, row: &shown_row };
        let answer = |bound: &BoundQuestion| match bound {
            BoundQuestion::Condition(q) => HandAnswer::Truth(q.judge_cards(&dealt).condition),
            BoundQuestion::Measure(m) => HandAnswer::Value(m.value_of_cards(&dealt).0),
        };
        let answers = whole.questions.iter().zip(bound);
        let answers = answers.map(|(ask, bound)| (ask.text().to_owned(), answer(bound)));
        HandMoment { cards: cards(&hand), answers: answers.collect() }
    });
    HandView {
        moments: moments.collect(),
        exchanged: dealt.exchanged.iter().map(|hand| cards(&pile(hand))).collect(),
        bottom: dealt.bottom,
        other_piles: table
            .beside
            .iter()
            .zip(&dealt.beside)
            .map(|(named, dealt)| (named.name.clone(), cards(&pile(dealt))))
            .collect(),
        partners: dealt.partners.iter().map(|hand| cards(&pile(hand))).collect(),
        open_row: shown_row.iter().filter_map(row_card).collect(),
    }
}
