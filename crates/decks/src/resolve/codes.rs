//! What forms of other tools call cards by: their ids, an alias, or a field of the game.

use super::DeckResolver;
use sleeve_data::model::card::NameRole;
use sleeve_data::model::reader::IdField;
use sleeve_data::model::{CardIndex, Catalog, FRONT, Fact, Lens};
use std::collections::HashMap;

/// The cards by what a field says of them.
pub(super) type CardCodes = HashMap<String, Vec<CardIndex>>;

/// What a card is called by; `None` where it has no such thing.
pub(crate) fn card_code(catalog: &Catalog, card: CardIndex, by: &IdField) -> Option<String> {
    let shown = catalog.cards.card(card);
    match by {
        IdField::Id => Some(shown.id().to_owned()),
        IdField::Alias => {
            let mut aliases = shown.names().filter(|(role, ..)| *role == NameRole::Alias);
            aliases.next().map(|(_, alias, _)| alias.to_owned())
        }
        IdField::Field(field) => {
            let attribute = catalog.game.attribute(field)?;
            match shown.fact(&catalog.game, FRONT, attribute, Lens::Shipped) {
                Fact::Number(number) => Some(number.to_string()),
                Fact::Text { shown, .. } => Some(shown.to_owned()),
                Fact::Enum(value) => {
                    let values = catalog.game.attribute_of(attribute)?.values();
                    values.get(value.index()).map(|value| value.id.to_string())
                }
                _ => None,
            }
        }
    }
}

/// A code as it is compared: zeros before a number say nothing.
fn normalize_code(code: &str) -> &str {
    let bare = code.trim_start_matches('0');
    let number = !code.is_empty() && code.bytes().all(|b| b.is_ascii_digit());
    match (number, bare) {
        (true, "") => "0",
        (true, bare) => bare,
        (false, _) => code,
    }
}

impl DeckResolver<'_> {
    /// The cards that a code means, else the one of this id.
    pub(super) fn cards_by_code(&mut self, code: &str, by: &IdField) -> Vec<CardIndex> {
        let found = match by {
            IdField::Id => Vec::new(),
            IdField::Alias => self.find_exact(code).to_vec(),
            IdField::Field(field) => {
                let catalog = self.catalog;
                let codes = self.codes.entry(field.clone()).or_insert_with(|| {
                    let mut codes = CardCodes::new();
                    for card in catalog.cards.iter().map(|card| card.index()) {
                        if let Some(code) = self::card_code(catalog, card, by) {
                            codes.entry(normalize_code(&code).to_owned()).or_default().push(card);
                        }
                    }
                    codes
                });
                codes.get(normalize_code(code)).cloned().unwrap_or_default()
            }
        };
        if found.is_empty() {
            self.catalog.cards.by_id(code).map(|card| card.index()).into_iter().collect()
        } else {
            found
        }
    }
}

#[cfg(test)]
mod tests {
    use super::normalize_code;

    #[test]
    fn zeros_before_a_number_say_nothing() {
        for (code, wanted) in [("007", "7"), ("7", "7"), ("000", "0"), ("", ""), ("0a", "0a")] {
            assert_eq!(normalize_code(code), wanted);
        }
    }
}
