//! A format, a deck and wishes as a whole-number model: every card that may lie in a zone is a
//! variable, everything asked of it is rows, each of which says what asks for it.

use super::board::Board;
use super::covering::Allowing;
use super::encode::{Certainty, Encoder};
use super::exact::Reader;
use super::holds;
use super::layout::Layout;
use super::linear::{Linear, Literal, MAX_COPIES, Model, Near, Var};
use super::solver::Patience;
use super::wishes::{Source, Wishes};
use crate::language::ast::Operator;
use crate::language::bound::{CountLeaf, Node, Spot, Value};
use crate::language::{Condition, FilterCache, Lying, PileView, Spread, Truth, World};
use crate::model::card_rule::CardRule;
use crate::model::format::{Contents, Level, Rule, RuleBody};
use crate::model::{CardIndex, Deck, Lens};
use crate::rules::released::Release;
use crate::rules::{
    CheckError, CheckOptions, RuleError, Rulebook, Setup, Work, card_rules, contents, piles, setup,
};
use std::collections::BTreeMap;

/// More cases of what is not known than this are not put into rows one by one.
const CASE_LIMIT: usize = 16;

/// A card in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The card.
    pub card: CardIndex,
    /// Position of the zone in the format.
    pub zone: usize,
    /// Copies that the deck has there.
    pub there: u32,
    /// Taken out: a variable, where the deck has the card there.
    pub out: Option<Var>,
}

/// A card in a hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Position in the deck's list of carriers.
    pub hold: usize,
    /// Position in its cargo.
    pub item: usize,
    /// Whether it stays in the hold.
    pub kept: Var,
}

/// A model of every deck that a format allows.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Variables and rows.
    pub model: Model,
    /// What the first variables stand for, in order.
    pub places: Vec<Place>,
    /// What the next variables stand for.
    pub held: Vec<Held>,
    /// What asks for rows.
    pub sources: Vec<Source>,
    /// The number of changes.
    pub changes: Var,
    /// Cards that come in without one of their kind that goes out, by kind.
    pub unmatched: Vec<Var>,
    /// Warnings that are heeded.
    pub heeded: Vec<Var>,
    /// What is to be as large as it can be: a sum, or a quotient.
    pub goal: Option<Goal>,
    /// Whether rows refuse some deck that the rules allow.
    pub is_stricter: bool,
    /// Whether rows allow some deck that the rules refuse.
    pub is_looser: bool,
}

/// What is to be as large as it can be.
#[derive(Clone, PartialEq, Debug)]
pub enum Goal {
    /// A sum.
    Sum(Linear),
    /// A quotient; its divisor is not below zero.
    Ratio(Linear, Linear),
    /// A number that rows cannot say.
    Unsaid,
}

/// The parts that a ground is made of.
#[derive(Clone, Copy)]
pub struct Parts<'p, 'a> {
    /// The format.
    pub rulebook: &'p Rulebook<'a>,
    /// The deck.
    pub deck: &'p Deck,
    /// How it is checked.
    pub options: &'p CheckOptions,
    /// What the user asks.
    pub wishes: &'p Wishes,
}

/// The zones that a condition of the user reads where it names none: those that are the deck itself.
pub fn own_zones(rulebook: &Rulebook<'_>) -> Vec<String> {
    let wanted = &rulebook.catalog.game.statistics.zones;
    let ids = || rulebook.format.zones.iter().map(|z| z.named.id.to_string());
    let own: Vec<String> = ids().filter(|id| wanted.contains(id)).collect();
    if own.is_empty() { ids().collect() } else { own }
}

/// Most rules of cards that are not in the deck which are put into rows; what cards with more of them
/// would ask is not looked at, they stay out.
const FOREIGN_RULES: usize = 48;

/// Most lots of cards of one zone, told apart by what others are compared with, for which a condition
/// is said one by one.
pub(super) const LOT_LIMIT: usize = 64;

impl Ground {
    /// The model of the decks that certainly, or possibly, meet everything that is asked; `None` where
    /// putting it into rows takes longer than there is time.
    ///
    /// # Errors
    /// When the deck does not fit the format, or a rule has a mistake.
    pub fn of(
        parts: &Parts<'_, '_>,
        certainty: Certainty,
        patience: Patience<'_>,
    ) -> Result<Option<Ground>, CheckError> {
        let Parts { rulebook, deck, options, .. } = parts;
        let spread = Spread::of(&piles::of_deck(rulebook.format, deck, &[]));
        let setup = Setup::of(rulebook, (deck, &spread), &options.overrides, &Work::default());
        let setup = setup.map_err(CheckError::Setup)?;
        let lens = if options.attested { Lens::Attested } else { Lens::Shipped };
        let legality = rulebook.legality(lens, options.on);
        let world = World { on: options.on, legality: Some(&legality), ..setup.world(lens) };
        let layout = Layout::of(parts, &setup, world, certainty)?;
        let memory = FilterCache::default();
        let memory = rulebook.cache.as_ref().unwrap_or(&memory);
        let view = PileView::new(world, &layout.spread).with_cache(memory);
        let (board, refused) = (&layout.board, layout.refused);
        let ground = Ground {
            model: layout.model,
            places: layout.places,
            held: layout.held,
            sources: vec![Source::Structure],
            changes: 0,
            unmatched: Vec::new(),
            heeded: Vec::new(),
            goal: None,
            is_stricter: false,
            is_looser: false,
        };
        Builder { parts, setup: &setup, world, certainty, ground, board, view }
            .build(refused, patience)
    }
}

struct Builder<'b, 'p, 'a> {
    parts: &'b Parts<'p, 'a>,
    setup: &'b Setup<'a>,
    world: World<'b>,
    certainty: Certainty,
    ground: Ground,
    board: &'b Board,
    view: PileView<'b>,
}

impl<'b> Builder<'b, '_, '_> {
    /// Whether an answer is good enough for the decks that are sought.
    fn holds(&self, truth: Truth) -> bool {
        self.certainty.accepts(truth)
    }

    /// Rows that one source asks for.
    fn ask(&mut self, source: Source, rows: impl FnOnce(&mut Encoder<'_>)) {
        let asker = match self.ground.sources.iter().position(|known| *known == source) {
            Some(at) => at,
            None => {
                self.ground.sources.push(source);
                self.ground.sources.len() - 1
            }
        };
        let cards = self.ground.places.len() + self.ground.held.len();
        let cards = u32::try_from(cards).unwrap_or(u32::MAX);
        let mut encoder = Encoder::new(&mut self.ground.model, self.board, self.certainty, cards);
        encoder.asker = u32::try_from(asker).unwrap_or(u32::MAX);
        rows(&mut encoder);
        let (stricter, looser) = (encoder.is_stricter, encoder.is_looser);
        self.ground.is_stricter |= stricter;
        self.ground.is_looser |= looser;
    }

    fn build(
        mut self,
        refused: Vec<(usize, Var)>,
        patience: Patience<'_>,
    ) -> Result<Option<Ground>, CheckError> {
        self.changes();
        for (zone, var) in refused {
            let zone = self.setup.format.zones.get(zone).map(|z| z.named.id.to_string());
            self.ask(Source::Zone(zone.unwrap_or_default()), |encoder| {
                encoder.row(Some(Linear::variable(var)), None);
            });
        }
        self.parameters();
        self.released();
        self.role();
        for (at, rule) in self.setup.format.rules.iter().enumerate() {
            if patience.is_over() {
                return Ok(None);
            }
            self.rule(at, rule)?;
        }
        if !self.card_rules(patience)? {
            return Ok(None);
        }
        self.wishes();
        Ok((!patience.is_over()).then_some(self.ground))
    }

    fn view(&self, zones: std::rc::Rc<[String]>) -> PileView<'b> {
        self.view.reading(zones)
    }

    /// A condition over the cards that may lie in some zones: where taking every comparison by itself
    /// says too little, in each of the cases that unknown facts leave, if these are few.
    fn said(&mut self, condition: &Condition, zones: std::rc::Rc<[String]>, wanted: bool) -> Node {
        if condition.reads_zones() {
            return self.said_by_zone(condition, zones, wanted);
        }
        let view = self.view(zones);
        let node = condition.node_in(&view);
        let reader = Reader { board: self.board, certainty: self.certainty };
        if reader.is_exact(&node, wanted) {
            return node;
        }
        let cases = condition.cases_in(&view, CASE_LIMIT);
        match (cases.is_empty(), wanted == (self.certainty == Certainty::Certain)) {
            (true, _) => node,
            (false, true) => Node::All(cases),
            (false, false) => Node::Any(cases),
        }
    }

    /// A condition that reads of its cards what the cards of a zone have, said for every lot of cards
    /// that have the same: it holds as if one of them lay there alone, unless others do too. Where cards
    /// of several lots lie there, the rules engine tells it.
    fn said_by_zone(
        &mut self,
        condition: &Condition,
        zones: std::rc::Rc<[String]>,
        wanted: bool,
    ) -> Node {
        let fields = condition.zone_fields();
        let zone = fields.first().map(|field| field.zone.clone()).unwrap_or_default();
        let view = self.view(zones);
        let lots = view.alike(&zone, &fields);
        let left_open = fields.iter().any(|field| field.zone != zone) || lots.len() > LOT_LIMIT;
        if left_open || !wanted {
            self.ground.is_looser = true;
            return Node::Constant(Truth::from(wanted));
        }
        self.ground.is_looser |= lots.len() > 1;
        let says = |card| {
            let mut parameters = self.setup.parameters.clone();
            parameters.set_lying(Lying::alone(&zone, card));
            let world = World { parameters: &parameters, ..self.world };
            condition.node_in(&view.in_world(world))
        };
        let others = |spots: &[Spot]| -> Node {
            let all = lots.iter().flat_map(|(_, spots)| spots);
            let sure = all.filter(|spot| !spots.contains(spot)).copied().collect();
            let leaf = CountLeaf { sure, maybe: Vec::new() };
            Node::Count { leaf, operator: Operator::AtLeast, limit: 1 }
        };
        let each = lots.iter().map(|(card, spots)| {
            let nobody = Node::Count {
                leaf: CountLeaf { sure: spots.clone(), maybe: Vec::new() },
                operator: Operator::AtMost,
                limit: 0,
            };
            Node::Any(vec![nobody, others(spots), says(Some(*card))])
        });
        let mut all: Vec<Node> = each.collect();
        all.push(Node::Any(vec![others(&[]), says(None)]));
        Node::All(all)
    }

    /// What changes are: cards out, cards in, and the larger of the two numbers.
    fn changes(&mut self) {
        let mut model = std::mem::take(&mut self.ground.model);
        let game = self.setup.catalog;
        let mut outs: Vec<Linear> = Vec::new();
        let (mut come, mut deck) = (Vec::new(), 0i64);
        // In and out by kind of card.
        let mut kinds: BTreeMap<usize, (Vec<(Var, i64)>, i64)> = BTreeMap::new();
        let mut rows: Vec<Linear> = Vec::new();
        for (var, place) in (0u32..).zip(&mut self.ground.places) {
            let kind = game.cards.card(place.card).kind().index();
            let (terms, there) = kinds.entry(kind).or_default();
            terms.push((var, 1));
            come.push((var, 1));
            if place.there == 0 {
                continue;
            }
            let out = model.variable(0, i64::from(place.there));
            place.out = Some(out);
            // Cards in are what there is, less what there was, and what went out.
            come.push((out, 1));
            *there += i64::from(place.there);
            deck += i64::from(place.there);
            rows.push(Linear::of(vec![(var, -1), (out, -1)], i64::from(place.there), 1));
            outs.push(Linear::variable(out));
        }
        for held in &self.ground.held {
            let Some(carried) = self.parts.deck.carried.get(held.hold) else { continue };
            let Some(cargo) = carried.cargo.get(held.item) else { continue };
            // Unloading counts, unless the card or its carrier goes anyhow.
            let unloaded = model.variable(0, 1);
            let mut terms = vec![(held.kept, -1), (unloaded, -1)];
            let goes = |place: &&Place| [cargo.value, carried.carrier.value].contains(&place.card);
            terms.extend(self.ground.places.iter().filter(goes).filter_map(|p| Some((p.out?, -1))));
            rows.push(Linear::of(terms, 1, 1));
            outs.push(Linear::variable(unloaded));
        }
        let changes = model.variable(0, MAX_COPIES * 100);
        self.ground.changes = changes;
        let mut gone: Vec<(Var, i64)> = outs.into_iter().flat_map(|out| out.terms).collect();
        gone.push((changes, -1));
        rows.push(Linear::of(gone, 0, 1));
        come.push((changes, -1));
        rows.push(Linear::of(come, -deck, 1));
        for (terms, there) in kinds.into_values() {
            // Cards of a kind that come in and replace none of it.
            let unmatched = model.variable(0, MAX_COPIES * 100);
            let terms = terms.into_iter().chain([(unmatched, -1)]).collect();
            rows.push(Linear::of(terms, -there, 1));
            self.ground.unmatched.push(unmatched);
        }
        let center = self.ground.places.iter().map(|place| i64::from(place.there));
        model.near = Some(Near { distance: changes, center: center.collect() });
        self.ground.model = model;
        self.ask(Source::Structure, |encoder| {
            rows.into_iter().for_each(|row| encoder.row(Some(row), None));
        });
    }

    fn parameters(&mut self) {
        let overrides = &self.parts.options.overrides;
        for finding in setup::disallowed(self.setup.format, self.parts.deck, overrides) {
            let id = finding.rule.trim_start_matches("parameter-").to_owned();
            if self.level(&finding.rule, Level::Error) == Some(Level::Error) {
                self.ask(Source::Parameter(id), |encoder| encoder.refuse(None));
            }
        }
    }

    fn released(&mut self) {
        let Some(day) = self.parts.options.on else { return };
        if self.level(crate::rules::NOT_RELEASED, Level::Error) != Some(Level::Error) {
            return;
        }
        let catalog = self.setup.catalog;
        let late = (0u32..).zip(&self.ground.places).filter(|(_, place)| {
            let card = catalog.cards.card(place.card);
            !self.holds(Release::of(&catalog.game, card, day).truth())
        });
        let late: Vec<(Var, i64)> = late.map(|(var, _)| (var, 1)).collect();
        self.ask(Source::Released, |encoder| encoder.row(Some(Linear::of(late, 0, 1)), None));
    }

    /// A role that the deck's cards show stays the one they show.
    fn role(&mut self) {
        let format = self.setup.format;
        let stated = self.parts.deck.role.is_some() || self.parts.options.overrides.role.is_some();
        let Some(own) = self.setup.role.clone().filter(|_| !stated && format.roles.len() > 1)
        else {
            return;
        };
        if let Some((zone, field)) = setup::names_role(format)
            && let Ok(filter) = self.parts.rulebook.filter(&format!("{field}:\"{own}\""))
        {
            let named = format.zones.iter().position(|z| z.named.id == zone.named.id);
            let other = (0u32..).zip(&self.ground.places).filter(|(_, place)| {
                let truth = filter.test(&self.world, place.card, Some(&zone.named.id));
                Some(place.zone) == named && truth == Truth::False
            });
            let other: Vec<(Var, i64)> = other.map(|(var, _)| (var, 1)).collect();
            let row = Linear::of(other, 0, 1);
            self.ask(Source::Role(own.clone()), |encoder| encoder.row(Some(row), None));
        }
        let zones: std::rc::Rc<[String]> =
            format.zones.iter().map(|z| z.named.id.to_string()).collect();
        for role in &format.roles {
            let condition = role.implied_by.as_deref();
            let condition = condition.and_then(|text| self.parts.rulebook.condition(text).ok());
            let Some(condition) = condition else { continue };
            let wanted = role.named.id == own.as_str();
            let node = self.said(&condition, std::rc::Rc::clone(&zones), wanted);
            self.ask(Source::Role(own.clone()), |encoder| encoder.demand(&node, wanted, None));
        }
    }

    /// The level of a rule, as the settings have it.
    fn level(&self, id: &str, own: Level) -> Option<Level> {
        self.parts.options.levels.get(id).copied().unwrap_or(Some(own))
    }

    fn rule(&mut self, at: usize, rule: &Rule) -> Result<(), CheckError> {
        let role = self.setup.role.as_ref();
        if !rule.roles.is_empty() && !role.is_some_and(|r| rule.roles.contains(r)) {
            return Ok(());
        }
        let Some(level) = self.level(&rule.id, rule.level) else { return Ok(()) };
        let zones = self.parts.rulebook.zones(rule);
        match &rule.body {
            RuleBody::Require(text) => {
                let condition = self.parts.rulebook.condition(text);
                let condition =
                    condition.map_err(|error| rule_error(&rule.id, &rule.origin, text, error))?;
                let node = self.said(&condition, zones, true);
                if level == Level::Error {
                    self.ask(Source::Rule(at), |encoder| encoder.demand(&node, true, None));
                } else if self.certainty == Certainty::Certain {
                    self.warning(at, |encoder, heeded| encoder.demand(&node, true, Some(heeded)));
                }
            }
            RuleBody::Contents(contents) if level == Level::Error => {
                self.contents(at, rule, contents, &zones)?;
            }
            RuleBody::SetsOut(filter) if level == Level::Error => {
                self.sets_out(at, rule, filter, &zones)?;
            }
            RuleBody::Carries(carries) if level == Level::Error => {
                let loads = holds::Loads {
                    catalog: self.setup.catalog,
                    world: &self.world,
                    rulebook: self.parts.rulebook,
                    deck: self.parts.deck,
                    certainty: self.certainty,
                };
                let zones: Vec<usize> = self.positions(&zones);
                let (places, held) = (self.ground.places.clone(), self.ground.held.clone());
                let demands = loads.demands(rule, carries, (&places, &held), &zones)?;
                self.ask(Source::Rule(at), |encoder| demands.ask(encoder));
            }
            RuleBody::Allowances(allowances) => {
                let allowed = self.allowing(zones).asked(rule, allowances)?;
                if level == Level::Error {
                    self.ask(Source::Rule(at), |encoder| allowed.ask(encoder, None));
                } else if self.certainty == Certainty::Certain {
                    self.warning(at, |encoder, heeded| allowed.ask(encoder, Some(heeded)));
                }
            }
            RuleBody::Contents(_) | RuleBody::SetsOut(_) | RuleBody::Carries(_) => {}
        }
        Ok(())
    }

    /// Rules that cards bring with them, where they lie in their zone: those of the deck first. `false`
    /// where the time is over.
    fn card_rules(&mut self, patience: Patience<'_>) -> Result<bool, CheckError> {
        let (catalog, format) = (self.setup.catalog, self.setup.format);
        if catalog.card_rules().is_empty() {
            return Ok(true);
        }
        let zone = |place: &Place| format.zones.get(place.zone).map(|zone| &zone.named.id);
        let brings = |place: &Place, of: &CardRule| {
            zone(place).is_some_and(|zone| *zone == of.zone) && card_rules::knows(format, of)
        };
        let mut bringing: Vec<(Var, Place)> = (0u32..).zip(self.ground.places.clone()).collect();
        bringing
            .retain(|(_, place)| catalog.rules_of(place.card).iter().any(|of| brings(place, of)));
        // Those of the deck, and those that are wanted, come first.
        let with = &self.parts.wishes.with;
        let is_meant = |place: &Place| place.there > 0 || with.iter().any(|w| w.0 == place.card);
        bringing.sort_by_key(|(var, place)| (!is_meant(place), *var));
        let mut foreign = 0;
        for (var, place) in bringing {
            if patience.is_over() {
                return Ok(false);
            }
            let rules = catalog.rules_of(place.card);
            if !is_meant(&place) {
                foreign += rules.len();
                if foreign > FOREIGN_RULES {
                    self.ground.is_stricter = true;
                    self.ask(Source::Structure, |encoder| {
                        encoder.row(Some(Linear::variable(var)), None);
                    });
                    continue;
                }
            }
            for (at, of) in rules.iter().enumerate().filter(|(_, of)| brings(&place, of)) {
                self.card_rule(var, Source::CardRule(place.card, at), &of.rule)?;
            }
        }
        Ok(true)
    }

    /// A rule that holds where a variable is above zero.
    fn card_rule(&mut self, var: Var, source: Source, rule: &Rule) -> Result<(), CheckError> {
        if self.level(&rule.id, rule.level) != Some(Level::Error) {
            return Ok(());
        }
        let zones = self.parts.rulebook.zones(rule);
        let present = |encoder: &mut Encoder<'_>| {
            let (absent, there) = (encoder.model.literal(), encoder.model.literal());
            encoder.one_of(&[absent, there], None);
            encoder.row(Some(Linear::variable(var)), Some(absent));
            there
        };
        match &rule.body {
            RuleBody::Require(text) => {
                let condition = self.parts.rulebook.condition(text);
                let condition =
                    condition.map_err(|error| rule_error(&rule.id, &rule.origin, text, error))?;
                let node = self.said(&condition, zones, true);
                self.ask(source, |encoder| {
                    let there = present(encoder);
                    encoder.demand(&node, true, Some(there));
                });
            }
            RuleBody::Allowances(allowances) => {
                let allowed = self.allowing(zones).asked(rule, allowances)?;
                self.ask(source, |encoder| {
                    let there = present(encoder);
                    allowed.ask(encoder, Some(there));
                });
            }
            // The rules engine tells it.
            RuleBody::Contents(_) | RuleBody::SetsOut(_) | RuleBody::Carries(_) => {
                self.ground.is_looser = true;
            }
        }
        Ok(())
    }

    /// A warning is heeded where that costs no change. What rows leave out of it or refuse too much
    /// of it does not matter: nothing that is claimed rests on it.
    fn warning(&mut self, at: usize, rows: impl FnOnce(&mut Encoder<'_>, Literal)) {
        let faith = (self.ground.is_stricter, self.ground.is_looser);
        let heeded: Literal = self.ground.model.literal();
        self.ask(Source::Rule(at), |encoder| rows(encoder, heeded));
        (self.ground.is_stricter, self.ground.is_looser) = faith;
        self.ground.heeded.push(heeded.var);
    }

    /// Where allowances of some zones are looked at.
    fn allowing(&self, zones: std::rc::Rc<[String]>) -> Allowing<'_, 'b> {
        Allowing {
            rulebook: self.parts.rulebook,
            setup: self.setup,
            world: self.world,
            certainty: self.certainty,
            deck: self.parts.deck,
            zones: self.positions(&zones),
            view: self.view(zones),
            places: &self.ground.places,
        }
    }

    fn positions(&self, zones: &[String]) -> Vec<usize> {
        let format = self.setup.format;
        let at = |id: &String| format.zones.iter().position(|z| z.named.id == id.as_str());
        zones.iter().filter_map(at).collect()
    }

    /// The variables of every card in some zones, card by card.
    fn by_card(&self, zones: &[usize]) -> BTreeMap<CardIndex, Vec<(Var, i64)>> {
        let mut cards: BTreeMap<CardIndex, Vec<(Var, i64)>> = BTreeMap::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            if zones.contains(&place.zone) {
                cards.entry(place.card).or_default().push((var, 1));
            }
        }
        cards
    }

    fn contents(
        &mut self,
        at: usize,
        rule: &Rule,
        wanted: &Contents,
        zones: &[String],
    ) -> Result<(), CheckError> {
        let list = contents::wanted(self.setup, &self.world, wanted).map_err(|error| {
            let (rule, origin) = (rule.id.clone(), rule.origin.clone());
            CheckError::Rule {
                rule,
                origin,
                text: String::new(),
                error: RuleError::Contents(error),
            }
        })?;
        let mut cards = self.by_card(&self.positions(zones));
        let certain = self.certainty == Certainty::Certain;
        let doubtful = list.copies().any(|(_, least, most)| least < most);
        let mut rows: Vec<Linear> = Vec::new();
        for (card, least, most) in list.copies() {
            let terms = cards.remove(&card).unwrap_or_default();
            let minus = terms.iter().map(|(var, n)| (*var, -n)).collect();
            rows.push(Linear::of(minus, i64::from(least), 1));
            rows.push(Linear::of(terms, -i64::from(most), 1));
        }
        // Everything else is out of place.
        rows.push(Linear::of(cards.into_values().flatten().collect(), 0, 1));
        self.ask(Source::Rule(at), |encoder| {
            if doubtful && certain {
                encoder.refuse(None);
            }
            rows.into_iter().for_each(|row| encoder.row(Some(row), None));
        });
        Ok(())
    }

    /// Where a card is that sets out others, one card fills each of its places.
    fn sets_out(
        &mut self,
        at: usize,
        rule: &Rule,
        filter: &str,
        zones: &[String],
    ) -> Result<(), CheckError> {
        let read = |text: &str| {
            let read = self.parts.rulebook.filter(text);
            read.map_err(|error| rule_error(&rule.id, &rule.origin, text, error))
        };
        let setters = read(filter)?;
        let zones = self.positions(zones);
        let zone_id = |place: &Place| {
            self.setup.format.zones.get(place.zone).map(|zone| zone.named.id.as_str())
        };
        let fits = |filter: &crate::language::Filter, place: &Place| {
            filter.test(&self.world, place.card, zone_id(place))
        };
        let here = || (0u32..).zip(&self.ground.places).filter(|(_, p)| zones.contains(&p.zone));
        let mut asked: Vec<(Var, Linear)> = Vec::new();
        for (var, place) in here() {
            let Some(set_out) = self.setup.catalog.set_out(place.card) else { continue };
            if fits(&setters, place) != Truth::True {
                continue;
            }
            for wanted in set_out.required() {
                let filter = read(&wanted.cards)?;
                let filling = here().filter(|(_, place)| self.holds(fits(&filter, place)));
                let filling: Vec<(Var, i64)> = filling.map(|(var, _)| (var, -1)).collect();
                asked.push((var, Linear::of(filling, 1, 1)));
            }
        }
        self.ask(Source::Rule(at), |encoder| {
            for (var, filled) in asked {
                let (absent, there) = (encoder.model.literal(), encoder.model.literal());
                encoder.one_of(&[absent, there], None);
                encoder.row(Some(Linear::variable(var)), Some(absent));
                encoder.row(Some(filled), Some(there));
            }
        });
        Ok(())
    }

    fn wishes(&mut self) {
        let wishes = self.parts.wishes;
        let zone_ids: Vec<String> =
            self.setup.format.zones.iter().map(|z| z.named.id.to_string()).collect();
        let fits = |filter: &crate::language::Filter, place: &Place, world: &World<'_>| {
            let zone = zone_ids.get(place.zone).map(String::as_str);
            filter.test(world, place.card, zone) == Truth::True
        };
        let (mut locked, mut kept, mut capped) = (Vec::new(), Vec::new(), Vec::new());
        let mut barred: Vec<(Var, i64)> = Vec::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            let stays = || Linear::of(vec![(var, -1)], i64::from(place.there), 1);
            if place.there > 0 && wishes.keeps_deck {
                kept.push(stays());
            }
            if place.there > 0
                && wishes.lock.as_ref().is_some_and(|lock| fits(lock, place, &self.world))
            {
                locked.push(stays());
            }
            if wishes.only.as_ref().is_some_and(|only| !fits(only, place, &self.world)) {
                match place.there {
                    0 => barred.push((var, 1)),
                    n => capped.push(Linear::of(vec![(var, 1)], -i64::from(n), 1)),
                }
            }
        }
        capped.push(Linear::of(barred, 0, 1));
        for (source, rows) in [(Source::Lock, locked), (Source::Deck, kept), (Source::Only, capped)]
        {
            self.ask(source, |encoder| {
                rows.into_iter().for_each(|row| encoder.row(Some(row), None));
            });
        }
        self.with();
        self.owned();
        self.conditions();
    }

    fn with(&mut self) {
        let all: Vec<usize> = (0..self.setup.format.zones.len()).collect();
        let cards = self.by_card(&all);
        for (at, (card, n)) in self.parts.wishes.with.iter().enumerate() {
            let terms = cards.get(card).into_iter().flatten().map(|(var, _)| (*var, -1)).collect();
            let row = Linear::of(terms, i64::from(*n), 1);
            self.ask(Source::With(at), |encoder| encoder.row(Some(row), None));
        }
    }

    fn owned(&mut self) {
        let Some(owned) = &self.parts.wishes.owned else { return };
        let all: Vec<usize> = (0..self.setup.format.zones.len()).collect();
        let mut none: Vec<(Var, i64)> = Vec::new();
        let mut rows: Vec<Linear> = Vec::new();
        for (card, terms) in self.by_card(&all) {
            match owned.get(&card).copied().unwrap_or(0) {
                0 => none.extend(terms),
                n => rows.push(Linear::of(terms, -i64::from(n), 1)),
            }
        }
        self.ask(Source::Owned, |encoder| {
            encoder.row(Some(Linear::of(none, 0, 1)), None);
            encoder.waits = true;
            rows.into_iter().for_each(|row| encoder.row(Some(row), None));
        });
    }

    fn conditions(&mut self) {
        let zones: std::rc::Rc<[String]> = own_zones(self.parts.rulebook).into();
        for (at, condition) in self.parts.wishes.require.iter().enumerate() {
            let node = self.said(condition, std::rc::Rc::clone(&zones), true);
            self.ask(Source::Require(at), |encoder| encoder.demand(&node, true, None));
        }
        let Some(measure) = &self.parts.wishes.maximise else { return };
        let mut goal = Goal::Unsaid;
        // What the zones hold in the end, nobody knows yet.
        if !measure.reads_zones() {
            let value: Value = measure.node_in(&self.view(zones));
            self.ask(Source::Structure, |encoder| goal = encoder.goal(&value));
        }
        self.ground.goal = Some(goal);
    }
}

pub(super) fn rule_error(
    rule: &str,
    origin: &crate::model::format::Origin,
    text: &str,
    error: crate::language::LanguageError,
) -> CheckError {
    CheckError::Rule {
        rule: rule.to_owned(),
        origin: origin.clone(),
        text: text.to_owned(),
        error: RuleError::Language(error),
    }
}
