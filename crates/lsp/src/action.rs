//! Code actions, each a single edit: the smallest repair of a deck, suggested names, and formatting
//! of our TOML.

use crate::diagnose::uri;
use crate::document::{Kind, OpenText};
use crate::worker::Worker;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Diagnostic,
    DocumentFormattingParams, TextEdit, WorkspaceEdit,
};
use serde_json::json;
use sleeve_check::{self as check, CheckedDeck};
use sleeve_data::files;
use sleeve_data::model::{CardIndex, Catalog, Deck, Format};
use sleeve_data::problem::Candidates;
use sleeve_decks::{self as decks, Move, Moves};
use sleeve_report::text::escape::plain;
use sleeve_rules::{CheckOptions, FindingProblem, FindingStatus, Rulebook, Verdict};
use sleeve_solve::{self as solve, Effort, SolveRequest, Wishes};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

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
        }
        if self.kind(document) != Kind::Deck {
            return actions.into_iter().map(CodeActionOrCommand::CodeAction).collect();
        }
        let mark = document.mark_length();
        let offset = |position| document.offset(position).saturating_sub(mark);
        let range = offset(params.range.start)..offset(params.range.end);
        let is_here = |span: &Range<usize>| span.start <= range.end && range.start <= span.end;
        let analysis = self.analyse(document);
        for deck in &analysis.batch.decks {
            if let Some((catalog, read)) = deck.catalog_and_deck() {
                for line in read.unresolved.iter().filter(|line| is_here(&line.span)) {
                    let (name, cards) = (line.text.trim(), line.candidates.as_slice());
                    let written = (&line.span, name, !line.ambiguous);
                    actions.extend(self.name_actions(document, written, (cards, catalog), here));
                }
                // A note says that an ambiguous name was read as one of its cards.
                let notes = deck.findings().iter();
                let notes = notes.filter(|of| matches!(of.problem, FindingProblem::Note(_)));
                let labels: Vec<_> = notes.flat_map(|of| &of.labels).map(|of| &of.span).collect();
                let entries = read.entries.iter().filter(|entry| is_here(&entry.span));
                for entry in entries.filter(|entry| labels.contains(&&entry.span)) {
                    let name = catalog.cards.card(entry.card).name(self.lang);
                    let cards = catalog.cards.find_by_name(name);
                    let written = (&entry.span, name, false);
                    actions.extend(self.name_actions(document, written, (&cards, catalog), here));
                }
            }
            actions.extend(self.set_out_actions(document, deck, here));
        }
        if let [deck] = analysis.batch.decks.as_slice()
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
            actions.extend(Some(repair).filter(|of| self.resolves_edits || of.edit.is_some()));
        }
        actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
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
        let names = data.get("candidates").and_then(|names| names.as_array());
        let names = names.into_iter().flatten().filter_map(|name| name.as_str());
        let head = data.get("head").and_then(|head| head.as_str());
        let span = document.offset(told.range.start)..document.offset(told.range.end);
        let written = document.text.get(span.clone()).unwrap_or_default();
        let names = match head {
            Some(_) => names.map(str::to_owned).collect(),
            None => Candidates::nearest_or_all(written, names).names,
        };
        let mut actions = Vec::new();
        for name in names.iter().take(MAX_CHOICES) {
            let (shown, edit) = match head {
                Some(head) => (format!("{head}: {name}"), self.add_head(document, head, name)),
                None => (name.clone(), replace_word(document, &span, name)),
            };
            let title = say!(self.lang, "write {name}", name = plain(&shown));
            actions.extend(edit.and_then(|edit| action(document, title, edit, here, false)));
        }
        actions
    }

    /// The edit that adds a head to a deck.
    fn add_head(&self, document: &OpenText, key: &str, value: &str) -> Option<TextEdit> {
        let mark = document.mark_length();
        let described = self.library(document)?.described_readers();
        let (path, text) = (self.deck_path(document), document.text.get(mark..)?);
        let (at, new_text) = decks::add_head(&path, text, &described, (key, value))?;
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
        let [deck] = analysis.batch.decks.as_slice() else { return None };
        // The repair ignores lines that are not cards, so it could be wrong while there are some.
        let read = deck.deck().filter(|deck| deck.unresolved.is_empty())?;
        let (catalog, format) = (deck.catalog()?, deck.format()?);
        let options = self.options(document, (catalog, format));
        let rulebook = Rulebook::new(catalog, format).with_cache();
        let wishes = Wishes::default();
        let nearest = SolveRequest::nearest(&wishes, Effort::Time(MOST_TIME));
        let wanted = SolveRequest { stop: Some(stop), ..nearest };
        let outcome = solve::solve(&rulebook, read, &options, &wanted).ok()?;
        let solve::Ending::Found(found) = &outcome.ending else { return None };
        let edit = self.edit_deck(document, deck, (&found.deck, &found.moves))?;
        workspace_edit(document, edit)
    }

    /// The edit of a deck's text to a wanted deck.
    fn edit_deck(
        &self,
        document: &OpenText,
        deck: &CheckedDeck,
        (wanted, moves): (&Deck, &Moves),
    ) -> Option<TextEdit> {
        let (catalog, read) = deck.catalog_and_deck()?;
        let home = (&**catalog, deck.format()?);
        let text = decks::edit(read, wanted, moves, home, None, self.lang).ok()?;
        Some(document.edit_to(&files::match_line_ends(&document.text, &text)))
    }

    /// The options that `check` uses for a deck here: the levels of rules from its `sleeve.toml`.
    pub(crate) fn options(&self, document: &OpenText, home: (&Catalog, &Format)) -> CheckOptions {
        let mut options = CheckOptions::default();
        if let Some(config) = self.config(document) {
            check::add_levels(&mut options, &config, &home.0.game, home.1);
        }
        options
    }

    /// The cards that a line could name, each written out.
    fn name_actions(
        &self,
        document: &OpenText,
        (span, name, is_meant): (&Range<usize>, &str, bool),
        (cards, catalog): (&[CardIndex], &Catalog),
        here: &[Diagnostic],
    ) -> Vec<CodeAction> {
        let is_toml = document.extension() == "toml";
        let offer = |(order, card): (usize, &CardIndex)| {
            let (key, listed) = decks::spell_new_card(catalog, self.lang, *card, 1);
            let new_text = if is_toml {
                key.replace('\\', "\\\\").replace('"', "\\\"")
            } else {
                listed.strip_prefix("1x ").unwrap_or(&listed).to_owned()
            };
            let (shown, id) = decks::name_and_id(catalog, *card, self.lang);
            let name_shown = plain(&format!("{shown} ({id})"));
            let title = say!(self.lang, "write {name}", name = name_shown);
            let mark = document.mark_length();
            let written = document.text.get(span.start + mark..span.end + mark)?;
            let at = written.find(name).filter(|_| !name.is_empty())?;
            let start = span.start + mark + at;
            let range = document.range(&(start..start + name.len()));
            // Only one action may be preferred: editors have a key for it.
            action(document, title, TextEdit { range, new_text }, here, is_meant && order == 0)
        };
        cards.iter().take(MAX_CHOICES).enumerate().filter_map(offer).collect()
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
        for finding in deck.findings().iter().filter(|of| of.status == FindingStatus::Broken) {
            let FindingProblem::SetsOut { candidates, .. } = &finding.problem else { continue };
            let named = finding.zones.first().map(String::as_str);
            let main = format.zones.first().map(|zone| zone.named.id.as_str());
            let Some(zone) = named.or(main) else { continue };
            for card in candidates.iter().take(MAX_CHOICES) {
                let added = vec![Move { zone: zone.to_owned(), card: *card, count: 1 }];
                let moves = Moves { added, ..Moves::default() };
                let mut wanted = read.clone();
                decks::apply_moves(&mut wanted, format, &moves);
                let Some(edit) = self.edit_deck(document, deck, (&wanted, &moves)) else {
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
    /// files.
    pub(crate) fn format(
        &self,
        document: &OpenText,
        _: &DocumentFormattingParams,
    ) -> Option<Vec<TextEdit>> {
        let new = sleeve_fmt::apply_style(&document.path, &document.text).ok()?;
        Some(if new == document.text { Vec::new() } else { vec![document.edit_to(&new)] })
    }
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

fn workspace_edit(document: &OpenText, edit: TextEdit) -> Option<WorkspaceEdit> {
    #[expect(clippy::mutable_key_type, reason = "the type of the protocol")]
    let changes = HashMap::from([(uri(&document.uri)?, vec![edit])]);
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
        edit: Some(workspace_edit(document, edit)?),
        is_preferred: is_preferred.then_some(true),
        ..CodeAction::default()
    })
}
