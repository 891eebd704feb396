//! Cards that a filter finds, and the words that it may go on with.

use super::Desk;
use super::ask::{Ask, Refused};
use super::build::id_of;
use serde::Serialize;
use sleeve::language::{self, Field, FieldKind, Scope, Truth, World};
use sleeve::model::fold::fold;
use sleeve::model::{CardIndex, Catalog, FRONT};
use sleeve::report::escape::plain;
use sleeve::report::fact::FactStyle;
use sleeve::rules::FormatLegality;

/// So many words are offered at most.
const MAX_WORDS_OFFERED: usize = 50;

#[derive(Serialize)]
pub struct Found {
    /// How many cards match.
    total: usize,
    /// How many may match: it depends on facts that are not known.
    perhaps: usize,
    /// The filter in words.
    words: String,
    /// Headings of the cells.
    columns: Vec<String>,
    /// The first of the cards, those that certainly match before the others.
    cards: Vec<CardRow>,
}

#[derive(Serialize)]
struct CardRow {
    id: String,
    name: String,
    kind: String,
    /// Whether it certainly matches.
    sure: bool,
    cells: Vec<String>,
}

/// Runs a filter over the cards of a game.
pub fn search(desk: &Desk, ask: &Ask) -> Result<Found, Refused> {
    let catalog = desk.catalog(ask)?;
    let scope = scope(&catalog, ask);
    let text = ask.text.as_str();
    let filter = match text.trim() {
        "" => None,
        _ => Some(
            language::filter(text, &scope)
                .map_err(|error| Refused::in_text(&error, text, ask.lang))?,
        ),
    };
    let legality = FormatLegality::new(&catalog, ask.lens(), None);
    let world = World::from_catalog(&catalog).with_lens(ask.lens());
    let world = World { legality: Some(&legality), ..world };
    let (mut sure, mut perhaps) = (Vec::new(), Vec::new());
    for card in (0..catalog.cards.len() as u32).map(CardIndex) {
        match filter.as_ref().map_or(Truth::True, |filter| filter.test(&world, card, None)) {
            Truth::True => sure.push(card),
            Truth::Unknown => perhaps.push(card),
            Truth::False => {}
        }
    }
    let game = &catalog.game;
    let fields: Vec<Field> =
        game.columns.iter().filter_map(|word| Field::parse(game, word)).collect();
    // Name and kind stand before the columns.
    let fields: Vec<Field> = fields
        .into_iter()
        .filter(|f| !matches!(f.kind, FieldKind::Kind | FieldKind::Name))
        .collect();
    let plain_style = FactStyle::new(&catalog, ask.lens(), ask.lang);
    let style = FactStyle { short: true, marks: true, prose: true, ..plain_style };
    let row = |index: CardIndex, is_sure: bool| {
        let card = catalog.cards.card(index);
        CardRow {
            id: id_of(&catalog, index),
            name: plain(&style.name(card, FRONT)),
            kind: plain(style.kind(card)),
            sure: is_sure,
            cells: fields.iter().map(|field| plain(&style.field(card, *field))).collect(),
        }
    };
    let all = sure.iter().map(|card| (*card, true)).chain(perhaps.iter().map(|c| (*c, false)));
    Ok(Found {
        total: sure.len(),
        perhaps: perhaps.len(),
        words: filter.as_ref().map(|f| f.in_words(&catalog, ask.lang)).unwrap_or_default(),
        columns: fields.iter().map(|field| plain(&field.heading(game, ask.lang))).collect(),
        cards: all.take(ask.limit).map(|(card, is_sure)| row(card, is_sure)).collect(),
    })
}

/// The words that filters of a game may use; `zone:` may name the zones of the format.
fn scope<'c>(catalog: &'c Catalog, ask: &Ask) -> Scope<'c> {
    let format = ask.format.as_deref().and_then(|format| catalog.format(format));
    let zones = format.into_iter().flat_map(|format| &format.zones);
    Scope::from_catalog(catalog).with_zones(zones.map(|zone| zone.named.id.to_string()))
}

/// How a text may go on: the whole of it with each word. It ends where the caret is.
pub fn complete(desk: &Desk, ask: &Ask) -> Result<Vec<String>, Refused> {
    let catalog = desk.catalog(ask)?;
    let bare = |text: &str| fold(&text.replace('"', ""));
    let wanted = bare(&ask.text);
    let mut words = language::complete_text(&ask.text, std::iter::once(scope(&catalog, ask)));
    words.retain(|word| bare(word).starts_with(&wanted) && plain(word) == *word);
    words.sort();
    words.dedup();
    words.truncate(MAX_WORDS_OFFERED);
    Ok(words)
}
