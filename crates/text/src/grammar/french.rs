//! French: its grammar, and elision and contraction between words.

use super::Grammar;
use crate::fold::fold;

/// French.
pub(crate) const GRAMMAR: Grammar = Grammar {
    is_singular: |count| count == 0 || count == 1,
    decimal_sign: ',',
    plural: pluralize,
    binds_signs: true,
    tie,
};

/// Words that tie a complement to a noun: the tie and the words after it keep their number.
const TIES: [&str; 11] = ["de", "du", "des", "à", "au", "aux", "en", "pour", "sans", "par", "avec"];

/// Every word up to the first tie takes the plural: `systèmes planétaires`, `vaisseaux
/// d'exploration`.
fn pluralize(noun: &str) -> String {
    let mut tied = false;
    let words = noun.split(' ').map(|word| {
        tied |= TIES.contains(&word) || word.starts_with("d'") || word.starts_with("l'");
        if tied { word.to_owned() } else { pluralize_word(word) }
    });
    words.collect::<Vec<_>>().join(" ")
}

fn pluralize_word(word: &str) -> String {
    // A name in capitals has no plural.
    let is_name = word.chars().all(|c| c.is_uppercase() || !c.is_alphabetic());
    if is_name || word.ends_with(['s', 'x', 'z']) {
        return word.to_owned();
    }
    match word.strip_suffix("al") {
        Some(stem) => format!("{stem}aux"),
        None if word.ends_with("eau") || word.ends_with("eu") => format!("{word}x"),
        None => format!("{word}s"),
    }
}

/// Words with an aspirated h, which forbids elision. French has no rule for them, so the ones in
/// card games are listed.
const ASPIRATED: [&str; 14] = [
    "hache", "haine", "halte", "hangar", "harpie", "hasard", "haut", "hauteur", "heros", "hors",
    "huit", "hutt", "huttes", "hyene",
];

/// Words that begin with a vowel and take no elision.
const UNELIDED: [&str; 2] = ["onze", "oui"];

/// Whether the word before this one loses its vowel: `d'arme`, but `de héros`.
fn elides(word: &str) -> bool {
    let bare = word.trim_start_matches(['(', '«', ' ', '\u{a0}', '"']);
    let first = bare
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default();
    let folded = fold(first);
    match folded.chars().next() {
        // Names with a capital H are mostly foreign: `de Han Solo`.
        Some('h') if first.starts_with('H') => false,
        Some('h') => {
            !ASPIRATED.contains(&folded.trim_end_matches('s')) && !ASPIRATED.contains(&&*folded)
        }
        Some('a' | 'e' | 'i' | 'o' | 'u') => !UNELIDED.contains(&&*folded),
        _ => false,
    }
}

/// Ties a word to the words after it: `d'armes`, `qu'il y a`, `s'il y a`. `de-un`: after `autant
/// que`, where a definite noun takes no `de`.
fn tie(word: &str, after: &str) -> String {
    let before_il = after.starts_with("il ") || after.starts_with("ils ");
    let is_definite = after.starts_with("le ") || after.starts_with("la ");
    match word {
        "de-un" if is_definite => after.to_owned(),
        "de-un" => tie("de", after),
        "si" if before_il => format!("s'{after}"),
        "de" if elides(after) => format!("d'{after}"),
        "que" if elides(after) => format!("qu'{after}"),
        _ => format!("{word} {after}"),
    }
}
