//! The lines of a deck: cards, headings or text, and what their names mean.

use super::{
    headings::HeadingMeaning,
    parenthetical::{Parenthetical, fits_any},
};
use crate::raw::RawCard;
use sleeve_data::model::{CardIndex, Catalog, Spanned};
use std::{ops::Range, rc::Rc};

/// Most unknown names of a deck that are guessed.
pub(super) const MAX_GUESSED: usize = 400;
/// Most unresolved lines of a deck for which near names are searched.
pub(super) const MAX_SUGGESTED: usize = 40;

/// A line of a deck, and its classification.
pub(super) enum LineItem<'r> {
    /// A zone, marked as such by the format of the file.
    Zone(&'r Spanned<String>),
    Heading(HeadingLine<'r>),
    /// A card, or a line that should name one.
    Card(PendingLine<'r>),
    Prose(Range<usize>),
    /// A card with no copies.
    NoCopies(Range<usize>),
}

#[derive(Default)]
pub(super) struct HeadingLine<'r> {
    pub(super) text: &'r str,
    pub(super) span: Range<usize>,
    pub(super) meaning: HeadingMeaning,
    /// Whether its words are known: zones, kinds, values, words of any list.
    pub(super) is_known: bool,
    /// Whether it is not marked as a heading and names no zone; a note then reports it.
    pub(super) is_passed_over: bool,
}

/// A line that names or should name a card, possibly an ambiguous one.
pub(super) struct PendingLine<'r> {
    pub(super) raw: &'r RawCard,
    /// The number of copies; 0 if the line has a number that no deck may have.
    pub(super) count: u32,
    /// The line with the number before the name, and the number of copies if that number is a part
    /// of the name.
    pub(super) with_number: Option<(&'r str, u32)>,
    /// Whether a number in brackets is the number of copies.
    pub(super) brackets_count: bool,
    pub(super) meaning: NameMeaning,
    /// The filter of the section's heading. If several cards have the same name, those that match
    /// are meant.
    pub(super) section_filter: Option<Rc<str>>,
    /// The cards with the nearest names, if it names none.
    pub(super) candidates: Vec<CardIndex>,
    /// All cards that it may be, if it names none.
    pub(super) readings: Vec<CardIndex>,
}

impl<'r> LineItem<'r> {
    pub(super) fn card(&self) -> Option<&PendingLine<'r>> {
        if let LineItem::Card(line) = self { Some(line) } else { None }
    }

    pub(super) fn card_mut(&mut self) -> Option<&mut PendingLine<'r>> {
        if let LineItem::Card(line) = self { Some(line) } else { None }
    }
}

/// The meaning of a line's name, first as looked up, then as guessed.
pub(super) struct NameMeaning {
    pub(super) cards: Rc<[CardIndex]>,
    /// Whether a card has the name. If not, it is at most a nickname.
    pub(super) is_printed_name: bool,
    /// The word in parentheses after the name, if it names a zone.
    pub(super) zone: Option<String>,
    /// The other meanings of the parentheses. They count if a card of the deck's side fits one.
    pub(super) parentheticals: Vec<Parenthetical>,
    /// The line has an id and means only the card with that id: no card may be guessed from its
    /// name.
    pub(super) forbids_guess: bool,
    /// The number belongs to the name, so there is one copy.
    pub(super) has_number_in_name: bool,
    /// No card has the name: the card comes from the id next to it or from a guess, and a note
    /// reports it.
    pub(super) is_guessed: bool,
    /// The text in parentheses after the name of a card, if it does not describe the card.
    pub(super) remark: Option<String>,
}

impl NameMeaning {
    /// Whether a card fits the parentheses after the name.
    pub(super) fn fits_parentheses(&self, catalog: &Catalog, card: CardIndex) -> bool {
        fits_any(&self.parentheticals, catalog, card)
    }

    /// The meaning of a name. Unlike a default, it allocates nothing.
    pub(super) fn from_cards(cards: Rc<[CardIndex]>) -> NameMeaning {
        NameMeaning {
            cards,
            is_printed_name: false,
            zone: None,
            parentheticals: Vec::new(),
            forbids_guess: false,
            has_number_in_name: false,
            is_guessed: false,
            remark: None,
        }
    }

    pub(super) fn from_id(cards: Rc<[CardIndex]>) -> NameMeaning {
        NameMeaning { is_printed_name: true, forbids_guess: true, ..NameMeaning::from_cards(cards) }
    }
}
