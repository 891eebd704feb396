//! The checks of a day: a deck may contain only cards of released sets, and only formats in force
//! on that day apply.

use super::{
    checker::Checker,
    finding::{Finding, FindingProblem, FindingStatus, Label},
    piles::add_copies,
    release_dates::Release,
};
use sleeve_data::model::{Date, holds_on};
use sleeve_language::{Field, FieldKind, MissingFact, MissingKind};

/// Id of findings about cards that were not released by the day of the check.
pub const NOT_RELEASED: &str = "not-released";

/// Id of the finding that the format is not in force on the day of the check.
pub const NOT_IN_FORCE: &str = "not-in-force";

impl Checker<'_> {
    /// A finding if the format is not in force on the day. Without a day (`None`) only a format
    /// with several versions is checked, for today: another version is in force.
    pub(super) fn check_dates(&self, on: Option<Date>) -> Option<Finding> {
        let (format, catalog) = (self.setup.format, self.setup.catalog);
        let day = match on {
            Some(day) => day,
            None if catalog.versions_of(format).is_some() => catalog.day()?,
            None => return None,
        };
        if holds_on(format.dates, day) {
            return None;
        }
        let named = self
            .deck
            .format
            .iter()
            .filter(|word| format.named.means(&word.value));
        let problem = FindingProblem::NotInForce { day, dates: format.dates };
        Some(Finding {
            cite: format.cite.clone(),
            labels: named.map(|word| Label::value(word.span.clone())).collect(),
            ..Finding::new(NOT_IN_FORCE, FindingStatus::Broken, problem)
        })
    }

    /// One finding for each line whose card was released after the day, and one for all cards
    /// without a known day.
    pub(super) fn check_releases(&self, day: Date) -> Vec<Finding> {
        let catalog = self.setup.catalog;
        let (mut findings, mut undated) = (Vec::new(), Vec::new());
        let (mut zones, mut labels): (Vec<String>, Vec<Label>) = (Vec::new(), Vec::new());
        for entry in &self.deck.entries {
            let zone = self.zone_id(&entry.zone);
            match Release::from_card(catalog, catalog.cards.card(entry.card), day) {
                Release::Out => {}
                Release::Later(released) => {
                    let cards = vec![(entry.card, entry.count)];
                    let problem = FindingProblem::Released { day, cards, released: Some(released) };
                    let mut finding = Finding::new(NOT_RELEASED, FindingStatus::Broken, problem);
                    finding.zones.push(zone.to_owned());
                    finding.labels.push(Label::entry(entry));
                    findings.push(finding);
                }
                Release::Unknown => {
                    add_copies(&mut undated, entry.card, entry.count);
                    labels.push(Label::entry(entry));
                    if !zones.iter().any(|known| known == zone) {
                        zones.push(zone.to_owned());
                    }
                }
            }
        }
        if !undated.is_empty() {
            // The first line stands for all.
            labels.truncate(1);
            let fact = MissingKind::Field(Field::front(FieldKind::Released));
            let facts = undated
                .iter()
                .map(|(card, _)| MissingFact { card: *card, fact: fact.clone() });
            let missing = facts.collect();
            let problem = FindingProblem::Released { day, cards: undated, released: None };
            findings.push(Finding {
                zones,
                labels,
                missing,
                ..Finding::new(NOT_RELEASED, FindingStatus::Unknown, problem)
            });
        }
        findings
    }
}
