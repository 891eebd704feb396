//! Names that a misspelt name may mean.

use crate::model::fold::fold;

/// At most this many names are suggested.
const MOST: usize = 3;

/// The known names nearest to `name`, best first; none where none is near.
pub fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Vec<String> {
    let wanted = fold(name);
    if wanted.is_empty() || wanted.len() > 200 {
        return Vec::new();
    }
    let mut scored: Vec<(usize, usize, &str)> = Vec::new();
    for (at, candidate) in known.enumerate() {
        let folded = fold(candidate);
        if folded.len().abs_diff(wanted.len()) > 40 {
            continue;
        }
        let letters = wanted.chars().count().max(folded.chars().count());
        let distance = strsim::damerau_levenshtein(&wanted, &folded);
        let prefix = wanted.len() >= 3 && folded.starts_with(&wanted);
        if distance * 5 <= letters * 2 || prefix {
            scored.push((if prefix { 1 } else { distance }, at, candidate));
        }
    }
    scored.sort();
    let mut names: Vec<String> = Vec::new();
    for (_, _, candidate) in scored {
        if names.len() < MOST && !names.iter().any(|n| fold(n) == fold(candidate)) {
            names.push(candidate.to_owned());
        }
    }
    names
}
