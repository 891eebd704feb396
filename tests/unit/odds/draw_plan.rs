//! Unit tests of `crates/odds/src/draw/plan.rs`.

use super::*;
use crate::{HandDiscard, Recycle, TurnCards, Turns};

#[test]
fn the_array_always_tells_which_cards_are_where() {
    let recycle = Some(Recycle { at_last_card: false, times: None, leaves_out: false });
    for (draw, leaving, limit) in [
        (TurnCards::Add(5), HandDiscard::Hand, None),
        (TurnCards::Refill(4), HandDiscard::Cards(2), None),
        (TurnCards::Add(2), HandDiscard::Cards(0), Some(6)),
    ] {
        let turns = Turns { draw, discard: leaving, first: 2, limit, recycle };
        let deal = Deal { turns, turn: 9, ..Deal::opening(&[8, 2], 3) };
        let plan = DealPlan::new(&deal).unwrap();
        let expected = deal.moments().unwrap();
        let mut cards: Vec<u32> = (0..10).collect();
        let mut rng = Rng::from_seed(3);
        let course = &plan.courses[0];
        course.opening.apply(&mut cards, &mut rng);
        let mut seen = std::collections::BTreeSet::new();
        for (turn, moment) in course.turns.iter().zip(expected) {
            turn.steps
                .iter()
                .for_each(|step| step.apply(&mut cards, &mut rng));
            assert_eq!(turn.hand.len(), moment.hand as usize);
            assert_eq!(turn.hand.start, moment.pile as usize);
            let out_of_hand = turn.out_of_hand.iter().map(|r| r.len()).sum::<usize>();
            assert_eq!(turn.hand.len() + out_of_hand, moment.seen as usize);
            seen.extend(cards[turn.hand.clone()].iter().copied());
            let out_of_hand = turn.out_of_hand.iter().flat_map(|r| &cards[r.clone()]);
            let listed: std::collections::BTreeSet<u32> = cards[turn.hand.clone()]
                .iter()
                .chain(out_of_hand)
                .copied()
                .collect();
            assert_eq!(listed, seen);
        }
    }
}
