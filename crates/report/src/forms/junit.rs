//! `check -o junit`: one test case per deck, for CI servers that read JUnit XML.

use crate::{
    forms::{human::game_and_format, report_items},
    text::escape::safe_lines,
};
use quick_xml::{
    Writer,
    events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event},
};
use sleeve_check::{Batch, CheckedConfig, CheckedDeck};
use sleeve_data::{
    model::Lang,
    problem::{Message, Severity},
};
use sleeve_language::Truth;
use sleeve_rules::Verdict;
use std::io::{self, Write};

/// Writes the document, with a test case for each deck, each `sleeve.toml` and each file that was
/// not read.
pub fn write(batch: &Batch, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let Batch { decks, configs, skipped: files } = batch;
    let mut ends: Vec<CaseOutcome> = decks.iter().map(deck_outcome).collect();
    ends.extend(configs.iter().map(config_outcome));
    ends.extend(files.iter().map(|_| CaseOutcome::Skipped));
    let mut xml = Writer::new_with_indent(out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    // Readers of JUnit expect `<testsuites>` around the suite.
    for element in ["testsuites", "testsuite"] {
        let mut start = BytesStart::new(element);
        start.push_attribute(("name", "sleeve check"));
        start.push_attribute(("tests", ends.len().to_string().as_str()));
        for (key, outcome) in [
            ("failures", CaseOutcome::Failure),
            ("errors", CaseOutcome::Error),
            ("skipped", CaseOutcome::Skipped),
        ] {
            let count = ends.iter().filter(|end| **end == outcome).count();
            start.push_attribute((key, count.to_string().as_str()));
        }
        xml.write_event(Event::Start(start))?;
    }
    for deck in decks {
        let class = game_and_format(deck);
        let class = class.as_deref().unwrap_or("deck");
        write_case(&mut xml, class, &deck.path, deck_outcome(deck), || deck_lines(deck, lang))?;
    }
    for config in configs {
        let file = config
            .path
            .rsplit(std::path::is_separator)
            .next()
            .unwrap_or(&config.path);
        write_case(&mut xml, file, &config.path, config_outcome(config), || {
            let items = report_items::config_items(config, lang).into_iter();
            items
                .map(|item| format!("[{}] {}", item.id, item.message))
                .collect()
        })?;
    }
    for file in files {
        write_case(&mut xml, "not-read", &file.path, CaseOutcome::Skipped, || {
            vec![file.why.title(lang)]
        })?;
    }
    xml.write_event(Event::End(BytesEnd::new("testsuite")))?;
    xml.write_event(Event::End(BytesEnd::new("testsuites")))?;
    writeln!(xml.get_mut())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CaseOutcome {
    Success,
    Failure,
    Error,
    Skipped,
}

fn deck_outcome(deck: &CheckedDeck) -> CaseOutcome {
    match (deck.verdict(), deck.assertion_truth()) {
        (Verdict::Unusable, _) => CaseOutcome::Error,
        (Verdict::Illegal, _) | (_, Truth::False) => CaseOutcome::Failure,
        (Verdict::Undetermined, _) | (_, Truth::Unknown) => CaseOutcome::Skipped,
        (Verdict::Legal, Truth::True) => CaseOutcome::Success,
    }
}

fn config_outcome(config: &CheckedConfig) -> CaseOutcome {
    match (config.is_unusable(), config.has(Severity::Error)) {
        (true, _) => CaseOutcome::Error,
        (false, true) => CaseOutcome::Failure,
        (false, false) => CaseOutcome::Success,
    }
}

fn write_case<W: Write>(
    xml: &mut Writer<W>,
    class: &str,
    name: &str,
    end: CaseOutcome,
    lines: impl FnOnce() -> Vec<String>,
) -> io::Result<()> {
    let mut case = BytesStart::new("testcase");
    case.push_attribute(("classname", xml_safe(class).as_str()));
    case.push_attribute(("name", xml_safe(name).as_str()));
    let element = match end {
        CaseOutcome::Success => return xml.write_event(Event::Empty(case)),
        CaseOutcome::Failure => "failure",
        CaseOutcome::Error => "error",
        CaseOutcome::Skipped => "skipped",
    };
    xml.write_event(Event::Start(case))?;
    let lines = lines();
    let mut start = BytesStart::new(element);
    let first = lines.first().map(String::as_str).unwrap_or_default();
    start.push_attribute(("message", xml_safe(first).as_str()));
    xml.write_event(Event::Start(start))?;
    xml.write_event(Event::Text(BytesText::new(&xml_safe(&lines.join("\n")))))?;
    xml.write_event(Event::End(BytesEnd::new(element)))?;
    xml.write_event(Event::End(BytesEnd::new("testcase")))
}

fn deck_lines(deck: &CheckedDeck, lang: Lang) -> Vec<String> {
    let wrong = report_items::deck_items(deck, lang)
        .into_iter()
        .filter(|t| t.severity != Severity::Note);
    wrong.map(report_items::item_line).collect()
}

/// Escapes a text for XML 1.0, which has no control characters, not even escaped, and no U+FFFE and
/// U+FFFF.
fn xml_safe(text: &str) -> String {
    safe_lines(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}
