//! Every kind of mulligan against brute force: all hands of small decks, card by card, all choices
//! of cards, by backward induction in fractions. And that simulation finds the same.

use dashu_int::UBig;
use proptest::prelude::*;
use sleeve::{
    draw::{KeepPolicy, SimulationRun, simulate, standard_errors},
    language::Quantity,
    odds::{
        Deal, Decision, Decisions, Exchange, Exchanges, Fraction, HandRules, HandTest, Judgement,
        Keep, OrderedQuantity, Returned, SidePile, Truth, TurnCards, Turns,
    },
};
use std::sync::atomic::{AtomicBool, AtomicU64};

/// A condition on the class counts of a hand.
type Holds<'a> = &'a dyn Fn(&[u32]) -> bool;

/// The classes of a deck, one entry per card.
fn cards(classes: &[u32]) -> Vec<usize> {
    let numbered = classes.iter().enumerate();
    numbered
        .flat_map(|(class, n)| std::iter::repeat_n(class, *n as usize))
        .collect()
}

/// Every choice of so many of these things, and what is left.
fn choices(from: &[usize], draw: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    if draw == 0 {
        return vec![(Vec::new(), from.to_vec())];
    }
    let Some((first, rest)) = from.split_first() else { return Vec::new() };
    let mut all = Vec::new();
    for (mut chosen, left) in choices(rest, draw - 1) {
        chosen.insert(0, *first);
        all.push((chosen, left));
    }
    for (chosen, mut left) in choices(rest, draw) {
        left.insert(0, *first);
        all.push((chosen, left));
    }
    all
}

fn mean(values: impl Iterator<Item = Fraction>) -> Option<Fraction> {
    let (mut sum, mut count) = (Fraction::zero(), 0u64);
    for value in values {
        sum = sum.plus(&value);
        count += 1;
    }
    sum.divide(&Fraction::ratio(count, 1)?)
}

/// A game of opening hands, played out card by card.
struct Game<'a> {
    classes: usize,
    deck: Vec<usize>,
    hand: usize,
    later: usize,
    /// Cards of a pile dealt beside the hand.
    beside: usize,
    exchanges: Exchanges,
    holds: Holds<'a>,
    allowed: Holds<'a>,
}

impl Game<'_> {
    fn counts(&self, cards: &[usize]) -> Vec<u32> {
        let mut counts = vec![0; self.classes];
        cards.iter().for_each(|card| counts[self.deck[*card]] += 1);
        counts
    }

    /// The chance of the condition with these cards in hand and those left to draw from.
    fn settled(&self, hand: &[usize], rest: &[usize]) -> Fraction {
        let drawn = choices(rest, self.later).into_iter().map(|(drawn, rest)| {
            let all = choices(&rest, self.beside).into_iter().map(|(beside, _)| {
                let mut counts = self.counts(&[hand, &drawn].concat());
                if self.beside > 0 {
                    counts.extend(self.counts(&beside));
                }
                if (self.holds)(&counts) { Fraction::one() } else { Fraction::zero() }
            });
            mean(all).unwrap()
        });
        mean(drawn).unwrap()
    }

    /// The chance when some cards of a hand are exchanged for others.
    fn swapped(&self, away: &[usize], stays: &[usize], rest: &[usize]) -> Fraction {
        let returned = self.exchanges.partial_exchange().unwrap();
        let from = match returned {
            Returned::Shuffled => [rest, away].concat(),
            Returned::Bottom | Returned::Aside => rest.to_vec(),
        };
        let drawn = choices(&from, away.len()).into_iter().map(|(drawn, left)| {
            let left = match returned {
                Returned::Aside => [&left[..], away].concat(),
                Returned::Bottom | Returned::Shuffled => left,
            };
            self.settled(&[stays, &drawn].concat(), &left)
        });
        mean(drawn).unwrap()
    }

    /// The best of what can be made of a hand that was drawn, if it is not exchanged as a whole.
    fn kept(&self, hand: &[usize], rest: &[usize], bottom: usize) -> Fraction {
        let lost = choices(hand, bottom).into_iter();
        let best = lost
            .map(|(_, stays)| self.settled(&stays, rest))
            .max()
            .unwrap();
        if self.exchanges.partial_exchange().is_none() {
            return best;
        }
        let swaps = (0..=hand.len()).flat_map(|n| choices(hand, n));
        let swap = swaps.map(|(away, stays)| self.swapped(&away, &stays, rest));
        swap.max().unwrap().max(best)
    }

    /// The chance if every hand is treated as was decided, card by card.
    fn played(&self, decisions: &Decisions, exchange: u32) -> Fraction {
        let (draw, bottom) = self.exchanges.stage(self.hand as u32, exchange);
        let all: Vec<usize> = (0..self.deck.len()).collect();
        let hands = choices(&all, draw as usize).into_iter();
        let hands = hands.filter(|(hand, _)| (self.allowed)(&self.counts(hand)));
        let values = hands.map(|(hand, rest)| {
            let parted = |counts: &[u32]| {
                let parts = choices(&hand, counts.iter().sum::<u32>() as usize).into_iter();
                parts
                    .into_iter()
                    .find(|(away, _)| self.counts(away) == counts)
                    .unwrap()
            };
            match &decisions[exchange as usize][&self.counts(&hand)] {
                Decision::Keep(back) => {
                    assert_eq!(back.iter().sum::<u32>(), bottom);
                    self.settled(&parted(back).1, &rest)
                }
                Decision::Swap(away) => {
                    let (away, stays) = parted(away);
                    self.swapped(&away, &stays, &rest)
                }
                Decision::Exchange => self.played(decisions, exchange + 1),
                Decision::Redraw | Decision::Choose(_) => panic!("the rules decide about no hand"),
            }
        });
        mean(values).unwrap()
    }

    /// The chance under the best play after so many exchanges; `None` where no hand may stand.
    fn value(&self, exchange: u32) -> Option<Fraction> {
        let (draw, bottom) = self.exchanges.stage(self.hand as u32, exchange);
        let all: Vec<usize> = (0..self.deck.len()).collect();
        let last =
            self.exchanges.partial_exchange().is_some() || Some(exchange) == self.exchanges.most;
        let again = if last { Some(Fraction::zero()) } else { self.value(exchange + 1) };
        let hands = choices(&all, draw as usize).into_iter();
        let hands = hands.filter(|(hand, _)| (self.allowed)(&self.counts(hand)));
        let values = hands.map(|(hand, rest)| self.kept(&hand, &rest, bottom as usize));
        let again = again?;
        mean(values.map(|value| value.max(again.clone())))
    }
}

fn exchange() -> impl Strategy<Value = Exchanges> {
    let kinds = prop_oneof![
        Just(Exchange::Anew),
        Just(Exchange::Bottom),
        Just(Exchange::Fewer),
        Just(Exchange::Some(Returned::Bottom)),
        Just(Exchange::Some(Returned::Aside)),
        Just(Exchange::Some(Returned::Shuffled)),
    ];
    (kinds, 0..2u32, 0..=2u32).prop_map(|(exchange, free, most)| {
        let most = if matches!(exchange, Exchange::Some(_)) { 1 } else { most };
        Exchanges { exchange, free, most: Some(most) }
    })
}

fn small_game() -> impl Strategy<Value = (Vec<u32>, u32, u32, Exchanges, u32, u32)> {
    let deck = prop::collection::vec(1..4u32, 2..4);
    (deck, 1..4u32, 0..2u32, exchange(), 0..3u32, 0..3u32)
}

fn deal(classes: &[u32], hand: u32, later: u32, exchanges: Exchanges) -> Deal {
    let turns = Turns { draw: TurnCards::Add(later), first: 1, ..Turns::NONE };
    Deal { turns, turn: 1, exchanges, ..Deal::opening(classes, hand) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn the_best_play_is_that_of_brute_force(
        (classes, hand, later, exchanges, a, b) in small_game(),
        forced in prop::bool::ANY,
        beside in 0..2u32,
    ) {
        let cards_of = classes.iter().sum::<u32>();
        prop_assume!(2 * hand + later + beside <= cards_of && cards_of <= 8);
        prop_assume!(exchanges.cost(exchanges.most.unwrap()) <= hand);
        let holds = |c: &[u32]| {
            let prize = c.get(classes.len()).is_none_or(|first| *first == 0);
            c[0] >= a && (c[1] == b || c[0] > b) && prize
        };
        let allowed = |c: &[u32]| !forced || c[1] >= 1;
        let mut deal = deal(&classes, hand, later, exchanges);
        deal.forced = forced;
        if beside > 0 {
            deal.beside = vec![SidePile { name: "prizes".into(), cards: beside, always: true }];
        }
        let game = Game {
            classes: classes.len(),
            deck: cards(&classes),
            hand: hand as usize,
            later: later as usize,
            beside: beside as usize,
            exchanges,
            holds: &holds,
            allowed: &allowed,
        };
        let mut judge = |c: &[u32]| Judgement::from(Truth::from(holds(c)));
        let mut allows = |c: &[u32]| Truth::from(allowed(c));
        let rules = HandRules { keep: Keep::Best, test: Some(HandTest::Allowed(&mut allows)) };
        let found = deal.tree_with(rules, &mut judge);
        match game.value(0) {
            Some(expected) => {
                let tree = found.unwrap();
                prop_assert_eq!(tree.answer.exact(), Some(&expected));
                // What is decided of each hand, played out card by card, is worth that.
                prop_assert_eq!(&game.played(&tree.decisions, 0), &expected);
                // Asked again about the same hands, decided as before, nothing changes.
                let rules = HandRules { keep: Keep::As(&tree.decisions), test: Some(HandTest::Allowed(&mut allows)) };
                prop_assert_eq!(deal.tree_with(rules, &mut judge).unwrap().answer, tree.answer);
            }
            None => prop_assert!(found.is_err()),
        }
    }
}

/// A value of hands by which the rules choose one.
fn worth(counts: &[u32]) -> OrderedQuantity {
    let worth = [2, 3, 1]
        .iter()
        .zip(counts)
        .map(|(each, n)| each * i64::from(*n))
        .sum::<i64>();
    OrderedQuantity(Quantity::whole(worth % 4))
}

impl Game<'_> {
    /// The chance if a hand that is not allowed is drawn anew at most this many times.
    fn redrawn(&self, most: u32) -> Fraction {
        let all: Vec<usize> = (0..self.deck.len()).collect();
        mean(choices(&all, self.hand).into_iter().map(|(hand, rest)| {
            if most > 0 && !(self.allowed)(&self.counts(&hand)) {
                self.redrawn(most - 1)
            } else {
                self.settled(&hand, &rest)
            }
        }))
        .unwrap()
    }

    /// The chance if this many more hands are dealt from the cards that those before left, and the
    /// first of the greatest worth stays.
    fn chosen(&self, dealt: &[Vec<usize>], rest: &[usize], more: u32) -> Fraction {
        let Some(more) = more.checked_sub(1) else {
            let worth = |hand: &&Vec<usize>| worth(&self.counts(hand));
            let kept = dealt.iter().rev().max_by_key(worth).unwrap();
            let others = dealt.iter().filter(|hand| *hand != kept).flatten();
            return self.settled(kept, &others.chain(rest).copied().collect::<Vec<_>>());
        };
        mean(
            choices(rest, self.hand)
                .into_iter()
                .map(|(hand, rest)| self.chosen(&[dealt, &[hand]].concat(), &rest, more)),
        )
        .unwrap()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn hands_that_the_rules_choose_or_redraw_are_those_of_brute_force(
        (classes, hand, later, _, a, b) in small_game(),
        hands in 2..4u32,
        redraws in 0..4u32,
    ) {
        let cards_of = classes.iter().sum::<u32>();
        prop_assume!(hand + later <= cards_of && cards_of <= 7);
        let holds = |c: &[u32]| c[0] >= a && (c[1] == b || c[0] > b);
        let allowed = |c: &[u32]| c[1] >= 1;
        let mut deal = deal(&classes, hand, later, Exchanges::NONE);
        let (exchanges, holds, allowed): (_, Holds, Holds) = (deal.exchanges, &holds, &allowed);
        let (hand, later) = (hand as usize, later as usize);
        let deck = cards(&classes);
        let game = Game { classes: classes.len(), deck, hand, later, beside: 0, exchanges, holds, allowed };
        let mut judge = |c: &[u32]| Judgement::from(Truth::from(holds(c)));
        deal.forced = true;
        deal.redraws = Some(redraws);
        let mut allows = |c: &[u32]| Truth::from(allowed(c));
        let rules = HandRules { keep: Keep::Best, test: Some(HandTest::Allowed(&mut allows)) };
        let tree = deal.tree_with(rules, &mut judge).unwrap();
        prop_assert_eq!(tree.answer.exact(), Some(&game.redrawn(redraws)));
        (deal.redraws, deal.choice) = (None, hands);
        let mut value = |c: &[u32]| worth(c);
        let rules = HandRules { keep: Keep::Best, test: Some(HandTest::Greatest(&mut value)) };
        let found = deal.tree_with(rules, &mut judge);
        if hand as u32 * hands > cards_of {
            prop_assert!(found.is_err());
        } else {
            let all: Vec<usize> = (0..game.deck.len()).collect();
            let answer = found.unwrap().answer;
            prop_assert_eq!(answer.exact(), Some(&game.chosen(&[], &all, hands)));
        }
    }
}

#[test]
fn simulation_finds_what_hands_that_the_rules_choose_or_redraw_are_worth() {
    let holds = |c: &[u32]| c[0] >= 2 && c[1] >= 1;
    let allowed = |c: &[u32]| c[1] >= 2;
    for (redraws, choice) in [(Some(0), 1), (Some(2), 1), (None, 2), (None, 3)] {
        let mut deal = deal(&[5, 4, 9], 4, 1, Exchanges::NONE);
        (deal.forced, deal.redraws, deal.choice) = (true, redraws, choice);
        let mut judge = |c: &[u32]| Judgement::from(Truth::from(holds(c)));
        let (mut allows, mut value) = (|c: &[u32]| Truth::from(allowed(c)), |c: &[u32]| worth(c));
        let test = match choice {
            1 => HandTest::Allowed(&mut allows),
            _ => HandTest::Greatest(&mut value),
        };
        let rules = HandRules { keep: Keep::Best, test: Some(test) };
        let expected = deal.tree_with(rules, &mut judge).unwrap().answer;
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let run = SimulationRun { trials: TRIALS, seed: 9, threads: 1, stop: &stop, done: &done };
        let decide = |_: usize, c: &[u32]| match choice {
            1 if allowed(c) => Decision::Keep(Vec::new()),
            1 => Decision::Redraw,
            _ => Decision::Choose(worth(c)),
        };
        let found = simulate(&deal, &KeepPolicy::If(&decide), &run, &|c: &[u32]| holds(c)).unwrap();
        let hits = found.counts.get(&true).copied().unwrap_or(0);
        let errors = standard_errors(hits, TRIALS, expected.exact().unwrap().to_f64());
        assert!(errors.abs() < 4.0, "{redraws:?} {choice}: {errors}");
    }
}

const TRIALS: u64 = 20_000;

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn simulation_finds_what_every_kind_of_mulligan_is_worth() {
    let holds = |c: &[u32]| c[0] >= 2 && c[1] >= 1 && c.get(3).is_none_or(|prize| *prize == 0);
    let allowed = |c: &[u32]| c[0] >= 1;
    let some = [Returned::Bottom, Returned::Aside, Returned::Shuffled].map(Exchange::Some);
    let kinds = [&[Exchange::Anew, Exchange::Bottom, Exchange::Fewer][..], &some].concat();
    for exchange in kinds {
        for (forced, beside, later) in [(false, 0, 0), (true, 0, 2), (false, 4, 1), (true, 3, 0)] {
            let exchanges = Exchanges { exchange, free: 1, most: Some(1) };
            let mut deal = deal(&[9, 4, 17], 6, later, exchanges);
            deal.forced = forced;
            if beside > 0 {
                deal.beside = vec![SidePile { name: "prizes".into(), cards: beside, always: true }];
            }
            let mut judge = |c: &[u32]| Judgement::from(Truth::from(holds(c)));
            let mut allows = |c: &[u32]| Truth::from(!forced || allowed(c));
            let rules = HandRules { keep: Keep::Best, test: Some(HandTest::Allowed(&mut allows)) };
            let tree = deal.tree_with(rules, &mut judge).unwrap();
            let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
            let run =
                SimulationRun { trials: TRIALS, seed: 12, threads: 1, stop: &stop, done: &done };
            let policy = KeepPolicy::Tree(&tree.decisions);
            let found = simulate(&deal, &policy, &run, &|c: &[u32]| holds(c)).unwrap();
            let hits = found.counts.get(&true).copied().unwrap_or(0);
            let expected = tree.answer.exact().unwrap().to_f64();
            let errors = standard_errors(hits, TRIALS, expected);
            assert!(errors.abs() < 4.0, "{exchange:?} {forced} {beside} {later}: {errors}");
        }
    }
}

#[test]
fn a_forced_redraw_is_a_condition_that_is_given() {
    // Hands of 7 of 60 with at least one of 12 basics, as a game wants them.
    let mut deal = Deal::opening(&[12, 4, 44], 7);
    deal.forced = true;
    let mut judge = |c: &[u32]| Judgement::from(Truth::from(c[1] >= 1));
    let mut allows = |c: &[u32]| Truth::from(c[0] >= 1);
    let rules = HandRules { keep: Keep::Best, test: Some(HandTest::Allowed(&mut allows)) };
    let found = deal.tree_with(rules, &mut judge).unwrap().answer;
    let choose = |n, k| sleeve::odds::binomial(n, k);
    let both = choose(60, 7) - choose(48, 7) - choose(56, 7) + choose(44, 7);
    let given: UBig = choose(60, 7) - choose(48, 7);
    assert_eq!(found.exact(), Fraction::new(both, given).as_ref());
}

/// A table followed card by card: the pile, the hand and the discard as cards, in fractions.
struct Followed<'a> {
    deck: Vec<usize>,
    classes: usize,
    turns: Turns,
    last: usize,
    seen: bool,
    holds: Holds<'a>,
}

impl Followed<'_> {
    /// The chance of holding first in each turn from this one on.
    fn from(&self, turn: usize, pile: &[usize], hand: &[usize], gone: &[usize]) -> Vec<Fraction> {
        let mut counts = vec![0; self.classes];
        let shown = if self.seen { [hand, gone].concat() } else { hand.to_vec() };
        shown.iter().for_each(|card| counts[self.deck[*card]] += 1);
        let mut found = vec![Fraction::zero(); self.last + 1];
        if (self.holds)(&counts) {
            found[turn] = Fraction::one();
            return found;
        }
        if turn == self.last {
            return found;
        }
        let next = turn + 1;
        let leaves = match self.turns.discard {
            sleeve::odds::HandDiscard::Hand => hand.len(),
            sleeve::odds::HandDiscard::Cards(n) => (n as usize).min(hand.len()),
        };
        let leaves = if next > 1 { leaves } else { 0 };
        let draws = next >= self.turns.first as usize;
        let mut all: Vec<Vec<Fraction>> = Vec::new();
        for (away, hand) in choices(hand, leaves) {
            let gone = [gone, &away].concat();
            let want = match self.turns.draw {
                _ if !draws => 0,
                TurnCards::Nothing => 0,
                TurnCards::Add(n) => n as usize,
                TurnCards::Refill(n) => (n as usize).saturating_sub(hand.len()),
            };
            let first = want.min(pile.len());
            for (drawn, pile) in choices(pile, first) {
                let hand = [&hand[..], &drawn].concat();
                let more = want - first;
                if more == 0 || self.turns.recycle.is_none() {
                    all.push(self.from(next, &pile, &hand, &gone));
                    continue;
                }
                for (drawn, pile) in choices(&gone, more.min(gone.len())) {
                    all.push(self.from(next, &pile, &[&hand[..], &drawn].concat(), &[]));
                }
            }
        }
        (0..=self.last)
            .map(|turn| mean(all.iter().map(|found| found[turn].clone())).unwrap())
            .collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn turns_until_something_holds_are_those_of_brute_force(
        classes in prop::collection::vec(1..3u32, 2..3),
        hand in 0..3u32,
        last in 0..4u32,
        drawing in 0..3u32,
        leaving in 0..3u32,
        recycles in prop::bool::ANY,
        seen in prop::bool::ANY,
        (a, b) in (0..3u32, 0..3u32),
    ) {
        let cards_of = classes.iter().sum::<u32>();
        prop_assume!(hand <= cards_of);
        let discard = match leaving {
            2 => sleeve::odds::HandDiscard::Hand,
            n => sleeve::odds::HandDiscard::Cards(n),
        };
        let draw = if drawing == 2 { TurnCards::Refill(2) } else { TurnCards::Add(drawing) };
        // What was seen is forgotten by brute force when the discard is shuffled.
        let recycle = (recycles && !seen)
            .then_some(sleeve::odds::Recycle { at_last_card: false, times: None, leaves_out: false });
        let turns = Turns { draw, discard, first: 2, limit: None, recycle };
        let holds = |c: &[u32]| c[0] >= a && c[1] == b;
        let deal = Deal {
            turns,
            turn: last,
            views: sleeve::odds::Views { seen, hand: !seen },
            ..Deal::opening(&classes, hand)
        };
        let mut judge = |c: &[u32]| Judgement::from(Truth::from(holds(c)));
        let found = deal.first_time(Keep::Best, &mut judge).unwrap();
        let game = Followed {
            deck: cards(&classes),
            classes: classes.len(),
            turns,
            last: last as usize,
            seen,
            holds: &holds,
        };
        let all: Vec<usize> = (0..cards_of as usize).collect();
        let hands = choices(&all, hand as usize);
        let each: Vec<Vec<Fraction>> =
            hands.iter().map(|(hand, pile)| game.from(0, pile, hand, &[])).collect();
        for turn in 0..=last as usize {
            let expected = mean(each.iter().map(|found| found[turn].clone())).unwrap();
            prop_assert_eq!(&found.turns[turn], &expected, "turn {}", turn);
        }
    }
}
