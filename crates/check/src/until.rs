//! Until which day a deck stays legal, as far as days are known: formats end, lists change.

use sleeve_data::model::{Date, Level};
use sleeve_library::Library;
use sleeve_rules::{CheckError, CheckOptions, CheckResult, FindingStatus, NOT_RELEASED, Verdict};
use std::collections::BTreeSet;

/// Of one deck at most so many days on which something changes are looked at.
pub const MAX_DAYS: usize = 1_000;

/// How long a deck stays legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LegalUntil {
    /// It is not legal.
    NotLegal,
    /// No day is known on which it ceases to be.
    Open,
    /// It is legal for the last time on a day.
    Ends {
        /// That day.
        last: Date,
        /// What it is on the next: illegal, undetermined, or unusable.
        then: Verdict,
        /// The first rule that says so then.
        rule: Option<String>,
    },
    /// It is legal on this day and before; beyond [`MAX_DAYS`] days nobody looked.
    AtLeast(Date),
}

impl LegalUntil {
    /// The last day on which it is known to be legal; `None`: it is not, or no end is known.
    pub fn last(&self) -> Option<Date> {
        match self {
            LegalUntil::NotLegal | LegalUntil::Open => None,
            LegalUntil::Ends { last, .. } | LegalUntil::AtLeast(last) => Some(*last),
        }
    }
}

/// The day from which on is asked, as which formats and lists are then judged. Cards that are out once
/// are out for ever: whether they are is asked only of a day that somebody named.
pub(super) fn begin(library: &Library, options: &mut CheckOptions) -> Option<Date> {
    if options.on.is_none() {
        options.on = Some(library.day()?);
        options.levels.entry(NOT_RELEASED.to_owned()).or_insert(None);
    }
    options.on
}

/// How long a deck stays legal: the days on which something changes are asked in their order.
pub(super) fn of(
    (is_legal, start): (bool, Date),
    changes: BTreeSet<Date>,
    mut judge: impl FnMut(Date) -> Option<Result<CheckResult, CheckError>>,
) -> LegalUntil {
    if !is_legal {
        return LegalUntil::NotLegal;
    }
    let mut last = start;
    for day in changes.iter().take(MAX_DAYS) {
        let Some(judged) = judge(*day) else { return LegalUntil::AtLeast(last) };
        let (then, rule) = match judged {
            Ok(checked) if checked.verdict == Verdict::Legal => {
                last = *day;
                continue;
            }
            Ok(checked) => (checked.verdict, first(&checked)),
            Err(_) => (Verdict::Unusable, None),
        };
        return LegalUntil::Ends { last: day.eve(), then, rule };
    }
    if changes.len() > MAX_DAYS { LegalUntil::AtLeast(last) } else { LegalUntil::Open }
}

/// The rule that decides: broken, else undecided.
fn first(checked: &CheckResult) -> Option<String> {
    let errors = || checked.findings.iter().filter(|finding| finding.level == Level::Error);
    let of = |status| errors().find(|finding| finding.status == status);
    of(FindingStatus::Broken)
        .or_else(|| of(FindingStatus::Unknown))
        .map(|finding| finding.rule.clone())
}
