//! What must hold of odds whatever the deck, and that brute force and simulation agree with them.

use dashu_int::UBig;
use proptest::{
    prelude::*,
    test_runner::{RngSeed, TestRunner},
};
use sleeve::{
    draw::{KeepPolicy, SimulationRun, simulate, standard_errors, wilson},
    language::{Scope, World, condition, filter},
    model::Catalog,
    odds::{
        AskError, Budget, Deal, Decision, DrawSetup, DrawSource, Exchange, Exchanges, Fraction,
        GameTable, HandDiscard, Judgement, Keep, Pile, Probability, Question, QuestionTerms,
        Recycle, Truth, TurnCards, Turns, Views, probability,
    },
};
use std::sync::atomic::{AtomicBool, AtomicU64};

fn odds(classes: &[u32], draw: u32, condition: impl Fn(&[u32]) -> bool) -> Fraction {
    let mut judge = |counts: &[u32]| Judgement::from(Truth::from(condition(counts)));
    exact(&probability(&DrawSetup::hand(classes, draw), None, &mut judge).unwrap())
}

fn exact(answer: &Probability) -> Fraction {
    answer.exact().unwrap().clone()
}

/// Exactly `k` of the `class` marked cards of `pile` in `draw`.
fn h(pile: u32, class: u32, draw: u32, k: u32) -> Fraction {
    odds(&[class, pile - class], draw, |counts| counts[0] == k)
}

/// A random condition over class counts, the same for every reader.
#[derive(Clone, Debug)]
enum Ask {
    AtLeast(usize, u32),
    Exactly(usize, u32),
    Together(usize, usize, u32),
    More(usize, usize),
    Not(Box<Ask>),
    Both(Box<Ask>, Box<Ask>),
    Either(Box<Ask>, Box<Ask>),
}

impl Ask {
    fn holds(&self, counts: &[u32]) -> bool {
        let count = |class: &usize| counts[class % counts.len()];
        match self {
            Ask::AtLeast(class, n) => count(class) >= *n,
            Ask::Exactly(class, n) => count(class) == *n,
            Ask::Together(a, b, n) => count(a) + count(b) >= *n,
            Ask::More(a, b) => count(a) > count(b),
            Ask::Not(inner) => !inner.holds(counts),
            Ask::Both(a, b) => a.holds(counts) && b.holds(counts),
            Ask::Either(a, b) => a.holds(counts) || b.holds(counts),
        }
    }
}

impl Ask {
    /// The condition as the language has it; a class's name is `a`, `b`, `c` by turn.
    fn text(&self, classes: usize) -> String {
        let name = |class: &usize| NAMES[class % classes];
        match self {
            Ask::AtLeast(class, n) => format!("count({}) >= {n}", name(class)),
            Ask::Exactly(class, n) => format!("count({}) = {n}", name(class)),
            Ask::Together(a, b, n) if name(a) == name(b) => {
                format!("2 * count({}) >= {n}", name(a))
            }
            Ask::Together(a, b, n) => format!("count({} or {}) >= {n}", name(a), name(b)),
            Ask::More(a, b) => format!("count({}) > count({})", name(a), name(b)),
            Ask::Not(inner) => format!("not ({})", inner.text(classes)),
            Ask::Both(a, b) => format!("({}) and ({})", a.text(classes), b.text(classes)),
            Ask::Either(a, b) => format!("({}) or ({})", a.text(classes), b.text(classes)),
        }
    }
}

const NAMES: [&str; 4] = ["a", "b", "c", "other"];

fn ask() -> impl Strategy<Value = Ask> {
    let leaf = prop_oneof![
        (0..6usize, 0..4u32).prop_map(|(c, n)| Ask::AtLeast(c, n)),
        (0..6usize, 0..4u32).prop_map(|(c, n)| Ask::Exactly(c, n)),
        (0..6usize, 0..6usize, 0..5u32).prop_map(|(a, b, n)| Ask::Together(a, b, n)),
        (0..6usize, 0..6usize).prop_map(|(a, b)| Ask::More(a, b)),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|a| Ask::Not(Box::new(a))),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Ask::Both(Box::new(a), Box::new(b))),
            (inner.clone(), inner).prop_map(|(a, b)| Ask::Either(Box::new(a), Box::new(b))),
        ]
    })
}

/// The classes of a deck, one entry per card.
fn cards(classes: &[u32]) -> Vec<usize> {
    let numbered = classes.iter().enumerate();
    numbered
        .flat_map(|(class, n)| std::iter::repeat_n(class, *n as usize))
        .collect()
}

/// Every hand of `draw` cards, as positions in the deck.
fn hands(cards: usize, draw: usize) -> Vec<Vec<usize>> {
    fn extend(
        from: usize,
        cards: usize,
        draw: usize,
        hand: &mut Vec<usize>,
        all: &mut Vec<Vec<usize>>,
    ) {
        if hand.len() == draw {
            return all.push(hand.clone());
        }
        for card in from..cards {
            hand.push(card);
            extend(card + 1, cards, draw, hand, all);
            hand.pop();
        }
    }
    let mut all = Vec::new();
    extend(0, cards, draw, &mut Vec::new(), &mut all);
    all
}

fn counted(deck: &[usize], hand: &[usize], classes: usize) -> Vec<u32> {
    let mut counts = vec![0; classes];
    hand.iter().for_each(|card| counts[deck[*card]] += 1);
    counts
}

fn share(hits: usize, all: usize) -> Fraction {
    Fraction::new(UBig::from(hits), UBig::from(all)).unwrap()
}

fn deck_and_draw() -> impl Strategy<Value = (Vec<u32>, u32)> {
    prop::collection::vec(0..5u32, 1..5).prop_flat_map(|classes| {
        let cards = classes.iter().sum::<u32>();
        (Just(classes), 0..=cards.min(6))
    })
}

/// A table of `--vary`, each row recounted over all hands.
fn varied_rows_agree(
    classes: &[u32],
    (other, draw): (u32, u32),
    ask: &Ask,
    varied: usize,
) -> Result<(), TestCaseError> {
    let text = ask.text(classes.len());
    let names: Vec<String> = NAMES[..classes.len()]
        .iter()
        .map(|n| (*n).to_owned())
        .collect();
    let scope = Scope::from_classes(&[names.clone(), vec!["other".to_owned()]].concat());
    let wanted = condition(&text, &scope).unwrap();
    let catalog = Catalog::default();
    let world = World::from_catalog(&catalog);
    let cards: u32 = classes.iter().sum::<u32>() + other;
    let draw = draw.min(cards);
    let table = GameTable::from_class_counts(&[classes, &[other]].concat(), draw);
    let asked = QuestionTerms { condition: &wanted, given: None, keep: None };
    let question = Question::new(&world, &table, asked).unwrap();
    let read = |class: &usize| {
        let name = &names[*class];
        text.contains(&format!("count({name}")) || text.contains(&format!("or {name})"))
    };
    let filter = filter(&names[varied], &scope).unwrap();
    let rows = question.probability_by_copies(&world, &filter, 0, None, &Budget::new());
    if !read(&varied) {
        prop_assert_eq!(rows, Err(AskError::VariesUnread), "{}", text);
        return Ok(());
    }
    let unread: u32 = (0..classes.len())
        .filter(|c| !read(c))
        .map(|c| classes[c])
        .sum();
    let room = classes[varied] + unread + other;
    let rows = rows.unwrap();
    prop_assert_eq!(rows.len() as u32, room + 1, "{}", text);
    for (copies, row) in (0u32..).zip(rows) {
        let mut counts: Vec<u32> = (0..classes.len())
            .map(|c| if read(&c) { classes[c] } else { 0 })
            .collect();
        counts[varied] = copies;
        let deck = self::cards(&[&counts[..], &[room - copies]].concat());
        let all = hands(deck.len(), draw as usize);
        let holds = |hand: &&Vec<usize>| {
            ask.holds(&counted(&deck, hand, classes.len() + 1)[..classes.len()])
        };
        let hits = all.iter().filter(holds).count();
        prop_assert_eq!(row.copies, copies);
        prop_assert_eq!(exact(&row.answer), share(hits, all.len()), "{}: {}", text, copies);
    }
    Ok(())
}

#[test]
fn rows_of_varied_cards_are_copies_of_these_alone() {
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(5),
        ..ProptestConfig::default()
    });
    let drawn = (prop::collection::vec(0..4u32, 2..4), (0..4u32, 1..4u32), ask(), 0..2usize);
    let tried = runner.run(&drawn, |(classes, beside, ask, varied)| {
        varied_rows_agree(&classes, beside, &ask, varied)
    });
    tried.unwrap_or_else(|error| panic!("{error}"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn brute_force_over_all_hands_agrees((classes, draw) in deck_and_draw(), ask in ask()) {
        let deck = cards(&classes);
        let all = hands(deck.len(), draw as usize);
        let holds = |hand: &&Vec<usize>| ask.holds(&counted(&deck, hand, classes.len()));
        let hits = all.iter().filter(holds).count();
        prop_assert_eq!(odds(&classes, draw, |c| ask.holds(c)), share(hits, all.len()));
    }

    #[test]
    fn brute_force_over_hands_seen_cards_and_a_row_agrees(
        (classes, draw) in deck_and_draw(),
        row in prop::collection::vec(0..3u32, 1..3),
        ask in ask(),
    ) {
        let shown = row.iter().sum::<u32>().min(2);
        let deal = Deal {
            turns: Turns { draw: TurnCards::Add(2), discard: HandDiscard::Hand, ..Turns::NONE },
            turn: 2,
            views: Views { seen: true, hand: true },
            others: vec![Pile { name: "row".into(), source: DrawSource::Classes(row.clone()), draw: shown }],
            ..Deal::opening(&classes, draw)
        };
        let moment = deal.moments().unwrap().pop().unwrap();
        let (deck, second) = (cards(&classes), cards(&row));
        let (mut hits, mut all) = (0, 0);
        for seen in hands(deck.len(), moment.seen as usize) {
            for hand in hands(seen.len(), moment.hand as usize) {
                let hand: Vec<usize> = hand.into_iter().map(|i| seen[i]).collect();
                for open in hands(second.len(), shown as usize) {
                    let mut counts = counted(&deck, &seen, classes.len());
                    counts.extend(counted(&deck, &hand, classes.len()));
                    counts.extend(counted(&second, &open, row.len()));
                    hits += usize::from(ask.holds(&counts));
                    all += 1;
                }
            }
        }
        let mut judge = |c: &[u32]| Judgement::from(Truth::from(ask.holds(c)));
        let found = deal.probability(None, Keep::Best, &mut judge).unwrap();
        prop_assert_eq!(exact(&found), share(hits, all));
    }

    #[test]
    fn probabilities_add_up_to_one(pile in 1..90u32, class in 0..90u32, draw in 0..40u32) {
        let (class, draw) = (class.min(pile), draw.min(pile));
        let sum = (0..=draw).fold(Fraction::zero(), |sum, k| sum.plus(&h(pile, class, draw, k)));
        prop_assert_eq!(sum, Fraction::one());
    }

    #[test]
    fn class_and_draw_may_change_places(pile in 1..150u32, a in 0..60u32, b in 0..60u32, k in 0..9u32) {
        let (a, b) = (a.min(pile), b.min(pile));
        prop_assert_eq!(h(pile, a, b, k), h(pile, b, a, k));
    }

    #[test]
    fn more_copies_and_more_cards_never_hurt(pile in 2..90u32, class in 0..89u32, draw in 0..40u32, k in 0..5u32) {
        let (class, draw) = (class.min(pile - 1), draw.min(pile - 1));
        let at_least = |class: u32, draw: u32| odds(&[class, pile - class], draw, |c| c[0] >= k);
        prop_assert!(at_least(class + 1, draw) >= at_least(class, draw));
        prop_assert!(at_least(class, draw + 1) >= at_least(class, draw));
    }

    #[test]
    fn splitting_a_class_changes_nothing(
        classes in prop::collection::vec(0..9u32, 2..5),
        part in 0..9u32,
        draw in 0..8u32,
        n in 0..4u32,
    ) {
        let draw = draw.min(classes.iter().sum());
        let part = part.min(classes[0]);
        let mut split = classes.clone();
        split[0] -= part;
        split.push(part);
        let last = classes.len();
        let whole = odds(&classes, draw, |c| c[0] >= n && c[1] != 1);
        prop_assert_eq!(whole, odds(&split, draw, |c| c[0] + c[last] >= n && c[1] != 1));
        // A marginal of many classes is the distribution of one.
        let others = classes.iter().sum::<u32>() - classes[0];
        prop_assert_eq!(
            odds(&classes, draw, |c| c[0] == n),
            odds(&[classes[0], others], draw, |c| c[0] == n)
        );
    }

    #[test]
    fn cutting_counts_changes_nothing(
        classes in prop::collection::vec(0..30u32, 4..6),
        draw in 0..20u32,
        n in prop::collection::vec(0..4u32, 3),
    ) {
        let draw = draw.min(classes.iter().sum());
        let mut judge = |c: &[u32]| {
            Judgement::from(Truth::from((c[0] >= n[0] && c[1] <= n[1]) || c[2] == n[2]))
        };
        let mut caps: Vec<u32> = n.iter().map(|n| n + 1).collect();
        caps.resize(classes.len(), 0);
        let setup = DrawSetup::hand(&classes, draw);
        let whole = probability(&setup, None, &mut judge).unwrap();
        prop_assert_eq!(whole, probability(&setup, Some(&caps), &mut judge).unwrap());
    }

    #[test]
    fn long_numbers_and_short_ones_agree(class in 0..40u32, draw in 0..9u32, k in 0..4u32) {
        // A second pile of 400 cards makes every count a long number and changes nothing.
        let pile = |name: &str, classes: &[u32], draw| Pile {
            name: name.into(),
            source: DrawSource::Classes(classes.to_vec()),
            draw,
        };
        let piles = vec![pile("hand", &[class, 60 - class], draw), pile("row", &[200, 200], 150)];
        let mut judge = |c: &[u32]| Judgement::from(Truth::from(c[0] == k));
        let long = probability(&DrawSetup { piles }, None, &mut judge).unwrap();
        prop_assert_eq!(exact(&long), h(60, class, draw, k));
    }
}

fn simulated(
    deal: &Deal,
    policy: &KeepPolicy,
    threads: usize,
    holds: &(dyn Fn(&[u32]) -> bool + Sync),
) -> u64 {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let run = SimulationRun { trials: TRIALS, seed: 20_261_121, threads, stop: &stop, done: &done };
    let found = simulate(deal, policy, &run, &|counts: &[u32]| Truth::from(holds(counts))).unwrap();
    assert_eq!(found.hands, TRIALS);
    found.counts.get(&Truth::True).copied().unwrap_or(0)
}

fn decision(kept: bool) -> Decision {
    if kept { Decision::Keep(Vec::new()) } else { Decision::Exchange }
}

const TRIALS: u64 = 20_000;

#[track_caller]
fn agrees(
    deal: &Deal,
    policy: &KeepPolicy,
    exact: &Fraction,
    holds: &(dyn Fn(&[u32]) -> bool + Sync),
) {
    let hits = simulated(deal, policy, 1, holds);
    let errors = standard_errors(hits, TRIALS, exact.to_f64());
    assert!(errors.abs() < 4.0, "{hits} of {TRIALS} for {exact}: {errors} standard errors");
    let (low, high) = wilson(hits, TRIALS, 4.0);
    assert!((low..=high).contains(&exact.to_f64()));
    assert_eq!(hits, simulated(deal, policy, 2, holds));
}

#[track_caller]
fn agrees_with_odds(deal: &Deal, holds: &(dyn Fn(&[u32]) -> bool + Sync)) {
    let mut judge = |c: &[u32]| Judgement::from(Truth::from(holds(c)));
    let found = deal.probability(None, Keep::Best, &mut judge).unwrap();
    agrees(deal, &KeepPolicy::Keep, &exact(&found), holds);
}

#[test]
fn simulation_agrees_with_odds() {
    let three = |c: &[u32]| (2..=4).contains(&c[0]) && (c[1] >= 1 || c[2] >= 1);
    agrees_with_odds(&Deal::opening(&[24, 8, 4, 24], 8), &three);
    agrees_with_odds(&Deal::opening(&[40, 15, 5, 40], 25), &|c| c[1] >= 4 && c[2] <= 1);
    agrees_with_odds(&Deal::opening(&[4, 56], 7), &|c| c[0] >= 1);
    agrees_with_odds(&Deal::opening(&[8, 2], 0), &|c| c[0] == 0);
    // Larger than an index of eight bits, and more classes than a table holds.
    agrees_with_odds(&Deal::opening(&[200, 100, 500], 30), &|c| c[0] >= 8 && c[1] <= 3);
    agrees_with_odds(&Deal::opening(&[3; 9], 7), &|c| c.iter().filter(|n| **n > 0).count() >= 6);
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn simulation_agrees_with_odds_turn_by_turn() {
    let recycle = Some(Recycle { at_last_card: false, times: None, leaves_out: false });
    let turns = |draw, leaving| Turns { draw, discard: leaving, recycle, ..Turns::NONE };
    let fresh = turns(TurnCards::Add(5), HandDiscard::Hand);
    let refill = turns(TurnCards::Refill(5), HandDiscard::Cards(2));
    let add = Turns { first: 1, limit: Some(5), ..turns(TurnCards::Add(2), HandDiscard::Cards(0)) };
    let views =
        [(true, false), (false, true), (true, true)].map(|(seen, hand)| Views { seen, hand });
    for turns in [fresh, refill, add] {
        for turn in [1, 2, 3, 4, 7] {
            for views in views {
                let deal = Deal { turns, turn, views, ..Deal::opening(&[8, 2, 2], 3) };
                agrees_with_odds(&deal, &|c| c[1] >= 1 && c[c.len() - 1] <= 1);
            }
        }
    }
}

#[test]
fn simulation_agrees_with_odds_over_several_piles() {
    let row = DrawSource::Classes(vec![9, 20, 30, 21]);
    let deal = Deal {
        others: vec![Pile { name: "row".into(), source: row, draw: 5 }],
        ..Deal::opening(&[8, 2], 3)
    };
    agrees_with_odds(&deal, &|c| (0..4).any(|cost| c[2 + cost] > 0 && c[0] as usize > cost));
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn simulation_agrees_with_mulligan_trees() {
    let turns = Turns { draw: TurnCards::Add(1), ..Turns::NONE };
    let both = Views { seen: true, hand: true };
    let holds = |c: &[u32]| c[c.len() - 4] >= 3 && c[c.len() - 3] >= 1;
    let keeps = |c: &[u32]| (2..=5).contains(&c[0]);
    let mut judge = |c: &[u32]| Judgement::from(Truth::from(holds(c)));
    for (exchange, free) in
        [(Exchange::Bottom, 0), (Exchange::Bottom, 1), (Exchange::Fewer, 0), (Exchange::Anew, 0)]
    {
        let exchanges = Exchanges { exchange, free, most: Some(3) };
        for (turn, views) in [(1, both), (2, both), (2, Views { seen: false, hand: true })] {
            let base = Deal::opening(&[24, 8, 4, 24], 7);
            let deal = Deal { turns, turn, views, exchanges, ..base };
            let best = deal.tree(Keep::Best, &mut judge).unwrap();
            agrees(&deal, &KeepPolicy::Tree(&best.decisions), &exact(&best.answer), &holds);
            let mut keep = |_: usize, c: &[u32]| Truth::from(keeps(c));
            let tree = deal.tree(Keep::If(&mut keep), &mut judge).unwrap();
            agrees(&deal, &KeepPolicy::Tree(&tree.decisions), &exact(&tree.answer), &holds);
            assert!(tree.answer.low <= best.answer.low);
            if exchange != Exchange::Bottom {
                agrees(
                    &deal,
                    &KeepPolicy::If(&|_, c| decision(keeps(c))),
                    &exact(&tree.answer),
                    &holds,
                );
            }
        }
    }
}

#[test]
fn exchanges_without_limit_are_a_condition_that_is_given() {
    let exchanges = Exchanges { exchange: Exchange::Anew, free: 0, most: None };
    let deal = Deal { exchanges, ..Deal::opening(&[4, 16, 40], 7) };
    let (holds, keeps) = (|c: &[u32]| c[1] >= 2, |c: &[u32]| c[0] >= 1);
    let mut judge = |c: &[u32]| Judgement::from(Truth::from(holds(c)));
    let mut keep = |_: usize, c: &[u32]| Truth::from(keeps(c));
    let tree = deal.tree(Keep::If(&mut keep), &mut judge).unwrap();
    let mut both =
        |c: &[u32]| Judgement { condition: Truth::from(holds(c)), given: Truth::from(keeps(c)) };
    let given = probability(&DrawSetup::hand(&[4, 16, 40], 7), None, &mut both).unwrap();
    assert_eq!(tree.answer, given);
    agrees(&deal, &KeepPolicy::If(&|_, c| decision(keeps(c))), &exact(&given), &holds);
}
