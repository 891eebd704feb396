//! The cards that a search found, in each form of output.

use super::{
    FactStyle,
    json::{CardGroupRow, CardShape, CardsDocument, CardsRemarks, ListingFacts, OpenCardRow},
    listing::{Listing, count_cards},
    suggested::DeckSuggestions,
};
use crate::{
    documents::CardRow,
    forms::{csv::CsvSheet, json::write_line},
    text::{
        Style,
        escape::safe,
        table::{Column, TextTable},
    },
};
use sleeve_data::{
    Gather,
    model::{Card, CardIndex, Catalog, FRONT, Lang, Lens},
};
use sleeve_language::{Field, FieldKind, Filter, MissingFact, Truth};
use std::{
    io::{self, Write},
    sync::Arc,
};

/// Number of suggested cards without a limit.
const LISTED_SUGGESTIONS: usize = 20;

/// Most undetermined cards that are named; the others are counted.
const NAMED_CARDS: usize = 10;

/// The cards of a game that a search found.
pub struct FoundCards {
    pub catalog: Arc<Catalog>,
    pub lens: Lens,
    /// `None` matches every card.
    pub filter: Option<Filter>,
    /// The filter as it was typed.
    pub text: String,
    /// The columns that the user chose.
    pub columns: Vec<Field>,
    /// The fields that the order and the filter name, which lists show as columns.
    pub named_fields: Vec<Field>,
    pub group: Option<Field>,
    /// The cards that certainly match, in the order of the list.
    pub matched: Vec<CardIndex>,
    /// The cards that may match, depending on unknown facts.
    pub undetermined: Vec<OpenCard>,
    /// The parts of the filter, if they have to be explained.
    pub parts: Vec<FilterPart>,
    /// Number of other cards whose names contain the text, if it is the whole name of a card.
    pub longer_names: usize,
}

/// A card that may match.
pub struct OpenCard {
    pub card: CardIndex,
    /// The facts that would decide it. Without any, its owner chooses one of several values.
    pub missing: Vec<MissingFact>,
}

/// A part of a filter.
pub struct FilterPart {
    /// As it was typed.
    pub text: String,
    /// Whether the part alone accepts each card of the game.
    pub truths: Vec<Truth>,
}

/// The results of a search.
pub struct CardsReport {
    /// By game; at least one.
    pub found: Vec<FoundCards>,
    /// The deck for which the cards are suggested, if there is one.
    pub suggested: Option<DeckSuggestions>,
    /// Most cards to list; in each group if there are groups.
    pub limit: Option<usize>,
}

impl FoundCards {
    /// How facts are written.
    pub fn view(&self, lang: Lang) -> FactStyle<'_> {
        FactStyle::new(&self.catalog, self.lens, lang)
    }

    /// Whether no card matches, not even perhaps.
    pub fn is_empty(&self) -> bool {
        self.matched.is_empty() && self.undetermined.is_empty()
    }

    /// The cards that match or may, in the order of the data.
    pub fn possible(&self) -> Vec<CardIndex> {
        let mut all = self.matched.clone();
        all.extend(self.undetermined.iter().map(|open| open.card));
        all.sort();
        all
    }

    /// The first cards that match.
    fn limit_cards(&self, limit: Option<usize>) -> &[CardIndex] {
        self.matched
            .get(..limit.unwrap_or(usize::MAX))
            .unwrap_or(&self.matched)
    }

    fn card(&self, index: CardIndex) -> Card<'_> {
        self.catalog.cards.card(index)
    }

    fn list_undetermined(&self, out: &mut dyn Write, style: &Style) -> io::Result<()> {
        let lang = style.lang;
        let (chosen, unknown): (Vec<_>, Vec<_>) = self
            .undetermined
            .iter()
            .partition(|open| open.missing.is_empty());
        let more = if self.matched.is_empty() { "" } else { word!(lang, " more") };
        if let n @ 1.. = unknown.len() {
            let text = say!(
                lang,
                n,
                "1{more} may match, its values unknown:",
                "{n}{more} may match, their values unknown:"
            );
            self.list_with_facts(out, style, &text, &unknown)?;
        }
        if let n @ 1.. = chosen.len() {
            let text = say!(
                lang,
                n,
                "1{more} may match, as its owner chooses a value:",
                "{n}{more} may match, as their owners choose a value:"
            );
            self.list_with_facts(out, style, &text, &chosen)?;
        }
        Ok(())
    }

    /// Lists cards below a sentence, each with its missing facts.
    fn list_with_facts(
        &self,
        out: &mut dyn Write,
        style: &Style,
        text: &str,
        cards: &[&OpenCard],
    ) -> io::Result<()> {
        let (game, lang) = (&self.catalog.game, style.lang);
        writeln!(out, "{}", style.doubtful(text))?;
        for open in cards.iter().take(NAMED_CARDS) {
            let headings = open
                .missing
                .iter()
                .map(|missing| missing.fact.heading(game, lang));
            let words: Vec<String> = headings.map(|heading| heading.to_lowercase()).collect();
            let mut line = self.view(lang).name(self.card(open.card), FRONT);
            if !words.is_empty() {
                line = format!("{line}{} {}", word!(lang, ":"), words.join(", "));
            }
            writeln!(out, "  {}", safe(&line))?;
        }
        if let others @ 1.. = cards.len().saturating_sub(NAMED_CARDS) {
            writeln!(out, "  {}", say!(lang, others, "and {others} more"))?;
        }
        Ok(())
    }

    fn sheet_fields(&self) -> Vec<Field> {
        if !self.columns.is_empty() {
            return self.columns.clone();
        }
        let game = &self.catalog.game;
        let first = [FieldKind::Id, FieldKind::Name, FieldKind::Kind].map(Field::front);
        let usual = game
            .columns
            .iter()
            .filter_map(|word| Field::parse(game, word));
        first
            .into_iter()
            .chain(usual)
            .chain(self.named_fields.iter().copied())
            .each_once()
    }

    /// Ids of the fields of a row that rest on stand-ins or inference.
    fn unattested_fields(&self, card: Card<'_>, fields: &[Field], lang: Lang) -> String {
        let view = self.view(lang);
        let marked = FactStyle { marks: true, ..view };
        let mut ids = Vec::new();
        for field in fields {
            let is_attested = match field.kind {
                FieldKind::Id => card.id_provenance().grade.is_attested(),
                // A text with change marks is not attested.
                _ => marked.field(card, *field) == view.field(card, *field),
            };
            if !is_attested {
                ids.push(field.id(&self.catalog.game));
            }
        }
        ids.join(" ")
    }

    fn open_rows(&self) -> impl Iterator<Item = OpenCardRow<'_>> {
        let game = &self.catalog.game;
        self.undetermined.iter().map(|open| OpenCardRow {
            card: CardRow::new(&self.catalog, open.card),
            game: game.id(),
            missing: open
                .missing
                .iter()
                .map(|missing| missing.fact.id(game))
                .collect(),
        })
    }

    fn group_rows(&self) -> Vec<CardGroupRow> {
        let Some(field) = self.group else { return Vec::new() };
        let listing = Listing {
            view: self.view(Lang::En),
            cards: &self.matched,
            columns: None,
            asked: &[],
            group: None,
            beside: &[],
            limit: None,
        };
        let sections = listing.sections(field).into_iter();
        sections
            .map(|s| CardGroupRow { count: s.rows.len(), value: s.value })
            .collect()
    }

    /// Writes a table of the cards that each part of the filter, and all of it, matches.
    fn write_part_counts(&self, out: &mut dyn Write, style: &Style) -> io::Result<()> {
        let mut table = TextTable::new(vec![
            Column::text(word!(style.lang, "Filter")),
            Column::number(word!(style.lang, "Cards")),
            Column::number(word!(style.lang, "Perhaps")),
        ]);
        let mut is_open = !self.undetermined.is_empty();
        for part in &self.parts {
            let perhaps = part.count(Truth::Unknown);
            is_open |= perhaps > 0;
            if self.parts.len() > 1 {
                table.row(part_row(&part.text, part.count(Truth::True), perhaps));
            }
        }
        let all = word!(style.lang, "all of it");
        table.row(part_row(all, self.matched.len(), self.undetermined.len()));
        if !is_open {
            table.fit(&Style { width: 0, ..*style }, |i| i < 2);
        }
        table.write(out, style)
    }
}

impl FilterPart {
    /// The number of cards with this answer.
    pub fn count(&self, truth: Truth) -> usize {
        self.truths.iter().filter(|of| **of == truth).count()
    }
}

impl CardsReport {
    /// Writes a table for each game.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        let out = &mut style.typesetter(out);
        for (at, found) in self
            .found
            .iter()
            .filter(|found| !found.is_empty())
            .enumerate()
        {
            if at > 0 {
                writeln!(out)?;
            }
            if self.found.len() > 1 {
                writeln!(out, "{}", style.bold(&safe(found.catalog.game.name(style.lang))))?;
            }
            if !found.matched.is_empty() {
                self.write_table(out, style, found)?;
                if !quiet {
                    writeln!(out, "{}", style.dim(&count_cards(style, found.matched.len())))?;
                }
            }
            found.list_undetermined(out, style)?;
        }
        Ok(())
    }

    fn write_table(
        &self,
        out: &mut dyn Write,
        style: &Style,
        found: &FoundCards,
    ) -> io::Result<()> {
        let limit = self
            .limit
            .or(self.suggested.as_ref().map(|_| LISTED_SUGGESTIONS));
        let shown = found.limit_cards(limit);
        let beside = self
            .suggested
            .as_ref()
            .map(|known| known.table_columns(style.lang, shown));
        let view = found.view(style.lang);
        let listing = Listing {
            view: FactStyle { short: true, prose: true, marks: true, ..view },
            cards: &found.matched,
            columns: (!found.columns.is_empty()).then_some(found.columns.as_slice()),
            asked: &found.named_fields,
            group: found.group,
            beside: &beside.unwrap_or_default(),
            limit,
        };
        listing.write(out, style)
    }

    /// Writes the name of each card on a line.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_names(&self, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
        for found in &self.found {
            for card in found.limit_cards(self.limit) {
                writeln!(out, "{}", safe(&found.view(lang).name(found.card(*card), FRONT)))?;
            }
        }
        Ok(())
    }

    /// Writes each card as JSON on a line.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_json_lines(&self, out: &mut dyn Write) -> io::Result<()> {
        for found in &self.found {
            for card in found.limit_cards(self.limit) {
                write_line(&CardShape::new(&found.view(Lang::En), found.card(*card)), out)?;
                writeln!(out)?;
            }
        }
        Ok(())
    }

    /// Writes a sheet for each game, with commas or tabs. A search in only one game has headings
    /// even without cards, because programs read them.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_sheets(&self, out: &mut dyn Write, lang: Lang, has_tabs: bool) -> io::Result<()> {
        for found in self
            .found
            .iter()
            .filter(|of| self.found.len() == 1 || !of.is_empty())
        {
            let sheet = if has_tabs { CsvSheet::tsv(&mut *out) } else { CsvSheet::csv(&mut *out) };
            self.write_sheet(sheet, found, lang)?;
        }
        Ok(())
    }

    fn write_sheet<W: Write>(
        &self,
        mut sheet: CsvSheet<W>,
        found: &FoundCards,
        lang: Lang,
    ) -> io::Result<()> {
        let (game, view) = (&found.catalog.game, found.view(lang));
        let fields = found.sheet_fields();
        let beside = self
            .suggested
            .as_ref()
            .map(DeckSuggestions::sheet_columns)
            .unwrap_or_default();
        let more = beside.iter().map(|beside| beside.id).chain(["unattested"]);
        sheet.row(
            fields
                .iter()
                .map(|f| f.id(game))
                .chain(more.map(str::to_owned)),
        )?;
        for index in found.limit_cards(self.limit) {
            let card = found.card(*index);
            let mut cells = Vec::new();
            for field in &fields {
                cells.push(match field.kind {
                    FieldKind::Id => card.id().to_owned(),
                    _ => view.field(card, *field),
                });
            }
            cells.extend(beside.iter().map(|beside| beside.cell(*index)));
            cells.push(found.unattested_fields(card, &fields, lang));
            sheet.row(cells)?;
        }
        sheet.finish()
    }

    /// Writes the document for scripts.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let game = match self.found.as_slice() {
            [found] => Some(found.catalog.game.id()),
            _ => None,
        };
        let mut document = CardsDocument::open(out, game)?;
        for found in &self.found {
            for card in found.limit_cards(self.limit) {
                document.card(&CardShape::new(&found.view(Lang::En), found.card(*card)))?;
            }
        }
        let is_grouped = self.found.iter().any(|found| found.group.is_some());
        let facts = ListingFacts {
            total: self.found.iter().map(|found| found.matched.len()).sum(),
            undetermined: self.found.iter().flat_map(FoundCards::open_rows).collect(),
            groups: is_grouped
                .then(|| self.found.iter().flat_map(FoundCards::group_rows).collect()),
        };
        let shown = self
            .found
            .iter()
            .flat_map(|found| found.limit_cards(self.limit));
        let suggested = self.suggested.as_ref().map(|known| known.row(shown));
        document.close(&CardsRemarks { found: Some(facts), suggested, ..CardsRemarks::default() })
    }

    /// Writes the filter in words, and the number of cards that each part of it matches alone.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn explain(&self, out: &mut dyn Write, style: &Style) -> io::Result<()> {
        let out = &mut style.typesetter(out);
        let lang = style.lang;
        for (at, found) in self.found.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            let game = &safe(found.catalog.game.name(lang));
            let words = match &found.filter {
                Some(filter) => filter.in_words(&found.catalog, lang),
                None => say!(lang, "every card"),
            };
            writeln!(out, "{}{} {}", style.bold(game), word!(lang, ":"), safe(&words))?;
            found.write_part_counts(out, style)?;
        }
        Ok(())
    }

    /// The number of undetermined cards, for forms that have no room for them.
    pub fn undetermined_line(&self, style: &Style) -> Option<String> {
        let count: usize = self
            .found
            .iter()
            .map(|found| found.undetermined.len())
            .sum();
        let may = word!(style.lang, "may match, values unknown or chosen");
        (count > 0).then(|| format!("{} {may}", count_cards(style, count)))
    }
}

fn part_row(text: &str, sure: usize, perhaps: usize) -> [String; 3] {
    let perhaps = if perhaps > 0 { perhaps.to_string() } else { String::new() };
    [text.to_owned(), sure.to_string(), perhaps]
}
