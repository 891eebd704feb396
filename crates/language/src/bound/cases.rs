//! Conditions decided by cases: see [`cases`](crate::cases). A condition is bound once per case;
//! the cases are evaluated only if the plain answer is unknown.

use crate::{
    bound::{
        BoundCondition, Counts, Node, Spot,
        bind::{Binder, Lowering, Member},
        count_at, count_total,
    },
    cases::{Mentions, OpenFact, common_answer, ends_first, list_cases},
    facts::AssumedFact,
    tree::{ConditionKind, ConditionNode},
    truth::Truth,
    walk::TreePart,
};
use sleeve_data::Arrange;

/// A condition in each of the cases that unknown facts leave.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Cases {
    /// Every case, choices of owners included: valid while no card with a choice has several
    /// copies.
    nodes: Vec<Node>,
    /// The cases of the other facts, for everything else: each copy may have another value, so
    /// choices stay open.
    open_choice_nodes: Vec<Node>,
    /// The spots of each card with a choice.
    pub(super) choice_spots: Vec<Vec<Spot>>,
}

impl Cases {
    pub(super) fn all_nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().chain(&self.open_choice_nodes)
    }

    /// The answer that all cases give for these counts.
    pub(super) fn truth(&self, counts: Counts<'_>) -> Truth {
        let has_copies = self
            .choice_spots
            .iter()
            .any(|spots| count_total(counts, spots) > 1);
        let nodes = if has_copies { &self.open_choice_nodes } else { &self.nodes };
        common_answer(nodes.iter().map(|node| node.truth(counts)))
    }
}

impl BoundCondition {
    /// Binds a condition to the cards of a binder, in at most `limit` cases if facts are unknown.
    pub(crate) fn from_condition(
        binder: &Binder<'_>,
        condition: &ConditionNode,
        limit: usize,
    ) -> BoundCondition {
        let node = binder.bind_condition(condition);
        if let Node::Constant(_) = node {
            return BoundCondition { node, cases: Cases::default() };
        }
        let open = binder.open_facts(&Mentions::from_part(TreePart::Condition(condition)));
        let whole = bind_cases(binder, condition, &list_cases(&open, limit));
        let (picks, facts): (Vec<OpenFact>, Vec<OpenFact>) =
            open.into_iter().partition(|o| o.is_choice);
        let picked = picks
            .iter()
            .map(|open| binder.spots_of(open.card()))
            .collect();
        // If choices and facts together make too many cases, the facts alone are not tried either.
        let apart = !whole.is_empty() && !picks.is_empty();
        let picks_open = if apart {
            bind_cases(binder, condition, &list_cases(&facts, limit))
        } else {
            Vec::new()
        };
        BoundCondition {
            node,
            cases: Cases { nodes: whole, open_choice_nodes: picks_open, choice_spots: picked },
        }
    }
}

fn bind_cases(
    binder: &Binder<'_>,
    condition: &ConditionNode,
    cases: &[Vec<AssumedFact>],
) -> Vec<Node> {
    cases
        .iter()
        .map(|case| binder.with_assumptions(case).bind_condition(condition))
        .collect()
}

/// Decides a condition that is unknown when each comparison is judged by itself: by cases, and if
/// these leave it unknown, by the cases of its parts, which mention fewer facts.
pub(crate) fn decide_condition(
    binder: &Binder<'_>,
    condition: &ConditionNode,
    counts: Counts<'_>,
    limit: usize,
) -> Truth {
    match (decide_by_cases(binder, condition, counts, limit), &condition.kind) {
        (Truth::Unknown, ConditionKind::Junction(junction)) => {
            let inside = binder.junction_binder(junction);
            junction.truth(|part| match inside.bind_condition(part).truth(counts) {
                Truth::Unknown => decide_condition(&inside, part, counts, limit),
                truth => truth,
            })
        }
        (truth, _) => truth,
    }
}

/// One dimension of the cases: an unknown fact, or the choices made for the copies at one spot.
enum Factor<'o, 'u> {
    Fact(&'o OpenFact),
    Choices {
        member: Member<'u>,
        /// The choices that one copy may have.
        options: Vec<Vec<AssumedFact>>,
        /// Every way to split the copies over the options: the number of copies per option.
        ways: Vec<Vec<u32>>,
    },
}

impl Factor<'_, '_> {
    fn ways(&self) -> usize {
        match self {
            Factor::Fact(open) => open.option_count(),
            Factor::Choices { ways, .. } => ways.len(),
        }
    }
}

/// The answer that all cases give. Cases are bound one after the other, until two of them differ. A
/// factor that would make more cases than `limit` stays open in each case.
fn decide_by_cases(
    binder: &Binder<'_>,
    condition: &ConditionNode,
    counts: Counts<'_>,
    limit: usize,
) -> Truth {
    let open = binder.open_facts(&Mentions::from_part(TreePart::Condition(condition)));
    let (choice_facts, facts): (Vec<&OpenFact>, Vec<&OpenFact>) =
        open.iter().partition(|open| open.is_choice);
    let mut factors: Vec<Factor<'_, '_>> = facts.into_iter().map(Factor::Fact).collect();
    for member in binder.members() {
        let choices: Vec<&OpenFact> = choice_facts
            .iter()
            .filter(|open| open.card() == member.card)
            .copied()
            .collect();
        let copies = count_at(counts, member.spot);
        if copies > 0 && !choices.is_empty() {
            factors.extend(list_choices(*member, &choices, copies, limit));
        }
    }
    // The smallest factors first: so as many as possible stay below the limit.
    factors.arrange_by_key(Factor::ways);
    let mut case_count = 1;
    factors.retain(|factor| match case_count * factor.ways() {
        product if product <= limit => {
            case_count = product;
            true
        }
        _ => false,
    });
    if factors.is_empty() {
        return Truth::Unknown;
    }
    common_answer(
        ends_first(case_count).map(|case| evaluate_case(binder, condition, counts, &factors, case)),
    )
}

/// The choices for the copies of a card at one spot; `None` with more ways than `limit`.
fn list_choices<'o, 'u>(
    member: Member<'u>,
    open: &[&OpenFact],
    copies: u32,
    limit: usize,
) -> Option<Factor<'o, 'u>> {
    let mut options: Vec<Vec<AssumedFact>> = vec![Vec::new()];
    for open in open {
        if options.len() * open.option_count() > limit {
            return None;
        }
        let mut longer = Vec::new();
        for option in options {
            for way in 0..open.option_count() {
                let mut extended = option.clone();
                extended.extend(open.assume_option(way));
                longer.push(extended);
            }
        }
        options = longer;
    }
    let mut ways: Vec<Vec<u32>> = vec![Vec::new()];
    for last in (0..options.len()).rev() {
        let mut longer = Vec::new();
        for way in ways {
            let rest = copies - way.iter().sum::<u32>();
            // The last option gets the remaining copies, so that every way has all of them.
            let least = if last == 0 { rest } else { 0 };
            if longer.len() + (rest - least) as usize >= limit {
                return None;
            }
            longer.extend((least..=rest).map(|n| [way.as_slice(), &[n]].concat()));
        }
        ways = longer;
    }
    Some(Factor::Choices { member, options, ways })
}

/// The answer in one case. Copies with different choices get their own spots, so that each spot has
/// one assumption.
fn evaluate_case(
    binder: &Binder<'_>,
    condition: &ConditionNode,
    counts: Counts<'_>,
    factors: &[Factor<'_, '_>],
    mut case: usize,
) -> Truth {
    let mut assumed: Vec<AssumedFact> = Vec::new();
    let mut rows: Vec<Vec<u32>> = counts.iter().map(|row| row.to_vec()).collect();
    let mut members = binder.members().to_vec();
    for factor in factors {
        let way = case % factor.ways();
        case /= factor.ways();
        match factor {
            Factor::Fact(open) => assumed.extend(open.assume_option(way)),
            Factor::Choices { member, options, ways } => {
                let Some(at) = members.iter().position(|m| m.spot == member.spot) else { continue };
                let Some(row) = rows.get_mut(member.spot.pile as usize) else { continue };
                members.remove(at);
                for (option, copies) in options.iter().zip(ways.get(way).into_iter().flatten()) {
                    let slot = u32::try_from(row.len()).unwrap_or(u32::MAX);
                    let spot = Spot { slot, ..member.spot };
                    row.push(*copies);
                    // `Binder::read_members` needs the members of one pile to be neighbours.
                    members.insert(at, member.with_spot(spot));
                    assumed.extend(
                        option
                            .iter()
                            .map(|pick| AssumedFact { spot: Some(spot), ..*pick }),
                    );
                }
            }
        }
    }
    let split = binder.with_members(members);
    let counts: Vec<&[u32]> = rows.iter().map(Vec::as_slice).collect();
    split
        .with_assumptions(&assumed)
        .bind_condition(condition)
        .truth(&counts)
}
