//! A deck set out for play by its format: the pile that the hand is drawn from, the cards set
//! aside, the size of the hand, the draws of later turns.

use super::{
    deal::{Deal, SidePile},
    messages::TableError,
    mulligan::Exchanges,
    setup::{DrawSource, Pile},
    turns::{HandDiscard, Recycle, TurnCards, Turns},
};
use sleeve_data::model::{
    CardIndex, Deck, Exchange, Lang, Lens, Mulligan, MulliganKind, Number, Setting, Text,
    format::{self, Discard, Draw, HandChoice, Opening, ReshuffleWhen},
    mulligan::UsualExchanges,
};
use sleeve_language::{
    self as language, Condition, LanguageError, Measure, Piles, Slot, Truth, World,
};
use sleeve_rules::{self as rules, DeckStart, PreparedFormat, Rulebook, StartError};
use std::sync::Arc;

/// The pile of the cards in hand, which conditions read if they name no pile.
pub const HAND: &str = "hand";
/// The pile of all cards seen so far.
pub const SEEN: &str = "seen";
/// The pile of the open cards that all may take.
pub const ROW: &str = "row";

/// The hands of the others who draw from the same pile.
pub const PARTNERS: &str = "partners";

/// The parameter of a format with the number of players.
pub const PLAYERS: &str = "players";

/// Options of the user, which win over the format.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TableOptions {
    pub draw: Option<u32>,
    /// The seat at the table, from 1; 0 counts as 1.
    pub seat: u32,
    pub players: Option<u32>,
    /// Further cards to set aside before the draw, in addition to those of the format.
    pub aside: Vec<CardIndex>,
    /// Cards that each later turn draws.
    pub per_turn: Option<u32>,
    /// Whether the first turn draws: on the draw (`true`) or on the play (`false`).
    pub on_the_draw: Option<bool>,
    pub mulligan: MulliganOptions,
    /// The condition on opening hands without which the rules send them back.
    pub redraw_unless: Option<String>,
    /// Piles dealt from the same cards as the hand, by name; they replace or join those of the
    /// format.
    pub beside: Vec<(String, u32)>,
}

/// Options of the user on mulligans.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MulliganOptions {
    pub kind: Option<MulliganKind>,
    /// The smallest hand that exchanges go down to.
    pub down_to: Option<u32>,
    pub exchanges: Option<ExchangeLimit>,
    /// How many exchanges cost no card.
    pub free: Option<u32>,
}

impl MulliganOptions {
    /// Refuses options that have no effect on a procedure, or on a hand of this size.
    pub fn check(&self, kind: MulliganKind, hand: u32) -> Result<(), TableError> {
        let procedure = kind.procedure();
        let costs = matches!(procedure.exchange, Exchange::Bottom | Exchange::Fewer);
        let cards =
            [(self.down_to.is_some(), "--down-to"), (self.free.is_some(), "--free-exchanges")];
        let all = [&cards[..], &[(self.exchanges.is_some(), "--exchanges")]].concat();
        match (procedure.usual, self.down_to) {
            (UsualExchanges::Never, _) => match first_given(&all) {
                Some(option) => Err(TableError::NoExchange { option }),
                None => Ok(()),
            },
            _ if !costs => match first_given(&cards) {
                Some(option) => Err(TableError::CostsNoCard { option, kind }),
                None => Ok(()),
            },
            (_, Some(cards)) if cards > hand => Err(TableError::DownTo { cards, hand }),
            _ => Ok(()),
        }
    }
}

/// The first option that is given.
fn first_given(options: &[(bool, &'static str)]) -> Option<&'static str> {
    options
        .iter()
        .find(|(is_given, _)| *is_given)
        .map(|(_, option)| *option)
}

/// A number of exchanges, or no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExchangeLimit {
    Most(u32),
    Unlimited,
}

/// A row of open cards.
#[derive(Clone, PartialEq, Debug)]
pub struct OpenCards {
    /// The zone it is dealt from.
    pub from: String,
    pub cards: Vec<(Slot, u32)>,
    pub size: u32,
}

impl OpenCards {
    /// The draw of the row from this many cards of each class.
    pub(crate) fn pile(&self, classes: Vec<u32>) -> Pile {
        Pile { name: self.from.clone(), source: DrawSource::Classes(classes), draw: self.size }
    }
}

/// The most cards that a turn usually draws, and the card that decides it.
#[derive(Clone, PartialEq, Debug)]
pub struct UsualDraw {
    pub most: u32,
    pub text: Text,
}

/// A deck set out for play.
#[derive(Clone, Debug)]
pub struct GameTable {
    pub from: Vec<String>,
    pub pile: Vec<(Slot, u32)>,
    /// The cards set aside before the draw.
    pub aside: Vec<(CardIndex, u32)>,
    /// The starting cards that the deck does not mark, which are among `aside`, and the choices
    /// left open.
    pub start: DeckStart,
    pub hand: u32,
    /// Hands dealt from the one pile.
    pub hands: u32,
    /// The seat, from 1, if it matters.
    pub seat: Option<u32>,
    /// The number of players, if it matters.
    pub players: Option<u32>,
    /// Piles dealt from the same cards as the hand.
    pub beside: Vec<SidePile>,
    pub row: Option<OpenCards>,
    pub exchanges: Exchanges,
    /// The condition on opening hands that the rules allow; others are drawn anew at no cost.
    /// `None`: all.
    pub allowed: Option<Arc<Condition>>,
    /// The most times that the rules send a hand back; `None`: any number.
    pub redraws: Option<u32>,
    /// The number of hands that the player gets, and the measure that is greatest for the one that
    /// stays.
    pub choice: Option<(u32, Arc<Measure>)>,
    pub mulligan: MulliganKind,
    /// The condition on hands to keep that the format gives.
    pub keep: Option<String>,
    pub turns: Result<Turns, Box<TableError>>,
    /// How many cards in hand a reshuffle would leave out, had they been discarded; `None` if it
    /// puts all back.
    pub left_out: Option<Arc<Measure>>,
    /// The usual draw if players choose how many cards a turn draws and there is no choice: the
    /// turns draw the fewest.
    pub usual_draw: Option<UsualDraw>,
    /// All zones of the deck, which conditions may read.
    pub zones: Vec<(String, Vec<(CardIndex, u32)>)>,
}

impl GameTable {
    /// Sets out a deck by its format and the options.
    ///
    /// # Errors
    /// The format has no opening, an option does not fit it, or one of its numbers is unknown.
    pub fn new(
        setup: &PreparedFormat<'_>,
        deck: &Deck,
        lens: Lens,
        options: &TableOptions,
    ) -> Result<GameTable, TableError> {
        let opening = setup.format.opening.as_ref().ok_or(TableError::NoOpening)?;
        let reader = TableReader {
            setup,
            piles: rules::piles::from_deck(setup.format, deck, &[]),
            lens,
            opening,
            options,
        };
        reader.read_table()
    }

    /// A bare pile of this many cards of each class, the first of which is card 0: hands of `hand`
    /// cards, or of all, no exchanges, one card a turn.
    pub fn from_class_counts(counts: &[u32], hand: u32) -> GameTable {
        let slots = (0..)
            .zip(counts)
            .map(|(i, n)| (Slot { card: CardIndex(i), zone: None }, *n));
        GameTable {
            from: vec!["pile".to_owned()],
            pile: slots.collect(),
            aside: Vec::new(),
            start: DeckStart::default(),
            hand: counts
                .iter()
                .fold(0u32, |sum, n| sum.saturating_add(*n))
                .min(hand),
            hands: 1,
            seat: None,
            players: None,
            beside: Vec::new(),
            row: None,
            exchanges: Exchanges::NONE,
            allowed: None,
            redraws: None,
            choice: None,
            mulligan: MulliganKind::default(),
            keep: None,
            turns: Ok(Turns { draw: TurnCards::Add(1), ..Turns::NONE }),
            left_out: None,
            usual_draw: None,
            zones: Vec::new(),
        }
    }

    /// Whether the rules decide which hands stay.
    pub fn settles_hands(&self) -> bool {
        self.allowed.is_some() || self.choice.is_some()
    }

    pub(crate) fn hands_to_choose_from(&self) -> u32 {
        self.choice.as_ref().map_or(1, |(hands, _)| *hands)
    }

    /// The number of cards in the pile of the hand.
    pub fn cards(&self) -> u64 {
        self.pile.iter().map(|(_, count)| u64::from(*count)).sum()
    }

    /// The deal up to a turn with all cards in one class: a dealer numbers them himself.
    pub fn deal(&self, turns: Turns, turn: u32) -> Deal {
        let mut others = Vec::new();
        if let Some(row) = &self.row {
            let cards = row
                .cards
                .iter()
                .fold(0u32, |sum, (_, n)| sum.saturating_add(*n));
            others.push(row.pile(vec![cards]));
        }
        let beside = self.beside.iter().filter(|pile| pile.always);
        let cards = u32::try_from(self.cards()).unwrap_or(u32::MAX);
        Deal {
            name: self.from.join("|"),
            turns,
            turn,
            exchanges: self.exchanges,
            forced: self.settles_hands(),
            redraws: self.redraws,
            choice: self.hands_to_choose_from(),
            beside: beside.cloned().collect(),
            others,
            ..Deal::opening(&[cards], self.hand)
        }
    }

    /// The rules of later turns; nothing is drawn for a question about the opening.
    pub fn turns_for(&self, turn: u32) -> Result<Turns, TableError> {
        match &self.turns {
            Ok(turns) => Ok(*turns),
            Err(_) if turn == 0 => Ok(Turns::NONE),
            // Without rules of turns, turn 1 is the opening hand: a first turn draws only if the
            // rules say so.
            Err(error) if **error == TableError::NoTurns && turn == 1 => Ok(Turns::NONE),
            Err(error) => Err((**error).clone()),
        }
    }
}

/// The exchanges of a mulligan procedure for opening hands of `hand` cards.
pub fn exchanges(kind: MulliganKind, hand: u32, options: &MulliganOptions) -> Exchanges {
    let procedure = kind.procedure();
    let usual = match procedure.usual {
        UsualExchanges::Never => return Exchanges::NONE,
        UsualExchanges::Once => 1,
        UsualExchanges::ToOneCard => hand.saturating_sub(1),
    };
    let costs = matches!(procedure.exchange, Exchange::Bottom | Exchange::Fewer);
    let down = options.down_to.filter(|_| costs);
    let costly = down.map_or(usual, |down_to| hand.saturating_sub(down_to));
    let free = options.free.filter(|_| costs).unwrap_or(0);
    let most = match options.exchanges {
        None => Some(costly.saturating_add(free)),
        Some(ExchangeLimit::Most(most)) => Some(most),
        // If every exchange costs a card, there are as many as cards.
        Some(ExchangeLimit::Unlimited) if costs => Some(hand.saturating_add(free)),
        // Some cards of a hand are exchanged once.
        Some(ExchangeLimit::Unlimited) if matches!(procedure.exchange, Exchange::Some(_)) => {
            Some(1)
        }
        Some(ExchangeLimit::Unlimited) => None,
    };
    Exchanges { exchange: procedure.exchange, free, most }
}

/// The text of the draw of a seat. Seats beyond the list draw as the last one does.
fn draw_of_seat(seats: &[String], seat: u32) -> String {
    let index = (seat as usize - 1).min(seats.len().saturating_sub(1));
    seats.get(index).cloned().unwrap_or_default()
}

/// Writes an end of the numbers of players; nothing if there is none.
fn write_end(end: Option<Number>) -> String {
    end.map(|end| end.to_string()).unwrap_or_default()
}

/// The error for a text of the opening that gives `what`.
fn in_text(what: &'static str, text: &str) -> impl FnOnce(LanguageError) -> TableError {
    move |error| TableError::Language { what, text: text.to_owned(), error }
}

/// The pile of the hand, the cards set aside, and the starting cards of the deck.
type SortedPile = (Vec<(Slot, u32)>, Vec<(CardIndex, u32)>, DeckStart);

struct TableReader<'r> {
    setup: &'r PreparedFormat<'r>,
    piles: Piles,
    lens: Lens,
    opening: &'r Opening,
    options: &'r TableOptions,
}

impl TableReader<'_> {
    fn read_table(&self) -> Result<GameTable, TableError> {
        let (pile, aside, start) = self.sort_pile()?;
        let (text, seat, players) = self.read_draw()?;
        let hand = match self.options.draw {
            Some(draw) => draw,
            None => self.read_number("the opening draw", &text)?,
        };
        let hands = match self.opening.hands.as_str() {
            "" => 1,
            // The hand in question is always dealt, even if the measure comes to less than one.
            text => self.read_number("the number of hands", text)?.max(1),
        };
        let kind = self
            .options
            .mulligan
            .kind
            .unwrap_or(self.opening.mulligan.kind);
        let mulligan = self.read_mulligan(kind, hand)?;
        let (allowed, redraws) = self.read_allowed()?;
        let choice = self.read_choice()?;
        if choice.is_some() && allowed.is_some()
            || kind != MulliganKind::None && (choice.is_some() || redraws.is_some())
        {
            return Err(TableError::ChoiceAndMulligan);
        }
        // A pile that is smaller than the hand is dealt whole.
        let cards: u64 = pile.iter().map(|(_, count)| u64::from(*count)).sum();
        let hand = u32::try_from(cards).map_or(hand, |cards| hand.min(cards));
        let started = self.move_start(&start);
        let left_out = self.read_left_out(&pile)?;
        Ok(GameTable {
            from: self
                .opening
                .zones
                .iter()
                .map(|zone| self.zone_id(zone))
                .collect(),
            pile,
            aside,
            start,
            hand,
            hands,
            seat,
            players,
            beside: self.read_side_piles(hand, hands)?,
            row: self.read_row()?,
            allowed,
            redraws,
            choice,
            exchanges: exchanges(kind, hand, &mulligan),
            mulligan: kind,
            keep: self.opening.mulligan.keep.clone(),
            turns: self
                .read_turns(&started, left_out.is_some())
                .map_err(Box::new),
            left_out,
            usual_draw: self.read_usual_draw(&started),
            zones: self.piles.zones.clone(),
        })
    }

    /// The user's mulligan options, completed by those of the format.
    fn read_mulligan(&self, kind: MulliganKind, hand: u32) -> Result<MulliganOptions, TableError> {
        let mut mulligan = self.options.mulligan;
        mulligan.check(kind, hand)?;
        let of_format = &self.opening.mulligan;
        // The free exchanges of the format belong to its own procedure, not to one that the user
        // names.
        let is_own_procedure = mulligan.kind.is_none_or(|kind| kind == of_format.kind);
        if mulligan.exchanges.is_none() && mulligan.down_to.is_none() && is_own_procedure {
            mulligan.exchanges = of_format.exchanges.map(ExchangeLimit::Most);
        }
        mulligan.down_to = mulligan.down_to.or(of_format.down_to);
        mulligan.free = mulligan.free.or(is_own_procedure.then_some(of_format.free));
        Ok(mulligan)
    }

    fn zone_id(&self, zone: &str) -> String {
        self.setup
            .format
            .zone(zone)
            .map_or_else(|| zone.to_owned(), |z| z.named.id.to_string())
    }

    fn read_number(&self, what: &'static str, text: &str) -> Result<u32, TableError> {
        self.read_number_of(what, text, &self.piles)
    }

    fn read_number_of(
        &self,
        what: &'static str,
        text: &str,
        piles: &Piles,
    ) -> Result<u32, TableError> {
        let measure = language::measure(text, &self.setup.scope).map_err(in_text(what, text))?;
        let value = measure.value(&self.setup.world(self.lens), piles);
        let number = value
            .exact_value()
            .and_then(|v| v.to_integer())
            .and_then(|v| u32::try_from(v).ok());
        number.ok_or_else(|| TableError::NotANumber {
            what,
            text: text.to_owned(),
            value: value.to_string(),
        })
    }

    fn zone_cards(&self, zone: &str) -> Vec<(Slot, u32)> {
        let mut cards: Vec<(Slot, u32)> = Vec::new();
        let name: Arc<str> = Arc::from(zone);
        for (card, count) in self.piles.zone(zone) {
            let slot = Slot { card: *card, zone: Some(Arc::clone(&name)) };
            match cards.iter_mut().find(|(other, _)| *other == slot) {
                Some((_, total)) => *total = total.saturating_add(*count),
                None => cards.push((slot, *count)),
            }
        }
        cards
    }

    /// Sorts the cards of the deck into the pile of the hand and the cards set aside.
    fn sort_pile(&self) -> Result<SortedPile, TableError> {
        let mut set_aside = Vec::new();
        let mut pile = Vec::new();
        let from: Vec<String> = self
            .opening
            .zones
            .iter()
            .map(|zone| self.zone_id(zone))
            .collect();
        let filter = match &self.opening.aside {
            Some(text) => Some(
                language::filter(text, &self.setup.scope)
                    .map_err(in_text("the cards set aside", text))?,
            ),
            None => None,
        };
        let world = self.setup.world(self.lens);
        for (zone, _) in &self.piles.zones {
            for (slot, count) in self.zone_cards(zone) {
                let set_out = filter.as_ref().is_some_and(|filter| {
                    filter.test(&world, slot.card, slot.zone.as_deref()) == Truth::True
                });
                if set_out {
                    set_aside.push((slot.card, count));
                } else if from.contains(zone) {
                    pile.push((slot, count));
                }
            }
        }
        let start = self.read_start(&world)?;
        let certain = start
            .certain
            .iter()
            .flat_map(|(card, n)| (0..*n).map(|_| *card));
        for card in certain.chain(self.options.aside.iter().copied()) {
            let copies = pile
                .iter_mut()
                .find(|(slot, count)| slot.card == card && *count > 0);
            let Some((_, count)) = copies else { return Err(self.missing_card(card)) };
            *count -= 1;
            match set_aside.iter_mut().find(|(other, _)| *other == card) {
                Some((_, copies)) => *copies += 1,
                None => set_aside.push((card, 1)),
            }
        }
        pile.retain(|(_, count)| *count > 0);
        Ok((pile, set_aside, start))
    }

    fn missing_card(&self, card: CardIndex) -> TableError {
        let card = self.setup.catalog.cards.card(card);
        let [en, fr] = [Lang::En, Lang::Fr].map(|lang| card.title(lang).into());
        TableError::NotInPile(Text { en, fr })
    }

    /// The starting cards of a deck that marks none.
    fn read_start(&self, world: &World<'_>) -> Result<DeckStart, TableError> {
        let rulebook = Rulebook::new(self.setup.catalog, self.setup.format);
        let named = &self.options.aside;
        let start = rules::find_start(world, &rulebook, self.opening, &self.piles, named);
        start.map_err(|StartError { text, error }| in_text("the starting cards", &text)(error))
    }

    /// The text of the opening draw, and the seat and number of players if they matter.
    fn read_draw(&self) -> Result<(String, Option<u32>, Option<u32>), TableError> {
        let seat = self.options.seat.max(1);
        let asked = self.options.players;
        if let Some(players) = asked
            && !self.allows_players(players)
        {
            return Err(TableError::Players { players, known: self.known_players() });
        }
        let set = match self.setup.parameters.get(PLAYERS) {
            language::ParameterValue::Number(n) => {
                n.to_integer().and_then(|n| u32::try_from(n).ok())
            }
            _ => None,
        };
        let players = asked
            .or(set)
            .or_else(|| self.listed_players().first().copied());
        if let Some(players) = players
            && seat > players
        {
            let more = (asked.is_none() && self.allows_players(seat)).then_some(seat);
            return Err(TableError::Seat { seat, players, more });
        }
        match &self.opening.draw {
            Draw::All(text) => Ok((text.clone(), None, asked)),
            Draw::BySeat(seats) => Ok((draw_of_seat(seats, seat), Some(seat), asked)),
            Draw::ByPlayers(table) => {
                let players = players.unwrap_or_default();
                let Some((_, seats)) = table.iter().find(|(n, _)| *n == players) else {
                    let known = self.known_players();
                    return Err(TableError::Players { players, known });
                };
                Ok((draw_of_seat(seats, seat), Some(seat), Some(players)))
            }
        }
    }

    /// The numbers of players that the opening lists; empty if it does not depend on them.
    fn listed_players(&self) -> Vec<u32> {
        match &self.opening.draw {
            Draw::ByPlayers(table) => table.iter().map(|(players, _)| *players).collect(),
            Draw::BySeat(seats) if self.setup.format.parameter(PLAYERS).is_none() => {
                u32::try_from(seats.len()).into_iter().collect()
            }
            Draw::BySeat(_) | Draw::All(_) => Vec::new(),
        }
    }

    /// Whether the opening lists this number of players and the format's parameter allows them.
    fn allows_players(&self, players: u32) -> bool {
        let listed = self.listed_players();
        let parameter = self.setup.format.parameter(PLAYERS);
        let number = Number::from_integer(i64::from(players)).unwrap_or_default();
        let allowed = parameter.is_none_or(|p| p.allows(&Setting::Number(number)));
        allowed && (listed.is_empty() || listed.contains(&players))
    }

    /// The allowed numbers of players, as an option writes them: `2 | 4`, `2..6`.
    fn known_players(&self) -> String {
        let mut listed: Vec<String> = Vec::new();
        for players in self.listed_players() {
            if self.allows_players(players) {
                listed.push(players.to_string());
            }
        }
        let Some(parameter) = self
            .setup
            .format
            .parameter(PLAYERS)
            .filter(|_| listed.is_empty())
        else {
            return listed.join(" | ");
        };
        let choices: Vec<String> = parameter
            .choices()
            .iter()
            .map(ToString::to_string)
            .collect();
        if choices.is_empty() {
            format!("{}..{}", write_end(parameter.min), write_end(parameter.max))
        } else {
            choices.join(" | ")
        }
    }

    /// The piles dealt from the same cards as the hand: those of the format, then those of the
    /// user.
    fn read_side_piles(&self, hand: u32, hands: u32) -> Result<Vec<SidePile>, TableError> {
        let mut beside: Vec<SidePile> = Vec::new();
        for (name, text) in &self.opening.beside {
            let named = self.options.beside.iter().find(|(other, _)| other == name);
            let cards = match named {
                Some((_, cards)) => *cards,
                None => self.read_number("a pile dealt with the hand", text)?,
            };
            beside.push(SidePile { name: name.clone(), cards, always: true });
        }
        for (name, cards) in &self.options.beside {
            if !beside.iter().any(|pile| pile.name == *name) {
                beside.push(SidePile { name: name.clone(), cards: *cards, always: true });
            }
        }
        if let Some(pile) = beside.iter().find(|pile| self.is_taken(&pile.name)) {
            return Err(TableError::PileTaken(pile.name.clone()));
        }
        if hands > 1 {
            let cards = hand.saturating_mul(hands - 1);
            beside.push(SidePile { name: PARTNERS.to_owned(), cards, always: false });
        }
        Ok(beside)
    }

    /// Whether another pile or a zone has this name.
    fn is_taken(&self, name: &str) -> bool {
        [HAND, SEEN, ROW, PARTNERS].contains(&name)
            || self.piles.zones.iter().any(|(zone, _)| zone == name)
    }

    /// The condition on hands that the rules allow, and the most redraws. Those of the format
    /// belong to its own condition.
    fn read_allowed(&self) -> Result<(Option<Arc<Condition>>, Option<u32>), TableError> {
        let Mulligan { redraw_unless, redraws, .. } = &self.opening.mulligan;
        let (text, redraws) = match (&self.options.redraw_unless, redraw_unless) {
            (Some(text), _) => (text, None),
            (None, Some(text)) => (text, *redraws),
            (None, None) => return Ok((None, None)),
        };
        let scope = self.setup.scope.clone().with_zones([HAND]);
        let allowed = language::condition(text, &scope);
        Ok((Some(Arc::new(allowed.map_err(in_text("the allowed hands", text))?)), redraws))
    }

    fn read_choice(&self) -> Result<Option<(u32, Arc<Measure>)>, TableError> {
        let Some(HandChoice { hands, keep }) = &self.opening.choice else { return Ok(None) };
        let scope = self.setup.scope.clone().with_zones([HAND]);
        let measure = language::measure(keep, &scope).map_err(in_text("the hand to keep", keep))?;
        Ok(Some((*hands, Arc::new(measure))))
    }

    fn read_left_out(&self, pile: &[(Slot, u32)]) -> Result<Option<Arc<Measure>>, TableError> {
        const WHAT: &str = "the cards left out of a reshuffle";
        let except = self
            .opening
            .reshuffle
            .as_ref()
            .and_then(|of| of.except.as_ref());
        let Some(except) = except else { return Ok(None) };
        let filter = language::filter(except, &self.setup.scope).map_err(in_text(WHAT, except))?;
        let world = self.setup.world(self.lens);
        let mut slots = pile.iter().map(|(slot, _)| slot);
        if slots.all(|slot| {
            filter
                .test(&world, slot.card, slot.zone.as_deref())
                .is_false()
        }) {
            return Ok(None);
        }
        let scope = self.setup.scope.clone().with_zones([HAND]);
        let measure = language::measure(&format!("count({except})"), &scope);
        Ok(Some(Arc::new(measure.map_err(in_text(WHAT, except))?)))
    }

    fn read_row(&self) -> Result<Option<OpenCards>, TableError> {
        let Some(row) = &self.opening.row else { return Ok(None) };
        let from = self.zone_id(&row.from);
        if self
            .opening
            .zones
            .iter()
            .any(|zone| self.zone_id(zone) == from)
        {
            return Err(TableError::SharedRow(from));
        }
        let size = self.read_number("the size of the row", &row.size)?;
        let cards = self.zone_cards(&from);
        let available: u64 = cards.iter().map(|(_, count)| u64::from(*count)).sum();
        // A deck that leaves the row's zone out has no row; a short pile makes a short row.
        let size = u64::from(size).min(available) as u32;
        Ok((size > 0).then_some(OpenCards { from, cards, size }))
    }

    /// The deck after its starting cards are set out, which measures of turns read.
    fn move_start(&self, start: &DeckStart) -> Piles {
        let mut piles = self.piles.clone();
        let rulebook = Rulebook::new(self.setup.catalog, self.setup.format);
        let world = self.setup.world(self.lens);
        let named = self.options.aside.iter().map(|card| (*card, 1));
        for (card, count) in start.certain.iter().copied().chain(named) {
            let Some(home) = rules::find_start_zone(&rulebook, &world, card) else { continue };
            let mut moved = 0;
            for (zone, cards) in &mut piles.zones {
                if !self
                    .opening
                    .zones
                    .iter()
                    .any(|from| self.zone_id(from) == *zone)
                {
                    continue;
                }
                for (_, copies) in cards.iter_mut().filter(|(other, _)| *other == card) {
                    let taken = (*copies).min(count - moved);
                    *copies -= taken;
                    moved += taken;
                }
            }
            match piles.zones.iter_mut().find(|(zone, _)| *zone == home) {
                Some((_, cards)) => cards.push((card, moved)),
                None => piles.zones.push((home, vec![(card, moved)])),
            }
        }
        piles
    }

    fn read_usual_draw(&self, started: &Piles) -> Option<UsualDraw> {
        let turn = self
            .opening
            .turn
            .as_ref()
            .filter(|_| self.options.per_turn.is_none())?;
        let most = self
            .read_number_of("the most a turn draws", turn.most.as_ref()?, started)
            .ok()?;
        Some(UsualDraw { most, text: turn.text.clone() })
    }

    /// The first turn that draws, if it is `first` by the format.
    fn first_draw(&self, first: u32) -> u32 {
        self.options
            .on_the_draw
            .map_or(first, |draws| if draws { 1 } else { 2 })
    }

    fn read_turns(&self, started: &Piles, leaves_out: bool) -> Result<Turns, TableError> {
        let recycle = self.opening.reshuffle.as_ref().map(|reshuffle| Recycle {
            at_last_card: reshuffle.when == ReshuffleWhen::Last,
            times: reshuffle.times,
            leaves_out,
        });
        let limit = match &self.opening.limit {
            Some(text) => Some(self.read_number("the hand limit", text)?),
            None => None,
        };
        if let Some(cards) = self.options.per_turn {
            let (draw, leaving) = (TurnCards::Add(cards), HandDiscard::Cards(0));
            let first = self.first_draw(self.opening.turn.as_ref().map_or(2, |turn| turn.first));
            return Ok(Turns { draw, discard: leaving, first, limit, recycle });
        }
        let turn = self.opening.turn.as_ref().ok_or(TableError::NoTurns)?;
        let draw = match &turn.draw {
            format::TurnDraw::Draw(text) => {
                TurnCards::Add(self.read_number_of("the draw of a turn", text, started)?)
            }
            format::TurnDraw::Refill(text) => {
                TurnCards::Refill(self.read_number("the hand of a turn", text)?)
            }
        };
        let leaving = match &turn.discard {
            Discard::Nothing => HandDiscard::Cards(0),
            Discard::Hand => HandDiscard::Hand,
            Discard::Cards(text) => {
                HandDiscard::Cards(self.read_number("what leaves the hand", text)?)
            }
        };
        Ok(Turns { draw, discard: leaving, first: self.first_draw(turn.first), limit, recycle })
    }
}
