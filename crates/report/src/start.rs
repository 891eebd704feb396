//! What a deck starts with although it does not mark it, and what its owner has to say.

use super::escape::safe;
use sleeve_data::model::{CardIndex, Catalog, Lang};
use sleeve_rules::{DeckStart, StartingChoice};

/// The most cards that one line lists.
const MOST: usize = 6;

/// A line for what is certain, which names the cards unless they are `told` already, and one for each
/// choice.
pub fn lines(start: &DeckStart, told: bool, catalog: &Catalog, lang: Lang) -> Vec<String> {
    let mut lines = Vec::new();
    if told && !start.certain.is_empty() {
        lines.push(match lang {
            Lang::En => "the deck marks no starting cards; these are certain by reading".to_owned(),
            Lang::Fr => {
                "le deck ne marque pas ses cartes de départ ; celles-ci sont certaines à la lecture"
                    .to_owned()
            }
        });
    } else if !start.certain.is_empty() {
        let cards: Vec<CardIndex> = start.certain.iter().map(|(card, _)| *card).collect();
        let cards = list(catalog, &cards, lang);
        lines.push(match lang {
            Lang::En => format!("the deck marks no starting cards; certain by reading: {cards}"),
            Lang::Fr => {
                format!(
                    "le deck ne marque pas ses cartes de départ ; certaines à la lecture : {cards}"
                )
            }
        });
    }
    let (optional, open): (Vec<_>, Vec<_>) = start.choices.iter().partition(|c| c.optional);
    lines.extend(open.into_iter().map(|choice| line(choice, catalog, lang)));
    for of_one in optional.chunk_by(|a, b| a.by == b.by) {
        let cards = of_one.iter().flat_map(|choice| choice.cards.iter().copied()).collect();
        let all = of_one.first().map(|first| StartingChoice { cards, ..(*first).clone() });
        lines.extend(all.map(|all| line(&all, catalog, lang)));
    }
    lines
}

fn line(choice: &StartingChoice, catalog: &Catalog, lang: Lang) -> String {
    let cards = list(catalog, &choice.cards, lang);
    let by = choice.by.map(|card| safe(catalog.cards.card(card).title(lang)).into_owned());
    match (by, choice.optional, lang) {
        (None, _, Lang::En) => format!(
            "not set aside: the card to start with; name it with --set-aside (one of {cards})"
        ),
        (None, _, Lang::Fr) => format!(
            "non mise à part : la carte de départ ; nommez-la par --set-aside (l'une de : {cards})"
        ),
        (Some(by), true, Lang::En) => {
            format!("not set aside: what {by} may set out; name it with --set-aside ({cards})")
        }
        (Some(by), true, Lang::Fr) => format!(
            "non mis à part : ce que {by} peut mettre en place ; nommez-le par --set-aside ({cards})"
        ),
        (Some(by), false, Lang::En) => format!(
            "not set aside: one card that {by} sets out; name it with --set-aside (one of {cards})"
        ),
        (Some(by), false, Lang::Fr) => format!(
            "non mise à part : une carte que {by} met en place ; nommez-la par --set-aside (l'une de : {cards})"
        ),
    }
}

/// Names; with ids where two cards share one.
fn list(catalog: &Catalog, cards: &[CardIndex], lang: Lang) -> String {
    let name = |card: CardIndex| catalog.cards.card(card).title(lang);
    let shared =
        |card: CardIndex| cards.iter().filter(|other| name(**other) == name(card)).count() > 1;
    let one = |card: &CardIndex| {
        if shared(*card) {
            format!("{} [{}]", safe(name(*card)), catalog.cards.card(*card).id())
        } else {
            safe(name(*card)).into_owned()
        }
    };
    let names = cards.iter().take(MOST).map(one).collect::<Vec<_>>().join(", ");
    match (cards.len().saturating_sub(MOST), lang) {
        (0, _) => names,
        (n, Lang::En) => format!("{names} and {n} more"),
        (n, Lang::Fr) => format!("{names} et {n} de plus"),
    }
}
