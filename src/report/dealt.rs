//! Dealt hands as text and as a document: one card per line with the facts that matter.

use super::data;
use super::escape::safe;
use super::fact::View;
use super::odds_model::{Model, Source};
use super::style::Style;
use super::table::{Column, Table};
use crate::language::Field;
use crate::language::{Quantity, Truth, World};
use crate::model::{CardIndex, Lang};
use std::io::{self, Write};

/// The answer to a condition or measure.
pub enum Answered {
    /// Of a condition.
    Truth(Truth),
    /// Of a measure.
    Value(Quantity),
}

/// The hand at the opening or in a turn.
pub struct Moment {
    /// The cards in hand, in the order in which they were drawn.
    pub cards: Vec<CardIndex>,
    /// What was asked, and the answers.
    pub answers: Vec<(String, Answered)>,
}

/// One hand.
pub struct Hand {
    /// The opening, then the turns.
    pub moments: Vec<Moment>,
    /// Opening hands that were exchanged before.
    pub exchanged: Vec<Vec<CardIndex>>,
    /// How many cards go to the bottom of the pile.
    pub bottom: u32,
    /// Opening hands of others who draw from the same pile.
    pub partners: Vec<Vec<CardIndex>>,
    /// The open cards.
    pub row: Vec<CardIndex>,
}

/// Dealt hands.
pub struct Dealing<'a> {
    /// The model.
    pub model: &'a Model<'a>,
    /// Name of the random number generator.
    pub generator: &'static str,
    /// The seed.
    pub seed: u64,
    /// What facts are read in.
    pub world: &'a World<'a>,
    /// The hands.
    pub hands: Vec<Hand>,
}

impl Dealing<'_> {
    /// Writes the hands for people.
    pub fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        for (at, hand) in self.hands.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            let title = format!("{} {}", style.say("hand", "main"), at + 1);
            if self.hands.len() > 1 {
                writeln!(out, "{}", style.bold(&title))?;
            }
            self.write_hand(out, style, hand)?;
        }
        if quiet {
            return Ok(());
        }
        writeln!(out)?;
        for line in self.model.lines(style) {
            writeln!(out, "{}", style.dim(&line))?;
        }
        let again = style.say("the same hands again: --seed", "les mêmes mains : --seed");
        writeln!(out, "{}", style.dim(&format!("{again} {} ({})", self.seed, self.generator)))?;
        let used = data::in_use(self.model.source.catalog());
        writeln!(out, "{}", style.dim(&data::line(&used, style)))
    }

    fn write_hand(&self, out: &mut dyn Write, style: &Style, hand: &Hand) -> io::Result<()> {
        for cards in &hand.exchanged {
            let names: Vec<String> = cards.iter().map(|c| self.name(*c, style.lang)).collect();
            let title = style.say("exchanged:", "échangée :");
            writeln!(out, "{} {}", style.dim(title), safe(&names.join(", ")))?;
        }
        for (turn, moment) in hand.moments.iter().enumerate() {
            if turn == 1 && moment.cards == hand.moments[0].cards {
                // The first turn drew nothing: it is the opening hand.
                continue;
            }
            if turn > 0 {
                writeln!(
                    out,
                    "\n{}",
                    style.bold(&format!("{} {turn}", style.say("turn", "tour")))
                )?;
            }
            self.write_cards(out, style, &moment.cards)?;
            if turn == 0 && hand.bottom > 0 {
                let text = style.say("of them go to the bottom", "d'entre elles vont au fond");
                writeln!(out, "{} {text}", hand.bottom)?;
            }
            for (text, answer) in &moment.answers {
                writeln!(out, "  {} {}", mark(answer, style), safe(text))?;
            }
        }
        for partner in &hand.partners {
            writeln!(out, "\n{}", style.bold(style.say("another hand", "une autre main")))?;
            self.write_cards(out, style, partner)?;
        }
        if !hand.row.is_empty() {
            writeln!(out, "\n{}", style.bold(style.say("row", "rangée")))?;
            self.write_cards(out, style, &hand.row)?;
        }
        Ok(())
    }

    fn name(&self, card: CardIndex, lang: Lang) -> String {
        self.model.source.name(card, lang)
    }

    fn write_cards(
        &self,
        out: &mut dyn Write,
        style: &Style,
        cards: &[CardIndex],
    ) -> io::Result<()> {
        let Source::Deck { catalog, .. } = self.model.source else {
            for card in cards {
                writeln!(out, "{}", safe(&self.name(*card, style.lang)))?;
            }
            return Ok(());
        };
        let view = View {
            short: true,
            prose: true,
            marks: true,
            ..View::new(catalog, self.world.lens, style.lang)
        };
        let game = &catalog.game;
        let fields: Vec<Field> =
            game.columns.iter().filter_map(|word| Field::parse(game, word)).collect();
        let known = |card: &CardIndex| *card != CardIndex::STRANGER;
        let shown = |field: &&Field| {
            let full =
                |card: &CardIndex| !view.field(catalog.cards.card(*card), **field).is_empty();
            cards.iter().filter(|c| known(c)).any(full)
        };
        let fields: Vec<&Field> = fields.iter().filter(shown).collect();
        let mut columns = vec![Column::text(style.say("card", "carte"))];
        columns.extend(fields.iter().map(|field| Column::text(field.heading(game, style.lang))));
        let mut table = Table::new(columns);
        for card in cards {
            let mut row = vec![self.name(*card, style.lang)];
            row.extend(fields.iter().map(|field| match known(card) {
                true => view.field(catalog.cards.card(*card), **field),
                false => String::new(),
            }));
            table.row(row);
        }
        table.fit(style, |column| column == 0);
        table.write(out, style)
    }
}

fn mark(answer: &Answered, style: &Style) -> String {
    match answer {
        Answered::Truth(Truth::True) => style.good(style.say("yes", "oui")),
        Answered::Truth(Truth::False) => style.bad(style.say("no", "non")),
        Answered::Truth(Truth::Unknown) => style.doubtful(style.say("unknown", "inconnu")),
        Answered::Value(value) => format!("{} =", value.in_words(style.lang)),
    }
}
