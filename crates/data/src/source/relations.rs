//! Cards that refer to other cards.
//!
//! If a field contains cards, what one card lists is also added to the other card, so that each
//! card has the complete relation. An id gets the name of its card before it, because people search
//! by name.
//!
//! A user's cards replace stand-ins: `replaces = "0-01"`. A stand-in is a card with an invented id.
//! The user's card replaces it, gives it the printed id and keeps the invented one as an alias, so
//! that decks with the old id still work. All cards of a layer are read together, so their order
//! does not matter: a printed id may be the invented one of another stand-in, which then either has
//! its own replacement or gets another id.

use super::{
    card::{CardPool, set_printed_id},
    keys::names::*,
    messages::{DataMessage, NamedThing},
    node::{TomlNode, TomlTable},
};
use crate::{
    model::{
        AttributeId, Bounds, CardIndex, Cards, FRONT, Game, Text,
        card::{CardRecord, Provenance, StoredFact, Value},
        fold,
        game::{AttributeType, CARD_NAME_SEPARATOR, split_name_and_id},
    },
    problem::Candidates,
};
use sleeve_text::Gather;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Most pairs of cards in a relation of a game. Several cards with the same name multiply them.
pub const MAX_RELATIONS: usize = 200_000;

/// Writes a card's relations into the inverse field of the other cards. What a layer removes from a
/// card is also removed from the others, unless the layer sets the field there as well. `before`
/// are the cards below the layer, `stated` the fields that it sets on these.
pub(super) fn add_inverses(
    game: &Game,
    before: &Cards,
    records: &mut [CardRecord],
    stated: &BTreeSet<(usize, AttributeId)>,
    data: &[TomlTable<'_>],
) {
    let fields = fields_of_cards(game);
    if fields.is_empty() {
        return;
    }
    let names = CardNames::new(records);
    name_ids(records, &fields, &names);
    let mut pairs_left = MAX_RELATIONS;
    // Removals are found for all fields before any is changed. A removed name may also belong to
    // other cards, for which it is written again.
    let mut removed: Vec<(usize, AttributeId, usize)> = Vec::new();
    for field in &fields {
        let Some(inverse) = field.inverse else { continue };
        for (card, named) in find_removed(before, records, field.id, &names, &mut pairs_left) {
            if !stated.contains(&(named, inverse)) {
                removed.push((named, inverse, card));
            }
        }
    }
    for (named, inverse, card) in removed {
        if let Some(record) = records.get_mut(named) {
            remove_name(record, inverse, card, &names);
        }
    }
    let mut pairs: Vec<BTreeSet<(usize, usize)>> = Vec::new();
    for field in &fields {
        pairs.push(list_pairs(records, field.id, &names, &mut pairs_left));
    }
    if let (0, Some(root)) = (pairs_left, data.first()) {
        root.fail(DataMessage::TooMany { what: NamedThing::Relation, limit: MAX_RELATIONS });
        return;
    }
    add_missing_pairs(game, records, &fields, &pairs);
}

/// The pairs of a field that the cards below the layer have and its own do not.
fn find_removed(
    before: &Cards,
    records: &[CardRecord],
    field: AttributeId,
    names: &CardNames,
    pairs_left: &mut usize,
) -> Vec<(usize, usize)> {
    let said = list_pairs(records, field, names, pairs_left);
    let known: Vec<CardRecord> = (0..before.len() as u32)
        .map(|at| before.record(CardIndex(at)))
        .collect();
    let below = list_pairs(&known, field, names, pairs_left);
    below.difference(&said).copied().collect()
}

/// A field that contains cards.
struct CardsField {
    id: AttributeId,
    /// The field of the other cards.
    inverse: Option<AttributeId>,
}

fn fields_of_cards(game: &Game) -> Vec<CardsField> {
    let mut fields = Vec::new();
    for (id, attribute) in (0u16..).map(AttributeId).zip(&game.attributes) {
        if let AttributeType::Cards { inverse } = &attribute.kind {
            let inverse = inverse.as_ref().and_then(|id| game.attribute(id));
            fields.push(CardsField { id, inverse });
        }
    }
    fields
}

/// Writes into the other card what only one of a pair says. `pairs` has those of each field.
fn add_missing_pairs(
    game: &Game,
    records: &mut [CardRecord],
    fields: &[CardsField],
    pairs: &[BTreeSet<(usize, usize)>],
) {
    for (field, of_field) in fields.iter().zip(pairs) {
        let Some(inverse) = field.inverse else { continue };
        let Some(attribute) = game.get_attribute(inverse) else { continue };
        let at = fields.iter().position(|other| other.id == inverse);
        let said = at.and_then(|at| pairs.get(at));
        for (card, named) in of_field {
            if said.is_some_and(|said| said.contains(&(*named, *card))) {
                continue;
            }
            let Some(record) = records.get(*card) else { continue };
            let Some((_, fact)) = entries(record, field.id).next() else { continue };
            let (name, provenance) = (name_and_id(record), fact.provenance);
            if let Some(other) = records.get_mut(*named)
                && attribute.applies_to(other.kind)
            {
                add_name(other, inverse, &name, provenance);
            }
        }
    }
}

/// Adds the card's name before each id in a field of cards: `1_12` becomes `Jawa (1_12)`.
fn name_ids(records: &mut [CardRecord], fields: &[CardsField], names: &CardNames) {
    let mut named: HashMap<String, String> = HashMap::new();
    for record in records.iter() {
        for (entry, _) in fields.iter().flat_map(|field| entries(record, field.id)) {
            let card = names.by_id.get(entry).and_then(|[at]| records.get(*at));
            if let Some(card) = card.filter(|_| !named.contains_key(entry)) {
                named.insert(entry.to_owned(), name_and_id(card));
            }
        }
    }
    replace_entries(records, fields, |entry| named.get(entry).cloned());
}

/// Replaces names in fields of cards; `None` keeps one.
fn replace_entries(
    records: &mut [CardRecord],
    fields: &[CardsField],
    replace: impl Fn(&str) -> Option<String>,
) {
    let faces = records.iter_mut().flat_map(|record| &mut record.faces);
    for (id, fact) in faces.flat_map(|face| &mut face.facts) {
        if let Value::Text(text) = &mut fact.value
            && fields.iter().any(|field| field.id == *id)
        {
            let entries = text.split(CARD_NAME_SEPARATOR);
            let new = entries.map(|entry| replace(entry).unwrap_or_else(|| entry.to_owned()));
            *text = new.collect::<Vec<_>>().join(CARD_NAME_SEPARATOR);
        }
    }
}

/// The name of a card followed by its id; only the id if it has no other name, or a name that looks
/// like several.
fn name_and_id(record: &CardRecord) -> String {
    let name = title(record);
    if name == record.id || name.contains(CARD_NAME_SEPARATOR) {
        return record.id.clone();
    }
    format!("{name} ({})", record.id)
}

/// The cards by the texts that refer to them in fields of cards.
struct CardNames {
    /// By the keys of names and ids.
    by_key: HashMap<String, Vec<usize>>,
    by_id: HashMap<String, [usize; 1]>,
}

impl CardNames {
    fn new(records: &[CardRecord]) -> CardNames {
        let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
        let mut by_id = HashMap::new();
        for (at, record) in records.iter().enumerate() {
            by_id.insert(record.id.clone(), [at]);
            for text in record.names() {
                let cards = by_key.entry(fold::key(text)).or_default();
                if cards.last() != Some(&at) {
                    cards.push(at);
                }
            }
        }
        CardNames { by_key, by_id }
    }

    /// The cards of a value, as found by [`Cards::find_held`].
    fn cards(&self, value: &str) -> &[usize] {
        if let Some(named) = self.by_key.get(&fold::key(value)) {
            return named;
        }
        let by_id = split_name_and_id(value).and_then(|(_, id)| self.by_id.get(id));
        by_id.map_or(&[], |one| one.as_slice())
    }
}

fn title(record: &CardRecord) -> &str {
    record.name.wordings().next().unwrap_or(&record.id)
}

/// The names in a field of a card, with their fact.
fn entries(record: &CardRecord, field: AttributeId) -> impl Iterator<Item = (&str, &StoredFact)> {
    let facts = record.faces.iter().flat_map(|face| &face.facts);
    let own = facts
        .filter(move |(id, _)| *id == field)
        .map(|(_, fact)| fact);
    own.flat_map(|fact| {
        let text = if let Value::Text(text) = &fact.value { Some(text) } else { None };
        let names = text
            .into_iter()
            .flat_map(|text| text.split(CARD_NAME_SEPARATOR));
        names.map(move |name| (name, fact))
    })
}

/// The pairs of a card and a card in its field, up to the limit.
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
    pairs.into_iter().gather()
}

fn remove_name(record: &mut CardRecord, field: AttributeId, card: usize, names: &CardNames) {
    for face in &mut record.faces {
        for (_, fact) in face.facts.iter_mut().filter(|(id, _)| *id == field) {
            if let Value::Text(text) = &mut fact.value {
                let mut kept: Vec<&str> = text.split(CARD_NAME_SEPARATOR).collect();
                kept.retain(|name| !names.cards(name).contains(&card));
                *text = kept.join(CARD_NAME_SEPARATOR);
            }
        }
        face.facts.retain(|(id, fact)| {
            *id != field || !matches!(&fact.value, Value::Text(text) if text.is_empty())
        });
    }
}

/// Adds a name to a field of the front. An unpublished value stays unpublished.
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
            // In the order of the game's fields, as it is read.
            let at = front.facts.partition_point(|(other, _)| *other < field);
            front.facts.insert(at, (field, fact));
        }
    }
}

/// Suffix of the id of a stand-in whose invented id is printed on another card.
pub const STAND_IN_SUFFIX: &str = ".stand-in";

/// The replacement of a stand-in by a card of the layer.
pub(super) struct StandInPlace {
    pub(super) at: usize,
    /// Whether the user's card has the printed id; otherwise the stand-in keeps its invented one.
    pub(super) is_numbered: bool,
    /// The invented id, unless another card has it now.
    pub(super) former: Option<String>,
}

/// The replacements in a layer, by file and position of `replaces`.
#[derive(Default)]
pub(super) struct StandIns {
    places: HashMap<(String, usize), StandInPlace>,
}

impl StandIns {
    /// Returns the stand-in's place for a card; `None` if it cannot replace it, which is already
    /// reported.
    pub(super) fn place(&self, replaces: &TomlNode<'_>) -> Option<&StandInPlace> {
        self.places.get(&node_position(replaces))
    }
}

fn node_position(node: &TomlNode<'_>) -> (String, usize) {
    (node.context.file.path.clone(), node.span().start)
}

/// A card of the layer that replaces the stand-in at position `at`.
struct StandInClaim<'d> {
    at: usize,
    id: Option<&'d str>,
    node: TomlNode<'d>,
}

/// Gives their printed ids to the stand-ins that cards of a layer replace.
pub(super) fn replace_stand_ins(pool: &mut CardPool<'_>, data: &[TomlTable<'_>]) {
    let claims = collect_claims(pool, data);
    let mut moved: HashSet<usize> = HashSet::new();
    for claim in &claims {
        if claim
            .id
            .is_some_and(|id| pool.by_id.get(id) != Some(&claim.at))
        {
            moved.insert(claim.at);
        }
    }
    // First free the ids that are printed on other cards, then assign them.
    let mut renamed: HashMap<String, String> = HashMap::new();
    for claim in &claims {
        let holder = claim.id.and_then(|id| pool.by_id.get(id).copied());
        if let Some(at) = holder.filter(|at| *at != claim.at && !moved.contains(at)) {
            renamed.extend(give_up_id(pool, at));
        }
    }
    let mut former: HashMap<usize, String> = HashMap::new();
    for claim in &claims {
        if let Some(id) = claim.id.filter(|_| moved.contains(&claim.at))
            && let Some(old) = set_id(pool, claim.at, id)
        {
            renamed.insert(old.clone(), id.to_owned());
            former.insert(claim.at, old);
        }
    }
    if !renamed.is_empty() {
        rename_held_cards(pool, &renamed);
    }
    pool.by_id = pool
        .records
        .iter()
        .enumerate()
        .map(|(at, r)| (r.id.clone(), at))
        .collect();
    for claim in claims {
        let former = former
            .remove(&claim.at)
            .filter(|old| !pool.by_id.contains_key(old));
        let place = StandInPlace { at: claim.at, is_numbered: claim.id.is_some(), former };
        pool.stand_ins
            .places
            .insert(node_position(&claim.node), place);
    }
}

/// Gives a stand-in whose invented id is printed on another card a new one. Returns both ids.
fn give_up_id(pool: &mut CardPool<'_>, at: usize) -> Option<(String, String)> {
    let id = format!("{}{STAND_IN_SUFFIX}", pool.records.get(at)?.id);
    let old = set_id(pool, at, &id)?;
    if let Some(attribute) = pool.game.printed_id() {
        set_printed_id(pool.records.get_mut(at)?, attribute);
    }
    Some((old, id))
}

/// Writes new ids into the fields that contain cards: `Jawa (1_12)`.
fn rename_held_cards(pool: &mut CardPool<'_>, renamed: &HashMap<String, String>) {
    let fields = fields_of_cards(pool.game);
    replace_entries(&mut pool.records, &fields, |name| {
        let (title, id) = split_name_and_id(name)?;
        Some(format!("{title} ({})", renamed.get(id)?))
    });
}

/// Changes the id of a card and returns the old one. A card without a name uses its id as name,
/// which changes with it.
fn set_id(pool: &mut CardPool<'_>, at: usize, id: &str) -> Option<String> {
    let record = pool.records.get_mut(at)?;
    if record.name == Text::untranslated(record.id.as_str()) {
        record.name = Text::untranslated(id);
    }
    Some(std::mem::replace(&mut record.id, id.to_owned()))
}

/// Collects the cards of a layer that replace stand-ins, and reports those that cannot.
fn collect_claims<'d>(pool: &mut CardPool<'_>, data: &[TomlTable<'d>]) -> Vec<StandInClaim<'d>> {
    let mut claims: Vec<StandInClaim<'d>> = Vec::new();
    let mut first: HashMap<usize, (String, u32)> = HashMap::new();
    for table in data.iter().flat_map(|root| root.tables(CARD)) {
        let Some((node, old)) = table.get(REPLACES).and_then(|n| Some((n, n.text()?))) else {
            continue;
        };
        node.context
            .record_place(format!("card/{old}/replaces"), node.span());
        let id = match table.get(ID) {
            Some(_) => match pool.read_id(table) {
                Some(id) => Some(id),
                None => continue,
            },
            None => None,
        };
        let Some(at) = find_stand_in(pool, old, id, node) else { continue };
        if let Some(first) = first.get(&at) {
            let problem = DataMessage::ReplacedTwice { id: old.to_owned(), first: first.clone() };
            node.fail(problem);
            continue;
        }
        let holder = id
            .and_then(|id| pool.by_id.get(id).copied())
            .filter(|holder| *holder != at);
        if let (Some(id), Some(holder)) = (id, holder)
            && !is_stand_in(pool, holder)
        {
            let place = table.get(ID).unwrap_or(node);
            place.fail(DataMessage::Taken { id: id.to_owned() });
            continue;
        }
        let origin = node.context.origin(&node.span());
        first.insert(at, (origin.file, origin.line));
        claims.push(StandInClaim { at, id, node });
    }
    claims
}

fn is_stand_in(pool: &CardPool<'_>, at: usize) -> bool {
    pool.records
        .get(at)
        .is_some_and(|record| !record.id_provenance.grade.is_attested())
}

/// The card with an invented id.
fn invented_card(pool: &CardPool<'_>, id: &str) -> Option<usize> {
    pool.by_id
        .get(id)
        .copied()
        .filter(|at| is_stand_in(pool, *at))
}

/// The stand-in that an id refers to: one with that id, or one that had to give it up.
fn find_stand_in(
    pool: &CardPool<'_>,
    old: &str,
    given: Option<&str>,
    node: TomlNode<'_>,
) -> Option<usize> {
    let stand_in = invented_card(pool, old)
        .or_else(|| invented_card(pool, &format!("{old}{STAND_IN_SUFFIX}")))
        .or_else(|| invented_card(pool, old.strip_suffix(STAND_IN_SUFFIX)?));
    if stand_in.is_some() {
        return stand_in;
    }
    // A card that replaces the attested card with the same id just gives facts about it.
    let attested = pool.by_id.get(old).copied();
    if attested.is_some() && given.is_none_or(|id| id == old) {
        return attested;
    }
    let mut records = pool.records.iter();
    let replacement = records.find(|record| record.aliases.iter().any(|alias| alias == old));
    let id = old.to_owned();
    match (attested, replacement) {
        (Some(_), _) => node.fail(DataMessage::Attested { id }),
        // A lower layer may have made the same replacement.
        (None, Some(card)) if given == Some(card.id.as_str()) => {
            return pool.by_id.get(&card.id).copied();
        }
        (None, Some(card)) => {
            node.fail(DataMessage::Replaced { id, by: card.id.clone() });
        }
        (None, None) => {
            let ids = pool
                .records
                .iter()
                .filter(|r| !r.id_provenance.grade.is_attested());
            let candidates = Candidates::nearest_only(old, ids.map(|r| r.id.as_str()));
            node.fail(DataMessage::UnknownName { what: NamedThing::Card, name: id, candidates });
        }
    }
    None
}
