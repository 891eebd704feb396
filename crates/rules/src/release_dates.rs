//! Release dates: on a given day a deck may contain only cards of released sets, and only formats
//! in force on that day apply.

use super::checker::Checker;
use super::finding::{Finding, FindingProblem, FindingStatus, Label, LabelKind};
use sleeve_data::model::{Card, CardIndex, Catalog, Date, Spanned, holds_on};
use sleeve_language::{Field, FieldKind, MissingFact, MissingKind, Truth};

/// Id of findings about cards that were not released by the day of the check.
pub const NOT_RELEASED: &str = "not-released";

/// Id of the finding that the format is not in force on the day of the check.
pub const NOT_IN_FORCE: &str = "not-in-force";

/// Whether a card was released by a day. The earliest of its sets counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Release {
    Out,
    /// The card was released on this later day.
    Later(Date),
    /// No set with a known day was released by then, and some set has no known day.
    Unknown,
}

impl Release {
    /// Compares the sets of a card with a day. If the game gives no release days, cards were out by
    /// the day of the data, if there is one; before that day nothing is known. A dated list that
    /// has a set before its release, and still on that day, counts as the release.
    pub fn from_card(catalog: &Catalog, card: Card<'_>, day: Date) -> Release {
        let game = &catalog.game;
        let is_undated = game.sets.iter().all(|set| set.released.is_none());
        if is_undated && game.data.is_none_or(|data| data <= day) {
            return Release::Out;
        }
        let mut first: Option<Date> = None;
        let mut all_known = true;
        for set in card.sets() {
            match game.sets.get(set.index()).and_then(|s| s.released) {
                Some(date) => first = Some(first.map_or(date, |f| f.min(date))),
                None => all_known = false,
            }
        }
        match first {
            Some(date) if date <= day => Release::Out,
            Some(date) if is_in_pool(catalog, card, [day, date]) => Release::Out,
            Some(date) if all_known => Release::Later(date),
            _ => Release::Unknown,
        }
    }

    /// Whether the card was released.
    pub fn truth(self) -> Truth {
        match self {
            Release::Out => Truth::True,
            Release::Later(_) => Truth::False,
            Release::Unknown => Truth::Unknown,
        }
    }
}

/// Whether one version of a dated list has a set of the card on both days.
fn is_in_pool(catalog: &Catalog, card: Card<'_>, days: [Date; 2]) -> bool {
    catalog.lists().any(|list| {
        list.dates.0.is_some()
            && days.iter().all(|day| holds_on(list.dates, *day))
            && list.contains_set_of(card)
    })
}

impl Checker<'_> {
    /// A finding if the format is not in force on the day. Without a day (`None`) only a format
    /// with several versions is checked, for today: another version is in force.
    pub(super) fn check_dates(&self, on: Option<Date>) -> Option<Finding> {
        let (format, catalog) = (self.setup.format, self.setup.catalog);
        let today = || catalog.day().filter(|_| catalog.versions_of(format).is_some());
        let day = on.or_else(today)?;
        if holds_on(format.dates, day) {
            return None;
        }
        let named = self.deck.format.iter().filter(|word| format.named.means(&word.value));
        let label =
            |word: &Spanned<String>| Label { span: word.span.clone(), what: LabelKind::Value };
        let problem = FindingProblem::NotInForce { day, dates: format.dates };
        Some(Finding {
            cite: format.cite.clone(),
            labels: named.map(label).collect(),
            ..Finding::new(NOT_IN_FORCE, FindingStatus::Broken, problem)
        })
    }

    /// One finding for each line whose card was released after the day, and one for all cards without a
    /// known day.
    pub(super) fn check_releases(&self, day: Date) -> Vec<Finding> {
        let catalog = self.setup.catalog;
        let (mut findings, mut unknown) = (Vec::new(), Vec::new());
        let (mut zones, mut labels): (Vec<String>, Vec<Label>) = (Vec::new(), Vec::new());
        for entry in &self.deck.entries {
            let release = Release::from_card(catalog, catalog.cards.card(entry.card), day);
            let zone = self.zone_id(&entry.zone);
            let what = LabelKind::Card(entry.card, entry.count);
            let label = Label { span: entry.span.clone(), what };
            let card = (entry.card, entry.count);
            match release {
                Release::Out => {}
                Release::Later(released) => findings.push(self.release_finding(
                    FindingStatus::Broken,
                    vec![zone.to_owned()],
                    FindingProblem::Released { day, cards: vec![card], released: Some(released) },
                    vec![label],
                )),
                Release::Unknown => {
                    add_copies(&mut unknown, card);
                    labels.push(label);
                    if !zones.iter().any(|z| z == zone) {
                        zones.push(zone.to_owned());
                    }
                }
            }
        }
        if !unknown.is_empty() {
            labels.truncate(1);
            let problem = FindingProblem::Released { day, cards: unknown, released: None };
            findings.push(self.release_finding(FindingStatus::Unknown, zones, problem, labels));
        }
        findings
    }

    fn release_finding(
        &self,
        status: FindingStatus,
        zones: Vec<String>,
        problem: FindingProblem,
        labels: Vec<Label>,
    ) -> Finding {
        let fact = |card| MissingFact {
            card,
            fact: MissingKind::Field(Field::front(FieldKind::Released)),
        };
        let missing = match (&problem, status) {
            (FindingProblem::Released { cards, .. }, FindingStatus::Unknown) => {
                cards.iter().map(|(card, _)| fact(*card)).collect()
            }
            _ => Vec::new(),
        };
        Finding { zones, labels, missing, ..Finding::new(NOT_RELEASED, status, problem) }
    }
}

fn add_copies(cards: &mut Vec<(CardIndex, u32)>, (card, count): (CardIndex, u32)) {
    match cards.iter_mut().find(|(known, _)| *known == card) {
        Some((_, total)) => *total = total.saturating_add(count),
        None => cards.push((card, count)),
    }
}
