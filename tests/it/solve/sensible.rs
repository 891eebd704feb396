//! Repairs that a player would make: eighty broken decks by seed.

use super::played_together::{
    KnownDeck, corpus, count_copies, hide_copies, known_decks, list_others,
};
use sleeve::{
    decks::{self, Moves},
    draw::Rng,
    model::{CardIndex, Catalog, Deck, Lang, Level},
    rules::{CheckOptions, CheckResult, Rulebook, Verdict},
    solve::{self, Aim, DeckCorpus, Effort, Ending, Repaired, SolveRequest, Wishes},
};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// Broken decks of each kind.
const CASES: usize = 16;

/// Other repairs of the same size that say how few warnings are possible.
const OTHERS: usize = 12;

fn count_warnings(checked: &CheckResult) -> usize {
    checked
        .findings
        .iter()
        .filter(|finding| finding.level == Level::Warning)
        .count()
}

/// The proven smallest repair; that no other of its size has fewer warnings is asserted.
fn repair(catalog: &Catalog, format: &str, deck: &Deck, like: Option<Arc<DeckCorpus>>) -> Repaired {
    let rulebook = Rulebook::new(catalog, catalog.format(format).unwrap());
    let wishes = Wishes { like, ..Wishes::default() };
    let request = SolveRequest {
        wishes: &wishes,
        effort: Effort::Time(Duration::from_secs(60)),
        alternatives: OTHERS,
        aim: Aim::Nearest,
        explain: false,
        stop: None,
    };
    let outcome = solve::solve(&rulebook, deck, &CheckOptions::default(), &request).unwrap();
    assert!(outcome.is_proven, "{deck:?}");
    let Ending::Found(found) = outcome.ending else { panic!("no repair of {deck:?}") };
    assert_eq!(found.checked.verdict, Verdict::Legal);
    let warnings = |moves: &Moves| {
        let mut other = deck.clone();
        decks::apply_moves(&mut other, rulebook.format, moves);
        count_warnings(&rulebook.check(&other, &CheckOptions::default()).unwrap())
    };
    let least = outcome.alternatives.iter().map(warnings).min();
    assert!(least.is_none_or(|least| count_warnings(&found.checked) <= least), "{deck:?}");
    *found
}

fn list_moves(catalog: &Catalog, repaired: &Repaired) -> [BTreeMap<CardIndex, u32>; 2] {
    [&repaired.moves.removed, &repaired.moves.added].map(|moves| {
        let mut copies = BTreeMap::new();
        for moved in moves {
            *copies.entry(catalog.cards.base(moved.card)).or_insert(0) += moved.count;
        }
        copies
    })
}

fn is_legal(catalog: &Catalog, format: &str, deck: &Deck) -> bool {
    let rulebook = Rulebook::new(catalog, catalog.format(format).unwrap());
    rulebook
        .check(deck, &CheckOptions::default())
        .is_ok_and(|c| c.verdict == Verdict::Legal)
}

fn pick<'t, T>(items: &'t [T], rng: &mut Rng) -> &'t T {
    &items[usize::try_from(rng.next_u64() % items.len() as u64).unwrap()]
}

/// Exchanges a copy of a line for another card, on a line of its own behind the others.
fn exchange(deck: &Deck, line: usize, card: CardIndex) -> Deck {
    let mut deck = deck.clone();
    let entry = &mut deck.entries[line];
    entry.count -= 1;
    let fresh = sleeve::model::Entry { card, count: 1, ..entry.clone() };
    deck.entries.retain(|entry| entry.count > 0);
    deck.entries.push(fresh);
    deck
}

/// The title without what marks a later version of the card.
fn title(catalog: &Catalog, card: CardIndex) -> String {
    catalog
        .cards
        .card(card)
        .name(Lang::En)
        .trim_end_matches(" (V)")
        .to_lowercase()
}

/// Cards of the same title as a line's card with which the deck is illegal.
fn list_wrong_namesakes(catalog: &Catalog, known: &KnownDeck, line: usize) -> Vec<CardIndex> {
    let card = known.deck.entries[line].card;
    let wanted = title(catalog, card);
    let namesakes = catalog.cards.iter().map(|card| card.index());
    let namesakes = namesakes.filter(|other| *other != card && title(catalog, *other) == wanted);
    namesakes
        .filter(|other| !is_legal(catalog, &known.format, &exchange(&known.deck, line, *other)))
        .collect()
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn repairs_are_what_a_player_would_do() {
    let catalog = sleeve::catalog::open("swccg", &[]).unwrap();
    let known = known_decks(&catalog);
    let mut rng = Rng::from_seed(29);
    let mut said = Vec::new();

    // A card of the other side in the place of a card: it goes, and nothing else does.
    for _ in 0..CASES {
        let of = pick(&known, &mut rng);
        let like = corpus(&catalog, &list_others(&known, of));
        let line = usize::try_from(rng.next_u64()).unwrap() % of.deck.entries.len();
        let strange = loop {
            let foe = pick(&known, &mut rng);
            let card = pick(&foe.deck.entries, &mut rng).card;
            if foe.role != of.role
                && !is_legal(&catalog, &of.format, &exchange(&of.deck, line, card))
            {
                break card;
            }
        };
        let deck = exchange(&of.deck, line, strange);
        let [removed, _] = list_moves(&catalog, &repair(&catalog, &of.format, &deck, Some(like)));
        assert_eq!(removed, BTreeMap::from([(catalog.cards.base(strange), 1)]), "{}", of.name);
    }

    // A version or a printing that the format or the side does not allow: the title comes back.
    let mut back = 0;
    for _ in 0..2 * CASES {
        let (of, line, wrong) = loop {
            let of = pick(&known, &mut rng);
            let line = usize::try_from(rng.next_u64()).unwrap() % of.deck.entries.len();
            let wrong = list_wrong_namesakes(&catalog, of, line);
            if !wrong.is_empty() {
                break (of, line, *pick(&wrong, &mut rng));
            }
        };
        let wanted = title(&catalog, wrong);
        let deck = exchange(&of.deck, line, wrong);
        let like = corpus(&catalog, &list_others(&known, of));
        let repaired = repair(&catalog, &of.format, &deck, Some(like));
        let [removed, added] = list_moves(&catalog, &repaired);
        assert_eq!(removed, BTreeMap::from([(catalog.cards.base(wrong), 1)]), "{}", of.name);
        let is_back = added.keys().any(|card| title(&catalog, *card) == wanted);
        if !is_back {
            let added = added
                .keys()
                .map(|card| title(&catalog, *card))
                .collect::<Vec<_>>();
            said.push(format!("{}: {wanted} ({wrong:?} on line {line}) became {added:?}", of.name));
        }
        back += usize::from(is_back);
    }
    println!("wrong versions and sides: {back} of {} by title\n{}", 2 * CASES, said.join("\n"));
    assert!(back * 5 >= 2 * CASES * 4);

    // Cards taken out at random come back, with all other decks known.
    let (mut all, mut back) = (0, 0);
    for _ in 0..CASES {
        let of = pick(&known, &mut rng);
        let mut deck = of.deck.clone();
        let number = usize::try_from(1 + rng.next_u64() % 3).unwrap();
        let hidden = hide_copies(&catalog, &mut deck, number, &mut rng);
        if is_legal(&catalog, &of.format, &deck) {
            continue;
        }
        let others: Vec<&KnownDeck> = known.iter().filter(|other| other.name != of.name).collect();
        let like = corpus(&catalog, &others);
        let [_, added] = list_moves(&catalog, &repair(&catalog, &of.format, &deck, Some(like)));
        all += number as u32;
        back += hidden
            .iter()
            .map(|(c, n)| added.get(c).copied().unwrap_or(0).min(*n))
            .sum::<u32>();
    }
    println!("taken out at random: {back} of {all} back");
    assert!(back * 4 >= all);
}

/// A copy too many of a card goes, and the card stays.
#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn of_too_many_copies_the_card_stays() {
    let mut rng = Rng::from_seed(30);
    let mut cases = 0;
    for (game, folder) in
        [("starfighter", "starfighter"), ("battleship-galaxies", "battleship-galaxies")]
    {
        let catalog = sleeve::catalog::open(game, &[]).unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("decks")
            .join(folder);
        let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        for _ in 0..CASES / 2 {
            let (deck, format) = super::twins::read(&catalog, pick::<PathBuf>(&paths, &mut rng));
            if !is_legal(&catalog, &format, &deck) {
                continue;
            }
            let line = usize::try_from(rng.next_u64()).unwrap() % deck.entries.len();
            let mut broken = deck.clone();
            let surplus = usize::try_from(rng.next_u64()).unwrap() % deck.entries.len();
            let (card, zone) = (broken.entries[surplus].card, broken.entries[surplus].zone.clone());
            if broken.entries[line].zone != zone || line == surplus {
                continue;
            }
            let before = count_copies(&catalog, &deck)[&catalog.cards.base(card)];
            broken.entries[surplus].count += 1;
            broken = {
                let mut deck = broken.clone();
                deck.entries[line].count -= 1;
                deck.entries.retain(|entry| entry.count > 0);
                deck
            };
            if is_legal(&catalog, &format, &broken) {
                continue;
            }
            let repaired = repair(&catalog, &format, &broken, None);
            let after = count_copies(&catalog, &repaired.deck);
            let base = catalog.cards.base(card);
            assert_eq!(after.get(&base), Some(&before), "{:?}", repaired.moves);
            cases += 1;
        }
    }
    println!("too many copies: {cases} cases");
    assert!(cases >= 6, "{cases}");
}
