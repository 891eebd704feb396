//! Unit tests of `crates/decks/src/nearest.rs`.

use super::*;
use proptest::prelude::*;

/// The score without any shortcut: the checks of letters must not change it.
fn plain(key: &str, folded: &str, name: &NearName) -> f64 {
    let (its_key, its) = (name.key.as_str(), name.length);
    let mine = key.chars().count();
    let edits = |text: &str| osa::distance(key.chars(), text.chars());
    let (short, long) = if key.len() < its_key.len() { (key, its_key) } else { (its_key, key) };
    let by_edits = if long.len() > 3 * short.len() + 3 {
        0.0
    } else {
        1.0 - edits(its_key) as f64 / mine.max(its).max(1) as f64
    };
    let start = jaro_winkler::similarity(key.chars(), its_key.chars()) * 0.9;
    let words: Vec<&str> = folded.split(' ').filter(|word| word.len() > 2).collect();
    let found = words
        .iter()
        .filter(|word| name.folded.contains(**word))
        .count();
    let shared = 0.8 * found as f64 / words.len().max(1) as f64;
    let slips = |word: &str| {
        let (edits, longest) = (edits(word), mine.max(word.chars().count()));
        if edits * 3 <= longest { 0.9 * (1.0 - edits as f64 / longest as f64) } else { 0.0 }
    };
    let its_words = name
        .folded
        .split(' ')
        .filter(|w| w.len() > 2 && !folded.contains(' '));
    let slips = its_words.map(slips).fold(0.0, f64::max);
    let within = short.len() >= 4 && long.contains(short);
    by_edits
        .max(start)
        .max(shared)
        .max(slips)
        .max(if within { 0.85 } else { 0.0 })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]
    #[test]
    fn letters_never_change_how_near_a_name_is(
        word in "[a-f1É'œж日]{1,7}( [a-fst'-]{1,7}){0,3}",
        name in "[a-f1É'œж日]{1,7}( [a-fst'-]{1,7}){0,3}",
        slip in any::<prop::sample::Index>(),
        is_slip in any::<bool>(),
    ) {
        let mut word = word;
        if is_slip {
            word = name.clone();
            let at = slip.index(word.chars().count());
            word = word.chars().enumerate().filter(|(i, _)| *i != at).map(|(_, c)| c).collect();
        }
        let (key, folded) = (fold::key(&word), fold::fold(&word));
        let name_folded = fold::fold(&name);
        let letters = letter_bits(&fold::key(&name_folded));
        let name = NearName::new(CardIndex::STRANGER, &name_folded, letters);
        let plain = plain(&key, &folded, &name);
        for near in [LINE_THRESHOLD.least_score, SEARCH_THRESHOLD.least_score] {
            let quick = Closeness::new(&key, &folded, near).score(&name);
            prop_assert!(quick == plain || (quick < near && plain < near), "{quick} {plain}");
        }
    }
}

/// In all available games: names with a letter missing, two words of names, and texts that are
/// not names.
#[test]
fn the_nearest_names_are_those_of_all_that_are_near() {
    for (game, bytes) in sleeve_games::GAMES {
        let catalog = sleeve_data::packed::unpack(bytes).unwrap();
        let index = NameLookup::new(&catalog);
        let names: Vec<&NearName> = index.names_and_ids(|_| true).collect();
        let some = names.iter().step_by(names.len().div_ceil(12).max(1));
        let written = some.flat_map(|name| {
            let words: Vec<&str> = name.folded.split(' ').collect();
            let slip = name
                .folded
                .char_indices()
                .filter(|(i, _)| *i != name.folded.len() / 2);
            [slip.map(|(_, c)| c).collect(), words.iter().rev().take(2).copied().collect()]
        });
        let prose = ["this deck wins often", "zzz", "and then they lose a lot of force"];
        for written in written.chain(prose.map(str::to_owned)) {
            let fits = |card: CardIndex| !card.index().is_multiple_of(3);
            let (key, folded) = (fold::key(&written), fold::fold(&written));
            let mine = letter_bits(&key);
            let alike = |name: &&&NearName| {
                let shared = (name.letters & mine).count_ones();
                3 * shared >= 2 * mine.count_ones().min(name.letters.count_ones())
            };
            let scored = names.iter().filter(alike).filter_map(|name| {
                let score = plain(&key, &folded, name);
                let penalty = if fits(name.card) { 0.0 } else { UNFIT_PENALTY };
                (score >= LINE_THRESHOLD.least_score).then_some((score - penalty, name.card))
            });
            let all: Vec<_> = LINE_THRESHOLD.keep_best(scored.collect());
            let all: Vec<CardIndex> = all.into_iter().map(|(_, card)| card).collect();
            assert_eq!(index.nearest(&written, fits), all, "{written} in {game}");
        }
    }
}
