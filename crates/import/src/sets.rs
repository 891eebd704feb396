//! The sets that printed a card: by their codes in the records, by their ids in the game.

use super::fields::RecordReader;
use super::mapping::Mapping;
use super::messages::RecordMessage;
use super::records::Record;
use super::value::slug;

/// Codes of the sets that printed the card, its home first; none where the mapping says nothing of sets.
///
/// # Errors
/// Where a record does not say its set.
pub(super) fn set_codes(
    records: &[Record],
    mapping: &Mapping,
) -> Result<Vec<String>, RecordMessage> {
    let mut codes: Vec<String> = Vec::new();
    let mut add = |code: String| {
        if !codes.contains(&code) {
            codes.push(code);
        }
    };
    let Some(first) = records.first() else { return Ok(Vec::new()) };
    let shape = &mapping.records;
    if let Some(home_set) = &shape.home_set {
        let captures = home_set.captures(&first.key);
        let Some(home) = captures.and_then(|c| Some(c.get(1)?.as_str().to_owned())) else {
            return Err(RecordMessage::NoHomeSet { pattern: home_set.to_string() });
        };
        add(home);
    }
    if let Some(set) = &mapping.set {
        for record in records {
            let mut found = record_set_codes(record, mapping);
            if found.is_empty() {
                found = set.field.default.clone().unwrap_or_default();
            }
            if found.is_empty() {
                return Err(RecordMessage::NoSet { from: set.field.written.clone() });
            }
            found.into_iter().for_each(&mut add);
        }
    }
    if let Some(printings) = &shape.printings {
        first.strings(printings).into_iter().for_each(&mut add);
    }
    if let Some(code) =
        codes.iter().find(|code| mapping.vocabulary.set(code).is_none() && slug(code).is_empty())
    {
        let (field, printed) = ("set".to_owned(), code.clone());
        return Err(RecordMessage::NoWord { field, printed });
    }
    Ok(codes)
}

fn record_set_codes(record: &Record, mapping: &Mapping) -> Vec<String> {
    let Some(set) = &mapping.set else { return Vec::new() };
    let reading = RecordReader::new(record, mapping);
    reading.printed_values(&set.field, &mapping.records.front)
}

/// The id of the set of a code: as the game declares it, else as it would be declared.
pub(super) fn set_id(code: &str, mapping: &Mapping) -> String {
    mapping.vocabulary.set(code).map_or_else(|| slug(code), str::to_owned)
}
