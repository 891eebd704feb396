//! Several versions of one format or list: they share an id, and no day.

use super::format::FormatDraft;
use super::messages::DataMessage;
use super::node::TomlTable;
use super::words::What;
use crate::model::format::Origin;
use crate::model::{Catalog, Date, Dates, Format, share_a_day};

/// What tells a version from those before it in the files: its id, for a later one with its first day.
pub(super) fn version_key(id: &str, (from, _): Dates, known: impl Fn(&str) -> bool) -> String {
    match from {
        Some(from) if known(id) => format!("{id}@{from}"),
        None if known(id) => format!("{id}@"),
        _ => id.to_owned(),
    }
}

/// Whether one more thing of an id has days of its own; where not, that is told.
pub(super) fn check_days_apart<'o>(
    table: TomlTable<'_>,
    what: What,
    id: &str,
    dates: Dates,
    mut others: impl Iterator<Item = (Dates, &'o Origin)>,
) -> bool {
    let Some((other, origin)) = others.find(|(other, _)| share_a_day(*other, dates)) else {
        return true;
    };
    let span = table.get("id").map_or(table.span(), |node| node.span());
    let (id, first) = (id.to_owned(), (origin.file.clone(), origin.line));
    let dated = |(from, to): Dates| from.is_some() || to.is_some();
    let problem = if dated(other) || dated(dates) {
        DataMessage::OneDayTwice { what, id, day: first_shared_day(other, dates), first }
    } else {
        DataMessage::DuplicateId { what, id, first }
    };
    table.context.fail(span, problem);
    false
}

/// The first day that two spans which overlap share; `None` where neither begins.
fn first_shared_day(a: Dates, b: Dates) -> Option<Date> {
    a.0.max(b.0)
}

/// Things by their id, in the order of the first of each.
pub(super) fn group_by_id<T>(
    things: impl Iterator<Item = T>,
    id: impl Fn(&T) -> &str,
) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    let mut at: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    for thing in things {
        let place = *at.entry(id(&thing).to_owned()).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(thing),
            None => groups.push(vec![thing]),
        }
    }
    groups
}

/// The draft that another extends: of versions the one that holds on all its days, and of its own id
/// the version before it. `None` where none is: what it extends may be shipped.
pub(super) fn find_parent(drafts: &[FormatDraft<'_>], child: usize) -> Option<usize> {
    let draft = drafts.get(child)?;
    let (word, _) = draft.extends?;
    let named = drafts.iter().enumerate().filter(|(_, other)| other.named.id == word);
    if word == draft.named.id {
        let before = named.filter(|(_, other)| other.dates.0 < draft.dates.0);
        return before.max_by_key(|(_, other)| other.dates.0).map(|(at, _)| at);
    }
    let named: Vec<(usize, Dates)> = named.map(|(at, other)| (at, other.dates)).collect();
    let within = named.iter().find(|(_, dates)| covers_days(*dates, draft.dates));
    within.filter(|_| named.len() > 1).or(named.first()).map(|(at, _)| *at)
}

/// The version of what a draft extends that holds on all its days; `None` where there is none such.
/// What has one version alone is extended whatever its days.
pub(super) fn find_covering_version<'f>(
    catalog: &'f Catalog,
    found: &'f Format,
    done: &[Option<Format>],
    draft: &FormatDraft<'_>,
) -> Option<&'f Format> {
    let id = &found.named.id;
    if *id == draft.named.id {
        return Some(found);
    }
    if done.iter().flatten().any(|own| own.named.id == *id) {
        let several = done.iter().flatten().filter(|own| own.named.id == *id).count() > 1;
        return (!several || covers_days(found.dates, draft.dates)).then_some(found);
    }
    match catalog.versions_of(found) {
        None => Some(found),
        Some(versions) => versions.all().find(|version| covers_days(version.dates, draft.dates)),
    }
}

/// Whether all days of a span lie within another.
fn covers_days((from, to): Dates, (first, last): Dates) -> bool {
    let begins = from.is_none_or(|from| first.is_some_and(|first| from <= first));
    begins && to.is_none_or(|to| last.is_some_and(|last| last <= to))
}
