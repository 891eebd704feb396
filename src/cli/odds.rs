//! `sleeve odds`: how likely a draw satisfies a condition, exactly.

use super::check::refuse;
use super::play::{Play, Stage, mistake};
use super::words::Refused;
use super::{Failure, Session, Status};
use crate::language::{self, Condition, Truth, World};
use crate::odds::{self, Answer, AskError, Budget, Fraction, Question, with_candidate};
use crate::report;
use crate::report::odds::{Asked, Odds as Answers};
use crate::report::odds_errors;
use crate::report::odds_model::Model;
use clap::{Args, ValueEnum};

/// Say how likely an opening draw satisfies a condition, exactly
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve odds decks/starfighter/la-meute-d-ares.toml 'count(level:0) >= 1'
  sleeve odds deck.toml 'any(effect:draw)' --turns 1..6
  sleeve odds decks/star-realms/duel.toml --seat 2 'sum(trade) >= min(cost) in row'
  sleeve odds --pile 'lands=24,elves=8,other=28' --draw 7 'count(lands) >= 2' 'count(elves) >= 1'
  sleeve odds --pile 'elves=4,other=56' --draw 7 --at-least 0.9 --vary elves 'count(elves) >= 1'
  sleeve odds --pile 'combo=4,other=56' --draw 7 --mulligan london 'count(combo) >= 1'
A condition reads the hand; `seen` is everything drawn so far (a card put back under the pile does not
count), `row` the open cards, and the zones of the deck can be read too:
'count(type:hero) >= 1 and min(launch) in ships <= energy'.
Where a list does not mark its starting cards, those that are certain are set aside; --set-aside names the others.")]
pub struct Odds {
    /// The deck (unless --pile), then conditions
    #[arg(value_name = "DECK|CONDITION", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    play: Play,
    /// Ask about the cards of this turn, when they have been drawn
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "turns")]
    turn: Option<u32>,
    /// Ask about each of these turns: 1..6
    #[arg(long, value_name = "FROM..TO", value_parser = turns)]
    turns: Option<(u32, u32)>,
    /// Count only draws that satisfy this
    #[arg(long, value_name = "CONDITION")]
    given: Option<String>,
    /// The probability that is enough: 0.9, 90%, 9/10; with --vary: how many copies reach it,
    /// without: exit status 1 if it is not reached
    #[arg(long, value_name = "P", value_parser = enough)]
    at_least: Option<Fraction>,
    /// Vary the number of cards that match this filter, others making room
    #[arg(long, value_name = "FILTER", requires = "at_least", conflicts_with = "turns")]
    vary: Option<String>,
    /// Digits of percentages
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=100))]
    digits: u32,
    /// Form of the output
    #[arg(long, short, value_name = "FORM", default_value = "human")]
    output: Output,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Output {
    /// Text for people
    Human,
    /// The document for scripts
    Json,
}

pub(super) fn turns(text: &str) -> Result<(u32, u32), Refused> {
    let wrong = || Refused::new("write FROM..TO, such as 1..6", "écrivez DE..À, par exemple 1..6");
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let to = to.strip_prefix('=').unwrap_or(to);
    let (from, to) = (from.parse().map_err(|_| wrong())?, to.parse().map_err(|_| wrong())?);
    if from == 0 || to < from {
        return Err(Refused::new(
            "turns are counted from 1, the first no later than the last",
            "les tours se comptent à partir de 1, le premier avant le dernier",
        ));
    }
    if to > odds::TURN_LIMIT {
        let most = odds::TURN_LIMIT;
        return Err(Refused::new(
            format!("turns are followed up to {most}"),
            format!("les tours sont suivis jusqu'à {most}"),
        ));
    }
    Ok((from, to))
}

fn enough(text: &str) -> Result<Fraction, Refused> {
    let wrong = || {
        Refused::new(
            "write a probability: 0.9, 90% or 9/10",
            "écrivez une probabilité : 0.9, 90% ou 9/10",
        )
    };
    Fraction::parse(text).filter(|p| *p <= Fraction::one()).ok_or_else(wrong)
}

/// The first reason for which a condition has no answer at some turn, or for some number of copies.
fn refusal(asked: &Asked) -> Option<&AskError> {
    let turns = asked.turns.iter().find_map(|(_, found)| found.as_ref().err());
    turns.or(asked.copies.as_ref().and_then(|copies| copies.as_ref().err()))
}

/// Whether anything was answered that was asked.
fn is_answered(asked: &Asked) -> bool {
    match &asked.copies {
        Some(copies) => copies.is_ok(),
        None => asked.turns.iter().any(|(_, found)| found.is_ok()),
    }
}

impl Odds {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<Status, Failure> {
        let mut act = |session: &mut Session<'_, '_>, stage: &Stage<'_>, words: &[String]| {
            self.answer(session, stage, words)
        };
        self.play.at_table(session, &self.words, &mut act)
    }

    fn range(&self) -> (u32, u32) {
        let one = self.turn.unwrap_or(0);
        self.turns.unwrap_or((one, one))
    }

    fn answer(
        &self,
        session: &mut Session<'_, '_>,
        stage: &Stage<'_>,
        words: &[String],
    ) -> Result<Status, Failure> {
        if words.is_empty() {
            let say = session.talk;
            let title = say.say("no condition is asked", "aucune condition n'est demandée");
            let help = say.say(
                "write one after the deck, such as 'count() >= 1'",
                "écrivez-en une après le deck, comme 'count() >= 1'",
            );
            return Err(refuse(session, title.to_owned(), help.to_owned()));
        }
        let read = |text: &Option<String>| {
            text.as_deref().map(|text| stage.condition(session, text)).transpose()
        };
        let keep_text = self.play.keep.clone().or(stage.table.keep.clone());
        let (given, keep) = (read(&self.given)?, read(&keep_text)?);
        let fail = |error: AskError| {
            let catalog = stage.source.catalog().map(|c| &**c);
            session.unusable(&odds_errors::ask(&error, catalog, session.talk.lang))
        };
        let conditions: Vec<Condition> =
            words.iter().map(|text| stage.condition(session, text)).collect::<Result<_, _>>()?;
        let budget = Budget::new();
        let mut asked = Vec::new();
        for condition in &conditions {
            let whole = odds::Asked { condition, given: given.as_ref(), keep: keep.as_ref() };
            asked.push(self.ask(session, stage, whole, &budget)?);
        }
        // Where nothing has an answer, the first reason is the error of the command.
        if !asked.iter().any(is_answered)
            && let Some(error) = asked.iter().find_map(refusal)
        {
            return Err(fail(error.clone()));
        }
        let (_, last) = self.range();
        let turns = stage.table.turns_for(last).map_err(|e| fail(e.into()))?;
        let cards = u32::try_from(stage.table.cards()).unwrap_or(u32::MAX);
        let moments = odds::moments(cards, stage.table.hand, &turns, last);
        let answers = Answers {
            model: Model {
                source: stage.source,
                table: &stage.table,
                turn: last,
                given: self.given.as_deref(),
                keep: keep_text.as_deref(),
            },
            asked,
            digits: self.digits,
            enough: self.at_least.clone().map(|p| (p, self.vary.clone())),
            moments: moments.unwrap_or_default(),
        };
        match self.output {
            Output::Human => {
                let (style, quiet) = (session.style, session.global.quiet);
                answers.write(session.streams.out, &style, quiet)?;
            }
            Output::Json => report::json::write(&answers.document(), session.streams.out)?,
        }
        Ok(self.status(&answers.asked))
    }

    /// The answer to one condition; the outer error is a mistake of `--vary`.
    fn ask(
        &self,
        session: &Session<'_, '_>,
        stage: &Stage<'_>,
        asked: odds::Asked<'_>,
        budget: &Budget,
    ) -> Result<Asked, Failure> {
        let filter = match &self.vary {
            Some(text) => {
                let filter = language::filter(text, &stage.scope);
                Some(filter.map_err(|error| mistake(session, &error, text))?)
            }
            None => None,
        };
        let (first, last) = self.range();
        let question = |world: &World<'_>| -> Result<Question, AskError> {
            let table = match &filter {
                Some(filter) => with_candidate(world, &stage.table, filter),
                None => stage.table.clone(),
            };
            Question::new(world, &table, asked)
        };
        let count = |question: &Question| {
            let turn = |turn| (turn, question.probability_on_budget(turn, budget));
            (first..=last).map(turn).collect::<Vec<_>>()
        };
        let condition = asked.condition.text().to_owned();
        let asked = match question(&stage.world) {
            Ok(asked) => asked,
            Err(error) => {
                let turns = (first..=last).map(|turn| (turn, Err(error.clone()))).collect();
                return Ok(Asked { condition, turns, copies: None, provisional: false });
            }
        };
        let turns = count(&asked);
        let copies = self.at_least.as_ref().zip(filter.as_ref());
        let copies = copies
            .map(|(enough, filter)| asked.copies(&stage.world, filter, last, (enough, 2), budget));
        let firm = stage.firm.as_ref().map(question);
        let provisional = firm.is_some_and(|firm| match firm {
            Ok(firm) => !firm.is_same_as(&asked) && count(&firm) != turns,
            Err(_) => true,
        });
        Ok(Asked { condition, turns, copies, provisional })
    }

    fn status(&self, asked: &[Asked]) -> Status {
        if asked.iter().any(|asked| refusal(asked).is_some()) {
            return Status::Unusable;
        }
        let Some(enough) = self.at_least.as_ref().filter(|_| self.vary.is_none()) else {
            return Status::Fine;
        };
        let status = |answer: &Result<Answer, AskError>| {
            let Ok(answer) = answer else { return Status::Unusable };
            match report::odds::reached(answer, enough) {
                Truth::True => Status::Fine,
                Truth::False => Status::No,
                Truth::Unknown => Status::Undetermined,
            }
        };
        let all = asked.iter().flat_map(|asked| &asked.turns).map(|(_, answer)| status(answer));
        all.max().unwrap_or(Status::Fine)
    }
}
