//! `check -o junit`: one test case per deck, for CI servers that read JUnit XML.

use super::checked::{CheckedDeck, Outcome, Tally};
use super::finding::Wording;
use crate::model::Lang;
use crate::rules::Status;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use std::io::{self, Write};

/// Writes the document.
pub fn write(decks: &[CheckedDeck], lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let mut tally = Tally::default();
    decks.iter().for_each(|deck| tally.add(deck));
    let mut xml = Writer::new_with_indent(out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let mut suite = BytesStart::new("testsuite");
    suite.push_attribute(("name", "sleeve check"));
    suite.push_attribute(("tests", tally.decks.to_string().as_str()));
    suite.push_attribute(("failures", tally.illegal.to_string().as_str()));
    suite.push_attribute(("errors", tally.unusable.to_string().as_str()));
    suite.push_attribute(("skipped", tally.undetermined.to_string().as_str()));
    xml.write_event(Event::Start(suite))?;
    for deck in decks {
        case(&mut xml, deck, lang)?;
    }
    xml.write_event(Event::End(BytesEnd::new("testsuite")))?;
    writeln!(xml.get_mut())
}

fn case<W: Write>(xml: &mut Writer<W>, deck: &CheckedDeck, lang: Lang) -> io::Result<()> {
    let mut case = BytesStart::new("testcase");
    let class = match (deck.game(), &deck.format) {
        (Some(game), Some(format)) => format!("{game}/{format}"),
        (Some(game), None) => game.to_owned(),
        _ => "deck".to_owned(),
    };
    case.push_attribute(("classname", xml_safe(&class).as_str()));
    case.push_attribute(("name", xml_safe(&deck.path).as_str()));
    let element = match deck.outcome() {
        Outcome::Legal => return xml.write_event(Event::Empty(case)),
        Outcome::Illegal => "failure",
        Outcome::Unusable => "error",
        Outcome::Undetermined => "skipped",
    };
    xml.write_event(Event::Start(case))?;
    let lines = lines(deck, lang);
    let mut start = BytesStart::new(element);
    let first = lines.first().map(String::as_str).unwrap_or_default();
    start.push_attribute(("message", xml_safe(first).as_str()));
    xml.write_event(Event::Start(start))?;
    xml.write_event(Event::Text(BytesText::new(&xml_safe(&lines.join("\n")))))?;
    xml.write_event(Event::End(BytesEnd::new(element)))?;
    xml.write_event(Event::End(BytesEnd::new("testcase")))
}

fn lines(deck: &CheckedDeck, lang: Lang) -> Vec<String> {
    let mut lines: Vec<String> = deck.problems.iter().map(|p| p.message.clone()).collect();
    let unresolved = deck.deck.iter().flat_map(|d| &d.unresolved);
    lines.extend(unresolved.map(|u| super::unresolved::title(u, lang)));
    if let (Some(catalog), Some(checked)) = (&deck.catalog, &deck.checked) {
        let wrong = checked.findings.iter().filter(|f| f.status != Status::Note);
        lines.extend(wrong.map(|finding| {
            format!("[{}] {}", finding.rule, Wording::new(finding, catalog, lang).title())
        }));
    }
    lines
}

/// XML 1.0 has no control characters, not even escaped.
fn xml_safe(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c })
        .collect()
}
