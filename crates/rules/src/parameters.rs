//! The checks of parameters whose values the cards or the format decide.

use super::{
    checker::Checker,
    finding::{Finding, FindingProblem, FindingStatus, Label},
    messages::CheckError,
    rulebook::ParsedText,
    setup::{Overrides, given_value, written_value},
};
use sleeve_data::model::{
    Level, Setting, Text,
    format::{Parameter, Rule},
};
use sleeve_language::ParameterValue;

/// A parameter that neither the deck nor its cards decide.
struct OpenDefault<'p> {
    parameter: &'p Parameter,
    /// The value that the format gives it.
    value: &'p Setting,
}

impl OpenDefault<'_> {
    fn is_read_by(&self, text: &ParsedText) -> bool {
        text.parameters()
            .iter()
            .any(|name| *name == self.parameter.named.id)
    }
}

impl Checker<'_> {
    /// Findings about parameters that cards imply: an error if they contradict the stated value of
    /// a deck that is illegal with it, a note if none is stated and not exactly one fits.
    pub(super) fn check_implied_parameters(
        &self,
        overrides: &Overrides,
        others: &[Finding],
    ) -> Vec<Finding> {
        let is_illegal = others
            .iter()
            .any(|finding| finding.status == FindingStatus::Broken);
        let mut found = Vec::new();
        for (parameter, values) in &self.setup.implied {
            match given_value(parameter, self.deck, overrides) {
                Some(stated) => {
                    if is_illegal && !values.is_empty() && !values.contains(&stated) {
                        found.extend(self.contradicted_value(parameter, &stated, values));
                    }
                }
                None if values.len() == 1 => {}
                None => found.push(self.assumed_value(parameter, values)),
            }
        }
        found
    }

    fn contradicted_value(
        &self,
        parameter: &Parameter,
        stated: &Setting,
        values: &[Setting],
    ) -> Option<Finding> {
        let condition = self
            .rulebook
            .condition(parameter.implied_by.as_deref()?)
            .ok()?;
        let causes = condition.explain_in(&self.view).causes;
        let cards: Vec<_> = causes.into_iter().flat_map(|cause| cause.cards).collect();
        let zones = self
            .setup
            .format
            .zones
            .iter()
            .map(|zone| zone.named.id.to_string());
        let mut labels = self.label_last_lines(&Vec::from_iter(zones), &cards);
        if let Some(written) = written_value(parameter, self.deck) {
            labels.push(Label::value(written.span.clone()));
        }
        let problem = FindingProblem::StatedValue {
            parameter: Some(parameter.named.id.to_string()),
            stated: stated.to_string(),
            named: values.iter().map(Setting::to_string).collect(),
            cards,
        };
        let id = format!("parameter-{}", parameter.named.id);
        Some(Finding {
            cite: self.setup.format.cite.clone(),
            labels,
            ..Finding::new(id, FindingStatus::Broken, problem)
        })
    }

    /// The note that a value is taken which the deck does not state.
    fn assumed_value(&self, parameter: &Parameter, values: &[Setting]) -> Finding {
        let id = &parameter.named.id;
        let taken = match self.setup.parameters.get(id) {
            ParameterValue::Text(word) => word.clone(),
            ParameterValue::Number(number) => number.to_string(),
            ParameterValue::Range(..) | ParameterValue::Unknown => "?".to_owned(),
        };
        if values.is_empty() {
            return new_note(Text::from_words(|lang| {
                say!(
                    lang,
                    "the deck does not set `{id}`, and no value fits its cards; the default is used: `{taken}`"
                )
            }));
        }
        let quoted: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        let fitting = quoted.join(", ");
        new_note(Text::from_words(|lang| {
            say!(
                lang,
                "the deck does not set `{id}`, and several values fit its cards ({fitting}); this one is used: `{taken}`"
            )
        }))
    }

    /// A note for each parameter that neither the deck nor its cards decide and whose default
    /// breaks rules or zones: another of the listed values would meet one.
    pub(super) fn check_default_parameters(
        &self,
        overrides: &Overrides,
        rules: &[&Rule],
        others: &[Finding],
    ) -> Result<Vec<Finding>, CheckError> {
        let mut notes = Vec::new();
        for parameter in &self.setup.format.parameters {
            if !self.is_open(parameter, overrides) {
                continue;
            }
            let role = self.setup.role.as_deref();
            let Some(value) = parameter.default_for(role) else { continue };
            let default = OpenDefault { parameter, value };
            let mut decided = self.find_rules_decided_by(&default, rules, others)?;
            decided.extend(self.find_zones_decided_by(&default, others)?);
            if !decided.is_empty() {
                let (id, rules) = (&parameter.named.id, decided.join(", "));
                notes.push(new_note(Text::from_words(|lang| {
                    say!(
                        lang,
                        "the deck does not set `{id}`; the format's default, `{value}`, decides {rules}"
                    )
                })));
            }
        }
        Ok(notes)
    }

    /// Whether neither the deck nor its cards decide a parameter that has several values.
    fn is_open(&self, parameter: &Parameter, overrides: &Overrides) -> bool {
        let mut implied = self.setup.implied.iter();
        parameter.choices().len() > 1
            && !implied.any(|(of, _)| of.named.id == parameter.named.id)
            && given_value(parameter, self.deck, overrides).is_none()
    }

    fn find_rules_decided_by(
        &self,
        default: &OpenDefault<'_>,
        rules: &[&Rule],
        others: &[Finding],
    ) -> Result<Vec<String>, CheckError> {
        let mut decided = Vec::new();
        for rule in rules.iter().filter(|rule| is_broken(others, &rule.id)) {
            let mut texts = self.rulebook.parse_rule(rule).flatten();
            if texts.any(|text| default.is_read_by(&text))
                && self.is_decided_by(default, |other| other.check_rule(rule))?
            {
                decided.push(format!("`{}`", rule.id));
            }
        }
        Ok(decided)
    }

    fn find_zones_decided_by(
        &self,
        default: &OpenDefault<'_>,
        others: &[Finding],
    ) -> Result<Vec<String>, CheckError> {
        let mut decided = Vec::new();
        for zone in &self.setup.format.zones {
            let id = format!("zone-{}", zone.named.id);
            if is_broken(others, &id)
                && let Ok(filter) = self.rulebook.filter(&zone.accepts)
                && default.is_read_by(&ParsedText::Filter(filter))
                && self.is_decided_by(default, |other| other.check_zone(zone))?
            {
                decided.push(format!("`{id}`"));
            }
        }
        Ok(decided)
    }

    /// Whether a broken rule or zone would be met with another of the values that a parameter
    /// lists.
    fn is_decided_by(
        &self,
        default: &OpenDefault<'_>,
        check: impl Fn(&Checker<'_>) -> Result<Vec<Finding>, CheckError>,
    ) -> Result<bool, CheckError> {
        let choices = default.parameter.choices();
        for other in choices.iter().filter(|other| *other != default.value) {
            let mut parameters = self.setup.parameters.clone();
            parameters.set(&default.parameter.named.id, other.into());
            let world = self.world.with_parameters(&parameters);
            let view = self.view.in_world(world);
            let checker = Checker { world, view, answers: None, ..*self };
            if check(&checker)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn is_broken(findings: &[Finding], rule: &str) -> bool {
    findings
        .iter()
        .any(|of| of.rule == rule && of.status == FindingStatus::Broken)
}

fn new_note(message: Text) -> Finding {
    let problem = FindingProblem::Note(message);
    Finding { level: Level::Warning, ..Finding::new("note", FindingStatus::Note, problem) }
}
