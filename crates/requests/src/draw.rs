//! Opening hands dealt as at the table, or very many of them counted.

use crate::{
    Answer, AnswerStatus, Desk, PlayOptions, Refusal, RequestMessage, TextValue,
    play::{PlayQuestion, PlayTable, hands_kept_text},
    values::{TurnRange, list, within},
};
use sleeve_data::{model::CardIndex, problem::Severity};
use sleeve_language::{self as language, Condition, Slot};
use sleeve_odds::{
    AskError, Budget, DealtCards, Decision, Exchanges, GameTable, KeepConditions, MeasureQuestion,
    OddsError, Question, QuestionTerms, TableError,
    draw::{
        CARD_LIMIT, DEALT_LIMIT, Dealer, DealtTable, DrawError, DrawResult, GENERATOR,
        OpeningsError, SimulationRun, Simulator,
    },
};
use sleeve_report::{
    self as report, Style,
    documents::draw::{DealDocument, TrialsDocument},
    draws::{
        Dealing, HandAnswer, HandMoment, HandView, SimulationReport, SimulationResult,
        describe_basis,
    },
    odds::OddsModel,
};
use std::{
    hash::{BuildHasher, RandomState},
    io::{self, Write},
    path::PathBuf,
    sync::atomic::{AtomicU64, Ordering},
};

/// A condition that every hand satisfies.
const EVERY_HAND: &str = "count() >= 0";

fields! {
    /// Opening hands of a deck or a pile.
    DrawRequest -> DrawAnswer; needs [["given", "trials"]] {
        /// Deck file
        #[arg(skip)]
        deck: Option<PathBuf>,
        /// Conditions and measures of each hand
        #[arg(skip)]
        #[serde(deserialize_with = "list")]
        conditions: Vec<String>,
        ..play: PlayOptions,
        /// Number of hands to deal
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000), conflicts_with = "trials")]
        #[serde(default = "one_hand", deserialize_with = "within::<1, 100_000, _, _>")]
        hands: u32,
        /// Simulate this many hands instead
        #[arg(long, value_name = "N")]
        trials: Option<u64>,
        /// List the cards of a hand in the deck's order
        #[arg(long, conflicts_with = "trials")]
        sorted: bool,
        /// Repeat a deal: same seed, same hands
        ///
        /// This also holds in later versions.
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
        /// Number of threads of a simulation
        ///
        /// The results do not depend on it.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        #[serde(deserialize_with = "within::<1, 256, _, _>")]
        threads: Option<u16>,
        /// Draw up to this turn
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000), conflicts_with = "turns")]
        #[serde(deserialize_with = "within::<0, 1000, _, _>")]
        turn: Option<u32>,
        /// Draw and show these turns, such as 1..4
        #[arg(long, value_name = "FROM..TO")]
        turns: Option<TextValue<TurnRange>>,
        /// Only simulate hands that satisfy this
        #[arg(long, value_name = "CONDITION", requires = "trials")]
        given: Option<String>,
        /// Decimal places of percentages
        #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=15))]
        #[serde(default = "two_digits", deserialize_with = "within::<0, 15, _, _>")]
        digits: u32,
    }
}

fn one_hand() -> u32 {
    1
}

pub(crate) fn two_digits() -> u32 {
    2
}

/// Dealt hands, or the counts of a simulation.
pub enum DrawAnswer {
    Dealt(Dealing),
    Simulated(SimulationReport),
}

impl Answer for DrawAnswer {
    fn status(&self) -> AnswerStatus {
        let is_open = match self {
            DrawAnswer::Dealt(dealing) => {
                let moments = dealing.hands.iter().flat_map(|hand| &hand.moments);
                moments
                    .flat_map(|moment| &moment.answers)
                    .any(|(_, answer)| answer.is_open())
            }
            DrawAnswer::Simulated(report) if report.results.iter().any(is_refused) => {
                return AnswerStatus::Unusable;
            }
            // A run that the user stopped may have dealt no hand that counts.
            DrawAnswer::Simulated(report) => {
                !report.stopped && report.results.iter().any(|result| result.outcome.is_open())
            }
        };
        if is_open { AnswerStatus::Undetermined } else { AnswerStatus::Fine }
    }

    fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        match self {
            DrawAnswer::Dealt(dealing) => dealing.write(out, style, quiet),
            DrawAnswer::Simulated(report) => {
                let basis = (!quiet).then(|| describe_basis(&report.model, style));
                report.write(out, style, &basis.unwrap_or_default())
            }
        }
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            DrawAnswer::Dealt(dealing) => {
                report::forms::json::write(&DealDocument::new(dealing), out)
            }
            DrawAnswer::Simulated(report) => {
                report::forms::json::write(&TrialsDocument::new(report), out)
            }
        }
    }
}

fn is_refused(result: &SimulationResult) -> bool {
    matches!(result.outcome, DrawResult::Refused(_))
}

impl DrawRequest {
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<DrawAnswer, Refusal> {
        let source = self.play.open(desk, self.deck.as_ref())?;
        let table = self.play.set_up(&source)?;
        let asks = table.parse_questions(&self.conditions)?;
        if self.trials.is_some() && asks.is_empty() {
            return Err(RequestMessage::NothingAsked.into());
        }
        let given = self
            .given
            .as_deref()
            .map(|text| table.parse_condition(text))
            .transpose()?;
        let mut keep = self.play.read_hands_kept(&table)?;
        let is_exchanged = table.table.exchanges.most != Some(0);
        // A simulation keeps hands by the best play for the questions; dealt hands need `keep`.
        let keeps_all = keep.is_none() && is_exchanged && self.trials.is_none();
        if keeps_all {
            desk.note(Severity::Note, RequestMessage::NothingKept);
            keep = Some(KeepConditions::all(table.parse_condition(EVERY_HAND)?));
        }
        let draws = Draws {
            request: self,
            table: &table,
            asks: &asks,
            given: given.as_ref(),
            keep: keep.as_ref(),
            keeps_all,
            seed: self.seed.unwrap_or_else(random_seed),
        };
        match self.trials {
            Some(trials) => draws.simulate(desk, trials).map(DrawAnswer::Simulated),
            None => draws.deal().map(DrawAnswer::Dealt),
        }
    }
}

/// A seed of 32 bits, which is enough and easy to type.
fn random_seed() -> u64 {
    // The hasher is the only random source of the standard library.
    RandomState::new().hash_one(0u8) >> 32
}

/// Draws at one table: what was asked for, read and checked.
struct Draws<'d> {
    request: &'d DrawRequest,
    table: &'d PlayTable<'d>,
    asks: &'d [PlayQuestion],
    given: Option<&'d Condition>,
    keep: Option<&'d KeepConditions>,
    /// Whether hands are dealt without exchanges, because nothing says which to keep.
    keeps_all: bool,
    seed: u64,
}

/// A condition or measure bound to the table.
enum BoundQuestion {
    Condition(Question),
    Measure(MeasureQuestion),
}

impl BoundQuestion {
    fn answer(&self, dealt: &DealtCards<'_>) -> HandAnswer {
        match self {
            BoundQuestion::Condition(question) => {
                HandAnswer::Truth(question.judge_cards(dealt).condition)
            }
            BoundQuestion::Measure(question) => HandAnswer::Value(question.value_of_cards(dealt).0),
        }
    }
}

impl Draws<'_> {
    fn turns(&self) -> TurnRange {
        let turn = self.request.turn.unwrap_or(0);
        match self.request.turns {
            Some(TextValue(turns)) => turns,
            None => TurnRange { first: turn, last: turn },
        }
    }

    fn model(&self) -> OddsModel {
        OddsModel {
            given: self.request.given.clone(),
            keep: self.keep.map(hands_kept_text),
            seen: self.asks.iter().any(PlayQuestion::reads_seen),
            ..self.table.model(self.turns().last)
        }
    }

    /// Deals hands.
    fn deal(&self) -> Result<Dealing, Refusal> {
        let mut bound = Vec::new();
        for ask in self.asks {
            bound.push(self.bind(ask)?);
        }
        let keeping = self.bind_keeping()?;
        let hands = self
            .deal_hands(&bound, keeping.as_ref())
            .map_err(OpeningsError::Draw)?;
        Ok(Dealing {
            model: self.model(),
            generator: GENERATOR,
            seed: self.seed,
            lens: self.table.world().lens,
            hands,
        })
    }

    fn bind(&self, ask: &PlayQuestion) -> Result<BoundQuestion, AskError> {
        let (world, table) = (self.table.world(), &self.table.table);
        match ask {
            PlayQuestion::Condition(condition) => {
                let terms = QuestionTerms { condition, given: None, keep: None };
                Question::new(&world, table, terms).map(BoundQuestion::Condition)
            }
            PlayQuestion::Measure(measure) => {
                let question = MeasureQuestion::new(&world, table, measure, (None, None));
                question.map(BoundQuestion::Measure)
            }
        }
    }

    /// The question which hands are kept; `None` if no hand can be exchanged.
    fn bind_keeping(&self) -> Result<Option<Question>, AskError> {
        let table = &self.table.table;
        if table.exchanges.most == Some(0) && !table.settles_hands() {
            return Ok(None);
        }
        let Ok(condition) = language::condition(EVERY_HAND, &self.table.scope) else {
            return Ok(None);
        };
        let terms = QuestionTerms { condition: &condition, given: None, keep: self.keep };
        Question::new(&self.table.world(), table, terms).map(Some)
    }

    fn deal_hands(
        &self,
        bound: &[BoundQuestion],
        keeping: Option<&Question>,
    ) -> Result<Vec<HandView>, DrawError> {
        let table = &self.table.table;
        refuse_large_piles(table)?;
        let last = self.turns().last;
        let turns = table.turns_for(last).map_err(|error| match error {
            TableError::Odds(error) => DrawError::Odds(error),
            other => DrawError::Table(Box::new(other)),
        })?;
        let mut deal = table.deal(turns, last);
        if self.keeps_all {
            deal.exchanges = Exchanges::NONE;
        }
        let dealer = Dealer::new(&deal, table.hands)?;
        dealer.check(self.request.hands, bound.len())?;
        let slots = CardSlots::new(table);
        let mut hands = Vec::new();
        let mut exchanged = 0u64;
        for number in 0..self.request.hands {
            let dealt = dealer.deal(self.seed, u64::from(number), &mut |exchanges, hand| {
                let Some(keeping) = keeping else { return Ok(Decision::Keep(Vec::new())) };
                keeping.decision(exchanges, &keeping.count_opening(&slots.of_pile(hand)))
            })?;
            let hand = self.view_hand(&dealt, &slots, bound);
            exchanged += hand
                .exchanged
                .iter()
                .map(|cards| cards.len() as u64 + 1)
                .sum::<u64>();
            if exchanged > DEALT_LIMIT {
                return Err(DrawError::TooManyCards { cards: exchanged, limit: DEALT_LIMIT });
            }
            hands.push(hand);
        }
        Ok(hands)
    }

    fn view_hand(
        &self,
        dealt: &DealtTable,
        slots: &CardSlots,
        bound: &[BoundQuestion],
    ) -> HandView {
        let table = &self.table.table;
        let pile = |dealt: &[usize]| list_cards(&table.pile, &self.order(slots.of_pile(dealt)));
        let row = dealt
            .others
            .first()
            .map_or_else(Vec::new, |cards| slots.of_row(cards));
        // Conditions read the hands of all partners as one pile, which comes last.
        let mut beside: Vec<Vec<usize>> = dealt
            .beside
            .iter()
            .map(|cards| slots.of_pile(cards))
            .collect();
        beside.push(
            dealt
                .partners
                .iter()
                .flat_map(|cards| slots.of_pile(cards))
                .collect(),
        );
        let mut moments = Vec::new();
        for (hand, seen) in dealt.hands.iter().zip(&dealt.seen) {
            let (hand, seen) = (self.order(slots.of_pile(hand)), slots.of_pile(seen));
            let read = DealtCards { seen: &seen, hand: &hand, beside: &beside, row: &row };
            let mut answers = Vec::new();
            for (ask, bound) in self.asks.iter().zip(bound) {
                answers.push((ask.text().to_owned(), bound.answer(&read)));
            }
            moments.push(HandMoment { cards: list_cards(&table.pile, &hand), answers });
        }
        let names = table.beside.iter().map(|named| named.name.clone());
        let row_cards = table.row.as_ref().map_or(&[][..], |row| &row.cards);
        HandView {
            moments,
            exchanged: dealt.exchanged.iter().map(|hand| pile(hand)).collect(),
            bottom: dealt.bottom,
            other_piles: names
                .zip(dealt.beside.iter().map(|cards| pile(cards)))
                .collect(),
            partners: dealt.partners.iter().map(|hand| pile(hand)).collect(),
            open_row: list_cards(row_cards, &row),
        }
    }

    /// Cards of a hand in the order in which they are listed: that of the draw, or of the deck.
    fn order(&self, mut slots: Vec<usize>) -> Vec<usize> {
        if self.request.sorted {
            slots.sort_unstable();
        }
        slots
    }

    /// Simulates each question for each turn.
    fn simulate(&self, desk: &mut dyn Desk, trials: u64) -> Result<SimulationReport, Refusal> {
        let (results, stopped) = self.simulate_questions(desk, trials);
        // Where every question is refused, the first refusal is that of the request.
        if let (true, Some(SimulationResult { outcome: DrawResult::Refused(first), .. })) =
            (results.iter().all(is_refused), results.first())
        {
            return Err(first.clone().into());
        }
        Ok(SimulationReport {
            model: self.model(),
            generator: GENERATOR,
            seed: self.seed,
            trials,
            stopped,
            results,
            digits: self.request.digits,
        })
    }

    /// The results by question and turn, and whether the user stopped the run before the last hand.
    fn simulate_questions(
        &self,
        desk: &mut dyn Desk,
        trials: u64,
    ) -> (Vec<SimulationResult>, bool) {
        let done = AtomicU64::new(0);
        let run = SimulationRun {
            trials,
            seed: self.seed,
            threads: self.request.threads.map_or(0, usize::from),
            stop: desk.watch_interrupt(),
            done: &done,
        };
        let world = self.table.world();
        let mut simulator = Simulator {
            world: &world,
            table: &self.table.table,
            given: self.given,
            keep: self.keep,
            run,
            dealing: &mut |deal| {
                done.store(0, Ordering::Relaxed);
                desk.run_simulation(trials, &done, deal);
            },
            budget: Budget::new(),
            stopped: false,
        };
        let results = self.simulate_turns(&mut simulator);
        (results, simulator.stopped)
    }

    fn simulate_turns(&self, simulator: &mut Simulator<'_>) -> Vec<SimulationResult> {
        let TurnRange { first, last } = self.turns();
        let mut results = Vec::new();
        for ask in self.asks {
            for turn in first..=last {
                if simulator.stopped {
                    return results;
                }
                let outcome = match ask {
                    PlayQuestion::Condition(asked) => simulator.simulate_condition(asked, turn),
                    PlayQuestion::Measure(asked) => simulator.simulate_measure(asked, turn),
                };
                results.push(SimulationResult {
                    text: ask.text().to_owned(),
                    turn,
                    outcome: outcome.unwrap_or_else(DrawResult::Refused),
                });
            }
        }
        results
    }
}

fn refuse_large_piles(table: &GameTable) -> Result<(), DrawError> {
    let row_cards = table
        .row
        .iter()
        .flat_map(|row| &row.cards)
        .map(|(_, n)| u64::from(*n))
        .sum();
    for cards in [table.cards(), row_cards] {
        if cards > CARD_LIMIT {
            return Err(OddsError::PileTooLarge { cards, limit: CARD_LIMIT }.into());
        }
    }
    Ok(())
}

/// The cards in these slots of a pile.
fn list_cards(pile: &[(Slot, u32)], slots: &[usize]) -> Vec<CardIndex> {
    slots
        .iter()
        .filter_map(|slot| pile.get(*slot))
        .map(|(slot, _)| slot.card)
        .collect()
}

/// The slot of each card, by the number that the dealer gives it.
struct CardSlots {
    pile: Vec<usize>,
    row: Vec<usize>,
}

impl CardSlots {
    fn new(table: &GameTable) -> CardSlots {
        let row = table
            .row
            .as_ref()
            .map_or_else(Vec::new, |row| number_slots(&row.cards));
        CardSlots { pile: number_slots(&table.pile), row }
    }

    fn of_pile(&self, cards: &[usize]) -> Vec<usize> {
        cards
            .iter()
            .filter_map(|card| self.pile.get(*card).copied())
            .collect()
    }

    fn of_row(&self, cards: &[usize]) -> Vec<usize> {
        cards
            .iter()
            .filter_map(|card| self.row.get(*card).copied())
            .collect()
    }
}

fn number_slots(cards: &[(Slot, u32)]) -> Vec<usize> {
    let mut slots = Vec::new();
    for (at, (_, count)) in cards.iter().enumerate() {
        slots.extend(std::iter::repeat_n(at, *count as usize));
    }
    slots
}
