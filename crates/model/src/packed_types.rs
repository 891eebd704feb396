//! The types that the data holds packed.

use crate::{
    Text,
    card::CardRecord,
    card_rule::{CardRule, SetOutPlaces, SetupPlace},
    catalog::{CardList, FormatHead},
    format::{Format, Rule, Zone},
    game::{AbsentCards, EffectDef, Heading, KnownDeck, Layout, Named, SetDef},
    lazy::packable,
    number::Date,
};

packable!(
    CardList,
    Format,
    Text,
    Vec<(Date, CardRecord)>,
    Vec<(String, Vec<String>)>,
    Vec<AbsentCards>,
    Vec<CardRule>,
    Vec<EffectDef>,
    Vec<FormatHead>,
    Vec<Heading>,
    Vec<KnownDeck>,
    Vec<Layout>,
    Vec<Named>,
    Vec<Rule>,
    Vec<SetDef>,
    Vec<SetOutPlaces>,
    Vec<SetupPlace>,
    Vec<Zone>,
);
