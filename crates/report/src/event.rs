//! The decks of a tournament day, player by player: a table, then the problems.

use crate::{
    forms::human::{self, first_reason, first_warning, verdict_with_warnings, verdict_word},
    text::{
        Style,
        escape::{plain, safe},
        table::{Column, TextTable},
        words::format_count,
    },
};
use sleeve_check::{Batch, CheckedDeck};
use sleeve_data::model::Lang;
use sleeve_event::{
    BroughtDecks, ChangedCard, Event, EventEntries, HeldInPart, Lock, Player, SealState, Trouble,
};
use std::io::{self, Write};

/// Most differing cards that are named; the others are counted.
const NAMED_CHANGES: usize = 12;

/// A tournament day to report on.
#[derive(Clone, Debug)]
pub struct EventReport<'a> {
    pub event: &'a Event,
    pub entries: &'a EventEntries<'a>,
    /// Starting at 1; `None` for the registered decks.
    pub round: Option<u32>,
    /// Path of the lock, and its content.
    pub lock: Option<(String, &'a Lock)>,
}

/// Writes the table of players, every problem, and how many players are in order.
pub fn write(
    shown: &EventReport<'_>,
    batch: &Batch,
    style: &Style,
    quiet: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.typesetter(out);
    let EventReport { event, entries: standing, .. } = shown;
    writeln!(out, "{}", heading(shown, style))?;
    if !standing.players.is_empty() {
        writeln!(out)?;
        players_table(event, &standing.players, style).write(out, style)?;
    }
    let lines = trouble_lines(standing, &batch.decks, style.lang);
    if !lines.is_empty() {
        writeln!(out)?;
    }
    for line in &lines {
        writeln!(out, "{}", safe(line))?;
    }
    if quiet {
        return Ok(());
    }
    writeln!(out, "\n{}", summary(shown, style.lang))?;
    human::write_grounds(&batch.decks, style, out)
}

/// Returns a line for each problem, player by player, then for decks that could only be compared in
/// part, then for the warnings of decks that are legal.
pub fn trouble_lines(entries: &EventEntries<'_>, decks: &[CheckedDeck], lang: Lang) -> Vec<String> {
    let troubles = entries.players.iter().flat_map(|player| {
        let name = plain(&player.name);
        let line = move |t| format!("{name}{}{}", lang.colon(), describe_trouble(t, lang));
        player.troubles.iter().map(line)
    });
    let unassigned = entries
        .unassigned
        .iter()
        .map(|deck| describe_unassigned(deck, lang));
    let in_part = entries.players.iter().flat_map(|player| {
        let name = plain(&player.name);
        let line = move |held| format!("{name}{}{}", lang.colon(), describe_in_part(held, lang));
        player.held_in_part.iter().map(line)
    });
    let warned = decks
        .iter()
        .filter_map(|deck| describe_warnings(deck, lang));
    troubles
        .chain(unassigned)
        .chain(in_part)
        .chain(warned)
        .collect()
}

/// Says that a deck matches the registered one, except for zones that its file format cannot hold.
fn describe_in_part(held: &HeldInPart<'_>, lang: Lang) -> String {
    let HeldInPart { deck: CheckedDeck { path, .. }, form, cards } = held;
    say!(
        lang,
        "`{path}` matches the registered deck as far as the form `{form}` allows: it has no place for {cards}"
    )
}

/// Lists the cards that differ, with their zones: `-1 Sense [deck], +1 Alter [deck]`.
fn describe_changes(changes: &[ChangedCard], lang: Lang) -> String {
    let named = changes.iter().take(NAMED_CHANGES).map(|change| {
        let sign = if change.played > change.registered { '+' } else { '-' };
        let copies = change.played.abs_diff(change.registered);
        format!("{sign}{copies} {} [{}]", plain(change.name.get(lang)), change.zone)
    });
    let mut words = named.collect::<Vec<_>>().join(", ");
    let more = changes.len().saturating_sub(NAMED_CHANGES);
    if more > 0 {
        words += ", ";
        words += &say!(lang, more, "and {more} more");
    }
    words
}

/// Returns the warnings of a deck that is not illegal; `None` without any.
fn describe_warnings(deck: &CheckedDeck, lang: Lang) -> Option<String> {
    let first = first_warning(deck, lang)?;
    let verdict = verdict_word(deck.verdict(), lang);
    let (path, owner) = (&deck.path, deck.player().map(plain).unwrap_or_default());
    let owner = if owner.is_empty() { owner } else { format!("{owner}{}", lang.colon()) };
    Some(say!(lang, "{owner}`{path}` is {verdict}, with a warning: {first}"))
}

/// Returns the format and day of an event, its round, and how many decks are locked.
pub fn describe_event(shown: &EventReport<'_>, lang: Lang) -> String {
    let event = shown.event;
    let mut words = vec![event.format.value.clone()];
    words.extend(event.day.map(|day| day.to_string()));
    words.extend(
        shown
            .round
            .map(|round| format!("{} {round}", word!(lang, "round"))),
    );
    if let Some((_, lock)) = &shown.lock {
        let decks = lock.decks.len();
        words.push(say!(lang, decks, "{decks} deck locked", "{decks} decks locked"));
        let changed = lock
            .decks
            .iter()
            .filter(|deck| !deck.earlier.is_empty())
            .count();
        words.extend((changed > 0).then(|| say!(lang, changed, "{n} changed", n = changed)));
    }
    words.join(", ")
}

fn heading(shown: &EventReport<'_>, style: &Style) -> String {
    let words = style.dim(&safe(&format!("({})", describe_event(shown, style.lang))));
    format!("{}  {words}", style.bold(&plain(&shown.event.name)))
}

fn players_table(event: &Event, players: &[Player<'_>], style: &Style) -> TextTable {
    let mut columns = vec![Column::text(word!(style.lang, "Player"))];
    if event.brings.is_empty() {
        columns.push(Column::text("Deck"))
    } else {
        columns.extend(
            event
                .brings
                .iter()
                .map(|role| Column::text(role.value.clone())),
        )
    }
    columns.push(Column::number(word!(style.lang, "Problems")));
    let mut table = TextTable::new(columns);
    for player in players {
        let mut cells = vec![plain(&player.name)];
        cells.extend(
            player
                .brought
                .iter()
                .map(|brought| deck_cell(player, brought, style)),
        );
        let problems = player.troubles.len();
        cells.push(if problems == 0 { String::new() } else { problems.to_string() });
        table.row(cells);
    }
    table
}

fn deck_cell(player: &Player<'_>, brought: &BroughtDecks<'_>, style: &Style) -> String {
    let role_trouble = player.troubles.iter().find_map(|trouble| match trouble {
        Trouble::Differs { role, .. } if *role == brought.role => {
            Some(word!(style.lang, "another deck"))
        }
        Trouble::NotRegistered { role, .. } if *role == brought.role => {
            Some(word!(style.lang, "not registered"))
        }
        Trouble::NotSealed { role, .. } if *role == brought.role => {
            Some(word!(style.lang, "not as sealed"))
        }
        _ => None,
    });
    match (brought.decks.as_slice(), role_trouble) {
        _ if player.is_dropped => say!(style.lang, "dropped"),
        ([], _) => say!(style.lang, "missing"),
        (_, Some(words)) => words.to_owned(),
        ([deck], None) => verdict_with_warnings(deck, style.lang),
        (several, None) => format!("{} decks", several.len()),
    }
}

fn role_suffix(role: Option<&String>, lang: Lang) -> String {
    let Some(role) = role else { return String::new() };
    say!(lang, " for `{role}`")
}

/// Returns a problem in a sentence, without its player.
pub fn describe_trouble(trouble: &Trouble<'_>, lang: Lang) -> String {
    let suffix = |role: &Option<String>| role_suffix(role.as_ref(), lang);
    match trouble {
        Trouble::NotExpected => say!(lang, "is not a player of this event"),
        Trouble::Missing { role, sealed } => {
            let sealed = if *sealed { word!(lang, ", only a seal") } else { "" };
            format!("{}{}{sealed}", word!(lang, "no deck"), suffix(role))
        }
        Trouble::Several { role, decks } => {
            let paths: Vec<&str> = decks.iter().map(|deck| deck.path.as_str()).collect();
            format!("{} decks{}{}{}", decks.len(), suffix(role), lang.colon(), paths.join(", "))
        }
        Trouble::OtherRole { deck } => match deck.role() {
            Some(role) => {
                say!(
                    lang,
                    "`{path}` is for `{role}`, which this event does not use",
                    path = deck.path
                )
            }
            None => say!(lang, "cannot tell which role `{path}` is for", path = deck.path),
        },
        Trouble::Deck { deck } => {
            let verdict = verdict_word(deck.verdict(), lang);
            let reason = first_reason(deck, lang);
            say!(lang, "`{path}` is {verdict}: {reason}", path = deck.path)
        }
        Trouble::Differs {
            deck: CheckedDeck { path, .. }, found, was_registered: true, ..
        } => say!(lang, "`{path}` was registered, but a late change replaced it: {found}"),
        Trouble::Differs { deck: CheckedDeck { path, .. }, changes, .. } if !changes.is_empty() => {
            let changes = describe_changes(changes, lang);
            say!(lang, "`{path}` is not the registered deck: {changes}")
        }
        Trouble::Differs { deck: CheckedDeck { path, .. }, registered, found, .. } => {
            say!(lang, "`{path}` is not the registered deck: {found}, registered {registered}")
        }
        Trouble::NotRegistered { deck, .. } => {
            say!(lang, "`{path}` was not registered", path = deck.path)
        }
        Trouble::NotSealed { deck, .. } => {
            say!(lang, "`{path}` is not the sealed deck, or the nonce is wrong", path = deck.path)
        }
        Trouble::NoNonce { deck: CheckedDeck { path, .. }, malformed: true, .. } => say!(
            lang,
            "the nonce in `{path}` is not the 32 hexadecimal digits that `sleeve seal` printed"
        ),
        Trouble::NoNonce { deck: CheckedDeck { path, .. }, malformed: false, .. } => say!(
            lang,
            "the seal cannot be opened: there is no nonce in `{path}` or in `nonces` of the event"
        ),
    }
}

/// Says that the player of a deck is unknown.
pub fn describe_unassigned(deck: &CheckedDeck, lang: Lang) -> String {
    let path = &deck.path;
    say!(
        lang,
        "`{path}` names no player: write `player` in it, or move it to a folder with the player's name"
    )
}

fn summary(shown: &EventReport<'_>, lang: Lang) -> String {
    let EventReport { event, entries: standing, .. } = shown;
    let (left, playing): (Vec<&Player<'_>>, Vec<_>) = standing
        .players
        .iter()
        .partition(|player| player.is_dropped);
    let players = format_count(playing.len(), word!(lang, "player"), lang);
    let in_order = playing
        .iter()
        .filter(|player| player.troubles.is_empty())
        .count();
    let mut words = format!("{players}, {in_order} {}", word!(lang, "in order"));
    let left = left.len();
    if left > 0 {
        words += &say!(lang, left, ", {left} dropped");
    }
    let seals = event.seals.len();
    if seals > 0 {
        let brought = standing.players.iter().flat_map(|player| &player.brought);
        let opened = brought
            .filter(|deck| deck.seal == Some(SealState::Opened))
            .count();
        words += &say!(
            lang,
            ", {opened} of {count} opened",
            count = format_count(seals, "seal", lang),
            seals
        );
    }
    words
}
