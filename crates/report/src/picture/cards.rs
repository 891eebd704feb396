//! The parts of the page that are about single cards: what the decks are made of, and opening hands.

use super::parts::{ByValue, PartRow};
use super::{DealSettings, GamePart, field, refusal, say};
use crate::escape::plain;
use crate::fact::FactStyle;
use crate::odds_errors;
use crate::stats::words::{self, TallyValues};
use maud::{Markup, html};
use sleeve_data::model::{CardIndex, FRONT, Lang, Lens};
use sleeve_language::tree::GroupKey;
use sleeve_odds::draw::OpeningsError;

/// So many values of a field without an order are drawn; the others are counted in words.
const MOST_VALUES: usize = 12;

impl GamePart<'_> {
    /// What the decks are made of.
    pub(super) fn tallies(&self) -> Markup {
        let mut words: Vec<&str> = Vec::new();
        for tally in self.decks.iter().flat_map(|p| &p.described.statistics.tallies) {
            if !words.contains(&tally.word.as_str()) && !tally.is_empty() {
                words.push(&tally.word);
            }
        }
        html! {
            section { h2 { (say(self.lang, "Made of", "Composition")) }
                div.charts { @for word in words { (self.tally(word)) } } }
        }
    }

    fn tally(&self, word: &str) -> Markup {
        let title = field(self.catalog, word, self.lang);
        let written = TallyValues::in_words(self.catalog, self.lang);
        let mut values = ByValue::new(self.decks.len());
        for (deck, portrait) in self.decks.iter().enumerate() {
            let tallies = &portrait.described.statistics.tallies;
            let Some(tally) = tallies.iter().find(|t| t.word == word) else { continue };
            for row in &tally.rows {
                let label = plain(&written.describe(tally, row));
                values.add(deck, (row.key.clone(), label), (row.cards, row.most));
            }
        }
        let mut rows = values.rows;
        let sum = |row: &PartRow<GroupKey, u64>| row.bars.iter().map(|bar| bar.1).sum::<u64>();
        let ordered = self
            .decks
            .iter()
            .flat_map(|p| &p.described.statistics.tallies)
            .any(|t| t.word == word && t.ordered);
        if ordered {
            rows.sort_by(|a, b| a.key.cmp(&b.key))
        } else {
            rows.sort_by_key(|row| std::cmp::Reverse(sum(row)))
        }
        let shown = if rows.len() <= MOST_VALUES + 1 { rows.len() } else { MOST_VALUES };
        let rest = rows.len() - shown;
        let most = rows.iter().flat_map(|row| &row.bars).map(|bar| bar.1).max().unwrap_or(0).max(1);
        let left = self.lines(|portrait| {
            let tallies = &portrait.described.statistics.tallies;
            let tally = tallies.iter().find(|t| t.word == word)?;
            let unknown: u64 = tally.unknown.iter().map(|u| u.cards).sum();
            let word = say(self.lang, "unknown", "inconnues");
            (unknown > 0).then(|| format!("{unknown} {word}"))
        });
        let drawn = html! {
            div.rows { @for row in rows.iter().take(shown) {
                span.label { (row.label) }
                span.bars { @for (deck, (sure, upto)) in row.bars.iter().enumerate() {
                    span.bar.{"d" (deck + 1)} {
                        svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
                            rect.perhaps width=(super::Rounded(*upto as f64 / most as f64 * 100.0)) height="10" {}
                            rect width=(super::Rounded(*sure as f64 / most as f64 * 100.0)) height="10" {}
                        }
                        span.count { (sure) @if upto > sure { "–" (upto) } }
                    }
                } }
            } }
            @if rest > 0 { p.small { (more(rest, self.lang)) } }
        };
        self.figure(&title, &left, &drawn)
    }

    /// Some opening hands of each deck.
    pub(super) fn hands(&self, dealt: DealSettings) -> Markup {
        let any = self.decks.iter().any(|p| p.hands.as_ref().is_ok_and(|hands| !hands.is_empty()));
        let refused = self.lines(|portrait| match portrait.hands.as_ref().err()? {
            // Why there is no table stands with the deck already.
            OpeningsError::Ask(_) if portrait.table.is_err() => None,
            OpeningsError::Ask(error) => {
                let why = odds_errors::ask(error, self.lang);
                refusal(&why).into_iter().next()
            }
            OpeningsError::Draw(error) => {
                refusal(&odds_errors::draw(error, self.lang)).into_iter().next()
            }
        });
        if !any && refused.is_empty() {
            return html! {};
        }
        html! {
            section { h2 { (say(self.lang, "Opening hands", "Mains de départ")) }
                p.small { (if dealt.options {
                    say(self.lang, "the same hands again: --seed ", "les mêmes mains : --seed ")
                } else {
                    say(self.lang, "seed ", "graine ")
                }) (dealt.seed) " (" (dealt.generator) ")" }
                @for line in &refused { p { (line) } }
                div.hands { @for (deck, portrait) in self.decks.iter().enumerate() {
                    @for (at, hand) in portrait.hands.iter().flatten().enumerate() {
                        div.hand {
                            h3 { @if self.decks.len() > 1 { span.swatch.{"d" (deck + 1)} {} (self.names.get(deck).map_or("", String::as_str)) " · " } (at + 1) }
                            ul { @for card in hand { li { (self.card(*card)) } } }
                        }
                    }
                } }
            }
        }
    }

    fn card(&self, card: CardIndex) -> String {
        if card == CardIndex::STRANGER {
            return "?".to_owned();
        }
        let view = FactStyle::new(self.catalog, Lens::Shipped, self.lang);
        plain(&view.name(self.catalog.cards.card(card), FRONT))
    }
}

fn more(values: usize, lang: Lang) -> String {
    let words = words::describe_more(values, lang);
    words.split(';').next().unwrap_or_default().trim().to_owned()
}
