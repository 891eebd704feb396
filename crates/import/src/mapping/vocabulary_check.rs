//! The words of a mapping against those of its game.

use super::{FieldForm, FieldMapping, Mapping, MappingMessage};
use crate::vocabulary::{DeclaredAttribute, QUANTITY_KEY};
use sleeve_data::model::Spanned;
use sleeve_data::problem::{Candidates, Problem, Problems};
use sleeve_data::source::attribute_fault;
use std::ops::Range;

/// Reports every attribute, kind, value and effect that the mapping writes and the game does not
/// declare.
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
    // Everything else unknown will be declared; only a declared type cannot change.
    if mapping.declares {
        return;
    }
    for text in mapping.texts.iter().filter(|text| !game.attributes.contains_key(&text.to.value)) {
        problems.push(no_attribute(&text.to.value, &text.to.span));
    }
    for (attribute, values) in mapping.tags.values().flatten() {
        let Some(declared) = game.attributes.get(attribute) else {
            problems.push(no_attribute(attribute, &mapping.tags_place));
            continue;
        };
        for value in values.iter().filter(|value| !declared.values.contains(*value)) {
            let candidates =
                Candidates::nearest_or_all(value, declared.values.iter().map(String::as_str));
            let (field, value) = (attribute.clone(), value.clone());
            let message = MappingMessage::NoValue { field, value, candidates };
            problems.push(Problem::from_span(mapping.tags_place.clone(), message));
        }
    }
    for field in mapping.disputed.values().flat_map(|fields| fields.keys()) {
        if !game.attributes.contains_key(field) {
            problems.push(no_attribute(field, &mapping.disputed_place));
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

/// The fields to declare whose ids no game may have.
pub(super) fn find_field_faults(mapping: &Mapping) -> Vec<Problem<MappingMessage>> {
    let is_new = |field: &&FieldMapping| {
        field.to != QUANTITY_KEY && !mapping.vocabulary.attributes.contains_key(&field.to)
    };
    let fault = |field: &FieldMapping| {
        let message = MappingMessage::Game(attribute_fault(&field.to)?);
        Some(Problem::from_span(field.place.clone(), message))
    };
    mapping.fields.iter().filter(is_new).filter_map(fault).collect()
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
