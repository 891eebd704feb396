//! The words in parentheses after names, and their meanings in a game.

use sleeve_data::model::{
    AttributeId, CardIndex, Catalog, FRONT, Fact, Lens, SetId, ValueId, fold,
    game::{Game, KindId},
};
use std::mem::discriminant;

/// A meaning of a word in parentheses after a name, which distinguishes cards with the same name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Parenthetical {
    Set(SetId),
    Kind(KindId),
    /// A value of a field.
    Value(AttributeId, ValueId),
}

impl Parenthetical {
    /// Whether it applies to a card.
    pub(crate) fn fits(self, catalog: &Catalog, card: CardIndex) -> bool {
        let card = catalog.cards.card(card);
        match self {
            Parenthetical::Set(set) => card.sets().any(|s| s == set),
            Parenthetical::Kind(kind) => card.kind() == kind,
            Parenthetical::Value(attribute, value) => {
                match card.fact(&catalog.game, FRONT, attribute, Lens::Shipped) {
                    Fact::Enum(its) => its == value,
                    Fact::Set(set) => set.count(value) > 0,
                    _ => false,
                }
            }
        }
    }
}

/// Whether a card fits one of several meanings.
pub(crate) fn fits_any(meanings: &[Parenthetical], catalog: &Catalog, card: CardIndex) -> bool {
    meanings.iter().any(|meaning| meaning.fits(catalog, card))
}

/// The words of all values of a game, each with its [`first_letter`], which rules out most of them.
pub(crate) struct ValueWords<'a>(Vec<(Option<u8>, &'a str, Parenthetical)>);

impl<'a> ValueWords<'a> {
    pub(crate) fn new(game: &'a Game) -> ValueWords<'a> {
        let mut words = Vec::new();
        for (attribute, its) in (0..).map(AttributeId).zip(&game.attributes) {
            for (value, named) in (0..).map(ValueId).zip(its.values()) {
                let meaning = Parenthetical::Value(attribute, value);
                words.extend(
                    named
                        .words()
                        .map(|word| (first_letter(word), word, meaning)),
                );
            }
        }
        ValueWords(words)
    }
}

/// The first letter or digit of a word, if it is ASCII. Words with different ones are different.
fn first_letter(word: &str) -> Option<u8> {
    let first = word.bytes().next().filter(u8::is_ascii_alphanumeric);
    first.map(|first| first.to_ascii_lowercase())
}

/// The meanings of a word, most likely first: at most one set, one kind and one value of each
/// field.
pub(crate) fn meanings_of_word(
    game: &Game,
    values: &ValueWords<'_>,
    word: &str,
) -> Vec<Parenthetical> {
    let mut meanings: Vec<Parenthetical> = Vec::new();
    if fold::key(word).is_empty() {
        return meanings;
    }
    let sets = (0..)
        .zip(&game.sets)
        .map(|(at, set)| (Parenthetical::Set(SetId(at)), &set.named));
    let kinds = (0..)
        .zip(&game.kinds)
        .map(|(at, kind)| (Parenthetical::Kind(KindId(at)), kind));
    let of_cards: Vec<_> = sets
        .chain(kinds.clone().map(|(id, kind)| (id, &kind.named)))
        .collect();
    // All ids come before any words.
    for (meaning, _) in of_cards
        .iter()
        .filter(|(_, named)| fold::alike(&named.id, word))
    {
        add_meaning(&mut meanings, *meaning);
    }
    for (meaning, _) in of_cards.iter().filter(|(_, named)| named.means(word)) {
        add_meaning(&mut meanings, *meaning);
    }
    for (meaning, kind) in kinds {
        if kind.plural.wordings().any(|its| fold::alike(its, word)) {
            add_meaning(&mut meanings, meaning);
        }
    }
    let first = first_letter(word);
    for (letter, its, meaning) in &values.0 {
        let begins_alike = letter.zip(first).is_none_or(|(its, first)| its == first);
        if begins_alike && fold::alike(its, word) {
            add_meaning(&mut meanings, *meaning);
        }
    }
    meanings
}

/// Adds a meaning, unless there is another set, kind or value of the same field.
fn add_meaning(meanings: &mut Vec<Parenthetical>, meaning: Parenthetical) {
    let is_taken = meanings.iter().any(|other| match (*other, meaning) {
        (Parenthetical::Value(one, _), Parenthetical::Value(other, _)) => one == other,
        (other, meaning) => discriminant(&other) == discriminant(&meaning),
    });
    if !is_taken {
        meanings.push(meaning);
    }
}

/// Splits `Name (remark)`, `Name {remark}`, `Name (remark`.
pub(super) fn split_parenthetical(name: &str) -> Option<(&str, &str)> {
    let split = if let Some(open) = name.strip_suffix(')') {
        open.rsplit_once('(')
    } else {
        name.rsplit_once('(')
            .filter(|(_, inner)| !inner.contains(')'))
    };
    let (bare, inner) = split.or_else(|| {
        name.strip_suffix('}')
            .and_then(|open| open.rsplit_once('{'))
    })?;
    let (bare, inner) = (bare.trim_end(), inner.trim());
    (!bare.is_empty() && !fold::key(inner).is_empty()).then_some((bare, inner))
}
