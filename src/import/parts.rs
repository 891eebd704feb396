//! The text of one face, where the records of a two-sided card print both faces in one text: each part begins with its face's title.

use super::fields::face_path;
use super::mapping::Mapping;
use super::records::{Record, rewrite, strings};

/// The values at a path of one face, each cut down to the part that belongs to this face.
pub(super) fn of_face(
    record: &Record<'_>,
    path: &str,
    face: &str,
    mapping: &Mapping,
) -> Vec<String> {
    let found = strings(&record.value, &face_path(path, face));
    let Some((front, back)) = headings(record, mapping) else { return found };
    let (own, other) = if face == mapping.records.back { (&back, &front) } else { (&front, &back) };
    found.into_iter().map(|text| cut(&text, own, other).unwrap_or(text)).collect()
}

/// Whether both faces carry one and the same text that no title parts: what it does can then not be told apart by face.
pub(super) fn inseparable(record: &Record<'_>, path: &str, mapping: &Mapping) -> bool {
    let front = of_face(record, path, &mapping.records.front, mapping);
    !front.is_empty() && front == of_face(record, path, &mapping.records.back, mapping)
}

/// What begins the part of either face, front first; none where the card has one title or the mapping parts nothing.
fn headings(record: &Record<'_>, mapping: &Mapping) -> Option<(String, String)> {
    let part = mapping.part.as_ref()?;
    let shape = &mapping.records;
    record.value.get(&shape.back).filter(|face| face.is_object())?;
    let title = strings(&record.value, &format!("{}.{}", shape.front, shape.title));
    let title = rewrite(&rewrite(title.first()?, &mapping.variants), &mapping.name);
    let (front, back) = title.split_once(&shape.title_separator)?;
    let heading = |title: &str| rewrite(title, &part.title) + &part.after;
    let headings = (heading(front), heading(back));
    (headings.0 != headings.1).then_some(headings)
}

/// What stands between a face's own heading and the other face's.
fn cut(text: &str, own: &str, other: &str) -> Option<String> {
    let (_, part) = text.split_once(own)?;
    let part = part.split_once(other).map_or(part, |(part, _)| part);
    Some(part.trim().to_owned())
}
