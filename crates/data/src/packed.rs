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

use crate::model::Lazy;
use crate::model::card_rule::{CardRules, FilteredAmendment};
use crate::model::catalog::{CardList, FormatHead, Tables};
use crate::model::game::Named;
use crate::model::{
    Cards, CardsBuilder, Catalog, Date, DeckReader, Format, Game, SetOutPlaces, Versions,
};
use crate::source_folders::{self, SourceFolder};
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
pub const MAGIC: [u8; 8] = *b"sleeve\0\x12";

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
    pack_sections(catalog, [files, cards.as_bytes().to_vec(), cards.pack_name_index()])
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
        catalog.known_digest().map(|digest| digest.to_string()).unwrap_or_default().into_bytes(),
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
    sections.iter().for_each(|section| body.extend_from_slice(section));
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
        let count = FIRST_BODY.saturating_add(sections.formats).saturating_add(sections.lists);
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
        let bytes = self.bytes.get(start..start + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map(|bytes| u32::from_le_bytes(bytes) as usize).ok_or(PackError::CutShort)
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
        [] => CardsBuilder::from_short_bytes(sections.section(CARDS)?).build(),
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
    let written = bytes.get(MAGIC.len()..HEADER_BYTES).and_then(|sum| sum.try_into().ok());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::card::{
        CardRecord, EffectRecord, FaceRecord, Grade, Provenance, StoredFact, Value,
    };
    use crate::model::format::{Origin, Zone};
    use crate::model::game::{EffectId, FRONT, KindId};
    use crate::model::{AttributeId, Bounds, CardIndex, CardsBuilder, Number, Text};

    fn leaked(bytes: &[u8]) -> &'static [u8] {
        bytes.to_vec().leak()
    }

    fn packed() -> Vec<u8> {
        pack(&Catalog::default()).unwrap()
    }

    #[test]
    fn what_was_packed_is_verified_and_opened() {
        let bytes = leaked(&packed());
        verify(bytes).unwrap();
        assert_eq!(unpack(bytes).unwrap().game, Game::default());
    }

    #[test]
    fn zones_are_listed_once_without_their_formats() {
        let named = |id: &str| Named { id: id.to_owned().into(), ..Named::default() };
        let format = |id: &str, zones: &[&str]| {
            let zone = |id: &&str| Zone {
                named: named(id),
                accepts: String::new(),
                role_from: None,
                roles: Vec::new(),
                is_sideboard: false,
                origin: Origin::default(),
            };
            let zones = zones.iter().map(zone).collect::<Vec<_>>().into();
            Format { named: named(id), zones, ..Format::default() }
        };
        let mut catalog = Catalog::default();
        for (id, zones) in [("a", &["deck"][..]), ("b", &["deck"]), ("c", &["deck", "side"])] {
            catalog.put_format(vec![format(id, zones)]);
        }
        catalog.put_format(vec![Format { is_abstract: true, ..format("d", &["none"]) }]);
        let ids = |catalog: &Catalog| -> Vec<Vec<String>> {
            let mut lists = Vec::new();
            for zones in catalog.zone_lists() {
                lists.push(zones.iter().map(|zone| zone.named.id.to_string()).collect());
            }
            lists
        };
        let opened = unpack(leaked(&pack(&catalog).unwrap())).unwrap();
        assert_eq!(ids(&opened), [vec!["deck"], vec!["deck", "side"]]);
        // Already unpacked items are listed as they are.
        assert_eq!(ids(&catalog), [vec!["deck"], vec!["deck"], vec!["deck", "side"]]);
    }

    #[test]
    fn corrupt_bytes_are_an_error_and_never_an_empty_game() {
        for bytes in [&[][..], &[0xff; 7], &[0xff; 64], &[1; 40]] {
            assert_eq!(unpack(leaked(bytes)).map(|_| ()), Err(PackError::NotPacked));
            assert_eq!(read_head(leaked(bytes)), Err(PackError::NotPacked));
        }
        let mut newer = packed();
        newer[7] += 1;
        assert_eq!(
            unpack(leaked(&newer)).map(|_| ()),
            Err(PackError::OtherVersion { found: MAGIC[7] + 1 })
        );
    }

    #[test]
    fn a_pack_that_was_cut_or_changed_anywhere_is_refused() {
        let whole = packed();
        for end in 0..whole.len() {
            assert!(verify(leaked(&whole[..end])).is_err(), "cut to {end} bytes");
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            assert!(verify(leaked(&changed)).is_err(), "byte {at} changed");
        }
    }

    /// A pack with one card, and the start of its section of cards.
    fn with_a_card() -> (Vec<u8>, usize) {
        let number = |n| Number::from_integer(n).unwrap();
        let seen = Provenance::from_grade(Grade::Rulebook);
        let fact = StoredFact {
            value: Value::Choice(vec![number(1), number(6)]),
            print: None,
            provenance: seen,
            attested: Bounds::OPEN,
        };
        let effect = EffectRecord {
            effect: EffectId(0),
            amount: Some(Value::Number(number(2))),
            trigger: None,
            choice: None,
            provenance: seen,
        };
        let front = FaceRecord {
            face: FRONT,
            name: None,
            facts: vec![(AttributeId(0), fact)],
            effects: vec![effect],
            effects_complete: Some(seen),
        };
        let record = CardRecord {
            id: "z1".to_owned(),
            id_provenance: seen,
            name: Text::untranslated("Zulu"),
            aliases: Vec::new(),
            kind: KindId(0),
            sets: Vec::new(),
            quantity: Vec::new(),
            quantity_provenance: seen,
            provenance: seen,
            faces: vec![front],
        };
        let mut builder = CardsBuilder::default();
        builder.push(&record);
        let catalog = Catalog::with_tables(Game::default(), builder.build(), Tables::default());
        let bytes = pack(&catalog).unwrap();
        let at = Sections::parse(leaked(&bytes)).unwrap().word(2 + CARDS).unwrap();
        (bytes, at)
    }

    /// The pack with a matching checksum for its changed content: the checksum detects damage, but
    /// not tampering.
    fn forged(mut bytes: Vec<u8>) -> &'static [u8] {
        let sum = xxh3_64(&bytes[HEADER_BYTES..]).to_le_bytes();
        bytes[MAGIC.len()..HEADER_BYTES].copy_from_slice(&sum);
        bytes.leak()
    }

    #[test]
    fn a_short_pack_opens_to_the_same_cards() {
        let (whole, _) = with_a_card();
        let catalog = unpack(leaked(&whole)).unwrap();
        let bytes = leaked(&pack_short(&catalog).unwrap());
        verify(bytes).unwrap();
        let opened = unpack(bytes).unwrap();
        let index = opened.cards.name_index();
        let names: Vec<&str> = index.names().map(|name| name.shown()).collect();
        assert_eq!(names, ["Zulu"]);
        assert!(bytes.len() < whole.len());
        assert_eq!(pack(&opened).unwrap(), whole);
    }

    #[test]
    fn a_forged_pack_is_refused_before_it_is_believed() {
        let (whole, cards) = with_a_card();
        verify(forged(whole.clone())).unwrap();
        // Four numbers of the section: cards, names, whether everything is attested, the first
        // offset.
        for at in (cards..cards + 16).step_by(4) {
            for claim in [3u32, 100_000_000, u32::MAX / 2, u32::MAX] {
                let mut bytes = whole.clone();
                bytes[at..at + 4].copy_from_slice(&claim.to_le_bytes());
                assert_eq!(verify(forged(bytes)), Err(PackError::Cards), "{at}: {claim}");
            }
        }
        let id = whole.windows(2).rposition(|two| two == b"z1").unwrap();
        let mut hidden = whole.clone();
        hidden[id] = 0x1b;
        assert_eq!(verify(forged(hidden)), Err(PackError::Cards));
    }

    /// Sets numbers of effects, choices and bytes to their largest value: their readers stop at the
    /// end of the bytes.
    #[test]
    fn no_change_of_a_card_is_believed_that_packing_would_not_make() {
        let (whole, cards) = with_a_card();
        for at in cards..whole.len() {
            for (bits, run) in [(1, 1), (0x10, 1), (0x80, 1), (0xff, 1), (0xff, 9)] {
                let mut bytes = whole.clone();
                bytes.iter_mut().skip(at).take(run).for_each(|byte| *byte ^= bits);
                let bytes = forged(bytes);
                let damaged = unpack(bytes).map(|catalog| catalog.cards);
                if let Some(card) =
                    damaged.ok().filter(|cards| cards.len() < 9).map(|c| c.record(CardIndex(0)))
                {
                    assert!(card.faces.len() <= 64);
                }
                if verify(bytes).is_ok() {
                    let catalog = unpack(bytes).unwrap();
                    assert_eq!(pack(&catalog).unwrap(), bytes, "byte {at}");
                }
            }
        }
    }
}
