//! `some(2, regions, all(regions:$these))`: a condition that holds for so many values of a field, chosen at will. It is
//! resolved once for every choice.

use crate::ast::{Expr, ExprKind};
use crate::field::{Field, FieldKind};
use crate::messages::{ErrorKind, ExpressionKind, LanguageError};
use crate::resolve::{ChosenValues, Resolved, Resolver, wrong_sort};
use crate::tree::{ConditionKind, GroupKey, JunctionForm, Reads, THESE, ValueChoice, WantedValue};
use sleeve_data::model::ValueId;
use std::rc::Rc;

/// Most choices of values of one `some`: two of 23 values, three of 12. Its condition is evaluated for each.
const MAX_CHOICES: usize = 256;

impl Resolver<'_> {
    /// Resolves the arguments of `some`.
    pub(super) fn resolve_choice(
        &self,
        expr: &Expr,
        arguments: &[Expr],
        reads: &Reads,
    ) -> Resolved<ConditionKind> {
        let [number, field, condition] = arguments else {
            return Err(wrong_sort(expr, ExpressionKind::Condition, ExpressionKind::Condition));
        };
        let fail = |at: &Expr, kind| Err(LanguageError::new(at.span.clone(), kind));
        if self.these.is_some() {
            return fail(expr, ErrorKind::ChoiceWithinChoice);
        }
        let count = match &number.kind {
            ExprKind::Number(number) => number.to_integer().filter(|count| *count > 0),
            _ => None,
        };
        let Some(count) = count.and_then(|count| usize::try_from(count).ok()) else {
            return fail(number, ErrorKind::ChoiceOfNumber);
        };
        let (place, field) = (field, self.resolve_group_field(field)?);
        let values = match field.kind {
            FieldKind::Attribute(id) => self.attribute_values(id).len(),
            _ => 0,
        };
        if values == 0 {
            return Err(wrong_sort(place, ExpressionKind::Set, self.field_sort(field.kind)));
        }
        let Some(chosen) = list_choices(values, count.min(values)) else {
            return fail(expr, ErrorKind::TooManyChoices { limit: MAX_CHOICES });
        };
        let with_values = |values| {
            let these = Some(Rc::new(ChosenValues { field, values }));
            Resolver { these, ..self.clone() }.resolve_condition(condition, reads)
        };
        let parts = chosen.iter().map(|values| Ok((with_values(Some(values.clone()))?, false)));
        let parts = parts.collect::<Resolved<Vec<_>>>()?;
        let condition = with_values(None)?;
        let choice = ValueChoice { count, field, condition, values: chosen };
        Ok(ConditionKind::join(false, parts, JunctionForm::Choice(Box::new(choice))))
    }

    /// The chosen values that `$these` stands for; `None` for any other value.
    pub(super) fn resolve_chosen_values(
        &self,
        field: Field,
        value: &Expr,
    ) -> Option<Resolved<Vec<WantedValue>>> {
        let these = self.these.as_ref()?;
        let ExprKind::Parameter(name) = &value.kind else { return None };
        if name != THESE {
            return None;
        }
        if these.field.kind != field.kind {
            let (left, right) = (field.id(self.game()), these.field.id(self.game()));
            let kind = ErrorKind::ValuesOfOtherField { left, right };
            return Some(Err(LanguageError::new(value.span.clone(), kind)));
        }
        Some(Ok(match &these.values {
            Some(values) => values.iter().cloned().map(WantedValue::Key).collect(),
            None => vec![WantedValue::Parameter(THESE.to_owned())],
        }))
    }
}

/// Every choice of `count` of the values of an attribute; `None` where they are too many.
fn list_choices(values: usize, count: usize) -> Option<Vec<Vec<GroupKey>>> {
    let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
    for picked in 0..count {
        let mut longer = Vec::new();
        for choice in choices {
            // Enough values have to be left for the rest of the choice.
            let first = choice.last().map_or(0, |last| last + 1);
            let next = first..=values - (count - picked);
            longer.extend(next.map(|value| [choice.as_slice(), &[value]].concat()));
            if longer.len() > MAX_CHOICES {
                return None;
            }
        }
        choices = longer;
    }
    let key = |value| u16::try_from(value).ok().map(|value| GroupKey::Value(ValueId(value)));
    choices.into_iter().map(|choice| choice.into_iter().map(key).collect()).collect()
}
