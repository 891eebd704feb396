//! What a reader decided for the user, in words.

use crate::model::{CardIndex, Catalog, Lang, Text};
use std::ops::Range;

/// So many cards of one name are named in a note; the rest are counted.
const MOST: usize = 6;
/// So many lines, or runs of them, are named in a note.
const MOST_LINES: usize = 60;

/// A card so that it is told from its namesakes: `Sense (Interrupt, Premiere, 1_109)`.
fn described(catalog: &Catalog, card: CardIndex, lang: Lang) -> String {
    let shown = catalog.cards.card(card);
    format!("{} ({})", shown.name(lang), particulars(catalog, card, lang))
}

fn particulars(catalog: &Catalog, card: CardIndex, lang: Lang) -> String {
    let shown = catalog.cards.card(card);
    let kind = catalog.game.kinds.get(shown.kind().index()).map(|k| k.named.name.get(lang));
    let set = shown.sets().next().and_then(|set| catalog.game.sets.get(set.index()));
    let set = set.map(|set| set.named.name.get(lang));
    let id = Some(shown.id()).filter(|id| *id != shown.name(lang));
    let parts = [kind, set, id].into_iter().flatten().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

fn listed(mut parts: Vec<String>, most: usize, lang: Lang) -> String {
    let more = parts.len().saturating_sub(most);
    parts.truncate(most);
    let list = parts.join(", ");
    match (more, lang) {
        (0, _) => list,
        (n, Lang::En) => format!("{list} and {n} more"),
        (n, Lang::Fr) => format!("{list} et {n} autres"),
    }
}

/// A name that was not spelled out.
pub(super) fn read_as(catalog: &Catalog, written: &str, card: CardIndex) -> Text {
    let (en, fr) = (described(catalog, card, Lang::En), described(catalog, card, Lang::Fr));
    Text {
        en: format!("`{written}` is read as {en}").into(),
        fr: format!("`{written}` est lu comme {fr}").into(),
    }
}

/// A name that several cards bear.
pub(super) fn taken(
    catalog: &Catalog,
    written: &str,
    chosen: CardIndex,
    all: &[CardIndex],
) -> Text {
    let others = |lang| {
        let others = all.iter().filter(|card| **card != chosen).map(|card| {
            let id = catalog.cards.card(*card).id();
            let rest = particulars(catalog, *card, lang);
            let rest = rest.strip_suffix(id).unwrap_or(&rest).trim_end_matches(", ");
            format!("{id} ({rest})")
        });
        listed(others.collect(), MOST, lang)
    };
    let (en, fr) = (described(catalog, chosen, Lang::En), described(catalog, chosen, Lang::Fr));
    let (other_en, other_fr) = (others(Lang::En), others(Lang::Fr));
    let written =
        if written.is_empty() { catalog.cards.card(chosen).name(Lang::En) } else { written };
    Text {
        en: format!("`{written}` is taken for {en}; for another of this name write {other_en}")
            .into(),
        fr: format!(
            "`{written}` est pris pour {fr} ; pour une autre carte de ce nom, écrire {other_fr}"
        )
        .into(),
    }
}

/// Texts with their lines.
fn with_lines(lines: &[(usize, String)], lang: Lang) -> String {
    let at = |(line, text): &(usize, String)| match lang {
        Lang::En => format!("`{text}` (line {line})"),
        Lang::Fr => format!("`{text}` (ligne {line})"),
    };
    let more = lines.len().saturating_sub(MOST_LINES);
    let mut shown: Vec<String> = lines.iter().take(MOST_LINES).map(at).collect();
    shown.resize(shown.len() + more, String::new());
    listed(shown, MOST_LINES, lang)
}

/// Lines that were passed over because they head a section.
pub(super) fn headings(lines: &[(usize, String)]) -> Text {
    let shown = |lang| with_lines(lines, lang);
    let (en, fr) = match lines.len() {
        1 => ("read as a heading, not as a card", "lu comme un titre, pas comme une carte"),
        _ => ("read as headings, not as cards", "lus comme des titres, pas comme des cartes"),
    };
    Text {
        en: format!("{en}: {}", shown(Lang::En)).into(),
        fr: format!("{fr} : {}", shown(Lang::Fr)).into(),
    }
}

/// Lines that were passed over because they are prose.
pub(super) fn prose(lines: &[usize]) -> Text {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for line in lines {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *line => *last = *line,
            _ => runs.push((*line, *line)),
        }
    }
    let run = |lang: Lang| {
        let to = if lang == Lang::En { "to" } else { "à" };
        let shown = runs.iter().map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first} {to} {last}"),
        });
        listed(shown.collect(), MOST_LINES, lang)
    };
    let (en, fr) = (run(Lang::En), run(Lang::Fr));
    match lines.len() {
        1 => Text {
            en: format!("prose, left out of the deck: line {en}").into(),
            fr: format!("du texte, laissé hors du deck : ligne {fr}").into(),
        },
        n => Text {
            en: format!("{n} lines of prose, left out of the deck: lines {en}").into(),
            fr: format!("{n} lignes de texte, laissées hors du deck : lignes {fr}").into(),
        },
    }
}

/// The first line of a list, which is its title.
pub(super) fn title(text: &str) -> Text {
    Text {
        en: format!("`{text}` is read as the title of the list").into(),
        fr: format!("`{text}` est lu comme le titre de la liste").into(),
    }
}

/// Headings, each with its line, that name no zone of the format.
pub(super) fn no_zone(headings: &[(usize, String)], format: &str, zones: &[&str]) -> Text {
    let zones = zones.iter().map(|zone| format!("`{zone}`")).collect::<Vec<_>>().join(", ");
    if let [(_, heading)] = headings {
        return Text {
            en: format!("`{heading}` names no zone of {format} and is read as a remark; its zones are {zones}")
                .into(),
            fr: format!(
                "`{heading}` ne nomme aucune zone de {format} et est lu comme une remarque ; ses zones sont {zones}"
            )
            .into(),
        };
    }
    let (en, fr) = (with_lines(headings, Lang::En), with_lines(headings, Lang::Fr));
    Text {
        en: format!("these headings name no zone of {format} and are read as remarks: {en}; its zones are {zones}")
            .into(),
        fr: format!(
            "ces titres ne nomment aucune zone de {format} et sont lus comme des remarques : {fr} ; ses zones sont {zones}"
        )
        .into(),
    }
}

/// What stands in parentheses behind a name and is true of no card of that name.
pub(super) fn unfit(written: &str, inner: &str) -> Text {
    Text {
        en: format!("`{written}`: no card of this name is `{inner}`, which is passed over").into(),
        fr: format!(
            "`{written}` : aucune carte de ce nom n'est `{inner}`, qui n'est pas pris en compte"
        )
        .into(),
    }
}

/// Where lines begin, to say which line a place is in.
pub(super) struct LineStarts(Vec<usize>);

impl LineStarts {
    pub(super) fn of(text: &str) -> LineStarts {
        LineStarts(text.match_indices('\n').map(|(at, _)| at + 1).collect())
    }

    /// The line of a place, from 1.
    pub(super) fn line(&self, span: &Range<usize>) -> usize {
        1 + self.0.partition_point(|start| *start <= span.start)
    }
}
