//! The two faces of a card: their names, the other names of the card, and the text of each face. Records may
//! print both in one text, in which each part begins with the title of its face.

use crate::mapping::Mapping;
use crate::path::RecordPath;
use crate::records::{Record, titles};

/// Names of both faces, which are equal for a card with one face.
pub(super) struct FaceNames {
    pub front: String,
    pub back: String,
}

/// Reads the names of the faces from the main record of a card.
pub(super) fn face_names(record: &Record, has_back: bool, mapping: &Mapping) -> FaceNames {
    let title = titles(record, mapping).into_iter().next().unwrap_or_default();
    let plain = record.rewrite(&record.rewrite(&title, &mapping.variants), &mapping.name);
    match split_title(&plain, mapping) {
        Some((front, back)) if has_back => {
            let (front, back) = (front.trim(), back.trim());
            let mark = mapping.records.title_mark.as_str();
            let is_shared = !mark.is_empty() && back.ends_with(mark) && !front.ends_with(mark);
            let mark = if is_shared { mark } else { "" };
            FaceNames { front: format!("{front}{mark}"), back: back.to_owned() }
        }
        _ => FaceNames { front: plain.clone(), back: plain },
    }
}

/// Collects the other names: both faces together, titles of variant printings, nicknames, and those that the mapping
/// adds by hand.
pub(super) fn card_aliases(
    records: &[Record],
    names: &FaceNames,
    has_back: bool,
    mapping: &Mapping,
) -> Vec<String> {
    let mut candidates: Vec<String> = Vec::new();
    if has_back && names.front != names.back {
        candidates
            .push(format!("{}{}{}", names.front, mapping.records.title_separator, names.back));
    }
    for record in records {
        candidates.extend(
            titles(record, mapping).iter().map(|title| record.rewrite(title, &mapping.name)),
        );
        for path in &mapping.records.nicknames {
            candidates.extend(record.strings(&path.resolve_face(&mapping.records.front)));
        }
        candidates.extend(mapping.aliases.get(&record.key).cloned().unwrap_or_default());
    }
    let mut aliases: Vec<String> = Vec::new();
    for alias in candidates {
        // `A / A` names no more than `A`.
        let is_repeated = split_title(&alias, mapping).is_some_and(|(a, b)| a == b);
        if !alias.is_empty()
            && !is_repeated
            && alias != names.front
            && alias != names.back
            && !aliases.contains(&alias)
        {
            aliases.push(alias);
        }
    }
    aliases
}

/// Reads the values at a path of one face, each cut to the part of this face.
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
    texts.into_iter().map(|text| cut_part(&text, own, other).unwrap_or(text)).collect()
}

/// Whether both faces have one text that no title splits: its effects cannot be assigned to a face.
pub(super) fn is_inseparable(
    record: &Record,
    path: &RecordPath,
    back: &RecordPath,
    mapping: &Mapping,
) -> bool {
    let front = face_texts(record, path, &mapping.records.front, mapping);
    !front.is_empty() && front == face_texts(record, path, back, mapping)
}

/// Headings that begin the parts of the faces, front first; `None` where the card has one title or the mapping splits
/// nothing.
fn face_headings(record: &Record, mapping: &Mapping) -> Option<(String, String)> {
    let part = mapping.part.as_ref()?;
    let shape = &mapping.records;
    shape.back.as_ref().filter(|back| record.has_object(back))?;
    let title = titles(record, mapping);
    let title = record.rewrite(&record.rewrite(title.first()?, &mapping.variants), &mapping.name);
    let (front, back) = split_title(&title, mapping)?;
    let heading = |title: &str| record.rewrite(title, &part.title) + &part.after;
    let headings = (heading(front), heading(back));
    (headings.0 != headings.1).then_some(headings)
}

/// Splits a title into those of two faces; `None` where nothing separates them.
pub(super) fn split_title<'t>(title: &'t str, mapping: &Mapping) -> Option<(&'t str, &'t str)> {
    let separator = mapping.records.title_separator.as_str();
    if separator.is_empty() { None } else { title.split_once(separator) }
}

/// The text between the heading of a face and that of the other.
fn cut_part(text: &str, own: &str, other: &str) -> Option<String> {
    let (_, part) = text.split_once(own)?;
    let part = part.split_once(other).map_or(part, |(part, _)| part);
    Some(part.trim().to_owned())
}
