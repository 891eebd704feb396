//! Edits a deck's own file and keeps its comments, order and layout. The edited text is read back
//! and rejected unless it is the wanted deck. In a list, numbers change in place, and lines are
//! added and removed.

mod head;
mod toml;

pub use head::add_head;

use super::losses::{Loss, find_losses};
use super::view::NameStyle;
use super::{DeckForm, DeckFormat, DeckResolver, Hints, RawDeck, read, write};
use crate::line::{self, parse_bracketed_count, parse_line};
use crate::raw::CopyNotation;
use sleeve_data::Arrange;
use sleeve_data::model::{CardIndex, Catalog, Deck, Entry, Format, Lang, Spanned};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
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

/// The lines after the edit, and the cards that need a new line.
struct EditPlan {
    /// In the order of the file.
    lines: Vec<EditedLine>,
    /// Zone, card and copies of each line.
    new_lines: Vec<(String, CardIndex, u32)>,
}

impl EditPlan {
    fn new(deck: &Deck, format: &Format, moves: &Moves) -> EditPlan {
        let id = |zone: &str| {
            format.zone(zone).map_or_else(|| zone.to_owned(), |z| z.named.id.to_string())
        };
        let line = |zone: &str, card, span: &Range<usize>, count| {
            let (zone, span) = (id(zone), span.clone());
            EditedLine { zone, card, span, before: count, after: count }
        };
        let resolved = deck.entries.iter().map(|e| line(&e.zone, Some(e.card), &e.span, e.count));
        let unresolved = deck.unresolved.iter().map(|u| line(&u.zone, None, &u.span, u.count));
        let mut lines: Vec<EditedLine> = resolved.chain(unresolved).collect();
        lines.arrange_by_key(|line| line.span.start);
        for gone in &moves.removed {
            let mut remaining = gone.count;
            let is_moved =
                |line: &&mut EditedLine| line.card == Some(gone.card) && line.zone == gone.zone;
            // From the last line up, as in `apply`.
            for line in lines.iter_mut().rev().filter(is_moved) {
                let take = remaining.min(line.after);
                line.after -= take;
                remaining -= take;
            }
        }
        let mut fresh = Vec::new();
        for come in &moves.added {
            let is_moved =
                |line: &&mut EditedLine| line.card == Some(come.card) && line.zone == come.zone;
            match lines.iter_mut().find(is_moved) {
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
        let back = read_back(&text, deck, wanted, &raw, (catalog, format));
        match back.and_then(|back| find_difference(wanted, &back, catalog)) {
            None => return Ok(text),
            Some(loss) => last_loss = loss.in_words(lang),
        }
    }
    Err(EditError::Lost(last_loss))
}

/// Adds the format to the text of a deck that had none.
fn add_format(deck: &Deck, wanted: &Deck, mut text: String, hints: &Hints<'_>) -> String {
    let format = wanted.format.as_ref().filter(|_| deck.format.is_none());
    let line = |format: &Spanned<String>| {
        add_head(&deck.path, &text, hints.described, ("format", &format.value))
    };
    if let Some((at, line)) = format.and_then(line) {
        text.insert_str(at, &line);
    }
    text
}

fn read_back(
    text: &str,
    deck: &Deck,
    wanted: &Deck,
    raw: &RawDeck,
    (catalog, format): (&Catalog, &Format),
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
    let loss = find_losses(wanted, back, catalog, None).into_iter().next();
    let changes_deck = |loss: &Loss| {
        matches!(
            loss,
            Loss::Card { .. } | Loss::Zone { .. } | Loss::Carried(_) | Loss::State { .. }
        )
    };
    loss.or_else(|| find_losses(back, wanted, catalog, None).into_iter().find(changes_deck))
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
        let sum = |moves: &[Move]| moves.iter().map(|m| u64::from(m.count)).sum::<u64>();
        sum(&self.removed).max(sum(&self.added)) + u64::from(self.restated.is_some())
    }
}

/// Sets the format of a deck if its file can store it, and drops parameters that the format does
/// not have.
pub fn state_format(deck: &mut Deck, catalog: &Catalog, format: &Format) {
    deck.parameters.retain(|(name, _)| format.parameter(&name.value).is_some());
    let stated = deck.format.as_ref().map(|word| word.value.rsplit('/').next().unwrap_or_default());
    if stated.is_some_and(|word| format.named.means(word)) {
        return;
    }
    let id = format.named.id.to_string();
    let described = Hints::from_game(&catalog.game, None).described;
    let is_held = || add_head(&deck.path, &deck.text, described, ("format", &id)).is_some();
    if deck.format.is_some() || is_held() {
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
    let zone_id = |name: &str| format.zone(name).map(|z| z.named.id.to_string());
    let is_moved = |entry: &Entry, m: &Move| {
        entry.card == m.card
            && (*entry.zone == *m.zone || zone_id(&entry.zone) == Some(m.zone.clone()))
    };
    for gone in &moves.removed {
        let mut remaining = gone.count;
        // The last lines go first, because a repair prefers to keep the first ones.
        for entry in deck.entries.iter_mut().rev().filter(|entry| is_moved(entry, gone)) {
            let take = remaining.min(entry.count);
            entry.count -= take;
            remaining -= take;
        }
    }
    deck.entries.retain(|entry| entry.count > 0);
    for come in &moves.added {
        match deck.entries.iter_mut().find(|entry| is_moved(entry, come)) {
            Some(entry) => entry.count = entry.count.saturating_add(come.count),
            None => deck.entries.push(Entry {
                zone: Arc::from(come.zone.as_str()),
                card: come.card,
                count: come.count,
                span: 0..0,
            }),
        }
        let is_zone = |zone: &Spanned<String>| {
            zone.value == come.zone || zone_id(&zone.value).as_ref() == Some(&come.zone)
        };
        if !deck.zones.iter().any(is_zone) {
            deck.zones.push(Spanned { value: come.zone.clone(), span: 0..0 });
        }
    }
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
    // New lines use the line ending of the file.
    let feed = if text.contains("\r\n") { "\r\n" } else { "\n" };
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
        let is_shared = plan.lines.iter().filter(|other| other.span == line.span).count() > 1;
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
    let mut zones: Vec<&str> = Vec::new();
    for (zone, _, _) in &plan.new_lines {
        if !zones.contains(&zone.as_str()) {
            zones.push(zone);
        }
    }
    for zone in zones {
        let rows = plan.new_lines.iter().filter(|(of_line, _, _)| of_line == zone);
        let rows: Vec<String> = rows.map(|(_, card, n)| names.spell(*card, *n).1).collect();
        let last = plan.lines.iter().filter(|line| line.zone == zone).max_by_key(|l| l.span.end);
        let (at, new) = match last {
            Some(last) => {
                let at = line_range(text, &last.span).end;
                let ends_open = !text.get(..at).is_some_and(|before| before.ends_with('\n'));
                let lead = if ends_open { feed } else { "" };
                (at, format!("{lead}{}{feed}", rows.join(feed)))
            }
            None => {
                let lead = if text.ends_with('\n') { "" } else { feed };
                let named = format.zone(zone).map_or(zone, |z| z.named.id.as_str());
                let rows = rows.join(feed);
                (text.len(), format!("{lead}{feed}[{named}]{feed}{rows}{feed}"))
            }
        };
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
    if let Some(at) = written.find(&old) {
        attempts.push(format!("{}{new}{}", &written[..at], &written[at + old.len()..]));
    }
    // The count may come after the name, or the name may begin with the same digits.
    if let Some(at) = written.rfind(&old) {
        attempts.push(format!("{}{new}{}", &written[..at], &written[at + old.len()..]));
    }
    if line.before == 1 {
        attempts.push(format!("{new}x {written}"));
        attempts.push(format!("{written} x{new}"));
    }
    // `Name [3]`: the number in brackets changes if it is the number of copies.
    let in_brackets = |parts: &line::DeckLine<'_>| {
        let uncounted = parts.notation == CopyNotation::Absent;
        parts
            .hint
            .and_then(parse_bracketed_count)
            .filter(|_| uncounted)
            .and_then(|(count, _)| count.ok())
    };
    let is_count = in_brackets(&parts) == Some(line.before);
    let reads_right = |text: &String| {
        parse_line(text).is_some_and(|now| {
            let bracket = in_brackets(&now).filter(|_| is_count) == Some(line.after);
            let outside = now.count == Ok(line.after) && now.hint == parts.hint;
            now.name == parts.name && (bracket || outside)
        })
    };
    attempts.into_iter().find(reads_right).ok_or(EditError::Shape)
}
