//! The smallest repair of a deck in one line, as `check` tells it beside what is wrong.

use super::escape::safe;
use super::lines::wrap;
use super::style::Style;
use sleeve_check::{CheckedDeck, Mend};
use sleeve_data::model::{Catalog, Lang};
use sleeve_decks::Move;

/// More different cards than this do not fit a line.
const NAMED_CARD_LIMIT: usize = 6;
/// Who is further from a legal deck wants to choose.
const LISTED_CHANGE_LIMIT: u64 = 10;
/// Lines behind the first are moved in so far.
const INDENT: usize = 2;

/// The line, where a repair is known.
pub(super) fn repair_line(deck: &CheckedDeck, style: &Style) -> Option<String> {
    let (mend, catalog) = deck.mend().zip(deck.catalog())?;
    let changes = mend.moves.changes();
    let named = mend.moves.out.len() + mend.moves.come.len();
    let told = match (named > NAMED_CARD_LIMIT || changes > LISTED_CHANGE_LIMIT, style.lang) {
        (false, _) => describe_moves(mend, catalog, style.lang),
        (true, Lang::En) => format!("{changes} changes, which `sleeve fix` tells"),
        (true, Lang::Fr) => format!("{changes} changements, que `sleeve fix` énonce"),
    };
    let head = style.set(style.say("fix:", "réparation :"));
    let lines = wrap(&format!("{head} {told}"), style.width.saturating_sub(INDENT).max(20), style);
    Some(lines.join(&format!("\n{}", " ".repeat(INDENT))).replacen(&*head, &style.bold(&head), 1))
}

/// What goes out, then what comes in; zones are named where there are several.
fn describe_moves(mend: &Mend, catalog: &Catalog, lang: Lang) -> String {
    let all = || mend.moves.out.iter().chain(&mend.moves.come);
    let zones = all().any(|moved| all().any(|other| other.zone != moved.zone));
    let told = |sign: &str, moved: &Move, others: u32| {
        let name = safe(catalog.cards.card(moved.card).title(lang)).into_owned();
        let zone = if zones { format!(" [{}]", safe(&moved.zone)) } else { String::new() };
        let others = match (others, lang) {
            (0, _) => String::new(),
            (1, Lang::En) => " (or another)".to_owned(),
            (n, Lang::En) => format!(" (or one of {n} others)"),
            (1, Lang::Fr) => " (ou une autre)".to_owned(),
            (n, Lang::Fr) => format!(" (ou l'une de {n} autres)"),
        };
        format!("{sign}{} {name}{zone}{others}", moved.count)
    };
    let out = mend.moves.out.iter().map(|moved| told("-", moved, 0));
    let alike = mend.alike.iter().copied().chain(std::iter::repeat(0));
    let come = mend.moves.come.iter().zip(alike).map(|(moved, others)| told("+", moved, others));
    out.chain(come).collect::<Vec<_>>().join(", ")
}
