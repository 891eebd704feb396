//! Files from strangers: deck lists, data, packs, import mappings, and the style of our TOML.

use crate::root;
use sleeve::{
    catalog::{self, CatalogError, Shelf},
    decks::{self, DeckForm, DeckResolver, Hints},
    import::{
        ImportInput, ImportedFile, Importer, Mapping, Vocabulary, compare_files, declare_words,
    },
    model::{AttributeId, Catalog, FaceId, Lang, Lens},
    toml_style::{StyleError, apply_style},
};
use std::{
    path::{Path, PathBuf},
    sync::OnceLock,
};
use xxhash_rust::xxh3::xxh3_64;

/// The files below a folder of the repository, sorted by path.
fn below(folder: &str, take: impl Fn(&str) -> bool) -> Vec<Vec<u8>> {
    let (mut waiting, mut files) = (vec![root().join(folder)], Vec::new());
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of the repository").flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if take(&path.to_string_lossy()) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
        .iter()
        .filter_map(|path| std::fs::read(path).ok())
        .filter(|bytes| bytes.len() < 1 << 14)
        .collect()
}

fn is_toml(path: &str) -> bool {
    path.ends_with(".toml")
}

pub fn deck_seeds() -> Vec<Vec<u8>> {
    let mut seeds = below("decks", |_| true);
    seeds.extend(below("docs/examples/decks", |_| true));
    seeds.extend(below("tests/swccg", |path| !path.contains("cards")));
    seeds
}

/// The games of the seeds, small ones first.
fn catalogs() -> &'static [Catalog] {
    static CATALOGS: OnceLock<Vec<Catalog>> = OnceLock::new();
    CATALOGS.get_or_init(|| {
        let examples = ["circle", "accord", "duchy"].map(|game| {
            let folder = root().join("docs/examples/games").join(game);
            Shelf::new(&catalog::GAMES, &[folder])
                .and_then(|shelf| shelf.open(game))
                .expect("an example")
        });
        let shipped = ["starfighter", "star-realms", "battleship-galaxies", "etoile-noire"];
        let shipped = shipped.map(|game| catalog::open(game, &[]).expect("a shipped game"));
        examples.into_iter().chain(shipped).collect()
    })
}

/// No reader panics on any file. A file that a format claims to preserve comes back unchanged.
pub fn try_deck(input: &[u8]) {
    let pick = input
        .iter()
        .fold(0, |sum: usize, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)));
    let all = catalogs();
    let named = |raw: &decks::RawDeck| {
        let game = raw.game.as_ref()?.value.clone();
        all.iter().find(|catalog| catalog.game.id() == game)
    };
    let guess = decks::read("fuzz.txt", input, &Hints::default()).ok().as_ref().and_then(named);
    let catalog = guess.unwrap_or(&all[pick % all.len()]);
    let game = &catalog.game;
    let forms = DeckForm::forms_of_game(game);
    for reader in [None, Some(forms[pick % forms.len()].name())] {
        let Ok(all) = decks::read_all("fuzz.txt", input, &Hints::from_game(game, reader)) else {
            continue;
        };
        for raw in all {
            let format = raw.format.as_ref().and_then(|format| catalog.format(&format.value));
            let format = format.or_else(|| catalog.formats().next());
            let deck = DeckResolver::new(catalog).resolve(&raw, format);
            let mark = |span: &std::ops::Range<usize>| {
                assert!(raw.text.get(span.clone()).is_some(), "{span:?}")
            };
            deck.entries.iter().for_each(|entry| mark(&entry.span));
            deck.unresolved.iter().for_each(|line| mark(&line.span));
            if !deck.unresolved.is_empty() || deck.entries.is_empty() {
                continue;
            }
            let lang = if pick.is_multiple_of(2) { Lang::En } else { Lang::Fr };
            let written = decks::write(&deck, catalog, forms[pick / 7 % forms.len()].clone(), lang);
            if written.losses.is_empty() {
                let cards = |deck: &sleeve::model::Deck| {
                    let mut cards: Vec<_> = deck
                        .entries
                        .iter()
                        .map(|entry| (entry.zone.clone(), entry.card, entry.count))
                        .collect();
                    cards.sort();
                    let mut sums: Vec<_> = Vec::new();
                    for (zone, card, count) in cards {
                        match sums.last_mut() {
                            Some((z, c, sum)) if (&*z, &*c) == (&zone, &card) => *sum += count,
                            _ => sums.push((zone, card, count)),
                        }
                    }
                    sums
                };
                assert_eq!(cards(&deck), cards(&written.back), "{}", written.text);
            }
        }
    }
}

/// The separator of files in one input: a line before each with its name.
const BETWEEN: &str = "\n#### ";

fn in_one(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    files
        .iter()
        .flat_map(|(name, bytes)| [BETWEEN.as_bytes(), name.as_bytes(), b"\n", bytes].concat())
        .collect()
}

fn parted(input: &[u8]) -> Vec<(PathBuf, Vec<u8>)> {
    let text = String::from_utf8_lossy(input);
    let files = text.split(BETWEEN).filter_map(|file| file.split_once('\n'));
    files
        .filter(|(name, _)| {
            !name.is_empty() && Path::new(name).is_relative() && !name.contains("..")
        })
        .map(|(name, text)| (PathBuf::from(name), text.as_bytes().to_vec()))
        .collect()
}

pub fn data_seeds() -> Vec<Vec<u8>> {
    let games = std::fs::read_dir(root().join("docs/examples/games")).expect("the examples");
    let mut games: Vec<PathBuf> = games.flatten().map(|entry| entry.path()).collect();
    games.push(root().join("cards/star-realms"));
    games.sort();
    let seed = |folder: &PathBuf| {
        let files = ["game.toml", "cards.toml", "formats.toml", "base.toml"];
        let read = files.map(|name| (name, std::fs::read(folder.join(name)).unwrap_or_default()));
        in_one(&read)
    };
    games.iter().map(seed).collect()
}

/// Data is either rejected with mistakes that have a place, or is a game, and a pack of it is the
/// same game.
pub fn try_data(input: &[u8]) {
    let folder = Path::new("fuzz");
    let open = |files| Shelf::from_files(&catalog::GAMES, folder, files);
    let Ok(shelf) = open(parted(input)) else { return };
    let Ok(heads) = shelf.games() else { return };
    for head in heads.iter().filter(|head| !shelf.ships(&head.named.id)) {
        let Ok(catalog) = shelf.open(&head.named.id) else { continue };
        // A pack stays in memory until the process ends, so only some inputs are packed.
        if input.len() % 16 != 0 {
            continue;
        }
        let Ok(bytes) = sleeve_pack(&catalog) else { continue };
        let again = open(vec![("fuzz.sleeve".into(), bytes.clone())])
            .and_then(|shelf| shelf.open(&head.named.id));
        let again = again.unwrap_or_else(|error| panic!("its pack is no game: {error:?}"));
        assert!(sleeve_pack(&again).is_ok_and(|same| same == bytes), "its pack is another game");
    }
}

fn sleeve_pack(catalog: &Catalog) -> Result<Vec<u8>, String> {
    catalog::packed::pack(catalog).map_err(|error| format!("{error:?}"))
}

pub fn pack_seeds() -> Vec<Vec<u8>> {
    let pack = |game: &str| {
        let folder = root().join("docs/examples/games").join(game);
        catalog::pack(&catalog::GAMES, &folder, &[], catalog::Links::Inside)
            .expect("an example can be packed")
            .0
    };
    ["circle", "smithy", "expedition"].map(pack).to_vec()
}

/// A pack with a corrected checksum is rejected, or is a game whose cards can all be read.
pub fn try_pack(input: &[u8]) {
    let mut bytes = input.to_vec();
    if let Some(body) = bytes.get(16..) {
        let sum = xxh3_64(body).to_le_bytes();
        bytes[8..16].copy_from_slice(&sum);
    }
    let files = vec![("fuzz.sleeve".into(), bytes)];
    let Ok(shelf) = Shelf::from_files(&catalog::GAMES, Path::new("fuzz"), files) else { return };
    let Ok(heads) = shelf.games() else { return };
    for head in heads.iter().filter(|head| !shelf.ships(&head.named.id)) {
        let Ok(catalog) = shelf.open(&head.named.id) else { continue };
        for card in catalog.cards.iter() {
            let _ = (
                card.id(),
                card.title(Lang::Fr),
                card.names().count(),
                card.sets().count(),
                card.quantities().count(),
                card.state_line(),
            );
            for (face, attribute) in
                (0..4).flat_map(|face| (0..8).map(move |at| (FaceId(face), AttributeId(at))))
            {
                let _ = card.has_face(face) && card.stored(face, attribute).is_some();
                let _ = format!("{:?}", card.effects(&catalog.game, face, Lens::Shipped));
            }
        }
        for format in catalog.formats() {
            let _ = format!("{format:?}");
        }
    }
}

/// The mapping in the tests of `import`, with matching records.
pub fn mapping_seeds() -> Vec<Vec<u8>> {
    let tests = std::fs::read_to_string(root().join("crates/import/src/tests.rs"));
    let tests = tests.expect("the tests of `import`");
    let mapping = tests.split("const MAPPING: &str = r#\"").nth(1);
    let mapping = mapping.and_then(|rest| rest.split("\"#;").next()).expect("their mapping");
    let records = r#"{"cards": [
{"id": "1_2", "side": "Red", "front": {"title": "*Runner / Two", "type": "Ship", "speed": "4", "icons": ["Pilot x2", "Scomp"], "words": "Retrieve 2 Force."}, "abbr": ["Run"], "printings": [{"set": "9"}, {"set": "1"}]},
{"id": "1_3", "side": "Blue", "front": {"title": "A (alt)", "type": "Order", "speed": "1 or 6", "red": "2"}, "back": {"title": "B (V)", "type": "Ship", "speed": "X", "blue": "1"}}
]}"#;
    let files = [("import.toml", mapping.into()), ("cards.json", records.into())];
    vec![in_one(&files), in_one(&files[..1])]
}

/// The game into which records are imported.
const SEA: &str = "id = \"sea\"\nname = \"Sea\"\n[kinds.ship]\nname = \"Ship\"\n[attributes.side]\ntype = \"enum\"\nname = \"side\"\nvalues = [\"red\"]\n";

fn open_sea(game: &str, cards: &[ImportedFile]) -> Result<Catalog, CatalogError> {
    let cards = cards.iter().map(|file| (file.path.as_str(), file.text.as_str()));
    let files = cards.chain([("game.toml", game)]);
    let files = files.map(|(path, text)| (PathBuf::from(path), text.as_bytes().to_vec())).collect();
    Shelf::from_files(&[], Path::new("sea"), files)?.open("sea")
}

/// The result of importing into a game with its cards: the `game.toml` and the card files; `None`
/// if the import writes nothing.
fn import_sea(
    game: &str,
    earlier: &[ImportedFile],
    text: &dyn Fn(&str) -> String,
) -> Option<(String, Vec<ImportedFile>)> {
    let catalog = open_sea(game, earlier).expect("the game opens");
    let vocabulary = Vocabulary::from_game(&catalog.game);
    let mapping = text("import.toml");
    let mapping = Mapping::parse_declaring("import.toml", &mapping, vocabulary).ok()?;
    let mut importer = Importer::new(&mapping).know_cards(&catalog);
    importer.add(ImportInput { name: "cards.json", text: &text("cards.json") }).ok()?;
    let mut declared = None;
    let made = importer.finish_as_game(&mut |made| {
        declared = declare_words("game.toml", game, &made.undeclared).ok();
        let game = declared.as_ref().map_or(game, |declared| &declared.text);
        match open_sea(game, &made.files) {
            Err(CatalogError::Data(mistakes)) => mistakes,
            _ => Vec::new(),
        }
    });
    let made = made.ok().filter(|made| made.cards > 0)?;
    for file in made.files.iter().chain(&made.texts) {
        assert!(file.text.parse::<toml::Table>().is_ok(), "{}", file.text);
    }
    Some((declared?.text, made.files))
}

/// A mapping is rejected, or turns any records into a game that opens. A second import changes
/// nothing.
pub fn try_mapping(input: &[u8]) {
    let files = parted(input);
    let text = |name: &str| {
        let file = files.iter().find(|(path, _)| path == Path::new(name));
        file.map_or(String::new(), |(_, bytes)| String::from_utf8_lossy(bytes).into_owned())
    };
    let Some((game, cards)) = import_sea(SEA, &[], &text) else { return };
    open_sea(&game, &cards).unwrap_or_else(|error| panic!("{error:?}: {game}"));
    let Some((same, again)) = import_sea(&game, &cards, &text) else { return };
    let changed = compare_files(&cards, &again).expect("card files");
    assert!(same == game && changed.is_empty(), "{changed:?}: {same}");
}

pub fn style_seeds() -> Vec<Vec<u8>> {
    let mut seeds = below("docs/examples", is_toml);
    seeds.extend(below("decks", is_toml));
    seeds.extend(below("tests/league", is_toml));
    seeds.extend(below("cards/star-realms", is_toml));
    seeds
}

/// Formatting twice is the same as once, and the meaning of the file does not change.
pub fn try_style(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let names = [
        "mine.toml",
        "game.toml",
        "cards.toml",
        "formats.toml",
        "import.toml",
        "event.toml",
        "sleeve.toml",
    ];
    let name = Path::new(names[input.len() % names.len()]);
    let new = match apply_style(name, text) {
        Ok(new) => new,
        Err(StyleError::Changed) => panic!("it would have changed what the file means"),
        Err(StyleError::Syntax { .. } | StyleError::NotOurs | StyleError::TooManyParts) => return,
    };
    assert_eq!(apply_style(name, &new).as_deref(), Ok(&*new), "the second time it is another");
    let read = |text: &str| {
        text.trim_start_matches('\u{feff}').replace("\r\n", "\n").parse::<toml::Table>()
    };
    assert_eq!(format!("{:?}", read(text)), format!("{:?}", read(&new)), "it means something else");
}
