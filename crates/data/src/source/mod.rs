//! Card and format data: reads the TOML files of a folder into the model, and reports all mistakes
//! at once.
//!
//! Data is read in layers: a shipped game is a layer over nothing, an overlay is a layer over the
//! shipped game. A card in a layer is a new card, or changes some fields of the card with its id. A
//! format or list replaces the one with its id.

mod attribute;
mod card;
mod declared;
mod effect;
mod extend;
mod fact;
mod files;
mod format;
mod game;
mod game_values;
pub mod keys;
mod look;
mod messages;
mod named;
mod node;
mod opening;
mod reader;
mod relations;
mod rule;
mod sheet;

pub use attribute::attribute_fault;
pub use effect::parse_effect as shown_effect;
pub use extend::{MAX_EXTENDS, MAX_WRITTEN_OUT};
pub use files::{
    FILE_LIMIT, Layer, MAX_FILES, MAX_FOLDERS_DEEP, find_data_files, is_game_file, read_layers,
    read_layers_from_bytes, refusal_problem,
};
pub use format::{MAX_PARTS, MAX_RULES};
pub use messages::{DataMessage, DataProblem, NamedThing, ReaderMessage};
pub use named::MAX_WORDS;
pub use node::{MAX_ID_BYTES, PathPlaces, is_id};
pub use relations::{MAX_RELATIONS, STAND_IN_SUFFIX};
pub use sheet::{MAX_CELLS, MAX_COLUMNS, MAX_ROWS};

use crate::{
    files::Links,
    model::{
        CardList, CardsBuilder, Catalog, Format, card_rule::FilteredAmendment, format::Origin,
    },
    problem::SourceText,
};
use keys::names::*;
use messages::{Mistakes, report_syntax_mistakes, sort_by_files};
use node::{FileContext, TomlTable};
use std::{cell::RefCell, path::Path, sync::Arc};
use toml::de::DeTable;

/// Widest line of TOML, if it can be broken: for the output of `sleeve fmt` and `sleeve import`.
pub const MAX_WIDTH: usize = 120;
/// Largest number of formats in a layer.
pub const MAX_FORMATS: usize = 2_000;
/// Largest number of lists in a layer.
pub const MAX_LISTS: usize = 2_000;

/// A catalog with a layer applied.
#[derive(Debug, Default)]
pub struct AppliedLayer {
    /// The catalog with the layer's data, except for unreadable parts.
    pub catalog: Catalog,
    pub places: PathPlaces,
    /// Mistakes in the order of the files.
    pub errors: Vec<DataProblem>,
    /// Number of cards, formats and lists that the layer adds or changes.
    pub changed: usize,
}

impl AppliedLayer {
    /// Whether the layer contains cards, or facts about cards.
    pub fn has_cards(&self) -> bool {
        self.places.with_prefix("card/").next().is_some()
    }
}

/// Reads every game in a folder, without shipped data below it.
pub fn load_folder(folder: &Path) -> Result<Vec<AppliedLayer>, Vec<DataProblem>> {
    let layers = read_layers(folder, Links::Inside, &[])?;
    Ok(layers
        .iter()
        .map(|layer| apply_layer(Catalog::default(), layer))
        .collect())
}

/// Applies a layer to a catalog. The catalog is empty for a game without shipped data.
pub fn apply_layer(catalog: Catalog, layer: &Layer) -> AppliedLayer {
    // The digest belongs to the data below, which the layer changes.
    let mut catalog = catalog.with_digest(None);
    let errors = RefCell::new(Mistakes::default());
    let places = RefCell::new(PathPlaces::default());
    let (sheet_files, toml_files): (Vec<_>, Vec<_>) = layer
        .files
        .iter()
        .partition(|file| sheet::is_sheet(&file.path));
    let mut parsed = Vec::new();
    for file in toml_files {
        parsed.push((file, parse(file, &errors)));
    }
    let has_syntax_mistakes = !errors.borrow().is_empty();
    let mut roots: Vec<TomlTable<'_>> = Vec::new();
    for (file, table) in &parsed {
        let context = FileContext { file, errors: &errors, places: &places };
        roots.push(TomlTable::root(context, table));
    }
    let mut changed = read_games(&mut catalog, &roots);
    if catalog.game.named.id.is_empty() {
        catalog.game.named.id = layer.game.as_str().into();
    }
    // The first row of a sheet names fields that the `game.toml` above may have just declared.
    let sheets: Vec<sheet::CardSheet<'_>> =
        sheet_files.into_iter().map(sheet::CardSheet::new).collect();
    let tables: Vec<_> = sheets
        .iter()
        .map(|sheet| sheet.table(&catalog, &errors))
        .collect();
    for (sheet, table) in sheets.iter().zip(&tables) {
        let context = FileContext { file: sheet.file, errors: &errors, places: &places };
        roots.push(TomlTable::root(context, table));
    }
    changed += read_roots(&mut catalog, roots);
    let mut mistakes = errors.into_inner();
    if has_syntax_mistakes {
        // A file that is not TOML may declare names that other files use, so such mistakes would be
        // noise.
        mistakes.retain(|error| !error.message.names_unknown_data());
    }
    let errors = sort_by_files(mistakes, &layer.files);
    AppliedLayer { catalog, places: places.into_inner(), errors, changed }
}

/// Reads the `game.toml`s of a layer. Returns the number of those that change a game.
fn read_games(catalog: &mut Catalog, roots: &[TomlTable<'_>]) -> usize {
    let mut changed = 0;
    for root in roots
        .iter()
        .filter(|root| files::is_game_file(root.context.file))
    {
        game::read_game(&mut catalog.game, *root);
        // In an overlay, `game.toml` changes a game; in a new game, it is not a change.
        changed += usize::from(!catalog.format_heads().is_empty());
    }
    changed
}

/// Reads the data of a layer, after its game. Returns the number of things that change.
fn read_roots(catalog: &mut Catalog, roots: Vec<TomlTable<'_>>) -> usize {
    // `game.toml` may also describe readers, so they are read from all files.
    let mut data = roots.clone();
    data.retain(|root| !files::is_game_file(root.context.file));
    for root in &data {
        check_top_keys(catalog, *root);
    }
    // Lists name cards, formats name lists, and readers name the zones of formats, so each is read
    // after what it names.
    let mut changed = read_cards(catalog, &data);
    changed += read_lists(catalog, &data);
    changed += opening::read_set_outs(catalog, &data);
    changed += rule::read_card_rules(catalog, &data);
    changed += read_formats(catalog, &data);
    changed + reader::read_readers(catalog, &roots)
}

/// Parses a file. After a syntax error, which is reported, the table is empty.
fn parse<'f>(file: &'f Arc<SourceText>, errors: &RefCell<Mistakes>) -> DeTable<'f> {
    let parsed = crate::files::parse(&file.text);
    report_syntax_mistakes(&mut errors.borrow_mut(), file, &parsed);
    parsed.table
}

impl DataMessage {
    /// Whether it is an unknown name of something that data files declare.
    pub fn names_unknown_data(&self) -> bool {
        let DataMessage::UnknownName { what, .. } = self else { return false };
        matches!(
            what,
            NamedThing::Card
                | NamedThing::Set
                | NamedThing::List
                | NamedThing::Format
                | NamedThing::Zone
                | NamedThing::Rule
        )
    }
}

/// Reports keys that are only allowed in `game.toml`, and an unknown game.
fn check_top_keys(catalog: &Catalog, root: TomlTable<'_>) {
    root.check_keys(&keys::DATA);
    card::check_file_table(&catalog.game, root);
    if let Some(node) = root.get(GAME)
        && let Some(word) = node.text()
        && !catalog.game.named.means(word)
    {
        node.fail_unknown(NamedThing::Game, word, catalog.game.named.words());
    }
}

fn read_cards(catalog: &mut Catalog, data: &[TomlTable<'_>]) -> usize {
    // All records would be unpacked and packed again without need.
    if data.iter().all(|root| root.get(CARD).is_none()) {
        return 0;
    }
    let mut records = Vec::new();
    for card in catalog.cards.iter() {
        let mut record = catalog.cards.record(card.index());
        game::remove_pattern_names(&catalog.game, &mut record);
        records.push(record);
    }
    let mut pool = card::CardPool::new(&catalog.game, records);
    relations::replace_stand_ins(&mut pool, data);
    let mut earlier = Vec::new();
    for root in data {
        match root.table(FILE).and_then(|file| file.get(UNTIL)?.date()) {
            Some(until) => earlier.push((until, *root)),
            None => pool.read_file(*root),
        }
    }
    for (record, root) in pool.records.iter_mut().zip(data.iter().cycle()) {
        game::add_pattern_names(&catalog.game, record, *root);
    }
    let before = &catalog.cards;
    relations::add_inverses(&catalog.game, before, &mut pool.records, &pool.stated, data);
    let mut changed = pool.count_changed(&catalog.cards);
    let cards = CardsBuilder::from_records(&pool.records).build();
    if !earlier.is_empty() {
        let printings = pool.read_earlier(earlier);
        changed += printings.len();
        catalog.put_earlier(printings);
    }
    catalog.cards = cards;
    changed
}

fn read_lists(catalog: &mut Catalog, data: &[TomlTable<'_>]) -> usize {
    let mut lists: Vec<(CardList, Origin)> = Vec::new();
    let mut filters: Vec<FilteredAmendment> = Vec::new();
    for root in data {
        for table in root.tables(LIST) {
            if lists.len() == MAX_LISTS {
                table.fail(DataMessage::TooMany { what: NamedThing::List, limit: MAX_LISTS });
                break;
            }
            let read = format::read_list(catalog, table, |id| {
                lists.iter().any(|(other, _)| other.named.id == id)
            });
            let Some((list, filter)) = read else { continue };
            let id = &list.named.id;
            let versions = lists.iter().filter(|(other, _)| other.named.id == *id);
            let others = versions.map(|(other, origin)| (other.dates, origin));
            if extend::check_days_apart(table, NamedThing::List, id, list.dates, others) {
                lists.push((list, table.context.origin(&table.id_span())));
                filters.extend(filter);
            }
        }
    }
    let changed = lists.len();
    let read = lists.into_iter().map(|(list, _)| list);
    for versions in extend::group_by_id(read, |list| &list.named.id) {
        catalog.put_list(versions);
    }
    catalog.put_filtered(filters);
    changed
}

fn read_formats(catalog: &mut Catalog, data: &[TomlTable<'_>]) -> usize {
    let mut drafts: Vec<format::FormatDraft<'_>> = Vec::new();
    for root in data {
        for table in root.tables(FORMAT) {
            if drafts.len() == MAX_FORMATS {
                table.fail(DataMessage::TooMany { what: NamedThing::Format, limit: MAX_FORMATS });
                break;
            }
            let read =
                format::read_draft(table, |id| drafts.iter().any(|other| other.named.id == id));
            let Some(draft) = read else { continue };
            let id = &draft.named.id;
            let versions = drafts.iter().filter(|other| other.named.id == *id);
            let others = versions.map(|other| (other.dates, &other.origin));
            if extend::check_days_apart(table, NamedThing::Format, id, draft.dates, others) {
                drafts.push(draft);
            }
        }
    }
    let formats = extend_drafts(catalog, drafts);
    let changed = formats.len();
    for versions in extend::group_by_id(formats.into_iter(), |format| &format.named.id) {
        catalog.put_format(versions);
    }
    changed
}

/// Expands what the formats of a layer inherit. Parents are expanded first; the result keeps the
/// order of the drafts.
fn extend_drafts(catalog: &Catalog, drafts: Vec<format::FormatDraft<'_>>) -> Vec<Format> {
    let ids: Vec<String> = drafts.iter().map(|d| d.key.clone()).collect();
    let parents: Vec<Option<usize>> = (0..drafts.len())
        .map(|child| extend::find_parent(&drafts, child))
        .collect();
    let mut waiting: Vec<Option<format::FormatDraft<'_>>> = drafts.into_iter().map(Some).collect();
    let (order, cycles) = extend::order_parents_first(&ids, &parents);
    let mut done: Vec<Option<Format>> = vec![None; ids.len()];
    let mut budget = extend::SizeBudget::default();
    for at in order {
        let Some(draft) = waiting.get_mut(at).and_then(Option::take) else { continue };
        let parent = parents.get(at).copied().flatten();
        let format = extend_draft(catalog, draft, parent, &done, &mut budget);
        if let Some(place) = done.get_mut(at) {
            *place = format;
        }
    }
    for (at, chain) in cycles {
        let extends = waiting
            .get(at)
            .and_then(Option::as_ref)
            .and_then(|draft| draft.extends);
        if let Some((_, node)) = extends {
            node.context
                .fail_with(node.span(), || DataMessage::Cycle { chain: chain.to_vec() });
        }
    }
    done.into_iter().flatten().collect()
}

/// Merges a draft into its parent, from the layer or from the catalog. `None` if it would be too
/// large.
fn extend_draft(
    catalog: &Catalog,
    draft: format::FormatDraft<'_>,
    parent_at: Option<usize>,
    done: &[Option<Format>],
    budget: &mut extend::SizeBudget,
) -> Option<Format> {
    let layer_parent = parent_at.and_then(|at| done.get(at)?.as_ref());
    let parent = find_parent_version(catalog, &draft, layer_parent, done);
    // Names of an orphan may belong to its parent, and that is already reported.
    let is_orphan = draft.extends.is_some() && parent.is_none();
    let (context, fallback) = (draft.table.context, draft.table.id_span());
    let places = extend::NamePlaces { context, fallback };
    if !budget.admit(&draft, parent) {
        return None;
    }
    let mut format = extend::flatten_draft(draft, parent);
    if !is_orphan {
        extend::check_names(&mut format, catalog, &places);
    }
    Some(format)
}

/// The version of a format that a draft extends: one of the layer, or of the catalog. Reports if
/// there is none.
fn find_parent_version<'f>(
    catalog: &'f Catalog,
    draft: &format::FormatDraft<'_>,
    layer_parent: Option<&'f Format>,
    done: &[Option<Format>],
) -> Option<&'f Format> {
    let (word, node) = draft.extends?;
    let Some(base) = layer_parent.or_else(|| catalog.format(word)) else {
        if word == draft.named.id {
            node.fail(DataMessage::Cycle { chain: vec![word.to_owned()] });
            return None;
        }
        let shipped = catalog.format_heads().iter().map(|h| h.named.id.as_str());
        let mut layer_ids: Vec<&str> = done.iter().flatten().map(|f| f.named.id.as_str()).collect();
        // Versions of a format share its id.
        layer_ids.sort_unstable();
        layer_ids.dedup();
        node.fail_unknown(NamedThing::Format, word, shipped.chain(layer_ids));
        return None;
    };
    let version = extend::find_covering_version(catalog, base, done, draft);
    if version.is_none() {
        node.fail(DataMessage::NoVersion { id: word.to_owned() });
    }
    version
}
