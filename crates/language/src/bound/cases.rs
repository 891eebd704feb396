//! Conditions decided by cases: see [`list_cases`](crate::list_cases). Bound once per case, they are
//! asked only where the plain answer is unknown.

use crate::bound::bind::{Binder, Member};
use crate::bound::{Bound, Counts, Node, Spot, count_at, count_total};
use crate::cases::{AssumedFact, Mentions, OpenFact, common_answer, ends_first, list_cases};
use crate::tree::{ConditionKind, ConditionNode};
use crate::truth::Truth;
use crate::walk::TreePart;

/// A condition in each of the cases that unknown facts leave.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Cases {
    /// Where of no card whose owner picks a value lie several copies.
    nodes: Vec<Node>,
    /// Wherever that is not so: of several copies each may have another value, which stays open.
    open_choice_nodes: Vec<Node>,
    /// Cards of which a value is picked.
    pub(super) choice_spots: Vec<Vec<Spot>>,
}

impl Cases {
    pub(super) fn all_nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().chain(&self.open_choice_nodes)
    }

    /// The answer that all cases give for these counts.
    pub(super) fn truth(&self, counts: Counts<'_>) -> Truth {
        let several = self.choice_spots.iter().any(|spots| count_total(counts, spots) > 1);
        let nodes = if several { &self.open_choice_nodes } else { &self.nodes };
        common_answer(nodes.iter().map(|node| node.truth(counts)))
    }
}

impl Bound {
    /// A condition bound to the cards of a binder, in no more cases than `limit` where facts are
    /// unknown.
    pub(crate) fn from_condition(
        binder: &Binder<'_>,
        condition: &ConditionNode,
        limit: usize,
    ) -> Bound {
        let node = binder.bind_condition(condition);
        if let Node::Constant(_) = node {
            return Bound { node, cases: Cases::default() };
        }
        let open = binder.open_facts(&Mentions::from_part(TreePart::Condition(condition)));
        let nodes = |open: &[OpenFact]| -> Vec<Node> {
            let cases = list_cases(open, limit);
            cases
                .iter()
                .map(|case| binder.with_assumptions(case).bind_condition(condition))
                .collect()
        };
        let whole = nodes(&open);
        let (picks, facts): (Vec<OpenFact>, Vec<OpenFact>) =
            open.into_iter().partition(|o| o.is_choice);
        let picked = picks.iter().map(|open| binder.spots_of(open.card())).collect();
        // Where the whole would be too many cases, nothing is told apart by any.
        let apart = !whole.is_empty() && !picks.is_empty();
        let picks_open = if apart { nodes(&facts) } else { Vec::new() };
        Bound {
            node,
            cases: Cases { nodes: whole, open_choice_nodes: picks_open, choice_spots: picked },
        }
    }
}

/// Whether a condition holds for these counts that is unknown when every comparison of it is told
/// by itself: by cases, and where these leave it unknown, by those of its parts, which mention less.
pub(crate) fn decide_condition(
    binder: &Binder<'_>,
    condition: &ConditionNode,
    counts: Counts<'_>,
    limit: usize,
) -> Truth {
    let part = |part: &ConditionNode| match binder.bind_condition(part).truth(counts) {
        Truth::Unknown => decide_condition(binder, part, counts, limit),
        truth => truth,
    };
    match (decide_by_cases(binder, condition, counts, limit), &condition.kind) {
        (Truth::Unknown, ConditionKind::All(items)) => Truth::all(items.iter().map(part)),
        (Truth::Unknown, ConditionKind::Any(items)) => Truth::any(items.iter().map(part)),
        (Truth::Unknown, ConditionKind::Not(inner)) => !part(inner),
        (Truth::Unknown, ConditionKind::If(condition, then)) => (!part(condition)).or(part(then)),
        (truth, _) => truth,
    }
}

/// Something that is open: a fact, or what is picked for each of the copies that lie at one place.
enum Factor<'o, 'u> {
    Fact(&'o OpenFact),
    Choices {
        member: Member<'u>,
        /// What may be picked for one of them.
        options: Vec<Vec<AssumedFact>>,
        /// For how many copies each of that is picked, in every way.
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

/// The answer that all cases give; cases are bound one after the other, until two of them differ. What
/// would make more cases than `limit` stays open in each of them.
fn decide_by_cases(
    binder: &Binder<'_>,
    condition: &ConditionNode,
    counts: Counts<'_>,
    limit: usize,
) -> Truth {
    let open = binder.open_facts(&Mentions::from_part(TreePart::Condition(condition)));
    let (picks, facts): (Vec<&OpenFact>, Vec<&OpenFact>) =
        open.iter().partition(|open| open.is_choice);
    let mut factors: Vec<Factor<'_, '_>> = facts.into_iter().map(Factor::Fact).collect();
    for member in binder.members() {
        let of_it: Vec<&OpenFact> =
            picks.iter().filter(|open| open.card() == member.card).copied().collect();
        let copies = count_at(counts, member.spot);
        if copies > 0 && !of_it.is_empty() {
            factors.extend(list_choices(*member, &of_it, copies, limit));
        }
    }
    factors.sort_by_key(Factor::ways);
    let mut all = 1;
    factors.retain(|factor| match all * factor.ways() {
        more if more <= limit => {
            all = more;
            true
        }
        _ => false,
    });
    if factors.is_empty() {
        return Truth::Unknown;
    }
    common_answer(
        ends_first(all).map(|case| evaluate_case(binder, condition, counts, &factors, case)),
    )
}

/// What may be picked for copies of a card, if there are no more ways than a limit.
fn list_choices<'o, 'u>(
    member: Member<'u>,
    open: &[&OpenFact],
    copies: u32,
    limit: usize,
) -> Option<Factor<'o, 'u>> {
    let mut picks: Vec<Vec<AssumedFact>> = vec![Vec::new()];
    for open in open {
        if picks.len() * open.option_count() > limit {
            return None;
        }
        let with = |picks: &Vec<AssumedFact>, way| {
            [picks.clone(), open.assume_option(way).into_iter().collect()].concat()
        };
        picks = picks
            .iter()
            .flat_map(|p| (0..open.option_count()).map(move |way| with(p, way)))
            .collect();
    }
    let mut ways: Vec<Vec<u32>> = vec![Vec::new()];
    for last in (0..picks.len()).rev() {
        let mut longer = Vec::new();
        for way in ways {
            let left = copies - way.iter().sum::<u32>();
            let least = if last == 0 { left } else { 0 };
            if longer.len() + (left - least) as usize >= limit {
                return None;
            }
            longer.extend((least..=left).map(|n| [way.as_slice(), &[n]].concat()));
        }
        ways = longer;
    }
    Some(Factor::Choices { member, options: picks, ways })
}

/// The answer in one case: copies for which something else is picked lie at places of their own.
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
            Factor::Choices { member, options: picks, ways } => {
                let Some(at) = members.iter().position(|m| m.spot == member.spot) else { continue };
                let Some(row) = rows.get_mut(member.spot.pile as usize) else { continue };
                members.remove(at);
                for (picks, copies) in picks.iter().zip(ways.get(way).into_iter().flatten()) {
                    let slot = u32::try_from(row.len()).unwrap_or(u32::MAX);
                    let spot = Spot { slot, ..member.spot };
                    row.push(*copies);
                    // Members of one pile stand together.
                    members.insert(at, member.with_spot(spot));
                    assumed
                        .extend(picks.iter().map(|pick| AssumedFact { spot: Some(spot), ..*pick }));
                }
            }
        }
    }
    let binder = binder.with_members(members);
    let rows: Vec<&[u32]> = rows.iter().map(Vec::as_slice).collect();
    binder.with_assumptions(&assumed).bind_condition(condition).truth(&rows)
}
