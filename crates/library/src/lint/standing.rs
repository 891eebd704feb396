//! How much of a game's cards is still not attested: what an owner of the box has yet to type. This is
//! information and no finding.

use crate::gaps::{Unattested, gaps};
use sleeve_data::model::{Catalog, KindId, Lang, Text};

/// How the cards of one kind stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindSummary {
    /// Id of the game.
    pub id: String,
    /// Name of the game.
    pub game: Text,
    /// Id of the kind.
    pub kind_id: String,
    /// Name of the kind.
    pub one: Text,
    /// Name of the kind, in the plural.
    pub kind: Text,
    /// How many cards of the kind there are.
    pub cards: usize,
    /// How many of them rest on stand-ins or inferred facts.
    pub invented: usize,
    /// How many others have facts that are unknown.
    pub unknown: usize,
    /// How many cards lack which fact, by its key and what it is called, in the order of parts and fields.
    pub fields: Vec<(String, Text, usize)>,
}

/// How the cards of a game stand, kind by kind; kinds without cards are left out.
pub(super) fn of(catalog: &Catalog) -> Vec<KindSummary> {
    let game = &catalog.game;
    let kinds = (0u8..).map(KindId).zip(&game.kinds);
    let mut all: Vec<(KindId, KindSummary)> = kinds
        .map(|(id, kind)| {
            let standing = KindSummary {
                id: game.id().to_owned(),
                game: game.named.name.clone(),
                kind_id: kind.named.id.to_string(),
                one: kind.named.name.clone(),
                kind: if kind.plural.is_empty() { &kind.named.name } else { &kind.plural }.clone(),
                cards: 0,
                invented: 0,
                unknown: 0,
                fields: Vec::new(),
            };
            (id, standing)
        })
        .collect();
    let mut lacks = Vec::new();
    for card in catalog.cards.iter() {
        let record = catalog.cards.record(card.index());
        let Some((_, standing)) = all.iter_mut().find(|(id, _)| *id == record.kind) else {
            continue;
        };
        let gaps = gaps(game, &record);
        standing.cards += 1;
        if gaps.iter().any(|gap| gap.is_filled) {
            standing.invented += 1;
        } else if !gaps.is_empty() {
            standing.unknown += 1;
        }
        lacks.extend(gaps.into_iter().map(|gap| (record.kind, gap)));
    }
    // The id stands before the fields of the front, which is how gaps are ordered.
    lacks.sort_by_key(|(kind, gap)| (*kind, gap.face, gap.lacking != Unattested::Id, gap.lacking));
    for (kind, gap) in lacks {
        let Some((_, standing)) = all.iter_mut().find(|(id, _)| *id == kind) else { continue };
        let key = gap.key(game);
        match standing.fields.last_mut().filter(|(last, ..)| *last == key) {
            Some((.., count)) => *count += 1,
            None => {
                let [en, fr] = [Lang::En, Lang::Fr].map(|lang| gap.head(game, lang).into());
                standing.fields.push((key, Text { en, fr }, 1));
            }
        }
    }
    all.into_iter().map(|(_, standing)| standing).filter(|standing| standing.cards > 0).collect()
}
