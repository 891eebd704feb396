//! Hover texts: a card as `show` draws it, a rule with its citation, a format, a key, a function of
//! the query language. Also signature help for functions.

use crate::{
    document::{Kind, OpenText},
    toml_place::{self, Part, TomlPlace, find_place},
    worker::{Worker, deck_at},
};
use lsp_types::{
    Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, SignatureHelpParams,
};
use serde_json::{Value, json};
use sleeve_check::CheckedDeck;
use sleeve_data::model::{CardIndex, Catalog, Format, Lens, fold::fold};
use sleeve_language::{self as language, Scope, docs::Function};
use sleeve_report::{
    cards::{FactStyle, drawing},
    finding::Wording,
    reference,
    text::escape::plain,
};
use sleeve_rules::Finding;
use std::ops::Range;

/// The longest text that is shown, in bytes.
const MAX_SHOWN_BYTES: usize = 1 << 15;
/// The most lines of a card, a rule or a format that are shown: a hover is one screen.
const MAX_SHOWN_LINES: usize = 32;

/// Puts the first lines of a text into a code fence.
fn fence(text: &str) -> String {
    let mut lines: Vec<&str> = text.trim_end().lines().collect();
    if lines.len() > MAX_SHOWN_LINES {
        lines.truncate(MAX_SHOWN_LINES - 1);
        lines.push("…");
    }
    // The fence has to be longer than any run of backticks in the text.
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{}\n{fence}", lines.join("\n"))
}

/// Escapes a text for Markdown.
pub(crate) fn escape_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in plain(text).chars() {
        if "\\`*_{}[]()<>#+-!|~".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

impl Worker {
    pub(crate) fn hover(&mut self, document: &OpenText, params: HoverParams) -> Option<Hover> {
        let offset = document.offset(params.text_document_position_params.position);
        let (mut parts, span) = match self.kind(document) {
            Kind::Deck => self.hover_deck(document, offset)?,
            Kind::Other => return None,
            kind => self.hover_data(document, kind, offset)?,
        };
        parts.retain(|part| !part.is_empty());
        let mut value = parts.join("\n\n---\n\n");
        if value.is_empty() {
            return None;
        }
        if value.len() > MAX_SHOWN_BYTES {
            let end = (0..=MAX_SHOWN_BYTES)
                .rev()
                .find(|at| value.is_char_boundary(*at));
            value.truncate(end.unwrap_or(0));
            value.push_str("\n```\n…");
        }
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        Some(Hover { contents, range: Some(document.range(&span)) })
    }

    fn hover_deck(
        &mut self,
        document: &OpenText,
        offset: usize,
    ) -> Option<(Vec<String>, Range<usize>)> {
        let analysis = self.analyse(document);
        let mark = document.mark_length();
        let at = offset.saturating_sub(mark);
        let deck = deck_at(&analysis, at)?;
        let mut parts = Vec::new();
        let mut span = document.line_at(offset);
        if let (Some((catalog, read)), false) = (deck.catalog_and_deck(), span.is_empty()) {
            let mut entries = read.entries.iter();
            if let Some(entry) = entries.find(|entry| touches(&entry.span, at)) {
                parts.push(self.draw_card(catalog, entry.card));
                span = document.read_span(&entry.span);
            }
            if let (Some(named), Some(format)) = (&read.format, deck.format())
                && touches(&named.span, at)
            {
                parts.push(self.describe_format(catalog, format));
            }
            parts.extend(self.rules_here(deck, &(span.start - mark.min(span.start)..span.end)));
        }
        if parts.is_empty() && document.extension() == "toml" {
            let place = find_place(&document.text, offset);
            parts.push(self.describe_deck_key(document, deck.format(), &place)?);
            span = place.span;
        }
        Some((parts, span))
    }

    /// Describes a parameter, a zone or another key of a TOML deck.
    fn describe_deck_key(
        &self,
        document: &OpenText,
        format: Option<&Format>,
        place: &TomlPlace,
    ) -> Option<String> {
        let written = document.text.get(place.span.clone())?;
        let mut path: Vec<&str> = place.path.iter().map(String::as_str).collect();
        path.extend((place.part != Part::Value).then_some(written));
        let line = match (path.as_slice(), format) {
            (["parameters", name], Some(format)) => format
                .parameter(name)
                .map(|parameter| reference::describe_parameter(parameter, self.lang)),
            (["zones", name], Some(format)) => format
                .zone(name)
                .map(|zone| reference::describe_zone(zone, self.lang)),
            _ => None,
        };
        match line {
            Some(line) => Some(escape_markdown(&self.set(&line))),
            None => self.describe_key(Kind::Deck, document, place),
        }
    }

    /// The rules, in words, whose findings point at a line.
    fn rules_here(&self, deck: &CheckedDeck, line: &Range<usize>) -> Vec<String> {
        let Some(catalog) = deck.catalog() else { return Vec::new() };
        let mut rules = Vec::new();
        for finding in deck.findings() {
            let mut spans = finding.labels.iter().map(|label| &label.span);
            if !spans.any(|span| span.start < line.end && line.start <= span.end) {
                continue;
            }
            rules.push(self.describe_finding(catalog, finding));
        }
        rules
    }

    fn describe_finding(&self, catalog: &Catalog, finding: &Finding) -> String {
        let wording = Wording::new(finding, catalog, self.lang);
        let cited = reference::cite_in_words(&finding.cite, &catalog.game, self.lang);
        let mut said = vec![wording.rule()];
        said.extend(wording.notes());
        said.retain(|text| !text.is_empty());
        // A note has no rule, only its message.
        if said.is_empty() {
            said.push(wording.title());
        }
        let mut lines = vec![format!("**{}**", escape_markdown(&finding.rule))];
        lines.extend(said.iter().map(|text| escape_markdown(&self.set(text))));
        // The words of a rule may already end with its citation.
        if !said.iter().any(|text| text.contains(&cited)) {
            lines.push(format!("*{}*", escape_markdown(&self.set(&cited))));
        }
        lines.join("  \n")
    }

    /// Draws a card as `show` does.
    pub(crate) fn draw_card(&self, catalog: &Catalog, index: CardIndex) -> String {
        if index == CardIndex::STRANGER {
            return String::new();
        }
        let plain = FactStyle::new(catalog, Lens::Shipped, self.lang);
        let view = FactStyle { short: true, prose: true, marks: true, ..plain };
        let shown = [catalog.cards.card(index)];
        let mut out = Vec::new();
        // Writing into a vector cannot fail.
        let _ = drawing::draw_cards(&mut out, &self.style(), &view, &shown, &shown, false);
        fence(&String::from_utf8_lossy(&out))
    }

    fn describe_format(&self, catalog: &Catalog, format: &Format) -> String {
        fence(&reference::describe_format(catalog, format, &self.style()))
    }

    /// Describes a field of a game, an effect and the like, as the language reference does.
    fn describe_word(&self, catalog: &Catalog, word: &str) -> Option<String> {
        let wanted = fold(word);
        let sections = language::help_sections(Some(catalog), self.lang).into_iter();
        let mut rows = sections.flat_map(|section| section.rows);
        let (form, meaning) =
            rows.find(|(form, _)| form.split(" / ").any(|of| fold(of) == wanted))?;
        Some(format!("**{}** — {}", escape_markdown(&form), escape_markdown(&self.set(&meaning))))
    }

    /// The schema's description of a key, or of the key whose value is here.
    fn describe_key(&self, kind: Kind, document: &OpenText, place: &TomlPlace) -> Option<String> {
        let mut path = place.path.clone();
        if matches!(place.part, Part::Key | Part::Heading) {
            path.push(document.text.get(place.span.clone())?.to_owned());
        }
        let nodes = toml_place::schema_nodes(kind.schema()?, &path);
        let meaning = nodes
            .iter()
            .map(toml_place::describe)
            .find(|meaning| !meaning.is_empty())?;
        Some(format!("**{}** — {meaning}", escape_markdown(path.last()?)))
    }

    fn hover_data(
        &self,
        document: &OpenText,
        kind: Kind,
        offset: usize,
    ) -> Option<(Vec<String>, Range<usize>)> {
        let place = find_place(&document.text, offset);
        if place.part == Part::Comment {
            return None;
        }
        let text = document.text.get(place.span.clone())?;
        let mut parts = Vec::new();
        let mut span = place.span.clone();
        let catalog = self.catalog_of(document);
        if let (Some(catalog), Part::Value, Some(_)) = (&catalog, place.part, place.quote) {
            let path: Vec<&str> = place.path.iter().map(String::as_str).collect();
            let format = self.format_above(document, catalog, offset);
            match path.as_slice() {
                ["card", "id" | "name", ..] => {
                    let cards = catalog.cards.find_by_name(text);
                    parts.extend(cards.first().map(|card| self.draw_card(catalog, *card)));
                }
                ["format", "rule", "id"] => {
                    let mut rules = format.iter().flat_map(|format| format.rules.iter());
                    let rule = rules.find(|rule| rule.id == text);
                    let drawn =
                        rule.map(|of| reference::describe_rule(of, &catalog.game, &self.style()));
                    parts.extend(drawn.map(|drawn| fence(&drawn)));
                }
                _ => {
                    let function = function_at(text, offset - place.span.start);
                    if let Some((function, at)) = function {
                        parts.push(self.describe_function(function));
                        span = span.start + at.start..span.start + at.end;
                    } else if let Some(words) = self.in_words(text, catalog, format) {
                        parts.push(escape_markdown(&self.set(&words)));
                    }
                }
            }
        }
        let is_card = place.path.first().is_some_and(|first| first == "card");
        if let (Some(catalog), true) = (&catalog, is_card) {
            let key = if place.part == Part::Value { place.path.last()? } else { text };
            let words = [key, text]
                .into_iter()
                .take(if key == text { 1 } else { 2 });
            parts.extend(words.filter_map(|word| self.describe_word(catalog, word)));
        }
        parts.extend(self.describe_key(kind, document, &place));
        Some((parts, span))
    }

    /// A function with its arguments and its meaning.
    pub(crate) fn describe_function(&self, function: Function) -> String {
        let line = function.row().line.get(self.lang);
        format!("`{}` — {}", function.form(self.lang), escape_markdown(&self.set(line)))
    }

    fn in_words(&self, text: &str, catalog: &Catalog, format: Option<&Format>) -> Option<String> {
        // A single word may be a filter, but its description would only repeat it.
        if !text.contains([':', '<', '>', '=', '(']) {
            return None;
        }
        let scope = match format {
            Some(format) => sleeve_rules::format_scope(catalog, format),
            None => Scope::from_catalog(catalog),
        };
        if let Ok(condition) = language::condition(text, &scope) {
            return Some(condition.in_words(catalog, self.lang));
        }
        language::filter(text, &scope)
            .map(|filter| filter.in_words(catalog, self.lang))
            .ok()
    }

    /// The format whose table contains a byte.
    pub(crate) fn format_above<'c>(
        &self,
        document: &OpenText,
        catalog: &'c Catalog,
        offset: usize,
    ) -> Option<&'c Format> {
        let above = document.text.get(..offset)?;
        let start = above.rfind("[[format]]")?;
        let lines = document.text.get(start..)?.lines().skip(1);
        let mut keys = lines.take_while(|line| !line.starts_with('['));
        let id = keys.find_map(|line| {
            let (key, value) = line.split_once('=')?;
            (key.trim() == "id").then(|| value.trim().trim_matches(['"', '\'']).to_owned())
        })?;
        catalog.format(&id)
    }
}

fn touches(span: &Range<usize>, at: usize) -> bool {
    span.start <= at && at <= span.end
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || "_-".contains(c)
}

/// The function whose name is at a byte of a text of the query language.
fn function_at(text: &str, at: usize) -> Option<(Function, Range<usize>)> {
    let before = text.get(..at)?;
    let start = before.trim_end_matches(in_word).len();
    let rest = text.get(start..)?;
    let end = start + rest.find(|c| !in_word(c)).unwrap_or(rest.len());
    let is_called = text.get(end..)?.starts_with('(');
    let function = Function::from_name(text.get(start..end)?).filter(|_| is_called)?;
    Some((function, start..end))
}

impl Worker {
    /// The function call around a position, and the active argument.
    pub(crate) fn signature(
        &self,
        document: &OpenText,
        params: &SignatureHelpParams,
    ) -> Option<Value> {
        let offset = document.offset(params.text_document_position_params.position);
        if matches!(self.kind(document), Kind::Deck | Kind::Other) {
            return None;
        }
        let place = find_place(&document.text, offset);
        if place.part != Part::Value || place.quote.is_none() {
            return None;
        }
        let (function, argument) = innermost_call(document.text.get(place.span.start..offset)?)?;
        let label = function.form(self.lang);
        let names = label
            .split_once('(')
            .map_or("", |(_, names)| names.trim_end_matches(')'));
        let parameters: Vec<Value> = names
            .split(',')
            .map(|name| json!({ "label": name.trim() }))
            .collect();
        // The last argument may be repeated.
        let active = argument.min(parameters.len().saturating_sub(1));
        let meaning = self.set(function.row().line.get(self.lang));
        let signature =
            json!({ "label": label, "documentation": meaning, "parameters": parameters });
        let signatures = [signature];
        Some(json!({ "signatures": signatures, "activeSignature": 0, "activeParameter": active }))
    }
}

/// The innermost open call at the end of a text, and the index of its current argument.
fn innermost_call(text: &str) -> Option<(Function, usize)> {
    let mut open: Vec<(Option<Function>, usize)> = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' => {
                let before = text.get(..at).unwrap_or_default();
                let name = before
                    .get(before.trim_end_matches(in_word).len()..)
                    .unwrap_or_default();
                open.push((Function::from_name(name), 0));
            }
            ')' => _ = open.pop(),
            ',' => {
                if let Some((_, argument)) = open.last_mut() {
                    *argument += 1;
                }
            }
            _ => {}
        }
    }
    open.into_iter()
        .rev()
        .find_map(|(function, argument)| Some((function?, argument)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_function_is_found_with_its_argument() {
        for (text, expected) in [
            ("sum(", Some((Function::Sum, 0))),
            ("sum(cost, kind:ship", Some((Function::Sum, 1))),
            ("sum(cost, kind:ship) <= somme(coût", Some((Function::Sum, 0))),
            ("each(name, count() <= (3 + ", Some((Function::Each, 1))),
            ("count() >= 3", None),
            ("(a or b", None),
        ] {
            assert_eq!(innermost_call(text), expected, "{text}");
        }
    }
}
