//! What rules and wishes read: parameters, and states of copies.

use super::{
    outcome::{Ending, Giver, Outcome, ParameterChoice},
    parts::RepairInput,
    request::Aim,
    wishes::{WishOrigin, Wishes},
};
use sleeve_data::model::{
    Deck,
    format::{Rule, RuleBody},
};
use sleeve_language::{BOX, BOXES, Filter};
use sleeve_rules::{Rulebook, setup::given_value};

/// Lists the values of open parameters that an answer depends on: those that the core reads if no
/// deck is legal, else those that any rule or wish reads.
pub(super) fn list_assumed_values(
    input: &RepairInput<'_, '_>,
    outcome: &Outcome,
) -> Vec<ParameterChoice> {
    let RepairInput { rulebook, deck, options, request, .. } = *input;
    // A deck that was found may play another role, and state or imply other values.
    let answer = match &outcome.ending {
        Ending::Found(found) => &found.deck,
        _ => deck,
    };
    let Ok(setup) = rulebook.prepare(answer, &options.overrides) else { return Vec::new() };
    let role = setup.role.as_deref();
    let sources = match (&outcome.ending, &outcome.core) {
        (Ending::Impossible, Some(core)) => core.sources.clone(),
        (Ending::Impossible | Ending::Found(_), _) => list_sources(input, answer, role),
        _ => return Vec::new(),
    };
    let objectives = request.wishes.objectives.iter();
    let goals: Vec<String> = objectives
        .flat_map(|goal| goal.maximised().parameters())
        .collect();
    let mut assumed = Vec::new();
    for parameter in rulebook
        .format
        .parameters
        .iter()
        .filter(|parameter| parameter.is_open())
    {
        let id = parameter.named.id.as_str();
        let reader = ParameterReader { rulebook, wishes: request.wishes, id };
        if !goals.iter().any(|name| name == id) && !reader.is_read_by_any(&sources) {
            continue;
        }
        let implied = setup
            .implied
            .iter()
            .find(|(other, _)| other.named.id == parameter.named.id);
        let found = given_value(parameter, answer, &options.overrides)
            .or_else(|| implied.and_then(|(_, values)| values.first().cloned()));
        let is_given = request.aim == Aim::Nearest
            || given_value(parameter, deck, &options.overrides).is_some();
        let giver = match found {
            Some(_) if is_given => Giver::Given,
            Some(_) => Giver::Search,
            None => Giver::Default,
        };
        if let Some(value) = found.or_else(|| parameter.default_for(role).cloned()) {
            assumed.push(ParameterChoice { parameter: id.to_owned(), value, giver });
        }
    }
    assumed
}

/// Lists the rules and wishes that apply to a deck of a role.
fn list_sources(input: &RepairInput<'_, '_>, deck: &Deck, role: Option<&str>) -> Vec<WishOrigin> {
    let catalog = input.rulebook.catalog;
    let mut sources = Vec::new();
    for (index, rule) in input.rulebook.format.rules.iter().enumerate() {
        if rule.roles.is_empty() || rule.roles.iter().any(|other| Some(other.as_str()) == role) {
            sources.push(WishOrigin::Rule(index));
        }
    }
    for entry in &deck.entries {
        let card = catalog.cards.base(entry.card);
        let rules = 0..catalog.rules_of(card).len();
        sources.extend(rules.map(|index| WishOrigin::CardRule(card, index)));
    }
    sources.extend((0..input.request.wishes.require.len()).map(WishOrigin::Require));
    sources.extend([WishOrigin::Only, WishOrigin::Lock]);
    sources
}

/// Finds out whether rules, zones and wishes read a parameter.
pub(super) struct ParameterReader<'r, 'a> {
    pub(super) rulebook: &'r Rulebook<'a>,
    pub(super) wishes: &'r Wishes,
    /// The id of the parameter.
    pub(super) id: &'r str,
}

impl ParameterReader<'_, '_> {
    /// Whether some of these sources, or a zone, reads the parameter.
    pub(super) fn is_read_by_any(&self, sources: &[WishOrigin]) -> bool {
        // The filters of zones apply to every deck.
        self.rulebook
            .format
            .zones
            .iter()
            .any(|zone| self.is_read_by_zone(&zone.accepts))
            || sources.iter().any(|source| self.is_read_by(source))
    }

    fn is_read_by(&self, source: &WishOrigin) -> bool {
        let Rulebook { catalog, format, .. } = self.rulebook;
        match source {
            WishOrigin::Rule(index) => format
                .rules
                .get(*index)
                .is_some_and(|rule| self.is_read_by_rule(rule)),
            WishOrigin::CardRule(card, index) => {
                let card_rule = catalog.rules_of(*card).get(*index);
                card_rule.is_some_and(|card_rule| self.is_read_by_rule(&card_rule.rule))
            }
            WishOrigin::Require(index) => {
                let wish = self.wishes.require.get(*index);
                wish.is_some_and(|wish| self.is_in_text(wish.piles(), &wish.parameters()))
            }
            WishOrigin::Only => self.is_read_by_filter(self.wishes.only.as_ref()),
            WishOrigin::Lock => self.is_read_by_filter(self.wishes.lock.as_ref()),
            // The conditions that imply roles are not searched: a parameter too many costs a
            // search, one too few an answer.
            WishOrigin::Role(_) => true,
            _ => false,
        }
    }

    fn is_read_by_filter(&self, filter: Option<&Filter>) -> bool {
        filter.is_some_and(|filter| self.is_among(&filter.parameters()))
    }

    /// Whether the filter of a zone reads the parameter. A text with a mistake may read anything.
    fn is_read_by_zone(&self, text: &str) -> bool {
        self.rulebook
            .filter(text)
            .map_or(true, |filter| self.is_among(&filter.parameters()))
    }

    /// Whether a rule reads the parameter. A text with a mistake may read anything.
    fn is_read_by_rule(&self, rule: &Rule) -> bool {
        self.rulebook
            .parse_rule(rule)
            .any(|text| text.map_or(true, |text| self.is_in_text(text.piles(), &text.parameters())))
    }

    fn is_in_text(&self, piles: &[String], parameters: &[String]) -> bool {
        let reads_boxes = self.id == BOXES && piles.iter().any(|pile| pile == BOX);
        reads_boxes || self.is_among(parameters)
    }

    fn is_among(&self, parameters: &[String]) -> bool {
        parameters.iter().any(|name| name == self.id)
    }
}

/// Whether rules of the format, rules of cards, or wishes read a field of single copies. The search
/// leaves states as they are: copies of the deck keep theirs, and cards that come in have none.
/// Bodies of rules that are not analysed count as reading.
pub(super) fn are_states_read(rulebook: &Rulebook<'_>, wishes: &Wishes) -> bool {
    let Rulebook { catalog, format, .. } = *rulebook;
    let game = &catalog.game;
    if game.copy_fields().next().is_none() {
        return false;
    }
    let is_wish_reading = wishes
        .lock
        .iter()
        .chain(&wishes.only)
        .any(|filter| filter.reads_copies(game))
        || wishes
            .require
            .iter()
            .any(|condition| condition.reads_copies(game))
        || wishes
            .objectives
            .iter()
            .any(|goal| goal.maximised().reads_copies(game));
    let mut card_rules = catalog
        .card_rules()
        .iter()
        .flat_map(|rules| rules.rules.unpacked());
    is_wish_reading
        || format
            .rules
            .iter()
            .any(|rule| are_states_read_by(rulebook, rule))
        || format.zones.iter().any(|zone| {
            rulebook
                .filter(&zone.accepts)
                .is_ok_and(|filter| filter.reads_copies(game))
        })
        || card_rules.any(|card_rule| are_states_read_by(rulebook, &card_rule.rule))
}

fn are_states_read_by(rulebook: &Rulebook<'_>, rule: &Rule) -> bool {
    if !matches!(rule.body, RuleBody::Require(_) | RuleBody::Allowances(_)) {
        return !rule.body.language_texts().is_empty();
    }
    let game = &rulebook.catalog.game;
    rulebook
        .parse_rule(rule)
        .flatten()
        .any(|text| text.reads_copies(game))
}
