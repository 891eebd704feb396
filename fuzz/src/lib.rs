//! Properties that must hold for any input: functions of bytes that panic if they fail. `cargo
//! fuzz` runs them with inputs that it evolves, `src/main.rs` with inputs made from a seed, on any
//! toolchain.

mod commands;
mod files;
mod language;

use std::path::{Path, PathBuf};

/// A function to test, and the source of its inputs.
pub struct Target {
    pub name: &'static str,
    run: fn(&[u8]),
    /// The files whose mutations are the inputs; empty if an input is a sequence of choices.
    seeds: fn() -> Vec<Vec<u8>>,
}

impl Target {
    pub fn run(&self, input: &[u8]) {
        (self.run)(input);
    }

    pub fn seeds(&self) -> Vec<Vec<u8>> {
        (self.seeds)()
    }
}

pub const TARGETS: &[Target] = &[
    Target { name: "language", run: language::try_condition, seeds: Vec::new },
    Target { name: "odds", run: language::try_odds, seeds: Vec::new },
    Target { name: "fix", run: language::try_repair, seeds: Vec::new },
    Target { name: "commands", run: commands::try_commands, seeds: Vec::new },
    Target { name: "decks", run: files::try_deck, seeds: files::deck_seeds },
    Target { name: "data", run: files::try_data, seeds: files::data_seeds },
    Target { name: "packs", run: files::try_pack, seeds: files::pack_seeds },
    Target { name: "mappings", run: files::try_mapping, seeds: files::mapping_seeds },
    Target { name: "style", run: files::try_style, seeds: files::style_seeds },
];

/// The target with this name.
///
/// # Panics
/// There is no such target.
pub fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).expect("a target has this name")
}

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// An input as a sequence of choices. After its end come zeros, so every input is valid.
pub struct Choices<'i>(pub &'i [u8]);

impl Choices<'_> {
    /// A number below `end`, which is at most 256.
    pub fn below(&mut self, end: usize) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first) % end
    }

    pub fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

/// Pseudo-random numbers that are the same on every machine (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.number() % end.max(1) as u64) as usize
    }
}

/// Texts that are inserted in random places.
const PIECES: &[&str] = &[
    "\0",
    "\n",
    "\r\n",
    "\t",
    "\"",
    "'",
    "[",
    "]]",
    "{",
    "}",
    "=",
    "#",
    "//",
    "-",
    "?",
    "|",
    "..",
    "\u{feff}",
    "\u{202e}",
    "\u{1b}[31m",
    "é",
    "e\u{301}",
    "ß",
    "İ",
    "0",
    "-1",
    "1e308",
    "4294967295",
    "9223372036854775807",
    "99999999999999999999",
    "0.1",
    "2026-02-30",
    "true",
    "nan",
    "<a>",
    "]]>",
    "\\",
    "\\u{0}",
    "$x",
    "%00",
    "()",
    "1x",
    "x1",
];

/// The input with a number, which depends only on the seed and the number.
pub fn make_input(seeds: &[Vec<u8>], seed: u64, number: u64) -> Vec<u8> {
    let mut random = Random(seed.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ number);
    random.0 = random.number();
    if seeds.is_empty() {
        let length = 8 + random.below(120);
        return (0..length).map(|_| random.number() as u8).collect();
    }
    let mut input = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(6) {
        mutate(&mut input, seeds, &mut random);
    }
    input.truncate(1 << 16);
    input
}

fn mutate(input: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let at = random.below(input.len() + 1);
    let most = 1 << random.below(8);
    let end = (at + 1 + random.below(most)).min(input.len());
    let line = |at: usize| {
        let before = input[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let after = input[at..]
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(input.len(), |end| at + end + 1);
        before..after
    };
    match random.below(9) {
        0 if at < input.len() => input[at] ^= 1 << random.below(8),
        1 if at < input.len() => input[at] = random.number() as u8,
        2 => drop(input.drain(at..end.max(at))),
        3 => {
            let piece = PIECES[random.below(PIECES.len())];
            input.splice(at..at, piece.bytes());
        }
        4 => {
            // Replace a word or number by another.
            let is_word = |byte: &u8| byte.is_ascii_alphanumeric();
            let word = input[at..].iter().take_while(|byte| is_word(byte)).count();
            let piece = PIECES[random.below(PIECES.len())];
            input.splice(at..at + word, piece.bytes());
        }
        5 => drop(input.drain(line(at))),
        6 => {
            let copied = input[line(at)].to_vec();
            let to = line(random.below(input.len() + 1)).start;
            input.splice(to..to, copied);
        }
        7 => {
            let part = input[at..end.max(at)].to_vec();
            let most = 1 << random.below(6);
            let times = 1 + random.below(most);
            input.splice(at..at, part.repeat(times));
        }
        _ => {
            let other = &seeds[random.below(seeds.len())];
            let from = random.below(other.len() + 1);
            let to = (from + random.below(400)).min(other.len());
            input.splice(at..at, other[from..to].iter().copied());
        }
    }
}
