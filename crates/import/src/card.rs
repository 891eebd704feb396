//! Builds one card from the records of its printings, and its sets: codes in the records, ids in
//! the game. Records may print both faces of a card in one text, where each part begins with the
//! title of its face.

use crate::{
    face_texts::{face_texts, is_inseparable, set_id, split_title},
    fields::{self, RecordReader, Word, names_kind},
    foreign_value::{ForeignValue, slug},
    mapping::{FieldForm, FieldMapping, Mapping, RecordsMapping},
    messages::RecordMessage,
    path::{RecordPath, write_steps},
    records::{Record, titles},
    vocabulary::QUANTITY_KEY,
};
use sleeve_data::{
    Gather,
    model::{Number, hidden::toml_key},
    source::is_id,
};

/// Texts of one face by field; `None` is the front.
type FaceTexts = (Option<&'static str>, Vec<(String, ForeignValue)>);

#[derive(Debug)]
pub(super) struct ImportedCard {
    pub id: String,
    /// The code of the set whose file contains the card, if cards have sets.
    pub set_code: Option<String>,
    pub entries: Vec<(String, ForeignValue)>,
    pub texts: Vec<FaceTexts>,
    pub kind: Word,
    /// Words of enumerations and sets.
    pub words: Vec<Word>,
    /// Fields in which its printings differ.
    pub differing: Vec<String>,
    /// Doubts for a person to check.
    pub notes: Vec<RecordMessage>,
}

impl ImportedCard {
    /// Entries with only the id and the texts.
    pub(super) fn text_entries(&self) -> Vec<(String, ForeignValue)> {
        let mut entries = vec![("id".to_owned(), ForeignValue::text(&self.id))];
        for (face, texts) in &self.texts {
            match face {
                None => entries.extend(texts.iter().cloned()),
                Some(face) => {
                    entries.push((format!("faces.{face}"), ForeignValue::Table(texts.clone())))
                }
            }
        }
        entries
    }
}

/// Builds a card from its records; the main one, `record`, provides the facts.
///
/// # Errors
/// The records cannot become a card.
pub(super) fn build_card(
    record: &Record,
    records: &[Record],
    mapping: &Mapping,
) -> Result<ImportedCard, RecordMessage> {
    let shape = &mapping.records;
    if !shape.title.is_empty() && titles(record, mapping).is_empty() {
        return Err(RecordMessage::NoTitle { from: title_paths(mapping) });
    }
    let back = shape.back.as_ref().filter(|back| record.has_object(back));
    let names = face_names(record, back.is_some(), mapping);
    let mut reading = RecordReader::new(record, mapping);
    let kind = read_kind(&mut reading)?;
    let codes = set_codes(records, mapping)?;
    let aliases = card_aliases(records, &names, back.is_some(), mapping);
    let mut entries = name_entries(&record.key, &names.front, aliases);
    entries.push(("kind".to_owned(), ForeignValue::text(&kind.id)));
    if codes.len() > 1 {
        let ids = codes.iter().map(|code| set_id(code, mapping)).collect();
        push_texts(&mut entries, "sets", ids);
    }
    let mut notes = Vec::new();
    push_front_fields(&mut reading, &kind.id, &mut entries, &mut notes)?;
    let effects = fields::derive_effects(record, &shape.front, &kind.id, mapping);
    push_effects(&mut entries, effects.clone());
    if let Some(face) = back {
        let part = build_back(&mut reading, face, &kind.id, &names, &effects, &mut notes)?;
        entries.push(("faces.back".to_owned(), ForeignValue::Table(part)));
    }
    notes.append(&mut reading.notes);
    Ok(ImportedCard {
        id: record.key.clone(),
        set_code: codes.into_iter().next(),
        entries,
        texts: card_texts(record, back, mapping),
        words: reading.words,
        differing: differing_fields(records, &kind.id, mapping),
        kind,
        notes,
    })
}

fn name_entries(id: &str, name: &str, aliases: Vec<String>) -> Vec<(String, ForeignValue)> {
    let mut entries = vec![("id".to_owned(), ForeignValue::text(id))];
    if !name.is_empty() {
        entries.push(("name".to_owned(), ForeignValue::text(name)));
    }
    push_texts(&mut entries, "aliases", aliases);
    entries
}

fn push_texts(entries: &mut Vec<(String, ForeignValue)>, key: &str, texts: Vec<String>) {
    if !texts.is_empty() {
        entries.push((key.to_owned(), ForeignValue::texts(texts)));
    }
}

/// Adds the fields of the front, with what tags and disputes of the mapping give to it.
fn push_front_fields(
    reading: &mut RecordReader<'_>,
    kind: &str,
    entries: &mut Vec<(String, ForeignValue)>,
    notes: &mut Vec<RecordMessage>,
) -> Result<(), RecordMessage> {
    let mapping = reading.mapping;
    let mut quantity = None;
    for field in fields_for_kind(kind, mapping) {
        match reading.read_value(field, &mapping.records.front)? {
            Some(value) if field.to == QUANTITY_KEY => quantity = Some(value),
            Some(value) => push_field(entries, &field.to, value, notes),
            None => {}
        }
    }
    push_tags(reading, entries, notes);
    for (field, values) in mapping
        .disputed
        .get(&reading.record.key)
        .into_iter()
        .flatten()
    {
        for value in values {
            add_dispute(entries, field, value);
        }
    }
    // After the fields, in the order of keys of `sleeve fmt`.
    entries.extend(quantity.map(|value| (QUANTITY_KEY.to_owned(), value)));
    Ok(())
}

/// Adds the fields that tags of the mapping give to the card.
fn push_tags(
    reading: &mut RecordReader<'_>,
    entries: &mut Vec<(String, ForeignValue)>,
    notes: &mut Vec<RecordMessage>,
) {
    let mapping = reading.mapping;
    for (attribute, values) in mapping.tags.get(&reading.record.key).into_iter().flatten() {
        let words = tag_words(attribute, values);
        let declared = mapping.vocabulary.attributes.get(attribute);
        let value = match words.as_slice() {
            [word] if declared.is_some_and(|declared| declared.kind == "enum") => {
                ForeignValue::text(&word.id)
            }
            words => ForeignValue::texts(words.iter().map(|word| word.id.clone()).collect()),
        };
        push_field(entries, attribute, value, notes);
        reading.words.extend(words);
    }
}

/// The fields in which printings of a card differ from the main one, the first.
fn differing_fields(records: &[Record], kind: &str, mapping: &Mapping) -> Vec<String> {
    let Some((main, others)) = records.split_first() else { return Vec::new() };
    let mut differing = Vec::new();
    for field in fields_for_kind(kind, mapping).chain([&mapping.kind]) {
        for record in others {
            let values = compared_values(record, field, mapping);
            if !values.is_empty() && values != compared_values(main, field, mapping) {
                differing.push(field.to.clone());
                break;
            }
        }
    }
    differing
}

/// The values of a field to compare; only their number counts for a flag.
fn compared_values(record: &Record, field: &FieldMapping, mapping: &Mapping) -> Vec<String> {
    let reader = RecordReader::new(record, mapping);
    let mut values = reader.printed_values(field, &mapping.records.front);
    if field.form == FieldForm::Flag {
        values.iter_mut().for_each(String::clear);
    }
    values
}

/// The words that tags give to a card: declared values, or values to declare.
fn tag_words(field: &str, values: &[String]) -> Vec<Word> {
    let mut words = Vec::new();
    for value in values {
        let id = if is_id(value) { value.clone() } else { slug(value) };
        words.push(Word { field: field.to_owned(), id, printed: value.clone() });
    }
    words
}

/// Adds a field. An existing one stays, because a file may contain a key only once.
fn push_field(
    entries: &mut Vec<(String, ForeignValue)>,
    field: &str,
    value: ForeignValue,
    notes: &mut Vec<RecordMessage>,
) {
    let key = toml_key(field);
    if entries.iter().any(|(other, _)| *other == key) {
        notes.push(RecordMessage::FilledTwice { field: field.to_owned() });
    } else {
        entries.push((key, value));
    }
}

/// Adds the value of another source to a field. A card without the field has its default.
fn add_dispute(entries: &mut Vec<(String, ForeignValue)>, field: &str, text: &str) {
    let other = match (text, Number::parse(text)) {
        ("true" | "false", _) => ForeignValue::Flag(text == "true"),
        (_, Some(number)) => ForeignValue::Number(number),
        _ => ForeignValue::text(text),
    };
    let key = toml_key(field);
    let disputed = ("disputed".to_owned(), other);
    match entries.iter_mut().find(|(of, _)| *of == key) {
        Some((_, value)) if *value == disputed.1 => {}
        Some((_, value)) => {
            let printed = ("value".to_owned(), value.clone());
            *value = ForeignValue::Table(vec![printed, disputed]);
        }
        None => entries.push((key, ForeignValue::Table(vec![disputed]))),
    }
}

fn push_effects(entries: &mut Vec<(String, ForeignValue)>, effects: Vec<ForeignValue>) {
    if !effects.is_empty() {
        entries.push(("effects".to_owned(), ForeignValue::List(effects)));
    }
}

/// Builds the second face. If one text of both faces cannot be split, its effects stay on the
/// front.
fn build_back(
    reading: &mut RecordReader<'_>,
    face: &RecordPath,
    kind: &str,
    names: &FaceNames,
    front_effects: &[ForeignValue],
    notes: &mut Vec<RecordMessage>,
) -> Result<Vec<(String, ForeignValue)>, RecordMessage> {
    let (record, mapping) = (reading.record, reading.mapping);
    let mut entries = Vec::new();
    if names.back != names.front {
        entries.push(("name".to_owned(), ForeignValue::text(&names.back)));
    }
    let from = mapping.effects.as_ref().map(|of| &of.from);
    let is_inseparable = from.is_some_and(|from| is_inseparable(record, from, face, mapping));
    for field in fields_for_kind(kind, mapping) {
        let is_of_face = !field.from.is_empty()
            && field.from.iter().all(|(_, path)| path.is_face_path())
            && field.to != QUANTITY_KEY
            && (field.each.is_empty() || !is_inseparable);
        if !is_of_face {
            continue;
        }
        if let Some(value) = reading.read_value(field, face)? {
            push_field(&mut entries, &field.to, value, notes);
        }
    }
    let mut effects = fields::derive_effects(record, face, kind, mapping);
    if is_inseparable {
        effects.retain(|effect| !front_effects.contains(effect));
        notes.push(RecordMessage::Inseparable);
    }
    push_effects(&mut entries, effects);
    Ok(entries)
}

fn fields_for_kind<'m>(
    kind: &'m str,
    mapping: &'m Mapping,
) -> impl Iterator<Item = &'m FieldMapping> {
    mapping.fields.iter().filter(move |field| {
        (field.kinds.is_empty() || names_kind(&field.kinds, kind))
            && !names_kind(&field.not_kinds, kind)
    })
}

fn read_kind(reading: &mut RecordReader<'_>) -> Result<Word, RecordMessage> {
    let mapping = reading.mapping;
    let field = &mapping.kind;
    let values = reading.values_or_default(field);
    if values.is_empty() {
        return Err(RecordMessage::NoKindGiven { from: field.written() });
    }
    let printed = values.join("; ");
    let id = reading.read_word(field, &printed, std::slice::from_ref(&printed))?;
    // The kind is not a field: its word must not be declared as a field's value.
    let name = reading.words.drain(..).next_back().map(|word| word.printed);
    if !mapping.declares && !mapping.vocabulary.kinds.contains(&id) {
        return Err(RecordMessage::UndeclaredKind { printed });
    }
    Ok(Word { field: field.to.clone(), id, printed: name.unwrap_or(printed) })
}

/// Paths of the title as the mapping writes them, with the face.
fn title_paths(mapping: &Mapping) -> Vec<String> {
    let RecordsMapping { title, front, .. } = &mapping.records;
    title
        .iter()
        .map(|path| write_steps(&path.resolve_face(front).steps))
        .collect()
}

fn card_texts(record: &Record, back: Option<&RecordPath>, mapping: &Mapping) -> Vec<FaceTexts> {
    let mut faces = vec![(None, texts_of_face(record, &mapping.records.front, mapping))];
    if let Some(back) = back {
        faces.push((Some("back"), texts_of_face(record, back, mapping)));
    }
    faces.retain(|(_, texts)| !texts.is_empty());
    faces
}

fn texts_of_face(
    record: &Record,
    face: &RecordPath,
    mapping: &Mapping,
) -> Vec<(String, ForeignValue)> {
    let mut texts: Vec<(String, ForeignValue)> = Vec::new();
    for text in &mapping.texts {
        let key = toml_key(&text.to.value);
        // Several paths may fill one field: the first with a text wins.
        if texts.iter().any(|(known, _)| *known == key) {
            continue;
        }
        let found = face_texts(record, &text.from, face, mapping)
            .into_iter()
            .next();
        texts.extend(found.map(|found| (key, ForeignValue::Text(found))));
    }
    texts
}

/// Makes an id by the steps of a mapping; `None` if the record has no value for it.
///
/// # Errors
/// The value gives no word.
pub(super) fn made_id(
    record: &Record,
    field: &FieldMapping,
    mapping: &Mapping,
) -> Result<Option<String>, RecordMessage> {
    let mut reading = RecordReader::new(record, mapping);
    let values = reading.values_or_default(field);
    Ok(match field.form {
        FieldForm::Word if !values.is_empty() => {
            Some(reading.read_word(field, &values.join("-"), &[])?)
        }
        _ => values.into_iter().next(),
    })
}

/// Returns the codes of the sets with this card, its home set first; empty if the mapping names no
/// sets.
///
/// # Errors
/// A record has no set.
pub(super) fn set_codes(
    records: &[Record],
    mapping: &Mapping,
) -> Result<Vec<String>, RecordMessage> {
    let Some(first) = records.first() else { return Ok(Vec::new()) };
    let mut codes: Vec<String> = Vec::new();
    let shape = &mapping.records;
    if let Some(home_set) = &shape.home_set {
        let captures = home_set.captures(&first.key);
        let Some(home) = captures.and_then(|c| Some(c.get(1)?.as_str().to_owned())) else {
            return Err(RecordMessage::NoHomeSet { pattern: home_set.to_string() });
        };
        codes.push(home);
    }
    if let Some(set) = &mapping.set {
        for record in records {
            let of_record = RecordReader::new(record, mapping).values_or_default(&set.field);
            if of_record.is_empty() {
                return Err(RecordMessage::NoSet { from: set.field.written() });
            }
            codes.extend(of_record);
        }
    }
    if let Some(printings) = &shape.printings {
        codes.extend(first.strings(printings));
    }
    for code in &codes {
        if mapping.vocabulary.set(code).is_none() && !is_id(&slug(code)) {
            let (field, printed) = ("set".to_owned(), code.clone());
            return Err(RecordMessage::NoWord { field, printed });
        }
    }
    Ok(codes.into_iter().each_once())
}

/// Names of both faces, which are the same for a card with one face.
pub(super) struct FaceNames {
    pub front: String,
    pub back: String,
}

/// Reads the names of the faces from the main record of a card.
pub(super) fn face_names(record: &Record, has_back: bool, mapping: &Mapping) -> FaceNames {
    let title = titles(record, mapping)
        .into_iter()
        .next()
        .unwrap_or_default();
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

/// Collects the other names: both faces together, titles of variant printings, nicknames, and
/// aliases in the mapping.
pub(super) fn card_aliases(
    records: &[Record],
    names: &FaceNames,
    has_back: bool,
    mapping: &Mapping,
) -> Vec<String> {
    let mut aliases: Vec<String> = Vec::new();
    if has_back && names.front != names.back {
        aliases.push(format!("{}{}{}", names.front, mapping.records.title_separator, names.back));
    }
    for record in records {
        let titles = titles(record, mapping);
        aliases.extend(
            titles
                .iter()
                .map(|title| record.rewrite(title, &mapping.name)),
        );
        for path in &mapping.records.nicknames {
            aliases.extend(record.strings(&path.resolve_face(&mapping.records.front)));
        }
        aliases.extend(
            mapping
                .aliases
                .get(&record.key)
                .cloned()
                .unwrap_or_default(),
        );
    }
    aliases.retain(|alias| {
        // `A / A` means the same as `A`.
        let is_repeated = split_title(alias, mapping).is_some_and(|(a, b)| a == b);
        !alias.is_empty() && !is_repeated && *alias != names.front && *alias != names.back
    });
    aliases.into_iter().each_once()
}
