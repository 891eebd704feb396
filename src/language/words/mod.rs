//! Filters, measures and conditions in words, in both languages.

mod filter;
mod pile;

pub(super) use super::scope::Names;
use super::tree::{Field, FieldKind, Key};
use crate::model::card::Grade;
use crate::model::game::Named;
use crate::model::{Catalog, FRONT, Lang, Text};

/// Says things in one language.
#[derive(Clone, Copy)]
pub(super) struct Speaker<'w> {
    pub(super) catalog: &'w Catalog,
    pub(super) names: &'w Names,
    pub(super) lang: Lang,
}

/// The same in both languages.
pub(super) fn both(catalog: &Catalog, names: &Names, say: impl Fn(&Speaker<'_>) -> String) -> Text {
    let in_lang = |lang| say(&Speaker { catalog, names, lang });
    Text { en: in_lang(Lang::En).into(), fr: in_lang(Lang::Fr).into() }
}

fn name_of<'n>(named: &'n [Named], id: &'n str, lang: Lang) -> &'n str {
    let found = named.iter().find(|n| n.id == id).map(|n| n.name.get(lang));
    found.filter(|name| !name.is_empty()).unwrap_or(id)
}

impl Speaker<'_> {
    pub(super) fn pick<'t>(&self, en: &'t str, fr: &'t str) -> &'t str {
        if self.lang == Lang::Fr { fr } else { en }
    }

    /// The sign of an operation.
    pub(super) fn sign(&self, operator: super::ast::Arithmetic) -> &'static str {
        match (operator.symbol(), self.lang) {
            ("*", Lang::Fr) => "×",
            (symbol, _) => symbol,
        }
    }

    fn quoted(&self, text: &str) -> String {
        match self.lang {
            Lang::En => format!("\"{text}\""),
            Lang::Fr => format!("« {text} »"),
        }
    }

    /// `a, b or c`.
    fn any_of(&self, items: &[String]) -> String {
        let or = self.pick(" or ", " ou ");
        match items {
            [] => String::new(),
            [only] => only.clone(),
            [init @ .., last] => format!("{}{or}{last}", init.join(", ")),
        }
    }

    pub(super) fn parameter(&self, id: &str) -> String {
        name_of(&self.names.parameters, id, self.lang).to_owned()
    }

    pub(super) fn zone(&self, id: &str) -> String {
        name_of(&self.names.zones, id, self.lang).to_owned()
    }

    /// A field: `cost`, `level (back)`.
    pub(super) fn field(&self, field: Field) -> String {
        let game = &self.catalog.game;
        let named = |named: Option<&Named>| {
            named.map_or_else(String::new, |n| {
                name_of(std::slice::from_ref(n), &n.id, self.lang).to_owned()
            })
        };
        let effect = || self.pick("effect", "effet").to_owned();
        let name = match field.kind {
            FieldKind::Id => self.pick("id", "identifiant").to_owned(),
            FieldKind::Name => self.pick("name", "nom").to_owned(),
            FieldKind::Kind => self.pick("kind", "sorte").to_owned(),
            FieldKind::Set => self.pick("set", "extension").to_owned(),
            FieldKind::Quantity => {
                self.pick("copies in a box", "exemplaires dans une boîte").to_owned()
            }
            FieldKind::Released => self.pick("day of release", "date de parution").to_owned(),
            FieldKind::Zone => self.pick("zone", "zone").to_owned(),
            FieldKind::Provenance => self.pick("provenance", "provenance").to_owned(),
            FieldKind::Listed => self.pick("list", "liste").to_owned(),
            FieldKind::Legal => self.pick("format", "format").to_owned(),
            FieldKind::Is => self.pick("flag", "indicateur").to_owned(),
            FieldKind::Has => self.pick("field", "champ").to_owned(),
            FieldKind::Attribute(id) => named(game.attribute_of(id).map(|a| &a.named)),
            FieldKind::Effect(None) => effect(),
            FieldKind::Effect(Some(t)) => {
                format!("{} ({})", effect(), named(game.triggers.get(t.index()).map(|t| &t.named)))
            }
            FieldKind::Amount(e, trigger) => {
                let name = named(game.effects.get(e.index()).map(|e| &e.named));
                match trigger.and_then(|t| game.triggers.get(t.index())) {
                    Some(trigger) => format!("{name} ({})", named(Some(&trigger.named))),
                    None => name,
                }
            }
            FieldKind::Count(attribute, value) => {
                let attribute = game.attribute_of(attribute);
                named(attribute.and_then(|a| a.values().get(value.index())))
            }
        };
        match game.faces.get(field.face.index()) {
            Some(part) if field.face != FRONT => format!("{name} ({})", named(Some(&part.named))),
            _ => name,
        }
    }

    /// A value of a field.
    pub(super) fn key(&self, field: FieldKind, key: &Key) -> String {
        let game = &self.catalog.game;
        let name = |named: Option<&Named>| {
            named.map_or_else(String::new, |n| {
                name_of(std::slice::from_ref(n), &n.id, self.lang).to_owned()
            })
        };
        match key {
            Key::Number(number) => self.number(&number.to_string()),
            Key::Text(text) => text.clone(),
            Key::Value(value) => match field {
                FieldKind::Attribute(id) | FieldKind::Count(id, _) => {
                    name(game.attribute_of(id).and_then(|a| a.values().get(value.index())))
                }
                _ => value.0.to_string(),
            },
            Key::Kind(kind) => name(game.kinds.get(kind.index()).map(|k| &k.named)),
            Key::Set(set) => name(game.sets.get(set.index()).map(|s| &s.named)),
            Key::Effect(effect) => name(game.effects.get(effect.index()).map(|e| &e.named)),
            Key::Flag(flag) => self
                .pick(if *flag { "yes" } else { "no" }, if *flag { "oui" } else { "non" })
                .to_owned(),
            Key::Date(date) => date.to_string(),
            Key::Zone(zone) => self.zone(zone),
            Key::Card(card) => match self.names.classes.get(card.index()) {
                Some(class) => class.clone(),
                None => self.catalog.cards.card(*card).id().to_owned(),
            },
            Key::Grade(grade) => self.grade(*grade).to_owned(),
        }
    }

    fn grade(&self, grade: Grade) -> &'static str {
        let french = match grade {
            Grade::Rulebook => "règles",
            Grade::Published => "publié",
            Grade::Derived => "déduit",
            Grade::Inferred => "supposé",
            Grade::StandIn => "provisoire",
        };
        if self.lang == Lang::Fr { french } else { grade.word() }
    }
}
