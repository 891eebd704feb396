//! Parts of the engine that no command shows alone.

use sleeve::{
    catalog::{Clock, GAMES, packed},
    check::{CheckRequest, Input, MAX_MENDED_DECKS, check_in_parts},
    language::{Scope, condition},
    model::{Catalog, Date, Lang, mulligan::MulliganKind, pattern::LinePattern},
    odds::KeepConditions,
    project::{Globs, Projects, TextLiteral},
    rules::{ASKED_LIMIT, TooMuchWork, WorkBudget},
    solve::{Effort, Ending, prove_formats},
};
use std::{
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

fn shipped(at: usize) -> Catalog {
    packed::unpack(GAMES[at].1).unwrap()
}

/// The decks of each part of a check, as a test shows them.
fn check_parts<T>(
    files: impl Iterator<Item = (String, String)>,
    request: &CheckRequest,
    show: impl Fn(&sleeve::check::CheckedDeck) -> T,
) -> Vec<Vec<T>> {
    let projects = Projects::new(&GAMES, Path::new("/"), Vec::new());
    let inputs = files
        .map(|(path, text)| Input::bytes(&path, text.as_bytes()))
        .collect();
    let mut parts = Vec::new();
    let batch = check_in_parts(&projects, inputs, request, &(), |part| {
        parts.push(part.iter().map(&show).collect())
    });
    assert!(batch.decks.is_empty() && batch.skipped.is_empty());
    parts
}

#[test]
fn verdicts_come_part_by_part_in_the_order_of_the_inputs() {
    let path = |at: usize| format!("/sleeve-parts/{at}.toml");
    let text = "game = \"starfighter\"\nformat = \"guerre-totale\"\n[zones]\n";
    let parts = |verdicts_only| {
        let request = CheckRequest { verdicts_only, ..CheckRequest::default() };
        let files = (0..4_196).map(|at| (path(at), text.to_owned()));
        check_parts(files, &request, |deck| {
            (deck.path.clone(), deck.format_id().map(str::to_owned))
        })
    };
    let sizes = |parts: &[Vec<_>]| parts.iter().map(Vec::len).collect::<Vec<_>>();
    let verdicts = parts(true);
    assert_eq!(sizes(&verdicts), [4_096, 100]);
    let expected = (0..4_196).map(|at| (path(at), Some("guerre-totale".to_owned())));
    assert!(verdicts.into_iter().flatten().eq(expected));
    assert_eq!(sizes(&parts(false)), [4_196]);
}

/// One file may contain many decks.
#[test]
fn repairs_are_sought_for_few_decks_however_few_the_files_are() {
    // A deck with one card too many.
    let ids = "Athena Athena 0-03 0-11 0-18 0-26 0-31 0-48 0-66 0-71 0-81 1-02 1-12 1-17 1-22 1-27 1-53 1-97 \
               2-13 2-14 2-24 2-34 2-39 2-79 3-05 3-25 3-30 3-35 3-40";
    let ids: Vec<_> = ids
        .split(' ')
        .map(|id| format!("{{\"id\": \"{id}\"}}"))
        .collect();
    let deck = format!("{{\"cards\": [{}]}}", ids.join(", "));
    let format = Some("starfighter/guerre-totale".to_owned());
    let request = CheckRequest { format, seek_repairs: true, ..CheckRequest::default() };
    for (count, mended) in [(MAX_MENDED_DECKS, MAX_MENDED_DECKS), (MAX_MENDED_DECKS + 1, 0)] {
        let decks = format!("{{\"decks\": [{}]}}", vec![deck.as_str(); count].join(", "));
        let files = std::iter::once(("/decks.json".to_owned(), decks));
        let parts = check_parts(files, &request, |deck| deck.repair().is_some());
        let repaired: Vec<bool> = parts.into_iter().flatten().collect();
        assert_eq!(
            (repaired.len(), repaired.iter().filter(|found| **found).count()),
            (count, mended)
        );
    }
}

#[test]
fn conditions_share_what_they_may_cost_and_what_is_refused_costs_nothing() {
    let games: Vec<Catalog> = (0..GAMES.len()).map(shipped).collect();
    let read = |game: &Catalog, text: &str| condition(text, &Scope::from_catalog(game));
    let flat = read(&games[0], "each(kind, count() >= 1)").unwrap();
    assert_eq!(flat.group_evaluations(), 0);
    // Some game has a field with several values on one card.
    let fields = games.iter().flat_map(|game| {
        game.game
            .attributes
            .iter()
            .map(move |of| (game, &of.named.id))
    });
    let mut nested = fields
        .filter_map(|(game, id)| read(game, &format!("each({id}, each({id}, count() >= 1))")).ok());
    let deep = nested.find(|deep| deep.group_evaluations() > 1).unwrap();
    let one = deep.group_evaluations();
    let affordable = usize::try_from(ASKED_LIMIT / one).unwrap();
    let work = WorkBudget::default();
    let refused = TooMuchWork { times: one * (affordable as u64 + 1), left: ASKED_LIMIT };
    assert_eq!(work.spend_for_cards(&deep, affordable + 1), Err(refused));
    assert_eq!(work.spend_for_cards(&deep, affordable - 1), Ok(()));
    assert_eq!(work.spend_for_cards(&deep, 1), Ok(()));
    let left = ASKED_LIMIT - one * affordable as u64;
    assert_eq!(work.spend_for_cards(&deep, 1), Err(TooMuchWork { times: one, left }));
    assert_eq!(work.spend_for_cards(&flat, usize::MAX), Ok(()));
}

#[test]
fn without_work_formats_are_undecided() {
    let endings = |work| {
        let proofs = prove_formats(&shipped(0), Effort::Work(work));
        proofs
            .into_iter()
            .map(|proof| proof.outcome.ending)
            .collect::<Vec<_>>()
    };
    let (undecided, decided) = (endings(0), endings(u64::MAX));
    assert!(!undecided.is_empty() && undecided.iter().all(|ending| *ending == Ending::Undecided));
    assert_eq!(decided.len(), undecided.len());
    assert!(
        decided
            .iter()
            .all(|ending| matches!(ending, Ending::Found(_)))
    );
}

#[test]
fn every_hand_finds_its_condition() {
    let names = ["a".to_owned()];
    let read = |size| (size, condition("count(a) >= 1", &Scope::from_classes(&names)).unwrap());
    let kept = KeepConditions { conditions: [Some(7), Some(7), Some(5)].map(read).into() };
    assert_eq!(
        kept.conditions_by_stage(&[7, 7, 7, 6, 5]),
        [Some(0), Some(1), Some(1), None, Some(2)]
    );
    assert_eq!(kept.sizes_without_hand(&[7, 6]), [5]);
    assert_eq!(KeepConditions::all(read(None).1).conditions_by_stage(&[7, 6]), [Some(0), Some(0)]);
}

#[test]
fn every_mulligan_stands_in_the_list_and_has_words_of_its_own() {
    for (at, kind) in MulliganKind::ALL.into_iter().enumerate() {
        assert_eq!((kind as usize, MulliganKind::parse(kind.word())), (at, Some(kind)));
        for lang in [Lang::En, Lang::Fr] {
            let same = MulliganKind::ALL
                .into_iter()
                .filter(|other| other.help(lang) == kind.help(lang));
            assert_eq!(same.count(), 1, "{}", kind.word());
        }
    }
    assert_eq!(MulliganKind::parse("brussels"), None);
}

#[test]
fn a_day_is_asked_for_once_and_only_where_it_is_needed() {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    let clock = Clock::new(|| {
        ASKED.fetch_add(1, Ordering::Relaxed);
        Date::parse("1998-11-30")
    });
    let other = clock.clone();
    assert_eq!(ASKED.load(Ordering::Relaxed), 0);
    assert_eq!((clock.day(), other.day()), (Date::parse("1998-11-30"), clock.day()));
    assert_eq!((ASKED.load(Ordering::Relaxed), Clock::default().day()), (1, None));
}

#[test]
fn patterns_of_a_project_mean_names_folders_and_paths() {
    for (pattern, path, means) in [
        ("*.toml", "swccg/dark.toml", true),
        ("swccg/", "swccg/old/dark.toml", true),
        ("./swccg/*.toml", "swccg/dark.toml", true),
        ("**/dark-*", "swccg/dark-1.toml", true),
        ("swccg/*.toml", "swccg/old/dark.toml", false),
        ("swccg/", "other/dark.toml", false),
    ] {
        let globs = Globs::new(&[pattern.to_owned()]).unwrap();
        assert_eq!(globs.matches(Path::new(path)), means, "{pattern} {path}");
    }
    assert!(Globs::default().matches(Path::new("any")));
    assert_eq!(Globs::new(&["ok".into(), "a[".into()]).unwrap_err().0, 1);
}

#[test]
fn places_within_a_text_are_places_in_the_file() {
    for (file, cut) in [
        ("a = \"count\"", "un"),
        ("a = '''\ncount'''", "un"),
        ("a = \"\"\"count\"\"\"", "un"),
        ("a = \"c\\u006funt\"", "\"c\\u006funt\""),
    ] {
        let literal = TextLiteral::new(file, "count", 4..file.len());
        assert_eq!(&file[literal.place(2..4)], cut);
    }
}

#[test]
fn a_long_line_takes_time_in_proportion() {
    let blanks = format!("2x a{}b", " ".repeat(2_000_000));
    let start = std::time::Instant::now();
    for (pattern, is_read) in
        [("{count}x {name}  | {any}", false), ("{count}x {name}  {any}", true)]
    {
        assert_eq!(
            LinePattern::parse(pattern)
                .unwrap()
                .read(&blanks, "Side")
                .is_some(),
            is_read
        );
    }
    assert!(start.elapsed().as_secs() < 20);
}
