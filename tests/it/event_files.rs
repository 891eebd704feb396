//! Files of events, and their mistakes.

use sleeve_data::model::Date;
use sleeve_event::Event;
use std::path::PathBuf;

use sleeve_data::problem::Message;

#[test]
fn an_event_is_read() {
    let text = "name = \"Cup\"\nday = 2027-03-01\nformat = \"a/b\"\nbrings = [\"x\", \"y\"]\n\
        players = [\"Zoé\"]\ndecks = \"d\"\nrounds = [\"r1\"]\n[parameters]\nboxes = 2\naspect = \"lore\"\n";
    let event = Event::parse("e.toml", text).unwrap();
    assert_eq!((&*event.name, event.day), ("Cup", Date::parse("2027-03-01")));
    assert_eq!(event.brings.iter().map(|role| &*role.value).collect::<Vec<_>>(), ["x", "y"]);
    let parameters = event.parameters.iter();
    let parameters: Vec<String> =
        parameters.map(|(name, value)| format!("{}={value}", name.value)).collect();
    assert_eq!(parameters, ["boxes=2", "aspect=lore"]);
    assert_eq!(event.rounds[0].value, PathBuf::from("r1"));
    assert_eq!(
        Event::parse("e", &text.replace("2027-03-01", "\"2027-03-01\"")).unwrap().day,
        event.day
    );
}

#[test]
fn every_mistake_is_told_with_its_place() {
    let text = "name = 3\nday = \"yesterday\"\nplayers = [\"Zoé\", \"ZOE\", \"\"]\nround = []\n[parameters]\nboxes = true\n";
    let error = Event::parse("e.toml", text).unwrap_err();
    let told: Vec<String> = error
        .problems
        .iter()
        .map(|p| {
            let line = text[..p.span().unwrap().start].matches('\n').count() + 1;
            format!("{line}: {}", p.message.title(sleeve_data::model::Lang::En))
        })
        .collect();
    assert_eq!(
        told,
        [
            "1: an event needs `format`",
            "1: an event needs `decks`",
            "1: `name` has to be a text in quotes, not `3`",
            "2: `yesterday` is not a date",
            "3: `ZOE` and `Zoé` are the same name in `players`",
            "3: `players` is empty",
            "4: unknown key `round` in an event",
            "6: `boxes` has to be a number, or a word in quotes, not `true`",
        ]
    );
}
