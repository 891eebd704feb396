//! Document symbols (zones with their cards, tables) and inlay hints (how much of each limit is
//! used).

use crate::{
    document::{Kind, OpenText},
    fit::{CardGate, without_cards},
    worker::Worker,
};
use lsp_types::{FoldingRange, InlayHintParams, SymbolKind};
use serde_json::{Value, json};
use sleeve_check::CheckedDeck;
use sleeve_data::model::{Deck, Entry, Format, Lang, Lens};
use sleeve_language::{
    Quantity,
    ast::Operator,
    tree::{Fold, MeasureKind},
};
use sleeve_odds::stats::{Subject, all_limits};
use sleeve_report::text::{escape::plain, words::zone_name};
use sleeve_rules::{Overrides, PreparedFormat, Rulebook, piles};
use std::{collections::BTreeMap, ops::Range};

/// The most symbols and hints of one text.
const MAX_SYMBOLS: usize = 10_000;
/// The most lines of a deck with hints for the copies left, because each line needs a check.
const MAX_LIMITED_LINES: usize = 500;

/// A zone of a deck or a table of another TOML, from its heading to the next; or a card's line.
pub(crate) struct Block {
    pub name: String,
    pub detail: String,
    kind: SymbolKind,
    pub heading: Range<usize>,
    end: usize,
}

impl Block {
    fn card(document: &OpenText, name: &str, count: u32, span: &Range<usize>) -> Block {
        let heading = document.read_span(span);
        let end = heading.end;
        let detail = format!("{count}×");
        Block { name: plain(name), detail, kind: SymbolKind::ENUM_MEMBER, heading, end }
    }

    fn symbol(&self, document: &OpenText, end: usize, cards: &[Block]) -> Value {
        // The protocol requires a name.
        let name = if self.name.is_empty() { "?" } else { &self.name };
        let children = cards
            .iter()
            .map(|card| card.symbol(document, card.end, &[]));
        json!({
            "name": name,
            "detail": self.detail,
            "kind": self.kind,
            "range": document.range(&(self.heading.start..end)),
            "selectionRange": document.range(&self.heading),
            "children": children.collect::<Vec<Value>>(),
        })
    }
}

/// A number of a rule, and its limits.
struct RuleNumber {
    rule: String,
    zones: Vec<String>,
    /// The text of the measure; none for a plain count of cards.
    total: Option<String>,
    value: String,
    least: Option<String>,
    most: Option<String>,
}

impl RuleNumber {
    /// Whether its rule reads a zone, given the zone's name in the deck.
    fn reads(&self, format: &Format, zone: &str) -> bool {
        self.zones.is_empty()
            || format
                .zone(zone)
                .is_some_and(|zone| self.zones.iter().any(|id| zone.named.id == *id))
    }
}

impl Worker {
    pub(crate) fn symbols(&mut self, document: &OpenText) -> Vec<Value> {
        let mut cards = match self.kind(document) {
            Kind::Deck => self.card_blocks(document),
            _ => Vec::new(),
        };
        let mut symbols = Vec::new();
        // From the last block, because each has the cards from its heading on.
        for block in self.blocks(document).iter_mut().rev() {
            let first = cards.partition_point(|card| card.heading.start < block.heading.start);
            let own = cards.split_off(first);
            let end = own.iter().map(|card| card.end).fold(block.end, usize::max);
            symbols.push(block.symbol(document, end, &own));
        }
        symbols.reverse();
        // A list without headings has cards above the first one.
        let above = cards
            .iter()
            .map(|card| card.symbol(document, card.end, &[]));
        above.chain(symbols).collect()
    }

    /// The cards of a deck as blocks of one line, in the order of the file.
    fn card_blocks(&mut self, document: &OpenText) -> Vec<Block> {
        let analysis = self.analyse(document);
        let mut cards = Vec::new();
        for (catalog, deck) in analysis.decks.iter().filter_map(|of| of.catalog_and_deck()) {
            for entry in &deck.entries {
                let name = catalog.cards.card(entry.card).name(self.lang);
                cards.push(Block::card(document, name, entry.count, &entry.span));
            }
            for line in &deck.unresolved {
                cards.push(Block::card(document, line.text.trim(), line.count, &line.span));
            }
        }
        cards.truncate(MAX_SYMBOLS);
        cards.sort_by_key(|card| card.heading.start);
        cards
    }

    pub(crate) fn folds(&mut self, document: &OpenText) -> Vec<FoldingRange> {
        let mut folds = Vec::new();
        for block in self.blocks(document) {
            let text = document
                .text
                .get(block.heading.start..block.end)
                .unwrap_or_default();
            let start_line = document.line_of(block.heading.start) as u32;
            let end_line = document.line_of(block.heading.start + text.trim_end().len()) as u32;
            if end_line > start_line {
                folds.push(FoldingRange { start_line, end_line, ..FoldingRange::default() });
            }
        }
        folds
    }

    fn blocks(&mut self, document: &OpenText) -> Vec<Block> {
        let mut blocks = match self.kind(document) {
            Kind::Other => Vec::new(),
            Kind::Deck => self.zones(document),
            _ => tables(document, self.lang),
        };
        blocks.truncate(MAX_SYMBOLS);
        blocks.sort_by_key(|block| block.heading.start);
        let ends = blocks
            .iter()
            .skip(1)
            .map(|next| document.line_at(next.heading.start).start);
        let ends: Vec<usize> = ends.chain([document.text.len()]).collect();
        for (block, end) in blocks.iter_mut().zip(ends) {
            block.end = end.max(block.heading.end);
        }
        blocks
    }

    fn zones(&mut self, document: &OpenText) -> Vec<Block> {
        let analysis = self.analyse(document);
        let mut blocks = Vec::new();
        for checked in &analysis.decks {
            let (Some(deck), format) = (checked.deck(), checked.format()) else { continue };
            for zone in &deck.zones {
                let cards = count_cards(deck, format, &zone.value);
                blocks.push(Block {
                    name: zone_name(format, &zone.value, self.lang),
                    detail: say!(self.lang, cards, "{n} card", "{n} cards", n = cards),
                    kind: SymbolKind::NAMESPACE,
                    heading: document.read_span(&zone.span),
                    end: 0,
                });
            }
        }
        blocks
    }

    /// Inlay hints: the used part of each limit after zone headings, and a running total after each
    /// line.
    pub(crate) fn hints(&mut self, document: &OpenText, params: &InlayHintParams) -> Vec<Value> {
        if self.kind(document) != Kind::Deck {
            return Vec::new();
        }
        let analysis = self.analyse(document);
        let shown = document.offset(params.range.start)..document.offset(params.range.end);
        let mut hints = Vec::new();
        for checked in &analysis.decks {
            hints.extend(self.deck_hints(document, checked).unwrap_or_default());
        }
        hints.retain(|(offset, _)| shown.start <= *offset && *offset <= shown.end);
        hints.truncate(MAX_SYMBOLS);
        let mut labels = Vec::new();
        for (offset, text) in hints {
            let (position, label) = (document.position(offset), self.set(&text));
            labels.push(json!({ "position": position, "label": label, "paddingLeft": true }));
        }
        labels
    }

    fn deck_hints(
        &self,
        document: &OpenText,
        checked: &CheckedDeck,
    ) -> Option<Vec<(usize, String)>> {
        let (catalog, deck) = checked.catalog_and_deck()?;
        let format = checked.format()?;
        let rulebook = Rulebook::new(catalog, format);
        let prepared = rulebook.prepare(deck, &Overrides::default()).ok()?;
        let measured = self.measure(&rulebook, deck);
        // Editors put hints at one position next to each other without a space, so each line gets
        // one hint.
        let mut beside: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (entry, total) in running_totals(&rulebook, &prepared, deck, &measured) {
            beside.insert(document.read_line_end(entry.span.end), vec![total]);
        }
        let mut last = Vec::new();
        beside.retain(|_, total| std::mem::replace(&mut last, total.clone()) != *total);
        let mut by_line: BTreeMap<usize, Vec<&Entry>> = BTreeMap::new();
        for entry in &deck.entries {
            by_line
                .entry(document.read_line_end(entry.span.end))
                .or_default()
                .push(entry);
        }
        let options = self.options(document, catalog, format);
        if let Some(gate) = CardGate::new(catalog, format, deck, options) {
            for (end, entries) in by_line.iter().take(MAX_LIMITED_LINES) {
                // With several cards on a line, it would be unclear which one has copies left.
                let [entry] = entries.as_slice() else { continue };
                if let Some(left @ 1..) = gate.copies_left(&entry.zone, entry.card) {
                    beside
                        .entry(*end)
                        .or_default()
                        .push(say!(self.lang, "{left} left"));
                }
            }
        }
        // The hint of a heading is the total of all zones that the rule reads: beside the largest.
        let mut by_zone: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for one in &measured {
            let zones = deck
                .zones
                .iter()
                .rev()
                .filter(|zone| one.reads(format, &zone.value));
            let largest = zones.max_by_key(|zone| count_cards(deck, Some(format), &zone.value));
            if let Some(zone) = largest {
                let texts = by_zone
                    .entry(document.read_line_end(zone.span.start))
                    .or_default();
                texts.push(self.describe_measured(one));
            }
        }
        beside.extend(by_zone);
        Some(
            beside
                .into_iter()
                .map(|(at, texts)| (at, texts.join(" · ")))
                .collect(),
        )
    }

    fn describe_measured(&self, one: &RuleNumber) -> String {
        let value = &one.value;
        let text = match (&one.least, &one.most) {
            (Some(least), Some(most)) if least != most => {
                say!(self.lang, "{value} of {least} to {most}")
            }
            (_, Some(limit)) => say!(self.lang, "{value} of {limit}"),
            (Some(least), None) => say!(self.lang, "{value} of at least {least}"),
            (None, None) => value.clone(),
        };
        match &one.total {
            Some(_) => format!("{}{}{text}", plain(&one.rule), self.lang.colon()),
            None => text,
        }
    }

    /// The counts and totals that rules limit, in the order of the rules.
    fn measure(&self, rulebook: &Rulebook<'_>, deck: &Deck) -> Vec<RuleNumber> {
        let (catalog, format) = (rulebook.catalog, rulebook.format);
        let overrides = &Overrides::default();
        let subject =
            Subject { catalog, format: Some(format), deck, overrides, rulebook: Some(rulebook) };
        let mut all: Vec<RuleNumber> = Vec::new();
        for limited in all_limits(&subject, Lens::Shipped) {
            let Some(rule) = format.rules.iter().find(|rule| rule.id == limited.rule) else {
                continue;
            };
            let (value, limit) =
                (limited.value.in_words(self.lang), limited.limit.in_words(self.lang));
            let (least, most) = match limited.operator {
                Operator::Equal | Operator::Has => (Some(limit.clone()), Some(limit)),
                Operator::AtMost => (None, Some(limit)),
                Operator::AtLeast => (Some(limit), None),
                _ => continue,
            };
            // A chained comparison has two limits for one measure.
            if let Some(known) = all
                .last_mut()
                .filter(|known| known.rule == rule.id && known.value == value)
            {
                known.least = known.least.take().or(least);
                known.most = known.most.take().or(most);
                continue;
            }
            let Ok(measure) = rulebook.measure(&limited.text) else { continue };
            let kind = &measure.node().kind;
            let is_total = adds_up(kind);
            if is_total || matches!(kind, MeasureKind::Count { .. } if limited.text.ends_with("()"))
            {
                let (rule, zones) = (rule.id.clone(), rule.zones.clone());
                let total = is_total.then_some(limited.text);
                all.push(RuleNumber { rule, zones, total, value, least, most });
            }
        }
        all
    }
}

/// The cards of a zone, given its name in the deck, also those with unknown names.
fn count_cards(deck: &Deck, format: Option<&Format>, zone: &str) -> u32 {
    let entries = deck.entries.iter().map(|entry| (&*entry.zone, entry.count));
    let unknown = deck
        .unresolved
        .iter()
        .map(|line| (line.zone.as_str(), line.count));
    let mut cards = 0_u32;
    for (other, count) in entries.chain(unknown) {
        if zone_id(format, other) == zone_id(format, zone) {
            cards = cards.saturating_add(count);
        }
    }
    cards
}

/// The id of a zone; its name in the deck if the format does not have it.
fn zone_id<'f>(format: Option<&'f Format>, name: &'f str) -> &'f str {
    format
        .and_then(|format| format.zone(name))
        .map_or(name, |zone| zone.named.id.as_str())
}

/// The tables of a TOML, each with its id or name; a card with its name.
pub(crate) fn tables(document: &OpenText, lang: Lang) -> Vec<Block> {
    let (mut blocks, mut at): (Vec<Block>, usize) = Default::default();
    for line in document.text.split_inclusive('\n') {
        let text = line.trim_end();
        let value = line
            .split_once('=')
            .filter(|(key, _)| ["id", "name"].contains(&key.trim()));
        if text.starts_with('[') && text.ends_with(']') {
            let path = plain(text.trim_matches(['[', ']']).trim());
            let kind =
                if path.ends_with("rule") { SymbolKind::FUNCTION } else { SymbolKind::OBJECT };
            let heading = at..at + text.len();
            blocks.push(Block { name: path.clone(), detail: path, kind, heading, end: 0 });
        } else if let (Some(block), Some((key, value))) = (blocks.last_mut(), value)
            && (block.name == block.detail || (block.detail == "card" && key.trim() == "name"))
        {
            block.name = plain(first_text(value, lang));
        }
        at += line.len();
    }
    blocks
}

/// The text of a value, which may be a table of languages.
fn first_text(value: &str, lang: Lang) -> &str {
    let own = value.split_once(&format!("{} = ", lang.code()));
    let text = own.map_or(value, |(_, text)| text).trim();
    let Some(quote) = text.chars().next().filter(|c| ['"', '\''].contains(c)) else { return text };
    text.split(quote).nth(1).unwrap_or(text)
}

/// Whether a measure adds up numbers of cards, possibly with other terms: `sum(pitch) - 2 *
/// count()`.
fn adds_up(kind: &MeasureKind) -> bool {
    match kind {
        MeasureKind::Fold { fold, .. } => *fold == Fold::Sum,
        MeasureKind::Operation(_, parts) => parts.iter().any(|part| adds_up(&part.kind)),
        _ => false,
    }
}

/// The running total of the first budget after each card of its zones. Returns none if the cards'
/// numbers do not add up to the deck's total, because then the total is not a plain sum.
fn running_totals<'d>(
    rulebook: &Rulebook<'_>,
    prepared: &PreparedFormat<'_>,
    deck: &'d Deck,
    measured: &[RuleNumber],
) -> Vec<(&'d Entry, String)> {
    let format = rulebook.format;
    let Some(budget) = measured
        .iter()
        .find(|one| one.total.is_some() && one.most.is_some())
    else {
        return Vec::new();
    };
    let Some(Ok(measure)) = budget.total.as_ref().map(|text| rulebook.measure(text)) else {
        return Vec::new();
    };
    let world = prepared.world(Lens::Shipped);
    let mut part = without_cards(deck);
    let (mut sum, mut totals): (Option<Quantity>, Vec<(&Entry, String)>) = Default::default();
    for entry in deck
        .entries
        .iter()
        .filter(|entry| budget.reads(format, &entry.zone))
    {
        part.entries = vec![entry.clone()];
        let own = measure.value(&world, &piles::from_deck(format, &part, &budget.zones));
        let now = match sum.take() {
            Some(sum) => sum.plus(own),
            None => own,
        };
        totals.push((entry, now.in_words(Lang::default())));
        sum = Some(now);
    }
    let whole = measure.value(&world, &piles::from_deck(format, deck, &budget.zones));
    let is_whole = totals
        .last()
        .is_some_and(|(_, last)| *last == whole.in_words(Lang::default()));
    if is_whole || !deck.unresolved.is_empty() { totals } else { Vec::new() }
}
