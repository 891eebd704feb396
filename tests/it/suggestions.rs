//! Names that were mistyped, and fields that no card carries.

use crate::common::Sleeve;

#[track_caller]
fn says(args: &[&str], words: &[&str]) {
    let ran = Sleeve::new().run(args);
    for word in words {
        assert!(ran.err.contains(word), "no `{word}` in\n{ran}");
    }
}

#[test]
fn the_nearest_name_is_the_one_with_the_fewest_edits() {
    says(&["cards", "destny>3"], &["did you mean `destiny`?"]);
    says(&["cards", "--game", "swccg", "destny>3"], &["did you mean `destiny`?"]);
    says(&["cards", "--game", "swccg", "kind:charcter"], &["did you mean `character`?"]);
    says(&["cards", "--game", "swccg", "powr>3"], &["did you mean `power`?"]);
    says(
        &["--lang", "fr", "cards", "--game", "swccg", "destinee>3 puissnce>2"],
        &["vouliez-vous dire"],
    );
    says(&["cards", "--game", "swccg", "side:drk"], &["did you mean `dark`?"]);
}

#[test]
fn a_field_that_no_card_carries_says_how_to_fill_it() {
    let help = ["no card of Star Wars CCG carries `text` here", "sleeve import swccg --with-text"];
    for text in
        ["text:visage", "o:visage", "gametext:visage", "texte:visage", "luke or text:visage"]
    {
        says(&["cards", "--game", "swccg", text], &help);
    }
    says(&["cards", "text:visage"], &help);
    says(
        &["--lang", "fr", "cards", "--game", "swccg", "o:visage"],
        &["ne porte ici « texte »", "--with-text"],
    );
    let ran = Sleeve::new().run(&["cards", "--game", "swccg", "destiny>=7 kind:character"]);
    assert!(!ran.err.contains("carries"), "{ran}");
}
