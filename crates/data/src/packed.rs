//! A game as one block of bytes, of which a command decodes only what it needs.
//!
//! Layout: the eight bytes of [`MAGIC`], the last of which is the version; the `u64` xxh3 of
//! everything after it; then `u32`s: the number of formats `f`, the number of lists `l`, and `12 +
//! f + l` offsets into the bytes. The sections between the offsets follow: the head, the game, the
//! names of the formats and of the lists, the cards that others set out, the rules that cards
//! bring, the versions of formats, lists and cards (each by postcard), the digest as text if known,
//! the source files if included (compressed), the cards and the index of their names (packed by
//! [`Cards`]), and every format and every list (by postcard). If the index of names is missing, the
//! cards are in their short form. All integers are little-endian.

use crate::{
    model::{
        Cards, Catalog, Date, DeckReader, Format, Game, Lazy, SetOutPlaces, Versions,
        card_rule::{CardRules, FilteredAmendment},
        catalog::{CardList, FormatHead, Tables},
        game::Named,
    },
    source_folders::{self, SourceFolder},
};
use serde::Deserialize;
use sleeve_text::packed;
use std::sync::Arc;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

/// Facts of a game that a list of games shows without opening the game.
#[packed(Eq, Default)]
pub struct GameHead {
    pub named: Named,
    pub data: Option<Date>,
    pub cards: u32,
    /// The formats of its own section.
    #[serde(skip)]
    pub formats: Lazy<Vec<FormatHead>>,
    pub described: Vec<Arc<DeckReader>>,
}

impl GameHead {
    /// The head of an open game.
    pub fn from_catalog(catalog: &Catalog) -> GameHead {
        GameHead {
            named: catalog.game.named.clone(),
            data: catalog.game.data,
            cards: catalog.cards.len() as u32,
            formats: catalog.format_heads().to_vec().into(),
            described: catalog.game.described.clone(),
        }
    }
}

/// First bytes of a packed game. The last one is the version of the layout.
pub const MAGIC: [u8; 8] = *b"sleeve\0\x13";

/// File extension of packed games.
pub const PACKED_ENDING: &str = ".sleeve";

/// Largest packed game, in bytes: about 200 times the largest shipped one.
pub const MAX_PACK_BYTES: u64 = 256 * 1024 * 1024;

/// Whether bytes begin like a packed game of any version.
pub fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC[..MAGIC.len() - 1])
}

/// Why bytes are not a packed game of this version.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PackError {
    #[error("not a packed game")]
    NotPacked,
    #[error("packed in version {found} of the layout, but version {} is needed", MAGIC[7])]
    OtherVersion { found: u8 },
    #[error("the packed game is cut short")]
    CutShort,
    #[error("the packed game was changed after it was written")]
    Changed,
    #[error("the packed game cannot be decoded: {0}")]
    Content(#[from] postcard::Error),
    #[error("the cards of the packed game are damaged")]
    Cards,
    #[error("its source files are missing or damaged")]
    Files,
    #[error("its path `{path}` is not a file name on every system")]
    FileName { path: String },
    #[error("its source files do not match the packed data")]
    OtherFiles,
}

// Positions of the sections. The cards are the last fixed one, followed by any number of formats
// and lists.
const HEAD: usize = 0;
const GAME: usize = 1;
const FORMATS: usize = 2;
const LISTS: usize = 3;
const SET_OUTS: usize = 4;
const CARD_RULES: usize = 5;
const VERSIONS: usize = 6;
const DIGEST: usize = 7;
const FILES: usize = 8;
const CARDS: usize = 9;
const NAMES: usize = 10;
const FIRST_BODY: usize = 11;

/// Bytes of the magic and the checksum.
const HEADER_BYTES: usize = 16;

/// Packs a catalog with its overlays applied.
pub fn pack(catalog: &Catalog) -> Result<Vec<u8>, PackError> {
    pack_with_files(catalog, Vec::new())
}

/// Packs a catalog in fewer bytes, for a download. Opening it takes longer.
pub fn pack_short(catalog: &Catalog) -> Result<Vec<u8>, PackError> {
    pack_sections(catalog, [Vec::new(), catalog.cards.to_short_bytes(), Vec::new()])
}

/// Packs a catalog with its source folders: its own, then its overlays.
pub fn pack_with_folders(
    catalog: &Catalog,
    folders: &[SourceFolder],
) -> Result<Vec<u8>, PackError> {
    pack_with_files(catalog, source_folders::compress_folders(folders)?)
}

fn pack_with_files(catalog: &Catalog, files: Vec<u8>) -> Result<Vec<u8>, PackError> {
    let cards = &catalog.cards;
    pack_sections(catalog, [files, cards.to_bytes(), cards.pack_name_index()])
}

/// Packs a catalog with these sections: [`FILES`], [`CARDS`] and [`NAMES`].
fn pack_sections(catalog: &Catalog, built: [Vec<u8>; 3]) -> Result<Vec<u8>, PackError> {
    let tables = catalog.tables();
    let mut sections = vec![
        postcard::to_stdvec(&GameHead::from_catalog(catalog))?,
        postcard::to_stdvec(&catalog.game)?,
        postcard::to_stdvec(&tables.heads)?,
        postcard::to_stdvec(tables.list_heads.unpacked())?,
        postcard::to_stdvec(tables.set_outs.unpacked())?,
        postcard::to_stdvec(&(&tables.card_rules, &tables.filtered))?,
        postcard::to_stdvec(&(&tables.format_versions, &tables.list_versions, &tables.earlier))?,
        catalog
            .known_digest()
            .map(|digest| digest.to_string())
            .unwrap_or_default()
            .into_bytes(),
    ];
    sections.extend(built);
    for body in &tables.bodies {
        sections.push(postcard::to_stdvec(body.unpacked())?);
    }
    for list in &tables.lists {
        sections.push(postcard::to_stdvec(list.unpacked())?);
    }
    // Two counts, the start of each section, and the end of the last.
    let mut offset = HEADER_BYTES + (2 + sections.len() + 1) * 4;
    let mut numbers = vec![tables.bodies.len(), tables.lists.len(), offset];
    for section in &sections {
        offset += section.len();
        numbers.push(offset);
    }
    let mut body = Vec::new();
    for number in numbers {
        body.extend_from_slice(&(number as u32).to_le_bytes());
    }
    sections
        .iter()
        .for_each(|section| body.extend_from_slice(section));
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&xxh3_64(&body).to_le_bytes());
    bytes.append(&mut body);
    Ok(bytes)
}

/// The sections of a packed game, all within the bytes.
#[derive(Clone, Copy)]
struct Sections {
    bytes: &'static [u8],
    formats: usize,
    lists: usize,
}

impl Sections {
    fn parse(bytes: &'static [u8]) -> Result<Sections, PackError> {
        let (name, version) = MAGIC.split_at(MAGIC.len() - 1);
        let rest = bytes.strip_prefix(name).ok_or(PackError::NotPacked)?;
        let found = *rest.first().ok_or(PackError::CutShort)?;
        if found != version[0] {
            return Err(PackError::OtherVersion { found });
        }
        let mut sections = Sections { bytes, formats: 0, lists: 0 };
        sections.formats = sections.word(0)?;
        sections.lists = sections.word(1)?;
        let count = FIRST_BODY
            .saturating_add(sections.formats)
            .saturating_add(sections.lists);
        if count > bytes.len() / 4 {
            return Err(PackError::CutShort);
        }
        for at in 0..count {
            sections.section(at)?;
        }
        Ok(sections)
    }

    fn word(self, at: usize) -> Result<usize, PackError> {
        let start = HEADER_BYTES + at * 4;
        let bytes = self
            .bytes
            .get(start..start + 4)
            .and_then(|bytes| bytes.try_into().ok());
        bytes
            .map(|bytes| u32::from_le_bytes(bytes) as usize)
            .ok_or(PackError::CutShort)
    }

    fn section(self, at: usize) -> Result<&'static [u8], PackError> {
        let (start, end) = (self.word(2 + at)?, self.word(3 + at)?);
        self.bytes.get(start..end).ok_or(PackError::CutShort)
    }

    fn read<T: Deserialize<'static>>(self, at: usize) -> Result<T, PackError> {
        Ok(postcard::from_bytes(self.section(at)?)?)
    }

    fn format(self, at: usize) -> usize {
        FIRST_BODY + at
    }

    fn list(self, at: usize) -> usize {
        FIRST_BODY + self.formats + at
    }
}

/// Reads only the head of a packed game.
pub fn read_head(bytes: &'static [u8]) -> Result<GameHead, PackError> {
    let sections = Sections::parse(bytes)?;
    let formats = Lazy::packed(sections.section(FORMATS)?);
    Ok(GameHead { formats, ..sections.read(HEAD)? })
}

/// Reads the source folders of a packed game. Does not check that they match the packed data.
///
/// # Errors
/// It contains none, or some that `pack` does not write.
pub fn read_folders(bytes: &'static [u8]) -> Result<Vec<SourceFolder>, PackError> {
    let sections = Sections::parse(bytes)?;
    source_folders::decompress_folders(sections.section(FILES)?)
}

/// Opens a packed game. Formats and lists are decoded on first use. Bytes from other programs are
/// [`verified`](verify) first, and their claimed digest is not trusted.
pub fn unpack(bytes: &'static [u8]) -> Result<Catalog, PackError> {
    let sections = Sections::parse(bytes)?;
    let (format_versions, list_versions, earlier) =
        sections.read::<(Vec<Versions<Format>>, Vec<Versions<CardList>>, Lazy<_>)>(VERSIONS)?;
    let game = sections.read::<Game>(GAME)?;
    let (card_rules, filtered) =
        sections.read::<(Vec<CardRules>, Vec<FilteredAmendment>)>(CARD_RULES)?;
    let cards = match sections.section(NAMES)? {
        [] => Cards::from_short_bytes(sections.section(CARDS)?),
        names => Cards::from_bytes(sections.section(CARDS)?).with_name_index(names),
    };
    let mut bodies = Vec::new();
    for at in 0..sections.formats {
        bodies.push(Lazy::packed(sections.section(sections.format(at))?));
    }
    let mut lists = Vec::new();
    for at in 0..sections.lists {
        lists.push(Lazy::packed(sections.section(sections.list(at))?));
    }
    let tables = Tables {
        heads: sections.read::<Vec<FormatHead>>(FORMATS)?,
        bodies,
        list_heads: Lazy::packed(sections.section(LISTS)?),
        lists,
        format_versions,
        list_versions,
        earlier,
        set_outs: Lazy::packed(sections.section(SET_OUTS)?),
        card_rules,
        filtered,
    };
    let written = std::str::from_utf8(sections.section(DIGEST)?).ok();
    let digest = written.and_then(|written| written.parse().ok());
    Ok(Catalog::with_tables(game, cards, tables).with_digest(digest))
}

/// Checks untrusted bytes before they are opened, like [`verify_own`] and card by card. The
/// checksum detects damage, but not tampering.
pub fn verify(bytes: &'static [u8]) -> Result<(), PackError> {
    verify_own(bytes)?;
    let (catalog, names) = (unpack(bytes)?, Sections::parse(bytes)?.section(NAMES)?);
    let cards = &catalog.cards;
    let first_day = catalog.tables().earlier.last().map(|(until, _)| *until);
    let is_own = cards.are_whole()
        && (names.is_empty() || names == cards.pack_name_index())
        && first_day.is_none_or(|day| catalog.with_day(Some(day)).cards.are_whole());
    if is_own { Ok(()) } else { Err(PackError::Cards) }
}

/// Checks that bytes written only by this program are undamaged, and that all their sections can be
/// decoded, because a lazy section that fails to decode later is silently empty. Does not check
/// cards, which would take a microsecond each.
pub fn verify_own(bytes: &'static [u8]) -> Result<(), PackError> {
    let sections = Sections::parse(bytes)?;
    let written = bytes
        .get(MAGIC.len()..HEADER_BYTES)
        .and_then(|sum| sum.try_into().ok());
    let checksum = written.map(u64::from_le_bytes).ok_or(PackError::CutShort)?;
    if bytes.get(HEADER_BYTES..).map(xxh3_64) != Some(checksum) {
        return Err(PackError::Changed);
    }
    read_head(bytes)?;
    let catalog = unpack(bytes)?;
    sections.read::<Vec<Named>>(LISTS)?;
    sections.read::<Vec<SetOutPlaces>>(SET_OUTS)?;
    for attribute in &catalog.game.attributes {
        attribute.values();
    }
    for card in catalog.card_rules() {
        card.rules.unpacked();
    }
    for at in 0..sections.formats {
        sections.read::<Format>(sections.format(at))?;
    }
    for at in 0..sections.lists {
        sections.read::<CardList>(sections.list(at))?;
    }
    Ok(())
}
