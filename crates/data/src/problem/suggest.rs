//! Names that a misspelt name may mean.

use super::words::{Both, Quoted, Words};
use crate::model::fold::fold;
use crate::model::game::Named;
use crate::model::{Lang, Str};
use std::fmt;

/// At most this many names are suggested.
const MOST: usize = 3;
/// At most this many names are listed where none is near.
const LISTED: usize = 24;

/// What to say of a name that means nothing: the nearest ones, else those there are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Candidates {
    /// The names, best first or in the order of the data.
    pub names: Vec<String>,
    /// Whether they are near the wrong one.
    pub are_near: bool,
    /// How many more there are.
    pub more: usize,
}

impl Candidates {
    /// The nearest of the known names, else the known names.
    pub fn of<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Candidates {
        let known: Vec<&str> = known.collect();
        Candidates::among(nearest(name, known.iter().copied()), known.into_iter())
    }

    /// The same among things that have several words each; they are listed by their ids.
    pub fn of_named<'n>(name: &str, known: impl Iterator<Item = &'n Named> + Clone) -> Candidates {
        let near = nearest(name, known.clone().flat_map(Named::words));
        Candidates::among(near, known.map(|named| named.id.as_str()))
    }

    /// The nearest alone, where there are too many to list.
    pub fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Candidates {
        Candidates::among(nearest(name, known), std::iter::empty())
    }

    /// The nearest where there are some, else all.
    pub fn among<'n>(near: Vec<String>, all: impl Iterator<Item = &'n str>) -> Candidates {
        if !near.is_empty() {
            return Candidates { names: near, are_near: true, more: 0 };
        }
        let mut all = all.fuse();
        let names = all.by_ref().take(LISTED).map(str::to_owned).collect();
        Candidates { names, are_near: false, more: all.count() }
    }
}

impl Words for Candidates {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Candidates { names, are_near, more } = self;
        let there = match (lang, names.len()) {
            (_, 0) => return Ok(()),
            (Lang::En, _) if *are_near => "did you mean ",
            (Lang::Fr, _) if *are_near => "vouliez-vous dire ",
            (Lang::En, 1) if *more == 0 => "there is ",
            (Lang::En, _) => "there are ",
            (Lang::Fr, _) => "il y a ",
        };
        f.write_str(there)?;
        Quoted(names).write(lang, f)?;
        match (lang, more) {
            (Lang::En, _) if *are_near => f.write_str("?"),
            (Lang::Fr, _) if *are_near => f.write_str(" ?"),
            (_, 0) => Ok(()),
            (Lang::En, more) => write!(f, " and {more} more"),
            (Lang::Fr, more) => write!(f, " et {more} autres"),
        }
    }
}

impl AsRef<[String]> for Candidates {
    fn as_ref(&self) -> &[String] {
        &self.names
    }
}

/// The name that was probably meant, or all that there are.
#[derive(Clone, Copy, Debug)]
pub struct NearOrAll<'a>(pub &'a str, pub &'a [String]);

impl Words for NearOrAll<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NearOrAll(name, known) = self;
        let name = fold(name);
        let score = |known: &String| strsim::jaro_winkler(&name, &fold(known));
        let mut near: Vec<&String> = known.iter().filter(|known| score(known) > 0.8).collect();
        near.sort_by(|a, b| score(b).total_cmp(&score(a)));
        match (near.first(), lang) {
            (Some(best), Lang::En) => write!(f, "did you mean `{best}`?"),
            (Some(best), Lang::Fr) => write!(f, "vouliez-vous dire « {best} » ?"),
            (None, _) if known.is_empty() => Ok(()),
            (None, _) => {
                Both("there are ", "il y a ").write(lang, f)?;
                Quoted(known).write(lang, f)
            }
        }
    }
}

/// How near a word is to the nearest word for each of some things with names.
fn nearness<'n>(
    word: &str,
    all: &'n [Named],
    lang: Lang,
) -> impl Iterator<Item = (f64, &'n Named)> {
    let wanted = fold(word);
    all.iter().map(move |named| {
        let aliases = named.aliases.iter().map(Str::as_str);
        let known = [named.id.as_str(), named.name.get(lang)].into_iter().chain(aliases);
        let scores = known.map(|known| strsim::jaro_winkler(&wanted, &fold(known)));
        (scores.fold(0.0, f64::max), named)
    })
}

/// The ids of things with names, those nearest to a word first.
pub fn nearest_first(word: &str, all: &[Named], lang: Lang) -> Vec<String> {
    let mut scored: Vec<(f64, &Named)> = nearness(word, all, lang).collect();
    scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    scored.into_iter().map(|(_, named)| named.id.to_string()).collect()
}

/// "Did you mean" for things with names: what is near an id, an alias or a name in the user's
/// language is called by its id, with that name where the two differ.
#[derive(Clone, Copy, Debug)]
pub struct NamedNear<'a>(pub &'a str, pub &'a [Named]);

impl<'a> NamedNear<'a> {
    fn best(&self, lang: Lang) -> Option<&'a Named> {
        let near = nearness(self.0, self.1, lang).filter(|(score, _)| *score > 0.8);
        near.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, named)| named)
    }

    /// Whether something is near in this language.
    pub fn is_any(&self, lang: Lang) -> bool {
        self.best(lang).is_some()
    }
}

impl Words for NamedNear<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(named) = self.best(lang) else { return Ok(()) };
        let (id, name) = (&named.id, named.name.get(lang));
        match (fold(name) == fold(id), lang) {
            (true, Lang::En) => write!(f, "did you mean `{id}`?"),
            (true, Lang::Fr) => write!(f, "vouliez-vous dire « {id} » ?"),
            (false, Lang::En) => write!(f, "did you mean `{id}` ({name})?"),
            (false, Lang::Fr) => write!(f, "vouliez-vous dire « {id} » ({name}) ?"),
        }
    }
}

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
