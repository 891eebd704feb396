//! The text of one face, where the records of a two-sided card print both faces in one text: each part begins with its face's title.

use super::mapping::Mapping;
use super::path::RecordPath;
use super::records::{Record, rewrite, titles};

/// The values at a path of one face, each cut down to the part that belongs to this face.
pub(super) fn face_texts(
    record: &Record,
    path: &RecordPath,
    face: &RecordPath,
    mapping: &Mapping,
) -> Vec<String> {
    let found = record.strings(&path.resolve_face(face));
    let Some((front, back)) = face_headings(record, mapping) else { return found };
    let is_back = mapping.records.back.as_ref() == Some(face);
    let (own, other) = if is_back { (&back, &front) } else { (&front, &back) };
    found.into_iter().map(|text| cut_part(&text, own, other).unwrap_or(text)).collect()
}

/// Whether both faces carry one and the same text that no title parts: what it does can then not be told apart by face.
pub(super) fn is_inseparable(
    record: &Record,
    path: &RecordPath,
    back: &RecordPath,
    mapping: &Mapping,
) -> bool {
    let front = face_texts(record, path, &mapping.records.front, mapping);
    !front.is_empty() && front == face_texts(record, path, back, mapping)
}

/// What begins the part of either face, front first; none where the card has one title or the mapping parts nothing.
fn face_headings(record: &Record, mapping: &Mapping) -> Option<(String, String)> {
    let part = mapping.part.as_ref()?;
    let shape = &mapping.records;
    shape.back.as_ref().filter(|back| record.has_object(back))?;
    let title = titles(record, mapping);
    let title = rewrite(&rewrite(title.first()?, &mapping.variants), &mapping.name);
    let (front, back) = split_title(&title, mapping)?;
    let heading = |title: &str| rewrite(title, &part.title) + &part.after;
    let headings = (heading(front), heading(back));
    (headings.0 != headings.1).then_some(headings)
}

/// The titles of two faces that stand in one; none where nothing separates them.
pub(super) fn split_title<'t>(title: &'t str, mapping: &Mapping) -> Option<(&'t str, &'t str)> {
    let between = mapping.records.title_separator.as_str();
    if between.is_empty() { None } else { title.split_once(between) }
}

/// What stands between a face's own heading and the other face's.
fn cut_part(text: &str, own: &str, other: &str) -> Option<String> {
    let (_, part) = text.split_once(own)?;
    let part = part.split_once(other).map_or(part, |(part, _)| part);
    Some(part.trim().to_owned())
}
