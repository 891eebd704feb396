//! How a text is made up: its zones with their cards, its tables; what of each limit is used, beside the lines.

use crate::document::OpenText;
use crate::kind::Kind;
use crate::worker::Worker;
use lsp_types::{
    DocumentSymbol, FoldingRange, InlayHint, InlayHintLabel, InlayHintParams, SymbolKind,
};
use sleeve_check::CheckedDeck;
use sleeve_data::model::{Deck, Format, Lens, RuleBody};
use sleeve_language::ast::Operator;
use sleeve_language::tree::{ConditionKind, ConditionNode, Fold, MeasureKind};
use sleeve_report::escape::plain;
use sleeve_rules::{Overrides, PreparedFormat, Rulebook, piles};
use std::collections::BTreeMap;
use std::ops::Range;

/// More symbols and hints than this are not made of one text.
const MAX_SYMBOLS: usize = 10_000;
/// Of decks with more lines no running totals are made: each is counted from the first line.
const MAX_TOTALLED_LINES: usize = 500;

/// A zone of a deck or a table of another TOML, from its heading to the next.
struct Block {
    name: String,
    detail: String,
    kind: SymbolKind,
    heading: Range<usize>,
    end: usize,
}

/// A number of a rule, and what it may be.
struct RuleNumber {
    rule: String,
    zones: Vec<String>,
    /// The text of the measure; of a plain count of cards none.
    total: Option<String>,
    value: String,
    least: Option<String>,
    most: Option<String>,
}

impl Worker {
    /// The outline of a text.
    pub(crate) fn symbols(&mut self, document: &OpenText) -> Vec<DocumentSymbol> {
        let symbol = |block: Block| {
            #[expect(
                deprecated,
                reason = "the type of the protocol has a field that is no longer used"
            )]
            DocumentSymbol {
                // The protocol wants a name.
                name: Some(block.name).filter(|name| !name.is_empty()).unwrap_or("?".to_owned()),
                detail: Some(block.detail),
                kind: block.kind,
                tags: None,
                deprecated: None,
                range: document.range(&(block.heading.start..block.end)),
                selection_range: document.range(&block.heading),
                children: None,
            }
        };
        self.blocks(document).into_iter().map(symbol).collect()
    }

    /// The parts that may be folded.
    pub(crate) fn folds(&mut self, document: &OpenText) -> Vec<FoldingRange> {
        let fold = |block: Block| {
            let text = document.text.get(block.heading.start..block.end).unwrap_or_default();
            let last = document.line_of(block.heading.start + text.trim_end().len());
            FoldingRange {
                start_line: document.line_of(block.heading.start) as u32,
                end_line: last as u32,
                ..FoldingRange::default()
            }
        };
        let folds = self.blocks(document).into_iter().map(fold);
        folds.filter(|fold| fold.end_line > fold.start_line).collect()
    }

    fn blocks(&mut self, document: &OpenText) -> Vec<Block> {
        let mut blocks = match self.kind(document) {
            Kind::Other => Vec::new(),
            Kind::Deck => self.zones(document),
            _ => tables(document),
        };
        blocks.truncate(MAX_SYMBOLS);
        blocks.sort_by_key(|block| block.heading.start);
        let ends = blocks.iter().skip(1).map(|next| document.line_at(next.heading.start).start);
        let ends: Vec<usize> = ends.chain([document.text.len()]).collect();
        for (block, end) in blocks.iter_mut().zip(ends) {
            block.end = end.max(block.heading.end);
        }
        blocks
    }

    fn zones(&mut self, document: &OpenText) -> Vec<Block> {
        let analysis = self.analyse(document);
        let mark = document.mark_length();
        let mut blocks = Vec::new();
        for checked in &analysis.batch.decks {
            let (Some(deck), format) = (checked.deck(), checked.format()) else { continue };
            for zone in &deck.zones {
                let known = |name: &str| format.and_then(|format| format.zone(name));
                let is_its = |name: &str| match (known(name), known(&zone.value)) {
                    (Some(one), Some(other)) => one.named.id == other.named.id,
                    _ => name == zone.value,
                };
                let entries = deck.entries.iter().map(|of| (&*of.zone, of.count));
                let unknown = deck.unresolved.iter().map(|of| (of.zone.as_str(), of.count));
                let cards = entries.chain(unknown).filter(|(zone, _)| is_its(zone));
                let cards = cards.map(|(_, count)| count).fold(0, u32::saturating_add);
                let name = known(&zone.value).map(|zone| zone.named.name.get(self.lang));
                blocks.push(Block {
                    name: plain(name.unwrap_or(&zone.value)),
                    detail: say!(self.lang, cards, "{n} card", "{n} cards", n = cards),
                    kind: SymbolKind::NAMESPACE,
                    heading: zone.span.start + mark..zone.span.end + mark,
                    end: 0,
                });
            }
        }
        blocks
    }

    /// What of each limit is used: beside headings of zones, and running beside each line for totals.
    pub(crate) fn hints(
        &mut self,
        document: &OpenText,
        params: &InlayHintParams,
    ) -> Vec<InlayHint> {
        if self.kind(document) != Kind::Deck {
            return Vec::new();
        }
        let analysis = self.analyse(document);
        let shown = document.offset(params.range.start)..document.offset(params.range.end);
        let mut hints = Vec::new();
        for checked in &analysis.batch.decks {
            hints.extend(self.deck_hints(document, checked).unwrap_or_default());
        }
        hints.retain(|(offset, _)| shown.start <= *offset && *offset <= shown.end);
        hints.truncate(MAX_SYMBOLS);
        let hint = |(offset, text): (usize, String)| InlayHint {
            position: document.position(offset),
            label: InlayHintLabel::String(self.set(&text)),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        };
        hints.into_iter().map(hint).collect()
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
        let measured = self.measure(&rulebook, &prepared, deck);
        let line_end = |offset: usize| document.line_at(offset).end;
        let mark = document.mark_length();
        let mut running = BTreeMap::new();
        let mut by_zone: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for one in &measured {
            let is_its = |zone: &&sleeve_data::model::Spanned<String>| {
                let id = format.zone(&zone.value).map(|of| of.named.id.to_string());
                one.zones.is_empty() || id.is_some_and(|id| one.zones.contains(&id))
            };
            let Some(zone) = deck.zones.iter().find(is_its) else { continue };
            let text = self.describe_measured(one);
            by_zone.entry(line_end(zone.span.start + mark)).or_default().push(text);
        }
        let budget = measured.iter().find(|one| one.total.is_some() && one.most.is_some());
        if let Some((budget, text)) = budget.and_then(|one| Some((one, one.total.as_ref()?)))
            && deck.entries.len() <= MAX_TOTALLED_LINES
        {
            let totals = running_totals(&rulebook, &prepared, deck, (text, &budget.zones));
            let mut last = String::new();
            for (entry, total) in deck.entries.iter().zip(totals) {
                if total != last {
                    running.insert(line_end(entry.span.end + mark), total.clone());
                }
                last = total;
            }
        }
        // Editors set hints of one place side by side without a blank: a line has one. That of a zone says the whole total.
        let zones = by_zone.into_iter().map(|(at, texts)| (at, texts.join(" · ")));
        running.extend(zones);
        Some(running.into_iter().collect())
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

    /// The numbers that rules of a format compare with limits, in the order of the rules.
    fn measure(
        &self,
        rulebook: &Rulebook<'_>,
        prepared: &PreparedFormat<'_>,
        deck: &Deck,
    ) -> Vec<RuleNumber> {
        let format = rulebook.format;
        let mut all: Vec<RuleNumber> = Vec::new();
        for rule in format.rules.iter() {
            let RuleBody::Require(text) = &rule.body else { continue };
            let fits = rule.roles.is_empty()
                || prepared.role.as_ref().is_some_and(|role| rule.roles.contains(role));
            let Ok(condition) = rulebook.condition(text) else { continue };
            for node in conjuncts(condition.node()).into_iter().filter(|_| fits) {
                let ConditionKind::Compare { left, operator, right } = &node.kind else { continue };
                let side = |span: &Range<usize>| {
                    let text = text.get(span.clone())?;
                    let measure = rulebook.measure(text).ok()?;
                    let piles = piles::from_deck(format, deck, &rulebook.zones(rule));
                    let value = measure.value(&prepared.world(Lens::Shipped), &piles);
                    Some((text.trim().to_owned(), value.in_words(self.lang)))
                };
                // A limit reads no cards: it is the side without a count, a sum or the like.
                let (measure, limit, operator) = match (left.reads_cards(), right.reads_cards()) {
                    (true, false) => (left, right, *operator),
                    (false, true) => (right, left, operator.mirrored()),
                    _ => continue,
                };
                let (Some((text, value)), Some((_, limit))) =
                    (side(&measure.span), side(&limit.span))
                else {
                    continue;
                };
                let (least, most) = match operator {
                    Operator::Equal | Operator::Has => (Some(limit.clone()), Some(limit)),
                    Operator::AtMost => (None, Some(limit)),
                    Operator::AtLeast => (Some(limit), None),
                    _ => continue,
                };
                let is_count =
                    matches!(&measure.kind, MeasureKind::Count { .. }) && text.ends_with("()");
                // A chain is two comparisons of one measure.
                if let Some(known) =
                    all.last_mut().filter(|known| known.rule == rule.id && known.value == value)
                {
                    known.least = known.least.take().or(least);
                    known.most = known.most.take().or(most);
                    continue;
                }
                let is_total = adds_up(&measure.kind);
                if !is_count && !is_total {
                    continue;
                }
                all.push(RuleNumber {
                    rule: rule.id.clone(),
                    zones: rule.zones.clone(),
                    total: is_total.then_some(text),
                    value,
                    least,
                    most,
                });
            }
        }
        all
    }
}

/// The tables of a TOML, each with its name or id.
fn tables(document: &OpenText) -> Vec<Block> {
    let (mut blocks, mut at): (Vec<Block>, usize) = Default::default();
    for line in document.text.split_inclusive('\n') {
        let text = line.trim_end();
        let value = line.split_once('=').filter(|(key, _)| ["id", "name"].contains(&key.trim()));
        if text.starts_with('[') && text.ends_with(']') {
            let path = plain(text.trim_matches(['[', ']']).trim());
            let kind =
                if path.ends_with("rule") { SymbolKind::FUNCTION } else { SymbolKind::OBJECT };
            let heading = at..at + text.len();
            blocks.push(Block { name: path.clone(), detail: path, kind, heading, end: 0 });
        } else if let (Some(block), Some((_, value))) = (blocks.last_mut(), value)
            && block.name == block.detail
        {
            block.name = plain(value.trim().trim_matches(['"', '\'']));
        }
        at += line.len();
    }
    blocks
}

/// The parts of a condition that all have to hold.
fn conjuncts(node: &ConditionNode) -> Vec<&ConditionNode> {
    match &node.kind {
        ConditionKind::Junction(all)
            if all.is_conjunction && all.parts.iter().all(|part| !part.negated) =>
        {
            all.parts.iter().flat_map(|part| conjuncts(&part.condition)).collect()
        }
        _ => vec![node],
    }
}

/// Whether a measure adds numbers of cards up, perhaps beside others: `sum(pitch) - 2 * count()`.
fn adds_up(kind: &MeasureKind) -> bool {
    match kind {
        MeasureKind::Fold { fold, .. } => *fold == Fold::Sum,
        MeasureKind::Operation(_, parts) => parts.iter().any(|part| adds_up(&part.kind)),
        _ => false,
    }
}

/// A total after each line of a deck.
fn running_totals(
    rulebook: &Rulebook<'_>,
    prepared: &PreparedFormat<'_>,
    deck: &Deck,
    (text, zones): (&str, &[String]),
) -> Vec<String> {
    let Ok(measure) = rulebook.measure(text) else { return Vec::new() };
    let format: &Format = rulebook.format;
    let mut part = Deck { entries: Vec::new(), ..deck.clone() };
    let mut totals = Vec::new();
    for entry in &deck.entries {
        part.entries.push(entry.clone());
        let piles = piles::from_deck(format, &part, zones);
        totals.push(
            measure.value(&prepared.world(Lens::Shipped), &piles).in_words(Default::default()),
        );
    }
    totals
}
