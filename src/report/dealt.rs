//! Dealt hands as text and as a document: one card per line with the facts that matter.

use super::data::{self, PROGRAM};
use super::escape::safe;
use super::fact::View;
use super::odds_model::{Model, Source};
use super::style::Style;
use super::table::{Column, Table};
use crate::language::Field;
use crate::language::{Quantity, Truth, World};
use crate::model::{CardIndex, Lang};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};
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
    /// The piles dealt beside it, each with its name.
    pub beside: Vec<(String, Vec<CardIndex>)>,
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
        for (name, cards) in &hand.beside {
            writeln!(out, "\n{}", style.bold(&safe(name)))?;
            self.write_cards(out, style, cards)?;
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

    /// The hands for scripts. A hundred thousand hands are written one after the other, never held
    /// as one document.
    pub fn document(&self) -> impl Serialize + '_ {
        Document(self)
    }

    fn hand_json(&self, hand: &Hand) -> Value {
        let card = |card: &CardIndex| {
            let id = self.model.source.catalog().filter(|_| *card != CardIndex::STRANGER);
            let id = id.map(|c| c.cards.card(*card).id());
            json!({ "id": id, "name": self.name(*card, Lang::En) })
        };
        let list = |cards: &[CardIndex]| cards.iter().map(card).collect::<Vec<_>>();
        let moment = |(turn, moment): (usize, &Moment)| {
            let answers = moment.answers.iter().map(|(text, answer)| match answer {
                Answered::Truth(truth) => json!({ "condition": text, "holds": holds(*truth) }),
                Answered::Value(value) => json!({ "measure": text, "value": value.to_string() }),
            });
            json!({ "turn": turn, "cards": list(&moment.cards), "answers": answers.collect::<Vec<_>>() })
        };
        let mut document = json!({
            "exchanged": hand.exchanged.iter().map(|cards| list(cards)).collect::<Vec<_>>(),
            "bottom": hand.bottom,
            "turns": hand.moments.iter().enumerate().map(moment).collect::<Vec<_>>(),
            "others": hand.partners.iter().map(|cards| list(cards)).collect::<Vec<_>>(),
            "row": list(&hand.row),
        });
        if let Some(map) = document.as_object_mut().filter(|_| !hand.beside.is_empty()) {
            let beside = hand.beside.iter().map(|(name, cards)| (name.clone(), list(cards).into()));
            map.insert("beside".to_owned(), Value::Object(beside.collect()));
        }
        document
    }
}

struct Document<'d>(&'d Dealing<'d>);

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let dealing = self.0;
        let mut document = serializer.serialize_map(None)?;
        document.serialize_entry("schema", "sleeve/draw/1")?;
        document.serialize_entry("program", &PROGRAM)?;
        document.serialize_entry("data", &data::in_use(dealing.model.source.catalog()))?;
        document.serialize_entry("model", &dealing.model.json())?;
        document.serialize_entry("seed", &dealing.seed)?;
        document.serialize_entry("generator", dealing.generator)?;
        document.serialize_entry("hands", &Hands(dealing))?;
        document.end()
    }
}

struct Hands<'d>(&'d Dealing<'d>);

impl Serialize for Hands<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.hands.iter().map(|hand| self.0.hand_json(hand)))
    }
}

fn holds(truth: Truth) -> Option<bool> {
    match truth {
        Truth::True => Some(true),
        Truth::False => Some(false),
        Truth::Unknown => None,
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
