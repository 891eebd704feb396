//! The demands of rules of the format and of cards, as rows.

use super::{FOREIGN_RULES, GroundBuilder};
use crate::{
    cargo::CargoReader,
    certainty::Certainty,
    covering::AllowanceReader,
    encode::{Demand, Encoder},
    linear::{LinearSum, Literal, Var},
    parts::{ZoneCard, rule_error},
    wishes::WishOrigin,
};
use sleeve_data::{
    Arrange,
    model::{
        CardIndex,
        card_rule::CardRule,
        format::{Contents, Level, Rule, RuleBody},
        language_text::LanguageText,
    },
};
use sleeve_language::{
    Filter, FilterCache, Truth,
    ast::Operator,
    bound::{CountLeaf, Node, Spot},
};
use sleeve_rules::{CheckError, RuleError, card_rules, contents, setup::RoleNaming};
use std::{collections::BTreeMap, rc::Rc};

impl<'b> GroundBuilder<'b, '_, '_> {
    /// The level of a rule under the options; `None` if it is switched off.
    pub(super) fn rule_level(&self, id: &str, default: Level) -> Option<Level> {
        self.parts
            .options
            .levels
            .get(id)
            .copied()
            .unwrap_or(Some(default))
    }

    pub(super) fn add_rule(&mut self, index: usize, rule: &Rule) -> Result<(), CheckError> {
        let role = self.setup.role.as_ref();
        let Some(level) = self.rule_level(&rule.id, rule.level) else { return Ok(()) };
        if !rule.roles.is_empty() && !role.is_some_and(|r| rule.roles.contains(r)) {
            if role.is_none() && level == Level::Error {
                self.add_rule_of_roles(index, rule)?;
            }
            return Ok(());
        }
        let is_certain = self.certainty == Certainty::Certain;
        let zones = self.parts.rulebook.zones(rule);
        let lifters = self.lifting_variables(rule);
        match &rule.body {
            // Left to the rules engine.
            RuleBody::SetsOut(_) | RuleBody::Carries(_) if !lifters.is_empty() => {
                self.ground.is_looser = true;
            }
            RuleBody::Require(text) => {
                let demand = self.bind_requirement(rule, text, zones)?;
                self.add_rows_by_level(index, level, demand.zone, &lifters, |encoder, holds| {
                    encoder.encode_demand(&demand, holds);
                });
            }
            RuleBody::Contents(contents) if level == Level::Error => {
                self.add_contents(index, rule, contents, &lifters)?;
            }
            RuleBody::SetsOut(filter) if level == Level::Error || is_certain => {
                self.add_set_out(index, rule, filter, level == Level::Error)?;
            }
            RuleBody::Carries(carries) if level == Level::Error => {
                let demands = self.cargo_reader(&zones).read_rule(rule, carries)?;
                self.add_rows(WishOrigin::Rule(index), |encoder| demands.encode(encoder));
            }
            RuleBody::Allowances(allowances) => {
                let allowed = self.allowance_reader(zones).read_rule(rule, allowances)?;
                self.add_rows_by_level(index, level, None, &lifters, |encoder, holds| {
                    allowed.encode(encoder, holds);
                });
            }
            RuleBody::Contents(_)
            | RuleBody::SetsOut(_)
            | RuleBody::Carries(_)
            | RuleBody::Nothing => {}
        }
        Ok(())
    }

    /// Adds the rows of a rule, which some cards may lift, or those of a warning.
    fn add_rows_by_level(
        &mut self,
        index: usize,
        level: Level,
        zone: Option<usize>,
        lifters: &[Var],
        rows: impl FnOnce(&mut Encoder<'_>, Option<Literal>),
    ) {
        if level == Level::Error {
            self.add_rows_for(WishOrigin::Rule(index), zone, |encoder| {
                let holds = add_liftable(encoder, lifters);
                rows(encoder, holds);
            });
        } else if self.certainty == Certainty::Certain {
            self.add_warning(index, zone, |encoder, heeded| rows(encoder, Some(heeded)));
        }
    }

    /// The variables of the places where cards lift a rule.
    pub(super) fn lifting_variables(&self, rule: &Rule) -> Vec<Var> {
        let catalog = self.setup.catalog;
        if catalog.card_rules().is_empty() {
            return Vec::new();
        }
        let mut lifting = Vec::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            let mut rules = catalog.rules_of(place.card).iter();
            if rules.any(|lifter| lifter.lifts.contains(&rule.id) && self.applies_at(lifter, place))
            {
                lifting.push(var);
            }
        }
        lifting
    }

    /// Whether a rule of a card applies if the card is at a place.
    fn applies_at(&self, rule: &CardRule, place: &ZoneCard) -> bool {
        let format = self.setup.format;
        format
            .zones
            .get(place.zone)
            .is_some_and(|zone| zone.named.id == rule.zone)
            && card_rules::may_hold_in(format, rule)
    }

    /// Adds a rule of some roles for a deck that has no role yet: it applies if the card of the
    /// zone that names the role names one of these. Without such a zone of one card, or if a card
    /// may name several roles, the rules engine decides.
    fn add_rule_of_roles(&mut self, index: usize, rule: &Rule) -> Result<(), CheckError> {
        let RuleBody::Require(text) = &rule.body else { return Ok(()) };
        if !self.lifting_variables(rule).is_empty() {
            self.ground.is_looser = true;
            return Ok(());
        }
        let Some(naming) = RoleNaming::from_rulebook(self.parts.rulebook) else { return Ok(()) };
        let Some(zone) = self.zone_position(&naming.zone.named.id) else { return Ok(()) };
        if self
            .setup
            .format
            .roles
            .iter()
            .any(|role| role.implied_by.is_some())
        {
            return Ok(());
        }
        let spots = self.list_naming_spots(&naming, rule, zone);
        if spots.is_empty() || self.single_zone(zone).is_none() {
            return Ok(());
        }
        let demand = self.bind_requirement(rule, text, self.parts.rulebook.zones(rule))?;
        if demand.zone.is_some_and(|other| other != zone) {
            self.ground.is_looser = true;
            return Ok(());
        }
        self.add_rows_for(WishOrigin::Rule(index), Some(zone), |encoder| {
            let leaf = CountLeaf { certain: spots, possible: Vec::new() };
            let names = Node::Count { leaf, operator: Operator::AtLeast, limit: 1 };
            if let Some(names) = encoder.literal_of_node(&names) {
                encoder.encode_demand(&demand, Some(names));
            }
        });
        Ok(())
    }

    /// Lists the spots of the cards that certainly name one role, and one for which a rule is.
    fn list_naming_spots(&self, naming: &RoleNaming<'_>, rule: &Rule, zone: usize) -> Vec<Spot> {
        let mut spots = Vec::new();
        let places = self.ground.places.iter().filter(|place| place.zone == zone);
        for (slot, place) in (0u32..).zip(places) {
            let roles = naming.roles(&self.world, place.card);
            let mut named = roles.filter(|(_, truth)| *truth != Truth::False);
            let (only, other) = (named.next(), named.next());
            if let (Some((role, Truth::True)), None) = (only, other)
                && rule.roles.iter().any(|asked| asked == role)
            {
                spots.push(Spot { pile: u32::try_from(zone).unwrap_or(u32::MAX), slot });
            }
        }
        spots
    }

    /// Adds the rules that cards bring with them, those of cards in the deck first; returns `false`
    /// if the time is over.
    pub(super) fn add_card_rules(&mut self) -> Result<bool, CheckError> {
        let catalog = self.setup.catalog;
        if catalog.card_rules().is_empty() {
            return Ok(true);
        }
        let mut foreign = 0;
        // Texts of the rules so far. A card that they name counts with the card that asks for it.
        let mut asking: Vec<LanguageText<'_>> = Vec::new();
        for (var, place) in self.list_bringing_cards() {
            if self.deadline.is_over() {
                return Ok(false);
            }
            let rules = catalog.rules_of(place.card);
            let id = catalog.cards.card(place.card).id();
            if !self.is_expected(&place) && asking.iter().all(|text| !text.text.contains(id)) {
                foreign += rules.len();
                // A deck with this card is never found, so that finding none proves nothing.
                if foreign > FOREIGN_RULES {
                    self.ground.is_stricter = true;
                    self.add_rows(WishOrigin::Structure, |encoder| {
                        encoder.add_row(Some(LinearSum::from_variable(var)), None);
                    });
                    continue;
                }
            }
            asking.extend(rules.iter().flat_map(|of| of.rule.body.language_texts()));
            for (index, card_rule) in rules.iter().enumerate() {
                if !self.applies_at(card_rule, &place) {
                    continue;
                }
                let source = WishOrigin::CardRule(place.card, index);
                self.record_looseness(source.clone(), |builder| {
                    builder.add_card_rule(var, source, &card_rule.rule)
                })?;
            }
        }
        Ok(true)
    }

    /// Lists the places of cards that bring rules, those of expected cards first.
    fn list_bringing_cards(&self) -> Vec<(Var, ZoneCard)> {
        let mut bringing = Vec::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            let mut rules = self.setup.catalog.rules_of(place.card).iter();
            if rules.any(|rule| self.applies_at(rule, place)) {
                bringing.push((var, *place));
            }
        }
        bringing.arrange_by_key(|(var, place)| (!self.is_expected(place), *var));
        bringing
    }

    /// Whether a card is of the deck, or the user wants it in.
    fn is_expected(&self, place: &ZoneCard) -> bool {
        place.deck_copies > 0
            || self
                .parts
                .wishes
                .with
                .iter()
                .any(|(card, _)| *card == place.card)
    }

    /// Adds a rule that applies if a variable is above zero.
    fn add_card_rule(
        &mut self,
        var: Var,
        source: WishOrigin,
        rule: &Rule,
    ) -> Result<(), CheckError> {
        if self.rule_level(&rule.id, rule.level) != Some(Level::Error) {
            return Ok(());
        }
        let zones = self.parts.rulebook.zones(rule);
        match &rule.body {
            RuleBody::Require(text) => {
                let demand = self.bind_requirement(rule, text, zones)?;
                self.add_rows_for(source, demand.zone, |encoder| {
                    let present = add_presence(encoder, var, None);
                    encoder.encode_demand(&demand, Some(present));
                });
            }
            RuleBody::Allowances(allowances) => {
                let allowed = self.allowance_reader(zones).read_rule(rule, allowances)?;
                self.add_rows(source, |encoder| {
                    let present = add_presence(encoder, var, None);
                    allowed.encode(encoder, Some(present));
                });
            }
            RuleBody::Nothing => {}
            // Left to the rules engine.
            RuleBody::Contents(_) | RuleBody::SetsOut(_) | RuleBody::Carries(_) => {
                self.ground.is_looser = true;
            }
        }
        Ok(())
    }

    /// Parses the condition of a rule and binds it.
    fn bind_requirement(
        &mut self,
        rule: &Rule,
        text: &str,
        zones: Rc<[String]>,
    ) -> Result<Demand, CheckError> {
        let condition = self
            .parts
            .rulebook
            .condition(text)
            .map_err(|error| rule_error(&rule.id, &rule.origin, text, error))?;
        Ok(self.bind_demand(&condition, zones))
    }

    /// Adds a warning, which is heeded if that costs no change. Inexact rows of it do not count,
    /// because no claim is based on a warning.
    fn add_warning(
        &mut self,
        index: usize,
        zone: Option<usize>,
        rows: impl FnOnce(&mut Encoder<'_>, Literal),
    ) {
        let exactness = (self.ground.is_stricter, self.ground.is_looser);
        let heeded: Literal = self.ground.model.add_literal();
        self.add_rows_for(WishOrigin::Rule(index), zone, |encoder| rows(encoder, heeded));
        (self.ground.is_stricter, self.ground.is_looser) = exactness;
        self.ground.heeded_warnings.push(heeded.var);
    }

    fn cargo_reader(&self, zones: &[String]) -> CargoReader<'_, 'b> {
        CargoReader {
            catalog: self.setup.catalog,
            world: &self.world,
            rulebook: self.parts.rulebook,
            deck: self.parts.deck,
            certainty: self.certainty,
            places: &self.ground.places,
            held: &self.ground.hold_cards,
            zones: self.zone_positions(zones),
        }
    }

    fn allowance_reader(&self, zones: Rc<[String]>) -> AllowanceReader<'_, 'b> {
        AllowanceReader {
            rulebook: self.parts.rulebook,
            setup: self.setup,
            world: self.world,
            certainty: self.certainty,
            deck: self.parts.deck,
            zones: self.zone_positions(&zones),
            view: self.view_zones(zones),
            places: &self.ground.places,
            deadline: self.deadline,
        }
    }

    pub(super) fn zone_positions(&self, zones: &[String]) -> Vec<usize> {
        zones
            .iter()
            .filter_map(|id| self.zone_position(id))
            .collect()
    }

    /// The variables of each card in some zones, for copies in all states together.
    pub(super) fn variables_by_card(
        &self,
        zones: &[usize],
    ) -> BTreeMap<CardIndex, Vec<(Var, i64)>> {
        let mut cards: BTreeMap<CardIndex, Vec<(Var, i64)>> = BTreeMap::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            if zones.contains(&place.zone) {
                let card = self.setup.catalog.cards.base(place.card);
                cards.entry(card).or_default().push((var, 1));
            }
        }
        cards
    }

    fn add_contents(
        &mut self,
        index: usize,
        rule: &Rule,
        wanted: &Contents,
        lifters: &[Var],
    ) -> Result<(), CheckError> {
        let list =
            contents::list_fixed_cards(self.setup, &self.world, wanted).map_err(|error| {
                CheckError::Rule {
                    rule: rule.id.clone(),
                    origin: rule.origin.clone(),
                    text: String::new(),
                    error: RuleError::Contents(error),
                }
            })?;
        let zones = self.zone_positions(&self.parts.rulebook.zones(rule));
        let mut cards = self.variables_by_card(&zones);
        let is_certain = self.certainty == Certainty::Certain;
        let is_doubtful = list.copies().any(|(_, least, most)| least < most);
        let mut rows: Vec<LinearSum> = Vec::new();
        for (card, least, most) in list.copies() {
            let terms = cards.remove(&card).unwrap_or_default();
            let minus = terms.iter().map(|(var, n)| (*var, -n)).collect();
            rows.push(LinearSum::new(minus, i64::from(least), 1));
            rows.push(LinearSum::new(terms, -i64::from(most), 1));
        }
        // Every card that the list does not name stays out.
        rows.push(LinearSum::new(cards.into_values().flatten().collect(), 0, 1));
        self.add_rows(WishOrigin::Rule(index), |encoder| {
            let holds = add_liftable(encoder, lifters);
            if is_doubtful && is_certain {
                encoder.add_contradiction(holds);
            }
            encoder.add_rows(rows, holds);
        });
        Ok(())
    }

    /// Adds rows for places: if a card that sets out others is in the deck, a card fills each of
    /// its places. A warning is one for each place of such a card of the deck, of the wishes and of
    /// known decks; to heed it, no other such card comes in.
    fn add_set_out(
        &mut self,
        index: usize,
        rule: &Rule,
        filter: &str,
        is_required: bool,
    ) -> Result<(), CheckError> {
        let SetOutDemands { demands, unexpected } = self.read_set_out(rule, filter, is_required)?;
        if is_required {
            self.add_rows(WishOrigin::Rule(index), |encoder| {
                for (var, places) in demands {
                    let present = add_presence(encoder, var, None);
                    encoder.add_rows(places, Some(present));
                }
            });
            return Ok(());
        }
        // Each place is a warning of its own: one that no card can fill hides no other.
        for (var, places) in demands {
            for place in places {
                self.add_warning(index, None, |encoder, heeded| {
                    let present = add_presence(encoder, var, Some(heeded));
                    encoder.add_row(Some(place), Some(present));
                });
            }
        }
        if !unexpected.is_empty() {
            self.add_warning(index, None, |encoder, heeded| {
                encoder.add_row(Some(LinearSum::new(unexpected, 0, 1)), Some(heeded));
            });
        }
        Ok(())
    }

    fn read_set_out(
        &self,
        rule: &Rule,
        filter: &str,
        is_required: bool,
    ) -> Result<SetOutDemands, CheckError> {
        let zones = self.zone_positions(&self.parts.rulebook.zones(rule));
        let own_cache = FilterCache::default();
        let reader = SetOutReader {
            builder: self,
            rule,
            by_card: self.variables_by_card(&zones),
            zones,
            cache: self.parts.rulebook.cache.as_deref().unwrap_or(&own_cache),
        };
        let setters = reader.read_filter(filter)?;
        let setters = setters.with_cache(self.world, Some(reader.cache));
        let known = self
            .parts
            .wishes
            .like
            .as_ref()
            .map(|like| like.cards())
            .unwrap_or_default();
        // Many cards set out the same, such as a place of a kind.
        let mut filling_by_text: BTreeMap<&str, Vec<(Var, i64)>> = BTreeMap::new();
        let mut found = SetOutDemands::default();
        for (var, place) in reader.places() {
            let Some(set_out) = self.setup.catalog.set_out(place.card) else { continue };
            if setters.truth_for(place.card, self.zone_id(place)) != Truth::True {
                continue;
            }
            let is_known = known.contains(&self.setup.catalog.cards.base(place.card));
            if !is_required && !self.is_expected(place) && !is_known {
                found.unexpected.push((var, 1));
                continue;
            }
            let mut places = Vec::new();
            for required in set_out.required() {
                let text = &*required.cards;
                if !filling_by_text.contains_key(text) {
                    filling_by_text.insert(text, reader.list_filling(text)?);
                }
                let filling = filling_by_text.get(text).cloned().unwrap_or_default();
                places.push(LinearSum::new(filling, 1, 1));
            }
            found.demands.push((var, places));
        }
        Ok(found)
    }

    fn zone_id(&self, place: &ZoneCard) -> Option<&'b str> {
        self.setup
            .format
            .zones
            .get(place.zone)
            .map(|zone| zone.named.id.as_str())
    }
}

/// The demands of a rule about cards that set out others.
#[derive(Default)]
struct SetOutDemands {
    /// The variables of cards, with a sum for each of their places: it is not above zero if a card
    /// fills the place.
    demands: Vec<(Var, Vec<LinearSum>)>,
    /// Cards that a warning keeps out.
    unexpected: Vec<(Var, i64)>,
}

/// Finds the cards that fill the places of a rule.
struct SetOutReader<'s, 'b, 'p, 'a> {
    builder: &'s GroundBuilder<'b, 'p, 'a>,
    rule: &'s Rule,
    by_card: BTreeMap<CardIndex, Vec<(Var, i64)>>,
    /// Positions of the zones of the rule.
    zones: Vec<usize>,
    /// A card has a place in each zone, and several cards set out the same: an answer is
    /// remembered.
    cache: &'s FilterCache,
}

impl<'s> SetOutReader<'s, '_, '_, '_> {
    fn read_filter(&self, text: &str) -> Result<Rc<Filter>, CheckError> {
        let filter = self.builder.parts.rulebook.filter(text);
        filter.map_err(|error| rule_error(&self.rule.id, &self.rule.origin, text, error))
    }

    fn places(&self) -> impl Iterator<Item = (Var, &'s ZoneCard)> {
        let places = (0u32..).zip(&self.builder.ground.places);
        places.filter(|(_, place)| self.zones.contains(&place.zone))
    }

    /// Lists the variables of the cards that a filter accepts, with the factor -1.
    fn list_filling(&self, text: &str) -> Result<Vec<(Var, i64)>, CheckError> {
        let builder = self.builder;
        let filter = self.read_filter(text)?;
        let asked = filter.with_cache(builder.world, Some(self.cache));
        let candidates: Vec<Var> = match filter.listed_cards() {
            Some(listed) => {
                let terms = listed
                    .iter()
                    .filter_map(|card| self.by_card.get(card))
                    .flatten();
                terms.map(|(var, _)| *var).collect()
            }
            None => self.places().map(|(var, _)| var).collect(),
        };
        let mut filling = Vec::new();
        for var in candidates {
            let Some(place) = builder.ground.places.get(var as usize) else { continue };
            if builder.accepts(asked.truth_for(place.card, builder.zone_id(place))) {
                filling.push((var, -1));
            }
        }
        Ok(filling)
    }
}

/// Adds a literal that is 1 if a variable is above zero, under a guard.
fn add_presence(encoder: &mut Encoder<'_>, var: Var, guard: Option<Literal>) -> Literal {
    let (absent, present) = (encoder.model.add_literal(), encoder.model.add_literal());
    encoder.add_choice(&[absent, present], guard);
    encoder.add_row(Some(LinearSum::from_variable(var)), Some(absent));
    present
}

/// Adds a literal that is 1 if no card lifts a rule; `None` if no card can.
fn add_liftable(encoder: &mut Encoder<'_>, lifters: &[Var]) -> Option<Literal> {
    if lifters.is_empty() {
        return None;
    }
    let (holds, is_lifted) = (encoder.model.add_literal(), encoder.model.add_literal());
    encoder.add_choice(&[holds, is_lifted], None);
    let lacking = LinearSum::new(lifters.iter().map(|var| (*var, -1)).collect(), 1, 1);
    encoder.add_row(Some(lacking), Some(is_lifted));
    Some(holds)
}
