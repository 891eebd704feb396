//! Locks of events, as they are written and read.

use sleeve_data::model::{Date, Fingerprint};
use sleeve_event::{Lock, LockedDeck, MAX_CHANGES};

use sleeve_data::{model::Lang, problem::Message};

fn lock() -> Lock {
    let locked = |player: &str, role: Option<&str>| LockedDeck {
        player: player.to_owned(),
        role: role.map(str::to_owned),
        fingerprint: Fingerprint::from_canonical(player),
        earlier: Vec::new(),
    };
    Lock {
        event: "Cup \"of\" Zoé\n".trim().to_owned(),
        day: Date::parse("2027-03-01"),
        format: "a/b".to_owned(),
        data: Some(Fingerprint::from_canonical("data")),
        dropped: Vec::new(),
        decks: vec![locked("Anna", Some("x")), locked("Anna", Some("y")), locked("Zoé", None)],
    }
}

#[test]
fn a_lock_is_read_as_it_was_written() {
    let lock = lock();
    let text = lock.text("event.toml");
    assert_eq!(Lock::parse("event.lock", &text).unwrap(), lock, "{text}");
    assert_eq!(lock.find("ZOE", None), Some(&lock.decks[2]));
    assert_eq!(lock.find("Zoé", Some("x")), None);
    let left = lock.clone().with_dropped("ZOE".to_owned());
    assert_eq!(Lock::parse("event.lock", &left.text("event.toml")).unwrap(), left);
    assert!(left.has_dropped("Zoé") && left.holds(&lock.decks[..2]));
    assert_eq!(left.with_changes(vec![lock.decks[2].clone()]), lock, "who comes back is back");
    let without = Lock { data: None, ..lock };
    assert_eq!(Lock::parse("event.lock", &without.text("event.toml")).unwrap(), without);
}

#[test]
fn a_late_change_keeps_what_was_registered_before() {
    let lock = lock();
    let deck = |cards: &str| LockedDeck {
        player: "ANNA".to_owned(),
        role: Some("y".to_owned()),
        fingerprint: Fingerprint::from_canonical(cards),
        earlier: Vec::new(),
    };
    assert_eq!(lock.with_changes(vec![deck("Anna")]), lock, "the same deck is no change");
    let twice = lock
        .with_changes(vec![deck("second")])
        .with_changes(vec![deck("third")]);
    let [first, changed, last] = twice.decks.as_slice() else { panic!("{twice:?}") };
    assert_eq!([first, last], [&lock.decks[0], &lock.decks[2]], "all others stay");
    assert_eq!(changed.player, "Anna");
    assert_eq!(changed.fingerprint, Fingerprint::from_canonical("third"));
    assert_eq!(changed.earlier, ["Anna", "second"].map(Fingerprint::from_canonical));
    assert_eq!(Lock::parse("event.lock", &twice.text("event.toml")).unwrap(), twice);
    let many =
        (0..=MAX_CHANGES).fold(twice, |lock, at| lock.with_changes(vec![deck(&at.to_string())]));
    assert_eq!(many.decks[1].earlier.len(), MAX_CHANGES);
    assert!(Lock::parse("event.lock", &many.text("event.toml")).is_ok());
}

#[test]
fn a_malformed_lock_says_where() {
    let text = lock().text("event.toml");
    let wrong = |text: &str| -> Vec<String> {
        let error = Lock::parse("event.lock", text).unwrap_err();
        error
            .problems
            .iter()
            .map(|p| p.message.title(Lang::En))
            .collect()
    };
    assert_eq!(
        wrong(&text.replace("lock/1", "lock/9")),
        ["is a lock in the format `sleeve/lock/9`, but this version reads `sleeve/lock/1`"]
    );
    assert_eq!(
        wrong(&text.replace("role = \"y\"", "role = \"x\"")),
        ["`Anna` has two decks for `x` in this lock"]
    );
    assert_eq!(
        wrong(&text.replace("player = \"Zoé\"", "name = \"Zoé\"")),
        ["a registered deck needs `player`", "unknown key `name` in a registered deck"]
    );
    let found = text.replace(&Fingerprint::from_canonical("Zoé").to_string(), "0000-0000-0000-000");
    assert_eq!(wrong(&found), ["`0000-0000-0000-000` is not a fingerprint"]);
    assert_eq!(wrong("deck = 3\n").len(), 4);
}
