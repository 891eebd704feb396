//! Checks of cards: names that cannot be told apart, cards that are wrongly marked as absent, and
//! what cards set out.

use super::super::amendments::find_filtered_cards;
use super::{LintFinding, LintMessage, Linter};
use sleeve_data::model::card::{CardRecord, Value};
use sleeve_data::model::fold::fold;
use sleeve_data::model::game::{AttributeType, CARD_NAME_SEPARATOR, CLASS_START};
use sleeve_data::model::{
    AttributeId, CardIndex, Catalog, FRONT, FaceId, Game, Lens, SetupPlace, ValueId,
};
use sleeve_data::problem::KnownNames;
use sleeve_language::{self as language, Scope, Truth, World};
use std::collections::{BTreeMap, HashMap};

pub(super) fn check(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    let records: Vec<CardRecord> =
        catalog.cards.iter().map(|card| catalog.cards.record(card.index())).collect();
    // A game with rules for telling such cards apart wants them to share a name.
    if catalog.game.naming.prefer.is_empty() {
        check_names(lint, &catalog.game, &records);
    }
    check_distinct_values(lint, &catalog.game, &records);
    check_named_cards(lint, &records);
    check_absent_ids(lint);
}

/// The facts by which a player tells two cards with one name apart: kind, original set, and all
/// enumerations.
type Identity = (String, u8, Option<u16>, Vec<(AttributeId, ValueId)>);

fn identity(game: &Game, record: &CardRecord) -> Identity {
    let front = record.faces.iter().find(|f| f.face == FRONT);
    let facts = front.map(|f| f.facts.as_slice()).unwrap_or_default();
    let is_enum = |id: AttributeId| {
        let attribute = game.attributes.get(id.index());
        attribute.is_some_and(|a| matches!(a.kind, AttributeType::Enum { .. }))
    };
    let value = |(id, fact): &(AttributeId, sleeve_data::model::card::StoredFact)| match fact.value
    {
        Value::Enum(value) if is_enum(*id) => Some((*id, value)),
        _ => None,
    };
    let set = record.sets.first().map(|s| s.0);
    (fold(&record.name.en), record.kind.0, set, facts.iter().filter_map(value).collect())
}

fn check_names(lint: &mut Linter<'_>, game: &Game, records: &[CardRecord]) {
    let mut seen: HashMap<Identity, &CardRecord> = HashMap::new();
    for record in records {
        let Some(first) = seen.insert(identity(game, record), record) else { continue };
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
            for (id, fact) in face.facts.iter().filter(|(_, f)| f.provenance.grade.is_attested()) {
                let attribute = game.get_attribute(*id).filter(|attribute| attribute.distinct);
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
            let attribute = catalog.game.get_attribute(*id);
            let attribute = attribute.filter(|a| matches!(a.kind, AttributeType::Cards { .. }));
            let (Some(attribute), Value::Text(text)) = (attribute, &fact.value) else { continue };
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
    let is_open =
        |finding: &&mut LintFinding| matches!(finding.message, LintMessage::NoCardOfField { .. });
    let mut open = findings.iter_mut().filter(is_open).peekable();
    if open.peek().is_none() {
        return;
    }
    let records: Vec<CardRecord> =
        catalog.cards.iter().map(|card| catalog.cards.record(card.index())).collect();
    let known = KnownNames::new(&mut records.iter().flat_map(CardRecord::names));
    let mut found: HashMap<String, Vec<String>> = HashMap::new();
    for finding in open {
        if let LintMessage::NoCardOfField { name, near, .. } = &mut finding.message {
            let names = found.entry(name.clone()).or_insert_with(|| known.nearest(name));
            near.clone_from(names);
        }
    }
}

/// Reports ids that a list marks as absent although the card exists.
fn check_absent_ids(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    for list in catalog.lists() {
        for id in list.absent.iter().filter(|id| catalog.cards.by_id(id).is_some()) {
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
        let key = |place: &SetupPlace| format!("sets-out/{}/{}", card.id(), place.id);
        let mut claimed: BTreeMap<CardIndex, &SetupPlace> = BTreeMap::new();
        for place in &set_out.places {
            if lint.places.get(&key(place)).is_none() {
                continue;
            }
            let cards = read
                .entry(&place.cards)
                .or_insert_with(|| matching_cards(catalog, &place.cards))
                .clone();
            if cards.is_empty() {
                report_empty_place(lint, place, &key(place));
            }
            check_kinds(lint, place, &cards, &key(place));
            let twice = cards.iter().find_map(|c| claimed.get(c).map(|other| (*c, *other)));
            if let Some((shared, other)) = twice {
                report_shared_card(lint, (place, other), shared, (&key(place), &key(other)));
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
        let found = find_filtered_cards(catalog, amendment, Lens::Shipped);
        let Ok(found) = found else { continue };
        let (filter, count) = (amendment.cards.clone(), found.undecided.len());
        if count > 0 {
            let ids = found.undecided.iter().map(|card| catalog.cards.card(*card).id());
            let mut names: Vec<&str> = ids.take(NAMED_CARDS).collect();
            names.extend((count > NAMED_CARDS).then_some("…"));
            let names = names.join(", ");
            lint.report(&amendment.place(), LintMessage::UndecidedCards { filter, count, names });
        } else if found.certain.is_empty() {
            lint.report(&amendment.place(), LintMessage::NoCards { filter });
        }
    }
}

/// The cards that a filter matches or may match. Returns none for a filter with a mistake, which
/// another check reports.
fn matching_cards(catalog: &Catalog, filter: &str) -> Vec<CardIndex> {
    let Ok(filter) = language::filter(filter, &Scope::from_catalog(catalog)) else {
        return Vec::new();
    };
    let world = World::from_catalog(catalog);
    let all = catalog.cards.iter().map(|card| card.index());
    all.filter(|card| filter.test(&world, *card, None) != Truth::False).collect()
}

fn report_empty_place(lint: &mut Linter<'_>, place: &SetupPlace, key: &str) {
    let (id, cards) = (place.id.to_string(), place.cards.to_string());
    lint.report(key, LintMessage::EmptyPlace { id, cards });
}

fn check_kinds(lint: &mut Linter<'_>, place: &SetupPlace, cards: &[CardIndex], key: &str) {
    let catalog = lint.catalog;
    let wrong = cards.iter().map(|card| catalog.cards.card(*card));
    let wrong: Vec<_> = wrong.filter(|card| card.kind() != place.kind).collect();
    if wrong.is_empty() {
        return;
    }
    let kind = catalog.game.kinds.get(place.kind.index()).map(|kind| &kind.named.id);
    let kind = kind.map(|id| id.to_string()).unwrap_or_default();
    let names: Vec<String> =
        wrong.iter().take(NAMED_CARDS).map(|card| card.id().to_owned()).collect();
    let (names, more) = (names.join(", "), wrong.len().saturating_sub(NAMED_CARDS));
    lint.report(key, LintMessage::WrongKind { id: place.id.to_string(), kind, names, more });
}

fn report_shared_card(
    lint: &mut Linter<'_>,
    (place, other): (&SetupPlace, &SetupPlace),
    card: CardIndex,
    (key, other_key): (&str, &str),
) {
    let id = lint.catalog.cards.card(card).id().to_owned();
    let (place, other) = (place.id.to_string(), other.id.to_string());
    lint.report_with_mark(key, LintMessage::TwoPlaces { id, other, place }, other_key);
}
