//! Names that a misspelt name may mean: one rule decides which names are near, and one wording
//! offers them.

use super::words::{Quoted, Words};
use crate::{Arrange, Lang, Named, Str, fold::fold, say, word};
use rapidfuzz::distance::{jaro_winkler, osa};
use std::{cmp::Ordering, fmt};

/// Largest number of near names that are suggested.
const SUGGESTED_NAMES: usize = 3;
/// The most names that are listed if none is near.
const LISTED_NAMES: usize = 24;
/// Bytes of the longest word that is compared: a longer one is no slip of the pen.
const MAX_TYPO_BYTES: usize = 200;
/// Among names with equally few edits, those whose similarity is lower than the best by more than
/// this are left out.
const SIMILARITY_MARGIN: f64 = 0.08;
/// The least similarity of a name that has the letters of a word in another order.
const LEAST_ALIKE: f64 = 0.78;

/// Suggestions for an unknown name: the nearest names, else the known ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Candidates {
    /// The names, best first or in the order of the data.
    pub names: Vec<String>,
    /// Whether they are near the wrong one.
    pub are_near: bool,
    /// Number of known names that are not listed.
    pub more: usize,
    /// The names with the French ones in parentheses, for French; empty if there are none.
    pub french: Vec<String>,
}

impl Candidates {
    /// The nearest of the known names, else the known names.
    pub fn nearest_or_all<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Candidates {
        let known: Vec<&str> = known.collect();
        Candidates::from_near(nearest_names(name, known.iter().copied()), known.into_iter())
    }

    /// Like [`Candidates::nearest_or_all`] among things with several words each, which are listed
    /// by their ids.
    pub fn nearest_or_all_named<'n>(
        name: &str,
        known: impl Iterator<Item = &'n Named> + Clone,
    ) -> Candidates {
        let near = nearest_names(name, known.clone().flat_map(Named::words));
        let listed = known.clone().take(LISTED_NAMES);
        let french = listed.map(|named| match named.name.get(Lang::Fr) {
            french if french.is_empty() || french == named.id => named.id.to_string(),
            french => format!("{} ({french})", named.id),
        });
        let french = french.collect();
        let candidates = Candidates::from_near(near, known.map(|named| named.id.as_str()));
        if candidates.are_near { candidates } else { Candidates { french, ..candidates } }
    }

    /// Only the nearest, if there are too many to list.
    pub fn nearest_only<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Candidates {
        Candidates::from_near(nearest_names(name, known), std::iter::empty())
    }

    /// The near names if there are some, else all.
    pub fn from_near<'n>(near: Vec<String>, all: impl Iterator<Item = &'n str>) -> Candidates {
        if !near.is_empty() {
            return Candidates { names: near, are_near: true, ..Candidates::default() };
        }
        // Fused, because the rest is counted after the end may have been reached.
        let mut rest = all.fuse();
        let names = rest
            .by_ref()
            .take(LISTED_NAMES)
            .map(str::to_owned)
            .collect();
        Candidates { names, more: rest.count(), ..Candidates::default() }
    }
}

impl Words for Candidates {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Candidates { names, are_near, more, french } = self;
        let names = if lang == Lang::Fr && !french.is_empty() { french } else { names };
        if *are_near {
            return DidYouMean(names).write(lang, f);
        }
        if names.is_empty() {
            return Ok(());
        }
        word!("use ").write(lang, f)?;
        match *more {
            0 => write_offers(names, lang, f),
            more => {
                Quoted(names).write(lang, f)?;
                f.write_str(&say!(lang, more, " or {more} other", " or {more} others"))
            }
        }
    }
}

impl AsRef<[String]> for Candidates {
    fn as_ref(&self) -> &[String] {
        &self.names
    }
}

/// A name that is offered instead of another, and the words after it in parentheses.
pub trait Offer {
    /// The name that is compared with the written word.
    fn name(&self) -> &str;

    /// The words in parentheses; empty: none.
    fn beside(&self) -> &str {
        ""
    }
}

impl Offer for String {
    fn name(&self) -> &str {
        self
    }
}

/// A name, and the words in parentheses if they differ.
impl Offer for (String, String) {
    fn name(&self) -> &str {
        &self.0
    }

    fn beside(&self) -> &str {
        if self.0 == self.1 { "" } else { &self.1 }
    }
}

/// "Did you mean" one of these names; nothing if there are none. Anything to type is in backticks
/// in both languages.
#[derive(Clone, Copy, Debug)]
pub struct DidYouMean<'a, T>(pub &'a [T]);

impl<T: Offer> Words for DidYouMean<'_, T> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        word!("did you mean ").write(lang, f)?;
        write_offers(self.0, lang, f)?;
        word!("?").write(lang, f)
    }
}

/// Writes `` `a`, `b` (its other name) or `c` ``.
fn write_offers<T: Offer>(offers: &[T], lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (at, offer) in offers.iter().enumerate() {
        if at > 0 {
            let between = if at + 1 == offers.len() { word!(" or ") } else { word!(", ") };
            between.write(lang, f)?;
        }
        write!(f, "`{}`", offer.name())?;
        if !offer.beside().is_empty() {
            write!(f, " ({})", offer.beside())?;
        }
    }
    Ok(())
}

/// The names that were probably intended, or all known ones.
#[derive(Clone, Copy, Debug)]
pub struct NearOrAll<'a>(pub &'a str, pub &'a [String]);

impl Words for NearOrAll<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NearOrAll(name, known) = self;
        Candidates::nearest_or_all(name, known.iter().map(String::as_str)).write(lang, f)
    }
}

/// "Did you mean" for things with names: it offers the id of each thing whose id, alias or name in
/// the user's language is near, with that name if the two differ.
#[derive(Clone, Copy, Debug)]
pub struct NamedNear<'a>(pub &'a str, pub &'a [Named]);

impl NamedNear<'_> {
    fn offers(&self, lang: Lang) -> Vec<(String, String)> {
        let sorted = sort_by_nearness(self.0, self.1, lang);
        take_nearest(
            sorted
                .into_iter()
                .filter_map(|(near, named)| Some((near?, named))),
        )
        .map(|named| {
            let (id, name) = (named.id.as_str(), named.name.get(lang));
            let beside = if fold(name) == fold(id) { "" } else { name };
            (id.to_owned(), beside.to_owned())
        })
        .collect()
    }

    /// Whether something is near in this language.
    pub fn is_any(&self, lang: Lang) -> bool {
        !self.offers(lang).is_empty()
    }
}

impl Words for NamedNear<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DidYouMean(&self.offers(lang)).write(lang, f)
    }
}

/// The ids of all things, the nearest to a word first; things that are not near follow by
/// similarity.
pub fn nearest_first(word: &str, all: &[Named], lang: Lang) -> Vec<String> {
    sort_by_nearness(word, all, lang)
        .into_iter()
        .map(|(_, named)| named.id.to_string())
        .collect()
}

fn sort_by_nearness<'n>(
    word: &str,
    all: &'n [Named],
    lang: Lang,
) -> Vec<(Option<Nearness>, &'n Named)> {
    let wanted = fold(word);
    let scored = all.iter().map(|named| {
        let aliases = named.aliases.iter().map(Str::as_str);
        let words = [named.id.as_str(), named.name.get(lang)]
            .into_iter()
            .chain(aliases);
        let measured = words.map(|known| Nearness::measure(&wanted, &fold(known)));
        (measured.min_by(Nearness::compare), named)
    });
    let mut scored: Vec<(Option<Nearness>, &Named)> = scored.collect();
    scored.arrange_by(|(a, _), (b, _)| match (a, b) {
        (Some(a), Some(b)) => a.compare(b),
        (a, b) => a.is_none().cmp(&b.is_none()),
    });
    scored
        .into_iter()
        .map(|(near, named)| (near.filter(|near| near.is_near), named))
        .collect()
}

/// The names nearest to a word, best first, at most three; empty if none is near.
///
/// Fewest edits go first, and only names with as few as the best are offered. If a thing has names
/// in two languages, that is usually the one in the intended language. Equally near names stay in
/// their order, so callers put fields before values.
pub fn nearest_names<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    KnownNames::new(&mut names.into_iter()).nearest(word)
}

/// Names that are folded and counted once, so that looking up many words does not repeat it.
pub struct KnownNames<'n>(Vec<(&'n str, CountedName)>);

impl<'n> KnownNames<'n> {
    /// Folds and counts names behind a pointer: 30 kinds of iterators call this, and each would
    /// compile it anew.
    pub fn new(names: &mut dyn Iterator<Item = &'n str>) -> KnownNames<'n> {
        KnownNames(
            names
                .map(|name| (name, CountedName::new(fold(name))))
                .collect(),
        )
    }

    /// What [`nearest_names`] finds.
    pub fn nearest(&self, word: &str) -> Vec<String> {
        let wanted = CountedName::new(fold(word));
        if wanted.folded.is_empty() || wanted.folded.len() > MAX_TYPO_BYTES {
            return Vec::new();
        }
        let mut fewest = usize::MAX;
        let mut near: Vec<(Nearness, &(&str, CountedName))> = Vec::new();
        for one in &self.0 {
            // What takes more edits than the best so far is not offered.
            if wanted.may_be_near(&one.1, fewest) {
                let nearness = Nearness::measure(&wanted.folded, &one.1.folded);
                if nearness.is_near {
                    fewest = fewest.min(nearness.edits);
                    near.push((nearness, one));
                }
            }
        }
        near.arrange_by(|(a, _), (b, _)| a.compare(b));
        let mut seen: Vec<&str> = Vec::new();
        near.retain(|(_, one)| {
            let is_new = !seen.contains(&one.1.folded.as_str());
            seen.push(&one.1.folded);
            is_new
        });
        take_nearest(near.into_iter())
            .map(|(name, _)| (*name).to_owned())
            .collect()
    }
}

/// A folded name with its letters counted. A word is compared with thousands of names, and a
/// handful is near. The letters in common exclude nearly all others in a hundredth of the time.
struct CountedName {
    folded: String,
    length: usize,
    /// The number of each letter; some letters share a number.
    letters: [u8; 32],
}

impl CountedName {
    fn new(folded: String) -> CountedName {
        let mut letters = [0_u8; 32];
        let mut length = 0;
        for c in folded.chars() {
            if let Some(count) = letters.get_mut(c as usize % 32) {
                *count = count.saturating_add(1);
            }
            length += 1;
        }
        CountedName { folded, length, letters }
    }

    /// Whether a name may be near a word, with no more edits than these. For most names that is
    /// clear without comparing letter by letter.
    fn may_be_near(&self, name: &CountedName, most_edits: usize) -> bool {
        let pairs = self.letters.iter().zip(&name.letters);
        let common: usize = pairs.map(|(a, b)| usize::from(*a.min(b))).sum();
        let (shorter, longer) = (self.length.min(name.length), self.length.max(name.length));
        // Each letter of the longer one that has no partner takes an edit of its own.
        let least_edits = longer - common.min(longer);
        if least_edits > most_edits {
            return false;
        }
        if least_edits * 3 <= longer {
            return true;
        }
        let (a, b) = (self.folded.as_str(), name.folded.as_str());
        if shorter >= 3 && (a.starts_with(b) || b.starts_with(a)) {
            return true;
        }
        // The largest possible similarity with this many letters in common, and these first
        // letters.
        let [of_shorter, of_longer] =
            [shorter, longer].map(|length| common as f64 / length.max(1) as f64);
        let alike = (of_shorter + of_longer + 1.0) / 3.0;
        let first = a
            .chars()
            .zip(b.chars())
            .take(4)
            .take_while(|(a, b)| a == b)
            .count();
        let most_alike = alike + 0.1 * first as f64 * (1.0 - alike);
        least_edits * 2 <= longer && longer - shorter <= 2 && most_alike >= LEAST_ALIKE - 1e-9
    }
}

/// The first of some things in order of nearness, and those about as near.
fn take_nearest<T>(near: impl Iterator<Item = (Nearness, T)>) -> impl Iterator<Item = T> {
    let mut first = None;
    near.take_while(move |(nearness, _)| {
        let best = first.get_or_insert(*nearness);
        nearness.edits == best.edits && nearness.similarity >= best.similarity - SIMILARITY_MARGIN
    })
    .take(SUGGESTED_NAMES)
    .map(|(_, thing)| thing)
}

/// How many letters apart two names are, case and accents aside.
pub fn edit_distance(word: &str, name: &str) -> usize {
    count_edits(&fold(word), &fold(name))
}

/// The number of letters to add, leave out, change, or swap with their neighbour (the optimal
/// string alignment distance) to turn one word into the other.
pub fn count_edits(word: &str, name: &str) -> usize {
    osa::distance(word.chars(), name.chars())
}

/// How near a name is to a written word.
#[derive(Clone, Copy, Debug)]
struct Nearness {
    is_near: bool,
    /// Letters to add, leave out, change, or swap with their neighbour.
    edits: usize,
    /// From 0 to 1: letters in common, those at the beginning counting more.
    similarity: f64,
}

impl Nearness {
    /// Compares two folded words. A name is near if the word has at most one slip for every three
    /// letters (with more, every other word of four letters would be near), if one of them begins
    /// the other, or if the word has the same letters in another order.
    fn measure(wanted: &str, name: &str) -> Nearness {
        let (a, b) = (wanted.chars().count(), name.chars().count());
        let alike = jaro_winkler::similarity(wanted.chars(), name.chars());
        let edits = count_edits(wanted, name);
        let mistyped = a.max(b) >= 3 && edits * 3 <= a.max(b);
        let begun = a >= 3 && (name.starts_with(wanted) || (b >= 3 && wanted.starts_with(name)));
        let garbled = alike >= LEAST_ALIKE && edits * 2 <= a.max(b) && a.abs_diff(b) <= 2;
        Nearness { is_near: mistyped || begun || garbled, edits, similarity: alike }
    }

    /// Orders near names first, by their edits, and the others by similarity.
    fn compare(&self, other: &Nearness) -> Ordering {
        let by_edits = self.edits_if_near().cmp(&other.edits_if_near());
        by_edits.then(other.similarity.total_cmp(&self.similarity))
    }

    fn edits_if_near(&self) -> usize {
        if self.is_near { self.edits } else { usize::MAX }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn counted_letters_leave_out_no_name_that_is_near(
            word in "[a-dé1 -]{0,9}", names in proptest::collection::vec("[a-dé1 -]{0,9}", 0..12),
        ) {
            let wanted = CountedName::new(fold(&word));
            for name in &names {
                let known = CountedName::new(fold(name));
                let nearness = Nearness::measure(&wanted.folded, &known.folded);
                let may_be_near = wanted.may_be_near(&known, nearness.edits);
                proptest::prop_assert!(may_be_near || !nearness.is_near, "{word}: {name}");
            }
        }
    }
}
