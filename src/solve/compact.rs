//! A ground without the cards that nothing tells from another: what one of them can do, the first of
//! them by name can do as well.

use super::ground::{Goal, Ground, Held, Place};
use super::linear::{Linear, Literal, Model, Near, Row, Var};
use std::collections::HashMap;

/// A small ground and what its variables are in the large one.
pub(super) struct Compact {
    pub(super) ground: Ground,
    /// The order of its cards.
    pub(super) order: Vec<u32>,
    /// For every variable, that of the large ground.
    pub(super) origins: Vec<Var>,
    /// For every place, how many cards it stands for.
    pub(super) alike: Vec<u32>,
}

/// Leaves out cards that no row and no goal tells from another that comes before them.
pub(super) fn compact(ground: &Ground, order: &[u32]) -> Compact {
    let places = ground.places.len();
    let signatures = signatures(ground);
    let mut sorted: Vec<usize> = (0..places).collect();
    sorted.sort_by_key(|at| order.get(*at).copied().unwrap_or(u32::MAX));
    let mut kept = vec![true; ground.model.ranges.len()];
    let mut firsts: HashMap<(u64, u64), usize> = HashMap::new();
    let mut count = vec![1u32; places];
    for at in sorted {
        let (Some(place), Some(signature)) = (ground.places.get(at), signatures.get(at)) else {
            continue;
        };
        if place.there > 0 {
            continue;
        }
        match firsts.get(signature) {
            None => {
                firsts.insert(*signature, at);
            }
            Some(first) => {
                if let Some(count) = count.get_mut(*first) {
                    *count += 1;
                }
                if let Some(kept) = kept.get_mut(at) {
                    *kept = false;
                }
            }
        }
    }
    let mut renamed: Vec<Option<Var>> = Vec::with_capacity(kept.len());
    let mut origins: Vec<Var> = Vec::new();
    for (at, kept) in (0u32..).zip(&kept) {
        renamed.push(kept.then(|| u32::try_from(origins.len()).unwrap_or(u32::MAX)));
        if *kept {
            origins.push(at);
        }
    }
    let renaming = Renaming { renamed };
    let range = |var: &Var| ground.model.ranges.get(*var as usize).copied();
    let model = Model {
        ranges: origins.iter().filter_map(range).collect(),
        rows: ground.model.rows.iter().map(|row| renaming.row(row)).collect(),
        near: ground.model.near.as_ref().map(|near| renaming.near(near)),
    };
    let own = |at: &Var| (*at as usize) < places;
    let place = |at: &Var| {
        let place = ground.places.get(*at as usize)?;
        Some(Place { out: place.out.map(|out| renaming.var(out)), ..*place })
    };
    let held = |held: &Held| Held { kept: renaming.var(held.kept), ..*held };
    let vars = |vars: &[Var]| vars.iter().map(|var| renaming.var(*var)).collect();
    let small = Ground {
        places: origins.iter().filter(|at| own(at)).filter_map(place).collect(),
        held: ground.held.iter().map(held).collect(),
        sources: ground.sources.clone(),
        changes: renaming.var(ground.changes),
        unmatched: vars(&ground.unmatched),
        heeded: vars(&ground.heeded),
        goal: ground.goal.as_ref().map(|goal| renaming.goal(goal)),
        is_stricter: ground.is_stricter,
        is_looser: ground.is_looser,
        model,
    };
    let of = |all: &[u32], at: &Var| all.get(*at as usize).copied().unwrap_or(u32::MAX);
    let first = || origins.iter().filter(|at| own(at));
    Compact {
        order: first().map(|at| of(order, at)).collect(),
        alike: first().map(|at| of(&count, at)).collect(),
        ground: small,
        origins,
    }
}

impl Compact {
    /// The values of the large ground's variables from those of the small one's.
    pub(super) fn spread(&self, values: &[i64], variables: usize) -> Vec<i64> {
        let mut spread = vec![0; variables];
        for (origin, value) in self.origins.iter().zip(values) {
            if let Some(slot) = spread.get_mut(*origin as usize) {
                *slot = *value;
            }
        }
        spread
    }
}

struct Renaming {
    renamed: Vec<Option<Var>>,
}

impl Renaming {
    /// The new name of a variable that is kept.
    fn var(&self, var: Var) -> Var {
        self.renamed.get(var as usize).copied().flatten().unwrap_or(u32::MAX)
    }

    fn terms(&self, terms: &[(Var, i64)]) -> Vec<(Var, i64)> {
        let renamed = |var: Var| self.renamed.get(var as usize).copied().flatten();
        terms.iter().filter_map(|(var, n)| Some((renamed(*var)?, *n))).collect()
    }

    fn row(&self, row: &Row) -> Row {
        let guard = row.guard.map(|guard| Literal { var: self.var(guard.var), ..guard });
        Row { terms: self.terms(&row.terms), guard, ..*row }
    }

    fn near(&self, near: &Near) -> Near {
        let kept = near.center.iter().zip(&self.renamed).filter(|(_, name)| name.is_some());
        Near { distance: self.var(near.distance), center: kept.map(|(n, _)| *n).collect() }
    }

    fn linear(&self, linear: &Linear) -> Linear {
        Linear { terms: self.terms(&linear.terms), ..*linear }
    }

    fn goal(&self, goal: &Goal) -> Goal {
        match goal {
            Goal::Sum(sum) => Goal::Sum(self.linear(sum)),
            Goal::Ratio(a, b) => Goal::Ratio(self.linear(a), self.linear(b)),
            Goal::Unsaid => Goal::Unsaid,
        }
    }
}

/// Two numbers for every card that differ where a row or the goal tells it apart.
fn signatures(ground: &Ground) -> Vec<(u64, u64)> {
    let mut signatures =
        vec![(0x9e37_79b9_7f4a_7c15u64, 0x85eb_ca6b_27d4_eb2fu64); ground.places.len()];
    let mut mix = |at: usize, terms: &[(Var, i64)]| {
        for (var, factor) in terms {
            let Some((a, b)) = signatures.get_mut(*var as usize) else { continue };
            let part = (at as u64).wrapping_mul(0xff51_afd7_ed55_8ccd)
                ^ (*factor as u64).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
            let mixed = (*a ^ part).wrapping_mul(0x2545_f491_4f6c_dd1d);
            *a = mixed ^ (mixed >> 29);
            let mixed = (*b ^ part.rotate_left(31)).wrapping_mul(0xd6e8_feb8_6659_fd93);
            *b = mixed ^ (mixed >> 32);
        }
    };
    for (at, row) in ground.model.rows.iter().enumerate() {
        mix(at, &row.terms);
    }
    let rows = ground.model.rows.len();
    match &ground.goal {
        Some(Goal::Sum(sum)) => mix(rows, &sum.terms),
        Some(Goal::Ratio(a, b)) => {
            mix(rows, &a.terms);
            mix(rows + 1, &b.terms);
        }
        Some(Goal::Unsaid) | None => {}
    }
    signatures
}
