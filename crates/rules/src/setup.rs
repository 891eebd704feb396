//! A format prepared for one deck: the role that the deck plays, and the values of its parameters.

use super::check::WorkBudget;
use super::finding::{Finding, FindingProblem, FindingStatus, Label, LabelKind};
use super::messages::{SetupMessage, SetupProblem};
use super::rulebook::Rulebook;
use sleeve_data::Gather;
use sleeve_data::model::format::{Parameter, Role, Zone};
use sleeve_data::model::{CardIndex, Catalog, Deck, Format, Lang, Lens, Setting, Text};
use sleeve_data::problem;
use sleeve_language::{
    BOX, Cause, Condition, Distance, Filter, MissingFact, ParameterValue, Parameters, PileView,
    ROLE, Rational, Scope, SpreadPiles, Truth, World, ZoneContents,
};
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

/// Name of the pile of all carried cards.
pub const CARRIED: &str = "carried";

/// The role and the parameters that a user sets instead of those of the deck.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Overrides {
    pub role: Option<String>,
    /// Names with values; the last value of a name counts.
    pub parameters: Vec<(String, Setting)>,
}

/// A format made ready for one deck.
pub struct PreparedFormat<'a> {
    pub catalog: &'a Catalog,
    pub format: &'a Format,
    /// Id of the role; `None` if the format has no roles, or can do without one.
    pub role: Option<String>,
    /// The span of the role in the deck, empty for a role that the user states; `None` for a role that
    /// neither states.
    pub stated: Option<Range<usize>>,
    /// Values of the parameters, including the role and the zone contents.
    pub parameters: Parameters,
    /// The names that conditions may use.
    pub scope: Scope<'a>,
    /// Zones and parameters of the deck that the format does not have: they make the deck unusable,
    /// but its rules can be evaluated.
    pub unknown_names: Vec<SetupProblem>,
    /// The zone whose cards should name the role, with the roles that they do name, if that is not
    /// exactly one.
    pub unnamed_role: Option<(String, Vec<String>)>,
    /// The parameters that cards imply, each with the values that fit the cards.
    pub implied: Vec<(&'a Parameter, Vec<Setting>)>,
    /// Whether not all values of parameters that fit the cards only together were tried.
    is_joint_cut: bool,
}

/// The most combinations of values that are tried of parameters whose conditions read each other.
const MAX_JOINT_VALUES: usize = 4096;

/// A parameter whose values depend on those of another.
struct OpenParameter {
    /// Position among the implied parameters.
    position: usize,
    condition: Rc<Condition>,
    perhaps: Vec<Setting>,
}

impl<'a> PreparedFormat<'a> {
    /// Chooses the role and the parameters.
    ///
    /// # Errors
    /// Every mismatch between the deck and the format, if one of them keeps rules from being evaluated.
    pub fn new(
        catalog: &'a Catalog,
        format: &'a Format,
        deck: &Deck,
        overrides: &Overrides,
    ) -> Result<PreparedFormat<'a>, Vec<SetupProblem>> {
        Rulebook::new(catalog, format).prepare(deck, overrides)
    }

    /// Like [`PreparedFormat::new`], for a parsed format and a deck whose zones are piles already. A condition
    /// that costs more than the budget has left implies no role.
    ///
    /// # Errors
    /// As [`PreparedFormat::new`].
    pub fn from_rulebook(
        rulebook: &Rulebook<'a>,
        (deck, spread): (&Deck, &SpreadPiles),
        overrides: &Overrides,
        work: &WorkBudget,
    ) -> Result<PreparedFormat<'a>, Vec<SetupProblem>> {
        let (catalog, format) = (rulebook.catalog, rulebook.format);
        let mut errors = unknown_overrides(format, overrides);
        let mut parameters = read_parameters(format, deck, overrides, &mut errors);
        let scope = rulebook.scope.clone();
        parameters.set_zone_contents(ZoneContents::from_piles(spread));
        let mut setup = PreparedFormat {
            catalog,
            format,
            role: None,
            stated: None,
            parameters,
            scope,
            unknown_names: Vec::new(),
            unnamed_role: None,
            implied: Vec::new(),
            is_joint_cut: false,
        };
        if !format.roles.is_empty() {
            let written = deck.role.as_ref().map(|role| role.span.clone());
            setup.stated = overrides.role.as_ref().map(|_| 0..0).or(written);
            match setup.choose_role(rulebook, (deck, spread), overrides, work) {
                Ok(role) => {
                    setup.parameters.set(ROLE, ParameterValue::Text(role.clone()));
                    setup.role = Some(role);
                }
                Err(SetupProblem { message: SetupMessage::RoleNeeded { .. }, .. })
                    if !depends_on_role(rulebook) => {}
                Err(SetupProblem { message: SetupMessage::RoleNeeded { .. }, .. })
                    if find_role_zone(format).is_some() =>
                {
                    setup.unnamed_role = setup.find_named_roles(rulebook, spread);
                }
                // A role of the user is among the errors already.
                Err(error) if errors.contains(&error) => {}
                Err(error) => errors.push(error),
            }
        }
        setup.find_implied_values(rulebook, spread, work);
        setup.set_default_parameters(rulebook, (deck, spread), overrides, &mut errors);
        for zone in &deck.zones {
            if format.zone(&zone.value).is_none() {
                let message = SetupMessage::UnknownZone {
                    name: zone.value.clone(),
                    candidates: format.zones.iter().map(|z| z.named.id.to_string()).collect(),
                };
                errors.push(problem::Problem::from_span(zone.span.clone(), message));
            }
        }
        if errors.iter().any(|error| error.message.is_fatal()) {
            return Err(errors);
        }
        setup.unknown_names = errors;
        Ok(setup)
    }

    /// Finds the values of parameters that fit the cards. A condition that costs more than the
    /// budget has left fits none.
    fn find_implied_values(
        &mut self,
        rulebook: &Rulebook<'_>,
        spread: &SpreadPiles,
        work: &WorkBudget,
    ) {
        let mut open = Vec::new();
        for parameter in &self.format.parameters {
            let condition = parameter.implied_by.as_deref();
            let Some(condition) = condition.and_then(|text| rulebook.condition(text).ok()) else {
                continue;
            };
            let (mut values, mut perhaps) = (Vec::new(), Vec::new());
            for value in parameter.choices() {
                let mut parameters = self.parameters.clone();
                parameters.set(&parameter.named.id, (&value).into());
                let world = World::from_catalog(self.catalog).with_parameters(&parameters);
                let view = PileView::new(world.with_lens(Lens::Shipped), spread);
                let truth = match work.spend(&condition, &view) {
                    Ok(()) => condition.truth_in(&view),
                    Err(_) => Truth::False,
                };
                match truth {
                    Truth::True => values.push(value),
                    Truth::Unknown => perhaps.push(value),
                    Truth::False => {}
                }
            }
            let is_open = *self.parameters.get(&parameter.named.id) == ParameterValue::Unknown;
            if is_open && values.is_empty() && !perhaps.is_empty() {
                open.push(OpenParameter { position: self.implied.len(), condition, perhaps });
            }
            self.implied.push((parameter, values));
        }
        if open.len() > 1 {
            self.find_joint_values(&open, spread, work);
        }
    }

    /// Finds the values of parameters that fit the cards only together, because the condition of
    /// one reads another. The first values of all parameters belong together.
    fn find_joint_values(
        &mut self,
        open: &[OpenParameter],
        spread: &SpreadPiles,
        work: &WorkBudget,
    ) {
        let cases = open.iter().map(|of| of.perhaps.len()).fold(1, usize::saturating_mul);
        self.is_joint_cut = cases > MAX_JOINT_VALUES;
        for case in 0..cases.min(MAX_JOINT_VALUES) {
            let (mut rest, mut parameters) = (case, self.parameters.clone());
            let mut chosen: Vec<(usize, &Setting)> = Vec::new();
            // The values of the last parameter change first.
            for of in open.iter().rev() {
                let value = of.perhaps.get(rest % of.perhaps.len());
                rest /= of.perhaps.len();
                chosen.extend(value.map(|value| (of.position, value)));
            }
            for (position, value) in &chosen {
                if let Some((parameter, _)) = self.implied.get(*position) {
                    parameters.set(&parameter.named.id, (*value).into());
                }
            }
            let world = World::from_catalog(self.catalog).with_parameters(&parameters);
            let view = PileView::new(world.with_lens(Lens::Shipped), spread);
            let fits = |of: &OpenParameter| {
                work.spend(&of.condition, &view).is_ok()
                    && of.condition.truth_in(&view) == Truth::True
            };
            if !open.iter().all(fits) {
                continue;
            }
            for (position, value) in chosen {
                let values = self.implied.get_mut(position).map(|(_, values)| values);
                let values = values.filter(|values| !values.contains(value));
                values.into_iter().for_each(|values| values.push(value.clone()));
            }
        }
    }

    /// Gives parameters the values that the cards imply, else the defaults of the role. Runs after
    /// the role is chosen, which reads parameters.
    fn set_default_parameters(
        &mut self,
        rulebook: &Rulebook<'_>,
        (deck, spread): (&Deck, &SpreadPiles),
        overrides: &Overrides,
        errors: &mut Vec<SetupProblem>,
    ) {
        for parameter in &self.format.parameters {
            let id = &parameter.named.id;
            if given_value(parameter, deck, overrides).is_some() {
                continue;
            }
            let implied = self.implied.iter().find(|(other, _)| other.named.id == *id);
            let implied = implied.and_then(|(_, values)| values.first());
            match implied.or_else(|| parameter.default_for(self.role.as_deref())) {
                Some(value) => self.parameters.set(id, value.into()),
                None if parameter.by_role.is_empty() => {
                    let choices = parameter.choices().iter().map(Setting::to_string).collect();
                    let name = id.to_string();
                    // Of values that were not all tried together, none is known not to fit.
                    let nearest = self.find_nearest_value(rulebook, spread, parameter);
                    let message = match nearest.filter(|_| !self.is_joint_cut) {
                        Some((nearest, reason)) => {
                            SetupMessage::NoValueFits { name, choices, nearest, reason }
                        }
                        None => SetupMessage::ParameterNeeded { name, choices },
                    };
                    errors.push(message.into());
                }
                // Without a role the value stays unknown, and so does every condition that reads it.
                None => {}
            }
        }
    }

    /// The value of a parameter that comes closest to the cards, with the cause that prevents it;
    /// `None` if no condition on cards implies a value.
    fn find_nearest_value(
        &self,
        rulebook: &Rulebook<'_>,
        spread: &SpreadPiles,
        parameter: &Parameter,
    ) -> Option<(String, Text)> {
        let condition = rulebook.condition(parameter.implied_by.as_deref()?).ok()?;
        let explain = |value: Setting| {
            let mut parameters = self.parameters.clone();
            parameters.set(&parameter.named.id, (&value).into());
            let world = World::from_catalog(self.catalog).with_parameters(&parameters);
            let causes = condition.explain_in(&PileView::new(world, spread)).causes;
            let mut lacking = causes.iter().map(|cause| Some(cause.distance?.amount()));
            let lacking = lacking.try_fold(Rational::ZERO, |all, one| all.plus(one?));
            (lacking, value.to_string(), causes.into_iter().next())
        };
        // A value with an unknown distance comes last.
        let tried = parameter.choices().into_iter().map(explain);
        let nearest = tried.min_by(|(a, ..), (b, ..)| (a.is_none(), a).cmp(&(b.is_none(), b)));
        let (_, value, cause) = nearest?;
        Some((value, Text::from_words(|lang| describe_lack(cause.as_ref(), lang))))
    }

    /// The world in which conditions on this deck are evaluated.
    pub fn world(&'a self, lens: Lens) -> World<'a> {
        World::from_catalog(self.catalog).with_parameters(&self.parameters).with_lens(lens)
    }

    /// The zone whose cards name the role of the deck, with the roles that they certainly name.
    fn find_named_roles(
        &self,
        rulebook: &Rulebook<'_>,
        spread: &SpreadPiles,
    ) -> Option<(String, Vec<String>)> {
        let naming = RoleNaming::from_rulebook(rulebook)?;
        let id = naming.zone.named.id.as_str();
        let world = self.world(Lens::Shipped);
        let piles = spread.universe.piles.iter().zip(&spread.counts);
        let cards = piles.filter(|((name, _), _)| name == id).flat_map(|((_, slots), row)| {
            slots.iter().zip(row).filter(|(_, count)| **count > 0).map(|(slot, _)| slot.card)
        });
        let cards: Vec<CardIndex> = cards.collect();
        let is_named = |role: &&Role| {
            let names_role = |card: &CardIndex| {
                let mut roles = naming.roles(&world, *card);
                roles.any(|(other, truth)| *other == role.named.id && truth == Truth::True)
            };
            cards.iter().any(names_role)
        };
        let roles = self.format.roles.iter().filter(is_named);
        Some((id.to_owned(), roles.map(|role| role.named.id.to_string()).collect()))
    }

    /// Chooses the role: the one that is stated, else the only one, else the one that cards name,
    /// or the only one that a condition implies.
    fn choose_role(
        &self,
        rulebook: &Rulebook<'_>,
        (deck, spread): (&Deck, &SpreadPiles),
        overrides: &Overrides,
        work: &WorkBudget,
    ) -> Result<String, SetupProblem> {
        let written = deck.role.as_ref().map(|r| (r.value.as_str(), Some(r.span.clone())));
        let stated = overrides.role.as_deref().map(|r| (r, None)).or(written);
        if let Some((name, span)) = stated {
            return match self.format.role(name) {
                Some(role) => Ok(role.named.id.to_string()),
                None => {
                    Err(problem::Problem::from_maybe_span(span, unknown_role(self.format, name)))
                }
            };
        }
        if let [only] = self.format.roles.as_slice() {
            return Ok(only.named.id.to_string());
        }
        if let Some((_, roles)) = self.find_named_roles(rulebook, spread)
            && let [role] = roles.as_slice()
        {
            return Ok(role.clone());
        }
        let view = PileView::new(self.world(Lens::Shipped), spread);
        let view = match &rulebook.cache {
            Some(cache) => view.with_cache(cache),
            None => view,
        };
        let implied = self.format.roles.iter().filter(|role| {
            let condition = role.implied_by.as_deref();
            let condition = condition.and_then(|c| rulebook.condition(c).ok());
            let affordable = condition.filter(|c| work.spend(c, &view).is_ok());
            affordable.is_some_and(|c| c.truth_in(&view) == Truth::True)
        });
        match implied.collect::<Vec<_>>().as_slice() {
            [role] => Ok(role.named.id.to_string()),
            _ => {
                let line = deck.heads.line("role", "…");
                Err(SetupMessage::RoleNeeded { line, candidates: role_ids(self.format) }.into())
            }
        }
    }
}

/// The distance from a condition in words: `number of cards is 5, 1 too few`.
fn describe_lack(cause: Option<&Cause>, lang: Lang) -> String {
    let Some(cause) = cause else { return say!(lang, "it does not fit") };
    let (subject, actual) = (cause.subject.get(lang), cause.actual.in_words(lang));
    match cause.distance {
        Some(Distance::TooMany(by)) => {
            say!(lang, "{subject} is {actual}, {by} too many", by = by.in_words(lang))
        }
        Some(Distance::TooFew(by)) => {
            say!(lang, "{subject} is {actual}, {by} too few", by = by.in_words(lang))
        }
        None => subject.to_owned(),
    }
}

/// The zone of a format whose cards name the role of a deck, with the field that names it.
fn find_role_zone(format: &Format) -> Option<(&Zone, &str)> {
    format.zones.iter().find_map(|zone| Some((zone, zone.role_from.as_deref()?)))
}

/// Id of the finding that the cards of the zone that names the role name none, or several.
pub const UNNAMED_ROLE: &str = "role";
/// Id of the finding that these cards contradict the stated role.
pub const STATED_ROLE: &str = "stated-role";

/// A zone whose cards name the role of the deck.
pub struct RoleNaming<'a> {
    pub zone: &'a Zone,
    /// Ids of roles, each with a filter for the cards that name it.
    roles: Vec<(&'a str, Rc<Filter>)>,
}

impl<'a> RoleNaming<'a> {
    /// Finds the zone of a format; `None` if no zone names the role.
    pub fn from_rulebook(rulebook: &Rulebook<'a>) -> Option<RoleNaming<'a>> {
        let (zone, field) = find_role_zone(rulebook.format)?;
        let filter = |role: &'a Role| {
            let names_it = rulebook.filter(&naming_filter(field, role)).ok()?;
            Some((role.named.id.as_str(), names_it))
        };
        Some(RoleNaming { zone, roles: rulebook.format.roles.iter().filter_map(filter).collect() })
    }

    /// For each role, whether a card names it.
    pub fn roles(
        &self,
        world: &World<'_>,
        card: CardIndex,
    ) -> impl Iterator<Item = (&'a str, Truth)> {
        let names = move |(role, filter): &(&'a str, Rc<Filter>)| {
            (*role, filter.test(world, card, Some(&self.zone.named.id)))
        };
        self.roles.iter().map(names)
    }

    /// Whether a card names roles, but not this one.
    pub fn contradicts(&self, role: &str, world: &World<'_>, card: CardIndex) -> Truth {
        let (same, others): (Vec<_>, Vec<_>) =
            self.roles(world, card).partition(|(named, _)| *named == role);
        let any = |named: Vec<(&str, Truth)>| Truth::any(named.into_iter().map(|(_, truth)| truth));
        any(others).and(!any(same))
    }

    /// The facts that would decide which roles cards name.
    pub fn missing_facts(&self, world: &World<'_>, cards: &[(CardIndex, u32)]) -> Vec<MissingFact> {
        let zone = Some(self.zone.named.id.as_str());
        let of_card = |&(card, _): &(CardIndex, u32)| {
            self.roles.iter().flat_map(move |(_, filter)| filter.missing_facts(world, card, zone))
        };
        let missing: BTreeSet<MissingFact> = cards.iter().flat_map(of_card).gather();
        missing.into_iter().collect()
    }
}

/// The filter of the cards whose field names a role.
pub(super) fn naming_filter(field: &str, role: &Role) -> String {
    format!("{field}:\"{}\"", role.named.id)
}

/// Whether some zone or rule belongs to a role or reads `role`. Otherwise a deck without a role can be
/// checked.
fn depends_on_role(rulebook: &Rulebook<'_>) -> bool {
    let format = rulebook.format;
    let zones = format.zones.iter().any(|zone| {
        let accepts = rulebook.filter(&zone.accepts);
        let reads = accepts.is_ok_and(|f| f.parameters().iter().any(|p| p == ROLE));
        !zone.roles.is_empty() || reads
    });
    let rules = format.rules.iter().any(|rule| {
        let mut texts = rulebook.parse_rule(rule).flatten();
        !rule.roles.is_empty() || texts.any(|text| text.parameters().iter().any(|p| p == ROLE))
    });
    zones || rules
}

/// The names that conditions of a format may use: its zones, its parameters, `box` and `carried`.
pub fn format_scope<'a>(catalog: &'a Catalog, format: &Format) -> Scope<'a> {
    Scope::from_format(catalog, format).with_zones([BOX, CARRIED])
}

fn role_ids(format: &Format) -> Vec<String> {
    format.roles.iter().map(|role| role.named.id.to_string()).collect()
}

/// The message that a format has no role of this name.
pub fn unknown_role(format: &Format, name: &str) -> SetupMessage {
    SetupMessage::UnknownRole { name: name.to_owned(), candidates: role_ids(format) }
}

fn unknown_parameter(format: &Format, name: &str) -> SetupMessage {
    let candidates = format.parameters.iter().map(|p| p.named.id.to_string()).collect();
    SetupMessage::UnknownParameter { name: name.to_owned(), candidates }
}

/// The parameters and the role that a user sets although the format does not have them.
pub fn unknown_overrides(format: &Format, overrides: &Overrides) -> Vec<SetupProblem> {
    let names = overrides.parameters.iter().map(|(name, _)| name.as_str());
    let names = names.filter(|name| format.parameter(name).is_none());
    let role = overrides.role.as_deref().filter(|role| format.role(role).is_none());
    let messages = names.map(|name| unknown_parameter(format, name));
    messages.chain(role.map(|role| unknown_role(format, role))).map(SetupProblem::from).collect()
}

fn read_parameters(
    format: &Format,
    deck: &Deck,
    overrides: &Overrides,
    errors: &mut Vec<SetupProblem>,
) -> Parameters {
    let mut values = Parameters::default();
    for (name, _) in &deck.parameters {
        if format.parameter(&name.value).is_none() {
            let message = unknown_parameter(format, &name.value);
            errors.push(problem::Problem::from_span(name.span.clone(), message));
        }
    }
    for parameter in &format.parameters {
        if let Some(value) = initial_value(parameter, deck, overrides) {
            values.set(&parameter.named.id, (&value).into());
        }
    }
    values
}

/// The value of a parameter that the user or else the deck gives; `None` if neither does.
pub fn given_value(parameter: &Parameter, deck: &Deck, overrides: &Overrides) -> Option<Setting> {
    let mut given = overrides.parameters.iter().rev();
    let given = given.find(|(name, _)| parameter.named.means(name)).map(|(_, value)| value);
    let written = deck.parameters.iter().find(|(name, _)| parameter.named.means(&name.value));
    given.or(written.map(|(_, v)| &v.value)).map(|value| parameter.normalize(value))
}

/// The value of a parameter before the role of the deck, and so its default for the role, is known.
fn initial_value(parameter: &Parameter, deck: &Deck, overrides: &Overrides) -> Option<Setting> {
    given_value(parameter, deck, overrides).or_else(|| parameter.default.clone())
}

/// Findings about parameters whose value the format does not allow, under the rule id `parameter-<name>`.
pub fn find_disallowed_parameters(
    format: &Format,
    deck: &Deck,
    overrides: &Overrides,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for parameter in &format.parameters {
        let Some(value) = initial_value(parameter, deck, overrides) else { continue };
        if parameter.allows(&value) {
            continue;
        }
        // A value that the user sets has no place in the deck.
        let is_given = overrides.parameters.iter().any(|(name, _)| parameter.named.means(name));
        let written = deck.parameters.iter().find(|(n, _)| parameter.named.means(&n.value));
        let written = written.filter(|_| !is_given);
        let label = |(_, v): &(_, sleeve_data::model::Spanned<Setting>)| Label {
            span: v.span.clone(),
            what: LabelKind::Value,
        };
        let id = format!("parameter-{}", parameter.named.id);
        let problem = FindingProblem::Parameter { parameter: Box::new(parameter.clone()), value };
        findings.push(Finding {
            cite: format.cite.clone(),
            labels: written.map(label).into_iter().collect(),
            ..Finding::new(id, FindingStatus::Broken, problem)
        });
    }
    findings
}
