//! Conditions and measures asked of a table.

use super::bound_questions::BoundQuestions;
use super::budget::Budget;
use super::deal::Deal;
use super::distribution::Distribution;
use super::distribution::OrderedQuantity;
use super::first_time::{FirstTime, find_first_time};
use super::layout::{HAND, ROW, SEEN};
use super::messages::{AskError, OddsError};
use super::mulligan::{Decision, Decisions, HandDecider, Keep, OpeningHands, Tree};
use super::numbers::Fraction;
use super::pile_reads::PileReader;
use super::registers;
use super::table::{GameTable, TableOptions};
use super::tally::{Judgement, Probability};
use sleeve_data::model::{Deck, Lens};
use sleeve_language::{Condition, Filter, LanguageError, Measure, Truth, World, condition};
use sleeve_rules::{FormatLegality, PreparedFormat};
use thiserror::Error;

/// What is asked.
#[derive(Clone, Copy)]
pub struct QuestionTerms<'a> {
    pub condition: &'a Condition,
    pub given: Option<&'a Condition>,
    /// Which opening hands are kept; `None`: those that are best for the condition.
    pub keep: Option<&'a HandsKept>,
}

/// Conditions on opening hands as they were drawn.
#[derive(Clone, Debug, Default)]
pub struct HandsKept {
    /// Each with the number of cards that stay in the hands it is about; `None`: all of which no
    /// other speaks. Several of one size are about the hands of that size one after the other, the
    /// last about all that follow.
    pub conditions: Vec<(Option<u32>, Condition)>,
}

impl HandsKept {
    /// The same condition for all hands.
    pub fn all(condition: Condition) -> HandsKept {
        HandsKept { conditions: vec![(None, condition)] }
    }

    /// Which condition the hands between which there is a choice must satisfy, by their numbers of
    /// cards in the order in which they are drawn; `None`: all are kept.
    pub fn conditions_by_stage(&self, sizes: &[u32]) -> Vec<Option<usize>> {
        let about = |size: Option<u32>| -> Vec<usize> {
            let all = self.conditions.iter().enumerate();
            all.filter(|(_, (of, _))| *of == size).map(|(at, _)| at).collect()
        };
        let condition = |(stage, size): (usize, &u32)| {
            let before = sizes[..stage].iter().filter(|other| *other == size).count();
            let mine = about(Some(*size));
            mine.get(before).or(mine.last()).copied().or_else(|| about(None).last().copied())
        };
        sizes.iter().enumerate().map(condition).collect()
    }

    /// The sizes that are spoken of and of which there is no hand.
    pub fn sizes_without_hand(&self, sizes: &[u32]) -> Vec<u32> {
        let named = self.conditions.iter().filter_map(|(size, _)| *size);
        named.filter(|size| !sizes.contains(size)).collect()
    }
}

/// A condition bound to a table, ready to be counted or simulated.
pub struct Question {
    bound: BoundQuestions,
}

impl Question {
    /// Asks a condition of a table.
    pub fn new(
        world: &World<'_>,
        table: &GameTable,
        asked: QuestionTerms<'_>,
    ) -> Result<Question, AskError> {
        Question::with_others(world, table, asked, &[])
    }

    /// The same, told in classes in which other conditions and measures can be asked, too.
    pub fn with_others(
        world: &World<'_>,
        table: &GameTable,
        asked: QuestionTerms<'_>,
        others: &[PileReader<'_>],
    ) -> Result<Question, AskError> {
        let asks = [&[PileReader::Condition(asked.condition)], others].concat();
        Ok(Question { bound: BoundQuestions::new(world, table, &asks, asked.given, asked.keep)? })
    }

    /// The deal in classes at some turn; 0 is the opening hand.
    pub fn deal(&self, turn: u32) -> Result<Deal, AskError> {
        self.bound.deal(turn)
    }

    /// What holds of a draw of these class counts.
    pub fn judge(&self, counts: &[u32]) -> Judgement {
        self.bound.judge(0, counts)
    }

    /// What holds of cards that were dealt, each given by its position in [`GameTable::pile`] or in the
    /// row's cards.
    pub fn judge_cards(&self, cards: &super::layout::DealtCards<'_>) -> Judgement {
        self.judge(&self.bound.layout.count_cards(cards))
    }

    /// The class counts of an opening hand, each card given by its position in [`GameTable::pile`].
    pub fn count_opening(&self, hand: &[usize]) -> Vec<u32> {
        let classes = self.bound.layout.classes();
        let mut counts = vec![0; self.bound.layout.deal.pile.len()];
        for class in hand.iter().filter_map(|slot| classes.get(*slot)) {
            counts[*class] += 1;
        }
        counts
    }

    /// What was said of an opening hand of these class counts after so many exchanges: the rules send it
    /// back, it is exchanged, or it is kept, as is every hand of which nothing was said.
    ///
    /// # Errors
    /// When that depends on unknown facts.
    pub fn decision(&self, exchanges: usize, counts: &[u32]) -> Result<Decision, OddsError> {
        self.bound.opening_decision(exchanges, counts)
    }

    /// The exact probability at some turn; 0 is the opening hand.
    pub fn probability(&self, turn: u32) -> Result<Probability, AskError> {
        self.probability_on_budget(turn, &Budget::new())
    }

    /// The same counted class by class, even where another way takes less time; `None` where that way
    /// does not lead there.
    pub fn probability_by_class(&self, turn: u32) -> Option<Result<Probability, AskError>> {
        let (deal, budget) = (self.deal(turn).ok()?, Budget::new());
        let asks = registers::BoundQuery { asked: 0, given: self.bound.given };
        let spending = self.bound.spending(&budget);
        let counted = registers::probability(&self.bound.layout, &deal, asks, spending);
        counted.filter(|_| !deal.exchangeable()).map(|found| found.map_err(AskError::from))
    }

    /// The same, with no more work than is left.
    pub fn probability_on_budget(
        &self,
        turn: u32,
        budget: &Budget,
    ) -> Result<Probability, AskError> {
        self.bound.probability(0, &self.deal(turn)?, budget, None)
    }

    /// The mulligan worked out at some turn, with no more work than is left.
    pub fn tree_on_budget(&self, turn: u32, budget: &Budget) -> Result<Tree, AskError> {
        self.bound.tree(0, turn, budget, None)
    }

    /// The probability of this condition (0) or another one at some turn, hands being kept as was
    /// decided.
    pub(crate) fn probability_with_decisions(
        &self,
        at: usize,
        turn: u32,
        decisions: &Decisions,
        budget: &Budget,
    ) -> Result<Probability, AskError> {
        self.bound.probability(at, &self.deal(turn)?, budget, Some(Keep::As(decisions)))
    }

    /// The distribution of one of the other measures, hands being kept as was decided.
    pub(crate) fn distribution_with_decisions(
        &self,
        at: usize,
        turn: u32,
        decisions: &Decisions,
        budget: &Budget,
    ) -> Result<Distribution, AskError> {
        self.bound.distribution(at, turn, budget, Some(decisions))
    }

    /// The opening hands at some turn with what follows each, with no more work than is left.
    pub fn openings(&self, turn: u32, budget: &Budget) -> Result<OpeningHands, AskError> {
        let deal = self.deal(turn)?;
        self.bound.with_hand_rules(Some(Keep::Best), |rules| {
            let mut judge = |counts: &[u32]| self.judge(counts);
            let spending = self.bound.spending(budget);
            Ok(deal.openings_on_budget(rules.allowed, spending, &mut judge)?)
        })
    }

    /// Its opening hands at some turn, to be looked at one by one as they are dealt, where all kinds of
    /// them are too many.
    pub fn one_by_one(&self, turn: u32) -> Result<DealtOneByOne<'_>, AskError> {
        let deal = self.deal(turn)?;
        let hands = deal.hand_decider(self.bound.layout.effort)?;
        Ok(DealtOneByOne { question: self, deal, hands })
    }

    /// Whether the best play can be worked out, told, and followed for so many other questions, with no
    /// more work than is left.
    pub(crate) fn tree_fits(
        &self,
        turn: u32,
        others: usize,
        budget: &Budget,
    ) -> Result<(), AskError> {
        let (best, known) =
            (self.bound.tree_steps(turn, false)?, self.bound.tree_steps(turn, true)?);
        let others = known.saturating_mul(others as u128);
        Ok(budget.check(best.saturating_add(others))?)
    }

    /// The number that one of the other measures has for an opening hand of these class counts.
    pub(crate) fn measure_of_opening(&self, at: usize, counts: &[u32]) -> OrderedQuantity {
        self.bound.layout.value_of_opening(at, counts)
    }

    /// The class of every card of [`GameTable::pile`].
    pub fn classes(&self) -> &[usize] {
        self.bound.layout.classes()
    }

    /// When the condition holds for the first time, in the turns up to one; what is done with opening
    /// hands is worked out for the condition at that turn.
    pub fn until_on_budget(&self, turn: u32, budget: &Budget) -> Result<FirstTime, AskError> {
        let deal = self.deal(turn)?;
        let tree =
            if deal.exchangeable() { Some(self.tree_on_budget(turn, budget)?) } else { None };
        let spending = (budget, self.bound.layout.effort);
        Ok(find_first_time(&deal, tree.as_ref(), spending, &mut |counts| self.judge(counts))?)
    }

    /// Whether another question has the same answers at every turn: cards and conditions are alike
    /// in classes.
    pub fn is_same_as(&self, other: &Question) -> bool {
        self.bound.layout.is_same_as(&other.bound.layout)
    }

    /// The probability at some turn by the number of cards that match a filter, others making room
    /// for them; see [`vary`].
    pub fn copies(
        &self,
        world: &World<'_>,
        filter: &Filter,
        turn: u32,
        enough: Option<(&Fraction, usize)>,
        budget: &Budget,
    ) -> Result<Vec<CopiesOdds>, AskError> {
        let varied = self.bound.layout.find_varied(world, &self.bound.table, filter)?;
        let deal = self.deal(turn)?;
        vary(&deal.pile, varied, enough, &mut |classes| {
            let varied = Deal { pile: classes.to_vec(), ..deal.clone() };
            self.bound.probability(0, &varied, budget, None)
        })
    }
}

/// Opening hands that are looked at as they are dealt: whether they stay, is said; which of their cards
/// do not, is best for the condition.
pub struct DealtOneByOne<'q> {
    question: &'q Question,
    deal: Deal,
    hands: HandDecider,
}

impl DealtOneByOne<'_> {
    /// What is done with a hand of these class counts after so many exchanges.
    ///
    /// # Errors
    /// When that depends on unknown facts.
    pub fn decide(&self, exchanges: usize, counts: &[u32]) -> Result<Decision, OddsError> {
        let keep = match self.question.decision(exchanges, counts)? {
            Decision::Redraw => return Ok(Decision::Redraw),
            said => matches!(said, Decision::Keep(_)),
        };
        let mut judge = |counts: &[u32]| self.question.judge(counts);
        Ok(self.hands.decide(exchanges, counts, keep, &mut self.deal.judge_views(&mut judge)))
    }
}

/// Adds a card that the pile does not hold, so that a filter which matches nothing there can be
/// varied from none on.
pub fn with_candidate(world: &World<'_>, table: &GameTable, filter: &Filter) -> GameTable {
    let mut table = table.clone();
    let zone: Option<std::sync::Arc<str>> =
        table.from.first().map(|zone| std::sync::Arc::from(zone.as_str()));
    let matches = |card| filter.test(world, card, zone.as_deref()) == Truth::True;
    if !table.pile.iter().any(|(slot, _)| matches(slot.card)) {
        let mut cards = world.catalog.cards.iter().map(|card| card.index());
        if let Some(card) = cards.find(|card| matches(*card)) {
            table.pile.push((sleeve_language::Slot { card, zone: zone.clone() }, 0));
        }
    }
    table
}

/// A measure bound to a table, ready to be counted or simulated.
pub struct MeasureQuestion {
    bound: BoundQuestions,
}

impl MeasureQuestion {
    /// Asks a measure of a table.
    pub fn new(
        world: &World<'_>,
        table: &GameTable,
        measure: &Measure,
        (given, keep): (Option<&Condition>, Option<&HandsKept>),
    ) -> Result<MeasureQuestion, AskError> {
        let asks = [PileReader::Measure(measure)];
        Ok(MeasureQuestion { bound: BoundQuestions::new(world, table, &asks, given, keep)? })
    }

    /// The deal in classes at some turn; 0 is the opening hand.
    pub fn deal(&self, turn: u32) -> Result<Deal, AskError> {
        self.bound.deal(turn)
    }

    /// The measure of cards that were dealt; see [`Question::judge_cards`].
    pub fn value_of_cards(&self, cards: &super::layout::DealtCards<'_>) -> OrderedQuantity {
        self.value(&self.bound.layout.count_cards(cards))
    }

    /// The measure of a draw of these class counts.
    pub fn value(&self, counts: &[u32]) -> OrderedQuantity {
        self.bound.layout.value(0, counts)
    }

    /// The same, unless what is given certainly does not hold.
    pub fn value_given(&self, counts: &[u32]) -> Option<OrderedQuantity> {
        (self.bound.given(counts) != Truth::False).then(|| self.value(counts))
    }

    /// See [`Question::decision`].
    ///
    /// # Errors
    /// When that depends on unknown facts.
    pub fn decision(&self, exchanges: usize, counts: &[u32]) -> Result<Decision, OddsError> {
        self.bound.opening_decision(exchanges, counts)
    }

    /// Whether another measure has the same values at every turn.
    pub fn is_same_as(&self, other: &MeasureQuestion) -> bool {
        self.bound.layout.is_same_as(&other.bound.layout)
    }

    /// The exact distribution at some turn, with no more work than is left; 0 is the opening hand.
    pub fn distribution_on_budget(
        &self,
        turn: u32,
        budget: &Budget,
    ) -> Result<Distribution, AskError> {
        self.bound.distribution(0, turn, budget, None)
    }
}

/// Why an assertion about an opening hand could not be judged.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum OpeningError {
    #[error("{0}")]
    Language(LanguageError),
    #[error(transparent)]
    Ask(#[from] AskError),
}

/// The exact probability that the opening hand of a deck, dealt as its format says to the first
/// seat, satisfies a condition.
pub fn opening(
    setup: &PreparedFormat<'_>,
    deck: &Deck,
    lens: Lens,
    text: &str,
) -> Result<Probability, OpeningError> {
    let scope = setup.scope.clone().with_zones([HAND, SEEN, ROW]);
    let condition = condition(text, &scope).map_err(OpeningError::Language)?;
    let table =
        GameTable::new(setup, deck, lens, &TableOptions::default()).map_err(AskError::from)?;
    let legality = FormatLegality::new(setup.catalog, lens, None);
    let world = sleeve_language::World { legality: Some(&legality), ..setup.world(lens) };
    let asked = QuestionTerms { condition: &condition, given: None, keep: None };
    Ok(Question::new(&world, &table, asked)?.probability(0)?)
}

/// One line of the table: a number of copies and the probability with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopiesOdds {
    /// How many cards of the varied class the pile holds.
    pub copies: u32,
    pub answer: Probability,
}

/// The cards that are varied: where they are counted, and what makes room for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Varied {
    /// Their class; other cards may be in it, which count alike.
    pub class: usize,
    /// How many they are in the pile as it is.
    pub copies: u32,
    /// The class of the cards that give way to more copies, or take the place of fewer.
    pub rest: usize,
}

/// Asks a question for every number of copies from 0 on, taking the place of cards of the class `rest`
/// so that the size of the pile stays the same; stops when these are used up.
///
/// Where something is enough, the table ends so many lines after the first that certainly reaches it.
pub fn vary<E>(
    classes: &[u32],
    Varied { class, copies: now, rest }: Varied,
    enough: Option<(&Fraction, usize)>,
    ask: &mut dyn FnMut(&[u32]) -> Result<Probability, E>,
) -> Result<Vec<CopiesOdds>, E> {
    let size = |at: usize| classes.get(at).copied().unwrap_or(0);
    let others = size(class).saturating_sub(now);
    let most = now.saturating_add(size(rest));
    let mut table = Vec::new();
    let mut reached = 0;
    for copies in 0..=most {
        let mut varied = classes.to_vec();
        if let Some(cards) = varied.get_mut(class) {
            *cards = others.saturating_add(copies);
        }
        if let Some(cards) = varied.get_mut(rest) {
            *cards = most - copies;
        }
        let answer = ask(&varied)?;
        reached += usize::from(enough.is_some_and(|(enough, _)| answer.low >= *enough));
        table.push(CopiesOdds { copies, answer });
        if enough.is_some_and(|(_, beyond)| reached > beyond) && copies >= now {
            break;
        }
    }
    Ok(table)
}

/// The number of copies with the best probability, the smallest where several have it; the certain
/// part counts, then the possible one.
pub fn best(table: &[CopiesOdds]) -> Option<&CopiesOdds> {
    let merit = |line: &CopiesOdds| (line.answer.low.clone(), line.answer.high.clone());
    table.iter().rev().max_by(|a, b| merit(a).cmp(&merit(b)))
}

/// The smallest number of copies that certainly reaches a probability, if any in the table does.
pub fn fewest<'a>(table: &'a [CopiesOdds], enough: &Fraction) -> Option<&'a CopiesOdds> {
    table.iter().find(|line| line.answer.low >= *enough)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sleeve_language::{Scope, condition};

    #[test]
    fn every_hand_finds_its_condition() {
        let names = ["a".to_owned()];
        let scope = Scope::classes(&names);
        let read = |size| (size, condition("count(a) >= 1", &scope).unwrap());
        let kept = HandsKept { conditions: vec![read(Some(7)), read(Some(7)), read(Some(5))] };
        assert_eq!(
            kept.conditions_by_stage(&[7, 7, 7, 6, 5]),
            [Some(0), Some(1), Some(1), None, Some(2)]
        );
        assert_eq!(kept.sizes_without_hand(&[7, 6]), [5]);
        let all = HandsKept::all(read(None).1);
        assert_eq!(all.conditions_by_stage(&[7, 6]), [Some(0), Some(0)]);
    }
}
