//! Setting up a game: what a card sets out, what a deck starts with, and which card a player sets
//! aside.

use crate::{
    Diagnostic, reference,
    text::{
        escape::safe,
        words::{format_count, join_with_rest, near_or_all},
    },
};
use sleeve_data::model::{Card, CardIndex, Catalog, Lang, SetupPlace};
use sleeve_rules as rules;
use sleeve_rules::{DeckStart, SetAsideError, StartingChoice};

/// Returns the name of what is set out: in the data's words, otherwise the shortest name of a card
/// that fits.
pub fn place_name(catalog: &Catalog, place: &SetupPlace, lang: Lang) -> String {
    match place.name.get(lang) {
        "" => shortest_name(catalog, &rules::find_cards_for_place(catalog, place), lang),
        words => words.to_owned(),
    }
}

/// Returns the shortest of some cards' names: that of the first print of a title.
pub fn shortest_name(catalog: &Catalog, cards: &[CardIndex], lang: Lang) -> String {
    let names = cards
        .iter()
        .map(|card| catalog.cards.card(*card).title(lang));
    names
        .min_by_key(|name| name.len())
        .unwrap_or_default()
        .to_owned()
}

/// Returns a line for each place that a card sets out, then a line with the citation.
pub fn set_out_lines(catalog: &Catalog, card: Card<'_>, lang: Lang) -> Vec<String> {
    let Some(set_out) = catalog.set_out(card.index()) else { return Vec::new() };
    let line = |setup_place: &SetupPlace| {
        let cards = rules::find_cards_for_place(catalog, setup_place).len();
        let cards = format_count(cards, word!(lang, "card"), lang);
        let word = word!(lang, "optional, ");
        let optional = if setup_place.optional { word } else { "" };
        format!("{} ({optional}{cards})", place_name(catalog, setup_place, lang))
    };
    let cite = reference::cite_in_words(&set_out.cite, &catalog.game, lang);
    set_out.places.iter().map(line).chain([cite]).collect()
}

rows! {
    /// What a card sets out, for scripts.
    pub struct SetOutRow<'a> {
        /// What it sets out, place by place.
        places: Vec<PlaceRow<'a>>,
        /// Source.
        cite: &'a str,
    }

    struct PlaceRow<'a>(place: &'a SetupPlace) {
        /// Id of the place.
        id: &'a str = &place.id,
        /// What to set out, in English.
        name: Option<&'a str> = (!place.name.is_empty()).then(|| place.name.get(Lang::En)),
        /// Cards that fit, in the query language.
        cards: &'a str = &place.cards,
        /// Whether it may stay empty.
        optional: bool = place.optional,
    }
}

impl<'a> SetOutRow<'a> {
    /// Returns `None` if the card sets out nothing.
    pub fn new(catalog: &'a Catalog, card: Card<'_>) -> Option<SetOutRow<'a>> {
        let set_out = catalog.set_out(card.index())?;
        let places = set_out.places.iter().map(PlaceRow::new).collect();
        Some(SetOutRow { places, cite: set_out.cite.get(Lang::En) })
    }
}

/// Most cards in one line; the rest are counted.
const CARDS_SHOWN: usize = 6;

/// Returns a line for the certain starting cards and one for each choice of the owner. The first
/// line names the cards, unless they `are_named` elsewhere.
pub fn start_lines(
    start: &DeckStart,
    are_named: bool,
    catalog: &Catalog,
    lang: Lang,
) -> Vec<String> {
    let mut lines = Vec::new();
    if are_named && !start.certain.is_empty() {
        let line = word!(lang, "the deck does not mark its starting cards; these are certain");
        lines.push(line.to_owned());
    } else if !start.certain.is_empty() {
        let cards: Vec<CardIndex> = start.certain.iter().map(|(card, _)| *card).collect();
        let cards = list_names(catalog, &cards, lang);
        let line = word!(lang, "the deck does not mark its starting cards; these are certain: ");
        lines.push(format!("{line}{cards}"));
    }
    let (optional, open): (Vec<_>, Vec<_>) = start.choices.iter().partition(|c| c.optional);
    lines.extend(
        open.into_iter()
            .map(|choice| choice_line(choice, catalog, lang)),
    );
    // Everything that one card may set out is in one line.
    for choices_of_card in optional.chunk_by(|a, b| a.by == b.by) {
        let cards = choices_of_card
            .iter()
            .flat_map(|choice| choice.cards.iter().copied())
            .collect();
        let merged = choices_of_card
            .first()
            .map(|first| StartingChoice { cards, ..(*first).clone() });
        lines.extend(merged.map(|merged| choice_line(&merged, catalog, lang)));
    }
    lines
}

fn choice_line(choice: &StartingChoice, catalog: &Catalog, lang: Lang) -> String {
    let cards = list_names(catalog, &choice.cards, lang);
    let giver = choice
        .by
        .map(|card| safe(catalog.cards.card(card).title(lang)).into_owned());
    match (giver, choice.optional) {
        (None, _) => say!(
            lang,
            "not set aside: the card to start with; name it with --set-aside (one of {cards})"
        ),
        (Some(giver), true) => say!(
            lang,
            "not set aside: what {giver} may set out; name it with --set-aside ({cards})"
        ),
        (Some(giver), false) => say!(
            lang,
            "not set aside: one card that {giver} sets out; name it with --set-aside (one of {cards})"
        ),
    }
}

/// Lists names, with ids if two cards share a name.
fn list_names(catalog: &Catalog, cards: &[CardIndex], lang: Lang) -> String {
    let name = |card: CardIndex| catalog.cards.card(card).title(lang);
    let shared = |card: CardIndex| {
        cards
            .iter()
            .filter(|other| name(**other) == name(card))
            .count()
            > 1
    };
    let name_or_id = |card: &CardIndex| {
        if shared(*card) {
            format!("{} [{}]", safe(name(*card)), catalog.cards.card(*card).id())
        } else {
            safe(name(*card)).into_owned()
        }
    };
    let names: Vec<String> = cards.iter().take(CARDS_SHOWN).map(name_or_id).collect();
    join_with_rest(&names, cards.len().saturating_sub(CARDS_SHOWN), lang)
}

/// Returns the error for a word that does not identify the card to set aside.
pub fn set_aside_diagnostic(error: &SetAsideError, lang: Lang) -> Diagnostic<'static> {
    let (title, help) = match error {
        SetAsideError::Unknown { word, candidates } => {
            (say!(lang, "no card is called `{word}`"), near_or_all(word, candidates, lang))
        }
        SetAsideError::Several { word, candidates } => {
            let ids = candidates.join(", ");
            (
                say!(lang, "several cards of the deck are called `{word}`"),
                say!(lang, "write the id instead: {ids}"),
            )
        }
    };
    Diagnostic::error(title).help(help)
}
