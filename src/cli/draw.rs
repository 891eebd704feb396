//! `sleeve draw`: opening hands dealt as at the table, or very many of them counted.

use super::arguments::OutputArgs;
use super::odds::parse_turns;
use super::play::{PlayArgs, PlayQuestion, PlayTable, hands_kept_text, parse_questions};
use super::{Failure, RunStatus, Session, progress};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_language::{self as language, Condition, Slot};
use sleeve_odds::draw::{
    CARD_LIMIT, DEALT_LIMIT, Dealer, DealtTable, DrawError, DrawResult, GENERATOR, SimulationRun,
    Simulator,
};
use sleeve_odds::{
    self as odds, AskError, Budget, DealtCards, Decision, Exchanges, KeepConditions,
    MeasureQuestion, Question,
};
use sleeve_report::Severity;
use sleeve_report::documents::draw::{DealDocument, TrialsDocument};
use sleeve_report::draws::{
    Dealing, HandAnswer, HandMoment, HandView, SimulationReport, SimulationResult as Line,
    describe_basis,
};
use sleeve_report::odds::{OddsModel, ask_diagnostic, draw_diagnostic, openings_diagnostic};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A condition that every hand satisfies.
const EVERY_HAND: &str = "count() >= 0";

/// Deal opening hands, or simulate millions
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve draw deck.toml --hands 3 --seed 7
  sleeve draw deck.toml 'count(level:0) >= 1' --turns 1..4
  sleeve draw deck.toml 'any(effect:draw)' --trials 1000000

More examples:
  sleeve draw decks/starfighter/la-meute-d-ares.toml
  sleeve draw decks/star-realms/duel.toml --seat 2 --hands 3 --seed 7
  sleeve draw --pile 'lands=24,other=36' --draw 7 'count(lands)' --trials 1000000

A measure among the conditions gives a distribution. sleeve prints the seed, so that you can repeat
any deal with --seed.

If a list does not mark its starting cards, sleeve sets aside those that are certain. Name the others
with --set-aside.")]
pub struct DrawCommand {
    /// Deck (unless --pile), then conditions
    ///
    /// You can also ask for a measure, such as 'sum(destiny)': it gives a distribution.
    #[arg(value_name = "DECK|CONDITION")]
    words: Vec<String>,
    #[command(flatten)]
    play: PlayArgs,
    /// Number of hands to deal
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000), conflicts_with = "trials")]
    hands: u32,
    /// Simulate this many hands instead
    #[arg(long, value_name = "N")]
    trials: Option<u64>,
    /// Repeat a deal: same seed, same hands
    ///
    /// This also holds in later versions.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of threads of a simulation
    ///
    /// The results do not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Draw up to this turn
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000), conflicts_with = "turns")]
    turn: Option<u32>,
    /// Draw and show these turns, such as 1..4
    #[arg(long, value_name = "FROM..TO", value_parser = parse_turns)]
    turns: Option<(u32, u32)>,
    /// Only simulate hands that satisfy this
    #[arg(long, value_name = "CONDITION", requires = "trials")]
    given: Option<String>,
    /// Decimal places of percentages
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=15))]
    digits: u32,
    #[command(flatten)]
    output: OutputArgs,
}

impl DrawCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<RunStatus, Failure> {
        let mut act = |session: &mut Session<'_>, stage: &PlayTable<'_>, words: &[String]| {
            self.draw_at_table(session, stage, words)
        };
        self.play.act_at_table(session, &self.words, &mut act)
    }

    fn seed(&self) -> u64 {
        // The hasher is the only random source of the standard library. 32 bits are enough and easy
        // to type.
        self.seed.unwrap_or_else(|| RandomState::new().hash_one(0u8) >> 32)
    }

    fn turn_range(&self) -> (u32, u32) {
        let one = self.turn.unwrap_or(0);
        self.turns.unwrap_or((one, one))
    }

    fn draw_at_table(
        &self,
        session: &mut Session<'_>,
        stage: &PlayTable<'_>,
        words: &[String],
    ) -> Result<RunStatus, Failure> {
        let asks = parse_questions(session, stage, words)?;
        if self.trials.is_some() && asks.is_empty() {
            return Err(session.refusal(CliMessage::NothingAsked));
        }
        let given =
            self.given.as_deref().map(|text| stage.parse_condition(session, text)).transpose()?;
        let mut keep = self.play.read_hands_kept(session, stage)?;
        let is_exchanged = stage.table.exchanges.most != Some(0);
        // A simulation keeps hands by the best play for the questions; dealt hands need `--keep`.
        let keeps_all = keep.is_none() && is_exchanged && self.trials.is_none();
        if keeps_all {
            session.say_message(Severity::Note, CliMessage::NothingKept);
            keep = Some(KeepConditions::all(stage.parse_condition(session, EVERY_HAND)?));
        }
        let model = OddsModel {
            source: stage.source,
            table: &stage.table,
            turn: self.turn_range().1,
            given: self.given.as_deref(),
            keep: keep.as_ref().map(hands_kept_text),
            seen: asks.iter().any(PlayQuestion::reads_seen),
            varied: false,
        };
        let seed = self.seed();
        let whole = DrawRequest { stage, questions: asks, keep, keeps_all, given, model, seed };
        match self.trials {
            Some(trials) => self.simulate(session, &whole, trials),
            None => self.deal(session, &whole),
        }
    }
}

/// What `sleeve draw` was asked for, read and checked.
struct DrawRequest<'a> {
    stage: &'a PlayTable<'a>,
    questions: Vec<PlayQuestion>,
    keep: Option<KeepConditions>,
    /// Whether hands are dealt without exchanges, because nothing says which to keep.
    keeps_all: bool,
    given: Option<Condition>,
    model: OddsModel<'a>,
    seed: u64,
}

impl DrawRequest<'_> {
    fn generator(&self) -> &'static str {
        GENERATOR
    }
}

/// A condition or measure bound to the table.
enum BoundQuestion {
    Condition(Question),
    Measure(MeasureQuestion),
}

impl DrawCommand {
    /// Deals hands and prints them.
    fn deal(
        &self,
        session: &mut Session<'_>,
        whole: &DrawRequest<'_>,
    ) -> Result<RunStatus, Failure> {
        let (bound, rules) = self
            .bind_questions(whole)
            .map_err(|error| session.failure(&ask_diagnostic(&error, session.talk.lang)))?;
        let hands = self.deal_hands(whole, &bound, rules.as_ref());
        let hands =
            hands.map_err(|error| session.failure(&draw_diagnostic(&error, session.talk.lang)))?;
        let dealing = Dealing {
            model: &whole.model,
            generator: whole.generator(),
            seed: whole.seed,
            world: &whole.stage.world,
            hands,
        };
        session.print(
            self.output,
            |out, style, quiet| dealing.write(out, style, quiet),
            || DealDocument::new(&dealing),
        )?;
        let answers = dealing.hands.iter().flat_map(|hand| &hand.moments);
        let is_open =
            answers.flat_map(|moment| &moment.answers).any(|(_, answer)| answer.is_open());
        Ok(if is_open { RunStatus::Undetermined } else { RunStatus::Fine })
    }

    fn bind_questions(
        &self,
        whole: &DrawRequest<'_>,
    ) -> Result<(Vec<BoundQuestion>, Option<Question>), AskError> {
        let (world, table) = (&whole.stage.world, &whole.stage.table);
        let ask = |ask: &PlayQuestion| match ask {
            PlayQuestion::Condition(condition) => {
                let terms = odds::QuestionTerms { condition, given: None, keep: None };
                Question::new(world, table, terms).map(BoundQuestion::Condition)
            }
            PlayQuestion::Measure(measure) => {
                MeasureQuestion::new(world, table, measure, (None, None))
                    .map(BoundQuestion::Measure)
            }
        };
        let bound = whole.questions.iter().map(ask).collect::<Result<_, _>>()?;
        let looks = table.exchanges.most != Some(0) || table.settles_hands();
        let nothing = language::condition(EVERY_HAND, &whole.stage.scope).ok();
        let rules = nothing.as_ref().filter(|_| looks).map(|condition| {
            let terms = odds::QuestionTerms { condition, given: None, keep: whole.keep.as_ref() };
            Question::new(world, table, terms)
        });
        Ok((bound, rules.transpose()?))
    }

    fn deal_hands(
        &self,
        whole: &DrawRequest<'_>,
        bound: &[BoundQuestion],
        rules: Option<&Question>,
    ) -> Result<Vec<HandView>, DrawError> {
        let table = &whole.stage.table;
        let last = self.turn_range().1;
        let row_cards =
            table.row.iter().flat_map(|row| &row.cards).map(|(_, n)| u64::from(*n)).sum();
        for cards in [table.cards(), row_cards] {
            if cards > CARD_LIMIT {
                return Err(odds::OddsError::PileTooLarge { cards, limit: CARD_LIMIT }.into());
            }
        }
        let slots = |cards: &[(Slot, u32)]| -> Vec<usize> {
            let numbered = cards.iter().enumerate();
            numbered.flat_map(|(at, (_, n))| std::iter::repeat_n(at, *n as usize)).collect()
        };
        let pile = slots(&table.pile);
        let row = table.row.as_ref().map_or_else(Vec::new, |row| slots(&row.cards));
        let turns = table.turns_for(last).map_err(|error| match error {
            odds::TableError::Odds(error) => DrawError::Odds(error),
            other => DrawError::Table(Box::new(other)),
        })?;
        let mut deal = table.deal(turns, last);
        if whole.keeps_all {
            deal.exchanges = Exchanges::NONE;
        }
        let dealer = Dealer::new(&deal, table.hands)?;
        dealer.check(self.hands, bound.len())?;
        let slot_of = |cards: &[usize], pile: &[usize]| -> Vec<usize> {
            cards.iter().filter_map(|card| pile.get(*card).copied()).collect()
        };
        let show = |number: u32| -> Result<HandView, DrawError> {
            let mut look = |exchanges: usize, hand: &[usize]| {
                let Some(rules) = rules else { return Ok(Decision::Keep(Vec::new())) };
                let hand = slot_of(hand, &pile);
                rules.decision(exchanges, &rules.count_opening(&hand))
            };
            let dealt = dealer.deal(whole.seed, u64::from(number), &mut look)?;
            Ok(view_hand(
                &dealt,
                &|cards| slot_of(cards, &pile),
                &|cards| slot_of(cards, &row),
                bound,
                whole,
            ))
        };
        let mut hands = Vec::new();
        let mut exchanged = 0u64;
        for number in 0..self.hands {
            let hand = show(number)?;
            exchanged += hand.exchanged.iter().map(|cards| cards.len() as u64 + 1).sum::<u64>();
            if exchanged > DEALT_LIMIT {
                let error = DrawError::TooManyCards { cards: exchanged, limit: DEALT_LIMIT };
                return Err(error);
            }
            hands.push(hand);
        }
        Ok(hands)
    }
}

type ToSlots<'a> = dyn Fn(&[usize]) -> Vec<usize> + 'a;

fn view_hand(
    dealt: &DealtTable,
    pile: &ToSlots<'_>,
    row: &ToSlots<'_>,
    bound: &[BoundQuestion],
    whole: &DrawRequest<'_>,
) -> HandView {
    let table = &whole.stage.table;
    let card = |slot: &usize| table.pile.get(*slot).map(|(slot, _)| slot.card);
    let cards = |slots: &[usize]| slots.iter().filter_map(card).collect::<Vec<_>>();
    let shown_row = dealt.others.first().map_or_else(Vec::new, |cards| row(cards));
    let row_card = |slot: &usize| {
        table.row.as_ref().and_then(|row| row.cards.get(*slot)).map(|(slot, _)| slot.card)
    };
    // Conditions read the hands of all partners as one pile, which comes last.
    let mut beside: Vec<Vec<usize>> = dealt.beside.iter().map(|cards| pile(cards)).collect();
    beside.push(dealt.partners.iter().flat_map(|cards| pile(cards)).collect());
    let moments = dealt.hands.iter().zip(&dealt.seen).map(|(hand, seen)| {
        let (hand, seen) = (pile(hand), pile(seen));
        let dealt = DealtCards { seen: &seen, hand: &hand, beside: &beside, row: &shown_row };
        let answer = |bound: &BoundQuestion| match bound {
            BoundQuestion::Condition(q) => HandAnswer::Truth(q.judge_cards(&dealt).condition),
            BoundQuestion::Measure(m) => HandAnswer::Value(m.value_of_cards(&dealt).0),
        };
        let answers = whole.questions.iter().zip(bound);
        let answers = answers.map(|(ask, bound)| (ask.text().to_owned(), answer(bound)));
        HandMoment { cards: cards(&hand), answers: answers.collect() }
    });
    HandView {
        moments: moments.collect(),
        exchanged: dealt.exchanged.iter().map(|hand| cards(&pile(hand))).collect(),
        bottom: dealt.bottom,
        other_piles: table
            .beside
            .iter()
            .zip(&dealt.beside)
            .map(|(named, dealt)| (named.name.clone(), cards(&pile(dealt))))
            .collect(),
        partners: dealt.partners.iter().map(|hand| cards(&pile(hand))).collect(),
        open_row: shown_row.iter().filter_map(row_card).collect(),
    }
}

impl DrawCommand {
    /// Simulates each question for each turn, and prints the counts.
    fn simulate(
        &self,
        session: &mut Session<'_>,
        whole: &DrawRequest<'_>,
        trials: u64,
    ) -> Result<RunStatus, Failure> {
        let results = self.simulate_questions(session, whole, trials);
        let (results, stopped) = results;
        let refused = |line: &&Line| matches!(line.outcome, DrawResult::Refused(_));
        let refusals = results.iter().filter(refused).count();
        // Where every question is refused, the first refusal is the failure of the command.
        if let (true, Some(Line { outcome: DrawResult::Refused(first), .. })) =
            (refusals == results.len(), results.iter().find(refused))
        {
            return Err(session.failure(&openings_diagnostic(first, session.talk.lang)));
        }
        // A run that the user stopped may have dealt no hand that counts.
        let is_open = !stopped && results.iter().any(|line| line.outcome.is_open());
        let status = if refusals > 0 {
            RunStatus::Unusable
        } else if is_open {
            RunStatus::Undetermined
        } else {
            RunStatus::Fine
        };
        let report = SimulationReport {
            generator: whole.generator(),
            seed: whole.seed,
            trials,
            stopped,
            results: &results,
            digits: self.digits,
        };
        session.print(
            self.output,
            |out, style, quiet| {
                let basis = (!quiet).then(|| describe_basis(&whole.model, style));
                report.write(out, style, &basis.unwrap_or_default())
            },
            || TrialsDocument::new(&report, &whole.model, &results),
        )?;
        Ok(status)
    }

    /// The results by question and turn, and whether the user stopped the run before the last hand.
    fn simulate_questions(
        &self,
        session: &mut Session<'_>,
        whole: &DrawRequest<'_>,
        trials: u64,
    ) -> (Vec<Line>, bool) {
        let (first, last) = self.turn_range();
        let done = AtomicU64::new(0);
        let run = SimulationRun {
            trials,
            seed: whole.seed,
            threads: self.threads.map_or(0, usize::from),
            stop: progress::watch_interrupt(),
            done: &done,
        };
        let (hands, words) = (run.trials.max(1), word!(session.talk.lang, "hands"));
        let line = |taken: Duration| {
            let dealt = done.load(Ordering::Relaxed);
            let percent = u128::from(dealt) * 100 / u128::from(hands);
            Some(format!("{percent} %, {dealt} {words}, {} s ", taken.as_secs()))
        };
        let mut simulator = Simulator {
            world: &whole.stage.world,
            table: &whole.stage.table,
            given: whole.given.as_ref(),
            keep: whole.keep.as_ref(),
            run,
            dealing: &mut |deal| {
                done.store(0, Ordering::Relaxed);
                progress::run_with_progress(session.terminal(), line, deal);
            },
            budget: Budget::new(),
            stopped: false,
        };
        let mut lines = Vec::new();
        for ask in &whole.questions {
            for turn in first..=last {
                if simulator.stopped {
                    break;
                }
                let outcome = match ask {
                    PlayQuestion::Condition(condition) => {
                        simulator.simulate_condition(condition, turn)
                    }
                    PlayQuestion::Measure(measure) => simulator.simulate_measure(measure, turn),
                };
                let outcome = outcome.unwrap_or_else(DrawResult::Refused);
                lines.push(Line { text: ask.text().to_owned(), turn, outcome });
            }
        }
        (lines, simulator.stopped)
    }
}
