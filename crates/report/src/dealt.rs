//! Dealt hands as text and as a document: one card per line with the facts that matter.

use super::data;
use super::escape::safe;
use super::fact::FactStyle;
use super::odds_model::OddsModel;
use super::style::Style;
use super::table::{Column, TableRow, TextTable};
use sleeve_data::model::{CardIndex, Lang};
use sleeve_language::Field;
use sleeve_language::{Quantity, Truth, World};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The answer to a condition or measure.
pub enum Answered {
    /// Of a condition.
    Truth(Truth),
    /// Of a measure.
    Value(Quantity),
}

/// The hand at the opening or in a turn.
pub struct HandMoment {
    /// The cards in hand, in the order in which they were drawn.
    pub cards: Vec<CardIndex>,
    /// What was asked, and the answers.
    pub answers: Vec<(String, Answered)>,
}

/// One hand.
pub struct HandView {
    /// The opening, then the turns.
    pub moments: Vec<HandMoment>,
    /// Opening hands that were exchanged before.
    pub exchanged: Vec<Vec<CardIndex>>,
    /// How many cards go to the bottom of the pile.
    pub bottom: u32,
    /// The piles dealt beside it, each with its name.
    pub beside: Vec<(String, Vec<CardIndex>)>,
    /// Opening hands of others who draw from the same pile.
    pub partners: Vec<Vec<CardIndex>>,
    /// The open cards.
    pub row: Vec<CardIndex>,
}

impl HandView {
    /// Every card that is shown of it, as often as it is.
    pub fn cards(&self) -> impl Iterator<Item = CardIndex> + '_ {
        let hands = self.moments.iter().map(|moment| &moment.cards);
        let hands = hands.chain(&self.exchanged).chain(&self.partners).chain([&self.row]);
        hands.flatten().copied()
    }
}

/// Dealt hands.
pub struct Dealing<'a> {
    /// The model.
    pub model: &'a OddsModel<'a>,
    /// Name of the random number generator.
    pub generator: &'static str,
    /// The seed.
    pub seed: u64,
    /// What facts are read in.
    pub world: &'a World<'a>,
    /// The hands.
    pub hands: Vec<HandView>,
}

impl Dealing<'_> {
    /// Writes the hands for people.
    pub fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        let out = &mut style.setting(out);
        let sheet = self.sheet(style);
        for (at, hand) in self.hands.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            let title = format!("{} {}", style.say("hand", "main"), at + 1);
            if self.hands.len() > 1 {
                writeln!(out, "{}", style.bold(&title))?;
            }
            self.write_hand(out, style, &sheet, hand)?;
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

    fn write_hand(
        &self,
        out: &mut dyn Write,
        style: &Style,
        sheet: &CardFaces<'_>,
        hand: &HandView,
    ) -> io::Result<()> {
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
            sheet.write(out, style, &moment.cards)?;
            if turn == 0 && hand.bottom > 0 {
                let text = style.say("of them go to the bottom", "d'entre elles vont au fond");
                writeln!(out, "{} {text}", hand.bottom)?;
            }
            for (text, answer) in &moment.answers {
                writeln!(out, "  {} {}", mark(answer, style), safe(text))?;
            }
        }
        for (name, cards) in &hand.beside {
            writeln!(out, "\n{}", style.bold(&safe(name)))?;
            sheet.write(out, style, cards)?;
        }
        for partner in &hand.partners {
            writeln!(out, "\n{}", style.bold(style.say("another hand", "une autre main")))?;
            sheet.write(out, style, partner)?;
        }
        if !hand.row.is_empty() {
            writeln!(out, "\n{}", style.bold(style.say("row", "rangée")))?;
            sheet.write(out, style, &hand.row)?;
        }
        Ok(())
    }

    fn name(&self, card: CardIndex, lang: Lang) -> String {
        self.model.source.name(card, lang)
    }

    /// Every card of the hands, looked at once.
    fn sheet(&self, style: &Style) -> CardFaces<'_> {
        let game = self.model.source.catalog().map(|catalog| &catalog.game);
        let words = game.map_or(&[][..], |game| &game.columns);
        let fields: Vec<Field> = game
            .into_iter()
            .flat_map(|g| words.iter().filter_map(|w| Field::parse(g, w)))
            .collect();
        let heading = |field: &Field| game.map(|game| field.heading(game, style.lang));
        let headings = fields.iter().filter_map(heading);
        let mut columns = vec![Column::text(style.say("card", "carte"))];
        columns.extend(headings.map(Column::text));
        CardFaces { dealing: self, fields, columns, rows: RefCell::default() }
    }
}

/// What is shown of cards: a hundred thousand hands are made of a few of them.
struct CardFaces<'d> {
    dealing: &'d Dealing<'d>,
    fields: Vec<Field>,
    /// The name, then the fields.
    columns: Vec<Column>,
    rows: RefCell<BTreeMap<CardIndex, TableRow>>,
}

impl CardFaces<'_> {
    fn row(&self, card: CardIndex, style: &Style) -> TableRow {
        let read = || {
            let mut cells = vec![self.dealing.name(card, style.lang)];
            let catalog = self.dealing.model.source.catalog();
            if let Some(catalog) = catalog.filter(|_| card != CardIndex::STRANGER) {
                let view = FactStyle {
                    short: true,
                    prose: true,
                    marks: true,
                    ..FactStyle::new(catalog, self.dealing.world.lens, style.lang)
                };
                let shown = catalog.cards.card(card);
                cells.extend(self.fields.iter().map(|field| view.field(shown, *field)));
            }
            TableRow::new(cells)
        };
        self.rows.borrow_mut().entry(card).or_insert_with(read).clone()
    }

    /// A line for each card, with the fields that say something of one of them.
    fn write(&self, out: &mut dyn Write, style: &Style, cards: &[CardIndex]) -> io::Result<()> {
        if self.dealing.model.source.catalog().is_none() {
            for card in cards {
                writeln!(out, "{}", safe(&self.dealing.name(*card, style.lang)))?;
            }
            return Ok(());
        }
        let rows: Vec<TableRow> = cards.iter().map(|card| self.row(*card, style)).collect();
        let said = |at: usize| at == 0 || rows.iter().any(|row| !row.is_blank(at));
        let columns = self.columns.iter().cloned().enumerate().filter(|(at, _)| said(*at));
        let mut table = TextTable::from_rows(columns.collect(), rows.clone());
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
