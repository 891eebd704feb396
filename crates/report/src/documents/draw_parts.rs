//! `draw --chunks -o json`: parts of a simulation, written on one machine, read on another and merged to what one run would
//! have found. Counts are whole numbers and add up in any order; all else that parts say has to be the same.

use super::draw::{DrawResultRow, TrialsDocument};
use crate::draws::{SimulationReport, SimulationResult, describe_basis};
use crate::messages::PartMessage;
use crate::odds::OddsModel;
use crate::text::Style;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use sleeve_data::model::{CardIndex, Fingerprint, Lang};
use sleeve_language::{Presence, Quantity, Rational};
use sleeve_odds::draw::{CHUNK, DrawResult, TRIAL_LIMIT, chunk_hands};
use sleeve_odds::{Fraction, OrderedQuantity, Probability};
use std::collections::BTreeMap;
use std::ops::Range;

/// Name and version of the document's form.
pub const PART: &str = "sleeve/draw-part/1";

/// Most bytes of one part that is merged.
pub const MAX_PART_BYTES: usize = 16 << 20;

rows! {
    /// Some chunks of a simulation.
    pub struct PartDocument<'a>(part: &'a SimulationReport<'a>, model: &'a OddsModel<'a>, attested: bool) after {
        let basis = |lang: Lang| {
            (lang.code(), describe_basis(model, &Style { lang, ..Style::PLAIN }))
        };
        let chunks = part.chunks.clone().unwrap_or(0..part.trials.div_ceil(CHUNK));
    } {
        /// Name and version of the form of this document.
        schema: &'static str = PART,
        /// What `draw --trials` says of the whole, without results.
        whole: TrialsDocument<'a> = TrialsDocument::new(part, model, &[]),
        /// Fingerprint of the cards in their order, or of the classes of a pile.
        cards: Fingerprint = fingerprint_cards(model),
        /// Whether stand-ins and inferred facts counted as unknown.
        attested: bool,
        /// What the answers rest on, in lines for people, by language.
        words: BTreeMap<&'static str, Vec<String>> = Lang::ALL.iter().copied().map(basis).collect(),
        /// Hands of one chunk; the last of a simulation may have fewer.
        chunk_hands: u64 = CHUNK,
        /// The chunks that were dealt: the first, and the one behind the last.
        chunks: [u64; 2] = [chunks.start, chunks.end],
        /// What was counted in them, by question and turn.
        results: Vec<PartResultRow> = part.results.iter().map(PartResultRow::new).collect(),
    }

    #[derive(Clone, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct PartResultRow(result: &SimulationResult) after {
        let (hits, unknown, hands, exact, values) = match &result.outcome {
            DrawResult::Condition { hits, unknown, hands, exact } => {
                let ends = |exact: &Probability| [exact.low.to_string(), exact.high.to_string()];
                (*hits, *unknown, *hands, exact.as_ref().map(ends), None)
            }
            DrawResult::Measure { hands, values } => {
                let values = values.iter().map(|(value, count)| (write_value(&value.0), *count));
                (0, 0, *hands, None, Some(values.collect()))
            }
            DrawResult::Refused(_) => (0, 0, 0, None, None),
        };
    } {
        /// The condition or measure.
        text: String = result.text.clone(),
        /// The turn; 0 is the opening hand.
        turn: u32 = result.turn,
        /// Hands that count.
        hands: u64,
        /// Hands in which the condition holds.
        hits: u64,
        /// Hands of which that is not known.
        unknown: u64,
        /// Its exact odds, where they are to be had: the smallest and the largest probability.
        exact: Option<[String; 2]>,
        /// In how many hands each value of the measure came: `3`, `1/3`, `2..4` between those, `none`; with `?`: or none.
        values: Option<BTreeMap<String, u64>>,
    }
}

/// The fingerprint of all cards that a question may read, as they stand in the deck: their order decides which are dealt.
fn fingerprint_cards(model: &OddsModel<'_>) -> Fingerprint {
    let mut text = String::new();
    let mut add = |zone: &str, card: CardIndex, count: u32| {
        let known = model.source.catalog().filter(|_| card != CardIndex::STRANGER);
        let id = known.map_or("", |catalog| catalog.cards.card(card).id());
        let name = model.source.name(card, Lang::En);
        text += &format!("{zone:?} {count} {id:?} {name:?}\n");
    };
    let zones = model.table.zones.iter().filter(|_| model.source.catalog().is_some());
    for (zone, cards) in zones {
        cards.iter().for_each(|(card, count)| add(zone, *card, *count));
    }
    model.table.pile.iter().for_each(|(slot, count)| add("", slot.card, *count));
    Fingerprint::from_canonical(&text)
}

/// A value of a measure as the key of its count.
fn write_value(value: &Quantity) -> String {
    let end = |end: Option<Rational>| match end.map(|end| (end.numerator(), end.denominator())) {
        None => String::new(),
        Some((whole, 1)) => whole.to_string(),
        Some((up, down)) => format!("{up}/{down}"),
    };
    let (low, high) = (end(value.low()), end(value.high()));
    let range = if low == high && !low.is_empty() { low } else { format!("{low}..{high}") };
    match value.presence() {
        Presence::Certain => range,
        Presence::Perhaps => range + "?",
        Presence::Never => "none".to_owned(),
    }
}

fn read_value(text: &str) -> Option<Quantity> {
    if text == "none" {
        return Some(Quantity::NONE);
    }
    let end = |text: &str| {
        let (up, down) = text.split_once('/').unwrap_or((text, "1"));
        Rational::new(up.parse().ok()?, down.parse().ok()?)
    };
    let range = text.strip_suffix('?').unwrap_or(text);
    let (low, high) = range.split_once("..").unwrap_or((range, range));
    let ends =
        [low, high].map(|text| if text.is_empty() { Some(None) } else { end(text).map(Some) });
    let value = Quantity::range(ends[0]?, ends[1]?);
    Some(if range == text { value } else { value.perhaps() })
}

fn read_probability([low, high]: &[String; 2]) -> Option<Probability> {
    let (low, high) = (Fraction::from_digits(low)?, Fraction::from_digits(high)?);
    (low <= high && high <= Fraction::one()).then_some(Probability { low, high })
}

impl PartResultRow {
    /// The result that it says; `None` where its numbers contradict each other, or are more than so many hands.
    fn read(&self, most: u64) -> Option<SimulationResult> {
        let (hits, unknown, hands) = (self.hits, self.unknown, self.hands);
        let counted = match &self.values {
            Some(values) => values.values().try_fold(0u64, |sum, n| sum.checked_add(*n))?,
            None => hits.checked_add(unknown)?,
        };
        if hands > most || counted > hands || self.values.is_some() && counted != hands {
            return None;
        }
        let outcome = match &self.values {
            Some(values) => {
                let value =
                    |(text, n): (&String, &u64)| Some((OrderedQuantity(read_value(text)?), *n));
                let values: BTreeMap<_, _> = values.iter().map(value).collect::<Option<_>>()?;
                DrawResult::Measure { hands, values: values.into_iter().collect() }
            }
            None => {
                let exact = match &self.exact {
                    Some(ends) => Some(read_probability(ends)?),
                    None => None,
                };
                DrawResult::Condition { hits, unknown, hands, exact }
            }
        };
        Some(SimulationResult { text: self.text.clone(), turn: self.turn, outcome })
    }

    /// Adds the counts of other chunks.
    fn add(&mut self, more: &PartResultRow) {
        self.hits += more.hits;
        self.unknown += more.unknown;
        self.hands += more.hands;
        for (value, count) in more.values.iter().flatten() {
            let values = self.values.get_or_insert_default();
            *values.entry(value.clone()).or_default() += count;
        }
    }
}

/// A part as it is read.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadPart {
    #[serde(deserialize_with = "read_form")]
    schema: String,
    whole: Value,
    cards: String,
    attested: bool,
    words: BTreeMap<String, Vec<String>>,
    chunk_hands: u64,
    #[serde(skip_serializing)]
    chunks: [u64; 2],
    #[serde(skip_serializing)]
    results: Vec<PartResultRow>,
}

fn read_form<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let form = String::deserialize(from)?;
    let wrong = || serde::de::Error::custom(format_args!("`schema` is not `{PART}`"));
    (form == PART).then_some(form).ok_or_else(wrong)
}

impl ReadPart {
    fn trials(&self) -> u64 {
        self.whole["trials"].as_u64().unwrap_or_default()
    }

    /// The chunks that it has; the error names a member whose numbers are impossible.
    fn check_numbers(&self) -> Result<Range<u64>, String> {
        let (trials, [start, end]) = (self.trials(), self.chunks);
        let is_simulation = (1..=TRIAL_LIMIT).contains(&trials) && self.chunk_hands == CHUNK;
        if !is_simulation || self.whole["seed"].as_u64().is_none() {
            return Err("whole".to_owned());
        }
        if start >= end || end > trials.div_ceil(CHUNK) {
            return Err("chunks".to_owned());
        }
        let most = chunk_hands(&(start..end), trials);
        let wrong = self.results.iter().position(|row| row.read(most).is_none());
        wrong.map_or(Ok(start..end), |at| Err(format!("results[{at}]")))
    }

    /// All that parts of one simulation have in common.
    fn frame(&self) -> Value {
        let rows = self.results.iter();
        let asked = rows.map(|row| (&row.text, row.turn, &row.exact, row.values.is_some()));
        serde_json::json!({ "part": self, "results": asked.collect::<Vec<_>>() })
    }
}

/// Where two values differ first.
fn find_difference(a: &Value, b: &Value, place: &str) -> Option<String> {
    let (Some(left), Some(right)) = (a.as_object(), b.as_object()) else {
        return (a != b).then(|| place.to_owned());
    };
    let mut keys = left.keys().chain(right.keys());
    keys.find_map(|key| find_difference(&a[key], &b[key], &format!("{place}.{key}")))
}

/// Adds up the parts of a simulation.
#[derive(Default)]
pub struct PartMerger {
    /// The part that was read first, with all counts so far: its file, itself, and what others have in common with it.
    first: Option<(String, ReadPart, Value)>,
    /// By the first chunk of each part the chunk behind its last, and its file.
    chunks: BTreeMap<u64, (u64, String)>,
}

impl PartMerger {
    /// Reads parts one after the other from the text of a file.
    ///
    /// # Errors
    /// When it holds none, or something else, or a part that does not go with those before.
    pub fn add(&mut self, path: &str, text: &str) -> Result<(), PartMessage> {
        let mut parts = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
        let (path, mut at, mut line) = (path.to_owned(), 0, 1);
        let no_part = |error: serde_json::Error, above: usize| {
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default().to_owned();
            let (line, column) = (above + error.line(), error.column());
            PartMessage::NoPart { path: path.clone(), line, column, message }
        };
        while let Some(part) = parts.next() {
            let begin = text.len() - text[at..].trim_start().len();
            line += text[at..begin].matches('\n').count();
            let part = part.map_err(|error| no_part(error, 0))?.get();
            if part.len() > MAX_PART_BYTES {
                return Err(PartMessage::TooLong { path, line, limit: MAX_PART_BYTES });
            }
            let part = serde_json::from_str(part).map_err(|error| no_part(error, line - 1))?;
            self.add_part(&path, line, part)?;
            at = parts.byte_offset();
            line += text[begin..at].matches('\n').count();
        }
        if at == 0 { Err(PartMessage::NoParts { path }) } else { Ok(()) }
    }

    fn add_part(&mut self, path: &str, line: usize, part: ReadPart) -> Result<(), PartMessage> {
        let path = path.to_owned();
        let Range { start, end } = match part.check_numbers() {
            Ok(chunks) => chunks,
            Err(key) => return Err(PartMessage::Impossible { path, line, key }),
        };
        // Of the parts that begin before the end of this one, only the last can reach into it.
        let before = self.chunks.range(..end).next_back();
        if let Some((from, (_, first))) = before.filter(|(_, (last, _))| *last > start) {
            let (chunk, first) = ((*from).max(start), first.clone());
            return Err(PartMessage::ChunkTwice { path, line, chunk, first });
        }
        self.chunks.insert(start, (end, path.clone()));
        let frame = part.frame();
        let Some((first, sum, known)) = &mut self.first else {
            self.first = Some((path, part, frame));
            return Ok(());
        };
        if let Some(place) = find_difference(&frame, known, "") {
            let key = place.trim_start_matches(".part").trim_start_matches('.').to_owned();
            let first = first.clone();
            return Err(PartMessage::Different { path, line, key, first });
        }
        sum.results.iter_mut().zip(&part.results).for_each(|(sum, more)| sum.add(more));
        Ok(())
    }

    /// The whole simulation.
    ///
    /// # Errors
    /// When chunks of it are missing.
    pub fn finish(self) -> Result<MergedSimulation, PartMessage> {
        let Some((path, sum, _)) = self.first else {
            return Err(PartMessage::NoParts { path: "-".to_owned() });
        };
        let all = sum.trials().div_ceil(CHUNK);
        let mut dealt = 0;
        for (start, (end, _)) in self.chunks.into_iter().chain([(all, (all, String::new()))]) {
            if start > dealt {
                return Err(PartMessage::Missing { path, start: dealt, end: start, all });
            }
            dealt = end;
        }
        let results = sum.results.iter().filter_map(|row| row.read(sum.trials())).collect();
        Ok(MergedSimulation { sum, results })
    }
}

/// A simulation that was merged of its parts.
pub struct MergedSimulation {
    sum: ReadPart,
    results: Vec<SimulationResult>,
}

impl MergedSimulation {
    /// The report of the whole, with percentages of so many digits.
    pub fn report(&self, digits: u32) -> SimulationReport<'_> {
        SimulationReport {
            generator: self.sum.whole["generator"].as_str().unwrap_or_default(),
            seed: self.sum.whole["seed"].as_u64().unwrap_or_default(),
            trials: self.sum.trials(),
            chunks: None,
            stopped: false,
            results: &self.results,
            digits,
        }
    }

    /// What it rests on, in lines, as the parts say it.
    pub fn basis(&self, lang: Lang) -> &[String] {
        self.sum.words.get(lang.code()).map_or(&[], Vec::as_slice)
    }

    /// The document that `draw --trials` writes of the whole.
    pub fn document(&self) -> Value {
        let results: Vec<_> = self.results.iter().map(DrawResultRow::new).collect();
        let mut document = self.sum.whole.clone();
        document["results"] = serde_json::to_value(results).unwrap_or_default();
        document
    }
}
