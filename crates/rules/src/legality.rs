//! Whether one card may be played in a format at all: what `legal:FORMAT` asks.

use super::release_dates::Release;
use super::rulebook::Rulebook;
use super::setup;
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

/// Answers `legal:FORMAT` from the formats of a catalog: a card is legal where some zone accepts
/// it, it breaks no rule that every single card has to meet (`all`, `none`, `count(…) = 0`), and it
/// was out on the day.
pub struct FormatLegality<'a> {
    catalog: &'a Catalog,
    lens: Lens,
    on: Option<Date>,
    admissions: Arc<Admissions>,
}

/// The formats that were asked about, each read once.
#[derive(Default)]
pub(super) struct Admissions(Mutex<Vec<(String, Arc<Admission>)>>);

/// What a format asks of every single card.
struct Admission {
    parameters: Parameters,
    zones: Vec<ZoneAdmission>,
}

/// What one zone asks of every card in it.
struct ZoneAdmission {
    zone: String,
    accepts: Filter,
    rules: Vec<Condition>,
    /// For each rule of allowances, the filters of which a card meets one.
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
    /// Answers for a catalog, through a lens, on a day.
    pub fn new(catalog: &'a Catalog, lens: Lens, on: Option<Date>) -> FormatLegality<'a> {
        FormatLegality::with_admissions(catalog, (lens, on), Arc::default())
    }

    /// The same with what others read already of the catalog's formats.
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
        let world = World { on: self.on, ..world.with_lens(self.lens) };
        let out = self.on.map_or(Truth::True, |day| {
            Release::from_card(&self.catalog.game, self.catalog.cards.card(card), day).truth()
        });
        out.and(Truth::any(admission.zones.iter().map(|gate| {
            let fits = match gate.accepts.test(&world, card, Some(&gate.zone)) {
                // Some deck has what the zone asks of it.
                Truth::Unknown if gate.accepts.reads_zones() => Truth::True,
                fits => fits,
            };
            if fits.is_false() {
                return fits;
            }
            let meets = |filter: &Filter| match filter.test(&world, card, Some(&gate.zone)) {
                Truth::Unknown if filter.reads_zones() => Truth::True,
                meets => meets,
            };
            let covered = |filters: &Vec<Filter>| Truth::any(filters.iter().map(meets));
            let fits = fits.and(Truth::all(gate.allowances.iter().map(covered)));
            if fits.is_false() || gate.rules.is_empty() {
                return fits;
            }
            let one = Piles::one(&gate.zone, vec![(card, 1)]);
            fits.and(Truth::all(gate.rules.iter().map(|rule| rule.truth(&world, &one))))
        })))
    }
}

impl Admission {
    fn new(catalog: &Catalog, format: &Format) -> Admission {
        let scope = setup::scope(catalog, format);
        let mut parameters = Parameters::default();
        for parameter in &format.parameters {
            if let Some(value) = &parameter.default {
                parameters.set(&parameter.named.id, value.into());
            }
        }
        let concerns = |rule: &Rule, zone: &Zone| {
            rule.level == Level::Error
                && rule.roles.is_empty()
                && (rule.zones.is_empty() || rule.zones.iter().any(|z| *z == zone.named.id))
        };
        let single = |rule: &Rule| match &rule.body {
            RuleBody::Require(text) => {
                // What a rule asks of cards beside others, no card meets or breaks alone.
                let alone = |c: &Condition| c.is_per_card() && !c.reads_zones();
                language::condition(text, &scope).ok().filter(alone)
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
        let gate = |zone: &Zone| {
            let rules = format.rules.iter().filter(|rule| concerns(rule, zone));
            Some(ZoneAdmission {
                zone: zone.named.id.to_string(),
                accepts: language::filter(&zone.accepts, &scope).ok()?,
                rules: rules.clone().filter_map(single).collect(),
                allowances: rules.filter_map(covering).collect(),
            })
        };
        let zones = format.zones.iter().filter_map(gate).collect();
        Admission { parameters, zones }
    }
}

/// The sets that a format asks its cards to be of, and of which there is no card.
pub fn unheld(catalog: &Catalog, format: &Format) -> Vec<SetId> {
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
    let held: BTreeSet<SetId> = catalog.cards.iter().flat_map(|card| card.sets()).collect();
    admitted.retain(|set| !held.contains(set));
    admitted.dedup();
    admitted
}

/// The sets that a filter lets in.
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
