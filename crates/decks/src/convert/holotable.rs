//! Decks of Holotable and Holodeck, second version. The first repeats the text of every card, which
//! our data does not have.

use super::DeckView;
use super::gemp::capitalize;
use crate::gemp::OUTSIDE;
use crate::holotable::STARTING;
use sleeve_data::model::card::NameRole;
use sleeve_data::model::{CardIndex, Lang, Str};
use std::fmt::Write;

pub(super) fn write(w: &DeckView) -> String {
    let back = match w.shared_value() {
        Some("light") => "reb.gif",
        _ => "imp.gif",
    };
    let mut out = format!("ver 2\nback {back}\n");
    for zone in w.zones().into_iter().filter(|zone| *zone != OUTSIDE) {
        for row in w.rows(zone) {
            let Ok(card) = row.card else { continue };
            let path = card_path(w, card);
            let n = row.count;
            let _ = match zone {
                STARTING => writeln!(out, "card \"{path}\" {n} {n} {n}"),
                _ => writeln!(out, "card \"{path}\" {n}"),
            };
        }
    }
    out
}

/// `/starwars/Set-Side/t_slug`, with the back's name where a card has one.
fn card_path(w: &DeckView, card: CardIndex) -> String {
    let shown = w.catalog.cards.card(card);
    let set = shown.sets().next().and_then(|set| w.catalog.game.sets.get(set.index()));
    let folder = set.map_or_else(String::new, |set| {
        let word = |alias: &&Str| {
            alias.len() > 5 && alias.starts_with(char::is_uppercase) && !alias.contains(' ')
        };
        let own = set.named.aliases.iter().find(word);
        own.map_or_else(|| keep_alphanumeric(set.named.name.get(Lang::En)), ToString::to_string)
    });
    let side = capitalize(w.side(card).unwrap_or(""));
    let name = shown.name(Lang::En);
    let slug = slug(name.strip_suffix(" (V)").unwrap_or(name));
    let back = shown.names().find(|(role, ..)| matches!(role, NameRole::Face(_)));
    match back {
        Some((_, back, _)) => {
            format!("/TWOSIDED/starwars/{folder}-{side}/t_{slug}/{}", self::slug(back))
        }
        None => format!("/starwars/{folder}-{side}/t_{slug}"),
    }
}

fn keep_alphanumeric(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

fn slug(name: &str) -> String {
    let kept = |c: &char| c.is_ascii_alphanumeric() || *c == '&';
    name.chars().filter(kept).map(|c| c.to_ascii_lowercase()).collect()
}
