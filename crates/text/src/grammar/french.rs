//! French: its grammar, and elision and contraction between words.

use super::Grammar;
use crate::fold::fold;

/// French.
pub(crate) const GRAMMAR: Grammar = Grammar {
    is_singular: |count| count == 0 || count == 1,
    decimal_sign: ',',
    plural: pluralize,
    binds_signs: true,
};

/// Words that tie a complement to a noun: the tie and the words after it keep their number.
const TIES: [&str; 11] = ["de", "du", "des", "à", "au", "aux", "en", "pour", "sans", "par", "avec"];

/// Every word up to the first tie takes the plural: `systèmes planétaires`, `vaisseaux d'exploration`.
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
    let first = word.trim_start_matches(['(', '«', ' ', '\u{a0}', '"']);
    let end = first.find(|c: char| !c.is_alphanumeric()).unwrap_or(first.len());
    let first = first.get(..end).unwrap_or(first);
    // Names with a capital H are mostly foreign: `de Han Solo`.
    let named = first.starts_with('H');
    let first = fold(first);
    match first.chars().next() {
        Some('h') if named => false,
        Some('h') => {
            !ASPIRATED.contains(&first.trim_end_matches('s')) && !ASPIRATED.contains(&&*first)
        }
        Some('a' | 'e' | 'i' | 'o' | 'u') => !UNELIDED.contains(&&*first),
        _ => false,
    }
}

/// `de cartes`, `d'armes`.
pub fn de(word: &str) -> String {
    if elides(word) { format!("d'{word}") } else { format!("de {word}") }
}

/// `le total`, but `d'armes`: the counted noun after `autant que`.
pub fn de_unless_definite(words: &str) -> String {
    let is_definite = words.starts_with("le ") || words.starts_with("la ");
    if is_definite { words.to_owned() } else { de(words) }
}

/// `que le coût`, `qu'il y a`.
pub fn que(clause: &str) -> String {
    if elides(clause) { format!("qu'{clause}") } else { format!("que {clause}") }
}

/// `si le coût`, `s'il y a`.
pub fn si(clause: &str) -> String {
    let before_il = clause.starts_with("il ") || clause.starts_with("ils ");
    if before_il { format!("s'{clause}") } else { format!("si {clause}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn de_elides_before_vowels_and_mute_h() {
        assert_eq!(de("imprimées"), "d'imprimées");
        assert_eq!(de("Accélération"), "d'Accélération");
        assert_eq!(de("« Étoile »"), "d'« Étoile »");
        assert_eq!(de("habileté"), "d'habileté");
        assert_eq!(de("héros"), "de héros");
        assert_eq!(de("« Han Solo »"), "de « Han Solo »");
        assert_eq!(de("Y-wing"), "de Y-wing");
        assert_eq!(de("8 cartes"), "de 8 cartes");
        assert_eq!(de("une carte"), "d'une carte");
    }

    #[test]
    fn que_and_si_elide() {
        assert_eq!(que("il y a des armes"), "qu'il y a des armes");
        assert_eq!(que("le total vaut 3"), "que le total vaut 3");
        assert_eq!(si("il y a des armes"), "s'il y a des armes");
        assert_eq!(si("aucune carte"), "si aucune carte");
    }

    #[test]
    fn nouns_take_their_plural() {
        assert_eq!(pluralize("vaisseau d'exploration"), "vaisseaux d'exploration");
        assert_eq!(pluralize("système planétaire"), "systèmes planétaires");
        assert_eq!(pluralize("Effet de départ"), "Effets de départ");
        assert_eq!(pluralize("cheval BTL"), "chevaux BTL");
    }
}
