//! An annotated `sleeve.toml` in which every key stands with its default.

use sleeve_data::model::Lang;
use sleeve_library::project::{KEYS, ProjectKey};
use std::fmt::Write;

/// The file.
pub fn text(lang: Lang) -> String {
    let fr = lang == Lang::Fr;
    let mut out = String::new();
    out.push_str(if fr {
        "# Réglages de sleeve pour les decks de ce dossier et de ceux qu'il contient.\n\
         # Chaque clé vaut ici ce qu'elle vaut quand on l'omet.\n"
    } else {
        "# Settings of sleeve for the decks of this folder and of those within it.\n\
         # Every key has the value here that it has when it is left out.\n"
    });
    keys(&mut out, "", lang);
    out.push_str("\n[cards]\n");
    keys(&mut out, "cards", lang);
    out.push_str("\n[levels]\n");
    keys(&mut out, "levels", lang);
    out.push_str(if fr {
        "\n# Ce que les decks doivent vérifier, une table pour chaque assertion :\n# [[assert]]\n"
    } else {
        "\n# What decks have to meet, a table for each assertion:\n# [[assert]]\n"
    });
    for key in KEYS.iter().filter(|key| key.table == "assert") {
        let value = if key.default.is_empty() { key.example } else { key.default };
        comment(&mut out, "#   # ", key.doc(lang));
        // Of two keys that exclude each other the first stands in the example.
        let sign = if matches!(key.name, "opening" | "at-least") { "#   # " } else { "# " };
        let _ = writeln!(out, "{sign}{} = {value}", key.name);
    }
    out
}

fn keys(out: &mut String, table: &str, lang: Lang) {
    for key in KEYS.iter().filter(|key| key.table == table) {
        if table.is_empty() {
            out.push('\n');
        }
        comment(out, "# ", key.doc(lang));
        let _ = match (key.default, key.example) {
            ("", example) => writeln!(out, "# {} = {example}", example_name(key)),
            (default, example) => writeln!(out, "{} = {default}  # {example}", key.name),
        };
    }
}

/// A key that stands for any name is shown with one.
fn example_name(key: &ProjectKey) -> &'static str {
    if key.name == "RULE" { "deck-size" } else { key.name }
}

fn comment(out: &mut String, sign: &str, text: &str) {
    for line in textwrap::wrap(text, 96) {
        let _ = writeln!(out, "{sign}{line}");
    }
}
