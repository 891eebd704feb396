//! The field of a tournament as one HTML page: verdicts, archetypes, most played cards, odd ones
//! out.

use crate::{
    event::{self, EventReport},
    forms::human::{tally_line, verdict_with_warnings},
    game_data,
    text::{
        Style, code_markup,
        escape::plain,
        html_page,
        words::{format_count, percentage},
    },
};
use maud::{Markup, html};
use sleeve_check::{Batch, CheckedDeck, FieldDeck, FieldGroup, VerdictTally};
use sleeve_data::{
    Arrange, Gather,
    grammar::capitalize,
    model::{CardIndex, Catalog, KindId, Lang},
};
use std::collections::BTreeSet;

/// The page's style sheet: light or dark like the reader's system, light on paper.
const STYLE: &str = include_str!("field.css");

/// Most cards listed for a role, most played first.
const FIELD_CARD_LIMIT: usize = 40;
/// Most decks of a role that are listed as odd ones out.
const ODD_DECK_LIMIT: usize = 10;
/// Most cards named that only one deck plays.
const ONLY_HERE_LIMIT: usize = 8;

/// Returns the page for the decks of an event.
pub fn field_page(
    shown: &EventReport<'_>,
    batch: &Batch,
    groups: &[FieldGroup<'_>],
    lang: Lang,
) -> String {
    let style = Style { lang, ..Style::PLAIN };
    let title = plain(&shown.event.name);
    let used = game_data::collect_data(batch.decks.iter().filter_map(CheckedDeck::catalog));
    let body = html! {
        main {
            h1 { (title) }
            p { (plain(&event::describe_event(shown, lang))) }
            p { (summary(shown, batch, lang)) }
            (trouble_section(shown, batch, lang))
            @for group in groups { (group_section(group, lang)) }
            footer { p { (plain(&game_data::data_line(&used, &style))) } }
        }
    };
    html_page(&title, STYLE, lang, &body)
}

fn summary(shown: &EventReport<'_>, batch: &Batch, lang: Lang) -> String {
    let tally = VerdictTally::from_decks(&batch.decks);
    let players = shown.entries.players.len();
    let players = format_count(players, word!(lang, "player"), lang);
    format!("{players}, {}", tally_line(&tally, lang))
}

fn trouble_section(shown: &EventReport<'_>, batch: &Batch, lang: Lang) -> Markup {
    let lines = event::trouble_lines(shown.entries, &batch.decks, lang);
    html! {
        @if !lines.is_empty() {
            h2 { (word!(lang, "Missing or wrong")) }
            @for line in lines { p { (code_markup(&plain(&line))) } }
        }
    }
}

fn group_section(group: &FieldGroup<'_>, lang: Lang) -> Markup {
    let decks = format_count(group.decks.len(), "deck", lang);
    let format = group.decks.first().and_then(|deck| deck.deck.format());
    let role = group
        .role
        .and_then(|role| format?.role(role))
        .map(|r| plain(r.named.name.get(lang)));
    html! {
        h2 { @if let Some(role) = role { (capitalize(&role)) " (" (decks) ")" } @else { (decks) } }
        (archetype_table(group, lang))
        (usage_table(group, lang))
        (odd_table(group, lang))
    }
}

fn archetype_table(group: &FieldGroup<'_>, lang: Lang) -> Markup {
    let players = |places: &[usize]| {
        let decks = places.iter().filter_map(|at| group.decks.get(*at));
        // A name may contain a comma (`Müller, Hans`).
        decks.map(owner).collect::<Vec<_>>().join("; ")
    };
    html! {
        @if !group.archetypes.is_empty() {
            h3 { (archetype_heading(group, lang)) }
            table {
                thead { tr {
                    th { (word!(lang, "Card")) }
                    th.n { "Decks" } th.bar {}
                    th { (word!(lang, "Players")) }
                } }
                tbody { @for archetype in &group.archetypes { tr {
                    td { @if archetype.cards.is_empty() { (word!(lang, "without")) }
                        @else { (card_names(group.catalog, &archetype.cards, lang)) } }
                    td.n { (archetype.decks.len()) }
                    (bar(archetype.decks.len(), group.decks.len()))
                    td { (players(&archetype.decks)) }
                } } }
            }
        }
    }
}

/// Returns the kind of the cards that give decks their archetype, if it is a single kind.
fn archetype_heading(group: &FieldGroup<'_>, lang: Lang) -> String {
    let cards = group
        .archetypes
        .iter()
        .flat_map(|archetype| &archetype.cards);
    let kinds: BTreeSet<KindId> = cards
        .map(|card| group.catalog.cards.card(*card).kind())
        .gather();
    let only = kinds.first().filter(|_| kinds.len() == 1);
    let kind = only.and_then(|kind| group.catalog.game.kinds.get(kind.index()));
    match kind
        .map(|kind| kind.plural.get(lang))
        .filter(|words| !words.is_empty())
    {
        Some(words) => capitalize(&plain(words)),
        None => say!(lang, "Decks by archetype"),
    }
}

fn usage_table(group: &FieldGroup<'_>, lang: Lang) -> Markup {
    let cards = group.usage.cards.iter().take(FIELD_CARD_LIMIT);
    let remaining = group.usage.cards.len().saturating_sub(FIELD_CARD_LIMIT);
    html! {
        h3 { (word!(lang, "Most played cards")) }
        table {
            thead { tr {
                th { (word!(lang, "Card")) }
                th.n { "Decks" } th.n { "%" } th.bar {}
                th.n { (word!(lang, "Copies")) }
                th { (word!(lang, "Most often with")) }
            } }
            tbody { @for used in cards { tr {
                td { (card_names(group.catalog, &[used.card], lang)) }
                td.n { (used.decks) }
                td.n { (share(used.decks as f64 / group.usage.decks.max(1) as f64, lang)) }
                (bar(usize::try_from(used.decks).unwrap_or(usize::MAX), group.decks.len()))
                td.n { (used.copies) }
                td { @if let Some(with) = used.companions.first() {
                    (card_names(group.catalog, &[with.card], lang)) " (" (with.together) "/" (with.either) ")"
                } }
            } } }
        }
        @if remaining > 0 {
            p.small { (code_markup(&say!(lang, "… and {remaining} more cards: see `sleeve stats --event FILE --usage --all`"))) }
        }
    }
}

/// Lists the decks that are least like the others, with the cards that only they play.
fn odd_table(group: &FieldGroup<'_>, lang: Lang) -> Markup {
    let mut compared: Vec<(f64, &FieldDeck<'_>)> = group
        .decks
        .iter()
        .filter_map(|deck| Some((deck.likeness?, deck)))
        .collect();
    compared.arrange_by(|a, b| a.0.total_cmp(&b.0));
    let note = word!(
        lang,
        "Likeness: the average share of copies in common with each other deck (copies in both, divided by copies in either)."
    );
    html! {
        @if !compared.is_empty() {
            h3 { (word!(lang, "Odd ones out")) }
            table {
                thead { tr {
                    th { (word!(lang, "Player")) }
                    th { "Verdict" }
                    th.n { (word!(lang, "Likeness")) }
                    th.n { (word!(lang, "Cards only here")) }
                    th {}
                } }
                tbody { @for (likeness, deck) in compared.iter().take(ODD_DECK_LIMIT) { tr {
                    td { (owner(deck)) }
                    td { (verdict_with_warnings(deck.deck, lang)) }
                    td.n { (share(*likeness, lang)) " %" }
                    td.n { (deck.only_here.len()) }
                    td { (some_names(group.catalog, &deck.only_here, lang)) }
                } } }
            }
            p.small { (note) }
        }
    }
}

fn some_names(catalog: &Catalog, cards: &[CardIndex], lang: Lang) -> String {
    let named = cards.get(..ONLY_HERE_LIMIT).unwrap_or(cards);
    let more = if named.len() < cards.len() { ", …" } else { "" };
    format!("{}{more}", card_names(catalog, named, lang))
}

fn card_names(catalog: &Catalog, cards: &[CardIndex], lang: Lang) -> String {
    let names: Vec<String> = cards
        .iter()
        .map(|card| plain(catalog.cards.card(*card).title(lang)))
        .collect();
    names.join(", ")
}

/// Returns the player of a deck, otherwise its path.
fn owner(deck: &FieldDeck<'_>) -> String {
    plain(deck.deck.player().unwrap_or(&deck.deck.path))
}

fn bar(decks: usize, of: usize) -> Markup {
    // A width of a picture, not of a style: the web page only allows styles that it knows.
    let width = format!("{}%", decks.saturating_mul(100) / of.max(1));
    html! { td.bar { svg width=(width) aria-hidden="true" {} } }
}

fn share(share: f64, lang: Lang) -> String {
    let text = percentage(share, 1);
    let text = text.strip_suffix(".0").unwrap_or(&text);
    lang.set_decimals(text)
}
