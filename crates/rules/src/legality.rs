//! The cards that a format admits: `legal:FORMAT`, and admitted sets without cards in the data.

use super::{
    card_rules::{is_lifted, list_card_rules},
    release_dates::Release,
    scope::{format_scope, is_for_role, naming_filter},
};
use sleeve_data::{
    Gather,
    model::{
        CardIndex, Catalog, Date, Format, Lens, Rule, SetId,
        format::{Allowance, Contents, Level, RuleBody, Zone},
    },
};
use sleeve_language::{
    self as language, Condition, Filter, Legality, ParameterValue, Parameters, PileView, Piles,
    Quantity, ROLE, Scope, SpreadPiles, Truth, World,
    ast::Operator,
    field::FieldKind,
    tree::{
        CardExpr, ConditionKind, FilterKind, FilterNode, GroupKey, Quantifier, Test, WantedValue,
    },
};
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

/// Answers `legal:FORMAT` from the formats of a catalog. A card is legal if no rule forbids the
/// card itself, with any other cards, in some zone of a deck of some role, with some value of each
/// parameter that has no default; and if it was released by the day.
pub struct FormatLegality<'a> {
    catalog: &'a Catalog,
    lens: Lens,
    on: Option<Date>,
    admissions: Arc<Admissions>,
    /// Formats whose rules ask `legal:` of other formats, around this question.
    depth: usize,
}

/// The parsed formats by id. A lock and `Arc`s let all lenses of a rulebook share them.
#[derive(Default)]
pub(super) struct Admissions(Mutex<Vec<(String, Arc<Admission>)>>);

/// The most formats that ask for `legal:` of each other in a row; deeper ones are unknown.
const MAX_LEGAL_DEPTH: usize = 4;

/// The most combinations of a role and values of parameters that are tried for one card. Further
/// parameters stay unknown, and each test that reads them may be true.
const MAX_ADMISSION_CASES: usize = 64;

/// The demands of a format on a single card.
struct Admission {
    /// The role and the parameters of the decks that are tried.
    cases: Vec<Parameters>,
    zones: Vec<ZoneAdmission>,
    demands: Vec<CardDemand>,
}

/// The demands of one zone on a card in it.
struct ZoneAdmission {
    id: String,
    roles: Vec<String>,
    accepts: Filter,
    /// If cards of the zone name the role of the deck: for each role, the cards that name it.
    naming: Vec<NamingCards>,
}

/// The cards of a zone that name a role.
struct NamingCards {
    role: String,
    cards: Filter,
}

/// The demand of a rule on a single card.
struct CardDemand {
    /// The place of the rule in its format.
    rule: usize,
    /// Empty: all.
    zones: Vec<String>,
    /// Empty: all.
    roles: Vec<String>,
    body: CardDemandBody,
}

enum CardDemandBody {
    /// Some deck with the card meets it.
    Meets(Condition),
    /// It is one of these, sorted.
    Listed(Vec<CardIndex>),
    /// It matches, and its number of copies is not 0.
    Matches(Filter, CardExpr),
    /// One of these covers it.
    Covered(Vec<CoveringDemand>),
}

/// The demand of an allowance on a card that it covers.
struct CoveringDemand {
    cards: Filter,
    /// Whether it covers a copy at all; `None`: it covers any number.
    covers_one: Option<Condition>,
}

/// Whether decks with certain parameters may contain a card.
struct JudgedCase {
    truth: Truth,
    /// The place in the format of the first rule that forbids the card in a zone that accepts it.
    forbidden_by: Option<usize>,
}

/// One copy of a card, alone in a zone.
struct LoneCopy<'p> {
    card: CardIndex,
    zone: &'p str,
    view: PileView<'p>,
}

/// Whether a format allows a card.
pub struct Allowed<'a> {
    pub truth: Truth,
    /// The first rule that forbids it in a zone that accepts it.
    pub forbidden_by: Option<&'a Rule>,
}

impl Legality for FormatLegality<'_> {
    fn legal(&self, format: &str, card: CardIndex, given: &Parameters) -> Truth {
        self.judge(format, card, given).truth
    }
}

impl<'a> FormatLegality<'a> {
    /// Answers for a catalog through a lens. `on` is the day of releases; `None` admits cards of
    /// every day.
    pub fn new(catalog: &'a Catalog, lens: Lens, on: Option<Date>) -> FormatLegality<'a> {
        FormatLegality { catalog, lens, on, admissions: Arc::default(), depth: 0 }
    }

    /// Shares the formats that others parsed of the same catalog.
    pub(super) fn with_admissions(self, admissions: Arc<Admissions>) -> FormatLegality<'a> {
        FormatLegality { admissions, ..self }
    }

    /// Judges a card in a format, named by its id: for decks of the role and with the values of
    /// these parameters, as far as decks of the format are tried with them.
    pub fn judge(&self, format: &str, card: CardIndex, given: &Parameters) -> Allowed<'a> {
        let mut allowed = Allowed { truth: Truth::False, forbidden_by: None };
        if self.depth > MAX_LEGAL_DEPTH {
            allowed.truth = Truth::Unknown;
            return allowed;
        }
        let Some(format) = self.catalog.format(format) else { return allowed };
        let is_released = match self.on {
            Some(day) => {
                Release::from_card(self.catalog, self.catalog.cards.card(card), day).truth()
            }
            None => Truth::True,
        };
        if is_released.is_false() {
            return allowed;
        }
        let admission = self.read_admission(format);
        for case in admission
            .cases
            .iter()
            .filter(|case| admission.is_tried(case, given))
        {
            let judged = self.judge_case(&admission, case, card);
            allowed.truth = allowed.truth.or(judged.truth);
            let forbidding = judged.forbidden_by.and_then(|at| format.rules.get(at));
            allowed.forbidden_by = allowed.forbidden_by.or(forbidding);
            if allowed.truth.is_true() {
                break;
            }
        }
        allowed.truth = allowed.truth.and(is_released);
        allowed
    }

    fn read_admission(&self, format: &Format) -> Arc<Admission> {
        let mut formats = self
            .admissions
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let id = format.named.id.as_str();
        if let Some((_, known)) = formats.iter().find(|(known, _)| known == id) {
            return Arc::clone(known);
        }
        let read = Arc::new(Admission::new(self.catalog, format));
        formats.push((id.to_owned(), Arc::clone(&read)));
        read
    }

    /// Judges a card in the zones of a deck with these parameters.
    fn judge_case(&self, admission: &Admission, case: &Parameters, card: CardIndex) -> JudgedCase {
        let nested = FormatLegality {
            admissions: Arc::clone(&self.admissions),
            depth: self.depth + 1,
            ..*self
        };
        let world = World::from_catalog(self.catalog)
            .with_parameters(case)
            .with_lens(self.lens);
        let world = World { date: self.on, legality: Some(&nested), ..world };
        let role = match case.get(ROLE) {
            ParameterValue::Text(role) => Some(role.as_str()),
            _ => None,
        };
        let mut judged = JudgedCase { truth: Truth::False, forbidden_by: None };
        for zone in admission
            .zones
            .iter()
            .filter(|zone| is_for_role(&zone.roles, role))
        {
            let mut truth = zone.accept(&world, card, role);
            if truth.is_false() {
                continue;
            }
            let lone_card = SpreadPiles::from_piles(&Piles::from_pile(&zone.id, vec![(card, 1)]));
            let placed = LoneCopy { card, zone: &zone.id, view: PileView::new(world, &lone_card) };
            for demand in admission
                .demands
                .iter()
                .filter(|demand| demand.concerns(&zone.id, role))
            {
                truth = truth.and(demand.body.is_met(&world, &placed));
                if truth.is_false() {
                    judged.forbidden_by = judged.forbidden_by.or(Some(demand.rule));
                    break;
                }
            }
            judged.truth = judged.truth.or(truth);
        }
        judged
    }
}

impl ZoneAdmission {
    /// Whether the zone accepts a card in a deck of a role, and the card does not name another
    /// role.
    fn accept(&self, world: &World<'_>, card: CardIndex, role: Option<&str>) -> Truth {
        let accepted = self.accepts.may_accept(world, card, Some(&self.id));
        let Some(role) = role.filter(|_| !accepted.is_false()) else { return accepted };
        let (mut names_it, mut names_another) = (Truth::False, Truth::False);
        for naming in &self.naming {
            let names = naming.cards.test(world, card, Some(&self.id));
            if naming.role == role {
                names_it = names_it.or(names);
            } else {
                names_another = names_another.or(names);
            }
        }
        accepted.and(!names_another.and(!names_it))
    }
}

impl CardDemand {
    fn concerns(&self, zone: &str, role: Option<&str>) -> bool {
        let in_zone = self.zones.is_empty() || self.zones.iter().any(|id| id == zone);
        in_zone && is_for_role(&self.roles, role)
    }
}

impl CardDemandBody {
    fn is_met(&self, world: &World<'_>, placed: &LoneCopy<'_>) -> Truth {
        match self {
            CardDemandBody::Meets(condition) => condition.may_hold_with(&placed.view),
            CardDemandBody::Listed(cards) => cards
                .binary_search(&world.catalog.cards.base(placed.card))
                .is_ok()
                .into(),
            CardDemandBody::Matches(filter, each) => {
                let card = placed.card;
                let some = each
                    .value(world, card)
                    .compare(Operator::Greater, &Quantity::ZERO);
                // Parameters decide if no fact does.
                let is_open = some == Truth::Unknown && each.missing_facts(world, card).is_empty();
                let accepts = filter.may_accept(world, card, Some(placed.zone));
                accepts.and(if is_open { Truth::True } else { some })
            }
            CardDemandBody::Covered(allowances) => Truth::any(
                allowances
                    .iter()
                    .map(|allowance| allowance.covers(world, placed)),
            ),
        }
    }
}

impl CoveringDemand {
    fn covers(&self, world: &World<'_>, placed: &LoneCopy<'_>) -> Truth {
        let accepts = self.cards.may_accept(world, placed.card, Some(placed.zone));
        match &self.covers_one {
            Some(condition) => accepts.and(condition.may_hold_with(&placed.view)),
            None => accepts,
        }
    }
}

impl Admission {
    fn new(catalog: &Catalog, format: &Format) -> Admission {
        let scope = format_scope(catalog, format);
        let zones = format
            .zones
            .iter()
            .filter_map(|zone| read_zone(format, zone, &scope));
        let card_rules: Vec<_> = list_card_rules(catalog, format).map(|(_, of)| of).collect();
        let mut demands = Vec::new();
        for (at, rule) in format.rules.iter().enumerate() {
            // A rule that some card lifts does not forbid another card alone.
            if rule.level != Level::Error || is_lifted(&card_rules, rule) {
                continue;
            }
            if let Some(body) = read_demand(catalog, &rule.body, &scope) {
                let (zones, roles) = (rule.zones.clone(), rule.roles.clone());
                demands.push(CardDemand { rule: at, zones, roles, body });
            }
        }
        Admission { demands, cases: list_cases(format), zones: zones.collect() }
    }

    /// Whether a case has all of these values that any case has.
    fn is_tried(&self, case: &Parameters, given: &Parameters) -> bool {
        given.iter().all(|(name, value)| {
            case.get(name) == value || self.cases.iter().all(|other| other.get(name) != value)
        })
    }
}

/// Every role with its defaults, and with every value of the parameters that have none or that
/// cards imply.
fn list_cases(format: &Format) -> Vec<Parameters> {
    let mut cases: Vec<Parameters> = Vec::new();
    for role in &format.roles {
        let mut case = default_parameters(format, Some(&role.named.id));
        case.set(ROLE, ParameterValue::Text(role.named.id.to_string()));
        cases.push(case);
    }
    if cases.is_empty() {
        cases.push(default_parameters(format, None));
    }
    for parameter in &format.parameters {
        let is_open = parameter.implied_by.is_some() || parameter.defaults().next().is_none();
        let values = parameter.choices();
        if !is_open || values.is_empty() || cases.len() * values.len() > MAX_ADMISSION_CASES {
            continue;
        }
        let mut with_values = Vec::new();
        for (case, value) in cases
            .iter()
            .flat_map(|case| values.iter().map(move |of| (case, of)))
        {
            let mut case = case.clone();
            case.set(&parameter.named.id, value.into());
            with_values.push(case);
        }
        cases = with_values;
    }
    cases
}

fn default_parameters(format: &Format, role: Option<&str>) -> Parameters {
    let mut defaults = Parameters::default();
    for parameter in &format.parameters {
        if let Some(value) = parameter.default_for(role) {
            defaults.set(&parameter.named.id, value.into());
        }
    }
    defaults
}

fn read_zone(format: &Format, zone: &Zone, scope: &Scope<'_>) -> Option<ZoneAdmission> {
    let mut naming = Vec::new();
    if let Some(field) = &zone.role_from {
        for role in &format.roles {
            let cards = language::filter(&naming_filter(field, role), scope).ok()?;
            naming.push(NamingCards { role: role.named.id.to_string(), cards });
        }
    }
    let accepts = language::filter(&zone.accepts, scope).ok()?;
    Some(ZoneAdmission {
        id: zone.named.id.to_string(),
        roles: zone.roles.clone(),
        accepts,
        naming,
    })
}

/// The demand of a rule on a single card; `None` if there is none, or the rule has a mistake.
fn read_demand(catalog: &Catalog, body: &RuleBody, scope: &Scope<'_>) -> Option<CardDemandBody> {
    match body {
        RuleBody::Require(text) => language::condition(text, scope)
            .ok()
            .map(CardDemandBody::Meets),
        RuleBody::Contents(Contents::List(names)) => {
            let mut cards: Vec<CardIndex> = Vec::new();
            for (name, _) in names.iter().filter(|(_, count)| *count > 0) {
                cards.extend(catalog.cards.find_by_name(name).first());
            }
            cards.sort();
            Some(CardDemandBody::Listed(cards))
        }
        RuleBody::Contents(Contents::Filter { filter, each }) => {
            let filter = language::filter(filter, scope).ok()?;
            Some(CardDemandBody::Matches(filter, language::card_number(each, scope).ok()?))
        }
        RuleBody::Allowances(allowances) => {
            let covering = allowances
                .iter()
                .map(|allowance| read_allowance(allowance, scope));
            Some(CardDemandBody::Covered(covering.collect::<Option<_>>()?))
        }
        RuleBody::Carries(_) | RuleBody::SetsOut(_) | RuleBody::Nothing => None,
    }
}

fn read_allowance(allowance: &Allowance, scope: &Scope<'_>) -> Option<CoveringDemand> {
    let covers_one = match &allowance.up_to {
        Some(up_to) => Some(language::condition(&format!("({up_to}) >= 1"), scope).ok()?),
        None => None,
    };
    Some(CoveringDemand { cards: language::filter(&allowance.cards, scope).ok()?, covers_one })
}

/// The sets that a format requires and that have no cards in the data: an unknown name on a deck
/// may belong to one of them.
pub fn find_sets_without_cards(catalog: &Catalog, format: &Format) -> Vec<SetId> {
    let scope = format_scope(catalog, format);
    let mut admitted: Vec<SetId> = Vec::new();
    for rule in format
        .rules
        .iter()
        .filter(|rule| rule.level == Level::Error)
    {
        let RuleBody::Require(text) = &rule.body else { continue };
        let Ok(condition) = language::condition(text, &scope) else { continue };
        if let ConditionKind::Cards { quantifier: Quantifier::All, filter, .. } =
            &condition.node().kind
        {
            collect_sets(filter, &mut admitted);
        }
    }
    if admitted.is_empty() {
        return admitted;
    }
    let sets_with_cards: BTreeSet<SetId> =
        catalog.cards.iter().flat_map(|card| card.sets()).gather();
    // Several rules may name a set.
    admitted
        .into_iter()
        .filter(|set| !sets_with_cards.contains(set))
        .each_once()
}

fn collect_sets(filter: &FilterNode, found: &mut Vec<SetId>) {
    match &filter.kind {
        FilterKind::All(items) | FilterKind::Any(items) => {
            for item in items {
                collect_sets(item, found);
            }
        }
        FilterKind::Test(Test::Values { field, wanted, negated: false, .. })
            if field.kind == FieldKind::Set =>
        {
            for value in wanted {
                if let WantedValue::Key(GroupKey::Set(set)) = value {
                    found.push(*set);
                }
            }
        }
        FilterKind::Not(_) | FilterKind::On(..) | FilterKind::Test(_) => {}
    }
}
