//! A game as one run of bytes, of which a command decodes only what it looks at.
//!
//! Layout, all integers little-endian `u32`: number of formats `f`, number of lists `l`,
//! `7 + f + l` offsets, then the sections they bound: the head, the game, the names of the formats
//! and of the lists, what cards set out (each by postcard), the cards (packed by [`Cards`]), every format and every list (by postcard).

use crate::model::Lazy;
use crate::model::catalog::FormatHead;
use crate::model::game::Named;
use crate::model::{Cards, Catalog, Date, Game};
use serde::{Deserialize, Serialize};

/// What is known of a game without opening it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct GameHead {
    /// Identifier, names and other words.
    pub named: Named,
    /// Date of its data.
    pub data: Option<Date>,
    /// How many cards it has.
    pub cards: u32,
    /// Its formats, in the order of the data.
    pub formats: Vec<FormatHead>,
}

impl GameHead {
    /// The head of a game that is open.
    pub fn of(catalog: &Catalog) -> GameHead {
        GameHead {
            named: catalog.game.named.clone(),
            data: catalog.game.data,
            cards: catalog.cards.len() as u32,
            formats: catalog.heads.to_vec(),
        }
    }
}

const HEAD: usize = 0;
const GAME: usize = 1;
const FORMATS: usize = 2;
const LISTS: usize = 3;
const SET_OUTS: usize = 4;
const CARDS: usize = 5;
const FIRST_BODY: usize = 6;

/// Packs a catalog. Overlays are not packed.
pub fn pack(catalog: &Catalog) -> Result<Vec<u8>, postcard::Error> {
    let mut sections = vec![
        postcard::to_stdvec(&GameHead::of(catalog))?,
        postcard::to_stdvec(&catalog.game)?,
        postcard::to_stdvec(&catalog.heads)?,
        postcard::to_stdvec(catalog.list_heads.unpacked())?,
        postcard::to_stdvec(catalog.set_outs.unpacked())?,
        catalog.cards.as_bytes().to_vec(),
    ];
    for body in &catalog.bodies {
        sections.push(postcard::to_stdvec(body.unpacked())?);
    }
    for list in &catalog.lists {
        sections.push(postcard::to_stdvec(list.unpacked())?);
    }
    let mut bytes = Vec::new();
    let mut word = |value: usize| bytes.extend_from_slice(&(value as u32).to_le_bytes());
    word(catalog.bodies.len());
    word(catalog.lists.len());
    let mut offset = (2 + sections.len() + 1) * 4;
    word(offset);
    for section in &sections {
        offset += section.len();
        word(offset);
    }
    sections.iter().for_each(|section| bytes.extend_from_slice(section));
    Ok(bytes)
}

/// The packed sections.
#[derive(Clone, Copy)]
struct Sections {
    bytes: &'static [u8],
}

impl Sections {
    fn word(self, at: usize) -> usize {
        let bytes = self.bytes.get(at * 4..at * 4 + 4);
        bytes.and_then(|b| b.try_into().ok()).map_or(0, u32::from_le_bytes) as usize
    }

    fn section(self, at: usize) -> &'static [u8] {
        self.bytes.get(self.word(2 + at)..self.word(3 + at)).unwrap_or(&[])
    }

    fn read<T: Default + Deserialize<'static>>(self, at: usize) -> T {
        postcard::from_bytes(self.section(at)).unwrap_or_default()
    }
}

/// The head of a packed game.
pub fn head(bytes: &'static [u8]) -> GameHead {
    Sections { bytes }.read(HEAD)
}

/// Opens a packed game; formats and lists are unpacked when they are asked for. Bytes that
/// [`pack`] did not write yield an empty catalog.
pub fn unpack(bytes: &'static [u8]) -> Catalog {
    let sections = Sections { bytes };
    let bodies = sections.word(0).min(bytes.len());
    let lists = sections.word(1).min(bytes.len());
    let game: Game = sections.read(GAME);
    Catalog {
        game,
        cards: Cards::from_bytes(sections.section(CARDS)),
        heads: sections.read(FORMATS),
        bodies: (0..bodies).map(|i| Lazy::packed(sections.section(FIRST_BODY + i))).collect(),
        list_heads: Lazy::packed(sections.section(LISTS)),
        lists: (0..lists)
            .map(|i| Lazy::packed(sections.section(FIRST_BODY + bodies + i)))
            .collect(),
        set_outs: Lazy::packed(sections.section(SET_OUTS)),
        overlays: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_nobody_packed_open_as_an_empty_game() {
        for bytes in [&[][..], &[0xff; 7], &[0xff; 64], &[1; 40]] {
            let leaked: &'static [u8] = bytes.to_vec().leak();
            let catalog = unpack(leaked);
            assert!(catalog.game.id().is_empty());
            assert!(catalog.formats().all(|format| format.rules.is_empty()));
        }
    }
}
