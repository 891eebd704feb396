//! What there is and what is allowed, for documents.

use super::Wording;
use crate::words::listed;
use sleeve_data::model::format::Parameter;
use sleeve_language::Cause;
use sleeve_rules::{Carrying, FindingProblem};

impl Wording<'_> {
    /// The actual value, for documents.
    pub fn actual(&self) -> Option<String> {
        match &self.finding.problem {
            FindingProblem::Condition(cause) if !cause.actual.is_none() => {
                Some(cause.actual.in_words(self.lang))
            }
            FindingProblem::Groups(causes) => {
                largest_group(causes).map(|c| c.actual.in_words(self.lang))
            }
            FindingProblem::Parameter { value, .. } => Some(value.to_string()),
            FindingProblem::Released { released, .. } => released.map(|day| day.to_string()),
            FindingProblem::NotInForce { day, .. } => Some(day.to_string()),
            FindingProblem::Opening(opening) => opening.chance.as_ref().ok().map(|(low, high)| {
                if low == high { format!("{low} %") } else { format!("{low} to {high} %") }
            }),
            FindingProblem::Carrying(Carrying::TooMuch { needed, .. }) => Some(needed.to_string()),
            FindingProblem::Carrying(Carrying::NotThere { used, .. }) => Some(used.to_string()),
            _ => None,
        }
    }

    /// The limit, for documents.
    pub fn limit(&self) -> Option<String> {
        match &self.finding.problem {
            FindingProblem::Condition(cause) => self.limit_text(cause),
            FindingProblem::Groups(causes) => {
                largest_group(causes).and_then(|cause| self.limit_text(cause))
            }
            FindingProblem::Parameter { parameter, .. } => Some(self.allowed_values(parameter)),
            FindingProblem::Released { day, released: Some(_), .. } => Some(format!("<= {day}")),
            FindingProblem::NotInForce { dates: (from, to), .. } => {
                let from = from.map(|from| format!(">= {from}"));
                let ends = [from, to.map(|to| format!("<= {to}"))];
                Some(ends.into_iter().flatten().collect::<Vec<_>>().join(", "))
            }
            FindingProblem::Opening(opening) => Some(format!(">= {} %", opening.at_least)),
            FindingProblem::Carrying(Carrying::TooMuch { capacity, .. }) => {
                Some(format!("<= {capacity}"))
            }
            FindingProblem::Carrying(Carrying::NotThere { there, .. }) => {
                Some(format!("<= {there}"))
            }
            _ => None,
        }
    }

    fn limit_text(&self, cause: &Cause) -> Option<String> {
        let sign = cause.operator.symbol();
        let words = || format!("{sign} {}", cause.limit.in_words(self.lang));
        (!cause.limit.is_none()).then(words)
    }

    /// What a parameter may be set to.
    fn allowed_values(&self, parameter: &Parameter) -> String {
        let choices: Vec<String> = parameter.choices().iter().map(ToString::to_string).collect();
        if !choices.is_empty() {
            return listed(&choices, &self.say("or".into(), "ou".into()));
        }
        match (parameter.min, parameter.max) {
            (Some(low), Some(high)) => {
                self.say(format!("{low} to {high}"), format!("{low} à {high}"))
            }
            (Some(low), None) => self.say(format!("at least {low}"), format!("au moins {low}")),
            (None, Some(high)) => self.say(format!("at most {high}"), format!("au plus {high}")),
            (None, None) if parameter.is_whole() => {
                self.say("a whole number".into(), "un nombre entier".into())
            }
            (None, None) => self.say("a number".into(), "un nombre".into()),
        }
    }
}

/// Of several groups the one with the largest number: what `copies` is.
fn largest_group(causes: &[Cause]) -> Option<&Cause> {
    causes.iter().max_by_key(|cause| cause.actual.high())
}
