//! Parses words as fields: `level`, `back.level`, `upper.effect`, `icons.pilot`, `effect.combat`.

use super::table::{FIELDS, FieldRow};
use super::{Field, FieldKind};
use crate::messages::{ExpressionKind, NameUse};
use sleeve_data::model::fold::key;
use sleeve_data::model::game::{AttributeType, Named};
use sleeve_data::model::{AttributeId, EffectId, FRONT, FaceId, Game, TriggerId, ValueId};
use sleeve_data::problem::nearest_names;
use std::ops::Range;

/// A word that names no field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UnknownField {
    /// The kind of name that the wrong part was looked up as.
    pub thing: NameUse,
    /// The wrong part, in bytes of the word.
    pub range: Range<usize>,
    /// Near names, best first.
    pub candidates: Vec<String>,
}

type FieldResult<T> = Result<T, UnknownField>;

impl Field {
    /// The field that a word names, on `face` if the word names no part itself. Where a name behind `effect.` means
    /// both an effect and a trigger, `as_trigger` decides.
    pub(crate) fn from_word(
        game: &Game,
        word: &str,
        face: FaceId,
        as_trigger: bool,
    ) -> FieldResult<Field> {
        FieldReader { game, as_trigger }.read_field(word, face)
    }

    /// The field that a word names, if a card alone has it: a column, a sort key, a cell of a layout.
    pub fn parse(game: &Game, word: &str) -> Option<Field> {
        let field = FieldReader { game, as_trigger: false }.read_field(word, FRONT).ok()?;
        field.kind.is_card_field().then_some(field)
    }

    /// The words that [`Field::parse`] accepts for fields of the front, for suggestions.
    pub fn words<'g>(game: &'g Game) -> impl Iterator<Item = &'g str> {
        let rows = FIELDS.iter().filter(|row| row.kind.is_card_field());
        let common = rows.flat_map(FieldRow::words);
        common.map(|word| -> &'g str { word }).chain(attribute_words(game))
    }

    /// Every word that names a field in a filter.
    pub(crate) fn filter_words<'g>(game: &'g Game) -> impl Iterator<Item = &'g str> {
        let common = FIELDS.iter().flat_map(FieldRow::words);
        common.map(|word| -> &'g str { word }).chain(attribute_words(game))
    }
}

fn attribute_words(game: &Game) -> impl Iterator<Item = &str> {
    game.attributes.iter().flat_map(|a| a.named.words())
}

/// The value of an attribute that a word means. An id goes before a name or alias.
pub(crate) fn find_value(values: &[Named], word: &str) -> Option<ValueId> {
    let by_id = values.iter().position(|v| v.id == word);
    let at = by_id.or_else(|| values.iter().position(|v| v.means(word)))?;
    u16::try_from(at).ok().map(ValueId)
}

/// Parses words with the vocabulary of one game.
#[derive(Clone, Copy)]
struct FieldReader<'g> {
    game: &'g Game,
    as_trigger: bool,
}

impl<'g> FieldReader<'g> {
    fn read_field(self, word: &str, face: FaceId) -> FieldResult<Field> {
        let Some((first, rest)) = word.split_once('.') else {
            let kind = self.find_plain_field(word).ok_or_else(|| self.unknown_field(word))?;
            return Ok(Field { face, kind });
        };
        let start = first.len() + 1;
        if let Some(part) = self.game.face(first) {
            return self.read_field(rest, part).map_err(|error| error.shift(start));
        }
        let kind = match self.find_plain_field(first) {
            Some(FieldKind::Effect(None)) => self.read_effect(rest),
            Some(FieldKind::Attribute(id))
                if FieldKind::Attribute(id).sort(self.game) == ExpressionKind::Set =>
            {
                self.read_count(id, rest)
            }
            Some(_) => return Err(self.unknown_field(word)),
            None if self.read_field(rest, face).is_ok() => {
                let parts = self.game.faces.iter().flat_map(|f| f.named.words());
                return Err(UnknownField::new(NameUse::Part, first, parts));
            }
            None => return Err(self.unknown_field(first)),
        };
        let kind = kind.map_err(|error| error.shift(start))?;
        Ok(Field { face, kind })
    }

    /// A field without a part. The English name of a common field goes before an attribute, its other names behind:
    /// `kind` means one thing in every game, but a game may call an attribute `type`.
    fn find_plain_field(self, word: &str) -> Option<FieldKind> {
        if let Some(row) = FieldRow::from_english_name(word) {
            return Some(row.kind);
        }
        let attribute = self.find_attribute(word).map(FieldKind::Attribute);
        attribute.or_else(|| FieldRow::from_word(word).map(|row| row.kind))
    }

    /// The attribute that a word names; a set also in the singular (`icon` for `icons`).
    fn find_attribute(self, word: &str) -> Option<AttributeId> {
        self.game.attribute(word).or_else(|| {
            let word_key = key(word);
            let singular = |w: &str| {
                let w = key(w);
                // English and French plurals.
                w.strip_suffix('s').or(w.strip_suffix('x')).is_some_and(|w| w == word_key)
            };
            let is_set = |kind: &AttributeType| matches!(kind, AttributeType::Set { .. });
            let mut attributes = self.game.attributes.iter();
            let at = attributes.position(|a| is_set(&a.kind) && a.named.words().any(singular))?;
            u16::try_from(at).ok().map(AttributeId)
        })
    }

    /// The field behind `effect.`: an effect, a trigger, or both in either order.
    fn read_effect(self, path: &str) -> FieldResult<FieldKind> {
        let game = self.game;
        let found = match path.split_once('.') {
            None => {
                let effect = game.effect(path).map(|e| FieldKind::Amount(e, None));
                let trigger = game.trigger(path).map(|t| FieldKind::Effect(Some(t)));
                if self.as_trigger { trigger.or(effect) } else { effect.or(trigger) }
            }
            Some((first, second)) => {
                let pair = |trigger, effect| -> Option<(TriggerId, EffectId)> {
                    game.trigger(trigger).zip(game.effect(effect))
                };
                let found = pair(first, second).or_else(|| pair(second, first));
                found.map(|(trigger, effect)| FieldKind::Amount(effect, Some(trigger)))
            }
        };
        found.ok_or_else(|| {
            let is_known = |word: &str| game.effect(word).is_some() || game.trigger(word).is_some();
            let wrong = path.split('.').find(|word| !is_known(word)).unwrap_or(path);
            let effects = game.effects.iter().flat_map(|e| e.named.words());
            let names = effects.chain(game.triggers.iter().flat_map(|t| t.named.words()));
            UnknownField::new(NameUse::Effect, wrong, names).shift(path.find(wrong).unwrap_or(0))
        })
    }

    /// A value of a set, to be counted.
    fn read_count(self, id: AttributeId, value: &str) -> FieldResult<FieldKind> {
        let values = self.game.get_attribute(id).map_or(&[][..], |a| a.values());
        let found = find_value(values, value).map(|value| FieldKind::Count(id, value));
        let names = || values.iter().flat_map(Named::words);
        found.ok_or_else(|| UnknownField::new(NameUse::Count, value, names()))
    }

    fn unknown_field(self, word: &str) -> UnknownField {
        UnknownField::new(NameUse::Field, word, Field::filter_words(self.game))
    }
}

impl UnknownField {
    fn new<'n>(thing: NameUse, word: &str, names: impl Iterator<Item = &'n str>) -> UnknownField {
        UnknownField { thing, range: 0..word.len(), candidates: nearest_names(word, names) }
    }

    /// Moves the range, for a word that starts `by` bytes behind the start of another.
    fn shift(self, by: usize) -> UnknownField {
        UnknownField { range: self.range.start + by..self.range.end + by, ..self }
    }
}
