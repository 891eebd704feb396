//! Words of the French rulebooks. A line of `tests/terms/GAME.txt` is `WORD → QUERY`, which find
//! the same cards, or `WORD ≠ QUERY, QUERY` for a word that could be several things, which is
//! refused.

use sleeve::{
    catalog,
    language::{self, Scope, Truth, World},
    model::{Catalog, Lens},
    rules::FormatLegality,
};

/// Whether each card matches, or the query if it is refused.
fn search<'q>(catalog: &Catalog, query: &'q str) -> Result<Vec<Truth>, &'q str> {
    let filter = language::filter(query, &Scope::from_catalog(catalog)).map_err(|_| query)?;
    let legality = FormatLegality::new(catalog, Lens::Shipped, None);
    let world = World { legality: Some(&legality), ..World::from_catalog(catalog) };
    Ok(catalog
        .cards
        .iter()
        .map(|card| filter.test(&world, card.index(), None))
        .collect())
}

#[test]
fn words_of_the_french_rulebooks_find_what_the_english_ones_do() {
    for game in catalog::games() {
        let id = game.named.id.as_str();
        let catalog = catalog::open(id, &[]).unwrap();
        let text = std::fs::read_to_string(format!("tests/terms/{id}.txt")).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(lines.len() >= 30, "{id}: {} words", lines.len());
        for line in lines {
            if let Some((word, query)) = line.split_once(" → ") {
                let found = search(&catalog, query).unwrap();
                assert!(found.iter().any(|truth| *truth != Truth::False), "{id}: {query}");
                assert_eq!(search(&catalog, word), Ok(found), "{id}: {line}");
                continue;
            }
            let (word, queries) = line.split_once(" ≠ ").unwrap();
            assert_eq!(search(&catalog, word), Err(word), "{id}: {line}");
            assert!(
                queries
                    .split(", ")
                    .all(|query| search(&catalog, query).is_ok()),
                "{line}"
            );
        }
    }
}
