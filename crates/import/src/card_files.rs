//! Cards as the text of TOML files, one value per line; and the differences between the files of
//! two imports, by card and field.

use crate::{
    ImportMessage, Imported, ImportedFile,
    card::ImportedCard,
    face_texts::set_id,
    foreign_value::{ForeignValue, slug, write_line},
    mapping::{Mapping, ProvenanceMapping},
};
use sleeve_data::{
    model::{Lang, hidden::toml_key},
    source::MAX_WIDTH,
};
use std::collections::{BTreeMap, BTreeSet};
use unicode_width::UnicodeWidthStr;

/// A larger file is continued in another. Half the limit for card data leaves room for the card
/// that exceeds it.
const MAX_BYTES: usize = sleeve_data::source::FILE_LIMIT as usize / 2;
/// Precedes the first value of a line of a list.
const INDENT: &str = "\n    ";
/// Name of the file for cards without a set.
const NO_SET_FILE: &str = "imported";
/// Comment at the top of files of texts.
const TEXTS_HEADER: &str =
    "Texts of cards for your own use: they belong to their owners, do not pass this file on.";

/// Writes the files of the cards: one file of facts and one of texts per set.
pub(super) fn write_files(cards: Vec<ImportedCard>, mapping: &Mapping, out: &mut Imported) {
    let mut by_set: BTreeMap<(Option<String>, Option<String>), Vec<ImportedCard>> = BTreeMap::new();
    for card in cards {
        let set = card.set_code.as_ref().map(|code| set_id(code, mapping));
        // Several codes may mean one set: the code declared by the game names the file.
        let declared = mapping
            .vocabulary
            .sets
            .iter()
            .find(|(_, id)| Some(*id) == set.as_ref());
        let code = declared
            .map(|(code, _)| code.clone())
            .or_else(|| set.clone());
        by_set.entry((code, set)).or_default().push(card);
    }
    for ((code, set), mut cards) in by_set {
        cards.sort_by_cached_key(|card| natural_order(&card.id));
        let name = match (&code, &set) {
            // The code comes before the id, unless it is the id or has no letter or digit.
            (Some(code), Some(set)) if !["", set].contains(&slug(code).as_str()) => {
                format!("{}-{set}", slug(code))
            }
            (_, Some(set)) => set.clone(),
            (_, None) => NO_SET_FILE.to_owned(),
        };
        let texts: Vec<_> = cards
            .iter()
            .filter(|card| !card.texts.is_empty())
            .map(ImportedCard::text_entries)
            .collect();
        if !texts.is_empty() {
            write_parts(&mut out.texts, &name, &comment_header(TEXTS_HEADER), texts.iter());
        }
        let head = comment_header(&mapping.header) + &file_defaults(set.as_deref(), mapping);
        // No file begins with a blank line.
        write_parts(
            &mut out.files,
            &name,
            head.trim_start(),
            cards.iter().map(|card| &card.entries),
        );
    }
}

/// The `file` table, which applies to all cards of a file.
fn file_defaults(set: Option<&str>, mapping: &Mapping) -> String {
    let provenance = match &mapping.provenance {
        ProvenanceMapping::One(word) => ForeignValue::text(word),
        ProvenanceMapping::ByField(fields) => ForeignValue::Table(
            fields
                .iter()
                .map(|(field, of)| (toml_key(field), ForeignValue::text(of)))
                .collect(),
        ),
    };
    let mut defaults = Vec::new();
    if let Some(set) = set {
        defaults.push(("set".to_owned(), ForeignValue::text(set)));
    }
    defaults.push(("provenance".to_owned(), provenance));
    let mut line = String::new();
    write_line("file", &ForeignValue::Table(defaults), &mut line);
    line
}

/// A text as comment lines. TOML allows no control characters in them except tabs.
pub(super) fn comment_header(text: &str) -> String {
    let lines = text.trim().replace("\r\n", "\n").replace('\r', "\n");
    let plain = lines.replace(|char: char| char.is_control() && !"\n\t".contains(char), " ");
    plain
        .lines()
        .map(|line| format!("# {line}").trim_end().to_owned() + "\n")
        .collect()
}

/// Writes a list of cards as files in the style of `sleeve fmt`, with a line for each value.
fn write_parts<'a>(
    files: &mut Vec<ImportedFile>,
    name: &str,
    head: &str,
    cards: impl Iterator<Item = &'a Vec<(String, ForeignValue)>>,
) {
    let mut parts = vec![head.to_owned()];
    for entries in cards {
        // Checked before a card is added, so no file is empty.
        if parts.last().is_none_or(|text| text.len() > MAX_BYTES) {
            parts.push(head.to_owned());
        }
        if let Some(text) = parts.last_mut() {
            text.push_str("\n[[card]]\n");
            write_lines("", entries, text);
        }
    }
    for (at, text) in parts.into_iter().enumerate() {
        let path = match at {
            0 => format!("{name}.toml"),
            at => format!("{name}.{}.toml", at + 1),
        };
        files.push(ImportedFile { path, text });
    }
}

/// Writes a line for each value; the part of a card (`faces.back`) is a table of its own.
fn write_lines(dotted: &str, entries: &[(String, ForeignValue)], out: &mut String) {
    for (key, value) in entries {
        if let ForeignValue::Table(part) = value
            && key.starts_with("faces.")
            && !part.is_empty()
        {
            write_lines(&format!("{key}."), part, out);
            continue;
        }
        let start = out.len();
        out.push_str(&format!("{dotted}{key} = "));
        let behind_key = out.len();
        value.write(out);
        // INVARIANT: the start of what has just been appended.
        if let ForeignValue::List(list) = value
            && out[start..].width() > MAX_WIDTH
        {
            out.truncate(behind_key);
            write_broken_list(list, out);
        }
        out.push('\n');
    }
}

/// Writes a list on several lines. Plain values fill them, like words; tables get one each.
fn write_broken_list(list: &[ForeignValue], out: &mut String) {
    let fills = !list
        .iter()
        .any(|value| matches!(value, ForeignValue::Table(_)));
    let mut column = MAX_WIDTH;
    out.push('[');
    for value in list {
        let mut item = String::new();
        value.write(&mut item);
        let wide = item.width() + 1;
        let follows = fills && column + 1 + wide <= MAX_WIDTH;
        column = if follows { column + 1 } else { INDENT.len() - 1 } + wide;
        out.push_str(if follows { " " } else { INDENT });
        out.push_str(&(item + ","));
    }
    out.push_str("\n]");
}

/// A sort key that puts `1_9` before `1_10`.
pub(super) fn natural_order(id: &str) -> Vec<(u64, String)> {
    id.split(['_', '-', '.'])
        .map(|part| {
            let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = part.strip_suffix(rest).unwrap_or_default();
            // Every number is followed by a part without one.
            (digits.parse().unwrap_or(u64::MAX), rest.to_owned())
        })
        .collect()
}

/// Most cards of each kind of difference that are listed; the rest are counted.
pub(super) const MAX_LISTED_CARDS: usize = 1_000;
/// Cards of a first import that are listed. All of them are new, so thousands of lines would be
/// useless.
const FIRST_IMPORT_LISTED: usize = 5;

// Prefixes of the ids of lists and rules among those of cards, which do not contain this character.
const LIST_PREFIX: &str = "list/";
const RULE_PREFIX: &str = "rule/";

/// The differences between earlier and newer card files.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CardDifferences {
    /// Cards that are only in the newer files: id and name.
    pub added: Vec<(String, String)>,
    /// Cards that are only in the earlier files: id and name.
    pub removed: Vec<(String, String)>,
    pub changed: Vec<CardChange>,
    /// Whether the earlier files had no cards.
    pub is_first: bool,
}

/// A card whose facts differ.
#[derive(Debug, PartialEq, Eq)]
pub struct CardChange {
    pub id: String,
    /// The name in the newer files.
    pub name: String,
    /// Name, earlier value and newer value of each field that differs, as TOML; `None` is an absent
    /// value.
    pub fields: Vec<(String, Option<String>, Option<String>)>,
}

impl CardDifferences {
    /// Whether the files contain the same facts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }

    /// Numbers of cards that were added, removed and changed, without lists and rules.
    #[must_use]
    pub fn card_counts(&self) -> [usize; 3] {
        [
            self.added.iter().filter(|(id, _)| is_card(id)).count(),
            self.removed.iter().filter(|(id, _)| is_card(id)).count(),
            self.changed.iter().filter(|card| is_card(&card.id)).count(),
        ]
    }

    /// One line per card: `+` added, `-` removed, `~` changed, followed by its fields. A line for
    /// each sign counts the cards beyond the limit.
    #[must_use]
    pub fn lines(&self, lang: Lang) -> Vec<String> {
        let nothing = word!(lang, "nothing");
        let mut lines: Vec<String> = Vec::new();
        let limit = if self.is_first { FIRST_IMPORT_LISTED } else { MAX_LISTED_CARDS };
        lines.extend(
            self.added
                .iter()
                .take(limit)
                .map(|(id, name)| format!("+ {id} {name}")),
        );
        lines.extend(count_rest(lang, '+', self.added.len(), limit));
        let removed = self.removed.iter().take(MAX_LISTED_CARDS);
        lines.extend(removed.map(|(id, name)| format!("- {id} {name}")));
        lines.extend(count_rest(lang, '-', self.removed.len(), MAX_LISTED_CARDS));
        for change in self.changed.iter().take(MAX_LISTED_CARDS) {
            lines.push(format!("~ {} {}", change.id, change.name));
            for (field, before, after) in &change.fields {
                let before = before.as_deref().unwrap_or(nothing);
                let after = after.as_deref().unwrap_or(nothing);
                lines.push(format!("    {field}: {before} -> {after}"));
            }
        }
        lines.extend(count_rest(lang, '~', self.changed.len(), MAX_LISTED_CARDS));
        lines
    }
}

fn is_card(id: &str) -> bool {
    !id.starts_with(LIST_PREFIX) && !id.starts_with(RULE_PREFIX)
}

/// A line that counts the cards beyond the limit, if there are any.
fn count_rest(lang: Lang, sign: char, count: usize, limit: usize) -> Option<String> {
    let more = count.checked_sub(limit).filter(|more| *more > 0)?;
    Some(say!(lang, more, "{sign} and {more} more"))
}

/// Compares the card files of an earlier import with newer ones.
pub fn compare_files(
    before: &[ImportedFile],
    after: &[ImportedFile],
) -> Result<CardDifferences, ImportMessage> {
    let (before, after) = (cards_by_id(before)?, cards_by_id(after)?);
    let mut summary = CardDifferences { is_first: before.is_empty(), ..CardDifferences::default() };
    for id in before.keys().chain(after.keys()).collect::<BTreeSet<_>>() {
        match (before.get(id), after.get(id)) {
            (None, Some(new)) => summary.added.push((id.clone(), card_name(new))),
            (Some(old), None) => summary.removed.push((id.clone(), card_name(old))),
            (Some(old), Some(new)) if old != new => {
                summary.changed.push(CardChange {
                    id: id.clone(),
                    name: card_name(new),
                    fields: changed_fields(old, new),
                });
            }
            _ => {}
        }
    }
    Ok(summary)
}

fn cards_by_id(files: &[ImportedFile]) -> Result<BTreeMap<String, toml::Table>, ImportMessage> {
    let mut cards = BTreeMap::new();
    for file in files {
        if let Err(message) = collect_cards(&file.text, &mut cards) {
            return Err(ImportMessage::Earlier { path: file.path.clone(), message });
        }
    }
    Ok(cards)
}

/// Collects the cards of a file, or its lists and rules.
///
/// # Errors
/// The file is not TOML, or has no cards with ids.
fn collect_cards(text: &str, cards: &mut BTreeMap<String, toml::Table>) -> Result<(), String> {
    let table: toml::Table = text
        .parse()
        .map_err(|error: toml::de::Error| error.message().to_owned())?;
    let defaults = table
        .get("file")
        .and_then(toml::Value::as_table)
        .cloned()
        .unwrap_or_default();
    let (lists, rules) = (table.get("list"), table.get("rule-of-cards"));
    cards.extend(
        items_of(lists)
            .filter_map(toml::Value::as_table)
            .map(list_by_card),
    );
    cards.extend(
        items_of(rules)
            .filter_map(toml::Value::as_table)
            .flat_map(rule_by_card),
    );
    if lists.is_some() || rules.is_some() {
        return Ok(());
    }
    let list = table
        .get("card")
        .and_then(toml::Value::as_array)
        .ok_or("it has no `card`")?;
    for card in list {
        let mut full = defaults.clone();
        full.extend(card.as_table().cloned().unwrap_or_default());
        let id = full
            .get("id")
            .and_then(toml::Value::as_str)
            .ok_or("a card has no `id`")?;
        cards.insert(id.to_owned(), full);
    }
    Ok(())
}

/// The items of a list; none of another value.
fn items_of(list: Option<&toml::Value>) -> impl Iterator<Item = &toml::Value> {
    list.and_then(toml::Value::as_array).into_iter().flatten()
}

/// A list under an id that no card has, with its cards as fields.
fn list_by_card(list: &toml::Table) -> (String, toml::Table) {
    let id = text_of(list, "id");
    let day = list
        .get("from")
        .map(|day| format!("@{day}"))
        .unwrap_or_default();
    let mut fields = list.clone();
    match fields.remove("cards") {
        Some(toml::Value::Table(cards)) => fields.extend(cards),
        cards => {
            let names = items_of(cards.as_ref()).filter_map(toml::Value::as_str);
            fields.extend(names.map(|card| (card.to_owned(), toml::Value::Boolean(true))));
        }
    }
    (format!("{LIST_PREFIX}{id}{day}"), fields)
}

/// A rule of cards, under an id for each of its cards.
fn rule_by_card(rule: &toml::Table) -> Vec<(String, toml::Table)> {
    let mut fields = rule.clone();
    let cards = fields.remove("cards");
    let id = text_of(rule, "id");
    let names = items_of(cards.as_ref()).filter_map(toml::Value::as_str);
    names
        .map(|card| (format!("{RULE_PREFIX}{card}/{id}"), fields.clone()))
        .collect()
}

fn changed_fields(
    old: &toml::Table,
    new: &toml::Table,
) -> Vec<(String, Option<String>, Option<String>)> {
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut changed = Vec::new();
    for key in keys {
        let (before, after) = (old.get(key), new.get(key));
        if before != after {
            let texts = (before.map(ToString::to_string), after.map(ToString::to_string));
            changed.push((key.clone(), texts.0, texts.1));
        }
    }
    changed
}

fn card_name(card: &toml::Table) -> String {
    text_of(card, "name").to_owned()
}

fn text_of<'t>(table: &'t toml::Table, key: &str) -> &'t str {
    table
        .get(key)
        .and_then(toml::Value::as_str)
        .unwrap_or_default()
}
