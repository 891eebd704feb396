//! How many decks play each card, and which cards are played together.

use crate::{
    forms::csv::CsvSheet,
    game_data,
    text::{
        Style,
        diagnostic::{Diagnostic, Severity},
        escape::safe,
        table::{Column, TextTable},
        words::format_count,
    },
};
use sleeve_check::GameUsage;
use sleeve_data::model::{CardIndex, Catalog, Lang};
use sleeve_odds::stats::{CardUsage, PAIR_LIMIT};
use std::io::{self, Write};

/// Most cards of a game that are shown without `--all`.
const CARD_ROW_LIMIT: usize = 30;

/// Writes the sheet: a row for each card of each game, with the card most often played with it.
pub fn csv(games: &[GameUsage], out: &mut dyn Write) -> io::Result<()> {
    let mut sheet = CsvSheet::csv(out);
    sheet.row([
        "game",
        "card",
        "name",
        "decks",
        "of",
        "copies",
        "with",
        "with_name",
        "together",
        "affinity",
    ])?;
    for GameUsage { catalog, usage, .. } in games {
        for used in &usage.cards {
            let name = |card: CardIndex| catalog.cards.card(card).title(Lang::En).to_owned();
            let id = |card: CardIndex| catalog.cards.card(card).id().to_owned();
            let mut cells = vec![
                catalog.game.id().to_owned(),
                id(used.card),
                name(used.card),
                used.decks.to_string(),
                usage.decks.to_string(),
                used.copies.to_string(),
            ];
            cells.extend(match used.companions.first() {
                Some(with) => [
                    id(with.card),
                    name(with.card),
                    with.together.to_string(),
                    format!("{:.4}", with.affinity()),
                ],
                None => Default::default(),
            });
            sheet.row(cells)?;
        }
    }
    sheet.finish()
}

/// Writes the table for people, game by game: the most played cards, or all.
pub fn write(
    games: &[GameUsage],
    style: &Style,
    quiet: bool,
    all: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.typesetter(out);
    for (at, GameUsage { catalog, usage, left_out }) in games.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        let decks = format_count(usage.decks, "deck", style.lang);
        let cards = usage.cards.len();
        let different = say!(style.lang, cards, "1 card", "{n} different cards", n = cards, cards);
        let game = safe(catalog.game.named.name.get(style.lang)).into_owned();
        writeln!(out, "{}  {}", style.bold(&game), style.dim(&format!("({decks}, {different})")))?;
        // One more row takes no more room than the line that would mention it.
        let shown = if all || cards <= CARD_ROW_LIMIT + 1 { cards } else { CARD_ROW_LIMIT };
        usage_table(catalog, usage.cards.get(..shown).unwrap_or_default(), style)
            .write(out, style)?;
        if let more @ 1.. = cards - shown {
            let line = say!(style.lang, "… and {more} more cards; --all shows them");
            writeln!(out, "{}", style.dim(&line))?;
        }
        if let (n @ 1.., false) = (*left_out, quiet) {
            let line = say!(
                style.lang,
                n,
                "not counted: {n} card in other zones of the decks; choose zones with --zone",
                "not counted: {n} cards in other zones of the decks; choose zones with --zone"
            );
            writeln!(out, "{}", style.dim(&line))?;
        }
    }
    if quiet || games.is_empty() {
        return Ok(());
    }
    if games.iter().any(|game| {
        game.usage
            .cards
            .iter()
            .any(|used| !used.companions.is_empty())
    }) {
        let what =
            word!(style.lang, "together: decks with both cards, out of those with at least one");
        writeln!(out, "\n{}", style.dim(what))?;
    }
    let data = game_data::collect_data(games.iter().map(|game| &game.catalog));
    writeln!(out, "\n{}", style.dim(&game_data::data_line(&data, style)))
}

fn usage_table(catalog: &Catalog, cards: &[CardUsage], style: &Style) -> TextTable {
    let name = |card: CardIndex| catalog.cards.card(card).title(style.lang).to_owned();
    let mut columns = vec![
        Column::text(word!(style.lang, "Card")),
        Column::number(word!(style.lang, "Decks")),
        Column::number(word!(style.lang, "Copies")),
    ];
    let paired = cards.iter().any(|used| !used.companions.is_empty());
    if paired {
        columns.push(Column::text(word!(style.lang, "Most often with")));
        columns.push(Column::number(word!(style.lang, "Together")));
    }
    let mut table = TextTable::new(columns);
    for used in cards {
        let mut cells = vec![name(used.card), used.decks.to_string(), used.copies.to_string()];
        if let Some(with) = used.companions.first() {
            cells.extend([name(with.card), format!("{}/{}", with.together, with.either)]);
        }
        table.row(cells);
    }
    table
}

/// Notes that pairs of cards were not counted; `None` if they were.
pub fn missing_pairs_note(game: &GameUsage, lang: Lang) -> Option<Diagnostic<'static>> {
    let pairs = game.usage.too_many_pairs?;
    let id = game.catalog.game.id();
    let title = say!(
        lang,
        "pairs of cards in {id} are not counted: there are {pairs}, and the limit is {PAIR_LIMIT}"
    );
    let help = word!(lang, "give fewer decks, or choose a zone with `--zone`");
    Some(Diagnostic::error(title).severity(Severity::Note).help(help))
}
