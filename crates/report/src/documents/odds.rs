//! `odds -o json`: exact probabilities, distributions, and what is best done with opening hands.

use super::DataHead;
use super::model::{ModelRow, RefusalRow};
use crate::odds::{OddsAnswer, OddsReport, OddsResult, ask_diagnostic, is_reached};
use serde_json::Value;
use sleeve_data::model::Lang;
use sleeve_odds::{
    Advice, AskError, CopiesOdds, Distribution, FirstTime, Fraction, HandAdvice, OrderedQuantity,
    Probability, SizeAdvice, best_copies, fewest_copies,
};

/// Name and version of the document's form.
pub const ODDS: &str = "sleeve/odds/1";

/// Name and version of the form for several decks.
pub const SEVERAL: &str = "sleeve/odds-decks/1";

rows! {
    /// The whole document.
    pub struct OddsDocument<'a>(odds: &'a OddsReport<'a>) after {
        let results = odds.asked.iter().flat_map(|asked| {
            let last = asked.turns.len().saturating_sub(1);
            let turns = asked.turns.iter().enumerate();
            turns.map(move |(at, (turn, found))| TurnAnswerRow::new(odds, asked, *turn, found, at == last))
        });
    } {
        ..head: DataHead = DataHead::new(ODDS, odds.model.source.catalog()),
        /// What is drawn from, and how.
        model: ModelRow<'a> = ModelRow::new(&odds.model),
        /// The probability that is enough, as a fraction (`--at-least`).
        at_least?: Option<String> = odds.wanted.enough.as_ref().map(Fraction::to_string),
        /// The class whose copies are varied (`--vary`).
        vary?: Option<&'a str> = odds.wanted.vary.as_deref(),
        /// The answers, by question and turn.
        results: Vec<TurnAnswerRow<'a>> = results.collect(),
    }

    /// Several decks that were asked the same.
    pub struct SeveralDocument<'a>(decks: Vec<&'a Value>) {
        /// Name and version of the form of this document.
        #[schemars(extend("const" = SEVERAL))]
        schema: &'static str = SEVERAL,
        /// The document of each deck.
        decks: Vec<&'a Value>,
    }

    /// A condition or measure at one turn.
    struct TurnAnswerRow<'a>(
        odds: &OddsReport<'_>,
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
        /// The condition, where one was asked.
        condition?: Option<&'a str> = (!asked.is_measure).then_some(asked.text.as_str()),
        /// The measure, where one was asked.
        measure?: Option<&'a str> = asked.is_measure.then_some(asked.text.as_str()),
        /// The turn, where it is not the opening hand.
        turn?: Option<u32> = (turn > 0).then_some(turn),
        ..figures: Option<Figures>,
        ..values: Option<DistributionRow> = match found {
            Ok(OddsResult::Values(found)) => Some(DistributionRow::new(found)),
            _ => None,
        },
        /// Whether what is enough is reached; null where that is not known.
        reached?: Option<Option<bool>> = enough.zip(chance).map(|(enough, found)| is_reached(found, enough).as_bool()),
        /// Why there is no answer.
        refused?: Option<RefusalRow> = failed.map(|error| RefusalRow::new(ask_diagnostic(error, Lang::En))),
        /// The probability by number of copies.
        copies?: Option<Vec<CopiesOddsRow>> = copies.map(|copies| copies.iter().map(CopiesOddsRow::new).collect()),
        /// The fewest copies that are enough; null where none are.
        enough?: Option<Option<u32>> = copies
            .zip(enough)
            .map(|(copies, p)| fewest_copies(copies, p).map(|line| line.copies)),
        /// The number of copies with the largest probability.
        best?: Option<u32> = match enough {
            Some(_) => None,
            None => copies.and_then(|copies| best_copies(copies)).map(|line| line.copies),
        },
        /// When the condition holds first.
        until?: Option<UntilTurns> = match &asked.until {
            Some(Ok(until)) => Some(UntilTurns::new(until)),
            _ => None,
        },
        /// What is best done with opening hands (`--policy`).
        policy?: Option<PolicyRow> = asked
            .advice
            .as_ref()
            .filter(|_| last)
            .map(|advice| PolicyRow::new(advice, &odds.class_names(advice, Lang::En))),
        /// Whether the answer rests on stand-ins or inferred facts.
        provisional: bool = asked.provisional,
    }

    /// A probability; where unknown facts leave bounds its figures are null and `low` and `high` stand
    /// beside them.
    #[derive(Default)]
    struct Figures(found: &Probability) after {
        let exact = found.exact();
        let one_in = |f: &Fraction| Some(1.0 / f.to_f64()).filter(|n| n.is_finite());
        let end = |f: &Fraction| exact.is_none().then(|| Chance::new(f));
    } {
        /// The exact fraction; null where unknown facts leave bounds.
        fraction: Option<String> = exact.map(Fraction::to_string),
        /// The same, from 0 to 1; null where unknown facts leave bounds.
        probability: Option<f64> = exact.map(Fraction::to_f64),
        /// One in how many hands; null where that is no number.
        one_in: Option<f64> = exact.and_then(one_in),
        /// The smallest probability that fits what is known.
        low?: Option<Chance> = end(&found.low),
        /// The largest probability that fits what is known.
        high?: Option<Chance> = end(&found.high),
    }

    /// A probability of which more need not be said.
    struct Chance(fraction: &Fraction) {
        /// The exact fraction.
        fraction: String = fraction.to_string(),
        /// The same, from 0 to 1.
        probability: f64 = fraction.to_f64(),
    }

    /// The distribution of a measure; null figures where unknown facts leave them open.
    struct DistributionRow(found: &Distribution) after {
        let mean = found.mean();
    } {
        /// The mean; null where unknown facts leave it open.
        mean: Option<f64> = mean.as_ref().map(|mean| mean.mean),
        /// The mean as an exact fraction; null as above.
        mean_fraction: Option<String> = mean.as_ref().map(|mean| mean.exact.clone()),
        /// The standard deviation; null as above.
        deviation: Option<f64> = mean.as_ref().map(|mean| mean.deviation),
        /// The probability of each value.
        distribution: Vec<ValueRow> = found.values.iter().map(ValueRow::new).collect(),
    }

    struct ValueRow((value, chance): &(OrderedQuantity, Fraction)) {
        /// The value.
        value: String = value.0.to_string(),
        ..chance: Chance = Chance::new(chance),
    }

    struct CopiesOddsRow(line: &CopiesOdds) {
        /// How many copies.
        copies: u32 = line.copies,
        ..figures: Figures = Figures::new(&line.answer),
    }

    /// When a condition holds first.
    struct UntilTurns(until: &FirstTime) after {
        let rows = until.turns.iter().zip(until.by_turn()).enumerate();
    } {
        /// The mean turn where it holds at all in the turns followed; the opening hand is turn 0.
        mean: Option<Chanceless> = until.mean().as_ref().map(Chanceless::new),
        /// By turn.
        turns: Vec<UntilRow> = rows.map(|(turn, (first, sum))| UntilRow::new(turn, first, &sum)).collect(),
        /// How likely it is later or never.
        later: Chance = Chance::new(&until.later),
    }

    struct Chanceless(number: &Fraction) {
        /// The exact fraction.
        fraction: String = number.to_string(),
        /// The nearest number.
        value: f64 = number.to_f64(),
    }

    struct UntilRow(turn: usize, first: &Fraction, by_then: &Fraction) {
        /// The turn; 0 is the opening hand.
        turn: usize,
        /// How likely it holds then for the first time.
        first: Chance = Chance::new(first),
        /// How likely it has held by then.
        by_then: Chance = Chance::new(by_then),
    }

    /// What is best done with opening hands.
    struct PolicyRow(advice: &Advice, names: &[String]) {
        /// The value of the best play.
        optimal: PolicyValue = PolicyValue::new(&advice.optimal),
        /// The value of keeping by the printed conditions, the best cards being put back.
        short: PolicyValue = PolicyValue::new(&advice.short),
        /// By size of hand, in the order in which hands are drawn.
        sizes: Vec<PolicySize> = advice.sizes.iter().map(|size| PolicySize::new(size, names)).collect(),
    }

    /// A probability; where unknown facts leave bounds its figures are null.
    struct PolicyValue(found: &Probability) after {
        let Figures { fraction, probability, low, high, .. } = Figures::new(found);
    } {
        /// The exact fraction.
        fraction: Option<String>,
        /// The same, from 0 to 1.
        probability: Option<f64>,
        /// The smallest probability that fits what is known.
        low?: Option<Chance>,
        /// The largest probability that fits what is known.
        high?: Option<Chance>,
    }

    struct PolicySize(size: &SizeAdvice, names: &[String]) after {
        let hand = |hand| PolicyHand::new(hand, names);
    } {
        /// How many cards stay.
        cards: u32 = size.cards,
        /// The condition of hands that are kept, read as drawn; null keeps all.
        keep: Option<String> = size.keep.clone(),
        /// Every kind of hand; null where there are too many.
        hands: Option<Vec<PolicyHand>> = size.hands.as_ref().map(|hands| hands.iter().map(hand).collect()),
    }

    struct PolicyHand(hand: &HandAdvice, names: &[String]) after {
        let put_back = by_class(names, &hand.back).filter(|(_, count)| *count != 0);
    } {
        /// How many cards of each class the hand has.
        classes: serde_json::Map<String, Value> = by_class(names, &hand.classes).collect(),
        /// Whether it is kept.
        keep: bool = hand.keep,
        /// How many cards of each class are put back.
        back: serde_json::Map<String, Value> = put_back.collect(),
    }
}

impl<'a> OddsDocument<'a> {
    /// Returns the document as a value, to be put into the document of several decks.
    pub fn value(&self) -> Value {
        // INVARIANT: keys are texts and numbers are finite, so that nothing fails.
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}

fn by_class<'n>(
    names: &'n [String],
    counts: &'n [u32],
) -> impl Iterator<Item = (String, Value)> + 'n {
    names.iter().zip(counts).map(|(name, count)| (name.clone(), Value::from(*count)))
}
