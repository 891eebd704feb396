//! A deck prepared for statistics: its cards, and the world in which measures are evaluated.

use super::{
    Curve, Statistics, ValueTally, ZoneSize,
    comparison::DeckCopies,
    measures::{self, DeckMeasure},
    tally_field,
};
use sleeve_data::{
    Gather,
    model::{CardIndex, Catalog, Deck, Format, Lens, Text, fold, game::NamedMeasure},
};
use sleeve_language::{
    self as language, BOX, Condition, Field, LanguageError, Measure, Parameters, Piles, Scope,
    World,
};
use sleeve_rules::{
    self as rules, CARRIED, DeckStart, FormatLegality, Overrides, PreparedFormat, Rulebook,
    SetAsideError, StartError, piles,
};
use std::rc::Rc;
use thiserror::Error;

/// A deck to describe, with its format if that is known.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub catalog: &'a Catalog,
    pub format: Option<&'a Format>,
    pub deck: &'a Deck,
    /// Role and parameters that win over the deck's.
    pub overrides: &'a Overrides,
    /// The format as read for other decks, with its conditions; `None`: it is read anew.
    pub rulebook: Option<&'a Rulebook<'a>>,
}

/// The statistics to compute of a deck.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StatsRequest {
    /// The zones to read; empty: the own zones of the deck.
    pub zones: Vec<String>,
    /// Which facts count as known.
    pub lens: Lens,
    /// Whether to compute the game's own statistics.
    pub describe: bool,
    pub measures: Vec<String>,
    pub by: Vec<String>,
    /// Cards set aside before play, in addition to those that certainly are.
    pub aside: Vec<CardIndex>,
}

/// Why statistics cannot be computed: a zone, a card or a word is missing in the deck or its game.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum StatsError {
    #[error("there is no zone `{name}`")]
    Zone { name: String, candidates: Vec<String> },
    #[error("{error}")]
    Language { text: String, error: LanguageError },
    /// A word that names no card to set aside, or several.
    #[error(transparent)]
    Aside(#[from] SetAsideError),
    /// A card to set aside, with no copies left in the deck.
    #[error("the deck has no more copies of the card to set aside")]
    NotThere(CardIndex),
}

pub(super) struct PreparedDeck<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) lens: Lens,
    /// The cards that are read: zone, card, copies.
    pub(super) cards: Vec<(String, CardIndex, u32)>,
    pub(super) piles: Piles,
    /// The starting cards that the deck does not mark; they are in the zones set aside.
    pub(super) start: DeckStart,
    parameters: Parameters,
    legality: FormatLegality<'a>,
    /// The names of the deck's format alone.
    format_scope: Scope<'a>,
    /// The names of the format, and the zones with only cards set aside.
    scope: Scope<'a>,
    rulebook: Option<&'a Rulebook<'a>>,
}

impl<'a> Subject<'a> {
    /// The zones of the deck: those of the format, or those that the file names.
    pub fn zones(&self) -> Vec<String> {
        if let Some(format) = self.format {
            return format
                .zones
                .iter()
                .map(|z| z.named.id.to_string())
                .collect();
        }
        let entries = self.deck.entries.iter().map(|e| &*e.zone);
        let named = self.deck.zones.iter().map(|z| z.value.as_str());
        let unresolved = self.deck.unresolved.iter().map(|u| u.zone.as_str());
        named
            .chain(entries)
            .chain(unresolved)
            .map(str::to_owned)
            .each_once()
    }

    /// The zones that are the deck itself, by the game's statistics; all zones if it has none of
    /// them.
    pub fn own_zones(&self) -> Vec<String> {
        let mut zones = self.zones();
        let deck_zones = &self.catalog.game.statistics.zones;
        if zones.iter().any(|z| deck_zones.contains(z)) {
            zones.retain(|z| deck_zones.contains(z));
        }
        zones
    }

    /// The piles that measures of this deck read; `zones` are read by default.
    pub fn piles(&self, zones: &[String]) -> Piles {
        let mut piles = self.piles_without_boxes(zones);
        add_box_pile(self.catalog, &mut piles);
        piles
    }

    /// The piles without the boxes: they have every card of the game, and few measures read them.
    fn piles_without_boxes(&self, zones: &[String]) -> Piles {
        match self.format {
            Some(format) => piles::from_deck(format, self.deck, zones),
            None => self.formatless_piles(zones),
        }
    }

    fn formatless_piles(&self, zones: &[String]) -> Piles {
        let mut piles = Piles { zones: Vec::new(), default: zones.to_vec() };
        for zone in self.zones() {
            let known = self.deck.zone(&zone).map(|entry| (entry.card, entry.count));
            let unknown = self.deck.unresolved.iter().filter(|line| line.zone == zone);
            let strangers = unknown.map(|line| (CardIndex::STRANGER, line.count));
            let cards = known.chain(strangers).collect();
            piles.zones.push((zone, cards));
        }
        piles
    }

    /// The format that says how the deck starts: its own, or else any, if all formats of the game
    /// say the same.
    fn starting_format(&self) -> Option<&'a Format> {
        if self.format.is_some() {
            return self.format;
        }
        let mut formats = self.catalog.formats();
        let first = formats.next()?;
        formats
            .all(|format| describe_start(format) == describe_start(first))
            .then_some(first)
    }

    /// Moves cards set aside before play to their starting zone.
    fn set_cards_aside(
        &self,
        piles: &mut Piles,
        request: &StatsRequest,
        parameters: &Parameters,
    ) -> Result<DeckStart, StatsError> {
        let known = self.starting_format();
        let Some((format, opening)) = known.and_then(|f| Some((f, f.opening.as_ref()?))) else {
            return match request.aside.first() {
                Some(card) => Err(StatsError::NotThere(*card)),
                None => Ok(DeckStart::default()),
            };
        };
        let read;
        let rulebook = match self.rulebook {
            Some(known) => known,
            None => {
                read = Rulebook::new(self.catalog, format);
                &read
            }
        };
        let world = World::from_catalog(self.catalog)
            .with_parameters(parameters)
            .with_lens(request.lens);
        let start = rules::find_start(&world, rulebook, opening, piles, &request.aside)
            .map_err(|StartError { text, error }| StatsError::Language { text, error })?;
        let certain = start
            .certain
            .iter()
            .flat_map(|(card, n)| (0..*n).map(|_| *card));
        for card in certain.chain(request.aside.iter().copied()) {
            let zones = piles
                .zones
                .iter_mut()
                .filter(|(zone, _)| opening.zones.contains(zone));
            let mut cards = zones.flat_map(|(_, cards)| cards);
            let copies = cards.find(|(other, count)| *other == card && *count > 0);
            let Some((_, count)) = copies else { return Err(StatsError::NotThere(card)) };
            *count -= 1;
            let Some(zone) = rules::find_start_zone(rulebook, &world, card) else { continue };
            match piles.zones.iter_mut().find(|(name, _)| *name == zone) {
                Some((_, cards)) => cards.push((card, 1)),
                None => piles.zones.push((zone, vec![(card, 1)])),
            }
        }
        for (_, cards) in &mut piles.zones {
            cards.retain(|(_, count)| *count > 0);
        }
        Ok(start)
    }

    fn scope(&self) -> Scope<'a> {
        match (self.rulebook, self.format) {
            (Some(rulebook), _) => rulebook.scope.clone(),
            (None, Some(format)) => rules::format_scope(self.catalog, format),
            (None, None) => Scope::from_catalog(self.catalog)
                .with_zones([CARRIED])
                .with_zones(self.zones()),
        }
    }

    /// The cards of some zones, or of its own zones if none is named, each with all its copies.
    /// Unresolved lines are left out.
    ///
    /// # Errors
    /// There is no such zone.
    pub fn copies_by_card(&self, zones: &[String]) -> Result<DeckCopies, StatsError> {
        let zones = if zones.is_empty() { self.own_zones() } else { self.resolve_zones(zones)? };
        let mut held = DeckCopies::new();
        for entry in self
            .deck
            .entries
            .iter()
            .filter(|e| zones.iter().any(|zone| **zone == *e.zone))
        {
            let card = self.catalog.cards.base(entry.card);
            *held.entry(card).or_default() += u64::from(entry.count);
        }
        Ok(held)
    }

    /// Values of the format's parameters; none without a format, or if they do not fit it.
    pub fn parameters(&self) -> Parameters {
        self.prepare_format()
            .map(|setup| setup.parameters)
            .unwrap_or_default()
    }

    /// The role of the deck; `None` if it is unknown.
    pub fn role(&self) -> Option<String> {
        self.prepare_format()?.role
    }

    /// The format prepared for the deck; `None` without a format, or if the deck does not fit it.
    fn prepare_format(&self) -> Option<PreparedFormat<'a>> {
        let setup = match self.rulebook {
            Some(rulebook) => rulebook.prepare(self.deck, self.overrides),
            None => PreparedFormat::new(self.catalog, self.format?, self.deck, self.overrides),
        };
        setup.ok()
    }

    fn resolve_zones(&self, names: &[String]) -> Result<Vec<String>, StatsError> {
        let candidates = self.zones();
        let mut zones = Vec::new();
        for name in names {
            let key = fold::key(name);
            if let Some(zone) = self.format.and_then(|format| format.zone(name)) {
                zones.push(zone.named.id.to_string());
            } else if let Some(zone) = candidates.iter().find(|zone| fold::key(zone) == key) {
                zones.push(zone.clone());
            } else {
                return Err(StatsError::Zone { name: name.clone(), candidates });
            }
        }
        Ok(zones)
    }

    /// Prepares the deck, without the boxes: they are added only if something reads them.
    pub(super) fn prepare(&self, request: &StatsRequest) -> Result<PreparedDeck<'a>, StatsError> {
        let mut zones = if request.zones.is_empty() {
            self.own_zones()
        } else {
            self.resolve_zones(&request.zones)?
        };
        let mut piles = self.piles_without_boxes(&zones);
        let parameters = self.parameters();
        let start = self.set_cards_aside(&mut piles, request, &parameters)?;
        // A list without a format names the zones that it writes, and no other.
        let known = self.zones();
        let mut new: Vec<String> = piles.zones.iter().map(|(zone, _)| zone.clone()).collect();
        new.retain(|zone| ![BOX, CARRIED].contains(&zone.as_str()) && !known.contains(zone));
        if request.zones.is_empty() {
            zones.extend(new.iter().cloned());
            piles.default.extend(new.iter().cloned());
        }
        let cards = zones.iter().flat_map(|zone| {
            piles
                .zone(zone)
                .iter()
                .map(|(card, n)| (zone.clone(), *card, *n))
                .collect::<Vec<_>>()
        });
        let plain = self.scope();
        Ok(PreparedDeck {
            catalog: self.catalog,
            lens: request.lens,
            cards: cards.collect(),
            parameters,
            legality: match self.rulebook {
                Some(rulebook) => rulebook.legality(request.lens, None),
                None => FormatLegality::new(self.catalog, request.lens, None),
            },
            // The rulebook reads texts with the names of the format alone.
            rulebook: self.rulebook.filter(|_| new.is_empty()),
            scope: if new.is_empty() { plain.clone() } else { plain.clone().with_zones(new) },
            format_scope: plain,
            piles,
            start,
        })
    }
}

impl PreparedDeck<'_> {
    pub(super) fn world(&self) -> World<'_> {
        let world = World::from_catalog(self.catalog).with_parameters(&self.parameters);
        World { legality: Some(&self.legality), ..world.with_lens(self.lens) }
    }

    pub(super) fn zone_sizes(&self) -> Vec<ZoneSize> {
        let mut sizes = Vec::new();
        for (zone, cards) in &self.piles.zones {
            let read = self.piles.default.contains(zone);
            if zone != BOX && zone != CARRIED && (read || !cards.is_empty()) {
                let cards = cards.iter().map(|(_, n)| u64::from(*n)).sum();
                sizes.push(ZoneSize { zone: zone.clone(), cards, read });
            }
        }
        sizes
    }

    pub(super) fn field(&self, word: &str) -> Result<Field, StatsError> {
        language::field(word, &self.scope)
            .map_err(|error| StatsError::Language { text: word.to_owned(), error })
    }

    pub(super) fn tally_word(&self, word: &str) -> Result<ValueTally, StatsError> {
        Ok(tally_field(self, word, self.field(word)?))
    }

    /// Adds the boxes to the piles of the deck.
    pub(super) fn add_boxes(&mut self) {
        add_box_pile(self.catalog, &mut self.piles);
    }

    /// Reads a measure of the user, or finds it among those read before.
    pub(super) fn read_measure(&self, text: &str) -> Result<Rc<Measure>, LanguageError> {
        match self.rulebook {
            Some(rulebook) => rulebook.measure(text),
            None => language::measure(text, &self.scope).map(Rc::new),
        }
    }

    /// Reads a condition of the user, or finds it among those read before.
    pub(super) fn read_condition(&self, text: &str) -> Result<Rc<Condition>, LanguageError> {
        match self.rulebook {
            Some(rulebook) => rulebook.condition(text),
            None => language::condition(text, &self.scope).map(Rc::new),
        }
    }

    pub(super) fn compile_measure(&self, text: &str) -> Result<Rc<Measure>, StatsError> {
        self.read_measure(text)
            .map_err(|error| StatsError::Language { text: text.to_owned(), error })
    }

    pub(super) fn measure_text(&self, text: &str) -> Result<DeckMeasure, StatsError> {
        let compiled = self.compile_measure(text)?;
        Ok(self.measure_piles(&compiled, &self.piles))
    }

    pub(super) fn measure_piles(&self, measure: &Measure, piles: &Piles) -> DeckMeasure {
        measures::measure_deck(self, Text::untranslated(measure.text()), measure, piles)
    }

    /// Computes the statistics that the game's data names. Those that do not fit this deck's zones
    /// are skipped silently: the linter reports them in the data.
    pub(super) fn describe(&self, statistics: &mut Statistics) {
        let game_statistics = &self.catalog.game.statistics;
        // The game's own measures may name any zone of it.
        let wide = self
            .format_scope
            .clone()
            .with_zones(game_zones(self.catalog));
        let mut words: Vec<&str> = vec!["kind"];
        words.extend(game_statistics.tallies.iter().map(String::as_str));
        words.push("effect");
        let mut fields: Vec<Field> = Vec::new();
        for word in &game_statistics.curves {
            let Ok(field) = self.field(word) else { continue };
            let tally = tally_field(self, word, field);
            let average = language::measure(&format!("avg({word})"), &wide);
            let Ok(average) = average else { continue };
            fields.push(field);
            if !tally.is_empty() {
                let name = Text::from(word!("average"));
                let average = measures::measure_deck(self, name, &average, &self.piles);
                statistics.curves.push(Curve { tally, average });
            }
        }
        for word in words {
            let Ok(field) = self.field(word) else { continue };
            // A field is counted once, even if a curve shows it or another word names it too.
            if !fields.contains(&field) {
                fields.push(field);
                statistics.tallies.push(tally_field(self, word, field));
            }
        }
        statistics.tallies.retain(|tally| !tally.is_empty());
        for NamedMeasure { name, measure } in &game_statistics.averages {
            if let Ok(compiled) = language::measure(measure, &wide) {
                let value = measures::measure_deck(self, name.clone(), &compiled, &self.piles);
                statistics.averages.push(value);
            }
        }
    }
}

/// What a format says about the start of a game; `None` if it says nothing.
fn describe_start(format: &Format) -> Option<(&Option<String>, &Vec<String>, &Vec<String>)> {
    let opening = format.opening.as_ref()?;
    Some((&opening.aside, &opening.starts, &opening.zones))
}

fn add_box_pile(catalog: &Catalog, piles: &mut Piles) {
    piles
        .zones
        .push((BOX.to_owned(), piles::list_box_cards(catalog, 1)));
}

/// The zones of all formats of a game.
fn game_zones(catalog: &Catalog) -> Vec<String> {
    let zones = catalog.formats().flat_map(|format| &format.zones);
    zones.map(|zone| zone.named.id.to_string()).each_once()
}
