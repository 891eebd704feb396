//! The last day on which a deck stays legal, by the known dates on which formats end and lists change.

use sleeve_data::model::{Date, Level};
use sleeve_library::Library;
use sleeve_rules::{CheckError, CheckOptions, CheckResult, FindingStatus, NOT_RELEASED, Verdict};
use std::collections::BTreeSet;

/// The largest number of days with changes on which one deck is judged.
pub const MAX_DAYS: usize = 1_000;

/// How long a deck stays legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LegalUntil {
    NotLegal,
    /// It is legal, and some line is not one card: later days are not judged.
    NotJudged,
    /// No day is known on which it ceases to be.
    Open,
    /// It is legal on a last known day.
    Ends {
        last: Date,
        /// The verdict on the next day: illegal, undetermined, or unusable.
        then: Verdict,
        /// The first rule that decides that verdict.
        rule: Option<String>,
    },
    /// It is legal up to this day; later ones were not judged, as there are more than [`MAX_DAYS`].
    AtLeast(Date),
}

impl LegalUntil {
    /// The last day on which it is known to be legal; `None`: it is not, or no end is known.
    pub fn last_day(&self) -> Option<Date> {
        match self {
            LegalUntil::NotLegal | LegalUntil::NotJudged | LegalUntil::Open => None,
            LegalUntil::Ends { last, .. } | LegalUntil::AtLeast(last) => Some(*last),
        }
    }
}

/// The first day that is judged: the one of `options`, else today, which becomes the one of `options`.
pub(super) fn start_day(library: &Library, options: &mut CheckOptions) -> Option<Date> {
    if options.on.is_none() {
        options.on = Some(library.today()?);
        // A released card stays released, so that rule matters only on a day that the user names.
        options.levels.entry(NOT_RELEASED.to_owned()).or_insert(None);
    }
    options.on
}

/// Judges a deck on each day with changes, in their order, until it is not legal.
pub(super) fn find_end(
    (is_legal, start): (bool, Date),
    changes: BTreeSet<Date>,
    mut judge: impl FnMut(Date) -> Option<Result<CheckResult, CheckError>>,
) -> LegalUntil {
    if !is_legal {
        return LegalUntil::NotLegal;
    }
    let mut last = start;
    for day in changes.iter().take(MAX_DAYS) {
        // Data that cannot be opened on a day say nothing of it.
        let Some(judged) = judge(*day) else { return LegalUntil::AtLeast(last) };
        let (then, rule) = match judged {
            Ok(checked) if checked.verdict == Verdict::Legal => {
                last = *day;
                continue;
            }
            Ok(checked) => (checked.verdict, deciding_rule(&checked)),
            Err(_) => (Verdict::Unusable, None),
        };
        return LegalUntil::Ends { last: day.previous_day(), then, rule };
    }
    if changes.len() > MAX_DAYS { LegalUntil::AtLeast(last) } else { LegalUntil::Open }
}

/// The rule that decides: broken, else undecided.
fn deciding_rule(checked: &CheckResult) -> Option<String> {
    let errors = || checked.findings.iter().filter(|finding| finding.level == Level::Error);
    let find_error = |status| errors().find(|finding| finding.status == status);
    find_error(FindingStatus::Broken)
        .or_else(|| find_error(FindingStatus::Unknown))
        .map(|finding| finding.rule.clone())
}
