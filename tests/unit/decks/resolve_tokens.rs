//! Unit tests of `crates/decks/src/resolve/tokens.rs`.

use super::*;
use sleeve_data::model::name_words::split_tokens;

fn cost(written: &str, printed: &str) -> Option<f64> {
    reading_cost(&split_tokens(written), &split_tokens(printed))
}

#[test]
fn shortened_and_misspelt_words_are_read() {
    for (written, printed) in [
        ("both. ops.", "Bothawui Operative"),
        ("signal", "The Signal"),
        ("tantive 4", "Tantive IV"),
        ("nar shadda wind chimes", "Nar Shaddaa Wind Chimes"),
        ("surprise assaults", "Surprise Assault"),
        ("the falcon", "Falcon"),
        ("liea", "Leia"),
        ("whaaooooow", "WHAAAAAAAAAOOOOW!"),
    ] {
        assert!(cost(written, printed).is_some_and(|c| c <= 1.0), "{written}");
    }
    for (written, printed) in [
        ("Tempest 2", "Tempest 1"),
        ("Blizzard Walker", "Blizzard 1"),
        ("Luke", "Lake"),
        ("assault surprise", "Surprise Assault"),
    ] {
        assert_eq!(cost(written, printed), None, "{written}");
    }
    assert!(cost("chief bast", "Chief Bast (V)") > Some(1.5));
}

/// The weight of edits by the complete table of costs, without any shortcut.
fn plain_weight(one: &str, other: &str, has_words: bool) -> f64 {
    let (a, b) = (one.as_bytes(), other.as_bytes());
    let consonants = |text: &[u8]| -> Vec<u8> {
        text.iter()
            .copied()
            .filter(|letter| !VOWELS.contains(letter))
            .collect()
    };
    let shortest = a.len().min(b.len());
    let is_heard = has_words && shortest >= FEWEST_HEARD_IN_WORDS
        || shortest >= FEWEST_HEARD && consonants(a) == consonants(b);
    let weigh = |letter: u8| if is_heard && VOWELS.contains(&letter) { 0.5 } else { 1.0f64 };
    let mut table = vec![vec![0.0; b.len() + 1]; a.len() + 1];
    for (i, j) in (0..=a.len()).flat_map(|i| (0..=b.len()).map(move |j| (i, j))) {
        let mut ways = Vec::new();
        if i > 0 {
            ways.push(table[i - 1][j] + weigh(a[i - 1]));
        }
        if j > 0 {
            ways.push(table[i][j - 1] + weigh(b[j - 1]));
        }
        if i > 0 && j > 0 {
            let change = weigh(a[i - 1]).max(weigh(b[j - 1]));
            ways.push(table[i - 1][j - 1] + if a[i - 1] == b[j - 1] { 0.0 } else { change });
        }
        if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
            ways.push(table[i - 2][j - 2] + 1.0);
        }
        table[i][j] = ways
            .into_iter()
            .fold(f64::INFINITY, f64::min)
            .min(if i + j == 0 { 0.0 } else { f64::INFINITY });
    }
    table[a.len()][b.len()]
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(4_000))]
    #[test]
    fn edits_weigh_as_in_the_whole_table(
        one in "[a-fr-t1é]{0,14}",
        other in "[a-fr-t1é]{0,14}",
        cuts in proptest::collection::vec(0usize..14, 0..3),
        is_near in proptest::bool::ANY,
        has_words in proptest::bool::ANY,
    ) {
        let mut near: Vec<char> = one.chars().collect();
        for at in cuts.into_iter().filter(|at| *at < one.chars().count()) {
            if at + 1 < near.len() { near.swap(at, at + 1) } else { near.pop(); }
        }
        let other = if is_near { near.into_iter().collect() } else { other };
        let plain = plain_weight(&one, &other, has_words);
        for most in [1.0, 1.5, 2.0, 3.0, 6.0] {
            let wanted = Some(plain).filter(|weight| *weight <= most);
            proptest::prop_assert_eq!(edit_weight(&one, &other, most, has_words), wanted);
        }
    }
}

/// In all available games: words with a letter missing, abbreviated with a dot, and in the
/// plural.
#[test]
fn all_words_that_a_word_may_be_read_as_are_found() {
    for (game, bytes) in sleeve_games::GAMES {
        let catalog = sleeve_data::packed::unpack(bytes).unwrap();
        let index = catalog.cards.name_index();
        let step = index.words().count().div_ceil(40).max(1);
        for printed in index.words().step_by(step).map(IndexedWord::text) {
            let middle = printed
                .char_indices()
                .nth(printed.chars().count() / 2)
                .unwrap()
                .0;
            let without = printed.char_indices().filter(|(at, _)| *at != middle);
            let written = [
                printed.to_owned(),
                format!("{printed}s"),
                without.map(|(_, c)| c).collect(),
                format!("{}.", &printed[..middle]),
            ];
            for token in written.iter().flat_map(|written| split_tokens(written)) {
                let word = WrittenWord::new(&token);
                let all = index.words().map(IndexedWord::text);
                let all: Vec<&str> = all.filter(|its| word.cost(its).is_some()).collect();
                let found: Vec<&str> = word.find_readings(&index).map(IndexedWord::text).collect();
                assert_eq!(found, all, "{token:?} in {game}");
            }
        }
    }
}

#[test]
fn glued_words_come_apart() {
    assert_eq!(split_glued("JPDungeon"), "JP Dungeon");
    assert_eq!(split_glued("EndorBack Door"), "Endor Back Door");
    assert_eq!(split_glued("Darth VaderDLOTS"), "Darth Vader DLOTS");
    assert_eq!(split_glued("Darth Vader w/LS"), "Darth Vader with LS");
    assert_eq!(split_glued("EForest Clearing"), "E. Forest Clearing");
    assert_eq!(split_glued("DS-61-2"), "DS-61-2");
    assert_eq!(split_glued("Don't Get @#$%y"), "Don't Get");
    assert_eq!(split_glued("@#$%cky Shot"), "cky Shot");
    assert_eq!(split_glued("Zuck@#$%"), "Zuck.");
    assert_eq!(split_glued("Yoda* Sense"), "Yoda* Sense");
    assert_eq!(split_glued("#12 Sense"), "#12 Sense");
}
