//! Until which day a deck stays legal, in words.

use super::escape::safe;
use super::human::verdict_word;
use super::style::Style;
use sleeve_check::{CheckedDeck, LegalUntil};
use sleeve_data::model::Lang;
use sleeve_rules::Verdict;

/// One line; `None` where it was not asked, or the deck is not legal.
pub(crate) fn line(deck: &CheckedDeck, style: &Style) -> Option<String> {
    let line = match deck.until.as_ref()? {
        LegalUntil::NotLegal => return None,
        LegalUntil::Open => style.say("no end is known", "sans fin connue").to_owned(),
        LegalUntil::AtLeast(day) => match style.lang {
            Lang::Fr => format!("au moins jusqu'au {day}"),
            Lang::En => format!("until {day} at least"),
        },
        LegalUntil::Ends { last, then, rule } => {
            let rule = rule.as_deref().map(|rule| format!(" [{}]", safe(rule)));
            let (then, rule) = (verdict_word(*then, style.lang), rule.unwrap_or_default());
            match style.lang {
                Lang::Fr => format!("jusqu'au {last}, ensuite {then}{rule}"),
                Lang::En => format!("until {last}, then {then}{rule}"),
            }
        }
    };
    Some(line)
}

/// The last day alone, for a cell.
pub(crate) fn cell(deck: &CheckedDeck) -> String {
    let last = deck.until.as_ref().and_then(LegalUntil::last);
    last.map(|day| day.to_string()).unwrap_or_default()
}

/// What a document says of the day after.
pub(crate) fn then(deck: &CheckedDeck) -> Option<(Verdict, Option<&str>)> {
    match deck.until.as_ref()? {
        LegalUntil::Ends { then, rule, .. } => Some((*then, rule.as_deref())),
        _ => None,
    }
}
