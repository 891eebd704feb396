//! Cards for a deck: those that known decks play with its cards, and that its format accepts.

use super::{
    corpus::{DeckCorpus, count_copies},
    parts::rule_error,
};
use sleeve_data::{
    Arrange,
    model::{CardIndex, Catalog, Deck, Entry, Lens, format::Level},
};
use sleeve_language::{Filter, Legality, Truth, World};
use sleeve_rules::{
    CheckError, CheckOptions, FindingStatus, PreparedFormat, Rulebook, setup::RoleNaming,
};
use std::{collections::BTreeSet, rc::Rc, sync::Arc};

/// The fit of the card that fits a deck best.
pub const BEST_FIT: u32 = 1000;

/// A card that known decks play together with the cards of a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    pub card: CardIndex,
    /// How well it fits, from 0 to [`BEST_FIT`].
    pub fit: u32,
    /// Which copy of the card it is: 1 for a card that the deck has not.
    pub copy: u32,
    /// The number of known decks with this many copies.
    pub decks: u32,
    /// Ids of the zones that accept it, first the one where known decks have most of its copies;
    /// empty without a format.
    pub zones: Vec<String>,
}

/// Suggests further copies of cards for a deck, the best first: those that known decks play with
/// its cards, and that some zone of its format accepts for its role. Without a format all cards are
/// accepted.
///
/// # Errors
/// The deck does not fit the format, or a rule has a mistake.
pub fn suggest_cards(
    catalog: &Catalog,
    rulebook: Option<&Rulebook<'_>>,
    deck: &Deck,
    options: &CheckOptions,
    corpus: &DeckCorpus,
) -> Result<Vec<Suggestion>, CheckError> {
    let kept = count_copies(&catalog.cards, deck);
    let setup = rulebook
        .map(|rulebook| rulebook.prepare(deck, &options.overrides))
        .transpose()
        .map_err(CheckError::Setup)?;
    let role = setup.as_ref().and_then(|setup| setup.role.as_deref());
    let gate = match (rulebook, &setup) {
        (Some(rulebook), Some(setup)) => Some(ZoneGate::new(rulebook, setup, deck, options)?),
        _ => None,
    };
    let rates = corpus.rate_copies(&kept, role);
    let mut rated: Vec<(f64, Suggestion)> = Vec::new();
    for card in corpus.cards() {
        let copy = kept.get(&card).copied().unwrap_or(0) + 1;
        let rate = rates.rate(card, copy);
        if rate <= 0.0 {
            continue;
        }
        let mut zones = match &gate {
            Some(gate) => gate.list_zones(card, copy)?,
            None => Vec::new(),
        };
        if gate.is_some() && zones.is_empty() {
            continue;
        }
        zones.arrange_by(|a, b| {
            let share = corpus.share_in_zone(card, a).unwrap_or(0.0);
            corpus
                .share_in_zone(card, b)
                .unwrap_or(0.0)
                .total_cmp(&share)
        });
        let decks = rates.count_holders(card, copy);
        rated.push((rate, Suggestion { card, fit: 0, copy, decks, zones }));
    }
    // The sort is stable: cards that fit equally stay in the order of the data.
    rated.arrange_by(|(a, _), (b, _)| b.total_cmp(a));
    let best = rated.first().map_or(1.0, |(rate, _)| *rate);
    let mut suggestions = Vec::with_capacity(rated.len());
    for (rate, suggestion) in rated {
        let fit = (rate / best * f64::from(BEST_FIT)).round() as u32;
        suggestions.push(Suggestion { fit, ..suggestion });
    }
    Ok(suggestions)
}

/// The cards that the zones of a format accept for a deck.
struct ZoneGate<'g, 'a> {
    rulebook: &'g Rulebook<'a>,
    setup: &'g PreparedFormat<'a>,
    deck: &'g Deck,
    options: CheckOptions,
    lens: Lens,
    /// The zones that are open to the role, each with its filter.
    zones: Vec<(Arc<str>, Rc<Filter>)>,
    naming: Option<RoleNaming<'a>>,
}

impl<'g, 'a> ZoneGate<'g, 'a> {
    fn new(
        rulebook: &'g Rulebook<'a>,
        setup: &'g PreparedFormat<'a>,
        deck: &'g Deck,
        options: &CheckOptions,
    ) -> Result<ZoneGate<'g, 'a>, CheckError> {
        let mut zones = Vec::new();
        for zone in &setup.format.zones {
            let is_open = zone.roles.is_empty()
                || setup
                    .role
                    .as_ref()
                    .is_some_and(|role| zone.roles.contains(role));
            if is_open {
                let id = &zone.named.id;
                let accepts = rulebook.filter(&zone.accepts).map_err(|error| {
                    rule_error(&format!("zone-{id}"), &zone.origin, &zone.accepts, error)
                })?;
                zones.push((Arc::from(id.as_str()), accepts));
            }
        }
        let mut options = options.clone();
        options.overrides.role = options.overrides.role.or_else(|| setup.role.clone());
        let lens = options.lens();
        let naming = RoleNaming::from_rulebook(rulebook);
        Ok(ZoneGate { rulebook, setup, deck, options, lens, zones, naming })
    }

    /// The zones that may take a card as the copy of this number.
    fn list_zones(&self, card: CardIndex, copy: u32) -> Result<Vec<String>, CheckError> {
        let legality = self.rulebook.legality(self.lens, self.options.on);
        let (format, parameters) = (&self.setup.format.named.id, &self.setup.parameters);
        if legality.legal(format, card, parameters) == Truth::False {
            return Ok(Vec::new());
        }
        let seen = self.setup.world(self.lens);
        let world = World { date: self.options.on, legality: Some(&legality), ..seen };
        let mut open = Vec::new();
        for (zone, accepts) in &self.zones {
            // A suggestion is a guess anyway: cards that a zone may accept are shown too.
            let is_accepted = accepts.test(&world, card, Some(zone)) != Truth::False;
            if is_accepted
                && !self.contradicts_role(zone, &world, card)
                && (copy == 1 || !self.breaks_by_copies(zone, card, copy)?)
            {
                open.push(zone.to_string());
            }
        }
        Ok(open)
    }

    /// Whether a card of the zone that names the role names another.
    fn contradicts_role(&self, zone: &str, world: &World<'_>, card: CardIndex) -> bool {
        let naming = self
            .naming
            .as_ref()
            .filter(|naming| naming.zone.named.id == zone);
        let named = naming.zip(self.setup.role.as_deref());
        named.is_some_and(|(naming, role)| naming.contradicts(role, world, card) == Truth::True)
    }

    /// Whether this many copies break a rule that one copy alone does not: rules about other cards,
    /// and about the size of the deck, treat both the same.
    fn breaks_by_copies(
        &self,
        zone: &Arc<str>,
        card: CardIndex,
        copies: u32,
    ) -> Result<bool, CheckError> {
        let alone = self.list_broken_rules(zone, card, 1)?;
        Ok(!self
            .list_broken_rules(zone, card, copies)?
            .is_subset(&alone))
    }

    /// Lists the rules that a deck of some copies of a card alone breaks.
    fn list_broken_rules(
        &self,
        zone: &Arc<str>,
        card: CardIndex,
        count: u32,
    ) -> Result<BTreeSet<String>, CheckError> {
        let entries = vec![Entry { zone: Arc::clone(zone), card, count, span: 0..0 }];
        let deck = Deck { entries, carried: Vec::new(), ..self.deck.clone() };
        let mut broken = BTreeSet::new();
        for finding in self.rulebook.check(&deck, &self.options)?.findings {
            if finding.status == FindingStatus::Broken && finding.level == Level::Error {
                broken.insert(finding.rule);
            }
        }
        Ok(broken)
    }
}
