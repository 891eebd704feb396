//! Names of numbers and measures of the format. Each use is replaced by the text of the name, plus,
//! for a number, a sum of what cards add to it.

use crate::{
    ast::{Arithmetic, Span},
    field::name_in,
    messages::{ErrorKind, LanguageError},
    operation::Operation,
    parser::parse,
    resolve::{Resolved, Resolver},
    resolved_text::PileReads,
    scope::{ChangeText, NamedText},
    tree::{
        CardExpr, CardExprKind, ConditionKind, ConditionNode, FilterKind, FilterNode, MeasureKind,
        MeasureNode, NamedNode, Quantifier, Reads, Test, ZoneNumber,
    },
    walk::TreePart,
};
use sleeve_data::model::{FRONT, Lang, Text};
use std::{cell::Cell, rc::Rc};

/// The most uses of names of numbers and measures in one text. Each is replaced by a text of its
/// own, so they multiply the work.
const MAX_NAMED_USES: usize = 200;

/// The names that a text may use, and how many it has used so far.
#[derive(Clone, Debug, Default)]
pub(super) struct NamingScope {
    place: NamingPlace,
    /// Shared by the resolvers of the parts.
    uses: Rc<Cell<usize>>,
}

/// The kind of text. A measure may use numbers, and a number neither, so that no name contains
/// itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
enum NamingPlace {
    #[default]
    Outside,
    InMeasure,
    InNumber,
}

impl<'s> Resolver<'s> {
    /// Resolves the name of a number or measure; `None` for any other word.
    pub(super) fn resolve_named(
        &self,
        word: &str,
        span: &Span,
        reads: &Reads,
    ) -> Option<Resolved<NamedNode>> {
        let named = self.scope.find_named(word)?;
        let place = if named.is_number { NamingPlace::InNumber } else { NamingPlace::InMeasure };
        Some(if self.naming.place < place {
            self.resolve_named_text(named, place, span, reads)
        } else {
            let kind = ErrorKind::NameWithinName { name: word.to_owned() };
            Err(LanguageError::new(span.clone(), kind))
        })
    }

    fn resolve_named_text(
        &self,
        named: &'s NamedText,
        place: NamingPlace,
        span: &Span,
        reads: &Reads,
    ) -> Resolved<NamedNode> {
        let uses = self.naming.uses.get() + 1;
        self.naming.uses.set(uses);
        if uses > MAX_NAMED_USES {
            let kind = ErrorKind::TooManyNames { limit: MAX_NAMED_USES };
            return Err(LanguageError::new(span.clone(), kind));
        }
        let mut body = self.resolve_other_text(&named.measure, place, span, reads)?;
        for change in &named.changes {
            let add = self.resolve_other_text(&change.add, place, span, reads)?;
            let terms = vec![body, self.change_term(change, add, span)];
            let kind = MeasureKind::Operation(Operation::Arithmetic(Arithmetic::Plus), terms);
            body = MeasureNode { span: span.clone(), kind };
        }
        let text = named.changes.is_empty().then(|| named.measure.clone());
        let name = in_both(|lang| name_in(&named.named, lang));
        Ok(NamedNode { name, text, reads_whole: named.is_number, body })
    }

    /// Resolves the text behind a name. A mistake in it is placed at the name.
    fn resolve_other_text(
        &self,
        text: &'s str,
        place: NamingPlace,
        span: &Span,
        reads: &Reads,
    ) -> Resolved<MeasureNode> {
        let naming = NamingScope { place, uses: Rc::clone(&self.naming.uses) };
        let inside = Resolver { text, face: FRONT, naming, ..self.clone() };
        let node = parse(text).and_then(|expr| inside.resolve_measure(&expr, reads));
        node.map_err(|error| LanguageError::new(span.clone(), error.kind))
    }

    /// The term that a card adds: `add * [any(CARD) in ZONE]`, under the name of the card.
    fn change_term(&self, change: &ChangeText, add: MeasureNode, span: &Span) -> MeasureNode {
        let is_card = FilterKind::Test(Test::Cards(vec![change.card]));
        let lies_there = ConditionNode {
            span: span.clone(),
            kind: ConditionKind::Cards {
                quantifier: Quantifier::Any,
                filter: FilterNode { span: span.clone(), kind: is_card },
                reads: Some(vec![change.zone.clone()]),
            },
        };
        let kind = MeasureKind::Indicator(Box::new(lies_there));
        let factors = vec![add, MeasureNode { span: span.clone(), kind }];
        let kind = MeasureKind::Operation(Operation::Arithmetic(Arithmetic::Times), factors);
        let body = MeasureNode { span: span.clone(), kind };
        let card = self.scope.catalog.cards.card(change.card);
        let name = in_both(|lang| card.name(lang));
        let named = NamedNode { name, text: None, reads_whole: false, body };
        MeasureNode { span: span.clone(), kind: MeasureKind::Named(Box::new(named)) }
    }

    /// Resolves the name of a number within a number of one card; `None` for any other word, and
    /// for a number of piles that it does not name.
    pub(super) fn resolve_number_of_deck(
        &self,
        word: &str,
        span: &Span,
    ) -> Option<Resolved<CardExprKind>> {
        if !self.scope.find_named(word)?.is_number {
            return None;
        }
        let measure =
            |named| MeasureNode { span: span.clone(), kind: MeasureKind::Named(Box::new(named)) };
        let node = match self.resolve_named(word, span, &None)? {
            Ok(named) => measure(named),
            Err(error) => return Some(Err(error)),
        };
        if let Some(constant) = card_number(&node) {
            return Some(Ok(constant.kind));
        }
        let reads = PileReads::from_part(TreePart::Measure(&node));
        (!reads.default)
            .then(|| Ok(CardExprKind::ZoneNumber(Box::new(ZoneNumber::new(reads.names(), node)))))
    }
}

/// A measure as a number of one card; `None` if it reads cards.
fn card_number(node: &MeasureNode) -> Option<CardExpr> {
    let kind = match &node.kind {
        MeasureKind::Number(number) => CardExprKind::Number(*number),
        MeasureKind::Parameter(name) => CardExprKind::Parameter(name.clone()),
        MeasureKind::Operation(operation, operands) => {
            let numbers = operands.iter().map(card_number).collect::<Option<_>>()?;
            CardExprKind::Operation(*operation, numbers)
        }
        MeasureKind::Named(named) => return card_number(&named.body),
        _ => return None,
    };
    Some(CardExpr { span: node.span.clone(), kind })
}

fn in_both<'n>(name: impl Fn(Lang) -> &'n str) -> Text {
    let (en, fr) = (name(Lang::En), name(Lang::Fr));
    Text { en: en.into(), fr: if fr == en { "" } else { fr }.into() }
}
