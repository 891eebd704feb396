//! Headers of a list: `# format: open`, `Side: Dark`, a page's front matter. Below cards they may
//! belong to the next deck.

use super::{MAX_HEAD_LINES, TextList};
use crate::raw::RawDeck;
use sleeve_data::model::{Spanned, game::Named};
use std::sync::Arc;

/// The words after a side in a line that only names the side of the list below.
const SIDE_LINE_WORDS: [&str; 3] = ["side", "deck", "list"];

/// The meaning of a header.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HeaderKey {
    Game,
    Format,
    Role,
    Player,
    Nonce,
    Name,
    Side,
    /// Information of a page that nothing here uses.
    Remark,
}

impl HeaderKey {
    fn from_word(word: &str) -> Option<HeaderKey> {
        Some(match word.trim().to_lowercase().as_str() {
            "game" | "jeu" => HeaderKey::Game,
            "format" => HeaderKey::Format,
            "role" | "rôle" => HeaderKey::Role,
            "player" | "joueur" | "author" | "auteur" => HeaderKey::Player,
            "nonce" => HeaderKey::Nonce,
            "name" | "nom" | "title" | "titre" => HeaderKey::Name,
            "side" | "camp" => HeaderKey::Side,
            "date" | "rating" | "tags" | "description" => HeaderKey::Remark,
            _ => return None,
        })
    }

    /// The key with the same meaning in deck files; empty if completion has no values for it.
    fn key(self) -> &'static str {
        match self {
            HeaderKey::Game => "game",
            HeaderKey::Format => "format",
            HeaderKey::Role | HeaderKey::Side => "role",
            HeaderKey::Player | HeaderKey::Nonce | HeaderKey::Name | HeaderKey::Remark => "",
        }
    }

    fn is_side(self) -> bool {
        matches!(self, HeaderKey::Side | HeaderKey::Role)
    }

    fn slot(self, deck: &mut RawDeck) -> &mut Option<Spanned<String>> {
        match self {
            HeaderKey::Game => &mut deck.game,
            HeaderKey::Format => &mut deck.format,
            HeaderKey::Role => &mut deck.role,
            HeaderKey::Player => &mut deck.player,
            HeaderKey::Nonce => &mut deck.nonce,
            HeaderKey::Name => &mut deck.name,
            HeaderKey::Side | HeaderKey::Remark => &mut deck.side,
        }
    }
}

/// A header below cards, which may belong to the next deck.
pub(super) struct WaitingHeader {
    key: HeaderKey,
    pub(super) value: Spanned<String>,
    /// The whole header: `format: open`.
    pub(super) written: String,
}

/// The headers of a list that do not belong to a deck yet.
#[derive(Default)]
pub(super) struct ListHeaders {
    /// Headers below the last card. They belong to the next deck if one of them is its side.
    pub(super) waiting: Vec<WaitingHeader>,
    /// The first unused header of the deck, and the number of others.
    pub(super) unread: Option<(WaitingHeader, usize)>,
    /// Whether one of the waiting headers is the side of another deck.
    pub(super) begins_another: bool,
    /// Whether a separate line, [`Dark Side`](TextList::read_side_line), gave the deck its side.
    has_side_line: bool,
    /// The sides of the game, if known.
    pub(super) sides: Option<Arc<[Named]>>,
}

impl<'a> TextList<'a> {
    /// Reads the text between two lines `---` at the top, as on pages of sites; returns the text
    /// after it.
    pub(super) fn read_front_matter(&mut self) -> &'a str {
        let text = self.text;
        let split = text
            .trim_start()
            .strip_prefix("---\n")
            .and_then(|t| t.split_once("\n---"));
        let Some((matter, rest)) = split else { return text };
        if !matter
            .lines()
            .all(|line| line.is_empty() || line.contains(':') || line.starts_with(['-', ' ', '#']))
        {
            return text;
        }
        let mut tags = matter
            .lines()
            .filter_map(|line| line.trim().strip_prefix("- "));
        for (key, value) in matter.lines().filter_map(|line| line.split_once(':')) {
            self.set_header(key, value.trim().trim_start_matches(['!', ' ']));
        }
        // A single tag may be the side; any other tag is ignored.
        if let (Some(tag), None) = (tags.next(), tags.next()) {
            self.set_header("side", tag);
        }
        rest.split_once('\n').map_or("", |(_, rest)| rest)
    }

    pub(super) fn read_bare_header(&mut self, line: &str) -> bool {
        let parts = line.split_once([':', '=']);
        parts.is_some_and(|(key, value)| !value.trim().is_empty() && self.set_header(key, value))
    }

    /// Reads `Dark Side`, `Light Side Deck`, `*Dark deck*`: a side of the game on its own line. The
    /// first one is the side of the deck, another one begins the next deck. If the list gives its
    /// side otherwise, or below its cards, such a line may be a heading for remarks on opponents,
    /// and does not count.
    pub(super) fn read_side_line(&mut self, line: &str) -> bool {
        let Some(side) = side_line(line) else { return false };
        if self.headers.sides.is_none() || !self.may_be_side(side) {
            return false;
        }
        let waiting = self
            .headers
            .waiting
            .iter()
            .find(|header| header.key.is_side());
        let own = self.deck.side.as_ref().or(self.deck.role.as_ref());
        let begins = match waiting.map(|header| &header.value).or(own) {
            Some(stated) => self.headers.has_side_line && !stated.value.eq_ignore_ascii_case(side),
            None => self.entries < MAX_HEAD_LINES,
        };
        if !begins {
            return false;
        }
        self.headers.has_side_line = true;
        self.set_header("side", side)
    }

    pub(super) fn set_header(&mut self, key: &str, value: &str) -> bool {
        let Some(header) = HeaderKey::from_word(key) else { return false };
        let value = value.trim().trim_matches('"');
        if value.is_empty() || header == HeaderKey::Remark {
            return true;
        }
        let value = self.with_span(value);
        if self.deck.cards().next().is_some() {
            let written = format!("{}: {}", key.trim(), value.value);
            self.headers.begins_another |= self.is_another_side(header, &value.value);
            self.headers
                .waiting
                .push(WaitingHeader { key: header, value, written });
        } else {
            header.slot(&mut self.deck).get_or_insert(value);
        }
        true
    }

    /// Whether a header below cards is the side of another deck, because its own deck already has
    /// one.
    fn is_another_side(&self, key: HeaderKey, word: &str) -> bool {
        let has_side = self.deck.side.is_some() || self.deck.role.is_some();
        let is_short = word.split_whitespace().count() <= 2;
        key.is_side() && has_side && is_short && self.may_be_side(word)
    }

    /// Whether a word names a side of the game; any word may if the game is unknown.
    fn may_be_side(&self, word: &str) -> bool {
        let first = word.split_whitespace().next().unwrap_or(word);
        self.headers.sides.as_ref().is_none_or(|sides| {
            sides
                .iter()
                .any(|side| side.means(word) || side.means(first))
        })
    }

    /// Gives the waiting headers to the deck of the card that follows them.
    pub(super) fn settle_headers(&mut self) {
        let waiting = std::mem::take(&mut self.headers.waiting);
        if !std::mem::take(&mut self.headers.begins_another) {
            return self.add_headers(waiting);
        }
        self.add_notes();
        let another = self.deck.begin_another();
        self.others.push(std::mem::replace(&mut self.deck, another));
        self.starts_paragraph = true;
        self.last_number = None;
        self.has_counts = false;
        // Its own headers override those shared by the decks of the file.
        for header in &waiting {
            *header.key.slot(&mut self.deck) = None;
        }
        self.add_headers(waiting);
    }

    /// Adds headers to the deck, unless it already has that kind.
    fn add_headers(&mut self, headers: Vec<WaitingHeader>) {
        for header in headers {
            let is_remark = header.key.is_side() && !self.may_be_side(&header.value.value);
            let slot = header.key.slot(&mut self.deck);
            if slot.is_none() && !is_remark {
                *slot = Some(header.value);
            } else if slot
                .as_ref()
                .is_none_or(|known| known.value != header.value.value)
            {
                match &mut self.headers.unread {
                    Some((_, others)) => *others += 1,
                    None => self.headers.unread = Some((header, 0)),
                }
            }
        }
    }

    /// Gives the headers below the last card to its deck.
    pub(super) fn end_headers(&mut self) {
        let waiting = std::mem::take(&mut self.headers.waiting);
        self.add_headers(waiting);
    }
}

/// The first word of `Dark Side`, `*Light side deck:*`.
fn side_line(line: &str) -> Option<&str> {
    // Few lines end in such a word, and this looks only at their ends.
    let end = line.trim_end_matches(|c: char| !c.is_alphanumeric());
    let last = end.get(end.len().checked_sub(4)?..)?;
    if !SIDE_LINE_WORDS
        .iter()
        .any(|known| known.eq_ignore_ascii_case(last))
    {
        return None;
    }
    let (side, what) = line
        .trim_matches(|c: char| !c.is_alphanumeric())
        .split_once(' ')?;
    what.split_whitespace()
        .all(|word| {
            SIDE_LINE_WORDS
                .iter()
                .any(|known| known.eq_ignore_ascii_case(word))
        })
        .then_some(side)
}

/// Whether lines of a text may be the sides of several decks. [`Hints::sides`](crate::Hints::sides)
/// decides.
pub fn may_name_sides(text: &str) -> bool {
    let mut sides = text.lines().filter_map(side_line);
    sides
        .next()
        .is_some_and(|first| sides.any(|side| !side.eq_ignore_ascii_case(first)))
}

/// The head whose value ends a line of a list, as a key of deck files (empty for other heads), and
/// the value so far: `# game: sw`, `Format: op`.
pub fn head_at_end(line: &str) -> Option<(&'static str, &str)> {
    let head = line.trim_start();
    let comment = head.strip_prefix('#').or_else(|| head.strip_prefix("//"));
    let (key, value) = match comment {
        Some(comment) => header_pairs(comment).last()?,
        None => head.split_once([':', '='])?,
    };
    Some((HeaderKey::from_word(key)?.key(), value.trim_start()))
}

/// `Side: …`
pub(super) fn is_side(line: &str) -> bool {
    let Some((word, rest)) = line.split_at_checked("side".len()) else { return false };
    (word.eq_ignore_ascii_case("side") || word.eq_ignore_ascii_case("camp"))
        && rest.trim_start().starts_with(':')
}

/// The pairs of `key: value; key: value` or `key: value  key: value`.
pub(super) fn header_pairs(comment: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = comment.split([';', '\t']).flat_map(|part| part.split("  "));
    parts.filter_map(|part| part.split_once(':'))
}
