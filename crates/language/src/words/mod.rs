//! Filters, measures and conditions in words, in both languages.

mod filter;
mod pile;

pub(super) use super::scope::ScopeNames;
use super::{
    field::{Field, FieldKind, name_in, name_of},
    tree::GroupKey,
};
use sleeve_data::model::{
    Catalog, FRONT, Lang, Lens, Text,
    card::{Fact, Grade},
    game::Named,
};

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
    Text::from_words(|lang| say(&Describer { catalog, names, lang }))
}

fn find_name<'n>(named: &'n [Named], id: &'n str, lang: Lang) -> &'n str {
    named
        .iter()
        .find(|n| n.id == id)
        .map_or(id, |named| name_in(named, lang))
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
        let names: Vec<String> = names
            .chain(others.map(|others| others.get(self.lang).to_owned()))
            .collect();
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

    /// Values of a field, separated by commas.
    pub(super) fn key_names(&self, field: Field, keys: &[GroupKey]) -> String {
        keys.iter()
            .map(|key| self.key_name(field.kind, key))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// A value of a field.
    pub(super) fn key_name(&self, field: FieldKind, key: &GroupKey) -> String {
        let game = &self.catalog.game;
        match key {
            GroupKey::Number(number) => number.in_words(self.lang),
            GroupKey::Text(text) => self.printed_text(field, text),
            GroupKey::Value(value) => match field {
                FieldKind::Attribute(id) | FieldKind::Count(id, _) => {
                    let attribute = game.get_attribute(id);
                    name_of(attribute.and_then(|a| a.values().get(value.index())), self.lang)
                }
                _ => value.0.to_string(),
            },
            GroupKey::Kind(kind) => {
                name_of(game.kinds.get(kind.index()).map(|k| &k.named), self.lang)
            }
            GroupKey::Set(set) => name_of(game.sets.get(set.index()).map(|s| &s.named), self.lang),
            GroupKey::Effect(effect) => {
                name_of(game.effects.get(effect.index()).map(|e| &e.named), self.lang)
            }
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
        for card in self.catalog.cards.iter() {
            if let Fact::Text { shown, folded: its } =
                card.fact(&self.catalog.game, FRONT, id, Lens::Shipped)
                && its == folded
            {
                return shown.to_owned();
            }
        }
        folded.to_owned()
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
