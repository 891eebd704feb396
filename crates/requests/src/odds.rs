//! How likely draws satisfy conditions, exactly.

use crate::{
    Answer, AnswerStatus, Desk, PlayOptions, Refusal, RequestMessage, TextValue,
    draw::two_digits,
    play::{PlayQuestion, PlayTable, hands_kept_text, parse},
    seen::SeenGames,
    values::{TurnRange, list, within},
};
use sleeve_language::{self as language, Condition, Filter, Measure, Truth, World};
use sleeve_odds::{
    self as odds, Advice, AdvisedTable, AskError, Budget, Fraction, FurtherQuestion,
    KeepConditions, MeasureQuestion, OddsError, Probability, Question, QuestionTerms,
    add_candidate_card,
};
use sleeve_report as report;
use sleeve_report::{
    Style,
    documents::odds::{OddsDocument, SeveralDocument},
    odds::{DeckAnswers, OddsAnswer, OddsModel, OddsReport, OddsResult, SideBySide, VaryGoal},
};
use std::{
    io::{self, Write},
    ops::RangeInclusive,
    path::PathBuf,
};

/// Turns that `until` follows without a turn, unless the pile is drawn earlier.
const FOLLOWED_TURNS: u32 = 100;
/// Most decimal places of percentages.
const DIGIT_LIMIT: u64 = 100;

fields! {
    /// How likely draws from decks or a pile satisfy conditions.
    OddsRequest -> OddsAnswers {
        /// Deck files; the answers of several stand side by side
        #[arg(skip)]
        #[serde(deserialize_with = "list")]
        decks: Vec<PathBuf>,
        /// Conditions, and measures such as 'sum(destiny)', which give a distribution
        #[arg(skip)]
        #[serde(deserialize_with = "list")]
        conditions: Vec<String>,
        ..play: PlayOptions,
        /// Look at the cards seen by turn N
        #[arg(long, value_name = "N", conflicts_with = "turns")]
        turn: Option<u32>,
        /// Look at each of these turns, such as 1..6
        #[arg(long, value_name = "FROM..TO")]
        turns: Option<TextValue<TurnRange>>,
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
        /// Compare with what you saw, such as 101/126
        ///
        /// The condition held in 101 of 126 games: how likely is that with fair shuffles? Repeat the
        /// option for further conditions, in their order. A file with a hand on each line, `;` between
        /// its cards, answers all conditions.
        #[arg(long, value_name = "HITS/GAMES", conflicts_with_all = ["policy", "until", "vary", "turns", "at_least"])]
        seen: Vec<TextValue<SeenGames>>,
        /// Probability to reach: 0.9, 90% or 9/10
        ///
        /// With --vary, sleeve prints how many copies reach it. Otherwise the exit status is 1 if it is
        /// not reached.
        #[arg(long, value_name = "P")]
        at_least: Option<TextValue<Fraction>>,
        /// Try every number of copies of these cards
        ///
        /// Other cards make room for them. Without --at-least, sleeve prints the best number.
        #[arg(long, value_name = "FILTER", conflicts_with = "turns")]
        vary: Option<String>,
        /// Decimal places of percentages
        #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=DIGIT_LIMIT as i64))]
        #[serde(default = "two_digits", deserialize_with = "within::<0, DIGIT_LIMIT, _, _>")]
        digits: u32,
    }
}

/// The answers for one deck or pile, or for several decks.
pub enum OddsAnswers {
    One(Box<OddsReport>),
    Several(SideBySide),
}

impl Answer for OddsAnswers {
    fn status(&self) -> AnswerStatus {
        match self {
            OddsAnswers::One(report) => report_status(report),
            OddsAnswers::Several(all) => {
                let statuses = all.decks.iter().map(|deck| report_status(&deck.report));
                statuses.max().unwrap_or(AnswerStatus::Fine)
            }
        }
    }

    fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        match self {
            OddsAnswers::One(report) => report.write(out, style, quiet),
            OddsAnswers::Several(all) => all.write(out, style, quiet),
        }
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            OddsAnswers::One(report) => report::forms::json::write(&OddsDocument::new(report), out),
            OddsAnswers::Several(all) => {
                let decks = all.decks.iter().map(|deck| OddsDocument::new(&deck.report));
                report::forms::json::write(&SeveralDocument::new(decks.collect()), out)
            }
        }
    }
}

fn report_status(report: &OddsReport) -> AnswerStatus {
    if report.asked.iter().any(|asked| asked.refusal().is_some()) {
        return AnswerStatus::Unusable;
    }
    let Some(enough) = report
        .wanted
        .enough
        .as_ref()
        .filter(|_| report.wanted.vary.is_none())
    else {
        let is_open = report.asked.iter().any(OddsAnswer::is_open);
        return if is_open { AnswerStatus::Undetermined } else { AnswerStatus::Fine };
    };
    let chances = report.asked.iter().flat_map(OddsAnswer::chances);
    let statuses = chances.map(|(_, chance)| goal_status(chance, enough));
    statuses.max().unwrap_or(AnswerStatus::Fine)
}

fn goal_status(chance: &Probability, enough: &Fraction) -> AnswerStatus {
    match report::odds::is_reached(chance, enough) {
        Truth::True => AnswerStatus::Fine,
        Truth::False => AnswerStatus::No,
        Truth::Unknown => AnswerStatus::Undetermined,
    }
}

impl OddsRequest {
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<OddsAnswers, Refusal> {
        if let [_, _, ..] = self.decks.as_slice() {
            return self.compare_decks(desk).map(OddsAnswers::Several);
        }
        let report = self.answer_for(desk, self.decks.first())?;
        match find_refusal(&report.asked) {
            Some(error) => Err(error.clone().into()),
            None => Ok(OddsAnswers::One(Box::new(report))),
        }
    }
}

/// If no question has an answer, returns the first error.
fn find_refusal(asked: &[OddsAnswer]) -> Option<&AskError> {
    if asked.iter().any(OddsAnswer::is_answered) {
        return None;
    }
    asked.iter().find_map(OddsAnswer::refusal)
}

impl OddsRequest {
    /// Answers the questions for one deck, or for the pile of the options.
    fn answer_for(
        &self,
        desk: &mut dyn Desk,
        deck: Option<&PathBuf>,
    ) -> Result<OddsReport, Refusal> {
        let source = self.play.open(desk, deck)?;
        let table = self.play.set_up(&source)?;
        self.answer_at(desk, &table)
    }

    /// Answers the same questions for several decks.
    fn compare_decks(&self, desk: &mut dyn Desk) -> Result<SideBySide, Refusal> {
        if !self.seen.is_empty() {
            return Err(RequestMessage::SeenOfWhat.into());
        }
        let mut decks: Vec<DeckAnswers> = Vec::new();
        for path in &self.decks {
            let report = self.answer_for(desk, Some(path))?;
            let name = match report.model.cards.title() {
                Some(title) => title.to_owned(),
                None => path.display().to_string(),
            };
            decks.push(DeckAnswers { name, report });
        }
        // A deck without an answer shows its error in its column, if another deck has an answer.
        let mut asked = decks.iter().flat_map(|deck| &deck.report.asked);
        let failed = decks
            .iter()
            .find_map(|deck| find_refusal(&deck.report.asked));
        if let (Some(error), false) = (failed, asked.any(OddsAnswer::is_answered)) {
            return Err(error.clone().into());
        }
        distinguish_titles(&mut decks, &self.decks);
        Ok(SideBySide { decks, digits: self.digits, wanted: self.vary_goal() })
    }

    fn vary_goal(&self) -> VaryGoal {
        let enough = self
            .at_least
            .as_ref()
            .map(|TextValue(fraction)| fraction.clone());
        VaryGoal { enough, vary: self.vary.clone() }
    }

    fn turn_range(&self) -> TurnRange {
        let turn = self.turn.unwrap_or(0);
        match self.turns {
            Some(TextValue(turns)) => turns,
            None => TurnRange { first: turn, last: turn },
        }
    }

    /// The last turn to compute: that of the options, or with `until` the one in which the pile
    /// runs out.
    fn last_turn(&self, table: &PlayTable<'_>) -> Result<u32, AskError> {
        let last = self.turn_range().last;
        if !self.until || last > 0 {
            return Ok(last);
        }
        let table = &table.table;
        let turns = table.turns_for(FOLLOWED_TURNS)?;
        let cards = u32::try_from(table.cards()).unwrap_or(u32::MAX);
        let moments = match odds::moments(cards, table.hand, &turns, FOLLOWED_TURNS) {
            Err(OddsError::LeftOut { turn }) => return Ok(turn.saturating_sub(1)),
            moments => moments.map_err(AskError::from)?,
        };
        // The turn before the first in which too few cards are left.
        let short = moments.iter().position(|moment| moment.short);
        let last = short.map(|turn| turn.saturating_sub(1));
        Ok(last
            .and_then(|turn| u32::try_from(turn).ok())
            .unwrap_or(FOLLOWED_TURNS))
    }

    /// Answers all questions at one table.
    fn answer_at(&self, desk: &mut dyn Desk, table: &PlayTable<'_>) -> Result<OddsReport, Refusal> {
        if self.conditions.is_empty() {
            return Err(RequestMessage::NoConditionAsked.into());
        }
        let given = self
            .given
            .as_deref()
            .map(|text| table.parse_condition(text))
            .transpose()?;
        let keep = if self.policy { None } else { self.play.read_hands_kept(table)? };
        let asks = table.parse_questions(&self.conditions)?;
        let last = self.last_turn(table)?;
        let turns = table.table.turns_for(last)?;
        let vary = self.vary.as_deref();
        let questioner = Questioner {
            odds: self,
            table,
            given: given.as_ref(),
            keep: keep.as_ref(),
            vary: vary
                .map(|text| parse("condition", text, &table.scope, language::filter))
                .transpose()?,
            last,
            budget: Budget::new(),
        };
        let mut asked = questioner.answer_all(&asks)?;
        let cards = u32::try_from(table.table.cards()).unwrap_or(u32::MAX);
        let moments = odds::moments(cards, table.table.hand, &turns, last);
        if !self.seen.is_empty() {
            questioner.compare_with_games(desk, &asks, &mut asked)?;
        }
        Ok(OddsReport {
            model: OddsModel {
                given: self.given.clone(),
                keep: keep.as_ref().map(hands_kept_text),
                seen: asks.iter().any(PlayQuestion::reads_seen),
                varied: self.vary.is_some(),
                ..table.model(last)
            },
            asked,
            digits: self.digits,
            wanted: self.vary_goal(),
            moments: moments.unwrap_or_default(),
        })
    }
}

/// Adds the file to the titles of decks that have the same title.
fn distinguish_titles(decks: &mut [DeckAnswers], paths: &[PathBuf]) {
    let titles: Vec<String> = decks.iter().map(|deck| deck.name.clone()).collect();
    for ((deck, title), path) in decks.iter_mut().zip(&titles).zip(paths) {
        let mut others = titles.iter().zip(paths);
        let file = path.display().to_string();
        if *title != file && others.any(|(other, of)| other == title && of != path) {
            deck.name = format!("{title} ({file})");
        }
    }
}

/// The results of a question by turn.
type TurnResults = Vec<(u32, Result<OddsResult, AskError>)>;

/// The probabilities or distributions of a question by turn, without what other fields ask for.
fn new_answer(ask: &PlayQuestion, turns: TurnResults) -> OddsAnswer {
    OddsAnswer {
        text: ask.text().to_owned(),
        is_measure: ask.is_measure(),
        turns,
        copies: None,
        until: None,
        advice: None,
        fairness: None,
        provisional: false,
        counted: Vec::new(),
    }
}

/// Answers questions at one table.
pub(crate) struct Questioner<'q> {
    pub(crate) odds: &'q OddsRequest,
    pub(crate) table: &'q PlayTable<'q>,
    pub(crate) given: Option<&'q Condition>,
    keep: Option<&'q KeepConditions>,
    /// The filter of the cards whose copies vary.
    vary: Option<Filter>,
    pub(crate) last: u32,
    pub(crate) budget: Budget,
}

impl Questioner<'_> {
    fn turns(&self) -> RangeInclusive<u32> {
        let TurnRange { first, last } = self.odds.turn_range();
        first..=last
    }

    /// Answers the questions. An answer may be an error; a refusal is a mistake in the options.
    fn answer_all(&self, asks: &[PlayQuestion]) -> Result<Vec<OddsAnswer>, Refusal> {
        let mut asked = if self.odds.policy {
            self.answer_with_advice(asks)?
        } else {
            asks.iter()
                .map(|ask| self.answer_question(ask))
                .collect::<Result<Vec<_>, _>>()?
        };
        // Copies that are varied need not be in the deck.
        if self.vary.is_none() {
            for (answer, ask) in asked.iter_mut().zip(asks) {
                answer.counted = ask.count_cards(self.table);
            }
        }
        Ok(asked)
    }

    fn answer_question(&self, ask: &PlayQuestion) -> Result<OddsAnswer, Refusal> {
        match ask {
            PlayQuestion::Condition(condition) => Ok(self.answer_condition(ask, condition)),
            PlayQuestion::Measure(_) if self.vary.is_some() || self.odds.until => {
                Err(RequestMessage::VaryOfMeasure.into())
            }
            PlayQuestion::Measure(measure) => Ok(self.answer_measure(ask, measure)),
        }
    }

    fn refused_answer(&self, ask: &PlayQuestion, error: &AskError) -> OddsAnswer {
        new_answer(
            ask,
            self.turns()
                .map(|turn| (turn, Err(error.clone())))
                .collect(),
        )
    }

    fn answer_condition(&self, ask: &PlayQuestion, condition: &Condition) -> OddsAnswer {
        let world = self.table.world();
        let question = match self.bind_condition(&world, condition) {
            Ok(question) => question,
            Err(error) => return self.refused_answer(ask, &error),
        };
        let turns = self.count_chances(&question);
        let mut answer = new_answer(ask, turns);
        if let Some(filter) = &self.vary {
            let enough = self
                .odds
                .at_least
                .as_ref()
                .map(|TextValue(enough)| (enough, 2));
            let budget = &self.budget;
            answer.copies =
                Some(question.probability_by_copies(&world, filter, self.last, enough, budget));
        }
        if self.odds.until {
            answer.until = Some(question.first_time_on_budget(self.last, &self.budget));
        }
        answer.provisional = match self.table.attested_world() {
            None => false,
            Some(world) => match self.bind_condition(&world, condition) {
                // Questions with the same result have the same answers, so only the others are
                // counted again.
                Ok(attested) => {
                    !attested.is_same_as(&question) && self.count_chances(&attested) != answer.turns
                }
                // Where attested facts alone give no answer, this one rests on the others.
                Err(_) => true,
            },
        };
        answer
    }

    pub(crate) fn bind_condition(
        &self,
        world: &World<'_>,
        condition: &Condition,
    ) -> Result<Question, AskError> {
        let terms = QuestionTerms { condition, given: self.given, keep: self.keep };
        match &self.vary {
            Some(filter) => {
                Question::new(world, &add_candidate_card(world, &self.table.table, filter), terms)
            }
            None => Question::new(world, &self.table.table, terms),
        }
    }

    fn count_chances(&self, question: &Question) -> TurnResults {
        let mut turns = TurnResults::new();
        for turn in self.turns() {
            let chance = question.probability_on_budget(turn, &self.budget);
            turns.push((turn, chance.map(OddsResult::Chance)));
        }
        turns
    }

    fn answer_measure(&self, ask: &PlayQuestion, measure: &Measure) -> OddsAnswer {
        let question = match self.bind_measure(&self.table.world(), measure) {
            Ok(question) => question,
            Err(error) => return self.refused_answer(ask, &error),
        };
        let mut answer = new_answer(ask, self.count_values(&question));
        answer.provisional = match self.table.attested_world() {
            None => false,
            Some(world) => match self.bind_measure(&world, measure) {
                Ok(attested) => {
                    !attested.is_same_as(&question) && self.count_values(&attested) != answer.turns
                }
                Err(_) => true,
            },
        };
        answer
    }

    fn bind_measure(
        &self,
        world: &World<'_>,
        measure: &Measure,
    ) -> Result<MeasureQuestion, AskError> {
        MeasureQuestion::new(world, &self.table.table, measure, (self.given, self.keep))
    }

    fn count_values(&self, question: &MeasureQuestion) -> TurnResults {
        let mut turns = TurnResults::new();
        for turn in self.turns() {
            let values = question.distribution_on_budget(turn, &self.budget);
            turns.push((turn, values.map(OddsResult::Values)));
        }
        turns
    }

    /// Finds the best mulligan policy for the first condition, and answers the other questions
    /// under that policy.
    fn answer_with_advice(&self, asks: &[PlayQuestion]) -> Result<Vec<OddsAnswer>, Refusal> {
        let Some((PlayQuestion::Condition(aim), others)) = asks.split_first() else {
            return Err(RequestMessage::PolicyForMeasure.into());
        };
        let further: Vec<FurtherQuestion<'_>> = others.iter().map(further_question).collect();
        let world = self.table.world();
        let PlayTable { scope, table, .. } = self.table;
        let fitting = AdvisedTable::with_affordable_questions(
            &world,
            scope,
            table,
            aim,
            &further,
            self.last,
            &self.budget,
        );
        let (advised, numbers) = match fitting {
            Ok(fitting) => fitting,
            Err(error) => return Ok(self.refuse_all(asks, &error)),
        };
        // The aim is a question too: that with the number 0.
        let numbers = [vec![Ok(0)], numbers].concat();
        let (advice, turns) = match self.play_by_advice(&advised, asks, &numbers) {
            Ok(answers) => answers,
            Err(error) => return Ok(self.refuse_all(asks, &error)),
        };
        let mut answers: Vec<OddsAnswer> = asks
            .iter()
            .zip(&turns)
            .map(|(ask, turns)| new_answer(ask, turns.clone()))
            .collect();
        // Questions with an error keep it; only the others are asked again with attested facts.
        let asked_again = further.iter().zip(numbers.iter().skip(1));
        let affordable: Vec<FurtherQuestion<'_>> = asked_again
            .filter(|(_, number)| number.is_ok())
            .map(|(other, _)| *other)
            .collect();
        if let Some(world) = self.table.attested_world() {
            let attested = match AdvisedTable::new(&world, scope, table, aim, &affordable) {
                Ok(attested) if attested.is_same_as(&advised) => turns.clone(),
                Ok(attested) => self
                    .play_by_advice(&attested, asks, &numbers)
                    .map_or_else(|_| Vec::new(), |(_, turns)| turns),
                Err(_) => Vec::new(),
            };
            for (at, answer) in answers.iter_mut().enumerate() {
                answer.provisional = attested.get(at) != Some(&answer.turns);
            }
        }
        if let Some(first) = answers.first_mut() {
            first.advice = Some(advice);
        }
        Ok(answers)
    }

    fn refuse_all(&self, asks: &[PlayQuestion], error: &AskError) -> Vec<OddsAnswer> {
        asks.iter()
            .map(|ask| self.refused_answer(ask, error))
            .collect()
    }

    /// The best policy at a table, and the results of all questions under it.
    fn play_by_advice(
        &self,
        advised: &AdvisedTable,
        asks: &[PlayQuestion],
        numbers: &[Result<usize, AskError>],
    ) -> Result<(Advice, Vec<TurnResults>), AskError> {
        let advice = advised.advise(self.last, &self.budget)?;
        let mut all = Vec::new();
        for (ask, number) in asks.iter().zip(numbers) {
            let mut turns = TurnResults::new();
            for turn in self.turns() {
                let result = match number {
                    // The advice was computed for this condition and turn: its probability is
                    // known.
                    Ok(0) if turn == self.last => Ok(OddsResult::Chance(advice.optimal.clone())),
                    Ok(number) if ask.is_measure() => advised
                        .distribution(*number, turn, &advice, &self.budget)
                        .map(OddsResult::Values),
                    Ok(number) => advised
                        .probability(*number, turn, &advice, &self.budget)
                        .map(OddsResult::Chance),
                    Err(error) => Err(error.clone()),
                };
                turns.push((turn, result));
            }
            all.push(turns);
        }
        Ok((advice, all))
    }
}

fn further_question(ask: &PlayQuestion) -> FurtherQuestion<'_> {
    match ask {
        PlayQuestion::Condition(condition) => FurtherQuestion::Condition(condition),
        PlayQuestion::Measure(measure) => FurtherQuestion::Measure(measure),
    }
}
