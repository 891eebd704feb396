//! Random command lines in their own folder: each must end with one of the four statuses and print
//! text.

use crate::Choices;
use sleeve::cli::{Streams, run};
use std::{ffi::OsString, path::PathBuf, sync::OnceLock};

/// Words separated by a sign that none contains. `lint` is left out, because proving that shipped
/// formats allow a deck takes long.
const COMMANDS: &str = "check|match|rules|cards|show|stats|diff|sheet|report|seal|odds|draw|new|convert|help|schema|\
    fmt|event|man|completions|pack|import|fix|build";

const WORDS: &str = "a.toml|b.txt|-|nothing.toml|.|--game|star-realms|starfighter|toy|--as|all|two-player|guerre-totale|\
    starfighter/guerre-totale|-o|json|csv|human|names|sarif|junit|github|ndjson|--lang|fr|en|-q|--cards|\
    --color|always|count() >= 1|sum(cost) in hand|kind:ship|-cost>=3|count(|any(viper)|\u{202e}||é|\
    --draw|5|0|-1|4294967296|--turns|1..3|9..1|--pile|a=4,b=3|--keep|--trials|100|--seed|7|--on|\
    2026-02-30|2026-11-25|--attested|--until|--measure|-m|--wide|--all|--missing|--sort|cost|--group|\
    --columns|name,cost|--require|--maximise|--lock|--only|--time|1|--into|x.html|--check|--at-least|\
    0.9|--given|--to|text|--sealed|--nonce|--help|--version|language|--players|3|--seat|2|--vary|--deny|\
    warnings|--collection|--like|--with|--from";

const DECK: &str = "game = \"star-realms\"\nformat = \"two-player\"\nboxes = 1\n[zones.deck]\nScout = 8\nViper = 2\n";

/// A folder with two decks, created once. Files that a command writes there stay, and later
/// commands find them.
fn folder() -> &'static PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder =
            std::env::temp_dir().join(format!("sleeve-fuzz-commands-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        std::fs::write(folder.join("a.toml"), DECK).expect("a deck");
        std::fs::write(folder.join("b.txt"), "8 Scout\n2 Viper\n1 Nobody\n").expect("a deck");
        folder
    })
}

pub fn try_commands(input: &[u8]) {
    let mut choices = Choices(input);
    let [commands, others] = [COMMANDS, WORDS].map(|words| words.split('|').collect::<Vec<_>>());
    let mut words = vec![choices.one_of(&commands)];
    for _ in 0..choices.below(7) {
        words.push(choices.one_of(&others));
    }
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        out: &mut out,
        err: &mut err,
        input: &mut DECK.as_bytes(),
        beside: None,
        width: (choices.below(2) == 1).then_some(20 + choices.below(100)),
        err_is_terminal: false,
        variable: &|_| None,
        folder: folder().clone(),
        today: sleeve::model::Date::parse("2026-11-25").into(),
    };
    let status = run(["sleeve"].iter().chain(&words).map(OsString::from), &mut streams);
    assert!(status <= 3, "{words:?} ends with {status}");
    let (out, err) = (String::from_utf8(out), String::from_utf8(err));
    assert!(out.is_ok() && err.is_ok(), "{words:?} says what is no text");
    assert!(
        status != 2 || !err.unwrap_or_default().is_empty() || !out.unwrap_or_default().is_empty(),
        "{words:?} fails without a word"
    );
}
