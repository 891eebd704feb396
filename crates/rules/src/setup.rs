//! A format prepared for one deck: the role that the deck plays, and the values of its parameters.

use super::{
    budget::WorkBudget,
    finding::{Finding, FindingProblem, FindingStatus, Label},
    messages::{SetupMessage, SetupProblem},
    piles,
    rulebook::Rulebook,
    scope::naming_filter,
};
use sleeve_data::{
    model::{
        CardIndex, Catalog, Deck, Format, Lang, Lens, Setting, Spanned, Text,
        format::{Parameter, Role, Zone},
    },
    problem::Problem,
};
use sleeve_language::{
    Cause, Condition, Distance, Filter, MissingFact, ParameterValue, Parameters, PileView, ROLE,
    Rational, Scope, SpreadPiles, Truth, World, ZoneContents,
};
use std::{collections::BTreeSet, ops::Range, rc::Rc};

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
    /// The span of the role in the deck, empty for a role that the user states; `None` for a role
    /// that neither states.
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

/// A value that is tried for an implied parameter.
struct TriedValue<'o> {
    /// Position among the implied parameters.
    position: usize,
    value: &'o Setting,
}

/// A deck for which a format is prepared.
pub struct SetupRequest<'r, 'a> {
    pub rulebook: &'r Rulebook<'a>,
    pub deck: &'r Deck,
    /// The zones of the deck.
    pub spread: &'r SpreadPiles,
    /// The zones in any world, with the cache of the rulebook.
    pub view: &'r PileView<'r>,
    pub overrides: &'r Overrides,
    /// A condition that costs more than this has left implies no role and no value.
    pub work: &'r WorkBudget,
}

impl<'a> Rulebook<'a> {
    /// Prepares the format for a deck: its role and its parameters.
    ///
    /// # Errors
    /// As [`PreparedFormat::new`].
    pub fn prepare(
        &self,
        deck: &Deck,
        overrides: &Overrides,
    ) -> Result<PreparedFormat<'a>, Vec<SetupProblem>> {
        let spread = &SpreadPiles::from_piles(&piles::from_deck(self.format, deck, &[]));
        let view = &self.view(World::from_catalog(self.catalog), spread);
        let work = &WorkBudget::default();
        let request = SetupRequest { rulebook: self, deck, spread, view, overrides, work };
        PreparedFormat::from_request(&request)
    }
}

impl<'a> PreparedFormat<'a> {
    /// Chooses the role and the parameters.
    ///
    /// # Errors
    /// Every mismatch between the deck and the format, if one of them keeps rules from being
    /// evaluated.
    pub fn new(
        catalog: &'a Catalog,
        format: &'a Format,
        deck: &Deck,
        overrides: &Overrides,
    ) -> Result<PreparedFormat<'a>, Vec<SetupProblem>> {
        Rulebook::new(catalog, format).prepare(deck, overrides)
    }

    /// Like [`PreparedFormat::new`], for a parsed format and a deck whose zones are piles already.
    ///
    /// # Errors
    /// As [`PreparedFormat::new`].
    pub fn from_request(
        request: &SetupRequest<'_, 'a>,
    ) -> Result<PreparedFormat<'a>, Vec<SetupProblem>> {
        let SetupRequest { rulebook, deck, overrides, .. } = *request;
        let format = rulebook.format;
        let mut errors = unknown_overrides(format, overrides);
        let mut parameters = read_parameters(format, deck, overrides, &mut errors);
        parameters.set_zone_contents(ZoneContents::from_piles(request.spread));
        let mut setup = PreparedFormat {
            catalog: rulebook.catalog,
            format,
            role: None,
            stated: None,
            parameters,
            scope: rulebook.scope.clone(),
            unknown_names: Vec::new(),
            unnamed_role: None,
            implied: Vec::new(),
            is_joint_cut: false,
        };
        setup.set_role(request, &mut errors);
        setup.find_implied_values(request);
        setup.set_default_parameters(request, &mut errors);
        for zone in &deck.zones {
            if format.zone(&zone.value).is_none() {
                let message = SetupMessage::UnknownZone {
                    name: zone.value.clone(),
                    candidates: format
                        .zones
                        .iter()
                        .map(|z| z.named.id.to_string())
                        .collect(),
                };
                errors.push(Problem::from_span(zone.span.clone(), message));
            }
        }
        if errors.iter().any(|error| error.message.is_fatal()) {
            return Err(errors);
        }
        setup.unknown_names = errors;
        Ok(setup)
    }

    /// Sets the role, or notes which roles the cards name instead of one.
    fn set_role(&mut self, request: &SetupRequest<'_, 'a>, errors: &mut Vec<SetupProblem>) {
        if self.format.roles.is_empty() {
            return;
        }
        self.stated = match &request.deck.role {
            _ if request.overrides.role.is_some() => Some(0..0),
            Some(written) => Some(written.span.clone()),
            None => None,
        };
        let error = match self.choose_role(request) {
            Ok(role) => {
                self.parameters
                    .set(ROLE, ParameterValue::Text(role.clone()));
                self.role = Some(role);
                return;
            }
            Err(error) => error,
        };
        if matches!(error.message, SetupMessage::RoleNeeded { .. }) {
            if !depends_on_role(request.rulebook) {
                return;
            }
            if find_role_zone(self.format).is_some() {
                self.unnamed_role = self.find_named_roles(request);
                return;
            }
        }
        // A role of the user is among the errors already.
        if !errors.contains(&error) {
            errors.push(error);
        }
    }

    /// Finds the values of parameters that fit the cards.
    fn find_implied_values(&mut self, request: &SetupRequest<'_, 'a>) {
        let mut open = Vec::new();
        for parameter in &self.format.parameters {
            let Some(text) = &parameter.implied_by else { continue };
            let Ok(condition) = request.rulebook.condition(text) else { continue };
            let (mut values, mut perhaps) = (Vec::new(), Vec::new());
            for value in parameter.choices() {
                let mut parameters = self.parameters.clone();
                parameters.set(&parameter.named.id, (&value).into());
                match self.try_condition(request, &condition, &parameters) {
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
            self.find_joint_values(request, &open);
        }
    }

    /// Whether the deck meets a condition with these parameters; false if the budget has too little
    /// left.
    fn try_condition(
        &self,
        request: &SetupRequest<'_, 'a>,
        condition: &Condition,
        parameters: &Parameters,
    ) -> Truth {
        let world = World::from_catalog(self.catalog).with_parameters(parameters);
        let view = request.view.in_world(world.with_lens(Lens::Shipped));
        match request.work.spend(condition, &view) {
            Ok(()) => condition.truth_in(&view),
            Err(_) => Truth::False,
        }
    }

    /// Finds the values of parameters that fit the cards only together, because the condition of
    /// one reads another. The first values of all parameters belong together.
    fn find_joint_values(&mut self, request: &SetupRequest<'_, 'a>, open: &[OpenParameter]) {
        let cases = open
            .iter()
            .map(|of| of.perhaps.len())
            .fold(1, usize::saturating_mul);
        self.is_joint_cut = cases > MAX_JOINT_VALUES;
        for case in 0..cases.min(MAX_JOINT_VALUES) {
            let tried = nth_combination(open, case);
            let mut parameters = self.parameters.clone();
            for TriedValue { position, value } in &tried {
                if let Some((parameter, _)) = self.implied.get(*position) {
                    parameters.set(&parameter.named.id, (*value).into());
                }
            }
            let mut truths = open
                .iter()
                .map(|of| self.try_condition(request, &of.condition, &parameters));
            if !truths.all(Truth::is_true) {
                continue;
            }
            for TriedValue { position, value } in tried {
                if let Some((_, values)) = self.implied.get_mut(position)
                    && !values.contains(value)
                {
                    values.push(value.clone());
                }
            }
        }
    }

    /// Gives parameters the values that the cards imply, else the defaults of the role. Runs after
    /// the role is chosen, which reads parameters.
    fn set_default_parameters(
        &mut self,
        request: &SetupRequest<'_, 'a>,
        errors: &mut Vec<SetupProblem>,
    ) {
        for parameter in &self.format.parameters {
            if given_value(parameter, request.deck, request.overrides).is_some() {
                continue;
            }
            let id = &parameter.named.id;
            let implied = self.implied.iter().find(|(other, _)| other.named.id == *id);
            let fitting = implied.and_then(|(_, values)| values.first());
            if let Some(value) = fitting.or_else(|| parameter.default_for(self.role.as_deref())) {
                self.parameters.set(id, value.into());
            } else if parameter.by_role.is_empty() {
                errors.push(self.explain_missing_value(request, parameter).into());
            }
            // Without a role the value stays unknown, and so does every condition that reads it.
        }
    }

    fn explain_missing_value(
        &self,
        request: &SetupRequest<'_, 'a>,
        parameter: &Parameter,
    ) -> SetupMessage {
        let name = parameter.named.id.to_string();
        let choices = parameter.choices().iter().map(Setting::to_string).collect();
        // Of values that were not all tried together, none is known not to fit.
        if !self.is_joint_cut
            && let Some((nearest, reason)) = self.find_nearest_value(request, parameter)
        {
            return SetupMessage::NoValueFits { name, choices, nearest, reason };
        }
        SetupMessage::ParameterNeeded { name, choices }
    }

    /// The value of a parameter that comes closest to the cards, with the cause that prevents it;
    /// `None` if no condition on cards implies a value.
    fn find_nearest_value(
        &self,
        request: &SetupRequest<'_, 'a>,
        parameter: &Parameter,
    ) -> Option<(String, Text)> {
        let condition = request
            .rulebook
            .condition(parameter.implied_by.as_deref()?)
            .ok()?;
        let tried = parameter.choices().into_iter().map(|value| {
            let mut parameters = self.parameters.clone();
            parameters.set(&parameter.named.id, (&value).into());
            let world = World::from_catalog(self.catalog).with_parameters(&parameters);
            let causes = condition.explain_in(&request.view.in_world(world)).causes;
            let mut amounts = causes.iter().map(|cause| Some(cause.distance?.amount()));
            let lacking = amounts.try_fold(Rational::ZERO, |all, one| all.plus(one?));
            (lacking, value.to_string(), causes.into_iter().next())
        });
        // A value with an unknown distance comes last.
        let nearest = tried.min_by(|(a, ..), (b, ..)| (a.is_none(), a).cmp(&(b.is_none(), b)));
        let (_, value, cause) = nearest?;
        Some((value, Text::from_words(|lang| describe_lack(cause.as_ref(), lang))))
    }

    /// The world in which conditions on this deck are evaluated.
    pub fn world(&'a self, lens: Lens) -> World<'a> {
        World::from_catalog(self.catalog)
            .with_parameters(&self.parameters)
            .with_lens(lens)
    }

    /// The zone whose cards name the role of the deck, with the roles that they certainly name.
    fn find_named_roles(&self, request: &SetupRequest<'_, 'a>) -> Option<(String, Vec<String>)> {
        let naming = RoleNaming::from_rulebook(request.rulebook)?;
        let id = naming.zone.named.id.as_str();
        let world = self.world(Lens::Shipped);
        let cards = list_pile_cards(request.spread, id);
        let mut named = Vec::new();
        for role in &self.format.roles {
            if cards
                .iter()
                .any(|card| naming.certainly_names(&role.named.id, &world, *card))
            {
                named.push(role.named.id.to_string());
            }
        }
        Some((id.to_owned(), named))
    }

    /// Chooses the role: the one that is stated, else the only one, else the one that cards name,
    /// or the only one that a condition implies.
    fn choose_role(&self, request: &SetupRequest<'_, 'a>) -> Result<String, SetupProblem> {
        if let Some(role) = &request.overrides.role {
            return self.find_stated_role(role, None);
        }
        if let Some(role) = &request.deck.role {
            return self.find_stated_role(&role.value, Some(role.span.clone()));
        }
        if let [only] = self.format.roles.as_slice() {
            return Ok(only.named.id.to_string());
        }
        if let Some((_, roles)) = self.find_named_roles(request)
            && let [role] = roles.as_slice()
        {
            return Ok(role.clone());
        }
        let view = request.view.in_world(self.world(Lens::Shipped));
        let roles = self.format.roles.iter();
        let implied: Vec<&Role> = roles
            .filter(|role| is_role_implied(request, role, &view))
            .collect();
        let [role] = implied.as_slice() else {
            let line = request.deck.heads.line("role", "…");
            let candidates = role_ids(self.format);
            return Err(SetupMessage::RoleNeeded { line, candidates }.into());
        };
        Ok(role.named.id.to_string())
    }

    fn find_stated_role(
        &self,
        name: &str,
        span: Option<Range<usize>>,
    ) -> Result<String, SetupProblem> {
        match self.format.role(name) {
            Some(role) => Ok(role.named.id.to_string()),
            None => Err(Problem::from_maybe_span(span, unknown_role(self.format, name))),
        }
    }
}

fn is_role_implied(request: &SetupRequest<'_, '_>, role: &Role, view: &PileView<'_>) -> bool {
    let Some(text) = &role.implied_by else { return false };
    let Ok(condition) = request.rulebook.condition(text) else { return false };
    request.work.spend(&condition, view).is_ok() && condition.truth_in(view).is_true()
}

/// The values of one combination. The value of the last parameter changes first.
fn nth_combination(open: &[OpenParameter], case: usize) -> Vec<TriedValue<'_>> {
    let mut rest = case;
    let mut tried = Vec::new();
    for of in open.iter().rev() {
        if let Some(value) = of.perhaps.get(rest % of.perhaps.len()) {
            tried.push(TriedValue { position: of.position, value });
        }
        rest /= of.perhaps.len();
    }
    tried
}

/// The cards with copies in the pile of a zone.
fn list_pile_cards(spread: &SpreadPiles, zone: &str) -> Vec<CardIndex> {
    let mut cards = Vec::new();
    for ((name, slots), counts) in spread.universe.piles.iter().zip(&spread.counts) {
        if name == zone {
            let slots_with_counts = slots.iter().zip(counts).filter(|(_, count)| **count > 0);
            cards.extend(slots_with_counts.map(|(slot, _)| slot.card));
        }
    }
    cards
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
    format
        .zones
        .iter()
        .find_map(|zone| Some((zone, zone.role_from.as_deref()?)))
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
        let mut roles = Vec::new();
        for role in &rulebook.format.roles {
            if let Ok(names_it) = rulebook.filter(&naming_filter(field, role)) {
                roles.push((role.named.id.as_str(), names_it));
            }
        }
        Some(RoleNaming { zone, roles })
    }

    /// For each role, whether a card names it.
    pub fn roles(
        &self,
        world: &World<'_>,
        card: CardIndex,
    ) -> impl Iterator<Item = (&'a str, Truth)> {
        let zone = Some(self.zone.named.id.as_str());
        self.roles
            .iter()
            .map(move |(role, filter)| (*role, filter.test(world, card, zone)))
    }

    fn certainly_names(&self, role: &str, world: &World<'_>, card: CardIndex) -> bool {
        self.roles(world, card)
            .any(|(named, truth)| named == role && truth.is_true())
    }

    /// Whether a card names roles, but not this one.
    pub fn contradicts(&self, role: &str, world: &World<'_>, card: CardIndex) -> Truth {
        let (mut names_it, mut names_another) = (Truth::False, Truth::False);
        for (named, truth) in self.roles(world, card) {
            if named == role {
                names_it = names_it.or(truth);
            } else {
                names_another = names_another.or(truth);
            }
        }
        names_another.and(!names_it)
    }

    /// The facts that would decide which roles cards name.
    pub fn missing_facts(&self, world: &World<'_>, cards: &[(CardIndex, u32)]) -> Vec<MissingFact> {
        let zone = Some(self.zone.named.id.as_str());
        let mut missing = BTreeSet::new();
        for (card, _) in cards {
            for (_, filter) in &self.roles {
                missing.extend(filter.missing_facts(world, *card, zone));
            }
        }
        missing.into_iter().collect()
    }
}

/// Whether some zone or rule belongs to a role or reads `role`. Otherwise a deck without a role can
/// be checked.
fn depends_on_role(rulebook: &Rulebook<'_>) -> bool {
    let format = rulebook.format;
    for zone in &format.zones {
        let accepts = rulebook.filter(&zone.accepts);
        if !zone.roles.is_empty() || accepts.is_ok_and(|filter| reads_role(&filter.parameters())) {
            return true;
        }
    }
    for rule in &format.rules {
        let mut texts = rulebook.parse_rule(rule).flatten();
        if !rule.roles.is_empty() || texts.any(|text| reads_role(&text.parameters())) {
            return true;
        }
    }
    false
}

fn reads_role(parameters: &[String]) -> bool {
    parameters.iter().any(|parameter| parameter == ROLE)
}

fn role_ids(format: &Format) -> Vec<String> {
    format
        .roles
        .iter()
        .map(|role| role.named.id.to_string())
        .collect()
}

/// The message that a format has no role of this name.
pub fn unknown_role(format: &Format, name: &str) -> SetupMessage {
    SetupMessage::UnknownRole { name: name.to_owned(), candidates: role_ids(format) }
}

fn unknown_parameter(format: &Format, name: &str) -> SetupMessage {
    let candidates = format
        .parameters
        .iter()
        .map(|p| p.named.id.to_string())
        .collect();
    SetupMessage::UnknownParameter { name: name.to_owned(), candidates }
}

/// The parameters and the role that a user sets although the format does not have them.
pub fn unknown_overrides(format: &Format, overrides: &Overrides) -> Vec<SetupProblem> {
    let mut messages = Vec::new();
    for (name, _) in &overrides.parameters {
        if format.parameter(name).is_none() {
            messages.push(unknown_parameter(format, name).into());
        }
    }
    if let Some(role) = &overrides.role
        && format.role(role).is_none()
    {
        messages.push(unknown_role(format, role).into());
    }
    messages
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
            errors.push(Problem::from_span(name.span.clone(), message));
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
    let mut set_by_user = overrides.parameters.iter().rev();
    let value = match set_by_user.find(|(name, _)| parameter.named.means(name)) {
        Some((_, value)) => value,
        None => &written_value(parameter, deck)?.value,
    };
    Some(parameter.normalize(value))
}

/// The value of a parameter in the deck file.
pub(super) fn written_value<'d>(
    parameter: &Parameter,
    deck: &'d Deck,
) -> Option<&'d Spanned<Setting>> {
    let written = deck
        .parameters
        .iter()
        .find(|(name, _)| parameter.named.means(&name.value));
    written.map(|(_, value)| value)
}

/// The value of a parameter before the role of the deck, and so its default for the role, is
/// known.
fn initial_value(parameter: &Parameter, deck: &Deck, overrides: &Overrides) -> Option<Setting> {
    given_value(parameter, deck, overrides).or_else(|| parameter.default.clone())
}

/// Findings about parameters whose value the format does not allow, under the rule id
/// `parameter-<name>`.
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
        let mut labels = Vec::new();
        // A value that the user sets has no place in the deck.
        if !overrides
            .parameters
            .iter()
            .any(|(name, _)| parameter.named.means(name))
            && let Some(written) = written_value(parameter, deck)
        {
            labels.push(Label::value(written.span.clone()));
        }
        let id = format!("parameter-{}", parameter.named.id);
        let problem = FindingProblem::Parameter { parameter: Box::new(parameter.clone()), value };
        findings.push(Finding {
            cite: format.cite.clone(),
            labels,
            ..Finding::new(id, FindingStatus::Broken, problem)
        });
    }
    findings
}
