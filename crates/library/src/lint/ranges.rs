//! Computes ranges of measures over all decks of a format. They show whether a condition can hold
//! or fail, and which limits contradict each other. Each measure is bounded on its own: relations
//! between measures are ignored.

use sleeve_data::model::{
    Catalog, Format,
    format::{Rule, Zone},
    game::AttributeType,
};
use sleeve_language::{
    self as language, Filter, Parameters, Quantity, Rational, Scope, TreePart, Truth, World,
    ast::Operator,
    bound::{BoundValue, Lowering, Node},
    field::{Field, FieldKind},
    parse,
    tree::{
        CardExpr, ConditionKind, ConditionNode, FilterNode, Fold, MeasureKind, MeasureNode,
        Quantifier, Reads,
    },
};
use std::{cell::RefCell, collections::HashMap, ops::Range, rc::Rc};

/// Bounds the nodes of one text over the zones of a format.
pub(super) struct Ranges<'r> {
    pub(super) zones: &'r Zones<'r>,
    /// The text of the nodes.
    pub(super) text: &'r str,
    /// The piles for measures that name none.
    pub(super) default_piles: &'r [String],
}

fn range_from_zero(high: Option<usize>) -> Quantity {
    let whole = high.map(|n| Rational::whole(i64::try_from(n).unwrap_or(i64::MAX)));
    Quantity::range(Some(Rational::ZERO), whole)
}

impl<'r> Ranges<'r> {
    pub(super) fn piles<'n>(&'n self, reads: &'n Reads) -> &'n [String] {
        reads.as_deref().unwrap_or(self.default_piles)
    }

    pub(super) fn slice(&self, span: &std::ops::Range<usize>) -> &'r str {
        self.text.get(span.clone()).unwrap_or("")
    }

    /// Counts the cards of the piles that a filter matches.
    pub(super) fn count_matches(&self, filter: &FilterNode, reads: &Reads) -> MatchCounts {
        self.zones
            .count_matches(self.slice(&filter.span), filter, self.piles(reads))
    }

    /// The values of a number for every card of the piles that a filter may match.
    fn matching_numbers(
        &self,
        expr: &CardExpr,
        filter: &FilterNode,
        reads: &Reads,
    ) -> Vec<Quantity> {
        let values = self.zones.card_numbers(self.slice(&expr.span), expr);
        let mut numbers = Vec::new();
        for (zone, accepts) in self.zones.zone_filters(self.piles(reads)) {
            let accepted = self.zones.filter_answers(accepts, None, zone);
            let answers = self
                .zones
                .filter_answers(self.slice(&filter.span), Some(filter), zone);
            for (at, value) in values.iter().enumerate() {
                if accepted.may_match(at) && answers.may_match(at) {
                    numbers.push(*value);
                }
            }
        }
        numbers
    }

    pub(super) fn measure_range(&self, node: &MeasureNode) -> Quantity {
        self.bind_measure(node).value(&[])
    }

    /// Whether a fold other than a sum may read a card without such a number.
    pub(super) fn may_lack_value(&self, node: &MeasureNode) -> bool {
        let MeasureKind::Fold { fold, expr, filter, reads } = &node.kind else { return false };
        let mut numbers = self.matching_numbers(expr, filter, reads).into_iter();
        *fold != Fold::Sum && numbers.any(|number| number.is_none())
    }

    fn parameter_range(&self, name: &str) -> Quantity {
        let plain = name
            .strip_prefix("a.")
            .or_else(|| name.strip_prefix("b."))
            .unwrap_or(name);
        let parameters = &self.zones.format().parameters;
        let Some(parameter) = parameters.iter().find(|p| p.named.id == plain) else {
            return Quantity::UNKNOWN;
        };
        if parameter.allowed.is_empty() {
            return Quantity::range(
                parameter.min.map(Rational::from),
                parameter.max.map(Rational::from),
            );
        }
        let least = parameter.allowed.iter().min().copied().map(Rational::from);
        Quantity::range(least, parameter.allowed.iter().max().copied().map(Rational::from))
    }

    /// The largest number of values of a field, if known.
    fn max_values(&self, field: Field) -> Option<usize> {
        let game = &self.zones.catalog().game;
        match field.kind {
            FieldKind::Kind => Some(game.kinds.len()),
            FieldKind::Set => Some(game.sets.len()),
            FieldKind::Effect(_) => Some(game.effects.len()),
            FieldKind::Attribute(id) => match &game.attributes.get(id.index())?.kind {
                AttributeType::Enum { values, .. } | AttributeType::Set { values, .. } => {
                    Some(values.len())
                }
                AttributeType::Flag => Some(2),
                _ => None,
            },
            _ => None,
        }
    }

    /// True: no deck breaks the condition. False: no deck satisfies it. Unknown: neither is
    /// certain.
    pub(super) fn condition_truth(&self, node: &ConditionNode) -> Truth {
        self.bind_condition(node).truth(&[])
    }
}

impl Lowering for Ranges<'_> {
    fn bind_measure(&self, node: &MeasureNode) -> BoundValue {
        BoundValue::Exact(match &node.kind {
            MeasureKind::Parameter(name) => self.parameter_range(name),
            MeasureKind::Count { filter, reads } | MeasureKind::Copies { filter, reads, .. } => {
                let matches = self.count_matches(filter, reads);
                // No upper bound, because a deck may contain any number of copies.
                range_from_zero((matches.possible == 0).then_some(0))
            }
            MeasureKind::Fold { fold, expr, filter, reads } => {
                fold_range(*fold, &self.matching_numbers(expr, filter, reads))
            }
            MeasureKind::Distinct { field, .. } | MeasureKind::Groups { field, .. } => {
                range_from_zero(self.max_values(*field))
            }
            MeasureKind::Total { measure, reads, .. } => {
                let inner = Ranges { default_piles: self.piles(reads), ..*self };
                let each = inner.measure_range(measure).or_zero();
                // The total is over any number of groups, even none, so only its sign is known.
                let below = each.low().is_some_and(|low| low >= Rational::ZERO);
                let above = each.high().is_some_and(|high| high <= Rational::ZERO);
                Quantity::range(below.then_some(Rational::ZERO), above.then_some(Rational::ZERO))
            }
            MeasureKind::Whole(measure) => self.measure_range(measure),
            // The body has its own text. Only the rules engine knows what cards add to it.
            MeasureKind::Named(named) => match &named.text {
                Some(text) => Ranges { text, ..*self }.measure_range(&named.body),
                None => Quantity::UNKNOWN,
            },
            _ => return self.bind_calculation(node),
        })
    }

    fn bind_condition(&self, node: &ConditionNode) -> Node {
        Node::Constant(match &node.kind {
            // A filter inside depends on the chosen values.
            ConditionKind::Junction(junction) if junction.is_choice() => Truth::Unknown,
            ConditionKind::Cards { quantifier, filter, reads } => {
                let matches = self.count_matches(filter, reads);
                match quantifier {
                    Quantifier::All if matches.certain == matches.total => Truth::True,
                    Quantifier::None if matches.possible == 0 => Truth::True,
                    Quantifier::Any if matches.possible == 0 => Truth::False,
                    _ => Truth::Unknown,
                }
            }
            ConditionKind::Each { condition, reads, .. } => {
                let inner = Ranges { default_piles: self.piles(reads), ..*self };
                // It may fail for some group, but there may be no group, so false is never certain.
                inner.condition_truth(condition).or(Truth::Unknown)
            }
            _ => return self.bind_junction(node),
        })
    }
}

/// The range of a fold over numbers of cards, for any number of copies of each.
fn fold_range(fold: Fold, numbers: &[Quantity]) -> Quantity {
    let mut valued = numbers.to_vec();
    valued.retain(|number| !number.is_none());
    let zero = Some(Rational::ZERO);
    if fold == Fold::Sum {
        let never_below = valued.iter().all(|n| n.low() >= zero && n.low().is_some());
        let never_above = valued
            .iter()
            .all(|n| n.high().is_some() && n.high() <= zero);
        return Quantity::range(zero.filter(|_| never_below), zero.filter(|_| never_above));
    }
    let joined = valued.into_iter().reduce(Quantity::join);
    // It may have no value, because a deck need not contain any of these cards.
    joined.map_or(Quantity::NONE, Quantity::perhaps)
}

/// A comparison of a measure with a number that does not depend on the deck.
#[derive(Clone, Debug)]
pub(super) struct MeasureLimit {
    /// The measure in normal form, with its piles.
    measure: String,
    /// The smallest value that may satisfy the limit, for any values of the parameters; `None`:
    /// unbounded.
    low: Option<Rational>,
    high: Option<Rational>,
    roles: Vec<String>,
    /// The key of the text.
    pub(super) place: String,
    pub(super) text: String,
    /// The comparison's place in the text.
    pub(super) span: Range<usize>,
}

impl MeasureLimit {
    /// The comparison as written in the data.
    pub(super) fn written_text(&self) -> &str {
        self.text.get(self.span.clone()).unwrap_or("").trim()
    }

    fn excludes(&self, other: &MeasureLimit) -> bool {
        self.measure == other.measure
            && share_a_role(&self.roles, &other.roles)
            && (is_above(self.low, other.high) || is_above(other.low, self.high))
    }
}

/// Whether some deck is of a role of both; no roles: all.
fn share_a_role(a: &[String], b: &[String]) -> bool {
    a.is_empty() || b.is_empty() || a.iter().any(|role| b.contains(role))
}

fn is_above(low: Option<Rational>, high: Option<Rational>) -> bool {
    low.zip(high).is_some_and(|(low, high)| low > high)
}

/// Collects the limits that a condition implies.
pub(super) fn collect_limits(
    node: &ConditionNode,
    ranges: &Ranges<'_>,
    rule: &Rule,
    found: &mut Vec<MeasureLimit>,
) {
    match &node.kind {
        ConditionKind::Junction(junction) if junction.is_conjunction => {
            for part in junction.parts.iter().filter(|part| !part.negated) {
                collect_limits(&part.condition, ranges, rule, found);
            }
        }
        ConditionKind::Compare { left, operator, right } => {
            let sides = match (left.reads_cards(), right.reads_cards()) {
                (true, false) => LimitSides { measure: left, operator: *operator, bound: right },
                (false, true) => {
                    LimitSides { measure: right, operator: operator.mirrored(), bound: left }
                }
                _ => return,
            };
            found.extend(read_limit(&sides, ranges, rule, &node.span));
        }
        _ => {}
    }
}

/// A comparison with the side that reads cards first.
struct LimitSides<'n> {
    measure: &'n MeasureNode,
    operator: Operator,
    bound: &'n MeasureNode,
}

fn read_limit(
    sides: &LimitSides<'_>,
    ranges: &Ranges<'_>,
    rule: &Rule,
    span: &Range<usize>,
) -> Option<MeasureLimit> {
    let bound: Quantity = ranges.measure_range(sides.bound);
    let whole = is_integer(sides.measure);
    let (low, high) = match sides.operator {
        Operator::Equal | Operator::Has => (bound.low(), bound.high()),
        Operator::AtLeast => (bound.low(), None),
        Operator::AtMost => (None, bound.high()),
        Operator::Greater if whole => (bound.low()?.floor().plus(Rational::ONE), None),
        Operator::Less if whole => (None, bound.high()?.ceil().minus(Rational::ONE)),
        // There is no next smaller or larger decimal number, so the bound itself counts as allowed.
        Operator::Greater => (bound.low(), None),
        Operator::Less => (None, bound.high()),
        Operator::NotEqual => return None,
    };
    Some(MeasureLimit {
        measure: measure_identity(sides.measure, ranges)?,
        low,
        high,
        roles: rule.roles.clone(),
        place: format!("format/{}/rule/{}/require", rule.format, rule.id),
        text: ranges.text.to_owned(),
        span: span.clone(),
    })
}

fn is_integer(node: &MeasureNode) -> bool {
    let counted = matches!(node.kind, MeasureKind::Count { .. } | MeasureKind::Distinct { .. });
    counted || matches!(node.kind, MeasureKind::Copies { .. } | MeasureKind::Groups { .. })
}

/// A key that is equal for texts that measure the same thing; `None` for measures without piles.
fn measure_identity(node: &MeasureNode, ranges: &Ranges<'_>) -> Option<String> {
    let reads = match &node.kind {
        MeasureKind::Count { reads, .. }
        | MeasureKind::Fold { reads, .. }
        | MeasureKind::Distinct { reads, .. }
        | MeasureKind::Copies { reads, .. }
        | MeasureKind::Total { reads, .. }
        | MeasureKind::Groups { reads, .. } => reads,
        _ => return None,
    };
    let mut piles = ranges.piles(reads).to_vec();
    // `a|b` counts the same cards as `b|a`.
    piles.sort();
    let written = ranges.slice(&node.span);
    // Explicit piles come after the call; the key already contains them in a fixed order.
    let call = match (reads, written.rfind(')')) {
        (Some(_), Some(end)) => written.get(..=end)?,
        _ => written,
    };
    let spelling = parse(call).ok()?.to_string();
    Some(format!("{spelling} in {}", piles.join("|")))
}

/// The pairs of limits that no deck can satisfy together, the earlier limit first.
pub(super) fn contradictory_pairs(limits: &[MeasureLimit]) -> Vec<(&MeasureLimit, &MeasureLimit)> {
    let mut pairs = Vec::new();
    for (at, second) in limits.iter().enumerate() {
        let excluded = limits
            .iter()
            .take(at)
            .filter(|first| first.excludes(second));
        pairs.extend(excluded.map(|first| (first, second)));
    }
    pairs
}

/// How many cards of a pile certainly or possibly match a filter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct MatchCounts {
    /// Cards that match, even if some facts are unknown.
    pub(super) certain: usize,
    /// Cards that match or may match.
    pub(super) possible: usize,
    /// All cards of the pile.
    pub(super) total: usize,
}

impl MatchCounts {
    /// Whether there are cards but none can match.
    pub(super) fn matches_none(self) -> bool {
        self.possible == 0 && self.total > 0
    }

    /// Whether there are cards and all of them match.
    pub(super) fn matches_all(self) -> bool {
        self.certain == self.total && self.total > 0
    }
}

/// The results of filters and numbers for all cards. All formats of a catalog share them, because
/// they often repeat filters.
#[derive(Default)]
pub(super) struct AnswerCache {
    answers: HashMap<String, Rc<CardSet>>,
    numbers: HashMap<String, Rc<Vec<Quantity>>>,
}

/// The results of a filter for all cards of a game, two bits per card.
#[derive(Default)]
struct CardSet {
    certain: Vec<u64>,
    possible: Vec<u64>,
}

impl CardSet {
    fn push(&mut self, at: usize, truth: Truth) {
        if at.is_multiple_of(64) {
            self.certain.push(0);
            self.possible.push(0);
        }
        let bit = 1u64 << (at % 64);
        if let (Some(certain), Some(possible)) = (self.certain.last_mut(), self.possible.last_mut())
        {
            *certain |= if truth.is_true() { bit } else { 0 };
            *possible |= if truth.is_false() { 0 } else { bit };
        }
    }

    fn may_match(&self, at: usize) -> bool {
        self.possible
            .get(at / 64)
            .is_some_and(|word| word & (1u64 << (at % 64)) != 0)
    }
}

/// Counts the bits that are set in both.
fn count_common_bits(a: &[u64], b: &[u64]) -> usize {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a & b).count_ones() as usize)
        .sum()
}

/// The zones of one format, for decks of one role or of any role.
pub(super) struct Zones<'a> {
    catalog: &'a Catalog,
    format: &'a Format,
    pub(super) scope: Scope<'a>,
    parameters: Parameters,
    role: String,
    cache: &'a RefCell<AnswerCache>,
}

impl<'a> Zones<'a> {
    pub(super) fn new(
        catalog: &'a Catalog,
        format: &'a Format,
        role: Option<&str>,
        cache: &'a RefCell<AnswerCache>,
    ) -> Zones<'a> {
        let mut parameters = Parameters::new();
        if let Some(role) = role {
            parameters = parameters.with_text(language::ROLE, role);
        }
        let scope = Scope::from_format(catalog, format);
        Zones { catalog, format, scope, parameters, role: role.unwrap_or("").to_owned(), cache }
    }

    pub(super) fn format(&self) -> &'a Format {
        self.format
    }

    pub(super) fn catalog(&self) -> &'a Catalog {
        self.catalog
    }

    fn world(&self) -> World<'_> {
        World::from_catalog(self.catalog).with_parameters(&self.parameters)
    }

    /// The zone and filter of each pile that is read: the named zones, else all zones of the
    /// format.
    fn zone_filters(&self, zones: &[String]) -> Vec<(&'a str, &'a str)> {
        let mut read: Vec<&Zone> = Vec::new();
        if zones.is_empty() {
            read.extend(&self.format.zones);
        }
        for name in zones {
            let plain = name.strip_prefix("a.").or_else(|| name.strip_prefix("b."));
            let Some(zone) = self.format.zone(plain.unwrap_or(name)) else {
                // The box, or another pile that is not a zone, may contain any card.
                return vec![("", "")];
            };
            read.push(zone);
        }
        read.into_iter()
            .map(|zone| (zone.named.id.as_str(), zone.accepts.as_str()))
            .collect()
    }

    /// The cache key of a result. It contains zone and role only if the text reads them, so that
    /// zones and roles share results.
    fn cache_key(&self, text: &str, zone: &str) -> String {
        let zone = if text.contains("zone") { zone } else { "" };
        let role = if text.contains('$') { self.role.as_str() } else { "" };
        format!("{zone}\n{role}\n{text}")
    }

    /// The results of a filter for all cards of the game. Without a node the text is read; one with
    /// a mistake may match any card.
    fn filter_answers(&self, text: &str, node: Option<&FilterNode>, zone: &str) -> Rc<CardSet> {
        let key = self.cache_key(text, zone);
        if let Some(known) = self.cache.borrow().answers.get(&key) {
            return Rc::clone(known);
        }
        // Copies may be in any state, so a filter that reads states may match any card, or none.
        let game = &self.catalog.game;
        let of_text = match node {
            Some(_) => None,
            None => language::filter(text, &self.scope).ok(),
        };
        let read = node.or(of_text.as_ref().map(Filter::node));
        let tested = read.filter(|node| !TreePart::Filter(node).reads_copies(game));
        let world = self.world();
        let zone = Some(zone).filter(|zone| !zone.is_empty());
        let mut answers = CardSet::default();
        for (at, card) in self.catalog.cards.iter().enumerate() {
            answers.push(
                at,
                match tested {
                    Some(node) => node.test(&world, card.index(), zone),
                    None => Truth::Unknown,
                },
            );
        }
        let answers = Rc::new(answers);
        self.cache
            .borrow_mut()
            .answers
            .insert(key, Rc::clone(&answers));
        answers
    }

    /// Counts the cards of these zones that a filter matches.
    pub(super) fn count_matches(
        &self,
        text: &str,
        filter: &FilterNode,
        zones: &[String],
    ) -> MatchCounts {
        let mut matches = MatchCounts::default();
        for (zone, accepts) in self.zone_filters(zones) {
            let accepted = self.filter_answers(accepts, None, zone);
            let answers = self.filter_answers(text, Some(filter), zone);
            matches.total += count_common_bits(&accepted.possible, &accepted.possible);
            matches.certain += count_common_bits(&accepted.possible, &answers.certain);
            matches.possible += count_common_bits(&accepted.possible, &answers.possible);
        }
        matches
    }

    /// The values of a number for every card of the game.
    fn card_numbers(&self, text: &str, expr: &CardExpr) -> Rc<Vec<Quantity>> {
        let key = self.cache_key(text, "");
        if let Some(known) = self.cache.borrow().numbers.get(&key) {
            return Rc::clone(known);
        }
        let cards = self.catalog.cards.iter();
        let values: Rc<Vec<Quantity>> = Rc::new(if expr.reads_copies(&self.catalog.game) {
            cards.map(|_| Quantity::UNKNOWN.perhaps()).collect()
        } else {
            let world = self.world();
            cards.map(|card| expr.value(&world, card.index())).collect()
        });
        self.cache
            .borrow_mut()
            .numbers
            .insert(key, Rc::clone(&values));
        values
    }
}
