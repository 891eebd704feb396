//! What a field is called: above a column, within a sentence, in data.

use super::{Field, FieldKind, FieldRow};
use crate::docs::DocLine;
use sleeve_data::model::game::Named;
use sleeve_data::model::{AttributeId, FRONT, Game, Lang, TriggerId, ValueId};

/// The name of a thing in a language; its id where it has none.
pub(crate) fn name_in(named: &Named, lang: Lang) -> &str {
    match named.name.get(lang) {
        "" => &named.id,
        name => name,
    }
}

impl Field {
    /// What to write above a column.
    pub fn heading(self, game: &Game, lang: Lang) -> String {
        let text = match self.kind {
            FieldKind::Attribute(id) => {
                let label = game.attribute_of(id).map_or("", |a| a.label.get(lang));
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

    /// What it is called within a sentence: `cost`, `level (back)`.
    pub fn phrase(self, game: &Game, lang: Lang) -> String {
        self.add_part(self.front_phrase(game, lang), game, lang)
    }

    /// The word that names it in data: the same in every language.
    pub fn id(self, game: &Game) -> String {
        let word = match self.kind {
            FieldKind::Attribute(id) => attribute_id(game, id).to_owned(),
            FieldKind::Count(id, at) => {
                let value = attribute_value(game, id, at).map_or("", |v| v.id.as_str());
                format!("{}.{value}", attribute_id(game, id))
            }
            FieldKind::Effect(Some(id)) => format!("effect.{}", trigger_id(game, id)),
            FieldKind::Amount(id, when) => {
                let effect = game.effects.get(id.index()).map_or("", |e| e.named.id.as_str());
                let when = when.map(|when| format!("{}.", trigger_id(game, when)));
                format!("effect.{}{effect}", when.unwrap_or_default())
            }
            kind => common_text(kind, |row| row.name, Lang::En),
        };
        match game.faces.get(self.face.index()).filter(|_| self.face != FRONT) {
            Some(part) => format!("{}.{word}", part.named.id),
            None => word,
        }
    }

    fn front_phrase(self, game: &Game, lang: Lang) -> String {
        let named = |named: Option<&Named>| named.map_or("", |n| name_in(n, lang)).to_owned();
        match self.kind {
            FieldKind::Attribute(id) => named(game.attribute_of(id).map(|a| &a.named)),
            FieldKind::Count(id, at) => named(attribute_value(game, id, at)),
            FieldKind::Effect(Some(id)) => {
                let effect = common_text(FieldKind::Effect(None), |row| row.phrase, lang);
                format!("{effect} ({})", trigger_name(game, id, lang))
            }
            FieldKind::Amount(id, when) => {
                let effect = named(game.effects.get(id.index()).map(|e| &e.named));
                let when = when.map(|when| format!(" ({})", trigger_name(game, when, lang)));
                effect + &when.unwrap_or_default()
            }
            kind => common_text(kind, |row| row.phrase, lang),
        }
    }

    fn add_part(self, text: String, game: &Game, lang: Lang) -> String {
        match game.faces.get(self.face.index()).filter(|_| self.face != FRONT) {
            Some(part) => format!("{text} ({})", name_in(&part.named, lang)),
            None => text,
        }
    }
}

fn common_text(kind: FieldKind, column: fn(&FieldRow) -> DocLine, lang: Lang) -> String {
    FieldRow::from_kind(kind).map_or("", |row| column(row).get(lang)).to_owned()
}

fn attribute_id(game: &Game, id: AttributeId) -> &str {
    game.attribute_of(id).map_or("", |a| a.named.id.as_str())
}

fn attribute_value(game: &Game, id: AttributeId, at: ValueId) -> Option<&Named> {
    game.attribute_of(id).and_then(|a| a.values().get(at.index()))
}

fn trigger_name(game: &Game, id: TriggerId, lang: Lang) -> &str {
    game.triggers.get(id.index()).map_or("", |t| name_in(&t.named, lang))
}

fn trigger_id(game: &Game, id: TriggerId) -> &str {
    game.triggers.get(id.index()).map_or("", |t| &t.named.id)
}

fn capitalize(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}
