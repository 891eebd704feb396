//! Citations for people: `rulebook: p. 3`, "règles : p. 3".

use sleeve_data::model::{Game, Lang, Text};

/// What a citation begins with that is a choice between readings.
const READING: &str = "reading";

/// A citation in words. English keeps the words of the data, whose sources stand under their ids; French calls
/// a source what the data says that citations call it.
pub fn in_words(cite: &Text, game: &Game, lang: Lang) -> String {
    let text = cite.get(lang);
    let (Lang::Fr, Some((id, place))) = (lang, text.split_once(':')) else {
        return text.to_owned();
    };
    let source = match game.source(id.trim()) {
        Some(source) if source.cite.is_empty() => id.trim(),
        Some(source) => source.cite.get(lang),
        None if id.trim() == READING => "interprétation",
        None => return text.to_owned(),
    };
    // A semicolon stands between two spaces in French.
    let place = place.trim().replace(" ; ", "; ").replace("; ", " ; ");
    format!("{source} : {place}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_and_readings_have_french_words() {
        let game = Game::default();
        let cite = Text { en: "reading: as printed".into(), fr: "reading: comme imprimé".into() };
        assert_eq!(in_words(&cite, &game, Lang::En), "reading: as printed");
        assert_eq!(in_words(&cite, &game, Lang::Fr), "interprétation : comme imprimé");
        let two = Text::untranslated("reading: Votre main; Renforts");
        assert_eq!(in_words(&two, &game, Lang::Fr), "interprétation : Votre main ; Renforts");
        let line = Text::untranslated("sleeve.toml:3");
        assert_eq!(in_words(&line, &game, Lang::Fr), "sleeve.toml:3");
    }
}
