//! Measures and conditions in words.

use crate::ast::Operator;
use crate::field::{FieldKind, name_in};
use crate::french;
use crate::scope::ROLE;
use crate::tree::{
    CardExpr, CardExprKind, ConditionKind, ConditionNode, FilterKind, FilterNode, Fold,
    MeasureKind, MeasureNode, Operation, ParameterTerm, Quantifier, Reads,
};
use crate::words::Describer;
use sleeve_data::model::Lang;

fn is_every_card(filter: &FilterNode) -> bool {
    matches!(&filter.kind, FilterKind::All(items) if items.is_empty())
}

impl Describer<'_> {
    fn piles_phrase(&self, reads: &Reads) -> String {
        let Some(piles) = reads else { return String::new() };
        let names: Vec<String> = piles.iter().map(|p| self.zone_name(p)).collect();
        format!(" {} {}", self.pick("in", "dans"), names.join(self.pick(" and ", " et ")))
    }

    fn cards_phrase(&self, filter: &FilterNode) -> String {
        if is_every_card(filter) {
            return String::new();
        }
        format!(" {} {}", self.pick("of", "des"), self.describe_cards(filter))
    }

    /// A number of a pile.
    pub(crate) fn describe_measure(&self, node: &MeasureNode) -> String {
        match &node.kind {
            MeasureKind::Number(number) => self.format_number(&number.to_string()),
            MeasureKind::Parameter(name) => self.parameter_name(name),
            MeasureKind::Operation(operation, operands) => {
                let describe_operand = |operand: &MeasureNode| match &operand.kind {
                    MeasureKind::Operation(inner, _) => {
                        (self.describe_measure(operand), Some(*inner))
                    }
                    _ => (self.describe_measure(operand), None),
                };
                self.describe_calculation(*operation, operands.iter().map(describe_operand))
            }
            MeasureKind::Count { filter, reads } => {
                self.join_with_of("number", "nombre", &self.describe_cards(filter))
                    + &self.piles_phrase(reads)
            }
            MeasureKind::Fold { fold, expr, filter, reads } => {
                format!(
                    "{}{}{}",
                    self.describe_fold(*fold, expr),
                    self.cards_phrase(filter),
                    self.piles_phrase(reads)
                )
            }
            MeasureKind::Distinct { field, filter, reads } => format!(
                "{}{}{}",
                self.join_with_of(
                    "number of different values",
                    "nombre de valeurs différentes",
                    &self.field_phrase(*field)
                ),
                if is_every_card(filter) {
                    String::new()
                } else {
                    format!(" {} {}", self.pick("among", "parmi les"), self.describe_cards(filter))
                },
                self.piles_phrase(reads)
            ),
            MeasureKind::Copies { field, filter, reads } => format!(
                "{} {} {}{}",
                self.join_with_of(
                    "largest number",
                    "plus grand nombre",
                    &self.describe_cards(filter)
                ),
                self.pick("of one", "de même"),
                self.field_phrase(*field),
                self.piles_phrase(reads)
            ),
            MeasureKind::Total { field, measure, reads } => format!(
                "total {} {}{} {} ({})",
                self.pick("by", "par"),
                self.field_phrase(*field),
                self.piles_phrase(reads),
                self.pick("of", "de"),
                self.describe_measure(measure)
            ),
            MeasureKind::Indicator(condition) => {
                self.indicator_phrase(&self.describe_condition(condition))
            }
            MeasureKind::Named(named) => named.name.get(self.lang).to_owned(),
            MeasureKind::Groups { field, condition, reads } => format!(
                "{}{} {} ({})",
                self.join_with_of(
                    "number of values",
                    "nombre de valeurs",
                    &self.field_phrase(*field)
                ),
                self.piles_phrase(reads),
                self.pick("whose cards satisfy:", "dont les cartes remplissent :"),
                self.describe_condition(condition)
            ),
        }
    }

    /// A number of a pile as the subject of a sentence: French puts an article before it.
    pub(crate) fn describe_subject(&self, node: &MeasureNode) -> String {
        self.pick("", Self::article(node)).to_owned() + &self.describe_measure(node)
    }

    fn article(node: &MeasureNode) -> &'static str {
        match &node.kind {
            MeasureKind::Fold { fold: Fold::Avg | Fold::Min | Fold::Max, .. } => "la ",
            MeasureKind::Fold { .. }
            | MeasureKind::Count { .. }
            | MeasureKind::Distinct { .. }
            | MeasureKind::Copies { .. }
            | MeasureKind::Total { .. }
            | MeasureKind::Groups { .. } => "le ",
            MeasureKind::Number(_)
            | MeasureKind::Parameter(_)
            | MeasureKind::Indicator(_)
            | MeasureKind::Named(_) => "",
            MeasureKind::Operation(Operation::Arithmetic(_), operands) => {
                operands.first().map_or("", Self::article)
            }
            MeasureKind::Operation(..) => "",
        }
    }

    /// A limit in words. In a group, the minimum or maximum of a field is what the cards themselves state, so the name
    /// of the field is enough.
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
        let roles = || self.catalog.formats().flat_map(|format| &format.roles);
        let named = |word: &str| {
            let role = roles().find(|role| what == ROLE && role.named.id == word);
            role.map_or(word, |role| name_in(&role.named, self.lang)).to_owned()
        };
        let name = match (what, self.lang) {
            (ROLE, Lang::Fr) => "rôle".to_owned(),
            _ => self.parameter_name(what),
        };
        if a == b {
            say!(self.lang, "both decks have the same {name}: {named}", named = named(a))
        } else {
            say!(
                self.lang,
                "the decks differ in {name}: {named}, {named_2}",
                named = named(a),
                named_2 = named(b)
            )
        }
    }

    fn describe_fold(&self, fold: Fold, expr: &CardExpr) -> String {
        let number = self.describe_expr(expr);
        let of = french::de(&number);
        let plain = matches!(expr.kind, CardExprKind::Field(_) | CardExprKind::Listed(_));
        let (en, fr) = match (fold, plain) {
            (Fold::Sum, true) => (format!("total {number}"), format!("total {of}")),
            (Fold::Avg, true) => (format!("average {number}"), format!("moyenne {of}")),
            (Fold::Min, true) => (format!("smallest {number}"), format!("plus petite valeur {of}")),
            (Fold::Max, true) => (format!("largest {number}"), format!("plus grande valeur {of}")),
            (Fold::Sum, false) => (format!("total of ({number})"), format!("total de ({number})")),
            (Fold::Avg, false) => {
                (format!("average of ({number})"), format!("moyenne de ({number})"))
            }
            (Fold::Min, false) => {
                (format!("smallest ({number})"), format!("plus petite valeur de ({number})"))
            }
            (Fold::Max, false) => {
                (format!("largest ({number})"), format!("plus grande valeur de ({number})"))
            }
        };
        self.pick(&en, &fr).to_owned()
    }

    /// A comparison, after its left side: `is at least 25`.
    pub(crate) fn comparison_phrase(&self, operator: Operator, right: &str) -> String {
        let (en, fr) = match operator {
            Operator::Equal | Operator::Has => ("is", "vaut"),
            Operator::NotEqual => ("is not", "ne vaut pas"),
            Operator::Less => ("is below", "reste sous"),
            Operator::AtMost => ("is at most", "ne dépasse pas"),
            Operator::Greater => ("is above", "dépasse"),
            Operator::AtLeast => ("is at least", "atteint au moins"),
        };
        format!("{} {right}", self.pick(en, fr))
    }

    /// A condition.
    pub(crate) fn describe_condition(&self, node: &ConditionNode) -> String {
        let inner = |n: &ConditionNode| match n.kind {
            ConditionKind::All(_) | ConditionKind::Any(_) | ConditionKind::If(..) => {
                format!("({})", self.describe_condition(n))
            }
            _ => self.describe_condition(n),
        };
        let joined = |items: &[ConditionNode], between: &str| {
            items.iter().map(inner).collect::<Vec<_>>().join(between)
        };
        match &node.kind {
            ConditionKind::All(items) => joined(items, self.pick(" and ", " et ")),
            ConditionKind::Any(items) => joined(items, self.pick(" or ", " ou ")),
            ConditionKind::Not(c) => {
                format!("{} ({})", self.pick("not", "il est faux que"), self.describe_condition(c))
            }
            ConditionKind::If(condition, then) => {
                let condition = match self.lang {
                    Lang::En => format!("if {}", inner(condition)),
                    Lang::Fr => french::si(&inner(condition)),
                };
                format!("{condition}, {} {}", self.pick("then", "alors"), inner(then))
            }
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
                    Quantifier::None => {
                        say!(self.lang, "there are no {cards}", de = french::de(&cards))
                    }
                };
                clause + &self.piles_phrase(reads)
            }
            ConditionKind::Each { field, condition, reads } => format!(
                "{} {}{}{} {}",
                self.pick("for the cards of each", "pour les cartes de chaque"),
                self.field_phrase(*field),
                self.piles_phrase(reads),
                self.pick(":", " :"),
                inner(condition)
            ),
        }
    }

    /// A term of a comparison. A word is named as the parameter on the other side declares it.
    fn describe_term_beside(&self, term: &ParameterTerm, other: &ParameterTerm) -> String {
        let (ParameterTerm::Text(text), ParameterTerm::Parameter(parameter)) = (term, other) else {
            return self.describe_term(term);
        };
        let word = self.names.words(parameter).iter().find(|named| named.id == *text);
        word.map_or_else(|| self.describe_term(term), |named| name_in(named, self.lang).to_owned())
    }

    pub(crate) fn describe_term(&self, term: &ParameterTerm) -> String {
        match term {
            ParameterTerm::Parameter(name) => self.parameter_name(name),
            ParameterTerm::Text(text) => self.quote(text),
        }
    }
}
