//! Fixed lists: exactly these cards.

use super::setup::{Overrides, PreparedFormat};
use sleeve_data::model::format::{Contents, RuleBody};
use sleeve_data::model::{CardIndex, Catalog, Deck, Format, Lens, Rule};
use sleeve_language::{
    self as language, LanguageError, MissingFact, Quantity, Rational, Truth, World,
};
use std::collections::BTreeMap;
use thiserror::Error;

/// Why a fixed list cannot be read.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ContentsError {
    /// Its filter or number has a mistake.
    #[error("{error}")]
    Language {
        /// The text with the mistake.
        text: String,
        /// The mistake.
        error: LanguageError,
    },
    /// It names a card that is not there.
    #[error("there is no card `{0}`")]
    NoCard(String),
    /// Its number of copies is not a whole number.
    #[error("`{0}` is not a whole number of copies")]
    NotWhole(String),
}

/// How many copies of a card a fixed list asks for, as far as that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ListedCopies {
    least: u32,
    most: u32,
}

impl ListedCopies {
    const NONE: ListedCopies = ListedCopies { least: 0, most: 0 };
}

/// The cards that a fixed list asks for, in the order of the data.
#[derive(Default)]
pub struct FixedList {
    cards: BTreeMap<CardIndex, ListedCopies>,
    /// Facts that would tell what is not known of it.
    pub(super) missing: Vec<MissingFact>,
}

/// The cards that a fixed list asks for.
pub fn list_fixed_cards(
    setup: &PreparedFormat<'_>,
    world: &World<'_>,
    contents: &Contents,
) -> Result<FixedList, ContentsError> {
    match contents {
        Contents::List(names) => {
            let mut list = FixedList::default();
            for (name, count) in names {
                let card = setup.catalog.cards.find_by_name(name).into_iter().next();
                let card = card.ok_or_else(|| ContentsError::NoCard(name.clone()))?;
                let copies = list.cards.entry(card).or_insert(ListedCopies::NONE);
                copies.least += count;
                copies.most += count;
            }
            Ok(list)
        }
        Contents::Filter { filter, each } => list_matching_cards(setup, world, filter, each),
    }
}

fn list_matching_cards(
    setup: &PreparedFormat<'_>,
    world: &World<'_>,
    filter: &str,
    each: &str,
) -> Result<FixedList, ContentsError> {
    let mistake = |text: &str| {
        let text = text.to_owned();
        move |error| ContentsError::Language { text, error }
    };
    let compiled = language::filter(filter, &setup.scope).map_err(mistake(filter))?;
    let number = language::card_number(each, &setup.scope).map_err(mistake(each))?;
    let mut list = FixedList::default();
    for card in setup.catalog.cards.iter().map(|card| card.index()) {
        let fits = compiled.test(world, card, None);
        if fits == Truth::False {
            continue;
        }
        let mut copies = bound_copies(number.value(world, card))
            .ok_or_else(|| ContentsError::NotWhole(each.to_owned()))?;
        list.missing.extend(number.missing_facts(world, card));
        if fits == Truth::Unknown {
            copies.least = 0;
            list.missing.extend(compiled.missing_facts(world, card, None));
        }
        if copies != ListedCopies::NONE {
            list.cards.insert(card, copies);
        }
    }
    Ok(list)
}

/// The copies that a number stands for; `None` where it is known and no number of copies.
fn bound_copies(number: Quantity) -> Option<ListedCopies> {
    let whole = |n: Rational| n.to_integer().and_then(|n| u32::try_from(n).ok());
    if let Some(known) = number.exact_value() {
        return whole(known).map(|n| ListedCopies { least: n, most: n });
    }
    if number.is_none() {
        return None;
    }
    let least = number.low().and_then(|n| whole(n.ceil())).unwrap_or(0);
    let most = number.high().map_or(Some(u32::MAX), |n| whole(n.floor()));
    Some(ListedCopies { least, most: most.unwrap_or(u32::MAX) })
}

impl FixedList {
    /// Its cards with the fewest and the most copies that it may ask for.
    pub fn copies(&self) -> impl Iterator<Item = (CardIndex, u32, u32)> {
        self.cards.iter().map(|(card, copies)| (*card, copies.least, copies.most))
    }
}

/// Cards with a number of copies.
pub(super) type CardCopies = Vec<(CardIndex, u32)>;

/// How a pile differs from a fixed list, in the order of the data.
#[derive(Default)]
pub(super) struct ListDifference {
    /// What lacks.
    pub(super) lacking: CardCopies,
    /// What is too many.
    pub(super) extra: CardCopies,
    /// Copies that are there and may be too many, or are not there and may lack.
    pub(super) doubtful: CardCopies,
}

/// How a pile differs from a fixed list.
pub(super) fn compare_with_list(list: &FixedList, there: &[(CardIndex, u32)]) -> ListDifference {
    let mut have: BTreeMap<CardIndex, u32> = list.cards.keys().map(|card| (*card, 0)).collect();
    for (card, count) in there {
        let sum = have.entry(*card).or_insert(0);
        *sum = sum.saturating_add(*count);
    }
    let mut found = ListDifference::default();
    for (card, there) in have {
        let asked = list.cards.get(&card).copied().unwrap_or(ListedCopies::NONE);
        if there < asked.least {
            found.lacking.push((card, asked.least - there));
        } else if there > asked.most {
            found.extra.push((card, there - asked.most));
        } else if asked.least < asked.most {
            found.doubtful.push((card, there.max(1)));
        }
    }
    found
}

/// The zones whose cards a format prescribes to a deck of a role, with those cards in the order of
/// the data. Zones whose list rests on unknown facts are left out.
pub fn prescribed(
    catalog: &Catalog,
    format: &Format,
    role: Option<&str>,
) -> Vec<(String, Vec<(CardIndex, u32)>)> {
    let overrides = Overrides { role: role.map(str::to_owned), parameters: Vec::new() };
    let Ok(setup) = PreparedFormat::new(catalog, format, &Deck::default(), &overrides) else {
        return Vec::new();
    };
    let world = setup.world(Lens::Shipped);
    let role = setup.role.as_ref();
    let open =
        |rule: &&Rule| rule.roles.is_empty() || role.is_some_and(|role| rule.roles.contains(role));
    let mut zones = Vec::new();
    for rule in format.rules.iter().filter(open) {
        let (RuleBody::Contents(contents), [zone]) = (&rule.body, rule.zones.as_slice()) else {
            continue;
        };
        let Ok(list) = list_fixed_cards(&setup, &world, contents) else { continue };
        let known = list.cards.values().all(|copies| copies.least == copies.most);
        if known && !zones.iter().any(|(other, _)| other == zone) {
            let cards = list.cards.iter().map(|(card, copies)| (*card, copies.least));
            zones.push((zone.clone(), cards.collect()));
        }
    }
    zones
}
