//! The way to a legal deck: the fix for one finding, and the smallest repair of a whole deck.

use super::{LIST_LIMIT, Wording};
use crate::solved::describe_restatement;
use crate::text::Style;
use crate::text::escape::safe;
use crate::text::lines::wrap;
use crate::text::words::join_words;
use sleeve_check::{CheckedDeck, Repair};
use sleeve_data::model::fold::fold;
use sleeve_data::model::format::Parameter;
use sleeve_data::model::game::Named;
use sleeve_data::model::{CardIndex, Catalog, Lang, Number, Setting};
use sleeve_data::problem::{NamedNear, Worded};
use sleeve_decks::Move;
use sleeve_language::{Cause, Distance, Rational};
use sleeve_rules::{Carrying, FindingProblem, FindingStatus, Uncovered};

impl Wording<'_> {
    /// Returns how to fix the finding; `None` if no single step is known.
    pub fn fix(&self) -> Option<String> {
        match &self.finding.problem {
            FindingProblem::Condition(cause) => self.repair_condition(cause),
            FindingProblem::Groups(causes) => self.repair_groups(causes),
            FindingProblem::Contents { lacking, extra } => {
                let add = |verb: &str, cards: &[(CardIndex, u32)]| {
                    (!cards.is_empty()).then(|| format!("{verb} {}", self.list_cards(cards)))
                };
                let steps =
                    [add(word!(self.lang, "add"), lacking), add(word!(self.lang, "remove"), extra)];
                let between = self.lang.semicolon();
                Some(steps.into_iter().flatten().collect::<Vec<_>>().join(between))
            }
            FindingProblem::Uncovered(uncovered)
                if self.finding.status == FindingStatus::Broken =>
            {
                Some(self.repair_uncovered(uncovered))
            }
            FindingProblem::SetsOut { candidates, .. }
                if self.finding.status == FindingStatus::Broken =>
            {
                let cards: Vec<_> = candidates.iter().map(|card| (*card, 1)).collect();
                let list = self.list_cards(&cards);
                Some(say!(self.lang, cards.len(), "add {list}", "add one of {list}"))
            }
            FindingProblem::Zone { accepted_by, .. }
                if self.finding.status == FindingStatus::Broken =>
            {
                Some(self.repair_zone(accepted_by))
            }
            FindingProblem::Role { zone, roles } => {
                let zone = safe(zone);
                Some(if roles.is_empty() {
                    say!(
                        self.lang,
                        "add such a card to `{zone}`, or write `role = \"…\"` in the deck"
                    )
                } else {
                    say!(self.lang, "in `{zone}`, keep cards of one side only")
                })
            }
            FindingProblem::StatedValue { parameter, stated, named, cards }
                if self.finding.status == FindingStatus::Broken =>
            {
                let (stated, named) = (safe(stated), safe(named.first()?));
                if let Some(parameter) = parameter {
                    let (name, list) = (safe(parameter), self.list_cards(cards));
                    return Some(say!(self.lang, "write `{name} = \"{named}\"`, or remove {list}"));
                }
                Some(say!(self.lang, "write `role = \"{named}\"`, or choose a `{stated}` card"))
            }
            FindingProblem::Released { cards, released: Some(_), .. } => {
                let list = self.list_cards(cards);
                Some(say!(self.lang, "remove {list}"))
            }
            FindingProblem::Parameter { parameter, value } => {
                Some(self.repair_parameter(parameter, value))
            }
            FindingProblem::Disputed { parameter, .. } => {
                let name = safe(parameter);
                Some(say!(self.lang, "choose one with --set {name}=…"))
            }
            FindingProblem::Carrying(Carrying::TooMuch { needed, capacity, .. }) => {
                let over = Number::from_millionths(needed.millionths() - capacity.millionths());
                let over = self.spaces_phrase(over);
                Some(say!(self.lang, "free {over}"))
            }
            _ => None,
        }
    }

    /// Suggests the value closest to an unknown word, otherwise lists all allowed values.
    fn repair_parameter(&self, parameter: &Parameter, value: &Setting) -> String {
        let word = value.to_string();
        let near = NamedNear(&word, &parameter.words);
        if near.is_any(self.lang) {
            return safe(&Worded::new(&near, self.lang).to_string()).into_owned();
        }
        let with_name = |named: &Named| match named.name.get(self.lang) {
            name if name.is_empty() || fold(name) == fold(&named.id) => named.id.to_string(),
            name => format!("{} ({})", named.id, safe(name)),
        };
        let words: Vec<String> = parameter.words.iter().map(with_name).collect();
        let halved = value.number().is_some_and(|n| n.to_integer().is_none());
        let is_bounded = parameter.min.or(parameter.max).is_some();
        let limit = if !words.is_empty() {
            join_words(&words, word!(self.lang, "or"))
        } else if halved && is_bounded && parameter.is_whole() {
            let limit = self.limit().unwrap_or_default();
            say!(self.lang, "a whole number, {limit}")
        } else {
            self.limit().unwrap_or_default()
        };
        let name = &parameter.named.id;
        say!(self.lang, "set {name} to {limit}")
    }

    /// Returns what to remove so that the allowances are enough.
    fn repair_uncovered(&self, uncovered: &Uncovered) -> String {
        let list = self.list_cards(&uncovered.cards);
        if uncovered.covering.is_empty() {
            return say!(self.lang, "remove {list}");
        }
        let what = self.amount_phrase(Rational::whole(i64::from(uncovered.over)));
        say!(self.lang, "remove {what} of {list}")
    }

    fn repair_zone(&self, zones: &[String]) -> String {
        let list: Vec<String> = zones.iter().map(|z| format!("`{}`", safe(z))).collect();
        if list.is_empty() {
            return say!(self.lang, "remove it: no zone of this format accepts it");
        }
        let list = list.join(word!(self.lang, " or "));
        say!(self.lang, "move it to {list}, or remove it")
    }

    /// Returns what to add to or remove from each group, if it is the same for all.
    fn repair_groups(&self, causes: &[Cause]) -> Option<String> {
        let (first, rest) = causes.split_first()?;
        let distance = first.distance?;
        if !first.counts_cards || rest.iter().any(|c| c.distance != first.distance) {
            return None;
        }
        let what = self.amount_phrase(distance.amount());
        Some(match distance {
            Distance::TooMany(_) => say!(self.lang, "remove {what} of each"),
            Distance::TooFew(_) => {
                say!(self.lang, "add {what} of each")
            }
        })
    }

    /// Lists the steps for each alternative, as far as they are known.
    fn repair_ways(&self, ways: &[Vec<Cause>]) -> Option<String> {
        let and = word!(self.lang, " and ");
        let way = |way: &Vec<Cause>| {
            let step = |cause: &Cause| {
                if cause.alternatives.is_empty() {
                    self.repair_condition(cause)
                } else {
                    self.repair_ways(&cause.alternatives).map(|steps| format!("({steps})"))
                }
            };
            let steps: Option<Vec<String>> = way.iter().map(step).collect();
            Some(steps?.join(and))
        };
        // Exceptions are not suggested: if the rule itself can be met, cards elsewhere are not
        // proposed.
        let is_elsewhere = |way: &&Vec<Cause>| way.iter().all(|cause| !cause.piles.is_empty());
        let here: Vec<&Vec<Cause>> = ways.iter().filter(|way| !is_elsewhere(way)).collect();
        let ways = if here.is_empty() { ways.iter().collect() } else { here };
        let mut known: Vec<String> = ways.into_iter().filter_map(way).collect();
        // Several alternatives may need the same step.
        known.dedup();
        known.truncate(LIST_LIMIT);
        (!known.is_empty()).then(|| known.join(word!(self.lang, "; or ")))
    }

    fn repair_condition(&self, cause: &Cause) -> Option<String> {
        if !cause.alternatives.is_empty() {
            return self.repair_ways(&cause.alternatives);
        }
        let distance = cause.distance?;
        let empty = cause.zone_conflicts.first().filter(|against| against.zone_values.is_none());
        if let Some(against) = empty.filter(|_| self.is_forbidden(cause)) {
            let zone = safe(against.zone.get(self.lang));
            return Some(say!(self.lang, "add a card to `{zone}`"));
        }
        if self.is_forbidden(cause) {
            let list = self.list_cards(&cause.cards);
            return Some(say!(self.lang, "remove {list}"));
        }
        if !cause.counts_cards {
            let points = |by: Rational| match self.finding.noun.get(self.lang) {
                "" => by.in_words(self.lang),
                _ => self.amount_phrase(by),
            };
            return Some(match distance {
                Distance::TooMany(by) => {
                    let by = points(by);
                    say!(self.lang, "{by} too many")
                }
                Distance::TooFew(by) => {
                    let by = points(by);
                    say!(self.lang, "{by} too few")
                }
            });
        }
        let group = cause.group.as_ref().map(|g| safe(g.value.get(self.lang)).into_owned());
        let criteria: Vec<String> = group.into_iter().chain(self.filter_words(cause)).collect();
        let which =
            if criteria.is_empty() { String::new() } else { format!(" ({})", criteria.join(", ")) };
        Some(match distance {
            Distance::TooMany(by) => {
                let what = self.amount_phrase(by);
                say!(self.lang, "remove {what}{which}")
            }
            Distance::TooFew(by) => {
                let what = self.amount_phrase(by);
                say!(self.lang, "add {what}{which}")
            }
        })
    }
}

/// More different cards do not fit on a line.
const NAMED_CARD_LIMIT: usize = 6;
/// With more changes, owners want to choose, so `sleeve fix` shows them.
const LISTED_CHANGE_LIMIT: u64 = 10;
/// Indentation of the lines after the first, in columns.
const INDENT: usize = 2;

/// Returns the smallest repair of a deck as one paragraph; `None` if none is known.
pub(crate) fn repair_line(deck: &CheckedDeck, style: &Style) -> Option<String> {
    let (mend, catalog) = deck.repair().zip(deck.catalog())?;
    let changes = mend.moves.count_changes();
    let moves = &mend.moves;
    let named = moves.removed.len() + moves.added.len() + usize::from(moves.restated.is_some());
    let repair = if named > NAMED_CARD_LIMIT || changes > LISTED_CHANGE_LIMIT {
        say!(style.lang, "{changes} changes; `sleeve fix` lists them")
    } else {
        describe_moves(mend, catalog, style.lang)
    };
    let head = style.set(word!(style.lang, "fix:"));
    let lines =
        wrap(&format!("{head} {repair}"), style.width.saturating_sub(INDENT).max(20), style);
    Some(lines.join(&format!("\n{}", " ".repeat(INDENT))).replacen(&*head, &style.bold(&head), 1))
}

/// Lists the cards that go out, then those that come in, with zones if there are several.
fn describe_moves(mend: &Repair, catalog: &Catalog, lang: Lang) -> String {
    let all = || mend.moves.removed.iter().chain(&mend.moves.added);
    let zones = all().any(|moved| all().any(|other| other.zone != moved.zone));
    let phrase = |sign: &str, moved: &Move, others: u32| {
        let name = safe(catalog.cards.card(moved.card).title(lang)).into_owned();
        let zone = if zones { format!(" [{}]", safe(&moved.zone)) } else { String::new() };
        let others = match others {
            0 => String::new(),
            _ => say!(lang, others, " (or another)", " (or one of {n} others)", n = others),
        };
        format!("{sign}{} {name}{zone}{others}", moved.count)
    };
    let out = mend.moves.removed.iter().map(|moved| ("-", moved));
    let moved = out.chain(mend.moves.added.iter().map(|moved| ("+", moved)));
    let alike = mend.equivalent_cards.iter().copied().chain(std::iter::repeat(0));
    let moved = moved.zip(alike).map(|((sign, moved), others)| phrase(sign, moved, others));
    let restated = mend.moves.restated.iter().map(|stated| describe_restatement(stated, lang));
    restated.chain(moved).collect::<Vec<_>>().join(", ")
}
