//! The fields declared by a game, with their types, values and defaults.

use super::{
    fact,
    keys::{self, CARD_KEYS, names::*},
    messages::{DataMessage, NamedThing},
    named::{MAX_WORDS, entry_with_id, find_kind, limit_entries, read_named},
    node::{TomlNode, TomlTable, is_id},
};
use crate::{
    files::{ExpectedValue, FileMessage},
    model::{
        Game, Lazy, Text,
        card::{Grade, Provenance},
        fold::alike,
        format::Origin,
        game::{Attribute, AttributeType, KindId, Named},
    },
};
use toml::de::DeValue;

/// Words of the query language that cannot be attributes, in addition to [`CARD_KEYS`].
const RESERVED_WORDS: [&str; 7] = [EFFECT, ZONE, RELEASED, "legal", IN, "is", "has"];

/// The number of copies in a deck, which is next to the fields of the copy.
const COPY_COUNT: &str = COUNT;

/// The mistake in the id of a new attribute.
pub fn attribute_fault(id: &str) -> Option<DataMessage> {
    if CARD_KEYS.contains(&id) || RESERVED_WORDS.contains(&id) {
        return Some(DataMessage::Reserved { name: id.to_owned() });
    }
    let what = NamedThing::Attribute;
    (!is_id(id)).then(|| DataMessage::BadId { id: id.to_owned(), what })
}

/// Reads `[attributes]`.
pub(super) fn read_attributes(game: &mut Game, root: TomlTable<'_>) {
    for (id, span, table) in root.named_tables(ATTRIBUTES, &NamedThing::Attribute) {
        if let Some(fault) = attribute_fault(id) {
            table.context.fail(span, fault);
            continue;
        }
        table
            .context
            .record_place(format!("game/attributes/{id}"), span);
        read_attribute(game, id, table);
        limit_entries(&mut game.attributes, MAX_WORDS, NamedThing::Attribute, table);
    }
    // An inverse may be declared further down, so every field has to be known first.
    read_inverses(game, root);
}

fn read_attribute(game: &mut Game, id: &str, table: TomlTable<'_>) {
    table.check_keys(&keys::ATTRIBUTE);
    let kinds = table.get(KINDS).map(|node| read_kind_list(game, node));
    let is_new = !game.attributes.iter().any(|a| a.named.id == id);
    // An overlay that extends a field need not repeat its type.
    if is_new && table.require(TYPE, &keys::ATTRIBUTE).is_none() {
        return;
    }
    let attribute = entry_with_id(&mut game.attributes, id);
    read_named(&mut attribute.named, table);
    read_type(attribute, table, is_new);
    if let Some(label) = table.read(LABEL) {
        attribute.label = label;
    } else if attribute.label.is_empty() {
        attribute.label = attribute.named.name.clone();
    }
    table.put(DOC, &mut attribute.doc);
    if let Some(kinds) = kinds {
        attribute.kinds = kinds;
    }
    table.put(MIN, &mut attribute.min);
    table.put(HIDDEN, &mut attribute.hidden);
    table.put(WEIGHT, &mut attribute.weight);
    table.put(MAX, &mut attribute.max);
    if let (Some(min), Some(max)) = (attribute.min, attribute.max)
        && min > max
    {
        table.fail(DataMessage::EmptyRange);
    }
    read_uses_of_text(attribute, table);
    read_owner(attribute, table);
    // Reading defaults needs the game, which contains the attribute.
    let mut updated = attribute.clone();
    read_defaults(game, &mut updated, table);
    *entry_with_id(&mut game.attributes, id) = updated;
}

/// Reads `distinct` and `from`, which only texts may have.
fn read_uses_of_text(attribute: &mut Attribute, table: TomlTable<'_>) {
    let is_text = attribute.kind == AttributeType::Text;
    if let Some(node) = table.get(DISTINCT)
        && let Some(distinct) = node.boolean()
    {
        if is_text {
            attribute.distinct = distinct;
        } else {
            node.fail(DataMessage::NotDistinct { attribute: attribute.named.id.to_string() });
        }
    }
    if let Some(node) = table.get(FROM)
        && node.word(&[(ID, ())]).is_some()
    {
        if is_text {
            attribute.from_id = true;
        } else {
            node.fail(DataMessage::NotText { attribute: attribute.named.id.to_string() });
        }
    }
}

/// Reads `of`: whether the field belongs to the card or to its copies.
fn read_owner(attribute: &mut Attribute, table: TomlTable<'_>) {
    let Some(node) = table.get(OF) else { return };
    match node.text() {
        None => {}
        Some("copy") if !attribute.may_be_of_copy() || attribute.from_id => {
            node.fail(DataMessage::NotOfCopy { attribute: attribute.named.id.to_string() });
        }
        Some("copy") if attribute.named.words().any(|word| alike(word, COPY_COUNT)) => {
            node.fail(DataMessage::IsCount { name: COPY_COUNT.to_owned() });
        }
        Some("copy") => attribute.of_copy = true,
        Some("card") => attribute.of_copy = false,
        Some(word) => {
            node.fail_unknown(NamedThing::Word, word, keys::ATTRIBUTE_OWNERS.into_iter());
        }
    }
}

pub(super) fn read_kind_list(game: &Game, node: TomlNode<'_>) -> Vec<KindId> {
    let mut kinds = Vec::new();
    for (_, item) in node.texts() {
        kinds.extend(item.named(NamedThing::Kind, |word| game.kind(word), &game.kinds));
    }
    kinds
}

fn read_type(attribute: &mut Attribute, table: TomlTable<'_>, is_new: bool) {
    if let Some(node) = table.get(TYPE)
        && let Some(word) = node.text()
    {
        let Some(kind) = type_of_word(word) else {
            let known = keys::ATTRIBUTE_TYPES.into_iter();
            return node.fail_unknown(NamedThing::Word, word, known);
        };
        // An overlay may add values, but not change the type, by which facts of the cards below
        // were read.
        if is_new {
            attribute.kind = kind;
        } else if std::mem::discriminant(&kind) != std::mem::discriminant(&attribute.kind) {
            node.fail(DataMessage::TypeChanged { attribute: attribute.named.id.to_string() });
            return;
        }
    }
    let taken = read_type_keys(attribute, table);
    for key in [VALUES, ORDERED, COUNTS, INVERSE] {
        if let Some(node) = table.get(key).filter(|_| !taken.contains(&key)) {
            node.fail(FileMessage::unknown_key(key, keys::TYPED_ATTRIBUTE, std::iter::empty()));
        }
    }
}

/// Reads the keys that depend on the type of a field, and returns them.
fn read_type_keys(attribute: &mut Attribute, table: TomlTable<'_>) -> &'static [&'static str] {
    match &mut attribute.kind {
        AttributeType::Enum { values, ordered } => {
            table.put(ORDERED, ordered);
            read_values(values, &attribute.named.id, table);
            &[VALUES, ORDERED]
        }
        AttributeType::Set { values, counts } => {
            table.put(COUNTS, counts);
            read_values(values, &attribute.named.id, table);
            &[VALUES, COUNTS]
        }
        AttributeType::Cards { inverse } => {
            if let Some(word) = table.get(INVERSE).and_then(|node| node.text()) {
                *inverse = Some(word.into());
            }
            &[INVERSE]
        }
        _ => &[],
    }
}

fn type_of_word(word: &str) -> Option<AttributeType> {
    Some(match word {
        "integer" => AttributeType::Integer,
        "number" => AttributeType::Number,
        "text" => AttributeType::Text,
        "date" => AttributeType::Date,
        "enum" => AttributeType::Enum { values: Lazy::default(), ordered: false },
        "set" => AttributeType::Set { values: Lazy::default(), counts: false },
        "flag" => AttributeType::Flag,
        "cards" => AttributeType::Cards { inverse: None },
        _ => return None,
    })
}

/// Checks that fields named as an inverse contain cards, and makes the relation mutual.
fn read_inverses(game: &mut Game, root: TomlTable<'_>) {
    for (id, _, table) in root.named_tables(ATTRIBUTES, &NamedThing::Attribute) {
        let Some(node) = table.get(INVERSE) else { continue };
        let Some(word) = node.text() else { continue };
        let other =
            node.named(NamedThing::Attribute, |word| game.attribute(word), &game.attributes);
        let Some(other) = other else { continue };
        let other_attribute = game.attributes.get_mut(other.index());
        match other_attribute.map(|attribute| &mut attribute.kind) {
            Some(AttributeType::Cards { inverse }) => *inverse = Some(id.into()),
            _ => node.fail(DataMessage::NotCards { attribute: word.to_owned() }),
        }
    }
}

/// Reads values. Values that an overlay repeats keep their positions, which are stored in facts of
/// cards. New ones follow.
fn read_values(values: &mut Lazy<Vec<Named>>, attribute: &str, table: TomlTable<'_>) {
    if let Some(node) = table.get(VALUES) {
        add_values(values, attribute, node);
    }
}

pub(super) fn add_values(values: &mut Vec<Named>, attribute: &str, node: TomlNode<'_>) {
    let mut seen: Vec<(String, u32)> = Vec::new();
    for item in node.array().unwrap_or_default() {
        let (id, inner) = match item.value {
            DeValue::String(id) => (Some(id.as_ref()), None),
            DeValue::Table(_) => {
                let inner = item.checked_table(&keys::VALUE);
                (inner.and_then(|table| table.read(ID)), inner)
            }
            _ => {
                item.fail_type(ExpectedValue::Text);
                continue;
            }
        };
        let Some(id) = id else { continue };
        let what = NamedThing::Value(attribute.to_owned());
        if !is_id(id) {
            item.fail(DataMessage::BadId { id: id.to_owned(), what });
            continue;
        }
        let origin = item.context.origin(&item.span());
        if let Some((_, line)) = seen.iter().find(|(other, _)| other == id) {
            let first = Origin { line: *line, ..origin };
            item.context.fail_duplicate(item.span(), what, id, &first);
            continue;
        }
        seen.push((id.to_owned(), origin.line));
        let value = entry_with_id(values, id);
        match inner {
            Some(inner) => read_named(value, inner),
            None if value.name.is_empty() => value.name = Text::untranslated(id),
            None => {}
        }
    }
    let limit = MAX_WORDS;
    if values.len() > limit {
        values.truncate(limit);
        node.fail(DataMessage::TooMany { what: NamedThing::Value(attribute.to_owned()), limit });
    }
}

fn read_defaults(game: &Game, attribute: &mut Attribute, table: TomlTable<'_>) {
    let provenance = Provenance::from_grade(Grade::Rulebook);
    if let Some(node) = table.get(DEFAULT) {
        attribute.default = fact::read_fact(node, attribute, provenance);
    }
    let Some(by_kind) = table.table(DEFAULTS) else { return };
    attribute.defaults.clear();
    for (word, span, node) in by_kind.entries() {
        let Some(kind) = find_kind(game, word, span, node) else { continue };
        if let Some(value) = fact::read_fact(node, attribute, provenance) {
            attribute.defaults.push((kind, value));
        }
    }
}
