//! Verdicts on a deck with lines that are not resolved: the deck is judged under every reading of them, and what
//! all readings have in common holds.
//!
//! A line of which all cards that it may be are known is each of them in turn. Any other line of a list may be any card in
//! any zone, or none: its copies are [strangers](CardIndex::STRANGER), which leave open whatever depends on them,
//! so that only what is broken all the same counts.

use sleeve_data::Arrange;
use sleeve_data::model::deck::Unresolved;
use sleeve_data::model::{CardIndex, Deck, Format, Level};
use sleeve_rules::card_rules::{list_card_rules, list_changes};
use sleeve_rules::{
    CheckOptions, CheckResult, Finding, FindingProblem, FindingStatus, Rulebook, Verdict,
    WorkBudget,
};
use std::collections::BTreeSet;

/// The largest number of decks that the lines of a deck stand for and that are judged.
pub const MAX_READINGS: usize = 64;
/// Fewer decks than this are judged without a cache, which costs more to fill than it then saves.
const FEWEST_CACHED: usize = 6;
/// Words between the names of two cards.
const JOINTS: [&str; 6] = ["and", "et", "or", "ou", "plus", "puis"];
/// Signs that stand within the name of one card, or around a remark behind it.
const WITHIN_NAMES: &str = "'\u{2019}.-!?\"\u{201c}\u{201d}:()[]*\u{2022}#";
/// Words for numbers of copies.
#[rustfmt::skip]
const NUMBER_WORDS: [&str; 38] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twenty",
    "deux", "trois", "quatre", "cinq", "sept", "huit", "neuf", "dix", "onze", "douze", "vingt",
    "pair", "pairs", "couple", "paire", "paires", "twice", "thrice", "double", "triple", "quadruple",
    "dozen", "dozens", "douzaine", "several", "plusieurs",
];

/// The verdicts on a deck under the readings of its lines that are not resolved.
#[derive(Clone, PartialEq, Debug)]
pub struct Readings {
    /// The verdict that all readings have; `None` where they differ.
    pub verdict: Option<Verdict>,
    /// For each line that is not resolved, in the order of the deck, its readings; empty for one that may be any
    /// card, or none.
    pub lines: Vec<Vec<JudgedReading>>,
}

/// One card that a line may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgedReading {
    pub card: CardIndex,
    /// The verdict with this card, whatever the other lines are; `None` where it depends on them.
    pub verdict: Option<Verdict>,
    /// The first rule that is broken with this card, whatever the other lines are.
    pub rule: Option<String>,
}

/// One way to read all lines, judged.
struct JudgedVariant {
    /// Of each line that is not resolved, the position of its reading.
    picks: Vec<usize>,
    verdict: Option<Verdict>,
    result: CheckResult,
}

/// Judges a list under every reading of its lines that are not resolved; with the verdict that all have come the
/// findings that all have. `checked` is the list as it stands. `None` where there is no such line, there are too many readings, or nothing is certain.
pub(super) fn judge_readings(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    checked: &CheckResult,
    options: &CheckOptions,
    work: &WorkBudget,
) -> Option<(Readings, Option<CheckResult>)> {
    let lines = &deck.unresolved;
    if lines.is_empty() || lines.iter().any(|line| line.count == 0) {
        return None;
    }
    let is_open = |line: &&Unresolved| line.readings.is_empty();
    let copies: Vec<u32> = lines.iter().filter(is_open).map(most_copies).collect::<Option<_>>()?;
    let open_copies = copies.into_iter().fold(0, u32::saturating_add);
    let spreads = list_spreads(rulebook.format.zones.len(), open_copies)?;
    let picks = list_picks(lines)?;
    let variants = picks.len().saturating_mul(spreads.len());
    if variants > MAX_READINGS {
        return None;
    }
    // A card that is not known may change a number, which no finding would tell.
    let has_changes =
        |number: &str| list_changes(rulebook.catalog, rulebook.format, number).count() > 0;
    let numbers = &rulebook.format.numbers;
    if open_copies > 0 && numbers.iter().any(|number| has_changes(&number.named.id)) {
        return None;
    }
    let card_rules = list_card_rules(rulebook.catalog, rulebook.format);
    let lifted: BTreeSet<&str> =
        card_rules.flat_map(|(_, card_rule)| &card_rule.lifts).map(String::as_str).collect();
    let lifted = (open_copies > 0).then_some(lifted);
    // So many decks of the same cards make up for the memory.
    let cached = rulebook.cache.is_none() && variants >= FEWEST_CACHED;
    let cached = cached.then(|| Rulebook::new(rulebook.catalog, rulebook.format).with_cache());
    let rulebook = cached.as_ref().unwrap_or(rulebook);
    let judge = |picks: &Vec<usize>, spread: &[u32], work: &WorkBudget| {
        let variant = write_variant(deck, rulebook.format, picks, spread);
        let result = rulebook.check_with_budget(&variant, options, work).ok()?;
        let is_skipped = |finding: &Finding| matches!(finding.problem, FindingProblem::NotAsked(_));
        if result.verdict == Verdict::Unusable || result.findings.iter().any(is_skipped) {
            return None;
        }
        let is_certain =
            |finding: &Finding| lifted.as_ref().is_some_and(|of| is_certain_error(finding, of));
        let verdict = match open_copies {
            0 => Some(result.verdict),
            // What strangers leave open is not worth the other readings.
            _ if !result.findings.iter().any(is_certain) => return None,
            _ => Some(Verdict::Illegal),
        };
        Some(JudgedVariant { picks: picks.clone(), verdict, result })
    };
    // Where every open line is cards of its own zone, the deck is most often whole: that reading goes first, as the others
    // are worth nothing without it.
    if open_copies > 0 {
        let open = || lines.iter().filter(is_open);
        let zones = rulebook.format.zones.iter().map(|zone| {
            let of_zone = open().filter(|line| zone.named.id == *line.zone);
            of_zone.map(|line| line.count).fold(0, u32::saturating_add)
        });
        let in_place: Vec<u32> = zones.collect();
        judge(picks.first()?, &in_place, &WorkBudget::default())?;
    }
    let variants = picks.iter().flat_map(|picks| spreads.iter().map(move |spread| (picks, spread)));
    let judged = variants.map(|(picks, spread)| judge(picks, spread, work));
    let judged: Vec<JudgedVariant> = judged.collect::<Option<_>>()?;
    let all: Vec<&JudgedVariant> = judged.iter().collect();
    let first = common_rule(&all, lifted.as_ref());
    let verdict = common_verdict(&all).filter(|v| *v != Verdict::Illegal || first.is_some());
    let reading = |at: usize, (pick, entry): (usize, &sleeve_data::model::Entry)| {
        let with_it: Vec<&JudgedVariant> =
            judged.iter().filter(|variant| variant.picks.get(at) == Some(&pick)).collect();
        let rule = common_rule(&with_it, lifted.as_ref());
        JudgedReading { card: entry.card, verdict: common_verdict(&with_it), rule }
    };
    let readings = |(at, line): (usize, &Unresolved)| {
        line.readings.iter().enumerate().map(|pick| reading(at, pick)).collect()
    };
    let lines = lines.iter().enumerate().map(readings).collect();
    // A line that may be anything is told of as it stands: one line, as many copies as it says.
    let shown = if open_copies > 0 { checked } else { &judged.first()?.result };
    let common = verdict.map(|verdict| keep_common(shown, &judged, verdict));
    Some((Readings { verdict, lines }, common))
}

/// The most copies that a line may stand for; `None` where its text says a number in words, Roman numerals or digits beyond
/// ASCII, which are not read. Numbers in its text may be those of several cards, words and signs that join two names
/// may stand between two cards, and a line that has no number of copies may name a card by each word.
fn most_copies(line: &Unresolved) -> Option<u32> {
    let text = line.text.to_lowercase();
    let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_foreign_digit = |c: char| c.is_numeric() && !c.is_ascii_digit();
    if text.contains(is_foreign_digit) || words().any(is_number_word) {
        return None;
    }
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let sum = numbers.map(|digits| digits.parse().unwrap_or(u32::MAX)).fold(0, u32::saturating_add);
    let is_joint = |word: &&str| JOINTS.contains(word);
    // What may stand within the name of one card joins nothing.
    let is_sign = |c: &char| {
        *c == '\t' || !c.is_alphanumeric() && !c.is_whitespace() && !WITHIN_NAMES.contains(*c)
    };
    let signs = text.chars().filter(is_sign).count() + text.matches(" - ").count();
    let joined = 1 + words().filter(is_joint).count() + signs;
    let names = text.split_whitespace().filter(|word| !is_joint(word)).count();
    let named = if line.count == 1 { names.max(joined) } else { joined };
    let names = u32::try_from(named).unwrap_or(u32::MAX);
    Some(line.count.max(sum).saturating_mul(names))
}

/// Whether a word in lower case says a number: in English, in French, or in Roman numerals of two letters and more. A single
/// letter is a mark of a card (`V`) or a sign (`x`).
fn is_number_word(word: &str) -> bool {
    word.len() > 1 && word.chars().all(|c| matches!(c, 'i' | 'v' | 'x'))
        || NUMBER_WORDS.contains(&word)
}

/// Every way to lay some or all of so many copies into zones, all into the first zone first; `None` where they are too many.
fn list_spreads(zones: usize, copies: u32) -> Option<Vec<Vec<u32>>> {
    // Before the first zone is gone through: a list may write any number of copies.
    if copies as usize >= MAX_READINGS {
        return None;
    }
    let mut spreads = vec![Vec::new()];
    for _ in 0..zones {
        let mut longer = Vec::new();
        for spread in &spreads {
            let laid: u32 = spread.iter().sum();
            longer.extend(
                (0..=copies.checked_sub(laid)?)
                    .rev()
                    .map(|copies| spread.iter().copied().chain([copies]).collect::<Vec<u32>>()),
            );
            if longer.len() > MAX_READINGS {
                return None;
            }
        }
        spreads = longer;
    }
    Some(spreads)
}

/// Every choice of one reading for each line, as positions; `None` where they are too many.
fn list_picks(lines: &[Unresolved]) -> Option<Vec<Vec<usize>>> {
    let mut all = vec![Vec::new()];
    for line in lines {
        // A line that may be any card is strangers in every variant: one choice.
        let readings = line.readings.len().max(1);
        if all.len().saturating_mul(readings) > MAX_READINGS {
            return None;
        }
        let with = |picks: &Vec<usize>, pick| picks.iter().copied().chain([pick]).collect();
        all =
            all.iter().flat_map(|picks| (0..readings).map(move |pick| with(picks, pick))).collect();
    }
    Some(all)
}

/// The deck with its lines read in one way; what may be any card lies in the zones as strangers.
fn write_variant(deck: &Deck, format: &Format, picks: &[usize], spread: &[u32]) -> Deck {
    let mut variant = deck.clone();
    let lines = std::mem::take(&mut variant.unresolved);
    let picked = lines.iter().zip(picks).filter_map(|(line, pick)| line.readings.get(*pick));
    variant.entries.extend(picked.cloned());
    // Entries are in the order of the file, which decides what is told first.
    variant.entries.arrange_by_key(|entry| entry.span.start);
    let laid = format.zones.iter().zip(spread).filter(|(_, copies)| **copies > 0);
    // Strangers are alike, so that any open line stands for all of them.
    if let Some(open) = lines.iter().find(|line| line.readings.is_empty()) {
        variant.unresolved.extend(laid.map(|(zone, copies)| Unresolved {
            zone: zone.named.id.to_string(),
            count: *copies,
            ..open.clone()
        }));
    }
    variant
}

/// Whether a finding makes a deck illegal whatever its strangers are: a condition is never broken because of what
/// is not known, and no card takes its rule out of force.
fn is_certain_error(finding: &Finding, lifted: &BTreeSet<&str>) -> bool {
    let is_condition =
        matches!(finding.problem, FindingProblem::Condition(_) | FindingProblem::Groups(_));
    is_broken(finding) && is_condition && !lifted.contains(finding.rule.as_str())
}

fn is_broken(finding: &Finding) -> bool {
    finding.level == Level::Error && finding.status == FindingStatus::Broken
}

fn common_verdict(variants: &[&JudgedVariant]) -> Option<Verdict> {
    let (first, others) = variants.split_first()?;
    first.verdict.filter(|_| others.iter().all(|other| other.verdict == first.verdict))
}

/// The first rule that all variants break; where the deck has strangers, which may lift rules, whatever they are.
fn common_rule(variants: &[&JudgedVariant], lifted: Option<&BTreeSet<&str>>) -> Option<String> {
    let breaks = |variant: &&JudgedVariant, rule: &str| {
        variant.result.findings.iter().any(|finding| {
            finding.rule == rule
                && lifted.map_or(is_broken(finding), |lifted| is_certain_error(finding, lifted))
        })
    };
    let first = variants.first()?.result.findings.iter().filter(|finding| is_broken(finding));
    let mut rules = first.map(|finding| finding.rule.as_str());
    rules.find(|rule| variants.iter().all(|variant| breaks(variant, rule))).map(str::to_owned)
}

/// A result with those of its findings that all variants have; notes are of the reader, and stay.
fn keep_common(shown: &CheckResult, judged: &[JudgedVariant], verdict: Verdict) -> CheckResult {
    let mut common = shown.clone();
    common.findings.retain(|finding| {
        let is_same = |other: &Finding| {
            (&other.rule, other.status, other.level)
                == (&finding.rule, finding.status, finding.level)
        };
        let has_same = |other: &JudgedVariant| other.result.findings.iter().any(is_same);
        finding.status == FindingStatus::Note || judged.iter().all(has_same)
    });
    common.verdict = verdict;
    common.provisional = judged.iter().any(|variant| variant.result.provisional);
    common
}
