//! The parts of odds and draws, one by one.

use dashu_int::UBig;
use proptest::prelude::*;
use sleeve::{
    draw::{CONFIDENCE_95, Dealer, DealtTable, Rng, mean_and_deviation, standard_errors, wilson},
    model::CardIndex,
    odds::{
        Action, Budget, ClassWalk, Deal, Decision, DrawSetup, DrawSource, Exchange, Exchanges,
        HandDiscard, OddsError, Pile, Recycle, TurnCards, Turns, WORK_LIMIT, moments, vectors,
    },
    stats::{Companion, DeckCopies, count_usage},
};

fn pile(source: DrawSource, draw: u32) -> Pile {
    Pile { name: "pile".to_owned(), source, draw }
}

/// The number of vectors and their weight, which is the same in both kinds of numbers.
fn visited(setup: &DrawSetup) -> (u128, UBig) {
    let (mut vectors, mut small, mut large) = (0, UBig::ZERO, UBig::ZERO);
    ClassWalk::run(setup, |_: &[u32], weight: &u128| {
        vectors += 1;
        small += UBig::from(*weight);
    });
    ClassWalk::run(setup, |_: &[u32], weight: &UBig| large += weight);
    assert_eq!(small, large);
    (vectors, small)
}

#[test]
fn every_vector_is_visited_once_and_the_weights_add_up() {
    let hand = DrawSetup::hand(&[24, 8, 4, 24], 8);
    assert_eq!(visited(&hand), (hand.vectors(), hand.total()));
    let nested = DrawSetup {
        piles: vec![
            pile(DrawSource::Classes(vec![3, 4, 2]), 6),
            pile(DrawSource::PartOfDraw(0), 4),
            pile(DrawSource::RestOfDraw(1), 1),
            pile(DrawSource::Classes(vec![5, 0, 5]), 2),
        ],
    };
    let (many, weight) = visited(&nested);
    assert!(many <= nested.vectors() && weight == nested.total());
    // Empty draws and empty piles have one vector.
    for setup in [
        DrawSetup::hand(&[3, 2], 0),
        DrawSetup::hand(&[], 0),
        DrawSetup::default(),
        DrawSetup::hand(&[3, 2], 5),
    ] {
        assert_eq!(visited(&setup).0, 1);
    }
}

#[test]
fn the_number_of_vectors_is_known_before_they_are_visited() {
    assert_eq!(vectors(&[24, 8, 4, 24], 8), 145);
    assert_eq!(vectors(&[1; 40], 8), 76_904_685);
    assert_eq!(vectors(&[40; 300], 5000), u128::MAX);
    assert_eq!(vectors(&[2, 2], 5), 0);
    let pile = "pile".to_owned();
    let refused = Err(OddsError::DrawsTooMany { pile, draw: 6, holds: 5 });
    assert_eq!(DrawSetup::hand(&[3, 2], 6).validate(), refused);
}

#[test]
fn what_is_refused_costs_nothing_and_what_is_spent_is_gone() {
    let (budget, limit, setup) = (Budget::new(), u128::from(WORK_LIMIT), 10_000);
    assert!(budget.spend(limit - setup + 1).is_err() && budget.spend(u128::MAX).is_err());
    assert_eq!(budget.spend(limit - 3 * setup), Ok(()));
    assert_eq!(budget.spend(setup), Ok(()));
    assert_eq!(
        budget.spend(0),
        Err(OddsError::TooMuchWork { steps: setup, left: 0, limit: WORK_LIMIT })
    );
}

const ALWAYS: Option<Recycle> =
    Some(Recycle { at_last_card: false, times: None, leaves_out: false });

/// The hand, the cards seen and the pile at each turn.
fn sizes(cards: u32, hand: u32, turns: Turns, upto: u32) -> Vec<(u32, u32, u32)> {
    let all = moments(cards, hand, &turns, upto).unwrap();
    all.iter()
        .skip(1)
        .map(|m| (m.hand, m.seen, m.pile))
        .collect()
}

#[test]
fn hands_are_discarded_refilled_and_limited_turn_by_turn() {
    let all = Turns {
        draw: TurnCards::Add(5),
        discard: HandDiscard::Hand,
        recycle: ALWAYS,
        ..Turns::NONE
    };
    assert_eq!(sizes(10, 3, all, 5), [(3, 3, 7), (5, 8, 2), (5, 10, 5), (5, 10, 0), (5, 10, 5)]);
    let third = &moments(10, 3, &all, 3).unwrap()[3];
    assert_eq!(
        third.actions,
        [Action::Discard(5), Action::Draw(2), Action::Recycle, Action::Draw(3)]
    );
    let kept = Turns { draw: TurnCards::Add(1), first: 1, limit: Some(7), ..Turns::NONE };
    let expected = [(6, 6, 4), (7, 7, 3), (8, 8, 2), (8, 9, 1), (8, 10, 0), (7, 10, 0)];
    assert_eq!(sizes(10, 5, kept, 6), expected);
    assert!(moments(10, 5, &kept, 6).unwrap()[6].short);
    let once = Some(Recycle { at_last_card: true, times: Some(1), leaves_out: false });
    let expected = [(6, 6, 4), (7, 7, 3), (8, 8, 2), (8, 9, 1), (8, 10, 2), (8, 10, 1)];
    assert_eq!(sizes(10, 5, Turns { recycle: once, ..kept }, 6), expected);
    let refill = Turns {
        draw: TurnCards::Refill(4),
        discard: HandDiscard::Cards(1),
        recycle: ALWAYS,
        ..Turns::NONE
    };
    assert_eq!(sizes(16, 4, refill, 3), [(4, 4, 12), (4, 5, 11), (4, 6, 10)]);
    assert!(
        moments(4, 5, &Turns::NONE, 1).is_err() && moments(4, 3, &Turns::NONE, u32::MAX).is_err()
    );
    assert_eq!(moments(4, 3, &Turns::NONE, 0).unwrap().len(), 1);
}

/// Seed 0, from the tests of `rand`.
#[test]
fn a_seed_gives_the_numbers_of_the_reference_and_each_chunk_its_own() {
    let mut rng = Rng::from_seed(0);
    for number in [
        5_987_356_902_031_041_503,
        7_051_070_477_665_621_255,
        6_633_766_593_972_829_180,
        211_316_841_551_650_330,
    ] {
        assert_eq!(rng.next_u64(), number);
    }
    let chunks = (0..2500).map(|at| Rng::from_chunk(at / 50, at % 50).next_u64());
    assert_eq!(chunks.collect::<std::collections::BTreeSet<_>>().len(), 2500);
}

fn keep(dealer: &Dealer, number: u64) -> DealtTable {
    dealer
        .deal(1998, number, &mut |_, _| Ok(Decision::Keep(Vec::new())))
        .unwrap()
}

#[test]
fn a_seed_means_the_same_hands_for_ever() {
    let turns = Turns { draw: TurnCards::Add(1), ..Turns::NONE };
    let row = Pile { name: "row".into(), source: DrawSource::Classes(vec![80]), draw: 5 };
    let deal = Deal { turns, turn: 3, others: vec![row], ..Deal::opening(&[60], 7) };
    let dealer = Dealer::new(&deal, 2).unwrap();
    let dealt = keep(&dealer, 0);
    assert!(dealt == keep(&dealer, 0) && dealt != keep(&dealer, 1));
    let expected =
        "[15, 35, 54, 14, 49, 39, 53, 55] [[52, 23, 42, 2, 38, 26, 12]] [[18, 75, 31, 39, 65]]";
    assert_eq!(format!("{:?} {:?} {:?}", dealt.hands[2], dealt.partners, dealt.others), expected);
}

#[test]
fn hands_are_exchanged_until_one_is_kept() {
    let exchanges = Exchanges { exchange: Exchange::Bottom, free: 0, most: Some(2) };
    let deal = Deal { exchanges, ..Deal::opening(&[60], 7) };
    let exchange = |deal: &Deal| {
        Dealer::new(deal, 1)
            .unwrap()
            .deal(5, 0, &mut |_, _| Ok(Decision::Exchange))
    };
    let dealt = exchange(&deal).unwrap();
    assert_eq!((dealt.exchanged.len(), dealt.bottom, dealt.hands[0].len()), (2, 2, 7));
    let endless = Exchanges { exchange: Exchange::Anew, free: 0, most: None };
    assert!(exchange(&Deal { exchanges: endless, ..deal }).is_err());
    // A million cards are exchanged, but none more: two hands of half as many each.
    let large = Deal { exchanges: endless, ..Deal::opening(&[500_000], 500_000) };
    let dealer = Dealer::new(&large, 1).unwrap();
    let exchanged = |most: usize| {
        let mut decisions =
            (0..).map(|at| if at < most { Decision::Exchange } else { Decision::Keep(Vec::new()) });
        let dealt = dealer.deal(5, 0, &mut |_, _| Ok(decisions.next().unwrap()));
        dealt.map(|dealt| dealt.exchanged.len()).ok()
    };
    assert_eq!([1, 2, 3].map(exchanged), [Some(1), Some(2), None]);
}

/// Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
#[test]
fn intervals_and_deviations_are_those_of_the_literature() {
    for (hits, trials, low, high) in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ] {
        let (a, b) = wilson(hits, trials, CONFIDENCE_95);
        assert!((a - low).abs() < 5e-5 && (b - high).abs() < 5e-5, "{hits}/{trials}: {a} {b}");
    }
    assert_eq!((wilson(5, 5, 2.0).1, wilson(0, 0, 2.0)), (1.0, (0.0, 1.0)));
    let values = [(2.0, 1), (4.0, 3), (5.0, 2), (7.0, 1), (9.0, 1)];
    assert_eq!(mean_and_deviation(values.into_iter()), Some((5.0, 2.0)));
    assert_eq!(mean_and_deviation([].into_iter()), None);
    assert!((standard_errors(60, 100, 0.5) - 2.0).abs() < 1e-9);
    assert_eq!((standard_errors(0, 100, 0.0), standard_errors(1, 100, 0.0)), (0.0, f64::INFINITY));
}

fn deck(cards: &[(u32, u64)]) -> DeckCopies {
    cards
        .iter()
        .map(|(card, copies)| (CardIndex(*card), *copies))
        .collect()
}

/// Four decks by hand: 1 and 2 are together in three of four, 3 in two, always with 2.
#[test]
fn four_decks_by_hand() {
    let decks =
        [&[(1, 1), (2, 3)][..], &[(1, 2), (2, 1), (3, 1)], &[(1, 1), (2, 1)], &[(2, 1), (3, 4)]]
            .map(deck);
    let usage = count_usage(&decks);
    let rows: Vec<_> = usage
        .cards
        .iter()
        .map(|used| (used.card.0, used.decks, used.copies))
        .collect();
    assert_eq!(rows, [(2, 4, 6), (1, 3, 4), (3, 2, 5)]);
    let with = usage.cards.iter().map(|used| {
        used.companions
            .iter()
            .map(|c| (c.card.0, c.together, c.either))
            .collect::<Vec<_>>()
    });
    // 3 / 4 and 2 / 4; 1 and 3 are together only once.
    assert_eq!(
        with.collect::<Vec<_>>(),
        [vec![(1, 3, 4), (3, 2, 4)], vec![(2, 3, 4)], vec![(2, 2, 4)]]
    );
    assert_eq!(usage.cards[0].companions[0].affinity(), 0.75);
}

#[test]
fn pairs_of_cards_are_bounded() {
    let large: DeckCopies = (0..25_000).map(|card| (CardIndex(card), 1)).collect();
    let usage = count_usage(&[large.clone(), large]);
    assert_eq!((usage.too_many_pairs, usage.cards.len()), (Some(2 * 25_000 * 25_000), 25_000));
    assert!(
        usage
            .cards
            .iter()
            .all(|used| used.decks == 2 && used.companions.is_empty())
    );
}

proptest! {
    /// Against the definition, pair by pair: the five nearest that are together at least twice.
    #[test]
    fn companions_are_those_of_the_definition(
        decks in prop::collection::vec(prop::collection::vec((0_u32..12, 1_u64..4), 0..8), 0..12)
    ) {
        let decks: Vec<DeckCopies> = decks.iter().map(|cards| deck(cards)).collect();
        let holding = |wanted: &[CardIndex]| {
            decks.iter().filter(|deck| wanted.iter().all(|c| deck.contains_key(c))).count() as u64
        };
        for used in &count_usage(&decks).cards {
            prop_assert_eq!(used.decks, holding(&[used.card]));
            prop_assert_eq!(used.copies, decks.iter().filter_map(|d| d.get(&used.card)).sum::<u64>());
            let others = (0..12).map(CardIndex).filter(|card| *card != used.card);
            let mut all: Vec<Companion> = others
                .map(|card| {
                    let together = holding(&[used.card, card]);
                    Companion { card, together, either: used.decks + holding(&[card]) - together }
                })
                .filter(|companion| companion.together >= 2)
                .collect();
            all.sort_by(|a, b| {
                let affinity = b.affinity().total_cmp(&a.affinity());
                affinity.then(b.together.cmp(&a.together)).then(a.card.cmp(&b.card))
            });
            all.truncate(5);
            prop_assert_eq!(&used.companions, &all);
        }
    }
}
