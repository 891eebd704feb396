//! The one table of the fields that every game has: how each is named, headed and explained.

use super::FieldKind;
use crate::docs::{DocLine, line};
use sleeve_data::model::fold::alike;

/// A field that every game has.
#[derive(Clone, Copy, Debug)]
pub struct FieldRow {
    pub kind: FieldKind,
    /// The English and the French name. The English one goes before an attribute of the same name.
    pub name: DocLine,
    /// Other words for it, in either language.
    pub aliases: &'static [&'static str],
    pub heading: DocLine,
    /// The name within a sentence.
    pub phrase: DocLine,
    /// An example of a filter with it.
    pub form: &'static str,
    pub line: DocLine,
}

/// The fields of every game, in the order of the documentation.
pub const FIELDS: &[FieldRow] = &[
    FieldRow {
        kind: FieldKind::Id,
        name: line("id", "matricule"),
        aliases: &[],
        heading: line("Id", "Id"),
        phrase: line("id", "identifiant"),
        form: "id:3-10",
        line: line(
            "the id, where one is printed the matricule; `:` means exactly it",
            "l'identifiant, le matricule s'il est imprimé ; `:` veut dire exactement lui",
        ),
    },
    FieldRow {
        kind: FieldKind::Name,
        name: line("name", "nom"),
        aliases: &[],
        heading: line("Name", "Nom"),
        phrase: line("name", "nom"),
        form: "name:luke",
        line: line("any name of the card or of its faces", "tout nom de la carte ou de ses faces"),
    },
    FieldRow {
        kind: FieldKind::Kind,
        name: line("kind", "sorte"),
        aliases: &["type", "genre"],
        heading: line("Kind", "Sorte"),
        phrase: line("kind", "sorte"),
        form: "kind:ship",
        line: line(
            "the kind of card; a field of the game's own that is called `type` or `genre` goes before it",
            "la sorte de carte ; un champ du jeu nommé `type` ou `genre` passe avant elle",
        ),
    },
    FieldRow {
        kind: FieldKind::Set,
        name: line("set", "extension"),
        aliases: &["sets", "extensions"],
        heading: line("Set", "Extension"),
        phrase: line("set", "extension"),
        form: "set:premiere|hoth",
        line: line("a set it was printed in", "une extension où elle a paru"),
    },
    FieldRow {
        kind: FieldKind::Quantity,
        name: line("quantity", "quantité"),
        aliases: &[],
        heading: line("Copies", "Exemplaires"),
        phrase: line("copies in a box", "exemplaires dans une boîte"),
        form: "quantity>=2",
        line: line("copies in one box", "exemplaires dans une boîte"),
    },
    FieldRow {
        kind: FieldKind::Effect(None),
        name: line("effect", "effet"),
        aliases: &["effects", "effets"],
        heading: line("Effects", "Effets"),
        phrase: line("effect", "effet"),
        form: "effect:draw",
        line: line(
            "an effect; `effect.combat` its amount, `effect.ally:draw` and `effect.ally.draw` under a trigger",
            "un effet ; `effet.combat` sa valeur, `effet.allié:pioche` et `effet.allié.pioche` sous un déclencheur",
        ),
    },
    FieldRow {
        kind: FieldKind::Zone,
        name: line("zone", "zone"),
        aliases: &[],
        heading: line("Zone", "Zone"),
        phrase: line("zone", "zone"),
        form: "zone:starting",
        line: line("the zone of the deck it lies in", "la zone du deck où elle se trouve"),
    },
    FieldRow {
        kind: FieldKind::Released,
        name: line("released", "parution"),
        aliases: &["sortie"],
        heading: line("Released", "Parution"),
        phrase: line("day of release", "date de parution"),
        form: "released<1998",
        line: line("the day its first set came out", "la date de sa première extension"),
    },
    FieldRow {
        kind: FieldKind::Legal,
        name: line("legal", "légal"),
        aliases: &[],
        heading: line("Format", "Format"),
        phrase: line("format", "format"),
        form: "legal:FORMAT",
        line: line("a format allows it", "un format l'autorise"),
    },
    FieldRow {
        kind: FieldKind::Listed,
        name: line("in", "dans"),
        aliases: &[],
        heading: line("List", "Liste"),
        phrase: line("list", "liste"),
        form: "in:LIST",
        line: line(
            "a list of cards holds it; `in.LIST` is the number that the list gives it: 1 on a list without numbers, 0 where it is not on it",
            "une liste de cartes la contient ; `dans.LISTE` est le nombre que la liste lui donne : 1 sur une liste sans nombres, 0 si elle n'y est pas",
        ),
    },
    FieldRow {
        kind: FieldKind::Is,
        name: line("is", "est"),
        aliases: &[],
        heading: line("Flag", "Indicateur"),
        phrase: line("flag", "indicateur"),
        form: "is:unique",
        line: line("a flag of the card", "un indicateur de la carte"),
    },
    FieldRow {
        kind: FieldKind::Has,
        name: line("has", "porte"),
        aliases: &[],
        heading: line("Field", "Champ"),
        phrase: line("field", "champ"),
        form: "has:cost",
        line: line(
            "a field that is printed on it, or a part that it has",
            "un champ imprimé sur elle, ou une partie qu'elle possède",
        ),
    },
    FieldRow {
        kind: FieldKind::Provenance,
        name: line("provenance", "provenance"),
        aliases: &[],
        heading: line("Provenance", "Provenance"),
        phrase: line("provenance", "provenance"),
        form: "provenance:stand-in",
        line: line(
            "some fact of it is so founded: rulebook, published, derived, inferred, stand-in",
            "un de ses faits est ainsi fondé : rulebook, published, derived, inferred, stand-in",
        ),
    },
];

impl FieldRow {
    /// The row of a field; `None` for fields that games declare.
    pub fn from_kind(kind: FieldKind) -> Option<&'static FieldRow> {
        FIELDS.iter().find(|row| row.kind == kind)
    }

    /// The row that a word means, ignoring spelling variants.
    pub(super) fn from_word(word: &str) -> Option<&'static FieldRow> {
        FIELDS.iter().find(|row| row.words().any(|w| alike(w, word)))
    }

    /// Whether a word is its English name, ignoring spelling variants.
    pub(super) fn has_english_name(&self, word: &str) -> bool {
        alike(self.name.en, word)
    }

    /// Every word that means it.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        let french = (self.name.fr != self.name.en).then_some(self.name.fr);
        std::iter::once(self.name.en).chain(french).chain(self.aliases.iter().copied())
    }
}
