//! The best play of opening hands as advice: the hands to keep, the cards to put back, and for each
//! size of hand a short condition that comes close to the best play.

mod boxes;
mod short_conditions;

use super::{
    budget::Budget,
    distribution::Distribution,
    messages::AskError,
    mulligan::{Decision, Decisions, Keep, Tree, WeighedHand},
    numbers::{Fraction, quotient},
    pile_reads::PileReader,
    question::{Question, QuestionTerms},
    table::GameTable,
    tally::Probability,
};
use dashu_int::UBig;
use short_conditions::{Features, MeasuredHands};
use sleeve_data::{Arrange, model::CardIndex};
use sleeve_language::{Condition, Measure, Scope, Truth, World};
use std::collections::HashMap;

/// Most kinds of hands of one size that advice lists; of more it gives the short condition alone.
pub const LISTED_HAND_LIMIT: usize = 5000;

/// The decisions on opening hands that make a condition true as often as possible.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    pub optimal: Probability,
    /// The probability of the condition if hands are kept by the short conditions, and the best
    /// cards go back.
    pub short: Probability,
    /// Advice by the number of exchanges before, with the last hand, which is kept.
    pub sizes: Vec<SizeAdvice>,
    /// The classes of cards, in the order of the counts of a hand.
    pub classes: Vec<ClassOfCards>,
    pub decisions: Decisions,
}

/// Advice on the hands of one size.
#[derive(Clone, PartialEq, Debug)]
pub struct SizeAdvice {
    pub cards: u32,
    /// How many cards are drawn. More than `cards` if some of them go to the bottom.
    pub drawn: u32,
    /// The short condition on hands to keep, which reads them as they were drawn; `None`: all are
    /// kept.
    pub keep: Option<String>,
    /// Every kind of hand; `None` if there are more than [`LISTED_HAND_LIMIT`].
    pub hands: Option<Vec<HandAdvice>>,
}

/// Advice on one kind of hand.
#[derive(Clone, PartialEq, Debug)]
pub struct HandAdvice {
    pub classes: Vec<u32>,
    /// Its probability among the hands drawn after as many exchanges.
    pub chance: Fraction,
    pub keep: bool,
    /// How many cards of each class go to the bottom, or are exchanged for others.
    pub back: Vec<u32>,
}

/// Cards that no condition distinguishes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassOfCards {
    /// The cards, with the copies of each in the pile.
    pub cards: Vec<(CardIndex, u32)>,
    /// The filters of the condition that the cards match.
    pub filters: Vec<String>,
}

impl Advice {
    /// The probability that the short conditions lose against the best play; `None` if unknown
    /// facts leave ranges.
    pub fn loss(&self) -> Option<Fraction> {
        let (optimal, short) = (self.optimal.exact()?, self.short.exact()?);
        Some(optimal.minus(short))
    }
}

/// A further question, asked under the best play for a condition.
#[derive(Clone, Copy)]
pub enum FurtherQuestion<'a> {
    Condition(&'a Condition),
    Measure(&'a Measure),
}

impl<'a> FurtherQuestion<'a> {
    fn reader(self) -> PileReader<'a> {
        match self {
            FurtherQuestion::Condition(condition) => PileReader::Condition(condition),
            FurtherQuestion::Measure(measure) => PileReader::Measure(measure),
        }
    }
}

/// A table where hands are kept by the best play for one condition; further questions are answered
/// under that play.
pub struct AdvisedTable {
    question: Question,
    features: Features,
    /// The number of the first measure of short conditions, after those of the further questions.
    first_measure: usize,
    table: GameTable,
    classes: Vec<ClassOfCards>,
}

impl AdvisedTable {
    /// Binds a condition and further questions to a table. There is no given condition: its
    /// probability would itself depend on the kept hands, so no play would be best for the asked
    /// one alone.
    pub fn new(
        world: &World<'_>,
        scope: &Scope<'_>,
        table: &GameTable,
        condition: &Condition,
        others: &[FurtherQuestion<'_>],
    ) -> Result<AdvisedTable, AskError> {
        if table.exchanges.most == Some(0) {
            return Err(AskError::NothingToChoose);
        }
        let features = Features::from_condition(condition.text(), scope);
        let mut readers: Vec<PileReader<'_>> = others.iter().map(|other| other.reader()).collect();
        // Number 0 is the condition itself.
        let first = 1 + readers.len();
        readers.extend(
            features
                .measures
                .iter()
                .map(|(_, measure)| PileReader::Measure(measure)),
        );
        let terms = QuestionTerms { condition, given: None, keep: None };
        let question = Question::with_further_readers(world, table, terms, &readers)?;
        let classes = card_classes(world, table, &question, &features);
        Ok(AdvisedTable { question, features, first_measure: first, table: table.clone(), classes })
    }

    /// Like [`AdvisedTable::new`], with as many further questions as the budget allows; returns for
    /// each its number, or why it is left out. This way the condition itself keeps its answer.
    pub fn with_affordable_questions(
        world: &World<'_>,
        scope: &Scope<'_>,
        table: &GameTable,
        aim: &Condition,
        others: &[FurtherQuestion<'_>],
        turn: u32,
        budget: &Budget,
    ) -> Result<(AdvisedTable, Vec<Result<usize, AskError>>), AskError> {
        if let Ok(advised) = AdvisedTable::new(world, scope, table, aim, others)
            && advised
                .question
                .tree_fits(turn, others.len(), budget)
                .is_ok()
        {
            return Ok((advised, (1..=others.len()).map(Ok).collect()));
        }
        let mut advised = AdvisedTable::new(world, scope, table, aim, &[])?;
        let (mut asked, mut numbers) = (Vec::new(), Vec::new());
        for other in others {
            asked.push(*other);
            let more = AdvisedTable::new(world, scope, table, aim, &asked);
            match more.and_then(|more| {
                more.question
                    .tree_fits(turn, asked.len(), budget)
                    .map(|()| more)
            }) {
                Ok(more) => {
                    advised = more;
                    numbers.push(Ok(asked.len()));
                }
                Err(error) => {
                    asked.pop();
                    numbers.push(Err(error));
                }
            }
        }
        Ok((advised, numbers))
    }

    /// The best play for the condition at some turn, and short conditions that come near it.
    pub fn advise(&self, turn: u32, budget: &Budget) -> Result<Advice, AskError> {
        let (question, table) = (&self.question, &self.table);
        let openings = question.openings(turn, budget)?;
        let tree = openings.tree(&mut Keep::Best).map_err(AskError::from)?;
        let mut adviser = StageAdviser {
            advised: self,
            reached: stage_chances(&tree),
            keep: vec![None; tree.decisions.len()],
            measured: None,
        };
        let short = openings
            .answer(&mut Keep::Chosen(&mut |stage, hands| adviser.choose(stage, hands)))
            .map_err(AskError::from)?;
        let mut sizes = Vec::new();
        let conditions = table
            .exchanges
            .sizes(table.hand)
            .into_iter()
            .zip(adviser.keep);
        let stages = tree.decisions.iter().zip(&tree.ways).zip(0..);
        for ((cards, keep), ((decisions, ways), exchanges)) in conditions.zip(stages) {
            let (drawn, _) = table.exchanges.stage(table.hand, exchanges);
            let hands = (ways.len() <= LISTED_HAND_LIMIT).then(|| advise_hands(decisions, ways));
            sizes.push(SizeAdvice { cards, drawn, keep, hands });
        }
        let classes = self.classes.clone();
        Ok(Advice { optimal: tree.answer, short, sizes, classes, decisions: tree.decisions })
    }

    /// The probability of the condition itself (0) or of a further one at some turn, under the
    /// advice.
    pub fn probability(
        &self,
        at: usize,
        turn: u32,
        advice: &Advice,
        budget: &Budget,
    ) -> Result<Probability, AskError> {
        self.question
            .probability_with_decisions(at, turn, &advice.decisions, budget)
    }

    /// The distribution of one of the further measures at some turn, under the advice.
    pub fn distribution(
        &self,
        at: usize,
        turn: u32,
        advice: &Advice,
        budget: &Budget,
    ) -> Result<Distribution, AskError> {
        self.question
            .distribution_with_decisions(at, turn, &advice.decisions, budget)
    }

    /// Whether another table has the same answers, because its classes and bound conditions are
    /// equal.
    pub fn is_same_as(&self, other: &AdvisedTable) -> bool {
        self.question.is_same_as(&other.question)
    }
}

/// Finds a short condition for each stage.
struct StageAdviser<'a> {
    advised: &'a AdvisedTable,
    /// The probability of reaching each stage.
    reached: Vec<f64>,
    keep: Vec<Option<String>>,
    /// The measures of the hands of the last stage.
    measured: Option<MeasuredHands>,
}

impl StageAdviser<'_> {
    /// The hands of a stage that its short condition keeps.
    fn choose(&mut self, stage: usize, hands: &[WeighedHand<'_>]) -> Vec<bool> {
        let AdvisedTable { question, features, first_measure, .. } = self.advised;
        let weight = self.reached.get(stage).copied().unwrap_or(1.0);
        // Levels with equal draws have the same hands, and so the same measures of them.
        let measured = match self.measured.take() {
            Some(known) if known.are_of_hands(hands) => known,
            _ => features.measure_hands(hands, &|feature, counts| {
                question
                    .measure_of_opening(first_measure + feature, counts)
                    .0
                    .exact_value()
            }),
        };
        let short = features.shortest_condition(hands, weight, self.measured.insert(measured));
        if let Some(keep) = self.keep.get_mut(stage) {
            *keep = short.text;
        }
        short.kept_hands
    }
}

/// Advice on every hand, those with most cards of the first classes first.
fn advise_hands(
    decisions: &HashMap<Vec<u32>, Decision>,
    ways: &HashMap<Vec<u32>, UBig>,
) -> Vec<HandAdvice> {
    let all: UBig = ways.values().sum();
    let mut hands: Vec<HandAdvice> = Vec::with_capacity(ways.len());
    for (counts, ways) in ways {
        let chance = Fraction::new(ways.clone(), all.clone()).unwrap_or_else(Fraction::zero);
        hands.push(advise_hand(counts, chance, decisions.get(counts)));
    }
    hands.arrange_by(|a, b| b.classes.cmp(&a.classes));
    hands
}

fn advise_hand(counts: &[u32], chance: Fraction, decision: Option<&Decision>) -> HandAdvice {
    let (keep, back) = match decision {
        Some(Decision::Keep(back)) => (true, back.clone()),
        Some(Decision::Swap(back)) => (false, back.clone()),
        Some(Decision::Exchange | Decision::Redraw | Decision::Choose(_)) | None => {
            (false, vec![0; counts.len()])
        }
    };
    HandAdvice { classes: counts.to_vec(), chance, keep, back }
}

/// The probability of reaching each number of exchanges.
fn stage_chances(tree: &Tree) -> Vec<f64> {
    let mut reached = vec![1.0];
    for (decisions, ways) in tree.decisions.iter().zip(&tree.ways) {
        let exchanged = ways
            .iter()
            .filter(|(counts, _)| matches!(decisions.get(*counts), Some(Decision::Exchange)));
        let part: UBig = exchanged.map(|(_, ways)| ways).sum();
        let part = quotient(&part, &ways.values().sum());
        reached.push(reached.last().copied().unwrap_or(1.0) * part);
    }
    reached
}

/// The cards of every class, and the filters that they match.
fn card_classes(
    world: &World<'_>,
    table: &GameTable,
    question: &Question,
    features: &Features,
) -> Vec<ClassOfCards> {
    let numbers = question.classes();
    let count = numbers.iter().max().map_or(0, |most| most + 1);
    let mut classes = vec![ClassOfCards { cards: Vec::new(), filters: Vec::new() }; count];
    for ((slot, copies), number) in table.pile.iter().zip(numbers) {
        let Some(class) = classes.get_mut(*number) else { continue };
        if class.cards.is_empty() {
            let fits = features.filters.iter().filter(|(_, filter)| {
                filter.test(world, slot.card, slot.zone.as_deref()) == Truth::True
            });
            class.filters = fits.map(|(text, _)| text.clone()).collect();
        }
        class.cards.push((slot.card, *copies));
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Deal, Exchange, Exchanges, Judgement, Keep};

    #[test]
    fn a_hand_is_as_likely_as_all_hands_before_it_are_exchanged() {
        // Half of the hands have the one wanted card: all others are exchanged.
        let exchanges = Exchanges { exchange: Exchange::Anew, free: 0, most: Some(2) };
        let deal = Deal { exchanges, ..Deal::opening(&[1, 3], 2) };
        let mut judge = |counts: &[u32]| Judgement::from(Truth::from(counts[0] >= 1));
        let tree = deal.tree(Keep::Best, &mut judge).unwrap();
        assert_eq!(stage_chances(&tree), [1.0, 0.5, 0.25, 0.0]);
    }
}
