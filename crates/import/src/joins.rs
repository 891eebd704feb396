//! Records of other files that belong to the cards: found by a key, one or many for each.

use super::mapping::{JoinMapping, Mapping};
use super::messages::ImportMessage;
use super::records::Record;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// So many values are named as examples.
const EXAMPLES: usize = 3;

/// Gives each record what the joins find for it, and tells what they do not.
///
/// # Errors
/// When a join finds nothing at all.
pub(super) fn attach_joined(
    records: &mut [Record],
    joined: Vec<Vec<Record>>,
    mapping: &Mapping,
) -> Result<Vec<ImportMessage>, ImportMessage> {
    let mut notes = Vec::new();
    for (join, others) in mapping.joins.iter().zip(joined) {
        let others: Vec<Arc<Record>> = others.into_iter().map(Arc::new).collect();
        let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, other) in others.iter().enumerate() {
            for key in other.strings(&join.key) {
                by_key.entry(key).or_default().push(at);
            }
        }
        let mut used = vec![false; others.len()];
        let mut misses: Vec<String> = Vec::new();
        let mut missed = 0;
        for record in records.iter_mut() {
            let asked = record.strings(&join.on);
            let found: BTreeSet<usize> =
                asked.iter().filter_map(|key| by_key.get(key)).flatten().copied().collect();
            if found.is_empty() {
                missed += 1;
                if misses.len() < EXAMPLES {
                    let shown = asked.into_iter().next();
                    misses.push(shown.unwrap_or_else(|| format!("({})", record.context.input)));
                }
                continue;
            }
            for at in &found {
                if let Some(used) = used.get_mut(*at) {
                    *used = true;
                }
            }
            let found = found.iter().filter_map(|at| others.get(*at)).map(Arc::clone).collect();
            record.joined.insert(join.name.clone(), found);
        }
        if missed == records.len() && missed > 0 {
            return Err(empty_join_message(join, records, &others));
        }
        let (name, of) = (join.name.clone(), records.len());
        if missed > 0 && !join.optional {
            notes.push(ImportMessage::JoinMisses { name, count: missed, of, examples: misses });
        }
        notes.extend(note_unused(join, &others, &used));
    }
    Ok(notes)
}

/// That records of a join belong to no card, where some do not.
fn note_unused(join: &JoinMapping, others: &[Arc<Record>], used: &[bool]) -> Option<ImportMessage> {
    let unused = || others.iter().zip(used).filter(|(_, used)| !**used).map(|(other, _)| other);
    let count = unused().count();
    let shown = |other: &Arc<Record>| other.strings(&join.key).into_iter().next();
    let examples = unused().filter_map(shown).take(EXAMPLES).collect();
    let (name, of) = (join.name.clone(), others.len());
    (count > 0).then_some(ImportMessage::JoinLeft { name, count, of, examples })
}

fn empty_join_message(
    join: &JoinMapping,
    records: &[Record],
    others: &[Arc<Record>],
) -> ImportMessage {
    let cards = records.iter().flat_map(|record| record.strings(&join.on));
    let joined = others.iter().flat_map(|other| other.strings(&join.key));
    ImportMessage::JoinOfNothing {
        name: join.name.clone(),
        cards: cards.take(EXAMPLES).collect(),
        joined: joined.take(EXAMPLES).collect(),
    }
}
