//! Random conditions of the query language in a small game with two unknown facts. They are checked
//! against all possible values of these facts, against the bound form, against all hands, and as
//! rules of formats against all decks.

use crate::Choices;
use sleeve::{
    catalog::{self, Shelf},
    language::{BoundCondition, Piles, Scope, SpreadPiles, Truth, World, condition, filter},
    model::{CardIndex, Catalog, Deck, Entry},
    odds::{GameTable, Question, QuestionTerms},
    rules::{CheckOptions, Rulebook, Verdict},
    solve::{Aim, Effort, Ending, SolveRequest, Wishes, solve},
};
use std::{
    path::Path,
    sync::{Arc, OnceLock},
};

const GAME: &str = r#"id = "toy"
name = "Toy"
data = 2026-11-22
[sources.rulebook]
name = "Rulebook"
[kinds.ship]
name = "ship"
[attributes.cost]
type = "integer"
name = "cost"
[attributes.power]
type = "integer"
name = "power"
[attributes.faction]
type = "enum"
name = "faction"
values = ["blob", "cult", "star"]
[attributes.icons]
type = "set"
name = "icons"
values = ["pilot", "scout", "medic"]
[attributes.unique]
type = "flag"
name = "unique"
"#;

const COSTS: [&str; 3] = ["0", "1", "2"];
const FACTIONS: [&str; 3] = ["blob", "cult", "star"];
const CARDS: usize = 5;

fn cards(cost: &str, faction: &str) -> String {
    format!(
        r#"[file]
provenance = "rulebook"
[[card]]
id = "c0"
name = "Ant"
kind = "ship"
cost = {cost}
power = 2
faction = "cult"
[[card]]
id = "c1"
name = "Bee"
kind = "ship"
cost = 1
power = 1
faction = {faction}
icons = ["pilot", "scout"]
[[card]]
id = "c2"
name = "Bee"
kind = "ship"
cost = 3
faction = "blob"
unique = true
[[card]]
id = "c3"
name = "Cat"
kind = "ship"
power = 0
icons = ["medic"]
[[card]]
id = "c4"
name = "Dog"
kind = "ship"
cost = 2
power = 3
faction = "star"
icons = ["pilot"]
unique = true
"#
    )
}

fn open(cost: &str, faction: &str, formats: &str) -> Option<Catalog> {
    let files =
        [("game.toml", GAME), ("cards.toml", &cards(cost, faction)), ("formats.toml", formats)];
    let files = files.into_iter().filter(|(_, text)| !text.is_empty());
    let files = files.map(|(name, text)| (name.into(), text.as_bytes().to_vec())).collect();
    let shelf = Shelf::from_files(&catalog::GAMES, Path::new("toy"), files);
    shelf.and_then(|shelf| shelf.open("toy")).ok()
}

/// The game, and then the games in which both facts are known.
fn games() -> &'static [Catalog] {
    static GAMES: OnceLock<Vec<Catalog>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let completed =
            COSTS.iter().flat_map(|cost| FACTIONS.map(|faction| (*cost, format!("{faction:?}"))));
        let all = std::iter::once(("{ min = 0, max = 2 }", "\"?\"".to_owned())).chain(completed);
        all.map(|(cost, faction)| open(cost, &faction, "").expect("the toy game is a game"))
            .collect()
    })
}

const OPERATORS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];
const READS: [&str; 4] = ["", "", " in b", " in a|b"];
const FIELDS: [&str; 5] = ["name", "faction", "icons", "cost", "id"];

fn make_filter(choices: &mut Choices, depth: usize) -> String {
    let more = |choices: &mut Choices| make_filter(choices, depth - 1);
    match choices.below(if depth == 0 { 9 } else { 13 }) {
        0 => format!("cost{}{}", choices.one_of(&OPERATORS), choices.below(4)),
        1 => format!("faction:{}", choices.one_of(&FACTIONS)),
        2 => format!("faction!={}", choices.one_of(&FACTIONS)),
        3 => format!("icons:{}", choices.one_of(&["pilot", "scout", "medic", "pilot|medic"])),
        4 => "is:unique".to_owned(),
        5 => format!("power{}cost", choices.one_of(&OPERATORS)),
        6 => format!(
            "{}{}",
            choices.one_of(&["", "-"]),
            choices.one_of(&["bee", "ant", "\"c\"", "name=Dog"])
        ),
        7 => format!("(cost + {}) % 2 = {}", choices.below(3), choices.below(2)),
        8 => format!(
            "cost * {} {} power + {}",
            choices.below(3),
            choices.one_of(&OPERATORS),
            choices.below(3)
        ),
        9 => format!("not ({})", more(choices)),
        10 => format!("({}) ({})", more(choices), more(choices)),
        11 => format!("({}) or ({})", more(choices), more(choices)),
        _ => format!("-({})", more(choices)),
    }
}

fn make_measure(choices: &mut Choices, depth: usize) -> String {
    let reads = |choices: &mut Choices| choices.one_of(&READS).to_owned();
    let more = |choices: &mut Choices| make_measure(choices, depth - 1);
    match choices.below(if depth == 0 { 6 } else { 13 }) {
        0 => format!("count({}){}", make_filter(choices, 1), reads(choices)),
        1 => format!(
            "{}(cost, {}){}",
            choices.one_of(&["sum", "min", "max", "avg"]),
            make_filter(choices, 1),
            reads(choices)
        ),
        2 => format!("distinct({}){}", choices.one_of(&FIELDS), reads(choices)),
        3 => format!(
            "copies({}, {}){}",
            choices.one_of(&FIELDS),
            make_filter(choices, 0),
            reads(choices)
        ),
        4 => format!("sum(cost * {} - power){}", choices.below(3), reads(choices)),
        5 => choices.below(5).to_string(),
        6 => format!("({} + {})", more(choices), more(choices)),
        7 => format!("({} - {})", more(choices), more(choices)),
        8 => format!("({}) * ({})", more(choices), more(choices)),
        9 => format!("({}) / ({})", more(choices), more(choices)),
        10 => format!(
            "{}({}, {})",
            choices.one_of(&["least", "greatest"]),
            more(choices),
            more(choices)
        ),
        11 => format!("{}(({}) / 2)", choices.one_of(&["floor", "ceil"]), more(choices)),
        _ => format!(
            "groups({}, {}){}",
            choices.one_of(&FIELDS),
            make_condition(choices, 0),
            reads(choices)
        ),
    }
}

fn make_condition(choices: &mut Choices, depth: usize) -> String {
    let more = |choices: &mut Choices| make_condition(choices, depth - 1);
    match choices.below(if depth == 0 { 5 } else { 10 }) {
        0 => format!(
            "{} {} {}",
            make_measure(choices, depth),
            choices.one_of(&OPERATORS),
            choices.below(6)
        ),
        1 => format!(
            "{} {} {}",
            make_measure(choices, depth),
            choices.one_of(&OPERATORS),
            make_measure(choices, depth)
        ),
        2 => format!(
            "{}({}){}",
            choices.one_of(&["all", "any", "none"]),
            make_filter(choices, 1),
            choices.one_of(&READS)
        ),
        3 => format!("count({}) >= {}", make_filter(choices, 1), choices.below(4)),
        4 => {
            format!("{} <= {} <= {}", choices.below(3), make_measure(choices, 0), choices.below(6))
        }
        5 => format!("not ({})", more(choices)),
        6 => format!("({}) and ({})", more(choices), more(choices)),
        7 => format!("({}) or ({})", more(choices), more(choices)),
        8 => format!("if {} then {}", more(choices), more(choices)),
        _ => format!(
            "each({}, {}){}",
            choices.one_of(&FIELDS),
            more(choices),
            choices.one_of(&READS)
        ),
    }
}

fn truth(text: &str, catalog: &Catalog, piles: &Piles) -> Truth {
    let scope = Scope::from_catalog(catalog).with_zones(["a", "b"]);
    let read = condition(text, &scope).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    read.truth(&World::from_catalog(catalog), piles)
}

fn is_contrary(one: Truth, other: Truth) -> bool {
    one != Truth::Unknown && other != Truth::Unknown && one != other
}

/// The truth of a condition agrees with all possible values of unknown facts; `not`, `and` and `or`
/// follow their laws; the bound form agrees.
pub fn try_condition(input: &[u8]) {
    let mut choices = Choices(input);
    let (one, other) = (make_condition(&mut choices, 2), make_condition(&mut choices, 1));
    let catalog = &games()[0];
    let scope = Scope::from_catalog(catalog).with_zones(["a", "b"]);
    // Groups nested too deeply are rejected.
    let (Ok(read), Ok(_)) = (condition(&one, &scope), condition(&other, &scope)) else { return };
    let mut pile = || {
        (0..CARDS as u32).map(|card| (CardIndex(card), choices.below(4) as u32)).collect::<Vec<_>>()
    };
    let piles = Piles {
        zones: vec![("a".to_owned(), pile()), ("b".to_owned(), pile())],
        default: vec!["a".to_owned()],
    };
    let ask = |text: &str| truth(text, catalog, &piles);
    let (first, second) = (ask(&one), ask(&other));

    let known: Vec<Truth> = games()[1..].iter().map(|game| truth(&one, game, &piles)).collect();
    let all = known.iter().copied().reduce(Truth::join).expect("there are completions");
    assert!(!known.contains(&Truth::Unknown), "unknown, where all is known: {one} of {piles:?}");
    assert!(
        !is_contrary(first, all) && (first == Truth::Unknown || first == all),
        "{first:?}, but {known:?}: {one} of {piles:?}"
    );
    assert_eq!(first, all, "there are nine cases only: {one} of {piles:?}");

    let spread = SpreadPiles::from_piles(&piles);
    let counts: Vec<&[u32]> = spread.counts.iter().map(Vec::as_slice).collect();
    let bound: BoundCondition = read.bind(&World::from_catalog(catalog), &spread.universe);
    assert!(!is_contrary(bound.truth(&counts), all), "bound: {one} of {piles:?}");

    assert_eq!(ask(&format!("not ({one})")), !first, "not: {one} of {piles:?}");
    for (word, joined) in [("and", first.and(second)), ("or", first.or(second))] {
        for text in [format!("({one}) {word} ({other})"), format!("({other}) {word} ({one})")] {
            let asked = ask(&text);
            assert!(
                asked == joined || joined == Truth::Unknown,
                "{asked:?}, not {joined:?}: {text} of {piles:?}"
            );
        }
    }

    let text = make_filter(&mut choices, 2);
    let Ok(plain) = filter(&text, &scope) else { return };
    let contrary = filter(&format!("not ({text})"), &scope).expect("what is read can be negated");
    for card in (0..CARDS as u32).map(CardIndex) {
        let world = World::from_catalog(catalog);
        let found = plain.test(&world, card, None);
        assert_eq!(contrary.test(&world, card, None), !found, "{text} of {card:?}");
    }
}

/// A condition on counts of classes, as text and as a function.
struct Asked {
    text: String,
    holds: Box<dyn Fn(&[u32]) -> bool>,
}

const NAMES: [&str; 4] = ["wa", "wb", "wc", "wd"];

fn make_asked(choices: &mut Choices, depth: usize) -> Asked {
    let (a, b, n) = (choices.below(4), choices.below(4), choices.below(4) as u32);
    let (first, second) = (NAMES[a], NAMES[b]);
    match choices.below(if depth == 0 { 4 } else { 7 }) {
        0 => Asked {
            text: format!("count({first}) >= {n}"),
            holds: Box::new(move |counts| counts[a] >= n),
        },
        1 => Asked {
            text: format!("count({first}) = {n}"),
            holds: Box::new(move |counts| counts[a] == n),
        },
        2 => Asked {
            text: format!("count({first}) + 2 * count({second}) <= {n}"),
            holds: Box::new(move |counts| counts[a] + 2 * counts[b] <= n),
        },
        3 => Asked {
            text: format!("count({first}) > count({second})"),
            holds: Box::new(move |counts| counts[a] > counts[b]),
        },
        4 => {
            let inner = make_asked(choices, depth - 1);
            Asked {
                text: format!("not ({})", inner.text),
                holds: Box::new(move |counts| !(inner.holds)(counts)),
            }
        }
        kind => {
            let (one, other) = (make_asked(choices, depth - 1), make_asked(choices, depth - 1));
            let word = if kind == 5 { "and" } else { "or" };
            let text = format!("({}) {word} ({})", one.text, other.text);
            let holds: Box<dyn Fn(&[u32]) -> bool> = if kind == 5 {
                Box::new(move |counts| (one.holds)(counts) && (other.holds)(counts))
            } else {
                Box::new(move |counts| (one.holds)(counts) || (other.holds)(counts))
            };
            Asked { text, holds }
        }
    }
}

/// Exact odds are the share of all hands, counted one by one.
pub fn try_odds(input: &[u8]) {
    let mut choices = Choices(input);
    let counts: Vec<u32> = (0..NAMES.len()).map(|_| choices.below(5) as u32).collect();
    let cards: Vec<usize> = (0..NAMES.len())
        .flat_map(|class| std::iter::repeat_n(class, counts[class] as usize))
        .collect();
    let draw = choices.below(cards.len().min(6) + 1);
    let asked = make_asked(&mut choices, 2);
    let (mut hits, mut all) = (0u64, 0u64);
    // Every set of cards of the right size, as the bits of a number.
    for hand in 0u32..1 << cards.len() {
        if hand.count_ones() as usize != draw {
            continue;
        }
        let mut drawn = [0u32; NAMES.len()];
        cards
            .iter()
            .enumerate()
            .filter(|(at, _)| hand >> at & 1 == 1)
            .for_each(|(_, class)| drawn[*class] += 1);
        all += 1;
        hits += u64::from((asked.holds)(&drawn));
    }
    let wanted = condition(&asked.text, &Scope::from_classes(&NAMES.map(str::to_owned)))
        .expect("it is a condition");
    let catalog = Catalog::default();
    let table = GameTable::from_class_counts(&counts, draw as u32);
    let terms = QuestionTerms { condition: &wanted, given: None, keep: None };
    let question =
        Question::new(&World::from_catalog(&catalog), &table, terms).expect("it is a question");
    let answer = question.probability(0).expect("so few hands are counted");
    let said = answer.exact().expect("all is known").to_string();
    let (over, under) = said.split_once('/').unwrap_or((&said, "1"));
    let (over, under): (u64, u64) =
        (over.parse().expect("a number"), under.parse().expect("a number"));
    assert_eq!(
        over * all,
        hits * under,
        "{said} of {hits}/{all}: {} of {counts:?}, {draw} drawn",
        asked.text
    );
}

/// A proven repair is legal and as small as the best of all decks. If a proof finds none, no deck
/// is legal.
pub fn try_repair(input: &[u8]) {
    const MOST: u32 = 2;
    const ZONES: [&str; 1] = ["a"];
    let mut choices = Choices(input);
    let mut rules = format!(
        "[[format.rule]]\nid = \"most\"\nrequire = \"copies(id) <= {MOST}\"\ncite = \"reading\"\ntext = \"So many.\"\n"
    );
    for at in 0..=choices.below(3) {
        let text = make_condition(&mut choices, 1).replace(" in b", "").replace(" in a|b", "");
        rules += &format!(
            "[[format.rule]]\nid = \"r{at}\"\nrequire = {text:?}\ncite = \"reading\"\ntext = \"It holds.\"\n"
        );
    }
    let formats = format!(
        "[[format]]\nid = \"small\"\nname = \"Small\"\ncite = \"reading\"\n[format.zones.a]\nname = \"A\"\naccepts = \"kind:ship\"\n{rules}"
    );
    let Some(catalog) = open("2", "\"cult\"", &formats) else { return };
    let format = catalog.format("small").expect("it was written");
    let rulebook = Rulebook::new(&catalog, format);
    let deck = |counts: &[u32]| {
        let mut deck = Deck { game: "toy".to_owned(), ..Deck::default() };
        for (card, count) in (0u32..).map(CardIndex).zip(counts).filter(|(_, count)| **count > 0) {
            deck.entries.push(Entry { zone: Arc::from(ZONES[0]), card, count: *count, span: 0..0 });
        }
        deck
    };
    let options = CheckOptions::default();
    let verdict =
        |counts: &[u32]| rulebook.check(&deck(counts), &options).map(|checked| checked.verdict);
    let start: Vec<u32> = (0..CARDS).map(|_| choices.below(3) as u32).collect();
    // What the language rejects, it rejects for every deck.
    if verdict(&start).is_err() {
        return;
    }
    let changes = |to: &[u32]| {
        let more = |less: &[u32], more: &[u32]| {
            less.iter().zip(more).map(|(a, b)| b.saturating_sub(*a)).sum::<u32>()
        };
        more(&start, to).max(more(to, &start))
    };
    let decks = (0..3usize.pow(CARDS as u32)).map(|at| {
        (0..CARDS as u32).map(|card| (at / 3usize.pow(card) % 3) as u32).collect::<Vec<u32>>()
    });
    let fewest = decks
        .filter(|counts| verdict(counts) == Ok(Verdict::Legal))
        .map(|counts| changes(&counts))
        .min();
    let wishes = Wishes::default();
    let effort = Effort::Work(4_000_000);
    let request = SolveRequest {
        wishes: &wishes,
        effort,
        alternatives: 0,
        aim: Aim::Nearest,
        explain: true,
        stop: None,
    };
    let outcome = solve(&rulebook, &deck(&start), &options, &request).expect("it was checked");
    let least = fewest.map(u64::from);
    assert!(
        least.is_none_or(|least| outcome.at_least <= least),
        "{} at least, but {least:?}: {start:?}\n{rules}",
        outcome.at_least
    );
    match outcome.ending {
        Ending::Found(found) => {
            let changed = found.moves.count_changes();
            assert_eq!(found.checked.verdict, Verdict::Legal, "{start:?}\n{rules}");
            assert!(
                least.is_some_and(|least| least <= changed),
                "{changed}, but {least:?}: {start:?}\n{rules}"
            );
            assert!(
                !outcome.is_proven || least == Some(changed),
                "{changed} proven, but {least:?}: {start:?}\n{rules}"
            );
        }
        Ending::Impossible => assert_eq!(least, None, "{start:?}\n{rules}"),
        Ending::Undecided => assert!(!outcome.is_proven),
        Ending::Unbounded | Ending::GoalUnsaid => panic!("there is no goal: {rules}"),
    }
}
