//! Names of fields: attributes of the game, fields of every game, parts and paths.

use super::super::ast::{Expr, ExprKind, Span};
use super::super::docs::Builtin;
use super::super::error::{ErrorKind, Expected, LanguageError, Sort, Thing, nearest};
use super::super::tree::{Field, FieldKind};
use super::{Resolved, Resolver};
use crate::model::fold::{alike, key};
use crate::model::game::{AttributeType, Named};
use crate::model::{AttributeId, FaceId};

impl Resolver<'_> {
    /// The field that an argument names.
    pub(super) fn field_argument(&self, expr: &Expr) -> Resolved<Field> {
        match &expr.kind {
            ExprKind::Word(word) => self.field(word, &expr.span, false),
            _ => {
                let found = self.text.get(expr.span.clone()).unwrap_or("");
                Err(LanguageError::expected(expr.span.clone(), Expected::Field, found))
            }
        }
    }

    /// The field that a word names. Where a name behind `effect.` means both an effect and a
    /// trigger, `as_trigger` decides.
    pub(super) fn field(&self, word: &str, span: &Span, as_trigger: bool) -> Resolved<Field> {
        let Some((first, rest)) = word.split_once('.') else {
            let kind = self.plain_field(word).ok_or_else(|| self.unknown_field(word, span))?;
            return Ok(Field { face: self.face, kind });
        };
        if self.scope.has_classes() {
            return Err(self.unknown_field(word, span));
        }
        let behind = span.start + first.len() + 1..span.end;
        if let Some(face) = self.game().face(first) {
            let inner = self.on_part(face).field(rest, &behind, as_trigger)?;
            return Ok(inner);
        }
        match self.plain_field(first) {
            Some(FieldKind::Effect(None)) => self.effect_path(rest, &behind, as_trigger),
            Some(FieldKind::Attribute(attribute)) if self.is_set(attribute) => {
                self.count_path(attribute, rest, &behind)
            }
            Some(_) => Err(self.unknown_field(word, span)),
            None if self.field(rest, &behind, as_trigger).is_ok() => {
                let parts = self.game().faces.iter().flat_map(|f| f.named.words());
                Err(unknown(
                    Thing::Part,
                    first,
                    &(span.start..behind.start - 1),
                    nearest(first, parts),
                ))
            }
            None => Err(self.unknown_field(first, &(span.start..behind.start - 1))),
        }
    }

    /// The same text, read on another part of the card.
    pub(super) fn on_part(&self, face: FaceId) -> Resolver<'_> {
        Resolver { face, ..self.clone() }
    }

    /// The field without a path that a word names. A field of every game goes before an attribute
    /// of its English name, but `type` and the French names are the game's first.
    pub(super) fn plain_field(&self, word: &str) -> Option<FieldKind> {
        if self.scope.has_classes() {
            return None;
        }
        let builtin = Builtin::named(word);
        let primary = |b: &Builtin| b.row().names.first().is_some_and(|n| alike(n, word));
        if let Some(builtin) = builtin.filter(primary) {
            return Some(builtin_kind(builtin));
        }
        self.attribute(word).map(FieldKind::Attribute).or_else(|| builtin.map(builtin_kind))
    }

    /// The attribute that a word names; a set also in the singular (`icon` for `icons`).
    fn attribute(&self, word: &str) -> Option<AttributeId> {
        let game = self.game();
        game.attribute(word).or_else(|| {
            let wanted = key(word);
            let singular = |w: &str| {
                let w = key(w);
                w.strip_suffix('s').or(w.strip_suffix('x')).is_some_and(|w| w == wanted)
            };
            let is_set = |kind: &AttributeType| matches!(kind, AttributeType::Set { .. });
            let at = game
                .attributes
                .iter()
                .position(|a| is_set(&a.kind) && a.named.words().any(singular))?;
            u16::try_from(at).ok().map(AttributeId)
        })
    }

    fn is_set(&self, attribute: AttributeId) -> bool {
        self.sort(FieldKind::Attribute(attribute)) == Sort::Set
    }

    fn effect_path(&self, path: &str, span: &Span, as_trigger: bool) -> Resolved<Field> {
        let game = self.game();
        let kind = match path.split_once('.') {
            None => {
                let effect = game.effect(path).map(|e| FieldKind::Amount(e, None));
                let trigger = game.trigger(path).map(|t| FieldKind::Effect(Some(t)));
                if as_trigger { trigger.or(effect) } else { effect.or(trigger) }
            }
            Some((one, other)) => {
                let pair = |trigger, effect| game.trigger(trigger).zip(game.effect(effect));
                let found = pair(one, other).or_else(|| pair(other, one));
                found.map(|(trigger, effect)| FieldKind::Amount(effect, Some(trigger)))
            }
        };
        let names = || {
            let effects = game.effects.iter().flat_map(|e| e.named.words());
            effects.chain(game.triggers.iter().flat_map(|t| t.named.words()))
        };
        let wrong = path.split('.').find(|p| game.effect(p).is_none() && game.trigger(p).is_none());
        let wrong = wrong.unwrap_or(path);
        let start = span.start + path.find(wrong).unwrap_or(0);
        let span = start..start + wrong.len();
        let kind =
            kind.ok_or_else(|| unknown(Thing::Effect, wrong, &span, nearest(wrong, names())))?;
        Ok(Field { face: self.face, kind })
    }

    fn count_path(&self, attribute: AttributeId, path: &str, span: &Span) -> Resolved<Field> {
        let values = self.values(attribute);
        match super::value::position(values, path) {
            Some(value) => Ok(Field { face: self.face, kind: FieldKind::Count(attribute, value) }),
            None => {
                let names = values.iter().flat_map(Named::words);
                Err(unknown(Thing::Count, path, span, nearest(path, names)))
            }
        }
    }

    pub(super) fn values(&self, attribute: AttributeId) -> &[Named] {
        self.game().attribute_of(attribute).map_or(&[], |a| a.values())
    }

    /// Every word that names a field.
    pub(super) fn field_words(&self) -> impl Iterator<Item = &str> {
        let builtins = Builtin::ALL.iter().flat_map(|b| b.row().names.iter().copied());
        let attributes = self.game().attributes.iter().flat_map(|a| a.named.words());
        let plain = !self.scope.has_classes();
        builtins.chain(attributes).filter(move |_| plain)
    }

    fn unknown_field(&self, word: &str, span: &Span) -> LanguageError {
        unknown(Thing::Field, word, span, nearest(word, self.field_words()))
    }

    /// The type of a field.
    pub(super) fn sort(&self, kind: FieldKind) -> Sort {
        match kind {
            FieldKind::Id | FieldKind::Name => Sort::Text,
            FieldKind::Kind | FieldKind::Zone => Sort::Enumeration,
            FieldKind::Set | FieldKind::Provenance | FieldKind::Effect(_) => Sort::Set,
            FieldKind::Listed => Sort::List,
            FieldKind::Legal => Sort::Format,
            FieldKind::Is => Sort::Flag,
            FieldKind::Has => Sort::Field,
            FieldKind::Quantity | FieldKind::Amount(..) | FieldKind::Count(..) => Sort::Number,
            FieldKind::Released => Sort::Date,
            FieldKind::Attribute(id) => match self.game().attribute_of(id).map(|a| &a.kind) {
                Some(AttributeType::Integer | AttributeType::Number) => Sort::Number,
                Some(AttributeType::Date) => Sort::Date,
                Some(AttributeType::Enum { .. }) => Sort::Enumeration,
                Some(AttributeType::Set { .. }) => Sort::Set,
                Some(AttributeType::Flag) => Sort::Flag,
                Some(AttributeType::Text) | None => Sort::Text,
            },
        }
    }
}

fn builtin_kind(builtin: Builtin) -> FieldKind {
    match builtin {
        Builtin::Id => FieldKind::Id,
        Builtin::Name => FieldKind::Name,
        Builtin::Kind => FieldKind::Kind,
        Builtin::Set => FieldKind::Set,
        Builtin::Quantity => FieldKind::Quantity,
        Builtin::Effect => FieldKind::Effect(None),
        Builtin::Zone => FieldKind::Zone,
        Builtin::Released => FieldKind::Released,
        Builtin::Legal => FieldKind::Legal,
        Builtin::In => FieldKind::Listed,
        Builtin::Is => FieldKind::Is,
        Builtin::Has => FieldKind::Has,
        Builtin::Provenance => FieldKind::Provenance,
    }
}

pub(super) fn unknown(
    thing: Thing,
    name: &str,
    span: &Span,
    candidates: Vec<String>,
) -> LanguageError {
    let kind = ErrorKind::Unknown { thing, name: name.to_owned(), candidates };
    LanguageError::new(span.clone(), kind)
}
