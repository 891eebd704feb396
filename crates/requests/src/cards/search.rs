//! Runs a filter in the games that understand it, limited by decks.

use super::{
    CardsRequest,
    decks::{DeckCards, SearchedDecks},
    messages::CardsMessage,
};
use crate::{DrawnRefusal, Refusal, deck::lens};
use sleeve_data::{
    model::{CardIndex, Catalog, Date, Lang},
    problem::{edit_distance, nearest_names},
};
use sleeve_decks::DeckResolver;
use sleeve_language::{
    self as language, Field, FieldKind, Filter, LanguageError, Scope, TreePart, Truth, World,
    tree::{FilterKind, FilterNode, Test},
};
use sleeve_library::{MAX_FILTER_TESTS, is_too_long};
use sleeve_report::{
    Diagnostic, Style,
    cards::{
        found::{FilterPart, FoundCards, OpenCard},
        listing::{CardOrder, rank},
    },
    text::diagnostic::language_diagnostic,
};
use sleeve_rules::FormatLegality;
use std::{
    cmp::{Ordering, Reverse},
    sync::Arc,
};

/// A field to sort by.
struct SortKey {
    field: Field,
    is_descending: bool,
}

/// A filter in one game, with the cards that it finds.
pub(crate) struct GameSearch<'a> {
    pub found: FoundCards,
    pub deck_cards: DeckCards,
    sort: Vec<SortKey>,
    on: Option<Date>,
    legality: FormatLegality<'a>,
}

/// Searches in every game that has the filter and the fields.
///
/// # Errors
/// A filter or field that no game has, and a filter that is too long.
pub(crate) fn search_games<'a>(
    catalogs: &'a [Arc<Catalog>],
    request: &CardsRequest,
    decks: &SearchedDecks,
) -> Result<Vec<GameSearch<'a>>, Refusal> {
    let mut searches = Vec::new();
    let mut failures = Vec::new();
    for catalog in catalogs {
        match GameSearch::new(catalog, &request.text(), request, decks.find_cards(catalog)) {
            Ok(search) => {
                refuse_long_filter(&search.found)?;
                searches.push(search);
            }
            Err(mistake) => failures.push((Arc::clone(catalog), mistake)),
        }
    }
    if searches.is_empty() {
        let text = request.text();
        return Err(Refusal::Drawn(Box::new(SearchFailure { text, failures })));
    }
    for search in &mut searches {
        search.run();
    }
    Ok(searches)
}

/// Searches for the cards that a text names as a deck list does. `None` if no game has such a card.
pub(crate) fn find_named_cards<'a>(
    catalogs: &'a [Arc<Catalog>],
    request: &CardsRequest,
    decks: &SearchedDecks,
) -> Option<Vec<GameSearch<'a>>> {
    // A text with an operator is a filter, even if it looks like a name.
    if request.text().contains([':', '<', '>', '=', '|']) {
        return None;
    }
    let mut searches = Vec::new();
    for catalog in catalogs {
        let cards = DeckResolver::new(catalog).cards_named(&request.text());
        if cards.is_empty() {
            continue;
        }
        let ids = cards
            .iter()
            .map(|card| format!("\"{}\"", catalog.cards.card(*card).id()));
        let filter = format!("id={}", ids.collect::<Vec<_>>().join("|"));
        let chosen = decks.find_cards(catalog);
        let mut search = GameSearch::new(catalog, &filter, request, chosen).ok()?;
        search.run();
        searches.push(search);
    }
    (!searches.is_empty()).then_some(searches)
}

impl<'a> GameSearch<'a> {
    fn new(
        catalog: &'a Arc<Catalog>,
        text: &str,
        request: &CardsRequest,
        deck_cards: DeckCards,
    ) -> Result<GameSearch<'a>, SearchMistake> {
        let filter = parse_filter(catalog, text, &deck_cards)?;
        let mut columns = Vec::new();
        for word in &request.columns {
            columns.push(parse_field(catalog, "--columns", word)?);
        }
        let group = request.group.as_ref();
        let group_field = group
            .map(|word| parse_field(catalog, "--group", word))
            .transpose()?;
        let mut sort = Vec::new();
        for word in &request.sort {
            sort.push(parse_sort_key(catalog, word)?);
        }
        let mut named_fields: Vec<Field> = sort.iter().map(|key| key.field).collect();
        if let Some(filter) = &filter {
            collect_fields(filter.node(), &mut named_fields);
            // The names of many cards would be too wide for a column that the user did not ask for.
            named_fields.retain(|field| !field.kind.holds_cards(&catalog.game));
        }
        let (lens, on) = (lens(request.attested), request.day());
        let found = FoundCards {
            catalog: Arc::clone(catalog),
            lens,
            filter,
            text: text.to_owned(),
            columns,
            named_fields,
            group: group_field,
            matched: Vec::new(),
            undetermined: Vec::new(),
            parts: Vec::new(),
            longer_names: 0,
        };
        let legality = FormatLegality::new(catalog, lens, on);
        Ok(GameSearch { found, deck_cards, sort, on, legality })
    }

    fn world(&self) -> World<'_> {
        let world = World::from_catalog(&self.found.catalog).with_lens(self.found.lens);
        World { date: self.on, legality: Some(&self.legality), ..world }
    }

    fn cards(&self) -> impl Iterator<Item = CardIndex> + use<> {
        (0..self.found.catalog.cards.len() as u32).map(CardIndex)
    }

    /// Evaluates the filter on every card.
    fn run(&mut self) {
        let (world, filter) = (self.world(), self.found.filter.as_ref());
        let (mut matched, mut undetermined) = (Vec::new(), Vec::new());
        for card in self.cards() {
            match self.test(filter, &world, card) {
                Truth::True => matched.push(card),
                Truth::Unknown => {
                    let missing = filter.map(|filter| filter.missing_facts(&world, card, None));
                    undetermined.push(OpenCard { card, missing: missing.unwrap_or_default() });
                }
                Truth::False => {}
            }
        }
        self.found.matched = matched;
        self.found.undetermined = undetermined;
    }

    /// Whether a filter and the decks accept a card. A card in several zones has to match in one.
    fn test(&self, filter: Option<&Filter>, world: &World<'_>, card: CardIndex) -> Truth {
        if self.deck_cards.excluded.contains(&card) {
            return Truth::False;
        }
        let Some(zones) = &self.deck_cards.zones else {
            return filter.map_or(Truth::True, |filter| filter.test(world, card, None));
        };
        let zones_of_card = zones.get(&card).map_or(&[][..], Vec::as_slice);
        Truth::any(zones_of_card.iter().map(|zone| match filter {
            Some(filter) => filter.test(world, card, Some(zone)),
            None => Truth::True,
        }))
    }

    fn test_cards(&self, filter: &Filter) -> Vec<Truth> {
        let world = self.world();
        self.cards()
            .map(|card| self.test(Some(filter), &world, card))
            .collect()
    }

    /// Finds out which cards each part of the filter matches alone.
    pub(crate) fn test_parts(&mut self) {
        let mut parts = Vec::new();
        for (span, filter) in self
            .found
            .filter
            .as_ref()
            .map_or_else(Vec::new, Filter::clauses)
        {
            let text = self.found.text.get(span).unwrap_or("").trim().to_owned();
            parts.push(FilterPart { text, truths: self.test_cards(&filter) });
        }
        self.found.parts = parts;
    }

    /// Counts the cards that only contain a text which is the whole name of those that are found.
    pub(crate) fn count_longer_names(&mut self, text: &str) {
        let FoundCards { catalog, filter, matched, .. } = &self.found;
        let kind = filter.as_ref().map(|filter| &filter.node().kind);
        if !matches!(kind, Some(FilterKind::Test(Test::Cards(_)))) || matched.is_empty() {
            return;
        }
        let text = format!("name:\"{}\"", text.replace('"', ""));
        let Ok(containing) = language::filter(&text, &Scope::from_catalog(catalog)) else { return };
        let truths = self.test_cards(&containing);
        let judged = self.cards().zip(truths);
        let others = judged.filter(|(card, is)| *is == Truth::True && !matched.contains(card));
        self.found.longer_names = others.count();
    }

    /// Sorts the cards as asked for; equal cards keep the order of the data.
    pub(crate) fn sort(&mut self, lang: Lang) {
        if self.sort.is_empty() {
            return;
        }
        let (view, cards) = (self.found.view(lang), &self.found.catalog.cards);
        let mut keyed: Vec<(Vec<CardOrder>, CardIndex)> = Vec::new();
        for index in &self.found.matched {
            let card = cards.card(*index);
            keyed.push((
                self.sort
                    .iter()
                    .map(|k| rank(&view, card, k.field))
                    .collect(),
                *index,
            ));
        }
        keyed.sort_by(|(a, _), (b, _)| {
            let pairs = a.iter().zip(b).zip(&self.sort);
            let mut orders = pairs.map(|((a, b), key)| a.compare(b, key.is_descending));
            orders.find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        });
        self.found.matched = keyed.into_iter().map(|(_, index)| index).collect();
    }
}

/// Why a search is not possible in a game.
#[derive(Debug)]
enum SearchMistake {
    Filter(LanguageError),
    /// A field of an option.
    Field {
        option: &'static str,
        word: String,
        candidates: Vec<String>,
    },
}

fn parse_filter(
    catalog: &Catalog,
    text: &str,
    chosen: &DeckCards,
) -> Result<Option<Filter>, SearchMistake> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let filter = language::filter(text, &search_scope(catalog, text, chosen));
    filter.map(Some).map_err(SearchMistake::Filter)
}

fn refuse_long_filter(found: &FoundCards) -> Result<(), Refusal> {
    let FoundCards { catalog, filter, .. } = found;
    if !filter
        .as_ref()
        .is_some_and(|filter| is_too_long(filter, catalog))
    {
        return Ok(());
    }
    let (game, limit) = (catalog.game.id().to_owned(), MAX_FILTER_TESTS);
    Err(Refusal::of_message(CardsMessage::LongFilter { game, limit }))
}

fn parse_field(
    catalog: &Catalog,
    option: &'static str,
    word: &str,
) -> Result<Field, SearchMistake> {
    let word = word.trim();
    Field::parse(&catalog.game, word).ok_or_else(|| SearchMistake::Field {
        option,
        word: word.to_owned(),
        candidates: nearest_names(word, Field::words(&catalog.game)),
    })
}

fn parse_sort_key(catalog: &Catalog, word: &str) -> Result<SortKey, SearchMistake> {
    let (word, is_descending) = match word.trim().strip_prefix('-') {
        Some(rest) => (rest, true),
        None => (word.trim().trim_start_matches('+'), false),
    };
    Ok(SortKey { field: parse_field(catalog, "--sort", word)?, is_descending })
}

/// The zones that `zone:` may name: those of the decks, else those of every format.
fn search_scope<'a>(catalog: &'a Catalog, text: &str, chosen: &DeckCards) -> Scope<'a> {
    let scope = Scope::from_catalog(catalog);
    if chosen.zones.is_some() {
        return scope.with_zones(chosen.zone_names.clone());
    }
    // Only `zone:` reads names of zones, so that other texts need no list of them.
    if !text.contains("zone") {
        return scope;
    }
    let mut ids: Vec<String> = Vec::new();
    for zone in catalog.formats().flat_map(|format| &format.zones) {
        if !ids.iter().any(|id| *id == zone.named.id) {
            ids.push(zone.named.id.to_string());
        }
    }
    scope.with_zones(ids)
}

/// Adds the fields of cards that a filter names, in their order; the name has a column anyway.
fn collect_fields(node: &FilterNode, fields: &mut Vec<Field>) {
    TreePart::Filter(node).walk(&mut |part| {
        if let TreePart::Field(field) = part {
            let has_column = field.kind.is_card_field() && field.kind != FieldKind::Name;
            if has_column && !fields.contains(&field) {
                fields.push(field);
            }
        }
        true
    });
}

/// A search that no game understands.
#[derive(Debug)]
struct SearchFailure {
    text: String,
    failures: Vec<(Arc<Catalog>, SearchMistake)>,
}

impl SearchMistake {
    /// How far the parser got: of several mistakes that with the largest reach is shown.
    fn reach(&self) -> (u8, usize, Reverse<usize>) {
        match self {
            SearchMistake::Filter(error) => {
                (0, error.span.start, Reverse(error.nearness().unwrap_or(usize::MAX)))
            }
            SearchMistake::Field { word, candidates, .. } => {
                let near = candidates.first().map(|near| edit_distance(word, near));
                (1, 0, Reverse(near.unwrap_or(usize::MAX)))
            }
        }
    }

    fn diagnostic<'t>(&self, text: &'t str, lang: Lang) -> Diagnostic<'t> {
        match self {
            SearchMistake::Filter(error) => {
                language_diagnostic(error, word!(lang, "filter"), text, lang)
            }
            SearchMistake::Field { option, word, candidates } => {
                let (word, candidates) = (word.clone(), candidates.clone());
                let message = CardsMessage::NoField { option, word, candidates };
                Diagnostic::from_message(&message, lang)
            }
        }
    }
}

impl DrawnRefusal for SearchFailure {
    /// The mistake in the game whose parser got furthest.
    fn diagnostics(&self, style: &Style) -> Vec<Diagnostic<'_>> {
        let lang = style.lang;
        // Of equal ones `max_by_key` takes the last: reversed, the mistake in the first game.
        let best = self
            .failures
            .iter()
            .rev()
            .max_by_key(|(_, mistake)| mistake.reach());
        let Some((catalog, mistake)) = best else { return Vec::new() };
        let diagnostic = mistake.diagnostic(&self.text, lang);
        if self.failures.len() == 1 {
            return vec![diagnostic];
        }
        let ids = self.failures.iter().map(|(of, _)| of.game.id());
        let others: Vec<&str> = ids.filter(|id| *id != catalog.game.id()).collect();
        let note = format!(
            "{} {} ({} --game {})",
            word!(lang, "as read for"),
            catalog.game.name(lang),
            word!(lang, "another game with"),
            others.join("|"),
        );
        vec![diagnostic.note(note)]
    }
}
