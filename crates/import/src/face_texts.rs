//! The texts and titles of the faces of a card, and the ids of its sets.

use crate::{
    foreign_value::slug,
    mapping::Mapping,
    path::RecordPath,
    records::{Record, titles},
};

/// The id of a set: the declared one for the code, or the one to declare.
pub(super) fn set_id(code: &str, mapping: &Mapping) -> String {
    mapping
        .vocabulary
        .set(code)
        .map_or_else(|| slug(code), str::to_owned)
}

/// Reads the values at a path of one face, each reduced to the part of this face.
pub(super) fn face_texts(
    record: &Record,
    path: &RecordPath,
    face: &RecordPath,
    mapping: &Mapping,
) -> Vec<String> {
    let texts = record.strings(&path.resolve_face(face));
    let Some((front, back)) = face_headings(record, mapping) else { return texts };
    let is_back = mapping.records.back.as_ref() == Some(face);
    let (own, other) = if is_back { (&back, &front) } else { (&front, &back) };
    texts
        .into_iter()
        .map(|text| cut_part(&text, own, other).unwrap_or(text))
        .collect()
}

/// Whether both faces share a text that no title splits, so that its effects cannot be assigned to
/// a face.
pub(super) fn is_inseparable(
    record: &Record,
    path: &RecordPath,
    back: &RecordPath,
    mapping: &Mapping,
) -> bool {
    let front = face_texts(record, path, &mapping.records.front, mapping);
    !front.is_empty() && front == face_texts(record, path, back, mapping)
}

/// Headings that begin the parts of the faces, front first; `None` if the card has one title or the
/// mapping splits nothing.
fn face_headings(record: &Record, mapping: &Mapping) -> Option<(String, String)> {
    let part = mapping.part.as_ref()?;
    let shape = &mapping.records;
    shape.back.as_ref().filter(|back| record.has_object(back))?;
    let titles = titles(record, mapping);
    let name = record.rewrite(&record.rewrite(titles.first()?, &mapping.variants), &mapping.name);
    let (front, back) = split_title(&name, mapping)?;
    let front_heading = record.rewrite(front, &part.title) + &part.after;
    let back_heading = record.rewrite(back, &part.title) + &part.after;
    (front_heading != back_heading).then_some((front_heading, back_heading))
}

/// Splits a title into those of two faces; `None` if it has no separator.
pub(super) fn split_title<'t>(title: &'t str, mapping: &Mapping) -> Option<(&'t str, &'t str)> {
    let separator = mapping.records.title_separator.as_str();
    if separator.is_empty() { None } else { title.split_once(separator) }
}

/// The text between the heading of a face and that of the other.
fn cut_part(text: &str, own: &str, other: &str) -> Option<String> {
    let (_, rest) = text.split_once(own)?;
    let part = rest.split_once(other).map_or(rest, |(part, _)| part);
    Some(part.trim().to_owned())
}
