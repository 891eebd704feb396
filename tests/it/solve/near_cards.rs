//! How like cards are, and why.

use super::toy;
use sleeve::{
    model::{CardIndex, Catalog, Lens},
    solve::{CardLikeness, Kinship, SAME, SharedTrait},
};
use std::collections::BTreeMap;

fn card(catalog: &Catalog, id: &str) -> CardIndex {
    catalog
        .cards
        .iter()
        .find(|card| card.id() == id)
        .unwrap()
        .index()
}

#[test]
fn likeness_ranks_names_halves_personas_and_values() {
    let catalog = toy::open();
    let vera = card(&catalog, "vera");
    let mut likeness = CardLikeness::new(&catalog, Lens::Shipped);
    let near = likeness.find_nearest(vera);
    let near: BTreeMap<&str, u32> = near
        .iter()
        .map(|(other, like)| (catalog.cards.card(*other).id(), *like))
        .collect();
    assert_eq!(near["vera-old"], SAME);
    assert_eq!(near["vera-and-tom"], 900);
    // Of kind 1, hero 8, colour 1 and cost 1: kind, hero and 3/8 of the cost.
    assert_eq!(near["captain"], (1000 + 8000 + 375) / 11);
    // Kind, colour, cost, and no hero.
    assert_eq!(near["scout"], 3000 / 11);
    // Another kind, another colour, the dearest of all.
    assert_eq!(near["anvil"], 0);
    let hero = catalog
        .game
        .attributes
        .iter()
        .position(|a| a.named.id == "hero")
        .unwrap();
    let why =
        |likeness: &mut CardLikeness<'_>, id: &str| likeness.explain(vera, card(&catalog, id));
    assert_eq!(why(&mut likeness, "vera-old"), Kinship::Name);
    assert_eq!(why(&mut likeness, "vera-and-tom"), Kinship::Half);
    assert_eq!(why(&mut likeness, "anvil"), Kinship::Traits(Vec::new()));
    let Kinship::Traits(traits) = why(&mut likeness, "captain") else { panic!("no traits") };
    let [SharedTrait::Values(first, values), SharedTrait::Kind] = traits.as_slice() else {
        panic!("{traits:?}")
    };
    assert_eq!((first.index(), values.len()), (hero, 1));
}

#[test]
fn what_few_other_cards_share_is_the_first_reason() {
    let game = r#"
id = "rare"
name = "Rare"
sources.book.name = "Book"
kinds.unit.name = "unit"
kinds.base.name = "base"
attributes.side = { type = "enum", name = "side", values = ["north", "south"] }
attributes.skills = { type = "set", name = "skills", values = ["dive", "run"] }
sets.one.name = "One"
"#;
    let cards = r#"
card = [
    { id = "one", kind = "unit", side = "north", skills = ["dive"] },
    { id = "two", kind = "unit", side = "north", skills = ["dive", "run"] },
    { id = "three", kind = "unit", side = "north" },
    { id = "four", kind = "base", side = "north" },
    { id = "five", kind = "base", side = "north" },
    { id = "six", kind = "base", side = "south" },
]
[file]
set = "one"
"#;
    let catalog = toy::open_files("rare", [game, cards, ""]);
    let mut likeness = CardLikeness::new(&catalog, Lens::Shipped);
    let one = card(&catalog, "one");
    likeness.find_nearest(one);
    let Kinship::Traits(traits) = likeness.explain(one, card(&catalog, "two")) else {
        panic!("no traits")
    };
    // Three of six cards are of another kind, four have half of these skills at most, one is of the
    // other side: 3 of 3, half of 4, 1.
    let [SharedTrait::Kind, SharedTrait::Values(..), SharedTrait::Value(_)] = traits.as_slice()
    else {
        panic!("{traits:?}")
    };
}

#[test]
fn likeness_is_symmetric_and_whole_for_the_card_itself() {
    for game in ["swccg", "battleship-galaxies", "star-realms", "starfighter", "etoile-noire"] {
        let catalog = sleeve::catalog::open(game, &[]).unwrap();
        let step = catalog.cards.len().div_ceil(40).max(1);
        let cards: Vec<CardIndex> = catalog
            .cards
            .iter()
            .map(|card| card.index())
            .step_by(step)
            .collect();
        let mut likeness = CardLikeness::new(&catalog, Lens::Shipped);
        for a in &cards {
            assert_eq!(likeness.compare(*a, *a), SAME);
            for b in &cards {
                let like = likeness.compare(*a, *b);
                assert_eq!(like, likeness.compare(*b, *a));
                assert!(like <= SAME);
                assert_eq!(likeness.explain(*a, *b), likeness.explain(*a, *b));
            }
        }
    }
}

#[test]
fn a_persona_goes_before_what_only_looks_alike() {
    let catalog = sleeve::catalog::open("swccg", &[]).unwrap();
    let mut likeness = CardLikeness::new(&catalog, Lens::Shipped);
    let persona = catalog
        .game
        .attributes
        .iter()
        .position(|a| a.named.id == "persona")
        .unwrap();
    let luke = card(&catalog, "1_19");
    let near = likeness.find_nearest(luke);
    for (other, like) in near.into_iter().take(10) {
        let Kinship::Traits(traits) = likeness.explain(luke, other) else { continue };
        let is_first = matches!(&traits[0], SharedTrait::Values(id, _) if id.index() == persona);
        assert!(is_first && like < 900, "{}", catalog.cards.card(other).id());
    }
}

#[test]
fn show_lists_the_nearest_cards_and_why() {
    let folder = toy::write("near-cards");
    let folder = folder.join("toy").display().to_string();
    let run = |more: &[&str]| {
        let args = [&["show", "--cards", &folder, "--game", "toy", "--like"], more].concat();
        crate::common::sleeve(&args).assert_status(0)
    };
    insta::assert_snapshot!(format!(
        "{}\n{}\n{}",
        run(&["vera"]),
        run(&["captain", "scout", "--lang", "fr"]),
        run(&["anvil", "-o", "json"])
    ));
    let many = |more: &[&str]| {
        let shown =
            crate::common::sleeve(&[&["show", "1_19", "--like", "-o", "json"], more].concat());
        shown.document()["like"][0]["near"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(many(&[]), 10);
    assert!(many(&["--all"]) > 1000);
}
