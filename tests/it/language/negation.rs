//! Negation is the complement: whatever a filter finds, its negation finds the rest, and what is
//! unknown stays unknown. Unknown facts that are read twice are one fact.

use super::game;
use crate::common::{Sleeve, list};
use proptest::prelude::*;
use sleeve::{
    language::{Scope, Truth, World, filter},
    model::{CardIndex, Lens},
};

/// Parts of filters: fields of every type, names of cards, words in them, words that are none.
const ITEMS: &str = "luke; count dooku; dooku; hoth; base; \"machine base\"; isn everest (veteran); everest; 3-10; \
    ghost; phantom; trap; nothing; cost>=3; cost=?; has:cost; cost%2=0; cost!=4; power>cost; \
    faction:blob; faction!=blob; faction=machine-cult; icons:pilot; icons!=pilot; icon.pilot>=1; \
    icon.pilot=0; is:unique; kind:ship; effect:draw; effect!=draw; effect.combat>=4; in:banned; \
    legal:open; has:back; back.level=0; on(upper, effect:draw fighters>=2); motto:noire; motto=?; \
    name=ghost; rarity>=uncommon; destiny>=5; id:3-35; set:base";

fn text() -> impl Strategy<Value = String> {
    let item = prop::sample::select(list(ITEMS)).prop_map(str::to_owned);
    item.prop_recursive(3, 8, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            inner.clone().prop_map(|a| format!("({a})")),
            inner.clone().prop_map(|a| format!("not ({a})")),
            inner.clone().prop_map(|a| format!("-({a})")),
            pair.clone().prop_map(|(a, b)| format!("({a}) ({b})")),
            pair.prop_map(|(a, b)| format!("({a}) or ({b})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_negation_finds_what_its_operand_does_not(text in text()) {
        let catalog = game::catalog();
        let scope = Scope::from_catalog(&catalog);
        let read = |text: &str| filter(text, &scope);
        let Ok(plain) = read(&text) else { return Ok(()) };
        let same = read(&format!("({text})")).unwrap();
        let contraries = [format!("not ({text})"), format!("-({text})"), format!("not(({text}))")];
        let contraries = contraries.map(|text| read(&text).unwrap());
        let twice = read(&format!("not (not ({text}))")).unwrap();
        let neither = read(&format!("({text}) -({text})")).unwrap();
        let either = read(&format!("({text}) or not ({text})")).unwrap();
        for lens in [Lens::Shipped, Lens::Attested] {
            let world = World::from_catalog(&catalog).with_lens(lens);
            for card in (0..catalog.cards.len() as u32).map(CardIndex) {
                let truth = plain.test(&world, card, None);
                prop_assert_eq!(same.test(&world, card, None), truth, "({})", &text);
                prop_assert_eq!(twice.test(&world, card, None), truth, "{} twice", &text);
                for contrary in &contraries {
                    let found = contrary.test(&world, card, None);
                    prop_assert_eq!(found, !truth, "{} of {:?}", contrary.text(), card);
                }
                // A name alone is a card and among other words a part of names.
                if truth == Truth::Unknown {
                    prop_assert_ne!(neither.test(&world, card, None), Truth::True, "{}", &text);
                    prop_assert_ne!(either.test(&world, card, None), Truth::False, "{}", &text);
                }
            }
        }
    }
}

#[test]
fn the_contrary_of_a_name_is_every_other_card() {
    let count = |text: &str| {
        let ran = Sleeve::new().run(&["cards", "--game", "swccg", "-o", "names", "--", text]);
        assert_eq!(ran.status, 0, "{ran}");
        ran.out.lines().count()
    };
    let all = count("");
    for name in ["luke", "luke skywalker", "Boba Fett"] {
        let found = count(name);
        assert!(found > 0);
        assert_eq!(count(&format!("({name})")), found, "{name}");
        assert_eq!(count(&format!("not ({name})")), all - found, "{name}");
        assert_eq!(count(&format!("-({name})")), all - found, "{name}");
        assert_eq!(count(&format!("not (not ({name}))")), found, "{name}");
    }
    assert_eq!(count("not luke"), all - count("luke"));
    assert_eq!(count("-luke"), all - count("luke"));
    // Among other words a name is a part of names, negated or not.
    let jedi = count("kind:character");
    assert_eq!(count("kind:character luke") + count("kind:character -luke"), jedi);
    let deep = format!("{}luke{}", "(".repeat(20_000), ")".repeat(20_000));
    assert_eq!(
        Sleeve::new()
            .run(&["cards", "--game", "swccg", &deep])
            .status,
        2
    );
}

/// Whether a filter holds of the one card of which cost, faction and effects are unknown.
#[track_caller]
fn of_the_unknown(text: &str, expected: Truth) {
    let catalog = game::catalog();
    let filter = filter(text, &Scope::from_catalog(&catalog)).unwrap();
    assert_eq!(
        filter.test(&World::from_catalog(&catalog), game::index("everest"), None),
        expected,
        "{text}"
    );
}

#[test]
fn one_unknown_value_is_one_value() {
    use Truth::{False, True, Unknown};
    for (text, truth) in [
        ("cost>3", Unknown),
        ("cost>3 or cost<=3", True),
        ("cost>3 cost<=3", False),
        ("cost>3 cost<5 cost!=4", False),
        ("cost=cost", True),
        ("cost>=1 or cost<=2", True),
        ("cost>5 or cost<3", Unknown),
        ("power>=2 power<=4", True),
        ("power=2 or power=3 or power=4", True),
        ("power - power = 0", True),
        ("faction:blob or faction!=blob", True),
        ("faction:blob faction:machine-cult", False),
        ("faction:blob or faction:machine-cult or faction:star-empire", True),
        ("effect:draw or -effect:draw", True),
        ("effect:draw -effect:draw", False),
        ("effect:draw or -effect:pivot", Unknown),
        ("effect.combat>=4 or not effect.combat>=4", True),
        // What is taken to be known for a moment is as little known as before.
        ("cost=? (cost>3 or cost<=3)", True),
        ("not cost=? or cost>3 cost<=3", False),
    ] {
        of_the_unknown(text, truth);
    }
}
