//! Reading card and format data.

use sleeve::catalog::source;
use std::path::Path;

#[test]
fn the_shipped_data_reads_without_a_mistake() {
    let games = source::load_folder(Path::new("cards")).unwrap();
    let errors: Vec<String> =
        games.iter().flat_map(|game| &game.errors).map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{} mistakes\n{}", errors.len(), errors.join("\n\n"));
    for game in &games {
        assert!(!game.catalog.cards.is_empty(), "{}", game.catalog.game.id());
        assert!(game.catalog.formats().count() > 0, "{}", game.catalog.game.id());
    }
}

fn game(id: &str) -> source::AppliedLayer {
    let games = source::load_folder(Path::new("cards")).unwrap();
    games.into_iter().find(|game| game.catalog.game.id() == id).unwrap()
}

#[test]
fn halves_and_backs_are_read_with_their_provenance() {
    let read = game("starfighter");
    let (game, cards) = (&read.catalog.game, &read.catalog.cards);
    assert_eq!(cards.len(), 104);
    let card = cards.by_id("3-35").unwrap();
    let (level, back) = (game.attribute("niveau").unwrap(), game.face("back").unwrap());
    use sleeve::model::{FRONT, Fact, Lens};
    let number = |fact| match fact {
        Fact::Number(n) => n.to_integer(),
        _ => None,
    };
    assert_eq!(number(card.fact(game, FRONT, level, Lens::Attested)), Some(3));
    assert_eq!(number(card.fact(game, back, level, Lens::Attested)), Some(0));
    let effects = card.effects(game, FRONT, Lens::Attested);
    let names: Vec<&str> =
        effects.known.iter().map(|e| game.effects[e.effect.index()].named.id.as_str()).collect();
    assert_eq!(names, ["draw", "pivot"]);
    assert!(!effects.is_open);
}
