//! Conditions on the opening hands to keep.

use sleeve_language::Condition;

/// Conditions on the opening hands to keep, which read the hands as they were drawn.
#[derive(Clone, Debug, Default)]
pub struct KeepConditions {
    /// Each condition with the number of cards that stay in the hands it is about; `None`: all
    /// other hands. Several conditions of one size are for the hands of that size one after the
    /// other, the last one for all that follow.
    pub conditions: Vec<(Option<u32>, Condition)>,
}

impl KeepConditions {
    /// One condition for all hands.
    pub fn all(condition: Condition) -> KeepConditions {
        KeepConditions { conditions: vec![(None, condition)] }
    }

    /// The position of the condition that each hand must satisfy, by the numbers of cards that
    /// stay, in the order in which hands are drawn; `None`: all are kept.
    pub fn conditions_by_stage(&self, sizes: &[u32]) -> Vec<Option<usize>> {
        let mut stages = Vec::new();
        for (stage, size) in sizes.iter().enumerate() {
            let before = sizes[..stage].iter().filter(|other| *other == size).count();
            let own = self.list_conditions(Some(*size));
            let condition = own.get(before).or(own.last()).copied();
            stages.push(condition.or_else(|| self.list_conditions(None).last().copied()));
        }
        stages
    }

    /// The positions of the conditions for hands of a size, or for all other hands.
    fn list_conditions(&self, size: Option<u32>) -> Vec<usize> {
        let conditions = self.conditions.iter().enumerate();
        conditions
            .filter(|(_, (other, _))| *other == size)
            .map(|(at, _)| at)
            .collect()
    }

    /// The sizes of conditions that no hand has.
    pub fn sizes_without_hand(&self, sizes: &[u32]) -> Vec<u32> {
        let named = self.conditions.iter().filter_map(|(size, _)| *size);
        named.filter(|size| !sizes.contains(size)).collect()
    }
}
