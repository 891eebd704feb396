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

macro_rules! fields {
    ($($kind:expr, $name:literal, $aliases:expr, $heading:expr, $phrase:expr, $form:literal: $line:literal;)+) => {
        /// The fields of every game, in the order of the documentation.
        pub const FIELDS: &[FieldRow] = &[$(FieldRow {
            kind: $kind,
            name: word!($name, context = "typed"),
            aliases: &$aliases,
            heading: $heading,
            phrase: $phrase,
            form: $form,
            line: word!($line),
        }),+];
    };
}

fields! {
    FieldKind::Id, "id", [], word!("Id"), word!("id"), "id:3-10": "the id, where one is printed the matricule; `:` means exactly it";
    FieldKind::Name, "name", [], word!("Name"), word!("name"), "name:luke": "any name of the card or of its faces";
    FieldKind::Kind, "kind", ["type", "genre"], word!("Kind"), word!("kind"), "kind:ship":
        "the kind of card; a field of the game's own that is called `type` or `genre` goes before it";
    FieldKind::Set, "set", ["sets", "extensions"], word!("Set"), word!("set"), "set:premiere|hoth": "a set it was printed in";
    FieldKind::Quantity, "quantity", [], word!("Copies"), word!("copies in a box"), "quantity>=2": "copies in one box";
    FieldKind::Effect(None), "effect", ["effects", "effets"], word!("Effects"), word!("effect"), "effect:draw":
        "an effect; `effect.combat` its amount, `effect.ally:draw` and `effect.ally.draw` under a trigger";
    FieldKind::Zone, "zone", [], word!("Zone"), word!("zone"), "zone:starting": "the zone of the deck it lies in";
    FieldKind::Released, "released", ["sortie"], word!("Released"), word!("day of release"), "released<1998": "the day its first set came out";
    FieldKind::Legal, "legal", [], word!("Format"), word!("format"), "legal:FORMAT": "a format allows it";
    FieldKind::Listed, "in", [], word!("List"), word!("list", context = "field"), "in:LIST":
        "a list of cards holds it; `in.LIST` is the number that the list gives it: 1 on a list without numbers, 0 where it is not on it";
    FieldKind::Is, "is", [], word!("Flag"), word!("flag"), "is:unique": "a flag of the card";
    FieldKind::Has, "has", [], word!("Field"), word!("field", context = "field"), "has:cost": "a field that is printed on it, or a part that it has";
    FieldKind::Provenance, "provenance", [], word!("Provenance"), word!("provenance"), "provenance:stand-in":
        "some fact of it is so founded: rulebook, published, derived, inferred, stand-in";
}

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
