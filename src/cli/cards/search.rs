//! Runs a filter in the games that understand it, limited by the decks of `--in` and `--not-in`.

use super::CardsCommand;
use crate::cli::messages::CliMessage;
use crate::cli::{Failure, Session};
use sleeve_data::model::{CardIndex, Catalog, Date, Deck};
use sleeve_data::problem::{Problem, edit_distance, nearest_names};
use sleeve_decks::{self as decks, DeckError, DeckResolver, Hints, RawDeck};
use sleeve_language::tree::FilterNode;
use sleeve_language::{
    self as language, Field, FieldKind, Filter, LanguageError, Scope, TreePart, Truth, World,
};
use sleeve_library::{MAX_FILTER_TESTS, is_too_long};
use sleeve_report::Diagnostic;
use sleeve_report::cards::FactStyle;
use sleeve_report::cards::listing::{CardOrder, rank};
use sleeve_report::text::diagnostic::language_diagnostic;
use sleeve_rules::FormatLegality;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

/// A filter in one game, with the cards that it finds.
pub struct GameSearch<'a> {
    /// The game and how its facts are written.
    pub view: FactStyle<'a>,
    /// `None` matches every card.
    pub filter: Option<Filter>,
    /// As it was typed.
    pub text: String,
    pub columns: Vec<Field>,
    /// The fields that the order and the filter name, which lists show as columns.
    pub named_fields: Vec<Field>,
    pub group: Option<Field>,
    /// The cards that certainly match.
    pub matched: Vec<CardIndex>,
    /// The cards that may match, depending on unknown facts.
    pub undetermined: Vec<CardIndex>,
    sort: Vec<(Field, bool)>,
    deck_cards: DeckCards,
    on: Option<Date>,
    legality: FormatLegality<'a>,
}

/// Parses the filter and the fields in every game and keeps the games that have all of them. Fails
/// if none has.
pub fn new_searches<'a>(
    session: &Session<'_>,
    catalogs: &'a [Arc<Catalog>],
    text: &str,
    options: &CardsCommand,
    decks: &SearchedDecks,
) -> Result<Vec<GameSearch<'a>>, Failure> {
    let mut searches = Vec::new();
    let mut failures: Vec<(&Catalog, SearchMistake)> = Vec::new();
    for catalog in catalogs {
        let chosen = decks.find_cards(catalog);
        match GameSearch::new(session, catalog, text, options, chosen) {
            Ok(search) => {
                if search.filter.as_ref().is_some_and(|filter| is_too_long(filter, catalog)) {
                    let (game, limit) = (catalog.game.id().to_owned(), MAX_FILTER_TESTS);
                    return Err(session.refusal(CliMessage::LongFilter { game, limit }));
                }
                searches.push(search);
            }
            Err(mistake) => failures.push((catalog, mistake)),
        }
    }
    if searches.is_empty() { Err(search_failure(session, text, &failures)) } else { Ok(searches) }
}

/// Searches for the cards that a text names as a deck list does. `None` if no game has such a card.
pub fn find_named_cards<'a>(
    session: &Session<'_>,
    catalogs: &'a [Arc<Catalog>],
    text: &str,
    options: &CardsCommand,
    decks: &SearchedDecks,
) -> Option<Vec<GameSearch<'a>>> {
    // A text with an operator is a filter, even if it looks like a name.
    if text.contains([':', '<', '>', '=', '|']) {
        return None;
    }
    let mut searches = Vec::new();
    for catalog in catalogs {
        let cards = DeckResolver::new(catalog).cards_named(text);
        if cards.is_empty() {
            continue;
        }
        let ids = cards.iter().map(|card| format!("\"{}\"", catalog.cards.card(*card).id()));
        let filter = format!("id={}", ids.collect::<Vec<_>>().join("|"));
        let chosen = decks.find_cards(catalog);
        let mut search = GameSearch::new(session, catalog, &filter, options, chosen).ok()?;
        search.run();
        searches.push(search);
    }
    (!searches.is_empty()).then_some(searches)
}

/// Why a search is not possible in a game.
enum SearchMistake {
    Filter(LanguageError),
    /// A field of an option.
    Field {
        option: &'static str,
        word: String,
        candidates: Vec<String>,
    },
}

impl<'a> GameSearch<'a> {
    fn new(
        session: &Session<'_>,
        catalog: &'a Catalog,
        text: &str,
        options: &CardsCommand,
        chosen: DeckCards,
    ) -> Result<GameSearch<'a>, SearchMistake> {
        let view = FactStyle::new(catalog, options.lens(), session.style.lang);
        let scope = search_scope(catalog, text, &chosen);
        let filter = match text.trim() {
            "" => None,
            _ => Some(language::filter(text, &scope).map_err(SearchMistake::Filter)?),
        };
        let field = |option: &'static str| {
            move |word: &String| {
                let word = word.trim();
                Field::parse(&catalog.game, word).ok_or_else(|| SearchMistake::Field {
                    option,
                    word: word.to_owned(),
                    candidates: nearest_names(word, Field::words(&catalog.game)),
                })
            }
        };
        let columns =
            options.columns.iter().map(field("--columns")).collect::<Result<Vec<_>, _>>()?;
        let group = options.group.as_ref().map(field("--group")).transpose()?;
        let key = |word: &String| {
            let (word, down) = match word.trim().strip_prefix('-') {
                Some(rest) => (rest.to_owned(), true),
                None => (word.trim().trim_start_matches('+').to_owned(), false),
            };
            Ok((field("--sort")(&word)?, down))
        };
        let sort = options.sort.iter().map(key).collect::<Result<Vec<_>, _>>()?;
        let mut asked: Vec<Field> = sort.iter().map(|(field, _)| *field).collect();
        if let Some(filter) = &filter {
            collect_fields(filter.node(), &mut asked);
            // The names of many cards would be too wide for a column that the user did not ask for.
            asked.retain(|field| !field.kind.holds_cards(&catalog.game));
        }
        Ok(GameSearch {
            view,
            filter,
            text: text.to_owned(),
            columns,
            named_fields: asked,
            group,
            matched: Vec::new(),
            undetermined: Vec::new(),
            sort,
            deck_cards: chosen,
            on: options.on,
            legality: FormatLegality::new(catalog, options.lens(), options.on),
        })
    }

    /// Whether no card matches, not even perhaps.
    pub fn is_empty(&self) -> bool {
        self.matched.is_empty() && self.undetermined.is_empty()
    }

    /// The cards that match or may, in the order of the data.
    pub fn possible(&self) -> Vec<CardIndex> {
        let mut all = [self.matched.as_slice(), self.undetermined.as_slice()].concat();
        all.sort();
        all
    }

    /// The world that the filter is evaluated in.
    pub fn world(&self) -> World<'_> {
        let world = World::from_catalog(self.view.catalog).with_lens(self.view.lens);
        World { date: self.on, legality: Some(&self.legality), ..world }
    }

    /// Decks of `--in` and `--not-in` with lines that name no card, and the number of these lines.
    pub fn unresolved(&self) -> &[(String, usize)] {
        &self.deck_cards.unresolved
    }

    /// Evaluates the filter on every card.
    pub fn run(&mut self) {
        let all = (0..self.view.catalog.cards.len() as u32).map(CardIndex);
        let world = self.world();
        let (mut matched, mut undetermined) = (Vec::new(), Vec::new());
        for card in all {
            match self.test(self.filter.as_ref(), &world, card) {
                Truth::True => matched.push(card),
                Truth::Unknown => undetermined.push(card),
                Truth::False => {}
            }
        }
        self.matched = matched;
        self.undetermined = undetermined;
    }

    /// Whether a filter and the decks accept a card. A card in several zones has to match in one.
    pub fn test(&self, filter: Option<&Filter>, world: &World<'_>, card: CardIndex) -> Truth {
        if self.deck_cards.excluded.contains(&card) {
            return Truth::False;
        }
        let holds = |zone: Option<&str>| filter.map_or(Truth::True, |f| f.test(world, card, zone));
        match &self.deck_cards.zones {
            None => holds(None),
            Some(zones) => {
                let zones = zones.get(&card).map_or(&[][..], Vec::as_slice);
                Truth::any(zones.iter().map(|zone| holds(Some(zone))))
            }
        }
    }

    /// Sorts the cards by `--sort`; equal cards keep the order of the data.
    pub fn sort(&mut self) {
        if self.sort.is_empty() {
            return;
        }
        let card = |index: &CardIndex| self.view.catalog.cards.card(*index);
        let ranks = |index: &CardIndex| -> Vec<CardOrder> {
            self.sort.iter().map(|(field, _)| rank(&self.view, card(index), *field)).collect()
        };
        let mut keyed: Vec<(Vec<CardOrder>, CardIndex)> =
            self.matched.iter().map(|index| (ranks(index), *index)).collect();
        keyed.sort_by(|(a, _), (b, _)| {
            let pairs = a.iter().zip(b).zip(&self.sort);
            let mut orders = pairs.map(|((a, b), (_, down))| a.compare(b, *down));
            orders.find(|o| o.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        });
        self.matched = keyed.into_iter().map(|(_, index)| index).collect();
    }
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
    let mut add = |field: Field| {
        let has_column = field.kind.is_card_field() && field.kind != FieldKind::Name;
        if has_column && !fields.contains(&field) {
            fields.push(field);
        }
    };
    TreePart::Filter(node).walk(&mut |part| {
        if let TreePart::Field(field) = part {
            add(field);
        }
        true
    });
}

/// The failure for a filter that no game understands, worded by the game whose parser got furthest.
fn search_failure(
    session: &Session<'_>,
    text: &str,
    failures: &[(&Catalog, SearchMistake)],
) -> Failure {
    let lang = session.talk.lang;
    let reach = |mistake: &SearchMistake| match mistake {
        SearchMistake::Filter(error) => {
            (0, error.span.start, std::cmp::Reverse(error.nearness().unwrap_or(usize::MAX)))
        }
        SearchMistake::Field { word, candidates, .. } => {
            let near = candidates.first().map(|near| edit_distance(word, near));
            (1, 0, std::cmp::Reverse(near.unwrap_or(usize::MAX)))
        }
    };
    // Of equal ones `max_by_key` takes the last: reversed, the mistake in the first game.
    let best = failures.iter().rev().max_by_key(|(_, mistake)| reach(mistake));
    let Some((catalog, mistake)) = best else {
        return Failure::Unusable(String::new());
    };
    let unknown;
    let diagnostic = match mistake {
        SearchMistake::Filter(error) => {
            language_diagnostic(error, word!(lang, "filter"), text, lang)
        }
        SearchMistake::Field { option, word, candidates } => {
            let (word, candidates) = (word.clone(), candidates.clone());
            unknown = Problem::from(CliMessage::NoField { option, word, candidates });
            Diagnostic::from_problem(&unknown, None, lang)
        }
    };
    let note = match failures {
        [_] => String::new(),
        several => {
            let ids: Vec<&str> = several.iter().map(|(c, _)| c.game.id()).collect();
            format!(
                "{} {} ({} --game {})",
                word!(lang, "as read for"),
                catalog.game.name(lang),
                word!(lang, "another game with"),
                ids.iter()
                    .filter(|id| **id != catalog.game.id())
                    .copied()
                    .collect::<Vec<_>>()
                    .join("|"),
            )
        }
    };
    session.failure(&diagnostic.note(note))
}

/// The decks of both options, read but not yet resolved in a game.
pub struct SearchedDecks {
    within: Vec<RawDeck>,
    without: Vec<RawDeck>,
}

/// The cards of a game that the decks let through.
#[derive(Default)]
pub struct DeckCards {
    /// The zones of each card in the decks of `--in`; `None` without that option.
    pub zones: Option<HashMap<CardIndex, Vec<String>>>,
    /// Cards in the decks of `--not-in`.
    pub excluded: BTreeSet<CardIndex>,
    /// Names of the zones of the decks of `--in`.
    pub zone_names: Vec<String>,
    /// Path of each deck with lines that name no card, and their number.
    pub unresolved: Vec<(String, usize)>,
}

/// Reads the decks of `--in` and `--not-in`.
pub fn read_decks(
    session: &Session<'_>,
    within: &[PathBuf],
    without: &[PathBuf],
) -> Result<SearchedDecks, Failure> {
    let read_file = |path: &PathBuf| {
        let folder = &session.streams.folder;
        let (path, number) = decks::split_number(folder, path.clone());
        let shown = sleeve_data::files::path_text(&path);
        let bytes = decks::load(&folder.join(path), true);
        // Messages name a file as the user does, and not by its whole path.
        let bytes = bytes.map_err(|mut error| {
            error.path.clone_from(&shown);
            error
        });
        bytes
            .and_then(|bytes| decks::read_all(&shown, &bytes, &Hints::default()))
            .and_then(|raws| decks::choose_decks(&shown, raws, number))
            .map_err(|error| deck_failure(session, &error))
    };
    let read_files = |paths: &[PathBuf]| -> Result<Vec<RawDeck>, Failure> {
        let read: Result<Vec<_>, _> = paths.iter().map(read_file).collect();
        Ok(read?.into_iter().flatten().collect())
    };
    Ok(SearchedDecks { within: read_files(within)?, without: read_files(without)? })
}

fn deck_failure(session: &Session<'_>, error: &DeckError) -> Failure {
    let lang = session.talk.lang;
    let texts: Vec<String> = error
        .problems
        .iter()
        .map(|problem| {
            let diagnostic =
                Diagnostic::from_problem(problem, Some((&error.path, &error.text)), lang);
            let path = if problem.marks.is_empty() { error.path.as_str() } else { "" };
            diagnostic.note(path).render(&session.talk)
        })
        .collect();
    Failure::Unusable(texts.join("\n\n"))
}

impl SearchedDecks {
    /// The game of the first deck that names one.
    pub fn game(&self) -> Option<&str> {
        let mut all = self.within.iter().chain(&self.without);
        all.find_map(|deck| deck.game.as_ref()).map(|game| game.value.as_str())
    }

    /// Resolves the decks in a game.
    pub fn find_cards(&self, catalog: &Catalog) -> DeckCards {
        let mut chosen = DeckCards::default();
        if self.within.is_empty() && self.without.is_empty() {
            return chosen;
        }
        let mut resolver = DeckResolver::new(catalog);
        let mut deck = |raw: &RawDeck| -> Deck {
            let format = raw.format.as_ref().and_then(|f| catalog.format(&f.value));
            resolver.resolve(raw, format)
        };
        for raw in &self.within {
            let deck = deck(raw);
            let zones = chosen.zones.get_or_insert_default();
            for entry in &deck.entries {
                let of: &mut Vec<String> = zones.entry(entry.card).or_default();
                for known in [of, &mut chosen.zone_names] {
                    if !known.iter().any(|zone| **zone == *entry.zone) {
                        known.push(entry.zone.to_string());
                    }
                }
            }
            chosen.unresolved.push((deck.path, deck.unresolved.len()));
        }
        for raw in &self.without {
            let deck = deck(raw);
            chosen.excluded.extend(deck.entries.iter().map(|entry| entry.card));
            chosen.unresolved.push((deck.path, deck.unresolved.len()));
        }
        chosen.unresolved.retain(|(_, lines)| *lines > 0);
        chosen
    }
}
