//! Functions from texts to a text, on the rows of `tests/functions`. A heading `## FUNCTION` names
//! the function of the rows below it; arrows stand between its arguments and its result. Cells are
//! trimmed; `\s` is a blank, and the other escapes are those of Rust.

use crate::{
    common::{scratch, write_file},
    posted_forms::read_meaning,
};
use sleeve::{
    catalog::{self, source},
    decks::{Hints, RawCard, RawDeck, RawItem, find, fingerprint, is_deck, read_all},
    event::{Event, EventError, Lock},
    files, grammar,
    language::{Quantity, Rational, ast::Operator},
    model::{
        CardIndex, Catalog, Date, Fingerprint, Game, Lang, Noun, Number, Text,
        card::Value,
        fold,
        hidden::{escaped, escaped_json, escaped_lines, is_hidden, one_line, quoted_toml},
        pattern::LinePattern,
        reader::{Pointer, XmlPath},
    },
    odds::{Fraction, binomial},
    problem,
    report::{
        Style,
        cards::listing,
        forms::csv::CsvSheet,
        reference,
        stats::wide,
        text::{
            Typesetter, code_markup, escape, lines, typeset_french, typeset_french_html, words,
        },
    },
};
use std::{fmt::Display, io::Write};

/// The names that a word may have been meant as.
const NAMES: [&str; 8] =
    ["destiny", "deploy", "power", "ability", "effect", "effet", "deck-size", "hold"];

/// The deck that `docs/seals.md` describes.
const CANONICAL: &str = "sleeve-deck/1\ngame skylark\nrole\ndeck 2 lark\ndeck 1 wren\n";

const EFFECTS: &str = r#"
id = "g"
name = "G"
readers = ["toml"]
[sources.rulebook]
name = "Rulebook"
[kinds.card]
name = "card"
[sets.s]
name = "S"
[triggers.ally]
name = { en = "ally", fr = "allié" }
[effects.screen]
name = { en = "screen", fr = "écran" }
amount = true
trigger = true
[effects.lateral-move]
name = { en = "lateral-move", fr = "déplacement-latéral" }
amount = true
trigger = true
"#;

fn unescape(cell: &str) -> String {
    let mut text = String::new();
    let mut rest = cell.trim();
    while let Some((before, after)) = rest.split_once('\\') {
        text += before;
        let (sign, behind) = after.split_at(1);
        rest = behind;
        text.push(match sign {
            "n" => '\n',
            "r" => '\r',
            "t" => '\t',
            "s" => ' ',
            "u" => {
                let (digits, behind) = rest[1..].split_once('}').unwrap();
                rest = behind;
                char::from_u32(u32::from_str_radix(digits, 16).unwrap()).unwrap()
            }
            other => other.chars().next().unwrap(),
        });
    }
    text + rest
}

fn shown(found: Option<impl Display>) -> String {
    found.map_or_else(|| "none".to_owned(), |found| found.to_string())
}

fn fraction(text: &str) -> Fraction {
    let (up, down) = text.split_once('/').unwrap_or((text, "1"));
    Fraction::new(up.parse().unwrap(), down.parse().unwrap()).unwrap()
}

fn rational(text: &str) -> Rational {
    let (up, down) = text.split_once('/').unwrap_or((text, "1"));
    Rational::new(up.parse().unwrap(), down.parse().unwrap()).unwrap()
}

/// `3`, `1..5`, `2..`, and with `?` behind it perhaps no value; `none`.
fn quantity(text: &str) -> Quantity {
    let Some(sure) = text.strip_suffix('?') else {
        let Some((low, high)) = text.split_once("..") else {
            return if text == "none" { Quantity::NONE } else { Quantity::exact(rational(text)) };
        };
        let [low, high] = [low, high].map(|end| (!end.is_empty()).then(|| rational(end)));
        return Quantity::range(low, high);
    };
    quantity(sure).perhaps()
}

fn compute(a: &str, operation: &str, b: &str) -> String {
    let (a, b) = (quantity(a), quantity(b));
    let found = match operation {
        "*" => a.times(b),
        "/" => a.divide(b),
        "+" => a.plus(b),
        "mod" => a.modulo(b),
        "least" => a.least(b),
        _ => {
            let operator = match operation {
                "<=" => Operator::AtMost,
                ">=" => Operator::AtLeast,
                "<" => Operator::Less,
                _ => Operator::NotEqual,
            };
            return format!("{:?}", a.compare(operator, &b));
        }
    };
    wide::format_cell(&found)
}

/// A card as it is read: copies and name, then what else its line says.
fn card(card: &RawCard) -> String {
    let part = card
        .part
        .as_ref()
        .map(|(count, word)| format!("{count} {word}"));
    let more = [card.remark.clone(), card.zone.clone(), part]
        .into_iter()
        .flatten();
    let mut words = vec![format!("{} {}", card.count, card.name), format!("{:?}", card.notation)];
    words.extend(card.hints.iter().cloned().chain(more));
    words.join(", ")
}

fn items(deck: &RawDeck) -> String {
    let items = deck.items.iter().map(|item| match item {
        RawItem::Zone(zone) => format!("zone {}", zone.value),
        RawItem::Heading(heading) => format!("[{}]", heading.value),
        RawItem::Card(card) => format!("{} {}", card.count, card.name),
    });
    items.collect::<Vec<_>>().join("; ")
}

/// A deck with its head and its notes.
fn whole_deck(deck: &RawDeck) -> String {
    let heads = [&deck.game, &deck.format, &deck.role, &deck.side, &deck.player, &deck.name];
    let mut words: Vec<String> = heads
        .into_iter()
        .flatten()
        .map(|head| head.value.clone())
        .collect();
    words.extend(
        deck.parameters
            .iter()
            .map(|(name, value)| format!("{}={}", name.value, value.value)),
    );
    words.push(items(deck));
    for (carrier, carried) in &deck.carried {
        words.push(format!("{} with {}", carrier.value, carried[0].value));
    }
    words.extend(deck.notes.iter().map(|note| note.message.en.to_string()));
    words.join(", ")
}

/// What is shown of each deck of a file, or the titles of its mistakes.
fn decks(name: &str, text: &str, show: impl Fn(&RawDeck) -> String) -> String {
    match read_all(name, text.as_bytes(), &Hints::default()) {
        Ok(decks) => decks.iter().map(show).collect::<Vec<_>>().join(" / "),
        Err(error) => {
            let titles = error.problems.iter().map(|problem| problem.title(Lang::En));
            titles.collect::<Vec<_>>().join("; ")
        }
    }
}

/// An event or a lock, or its mistakes with their lines.
fn events<T>(text: &str, parsed: Result<T, EventError>, show: impl Fn(&T) -> String) -> String {
    match parsed {
        Ok(parsed) => show(&parsed),
        Err(error) => {
            let mistakes = error.problems.iter().map(|problem| {
                let line = problem
                    .span()
                    .map_or(0, |span| text[..span.start].matches('\n').count() + 1);
                format!("{line}: {}", problem.title(Lang::En))
            });
            mistakes.collect::<Vec<_>>().join("; ")
        }
    }
}

/// How a search of a folder takes an empty file of this name.
fn find_named(name: &str) -> String {
    let folder = scratch("functions-find");
    write_file(&folder, name, "");
    let found = find(&[&folder]);
    match found.skipped.first() {
        Some(skipped) => format!("{:?}", skipped.why),
        None => format!("{} decks", found.files.len()),
    }
}

/// A game with two effects and a trigger, and a card with a printed effect: what it is read as.
fn effects(printed: &str) -> String {
    let card = format!(
        "[file]\nset = \"s\"\nprovenance = \"rulebook\"\n[[card]]\nid = \"a\"\nkind = \"card\"\neffects = ['{printed}']\n"
    );
    let files = [("game.toml", EFFECTS.to_owned()), ("cards.toml", card)];
    let files = files
        .map(|(name, text)| (name.into(), text.into_bytes()))
        .into();
    let layers = source::read_layers_from_bytes("g".as_ref(), files, &[]).unwrap();
    let applied = source::apply_layer(Catalog::default(), &layers[0]);
    if let Some(error) = applied.errors.first() {
        return error
            .to_string()
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned();
    }
    let face = &applied.catalog.cards.record(CardIndex(0)).faces[0];
    let shown = face.effects.iter().map(|effect| {
        let amount = match &effect.amount {
            None => String::new(),
            Some(Value::Unknown(of)) => format!(" {}..{}", shown(of.min), shown(of.max)),
            Some(Value::Number(amount)) => format!(" {amount}"),
            Some(other) => format!(" {other:?}"),
        };
        let trigger = if effect.trigger.is_some() { " on a trigger" } else { "" };
        let group = effect
            .choice
            .map_or_else(String::new, |group| format!(" of {group}"));
        format!(
            "{}{amount}{trigger}{group}",
            applied.catalog.game.effects[usize::from(effect.effect.0)]
                .named
                .id
        )
    });
    shown.collect::<Vec<_>>().join("; ")
}

/// Names with words beside them: `a=1 b=`.
fn offered(names: &str, lang: Lang) -> String {
    let names = names.split(' ').filter_map(|name| name.split_once('='));
    let names: Vec<_> = names
        .map(|(name, beside)| (name.to_owned(), beside.to_owned()))
        .collect();
    problem::Worded::new(&problem::DidYouMean(&names), lang).to_string()
}

/// Texts at their anchors: `0 left|0.5 middle`.
fn placed(cells: &str, width: usize) -> String {
    let cells = cells.split('|').map(|cell| cell.split_once(' ').unwrap());
    let cells: Vec<_> = cells
        .map(|(at, text)| (at.parse().unwrap(), text))
        .collect();
    shown(lines::place_texts(&cells, width))
}

fn sheet_row(cells: &str, new: for<'o> fn(&'o mut Vec<u8>) -> CsvSheet<&'o mut Vec<u8>>) -> String {
    let mut out = Vec::new();
    let mut sheet = new(&mut out);
    sheet.row(cells.split(" | ")).unwrap();
    sheet.finish().unwrap();
    String::from_utf8(out).unwrap()
}

fn typeset_stream(text: &str) -> String {
    let mut out = Vec::new();
    write!(Typesetter::new(&mut out, true), "{text}").unwrap();
    String::from_utf8(out).unwrap()
}

fn read_line(pattern: &str, line: &str) -> String {
    let pattern = LinePattern::parse(pattern).unwrap();
    let words = pattern.read(line, "Side").map(|filled| {
        let words: Vec<&str> = pattern
            .holes()
            .filter_map(|hole| filled.get(hole))
            .collect();
        words.join(", ")
    });
    shown(words)
}

/// A sample of a pattern and what the pattern reads of it, or its fault.
fn pattern(text: &str) -> String {
    match LinePattern::parse(text) {
        Err(fault) => format!("{fault:?}"),
        Ok(pattern) => {
            let sample = pattern.sample(None);
            format!("{sample} = {}", read_line(text, &sample))
        }
    }
}

/// Whether the French of a mistake in TOML is known.
fn toml_mistake(text: &str) -> String {
    let error = text.parse::<toml::Table>().expect_err(text);
    let message = error.message().replace('\n', ", ");
    let french = problem::Worded::new(&files::ForeignSentence(&message), Lang::Fr).to_string();
    if french.starts_with('«') { message } else { "known".to_owned() }
}

fn call(function: &str, args: &[&str]) -> String {
    let a = args[0];
    let b = args.get(1).copied().unwrap_or_default();
    let number = || b.parse::<u32>().unwrap();
    let style = Style::PLAIN;
    match function {
        "fold" => fold::fold(a),
        "key" => fold::key(a),
        "escaped" => escaped(a).into_owned(),
        "escaped_lines" => escaped_lines(a).into_owned(),
        "escaped_json" => escaped_json(a).into_owned(),
        "quoted_toml" => quoted_toml(a),
        "one_line" => one_line(a).into_owned(),
        "hidden" => a
            .chars()
            .filter(|sign| is_hidden(*sign))
            .count()
            .to_string(),
        "de" => grammar::say(Lang::Fr, 1, "\u{1e}{de 0}", &[&a]),
        "que" => grammar::say(Lang::Fr, 1, "\u{1e}{que 0}", &[&a]),
        "si" => grammar::say(Lang::Fr, 1, "\u{1e}{si 0}", &[&a]),
        "french plural" => Lang::Fr.pluralize(a),
        "copies" => words::format_count(b.parse::<i64>().unwrap(), a, Lang::En),
        "copies in French" => words::format_count(b.parse::<i64>().unwrap(), a, Lang::Fr),
        "nearest" => problem::nearest_names(a, NAMES).join(", "),
        "mistake in TOML" => toml_mistake(a),
        "sentence of others" => {
            let said = |lang| problem::Worded::new(&files::ForeignSentence(a), lang).to_string();
            format!("{} / {}", said(Lang::En), said(Lang::Fr))
        }
        "nearest of" => problem::nearest_names(a, b.split(' ')).join(", "),
        "offer" => offered(a, Lang::En),
        "offer in French" => offered(a, Lang::Fr),
        "plural of the data" => {
            let one = Text { en: a.into(), fr: a.into() };
            let many = Text { en: b.into(), fr: b.into() };
            words::pluralize(&Noun { one, many, gender: None }, Lang::Fr)
        }
        "day" => Date::from_days(a.parse().unwrap()).to_string(),
        "number" => shown(Number::parse(a)),
        "date" => shown(Date::parse(a)),
        "XML path" => shown(XmlPath::parse(a)),
        "pointer" => shown(Pointer::parse(a)),
        "pattern" => pattern(a),
        "line" => read_line(a, b),
        "fingerprint" => shown(a.parse::<Fingerprint>().ok()),
        "fingerprint of the manual" => Fingerprint::from_canonical(CANONICAL).to_string(),
        "nonce" => shown(a.parse::<fingerprint::Nonce>().ok()),
        "seal of the manual" => fingerprint::seal(CANONICAL, a.parse().unwrap()).to_string(),
        "fraction" => fraction(a).to_string(),
        "threshold" => shown(Fraction::parse(a)),
        "percentage" => fraction(a).percentage(number()),
        "decimal" => fraction(a).decimal(number()),
        "one in" => shown(fraction(a).one_in()),
        "float" => format!("{:?}", fraction(a).to_f64()),
        "minus" => fraction(a).minus(&fraction(b)).to_string(),
        "binomial" => binomial(a.parse().unwrap(), number()).to_string(),
        "share" => words::percentage(a.parse().unwrap(), 1),
        "rational" => rational(a).to_string(),
        "terms" => format!("{}, {}", rational(a).numerator(), rational(a).denominator()),
        "floor and ceiling" => format!("{}, {}", rational(a).floor(), rational(a).ceil()),
        "rational modulo" => shown(rational(a).modulo(rational(b))),
        "order" => format!("{:?}", rational(a).cmp(&rational(b))),
        "quantity" => quantity(a).to_string(),
        "quantity in French" => quantity(a).in_words(Lang::Fr),
        "computed" => compute(a, b, args[2]),
        "spreadsheet cell" => escape::cell(a).into_owned(),
        "visible" => escape::visible(a).into_owned(),
        "printed in colour" => lines::print_ready(a, &Style { colour: true, ..style }).into_owned(),
        "printed" => lines::print_ready(a, &style).into_owned(),
        "folded" => lines::print_ready(a, &Style { width: 20, wraps: true, colour: true, ..style })
            .into_owned(),
        "wrapped" => {
            lines::wrap(a, b.parse().unwrap(), &Style { lang: Lang::Fr, ..style }).join("/")
        }
        "typeset" => typeset_french(a).into_owned(),
        "typeset stream" => typeset_stream(a),
        "placed" => placed(a, b.parse().unwrap()),
        "CSV" => sheet_row(a, |out| CsvSheet::csv(out)),
        "TSV" => sheet_row(a, |out| CsvSheet::tsv(out)),
        "typeset HTML" => typeset_french_html(a),
        "code" => code_markup(a).0,
        "citation" => {
            let cite = Text { en: a.into(), fr: b.into() };
            let said = [Lang::En, Lang::Fr]
                .map(|lang| reference::cite_in_words(&cite, &Game::default(), lang));
            said.join(" / ")
        }
        "natural order" => {
            let mut ids: Vec<&str> = a.split(' ').collect();
            ids.sort_by(|a, b| listing::compare_naturally(a, b));
            ids.join(" ")
        }
        "meaning" => read_meaning(a),
        "list" => decks("list.txt", a, items),
        "cards" => {
            decks("list.txt", a, |deck| deck.cards().map(card).collect::<Vec<_>>().join("; "))
        }
        "places" => decks("list.txt", a, |deck| {
            deck.cards()
                .map(|card| deck.text_at(&card.span))
                .collect::<Vec<_>>()
                .join("; ")
        }),
        "decks" => decks("list.txt", a, whole_deck),
        "deck" => decks("deck.toml", a, whole_deck),
        "paragraphs" => decks("list.txt", &a.repeat(b.parse().unwrap()), |deck| {
            deck.cards()
                .filter(|card| card.starts_paragraph)
                .count()
                .to_string()
        }),
        "effects" => effects(a),
        "event" => events(a, Event::parse("e.toml", a), |event| {
            let brings = event
                .brings
                .iter()
                .chain(&event.players)
                .map(|name| name.value.clone());
            let parameters = event
                .parameters
                .iter()
                .map(|(name, value)| format!("{}={value}", name.value));
            let rounds = event
                .rounds
                .iter()
                .map(|round| round.value.display().to_string());
            let mut words = vec![event.name.clone(), shown(event.day)];
            words.extend(brings.chain(parameters).chain(rounds));
            words.join(", ")
        }),
        "lock" => events(a, Lock::parse("e.lock", a), |lock| lock.text("e.toml")),
        "is a deck" => {
            is_deck(a.as_ref(), b, &catalog::open("swccg", &[]).unwrap().game.described).to_string()
        }
        "found in a folder" => find_named(a),
        other => panic!("no function is called `{other}`"),
    }
}

#[test]
fn functions_return_what_the_tables_say() {
    let mut wrong = Vec::new();
    for file in std::fs::read_dir("tests/functions").unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let mut function = "";
        for row in text
            .lines()
            .filter(|row| !row.is_empty() && !row.starts_with("# "))
        {
            if let Some(name) = row.strip_prefix("## ") {
                function = name;
                continue;
            }
            let cells: Vec<String> = row.split('→').map(unescape).collect();
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            let (wanted, args) = cells.split_last().unwrap();
            let found = call(function, args);
            if found.trim() != wanted.trim() {
                wrong.push(format!("{function}: {row}\n  found: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
