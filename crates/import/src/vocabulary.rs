//! The words of a game that imported cards may use, and the check that a mapping writes no others.

use crate::mapping::{FieldForm, Mapping, MappingMessage};
use sleeve_data::model::game::AttributeType;
use sleeve_data::model::{Game, Spanned};
use sleeve_data::problem::{Candidates, Problem, Problems};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Words that a game declares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// Code of a set → id of the set; a set without a code is found by its id.
    pub sets: BTreeMap<String, String>,
    /// By id.
    pub attributes: BTreeMap<String, DeclaredAttribute>,
    /// Ids.
    pub kinds: BTreeSet<String>,
    /// Ids.
    pub effects: BTreeSet<String>,
}

/// An attribute as a game declares it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeclaredAttribute {
    /// Type as `game.toml` writes it.
    pub kind: &'static str,
    /// Whether a value may stand on a card several times.
    pub counts: bool,
    /// Ids of the values of an enumeration or set.
    pub values: BTreeSet<String>,
}

impl Vocabulary {
    /// Collects the words of a game.
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        let sets = game.sets.iter().map(|set| {
            let code = set.code.as_ref().unwrap_or(&set.named.id);
            (code.to_string(), set.named.id.to_string())
        });
        let attributes = game.attributes.iter().map(|attribute| {
            let values = attribute.values().iter().map(|value| value.id.to_string());
            let (kind, counts) = attribute_type(&attribute.kind);
            let declared = DeclaredAttribute { kind, counts, values: values.collect() };
            (attribute.named.id.to_string(), declared)
        });
        Self {
            sets: sets.collect(),
            attributes: attributes.collect(),
            kinds: game.kinds.iter().map(|kind| kind.named.id.to_string()).collect(),
            effects: game.effects.iter().map(|effect| effect.named.id.to_string()).collect(),
        }
    }

    /// The id of the set with this code, else with this id.
    pub(super) fn set(&self, code: &str) -> Option<&str> {
        let by_id = || self.sets.values().find(|id| *id == code);
        self.sets.get(code).or_else(by_id).map(String::as_str)
    }
}

fn attribute_type(kind: &AttributeType) -> (&'static str, bool) {
    match kind {
        AttributeType::Integer => ("integer", false),
        AttributeType::Number => ("number", false),
        AttributeType::Text => ("text", false),
        AttributeType::Cards { .. } => ("cards", false),
        AttributeType::Date => ("date", false),
        AttributeType::Enum { .. } => ("enum", false),
        AttributeType::Set { counts, .. } => ("set", *counts),
        AttributeType::Flag => ("flag", false),
    }
}

/// The field of every card that no game declares: copies in a box.
pub(super) const QUANTITY_KEY: &str = "quantity";

/// Reports every attribute, kind, value and effect that the mapping writes and the game does not declare.
pub(super) fn check_mapping(mapping: &Mapping, problems: &mut Problems<MappingMessage>) {
    let game = &mapping.vocabulary;
    let no_attribute = |name: &str, place: &Range<usize>| {
        let candidates =
            Candidates::nearest_or_all(name, game.attributes.keys().map(String::as_str));
        let name = name.to_owned();
        Problem::from_span(place.clone(), MappingMessage::NoAttribute { name, candidates })
    };
    for field in mapping.fields.iter().filter(|field| field.to != QUANTITY_KEY) {
        match game.attributes.get(&field.to) {
            Some(declared) if !writes_type(field.form, declared) => {
                let (form, declared) = (field.form.word(), declared.kind);
                let field_id = field.to.clone();
                let message = MappingMessage::OtherType { field: field_id, form, declared };
                problems.push(Problem::from_span(field.place.clone(), message));
            }
            None if !mapping.declares => problems.push(no_attribute(&field.to, &field.place)),
            _ => {}
        }
    }
    // Whatever else the game lacks will be declared; only a type that it has cannot change.
    if mapping.declares {
        return;
    }
    for text in mapping.texts.iter().filter(|text| !game.attributes.contains_key(&text.to.value)) {
        problems.push(no_attribute(&text.to.value, &text.to.span));
    }
    for (attribute, values) in mapping.tags.values().flatten() {
        let Some(declared) = game.attributes.get(attribute) else {
            problems.push(no_attribute(attribute, &(0..0)));
            continue;
        };
        for value in values.iter().filter(|value| !declared.values.contains(*value)) {
            let candidates =
                Candidates::nearest_or_all(value, declared.values.iter().map(String::as_str));
            let (field, value) = (attribute.clone(), value.clone());
            let message = MappingMessage::NoValue { field, value, candidates };
            problems.push(Problem::from_span(0..0, message));
        }
    }
    let ids = || mapping.effects().iter().map(|effect| effect.id.value.as_str());
    for effect in mapping.effects().iter().filter(|effect| !game.effects.contains(&effect.id.value))
    {
        let Spanned { value: name, span } = effect.id.clone();
        let candidates = Candidates::nearest_or_all(&name, game.effects.iter().map(String::as_str));
        problems.push(Problem::from_span(span, MappingMessage::NoEffect { name, candidates }));
    }
    for name in mapping.effects().iter().flat_map(|effect| &effect.also) {
        if !ids().any(|id| id == name.value) {
            let candidates = Candidates::nearest_or_all(&name.value, ids());
            let message = MappingMessage::NoPattern { name: name.value.clone(), candidates };
            problems.push(Problem::from_span(name.span.clone(), message));
        }
    }
    let of_fields = mapping.fields.iter().flat_map(|f| f.kinds.iter().chain(&f.not_kinds));
    let of_effects = mapping.effects().iter().flat_map(|e| &e.kinds);
    for kind in of_fields.chain(of_effects).filter(|kind| !game.kinds.contains(&kind.value)) {
        let candidates =
            Candidates::nearest_or_all(&kind.value, game.kinds.iter().map(String::as_str));
        let message = MappingMessage::NoKind { name: kind.value.clone(), candidates };
        problems.push(Problem::from_span(kind.span.clone(), message));
    }
}

/// Whether a form of the mapping writes values of the type of an attribute.
fn writes_type(form: FieldForm, declared: &DeclaredAttribute) -> bool {
    match form {
        FieldForm::Word => declared.kind == "enum",
        FieldForm::Words => declared.kind == "set",
        FieldForm::Counted => declared.kind == "set" && declared.counts,
        FieldForm::Number => matches!(declared.kind, "integer" | "number"),
        FieldForm::Text => declared.kind == "text",
        FieldForm::Cards => declared.kind == "cards",
        FieldForm::Flag => declared.kind == "flag",
        FieldForm::Date => declared.kind == "date",
    }
}
