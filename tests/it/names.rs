//! Names: their spellings, and the index in which they are found.

use proptest::prelude::*;
use sleeve::{
    Arrange,
    model::{
        CardIndex, Cards, CardsBuilder, KindId, Text,
        card::{CardRecord, Grade, Provenance},
        fold::{alike, fold, folds_equal, has_key, key},
        name_index::{IndexedName, IndexedWord, NamePart},
        name_words::{letter_bits, squash, strip_parentheses},
    },
};
use std::collections::BTreeSet;

/// Cards with these names: one each, with a French name and an alias.
fn cards_called(names: &[(String, String, String)]) -> Cards {
    let mut cards = CardsBuilder::default();
    let seen = Provenance::from_grade(Grade::Rulebook);
    for (at, (english, french, alias)) in names.iter().enumerate() {
        cards.push(&CardRecord {
            id: format!("{at}_1"),
            id_provenance: seen,
            name: Text { en: english.as_str().into(), fr: french.as_str().into() },
            aliases: vec![alias.clone()],
            kind: KindId(0),
            sets: Vec::new(),
            quantity: Vec::new(),
            quantity_provenance: seen,
            provenance: seen,
            faces: Vec::new(),
        });
    }
    cards.build()
}

/// The parts of a name, computed in another way than in the index.
fn parts_of(name: IndexedName<'_>) -> Vec<(NamePart, String)> {
    let (shown, bare) = (name.shown(), name.bare());
    let front = shown
        .split_once('/')
        .map(|(front, _)| (NamePart::Front, squash(front)));
    let head = shown.split_once(", ").filter(|_| name.is_printed());
    let head = head.map(|(head, _)| (NamePart::Head, squash(head)));
    let tail = shown
        .split_once(':')
        .map(|(_, tail)| squash(strip_parentheses(tail)));
    let whole = [
        (NamePart::Whole, name.squashed()),
        (NamePart::ZeroAsLetter, bare.replace('0', "o")),
        (NamePart::Bare, bare),
    ];
    let parts = front
        .into_iter()
        .chain(head)
        .chain(tail.map(|tail| (NamePart::Tail, tail)));
    whole.into_iter().chain(parts).collect()
}

/// Names are told apart by where they lie.
fn places<'i>(names: impl Iterator<Item = IndexedName<'i>>) -> Vec<(CardIndex, *const u8)> {
    names
        .map(|name| (name.card(), name.shown().as_ptr()))
        .collect()
}

proptest! {
    #[test]
    fn names_are_found_by_their_parts_and_words(
        names in prop::collection::vec(
            ("[a-c0É'(]{1,3}[ac:/,& ().0V]{0,7}", "[a-c é(v)]{0,4}", "[a-c (v)]{1,6}"), 0..6),
    ) {
        let cards = cards_called(&names);
        let index = cards.name_index();
        let all: Vec<IndexedName<'_>> = index.names().collect();
        prop_assert_eq!(places((0..all.len() as u32).filter_map(|at| index.name_at(at))), places(index.names()));
        for name in &all {
            prop_assert_eq!(name.letters(), letter_bits(&name.squashed()));
            prop_assert_eq!(name.key_letters(), letter_bits(&name.key()));
            prop_assert_eq!(name.bare_letters(), letter_bits(&name.bare()));
            prop_assert_eq!(usize::from(name.length()), name.squashed().len());
            prop_assert_eq!(usize::from(name.bare_length()), name.bare().len());
            prop_assert!(index.has_marks(name.marks()) || name.marks().is_empty());
            let initials: String = name.tokens().iter().filter_map(|w| w.text.chars().next()).collect();
            prop_assert_eq!(name.initials(), letter_bits(&initials));
            for (part, text) in parts_of(*name) {
                let wanted = all.iter().filter(|n| parts_of(**n).contains(&(part, text.clone())));
                prop_assert_eq!(places(index.with_part(part, &text)), places(wanted.copied()), "{:?} {}", part, text);
            }
        }
        let words: BTreeSet<String> = all.iter().flat_map(|name| name.tokens()).map(|word| word.text).collect();
        let indexed: Vec<&str> = index.words().map(IndexedWord::text).collect();
        prop_assert_eq!(indexed, words.iter().map(String::as_str).collect::<Vec<_>>());
        for text in &words {
            let has_word = |name: &IndexedName<'_>| name.tokens().iter().any(|w| w.text == *text);
            let wanted = (0u32..).zip(&all).filter(|(_, name)| has_word(name));
            let wanted: Vec<u32> = wanted.map(|(at, _)| at).collect();
            let word = index.find_word(text).unwrap();
            prop_assert_eq!((word.text(), word.names().collect::<Vec<_>>()), (text.as_str(), wanted));
        }
        prop_assert_eq!(index.letters_of_ids().count(), cards.len());
        let letters = |card: CardIndex| letter_bits(&key(cards.card(card).id()));
        prop_assert!(index.letters_of_ids().all(|(card, its)| its == letters(card)));
    }

    /// With any bytes as an index, reading ends and finds only existing names.
    #[test]
    fn damaged_indexes_end(at in any::<prop::sample::Index>(), bytes in any::<[u8; 4]>(), cut in any::<bool>()) {
        let cards = cards_called(&[("Ab (V)".to_owned(), "Eb".to_owned(), "A/c: d".to_owned())]);
        let mut packed = cards.pack_name_index();
        let at = at.index(packed.len() - 3);
        packed[at..at + 4].copy_from_slice(&bytes);
        if cut {
            packed.truncate(at);
        }
        let cards = cards.with_name_index(packed.leak());
        let index = cards.name_index();
        for name in index.names().chain(index.other_names()).take(99) {
            let _ = (name.marks(), name.tokens(), name.key_letters());
            prop_assert!(name.shown().len() < 99);
        }
        let found = index.with_part(NamePart::Whole, "abv").count() + index.with_part(NamePart::Bare, "ab").count();
        prop_assert!(found < 9);
        let words = index.words().take(99).map(|word| word.text().len() + word.names().count());
        prop_assert!(words.sum::<usize>() < 999);
        index.find_word("ab");
    }

    /// A letter beyond ASCII at the end keeps a text from the way for ASCII.
    #[test]
    fn ascii_behind_marks_is_read_as_any_text(text in "[•◊]{0,2}[ \t-~]{0,12}", other in "[a-b0-1 _é]{0,6}") {
        let slow = fold(&format!("{text}|日"));
        prop_assert_eq!(fold(&text), slow.strip_suffix("|日").unwrap().trim_end());
        let slow = key(&format!("{text}日"));
        prop_assert_eq!(key(&text), slow.strip_suffix('日').unwrap());
        prop_assert!(has_key(&fold(&text), &key(&text)));
        prop_assert_eq!(alike(&text, &other), key(&text) == key(&other));
        prop_assert_eq!(folds_equal(&text, &other), fold(&text) == fold(&other));
    }

    #[test]
    fn things_stand_as_the_standard_library_sorts_them(numbers in prop::collection::vec(0u8..20, 0..80)) {
        let things: Vec<(u8, usize)> = numbers.into_iter().zip(0..).collect();
        let mut sorted = vec![things.clone(); 6];
        sorted[0].arrange_by_key(|(number, _)| *number);
        sorted[1].sort_by_key(|(number, _)| *number);
        sorted[2].arrange_by_cached_key(|(number, _)| number.to_string());
        sorted[3].sort_by_cached_key(|(number, _)| number.to_string());
        sorted[4].arrange();
        sorted[5].sort();
        for pair in sorted.chunks(2) {
            prop_assert_eq!(&pair[0], &pair[1]);
        }
    }
}
