//! Edits a deck's own file and keeps its comments, order and layout. The edited text is read back
//! and rejected unless it is the wanted deck. In a list, numbers change in place, and lines are
//! added and removed.

mod head;
mod toml;

pub use head::add_head;

use super::{
    DeckForm, DeckFormat, DeckResolver, Hints, RawDeck,
    losses::{Loss, find_losses},
    read,
    view::NameStyle,
    write,
};
use crate::{
    line::{DeckLine, parse_bracketed_count, parse_line},
    raw::CopyNotation,
};
use sleeve_data::{
    Arrange, Gather,
    model::{CardIndex, Catalog, Deck, Entry, Format, Lang, Spanned},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::Arc,
};
use thiserror::Error;

/// Why a file cannot be edited.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EditError {
    /// The format cannot store the change; describes what would be lost.
    #[error("{0}")]
    Lost(String),
    /// Its lines do not correspond to the cards of the deck one to one.
    #[error("its lines do not match its cards")]
    Shape,
}

/// A line of a deck file with its numbers of copies before and after the edit. `card` is `None` for
/// an unresolved line.
struct EditedLine {
    zone: String,
    card: Option<CardIndex>,
    span: Range<usize>,
    before: u32,
    after: u32,
}

impl EditedLine {
    fn new(zone: String, card: Option<CardIndex>, span: &Range<usize>, count: u32) -> EditedLine {
        EditedLine { zone, card, span: span.clone(), before: count, after: count }
    }

    fn has_copies_of(&self, moved: &Move) -> bool {
        self.card == Some(moved.card) && self.zone == moved.zone
    }
}

/// The id of a zone, or its name if the format does not have it.
fn zone_id(format: &Format, zone: &str) -> String {
    format
        .zone(zone)
        .map_or_else(|| zone.to_owned(), |zone| zone.named.id.to_string())
}

/// The lines after the edit, and the cards that need a new line.
struct EditPlan {
    /// In the order of the file.
    lines: Vec<EditedLine>,
    /// Zone, card and copies of each line.
    new_lines: Vec<(String, CardIndex, u32)>,
}

impl EditPlan {
    fn new(deck: &Deck, format: &Format, moves: &Moves) -> EditPlan {
        let mut lines = Vec::new();
        for entry in &deck.entries {
            let zone = zone_id(format, &entry.zone);
            lines.push(EditedLine::new(zone, Some(entry.card), &entry.span, entry.count));
        }
        for line in &deck.unresolved {
            let zone = zone_id(format, &line.zone);
            lines.push(EditedLine::new(zone, None, &line.span, line.count));
        }
        lines.arrange_by_key(|line| line.span.start);
        for gone in &moves.removed {
            let mut remaining = gone.count;
            // From the last line up, as in `apply`.
            for line in lines
                .iter_mut()
                .rev()
                .filter(|line| line.has_copies_of(gone))
            {
                let take = remaining.min(line.after);
                line.after -= take;
                remaining -= take;
            }
        }
        let mut fresh = Vec::new();
        for come in &moves.added {
            match lines.iter_mut().find(|line| line.has_copies_of(come)) {
                Some(line) => line.after = line.after.saturating_add(come.count),
                None => fresh.push((come.zone.clone(), come.card, come.count)),
            }
        }
        EditPlan { lines, new_lines: fresh }
    }
}

/// Edits the text of a deck's file so that `deck` becomes `wanted` by these moves.
///
/// # Errors
/// The file cannot store the change.
pub fn edit(
    deck: &Deck,
    wanted: &Deck,
    moves: &Moves,
    (catalog, format): (&Catalog, &Format),
    reader: Option<&str>,
    lang: Lang,
) -> Result<String, EditError> {
    let hints = Hints::from_game(&catalog.game, reader);
    let raw = read(&deck.path, deck.text.as_bytes(), &hints).map_err(|_| EditError::Shape)?;
    let mut last_loss = String::new();
    let no_cards = BTreeSet::new();
    let new_cards: BTreeSet<CardIndex> = moves.added.iter().map(|m| m.card).collect();
    // Names first, because they read better. Ids are used if a name is read back as another card.
    for by_id in [&no_cards, &new_cards] {
        let names = NameStyle { catalog, lang, by_id };
        let plan = EditPlan::new(deck, format, moves);
        let text = match &raw.reader {
            DeckForm::Known(DeckFormat::Toml) => {
                add_format(deck, wanted, toml::edit(deck, wanted, &plan, format, &names)?, &hints)
            }
            DeckForm::Known(DeckFormat::Text | DeckFormat::Free) => {
                add_format(deck, wanted, edit_list(deck, wanted, &plan, format, &names)?, &hints)
            }
            other => write(wanted, catalog, other.clone(), lang).text,
        };
        let back = read_back(&text, deck, wanted, &raw, catalog, format);
        match back.and_then(|back| find_difference(wanted, &back, catalog)) {
            None => return Ok(text),
            Some(loss) => last_loss = loss.in_words(lang),
        }
    }
    Err(EditError::Lost(last_loss))
}

/// Adds the format to the text of a deck that had none.
fn add_format(deck: &Deck, wanted: &Deck, mut text: String, hints: &Hints<'_>) -> String {
    if deck.format.is_none()
        && let Some(format) = &wanted.format
        && let Some((at, line)) =
            add_head(&deck.path, &text, hints.described, "format", &format.value)
    {
        text.insert_str(at, &line);
    }
    text
}

fn read_back(
    text: &str,
    deck: &Deck,
    wanted: &Deck,
    raw: &RawDeck,
    catalog: &Catalog,
    format: &Format,
) -> Option<Deck> {
    let hints = Hints::from_game(&catalog.game, Some(raw.reader.name()));
    // A text that is not a deck differs from every deck.
    let Ok(raw) = read(&deck.path, text.as_bytes(), &hints) else { return Some(Deck::default()) };
    let mut resolver = DeckResolver::new(catalog);
    let named_deck = resolver.look_up_names(&raw);
    let role = wanted.role.as_ref().map(|role| role.value.clone());
    let mut back = resolver.place_cards(&named_deck, Some(format), role.as_deref());
    // A game and a format that the file never named are not lost by the edit.
    if raw.game.is_none() {
        back.game.clone_from(&wanted.game);
    }
    if raw.format.is_none() {
        back.format.clone_from(&wanted.format);
    }
    Some(back)
}

/// Returns the first thing that one of two decks has and the other does not. Anything extra in
/// `back` only counts if it changes the deck.
fn find_difference(wanted: &Deck, back: &Deck, catalog: &Catalog) -> Option<Loss> {
    if let Some(loss) = find_losses(wanted, back, catalog, None).into_iter().next() {
        return Some(loss);
    }
    find_losses(back, wanted, catalog, None)
        .into_iter()
        .find(|loss| {
            matches!(
                loss,
                Loss::Card { .. } | Loss::Zone { .. } | Loss::Carried(_) | Loss::State { .. }
            )
        })
}

/// Copies of a card that leave or enter a zone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Move {
    /// The zone's id; `carried` for cargo.
    pub zone: String,
    pub card: CardIndex,
    pub count: u32,
}

/// The changes between two decks, by zone in the order of the format.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    pub removed: Vec<Move>,
    pub added: Vec<Move>,
    /// The new role of the deck; `None` if it stays the same.
    pub restated: Option<Restatement>,
}

/// A change of the role that a deck names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restatement {
    pub before: String,
    pub after: String,
}

impl Moves {
    /// The number of changes. An exchange counts as one, and so does a new role.
    pub fn count_changes(&self) -> u64 {
        let exchanged = count_copies(&self.removed).max(count_copies(&self.added));
        exchanged + u64::from(self.restated.is_some())
    }
}

fn count_copies(moves: &[Move]) -> u64 {
    moves.iter().map(|moved| u64::from(moved.count)).sum()
}

/// Sets the format of a deck if its file can store it, and drops parameters that the format does
/// not have.
pub fn state_format(deck: &mut Deck, catalog: &Catalog, format: &Format) {
    deck.parameters
        .retain(|(name, _)| format.parameter(&name.value).is_some());
    let stated = deck
        .format
        .as_ref()
        .map(|word| word.value.rsplit('/').next().unwrap_or_default());
    if stated.is_some_and(|word| format.named.means(word)) {
        return;
    }
    let id = format.named.id.to_string();
    let described = Hints::from_game(&catalog.game, None).described;
    if deck.format.is_some() || add_head(&deck.path, &deck.text, described, "format", &id).is_some()
    {
        let span = deck.format.take().map_or(0..0, |old| old.span);
        deck.format = Some(Spanned { value: id, span });
    }
}

/// Moves copies out of a deck and into it. They leave the last lines of a card, and enter its first
/// line in the zone, if there is one.
pub fn apply_moves(deck: &mut Deck, format: &Format, moves: &Moves) {
    if let (Some(restated), Some(role)) = (&moves.restated, &mut deck.role) {
        role.value.clone_from(&restated.after);
    }
    for gone in &moves.removed {
        let mut remaining = gone.count;
        // The last lines go first, because a repair prefers to keep the first ones.
        for entry in deck
            .entries
            .iter_mut()
            .rev()
            .filter(|entry| is_moved(entry, gone, format))
        {
            let take = remaining.min(entry.count);
            entry.count -= take;
            remaining -= take;
        }
    }
    deck.entries.retain(|entry| entry.count > 0);
    for come in &moves.added {
        match deck
            .entries
            .iter_mut()
            .find(|entry| is_moved(entry, come, format))
        {
            Some(entry) => entry.count = entry.count.saturating_add(come.count),
            None => deck.entries.push(Entry {
                zone: Arc::from(come.zone.as_str()),
                card: come.card,
                count: come.count,
                span: 0..0,
            }),
        }
        let mut zones = deck.zones.iter().map(|zone| &zone.value);
        if !zones.any(|zone| *zone == come.zone || zone_id(format, zone) == come.zone) {
            deck.zones
                .push(Spanned { value: come.zone.clone(), span: 0..0 });
        }
    }
}

/// Whether copies of an entry may be the ones that are moved.
fn is_moved(entry: &Entry, moved: &Move, format: &Format) -> bool {
    entry.card == moved.card
        && (*entry.zone == *moved.zone || zone_id(format, &entry.zone) == moved.zone)
}

/// Edits the text of a list by a plan.
fn edit_list(
    deck: &Deck,
    wanted: &Deck,
    plan: &EditPlan,
    format: &Format,
    names: &NameStyle<'_>,
) -> Result<String, EditError> {
    let text = &*deck.text;
    // The new text for ranges of bytes, in the order of the file.
    let mut changes: BTreeMap<(usize, usize), String> = BTreeMap::new();
    for (old, new) in [(&deck.role, &wanted.role), (&deck.format, &wanted.format)] {
        if let (Some(old), Some(new)) = (old, new)
            && old.value != new.value
        {
            changes.insert((old.span.start, old.span.end), new.value.clone());
        }
    }
    for line in plan.lines.iter().filter(|line| line.before != line.after) {
        let is_shared = plan
            .lines
            .iter()
            .filter(|other| other.span == line.span)
            .count()
            > 1;
        if is_shared {
            // A line with copies in two zones (`x2 (1 starting)`) cannot be edited.
            return Err(EditError::Shape);
        }
        let (place, new) = match line.after {
            0 => (line_range(text, &line.span), String::new()),
            _ => (line.span.clone(), rewrite_count(text, line)?),
        };
        changes.insert((place.start, place.end), new);
    }
    for zone in plan
        .new_lines
        .iter()
        .map(|(zone, _, _)| zone.as_str())
        .each_once()
    {
        let (at, new) = add_lines(zone, text, plan, format, names);
        changes.entry((at, at)).or_default().push_str(&new);
    }
    let mut edited = String::with_capacity(text.len() + 64);
    let mut done = 0;
    for ((start, end), new) in changes {
        edited.push_str(text.get(done..start).ok_or(EditError::Shape)?);
        edited.push_str(&new);
        done = end.max(done);
    }
    edited.push_str(text.get(done..).ok_or(EditError::Shape)?);
    Ok(edited)
}

/// Returns the new lines of a zone, and the byte where they are inserted: below its last line, or
/// at the end of the text, under a heading.
fn add_lines(
    zone: &str,
    text: &str,
    plan: &EditPlan,
    format: &Format,
    names: &NameStyle<'_>,
) -> (usize, String) {
    // New lines use the line ending of the file.
    let feed = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let new = plan
        .new_lines
        .iter()
        .filter(|(of_line, _, _)| of_line == zone);
    let lines: Vec<String> = new.map(|(_, card, n)| names.list_line(*card, *n)).collect();
    let rows = lines.join(feed);
    let last = plan
        .lines
        .iter()
        .filter(|line| line.zone == zone)
        .max_by_key(|l| l.span.end);
    let Some(last) = last else {
        let lead = if text.ends_with('\n') { "" } else { feed };
        let named = zone_id(format, zone);
        return (text.len(), format!("{lead}{feed}[{named}]{feed}{rows}{feed}"));
    };
    let at = line_range(text, &last.span).end;
    let ends_open = !text.get(..at).is_some_and(|before| before.ends_with('\n'));
    let lead = if ends_open { feed } else { "" };
    (at, format!("{lead}{rows}{feed}"))
}

/// The range of the line around a span, with its line feed.
fn line_range(text: &str, span: &Range<usize>) -> Range<usize> {
    let before = text.get(..span.start).unwrap_or("");
    let after = text.get(span.end..).unwrap_or("");
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let end = after.find('\n').map_or(text.len(), |at| span.end + at + 1);
    start..end
}

/// Rewrites a line with a new number of copies: tries every place of the number, and uses the first
/// that reads back correctly.
fn rewrite_count(text: &str, line: &EditedLine) -> Result<String, EditError> {
    let written = text.get(line.span.clone()).ok_or(EditError::Shape)?;
    let parts = parse_line(written).ok_or(EditError::Shape)?;
    let (old, new) = (line.before.to_string(), line.after.to_string());
    let mut attempts: Vec<String> = Vec::new();
    // The count may come after the name, or the name may begin with the same digits.
    for at in [written.find(&old), written.rfind(&old)]
        .into_iter()
        .flatten()
    {
        attempts.push(format!("{}{new}{}", &written[..at], &written[at + old.len()..]));
    }
    if line.before == 1 {
        attempts.push(format!("{new}x {written}"));
        attempts.push(format!("{written} x{new}"));
    }
    let is_in_brackets = bracketed_count(&parts) == Some(line.before);
    for text in attempts {
        let Some(now) = parse_line(&text) else { continue };
        let is_bracket_right = is_in_brackets && bracketed_count(&now) == Some(line.after);
        let is_count_right = now.count == Ok(line.after) && now.hint == parts.hint;
        if now.name == parts.name && (is_bracket_right || is_count_right) {
            return Ok(text);
        }
    }
    Err(EditError::Shape)
}

/// `Name [3]`: the number in brackets, if it is the number of copies.
fn bracketed_count(parts: &DeckLine<'_>) -> Option<u32> {
    if parts.notation != CopyNotation::Absent {
        return None;
    }
    parse_bracketed_count(parts.hint?)?.0.ok()
}
