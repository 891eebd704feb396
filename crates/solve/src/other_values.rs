//! Other values of parameters under which far fewer changes are enough. A repair changes no
//! parameter, because that describes the table. The answer names the value, and the reader decides.

use super::{
    case::find_under_any_value,
    outcome::{Ending, OtherValue, Outcome},
    parameters::{list_implied, list_values},
    parts::RepairInput,
    request::Aim,
};
use sleeve_data::{
    Arrange,
    model::{Deck, Number, Setting, format::Parameter},
};
use sleeve_language::ParameterValue;
use sleeve_rules::{CheckError, Verdict, setup::given_value};

/// The most values of a parameter that are looked at: the nearest ones.
const VALUES_LIMIT: usize = 128;

/// The most ranges of the values of a parameter that are searched: each is a ground of its own.
const RANGE_LIMIT: usize = 48;

/// Lists for each parameter the value that saves most changes, and at least half of them; or one
/// under which there is a deck at all. Stating it counts as a change. A value that the user gives
/// is not doubted.
pub(super) fn list_other_values(
    input: &RepairInput<'_, '_>,
    outcome: &Outcome,
) -> Result<Vec<OtherValue>, CheckError> {
    let RepairInput { rulebook, deck, options, request, .. } = *input;
    let most = match outcome.ending {
        Ending::Found(_) => outcome.count_changes().unwrap_or(0) / 2,
        Ending::Impossible => u64::MAX,
        Ending::Undecided | Ending::Unbounded | Ending::GoalUnsaid => 0,
    };
    let mut others = Vec::new();
    if most == 0 || !request.explain || request.aim != Aim::Nearest {
        return Ok(others);
    }
    let implied = list_implied(rulebook, deck, options);
    for parameter in &rulebook.format.parameters {
        let mut given = options.overrides.parameters.iter();
        let is_given = given.any(|(name, _)| parameter.named.means(name));
        let is_implied = implied
            .iter()
            .any(|other| other.named.id == parameter.named.id);
        if is_given || is_implied || !parameter.is_open() {
            continue;
        }
        let search = ValueSearch::new(input, parameter);
        others.extend(search.find_fewest_changes(most)?);
    }
    Ok(others)
}

struct ValueSearch<'s, 'r> {
    input: &'s RepairInput<'s, 'r>,
    parameter: &'s Parameter,
    now: Option<Number>,
    /// Numbers ascend.
    values: Vec<Setting>,
}

impl<'s, 'r> ValueSearch<'s, 'r> {
    fn new(input: &'s RepairInput<'s, 'r>, parameter: &'s Parameter) -> Self {
        let stated = given_value(parameter, input.deck, &input.options.overrides)
            .or_else(|| parameter.default_for(None).cloned());
        let now = stated.as_ref().and_then(Setting::number);
        let mut values = list_values(parameter);
        let center = now
            .and_then(Number::to_integer)
            .filter(|_| parameter.choices().is_empty());
        if let Some(center) = center {
            let steps = -(VALUES_LIMIT as i64)..=VALUES_LIMIT as i64;
            let near = steps.filter_map(|step| Number::from_integer(center.saturating_add(step)));
            values.extend(near.map(Setting::Number));
        }
        values.retain(|value| parameter.allows(value) && Some(value) != stated.as_ref());
        let mut search = ValueSearch { input, parameter, now, values };
        search.values = search.list_nearest(&search.values);
        search.values.truncate(VALUES_LIMIT);
        search.values.arrange_by_key(Setting::number);
        search.values.dedup();
        search
    }

    /// Returns some values, those near the current one first.
    fn list_nearest(&self, values: &[Setting]) -> Vec<Setting> {
        let mut nearest = values.to_vec();
        nearest.arrange_by_key(|value| self.distance(value));
        nearest
    }

    /// The distance of a value from the current one; 0 if one of them is no number.
    fn distance(&self, value: &Setting) -> u64 {
        let ends = value.number().zip(self.now);
        ends.map_or(0, |(a, b)| a.millionths().abs_diff(b.millionths()))
    }

    /// Finds the value under which the fewest changes are enough, and fewer than `most`. Halves the
    /// range of values, and drops halves in which no value saves that many.
    fn find_fewest_changes(&self, mut most: u64) -> Result<Option<OtherValue>, CheckError> {
        let parameter = self.parameter.named.id.to_string();
        if let Some(value) = self.find_legal_value(self.input.deck, &self.values) {
            return Ok(Some(OtherValue { parameter, value, changes: 0 }));
        }
        let mut best = None;
        let mut ranges = vec![self.values.as_slice()];
        for _ in 0..RANGE_LIMIT {
            let Some(values) = ranges.pop() else { break };
            let Some(open) = span_values(values) else { continue };
            let open = [(parameter.clone(), open)];
            let Some(found) = find_under_any_value(self.input, &open)? else { continue };
            let changes = found.moves.count_changes();
            if changes >= most {
                continue;
            }
            if let Some(value) = self.find_legal_value(&found.deck, values) {
                most = changes;
                best = Some(value);
            } else if values.len() > 1 {
                let (low, high) = values.split_at(values.len() / 2);
                ranges.extend([low, high]);
            }
        }
        Ok(best.map(|value| OtherValue { parameter, value, changes: most }))
    }

    /// Returns the value under which a deck is legal, nearest to the current one.
    fn find_legal_value(&self, deck: &Deck, values: &[Setting]) -> Option<Setting> {
        let id = &self.parameter.named.id;
        let mut options = self.input.options.clone();
        for value in self.list_nearest(values) {
            if self.input.deadline.is_over() {
                return None;
            }
            options
                .overrides
                .parameters
                .push((id.to_string(), value.clone()));
            let checked = self.input.rulebook.check(deck, &options);
            if checked.is_ok_and(|checked| checked.verdict == Verdict::Legal) {
                return Some(value);
            }
        }
        None
    }
}

/// A value that covers all of some; `None` without one.
fn span_values(values: &[Setting]) -> Option<ParameterValue> {
    let (first, last) = values.first().zip(values.last())?;
    Some(match first.number().zip(last.number()) {
        _ if values.len() == 1 => first.into(),
        Some((low, high)) => ParameterValue::Range(Some(low), Some(high)),
        None => ParameterValue::Unknown,
    })
}
