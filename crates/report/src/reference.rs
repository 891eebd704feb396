//! The reference of the pile language as text, from the tables that the parser reads.

use super::escape::safe;
use super::style::Style;
use sleeve_data::model::Catalog;
use sleeve_language::sections;
use std::fmt::Write;

/// The widest column of forms; longer ones stand on a line of their own.
const WIDEST: usize = 26;

/// The language, with the vocabulary of a game where one is named.
pub fn language(catalog: Option<&Catalog>, style: &Style) -> String {
    let page = style.width.min(100);
    let intro = style.say(
        "One language describes cards and piles of cards: filters in `cards`, conditions in rules, assertions and odds, measures in `stats`. Case and accents never matter.",
        "Un seul langage décrit les cartes et les piles de cartes : filtres de `cards`, conditions des règles, des assertions et des probabilités, mesures de `stats`. Ni la casse ni les accents ne comptent.",
    );
    let mut out = textwrap::fill(&style.set(intro), page);
    out.push('\n');
    for section in sections(catalog, style.lang) {
        let _ = writeln!(out, "\n{}", style.bold(&section.heading));
        rows(&mut out, &section.rows, style);
    }
    if catalog.is_none() {
        let hint = style.say(
            "`sleeve help language GAME` lists the fields, values and effects of a game.",
            "`sleeve help language JEU` énumère les champs, valeurs et effets d'un jeu.",
        );
        let _ = writeln!(out, "\n{hint}");
    }
    out
}

/// Forms with their meanings wrapped beside them.
fn rows(out: &mut String, rows: &[(String, String)], style: &Style) {
    let page = style.width.min(100);
    let columns = textwrap::core::display_width;
    let width = rows.iter().map(|(form, _)| columns(form)).max().unwrap_or(0).min(WIDEST);
    let gap = " ".repeat(width + 4);
    for (form, meaning) in rows {
        let options = textwrap::Options::new(page).initial_indent(&gap).subsequent_indent(&gap);
        let text = textwrap::fill(&style.set(&safe(meaning)), options);
        let form = safe(form);
        if columns(&form) > width {
            let _ = writeln!(out, "  {form}\n{text}");
        } else {
            let pad = " ".repeat(width - columns(&form));
            let _ = writeln!(out, "  {form}{pad}  {}", text.trim_start());
        }
    }
}
