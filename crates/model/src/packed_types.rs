//! The types that the data holds packed.

use crate::Text;
use crate::card::CardRecord;
use crate::card_rule::{CardRule, SetOutPlaces, SetupPlace};
use crate::catalog::{CardList, FormatHead};
use crate::format::{Format, Rule, Zone};
use crate::game::{AbsentCards, KnownDeck, Layout, Named};
use crate::lazy::packable;
use crate::number::Date;

packable!(
    CardList,
    Format,
    Text,
    Vec<(Date, CardRecord)>,
    Vec<(String, Vec<String>)>,
    Vec<AbsentCards>,
    Vec<CardRule>,
    Vec<FormatHead>,
    Vec<KnownDeck>,
    Vec<Layout>,
    Vec<Named>,
    Vec<Rule>,
    Vec<SetOutPlaces>,
    Vec<SetupPlace>,
    Vec<Zone>,
);
