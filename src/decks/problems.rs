//! Problems as a reader meets them: the first are kept with all they say, the rest are counted, so
//! that a file of nothing but mistakes costs no more than a file of that length.

use super::error::{Problem, ProblemKind};

/// So many problems of one file are told one by one; how many more there are is said.
pub const MAX_PROBLEMS: usize = 100;

/// Problems on their way to an error.
#[derive(Debug, Default)]
pub(super) struct Problems {
    kept: Vec<Problem>,
    more: usize,
}

impl Problems {
    pub(super) fn push(&mut self, problem: impl Into<Problem>) {
        self.add(|| problem.into());
    }

    /// Adds a problem that costs something to put together.
    pub(super) fn add(&mut self, problem: impl FnOnce() -> Problem) {
        match self.kept.len() < MAX_PROBLEMS {
            true => self.kept.push(problem()),
            false => self.more += 1,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// What was found, or everything that is wrong.
    pub(super) fn or<T>(self, found: T) -> Result<T, Vec<Problem>> {
        if self.kept.is_empty() {
            return Ok(found);
        }
        let more = (self.more > 0).then(|| ProblemKind::More { count: Some(self.more) }.into());
        Err(self.kept.into_iter().chain(more).collect())
    }
}

/// In the order of the file, at most [`MAX_PROBLEMS`] and how many more there are.
pub(super) fn in_order(mut problems: Vec<Problem>) -> Vec<Problem> {
    let is_more = |p: &Problem| matches!(p.kind, ProblemKind::More { .. });
    let told: Vec<Option<usize>> = problems
        .iter()
        .filter_map(|p| match p.kind {
            ProblemKind::More { count } => Some(count),
            _ => None,
        })
        .collect();
    problems.retain(|p| !is_more(p));
    problems.sort_by_key(|p| p.span.as_ref().map_or(0, |s| s.start));
    let cut = problems.len().saturating_sub(MAX_PROBLEMS);
    problems.truncate(MAX_PROBLEMS);
    if cut > 0 || !told.is_empty() {
        // A number that is not known makes the sum unknown too.
        let count = told.iter().copied().try_fold(cut, |sum, more| Some(sum + more?));
        problems.push(ProblemKind::More { count }.into());
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_told_is_counted() {
        let mut problems = Problems::default();
        for at in 0..250 {
            problems.add(|| Problem::at(at..at, ProblemKind::Empty));
        }
        let told = in_order(problems.or(()).unwrap_err());
        assert_eq!(told.len(), MAX_PROBLEMS + 1);
        assert_eq!(told[MAX_PROBLEMS].kind, ProblemKind::More { count: Some(150) });
        let unknown = in_order(vec![ProblemKind::More { count: None }.into()]);
        assert_eq!(unknown[0].kind, ProblemKind::More { count: None });
        assert!(Problems::default().or(1).is_ok());
    }
}
