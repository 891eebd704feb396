//! Fields, values and averages of a description, in words.

use crate::fact::FactStyle;
use sleeve_data::model::{Catalog, Lang, Lens};
use sleeve_language::field::{Field, FieldKind};
use sleeve_language::tree::GroupKey;
use sleeve_odds::stats::{LeftOut, UnknownCards, ValueCount, ValueTally};

/// What stands above a tally.
pub fn heading(catalog: &Catalog, word: &str, lang: Lang) -> String {
    let field = Field::parse(&catalog.game, word);
    field.map_or_else(|| word.to_owned(), |f| f.heading(&catalog.game, lang))
}

/// The values of a tally: in words, or as data where no language is given.
pub struct TallyValues<'a> {
    catalog: &'a Catalog,
    lang: Option<Lang>,
}

impl<'a> TallyValues<'a> {
    /// In words.
    pub fn in_words(catalog: &'a Catalog, lang: Lang) -> TallyValues<'a> {
        TallyValues { catalog, lang: Some(lang) }
    }

    /// As data: ids, which are the same in every language.
    pub fn as_data(catalog: &'a Catalog) -> TallyValues<'a> {
        TallyValues { catalog, lang: None }
    }

    /// A value.
    pub fn describe(&self, tally: &ValueTally, row: &ValueCount) -> String {
        let field = tally.field;
        let game = &self.catalog.game;
        let say = |named: Option<&sleeve_data::model::game::Named>| {
            named.map_or_else(String::new, |n| self.named_text(n))
        };
        match &row.key {
            GroupKey::Number(number) => number.in_words(self.lang.unwrap_or_default()),
            GroupKey::Text(folded) => self.example_text(field, row, folded),
            GroupKey::Value(value) => match field.kind {
                FieldKind::Attribute(id) => {
                    say(game.attribute_of(id).and_then(|a| a.values().get(value.index())))
                }
                _ => String::new(),
            },
            GroupKey::Kind(id) => say(game.kinds.get(id.index()).map(|k| &k.named)),
            GroupKey::Set(id) => say(game.sets.get(id.index()).map(|s| &s.named)),
            GroupKey::Effect(id) => say(game.effects.get(id.index()).map(|e| &e.named)),
            GroupKey::Flag(flag) => match (flag, self.lang) {
                (true, Some(Lang::Fr)) => "oui",
                (false, Some(Lang::Fr)) => "non",
                (true, Some(Lang::En)) => "yes",
                (false, Some(Lang::En)) => "no",
                (true, None) => "true",
                (false, None) => "false",
            }
            .to_owned(),
            GroupKey::Date(date) => date.to_string(),
            GroupKey::Zone(zone) => {
                let zones = self.catalog.formats().flat_map(|format| &format.zones);
                let known = zones.map(|known| &known.named).find(|named| named.id == *zone);
                known.map_or_else(|| zone.clone(), |named| self.named_text(named))
            }
            GroupKey::Card(card) => self.catalog.cards.card(*card).id().to_owned(),
            GroupKey::Grade(grade) => grade.word().to_owned(),
        }
    }

    fn named_text(&self, named: &sleeve_data::model::game::Named) -> String {
        self.lang.map_or(&*named.id, |lang| named.name.get(lang)).to_owned()
    }

    fn example_text(&self, field: Field, row: &ValueCount, folded: &str) -> String {
        let card = self.catalog.cards.card(row.example);
        let lang = self.lang.unwrap_or_default();
        match field.kind {
            FieldKind::Name => {
                FactStyle::new(self.catalog, Lens::Shipped, lang).name(card, field.face)
            }
            FieldKind::Attribute(id) => {
                FactStyle::new(self.catalog, Lens::Shipped, lang).attribute(card, field.face, id)
            }
            _ => folded.to_owned(),
        }
    }
}

/// How many cards, with those that the owner may pick the value on.
pub fn cards(row: &ValueCount, lang: Lang) -> String {
    if row.most == row.cards {
        return row.cards.to_string();
    }
    format!("{} {} {}", row.cards, if lang == Lang::Fr { "à" } else { "to" }, row.most)
}

/// What is known of cards whose value is not.
pub fn describe_unknown(unknown: &UnknownCards, lang: Lang) -> String {
    let nothing = || if lang == Lang::Fr { "inconnu" } else { "unknown" }.to_owned();
    unknown.number.map_or_else(nothing, |number| number.in_words(lang))
}

/// What is left out of a tally.
pub fn describe_more(values: usize, lang: Lang) -> String {
    match lang {
        Lang::En => format!("… and {values} more values; --all shows them"),
        Lang::Fr => format!("… et {values} autres valeurs ; --all les montre"),
    }
}

/// What stands before the cards without a value.
pub fn no_value_label(lang: Lang) -> &'static str {
    if lang == Lang::Fr { "aucun" } else { "none" }
}

/// Of how many cards an average is, and what it leaves out.
pub fn describe_left_out(left: &LeftOut, lang: Lang) -> String {
    let french = lang == Lang::Fr;
    let counted = left.counted + left.ranged;
    let plural = |n: u64, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let mut parts = vec![if french {
        "sur ".to_owned() + &plural(counted, "carte", "cartes")
    } else {
        "of ".to_owned() + &plural(counted, "card", "cards")
    }];
    if left.ranged > 0 {
        parts.push(if french {
            format!("dont {} à plusieurs valeurs", left.ranged)
        } else {
            format!("{} with several values", left.ranged)
        });
    }
    if left.unknown > 0 {
        let unknown = left.unknown;
        parts.push(if french {
            plural(unknown, "inconnue", "inconnues")
        } else {
            format!("{unknown} unknown")
        });
    }
    if left.absent > 0 {
        parts.push(if french {
            format!("{} sans valeur laissées de côté", left.absent)
        } else {
            format!("{} without a value left out", left.absent)
        });
    }
    parts.join(", ")
}
