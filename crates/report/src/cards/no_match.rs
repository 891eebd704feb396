//! What to say below a search: which part of the filter is to blame if no card matches, and what to
//! try.

use super::{
    found::{CardsReport, FilterPart, FoundCards},
    listing::count_cards,
};
use crate::text::{
    Style,
    diagnostic::{Diagnostic, Severity},
    lines::pad,
};
use sleeve_data::{
    model::{AttributeId, Card, Catalog, FRONT, FaceId, Game, Lang, fold::fold},
    problem::{DidYouMean, Worded},
};
use sleeve_decks as decks;
use sleeve_language::{FieldKind, Truth};
use std::collections::BTreeSet;
use unicode_width::UnicodeWidthStr;

impl CardsReport {
    /// Returns the message for a search without a result: how many cards each part matches, in the
    /// game in which dropping one part finds the most.
    pub fn describe_no_match(&self, style: &Style) -> String {
        let lang = style.lang;
        let title = match self.found.as_slice() {
            [found] => {
                let game = found.catalog.game.name(lang);
                say!(lang, "no card of {game} matches")
            }
            _ => say!(lang, "no card of any game matches"),
        };
        let catalogs: Vec<&Catalog> = self.found.iter().map(|found| &*found.catalog).collect();
        let near = near_names(self.text(), &catalogs, lang);
        let mut help = Worded::new(&DidYouMean(&near), lang).to_string();
        let mut note = Diagnostic::error(title).severity(Severity::Note);
        let all = self.found.iter().map(FilterParts::new);
        let best = all.max_by_key(|parts| parts.best_without.map(|(n, _)| n));
        if let Some(parts) = best
            && parts.found.parts.len() > 1
        {
            note = note.note(parts.table(style, self.found.len() > 1));
            if help.is_empty() {
                help = parts.suggestion(lang);
            }
        }
        note.help(help).render(style)
    }

    /// If cards have exactly the searched name, notes how many others contain it.
    pub fn describe_longer_names(&self, style: &Style) -> Option<String> {
        let text = self.text().replace('"', "");
        let count: usize = self.found.iter().map(|found| found.longer_names).sum();
        let title = match count {
            0 => return None,
            _ => say!(
                style.lang,
                count,
                "1 more card has `{text}` in its name",
                "{n} more cards have `{text}` in their names",
                n = count
            ),
        };
        let note = Diagnostic::error(title).severity(Severity::Note);
        Some(
            note.help(format!("sleeve cards 'name:\"{text}\"'"))
                .render(style),
        )
    }

    /// A note on fields of the filter that no card has in this data. The game's own text on such a
    /// field says what to do.
    pub fn describe_unfilled_fields(&self, style: &Style) -> Option<String> {
        let lang = style.lang;
        let mut seen = BTreeSet::new();
        let mut lines = Vec::new();
        for FoundCards { catalog, named_fields, .. } in &self.found {
            let game = &catalog.game;
            for field in named_fields {
                let FieldKind::Attribute(id) = field.kind else { continue };
                let Some(attribute) = game.get_attribute(id) else { continue };
                // A default fills the field of every card.
                if attribute.default.is_some()
                    || !seen.insert((game.id(), id))
                    || catalog.cards.iter().any(|card| has_fact(game, card, id))
                {
                    continue;
                }
                let (name, doc) = (attribute.named.name.get(lang), attribute.doc.get(lang));
                lines.push(say!(
                    lang,
                    "no card of {game} has `{name}` here: {doc}",
                    game = game.name(lang)
                ));
            }
        }
        let (first, others) = lines.split_first()?;
        let note = Diagnostic::error(first.clone()).severity(Severity::Note);
        let note = others
            .iter()
            .fold(note, |note, line| note.note(line.clone()));
        Some(note.render(style))
    }

    /// The filter as it was typed.
    fn text(&self) -> &str {
        self.found.first().map_or("", |found| &found.text)
    }
}

/// The cards that each part of a filter matches alone, and the part whose removal finds most.
struct FilterParts<'s> {
    found: &'s FoundCards,
    /// The number of cards that match without one part, and the index of the part. `None` if no
    /// removal finds any.
    best_without: Option<(usize, usize)>,
}

impl<'s> FilterParts<'s> {
    fn new(found: &'s FoundCards) -> FilterParts<'s> {
        let mut best: Option<(usize, usize)> = None;
        if found.parts.len() > 1 {
            for left in 0..found.parts.len() {
                let count = count_without(found, left);
                // Of parts that exclude as many cards the first is named.
                if count > best.map_or(0, |(most, _)| most) {
                    best = Some((count, left));
                }
            }
        }
        FilterParts { found, best_without: best }
    }

    fn table(&self, style: &Style, several: bool) -> String {
        let parts = &self.found.parts;
        let width = parts
            .iter()
            .map(|part| part.text.width())
            .max()
            .unwrap_or(0);
        let mut lines = Vec::new();
        for part in parts {
            let cards = count_cards(style, part.count(Truth::True));
            lines.push(format!("{}  {cards}", pad(&part.text, width)));
        }
        let game = self.found.catalog.game.name(style.lang);
        let head = if several { format!("{game}:\n") } else { String::new() };
        head + &lines.join("\n")
    }

    fn suggestion(&self, lang: Lang) -> String {
        let Some((found, left)) = self.best_without else { return String::new() };
        let part = self
            .found
            .parts
            .get(left)
            .map_or("", |part| part.text.as_str());
        say!(
            lang,
            found,
            "without `{part}`, 1 card matches",
            "without `{part}`, {n} cards match",
            n = found
        )
    }
}

/// Counts the cards that match all parts of a filter but one.
fn count_without(found: &FoundCards, left: usize) -> usize {
    let (before, rest) = found.parts.split_at(left);
    let others: Vec<&FilterPart> = before.iter().chain(rest.iter().skip(1)).collect();
    (0..found.catalog.cards.len())
        .filter(|card| {
            others
                .iter()
                .all(|part| part.truths.get(*card) == Some(&Truth::True))
        })
        .count()
}

/// Whether a card stores a fact on one of its faces.
fn has_fact(game: &Game, card: Card<'_>, id: AttributeId) -> bool {
    let last = u8::try_from(game.faces.len()).unwrap_or(u8::MAX);
    (FRONT.0..=last).any(|face| card.stored(FaceId(face), id).is_some())
}

/// Card names close to a filter of plain words, best first. Each comes with its game if several are
/// searched.
pub fn near_names(text: &str, catalogs: &[&Catalog], lang: Lang) -> Vec<(String, String)> {
    let wanted = fold(text).replace('"', "");
    // A text with an operator is no name that was misspelt.
    if wanted.is_empty() || wanted.contains([':', '=', '<', '>', '(', '/', '|']) {
        return Vec::new();
    }
    let near = decks::nearest_cards(catalogs.iter().copied(), &wanted);
    let mut names: Vec<(String, String)> = Vec::new();
    for (at, card) in near {
        let Some(catalog) = catalogs.get(at) else { continue };
        let game = if catalogs.len() > 1 { catalog.game.id() } else { "" };
        let name = catalog.cards.card(card).name(lang);
        names.push((name.to_owned(), game.to_owned()));
    }
    names.dedup();
    names
}
