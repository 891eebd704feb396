//! What a search for a repair is made from: its input, and the parts of a ground.

use super::{
    corpus::DeckShape, linear::Var, request::SolveRequest, solver::Deadline, wishes::Wishes,
};
use sleeve_data::model::{CardIndex, Deck, Setting, format::Origin};
use sleeve_language::{LanguageError, ParameterValue};
use sleeve_rules::{CheckError, CheckOptions, RuleError, Rulebook};

#[derive(Clone, Copy)]
pub(super) struct RepairInput<'p, 'a> {
    pub rulebook: &'p Rulebook<'a>,
    pub deck: &'p Deck,
    pub options: &'p CheckOptions,
    pub request: &'p SolveRequest<'p>,
    pub deadline: Deadline<'p>,
    /// As of [`GroundParts`].
    pub shown_role: Option<&'p str>,
    /// As of [`GroundParts`].
    pub keeps_role_cards: bool,
}

impl<'p, 'a> RepairInput<'p, 'a> {
    pub(super) fn new(
        rulebook: &'p Rulebook<'a>,
        deck: &'p Deck,
        options: &'p CheckOptions,
        request: &'p SolveRequest<'p>,
        deadline: Deadline<'p>,
    ) -> RepairInput<'p, 'a> {
        let (shown_role, keeps_role_cards) = (None, false);
        RepairInput { rulebook, deck, options, request, deadline, shown_role, keeps_role_cards }
    }

    /// The input of a ground in which all that may have several values is open.
    pub(super) fn open_parts(
        &self,
        open_parameters: &'p [(String, ParameterValue)],
    ) -> GroundParts<'p, 'a> {
        GroundParts {
            rulebook: self.rulebook,
            deck: self.deck,
            options: self.options,
            wishes: self.request.wishes,
            open_parameters,
            implied_values: &[],
            shown_role: self.shown_role,
            keeps_role_cards: self.keeps_role_cards,
            opens_zones: false,
            shape: None,
            splits_zones: true,
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct GroundParts<'p, 'a> {
    pub rulebook: &'p Rulebook<'a>,
    pub deck: &'p Deck,
    pub options: &'p CheckOptions,
    pub wishes: &'p Wishes,
    /// Parameters that may have several values, by their ids.
    pub open_parameters: &'p [(String, ParameterValue)],
    /// The values that the cards imply, `None` if none fits them and the default applies. A
    /// parameter that cards imply and that is not among these may have any value.
    pub implied_values: &'p [(String, Option<Setting>)],
    /// The role that the cards come to show, of a deck that states none; `None`: the one that they
    /// show now.
    pub shown_role: Option<&'p str>,
    /// Whether the cards that name the role of the deck stay, and one that sets out others.
    pub keeps_role_cards: bool,
    /// Whether cards that a zone does not accept get variables too. Then the filter of the zone is
    /// a row, and can be part of a contradiction.
    pub opens_zones: bool,
    /// The shape of decks that a new deck comes near to; `None` if it is the deck itself that
    /// changes.
    pub shape: Option<&'p DeckShape>,
    /// Whether conditions try the kinds of cards of a zone that a rule keeps at one card. They are
    /// weaker if that rule is left out.
    pub splits_zones: bool,
}

/// A place of the model: a card, and a zone that may contain it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ZoneCard {
    pub card: CardIndex,
    /// Position of the zone in the format.
    pub zone: usize,
    pub deck_copies: u32,
    /// The number of copies that go, as a variable; `None` if the deck has none in the zone.
    pub removed: Option<Var>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HoldCard {
    /// Position in the list of carriers of the deck.
    pub hold: usize,
    /// Position in the cargo of the carrier.
    pub item: usize,
    /// A variable that is 1 if the card stays in the hold.
    pub stay_variable: Var,
}

/// A mistake of the language in a rule.
pub(super) fn rule_error(
    rule: &str,
    origin: &Origin,
    text: &str,
    error: LanguageError,
) -> CheckError {
    CheckError::Rule {
        rule: rule.to_owned(),
        origin: origin.clone(),
        text: text.to_owned(),
        error: RuleError::Language(error),
    }
}
