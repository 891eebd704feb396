//! Card search, and completion of filters.

use super::{
    Desk, Files,
    ask::{Ask, Refused},
    build::id_of,
    games::LookRow,
};
use serde::Serialize;
use sleeve::{
    Arrange,
    decks::rank_names,
    language::{self, Field, FieldKind, Parameters, Scope, Truth, World},
    model::{Card, CardIndex, Catalog, Deck, FRONT, Format, Game, Lang, Lens, fold::fold},
    report::{cards::FactStyle, text::escape::plain},
    requests::DeckOptions,
    rules::{FormatLegality, Overrides, Rulebook},
};

/// The most words that completion returns.
const MAX_WORDS_OFFERED: usize = 50;

#[derive(Serialize)]
pub(crate) struct Found {
    /// The number of cards that match.
    total: usize,
    /// The number of cards that may match, because of unknown facts.
    perhaps: usize,
    /// The number of other cards that match, if only some are listed.
    hidden: usize,
    /// The filter in words.
    words: String,
    /// The headings of the columns.
    columns: Vec<String>,
    /// The first cards: certain matches before possible ones.
    cards: Vec<CardRow>,
}

#[derive(Serialize)]
struct CardRow {
    id: String,
    name: String,
    kind: String,
    look: LookRow,
    /// Whether it certainly matches.
    sure: bool,
    cells: Vec<String>,
    /// Why the card cannot be in a deck of the format or role.
    forbidden: Option<String>,
}

/// Runs a filter over the cards of a game.
pub(crate) fn search(desk: &Desk, _: Files, ask: &Ask) -> Result<Found, Refused> {
    let catalog = desk.catalog(ask.deck().game.as_deref(), ask.lang)?;
    let format = ask
        .deck()
        .format
        .as_deref()
        .and_then(|format| catalog.format(format));
    let admission = format.map(|format| Admission::new(&catalog, format, ask.deck()));
    let mut known = desk.forbidden.borrow_mut();
    known.read(&catalog, admission.as_ref(), ask);
    let is_forbidden = |card: CardIndex| known.cards.get(card.index()) == Some(&true);
    let mut named = named_cards(&catalog, &ask.text);
    named.arrange_by_cached_key(|(rank, card)| (*rank, is_forbidden(*card)));
    let (mut sure, mut perhaps, words) = if named.is_empty() {
        filtered_cards(&catalog, ask)?
    } else {
        (named.into_iter().map(|(_, card)| card).collect(), Vec::new(), String::new())
    };
    let found = sure.len() + perhaps.len();
    for cards in [&mut sure, &mut perhaps] {
        cards.retain(|card| {
            ask.forbidden
                .is_none_or(|wanted| is_forbidden(*card) == wanted)
        });
    }
    let game = &catalog.game;
    let fields = shown_fields(game);
    let plain_style = FactStyle::new(&catalog, ask.lens(), ask.lang);
    let style = FactStyle { short: true, marks: true, prose: true, ..plain_style };
    let row = |index: CardIndex, is_sure: bool| {
        let card = catalog.cards.card(index);
        CardRow {
            id: id_of(&catalog, index),
            name: plain(&style.name(card, FRONT)),
            kind: plain(style.kind(card)),
            look: LookRow::new(&catalog, card),
            sure: is_sure,
            cells: fields
                .iter()
                .map(|field| plain(&style.field(card, *field)))
                .collect(),
            forbidden: admission
                .as_ref()
                .and_then(|of| of.why_not(index, ask.lang)),
        }
    };
    let all = sure
        .iter()
        .map(|card| (*card, true))
        .chain(perhaps.iter().map(|c| (*c, false)));
    Ok(Found {
        total: sure.len(),
        perhaps: perhaps.len(),
        hidden: found - sure.len() - perhaps.len(),
        words,
        columns: fields
            .iter()
            .map(|field| plain(&field.heading(game, ask.lang)))
            .collect(),
        cards: all
            .take(ask.limit.unwrap_or(usize::MAX))
            .map(|(card, is_sure)| row(card, is_sure))
            .collect(),
    })
}

/// The fields of the columns. Name and kind come before them.
fn shown_fields(game: &Game) -> Vec<Field> {
    let fields = game
        .columns
        .iter()
        .filter_map(|word| Field::parse(game, word));
    fields
        .filter(|f| !matches!(f.kind, FieldKind::Kind | FieldKind::Name))
        .collect()
}

/// The forbidden cards of a format and role, which take a while to find.
#[derive(Default)]
pub(crate) struct ForbiddenCards {
    /// What they were found for.
    of: Option<(String, Overrides, Lens)>,
    /// Whether each card is forbidden.
    cards: Vec<bool>,
}

impl ForbiddenCards {
    #[inline(never)]
    fn read(&mut self, catalog: &Catalog, admission: Option<&Admission<'_>>, ask: &Ask) {
        let key = admission
            .map(|of| of.format.key.clone())
            .unwrap_or_default();
        let of = Some((key, ask.overrides(), ask.lens()));
        if self.of != of {
            let is_forbidden =
                |card: Card<'_>| admission.is_some_and(|of| of.forbids(card.index()));
            self.cards = catalog.cards.iter().map(is_forbidden).collect();
            self.of = of;
        }
    }
}

/// The cards that a filter certainly and possibly finds, and the filter in words.
type FilteredCards = (Vec<CardIndex>, Vec<CardIndex>, String);

fn filtered_cards(catalog: &Catalog, ask: &Ask) -> Result<FilteredCards, Refused> {
    let text = ask.text.as_str();
    if text.trim().is_empty() {
        return Ok((
            (0..catalog.cards.len() as u32).map(CardIndex).collect(),
            Vec::new(),
            String::new(),
        ));
    }
    let filter = language::filter(text, &scope(catalog, ask.deck().format.as_deref()))
        .map_err(|error| Refused::in_text(&error, text, ask.lang))?;
    let legality = FormatLegality::new(catalog, ask.lens(), None);
    let world = World::from_catalog(catalog).with_lens(ask.lens());
    let world = World { legality: Some(&legality), ..world };
    let (mut sure, mut perhaps) = (Vec::new(), Vec::new());
    for card in (0..catalog.cards.len() as u32).map(CardIndex) {
        match filter.test(&world, card, None) {
            Truth::True => sure.push(card),
            Truth::Unknown => perhaps.push(card),
            Truth::False => {}
        }
    }
    Ok((sure, perhaps, filter.in_words(catalog, ask.lang)))
}

/// The cards whose name contains all words of a text, with their rank. In a filter an exact name is
/// one card only, but a search means all of them. A text with an operator of the query language
/// names no cards.
fn named_cards(catalog: &Catalog, text: &str) -> Vec<(u8, CardIndex)> {
    let wanted = fold(text.trim());
    let is_filter = text.contains([':', '<', '>', '=', '(', ')', '"', '|', '&']);
    let has_sign = wanted.split_whitespace().any(|word| word.starts_with('-'));
    if wanted.is_empty() || is_filter || has_sign {
        return Vec::new();
    }
    let mut found: Vec<(u8, CardIndex)> = Vec::new();
    for card in catalog.cards.iter() {
        found.extend(rank_names(card, &wanted).map(|rank| (rank, card.index())));
    }
    found
}

/// The format's conditions on a single card.
pub(crate) struct Admission<'c> {
    format: &'c Format,
    legality: FormatLegality<'c>,
    /// The deck's parameters; none if its role has to be known first.
    parameters: Parameters,
}

impl<'c> Admission<'c> {
    pub(crate) fn new(
        catalog: &'c Catalog,
        format: &'c Format,
        deck: &DeckOptions,
    ) -> Admission<'c> {
        let rulebook = Rulebook::new(catalog, format);
        let is_known = format.roles.is_empty() || deck.role.is_some();
        let prepared = rulebook
            .prepare(&Deck::default(), &deck.judge.overrides(deck.role.as_ref()))
            .ok()
            .filter(|_| is_known);
        let parameters = prepared.map_or(Parameters::new(), |prepared| prepared.parameters);
        Admission { format, legality: rulebook.legality(deck.judge.lens(), None), parameters }
    }

    fn forbids(&self, card: CardIndex) -> bool {
        let id = &self.format.named.id;
        self.legality.judge(id, card, &self.parameters).truth == Truth::False
    }

    /// The reason why no zone of the role may contain a card, whatever else is in it.
    pub(crate) fn why_not(&self, card: CardIndex, lang: Lang) -> Option<String> {
        let allowed = self
            .legality
            .judge(&self.format.named.id, card, &self.parameters);
        (allowed.truth == Truth::False).then(|| match allowed.forbidden_by {
            Some(rule) => plain(rule.text.get(lang)),
            None => {
                format!("{} {}", word!(lang, "not in"), plain(self.format.named.name.get(lang)))
            }
        })
    }
}

/// The words for filters of a game; `zone:` may name the zones of the format.
pub(crate) fn scope<'c>(catalog: &'c Catalog, format: Option<&str>) -> Scope<'c> {
    let format = format.and_then(|format| catalog.format(format));
    let zones = format.into_iter().flat_map(|format| &format.zones);
    Scope::from_catalog(catalog).with_zones(zones.map(|zone| zone.named.id.to_string()))
}

/// The completions of a text, each as a whole text. The text ends at the cursor.
pub(crate) fn complete(desk: &Desk, _: Files, ask: &Ask) -> Result<Vec<String>, Refused> {
    let catalog = desk.catalog(ask.deck().game.as_deref(), ask.lang)?;
    let scope = scope(&catalog, ask.deck().format.as_deref());
    let mut words = language::complete_in(&ask.text, &scope, ask.lang);
    words.retain(|word| plain(word) == *word);
    words.truncate(MAX_WORDS_OFFERED);
    Ok(words)
}
