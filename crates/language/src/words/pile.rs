//! Measures and conditions in words.

use crate::{
    ast::Operator,
    field::{FieldKind, name_in},
    operation::Operation,
    scope::ROLE,
    tree::{
        CardExpr, CardExprKind, ConditionKind, ConditionNode, FilterNode, Fold, Junction,
        JunctionForm, JunctionPart, MeasureKind, MeasureNode, ParameterTerm, Quantifier, Reads,
    },
    words::Describer,
};
use sleeve_data::problem::Phrase;

impl Describer<'_> {
    fn piles_phrase(&self, reads: &Reads) -> String {
        let Some(piles) = reads else { return String::new() };
        let names: Vec<String> = piles.iter().map(|p| self.zone_name(p)).collect();
        format!(" {} {}", word!(self.lang, "in"), names.join(word!(self.lang, " and ")))
    }

    fn cards_phrase(&self, of: &str, filter: &FilterNode) -> String {
        if filter.accepts_all() {
            return String::new();
        }
        format!(" {of} {}", self.describe_cards(filter))
    }

    pub(crate) fn describe_measure(&self, node: &MeasureNode) -> String {
        match &node.kind {
            MeasureKind::Number(number) => number.in_words(self.lang),
            MeasureKind::Parameter(name) => self.parameter_name(name),
            MeasureKind::Operation(operation, operands) => {
                let words = operands.iter().map(|operand| match &operand.kind {
                    MeasureKind::Operation(inner, _) => {
                        (self.describe_measure(operand), Some(*inner))
                    }
                    _ => (self.describe_measure(operand), None),
                });
                self.describe_calculation(*operation, words)
            }
            MeasureKind::Count { filter, reads } => {
                self.join_with_of(word!(self.lang, "number"), &self.describe_cards(filter))
                    + &self.piles_phrase(reads)
            }
            MeasureKind::Fold { fold, expr, filter, reads } => {
                let cards = self.cards_phrase(word!(self.lang, "of"), filter);
                self.describe_fold(*fold, expr) + &cards + &self.piles_phrase(reads)
            }
            MeasureKind::Distinct { field, filter, reads } => {
                let noun = word!(self.lang, "number of different values");
                let values = self.join_with_of(noun, &self.field_phrase(*field));
                let cards = self.cards_phrase(word!(self.lang, "among"), filter);
                values + &cards + &self.piles_phrase(reads)
            }
            MeasureKind::Copies { field, filter, reads } => {
                let noun = word!(self.lang, "largest number");
                let cards = self.join_with_of(noun, &self.describe_cards(filter));
                let (of, field) = (word!(self.lang, "of one"), self.field_phrase(*field));
                format!("{cards} {of} {field}{}", self.piles_phrase(reads))
            }
            MeasureKind::Total { field, measure, reads } => {
                let (by, field) = (word!(self.lang, "by"), self.field_phrase(*field));
                let of = word!(self.lang, "of", context = "de");
                let (piles, measure) = (self.piles_phrase(reads), self.describe_measure(measure));
                format!("total {by} {field}{piles} {of} ({measure})")
            }
            MeasureKind::Indicator(condition) => {
                self.indicator_phrase(&self.describe_condition(condition))
            }
            MeasureKind::Whole(measure) => self.describe_measure(measure),
            MeasureKind::Named(named) => named.name.get(self.lang).to_owned(),
            MeasureKind::Groups { field, condition, reads } => {
                let noun = word!(self.lang, "number of values");
                let values = self.join_with_of(noun, &self.field_phrase(*field));
                let satisfy = word!(self.lang, "whose cards satisfy:");
                let condition = self.describe_condition(condition);
                format!("{values}{} {satisfy} ({condition})", self.piles_phrase(reads))
            }
        }
    }

    /// A number of a pile as the subject of a sentence: French puts an article before it.
    pub(crate) fn describe_subject(&self, node: &MeasureNode) -> String {
        Self::article(node).get(self.lang).to_owned() + &self.describe_measure(node)
    }

    fn article(node: &MeasureNode) -> Phrase {
        match &node.kind {
            MeasureKind::Fold {
                fold: Fold::Avg | Fold::Median | Fold::Min | Fold::Max, ..
            } => {
                word!("", context = "feminine")
            }
            MeasureKind::Fold { .. }
            | MeasureKind::Count { .. }
            | MeasureKind::Distinct { .. }
            | MeasureKind::Copies { .. }
            | MeasureKind::Total { .. }
            | MeasureKind::Groups { .. } => word!("", context = "masculine"),
            MeasureKind::Number(_)
            | MeasureKind::Parameter(_)
            | MeasureKind::Indicator(_)
            | MeasureKind::Named(_) => word!(""),
            MeasureKind::Operation(Operation::Arithmetic(_), operands) => {
                operands.first().map_or(word!(""), Self::article)
            }
            MeasureKind::Operation(..) => word!(""),
            MeasureKind::Whole(measure) => Self::article(measure),
        }
    }

    /// A limit in words. In a group, the minimum or maximum of a field is a value of the cards
    /// themselves, so the name of the field is enough.
    pub(crate) fn describe_limit(&self, node: &MeasureNode, is_of_group: bool) -> String {
        if let MeasureKind::Fold { fold: Fold::Min | Fold::Max, expr, reads: None, .. } = &node.kind
            && let CardExprKind::Field(field) = expr.kind
            && is_of_group
        {
            let game = &self.catalog.game;
            return match field.kind {
                FieldKind::Attribute(_) => field.heading(game, self.lang).to_lowercase(),
                _ => self.field_phrase(field),
            };
        }
        self.describe_measure(node)
    }

    /// The sentence about the values `a` and `b` that two decks have of one parameter.
    pub(crate) fn describe_both_decks(&self, what: &str, a: &str, b: &str) -> String {
        let (name, of_a, of_b) = match what {
            ROLE => (say!(self.lang, "role"), self.role_name(a), self.role_name(b)),
            _ => (self.parameter_name(what), a, b),
        };
        if a == b {
            say!(self.lang, "both decks have the same {name}: {named}", named = of_a)
        } else {
            say!(self.lang, "the decks differ in {name}: {of_a}, {of_b}")
        }
    }

    fn role_name<'r>(&'r self, id: &'r str) -> &'r str {
        let mut roles = self.catalog.formats().flat_map(|format| &format.roles);
        let role = roles.find(|role| role.named.id == id);
        role.map_or(id, |role| name_in(&role.named, self.lang))
    }

    fn describe_fold(&self, fold: Fold, expr: &CardExpr) -> String {
        let number = self.describe_expr(expr);
        let is_plain = matches!(expr.kind, CardExprKind::Field(_) | CardExprKind::Listed(_));
        match (fold, is_plain) {
            (Fold::Sum, true) => say!(self.lang, "total {number}"),
            (Fold::Avg, true) => say!(self.lang, "average {number}"),
            (Fold::Median, true) => say!(self.lang, "median {number}"),
            (Fold::Min, true) => say!(self.lang, "smallest {number}"),
            (Fold::Max, true) => say!(self.lang, "largest {number}"),
            (Fold::Sum, false) => say!(self.lang, "total of ({number})"),
            (Fold::Avg, false) => say!(self.lang, "average of ({number})"),
            (Fold::Median, false) => say!(self.lang, "median of ({number})"),
            (Fold::Min, false) => say!(self.lang, "smallest ({number})"),
            (Fold::Max, false) => say!(self.lang, "largest ({number})"),
        }
    }

    /// A comparison, after its left side: `is at least 25`.
    pub(crate) fn comparison_phrase(&self, operator: Operator, right: &str) -> String {
        let relation = match operator {
            Operator::Equal | Operator::Has => word!(self.lang, "is"),
            Operator::NotEqual => word!(self.lang, "is not"),
            Operator::Less => word!(self.lang, "is below"),
            Operator::AtMost => word!(self.lang, "is at most"),
            Operator::Greater => word!(self.lang, "is above"),
            Operator::AtLeast => word!(self.lang, "is at least"),
        };
        format!("{} {right}", relation)
    }

    pub(crate) fn describe_condition(&self, node: &ConditionNode) -> String {
        match &node.kind {
            ConditionKind::Junction(junction) => self.describe_junction(junction),
            // `3 <= count()` reads better from the count: `number of cards is at least 3`.
            ConditionKind::Compare { left, operator, right }
                if matches!(left.kind, MeasureKind::Number(_))
                    && !matches!(right.kind, MeasureKind::Number(_)) =>
            {
                let comparison =
                    self.comparison_phrase(operator.mirrored(), &self.describe_measure(left));
                format!("{} {comparison}", self.describe_subject(right))
            }
            ConditionKind::Compare { left, operator, right } => {
                format!(
                    "{} {}",
                    self.describe_subject(left),
                    self.comparison_phrase(*operator, &self.describe_measure(right))
                )
            }
            ConditionKind::Terms { left, negated, right } => {
                let operator = if *negated { Operator::NotEqual } else { Operator::Equal };
                let (left, right) = (
                    self.describe_term_beside(left, right),
                    self.describe_term_beside(right, left),
                );
                format!("{left} {}", self.comparison_phrase(operator, &right))
            }
            ConditionKind::Cards { quantifier, filter, reads } => {
                let cards = self.describe_cards(filter);
                let clause = match quantifier {
                    Quantifier::All => say!(self.lang, "there are only {cards}"),
                    Quantifier::Any => say!(self.lang, "there are {cards}"),
                    Quantifier::None => say!(self.lang, "there are no {cards}"),
                };
                clause + &self.piles_phrase(reads)
            }
            ConditionKind::Each { field, condition, reads } => format!(
                "{} {}{}{} {}",
                word!(self.lang, "for the cards of each"),
                self.field_phrase(*field),
                self.piles_phrase(reads),
                word!(self.lang, ":"),
                self.describe_inner(condition)
            ),
        }
    }

    fn describe_junction(&self, junction: &Junction) -> String {
        match (&junction.form, junction.parts.as_slice()) {
            (JunctionForm::If, [condition, then]) => {
                let condition = self.describe_inner(&condition.condition);
                let premise = say!(self.lang, "if {condition}");
                let then = self.describe_inner(&then.condition);
                format!("{premise}, {} {then}", word!(self.lang, "then"))
            }
            (JunctionForm::Choice(choice), _) => {
                let (count, field) = (choice.count, self.field_phrase(choice.field));
                let condition = self.describe_inner(&choice.condition);
                say!(self.lang, "for some choice of {count} values of {field}: {condition}")
            }
            (JunctionForm::Plain | JunctionForm::If, parts) => {
                let between = if junction.is_conjunction {
                    word!(self.lang, " and ")
                } else {
                    word!(self.lang, " or ")
                };
                let words: Vec<_> = parts.iter().map(|part| self.describe_part(part)).collect();
                words.join(between)
            }
        }
    }

    fn describe_part(&self, part: &JunctionPart) -> String {
        if !part.negated {
            return self.describe_inner(&part.condition);
        }
        let condition = self.describe_condition(&part.condition);
        format!("{} ({condition})", word!(self.lang, "not"))
    }

    /// A condition within another, in parentheses if it joins several.
    fn describe_inner(&self, node: &ConditionNode) -> String {
        let words = self.describe_condition(node);
        match &node.kind {
            ConditionKind::Junction(junction)
                if junction.parts.len() > 1 && !junction.is_choice() =>
            {
                format!("({words})")
            }
            _ => words,
        }
    }

    /// A term of a comparison. A word is named as the parameter on the other side declares it.
    fn describe_term_beside(&self, term: &ParameterTerm, other: &ParameterTerm) -> String {
        let (ParameterTerm::Text(text), ParameterTerm::Parameter(parameter)) = (term, other) else {
            return self.describe_term(term);
        };
        let word = self
            .names
            .words(parameter)
            .iter()
            .find(|named| named.id == *text);
        word.map_or_else(|| self.describe_term(term), |named| name_in(named, self.lang).to_owned())
    }

    pub(crate) fn describe_term(&self, term: &ParameterTerm) -> String {
        match term {
            ParameterTerm::Parameter(name) => self.parameter_name(name),
            ParameterTerm::Text(text) => self.quote(text),
        }
    }
}
