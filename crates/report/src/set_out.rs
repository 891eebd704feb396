//! What a card sets out before play begins, in words and for scripts.

use super::cite;
use super::plural::takes_singular;
use serde::Serialize;
use sleeve_data::model::{Card, CardIndex, Catalog, Lang, SetupPlace};
use sleeve_rules as rules;

/// What fills a place: the data's words, else the shortest name of a card that can.
pub fn place(catalog: &Catalog, place: &SetupPlace, lang: Lang) -> String {
    match place.name.get(lang) {
        "" => shortest(catalog, &rules::fills(catalog, place), lang),
        words => words.to_owned(),
    }
}

/// The shortest name of these cards: that of the first print of a title.
pub fn shortest(catalog: &Catalog, cards: &[CardIndex], lang: Lang) -> String {
    let names = cards.iter().map(|card| catalog.cards.card(*card).title(lang));
    names.min_by_key(|name| name.len()).unwrap_or_default().to_owned()
}

/// A line for each place that a card sets out, then where that is known from.
pub fn lines(catalog: &Catalog, card: Card<'_>, lang: Lang) -> Vec<String> {
    let Some(set_out) = catalog.set_out(card.index()) else { return Vec::new() };
    let line = |of: &SetupPlace| {
        let cards = rules::fills(catalog, of).len();
        let optional = match (of.optional, lang) {
            (false, _) => "",
            (true, Lang::En) => "optional, ",
            (true, Lang::Fr) => "facultatif, ",
        };
        let noun = match (takes_singular(cards as i64, lang), lang) {
            (true, Lang::En) => "card",
            (true, Lang::Fr) => "carte",
            (false, Lang::En) => "cards",
            (false, Lang::Fr) => "cartes",
        };
        format!("{} ({optional}{cards} {noun})", place(catalog, of, lang))
    };
    let cite = cite::in_words(&set_out.cite, &catalog.game, lang);
    set_out.places.iter().map(line).chain([cite]).collect()
}

/// The same for scripts.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SetOutRow<'a> {
    /// What it sets out, place by place.
    places: Vec<PlaceRow<'a>>,
    /// Where that is known from.
    cite: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct PlaceRow<'a> {
    /// Id of the place.
    id: &'a str,
    /// What is set out, in English.
    name: Option<&'a str>,
    /// Which cards fill it, in the pile language.
    cards: &'a str,
    /// Whether it may stay empty.
    optional: bool,
}

impl<'a> SetOutRow<'a> {
    /// What a card sets out, if it does.
    pub fn new(catalog: &'a Catalog, card: Card<'_>) -> Option<SetOutRow<'a>> {
        let set_out = catalog.set_out(card.index())?;
        let place = |place: &'a SetupPlace| PlaceRow {
            id: &place.id,
            name: (!place.name.is_empty()).then(|| place.name.get(Lang::En)),
            cards: &place.cards,
            optional: place.optional,
        };
        let places = set_out.places.iter().map(place).collect();
        Some(SetOutRow { places, cite: set_out.cite.get(Lang::En) })
    }
}
