//! Where the facts of a card come from: one word for all of it, or a table by field.

use super::attribute::CARD_KEYS;
use super::keys;
use super::node::{TomlNode, TomlTable};
use super::words::What;
use crate::files::ExpectedValue;
use crate::model::card::{Grade, Provenance};
use crate::model::{AttributeId, FRONT, FaceId, Game};
use toml::de::DeValue;

/// A field whose provenance can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProvenanceField {
    /// A field of every card, by its key.
    Common(&'static str),
    /// A declared attribute.
    Attribute(AttributeId),
}

/// The field `effects`.
pub(super) const EFFECTS_FIELD: ProvenanceField = ProvenanceField::Common("effects");

/// The field `quantity`.
pub(super) const QUANTITY_FIELD: ProvenanceField = ProvenanceField::Common("quantity");

/// What is said about where facts come from.
#[derive(Clone, Debug)]
pub(super) struct FieldProvenances {
    /// Where nothing else is said.
    pub(super) default: Provenance,
    by_field: Vec<(FaceId, ProvenanceField, Provenance)>,
}

impl FieldProvenances {
    /// One provenance for everything.
    pub(super) fn from_default(default: Provenance) -> FieldProvenances {
        FieldProvenances { default, by_field: Vec::new() }
    }

    /// What is said about exactly this field.
    pub(super) fn stated(&self, face: FaceId, field: ProvenanceField) -> Option<Provenance> {
        let found = self.by_field.iter().find(|(f, what, _)| (*f, *what) == (face, field));
        found.map(|(.., provenance)| *provenance)
    }

    /// Where a field comes from: what is said of it, else the default. What is said of a field of
    /// the whole front does not speak of its halves.
    pub(super) fn provenance(&self, face: FaceId, field: ProvenanceField) -> Provenance {
        self.stated(face, field).unwrap_or(self.default)
    }
}

/// Reads `provenance` of a card over that of its file: one word speaks of the whole card, a table
/// of the fields it names.
pub(super) fn read_provenances(
    node: Option<TomlNode<'_>>,
    otherwise: FieldProvenances,
    game: &Game,
) -> FieldProvenances {
    let Some(node) = node else { return otherwise };
    match node.value {
        DeValue::Table(_) => {
            let mut sources = otherwise;
            if let Some(table) = node.table() {
                read_by_field(&mut sources, table, game);
            }
            sources
        }
        _ => read_provenance(node, game).map_or(otherwise, FieldProvenances::from_default),
    }
}

fn read_by_field(sources: &mut FieldProvenances, table: TomlTable<'_>, game: &Game) {
    for (key, span, node) in table.entries() {
        let Some(provenance) = read_provenance(node, game) else { continue };
        if key == "default" {
            sources.default = provenance;
        } else if let Some((face, field)) = find_provenance_field(key, game) {
            sources.by_field.retain(|(f, what, _)| (*f, *what) != (face, field));
            sources.by_field.push((face, field, provenance));
        } else {
            let known = game.attributes.iter().map(|a| a.named.id.as_str());
            let known = known.chain(CARD_KEYS).chain(["default"]);
            table.fail_unknown_key(key, span, keys::A_PROVENANCE, known);
        }
    }
}

fn find_provenance_field(key: &str, game: &Game) -> Option<(FaceId, ProvenanceField)> {
    let (face, name) = match key.split_once('.') {
        Some((face, name)) => (game.face(face)?, name),
        None => (FRONT, key),
    };
    if let Some(common) = CARD_KEYS.into_iter().find(|k| *k == name) {
        return Some((face, ProvenanceField::Common(common)));
    }
    Some((face, ProvenanceField::Attribute(game.attribute(name)?)))
}

/// Reads `"published:ludovox"`.
pub(super) fn read_provenance(node: TomlNode<'_>, game: &Game) -> Option<Provenance> {
    let DeValue::String(text) = node.value else {
        node.fail_type(ExpectedValue::Text);
        return None;
    };
    let (word, cited) = match text.split_once(':') {
        Some((word, rest)) => (word.trim(), rest.split(':').next().map(str::trim)),
        None => (text.trim(), None),
    };
    let Some((_, grade)) = Grade::WORDS.into_iter().find(|(w, _)| *w == word) else {
        node.fail_unknown(What::Word, word, Grade::WORDS.into_iter().map(|(w, _)| w));
        return None;
    };
    let Some(cited) = cited else { return Some(Provenance::from_grade(grade)) };
    let source = game.sources.iter().position(|s| s.named.id == cited);
    if source.is_none() && grade != Grade::Rulebook {
        node.fail_unknown(What::Source, cited, game.sources.iter().map(|s| s.named.id.as_str()));
    }
    Some(Provenance { grade, source: source.map(|at| at as u8) })
}
