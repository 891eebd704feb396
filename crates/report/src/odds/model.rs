//! The model of an answer: the cards, those set aside, the draws and the mulligan.

use crate::{
    cards::{FactStyle, setup},
    text::{Style, escape::safe, words::zone_name},
};
use sleeve_data::model::{CardIndex, Catalog, Deck, FRONT, Lang, Lens};
use sleeve_odds::{Exchange, GameTable, HandDiscard, Returned, TurnCards, Turns, UsualDraw};
use std::sync::Arc;

/// The cards that are drawn from.
#[derive(Clone)]
pub enum ModelCards {
    Deck {
        deck: Box<Deck>,
        catalog: Arc<Catalog>,
        format: String,
    },
    /// Classes given on the command line, with their numbers of cards. A card index is the position
    /// of its class.
    Pile(Vec<(String, u32)>),
}

impl ModelCards {
    /// Returns the catalog; `None` for piles given on the command line.
    pub fn catalog(&self) -> Option<&Arc<Catalog>> {
        match self {
            ModelCards::Deck { catalog, .. } => Some(catalog),
            ModelCards::Pile(_) => None,
        }
    }

    /// Returns the name of the deck; `None` for a deck without a name and for piles.
    pub fn title(&self) -> Option<&str> {
        match self {
            ModelCards::Deck { deck, .. } => deck.name.as_deref(),
            ModelCards::Pile(_) => None,
        }
    }

    /// Returns the name of a card or class; a card whose id is a stand-in has a star.
    pub fn name(&self, card: CardIndex, lang: Lang) -> String {
        match self {
            ModelCards::Deck { .. } if card == CardIndex::STRANGER => "?".to_owned(),
            ModelCards::Deck { catalog, .. } => {
                let view = FactStyle::new(catalog, Lens::Shipped, lang);
                let card = catalog.cards.card(card);
                let star = if card.id_provenance().grade.is_attested() { "" } else { " *" };
                format!("{}{star}", view.name(card, FRONT))
            }
            ModelCards::Pile(classes) => classes
                .get(card.0 as usize)
                .map(|(name, _)| name.clone())
                .unwrap_or_default(),
        }
    }
}

/// What an answer depends on: cards, table, turns and conditions.
pub struct OddsModel {
    pub cards: ModelCards,
    pub table: GameTable,
    /// The last turn; 0 is the opening hand.
    pub turn: u32,
    /// Condition that hands are known to satisfy.
    pub given: Option<String>,
    /// Condition for keeping hands; `None` keeps those that are best for the question.
    pub keep: Option<String>,
    /// Whether questions are about all cards seen, not only those in hand.
    pub seen: bool,
    pub varied: bool,
}

impl OddsModel {
    pub(crate) fn turns(&self) -> Option<Turns> {
        if self.turn == 0 { None } else { self.table.turns_for(self.turn).ok() }
    }

    fn set_aside_names(&self, lang: Lang) -> Vec<String> {
        let named = self.table.aside.iter().map(|(card, count)| match count {
            1 => self.cards.name(*card, lang),
            n => format!("{n}x {}", self.cards.name(*card, lang)),
        });
        named.collect()
    }

    fn zone_name(&self, id: &str, lang: Lang) -> String {
        let format = match &self.cards {
            ModelCards::Deck { catalog, format, .. } => catalog.format(format),
            ModelCards::Pile(_) => None,
        };
        zone_name(format, id, lang)
    }

    /// Describes the model in lines for people.
    pub fn lines(&self, style: &Style) -> Vec<String> {
        let (table, lang) = (&self.table, style.lang);
        let mut lines = vec![self.describe_deal(lang)];
        if !table.aside.is_empty() {
            let aside = self.set_aside_names(style.lang).join(", ");
            lines.push(say!(lang, "set aside first: {aside}", aside = safe(&aside)));
        }
        if let Some(catalog) = self.cards.catalog() {
            // If nothing else is set aside, the line above names them.
            let is_listed = table.start.certain == table.aside;
            lines.extend(setup::start_lines(&table.start, is_listed, catalog, style.lang));
        }
        self.add_other_piles(&mut lines, lang);
        self.add_choice_of_hand(&mut lines, lang);
        if let Some(turns) = self.turns() {
            lines.push(describe_turns(&turns, style));
            let usual = table.usual_draw.as_ref();
            lines.extend(
                usual
                    .into_iter()
                    .flat_map(|usual| describe_usual(&turns, usual, style)),
            );
        }
        if table.exchanges.most != Some(0) {
            lines.push(self.describe_mulligan(style));
        }
        if self.seen {
            lines.push(
                say!(style.lang, "seen: every card that was in hand since the last mulligan, even if played or discarded"),
            );
        }
        if self.varied {
            lines.push(say!(
                style.lang,
                "extra copies replace cards that the condition does not use"
            ));
        }
        if let Some(given) = &self.given {
            lines.push(say!(lang, "given: {given}", given = safe(given)));
        }
        lines
    }

    /// The hand, and the pile that it is dealt from.
    fn describe_deal(&self, lang: Lang) -> String {
        let table = &self.table;
        let zones: Vec<String> = table
            .from
            .iter()
            .map(|id| self.zone_name(id, lang))
            .collect();
        let mut first = say!(
            lang,
            "model: hand of {hand} from the {cards} cards of {zones}",
            hand = table.hand,
            cards = table.cards(),
            zones = zones.join("|")
        );
        if let Some(seat) = table.seat {
            first += &say!(lang, ", seat {seat}");
        }
        if let Some(players) = table.players {
            first += &say!(lang, ", {players} players");
        }
        if let hands @ 2.. = table.hands {
            first += &say!(lang, " ({hands} hands are dealt from it)");
        }
        first
    }

    /// Adds what else is dealt from the same cards.
    fn add_other_piles(&self, lines: &mut Vec<String>, lang: Lang) {
        let table = &self.table;
        if let Some(row) = &table.row {
            let all: u64 = row.cards.iter().map(|(_, n)| u64::from(*n)).sum();
            lines.push(say!(
                lang,
                "row of {size} from the {all} cards of {zone}",
                size = row.size,
                zone = self.zone_name(&row.from, lang)
            ));
        }
        for pile in table.beside.iter().filter(|pile| pile.always) {
            let (name, cards) = (safe(&pile.name), pile.cards);
            lines.push(say!(
                lang,
                cards,
                "dealt from the same cards, after the hand: {name}: {cards} card",
                "dealt from the same cards, after the hand: {name}: {cards} cards"
            ));
        }
    }

    /// Adds which hands are dealt anew, and which of several is kept.
    fn add_choice_of_hand(&self, lines: &mut Vec<String>, lang: Lang) {
        let table = &self.table;
        if let Some(allowed) = &table.allowed {
            let condition = safe(allowed.text());
            lines.push(match table.redraws {
                None => say!(lang, "redrawn for free until it satisfies: {condition}"),
                Some(most) => {
                    say!(
                        lang,
                        "redrawn for free, at most {most} times, until it satisfies: {condition}"
                    )
                }
            });
        }
        if let Some((hands, measure)) = &table.choice {
            let measure = safe(measure.text());
            lines.push(say!(
                lang,
                "chosen from {hands} hands, because this is the greatest: {measure}; the others are shuffled in"
            ));
        }
    }

    fn describe_mulligan(&self, style: &Style) -> String {
        let most = match self.table.exchanges.most {
            Some(1) => say!(style.lang, "at most once"),
            Some(n) => say!(style.lang, "at most {n} times"),
            None => say!(style.lang, "any number of times"),
        };
        let keep = match &self.keep {
            Some(keep) => say!(style.lang, "hands kept: {keep}", keep = safe(keep)),
            None => say!(style.lang, "hands kept if that is best for the condition"),
        };
        let rest = match self.table.exchanges.exchange {
            Exchange::Bottom => word!(
                style.lang,
                "; one card per mulligan goes to the bottom (the least useful for the condition) and does not count as seen"
            ),
            Exchange::Fewer => {
                word!(
                    style.lang,
                    "; one card fewer per mulligan (without the look at the next card)"
                )
            }
            Exchange::Anew => "",
            Exchange::Some(Returned::Bottom) => word!(
                style.lang,
                "; the best cards to lose go to the bottom and do not count as seen"
            ),
            Exchange::Some(Returned::Aside) => word!(
                style.lang,
                "; the best cards to lose are set aside while others are drawn, then shuffled in; they do not count as seen"
            ),
            Exchange::Some(Returned::Shuffled) => word!(
                style.lang,
                "; the best cards to lose are shuffled in before others are drawn; they do not count as seen"
            ),
        };
        let free = match self.table.exchanges.free {
            0 => String::new(),
            1 => say!(style.lang, ", the first one free"),
            n => say!(style.lang, ", the first {n} free"),
        };
        let word = self.table.mulligan.word();
        say!(style.lang, "mulligan: {word}, {most}{free}; {keep}{rest}")
    }
}

/// Says that the number of cards per turn is assumed, what is usual, and which option sets it.
fn describe_usual(turns: &Turns, usual: &UsualDraw, style: &Style) -> [String; 2] {
    let (least, most) = match turns.draw {
        TurnCards::Add(least) => (least, usual.most.max(least)),
        TurnCards::Nothing | TurnCards::Refill(_) => (0, usual.most),
    };
    let option = if style.options { " (--per-turn)" } else { "" };
    let said = say!(style.lang, "  {least} is assumed, {least} to {most} are usual{option}:");
    [said, format!("  {}", safe(usual.text.get(style.lang)))]
}

fn describe_turns(turns: &Turns, style: &Style) -> String {
    let lang = style.lang;
    let mut words = match turns.draw {
        TurnCards::Nothing => say!(lang, "turns draw nothing"),
        TurnCards::Add(n) => say!(lang, "each turn draws {n}"),
        TurnCards::Refill(n) => say!(lang, "each turn refills the hand to {n}"),
    };
    words += if turns.first <= 1 {
        word!(lang, ", the first included")
    } else {
        word!(lang, ", from the second on")
    };
    match turns.discard {
        HandDiscard::Hand => words += word!(lang, "; the hand is discarded before"),
        HandDiscard::Cards(0) => {}
        HandDiscard::Cards(n) => {
            words += &say!(
                lang,
                n,
                "; {n} card leaves the hand before (at random)",
                "; {n} cards leave the hand before (at random)"
            );
        }
    }
    if let Some(limit) = turns.limit {
        words += &say!(lang, "; hand limit {limit}");
    }
    if let Some(recycle) = turns.recycle {
        words += word!(lang, "; an empty pile is refilled from the discard");
        if recycle.leaves_out {
            words += word!(lang, ", without the cards that leave the game");
        }
    }
    words
}
