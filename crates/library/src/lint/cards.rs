//! Checks of cards: names that cannot be told apart, cards that are wrongly marked as absent, and
//! what cards set out.

use super::{super::amendments::find_filtered_cards, LintFinding, LintMessage, Linter};
use sleeve_data::{
    model::{
        AttributeId, CardIndex, Catalog, FRONT, FaceId, Game, Lens, SetupPlace, ValueId,
        card::{CardRecord, Value},
        fold::fold,
        game::{AttributeType, CARD_NAME_SEPARATOR, CLASS_START},
    },
    problem::KnownNames,
};
use sleeve_language::{self as language, Scope, Truth};
use std::collections::{BTreeMap, HashMap};

pub(super) fn check(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    let records: Vec<CardRecord> = catalog
        .cards
        .iter()
        .map(|card| catalog.cards.record(card.index()))
        .collect();
    // A game with rules for telling such cards apart wants them to share a name.
    if catalog.game.naming.prefer.is_empty() {
        check_names(lint, &catalog.game, &records);
    }
    check_distinct_values(lint, &catalog.game, &records);
    check_named_cards(lint, &records);
    check_absent_ids(lint);
}

/// The name of a card, and the facts by which a player tells it apart from others of that name.
#[derive(PartialEq, Eq, Hash)]
struct Identity {
    folded_name: String,
    kind: u8,
    original_set: Option<u16>,
    enumerations: Vec<(AttributeId, ValueId)>,
}

impl Identity {
    fn from_record(game: &Game, record: &CardRecord) -> Identity {
        let front = record.faces.iter().find(|face| face.face == FRONT);
        let mut enumerations = Vec::new();
        for (id, fact) in front.iter().flat_map(|face| &face.facts) {
            if let Some(attribute) = game.attributes.get(id.index())
                && matches!(attribute.kind, AttributeType::Enum { .. })
                && let Value::Enum(value) = fact.value
            {
                enumerations.push((*id, value));
            }
        }
        Identity {
            folded_name: fold(&record.name.en),
            kind: record.kind.0,
            original_set: record.sets.first().map(|set| set.0),
            enumerations,
        }
    }
}

fn check_names(lint: &mut Linter<'_>, game: &Game, records: &[CardRecord]) {
    let mut seen: HashMap<Identity, &CardRecord> = HashMap::new();
    for record in records {
        let identity = Identity::from_record(game, record);
        let Some(first) = seen.insert(identity, record) else { continue };
        let (key, other) = (format!("card/{}", record.id), format!("card/{}", first.id));
        let name = record.name.en.to_string();
        lint.report_with_mark(&key, LintMessage::DuplicateName { name }, &other);
    }
}

/// Reports attested values that two cards share in a field with distinct values.
fn check_distinct_values(lint: &mut Linter<'_>, game: &Game, records: &[CardRecord]) {
    let mut seen: HashMap<(FaceId, AttributeId, String), &CardRecord> = HashMap::new();
    for record in records {
        for face in &record.faces {
            for (id, fact) in face
                .facts
                .iter()
                .filter(|(_, f)| f.provenance.grade.is_attested())
            {
                let attribute = game
                    .get_attribute(*id)
                    .filter(|attribute| attribute.distinct);
                let (Some(attribute), Value::Text(value)) = (attribute, &fact.value) else {
                    continue;
                };
                let value = fold(value);
                if let Some(first) = seen.insert((face.face, *id, value.clone()), record) {
                    let key = format!("card/{}", record.id);
                    let field = attribute.named.id.to_string();
                    let message = LintMessage::SharedValue { field, value };
                    lint.report_with_mark(&key, message, &format!("card/{}", first.id));
                }
            }
        }
    }
}

/// Reports values in fields of card names that are not the name of any card.
fn check_named_cards(lint: &mut Linter<'_>, records: &[CardRecord]) {
    let catalog = lint.catalog;
    for record in records {
        for (id, fact) in record.faces.iter().flat_map(|face| &face.facts) {
            let Some(attribute) = catalog.game.get_attribute(*id) else { continue };
            let (AttributeType::Cards { .. }, Value::Text(text)) = (&attribute.kind, &fact.value)
            else {
                continue;
            };
            for name in text.split(CARD_NAME_SEPARATOR) {
                let is_class = name.starts_with(CLASS_START)
                    && language::filter(name, &Scope::from_catalog(catalog)).is_ok();
                if !is_class && catalog.cards.find_held(name).is_empty() {
                    let (field, name) = (attribute.named.id.to_string(), name.to_owned());
                    let message = LintMessage::NoCardOfField { field, name, near: Vec::new() };
                    lint.report(&format!("card/{}", record.id), message);
                }
            }
        }
    }
}

/// Adds similar card names, only to the findings that are shown: those may be a thousandth of all.
pub(super) fn add_near_names(catalog: &Catalog, findings: &mut [LintFinding]) {
    let mut messages = findings.iter().map(|finding| &finding.message);
    if !messages.any(|message| matches!(message, LintMessage::NoCardOfField { .. })) {
        return;
    }
    let records: Vec<CardRecord> = catalog
        .cards
        .iter()
        .map(|card| catalog.cards.record(card.index()))
        .collect();
    let known = KnownNames::new(&mut records.iter().flat_map(CardRecord::names));
    let mut found: HashMap<String, Vec<String>> = HashMap::new();
    for finding in findings {
        if let LintMessage::NoCardOfField { name, near, .. } = &mut finding.message {
            let names = found
                .entry(name.clone())
                .or_insert_with(|| known.nearest(name));
            near.clone_from(names);
        }
    }
}

/// Reports ids that a list marks as absent although the card exists.
fn check_absent_ids(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    for list in catalog.lists() {
        for id in list
            .absent
            .iter()
            .filter(|id| catalog.cards.by_id(id).is_some())
        {
            let (dated, list) = (list, &list.named.id);
            let message = LintMessage::PresentAbsent { list: list.to_string(), id: id.clone() };
            lint.report(&format!("list/{}", dated.key), message);
        }
    }
}

/// The most cards that one finding names.
const NAMED_CARDS: usize = 3;

pub(super) fn check_set_outs(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    let mut read: BTreeMap<&str, Vec<CardIndex>> = BTreeMap::new();
    for set_out in catalog.set_outs().iter() {
        let card = catalog.cards.card(set_out.card);
        let mut claimed: BTreeMap<CardIndex, &SetupPlace> = BTreeMap::new();
        for place in &set_out.places {
            let key = format!("sets-out/{}/{}", card.id(), place.id);
            if lint.places.get(&key).is_none() {
                continue;
            }
            let cards = &*read
                .entry(&place.cards)
                .or_insert_with(|| matching_cards(catalog, &place.cards));
            if cards.is_empty() {
                let (id, cards) = (place.id.to_string(), place.cards.to_string());
                lint.report(&key, LintMessage::EmptyPlace { id, cards });
            }
            check_kinds(lint, place, cards, &key);
            let twice = cards
                .iter()
                .find_map(|shared| Some((*shared, *claimed.get(shared)?)));
            if let Some((shared, other)) = twice {
                let message = LintMessage::TwoPlaces {
                    id: catalog.cards.card(shared).id().to_owned(),
                    other: other.id.to_string(),
                    place: place.id.to_string(),
                };
                let other_key = format!("sets-out/{}/{}", card.id(), other.id);
                lint.report_with_mark(&key, message, &other_key);
            }
            claimed.extend(cards.iter().map(|card| (*card, place)));
        }
    }
}

/// Reports filters of rules, changes and lists that find no card, or that are undecided for some
/// cards.
pub(super) fn check_filtered_amendments(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    for amendment in catalog.filtered_amendments() {
        let Ok(found) = find_filtered_cards(catalog, amendment, Lens::Shipped) else { continue };
        let (filter, count) = (amendment.cards.clone(), found.undecided.len());
        if count > 0 {
            let ids = found
                .undecided
                .iter()
                .map(|card| catalog.cards.card(*card).id());
            let mut few: Vec<&str> = ids.take(NAMED_CARDS).collect();
            if count > NAMED_CARDS {
                few.push("…");
            }
            let names = few.join(", ");
            lint.report(&amendment.place(), LintMessage::UndecidedCards { filter, count, names });
        } else if found.certain.is_empty() {
            lint.report(&amendment.place(), LintMessage::NoCards { filter });
        }
    }
}

/// The cards that a filter matches or may match.
fn matching_cards(catalog: &Catalog, filter: &str) -> Vec<CardIndex> {
    sleeve_rules::find_cards(catalog, filter, |truth| truth != Truth::False)
}

fn check_kinds(lint: &mut Linter<'_>, place: &SetupPlace, cards: &[CardIndex], key: &str) {
    let catalog = lint.catalog;
    let found = cards.iter().map(|card| catalog.cards.card(*card));
    let wrong: Vec<&str> = found
        .filter(|card| card.kind() != place.kind)
        .map(|card| card.id())
        .collect();
    let Some(few) = wrong
        .get(..wrong.len().min(NAMED_CARDS))
        .filter(|few| !few.is_empty())
    else {
        return;
    };
    let kind = catalog.game.kinds.get(place.kind.index());
    lint.report(
        key,
        LintMessage::WrongKind {
            id: place.id.to_string(),
            kind: kind
                .map(|kind| kind.named.id.to_string())
                .unwrap_or_default(),
            names: few.join(", "),
            more: wrong.len() - few.len(),
        },
    );
}
