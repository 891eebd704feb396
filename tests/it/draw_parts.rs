//! Simulations in parts: `draw --chunks` and `merge` say together what `draw` says alone, however a simulation is split, and parts that do not
//! fit together are refused.

use crate::common::{Ran, Sleeve, scratch, sleeve, words, write_file};
use proptest::prelude::*;

/// One question on each way through the simulator: in lanes, exchanged in lanes, card by card; unknown facts; a measure.
const QUESTIONS: [&str; 5] = [
    "--pile a=24,b=8,c=28 --draw 7 'count(a) >= 3' 'count(b)' --turns 0..2",
    "--pile a=24,b=36 --draw 7 --mulligan vancouver --keep '2 <= count(a) <= 5' 'count(a) >= 3'",
    "decks/swccg/hunt-down.toml 'sum(destiny)' 'count(kind:character) >= 2' --given 'any(kind:effect)'",
    "decks/starfighter/la-meute-d-ares.toml 'count(level:0) >= 1' 'sum(fighters)'",
    "decks/etoile-noire/trois-joueurs-alliance.toml 'count() >= 1' --attested",
];
/// Thirteen chunks, the last of which is not full.
const HANDS: &str = "--trials 50000 --seed 7";
const PILE: &str = "--pile a=24,b=36 --draw 7 'count(a) >= 3'";

fn part(question: &str, (start, end): (usize, usize)) -> String {
    let line = format!("draw {question} --trials 50000 --seed 7 --chunks {start}..{end} -o json");
    sleeve(&words(&line)).assert_status(0).out.clone()
}

fn merge(input: &str, line: &str) -> Ran {
    Sleeve::new().input(input).run(&words(&format!("merge - {line}")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]

    #[test]
    fn however_a_simulation_is_split_its_parts_merge_to_what_one_run_says(
        question in prop::sample::select(&QUESTIONS[..]),
        inner in prop::collection::btree_set(1..13_usize, 0..5),
        first in any::<prop::sample::Index>(),
    ) {
        let cuts: Vec<usize> = [0].into_iter().chain(inner).chain([13]).collect();
        let mut parts: Vec<String> =
            cuts.windows(2).map(|cut| part(question, (cut[0], cut[1]))).collect();
        parts.rotate_left(first.index(cuts.len() - 1));
        // One on one line, as streams of JSON have them.
        parts[0] = serde_json::from_str::<serde_json::Value>(&parts[0]).unwrap().to_string();
        for form in ["-o json", "", "--digits 4 -q --lang fr"] {
            let whole = sleeve(&words(&format!("draw {question} {HANDS} {form}")));
            let merged = merge(&parts.join("\n"), form);
            prop_assert_eq!((merged.status, &merged.out), (whole.status, &whole.out));
        }
    }
}

#[test]
fn a_part_says_for_people_what_it_is() {
    let drawn = sleeve(&words(&format!("draw {PILE} {HANDS} --chunks 12..13")));
    insta::assert_snapshot!(crate::common::undated(&drawn.assert_status(0).out), @r"
    count(a) >= 3
      60.61 % (514 of 848 hands), 95 % interval 57.28 % – 63.85 %
      exactly 19113/32509 = 58.79 %, 1 in 1.70

    chunks 12..13 of 0..13, each of 4096 hands

    model: hand of 7 from the 60 cards of pile
    seed 7 (xoshiro256++)
    sleeve VERSION
    ");
}

#[test]
fn parts_that_do_not_make_a_whole_are_refused() {
    let (early, late) = (part(PILE, (0, 6)), part(PILE, (6, 13)));
    let other = |from: &str, to: &str| late.replacen(from, to, 1);
    assert_ne!(other("\"hits\"", ""), late);
    let folder = scratch("draw_parts");
    write_file(&folder, "early.json", &early);
    let bomb = format!("{{\"schema\": \"sleeve/draw-part/1\", \"whole\": {}", "[".repeat(100_000));
    let inputs: [(&str, String); 14] = [
        ("nothing", String::new()),
        ("no JSON", "\n\n  what".to_owned()),
        ("a whole", sleeve(&words(&format!("draw {PILE} {HANDS} -o json"))).out.clone()),
        ("cut", late[..late.len() - 40].to_owned()),
        ("a bomb", bomb),
        ("missing", String::from(&late[..0]) + &part(PILE, (7, 9))),
        ("twice", part(PILE, (5, 13))),
        ("another seed", other("\"seed\": 7", "\"seed\": 8")),
        ("another question", other("count(a) >= 3", "count(a) >= 2")),
        ("other cards", part(&PILE.replace("24,b=36", "36,b=24"), (6, 13))),
        ("another generator", other("xoshiro256++", "\\u001b[31mxoshiro")),
        ("more trials", other("\"trials\": 50000", "\"trials\": 18446744073709551615")),
        ("more hits", other("\"hits\": ", "\"hits\": 9")),
        ("chunks backwards", other("    13\n", "    5\n")),
    ];
    let mut said = String::new();
    for (name, input) in inputs {
        let run = Sleeve::new().folder(&folder).input(input).run(&["merge", "early.json", "-"]);
        let text = crate::common::in_brief(&run.assert_status(2).err);
        said += &format!("{name}\n  {}\n", text.replace('\n', "\n  "));
    }
    insta::assert_snapshot!(said, @r"
    nothing
      error: `-` holds no part of a simulation = help: `sleeve draw … --trials N --seed S --chunks A..B -o json` writes one
    no JSON
      error: `-`, line 3, column 3: no part of a simulation: expected value = help: `sleeve draw … --trials N --seed S --chunks A..B -o json` writes one
    a whole
      error: `-`, line 2, column 27: no part of a simulation: `schema` is not `sleeve/draw-part/1` = help: `sleeve draw … --trials N --seed S --chunks A..B -o json` writes one
    cut
      error: `-`, line 62, column 2: no part of a simulation: EOF while parsing a list = help: `sleeve draw … --trials N --seed S --chunks A..B -o json` writes one
    a bomb
      error: `-`, line 1, column 100042: no part of a simulation: EOF while parsing a list = help: `sleeve draw … --trials N --seed S --chunks A..B -o json` writes one
    missing
      error: chunks 6..7 of 0..13, each of 4096 hands, are missing = help: draw them as those of `early.json`, with `--chunks 6..7`
    twice
      error: `-`, line 1: chunk 5 was read before, in `early.json` = help: name each part once; of A..B, B is not included
    another seed
      error: `-`, line 1: `whole.seed` is not that of `early.json` = help: merge parts of one deck, question, seed and version
    another question
      error: `-`, line 1: `results` is not that of `early.json` = help: merge parts of one deck, question, seed and version
    other cards
      error: `-`, line 1: `cards` is not that of `early.json` = help: merge parts of one deck, question, seed and version
    another generator
      error: `-`, line 1: `whole.generator` is not that of `early.json` = help: merge parts of one deck, question, seed and version
    more trials
      error: `-`, line 1: the numbers of `whole` are impossible = help: the part was cut or changed: draw it anew
    more hits
      error: `-`, line 1: the numbers of `results[0]` are impossible = help: the part was cut or changed: draw it anew
    chunks backwards
      error: `-`, line 1: the numbers of `chunks` are impossible = help: the part was cut or changed: draw it anew
    ");
    for (line, words) in [
        ("--trials 50000 --seed 7 --chunks 12..14", "12..14"),
        ("--trials 50000 --seed 7 --chunks 3..3", "3..3"),
        ("--trials 50000 --seed 7 --chunks 3", "A..B"),
        ("--trials 50000 --chunks 0..1", "--seed"),
        ("--seed 7 --chunks 0..1", "--trials"),
    ] {
        sleeve(&crate::common::words(&format!("draw {PILE} {line}")))
            .assert_status(2)
            .assert_err(words);
    }
}
