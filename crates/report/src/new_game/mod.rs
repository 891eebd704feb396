//! A game to start from: twelve cards, a format, a legal deck and its illegal twin, every key explained; and a
//! format of one's own for a game that is there.

use sleeve_data::model::{Catalog, Lang};

/// A file of a new game, relative to its folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewFile {
    pub path: &'static str,
    pub text: String,
}

/// The template of `sleeve.toml`, which is too short for a file of its own.
const PROJECT: &str = "\
#en What holds for the decks of this folder: they are of the game beside them.
#fr Ce qui vaut pour les decks de ce dossier : ils sont du jeu qui se trouve à côté.
[cards]
overlays = [\"cards\"]
";

/// The files of a new game: their paths in its folder, and their templates.
const FILES: [(&str, &str); 6] = [
    ("cards/game.toml", include_str!("game.toml")),
    ("cards/cards.toml", include_str!("cards.toml")),
    ("cards/formats.toml", include_str!("formats.toml")),
    ("sleeve.toml", PROJECT),
    ("decks/legal.toml", include_str!("legal.toml")),
    ("decks/illegal.toml", include_str!("illegal.toml")),
];

/// Makes an id of the name of a file or folder: small letters and digits, hyphens between them; `None` where the name
/// has neither.
pub fn make_id(name: &str) -> Option<String> {
    let small = sleeve_data::model::fold::fold(name);
    let words = small.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let id = words.collect::<Vec<_>>().join("-");
    (!id.is_empty()).then_some(id)
}

/// Makes a name of an id: `my-game` becomes `My game`.
fn make_name(id: &str) -> String {
    let spaced = id.replace('-', " ");
    let mut letters = spaced.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// Makes all files of a game, with explanations in one language.
pub fn make_game(id: &str, lang: Lang) -> Vec<NewFile> {
    let name = make_name(id);
    let filled =
        |text: &str| select_remarks(text, lang).replace("{id}", id).replace("{name}", &name);
    FILES.iter().map(|(path, text)| NewFile { path, text: filled(text) }).collect()
}

/// Makes a format that extends the first concrete one of a game.
pub fn make_format(id: &str, catalog: &Catalog, lang: Lang) -> String {
    let parent = catalog.formats().find(|format| !format.is_abstract);
    let parent = parent.map_or("", |format| format.named.id.as_str());
    let text = select_remarks(include_str!("format.toml"), lang);
    let text = text.replace("{game}", catalog.game.id()).replace("{parent}", parent);
    text.replace("{id}", id).replace("{name}", &make_name(id))
}

/// Keeps the remarks of a template in one language.
fn select_remarks(text: &str, lang: Lang) -> String {
    let sign = |lang: Lang| format!("#{} ", lang.code());
    let ours = sign(lang);
    let is_other = |line: &str| {
        Lang::ALL.iter().any(|other| *other != lang && line.starts_with(&sign(*other)))
    };
    let lines = text.lines().filter(|line| !is_other(line));
    lines
        .map(|line| line.replacen(&ours, "# ", usize::from(line.starts_with(&ours))) + "\n")
        .collect()
}
