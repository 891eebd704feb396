//! The cards that a format admits: `legal:FORMAT`, and admitted sets of which the data has no card.

use super::card_rules::{is_lifted, list_card_rules};
use super::release_dates::Release;
use super::rulebook::Rulebook;
use super::setup;
use sleeve_data::Gather;
use sleeve_data::model::format::{Allowance, Level, RuleBody, Zone};
use sleeve_data::model::{CardIndex, Catalog, Date, Format, Lens, Rule, SetId};
use sleeve_language::field::FieldKind;
use sleeve_language::tree::{
    ConditionKind, FilterKind, FilterNode, GroupKey, Quantifier, Test, WantedValue,
};
use sleeve_language::{
    self as language, Condition, Filter, Legality, Parameters, Piles, Truth, World,
};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Answers `legal:FORMAT` from the formats of a catalog: a card is legal where some zone accepts it, it
/// meets every rule about single cards (`all`, `none`, `count(…) = 0`), and it was released by the day.
pub struct FormatLegality<'a> {
    catalog: &'a Catalog,
    lens: Lens,
    on: Option<Date>,
    admissions: Arc<Admissions>,
}

/// The parsed formats by id. A lock and `Arc`s let all lenses of a rulebook share them.
#[derive(Default)]
pub(super) struct Admissions(Mutex<Vec<(String, Arc<Admission>)>>);

/// The demands of a format on a single card.
struct Admission {
    parameters: Parameters,
    zones: Vec<ZoneAdmission>,
}

/// The demands of one zone on a card in it.
struct ZoneAdmission {
    zone: String,
    accepts: Filter,
    rules: Vec<Condition>,
    /// For each rule of allowances, the filters of which a card has to match one.
    allowances: Vec<Vec<Filter>>,
}

impl Legality for FormatLegality<'_> {
    fn legal(&self, format: &str, card: CardIndex) -> Truth {
        match self.read_admission(format) {
            Some(admission) => self.admits(&admission, card),
            None => Truth::False,
        }
    }
}

impl<'a> FormatLegality<'a> {
    /// Answers for a catalog through a lens. `on` is the day of releases; `None` admits cards of every day.
    pub fn new(catalog: &'a Catalog, lens: Lens, on: Option<Date>) -> FormatLegality<'a> {
        FormatLegality::with_admissions(catalog, (lens, on), Arc::default())
    }

    /// Shares the formats that others parsed of the same catalog.
    pub(super) fn with_admissions(
        catalog: &'a Catalog,
        (lens, on): (Lens, Option<Date>),
        formats: Arc<Admissions>,
    ) -> FormatLegality<'a> {
        FormatLegality { catalog, lens, on, admissions: formats }
    }

    fn read_admission(&self, format: &str) -> Option<Arc<Admission>> {
        let mut formats = self.admissions.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = formats.iter().find(|(id, _)| id == format) {
            return Some(Arc::clone(known));
        }
        let read = Arc::new(Admission::new(self.catalog, self.catalog.format(format)?));
        formats.push((format.to_owned(), Arc::clone(&read)));
        Some(read)
    }

    fn admits(&self, admission: &Admission, card: CardIndex) -> Truth {
        let world = World::from_catalog(self.catalog).with_parameters(&admission.parameters);
        let world = World { date: self.on, ..world.with_lens(self.lens) };
        let is_released = self.on.map_or(Truth::True, |day| {
            Release::from_card(&self.catalog.game, self.catalog.cards.card(card), day).truth()
        });
        is_released.and(Truth::any(admission.zones.iter().map(|zone| {
            let is_legal = match zone.accepts.test(&world, card, Some(&zone.zone)) {
                // What a filter reads of other zones, some deck can provide.
                Truth::Unknown if zone.accepts.reads_zones() => Truth::True,
                accepted => accepted,
            };
            if is_legal.is_false() {
                return is_legal;
            }
            let matches = |filter: &Filter| match filter.test(&world, card, Some(&zone.zone)) {
                Truth::Unknown if filter.reads_zones() => Truth::True,
                matched => matched,
            };
            let covered = |filters: &Vec<Filter>| Truth::any(filters.iter().map(matches));
            let is_legal = is_legal.and(Truth::all(zone.allowances.iter().map(covered)));
            if is_legal.is_false() || zone.rules.is_empty() {
                return is_legal;
            }
            let single_card = Piles::from_pile(&zone.zone, vec![(card, 1)]);
            is_legal.and(Truth::all(zone.rules.iter().map(|rule| rule.truth(&world, &single_card))))
        })))
    }
}

impl Admission {
    fn new(catalog: &Catalog, format: &Format) -> Admission {
        let scope = setup::format_scope(catalog, format);
        let mut parameters = Parameters::default();
        for parameter in &format.parameters {
            if let Some(value) = &parameter.default {
                parameters.set(&parameter.named.id, value.into());
            }
        }
        // A rule that some card lifts says nothing of another card alone.
        let card_rules: Vec<_> = list_card_rules(catalog, format).map(|(_, of)| of).collect();
        let concerns = |rule: &Rule, zone: &Zone| {
            rule.level == Level::Error
                && !is_lifted(&card_rules, rule)
                && rule.roles.is_empty()
                && (rule.zones.is_empty() || rule.zones.iter().any(|z| *z == zone.named.id))
        };
        let single = |rule: &Rule| match &rule.body {
            RuleBody::Require(text) => {
                // A rule that compares a card with others says nothing of it alone.
                let is_about_single_cards = |c: &Condition| c.is_per_card() && !c.reads_zones();
                language::condition(text, &scope).ok().filter(is_about_single_cards)
            }
            _ => None,
        };
        let covering = |rule: &Rule| match &rule.body {
            RuleBody::Allowances(allowances) => {
                let read = |a: &Allowance| language::filter(&a.cards, &scope).ok();
                allowances.iter().map(read).collect::<Option<Vec<Filter>>>()
            }
            _ => None,
        };
        let zone_admission = |zone: &Zone| {
            let rules = format.rules.iter().filter(|rule| concerns(rule, zone));
            Some(ZoneAdmission {
                zone: zone.named.id.to_string(),
                accepts: language::filter(&zone.accepts, &scope).ok()?,
                rules: rules.clone().filter_map(single).collect(),
                allowances: rules.filter_map(covering).collect(),
            })
        };
        let zones = format.zones.iter().filter_map(zone_admission).collect();
        Admission { parameters, zones }
    }
}

/// The sets that a format requires its cards to be of and of which the data has no card: an unknown name on
/// a deck may belong to one of them.
pub fn find_sets_without_cards(catalog: &Catalog, format: &Format) -> Vec<SetId> {
    let rulebook = Rulebook::new(catalog, format);
    let mut admitted: Vec<SetId> = Vec::new();
    for rule in format.rules.iter().filter(|rule| rule.level == Level::Error) {
        let RuleBody::Require(text) = &rule.body else { continue };
        let Ok(condition) = rulebook.condition(text) else { continue };
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
    // Several rules may name a set, which is told once.
    let mut told = BTreeSet::new();
    admitted.retain(|set| !sets_with_cards.contains(set) && told.insert(*set));
    admitted
}

fn collect_sets(filter: &FilterNode, found: &mut Vec<SetId>) {
    match &filter.kind {
        FilterKind::All(items) | FilterKind::Any(items) => {
            items.iter().for_each(|item| collect_sets(item, found));
        }
        FilterKind::Test(Test::Values { field, wanted, negated: false, .. })
            if field.kind == FieldKind::Set =>
        {
            found.extend(wanted.iter().filter_map(|wanted| match wanted {
                WantedValue::Key(GroupKey::Set(set)) => Some(*set),
                _ => None,
            }));
        }
        FilterKind::Not(_) | FilterKind::On(..) | FilterKind::Test(_) => {}
    }
}
