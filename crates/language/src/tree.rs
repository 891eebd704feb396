//! The resolved tree: each name has been looked up, each operator fits its operands.

use crate::{
    ast::{Operator, Span},
    docs::Function,
    field::Field,
    operation::Operation,
    rational::Rational,
    truth::Truth,
    walk::TreePart,
};
use regex::Regex;
use sleeve_data::model::{
    AttributeId, CardIndex, Date, EffectId, FaceId, KindId, Number, SetId, Text, ValueId,
    card::Grade,
};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// A value of a field, by which cards are compared and grouped.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GroupKey {
    /// A number, in lowest terms.
    Number(Rational),
    /// A text, folded.
    Text(String),
    Value(ValueId),
    Kind(KindId),
    Set(SetId),
    Effect(EffectId),
    /// Whether a flag is printed.
    Flag(bool),
    Date(Date),
    Zone(String),
    /// A card itself, as the value of its id or of a field that differs on every card.
    Card(CardIndex),
    Grade(Grade),
}

/// A filter: true, false or unknown of one card.
#[derive(Clone, PartialEq, Debug)]
pub struct FilterNode {
    pub span: Span,
    pub kind: FilterKind,
}

/// The forms of a filter.
#[derive(Clone, PartialEq, Debug)]
pub enum FilterKind {
    /// All of the filters; without any, every card.
    All(Vec<FilterNode>),
    Any(Vec<FilterNode>),
    Not(Box<FilterNode>),
    /// A filter on one part of the card, which the card must have.
    On(FaceId, Box<FilterNode>),
    Test(Test),
}

/// A single question about a card.
#[derive(Clone, PartialEq, Debug)]
pub enum Test {
    /// The card is one of these, sorted.
    Cards(Vec<CardIndex>),
    /// A text matches one of these; negated: it is printed and matches none.
    Text {
        field: Field,
        patterns: Vec<TextPattern>,
        /// `!=`.
        negated: bool,
        /// The cards that match, sorted, if all patterns are whole names or ids. Looked up once,
        /// instead of comparing texts on every card.
        named_cards: Option<Vec<CardIndex>>,
    },
    /// A field has one of these values; negated: it is printed and has none of them.
    Values {
        field: Field,
        wanted: Vec<WantedValue>,
        /// The value and no other (`=` on sets).
        exactly: bool,
        /// `!=`.
        negated: bool,
    },
    /// A field has the value that another field has (`=`), or not (`!=`).
    SameValue {
        left: Field,
        right: Field,
        /// `!=`.
        negated: bool,
    },
    /// The set of values of a field compared with these values together: equal (`=`), subset
    /// (`<=`), proper subset (`<`), superset (`>=`), proper superset (`>`).
    Sets {
        left: Field,
        operator: Operator,
        right: Vec<WantedValue>,
    },
    /// Numbers, days or ordered values compared.
    Compare {
        left: CardExpr,
        operator: Operator,
        right: CardExpr,
    },
    /// An effect is printed with exactly this amount, on the part or on a half of it.
    Shows {
        /// The effects of a part, or those with a trigger.
        field: Field,
        effect: EffectId,
        /// `None`: an unknown amount.
        amount: Option<Number>,
    },
    /// A field contains the name of a card that a filter accepts. The filter depends only on that
    /// card.
    Holds {
        field: Field,
        cards: Box<FilterNode>,
    },
    IsUnknown(Field),
    IsPrinted(Field),
    HasPart(FaceId),
    /// It is on one of these lists (by position in the catalog).
    Listed(Vec<usize>),
    /// One of these formats (by id) allows it.
    Legal(Vec<String>),
}

/// A regular expression; equal to one that is written alike.
#[derive(Clone, Debug)]
pub struct TextExpression(pub Regex);

impl PartialEq for TextExpression {
    fn eq(&self, other: &TextExpression) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

/// The text that a field must have.
#[derive(Clone, PartialEq, Debug)]
pub enum TextPattern {
    /// It contains this, folded.
    Contains(String),
    /// It is this, folded.
    Is(String),
    /// A regular expression finds something in it, as printed or folded.
    Regex(TextExpression),
    /// It contains, or is, the value of a parameter.
    Parameter {
        name: String,
        /// `=`: is exactly.
        exact: bool,
    },
    Field(Field),
}

/// A value that a test wants a field to have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WantedValue {
    Key(GroupKey),
    /// The value that a parameter names.
    Parameter(String),
    /// One of the values that the cards of a zone have.
    ZoneField(ZoneField),
}

/// A number, day or ordered value of one card.
#[derive(Clone, PartialEq, Debug)]
pub struct CardExpr {
    pub span: Span,
    pub kind: CardExprKind,
}

/// The forms of a number of one card.
#[derive(Clone, PartialEq, Debug)]
pub enum CardExprKind {
    Number(Rational),
    /// A day, counted in days.
    Date(Date),
    /// A value of an ordered attribute, counted by its place.
    Ordinal(AttributeId, ValueId),
    Parameter(String),
    Field(Field),
    /// The number that a list (by position in the catalog) gives it.
    Listed(usize),
    /// A number of zones of the deck, the same for every card.
    ZoneNumber(Box<ZoneNumber>),
    /// 1 if a filter lets the card through, else 0.
    Indicator(Box<FilterNode>),
    Operation(Operation, Vec<CardExpr>),
}

/// A number of a pile.
#[derive(Clone, Debug)]
pub struct MeasureNode {
    pub span: Span,
    pub kind: MeasureKind,
}

impl MeasureNode {
    /// Whether it depends on cards, not on numbers and parameters alone.
    pub fn reads_cards(&self) -> bool {
        TreePart::Measure(self).any(|part| {
            matches!(part, TreePart::Cards(..) | TreePart::Groups(..) | TreePart::Totals(..))
        })
    }
}

/// The names of the piles that are read; `None`: the default piles.
pub type Reads = Option<Vec<String>>;

/// The ways to fold the numbers of several cards into one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fold {
    Sum,
    Min,
    Max,
    Avg,
    Median,
}

impl Fold {
    /// The fold of a function; `None` for other functions.
    pub fn from_function(function: Function) -> Option<Fold> {
        match function {
            Function::Sum => Some(Fold::Sum),
            Function::Min => Some(Fold::Min),
            Function::Max => Some(Fold::Max),
            Function::Avg => Some(Fold::Avg),
            Function::Median => Some(Fold::Median),
            _ => None,
        }
    }
}

/// The forms of a number of a pile.
#[derive(Clone, Debug)]
pub enum MeasureKind {
    Number(Rational),
    Parameter(String),
    Operation(Operation, Vec<MeasureNode>),
    Count {
        filter: FilterNode,
        reads: Reads,
    },
    /// A number of the cards folded into one.
    Fold {
        fold: Fold,
        expr: CardExpr,
        filter: FilterNode,
        reads: Reads,
    },
    Distinct {
        field: Field,
        filter: FilterNode,
        reads: Reads,
    },
    /// The most cards that share a value.
    Copies {
        field: Field,
        filter: FilterNode,
        reads: Reads,
    },
    /// How many values' cards satisfy a condition.
    Groups {
        field: Field,
        condition: Box<ConditionNode>,
        reads: Reads,
    },
    /// A measure of every value's cards, added up.
    Total {
        field: Field,
        measure: Box<MeasureNode>,
        reads: Reads,
    },
    /// 1 if a condition holds, else 0.
    Indicator(Box<ConditionNode>),
    /// A measure of all cards of its piles, inside groups.
    Whole(Box<MeasureNode>),
    Named(Box<NamedNode>),
}

/// A number or measure that the format names, or the term that a card adds to one.
#[derive(Clone, Debug)]
pub struct NamedNode {
    pub name: Text,
    /// The text that the spans of the body point into; `None` if cards add to it.
    pub text: Option<Arc<str>>,
    /// Whether it is a number of the whole deck, even inside groups.
    pub reads_whole: bool,
    pub body: MeasureNode,
}

/// True or false of a pile.
#[derive(Clone, Debug)]
pub struct ConditionNode {
    pub span: Span,
    pub kind: ConditionKind,
}

/// Which cards have to satisfy a filter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    All,
    /// At least one.
    Any,
    None,
}

impl Quantifier {
    /// The quantifier as a count: whether accepted cards are counted (else rejected ones), and the
    /// required number.
    pub(super) fn to_count(self) -> (bool, Operator, i64) {
        match self {
            Quantifier::Any => (true, Operator::AtLeast, 1),
            Quantifier::None => (true, Operator::Equal, 0),
            Quantifier::All => (false, Operator::Equal, 0),
        }
    }
}

/// A parameter or a word that a parameter is compared with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParameterTerm {
    Parameter(String),
    Text(String),
}

/// The forms of a condition. A condition made of others is a junction of them: only wording and
/// explanation see how it was written.
#[derive(Clone, Debug)]
pub enum ConditionKind {
    Junction(Junction),
    Compare {
        left: MeasureNode,
        operator: Operator,
        right: MeasureNode,
    },
    /// A parameter compared with another or with a word (`a.role != b.role`).
    Terms {
        left: ParameterTerm,
        /// `!=`.
        negated: bool,
        right: ParameterTerm,
    },
    /// A number of cards satisfies a filter.
    Cards {
        /// Every, some or no card.
        quantifier: Quantifier,
        filter: FilterNode,
        reads: Reads,
    },
    /// The cards of every single value satisfy a condition.
    Each {
        field: Field,
        condition: Box<ConditionNode>,
        reads: Reads,
    },
}

/// Conditions that are all required, or one of which is enough.
#[derive(Clone, Debug)]
pub struct Junction {
    /// Whether all parts are required; else any.
    pub is_conjunction: bool,
    pub parts: Vec<JunctionPart>,
    pub form: JunctionForm,
}

/// A condition of a junction.
#[derive(Clone, Debug)]
pub struct JunctionPart {
    pub condition: ConditionNode,
    /// It has to fail.
    pub negated: bool,
}

/// How a junction is written, for its words and explanations: its truth is that of its parts.
#[derive(Clone, Debug)]
pub enum JunctionForm {
    /// `and`, `or`, `not`: worded part by part.
    Plain,
    /// `if a then b`, which is `not a or b`, in three-valued logic too.
    If,
    Choice(Box<ValueChoice>),
}

/// A condition that is true for some choice of this many values of a field.
#[derive(Clone, Debug)]
pub struct ValueChoice {
    pub count: usize,
    pub field: Field,
    /// The condition, in which [`THESE`] and [`THOSE`] mean the values.
    pub condition: ConditionNode,
    /// The values that each part of the junction is about. Empty within the condition of another
    /// choice, which is only put in words.
    pub values: Vec<Vec<GroupKey>>,
}

impl ConditionKind {
    pub(crate) fn all(conditions: Vec<ConditionNode>) -> ConditionKind {
        let parts = conditions.into_iter().map(|condition| (condition, false));
        Self::join(true, parts, JunctionForm::Plain)
    }

    pub(crate) fn any(conditions: Vec<ConditionNode>) -> ConditionKind {
        let parts = conditions.into_iter().map(|condition| (condition, false));
        Self::join(false, parts, JunctionForm::Plain)
    }

    /// Joins conditions, each with whether it has to fail.
    pub(crate) fn join(
        is_conjunction: bool,
        parts: impl IntoIterator<Item = (ConditionNode, bool)>,
        form: JunctionForm,
    ) -> ConditionKind {
        let parts = parts
            .into_iter()
            .map(|(condition, negated)| JunctionPart { condition, negated })
            .collect();
        ConditionKind::Junction(Junction { is_conjunction, parts, form })
    }
}

impl Junction {
    /// Whether it chooses values. Its parts then share one place in the text, where a parameter
    /// means the values.
    pub fn is_choice(&self) -> bool {
        matches!(self.form, JunctionForm::Choice(_))
    }

    /// The truth that follows from that of its parts, which are evaluated in order until it is
    /// known.
    pub fn truth(&self, mut truth: impl FnMut(&ConditionNode) -> Truth) -> Truth {
        let truths = self.parts.iter().map(|part| {
            let truth = truth(&part.condition);
            if part.negated { !truth } else { truth }
        });
        if self.is_conjunction { Truth::all(truths) } else { Truth::any(truths) }
    }
}

/// The name of the values that `some` chooses, within its condition.
pub const THESE: &str = "these";

/// The name of the values that the next `some` of the same field around it chooses.
pub const THOSE: &str = "those";

/// A field of the cards in a zone of the deck: `$identity.faction`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ZoneField {
    pub zone: String,
    pub field: Field,
}

/// A number of zones of the deck within a number of one card, equal for every card. It reads the
/// whole zones, even inside `each`, `groups` and `total`, and even if the pile is a hand.
#[derive(Clone, Debug)]
pub struct ZoneNumber {
    /// Identifies the place in the text, for equality and for the cache.
    pub(super) id: u64,
    pub zones: Vec<String>,
    pub measure: MeasureNode,
}

/// Equal only to its own clones: the same place of the same text.
impl PartialEq for ZoneNumber {
    fn eq(&self, other: &ZoneNumber) -> bool {
        self.id == other.id
    }
}

impl ZoneNumber {
    pub(super) fn new(zones: Vec<String>, measure: MeasureNode) -> ZoneNumber {
        ZoneNumber { id: next_text_id(), zones, measure }
    }
}

/// A number that no other condition or filter of this process has.
pub(super) fn next_text_id() -> u64 {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    NUMBER.fetch_add(1, Ordering::Relaxed)
}
