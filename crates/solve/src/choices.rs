//! Parameters that nobody gives: where no deck is legal with their defaults, one may be with other values.

use super::repair::{find_refutation, solve};
use super::request::{Ending, Outcome, SearchLimit, SolveRequest, WishOrigin, Wishes};
use sleeve_data::model::format::{Contents, Parameter, Rule, RuleBody};
use sleeve_data::model::{Catalog, Deck, Number, Setting, Spanned};
use sleeve_language::{BOX, BOXES, Condition, ParameterValue};
use sleeve_rules::allowances::has_number;
use sleeve_rules::setup::given_value;
use sleeve_rules::{CheckError, CheckOptions, Rulebook};
use std::time::Duration;
use web_time::Instant;

/// Most ways to choose the values of parameters that are tried for one role of a format.
pub const CHOICES_LIMIT: usize = 64;

/// Who says what a parameter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Giver {
    /// The deck, or the user.
    Given,
    /// The format, where nobody else does.
    Default,
    /// The search: with its own value no deck is legal, or it has none.
    Search,
}

impl Giver {
    /// Its name in documents.
    pub fn word(self) -> &'static str {
        match self {
            Giver::Given => "given",
            Giver::Default => "default",
            Giver::Search => "search",
        }
    }
}

/// A value of a parameter that an answer rests on.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterChoice {
    /// Id of the parameter.
    pub parameter: String,
    /// Its value.
    pub value: Setting,
    /// Who says so.
    pub giver: Giver,
}

/// As [`solve`], with any allowed values of the parameters that nobody gives, where no deck is legal with
/// their defaults. A deck that is found says its values.
///
/// # Errors
/// When the deck does not fit the format, or a rule has a mistake.
pub fn solve_any(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    request: &SolveRequest<'_>,
) -> Result<Outcome, CheckError> {
    let until = Instant::now().checked_add(request.time);
    let outcome = solve(rulebook, deck, options, request)?;
    if outcome.ending != Ending::Impossible {
        return Ok(outcome);
    }
    let is_read = |parameter: &&Parameter| match &outcome.core {
        Some(core) => is_parameter_read(rulebook, request, &core.sources, &parameter.named.id),
        None => true,
    };
    let is_given = |parameter: &Parameter| {
        let mut given = options.overrides.parameters.iter().map(|(name, _)| name.as_str());
        let mut written = deck.parameters.iter().map(|(name, _)| name.value.as_str());
        given.any(|name| parameter.named.means(name))
            || written.any(|name| parameter.named.means(name))
    };
    let free = rulebook.format.parameters.iter().filter(|p| p.is_open() && !is_given(p));
    let free: Vec<&Parameter> = free.filter(is_read).collect();
    if free.is_empty() {
        return Ok(outcome);
    }
    let names: Vec<String> = free.iter().map(|p| p.named.id.to_string()).collect();
    let told = |mut outcome: Outcome| {
        let core = outcome.core.get_or_insert_default();
        core.sources.extend(names.iter().map(|name| WishOrigin::Choices(name.clone())));
        outcome.assumed.retain(|assumed| !names.contains(&assumed.parameter));
        outcome
    };
    let left =
        || until.map_or(Duration::ZERO, |until| until.saturating_duration_since(Instant::now()));
    let in_time = || SolveRequest { time: left(), ..request.clone() };
    // How many cards boxes hold is a number in rows, not a range.
    if !names.iter().any(|name| name == BOXES)
        && let Some(refuted) = find_refutation(rulebook, deck, options, &in_time(), &names)?
    {
        return Ok(told(Outcome { keeps_states: outcome.keeps_states, ..refuted }));
    }
    let mut ways: Vec<Vec<(String, Setting)>> = vec![Vec::new()];
    for (parameter, name) in free.iter().zip(&names) {
        let values = list_values(parameter);
        let longer = ways.iter().flat_map(|chosen| {
            let one = |value: &Setting| {
                chosen.iter().cloned().chain([(name.clone(), value.clone())]).collect()
            };
            values.iter().map(one).collect::<Vec<_>>()
        });
        // One more tells that there are too many.
        ways = longer.take(CHOICES_LIMIT + 1).collect();
    }
    let mut is_refuted =
        ways.len() <= CHOICES_LIMIT && free.iter().all(|p| !p.choices().is_empty());
    let mut limit = SearchLimit::Values;
    for way in ways.into_iter().take(CHOICES_LIMIT) {
        if left().is_zero() {
            (is_refuted, limit) = (false, SearchLimit::Time);
            break;
        }
        let said = |value: String| Spanned { value, span: 0..0 };
        let mut deck = deck.clone();
        deck.parameters.extend(
            way.into_iter().map(|(name, value)| (said(name), Spanned { value, span: 0..0 })),
        );
        let request = SolveRequest { explain: false, ..in_time() };
        let other = solve(rulebook, &deck, options, &request)?;
        match other.ending {
            Ending::Found(_) => return Ok(other.with_searched_values(&names)),
            Ending::Impossible => {}
            // What kept one value undecided is told of all, the time before anything else.
            _ => {
                is_refuted = false;
                limit = other.limit.filter(|_| limit != SearchLimit::Time).unwrap_or(limit);
            }
        }
    }
    Ok(if is_refuted { told(outcome) } else { Outcome::undecided(limit) })
}

/// Any value of a parameter.
pub(super) fn any_value(parameter: &Parameter) -> ParameterValue {
    if !parameter.words.is_empty() {
        return ParameterValue::Unknown;
    }
    let ends = |listed: Option<&Number>, end: Option<Number>| listed.copied().or(end);
    let low = ends(parameter.allowed.iter().min(), parameter.min);
    ParameterValue::Range(low, ends(parameter.allowed.iter().max(), parameter.max))
}

/// The values of a parameter that are tried: all, or some of a range.
fn list_values(parameter: &Parameter) -> Vec<Setting> {
    let choices = parameter.choices();
    if !choices.is_empty() {
        return choices;
    }
    let whole = |n: i64| Number::from_integer(n);
    let ends = [parameter.min, parameter.max].into_iter().flatten();
    let steps =
        [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000].into_iter().filter_map(whole);
    let mut values: Vec<Setting> = ends.chain(steps).map(Setting::Number).collect();
    values.retain(|value| parameter.allows(value));
    values
}

impl Outcome {
    /// The same where the search chose the values of some parameters.
    pub(super) fn with_searched_values(mut self, names: &[String]) -> Outcome {
        let chosen = |assumed: &&mut ParameterChoice| names.contains(&assumed.parameter);
        self.assumed.iter_mut().filter(chosen).for_each(|of| of.giver = Giver::Search);
        self
    }
}

/// The values of parameters that an answer rests on, of those that may have others: where no deck is legal,
/// those that the reason reads; else all that is asked of the deck.
pub(super) fn list_assumed_values(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    request: &SolveRequest<'_>,
    outcome: &Outcome,
) -> Vec<ParameterChoice> {
    let format = rulebook.format;
    let Ok(setup) = rulebook.setup(deck, &options.overrides) else { return Vec::new() };
    let role = setup.role.as_deref();
    let sources: Vec<WishOrigin> = match (&outcome.ending, &outcome.core) {
        (Ending::Impossible, Some(core)) => core.sources.clone(),
        (Ending::Impossible | Ending::Found(_), _) => {
            let asks = |rule: &Rule| {
                rule.roles.is_empty()
                    || role.is_some_and(|role| rule.roles.iter().any(|of| of == role))
            };
            let rules = format.rules.iter().enumerate().filter(|(_, rule)| asks(rule));
            let wished = (0..request.wishes.require.len()).map(WishOrigin::Require);
            let wished = wished.chain([WishOrigin::Only, WishOrigin::Lock]);
            rules.map(|(at, _)| WishOrigin::Rule(at)).chain(wished).collect()
        }
        _ => return Vec::new(),
    };
    let goal = request.wishes.maximise.as_ref().map(|goal| goal.parameters()).unwrap_or_default();
    let is_read = |parameter: &&Parameter| {
        let id = parameter.named.id.as_str();
        goal.iter().any(|name| name == id) || is_parameter_read(rulebook, request, &sources, id)
    };
    let open = format.parameters.iter().filter(|parameter| parameter.is_open());
    let assumed = open.filter(is_read).filter_map(|parameter| {
        let given = given_value(parameter, deck, &options.overrides);
        let giver = if given.is_some() { Giver::Given } else { Giver::Default };
        let value = given.or_else(|| parameter.default_for(role).cloned())?;
        Some(ParameterChoice { parameter: parameter.named.id.to_string(), value, giver })
    });
    assumed.collect()
}

/// Whether some of what asks reads a parameter.
fn is_parameter_read(
    rulebook: &Rulebook<'_>,
    request: &SolveRequest<'_>,
    sources: &[WishOrigin],
    id: &str,
) -> bool {
    let among = |names: Vec<String>| names.iter().any(|name| name == id);
    let asks = |condition: &Condition| {
        let of_boxes = id == BOXES && condition.piles().iter().any(|pile| pile == BOX);
        of_boxes || among(condition.parameters())
    };
    // What cannot be read may read anything.
    let condition = |text: &str| rulebook.condition(text).map_or(true, |c| asks(&c));
    let filter = |text: &str| rulebook.filter(text).map_or(true, |f| among(f.parameters()));
    let rule = |rule: &Rule| match &rule.body {
        RuleBody::Require(text) => condition(text),
        RuleBody::Allowances(allowances) => allowances.iter().any(|allowance| {
            let number = allowance.up_to.as_deref().is_some_and(|n| condition(&has_number(n)));
            number || filter(&allowance.cards)
        }),
        RuleBody::Contents(Contents::List(_)) => false,
        RuleBody::Contents(Contents::Filter { filter: cards, each }) => {
            filter(cards) || condition(&has_number(each))
        }
        RuleBody::SetsOut(text) => filter(text),
        RuleBody::Carries(carries) => !carries.placed.is_empty() && filter(&carries.placed),
    };
    let format = rulebook.format;
    // What a zone accepts is asked of every deck.
    format.zones.iter().any(|zone| filter(&zone.accepts))
        || sources.iter().any(|source| match source {
            WishOrigin::Rule(at) => format.rules.get(*at).is_some_and(rule),
            WishOrigin::CardRule(card, at) => {
                rulebook.catalog.rules_of(*card).get(*at).is_some_and(|of| rule(&of.rule))
            }
            WishOrigin::Require(at) => request.wishes.require.get(*at).is_some_and(asks),
            WishOrigin::Only => request.wishes.only.iter().any(|f| among(f.parameters())),
            WishOrigin::Lock => request.wishes.lock.iter().any(|f| among(f.parameters())),
            WishOrigin::Role(_) => true,
            _ => false,
        })
}

/// Whether rules of the format, rules of cards, or wishes read a field of the copy. Where that is not
/// plain to see, they may.
pub(super) fn are_states_read(rulebook: &Rulebook<'_>, wishes: &Wishes) -> bool {
    let catalog: &Catalog = rulebook.catalog;
    let game = &catalog.game;
    if game.copy_fields().next().is_none() {
        return false;
    }
    let filter = |text: &str| rulebook.filter(text).is_ok_and(|filter| filter.reads_copies(game));
    let condition = |text: &str| rulebook.condition(text).is_ok_and(|c| c.reads_copies(game));
    let measure = |text: &str| rulebook.measure(text).is_ok_and(|m| m.reads_copies(game));
    let reads = |rule: &Rule| match &rule.body {
        RuleBody::Require(text) => condition(text),
        RuleBody::Allowances(allowances) => allowances.iter().any(|allowance| {
            filter(&allowance.cards) || allowance.up_to.as_deref().is_some_and(measure)
        }),
        RuleBody::Contents(Contents::List(_)) => false,
        RuleBody::Contents(Contents::Filter { .. })
        | RuleBody::Carries(_)
        | RuleBody::SetsOut(_) => true,
    };
    let format = rulebook.format;
    let mut of_cards = catalog.card_rules().iter().flat_map(|of| of.rules.unpacked());
    let asked = wishes.lock.iter().chain(&wishes.only).any(|filter| filter.reads_copies(game))
        || wishes.require.iter().any(|condition| condition.reads_copies(game))
        || wishes.maximise.iter().any(|measure| measure.reads_copies(game));
    asked
        || format.rules.iter().any(reads)
        || format.zones.iter().any(|zone| filter(&zone.accepts))
        || of_cards.any(|of| reads(&of.rule))
}
