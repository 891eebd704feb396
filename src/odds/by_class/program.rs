//! A bound condition as registers: how each class changes them, what flows where when a group is over,
//! and what the condition says in the end.

use super::Asks;
use crate::language::ast::Operator;
use crate::language::bound::{
    CountLeaf, FoldLeaf, GroupLeaf, Grouped, Node, Spot, Value as Number,
};
use crate::language::tree::Fold;
use crate::language::{Operation, Quantity, Rational, Truth};
use crate::odds::count::{Count, Rows};
use crate::odds::deal::Deal;
use crate::odds::layout::Layout;
use crate::odds::piles_read::{BoundAsk, Kind};
use crate::odds::setup::Setup;
use crate::odds::value::Value;
use std::collections::{BTreeMap, HashMap};

/// The number of a register.
type Register = usize;

/// How a card changes a register.
#[derive(Clone, Copy)]
enum Change {
    /// So much for every copy.
    Add(i64),
    /// The smallest of what is there.
    Least(i64),
    /// The largest of what is there.
    Most(i64),
    /// That there is one.
    Flag,
}

/// What happens when the last class of a group was dealt.
enum Closing {
    /// One value more, if any card had it.
    Distinct { any: Register, into: Register },
    /// The most cards that share a value.
    Copies { cards: Register, into: Register },
    /// A condition asked of the group.
    Group {
        sure: Register,
        maybe: Register,
        ask: Shape,
        each: Option<Register>,
        count: Option<(Register, Register)>,
    },
}

/// A condition over registers.
enum Shape {
    Constant(Truth),
    All(Vec<Shape>),
    Any(Vec<Shape>),
    Not(Box<Shape>),
    Compare(Figure, Operator, Figure),
    Each(Register),
}

/// A number over registers.
enum Figure {
    Exact(Quantity),
    /// The fewest and the most are these and the sum of both.
    Count(Register, Register),
    /// A total in units.
    Sum(Register, i64),
    /// A total and a number of cards.
    Average(Register, Register, i64),
    /// The smallest or largest number in units, if there is one.
    Extreme(Register, i64),
    /// The number itself.
    Plain(Register),
    /// The fewest and the most groups.
    Groups(Register, Register),
    /// 1 where it holds, else 0.
    Indicator(Box<Shape>),
    /// A calculation.
    Operation(Operation, Vec<Figure>),
}

/// A register before any card is dealt, and from where on more changes nothing.
#[derive(Clone, Copy, PartialEq)]
struct Start {
    value: i64,
    cap: Option<i64>,
}

/// One class: which cards of it may lie where.
pub(super) struct Step {
    /// The class, by its draw.
    class: Class,
    /// Per place of a spread, the registers that change.
    changes: Vec<Vec<(Register, Change)>>,
    /// Per place, the register that counts what a draw took.
    drawn: Vec<Option<Register>>,
    /// Groups that are over then, inner ones first.
    closings: Vec<Closing>,
    /// The registers of these groups, to be cleared.
    cleared: Vec<Register>,
    /// How many cards the draws can still take from the classes after this one.
    after: Vec<(Register, i64)>,
}

/// Where the cards of a class come from.
enum Class {
    /// The hand's pile: the class has so many cards, spread over the draws made from it.
    Own { size: u32, first: usize, draws: usize },
    /// A pile that is not drawn from: all of them.
    Fixed { size: u32 },
}

/// How many cards of a class lie at each place.
pub(super) type Spread = Vec<u32>;

/// All registers, and the classes in the order in which they are dealt.
pub(super) struct Program {
    starts: Vec<Start>,
    steps: Vec<Step>,
    /// The registers that count draws, and what they must come to.
    draws: Vec<(Register, i64)>,
    asked: Asked,
    given: Option<Shape>,
}

enum Asked {
    Condition(Shape),
    Measure(Figure),
}

/// A group that is open from its first class to its last.
struct Open {
    spots: Vec<Spot>,
    closing: Closing,
    registers: Vec<Register>,
    depth: usize,
}

#[derive(Default)]
struct Compiler {
    starts: Vec<Start>,
    changes: HashMap<Spot, Vec<(Register, Change)>>,
    open: Vec<Open>,
    /// The spots that change anything, in the order in which that was found.
    touched: Vec<Spot>,
    depth: usize,
}

impl Program {
    /// The program of what is asked; `None` where it depends on more than registers can hold.
    pub(super) fn of(layout: &Layout, deal: &Deal, setup: &Setup, asks: Asks) -> Option<Program> {
        let mut compiler = Compiler::default();
        let asked = match layout.bound.get(asks.at)? {
            BoundAsk::Condition(bound) if !bound.is_by_cases() => {
                Asked::Condition(compiler.node(bound.node())?)
            }
            BoundAsk::Measure(bound) => Asked::Measure(compiler.number(bound.node(), None)?),
            BoundAsk::Condition(_) => return None,
        };
        let given = match asks.given.map(|at| &layout.bound[at]) {
            Some(BoundAsk::Condition(bound)) if !bound.is_by_cases() => {
                Some(compiler.node(bound.node())?)
            }
            Some(_) => return None,
            None => None,
        };
        compiler.finish(layout, deal, setup, asked, given)
    }

    pub(super) fn start(&self) -> Box<[i64]> {
        self.starts.iter().map(|start| start.value).collect()
    }

    pub(super) fn registers(&self) -> usize {
        self.starts.len()
    }

    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether every draw took as many cards as it should.
    pub(super) fn is_complete(&self, registers: &[i64]) -> bool {
        self.draws.iter().all(|(register, wanted)| registers[*register] == *wanted)
    }

    pub(super) fn given(&self, registers: &[i64]) -> Truth {
        self.given.as_ref().map_or(Truth::True, |given| given.node(registers).truth(&[]))
    }

    pub(super) fn truth(&self, registers: &[i64]) -> Truth {
        match &self.asked {
            Asked::Condition(shape) => shape.node(registers).truth(&[]),
            Asked::Measure(_) => Truth::Unknown,
        }
    }

    pub(super) fn value(&self, registers: &[i64]) -> Value {
        Value(match &self.asked {
            Asked::Condition(_) => Quantity::NONE,
            Asked::Measure(figure) => figure.number(registers).value(&[]),
        })
    }
}

impl Program {
    /// Gives one place to registers of groups that are never open together, and none to the others'
    /// names.
    fn share_registers(&mut self, live: &BTreeMap<Register, (usize, usize)>) {
        let mut order: Vec<(usize, usize, Register)> =
            live.iter().map(|(register, (first, last))| (*first, *last, *register)).collect();
        order.sort_unstable();
        let mut starts: Vec<Start> = Vec::new();
        let mut map = vec![0; self.starts.len()];
        for (register, start) in self.starts.iter().enumerate() {
            if !live.contains_key(&register) {
                map[register] = starts.len();
                starts.push(*start);
            }
        }
        // Places with the end of the group that has them, by how they begin.
        let mut places: Vec<(usize, Register)> = Vec::new();
        for (first, last, register) in order {
            let start = self.starts[register];
            let free =
                places.iter_mut().find(|(end, place)| *end < first && starts[*place] == start);
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
        self.draws.iter_mut().for_each(|(register, _)| *register = map[*register]);
        for step in &mut self.steps {
            let changes = step.changes.iter_mut().flatten().map(|(register, _)| register);
            let drawn = step.drawn.iter_mut().flatten();
            let after = step.after.iter_mut().map(|(register, _)| register);
            changes.chain(drawn).chain(after).chain(&mut step.cleared).for_each(|register| {
                *register = map[*register];
            });
            step.cleared.sort_unstable();
            step.cleared.dedup();
            step.closings.iter_mut().for_each(|closing| closing.renumber(&map));
        }
        match &mut self.asked {
            Asked::Condition(shape) => shape.renumber(&map),
            Asked::Measure(figure) => figure.renumber(&map),
        }
        if let Some(given) = &mut self.given {
            given.renumber(&map);
        }
    }
}

impl Step {
    /// In how many ways the cards of the class can be spread, at most.
    pub(super) fn ways(&self, setup: &Setup) -> u64 {
        let Class::Own { size, first, draws } = self.class else { return 1 };
        let each = setup.piles[first..first + draws].iter();
        let each = each.map(|pile| u64::from(pile.draw.min(size)) + 1);
        each.fold(1, u64::saturating_mul)
    }

    /// Every way to spread the cards of the class, with the number of choices that come to it.
    pub(super) fn spreads<C: Count>(
        &self,
        setup: &Setup,
        pascal: &mut Rows<C>,
    ) -> Vec<(Spread, C)> {
        let (size, first, draws) = match self.class {
            Class::Fixed { size } => return vec![(vec![size], C::from_u64(1))],
            Class::Own { size, first, draws } => (size, first, draws),
        };
        let mut spreads: Vec<(Spread, C)> = vec![(Vec::new(), C::from_u64(1))];
        for draw in 0..draws {
            use crate::odds::setup::Source;
            let pile = &setup.piles[first + draw];
            let mut more = Vec::new();
            for (spread, ways) in spreads {
                let from = match pile.source {
                    Source::Own(_) => size,
                    Source::Within(of) => spread[of - first],
                    Source::Beside(of) => beside(setup, &spread, of, first, size),
                };
                let row = pascal.row(from);
                for (taken, chosen) in (0..=from.min(pile.draw)).zip(row.iter()) {
                    let mut spread = spread.clone();
                    spread.push(taken);
                    more.push((spread, ways.times(chosen)));
                }
            }
            spreads = more;
        }
        spreads
    }

    /// Deals the class out; whether the draws can still come to what they should.
    pub(super) fn deal(&self, program: &Program, spread: &[u32], registers: &mut [i64]) -> bool {
        for ((count, changes), drawn) in spread.iter().zip(&self.changes).zip(&self.drawn) {
            if let Some(register) = drawn {
                registers[*register] += i64::from(*count);
            }
            if *count == 0 {
                continue;
            }
            for (register, change) in changes {
                let value = &mut registers[*register];
                *value = match change {
                    Change::Add(each) => value.saturating_add(each * i64::from(*count)),
                    Change::Least(number) => (*value).min(*number),
                    Change::Most(number) => (*value).max(*number),
                    Change::Flag => 1,
                };
                if let Some(cap) = program.starts[*register].cap {
                    *value = (*value).min(cap);
                }
            }
        }
        for ((register, wanted), (_, after)) in program.draws.iter().zip(&self.after) {
            let left = wanted - registers[*register];
            if left < 0 || left > *after {
                return false;
            }
        }
        self.closings.iter().for_each(|closing| closing.close(program, registers));
        for register in &self.cleared {
            registers[*register] = program.starts[*register].value;
        }
        true
    }
}

/// How many cards of a class an earlier draw left.
fn beside(setup: &Setup, spread: &[u32], of: usize, first: usize, size: u32) -> u32 {
    use crate::odds::setup::Source;
    let taken = spread.get(of - first).copied().unwrap_or(0);
    let from = match setup.piles[of].source {
        Source::Own(_) => size,
        Source::Within(within) => spread.get(within - first).copied().unwrap_or(0),
        Source::Beside(other) => beside(setup, spread, other, first, size),
    };
    from.saturating_sub(taken)
}

impl Closing {
    fn renumber(&mut self, map: &[Register]) {
        let new = |register: &mut Register| *register = map[*register];
        match self {
            Closing::Distinct { any, into } => [any, into].map(new),
            Closing::Copies { cards, into } => [cards, into].map(new),
            Closing::Group { sure, maybe, ask, each, count } => {
                ask.renumber(map);
                each.iter_mut().for_each(new);
                if let Some((low, high)) = count {
                    new(low);
                    new(high);
                }
                [sure, maybe].map(new)
            }
        };
    }

    fn close(&self, program: &Program, registers: &mut [i64]) {
        let capped = |register: Register, value: i64| match program.starts[register].cap {
            Some(cap) => value.min(cap),
            None => value,
        };
        match self {
            Closing::Distinct { any, into } => {
                registers[*into] = capped(*into, registers[*into] + registers[*any]);
            }
            Closing::Copies { cards, into } => {
                registers[*into] = capped(*into, registers[*into].max(registers[*cards]));
            }
            Closing::Group { sure, maybe, ask, each, count } => {
                let sure = registers[*sure] > 0;
                if !sure && registers[*maybe] == 0 {
                    return;
                }
                let truth = ask.node(registers).truth(&[]);
                if let Some(each) = each {
                    let truth = if sure { truth } else { truth.or(Truth::Unknown) };
                    registers[*each] = registers[*each].min(truth as i64);
                }
                if let Some((low, high)) = count {
                    registers[*low] += i64::from(sure && truth == Truth::True);
                    registers[*high] += i64::from(truth != Truth::False);
                }
            }
        }
    }
}

fn whole(number: i64) -> Quantity {
    Quantity::exact(Rational::whole(number))
}

fn range(low: i64, high: i64) -> Quantity {
    Quantity::range(Some(Rational::whole(low)), Some(Rational::whole(high)))
}

fn in_units(number: i64, unit: i64) -> Quantity {
    let number = Rational::new(i128::from(number), i128::from(unit));
    Quantity::range(number, number)
}

impl Shape {
    fn renumber(&mut self, map: &[Register]) {
        match self {
            Shape::Constant(_) => {}
            Shape::All(items) | Shape::Any(items) => {
                items.iter_mut().for_each(|item| item.renumber(map));
            }
            Shape::Not(inner) => inner.renumber(map),
            Shape::Compare(left, _, right) => {
                left.renumber(map);
                right.renumber(map);
            }
            Shape::Each(register) => *register = map[*register],
        }
    }

    /// The condition with the registers read.
    fn node(&self, registers: &[i64]) -> Node {
        let all = |items: &[Shape]| items.iter().map(|item| item.node(registers)).collect();
        match self {
            Shape::Constant(truth) => Node::Constant(*truth),
            Shape::All(items) => Node::All(all(items)),
            Shape::Any(items) => Node::Any(all(items)),
            Shape::Not(inner) => Node::Not(Box::new(inner.node(registers))),
            Shape::Compare(left, operator, right) => Node::Compare {
                left: left.number(registers),
                operator: *operator,
                right: right.number(registers),
            },
            Shape::Each(register) => Node::Constant(match registers[*register] {
                0 => Truth::False,
                1 => Truth::Unknown,
                _ => Truth::True,
            }),
        }
    }
}

impl Figure {
    fn renumber(&mut self, map: &[Register]) {
        let new = |register: &mut Register| *register = map[*register];
        match self {
            Figure::Exact(_) => {}
            Figure::Sum(register, _) | Figure::Extreme(register, _) | Figure::Plain(register) => {
                new(register);
            }
            Figure::Count(one, other)
            | Figure::Average(one, other, _)
            | Figure::Groups(one, other) => {
                new(one);
                new(other);
            }
            Figure::Indicator(shape) => shape.renumber(map),
            Figure::Operation(_, items) => items.iter_mut().for_each(|item| item.renumber(map)),
        }
    }

    /// The number with the registers read.
    fn number(&self, registers: &[i64]) -> Number {
        let exact = Number::Exact;
        match self {
            Figure::Exact(quantity) => exact(*quantity),
            Figure::Count(sure, maybe) => {
                exact(range(registers[*sure], registers[*sure] + registers[*maybe]))
            }
            Figure::Sum(sum, unit) => exact(in_units(registers[*sum], *unit)),
            Figure::Average(sum, cards, unit) => exact(match registers[*cards] {
                0 => Quantity::NONE,
                cards => {
                    let down = i128::from(cards) * i128::from(*unit);
                    let average = Rational::new(i128::from(registers[*sum]), down);
                    Quantity::range(average, average)
                }
            }),
            Figure::Extreme(register, unit) => exact(match registers[*register] {
                i64::MIN | i64::MAX => Quantity::NONE,
                number => in_units(number, *unit),
            }),
            Figure::Plain(register) => exact(whole(registers[*register])),
            Figure::Groups(low, high) => exact(range(registers[*low], registers[*high])),
            Figure::Indicator(shape) => Number::Indicator(Box::new(shape.node(registers))),
            Figure::Operation(operation, items) => Number::Operation(
                *operation,
                items.iter().map(|item| item.number(registers)).collect(),
            ),
        }
    }
}

impl Compiler {
    fn register(&mut self, value: i64, cap: Option<i64>) -> Register {
        self.starts.push(Start { value, cap });
        self.starts.len() - 1
    }

    fn change(&mut self, spots: &[Spot], register: Register, change: Change) {
        self.touched.extend_from_slice(spots);
        for spot in spots {
            self.changes.entry(*spot).or_default().push((register, change));
        }
    }

    fn node(&mut self, node: &Node) -> Option<Shape> {
        Some(match node {
            Node::Constant(truth) => Shape::Constant(*truth),
            Node::All(items) => Shape::All(self.nodes(items)?),
            Node::Any(items) => Shape::Any(self.nodes(items)?),
            Node::Not(inner) => Shape::Not(Box::new(self.node(inner)?)),
            Node::Count { leaf, operator, limit } => {
                let figure = self.count(leaf, limit.checked_add(1).filter(|cap| *cap >= 0));
                Shape::Compare(figure, *operator, Figure::Exact(whole(*limit)))
            }
            Node::Compare { left, operator, right } => {
                let (left_cap, right_cap) = (cap_of(right), cap_of(left));
                let left = self.number(left, left_cap)?;
                Shape::Compare(left, *operator, self.number(right, right_cap)?)
            }
            Node::Each(grouped) => {
                let each = self.register(Truth::True as i64, None);
                self.grouped(grouped, Some(each), None)?;
                Shape::Each(each)
            }
        })
    }

    fn nodes(&mut self, items: &[Node]) -> Option<Vec<Shape>> {
        items.iter().map(|item| self.node(item)).collect()
    }

    /// `cap`: where it is only compared with one number, from where on it changes nothing.
    fn number(&mut self, value: &Number, cap: Option<Rational>) -> Option<Figure> {
        let whole_cap = cap.and_then(|cap| cap.ceil().to_integer()?.checked_add(1));
        let whole_cap = whole_cap.map(|cap| cap.max(0));
        Some(match value {
            Number::Exact(quantity) => Figure::Exact(*quantity),
            Number::Count(leaf) => self.count(leaf, whole_cap),
            Number::Fold(leaf) => self.fold(leaf, cap)?,
            Number::Distinct(leaf) => self.distinct(leaf, whole_cap)?,
            Number::Copies(leaf) => self.copies(leaf, whole_cap)?,
            Number::Groups(grouped) => {
                let count = (self.register(0, None), self.register(0, None));
                self.grouped(grouped, None, Some(count))?;
                Figure::Groups(count.0, count.1)
            }
            Number::Indicator(node) => Figure::Indicator(Box::new(self.node(node)?)),
            // What groups add up to is counted hand by hand.
            Number::Total(_) => return None,
            Number::Operation(operation, items) => {
                let items = items.iter().map(|item| self.number(item, None));
                Figure::Operation(*operation, items.collect::<Option<_>>()?)
            }
        })
    }

    fn count(&mut self, leaf: &CountLeaf, cap: Option<i64>) -> Figure {
        let sure = self.register(0, cap);
        let maybe = if leaf.maybe.is_empty() { sure } else { self.register(0, cap) };
        self.change(&leaf.sure, sure, Change::Add(1));
        if leaf.maybe.is_empty() {
            return Figure::Plain(sure);
        }
        self.change(&leaf.maybe, maybe, Change::Add(1));
        Figure::Count(sure, maybe)
    }

    /// Only where every number is known.
    fn fold(&mut self, leaf: &FoldLeaf, cap: Option<Rational>) -> Option<Figure> {
        let known = leaf.terms.iter().map(|term| {
            let number = term.low.filter(|_| term.sure && term.low == term.high)?;
            Some((term.spot, number))
        });
        let known: Vec<(Spot, i64)> = known.collect::<Option<_>>()?;
        Some(match leaf.fold {
            Fold::Sum => {
                let grows = known.iter().all(|(_, number)| *number >= 0);
                let cap = cap.filter(|_| grows).and_then(|cap| cap.scaled(leaf.unit));
                let cap = cap.and_then(|cap| cap.ceil().to_integer()?.checked_add(1));
                let sum = self.register(0, cap.map(|cap| cap.max(0)));
                known.iter().for_each(|(spot, n)| self.change(&[*spot], sum, Change::Add(*n)));
                Figure::Sum(sum, leaf.unit)
            }
            Fold::Avg => {
                let (sum, cards) = (self.register(0, None), self.register(0, None));
                for (spot, number) in &known {
                    self.change(&[*spot], sum, Change::Add(*number));
                    self.change(&[*spot], cards, Change::Add(1));
                }
                Figure::Average(sum, cards, leaf.unit)
            }
            Fold::Min => {
                let least = self.register(i64::MAX, None);
                known.iter().for_each(|(spot, n)| self.change(&[*spot], least, Change::Least(*n)));
                Figure::Extreme(least, leaf.unit)
            }
            Fold::Max => {
                let most = self.register(i64::MIN, None);
                known.iter().for_each(|(spot, n)| self.change(&[*spot], most, Change::Most(*n)));
                Figure::Extreme(most, leaf.unit)
            }
        })
    }

    /// Only where the value of every card is known.
    fn is_known(leaf: &GroupLeaf) -> bool {
        let known = |group: &crate::language::bound::ValueGroup| {
            group.known.is_empty() && group.perhaps.is_empty()
        };
        leaf.strays.is_empty() && leaf.groups.iter().all(known)
    }

    fn distinct(&mut self, leaf: &GroupLeaf, cap: Option<i64>) -> Option<Figure> {
        let into = self.register(0, cap);
        for group in Self::is_known(leaf).then_some(&leaf.groups)? {
            let any = self.register(0, None);
            self.change(&group.sure, any, Change::Flag);
            self.close(group.sure.clone(), Closing::Distinct { any, into }, vec![any]);
        }
        Some(Figure::Plain(into))
    }

    fn copies(&mut self, leaf: &GroupLeaf, cap: Option<i64>) -> Option<Figure> {
        let into = self.register(0, cap);
        for group in Self::is_known(leaf).then_some(&leaf.groups)? {
            let cards = self.register(0, cap);
            self.change(&group.sure, cards, Change::Add(1));
            self.close(group.sure.clone(), Closing::Copies { cards, into }, vec![cards]);
        }
        Some(Figure::Plain(into))
    }

    fn grouped(
        &mut self,
        grouped: &Grouped,
        each: Option<Register>,
        count: Option<(Register, Register)>,
    ) -> Option<()> {
        if !grouped.strays.is_empty() {
            return None;
        }
        for group in &grouped.groups {
            let (first, touched) = (self.starts.len(), self.touched.len());
            let (sure, maybe) = (self.register(0, None), self.register(0, None));
            self.change(&group.sure, sure, Change::Flag);
            self.change(&group.maybe, maybe, Change::Flag);
            self.depth += 1;
            let ask = self.node(&group.node);
            self.depth -= 1;
            let registers = (first..self.starts.len()).collect();
            // The condition may read cards of the group in piles that do not make it a group.
            let spots = self.touched[touched..].to_vec();
            let closing = Closing::Group { sure, maybe, ask: ask?, each, count };
            self.close(spots, closing, registers);
        }
        Some(())
    }

    fn close(&mut self, spots: Vec<Spot>, closing: Closing, registers: Vec<Register>) {
        self.open.push(Open { spots, closing, registers, depth: self.depth });
    }

    fn finish(
        mut self,
        layout: &Layout,
        deal: &Deal,
        setup: &Setup,
        asked: Asked,
        given: Option<Shape>,
    ) -> Option<Program> {
        let draws: Vec<(Register, i64)> =
            setup.piles.iter().map(|pile| (self.register(0, None), i64::from(pile.draw))).collect();
        let mut classes = self.classes(layout, deal, setup, &draws)?;
        // Classes of one group are dealt one after the other.
        let mut groups: HashMap<Spot, Vec<usize>> = HashMap::new();
        for (number, open) in self.open.iter().enumerate() {
            open.spots.iter().for_each(|spot| groups.entry(*spot).or_default().push(number));
        }
        let key = |class: &(Vec<Spot>, Step)| {
            let mut key: Vec<usize> =
                class.0.iter().filter_map(|spot| groups.get(spot)).flatten().copied().collect();
            key.sort_unstable();
            key
        };
        classes.sort_by_cached_key(key);
        let mut place = HashMap::new();
        for (at, (spots, step)) in classes.iter_mut().enumerate() {
            for (spot, changes) in spots.iter().zip(&mut step.changes) {
                place.insert(*spot, at);
                *changes = self.changes.remove(spot).unwrap_or_default();
            }
        }
        // A group is over with the last of its classes; inner groups close before outer ones.
        let mut closings: BTreeMap<usize, Vec<Open>> = BTreeMap::new();
        for open in self.open {
            let last = open.spots.iter().filter_map(|spot| place.get(spot)).max().copied();
            if let Some(last) = last {
                closings.entry(last).or_default().push(open);
            }
        }
        let mut live: BTreeMap<Register, (usize, usize)> = BTreeMap::new();
        for open in closings.values().flatten() {
            let at = open.spots.iter().filter_map(|spot| place.get(spot));
            let (first, last) = (at.clone().min().copied(), at.max().copied());
            let Some((first, last)) = first.zip(last) else { continue };
            for register in &open.registers {
                let known = live.entry(*register).or_insert((first, last));
                *known = (known.0.min(first), known.1.max(last));
            }
        }
        let mut steps: Vec<Step> = classes.into_iter().map(|(_, step)| step).collect();
        for (at, mut open) in closings {
            open.sort_by_key(|open| std::cmp::Reverse(open.depth));
            for open in open {
                steps[at].closings.push(open.closing);
                steps[at].cleared.extend(open.registers);
            }
        }
        let mut after = vec![0i64; draws.len()];
        for step in steps.iter_mut().rev() {
            step.after = draws.iter().zip(&after).map(|((r, _), left)| (*r, *left)).collect();
            if let Class::Own { size, first, draws } = step.class {
                after[first..first + draws].iter_mut().for_each(|left| *left += i64::from(size));
            }
        }
        let mut program = Program { starts: self.starts, steps, draws, asked, given };
        program.share_registers(&live);
        Some(program)
    }

    /// The classes with the places that their cards may take.
    fn classes(
        &self,
        layout: &Layout,
        deal: &Deal,
        setup: &Setup,
        draws: &[(Register, i64)],
    ) -> Option<Vec<(Vec<Spot>, Step)>> {
        let step = |class, drawn: Vec<Option<Register>>| Step {
            class,
            changes: vec![Vec::new(); drawn.len()],
            drawn,
            closings: Vec::new(),
            cleared: Vec::new(),
            after: Vec::new(),
        };
        let spot = |pile: usize, slot: usize| -> Option<Spot> {
            Some(Spot { pile: u32::try_from(pile).ok()?, slot: u32::try_from(slot).ok()? })
        };
        let mut classes = Vec::new();
        let kinds = layout.kinds();
        let own: Vec<usize> = kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| matches!(kind, Kind::Seen | Kind::Hand | Kind::Beside(_)))
            .map(|(pile, _)| pile)
            .collect();
        for (class, size) in deal.pile.iter().enumerate() {
            let spots = own.iter().map(|pile| spot(*pile, class)).collect::<Option<Vec<_>>>()?;
            let drawn = draws[..own.len()].iter().map(|(register, _)| Some(*register)).collect();
            let class = Class::Own { size: *size, first: 0, draws: own.len() };
            classes.push((spots, step(class, drawn)));
        }
        let mut next = own.len();
        for (pile, kind) in kinds.iter().enumerate() {
            match kind {
                Kind::Row => {
                    for (class, size) in setup.own(next).iter().enumerate() {
                        let drawn = vec![Some(draws.get(next)?.0)];
                        let kind = Class::Own { size: *size, first: next, draws: 1 };
                        classes.push((vec![spot(pile, class)?], step(kind, drawn)));
                    }
                    next += 1;
                }
                Kind::Fixed => {
                    for (class, size) in layout.fixed(pile).iter().enumerate() {
                        let kind = Class::Fixed { size: *size };
                        classes.push((vec![spot(pile, class)?], step(kind, vec![None])));
                    }
                }
                Kind::Seen | Kind::Hand | Kind::Beside(_) => {}
            }
        }
        (next == setup.piles.len()).then_some(classes)
    }
}

/// The number that something is compared with.
fn cap_of(other: &Number) -> Option<Rational> {
    other.constant()?.known()
}
