//! A bound condition as a program of registers: the changes by each class, the flow at the end of a
//! group, and the final truth or value.

mod compile;

use super::BoundQuery;
use crate::deal::Deal;
use crate::distribution::OrderedQuantity;
use crate::layout::ClassLayout;
use crate::numbers::{PascalRows, WholeNumber};
use crate::pile_reads::BoundReader;
use crate::setup::{DrawSetup, DrawSource};
use compile::Compiler;
use sleeve_language::ast::Operator;
use sleeve_language::bound::{BoundValue as Number, Node};
use sleeve_language::{Operation, Quantity, Rational, Truth};

type Register = usize;

/// The change of a register by a card.
#[derive(Clone, Copy)]
enum RegisterChange {
    /// Add so much for every copy.
    Add(i64),
    /// Take the smaller of the register and this number.
    Least(i64),
    /// Take the larger of the register and this number.
    Most(i64),
    /// Set to 1.
    Flag,
}

/// The flow of registers when the last class of a group was dealt.
enum GroupEnd {
    /// Count one more value, if any card had it.
    Distinct { any: Register, into: Register },
    /// Take the most cards that share a value.
    Copies { cards: Register, into: Register },
    Group {
        certain: Register,
        possible: Register,
        ask: RegisterCondition,
        each: Option<Register>,
        count: Option<(Register, Register)>,
    },
}

enum RegisterCondition {
    Constant(Truth),
    All(Vec<RegisterCondition>),
    Any(Vec<RegisterCondition>),
    Not(Box<RegisterCondition>),
    Compare(RegisterNumber, Operator, RegisterNumber),
    Each(Register),
}

enum RegisterNumber {
    Exact(Quantity),
    /// A number of cards between the first register and the sum of both.
    Count(Register, Register),
    /// A total in units of one divided by this number.
    Sum(Register, i64),
    Average(Register, Register, i64),
    /// The smallest or largest number in units; none if no card has one.
    Extreme(Register, i64),
    Plain(Register),
    /// The fewest and the most groups.
    Groups(Register, Register),
    /// 1 if the condition is true, else 0.
    Indicator(Box<RegisterCondition>),
    Operation(Operation, Vec<RegisterNumber>),
}

/// The value of a register before any card is dealt, and the cap above which higher values change
/// nothing. Caps keep states few: all values above are one.
#[derive(Clone, Copy, PartialEq)]
struct RegisterStart {
    value: i64,
    cap: Option<i64>,
}

pub(super) struct ClassStep {
    class: ClassOrigin,
    changes: Vec<Vec<(Register, RegisterChange)>>,
    /// For each place the register that counts the cards of a draw.
    draw_registers: Vec<Option<Register>>,
    /// The groups that end with this class, inner ones first.
    group_ends: Vec<GroupEnd>,
    /// The registers of these groups, which are cleared for the next ones.
    cleared_registers: Vec<Register>,
    /// How many cards each draw can still take from the classes after this one: states that cannot fill a draw are
    /// dropped at once.
    cards_after: Vec<(Register, i64)>,
}

enum ClassOrigin {
    /// The hand's pile: the class has `size` cards, spread over the draws made from it.
    Own { size: u32, first: usize, draws: usize },
    /// A pile that nothing is drawn from, which keeps all its cards.
    Fixed { size: u32 },
}

/// The number of cards of a class at each place.
pub(super) type PlaceCounts = Vec<u32>;

/// All registers, and the classes in the order in which they are dealt.
pub(super) struct RegisterProgram {
    starts: Vec<RegisterStart>,
    steps: Vec<ClassStep>,
    /// The registers that count the cards of draws, with the size of each draw.
    draws: Vec<(Register, i64)>,
    query: RegisterQuery,
    given: Option<RegisterCondition>,
}

enum RegisterQuery {
    Condition(RegisterCondition),
    Measure(RegisterNumber),
}

impl RegisterProgram {
    /// Compiles a query; `None` if it depends on more than registers can represent.
    pub(super) fn compile(
        layout: &ClassLayout,
        deal: &Deal,
        setup: &DrawSetup,
        query: BoundQuery,
    ) -> Option<RegisterProgram> {
        let mut compiler = Compiler::default();
        let register_query = match layout.bound.get(query.asked)? {
            BoundReader::Condition(bound) if !bound.has_cases() => {
                RegisterQuery::Condition(compiler.compile_node(bound.node())?)
            }
            BoundReader::Measure(bound) => {
                RegisterQuery::Measure(compiler.compile_number(bound.node(), None)?)
            }
            BoundReader::Condition(_) => return None,
        };
        let given = match query.given.map(|at| &layout.bound[at]) {
            Some(BoundReader::Condition(bound)) if !bound.has_cases() => {
                Some(compiler.compile_node(bound.node())?)
            }
            Some(_) => return None,
            None => None,
        };
        compiler.finish(layout, deal, setup, register_query, given)
    }

    pub(super) fn start_state(&self) -> Box<[i64]> {
        self.starts.iter().map(|start| start.value).collect()
    }

    pub(super) fn register_count(&self) -> usize {
        self.starts.len()
    }

    pub(super) fn steps(&self) -> &[ClassStep] {
        &self.steps
    }

    /// Whether every draw is full.
    pub(super) fn is_complete(&self, registers: &[i64]) -> bool {
        self.draws.iter().all(|(register, draw_size)| registers[*register] == *draw_size)
    }

    pub(super) fn given_truth(&self, registers: &[i64]) -> Truth {
        self.given.as_ref().map_or(Truth::True, |given| given.to_node(registers).truth(&[]))
    }

    pub(super) fn truth(&self, registers: &[i64]) -> Truth {
        match &self.query {
            RegisterQuery::Condition(condition) => condition.to_node(registers).truth(&[]),
            RegisterQuery::Measure(_) => Truth::Unknown,
        }
    }

    pub(super) fn value(&self, registers: &[i64]) -> OrderedQuantity {
        OrderedQuantity(match &self.query {
            RegisterQuery::Condition(_) => Quantity::NONE,
            RegisterQuery::Measure(number) => number.to_number(registers).value(&[]),
        })
    }
}

impl ClassStep {
    /// An upper bound of the ways to spread the cards of the class over the draws.
    pub(super) fn count_spreads(&self, setup: &DrawSetup) -> u64 {
        let ClassOrigin::Own { size, first, draws } = self.class else { return 1 };
        let each = setup.piles[first..first + draws].iter();
        let each = each.map(|pile| u64::from(pile.draw.min(size)) + 1);
        each.fold(1, u64::saturating_mul)
    }

    /// Every way to spread the cards of the class, with the number of choices that give it.
    pub(super) fn list_spreads<C: WholeNumber>(
        &self,
        setup: &DrawSetup,
        pascal: &mut PascalRows<C>,
    ) -> Vec<(PlaceCounts, C)> {
        let (size, first, draws) = match self.class {
            ClassOrigin::Fixed { size } => return vec![(vec![size], C::from_u64(1))],
            ClassOrigin::Own { size, first, draws } => (size, first, draws),
        };
        let mut spreads: Vec<(PlaceCounts, C)> = vec![(Vec::new(), C::from_u64(1))];
        for draw in 0..draws {
            let pile = &setup.piles[first + draw];
            let mut wider = Vec::new();
            for (spread, ways) in spreads {
                let from = match pile.source {
                    DrawSource::Classes(_) => size,
                    DrawSource::PartOfDraw(of) => spread[of - first],
                    DrawSource::RestOfDraw(of) => cards_left(setup, &spread, of, first, size),
                };
                let row = pascal.row(from);
                for (taken, chosen) in (0..=from.min(pile.draw)).zip(row.iter()) {
                    let mut spread = spread.clone();
                    spread.push(taken);
                    wider.push((spread, ways.times(chosen)));
                }
            }
            spreads = wider;
        }
        spreads
    }

    /// Deals the class; returns whether every draw can still become full.
    pub(super) fn deal_class(
        &self,
        program: &RegisterProgram,
        spread: &[u32],
        registers: &mut [i64],
    ) -> bool {
        for ((count, changes), drawn) in spread.iter().zip(&self.changes).zip(&self.draw_registers)
        {
            if let Some(register) = drawn {
                registers[*register] += i64::from(*count);
            }
            if *count == 0 {
                continue;
            }
            for (register, change) in changes {
                let value = &mut registers[*register];
                *value = match change {
                    RegisterChange::Add(each) => value.saturating_add(each * i64::from(*count)),
                    RegisterChange::Least(number) => (*value).min(*number),
                    RegisterChange::Most(number) => (*value).max(*number),
                    RegisterChange::Flag => 1,
                };
                if let Some(cap) = program.starts[*register].cap {
                    *value = (*value).min(cap);
                }
            }
        }
        for ((register, draw_size), (_, after)) in program.draws.iter().zip(&self.cards_after) {
            let left = draw_size - registers[*register];
            if left < 0 || left > *after {
                return false;
            }
        }
        self.group_ends.iter().for_each(|closing| closing.close_group(program, registers));
        for register in &self.cleared_registers {
            registers[*register] = program.starts[*register].value;
        }
        true
    }
}

/// How many cards of a class an earlier draw left in the pile.
fn cards_left(setup: &DrawSetup, spread: &[u32], of: usize, first: usize, size: u32) -> u32 {
    let taken = spread.get(of - first).copied().unwrap_or(0);
    let from = match setup.piles[of].source {
        DrawSource::Classes(_) => size,
        DrawSource::PartOfDraw(within) => spread.get(within - first).copied().unwrap_or(0),
        DrawSource::RestOfDraw(other) => cards_left(setup, spread, other, first, size),
    };
    from.saturating_sub(taken)
}

impl GroupEnd {
    fn renumber(&mut self, map: &[Register]) {
        let new = |register: &mut Register| *register = map[*register];
        match self {
            GroupEnd::Distinct { any, into } => [any, into].map(new),
            GroupEnd::Copies { cards, into } => [cards, into].map(new),
            GroupEnd::Group { certain, possible, ask, each, count } => {
                ask.renumber(map);
                each.iter_mut().for_each(new);
                if let Some((low, high)) = count {
                    new(low);
                    new(high);
                }
                [certain, possible].map(new)
            }
        };
    }

    fn close_group(&self, program: &RegisterProgram, registers: &mut [i64]) {
        let capped = |register: Register, value: i64| match program.starts[register].cap {
            Some(cap) => value.min(cap),
            None => value,
        };
        match self {
            GroupEnd::Distinct { any, into } => {
                registers[*into] = capped(*into, registers[*into] + registers[*any]);
            }
            GroupEnd::Copies { cards, into } => {
                registers[*into] = capped(*into, registers[*into].max(registers[*cards]));
            }
            GroupEnd::Group { certain, possible, ask, each, count } => {
                let certain = registers[*certain] > 0;
                if !certain && registers[*possible] == 0 {
                    return;
                }
                let truth = ask.to_node(registers).truth(&[]);
                if let Some(each) = each {
                    // A group that may be empty breaks nothing for certain.
                    let truth = if certain { truth } else { truth.or(Truth::Unknown) };
                    // The least of several truths is their conjunction.
                    registers[*each] = registers[*each].min(truth as i64);
                }
                if let Some((low, high)) = count {
                    registers[*low] += i64::from(certain && truth == Truth::True);
                    registers[*high] += i64::from(truth != Truth::False);
                }
            }
        }
    }
}

fn whole_quantity(number: i64) -> Quantity {
    Quantity::exact(Rational::whole(number))
}

fn quantity_range(low: i64, high: i64) -> Quantity {
    Quantity::range(Some(Rational::whole(low)), Some(Rational::whole(high)))
}

fn quantity_in_units(number: i64, unit: i64) -> Quantity {
    let number = Rational::new(i128::from(number), i128::from(unit));
    Quantity::range(number, number)
}

impl RegisterCondition {
    fn renumber(&mut self, map: &[Register]) {
        match self {
            RegisterCondition::Constant(_) => {}
            RegisterCondition::All(items) | RegisterCondition::Any(items) => {
                items.iter_mut().for_each(|item| item.renumber(map));
            }
            RegisterCondition::Not(inner) => inner.renumber(map),
            RegisterCondition::Compare(left, _, right) => {
                left.renumber(map);
                right.renumber(map);
            }
            RegisterCondition::Each(register) => *register = map[*register],
        }
    }

    /// The condition with the values of the registers in their places.
    fn to_node(&self, registers: &[i64]) -> Node {
        let all = |items: &[RegisterCondition]| {
            items.iter().map(|item| item.to_node(registers)).collect()
        };
        match self {
            RegisterCondition::Constant(truth) => Node::Constant(*truth),
            RegisterCondition::All(items) => Node::All(all(items)),
            RegisterCondition::Any(items) => Node::Any(all(items)),
            RegisterCondition::Not(inner) => Node::Not(Box::new(inner.to_node(registers))),
            RegisterCondition::Compare(left, operator, right) => Node::Compare {
                left: left.to_number(registers),
                operator: *operator,
                right: right.to_number(registers),
            },
            RegisterCondition::Each(register) => Node::Constant(match registers[*register] {
                0 => Truth::False,
                1 => Truth::Unknown,
                _ => Truth::True,
            }),
        }
    }
}

impl RegisterNumber {
    fn renumber(&mut self, map: &[Register]) {
        let new = |register: &mut Register| *register = map[*register];
        match self {
            RegisterNumber::Exact(_) => {}
            RegisterNumber::Sum(register, _)
            | RegisterNumber::Extreme(register, _)
            | RegisterNumber::Plain(register) => {
                new(register);
            }
            RegisterNumber::Count(one, other)
            | RegisterNumber::Average(one, other, _)
            | RegisterNumber::Groups(one, other) => {
                new(one);
                new(other);
            }
            RegisterNumber::Indicator(condition) => condition.renumber(map),
            RegisterNumber::Operation(_, items) => {
                items.iter_mut().for_each(|item| item.renumber(map))
            }
        }
    }

    /// The number with the values of the registers in their places.
    fn to_number(&self, registers: &[i64]) -> Number {
        let exact = Number::Exact;
        match self {
            RegisterNumber::Exact(quantity) => exact(*quantity),
            RegisterNumber::Count(certain, possible) => exact(quantity_range(
                registers[*certain],
                registers[*certain] + registers[*possible],
            )),
            RegisterNumber::Sum(sum, unit) => exact(quantity_in_units(registers[*sum], *unit)),
            RegisterNumber::Average(sum, cards, unit) => exact(match registers[*cards] {
                0 => Quantity::NONE,
                cards => {
                    let down = i128::from(cards) * i128::from(*unit);
                    let average = Rational::new(i128::from(registers[*sum]), down);
                    Quantity::range(average, average)
                }
            }),
            RegisterNumber::Extreme(register, unit) => exact(match registers[*register] {
                // As the register began: no card has the number.
                i64::MIN | i64::MAX => Quantity::NONE,
                number => quantity_in_units(number, *unit),
            }),
            RegisterNumber::Plain(register) => exact(whole_quantity(registers[*register])),
            RegisterNumber::Groups(low, high) => {
                exact(quantity_range(registers[*low], registers[*high]))
            }
            RegisterNumber::Indicator(condition) => {
                Number::Indicator(Box::new(condition.to_node(registers)))
            }
            RegisterNumber::Operation(operation, items) => Number::Operation(
                *operation,
                items.iter().map(|item| item.to_number(registers)).collect(),
            ),
        }
    }
}
