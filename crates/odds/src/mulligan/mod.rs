//! The mulligan as an exact tree of exchanges.
//!
//! Every exchange of a whole hand draws a new one from the whole pile, so the hands before it do
//! not matter: the tree has one level per exchange, and the chance of a level is the chance that no
//! hand before it was kept. If some cards of a hand are exchanged for others, the tree has one
//! level. The steps of a tree are known before any hand is evaluated.

mod opening_hands;

use super::{
    budget::{HAND_LIMIT, ONE_HAND_LIMIT, visit_steps},
    deal::Deal,
    distribution::OrderedQuantity,
    exact::{Spending, check_size, row_steps, word_count},
    messages::OddsError,
    numbers::quotient,
    setup::{DrawSetup, DrawSource, Pile, vectors},
    tally::{DrawTally, Judgement, Probability},
};
use dashu_int::UBig;
use opening_hands::{ExchangeLevel, Weigher};
use sleeve_data::model::{Exchange, Returned};
use sleeve_language::Truth;
use std::{collections::HashMap, rc::Rc};

/// The rule by which a hand may be exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exchanges {
    pub exchange: Exchange,
    /// How many cost nothing, if exchanges cost cards.
    pub free: u32,
    /// How many there may be; `None`: any number, if exchanges cost nothing.
    pub most: Option<u32>,
}

impl Exchanges {
    /// A hand that is never exchanged.
    pub const NONE: Exchanges = Exchanges { exchange: Exchange::Anew, free: 0, most: Some(0) };

    /// The number of cards that this many exchanges cost.
    pub fn cost(&self, exchanges: u32) -> u32 {
        match self.exchange {
            Exchange::Anew | Exchange::Some(_) => 0,
            Exchange::Bottom | Exchange::Fewer => exchanges.saturating_sub(self.free),
        }
    }

    /// The cards that are drawn after this many exchanges, and how many of them go to the bottom.
    pub fn stage(&self, hand: u32, exchanges: u32) -> (u32, u32) {
        let cost = self.cost(exchanges);
        match self.exchange {
            Exchange::Fewer => (hand.saturating_sub(cost), 0),
            Exchange::Anew | Exchange::Bottom | Exchange::Some(_) => (hand, cost.min(hand)),
        }
    }

    /// The place to which exchanged cards go, if some cards of a hand may be exchanged; `None` if
    /// whole hands are, or none is.
    pub fn partial_exchange(&self) -> Option<Returned> {
        match self.exchange {
            Exchange::Some(returned) if self.most != Some(0) => Some(returned),
            _ => None,
        }
    }

    /// The numbers of cards that stay in hand, by the number of exchanges before. If exchanges are
    /// not limited, the last hand is followed by itself.
    pub fn sizes(&self, hand: u32) -> Vec<u32> {
        let last = if self.partial_exchange().is_some() { 0 } else { self.most.unwrap_or(0) };
        let stages = (0..=last).map(|exchange| self.stage(hand, exchange));
        stages.map(|(draw, bottom)| draw - bottom).collect()
    }
}

/// The rule by which hands are kept, as long as exchanges are left.
pub enum Keep<'a> {
    /// Keep hands that satisfy a condition. It gets the number of exchanges before, and the class
    /// counts of the hand as drawn, before cards go to the bottom.
    If(&'a mut dyn FnMut(usize, &[u32]) -> Truth),
    /// Keep hands with which the asked condition is at least as likely as after an exchange: the
    /// best play for it.
    Best,
    /// Follow the decisions of another question about the same hands.
    As(&'a [HashMap<Vec<u32>, Decision>]),
    /// Choose when all hands of one level are known, with the gain of each.
    Chosen(&'a mut dyn FnMut(usize, &[WeighedHand<'_>]) -> Vec<bool>),
}

/// A kind of opening hand that may be kept or exchanged.
#[derive(Clone, Copy, Debug)]
pub struct WeighedHand<'h> {
    pub counts: &'h [u32],
    /// The rise of the condition's probability by keeping it instead of exchanging it, times the
    /// probability of drawing it.
    pub gain: f64,
}

/// How the rules of a game decide about a hand, by its class counts.
pub enum HandTest<'a> {
    /// Hands for which this is false are drawn anew at no cost.
    Allowed(&'a mut dyn FnMut(&[u32]) -> Truth),
    /// Of the hands that are dealt, the first with the greatest value stays.
    Greatest(&'a mut dyn FnMut(&[u32]) -> OrderedQuantity),
}

/// The rules that decide about opening hands.
pub struct HandRules<'k, 'a> {
    pub keep: Keep<'k>,
    /// How the rules of the game decide about hands; `None`: they allow all.
    pub test: Option<HandTest<'a>>,
}

/// A deal whose hands only grow once they are kept.
pub(crate) struct OpeningDeal {
    pub(crate) deal: Deal,
    /// Cards drawn after the hand was kept.
    pub(crate) later: u32,
}

impl OpeningDeal {
    /// The draws after a hand is settled, from `rest` of the pile: `later` cards, then the other
    /// piles and draws.
    fn draws_after_hand(&self, rest: Vec<u32>, later: u32) -> DrawSetup {
        let mut piles = vec![unnamed_pile(DrawSource::Classes(rest), later)];
        for (at, side) in self.deal.beside.iter().enumerate() {
            piles.push(unnamed_pile(DrawSource::RestOfDraw(at), side.cards));
        }
        piles.extend(self.deal.others.iter().cloned());
        DrawSetup { piles }
    }
}

fn unnamed_pile(source: DrawSource, draw: u32) -> Pile {
    Pile { name: String::new(), source, draw }
}

/// The decision on one opening hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Keep it; this many cards of each class go to the bottom.
    Keep(Vec<u32>),
    Exchange,
    /// Exchange this many cards of each class for others; the rest stays.
    Swap(Vec<u32>),
    /// Draw it anew at no cost: the rules of the game send it back.
    Redraw,
    /// The rules of the game choose it if its value is the greatest of all that are dealt.
    Choose(OrderedQuantity),
}

/// The decision on each opening hand, by the number of exchanges before and its class counts.
pub type Decisions = Vec<HashMap<Vec<u32>, Decision>>;

/// Decisions taken before for the same hands; `None`: none were.
type KnownHands<'a> = Option<&'a [HashMap<Vec<u32>, Decision>]>;

/// The tree of a mulligan, evaluated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    pub answer: Probability,
    pub decisions: Decisions,
    /// The number of draws that give each hand allowed by the rules, by the number of exchanges
    /// before.
    pub ways: Vec<HashMap<Vec<u32>, UBig>>,
}

/// The probability of a condition when hands may be exchanged, with the decision on every hand.
///
/// `judge` sees the class counts of everything drawn since the last exchange, then of the hand,
/// then of the other draws. A card that went to the bottom is known, but it is neither in hand nor
/// does it count as seen: it cannot be drawn again.
pub(crate) fn mulligan_on_budget(
    procedure: &OpeningDeal,
    rules: HandRules,
    spending: Spending<'_>,
    judge: &mut dyn FnMut(&[u32]) -> Judgement,
) -> Result<Tree, OddsError> {
    let HandRules { mut keep, test } = rules;
    let known = match &keep {
        // Decisions known before spare the search for the best cards to put back.
        Keep::As(decisions) => Some(*decisions),
        _ => None,
    };
    OpeningHands::enumerate(procedure, known, test, spending, judge)?.tree(&mut keep)
}

/// All opening hands of a mulligan with the draws after each. They are evaluated once, and then
/// tested with several rules of keeping: the best play, and short conditions that come close to it.
pub struct OpeningHands {
    exchanges: Exchanges,
    /// By the number of exchanges before.
    levels: Vec<Rc<ExchangeLevel>>,
}

impl OpeningHands {
    /// Evaluates all hands, with no more work than the spending allows; `known`: the decisions
    /// taken before, which save trying every choice of cards.
    pub(crate) fn enumerate(
        procedure: &OpeningDeal,
        known: KnownHands<'_>,
        test: Option<HandTest<'_>>,
        spending: Spending<'_>,
        judge: &mut dyn FnMut(&[u32]) -> Judgement,
    ) -> Result<OpeningHands, OddsError> {
        let steps = mulligan_steps(procedure, known.is_some(), spending.per_judgement)?;
        spending.budget.spend(steps)?;
        let last = check_exchanges(procedure)?;
        let levels = Weigher { procedure, last, known }.weigh_levels(test, judge)?;
        Ok(OpeningHands { exchanges: procedure.deal.exchanges, levels })
    }

    /// The decision on each hand by a rule of keeping, and the probability that follows.
    pub fn tree(&self, keep: &mut Keep) -> Result<Tree, OddsError> {
        let (kept, answer) = self.play(keep)?;
        let (mut decisions, mut ways) = (Vec::new(), Vec::new());
        for (level, kept) in self.levels.iter().zip(kept) {
            let (mut decided, mut drawn) = (HashMap::new(), HashMap::new());
            for (hand, kept) in level.hands.iter().zip(kept) {
                decided.insert(hand.counts.clone(), hand.decision(kept));
                drawn.insert(hand.counts.clone(), hand.ways.clone());
            }
            for counts in level.refused.iter() {
                decided.insert(counts.clone(), Decision::Redraw);
            }
            decisions.push(decided);
            ways.push(drawn);
        }
        Ok(Tree { answer, decisions, ways })
    }

    /// The probability of the condition by a rule of keeping.
    pub fn answer(&self, keep: &mut Keep) -> Result<Probability, OddsError> {
        Ok(self.play(keep)?.1)
    }

    /// The hands of every level that are kept, and the resulting probability. Levels are played
    /// from the last to the first, because keeping a hand depends on the worth of an exchange.
    fn play(&self, keep: &mut Keep) -> Result<(Vec<Vec<bool>>, Probability), OddsError> {
        let mut after: Option<LaterTally> = None;
        let mut all = Vec::new();
        for (exchange, level) in self.levels.iter().enumerate().rev() {
            let (exchanges, level) = (self.exchanges, &**level);
            let choice = LevelChoice { exchanges, exchange, level, later: after.as_ref() };
            let kept = choice.choose(keep)?;
            after = Some(LaterTally::new(level, &kept, after.as_ref()));
            all.push(kept);
        }
        all.reverse();
        let answer = after
            .and_then(|later| later.tally.probability())
            .ok_or(OddsError::ImpossibleGiven)?;
        Ok((all, answer))
    }
}

/// The number of steps of a mulligan tree, with `effort` for one judgement; `known`: decisions were
/// taken before.
///
/// # Errors
/// The hands cannot be dealt, or are of too many kinds.
pub(crate) fn mulligan_steps(
    procedure: &OpeningDeal,
    known: bool,
    effort: u64,
) -> Result<u128, OddsError> {
    let last = check_exchanges(procedure)?;
    steps_of_tree(procedure, last, known, effort)
}

/// Decides about hands one by one, if a tree of all kinds of them would be too large.
pub(crate) struct HandDecider {
    procedure: OpeningDeal,
    last: u32,
}

impl HandDecider {
    /// Refuses hands that cannot be dealt, or take too many steps each.
    pub(crate) fn new(procedure: OpeningDeal, effort: u64) -> Result<HandDecider, OddsError> {
        let last = check_exchanges(&procedure)?;
        let steps = steps_of_hand(&procedure, last, effort);
        if steps > u128::from(ONE_HAND_LIMIT) {
            return Err(OddsError::HandTooLong { steps, limit: ONE_HAND_LIMIT });
        }
        Ok(HandDecider { procedure, last })
    }

    /// The decision on a hand after this number of exchanges. It is kept with `keep`, or if it is
    /// the last one; the best cards then go to the bottom, or are exchanged.
    pub(crate) fn decide(
        &self,
        exchange: usize,
        counts: &[u32],
        keep: bool,
        judge: &mut dyn FnMut(&[u32]) -> Judgement,
    ) -> Decision {
        let exchange = u32::try_from(exchange).map_or(self.last, |n| n.min(self.last));
        let exchanges = self.procedure.deal.exchanges;
        let weigher = Weigher { procedure: &self.procedure, last: self.last, known: None };
        let ends = exchange == self.last && exchanges.most.is_some();
        let keep = keep || (ends && exchanges.partial_exchange().is_none());
        weigher.decide_hand(exchange, counts, keep, judge)
    }
}

/// The judgements of all draws from one exchange on, and the number of these draws.
pub(crate) struct LaterTally {
    tally: DrawTally<UBig>,
    total: UBig,
}

impl LaterTally {
    /// Adds up the kept hands, the hands with some cards exchanged, and for all others the levels
    /// after.
    fn new(level: &ExchangeLevel, kept: &[bool], after: Option<&LaterTally>) -> LaterTally {
        let (hands, follows) = (&level.hands, &level.total);
        let mut tally = DrawTally::<UBig>::new();
        let (mut settled, mut again) = (UBig::ZERO, UBig::ZERO);
        for (hand, kept) in hands.iter().zip(kept) {
            match hand.outcome(*kept) {
                Some(value) => {
                    tally.add_all(&value.unpack(), &hand.ways);
                    settled += &hand.ways;
                }
                None => again += &hand.ways,
            }
        }
        settled *= follows;
        // On the last level without a limit, exchanged hands come back to the same level: their
        // share drops out of the ratio.
        let Some(after) = after else { return LaterTally { tally, total: settled } };
        // Both parts are brought to one number of draws: this level's times those of the levels
        // after.
        again *= follows;
        let mut mixed = DrawTally::<UBig>::new();
        mixed.add_all(&tally, &after.total);
        mixed.add_all(&after.tally, &again);
        LaterTally { tally: mixed, total: (settled + again) * &after.total }
    }
}

/// The choice between the hands of one level.
struct LevelChoice<'a> {
    exchanges: Exchanges,
    /// The number of exchanges before.
    exchange: usize,
    level: &'a ExchangeLevel,
    /// The levels after, if a hand is exchanged; `None` at the last.
    later: Option<&'a LaterTally>,
}

impl LevelChoice<'_> {
    /// The hands that are kept; if some cards can be exchanged, those that stay whole.
    fn choose(&self, keep: &mut Keep) -> Result<Vec<bool>, OddsError> {
        let hands = &self.level.hands;
        let is_unlimited = self.exchanges.most.is_none();
        let is_last = self.later.is_none() && self.exchanges.partial_exchange().is_none();
        // Nothing comes after the last hand, so it is always kept.
        if is_last && !is_unlimited && !matches!(keep, Keep::As(_)) {
            return Ok(vec![true; hands.len()]);
        }
        let kept = match keep {
            Keep::If(condition) => {
                let mut kept = Vec::with_capacity(hands.len());
                for hand in hands {
                    kept.push(match condition(self.exchange, &hand.counts) {
                        Truth::Unknown => return Err(OddsError::UndecidedKeep),
                        truth => truth == Truth::True,
                    });
                }
                kept
            }
            Keep::As(known) => {
                let level = known.get(self.exchange);
                let decisions = hands.iter().map(|hand| level?.get(&hand.counts));
                decisions
                    .map(|decision| matches!(decision, Some(Decision::Keep(_))))
                    .collect()
            }
            Keep::Best => self.choose_best(),
            Keep::Chosen(choose) => {
                let mut weighed = Vec::with_capacity(hands.len());
                for (hand, gain) in hands.iter().zip(self.keep_gains()) {
                    weighed.push(WeighedHand { counts: &hand.counts, gain });
                }
                choose(self.exchange, &weighed)
            }
        };
        // A level without limit repeats itself: some hand must end it.
        if is_last && !kept.contains(&true) {
            return Err(OddsError::MulliganNeverEnds);
        }
        Ok(kept)
    }

    /// The hands that are at least as good kept as exchanged.
    fn choose_best(&self) -> Vec<bool> {
        let hands = &self.level.hands;
        if self.exchanges.partial_exchange().is_some() {
            return hands
                .iter()
                .map(|hand| hand.merit(true) >= hand.merit(false))
                .collect();
        }
        let merits = hands.iter().map(|hand| hand.merit(true));
        let Some(after) = self.later else {
            let merits: Vec<(UBig, UBig)> = merits.collect();
            // Without a limit and a cost one exchanges until the best hand comes.
            let best = merits.iter().max();
            return merits.iter().map(|merit| Some(merit) == best).collect();
        };
        let (certain, possible) = after.tally.merit();
        // Fractions are compared by cross multiplication, which stays exact.
        let again = (certain * &self.level.total, possible * &self.level.total);
        merits
            .map(|(certain, possible)| (certain * &after.total, possible * &after.total) >= again)
            .collect()
    }

    /// The [gain](WeighedHand::gain) of keeping each hand.
    fn keep_gains(&self) -> Vec<f64> {
        let (hands, total) = (&self.level.hands, &self.level.total);
        let all: UBig = hands.iter().map(|hand| &hand.ways).sum();
        let merits: Vec<f64> = hands
            .iter()
            .map(|hand| quotient(&hand.merit(true).0, total))
            .collect();
        let again = match self.later {
            Some(after) => quotient(&after.tally.merit().0, &after.total),
            // Without limit a hand is exchanged until the best one comes.
            None => merits.iter().copied().fold(0.0, f64::max),
        };
        let mut gains = Vec::with_capacity(hands.len());
        for (hand, kept_merit) in hands.iter().zip(merits) {
            let chance = quotient(&hand.ways, &all);
            gains.push(if hand.may_be_swapped() {
                (kept_merit - quotient(&hand.merit(false).0, total)) * chance
            } else if self.later.is_none() && kept_merit >= again {
                // It is the hand that exchanges waited for: an exchange would only draw it later.
                chance
            } else {
                (kept_merit - again) * chance
            });
        }
        gains
    }
}

/// Steps of weighing one hand, besides those of the draws after it.
const WEIGHING_STEPS: u128 = 150;

/// Steps of comparing the hands of one choice.
const CHOICE_STEPS: u128 = 400;

/// Refuses hands and draws that cannot be dealt; returns the number of the last exchange.
fn check_exchanges(procedure: &OpeningDeal) -> Result<u32, OddsError> {
    let deal = &procedure.deal;
    let (name, hand, exchanges) = (deal.name.clone(), deal.hand, deal.exchanges);
    let mut piles = vec![Pile { name, source: DrawSource::Classes(deal.pile.clone()), draw: hand }];
    piles.extend(deal.others.iter().cloned());
    let opening = DrawSetup { piles };
    opening.validate()?;
    let last = match exchanges.most {
        Some(most) => most,
        None if exchanges.exchange == Exchange::Anew => 0,
        None => exchanges.free.saturating_add(hand),
    };
    if exchanges.cost(last) > hand {
        return Err(OddsError::TooManyExchanges { exchanges: last, hand });
    }
    if exchanges.partial_exchange().is_some() && last > 1 {
        return Err(OddsError::SomeOnlyOnce { exchanges: last });
    }
    let remaining = opening.available(0) - u64::from(hand);
    let beside = deal
        .beside
        .iter()
        .map(|side| u64::from(side.cards))
        .sum::<u64>();
    let later_cards = u64::from(procedure.later) + beside + u64::from(deal.hidden);
    if later_cards > remaining {
        return Err(match exchanges.cost(last) {
            0 => OddsError::DrawsTooMany {
                pile: deal.name.clone(),
                draw: u64::from(hand) + later_cards,
                holds: opening.available(0),
            },
            _ => OddsError::ReachesTheBottom { draw: later_cards },
        });
    }
    if exchanges.partial_exchange() == Some(Returned::Bottom)
        && later_cards + u64::from(hand) > remaining
    {
        return Err(OddsError::ReachesTheBottom { draw: later_cards + u64::from(hand) });
    }
    if exchanges.partial_exchange() == Some(Returned::Aside) && u64::from(hand) > remaining {
        return Err(OddsError::DrawsTooMany {
            pile: deal.name.clone(),
            draw: 2 * u64::from(hand),
            holds: opening.available(0),
        });
    }
    check_size(&opening)?;
    Ok(if exchanges.partial_exchange().is_some() { 0 } else { last })
}

/// How many steps a mulligan tree takes; `known`: decisions were taken before.
fn steps_of_tree(
    procedure: &OpeningDeal,
    last: u32,
    known: bool,
    effort: u64,
) -> Result<u128, OddsError> {
    let tried = if known { TriedChoices::Known } else { TriedChoices::OfAnyHand };
    let (mut hands, mut steps) = (0u128, 0u128);
    for exchange in 0..=last {
        let (draw, _) = procedure
            .deal
            .exchanges
            .stage(procedure.deal.hand, exchange);
        let level = vectors(&procedure.deal.pile, draw);
        hands = hands.saturating_add(level);
        if hands > HAND_LIMIT {
            return Err(OddsError::TooManyHands { hands, limit: HAND_LIMIT });
        }
        let each = steps_per_hand(procedure, exchange, tried, effort);
        steps = steps.saturating_add(level.saturating_mul(each));
        if procedure.deal.choice > 1 {
            let tuples = level.saturating_pow(procedure.deal.choice);
            steps = steps.saturating_add(tuples.saturating_mul(CHOICE_STEPS));
        }
    }
    Ok(steps)
}

/// Most steps of deciding about one hand.
fn steps_of_hand(procedure: &OpeningDeal, last: u32, effort: u64) -> u128 {
    let steps = (0..=last)
        .map(|exchange| steps_per_hand(procedure, exchange, TriedChoices::OfOneHand, effort));
    steps.max().unwrap_or(0)
}

/// The choices of cards that are tried for a hand.
#[derive(Clone, Copy)]
enum TriedChoices {
    /// The one that was decided before.
    Known,
    /// At most as many as any hand has.
    OfAnyHand,
    /// At most as many as one hand has.
    OfOneHand,
}

impl TriedChoices {
    /// An upper bound of the choices of this many cards of a hand of `draw` cards.
    fn count(self, procedure: &OpeningDeal, draw: u32, cards: u32) -> u128 {
        match self {
            TriedChoices::Known => 1,
            TriedChoices::OfAnyHand => count_choices(procedure, cards),
            TriedChoices::OfOneHand => {
                let of_hand = vectors(&vec![1; draw as usize], cards);
                count_choices(procedure, cards).min(of_hand)
            }
        }
    }
}

/// The number of steps of one hand after this number of exchanges.
fn steps_per_hand(
    procedure: &OpeningDeal,
    exchange: u32,
    tried: TriedChoices,
    effort: u64,
) -> u128 {
    let (draw, bottom) = procedure
        .deal
        .exchanges
        .stage(procedure.deal.hand, exchange);
    let Some(returned) = procedure.deal.exchanges.partial_exchange() else {
        let choices = tried.count(procedure, draw, bottom);
        return choices.saturating_mul(steps_after_hand(procedure, 0, effort));
    };
    let mut sum = 0u128;
    for swapped in 0..=draw {
        let (drawn, again) = match returned {
            Returned::Aside if procedure.later > 0 => (0, vectors(&procedure.deal.pile, swapped)),
            _ => (swapped, 1),
        };
        let follows = steps_after_hand(procedure, drawn, effort).saturating_mul(again);
        let choices = tried.count(procedure, draw, swapped);
        sum = sum.saturating_add(choices.saturating_mul(follows));
    }
    sum
}

/// An upper bound of the ways to choose this many cards of a hand.
fn count_choices(procedure: &OpeningDeal, cards: u32) -> u128 {
    let capped: Vec<u32> = procedure.deal.pile.iter().map(|n| *n.min(&cards)).collect();
    vectors(&capped, cards)
}

/// The steps of the draws after one hand, with this many more cards.
fn steps_after_hand(procedure: &OpeningDeal, more: u32, effort: u64) -> u128 {
    let follows = procedure
        .draws_after_hand(procedure.deal.pile.clone(), procedure.later.saturating_add(more));
    let words = word_count(&follows);
    let each = visit_steps(words).saturating_add(u128::from(effort));
    follows
        .vectors()
        .saturating_mul(each)
        .saturating_add(row_steps(&follows, words))
        .saturating_add(WEIGHING_STEPS)
}
