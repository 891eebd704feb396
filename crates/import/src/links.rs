//! Fields that contain cards: titles and other texts in records become ids of cards. If several
//! cards share a title, a mark after it or a field selects those that are meant. A title that the
//! source split at a comma is joined again.

use crate::{
    card::ImportedCard,
    foreign_value::ForeignValue,
    mapping::{FieldForm, FieldMapping, Mapping},
    messages::ImportMessage,
};
use sleeve_data::{
    model::{
        Card, Catalog, FRONT, Fact, Lens,
        fold::{self, fold},
        game::CLASS_START,
        hidden::toml_key,
    },
    problem::KnownNames,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Texts of card fields that a message lists.
const EXAMPLES_NAMED: usize = 60;
/// Separators at which the source may have split a title.
const SPLITS: [&str; 4] = [", ", ". ", " and ", " or "];
/// Most pieces of a title that are joined.
const MAX_PIECES: usize = 4;
/// Most comparisons of unknown texts with names, in the search for near ones.
const MAX_COMPARED_NAMES: usize = 20_000_000;
/// The field of every card with its kind.
const KIND: &str = "kind";

/// A card that fields of other cards may name.
#[derive(Clone, Debug, Default)]
struct NamedCard {
    id: String,
    /// All its names, and its id last.
    names: Vec<String>,
    /// The values of fields that distinguish cards with the same name.
    values: BTreeMap<String, String>,
}

/// The cards of an import and of its game, by name.
#[derive(Debug, Default)]
pub(super) struct CardDirectory {
    cards: Vec<NamedCard>,
    /// By the keys of names.
    by_key: HashMap<String, Vec<usize>>,
}

impl CardDirectory {
    /// The cards of a game.
    pub(super) fn from_game(catalog: &Catalog, mapping: &Mapping) -> CardDirectory {
        let fields = telling_fields(mapping);
        let mut cards = Vec::new();
        for card in catalog.cards.iter() {
            let mut values = BTreeMap::new();
            for field in &fields {
                values.extend(value_of(catalog, card, field).map(|value| (field.clone(), value)));
            }
            let names = card.names().map(|(_, name, _)| name).chain([card.id()]);
            cards.push(NamedCard {
                id: card.id().to_owned(),
                names: names.map(str::to_owned).collect(),
                values,
            });
        }
        CardDirectory { cards, by_key: HashMap::new() }
    }

    /// Adds imported cards, in the order of their ids. They replace those of the game. Prepares the
    /// lookup.
    pub(super) fn with_imported(&self, cards: &[ImportedCard], mapping: &Mapping) -> CardDirectory {
        let fields = telling_fields(mapping);
        let mut all = Vec::new();
        for card in &self.cards {
            if cards
                .binary_search_by(|imported| imported.id.cmp(&card.id))
                .is_err()
            {
                all.push(card.clone());
            }
        }
        all.extend(cards.iter().map(|card| named_card(card, &fields)));
        let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, card) in all.iter().enumerate() {
            let keys: BTreeSet<String> = card.names.iter().map(|name| fold::key(name)).collect();
            keys.into_iter()
                .for_each(|key| by_key.entry(key).or_default().push(at));
        }
        CardDirectory { cards: all, by_key }
    }

    /// Whether some card has this name.
    pub(super) fn has(&self, text: &str) -> bool {
        self.by_key.contains_key(&fold::key(text))
    }

    /// The cards by the keys of the names that a field shortens.
    fn short_names(&self, field: &FieldMapping) -> HashMap<String, BTreeSet<usize>> {
        let mut by_key: HashMap<String, BTreeSet<usize>> = HashMap::new();
        for (at, card) in self.cards.iter().enumerate() {
            for name in &card.names {
                let mut short = name.clone();
                for rule in &field.names {
                    short = rule.pattern.replace(&short, &rule.with).into_owned();
                    let alone = rule.pattern.replace(name, &rule.with);
                    for key in [fold::key(&short), fold::key(&alone)] {
                        by_key.entry(key).or_default().insert(at);
                    }
                }
            }
        }
        by_key
    }

    /// The ids of the cards that a text in a field means; none if it is not a name.
    fn meant(&self, text: &str, names: &FieldNames<'_>, own: &NamedCard) -> Vec<&str> {
        let field = names.field;
        let mut name = text.to_owned();
        let mut is_marked = Vec::new();
        for mark in &field.marks {
            let plain = mark.pattern.replace(&name, "").into_owned();
            is_marked.push(plain != name);
            name = plain;
        }
        let key = fold::key(&name);
        let mut found: BTreeSet<usize> = names.short.get(&key).cloned().unwrap_or_default();
        found.extend(self.by_key.get(&key).into_iter().flatten());
        let mut cards: Vec<&NamedCard> = found
            .into_iter()
            .filter_map(|at| self.cards.get(at))
            .collect();
        if field.names.is_empty() {
            let spelled = fold(&name);
            keep_some(&mut cards, |card| card.names.iter().any(|name| fold(name) == spelled));
        }
        for (mark, is_marked) in field.marks.iter().zip(is_marked) {
            keep_some(&mut cards, |card| {
                (card.values.get(&mark.field) == Some(&mark.value)) == is_marked
            });
        }
        if let Some(same) = &field.same {
            keep_some(&mut cards, |card| card.values.get(same) == own.values.get(same));
        }
        cards.into_iter().map(|card| card.id.as_str()).collect()
    }

    /// The cards that the first of some texts means, alone or joined with the next ones; and the
    /// number of texts used. At least one of joined pieces is not a name by itself.
    fn first_meant(
        &self,
        texts: &[String],
        names: &FieldNames<'_>,
        own: &NamedCard,
    ) -> (Vec<&str>, usize) {
        for count in (2..=texts.len().min(MAX_PIECES)).rev() {
            let pieces = texts.get(..count).unwrap_or_default();
            if !pieces
                .iter()
                .any(|text| self.meant(text, names, own).is_empty())
            {
                continue;
            }
            for split in SPLITS {
                let meant = self.meant(&pieces.join(split), names, own);
                if !meant.is_empty() {
                    return (meant, count);
                }
            }
        }
        let mut text = texts.first().map_or("", String::as_str);
        let mut meant = self.meant(text, names, own);
        // In a phrase, words may follow the title.
        while meant.is_empty()
            && !names.field.each.is_empty()
            && let Some((shorter, _)) = text.rsplit_once(' ')
        {
            text = shorter;
            meant = self.meant(text, names, own);
        }
        (meant, 1)
    }

    /// The ids of the cards and the classes that texts in a field mean. Adds texts that mean no
    /// card to `left_out`.
    fn link(
        &self,
        texts: &[String],
        names: &FieldNames<'_>,
        own: &NamedCard,
        left_out: &mut Vec<String>,
    ) -> Vec<String> {
        let field = names.field;
        let (mut ids, mut rest) = (Vec::new(), texts);
        while let Some(first) = rest.first() {
            if first.starts_with(CLASS_START) && !field.classes.is_empty() {
                ids.push(own_class(first, field, own));
                rest = rest.get(1..).unwrap_or_default();
                continue;
            }
            let (meant, count) = self.first_meant(rest, names, own);
            if meant.is_empty() {
                left_out.push(first.clone());
            }
            ids.extend(meant.into_iter().map(str::to_owned));
            rest = rest.get(count..).unwrap_or_default();
        }
        let mut seen = BTreeSet::new();
        ids.retain(|id| seen.insert(id.clone()));
        ids
    }
}

/// The names by which one field knows cards.
struct FieldNames<'m> {
    field: &'m FieldMapping,
    short: HashMap<String, BTreeSet<usize>>,
}

/// A class of cards; only of those with the card's own value, if the field asks for that.
fn own_class(class: &str, field: &FieldMapping, own: &NamedCard) -> String {
    let Some((same, value)) = field
        .same
        .as_ref()
        .and_then(|same| own.values.get_key_value(same))
    else {
        return class.to_owned();
    };
    class.replacen(CLASS_START, &format!("({same}:{value} "), 1)
}

/// Keeps the cards that fit, if there are any.
fn keep_some(cards: &mut Vec<&NamedCard>, fits: impl Fn(&NamedCard) -> bool) {
    if cards.iter().any(|card| fits(card)) {
        cards.retain(|card| fits(card));
    }
}

/// The fields by which the mapping distinguishes cards with the same name.
fn telling_fields(mapping: &Mapping) -> BTreeSet<String> {
    let marks = mapping
        .fields
        .iter()
        .flat_map(|field| &field.marks)
        .map(|mark| &mark.field);
    marks
        .chain(
            mapping
                .fields
                .iter()
                .filter_map(|field| field.same.as_ref()),
        )
        .cloned()
        .collect()
}

/// The kind of a card, or a word in one of its fields.
fn value_of(catalog: &Catalog, card: Card<'_>, field: &str) -> Option<String> {
    let game = &catalog.game;
    if field == KIND {
        return Some(game.kinds.get(card.kind().index())?.named.id.to_string());
    }
    let id = game.attribute(field)?;
    let Fact::Enum(value) = card.fact(game, FRONT, id, Lens::Shipped) else { return None };
    Some(
        game.get_attribute(id)?
            .values()
            .get(value.index())?
            .id
            .to_string(),
    )
}

fn named_card(card: &ImportedCard, fields: &BTreeSet<String>) -> NamedCard {
    let mut names = Vec::new();
    add_names(&card.entries, &mut names);
    names.push(card.id.clone());
    let mut values = BTreeMap::new();
    for field in fields {
        let key = toml_key(field);
        let found = card.entries.iter().find(|(other, _)| *other == key);
        if let Some((_, ForeignValue::Text(value))) = found {
            values.insert(field.clone(), value.clone());
        }
    }
    NamedCard { id: card.id.clone(), names, values }
}

/// Adds the names of a card and of its parts.
fn add_names(entries: &[(String, ForeignValue)], names: &mut Vec<String>) {
    for (key, value) in entries {
        match (key.as_str(), value) {
            ("name", ForeignValue::Text(text)) => names.push(text.clone()),
            ("aliases", ForeignValue::List(list)) => names.extend(texts_of(list)),
            (_, ForeignValue::Table(part)) => add_names(part, names),
            _ => {}
        }
    }
}

fn texts_of(list: &[ForeignValue]) -> Vec<String> {
    list.iter()
        .filter_map(ForeignValue::as_text)
        .map(str::to_owned)
        .collect()
}

/// Replaces texts in fields of cards by ids. Texts that mean no card are left out and noted.
pub(super) fn link_cards(
    cards: &mut [ImportedCard],
    directory: &CardDirectory,
    mapping: &Mapping,
) -> Option<ImportMessage> {
    let telling = telling_fields(mapping);
    let mut left_out = Vec::new();
    for field in mapping
        .fields
        .iter()
        .filter(|field| field.form == FieldForm::Cards)
    {
        let key = toml_key(&field.to);
        let names = FieldNames { field, short: directory.short_names(field) };
        for card in &mut *cards {
            let own = named_card(card, &telling);
            change_lists(&mut card.entries, &key, &mut |texts| {
                directory.link(&texts, &names, &own, &mut left_out)
            });
        }
    }
    (!left_out.is_empty()).then(|| note_left_out(left_out, directory))
}

/// Changes the lists of a field, also on parts of the card; removes empty ones.
fn change_lists(
    entries: &mut Vec<(String, ForeignValue)>,
    key: &str,
    change: &mut impl FnMut(Vec<String>) -> Vec<String>,
) {
    entries.retain_mut(|(other, value)| {
        match value {
            ForeignValue::List(list) if other == key => {
                let texts = change(texts_of(list));
                *value = ForeignValue::texts(texts);
            }
            ForeignValue::Table(part) => change_lists(part, key, change),
            _ => {}
        }
        !matches!(value, ForeignValue::List(list) if list.is_empty())
    });
}

/// Notes texts in fields of cards that mean no card, those near a name first.
fn note_left_out(left_out: Vec<String>, directory: &CardDirectory) -> ImportMessage {
    let names: BTreeSet<&str> = directory
        .cards
        .iter()
        .flat_map(|card| &card.names)
        .map(String::as_str)
        .collect();
    let known = KnownNames::new(&mut names.iter().copied());
    let count = left_out.len();
    let mut different: Vec<String> = Vec::new();
    let mut seen = BTreeSet::new();
    different.extend(
        left_out
            .into_iter()
            .filter(|text| seen.insert(text.clone())),
    );
    different.truncate((MAX_COMPARED_NAMES / names.len().max(1)).max(EXAMPLES_NAMED));
    different.sort_by_cached_key(|text| {
        // A title without the text in parentheses after it is too short to be near.
        let longer = format!("{text} (");
        !names.iter().any(|name| name.starts_with(&longer)) && known.nearest(text).is_empty()
    });
    different.truncate(EXAMPLES_NAMED);
    ImportMessage::NoNames { count, examples: different }
}
