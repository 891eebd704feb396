//! The work of conditions inside groups. A card with twelve icons lies in twelve groups of
//! `each(icons, …)`, in 144 of one such grouping within another: what stands inside is worked out for
//! every one. How many there may be is known from the cards of the game, before any deck is read.

use super::super::ast::Span;
use super::super::error::{ErrorKind, LanguageError};
use super::super::facts::{CardView, OtherValues, PossibleValues};
use super::super::field::{Field, FieldKind};
use super::super::world::World;
use super::{Resolved, Resolver};
use sleeve_data::model::Lens;
use std::cell::Cell;
use std::rc::Rc;

/// Most times that conditions and measures inside an `each` or `groups` within another are asked of
/// one card, all of a text added up.
pub(super) const GROUPING_LIMIT: u64 = 1000;

/// How often a part of a text is asked of one card.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupingScope {
    place: GroupingPlace,
    /// What all parts of the text come to so far.
    questions: Rc<Cell<u64>>,
}

#[derive(Clone, Copy, Debug, Default)]
enum GroupingPlace {
    /// In no group.
    #[default]
    Outside,
    /// In the groups of one field.
    Within(Field),
    /// In groups within groups: so many of them may hold one card.
    Deeper(u64),
}

impl Resolver<'_> {
    /// The same text, read within the groups of a field.
    pub(super) fn with_group(&self, field: Field) -> Self {
        let place = match self.grouping.place {
            GroupingPlace::Outside => GroupingPlace::Within(field),
            GroupingPlace::Within(outer) => {
                let outer = self.most_groups_of_card(outer);
                GroupingPlace::Deeper(outer.saturating_mul(self.most_groups_of_card(field)))
            }
            GroupingPlace::Deeper(groups) => {
                GroupingPlace::Deeper(groups.saturating_mul(self.most_groups_of_card(field)))
            }
        };
        let grouping = GroupingScope { place, questions: Rc::clone(&self.grouping.questions) };
        Resolver { grouping, ..self.clone() }
    }

    /// Counts a question that is asked of every card; refuses it where that is too often.
    pub(super) fn count_question(&self, span: &Span) -> Resolved<()> {
        let GroupingPlace::Deeper(groups) = self.grouping.place else { return Ok(()) };
        let asked = self.grouping.questions.get().saturating_add(groups);
        self.grouping.questions.set(asked);
        if asked > GROUPING_LIMIT {
            let kind = ErrorKind::TooManyGroups { times: asked, limit: GROUPING_LIMIT };
            return Err(LanguageError::new(span.clone(), kind));
        }
        Ok(())
    }

    /// How often what was read so far asks about one card in groups within groups.
    pub(super) fn group_questions(&self) -> u64 {
        self.grouping.questions.get()
    }

    /// The most groups of a field that one card of the game may lie in; facts that are not attested
    /// may turn out to be anything.
    fn most_groups_of_card(&self, field: Field) -> u64 {
        if let FieldKind::Id | FieldKind::Name | FieldKind::Kind | FieldKind::Zone = field.kind {
            return 1;
        }
        self.scope.most_groups(field, || {
            let world = World::from_catalog(self.scope.catalog).with_lens(Lens::Attested);
            let cards = self.scope.catalog.cards.iter();
            let groups = cards.map(|card| {
                count_groups(&CardView::from_card(world, card, None).possible_values(field))
            });
            groups.max().unwrap_or(1).max(1)
        })
    }
}

fn count_groups(possible: &PossibleValues) -> u64 {
    let more = match &possible.others {
        OtherValues::Nothing => 0,
        OtherValues::Anything | OtherValues::InRange(_) => 1,
        OtherValues::OneOf(keys) => keys.iter().filter(|key| !possible.sure.contains(key)).count(),
    };
    (possible.sure.len() + more) as u64
}
