//! Carriers and their cargo, as the deck's `[carried]` table assigns them.

use super::{
    checker::Checker,
    finding::{Carrying, FindingProblem, Label, LabelKind, RuleProblem},
    messages::{CheckError, RuleError, rule_error},
};
use sleeve_data::{
    Gather,
    model::{
        AttributeId, Bounds, CardIndex, Catalog, FRONT, Fact, Lens, Number, Rule, ValueId,
        deck::{Carried, Spanned},
        format::Carries,
    },
};
use sleeve_language::{Field, Filter, MissingFact, MissingKind, Truth};
use std::rc::Rc;

/// The fields that a carrier rule reads.
pub struct CarrierFields {
    /// The spaces that a carrier has.
    pub capacity: AttributeId,
    /// The spaces that a carried card takes.
    pub space: AttributeId,
    size: AttributeId,
}

impl CarrierFields {
    /// Looks up the fields that a rule names.
    ///
    /// # Errors
    /// The name that the game does not declare.
    pub fn resolve<'a>(catalog: &Catalog, rule: &'a Carries) -> Result<CarrierFields, &'a str> {
        let field = |name: &'a str| catalog.game.attribute(name).ok_or(name);
        Ok(CarrierFields {
            capacity: field(&rule.capacity)?,
            space: field(&rule.space)?,
            size: field(&rule.smaller_than)?,
        })
    }
}

impl Checker<'_> {
    /// Checks every carrier of the deck and its cargo.
    pub(super) fn check_carriers(
        &self,
        rule: &Rule,
        carries: &Carries,
    ) -> Result<Vec<RuleProblem>, CheckError> {
        let fields = CarrierFields::resolve(self.setup.catalog, carries).map_err(|field| {
            rule_error(&rule.id, &rule.origin, field, RuleError::NoField(field.to_owned()))
        })?;
        let placed = match carries.placed.as_str() {
            "" => None,
            filter => Some(self.rule_filter(rule, filter)?),
        };
        let zones = self.rulebook.zones(rule);
        let mut holds = HoldChecker { checker: self, fields, zones, placed, found: Vec::new() };
        holds.check_presence(self.deck.carried.iter().flat_map(|of| &of.cargo), false);
        holds.check_presence(self.deck.carried.iter().map(|of| &of.carrier), true);
        for carried in &self.deck.carried {
            if !carried.cargo.is_empty() {
                holds.check_load(carried);
            }
        }
        Ok(holds.found)
    }
}

/// The check of all carriers of a deck by one rule.
struct HoldChecker<'c> {
    checker: &'c Checker<'c>,
    fields: CarrierFields,
    /// The zones of the rule.
    zones: Rc<[String]>,
    /// The cards that are on the table from the start; `None`: none are.
    placed: Option<Rc<Filter>>,
    found: Vec<RuleProblem>,
}

impl HoldChecker<'_> {
    fn add_broken(&mut self, problem: Carrying, place: &Spanned<CardIndex>, what: LabelKind) {
        let label = Label { span: place.span.clone(), what };
        self.found
            .push(RuleProblem::broken(FindingProblem::Carrying(problem), vec![label]));
    }

    fn add_undecided(
        &mut self,
        carrier: CardIndex,
        place: &Spanned<CardIndex>,
        what: LabelKind,
        missing: Vec<MissingFact>,
    ) {
        let problem = FindingProblem::Carrying(Carrying::Undecided { carrier });
        let label = Label { span: place.span.clone(), what };
        self.found
            .push(RuleProblem::unknown(problem, vec![label], missing));
    }

    /// A card carries, or is carried, at most as often as the zones contain it, so that a squadron
    /// cannot be split between carriers.
    fn check_presence<'d>(
        &mut self,
        places: impl Iterator<Item = &'d Spanned<CardIndex>>,
        are_carriers: bool,
    ) {
        let places: Vec<_> = places.collect();
        for card in places.iter().map(|place| place.value).each_once() {
            let of_card: Vec<_> = places.iter().filter(|place| place.value == card).collect();
            let (used, there) = (of_card.len() as u32, self.count_copies(card));
            // The last place is marked: the ones before it may be right.
            if let Some(last) = of_card.last()
                && used > there
            {
                let what = if are_carriers {
                    LabelKind::Carrier(card)
                } else {
                    LabelKind::Card(card, used)
                };
                self.add_broken(Carrying::NotThere { card, there, used }, last, what);
            }
        }
    }

    fn count_copies(&self, card: CardIndex) -> u32 {
        self.checker.count_copies(&self.zones, card)
    }

    /// Whether two cards are in zones of the rule, but in no zone together.
    fn are_apart(&self, a: CardIndex, b: CardIndex) -> bool {
        let are_together = self.zones.iter().map(std::slice::from_ref).any(|zone| {
            self.checker.count_copies(zone, a) > 0 && self.checker.count_copies(zone, b) > 0
        });
        !are_together && self.count_copies(a) > 0 && self.count_copies(b) > 0
    }

    /// The field of a card as a missing fact, if it is unknown.
    fn missing_fact(&self, card: CardIndex, field: AttributeId) -> Option<MissingFact> {
        let fact = read_fact(self.checker.setup.catalog, self.checker.world.lens, card, field);
        let kind = MissingKind::Field(Field::attribute(field));
        matches!(fact, Fact::Unknown(_)).then_some(MissingFact { card, fact: kind })
    }

    fn bounds(&self, card: CardIndex, field: AttributeId) -> Option<Bounds> {
        read_bounds(self.checker.setup.catalog, self.checker.world.lens, card, field)
    }

    fn check_load(&mut self, carried: &Carried) {
        let carrier = carried.carrier.value;
        let place = &carried.carrier;
        let label = LabelKind::Carrier(carrier);
        let mut all_cargo = self.checker.deck.carried.iter().flat_map(|of| &of.cargo);
        if all_cargo.any(|cargo| cargo.value == carrier) {
            self.add_broken(Carrying::Nested { carrier }, place, label.clone());
        }
        for cargo in &carried.cargo {
            self.check_place(carrier, cargo);
            self.check_size(carrier, cargo);
        }
        let Some(capacity) = self.bounds(carrier, self.fields.capacity) else {
            self.add_broken(Carrying::NoCapacity { carrier }, place, label);
            return;
        };
        let load = self.sum_spaces(carried);
        let needed = load.min.unwrap_or_default();
        // Broken only if the fewest spaces exceed the most room, for all values of the unknown
        // facts.
        if let Some(room) = capacity.max
            && needed > room
        {
            let problem = Carrying::TooMuch { carrier, needed, capacity: room };
            self.add_broken(problem, place, label);
        } else if load
            .max
            .zip(capacity.min)
            .is_none_or(|(most, room)| most > room)
        {
            let mut missing = Vec::from_iter(self.missing_fact(carrier, self.fields.capacity));
            for cargo in &carried.cargo {
                missing.extend(self.missing_fact(cargo.value, self.fields.space));
            }
            self.add_undecided(carrier, place, label, missing);
        }
    }

    /// The spaces that all cargo of a carrier takes.
    fn sum_spaces(&self, carried: &Carried) -> Bounds {
        let (mut least, mut most) = (0i64, Some(0i64));
        for cargo in &carried.cargo {
            let space = self
                .bounds(cargo.value, self.fields.space)
                .unwrap_or_default();
            least = least.saturating_add(space.min.map_or(0, Number::millionths));
            most = most
                .zip(space.max)
                .map(|(sum, max)| sum.saturating_add(max.millionths()));
        }
        Bounds { min: Some(Number::from_millionths(least)), max: most.map(Number::from_millionths) }
    }

    /// Checks that cargo is in the zone of its carrier, and not on the table from the start.
    fn check_place(&mut self, carrier: CardIndex, cargo: &Spanned<CardIndex>) {
        let what = LabelKind::Card(cargo.value, 1);
        if self.are_apart(carrier, cargo.value) {
            let problem = Carrying::Apart { carrier, cargo: cargo.value };
            self.add_broken(problem, cargo, what.clone());
        }
        let is_placed = match &self.placed {
            Some(placed) => placed.test(&self.checker.world, cargo.value, None),
            None => Truth::False,
        };
        match is_placed {
            Truth::False => {}
            Truth::True => self.add_broken(Carrying::Placed { cargo: cargo.value }, cargo, what),
            Truth::Unknown => self.add_undecided(carrier, cargo, what, Vec::new()),
        }
    }

    fn check_size(&mut self, carrier: CardIndex, cargo: &Spanned<CardIndex>) {
        let what = LabelKind::Card(cargo.value, 1);
        let (catalog, lens) = (self.checker.setup.catalog, self.checker.world.lens);
        match is_smaller(catalog, lens, &self.fields, cargo.value, carrier) {
            Truth::True => {}
            Truth::Unknown => {
                let mut missing = Vec::from_iter(self.missing_fact(cargo.value, self.fields.size));
                missing.extend(self.missing_fact(carrier, self.fields.size));
                self.add_undecided(carrier, cargo, what, missing);
            }
            Truth::False => {
                let problem = Carrying::NotSmaller { carrier, cargo: cargo.value };
                self.add_broken(problem, cargo, what);
            }
        }
    }
}

fn read_fact(catalog: &Catalog, lens: Lens, card: CardIndex, field: AttributeId) -> Fact<'_> {
    catalog
        .cards
        .card(card)
        .fact(&catalog.game, FRONT, field, lens)
}

/// The bounds of a number of spaces, 0 and unbounded if nothing is known; `None` if the card prints
/// no number.
pub fn read_bounds(
    catalog: &Catalog,
    lens: Lens,
    card: CardIndex,
    field: AttributeId,
) -> Option<Bounds> {
    match read_fact(catalog, lens, card, field) {
        Fact::Number(n) => Some(Bounds { min: Some(n), max: Some(n) }),
        Fact::Choice(c) => Some(Bounds { min: Some(c.range().0), max: Some(c.range().1) }),
        Fact::Unknown(known) => {
            Some(Bounds { min: known.min.or(Some(Number::ZERO)), max: known.max })
        }
        _ => None,
    }
}

/// Whether a carried card is smaller than its carrier, by the order of the values of the size
/// field. A card without a size is neither smaller nor larger.
pub fn is_smaller(
    catalog: &Catalog,
    lens: Lens,
    fields: &CarrierFields,
    cargo: CardIndex,
    carrier: CardIndex,
) -> Truth {
    let small = CarrierRank::from_fact(&read_fact(catalog, lens, cargo, fields.size));
    let large = CarrierRank::from_fact(&read_fact(catalog, lens, carrier, fields.size));
    match (small, large) {
        (CarrierRank::Known(small), CarrierRank::Known(large)) => (small < large).into(),
        (CarrierRank::None, _) | (_, CarrierRank::None) => Truth::False,
        (CarrierRank::Unknown, _) | (_, CarrierRank::Unknown) => Truth::Unknown,
    }
}

enum CarrierRank {
    Known(i64),
    Unknown,
    None,
}

impl CarrierRank {
    fn from_fact(size: &Fact<'_>) -> CarrierRank {
        match size {
            Fact::Enum(ValueId(rank)) => CarrierRank::Known(i64::from(*rank)),
            Fact::Number(n) => CarrierRank::Known(n.millionths()),
            Fact::Unknown(_) => CarrierRank::Unknown,
            _ => CarrierRank::None,
        }
    }
}
