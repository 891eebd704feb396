//! Odds of random conditions of the whole language over several piles and turns, against brute
//! force: every draw of a small table is made once, card by card, and the condition is evaluated
//! over it.

use dashu_int::UBig;
use proptest::prelude::*;
use sleeve::{
    language::{self, Piles, Scope, Slot, Truth, World},
    model::{CardIndex, Catalog, Lens, MulliganKind},
    odds::{
        Exchanges, Fraction, GameTable, HAND, HandDiscard, OpenCards, Question, QuestionTerms, ROW,
        Recycle, SEEN, TurnCards, Turns,
    },
};
use std::sync::OnceLock;

/// A game, the cards of the hand's pile and of the row that may be used, and words for filters.
struct Ground {
    catalog: Catalog,
    lens: Lens,
    cards: Vec<CardIndex>,
    filters: &'static [&'static str],
    number: &'static str,
    group: &'static str,
}

fn ground(which: bool) -> &'static Ground {
    static KNOWN: OnceLock<Ground> = OnceLock::new();
    static UNKNOWN: OnceLock<Ground> = OnceLock::new();
    if which {
        KNOWN.get_or_init(|| Ground {
            filters: &[
                "",
                "kind:base",
                "cost>=3",
                "faction:blob",
                "effect:draw",
                "effect.combat>=3",
                "is:outpost",
                "name:blob or cost<=2",
                "-kind:ship",
                "faction:blob|trade-federation",
            ],
            ..of("star-realms", Lens::Shipped, "cost", "faction")
        })
    } else {
        UNKNOWN.get_or_init(|| Ground {
            filters: &[
                "",
                "type:hero",
                "type:weapon",
                "faction:isn",
                "type:hero|upgrade",
                "-type:event",
                "launch<=12",
                "kind:ship",
                "type:hero faction:wretch",
                "hull>=4",
            ],
            ..of("battleship-galaxies", Lens::Attested, "hull", "type")
        })
    }
}

fn of(game: &str, lens: Lens, number: &'static str, group: &'static str) -> Ground {
    let catalog = sleeve::catalog::open(game, &[]).unwrap();
    let all: Vec<CardIndex> = catalog.cards.iter().map(|card| card.index()).collect();
    // Cards from all over the game, so that kinds and values are mixed.
    let cards = (0..all.len()).map(|i| all[i * 7 % all.len()]).collect();
    Ground { catalog, lens, cards, filters: &[], number, group }
}

fn filter(ground: &Ground, at: usize) -> &'static str {
    ground.filters[at % ground.filters.len()]
}

const PLACES: [&str; 6] = ["", " in hand", " in seen", " in row", " in hand|row", " in seen|row"];
const OPERATORS: [&str; 6] = [">=", "<=", "=", "!=", "<", ">"];

fn measure(ground: &Ground, kind: usize, at: usize, place: usize) -> String {
    let (f, n, g) = (filter(ground, at), ground.number, ground.group);
    let place = PLACES[place % PLACES.len()];
    let with = if f.is_empty() { String::new() } else { format!(", {f}") };
    match kind % 10 {
        0..=2 => format!("count({f}){place}"),
        3 => format!("sum({n}{with}){place}"),
        4 => format!("min({n}{with}){place}"),
        5 => format!("max({n}{with}){place}"),
        6 => format!("avg({n}{with}){place}"),
        7 => format!("distinct({g}{with}){place}"),
        8 => format!("copies({g}{with}){place}"),
        _ => format!("groups({g}, count({f}) >= 2){place}"),
    }
}

/// A random condition as numbers; what they mean depends on the ground.
#[derive(Clone, Debug)]
enum Draft {
    Compare([usize; 3], usize, u32),
    Between([usize; 3], usize, [usize; 3]),
    Cards(usize, usize, usize),
    Each(usize, u32),
    Not(Box<Draft>),
    And(Box<Draft>, Box<Draft>),
    Or(Box<Draft>, Box<Draft>),
    If(Box<Draft>, Box<Draft>),
}

impl Draft {
    fn text(&self, ground: &Ground) -> String {
        let m = |[kind, at, place]: &[usize; 3]| measure(ground, *kind, *at, *place);
        match self {
            Draft::Compare(left, op, n) => format!("{} {} {n}", m(left), OPERATORS[op % 6]),
            Draft::Between(left, op, right) => {
                format!("{} {} {}", m(left), OPERATORS[op % 6], m(right))
            }
            Draft::Cards(which, at, place) => {
                let which = ["any", "all", "none"][which % 3];
                let filter = match filter(ground, *at) {
                    "" => filter(ground, 1),
                    other => other,
                };
                format!("{which}({filter}){}", PLACES[place % PLACES.len()])
            }
            Draft::Each(at, n) => {
                format!("each({}, count({}) <= {n})", ground.group, filter(ground, *at))
            }
            Draft::Not(inner) => format!("not ({})", inner.text(ground)),
            Draft::And(a, b) => format!("({}) and ({})", a.text(ground), b.text(ground)),
            Draft::Or(a, b) => format!("({}) or ({})", a.text(ground), b.text(ground)),
            Draft::If(a, b) => format!("(if {} then {})", a.text(ground), b.text(ground)),
        }
    }
}

fn draft() -> impl Strategy<Value = Draft> {
    let three = || prop::array::uniform3(0..60usize);
    let leaf = prop_oneof![
        (three(), 0..6usize, 0..6u32).prop_map(|(m, op, n)| Draft::Compare(m, op, n)),
        (three(), 0..6usize, three()).prop_map(|(a, op, b)| Draft::Between(a, op, b)),
        (0..3usize, 0..20usize, 0..6usize).prop_map(|(w, f, p)| Draft::Cards(w, f, p)),
        (0..20usize, 0..3u32).prop_map(|(f, n)| Draft::Each(f, n)),
    ];
    leaf.prop_recursive(2, 5, 2, |inner| {
        let two = || (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        prop_oneof![
            inner.clone().prop_map(|a| Draft::Not(Box::new(a))),
            two().prop_map(|(a, b)| Draft::And(a, b)),
            two().prop_map(|(a, b)| Draft::Or(a, b)),
            two().prop_map(|(a, b)| Draft::If(a, b)),
        ]
    })
}

fn table(
    ground: &Ground,
    pile: &[(usize, u32)],
    row: &[(usize, u32)],
    hand: u32,
    turns: Turns,
) -> GameTable {
    let slots = |cards: &[(usize, u32)]| -> Vec<(Slot, u32)> {
        let mut slots: Vec<(Slot, u32)> = Vec::new();
        for (at, count) in cards {
            let card = ground.cards[at % ground.cards.len()];
            match slots.iter_mut().find(|(slot, _)| slot.card == card) {
                Some((_, total)) => *total += count,
                None => slots.push((Slot { card, zone: None }, *count)),
            }
        }
        slots
    };
    let row = slots(row);
    let size = row.iter().map(|(_, n)| n).sum::<u32>().min(2);
    let pile = slots(pile);
    GameTable {
        left_out: None,
        from: vec!["pile".to_owned()],
        hand: hand.min(pile.iter().map(|(_, n)| n).sum()),
        pile,
        aside: Vec::new(),
        start: sleeve::rules::DeckStart::default(),
        hands: 1,
        seat: None,
        players: None,
        row: Some(OpenCards { from: "row".to_owned(), cards: row, size }),
        beside: Vec::new(),
        allowed: None,
        redraws: None,
        choice: None,
        exchanges: Exchanges::NONE,
        mulligan: MulliganKind::None,
        keep: None,
        turns: Ok(turns),
        usual_draw: None,
        zones: Vec::new(),
    }
}

fn single(cards: &[(Slot, u32)]) -> Vec<CardIndex> {
    cards
        .iter()
        .flat_map(|(slot, n)| std::iter::repeat_n(slot.card, *n as usize))
        .collect()
}

/// Every choice of `count` of these cards.
fn choices(cards: &[CardIndex], count: usize) -> Vec<Vec<CardIndex>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, card) in cards.iter().enumerate() {
        for mut rest in choices(&cards[at + 1..], count - 1) {
            rest.insert(0, *card);
            all.push(rest);
        }
    }
    all
}

fn counted(cards: &[CardIndex]) -> Vec<(CardIndex, u32)> {
    cards.iter().map(|card| (*card, 1)).collect()
}

/// The numbers of draws for which a condition is true, and for which it may be.
fn brute_force(
    condition: &language::Condition,
    world: &World<'_>,
    table: &GameTable,
    turn: u32,
) -> (usize, usize, usize) {
    let pile = single(&table.pile);
    let turns = table.turns.clone().unwrap();
    let moments = sleeve::odds::moments(pile.len() as u32, table.hand, &turns, turn).unwrap();
    let moment = moments.last().unwrap();
    let shown = table.row.as_ref().unwrap();
    let rows = choices(&single(&shown.cards), shown.size as usize);
    // Odds look at the piles that are read: what others leave open must not make more cases here.
    let read = condition.piles();
    let is_read = |name: &str| match name {
        HAND => condition.reads_default() || read.iter().any(|pile| pile == HAND),
        other => read.iter().any(|pile| pile == other),
    };
    let (mut holds, mut may, mut all) = (0, 0, 0);
    for seen in choices(&pile, moment.seen as usize) {
        for hand in choices(&seen, moment.hand as usize) {
            for row in &rows {
                let zones = [(HAND, &hand), (SEEN, &seen), (ROW, row)];
                let zones = zones.into_iter().filter(|(name, _)| is_read(name));
                let piles = Piles {
                    zones: zones
                        .map(|(name, cards)| (name.to_owned(), counted(cards)))
                        .collect(),
                    default: vec![HAND.to_owned()],
                };
                let truth = condition.truth(world, &piles);
                holds += usize::from(truth == Truth::True);
                may += usize::from(truth != Truth::False);
                all += 1;
            }
        }
    }
    (holds, may, all)
}

fn share(part: usize, all: usize) -> Fraction {
    Fraction::new(UBig::from(part), UBig::from(all)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn brute_force_agrees_for_the_whole_language(
        which in any::<bool>(),
        draft in draft(),
        pile in prop::collection::vec((0..40usize, 1..3u32), 1..5),
        row in prop::collection::vec((0..40usize, 1..2u32), 1..4),
        hand in 0..4u32,
        turn in 0..3u32,
        fresh in any::<bool>(),
    ) {
        let ground = ground(which);
        let turns = Turns {
            draw: TurnCards::Add(1),
            discard: if fresh { HandDiscard::Hand } else { HandDiscard::Cards(0) },
            first: 2,
            limit: None,
            recycle: Some(Recycle { at_last_card: false, times: None, leaves_out: false }),
        };
        let table = table(ground, &pile, &row, hand, turns);
        let world = World::from_catalog(&ground.catalog).with_lens(ground.lens);
        let scope = Scope::from_catalog(&ground.catalog).with_zones([HAND, SEEN, ROW]);
        let text = draft.text(ground);
        let condition = language::condition(&text, &scope);
        let condition = condition.unwrap_or_else(|e| panic!("{text}: {}", e));
        let asked = QuestionTerms { condition: &condition, given: None, keep: None };
        let question = Question::new(&world, &table, asked).unwrap();
        let found = question.probability(turn).unwrap();
        if let Some(by_class) = question.probability_by_class(turn) {
            prop_assert_eq!(by_class.unwrap(), found.clone(), "{} class by class", text);
        }
        let (holds, may, all) = brute_force(&condition, &world, &table, turn);
        // Single hands are decided in more cases than a count of all of them is: bounds may be wider
        // than they had to be, and what is exact is equal.
        let (low, high) = (share(holds, all), share(may, all));
        let inside = found.low <= low && high <= found.high;
        prop_assert!(inside, "{}: {:?}, not {} to {}", text, found, low, high);
    }
}

#[test]
fn cards_of_one_class_are_not_taken_to_be_the_same_unknown_thing() {
    let ground = ground(false);
    let turns = Turns {
        draw: TurnCards::Add(1),
        discard: HandDiscard::Cards(0),
        first: 2,
        limit: None,
        recycle: None,
    };
    // Two cards of unknown type and a row of one: one of the two may be a hero, the other none.
    let table = table(ground, &[(6, 1), (7, 1)], &[(31, 1)], 2, turns);
    let world = World::from_catalog(&ground.catalog).with_lens(ground.lens);
    let scope = Scope::from_catalog(&ground.catalog).with_zones([HAND, SEEN, ROW]);
    let text = "count(type:hero|upgrade) <= distinct(type, faction:isn) in row and any(type:hero)";
    let condition = language::condition(text, &scope).unwrap();
    let asked = QuestionTerms { condition: &condition, given: None, keep: None };
    let found = Question::new(&world, &table, asked)
        .unwrap()
        .probability(0)
        .unwrap();
    assert_eq!((found.low, found.high), (share(0, 1), share(1, 1)));
}

#[test]
fn groups_of_cards_that_may_count_are_told_as_ranges_by_every_way_of_counting() {
    let ground = ground(false);
    let turns = Turns {
        draw: TurnCards::Nothing,
        discard: HandDiscard::Cards(0),
        first: 2,
        limit: None,
        recycle: None,
    };
    let world = World::from_catalog(&ground.catalog).with_lens(ground.lens);
    let scope = Scope::from_catalog(&ground.catalog).with_zones([HAND, SEEN, ROW]);
    // Ships whose hull is not published: it is known of whom they are, not whether they count.
    let filter = language::filter("hull>=4", &scope).unwrap();
    let is_open = |at: &usize| filter.test(&world, ground.cards[*at], None) == Truth::Unknown;
    let pile: Vec<(usize, u32)> = (0..60).filter(is_open).map(|at| (at, 1)).take(6).collect();
    assert_eq!(pile.len(), 6);
    let table = table(ground, &pile, &[(0, 1)], 3, turns);
    for text in ["distinct(faction, hull>=4) >= 2", "copies(faction, hull>=4) >= 2"] {
        let condition = language::condition(text, &scope).unwrap();
        let asked = QuestionTerms { condition: &condition, given: None, keep: None };
        let question = Question::new(&world, &table, asked).unwrap();
        let found = question.probability(0).unwrap();
        assert!(found.low < found.high, "{text}: {found:?}");
        if let Some(by_class) = question.probability_by_class(0) {
            assert_eq!(by_class.unwrap(), found, "{text}");
        }
    }
}
