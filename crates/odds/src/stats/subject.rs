//! A deck made ready for counting: which cards are read, and in what world.

use super::comparison::DeckCopies;
use super::measures::{self, DeckMeasure};
use super::tally::{self, ValueTally};
use super::{Curve, Statistics, ZoneSize};
use sleeve_data::model::game::NamedMeasure;
use sleeve_data::model::{CardIndex, Catalog, Deck, Format, Lens, Text};
use sleeve_language::{
    self as language, BOX, Condition, Field, LanguageError, Measure, Parameters, Piles, Scope,
    World,
};
use sleeve_rules::{
    self as rules, AsideError, CARRIED, DeckStart, FormatLegality, Overrides, PreparedFormat,
    Rulebook, StartError, piles,
};
use std::rc::Rc;
use thiserror::Error;

/// A deck, with its format where that is known.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub catalog: &'a Catalog,
    pub format: Option<&'a Format>,
    pub deck: &'a Deck,
    /// Role and parameters that win over the deck's.
    pub overrides: &'a Overrides,
    /// The format as far as it was read for other decks; `None`: it is read anew.
    pub rulebook: Option<&'a Rulebook<'a>>,
}

/// What is asked of a deck.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StatsSubject {
    /// The zones to read; empty: those that are the deck itself.
    pub zones: Vec<String>,
    /// Which facts count as known.
    pub lens: Lens,
    /// Whether the game's own statistics are wanted.
    pub describe: bool,
    pub measures: Vec<String>,
    pub by: Vec<String>,
    /// Cards that are set out before play, beside those that certainly are.
    pub aside: Vec<CardIndex>,
}

/// What was asked for and does not exist.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum StatsError {
    #[error("there is no zone `{name}`")]
    Zone { name: String, candidates: Vec<String> },
    #[error("{error}")]
    Language { text: String, error: LanguageError },
    /// A word that does not tell which card is set aside.
    #[error(transparent)]
    Aside(#[from] AsideError),
    /// A card that is to be set aside is not there, or not as often.
    #[error("the deck holds no further copy of the card that is set aside")]
    NotThere(CardIndex),
}

/// A deck ready for counting.
pub(super) struct PreparedDeck<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) lens: Lens,
    /// The cards that are read: zone, card, copies.
    pub(super) cards: Vec<(String, CardIndex, u32)>,
    pub(super) piles: Piles,
    /// What the deck starts with although it does not mark it: it lies in the zone set aside.
    pub(super) start: DeckStart,
    parameters: Parameters,
    legality: FormatLegality<'a>,
    /// The names of the deck's format.
    format_scope: Scope<'a>,
    /// The same with the zones that only what is set out lies in.
    scope: Scope<'a>,
    rulebook: Option<&'a Rulebook<'a>>,
}

impl<'a> Subject<'a> {
    /// The zones of the deck: those of the format, or those that the file names.
    pub fn zones(&self) -> Vec<String> {
        if let Some(format) = self.format {
            return format.zones.iter().map(|z| z.named.id.to_string()).collect();
        }
        let mut zones: Vec<String> = Vec::new();
        let entries = self.deck.entries.iter().map(|e| &*e.zone);
        let named = self.deck.zones.iter().map(|z| z.value.as_str());
        for zone in named.chain(entries).chain(self.deck.unresolved.iter().map(|u| u.zone.as_str()))
        {
            if !zones.iter().any(|known| known == zone) {
                zones.push(zone.to_owned());
            }
        }
        zones
    }

    /// The zones that are the deck itself.
    pub fn own_zones(&self) -> Vec<String> {
        let mut zones = self.zones();
        let wanted = &self.catalog.game.statistics.zones;
        if zones.iter().any(|z| wanted.contains(z)) {
            zones.retain(|z| wanted.contains(z));
        }
        zones
    }

    /// The piles that measures of this deck read; `zones` are read where none is named.
    pub fn piles(&self, zones: &[String]) -> Piles {
        let mut piles = self.piles_without_boxes(zones);
        add_box_pile(self.catalog, &mut piles);
        piles
    }

    /// The same without the boxes, which hold every card of the game.
    fn piles_without_boxes(&self, zones: &[String]) -> Piles {
        match self.format {
            Some(format) => piles::of_deck(format, self.deck, zones),
            None => self.formatless_piles(zones),
        }
    }

    fn formatless_piles(&self, zones: &[String]) -> Piles {
        let cards = |zone: String| {
            let known = self.deck.zone(&zone).map(|e| (e.card, e.count));
            let unknown = self.deck.unresolved.iter().filter(|u| u.zone == zone);
            let all = known.chain(unknown.map(|u| (CardIndex::STRANGER, u.count))).collect();
            (zone, all)
        };
        Piles { zones: self.zones().into_iter().map(cards).collect(), default: zones.to_vec() }
    }

    /// The format that says how the deck starts: its own; where that is not known, any, if all of
    /// the game say the same.
    fn starting_format(&self) -> Option<&'a Format> {
        if self.format.is_some() {
            return self.format;
        }
        let how = |format: &'a Format| {
            let opening = format.opening.as_ref()?;
            Some((&opening.aside, &opening.starts, &opening.from))
        };
        let mut formats = self.catalog.formats();
        let first = formats.next()?;
        formats.all(|format| how(format) == how(first)).then_some(first)
    }

    /// Moves what is set out before play to the zone that is set aside.
    fn set_cards_aside(
        &self,
        piles: &mut Piles,
        asked: &StatsSubject,
        parameters: &Parameters,
    ) -> Result<DeckStart, StatsError> {
        let known = self.starting_format();
        let Some((format, opening)) = known.and_then(|f| Some((f, f.opening.as_ref()?))) else {
            return match asked.aside.first() {
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
        let world =
            World::from_catalog(self.catalog).with_parameters(parameters).with_lens(asked.lens);
        let start = rules::start(&world, rulebook, opening, piles, &asked.aside)
            .map_err(|StartError { text, error }| StatsError::Language { text, error })?;
        let certain = start.certain.iter().flat_map(|(card, n)| (0..*n).map(|_| *card));
        for card in certain.chain(asked.aside.iter().copied()) {
            let from = |zone: &str| opening.from.iter().any(|from| from == zone);
            let lying = piles.zones.iter_mut().filter(|(zone, _)| from(zone));
            let mut lying = lying.flat_map(|(_, cards)| cards);
            let there = lying.find(|(other, count)| *other == card && *count > 0);
            let Some((_, count)) = there else { return Err(StatsError::NotThere(card)) };
            *count -= 1;
            let Some(zone) = rules::start_zone(rulebook, &world, card) else { continue };
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
            (None, Some(format)) => rules::scope(self.catalog, format),
            (None, None) => {
                Scope::from_catalog(self.catalog).with_zones([CARRIED]).with_zones(self.zones())
            }
        }
    }

    /// The cards of some zones, or of those that are the deck itself, each with all its copies. Lines that name no card are not
    /// among them.
    ///
    /// # Errors
    /// When there is no such zone.
    pub fn copies_by_card(&self, zones: &[String]) -> Result<DeckCopies, StatsError> {
        let zones = if zones.is_empty() { self.own_zones() } else { self.resolve_zones(zones)? };
        let mut held = DeckCopies::new();
        for entry in self.deck.entries.iter().filter(|e| zones.iter().any(|zone| **zone == *e.zone))
        {
            let card = self.catalog.cards.base(entry.card);
            *held.entry(card).or_default() += u64::from(entry.count);
        }
        Ok(held)
    }

    /// Values of the format's parameters; without a format, or where it cannot be told, none.
    pub fn parameters(&self) -> Parameters {
        self.prepare_format().map(|setup| setup.parameters).unwrap_or_default()
    }

    /// The role that the deck plays, if that can be told.
    pub fn role(&self) -> Option<String> {
        self.prepare_format()?.role
    }

    /// The format made ready for the deck, if both are known and fit.
    fn prepare_format(&self) -> Option<PreparedFormat<'a>> {
        let setup = match self.rulebook {
            Some(rulebook) => rulebook.setup(self.deck, self.overrides),
            None => PreparedFormat::new(self.catalog, self.format?, self.deck, self.overrides),
        };
        setup.ok()
    }

    fn resolve_zones(&self, wanted: &[String]) -> Result<Vec<String>, StatsError> {
        let known = self.zones();
        let find = |name: &String| {
            let by_format = self.format.and_then(|f| f.zone(name)).map(|z| z.named.id.to_string());
            let by_name = || {
                let key = sleeve_data::model::fold::key(name);
                known.iter().find(|z| sleeve_data::model::fold::key(z) == key).cloned()
            };
            by_format
                .or_else(by_name)
                .ok_or_else(|| StatsError::Zone { name: name.clone(), candidates: known.clone() })
        };
        wanted.iter().map(find).collect()
    }

    /// The deck ready for counting, but for the boxes: they are laid beside it where something reads them.
    pub(super) fn prepare(&self, asked: &StatsSubject) -> Result<PreparedDeck<'a>, StatsError> {
        let mut zones = if asked.zones.is_empty() {
            self.own_zones()
        } else {
            self.resolve_zones(&asked.zones)?
        };
        let mut piles = self.piles_without_boxes(&zones);
        let parameters = self.parameters();
        let start = self.set_cards_aside(&mut piles, asked, &parameters)?;
        // A list without a format names the zones that it writes, and no other.
        let known = self.zones();
        let moved = piles.zones.iter().map(|(zone, _)| zone);
        let moved = moved.filter(|zone| ![BOX, CARRIED].contains(&zone.as_str()));
        let new: Vec<String> = moved.filter(|zone| !known.contains(zone)).cloned().collect();
        if asked.zones.is_empty() {
            zones.extend(new.iter().cloned());
            piles.default.extend(new.iter().cloned());
        }
        let cards = zones.iter().flat_map(|zone| {
            piles.zone(zone).iter().map(|(card, n)| (zone.clone(), *card, *n)).collect::<Vec<_>>()
        });
        let plain = self.scope();
        Ok(PreparedDeck {
            catalog: self.catalog,
            lens: asked.lens,
            cards: cards.collect(),
            parameters,
            legality: match self.rulebook {
                Some(rulebook) => rulebook.legality(asked.lens, None),
                None => FormatLegality::new(self.catalog, asked.lens, None),
            },
            // What was read before was read with the names of the format alone.
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
        let own = self.piles.zones.iter().filter(|(name, cards)| {
            let pile = name == BOX || name == CARRIED;
            !pile && (!cards.is_empty() || self.piles.default.contains(name))
        });
        let size = |(zone, cards): &(String, Vec<(CardIndex, u32)>)| ZoneSize {
            zone: zone.clone(),
            cards: cards.iter().map(|(_, n)| u64::from(*n)).sum(),
            read: self.piles.default.contains(zone),
        };
        own.map(size).collect()
    }

    pub(super) fn field(&self, word: &str) -> Result<Field, StatsError> {
        language::field(word, &self.scope)
            .map_err(|error| StatsError::Language { text: word.to_owned(), error })
    }

    pub(super) fn tally_word(&self, word: &str) -> Result<ValueTally, StatsError> {
        Ok(tally::tally_field(self, word, self.field(word)?))
    }

    /// Lays what the boxes hold beside the deck's piles.
    pub(super) fn add_boxes(&mut self) {
        add_box_pile(self.catalog, &mut self.piles);
    }

    /// A measure of the user, perhaps read before.
    pub(super) fn read_measure(&self, text: &str) -> Result<Rc<Measure>, LanguageError> {
        match self.rulebook {
            Some(rulebook) => rulebook.measure(text),
            None => language::measure(text, &self.scope).map(Rc::new),
        }
    }

    /// The same for a condition.
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
        measures::measure_deck(
            self,
            Text::untranslated(measure.text()),
            measure,
            piles,
            &self.scope,
        )
    }

    /// What the game's data says is worth knowing of a deck. What does not fit this deck's zones is
    /// left out: the linter says so of the data.
    pub(super) fn describe(&self, found: &mut Statistics) {
        let statistics = &self.catalog.game.statistics;
        // The game's own measures may name any zone of it.
        let wide = self.format_scope.clone().with_zones(game_zones(self.catalog));
        let mut words: Vec<&str> = vec!["kind"];
        words.extend(statistics.tallies.iter().map(String::as_str));
        words.push("effect");
        let mut fields: Vec<Field> = Vec::new();
        for word in &statistics.curves {
            let Ok(field) = self.field(word) else { continue };
            let tally = tally::tally_field(self, word, field);
            let average = language::measure(&format!("avg({word})"), &wide);
            let Ok(average) = average else { continue };
            fields.push(field);
            if !tally.is_empty() {
                let name = Text { en: "average".into(), fr: "moyenne".into() };
                let average = measures::measure_deck(self, name, &average, &self.piles, &wide);
                found.curves.push(Curve { tally, average });
            }
        }
        for word in words {
            let Ok(field) = self.field(word) else { continue };
            if !fields.contains(&field) {
                fields.push(field);
                found.tallies.push(tally::tally_field(self, word, field));
            }
        }
        found.tallies.retain(|tally| !tally.is_empty());
        for NamedMeasure { name, measure } in &statistics.averages {
            if let Ok(compiled) = language::measure(measure, &wide) {
                let value =
                    measures::measure_deck(self, name.clone(), &compiled, &self.piles, &wide);
                found.averages.push(value);
            }
        }
    }
}

fn add_box_pile(catalog: &Catalog, piles: &mut Piles) {
    piles.zones.push((BOX.to_owned(), piles::boxes(catalog, 1)));
}

/// The zones of all formats of a game.
fn game_zones(catalog: &Catalog) -> Vec<String> {
    let mut every: Vec<String> = Vec::new();
    for zone in catalog.formats().flat_map(|format| &format.zones) {
        if !every.iter().any(|id| *id == zone.named.id) {
            every.push(zone.named.id.to_string());
        }
    }
    every
}
