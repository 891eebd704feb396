//! Filters, measures and conditions in words, and the documentation.

use super::game::catalog;
use crate::common::list;
use sleeve::{
    language::{Scope, condition, field, filter, measure},
    model::Lang,
    report::{Style, reference::describe_language},
};

#[test]
fn texts_in_words() {
    let catalog = catalog();
    let scope = Scope::from_catalog(&catalog)
        .with_zones(["deck", "starting"])
        .with_parameters(["budget", "role"]);
    let mut told = String::new();
    let mut tell = |text: &str, say: &dyn Fn(Lang) -> String| {
        told += &format!("{text}\n  {}\n  {}\n", say(Lang::En), say(Lang::Fr));
    };
    for text in [
        "",
        "kind:ship",
        "kind:ship|base cost<=3 effect:draw",
        "luke",
        "han solo",
        "-icon:pilot faction:blob|machine-cult",
        "cost>=3 or power>ability",
        "icon.pilot>=2 is:unique -is:unique unique=no",
        "effect.combat>=4 effect.ally.draw>=1 effect.ally:draw",
        "on(upper, effect:draw fighters>=2) back.level=0",
        "cost=? has:back has:cost cost!=?",
        "in:banned legal:open zone:starting",
        "name=/^l/ motto:etoile name=\"x\" set=hoth",
        "rarity>=uncommon released<1996 destiny%2=0",
        "faction:$role name!=x provenance:stand-in",
    ] {
        let read = filter(text, &scope).unwrap();
        tell(text, &|lang| read.in_words(&catalog, lang));
    }
    for text in list(
        "count(); sum(cost, kind:ship) in deck|starting; avg(cost + 1); distinct(faction, kind:ship); \
        copies(name); groups(name, count() >= 2); floor(budget / 2) + least(1, budget)",
    ) {
        let read = measure(text, &scope).unwrap();
        tell(text, &|lang| read.in_words(&catalog, lang));
    }
    for text in list(
        "count() >= 25; copies(name) in deck|starting <= 3; \
        sum(cost) <= budget and not (count() = 3 or any(luke skywalker)); \
        if any(kind:base) then none(kind:location); all(faction:$role); each(name, count() <= 2); \
        some(2, faction, all(faction:$these)); \
        some(1, faction, some(1, faction, any(faction:$those faction:$these))); role != blob and 2 <= count(kind:ship) <= 5",
    ) {
        let read = condition(text, &scope).unwrap();
        tell(text, &|lang| read.in_words(&catalog, lang));
    }
    for text in ["cost", "back.level", "effect.ally.combat", "icon.pilot", "upper.effect", "set"] {
        let read = field(text, &scope).unwrap();
        tell(text, &|lang| read.phrase(&catalog.game, lang));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn the_documentation_of_the_language() {
    let catalog = catalog();
    let french = Style { lang: Lang::Fr, ..Style::PLAIN };
    let told = [(Some(&catalog), &Style::PLAIN), (None, &french)];
    insta::assert_snapshot!(
        told.map(|(of, style)| describe_language(of, style))
            .join("\n")
    );
}
