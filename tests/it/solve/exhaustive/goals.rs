//! The largest and the smallest numbers of random small games, against every deck there is.

use super::*;
use sleeve::{
    language::{Presence, Quantity, Rational},
    model::{Setting, format::Parameter},
    rules::Overrides,
    solve::{Aim, Direction, Objective},
};
use std::cmp::Ordering;

/// What is asked of a game beside its rules.
#[derive(Clone, Debug)]
struct Asked {
    /// The number; negated where it is to be small.
    goal: String,
    direction: Direction,
    /// Another number, that chooses between decks of equal goal.
    then: Option<(String, Direction)>,
    goal_first: bool,
    require: Option<String>,
    lock: Option<String>,
    only: Option<String>,
    with: Option<(u32, u32)>,
    owned: Option<Vec<u32>>,
    /// The parameter `budget`.
    budget: i64,
}

/// Some of the cards differ from the first in nothing, or in their cost alone.
fn cards() -> impl Strategy<Value = Vec<Drawn>> {
    let other = prop_oneof![
        1 => Just(None),
        3 => prop_oneof![Just((-2, -2)), Just((1, 1)), Just((3, 3)), Just((4, 4))].prop_map(Some),
    ];
    let others = prop::collection::vec(
        prop_oneof![2 => other.prop_map(Ok), 1 => drawn().prop_map(Err)],
        CARDS - 1,
    );
    (drawn(), others).prop_map(|(first, others)| {
        let like =
            |cost: Option<(i64, i64)>| Drawn { cost: cost.unwrap_or(first.cost), ..first.clone() };
        let others = others
            .into_iter()
            .map(|other| other.map_or_else(|own| own, like));
        std::iter::once(first.clone()).chain(others).collect()
    })
}

fn goal() -> BoxedStrategy<String> {
    let number = prop_oneof![
        4 => linear(),
        2 => measure(),
        2 => average(),
        1 => (linear(), filter()).prop_map(|(a, f)| format!("{a} / count({f})")),
        1 => (average(), 0..3i64).prop_map(|(a, n)| format!("{a} * 2 / 3 + {n} / 2")),
        1 => (extreme(), linear()).prop_map(|(a, b)| format!("({a}) / 2 + ({b}) / 3")),
        1 => filter().prop_map(|f| format!("budget * count({f}) - count()")),
        1 => field().prop_map(|f| format!("total({f}, least(count(), 2) / 2)")),
    ];
    let negated = (number, any::<bool>());
    // Boxed, since strategies by value fill the stack.
    negated
        .prop_map(|(n, small)| if small { format!("-({n})") } else { n })
        .boxed()
}

fn asked() -> impl Strategy<Value = Asked> {
    let some = |f: BoxedStrategy<String>| prop_oneof![3 => Just(None), 1 => f.prop_map(Some)];
    let with = prop_oneof![4 => Just(None), 1 => (0..CARDS as u32, 1..4u32).prop_map(Some)];
    let owned = prop::collection::vec(0..5u32, CARDS);
    let owned = prop_oneof![3 => Just(None), 1 => owned.prop_map(Some)];
    let wishes =
        (some(condition(measure()).boxed()), some(filter().boxed()), some(filter().boxed()));
    let direction = || {
        any::<bool>()
            .prop_map(|large| if large { Direction::Maximise } else { Direction::Minimise })
    };
    let then = prop_oneof![2 => Just(None), 1 => (goal(), direction()).prop_map(Some)];
    ((goal(), direction(), then), any::<bool>(), wishes, with, owned, 0..4i64).prop_map(
        |((goal, direction, then), goal_first, (require, lock, only), with, owned, budget)| Asked {
            goal,
            direction,
            then,
            goal_first,
            require,
            lock,
            only,
            with,
            owned,
            budget,
        },
    )
}

/// What a number is worth that is to be large: nothing where there is none for certain.
fn worth(number: Quantity, certain: bool) -> Option<Rational> {
    match (number.presence(), certain) {
        (Presence::Certain, true) => number.low(),
        (Presence::Certain | Presence::Perhaps, false) => number.high(),
        _ => None,
    }
}

#[derive(Default)]
struct Reached {
    proven: usize,
    unproven: usize,
    impossible: usize,
    unsaid: usize,
    perhaps: usize,
    without: usize,
}

fn try_goal(
    drawn: &[Drawn],
    bodies: &[RuleBody],
    start: &[u32],
    asked: &Asked,
    reached: &mut Reached,
) -> Result<(), TestCaseError> {
    let catalog = catalog(drawn);
    let mut format = format(bodies, "");
    let two = Number::from_integer(2).unwrap();
    format.parameters.push(Parameter {
        named: named("budget", "budget", ""),
        default: Some(Setting::Number(two)),
        by_role: Vec::new(),
        words: Vec::new(),
        allowed: Vec::new(),
        min: None,
        max: None,
        implied_by: None,
    });
    let rulebook = Rulebook::new(&catalog, &format);
    let refused = || TestCaseError::reject("a text that the language refuses");
    let mut goals = Vec::new();
    let first = (asked.goal.clone(), asked.direction);
    for (text, direction) in [Some(first), asked.then.clone()].into_iter().flatten() {
        goals.push((rulebook.measure(&text).map_err(|_| refused())?, direction));
    }
    let filter = |text: &Option<String>| {
        text.as_ref()
            .map(|text| rulebook.filter(text))
            .transpose()
            .map_err(|_| refused())
    };
    let (lock, only) = (filter(&asked.lock)?, filter(&asked.only)?);
    let require = asked
        .require
        .as_ref()
        .map(|text| rulebook.condition(text))
        .transpose();
    let require = require.map_err(|_| refused())?;
    let condition = |body: &RuleBody| matches!(body, RuleBody::Require(text) if rulebook.condition(text).is_err());
    prop_assume!(!format.rules.iter().any(|rule| condition(&rule.body)));

    let budget = Number::from_integer(asked.budget).unwrap();
    let mut parameters = Parameters::new();
    parameters.set("budget", sleeve::language::ParameterValue::Number(budget));
    let world = World { parameters: &parameters, ..World::from_catalog(&catalog) };
    let required = asked.require.clone().map(RuleBody::Require);
    let mut judges: Vec<Judge<'_>> = format
        .rules
        .iter()
        .map(|rule| judge(&rulebook, &world, &rule.body))
        .collect();
    judges.extend(required.iter().map(|body| judge(&rulebook, &world, body)));
    let bound: Vec<_> = goals
        .iter()
        .map(|(goal, _)| goal.bind(&world, &universe()))
        .collect();
    let number = |at: usize, counts: &[u32]| bound[at].value(&[&counts[..CARDS], &counts[CARDS..]]);
    let fits = |filter: &sleeve::language::Filter, at: usize| {
        let card = CardIndex((at % CARDS) as u32);
        filter.test(&world, card, Some(ZONES[at / CARDS]))
    };
    let wished = |counts: &[u32]| {
        let of = |card: usize| counts[card] + counts[card + CARDS];
        // A card of which it is not known whether it is locked, or may come in, leaves a deck open.
        let moved = Truth::all((0..counts.len()).map(|at| match counts[at].cmp(&start[at]) {
            Ordering::Less => lock.as_ref().map_or(Truth::True, |lock| !fits(lock, at)),
            Ordering::Equal => Truth::True,
            Ordering::Greater => only.as_ref().map_or(Truth::True, |only| fits(only, at)),
        }));
        let is_held = asked.with.is_none_or(|(card, n)| of(card as usize) >= n)
            && asked
                .owned
                .iter()
                .flatten()
                .enumerate()
                .all(|(card, n)| of(card) <= *n);
        moved.and(Truth::from(is_held))
    };
    let decks: Vec<(Vec<u32>, Truth)> = all_decks(MOST)
        .into_iter()
        .map(|counts| {
            let truth = Truth::all(judges.iter().map(|judge| judge(&counts)));
            (wished(&counts).and(truth), counts)
        })
        .map(|(truth, counts)| (counts, truth))
        .filter(|(_, truth)| *truth != Truth::False)
        .collect();

    let wishes = Wishes {
        lock: lock.map(|filter| (*filter).clone()),
        only: only.map(|filter| (*filter).clone()),
        require: require
            .iter()
            .map(|condition| (**condition).clone())
            .collect(),
        with: asked
            .with
            .map(|(card, n)| (CardIndex(card), n))
            .into_iter()
            .collect(),
        owned: asked
            .owned
            .as_ref()
            .map(|owned| (0u32..).map(CardIndex).zip(owned.iter().copied()).collect()),
        objectives: goals
            .iter()
            .map(|(goal, way)| Objective::new(*way, goal))
            .collect(),
        ..Wishes::default()
    };
    let request = SolveRequest {
        wishes: &wishes,
        effort: Effort::Time(Duration::from_secs(10)),
        alternatives: 0,
        aim: if asked.goal_first { Aim::Best } else { Aim::Nearest },
        explain: false,
        stop: None,
    };
    let parameters = vec![("budget".to_owned(), Setting::Number(budget))];
    let overrides = Overrides { parameters, ..Overrides::default() };
    let options = CheckOptions { overrides, ..CheckOptions::default() };
    let outcome = solve::solve(&rulebook, &deck(start), &options, &request).unwrap();
    let legal = || decks.iter().filter(|(_, truth)| *truth == Truth::True);
    let found = match &outcome.ending {
        Ending::Found(found) => found,
        Ending::Impossible => {
            prop_assert!(decks.iter().all(|(_, truth)| *truth == Truth::False));
            reached.impossible += 1;
            return Ok(());
        }
        Ending::Undecided => {
            reached.unproven += 1;
            return Ok(());
        }
        Ending::GoalUnsaid => {
            reached.unsaid += 1;
            return Ok(());
        }
        Ending::Unbounded => return Err(TestCaseError::fail("no number runs away")),
    };
    let certain = found.checked.verdict == Verdict::Legal;
    prop_assert!(certain || !outcome.is_proven || legal().next().is_none());
    let of = |zone: &str, card: u32| -> u32 {
        let entries = found.deck.entries.iter();
        let same = entries.filter(|e| &*e.zone == zone && e.card == CardIndex(card));
        same.map(|entry| entry.count).sum()
    };
    let counts: Vec<u32> = ZONES
        .iter()
        .flat_map(|zone| (0..CARDS as u32).map(|card| of(zone, card)))
        .collect();
    let known = decks.iter().find(|(deck, _)| *deck == counts);
    let may_be = |truth: Truth| truth == Truth::True || !certain && truth == Truth::Unknown;
    let is_right = known.is_some_and(|(_, truth)| may_be(*truth));
    prop_assert!(is_right);
    prop_assert_eq!(found.reached.len(), goals.len());
    let worth_of = |at: usize, counts: &[u32]| {
        let number = number(at, counts);
        let number = match goals[at].1 {
            Direction::Maximise => number,
            Direction::Minimise => number.negated(),
        };
        worth(number, certain)
    };
    let others = || {
        decks
            .iter()
            .filter(|(_, truth)| may_be(*truth))
            .map(|(deck, _)| deck)
    };
    for (at, reached) in found.reached.iter().enumerate() {
        prop_assert_eq!(reached.value, number(at, &counts));
        prop_assert!(reached.is_proven || !outcome.is_proven);
        let (Some(end), 0, true) = (reached.bound, at, asked.goal_first) else { continue };
        let end = match goals[at].1 {
            Direction::Maximise => end,
            Direction::Minimise => end.negated(),
        };
        for other in others() {
            prop_assert!(worth_of(at, other) <= Some(end), "{:?} is beyond {:?}", other, end);
        }
    }
    if !outcome.is_proven {
        reached.unproven += 1;
        return Ok(());
    }
    reached.perhaps += usize::from(!certain);
    let fewer = |other: &[u32]| changes(start, other).cmp(&changes(start, &counts));
    let worths = |counts: &[u32]| -> Vec<Option<Rational>> {
        (0..goals.len()).map(|at| worth_of(at, counts)).collect()
    };
    let own = worths(&counts);
    reached.without += usize::from(own[0].is_none());
    for other in others() {
        let larger = worths(other) > own;
        let is_better = if asked.goal_first {
            larger
        } else {
            fewer(other).is_lt() || fewer(other).is_eq() && larger
        };
        prop_assert!(!is_better, "{:?} is better than {:?}, {:?}", other, counts, own);
    }
    reached.proven += 1;
    Ok(())
}

/// Of all random games, no number that is called the largest is passed by any deck.
#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn no_deck_passes_what_is_called_the_largest() {
    let cases = 5_000;
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases,
        failure_persistence: None,
        max_global_rejects: 100_000,
        max_shrink_iters: 200,
        rng_seed: proptest::test_runner::RngSeed::Fixed(26),
        ..ProptestConfig::default()
    });
    let simple = (filter(), operator(), 0..6i64, reads());
    let simple = simple.prop_map(|(f, o, n, r)| format!("count({f}){r} {o} {n}"));
    let bodies = prop_oneof![
        3 => simple,
        2 => condition(measure()),
        1 => filter().prop_map(|f| format!("count({f}) <= budget")),
    ];
    let strategy = (
        cards(),
        prop::collection::vec(required(bodies), 0..4),
        prop::collection::vec(0..=MOST + 1, CARDS * ZONES.len()),
        asked(),
    );
    let reached = std::cell::RefCell::new(Reached::default());
    let found = runner.run(&strategy, |(drawn, bodies, start, asked)| {
        try_goal(&drawn, &bodies, &start, &asked, &mut reached.borrow_mut())
    });
    found.unwrap_or_else(|error| panic!("{error}"));
    let Reached { proven, unproven, impossible, unsaid, perhaps, without } = reached.into_inner();
    println!(
        "{proven} proven ({perhaps} perhaps legal, {without} without a number), {unproven} not, {impossible} impossible, {unsaid} unsaid"
    );
    assert!(proven * 2 > cases as usize && unproven * 10 < cases as usize);
}
