//! Registration sheets: one HTML page that prints well and fetches nothing.

use crate::{
    forms::human,
    text::{escape::plain, words::zone_name},
};
use maud::{Markup, html};
use sleeve_check::CheckedDeck;
use sleeve_data::{
    Arrange,
    grammar::capitalize,
    model::{
        Card, CardIndex, Catalog, Date, Deck, FRONT, Fact, Format, KindId, Lang, Lens, Level,
        SideboardPlan, fold::fold, game::AttributeId,
    },
};
use sleeve_rules::Overrides;
use std::collections::BTreeMap;

/// The page's style sheet: A4 and Letter, always dark on white on paper.
const STYLE: &str = include_str!("sheet.css");

/// Most broken rules on a registration sheet.
const SHEET_RULE_LIMIT: usize = 6;

/// A deck to register.
pub struct RegisteredDeck<'a> {
    pub catalog: &'a Catalog,
    pub format: &'a Format,
    pub deck: &'a Deck,
    /// The role that it was checked for.
    pub role: Option<&'a str>,
    /// The verdict in words.
    pub verdict: String,
    /// The rules that it breaks, including warnings, one per line.
    pub broken: Vec<String>,
    /// `None` if a line names no card.
    pub fingerprint: Option<String>,
}

impl<'a> RegisteredDeck<'a> {
    /// The lines of a deck; `None` if a line names no card, or the format is unknown.
    pub fn new(
        checked: &'a CheckedDeck,
        overrides: &Overrides,
        lang: Lang,
    ) -> Option<RegisteredDeck<'a>> {
        let (catalog, deck) = checked.catalog_and_deck().filter(|_| checked.is_whole())?;
        let mut broken = Vec::new();
        for level in [Level::Error, Level::Warning] {
            // Plans concern the player alone.
            let findings =
                human::broken_rules(checked, level).filter(|finding| finding.plan.is_none());
            broken.extend(findings.map(|finding| human::finding_line(finding, catalog, lang)));
        }
        Some(RegisteredDeck {
            catalog,
            format: checked.format()?,
            deck,
            role: checked.role(),
            verdict: human::verdict_with_warnings(checked, lang),
            broken,
            fingerprint: checked
                .fingerprint(overrides)
                .map(|print| print.to_string()),
        })
    }
}

/// The lines on every sheet.
#[derive(Clone, Default, Debug)]
pub struct SheetHeading {
    pub event: Option<String>,
    pub day: Option<Date>,
    /// The player, if the deck does not name one.
    pub player: Option<String>,
    /// The deck's name, if the deck does not have one.
    pub deck: Option<String>,
}

/// Copies of one card, with its set if another card has the same title.
struct RegistrationRow {
    count: u32,
    name: String,
    mark: Option<String>,
}

/// Returns a page with a sheet for each deck.
pub fn registration_page(
    decks: &[RegisteredDeck<'_>],
    heading: &SheetHeading,
    lang: Lang,
) -> String {
    let title = word!(lang, "Deck registration");
    let sheets = html! {
        @for deck in decks {
            (sheet(deck, heading, lang))
            @for plan in &deck.deck.plans { (plan_card(deck, plan, lang)) }
        }
    };
    crate::text::html_page(title, STYLE, lang, &sheets)
}

fn sheet(deck: &RegisteredDeck<'_>, heading: &SheetHeading, lang: Lang) -> Markup {
    html! {
        article {
            (sheet_head(deck, heading, lang))
            @for (zone, kinds) in group_by_zone(deck) {
                @let total: u32 = kinds.values().flatten().fold(0, |sum, row| sum.saturating_add(row.1));
                section {
                    h2 { (capitalize(&zone_name(Some(deck.format), zone, lang))) " (" (total) ")" }
                    div.cards {
                        @for ((_, kind), cards) in &kinds {
                            @let rows = registration_rows(deck, cards, lang);
                            @let of_kind: u32 = rows.iter().fold(0, |sum, row| sum.saturating_add(row.count));
                            h3 { (kind_name(deck, *kind, of_kind, lang)) " (" (of_kind) ")" }
                            (card_list(rows))
                        }
                    }
                }
            }
            (sheet_totals(deck, lang))
            div.judge {
                div { (word!(lang, "Player's signature")) }
                div { (word!(lang, "Judge: checked in round, remarks")) }
            }
        }
    }
}

/// Who plays which deck, where and when.
fn sheet_head(deck: &RegisteredDeck<'_>, heading: &SheetHeading, lang: Lang) -> Markup {
    let player = deck
        .deck
        .player
        .as_deref()
        .or(heading.player.as_deref())
        .map(plain);
    let first = player.as_deref().and_then(first_letter);
    let name = deck
        .deck
        .name
        .as_deref()
        .or(heading.deck.as_deref())
        .map(plain)
        .unwrap_or_default();
    let role = deck
        .role
        .and_then(|role| deck.format.role(role))
        .map(|r| plain(r.named.name.get(lang)));
    let game = plain(deck.catalog.game.name(lang));
    let format = plain(deck.format.named.name.get(lang));
    html! {
        header {
            div.letter title=(word!(lang, "First letter of the name")) { (first.unwrap_or_default()) }
            dl {
                dt { (word!(lang, "Player")) } dd { (player.unwrap_or_default()) }
                dt { (word!(lang, "Event")) } dd { (heading.event.as_deref().map(plain).unwrap_or_default()) }
                dt { (word!(lang, "Deck")) } dd { (name) }
                dt { (word!(lang, "Day")) } dd { (heading.day.map(|d| d.to_string()).unwrap_or_default()) }
                dt { (word!(lang, "Format")) } dd { (game) ", " (format) }
                dt { (word!(lang, "Role")) } dd { (role.unwrap_or_default()) }
            }
        }
    }
}

/// The numbers below the cards, and the rules that the deck breaks.
fn sheet_totals(deck: &RegisteredDeck<'_>, lang: Lang) -> Markup {
    html! {
        div.totals {
            span { (word!(lang, "Cards")) (lang.colon()) strong { (count_copies(deck.deck)) } }
            span { "Verdict" (lang.colon()) strong { (deck.verdict) } }
            @if let Some(fingerprint) = &deck.fingerprint {
                span { (word!(lang, "Fingerprint")) (lang.colon()) code { (fingerprint) } }
            }
            @if let Some(digest) = deck.catalog.digest() {
                span { (word!(lang, "Digest of the data")) (lang.colon()) code { (digest) } }
            }
        }
        @if !deck.broken.is_empty() {
            ul.broken {
                @for line in deck.broken.iter().take(SHEET_RULE_LIMIT) { li { (plain(line)) } }
                @if deck.broken.len() > SHEET_RULE_LIMIT { li { "… " (say!(lang, deck.broken.len() - SHEET_RULE_LIMIT, "and {more} more", more = deck.broken.len() - SHEET_RULE_LIMIT)) } }
            }
        }
    }
}

/// A card to look at between two games: what leaves the deck, and what enters it.
fn plan_card(deck: &RegisteredDeck<'_>, plan: &SideboardPlan, lang: Lang) -> Markup {
    html! {
        article {
            h2 { (plain(deck.deck.title())) (lang.colon()) (plain(&plan.name.value)) }
            div.cards.plan {
                @for (title, entries) in [(word!(lang, "Out"), &plan.out), (word!(lang, "In"), &plan.into)] {
                    section {
                        h3 { (title) " (" (entries.iter().map(|entry| u64::from(entry.count)).sum::<u64>()) ")" }
                        @let cards: Vec<_> = entries.iter().map(|entry| (entry.card, entry.count)).collect();
                        (card_list(registration_rows(deck, &cards, lang)))
                    }
                }
            }
        }
    }
}

fn card_list(rows: Vec<RegistrationRow>) -> Markup {
    html! {
        ul { @for row in rows {
            li {
                span.box {} span.count { (row.count) }
                span.name { (row.name) @if let Some(mark) = row.mark { " " span.set { "(" (mark) ")" } } }
            }
        } }
    }
}

/// Returns the first letter of the family name, which sheets are sorted by.
fn first_letter(name: &str) -> Option<String> {
    family_name(name)?
        .chars()
        .next()
        .map(|c| c.to_uppercase().collect())
}

/// Returns the family name: the part before a comma (`Müller, Hans`), otherwise the last word
/// except for `Jr.` and the like, or the first word of a name in Chinese, Japanese or Korean
/// letters.
fn family_name(name: &str) -> Option<&str> {
    let is_suffix = |word: &str| {
        ["jr", "sr", "ii", "iii"].contains(&word.trim_matches(['.', ' ']).to_lowercase().as_str())
    };
    let (before, after) = name.split_once(',').unwrap_or((name, "jr"));
    let mut words = before.split_whitespace();
    let is_east_asian = |c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}');
    if !is_suffix(after) || before.contains(is_east_asian) {
        return words.next();
    }
    words
        .clone()
        .rev()
        .find(|word| !is_suffix(word))
        .or_else(|| words.next())
}

fn count_copies(deck: &Deck) -> u32 {
    deck.entries
        .iter()
        .fold(0, |sum, entry| sum.saturating_add(entry.count))
}

type CardsByKind = BTreeMap<(usize, KindId), Vec<(CardIndex, u32)>>;

/// Groups the cards by zone in the order of the format, and by kind in the order of the game's
/// sheet.
fn group_by_zone<'a>(deck: &RegisteredDeck<'a>) -> Vec<(&'a str, CardsByKind)> {
    let mut zones: Vec<(&str, CardsByKind)> = deck
        .format
        .zones
        .iter()
        .map(|z| (z.named.id.as_str(), CardsByKind::new()))
        .collect();
    let order = &deck.catalog.game.sheet.kinds;
    for entry in &deck.deck.entries {
        let kind = deck.catalog.cards.card(entry.card).kind();
        let place = order
            .iter()
            .position(|k| *k == kind)
            .unwrap_or(order.len() + kind.index());
        let at = zones
            .iter()
            .position(|(zone, _)| *zone == &*entry.zone)
            .unwrap_or_else(|| {
                zones.push((&entry.zone, CardsByKind::new()));
                zones.len() - 1
            });
        if let Some((_, kinds)) = zones.get_mut(at) {
            kinds
                .entry((place, kind))
                .or_default()
                .push((entry.card, entry.count));
        }
    }
    zones.retain(|(_, kinds)| !kinds.is_empty());
    zones
}

/// Returns one row for each card, sorted by name.
fn registration_rows(
    deck: &RegisteredDeck<'_>,
    cards: &[(CardIndex, u32)],
    lang: Lang,
) -> Vec<RegistrationRow> {
    let mut copies: BTreeMap<CardIndex, u32> = BTreeMap::new();
    for (card, count) in cards {
        let copies = copies.entry(*card).or_default();
        *copies = copies.saturating_add(*count);
    }
    let mut rows: Vec<RegistrationRow> = copies
        .into_iter()
        .map(|(card, count)| {
            let printed = deck.catalog.cards.card(card);
            RegistrationRow {
                count,
                name: plain(printed.title(lang)),
                mark: distinguishing_mark(deck.catalog, card, lang),
            }
        })
        .collect();
    // Sorted by name without case and accents; the rest decides between equal names, so the order
    // is always the same.
    rows.arrange_by_cached_key(|row| (fold(&row.name), row.name.clone(), row.mark.clone()));
    rows
}

/// Distinguishes a card from others of its name: returns its set, otherwise the value of the first
/// attribute in which they differ; `None` if the name is unique.
fn distinguishing_mark(catalog: &Catalog, card: CardIndex, lang: Lang) -> Option<String> {
    let (cards, game, this_card) = (&catalog.cards, &catalog.game, catalog.cards.card(card));
    let twins = cards.find_by_name(this_card.name(lang));
    let sets: Vec<_> = twins
        .iter()
        .map(|twin| cards.card(*twin).sets().next())
        .collect();
    if sets.len() < 2 {
        return None;
    }
    if sets.windows(2).any(|pair| pair[0] != pair[1]) {
        return set_name(catalog, card, lang);
    }
    (0u16..).zip(&game.attributes).find_map(|(at, attribute)| {
        let value = |card: Card<'_>| match card.fact(game, FRONT, AttributeId(at), Lens::Shipped) {
            Fact::Enum(value) => Some(value),
            _ => None,
        };
        let own_value = value(this_card)?;
        let differs = twins
            .iter()
            .any(|twin| value(cards.card(*twin)) != Some(own_value));
        let named = attribute
            .values()
            .get(own_value.index())
            .filter(|_| differs)?;
        Some(plain(named.name.get(lang)))
    })
}

fn set_name(catalog: &Catalog, card: CardIndex, lang: Lang) -> Option<String> {
    let set = catalog.cards.card(card).sets().next()?;
    catalog
        .game
        .sets
        .get(set.index())
        .map(|set| plain(set.named.name.get(lang)))
}

fn kind_name(deck: &RegisteredDeck<'_>, kind: KindId, count: u32, lang: Lang) -> String {
    let kind = deck.catalog.game.kinds.get(kind.index());
    kind.map(|k| {
        capitalize(&plain(if count == 1 || k.plural.get(lang).is_empty() {
            k.named.name.get(lang)
        } else {
            k.plural.get(lang)
        }))
    })
    .unwrap_or_default()
}
