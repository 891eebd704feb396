//! What is played together: fifteen cards of real decks are hidden, and looked for with the other
//! decks as the only knowledge.

use super::twins::read;
use sleeve::{
    draw::Rng,
    model::{CardIndex, Catalog, Deck},
    rules::{CheckOptions, Rulebook},
    solve::{self, Aim, DeckCorpus, Effort, Ending, SolveRequest, Wishes},
};
use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::Duration};

const HIDDEN: usize = 15;
/// Decks that share so many cards are versions of one deck, and would give the hidden cards away.
const NEAR_TWIN: u32 = 45;
const SEEDS: u64 = 5;

pub struct KnownDeck {
    pub name: String,
    pub deck: Deck,
    pub format: String,
    pub role: Option<String>,
    pub copies: BTreeMap<CardIndex, u32>,
}

/// The legal decks of 60 cards that the Star Wars CCG ships.
pub fn known_decks(catalog: &Catalog) -> Vec<KnownDeck> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("decks/swccg");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let mut known = Vec::new();
    for path in paths
        .iter()
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
    {
        let (deck, format) = read(catalog, path);
        let rulebook = Rulebook::new(catalog, catalog.format(&format).unwrap());
        let checked = rulebook.check(&deck, &CheckOptions::default()).unwrap();
        let copies = count_copies(catalog, &deck);
        if copies.values().sum::<u32>() >= 60 {
            let name = path.file_stem().unwrap().display().to_string();
            known.push(KnownDeck { name, deck, format, role: checked.role, copies });
        }
    }
    known
}

pub fn count_copies(catalog: &Catalog, deck: &Deck) -> BTreeMap<CardIndex, u32> {
    let mut copies = BTreeMap::new();
    for entry in &deck.entries {
        *copies.entry(catalog.cards.base(entry.card)).or_insert(0) += entry.count;
    }
    copies
}

fn count_shared(a: &BTreeMap<CardIndex, u32>, b: &BTreeMap<CardIndex, u32>) -> u32 {
    a.iter()
        .map(|(card, count)| b.get(card).copied().unwrap_or(0).min(*count))
        .sum()
}

/// The decks that are no version of a deck.
pub fn list_others<'k>(known: &'k [KnownDeck], of: &'k KnownDeck) -> Vec<&'k KnownDeck> {
    known
        .iter()
        .filter(|other| count_shared(&of.copies, &other.copies) < NEAR_TWIN)
        .collect()
}

pub fn corpus(catalog: &Catalog, decks: &[&KnownDeck]) -> Arc<DeckCorpus> {
    let mut corpus = DeckCorpus::default();
    for known in decks {
        corpus.add_deck(catalog, &known.deck, known.role.as_deref());
    }
    Arc::new(corpus)
}

/// Takes copies out of a deck by a seed; those that went.
pub fn hide_copies(
    catalog: &Catalog,
    deck: &mut Deck,
    number: usize,
    rng: &mut Rng,
) -> BTreeMap<CardIndex, u32> {
    let mut hidden = BTreeMap::new();
    for _ in 0..number {
        let copies: u32 = deck.entries.iter().map(|entry| entry.count).sum();
        let mut at = u32::try_from(rng.next_u64() % u64::from(copies)).unwrap();
        let index = deck.entries.iter().position(|entry| {
            let is_here = at < entry.count;
            at = at.saturating_sub(entry.count);
            is_here
        });
        let entry = &mut deck.entries[index.unwrap()];
        *hidden.entry(catalog.cards.base(entry.card)).or_insert(0) += 1;
        entry.count -= 1;
        deck.entries.retain(|entry| entry.count > 0);
    }
    hidden
}

/// The copies that stand in the most decks of the role and not in the deck.
fn guess_by_popularity(
    kept: &BTreeMap<CardIndex, u32>,
    others: &[&KnownDeck],
    role: Option<&str>,
) -> BTreeMap<CardIndex, u32> {
    let mut decks: BTreeMap<(CardIndex, u32), u32> = BTreeMap::new();
    for other in others.iter().filter(|other| other.role.as_deref() == role) {
        for (card, count) in &other.copies {
            for copy in kept.get(card).copied().unwrap_or(0) + 1..=*count {
                *decks.entry((*card, copy)).or_insert(0) += 1;
            }
        }
    }
    let mut ranked: Vec<_> = decks.into_iter().collect();
    ranked.sort_by_key(|((card, copy), decks)| (std::cmp::Reverse(*decks), *card, *copy));
    let mut guessed = BTreeMap::new();
    for ((card, _), _) in ranked.into_iter().take(HIDDEN) {
        *guessed.entry(card).or_insert(0) += 1;
    }
    guessed
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn hidden_cards_are_found_among_what_is_played_together() {
    let catalog = sleeve::catalog::open("swccg", &[]).unwrap();
    let known = known_decks(&catalog);
    assert!(known.len() >= 40, "{} decks", known.len());
    for seed in 1..=SEEDS {
        let mut rng = Rng::from_seed(seed);
        let (mut all, mut found, mut popular) = (0, 0, 0);
        for of in &known {
            let others = list_others(&known, of);
            let like = Some(corpus(&catalog, &others));
            let mut deck = of.deck.clone();
            let hidden = hide_copies(&catalog, &mut deck, HIDDEN, &mut rng);
            let kept = count_copies(&catalog, &deck);
            popular +=
                count_shared(&hidden, &guess_by_popularity(&kept, &others, of.role.as_deref()));
            all += HIDDEN;
            let rulebook = Rulebook::new(&catalog, catalog.format(&of.format).unwrap());
            let wishes = Wishes { keeps_deck: true, like, ..Wishes::default() };
            let request = SolveRequest {
                wishes: &wishes,
                effort: Effort::Time(Duration::from_secs(60)),
                alternatives: 0,
                aim: Aim::Best,
                explain: false,
                stop: None,
            };
            let options = CheckOptions::default();
            let outcome = solve::solve(&rulebook, &deck, &options, &request).unwrap();
            // What a deck with fifteen cards hidden lacks may be what no deck can be built without.
            let Ending::Found(built) = outcome.ending else { continue };
            let mut added = BTreeMap::new();
            for moved in &built.moves.added {
                *added.entry(catalog.cards.base(moved.card)).or_insert(0) += moved.count;
            }
            found += count_shared(&hidden, &added);
        }
        let share = |n: u32| 100.0 * f64::from(n) / all as f64;
        let said = format!(
            "seed {seed}: {:.1} % of {all} hidden cards, {:.1} % by popularity, {} decks",
            share(found),
            share(popular),
            known.len()
        );
        println!("{said}");
        assert!(share(found) >= 18.0 && found >= 2 * popular, "{said}");
    }
}

/// The number of copies of each kind of cards.
fn count_kinds(catalog: &Catalog, copies: &BTreeMap<CardIndex, u32>) -> BTreeMap<usize, i64> {
    let mut kinds = BTreeMap::new();
    for (card, count) in copies {
        *kinds
            .entry(catalog.cards.card(*card).kind().index())
            .or_insert(0) += i64::from(*count);
    }
    kinds
}

/// The copies that would have to be of another kind.
fn count_kind_changes(a: &BTreeMap<usize, i64>, b: &BTreeMap<usize, i64>) -> i64 {
    let number = |kinds: &BTreeMap<usize, i64>, kind| kinds.get(kind).copied().unwrap_or(0);
    let kinds: std::collections::BTreeSet<&usize> = a.keys().chain(b.keys()).collect();
    kinds
        .iter()
        .map(|kind| (number(a, kind) - number(b, kind)).max(0))
        .sum()
}

/// A deck that is built from five cards has as many cards of each kind as decks have: it differs
/// from the deck that the five are of no more than other decks of its role do.
#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn decks_from_an_idea_have_the_shape_of_decks() {
    let catalog = sleeve::catalog::open("swccg", &[]).unwrap();
    let known = known_decks(&catalog);
    let mut rng = Rng::from_seed(31);
    let (mut built_changes, mut usual_changes, mut pairs) = (0, 0, 0);
    for of in &known {
        let others = list_others(&known, of);
        let mut deck = of.deck.clone();
        let size: u32 = deck.entries.iter().map(|entry| entry.count).sum();
        hide_copies(&catalog, &mut deck, usize::try_from(size).unwrap() - 5, &mut rng);
        let like = Some(corpus(&catalog, &others));
        let wishes = Wishes { keeps_deck: true, like, ..Wishes::default() };
        let rulebook = Rulebook::new(&catalog, catalog.format(&of.format).unwrap());
        let request = SolveRequest {
            wishes: &wishes,
            effort: Effort::Time(Duration::from_secs(60)),
            alternatives: 0,
            aim: Aim::Best,
            explain: false,
            stop: None,
        };
        let options = CheckOptions::default();
        let outcome = solve::solve(&rulebook, &deck, &options, &request).unwrap();
        let Ending::Found(built) = outcome.ending else { panic!("{}", of.name) };
        let kinds = count_kinds(&catalog, &of.copies);
        let built = count_kinds(&catalog, &count_copies(&catalog, &built.deck));
        let same_role: Vec<_> = others
            .iter()
            .filter(|other| other.role == of.role)
            .collect();
        let usual: i64 = same_role
            .iter()
            .map(|other| count_kind_changes(&kinds, &count_kinds(&catalog, &other.copies)))
            .sum();
        println!(
            "{}: {} against {}",
            of.name,
            count_kind_changes(&kinds, &built),
            usual as f64 / same_role.len() as f64
        );
        built_changes += count_kind_changes(&kinds, &built) * same_role.len() as i64;
        usual_changes += usual;
        pairs += same_role.len() as i64;
    }
    let mean = |changes: i64| changes as f64 / pairs as f64;
    println!("of another kind: {:.1} built, {:.1} usual", mean(built_changes), mean(usual_changes));
    assert!(built_changes <= usual_changes);
}
