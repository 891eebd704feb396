//! The result of an import in words: changed cards, new declarations, refused records, and notes.

use crate::text::{Style, diagnostic::Diagnostic, escape::safe, words::format_count};
use sleeve_data::{
    model::Lang,
    problem::{Message, MessagePart, Problem, Severity},
};
use sleeve_import::{Addition, CardDifferences, ImportMessage, Imported, RefusedRecord};
use std::collections::BTreeSet;

/// Most notes on single cards that are shown.
const NOTES_SHOWN: usize = 20;
/// Most declared values of a field that are named.
const VALUES_SHOWN: usize = 12;

/// Returns a line for each table with additions and each changed card, then the counts.
pub fn result_lines(
    imported: &Imported,
    summary: &CardDifferences,
    additions: &[Addition],
    style: &Style,
) -> Vec<String> {
    let mut lines: Vec<String> = additions.iter().map(addition_line).collect();
    lines.extend(summary.lines(style.lang));
    let [added, removed, changed] = summary.card_counts();
    let lang = style.lang;
    let cards = format_count(imported.cards, word!(lang, "card"), lang);
    let records = format_count(imported.records, word!(lang, "record"), lang);
    let mut left_out = match imported.known {
        0 => String::new(),
        known => say!(style.lang, " ({known} more that the game has are left out)"),
    };
    if let count @ 1.. = imported.left_out {
        left_out.push_str(&say!(lang, " ({count} left out, as the mapping says)"));
    }
    let lists = match imported.lists {
        0 => String::new(),
        count => say!(lang, count, ", 1 list", ", {count} lists"),
    };
    let rules = match imported.rules {
        0 => String::new(),
        count => say!(lang, count, ", 1 rule of cards", ", {count} rules of cards"),
    };
    let counts = format!("{cards} {} {records}{left_out}{lists}{rules}", word!(style.lang, "from"));
    let nothing = summary.is_empty() && additions.is_empty();
    lines.push(if nothing {
        say!(style.lang, "{counts}: nothing changed")
    } else {
        say!(
            style.lang,
            "{counts}: {added} added, {removed} removed, {changed} changed",
            added_ones = format_count(added, "ajoutée", lang),
            removed_ones = format_count(removed, "retirée", lang),
            changed_ones = format_count(changed, "modifiée", lang)
        )
    });
    lines.iter().map(|line| safe(line).into_owned()).collect()
}

fn addition_line(addition: &Addition) -> String {
    let Addition { table, values } = addition;
    if values.is_empty() {
        return format!("+ [{table}]");
    }
    let remaining = match values.len().saturating_sub(VALUES_SHOWN) {
        0 => String::new(),
        remaining => format!(", … (+{remaining})"),
    };
    let named: Vec<&str> = values
        .iter()
        .take(VALUES_SHOWN)
        .map(String::as_str)
        .collect();
    format!("~ [{table}] + {}{remaining}", named.join(", "))
}

/// Returns remarks on an import: notes on cards and sources, and refused records. In a check, what
/// the import leaves over is a mistake.
pub fn list_notes(imported: &Imported, is_check: bool, style: &Style) -> Vec<String> {
    let mut lines = Vec::new();
    for note in imported.notes.iter().take(NOTES_SHOWN) {
        let colon = style.lang.colon();
        let line = format!("{}{colon}{}", note.card, note.message.title(style.lang));
        lines.push(safe(&line).into_owned());
    }
    if let remaining @ 1.. = imported.notes.len().saturating_sub(NOTES_SHOWN) {
        lines.push(ImportMessage::MoreLikeThese { count: remaining }.title(style.lang));
    }
    for message in &imported.remarks {
        let severity = match message {
            leftover if is_check && leftover.is_leftover() => Severity::Error,
            ImportMessage::Unmapped { .. }
            | ImportMessage::UnmappedInLists { .. }
            | ImportMessage::Unselected { .. }
            | ImportMessage::Guessed { .. }
            | ImportMessage::PrintingsDiffer { .. } => Severity::Note,
            _ => Severity::Warning,
        };
        lines.push(draw_message(message, severity, style));
    }
    lines.extend(list_refused(imported, style));
    lines
}

/// Returns the refused records, then the help for each kind of mistake once.
pub fn list_refused(imported: &Imported, style: &Style) -> Vec<String> {
    let (count, lang) = (imported.refused_count, style.lang);
    if count == 0 {
        return Vec::new();
    }
    let mut lines: Vec<String> = imported
        .refused
        .iter()
        .map(|record| safe(&refused_line(record, lang)).into_owned())
        .collect();
    if let remaining @ 1.. = count.saturating_sub(imported.refused.len()) {
        lines.push(ImportMessage::MoreLikeThese { count: remaining }.title(lang));
    }
    let title = say!(lang, count, "1 record was refused", "{count} records were refused");
    let helps: BTreeSet<String> = imported
        .refused
        .iter()
        .map(|record| record.why.part(MessagePart::Help, lang))
        .collect();
    let whole = helps
        .into_iter()
        .fold(Diagnostic::error(title), Diagnostic::help);
    lines.push(whole.render(style));
    lines
}

fn refused_line(refused: &RefusedRecord, lang: Lang) -> String {
    let place = sleeve_data::problem::Worded::new(&refused.place, lang).to_string();
    let id = refused
        .id
        .as_ref()
        .map(|id| format!(" ({id})"))
        .unwrap_or_default();
    let comma = format!("{}, {place}{id}{}", refused.input, lang.colon());
    comma + &refused.why.title(lang)
}

fn draw_message(message: &ImportMessage, severity: Severity, style: &Style) -> String {
    let problem = Problem { severity, ..Problem::from(message.clone()) };
    Diagnostic::from_problem(&problem, None, style.lang).render(style)
}
