//! The line of ids that the GEMP server stores. Those outside the deck follow a bar:
//! `1_286,1_194,1_194|13_54`.

use super::{MARKS, OUTSIDE, expand_copies, rows_inside};
use crate::{
    decode::DeckText,
    form::Confidence,
    limits::MAX_ENTRIES,
    line::{is_digit, looks_like_id},
    messages::{DeckMessage, DeckProblem},
    raw::{CopyNotation, RawCard, RawDeck, RawItem},
    view::{DeckView, ListRow},
};
use sleeve_data::problem::span_within;

pub(crate) fn detect(source: &DeckText) -> Confidence {
    let text = source.text.trim();
    let mut ids = text.split([',', '|']).filter(|id| !id.is_empty());
    let starts_as_ids = text.starts_with(|c| is_digit(c) || matches!(c, ',' | '|'));
    let has_several = starts_as_ids && text.contains([',', '|']);
    if has_several && ids.all(|id| looks_like_id(id.trim_end_matches(MARKS))) {
        Confidence::Yes
    } else {
        Confidence::No
    }
}

pub(crate) fn read(source: &DeckText, mut deck: RawDeck) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    let text = source.text.trim();
    let (inside, outside) = text.split_once('|').unwrap_or((text, ""));
    for (ids, zone) in [(inside, None), (outside, Some(OUTSIDE))] {
        for id in ids.split([',', '|']).map(str::trim).filter(|id| !id.is_empty()) {
            if deck.items.len() == MAX_ENTRIES {
                return Err(vec![DeckMessage::TooMany.into()]);
            }
            deck.items.push(RawItem::Card(RawCard {
                id: Some(id.trim_end_matches(MARKS).to_owned()),
                zone: zone.map(str::to_owned),
                count: 1,
                notation: CopyNotation::Separate,
                span: span_within(&source.text, id),
                ..RawCard::default()
            }));
        }
    }
    Ok(vec![deck])
}

pub(crate) fn write(view: &DeckView) -> String {
    let (inside, outside) = (rows_inside(view), view.rows(OUTSIDE));
    format!("{}|{}\n", join_ids(view, &inside), join_ids(view, &outside))
}

fn join_ids(view: &DeckView, rows: &[ListRow]) -> String {
    let ids = expand_copies(rows).into_iter().map(|card| view.names.id(card));
    ids.collect::<Vec<_>>().join(",")
}
