//! What to say below a search: which part of the filter is to blame if no card matches, and what to
//! try.

use super::found::{CardsReport, FilterPart, FoundCards};
use super::listing::count_cards;
use crate::text::Style;
use crate::text::diagnostic::{Diagnostic, Severity};
use crate::text::lines::pad;
use sleeve_data::model::fold::fold;
use sleeve_data::model::{Card, Catalog, FRONT, FaceId, Lang};
use sleeve_data::problem::{DidYouMean, Worded};
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
        if let Some(parts) = best.filter(|parts| parts.found.parts.len() > 1) {
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
        Some(note.help(format!("sleeve cards 'name:\"{text}\"'")).render(style))
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
                let last = u8::try_from(game.faces.len()).unwrap_or(u8::MAX);
                let carries = |card: Card<'_>| {
                    (FRONT.0..=last).any(|face| card.stored(FaceId(face), id).is_some())
                };
                let Some(attribute) = game.get_attribute(id) else { continue };
                // A default fills the field of every card.
                if attribute.default.is_some()
                    || !seen.insert((game.id(), id))
                    || catalog.cards.iter().any(carries)
                {
                    continue;
                }
                let (name, doc) = (attribute.named.name.get(lang), attribute.doc.get(lang));
                let game = game.name(lang);
                lines.push(say!(lang, "no card of {game} has `{name}` here: {doc}"));
            }
        }
        let (first, others) = lines.split_first()?;
        let note = Diagnostic::error(first.clone()).severity(Severity::Note);
        let note = others.iter().fold(note, |note, line| note.note(line.clone()));
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
        let parts = &found.parts;
        let without = |left: usize| {
            let others = || parts.iter().enumerate().filter(|(i, _)| *i != left);
            let matches = |card: &usize| {
                others().all(|(_, part)| part.truths.get(*card) == Some(&Truth::True))
            };
            (0..found.catalog.cards.len()).filter(matches).count()
        };
        let counts = (0..parts.len()).map(|i| (without(i), i)).filter(|(n, _)| *n > 0);
        // Of parts that exclude as many cards the first is named.
        let best = counts.max_by_key(|(n, i)| (*n, usize::MAX - i));
        FilterParts { found, best_without: best.filter(|_| parts.len() > 1) }
    }

    fn table(&self, style: &Style, several: bool) -> String {
        let parts = &self.found.parts;
        let width = parts.iter().map(|part| part.text.width()).max().unwrap_or(0);
        let line = |part: &FilterPart| {
            let cards = count_cards(style, part.count(Truth::True));
            format!("{}  {cards}", pad(&part.text, width))
        };
        let lines: Vec<String> = parts.iter().map(line).collect();
        let game = self.found.catalog.game.name(style.lang);
        let head = if several { format!("{game}:\n") } else { String::new() };
        head + &lines.join("\n")
    }

    fn suggestion(&self, lang: Lang) -> String {
        let Some((found, left)) = self.best_without else { return String::new() };
        let part = self.found.parts.get(left).map_or("", |part| part.text.as_str());
        say!(
            lang,
            found,
            "without `{part}`, 1 card matches",
            "without `{part}`, {n} cards match",
            n = found
        )
    }
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
    let named = near.into_iter().filter_map(|(at, card)| {
        let catalog = catalogs.get(at)?;
        let game = if catalogs.len() > 1 { catalog.game.id() } else { "" };
        let name = catalog.cards.card(card).name(lang);
        Some((name.to_owned(), game.to_owned()))
    });
    let mut names: Vec<(String, String)> = named.collect();
    names.dedup();
    names
}
