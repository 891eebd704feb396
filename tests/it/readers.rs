//! Forms of deck files that games describe as data: what is written is read again, files are told by what
//! stands in them, and nothing of them is dropped in silence.

use crate::common::{Ran, Sleeve, scratch};
use proptest::prelude::*;
use sleeve::decks::{Form, Hints, Resolver, read, write};
use sleeve::model::{Catalog, Deck, Lang};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

const GAMES: &str = "docs/examples/games";

fn catalog(game: &str) -> Catalog {
    sleeve::catalog::open(game, &[PathBuf::from(GAMES)]).unwrap()
}

/// A deck in our own form.
fn deck(catalog: &Catalog, text: &str) -> Deck {
    let raw = read("deck.toml", text.as_bytes(), &Hints::default()).unwrap();
    let format = catalog.format(&raw.format.as_ref().unwrap().value);
    Resolver::new(catalog).resolve(&raw, format)
}

/// Copies by card and zone.
fn copies(catalog: &Catalog, deck: &Deck) -> BTreeMap<(String, String), u32> {
    let mut copies = BTreeMap::new();
    for entry in &deck.entries {
        let card = catalog.cards.card(entry.card).id().to_owned();
        *copies.entry((card, entry.zone.to_string())).or_default() += entry.count;
    }
    copies
}

/// A game with a format and the forms that it describes.
fn forms() -> Vec<(&'static str, &'static str, Catalog)> {
    let formats = [("duchy", "constructed"), ("duchy", "commander")];
    formats.into_iter().map(|(game, format)| (game, format, catalog(game))).collect()
}

/// Checks that a deck with these copies is the same in every form that the game describes.
fn held_by_every_form(
    (game, format, catalog): &(&str, &str, Catalog),
    rows: &[(usize, usize, u32)],
    lang: Lang,
) -> Result<(), TestCaseError> {
    for reader in &catalog.game.described {
        let zones = &catalog.format(format).unwrap().zones;
        let told = |zone: &&str| reader.zones.iter().any(|(_, of)| of == zone);
        let zones: Vec<&str> = zones.iter().map(|z| z.named.id.as_str()).filter(told).collect();
        let cards: Vec<String> = catalog.cards.iter().map(|c| c.id().to_owned()).collect();
        let mut counts: BTreeMap<&str, BTreeMap<&str, u32>> = BTreeMap::new();
        for (card, zone, count) in rows {
            let zone = zones[zone % zones.len()];
            let of = counts.entry(zone).or_default();
            of.insert(&cards[card % cards.len()], *count);
        }
        let mut text = format!("game = \"{game}\"\nformat = \"{format}\"\n");
        for (zone, cards) in counts {
            text += &format!("[zones.{zone}]\n");
            cards.iter().for_each(|(card, count)| text += &format!("\"{card}\" = {count}\n"));
        }
        let deck = deck(catalog, &text);
        let written = write(&deck, catalog, Form::Described(Arc::clone(reader)), lang);
        let said = || format!("{}:\n{}\n{:?}", reader.named.id, written.text, written.losses);
        prop_assert_eq!(copies(catalog, &deck), copies(catalog, &written.back), "{}", said());
        prop_assert!(written.back.unresolved.is_empty(), "{}", said());
        prop_assert!(written.back.notes.is_empty(), "{}: {:?}", said(), written.back.notes);
        prop_assert_eq!(form_of(catalog, &written.text), reader.named.id.as_str(), "{}", said());
    }
    Ok(())
}

/// The form that a text is told to be, whatever its file is called.
fn form_of(catalog: &Catalog, text: &str) -> String {
    let raw = read("deck", text.as_bytes(), &Hints::of(&catalog.game, None)).unwrap();
    raw.reader.name().to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn what_a_form_holds_is_read_again(
        rows in prop::collection::vec((0usize..200, 0usize..4, 1u32..60), 1..12),
        french in any::<bool>(),
    ) {
        let lang = if french { Lang::Fr } else { Lang::En };
        for form in forms() {
            held_by_every_form(&form, &rows, lang)?;
        }
    }
}

fn check(args: &[&str], input: &str) -> Ran {
    let args = [&["check", "-", "--cards", GAMES, "--color", "never"], args].concat();
    Sleeve::new().input(input).run(&args)
}

#[test]
fn a_line_that_nothing_reads_is_told_where_it_stands() {
    let list = "Name Isles\n\nDeck\n60 Lake (FND) 1\n1 Herom\nheron, four of them\n0 Otter\n";
    let args = ["--from", "arena", "--as", "duchy/constructed"];
    let ran = check(&args, list);
    assert_eq!(ran.status, 2, "{ran}");
    insta::assert_snapshot!(
        "readers-unread",
        format!(
            "{ran}\n{}",
            check(&[&args[..], &["--lang", "fr"]].concat(), &list.replace("0 Otter\n", ""),)
        )
    );
}

#[test]
fn a_zone_that_the_format_lacks_is_told() {
    let ran = check(&["--as", "duchy/commander"], "Deck\n60 Lake\n\nSideboard\n1 Otter\n");
    assert_eq!(ran.status, 2, "{ran}");
    assert!(ran.out.contains("there is no zone `sideboard` in this format"), "{ran}");
}

#[test]
fn forms_are_told_by_all_that_stands_in_them() {
    let catalog = catalog("duchy");
    let form = |text: &str| {
        read("deck.txt", text.as_bytes(), &Hints::of(&catalog.game, None)).unwrap().reader
    };
    assert_eq!(form("Deck\n4 Heron\n").name(), "arena");
    assert_eq!(form("Name Isles\n4 Heron\n").name(), "arena");
    // Nothing of its own, or one line that is of another form.
    assert_eq!(form("4 Heron\n").name(), "text");
    assert_eq!(form("# game: duchy\nDeck\n4 Heron\n").name(), "text");
    assert_eq!(form("Deck\n4x Heron\n").name(), "text");
    assert_eq!(form("game = \"duchy\"\nzones.deck = [\"Heron\"]\n").name(), "toml");
}

#[test]
fn decks_of_a_folder_are_found_in_forms_of_the_games() {
    let folder = scratch("readers-folder");
    std::fs::write(folder.join("isles.list"), "Deck\n60 Lake\n").unwrap();
    std::fs::write(folder.join("notes.list.old"), "Deck the halls\n").unwrap();
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(GAMES);
    let ran = Sleeve::new().folder(&folder).run(&[
        "check",
        ".",
        "--cards",
        games.to_str().unwrap(),
        "--as",
        "duchy/constructed",
    ]);
    assert!(ran.out.contains("legal        isles.list"), "{ran}");
    assert!(ran.out.contains("not read     notes.list.old"), "{ran}");
}
