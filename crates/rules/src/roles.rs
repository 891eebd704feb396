//! The checks of a deck's role: cards name it, and none contradicts it.

use super::{
    checker::Checker,
    finding::{Finding, FindingProblem, FindingStatus, Label},
    setup::{RoleNaming, STATED_ROLE, UNNAMED_ROLE},
};
use sleeve_data::model::Entry;
use sleeve_language::Truth;

/// A line of the zone that names the role, and how certainly it contradicts the stated role.
struct RoleConflict<'d> {
    entry: &'d Entry,
    /// Never false: a line that agrees is no conflict.
    truth: Truth,
}

impl Checker<'_> {
    /// A finding if the zone that should name the role does not name exactly one. It is left out if
    /// the zone names no role and another finding about the zone is the reason.
    pub(super) fn check_role(&self, others: &[Finding]) -> Option<Finding> {
        let (zone, roles) = self.setup.unnamed_role.as_ref()?;
        let mut broken = others
            .iter()
            .filter(|other| other.status == FindingStatus::Broken);
        if roles.is_empty() && broken.any(|other| other.zones == [zone.as_str()]) {
            return None;
        }
        let problem = FindingProblem::Role { zone: zone.clone(), roles: roles.clone() };
        Some(Finding {
            zones: vec![zone.clone()],
            cite: self.setup.format.cite.clone(),
            labels: self
                .label_zone(std::slice::from_ref(zone))
                .into_iter()
                .collect(),
            ..Finding::new(UNNAMED_ROLE, FindingStatus::Broken, problem)
        })
    }

    /// A finding if cards of the zone that names the role contradict the stated role.
    pub(super) fn check_stated_role(&self) -> Option<Finding> {
        let stated = self.setup.role.as_deref()?;
        let place = self.setup.stated.as_ref()?;
        let naming = RoleNaming::from_rulebook(self.rulebook)?;
        let conflicts = self.find_role_conflicts(&naming, stated);
        let RoleConflict { entry: first, truth } = conflicts.first()?;
        let named = naming
            .roles(&self.world, first.card)
            .filter(|(_, other)| other == truth);
        let named = named.map(|(role, _)| role.to_owned()).collect();
        let cards: Vec<_> = conflicts
            .iter()
            .map(|of| (of.entry.card, of.entry.count))
            .collect();
        let mut labels: Vec<Label> = conflicts
            .iter()
            .map(|conflict| Label::entry(conflict.entry))
            .collect();
        // A role that the user states has no place in the deck.
        if !place.is_empty() {
            labels.push(Label::value(place.clone()));
        }
        let missing = naming.missing_facts(&self.world, &cards);
        let status = FindingStatus::from_certainty(truth.is_true());
        let stated = stated.to_owned();
        let problem = FindingProblem::StatedValue { parameter: None, stated, named, cards };
        Some(Finding {
            zones: vec![naming.zone.named.id.to_string()],
            missing,
            cite: self.setup.format.cite.clone(),
            labels,
            ..Finding::new(STATED_ROLE, status, problem)
        })
    }

    /// The lines that contradict the stated role. If some certainly do, those that may do so are
    /// left out.
    fn find_role_conflicts(&self, naming: &RoleNaming<'_>, stated: &str) -> Vec<RoleConflict<'_>> {
        let zone = naming.zone.named.id.as_str();
        let mut found = Vec::new();
        for entry in self.entries_in(zone) {
            let truth = naming.contradicts(stated, &self.world, entry.card);
            if !truth.is_false() {
                found.push(RoleConflict { entry, truth });
            }
        }
        let strongest = Truth::any(found.iter().map(|conflict| conflict.truth));
        found.retain(|conflict| conflict.truth == strongest);
        found
    }
}
