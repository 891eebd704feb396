//! The ground: rules, deck and wishes, bound to every card in every zone, as an integer model. Each
//! card in each zone that may contain it is a variable; each demand is rows that know their source.

mod demands;
mod wishes;
mod zones;

pub(crate) use wishes::measure_deck;

use super::certainty::Certainty;
use super::encode::Encoder;
use super::exactness::ExactnessTest;
use super::layout::{Board, SlotLayout};
use super::linear::{
    LinearModel, LinearSum, Literal, Proximity, SourceIndex, Var, max_total_copies,
};
use super::parameters::{any_value, list_implied, override_implied};
use super::parts::{GroundParts, HoldCard, ZoneCard};
use super::single_zone::SingleZone;
use super::solver::Deadline;
use super::wishes::WishOrigin;
use sleeve_data::model::format::Level;
use sleeve_data::model::{CardIndex, Lens};
use sleeve_language::bound::Node;
use sleeve_language::{Condition, FilterCache, PileView, SpreadPiles, Truth, World};
use sleeve_rules::release_dates::Release;
use sleeve_rules::setup::RoleNaming;
use sleeve_rules::{CheckError, PreparedFormat, Rulebook, STATED_ROLE, WorkBudget, piles, setup};
use std::collections::{BTreeMap, BTreeSet};

/// The most cases of unknown facts that become rows one by one: each is a copy of the condition.
const CASE_LIMIT: usize = 16;

/// The variables of the cards of a kind, and the copies in the deck.
type KindTerms = (Vec<(Var, i64)>, i64);

/// A model of every deck that a format allows.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub model: LinearModel,
    /// The cards of the first variables, in order.
    pub places: Vec<ZoneCard>,
    /// The cards of the next variables, in order.
    pub hold_cards: Vec<HoldCard>,
    /// The sources of rows; the first is the structure.
    pub sources: Vec<WishOrigin>,
    /// The variable that is the number of changes.
    pub changes: Var,
    /// For each kind, the variable that counts cards coming in without one of their kind going out; of a new deck
    /// those that differ from the shape of decks. Ascending.
    pub unmatched_kinds: Vec<Var>,
    /// For each warning, the variable that is 1 if the warning is heeded. Ascending.
    pub heeded_warnings: Vec<Var>,
    /// The numbers to maximise, in order.
    pub goals: Vec<Goal>,
    /// The role of the deck, if any.
    pub role: Option<String>,
    /// Whether rows reject some deck that the rules allow: then infeasibility proves nothing.
    pub is_stricter: bool,
    /// Whether rows allow some deck that the rules reject.
    pub is_looser: bool,
    /// The sources whose rows allow some deck that they reject, by their positions. Ascending.
    pub loose_sources: BTreeSet<SourceIndex>,
}

impl Ground {
    /// Whether one of some sources, by their positions, has rows that allow decks that it rejects.
    pub(crate) fn has_loose_rows(&self, sources: &[bool]) -> bool {
        self.loose_sources.iter().any(|index| sources.get(*index as usize) == Some(&true))
    }
}

/// The goal of a search: a number to maximise.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Goal {
    /// A literal that is 1 only if the number exists; `None`: it always exists.
    pub exists: Option<Literal>,
    pub number: GoalNumber,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum GoalNumber {
    Sum(LinearSum),
    /// A quotient whose divisor is above zero if the number exists.
    Ratio(LinearSum, LinearSum),
    /// A number that rows cannot express.
    Inexpressible,
}

/// The zones that a condition of the user reads by default: those of the game's statistics, or all
/// zones if the format has none of them.
pub fn default_zones(rulebook: &Rulebook<'_>) -> Vec<String> {
    let statistics_zones = &rulebook.catalog.game.statistics.zones;
    let ids = || rulebook.format.zones.iter().map(|z| z.named.id.to_string());
    let zones: Vec<String> = ids().filter(|id| statistics_zones.contains(id)).collect();
    if zones.is_empty() { ids().collect() } else { zones }
}

/// The most rules of cards outside the deck that become rows, since few of these cards are ever
/// brought in. Further cards with rules do not come in.
const FOREIGN_RULES: usize = 48;

/// The most lots of cards of one zone for which a condition is encoded one by one: each lot is a
/// copy of the condition. A lot is cards that conditions on the zone cannot distinguish.
pub(super) const LOT_LIMIT: usize = 64;

impl Ground {
    /// Builds the model of the decks that certainly, or possibly, meet all demands; `None` if the
    /// time ends first.
    ///
    /// # Errors
    /// The deck does not fit the format, or a rule has a mistake.
    pub(crate) fn new(
        parts: &GroundParts<'_, '_>,
        certainty: Certainty,
        deadline: Deadline<'_>,
    ) -> Result<Option<Ground>, CheckError> {
        let GroundParts { rulebook, deck, options, .. } = parts;
        if deadline.is_over() {
            return Ok(None);
        }
        let spread = SpreadPiles::from_piles(&piles::from_deck(rulebook.format, deck, &[]));
        let mut overrides = override_implied(rulebook, deck, options);
        overrides.role = overrides.role.or(parts.shown_role.map(str::to_owned));
        let setup = PreparedFormat::from_rulebook(
            rulebook,
            (deck, &spread),
            &overrides,
            &WorkBudget::default(),
        );
        let mut setup = setup.map_err(CheckError::Setup)?;
        if parts.shown_role.is_some() {
            setup.stated = None;
        }
        for parameter in list_implied(rulebook, deck, options) {
            let id = &parameter.named.id;
            let value = match parts.implied_values.iter().find(|(other, _)| other == id.as_str()) {
                Some((_, Some(value))) => value.into(),
                Some((_, None)) => match parameter.default_for(setup.role.as_deref()) {
                    Some(default) => default.into(),
                    None => any_value(parameter),
                },
                None => any_value(parameter),
            };
            setup.parameters.set(id, value);
        }
        for (id, value) in parts.open_parameters {
            setup.parameters.set(id, value.clone());
        }
        let lens = if options.attested { Lens::Attested } else { Lens::Shipped };
        let legality = rulebook.legality(lens, options.on);
        let world = World { date: options.on, legality: Some(&legality), ..setup.world(lens) };
        let layout = SlotLayout::new(parts, &setup, world, certainty)?;
        let own_cache = FilterCache::default();
        let cache = rulebook.cache.as_ref().unwrap_or(&own_cache);
        let view = PileView::new(world, &layout.spread).with_cache(cache);
        let (board, refused) = (&layout.board, layout.refused);
        let ground = Ground {
            model: layout.model,
            places: layout.places,
            hold_cards: layout.hold_cards,
            sources: vec![WishOrigin::Structure],
            changes: 0,
            unmatched_kinds: Vec::new(),
            heeded_warnings: Vec::new(),
            goals: Vec::new(),
            role: setup.role.clone(),
            is_stricter: false,
            is_looser: false,
            loose_sources: BTreeSet::new(),
        };
        let single_zones = vec![None; rulebook.format.zones.len()];
        GroundBuilder {
            parts,
            setup: &setup,
            world,
            certainty,
            ground,
            board,
            view,
            single_zones,
            deadline,
        }
        .build(refused)
    }
}

struct GroundBuilder<'b, 'p, 'a> {
    parts: &'b GroundParts<'p, 'a>,
    setup: &'b PreparedFormat<'a>,
    world: World<'b>,
    certainty: Certainty,
    ground: Ground,
    board: &'b Board,
    view: PileView<'b>,
    /// For each zone that was asked for, whether it has at most one card, and how it is encoded
    /// then.
    single_zones: Vec<Option<Option<SingleZone>>>,
    deadline: Deadline<'b>,
}

impl<'b> GroundBuilder<'b, '_, '_> {
    /// Whether an answer is good enough for the decks that the search looks for.
    fn accepts(&self, truth: Truth) -> bool {
        self.certainty.accepts(truth)
    }

    fn add_rows(&mut self, source: WishOrigin, rows: impl FnOnce(&mut Encoder<'_>)) {
        self.add_rows_for(source, None, rows);
    }

    /// Adds the rows of one source, which may ask for a zone of one card.
    fn add_rows_for(
        &mut self,
        source: WishOrigin,
        zone: Option<usize>,
        rows: impl FnOnce(&mut Encoder<'_>),
    ) {
        let index = self.source_index(source);
        let cards = self.ground.places.len() + self.ground.hold_cards.len();
        let cards = u32::try_from(cards).unwrap_or(u32::MAX);
        let model = &mut self.ground.model;
        let mut encoder = Encoder::new(model, self.board, self.certainty, cards, self.deadline);
        encoder.source = index;
        let zone = zone.and_then(|zone| self.single_zones.get_mut(zone));
        encoder.single_zone = zone.and_then(|zone| zone.as_mut()?.as_mut());
        rows(&mut encoder);
        let (stricter, looser) = (encoder.is_stricter, encoder.is_looser);
        self.ground.is_stricter |= stricter;
        self.ground.is_looser |= looser;
    }

    /// Makes the rows of a source, and records whether they allow decks that the source rejects.
    fn record_looseness<T>(&mut self, source: WishOrigin, make: impl FnOnce(&mut Self) -> T) -> T {
        let was_looser = std::mem::take(&mut self.ground.is_looser);
        let made = make(self);
        if self.ground.is_looser {
            let index = self.source_index(source);
            self.ground.loose_sources.insert(index);
        }
        self.ground.is_looser |= was_looser;
        made
    }

    /// The position of a source, which becomes known.
    fn source_index(&mut self, source: WishOrigin) -> SourceIndex {
        let known = self.ground.sources.iter().position(|known| *known == source);
        let index = known.unwrap_or_else(|| {
            self.ground.sources.push(source);
            self.ground.sources.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    }

    fn build(mut self, refused: Vec<(usize, Var)>) -> Result<Option<Ground>, CheckError> {
        self.define_changes();
        self.limit_copies_in_states();
        for cards in refused.chunk_by(|(a, _), (b, _)| a == b) {
            let zone = cards.first().and_then(|(zone, _)| self.setup.format.zones.get(*zone));
            let zone = zone.map(|zone| zone.named.id.to_string()).unwrap_or_default();
            self.add_rows(WishOrigin::Zone(zone), |encoder| {
                cards.iter().for_each(|(_, var)| {
                    encoder.add_row(Some(LinearSum::from_variable(*var)), None);
                });
            });
        }
        self.add_parameters();
        self.add_implied_parameters();
        self.add_release_dates();
        self.keep_role_cards();
        self.add_role();
        for (index, rule) in self.setup.format.rules.iter().enumerate() {
            if self.deadline.is_over() {
                return Ok(None);
            }
            self.record_looseness(WishOrigin::Rule(index), |builder| {
                builder.add_rule(index, rule)
            })?;
        }
        if !self.add_card_rules()? {
            return Ok(None);
        }
        self.add_wishes();
        let singles = self.single_zones.iter().filter_map(|zone| zone.as_ref()?.as_ref());
        let singles = singles.filter(|zone| zone.is_read());
        self.ground.model.partitions = singles.map(|zone| zone.partition(self.board)).collect();
        Ok((!self.deadline.is_over()).then_some(self.ground))
    }

    fn view_zones(&self, zones: std::rc::Rc<[String]>) -> PileView<'b> {
        self.view.with_default_piles(zones)
    }

    /// Binds a condition to the cards that may be in some zones. If single comparisons decide too
    /// little, it is bound once for each case of the unknown facts, if these are few.
    fn bind_condition(
        &mut self,
        condition: &Condition,
        zones: std::rc::Rc<[String]>,
        wanted: bool,
    ) -> Node {
        if condition.reads_zones() {
            return self.bind_by_lot(condition, zones, wanted);
        }
        let view = self.view_zones(zones);
        let node = condition.bind_in(&view);
        let test = ExactnessTest { board: self.board, certainty: self.certainty };
        if test.is_exact(&node, wanted) {
            return node;
        }
        let has_time = || !self.deadline.is_over();
        let cases = condition.bind_cases_in(&view, CASE_LIMIT, has_time);
        match (cases.is_empty(), wanted == (self.certainty == Certainty::Certain)) {
            (true, _) => node,
            (false, true) => Node::All(cases),
            (false, false) => Node::Any(cases),
        }
    }

    /// Defines changes: the larger of the numbers of cards that go and that come in, since an exchange is one change.
    fn define_changes(&mut self) {
        let mut model = std::mem::take(&mut self.ground.model);
        let catalog = self.setup.catalog;
        let mut removed: Vec<LinearSum> = Vec::new();
        let (mut added, mut deck_size) = (Vec::new(), 0i64);
        // For each kind of card (of a new deck: in each zone), its variables and the copies in the deck.
        let mut kinds: BTreeMap<(Option<String>, usize), KindTerms> = BTreeMap::new();
        let zone_of = |place: &ZoneCard| {
            let zone = self.parts.shape.and(self.setup.format.zones.get(place.zone));
            zone.map(|zone| zone.named.id.to_string())
        };
        let mut rows: Vec<LinearSum> = Vec::new();
        for (var, place) in (0u32..).zip(&mut self.ground.places) {
            let kind = catalog.cards.card(place.card).kind().index();
            let (terms, in_deck) = kinds.entry((zone_of(place), kind)).or_default();
            terms.push((var, 1));
            added.push((var, 1));
            if place.deck_copies == 0 {
                continue;
            }
            let out = model.add_variable(0, i64::from(place.deck_copies));
            place.removed = Some(out);
            // Cards in = cards afterwards - cards before + cards out.
            added.push((out, 1));
            *in_deck += i64::from(place.deck_copies);
            deck_size += i64::from(place.deck_copies);
            // A bound from below is enough: the cheapest assignment has no more cards out than it
            // must.
            rows.push(LinearSum::new(vec![(var, -1), (out, -1)], i64::from(place.deck_copies), 1));
            removed.push(LinearSum::from_variable(out));
        }
        for held in &self.ground.hold_cards {
            let Some(carried) = self.parts.deck.carried.get(held.hold) else { continue };
            let Some(cargo) = carried.cargo.get(held.item) else { continue };
            // Unloading is a change, unless the card or its carrier leaves the deck anyway.
            let unloaded = model.add_variable(0, 1);
            let mut terms = vec![(held.stay_variable, -1), (unloaded, -1)];
            let leaves =
                |place: &&ZoneCard| [cargo.value, carried.carrier.value].contains(&place.card);
            terms.extend(
                self.ground.places.iter().filter(leaves).filter_map(|p| Some((p.removed?, -1))),
            );
            rows.push(LinearSum::new(terms, 1, 1));
            removed.push(LinearSum::from_variable(unloaded));
        }
        let most = max_total_copies(self.ground.places.len());
        let changes = model.add_variable(0, most);
        self.ground.changes = changes;
        let mut all_removed: Vec<(Var, i64)> =
            removed.into_iter().flat_map(|sum| sum.terms).collect();
        all_removed.push((changes, -1));
        rows.push(LinearSum::new(all_removed, 0, 1));
        added.push((changes, -1));
        rows.push(LinearSum::new(added, -deck_size, 1));
        for ((zone, kind), (terms, in_deck)) in kinds {
            let wanted = self.parts.shape.zip(zone);
            let wanted = wanted.map(|(shape, zone)| shape.get(&(zone, kind)).copied().unwrap_or(0));
            let mut limit = |terms: Vec<(Var, i64)>, limit: i64| {
                let unmatched = model.add_variable(0, most);
                let terms = terms.into_iter().chain([(unmatched, -1)]).collect();
                rows.push(LinearSum::new(terms, -limit, 1));
                self.ground.unmatched_kinds.push(unmatched);
            };
            if let Some(wanted) = wanted {
                limit(terms.iter().map(|(var, _)| (*var, -1)).collect(), -wanted);
            }
            limit(terms, wanted.unwrap_or(in_deck));
        }
        let center = self.ground.places.iter().map(|place| i64::from(place.deck_copies));
        model.proximity = Some(Proximity { distance: changes, center: center.collect() });
        self.ground.model = model;
        self.add_rows(WishOrigin::Structure, |encoder| {
            rows.into_iter().for_each(|row| encoder.add_row(Some(row), None));
        });
    }

    /// Limits copies in a state to those of the deck: they may move between zones, but none come in.
    fn limit_copies_in_states(&mut self) {
        let mut states: BTreeMap<CardIndex, (Vec<(Var, i64)>, i64)> = BTreeMap::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            if self.setup.catalog.cards.state(place.card).is_some() {
                let (terms, in_deck) = states.entry(place.card).or_default();
                terms.push((var, 1));
                *in_deck += i64::from(place.deck_copies);
            }
        }
        let rows = states.into_values().map(|(terms, in_deck)| LinearSum::new(terms, -in_deck, 1));
        self.add_rows(WishOrigin::Structure, |encoder| {
            rows.for_each(|row| encoder.add_row(Some(row), None));
        });
    }

    fn add_parameters(&mut self) {
        let overrides = &self.parts.options.overrides;
        for finding in
            setup::find_disallowed_parameters(self.setup.format, self.parts.deck, overrides)
        {
            let id = finding.rule.trim_start_matches("parameter-").to_owned();
            if self.parts.open_parameters.iter().any(|(open, _)| *open == id) {
                continue;
            }
            if self.rule_level(&finding.rule, Level::Error) == Some(Level::Error) {
                self.add_rows(WishOrigin::Parameter(id), |encoder| encoder.add_contradiction(None));
            }
        }
    }

    /// Keeps the cards implying the values of parameters that were chosen: they fit, and none that goes before them does.
    fn add_implied_parameters(&mut self) {
        let zones: std::rc::Rc<[String]> =
            self.setup.format.zones.iter().map(|z| z.named.id.to_string()).collect();
        for (id, value) in self.parts.implied_values {
            let Some(parameter) = self.setup.format.parameter(id) else { continue };
            let condition = parameter.implied_by.as_deref();
            let condition = condition.and_then(|text| self.parts.rulebook.condition(text).ok());
            let Some(condition) = condition else { continue };
            let source = || WishOrigin::Implied(id.clone());
            let reads_zones = condition.reads_zones();
            self.record_looseness(source(), |builder| {
                if value.is_some() {
                    let node = builder.bind_condition(&condition, std::rc::Rc::clone(&zones), true);
                    builder
                        .add_rows(source(), |encoder| encoder.encode_condition(&node, true, None));
                }
                builder.ground.is_looser |= reads_zones;
            });
            if reads_zones {
                continue;
            }
            let choices = parameter.choices();
            let others = choices.iter().take_while(|other| value.as_ref() != Some(*other));
            for other in others {
                let mut parameters = self.setup.parameters.clone();
                parameters.set(id, other.into());
                let world = World { parameters: &parameters, ..self.world };
                let view = self.view_zones(std::rc::Rc::clone(&zones));
                let node = condition.bind_in(&view.in_world(world));
                // A value that is not known to fit does not fit.
                self.add_rows(source(), |encoder| {
                    encoder.certainty = Certainty::Possible;
                    encoder.encode_condition(&node, false, None);
                });
            }
        }
    }

    fn add_release_dates(&mut self) {
        let Some(day) = self.parts.options.on else { return };
        if self.rule_level(sleeve_rules::NOT_RELEASED, Level::Error) != Some(Level::Error) {
            return;
        }
        let catalog = self.setup.catalog;
        let late = (0u32..).zip(&self.ground.places).filter(|(_, place)| {
            let card = catalog.cards.card(place.card);
            !self.accepts(Release::from_card(catalog, card, day).truth())
        });
        let late: Vec<(Var, i64)> = late.map(|(var, _)| (var, 1)).collect();
        self.add_rows(WishOrigin::Released, |encoder| {
            encoder.add_row(Some(LinearSum::new(late, 0, 1)), None)
        });
    }

    fn keep_role_cards(&mut self) {
        if !self.parts.keeps_role_cards {
            return;
        }
        let naming = RoleNaming::from_rulebook(self.parts.rulebook);
        let zone = naming.and_then(|naming| self.zone_position(&naming.zone.named.id));
        let setter_zones = self.zone_positions(&self.parts.rulebook.setter_zones());
        let is_setter = |place: &ZoneCard| {
            setter_zones.contains(&place.zone) && self.setup.catalog.set_out(place.card).is_some()
        };
        let is_held = |place: &&ZoneCard| place.deck_copies > 0 && is_setter(place);
        let held: Vec<CardIndex> =
            self.ground.places.iter().filter(is_held).map(|p| p.card).collect();
        let (mut rows, mut setters) = (Vec::new(), Vec::new());
        for (var, place) in (0u32..).zip(&self.ground.places) {
            if Some(place.zone) == zone && place.deck_copies > 0 {
                rows.push(LinearSum::new(vec![(var, -1)], i64::from(place.deck_copies), 1));
            }
            if is_setter(place) && held.contains(&place.card) {
                setters.push((var, -1));
            }
        }
        if !setters.is_empty() {
            rows.push(LinearSum::new(setters, 1, 1));
        }
        self.add_rows(WishOrigin::RoleCards, |encoder| {
            rows.into_iter().for_each(|row| encoder.add_row(Some(row), None));
        });
    }

    /// Keeps the role: cards go on naming or implying it, or no card contradicts a stated one.
    fn add_role(&mut self) {
        let format = self.setup.format;
        let Some(role) = self.setup.role.clone().filter(|_| format.roles.len() > 1) else { return };
        let stated = self.setup.stated.is_some();
        if let Some(naming) = RoleNaming::from_rulebook(self.parts.rulebook) {
            let named = format.zones.iter().position(|z| z.named.id == naming.zone.named.id);
            let names_role = |card| {
                let mut roles = naming.roles(&self.world, card);
                roles.any(|(named, truth)| named == role && truth != Truth::False)
            };
            let is_allowed = |card| {
                if stated {
                    self.accepts(!naming.contradicts(&role, &self.world, card))
                } else {
                    names_role(card)
                }
            };
            let is_required =
                !stated || self.rule_level(STATED_ROLE, Level::Error) == Some(Level::Error);
            let other = (0u32..).zip(&self.ground.places);
            let other =
                other.filter(|(_, place)| Some(place.zone) == named && !is_allowed(place.card));
            let other: Vec<(Var, i64)> =
                other.filter(|_| is_required).map(|(var, _)| (var, 1)).collect();
            let row = LinearSum::new(other, 0, 1);
            let source = if stated { WishOrigin::StatedRole } else { WishOrigin::Role };
            self.add_rows(source(role.clone()), |encoder| encoder.add_row(Some(row), None));
        }
        if stated {
            return;
        }
        let zones: std::rc::Rc<[String]> =
            format.zones.iter().map(|z| z.named.id.to_string()).collect();
        for candidate in &format.roles {
            let condition = candidate.implied_by.as_deref();
            let condition = condition.and_then(|text| self.parts.rulebook.condition(text).ok());
            let Some(condition) = condition else { continue };
            let wanted = candidate.named.id == role.as_str();
            let source = || WishOrigin::Role(role.clone());
            self.record_looseness(source(), |builder| {
                let node = builder.bind_condition(&condition, std::rc::Rc::clone(&zones), wanted);
                builder.add_rows(source(), |encoder| encoder.encode_condition(&node, wanted, None));
            });
        }
    }
}
