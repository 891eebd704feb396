//! `odds -o json`: exact probabilities, distributions, and the best play with opening hands.

use super::{
    DataHead,
    model::{ModelRow, RefusalRow},
};
use crate::odds::{OddsAnswer, OddsReport, OddsResult, ask_diagnostic, is_reached};
use serde_json::Value;
use sleeve_data::model::Lang;
use sleeve_odds::{
    Advice, AskError, CopiesOdds, Distribution, Fairness, FirstTime, Fraction, HandAdvice,
    OrderedQuantity, Probability, SizeAdvice, best_copies, fewest_copies,
};

/// The document's name and version.
pub const ODDS: &str = "sleeve/odds/1";

/// The document's name and version for several decks.
pub const SEVERAL: &str = "sleeve/odds-decks/1";

rows! {
    /// The whole document.
    pub struct OddsDocument<'a>(odds: &'a OddsReport) after {
        let results = odds.asked.iter().flat_map(|asked| {
            let last = asked.turns.len().saturating_sub(1);
            let turns = asked.turns.iter().enumerate();
            turns.map(move |(at, (turn, found))| TurnAnswerRow::new(odds, asked, *turn, found, at == last))
        });
    } {
        ..head: DataHead = DataHead::new(ODDS, odds.model.cards.catalog()),
        /// The cards that are drawn from, and how.
        model: ModelRow<'a> = ModelRow::new(&odds.model),
        /// Probability that is enough, as a fraction (`--at-least`).
        at_least?: Option<String> = odds.wanted.enough.as_ref().map(Fraction::to_string),
        /// Filter of the cards whose copies are varied (`--vary`).
        vary?: Option<&'a str> = odds.wanted.vary.as_deref(),
        /// Answers, by question and turn.
        results: Vec<TurnAnswerRow<'a>> = results.collect(),
    }

    /// The same questions for several decks.
    pub struct SeveralDocument<'a>(decks: Vec<OddsDocument<'a>>) {
        /// Name and version of this document.
        #[cfg_attr(feature = "schemas", schemars(extend("const" = SEVERAL)))]
        schema: &'static str = SEVERAL,
        /// Document of each deck.
        decks: Vec<OddsDocument<'a>>,
    }

    /// The answer to a condition or measure at one turn.
    struct TurnAnswerRow<'a>(
        odds: &OddsReport,
        asked: &'a OddsAnswer,
        turn: u32,
        found: &Result<OddsResult, AskError>,
        last: bool,
    ) after {
        let enough = odds.wanted.enough.as_ref();
        let chance = match found {
            Ok(OddsResult::Chance(answer)) => Some(answer),
            _ => None,
        };
        let failed = [
            found.as_ref().err(),
            asked.copies.as_ref().and_then(|copies| copies.as_ref().err()),
            asked.until.as_ref().and_then(|until| until.as_ref().err()),
        ];
        let failed = failed.into_iter().flatten().next();
        let copies = asked.copies.as_ref().and_then(|copies| copies.as_ref().ok());
        let figures = match found {
            Ok(OddsResult::Chance(answer)) => Some(Figures::new(answer)),
            Ok(OddsResult::Values(_)) => None,
            Err(_) => Some(Figures::default()),
        };
    } {
        /// The condition, if it is one.
        condition?: Option<&'a str> = (!asked.is_measure).then_some(asked.text.as_str()),
        /// The measure, if it is one.
        measure?: Option<&'a str> = asked.is_measure.then_some(asked.text.as_str()),
        /// Turn; left out for the opening hand.
        turn?: Option<u32> = (turn > 0).then_some(turn),
        ..figures: Option<Figures>,
        ..values: Option<DistributionRow> = match found {
            Ok(OddsResult::Values(found)) => Some(DistributionRow::new(found)),
            _ => None,
        },
        /// Whether the probability is enough (`--at-least`); null if unknown.
        reached?: Option<Option<bool>> = enough.zip(chance).map(|(enough, found)| is_reached(found, enough).as_bool()),
        /// Why there is no answer.
        refused?: Option<RefusalRow> = failed.map(|error| RefusalRow::new(ask_diagnostic(error, Lang::En))),
        /// Probability for each number of copies.
        copies?: Option<Vec<CopiesOddsRow>> = copies.map(|copies| copies.iter().map(CopiesOddsRow::new).collect()),
        /// Fewest copies that are enough; null if no number is.
        enough?: Option<Option<u32>> = copies
            .zip(enough)
            .map(|(copies, p)| fewest_copies(copies, p).map(|line| line.copies)),
        /// Number of copies with the largest probability.
        best?: Option<u32> = match enough {
            Some(_) => None,
            None => copies.and_then(|copies| best_copies(copies)).map(|line| line.copies),
        },
        /// When the condition is first true.
        until?: Option<UntilTurns> = match &asked.until {
            Some(Ok(until)) => Some(UntilTurns::new(until)),
            _ => None,
        },
        /// The best play with opening hands (`--policy`).
        policy?: Option<PolicyRow> = asked
            .advice
            .as_ref()
            .filter(|_| last)
            .map(|advice| PolicyRow::new(advice, &odds.class_names(advice, Lang::En))),
        /// How often the condition was seen (`--seen`).
        seen?: Option<SeenRow> = asked.fairness.as_ref().map(SeenRow::new),
        /// Whether the answer depends on stand-ins or inferred facts.
        provisional: bool = asked.provisional,
    }

    /// How often a condition was seen, and how often fair shuffles show that.
    struct SeenRow(found: &Fairness) after {
        let (least, most) = (found.seen.least, found.seen.most);
    } {
        /// Games in which it held; null if unknown facts leave a range.
        hits: Option<u32> = (least == most).then_some(least),
        /// Number of games.
        games: u32 = found.seen.games,
        /// Mean number of games in which it holds; null if unknown facts leave a range.
        expected: Option<Chanceless> = found.expected.exact().map(Chanceless::new),
        /// Probability of as few games, or fewer.
        at_most: Figures = Figures::new(&found.at_most),
        /// Probability of as many games, or more.
        at_least: Figures = Figures::new(&found.at_least),
        /// Twice the smaller of both, at most 1.
        two_sided: Figures = Figures::new(&found.two_sided),
        /// The same, corrected for all conditions by Holm's method.
        corrected: Figures = Figures::new(&found.corrected),
    }

    /// A probability. If unknown facts leave a range, its numbers are null and `low` and `high` are
    /// given.
    #[derive(Default)]
    struct Figures(found: &Probability) after {
        let exact = found.exact();
        let one_in = |f: &Fraction| Some(1.0 / f.to_f64()).filter(|n| n.is_finite());
        let end = |f: &Fraction| exact.is_none().then(|| Chance::new(f));
    } {
        /// Exact fraction; null if unknown facts leave a range.
        fraction: Option<String> = exact.map(Fraction::to_string),
        /// The fraction as a number from 0 to 1; null if unknown facts leave a range.
        probability: Option<f64> = exact.map(Fraction::to_f64),
        /// One hand in this many satisfies it; null if that is not a number.
        one_in: Option<f64> = exact.and_then(one_in),
        /// Smallest probability that fits the known facts.
        low?: Option<Chance> = end(&found.low),
        /// Largest probability that fits the known facts.
        high?: Option<Chance> = end(&found.high),
    }

    /// A probability without further detail.
    struct Chance(fraction: &Fraction) {
        /// Exact fraction.
        fraction: String = fraction.to_string(),
        /// The fraction as a number from 0 to 1.
        probability: f64 = fraction.to_f64(),
    }

    /// The distribution of a measure. Its numbers are null if unknown facts leave them open.
    struct DistributionRow(found: &Distribution) after {
        let mean = found.mean();
    } {
        /// Mean; null if unknown facts leave it open.
        mean: Option<f64> = mean.as_ref().map(|mean| mean.mean),
        /// Mean as an exact fraction; null if unknown facts leave it open.
        mean_fraction: Option<String> = mean.as_ref().map(|mean| mean.exact.clone()),
        /// Standard deviation; null if unknown facts leave it open.
        deviation: Option<f64> = mean.as_ref().map(|mean| mean.deviation),
        /// Probability of each value.
        distribution: Vec<ValueRow> = found.values.iter().map(ValueRow::new).collect(),
    }

    struct ValueRow((value, chance): &(OrderedQuantity, Fraction)) {
        /// The value.
        value: String = value.0.to_string(),
        ..chance: Chance = Chance::new(chance),
    }

    struct CopiesOddsRow(line: &CopiesOdds) {
        /// Number of copies.
        copies: u32 = line.copies,
        ..figures: Figures = Figures::new(&line.answer),
    }

    /// When a condition is first true.
    struct UntilTurns(until: &FirstTime) after {
        let rows = until.turns.iter().zip(until.by_turn()).enumerate();
    } {
        /// Mean turn on which it is first true, if it is true at all; 0 is the opening hand.
        mean: Option<Chanceless> = until.mean().as_ref().map(Chanceless::new),
        /// Probabilities by turn.
        turns: Vec<UntilRow> = rows.map(|(turn, (first, sum))| UntilRow::new(turn, first, &sum)).collect(),
        /// Probability that it is true later or never.
        later: Chance = Chance::new(&until.later),
    }

    struct Chanceless(number: &Fraction) {
        /// Exact fraction.
        fraction: String = number.to_string(),
        /// The fraction as a number.
        value: f64 = number.to_f64(),
    }

    struct UntilRow(turn: usize, first: &Fraction, by_then: &Fraction) {
        /// Turn; 0 is the opening hand.
        turn: usize,
        /// Probability that it is first true on this turn.
        first: Chance = Chance::new(first),
        /// Probability that it was true by this turn.
        by_then: Chance = Chance::new(by_then),
    }

    /// The best play with opening hands.
    struct PolicyRow(advice: &Advice, names: &[String]) {
        /// Value of the best play.
        optimal: PolicyValue = PolicyValue::new(&advice.optimal),
        /// Value of keeping hands by the conditions in `sizes`, with the best cards put back.
        short: PolicyValue = PolicyValue::new(&advice.short),
        /// Advice by hand size, in the order in which hands are drawn.
        sizes: Vec<PolicySize> = advice.sizes.iter().map(|size| PolicySize::new(size, names)).collect(),
    }

    /// A probability. Its numbers are null if unknown facts leave a range.
    struct PolicyValue(found: &Probability) after {
        let Figures { fraction, probability, low, high, .. } = Figures::new(found);
    } {
        /// Exact fraction; null if unknown facts leave a range.
        fraction: Option<String>,
        /// The fraction as a number from 0 to 1; null if unknown facts leave a range.
        probability: Option<f64>,
        /// Smallest probability that fits the known facts.
        low?: Option<Chance>,
        /// Largest probability that fits the known facts.
        high?: Option<Chance>,
    }

    struct PolicySize(size: &SizeAdvice, names: &[String]) after {
        let hand = |hand| PolicyHand::new(hand, names);
    } {
        /// Number of cards that you keep.
        cards: u32 = size.cards,
        /// Condition for keeping a hand as drawn; null keeps all.
        keep: Option<String> = size.keep.clone(),
        /// Every kind of hand; null if there are too many.
        hands: Option<Vec<PolicyHand>> = size.hands.as_ref().map(|hands| hands.iter().map(hand).collect()),
    }

    struct PolicyHand(hand: &HandAdvice, names: &[String]) after {
        let put_back = by_class(names, &hand.back).filter(|(_, count)| *count != 0);
    } {
        /// Number of cards of each class in the hand.
        classes: serde_json::Map<String, Value> = by_class(names, &hand.classes).collect(),
        /// Whether to keep it.
        keep: bool = hand.keep,
        /// Number of cards of each class to put back.
        back: serde_json::Map<String, Value> = put_back.collect(),
    }
}

impl<'a> OddsDocument<'a> {
    /// Returns the document as a value, for the document of several decks.
    pub fn value(&self) -> Value {
        // INVARIANT: keys are texts and numbers are finite, so nothing fails.
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}

fn by_class<'n>(
    names: &'n [String],
    counts: &'n [u32],
) -> impl Iterator<Item = (String, Value)> + 'n {
    names
        .iter()
        .zip(counts)
        .map(|(name, count)| (name.clone(), Value::from(*count)))
}
