//! Facts of cards that are not attested: stand-ins, inferred values and unknown ones. An owner of
//! the box could read them from the cards. They are information, not findings of the linter.

use sleeve_data::{
    Arrange,
    model::{
        AttributeId, Catalog, FRONT, FaceId, Game, KindId, Lang, Text,
        card::{CardRecord, EffectRecord, FaceRecord, Value},
        game::KindDef,
    },
};

/// The part of a card that is not attested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unattested {
    Id,
    Attribute(AttributeId),
    Effects,
}

/// A fact of a card that is not attested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Gap {
    pub face: FaceId,
    pub fact: Unattested,
    /// Whether a stand-in or an inferred value is used; otherwise the fact is unknown.
    pub is_filled: bool,
}

/// The facts of a card that are not attested, in the order in which its parts and fields are
/// declared.
pub fn find_gaps(game: &Game, record: &CardRecord) -> Vec<Gap> {
    let mut gaps = Vec::new();
    if !record.id_provenance.grade.is_attested() {
        gaps.push(Gap { face: FRONT, fact: Unattested::Id, is_filled: true });
    }
    for face in &record.faces {
        for (id, fact) in &face.facts {
            // A field that shows the id is known if the id is.
            let Some(attribute) = game.get_attribute(*id).filter(|a| !a.from_id) else { continue };
            let is_unknown = matches!(fact.value, Value::Unknown(_));
            if attribute.applies_to(record.kind)
                && (is_unknown || !fact.provenance.grade.is_attested())
            {
                let lacking = Unattested::Attribute(*id);
                gaps.push(Gap { face: face.face, fact: lacking, is_filled: !is_unknown });
            }
        }
        gaps.extend(effects_gap(game, face));
    }
    gaps
}

fn effects_gap(game: &Game, face: &FaceRecord) -> Option<Gap> {
    // If a part has halves, the effects are on the halves.
    let are_on_halves = game.halves(face.face).next().is_some() && face.effects.is_empty();
    if game.effects.is_empty() || are_on_halves {
        return None;
    }
    let are_known = face.effects.iter().all(has_known_amount);
    let are_attested = face
        .effects
        .iter()
        .all(|effect| effect.provenance.grade.is_attested());
    let is_whole = face
        .effects_complete
        .is_some_and(|provenance| provenance.grade.is_attested());
    if is_whole && are_known && are_attested {
        return None;
    }
    let is_filled = face.effects_complete.is_some() && are_known;
    Some(Gap { face: face.face, fact: Unattested::Effects, is_filled })
}

fn has_known_amount(effect: &EffectRecord) -> bool {
    !matches!(effect.amount, Some(Value::Unknown(_)))
}

impl Gap {
    /// The key of the fact in a file of cards: `level`, `upper.effects`; `id` for the id.
    pub fn key(&self, game: &Game) -> String {
        let word = match self.fact {
            Unattested::Id => return printed_id(game).to_owned(),
            Unattested::Attribute(id) => game.get_attribute(id).map_or("", |a| a.named.id.as_str()),
            Unattested::Effects => "effects",
        };
        match game.faces.get(self.face.index()) {
            Some(def) if self.face != FRONT => format!("{}.{word}", def.named.id),
            _ => word.to_owned(),
        }
    }

    /// The heading of the fact in a sheet: its key in English, else its name in the language.
    pub fn label(&self, game: &Game, lang: Lang) -> String {
        if lang == Lang::En {
            return self.key(game);
        }
        let attribute = match self.fact {
            Unattested::Id => game.printed_id(),
            Unattested::Attribute(id) => Some(id),
            Unattested::Effects => None,
        };
        let word = match attribute.and_then(|id| game.get_attribute(id)) {
            Some(attribute) => attribute.named.name.get(lang),
            None if self.fact == Unattested::Id => "id",
            None => word!(lang, "effects"),
        };
        match game.faces.get(self.face.index()) {
            Some(def) if self.face != FRONT => format!("{}.{word}", def.named.name.get(lang)),
            _ => word.to_owned(),
        }
    }
}

/// The id of the attribute that shows the card's id, such as a printed number; `id` if there is
/// none.
pub fn printed_id(game: &Game) -> &str {
    let attribute = game.printed_id().and_then(|id| game.get_attribute(id));
    attribute.map_or("id", |attribute| attribute.named.id.as_str())
}

/// The numbers of attested and other cards of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindSummary {
    pub id: String,
    pub game: Text,
    pub kind_id: String,
    pub kind_name: Text,
    /// The plural name of the kind.
    pub kind_plural: Text,
    pub cards: usize,
    /// The number of cards with stand-ins or inferred facts.
    pub invented: usize,
    /// The number of other cards with unknown facts.
    pub unknown: usize,
    /// The missing facts, in the order of parts and fields: key, heading and number of cards.
    pub fields: Vec<(String, Text, usize)>,
}

impl KindSummary {
    fn new(game: &Game, kind: &KindDef) -> KindSummary {
        let plural = if kind.plural.is_empty() { &kind.named.name } else { &kind.plural };
        KindSummary {
            id: game.id().to_owned(),
            game: game.named.name.clone(),
            kind_id: kind.named.id.to_string(),
            kind_name: kind.named.name.clone(),
            kind_plural: plural.clone(),
            cards: 0,
            invented: 0,
            unknown: 0,
            fields: Vec::new(),
        }
    }
}

/// Counts the gaps of all cards of a game by kind. Kinds without cards are left out.
pub(crate) fn summarize_kinds(catalog: &Catalog) -> Vec<KindSummary> {
    let game = &catalog.game;
    let mut all: Vec<(KindId, KindSummary)> = Vec::new();
    for (id, kind) in (0u8..).map(KindId).zip(&game.kinds) {
        all.push((id, KindSummary::new(game, kind)));
    }
    let mut card_gaps = Vec::new();
    for card in catalog.cards.iter() {
        let record = catalog.cards.record(card.index());
        let Some((_, summary)) = all.iter_mut().find(|(id, _)| *id == record.kind) else {
            continue;
        };
        let gaps = find_gaps(game, &record);
        summary.cards += 1;
        // A card with both kinds of gaps counts once, as one with invented facts.
        if gaps.iter().any(|gap| gap.is_filled) {
            summary.invented += 1;
        } else if !gaps.is_empty() {
            summary.unknown += 1;
        }
        card_gaps.extend(gaps.into_iter().map(|gap| (record.kind, gap)));
    }
    // The id comes before the fields of the front.
    card_gaps.arrange_by_key(|(kind, gap)| (*kind, gap.face, gap.fact != Unattested::Id, gap.fact));
    for (kind, gap) in card_gaps {
        let Some((_, summary)) = all.iter_mut().find(|(id, _)| *id == kind) else { continue };
        let key = gap.key(game);
        match summary.fields.last_mut().filter(|(last, ..)| *last == key) {
            Some((.., count)) => *count += 1,
            None => {
                let [en, fr] = [Lang::En, Lang::Fr].map(|lang| gap.label(game, lang).into());
                summary.fields.push((key, Text { en, fr }, 1));
            }
        }
    }
    all.into_iter()
        .map(|(_, summary)| summary)
        .filter(|summary| summary.cards > 0)
        .collect()
}
