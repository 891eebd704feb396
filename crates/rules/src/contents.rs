//! Fixed lists: a zone contains exactly the listed cards.

use super::{
    checker::Checker,
    finding::{FindingProblem, RuleProblem},
    messages::{CheckError, ContentsError, RuleError, rule_error},
    piles,
    scope::is_for_role,
    setup::{Overrides, PreparedFormat},
};
use sleeve_data::{
    Gather,
    model::{
        CardIndex, Catalog, Deck, Format, Lens, Rule,
        format::{Contents, RuleBody},
    },
};
use sleeve_language::{self as language, MissingFact, Quantity, Rational, Truth, World};
use std::collections::BTreeMap;

/// Bounds of the copies of a card that a fixed list asks for; they differ where facts are unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ListedCopies {
    least: u32,
    most: u32,
}

impl ListedCopies {
    const NONE: ListedCopies = ListedCopies { least: 0, most: 0 };
}

/// The cards of a fixed list with their copies, in the order of the data.
#[derive(Default)]
pub struct FixedList {
    cards: BTreeMap<CardIndex, ListedCopies>,
    /// Facts that would make every bound exact.
    missing: Vec<MissingFact>,
}

/// Reads the fixed list of a rule.
///
/// # Errors
/// A listed name is no card, or the filter or the number of copies has a mistake.
pub fn list_fixed_cards(
    setup: &PreparedFormat<'_>,
    world: &World<'_>,
    contents: &Contents,
) -> Result<FixedList, ContentsError> {
    match contents {
        Contents::List(names) => {
            let mut list = FixedList::default();
            for (name, count) in names {
                let cards = setup.catalog.cards.find_by_name(name);
                let card = cards
                    .first()
                    .ok_or_else(|| ContentsError::NoCard(name.clone()))?;
                let copies = list.cards.entry(*card).or_insert(ListedCopies::NONE);
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
    let compiled = language::filter(filter, &setup.scope)
        .map_err(|error| ContentsError::Language { text: filter.to_owned(), error })?;
    let number = language::card_number(each, &setup.scope)
        .map_err(|error| ContentsError::Language { text: each.to_owned(), error })?;
    let mut list = FixedList::default();
    for card in setup.catalog.cards.iter().map(|card| card.index()) {
        let matches = compiled.test(world, card, None);
        if matches == Truth::False {
            continue;
        }
        let mut copies = bound_copies(number.value(world, card))
            .ok_or_else(|| ContentsError::NotWhole(each.to_owned()))?;
        list.missing.extend(number.missing_facts(world, card));
        if matches == Truth::Unknown {
            copies.least = 0;
            list.missing
                .extend(compiled.missing_facts(world, card, None));
        }
        if copies != ListedCopies::NONE {
            list.cards.insert(card, copies);
        }
    }
    Ok(list)
}

/// The possible numbers of copies for a number; `None` for a known number that is not whole.
fn bound_copies(number: Quantity) -> Option<ListedCopies> {
    if let Some(known) = number.exact_value() {
        let copies = whole_copies(known)?;
        return Some(ListedCopies { least: copies, most: copies });
    }
    if number.is_none() {
        return None;
    }
    // Copies are whole: the bounds are rounded inwards.
    let least = number.low().and_then(|low| whole_copies(low.ceil()));
    let most = number.high().and_then(|high| whole_copies(high.floor()));
    Some(ListedCopies { least: least.unwrap_or(0), most: most.unwrap_or(u32::MAX) })
}

fn whole_copies(number: Rational) -> Option<u32> {
    u32::try_from(number.to_integer()?).ok()
}

impl FixedList {
    /// The cards, each with the fewest and the most copies that the list may ask for.
    pub fn copies(&self) -> impl Iterator<Item = (CardIndex, u32, u32)> {
        self.cards
            .iter()
            .map(|(card, copies)| (*card, copies.least, copies.most))
    }
}

/// The difference between a pile and a fixed list, in the order of the data.
#[derive(Default)]
struct ListDifference {
    lacking: Vec<(CardIndex, u32)>,
    extra: Vec<(CardIndex, u32)>,
    /// Cards whose number of copies may or may not be right: those of the pile, at least one.
    doubtful: Vec<(CardIndex, u32)>,
}

impl Checker<'_> {
    /// Compares zones with the fixed list of a rule.
    pub(super) fn check_contents(
        &self,
        rule: &Rule,
        contents: &Contents,
    ) -> Result<Vec<RuleProblem>, CheckError> {
        let list = list_fixed_cards(self.setup, &self.world, contents)
            .map_err(|e| rule_error(&rule.id, &rule.origin, "", RuleError::Contents(e)))?;
        let zones = self.rulebook.zones(rule);
        let mut pile = Vec::new();
        for zone in zones.iter() {
            for (card, copies) in piles::list_zone_cards(self.setup.format, self.deck, zone) {
                // A list of cards admits copies in any state.
                pile.push((self.setup.catalog.cards.base(card), copies));
            }
        }
        let ListDifference { lacking, extra, doubtful } = compare_with_list(&list, &pile);
        if !lacking.is_empty() || !extra.is_empty() {
            let mut labels = self.label_last_lines(&zones, &extra);
            if labels.is_empty() {
                labels.extend(self.label_zone(&zones));
            }
            let problem = FindingProblem::Contents { lacking, extra };
            return Ok(vec![RuleProblem::broken(problem, labels)]);
        }
        if doubtful.is_empty() {
            return Ok(Vec::new());
        }
        let labels = self.label_zone(&zones).into_iter().collect();
        let problem = FindingProblem::Doubtful { cards: doubtful };
        Ok(vec![RuleProblem::unknown(problem, labels, list.missing)])
    }
}

fn compare_with_list(list: &FixedList, pile: &[(CardIndex, u32)]) -> ListDifference {
    let mut have: BTreeMap<CardIndex, u32> = list.cards.keys().map(|card| (*card, 0)).gather();
    for (card, count) in pile {
        let sum = have.entry(*card).or_insert(0);
        *sum = sum.saturating_add(*count);
    }
    let mut found = ListDifference::default();
    for (card, copies) in have {
        let listed = list.cards.get(&card).copied().unwrap_or(ListedCopies::NONE);
        if copies < listed.least {
            found.lacking.push((card, listed.least - copies));
        } else if copies > listed.most {
            found.extra.push((card, copies - listed.most));
        } else if listed.least < listed.most {
            found.doubtful.push((card, copies.max(1)));
        }
    }
    found
}

/// The zones that a format fills by a fixed list for decks of a role, with the listed cards in the
/// order of the data. A zone is left out if its list depends on unknown facts.
pub fn list_prescribed_cards(
    catalog: &Catalog,
    format: &Format,
    role: Option<&str>,
) -> Vec<(String, Vec<(CardIndex, u32)>)> {
    let overrides = Overrides { role: role.map(str::to_owned), parameters: Vec::new() };
    let Ok(setup) = PreparedFormat::new(catalog, format, &Deck::default(), &overrides) else {
        return Vec::new();
    };
    let world = setup.world(Lens::Shipped);
    let mut zones = Vec::new();
    for rule in &format.rules {
        if !is_for_role(&rule.roles, setup.role.as_deref()) {
            continue;
        }
        let (RuleBody::Contents(contents), [zone]) = (&rule.body, rule.zones.as_slice()) else {
            continue;
        };
        let Ok(list) = list_fixed_cards(&setup, &world, contents) else { continue };
        let known = list
            .cards
            .values()
            .all(|copies| copies.least == copies.most);
        if known && !zones.iter().any(|(other, _)| other == zone) {
            let cards = list
                .cards
                .iter()
                .map(|(card, copies)| (*card, copies.least));
            zones.push((zone.clone(), cards.collect()));
        }
    }
    zones
}
