//! Conditions that read a zone whose cards the search chooses: bound once for each lot of cards
//! that may be there, and if a rule keeps the zone at one card, once for each kind of card.

use super::{GroundBuilder, LOT_LIMIT};
use crate::{
    encode::Demand,
    single_zone::{SingleZone, count_node},
    wishes::WishOrigin,
};
use sleeve_data::model::{
    CardIndex,
    format::{Level, Rule, RuleBody},
};
use sleeve_language::{
    Condition, PileView, Truth, World, ZoneContents,
    ast::Operator,
    bound::{Node, Spot},
};
use std::rc::Rc;

impl GroundBuilder<'_, '_, '_> {
    /// The zone, if a rule keeps it at one card.
    pub(super) fn single_zone(&mut self, zone: usize) -> Option<&SingleZone> {
        if self.parts.splits_zones && matches!(self.single_zones.get(zone), Some(None)) {
            let found = self.find_single_zone(zone);
            *self.single_zones.get_mut(zone)? = Some(found);
        }
        self.single_zones.get(zone)?.as_ref()?.as_ref()
    }

    fn find_single_zone(&mut self, zone: usize) -> Option<SingleZone> {
        let format = self.setup.format;
        let id = format.zones.get(zone)?.named.id.to_string();
        for (index, rule) in format.rules.iter().enumerate() {
            let RuleBody::Require(text) = &rule.body else { continue };
            let zones = self.parts.rulebook.zones(rule);
            let Ok(condition) = self.parts.rulebook.condition(text) else { continue };
            let reads_zone = *zones == [id.clone()] || condition.piles().contains(&id);
            let is_certain = self.is_required(rule) && self.lifting_variables(rule).is_empty();
            if !reads_zone || condition.reads_zones() || !is_certain {
                continue;
            }
            let node = condition.bind_in(&self.view_zones(zones));
            if let Some(mut single) = SingleZone::from_rule(zone, self.board, &node) {
                // Rules become known in their order.
                for earlier in 0..index {
                    self.source_index(WishOrigin::Rule(earlier));
                }
                single.source = self.source_index(WishOrigin::Rule(index));
                return Some(single);
            }
        }
        None
    }

    /// Whether a rule applies to the role of the deck, and breaking it makes a deck illegal.
    fn is_required(&self, rule: &Rule) -> bool {
        let role = self.setup.role.as_ref();
        let is_asked = rule.roles.is_empty() || role.is_some_and(|r| rule.roles.contains(r));
        is_asked && self.rule_level(&rule.id, rule.level) == Some(Level::Error)
    }

    pub(super) fn bind_demand(&mut self, condition: &Condition, zones: Rc<[String]>) -> Demand {
        if let Some((zone, node)) = self.bind_by_kind(condition, Rc::clone(&zones)) {
            return Demand { node, zone: Some(zone) };
        }
        let node = self.bind_condition(condition, zones, true);
        for pile in condition.piles() {
            let Some(zone) = self.zone_position(pile) else { continue };
            let Some(single) = self.single_zone(zone) else { continue };
            if let Some(split) = single.split_by_kind(&node) {
                return Demand { node: split, zone: Some(zone) };
            }
        }
        Demand { node, zone: None }
    }

    pub(super) fn zone_position(&self, id: &str) -> Option<usize> {
        self.setup
            .format
            .zones
            .iter()
            .position(|zone| zone.named.id == id)
    }

    /// Binds a condition that compares its cards with the card of a zone, once for each kind of
    /// card that may be there; with the position of the zone.
    fn bind_by_kind(
        &mut self,
        condition: &Condition,
        zones: Rc<[String]>,
    ) -> Option<(usize, Node)> {
        let reads = condition.zone_reads();
        let id = reads.zones().next()?.to_owned();
        let zone = self
            .zone_position(&id)
            .filter(|_| reads.zones().all(|other| other == id))?;
        self.single_zone(zone)?;
        let view = self.view_zones(zones);
        let lots = view.alike(&id, &reads);
        if lots.len() > LOT_LIMIT {
            return None;
        }
        let mut bound: Vec<(Vec<Spot>, Node)> = Vec::new();
        for (card, spots) in &lots {
            if self.deadline.is_over() {
                break;
            }
            bound.push((spots.clone(), self.bind_with(condition, &view, &id, Some(*card))));
        }
        let without = self.bind_with(condition, &view, &id, None);
        Some((zone, self.single_zone(zone)?.split_condition(&bound, &without)?))
    }

    /// Binds a condition as if a zone had this one card, or none.
    fn bind_with(
        &self,
        condition: &Condition,
        view: &PileView<'_>,
        zone: &str,
        card: Option<CardIndex>,
    ) -> Node {
        let mut parameters = self.setup.parameters.clone();
        parameters.set_zone_contents(ZoneContents::single_card(zone, card));
        let world = World { parameters: &parameters, ..self.world };
        condition.bind_in(&view.in_world(world))
    }

    /// Binds a condition that compares its cards with the cards of a zone, once for each lot of
    /// cards that have the same values: for a card of the lot alone in the zone, and together with
    /// cards of other lots. If the zone has cards of several lots, the rules engine decides.
    pub(super) fn bind_by_lot(
        &mut self,
        condition: &Condition,
        zones: Rc<[String]>,
        wanted: bool,
    ) -> Node {
        let reads = condition.zone_reads();
        let zone = reads.zones().next().unwrap_or_default().to_owned();
        let view = self.view_zones(zones);
        let lots = view.alike(&zone, &reads);
        let is_undecided = reads.zones().any(|other| other != zone) || lots.len() > LOT_LIMIT;
        if is_undecided || !wanted {
            self.ground.is_looser = true;
            return Node::Constant(Truth::from(wanted));
        }
        // Numbers of a zone change with the copies of a card, so one copy cannot represent a lot.
        let counts_copies = !reads.numbers.is_empty();
        self.ground.is_looser |= lots.len() > 1 || counts_copies;
        let all_spots: Vec<Spot> = lots.iter().flat_map(|(_, spots)| spots).copied().collect();
        let mut nodes = Vec::new();
        for (card, spots) in &lots {
            if self.deadline.is_over() {
                break;
            }
            let others: Vec<Spot> = all_spots
                .iter()
                .filter(|spot| !spots.contains(spot))
                .copied()
                .collect();
            let mut alternatives = vec![
                count_node(spots, Operator::AtMost, 0),
                count_node(&others, Operator::AtLeast, 1),
                self.bind_with(condition, &view, &zone, Some(*card)),
            ];
            if counts_copies {
                alternatives.push(count_node(spots, Operator::AtLeast, 2));
            }
            nodes.push(Node::Any(alternatives));
        }
        let any_card = count_node(&all_spots, Operator::AtLeast, 1);
        let without = self.bind_with(condition, &view, &zone, None);
        nodes.push(Node::Any(vec![any_card, without]));
        Node::All(nodes)
    }
}
