//! One game with its cards, lists and formats, ready for use.

use super::{
    card::{Card, CardRecord, Lens},
    card_rule::{Amendment, CardRule, CardRules, FilteredAmendment, SetOutPlaces},
    cards::Cards,
    copy_state::CopyState,
    fingerprint::Fingerprint,
    format::{Format, Zone},
    game::{Game, Named},
    ids::{CardIndex, SetId},
    lazy::{Lazy, Packable},
    number::{Date, Dates, Number, holds_on},
};
use serde::{Deserialize, Serialize};
use sleeve_text::{Arrange, Gather, Text, find_named, packed};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
};

/// A list of cards that formats refer to (`in:LIST`).
#[packed(Eq, Default)]
pub struct CardList {
    pub named: Named,
    /// A unique key: the id, and for a list with several versions `@` and the first day of this
    /// one.
    pub key: String,
    /// Sorted.
    pub cards: Vec<CardIndex>,
    /// The number of each card, in the order of `cards`; empty: a list without numbers.
    pub numbers: Vec<Number>,
    /// Sets whose cards are all on the list.
    pub sets: Vec<SetId>,
    /// Ids in the list that no card has.
    pub absent: Vec<String>,
    /// First and last day in force.
    pub dates: Dates,
    pub cite: Text,
    pub text: Text,
}

impl CardList {
    /// Whether a card is on the list, by itself or with one of its sets.
    pub fn contains(&self, card: Card<'_>) -> bool {
        self.cards.binary_search(&card.base()).is_ok() || self.contains_set_of(card)
    }

    /// Whether one of the card's sets is on the list.
    pub fn contains_set_of(&self, card: Card<'_>) -> bool {
        !self.sets.is_empty() && card.sets().any(|set| self.sets.contains(&set))
    }

    /// The number of a card: 1 on a list without numbers, 0 where the card is not on the list.
    pub fn number(&self, card: Card<'_>) -> Number {
        let one = Number::from_millionths(Number::SCALE);
        match self.cards.binary_search(&card.base()) {
            Ok(at) => self.numbers.get(at).copied().unwrap_or(one),
            Err(_) if self.contains_set_of(card) => one,
            Err(_) => Number::ZERO,
        }
    }
}

/// The cards that match a filter in the data.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FilteredCards {
    /// Cards that certainly match, sorted.
    pub certain: Vec<CardIndex>,
    /// Cards for which it is unknown, sorted.
    pub undecided: Vec<CardIndex>,
}

/// The cards that match the filter of a list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListedCards {
    /// Using all facts in the data.
    pub shipped: FilteredCards,
    /// Using attested facts only.
    pub attested: FilteredCards,
}

/// The names of a format, available without unpacking it.
#[packed(Eq)]
pub struct FormatHead {
    pub named: Named,
    /// Whether it exists only to be extended.
    pub is_abstract: bool,
}

/// A folder or file of data that overrides the shipped data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overlay {
    pub path: String,
    /// The number of cards and formats that it added or changed.
    pub changed: usize,
    /// Whether it declares the id and name of the game that it changes, as a complete game would.
    /// This may be a mistake.
    pub declares_game: bool,
    /// Whether it is a packed game, which replaces the shipped one.
    pub replaces_game: bool,
}

/// A game with its cards, including overlays, as of a date.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    pub game: Game,
    pub cards: Cards,
    tables: Tables,
    /// The date for which versions were chosen.
    day: Option<Date>,
    pub overlays: Vec<Overlay>,
    /// The rules and changes of cards, including those from filters; `None` if no filter adds any.
    with_filtered: Option<Vec<CardRules>>,
    /// The cards that match the filters of lists, by the key of the list.
    listed: BTreeMap<String, Arc<ListedCards>>,
    digest: OnceLock<Option<Fingerprint>>,
}

/// The packed tables of a game, other than its vocabulary and cards.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// The names of its formats, in the order of the data.
    pub heads: Vec<FormatHead>,
    /// The formats, in the order of `heads`.
    pub bodies: Vec<Lazy<Format>>,
    /// The names of its lists, in the order of the data.
    pub list_heads: Lazy<Vec<Named>>,
    /// The lists, in the order of `list_heads`.
    pub lists: Vec<Lazy<CardList>>,
    /// Formats with several versions under one id; `bodies` contains the current one.
    pub format_versions: Vec<Versions<Format>>,
    /// Lists with several versions under one id; `lists` contains the current one.
    pub list_versions: Vec<Versions<CardList>>,
    /// Earlier printings of cards, each with its last day; the latest day first.
    pub earlier: Lazy<Vec<(Date, CardRecord)>>,
    /// The places that cards set out before play begins, by card.
    pub set_outs: Lazy<Vec<SetOutPlaces>>,
    /// Rules that cards add, by card.
    pub card_rules: Vec<CardRules>,
    /// Rules and changes that filters give to cards, in the order of the data.
    pub filtered: Vec<FilteredAmendment>,
}

impl Catalog {
    /// A game with all its tables.
    pub fn with_tables(game: Game, cards: Cards, tables: Tables) -> Catalog {
        Catalog { game, cards, tables, ..Catalog::default() }
    }

    /// The digest of the data. Games have the same digest if their data means the same: file names,
    /// layout and comments do not matter, nor do the date and copies in a state. `None` in a
    /// browser, except for built-in games.
    pub fn digest(&self) -> Option<Fingerprint> {
        #[cfg(not(target_family = "wasm"))]
        self.digest
            .get_or_init(|| super::digest::digest_catalog(self).ok());
        self.known_digest()
    }

    /// The digest, if it is already computed.
    pub fn known_digest(&self) -> Option<Fingerprint> {
        *self.digest.get()?
    }

    /// Sets the digest, or marks it as not computed.
    pub fn with_digest(self, digest: Option<Fingerprint>) -> Catalog {
        let known = digest.map(|digest| OnceLock::from(Some(digest)));
        Catalog { digest: known.unwrap_or_default(), ..self }
    }

    /// The tables other than vocabulary and cards.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// A game with its cards, without formats and lists.
    pub fn new(game: Game, cards: Cards) -> Catalog {
        Catalog { game, cards, ..Catalog::default() }
    }

    /// Adds copies of cards in these states.
    pub fn with_copies(&self, copies: BTreeSet<(CardIndex, CopyState)>) -> Catalog {
        self.with_cards(self.cards.with_copies(&self.game, copies))
    }

    /// Replaces the cards with the same cards and more copies in a state.
    pub fn with_cards(&self, cards: Cards) -> Catalog {
        Catalog { cards, ..self.clone() }
    }

    /// The format with this id, name or alias, including abstract ones.
    pub fn format(&self, word: &str) -> Option<&Format> {
        let at = find_named(&self.tables.heads, word, |head| &head.named)?;
        self.tables.bodies.get(at).map(Lazy::unpacked)
    }

    /// Names of the formats, in the order of the data.
    pub fn format_heads(&self) -> &[FormatHead] {
        &self.tables.heads
    }

    /// All versions of all formats, including abstract ones, in the order of
    /// [`format_heads`](Self::format_heads), the earliest version first.
    pub fn all_formats(&self) -> impl Iterator<Item = &Format> {
        all_versions(&self.tables.bodies, &self.tables.format_versions)
    }

    /// The versions of a format; `None` if it has only one.
    pub fn versions_of(&self, format: &Format) -> Option<&Versions<Format>> {
        let at = self
            .tables
            .heads
            .iter()
            .position(|head| head.named.id == format.named.id)?;
        self.tables
            .format_versions
            .iter()
            .find(|versions| versions.position as usize == at)
    }

    /// Replaces all versions of a format. Most formats have one.
    pub fn put_format(&mut self, mut formats: Vec<Format>) {
        // The last version is used until versions for a date are chosen.
        let Some(last) = formats.pop() else { return };
        let head = FormatHead { named: last.named.clone(), is_abstract: last.is_abstract };
        let found = self
            .tables
            .heads
            .iter()
            .position(|other| other.named.id == head.named.id);
        let at = found.unwrap_or(self.tables.heads.len());
        if found.is_none() {
            self.tables.heads.push(head.clone());
            self.tables.bodies.push(Lazy::default());
        }
        self.tables
            .format_versions
            .retain(|versions| versions.position as usize != at);
        if !formats.is_empty() {
            formats.push(last.clone());
            let all = formats
                .into_iter()
                .map(|format| (format.dates, Lazy::ready(format)));
            self.tables
                .format_versions
                .push(Versions::new(at, all.collect()));
        }
        // INVARIANT: `at` is in `heads`, and `bodies` is as long.
        self.tables.heads[at] = head;
        self.tables.bodies[at] = Lazy::ready(last);
        self.choose_versions();
    }

    /// The days after this one on which a version of the format or of a list begins or ends, or a
    /// printing of a card ends.
    pub fn list_changes_after(
        &self,
        day: Date,
        format: &Format,
    ) -> std::collections::BTreeSet<Date> {
        let versions = self.versions_of(format);
        let single = versions.is_none().then_some(format.dates);
        let of_format = single
            .into_iter()
            .chain(versions.into_iter().flat_map(Versions::dates));
        let spans = of_format.chain(self.lists().map(|list| list.dates));
        let ends = spans.flat_map(|(from, to)| [from, to.map(Date::next_day)]);
        let printed = self.printings_from(day).map(|(until, _)| until.next_day());
        ends.flatten()
            .filter(|change| *change > day)
            .chain(printed)
            .gather()
    }

    /// The lists with several versions: the id and the dates of each.
    pub fn lists_by_day(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = Dates>)> {
        self.tables.list_versions.iter().filter_map(|versions| {
            Some((&*self.tables.list_heads.get(versions.position as usize)?.id, versions.dates()))
        })
    }

    /// Whether a format or list has several versions, so that the day matters.
    pub fn has_versions(&self) -> bool {
        !self.tables.format_versions.is_empty() || !self.tables.list_versions.is_empty()
    }

    /// The date for which versions were chosen; `None`: the last versions.
    pub fn day(&self) -> Option<Date> {
        self.day
    }

    /// The printings of cards that end on this day or later, the latest day first.
    pub fn printings_from(&self, day: Date) -> impl Iterator<Item = &(Date, CardRecord)> {
        self.tables
            .earlier
            .iter()
            .take_while(move |(until, _)| day <= *until)
    }

    /// The game as of a date, with the versions of formats and lists that are then in force, and
    /// the cards as they were printed then. Cards of an earlier day stay as they are.
    pub fn with_day(&self, day: Option<Date>) -> Catalog {
        let mut catalog = Catalog { day, ..self.clone() };
        catalog.choose_versions();
        if let Some(day) = day {
            catalog.cards = self.cards.with_printings(self.printings_from(day));
        }
        catalog
    }

    /// Adds earlier printings of cards, each with its last day, in place of those of the same day.
    pub fn put_earlier(&mut self, printings: Vec<(Date, CardRecord)>) {
        let earlier = &mut *self.tables.earlier;
        earlier.splice(0..0, printings);
        // Stable, so that a new printing comes before the old one.
        earlier.sort_by_cached_key(|(until, record)| (Reverse(*until), record.id.clone()));
        earlier.dedup_by(|old, new| (old.0, &old.1.id) == (new.0, &new.1.id));
    }

    /// Chooses the versions for the date. A list without a version then has no cards. A format
    /// without one keeps the nearest version, so that messages can say when it was in force.
    fn choose_versions(&mut self) {
        for versions in &self.tables.format_versions {
            let Some(FoundVersion::InForce(body) | FoundVersion::Nearest(body)) =
                versions.find_version(self.day)
            else {
                continue;
            };
            let at = versions.position as usize;
            if let (Some(head), Some(place)) =
                (self.tables.heads.get_mut(at), self.tables.bodies.get_mut(at))
            {
                *head = FormatHead { named: body.named.clone(), is_abstract: body.is_abstract };
                *place = body.clone();
            }
        }
        for versions in &self.tables.list_versions {
            let at = versions.position as usize;
            let (Some(head), Some(place)) =
                (self.tables.list_heads.get_mut(at), self.tables.lists.get_mut(at))
            else {
                continue;
            };
            match versions.find_version(self.day) {
                Some(FoundVersion::InForce(list)) => {
                    *head = list.named.clone();
                    *place = list.clone();
                }
                Some(FoundVersion::Nearest(list)) => {
                    *head = list.named.clone();
                    let named = list.named.clone();
                    *place = Lazy::ready(CardList { named, ..CardList::default() });
                }
                None => {}
            }
        }
    }

    /// The formats that are not abstract, in their current versions.
    pub fn formats(&self) -> impl Iterator<Item = &Format> {
        let playable = self
            .tables
            .heads
            .iter()
            .zip(&self.tables.bodies)
            .filter(|(h, _)| !h.is_abstract);
        playable.map(|(_, body)| body.unpacked())
    }

    /// The zones of the formats that are not abstract, in the order of the data. Formats with the
    /// same zones share one entry. Nothing else of a format is unpacked.
    pub fn zone_lists(&self) -> Vec<Lazy<Vec<Zone>>> {
        let mut lists: Vec<Lazy<Vec<Zone>>> = Vec::new();
        for (head, body) in self.tables.heads.iter().zip(&self.tables.bodies) {
            if head.is_abstract {
                continue;
            }
            let zones = body
                .if_unpacked()
                .map_or_else(|| body.first_part(), |format| format.zones.clone());
            if !lists.iter().any(|known| known.has_bytes_of(&zones)) {
                lists.push(zones);
            }
        }
        lists
    }

    /// The names of the lists, in the order of the data.
    pub fn list_names(&self) -> &[Named] {
        &self.tables.list_heads
    }

    /// All versions of all lists, in the order of [`list_names`](Self::list_names), the earliest
    /// version first.
    pub fn lists(&self) -> impl Iterator<Item = &CardList> {
        all_versions(&self.tables.lists, &self.tables.list_versions)
    }

    /// The list at a position of [`list_names`](Self::list_names).
    pub fn list_at(&self, at: usize) -> Option<&CardList> {
        self.tables.lists.get(at).map(Lazy::unpacked)
    }

    /// Replaces all versions of a list. Most lists have one.
    pub fn put_list(&mut self, mut lists: Vec<CardList>) {
        let Some(last) = lists.pop() else { return };
        let named = last.named.clone();
        let found = self
            .tables
            .list_heads
            .iter()
            .position(|other| other.id == named.id);
        let at = found.unwrap_or(self.tables.list_heads.len());
        if found.is_none() {
            self.tables.list_heads.push(named.clone());
            self.tables.lists.push(Lazy::default());
        }
        self.tables
            .list_versions
            .retain(|versions| versions.position as usize != at);
        self.tables.filtered.retain(|old| match &old.amendment {
            Amendment::Listing(key) => key.split('@').next() != Some(&*named.id),
            Amendment::Rule(_) | Amendment::Change(_) => true,
        });
        if !lists.is_empty() {
            lists.push(last.clone());
            let all = lists
                .into_iter()
                .map(|list| (list.dates, Lazy::ready(list)));
            self.tables
                .list_versions
                .push(Versions::new(at, all.collect()));
        }
        // INVARIANT: `at` is in `list_heads`, and `lists` is as long.
        self.tables.list_heads[at] = named;
        self.tables.lists[at] = Lazy::ready(last);
        self.choose_versions();
    }

    /// The places that cards set out, by card.
    pub fn set_outs(&self) -> &[SetOutPlaces] {
        &self.tables.set_outs
    }

    /// Replaces the places that cards set out. They have to be sorted by card.
    pub fn put_set_outs(&mut self, set_outs: Vec<SetOutPlaces>) {
        self.tables.set_outs = set_outs.into();
    }

    /// The places that a card sets out before play begins.
    pub fn set_out(&self, card: CardIndex) -> Option<&SetOutPlaces> {
        let card = self.cards.base(card);
        let at = self
            .tables
            .set_outs
            .binary_search_by_key(&card, |set_out| set_out.card)
            .ok()?;
        self.tables.set_outs.get(at)
    }

    /// The cards that add rules or changes of numbers, by card.
    pub fn card_rules(&self) -> &[CardRules] {
        self.with_filtered
            .as_ref()
            .unwrap_or(&self.tables.card_rules)
    }

    /// The same without those from filters, because the digest includes the filters instead.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn stated_card_rules(&self) -> &[CardRules] {
        &self.tables.card_rules
    }

    /// The rules and changes that filters give to cards.
    pub fn filtered_amendments(&self) -> &[FilteredAmendment] {
        &self.tables.filtered
    }

    /// Adds rules and changes that filters give to cards, replacing older ones.
    pub fn put_filtered(&mut self, new: Vec<FilteredAmendment>) {
        self.tables
            .filtered
            .retain(|old| !new.iter().any(|new| new.replaces(old)));
        self.tables.filtered.extend(new);
    }

    /// Sets the rules and changes of cards, including those from filters, sorted by card. `None`
    /// removes the latter, so that a layer sees only the cards' own.
    pub fn set_with_filtered(&mut self, all: Option<Vec<CardRules>>) {
        self.with_filtered = all;
    }

    /// Sets the cards that match the filters of lists, by the key of the list.
    pub fn set_listed(&mut self, listed: BTreeMap<String, Arc<ListedCards>>) {
        self.listed = listed;
    }

    /// The cards that match the filter of a list; `None` if it has no filter.
    pub fn cards_by_filter(&self, list: &CardList, lens: Lens) -> Option<&FilteredCards> {
        let listed = self.listed.get(&list.key)?;
        Some(if lens == Lens::Shipped { &listed.shipped } else { &listed.attested })
    }

    /// The filter of a list.
    pub fn filter_of_list(&self, list: &CardList) -> Option<&str> {
        let mut filtered = self.tables.filtered.iter();
        let of_list = filtered.find(|of| match &of.amendment {
            Amendment::Listing(key) => *key == list.key,
            Amendment::Rule(_) | Amendment::Change(_) => false,
        });
        of_list.map(|of| of.cards.as_str())
    }

    /// Replaces the rules and changes of a card.
    pub fn put_rules_of(&mut self, rules: CardRules) {
        let card = rules.card;
        self.tables.card_rules.retain(|rules| rules.card != card);
        if !rules.rules.is_empty() || !rules.changes.is_empty() {
            let at = self
                .tables
                .card_rules
                .partition_point(|rules| rules.card < card);
            self.tables.card_rules.insert(at, rules);
        }
    }

    /// The rules that a card adds, each with its zone.
    pub fn rules_of(&self, card: CardIndex) -> &[CardRule] {
        self.rules_and_changes_of(card)
            .map_or(&[], |rules| rules.rules.unpacked())
    }

    /// The rules of a card and its changes to numbers of formats; `None` if it has neither.
    pub fn rules_and_changes_of(&self, card: CardIndex) -> Option<&CardRules> {
        let card = self.cards.base(card);
        let all = self.card_rules();
        all.get(all.binary_search_by_key(&card, |rules| rules.card).ok()?)
    }

    /// The list with this id, name or alias; an id comes first.
    pub fn list(&self, word: &str) -> Option<&CardList> {
        let at = find_named(&self.tables.list_heads, word, |head| head)?;
        self.tables.lists.get(at).map(Lazy::unpacked)
    }
}

/// All versions of each item, or the item itself if it has only one.
fn all_versions<'c, T: Packable + Clone>(
    chosen: &'c [Lazy<T>],
    versions: &'c [Versions<T>],
) -> impl Iterator<Item = &'c T> {
    chosen.iter().enumerate().flat_map(move |(at, one)| {
        let several = versions
            .iter()
            .find(|versions| versions.position as usize == at);
        let one = several.is_none().then(|| one.unpacked());
        one.into_iter()
            .chain(several.into_iter().flat_map(Versions::all))
    })
}

/// The versions of one format or list over time. No day belongs to two of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Versions<T: Packable> {
    /// The position of the item among its kind.
    pub(crate) position: u32,
    /// Each with its dates, the earliest first.
    all: Vec<(Dates, Lazy<T>)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FoundVersion<T> {
    /// In force on the day.
    InForce(T),
    /// No version is in force: the last one that ended before the date, or the first one if none
    /// has begun.
    Nearest(T),
}

impl<T: Packable + Clone> Versions<T> {
    /// Versions with their dates, of which no two share a day.
    pub(crate) fn new(position: usize, mut all: Vec<(Dates, Lazy<T>)>) -> Versions<T> {
        all.arrange_by_key(|((from, _), _)| *from);
        Versions { position: position as u32, all }
    }

    /// Every version, the earliest first.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        self.all.iter().map(|(_, body)| body.unpacked())
    }

    /// The dates of each version, the earliest first.
    pub fn dates(&self) -> impl Iterator<Item = Dates> {
        self.all.iter().map(|(dates, _)| *dates)
    }

    /// The version for a date; without a date, the last one.
    pub(crate) fn find_version(&self, day: Option<Date>) -> Option<FoundVersion<&Lazy<T>>> {
        let Some(day) = day else {
            return self.all.last().map(|(_, last)| FoundVersion::InForce(last));
        };
        if let Some((_, body)) = self.all.iter().find(|(dates, _)| holds_on(*dates, day)) {
            return Some(FoundVersion::InForce(body));
        }
        let begun = self
            .all
            .iter()
            .rfind(|((from, _), _)| from.is_none_or(|from| from <= day));
        begun
            .or(self.all.first())
            .map(|(_, body)| FoundVersion::Nearest(body))
    }
}
