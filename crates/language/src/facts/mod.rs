//! The facts of one card: numbers and values of its fields, as far as they are known.

mod values;

pub(crate) use values::find_declared_value;

use crate::{
    bound::Spot,
    field::{Field, FieldKind},
    parameters::ChoicePolicy,
    quantity::Quantity,
    rational::Rational,
    tree::{CardExpr, CardExprKind},
    truth::Truth,
    world::World,
};
use sleeve_data::model::{
    AttributeId, Card, CardIndex, EffectId, FaceId, Fact, Game, Number, TriggerId, game::EffectDef,
};

/// The value that an unknown fact of one card is assumed to have. If it was never published, it is
/// that of the card of the game, in any state; if the owner picks it, that of the copies in one
/// state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AssumedFact {
    pub(crate) card: CardIndex,
    pub(crate) field: Field,
    pub(crate) fact: Fact<'static>,
    /// The spot of the copies that the fact concerns; `None`: all copies of the card.
    pub(crate) spot: Option<Spot>,
}

/// A view of one card: its world, its zone, and the assumptions about it.
#[derive(Clone, Copy)]
pub(crate) struct CardView<'w> {
    pub(crate) world: World<'w>,
    pub(crate) card: Card<'w>,
    pub(crate) zone: Option<&'w str>,
    /// A field with the value that the owner has picked.
    choice: Option<(Field, Number)>,
    assumptions: &'w [AssumedFact],
    /// The spot of the copies that are seen, if that is known.
    spot: Option<Spot>,
    /// Unknown tests that are assumed true or false, by their form.
    settled_tests: &'w [(String, Truth)],
}

impl<'w> CardView<'w> {
    pub(crate) fn new(world: World<'w>, card: CardIndex, zone: Option<&'w str>) -> CardView<'w> {
        CardView {
            world,
            card: world.catalog.cards.card(card),
            zone,
            choice: None,
            assumptions: &[],
            spot: None,
            settled_tests: &[],
        }
    }

    pub(crate) fn with_assumptions(self, assumed: &'w [AssumedFact]) -> CardView<'w> {
        CardView { assumptions: assumed, ..self }
    }

    /// Sees only the copies at one spot.
    pub(crate) fn with_spot(self, spot: Spot) -> CardView<'w> {
        CardView { spot: Some(spot), ..self }
    }

    pub(crate) fn with_settled_tests(self, settled: &'w [(String, Truth)]) -> CardView<'w> {
        CardView { settled_tests: settled, ..self }
    }

    /// The assumed answer of a test.
    pub(crate) fn settled_truth(&self, form: impl FnOnce() -> String) -> Option<Truth> {
        if self.settled_tests.is_empty() {
            return None;
        }
        let form = form();
        self.settled_tests
            .iter()
            .find(|(other, _)| *other == form)
            .map(|(_, truth)| *truth)
    }

    fn assumed_fact(&self, face: FaceId, attribute: AttributeId) -> Option<Fact<'static>> {
        let field = Field { face, kind: FieldKind::Attribute(attribute) };
        for assumed in self.assumptions {
            let is_of_copy = assumed.spot.is_none() || assumed.spot == self.spot;
            if assumed.field != field || !is_of_copy {
                continue;
            }
            if assumed.card == self.card.index() {
                return Some(assumed.fact);
            }
            // A copy's own state is known, even if its card is assumed to have another value.
            if assumed.card == self.card.base() {
                let own = self
                    .card
                    .fact(self.game(), face, attribute, self.world.lens);
                if matches!(own, Fact::Unknown(_)) {
                    return Some(assumed.fact);
                }
            }
        }
        None
    }

    pub(crate) fn with_choice(self, field: Field, value: Number) -> CardView<'w> {
        CardView { choice: Some((field, value)), ..self }
    }

    /// Whether it is the stranger: a card about which only its zone is known.
    pub(crate) fn is_stranger(&self) -> bool {
        self.card.index() == CardIndex::STRANGER
    }

    pub(crate) fn has_choice(&self) -> bool {
        self.choice.is_some()
    }

    pub(crate) fn game(&self) -> &'w Game {
        &self.world.catalog.game
    }

    pub(crate) fn fact(&self, face: FaceId, attribute: AttributeId) -> Fact<'w> {
        // Nearly always empty, and facts are read for every card.
        if !self.assumptions.is_empty()
            && let Some(fact) = self.assumed_fact(face, attribute)
        {
            return fact;
        }
        self.card
            .fact(self.game(), face, attribute, self.world.lens)
    }

    /// Whether the card stores the attribute for a part or one of its halves, known or unknown.
    pub(crate) fn is_stored(&self, face: FaceId, attribute: AttributeId) -> bool {
        if let Some(fact) = self.assumed_fact(face, attribute) {
            return !matches!(fact, Fact::Absent);
        }
        let halves = self.game().halves(face);
        std::iter::once(face)
            .chain(halves)
            .any(|f| self.card.stored(f, attribute).is_some())
    }

    /// The numbers that the owner may pick from, if the choice is open.
    pub(crate) fn open_choice(&self, field: Field) -> Option<Vec<Number>> {
        let FieldKind::Attribute(attribute) = field.kind else { return None };
        if self.world.choice != ChoicePolicy::Range || self.choice.is_some_and(|(f, _)| f == field)
        {
            return None;
        }
        match self.fact(field.face, attribute) {
            Fact::Choice(choices) => Some(choices.values().to_vec()),
            _ => None,
        }
    }

    /// The value of a field as a number: of a date its days, of an ordered value its position.
    pub(crate) fn number(&self, field: Field) -> Quantity {
        if self.is_stranger() {
            return Quantity::UNKNOWN.perhaps();
        }
        if let Some((picked, value)) = self.choice
            && picked == field
        {
            return Quantity::from(value);
        }
        match field.kind {
            FieldKind::Attribute(attribute) => self.attribute_number(field.face, attribute),
            FieldKind::Quantity => {
                let first = self.card.quantities().next();
                first.map_or(Quantity::NONE, |(_, n)| {
                    if self.world.lens.sees(self.card.quantity_provenance()) {
                        Quantity::whole(i64::from(n))
                    } else {
                        // A card of the box is in it once at least.
                        Quantity::range(Some(Rational::ONE), None)
                    }
                })
            }
            FieldKind::Released => self.release_day(),
            FieldKind::Amount(effect, trigger) => self.effect_amount(field.face, effect, trigger),
            FieldKind::Count(attribute, value) => match self.fact(field.face, attribute) {
                Fact::Set(set) => Quantity::whole(i64::from(set.count(value))),
                Fact::Unknown(_) => Quantity::range(Some(Rational::ZERO), None),
                _ if self.may_have_attribute(attribute) => Quantity::ZERO,
                _ => Quantity::NONE,
            },
            _ => Quantity::NONE,
        }
    }

    pub(crate) fn may_have_attribute(&self, attribute: AttributeId) -> bool {
        let attribute = self.game().get_attribute(attribute);
        attribute.is_some_and(|a| a.applies_to(self.card.kind()))
    }

    fn attribute_number(&self, face: FaceId, id: AttributeId) -> Quantity {
        match self.fact(face, id) {
            Fact::Number(number) => Quantity::from(number),
            Fact::Choice(choices) => {
                let (low, high) = choices.range();
                match self.world.choice {
                    ChoicePolicy::Range => Quantity::range(Some(low.into()), Some(high.into())),
                    ChoicePolicy::Highest => Quantity::from(high),
                    ChoicePolicy::Lowest => Quantity::from(low),
                }
            }
            Fact::Enum(value) => Quantity::whole(i64::from(value.0)),
            Fact::Date(date) => Quantity::whole(i64::from(date.days())),
            Fact::Unknown(bounds) => {
                let attribute = self.game().get_attribute(id);
                let last = attribute.map_or(0, |a| a.values().len()).checked_sub(1);
                let mut known = Quantity::from(bounds);
                // An unknown ordered value is between the first and the last of the list.
                if let Some(last) = last.and_then(|l| i64::try_from(l).ok()) {
                    known = Quantity::range(Some(Rational::ZERO), Some(Rational::whole(last)));
                }
                let least = attribute.and_then(|a| a.min).filter(|m| *m >= Number::ZERO);
                let low = known.low().max(least.map(Rational::from));
                let range = Quantity::range(low, known.high());
                if self.is_stored(face, id) { range } else { range.perhaps() }
            }
            _ => Quantity::NONE,
        }
    }

    fn release_day(&self) -> Quantity {
        let sets = &self.game().sets;
        // A card is out from the day of its first printing.
        let mut quantity = Quantity::NONE;
        for set in self.card.sets() {
            let released = sets.get(set.index()).and_then(|s| s.released);
            let day = released.map_or(Quantity::UNKNOWN, |d| Quantity::whole(i64::from(d.days())));
            quantity = if quantity.is_none() { day } else { quantity.least(day) };
        }
        quantity
    }

    fn effect_amount(
        &self,
        face: FaceId,
        effect: EffectId,
        trigger: Option<TriggerId>,
    ) -> Quantity {
        if !self.card.has_face(face) {
            return Quantity::NONE;
        }
        let effects = self.card.effects(self.game(), face, self.world.lens);
        let def = self.game().effects.get(effect.index());
        let takes_amount = def.is_some_and(|e| e.amount);
        let of_bare = def.and_then(EffectDef::number_of_bare);
        let mut total = Quantity::ZERO;
        let mut found = false;
        for printed in &effects.known {
            if printed.effect != effect || trigger.is_some() && trigger != printed.trigger {
                continue;
            }
            let amount = match printed.amount {
                Fact::Number(number) => Quantity::from(number),
                Fact::Unknown(bounds) => {
                    let known = Quantity::from(bounds);
                    Quantity::range(known.low().max(Some(Rational::ZERO)), known.high())
                }
                _ => match of_bare {
                    Some(number) => Quantity::from(number),
                    None => continue,
                },
            };
            found = true;
            total = total.plus(amount);
        }
        // An effect that takes no amount is counted, so it is 0 if it is not printed; one that
        // takes an amount then has no value. Unknown effects may add to either.
        match (found || !takes_amount, effects.is_open) {
            (true, false) => total,
            (true, true) => Quantity::range(total.low(), None),
            (false, true) => Quantity::range(Some(Rational::ZERO), None).perhaps(),
            (false, false) => Quantity::NONE,
        }
    }

    /// Whether an effect is printed with exactly this amount on a part or a half of it. `None`:
    /// with an unknown amount.
    pub(crate) fn shows_effect(
        &self,
        field: Field,
        effect: EffectId,
        amount: Option<Number>,
    ) -> Truth {
        let FieldKind::Effect(trigger) = field.kind else { return Truth::False };
        if !self.card.has_face(field.face) {
            return Truth::False;
        }
        let effects = self.card.effects(self.game(), field.face, self.world.lens);
        let mut shows = if effects.is_open { Truth::Unknown } else { Truth::False };
        for printed in &effects.known {
            if printed.effect != effect || trigger.is_some() && trigger != printed.trigger {
                continue;
            }
            shows = shows.or(match (&printed.amount, amount) {
                (Fact::Number(number), Some(amount)) => Truth::from(*number == amount),
                (Fact::Unknown(bounds), Some(amount)) => {
                    let above = bounds.min.is_none_or(|min| min <= amount);
                    let below = bounds.max.is_none_or(|max| amount <= max);
                    if above && below { Truth::Unknown } else { Truth::False }
                }
                (Fact::Unknown(_), None) => Truth::True,
                _ => Truth::False,
            });
        }
        shows
    }

    /// The number that a list gives the card on the day of play; 0 if the list is not in force.
    fn list_number(&self, list: usize) -> Quantity {
        if self.is_stranger() {
            return Quantity::UNKNOWN;
        }
        match self
            .world
            .list_in_force(list)
            .filter(|list| list.contains(self.card))
        {
            Some(list) => Quantity::from(list.number(self.card)),
            None => Quantity::indicator(self.is_listed(list)),
        }
    }

    /// Evaluates a calculation over the fields of the card.
    pub(crate) fn evaluate(&self, expr: &CardExpr) -> Quantity {
        match &expr.kind {
            CardExprKind::Number(number) => Quantity::exact(*number),
            CardExprKind::Date(date) => Quantity::whole(i64::from(date.days())),
            CardExprKind::Ordinal(_, value) => Quantity::whole(i64::from(value.0)),
            CardExprKind::Parameter(name) => self.world.parameters.quantity(name),
            CardExprKind::Field(field) => self.number(*field),
            CardExprKind::Listed(list) => self.list_number(*list),
            CardExprKind::ZoneNumber(number) => self.zone_number(number),
            CardExprKind::Indicator(filter) => Quantity::indicator(self.test(filter)),
            CardExprKind::Operation(operation, operands) => {
                operation.apply(operands.iter().map(|operand| self.evaluate(operand)))
            }
        }
    }
}
