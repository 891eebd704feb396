//! Expands what formats inherit and checks the names in them. Separates the versions of a format or
//! list, which share an id and no day.

use super::{
    format::FormatDraft,
    messages::{DataMessage, NamedThing},
    node::{TomlNode, TomlTable},
};
use crate::{
    model::{
        Catalog, Date, Dates, Format,
        card_rule::Amendment,
        format::{Contents, Origin, RuleBody},
        game::Named,
        share_a_day,
    },
    problem::Candidates,
};
use std::sync::Arc;

/// Longest chain of formats by `extends`.
pub const MAX_EXTENDS: usize = 32;
/// Most rules, zones, parameters, numbers, measures, roles and phrases of `not-asked` of all
/// expanded formats of a layer.
/// Otherwise a few formats that extend each other could multiply a large one without limit.
pub const MAX_WRITTEN_OUT: usize = 20_000;

/// The unused part of [`MAX_WRITTEN_OUT`].
pub(super) struct SizeBudget {
    remaining: usize,
}

impl Default for SizeBudget {
    fn default() -> SizeBudget {
        SizeBudget { remaining: MAX_WRITTEN_OUT }
    }
}

impl SizeBudget {
    /// Accepts a format, or reports that it is too large. Called before its parent is copied,
    /// because that uses the memory.
    pub(super) fn admit(&mut self, draft: &FormatDraft<'_>, parent: Option<&Format>) -> bool {
        let depth = parent.map_or(0, |p| p.extends.len() + 1);
        let id_span = draft.table.id_span();
        if depth > MAX_EXTENDS {
            let span = draft.extends.map_or(id_span, |(_, node)| node.span());
            draft
                .table
                .context
                .fail(span, DataMessage::TooManyAbove { limit: MAX_EXTENDS });
            return false;
        }
        let needed = draft.count_parts() + parent.map_or(0, count_parts);
        if needed <= self.remaining {
            self.remaining -= needed;
            return true;
        }
        // After one that does not fit, nothing else does: one mistake is enough.
        self.remaining = 0;
        let problem = DataMessage::TooMany { what: NamedThing::Rule, limit: MAX_WRITTEN_OUT };
        draft.table.context.fail(id_span, problem);
        false
    }
}

impl FormatDraft<'_> {
    /// The number of its own parts that count towards [`MAX_WRITTEN_OUT`].
    fn count_parts(&self) -> usize {
        let lists = self.rules.len() + self.zones.len() + self.matches.len();
        let numbers = self.numbers.len() + self.measures.len();
        let phrases = self.not_asked.as_ref().map_or(0, Vec::len);
        lists + numbers + phrases + self.parameters.len() + self.roles.len()
    }
}

/// The position of a draft that finally extends itself, with the ids of the cycle.
pub(super) type ExtendsCycle = (usize, Arc<[String]>);

/// Orders the drafts so that every parent comes before its children. Returns the order, and the
/// drafts that have none because they extend each other in a cycle.
pub(super) fn order_parents_first(
    ids: &[String],
    parents: &[Option<usize>],
) -> (Vec<usize>, Vec<ExtendsCycle>) {
    // Walks from each draft up its parents to one that is done. A parent already met on the walk
    // closes a cycle. Not recursive, because a hostile chain may have thousands of drafts.
    let mut states = vec![ExtensionState::New; ids.len()];
    let (mut order, mut cycles) = (Vec::with_capacity(ids.len()), Vec::new());
    for first in 0..ids.len() {
        let mut chain: Vec<usize> = Vec::new();
        let mut next = Some(first);
        let end = loop {
            let Some(current) = next else { break ExtensionState::Ready };
            match states.get_mut(current) {
                Some(state @ ExtensionState::New) => *state = ExtensionState::Open,
                Some(ExtensionState::Open) => {
                    break ExtensionState::Cycle(ids_of_cycle(ids, &chain, current));
                }
                Some(other) => break other.clone(),
                None => break ExtensionState::Ready,
            }
            chain.push(current);
            next = parents.get(current).copied().flatten();
        };
        // The chain goes from child to parent, but parents come first.
        for current in chain.into_iter().rev() {
            match &end {
                ExtensionState::Cycle(names) => cycles.push((current, Arc::clone(names))),
                _ => order.push(current),
            }
            if let Some(state) = states.get_mut(current) {
                *state = end.clone();
            }
        }
    }
    (order, cycles)
}

#[derive(Clone)]
enum ExtensionState {
    New,
    /// On the current walk.
    Open,
    Ready,
    Cycle(Arc<[String]>),
}

/// The ids of a cycle that a walk closes at a draft, in the order of the files, regardless of where
/// the walk began, and few enough to read.
fn ids_of_cycle(ids: &[String], chain: &[usize], closed_at: usize) -> Arc<[String]> {
    let from = chain
        .iter()
        .position(|at| *at == closed_at)
        .unwrap_or_default();
    let mut cycle: Vec<usize> = chain.iter().skip(from).copied().collect();
    cycle.sort_unstable();
    cycle
        .iter()
        .filter_map(|at| ids.get(*at).cloned())
        .take(MAX_EXTENDS)
        .collect()
}

/// Merges `items` into `base`: an item replaces the one with its id, or is added.
fn lay_over<T>(base: &mut Vec<T>, items: Vec<T>, id: impl Fn(&T) -> &str) {
    for item in items {
        match base.iter().position(|other| id(other) == id(&item)) {
            // INVARIANT: `at` is a position of the vector.
            Some(at) => base[at] = item,
            None => base.push(item),
        }
    }
}

/// Builds a format from a draft and its parent.
pub(super) fn flatten_draft(draft: FormatDraft<'_>, parent: Option<&Format>) -> Format {
    let mut format = parent.cloned().unwrap_or_default();
    if let Some(parent) = parent {
        format.extends.insert(0, parent.key.clone());
        format.extends.retain(|key| *key != draft.key);
    }
    // Parts are dropped before the draft's own are added, because a draft may drop a part and
    // define one with its id.
    for (word, node) in &draft.without {
        drop_inherited(&mut format, word, *node);
    }
    format.named = draft.named;
    format.key = draft.key;
    format.text = draft.text;
    // Not inherited: an abstract format exists for those that extend it.
    format.is_abstract = draft.is_abstract;
    format.dates = draft.dates;
    format.origin = draft.origin;
    if let Some(phrases) = draft.not_asked {
        format.not_asked = phrases;
    }
    if !draft.cite.is_empty() {
        format.cite = draft.cite;
    }
    lay_over(&mut format.parameters, draft.parameters, |p| &p.named.id);
    lay_over(&mut format.numbers, draft.numbers, |n| &n.named.id);
    lay_over(&mut format.measures, draft.measures, |m| &m.named.id);
    lay_over(&mut format.roles, draft.roles, |r| &r.named.id);
    lay_over(&mut format.zones, draft.zones, |z| &z.named.id);
    lay_over(&mut format.rules, draft.rules, |r| &r.id);
    lay_over(&mut format.matches, draft.matches, |m| &m.id);
    format.opening = draft.opening.or(format.opening);
    format
}

fn drop_inherited(format: &mut Format, id: &str, node: TomlNode<'_>) {
    // A rule or change of a card, checked by `check_names`.
    if id.contains('/') {
        format.dropped.push(id.to_owned());
        return;
    }
    let before = count_parts(format);
    format.rules.retain(|r| r.id != id);
    format.zones.retain(|z| z.named.id != id);
    format.matches.retain(|m| m.id != id);
    format.parameters.retain(|p| p.named.id != id);
    format.roles.retain(|r| r.named.id != id);
    format.numbers.retain(|n| n.named.id != id);
    format.measures.retain(|m| m.named.id != id);
    if count_parts(format) == before {
        let known: Vec<String> = removable_ids(format);
        node.fail_unknown(NamedThing::Inherited, id, known.iter().map(String::as_str));
    }
}

fn count_parts(format: &Format) -> usize {
    let lists = format.rules.len() + format.zones.len() + format.matches.len();
    let numbers = format.numbers.len() + format.measures.len() + format.dropped.len();
    lists + numbers + format.parameters.len() + format.roles.len() + format.not_asked.len()
}

fn removable_ids(format: &Format) -> Vec<String> {
    let rules = format.rules.iter().map(|r| r.id.clone());
    let matches = format.matches.iter().map(|m| m.id.clone());
    let zones = format.zones.iter().map(|z| &z.named);
    let numbers = format
        .numbers
        .iter()
        .chain(&format.measures)
        .map(|n| &n.named);
    let named = zones.chain(numbers).map(|named| named.id.to_string());
    rules.chain(matches).chain(named).collect()
}

/// Checks the names that a format uses: zones and roles of its rules, cards of its fixed lists,
/// zones of its opening. Replaces them by ids.
pub(super) fn check_names(format: &mut Format, catalog: &Catalog, places: &NamePlaces<'_>) {
    check_roles(format, places);
    check_zones(format, places);
    check_dropped(format, catalog, places);
    check_numbers(format, places);
    write_ids(format);
    // Inherited rules were checked with the format that declares them.
    for rule in format.rules.iter_mut().filter(|r| r.format == format.key) {
        let RuleBody::Contents(Contents::List(list)) = &mut rule.body else { continue };
        for (name, _) in list {
            let key = format!("format/{}/rule/{}/contents/{name}", rule.format, rule.id);
            if let Some(id) = find_only_card(catalog, name, &key, places) {
                *name = id;
            }
        }
    }
}

/// Replaces the words for zones and roles by their ids.
fn write_ids(format: &mut Format) {
    let zones: Vec<Named> = format.zones.iter().map(|z| z.named.clone()).collect();
    let roles: Vec<Named> = format.roles.iter().map(|r| r.named.clone()).collect();
    for rule in format.rules.iter_mut() {
        rule.zones
            .iter_mut()
            .for_each(|word| write_id(&zones, word));
        rule.roles
            .iter_mut()
            .for_each(|word| write_id(&roles, word));
    }
    if let Some(opening) = &mut format.opening {
        let row = opening.row.iter_mut().map(|row| &mut row.from);
        opening
            .zones
            .iter_mut()
            .chain(row)
            .for_each(|word| write_id(&zones, word));
    }
    for zone in format.zones.iter_mut() {
        zone.roles
            .iter_mut()
            .for_each(|word| write_id(&roles, word));
    }
    for parameter in &mut format.parameters {
        parameter
            .by_role
            .iter_mut()
            .for_each(|(word, _)| write_id(&roles, word));
    }
}

fn write_id(named: &[Named], word: &mut String) {
    if named.iter().any(|n| n.id == *word) {
        return;
    }
    if let Some(entry) = named.iter().find(|n| n.means(word)) {
        *word = entry.id.to_string();
    }
}

/// Places of the names in a format or in a card's rules; `fallback` is for a name without a place.
pub(super) struct NamePlaces<'d> {
    pub(super) context: super::node::FileContext<'d>,
    pub(super) fallback: std::ops::Range<usize>,
}

impl NamePlaces<'_> {
    fn fail(&self, key: &str, problem: DataMessage) {
        self.fail_with(key, || problem);
    }

    fn fail_with(&self, key: &str, problem: impl FnOnce() -> DataMessage) {
        let span = {
            let places = self.context.places.borrow();
            // A place in another file belongs to an inherited part; its bytes would mark the wrong
            // text here.
            places
                .get(key)
                .filter(|(file, _)| *file == self.context.file)
                .map(|(_, span)| span)
        };
        self.context
            .fail_with(span.unwrap_or_else(|| self.fallback.clone()), problem);
    }

    fn fail_unknown<'n>(
        &self,
        key: &str,
        what: NamedThing,
        name: &str,
        known: impl Iterator<Item = &'n str>,
    ) {
        self.fail_with(key, || {
            let candidates = Candidates::nearest_or_all(name, known);
            DataMessage::UnknownName { what, name: name.to_owned(), candidates }
        });
    }
}

fn check_roles(format: &Format, places: &NamePlaces<'_>) {
    let id = &format.key;
    for rule in &format.rules {
        let key = format!("format/{}/rule/{}", rule.format, rule.id);
        rule.roles
            .iter()
            .for_each(|role| check_role(format, role, &key, places));
    }
    for zone in &format.zones {
        let key = format!("format/{id}/zone/{}", zone.named.id);
        zone.roles
            .iter()
            .for_each(|role| check_role(format, role, &key, places));
    }
    for parameter in &format.parameters {
        for (role, _) in &parameter.by_role {
            let key = format!("format/{id}/parameter/{}/default/{role}", parameter.named.id);
            check_role(format, role, &key, places);
        }
    }
}

fn check_role(format: &Format, role: &str, key: &str, places: &NamePlaces<'_>) {
    if format.role(role).is_none() {
        let known = format.roles.iter().map(|known| known.named.id.as_str());
        places.fail_unknown(key, NamedThing::Role, role, known);
    }
}

fn check_zones(format: &Format, places: &NamePlaces<'_>) {
    // An abstract format may leave its zones to the formats that extend it.
    if format.is_abstract {
        return;
    }
    for rule in &format.rules {
        let key = format!("format/{}/rule/{}/zone", rule.format, rule.id);
        rule.zones
            .iter()
            .for_each(|zone| check_zone(format, zone, &key, places));
    }
    let Some(opening) = &format.opening else { return };
    let place = format!("format/{}/opening", format.key);
    for zone in &opening.zones {
        check_zone(format, zone, &format!("{place}/from"), places);
    }
    if let Some(row) = &opening.row {
        check_zone(format, &row.from, &format!("{place}/row"), places);
    }
}

fn check_zone(format: &Format, zone: &str, key: &str, places: &NamePlaces<'_>) {
    if format.zone(zone).is_none() {
        let known = format.zones.iter().map(|known| known.named.id.as_str());
        places.fail_unknown(key, NamedThing::Zone, zone, known);
    }
}

/// Reports rules and changes of cards under `without` that no card has.
fn check_dropped(format: &Format, catalog: &Catalog, places: &NamePlaces<'_>) {
    if format.dropped.is_empty() {
        return;
    }
    let mut known: Vec<String> = Vec::new();
    for of in catalog.card_rules() {
        let card = catalog.cards.card(of.card).id();
        known.extend(of.rules.iter().map(|card_rule| card_rule.rule.id.clone()));
        known.extend(
            of.changes
                .iter()
                .map(|change| format!("{card}/{}", change.of)),
        );
    }
    for id in &format.dropped {
        if known.contains(id) || may_come_from_filter(catalog, id) {
            continue;
        }
        let key = format!("format/{}/without/{id}", format.key);
        places.fail_unknown(&key, NamedThing::Rule, id, known.iter().map(String::as_str));
    }
}

/// Whether a filter may give a card the rule or change with this id. The cards of a filter are only
/// known later. Until then, any card may have its rules.
fn may_come_from_filter(catalog: &Catalog, id: &str) -> bool {
    let Some((card, rest)) = id.split_once('/') else { return false };
    if catalog.cards.by_id(card).is_none() {
        return false;
    }
    catalog
        .filtered_amendments()
        .iter()
        .any(|of| match &of.amendment {
            Amendment::Rule(of) => of.rule.id.split_once('/').is_some_and(|(_, id)| id == rest),
            Amendment::Change(change) => change.of == rest,
            Amendment::Listing(_) => false,
        })
}

/// Reports numbers and measures that share their name with another part of the format, because the
/// name would be ambiguous.
fn check_numbers(format: &Format, places: &NamePlaces<'_>) {
    let numbers = format.numbers.iter().map(|number| ("number", number));
    let all = numbers.chain(format.measures.iter().map(|measure| ("measure", measure)));
    for (key, number) in all {
        let id = &number.named.id;
        let parameter = format.parameter(id).map(|_| &format.origin);
        let measure = format
            .measures
            .iter()
            .find(|other| key == "number" && other.named.id == *id);
        let Some(other) = parameter.or(measure.map(|measure| &measure.origin)) else { continue };
        let first = (other.file.clone(), other.line);
        let problem =
            DataMessage::DuplicateId { what: NamedThing::Number, id: id.to_string(), first };
        places.fail(&format!("format/{}/{key}/{id}", format.key), problem);
    }
}

/// Returns the id of the only card that a name means; reports no card and several.
pub(super) fn find_only_card(
    catalog: &Catalog,
    name: &str,
    key: &str,
    places: &NamePlaces<'_>,
) -> Option<String> {
    if catalog.cards.by_id(name).is_some() {
        return Some(name.to_owned());
    }
    let found = catalog.cards.find_by_name(name);
    let mut ids: Vec<String> = found
        .into_iter()
        .map(|index| catalog.cards.card(index).id().to_owned())
        .collect();
    if ids.is_empty() {
        places.fail_with(key, || super::named::unknown_card_message(catalog, name));
    } else if ids.len() > 1 {
        let (name, candidates) = (name.to_owned(), std::mem::take(&mut ids));
        places.fail(key, DataMessage::AmbiguousName { what: NamedThing::Card, name, candidates });
    }
    ids.pop()
}

/// The key of a version: its id, and also its first day unless it is the first version in the
/// files.
pub(super) fn version_key(id: &str, (from, _): Dates, known: impl Fn(&str) -> bool) -> String {
    match from {
        Some(from) if known(id) => format!("{id}@{from}"),
        None if known(id) => format!("{id}@"),
        _ => id.to_owned(),
    }
}

/// Whether a version shares no day with the others of its id; reports the first overlap.
pub(super) fn check_days_apart<'o>(
    table: TomlTable<'_>,
    what: NamedThing,
    id: &str,
    dates: Dates,
    mut others: impl Iterator<Item = (Dates, &'o Origin)>,
) -> bool {
    let Some((other, origin)) = others.find(|(other, _)| share_a_day(*other, dates)) else {
        return true;
    };
    let (id, first) = (id.to_owned(), (origin.file.clone(), origin.line));
    let problem = if other == (None, None) && dates == (None, None) {
        DataMessage::DuplicateId { what, id, first }
    } else {
        DataMessage::OneDayTwice { what, id, day: first_shared_day(other, dates), first }
    };
    table.context.fail(table.id_span(), problem);
    false
}

/// Returns the first day that two overlapping spans share; `None` if neither has a first day.
fn first_shared_day(a: Dates, b: Dates) -> Option<Date> {
    a.0.max(b.0)
}

/// Groups items by id, in the order of the first item of each id.
pub(super) fn group_by_id<T>(
    things: impl Iterator<Item = T>,
    id: impl Fn(&T) -> &str,
) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    let mut positions: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    for thing in things {
        let position = *positions
            .entry(id(&thing).to_owned())
            .or_insert(groups.len());
        match groups.get_mut(position) {
            Some(group) => group.push(thing),
            None => groups.push(vec![thing]),
        }
    }
    groups
}

/// Returns the position of the draft that another extends: the version that covers all its days, or
/// the previous version if a draft extends its own id. `None` if the parent may be a shipped
/// format.
pub(super) fn find_parent(drafts: &[FormatDraft<'_>], child: usize) -> Option<usize> {
    let draft = drafts.get(child)?;
    let (word, _) = draft.extends?;
    let mut versions = drafts
        .iter()
        .enumerate()
        .filter(|(_, other)| other.named.id == word);
    if word == draft.named.id {
        let before = versions.filter(|(_, other)| other.dates.0 < draft.dates.0);
        return before
            .max_by_key(|(_, other)| other.dates.0)
            .map(|(at, _)| at);
    }
    let mut covering = versions.clone();
    // If none does, the first one is used, and `find_covering_version` checks its days.
    let found = covering.find(|(_, other)| covers_days(other.dates, draft.dates));
    found.or_else(|| versions.next()).map(|(at, _)| at)
}

/// Returns the version of an extended format that covers all days of the draft; `None` if there is
/// none. If the catalog or the layer has only one version of a format, its days do not matter.
pub(super) fn find_covering_version<'f>(
    catalog: &'f Catalog,
    base: &'f Format,
    done: &[Option<Format>],
    draft: &FormatDraft<'_>,
) -> Option<&'f Format> {
    let id = &base.named.id;
    if *id == draft.named.id {
        return Some(base);
    }
    if done.iter().flatten().any(|format| format.named.id == *id) {
        let has_versions = done
            .iter()
            .flatten()
            .filter(|format| format.named.id == *id)
            .count()
            > 1;
        return (!has_versions || covers_days(base.dates, draft.dates)).then_some(base);
    }
    match catalog.versions_of(base) {
        None => Some(base),
        Some(versions) => versions
            .all()
            .find(|version| covers_days(version.dates, draft.dates)),
    }
}

/// Whether all days of the second span are within the first.
fn covers_days((from, to): Dates, (first, last): Dates) -> bool {
    let begins = from.is_none_or(|from| first.is_some_and(|first| from <= first));
    begins && to.is_none_or(|to| last.is_some_and(|last| last <= to))
}
