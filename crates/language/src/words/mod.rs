//! Filters, measures and conditions in words, in both languages.

mod filter;
mod pile;

use super::field::{Field, FieldKind, name_in};
pub(super) use super::scope::ScopeNames;
use super::tree::GroupKey;
use sleeve_data::model::card::{Fact, Grade};
use sleeve_data::model::game::Named;
use sleeve_data::model::{Card, Catalog, FRONT, Lang, Lens, Text};

/// Describes parts of a tree in one language.
#[derive(Clone, Copy)]
pub(super) struct Describer<'w> {
    pub(super) catalog: &'w Catalog,
    pub(super) names: &'w ScopeNames,
    pub(super) lang: Lang,
}

pub(super) fn describe_in_both(
    catalog: &Catalog,
    names: &ScopeNames,
    say: impl Fn(&Describer<'_>) -> String,
) -> Text {
    let in_lang = |lang| say(&Describer { catalog, names, lang });
    Text::from_words(in_lang)
}

fn find_name<'n>(named: &'n [Named], id: &'n str, lang: Lang) -> &'n str {
    named.iter().find(|n| n.id == id).map_or(id, |named| name_in(named, lang))
}

impl Describer<'_> {
    /// The sign of an operation, as people write it.
    pub(super) fn operator_sign(&self, operator: super::ast::Arithmetic) -> &'static str {
        match operator.symbol() {
            "*" => word!(self.lang, "*"),
            "else" => word!(self.lang, "else"),
            symbol => symbol,
        }
    }

    fn quote(&self, text: &str) -> String {
        say!(self.lang, "\"{text}\"")
    }

    /// `a, b or c`.
    fn join_alternatives(&self, items: &[String]) -> String {
        join_items(items, word!(self.lang, " or "))
    }

    /// Values of a field, and others in words: `Demacia, Noxus and rare`.
    pub(super) fn join_choices(
        &self,
        field: FieldKind,
        keys: &[GroupKey],
        others: Option<&Text>,
    ) -> String {
        let names = keys.iter().map(|key| self.key_name(field, key));
        let names: Vec<String> =
            names.chain(others.map(|others| others.get(self.lang).to_owned())).collect();
        join_items(&names, word!(self.lang, " and "))
    }

    pub(super) fn parameter_name(&self, id: &str) -> String {
        find_name(&self.names.parameters, id, self.lang).to_owned()
    }

    pub(super) fn zone_name(&self, id: &str) -> String {
        find_name(&self.names.zones, id, self.lang).to_owned()
    }

    /// A field: `cost`, `level (back)`.
    pub(super) fn field_phrase(&self, field: Field) -> String {
        field.phrase(&self.catalog.game, self.lang)
    }

    /// A value of a field.
    pub(super) fn key_name(&self, field: FieldKind, key: &GroupKey) -> String {
        let game = &self.catalog.game;
        let name = |named: Option<&Named>| named.map_or("", |n| name_in(n, self.lang)).to_owned();
        match key {
            GroupKey::Number(number) => number.in_words(self.lang),
            GroupKey::Text(text) => self.printed_text(field, text),
            GroupKey::Value(value) => match field {
                FieldKind::Attribute(id) | FieldKind::Count(id, _) => {
                    name(game.get_attribute(id).and_then(|a| a.values().get(value.index())))
                }
                _ => value.0.to_string(),
            },
            GroupKey::Kind(kind) => name(game.kinds.get(kind.index()).map(|k| &k.named)),
            GroupKey::Set(set) => name(game.sets.get(set.index()).map(|s| &s.named)),
            GroupKey::Effect(effect) => name(game.effects.get(effect.index()).map(|e| &e.named)),
            GroupKey::Flag(true) => say!(self.lang, "yes"),
            GroupKey::Flag(false) => say!(self.lang, "no"),
            GroupKey::Date(date) => date.to_string(),
            GroupKey::Zone(zone) => self.zone_name(zone),
            GroupKey::Card(card) => match self.names.classes.get(card.index()) {
                Some(class) => class.clone(),
                None => self.catalog.cards.card(*card).id().to_owned(),
            },
            GroupKey::Grade(grade) => self.grade_name(*grade).to_owned(),
        }
    }

    /// A text as a card prints it: values are compared without case and accents.
    fn printed_text(&self, field: FieldKind, folded: &str) -> String {
        let FieldKind::Attribute(id) = field else { return folded.to_owned() };
        let printed = |card: Card<'_>| match card.fact(&self.catalog.game, FRONT, id, Lens::Shipped)
        {
            Fact::Text { shown, folded: its } if its == folded => Some(shown.to_owned()),
            _ => None,
        };
        self.catalog.cards.iter().find_map(printed).unwrap_or_else(|| folded.to_owned())
    }

    fn grade_name(&self, grade: Grade) -> &'static str {
        match grade {
            Grade::Rulebook => word!(self.lang, "rulebook"),
            Grade::Published => word!(self.lang, "published"),
            Grade::Derived => word!(self.lang, "derived"),
            Grade::Disputed => word!(self.lang, "disputed"),
            Grade::Inferred => word!(self.lang, "inferred"),
            Grade::StandIn => word!(self.lang, "stand-in"),
        }
    }
}

/// `a, b or c`.
fn join_items(items: &[String], last_by: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., last] => format!("{}{last_by}{last}", init.join(", ")),
    }
}
