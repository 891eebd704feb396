//! Every form of a filter, with the cards it finds.

use super::game::{BACK, FACTION, RARITY, SHIP, card, catalog, catalog_of, game, index};
use sleeve::{
    language::{
        ChoicePolicy, Legality, ParameterValue, Parameters, Scope, Truth, World, card_number,
        filter,
    },
    model::{
        CardIndex, Date, Lens, ValueId,
        card::{Grade, Provenance, Value},
    },
};

struct Found {
    sure: Vec<String>,
    maybe: Vec<String>,
}

fn find_in(text: &str, change: impl Fn(World<'_>) -> World<'_>, zone: Option<&str>) -> Found {
    let catalog = catalog();
    let scope = Scope::from_catalog(&catalog)
        .with_zones(["deck", "starting"])
        .with_parameters(["role", "budget"]);
    let filter = filter(text, &scope).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let mut found = Found { sure: Vec::new(), maybe: Vec::new() };
    let world = change(World::from_catalog(&catalog));
    for card in catalog.cards.iter() {
        match filter.test(&world, card.index(), zone) {
            Truth::True => found.sure.push(card.id().to_owned()),
            Truth::Unknown => found.maybe.push(card.id().to_owned()),
            Truth::False => {}
        }
    }
    found
}

fn check(text: &str, sure: &[&str], maybe: &[&str]) {
    let found = find_in(text, |w| w, None);
    assert_eq!(found.sure, sure, "{text}: true of");
    assert_eq!(found.maybe, maybe, "{text}: unknown of");
}

#[test]
fn bare_words_and_phrases_are_contained_in_the_name() {
    check("solo", &["han"], &[]);
    check("skywalker luke", &["luke"], &[]);
    check("\"han so\"", &["han"], &[]);
    check("marcheciel", &["luke"], &[]);
    check("piege", &["trap"], &[]);
    check("phantom", &["ghost"], &[]);
    check("/^b.*e/", &["boba", "blob-1", "blob-2", "cult"], &[]);
    check("-/e/ kind:ship", &["han", "dooku", "3-10", "3-35", "ghost"], &[]);
}

#[test]
fn a_whole_name_is_that_card() {
    check("ISN Everest (veteran)", &["everest"], &[]);
    check("isn everest veteran", &["everest"], &[]);
    check("Everest", &["everest"], &[]);
    check("It's A Trap!", &["trap"], &[]);
    check("C'est un piège !", &["trap"], &[]);
    check("Hoth: Echo Base", &["hoth"], &[]);
    check("3-10", &["3-10"], &[]);
    check("count dooku", &["dooku"], &[]);
    check("boba fett in slave i", &["boba"], &[]);
    check("name=\"Luke Skywalker\"", &["luke"], &[]);
    check("name=luke", &[], &[]);
    check("name!=ghost kind:ship power=1", &[], &[]);
    check("not ( -everest)", &["everest"], &[]);
    // Letters of a name without the blanks between its words are no whole name.
    check("blobwheel", &[], &[]);
}

#[test]
fn the_contrary_of_a_name_of_one_letter_is_every_other_card() {
    let catalog = catalog_of(game(), &[card("k", "K", SHIP), card("kit", "Kit", SHIP)]);
    let world = World::from_catalog(&catalog);
    for (text, found) in [("K", [true, false]), ("-K", [false, true]), ("not (K)", [false, true])] {
        let filter = filter(text, &Scope::from_catalog(&catalog)).unwrap();
        let finds = |at| filter.test(&world, CardIndex(at), None);
        assert_eq!([0, 1].map(finds), found.map(Truth::from), "{text}");
    }
}

#[test]
fn kinds_sets_and_ids() {
    check("kind:base", &["blob-1", "cult"], &[]);
    check("type:bases", &["blob-1", "cult"], &[]);
    check("sorte:vaisseau cost<=1", &["3-10", "3-35"], &["everest"]);
    check("kind!=ship", &["blob-1", "cult", "hoth", "trap"], &[]);
    check("set:hoth", &["han", "boba", "hoth"], &[]);
    check("set:hoth|promo", &["han", "boba", "dooku", "hoth"], &[]);
    check("set=hoth", &["boba", "hoth"], &[]);
    check("set:3 -set:premiere", &["boba", "hoth"], &[]);
    check("id:3-1", &[], &[]);
    check("id:3-10|3-35", &["3-10", "3-35"], &[]);
    check("id:/^3-/", &["3-10", "3-35"], &[]);
    check("quantity>=2", &["blob-1", "blob-2"], &[]);
    check("quantity%2=0", &["blob-2"], &[]);
}

#[test]
fn numbers_compare_with_numbers_fields_and_parameters() {
    check("cost>=6", &["boba", "dooku"], &["cult", "everest"]);
    check("cost:3", &["luke", "blob-1"], &["everest"]);
    check("cost=1|7", &["dooku", "3-10", "3-35"], &["cult", "everest"]);
    check("cost!=1|2|3|4", &["boba", "dooku", "cult"], &["everest"]);
    check("price<2", &["3-10", "3-35"], &["everest"]);
    check("power>ability", &["boba"], &[]);
    check("2 <= power <= 3", &["han"], &["everest"]);
    check("power - ability = -1", &["luke"], &[]);
    check("floor(destiny)=4", &["boba"], &[]);
    check("least(power, ability)>=4", &["luke", "dooku"], &[]);
    check("destiny%2=0", &["dooku", "hoth"], &["han"]);
    check("destiny=4.5", &["boba"], &[]);
    let budget =
        Parameters::new().with_number("budget", sleeve::model::Number::parse("6").unwrap());
    let found = find_in(
        "cost>=$budget or cost = budget + 1",
        |w| World { parameters: leak(&budget), ..w },
        None,
    );
    assert_eq!(found.sure, ["boba", "dooku"]);
}

fn leak(parameters: &Parameters) -> &'static Parameters {
    Box::leak(Box::new(parameters.clone()))
}

#[test]
fn dates_compare_by_day_month_or_year() {
    check(
        "released<1996",
        &["luke", "han", "blob-1", "blob-2", "cult", "everest", "3-10", "3-35", "trap", "ghost"],
        &["dooku"],
    );
    check("released:1996", &["boba", "hoth"], &["dooku"]);
    check("released>=1996-11-30", &[], &["dooku"]);
    check("released<=1995-11", &[], &["dooku"]);
    check("built=1998-11", &["trap"], &[]);
    check("built!=1998-12", &["trap"], &[]);
    check("built>1998", &[], &[]);
}

#[test]
fn enumerations_and_sets() {
    check(
        "faction:blob or faction:\"machine cult\"",
        &["boba", "blob-1", "blob-2", "cult"],
        &["everest"],
    );
    check(
        "(faction:blob or faction:\"machine cult\") cost<=3",
        &["blob-1", "blob-2"],
        &["everest"],
    );
    check(
        "faction:blob|machine-cult|star-empire",
        &["luke", "han", "boba", "blob-1", "blob-2", "cult", "everest"],
        &[],
    );
    check("faction!=blob|empire", &["boba", "cult"], &["everest"]);
    check("rarity>common rarity<rare", &["han", "cult"], &[]);
    check("icon:pilot", &["luke", "han"], &[]);
    check("icons:pilot|nav-computer", &["luke", "han", "hoth"], &[]);
    check("icons=pilot", &["han"], &[]);
    check("icon.pilot>=2", &["luke"], &[]);
    check("icônes:pilote -icon.pilote=1", &["luke"], &[]);
    check("is:unique", &["luke", "han"], &[]);
    check("unique=no kind:base", &["blob-1", "cult"], &[]);
    check("motto:\"etoile\"", &["trap"], &[]);
    check("motto=/^étoile noire$/", &["trap"], &[]);
}

#[test]
fn values_of_two_parts_compare() {
    let value = |id: u16| Value::Enum(ValueId(id));
    let two = |id: &str, front: (u16, u16), back: (u16, u16)| {
        let front = card(id, id, SHIP)
            .value(FACTION, front.0)
            .value(RARITY, front.1);
        front
            .at(BACK, FACTION, value(back.0))
            .at(BACK, RARITY, value(back.1))
    };
    let cards = [
        two("same", (1, 1), (1, 1)),
        two("up", (1, 0), (2, 2)),
        two("down", (2, 2), (0, 1)),
        card("front", "front", SHIP)
            .value(FACTION, 1)
            .value(RARITY, 1),
    ];
    let catalog = catalog_of(game(), &cards);
    let scope = Scope::from_catalog(&catalog);
    for (text, found) in [
        ("faction=back.faction", &["same"][..]),
        ("faction!=back.faction", &["up", "down"]),
        ("rarity=back.rarity", &["same"]),
        ("rarity>=back.rarity", &["same", "down"]),
        ("rarity<back.rarity", &["up"]),
    ] {
        let filter = filter(text, &scope).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let test = |index| filter.test(&World::from_catalog(&catalog), index, None);
        for card in catalog.cards.iter() {
            assert_eq!(
                test(card.index()),
                found.contains(&card.id()).into(),
                "{text}: {}",
                card.id()
            );
        }
    }
}

#[test]
fn a_card_that_nobody_attests_may_have_any_value_or_none() {
    let mut stand_in = card("x", "X", SHIP);
    stand_in.0.provenance = Provenance::from_grade(Grade::StandIn);
    let catalog = catalog_of(game(), &[stand_in]);
    let filter = filter("faction:blob|machine-cult|star-empire", &Scope::from_catalog(&catalog));
    let test = |lens| {
        let world = World::from_catalog(&catalog).with_lens(lens);
        filter.as_ref().unwrap().test(&world, CardIndex(0), None)
    };
    assert_eq!([Lens::Shipped, Lens::Attested].map(test), [Truth::False, Truth::Unknown]);
}

#[test]
fn a_number_of_a_card_names_the_facts_that_it_lacks() {
    let catalog = catalog();
    let number = card_number("2 * cost + 1", &Scope::from_catalog(&catalog)).unwrap();
    let missing = |id: &str| number.missing_facts(&World::from_catalog(&catalog), index(id));
    assert_eq!(missing("luke"), []);
    assert_eq!(missing("cult").len(), 1);
    assert_eq!(missing("cult")[0].card, index("cult"));
}

#[test]
fn effects_as_they_are_printed() {
    // What one place prints, not what the card has together: blob-2 has combat 4 and, for allies,
    // 2.
    check("effect:\"combat 4\"", &["blob-2"], &["everest"]);
    check("effect:\"combat 2\"", &["blob-2"], &["everest"]);
    check("effect:\"combat 6\"", &[], &["everest"]);
    check("effect.combat=6", &["blob-2"], &["everest"]);
    check("effet:\"Combat 2 (allié)\"", &["blob-2"], &["everest"]);
    check("effect.ally:\"combat 4\"", &[], &["everest"]);
    check("effect:\"draw (ally)\"", &["dooku"], &["everest"]);
    check("effect:\"combat 5\"|\"combat 1\"", &["boba", "blob-1"], &["everest"]);
    check("effect:\"combat 5\"|pivot", &["boba", "3-35"], &["everest"]);
    check("effect=\"combat 5\"", &["boba"], &["everest"]);
    check("kind:base effect!=\"combat 4\"", &["blob-1", "cult"], &[]);
}

#[test]
fn effects_amounts_and_triggers() {
    check("effect:draw", &["dooku", "3-10", "3-35"], &["everest"]);
    check("effet:pioche", &["dooku", "3-10", "3-35"], &["everest"]);
    check("effect:pivot or effect:lateral-move", &["3-10", "3-35"], &["everest"]);
    check("effect.combat>=4", &["boba", "blob-1", "blob-2"], &["everest"]);
    check("effect.ally:draw", &["dooku"], &["everest"]);
    check("effect.ally.draw>=1", &["dooku"], &["everest"]);
    check("effect.ally.combat>=1", &["blob-2"], &["everest"]);
    check("effet.allié.combat>=1", &["blob-2"], &["everest"]);
    check("effect.scrap:combat", &["blob-1"], &["everest"]);
    check("effect.scrap>=1", &["cult"], &["everest"]);
    check("effect.draw=0 kind:base", &["blob-1", "cult"], &[]);
    check("effect!=combat kind:base", &["cult"], &[]);
}

#[test]
fn parts_of_a_card() {
    check("upper.effect:draw", &["3-10", "3-35"], &[]);
    check("haut.effet:pioche haut.chasseurs=2", &["3-35"], &[]);
    check("fighters=3", &["3-10"], &[]);
    check("back.level=0", &["3-10", "3-35"], &[]);
    check("level=0 back.fighters=2", &["3-35"], &[]);
    check("on(upper, effect:draw fighters>=2)", &["3-35"], &[]);
    check("on(lower, effect:draw)", &[], &[]);
    check("on(back, phantom)", &["ghost"], &[]);
    // A part with a name of its own is not called as the card is.
    check("on(back, \"ghost\")", &[], &[]);
    check("on(back, \"3-10\")", &["3-10"], &[]);
    check("has:back", &["3-10", "3-35", "ghost"], &[]);
    check("upper.fighters>lower.fighters", &["3-35"], &[]);
}

#[test]
fn the_three_kinds_of_no_number() {
    check("cost=?", &["cult", "everest"], &[]);
    check("cost!=? kind:base", &["blob-1"], &[]);
    check("has:cost kind:base", &["blob-1", "cult"], &[]);
    check("cost>=5", &["boba", "dooku", "cult"], &["everest"]);
    check("kind:location cost>=0", &[], &[]);
    check("kind:location cost!=0", &[], &[]);
    check("kind:location -cost=0", &["hoth", "trap"], &[]);
    check("kind:location destiny=0", &["hoth"], &[]);
    check("destiny>=1", &["luke", "han", "boba", "dooku", "trap"], &[]);
    check("destiny=6", &[], &["han"]);
    check("destiny=3", &[], &[]);
    let highest = find_in("destiny=6", |w| World { choice: ChoicePolicy::Highest, ..w }, None);
    assert_eq!(highest.sure, ["han"]);
    let attested = find_in("cost=4", |w| w.with_lens(Lens::Attested), None);
    assert_eq!(attested.maybe, ["everest", "ghost"]);
}

#[test]
fn lists_zones_formats_and_roles() {
    check("in:banned", &["boba", "dooku"], &[]);
    check("dans:bannies", &["boba", "dooku"], &[]);
    let early = find_in("in:banned", |w| World { date: Date::parse("1998-11-29"), ..w }, None);
    assert!(early.sure.is_empty());
    let zoned = find_in("zone:starting kind:base", |w| w, Some("starting"));
    assert_eq!(zoned.sure, ["blob-1", "cult"]);
    let elsewhere = find_in("zone:starting", |w| w, Some("deck"));
    assert!(elsewhere.sure.is_empty() && elsewhere.maybe.is_empty());
    check("zone:starting", &[], &[]);
    check("legal:open kind:location", &[], &["hoth", "trap"]);
    struct OnlyLuke;
    impl Legality for OnlyLuke {
        fn legal(&self, format: &str, card: CardIndex, _: &Parameters) -> Truth {
            (format == "open" && card == index("luke")).into()
        }
    }
    let legal = find_in("legal:open", |w| World { legality: Some(&OnlyLuke), ..w }, None);
    assert_eq!(legal.sure, ["luke"]);
    let role = Parameters::new().with_text("role", "Machine Cult");
    let of_role = find_in("faction:$role", |w| World { parameters: leak(&role), ..w }, None);
    assert_eq!(
        (of_role.sure, of_role.maybe),
        (vec!["boba".into(), "cult".into()], vec!["everest".to_owned()])
    );
    let mut open = Parameters::new();
    open.set("role", ParameterValue::Unknown);
    let unknown =
        find_in("faction:$role kind:base", |w| World { parameters: leak(&open), ..w }, None);
    assert_eq!(unknown.maybe, ["blob-1", "cult"]);
}

#[test]
fn provenance_of_any_fact() {
    check("provenance:stand-in", &["ghost"], &[]);
}
