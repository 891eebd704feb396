//! The model of an answer: the population, what was set aside, the draws, the mulligan.

use crate::cards::{FactStyle, setup};
use crate::text::Style;
use crate::text::escape::safe;
use crate::text::words::zone_name;
use sleeve_data::model::{CardIndex, Catalog, Deck, FRONT, Lang, Lens};
use sleeve_odds::{Exchange, GameTable, HandDiscard, Returned, TurnCards, Turns, UsualDraw};
use std::sync::Arc;

/// The cards that are drawn from.
#[derive(Clone, Copy)]
pub enum ModelCards<'a> {
    Deck {
        deck: &'a Deck,
        catalog: &'a Arc<Catalog>,
        format: &'a str,
    },
    /// Classes named on the command line, with their numbers of cards; a card index is the place of its class.
    Pile(&'a [(String, u32)]),
}

impl<'a> ModelCards<'a> {
    /// Returns the catalog; `None` for piles named on the command line.
    pub fn catalog(&self) -> Option<&'a Arc<Catalog>> {
        match self {
            ModelCards::Deck { catalog, .. } => Some(catalog),
            ModelCards::Pile(_) => None,
        }
    }

    /// Returns the name of the deck; `None` for a nameless deck and for piles.
    pub fn title(&self) -> Option<&'a str> {
        match self {
            ModelCards::Deck { deck, .. } => deck.name.as_deref(),
            ModelCards::Pile(_) => None,
        }
    }

    /// Names a card or class; a card whose id is a stand-in bears a star.
    pub fn name(&self, card: CardIndex, lang: Lang) -> String {
        match self {
            ModelCards::Deck { .. } if card == CardIndex::STRANGER => "?".to_owned(),
            ModelCards::Deck { catalog, .. } => {
                let view = FactStyle::new(catalog, Lens::Shipped, lang);
                let card = catalog.cards.card(card);
                let star = if card.id_provenance().grade.is_attested() { "" } else { " *" };
                format!("{}{star}", view.name(card, FRONT))
            }
            ModelCards::Pile(classes) => {
                classes.get(card.0 as usize).map(|(name, _)| name.clone()).unwrap_or_default()
            }
        }
    }
}

/// What an answer rests on: cards, table, turns and conditions.
pub struct OddsModel<'a> {
    pub source: ModelCards<'a>,
    pub table: &'a GameTable,
    /// The last turn that is followed; 0 is the opening hand.
    pub turn: u32,
    /// The condition that hands are known to satisfy.
    pub given: Option<&'a str>,
    /// The condition of hands that are kept; `None` keeps those that are best for the question.
    pub keep: Option<String>,
    /// Whether questions are about all cards seen, not only those in hand.
    pub seen: bool,
    pub varied: bool,
}

impl OddsModel<'_> {
    pub(crate) fn turns(&self) -> Option<Turns> {
        if self.turn == 0 { None } else { self.table.turns_for(self.turn).ok() }
    }

    fn set_aside_names(&self, lang: Lang) -> Vec<String> {
        let named = self.table.aside.iter().map(|(card, count)| match count {
            1 => self.source.name(*card, lang),
            n => format!("{n}x {}", self.source.name(*card, lang)),
        });
        named.collect()
    }

    fn zone_name(&self, id: &str, lang: Lang) -> String {
        let format = match self.source {
            ModelCards::Deck { catalog, format, .. } => catalog.format(format),
            ModelCards::Pile(_) => None,
        };
        zone_name(format, id, lang)
    }

    /// Describes the model in lines for people.
    pub fn lines(&self, style: &Style) -> Vec<String> {
        let say = |en: &'static str, fr: &'static str| style.lang.choose(en, fr);
        let table = self.table;
        let mut first = format!(
            "{} {} {} {} {} {}",
            say("model: hand of", "modèle : main de"),
            table.hand,
            say("from the", "parmi les"),
            table.cards(),
            say("cards of", "cartes de"),
            table
                .from
                .iter()
                .map(|id| self.zone_name(id, style.lang))
                .collect::<Vec<_>>()
                .join("|"),
        );
        if let Some(seat) = table.seat {
            first += &format!(", {} {seat}", say("seat", "place"));
        }
        if let Some(players) = table.players {
            first += &format!(", {players} {}", say("players", "joueurs"));
        }
        if table.hands > 1 {
            first += &format!(
                " ({} {})",
                table.hands,
                say("hands are dealt from it", "mains en sont distribuées")
            );
        }
        let mut lines = vec![first];
        if !table.aside.is_empty() {
            let aside = self.set_aside_names(style.lang).join(", ");
            lines.push(format!("{} {}", say("set aside first:", "mis à part :"), safe(&aside)));
        }
        if let Some(catalog) = self.source.catalog() {
            // Where nothing else is set aside, the line above names them.
            let is_listed = table.start.certain == table.aside;
            lines.extend(setup::start_lines(&table.start, is_listed, catalog, style.lang));
        }
        if let Some(row) = &table.row {
            let all: u64 = row.cards.iter().map(|(_, n)| u64::from(*n)).sum();
            lines.push(format!(
                "{} {} {} {all} {} {}",
                say("row of", "rangée de"),
                row.size,
                say("from the", "parmi les"),
                say("cards of", "cartes de"),
                self.zone_name(&row.from, style.lang),
            ));
        }
        for pile in table.beside.iter().filter(|pile| pile.always) {
            lines.push(format!(
                "{} {}{} {} {}",
                say(
                    "dealt from the same cards, after the hand:",
                    "pris aux mêmes cartes, après la main :"
                ),
                safe(&pile.name),
                say(":", " :"),
                pile.cards,
                if pile.cards == 1 { say("card", "carte") } else { say("cards", "cartes") },
            ));
        }
        if let Some(allowed) = &table.allowed {
            let text = say(
                "drawn anew at no cost until it satisfies:",
                "repiochée sans perte tant qu'elle ne remplit pas :",
            );
            lines.push(format!("{text} {}", safe(allowed.text())));
        }
        if let Some(turns) = self.turns() {
            lines.push(describe_turns(&turns, style));
            let usual = table.usual_draw.as_ref();
            lines.extend(usual.into_iter().flat_map(|usual| describe_usual(&turns, usual, style)));
        }
        if table.exchanges.most != Some(0) {
            lines.push(self.describe_mulligan(style));
        }
        if self.seen {
            lines.push(
                say(
                    "seen: all that has been in hand since the last exchange, played and discarded cards too",
                    "vues (seen) : tout ce qui a été en main depuis le dernier échange, cartes jouées et défaussées comprises",
                )
                .to_owned(),
            );
        }
        if self.varied {
            lines.push(
                say(
                    "further copies take the place of cards that the condition does not read",
                    "les exemplaires ajoutés prennent la place de cartes que la condition ne lit pas",
                )
                .to_owned(),
            );
        }
        if let Some(given) = self.given {
            lines.push(format!("{} {}", say("given:", "sachant :"), safe(given)));
        }
        lines
    }

    fn describe_mulligan(&self, style: &Style) -> String {
        let say = |en: &'static str, fr: &'static str| style.lang.choose(en, fr);
        let most = match self.table.exchanges.most {
            Some(1) => say("one exchange at most", "un échange au plus").to_owned(),
            Some(n) => format!("{n} {}", say("exchanges at most", "échanges au plus")),
            None => say("exchanges without limit", "échanges sans limite").to_owned(),
        };
        let keep = match &self.keep {
            Some(keep) => format!("{} {}", say("hands kept:", "mains gardées :"), safe(keep)),
            None => say(
                "hands kept where that is best for the condition",
                "mains gardées quand c'est le mieux pour la condition",
            )
            .to_owned(),
        };
        let rest = match self.table.exchanges.exchange {
            Exchange::Bottom => say(
                "; a card per exchange goes to the bottom, whichever is best for the condition, and does not count as seen",
                " ; une carte par échange va au fond, la meilleure pour la condition, et ne compte pas comme vue",
            ),
            Exchange::Fewer => say(
                "; a card fewer per exchange (the look at the next card is left out)",
                " ; une carte de moins par échange (sans le regard sur la carte suivante)",
            ),
            Exchange::Anew => "",
            Exchange::Some(Returned::Bottom) => say(
                "; the best cards to lose go to the bottom and do not count as seen",
                " ; les cartes dont la perte est la meilleure vont au fond et ne comptent pas comme vues",
            ),
            Exchange::Some(Returned::Aside) => say(
                "; the best cards to lose are set aside while others are drawn, then shuffled in; they do not count as seen",
                " ; les cartes dont la perte est la meilleure sont mises à part pendant la pioche, puis remélangées ; elles ne comptent pas comme vues",
            ),
            Exchange::Some(Returned::Shuffled) => say(
                "; the best cards to lose are shuffled in before others are drawn; they do not count as seen",
                " ; les cartes dont la perte est la meilleure sont remélangées avant la pioche ; elles ne comptent pas comme vues",
            ),
        };
        let free = match self.table.exchanges.free {
            0 => String::new(),
            1 => say(", the first of them free", ", dont le premier gratuit").to_owned(),
            n => say!(style.lang, ", the first {n} of them free"),
        };
        let word = self.table.mulligan.word();
        say!(style.lang, "mulligan: {word}, {most}{free}; {keep}{rest}")
    }
}

/// Says that the draw of a turn is assumed, what is usual, and what decides.
fn describe_usual(turns: &Turns, usual: &UsualDraw, style: &Style) -> [String; 2] {
    let (least, most) = match turns.draw {
        TurnCards::Add(least) => (least, usual.most.max(least)),
        TurnCards::Nothing | TurnCards::Refill(_) => (0, usual.most),
    };
    let said = say!(style.lang, "  {least} is assumed, {least} to {most} are usual (--per-turn):");
    [said, format!("  {}", safe(usual.text.get(style.lang)))]
}

fn describe_turns(turns: &Turns, style: &Style) -> String {
    let say = |en: &'static str, fr: &'static str| style.lang.choose(en, fr);
    let mut words = match turns.draw {
        TurnCards::Nothing => say("turns draw nothing", "les tours ne piochent rien").to_owned(),
        TurnCards::Add(n) => format!("{} {n}", say("each turn draws", "chaque tour pioche")),
        TurnCards::Refill(n) => {
            format!(
                "{} {n}",
                say("each turn refills the hand to", "chaque tour complète la main à")
            )
        }
    };
    words += if turns.first <= 1 {
        say(", the first included", ", le premier compris")
    } else {
        say(", from the second on", ", à partir du deuxième")
    };
    match turns.discard {
        HandDiscard::Hand => {
            words += say("; the hand is discarded before", " ; la main est défaussée avant");
        }
        HandDiscard::Cards(0) => {}
        HandDiscard::Cards(n) => {
            let text = match n {
                1 => say("card leaves the hand before", "carte quitte la main avant"),
                _ => say("cards leave the hand before", "cartes quittent la main avant"),
            };
            let alike = say("any alike", "n'importe lesquelles");
            words += &format!("; {n} {text} ({alike})");
        }
    }
    if let Some(limit) = turns.limit {
        let text = say("hand limit", "limite de main");
        words += &format!("; {text} {limit}");
    }
    if turns.recycle.is_some() {
        words +=
            say("; an empty pile is made of the discard", " ; la défausse refait une pile vide");
    }
    words
}
