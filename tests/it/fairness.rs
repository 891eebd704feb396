//! The chances of what was seen in games: against every series of games, and against the fractions
//! of another program.

use sleeve::odds::{
    Budget, Fairness, Fraction, OddsError, Probability, SeenCount, correct_for_all,
};

/// What chance makes of an exact count and probability.
fn judge(hits: u32, games: u32, chance: &Fraction) -> Fairness {
    let seen = SeenCount { least: hits, most: hits, games };
    let chance = range(chance.clone(), chance.clone());
    Fairness::new(seen, &chance, &Budget::new()).unwrap()
}

fn fraction(up: u64, down: u64) -> Fraction {
    Fraction::ratio(up, down).unwrap()
}

fn range(low: Fraction, high: Fraction) -> Probability {
    Probability { low, high }
}

/// The chance of each number of hits, game by game.
fn play(games: u32, chance: &Fraction) -> Vec<Fraction> {
    let mut chances = vec![Fraction::one()];
    for _ in 0..games {
        let mut next = vec![Fraction::zero(); chances.len() + 1];
        for (hits, before) in chances.iter().enumerate() {
            next[hits] = next[hits].plus(&before.times(&chance.complement()));
            next[hits + 1] = next[hits + 1].plus(&before.times(chance));
        }
        chances = next;
    }
    chances
}

fn sum(chances: &[Fraction]) -> Fraction {
    chances
        .iter()
        .fold(Fraction::zero(), |sum, chance| sum.plus(chance))
}

#[test]
fn tails_are_those_of_every_series() {
    for (games, up, down) in (0..=7).flat_map(|n| (0..=5).map(move |up| (n, up, 5))) {
        let chance = fraction(up, down);
        let series = play(games, &chance);
        for hits in 0..=games {
            let found = judge(hits, games, &chance);
            assert_eq!(found.at_most.low, sum(&series[..=hits as usize]), "{hits}/{games} {up}");
            assert_eq!(found.at_least.low, sum(&series[hits as usize..]), "{hits}/{games} {up}");
        }
    }
}

/// Every count and probability that the ranges allow lies within the answer, and the ends of
/// its ranges are reached.
#[test]
fn ranges_hold_every_case() {
    let budget = Budget::new();
    for (low, high) in (0..=6).flat_map(|low| (low..=6).map(move |high| (low, high))) {
        for (least, most) in (0..=5).flat_map(|least| (least..=5).map(move |n| (least, n))) {
            let chance = range(fraction(low, 6), fraction(high, 6));
            let seen = SeenCount { least, most, games: 5 };
            let found = Fairness::new(seen, &chance, &budget).unwrap();
            let cases = (low..=high).flat_map(|up| (least..=most).map(move |hits| (up, hits)));
            let each: Vec<Fairness> = cases
                .map(|(up, hits)| judge(hits, 5, &fraction(up, 6)))
                .collect();
            let ends = |of: fn(&Fairness) -> &Probability| {
                let all = each.iter().map(of).map(|chance| chance.low.clone());
                range(all.clone().min().unwrap(), all.max().unwrap())
            };
            assert_eq!(found.at_most, ends(|one| &one.at_most));
            assert_eq!(found.at_least, ends(|one| &one.at_least));
            let two_sided = ends(|one| &one.two_sided);
            assert_eq!(found.two_sided.low, two_sided.low);
            // Between two sixths the count may be as usual as can be.
            assert!(found.two_sided.high >= two_sided.high);
            assert!(
                found.two_sided.high == two_sided.high || found.two_sided.high == Fraction::one()
            );
        }
    }
}

/// The numbers are those of Python's `fractions`. In 101 of 126 games a player of OCTGN saw at
/// least three of a card (octgn/OCTGN#1094).
#[test]
fn chances_are_those_of_another_program() {
    let seen = SeenCount { least: 101, most: 101, games: 126 };
    let chance = fraction(1_258_071_761, 5_125_856_575);
    let found = Fairness::new(seen, &range(chance.clone(), chance), &Budget::new()).unwrap();
    assert_eq!(found.expected.low, fraction(22_645_291_698, 732_265_225));
    let once = |chance: &Probability| chance.low.one_in().unwrap();
    assert_eq!(once(&found.at_least), "267713470464515502816340354949241948131");
    assert_eq!(once(&found.two_sided), "133856735232257751408170177474620974066");
    let few = found.at_most.low.complement();
    assert_eq!(few.one_in().unwrap(), "3372305648444785219015315445359428737000");
    let found = judge(4, 5, &fraction(1, 3));
    assert_eq!((found.at_most.low, found.at_least.low), (fraction(242, 243), fraction(11, 243)));
}

fn correct(chances: Vec<Fraction>) -> Vec<Fraction> {
    let found = judge(1, 2, &fraction(1, 2));
    let one =
        |chance: Fraction| Fairness { two_sided: range(chance.clone(), chance), ..found.clone() };
    let mut all: Vec<Fairness> = chances.into_iter().map(one).collect();
    correct_for_all(&mut all);
    all.into_iter().map(|found| found.corrected.low).collect()
}

#[test]
fn corrections_are_holms() {
    let corrected = correct([4, 1, 3, 2].map(|up| fraction(up, 100)).to_vec());
    // Sorted: 1/100 · 4, 2/100 · 3, 3/100 · 2, 4/100 · 1, and never less than before.
    assert_eq!(corrected, [6, 4, 6, 6].map(|up| fraction(up, 100)));
    assert_eq!(correct(vec![fraction(2, 3), fraction(3, 4)]), vec![Fraction::one(); 2]);
}

#[test]
fn many_games_are_refused() {
    let seen = SeenCount { least: 0, most: 0, games: 10_001 };
    let half = fraction(1, 2);
    let found = Fairness::new(seen, &range(half.clone(), half), &Budget::new());
    assert!(matches!(found, Err(OddsError::TooManyGames { .. })));
}
