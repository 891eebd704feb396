//! The ground: rules, deck and wishes, bound to every card in every zone, as an integer model. Each
//! card in each zone that may contain it is a variable; each demand is rows that know their source.

mod demands;
mod wishes;
mod zones;

pub(crate) use wishes::measure_deck;

use super::{
    certainty::Certainty,
    encode::Encoder,
    exactness::ExactnessTest,
    layout::{Board, SlotLayout},
    linear::{LinearModel, LinearSum, Literal, Proximity, SourceIndex, Var, max_total_copies},
    parameters::{any_value, list_implied, override_implied},
    parts::{GroundParts, HoldCard, ZoneCard},
    single_zone::SingleZone,
    solver::Deadline,
    wishes::WishOrigin,
};
use sleeve_data::model::{
    CardIndex,
    format::{Level, Parameter},
};
use sleeve_language::{
    Condition, FilterCache, ParameterValue, PileView, Truth, World, bound::Node,
};
use sleeve_rules::{
    CheckError, PreparedFormat, Rulebook, STATED_ROLE, release_dates::Release, setup,
    setup::RoleNaming,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

/// The most cases of unknown facts that become rows one by one: each is a copy of the condition.
const CASE_LIMIT: usize = 16;

/// The variables of some cards, and their copies in the deck.
#[derive(Default)]
struct CopyTerms {
    terms: Vec<(Var, i64)>,
    in_deck: i64,
}

/// The parts of the definition of changes.
#[derive(Default)]
struct ChangeSums {
    /// Sums that are not above zero.
    rows: Vec<LinearSum>,
    /// The copies that go.
    removed: Vec<(Var, i64)>,
    /// The copies that come in, and those of the deck.
    added: Vec<(Var, i64)>,
    deck_size: i64,
    /// The copies of each kind of card, of a new deck in each zone.
    kinds: BTreeMap<(Option<String>, usize), CopyTerms>,
}

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
    /// For each kind, the variable that counts cards coming in without one of their kind going out;
    /// of a new deck those that differ from the shape of decks. Ascending.
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
        self.loose_sources
            .iter()
            .any(|index| sources.get(*index as usize) == Some(&true))
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
    let all: Vec<String> = rulebook
        .format
        .zones
        .iter()
        .map(|z| z.named.id.to_string())
        .collect();
    let zones: Vec<String> = all
        .iter()
        .filter(|id| statistics_zones.contains(id))
        .cloned()
        .collect();
    if zones.is_empty() { all } else { zones }
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
        let GroundParts { rulebook, options, .. } = parts;
        if deadline.is_over() {
            return Ok(None);
        }
        let setup = prepare_setup(parts)?;
        let lens = options.lens();
        let legality = rulebook.legality(lens, options.on);
        let world = World { date: options.on, legality: Some(&legality), ..setup.world(lens) };
        let layout = SlotLayout::new(parts, &setup, world, certainty)?;
        let own_cache = FilterCache::default();
        let cache = rulebook.cache.as_deref().unwrap_or(&own_cache);
        let view = PileView::new(world, &layout.spread).with_cache(cache);
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
        let builder = GroundBuilder {
            parts,
            setup: &setup,
            world,
            certainty,
            ground,
            board: &layout.board,
            view,
            single_zones: vec![None; rulebook.format.zones.len()],
            deadline,
        };
        builder.build(&layout.refused)
    }
}

/// Prepares the format for rows: parameters have the values that the parts give them.
fn prepare_setup<'a>(parts: &GroundParts<'_, 'a>) -> Result<PreparedFormat<'a>, CheckError> {
    let GroundParts { rulebook, deck, options, .. } = parts;
    let mut overrides = override_implied(rulebook, deck, options);
    overrides.role = overrides.role.or(parts.shown_role.map(str::to_owned));
    let mut setup = rulebook
        .prepare(deck, &overrides)
        .map_err(CheckError::Setup)?;
    if parts.shown_role.is_some() {
        setup.stated = None;
    }
    for parameter in list_implied(rulebook, deck, options) {
        let value = find_implied_value(parts, parameter, setup.role.as_deref());
        setup.parameters.set(&parameter.named.id, value);
    }
    for (id, value) in parts.open_parameters {
        setup.parameters.set(id, value.clone());
    }
    Ok(setup)
}

/// The value of a parameter that cards imply, for rows.
fn find_implied_value(
    parts: &GroundParts<'_, '_>,
    parameter: &Parameter,
    role: Option<&str>,
) -> ParameterValue {
    let mut implied = parts.implied_values.iter();
    let value = match implied.find(|(id, _)| id == parameter.named.id.as_str()) {
        Some((_, Some(value))) => Some(value),
        Some((_, None)) => parameter.default_for(role),
        None => None,
    };
    value.map_or_else(|| any_value(parameter), ParameterValue::from)
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
        let cards = u32::try_from(self.ground.places.len() + self.ground.hold_cards.len());
        let cards = cards.unwrap_or(u32::MAX);
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
        let known = self
            .ground
            .sources
            .iter()
            .position(|known| *known == source);
        let index = known.unwrap_or_else(|| {
            self.ground.sources.push(source);
            self.ground.sources.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    }

    fn build(mut self, refused: &[(usize, Var)]) -> Result<Option<Ground>, CheckError> {
        self.define_changes();
        self.limit_copies_in_states();
        for cards in refused.chunk_by(|(a, _), (b, _)| a == b) {
            let zone = cards
                .first()
                .and_then(|(zone, _)| self.setup.format.zones.get(*zone));
            let id = zone
                .map(|zone| zone.named.id.to_string())
                .unwrap_or_default();
            self.add_rows(WishOrigin::Zone(id), |encoder| {
                let sums = cards.iter().map(|(_, var)| LinearSum::from_variable(*var));
                encoder.add_rows(sums, None);
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
        for zone in self
            .single_zones
            .iter()
            .flatten()
            .flatten()
            .filter(|zone| zone.is_read())
        {
            self.ground
                .model
                .partitions
                .push(zone.partition(self.board));
        }
        Ok((!self.deadline.is_over()).then_some(self.ground))
    }

    fn all_zones(&self) -> Rc<[String]> {
        self.setup
            .format
            .zones
            .iter()
            .map(|zone| zone.named.id.to_string())
            .collect()
    }

    fn view_zones(&self, zones: Rc<[String]>) -> PileView<'b> {
        self.view.with_default_piles(zones)
    }

    /// Binds a condition to the cards that may be in some zones. If single comparisons decide too
    /// little, it is bound once for each case of the unknown facts, if these are few.
    fn bind_condition(&mut self, condition: &Condition, zones: Rc<[String]>, wanted: bool) -> Node {
        if condition.reads_zones() {
            return self.bind_by_lot(condition, zones, wanted);
        }
        let view = self.view_zones(zones);
        let node = condition.bind_in(&view);
        let test = ExactnessTest { board: self.board, certainty: self.certainty };
        if test.is_exact(&node, wanted) {
            return node;
        }
        let cases = condition.bind_cases_in(&view, CASE_LIMIT, || !self.deadline.is_over());
        match (cases.is_empty(), wanted == (self.certainty == Certainty::Certain)) {
            (true, _) => node,
            (false, true) => Node::All(cases),
            (false, false) => Node::Any(cases),
        }
    }

    /// Defines changes: the larger of the numbers of cards that go and that come in, since an
    /// exchange is one change.
    fn define_changes(&mut self) {
        let mut sums = ChangeSums::default();
        self.count_card_changes(&mut sums);
        self.count_unloaded(&mut sums);
        let most = max_total_copies(self.ground.places.len());
        let changes = self.ground.model.add_variable(0, most);
        self.ground.changes = changes;
        sums.removed.push((changes, -1));
        sums.rows.push(LinearSum::new(sums.removed, 0, 1));
        sums.added.push((changes, -1));
        sums.rows
            .push(LinearSum::new(sums.added, -sums.deck_size, 1));
        let mut rows = sums.rows;
        for ((zone, kind), copies) in sums.kinds {
            let shape = self.parts.shape.zip(zone);
            let wanted = shape.map(|(shape, zone)| *shape.get(&(zone, kind)).unwrap_or(&0));
            if let Some(wanted) = wanted {
                let fewer = copies.terms.iter().map(|(var, _)| (*var, -1)).collect();
                rows.push(self.count_unmatched(fewer, -wanted));
            }
            rows.push(self.count_unmatched(copies.terms, wanted.unwrap_or(copies.in_deck)));
        }
        let center = self
            .ground
            .places
            .iter()
            .map(|place| i64::from(place.deck_copies))
            .collect();
        self.ground.model.proximity = Some(Proximity { distance: changes, center });
        self.add_rows(WishOrigin::Structure, |encoder| encoder.add_rows(rows, None));
    }

    /// Adds the variables of the copies that go, and counts copies that go and come in.
    fn count_card_changes(&mut self, sums: &mut ChangeSums) {
        let cards = &self.setup.catalog.cards;
        for (var, place) in (0u32..).zip(&mut self.ground.places) {
            let zone = self
                .parts
                .shape
                .and(self.setup.format.zones.get(place.zone));
            let kind =
                (zone.map(|zone| zone.named.id.to_string()), cards.card(place.card).kind().index());
            let copies = sums.kinds.entry(kind).or_default();
            copies.terms.push((var, 1));
            sums.added.push((var, 1));
            if place.deck_copies == 0 {
                continue;
            }
            let in_deck = i64::from(place.deck_copies);
            let out = self.ground.model.add_variable(0, in_deck);
            place.removed = Some(out);
            // Cards in = cards afterwards - cards before + cards out.
            sums.added.push((out, 1));
            copies.in_deck += in_deck;
            sums.deck_size += in_deck;
            // A bound from below is enough: the cheapest assignment has no more cards out than it
            // must.
            sums.rows
                .push(LinearSum::new(vec![(var, -1), (out, -1)], in_deck, 1));
            sums.removed.push((out, 1));
        }
    }

    /// Adds a variable for each card of a hold that is unloaded, which is a change, unless the card
    /// or its carrier leaves the deck anyway.
    fn count_unloaded(&mut self, sums: &mut ChangeSums) {
        for held in &self.ground.hold_cards {
            let Some(carried) = self.parts.deck.carried.get(held.hold) else { continue };
            let Some(cargo) = carried.cargo.get(held.item) else { continue };
            let unloaded = self.ground.model.add_variable(0, 1);
            let mut terms = vec![(held.stay_variable, -1), (unloaded, -1)];
            for place in &self.ground.places {
                if [cargo.value, carried.carrier.value].contains(&place.card) {
                    terms.extend(place.removed.map(|removed| (removed, -1)));
                }
            }
            sums.rows.push(LinearSum::new(terms, 1, 1));
            sums.removed.push((unloaded, 1));
        }
    }

    /// Adds a variable that counts what a sum of copies is above a limit.
    fn count_unmatched(&mut self, mut terms: Vec<(Var, i64)>, limit: i64) -> LinearSum {
        let most = max_total_copies(self.ground.places.len());
        let unmatched = self.ground.model.add_variable(0, most);
        self.ground.unmatched_kinds.push(unmatched);
        terms.push((unmatched, -1));
        LinearSum::new(terms, -limit, 1)
    }

    /// Limits copies in a state to those of the deck: they may move between zones, but none come
    /// in.
    fn limit_copies_in_states(&mut self) {
        let mut states: BTreeMap<CardIndex, CopyTerms> = BTreeMap::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            if self.setup.catalog.cards.state(place.card).is_some() {
                let copies = states.entry(place.card).or_default();
                copies.terms.push((var, 1));
                copies.in_deck += i64::from(place.deck_copies);
            }
        }
        let rows = states
            .into_values()
            .map(|copies| LinearSum::new(copies.terms, -copies.in_deck, 1));
        self.add_rows(WishOrigin::Structure, |encoder| encoder.add_rows(rows, None));
    }

    fn add_parameters(&mut self) {
        let overrides = &self.parts.options.overrides;
        for finding in
            setup::find_disallowed_parameters(self.setup.format, self.parts.deck, overrides)
        {
            let id = finding.rule.trim_start_matches("parameter-").to_owned();
            if self
                .parts
                .open_parameters
                .iter()
                .any(|(open, _)| *open == id)
            {
                continue;
            }
            if self.rule_level(&finding.rule, Level::Error) == Some(Level::Error) {
                self.add_rows(WishOrigin::Parameter(id), |encoder| encoder.add_contradiction(None));
            }
        }
    }

    /// Keeps the cards implying the values of parameters that were chosen: they fit, and none that
    /// goes before them does.
    fn add_implied_parameters(&mut self) {
        let zones = self.all_zones();
        for (id, value) in self.parts.implied_values {
            let Some(parameter) = self.setup.format.parameter(id) else { continue };
            let Some(text) = &parameter.implied_by else { continue };
            let Ok(condition) = self.parts.rulebook.condition(text) else { continue };
            let source = WishOrigin::Implied(id.clone());
            let reads_zones = condition.reads_zones();
            self.record_looseness(source.clone(), |builder| {
                if value.is_some() {
                    builder.add_condition(source.clone(), &condition, Rc::clone(&zones), true);
                }
                builder.ground.is_looser |= reads_zones;
            });
            if reads_zones {
                continue;
            }
            for other in &parameter.choices() {
                if value.as_ref() == Some(other) {
                    break;
                }
                let mut parameters = self.setup.parameters.clone();
                parameters.set(id, other.into());
                let world = World { parameters: &parameters, ..self.world };
                let view = self.view_zones(Rc::clone(&zones));
                let node = condition.bind_in(&view.in_world(world));
                // A value that is not known to fit does not fit.
                self.add_rows(source.clone(), |encoder| {
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
        let mut late: Vec<(Var, i64)> = Vec::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            let card = catalog.cards.card(place.card);
            if !self.accepts(Release::from_card(catalog, card, day).truth()) {
                late.push((var, 1));
            }
        }
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
        let (mut rows, mut setters, mut held) = (Vec::new(), Vec::new(), BTreeSet::new());
        for (var, place) in (0u32..).zip(&self.ground.places) {
            if Some(place.zone) == zone && place.deck_copies > 0 {
                rows.push(LinearSum::new(vec![(var, -1)], i64::from(place.deck_copies), 1));
            }
            if setter_zones.contains(&place.zone)
                && self.setup.catalog.set_out(place.card).is_some()
            {
                setters.push((var, place.card));
                if place.deck_copies > 0 {
                    held.insert(place.card);
                }
            }
        }
        setters.retain(|(_, card)| held.contains(card));
        if !setters.is_empty() {
            let terms = setters.into_iter().map(|(var, _)| (var, -1)).collect();
            rows.push(LinearSum::new(terms, 1, 1));
        }
        self.add_rows(WishOrigin::RoleCards, |encoder| encoder.add_rows(rows, None));
    }

    /// Keeps the role: cards go on naming or implying it, or no card contradicts a stated one.
    fn add_role(&mut self) {
        let format = self.setup.format;
        let Some(role) = self.setup.role.clone().filter(|_| format.roles.len() > 1) else { return };
        if self.setup.stated.is_some() {
            self.keep_stated_role(&role);
            return;
        }
        if let Some(naming) = RoleNaming::from_rulebook(self.parts.rulebook) {
            let zone = self.zone_position(&naming.zone.named.id);
            let mut others: Vec<(Var, i64)> = Vec::new();
            for (var, place) in (0u32..).zip(&self.ground.places) {
                let mut named = naming.roles(&self.world, place.card);
                if Some(place.zone) == zone
                    && !named.any(|(named, truth)| named == role && truth != Truth::False)
                {
                    others.push((var, 1));
                }
            }
            let row = LinearSum::new(others, 0, 1);
            self.add_rows(WishOrigin::Role(role.clone()), |encoder| {
                encoder.add_row(Some(row), None);
            });
        }
        let zones = self.all_zones();
        for candidate in &format.roles {
            let Some(text) = &candidate.implied_by else { continue };
            let Ok(condition) = self.parts.rulebook.condition(text) else { continue };
            let wanted = candidate.named.id == role.as_str();
            let source = WishOrigin::Role(role.clone());
            self.record_looseness(source.clone(), |builder| {
                builder.add_condition(source, &condition, Rc::clone(&zones), wanted);
            });
        }
    }

    /// Keeps cards that contradict the stated role out of the zone that names it.
    fn keep_stated_role(&mut self, role: &str) {
        let Some(naming) = RoleNaming::from_rulebook(self.parts.rulebook) else { return };
        let zone = self.zone_position(&naming.zone.named.id);
        let is_required = self.rule_level(STATED_ROLE, Level::Error) == Some(Level::Error);
        let mut others: Vec<(Var, i64)> = Vec::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            if is_required
                && Some(place.zone) == zone
                && !self.accepts(!naming.contradicts(role, &self.world, place.card))
            {
                others.push((var, 1));
            }
        }
        let row = LinearSum::new(others, 0, 1);
        self.add_rows(WishOrigin::StatedRole(role.to_owned()), |encoder| {
            encoder.add_row(Some(row), None);
        });
    }

    /// Adds the rows of a condition on some zones, which is true or false (`wanted`).
    fn add_condition(
        &mut self,
        source: WishOrigin,
        condition: &Condition,
        zones: Rc<[String]>,
        wanted: bool,
    ) {
        let node = self.bind_condition(condition, zones, wanted);
        self.add_rows(source, |encoder| encoder.encode_condition(&node, wanted, None));
    }
}
