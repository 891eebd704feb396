//! Which opening hands are kept, by how many cards of them stay.

use sleeve_language::Condition;

/// Conditions on opening hands as they were drawn.
#[derive(Clone, Debug, Default)]
pub struct HandsKept {
    /// Each with the number of cards that stay in the hands it is about; `None`: all of which no
    /// other speaks. Several of one size are about the hands of that size one after the other, the
    /// last about all that follow.
    pub conditions: Vec<(Option<u32>, Condition)>,
}

impl HandsKept {
    /// The same condition for all hands.
    pub fn all(condition: Condition) -> HandsKept {
        HandsKept { conditions: vec![(None, condition)] }
    }

    /// Which condition the hands between which there is a choice must satisfy, by their numbers of
    /// cards in the order in which they are drawn; `None`: all are kept.
    pub fn conditions_by_stage(&self, sizes: &[u32]) -> Vec<Option<usize>> {
        let about = |size: Option<u32>| -> Vec<usize> {
            let all = self.conditions.iter().enumerate();
            all.filter(|(_, (of, _))| *of == size).map(|(at, _)| at).collect()
        };
        let condition = |(stage, size): (usize, &u32)| {
            let before = sizes[..stage].iter().filter(|other| *other == size).count();
            let mine = about(Some(*size));
            mine.get(before).or(mine.last()).copied().or_else(|| about(None).last().copied())
        };
        sizes.iter().enumerate().map(condition).collect()
    }

    /// The sizes that are spoken of and of which there is no hand.
    pub fn sizes_without_hand(&self, sizes: &[u32]) -> Vec<u32> {
        let named = self.conditions.iter().filter_map(|(size, _)| *size);
        named.filter(|size| !sizes.contains(size)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sleeve_language::{Scope, condition};

    #[test]
    fn every_hand_finds_its_condition() {
        let names = ["a".to_owned()];
        let scope = Scope::classes(&names);
        let read = |size| (size, condition("count(a) >= 1", &scope).unwrap());
        let kept = HandsKept { conditions: vec![read(Some(7)), read(Some(7)), read(Some(5))] };
        assert_eq!(
            kept.conditions_by_stage(&[7, 7, 7, 6, 5]),
            [Some(0), Some(1), Some(1), None, Some(2)]
        );
        assert_eq!(kept.sizes_without_hand(&[7, 6]), [5]);
        let all = HandsKept::all(read(None).1);
        assert_eq!(all.conditions_by_stage(&[7, 6]), [Some(0), Some(0)]);
    }
}
