//! Allowances read other zones. The scenarios are in `tests/console/allowances.trycmd`.

use crate::common::{Ran, Sleeve};

const CARDS: &str = "docs/examples/games/expedition";

fn run(args: &[&str]) -> Ran {
    let (command, rest) = args.split_at(1);
    Sleeve::new().run(&[command, &["--cards", CARDS, "--color", "never"], rest].concat())
}

#[test]
fn what_an_allowance_reads_of_other_zones_some_deck_can_provide() {
    let args = ["cards", "legal:journey -kind:leader", "-o", "json", "--game", "expedition"];
    let found = run(&args).document();
    let count = |key: &str| found[key].as_array().unwrap().len();
    let all = run(&["cards", "-kind:leader", "-o", "json", "--game", "expedition"]).document();
    assert_eq!(
        (count("cards"), count("undetermined")),
        (all["cards"].as_array().unwrap().len(), 0)
    );
}
