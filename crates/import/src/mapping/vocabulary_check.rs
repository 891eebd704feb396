//! The words of a mapping against those of its game.

use super::{FieldForm, Mapping, MappingMessage};
use crate::vocabulary::{DeclaredAttribute, QUANTITY_KEY};
use sleeve_data::{
    model::Spanned,
    problem::{Candidates, Problem, Problems},
    source::attribute_fault,
};
use std::collections::{BTreeMap, BTreeSet};

/// Reports every attribute, kind, value and effect that the mapping writes and the game does not
/// declare.
pub(super) fn check_mapping(mapping: &Mapping, problems: &mut Problems<MappingMessage>) {
    check_fields(mapping, problems);
    // Everything else unknown will be declared; only a declared type cannot change.
    if mapping.declares {
        return;
    }
    check_attributes(mapping, problems);
    check_effects(mapping, problems);
    let game = &mapping.vocabulary;
    let of_fields = mapping
        .fields
        .iter()
        .flat_map(|f| f.kinds.iter().chain(&f.not_kinds));
    let of_effects = mapping.effects().iter().flat_map(|e| &e.kinds);
    for kind in of_fields
        .chain(of_effects)
        .filter(|kind| !game.kinds.contains(&kind.value))
    {
        let (name, candidates) = (kind.value.clone(), nearest(&kind.value, &game.kinds));
        problems.fail(kind.span.clone(), MappingMessage::NoKind { name, candidates });
    }
}

/// Checks the types of fields, and that they are declared unless the mapping declares them.
fn check_fields(mapping: &Mapping, problems: &mut Problems<MappingMessage>) {
    for field in mapping
        .fields
        .iter()
        .filter(|field| field.to != QUANTITY_KEY)
    {
        match mapping.vocabulary.attributes.get(&field.to) {
            Some(declared) if !writes_type(field.form, declared) => {
                let (form, declared) = (field.form.word(), declared.kind);
                let message = MappingMessage::OtherType { field: field.to.clone(), form, declared };
                problems.fail(field.place.clone(), message);
            }
            None if !mapping.declares => {
                problems.fail(field.place.clone(), no_attribute(&field.to, mapping));
            }
            _ => {}
        }
    }
}

/// Checks the attributes that texts, tags and disputed values name.
fn check_attributes(mapping: &Mapping, problems: &mut Problems<MappingMessage>) {
    let attributes = &mapping.vocabulary.attributes;
    for text in mapping
        .texts
        .iter()
        .filter(|text| !attributes.contains_key(&text.to.value))
    {
        problems.fail(text.to.span.clone(), no_attribute(&text.to.value, mapping));
    }
    for (attribute, values) in mapping.tags.values().flatten() {
        let Some(declared) = attributes.get(attribute) else {
            problems.fail(mapping.tags_place.clone(), no_attribute(attribute, mapping));
            continue;
        };
        for value in values
            .iter()
            .filter(|value| !declared.values.contains(*value))
        {
            let candidates = nearest(value, &declared.values);
            let (field, value) = (attribute.clone(), value.clone());
            let message = MappingMessage::NoValue { field, value, candidates };
            problems.fail(mapping.tags_place.clone(), message);
        }
    }
    for field in mapping.disputed.values().flat_map(BTreeMap::keys) {
        if !attributes.contains_key(field) {
            problems.fail(mapping.disputed_place.clone(), no_attribute(field, mapping));
        }
    }
}

/// Checks that the game declares every effect, and that effects which come with others have
/// patterns.
fn check_effects(mapping: &Mapping, problems: &mut Problems<MappingMessage>) {
    let effects = mapping.effects();
    let declared = &mapping.vocabulary.effects;
    for effect in effects
        .iter()
        .filter(|effect| !declared.contains(&effect.id.value))
    {
        let Spanned { value: name, span } = effect.id.clone();
        let candidates = nearest(&name, declared);
        problems.fail(span, MappingMessage::NoEffect { name, candidates });
    }
    for also in effects.iter().flat_map(|effect| &effect.also) {
        if effects.iter().all(|effect| effect.id.value != also.value) {
            let Spanned { value: name, span } = also.clone();
            let ids = effects.iter().map(|effect| effect.id.value.as_str());
            let candidates = Candidates::nearest_or_all(&name, ids);
            problems.fail(span, MappingMessage::NoPattern { name, candidates });
        }
    }
}

fn no_attribute(name: &str, mapping: &Mapping) -> MappingMessage {
    let known = mapping.vocabulary.attributes.keys().map(String::as_str);
    let candidates = Candidates::nearest_or_all(name, known);
    MappingMessage::NoAttribute { name: name.to_owned(), candidates }
}

fn nearest(name: &str, known: &BTreeSet<String>) -> Candidates {
    Candidates::nearest_or_all(name, known.iter().map(String::as_str))
}

/// The fields to declare whose ids no game may have.
pub(super) fn find_field_faults(mapping: &Mapping) -> Vec<Problem<MappingMessage>> {
    let mut faults = Vec::new();
    for field in mapping
        .fields
        .iter()
        .filter(|field| field.to != QUANTITY_KEY)
    {
        if mapping.vocabulary.attributes.contains_key(&field.to) {
            continue;
        }
        if let Some(fault) = attribute_fault(&field.to) {
            let message = MappingMessage::Game(fault);
            faults.push(Problem::from_span(field.place.clone(), message));
        }
    }
    faults
}

/// Whether a form of the mapping writes values of an attribute's type.
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
