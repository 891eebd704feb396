//! Results of `fix` and `build`: changes, the numbers that they change, and why nothing is better.

mod human;

pub use human::{describe_assumed_values, write};

use crate::{
    finding::Wording,
    forms::human::{broken_rules, finding_line},
    reference,
    text::{
        Style,
        escape::{plain, safe},
        words::format_count,
    },
    two_decks,
};
use sleeve_check::{CheckedDeck, ComparedDeck, ComparedPair, DeckState};
use sleeve_data::model::{
    CardIndex, Catalog, Deck, Format, Lang, Lens, Level, Rule, Setting, format::Parameter,
};
use sleeve_decks::Restatement;
use sleeve_language::{MissingFact, Rational};
use sleeve_odds::stats::{self, StatsRequest, Subject};
use sleeve_rules::{
    FindingStatus, Overrides, STATED_ROLE, Verdict, setup::find_disallowed_parameters,
};
use sleeve_solve::{Core, Direction, Ending, Outcome, Repaired, WishOrigin};
use std::sync::Arc;

/// The wishes of a user in addition to the rules, as written.
#[derive(Clone, Debug, Default)]
pub struct UserConditions {
    /// Conditions that the deck has to satisfy (`--require`).
    pub require: Vec<String>,
    /// Cards that the deck has to contain, with their copies (`--with`).
    pub with: Vec<(CardIndex, u32)>,
    /// Filter of cards that stay (`--lock`).
    pub lock: Option<String>,
    /// Filter of cards that may come in (`--only`).
    pub only: Option<String>,
    /// Measures to maximise or minimise, in order (`--maximise`, `--then-minimise`).
    pub objectives: Vec<(Direction, String)>,
}

/// A deck with the outcome of the search for a repair.
#[derive(Clone, Debug)]
pub struct SolvedDeck {
    /// The deck before the search: as it was read or newly started.
    pub before: CheckedDeck,
    /// Whether this is a new deck.
    pub is_new: bool,
    pub role: Option<String>,
    /// The outcome of the search; `None` if the deck cannot be used.
    pub outcome: Option<Outcome>,
    pub asking: UserConditions,
    /// Role and parameters that it was checked with.
    pub overrides: Overrides,
    pub lens: Lens,
    /// Whether its file was changed; `None` without `--write` or if that failed.
    pub written: Option<bool>,
}

impl SolvedDeck {
    /// Returns the catalog and the format, if both are known.
    pub fn catalog_and_format(&self) -> Option<(&Arc<Catalog>, &Format)> {
        Some((self.before.catalog()?, self.before.format()?))
    }

    /// Returns what the format does not judge, in one line, if the deck is legal.
    pub fn gaps(&self, lang: Lang) -> Option<String> {
        let (catalog, format) = self.catalog_and_format()?;
        let is_legal = self.verdict() == Verdict::Legal;
        is_legal.then(|| reference::describe_gaps(catalog, format, lang))?
    }

    /// Returns the repair; `None` if none was found.
    pub fn repair(&self) -> Option<&Repaired> {
        match self.outcome.as_ref().map(|outcome| &outcome.ending) {
            Some(Ending::Found(found)) => Some(found),
            _ => None,
        }
    }

    /// Returns the names of the cards that give the deck its role and stay; empty if the answer
    /// covers all decks.
    pub fn kept_cards(&self, lang: Lang) -> String {
        let (Some(outcome), Some(catalog)) = (&self.outcome, self.before.catalog()) else {
            return String::new();
        };
        let kept = outcome
            .kept
            .iter()
            .map(|card| catalog.cards.card(*card).title(lang));
        kept.map(safe).collect::<Vec<_>>().join(", ")
    }

    /// Returns the format that only the repaired deck gives.
    pub fn new_format(&self) -> Option<&str> {
        let (before, after) = self.statements()?;
        let format = after.format.as_ref().map(|format| format.value.as_str());
        format.filter(|format| {
            before
                .format
                .as_ref()
                .is_none_or(|before| before.value != **format)
        })
    }

    /// Returns the parameters that only the deck before its repair gives, because the format does
    /// not have them.
    pub fn dropped_parameters(&self) -> Vec<&str> {
        let Some((before, after)) = self.statements() else { return Vec::new() };
        let names = before
            .parameters
            .iter()
            .map(|(name, _)| name.value.as_str());
        names
            .filter(|name| after.parameters.iter().all(|(kept, _)| kept.value != *name))
            .collect()
    }

    /// Returns the deck before and after its repair, to compare what they state; `None` for a new
    /// deck.
    fn statements(&self) -> Option<(&Deck, &Deck)> {
        self.before
            .deck()
            .filter(|_| !self.is_new)
            .zip(self.repair().map(|found| &found.deck))
    }

    /// Whether conditions read the states of copies, and the search left these unchanged.
    pub fn keeps_states(&self) -> bool {
        self.outcome
            .as_ref()
            .is_some_and(|outcome| outcome.keeps_states)
    }

    /// Returns the verdict on the repaired deck or, without one, what the search proves.
    pub fn verdict(&self) -> Verdict {
        let unresolved = self.before.deck().is_some_and(|d| !d.unresolved.is_empty());
        match self.outcome.as_ref().map(|outcome| &outcome.ending) {
            None | Some(Ending::Unbounded | Ending::GoalUnsaid) => Verdict::Unusable,
            Some(_) if unresolved => Verdict::Unusable,
            Some(Ending::Found(found)) => found.checked.verdict,
            // Other states of the copies were not tried, so nothing is proven about them.
            Some(Ending::Impossible) if self.keeps_states() => Verdict::Undetermined,
            Some(Ending::Impossible) => Verdict::Illegal,
            Some(Ending::Undecided) => Verdict::Undetermined,
        }
    }

    /// Returns the unknown facts that the verdict on the repaired deck depends on.
    pub fn assumes(&self) -> Vec<MissingFact> {
        let findings = self
            .repair()
            .into_iter()
            .flat_map(|found| &found.checked.findings);
        let unknown =
            findings.filter(|f| f.status == FindingStatus::Unknown && f.level == Level::Error);
        let mut missing: Vec<MissingFact> = unknown.flat_map(|f| f.missing.clone()).collect();
        // What a line without a card leaves open is not a fact of a card.
        missing.retain(|fact| fact.card != CardIndex::STRANGER);
        missing.sort();
        missing.dedup();
        missing
    }

    /// Returns the warnings of the repaired deck; each names its rule.
    pub fn warnings(&self, lang: Lang) -> Vec<String> {
        let (Some(deck), Some(catalog)) = (self.repaired_deck(), self.before.catalog()) else {
            return Vec::new();
        };
        broken_rules(&deck, Level::Warning)
            .map(|of| finding_line(of, catalog, lang))
            .collect()
    }

    /// Returns the repaired deck as a checked one; `None` without a repair.
    pub fn repaired_deck(&self) -> Option<CheckedDeck> {
        let found = self.repair()?;
        let (catalog, format) = self.catalog_and_format()?;
        Some(CheckedDeck {
            path: self.before.path.clone(),
            part: self.before.part,
            text: Arc::clone(&self.before.text),
            state: DeckState::Judged {
                catalog: Arc::clone(catalog),
                deck: found.deck.clone(),
                format: format.named.id.to_string(),
                obstacles: found.checked.obstacles(),
                checked: found.checked.clone(),
                repair: None,
                readings: None,
            },
            legal_until: None,
        })
    }
}

/// Returns the numbers that a repair changes: their names, and their values before and after.
pub fn changed_numbers(deck: &SolvedDeck, style: &Style) -> Vec<(String, String)> {
    let Some((after, (catalog, format))) = deck.repaired_deck().zip(deck.catalog_and_format())
    else {
        return Vec::new();
    };
    let sides = describe_side(deck, catalog, format, &deck.before)
        .zip(describe_side(deck, catalog, format, &after));
    let Some((before, after)) = sides else { return Vec::new() };
    let compared = ComparedPair { before, after, zones: Vec::new() };
    two_decks::numbers_that_change(&compared, style)
}

/// Counts the deck before or after the repair; `None` if it cannot be counted.
fn describe_side(
    solved: &SolvedDeck,
    catalog: &Catalog,
    format: &Format,
    checked: &CheckedDeck,
) -> Option<ComparedDeck> {
    let subject = Subject {
        catalog,
        format: Some(format),
        deck: checked.deck()?,
        overrides: &solved.overrides,
        rulebook: None,
    };
    let asked = StatsRequest { lens: solved.lens, describe: true, ..StatsRequest::default() };
    Some(ComparedDeck {
        deck: checked.clone(),
        statistics: stats::describe_deck(&subject, &asked).ok()?,
        limits: stats::limited_measures(&subject, solved.lens),
        parameters: subject.parameters(),
    })
}

rows! {
    /// A rule or wish in words.
    pub struct Reason(rule: &Rule, catalog: &Catalog, lang: Lang) after {
        let text = plain(rule.text.get(lang));
        let body = match &rule.body {
            sleeve_data::model::RuleBody::Require(text) => safe(text).into_owned(),
            _ => rule.id.clone(),
        };
    } {
        /// Id of the rule, or the command line option.
        pub rule: String = rule.id.clone(),
        /// Source; empty for a wish.
        pub cite: String = plain(&reference::cite_in_words(&rule.cite, &catalog.game, lang)),
        /// The requirement, in English.
        pub message: String = if text.is_empty() { body } else { text },
    }
}

/// Words a rule or wish that is part of a contradiction.
pub fn describe_origin(source: &WishOrigin, deck: &SolvedDeck, lang: Lang) -> Reason {
    let home = deck.catalog_and_format();
    let catalog = home.map(|(catalog, _)| &**catalog);
    let (option, message) = match source {
        WishOrigin::Structure => ("deck", say!(lang, "the deck as it is")),
        WishOrigin::Rule(at) => {
            let rule = home.and_then(|(_, format)| format.rules.get(*at));
            return describe_rule(rule, catalog, lang);
        }
        WishOrigin::CardRule(card, at) => {
            let rule = catalog.and_then(|catalog| catalog.rules_of(*card).get(*at));
            return describe_rule(rule.map(|of_card| &of_card.rule), catalog, lang);
        }
        WishOrigin::Zone(id) => return describe_zone(id, home, lang),
        WishOrigin::Parameter(name) => return describe_parameter(name, deck, lang),
        WishOrigin::Released => {
            ("not-released", say!(lang, "only cards released by the day count"))
        }
        WishOrigin::Role(role) => ("role", say!(lang, "the cards still set the role `{role}`")),
        WishOrigin::StatedRole(role) => {
            (STATED_ROLE, say!(lang, "no card contradicts the role `{role}`"))
        }
        WishOrigin::RoleCards => {
            let cards = deck.kept_cards(lang);
            ("role-cards", say!(lang, "the deck keeps {cards}"))
        }
        WishOrigin::Lock => {
            let stay = say!(lang, "these cards stay: ");
            ("--lock", stay + &option_text(deck.asking.lock.as_deref()))
        }
        WishOrigin::Deck => ("--from", say!(lang, "the cards of the deck stay")),
        WishOrigin::Only => {
            let come = say!(lang, "only these cards may come in: ");
            ("--only", come + &option_text(deck.asking.only.as_deref()))
        }
        WishOrigin::Require(at) => {
            ("--require", option_text(deck.asking.require.get(*at).map(String::as_str)))
        }
        WishOrigin::With(at) => {
            let card = deck.asking.with.get(*at).zip(catalog);
            let message = card.map(|((card, n), catalog)| {
                format!("{n} {}", safe(catalog.cards.card(*card).title(lang)))
            });
            ("--with", message.unwrap_or_default())
        }
        WishOrigin::Owned => ("--collection", say!(lang, "no more copies than you own")),
        WishOrigin::Implied(name) | WishOrigin::Choices(name) => {
            let parameter = home.and_then(|(_, format)| format.parameter(name));
            let choices = parameter.map(|parameter| describe_choices(parameter, lang));
            return wish(&format!("parameter-{name}"), choices.unwrap_or_default());
        }
        WishOrigin::Changes(0) => ("changes", say!(lang, "nothing changes")),
        WishOrigin::Changes(n) => {
            let noun = word!(lang, "change");
            ("changes", say!(lang, "at most ") + &format_count(*n, noun, lang))
        }
    };
    wish(option, message)
}

fn describe_rule(rule: Option<&Rule>, catalog: Option<&Catalog>, lang: Lang) -> Reason {
    match rule.zip(catalog) {
        Some((rule, catalog)) => Reason::new(rule, catalog, lang),
        None => wish("rule", String::new()),
    }
}

fn describe_zone(id: &str, home: Option<(&Arc<Catalog>, &Format)>, lang: Lang) -> Reason {
    let (mut accepts, mut cite) = (String::new(), String::new());
    if let Some((catalog, format)) = home {
        accepts.extend(format.zone(id).map(|zone| safe(&zone.accepts)));
        cite = plain(&reference::cite_in_words(&format.cite, &catalog.game, lang));
    }
    let message = say!(lang, "the zone `{id}` accepts {accepts}");
    Reason { rule: format!("zone-{id}"), message, cite }
}

/// Says that the value of a parameter is not allowed, with the fix that `check` suggests.
fn describe_parameter(name: &str, deck: &SolvedDeck, lang: Lang) -> Reason {
    let rule = format!("parameter-{name}");
    let mut message = say!(lang, "the value of `{name}` is not allowed with any cards");
    if let Some(fix) = parameter_fix(&rule, deck, lang) {
        message = format!("{message}{}{fix}", lang.semicolon());
    }
    wish(&rule, message)
}

fn parameter_fix(rule: &str, solved: &SolvedDeck, lang: Lang) -> Option<String> {
    let (catalog, format) = solved.catalog_and_format()?;
    let found = find_disallowed_parameters(format, solved.before.deck()?, &solved.overrides);
    let finding = found.iter().find(|finding| finding.rule == rule)?;
    Wording::new(finding, catalog, lang).fix()
}

/// A wish has no citation.
fn wish(option: &str, message: String) -> Reason {
    Reason { rule: option.to_owned(), message, cite: String::new() }
}

/// Lists the values that a parameter may have.
fn describe_choices(parameter: &Parameter, lang: Lang) -> String {
    let name = safe(&parameter.named.id).into_owned();
    let choices: Vec<String> = parameter.choices().iter().map(Setting::to_string).collect();
    let allowed = match (choices.is_empty(), &parameter.min, &parameter.max) {
        (false, ..) => choices.join(", "),
        (true, Some(min), Some(max)) => format!("{min}..{max}"),
        (true, Some(min), None) => format!(">= {min}"),
        (true, None, Some(max)) => format!("<= {max}"),
        (true, None, None) => String::new(),
    };
    let values = if allowed.is_empty() { String::new() } else { format!(" ({})", safe(&allowed)) };
    say!(lang, "for every value of `{name}`{values}")
}

fn option_text(text: Option<&str>) -> String {
    plain(text.unwrap_or_default())
}

/// Writes a contradiction as arithmetic, `6 + 6 + 6 = 18 > 17`; `None` if it is not a sum.
pub fn describe_sum(core: &Core, lang: Lang) -> Option<String> {
    let sum = core.sum.as_ref()?;
    let (least, most) = sum.totals()?;
    let (low, high) = (add_up(&sum.at_least, least, lang), add_up(&sum.at_most, most, lang));
    Some(format!("{low} > {high}"))
}

/// `6 + 6 + 6 = 18`, or only the total if there is nothing to add.
fn add_up(parts: &[(Option<WishOrigin>, Rational)], total: Rational, lang: Lang) -> String {
    let total = total.in_words(lang);
    if parts.len() < 2 {
        return total;
    }
    let numbers: Vec<String> = parts
        .iter()
        .map(|(_, number)| number.in_words(lang))
        .collect();
    format!("{} = {total}", numbers.join(" + "))
}

/// Writes what a rule or wish contributes to the sum: `at least 6`. `None` stands for everything
/// that shows no number.
pub(super) fn describe_share(
    core: &Core,
    source: Option<&WishOrigin>,
    lang: Lang,
) -> Option<String> {
    let sum = core.sum.as_ref()?;
    for (word, parts) in
        [(word!(lang, "at least"), &sum.at_least), (word!(lang, "at most"), &sum.at_most)]
    {
        if let Some((_, number)) = parts.iter().find(|(other, _)| other.as_ref() == source) {
            return Some(format!("{word} {}", number.in_words(lang)));
        }
    }
    None
}

/// Returns the role that a repair writes: `role = dark`.
pub(crate) fn describe_restatement(restated: &Restatement, lang: Lang) -> String {
    format!("{} = {}", word!(lang, "role"), safe(&restated.after))
}
