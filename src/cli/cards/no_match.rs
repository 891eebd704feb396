//! What to say when no card matches: which part of the filter is to blame, and what to try.

use super::search::GameSearch;
use crate::cli::Session;
use sleeve_data::model::fold::fold;
use sleeve_data::model::{Card, CardIndex, Catalog, FRONT, FaceId, Lang};
use sleeve_data::problem::{DidYouMean, Worded};
use sleeve_decks as decks;
use sleeve_language::FieldKind;
use sleeve_language::tree::{FilterKind, Test};
use sleeve_language::{self as language, Filter, Scope, Truth};
use sleeve_report::cards::listing::count_cards;
use sleeve_report::text::lines::pad;
use sleeve_report::{Diagnostic, Style};
use std::collections::BTreeSet;
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

/// The number of cards that a part of a filter matches alone.
pub struct PartCount {
    /// As it was typed.
    pub text: String,
    pub matching: usize,
    pub undetermined: usize,
}

/// Counts the cards that each part of a filter matches alone.
pub fn count_parts(search: &GameSearch<'_>) -> Vec<PartCount> {
    let clauses = search.filter.as_ref().map_or_else(Vec::new, Filter::clauses);
    let count = |(span, filter): &(Range<usize>, Filter)| {
        let truths = test_cards(search, filter);
        let of = |wanted| truths.iter().filter(|t| **t == wanted).count();
        PartCount {
            text: search.text.get(span.clone()).unwrap_or("").trim().to_owned(),
            matching: of(Truth::True),
            undetermined: of(Truth::Unknown),
        }
    };
    clauses.iter().map(count).collect()
}

fn test_cards(search: &GameSearch<'_>, filter: &Filter) -> Vec<Truth> {
    let world = search.world();
    let all = (0..search.view.catalog.cards.len() as u32).map(CardIndex);
    all.map(|card| search.test(Some(filter), &world, card)).collect()
}

/// The message for a search without a result: how many cards each part matches, in the game in
/// which dropping one part finds the most.
pub fn describe_no_match(session: &Session<'_>, searches: &[GameSearch<'_>]) -> String {
    let talk = session.talk;
    let title = match searches {
        [search] => {
            let game = search.view.catalog.game.name(talk.lang);
            say!(talk.lang, "no card of {game} matches")
        }
        _ => say!(talk.lang, "no card of any game matches"),
    };
    let catalogs: Vec<&Catalog> = searches.iter().map(|search| search.view.catalog).collect();
    let near = near_names(searches.first().map_or("", |search| &search.text), &catalogs, talk.lang);
    let mut help = Worded::new(&DidYouMean(&near), talk.lang).to_string();
    let best = searches
        .iter()
        .map(FilterParts::new)
        .max_by_key(|parts| parts.best_without.map(|(n, _)| n));
    let mut diagnostic = Diagnostic::error(title).severity(sleeve_report::Severity::Note);
    if let Some(parts) = best.filter(|parts| parts.counts.len() > 1) {
        diagnostic = diagnostic.note(parts.table(&talk, searches.len() > 1));
        if help.is_empty() {
            help = parts.suggestion(&talk);
        }
    }
    diagnostic.help(help).render(&talk)
}

/// If cards have exactly the searched name, notes how many others contain it.
pub fn describe_longer_names(session: &Session<'_>, searches: &[GameSearch<'_>]) -> Option<String> {
    let talk = session.talk;
    let text = searches.first()?.text.replace('"', "");
    let more = |search: &GameSearch<'_>| {
        let node = search.filter.as_ref()?.node();
        if !matches!(node.kind, FilterKind::Test(Test::Cards(_))) || search.matched.is_empty() {
            return None;
        }
        let containing = language::filter(
            &format!("name:\"{text}\""),
            &Scope::from_catalog(search.view.catalog),
        );
        let truths = test_cards(search, &containing.ok()?);
        let others = truths.iter().enumerate().filter(|(at, truth)| {
            let card = u32::try_from(*at).map(CardIndex);
            **truth == Truth::True && card.is_ok_and(|card| !search.matched.contains(&card))
        });
        Some(others.count())
    };
    let count: usize = searches.iter().filter_map(more).sum();
    let title = match count {
        0 => return None,
        _ => say!(
            talk.lang,
            count,
            "1 more card has `{text}` in its name",
            "{n} more cards have `{text}` in their names",
            n = count
        ),
    };
    let note = Diagnostic::error(title).severity(sleeve_report::Severity::Note);
    Some(note.help(format!("sleeve cards 'name:\"{text}\"'")).render(&talk))
}

/// A note on fields of the filter that no card has in this data. The game's own text on such a
/// field says what to do.
pub fn describe_unfilled_fields(
    session: &Session<'_>,
    searches: &[GameSearch<'_>],
) -> Option<String> {
    let talk = session.talk;
    let mut seen = BTreeSet::new();
    let mut lines = Vec::new();
    for search in searches {
        let (catalog, game) = (search.view.catalog, &search.view.catalog.game);
        for field in &search.named_fields {
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
            let (name, doc) = (attribute.named.name.get(talk.lang), attribute.doc.get(talk.lang));
            let game = game.name(talk.lang);
            lines.push(say!(talk.lang, "no card of {game} has `{name}` here: {doc}"));
        }
    }
    let (first, others) = lines.split_first()?;
    let note = Diagnostic::error(first.clone()).severity(sleeve_report::Severity::Note);
    let note = others.iter().fold(note, |note, line| note.note(line.clone()));
    Some(note.render(&talk))
}

/// The cards that each part of a filter matches alone, and the part whose removal finds most.
struct FilterParts<'s> {
    search: &'s GameSearch<'s>,
    counts: Vec<PartCount>,
    /// The number of cards that match without one part, and the index of the part. `None` if no
    /// removal finds any.
    best_without: Option<(usize, usize)>,
}

impl<'s> FilterParts<'s> {
    fn new(search: &'s GameSearch<'s>) -> FilterParts<'s> {
        let clauses = search.filter.as_ref().map_or_else(Vec::new, Filter::clauses);
        let all: Vec<Vec<Truth>> = clauses.iter().map(|(_, f)| test_cards(search, f)).collect();
        let without = |left: usize| {
            let others = || all.iter().enumerate().filter(|(i, _)| *i != left).map(|(_, t)| t);
            let cards = 0..search.view.catalog.cards.len();
            cards.filter(|i| others().all(|t| t.get(*i) == Some(&Truth::True))).count()
        };
        let best = (0..clauses.len()).map(|i| (without(i), i));
        // Of parts that exclude as many cards the first is named.
        let without = best.filter(|(n, _)| *n > 0).max_by_key(|(n, i)| (*n, usize::MAX - i));
        FilterParts {
            search,
            counts: count_parts(search),
            best_without: without.filter(|_| clauses.len() > 1),
        }
    }

    fn table(&self, talk: &Style, several: bool) -> String {
        let width = self.counts.iter().map(|c| c.text.width()).max().unwrap_or(0);
        let line =
            |c: &PartCount| format!("{}  {}", pad(&c.text, width), count_cards(talk, c.matching));
        let lines: Vec<String> = self.counts.iter().map(line).collect();
        let game = self.search.view.catalog.game.name(talk.lang);
        let head = if several { format!("{game}:\n") } else { String::new() };
        head + &lines.join("\n")
    }

    fn suggestion(&self, talk: &Style) -> String {
        let Some((found, left)) = self.best_without else { return String::new() };
        let part = self.counts.get(left).map_or("", |c| c.text.as_str());
        say!(
            talk.lang,
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
