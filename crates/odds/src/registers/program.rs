//! A bound condition as a program of registers: the changes by each class, the flow at the end of a
//! group, and the final truth or value.

mod compile;

use super::BoundQuery;
use crate::{
    deal::Deal,
    distribution::OrderedQuantity,
    layout::ClassLayout,
    numbers::{PascalRows, WholeNumber},
    pile_reads::BoundReader,
    setup::{DrawSetup, DrawSource},
};
use compile::Compiler;
use sleeve_language::{
    Quantity, Rational, Truth,
    bound::{BoundValue, Leaves, Node},
    tree::Fold,
};
use std::convert::Infallible;

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
        ask: RegisterNode,
        each: Option<Register>,
        count: Option<[Register; 2]>,
    },
}

/// Registers in the place of the leaves of a bound condition.
#[derive(Clone, PartialEq, Debug)]
struct RegisterLeaves;

type RegisterNode = Node<RegisterLeaves>;
type RegisterValue = BoundValue<RegisterLeaves>;

/// The cards that certainly count, and those that may.
#[derive(Clone, PartialEq, Debug)]
struct CountRegisters {
    certain: Register,
    possible: Option<Register>,
}

#[derive(Clone, PartialEq, Debug)]
struct FoldRegisters {
    fold: Fold,
    /// The total, or the smallest or largest number, in units of one divided by `unit`.
    number: Register,
    /// The number of cards that an average is over.
    cards: Register,
    unit: i64,
}

/// Registers by their numbers before some came to share a place.
#[derive(Clone, Copy)]
struct RegisterState<'s> {
    values: &'s [i64],
    places: &'s [Register],
}

impl RegisterState<'_> {
    fn get(self, register: Register) -> i64 {
        self.values[self.places[register]]
    }

    fn count(self, register: Register) -> u64 {
        u64::try_from(self.get(register)).unwrap_or(0)
    }
}

impl Leaves for RegisterLeaves {
    type Count = CountRegisters;
    type Fold = FoldRegisters;
    type Values = Register;
    type Each = Register;
    /// The fewest and the most groups.
    type Groups = [Register; 2];
    /// Totals of groups are left to counting vectors.
    type Totals = Infallible;
    type State<'s> = RegisterState<'s>;

    fn count(leaf: &CountRegisters, state: RegisterState<'_>) -> (u64, u64) {
        let certain = state.count(leaf.certain);
        (certain, certain + leaf.possible.map_or(0, |possible| state.count(possible)))
    }

    fn fold(leaf: &FoldRegisters, state: RegisterState<'_>) -> Quantity {
        let over = match (leaf.fold, state.get(leaf.number)) {
            (Fold::Avg, _) => i128::from(state.get(leaf.cards)),
            // As the register began: no card has the number.
            (Fold::Min | Fold::Max, i64::MIN | i64::MAX) => 0,
            _ => 1,
        };
        if over == 0 {
            return Quantity::NONE;
        }
        let number = i128::from(state.get(leaf.number));
        let number = Rational::new(number, over * i128::from(leaf.unit));
        Quantity::range(number, number)
    }

    fn distinct(register: &Register, state: RegisterState<'_>) -> (u64, u64) {
        let count = state.count(*register);
        (count, count)
    }

    fn copies(register: &Register, state: RegisterState<'_>) -> (u64, u64) {
        Self::distinct(register, state)
    }

    fn each(register: &Register, state: RegisterState<'_>) -> Truth {
        match state.get(*register) {
            0 => Truth::False,
            1 => Truth::Unknown,
            _ => Truth::True,
        }
    }

    fn groups([low, high]: &[Register; 2], state: RegisterState<'_>) -> (u64, u64) {
        (state.count(*low), state.count(*high))
    }

    fn total(leaf: &Infallible, _: RegisterState<'_>) -> Quantity {
        match *leaf {}
    }
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
    /// How many cards each draw can still take from the classes after this one: states that cannot
    /// fill a draw are dropped at once.
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
    /// The place of each register that the compiler numbered.
    places: Vec<Register>,
    steps: Vec<ClassStep>,
    /// The registers that count the cards of draws, with the size of each draw.
    draws: Vec<(Register, i64)>,
    query: RegisterQuery,
    given: Option<RegisterNode>,
}

enum RegisterQuery {
    Condition(RegisterNode),
    Measure(RegisterValue),
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
        self.draws
            .iter()
            .all(|(register, draw_size)| registers[*register] == *draw_size)
    }

    fn state<'s>(&'s self, values: &'s [i64]) -> RegisterState<'s> {
        RegisterState { values, places: &self.places }
    }

    fn set_capped(&self, register: Register, value: i64, registers: &mut [i64]) {
        let place = self.places[register];
        registers[place] = self.starts[place].cap.map_or(value, |cap| value.min(cap));
    }

    pub(super) fn given_truth(&self, registers: &[i64]) -> Truth {
        self.given
            .as_ref()
            .map_or(Truth::True, |given| given.truth(self.state(registers)))
    }

    pub(super) fn truth(&self, registers: &[i64]) -> Truth {
        match &self.query {
            RegisterQuery::Condition(condition) => condition.truth(self.state(registers)),
            RegisterQuery::Measure(_) => Truth::Unknown,
        }
    }

    pub(super) fn value(&self, registers: &[i64]) -> OrderedQuantity {
        OrderedQuantity(match &self.query {
            RegisterQuery::Condition(_) => Quantity::NONE,
            RegisterQuery::Measure(number) => number.value(self.state(registers)),
        })
    }
}

impl ClassStep {
    /// An upper bound of the ways to spread the cards of the class over the draws.
    pub(super) fn count_spreads(&self, setup: &DrawSetup) -> u64 {
        let ClassOrigin::Own { size, first, draws } = self.class else { return 1 };
        let piles = setup.piles[first..first + draws].iter();
        piles
            .map(|pile| u64::from(pile.draw.min(size)) + 1)
            .fold(1, u64::saturating_mul)
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
                    let longer = [spread.as_slice(), &[taken]].concat();
                    wider.push((longer, ways.times(chosen)));
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
        self.group_ends
            .iter()
            .for_each(|closing| closing.close_group(program, registers));
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
    fn close_group(&self, program: &RegisterProgram, registers: &mut [i64]) {
        let state = program.state(registers);
        match self {
            GroupEnd::Distinct { any, into } => {
                let count = state.get(*into) + state.get(*any);
                program.set_capped(*into, count, registers);
            }
            GroupEnd::Copies { cards, into } => {
                let most = state.get(*into).max(state.get(*cards));
                program.set_capped(*into, most, registers);
            }
            GroupEnd::Group { certain, possible, ask, each, count } => {
                let certain = state.get(*certain) > 0;
                if !certain && state.get(*possible) == 0 {
                    return;
                }
                let truth = ask.truth(state);
                if let Some(each) = each {
                    // A group that may be empty breaks nothing for certain.
                    let truth = if certain { truth } else { truth.or(Truth::Unknown) };
                    let each = &mut registers[program.places[*each]];
                    // The least of several truths is their conjunction.
                    *each = (*each).min(truth as i64);
                }
                if let Some([low, high]) = count {
                    registers[program.places[*low]] += i64::from(certain && truth == Truth::True);
                    registers[program.places[*high]] += i64::from(truth != Truth::False);
                }
            }
        }
    }
}
