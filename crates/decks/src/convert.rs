//! Writes decks as files of every format, and finds what a format cannot store.
//!
//! Formats do not declare what they lose: the written text is read back and compared.

use super::{
    DeckForm, DeckFormat, DeckResolver, Hints, card_json, described, gemp, holotable, read,
    swccgdb, text, toml,
};
use crate::copies::{copies_of, has_states};
use crate::line::parse_line;
use crate::messages::MAX_COUNT;
use crate::resolve::find_exact;
use sleeve_data::model::deck::Unresolved;
use sleeve_data::model::{CardIndex, Catalog, Deck, Lang, Setting, Spanned, hidden};
use sleeve_data::{Arrange, Gather};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

/// A deck as the text of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Written {
    pub text: String,
    /// The parts of the deck that the format cannot store.
    pub losses: Vec<Loss>,
    /// The deck, read back from the text.
    pub back: Deck,
}

/// Number of attempts to write a deck. After each, cards that were read back as others are named by
/// id.
const WRITE_ROUNDS: usize = 3;

/// Writes a deck in a format. Cards have their names in a language if the names identify them,
/// otherwise their ids.
pub fn write(deck: &Deck, catalog: &Catalog, to: impl Into<DeckForm>, lang: Lang) -> Written {
    let to = &to.into();
    let mut by_id = BTreeSet::new();
    let (mut text, mut back) = (String::new(), None);
    // If some cards are named by id, others may be read as their namesakes. After the last round,
    // all are named by id.
    for round in 0.. {
        text = write_text(deck, catalog, to, lang, &by_id);
        back = read_back(&text, &deck.path, deck, catalog, Some(to.name()));
        let misread = back.as_ref().map(|back| find_misread_cards(deck, back)).unwrap_or_default();
        if misread.is_subset(&by_id) {
            break;
        }
        by_id.extend(misread);
        if round == WRITE_ROUNDS {
            by_id.extend(deck.entries.iter().map(|entry| entry.card));
        }
    }
    let back = back.unwrap_or_default();
    let names = NameStyle { catalog, lang, by_id: &by_id };
    let shared = DeckView { deck, catalog, names }.shared_value();
    let mut losses = find_losses(deck, &back, catalog, shared);
    if !tells_its_form(&text, deck, &back, catalog, to) {
        losses.insert(0, Loss::Form(to.name().to_owned()));
    }
    Written { text, losses, back }
}

/// Whether a reader that does not know the file's form finds the same cards.
fn tells_its_form(text: &str, deck: &Deck, back: &Deck, catalog: &Catalog, to: &DeckForm) -> bool {
    let path = match to {
        DeckForm::Described(reader) => format!("deck.{}", reader.extension),
        DeckForm::Known(_) => "deck".to_owned(),
    };
    let unnamed = read_back(text, &path, deck, catalog, None);
    unnamed.is_some_and(|unnamed| count_copies(&unnamed) == count_copies(back))
}

/// Spells a card for someone who adds it to a deck: its key in our own TOML, and its line in a
/// list. Uses the name if it means only this card.
pub fn spell_new_card(
    catalog: &Catalog,
    lang: Lang,
    card: CardIndex,
    count: u32,
) -> (String, String) {
    let has_namesakes = find_exact(catalog, catalog.cards.card(card).name(lang)).len() > 1;
    let by_id = &has_namesakes.then_some(card).into_iter().collect();
    NameStyle { catalog, lang, by_id }.spell(card, count)
}

fn write_text(
    deck: &Deck,
    catalog: &Catalog,
    to: &DeckForm,
    lang: Lang,
    by_id: &BTreeSet<CardIndex>,
) -> String {
    let names = NameStyle { catalog, lang, by_id };
    let writing = DeckView { deck, catalog, names };
    let to = match to {
        DeckForm::Known(reader) => *reader,
        DeckForm::Described(reader) => return described::write(&writing, reader),
    };
    match to {
        DeckFormat::Toml => toml::write(&writing),
        DeckFormat::GempXml => gemp::write_xml(&writing),
        DeckFormat::GempLine => show_hidden(&gemp::write_line(&writing)),
        DeckFormat::GempText => show_hidden(&gemp::write_text(&writing)),
        DeckFormat::Holotable => show_hidden(&holotable::write(&writing)),
        DeckFormat::Swccgdb => show_hidden(&swccgdb::write(&writing)),
        DeckFormat::Json => hidden::escaped_json(&card_json::write(&writing)).into_owned(),
        DeckFormat::Text | DeckFormat::Free => show_hidden(&text::write(&writing)),
    }
}

/// Escapes hidden characters of names, because a list may be printed on a terminal.
pub(super) fn show_hidden(text: &str) -> String {
    hidden::escaped_lines(text).into_owned()
}

/// Reads a written file again, and guesses its form unless that is given.
fn read_back(
    text: &str,
    path: &str,
    deck: &Deck,
    catalog: &Catalog,
    form: Option<&str>,
) -> Option<Deck> {
    let hints = Hints::from_game(&catalog.game, form);
    let raw = read(path, text.as_bytes(), &hints).ok()?;
    let format = deck.format.as_ref().and_then(|f| catalog.format(&f.value));
    let copies = copies_of(catalog, &raw).unwrap_or_default();
    let with_copies = || catalog.with_cards(catalog.cards.with_copies(&catalog.game, copies));
    let whole = has_states(catalog, &raw).then(with_copies);
    let whole = whole.as_ref().unwrap_or(catalog);
    let mut back = DeckResolver::new(whole).resolve(&raw, format);
    // Copies that lost a part of their state count as their card.
    for entry in back.entries.iter_mut().filter(|e| e.card.index() >= catalog.cards.span()) {
        entry.card = whole.cards.base(entry.card);
    }
    // The resolver takes the game from the catalog, but the file does not contain it.
    if raw.game.is_none() {
        back.game.clear();
    }
    Some(back)
}

pub(super) fn join_lines(text: &str) -> String {
    text.split(['\n', '\r'])
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect::<Vec<_>>()
        .join(" / ")
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

    /// Returns the key of a new card in our own TOML, and its line in a list.
    pub(crate) fn spell(&self, card: CardIndex, count: u32) -> (String, String) {
        (self.unique_name(card).to_owned(), self.list_line(card, count))
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
        self.catalog.game.sets.get(set.index()).map(|set| set.named.name.get(self.lang))
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
        let in_set =
            |other: &CardIndex| self.catalog.cards.card(*other).sets().any(|s| Some(s) == set);
        let namesakes = find_exact(self.catalog, name);
        let is_only_one = namesakes.iter().filter(|other| in_set(other)).count() == 1;
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
        let stem = || Path::new(&self.deck.path).file_stem().and_then(|stem| stem.to_str());
        let file_name = || stem().filter(|stem| *stem != "-").unwrap_or("deck");
        self.deck.name.as_deref().unwrap_or_else(file_name)
    }

    /// The zones in the order of the deck.
    pub(crate) fn zones(&self) -> Vec<&'a str> {
        let deck = self.deck;
        let declared = deck.zones.iter().map(|z| z.value.as_str());
        let used = deck.entries.iter().map(|e| &*e.zone);
        let unresolved = deck.unresolved.iter().map(|u| u.zone.as_str());
        declared.chain(used).chain(unresolved).filter(|z| !z.is_empty()).each_once()
    }

    /// The rows of a zone in the order of the file; a card that is in the zone twice has one row.
    pub(crate) fn rows(&self, zone: &str) -> Vec<ListRow<'a>> {
        list_rows(self.deck, &|z| z == zone)
    }

    /// Groups rows by kind of card, in the order of the game. Unresolved lines come last.
    pub(crate) fn group_by_kind(&self, rows: &[ListRow<'a>]) -> Vec<(usize, Vec<ListRow<'a>>)> {
        let kind = |row: &ListRow| {
            row.card.map_or(usize::MAX, |c| self.catalog.cards.card(c).kind().index())
        };
        let mut kinds: Vec<usize> = rows.iter().map(kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let rows_of = |k: usize| rows.iter().copied().filter(|row| kind(row) == k).collect();
        kinds.into_iter().map(|k| (k, rows_of(k))).collect()
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
        use sleeve_data::model::game::Prefer;
        use sleeve_data::model::{FRONT, Fact, Lens};
        let game = &self.catalog.game;
        let steps = game.naming.prefer.iter();
        let attribute = steps.filter_map(|step| match step {
            Prefer::Same(word) => game.attribute(word),
            _ => None,
        });
        let attribute = attribute.take(1).next()?;
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
    let cards = deck.entries.iter().filter(|e| zone(&e.zone));
    let unresolved = deck.unresolved.iter().filter(|u| zone(&u.zone));
    let mut placed: Vec<(usize, ListRow)> = Vec::new();
    placed.extend(cards.map(|e| (e.span.start, ListRow { card: Ok(e.card), count: e.count })));
    let line = |u: &'a Unresolved| ListRow { card: Err(&u.text), count: u.count };
    placed.extend(unresolved.map(|u| (u.span.start, line(u))));
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

/// Something that a format cannot store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loss {
    /// The form of the file, which would be guessed wrong.
    Form(String),
    Name,
    Player,
    /// The secret that opens the seal.
    Nonce,
    /// The game, which the user has to name to read the file.
    Game,
    /// The format, which the user has to name to read the file.
    Format,
    Role,
    Remarks,
    /// The source of the deck.
    Source,
    Parameter(String),
    /// The cargo of a carrier.
    Carried(String),
    /// Cards of a zone that are in another one in the file.
    Zone {
        zone: String,
        /// The zone of its cards in the file.
        within: String,
        cards: u32,
    },
    /// A card that is left out or read back as another one.
    Card {
        name: String,
        id: String,
        count: u32,
    },
    /// The state of copies; the file contains them without it.
    State {
        /// The card's name with the state.
        name: String,
        count: u32,
    },
    /// A line whose card is unknown.
    Line(String),
}

impl Loss {
    /// The loss as a sentence for a page, which has controls instead of command line options.
    pub fn on_page(&self, lang: Lang) -> String {
        match self {
            Loss::Form(_) => {
                say!(lang, "the file format is not recognised, so the file is read as another deck")
            }
            Loss::Game => say!(lang, "the file does not store the game; choose it above the deck"),
            Loss::Format => {
                say!(lang, "the file does not store the format; choose it above the deck")
            }
            other => other.in_words(lang),
        }
    }

    /// The loss as a sentence.
    pub fn in_words(&self, lang: Lang) -> String {
        let lost = match self {
            Loss::Form(form) => {
                say!(lang, "its file format; add `--from {form}` when you read it")
            }
            Loss::Name => say!(lang, "the deck's name"),
            Loss::Player => say!(lang, "the player"),
            Loss::Nonce => say!(lang, "the nonce"),
            Loss::Game => say!(lang, "the game; add `--game` when you read it"),
            Loss::Format => say!(lang, "the format; add `--as` when you read it"),
            Loss::Role => say!(lang, "the role"),
            Loss::Remarks => say!(lang, "the notes"),
            Loss::Source => say!(lang, "the source"),
            Loss::Parameter(name) => say!(lang, "the parameter `{name}`"),
            Loss::Carried(name) => say!(lang, "what {name} carries"),
            Loss::Zone { zone, within, cards } => {
                return say!(
                    lang,
                    *cards,
                    "in the file, the card of the zone `{zone}` is in `{within}`",
                    "in the file, the {cards} cards of the zone `{zone}` are in `{within}`"
                );
            }
            Loss::Card { name, id, count } => {
                say!(lang, "{count}x {name} ({id})")
            }
            Loss::State { name, count } => say!(lang, "the state of {count}x {name}"),
            Loss::Line(text) => say!(lang, "the line `{text}`, whose card is unknown"),
        };
        say!(lang, "the file does not store {lost}")
    }
}

type CopyCounts = BTreeMap<(CardIndex, Arc<str>), u32>;

fn count_copies(deck: &Deck) -> CopyCounts {
    let mut counts = CopyCounts::new();
    for entry in &deck.entries {
        *counts.entry((entry.card, Arc::clone(&entry.zone))).or_default() += entry.count;
    }
    counts
}

fn total_copies(counts: &CopyCounts) -> BTreeMap<CardIndex, u32> {
    let mut totals = BTreeMap::new();
    for ((card, _), count) in counts {
        *totals.entry(*card).or_default() += count;
    }
    totals
}

/// Returns the cards that have fewer copies after reading back, or that were chosen among namesakes
/// with a note.
fn find_misread_cards(deck: &Deck, back: &Deck) -> BTreeSet<CardIndex> {
    let (before, after) = (total_copies(&count_copies(deck)), total_copies(&count_copies(back)));
    let is_fewer = |card: &CardIndex| before.get(card) > after.get(card);
    let is_noted = |card: &CardIndex| {
        let spans = back.entries.iter().filter(|e| e.card == *card).map(|e| &e.span);
        spans.into_iter().any(|span| back.notes.iter().any(|note| note.span == *span))
    };
    before.keys().copied().filter(|card| is_fewer(card) || is_noted(card)).collect()
}

/// Finds what a deck has and `back` does not. A role is not lost if all cards of the deck share it
/// as a value, because they imply it.
pub(super) fn find_losses(
    deck: &Deck,
    back: &Deck,
    catalog: &Catalog,
    shared: Option<&str>,
) -> Vec<Loss> {
    let mut losses = head_losses(deck, back, shared);
    for (name, value) in &deck.parameters {
        // A file without types writes the digits of a word and of a number the same way.
        let written = value.value.to_string();
        let is_it = |v: &Spanned<Setting>| v.value.to_string() == written;
        if !back.parameters.iter().any(|(n, v)| n.value == name.value && is_it(v)) {
            losses.push(Loss::Parameter(name.value.clone()));
        }
    }
    for carried in &deck.carried {
        let is_same = |other: &sleeve_data::model::Carried| {
            let cargo = |c: &sleeve_data::model::Carried| {
                c.cargo.iter().map(|card| card.value).collect::<Vec<_>>()
            };
            other.carrier.value == carried.carrier.value && cargo(other) == cargo(carried)
        };
        if !back.carried.iter().any(is_same) {
            let name = catalog.cards.card(carried.carrier.value).title(Lang::En);
            losses.push(Loss::Carried(name.to_owned()));
        }
    }
    card_losses(deck, back, catalog, &mut losses);
    for row in list_rows(deck, &|_| true) {
        let Err(text) = row.card else { continue };
        // The line of a list is read back with a set or a remark beside the name.
        let is_it = |line: &Unresolved| {
            let written = back.text.get(line.span.clone()).unwrap_or("");
            line.text == text || written.contains(text.trim())
        };
        if !back.unresolved.iter().any(is_it) {
            losses.push(Loss::Line(text.to_owned()));
        }
    }
    losses
}

fn head_losses(deck: &Deck, back: &Deck, shared: Option<&str>) -> Vec<Loss> {
    let value =
        |slot: &Option<sleeve_data::model::Spanned<String>>| slot.as_ref().map(|s| s.value.clone());
    let cards_tell_role = value(&deck.role).is_some_and(|role| shared == Some(role.as_str()));
    let checks = [
        (Loss::Game, deck.game == back.game),
        (Loss::Format, is_preserved(&value(&deck.format), &value(&back.format))),
        (Loss::Name, is_preserved(&deck.name, &back.name)),
        (Loss::Player, is_preserved(&deck.player, &back.player)),
        (Loss::Nonce, is_preserved(&deck.nonce, &back.nonce)),
        (Loss::Role, cards_tell_role || is_preserved(&value(&deck.role), &value(&back.role))),
        (Loss::Remarks, is_preserved(&deck.remarks, &back.remarks)),
        (Loss::Source, is_preserved(&deck.source, &back.source)),
    ];
    checks.into_iter().filter(|(_, is_kept)| !is_kept).map(|(loss, _)| loss).collect()
}

/// Whether the file kept the deck's value, if the deck has one.
fn is_preserved(value: &Option<String>, back: &Option<String>) -> bool {
    value.is_none() || value == back
}

fn card_losses(deck: &Deck, back: &Deck, catalog: &Catalog, losses: &mut Vec<Loss>) {
    // `state_losses` reports copies that only lost their state; here they count as their card.
    let plain = |counts: CopyCounts| {
        let mut plain = CopyCounts::new();
        for ((card, zone), count) in counts {
            *plain.entry((catalog.cards.base(card), zone)).or_default() += count;
        }
        plain
    };
    let (before, after) = (plain(count_copies(deck)), plain(count_copies(back)));
    let (all, left) = (total_copies(&before), total_copies(&after));
    let mut moved: BTreeMap<(String, String), u32> = BTreeMap::new();
    for ((card, zone), count) in &before {
        let remaining = after.get(&(*card, zone.clone())).copied().unwrap_or(0);
        let elsewhere = after.keys().find(|(c, z)| c == card && z != zone);
        if let Some((_, within)) = elsewhere.filter(|_| remaining < *count) {
            *moved.entry((zone.to_string(), within.to_string())).or_default() += count - remaining;
        }
    }
    for ((zone, within), cards) in moved {
        losses.push(Loss::Zone { zone, within, cards });
    }
    for (card, count) in all {
        let missing = count.saturating_sub(left.get(&card).copied().unwrap_or(0));
        if missing > 0 {
            let card = catalog.cards.card(card);
            let (name, id) = (card.name(Lang::En).to_owned(), card.id().to_owned());
            losses.push(Loss::Card { name, id, count: missing });
        }
    }
    state_losses(deck, back, catalog, losses);
}

/// Adds the copies that are in the file without their state.
fn state_losses(deck: &Deck, back: &Deck, catalog: &Catalog, losses: &mut Vec<Loss>) {
    let after = total_copies(&count_copies(back));
    for (card, count) in total_copies(&count_copies(deck)) {
        let count = count.saturating_sub(after.get(&card).copied().unwrap_or(0));
        if count > 0 && catalog.cards.state(card).is_some() {
            let name = catalog.cards.card(card).title(Lang::En).to_owned();
            losses.push(Loss::State { name, count });
        }
    }
}
