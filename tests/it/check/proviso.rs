//! The proviso is exact: a verdict is provisional when it differs once stand-ins are unknown.

use crate::common::{scratch, sleeve, write_file};
use serde_json::Value;
use sleeve::model::{Bounds, FRONT, Fact, Lens};
use std::{collections::BTreeMap, fmt::Write, path::PathBuf};

/// Path → verdict and proviso of every shipped deck.
fn verdicts(args: &[&str]) -> BTreeMap<String, (String, bool)> {
    let args: Vec<&str> = ["check", "decks/", "-o", "json"]
        .iter()
        .chain(args)
        .copied()
        .collect();
    let document = sleeve(&args).document();
    let decks = document["decks"].as_array().unwrap();
    let row = |d: &Value| {
        let word = |key: &str| d[key].as_str().unwrap().to_owned();
        (word("path"), (word("verdict"), d["provisional"] == true))
    };
    decks.iter().map(row).collect()
}

/// Data in which every value of a card that is a stand-in or inferred is written as unknown, or as
/// the bound that is attested.
fn without_stand_ins() -> PathBuf {
    let folder = scratch("without-stand-ins");
    for head in sleeve::catalog::games() {
        let catalog = sleeve::catalog::open(&head.named.id, &[]).unwrap();
        let mut text = format!("game = \"{}\"\n", head.named.id);
        for card in catalog.cards.iter() {
            let mut facts = String::new();
            for attribute in &catalog.game.attributes {
                let id = catalog.game.attribute(&attribute.named.id).unwrap();
                let shown = card.fact(&catalog.game, FRONT, id, Lens::Shipped);
                let firm = card.fact(&catalog.game, FRONT, id, Lens::Attested);
                let Fact::Unknown(known) = firm else { continue };
                if !matches!(shown, Fact::Unknown(same) if same == known) {
                    writeln!(facts, "{} = {}", attribute.named.id, unknown(known)).unwrap();
                }
            }
            if !facts.is_empty() {
                write!(
                    text,
                    "[[card]]\nid = \"{}\"\nprovenance = \"rulebook\"\n{facts}",
                    card.id()
                )
                .unwrap();
            }
        }
        write_file(&folder, &format!("{}.toml", head.named.id), text);
    }
    folder
}

fn unknown(known: Bounds) -> String {
    match (known.min, known.max) {
        (None, None) => "\"?\"".to_owned(),
        (Some(min), None) => format!("{{ min = {min} }}"),
        (None, Some(max)) => format!("{{ max = {max} }}"),
        (Some(min), Some(max)) => format!("{{ min = {min}, max = {max} }}"),
    }
}

#[test]
fn a_verdict_is_provisional_exactly_where_it_differs_without_stand_ins() {
    let shipped = verdicts(&[]);
    let attested = verdicts(&["--attested"]);
    let folder = without_stand_ins();
    let stripped = verdicts(&["--cards", folder.to_str().unwrap()]);
    assert_eq!(shipped.len(), stripped.len());
    for (path, (verdict, provisional)) in &shipped {
        let (firm, still) = &stripped[path];
        assert_eq!(*provisional, verdict != firm, "{path}: {verdict}, {firm} without stand-ins");
        assert_eq!((&attested[path].0, attested[path].1), (firm, false), "{path}");
        assert!(!still, "{path} rests on nothing that is not attested");
    }
    let count = shipped
        .values()
        .filter(|(_, provisional)| *provisional)
        .count();
    assert!(count >= 10, "{count} provisional verdicts put the test to use");
}
