//! The cards that formats allow: the totals of every format, and against all small decks of a game
//! that is made for it.

use crate::common::{Sleeve, scratch, write_file};
use sleeve::{
    catalog,
    language::{self, Parameters, Scope, Truth, World},
    model::{CardIndex, Catalog, Deck, Entry, Format, Lens, Number, Setting},
    rules::{CheckOptions, FormatLegality, Overrides, Rulebook, Verdict, piles},
};
use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long unoptimised: CI runs it optimised")]
fn every_format_allows_as_many_cards_as_its_rules() {
    let shipped = catalog::games()
        .into_iter()
        .map(|game| catalog::open(&game.named.id, &[]).unwrap());
    let examples = std::fs::read_dir("docs/examples/games").unwrap();
    let mut examples: Vec<PathBuf> = examples.map(|entry| entry.unwrap().path()).collect();
    examples.sort();
    let open = |path: &PathBuf| {
        let game = path.file_name().unwrap().to_str().unwrap();
        catalog::open(game, std::slice::from_ref(path)).unwrap()
    };
    let mut table = String::new();
    for catalog in shipped.chain(examples.iter().map(open)) {
        let legality = FormatLegality::new(&catalog, Lens::Shipped, None);
        for format in catalog.formats() {
            let truth = |card| {
                legality
                    .judge(&format.named.id, card, Parameters::NONE)
                    .truth
            };
            let truths: Vec<Truth> = catalog
                .cards
                .iter()
                .map(|card| truth(card.index()))
                .collect();
            let count = |wanted| truths.iter().filter(|truth| **truth == wanted).count();
            let (sure, perhaps) = (count(Truth::True), count(Truth::Unknown));
            table += &format!("{} {} {sure}+{perhaps}\n", catalog.game.id(), format.named.id);
        }
    }
    insta::assert_snapshot!(table);
}

const LENSES: [Lens; 2] = [Lens::Shipped, Lens::Attested];
const ROLES: [&str; 2] = ["north", "south"];

/// Every deck of one or two cards.
fn small_decks(catalog: &Catalog) -> Vec<Deck> {
    let cards = (0..catalog.cards.len() as u32).map(CardIndex);
    let slots: Vec<_> = cards
        .flat_map(|card| [("deck", card), ("lead", card)])
        .collect();
    let mut decks = Vec::new();
    for (at, first) in slots.iter().enumerate() {
        for second in std::iter::once(None).chain(slots[at..].iter().map(Some)) {
            let entry = |(zone, card): &(&str, CardIndex)| Entry {
                zone: Arc::from(*zone),
                card: *card,
                count: 1,
                span: 0..0,
            };
            let entries = std::iter::once(first).chain(second).map(entry).collect();
            decks.push(Deck { game: "court".to_owned(), entries, ..Deck::default() });
        }
    }
    decks
}

/// The values that decks of a format state: those of its one parameter.
fn stated_values(format: &Format) -> Vec<Vec<(String, Setting)>> {
    let Some(parameter) = format.parameters.first() else { return vec![Vec::new()] };
    let numbers = || {
        (1..=6)
            .map(|n| Setting::Number(Number::from_integer(n).unwrap()))
            .collect()
    };
    let values = Some(parameter.choices())
        .filter(|list| !list.is_empty())
        .unwrap_or_else(numbers);
    values
        .into_iter()
        .map(|value| vec![(parameter.named.id.to_string(), value)])
        .collect()
}

/// For each card whether the small decks of a role that hold it are legal, by the check of decks:
/// in one of them, in none, or in some perhaps.
fn judge_by_decks(
    catalog: &Catalog,
    format: &Format,
    (role, tone): (&str, Option<&str>),
    lens: Lens,
) -> BTreeMap<CardIndex, Truth> {
    let rulebook = Rulebook::new(catalog, format);
    let mut found = BTreeMap::new();
    for parameters in stated_values(format) {
        let is_of_tone = parameters
            .iter()
            .all(|(_, value)| tone.is_none_or(|tone| *value == Setting::word(tone)));
        if format.parameter("tone").is_some() && !is_of_tone {
            continue;
        }
        let overrides = Overrides { role: Some(role.to_owned()), parameters };
        let attested = lens == Lens::Attested;
        let options = CheckOptions { attested, overrides, ..CheckOptions::default() };
        for deck in small_decks(catalog) {
            let truth = match rulebook.check(&deck, &options).unwrap().verdict {
                Verdict::Legal => Truth::True,
                Verdict::Illegal => Truth::False,
                _ => Truth::Unknown,
            };
            for entry in &deck.entries {
                let known = found.entry(entry.card).or_insert(Truth::False);
                *known = known.or(truth);
            }
        }
    }
    found
}

/// What a test says of single cards, by id; of the others it is false.
const ATOMS: [(&str, &[(&str, Truth)]); 4] = {
    use Truth::{True, Unknown};
    [
        ("in:odd", &[("n1", True), ("s2", True)]),
        ("effect.hit>=2", &[("n1", True), ("n3", True), ("s2", Unknown)]),
        ("effect.guard=3", &[("n2", True), ("s2", Unknown)]),
        ("rank>=2", &[("n2", Unknown), ("n3", True), ("s1", True), ("s2", True)]),
    ]
};

#[test]
fn a_format_allows_the_cards_of_its_legal_decks_and_assertions_know_it() {
    let catalog = catalog::open("court", &[PathBuf::from("tests/legality")]).unwrap();
    let scope = Scope::from_catalog(&catalog);
    let host = Rulebook::new(&catalog, catalog.format("host").unwrap());
    let mut turn = 0;
    for (lens, role, tone) in LENSES.into_iter().flat_map(|lens| {
        ROLES
            .into_iter()
            .flat_map(move |role| ["red", "blue"].map(|tone| (lens, role, tone)))
    }) {
        let mut atoms: Vec<(String, BTreeMap<CardIndex, Truth>)> = Vec::new();
        for format in catalog.formats() {
            let text = format!("legal:{}", format.named.id);
            let filter = language::filter(&text, &scope).unwrap();
            let legality = FormatLegality::new(&catalog, lens, None);
            let by_decks = |role, tone| judge_by_decks(&catalog, format, (role, tone), lens);
            let (own, all) = (by_decks(role, Some(tone)), ROLES.map(|role| by_decks(role, None)));
            for card in catalog.cards.iter().map(|card| card.index()) {
                let of_role = Parameters::new()
                    .with_text("role", role)
                    .with_text("tone", tone);
                let test = |parameters: &Parameters| {
                    let world = World::from_catalog(&catalog).with_parameters(parameters);
                    let world = World { legality: Some(&legality), ..world.with_lens(lens) };
                    filter.test(&world, card, None)
                };
                let told = (test(&of_role), test(Parameters::NONE));
                let of_decks = (own[&card], all[0][&card].or(all[1][&card]));
                assert_eq!(told, of_decks, "{text} {role} {tone} {lens:?} {card:?}");
            }
            atoms.push((text, own));
        }
        for (text, told) in ATOMS {
            let truth = |id| {
                told.iter()
                    .find(|(of, _)| *of == id)
                    .map_or(Truth::False, |of| of.1)
            };
            let cards = catalog
                .cards
                .iter()
                .map(|card| (card.index(), truth(card.id())));
            atoms.push((text.to_owned(), cards.collect()));
        }
        let parameters = vec![("tone".to_owned(), Setting::word(tone))];
        let overrides = Overrides { role: Some(role.to_owned()), parameters };
        for deck in small_decks(&catalog) {
            turn += 7;
            let (a, b) = (&atoms[turn % atoms.len()], &atoms[(turn / 3 + 1) % atoms.len()]);
            if a.0 == b.0 {
                continue;
            }
            let setup = host.prepare(&deck, &overrides).unwrap();
            let legality = host.legality(lens, None);
            let world = World { legality: Some(&legality), ..setup.world(lens) };
            let cards = piles::from_deck(host.format, &deck, &[]);
            let sorts = deck.entries.iter().map(|of| (a.1[&of.card], b.1[&of.card]));
            let sorts: Vec<(Truth, Truth)> = sorts.collect();
            let either = |least: Truth| sorts.iter().filter(|(a, b)| a.or(!*b) >= least).count();
            let two = match (either(Truth::True), either(Truth::Unknown)) {
                (2.., _) => Truth::True,
                (_, 2..) => Truth::Unknown,
                _ => Truth::False,
            };
            for (text, expected) in [
                (format!("all({} {})", a.0, b.0), Truth::all(sorts.iter().map(|(a, b)| a.and(*b)))),
                (
                    format!("none({} -{})", a.0, b.0),
                    !Truth::any(sorts.iter().map(|(a, b)| a.and(!*b))),
                ),
                (format!("count({} or -{}) >= 2", a.0, b.0), two),
            ] {
                let condition = language::condition(&text, &host.scope).unwrap();
                let truth = condition.truth(&world, &cards);
                assert_eq!(truth, expected, "{text} {role} {tone} {lens:?} {:?}", deck.entries);
            }
        }
    }
}

#[test]
fn stand_ins_bare_effects_and_lists_behind_a_parenthesis_are_read_as_documented() {
    for (filter, more, names) in [
        ("rank=4", "", "n3"),
        ("rank=4", "--attested", ""),
        ("rank>=2", "--attested", "n3 s1 s2"),
        ("effect.hit<=2", "", "n1"),
        ("has:effect.hit", "", "n1 n3 s2"),
        ("effect.guard=1", "", "n1"),
        ("effect.guard=3", "", "n2"),
        ("(rank>=1) in:odd", "", "n1 s2"),
        ("(rank>=1) -in:odd", "", "n3 s1"),
    ] {
        let line = format!("cards '{filter}' --game court --cards tests/legality -o names {more}");
        let found = Sleeve::new().line(&line).assert_status(0).out;
        assert_eq!(found.split_whitespace().collect::<Vec<_>>().join(" "), names, "{line}");
    }
}

/// What somebody who asks for the cards of a format sees.
#[test]
fn decks_of_a_role_are_built_counted_and_asserted_by_the_cards_of_formats() {
    let folder = scratch("legality");
    let deck = "game = 'swccg'\nformat = 'open'\nrole = 'light'\nzones.deck = { 1_28 = 60 }\n";
    write_file(&folder, "deck.toml", deck);
    let assert = "[[assert]]\nid = 'era'\nrequire = 'all(legal:premiere_ds2)'\n";
    write_file(&folder, "sleeve.toml", assert);
    let sleeve = Sleeve::new().folder(&folder);
    sleeve.line("check deck.toml").assert_status(0);
    let ran = sleeve.line("stats deck.toml -m 'count(legal:premiere_ds2)' -o csv");
    assert!(ran.out.contains("60"), "{ran}");
    let build = "build etoile-noire/deux-joueurs --role alliance --only legal:deux-joueurs";
    sleeve.line(build).assert_status(0).assert_out("legal");
}
