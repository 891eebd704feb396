//! What languages do with words beside having others: a language has its lines here.

use crate::Lang;

impl Lang {
    /// Whether a number takes the singular: one, in French also zero.
    pub fn takes_singular<N: TryInto<i64>>(self, count: N) -> bool {
        let count = count.try_into().unwrap_or(i64::MAX);
        match self {
            Lang::En => count == 1,
            Lang::Fr => count == 0 || count == 1,
        }
    }
}
