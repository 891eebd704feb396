//! Fields as reports name them: what a column shows, a sort key orders by and a cell of a card's layout holds.

use crate::model::fold::key;
use crate::model::{AttributeId, Date, EffectId, FRONT, FaceId, Game, Lang, TriggerId, ValueId};

/// A fact of a card that a report can show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// The part of the card it is read on.
    pub face: FaceId,
    /// Which fact.
    pub what: What,
}

/// Which fact a [`Field`] is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// The id.
    Id,
    /// The name, or that of the face.
    Name,
    /// The kind of card.
    Kind,
    /// The sets.
    Set,
    /// Copies in a box.
    Quantity,
    /// Day of release of the earliest set.
    Released,
    /// How well the card's facts are founded.
    Provenance,
    /// The effects.
    Effects,
    /// The effects under one trigger.
    Triggered(TriggerId),
    /// The sum of the amounts of one effect, all of them or those under one trigger.
    Amount(EffectId, Option<TriggerId>),
    /// An attribute.
    Attribute(AttributeId),
    /// How often a value stands in a set.
    Count(AttributeId, ValueId),
}

/// The fields of every game: words in both languages and heading.
const COMMON: &[(What, &[&str], &str, &str)] = &[
    (What::Id, &["id"], "Id", "Id"),
    (What::Name, &["name", "nom"], "Name", "Nom"),
    (What::Kind, &["kind", "sorte", "type", "genre"], "Kind", "Sorte"),
    (What::Set, &["set", "sets", "extension", "extensions"], "Set", "Extension"),
    (What::Quantity, &["quantity", "quantité"], "Copies", "Exemplaires"),
    (What::Released, &["released", "parution", "sortie"], "Released", "Parution"),
    (What::Provenance, &["provenance"], "Provenance", "Provenance"),
    (What::Effects, &["effect", "effects", "effet", "effets"], "Effects", "Effets"),
];

impl Field {
    /// A fact of the front.
    pub const fn front(what: What) -> Field {
        Field { face: FRONT, what }
    }

    /// An attribute of the front.
    pub const fn attribute(id: AttributeId) -> Field {
        Field::front(What::Attribute(id))
    }

    /// The field that a word names: `level`, `back.level`, `upper.effects`, `icons.pilot`, `effect.combat`.
    pub fn parse(game: &Game, word: &str) -> Option<Field> {
        if let Some(what) = plain(game, word) {
            return Some(Field::front(what));
        }
        let (first, rest) = word.split_once('.')?;
        if let Some(face) = game.face(first) {
            return Field::parse(game, rest).map(|field| Field { face, ..field });
        }
        if common(first) == Some(What::Effects) {
            return under_effect(game, rest).map(Field::front);
        }
        let id = game.attribute(first).or_else(|| game.attribute(&format!("{first}s")))?;
        let values = game.attribute_of(id)?.values();
        let at = values.iter().position(|v| v.means(rest))?;
        Some(Field::front(What::Count(id, ValueId(at as u16))))
    }

    /// The words that [`Field::parse`] knows for facts of the front, for suggestions.
    pub fn words(game: &Game) -> Vec<&str> {
        let own = game.attributes.iter().flat_map(|a| a.named.words());
        own.chain(COMMON.iter().flat_map(|(_, words, ..)| words.iter().copied())).collect()
    }

    /// What to write above a column.
    pub fn heading(self, game: &Game, lang: Lang) -> String {
        let say = |en: &str, fr: &str| if lang == Lang::Fr { fr } else { en }.to_owned();
        let text = match self.what {
            What::Attribute(id) => label(game, id, lang),
            What::Count(id, value) => {
                let named = game.attribute_of(id).and_then(|a| a.values().get(value.index()));
                named.map_or_else(String::new, |v| capital(v.name.get(lang)))
            }
            What::Triggered(id) => capital(trigger(game, id, lang)),
            What::Amount(id, when) => {
                let effect = game.effects.get(id.index()).map_or("", |e| e.named.name.get(lang));
                let when = when.map(|w| format!(" ({})", trigger(game, w, lang)));
                capital(effect) + &when.unwrap_or_default()
            }
            what => {
                let row = COMMON.iter().find(|(w, ..)| *w == what);
                row.map_or_else(String::new, |(.., en, fr)| say(en, fr))
            }
        };
        match game.faces.get(self.face.index()).filter(|_| self.face != FRONT) {
            Some(face) => format!("{text} ({})", face.named.name.get(lang)),
            None => text,
        }
    }

    /// The word that names it in data: the same in every language.
    pub fn id(self, game: &Game) -> String {
        let attribute = |id: AttributeId| game.attribute_of(id).map_or("", |a| a.named.id.as_str());
        let word = match self.what {
            What::Attribute(id) => attribute(id).to_owned(),
            What::Count(id, value) => {
                let values = game.attribute_of(id).map_or(&[][..], |a| a.values());
                let value = values.get(value.index()).map_or("", |v| v.id.as_str());
                format!("{}.{value}", attribute(id))
            }
            What::Triggered(id) => format!("effect.{}", trigger_id(game, id)),
            What::Amount(id, when) => {
                let effect = game.effects.get(id.index()).map_or("", |e| e.named.id.as_str());
                let when = when.map(|w| format!("{}.", trigger_id(game, w)));
                format!("effect.{}{effect}", when.unwrap_or_default())
            }
            what => {
                let row = COMMON.iter().find(|(w, ..)| *w == what);
                row.and_then(|(_, words, ..)| words.first()).copied().unwrap_or("").to_owned()
            }
        };
        match game.faces.get(self.face.index()).filter(|_| self.face != FRONT) {
            Some(face) => format!("{}.{word}", face.named.id),
            None => word,
        }
    }

    /// Whether its values are numbers, which stand to the right in tables.
    pub fn is_numeric(self, game: &Game) -> bool {
        match self.what {
            What::Quantity | What::Amount(..) | What::Count(..) => true,
            What::Attribute(id) => game.attribute_of(id).is_some_and(|a| a.is_numeric()),
            _ => false,
        }
    }
}

fn trigger(game: &Game, id: TriggerId, lang: Lang) -> &str {
    game.triggers.get(id.index()).map_or("", |t| t.named.name.get(lang))
}

fn trigger_id(game: &Game, id: TriggerId) -> &str {
    game.triggers.get(id.index()).map_or("", |t| &t.named.id)
}

/// What stands behind `effect.`: an effect, a trigger, or a trigger and an effect.
fn under_effect(game: &Game, word: &str) -> Option<What> {
    if let Some(id) = game.effect(word) {
        return Some(What::Amount(id, None));
    }
    match word.split_once('.') {
        Some((when, effect)) => Some(What::Amount(game.effect(effect)?, Some(game.trigger(when)?))),
        None => game.trigger(word).map(What::Triggered),
    }
}

fn label(game: &Game, id: AttributeId, lang: Lang) -> String {
    game.attribute_of(id).map_or_else(String::new, |a| {
        let label = a.label.get(lang);
        if label.is_empty() { capital(a.named.name.get(lang)) } else { label.to_owned() }
    })
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}

fn common(word: &str) -> Option<What> {
    let key = key(word);
    let means = |words: &[&str]| words.iter().any(|w| crate::model::fold::key(w) == key);
    COMMON.iter().find(|(_, words, ..)| means(words)).map(|(what, ..)| *what)
}

fn plain(game: &Game, word: &str) -> Option<What> {
    game.attribute(word).map(What::Attribute).or_else(|| common(word))
}

/// The day of release of the earliest set of a card, where every one of its sets has one.
pub fn released(game: &Game, card: crate::model::Card<'_>) -> Option<Date> {
    let mut days = card.sets().map(|s| game.sets.get(s.index()).and_then(|s| s.released));
    let first = days.next()??;
    days.try_fold(first, |least, day| Some(least.min(day?)))
}
