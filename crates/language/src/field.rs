//! Fields of cards: filters compare them, columns show them, cards are sorted and grouped by them.
//! The fields of every game are in one [table](FIELDS); a game adds its attributes, effects and
//! parts.

use crate::messages::{ExpressionKind, NameUse};
use sleeve_data::{
    grammar::capitalize,
    model::{
        AttributeId, Card, Date, EffectId, FRONT, FaceId, Game, Lang, TriggerId, ValueId,
        fold::{alike, key},
        game::{AttributeType, Named},
    },
    problem::{Phrase, nearest_names},
};
use std::ops::Range;

/// A field of one part of a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field {
    /// The part; the front if none is named.
    pub face: FaceId,
    pub kind: FieldKind,
}

/// The kinds of fields. Lists of missing facts are sorted in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FieldKind {
    Attribute(AttributeId),
    /// The number of times that a set has a value.
    Count(AttributeId, ValueId),
    /// The effects, all or under one trigger.
    Effect(Option<TriggerId>),
    /// The amount of an effect, or the number of times that it is printed if it takes no amount.
    Amount(EffectId, Option<TriggerId>),
    Id,
    Name,
    Kind,
    Set,
    /// Copies in one box.
    Quantity,
    Released,
    /// The grades of its facts.
    Provenance,
    Zone,
    Listed,
    /// The formats that allow it (`legal:`).
    Legal,
    /// Its flags (`is:`).
    Is,
    /// The fields printed on it (`has:`).
    Has,
}

impl Field {
    /// The field as the front of a card prints it.
    pub const fn front(kind: FieldKind) -> Field {
        Field { face: FRONT, kind }
    }

    /// An attribute of the front.
    pub const fn attribute(id: AttributeId) -> Field {
        Field::front(FieldKind::Attribute(id))
    }
}

impl FieldKind {
    /// Whether it is a field with the names of other cards.
    pub fn holds_cards(self, game: &Game) -> bool {
        let FieldKind::Attribute(id) = self else { return false };
        game.get_attribute(id)
            .is_some_and(|a| matches!(a.kind, AttributeType::Cards { .. }))
    }

    /// The type of its values.
    pub fn sort(self, game: &Game) -> ExpressionKind {
        match self {
            FieldKind::Id | FieldKind::Name => ExpressionKind::Text,
            FieldKind::Kind | FieldKind::Zone => ExpressionKind::Enumeration,
            FieldKind::Set | FieldKind::Provenance | FieldKind::Effect(_) => ExpressionKind::Set,
            FieldKind::Listed => ExpressionKind::List,
            FieldKind::Legal => ExpressionKind::Format,
            FieldKind::Is => ExpressionKind::Flag,
            FieldKind::Has => ExpressionKind::Field,
            FieldKind::Quantity | FieldKind::Amount(..) | FieldKind::Count(..) => {
                ExpressionKind::Number
            }
            FieldKind::Released => ExpressionKind::Date,
            FieldKind::Attribute(id) => match game.get_attribute(id).map(|a| &a.kind) {
                Some(AttributeType::Integer | AttributeType::Number) => ExpressionKind::Number,
                Some(AttributeType::Date) => ExpressionKind::Date,
                Some(AttributeType::Enum { .. }) => ExpressionKind::Enumeration,
                Some(AttributeType::Set { .. }) => ExpressionKind::Set,
                Some(AttributeType::Flag) => ExpressionKind::Flag,
                Some(AttributeType::Text | AttributeType::Cards { .. }) | None => {
                    ExpressionKind::Text
                }
            },
        }
    }

    /// Whether its values are numbers, which tables align to the right.
    pub fn is_numeric(self, game: &Game) -> bool {
        self.sort(game) == ExpressionKind::Number
    }

    /// Whether its values are names in an order that the game declares.
    pub fn is_ordered_list(self, game: &Game) -> bool {
        let FieldKind::Attribute(id) = self else { return false };
        let attribute = game.get_attribute(id);
        attribute.is_some_and(|a| matches!(a.kind, AttributeType::Enum { ordered: true, .. }))
    }

    /// Whether its values have an order: numbers, dates, ordered names.
    pub fn is_ordered(self, game: &Game) -> bool {
        matches!(self.sort(game), ExpressionKind::Number | ExpressionKind::Date)
            || self.is_ordered_list(game)
    }

    /// Whether it is a question about a card (`in:`, `legal:`, `is:`, `has:`), without values to
    /// group cards by.
    pub fn is_question(self) -> bool {
        matches!(self, FieldKind::Listed | FieldKind::Legal | FieldKind::Is | FieldKind::Has)
    }

    /// Whether a card alone has it: not a question, and not the zone, which depends on the deck.
    pub fn is_card_field(self) -> bool {
        !self.is_question() && self != FieldKind::Zone
    }
}

/// The day of release of the earliest set of a card; `None` if one of its sets has no day.
pub fn release_day(game: &Game, card: Card<'_>) -> Option<Date> {
    let mut days = card
        .sets()
        .map(|s| game.sets.get(s.index()).and_then(|s| s.released));
    let first = days.next()??;
    days.try_fold(first, |least, day| Some(least.min(day?)))
}

/// The name of a thing in a language; its id if it has no name.
pub(crate) fn name_in(named: &Named, lang: Lang) -> &str {
    match named.name.get(lang) {
        "" => &named.id,
        name => name,
    }
}

/// The name of a thing that the game may not have; then it is empty.
pub(crate) fn name_of(named: Option<&Named>, lang: Lang) -> String {
    named.map_or("", |named| name_in(named, lang)).to_owned()
}

impl Field {
    /// The heading of a column of this field.
    pub fn heading(self, game: &Game, lang: Lang) -> String {
        let text = match self.kind {
            FieldKind::Attribute(id) => {
                let label = game.get_attribute(id).map_or("", |a| a.label.get(lang));
                if label.is_empty() {
                    capitalize(&self.front_phrase(game, lang))
                } else {
                    label.into()
                }
            }
            FieldKind::Effect(Some(id)) => capitalize(trigger_name(game, id, lang)),
            FieldKind::Count(..) | FieldKind::Amount(..) => {
                capitalize(&self.front_phrase(game, lang))
            }
            kind => common_text(kind, |row| row.heading, lang),
        };
        self.add_part(text, game, lang)
    }

    /// The name within a sentence: `cost`, `level (back)`.
    pub fn phrase(self, game: &Game, lang: Lang) -> String {
        self.add_part(self.front_phrase(game, lang), game, lang)
    }

    /// The word that names it in data, equal in every language.
    pub fn id(self, game: &Game) -> String {
        let word = match self.kind {
            FieldKind::Attribute(id) => attribute_id(game, id).to_owned(),
            FieldKind::Count(id, at) => {
                let value = attribute_value(game, id, at).map_or("", |v| v.id.as_str());
                format!("{}.{value}", attribute_id(game, id))
            }
            FieldKind::Effect(Some(id)) => format!("effect.{}", trigger_id(game, id)),
            FieldKind::Amount(id, when) => {
                let effect = game
                    .effects
                    .get(id.index())
                    .map_or("", |e| e.named.id.as_str());
                match when {
                    Some(when) => format!("effect.{}.{effect}", trigger_id(game, when)),
                    None => format!("effect.{effect}"),
                }
            }
            kind => common_text(kind, |row| row.name, Lang::En),
        };
        match game
            .faces
            .get(self.face.index())
            .filter(|_| self.face != FRONT)
        {
            Some(part) => format!("{}.{word}", part.named.id),
            None => word,
        }
    }

    fn front_phrase(self, game: &Game, lang: Lang) -> String {
        match self.kind {
            FieldKind::Attribute(id) => name_of(game.get_attribute(id).map(|a| &a.named), lang),
            FieldKind::Count(id, at) => name_of(attribute_value(game, id, at), lang),
            FieldKind::Effect(Some(id)) => {
                let effect = common_text(FieldKind::Effect(None), |row| row.phrase, lang);
                format!("{effect} ({})", trigger_name(game, id, lang))
            }
            FieldKind::Amount(id, when) => {
                let effect = name_of(game.effects.get(id.index()).map(|e| &e.named), lang);
                match when {
                    Some(when) => format!("{effect} ({})", trigger_name(game, when, lang)),
                    None => effect,
                }
            }
            kind => common_text(kind, |row| row.phrase, lang),
        }
    }

    fn add_part(self, text: String, game: &Game, lang: Lang) -> String {
        match game
            .faces
            .get(self.face.index())
            .filter(|_| self.face != FRONT)
        {
            Some(part) => format!("{text} ({})", name_in(&part.named, lang)),
            None => text,
        }
    }
}

fn common_text(kind: FieldKind, column: fn(&FieldRow) -> Phrase, lang: Lang) -> String {
    FieldRow::from_kind(kind)
        .map_or("", |row| column(row).get(lang))
        .to_owned()
}

fn attribute_id(game: &Game, id: AttributeId) -> &str {
    game.get_attribute(id).map_or("", |a| a.named.id.as_str())
}

fn attribute_value(game: &Game, id: AttributeId, at: ValueId) -> Option<&Named> {
    game.get_attribute(id)
        .and_then(|a| a.values().get(at.index()))
}

fn trigger_name(game: &Game, id: TriggerId, lang: Lang) -> &str {
    game.triggers
        .get(id.index())
        .map_or("", |t| name_in(&t.named, lang))
}

fn trigger_id(game: &Game, id: TriggerId) -> &str {
    game.triggers.get(id.index()).map_or("", |t| &t.named.id)
}

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
    /// The field that a word names, on `face` if the word names no part itself. If a name after
    /// `effect.` means both an effect and a trigger, `as_trigger` decides.
    pub(crate) fn from_word(
        game: &Game,
        word: &str,
        face: FaceId,
        as_trigger: bool,
    ) -> FieldResult<Field> {
        FieldReader { game, as_trigger }.read_field(word, face)
    }

    /// The field that a word names, if a card alone has it: a column, a sort key, a cell of a
    /// layout.
    pub fn parse(game: &Game, word: &str) -> Option<Field> {
        let field = FieldReader { game, as_trigger: false }
            .read_field(word, FRONT)
            .ok()?;
        field.kind.is_card_field().then_some(field)
    }

    /// The words that [`Field::parse`] accepts for fields of the front, for suggestions.
    pub fn words<'g>(game: &'g Game) -> impl Iterator<Item = &'g str> {
        let rows = FIELDS.iter().filter(|row| row.kind.is_card_field());
        let common = rows.flat_map(FieldRow::words);
        common
            .map(|word| -> &'g str { word })
            .chain(attribute_words(game))
    }

    /// Every word that names a field in a filter.
    pub(crate) fn filter_words<'g>(game: &'g Game) -> impl Iterator<Item = &'g str> {
        let common = FIELDS.iter().flat_map(FieldRow::words);
        common
            .map(|word| -> &'g str { word })
            .chain(attribute_words(game))
    }
}

fn attribute_words(game: &Game) -> impl Iterator<Item = &str> {
    game.attributes.iter().flat_map(|a| a.named.words())
}

/// The position of the thing that a word means. An id goes before a name or alias.
pub(crate) fn find_position(named: &[Named], word: &str) -> Option<usize> {
    let by_id = named.iter().position(|thing| thing.id == word);
    by_id.or_else(|| named.iter().position(|thing| thing.means(word)))
}

/// The value of an attribute that a word means.
pub(crate) fn find_value(values: &[Named], word: &str) -> Option<ValueId> {
    u16::try_from(find_position(values, word)?)
        .ok()
        .map(ValueId)
}

/// Whether a key is the English or French plural of another.
fn is_plural(plural: &str, singular: &str) -> bool {
    plural.strip_suffix('s').or(plural.strip_suffix('x')) == Some(singular)
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
            let kind = self
                .find_plain_field(word)
                .ok_or_else(|| self.unknown_field(word))?;
            return Ok(Field { face, kind });
        };
        let start = first.len() + 1;
        if let Some(part) = self.game.face(first) {
            return self
                .read_field(rest, part)
                .map_err(|error| error.shift(start));
        }
        let read = match self.find_plain_field(first) {
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
        let kind = read.map_err(|error| error.shift(start))?;
        Ok(Field { face, kind })
    }

    /// A field without a part. The English name of a common field goes before an attribute, its
    /// other names after: `kind` means the same in every game, but a game may have an attribute
    /// `type`.
    fn find_plain_field(self, word: &str) -> Option<FieldKind> {
        if let Some(row) = FieldRow::from_english_name(word) {
            return Some(row.kind);
        }
        let attribute = self.find_attribute(word).map(FieldKind::Attribute);
        attribute.or_else(|| FieldRow::from_word(word).map(|row| row.kind))
    }

    /// The attribute that a word names; a set also in the singular (`icon` for `icons`).
    fn find_attribute(self, word: &str) -> Option<AttributeId> {
        if let Some(id) = self.game.attribute(word) {
            return Some(id);
        }
        let singular = key(word);
        let at = self.game.attributes.iter().position(|attribute| {
            matches!(attribute.kind, AttributeType::Set { .. })
                && attribute
                    .named
                    .words()
                    .any(|plural| is_plural(&key(plural), &singular))
        })?;
        u16::try_from(at).ok().map(AttributeId)
    }

    /// The field after `effect.`: an effect, a trigger, or both in either order.
    fn read_effect(self, path: &str) -> FieldResult<FieldKind> {
        let game = self.game;
        let found = match path.split_once('.') {
            None => {
                let effect = game.effect(path).map(|e| FieldKind::Amount(e, None));
                let trigger = game.trigger(path).map(|t| FieldKind::Effect(Some(t)));
                if self.as_trigger { trigger.or(effect) } else { effect.or(trigger) }
            }
            Some((first, second)) => self
                .find_triggered(first, second)
                .or_else(|| self.find_triggered(second, first)),
        };
        found.ok_or_else(|| {
            let wrong = path
                .split('.')
                .find(|word| game.effect(word).is_none() && game.trigger(word).is_none())
                .unwrap_or(path);
            let effects = game.effects.iter().flat_map(|e| e.named.words());
            let names = effects.chain(game.triggers.iter().flat_map(|t| t.named.words()));
            UnknownField::new(NameUse::Effect, wrong, names).shift(path.find(wrong).unwrap_or(0))
        })
    }

    /// The amount of an effect under a trigger.
    fn find_triggered(self, trigger: &str, effect: &str) -> Option<FieldKind> {
        let trigger = self.game.trigger(trigger)?;
        Some(FieldKind::Amount(self.game.effect(effect)?, Some(trigger)))
    }

    /// A value of a set, to be counted.
    fn read_count(self, id: AttributeId, value: &str) -> FieldResult<FieldKind> {
        let values = self.game.get_attribute(id).map_or(&[][..], |a| a.values());
        let found = find_value(values, value).map(|value| FieldKind::Count(id, value));
        found.ok_or_else(|| {
            UnknownField::new(NameUse::Count, value, values.iter().flat_map(Named::words))
        })
    }

    fn unknown_field(self, word: &str) -> UnknownField {
        UnknownField::new(NameUse::Field, word, Field::filter_words(self.game))
    }
}

impl UnknownField {
    fn new<'n>(thing: NameUse, word: &str, names: impl Iterator<Item = &'n str>) -> UnknownField {
        UnknownField { thing, range: 0..word.len(), candidates: nearest_names(word, names) }
    }

    /// Moves the range, for a word that starts `by` bytes after the start of another.
    fn shift(self, by: usize) -> UnknownField {
        UnknownField { range: self.range.start + by..self.range.end + by, ..self }
    }
}

/// A field that every game has.
#[derive(Clone, Copy, Debug)]
pub struct FieldRow {
    pub kind: FieldKind,
    /// The word to type, in every language. The English name goes before an attribute of the same
    /// name.
    pub name: Phrase,
    /// Other words for it, in either language.
    pub aliases: &'static [&'static str],
    pub heading: Phrase,
    /// The name within a sentence.
    pub phrase: Phrase,
    /// An example of a filter with it.
    pub form: &'static str,
    pub line: Phrase,
}

macro_rules! fields {
    ($($kind:expr, $name:literal, $aliases:expr, $heading:expr, $phrase:expr, $form:literal: $line:literal;)+) => {
        /// The fields of every game, in the order of the documentation.
        pub const FIELDS: &[FieldRow] = &[$(FieldRow {
            kind: $kind,
            name: word!($name, context = "typed"),
            aliases: &$aliases,
            heading: $heading,
            phrase: $phrase,
            form: $form,
            line: word!($line),
        }),+];
    };
}

fields! {
    FieldKind::Id, "id", [], word!("Id"), word!("id"), "id:3-10": "the id (the printed number, if there is one); `:` matches it exactly";
    FieldKind::Name, "name", [], word!("Name"), word!("name"), "name:luke": "any name of the card or its faces";
    FieldKind::Kind, "kind", ["type", "genre"], word!("Kind"), word!("kind"), "kind:ship":
        "the kind of card; if the game has a field named `type` or `genre`, that word means this field";
    FieldKind::Set, "set", ["sets", "extensions"], word!("Set"), word!("set"), "set:premiere|hoth": "a set it was printed in";
    FieldKind::Quantity, "quantity", [], word!("Copies"), word!("copies in a box"), "quantity>=2": "copies in one box";
    FieldKind::Effect(None), "effect", ["effects", "effets"], word!("Effects"), word!("effect"), "effect:draw":
        "an effect; `effect.combat` is its amount, `effect.ally:draw` and `effect.ally.draw` need a trigger";
    FieldKind::Zone, "zone", [], word!("Zone"), word!("zone"), "zone:starting": "the zone of the deck that it is in";
    FieldKind::Released, "released", ["sortie"], word!("Released"), word!("day of release"), "released<1998": "the day its first set came out";
    FieldKind::Legal, "legal", [], word!("Format"), word!("format"), "legal:FORMAT": "allowed in some deck of the format (of the same role, if the deck has one)";
    FieldKind::Listed, "in", [], word!("List"), word!("list", context = "field"), "in:LIST":
        "on this list of cards; `in.LIST` is its number there: 1 on a list without numbers, 0 if it is not on the list";
    FieldKind::Is, "is", [], word!("Flag"), word!("flag"), "is:unique": "a flag of the card";
    FieldKind::Has, "has", [], word!("Field"), word!("field", context = "field"), "has:cost": "a field printed on it, or a part it has";
    FieldKind::Provenance, "provenance", [], word!("Provenance"), word!("provenance"), "provenance:stand-in":
        "the source of one of its values: rulebook, published, derived, inferred, stand-in";
}

impl FieldRow {
    /// The row of a field; `None` for fields that games declare.
    pub fn from_kind(kind: FieldKind) -> Option<&'static FieldRow> {
        FIELDS.iter().find(|row| row.kind == kind)
    }

    /// The row that a word means, ignoring spelling variants.
    fn from_word(word: &str) -> Option<&'static FieldRow> {
        FIELDS
            .iter()
            .find(|row| row.words().any(|w| alike(w, word)))
    }

    /// The row with an English name, ignoring spelling variants.
    fn from_english_name(word: &str) -> Option<&'static FieldRow> {
        FIELDS.iter().find(|row| alike(row.name.en, word))
    }

    /// Every word that means it.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        self.name.wordings().chain(self.aliases.iter().copied())
    }
}
