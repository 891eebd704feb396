//! The problem of a finding, in one line.

use super::{LIST_LIMIT, Wording};
use crate::{
    cards::setup,
    text::escape::{plain, safe},
};
use sleeve_data::{
    model::{CardIndex, Date, Gender, Setting, Text, format::Parameter},
    problem::Message,
};
use sleeve_language::{Cause, Rational, ZoneConflict, ast::Operator};
use sleeve_odds::AskError;
use sleeve_rules::{
    ASKED_LIMIT, Carrying, FindingProblem, FindingStatus, OpeningShare, TooMuchWork, Uncovered,
};
use std::borrow::Cow;

/// A role or parameter that a deck states although its cards name another one.
struct DeckClaim<'f> {
    /// The name of the parameter; `None` for the role.
    parameter: Option<&'f str>,
    stated: &'f str,
    /// The values that the cards name.
    named: &'f [String],
    cards: &'f [(CardIndex, u32)],
}

fn join_safe(words: &[String]) -> String {
    words
        .iter()
        .map(|word| safe(word))
        .collect::<Vec<_>>()
        .join(", ")
}

impl Wording<'_> {
    /// Returns what is wrong or undecided, in one line. An assertion is quoted first, or a plan
    /// named.
    pub fn title(&self) -> String {
        let sentence = self.sentence();
        if let Some(plan) = self.finding.plan.as_deref().map(plain) {
            return say!(self.lang, "plan `{plan}`: {sentence}");
        }
        // The sentence about opening hands quotes its own condition.
        let quotes = !matches!(self.finding.problem, FindingProblem::Opening(_));
        match self
            .finding
            .assertion
            .as_ref()
            .filter(|_| quotes)
            .map(|text| plain(text))
        {
            Some(text) => say!(self.lang, "`{text}`: {sentence}"),
            None => sentence,
        }
    }

    fn sentence(&self) -> String {
        match &self.finding.problem {
            FindingProblem::Condition(cause) => self.describe_condition(cause),
            FindingProblem::Groups(causes) => self.describe_groups(causes),
            FindingProblem::Contents { lacking, extra } => self.describe_contents(lacking, extra),
            FindingProblem::Doubtful { cards } => self.describe_doubtful(cards.len()),
            FindingProblem::Uncovered(uncovered) => self.describe_uncovered(uncovered),
            FindingProblem::Carrying(carrying) => self.describe_carrying(carrying),
            FindingProblem::SetsOut { card, place, candidates } => {
                self.describe_set_out(*card, place.get(self.lang), candidates)
            }
            FindingProblem::Zone { card: (card, _), against, .. } => {
                self.describe_zone(*card, against.as_ref())
            }
            FindingProblem::Role { zone, roles } => self.describe_role(zone, roles),
            FindingProblem::StatedValue { parameter, stated, named, cards } => {
                let claim = DeckClaim { parameter: parameter.as_deref(), stated, named, cards };
                self.describe_claim(&claim)
            }
            FindingProblem::Released { day, cards, released } => {
                self.describe_release(*day, cards, *released)
            }
            FindingProblem::NotInForce { day, dates: (from, to) } => {
                self.describe_dates(*day, *from, *to)
            }
            FindingProblem::Parameter { parameter, value } => {
                self.describe_parameter(parameter, value)
            }
            FindingProblem::Disputed { parameter, values } => {
                let name = safe(parameter);
                let [a, b] = values.each_ref().map(|value| safe(value));
                say!(self.lang, "{name} is {a} in the first deck and {b} in the second")
            }
            FindingProblem::Opening(opening) => self.describe_opening_share(opening),
            FindingProblem::NotAsked(TooMuchWork { times, left }) => say!(
                self.lang,
                "rule not checked: it needs {times} card checks, and {left} of {ASKED_LIMIT} are left for this deck"
            ),
            FindingProblem::Note(text) => safe(text.get(self.lang)).into_owned(),
        }
    }

    fn describe_zone(&self, card: CardIndex, against: Option<&ZoneConflict>) -> String {
        let (name, zone) = (self.card_name(card), self.list_zones());
        if let Some(against) = against {
            let why = self.describe_against(std::slice::from_ref(against));
            return say!(self.lang, "`{name}` is not allowed in {zone}: {why}");
        }
        match self.finding.status {
            FindingStatus::Unknown => {
                say!(self.lang, "cannot tell whether `{name}` is allowed in {zone}")
            }
            _ => say!(self.lang, "`{name}` is not allowed in {zone}"),
        }
    }

    fn describe_role(&self, zone: &str, roles: &[String]) -> String {
        let zone = safe(zone);
        if roles.is_empty() {
            return say!(self.lang, "the deck needs a card in `{zone}` that sets its side");
        }
        let roles = join_safe(roles);
        say!(self.lang, "the cards in `{zone}` belong to several sides: {roles}")
    }

    fn describe_claim(&self, claim: &DeckClaim<'_>) -> String {
        let (stated, named) = (safe(claim.stated), join_safe(claim.named));
        let cards = self.list_cards(claim.cards);
        if let Some(parameter) = claim.parameter {
            let name = safe(parameter);
            return say!(
                self.lang,
                "the deck says {name} `{stated}`, but its cards say `{named}`: {cards}"
            );
        }
        match self.finding.status {
            FindingStatus::Unknown => say!(
                self.lang,
                "cannot tell whether the side is `{stated}`, as the deck says, or `{named}`: {cards}"
            ),
            _ => {
                say!(self.lang, "the deck says `{stated}`, but these cards are `{named}`: {cards}")
            }
        }
    }

    fn describe_release(
        &self,
        day: Date,
        cards: &[(CardIndex, u32)],
        released: Option<Date>,
    ) -> String {
        if let Some(released) = released {
            let names = self.list_cards(cards);
            return say!(self.lang, "`{names}` came out on {released}, after {day}");
        }
        let cards = self.count_phrase(u32::try_from(cards.len()).unwrap_or(u32::MAX));
        say!(self.lang, "cannot tell whether {cards} came out by {day}: no release date is known")
    }

    fn describe_dates(&self, day: Date, from: Option<Date>, to: Option<Date>) -> String {
        if let Some(from) = from
            && day < from
        {
            return say!(self.lang, "this format starts on {from}, after {day}");
        }
        let to = to.map(|to| to.to_string()).unwrap_or_default();
        say!(self.lang, "this format ended on {to}, before {day}")
    }

    /// Returns the disallowed value of a parameter, and the allowed ones.
    fn describe_parameter(&self, parameter: &Parameter, value: &Setting) -> String {
        let name = &parameter.named.id;
        let is_part = value
            .number()
            .is_some_and(|number| number.to_integer().is_none());
        let limit = if is_part && parameter.is_whole() && parameter.choices().is_empty() {
            say!(self.lang, "a whole number")
        } else {
            self.limit().unwrap_or_default()
        };
        let word = value.to_string();
        let value = safe(&word);
        say!(self.lang, "{name} has to be {limit}, not `{value}`")
    }

    fn describe_opening_share(&self, opening: &OpeningShare) -> String {
        let (condition, least) =
            (safe(&opening.condition), self.lang.set_decimals(&opening.at_least));
        let chance = match &opening.chance {
            Ok((low, high)) if low == high => format!("{} %", self.lang.set_decimals(low)),
            Ok((low, high)) => {
                let (low, high) = (self.lang.set_decimals(low), self.lang.set_decimals(high));
                say!(self.lang, "{low} to {high} %")
            }
            Err(message) => {
                let error = message.error::<AskError>();
                let why = error
                    .map(|error| error.title(self.lang))
                    .unwrap_or_default();
                return say!(
                    self.lang,
                    "cannot tell how often opening hands satisfy `{condition}`: {why}"
                );
            }
        };
        let title = say!(
            self.lang,
            "`{condition}` is true for {chance} of opening hands, at least {least} % required"
        );
        self.mark_undecided(title)
    }

    fn describe_condition(&self, cause: &Cause) -> String {
        let title = self.describe_cause(cause);
        match &cause.choice {
            Some(values) => {
                let values = safe(values.get(self.lang));
                say!(self.lang, "with {values}, the nearest choice: {title}")
            }
            None => title,
        }
    }

    fn describe_cause(&self, cause: &Cause) -> String {
        if !cause.alternatives.is_empty() {
            return self.describe_ways(cause);
        }
        let subject = cause.subject.get(self.lang);
        if cause.actual.is_none() && cause.limit.is_none() {
            return match (self.finding.status, &cause.instead) {
                (FindingStatus::Unknown, _) => say!(self.lang, "cannot tell whether {subject}"),
                (_, Some(instead)) => instead.get(self.lang).to_owned(),
                (_, None) => say!(self.lang, "it is not true that {subject}"),
            };
        }
        let limit = self.limit_phrase(cause);
        let value = cause
            .group
            .as_ref()
            .map(|g| safe(g.value.get(self.lang)).into_owned());
        let actual = match (value, cause.counts_cards) {
            (Some(_), true) if cause.filter.is_some() => self.describe_value(cause),
            (Some(value), true) => {
                format!("{} × {value}", cause.actual.in_words(self.lang))
            }
            (None, true) if self.is_forbidden(cause) && !cause.zone_conflicts.is_empty() => {
                return self.describe_all_against(cause);
            }
            (None, true) if self.is_forbidden(cause) => return self.describe_forbidden(cause),
            (None, true) => self.counted_cards(cause),
            (None, false) if !self.finding.noun.is_empty() => self.quantity_phrase(&cause.actual),
            (_, false) => self.describe_value(cause),
        };
        self.mark_undecided(format!("{actual}, {limit}"))
    }

    fn describe_value(&self, cause: &Cause) -> String {
        let group = cause
            .group
            .as_ref()
            .map(|g| format!(" ({})", safe(g.value.get(self.lang))));
        let of = group.unwrap_or_default();
        let subject = cause.subject.get(self.lang);
        if cause.actual.is_none() {
            return say!(self.lang, "{subject}{of} has no value");
        }
        let words = cause.actual.in_words(self.lang);
        say!(self.lang, "{subject}{of} is {words}")
    }

    /// Lists the alternatives of a condition that is not true.
    fn describe_ways(&self, cause: &Cause) -> String {
        let ways: Vec<String> = cause
            .alternatives
            .iter()
            .map(|way| self.describe_way(way))
            .collect();
        let shown = ways.get(..LIST_LIMIT).unwrap_or(&ways);
        let mut list = shown.join(word!(self.lang, "; "));
        let more = ways.len() - shown.len();
        if more > 0 {
            list = say!(self.lang, more, "{list}; and {more} more");
        }
        match self.finding.status {
            FindingStatus::Unknown => {
                say!(self.lang, "cannot tell whether one of these is true: {list}")
            }
            _ => say!(self.lang, "none of these is true: {list}"),
        }
    }

    fn describe_way(&self, causes: &[Cause]) -> String {
        let parts: Vec<String> = causes
            .iter()
            .map(|cause| self.describe_part(cause))
            .collect();
        parts.join(word!(self.lang, " and "))
    }

    /// Returns one condition of an alternative.
    fn describe_part(&self, cause: &Cause) -> String {
        if !cause.alternatives.is_empty() {
            let inner: Vec<String> = cause
                .alternatives
                .iter()
                .map(|way| self.describe_way(way))
                .collect();
            return format!("({})", inner.join(word!(self.lang, " or ")));
        }
        if cause.actual.is_none() && cause.limit.is_none() {
            return cause.subject.get(self.lang).to_owned();
        }
        if self.is_forbidden(cause) {
            return self.describe_forbidden(cause);
        }
        let actual = match (&cause.group, &cause.filter) {
            (Some(group), None) if cause.counts_cards => {
                let count = cause.actual.in_words(self.lang);
                format!("{count} × {}", safe(group.value.get(self.lang)))
            }
            _ => self.describe_value(cause),
        };
        format!("{actual}, {}", self.limit_phrase(cause))
    }

    /// Lists every group that breaks a common limit.
    fn describe_groups(&self, causes: &[Cause]) -> String {
        // If labels in the deck name every group, the sentence does not have to.
        let shown = if self.finding.labels.is_empty() { causes.len() } else { LIST_LIMIT };
        let mut groups = Vec::new();
        for cause in causes.iter().take(shown) {
            let group = cause
                .group
                .as_ref()
                .map_or("", |group| group.value.get(self.lang));
            let (value, actual) = (safe(group), cause.actual.in_words(self.lang));
            groups.push(if cause.counts_cards {
                format!("{actual} × {value}")
            } else {
                format!("{value} ({actual})")
            });
        }
        let list = self.join_with_rest(&groups, causes.len() - groups.len());
        let Some(first) = causes.first() else { return list };
        let (limit, origin) = (self.compare_phrase(first), self.limit_origin(first));
        let said = say!(self.lang, "{list}; {limit} each") + &origin;
        self.mark_undecided(said)
    }

    /// Puts "cannot be decided" before a sentence, if that is so.
    fn mark_undecided(&self, sentence: String) -> String {
        match self.finding.status {
            FindingStatus::Unknown => say!(self.lang, "cannot be decided: ") + &sentence,
            _ => sentence,
        }
    }

    fn describe_forbidden(&self, cause: &Cause) -> String {
        let (count, list) = (self.quantity_phrase(&cause.actual), self.list_cards(&cause.cards));
        let is_one = cause.actual.exact_value() == Some(Rational::ONE);
        let agreeing = if is_one { 1 } else { 2 };
        let lang = self.lang;
        match self.gender() {
            Some(Gender::Masculine) => {
                say!(lang, agreeing, "{count} not allowed: {list}", context = "masculine")
            }
            Some(Gender::Feminine) => {
                say!(lang, agreeing, "{count} not allowed: {list}", context = "feminine")
            }
            None => say!(lang, agreeing, "{count} not allowed: {list}", context = "no gender"),
        }
    }

    /// `NBN, but the identity is HB`, with the names of the cards if there are several.
    fn describe_against(&self, against: &[ZoneConflict]) -> String {
        let Some(first) = against.first() else { return String::new() };
        let zone = safe(first.zone.get(self.lang)).into_owned();
        let Some(theirs) = &first.zone_values else {
            return say!(self.lang, "the zone `{zone}` is empty");
        };
        let (own, theirs) =
            (self.value_or_nothing(&first.card_values), self.value_or_nothing(theirs));
        let is = if first.has_sets { "has" } else { "is" };
        say!(self.lang, "{own}, but the {zone} {is} {theirs}")
    }

    fn value_or_nothing(&self, value: &Text) -> String {
        match value.get(self.lang) {
            "" => say!(self.lang, "nothing"),
            text => safe(text).into_owned(),
        }
    }

    /// Groups the cards that differ from those of another zone by their values.
    fn describe_all_against(&self, cause: &Cause) -> String {
        if cause
            .zone_conflicts
            .iter()
            .all(|against| against.zone_values.is_none())
        {
            let cards = self.quantity_phrase(&cause.actual);
            let why = self.describe_against(&cause.zone_conflicts);
            return say!(self.lang, "{why}, so there is nothing to compare {cards} with");
        }
        let mut together: Vec<(&ZoneConflict, Vec<String>)> = Vec::new();
        for against in &cause.zone_conflicts {
            let name = self.card_name(against.card);
            match together
                .iter_mut()
                .find(|(first, _)| have_same_values(first, against))
            {
                Some((_, names)) => names.push(name),
                None => together.push((against, vec![name])),
            }
        }
        let shown = together.get(..LIST_LIMIT).unwrap_or(&together);
        let mut lines = Vec::new();
        for (against, names) in shown {
            let list = self.list_names(names);
            let why = self.describe_against(std::slice::from_ref(*against));
            lines.push(say!(self.lang, "{list}: {why}"));
        }
        let between = self.lang.semicolon();
        match together.len() - shown.len() {
            0 => lines.join(between),
            more => say!(self.lang, more, "{lines}; and {more} more", lines = lines.join(between)),
        }
    }

    /// `at most 3 allowed (copy limit)`.
    fn limit_phrase(&self, cause: &Cause) -> String {
        self.compare_phrase(cause) + &self.limit_origin(cause)
    }

    fn compare_phrase(&self, cause: &Cause) -> String {
        if cause.limit.is_none() {
            return say!(self.lang, "but there is no value to compare with");
        }
        let limit = cause.limit.in_words(self.lang);
        match cause.operator {
            Operator::AtLeast => say!(self.lang, "at least {limit} required"),
            Operator::AtMost => say!(self.lang, "at most {limit} allowed"),
            Operator::Less => say!(self.lang, "fewer than {limit} allowed"),
            Operator::Greater => say!(self.lang, "more than {limit} required"),
            Operator::NotEqual => say!(self.lang, "{limit} not allowed"),
            _ => say!(self.lang, "exactly {limit} required"),
        }
    }

    /// Returns where a limit that is no plain number comes from: ` (copy limit)`, or ` in a deck`
    /// for the limit `cards in a deck` of a rule that counts cards.
    fn limit_origin(&self, cause: &Cause) -> String {
        let words = cause
            .limit_words
            .as_ref()
            .map_or("", |words| words.get(self.lang));
        if words.is_empty() || words == cause.limit.in_words(self.lang) {
            return String::new();
        }
        let place = words.strip_prefix(self.plural_noun().as_str());
        match place.filter(|place| place.starts_with(word!(self.lang, " in "))) {
            Some(place) => safe(place).into_owned(),
            None => format!(" ({})", without_brackets(words)),
        }
    }

    fn describe_contents(
        &self,
        lacking: &[(CardIndex, u32)],
        extra: &[(CardIndex, u32)],
    ) -> String {
        let (few, many) = (count_copies(lacking), count_copies(extra));
        let (few_of, many_of) = (self.count_phrase(few), self.count_phrase(many));
        let missing = say!(self.lang, "{few_of} missing");
        match (few, many) {
            (_, 0) => missing,
            (0, _) => say!(self.lang, "{many_of} too many"),
            _ => say!(self.lang, "{missing}, {many} too many"),
        }
    }

    /// `6 cards that only green cards (up to 5) covers: 1 too many`.
    fn describe_uncovered(&self, uncovered: &Uncovered) -> String {
        let Uncovered { cards, over, covering } = uncovered;
        let copies = uncovered.copies();
        let count = self.count_phrase(copies);
        let is_broken = self.finding.status == FindingStatus::Broken;
        if covering.is_empty() {
            let list = self.list_cards(cards);
            return if is_broken {
                say!(self.lang, "{count} that no allowance covers: {list}")
            } else {
                say!(self.lang, "cannot tell whether an allowance covers {count}: {list}")
            };
        }
        let named = self.list_allowances(covering);
        let several = covering.len() > 1;
        let (cover, couvrent) = if several { ("cover", "couvrent") } else { ("covers", "couvre") };
        if !is_broken {
            let sure = copies.saturating_sub(*over);
            return say!(
                self.lang,
                "cannot be decided: of {count}, {named} certainly {cover} only {sure}",
                couvrent
            );
        }
        say!(self.lang, "{count} that only {named} {cover}: {over} too many", couvrent)
    }

    fn describe_doubtful(&self, cards: usize) -> String {
        let are = if cards > 1 { "sont" } else { "est" };
        let cards = self.count_phrase(u32::try_from(cards).unwrap_or(u32::MAX));
        say!(self.lang, "cannot be decided: {cards} may or may not belong to the list", are)
    }

    fn describe_carrying(&self, carrying: &Carrying) -> String {
        let name = self.card_name(carrying.card());
        match carrying {
            Carrying::NotThere { there, used, .. } => {
                say!(self.lang, "{used} × `{name}` in holds, but the deck has only {there}")
            }
            Carrying::TooMuch { needed, capacity, .. } => {
                let (load, most) =
                    (self.spaces_phrase(*needed), self.lang.set_decimals(&capacity.to_string()));
                say!(self.lang, "`{name}` carries {load}, at most {most} allowed")
            }
            Carrying::Undecided { .. } => {
                say!(self.lang, "cannot tell whether `{name}` may carry its load")
            }
            Carrying::NoCapacity { .. } => {
                say!(self.lang, "`{name}` has no hold, so it cannot carry anything")
            }
            Carrying::NotSmaller { carrier, .. } => {
                let carrier = self.card_name(*carrier);
                say!(self.lang, "`{name}` does not fit into `{carrier}`: it has to be smaller")
            }
            Carrying::Apart { carrier, .. } => {
                let carrier = self.card_name(*carrier);
                say!(self.lang, "`{name}` is not in the same zone as `{carrier}`, which carries it")
            }
            Carrying::Placed { .. } => {
                say!(self.lang, "`{name}` starts on the table, so no hold can carry it")
            }
            Carrying::Nested { .. } => {
                say!(self.lang, "`{name}` is in a hold, so it cannot carry anything")
            }
        }
    }

    fn describe_set_out(&self, card: CardIndex, place: &str, candidates: &[CardIndex]) -> String {
        let place = match place {
            "" => setup::shortest_name(self.catalog, candidates, self.lang),
            words => words.to_owned(),
        };
        let place = safe(&place);
        let name = self.card_name(card);
        match self.finding.status {
            FindingStatus::Unknown => {
                say!(self.lang, "cannot tell whether the deck has what `{name}` sets out: {place}")
            }
            _ => say!(self.lang, "`{name}` sets out {place}, but the deck has none"),
        }
    }
}

fn count_copies(cards: &[(CardIndex, u32)]) -> u32 {
    cards
        .iter()
        .map(|(_, copies)| *copies)
        .fold(0, u32::saturating_add)
}

/// Whether one sentence can say of both cards what they differ in.
fn have_same_values(a: &ZoneConflict, b: &ZoneConflict) -> bool {
    a.card_values == b.card_values && a.zone_values == b.zone_values && a.zone == b.zone
}

/// Returns `a, b` for `(a) b`: these words go into brackets, so they lose their own.
fn without_brackets(words: &str) -> Cow<'_, str> {
    match words
        .strip_prefix('(')
        .and_then(|inner| inner.split_once(") "))
    {
        Some((inner, rest)) => Cow::Owned(format!("{inner}, {rest}")),
        None => Cow::Borrowed(words),
    }
}
