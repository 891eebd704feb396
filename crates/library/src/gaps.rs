//! What of a card rests on stand-ins or is known to nobody: what an owner of the box could read off it.

use sleeve_data::model::card::{CardRecord, EffectRecord, FaceRecord, Value};
use sleeve_data::model::{AttributeId, FRONT, FaceId, Game, Lang};

/// What of a card is not attested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unattested {
    Id,
    Attribute(AttributeId),
    Effects,
}

/// One fact of a card that is not attested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Gap {
    pub face: FaceId,
    pub lacking: Unattested,
    /// Whether a stand-in or an inferred value is in its place; else nothing is.
    pub is_filled: bool,
}

/// What of a card is not attested, in the order in which its parts and fields are declared.
pub fn gaps(game: &Game, record: &CardRecord) -> Vec<Gap> {
    let mut gaps = Vec::new();
    if !record.id_provenance.grade.is_attested() {
        gaps.push(Gap { face: FRONT, lacking: Unattested::Id, is_filled: true });
    }
    for face in &record.faces {
        for (id, fact) in &face.facts {
            // A field that is the id under another name is known with it.
            let Some(attribute) = game.attribute_of(*id).filter(|a| !a.from_id) else { continue };
            let is_unknown = matches!(fact.value, Value::Unknown(_));
            if attribute.applies_to(record.kind)
                && (is_unknown || !fact.provenance.grade.is_attested())
            {
                let lacking = Unattested::Attribute(*id);
                gaps.push(Gap { face: face.face, lacking, is_filled: !is_unknown });
            }
        }
        gaps.extend(effects_gap(game, face));
    }
    gaps
}

fn effects_gap(game: &Game, face: &FaceRecord) -> Option<Gap> {
    let is_known = |e: &EffectRecord| !matches!(e.amount, Some(Value::Unknown(_)));
    let attested = |e: &EffectRecord| e.provenance.grade.is_attested() && is_known(e);
    let whole = face.effects_complete.is_some_and(|p| p.grade.is_attested());
    let halves = game.halves(face.face).next().is_some() && face.effects.is_empty();
    if game.effects.is_empty() || halves || (whole && face.effects.iter().all(attested)) {
        return None;
    }
    let is_filled = face.effects_complete.is_some() && face.effects.iter().all(is_known);
    Some(Gap { face: face.face, lacking: Unattested::Effects, is_filled })
}

impl Gap {
    /// The key under which a file of cards gives the fact: `level`, `upper.effects`; `id` for the id.
    pub fn key(&self, game: &Game) -> String {
        let word = match self.lacking {
            Unattested::Id => return printed_id(game).to_owned(),
            Unattested::Attribute(id) => game.attribute_of(id).map_or("", |a| a.named.id.as_str()),
            Unattested::Effects => "effects",
        };
        match game.faces.get(self.face.index()) {
            Some(def) if self.face != FRONT => format!("{}.{word}", def.named.id),
            _ => word.to_owned(),
        }
    }

    /// What a sheet calls the fact in a language: its key in English.
    pub fn head(&self, game: &Game, lang: Lang) -> String {
        if lang == Lang::En {
            return self.key(game);
        }
        let own = match self.lacking {
            Unattested::Id => game.printed_id(),
            Unattested::Attribute(id) => Some(id),
            Unattested::Effects => None,
        };
        let word = match own.and_then(|id| game.attribute_of(id)) {
            Some(attribute) => attribute.named.name.get(lang),
            None if self.lacking == Unattested::Id => "id",
            None => "effets",
        };
        match game.faces.get(self.face.index()) {
            Some(def) if self.face != FRONT => format!("{}.{word}", def.named.name.get(lang)),
            _ => word.to_owned(),
        }
    }
}

/// The game's own word for the id of a card, where it has one.
pub fn printed_id(game: &Game) -> &str {
    let own = game.printed_id().and_then(|id| game.attribute_of(id));
    own.map_or("id", |attribute| attribute.named.id.as_str())
}
