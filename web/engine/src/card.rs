//! One card: the printed values of its faces, other facts, and the odds of seeing it.

use super::{
    Desk, Files,
    ask::{Ask, Refused},
    build::id_of,
    papers::{drawing_turns, portray_deck},
    search::Admission,
};
use serde::Serialize;
use sleeve::{
    check::CheckedDeck,
    language::{Field, FieldKind},
    model::{AttributeId, Card, CardIndex, Catalog, FRONT, FaceId},
    report::{
        cards::{FactStyle, setup::set_out_lines},
        reference::card_rule_lines,
        text::escape::plain,
    },
};

/// The last turn for which the odds of seeing a card are shown.
const TURNS_SHOWN: u32 = 6;

#[derive(Serialize)]
pub(crate) struct Shown {
    id: String,
    name: String,
    kind: String,
    faces: Vec<FaceRow>,
    /// Facts about the whole card.
    facts: Vec<(String, String)>,
    forbidden: Option<String>,
    /// The copies in the deck.
    count: u32,
    /// The probability of having seen at least one copy, by turn.
    odds: Vec<SeenRow>,
}

#[derive(Serialize)]
struct FaceRow {
    /// Empty if the card has only one face.
    name: String,
    facts: Vec<(String, String)>,
    effects: String,
}

#[derive(Serialize)]
struct SeenRow {
    turn: usize,
    between: (f64, f64),
}

/// Returns a card, and its numbers in the deck if there is one.
pub(crate) fn card(desk: &Desk, files: Files, ask: &Ask) -> Result<Shown, Refused> {
    let deck = if files.is_empty() { None } else { desk.deck(files, ask).ok() };
    let catalog = match deck.as_ref().and_then(CheckedDeck::catalog) {
        Some(catalog) => catalog.clone(),
        None => desk.catalog(ask.deck().game.as_deref(), ask.lang)?,
    };
    let Some(card) = catalog.cards.by_id(&ask.card) else {
        let message = word!(ask.lang, "there is no such card");
        return Err(Refused::new(message, plain(&ask.card)));
    };
    let view =
        FactStyle { prose: true, marks: true, ..FactStyle::new(&catalog, ask.lens(), ask.lang) };
    let game = &catalog.game;
    let faces: Vec<FaceId> = (0..game.faces.len().max(1) as u8)
        .map(FaceId)
        .filter(|face| card.has_face(*face))
        .collect();
    let face = |id: &FaceId| FaceRow {
        name: if faces.len() < 2 { String::new() } else { plain(&view.name(card, *id)) },
        facts: printed(&view, card, *id),
        effects: plain(&view.effects(card, *id, None)),
    };
    let format = ask
        .deck()
        .format
        .as_deref()
        .and_then(|format| catalog.format(format));
    let admission = format.map(|format| Admission::new(&catalog, format, ask.deck()));
    let count = deck
        .as_ref()
        .map_or(0, |deck| copies(&catalog, deck, card.index()));
    let odds = deck
        .as_ref()
        .filter(|_| count > 0)
        .map(|deck| seen(deck, ask))
        .unwrap_or_default();
    Ok(Shown {
        id: id_of(&catalog, card.index()),
        name: plain(&view.name(card, FRONT)),
        kind: plain(view.kind(card)),
        faces: faces.iter().map(face).collect(),
        facts: of_whole_card(&view, card),
        forbidden: admission.and_then(|of| of.why_not(card.index(), ask.lang)),
        count,
        odds,
    })
}

/// The printed values of a face, without those that do not apply to this card.
fn printed(view: &FactStyle<'_>, card: Card<'_>, face: FaceId) -> Vec<(String, String)> {
    let game = &view.catalog.game;
    let rows = game
        .attributes
        .iter()
        .zip(0..)
        .filter_map(|(attribute, at)| {
            let id = AttributeId(at);
            let is_told = card.stored(face, id).is_some() && !attribute.hidden;
            let field = Field { face, kind: FieldKind::Attribute(id) };
            let text = is_told
                .then(|| plain(&view.field(card, field)))
                .filter(|text| !text.is_empty())?;
            Some((plain(&Field::attribute(id).heading(game, view.lang)), text))
        });
    rows.collect()
}

fn of_whole_card(view: &FactStyle<'_>, card: Card<'_>) -> Vec<(String, String)> {
    let lang = view.lang;
    let name = view.name(card, FRONT);
    let others: Vec<&str> = card
        .names()
        .map(|(_, other, _)| other)
        .filter(|other| *other != name)
        .collect();
    let field = |kind| view.field(card, Field::front(kind));
    let mut rows = vec![
        (word!(lang, "Also called"), others.join(", ")),
        (word!(lang, "Set"), field(FieldKind::Set)),
        (word!(lang, "In a box"), field(FieldKind::Quantity)),
    ];
    let set_out = set_out_lines(view.catalog, card, lang).into_iter();
    rows.extend(set_out.map(|line| (word!(lang, "Sets out"), line)));
    let rules = card_rule_lines(view.catalog, card, lang).into_iter();
    rows.extend(rules.map(|line| (word!(lang, "Rule"), line)));
    rows.retain(|(_, text)| !text.is_empty());
    rows.into_iter()
        .map(|(label, text)| (label.to_owned(), plain(&text)))
        .collect()
}

fn copies(catalog: &Catalog, deck: &CheckedDeck, card: CardIndex) -> u32 {
    let entries = deck.deck().into_iter().flat_map(|deck| &deck.entries);
    let is_it = |held: CardIndex| held != CardIndex::STRANGER && catalog.cards.base(held) == card;
    entries
        .filter(|entry| is_it(entry.card))
        .fold(0, |sum, entry| sum.saturating_add(entry.count))
}

/// The probability of having seen a copy of the card, for each turn that draws.
fn seen(deck: &CheckedDeck, ask: &Ask) -> Vec<SeenRow> {
    let condition = format!("any(id=\"{}\") in seen", ask.card);
    let asked = Ask { conditions: vec![condition], turns: TURNS_SHOWN, ..ask.clone() };
    let Ok(found) = portray_deck(deck, &asked, 0) else { return Vec::new() };
    let turns = found.iter().flat_map(|portrait| {
        let shown = drawing_turns(portrait.table.as_ref().ok(), TURNS_SHOWN) as usize;
        portrait
            .chances
            .iter()
            .flat_map(move |chances| chances.turns.iter().take(shown + 1).enumerate())
    });
    let row = |(turn, odds): (usize, &Result<sleeve::odds::Probability, _>)| {
        let odds = odds.as_ref().ok()?;
        Some(SeenRow { turn, between: (odds.low.to_f64(), odds.high.to_f64()) })
    };
    turns.filter_map(row).collect()
}
