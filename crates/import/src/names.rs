//! What a card is called: its name, that of its back, and every other name that people may write.

use super::mapping::Mapping;
use super::parts::split_title;
use super::records::{Record, rewrite, titles};

/// The names of both faces; one name stands for both where the card has one face.
pub(super) struct FaceNames {
    pub front: String,
    pub back: String,
}

/// The names that the record which stands for the card gives.
pub(super) fn face_names(record: &Record, has_back: bool, mapping: &Mapping) -> FaceNames {
    let title = titles(record, mapping).into_iter().next().unwrap_or_default();
    let plain = rewrite(&rewrite(&title, &mapping.variants), &mapping.name);
    match split_title(&plain, mapping) {
        Some((front, back)) if has_back => {
            let (front, back) = (front.trim(), back.trim());
            let mark = mapping.records.title_mark.as_str();
            let once = !mark.is_empty() && back.ends_with(mark) && !front.ends_with(mark);
            let mark = if once { mark } else { "" };
            FaceNames { front: format!("{front}{mark}"), back: back.to_owned() }
        }
        _ => FaceNames { front: plain.clone(), back: plain },
    }
}

/// Every other name: both faces together, titles of variant printings, nicknames, and what the mapping adds by hand.
pub(super) fn card_aliases(
    records: &[Record],
    names: &FaceNames,
    has_back: bool,
    mapping: &Mapping,
) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    if has_back && names.front != names.back {
        found.push(format!("{}{}{}", names.front, mapping.records.title_separator, names.back));
    }
    for record in records {
        found.extend(titles(record, mapping).iter().map(|title| rewrite(title, &mapping.name)));
        for path in &mapping.records.nicknames {
            found.extend(record.strings(&path.resolve_face(&mapping.records.front)));
        }
        found.extend(mapping.aliases.get(&record.key).cloned().unwrap_or_default());
    }
    let mut aliases: Vec<String> = Vec::new();
    for alias in found {
        let twice = split_title(&alias, mapping).is_some_and(|(a, b)| a == b);
        if !alias.is_empty()
            && !twice
            && alias != names.front
            && alias != names.back
            && !aliases.contains(&alias)
        {
            aliases.push(alias);
        }
    }
    aliases
}
