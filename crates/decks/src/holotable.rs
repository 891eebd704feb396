//! Decks of Holotable and Holodeck (`.htd`), with image paths instead of names. The first version
//! repeats the text of every card; the second (`ver 2`) does not.

use super::{
    decode::DeckText,
    form::Confidence,
    gemp::OUTSIDE,
    limits::MAX_ENTRIES,
    line::parse_copies,
    messages::{DeckMessage, DeckProblem},
    raw::{CopyNotation, RawCard, RawDeck, RawItem},
    view::DeckView,
};
use sleeve_data::{
    files::FileMessage,
    grammar::capitalize,
    model::{CardIndex, Lang, Spanned, card::NameRole},
    problem::{Problem, Problems, span_within},
};
use std::fmt::Write;

const FORMAT: &str = "htd";
/// The zone of the cards that Holodeck marks as starting.
pub(super) const STARTING: &str = "starting";

/// The folder of player-made cards. Their path is kept as an id that no card has, because by its
/// slug such a card could be mistaken for a printed one.
const PLAYER_MADE_FOLDER: &str = "legacy";

pub(super) fn detect(source: &DeckText) -> Confidence {
    let first = source
        .text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or("");
    let head = first.starts_with("ver ") || first.starts_with("back ");
    let is_ours = source.extension == "htd"
        || head && source.text.lines().any(|line| line.starts_with("card \"/"));
    if is_ours { Confidence::Yes } else { Confidence::No }
}

pub(super) fn read(source: &DeckText, mut deck: RawDeck) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    let mut problems = Problems::default();
    for line in source.text.lines() {
        let line = line.trim();
        let head = ["ver ", "back ", "//", "#"]
            .iter()
            .any(|h| line.starts_with(h));
        if line.is_empty() || head {
            continue;
        }
        if deck.items.len() >= MAX_ENTRIES {
            problems.fail(span_within(&source.text, line), DeckMessage::TooMany);
            break;
        }
        if let Err(problem) = read_card(line, &source.text, &mut deck) {
            problems.push(problem);
        }
    }
    if problems.is_empty() && deck.items.is_empty() {
        problems.push(DeckMessage::Empty);
    }
    problems.into_result(vec![deck])
}

/// Reads `card "PATH" ["TEXT"] COPIES [x STARTING]`.
fn read_card(line: &str, text: &str, deck: &mut RawDeck) -> Result<(), DeckProblem> {
    let quoted = line
        .strip_prefix("card ")
        .and_then(|rest| rest.trim_start().strip_prefix('"'));
    let Some(quoted) = quoted else {
        return Err(syntax_error(text, line, "a line `card \"PATH\" COPIES` was expected"));
    };
    let Some((path, rest)) = quoted.split_once('"') else {
        return Err(syntax_error(text, line, "the path has no end"));
    };
    let (shown, numbers) = match rest.trim_start().strip_prefix('"') {
        Some(shown) => match shown.rsplit_once('"') {
            Some((shown, numbers)) => (Some(shown), numbers),
            None => return Err(syntax_error(text, line, "the card's text has no end")),
        },
        None => (None, rest),
    };
    let numbers: Vec<&str> = numbers.split_whitespace().collect();
    let copies = parse_count(numbers.first().copied().unwrap_or(""), text, line)?;
    let starting = match numbers.get(2) {
        Some(digits) => digits.parse::<u32>().unwrap_or(0).min(copies),
        None => 0,
    };
    let Some((side, card)) = parse_path(path, shown) else {
        return Err(syntax_error(text, line, "no set and card in the path"));
    };
    if deck.side.is_none() {
        deck.side = side.map(|side| Spanned::new(side.to_owned(), span_within(text, side)));
    }
    let card = RawCard { notation: CopyNotation::Separate, span: span_within(text, line), ..card };
    for (count, zone) in [(starting, Some(STARTING)), (copies - starting, None)] {
        if count > 0 {
            let zone = zone.map(str::to_owned);
            deck.items
                .push(RawItem::Card(RawCard { count, zone, ..card.clone() }));
        }
    }
    Ok(())
}

fn syntax_error(text: &str, line: &str, message: &str) -> DeckProblem {
    let kind = FileMessage::Syntax { form: FORMAT, message: message.to_owned() };
    Problem::from_span(span_within(text, line), kind.into())
}

fn parse_count(digits: &str, text: &str, line: &str) -> Result<u32, DeckProblem> {
    match parse_copies(digits) {
        Some(count @ 1..) => Ok(count),
        _ => {
            let place =
                if digits.is_empty() { span_within(text, line) } else { span_within(text, digits) };
            Err(Problem::from_span(place, DeckMessage::Count { found: digits.to_owned() }))
        }
    }
}

/// The side and the card of `/starwars/Set-Side/t_slug`. The name comes from the text next to it,
/// if any.
fn parse_path<'a>(path: &'a str, shown: Option<&str>) -> Option<(Option<&'a str>, RawCard)> {
    let (folder, slug) = path.split_once("/t_")?;
    let last = folder.rsplit('/').next().filter(|last| !last.is_empty())?;
    let (set, side) = match last.rsplit_once('-') {
        Some((set, side)) => (set, Some(side)),
        None => (last, None),
    };
    if path
        .split('/')
        .any(|folder| folder.eq_ignore_ascii_case(PLAYER_MADE_FOLDER))
    {
        let id = Some(path.trim_start_matches('/').to_owned());
        return Some((side, RawCard { id, ..RawCard::default() }));
    }
    let mut hints: Vec<String> = vec![set.to_owned()];
    hints.extend(side.map(str::to_owned));
    let title = shown.and_then(parse_title);
    let slug_name = slug.split('/').next().unwrap_or(slug);
    let card = match title {
        Some(title) => RawCard { name: title.to_owned(), hints, ..RawCard::default() },
        None => RawCard { name: slug_name.to_owned(), is_slug: true, hints, ..RawCard::default() },
    };
    Some((side, card))
}

/// The title of `•Endor (0)\nDark Location …`: the part before the destiny.
fn parse_title(shown: &str) -> Option<&str> {
    let first = shown.split("\\n").next().unwrap_or(shown).trim();
    let (title, _) = first.rsplit_once(" (")?;
    Some(title.trim()).filter(|t| !t.is_empty())
}

/// Writes the second version, because the first repeats the text of every card, which our data does
/// not contain.
pub(super) fn write(view: &DeckView) -> String {
    // The picture of the card backs, which shows the side.
    let back = match view.shared_value() {
        Some("light") => "reb.gif",
        _ => "imp.gif",
    };
    let mut out = format!("ver 2\nback {back}\n");
    for zone in view.zones().into_iter().filter(|zone| *zone != OUTSIDE) {
        for row in view.rows(zone) {
            let Ok(card) = row.card else { continue };
            let path = card_path(view, card);
            let n = row.count;
            let _ = match zone {
                STARTING => writeln!(out, "card \"{path}\" {n} {n} {n}"),
                _ => writeln!(out, "card \"{path}\" {n}"),
            };
        }
    }
    out
}

/// The path `/starwars/Set-Side/t_slug`, with the slug of the back if the card has one.
fn card_path(view: &DeckView, card: CardIndex) -> String {
    let shown = view.catalog.cards.card(card);
    let set = shown
        .sets()
        .next()
        .and_then(|set| view.catalog.game.sets.get(set.index()));
    let folder = set.map_or_else(String::new, |set| {
        // A one-word alias is the folder's name; short aliases are codes.
        let word = set.named.aliases.iter().find(|alias| {
            alias.len() > 5 && alias.starts_with(char::is_uppercase) && !alias.contains(' ')
        });
        word.map_or_else(|| keep_alphanumeric(set.named.name.get(Lang::En)), ToString::to_string)
    });
    let side = capitalize(view.side(card).unwrap_or(""));
    let name = shown.name(Lang::En);
    let slug = slug(name.strip_suffix(" (V)").unwrap_or(name));
    let back = shown
        .names()
        .find(|(role, ..)| matches!(role, NameRole::Face(_)));
    match back {
        Some((_, back, _)) => {
            format!("/TWOSIDED/starwars/{folder}-{side}/t_{slug}/{}", self::slug(back))
        }
        None => format!("/starwars/{folder}-{side}/t_{slug}"),
    }
}

fn keep_alphanumeric(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

fn slug(name: &str) -> String {
    let kept = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '&');
    kept.map(|c| c.to_ascii_lowercase()).collect()
}
