//! Compares the cards of a deck with the registered ones, even if the two files write them
//! differently.

use super::entries::{EventEntries, Player, Trouble};
use sleeve_check::CheckedDeck;
use sleeve_data::model::{Catalog, Deck, Format, Lang, Spanned, Text};
use sleeve_decks::{DeckForm, Hints, fingerprint::count_copies, read_all, write};
use sleeve_rules::Overrides;
use std::collections::{BTreeMap, BTreeSet};

/// A card whose number of copies differs from the registered deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedCard {
    pub id: String,
    pub name: Text,
    /// The id of the zone.
    pub zone: String,
    pub registered: u64,
    pub played: u64,
}

/// A deck with the registered cards, as far as a file form can store them.
#[derive(Clone, Debug)]
pub struct HeldInPart<'d> {
    pub deck: &'d CheckedDeck,
    /// The name of the form, that of one of the two files.
    pub form: String,
    /// The number of cards of the other file that the form cannot store separately.
    pub cards: u64,
}

impl EventEntries<'_> {
    /// Compares the cards of decks with a different fingerprint to those of the registered decks. A
    /// difference without effect (a mark, a zone that a file form cannot store) is removed;
    /// otherwise the differing cards are listed. `reader` is the form that the user gives.
    pub fn compare_cards(&mut self, registered: &[CheckedDeck], reader: Option<&str>) {
        for player in &mut self.players {
            for trouble in std::mem::take(&mut player.troubles) {
                player.compare_cards(trouble, registered, reader);
            }
        }
    }
}

impl<'d> Player<'d> {
    fn compare_cards(
        &mut self,
        mut trouble: Trouble<'d>,
        all: &[CheckedDeck],
        reader: Option<&str>,
    ) {
        if let Trouble::Differs { deck, registered, was_registered: false, changes, .. } =
            &mut trouble
        {
            let mut others = all.iter();
            let original =
                others.find(|one| one.fingerprint(&Overrides::default()) == Some(*registered));
            match original.and_then(|original| compare(original, deck, reader)) {
                Some(CardsFound::Same) => return,
                Some(CardsFound::InPart(held)) => return self.held_in_part.push(held),
                Some(CardsFound::Other(found)) => *changes = found,
                None => {}
            }
        }
        self.troubles.push(trouble);
    }
}

enum CardsFound<'d> {
    Same,
    InPart(HeldInPart<'d>),
    Other(Vec<ChangedCard>),
}

/// Compares two decks; `None` if one cannot be read.
fn compare<'d>(
    registered: &CheckedDeck,
    played: &'d CheckedDeck,
    reader: Option<&str>,
) -> Option<CardsFound<'d>> {
    let format = played.format()?;
    let (old, new) = (FiledDeck::new(registered, format)?, FiledDeck::new(played, format)?);
    if old.copies == new.copies {
        return Some(CardsFound::Same);
    }
    let form = new.find_form(reader)?;
    let held = old.held_by(&form);
    if held == new.copies {
        return Some(hold_in_part(played, &form, &old.copies, &held));
    }
    // The registered file may be the one with less information.
    let form = old.find_form(reader)?;
    if new.held_by(&form) == old.copies {
        return Some(hold_in_part(played, &form, &new.copies, &old.copies));
    }
    Some(CardsFound::Other(list_changes(&held, &new.copies, [&old, &new])))
}

/// A deck when the form of its file can store only some of its copies.
fn hold_in_part<'d>(
    deck: &'d CheckedDeck,
    form: &DeckForm,
    whole: &Copies,
    held: &Copies,
) -> CardsFound<'d> {
    let lost = whole
        .iter()
        .map(|(card, n)| n.saturating_sub(*held.get(card).unwrap_or(&0)));
    CardsFound::InPart(HeldInPart { deck, form: form.name().to_owned(), cards: lost.sum() })
}

/// The copies of each card with its state, by zone.
type Copies = BTreeMap<(String, String), u64>;

struct FiledDeck<'a> {
    checked: &'a CheckedDeck,
    catalog: &'a Catalog,
    deck: &'a Deck,
    format: &'a Format,
    copies: Copies,
}

impl<'a> FiledDeck<'a> {
    fn new(checked: &'a CheckedDeck, format: &'a Format) -> Option<FiledDeck<'a>> {
        let (catalog, deck) = checked.catalog_and_deck()?;
        let copies = copies_in_format(deck, catalog, format);
        Some(FiledDeck { checked, catalog, deck, format, copies })
    }

    fn find_form(&self, reader: Option<&str>) -> Option<DeckForm> {
        let hints = Hints::from_game(&self.catalog.game, reader);
        let (path, text) = (self.checked.file_path(), self.checked.text.as_bytes());
        Some(
            read_all(path, text, &hints)
                .ok()?
                .into_iter()
                .next()?
                .reader,
        )
    }

    /// The copies that a file of a form would store.
    fn held_by(&self, form: &DeckForm) -> Copies {
        let format = Some(Spanned::new(self.format.named.id.to_string(), 0..0));
        let deck = Deck { format, ..self.deck.clone() };
        let back = write(&deck, self.catalog, form.clone(), Lang::En).back;
        copies_in_format(&back, self.catalog, self.format)
    }

    fn card_name(&self, id: &str, lang: Lang) -> Option<&str> {
        let mut cards = self
            .deck
            .entries
            .iter()
            .map(|entry| self.catalog.cards.card(entry.card));
        Some(cards.find(|card| card.id() == id)?.name(lang))
    }
}

/// Counts copies. Those of a zone that only marks cards count in the zone that they are drawn from.
/// Such a zone is set aside before the draw and accepts the same cards, so a form without it only
/// loses the mark.
fn copies_in_format(deck: &Deck, catalog: &Catalog, format: &Format) -> Copies {
    let opening = format.opening.as_ref();
    let mark =
        opening.and_then(|opening| format.zone(opening.aside.as_ref()?.strip_prefix("zone:")?));
    let home = opening.and_then(|opening| format.zone(opening.zones.first()?));
    let marks = mark
        .zip(home)
        .filter(|(mark, home)| mark.accepts == home.accepts);
    let mut copies = Copies::new();
    for ((zone, id, state), count) in count_copies(deck, catalog) {
        let zone = match marks {
            Some((mark, home)) if *mark.named.id == *zone => &home.named.id,
            _ => zone,
        };
        *copies
            .entry((zone.to_owned(), format!("{id}{state}")))
            .or_default() += count;
    }
    copies
}

fn list_changes(
    registered: &Copies,
    played: &Copies,
    decks: [&FiledDeck<'_>; 2],
) -> Vec<ChangedCard> {
    let both: BTreeSet<_> = registered.keys().chain(played.keys()).collect();
    let mut changes = Vec::new();
    for card in both {
        let copies = [registered, played].map(|all| all.get(card).copied().unwrap_or(0));
        if copies[0] == copies[1] {
            continue;
        }
        let (zone, copy) = card;
        let (id, state) = copy.split_at(copy.find(' ').unwrap_or(copy.len()));
        let name = Text::from_words(|lang| {
            let found = decks.iter().find_map(|deck| deck.card_name(id, lang));
            format!("{}{state}", found.unwrap_or(id))
        });
        let [registered, played] = copies;
        let (id, zone) = (id.to_owned(), zone.clone());
        changes.push(ChangedCard { id, name, zone, registered, played });
    }
    changes
}
