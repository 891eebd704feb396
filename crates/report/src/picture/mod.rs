//! A page to look at: decks side by side with their curves, composition, odds by turn, measures
//! over opening hands, and some hands.

mod chart;
mod sections;

use crate::{
    finding::Wording,
    forms::human::{broken_rules, verdict_word, warnings_suffix},
    game_data,
    odds::{ModelCards, OddsModel, ask_diagnostic},
    stats::field_heading,
    text::{Style, escape::plain, html_page, words::percentage},
};
use maud::{Markup, html};
use sleeve_check::Portrait;
use sleeve_data::model::{Catalog, Lang, Level};
use std::{fmt, path::Path, sync::Arc};

/// The page's style sheet: light or dark like the reader's system, light on paper.
const STYLE: &str = include_str!("picture.css");

/// Most broken rules that are listed for a deck.
const BROKEN_RULE_LIMIT: usize = 3;

/// How the hands of the page were dealt.
#[derive(Clone, Copy, Debug)]
pub struct DealSettings {
    pub seed: u64,
    pub generator: &'static str,
    /// Whether texts may name command line options; a page has controls instead.
    pub options: bool,
}

/// A coordinate of a drawing, rounded to a tenth, which is as fine as anyone can see.
#[derive(Clone, Copy)]
struct Rounded(f64);

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.1}", if self.0.is_finite() { self.0 } else { 0.0 });
        f.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}

impl maud::Render for Rounded {
    fn render_to(&self, to: &mut String) {
        to.push_str(&self.to_string());
    }
}

/// Writes a share as a percentage, or its bounds.
fn percent_text(low: f64, high: f64, lang: Lang) -> String {
    let one = |share: f64| {
        let text = percentage(share, 1);
        text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
    };
    let text = if low == high || one(low) == one(high) {
        one(low)
    } else {
        format!("{}–{}", one(low), one(high))
    };
    say!(lang, "{number}%", number = lang.set_decimals(&text))
}

/// Writes a number with at most four decimals and the decimal sign of the language.
fn number_text(value: f64, lang: Lang) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    lang.set_decimals(text)
}

/// Returns the name of a deck, otherwise of its file, or its path if another deck of the page has a
/// file of that name.
fn deck_name(portrait: &Portrait, portraits: &[Portrait]) -> String {
    let deck = &portrait.described.deck;
    if let Some(name) = deck.name().map(plain).filter(|name| !name.is_empty()) {
        return name;
    }
    let stem = |path: &str| Path::new(path).file_stem().map(|stem| stem.to_owned());
    let own = stem(&deck.path);
    let same = portraits
        .iter()
        .filter(|other| stem(&other.described.deck.path) == own)
        .count();
    match own.as_ref().and_then(|own| own.to_str()) {
        Some(own) if same < 2 => plain(own),
        _ => plain(&deck.path),
    }
}

/// Returns the page for some decks: those of one game side by side, games one below the other.
pub fn picture(portraits: &[Portrait], dealt: DealSettings, lang: Lang) -> String {
    let title = match portraits {
        [one] => deck_name(one, portraits),
        several => format!("{} {}", several.len(), word!(lang, "decks")),
    };
    let same = |a: &Portrait, b: &Portrait| a.described.deck.game() == b.described.deck.game();
    let style = Style { lang, ..Style::PLAIN };
    let used = game_data::collect_data(portraits.iter().filter_map(|p| p.described.deck.catalog()));
    let body = html! {
        main {
            h1 { (title) }
            @for decks in portraits.chunk_by(same) { (game_section(decks, portraits.len() > 1, dealt, lang)) }
            footer {
                p { (plain(&game_data::data_line(&used, &style))) }
                @if portraits.iter().any(|p| p.described.provisional) {
                    p { (if dealt.options {
                        word!(lang, "Some of this rests on stand-in values; --attested leaves them out.")
                    } else {
                        word!(lang, "Some of this rests on stand-in values; “Attested facts only” leaves them out.")
                    }) }
                }
            }
        }
    };
    html_page(&title, STYLE, lang, &body)
}

fn game_section(decks: &[Portrait], is_several: bool, dealt: DealSettings, lang: Lang) -> Markup {
    let Some(catalog) = decks.first().and_then(|p| p.described.deck.catalog()) else {
        return html! {};
    };
    let names: Vec<String> = decks.iter().map(|deck| deck_name(deck, decks)).collect();
    let page = GamePart { catalog, decks, names: &names, is_several, dealt, lang };
    html! {
        section.decks { @for (at, deck) in decks.iter().enumerate() { (page.deck(at, deck)) } }
        (page.curves())
        (page.averages())
        (page.chances())
        (page.spreads())
        (page.tallies())
        (page.hands())
    }
}

/// The decks of one game, side by side.
struct GamePart<'a> {
    catalog: &'a Catalog,
    decks: &'a [Portrait],
    names: &'a [String],
    /// Whether the page shows other decks too.
    is_several: bool,
    dealt: DealSettings,
    lang: Lang,
}

impl GamePart<'_> {
    /// Describes a deck in a few words, which are also the legend of its colour.
    fn deck(&self, at: usize, portrait: &Portrait) -> Markup {
        let lang = self.lang;
        let deck = &portrait.described.deck;
        let format = deck
            .format()
            .map(|f| plain(f.named.name.get(lang)))
            .unwrap_or_default();
        let role = deck
            .format()
            .zip(deck.role())
            .and_then(|(f, role)| f.role(role));
        let player = deck.deck().and_then(|d| d.player.as_deref()).map(plain);
        let statistics = &portrait.described.statistics;
        let zones = statistics.zones.iter().filter(|zone| zone.cards > 0);
        let zones: Vec<String> = zones
            .map(|zone| format!("{} {}", plain(&zone.zone), zone.cards))
            .collect();
        let broken = [Level::Error, Level::Warning].into_iter();
        let broken = broken.flat_map(|level| broken_rules(deck, level));
        let broken: Vec<String> = broken
            .map(|f| plain(&Wording::new(f, self.catalog, lang).title()))
            .collect();
        let verdict = verdict_word(deck.verdict(), lang);
        html! {
            article {
                @if self.is_several { h2 { span.swatch.{"d" (at + 1)} {} (deck_name(portrait, self.decks)) } }
                p { (plain(self.catalog.game.name(lang))) ", " (format)
                    @if let Some(role) = role { ", " (plain(role.named.name.get(lang))) }
                    @if let Some(player) = player { ", " (player) } }
                p { span.verdict.{(deck.verdict().word())} { (verdict) (warnings_suffix(deck, lang)) }
                    @if deck.is_provisional() { " " (word!(lang, "(provisional)")) } }
                @for line in broken.iter().take(BROKEN_RULE_LIMIT) { p.small { (line) } }
                @if broken.len() > BROKEN_RULE_LIMIT { p.small {
                    "… " (broken.len() - BROKEN_RULE_LIMIT) " " (if self.dealt.options {
                        word!(lang, "more: sleeve check")
                    } else {
                        word!(lang, "more")
                    }) } }
                p.small { (statistics.size) " " (word!(lang, "cards: ")) (zones.join(", ")) }
                @for line in model_lines(portrait, self.dealt.options, lang) { p.small { (line) } }
            }
        }
    }
}

/// Describes how hands are drawn, or why they cannot be.
fn model_lines(portrait: &Portrait, options: bool, lang: Lang) -> Vec<String> {
    let deck = &portrait.described.deck;
    let (Some((catalog, cards)), Some(format)) = (deck.catalog_and_deck(), deck.format_id()) else {
        return Vec::new();
    };
    match &portrait.table {
        Ok(table) => {
            let turn = portrait
                .chances
                .iter()
                .map(|c| c.turns.len())
                .max()
                .unwrap_or(1);
            let model = OddsModel {
                cards: ModelCards::Deck {
                    deck: Box::new(cards.clone()),
                    catalog: Arc::clone(catalog),
                    format: format.to_owned(),
                },
                table: table.clone(),
                turn: u32::try_from(turn.saturating_sub(1)).unwrap_or(0),
                given: None,
                keep: table.keep.clone(),
                // Default questions are about all cards seen.
                seen: portrait
                    .chances
                    .iter()
                    .any(|chances| chances.name.is_some()),
                varied: false,
            };
            let style = Style { lang, options, ..Style::PLAIN };
            model.lines(&style).iter().map(|line| plain(line)).collect()
        }
        Err(error) => vec![plain(&ask_diagnostic(error, lang).title)],
    }
}

fn field_title(catalog: &Catalog, word: &str, lang: Lang) -> String {
    plain(&field_heading(catalog, word, lang))
}
