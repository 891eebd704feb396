//! Rules that cards bring with them, from their records: of a list of objects each is an allowance, of values each is a
//! condition.

use crate::card_files::{ForeignValue, slug};
use crate::fields::{RecordReader, parse_decimal};
use crate::mapping::{CardRuleMapping, Mapping, RULE_VALUE, TemplatePiece};
use crate::messages::RecordMessage;
use crate::records::Record;
use std::collections::BTreeMap;

/// The rules of one mapping: place of the rule in the mapping, and what it asks as a line → ids of the cards that have it.
#[derive(Debug, Default)]
pub(super) struct CollectedRules {
    rules: BTreeMap<(usize, String), Vec<String>>,
}

impl CollectedRules {
    /// Adds the rules of a card; notes objects of which nothing can be said.
    pub(super) fn add(
        &mut self,
        record: &Record,
        mapping: &Mapping,
        notes: &mut Vec<RecordMessage>,
    ) {
        for (at, rule) in mapping.rules.iter().enumerate() {
            let (key, value) = match read_conditions(record, rule, mapping) {
                Some(conditions) => ("require", ForeignValue::Text(conditions)),
                None => {
                    let allowances = read_allowances(record, rule, mapping, notes);
                    ("allowances", ForeignValue::List(allowances))
                }
            };
            let is_empty = match &value {
                ForeignValue::List(list) => list.is_empty(),
                ForeignValue::Text(text) => text.is_empty(),
                _ => false,
            };
            if !is_empty {
                let mut line = format!("{key} = ");
                value.write(&mut line);
                self.rules.entry((at, line)).or_default().push(record.key.clone());
            }
        }
    }

    /// Writes the rules as entries of a file, and returns their number.
    pub(super) fn write(self, mapping: &Mapping, text: &mut String) -> usize {
        let count = self.rules.len();
        for ((at, asks), cards) in self.rules {
            let Some(rule) = mapping.rules.get(at) else { continue };
            text.push_str("\n[[rule-of-cards]]\n");
            let mut line = |key: &str, value: &ForeignValue| {
                text.push_str(key);
                text.push_str(" = ");
                value.write(text);
                text.push('\n');
            };
            line("cards", &ForeignValue::List(cards.into_iter().map(ForeignValue::Text).collect()));
            for (key, value) in &rule.constants {
                line(key, value);
            }
            text.push_str(&asks);
            text.push('\n');
        }
        count
    }
}

/// The conditions of a card, all of which have to hold; `None` where the rule is one of allowances.
fn read_conditions(record: &Record, rule: &CardRuleMapping, mapping: &Mapping) -> Option<String> {
    let (field, require) = rule.values.as_ref().zip(rule.require.as_ref())?;
    let values = RecordReader::new(record, mapping).printed_values(field, &mapping.records.front);
    let conditions = values.iter().map(|value| {
        let words: Vec<String> = value.split('|').map(slug).collect();
        require.replace(RULE_VALUE, &words.join("|"))
    });
    Some(conditions.collect::<Vec<_>>().join(" and "))
}

/// Reads the allowances of a card. An object that takes cards away does so from those behind it.
fn read_allowances(
    record: &Record,
    rule: &CardRuleMapping,
    mapping: &Mapping,
    notes: &mut Vec<RecordMessage>,
) -> Vec<ForeignValue> {
    let (mut allowances, mut exceptions) = (Vec::new(), String::new());
    for object in record.objects(&rule.each) {
        let object = Record::new(record.place, object.clone(), &record.context);
        if !object.is_wanted(&rule.when, &rule.unless, &mapping.records.front, true) {
            continue;
        }
        let parts: Vec<String> =
            rule.cards.iter().filter_map(|part| fill_template(part, &object)).collect();
        if parts.is_empty() {
            notes.push(RecordMessage::NoAllowance { list: rule.each.join(".") });
            continue;
        }
        let filter = parts.join(" ");
        if rule.except.as_ref().is_some_and(|path| !object.strings(path).is_empty()) {
            exceptions.push_str(&format!(" -({filter})"));
            continue;
        }
        let mut entries =
            vec![("cards".to_owned(), ForeignValue::Text(format!("{filter}{exceptions}")))];
        let up_to = rule.up_to.as_ref().and_then(|path| object.strings(path).into_iter().next());
        if let Some(number) = up_to.and_then(|text| parse_decimal(&text)) {
            entries.push(("up-to".to_owned(), ForeignValue::Number(number)));
        }
        allowances.push(ForeignValue::Table(entries));
    }
    if !allowances.is_empty() {
        allowances.extend(rule.always.iter().map(|fixed| {
            let number = |text: &String| match parse_decimal(text) {
                Some(number) => ForeignValue::Number(number),
                None => ForeignValue::text(text),
            };
            let up_to = fixed.up_to.iter().flatten();
            let up_to = up_to.map(|text| ("up-to".to_owned(), number(text)));
            let cards = ("cards".to_owned(), ForeignValue::text(&fixed.cards));
            ForeignValue::Table(std::iter::once(cards).chain(up_to).collect())
        }));
    }
    allowances
}

/// Puts the values of an object in the places of their paths; `None` where one has none.
fn fill_template(template: &[TemplatePiece], object: &Record) -> Option<String> {
    let mut text = String::new();
    for piece in template {
        match piece {
            TemplatePiece::Text(piece) => text.push_str(piece),
            TemplatePiece::Path(path) => {
                let is_number = |value: &String| parse_decimal(value).is_some();
                let word = |value: String| if is_number(&value) { value } else { slug(&value) };
                let mut words: Vec<String> = object.strings(path).into_iter().map(word).collect();
                if object.has_false(path) {
                    words.push("false".to_owned());
                }
                if words.is_empty() || words.iter().any(String::is_empty) {
                    return None;
                }
                text.push_str(&words.join("|"));
            }
        }
    }
    Some(text)
}
