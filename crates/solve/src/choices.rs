//! Choices of parameters that neither deck nor user sets: if no deck is legal with the defaults,
//! one may be legal with other values. Also the parameters and states of copies that rules and
//! wishes read.

use super::implied::{list_implied, unspanned};
use super::repair::{find_refutation, solve};
use super::request::{Aim, Effort, Ending, Outcome, SearchLimit, SolveRequest, WishOrigin, Wishes};
use sleeve_data::model::format::{Parameter, Rule, RuleBody};
use sleeve_data::model::{Catalog, Deck, Number, Setting};
use sleeve_language::{BOX, BOXES, ParameterValue};
use sleeve_rules::setup::given_value;
use sleeve_rules::{CheckError, CheckOptions, Rulebook};
use std::time::Duration;
use web_time::Instant;

/// The most combinations of parameter values that are tried for one role of a format.
pub const CHOICES_LIMIT: usize = 64;

worded! {
    /// The origin of the value of a parameter.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Giver, word {
        /// The user, the deck or its cards.
        Given = "given",
        /// The format, by its default.
        Default = "default",
        /// The search: with the default no deck is legal, or a better one is with another value.
        Search = "chosen",
    }
}

/// A value of a parameter that an answer rests on.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterChoice {
    pub parameter: String,
    pub value: Setting,
    pub giver: Giver,
}

/// Like [`solve`], but tries other allowed values of parameters that neither deck nor user sets if
/// no deck is legal with the defaults. A found deck states these values.
///
/// # Errors
/// The deck does not fit the format, or a rule has a mistake.
pub fn solve_with_choices(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    request: &SolveRequest<'_>,
) -> Result<Outcome, CheckError> {
    let start = Instant::now();
    let wishes = request.wishes.with_known_decks(rulebook.catalog);
    let request = &SolveRequest { wishes: &wishes, ..request.clone() };
    let outcome = solve(rulebook, deck, options, request)?;
    if outcome.ending != Ending::Impossible {
        return Ok(outcome);
    }
    // Another value of a parameter that the contradiction does not read leaves the contradiction as it is.
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
    // The values of these were all tried.
    let implied = list_implied(rulebook, deck, options);
    let is_implied =
        |parameter: &Parameter| implied.iter().any(|of| of.named.id == parameter.named.id);
    let free = rulebook.format.parameters.iter();
    let free = free.filter(|p| p.is_open() && !is_given(p) && !is_implied(p));
    let free: Vec<&Parameter> = free.filter(is_read).collect();
    if free.is_empty() {
        return Ok(outcome);
    }
    let names: Vec<String> = free.iter().map(|p| p.named.id.to_string()).collect();
    let with_choices = |mut outcome: Outcome| {
        let core = outcome.core.get_or_insert_default();
        let choices = names.iter().map(|name| WishOrigin::Choices(name.clone()));
        // Parameters that cards imply are listed already.
        let new: Vec<WishOrigin> = choices.filter(|of| !core.sources.contains(of)).collect();
        core.sources.extend(new);
        outcome.assumed_values.retain(|assumed| !names.contains(&assumed.parameter));
        outcome
    };
    // Work bounds each search: how much one of them spent is the same on every machine.
    let effort_left = || match request.effort {
        Effort::Time(time) => Effort::Time(time.saturating_sub(start.elapsed())),
        work @ Effort::Work(_) => work,
    };
    let new_request = || SolveRequest { effort: effort_left(), ..request.clone() };
    // First refute all values at once, with parameters as ranges. The number of boxes multiplies cards, which
    // rows cannot take as a range.
    if !names.iter().any(|name| name == BOXES)
        && let Some(refuted) = find_refutation(rulebook, deck, options, &new_request(), &names)?
    {
        return Ok(with_choices(Outcome { keeps_states: outcome.keeps_states, ..refuted }));
    }
    let mut combinations: Vec<Vec<(String, Setting)>> = vec![Vec::new()];
    for (parameter, name) in free.iter().zip(&names) {
        let values = list_values(parameter);
        let longer = combinations.iter().flat_map(|chosen| {
            let extend = |value: &Setting| {
                chosen.iter().cloned().chain([(name.clone(), value.clone())]).collect()
            };
            values.iter().map(extend).collect::<Vec<_>>()
        });
        // One more than the limit shows that there are too many.
        combinations = longer.take(CHOICES_LIMIT + 1).collect();
    }
    let mut is_refuted =
        combinations.len() <= CHOICES_LIMIT && free.iter().all(|p| !p.choices().is_empty());
    let mut limit = SearchLimit::Values;
    for combination in combinations.into_iter().take(CHOICES_LIMIT) {
        if effort_left() == Effort::Time(Duration::ZERO) {
            (is_refuted, limit) = (false, SearchLimit::Time);
            break;
        }
        let mut deck = deck.clone();
        let stated = combination.into_iter();
        deck.parameters.extend(stated.map(|(name, value)| (unspanned(name), unspanned(value))));
        // A core would explain only one combination: that of the first search is used for all.
        let request = SolveRequest { explain: false, ..new_request() };
        let other = solve(rulebook, &deck, options, &request)?;
        match other.ending {
            Ending::Found(_) => return Ok(other.with_searched_values(&names)),
            Ending::Impossible => {}
            // The limit of one undecided value is that of all; the time goes before other limits.
            _ => {
                is_refuted = false;
                limit = other.limit.filter(|_| limit != SearchLimit::Time).unwrap_or(limit);
            }
        }
    }
    Ok(if is_refuted { with_choices(outcome) } else { Outcome::undecided(limit) })
}

/// Parameters, by their ids, each with a value that covers every allowed one.
pub(super) fn open_parameters(
    rulebook: &Rulebook<'_>,
    ids: &[String],
) -> Vec<(String, ParameterValue)> {
    let open = |id: &String| Some((id.clone(), any_value(rulebook.format.parameter(id)?)));
    ids.iter().filter_map(open).collect()
}

/// A value that covers every allowed value of a parameter.
pub(super) fn any_value(parameter: &Parameter) -> ParameterValue {
    if !parameter.words.is_empty() {
        return ParameterValue::Unknown;
    }
    let ends = |listed: Option<&Number>, end: Option<Number>| listed.copied().or(end);
    let low = ends(parameter.allowed.iter().min(), parameter.min);
    ParameterValue::Range(low, ends(parameter.allowed.iter().max(), parameter.max))
}

/// The values of a parameter to try: all of a list, or the ends and round numbers of a range.
pub(super) fn list_values(parameter: &Parameter) -> Vec<Setting> {
    let choices = parameter.choices();
    if !choices.is_empty() {
        return choices;
    }
    // A range is too long to search: these values may find a deck, but prove nothing if they do
    // not.
    let whole = |n: i64| Number::from_integer(n);
    let ends = [parameter.min, parameter.max].into_iter().flatten();
    let steps =
        [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000].into_iter().filter_map(whole);
    let mut values: Vec<Setting> = ends.chain(steps).map(Setting::Number).collect();
    values.retain(|value| parameter.allows(value));
    values
}

impl Outcome {
    /// Marks the values of some parameters as chosen by the search.
    pub(super) fn with_searched_values(mut self, names: &[String]) -> Outcome {
        let chosen = |assumed: &&mut ParameterChoice| names.contains(&assumed.parameter);
        self.assumed_values
            .iter_mut()
            .filter(chosen)
            .for_each(|choice| choice.giver = Giver::Search);
        self
    }
}

/// Lists the values of open parameters that an answer depends on: those that the core reads if no
/// deck is legal, else those that any rule or wish reads.
pub(super) fn list_assumed_values(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    request: &SolveRequest<'_>,
    outcome: &Outcome,
) -> Vec<ParameterChoice> {
    let format = rulebook.format;
    // A deck that was found may play another role, and state or imply other values.
    let answer = match &outcome.ending {
        Ending::Found(found) => &found.deck,
        _ => deck,
    };
    let Ok(setup) = rulebook.prepare(answer, &options.overrides) else { return Vec::new() };
    let role = setup.role.as_deref();
    let sources: Vec<WishOrigin> = match (&outcome.ending, &outcome.core) {
        (Ending::Impossible, Some(core)) => core.sources.clone(),
        (Ending::Impossible | Ending::Found(_), _) => {
            let asks = |rule: &Rule| {
                rule.roles.is_empty()
                    || role.is_some_and(|role| rule.roles.iter().any(|other| other == role))
            };
            let rules = format.rules.iter().enumerate().filter(|(_, rule)| asks(rule));
            let wished = (0..request.wishes.require.len()).map(WishOrigin::Require);
            let wished = wished.chain([WishOrigin::Only, WishOrigin::Lock]);
            let catalog = rulebook.catalog;
            let of_cards = answer.entries.iter().flat_map(|entry| {
                let card = catalog.cards.base(entry.card);
                (0..catalog.rules_of(card).len()).map(move |at| WishOrigin::CardRule(card, at))
            });
            let rules = rules.map(|(index, _)| WishOrigin::Rule(index));
            rules.chain(of_cards).chain(wished).collect()
        }
        _ => return Vec::new(),
    };
    let objectives = request.wishes.objectives.iter();
    let goals: Vec<String> = objectives.flat_map(|goal| goal.maximised().parameters()).collect();
    let is_read = |parameter: &&Parameter| {
        let id = parameter.named.id.as_str();
        goals.iter().any(|name| name == id) || is_parameter_read(rulebook, request, &sources, id)
    };
    let implied = |parameter: &Parameter| {
        let mut implied = setup.implied.iter();
        let (_, values) = implied.find(|(other, _)| other.named.id == parameter.named.id)?;
        values.first().cloned()
    };
    let found_by = if request.aim == Aim::Nearest { Giver::Given } else { Giver::Search };
    let open = format.parameters.iter().filter(|parameter| parameter.is_open());
    let assumed = open.filter(is_read).filter_map(|parameter| {
        let stated = given_value(parameter, answer, &options.overrides);
        let is_given = given_value(parameter, deck, &options.overrides).is_some();
        let found = stated.or_else(|| implied(parameter));
        let giver = match found {
            Some(_) if is_given => Giver::Given,
            Some(_) => found_by,
            None => Giver::Default,
        };
        let value = found.or_else(|| parameter.default_for(role).cloned())?;
        Some(ParameterChoice { parameter: parameter.named.id.to_string(), value, giver })
    });
    assumed.collect()
}

/// Whether some of these sources, or a zone, reads a parameter.
fn is_parameter_read(
    rulebook: &Rulebook<'_>,
    request: &SolveRequest<'_>,
    sources: &[WishOrigin],
    id: &str,
) -> bool {
    let contains = |names: Vec<String>| names.iter().any(|name| name == id);
    let asks = |piles: &[String], parameters| {
        let reads_boxes = id == BOXES && piles.iter().any(|pile| pile == BOX);
        reads_boxes || contains(parameters)
    };
    // A text with a mistake may read anything.
    let filter = |text: &str| rulebook.filter(text).map_or(true, |f| contains(f.parameters()));
    let rule = |rule: &Rule| {
        let mut texts = rulebook.parse_rule(rule);
        texts.any(|text| text.map_or(true, |text| asks(text.piles(), text.parameters())))
    };
    let format = rulebook.format;
    // The filters of zones apply to every deck.
    format.zones.iter().any(|zone| filter(&zone.accepts))
        || sources.iter().any(|source| match source {
            WishOrigin::Rule(index) => format.rules.get(*index).is_some_and(rule),
            WishOrigin::CardRule(card, index) => rulebook
                .catalog
                .rules_of(*card)
                .get(*index)
                .is_some_and(|card_rule| rule(&card_rule.rule)),
            WishOrigin::Require(index) => {
                let required = request.wishes.require.get(*index);
                required.is_some_and(|wish| asks(wish.piles(), wish.parameters()))
            }
            WishOrigin::Only => request.wishes.only.iter().any(|f| contains(f.parameters())),
            WishOrigin::Lock => request.wishes.lock.iter().any(|f| contains(f.parameters())),
            // The conditions that imply roles are not searched: a parameter too many costs a
            // search, one too few an answer.
            WishOrigin::Role(_) => true,
            _ => false,
        })
}

/// Whether rules of the format, rules of cards, or wishes read a field of single copies. The search leaves
/// states as they are: copies of the deck keep theirs, and cards that come in have none. Bodies of rules that
/// are not analysed count as reading.
pub(super) fn are_states_read(rulebook: &Rulebook<'_>, wishes: &Wishes) -> bool {
    let catalog: &Catalog = rulebook.catalog;
    let game = &catalog.game;
    if game.copy_fields().next().is_none() {
        return false;
    }
    let filter = |text: &str| rulebook.filter(text).is_ok_and(|filter| filter.reads_copies(game));
    let reads = |rule: &Rule| {
        let is_analysed = matches!(rule.body, RuleBody::Require(_) | RuleBody::Allowances(_));
        if !is_analysed {
            return !rule.body.language_texts().is_empty();
        }
        rulebook.parse_rule(rule).flatten().any(|text| text.reads_copies(game))
    };
    let format = rulebook.format;
    let mut card_rules = catalog.card_rules().iter().flat_map(|rules| rules.rules.unpacked());
    let is_wish_reading =
        wishes.lock.iter().chain(&wishes.only).any(|filter| filter.reads_copies(game))
            || wishes.require.iter().any(|condition| condition.reads_copies(game))
            || wishes.objectives.iter().any(|goal| goal.maximised().reads_copies(game));
    is_wish_reading
        || format.rules.iter().any(reads)
        || format.zones.iter().any(|zone| filter(&zone.accepts))
        || card_rules.any(|card_rule| reads(&card_rule.rule))
}
