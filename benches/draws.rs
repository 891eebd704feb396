//! How fast hands are simulated and odds are counted, beside the plain alternatives.
//!
//! `cargo bench --bench draws`, or `cargo bench --bench draws -- policy` for what has that word in
//! its title. All variants are run in turn, many times over, and the medians are compared: on a
//! shared machine the ratios of one run can be trusted, single times cannot.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark may panic")]

use rand::{SeedableRng, rngs::Xoshiro256PlusPlus, seq::SliceRandom};
use sleeve::{
    draw::{KeepPolicy, SimulationRun, simulate},
    language::{self, Scope, Slot, World},
    model::{CardIndex, Catalog},
    odds::{
        AdvisedTable, Budget, Deal, Decision, DrawSetup, Exchange, Exchanges, GameTable, HAND,
        Judgement, Keep, MeasureQuestion, Question, QuestionTerms, SEEN, Truth, TurnCards, Turns,
        probability, vectors,
    },
};
use std::{
    hint::black_box,
    sync::atomic::{AtomicBool, AtomicU64},
    time::Instant,
};

/// One thing measured: its name, how many units one call works off, the call.
struct Variant<'a> {
    name: &'a str,
    units: u64,
    call: Box<dyn FnMut() + 'a>,
}

impl<'a> Variant<'a> {
    fn new(name: &'a str, units: u64, call: impl FnMut() + 'a) -> Variant<'a> {
        Variant { name, units, call: Box::new(call) }
    }
}

/// Runs all variants in turn and prints the median and the fastest time per unit, and the ratio of
/// the medians to the first variant; with words on the command line only what has one in its title.
fn compare(title: &str, unit: &str, mut variants: Vec<Variant>) {
    const ROUNDS: usize = 21;
    let mut words = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .peekable();
    if words.peek().is_some() && !words.any(|word| title.contains(&word)) {
        return;
    }
    let mut times = vec![Vec::new(); variants.len()];
    for _ in 0..=ROUNDS {
        for (variant, times) in variants.iter_mut().zip(&mut times) {
            let start = Instant::now();
            (variant.call)();
            times.push(start.elapsed().as_nanos() as f64 / variant.units as f64);
        }
    }
    println!("\n{title}");
    let mut first = None;
    for (variant, times) in variants.iter().zip(&mut times) {
        // The first round warms up.
        times.remove(0);
        times.sort_by(f64::total_cmp);
        let median = times[ROUNDS / 2];
        let ratio = median / *first.get_or_insert(median);
        println!("  {:<52}{median:>10.1} {unit} (min {:.1}){ratio:>10.2}x", variant.name, times[0]);
    }
}

const HANDS: u64 = 1 << 18;

/// 2 to 4 of the first class and at least one of the others.
fn fair(counts: &[u32]) -> bool {
    (2..=4).contains(&counts[0]) && (counts[1] >= 1 || counts[2] >= 1)
}

fn truth(counts: &[u32]) -> Truth {
    Truth::from(fair(counts))
}

fn simulated(deal: &Deal, policy: &KeepPolicy, threads: usize, hands: u64) {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let run = SimulationRun { trials: hands, seed: 1, threads, stop: &stop, done: &done };
    black_box(simulate(deal, policy, &run, &truth).unwrap());
}

/// The classes of a deck, one entry per card.
fn cards(classes: &[u32]) -> Vec<u8> {
    let numbered = classes.iter().enumerate();
    numbered
        .flat_map(|(class, n)| std::iter::repeat_n(class as u8, *n as usize))
        .collect()
}

fn counted(hand: &[u8]) -> bool {
    let mut counts = [0; 4];
    hand.iter().for_each(|card| counts[*card as usize] += 1);
    fair(&counts)
}

fn hands_of(title: &str, classes: [u32; 4], draw: u32) {
    let deal = Deal::opening(&classes, draw);
    let draw = draw as usize;
    let few = HANDS / 16;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut again = Xoshiro256PlusPlus::seed_from_u64(2);
    let (mut one, mut two) = (cards(&classes), cards(&classes));
    let named: Vec<String> = cards(&classes)
        .iter()
        .map(|c| format!("card {c}"))
        .collect();
    let mut by_name: Vec<&String> = named.iter().collect();
    let mut third = Xoshiro256PlusPlus::seed_from_u64(3);
    let variants = vec![
        Variant::new("sleeve, one thread", HANDS, || simulated(&deal, &KeepPolicy::Keep, 1, HANDS)),
        Variant::new("sleeve, two threads", 4 * HANDS, || {
            simulated(&deal, &KeepPolicy::Keep, 2, 4 * HANDS)
        }),
        Variant::new("rand 0.10, partial shuffle of bytes", few, || {
            let hits = (0..few)
                .filter(|_| counted(one.partial_shuffle(&mut rng, draw).0))
                .count();
            black_box(hits);
        }),
        Variant::new("rand 0.10, full shuffle of bytes", few, || {
            let shuffled = |_: &u64| {
                two.shuffle(&mut again);
                counted(&two[..draw])
            };
            black_box((0..few).filter(shuffled).count());
        }),
        Variant::new("textbook: shuffle the cards, compare names", few, || {
            let shuffled = |_: &u64| {
                by_name.shuffle(&mut third);
                let count = |name: &str| {
                    by_name[..draw]
                        .iter()
                        .filter(|c| c.as_str() == name)
                        .count() as u32
                };
                fair(&[count("card 0"), count("card 1"), count("card 2")])
            };
            black_box((0..few).filter(shuffled).count());
        }),
    ];
    compare(title, "ns/hand", variants);
}

fn mulligans() {
    let classes = [24, 8, 4, 24];
    let keep = |counts: &[u32]| (2..=5).contains(&counts[0]);
    let turns = Turns { draw: TurnCards::Add(1), ..Turns::NONE };
    let base = Deal { turns, turn: 2, ..Deal::opening(&classes, 7) };
    let rule = |exchange| Exchanges { exchange, free: 0, most: Some(2) };
    let free = Deal { exchanges: rule(Exchange::Anew), ..base.clone() };
    let london = Deal { exchanges: rule(Exchange::Bottom), ..base };
    let mut kept = |_: usize, counts: &[u32]| Truth::from(keep(counts));
    let decide = |_: usize, counts: &[u32]| {
        if keep(counts) { Decision::Keep(Vec::new()) } else { Decision::Exchange }
    };
    let mut judge = |counts: &[u32]| Judgement::from(truth(counts));
    let tree = london.tree(Keep::If(&mut kept), &mut judge).unwrap();
    let variants = vec![
        Variant::new("two exchanges, one card more", HANDS, || {
            simulated(&free, &KeepPolicy::If(&decide), 1, HANDS)
        }),
        Variant::new("London, best cards kept, one card more", HANDS, || {
            simulated(&london, &KeepPolicy::Tree(&tree.decisions), 1, HANDS)
        }),
    ];
    compare("7 of 60, kept with 2 to 5 of the first class, one thread", "ns/hand", variants);
}

/// A name, the classes, how many cards are drawn, the thresholds.
type Case = (String, &'static [u32], u32, Option<&'static [u32]>);

fn exact() {
    let ask = |classes: &[u32], draw: u32, caps: Option<&[u32]>| {
        let mut judge = |counts: &[u32]| Judgement::from(truth(counts));
        black_box(probability(&DrawSetup::hand(classes, draw), caps, &mut judge).unwrap());
    };
    let three: &'static [u32] = &[24, 8, 4, 24];
    let six: &'static [u32] = &[20, 8, 4, 4, 4, 20];
    let wide: &'static [u32] = &[30, 15, 10, 10, 5, 30];
    let cut: &'static [u32] = &[5, 1, 1, 1, 1, 0];
    let cases: [Case; 7] = [
        (format!("3 classes and others, 8 of 60 ({})", vectors(three, 8)), three, 8, None),
        (format!("6 classes, 8 of 60 ({})", vectors(six, 8)), six, 8, None),
        (format!("6 classes, 16 of 60 ({})", vectors(six, 16)), six, 16, None),
        ("the same, cut at thresholds".to_owned(), six, 16, Some(cut)),
        (format!("6 classes, 25 of 100 ({})", vectors(wide, 25)), wide, 25, None),
        ("the same, cut at thresholds".to_owned(), wide, 25, Some(cut)),
        ("3 classes, 40 of 250 (long numbers)".to_owned(), &[100, 50, 20, 80], 40, None),
    ];
    let variants = cases.iter().map(|(name, classes, draw, caps)| {
        let calls = 8;
        Variant::new(name, calls, move || (0..calls).for_each(|_| ask(classes, *draw, *caps)))
    });
    compare("exact odds (vectors of class counts)", "ns", variants.collect());
}

/// A table of named classes.
fn table(hand: u32, counts: &[u32], exchanges: Exchanges) -> GameTable {
    GameTable { exchanges, ..GameTable::from_class_counts(counts, hand) }
}

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "other"];

/// A condition of the query language over 6 classes, from its text to the fraction.
fn asked() {
    let names = NAMES.map(str::to_owned);
    let scope = Scope::from_classes(&names);
    let catalog = Catalog::default();
    let world = World::from_catalog(&catalog);
    let text = "2 <= count(a) <= 4 and (count(b) >= 1 or count(c) >= 1) and count(d or e) <= 2";
    let ask = |table: &GameTable| {
        let condition = language::condition(text, &scope).unwrap();
        let asked = QuestionTerms { condition: &condition, given: None, keep: None };
        black_box(
            Question::new(&world, table, asked)
                .unwrap()
                .probability(0)
                .unwrap(),
        );
    };
    let small = table(8, &[20, 8, 4, 4, 4, 20], Exchanges::NONE);
    let large = table(25, &[30, 15, 10, 10, 5, 30], Exchanges::NONE);
    let variants = vec![
        Variant::new("8 of 60", 8, || (0..8).for_each(|_| ask(&small))),
        Variant::new("25 of 100", 8, || (0..8).for_each(|_| ask(&large))),
    ];
    compare("exact odds of a condition of the language over 6 classes", "ns", variants);
}

/// The best play over 6 classes of 60, London down to four: worked out, told, printed short. The
/// goal is 100 ms.
fn policies() {
    let names = NAMES.map(str::to_owned);
    let scope = Scope::from_classes(&names);
    let catalog = Catalog::default();
    let world = World::from_catalog(&catalog);
    let text =
        "2 <= count(a) <= 4 and (count(b) >= 1 or count(c) >= 1) and count(d) + count(e) <= 1";
    let london = Exchanges { exchange: Exchange::Bottom, free: 0, most: Some(3) };
    let table = table(7, &[20, 8, 4, 4, 4, 20], london);
    let condition = language::condition(text, &scope).unwrap();
    let advise = |turn: u32| {
        let advised = AdvisedTable::new(&world, &scope, &table, &condition, &[]).unwrap();
        black_box(advised.advise(turn, &Budget::new()).unwrap());
    };
    let variants = vec![
        Variant::new("the opening hand", 1, || advise(0)),
        Variant::new("turn 2 (one card more)", 1, || advise(2)),
        Variant::new("turn 3 (two cards more)", 1, || advise(3)),
    ];
    compare("--policy over 6 classes of 60, London to four", "ns", variants);
}

/// Distributions and conditions on groups over whole decks of a game. The goals are 10 ms and 1 ms.
fn whole_decks() {
    let catalog = sleeve::catalog::open("swccg", &[]).unwrap();
    let world = World::from_catalog(&catalog);
    let scope = Scope::from_catalog(&catalog).with_zones([HAND, SEEN]);
    let fits = language::filter("kind:character side:dark", &scope).unwrap();
    let cards = catalog.cards.iter().map(|card| card.index());
    let cards = cards.filter(|card| fits.test(&world, *card, None) == Truth::True);
    let cards: Vec<CardIndex> = cards.take(60).collect();
    let pile = |each: u32| -> GameTable {
        let slots = cards.iter().take(60 / each as usize);
        let slots = slots
            .map(|card| (Slot { card: *card, zone: None }, each))
            .collect();
        GameTable { pile: slots, ..table(8, &[], Exchanges::NONE) }
    };
    let (singles, pairs) = (pile(1), pile(2));
    let sum = language::measure("sum(deploy)", &scope).unwrap();
    let distribution = |table: &GameTable| {
        let measured = MeasureQuestion::new(&world, table, &sum, (None, None)).unwrap();
        black_box(measured.distribution_on_budget(0, &Budget::new()).unwrap());
    };
    let condition = |text: &str| language::condition(text, &scope).unwrap();
    let (copies, distinct) = (condition("copies(name) <= 1"), condition("distinct(name) >= 7"));
    let ask = |table: &GameTable, condition| {
        let asked = QuestionTerms { condition, given: None, keep: None };
        black_box(
            Question::new(&world, table, asked)
                .unwrap()
                .probability(0)
                .unwrap(),
        );
    };
    let calls = 4;
    let variants = vec![
        Variant::new("sum(deploy) of 8 of 60 different cards", 1, || distribution(&singles)),
        Variant::new("copies(name) <= 1 of 8 of 30 pairs", calls, || {
            (0..calls).for_each(|_| ask(&pairs, &copies));
        }),
        Variant::new("copies(name) <= 1 of 8 of 60 different cards", calls, || {
            (0..calls).for_each(|_| ask(&singles, &copies));
        }),
        Variant::new("distinct(name) >= 7 of 8 of 30 pairs", calls, || {
            (0..calls).for_each(|_| ask(&pairs, &distinct));
        }),
    ];
    compare("whole decks, from the bound question to the fraction", "ns", variants);
}

fn main() {
    hands_of("8 of 60, three classes", [24, 8, 4, 24], 8);
    hands_of("16 of 60, three classes", [24, 8, 4, 24], 16);
    hands_of("25 of 100, three classes", [40, 15, 5, 40], 25);
    mulligans();
    exact();
    asked();
    policies();
    whole_decks();
}
