//! One card from the records of its printings.

use super::fields::{self, FACE};
use super::mapping::{As, Field, Mapping};
use super::records::{Record, rewrite, strings};
use super::value::{Value, word};
use super::{ImportError, Note, effects, parts};

/// The texts of one face; `None` is the front.
type FaceTexts = (Option<&'static str>, Vec<(String, Value)>);

/// A card, ready to be written.
#[derive(Debug)]
pub(super) struct Card {
    pub id: String,
    /// Code of the set whose file holds the card.
    pub set_code: String,
    pub entries: Vec<(String, Value)>,
    pub texts: Vec<FaceTexts>,
}

impl Card {
    /// The card's id and texts alone.
    pub(super) fn text_entries(&self) -> Vec<(String, Value)> {
        let mut entries = vec![("id".to_owned(), Value::text(&self.id))];
        for (face, texts) in &self.texts {
            match face {
                None => entries.extend(texts.iter().cloned()),
                Some(face) => entries.push((format!("faces.{face}"), Value::Table(texts.clone()))),
            }
        }
        entries
    }
}

/// Builds a card from its records, of which the first stands for the card.
pub(super) fn build(
    records: &[Record<'_>],
    mapping: &Mapping,
    notes: &mut Vec<Note>,
) -> Result<Card, ImportError> {
    let Some(record) = records.first() else {
        return Err(ImportError::NoInput);
    };
    let shape = &mapping.records;
    let has_back = record.value.get(&shape.back).is_some_and(serde_json::Value::is_object);
    let names = names(record, has_back, mapping);
    let kind = kind(record, mapping)?;
    let codes = set_codes(record, mapping)?;
    let mut entries = vec![
        ("id".to_owned(), Value::text(&record.key)),
        ("name".to_owned(), Value::text(&names.front)),
    ];
    let aliases = aliases(records, &names, has_back, mapping);
    if !aliases.is_empty() {
        entries.push((
            "aliases".to_owned(),
            Value::List(aliases.into_iter().map(Value::Text).collect()),
        ));
    }
    entries.push(("kind".to_owned(), Value::text(&kind)));
    if codes.len() > 1 {
        let ids = codes
            .iter()
            .filter_map(|code| mapping.vocabulary.sets.get(code))
            .map(Value::text)
            .collect();
        entries.push(("sets".to_owned(), Value::List(ids)));
    }
    for field in fields_of(&kind, mapping) {
        if let Some(value) = fields::read(field, record, &shape.front, mapping, notes)? {
            entries.push((field.to.clone(), value));
        }
    }
    for (attribute, values) in mapping.tags.get(&record.key).into_iter().flatten() {
        let values = values.iter().map(Value::text).collect();
        entries.push((attribute.clone(), Value::List(values)));
    }
    let tags = effects::derive(record, &shape.front, &kind, mapping);
    if has_back {
        push_effects(&mut entries, tags.clone());
        let back = back(record, &kind, &names, &tags, mapping, notes)?;
        entries.push(("faces.back".to_owned(), Value::Table(back)));
    } else {
        push_effects(&mut entries, tags);
    }
    let set_code = codes.into_iter().next().unwrap_or_default();
    Ok(Card { id: record.key.clone(), set_code, entries, texts: texts(record, has_back, mapping) })
}

fn push_effects(entries: &mut Vec<(String, Value)>, tags: Vec<Value>) {
    if !tags.is_empty() {
        entries.push(("effects".to_owned(), Value::List(tags)));
    }
}

/// What the second face prints. Where one text stands for both faces and cannot be parted, its effects are left to the front.
fn back(
    record: &Record<'_>,
    kind: &str,
    names: &Names,
    front_effects: &[Value],
    mapping: &Mapping,
    notes: &mut Vec<Note>,
) -> Result<Vec<(String, Value)>, ImportError> {
    let face = &mapping.records.back;
    let mut entries = Vec::new();
    if names.back != names.front {
        entries.push(("name".to_owned(), Value::text(&names.back)));
    }
    for field in
        fields_of(kind, mapping).filter(|f| f.from.iter().all(|path| path.starts_with(FACE)))
    {
        if let Some(value) = fields::read(field, record, face, mapping, notes)? {
            entries.push((field.to.clone(), value));
        }
    }
    let mut tags = effects::derive(record, face, kind, mapping);
    if parts::inseparable(record, &mapping.effects_from, mapping) {
        tags.retain(|tag| !front_effects.contains(tag));
        let message =
            "one text holds both faces and no title parts it; its effects stand on the front"
                .to_owned();
        notes.push(Note { card: record.key.clone(), message });
    }
    push_effects(&mut entries, tags);
    Ok(entries)
}

fn fields_of<'m>(kind: &'m str, mapping: &'m Mapping) -> impl Iterator<Item = &'m Field> {
    let has = move |kinds: &[String]| kinds.iter().any(|k| k == kind);
    mapping
        .fields
        .iter()
        .filter(move |f| (f.kinds.is_empty() || has(&f.kinds)) && !has(&f.not_kinds))
}

fn kind(record: &Record<'_>, mapping: &Mapping) -> Result<String, ImportError> {
    let field = Field { form: As::Text, ..mapping.kind.clone() };
    let value = fields::read(&field, record, &mapping.records.front, mapping, &mut Vec::new())?;
    let Some(Value::Text(printed)) = value else {
        return Err(record.fail(format!(
            "no `{}`, which says what kind of card it is",
            field.from.join("`, `")
        )));
    };
    let kind = word(&printed);
    if !mapping.vocabulary.kinds.contains(&kind) {
        return Err(record.fail(format!("`{printed}` is not a kind of card the game declares")));
    }
    Ok(kind)
}

/// Codes of the sets that printed the card, its home first.
pub(super) fn set_codes(
    record: &Record<'_>,
    mapping: &Mapping,
) -> Result<Vec<String>, ImportError> {
    let captures = mapping.home_set.captures(&record.key);
    let Some(home) = captures.and_then(|c| Some(c.get(1)?.as_str().to_owned())) else {
        return Err(record
            .fail(format!("the id does not name a set as `{}` says", mapping.records.home_set)));
    };
    let mut codes = vec![home];
    for code in strings(&record.value, &mapping.records.printings) {
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    Ok(codes)
}

struct Names {
    front: String,
    back: String,
}

fn names(record: &Record<'_>, has_back: bool, mapping: &Mapping) -> Names {
    let title = titles(record, mapping).into_iter().next().unwrap_or_default();
    let plain = rewrite(&rewrite(&title, &mapping.variants), &mapping.name);
    match plain.split_once(&mapping.records.title_separator) {
        Some((front, back)) if has_back => {
            let (front, back) = (front.trim(), back.trim());
            let mark = mapping.records.title_mark.as_str();
            let once = !mark.is_empty() && back.ends_with(mark) && !front.ends_with(mark);
            let mark = if once { mark } else { "" };
            Names { front: format!("{front}{mark}"), back: back.to_owned() }
        }
        _ => Names { front: plain.clone(), back: plain },
    }
}

fn titles(record: &Record<'_>, mapping: &Mapping) -> Vec<String> {
    strings(&record.value, &format!("{}.{}", mapping.records.front, mapping.records.title))
}

/// Every other name: both faces together, titles of variant printings, nicknames, and what the mapping adds by hand.
fn aliases(
    records: &[Record<'_>],
    names: &Names,
    has_back: bool,
    mapping: &Mapping,
) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    if has_back && names.front != names.back {
        found.push(format!("{}{}{}", names.front, mapping.records.title_separator, names.back));
    }
    for record in records {
        found.extend(titles(record, mapping).iter().map(|title| rewrite(title, &mapping.name)));
        found.extend(strings(&record.value, &mapping.records.nicknames));
        found.extend(mapping.aliases.get(&record.key).cloned().unwrap_or_default());
    }
    let mut aliases: Vec<String> = Vec::new();
    for alias in found {
        let twice = alias.split_once(&mapping.records.title_separator).is_some_and(|(a, b)| a == b);
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

fn texts(record: &Record<'_>, has_back: bool, mapping: &Mapping) -> Vec<FaceTexts> {
    let mut faces = vec![(None, &mapping.records.front)];
    if has_back {
        faces.push((Some("back"), &mapping.records.back));
    }
    let of_face = |face: &str| -> Vec<(String, Value)> {
        let value = |from: &str| parts::of_face(record, from, face, mapping).into_iter().next();
        mapping
            .texts
            .iter()
            .filter_map(|text| Some((text.to.clone(), Value::Text(value(&text.from)?))))
            .collect()
    };
    faces
        .into_iter()
        .map(|(name, face)| (name, of_face(face)))
        .filter(|(_, texts)| !texts.is_empty())
        .collect()
}
