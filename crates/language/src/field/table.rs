//! The one table of the fields that every game has: how each is named, headed and explained.

use super::FieldKind;
use sleeve_data::model::fold::alike;
use sleeve_data::problem::Phrase;

/// A field that every game has.
#[derive(Clone, Copy, Debug)]
pub struct FieldRow {
    pub kind: FieldKind,
    /// What is typed, in every language. The English name goes before an attribute of the same name.
    pub name: Phrase,
    /// Other words for it, in either language.
    pub aliases: &'static [&'static str],
    pub heading: Phrase,
    /// The name within a sentence.
    pub phrase: Phrase,
    /// An example of a filter with it.
    pub form: &'static str,
    pub line: Phrase,
}

/// The fields of every game, in the order of the documentation.
pub const FIELDS: &[FieldRow] = &[
    FieldRow {
        kind: FieldKind::Id,
        name: word!("id", context = "typed"),
        aliases: &[],
        heading: word!("Id"),
        phrase: word!("id"),
        form: "id:3-10",
        line: word!("the id, where one is printed the matricule; `:` means exactly it"),
    },
    FieldRow {
        kind: FieldKind::Name,
        name: word!("name", context = "typed"),
        aliases: &[],
        heading: word!("Name"),
        phrase: word!("name"),
        form: "name:luke",
        line: word!("any name of the card or of its faces"),
    },
    FieldRow {
        kind: FieldKind::Kind,
        name: word!("kind", context = "typed"),
        aliases: &["type", "genre"],
        heading: word!("Kind"),
        phrase: word!("kind"),
        form: "kind:ship",
        line: word!(
            "the kind of card; a field of the game's own that is called `type` or `genre` goes before it"
        ),
    },
    FieldRow {
        kind: FieldKind::Set,
        name: word!("set", context = "typed"),
        aliases: &["sets", "extensions"],
        heading: word!("Set"),
        phrase: word!("set"),
        form: "set:premiere|hoth",
        line: word!("a set it was printed in"),
    },
    FieldRow {
        kind: FieldKind::Quantity,
        name: word!("quantity", context = "typed"),
        aliases: &[],
        heading: word!("Copies"),
        phrase: word!("copies in a box"),
        form: "quantity>=2",
        line: word!("copies in one box"),
    },
    FieldRow {
        kind: FieldKind::Effect(None),
        name: word!("effect", context = "typed"),
        aliases: &["effects", "effets"],
        heading: word!("Effects"),
        phrase: word!("effect"),
        form: "effect:draw",
        line: word!(
            "an effect; `effect.combat` its amount, `effect.ally:draw` and `effect.ally.draw` under a trigger"
        ),
    },
    FieldRow {
        kind: FieldKind::Zone,
        name: word!("zone", context = "typed"),
        aliases: &[],
        heading: word!("Zone"),
        phrase: word!("zone"),
        form: "zone:starting",
        line: word!("the zone of the deck it lies in"),
    },
    FieldRow {
        kind: FieldKind::Released,
        name: word!("released", context = "typed"),
        aliases: &["sortie"],
        heading: word!("Released"),
        phrase: word!("day of release"),
        form: "released<1998",
        line: word!("the day its first set came out"),
    },
    FieldRow {
        kind: FieldKind::Legal,
        name: word!("legal", context = "typed"),
        aliases: &[],
        heading: word!("Format"),
        phrase: word!("format"),
        form: "legal:FORMAT",
        line: word!("a format allows it"),
    },
    FieldRow {
        kind: FieldKind::Listed,
        name: word!("in", context = "typed"),
        aliases: &[],
        heading: word!("List"),
        phrase: word!("list", context = "field"),
        form: "in:LIST",
        line: word!(
            "a list of cards holds it; `in.LIST` is the number that the list gives it: 1 on a list without numbers, 0 where it is not on it"
        ),
    },
    FieldRow {
        kind: FieldKind::Is,
        name: word!("is", context = "typed"),
        aliases: &[],
        heading: word!("Flag"),
        phrase: word!("flag"),
        form: "is:unique",
        line: word!("a flag of the card"),
    },
    FieldRow {
        kind: FieldKind::Has,
        name: word!("has", context = "typed"),
        aliases: &[],
        heading: word!("Field"),
        phrase: word!("field", context = "field"),
        form: "has:cost",
        line: word!("a field that is printed on it, or a part that it has"),
    },
    FieldRow {
        kind: FieldKind::Provenance,
        name: word!("provenance", context = "typed"),
        aliases: &[],
        heading: word!("Provenance"),
        phrase: word!("provenance"),
        form: "provenance:stand-in",
        line: word!(
            "some fact of it is so founded: rulebook, published, derived, inferred, stand-in"
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

    /// The row with an English name, ignoring spelling variants.
    pub(super) fn from_english_name(word: &str) -> Option<&'static FieldRow> {
        FIELDS.iter().find(|row| alike(row.name.en, word))
    }

    /// Every word that means it.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        self.name.wordings().chain(self.aliases.iter().copied())
    }
}
