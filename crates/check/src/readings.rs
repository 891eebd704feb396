//! Verdicts on a deck with unresolved lines. The deck is judged under every reading of them, and
//! whatever all readings have in common holds.
//!
//! If all cards that a line may be are known, it stands for each of them in turn. Any other line of
//! a list may be any card in any zone, or none. Its copies are [strangers](CardIndex::STRANGER),
//! which leave everything open that depends on them, so only rules that are broken anyway count.

use sleeve_data::{
    Arrange,
    model::{CardIndex, Deck, Format, Level, deck::Unresolved},
};
use sleeve_rules::{
    CheckOptions, CheckResult, Finding, FindingProblem, FindingStatus, Rulebook, Verdict,
    WorkBudget,
    card_rules::{list_card_rules, list_changes},
};
use std::collections::BTreeSet;

/// Most variants of a deck that are judged.
pub const MAX_READINGS: usize = 64;
/// Fewer variants than this are judged without a cache, which would take longer to fill than it
/// saves.
const FEWEST_CACHED: usize = 6;
/// Words between the names of two cards.
const JOINTS: [&str; 6] = ["and", "et", "or", "ou", "plus", "puis"];
/// Characters inside the name of one card, or around a remark after it.
const WITHIN_NAMES: &str = "'\u{2019}.-!?\"\u{201c}\u{201d}:()[]*\u{2022}#";
/// Words for numbers of copies.
#[rustfmt::skip]
const NUMBER_WORDS: [&str; 38] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "twenty", "deux", "trois", "quatre", "cinq", "sept", "huit", "neuf", "dix", "onze", "douze",
    "vingt", "pair", "pairs", "couple", "paire", "paires", "twice", "thrice", "double", "triple",
    "quadruple", "dozen", "dozens", "douzaine", "several", "plusieurs",
];

/// The verdicts on a deck under the readings of its unresolved lines.
#[derive(Clone, PartialEq, Debug)]
pub struct Readings {
    /// The verdict of all readings; `None` if they differ.
    pub verdict: Option<Verdict>,
    /// The readings of each unresolved line, in the order of the deck; empty for a line that may be
    /// any card, or none.
    pub lines: Vec<Vec<JudgedReading>>,
}

/// One card that a line may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgedReading {
    pub card: CardIndex,
    /// The verdict with this card, for all readings of the other lines; `None` if it depends on
    /// them.
    pub verdict: Option<Verdict>,
    /// The first rule that is broken with this card, for all readings of the other lines.
    pub rule: Option<String>,
}

/// One way to read all lines, with its result.
struct JudgedVariant {
    /// The index of the reading of each unresolved line.
    picks: Vec<usize>,
    verdict: Verdict,
    result: CheckResult,
}

/// A list whose lines may be read in several ways.
struct OpenList<'r> {
    deck: &'r Deck,
    rulebook: &'r Rulebook<'r>,
    options: &'r CheckOptions,
    /// The rules that some card suspends, if a line may be any card.
    lifted: Option<BTreeSet<&'r str>>,
}

/// Judges a list under every reading of its unresolved lines; the findings common to all come with
/// the common verdict. `checked` is the list as written. `None` if there is no such line, there are
/// too many readings, or nothing is certain.
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
    let mut open_copies: u32 = 0;
    for line in lines.iter().filter(is_open) {
        open_copies = open_copies.saturating_add(most_copies(line)?);
    }
    let spreads = list_spreads(rulebook.format.zones.len(), open_copies)?;
    let picks = list_picks(lines)?;
    let variants = picks.len().saturating_mul(spreads.len());
    if variants > MAX_READINGS || open_copies > 0 && has_changed_numbers(rulebook) {
        return None;
    }
    let lifted = (open_copies > 0).then(|| lifted_rules(rulebook));
    let with_cache;
    let mut list = OpenList { deck, rulebook, options, lifted };
    if rulebook.cache.is_none() && variants >= FEWEST_CACHED {
        // The cache takes memory, which pays off if many variants have the same cards.
        with_cache = Rulebook::new(rulebook.catalog, rulebook.format).with_cache();
        list.rulebook = &with_cache;
    }
    let judged = list.judge_variants(&picks, &spreads, work)?;
    let readings = list.sum_up(&judged);
    // A line that may be anything is reported as written: one line, with its number of copies.
    let shown = if open_copies > 0 { checked } else { &judged.first()?.result };
    let common = readings
        .verdict
        .map(|verdict| keep_common(shown, &judged, verdict));
    Some((readings, common))
}

/// Whether a line may be any card.
fn is_open(line: &&Unresolved) -> bool {
    line.readings.is_empty()
}

/// Whether an unknown card may change a number of the format, which no finding would show.
fn has_changed_numbers(rulebook: &Rulebook<'_>) -> bool {
    let Rulebook { catalog, format, .. } = rulebook;
    let mut numbers = format.numbers.iter();
    numbers.any(|number| {
        list_changes(catalog, format, &number.named.id)
            .next()
            .is_some()
    })
}

/// The rules that some card suspends.
fn lifted_rules<'r>(rulebook: &Rulebook<'r>) -> BTreeSet<&'r str> {
    list_card_rules(rulebook.catalog, rulebook.format)
        .flat_map(|(_, card_rule)| &card_rule.lifts)
        .map(String::as_str)
        .collect()
}

impl OpenList<'_> {
    /// Judges every way to read the lines; `None` if one of them leaves anything open.
    fn judge_variants(
        &self,
        picks: &[Vec<usize>],
        spreads: &[Vec<u32>],
        work: &WorkBudget,
    ) -> Option<Vec<JudgedVariant>> {
        // If every open line only contains cards of its own zone, the deck is usually complete.
        // That reading comes first, because the others are worth nothing without it.
        if self.lifted.is_some() {
            self.judge_variant(picks.first()?, &self.copies_in_place(), &WorkBudget::default())?;
        }
        let mut judged = Vec::new();
        for pick in picks {
            for spread in spreads {
                judged.push(self.judge_variant(pick, spread, work)?);
            }
        }
        Some(judged)
    }

    /// The copies of the open lines in each zone.
    fn copies_in_place(&self) -> Vec<u32> {
        let mut in_zones = Vec::new();
        for zone in &self.rulebook.format.zones {
            let open = self.deck.unresolved.iter().filter(is_open);
            let here = open.filter(|line| zone.named.id == *line.zone);
            in_zones.push(here.map(|line| line.count).fold(0, u32::saturating_add));
        }
        in_zones
    }

    fn judge_variant(
        &self,
        picks: &[usize],
        spread: &[u32],
        work: &WorkBudget,
    ) -> Option<JudgedVariant> {
        let variant = write_variant(self.deck, self.rulebook.format, picks, spread);
        let result = self
            .rulebook
            .check_with_budget(&variant, self.options, work)
            .ok()?;
        let mut findings = result.findings.iter();
        if result.verdict == Verdict::Unusable
            || findings.any(|found| matches!(found.problem, FindingProblem::NotAsked(_)))
        {
            return None;
        }
        let verdict = match &self.lifted {
            None => result.verdict,
            // If strangers leave it open, the other readings are useless.
            Some(lifted)
                if !result
                    .findings
                    .iter()
                    .any(|of| is_certain_error(of, lifted)) =>
            {
                return None;
            }
            Some(_) => Verdict::Illegal,
        };
        Some(JudgedVariant { picks: picks.to_vec(), verdict, result })
    }

    /// The verdicts of all variants, and of those with each card that a line may be.
    fn sum_up(&self, judged: &[JudgedVariant]) -> Readings {
        let all: Vec<&JudgedVariant> = judged.iter().collect();
        let first = common_rule(&all, self.lifted.as_ref());
        let verdict = common_verdict(&all).filter(|v| *v != Verdict::Illegal || first.is_some());
        let mut lines = Vec::new();
        for (at, line) in self.deck.unresolved.iter().enumerate() {
            let mut readings = Vec::new();
            for (pick, entry) in line.readings.iter().enumerate() {
                let with_it: Vec<&JudgedVariant> = judged
                    .iter()
                    .filter(|variant| variant.picks.get(at) == Some(&pick))
                    .collect();
                let rule = common_rule(&with_it, self.lifted.as_ref());
                let verdict = common_verdict(&with_it);
                readings.push(JudgedReading { card: entry.card, verdict, rule });
            }
            lines.push(readings);
        }
        Readings { verdict, lines }
    }
}

/// The most copies that a line may stand for. `None` if its text contains a number in words, Roman
/// numerals or non-ASCII digits, which are not read. Numbers in its text may belong to several
/// cards, joining words and signs may separate two cards, and each word may be a card in a line
/// without a number of copies.
fn most_copies(line: &Unresolved) -> Option<u32> {
    let text = line.text.to_lowercase();
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    if text.chars().any(|c| c.is_numeric() && !c.is_ascii_digit())
        || words.iter().any(|word| is_number_word(word))
    {
        return None;
    }
    let numbers = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty());
    let sum = numbers
        .map(|digits| digits.parse().unwrap_or(u32::MAX))
        .fold(0, u32::saturating_add);
    let signs = text.chars().filter(|c| is_joining_sign(*c)).count() + text.matches(" - ").count();
    let joined = 1 + words.iter().filter(|word| JOINTS.contains(word)).count() + signs;
    let mut most_names = joined;
    if line.count == 1 {
        let names = text
            .split_whitespace()
            .filter(|word| !JOINTS.contains(word));
        most_names = joined.max(names.count());
    }
    let cards = u32::try_from(most_names).unwrap_or(u32::MAX);
    Some(line.count.max(sum).saturating_mul(cards))
}

/// Whether a character separates cards. Those inside the name of one card join nothing.
fn is_joining_sign(c: char) -> bool {
    c == '\t' || !c.is_alphanumeric() && !c.is_whitespace() && !WITHIN_NAMES.contains(c)
}

/// Whether a word in lower case is a number: in English, in French, or in Roman numerals of at
/// least two letters. A single letter is a mark of a card (`V`) or a sign (`x`).
fn is_number_word(word: &str) -> bool {
    word.len() > 1 && word.chars().all(|c| matches!(c, 'i' | 'v' | 'x'))
        || NUMBER_WORDS.contains(&word)
}

/// Every way to put some or all of some copies into zones, starting with all in the first zone;
/// `None` if there are too many.
fn list_spreads(zones: usize, copies: u32) -> Option<Vec<Vec<u32>>> {
    // Checked before the first zone, because a list may contain any number of copies.
    if copies as usize >= MAX_READINGS {
        return None;
    }
    let mut spreads = vec![Vec::new()];
    for _ in 0..zones {
        let mut longer = Vec::new();
        for spread in &spreads {
            let laid: u32 = spread.iter().sum();
            for here in (0..=copies.checked_sub(laid)?).rev() {
                longer.push([spread.as_slice(), &[here]].concat());
            }
            if longer.len() > MAX_READINGS {
                return None;
            }
        }
        spreads = longer;
    }
    Some(spreads)
}

/// Every choice of one reading for each line, as indices; `None` if there are too many.
fn list_picks(lines: &[Unresolved]) -> Option<Vec<Vec<usize>>> {
    let mut all = vec![Vec::new()];
    for line in lines {
        // A line that may be any card is a stranger in every variant, so there is one choice.
        let readings = line.readings.len().max(1);
        if all.len().saturating_mul(readings) > MAX_READINGS {
            return None;
        }
        let mut longer = Vec::new();
        for picks in &all {
            for pick in 0..readings {
                longer.push([picks.as_slice(), &[pick]].concat());
            }
        }
        all = longer;
    }
    Some(all)
}

/// The deck with its lines read in one way; unknown cards are in the zones as strangers.
fn write_variant(deck: &Deck, format: &Format, picks: &[usize], spread: &[u32]) -> Deck {
    let mut variant = deck.clone();
    let lines = std::mem::take(&mut variant.unresolved);
    let picked = lines
        .iter()
        .zip(picks)
        .filter_map(|(line, pick)| line.readings.get(*pick));
    variant.entries.extend(picked.cloned());
    // Entries are in the order of the file, which decides what is reported first.
    variant.entries.arrange_by_key(|entry| entry.span.start);
    let laid = format
        .zones
        .iter()
        .zip(spread)
        .filter(|(_, copies)| **copies > 0);
    // Strangers are alike, so any open line stands for all of them.
    if let Some(open) = lines.iter().find(|line| line.readings.is_empty()) {
        variant
            .unresolved
            .extend(laid.map(|(zone, copies)| Unresolved {
                zone: zone.named.id.to_string(),
                count: *copies,
                ..open.clone()
            }));
    }
    variant
}

/// Whether a finding makes a deck illegal regardless of its strangers: its condition is not broken
/// because of something unknown, and no card suspends its rule.
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
    others
        .iter()
        .all(|other| other.verdict == first.verdict)
        .then_some(first.verdict)
}

/// The first rule that all variants break. If the deck has strangers, which may suspend rules, it
/// is broken regardless of them.
fn common_rule(variants: &[&JudgedVariant], lifted: Option<&BTreeSet<&str>>) -> Option<String> {
    let findings = &variants.first()?.result.findings;
    let mut rules = findings
        .iter()
        .filter(|of| is_broken(of))
        .map(|finding| &finding.rule);
    rules
        .find(|rule| variants.iter().all(|variant| variant.breaks(rule, lifted)))
        .cloned()
}

impl JudgedVariant {
    fn breaks(&self, rule: &str, lifted: Option<&BTreeSet<&str>>) -> bool {
        self.result
            .findings
            .iter()
            .filter(|of| of.rule == rule)
            .any(|finding| match lifted {
                Some(lifted) => is_certain_error(finding, lifted),
                None => is_broken(finding),
            })
    }

    fn has_finding_like(&self, finding: &Finding) -> bool {
        self.result.findings.iter().any(|other| {
            (&other.rule, other.status, other.level)
                == (&finding.rule, finding.status, finding.level)
        })
    }
}

/// A result with only the findings of all variants; notes come from the reader, and stay.
fn keep_common(shown: &CheckResult, judged: &[JudgedVariant], verdict: Verdict) -> CheckResult {
    let mut common = shown.clone();
    common.findings.retain(|finding| {
        finding.status == FindingStatus::Note
            || judged
                .iter()
                .all(|variant| variant.has_finding_like(finding))
    });
    common.verdict = verdict;
    common.provisional = judged.iter().any(|variant| variant.result.provisional);
    common
}

#[cfg(test)]
mod tests {
    use super::{MAX_READINGS, list_spreads};

    #[test]
    fn as_many_readings_as_allowed_are_listed() {
        let copies = MAX_READINGS as u32 - 1;
        assert_eq!(list_spreads(1, copies).map(|all| all.len()), Some(MAX_READINGS));
        assert_eq!(list_spreads(1, copies + 1), None);
        assert_eq!(list_spreads(2, copies), None);
    }
}
