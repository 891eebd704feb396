//! `sleeve odds`: how likely a draw satisfies a condition, exactly.

use super::arguments::OutputArgs;
use super::play::{PlayArgs, PlayQuestion, PlayTable, hands_kept_text, parse_questions};
use super::words::RefusedValue;
use super::{Failure, RunStatus, Session};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_language::{self as language, Condition, Measure, Truth, World};
use sleeve_odds::{
    self as odds, AdvisedTable, AskError, Budget, Fraction, FurtherQuestion, KeepConditions,
    MeasureQuestion, OddsError, Probability, Question, add_candidate_card,
};
use sleeve_report as report;
use sleeve_report::documents::odds::{OddsDocument, SeveralDocument};
use sleeve_report::odds::{
    DeckAnswers, OddsAnswer, OddsModel, OddsReport as Answers, OddsResult, SideBySide, VaryGoal,
    ask_diagnostic,
};

/// Turns that `--until` follows without `--turn`, unless the pile is drawn earlier.
const FOLLOWED_TURNS: u32 = 100;

/// Compute the exact probability of an opening hand
#[derive(Args, Debug)]
#[command(override_usage = "sleeve odds [OPTIONS] <DECK>... <CONDITION>...\n       \
        sleeve odds [OPTIONS] --pile <CLASSES> <CONDITION>...")]
#[command(after_help = "Examples:
  sleeve odds deck.toml 'count(level:0) >= 1'
  sleeve odds deck.toml 'any(effect:draw)' --turns 1..6
  sleeve odds --pile 'lands=24,other=36' --draw 7 'count(lands) >= 2'

More examples:
  sleeve odds decks/starfighter/la-meute-d-ares.toml 'count(level:0) >= 1'
  sleeve odds decks/star-realms/duel.toml --seat 2 'sum(trade) >= min(cost) in row'
  sleeve odds --pile 'lands=24,elves=8,other=28' --draw 7 'count(lands) >= 2' 'count(elves) >= 1'
  sleeve odds --pile 'elves=4,other=56' --draw 7 --at-least 0.9 --vary elves 'count(elves) >= 1'
  sleeve odds --pile 'combo=4,other=56' --draw 7 --mulligan london 'count(combo) >= 1'
  sleeve odds --pile 'lands=24,other=36' --draw 7 --mulligan london --policy 'count(lands) >= 3'
  sleeve odds --pile 'elves=4,other=56' --draw 7 --until 'count(elves) >= 1'

A condition reads the hand. `seen` is everything drawn so far, without cards put back under the pile;
`row` is the open cards. You can also read the zones of the deck:
'count(type:hero) >= 1 and min(launch) in ships <= energy'.

If a list does not mark its starting cards, sleeve sets aside those that are certain. Name the others
with --set-aside.")]
pub struct OddsCommand {
    /// Deck (unless --pile), then conditions
    ///
    /// You can also ask for a measure, such as 'sum(destiny)': it gives a distribution.
    #[arg(value_name = "DECK|CONDITION", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    play: PlayArgs,
    /// Look at the cards seen by turn N
    #[arg(long, value_name = "N", conflicts_with = "turns")]
    turn: Option<u32>,
    /// Look at each of these turns, such as 1..6
    #[arg(long, value_name = "FROM..TO", value_parser = parse_turns)]
    turns: Option<(u32, u32)>,
    /// Only count hands that satisfy this
    #[arg(long, value_name = "CONDITION")]
    given: Option<String>,
    /// Print which hands to keep
    ///
    /// The first condition then holds as often as possible. You also learn which cards to put back,
    /// and how often the other conditions hold if you play like that.
    #[arg(long, conflicts_with_all = ["keep", "given", "vary", "until"])]
    policy: bool,
    /// Print when a condition first holds
    ///
    /// You also get the average turn. The search ends at --turn, or when the pile is empty.
    #[arg(long, conflicts_with_all = ["given", "vary", "turns", "at_least"])]
    until: bool,
    /// Probability to reach: 0.9, 90% or 9/10
    ///
    /// With --vary, sleeve prints how many copies reach it. Otherwise the exit status is 1 if it is
    /// not reached.
    #[arg(long, value_name = "P", value_parser = parse_probability)]
    at_least: Option<Fraction>,
    /// Try every number of copies of these cards
    ///
    /// Other cards make room for them. Without --at-least, sleeve prints the best number.
    #[arg(long, value_name = "FILTER", conflicts_with = "turns")]
    vary: Option<String>,
    /// Decimal places of percentages
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=100))]
    digits: u32,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn parse_turns(text: &str) -> Result<(u32, u32), RefusedValue> {
    let wrong = || RefusedValue::from(word!("write FROM..TO, such as 1..6"));
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    // Both ends count in any case, so that `1..=6` of those who write Rust means the same.
    let to = to.strip_prefix('=').unwrap_or(to);
    let (from, to) = (from.parse().map_err(|_| wrong())?, to.parse().map_err(|_| wrong())?);
    if to < from {
        return Err(RefusedValue::from(word!(
            "the first turn cannot come after the last; 0 is the opening hand"
        )));
    }
    if to > odds::TURN_LIMIT {
        let most = odds::TURN_LIMIT;
        return Err(RefusedValue::new(|lang| say!(lang, "turns go up to {most}")));
    }
    Ok((from, to))
}

fn parse_probability(text: &str) -> Result<Fraction, RefusedValue> {
    let wrong = || RefusedValue::from(word!("write a probability: 0.9, 90% or 9/10"));
    Fraction::parse(text).filter(|p| *p <= Fraction::one()).ok_or_else(wrong)
}

impl OddsCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<RunStatus, Failure> {
        let decks = self.play.count_decks(session, &self.words);
        if decks > 1 {
            return self.compare_decks(session, decks);
        }
        let mut act = |session: &mut Session<'_>, stage: &PlayTable<'_>, words: &[String]| {
            let answers = self.answer_all(session, stage, words)?;
            if let Some(failure) = first_refusal(session, &answers.asked) {
                return Err(failure);
            }
            session.print(
                self.output,
                |out, style, quiet| answers.write(out, style, quiet),
                || OddsDocument::new(&answers),
            )?;
            Ok(self.status(&answers.asked))
        };
        self.play.act_at_table(session, &self.words, &mut act)
    }

    /// Asks the same questions of several decks, and prints the answers side by side.
    fn compare_decks(&self, session: &mut Session<'_>, decks: usize) -> Result<RunStatus, Failure> {
        let (paths, questions) = self.words.split_at(decks);
        let mut columns: Vec<DeckAnswers> = Vec::new();
        let mut status = RunStatus::Fine;
        let mut failure = None;
        for path in paths {
            let words = [std::slice::from_ref(path), questions].concat();
            let mut act = |session: &mut Session<'_>, stage: &PlayTable<'_>, words: &[String]| {
                let answers = self.answer_all(session, stage, words)?;
                failure = failure.take().or(first_refusal(session, &answers.asked));
                let style = session.style;
                columns.push(DeckAnswers {
                    name: answers.model.source.title().unwrap_or(path).to_owned(),
                    model: answers.model.lines(&style),
                    document: OddsDocument::new(&answers).value(),
                    asked: answers.asked,
                });
                Ok(RunStatus::Fine)
            };
            self.play.act_at_table(session, &words, &mut act)?;
        }
        // A deck without an answer shows its error in its column, if another deck has an answer.
        if let (Some(failure), false) =
            (failure, columns.iter().flat_map(|deck| &deck.asked).any(OddsAnswer::is_answered))
        {
            return Err(failure);
        }
        for deck in &columns {
            status = status.max(self.status(&deck.asked));
        }
        distinguish_titles(&mut columns, paths);
        let answers = SideBySide { decks: columns, digits: self.digits, wanted: self.vary_goal() };
        session.print(
            self.output,
            |out, style, quiet| answers.write(out, style, quiet),
            || SeveralDocument::new(answers.decks.iter().map(|deck| &deck.document).collect()),
        )?;
        Ok(status)
    }

    fn vary_goal(&self) -> VaryGoal {
        VaryGoal { enough: self.at_least.clone(), vary: self.vary.clone() }
    }

    fn turn_range(&self) -> (u32, u32) {
        let one = self.turn.unwrap_or(0);
        self.turns.unwrap_or((one, one))
    }

    /// The last turn to compute: that of the options, or with `--until` the one in which the pile
    /// runs out.
    fn last_turn(&self, stage: &PlayTable<'_>) -> Result<u32, AskError> {
        let (_, last) = self.turn_range();
        if !self.until || last > 0 {
            return Ok(last);
        }
        let table = &stage.table;
        let turns = table.turns_for(FOLLOWED_TURNS)?;
        let cards = u32::try_from(table.cards()).unwrap_or(u32::MAX);
        let moments = match odds::moments(cards, table.hand, &turns, FOLLOWED_TURNS) {
            Err(OddsError::LeftOut { turn }) => return Ok(turn.saturating_sub(1)),
            moments => moments.map_err(AskError::from)?,
        };
        let short = moments.iter().position(|moment| moment.short);
        // The turn before the first in which too few cards are left.
        let last = short.map(|turn| turn.saturating_sub(1));
        Ok(last.and_then(|turn| u32::try_from(turn).ok()).unwrap_or(FOLLOWED_TURNS))
    }

    /// Answers all questions at one table.
    fn answer_all<'s>(
        &'s self,
        session: &Session<'_>,
        stage: &'s PlayTable<'_>,
        words: &[String],
    ) -> Result<Answers<'s>, Failure> {
        if words.is_empty() {
            return Err(session.refusal(CliMessage::NoConditionAsked));
        }
        let given =
            self.given.as_deref().map(|text| stage.parse_condition(session, text)).transpose()?;
        let keep = if self.policy { None } else { self.play.read_hands_kept(session, stage)? };
        let asks = parse_questions(session, stage, words)?;
        let fail = |error: AskError| session.failure(&ask_diagnostic(&error, session.talk.lang));
        let last = self.last_turn(stage).map_err(fail)?;
        let turns = stage.table.turns_for(last).map_err(|e| fail(e.into()))?;
        let table = TableQuestioner {
            odds: self,
            session,
            stage,
            given: given.as_ref(),
            keep: keep.as_ref(),
            last,
            budget: Budget::new(),
        };
        let mut asked: Vec<OddsAnswer> = if self.policy {
            table.answer_with_advice(&asks)?
        } else {
            asks.iter().map(|ask| table.answer_question(ask)).collect::<Result<_, _>>()?
        };
        // Copies that are varied need not be in the deck.
        if self.vary.is_none() {
            for (answer, ask) in asked.iter_mut().zip(&asks) {
                answer.counted = ask.count_cards(stage);
            }
        }
        let cards = u32::try_from(stage.table.cards()).unwrap_or(u32::MAX);
        let moments = odds::moments(cards, stage.table.hand, &turns, last);
        Ok(Answers {
            model: OddsModel {
                source: stage.source,
                table: &stage.table,
                turn: last,
                given: self.given.as_deref(),
                keep: keep.as_ref().map(hands_kept_text),
                seen: asks.iter().any(PlayQuestion::reads_seen),
                varied: self.vary.is_some(),
            },
            asked,
            digits: self.digits,
            wanted: self.vary_goal(),
            moments: moments.unwrap_or_default(),
        })
    }

    fn status(&self, asked: &[OddsAnswer]) -> RunStatus {
        if asked.iter().any(|asked| asked.refusal().is_some()) {
            return RunStatus::Unusable;
        }
        let Some(enough) = self.at_least.as_ref().filter(|_| self.vary.is_none()) else {
            let is_open = asked.iter().any(OddsAnswer::is_open);
            return if is_open { RunStatus::Undetermined } else { RunStatus::Fine };
        };
        let status = |answer: &Probability| match report::odds::is_reached(answer, enough) {
            Truth::True => RunStatus::Fine,
            Truth::False => RunStatus::No,
            Truth::Unknown => RunStatus::Undetermined,
        };
        let all = asked.iter().flat_map(OddsAnswer::chances).map(|(_, answer)| status(answer));
        all.max().unwrap_or(RunStatus::Fine)
    }
}

/// Adds the file to the titles of decks that have the same title.
fn distinguish_titles(decks: &mut [DeckAnswers], paths: &[String]) {
    let titles: Vec<String> = decks.iter().map(|deck| deck.name.clone()).collect();
    for ((deck, title), path) in decks.iter_mut().zip(&titles).zip(paths) {
        let mut others = titles.iter().zip(paths);
        if title != path && others.any(|(other, file)| other == title && file != path) {
            deck.name = format!("{title} ({path})");
        }
    }
}

/// If no question has an answer, returns the first error as the failure of the command.
fn first_refusal(session: &Session<'_>, asked: &[OddsAnswer]) -> Option<Failure> {
    if asked.iter().any(OddsAnswer::is_answered) {
        return None;
    }
    let error = asked.iter().find_map(OddsAnswer::refusal)?;
    Some(session.failure(&ask_diagnostic(error, session.talk.lang)))
}

/// The probabilities or distributions of a question by turn, without answers to options such as
/// `--vary`.
fn new_answer(
    text: &str,
    is_measure: bool,
    turns: Vec<(u32, Result<OddsResult, AskError>)>,
) -> OddsAnswer {
    OddsAnswer {
        text: text.to_owned(),
        is_measure,
        turns,
        copies: None,
        until: None,
        advice: None,
        provisional: false,
        counted: Vec::new(),
    }
}

/// Answers the questions of a command at one table.
struct TableQuestioner<'q, 'a> {
    odds: &'q OddsCommand,
    session: &'q Session<'a>,
    stage: &'q PlayTable<'q>,
    given: Option<&'q Condition>,
    keep: Option<&'q KeepConditions>,
    last: u32,
    budget: Budget,
}

impl TableQuestioner<'_, '_> {
    fn turns(&self) -> std::ops::RangeInclusive<u32> {
        let (first, last) = self.odds.turn_range();
        first..=last
    }

    /// Answers one condition or measure. The answer may be an error; a failure is a mistake in the
    /// options.
    fn answer_question(&self, ask: &PlayQuestion) -> Result<OddsAnswer, Failure> {
        match ask {
            PlayQuestion::Condition(condition) => self.answer_condition(condition),
            PlayQuestion::Measure(measure) => self.answer_measure(measure),
        }
    }

    fn refused_answer(&self, text: &str, is_measure: bool, error: &AskError) -> OddsAnswer {
        new_answer(text, is_measure, self.turns().map(|turn| (turn, Err(error.clone()))).collect())
    }

    fn answer_condition(&self, condition: &Condition) -> Result<OddsAnswer, Failure> {
        let (odds, stage, budget) = (self.odds, self.stage, &self.budget);
        let parse =
            |text: &String| self.session.parse("condition", text, &stage.scope, language::filter);
        let filter = odds.vary.as_ref().map(parse).transpose()?;
        let terms = odds::QuestionTerms { condition, given: self.given, keep: self.keep };
        let bind = |world: &World<'_>| -> Result<Question, AskError> {
            let table = match &filter {
                Some(filter) => add_candidate_card(world, &stage.table, filter),
                None => stage.table.clone(),
            };
            Question::new(world, &table, terms)
        };
        let chance = |question: &Question, turn| {
            question.probability_on_budget(turn, budget).map(OddsResult::Chance)
        };
        let count = |question: &Question| {
            self.turns().map(|turn| (turn, chance(question, turn))).collect::<Vec<_>>()
        };
        let question = match bind(&stage.world) {
            Ok(question) => question,
            Err(error) => return Ok(self.refused_answer(condition.text(), false, &error)),
        };
        let turns = count(&question);
        let enough = odds.at_least.as_ref().map(|enough| (enough, 2));
        let copies = filter.as_ref().map(|filter| {
            question.probability_by_copies(&stage.world, filter, self.last, enough, budget)
        });
        let until = odds.until.then(|| question.first_time_on_budget(self.last, budget));
        let attested = stage.attested_world.as_ref().map(bind);
        // Questions with the same result have the same answers, so only the others are counted
        // again.
        let is_same =
            |attested: Question| attested.is_same_as(&question) || count(&attested) == turns;
        // Where attested facts alone give no answer, this one rests on the others.
        let provisional = attested.is_some_and(|attested| !attested.is_ok_and(is_same));
        let answer = new_answer(condition.text(), false, turns);
        Ok(OddsAnswer { copies, until, provisional, ..answer })
    }

    fn answer_measure(&self, measure: &Measure) -> Result<OddsAnswer, Failure> {
        let (odds, stage, budget) = (self.odds, self.stage, &self.budget);
        if odds.vary.is_some() || odds.until {
            return Err(self.measure_failure());
        }
        let rules = (self.given, self.keep);
        let bind = |world: &World<'_>| MeasureQuestion::new(world, &stage.table, measure, rules);
        let distribution = |question: &MeasureQuestion, turn| {
            question.distribution_on_budget(turn, budget).map(OddsResult::Values)
        };
        let count = |question: &MeasureQuestion| {
            self.turns().map(|turn| (turn, distribution(question, turn))).collect::<Vec<_>>()
        };
        let question = match bind(&stage.world) {
            Ok(question) => question,
            Err(error) => return Ok(self.refused_answer(measure.text(), true, &error)),
        };
        let turns = count(&question);
        let attested = stage.attested_world.as_ref().map(bind);
        let is_same =
            |attested: MeasureQuestion| attested.is_same_as(&question) || count(&attested) == turns;
        let provisional = attested.is_some_and(|attested| !attested.is_ok_and(is_same));
        Ok(OddsAnswer { provisional, ..new_answer(measure.text(), true, turns) })
    }

    /// Finds the best mulligan policy for the first condition, and answers the other questions
    /// under that policy.
    fn answer_with_advice(&self, asks: &[PlayQuestion]) -> Result<Vec<OddsAnswer>, Failure> {
        let (stage, budget) = (self.stage, &self.budget);
        let Some((PlayQuestion::Condition(aim), others)) = asks.split_first() else {
            return Err(self.measure_failure());
        };
        let further: Vec<FurtherQuestion<'_>> = others
            .iter()
            .map(|ask| match ask {
                PlayQuestion::Condition(condition) => FurtherQuestion::Condition(condition),
                PlayQuestion::Measure(measure) => FurtherQuestion::Measure(measure),
            })
            .collect();
        let refused = |error: &AskError| {
            let each = |ask: &PlayQuestion| {
                self.refused_answer(ask.text(), matches!(ask, PlayQuestion::Measure(_)), error)
            };
            Ok(asks.iter().map(each).collect())
        };
        let fitting = AdvisedTable::with_affordable_questions(
            &stage.world,
            &stage.scope,
            &stage.table,
            aim,
            &further,
            (self.last, budget),
        );
        let (advised, numbers) = match fitting {
            Ok(fitting) => fitting,
            Err(error) => return refused(&error),
        };
        // The aim is a question too: that with the number 0.
        let numbers = [vec![Ok(0)], numbers].concat();
        let work = |advised: &AdvisedTable| -> Result<_, AskError> {
            let advice = advised.advise(self.last, budget)?;
            let answer = |number: usize, ask: &PlayQuestion, turn: u32| match ask {
                // The advice was computed for this condition and turn: its probability is known.
                _ if number == 0 && turn == self.last => {
                    Ok(OddsResult::Chance(advice.optimal.clone()))
                }
                PlayQuestion::Condition(_) => {
                    advised.probability(number, turn, &advice, budget).map(OddsResult::Chance)
                }
                PlayQuestion::Measure(_) => {
                    advised.distribution(number, turn, &advice, budget).map(OddsResult::Values)
                }
            };
            let answer =
                |number: &Result<usize, AskError>, ask: &PlayQuestion, turn: u32| match number {
                    Ok(number) => answer(*number, ask, turn),
                    Err(error) => Err(error.clone()),
                };
            let turns = asks.iter().zip(&numbers).map(|(ask, number)| {
                self.turns().map(|turn| (turn, answer(number, ask, turn))).collect::<Vec<_>>()
            });
            let turns: Vec<_> = turns.collect();
            Ok((advice, turns))
        };
        let (advice, turns) = match work(&advised) {
            Ok(answers) => answers,
            Err(error) => return refused(&error),
        };
        // Questions with an error keep it; only the others are asked again with attested facts.
        let affordable: Vec<FurtherQuestion<'_>> = further
            .iter()
            .zip(numbers.iter().skip(1))
            .filter(|(_, number)| number.is_ok())
            .map(|(other, _)| *other)
            .collect();
        let attested = stage
            .attested_world
            .as_ref()
            .map(|world| AdvisedTable::new(world, &stage.scope, &stage.table, aim, &affordable));
        let attested = attested.map(|attested| match attested {
            Ok(attested) if attested.is_same_as(&advised) => Some(turns.clone()),
            Ok(attested) => work(&attested).ok().map(|(_, turns)| turns),
            Err(_) => None,
        });
        let mut advice = Some(advice);
        let all = asks.iter().zip(turns).enumerate();
        Ok(all
            .map(|(at, (ask, turns))| OddsAnswer {
                provisional: attested.as_ref().is_some_and(|attested| {
                    attested
                        .as_ref()
                        .and_then(|attested| attested.get(at))
                        .is_none_or(|attested| *attested != turns)
                }),
                advice: advice.take(),
                ..new_answer(ask.text(), matches!(ask, PlayQuestion::Measure(_)), turns)
            })
            .collect())
    }

    fn measure_failure(&self) -> Failure {
        self.session.refusal(if self.odds.policy {
            CliMessage::PolicyForMeasure
        } else {
            CliMessage::VaryOfMeasure
        })
    }
}
