//! Checks whether two decks may play each other, by the match rules of their format.

use super::{CheckedDeck, copy_states::are_apart};
use sleeve_data::model::{Catalog, Deck, Format, Lens, Level, Number, Text, format::MatchRule};
use sleeve_language::{
    self as language, BOXES, Cause, Condition, ParameterValue, Parameters, Scope, SpreadPiles,
    Truth, World, ZoneContents,
};
use sleeve_rules::{
    CheckError, CheckOptions, Finding, FindingProblem, FindingStatus, FormatLegality, Overrides,
    PreparedFormat, RuleError, Verdict, WorkBudget, piles,
};
use std::collections::BTreeSet;

/// The answer to whether two decks may meet.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    /// True: they may meet. Unknown: it depends on unknown facts.
    pub truth: Truth,
    /// Every broken or undecided rule.
    pub findings: Vec<Finding>,
    /// Whether the answer changes if stand-ins and inferred facts are unknown.
    pub provisional: bool,
    /// The roles of both decks, if the format has roles.
    pub roles: (Option<String>, Option<String>),
    /// The number of boxes on the table, if a rule uses it and the decks agree.
    pub boxes: Option<u32>,
}

/// Whether two decks may meet: they have the same game and format, its match rules hold, and both
/// are legal themselves.
///
/// # Errors
/// A deck does not fit the format, or a match rule has a mistake.
pub fn may_meet(
    a: &CheckedDeck,
    b: &CheckedDeck,
    boxes: Option<u32>,
    options: &CheckOptions,
) -> Result<MatchResult, CheckError> {
    let (Some((catalog, first)), Some((other, second)), true) =
        (a.catalog_and_deck(), b.catalog_and_deck(), a.game() == b.game())
    else {
        return Ok(different_targets(SAME_GAME, [a.game(), b.game()]));
    };
    let same = a.format().filter(|_| a.format_id() == b.format_id());
    let Some(format) = same else {
        return Ok(different_targets(SAME_FORMAT, [a.format_id(), b.format_id()]));
    };
    if are_apart(catalog, other) {
        return Ok(read_apart());
    }
    // The catalog with the copies of both decks.
    let catalog = if other.cards.extend(&catalog.cards) { other } else { catalog };
    let matched = check_match(catalog, format, [first, second], boxes, options)?;
    Ok(matched.with_verdicts([a, b]))
}

/// Evaluates the match rules of a format over two decks built for it.
///
/// Piles are named `a.ZONE` and `b.ZONE`; `a.role` and `b.role` are the decks' roles. A parameter
/// of the format has the value of both decks. It is unknown if these differ, which is a finding if
/// a rule uses it. `boxes` is the argument `boxes`, if given.
///
/// # Errors
/// A deck does not fit the format, or a match rule has a mistake.
pub fn check_match(
    catalog: &Catalog,
    format: &Format,
    decks: [&Deck; 2],
    boxes: Option<u32>,
    options: &CheckOptions,
) -> Result<MatchResult, CheckError> {
    let matched_decks =
        MatchedDecks { catalog, format, decks, boxes, options, work: WorkBudget::default() };
    let attested = matched_decks.judge(Lens::Attested)?;
    if options.attested {
        return Ok(attested);
    }
    let matched = matched_decks.judge(Lens::Shipped)?;
    let provisional = matched.truth != attested.truth;
    Ok(MatchResult { provisional, ..matched })
}

/// Two decks that may play each other.
struct MatchedDecks<'m> {
    catalog: &'m Catalog,
    format: &'m Format,
    decks: [&'m Deck; 2],
    /// The boxes on the table that the user states.
    boxes: Option<u32>,
    options: &'m CheckOptions,
    /// The budget of all match rules.
    work: WorkBudget,
}

impl MatchedDecks<'_> {
    fn judge(&self, lens: Lens) -> Result<MatchResult, CheckError> {
        let MatchedDecks { catalog, format, decks, boxes, options, .. } = *self;
        // A role that the user names belongs to one deck; at a table each deck has its own.
        let mut overrides = Overrides { role: None, ..options.overrides.clone() };
        if format.parameter(BOXES).is_some()
            && let Some(boxes) = boxes.and_then(|n| Number::from_integer(i64::from(n)))
        {
            overrides.parameters.push((BOXES.to_owned(), boxes.into()));
        }
        let [a, b] = decks.map(|deck| PreparedFormat::new(catalog, format, deck, &overrides));
        let (a, b) = (a.map_err(CheckError::Setup)?, b.map_err(CheckError::Setup)?);
        let piles = table_piles(format, decks);
        let mut parameters = table_parameters(format, &a, &b, boxes);
        parameters.set_zone_contents(ZoneContents::from_piles(&SpreadPiles::from_piles(&piles)));
        let scope = Scope::from_match(catalog, format, format).with_parameters([BOXES]);
        let legality = FormatLegality::new(catalog, lens, options.on);
        let world = World {
            parameters: &parameters,
            date: options.on,
            legality: Some(&legality),
            ..a.world(lens)
        };
        let mut table = MatchTable { format, setups: [&a, &b], piles, used: BTreeSet::new() };
        let mut matched =
            MatchResult { roles: (a.role.clone(), b.role.clone()), ..MatchResult::ok() };
        for rule in &format.matches {
            table.ask_rule(rule, &scope, &world, &self.work, &mut matched)?;
        }
        if let ParameterValue::Number(n) = parameters.get(BOXES)
            && table.used.contains(BOXES)
        {
            matched.boxes = n.to_integer().and_then(|n| u32::try_from(n).ok());
        }
        Ok(matched)
    }
}

/// Two decks at a table.
struct MatchTable<'t> {
    format: &'t Format,
    setups: [&'t PreparedFormat<'t>; 2],
    piles: language::Piles,
    /// The parameters that rules have used.
    used: BTreeSet<String>,
}

impl MatchTable<'_> {
    /// Adds the answer to a match rule.
    fn ask_rule(
        &mut self,
        rule: &MatchRule,
        scope: &Scope<'_>,
        world: &World<'_>,
        work: &WorkBudget,
        matched: &mut MatchResult,
    ) -> Result<(), CheckError> {
        let condition =
            language::condition(&rule.require, scope).map_err(|error| CheckError::Rule {
                rule: rule.id.clone(),
                origin: rule.origin.clone(),
                text: rule.require.clone(),
                error: RuleError::Language(error),
            })?;
        let is_disputed = self.add_parameters(&condition, matched);
        let cards = self.piles.zones.iter().map(|(_, cards)| cards.len()).sum();
        let (truth, problems) = match work.spend_for_cards(&condition, cards) {
            Err(too_much) => (Truth::Unknown, vec![FindingProblem::NotAsked(too_much)]),
            Ok(()) => match condition.truth(world, &self.piles) {
                Truth::True => return Ok(()),
                truth => (truth, group_causes(condition.explain(world, &self.piles).causes)),
            },
        };
        // One finding reports the disputed parameter; a finding for every rule that uses it would
        // repeat it.
        if is_disputed && truth == Truth::Unknown {
            return Ok(());
        }
        if rule.level == Level::Error {
            matched.truth = matched.truth.and(truth);
        }
        let found = problems
            .into_iter()
            .map(|problem| match_finding(rule, &condition, problem));
        matched.findings.extend(found);
        Ok(())
    }

    /// Adds the parameters of a condition to those in use, with a finding for each that is disputed
    /// and new. Returns whether any is disputed.
    fn add_parameters(&mut self, condition: &Condition, matched: &mut MatchResult) -> bool {
        let [a, b] = self.setups;
        let mut any = false;
        for name in condition.parameters() {
            let is_new = self.used.insert(name.clone());
            if !is_disputed(self.format, &name, a, b) {
                continue;
            }
            any = true;
            if is_new {
                matched.truth = matched.truth.and(Truth::Unknown);
                matched.findings.push(disputed_parameter(name, self.setups));
            }
        }
        any
    }
}

fn match_finding(rule: &MatchRule, condition: &Condition, problem: FindingProblem) -> Finding {
    let causes = match &problem {
        FindingProblem::Groups(causes) => causes.as_slice(),
        FindingProblem::Condition(cause) => std::slice::from_ref(&**cause),
        _ => &[],
    };
    let asked = !matches!(problem, FindingProblem::NotAsked(_));
    let broken = asked && causes.iter().all(|cause| cause.truth == Truth::False);
    let missing = causes
        .iter()
        .flat_map(|cause| cause.missing.clone())
        .collect();
    Finding {
        level: rule.level,
        zones: condition.piles().to_vec(),
        text: rule.text.clone(),
        cite: rule.cite.clone(),
        missing,
        ..Finding::new(&rule.id, FindingStatus::from_certainty(broken), problem)
    }
}

/// Whether two decks have different values of a parameter of the format.
fn is_disputed(
    format: &Format,
    name: &str,
    a: &PreparedFormat<'_>,
    b: &PreparedFormat<'_>,
) -> bool {
    format.parameter(name).is_some() && a.parameters.get(name) != b.parameters.get(name)
}

/// The finding that two decks have different values of a parameter.
fn disputed_parameter(parameter: String, setups: [&PreparedFormat<'_>; 2]) -> Finding {
    let values = setups.map(|setup| match setup.parameters.get(&parameter) {
        ParameterValue::Number(number) => number.to_string(),
        ParameterValue::Text(word) => word.clone(),
        ParameterValue::Range(..) | ParameterValue::Unknown => "?".to_owned(),
    });
    let text = Text::from(word!("Both decks need the same value for each parameter of the table."));
    let problem = FindingProblem::Disputed { parameter, values };
    Finding { text, ..Finding::new(DISPUTED, FindingStatus::Unknown, problem) }
}

/// Groups causes into problems. The causes of one comparison over several groups of cards form one
/// problem.
fn group_causes(causes: Vec<Cause>) -> Vec<FindingProblem> {
    let mut together: Vec<Vec<Cause>> = Vec::new();
    for cause in causes {
        let alike = together
            .iter_mut()
            .find(|group| group.iter().any(|one| are_alike(one, &cause)));
        match alike {
            Some(causes) => causes.push(cause),
            None => together.push(vec![cause]),
        }
    }
    let mut problems = Vec::new();
    for causes in together {
        problems.push(match <[Cause; 1]>::try_from(causes) {
            Ok([cause]) => FindingProblem::Condition(Box::new(cause)),
            Err(causes) => FindingProblem::Groups(causes),
        });
    }
    problems
}

/// Whether two causes are those of one comparison over several groups.
fn are_alike(a: &Cause, b: &Cause) -> bool {
    let same_limit = a.operator == b.operator && a.limit == b.limit;
    let are_of_groups = a.group.is_some() && b.group.is_some();
    are_of_groups && a.truth == b.truth && a.span == b.span && same_limit
}

/// Id of findings about decks that are themselves illegal, or may be.
pub const ILLEGAL_DECK: &str = "illegal-deck";
/// Id of findings about decks with different values for a parameter of the table.
const DISPUTED: &str = "shared-parameter";
/// Id of findings about decks for different games.
const SAME_GAME: &str = "same-game";
/// Id of findings about decks for different formats.
const SAME_FORMAT: &str = "same-format";

/// The answer for decks of different games or formats, which never meet.
fn different_targets(rule: &str, names: [Option<&str>; 2]) -> MatchResult {
    let [first, second] = names.map(Option::unwrap_or_default);
    let message = Text::from_words(|lang| {
        if rule == SAME_GAME {
            say!(lang, "the decks are for different games: {first} and {second}")
        } else {
            say!(lang, "the decks are for different formats: {first} and {second}")
        }
    });
    let text = Text::from(word!("Both decks need the same game and the same format."));
    let finding = deck_finding(rule, FindingStatus::Broken, message, text);
    with_finding(Truth::False, finding)
}

/// The answer for decks whose cards are not compared.
fn with_finding(truth: Truth, finding: Finding) -> MatchResult {
    MatchResult { truth, findings: vec![finding], ..MatchResult::ok() }
}

/// Id of the finding that decks with copies in a state were not read together.
const READ_TOGETHER: &str = "read-together";

/// The answer for decks with copies in a state from different catalogs, whose indices cannot be
/// compared.
fn read_apart() -> MatchResult {
    let message = Text::from(word!(
        "the decks have copies with fields of their own, but were not read together"
    ));
    let text = Text::from(word!(
        "The copies of two decks can only be compared if both are read together."
    ));
    with_finding(Truth::Unknown, deck_finding(READ_TOGETHER, FindingStatus::Unknown, message, text))
}

impl MatchResult {
    /// The answer of no rule.
    fn ok() -> MatchResult {
        MatchResult {
            truth: Truth::True,
            findings: Vec::new(),
            provisional: false,
            roles: (None, None),
            boxes: None,
        }
    }

    /// Adds the verdicts on both decks: an illegal deck may not meet any other.
    fn with_verdicts(mut self, decks: [&CheckedDeck; 2]) -> MatchResult {
        let mut truths = vec![self.truth];
        // An answer based on stand-ins is unknown without them.
        let mut firm = vec![if self.provisional { Truth::Unknown } else { self.truth }];
        for deck in decks {
            let Some(checked) = deck.result() else { continue };
            let truth = match checked.verdict {
                Verdict::Legal => Truth::True,
                Verdict::Undetermined => Truth::Unknown,
                Verdict::Illegal | Verdict::Unusable => Truth::False,
            };
            truths.push(truth);
            firm.push(if checked.provisional { Truth::Unknown } else { truth });
            if truth != Truth::True {
                self.findings.push(illegal_deck(deck, truth));
            }
        }
        self.truth = Truth::all(truths);
        self.provisional = Truth::all(firm) != self.truth;
        self
    }
}

/// The finding about a deck that is illegal itself, or may be.
fn illegal_deck(deck: &CheckedDeck, legal: Truth) -> Finding {
    let errors = deck.findings().iter().filter(|finding| {
        finding.level == Level::Error
            && finding.status != FindingStatus::Note
            && finding.is_of_deck()
    });
    let mut ids: Vec<String> = errors
        .map(|finding| format!("`{}`", finding.rule))
        .collect();
    ids.dedup();
    let rules = ids.join(", ");
    let (name, path) = (deck.name().unwrap_or(&deck.path), &deck.path);
    let is_illegal = legal == Truth::False;
    let message = Text::from_words(|lang| {
        if is_illegal {
            say!(lang, "`{name}` itself is illegal ({rules}); `sleeve check {path}` shows why")
        } else {
            say!(
                lang,
                "whether `{name}` is legal depends on unknown facts ({rules}); `sleeve check {path}` lists them"
            )
        }
    });
    let text = Text::from(word!("Each deck has to be legal in its own format."));
    deck_finding(ILLEGAL_DECK, FindingStatus::from_certainty(is_illegal), message, text)
}

fn deck_finding(rule: &str, status: FindingStatus, message: Text, text: Text) -> Finding {
    Finding { text, ..Finding::new(rule, status, FindingProblem::Note(message)) }
}

fn table_parameters(
    format: &Format,
    a: &PreparedFormat<'_>,
    b: &PreparedFormat<'_>,
    boxes: Option<u32>,
) -> Parameters {
    let mut values = a.parameters.clone();
    for parameter in &format.parameters {
        if is_disputed(format, &parameter.named.id, a, b) {
            values.set(&parameter.named.id, ParameterValue::Unknown);
        }
    }
    for (side, setup) in [("a", a), ("b", b)] {
        for (name, value) in setup.parameters.iter() {
            values.set(format!("{side}.{name}"), value.clone());
        }
    }
    if format.parameter(BOXES).is_none() {
        let boxes = Number::from_integer(i64::from(boxes.unwrap_or(1))).unwrap_or(Number::ONE);
        values.set(BOXES, ParameterValue::Number(boxes));
    }
    values
}

fn table_piles(format: &Format, decks: [&Deck; 2]) -> language::Piles {
    let mut zones = Vec::new();
    for (side, deck) in ["a", "b"].into_iter().zip(decks) {
        for zone in &format.zones {
            let name = format!("{side}.{}", zone.named.id);
            zones.push((name, piles::list_zone_cards(format, deck, &zone.named.id)));
        }
    }
    let default = zones.iter().map(|(name, _)| name.clone()).collect();
    language::Piles { zones, default }
}
