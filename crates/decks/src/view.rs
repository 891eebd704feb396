//! A deck as the writers of files see it: its zones, their rows, and the names of its cards.

use super::{limits::MAX_COUNT, line::parse_line, resolve::find_exact};
use sleeve_data::{
    Arrange, Gather,
    model::{CardIndex, Catalog, Deck, Lang, Spanned, hidden},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::Path,
};

/// Escapes hidden characters of names, because a list may be printed on a terminal.
pub(super) fn show_hidden(text: &str) -> String {
    hidden::escaped_lines(text).into_owned()
}

pub(super) fn join_lines(text: &str) -> String {
    text.split(['\n', '\r'])
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect::<Vec<_>>()
        .join(" / ")
}

/// The text of a value that a deck may have.
pub(super) fn text_of(slot: &Option<Spanned<String>>) -> Option<&str> {
    slot.as_ref().map(|text| text.value.as_str())
}

/// A card or the text of an unresolved line, with the number of copies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ListRow<'a> {
    pub(crate) card: Result<CardIndex, &'a str>,
    pub(crate) count: u32,
}

/// How a file names cards: in a language, or by id.
pub(crate) struct NameStyle<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) lang: Lang,
    /// Cards whose names do not identify them.
    pub(crate) by_id: &'a BTreeSet<CardIndex>,
}

impl NameStyle<'_> {
    pub(crate) fn name(&self, card: CardIndex) -> &str {
        self.catalog.cards.card(card).name(self.lang)
    }

    pub(crate) fn id(&self, card: CardIndex) -> &str {
        self.catalog.cards.card(card).id()
    }

    /// Returns the name if it means only this card, otherwise the id.
    pub(crate) fn unique_name(&self, card: CardIndex) -> &str {
        if self.by_id.contains(&card) { self.id(card) } else { self.name(card) }
    }

    /// [`unique_name`](Self::unique_name) with the state of a copy, as written in lists.
    pub(crate) fn unique_name_of_copy(&self, card: CardIndex) -> String {
        format!("{}{}", self.unique_name(card), self.state_suffix(card))
    }

    /// The state of a copy in braces after a space; empty for a card without a state.
    fn state_suffix(&self, card: CardIndex) -> String {
        let line = self.catalog.cards.card(card).state_line();
        line.map(|line| format!(" {{{line}}}")).unwrap_or_default()
    }

    /// The name of the first set of a card.
    pub(crate) fn set_name(&self, card: CardIndex) -> Option<&str> {
        let set = self.catalog.cards.card(card).sets().next()?;
        self.catalog
            .game
            .sets
            .get(set.index())
            .map(|set| set.named.name.get(self.lang))
    }

    /// A line of a list: the name alone, if it identifies the card. Otherwise the name with the set
    /// in brackets, or with the id. The id alone if the name would be read as something else.
    pub(crate) fn list_line(&self, card: CardIndex, count: u32) -> String {
        let (name, state) = (self.name(card), self.state_suffix(card));
        let line = format!("{count}x {name}");
        let reads_back = parse_line(&line).is_some_and(|l| l.name == name && l.hint.is_none());
        let id = self.id(card);
        if !reads_back {
            return format!("{count}x {id}{state}");
        }
        let line = format!("{line}{state}");
        if !self.by_id.contains(&card) {
            return line;
        }
        let set = self.catalog.cards.card(card).sets().next();
        let namesakes = find_exact(self.catalog, name).into_iter();
        let of_set = namesakes.filter(|other| {
            self.catalog
                .cards
                .card(*other)
                .sets()
                .any(|its| Some(its) == set)
        });
        let is_only_one = of_set.count() == 1;
        match self.set_name(card).filter(|_| is_only_one) {
            Some(set) => format!("{line} [{set}]"),
            None => format!("{line} [{id}]"),
        }
    }
}

/// A deck as its writers see it.
pub(crate) struct DeckView<'a> {
    pub(crate) deck: &'a Deck,
    pub(crate) catalog: &'a Catalog,
    pub(crate) names: NameStyle<'a>,
}

impl<'a> DeckView<'a> {
    /// The title for formats that need one: the deck's name, or that of its file.
    pub(crate) fn title(&self) -> &str {
        if let Some(name) = &self.deck.name {
            return name;
        }
        let stem = Path::new(&self.deck.path)
            .file_stem()
            .and_then(|stem| stem.to_str());
        stem.filter(|stem| *stem != "-").unwrap_or("deck")
    }

    /// The zones in the order of the deck.
    pub(crate) fn zones(&self) -> Vec<&'a str> {
        let deck = self.deck;
        let declared = deck.zones.iter().map(|z| z.value.as_str());
        let used = deck.entries.iter().map(|e| &*e.zone);
        let unresolved = deck.unresolved.iter().map(|u| u.zone.as_str());
        declared
            .chain(used)
            .chain(unresolved)
            .filter(|z| !z.is_empty())
            .each_once()
    }

    /// The rows of a zone in the order of the file; a card that is in the zone twice has one row.
    pub(crate) fn rows(&self, zone: &str) -> Vec<ListRow<'a>> {
        list_rows(self.deck, &|z| z == zone)
    }

    /// Groups rows by kind of card, in the order of the game. Unresolved lines come last.
    pub(crate) fn group_by_kind(&self, rows: &[ListRow<'a>]) -> Vec<(usize, Vec<ListRow<'a>>)> {
        let mut kinds: BTreeMap<usize, Vec<ListRow<'a>>> = BTreeMap::new();
        for row in rows {
            let kind = row
                .card
                .map(|card| self.catalog.cards.card(card).kind().index());
            kinds
                .entry(kind.unwrap_or(usize::MAX))
                .or_default()
                .push(*row);
        }
        kinds.into_iter().collect()
    }

    /// The value that all cards of the deck share, for the attribute that [`side`](Self::side)
    /// reads.
    pub(crate) fn shared_value(&self) -> Option<&'a str> {
        let mut words = self.deck.entries.iter().filter_map(|e| self.side(e.card));
        let first = words.next()?;
        words.all(|word| word == first).then_some(first)
    }

    /// A card's value of the first attribute by which the game distinguishes namesakes: its side,
    /// in games with sides.
    pub(crate) fn side(&self, card: CardIndex) -> Option<&'a str> {
        use sleeve_data::model::{FRONT, Fact, Lens, game::Prefer};
        let game = &self.catalog.game;
        let attribute = game.naming.prefer.iter().find_map(|step| match step {
            Prefer::Same(word) => game.attribute(word),
            _ => None,
        })?;
        let card = self.catalog.cards.card(card);
        match card.fact(game, FRONT, attribute, Lens::Shipped) {
            Fact::Enum(value) => {
                let values = game.get_attribute(attribute)?.values();
                values.get(value.index()).map(|v| v.id.as_str())
            }
            _ => None,
        }
    }
}

/// Returns the rows of the matching zones, in the order of the file.
pub(crate) fn list_rows<'a>(deck: &'a Deck, zone: &dyn Fn(&str) -> bool) -> Vec<ListRow<'a>> {
    let mut placed: Vec<(usize, ListRow)> = Vec::new();
    for entry in deck.entries.iter().filter(|entry| zone(&entry.zone)) {
        placed.push((entry.span.start, ListRow { card: Ok(entry.card), count: entry.count }));
    }
    for line in deck.unresolved.iter().filter(|line| zone(&line.zone)) {
        placed.push((line.span.start, ListRow { card: Err(&line.text), count: line.count }));
    }
    // A deck keeps cards and unresolved lines separately; a file keeps the order in which they were
    // written.
    placed.arrange_by_key(|(at, _)| *at);
    let mut rows: Vec<ListRow> = Vec::new();
    // The position of the last row of each card. If a row would exceed the copies of one line,
    // another row follows it.
    let mut last: HashMap<Result<CardIndex, &str>, usize> = HashMap::new();
    for (_, row) in placed {
        let last_row = last.get(&row.card).and_then(|at| rows.get_mut(*at));
        match last_row.filter(|last_row| last_row.count.saturating_add(row.count) <= MAX_COUNT) {
            Some(last_row) => last_row.count += row.count,
            None => {
                last.insert(row.card, rows.len());
                rows.push(row);
            }
        }
    }
    rows
}
