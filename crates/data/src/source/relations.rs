//! Fields that hold cards: what one side says is written on the other side as well, so that whoever reads a card finds
//! all of it there.

use super::messages::DataMessage;
use super::node::TomlTable;
use super::words::NamedThing;
use crate::model::card::{CardRecord, Provenance, StoredFact, Value};
use crate::model::game::{Attribute, AttributeType, CARD_NAME_SEPARATOR};
use crate::model::{AttributeId, Bounds, CardIndex, Cards, FRONT, Game, fold};
use std::collections::{BTreeSet, HashMap};

/// Most pairs of cards of a game of which one field says that they belong together: cards of one name multiply them.
pub const MAX_RELATIONS: usize = 200_000;

/// Writes what a card says of others into the inverse field of these. What a layer takes away from a card is taken from
/// the others too; `before` are the cards below the layer.
pub(super) fn add_inverses(
    game: &Game,
    before: &Cards,
    records: &mut [CardRecord],
    data: &[TomlTable<'_>],
) {
    let inverse = |attribute: &Attribute| match &attribute.kind {
        AttributeType::Cards { inverse } => {
            Some(inverse.as_ref().and_then(|id| game.attribute(id)))
        }
        _ => None,
    };
    let ids = (0u16..).map(AttributeId).zip(&game.attributes);
    let fields: Vec<(AttributeId, Option<AttributeId>)> =
        ids.filter_map(|(id, attribute)| Some((id, inverse(attribute)?))).collect();
    if fields.is_empty() {
        return;
    }
    let names = CardNames::new(records);
    let mut pairs_left = MAX_RELATIONS;
    let mut list =
        |records: &[CardRecord], field| list_pairs(records, field, &names, &mut pairs_left);
    for (field, inverse) in fields.iter().filter_map(|(field, inverse)| Some((*field, (*inverse)?)))
    {
        let said = list(records, field);
        let below: Vec<CardRecord> =
            (0..before.len() as u32).map(|at| before.record(CardIndex(at))).collect();
        for (card, named) in list(&below, field).difference(&said) {
            if let Some(record) = records.get_mut(*named) {
                remove_name(record, inverse, *card, &names);
            }
        }
    }
    let says: Vec<BTreeSet<(usize, usize)>> =
        fields.iter().map(|(field, _)| list(records, *field)).collect();
    if let (0, Some(root)) = (pairs_left, data.first()) {
        root.fail(DataMessage::TooMany { what: NamedThing::Relation, limit: MAX_RELATIONS });
        return;
    }
    // Cards of one name are one entry.
    let mut added: BTreeSet<(usize, AttributeId, String)> = BTreeSet::new();
    for ((field, inverse), pairs) in fields.iter().zip(&says) {
        let Some(inverse) = inverse else { continue };
        let own = fields.iter().position(|(field, _)| field == inverse);
        let own = own.and_then(|at| says.get(at));
        for (card, named) in pairs {
            if own.is_some_and(|own| own.contains(&(*named, *card))) {
                continue;
            }
            let said = records.get(*card).and_then(|record| {
                let (_, fact) = entries(record, *field).next()?;
                Some((title(record).to_owned(), fact.provenance))
            });
            let attribute = game.get_attribute(*inverse);
            if let (Some((name, provenance)), Some(record)) = (said, records.get_mut(*named))
                && attribute.is_some_and(|attribute| attribute.applies_to(record.kind))
                && added.insert((*named, *inverse, name.clone()))
            {
                add_name(record, *inverse, &name, provenance);
            }
        }
    }
}

/// The cards by the keys of their names and ids.
struct CardNames(HashMap<String, Vec<usize>>);

impl CardNames {
    fn new(records: &[CardRecord]) -> CardNames {
        let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, record) in records.iter().enumerate() {
            for text in record.names() {
                let cards = by_key.entry(fold::key(text)).or_default();
                if cards.last() != Some(&at) {
                    cards.push(at);
                }
            }
        }
        CardNames(by_key)
    }

    fn cards(&self, name: &str) -> &[usize] {
        self.0.get(&fold::key(name)).map_or(&[], Vec::as_slice)
    }
}

fn title(record: &CardRecord) -> &str {
    record.name.wordings().next().unwrap_or(&record.id)
}

/// The names that a field of a card holds, with the fact that says so.
fn entries(record: &CardRecord, field: AttributeId) -> impl Iterator<Item = (&str, &StoredFact)> {
    let facts = record.faces.iter().flat_map(|face| &face.facts);
    let texts =
        facts.filter(move |(id, _)| *id == field).filter_map(|(_, fact)| match &fact.value {
            Value::Text(text) => Some((text, fact)),
            _ => None,
        });
    texts.flat_map(|(text, fact)| text.split(CARD_NAME_SEPARATOR).map(move |name| (name, fact)))
}

/// The pairs of a card and one that its field names, as far as there may be as many.
fn list_pairs(
    records: &[CardRecord],
    field: AttributeId,
    names: &CardNames,
    pairs_left: &mut usize,
) -> BTreeSet<(usize, usize)> {
    let named = records.iter().enumerate().flat_map(|(at, record)| {
        let cards = entries(record, field).flat_map(|(name, _)| names.cards(name));
        cards.map(move |card| (at, *card))
    });
    let pairs = named.take(*pairs_left).collect::<Vec<_>>();
    *pairs_left -= pairs.len();
    pairs.into_iter().collect()
}

fn remove_name(record: &mut CardRecord, field: AttributeId, card: usize, names: &CardNames) {
    for face in &mut record.faces {
        for (_, fact) in face.facts.iter_mut().filter(|(id, _)| *id == field) {
            if let Value::Text(text) = &mut fact.value {
                let kept = text.split(CARD_NAME_SEPARATOR);
                let kept: Vec<&str> =
                    kept.filter(|name| !names.cards(name).contains(&card)).collect();
                *text = kept.join(CARD_NAME_SEPARATOR);
            }
        }
        face.facts.retain(|(id, fact)| {
            *id != field || !matches!(&fact.value, Value::Text(text) if text.is_empty())
        });
    }
}

/// Adds a name to a field of the front. A value that nobody has published stays so.
fn add_name(record: &mut CardRecord, field: AttributeId, name: &str, provenance: Provenance) {
    let Some(front) = record.faces.iter_mut().find(|face| face.face == FRONT) else { return };
    match front.facts.iter_mut().find(|(id, _)| *id == field) {
        Some((_, StoredFact { value: Value::Text(text), .. })) if !text.is_empty() => {
            text.push_str(CARD_NAME_SEPARATOR);
            text.push_str(name);
        }
        Some((_, StoredFact { value: Value::Text(text), .. })) => name.clone_into(text),
        Some(_) => {}
        None => {
            let value = Value::Text(name.to_owned());
            let fact = StoredFact { value, print: None, provenance, attested: Bounds::OPEN };
            front.facts.push((field, fact));
        }
    }
}
