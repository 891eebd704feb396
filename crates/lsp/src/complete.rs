//! Completion: in decks, cards by any part of their name, headings, formats, roles and parameters;
//! in all our TOML, keys, values and words of the query language.

use crate::{
    document::{Kind, OpenText},
    fit::CardGate,
    toml_place::{self, KeyShape, Part, SchemaKey, TomlPlace, find_place},
    worker::{Worker, first_entry},
};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionItemTag,
    CompletionList, CompletionParams, CompletionTextEdit, Documentation, InsertTextFormat,
    TextEdit,
};
use sleeve_check::CheckedDeck;
use sleeve_data::model::{
    CardIndex, Catalog, Format, Lens,
    fold::fold,
    format::{Parameter, Zone},
    game::Named,
};
use sleeve_decks::{nearest_cards, rank_names};
use sleeve_language::{self as language, Field, FieldKind, Scope};
use sleeve_library::Library;
use sleeve_report::{cards::FactStyle, finding::Wording, text::escape::plain};
use std::{ops::Range, sync::Arc};

/// What a value follows in the query language.
const OPERATORS: [char; 6] = [':', '=', '!', '<', '>', '|'];

/// The most completions to offer. Editors ask again after the next key.
const MAX_OFFERED: usize = 100;

fn offer(
    label: impl Into<String>,
    detail: impl Into<String>,
    kind: CompletionItemKind,
) -> CompletionItem {
    let (label, detail) = (label.into(), Some(detail.into()));
    CompletionItem { label, detail, kind: Some(kind), ..CompletionItem::default() }
}

/// The offers, and the span that they replace. An `insert_text` is the inserted text, if it differs
/// from the label.
struct Offers {
    span: Range<usize>,
    offers: Vec<CompletionItem>,
    /// Whether names match by any of their parts. Editors match only the beginning, so they ask
    /// again after each key.
    is_fuzzy: bool,
}

/// A place in a TOML whose text is being completed.
struct TypedToml<'d> {
    document: &'d OpenText,
    kind: Kind,
    place: TomlPlace,
    /// The text from the start of the place to the cursor.
    typed: &'d str,
    /// The text after the place, to the end of its line.
    ending: &'d str,
}

impl<'d> TypedToml<'d> {
    fn find(document: &'d OpenText, kind: Kind, offset: usize) -> Option<TypedToml<'d>> {
        let place = find_place(&document.text, offset);
        let typed = document.text.get(place.span.start..offset)?;
        let line = document.line_at(place.span.end);
        let end = place.span.end + usize::from(place.is_closed);
        let ending = document.text.get(end..line.end).unwrap_or_default().trim();
        Some(TypedToml { document, kind, place, typed, ending })
    }

    fn path(&self) -> Vec<&str> {
        self.place.path.iter().map(String::as_str).collect()
    }

    /// The offers that match the typed text, with missing quotes and brackets, without keys that
    /// the table already has.
    fn offers(&self, mut offers: Vec<CompletionItem>) -> Offers {
        let (place, brackets) = (&self.place, self.missing_brackets());
        if place.part != Part::Value {
            offers.retain(|offer| !place.beside.contains(&offer.label));
        }
        for offer in &mut offers {
            let label = &offer.label;
            let is_text = !matches!(label.as_str(), "true" | "false")
                && sleeve_data::model::Number::parse(label).is_none();
            let text = match (place.part, place.quote) {
                (Part::Heading, _) => format!("{label}{brackets}"),
                (Part::Value, None) if is_text => format!("\"{label}\""),
                (_, Some(quote)) if !place.is_closed => format!("{label}{quote}"),
                _ => continue,
            };
            offer.insert_text = Some(text);
        }
        let offers = keep_typed(offers, self.typed);
        Offers { span: place.span.clone(), offers, is_fuzzy: false }
    }

    /// The brackets that a heading still needs.
    fn missing_brackets(&self) -> &'static str {
        let line = self.document.line_at(self.place.span.start);
        let before = self
            .document
            .text
            .get(line.start..self.place.span.start)
            .unwrap_or_default();
        match before.trim_start() {
            _ if self.ending.contains(']') => "",
            list if list.starts_with("[[") => "]]",
            _ => "]",
        }
    }

    /// The keys that the schema allows here; in a heading, only tables.
    fn keys(&self, takes_snippets: bool) -> Vec<CompletionItem> {
        let (place, mut offers) = (&self.place, Vec::new());
        let has_no_value =
            place.part == Part::Key && place.quote.is_none() && self.ending.is_empty();
        for SchemaKey { key, meaning, shape } in
            toml_place::schema_keys(self.kind.schema().unwrap_or_default(), &place.path)
        {
            let is_table = matches!(shape, KeyShape::Table | KeyShape::Tables);
            if place.part == Part::Heading && !is_table {
                continue;
            }
            let mut offer = offer(key, meaning, CompletionItemKind::PROPERTY);
            if has_no_value && !is_table {
                add_value(&mut offer, shape, takes_snippets);
            }
            offers.push(offer);
        }
        offers
    }

    /// Quotes a card's name like the text around it. Adds the closing quote if it is missing, and
    /// then the count.
    fn quote_card(&self, name: String, count: &str) -> String {
        let place = &self.place;
        let name = if place.quote == Some('\'') { name } else { escape_quotes(&name) };
        match place.quote {
            Some(_) if place.is_closed && !count.is_empty() => name + "\" = 1",
            Some(_) if place.is_closed => name,
            Some(quote) => format!("{name}{quote}{count}"),
            None => format!("\"{name}\"{count}"),
        }
    }
}

/// Adds the beginning of its value to a key, with the cursor in it if the editor can place it.
fn add_value(offer: &mut CompletionItem, shape: KeyShape, takes_snippets: bool) {
    let value = match shape {
        _ if !takes_snippets => "",
        KeyShape::Text => "\"$0\"",
        KeyShape::List => "[$0]",
        _ => "$0",
    };
    offer.insert_text_format = takes_snippets.then_some(InsertTextFormat::SNIPPET);
    offer.insert_text = Some(format!("{} = {value}", offer.label));
}

/// The deck while a line is typed: what is known without that line.
struct TypedDeck {
    deck: CheckedDeck,
    /// The start of the line.
    line_start: usize,
}

impl TypedDeck {
    fn home(&self) -> Option<(&Arc<Catalog>, Option<&Format>)> {
        Some((self.deck.catalog()?, self.deck.format()))
    }

    /// The zone of the last entry above the line, else the format's first zone.
    fn zone(&self) -> Option<&Zone> {
        let ((_, format), deck) = (self.home()?, self.deck.deck()?);
        let format = format?;
        let headings = deck
            .zones
            .iter()
            .map(|zone| (zone.span.start, &*zone.value));
        let entries = deck
            .entries
            .iter()
            .map(|entry| (entry.span.start, &*entry.zone));
        let above = headings
            .chain(entries)
            .filter(|(start, _)| *start < self.line_start);
        let last = above.max_by_key(|(start, _)| *start);
        last.and_then(|(_, zone)| format.zone(zone))
            .or_else(|| format.zones.first())
    }
}

/// Whether the JSON object around a span already has a key, of which only one would count.
fn has_key_beside(text: &str, span: &Range<usize>, key: &str) -> bool {
    let start = text
        .get(..span.start)
        .and_then(|text| text.rfind('{'))
        .unwrap_or(0);
    let length = text.get(span.end..).and_then(|behind| behind.find('}'));
    let end = length.map_or(text.len(), |length| span.end + length);
    let parts = [text.get(start..span.start), text.get(span.end..end)]
        .into_iter()
        .flatten();
    let quoted = format!("\"{key}\"");
    parts
        .flat_map(|part| part.split(&quoted).skip(1))
        .any(|rest| rest.trim_start().starts_with(':'))
}

/// A text that is being typed in JSON or XML.
struct TypedMarkup {
    is_xml: bool,
    /// Whether only a name can be here, and no id.
    is_name: bool,
    /// The whole text, without its quotes or tags.
    span: Range<usize>,
}

impl TypedMarkup {
    fn find(document: &OpenText, line: &Range<usize>, offset: usize) -> Option<TypedMarkup> {
        let before = document.text.get(line.start..offset)?;
        let behind = document.text.get(offset..line.end)?;
        let is_xml = document.text.trim_start().starts_with('<');
        // Between tags, or in the last open one.
        let is_content = is_xml && before.rfind('>') > before.rfind('<');
        let tag = before.get(before.rfind('<').filter(|_| is_xml).unwrap_or(0)..)?;
        if !is_content && tag.matches('"').count() % 2 == 0 {
            return None;
        }
        let (opening, closing) = if is_content { ('>', '<') } else { ('"', '"') };
        let start = before.rfind(opening)? + 1;
        let end = offset + behind.find(closing).unwrap_or(behind.len());
        let is_name = is_content || before.get(..start)?.to_lowercase().ends_with("name=\"");
        Some(TypedMarkup { is_xml, is_name, span: line.start + start..end })
    }
}

pub(crate) fn escape_quotes(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"")
}

impl Worker {
    pub(crate) fn complete(
        &mut self,
        document: &OpenText,
        params: CompletionParams,
    ) -> CompletionList {
        let offset = document.offset(params.text_document_position.position);
        let is_toml = document.extension() == "toml";
        let offers = match self.kind(document) {
            Kind::Other if !is_toml || document.text.len() > 4_096 => None,
            Kind::Deck if !is_toml => self.complete_line(document, offset),
            Kind::Other => self.complete_toml(document, Kind::Deck, offset),
            kind => self.complete_toml(document, kind, offset),
        };
        let Some(Offers { span, offers: mut items, is_fuzzy }) = offers else {
            return CompletionList::default();
        };
        let is_incomplete = is_fuzzy || items.len() >= MAX_OFFERED;
        items.truncate(MAX_OFFERED);
        let typed = document.text.get(span.start..offset.max(span.start));
        let typed = typed.filter(|typed| is_fuzzy && !typed.is_empty());
        for (at, item) in items.iter_mut().enumerate() {
            self.finish_item(item, document.range(&span));
            item.sort_text = Some(format!("{at:04}"));
            // Editors keep offers that begin with this. A name found by a later word begins
            // differently.
            item.filter_text = typed.map(str::to_owned);
        }
        CompletionList { is_incomplete, items }
    }

    fn finish_item(&self, item: &mut CompletionItem, range: lsp_types::Range) {
        let detail = item.detail.take().unwrap_or_default();
        // Editors show half a line of the detail, so a long one becomes documentation.
        item.documentation = (detail.len() > 60).then(|| Documentation::String(self.set(&detail)));
        item.detail = Some(self.set(&detail)).filter(|text| !text.is_empty());
        let new_text = item
            .insert_text
            .take()
            .unwrap_or_else(|| item.label.clone());
        item.text_edit = Some(CompletionTextEdit::Edit(TextEdit { range, new_text }));
    }

    /// The deck without the text being typed: a line in a list, or a quoted text in JSON or XML.
    fn typed_deck(&self, document: &OpenText, line: Range<usize>) -> Option<TypedDeck> {
        let mut text = document.text.clone();
        text.replace_range(line.clone(), "");
        // A TOML deck without zones still has a game and a format.
        if document.extension() == "toml" && !text.contains("[zones") {
            text.push_str("\n[zones]\n");
        }
        let mut decks = self.read(document, &text).decks;
        if decks.iter().all(|deck| deck.deck().is_none()) {
            // A list without a card is not a deck, but with a heading it is, and its heads are
            // read.
            text.push_str("\n[-]\n");
            decks = self.read(document, &text).decks;
        }
        let above = decks
            .iter()
            .rposition(|deck| first_entry(deck).is_some_and(|start| start < line.start));
        let deck = decks.into_iter().nth(above.unwrap_or(0))?;
        Some(TypedDeck { deck, line_start: line.start })
    }

    /// Completes a line of a list: a heading, or a count and a card.
    fn complete_line(&self, document: &OpenText, offset: usize) -> Option<Offers> {
        let line = document.line_at(offset);
        if document.text.trim_start().starts_with(['{', '[', '<']) {
            let offers = self.complete_markup(document, line.clone(), offset);
            // A list may begin with a heading in brackets.
            if offers.is_some() || !document.text.trim_start().starts_with('[') {
                return offers;
            }
        }
        let typed = document.text.get(line.start..offset)?;
        if let Some((key, value)) = sleeve_decks::head_at_end(typed) {
            return self.complete_list_head(document, offset - value.len()..offset, key);
        }
        // A comment contains no card.
        if typed.trim_start().starts_with(['#', '/']) {
            return None;
        }
        let unmarked = typed.trim_start_matches(|c: char| c.is_whitespace() || "-*•".contains(c));
        let digits = unmarked.trim_start_matches(|c: char| c.is_ascii_digit());
        let has_count = digits.len() < unmarked.len();
        let name = if has_count {
            digits
                .strip_prefix(['x', 'X', '×'])
                .unwrap_or(digits)
                .trim_start()
        } else {
            unmarked
        };
        let span = offset - name.len()..line.end;
        let deck = self.typed_deck(document, line)?;
        let (catalog, format) = deck.home()?;
        let mut offers = Vec::new();
        if let Some(format) = format
            && !has_count
        {
            offers.extend(self.heading_offers(format, name));
        }
        offers.extend(self.card_offers(document, &deck, deck.zone(), name, |card| {
            let (_, line) = sleeve_decks::spell_new_card(catalog, self.lang, card, 1);
            let bare = line
                .strip_prefix("1x ")
                .filter(|_| has_count)
                .map(str::to_owned);
            Some(bare.unwrap_or(line))
        }));
        Some(Offers { span, offers, is_fuzzy: true })
    }

    /// The headings of zones that begin with the typed text.
    fn heading_offers(&self, format: &Format, typed: &str) -> Vec<CompletionItem> {
        let mut offers = Vec::new();
        for Zone { named, .. } in &format.zones {
            let heading = format!("{}:", plain(named.name.get(self.lang)));
            if fold(&heading).starts_with(&fold(typed)) {
                offers.push(offer(heading, named.id.as_str(), CompletionItemKind::MODULE));
            }
        }
        offers
    }

    /// Completes the game, format or role in a head of a list, such as `# format: op`. The span is
    /// the value typed so far.
    fn complete_list_head(
        &self,
        document: &OpenText,
        typed: Range<usize>,
        key: &str,
    ) -> Option<Offers> {
        let line = document.line_at(typed.end);
        let deck = self.typed_deck(document, line.clone());
        let home = deck.as_ref().and_then(TypedDeck::home);
        let library = self.library(document)?;
        let all = self.head_offers(key, &library, home);
        let behind = document.text.get(typed.end..line.end)?;
        // Another head may follow on the same line.
        let end = behind
            .find([';', '\t'])
            .or_else(|| behind.find("  "))
            .unwrap_or(behind.len());
        let offers = keep_typed(all, document.text.get(typed.clone())?);
        Some(Offers { span: typed.start..typed.end + end, offers, is_fuzzy: false })
    }

    /// Offers ids, each with its name.
    fn named_offers<'n>(&self, all: impl IntoIterator<Item = &'n Named>) -> Vec<CompletionItem> {
        let mut offers = Vec::new();
        for named in all {
            let name = named.name.get(self.lang);
            offers.push(offer(named.id.as_str(), name, CompletionItemKind::ENUM_MEMBER));
        }
        offers
    }

    /// The values that a head of a deck may have: games, formats or roles.
    fn head_offers(
        &self,
        key: &str,
        library: &Library,
        home: Option<(&Arc<Catalog>, Option<&Format>)>,
    ) -> Vec<CompletionItem> {
        match (key, home) {
            ("game", _) => self.named_offers(library.heads().iter().map(|head| &head.named)),
            ("format", Some((catalog, _))) => {
                let formats = catalog.formats().filter(|format| !format.is_abstract);
                self.named_offers(formats.map(|format| &format.named))
            }
            ("role", Some((_, Some(format)))) => {
                self.named_offers(format.roles.iter().map(|role| &role.named))
            }
            _ => Vec::new(),
        }
    }

    /// Completes a quoted text in JSON or XML, or one between tags: a card, as an id if the other
    /// cards are ids.
    fn complete_markup(
        &self,
        document: &OpenText,
        line: Range<usize>,
        offset: usize,
    ) -> Option<Offers> {
        let TypedMarkup { is_xml, is_name, span } = TypedMarkup::find(document, &line, offset)?;
        // A half-typed text may break the markup around it.
        let mut cuts = [span.clone(), line, offset..offset].into_iter();
        let deck = cuts.find_map(|cut| {
            self.typed_deck(document, cut)
                .filter(|typed| typed.deck.deck().is_some())
        })?;
        let (catalog, _) = deck.home()?;
        let mut entries = deck.deck.deck()?.entries.iter();
        let by_id = !is_name
            && entries.any(|entry| {
                let id = catalog.cards.card(entry.card).id();
                document.text.contains(&format!("\"{id}\""))
            });
        if is_xml && !is_name && !by_id {
            return None;
        }
        let typed = document.text.get(span.start..offset)?;
        let offers = self.card_offers(document, &deck, deck.zone(), typed, |card| {
            let text = match sleeve_decks::name_and_id(catalog, card, self.lang) {
                (_, id) if by_id => id,
                (name, _) if is_xml => name
                    .replace('&', "&amp;")
                    .replace('<', "&lt;")
                    .replace('"', "&quot;"),
                (name, _) => escape_quotes(&name),
            };
            Some(text).filter(|text| !has_key_beside(&document.text, &span, text))
        });
        Some(Offers { span, offers, is_fuzzy: true })
    }

    /// Completes a TOML: a deck, card data, a `sleeve.toml`, an event or a mapping.
    fn complete_toml(&self, document: &OpenText, kind: Kind, offset: usize) -> Option<Offers> {
        let typed = TypedToml::find(document, kind, offset)?;
        match kind {
            _ if typed.place.part == Part::Comment => None,
            Kind::Deck => self.complete_deck(&typed, offset),
            _ => self.complete_data(&typed),
        }
    }

    fn complete_deck(&self, toml: &TypedToml<'_>, offset: usize) -> Option<Offers> {
        let document = toml.document;
        let deck = self.typed_deck(document, document.line_at(offset));
        let library = self.library(document)?;
        let home = deck.as_ref().and_then(TypedDeck::home);
        let format = home.and_then(|(_, format)| format);
        let all = match (toml.place.part, toml.path().as_slice()) {
            (Part::Value, [key @ ("game" | "format" | "role")]) => {
                self.head_offers(key, &library, home)
            }
            (Part::Value, ["parameters", name]) => self.value_offers(format?.parameter(name)?),
            (Part::Key, ["parameters"]) => {
                self.named_offers(format?.parameters.iter().map(|parameter| &parameter.named))
            }
            (Part::Key | Part::Heading, ["zones"]) => {
                self.named_offers(format?.zones.iter().map(|zone| &zone.named))
            }
            (Part::Heading, []) => self.table_offers(toml, format),
            (
                Part::Key | Part::Value,
                ["zones", _] | ["carried", _] | ["plans", _, "out" | "in"],
            )
            | (Part::Key, ["carried"]) => {
                return self.complete_deck_card(toml, deck.as_ref()?);
            }
            _ => return self.complete_schema(toml, None),
        };
        Some(toml.offers(all))
    }

    /// The tables of a TOML deck: first the zones that it does not have.
    fn table_offers(&self, toml: &TypedToml<'_>, format: Option<&Format>) -> Vec<CompletionItem> {
        let zones = format.iter().flat_map(|format| &format.zones);
        let mut offers = Vec::new();
        for named in zones.map(|zone| &zone.named) {
            let table = format!("zones.{}", named.id);
            if !toml.document.text.contains(&format!("[{table}]")) {
                let name = named.name.get(self.lang);
                offers.push(offer(table, name, CompletionItemKind::MODULE));
            }
        }
        offers.extend(toml.keys(self.takes_snippets));
        offers
    }

    /// The values that a parameter may have, with their names.
    fn value_offers(&self, parameter: &Parameter) -> Vec<CompletionItem> {
        let mut offers = Vec::new();
        for value in parameter.choices() {
            let word = value.to_string();
            let named = parameter
                .words
                .iter()
                .find(|named| named.id == word.as_str());
            let name = named.map_or("", |named| named.name.get(self.lang));
            offers.push(offer(word, name, CompletionItemKind::ENUM_MEMBER));
        }
        offers
    }

    /// Completes a card in a zone, or among those that a card carries.
    fn complete_deck_card(&self, toml: &TypedToml<'_>, deck: &TypedDeck) -> Option<Offers> {
        let (catalog, format) = deck.home()?;
        let place = &toml.place;
        // The carrying card is in a zone; the cards that it carries are not.
        let zone_name = match toml.path().as_slice() {
            ["zones", name] => Some(*name),
            _ => None,
        };
        let is_carried = toml.path().first().is_some_and(|table| *table == "carried");
        let needs_count = place.part == Part::Key && !is_carried && toml.ending.is_empty();
        let zone = format
            .zip(zone_name)
            .and_then(|(format, name)| format.zone(name));
        let count = if needs_count { " = 1" } else { "" };
        let offers = self.card_offers(toml.document, deck, zone, toml.typed, |card| {
            let (name, _) = sleeve_decks::spell_new_card(catalog, self.lang, card, 1);
            // Each key is used only once in a table: its value counts the copies.
            let is_used = place.part == Part::Key && place.beside.contains(&name);
            (!is_used).then(|| toml.quote_card(name, count))
        });
        let mut span = place.span.clone();
        span.end += usize::from(needs_count && place.is_closed);
        Some(Offers { span, offers, is_fuzzy: true })
    }

    /// Completes keys and values from a file's schema, and words in texts of the query language.
    fn complete_schema(&self, toml: &TypedToml<'_>, scope: Option<Scope<'_>>) -> Option<Offers> {
        let place = &toml.place;
        let schema = toml.kind.schema()?;
        if place.part != Part::Value {
            return Some(toml.offers(toml.keys(self.takes_snippets)));
        }
        let words = toml_place::words_of(&toml_place::schema_nodes(schema, &place.path));
        match scope {
            Some(scope) if words.is_empty() && place.quote.is_some() => {
                Some(self.complete_language(place.span.clone(), toml.typed, scope))
            }
            _ => Some(toml.offers(word_offers(words))),
        }
    }

    /// Completes the last word of a text of the query language.
    fn complete_language(&self, span: Range<usize>, typed: &str, scope: Scope<'_>) -> Offers {
        let catalog = scope.catalog;
        let zones: Vec<String> = catalog
            .formats()
            .flat_map(|format| format.zones.iter().map(|zone| zone.named.id.to_string()))
            .collect();
        let start = typed
            .trim_end_matches(|c: char| c.is_alphanumeric() || "_.'-".contains(c))
            .len();
        let is_value = typed
            .get(..start)
            .is_some_and(|text| text.ends_with(OPERATORS));
        let mut offers = Vec::new();
        for text in language::complete_in(typed, &scope, self.lang) {
            let word = text.get(start..).unwrap_or_default();
            offers.push(if is_value {
                offer(word, "", CompletionItemKind::VALUE)
            } else {
                self.language_word(catalog, word)
            });
        }
        let word = fold(typed.get(start..).unwrap_or_default());
        for zone in zones {
            if !word.is_empty() && fold(&zone).starts_with(&word) {
                offers.push(offer(zone, "", CompletionItemKind::MODULE));
            }
        }
        offers.sort_by(|a, b| a.label.cmp(&b.label));
        offers.dedup_by(|a, b| a.label == b.label);
        Offers { span: span.start + start..span.start + typed.len(), offers, is_fuzzy: false }
    }

    /// A function or a field with its meaning.
    fn language_word(&self, catalog: &Catalog, word: &str) -> CompletionItem {
        let function = word
            .strip_suffix('(')
            .and_then(language::docs::Function::from_name);
        if let Some(function) = function {
            let meaning = function.row().line.get(self.lang);
            let detail = format!("{} — {meaning}", function.form(self.lang));
            return offer(word, detail, CompletionItemKind::FUNCTION);
        }
        let detail = match language::field(word, &Scope::from_catalog(catalog)) {
            Ok(field) => field.phrase(&catalog.game, self.lang),
            Err(_) => word.to_owned(),
        };
        offer(word, detail, CompletionItemKind::FIELD)
    }

    fn complete_data(&self, toml: &TypedToml<'_>) -> Option<Offers> {
        let catalog = self.catalog_of(toml.document);
        match (toml.place.part, toml.path().as_slice(), toml.kind) {
            (Part::Value, [key @ ("format" | "game")], Kind::Event | Kind::Project) => {
                let library = self.library(toml.document)?;
                return Some(toml.offers(self.library_offers(&library, key)));
            }
            (Part::Key | Part::Value, ["card", rest @ ..], Kind::Data) => {
                let offers = catalog
                    .as_ref()
                    .map(|catalog| self.fact_offers(catalog, toml, rest));
                let found = offers.map(|offers| toml.offers(offers));
                if let Some(found) = found.filter(|found| !found.offers.is_empty()) {
                    return Some(found);
                }
            }
            _ => {}
        }
        self.complete_schema(toml, catalog.as_deref().map(Scope::from_catalog))
    }

    /// All games, or the formats of all games.
    fn library_offers(&self, library: &Library, key: &str) -> Vec<CompletionItem> {
        let heads = library.heads();
        if key == "game" {
            return self.named_offers(heads.iter().map(|head| &head.named));
        }
        let mut offers = Vec::new();
        for game in heads.iter().map(|head| &head.named.id) {
            let Ok(catalog) = library.open(game) else { continue };
            for Named { id, name, .. } in catalog.formats().map(|format| &format.named) {
                let (id, name) = (format!("{game}/{id}"), name.get(self.lang));
                offers.push(offer(id, name, CompletionItemKind::ENUM_MEMBER));
            }
        }
        offers
    }

    /// A card's fields, and the values of a field.
    fn fact_offers(
        &self,
        catalog: &Catalog,
        toml: &TypedToml<'_>,
        path: &[&str],
    ) -> Vec<CompletionItem> {
        match (toml.place.part, path) {
            (Part::Key, _) => {
                let fields = catalog.game.attributes.iter().map(|field| &field.named);
                let mut offers = self.named_offers(fields);
                offers
                    .iter_mut()
                    .for_each(|offer| offer.kind = Some(CompletionItemKind::FIELD));
                offers.splice(0..0, toml.keys(self.takes_snippets));
                offers
            }
            (_, [.., key]) => {
                word_offers(language::value_words(key, &Scope::from_catalog(catalog)))
            }
            _ => Vec::new(),
        }
    }

    /// The cards whose names match the typed text. Cards that fit in the zone come first; names
    /// that only match by similar spelling are left out.
    fn card_offers(
        &self,
        document: &OpenText,
        deck: &TypedDeck,
        zone: Option<&Zone>,
        typed: &str,
        spell: impl Fn(CardIndex) -> Option<String>,
    ) -> Vec<CompletionItem> {
        let (Some((catalog, format)), Some(read)) = (deck.home(), deck.deck.deck()) else {
            return Vec::new();
        };
        let gate = match (format, zone) {
            (Some(format), Some(_)) => {
                CardGate::new(catalog, format, read, self.options(document, catalog, format))
            }
            _ => None,
        };
        let view = FactStyle {
            short: true,
            prose: true,
            ..FactStyle::new(catalog, Lens::Shipped, self.lang)
        };
        let (mut fitting, mut unfitting) = (Vec::new(), Vec::new());
        // Cards that do not fit are checked too, and come last. Editors never show more than these.
        for index in find_cards(catalog, typed).into_iter().take(2 * MAX_OFFERED) {
            let Some(text) = spell(index) else { continue };
            let card = catalog.cards.card(index);
            let unfit = gate.as_ref().zip(zone).and_then(|(gate, zone)| {
                self.explain_unfit(catalog, gate, zone.named.id.as_str(), index)
            });
            let list = if unfit.is_none() { &mut fitting } else { &mut unfitting };
            let description = plain(&view.field(card, Field::front(FieldKind::Set)));
            list.push(CompletionItem {
                label: plain(card.name(self.lang)),
                insert_text: Some(text),
                tags: unfit.as_ref().map(|_| vec![CompletionItemTag::DEPRECATED]),
                detail: unfit.or_else(|| Some(plain(view.kind(card)))),
                kind: Some(CompletionItemKind::VALUE),
                label_details: Some(CompletionItemLabelDetails {
                    detail: None,
                    description: Some(description).filter(|text| !text.is_empty()),
                }),
                ..CompletionItem::default()
            });
        }
        fitting.append(&mut unfitting);
        fitting
    }

    /// Returns the rule that a card in a zone would break: its own words if it has any.
    fn explain_unfit(
        &self,
        catalog: &Catalog,
        gate: &CardGate<'_>,
        zone: &str,
        card: CardIndex,
    ) -> Option<String> {
        let finding = gate.broken_by(zone, card, 1).into_iter().next()?;
        Some(match finding.text.get(self.lang) {
            "" => Wording::new(&finding, catalog, self.lang).title(),
            rule => plain(rule),
        })
    }
}

fn word_offers(words: impl IntoIterator<Item = String>) -> Vec<CompletionItem> {
    words
        .into_iter()
        .map(|word| offer(word, "", CompletionItemKind::VALUE))
        .collect()
}

/// Keeps the offers that contain the typed text; those that begin with it come first.
fn keep_typed(mut offers: Vec<CompletionItem>, typed: &str) -> Vec<CompletionItem> {
    let wanted = fold(typed);
    offers.retain(|offer| fold(&offer.label).contains(&wanted));
    offers.sort_by_key(|offer| !fold(&offer.label).starts_with(&wanted));
    offers
}

/// The cards with the typed id, then those whose names match, best first; if there are none, those
/// with similar names.
fn find_cards(catalog: &Catalog, typed: &str) -> Vec<CardIndex> {
    let wanted = fold(typed.trim());
    let mut found: Vec<(u8, CardIndex)> = Vec::new();
    for card in catalog.cards.iter() {
        let is_its_id = !wanted.is_empty() && fold(card.id()).starts_with(&wanted);
        let rank = if is_its_id { Some(0) } else { rank_names(card, &wanted) };
        found.extend(rank.map(|rank| (rank, card.index())));
    }
    found.sort_by_key(|(rank, _)| *rank);
    if found.is_empty() {
        let near = nearest_cards(std::iter::once(catalog), typed);
        return near.into_iter().map(|(_, card)| card).collect();
    }
    found.into_iter().map(|(_, card)| card).collect()
}
