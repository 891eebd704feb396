//! The way to a legal deck: the fix for one finding, and the smallest repair of a whole deck.

use super::{LIST_LIMIT, Wording};
use crate::{
    solved::describe_restatement,
    text::{Style, escape::safe, lines::wrap, words::join_words},
};
use sleeve_check::{CheckedDeck, Repair};
use sleeve_data::{
    model::{
        CardIndex, Catalog, Lang, Number, Setting, fold::fold, format::Parameter, game::Named,
    },
    problem::{NamedNear, Worded},
};
use sleeve_decks::{Move, Moves};
use sleeve_language::{Cause, Distance, Rational};
use sleeve_rules::{Carrying, FindingProblem, FindingStatus, Uncovered};

impl Wording<'_> {
    /// Returns how to fix the finding; `None` if no single step is known.
    pub fn fix(&self) -> Option<String> {
        let is_broken = self.finding.status == FindingStatus::Broken;
        match &self.finding.problem {
            FindingProblem::Condition(cause) => self.repair_condition(cause),
            FindingProblem::Groups(causes) => self.repair_groups(causes),
            FindingProblem::Contents { lacking, extra } => {
                Some(self.repair_contents(lacking, extra))
            }
            FindingProblem::Uncovered(uncovered) if is_broken => {
                Some(self.repair_uncovered(uncovered))
            }
            FindingProblem::SetsOut { candidates, .. } if is_broken => {
                let cards: Vec<_> = candidates.iter().map(|card| (*card, 1)).collect();
                let list = self.list_cards(&cards);
                Some(say!(self.lang, cards.len(), "add {list}", "add one of {list}"))
            }
            FindingProblem::Zone { accepted_by, .. } if is_broken => {
                Some(self.repair_zone(accepted_by))
            }
            FindingProblem::Role { zone, roles } => Some(self.repair_role(zone, roles)),
            FindingProblem::StatedValue { parameter, stated, named, cards } if is_broken => {
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
                let excess = Number::from_millionths(needed.millionths() - capacity.millionths());
                let over = self.spaces_phrase(excess);
                Some(say!(self.lang, "free {over}"))
            }
            _ => None,
        }
    }

    fn repair_contents(&self, lacking: &[(CardIndex, u32)], extra: &[(CardIndex, u32)]) -> String {
        let mut steps = Vec::new();
        for (verb, cards) in
            [(word!(self.lang, "add"), lacking), (word!(self.lang, "remove"), extra)]
        {
            if !cards.is_empty() {
                steps.push(format!("{verb} {}", self.list_cards(cards)));
            }
        }
        steps.join(self.lang.semicolon())
    }

    fn repair_role(&self, zone: &str, roles: &[String]) -> String {
        let zone = safe(zone);
        if roles.is_empty() {
            return say!(
                self.lang,
                "add such a card to `{zone}`, or write `role = \"…\"` in the deck"
            );
        }
        say!(self.lang, "in `{zone}`, keep cards of one side only")
    }

    /// Suggests the value closest to an unknown word, otherwise lists all allowed values.
    fn repair_parameter(&self, parameter: &Parameter, value: &Setting) -> String {
        let word = value.to_string();
        let near = NamedNear(&word, &parameter.words);
        if near.is_any(self.lang) {
            return safe(&Worded::new(&near, self.lang).to_string()).into_owned();
        }
        let words: Vec<String> = parameter
            .words
            .iter()
            .map(|named| self.id_with_name(named))
            .collect();
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

    /// `ls`, or `ls (Light Side)` if the name says more than the id.
    fn id_with_name(&self, named: &Named) -> String {
        match named.name.get(self.lang) {
            name if name.is_empty() || fold(name) == fold(&named.id) => named.id.to_string(),
            name => format!("{} ({})", named.id, safe(name)),
        }
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
        if zones.is_empty() {
            return say!(self.lang, "remove it: no zone of this format accepts it");
        }
        let quoted: Vec<String> = zones
            .iter()
            .map(|zone| format!("`{}`", safe(zone)))
            .collect();
        let list = quoted.join(word!(self.lang, " or "));
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
            Distance::TooFew(_) => say!(self.lang, "add {what} of each"),
        })
    }

    /// Lists the steps for each alternative, as far as they are known.
    fn repair_ways(&self, ways: &[Vec<Cause>]) -> Option<String> {
        // Exceptions are not suggested: if the rule itself can be met, cards elsewhere are not
        // proposed.
        let mut suggested: Vec<&Vec<Cause>> = ways
            .iter()
            .filter(|way| way.iter().any(|cause| cause.piles.is_empty()))
            .collect();
        if suggested.is_empty() {
            suggested.extend(ways);
        }
        let mut known: Vec<String> = suggested
            .into_iter()
            .filter_map(|way| self.repair_way(way))
            .collect();
        // Several alternatives may need the same step.
        known.dedup();
        known.truncate(LIST_LIMIT);
        (!known.is_empty()).then(|| known.join(word!(self.lang, "; or ")))
    }

    /// Returns the steps of one alternative; `None` unless all of them are known.
    fn repair_way(&self, way: &[Cause]) -> Option<String> {
        let mut steps = Vec::new();
        for cause in way {
            steps.push(if cause.alternatives.is_empty() {
                self.repair_condition(cause)?
            } else {
                format!("({})", self.repair_ways(&cause.alternatives)?)
            });
        }
        Some(steps.join(word!(self.lang, " and ")))
    }

    fn repair_condition(&self, cause: &Cause) -> Option<String> {
        if !cause.alternatives.is_empty() {
            return self.repair_ways(&cause.alternatives);
        }
        let distance = cause.distance?;
        if self.is_forbidden(cause) {
            return Some(self.repair_forbidden(cause));
        }
        if !cause.counts_cards {
            return Some(self.describe_distance(distance));
        }
        let group = cause
            .group
            .as_ref()
            .map(|group| safe(group.value.get(self.lang)).into_owned());
        let criteria: Vec<String> = group.into_iter().chain(self.filter_words(cause)).collect();
        let which =
            if criteria.is_empty() { String::new() } else { format!(" ({})", criteria.join(", ")) };
        let what = self.amount_phrase(distance.amount());
        Some(match distance {
            Distance::TooMany(_) => say!(self.lang, "remove {what}{which}"),
            Distance::TooFew(_) => say!(self.lang, "add {what}{which}"),
        })
    }

    /// Returns how to satisfy a condition that allows no such cards. If they differ from an empty
    /// zone, a card in it is enough.
    fn repair_forbidden(&self, cause: &Cause) -> String {
        if let Some(against) = cause.zone_conflicts.first()
            && against.zone_values.is_none()
        {
            let zone = safe(against.zone.get(self.lang));
            return say!(self.lang, "add a card to `{zone}`");
        }
        let list = self.list_cards(&cause.cards);
        say!(self.lang, "remove {list}")
    }

    /// Only says how far a total is from its limit: which cards change it best is not known.
    fn describe_distance(&self, distance: Distance) -> String {
        let amount = distance.amount();
        let by = if self.finding.noun.get(self.lang).is_empty() {
            amount.in_words(self.lang)
        } else {
            self.amount_phrase(amount)
        };
        match distance {
            Distance::TooMany(_) => say!(self.lang, "{by} too many"),
            Distance::TooFew(_) => say!(self.lang, "{by} too few"),
        }
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
    Some(
        lines
            .join(&format!("\n{}", " ".repeat(INDENT)))
            .replacen(&*head, &style.bold(&head), 1),
    )
}

/// Lists the cards that go out, then those that come in, with zones if there are several.
fn describe_moves(mend: &Repair, catalog: &Catalog, lang: Lang) -> String {
    let Moves { removed, added, restated, .. } = &mend.moves;
    let all: Vec<&Move> = removed.iter().chain(added).collect();
    let names_zones = all
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if a.zone != b.zone));
    let mut phrases: Vec<String> = restated
        .iter()
        .map(|stated| describe_restatement(stated, lang))
        .collect();
    let alike = mend
        .equivalent_cards
        .iter()
        .copied()
        .chain(std::iter::repeat(0));
    for (at, (moved, others)) in all.into_iter().zip(alike).enumerate() {
        let sign = if at < removed.len() { "-" } else { "+" };
        let name = safe(catalog.cards.card(moved.card).title(lang));
        let mut phrase = format!("{sign}{} {name}", moved.count);
        if names_zones {
            phrase.push_str(&format!(" [{}]", safe(&moved.zone)));
        }
        if others > 0 {
            phrase += &say!(lang, others, " (or another)", " (or one of {n} others)", n = others);
        }
        phrases.push(phrase);
    }
    phrases.join(", ")
}
