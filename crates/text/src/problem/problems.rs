//! Collects the problems of a file: the first are kept whole, the rest are counted, so that a file of nothing but
//! mistakes costs no more than a file of that length.

use super::Problem;

/// Largest number of problems of one file, or of one game's data, that are told one by one; the rest are counted.
pub const MAX_PROBLEMS: usize = 100;

/// Messages with one that counts the problems that are not told.
pub trait CountsUntold: Sized {
    /// The message that there are so many more problems; `None`: an unknown number.
    fn more(count: Option<usize>) -> Self;

    /// The count, if this is that message; inner `None`: unknown.
    fn untold(&self) -> Option<Option<usize>>;
}

/// A collection of problems.
#[derive(Debug)]
pub struct Problems<M> {
    listed: Vec<Problem<M>>,
    unlisted_count: usize,
    /// There are more than were looked for.
    is_uncounted: bool,
}

impl<M> Default for Problems<M> {
    fn default() -> Problems<M> {
        Problems { listed: Vec::new(), unlisted_count: 0, is_uncounted: false }
    }
}

impl<M: CountsUntold> Problems<M> {
    /// Adds a problem.
    pub fn push(&mut self, problem: impl Into<Problem<M>>) {
        self.push_with(|| problem.into());
    }

    /// Adds a problem, which is built only where it is told.
    pub fn push_with(&mut self, problem: impl FnOnce() -> Problem<M>) {
        if self.listed.len() < MAX_PROBLEMS {
            self.listed.push(problem())
        } else {
            self.unlisted_count += 1
        }
    }

    /// Notes that there may be more problems than were searched for.
    pub fn note_uncounted(&mut self) {
        self.is_uncounted = true;
    }

    /// How many there are so far, told or not.
    pub fn len(&self) -> usize {
        self.listed.len() + self.unlisted_count
    }

    /// Whether there are no problems.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Keeps the told problems for which this holds.
    pub fn retain(&mut self, is_so: impl Fn(&Problem<M>) -> bool) {
        self.listed.retain(is_so);
    }

    fn untold_problem(&self) -> Option<Problem<M>> {
        let count = (!self.is_uncounted).then_some(self.unlisted_count);
        (self.unlisted_count > 0 || self.is_uncounted).then(|| M::more(count).into())
    }

    /// The problems in this order without duplicates; the count of the rest stands at the place of the last.
    pub fn sorted<K: Ord>(mut self, key: impl Fn(&Problem<M>) -> K) -> Vec<Problem<M>>
    where
        M: PartialEq,
    {
        self.listed.sort_by_cached_key(key);
        self.listed.dedup();
        if let (Some(mut untold), Some(last)) = (self.untold_problem(), self.listed.last()) {
            untold.marks.clone_from(&last.marks);
            self.listed.push(untold);
        }
        self.listed
    }

    /// The problems in the order in which they were added, then the count of the rest.
    pub fn into_vec(self) -> Vec<Problem<M>> {
        let untold = self.untold_problem();
        self.listed.into_iter().chain(untold).collect()
    }

    /// The value, if there are no problems.
    ///
    /// # Errors
    /// The problems.
    pub fn into_result<T>(self, read: T) -> Result<T, Vec<Problem<M>>> {
        if self.listed.is_empty() { Ok(read) } else { Err(self.into_vec()) }
    }

    /// Problems of one file in its order, at most [`MAX_PROBLEMS`] and how many more there are.
    pub fn sort_by_place(mut problems: Vec<Problem<M>>) -> Vec<Problem<M>> {
        let told: Vec<Option<usize>> = problems.iter().filter_map(|p| p.message.untold()).collect();
        problems.retain(|p| p.message.untold().is_none());
        problems.sort_by_key(|p| p.span().map_or(0, |span| span.start));
        let cut = problems.len().saturating_sub(MAX_PROBLEMS);
        problems.truncate(MAX_PROBLEMS);
        if cut > 0 || !told.is_empty() {
            // A number that is not known makes the sum unknown too.
            let count = told.iter().copied().try_fold(cut, |sum, more| Some(sum + more?));
            problems.push(M::more(count).into());
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::messages! {
        /// What the test says.
        #[derive(Clone, PartialEq, Debug)]
        enum TestMessage {
            /// Something.
            Wrong => "wrong",
            /// More of it.
            More { count: Option<usize> } => "{count} more",
        }
    }

    impl CountsUntold for TestMessage {
        fn more(count: Option<usize>) -> TestMessage {
            TestMessage::More { count }
        }

        fn untold(&self) -> Option<Option<usize>> {
            match self {
                TestMessage::More { count } => Some(*count),
                TestMessage::Wrong => None,
            }
        }
    }

    #[test]
    fn what_is_not_told_is_counted() {
        let mut found = Problems::default();
        for at in 0..250 {
            found.push_with(|| Problem::from_span(at..at, TestMessage::Wrong));
        }
        let listed = Problems::sort_by_place(found.into_result(()).unwrap_err());
        assert_eq!(listed.len(), MAX_PROBLEMS + 1);
        assert_eq!(listed[MAX_PROBLEMS].message, TestMessage::More { count: Some(150) });
        let unknown = Problems::sort_by_place(vec![TestMessage::More { count: None }.into()]);
        assert_eq!(unknown[0].message, TestMessage::More { count: None });
        assert!(Problems::<TestMessage>::default().into_result(1).is_ok());
    }
}
