//! A card as a file of paths says it, on its way into the deck.

use super::{shorten, zone_of};
use crate::error::{DeckProblem, MAX_COUNT};
use crate::messages::DeckMessage;
use crate::raw::{CopyNotation, RawCard, RawItem};
use sleeve_data::model::DeckReader;
use sleeve_data::problem::Problem;
use std::ops::Range;

/// What a file says of one card.
#[derive(Default)]
pub(super) struct CardEntry {
    pub(super) name: Option<String>,
    pub(super) id: Option<String>,
    pub(super) set: Option<String>,
    /// The word for its zone.
    pub(super) zone: String,
    /// How many copies, where that is said, and where.
    pub(super) count: Option<(String, Range<usize>)>,
}

impl CardEntry {
    /// The card; `span` is where it stands.
    pub(super) fn into_item(
        self,
        reader: &DeckReader,
        span: Range<usize>,
    ) -> Result<RawItem, DeckProblem> {
        let said = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let (name, id) = (said(self.name), said(self.id));
        if name.is_none() && id.is_none() {
            return Err(Problem::from_span(span, DeckMessage::NoNameOrId));
        }
        let count = match self.count {
            None => 1,
            Some((digits, at)) => match parse_copies(digits.trim()) {
                Some(count) => count,
                None => {
                    let found = shorten(&digits);
                    return Err(Problem::from_span(at, DeckMessage::Count { found }));
                }
            },
        };
        Ok(RawItem::Card(RawCard {
            name: name.map(|name| name.trim().to_owned()).unwrap_or_default(),
            id: id.map(|id| id.trim().to_owned()),
            hints: said(self.set).into_iter().collect(),
            zone: zone_of(reader, self.zone.trim()),
            count,
            counted: CopyNotation::Separate,
            span,
            ..RawCard::default()
        }))
    }
}

/// A number of copies that a deck may have, in digits alone.
pub(super) fn parse_copies(digits: &str) -> Option<u32> {
    let digits = Some(digits).filter(|text| text.bytes().all(|b| b.is_ascii_digit()));
    digits?.parse().ok().filter(|count| (1..=MAX_COUNT).contains(count))
}
