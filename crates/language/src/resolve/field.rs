//! Names of fields in a text.

use super::super::ast::{Expr, ExprKind, Span};
use super::super::error::{ErrorKind, ExpectedToken, ExpressionKind, LanguageError, NameUse};
use super::super::field::{Field, FieldKind};
use super::{Resolved, Resolver};
use sleeve_data::model::game::Named;
use sleeve_data::model::{AttributeId, FaceId};

impl Resolver<'_> {
    /// The field that an argument names.
    pub(super) fn resolve_field_argument(&self, expr: &Expr) -> Resolved<Field> {
        match &expr.kind {
            ExprKind::Word(word) => self.resolve_field(word, &expr.span, false),
            _ => {
                let found = self.text.get(expr.span.clone()).unwrap_or("");
                Err(LanguageError::missing_token(expr.span.clone(), ExpectedToken::Field, found))
            }
        }
    }

    /// The field that a word names. Where a name behind `effect.` means both an effect and a
    /// trigger, `as_trigger` decides.
    pub(super) fn resolve_field(
        &self,
        word: &str,
        span: &Span,
        as_trigger: bool,
    ) -> Resolved<Field> {
        if self.scope.has_classes() {
            return Err(unknown_name(NameUse::Field, word, span, Vec::new()));
        }
        Field::from_word(self.game(), word, self.face, as_trigger).map_err(|error| {
            let name = word.get(error.range.clone()).unwrap_or(word);
            let span = span.start + error.range.start..span.start + error.range.end;
            unknown_name(error.thing, name, &span, error.candidates)
        })
    }

    /// The same text, read on another part of the card.
    pub(super) fn with_part(&self, face: FaceId) -> Resolver<'_> {
        Resolver { face, ..self.clone() }
    }

    pub(super) fn attribute_values(&self, attribute: AttributeId) -> &[Named] {
        self.game().attribute_of(attribute).map_or(&[], |a| a.values())
    }

    /// Every word that names a field.
    pub(super) fn field_words(&self) -> impl Iterator<Item = &str> {
        let has_fields = !self.scope.has_classes();
        Field::filter_words(self.game()).filter(move |_| has_fields)
    }

    /// The type of a field.
    pub(super) fn field_sort(&self, kind: FieldKind) -> ExpressionKind {
        kind.sort(self.game())
    }
}

pub(super) fn unknown_name(
    thing: NameUse,
    name: &str,
    span: &Span,
    candidates: Vec<String>,
) -> LanguageError {
    let kind = ErrorKind::Unknown { thing, name: name.to_owned(), candidates };
    LanguageError::new(span.clone(), kind)
}
