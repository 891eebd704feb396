//! Completion: in decks, cards by any part of their name, headings, formats, roles and parameters;
//! in all our TOML, keys, values and words of the query language.

use crate::document::{Kind, OpenText};
use crate::fit::CardGate;
use crate::toml_place::{self, Part, TomlPlace, find_place};
use crate::worker::Worker;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionItemTag,
    CompletionList, CompletionParams, CompletionTextEdit, Documentation, TextEdit,
};
use sleeve_check::CheckedDeck;
use sleeve_data::model::fold::fold;
use sleeve_data::model::format::Zone;
use sleeve_data::model::game::Named;
use sleeve_data::model::{Card, CardIndex, Catalog, Format, Lens};
use sleeve_decks::nearest_cards;
use sleeve_language::{self as language, Field, FieldKind, Scope};
use sleeve_library::Library;
use sleeve_report::cards::FactStyle;
use sleeve_report::finding::Wording;
use sleeve_report::text::escape::plain;
use std::ops::Range;
use std::sync::Arc;

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
}

impl CompletionOffer {
    fn new(
        label: impl Into<String>,
        detail: impl Into<String>,
        kind: CompletionItemKind,
    ) -> CompletionOffer {
        let (label, detail, beside) = (label.into(), detail.into(), String::new());
        CompletionOffer { label, detail, kind, text: None, unfit: None, beside }
    }

    fn named(named: &Named, worker: &Worker) -> CompletionOffer {
        CompletionOffer::new(
            named.id.as_str(),
            named.name.get(worker.lang),
            CompletionItemKind::ENUM_MEMBER,
        )
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
        let headings = deck.zones.iter().map(|zone| (zone.span.start, &*zone.value));
        let entries = deck.entries.iter().map(|entry| (entry.span.start, &*entry.zone));
        let above = headings.chain(entries).filter(|(start, _)| *start < self.line_start);
        let last = above.max_by_key(|(start, _)| *start);
        let zones = &format?.zones;
        last.and_then(|(_, zone)| format?.zone(zone)).or_else(|| zones.first())
    }
}

/// Whether the JSON object around a span already has a key, of which only one would count.
fn has_key_beside(text: &str, span: &Range<usize>, key: &str) -> bool {
    let start = text.get(..span.start).and_then(|text| text.rfind('{')).unwrap_or(0);
    let end = text.get(span.end..).and_then(|text| text.find('}'));
    let end = end.map_or(text.len(), |end| span.end + end);
    let parts = [text.get(start..span.start), text.get(span.end..end)].into_iter().flatten();
    let quoted = format!("\"{key}\"");
    parts
        .flat_map(|part| part.split(&quoted).skip(1))
        .any(|rest| rest.trim_start().starts_with(':'))
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
        let item =
            |(at, offer): (usize, CompletionOffer)| self.item(document, typed, &span, at, offer);
        let items = offers.into_iter().enumerate().map(item).collect();
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
        let begins = |deck: &CheckedDeck| {
            let entries = deck.deck().map(|deck| deck.entries.iter().map(|of| of.span.start).min());
            entries.flatten().is_some_and(|start| start < line.start)
        };
        let at = decks.iter().rposition(begins).unwrap_or(0);
        let deck = decks.into_iter().nth(at)?;
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
        let name = typed.trim_start_matches(|c: char| c.is_whitespace() || "-*•".contains(c));
        let digits = name.trim_start_matches(|c: char| c.is_ascii_digit());
        let has_count = digits.len() < name.len();
        let name = if has_count {
            digits.strip_prefix(['x', 'X', '×']).unwrap_or(digits).trim_start()
        } else {
            name
        };
        let span = offset - name.len()..line.end;
        let deck = self.typed_deck(document, line)?;
        let (catalog, format) = deck.home()?;
        let mut offers = Vec::new();
        if !has_count {
            let zones = format.into_iter().flat_map(|format| format.zones.iter());
            offers.extend(zones.map(|zone| {
                let name = plain(zone.named.name.get(self.lang));
                CompletionOffer::new(
                    format!("{name}:"),
                    zone.named.id.as_str(),
                    CompletionItemKind::MODULE,
                )
            }));
            let wanted = fold(name);
            offers.retain(|offer| fold(&offer.label).starts_with(&wanted));
        }
        let spell = |card| {
            let (_, line) = sleeve_decks::spell_new_card(catalog, self.lang, card, 1);
            let bare = line.strip_prefix("1x ").filter(|_| has_count).map(str::to_owned);
            Some(bare.unwrap_or(line))
        };
        offers.extend(self.card_offers(document, &deck, deck.zone(), name, spell));
        Some(Offers { span, offers, is_fuzzy: true })
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
        let offers = self.head_offers(key, &library, home);
        let behind = document.text.get(typed.end..line.end)?;
        // Another head may follow on the same line.
        let end = behind.find([';', '\t']).or_else(|| behind.find("  ")).unwrap_or(behind.len());
        let offers = keep_typed(offers, document.text.get(typed.clone())?);
        Some(Offers { span: typed.start..typed.end + end, offers, is_fuzzy: false })
    }

    /// The values that a head of a deck may have: games, formats or roles.
    fn head_offers(
        &self,
        key: &str,
        library: &Library,
        home: Option<(&Arc<Catalog>, Option<&Format>)>,
    ) -> Vec<CompletionOffer> {
        let named = |named: &Named| CompletionOffer::named(named, self);
        match (key, home) {
            ("game", _) => library.heads().iter().map(|head| named(&head.named)).collect(),
            ("format", Some((catalog, _))) => {
                let formats = catalog.formats().filter(|format| !format.is_abstract);
                formats.map(|format| named(&format.named)).collect()
            }
            ("role", Some((_, Some(format)))) => {
                format.roles.iter().map(|role| named(&role.named)).collect()
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
        let (before, behind) =
            (document.text.get(line.start..offset)?, document.text.get(offset..line.end)?);
        let is_xml = document.text.trim_start().starts_with('<');
        // Between tags, or in the last open one.
        let is_content = is_xml && before.rfind('>') > before.rfind('<');
        let tag = before.get(before.rfind('<').filter(|_| is_xml).unwrap_or(0)..)?;
        if !is_content && tag.matches('"').count() % 2 == 0 {
            return None;
        }
        let (opening, closing) = if is_content { ('>', '<') } else { ('"', '"') };
        let start = before.rfind(opening)? + 1;
        let (key, typed) = (before.get(..start)?, before.get(start..)?);
        let end = offset + behind.find(closing).unwrap_or(behind.len());
        let span = line.start + start..end;
        // A half-typed text may break the markup around it.
        let read = |cut| self.typed_deck(document, cut).filter(|of| of.deck.deck().is_some());
        let deck = [span.clone(), line, offset..offset].into_iter().find_map(read)?;
        let (catalog, _) = deck.home()?;
        let written = |id: &str| document.text.contains(&format!("\"{id}\""));
        let entries = deck.deck.deck()?.entries.iter();
        let mut ids = entries.map(|entry| catalog.cards.card(entry.card).id());
        let is_name = is_content || key.to_lowercase().ends_with("name=\"");
        let by_id = !is_name && ids.any(written);
        if is_xml && !is_name && !by_id {
            return None;
        }
        let spell = |card| {
            let text = match sleeve_decks::name_and_id(catalog, card, self.lang) {
                (_, id) if by_id => id,
                (name, _) if is_xml => {
                    name.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
                }
                (name, _) => name.replace('\\', "\\\\").replace('"', "\\\""),
            };
            Some(text).filter(|text| !has_key_beside(&document.text, &span, text))
        };
        let offers = self.card_offers(document, &deck, deck.zone(), typed, spell);
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
        let named = |named: &Named| CompletionOffer::named(named, self);
        let offers: Vec<CompletionOffer> = match (place.part, path.as_slice()) {
            (Part::Comment, _) => return None,
            (Part::Value, [key @ ("game" | "format" | "role")]) => {
                self.head_offers(key, &library, home)
            }
            (Part::Value, ["parameters", name]) => {
                let parameter = format?.parameter(name)?;
                let word = |value: &sleeve_data::model::Setting| {
                    let name =
                        parameter.words.iter().find(|of| of.id == value.to_string().as_str());
                    let name = name.map_or("", |of| of.name.get(self.lang));
                    CompletionOffer::new(value.to_string(), name, CompletionItemKind::ENUM_MEMBER)
                };
                parameter.choices().iter().map(word).collect()
            }
            (Part::Key, ["parameters"]) => {
                format?.parameters.iter().map(|parameter| named(&parameter.named)).collect()
            }
            (Part::Key | Part::Heading, ["zones"]) => {
                format?.zones.iter().map(|zone| named(&zone.named)).collect()
            }
            (Part::Key | Part::Value, ["zones", _] | ["carried", _]) | (Part::Key, ["carried"]) => {
                let deck = deck.as_ref()?;
                let (catalog, _) = home?;
                let ending = self.card_ending(document, &place);
                // The carrying card is in a zone; the cards that it carries are not.
                let zone = path.get(1).filter(|_| path.first() == Some(&"zones"));
                let is_key = place.part == Part::Key && zone.is_some();
                let zone = zone.and_then(|zone| format?.zone(zone));
                let spell = |card| {
                    let (name, _) = sleeve_decks::spell_new_card(catalog, self.lang, card, 1);
                    // Each key is used only once in a table: its value counts the copies.
                    if place.part == Part::Key && place.beside.contains(&name) {
                        return None;
                    }
                    let name = match place.quote {
                        Some('\'') => name,
                        _ => name.replace('\\', "\\\\").replace('"', "\\\""),
                    };
                    let count = if is_key && ending.is_empty() { " = 1" } else { "" };
                    Some(match place.quote {
                        // Add the closing quote if it is missing.
                        Some(_) if place.is_closed && !count.is_empty() => name + "\" = 1",
                        Some(quote) if !place.is_closed => format!("{name}{quote}{count}"),
                        Some(_) => name,
                        None => format!("\"{name}\"{count}"),
                    })
                };
                let offers = self.card_offers(document, deck, zone, typed, spell);
                let mut span = place.span.clone();
                if is_key && place.is_closed && ending.is_empty() {
                    span.end += 1;
                }
                return Some(Offers { span, offers, is_fuzzy: true });
            }
            _ => return self.complete_schema(Kind::Deck, &place, typed, None),
        };
        let offers = self.quote(&place, offers);
        Some(Offers::new(&place, keep_typed(offers, typed)))
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

    /// Completes keys and values from a file's schema, and words in texts of the query language.
    fn complete_schema(
        &self,
        kind: Kind,
        place: &TomlPlace,
        typed: &str,
        scope: Option<Scope<'_>>,
    ) -> Option<Offers> {
        let nodes = toml_place::schema_nodes(kind.schema()?, &place.path);
        let span = place.span.clone();
        let offers: Vec<CompletionOffer> = match place.part {
            Part::Comment => return None,
            Part::Key | Part::Heading => {
                let keys = toml_place::keys_of(&nodes).into_iter();
                let offer = |(key, text): (String, String)| {
                    CompletionOffer::new(key, text, CompletionItemKind::PROPERTY)
                };
                keys.map(offer).collect()
            }
            Part::Value => {
                let words = toml_place::words_of(&nodes).into_iter();
                let words: Vec<CompletionOffer> = words
                    .map(|word| CompletionOffer::new(word, "", CompletionItemKind::VALUE))
                    .collect();
                match scope.filter(|_| words.is_empty() && place.quote.is_some()) {
                    Some(scope) => return Some(self.complete_language(span, typed, scope)),
                    None => words,
                }
            }
        };
        let offers = self.quote(place, offers);
        Some(Offers::new(place, keep_typed(offers, typed)))
    }

    /// Completes the last word of a text of the query language.
    fn complete_language(&self, span: Range<usize>, typed: &str, scope: Scope<'_>) -> Offers {
        let zones: Vec<String> = scope
            .catalog
            .formats()
            .flat_map(|format| format.zones.iter())
            .map(|zone| zone.named.id.to_string())
            .collect();
        let whole = language::complete_text(typed, std::iter::once(scope));
        let bare = |text: &str| fold(&text.replace('"', ""));
        let wanted = bare(typed);
        let in_word = |c: char| c.is_alphanumeric() || "_.'-".contains(c);
        let start = typed.trim_end_matches(in_word).len();
        let mut offers = Vec::new();
        for text in whole.iter().filter(|text| bare(text).starts_with(&wanted)) {
            let word = text.get(start..).unwrap_or_default().to_owned();
            let function = word.strip_suffix('(').and_then(language::docs::Function::from_name);
            offers.push(match function {
                Some(function) => {
                    let meaning = function.row().line.get(self.lang);
                    let detail = format!("{} — {meaning}", function.form(self.lang));
                    CompletionOffer::new(word, detail, CompletionItemKind::FUNCTION)
                }
                None => CompletionOffer::new(word, "", CompletionItemKind::FIELD),
            });
        }
        let word = fold(typed.get(start..).unwrap_or_default());
        let zones =
            zones.into_iter().filter(|zone| !word.is_empty() && fold(zone).starts_with(&word));
        offers.extend(zones.map(|zone| CompletionOffer::new(zone, "", CompletionItemKind::MODULE)));
        offers.sort_by(|a, b| a.label.cmp(&b.label));
        offers.dedup_by(|a, b| a.label == b.label);
        Offers { span: span.start + start..span.start + typed.len(), offers, is_fuzzy: false }
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
                    offers.push(CompletionOffer::named(&head.named, self));
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
            && let Some(offers) = self.complete_facts(catalog, &place, typed)
        {
            return Some(offers);
        }
        self.complete_schema(kind, &place, typed, scope)
    }

    /// Completes a card's fields, and the values of a field.
    fn complete_facts(&self, catalog: &Catalog, place: &TomlPlace, typed: &str) -> Option<Offers> {
        let game = &catalog.game;
        let (first, rest) = place.path.split_first()?;
        if first != "card" {
            return None;
        }
        let offers: Vec<CompletionOffer> = match (place.part, rest) {
            (Part::Key, _) => {
                let fields = game.attributes.iter().map(|field| {
                    CompletionOffer::new(
                        field.named.id.as_str(),
                        field.named.name.get(self.lang),
                        CompletionItemKind::FIELD,
                    )
                });
                let nodes = toml_place::schema_nodes("data", &place.path);
                let keys = toml_place::keys_of(&nodes).into_iter();
                let keys = keys.map(|(key, text)| {
                    CompletionOffer::new(key, text, CompletionItemKind::PROPERTY)
                });
                keys.chain(fields).collect()
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
        let gate = format.zip(zone).and_then(|(format, zone)| {
            let options = self.options(document, (catalog, format));
            Some((CardGate::new((catalog, format), read, options)?, zone.named.id.as_str()))
        });
        let why_not = |card: CardIndex| {
            let (gate, zone) = gate.as_ref()?;
            let finding = gate.broken_by(zone, card, 1).into_iter().next()?;
            Some(match finding.text.get(self.lang) {
                "" => Wording::new(&finding, catalog, self.lang).title(),
                rule => plain(rule),
            })
        };
        let view = FactStyle {
            short: true,
            prose: true,
            ..FactStyle::new(catalog, Lens::Shipped, self.lang)
        };
        let offer = |card: CardIndex| {
            let text = spell(card)?;
            let shown = catalog.cards.card(card);
            let set = view.field(shown, Field::front(FieldKind::Set));
            Some(CompletionOffer {
                label: plain(shown.name(self.lang)),
                text: Some(text),
                detail: plain(view.kind(shown)),
                kind: CompletionItemKind::VALUE,
                unfit: why_not(card),
                beside: plain(&set),
            })
        };
        // Cards that do not fit are checked too, and come last. Nobody reads more than these.
        let found = find_cards(catalog, typed).into_iter().take(2 * MAX_OFFERED);
        let (mut fitting, unfit): (Vec<CompletionOffer>, Vec<CompletionOffer>) =
            found.filter_map(offer).partition(|offer| offer.unfit.is_none());
        fitting.extend(unfit);
        fitting
    }
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
    let words: Vec<&str> = wanted.split(' ').filter(|word| !word.is_empty()).collect();
    let rank = |name: &str| {
        let has = |word: &&str| {
            name.split(|c: char| !c.is_alphanumeric()).any(|of| of.starts_with(*word))
        };
        if name.starts_with(&wanted) {
            Some(0)
        } else if words.iter().all(has) {
            Some(1)
        } else if words.iter().all(|word| name.contains(*word)) {
            Some(2)
        } else {
            None
        }
    };
    let ranked = |card: Card<'_>| {
        let names = card.names().filter_map(|(_, _, folded)| rank(folded));
        let by_id = Some(0).filter(|_| !wanted.is_empty() && fold(card.id()).starts_with(&wanted));
        let best = names.chain(by_id).min()?;
        Some((best, card.index()))
    };
    let mut found: Vec<(u32, CardIndex)> = catalog.cards.iter().filter_map(ranked).collect();
    found.sort_by_key(|(rank, _)| *rank);
    if found.is_empty() {
        return nearest_cards(std::iter::once(catalog), typed)
            .into_iter()
            .map(|(_, of)| of)
            .collect();
    }
    found.into_iter().map(|(_, card)| card).collect()
}
