//! Why there is nothing, or nothing smaller: rules and wishes in words.

use super::SolvedDeck;
use crate::cite;
use crate::escape::{plain, safe};
use crate::finding::Wording;
use sleeve_data::model::format::Parameter;
use sleeve_data::model::{Catalog, Lang, Number, Rule, Setting};
use sleeve_language::Rational;
use sleeve_rules::STATED_ROLE;
use sleeve_rules::setup::disallowed;
use sleeve_solve::{Core, WishOrigin};

/// A source in words: its id, what it asks, and its citation.
pub struct Reason {
    /// The rule's id, or the option.
    pub rule: String,
    /// What it asks.
    pub message: String,
    /// The citation; empty where a wish asks.
    pub cite: String,
}

/// Words for a rule.
fn rule_reason(rule: &Rule, catalog: &Catalog, lang: Lang) -> Reason {
    let text = plain(rule.text.get(lang));
    let body = match &rule.body {
        sleeve_data::model::RuleBody::Require(text) => safe(text).into_owned(),
        _ => rule.id.clone(),
    };
    Reason {
        rule: rule.id.clone(),
        message: if text.is_empty() { body } else { text },
        cite: plain(&cite::in_words(&rule.cite, &catalog.game, lang)),
    }
}

/// Words for a source.
pub fn reason(source: &WishOrigin, deck: &SolvedDeck, lang: Lang) -> Reason {
    let say = |en: &str, fr: &str| match lang {
        Lang::En => en.to_owned(),
        Lang::Fr => fr.to_owned(),
    };
    let home = deck.home();
    let wish = |option: &str, message: String| Reason {
        rule: option.to_owned(),
        message,
        cite: String::new(),
    };
    match source {
        WishOrigin::Structure => wish("deck", say("the deck as it is", "le deck tel qu'il est")),
        WishOrigin::Rule(at) => {
            let rule = home.and_then(|(_, format)| format.rules.get(*at));
            rule.zip(home).map_or_else(
                || wish("rule", String::new()),
                |(rule, (catalog, _))| rule_reason(rule, catalog, lang),
            )
        }
        WishOrigin::CardRule(card, at) => {
            let catalog = home.map(|(catalog, _)| catalog);
            let rule =
                catalog.and_then(|catalog| Some((catalog.rules_of(*card).get(*at)?, catalog)));
            rule.map_or_else(
                || wish("rule", String::new()),
                |(of, catalog)| rule_reason(&of.rule, catalog, lang),
            )
        }
        WishOrigin::Zone(id) => {
            let zone = home.and_then(|(_, format)| format.zone(id));
            let accepts = zone.map(|z| safe(&z.accepts).into_owned()).unwrap_or_default();
            let cite = home
                .map(|(catalog, format)| plain(&cite::in_words(&format.cite, &catalog.game, lang)));
            let message = match lang {
                Lang::En => format!("the zone `{id}` accepts {accepts}"),
                Lang::Fr => format!("la zone « {id} » accepte {accepts}"),
            };
            Reason { rule: format!("zone-{id}"), message, cite: cite.unwrap_or_default() }
        }
        WishOrigin::Parameter(name) => {
            let rule = format!("parameter-{name}");
            let message = match lang {
                Lang::En => format!("the value of `{name}` is not allowed, whatever the cards are"),
                Lang::Fr => {
                    format!(
                        "la valeur de « {name} » n'est pas admise, quelles que soient les cartes"
                    )
                }
            };
            // What `check` proposes mends it.
            let repair = home.zip(deck.before.deck()).and_then(|((catalog, format), deck_read)| {
                let found = disallowed(format, deck_read, &deck.overrides);
                let finding = found.iter().find(|finding| finding.rule == rule)?;
                Wording::new(finding, catalog, lang).fix()
            });
            let message = [Some(message), repair].into_iter().flatten().collect::<Vec<_>>();
            let message = message.join(&say("; ", " ; "));
            Reason { rule, message, cite: String::new() }
        }
        WishOrigin::Released => wish(
            "not-released",
            say(
                "only cards that were out on the day count",
                "seules comptent les cartes parues à cette date",
            ),
        ),
        WishOrigin::Role(role) => wish(
            "role",
            match lang {
                Lang::En => format!("the cards keep showing the role `{role}`"),
                Lang::Fr => format!("les cartes montrent toujours le rôle « {role} »"),
            },
        ),
        WishOrigin::StatedRole(role) => wish(
            STATED_ROLE,
            match lang {
                Lang::En => format!("no card contradicts the role `{role}`"),
                Lang::Fr => format!("aucune carte ne contredit le rôle « {role} »"),
            },
        ),
        WishOrigin::Lock => wish(
            "--lock",
            match lang {
                Lang::En => {
                    format!("these cards stay: {}", option_text(deck.asking.lock.as_deref()))
                }
                Lang::Fr => {
                    format!("ces cartes restent : {}", option_text(deck.asking.lock.as_deref()))
                }
            },
        ),
        WishOrigin::Deck => {
            wish("--from", say("the cards of the deck stay", "les cartes du deck restent"))
        }
        WishOrigin::Only => wish(
            "--only",
            match lang {
                Lang::En => {
                    format!(
                        "only these cards come in: {}",
                        option_text(deck.asking.only.as_deref())
                    )
                }
                Lang::Fr => {
                    format!(
                        "seules ces cartes entrent : {}",
                        option_text(deck.asking.only.as_deref())
                    )
                }
            },
        ),
        WishOrigin::Require(at) => {
            wish("--require", option_text(deck.asking.require.get(*at).map(String::as_str)))
        }
        WishOrigin::With(at) => {
            let card = deck.asking.with.get(*at).zip(home);
            let message = card.map(|((card, n), (catalog, _))| {
                format!("{n} {}", safe(catalog.cards.card(*card).title(lang)))
            });
            wish("--with", message.unwrap_or_default())
        }
        WishOrigin::Owned => wish(
            "--collection",
            say("no more copies than are owned", "pas plus d'exemplaires que la collection n'en a"),
        ),
        WishOrigin::Choices(name) => {
            let parameter = home.and_then(|(_, format)| format.parameter(name));
            wish(
                &format!("parameter-{name}"),
                parameter.map_or_else(String::new, |p| describe_choices(p, lang)),
            )
        }
        WishOrigin::Changes(0) => wish("changes", say("nothing changes", "rien ne change")),
        WishOrigin::Changes(n) => wish(
            "changes",
            match (lang, n) {
                (Lang::En, 1) => "at most 1 change".to_owned(),
                (Lang::En, n) => format!("at most {n} changes"),
                (Lang::Fr, 1) => "au plus 1 changement".to_owned(),
                (Lang::Fr, n) => format!("au plus {n} changements"),
            },
        ),
    }
}

/// What a parameter may be.
fn describe_choices(parameter: &Parameter, lang: Lang) -> String {
    let name = safe(&parameter.named.id).into_owned();
    let choices: Vec<String> = parameter.choices().iter().map(Setting::to_string).collect();
    let number = |n: &Number| n.to_string();
    let values = match (choices.is_empty(), &parameter.min, &parameter.max) {
        (false, ..) => choices.join(", "),
        (true, Some(min), Some(max)) => format!("{}..{}", number(min), number(max)),
        (true, Some(min), None) => format!(">= {}", number(min)),
        (true, None, Some(max)) => format!("<= {}", number(max)),
        (true, None, None) => String::new(),
    };
    let values = safe(&values).into_owned();
    match (lang, values.is_empty()) {
        (Lang::En, true) => format!("whatever `{name}` is"),
        (Lang::Fr, true) => format!("quelle que soit la valeur de « {name} »"),
        (Lang::En, false) => format!("whatever `{name}` is ({values})"),
        (Lang::Fr, false) => format!("quelle que soit la valeur de « {name} » ({values})"),
    }
}

fn option_text(text: Option<&str>) -> String {
    plain(text.unwrap_or_default())
}

/// A contradiction as arithmetic: `6 + 6 + 6 = 18 > 17`.
pub fn sum(core: &Core, lang: Lang) -> Option<String> {
    let sum = core.sum.as_ref()?;
    let (least, most) = sum.totals()?;
    let side = |parts: &[(WishOrigin, Rational)], total: Rational| {
        let numbers: Vec<String> = parts.iter().map(|(_, n)| n.in_words(lang)).collect();
        let total = total.in_words(lang);
        match numbers.as_slice() {
            [] | [_] => total,
            several => format!("{} = {total}", several.join(" + ")),
        }
    };
    Some(format!("{} > {}", side(&sum.at_least, least), side(&sum.at_most, most)))
}

/// What a source contributes to the sum: `at least 6`.
pub(super) fn describe_share(core: &Core, source: &WishOrigin, lang: Lang) -> Option<String> {
    let sum = core.sum.as_ref()?;
    let find = |parts: &[(WishOrigin, Rational)]| {
        parts.iter().find(|(s, _)| s == source).map(|(_, n)| n.in_words(lang))
    };
    match (find(&sum.at_least), find(&sum.at_most), lang) {
        (Some(n), _, Lang::En) => Some(format!("at least {n}")),
        (Some(n), _, Lang::Fr) => Some(format!("au moins {n}")),
        (None, Some(n), Lang::En) => Some(format!("at most {n}")),
        (None, Some(n), Lang::Fr) => Some(format!("au plus {n}")),
        (None, None, _) => None,
    }
}
