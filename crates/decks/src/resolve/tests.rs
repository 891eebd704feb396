use super::*;
use crate::{Hints, inspect, read};
use sleeve_data::model::Lang;

fn catalog() -> Catalog {
    let is_meant = |(game, _): &&(&str, &[u8])| *game == "swccg";
    let (_, bytes) = sleeve_games::GAMES.iter().find(is_meant).unwrap();
    sleeve_data::packed::unpack(bytes).unwrap()
}

fn deck(name: &str, text: &str) -> (Deck, Catalog) {
    let catalog = catalog();
    let raw = read(name, text.as_bytes(), &Hints::default()).unwrap();
    let deck = DeckResolver::new(&catalog).resolve(&raw, catalog.format("open"));
    (deck, catalog)
}

fn lines(deck: &Deck, catalog: &Catalog) -> Vec<String> {
    let id = |e: &Entry| catalog.cards.card(e.card).id().to_owned();
    deck.entries.iter().map(|e| format!("{} {} {}", e.zone, e.count, id(e))).collect()
}

#[test]
fn headings_switch_zones_and_kinds_are_comments() {
    let text = "Starting (1)\nDarth Vader\n\nCharacters (3)\n2x darth vader\nBlizzard 2\n\n[Outside deck]\n1 Devastator\nCharacter:\nDevastator x2\n";
    let (deck, catalog) = deck("list.txt", text);
    assert_eq!(
        lines(&deck, &catalog),
        ["starting 1 1_168", "deck 2 1_168", "deck 1 3_155", "outside 1 1_301", "outside 2 1_301"]
    );
    assert!(deck.unresolved.is_empty());
    let zones: Vec<&str> = deck.zones.iter().map(|z| z.value.as_str()).collect();
    assert_eq!(zones, ["starting", "deck", "outside"]);
}

#[test]
fn a_shared_name_is_decided_once_and_said() {
    let text = "[zones]\ndeck = [\"Darth Vader\", \"Sense\", \"Boba Fett\", \"Boba Fett\"]\n";
    let (deck, catalog) = deck("deck.toml", text);
    assert_eq!(
        lines(&deck, &catalog),
        ["deck 1 1_168", "deck 1 1_267", "deck 1 7_167", "deck 1 7_167"]
    );
    let notes: Vec<&str> = deck.notes.iter().map(|n| n.message.get(Lang::En)).collect();
    assert_eq!(
        notes,
        [
            "`Sense` is taken for Sense (Interrupt, Premiere, 1_267); for another of this name write 12_157 (Interrupt, Coruscant)",
            "`Boba Fett` is taken for Boba Fett (character, Special Edition, 7_167); for another of this name write 5_91 (character, Cloud City)",
        ]
    );
}

#[test]
fn hints_and_ids_decide_without_a_note() {
    let text = "2x Boba Fett [Cloud City]\n1x Boba Fett [7_167]\n1x Boba Fett  # 5_91 x\n1 7_167\nBoba Fett (Cloud City)";
    let (deck, catalog) = deck("list.txt", text);
    assert_eq!(
        lines(&deck, &catalog),
        ["deck 2 5_91", "deck 1 7_167", "deck 1 5_91", "deck 1 7_167", "deck 1 5_91"]
    );
    assert!(deck.notes.is_empty());
}

#[test]
fn a_number_that_belongs_to_a_name_is_no_count() {
    let (deck, catalog) = deck("list.txt", "4 LOM\n2 4-LOM\n3 Blizzard 2\nBlizzard (2)");
    assert_eq!(
        lines(&deck, &catalog),
        ["deck 1 4_91", "deck 2 4_91", "deck 3 3_155", "deck 1 3_155"]
    );
}

#[test]
fn what_cannot_be_told_is_listed_with_the_nearest_names() {
    let (deck, catalog) = deck("list.txt", "# side: dark\n3 Qwertzuiop\nDevastator (0)");
    assert!(deck.entries.is_empty());
    let first = &deck.unresolved[0];
    assert_eq!((first.text.as_str(), first.count), ("Qwertzuiop", 3));
    assert_eq!(catalog.cards.card(first.candidates[0]).id(), "217_25");
    let error = inspect(&deck, &catalog, catalog.format("open").unwrap()).unwrap_err();
    let titles: Vec<String> = error.problems.iter().map(|p| p.title(Lang::En)).collect();
    assert_eq!(
        titles,
        ["no card `Qwertzuiop`", "`0` copies: a number from 1 to 9999 was expected"]
    );
}

#[test]
fn zones_roles_and_parameters_must_be_declared() {
    let text = "role = \"judge\"\n[parameters]\nbudget = 3\n[zones]\ndekc = [\"Darth Vader\"]\n";
    let (deck, catalog) = deck("deck.toml", text);
    let error = inspect(&deck, &catalog, catalog.format("open").unwrap()).unwrap_err();
    let titles: Vec<String> = error.problems.iter().map(|p| p.title(Lang::En)).collect();
    assert_eq!(
        titles,
        ["no role `judge` in open", "no parameter `budget` in open", "no zone `dekc` in open"]
    );
    assert_eq!(error.problems[2].help(Lang::En), "did you mean `deck`?");
}
