//! Completion: in decks, cards by any part of their name, headings, formats, roles and parameters;
//! in all our TOML, keys, values and words of the query language.

use crate::document::{Kind, OpenText};
use crate::fit::CardGate;
use crate::toml_place::{self, KeyShape, Part, SchemaKey, TomlPlace, find_place};
use crate::worker::{Worker, first_entry};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionItemTag,
    CompletionList, CompletionParams, CompletionTextEdit, Documentation, InsertTextFormat,
    TextEdit,
};
use sleeve_check::CheckedDeck;
use sleeve_data::model::fold::fold;
use sleeve_data::model::format::{Parameter, Zone};
use sleeve_data::model::game::Named;
use sleeve_data::model::{Card, CardIndex, Catalog, Format, Lens};
use sleeve_decks::nearest_cards;
use sleeve_language::{self as language, Field, FieldKind, Scope};
use sleeve_library::Library;
use sleeve_report::cards::FactStyle;
use sleeve_report::finding::Wording;
use sleeve_report::text::escape::plain;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// What a value follows in the query language.
const OPERATORS: [char; 6] = [':', '=', '!', '<', '>', '|'];

/// The most completions to offer. Editors ask again after the next key.
const MAX_OFFERED: usize = 100;

struct CompletionOffer {
    label: String,
    /// The inserted text, if it differs from the label.
    text: Option<String>,
    detail: String,
    kind: CompletionItemKind,
    /// Why the card does not fit here.
    unfit: Option<String>,
    /// The text after the label.
    beside: String,
    /// Whether `$0` in the text is the place of the cursor.
    is_snippet: bool,
}

impl CompletionOffer {
    fn new(
        label: impl Into<String>,
        detail: impl Into<String>,
        kind: CompletionItemKind,
    ) -> CompletionOffer {
        let (label, detail, beside) = (label.into(), detail.into(), String::new());
        CompletionOffer { label, detail, kind, text: None, unfit: None, beside, is_snippet: false }
    }
}

/// The offers, and the span that they replace.
struct Offers {
    span: Range<usize>,
    offers: Vec<CompletionOffer>,
    /// Whether names match by any of their parts. Editors match only the beginning, so they ask
    /// again after each key.
    is_fuzzy: bool,
}

impl Offers {
    fn new(place: &TomlPlace, offers: Vec<CompletionOffer>) -> Offers {
        Offers { span: place.span.clone(), offers, is_fuzzy: false }
    }
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
        let headings = deck.zones.iter().map(|zone| (zone.span.start, &*zone.value));
        let entries = deck.entries.iter().map(|entry| (entry.span.start, &*entry.zone));
        let above = headings.chain(entries).filter(|(start, _)| *start < self.line_start);
        let last = above.max_by_key(|(start, _)| *start);
        last.and_then(|(_, zone)| format.zone(zone)).or_else(|| format.zones.first())
    }
}

/// Whether the JSON object around a span already has a key, of which only one would count.
fn has_key_beside(text: &str, span: &Range<usize>, key: &str) -> bool {
    let start = text.get(..span.start).and_then(|text| text.rfind('{')).unwrap_or(0);
    let length = text.get(span.end..).and_then(|behind| behind.find('}'));
    let end = length.map_or(text.len(), |length| span.end + length);
    let parts = [text.get(start..span.start), text.get(span.end..end)].into_iter().flatten();
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

/// Adds the missing brackets to the offers for a heading.
fn close_heading(
    document: &OpenText,
    place: &TomlPlace,
    mut offers: Vec<CompletionOffer>,
) -> Vec<CompletionOffer> {
    let before = document.text.get(..place.span.start).unwrap_or_default();
    let line = document.line_at(place.span.end);
    let behind = document.text.get(place.span.end..line.end).unwrap_or_default();
    if place.part == Part::Heading && !behind.contains(']') {
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let is_list = before.get(start..).is_some_and(|line| line.trim_start().starts_with("[["));
        let brackets = if is_list { "]]" } else { "]" };
        for offer in &mut offers {
            offer.text = Some(format!("{}{brackets}", offer.label));
        }
    }
    offers
}

/// Quotes a card's name like the text around it. Adds the closing quote if it is missing, and then
/// the count.
fn quote_card(place: &TomlPlace, name: String, count: &str) -> String {
    let name = if place.quote == Some('\'') { name } else { escape_quotes(&name) };
    match place.quote {
        Some(_) if place.is_closed && !count.is_empty() => name + "\" = 1",
        Some(_) if place.is_closed => name,
        Some(quote) => format!("{name}{quote}{count}"),
        None => format!("\"{name}\"{count}"),
    }
}

impl Worker {
    pub(crate) fn complete(
        &mut self,
        document: &OpenText,
        params: CompletionParams,
    ) -> CompletionList {
        let offset = document.offset(params.text_document_position.position);
        let kind = self.kind(document);
        let is_toml = document.extension() == "toml";
        let offers = match kind {
            Kind::Other if !is_toml || document.text.len() > 4_096 => None,
            Kind::Deck if !is_toml => self.complete_line(document, offset),
            Kind::Deck | Kind::Other => self.complete_deck(document, offset),
            kind => self.complete_data(document, kind, offset),
        };
        let Some(Offers { span, mut offers, is_fuzzy }) = offers else {
            return CompletionList::default();
        };
        let is_incomplete = is_fuzzy || offers.len() >= MAX_OFFERED;
        offers.truncate(MAX_OFFERED);
        let typed = document.text.get(span.start..offset.max(span.start)).filter(|_| is_fuzzy);
        let mut items = Vec::new();
        for (at, offer) in offers.into_iter().enumerate() {
            items.push(self.item(document, typed, &span, at, offer));
        }
        CompletionList { is_incomplete, items }
    }

    fn item(
        &self,
        document: &OpenText,
        typed: Option<&str>,
        span: &Range<usize>,
        at: usize,
        offer: CompletionOffer,
    ) -> CompletionItem {
        let new_text = offer.text.unwrap_or_else(|| offer.label.clone());
        let edit = TextEdit { range: document.range(span), new_text };
        let tags = offer.unfit.as_ref().map(|_| vec![CompletionItemTag::DEPRECATED]);
        let detail = offer.unfit.unwrap_or(offer.detail);
        CompletionItem {
            label: offer.label,
            label_details: Some(CompletionItemLabelDetails {
                detail: None,
                description: Some(offer.beside).filter(|text| !text.is_empty()),
            }),
            kind: Some(offer.kind),
            // Editors show half a line of the detail, so a long one becomes documentation.
            documentation: (detail.len() > 60).then(|| Documentation::String(self.set(&detail))),
            detail: Some(self.set(&detail)).filter(|text| !text.is_empty()),
            tags,
            sort_text: Some(format!("{at:04}")),
            // Editors keep offers that begin with this. A name found by a later word begins
            // differently.
            filter_text: typed.filter(|typed| !typed.is_empty()).map(str::to_owned),
            text_edit: Some(CompletionTextEdit::Edit(edit)),
            insert_text_format: offer.is_snippet.then_some(InsertTextFormat::SNIPPET),
            ..CompletionItem::default()
        }
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
            digits.strip_prefix(['x', 'X', '×']).unwrap_or(digits).trim_start()
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
            let bare = line.strip_prefix("1x ").filter(|_| has_count).map(str::to_owned);
            Some(bare.unwrap_or(line))
        }));
        Some(Offers { span, offers, is_fuzzy: true })
    }

    /// The headings of zones that begin with the typed text.
    fn heading_offers(&self, format: &Format, typed: &str) -> Vec<CompletionOffer> {
        let wanted = fold(typed);
        let mut offers = Vec::new();
        for Zone { named, .. } in &format.zones {
            let heading = format!("{}:", plain(named.name.get(self.lang)));
            if fold(&heading).starts_with(&wanted) {
                let kind = CompletionItemKind::MODULE;
                offers.push(CompletionOffer::new(heading, named.id.as_str(), kind));
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
        let end = behind.find([';', '\t']).or_else(|| behind.find("  ")).unwrap_or(behind.len());
        let offers = keep_typed(all, document.text.get(typed.clone())?);
        Some(Offers { span: typed.start..typed.end + end, offers, is_fuzzy: false })
    }

    /// Offers ids, each with its name.
    fn named_offers<'n>(&self, all: impl Iterator<Item = &'n Named>) -> Vec<CompletionOffer> {
        all.map(|named| {
            let (id, name) = (named.id.as_str(), named.name.get(self.lang));
            CompletionOffer::new(id, name, CompletionItemKind::ENUM_MEMBER)
        })
        .collect()
    }

    /// The values that a head of a deck may have: games, formats or roles.
    fn head_offers(
        &self,
        key: &str,
        library: &Library,
        home: Option<(&Arc<Catalog>, Option<&Format>)>,
    ) -> Vec<CompletionOffer> {
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
            self.typed_deck(document, cut).filter(|typed| typed.deck.deck().is_some())
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
                (name, _) if is_xml => {
                    name.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
                }
                (name, _) => escape_quotes(&name),
            };
            Some(text).filter(|text| !has_key_beside(&document.text, &span, text))
        });
        Some(Offers { span, offers, is_fuzzy: true })
    }

    fn complete_deck(&self, document: &OpenText, offset: usize) -> Option<Offers> {
        let place = find_place(&document.text, offset);
        let deck = self.typed_deck(document, document.line_at(offset));
        let library = self.library(document)?;
        let home = deck.as_ref().and_then(TypedDeck::home);
        let format = home.and_then(|(_, format)| format);
        let typed = document.text.get(place.span.start..offset)?;
        let path: Vec<&str> = place.path.iter().map(String::as_str).collect();
        let all = match (place.part, path.as_slice()) {
            (Part::Comment, _) => return None,
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
            (Part::Heading, []) => self.table_offers(document, format, &place),
            (
                Part::Key | Part::Value,
                ["zones", _] | ["carried", _] | ["plans", _, "out" | "in"],
            )
            | (Part::Key, ["carried"]) => {
                return self.complete_deck_card(document, deck.as_ref()?, &place, typed);
            }
            _ => return self.complete_schema(document, Kind::Deck, &place, typed, None),
        };
        let offers = close_heading(document, &place, self.quote(&place, all));
        Some(Offers::new(&place, keep_typed(offers, typed)))
    }

    /// The tables of a TOML deck: first the zones that it does not have.
    fn table_offers(
        &self,
        document: &OpenText,
        format: Option<&Format>,
        place: &TomlPlace,
    ) -> Vec<CompletionOffer> {
        let mut offers = Vec::new();
        for zone in format.iter().flat_map(|format| &format.zones) {
            let (table, name) =
                (format!("zones.{}", zone.named.id), zone.named.name.get(self.lang));
            if !document.text.contains(&format!("[{table}]")) {
                offers.push(CompletionOffer::new(table, name, CompletionItemKind::MODULE));
            }
        }
        offers.extend(self.key_offers(document, Kind::Deck, place));
        offers
    }

    /// The values that a parameter may have, with their names.
    fn value_offers(&self, parameter: &Parameter) -> Vec<CompletionOffer> {
        let mut offers = Vec::new();
        for value in parameter.choices() {
            let word = value.to_string();
            let named = parameter.words.iter().find(|named| named.id == word.as_str());
            let name = named.map_or("", |named| named.name.get(self.lang));
            offers.push(CompletionOffer::new(word, name, CompletionItemKind::ENUM_MEMBER));
        }
        offers
    }

    /// Completes a card in a zone, or among those that a card carries.
    fn complete_deck_card(
        &self,
        document: &OpenText,
        deck: &TypedDeck,
        place: &TomlPlace,
        typed: &str,
    ) -> Option<Offers> {
        let (catalog, format) = deck.home()?;
        let ending = self.card_ending(document, place);
        // The carrying card is in a zone; the cards that it carries are not.
        let zone_name = match place.path.as_slice() {
            [table, name] if table == "zones" => Some(name),
            _ => None,
        };
        let is_key = place.part == Part::Key && place.path.first().is_some_and(|t| t != "carried");
        let zone = format.zip(zone_name).and_then(|(format, name)| format.zone(name));
        let count = if is_key && ending.is_empty() { " = 1" } else { "" };
        let offers = self.card_offers(document, deck, zone, typed, |card| {
            let (name, _) = sleeve_decks::spell_new_card(catalog, self.lang, card, 1);
            // Each key is used only once in a table: its value counts the copies.
            let is_used = place.part == Part::Key && place.beside.contains(&name);
            (!is_used).then(|| quote_card(place, name, count))
        });
        let mut span = place.span.clone();
        if is_key && place.is_closed && ending.is_empty() {
            span.end += 1;
        }
        Some(Offers { span, offers, is_fuzzy: true })
    }

    /// The text after a place, to the end of its line.
    fn card_ending<'d>(&self, document: &'d OpenText, place: &TomlPlace) -> &'d str {
        let end = place.span.end + usize::from(place.is_closed);
        let line = document.line_at(place.span.end);
        document.text.get(end..line.end).unwrap_or_default().trim()
    }

    /// Adds missing quotes to text values, and drops keys that the table already has.
    fn quote(&self, place: &TomlPlace, mut offers: Vec<CompletionOffer>) -> Vec<CompletionOffer> {
        if place.part != Part::Value {
            offers.retain(|offer| !place.beside.contains(&offer.label));
        }
        for offer in &mut offers {
            let is_text = !matches!(offer.label.as_str(), "true" | "false")
                && sleeve_data::model::Number::parse(&offer.label).is_none();
            match (place.part, place.quote) {
                (Part::Value, None) if is_text => offer.text = Some(format!("\"{}\"", offer.label)),
                (_, Some(quote)) if !place.is_closed => {
                    offer.text = Some(format!("{}{quote}", offer.label));
                }
                _ => {}
            }
        }
        offers
    }

    /// The keys that a file's schema allows at a place; in a heading, only tables.
    fn key_offers(
        &self,
        document: &OpenText,
        kind: Kind,
        place: &TomlPlace,
    ) -> Vec<CompletionOffer> {
        let is_alone = self.card_ending(document, place).is_empty();
        let mut offers = Vec::new();
        for SchemaKey { key, meaning, shape } in
            toml_place::schema_keys(kind.schema().unwrap_or_default(), &place.path)
        {
            let mut offer = CompletionOffer::new(key, meaning, CompletionItemKind::PROPERTY);
            match place.part {
                Part::Heading if !matches!(shape, KeyShape::Table | KeyShape::Tables) => {
                    continue;
                }
                Part::Key if is_alone && place.quote.is_none() => self.add_value(&mut offer, shape),
                _ => {}
            }
            offers.push(offer);
        }
        offers
    }

    /// Adds the beginning of its value to a key, with the cursor in it if the editor can place it.
    fn add_value(&self, offer: &mut CompletionOffer, shape: KeyShape) {
        let value = match shape {
            KeyShape::Text => "\"$0\"",
            KeyShape::List => "[$0]",
            KeyShape::Bare => "$0",
            KeyShape::Table | KeyShape::Tables => return,
        };
        offer.is_snippet = self.takes_snippets;
        let value = if offer.is_snippet { value } else { "" };
        offer.text = Some(format!("{} = {value}", offer.label));
    }

    /// Completes keys and values from a file's schema, and words in texts of the query language.
    fn complete_schema(
        &self,
        document: &OpenText,
        kind: Kind,
        place: &TomlPlace,
        typed: &str,
        scope: Option<Scope<'_>>,
    ) -> Option<Offers> {
        let nodes = toml_place::schema_nodes(kind.schema()?, &place.path);
        let offers: Vec<CompletionOffer> = match place.part {
            Part::Comment => return None,
            Part::Key | Part::Heading => self.key_offers(document, kind, place),
            Part::Value => {
                let words = toml_place::words_of(&nodes);
                if let Some(scope) = scope
                    && words.is_empty()
                    && place.quote.is_some()
                {
                    return Some(self.complete_language(place.span.clone(), typed, scope));
                }
                words
                    .into_iter()
                    .map(|word| CompletionOffer::new(word, "", CompletionItemKind::VALUE))
                    .collect()
            }
        };
        let closed = close_heading(document, place, self.quote(place, offers));
        Some(Offers::new(place, keep_typed(closed, typed)))
    }

    /// Completes the last word of a text of the query language.
    fn complete_language(&self, span: Range<usize>, typed: &str, scope: Scope<'_>) -> Offers {
        let catalog = scope.catalog;
        let zones: Vec<String> = catalog
            .formats()
            .flat_map(|format| format.zones.iter().map(|zone| zone.named.id.to_string()))
            .collect();
        let whole = language::complete_text(typed, std::iter::once(scope));
        let wanted = fold_unquoted(typed);
        let start =
            typed.trim_end_matches(|c: char| c.is_alphanumeric() || "_.'-".contains(c)).len();
        let is_value = typed.get(..start).is_some_and(|text| text.ends_with(OPERATORS));
        // One word for each meaning: the user's, else one that matches.
        let mut words: BTreeMap<String, CompletionOffer> = BTreeMap::new();
        for text in whole.iter().filter(|text| fold_unquoted(text).starts_with(&wanted)) {
            let word = text.get(start..).unwrap_or_default();
            let (usual, offer) = if is_value {
                let offer = CompletionOffer::new(word, "", CompletionItemKind::VALUE);
                (word.to_owned(), offer)
            } else {
                self.language_word(catalog, word)
            };
            if fold(word) == fold(&usual) || !words.contains_key(&usual) {
                words.insert(usual, offer);
            }
        }
        let mut offers: Vec<CompletionOffer> = words.into_values().collect();
        let word = fold(typed.get(start..).unwrap_or_default());
        for zone in zones {
            if !word.is_empty() && fold(&zone).starts_with(&word) {
                offers.push(CompletionOffer::new(zone, "", CompletionItemKind::MODULE));
            }
        }
        offers.sort_by(|a, b| a.label.cmp(&b.label));
        offers.dedup_by(|a, b| a.label == b.label);
        Offers { span: span.start + start..span.start + typed.len(), offers, is_fuzzy: false }
    }

    /// A function or a field with its meaning, and its usual word in the user's language.
    fn language_word(&self, catalog: &Catalog, word: &str) -> (String, CompletionOffer) {
        let function = word.strip_suffix('(').and_then(language::docs::Function::from_name);
        if let Some(function) = function {
            let meaning = function.row().line.get(self.lang);
            let detail = format!("{} — {meaning}", function.form(self.lang));
            let offer = CompletionOffer::new(word, detail, CompletionItemKind::FUNCTION);
            return (format!("{}(", function.name_in(self.lang)), offer);
        }
        let detail = match language::field(word, &Scope::from_catalog(catalog)) {
            Ok(field) => field.phrase(&catalog.game, self.lang),
            Err(_) => word.to_owned(),
        };
        let usual = detail.replace([' ', '\''], "-");
        (usual, CompletionOffer::new(word, detail, CompletionItemKind::FIELD))
    }

    /// Completes card data, a `sleeve.toml`, an event or a mapping.
    fn complete_data(&self, document: &OpenText, kind: Kind, offset: usize) -> Option<Offers> {
        let place = find_place(&document.text, offset);
        let typed = document.text.get(place.span.start..offset)?;
        let catalog = self.catalog_of(document);
        let scope = catalog.as_deref().map(Scope::from_catalog);
        let path: Vec<&str> = place.path.iter().map(String::as_str).collect();
        if let (Part::Value, ["format"] | ["game"], Kind::Event | Kind::Project) =
            (place.part, path.as_slice(), kind)
        {
            let library = self.library(document)?;
            let mut offers = Vec::new();
            for head in library.heads() {
                if path == ["game"] {
                    offers.extend(self.named_offers(std::iter::once(&head.named)));
                } else if let Ok(catalog) = library.open(&head.named.id) {
                    offers.extend(catalog.formats().map(|format| {
                        let name = format.named.name.get(self.lang);
                        let id = format!("{}/{}", head.named.id, format.named.id);
                        CompletionOffer::new(id, name, CompletionItemKind::ENUM_MEMBER)
                    }));
                }
            }
            let offers = self.quote(&place, offers);
            return Some(Offers::new(&place, keep_typed(offers, typed)));
        }
        if let (Some(catalog), Kind::Data, Part::Key | Part::Value) = (&catalog, kind, place.part)
            && let Some(offers) = self.complete_facts(document, catalog, &place, typed)
        {
            return Some(offers);
        }
        self.complete_schema(document, kind, &place, typed, scope)
    }

    /// Completes a card's fields, and the values of a field.
    fn complete_facts(
        &self,
        document: &OpenText,
        catalog: &Catalog,
        place: &TomlPlace,
        typed: &str,
    ) -> Option<Offers> {
        let game = &catalog.game;
        let (first, rest) = place.path.split_first()?;
        if first != "card" {
            return None;
        }
        let offers: Vec<CompletionOffer> = match (place.part, rest) {
            (Part::Key, _) => {
                let mut offers = self.key_offers(document, Kind::Data, place);
                for Named { id, name, .. } in game.attributes.iter().map(|field| &field.named) {
                    let name = name.get(self.lang);
                    offers.push(CompletionOffer::new(id.as_str(), name, CompletionItemKind::FIELD));
                }
                offers
            }
            (Part::Value, [.., key]) => {
                let words = language::value_words(key, &Scope::from_catalog(catalog));
                words
                    .into_iter()
                    .map(|word| CompletionOffer::new(word, "", CompletionItemKind::VALUE))
                    .collect()
            }
            _ => return None,
        };
        let offers = keep_typed(self.quote(place, offers), typed);
        (!offers.is_empty()).then(|| Offers::new(place, offers))
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
    ) -> Vec<CompletionOffer> {
        let (Some((catalog, format)), Some(read)) = (deck.home(), deck.deck.deck()) else {
            return Vec::new();
        };
        let gate = match (format, zone) {
            (Some(format), Some(_)) => {
                CardGate::new((catalog, format), read, self.options(document, catalog, format))
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
            let offer = CompletionOffer {
                label: plain(card.name(self.lang)),
                text: Some(text),
                detail: plain(view.kind(card)),
                kind: CompletionItemKind::VALUE,
                unfit: gate.as_ref().zip(zone).and_then(|(gate, zone)| {
                    self.explain_unfit(catalog, gate, zone.named.id.as_str(), index)
                }),
                beside: plain(&view.field(card, Field::front(FieldKind::Set))),
                is_snippet: false,
            };
            if offer.unfit.is_none() { fitting.push(offer) } else { unfitting.push(offer) }
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

/// Folds a text of the query language, whose values are in quotes that the user may have left out.
fn fold_unquoted(text: &str) -> String {
    fold(&text.replace('"', ""))
}

/// Keeps the offers that contain the typed text; those that begin with it come first.
fn keep_typed(mut offers: Vec<CompletionOffer>, typed: &str) -> Vec<CompletionOffer> {
    let wanted = fold(typed);
    offers.retain(|offer| fold(&offer.label).contains(&wanted));
    offers.sort_by_key(|offer| !fold(&offer.label).starts_with(&wanted));
    offers
}

/// The cards that match part of a name, best first: names that begin with it, names with a word
/// that begins with it, names that contain it, then similar names.
fn find_cards(catalog: &Catalog, typed: &str) -> Vec<CardIndex> {
    let wanted = fold(typed.trim());
    let mut found: Vec<(u32, CardIndex)> = Vec::new();
    for card in catalog.cards.iter() {
        found.extend(match_card(card, &wanted).map(|rank| (rank, card.index())));
    }
    found.sort_by_key(|(rank, _)| *rank);
    if found.is_empty() {
        return nearest_cards(std::iter::once(catalog), typed)
            .into_iter()
            .map(|(_, of)| of)
            .collect();
    }
    found.into_iter().map(|(_, card)| card).collect()
}

/// How well a card matches, by its best name or its id: 0 is best.
fn match_card(card: Card<'_>, wanted: &str) -> Option<u32> {
    let by_name = card.names().filter_map(|(_, _, folded)| match_name(folded, wanted)).min();
    let is_its_id = !wanted.is_empty() && fold(card.id()).starts_with(wanted);
    if is_its_id { Some(0) } else { by_name }
}

fn match_name(name: &str, wanted: &str) -> Option<u32> {
    if name.starts_with(wanted) {
        return Some(0);
    }
    let mut words = wanted.split(' ').filter(|word| !word.is_empty());
    if words.clone().all(|word| begins_word_of(name, word)) {
        return Some(1);
    }
    words.all(|word| name.contains(word)).then_some(2)
}

fn begins_word_of(name: &str, word: &str) -> bool {
    name.split(|c: char| !c.is_alphanumeric()).any(|own| own.starts_with(word))
}
