//! Findings in words: phrases, cards, notes and numbers. `title` words the problem itself, `repair`
//! its fix.

mod repair;
mod title;

pub(crate) use repair::repair_line;

use crate::{
    reference,
    text::{
        escape::{plain, safe},
        words::{self, join_words, pluralize},
    },
};
use sleeve_data::model::{CardIndex, Catalog, Gender, Lang, Number, fold::fold, format::Parameter};
use sleeve_language::{
    Cause, MissingFact, NamedTerm, NamedValue, Quantity, Rational, ast::Operator,
};
use sleeve_rules::{
    Carrying, Covering, Finding, FindingProblem, FindingStatus, Label, LabelKind, Uncovered,
};

/// Most cards, facts or alternatives in one sentence; documents list all cards.
const LIST_LIMIT: usize = 6;

/// Returns how many names are listed. A single one beyond the limit is listed too, because "and 1
/// more" is no shorter.
fn shown_names(names: usize) -> usize {
    if names == LIST_LIMIT + 1 { names } else { names.min(LIST_LIMIT) }
}

/// A finding and everything needed to put it into words.
pub struct Wording<'a> {
    finding: &'a Finding,
    catalog: &'a Catalog,
    lang: Lang,
}

impl<'a> Wording<'a> {
    /// Prepares the wording of a finding about cards of this catalog.
    pub fn new(finding: &'a Finding, catalog: &'a Catalog, lang: Lang) -> Wording<'a> {
        Wording { finding, catalog, lang }
    }

    fn card_name(&self, card: CardIndex) -> String {
        if card == CardIndex::STRANGER {
            return say!(self.lang, "an unknown card");
        }
        safe(self.catalog.cards.card(card).title(self.lang)).into_owned()
    }

    /// Returns what the rule counts, in the singular: its own noun, or `card`.
    fn noun(&self) -> &str {
        match self.finding.noun.get(self.lang) {
            "" => word!(self.lang, "card"),
            noun => noun,
        }
    }

    fn plural_noun(&self) -> String {
        if self.finding.noun.is_empty() {
            say!(self.lang, "cards")
        } else {
            pluralize(&self.finding.noun, self.lang)
        }
    }

    /// Returns the noun in the grammatical number of a count; the plural if the count is unknown.
    fn noun_for(&self, count: Option<Rational>) -> String {
        let whole = count.and_then(Rational::to_integer);
        if whole.is_some_and(|n| self.lang.takes_singular(n)) {
            self.noun().to_owned()
        } else {
            self.plural_noun()
        }
    }

    /// `3 cards`, `1 card`.
    fn count_phrase(&self, count: u32) -> String {
        format!("{count} {}", self.noun_for(Some(Rational::whole(i64::from(count)))))
    }

    /// Returns the French gender of what the rule counts: without a noun, feminine *cartes*.
    fn gender(&self) -> Option<Gender> {
        let noun = &self.finding.noun;
        if noun.is_empty() { Some(Gender::Feminine) } else { noun.gender }
    }

    /// `no cards`, `aucune carte`.
    fn zero_phrase(&self) -> String {
        let (lang, noun) = (self.lang, self.noun_for(Some(Rational::ZERO)));
        match self.gender() {
            Some(Gender::Masculine) => say!(lang, "no {noun}", context = "masculine"),
            Some(Gender::Feminine) => say!(lang, "no {noun}", context = "feminine"),
            None => say!(lang, "no {noun}", context = "no gender"),
        }
    }

    /// `5 or more points`, `5 points ou plus`.
    fn quantity_phrase(&self, quantity: &Quantity) -> String {
        let words = quantity.in_words(self.lang);
        // "0 or more" is no information.
        let low = quantity
            .low()
            .filter(|low| *low != Rational::ZERO || quantity.high().is_some());
        match (low, quantity.high()) {
            _ if quantity.is_none() => words,
            _ if quantity.exact_value() == Some(Rational::ZERO) => self.zero_phrase(),
            (None, None) => {
                let noun = self.plural_noun();
                say!(self.lang, "an unknown number of {noun}")
            }
            (Some(end), None) | (None, Some(end)) => {
                let number = end.in_words(self.lang);
                let rest = words.strip_prefix(number.as_str()).unwrap_or_default();
                let noun = self.noun_for(quantity.exact_value());
                say!(
                    self.lang,
                    "{words} {noun}",
                    number,
                    noun_of_end = self.noun_for(Some(end)),
                    rest
                )
            }
            _ => format!("{words} {}", self.noun_for(quantity.exact_value())),
        }
    }

    /// `no fighters (hero)`: what a condition counts, with its filter.
    fn counted_cards(&self, cause: &Cause) -> String {
        match self.filter_words(cause) {
            Some(asked) => format!("{} ({asked})", self.quantity_phrase(&cause.actual)),
            None => self.quantity_phrase(&cause.actual),
        }
    }

    /// Returns the filter of a condition in words, unless the noun already says it.
    fn filter_words(&self, cause: &Cause) -> Option<String> {
        let words = self.strip_noun(cause.filter.as_ref()?.get(self.lang));
        if self.noun_says(words) {
            return None;
        }
        // A nested filter is hard to read; the rule has its own sentence for it.
        if words.contains('(') && !self.finding.text.is_empty() {
            return Some(word!(self.lang, "see the rule").to_owned());
        }
        Some(safe(words).into_owned())
    }

    /// Returns what follows the noun, if a filter begins with it: `red eyes` of
    /// `cards with red eyes`.
    fn strip_noun<'w>(&self, filter: &'w str) -> &'w str {
        let noun = self.plural_noun();
        match filter.split_at_checked(noun.len()) {
            Some((head, rest)) if fold(head) == fold(&noun) => match rest {
                "" => "",
                _ => rest
                    .strip_prefix(word!(self.lang, " with "))
                    .unwrap_or(filter),
            },
            _ => filter,
        }
    }

    /// Whether each of these words is part of the noun: "fighters (fighter)" would say it twice.
    fn noun_says(&self, words: &str) -> bool {
        let (one, many) = (self.noun(), self.plural_noun());
        let noun = fold(&format!("{one} {many}{}", word!(self.lang, " with ")));
        split_words(&fold(words)).all(|word| split_words(&noun).any(|own| own == word))
    }

    fn amount_phrase(&self, amount: Rational) -> String {
        format!("{} {}", amount.in_words(self.lang), self.noun_for(Some(amount)))
    }

    /// `4 spaces`: room in a hold.
    fn spaces_phrase(&self, spaces: Number) -> String {
        let number = Rational::from(spaces);
        let one = number
            .to_integer()
            .is_some_and(|n| self.lang.takes_singular(n));
        let noun = if one { word!(self.lang, "space") } else { word!(self.lang, "spaces") };
        format!("{} {noun}", number.in_words(self.lang))
    }

    /// `A`, `2 × B`.
    fn copies_phrase(&self, card: CardIndex, copies: u32) -> String {
        match copies {
            1 => self.card_name(card),
            n => format!("{n} × {}", self.card_name(card)),
        }
    }

    /// `A, 2 × B and 3 more`.
    fn list_cards(&self, cards: &[(CardIndex, u32)]) -> String {
        let shown = shown_names(cards.len());
        let names: Vec<String> = cards
            .iter()
            .take(shown)
            .map(|(card, n)| self.copies_phrase(*card, *n))
            .collect();
        self.join_with_rest(&names, cards.len() - shown)
    }

    /// Lists the cards of a cause; for a total, each with what it adds: `2 × Snowball = 6`.
    fn list_contributors(&self, cause: &Cause) -> String {
        let (open, known): (Vec<(CardIndex, u32)>, Vec<_>) = cause
            .cards
            .iter()
            .copied()
            .partition(|(card, _)| is_unknown_value(cause, *card));
        let shown = shown_names(known.len());
        let mut names = Vec::new();
        for (card, count) in known.iter().take(shown) {
            let copies = self.copies_phrase(*card, *count);
            names.push(match contribution(cause, *card) {
                Some(adds) => format!("{copies} = {}", adds.in_words(self.lang)),
                None => copies,
            });
        }
        let list = self.join_with_rest(&names, known.len() - shown);
        if open.is_empty() {
            return list;
        }
        let unknown = word!(self.lang, " (values not known)");
        let between = if list.is_empty() { "" } else { self.lang.semicolon() };
        format!("{list}{between}{}{unknown}", self.list_cards(&open))
    }

    /// Returns what all copies of a card add to the compared total, if there is one.
    pub fn adds(&self, card: CardIndex) -> Option<Quantity> {
        let FindingProblem::Condition(cause) = &self.finding.problem else { return None };
        contribution(cause, card)
    }

    /// Lists names; those beyond the limit are counted.
    fn list_names(&self, names: &[String]) -> String {
        let shown = names.get(..LIST_LIMIT).unwrap_or(names);
        self.join_with_rest(shown, names.len() - shown.len())
    }

    fn join_with_rest(&self, names: &[String], more: usize) -> String {
        words::join_with_rest(names, more, self.lang)
    }

    /// `A (up to 5) and B (up to 3)`.
    fn list_allowances(&self, covering: &[Covering]) -> String {
        let shown = covering.get(..LIST_LIMIT).unwrap_or(covering);
        let names: Vec<String> = shown
            .iter()
            .map(|allowance| self.describe_allowance(allowance))
            .collect();
        let more = covering.len() - shown.len();
        match (names.split_last(), more) {
            (Some((last, first)), 0) if !first.is_empty() => {
                let first = first.join(", ");
                say!(self.lang, "{first} and {last}")
            }
            _ => self.join_with_rest(&names, more),
        }
    }

    /// `A (up to 5)`.
    fn describe_allowance(&self, covering: &Covering) -> String {
        let words = safe(covering.words.get(self.lang)).into_owned();
        let up_to = covering.up_to.in_words(self.lang);
        say!(self.lang, "`{words}` (up to {up_to})")
    }

    fn list_zones(&self) -> String {
        self.finding
            .zones
            .iter()
            .map(|z| format!("`{}`", safe(z)))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Whether the condition allows no such cards, and the deck has some.
    fn is_forbidden(&self, cause: &Cause) -> bool {
        let none = cause.limit.exact_value() == Some(Rational::ZERO);
        let at_most = matches!(cause.operator, Operator::AtMost | Operator::Equal);
        none && at_most && self.finding.status == FindingStatus::Broken && !cause.cards.is_empty()
    }

    /// Lists the cards that cause the finding, with their copies.
    pub fn cards(&self) -> Vec<(CardIndex, u32)> {
        match &self.finding.problem {
            FindingProblem::Condition(cause) => {
                cause.cards.iter().chain(&cause.doubtful).copied().collect()
            }
            FindingProblem::Groups(causes) => causes
                .iter()
                .flat_map(|c| c.cards.iter().chain(&c.doubtful))
                .copied()
                .collect(),
            FindingProblem::Contents { lacking, extra } => {
                lacking.iter().chain(extra).copied().collect()
            }
            FindingProblem::Doubtful { cards }
            | FindingProblem::Released { cards, .. }
            | FindingProblem::StatedValue { cards, .. } => cards.clone(),
            FindingProblem::Uncovered(uncovered) => uncovered.cards.clone(),
            FindingProblem::Zone { card, .. } => vec![*card],
            FindingProblem::Carrying(carrying) => vec![(carrying.card(), 1)],
            FindingProblem::SetsOut { card, .. } => vec![(*card, 1)],
            FindingProblem::Parameter { .. }
            | FindingProblem::Role { .. }
            | FindingProblem::NotInForce { .. }
            | FindingProblem::Disputed { .. }
            | FindingProblem::Opening(_)
            | FindingProblem::NotAsked(_)
            | FindingProblem::Note(_) => Vec::new(),
        }
    }

    /// Returns the words for a mark at a place in the deck; empty if the title says everything.
    pub fn label(&self, label: &Label) -> String {
        match &label.what {
            LabelKind::Card(card, n) => self.copies_phrase(*card, *n),
            LabelKind::First(_) => say!(self.lang, "first here"),
            LabelKind::Zone => self.label_zone(),
            LabelKind::Carrier(card) => self.card_name(*card),
            LabelKind::Value => String::new(),
        }
    }

    /// Returns what the deck has in a zone that a condition counts.
    fn label_zone(&self) -> String {
        let FindingProblem::Condition(cause) = &self.finding.problem else { return String::new() };
        if !cause.alternatives.is_empty() {
            return String::new();
        }
        if cause.counts_cards {
            return self.counted_cards(cause);
        }
        if !self.finding.noun.is_empty() {
            return self.quantity_phrase(&cause.actual);
        }
        cause.actual.in_words(self.lang)
    }

    /// Whether a place is part of the problem, or only explains it.
    pub fn is_primary(&self, label: &Label) -> bool {
        !matches!(label.what, LabelKind::First(_))
    }

    /// Lists facts that explain the finding: the cards, why the rule applies, and which facts are
    /// missing.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let FindingProblem::Condition(cause) = &self.finding.problem {
            notes.extend(self.condition_notes(cause));
        }
        if let FindingProblem::Uncovered(uncovered) = &self.finding.problem {
            notes.extend(self.coverage_notes(uncovered));
        }
        // A rule of a card has the card's id, which does not tell players much.
        let asker = self.finding.rule.rsplit_once('/');
        if let Some(card) = asker.and_then(|(card, _)| self.catalog.cards.by_id(card)) {
            let list = self.card_name(card.index());
            notes.push(say!(self.lang, "applies because of: {list}"));
        }
        if !self.finding.lifts.is_empty() {
            let lifted: Vec<String> = self.finding.lifts.iter().map(|id| plain(id)).collect();
            let lifted = join_words(&lifted, word!(self.lang, "and"));
            notes.push(say!(self.lang, "overrides the format's rule: {lifted}"));
        }
        notes.extend(self.missing_facts());
        notes
    }

    /// Lists the cards of a failed condition, the numbers that it names, and why it applies.
    fn condition_notes(&self, cause: &Cause) -> Vec<String> {
        let mut notes = Vec::new();
        let are_labelled = self
            .finding
            .labels
            .iter()
            .any(|label| matches!(label.what, LabelKind::Card(..)));
        let mut names: Vec<String> = cause
            .cards
            .iter()
            .map(|(card, _)| self.card_name(*card))
            .collect();
        names.dedup();
        // The title already names a group of a single card.
        let is_named = cause.group.is_some() && names.len() == 1;
        let is_listed = are_labelled || is_named || self.is_forbidden(cause);
        if !is_listed && !cause.cards.is_empty() && cause.cards.len() <= 2 * LIST_LIMIT {
            let list = self.list_contributors(cause);
            notes.push(say!(self.lang, "the cards: {list}"));
        }
        notes.extend(
            cause
                .named_values
                .iter()
                .map(|value| self.named_value(value)),
        );
        // Without cards of its own, the finding labels those that make the rule apply.
        let are_reasons_labelled = are_labelled && cause.cards.is_empty();
        if !cause.reason_cards.is_empty() && !are_reasons_labelled {
            let list = self.list_cards(&cause.reason_cards);
            notes.push(say!(self.lang, "applies because of: {list}"));
        }
        notes
    }

    /// `deck size 35: 30, +5 Versatile`: the terms of a number.
    fn named_value(&self, named: &NamedValue) -> String {
        let mut terms = Vec::new();
        for (at, NamedTerm { value, words }) in named.terms.iter().enumerate() {
            let number = value.in_words(self.lang);
            let sign = if at > 0 && !number.starts_with(['-', '−']) { "+" } else { "" };
            terms.push(match words.get(self.lang) {
                "" => format!("{sign}{number}"),
                words => format!("{sign}{number} {}", safe(words)),
            });
        }
        let (name, value) = (safe(named.name.get(self.lang)), named.value.in_words(self.lang));
        format!("{name} {value}{}{}", self.lang.colon(), terms.join(", "))
    }

    /// Names the cards that each allowance covers, and those left over.
    fn coverage_notes(&self, uncovered: &Uncovered) -> Vec<String> {
        let mut notes = Vec::new();
        for covering in uncovered.covering.iter().take(LIST_LIMIT) {
            if covering.cards.is_empty() {
                continue;
            }
            let words = safe(covering.words.get(self.lang)).into_owned();
            let list = self.list_cards(&covering.cards);
            notes.push(say!(self.lang, "`{words}` could cover: {list}"));
        }
        let left = copies_without_allowance(uncovered);
        if !left.is_empty() && !uncovered.covering.is_empty() {
            let list = self.list_cards(&left);
            notes.push(say!(self.lang, "left uncovered: {list}"));
        }
        notes
    }

    /// Names the unknown facts that would decide the finding; `None` without any.
    pub fn missing_facts(&self) -> Option<String> {
        let mut fields: Vec<(String, Vec<String>)> = Vec::new();
        for fact in self
            .finding
            .missing
            .iter()
            .filter(|fact| fact.card != CardIndex::STRANGER)
        {
            let (field, name) = (self.field_of(fact), self.card_name(fact.card));
            match fields.iter_mut().find(|(known, _)| *known == field) {
                Some((_, names)) => names.push(name),
                None => fields.push((field, vec![name])),
            }
        }
        if fields.is_empty() {
            return None;
        }
        let facts = fields.into_iter().map(|(field, names)| {
            let list = self.list_names(&names);
            say!(self.lang, "{field} of {list}", uncapitalised = uncapitalised(&field))
        });
        let between = self.lang.semicolon();
        let list = facts.collect::<Vec<_>>().join(between);
        Some(say!(self.lang, "needed to decide: {list}"))
    }

    /// Returns the heading of an unknown fact's field.
    pub fn field_of(&self, missing: &MissingFact) -> String {
        missing.fact.heading(&self.catalog.game, self.lang)
    }

    /// Returns the rule's own words with its citation; empty if it has neither.
    pub fn rule(&self) -> String {
        let cite = reference::cite_in_words(&self.finding.cite, &self.catalog.game, self.lang);
        match (self.finding.text.get(self.lang), cite.as_str()) {
            ("", "") => String::new(),
            ("", cite) => cite.to_owned(),
            (text, "") => text.to_owned(),
            (text, cite) => format!("{text} ({cite})"),
        }
    }
}

/// Returns the copies left uncovered when every allowance covers the cards that it names.
fn copies_without_allowance(uncovered: &Uncovered) -> Vec<(CardIndex, u32)> {
    let mut left = Vec::new();
    for (card, copies) in &uncovered.cards {
        let all = uncovered
            .covering
            .iter()
            .flat_map(|covering| &covering.cards);
        let of_card = all.filter(|(covered, _)| covered == card).map(|(_, n)| *n);
        let uncovered_copies = copies.saturating_sub(of_card.fold(0, u32::saturating_add));
        if uncovered_copies > 0 {
            left.push((*card, uncovered_copies));
        }
    }
    left
}

/// Returns what all copies of a card add to the total that a condition compares.
fn contribution(cause: &Cause, card: CardIndex) -> Option<Quantity> {
    cause
        .contributions
        .iter()
        .find(|(one, _)| *one == card)
        .map(|(_, adds)| *adds)
}

/// Whether nothing is known about what a card adds to the compared total.
fn is_unknown_value(cause: &Cause, card: CardIndex) -> bool {
    contribution(cause, card)
        .is_some_and(|adds| adds.high().is_none() && adds.low() <= Some(Rational::ZERO))
}

fn split_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// Returns a heading for use within a sentence: without its capital, unless more capitals follow.
fn uncapitalised(heading: &str) -> String {
    let mut letters = heading.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), second) if !second.is_some_and(char::is_uppercase) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => heading.to_owned(),
    }
}

impl Wording<'_> {
    /// Returns the deck's value in words; `None` if nothing is compared.
    pub fn actual(&self) -> Option<String> {
        match &self.finding.problem {
            FindingProblem::Condition(cause) if !cause.actual.is_none() => {
                Some(cause.actual.in_words(self.lang))
            }
            FindingProblem::Groups(causes) => {
                largest_group(causes).map(|c| c.actual.in_words(self.lang))
            }
            FindingProblem::Parameter { value, .. } => Some(value.to_string()),
            FindingProblem::Released { released, .. } => released.map(|day| day.to_string()),
            FindingProblem::NotInForce { day, .. } => Some(day.to_string()),
            FindingProblem::Opening(opening) => opening.chance.as_ref().ok().map(|(low, high)| {
                if low == high { format!("{low} %") } else { format!("{low} to {high} %") }
            }),
            FindingProblem::Carrying(Carrying::TooMuch { needed, .. }) => Some(needed.to_string()),
            FindingProblem::Carrying(Carrying::NotThere { used, .. }) => Some(used.to_string()),
            _ => None,
        }
    }

    /// Returns the limit with its sign, in words; `None` if nothing is compared.
    pub fn limit(&self) -> Option<String> {
        match &self.finding.problem {
            FindingProblem::Condition(cause) => self.limit_text(cause),
            FindingProblem::Groups(causes) => {
                largest_group(causes).and_then(|cause| self.limit_text(cause))
            }
            FindingProblem::Parameter { parameter, .. } => Some(self.allowed_values(parameter)),
            FindingProblem::Released { day, released: Some(_), .. } => Some(format!("<= {day}")),
            FindingProblem::NotInForce { dates: (from, to), .. } => {
                let from = from.map(|from| format!(">= {from}"));
                let ends = [from, to.map(|to| format!("<= {to}"))];
                Some(ends.into_iter().flatten().collect::<Vec<_>>().join(", "))
            }
            FindingProblem::Opening(opening) => Some(format!(">= {} %", opening.at_least)),
            FindingProblem::Carrying(Carrying::TooMuch { capacity, .. }) => {
                Some(format!("<= {capacity}"))
            }
            FindingProblem::Carrying(Carrying::NotThere { there, .. }) => {
                Some(format!("<= {there}"))
            }
            _ => None,
        }
    }

    fn limit_text(&self, cause: &Cause) -> Option<String> {
        if cause.limit.is_none() {
            return None;
        }
        Some(format!("{} {}", cause.operator.symbol(), cause.limit.in_words(self.lang)))
    }

    /// Lists the allowed values of a parameter, or its range.
    fn allowed_values(&self, parameter: &Parameter) -> String {
        let choices: Vec<String> = parameter
            .choices()
            .iter()
            .map(ToString::to_string)
            .collect();
        if !choices.is_empty() {
            return join_words(&choices, word!(self.lang, "or"));
        }
        match (parameter.min, parameter.max) {
            (Some(low), Some(high)) => say!(self.lang, "{low} to {high}"),
            (Some(low), None) => say!(self.lang, "at least {low}"),
            (None, Some(high)) => say!(self.lang, "at most {high}"),
            (None, None) if parameter.is_whole() => say!(self.lang, "a whole number"),
            (None, None) => say!(self.lang, "a number"),
        }
    }
}

/// Returns the group with the largest number, which is what `copies` counts.
fn largest_group(causes: &[Cause]) -> Option<&Cause> {
    causes.iter().max_by_key(|cause| cause.actual.high())
}
