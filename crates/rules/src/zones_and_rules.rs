//! The checks of single zones and rules.

use super::{
    checker::Checker,
    finding::{Finding, FindingProblem, FindingStatus, Label, RuleProblem},
    messages::{CheckError, RuleError, rule_error},
    scope::is_for_role,
};
use sleeve_data::model::{
    CardIndex, Entry,
    format::{Rule, RuleBody, Zone},
};
use sleeve_language::{Filter, Truth};

impl Checker<'_> {
    pub(super) fn check_zone(&self, zone: &Zone) -> Result<Vec<Finding>, CheckError> {
        let accepts = self.rulebook.filter(&zone.accepts).map_err(|error| {
            let id = format!("zone-{}", zone.named.id);
            rule_error(&id, &zone.origin, &zone.accepts, RuleError::Language(error))
        })?;
        let filter = accepts.with_cache(self.world, self.rulebook.cache.as_deref());
        // A deck without a role has a finding of its own; its zones stay open.
        let is_closed = self.setup.unnamed_role.is_none()
            && !is_for_role(&zone.roles, self.setup.role.as_deref());
        let mut findings: Vec<Finding> = Vec::new();
        for entry in self.entries_in(&zone.named.id) {
            let truth = if is_closed {
                Truth::False
            } else {
                filter.truth_for(entry.card, Some(&zone.named.id))
            };
            if truth == Truth::True {
                continue;
            }
            let reason = if is_closed { None } else { Some(&*accepts) };
            findings.push(self.reject_entry(entry, zone, truth, reason));
        }
        Ok(findings)
    }

    /// The finding that a zone does not, or may not, accept a line. `filter` explains it; without
    /// one the zone is closed to the deck's role.
    fn reject_entry(
        &self,
        entry: &Entry,
        zone: &Zone,
        truth: Truth,
        filter: Option<&Filter>,
    ) -> Finding {
        let (mut missing, mut against) = (Vec::new(), None);
        if let Some(filter) = filter {
            let id = Some(zone.named.id.as_str());
            if truth == Truth::Unknown {
                missing = filter.missing_facts(&self.world, entry.card, id);
            } else {
                against = filter.explain_rejection(&self.world, entry.card, id);
            }
        }
        let accepted_by = self.find_accepting_zones(entry.card);
        let card = (entry.card, entry.count);
        let problem = FindingProblem::Zone { card, accepted_by, against };
        let status = FindingStatus::from_certainty(truth.is_false());
        Finding {
            zones: vec![zone.named.id.to_string()],
            cite: self.setup.format.cite.clone(),
            labels: vec![Label::entry(entry)],
            missing,
            ..Finding::new(format!("zone-{}", zone.named.id), status, problem)
        }
    }

    fn find_accepting_zones(&self, card: CardIndex) -> Vec<String> {
        let mut accepting = Vec::new();
        for zone in &self.setup.format.zones {
            let id = zone.named.id.as_str();
            if is_for_role(&zone.roles, self.setup.role.as_deref())
                && let Ok(filter) = self.rulebook.filter(&zone.accepts)
                && filter.test(&self.world, card, Some(id)).is_true()
            {
                accepting.push(id.to_owned());
            }
        }
        accepting
    }

    pub(super) fn check_rule(&self, rule: &Rule) -> Result<Vec<Finding>, CheckError> {
        let problems = match &rule.body {
            RuleBody::Require(text) => self.check_condition(rule, text)?,
            RuleBody::Contents(contents) => self.check_contents(rule, contents)?,
            RuleBody::Carries(carries) => self.check_carriers(rule, carries)?,
            RuleBody::SetsOut(filter) => self.check_set_out(rule, filter)?,
            RuleBody::Allowances(allowances) => self.check_allowances(rule, allowances)?,
            RuleBody::Nothing => Vec::new(),
        };
        let mut findings = Vec::new();
        for RuleProblem { status, problem, labels, missing } in problems {
            findings.push(Finding {
                level: rule.level,
                zones: rule.zones.clone(),
                text: rule.text.clone(),
                noun: rule.noun.clone(),
                cite: rule.cite.clone(),
                labels,
                missing,
                ..Finding::new(&rule.id, status, problem)
            });
        }
        Ok(findings)
    }
}
