//! stub
use super::ast::Operator;
use super::*;
use crate::model::CardIndex;
/// stub
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// x
    pub truth: Truth,
    /// x
    pub causes: Vec<Cause>,
}
/// stub
#[derive(Clone, PartialEq, Debug)]
pub struct Cause {
    /// x
    pub truth: Truth,
    /// x
    pub span: std::ops::Range<usize>,
    /// x
    pub actual: Quantity,
    /// x
    pub operator: Operator,
    /// x
    pub limit: Quantity,
    /// x
    pub cards: Vec<(CardIndex, u32)>,
    /// x
    pub missing: Vec<MissingFact>,
    /// x
    pub piles: Vec<String>,
}
impl Condition {
    /// x
    pub fn explain(&self, world: &World<'_>, piles: &Piles) -> Explanation {
        let truth = self.truth(world, piles);
        Explanation {
            truth,
            causes: vec![Cause {
                truth,
                span: 0..self.text().len(),
                actual: Quantity::NONE,
                operator: Operator::Equal,
                limit: Quantity::NONE,
                cards: vec![],
                missing: vec![],
                piles: self.piles(),
            }],
        }
    }
    /// x
    pub fn is_per_card(&self) -> bool {
        matches!(self.node().kind, super::tree::ConditionKind::Cards { .. })
    }
}
