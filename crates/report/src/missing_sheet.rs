//! What nobody has attested of some cards, as a sheet for a spreadsheet: a row for each card, an empty
//! cell for each fact that its owner can read off it. What is attested stands there already, and an
//! empty cell says nothing, so that the sheet as it is changes nothing.

use super::csv::CsvSheet;
use super::fact::FactStyle;
use super::missing::{Lacks, lacking, say, vocabulary};
use sleeve_data::model::card::{CardRecord, EffectRecord, Value};
use sleeve_data::model::game::{Attribute, AttributeType};
use sleeve_data::model::{CardIndex, FRONT, FaceId, Game, Lang};
use sleeve_library::gaps::{Gap, Unattested};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Writes the sheet. Gives the number of cards.
pub fn write(out: &mut dyn Write, view: &FactStyle<'_>, cards: &[CardIndex]) -> io::Result<usize> {
    let game = &view.catalog.game;
    let lacking = lacking(view, cards);
    if lacking.is_empty() {
        return Ok(0);
    }
    let columns = columns(&lacking);
    let is_invented = |(record, _): &Lacks| !record.id_provenance.grade.is_attested();
    let replaces = lacking.iter().any(is_invented);
    let is_named = |(record, _): &Lacks| record.name.get(view.lang) != record.id;
    let names = lacking.iter().any(is_named);
    let mut sheet = CsvSheet::csv_with_remarks(out);
    for line in remarks(view, &lacking) {
        sheet.row([line])?;
    }
    let mut head: Vec<String> = Vec::new();
    let id = Gap { face: FRONT, lacking: Unattested::Id, is_filled: false };
    head.extend(replaces.then(|| say(view, "replaces", "remplace").to_owned()));
    head.push(id.head(game, view.lang));
    head.push(say(view, "kind", "sorte").to_owned());
    head.extend(names.then(|| say(view, "name", "nom").to_owned()));
    head.extend(columns.iter().map(|gap| gap.head(game, view.lang)));
    sheet.row(&head)?;
    for lacks in &lacking {
        let (record, gaps) = lacks;
        let id = as_text(&record.id);
        let mut row = Vec::new();
        let (invented, printed) =
            if is_invented(lacks) { (id, String::new()) } else { (String::new(), id) };
        row.extend(replaces.then_some(invented));
        row.push(printed);
        row.push(game.kinds.get(record.kind.index()).map_or("", |k| &k.named.id).to_owned());
        row.extend(names.then(|| {
            if is_named(lacks) { record.name.get(view.lang).to_owned() } else { String::new() }
        }));
        row.extend(columns.iter().map(|column| known(game, record, gaps, column)));
        sheet.row(&row)?;
    }
    sheet.finish()?;
    Ok(lacking.len())
}

/// What the sheet says above its head.
fn remarks(view: &FactStyle<'_>, lacking: &[Lacks]) -> Vec<String> {
    let mut lines = vec![format!("# game: {}", view.catalog.game.id())];
    let how = match view.lang {
        Lang::En => [
            "Type what your cards print; an empty cell changes nothing, `none` says that a part prints no effect.",
            "Then: sleeve lint THIS-FILE, and sleeve check --cards THIS-FILE DECK",
        ],
        Lang::Fr => [
            "Tapez ce que portent vos cartes ; une cellule vide ne change rien, « aucun » dit qu'une partie ne porte aucun effet.",
            "Ensuite : sleeve lint CE-FICHIER, puis sleeve check --cards CE-FICHIER DECK",
        ],
    };
    lines.extend(how.iter().map(|line| format!("# {line}")));
    if view.catalog.game.printed_id().is_some() {
        let text = say(
            view,
            "# Give the column of the printed numbers the format \"text\": a spreadsheet makes a day of 3-10. A ' before a number says so too.",
            "# Donnez à la colonne des numéros le format « texte » : un tableur fait une date de 3-10. Une ' devant un numéro le dit aussi.",
        );
        lines.push(text.to_owned());
    }
    lines.extend(vocabulary(view, lacking).into_iter().map(|line| format!("# {line}")));
    lines
}

/// Every fact that some card lacks, in the order of parts and fields.
fn columns(lacking: &[Lacks]) -> Vec<Gap> {
    let all = lacking.iter().flat_map(|(_, gaps)| gaps);
    let facts = all.filter(|gap| gap.lacking != Unattested::Id);
    let columns: BTreeSet<Gap> = facts.map(|gap| Gap { is_filled: false, ..*gap }).collect();
    columns.into_iter().collect()
}

/// A number that a spreadsheet would take for a day, marked as text.
fn as_text(id: &str) -> String {
    let digits =
        |part: &str| (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let is_like_a_day = id.split('-').count() > 1 && id.split('-').all(digits);
    if is_like_a_day { format!("'{id}") } else { id.to_owned() }
}

/// What is attested of a fact, as a cell; empty where it is not.
fn known(game: &Game, record: &CardRecord, gaps: &[Gap], column: &Gap) -> String {
    let same = |gap: &&Gap| (gap.face, gap.lacking) == (column.face, column.lacking);
    if gaps.iter().any(|gap| same(&gap)) {
        return String::new();
    }
    match column.lacking {
        Unattested::Id => String::new(),
        Unattested::Attribute(id) => {
            let face = record.faces.iter().find(|face| face.face == column.face);
            let fact = face.and_then(|f| f.facts.iter().find(|(other, _)| *other == id));
            let attribute = game.attribute_of(id);
            let plain = fact.filter(|(_, fact)| fact.print.is_none()).zip(attribute);
            plain.map_or_else(String::new, |((_, fact), attribute)| value(attribute, &fact.value))
        }
        Unattested::Effects => effects(game, record, column.face),
    }
}

fn effects(game: &Game, record: &CardRecord, face: FaceId) -> String {
    let Some(face) = record.faces.iter().find(|f| f.face == face) else { return String::new() };
    let halves = game.halves(face.face).next().is_some() && face.effects.is_empty();
    if halves || face.effects_complete.is_none() || face.effects.iter().any(|e| e.choice.is_some())
    {
        return String::new();
    }
    if face.effects.is_empty() {
        return "none".to_owned();
    }
    face.effects.iter().map(|e| effect(game, e)).collect::<Vec<_>>().join(", ")
}

fn effect(game: &Game, effect: &EffectRecord) -> String {
    let id = game.effects.get(effect.effect.index()).map_or("", |e| e.named.id.as_str());
    let amount = match &effect.amount {
        Some(Value::Number(number)) => format!(" {number}"),
        _ => String::new(),
    };
    let trigger = effect.trigger.and_then(|t| game.triggers.get(t.index()));
    let trigger = trigger.map_or_else(String::new, |t| format!(" ({})", t.named.id));
    format!("{id}{amount}{trigger}")
}

fn value(attribute: &Attribute, value: &Value) -> String {
    let id = |v: &sleeve_data::model::ValueId| {
        attribute.values().get(v.index()).map_or("", |named| named.id.as_str())
    };
    match value {
        Value::Unknown(_) => String::new(),
        Value::Number(number) => number.to_string(),
        Value::Choice(numbers) => {
            numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join("|")
        }
        Value::Text(text) => text.clone(),
        Value::Enum(value) => id(value).to_owned(),
        Value::Set(values) if values.is_empty() => "none".to_owned(),
        Value::Set(values) => {
            let counts = matches!(attribute.kind, AttributeType::Set { counts: true, .. });
            let each = values.iter().map(|(v, n)| {
                if counts && *n != 1 { format!("{} {n}", id(v)) } else { id(v).to_owned() }
            });
            each.collect::<Vec<_>>().join(", ")
        }
        Value::Flag(flag) => flag.to_string(),
        Value::Date(date) => date.to_string(),
    }
}
