//! What could not be asked of decks, and which of them satisfy a condition, in words.

use crate::diagnostic::{Diagnostic, Severity};
use crate::escape::safe;
use crate::style::Style;
use crate::words::{near_or_all, say};
use crate::{aside, language};
use sleeve_check::{DescribeError, Kept, RefusedText};
use sleeve_data::model::Lang;
use sleeve_data::problem::Message;
use sleeve_odds::stats::StatsError;

/// So many decks are named for people; documents name all.
const NAMED_DECK_LIMIT: usize = 20;

/// Something that was asked for and does not exist.
pub fn diagnostic<'a>(found: &'a DescribeError, style: &Style) -> Diagnostic<'a> {
    match &found.error {
        StatsError::Zone { name, candidates } => {
            let there_is_none = style.say("there is no zone", "il n'y a pas de zone");
            Diagnostic::error(format!("{there_is_none} `{name}`"))
                .help(near_or_all(name, candidates, style.lang))
        }
        StatsError::Aside(error) => aside::diagnostic(error, style.lang),
        StatsError::NotThere(card) => {
            let name = found.catalog.cards.card(*card).title(style.lang);
            let name = safe(name).into_owned();
            Diagnostic::error(say(
                style.lang,
                format!("the deck holds no (further) copy of `{name}` to set aside"),
                format!("le deck n'a pas (d'autre) exemplaire de « {name} » à mettre à part"),
            ))
        }
        StatsError::Language { text, error } => {
            let name = style.say("command line", "ligne de commande");
            language::diagnostic(error, name, text, style.lang)
        }
    }
}

/// Why decks of a game could not be asked, in a sentence.
pub fn reason(refused: &RefusedText, lang: Lang) -> String {
    match &refused.why.error {
        StatsError::Language { error, .. } => error.title(lang),
        _ => diagnostic(&refused.why, &Style { lang, ..Style::PLAIN }).title,
    }
}

/// That decks of a game could not be asked.
pub fn note(refused: &RefusedText, style: &Style) -> Diagnostic<'static> {
    let (game, text) = (refused.why.catalog.game.id(), &refused.text);
    let reason = reason(refused, style.lang);
    let title = match (style.lang, refused.decks) {
        (Lang::En, 1) => format!("no answer to `{text}` for 1 deck of {game}: {reason}"),
        (Lang::En, n) => format!("no answer to `{text}` for {n} decks of {game}: {reason}"),
        (Lang::Fr, 1) => format!("pas de réponse à « {text} » pour 1 deck de {game} : {reason}"),
        (Lang::Fr, n) => format!("pas de réponse à « {text} » pour {n} decks de {game} : {reason}"),
    };
    Diagnostic::error(title).severity(Severity::Note)
}

/// How many decks satisfy a condition, and of which it is not known.
pub fn describe_kept(kept: &Kept, condition: &str, style: &Style) -> Vec<String> {
    let (held, asked, condition) = (kept.decks.len(), kept.asked, safe(condition));
    let mut lines = vec![match (style.lang, held) {
        (Lang::En, 1) => format!("1 of {asked} decks satisfies `{condition}`"),
        (Lang::En, n) => format!("{n} of {asked} decks satisfy `{condition}`"),
        (Lang::Fr, 0 | 1) => format!("{held} deck sur {asked} remplit « {condition} »"),
        (Lang::Fr, n) => format!("{n} decks sur {asked} remplissent « {condition} »"),
    }];
    if kept.unknown.is_empty() {
        return lines;
    }
    let paths: Vec<String> =
        kept.unknown.iter().take(NAMED_DECK_LIMIT).map(|path| safe(path).into_owned()).collect();
    let (paths, n) = (paths.join(", "), kept.unknown.len());
    let mut line = match (style.lang, n) {
        (Lang::En, 1) => format!("1 more is left out, for it rests on unknown facts: {paths}"),
        (Lang::En, _) => format!("{n} more are left out, for it rests on unknown facts: {paths}"),
        (Lang::Fr, 1) => format!("1 autre est écarté, cela dépend de faits inconnus : {paths}"),
        (Lang::Fr, _) => {
            format!("{n} autres sont écartés, cela dépend de faits inconnus : {paths}")
        }
    };
    if let more @ 1.. = n.saturating_sub(NAMED_DECK_LIMIT) {
        line.push_str(&match style.lang {
            Lang::En => format!(", and {more} that `-o json` names"),
            Lang::Fr => format!(", et {more} que nomme « -o json »"),
        });
    }
    lines.push(line);
    lines
}
