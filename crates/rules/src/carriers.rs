//! Carriers and their cargo, as the deck's `[carried]` table assigns them.

use super::checker::RuleProblem;
use super::finding::{Carrying, FindingProblem, FindingStatus, Label, LabelKind};
use sleeve_data::model::deck::{Carried, Spanned};
use sleeve_data::model::format::Carries;
use sleeve_data::model::{
    AttributeId, Bounds, CardIndex, Catalog, Deck, FRONT, Fact, Lens, Number, ValueId,
};
use sleeve_language::{Field, MissingFact, MissingKind, Truth};

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

/// Questions about the zones of carriers and cargo.
pub(super) struct CarriedCards<'a> {
    /// The copies of a card in the zones of the rule.
    pub(super) copies_of: &'a dyn Fn(CardIndex) -> u32,
    /// Whether two cards are in zones of the rule, but in no zone together.
    pub(super) lie_apart: &'a dyn Fn(CardIndex, CardIndex) -> bool,
    /// Whether a card is on the table from the start.
    pub(super) is_placed: &'a dyn Fn(CardIndex) -> Truth,
}

/// Checks every carrier of a deck and its cargo.
pub(super) fn check_carriers(
    catalog: &Catalog,
    lens: Lens,
    fields: &CarrierFields,
    deck: &Deck,
    carried_cards: &CarriedCards<'_>,
) -> Vec<RuleProblem> {
    let checker = HoldChecker { catalog, lens, fields, carried_cards };
    let mut found = Vec::new();
    check_presence(deck, carried_cards.copies_of, &mut found);
    for carried in &deck.carried {
        if !carried.cargo.is_empty() {
            checker.check_load(deck, carried, &mut found);
        }
    }
    found
}

fn broken_rule(problem: Carrying, place: &Spanned<CardIndex>, what: LabelKind) -> RuleProblem {
    let label = Label { span: place.span.clone(), what };
    (FindingStatus::Broken, FindingProblem::Carrying(problem), vec![label], Vec::new())
}

/// A card carries, or is carried, at most as often as the zones contain it, so that a squadron
/// cannot be split between carriers.
fn check_presence(deck: &Deck, copies_of: &dyn Fn(CardIndex) -> u32, found: &mut Vec<RuleProblem>) {
    let cargo = || deck.carried.iter().flat_map(|c| &c.cargo);
    let carriers = || deck.carried.iter().map(|c| &c.carrier);
    let mut check = |places: Vec<&Spanned<CardIndex>>, carrier: bool| {
        let mut seen: Vec<CardIndex> = Vec::new();
        for place in &places {
            let card = place.value;
            if seen.contains(&card) {
                continue;
            }
            seen.push(card);
            let used = places.iter().filter(|p| p.value == card).count() as u32;
            let copies = copies_of(card);
            if used > copies {
                // The last place is marked: the ones before it may be right.
                let last = places.iter().rev().find(|p| p.value == card).unwrap_or(place);
                let what =
                    if carrier { LabelKind::Carrier(card) } else { LabelKind::Card(card, used) };
                found.push(broken_rule(
                    Carrying::NotThere { card, there: copies, used },
                    last,
                    what,
                ));
            }
        }
    };
    check(cargo().collect(), false);
    check(carriers().collect(), true);
}

struct HoldChecker<'a> {
    catalog: &'a Catalog,
    lens: Lens,
    fields: &'a CarrierFields,
    carried_cards: &'a CarriedCards<'a>,
}

impl HoldChecker<'_> {
    fn fact(&self, card: CardIndex, field: AttributeId) -> Fact<'_> {
        read_fact(self.catalog, self.lens, card, field)
    }

    /// The field of a card as a missing fact, if it is unknown.
    fn missing_fact(&self, card: CardIndex, field: AttributeId) -> Vec<MissingFact> {
        let missing = MissingFact { card, fact: MissingKind::Field(Field::attribute(field)) };
        match self.fact(card, field) {
            Fact::Unknown(_) => vec![missing],
            _ => Vec::new(),
        }
    }

    fn bounds(&self, card: CardIndex, field: AttributeId) -> Option<Bounds> {
        read_bounds(self.catalog, self.lens, card, field)
    }

    fn check_load(&self, deck: &Deck, carried: &Carried, found: &mut Vec<RuleProblem>) {
        let carrier = carried.carrier.value;
        let place = &carried.carrier;
        let label = LabelKind::Carrier(carrier);
        let nested = deck.carried.iter().any(|c| c.cargo.iter().any(|x| x.value == carrier));
        if nested {
            found.push(broken_rule(Carrying::Nested { carrier }, place, label.clone()));
        }
        for cargo in &carried.cargo {
            self.check_place(carried, cargo, found);
            self.check_size(carried, cargo, found);
        }
        let Some(capacity) = self.bounds(carrier, self.fields.capacity) else {
            found.push(broken_rule(Carrying::NoCapacity { carrier }, place, label));
            return;
        };
        let (mut least, mut most) = (0i64, Some(0i64));
        for cargo in &carried.cargo {
            let space = self.bounds(cargo.value, self.fields.space).unwrap_or_default();
            least = least.saturating_add(space.min.map_or(0, Number::millionths));
            most = most.zip(space.max).map(|(a, b)| a.saturating_add(b.millionths()));
        }
        let (least, most) = (Number::from_millionths(least), most.map(Number::from_millionths));
        // Broken only if the fewest spaces exceed the most room, for all values of the unknown
        // facts.
        if capacity.max.is_some_and(|room| least > room) {
            let room = capacity.max.unwrap_or_default();
            let problem = Carrying::TooMuch { carrier, needed: least, capacity: room };
            found.push(broken_rule(problem, place, label));
        } else if most.zip(capacity.min).is_none_or(|(load, room)| load > room) {
            let places = vec![Label { span: place.span.clone(), what: label }];
            let problem = FindingProblem::Carrying(Carrying::Undecided { carrier });
            let mut missing = self.missing_fact(carrier, self.fields.capacity);
            let spaces =
                carried.cargo.iter().flat_map(|c| self.missing_fact(c.value, self.fields.space));
            missing.extend(spaces);
            found.push((FindingStatus::Unknown, problem, places, missing));
        }
    }

    /// Checks that cargo is in the zone of its carrier, and not on the table from the start.
    fn check_place(
        &self,
        carried: &Carried,
        cargo: &Spanned<CardIndex>,
        found: &mut Vec<RuleProblem>,
    ) {
        let carrier = carried.carrier.value;
        let what = LabelKind::Card(cargo.value, 1);
        if (self.carried_cards.lie_apart)(carrier, cargo.value) {
            let problem = Carrying::Apart { carrier, cargo: cargo.value };
            found.push(broken_rule(problem, cargo, what.clone()));
        }
        match (self.carried_cards.is_placed)(cargo.value) {
            Truth::False => {}
            Truth::True => {
                found.push(broken_rule(Carrying::Placed { cargo: cargo.value }, cargo, what));
            }
            Truth::Unknown => {
                let labels = vec![Label { span: cargo.span.clone(), what }];
                let problem = FindingProblem::Carrying(Carrying::Undecided { carrier });
                found.push((FindingStatus::Unknown, problem, labels, Vec::new()));
            }
        }
    }

    fn check_size(
        &self,
        carried: &Carried,
        cargo: &Spanned<CardIndex>,
        found: &mut Vec<RuleProblem>,
    ) {
        let carrier = carried.carrier.value;
        let what = LabelKind::Card(cargo.value, 1);
        match is_smaller(self.catalog, self.lens, self.fields, cargo.value, carrier) {
            Truth::True => {}
            Truth::Unknown => {
                let labels = vec![Label { span: cargo.span.clone(), what }];
                let problem = FindingProblem::Carrying(Carrying::Undecided { carrier });
                let mut missing = self.missing_fact(cargo.value, self.fields.size);
                missing.extend(self.missing_fact(carrier, self.fields.size));
                found.push((FindingStatus::Unknown, problem, labels, missing));
            }
            Truth::False => found.push(broken_rule(
                Carrying::NotSmaller { carrier, cargo: cargo.value },
                cargo,
                what,
            )),
        }
    }
}

fn read_fact(catalog: &Catalog, lens: Lens, card: CardIndex, field: AttributeId) -> Fact<'_> {
    catalog.cards.card(card).fact(&catalog.game, FRONT, field, lens)
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

/// Whether a carried card is smaller than its carrier, by the order of the values of the size field. A card
/// without a size is neither smaller nor larger.
pub fn is_smaller(
    catalog: &Catalog,
    lens: Lens,
    fields: &CarrierFields,
    cargo: CardIndex,
    carrier: CardIndex,
) -> Truth {
    let rank = |card| match read_fact(catalog, lens, card, fields.size) {
        Fact::Enum(ValueId(rank)) => CarrierRank::Known(i64::from(rank)),
        Fact::Number(n) => CarrierRank::Known(n.millionths()),
        Fact::Unknown(_) => CarrierRank::Unknown,
        _ => CarrierRank::None,
    };
    match (rank(cargo), rank(carrier)) {
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
