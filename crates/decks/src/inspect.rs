//! Finds what makes a deck unusable: names unknown to its format or game.

use super::{
    line::parse_line,
    messages::{DeckError, DeckMessage, DeckProblem, DeckTerm},
    resolve::name_and_id,
};
use sleeve_data::{
    Arrange,
    model::{Catalog, Deck, Format, Lang, Number, Setting},
    problem::{Candidates, Problem},
};

/// Checks that a deck can be judged under this format: every line names a card, and the format
/// declares its zones, its role and its parameters.
///
/// # Errors
/// All problems at once, in the order of the file.
pub fn inspect(deck: &Deck, catalog: &Catalog, format: &Format) -> Result<(), DeckError> {
    let mut problems = Vec::new();
    check_lines(deck, catalog, &mut problems);
    for zone in deck
        .zones
        .iter()
        .filter(|z| format.zone(&z.value).is_none())
    {
        let known = format.zones.iter().map(|z| z.named.id.as_str());
        problems.push(unknown_name(DeckTerm::Zone, &zone.value, zone.span.clone(), format, known));
    }
    if let Some(role) = deck
        .role
        .as_ref()
        .filter(|r| format.role(&r.value).is_none())
    {
        let known = format.roles.iter().map(|r| r.named.id.as_str());
        problems.push(unknown_name(DeckTerm::Role, &role.value, role.span.clone(), format, known));
    }
    check_parameters(deck, format, &mut problems);
    if problems.is_empty() {
        return Ok(());
    }
    problems.arrange_by_key(|p| p.span().map_or(0, |s| s.start));
    Err(DeckError { path: deck.path.clone(), text: deck.text.clone(), problems })
}

fn check_lines(deck: &Deck, catalog: &Catalog, problems: &mut Vec<DeckProblem>) {
    for line in &deck.unresolved {
        let kind = match line.count {
            0 => {
                let number = parse_line(&line.text).and_then(|parts| parts.count.err());
                DeckMessage::Count { found: number.unwrap_or("0").to_owned() }
            }
            _ => {
                let candidates = line.candidates.iter();
                let cards = candidates
                    .map(|card| name_and_id(catalog, *card, Lang::En))
                    .collect();
                let name = line.text.clone();
                if line.ambiguous {
                    DeckMessage::Ambiguous { name, cards }
                } else {
                    DeckMessage::NoCard { name, cards }
                }
            }
        };
        problems.push(Problem::from_span(line.span.clone(), kind));
    }
}

fn unknown_name<'a>(
    what: DeckTerm,
    name: &str,
    span: std::ops::Range<usize>,
    format: &Format,
    known: impl Iterator<Item = &'a str> + Clone,
) -> DeckProblem {
    let candidates = Candidates::nearest_or_all(name, known);
    let within = format.named.id.clone();
    Problem::from_span(
        span,
        DeckMessage::Unknown {
            what,
            name: name.to_owned(),
            within: within.to_string(),
            candidates,
        },
    )
}

fn check_parameters(deck: &Deck, format: &Format, problems: &mut Vec<DeckProblem>) {
    for (name, value) in &deck.parameters {
        let Some(declared) = format.parameter(&name.value) else {
            let known = format.parameters.iter().map(|p| p.named.id.as_str());
            let what = DeckTerm::Parameter;
            problems.push(unknown_name(what, &name.value, name.span.clone(), format, known));
            continue;
        };
        if !declared.allows(&declared.normalize(&value.value)) {
            let kind = DeckMessage::Value {
                name: name.value.clone(),
                found: value.value.to_string(),
                allowed: allowed_values(&declared.choices(), declared.min, declared.max),
            };
            problems.push(Problem::from_span(value.span.clone(), kind));
        }
    }
}

fn allowed_values(list: &[Setting], low: Option<Number>, high: Option<Number>) -> String {
    if !list.is_empty() {
        let words: Vec<String> = list.iter().map(Setting::to_string).collect();
        return words.join(" | ");
    }
    match (low, high) {
        (Some(low), Some(high)) => format!("{low}–{high}"),
        (Some(low), None) => format!(">= {low}"),
        (None, Some(high)) => format!("<= {high}"),
        (None, None) => String::new(),
    }
}
