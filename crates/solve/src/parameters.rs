//! Parameters without a stated value: which of them cards imply, and which values a search tries.

use sleeve_data::model::{Deck, Number, Setting, Spanned, format::Parameter};
use sleeve_language::ParameterValue;
use sleeve_rules::{CheckOptions, Overrides, Rulebook, setup::given_value};

/// The most combinations of parameter values that are tried for one role of a format.
pub const CHOICES_LIMIT: usize = 64;

/// The parameters that cards imply and that are not stated.
pub(super) fn list_implied<'a>(
    rulebook: &Rulebook<'a>,
    deck: &Deck,
    options: &CheckOptions,
) -> Vec<&'a Parameter> {
    let mut implied = Vec::new();
    for parameter in &rulebook.format.parameters {
        let Some(condition) = parameter.implied_by.as_deref() else { continue };
        if rulebook.condition(condition).is_ok()
            && given_value(parameter, deck, &options.overrides).is_none()
        {
            implied.push(parameter);
        }
    }
    implied
}

/// The overrides of a search: a parameter without a default has a value there, since cards that
/// imply none keep a deck from being prepared. The search puts the value of each case in its place.
pub(super) fn override_implied(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
) -> Overrides {
    let mut overrides = options.overrides.clone();
    for parameter in list_implied(rulebook, deck, options) {
        if parameter.default.is_some() || !parameter.by_role.is_empty() {
            continue;
        }
        let first = parameter.choices().into_iter().next();
        overrides
            .parameters
            .extend(first.map(|value| (parameter.named.id.to_string(), value)));
    }
    overrides
}

/// Whether a search can begin at a deck: it fits its format, whether or not its cards imply the
/// values of parameters.
pub fn is_solvable(rulebook: &Rulebook<'_>, deck: &Deck, options: &CheckOptions) -> bool {
    let setup = rulebook.prepare(deck, &override_implied(rulebook, deck, options));
    setup.is_ok_and(|setup| setup.unknown_names.is_empty())
}

/// A value that covers every allowed value of a parameter.
pub(super) fn any_value(parameter: &Parameter) -> ParameterValue {
    if !parameter.words.is_empty() {
        return ParameterValue::Unknown;
    }
    let least = parameter.allowed.iter().min().copied();
    let most = parameter.allowed.iter().max().copied();
    ParameterValue::Range(least.or(parameter.min), most.or(parameter.max))
}

/// The values of a parameter to try: all of a list, or the ends and round numbers of a range.
pub(super) fn list_values(parameter: &Parameter) -> Vec<Setting> {
    let choices = parameter.choices();
    if !choices.is_empty() {
        return choices;
    }
    // A range is too long to search: these values may find a deck, but prove nothing if they do
    // not.
    let ends = [parameter.min, parameter.max];
    let steps = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000].map(Number::from_integer);
    let numbers = ends.into_iter().chain(steps).flatten();
    numbers
        .map(Setting::Number)
        .filter(|value| parameter.allows(value))
        .collect()
}

/// Returns every combination of one value of each list, with the names of the lists; one more than
/// [`CHOICES_LIMIT`] if there are too many.
pub(super) fn combine_values<T: Clone>(lists: &[(String, Vec<T>)]) -> Vec<Vec<(String, T)>> {
    let mut combinations = vec![Vec::new()];
    for (name, values) in lists {
        let mut longer = Vec::new();
        for chosen in &combinations {
            for value in values
                .iter()
                .take((CHOICES_LIMIT + 1).saturating_sub(longer.len()))
            {
                longer.push([chosen.as_slice(), &[(name.clone(), value.clone())]].concat());
            }
        }
        combinations = longer;
    }
    combinations
}

/// Returns a copy of a deck that states these values.
pub(super) fn state_values(
    deck: &Deck,
    values: impl IntoIterator<Item = (String, Setting)>,
) -> Deck {
    let mut stating = deck.clone();
    stating.parameters.extend(
        values
            .into_iter()
            .map(|(name, value)| (unspanned(name), unspanned(value))),
    );
    stating
}

pub(super) fn unspanned<T>(value: T) -> Spanned<T> {
    Spanned { value, span: 0..0 }
}
