//! All query-language texts in formats and rules, so that code that goes through them need not list
//! the keys again.

use super::format::{
    Allowance, Carries, Contents, Discard, Draw, Format, Opening, RuleBody, TurnDraw,
};
use std::fmt;

/// The type of a query-language text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextRole {
    Filter,
    /// A number of a deck.
    Measure,
    Condition,
    /// A number of a card.
    Number,
    Field,
}

/// A filter, measure or condition in the data, with its keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LanguageText<'a> {
    /// Its keys below the format or rule, separated by `/`.
    pub path: String,
    pub text: &'a str,
    pub role: TextRole,
}

impl<'a> LanguageText<'a> {
    /// Returns a text with its place in the data.
    pub fn new(path: impl Into<String>, text: &'a str, role: TextRole) -> LanguageText<'a> {
        LanguageText { path: path.into(), text, role }
    }
}

impl Format {
    /// The texts of a format, except those of its rules and matches.
    pub fn language_texts(&self) -> Vec<LanguageText<'_>> {
        let mut texts = Vec::new();
        for zone in &self.zones {
            let path = format!("zone/{}/accepts", zone.named.id);
            texts.push(LanguageText::new(path, &zone.accepts, TextRole::Filter));
        }
        let of_roles = self
            .roles
            .iter()
            .map(|role| ("role", &role.named.id, &role.implied_by));
        let of_parameters = self
            .parameters
            .iter()
            .map(|p| ("parameter", &p.named.id, &p.implied_by));
        for (key, id, implied_by) in of_roles.chain(of_parameters) {
            if let Some(condition) = implied_by {
                let path = format!("{key}/{id}/implied-by");
                texts.push(LanguageText::new(path, condition, TextRole::Condition));
            }
        }
        for (key, named) in [("number", &self.numbers), ("measure", &self.measures)] {
            for number in named {
                let path = format!("{key}/{}", number.named.id);
                texts.push(LanguageText::new(path, &number.measure, TextRole::Measure));
            }
        }
        texts.extend(self.opening.iter().flat_map(opening_texts));
        texts
    }
}

fn opening_texts(opening: &Opening) -> Vec<LanguageText<'_>> {
    use TextRole::{Condition, Filter, Measure};
    let drawn: Vec<&String> = match &opening.draw {
        Draw::All(measure) => vec![measure],
        Draw::BySeat(seats) => seats.iter().collect(),
        Draw::ByPlayers(rows) => rows.iter().flat_map(|(_, seats)| seats).collect(),
    };
    let mut texts: Vec<(&str, TextRole, &String)> = Vec::new();
    texts.extend(opening.aside.iter().map(|filter| ("aside", Filter, filter)));
    texts.extend(
        opening
            .starts
            .iter()
            .map(|filter| ("starts", Filter, filter)),
    );
    texts.extend(drawn.into_iter().map(|measure| ("draw", Measure, measure)));
    if !opening.hands.is_empty() {
        texts.push(("hands", Measure, &opening.hands));
    }
    texts.extend(opening.row.iter().map(|row| ("row", Measure, &row.size)));
    if let Some(turn) = &opening.turn {
        let (TurnDraw::Draw(measure) | TurnDraw::Refill(measure)) = &turn.draw;
        texts.push(("turn", Measure, measure));
        texts.extend(turn.most.iter().map(|most| ("turn", Measure, most)));
        if let Discard::Cards(measure) = &turn.discard {
            texts.push(("turn", Measure, measure));
        }
    }
    texts.extend(opening.limit.iter().map(|limit| ("limit", Measure, limit)));
    let except = opening
        .reshuffle
        .iter()
        .flat_map(|reshuffle| &reshuffle.except);
    texts.extend(except.map(|filter| ("reshuffle", Filter, filter)));
    let mulligan = opening
        .mulligan
        .keep
        .iter()
        .chain(&opening.mulligan.redraw_unless);
    texts.extend(mulligan.map(|condition| ("mulligan", Condition, condition)));
    texts.extend(
        opening
            .choice
            .iter()
            .map(|choice| ("choice", Measure, &choice.keep)),
    );
    texts.extend(
        opening
            .beside
            .iter()
            .map(|(_, cards)| ("beside", Measure, cards)),
    );
    let placed = texts.into_iter();
    placed
        .map(|(key, role, text)| LanguageText::new(format!("opening/{key}"), text, role))
        .collect()
}

impl RuleBody {
    /// The texts of the body.
    pub fn language_texts(&self) -> Vec<LanguageText<'_>> {
        use TextRole::{Condition, Field, Filter, Measure, Number};
        match self {
            RuleBody::Require(text) => vec![LanguageText::new("require", text, Condition)],
            RuleBody::SetsOut(filter) => vec![LanguageText::new("sets-out", filter, Filter)],
            RuleBody::Allowances(allowances) => {
                let mut texts = Vec::new();
                for (at, allowance) in allowances.iter().enumerate() {
                    let path = format!("allowances/{at}/cards");
                    texts.push(LanguageText::new(path, &allowance.cards, Filter));
                    let up_to = allowance.up_to.iter().map(|up_to| {
                        LanguageText::new(format!("allowances/{at}/up-to"), up_to, Measure)
                    });
                    texts.extend(up_to);
                }
                texts
            }
            RuleBody::Contents(Contents::List(_)) | RuleBody::Nothing => Vec::new(),
            RuleBody::Contents(Contents::Filter { filter, each }) => vec![
                LanguageText::new("contents/filter", filter, Filter),
                LanguageText::new("contents/each", each, Number),
            ],
            RuleBody::Carries(carries) => {
                let mut texts = vec![
                    LanguageText::new("carries/capacity", &carries.capacity, Field),
                    LanguageText::new("carries/space", &carries.space, Field),
                    LanguageText::new("carries/smaller-than", &carries.smaller_than, Field),
                ];
                if !carries.placed.is_empty() {
                    texts.push(LanguageText::new("carries/placed", &carries.placed, Filter));
                }
                texts
            }
        }
    }
}

/// Writes the body as in the data, or in the same notation.
impl fmt::Display for RuleBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleBody::Require(text) => f.write_str(text),
            RuleBody::Contents(Contents::List(list)) => {
                let cards: Vec<String> = list
                    .iter()
                    .map(|(name, n)| format!("{n} × {name}"))
                    .collect();
                write!(f, "= {}", cards.join(", "))
            }
            RuleBody::Contents(Contents::Filter { filter, each }) => {
                write!(f, "= all({filter}) × {each}")
            }
            RuleBody::Nothing => Ok(()),
            RuleBody::SetsOut(filter) => write!(f, "sets-out({filter})"),
            RuleBody::Allowances(allowances) => {
                let mut list = Vec::new();
                for Allowance { cards, up_to, .. } in allowances {
                    list.push(match up_to {
                        Some(up_to) => format!("count({cards}) <= {up_to}"),
                        None => format!("count({cards})"),
                    });
                }
                write!(f, "allowances({})", list.join("; "))
            }
            RuleBody::Carries(Carries { space, capacity, smaller_than, placed }) => {
                write!(f, "sum({space}) <= {capacity}, {smaller_than} < {smaller_than}")?;
                if placed.is_empty() { Ok(()) } else { write!(f, ", none({placed})") }
            }
        }
    }
}
