//! The cards most similar to a card, and why.

use super::{FactStyle, json::FactShape, listing::count_more_cards};
use crate::{
    collection::name_with_id,
    documents::CardRow,
    text::{
        Style,
        table::{Column, TextTable},
    },
};
use sleeve_data::model::{CardIndex, FRONT, ValueId};
use sleeve_language::field::{Field, FieldKind};
use sleeve_solve::{Kinship, Likeness, SAME, SharedTrait};
use std::io::{self, Write};

/// Most shared traits that are named for people.
const NAMED_TRAITS: usize = 4;

/// A card similar to another.
#[derive(Clone, Debug)]
pub struct NearCard {
    pub card: CardIndex,
    pub likeness: Likeness,
    pub kinship: Kinship,
}

/// A card with the cards most similar to it.
#[derive(Clone, Debug)]
pub struct NearCards {
    pub card: CardIndex,
    /// Nearest first.
    pub near: Vec<NearCard>,
    /// Number of cards that are left out.
    pub more: usize,
}

impl NearCards {
    /// Writes a table of the cards.
    pub fn write(
        &self,
        view: &FactStyle<'_>,
        style: &Style,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let out = &mut style.typesetter(out);
        let lang = style.lang;
        let card = view.catalog.cards.card(self.card);
        let name = name_with_id(card.id(), card.title(lang), &Style { colour: false, ..*style });
        let title = word!(lang, "Cards like");
        writeln!(out, "{}", style.bold(&format!("{title} {name}")))?;
        let mut table = TextTable::new(vec![
            Column::number(word!(lang, "Likeness")),
            Column::text(word!(lang, "Card")),
            Column::text("Id"),
            Column::text(word!(lang, "Why")),
        ]);
        for near in &self.near {
            let card = view.catalog.cards.card(near.card);
            table.row([
                // Adding half of the divisor rounds to the nearest percent.
                format!("{} %", (near.likeness * 100 + SAME / 2) / SAME),
                view.name(card, FRONT),
                view.id(card),
                self.describe_kinship(near, view),
            ]);
        }
        table.write(out, style)?;
        if self.more > 0 {
            let more = count_more_cards(style, self.more);
            let text = format!("{} {more} (--all)", word!(lang, "and"));
            writeln!(out, "{}", style.dim(&text))?;
        }
        Ok(())
    }

    fn describe_kinship(&self, near: &NearCard, view: &FactStyle<'_>) -> String {
        let lang = view.lang;
        match &near.kinship {
            Kinship::Name => say!(lang, "the same name"),
            Kinship::Half => say!(lang, "one is a half of the other"),
            Kinship::Traits(traits) => {
                let words = traits
                    .iter()
                    .map(|shared| self.describe_trait(shared, view));
                let words = words.filter(|words| !words.is_empty()).take(NAMED_TRAITS);
                words.collect::<Vec<_>>().join("; ")
            }
        }
    }

    fn describe_trait(&self, shared: &SharedTrait, view: &FactStyle<'_>) -> String {
        let (game, lang) = (&view.catalog.game, view.lang);
        let card = view.catalog.cards.card(self.card);
        let (field, text) = match shared {
            SharedTrait::Kind => return view.kind(card).to_owned(),
            SharedTrait::Value(id) => (FieldKind::Attribute(*id), view.attribute(card, FRONT, *id)),
            SharedTrait::Values(id, values) => {
                let all = game
                    .get_attribute(*id)
                    .map_or(&[][..], |attribute| attribute.values());
                let named = values.iter().filter_map(|value| all.get(value.index()));
                let named: Vec<&str> = named.map(|value| value.name.get(lang)).collect();
                (FieldKind::Attribute(*id), named.join(", "))
            }
            SharedTrait::Effects(effects) => {
                let named = effects
                    .iter()
                    .filter_map(|effect| game.effects.get(effect.index()));
                let named: Vec<&str> = named.map(|effect| effect.named.name.get(lang)).collect();
                (FieldKind::Effect(None), named.join(", "))
            }
        };
        if text.is_empty() {
            return text;
        }
        format!("{} {text}", Field::front(field).phrase(game, lang))
    }

    /// Returns the row for `-o json`.
    pub fn row<'a>(&self, view: &FactStyle<'a>) -> NearCardsRow<'a> {
        let row = |near: &NearCard| NearCardRow {
            card: CardRow::new(view.catalog, near.card),
            likeness: near.likeness,
            why: match near.kinship {
                Kinship::Name => "name",
                Kinship::Half => "half",
                Kinship::Traits(_) => "traits",
            },
            shared: match &near.kinship {
                Kinship::Name | Kinship::Half => Vec::new(),
                Kinship::Traits(traits) => traits
                    .iter()
                    .map(|shared| self.trait_row(shared, view))
                    .collect(),
            },
        };
        NearCardsRow {
            card: CardRow::new(view.catalog, self.card),
            game: view.catalog.game.id(),
            near: self.near.iter().map(row).collect(),
        }
    }

    fn trait_row<'a>(&self, shared: &SharedTrait, view: &FactStyle<'a>) -> SharedTraitRow<'a> {
        let game = &view.catalog.game;
        let card = view.catalog.cards.card(self.card);
        let (field, value) = match shared {
            SharedTrait::Kind => {
                let kind = game.kinds.get(card.kind().index());
                let kind = kind.map_or("", |kind| kind.named.id.as_str());
                (FieldKind::Kind, FactShape::Text(kind.into()))
            }
            SharedTrait::Value(id) => {
                let fact = card.fact(game, FRONT, *id, view.lens);
                let attribute = game.get_attribute(*id);
                let value =
                    attribute.map(|attribute| FactShape::new(view.catalog, fact, attribute, None));
                (FieldKind::Attribute(*id), value.unwrap_or(FactShape::Nothing(())))
            }
            SharedTrait::Values(id, values) => {
                let all = game
                    .get_attribute(*id)
                    .map_or(&[][..], |attribute| attribute.values());
                let value = |value: &ValueId| Some(all.get(value.index())?.id.as_str());
                let values = values.iter().filter_map(value).collect();
                (FieldKind::Attribute(*id), FactShape::Values(values))
            }
            SharedTrait::Effects(effects) => {
                let named = effects
                    .iter()
                    .filter_map(|effect| game.effects.get(effect.index()));
                let named = named.map(|effect| effect.named.id.as_str()).collect();
                (FieldKind::Effect(None), FactShape::Values(named))
            }
        };
        SharedTraitRow { field: Field::front(field).id(game), value }
    }
}

rows! {
    /// A card with the cards most similar to it.
    pub struct NearCardsRow<'a> {
        /// The card.
        ..card: CardRow<'a>,
        /// Id of its game.
        game: &'a str,
        /// The similar cards, nearest first.
        near: Vec<NearCardRow<'a>>,
    }

    /// A card similar to another.
    struct NearCardRow<'a> {
        /// The card.
        ..card: CardRow<'a>,
        /// How similar it is, from 0 to 1000.
        likeness: u32,
        /// Why it is similar: the same name, one is printed as a half of the other, or what both
        /// print.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["name", "half", "traits"])))]
        why: &'static str,
        /// What both print, most telling first.
        shared: Vec<SharedTraitRow<'a>>,
    }

    /// Something that both cards print.
    struct SharedTraitRow<'a> {
        /// Id of the field.
        field: String,
        /// The value; for a set, the values that both have.
        value: FactShape<'a>,
    }
}
