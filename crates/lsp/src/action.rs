//! Code actions, each a single edit: the smallest repair of a deck, suggested names, and formatting
//! of our TOML.

use crate::{
    complete::escape_quotes,
    diagnose::uri,
    document::{Kind, OpenText},
    toml_place::find_twin,
    worker::Worker,
};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic,
    DocumentFormattingParams, TextEdit, WorkspaceEdit,
};
use serde_json::json;
use sleeve_check::{self as check, CheckedDeck};
use sleeve_data::{
    files,
    model::{CardIndex, Catalog, Deck, Format},
    problem::Candidates,
};
use sleeve_decks::{self as decks, Move, Moves};
use sleeve_fmt::StyleError;
use sleeve_report::text::escape::plain;
use sleeve_rules::{CheckOptions, FindingProblem, FindingStatus, Rulebook, Verdict};
use sleeve_solve::{self as solve, Effort, SolveRequest, Wishes};
use std::{collections::HashMap, ops::Range, sync::atomic::AtomicBool, time::Duration};

/// The time limit for finding a repair, as in `sleeve fix`.
const MOST_TIME: Duration = Duration::from_secs(2);
/// The most names, or cards of a place, that are suggested for one line.
const MAX_CHOICES: usize = 5;

impl Worker {
    pub(crate) fn actions(
        &mut self,
        document: &OpenText,
        params: &CodeActionParams,
        stop: &AtomicBool,
    ) -> Vec<CodeActionOrCommand> {
        let here = &params.context.diagnostics;
        let mut actions = Vec::new();
        for told in here {
            actions.extend(self.word_actions(document, told, here));
            actions.extend(self.merge_action(document, told, here));
        }
        if self.kind(document) == Kind::Deck {
            actions.extend(self.deck_actions(document, params, stop));
        }
        // Editors have a key for the preferred action, so there may be only one.
        let mut preferred = actions
            .iter_mut()
            .filter(|action| action.is_preferred.is_some());
        preferred.next();
        preferred.for_each(|action| action.is_preferred = None);
        actions
            .into_iter()
            .map(CodeActionOrCommand::CodeAction)
            .collect()
    }

    fn deck_actions(
        &mut self,
        document: &OpenText,
        params: &CodeActionParams,
        stop: &AtomicBool,
    ) -> Vec<CodeAction> {
        let here = &params.context.diagnostics;
        let mut actions = Vec::new();
        let mark = document.mark_length();
        let range = document.offset(params.range.start).saturating_sub(mark)
            ..document.offset(params.range.end).saturating_sub(mark);
        let analysis = self.analyse(document);
        for deck in &analysis.decks {
            for name in self.doubtful_names(deck, &range) {
                actions.extend(self.name_actions(document, &name, here));
            }
            actions.extend(self.set_out_actions(document, deck, here));
        }
        if let [deck] = analysis.decks.as_slice()
            && deck.verdict() == Verdict::Illegal
        {
            let mut repair = CodeAction {
                title: say!(self.lang, "make the deck legal with the fewest changes"),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(here.clone()).filter(|all| !all.is_empty()),
                data: Some(json!({ "uri": document.uri, "version": document.version })),
                ..CodeAction::default()
            };
            // Without this support, the edit is computed now; otherwise once the user chooses the
            // action.
            if !self.resolves_edits {
                repair.edit = self.find_repair_edit(document, stop);
            }
            if self.resolves_edits || repair.edit.is_some() {
                actions.push(repair);
            }
        }
        actions
    }

    /// The names within a range that are no card, or that may be several.
    fn doubtful_names<'d>(
        &self,
        deck: &'d CheckedDeck,
        range: &Range<usize>,
    ) -> Vec<DoubtfulName<'d>> {
        let mut names = Vec::new();
        let Some((catalog, read)) = deck.catalog_and_deck() else { return names };
        for line in read
            .unresolved
            .iter()
            .filter(|line| overlap(&line.span, range))
        {
            let (name, cards) = (line.text.trim(), line.candidates.clone());
            let (span, is_meant) = (&line.span, !line.ambiguous);
            names.push(DoubtfulName { catalog, span, name, cards, is_meant });
        }
        // A note says that an ambiguous name was read as one of its cards.
        let mut noted = Vec::new();
        for finding in deck.findings() {
            if matches!(finding.problem, FindingProblem::Note(_)) {
                noted.extend(finding.labels.iter().map(|label| &label.span));
            }
        }
        for entry in read
            .entries
            .iter()
            .filter(|entry| overlap(&entry.span, range))
        {
            if noted.contains(&&entry.span) {
                let name = catalog.cards.card(entry.card).name(self.lang);
                let cards = catalog.cards.find_by_name(name);
                let span = &entry.span;
                names.push(DoubtfulName { catalog, span, name, cards, is_meant: false });
            }
        }
        names
    }

    /// Adds the copies of a card's second line in a TOML table to its first, and drops the second.
    fn merge_action(
        &self,
        document: &OpenText,
        told: &Diagnostic,
        here: &[Diagnostic],
    ) -> Option<CodeAction> {
        if document.extension() != "toml" {
            return None;
        }
        let text = &document.text;
        let twin = find_twin(text, document.offset(told.range.start))?;
        let (first, second) = (twin.first.count(text)?, twin.second.count(text)?);
        let count = text.get(first.clone())?.parse::<u32>().ok()?;
        let count = count.checked_add(text.get(second.clone())?.parse().ok()?)?;
        let line = document.line_of(second.start);
        let dropped = document.line(line).start..document.line(line + 1).start;
        let mut merged = text.clone();
        merged.replace_range(dropped, "");
        merged.replace_range(first, &count.to_string());
        let name = plain(text.get(twin.first.span)?);
        let title = say!(self.lang, "raise {name} to {count} copies");
        action(document, title, document.edit_to(&merged), here, true)
    }

    /// The suggested words, each replacing the marked one. For a missing head, each suggestion adds
    /// a line.
    fn word_actions(
        &self,
        document: &OpenText,
        told: &Diagnostic,
        here: &[Diagnostic],
    ) -> Vec<CodeAction> {
        let Some(data) = &told.data else { return Vec::new() };
        let listed = data.get("candidates").and_then(|names| names.as_array());
        let known = listed
            .into_iter()
            .flatten()
            .filter_map(|name| name.as_str());
        let head = data.get("head").and_then(|head| head.as_str());
        let span = document.offset(told.range.start)..document.offset(told.range.end);
        let written = document.text.get(span.clone()).unwrap_or_default();
        let offered = match head {
            Some(_) => {
                Candidates { names: known.map(str::to_owned).collect(), ..Candidates::default() }
            }
            None => Candidates::nearest_or_all(written, known),
        };
        let mut actions = Vec::new();
        for (order, name) in offered.names.iter().take(MAX_CHOICES).enumerate() {
            let is_meant = offered.are_near && order == 0;
            let (shown, edit) = match head {
                Some(head) => (format!("{head}: {name}"), self.add_head(document, head, name)),
                None => (name.clone(), replace_word(document, &span, name)),
            };
            let title = say!(self.lang, "write {name}", name = plain(&shown));
            actions.extend(edit.and_then(|edit| action(document, title, edit, here, is_meant)));
        }
        actions
    }

    /// The edit that adds a head to a deck.
    fn add_head(&self, document: &OpenText, key: &str, value: &str) -> Option<TextEdit> {
        let mark = document.mark_length();
        let described = self.library(document)?.described_readers();
        let (path, text) = (self.deck_path(document), document.text.get(mark..)?);
        let (at, new_text) = decks::add_head(&path, text, &described, key, value)?;
        Some(TextEdit { range: document.range(&(at + mark..at + mark)), new_text })
    }

    /// Adds the edit to an action: the smallest repair, if one is found in time.
    pub(crate) fn resolve_action(
        &mut self,
        document: &OpenText,
        mut chosen: CodeAction,
        stop: &AtomicBool,
    ) -> CodeAction {
        chosen.edit = self.find_repair_edit(document, stop);
        if chosen.edit.is_none() {
            self.tell(&say!(self.lang, "no repair was found for this file"));
        }
        chosen
    }

    /// The edit that makes a deck legal with the fewest changes.
    fn find_repair_edit(
        &mut self,
        document: &OpenText,
        stop: &AtomicBool,
    ) -> Option<WorkspaceEdit> {
        let analysis = self.analyse(document);
        let [deck] = analysis.decks.as_slice() else { return None };
        // The repair ignores lines that are not cards, so it could be wrong while there are some.
        let read = deck.deck().filter(|deck| deck.unresolved.is_empty())?;
        let (catalog, format) = (deck.catalog()?, deck.format()?);
        let options = self.options(document, catalog, format);
        let rulebook = Rulebook::new(catalog, format).with_cache();
        let wishes = Wishes::default();
        let nearest = SolveRequest::nearest(&wishes, Effort::Time(MOST_TIME));
        let wanted = SolveRequest { stop: Some(stop), ..nearest };
        let outcome = solve::solve(&rulebook, read, &options, &wanted).ok()?;
        let solve::Ending::Found(found) = &outcome.ending else { return None };
        let edit = self.edit_deck(document, deck, &found.deck, &found.moves)?;
        workspace_edit(document, vec![edit])
    }

    /// The edit of a deck's text to a wanted deck.
    fn edit_deck(
        &self,
        document: &OpenText,
        deck: &CheckedDeck,
        wanted: &Deck,
        moves: &Moves,
    ) -> Option<TextEdit> {
        let (catalog, read) = deck.catalog_and_deck()?;
        let home = (&**catalog, deck.format()?);
        let text = decks::edit(read, wanted, moves, home, None, self.lang).ok()?;
        Some(document.edit_to(&files::match_line_ends(&document.text, &text)))
    }

    /// The options that `check` uses for a deck here: the levels of rules from its `sleeve.toml`.
    pub(crate) fn options(
        &self,
        document: &OpenText,
        catalog: &Catalog,
        format: &Format,
    ) -> CheckOptions {
        let mut options = CheckOptions::default();
        if let Some(config) = self.config(document) {
            check::add_levels(&mut options, &config, &catalog.game, format);
        }
        options
    }

    /// The cards that a line could name, each written out.
    fn name_actions(
        &self,
        document: &OpenText,
        doubtful: &DoubtfulName<'_>,
        here: &[Diagnostic],
    ) -> Vec<CodeAction> {
        let DoubtfulName { catalog, span, name, cards, is_meant } = doubtful;
        let place = document.read_span(span);
        let written = document.text.get(place.clone()).unwrap_or_default();
        let Some(at) = written.find(name).filter(|_| !name.is_empty()) else { return Vec::new() };
        let start = place.start + at;
        let range = document.range(&(start..start + name.len()));
        let mut actions = Vec::new();
        for (order, card) in cards.iter().take(MAX_CHOICES).enumerate() {
            let (key, listed) = decks::spell_new_card(catalog, self.lang, *card, 1);
            let new_text = if document.extension() == "toml" {
                escape_quotes(&key)
            } else {
                listed.strip_prefix("1x ").unwrap_or(&listed).to_owned()
            };
            let (shown, id) = decks::name_and_id(catalog, *card, self.lang);
            let title = say!(self.lang, "write {name}", name = plain(&format!("{shown} ({id})")));
            let edit = TextEdit { range, new_text };
            actions.extend(action(document, title, edit, here, *is_meant && order == 0));
        }
        actions
    }

    /// Actions that add the missing cards that a card of the deck sets out.
    fn set_out_actions(
        &self,
        document: &OpenText,
        deck: &CheckedDeck,
        here: &[Diagnostic],
    ) -> Vec<CodeAction> {
        let (Some((catalog, read)), Some(format), None) =
            (deck.catalog_and_deck(), deck.format(), deck.part)
        else {
            return Vec::new();
        };
        let mut actions = Vec::new();
        for finding in deck
            .findings()
            .iter()
            .filter(|of| of.status == FindingStatus::Broken)
        {
            let FindingProblem::SetsOut { candidates, .. } = &finding.problem else { continue };
            let named = finding.zones.first().map(String::as_str);
            let main = format.zones.first().map(|zone| zone.named.id.as_str());
            let Some(zone) = named.or(main) else { continue };
            for card in candidates.iter().take(MAX_CHOICES) {
                let added = vec![Move { zone: zone.to_owned(), card: *card, count: 1 }];
                let moves = Moves { added, ..Moves::default() };
                let mut wanted = read.clone();
                decks::apply_moves(&mut wanted, format, &moves);
                let Some(edit) = self.edit_deck(document, deck, &wanted, &moves) else {
                    continue;
                };
                let (name, _) = decks::name_and_id(catalog, *card, self.lang);
                let name = plain(&name);
                let title = say!(self.lang, "add {name} to the deck");
                actions.extend(action(document, title, edit, here, false));
            }
        }
        actions
    }

    /// Formats a text as one edit. Returns nothing if it is already formatted, or is not one of our
    /// files. Says why a text with a mistake is not formatted.
    pub(crate) fn format(
        &self,
        document: &OpenText,
        _: &DocumentFormattingParams,
    ) -> Option<Vec<TextEdit>> {
        let new = match sleeve_fmt::apply_style(&document.path, &document.text) {
            Ok(new) => new,
            Err(StyleError::Syntax { reason, span }) => {
                let line = document.line_of(span.map_or(0, |span| span.start)) + 1;
                let reason = plain(&reason);
                self.tell(&say!(self.lang, "not formatted, because of line {line}: {reason}"));
                return None;
            }
            Err(_) => return None,
        };
        Some(if new == document.text { Vec::new() } else { vec![document.edit_to(&new)] })
    }
}

/// A name in a deck that is no card, or that may be several.
struct DoubtfulName<'d> {
    catalog: &'d Catalog,
    /// The place of its line, as the reader gives it.
    span: &'d Range<usize>,
    name: &'d str,
    /// The cards that it could name, best first.
    cards: Vec<CardIndex>,
    /// Whether the first of them is meant.
    is_meant: bool,
}

fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// Replaces a word within a span, without its quotes.
fn replace_word(document: &OpenText, span: &Range<usize>, new: &str) -> Option<TextEdit> {
    let (mut start, mut end) = (span.start, span.end);
    let written = document.text.get(start..end)?;
    let is_quoted = written.len() > 1
        && written.starts_with(['"', '\''])
        && written.ends_with(written.chars().next()?);
    if is_quoted {
        (start, end) = (start + 1, end - 1);
    }
    // A span over several lines is more than a word.
    let is_word = !written.contains('\n') && start < end;
    is_word.then(|| TextEdit { range: document.range(&(start..end)), new_text: new.to_owned() })
}

pub(crate) fn workspace_edit(document: &OpenText, edits: Vec<TextEdit>) -> Option<WorkspaceEdit> {
    #[expect(clippy::mutable_key_type, reason = "the type of the protocol")]
    let changes = HashMap::from([(uri(&document.uri)?, edits)]);
    Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

fn action(
    document: &OpenText,
    title: String,
    edit: TextEdit,
    here: &[Diagnostic],
    is_preferred: bool,
) -> Option<CodeAction> {
    Some(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(here.to_vec()).filter(|all| !all.is_empty()),
        edit: Some(workspace_edit(document, vec![edit])?),
        is_preferred: is_preferred.then_some(true),
        ..CodeAction::default()
    })
}
