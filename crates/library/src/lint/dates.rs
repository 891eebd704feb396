//! Dates in the wrong order, and versions that overlap.

use super::{LintMessage, Linter};
use sleeve_data::model::game::Named;
use sleeve_data::model::{Date, Dates, fold, share_a_day};

pub(super) fn check(lint: &mut Linter<'_>) {
    check_set_order(lint);
    let catalog = lint.catalog;
    let lists =
        catalog.lists().map(|list| DatedItem::new("list", &list.key, &list.named, list.dates));
    let lists: Vec<DatedItem> = lists.collect();
    let formats = catalog.all_formats();
    let formats = formats.map(|f| DatedItem::new("format", &f.key, &f.named, f.dates));
    let formats: Vec<DatedItem> = formats.collect();
    for dated in lists.iter().chain(&formats) {
        check_reversed(lint, dated);
    }
    check_overlaps(lint, &lists);
    check_overlaps(lint, &formats);
    check_parents(lint);
}

struct DatedItem {
    place: String,
    id: String,
    /// The name, folded.
    name: String,
    dates: Dates,
}

impl DatedItem {
    fn new(what: &str, key: &str, named: &Named, dates: Dates) -> DatedItem {
        let (id, name) = (named.id.to_string(), fold::key(&named.name.en));
        DatedItem { place: format!("{what}/{key}"), id, name, dates }
    }
}

fn check_set_order(lint: &mut Linter<'_>) {
    let mut last: Option<(Date, String)> = None;
    for set in &lint.catalog.game.sets {
        let Some(released) = set.released else { continue };
        let id = set.named.id.clone();
        match &last {
            Some((date, before)) if released < *date => {
                let (id, before, date) = (id.to_string(), before.clone(), *date);
                let key = format!("game/sets/{id}/released");
                lint.report(&key, LintMessage::UnsortedSets { id, released, before, date });
            }
            _ => last = Some((released, id.to_string())),
        }
    }
}

fn check_reversed(lint: &mut Linter<'_>, dated: &DatedItem) {
    let (Some(from), Some(to)) = dated.dates else { return };
    if from > to {
        let message = LintMessage::ReversedDates { id: dated.id.clone(), from, to };
        lint.report(&format!("{}/from", dated.place), message);
    }
}

/// Reports items of one name that hold on the same day: they are versions, of which one holds at a time.
fn check_overlaps(lint: &mut Linter<'_>, items: &[DatedItem]) {
    for (at, later) in items.iter().enumerate() {
        let dated = |d: &Dates| d.0.is_some() || d.1.is_some();
        for earlier in items.iter().take(at) {
            let both = dated(&earlier.dates) && dated(&later.dates);
            if earlier.name != later.name || !both || !share_a_day(earlier.dates, later.dates) {
                continue;
            }
            let (first, second) = (earlier.id.clone(), later.id.clone());
            let message = LintMessage::OverlappingDates { earlier: first, later: second };
            lint.report_with_mark(&later.place, message, &earlier.place);
        }
    }
}

/// Reports formats that begin before the one they extend.
fn check_parents(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    for format in catalog.all_formats() {
        let nearest = format.extends.first();
        let parent = nearest.and_then(|key| catalog.all_formats().find(|other| other.key == *key));
        let Some(parent) = parent else { continue };
        if format.dates.0.zip(parent.dates.0).is_some_and(|(own, old)| own < old) {
            let (id, older) = (format.named.id.to_string(), parent.named.id.to_string());
            let key = format!("format/{}/from", format.key);
            lint.report(&key, LintMessage::BeginsBefore { id, older });
        }
    }
}
