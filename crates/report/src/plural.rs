//! Numbers of things, in words: "1 card", "2 cards"; "0 carte", "2 cartes".

use sleeve_data::model::{Lang, Noun};

/// French words that tie a complement to a noun: it and what follows keep their number.
const TIES: [&str; 11] = ["de", "du", "des", "à", "au", "aux", "en", "pour", "sans", "par", "avec"];

/// The plural of a noun as the data gives it in the singular. In English the last word takes it
/// (`tactic card`), in French every word up to the first that is tied on (`système planétaire`,
/// `vaisseau d'exploration`).
pub fn plural(noun: &str, lang: Lang) -> String {
    match lang {
        Lang::En => {
            let (head, last) = noun.rsplit_once(' ').map_or(("", noun), |(h, l)| (h, l));
            let space = if head.is_empty() { "" } else { " " };
            format!("{head}{space}{}", english(last))
        }
        Lang::Fr => {
            let mut tied = false;
            let words = noun.split(' ').map(|word| {
                tied |= TIES.contains(&word) || word.starts_with("d'") || word.starts_with("l'");
                if tied { word.to_owned() } else { french(word) }
            });
            words.collect::<Vec<_>>().join(" ")
        }
    }
}

fn english(word: &str) -> String {
    let vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u');
    match word {
        w if w.ends_with('y') && !w[..w.len() - 1].ends_with(vowel) => {
            format!("{}ies", &w[..w.len() - 1])
        }
        w if w.ends_with(['s', 'x', 'z']) || w.ends_with("ch") || w.ends_with("sh") => {
            format!("{w}es")
        }
        w => format!("{w}s"),
    }
}

fn french(word: &str) -> String {
    match word {
        w if w.ends_with(['s', 'x', 'z']) => w.to_owned(),
        // A name in capitals is nobody's plural.
        w if w.chars().all(|c| c.is_uppercase() || !c.is_alphabetic()) => w.to_owned(),
        w if w.ends_with("al") => format!("{}aux", &w[..w.len() - 2]),
        w if w.ends_with("eau") || w.ends_with("eu") => format!("{w}x"),
        w => format!("{w}s"),
    }
}

/// A number that is known to be one (in French also zero) takes the singular.
pub fn takes_singular(count: i64, lang: Lang) -> bool {
    match lang {
        Lang::En => count == 1,
        Lang::Fr => count == 0 || count == 1,
    }
}

/// The plural of what a rule counts: the data's own, else by rule.
pub fn pluralize(noun: &Noun, lang: Lang) -> String {
    noun.plural(lang).map_or_else(|| plural(noun.get(lang), lang), str::to_owned)
}

/// `3 cards`, `1 card`.
pub fn format_count(count: u32, noun: &str, lang: Lang) -> String {
    if takes_singular(i64::from(count), lang) {
        format!("{count} {noun}")
    } else {
        format!("{count} {}", plural(noun, lang))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sleeve_data::model::Text;

    #[test]
    fn nouns_take_their_plural() {
        assert_eq!(format_count(2, "tactic card", Lang::En), "2 tactic cards");
        assert_eq!(format_count(2, "Viper", Lang::En), "2 Vipers");
        assert_eq!(format_count(3, "copy", Lang::En), "3 copies");
        assert_eq!(
            format_count(2, "vaisseau d'exploration", Lang::Fr),
            "2 vaisseaux d'exploration"
        );
        assert_eq!(format_count(0, "carte", Lang::Fr), "0 carte");
        assert_eq!(plural("système planétaire", Lang::Fr), "systèmes planétaires");
        assert_eq!(plural("Effet de départ", Lang::Fr), "Effets de départ");
    }

    #[test]
    fn the_plural_of_the_data_wins() {
        let noun = Noun {
            one: Text { en: "hero".into(), fr: "héros".into() },
            many: Text { en: "heroes".into(), fr: "".into() },
            gender: None,
        };
        assert_eq!(pluralize(&noun, Lang::En), "heroes");
        assert_eq!(pluralize(&noun, Lang::Fr), "héros");
    }
}
