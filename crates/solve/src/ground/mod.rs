//! A format, a deck and wishes as a whole-number model: every card that may lie in a zone is a
//! variable, everything asked of it is rows, each of which says what asks for it.

mod demands;

pub(crate) use demands::measure_deck;

use super::choices;
use super::encode::{Certainty, Encoder};
use super::exactness::ExactnessTest;
use super::layout::{Board, SlotLayout};
use super::linear::{LinearModel, LinearSum, Literal, Proximity, Var, max_total_copies};
use super::request::{WishOrigin, Wishes};
use super::solver::Deadline;
use sleeve_data::model::format::Level;
use sleeve_data::model::{CardIndex, Deck, Lens};
use sleeve_language::ast::Operator;
use sleeve_language::bound::{CountLeaf, Node, Spot};
use sleeve_language::{Condition, FilterCache, PileView, SpreadPiles, Truth, World, ZoneContents};
use sleeve_rules::release_dates::Release;
use sleeve_rules::setup::RoleNaming;
use sleeve_rules::{
    CheckError, CheckOptions, PreparedFormat, RuleError, Rulebook, STATED_ROLE, Work, piles, setup,
};
use std::collections::BTreeMap;

/// More cases of what is not known than this are not put into rows one by one.
const CASE_LIMIT: usize = 16;

/// A card in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ZoneCard {
    /// The card.
    pub card: CardIndex,
    /// Position of the zone in the format.
    pub zone: usize,
    /// Copies that the deck has there.
    pub deck_copies: u32,
    /// Taken out: a variable, where the deck has the card there.
    pub removed: Option<Var>,
}

/// A card in a hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HoldCard {
    /// Position in the deck's list of carriers.
    pub hold: usize,
    /// Position in its cargo.
    pub item: usize,
    /// Whether it stays in the hold.
    pub kept: Var,
}

/// A model of every deck that a format allows.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    /// Variables and rows.
    pub model: LinearModel,
    /// What the first variables stand for, in order.
    pub places: Vec<ZoneCard>,
    /// What the next variables stand for.
    pub hold_cards: Vec<HoldCard>,
    /// What asks for rows.
    pub sources: Vec<WishOrigin>,
    /// The number of changes.
    pub changes: Var,
    /// Cards that come in without one of their kind that goes out, by kind.
    pub unmatched_kinds: Vec<Var>,
    /// Warnings that are heeded.
    pub heeded_warnings: Vec<Var>,
    /// What is to be as large as it can be.
    pub goal: Option<Goal>,
    /// Whether rows refuse some deck that the rules allow.
    pub is_stricter: bool,
    /// Whether rows allow some deck that the rules refuse.
    pub is_looser: bool,
}

/// What is to be as large as it can be.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Goal {
    /// 1 only where there is such a number; `None`: there always is.
    pub exists: Option<Literal>,
    /// The number.
    pub number: GoalNumber,
}

/// A number that is to be as large as it can be.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum GoalNumber {
    /// A sum.
    Sum(LinearSum),
    /// A quotient; its divisor is above zero where there is a number.
    Ratio(LinearSum, LinearSum),
    /// A number that rows cannot say.
    Inexpressible,
}

/// The parts that a ground is made of.
#[derive(Clone, Copy)]
pub(crate) struct GroundParts<'p, 'a> {
    /// The format.
    pub rulebook: &'p Rulebook<'a>,
    /// The deck.
    pub deck: &'p Deck,
    /// How it is checked.
    pub options: &'p CheckOptions,
    /// What the user asks.
    pub wishes: &'p Wishes,
    /// Parameters that may have any value that is allowed.
    pub open_parameters: &'p [String],
    /// Whether cards that a zone does not accept are looked at too, so that its filter asks for rows.
    pub opens_zones: bool,
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
    pub(crate) fn new(
        parts: &GroundParts<'_, '_>,
        certainty: Certainty,
        deadline: Deadline<'_>,
    ) -> Result<Option<Ground>, CheckError> {
        let GroundParts { rulebook, deck, options, .. } = parts;
        if deadline.is_over() {
            return Ok(None);
        }
        let spread = SpreadPiles::from_piles(&piles::of_deck(rulebook.format, deck, &[]));
        let setup = PreparedFormat::from_rulebook(
            rulebook,
            (deck, &spread),
            &options.overrides,
            &Work::default(),
        );
        let mut setup = setup.map_err(CheckError::Setup)?;
        for id in parts.open_parameters {
            let Some(parameter) = rulebook.format.parameter(id) else { continue };
            setup.parameters.set(id, choices::any_value(parameter));
        }
        let lens = if options.attested { Lens::Attested } else { Lens::Shipped };
        let legality = rulebook.legality(lens, options.on);
        let world = World { on: options.on, legality: Some(&legality), ..setup.world(lens) };
        let layout = SlotLayout::new(parts, &setup, world, certainty)?;
        let memory = FilterCache::default();
        let memory = rulebook.cache.as_ref().unwrap_or(&memory);
        let view = PileView::new(world, &layout.spread).with_cache(memory);
        let (board, refused) = (&layout.board, layout.refused);
        let ground = Ground {
            model: layout.model,
            places: layout.places,
            hold_cards: layout.hold_cards,
            sources: vec![WishOrigin::Structure],
            changes: 0,
            unmatched_kinds: Vec::new(),
            heeded_warnings: Vec::new(),
            goal: None,
            is_stricter: false,
            is_looser: false,
        };
        GroundBuilder {
            parts,
            setup: &setup,
            world,
            certainty,
            ground,
            board,
            view,
            deadline: deadline,
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
    deadline: Deadline<'b>,
}

impl<'b> GroundBuilder<'b, '_, '_> {
    /// Whether an answer is good enough for the decks that are sought.
    fn accepts(&self, truth: Truth) -> bool {
        self.certainty.accepts(truth)
    }

    /// Rows that one source asks for.
    fn add_rows(&mut self, source: WishOrigin, rows: impl FnOnce(&mut Encoder<'_>)) {
        let asker = match self.ground.sources.iter().position(|known| *known == source) {
            Some(at) => at,
            None => {
                self.ground.sources.push(source);
                self.ground.sources.len() - 1
            }
        };
        let cards = self.ground.places.len() + self.ground.hold_cards.len();
        let cards = u32::try_from(cards).unwrap_or(u32::MAX);
        let model = &mut self.ground.model;
        let mut encoder = Encoder::new(model, self.board, self.certainty, cards, self.deadline);
        encoder.source = u32::try_from(asker).unwrap_or(u32::MAX);
        rows(&mut encoder);
        let (stricter, looser) = (encoder.is_stricter, encoder.is_looser);
        self.ground.is_stricter |= stricter;
        self.ground.is_looser |= looser;
    }

    fn build(mut self, refused: Vec<(usize, Var)>) -> Result<Option<Ground>, CheckError> {
        self.define_changes();
        self.limit_copies_in_states();
        for of_zone in refused.chunk_by(|(a, _), (b, _)| a == b) {
            let zone = of_zone.first().and_then(|(zone, _)| self.setup.format.zones.get(*zone));
            let zone = zone.map(|zone| zone.named.id.to_string()).unwrap_or_default();
            self.add_rows(WishOrigin::Zone(zone), |encoder| {
                of_zone.iter().for_each(|(_, var)| {
                    encoder.add_row(Some(LinearSum::from_variable(*var)), None);
                });
            });
        }
        self.add_parameters();
        self.add_release_dates();
        self.add_role();
        for (at, rule) in self.setup.format.rules.iter().enumerate() {
            if self.deadline.is_over() {
                return Ok(None);
            }
            self.add_rule(at, rule)?;
        }
        if !self.add_card_rules()? {
            return Ok(None);
        }
        self.add_wishes();
        Ok((!self.deadline.is_over()).then_some(self.ground))
    }

    fn view_zones(&self, zones: std::rc::Rc<[String]>) -> PileView<'b> {
        self.view.with_default_piles(zones)
    }

    /// A condition over the cards that may lie in some zones: where taking every comparison by itself
    /// says too little, in each of the cases that unknown facts leave, if these are few.
    fn bind_condition(
        &mut self,
        condition: &Condition,
        zones: std::rc::Rc<[String]>,
        wanted: bool,
    ) -> Node {
        if condition.reads_zones() {
            return self.bind_by_zone(condition, zones, wanted);
        }
        let view = self.view_zones(zones);
        let node = condition.node_in(&view);
        let reader = ExactnessTest { board: self.board, certainty: self.certainty };
        if reader.is_exact(&node, wanted) {
            return node;
        }
        let goes_on = || !self.deadline.is_over();
        let cases = condition.cases_in(&view, CASE_LIMIT, goes_on);
        match (cases.is_empty(), wanted == (self.certainty == Certainty::Certain)) {
            (true, _) => node,
            (false, true) => Node::All(cases),
            (false, false) => Node::Any(cases),
        }
    }

    /// A condition that reads of its cards what the cards of a zone have, said for every lot of cards
    /// that have the same: it holds as if one of them lay there alone, unless others do too. Where cards
    /// of several lots lie there, the rules engine tells it.
    fn bind_by_zone(
        &mut self,
        condition: &Condition,
        zones: std::rc::Rc<[String]>,
        wanted: bool,
    ) -> Node {
        let reads = condition.zone_reads();
        let zone = reads.zones().next().unwrap_or_default().to_owned();
        let view = self.view_zones(zones);
        let lots = view.alike(&zone, &reads);
        let left_open = reads.zones().any(|other| other != zone) || lots.len() > LOT_LIMIT;
        if left_open || !wanted {
            self.ground.is_looser = true;
            return Node::Constant(Truth::from(wanted));
        }
        // A number of a zone is another where two copies of one card lie there.
        let counts_copies = !reads.numbers.is_empty();
        self.ground.is_looser |= lots.len() > 1 || counts_copies;
        let says = |card| {
            let mut parameters = self.setup.parameters.clone();
            parameters.set_lying(ZoneContents::single_card(&zone, card));
            let world = World { parameters: &parameters, ..self.world };
            condition.node_in(&view.in_world(world))
        };
        let others = |spots: &[Spot]| -> Node {
            let all = lots.iter().flat_map(|(_, spots)| spots);
            let sure = all.filter(|spot| !spots.contains(spot)).copied().collect();
            let leaf = CountLeaf { sure, maybe: Vec::new() };
            Node::Count { leaf, operator: Operator::AtLeast, limit: 1 }
        };
        let of_lot = |spots: &[Spot], operator, limit| Node::Count {
            leaf: CountLeaf { sure: spots.to_vec(), maybe: Vec::new() },
            operator,
            limit,
        };
        let in_time = lots.iter().take_while(|_| !self.deadline.is_over());
        let each = in_time.map(|(card, spots)| {
            let nobody = of_lot(spots, Operator::AtMost, 0);
            let mut ways = vec![nobody, others(spots), says(Some(*card))];
            if counts_copies {
                ways.push(of_lot(spots, Operator::AtLeast, 2));
            }
            Node::Any(ways)
        });
        let mut all: Vec<Node> = each.collect();
        all.push(Node::Any(vec![others(&[]), says(None)]));
        Node::All(all)
    }

    /// What changes are: cards out, cards in, and the larger of the two numbers.
    fn define_changes(&mut self) {
        let mut model = std::mem::take(&mut self.ground.model);
        let game = self.setup.catalog;
        let mut outs: Vec<LinearSum> = Vec::new();
        let (mut come, mut deck) = (Vec::new(), 0i64);
        // In and out by kind of card.
        let mut kinds: BTreeMap<usize, (Vec<(Var, i64)>, i64)> = BTreeMap::new();
        let mut rows: Vec<LinearSum> = Vec::new();
        for (var, place) in (0u32..).zip(&mut self.ground.places) {
            let kind = game.cards.card(place.card).kind().index();
            let (terms, there) = kinds.entry(kind).or_default();
            terms.push((var, 1));
            come.push((var, 1));
            if place.deck_copies == 0 {
                continue;
            }
            let out = model.add_variable(0, i64::from(place.deck_copies));
            place.removed = Some(out);
            // Cards in are what there is, less what there was, and what went out.
            come.push((out, 1));
            *there += i64::from(place.deck_copies);
            deck += i64::from(place.deck_copies);
            rows.push(LinearSum::new(vec![(var, -1), (out, -1)], i64::from(place.deck_copies), 1));
            outs.push(LinearSum::from_variable(out));
        }
        for held in &self.ground.hold_cards {
            let Some(carried) = self.parts.deck.carried.get(held.hold) else { continue };
            let Some(cargo) = carried.cargo.get(held.item) else { continue };
            // Unloading counts, unless the card or its carrier goes anyhow.
            let unloaded = model.add_variable(0, 1);
            let mut terms = vec![(held.kept, -1), (unloaded, -1)];
            let goes =
                |place: &&ZoneCard| [cargo.value, carried.carrier.value].contains(&place.card);
            terms.extend(
                self.ground.places.iter().filter(goes).filter_map(|p| Some((p.removed?, -1))),
            );
            rows.push(LinearSum::new(terms, 1, 1));
            outs.push(LinearSum::from_variable(unloaded));
        }
        let most = max_total_copies(self.ground.places.len());
        let changes = model.add_variable(0, most);
        self.ground.changes = changes;
        let mut gone: Vec<(Var, i64)> = outs.into_iter().flat_map(|out| out.terms).collect();
        gone.push((changes, -1));
        rows.push(LinearSum::new(gone, 0, 1));
        come.push((changes, -1));
        rows.push(LinearSum::new(come, -deck, 1));
        for (terms, there) in kinds.into_values() {
            // Cards of a kind that come in and replace none of it.
            let unmatched = model.add_variable(0, most);
            let terms = terms.into_iter().chain([(unmatched, -1)]).collect();
            rows.push(LinearSum::new(terms, -there, 1));
            self.ground.unmatched_kinds.push(unmatched);
        }
        let center = self.ground.places.iter().map(|place| i64::from(place.deck_copies));
        model.proximity = Some(Proximity { distance: changes, center: center.collect() });
        self.ground.model = model;
        self.add_rows(WishOrigin::Structure, |encoder| {
            rows.into_iter().for_each(|row| encoder.add_row(Some(row), None));
        });
    }

    /// Of copies in a state there are no more than the deck has: they may lie elsewhere, and none
    /// come in.
    fn limit_copies_in_states(&mut self) {
        let mut states: BTreeMap<CardIndex, (Vec<(Var, i64)>, i64)> = BTreeMap::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            if self.setup.catalog.cards.state(place.card).is_some() {
                let (terms, there) = states.entry(place.card).or_default();
                terms.push((var, 1));
                *there += i64::from(place.deck_copies);
            }
        }
        let rows = states.into_values().map(|(terms, there)| LinearSum::new(terms, -there, 1));
        self.add_rows(WishOrigin::Structure, |encoder| {
            rows.for_each(|row| encoder.add_row(Some(row), None));
        });
    }

    fn add_parameters(&mut self) {
        let overrides = &self.parts.options.overrides;
        for finding in setup::disallowed(self.setup.format, self.parts.deck, overrides) {
            let id = finding.rule.trim_start_matches("parameter-").to_owned();
            if self.rule_level(&finding.rule, Level::Error) == Some(Level::Error) {
                self.add_rows(WishOrigin::Parameter(id), |encoder| encoder.add_contradiction(None));
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
            !self.accepts(Release::from_card(&catalog.game, card, day).truth())
        });
        let late: Vec<(Var, i64)> = late.map(|(var, _)| (var, 1)).collect();
        self.add_rows(WishOrigin::Released, |encoder| {
            encoder.add_row(Some(LinearSum::new(late, 0, 1)), None)
        });
    }

    /// A role that the deck's cards show stays the one they show, and no card contradicts one that is
    /// stated.
    fn add_role(&mut self) {
        let format = self.setup.format;
        let Some(own) = self.setup.role.clone().filter(|_| format.roles.len() > 1) else { return };
        let stated = self.setup.stated.is_some();
        if let Some(naming) = RoleNaming::from_rulebook(self.parts.rulebook) {
            let named = format.zones.iter().position(|z| z.named.id == naming.zone.named.id);
            let names_own = |card| {
                let mut roles = naming.roles(&self.world, card);
                roles.any(|(role, truth)| role == own && truth != Truth::False)
            };
            let fits = |card| {
                if stated {
                    self.accepts(!naming.contradicts(&own, &self.world, card))
                } else {
                    names_own(card)
                }
            };
            let asked = !stated || self.rule_level(STATED_ROLE, Level::Error) == Some(Level::Error);
            let other = (0u32..).zip(&self.ground.places);
            let other = other.filter(|(_, place)| Some(place.zone) == named && !fits(place.card));
            let other: Vec<(Var, i64)> = other.filter(|_| asked).map(|(var, _)| (var, 1)).collect();
            let row = LinearSum::new(other, 0, 1);
            let source = if stated { WishOrigin::StatedRole } else { WishOrigin::Role };
            self.add_rows(source(own.clone()), |encoder| encoder.add_row(Some(row), None));
        }
        if stated {
            return;
        }
        let zones: std::rc::Rc<[String]> =
            format.zones.iter().map(|z| z.named.id.to_string()).collect();
        for role in &format.roles {
            let condition = role.implied_by.as_deref();
            let condition = condition.and_then(|text| self.parts.rulebook.condition(text).ok());
            let Some(condition) = condition else { continue };
            let wanted = role.named.id == own.as_str();
            let node = self.bind_condition(&condition, std::rc::Rc::clone(&zones), wanted);
            self.add_rows(WishOrigin::Role(own.clone()), |encoder| {
                encoder.encode_condition(&node, wanted, None)
            });
        }
    }
}

pub(super) fn rule_error(
    rule: &str,
    origin: &sleeve_data::model::format::Origin,
    text: &str,
    error: sleeve_language::LanguageError,
) -> CheckError {
    CheckError::Rule {
        rule: rule.to_owned(),
        origin: origin.clone(),
        text: text.to_owned(),
        error: RuleError::Language(error),
    }
}
