//! Compiles a bound condition to a program: its registers, the cards that change them, and the
//! order in which classes are dealt.

use super::{
    ClassOrigin, ClassStep, CountRegisters, FoldRegisters, GroupEnd, Register, RegisterChange,
    RegisterNode, RegisterProgram, RegisterQuery, RegisterStart, RegisterValue,
};
use crate::{deal::Deal, layout::ClassLayout, pile_reads::PileUse, setup::DrawSetup};
use sleeve_data::Arrange;
use sleeve_language::{
    Rational, Truth,
    bound::{BoundValue, CountLeaf, FoldLeaf, GroupLeaf, GroupedCondition, Node, Spot},
    tree::Fold,
};
use std::collections::{BTreeMap, HashMap};

/// A group that is open from its first class to its last.
struct OpenGroup {
    spots: Vec<Spot>,
    end: GroupEnd,
    registers: Vec<Register>,
    depth: usize,
}

/// The registers and changes compiled so far.
#[derive(Default)]
pub(super) struct Compiler {
    starts: Vec<RegisterStart>,
    changes: HashMap<Spot, Vec<(Register, RegisterChange)>>,
    open_groups: Vec<OpenGroup>,
    /// The spots that change a register, in the order of their changes.
    touched_spots: Vec<Spot>,
    depth: usize,
}

impl Compiler {
    fn add_register(&mut self, value: i64, cap: Option<i64>) -> Register {
        self.starts.push(RegisterStart { value, cap });
        self.starts.len() - 1
    }

    fn add_change(&mut self, spots: &[Spot], register: Register, change: RegisterChange) {
        self.touched_spots.extend_from_slice(spots);
        for spot in spots {
            self.changes
                .entry(*spot)
                .or_default()
                .push((register, change));
        }
    }

    pub(super) fn compile_node(&mut self, node: &Node) -> Option<RegisterNode> {
        Some(match node {
            Node::Constant(truth) => Node::Constant(*truth),
            Node::All(items) => Node::All(self.compile_nodes(items)?),
            Node::Any(items) => Node::Any(self.compile_nodes(items)?),
            Node::Not(inner) => Node::Not(Box::new(self.compile_node(inner)?)),
            Node::Count { leaf, operator, limit } => {
                // Beyond one more than the limit no comparison changes, and states with the same
                // cut are one.
                let cap = limit.checked_add(1).filter(|cap| *cap >= 0);
                let leaf = self.compile_count(leaf, cap);
                Node::Count { leaf, operator: *operator, limit: *limit }
            }
            Node::Compare { left, operator, right } => Node::Compare {
                left: self.compile_number(left, comparison_cap(right))?,
                operator: *operator,
                right: self.compile_number(right, comparison_cap(left))?,
            },
            Node::Each(grouped) => {
                let each = self.add_register(Truth::True as i64, None);
                self.compile_groups(grouped, Some(each), None)?;
                Node::Each(Box::new(each))
            }
        })
    }

    fn compile_nodes(&mut self, items: &[Node]) -> Option<Vec<RegisterNode>> {
        items.iter().map(|item| self.compile_node(item)).collect()
    }

    /// Compiles a number. `cap` is the only number that it is compared with: larger values need not
    /// be distinguished.
    pub(super) fn compile_number(
        &mut self,
        value: &BoundValue,
        cap: Option<Rational>,
    ) -> Option<RegisterValue> {
        let whole_cap = cap.and_then(round_cap);
        Some(match value {
            BoundValue::Exact(quantity) => BoundValue::Exact(*quantity),
            BoundValue::Count(leaf) => BoundValue::Count(self.compile_count(leaf, whole_cap)),
            BoundValue::Fold(leaf) => BoundValue::Fold(Box::new(self.compile_fold(leaf, cap)?)),
            BoundValue::Distinct(leaf) => {
                BoundValue::Distinct(Box::new(self.compile_values(leaf, whole_cap, false)?))
            }
            BoundValue::Copies(leaf) => {
                BoundValue::Copies(Box::new(self.compile_values(leaf, whole_cap, true)?))
            }
            BoundValue::Groups(grouped) => {
                let count = [self.add_register(0, None), self.add_register(0, None)];
                self.compile_groups(grouped, None, Some(count))?;
                BoundValue::Groups(Box::new(count))
            }
            BoundValue::Indicator(node) => {
                BoundValue::Indicator(Box::new(self.compile_node(node)?))
            }
            BoundValue::Total(_) => return None,
            BoundValue::Operation(operation, items) => {
                let compiled = items.iter().map(|item| self.compile_number(item, None));
                BoundValue::Operation(*operation, compiled.collect::<Option<_>>()?)
            }
        })
    }

    fn compile_count(&mut self, leaf: &CountLeaf, cap: Option<i64>) -> CountRegisters {
        let certain = self.add_register(0, cap);
        self.add_change(&leaf.certain, certain, RegisterChange::Add(1));
        let has_possible = !leaf.possible.is_empty();
        let possible = has_possible.then(|| self.add_register(0, cap));
        if let Some(possible) = possible {
            self.add_change(&leaf.possible, possible, RegisterChange::Add(1));
        }
        CountRegisters { certain, possible }
    }

    /// `None` if some number is unknown.
    fn compile_fold(&mut self, leaf: &FoldLeaf, cap: Option<Rational>) -> Option<FoldRegisters> {
        let known = leaf.terms.iter().map(|term| {
            let number = term
                .low
                .filter(|_| term.is_certain && term.low == term.high)?;
            Some((term.spot, number))
        });
        let known: Vec<(Spot, i64)> = known.collect::<Option<_>>()?;
        let (start, cap, change): (_, _, fn(i64) -> RegisterChange) = match leaf.fold {
            Fold::Sum => {
                // A sum that may fall again cannot be cut: it would forget how far it has to fall.
                let grows = known.iter().all(|(_, number)| *number >= 0);
                let scaled = cap.filter(|_| grows).and_then(|cap| cap.scaled(leaf.unit));
                (0, scaled.and_then(round_cap), RegisterChange::Add)
            }
            Fold::Avg => (0, None, RegisterChange::Add),
            Fold::Min => (i64::MAX, None, RegisterChange::Least),
            Fold::Max => (i64::MIN, None, RegisterChange::Most),
            // No few registers hold it.
            Fold::Median => return None,
        };
        let number = self.add_register(start, cap);
        let is_average = leaf.fold == Fold::Avg;
        let cards = if is_average { self.add_register(0, None) } else { number };
        for (spot, value) in known {
            self.add_change(&[spot], number, change(value));
            if is_average {
                self.add_change(&[spot], cards, RegisterChange::Add(1));
            }
        }
        Some(FoldRegisters { fold: leaf.fold, number, cards, unit: leaf.unit })
    }

    /// Compiles the number of values, or of cards that share one (`counts_copies`). `None` if some
    /// value is unknown.
    fn compile_values(
        &mut self,
        leaf: &GroupLeaf,
        cap: Option<i64>,
        counts_copies: bool,
    ) -> Option<Register> {
        let into = self.add_register(0, cap);
        if !leaf.uncertain.is_empty() {
            return None;
        }
        for group in &leaf.groups {
            if !group.doubtful.is_empty() || !group.candidates.is_empty() {
                return None;
            }
            let (own, change, end) = if counts_copies {
                let cards = self.add_register(0, cap);
                (cards, RegisterChange::Add(1), GroupEnd::Copies { cards, into })
            } else {
                let any = self.add_register(0, None);
                (any, RegisterChange::Flag, GroupEnd::Distinct { any, into })
            };
            self.add_change(&group.certain, own, change);
            self.add_group(group.certain.clone(), end, vec![own]);
        }
        Some(into)
    }

    fn compile_groups(
        &mut self,
        grouped: &GroupedCondition,
        each: Option<Register>,
        count: Option<[Register; 2]>,
    ) -> Option<()> {
        if !grouped.uncertain.is_empty() {
            return None;
        }
        for group in &grouped.groups {
            let (first, touched) = (self.starts.len(), self.touched_spots.len());
            let (certain, possible) = (self.add_register(0, None), self.add_register(0, None));
            self.add_change(&group.certain, certain, RegisterChange::Flag);
            self.add_change(&group.possible, possible, RegisterChange::Flag);
            self.depth += 1;
            let ask = self.compile_node(&group.node);
            self.depth -= 1;
            let registers = (first..self.starts.len()).collect();
            // The condition may read cards of the group in piles that do not make it a group.
            let spots = self.touched_spots[touched..].to_vec();
            let closing = GroupEnd::Group { certain, possible, ask: ask?, each, count };
            self.add_group(spots, closing, registers);
        }
        Some(())
    }

    fn add_group(&mut self, spots: Vec<Spot>, closing: GroupEnd, registers: Vec<Register>) {
        self.open_groups
            .push(OpenGroup { spots, end: closing, registers, depth: self.depth });
    }

    pub(super) fn finish(
        mut self,
        layout: &ClassLayout,
        deal: &Deal,
        setup: &DrawSetup,
        query: RegisterQuery,
        given: Option<RegisterNode>,
    ) -> Option<RegisterProgram> {
        let draws: Vec<(Register, i64)> = setup
            .piles
            .iter()
            .map(|pile| (self.add_register(0, None), i64::from(pile.draw)))
            .collect();
        let mut classes = class_steps(layout, deal, setup, &draws)?;
        self.order_by_groups(&mut classes);
        let places = self.take_changes(&mut classes);
        let closings = close_groups(self.open_groups, &places);
        let live = find_lifetimes(&closings, &places);
        let mut steps: Vec<ClassStep> = classes.into_iter().map(|(_, step)| step).collect();
        for (at, mut open) in closings {
            open.arrange_by_key(|open| std::cmp::Reverse(open.depth));
            for open in open {
                steps[at].group_ends.push(open.end);
                steps[at].cleared_registers.extend(open.registers);
            }
        }
        count_cards_after(&mut steps, &draws);
        let mut program =
            RegisterProgram { starts: self.starts, places: Vec::new(), steps, draws, query, given };
        program.share_registers(&live);
        Some(program)
    }

    /// Puts classes of one group one after the other: the group then ends soon, and its registers
    /// are free again.
    fn order_by_groups(&self, classes: &mut [SpottedStep]) {
        let mut groups: HashMap<Spot, Vec<usize>> = HashMap::new();
        for (number, open) in self.open_groups.iter().enumerate() {
            open.spots
                .iter()
                .for_each(|spot| groups.entry(*spot).or_default().push(number));
        }
        classes.arrange_by_cached_key(|(spots, _)| {
            let numbers = spots.iter().filter_map(|spot| groups.get(spot)).flatten();
            let mut key: Vec<usize> = numbers.copied().collect();
            key.sort_unstable();
            key
        });
    }

    /// Moves the changes of each spot to its step. Returns the place of the step.
    fn take_changes(&mut self, classes: &mut [SpottedStep]) -> HashMap<Spot, usize> {
        let mut places = HashMap::new();
        for (at, (spots, step)) in classes.iter_mut().enumerate() {
            for (spot, changes) in spots.iter().zip(&mut step.changes) {
                places.insert(*spot, at);
                *changes = self.changes.remove(spot).unwrap_or_default();
            }
        }
        places
    }
}

/// The spots that the cards of a class may take, and the step of the class.
type SpottedStep = (Vec<Spot>, ClassStep);

/// The first and the last class between which each register is used.
type Lifetimes = BTreeMap<Register, (usize, usize)>;

/// Returns groups by their last class. Inner groups close before outer ones.
fn close_groups(
    groups: Vec<OpenGroup>,
    places: &HashMap<Spot, usize>,
) -> BTreeMap<usize, Vec<OpenGroup>> {
    let mut closings: BTreeMap<usize, Vec<OpenGroup>> = BTreeMap::new();
    for open in groups {
        let last = open
            .spots
            .iter()
            .filter_map(|spot| places.get(spot))
            .max()
            .copied();
        if let Some(last) = last {
            closings.entry(last).or_default().push(open);
        }
    }
    closings
}

fn find_lifetimes(
    closings: &BTreeMap<usize, Vec<OpenGroup>>,
    places: &HashMap<Spot, usize>,
) -> Lifetimes {
    let mut live = Lifetimes::new();
    for (last, groups) in closings {
        for open in groups {
            let lowest = open.spots.iter().filter_map(|spot| places.get(spot)).min();
            let first = *lowest.unwrap_or(last);
            for register in &open.registers {
                let known = live.entry(*register).or_insert((first, *last));
                *known = (known.0.min(first), known.1.max(*last));
            }
        }
    }
    live
}

/// Sets how many cards each draw can still take after each step.
fn count_cards_after(steps: &mut [ClassStep], draws: &[(Register, i64)]) {
    let mut after = vec![0i64; draws.len()];
    for step in steps.iter_mut().rev() {
        step.cards_after = draws
            .iter()
            .zip(&after)
            .map(|((r, _), left)| (*r, *left))
            .collect();
        if let ClassOrigin::Own { size, first, draws } = step.class {
            after[first..first + draws]
                .iter_mut()
                .for_each(|left| *left += i64::from(size));
        }
    }
}

impl ClassStep {
    fn new(class: ClassOrigin, drawn: Vec<Option<Register>>) -> ClassStep {
        ClassStep {
            class,
            changes: vec![Vec::new(); drawn.len()],
            draw_registers: drawn,
            group_ends: Vec::new(),
            cleared_registers: Vec::new(),
            cards_after: Vec::new(),
        }
    }
}

fn spot_at(pile: usize, slot: usize) -> Option<Spot> {
    Some(Spot { pile: u32::try_from(pile).ok()?, slot: u32::try_from(slot).ok()? })
}

/// The step of each class, with the spots that its cards may take.
fn class_steps(
    layout: &ClassLayout,
    deal: &Deal,
    setup: &DrawSetup,
    draws: &[(Register, i64)],
) -> Option<Vec<SpottedStep>> {
    let mut classes = Vec::new();
    let kinds = layout.pile_uses();
    let hand_piles: Vec<usize> = kinds
        .iter()
        .enumerate()
        .filter(|(_, kind)| matches!(kind, PileUse::Seen | PileUse::Hand | PileUse::Beside(_)))
        .map(|(pile, _)| pile)
        .collect();
    for (class, size) in deal.pile.iter().enumerate() {
        let spots = hand_piles
            .iter()
            .map(|pile| spot_at(*pile, class))
            .collect::<Option<Vec<_>>>()?;
        let drawn = draws[..hand_piles.len()]
            .iter()
            .map(|(register, _)| Some(*register))
            .collect();
        let class = ClassOrigin::Own { size: *size, first: 0, draws: hand_piles.len() };
        classes.push((spots, ClassStep::new(class, drawn)));
    }
    let mut next = hand_piles.len();
    for (pile, kind) in kinds.iter().enumerate() {
        match kind {
            PileUse::Row => {
                for (class, size) in setup.source_classes(next).iter().enumerate() {
                    let drawn = vec![Some(draws.get(next)?.0)];
                    let kind = ClassOrigin::Own { size: *size, first: next, draws: 1 };
                    classes.push((vec![spot_at(pile, class)?], ClassStep::new(kind, drawn)));
                }
                next += 1;
            }
            PileUse::Fixed => {
                for (class, size) in layout.fixed_counts(pile).iter().enumerate() {
                    let kind = ClassOrigin::Fixed { size: *size };
                    classes.push((vec![spot_at(pile, class)?], ClassStep::new(kind, vec![None])));
                }
            }
            PileUse::Seen | PileUse::Hand | PileUse::Beside(_) => {}
        }
    }
    (next == setup.piles.len()).then_some(classes)
}

impl RegisterProgram {
    /// Gives one place to registers of groups that are never open together, as a compiler allocates
    /// variables whose lifetimes do not overlap.
    fn share_registers(&mut self, live: &Lifetimes) {
        let mut order: Vec<(usize, usize, Register)> = live
            .iter()
            .map(|(register, (first, last))| (*first, *last, *register))
            .collect();
        order.arrange();
        let mut starts: Vec<RegisterStart> = Vec::new();
        let mut map = vec![0; self.starts.len()];
        for (register, start) in self.starts.iter().enumerate() {
            if !live.contains_key(&register) {
                map[register] = starts.len();
                starts.push(*start);
            }
        }
        // Places with the last class of the group that contains them.
        let mut places: Vec<(usize, Register)> = Vec::new();
        for (first, last, register) in order {
            let start = self.starts[register];
            // Ended before this group begins: the class that ends a group still needs its
            // registers.
            let free = places
                .iter_mut()
                .find(|(end, place)| *end < first && starts[*place] == start);
            match free {
                Some((end, place)) => {
                    *end = last;
                    map[register] = *place;
                }
                None => {
                    map[register] = starts.len();
                    places.push((last, starts.len()));
                    starts.push(start);
                }
            }
        }
        self.starts = starts;
        self.draws
            .iter_mut()
            .for_each(|(register, _)| *register = map[*register]);
        for step in &mut self.steps {
            let changes = step
                .changes
                .iter_mut()
                .flatten()
                .map(|(register, _)| register);
            let drawn = step.draw_registers.iter_mut().flatten();
            let after = step.cards_after.iter_mut().map(|(register, _)| register);
            changes
                .chain(drawn)
                .chain(after)
                .chain(&mut step.cleared_registers)
                .for_each(|register| {
                    *register = map[*register];
                });
            step.cleared_registers.sort_unstable();
            step.cleared_registers.dedup();
        }
        self.places = map;
    }
}

/// The constant that the other side of a comparison has, if it has one.
fn comparison_cap(other: &BoundValue) -> Option<Rational> {
    other.constant()?.exact_value()
}

/// The first whole number above a cap, from which on numbers are not distinguished.
fn round_cap(cap: Rational) -> Option<i64> {
    cap.ceil()
        .to_integer()?
        .checked_add(1)
        .map(|cap| cap.max(0))
}
