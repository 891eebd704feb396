//! How facts are written, the same for every command.

pub mod drawing;
pub mod found;
mod grid;
pub mod json;
pub mod listing;
pub mod missing;
pub mod near;
pub mod no_match;
pub mod setup;
pub mod suggested;

use sleeve_data::model::{
    AttributeId, Bounds, Card, Catalog, Effect, FRONT, FaceId, Fact, Game, Lang, Lens, Number,
    Provenance, SetFact, TriggerId, ValueId,
    card::{DISPUTE_MARK, Grade, NameRole},
};
use sleeve_language::{
    Presence, Rational, World,
    field::{Field, FieldKind, release_day},
};
use std::collections::BTreeMap;

/// Marks a value that is a stand-in or inferred.
pub const DOUBT_MARK: char = '~';

/// How to write facts of cards.
#[derive(Clone, Copy)]
pub struct FactStyle<'a> {
    pub catalog: &'a Catalog,
    /// Which facts count as known.
    pub lens: Lens,
    pub lang: Lang,
    /// Writes `5+` instead of `5 or more`, and only the first of several sets.
    pub short: bool,
    /// Puts a [`DOUBT_MARK`] before stand-ins and inferred values.
    pub marks: bool,
    /// Writes numbers with the decimal sign of the language; programs get a point.
    pub prose: bool,
}

impl<'a> FactStyle<'a> {
    /// Long words, no marks, a point in numbers.
    pub fn new(catalog: &'a Catalog, lens: Lens, lang: Lang) -> FactStyle<'a> {
        FactStyle { catalog, lens, lang, short: false, marks: false, prose: false }
    }

    fn game(&self) -> &'a Game {
        &self.catalog.game
    }

    fn number(&self, number: Number) -> String {
        let text = number.to_string();
        if self.prose { self.lang.set_decimals(&text) } else { text }
    }

    fn mark_doubt(&self, provenance: Option<Provenance>, text: String) -> String {
        let doubtful = provenance.is_some_and(|p| !p.grade.is_attested());
        // If only attested facts count, doubtful ones are unknown and need no mark.
        let is_visible = self.lens == Lens::Shipped && !text.is_empty() && !text.starts_with('?');
        if self.marks && doubtful && is_visible { format!("{DOUBT_MARK}{text}") } else { text }
    }

    /// Returns a field of a card as text; empty if the card does not print it.
    pub fn field(&self, card: Card<'_>, field: Field) -> String {
        match field.kind {
            FieldKind::Id => self.id(card),
            FieldKind::Name => self.name(card, field.face),
            FieldKind::Kind => self.kind(card).to_owned(),
            FieldKind::Set => self.sets(card),
            FieldKind::Quantity => self.quantity(card),
            FieldKind::Released => {
                release_day(self.game(), card).map_or("?".to_owned(), |d| d.to_string())
            }
            FieldKind::Provenance => {
                let record = self.catalog.cards.record(card.index());
                self.provenance(record.main_provenance())
            }
            FieldKind::Effect(None) => self.effects(card, field.face, None),
            FieldKind::Effect(Some(when)) => self.effects(card, field.face, Some(when)),
            FieldKind::Amount(..) => self
                .amount(card, field)
                .map_or_else(String::new, |known| self.bounds(known)),
            FieldKind::Attribute(id) => self.attribute(card, field.face, id),
            FieldKind::Count(id, value) => {
                match card.fact(self.game(), field.face, id, self.lens) {
                    Fact::Set(set) => Some(set.count(value)).filter(|n| *n > 0),
                    Fact::Unknown(_) => return "?".to_owned(),
                    _ => None,
                }
                .map_or_else(String::new, |n| n.to_string())
            }
            // Fields of a deck and questions about a card have no value for a card alone.
            FieldKind::Zone
            | FieldKind::Listed
            | FieldKind::Legal
            | FieldKind::Is
            | FieldKind::Has => String::new(),
        }
    }

    /// Returns the id of a card, with a `*` if the id is a stand-in.
    pub fn id(&self, card: Card<'_>) -> String {
        let star = if card.id_provenance().grade.is_attested() { "" } else { " *" };
        format!("{}{star}", card.id())
    }

    /// Returns the name of a card, or of a face that has its own.
    pub fn name(&self, card: Card<'_>, face: FaceId) -> String {
        if face == FRONT && card.state_line().is_some() {
            return card.title(self.lang).to_owned();
        }
        let mut face_names = card.names_in_role(NameRole::Face(face));
        let first = face_names.next();
        let chosen = if self.lang == Lang::Fr { face_names.next().or(first) } else { first };
        chosen.unwrap_or_else(|| card.name(self.lang)).to_owned()
    }

    /// Returns the name of a card's kind.
    pub fn kind(&self, card: Card<'_>) -> &'a str {
        let kind = self.game().kinds.get(card.kind().index());
        kind.map_or("", |k| k.named.name.get(self.lang))
    }

    fn sets(&self, card: Card<'_>) -> String {
        let game = self.game();
        let sets = card.sets().filter_map(|id| game.sets.get(id.index()));
        let names: Vec<&str> = sets.map(|set| set.named.name.get(self.lang)).collect();
        match names.as_slice() {
            [first, rest @ ..] if self.short && !rest.is_empty() => {
                format!("{first} +{}", rest.len())
            }
            _ => names.join(", "),
        }
    }

    fn quantity(&self, card: Card<'_>) -> String {
        let provenance = card.quantity_provenance();
        if !self.lens.sees(provenance) && card.quantities().next().is_some() {
            return "?".to_owned();
        }
        let many = self.game().boxes.len() > 1;
        let counts = card.quantities().map(|(holder, n)| {
            let box_name = self
                .game()
                .boxes
                .get(usize::from(holder.0))
                .filter(|_| many);
            box_name.map_or_else(|| n.to_string(), |b| format!("{} {n}", b.name.get(self.lang)))
        });
        let text = counts.collect::<Vec<_>>().join(", ");
        self.mark_doubt(Some(provenance), text)
    }

    /// Returns the grade of a fact in words, with its source.
    pub fn provenance(&self, provenance: Provenance) -> String {
        let grade = match provenance.grade {
            Grade::Rulebook => word!(self.lang, "rulebook"),
            Grade::Published => word!(self.lang, "published"),
            Grade::Derived => word!(self.lang, "derived"),
            Grade::Disputed => word!(self.lang, "disputed"),
            Grade::Inferred => word!(self.lang, "inferred"),
            Grade::StandIn => word!(self.lang, "stand-in"),
        };
        let source = provenance
            .source
            .and_then(|s| self.game().sources.get(usize::from(s)));
        source.map_or_else(
            || grade.to_owned(),
            |s| format!("{grade}{} {}", word!(self.lang, ":"), s.named.name.get(self.lang)),
        )
    }

    /// Returns an attribute of a face as text: its print, otherwise in words; empty if it is
    /// absent.
    pub fn attribute(&self, card: Card<'_>, face: FaceId, id: AttributeId) -> String {
        let fact = card.fact(self.game(), face, id, self.lens);
        if let Fact::Absent = fact {
            return String::new();
        }
        let stored = card.stored(face, id);
        let visible = stored.as_ref().filter(|s| self.lens.sees(s.provenance));
        if let Some((print, stored)) = visible.and_then(|s| Some((s.print.clone()?, s))) {
            return self.mark_doubt(Some(stored.provenance), self.print(&print, id));
        }
        let provenance = stored
            .map(|s| s.provenance)
            .or_else(|| self.provenance_of_halves(card, face, id));
        self.mark_doubt(provenance, self.fact(fact, id))
    }

    /// The printed form of a fact; the names of both values, if it is one of two.
    fn print(&self, print: &str, id: AttributeId) -> String {
        let values = self
            .game()
            .get_attribute(id)
            .map_or(&[][..], |of| of.values());
        let mut names = Vec::new();
        for word in print.split(DISPUTE_MARK) {
            let value = values.iter().find(|value| value.id == word);
            names.push(value.map_or(word, |value| value.name.get(self.lang)));
        }
        names.join(&DISPUTE_MARK.to_string())
    }

    /// Returns the worst provenance of the halves of a face, from which its own fact is derived.
    fn provenance_of_halves(
        &self,
        card: Card<'_>,
        face: FaceId,
        id: AttributeId,
    ) -> Option<Provenance> {
        let stored = self
            .game()
            .halves(face)
            .filter_map(|half| card.stored(half, id));
        // Grades are in order, best first: the whole is only as good as its weakest half.
        stored.map(|s| s.provenance).max_by_key(|p| p.grade)
    }

    fn value_name(&self, id: AttributeId, value: ValueId) -> &'a str {
        let named = self
            .game()
            .get_attribute(id)
            .and_then(|a| a.values().get(value.index()));
        named.map_or("?", |named| named.name.get(self.lang))
    }

    /// Returns a fact as text, without marks; not its print.
    pub fn fact(&self, fact: Fact<'_>, id: AttributeId) -> String {
        match fact {
            Fact::Absent => String::new(),
            Fact::Unknown(known) => self.bounds(known),
            Fact::Number(number) => self.number(number),
            Fact::Choice(choices) => {
                let words: Vec<String> = choices.values().iter().map(|n| self.number(*n)).collect();
                words.join(word!(self.lang, " or "))
            }
            Fact::Text { shown, .. } => shown.to_owned(),
            Fact::Enum(value) => self.value_name(id, value).to_owned(),
            Fact::Set(set) => {
                let each = count_values(set).into_iter().map(|(value, n)| match n {
                    1 => self.value_name(id, value).to_owned(),
                    n => format!("{} {n}", self.value_name(id, value)),
                });
                each.collect::<Vec<_>>().join(", ")
            }
            Fact::Flag(flag) => {
                if flag { word!(self.lang, "yes") } else { word!(self.lang, "no") }.to_owned()
            }
            Fact::Date(date) => date.to_string(),
        }
    }

    /// Returns the amount of an effect that filters read; `None` if the card prints none.
    pub fn amount(&self, card: Card<'_>, field: Field) -> Option<Bounds> {
        let world = World::from_catalog(self.catalog).with_lens(self.lens);
        let number = field.values(&world, card.index(), None).number;
        let (min, max) = (to_number(number.low()), to_number(number.high()));
        match number.presence() {
            Presence::Certain => Some(Bounds { min, max }),
            Presence::Perhaps => Some(Bounds::OPEN),
            Presence::Never => None,
        }
    }

    /// Returns the bounds of an unknown number in words; `?` if both are open.
    pub fn bounds(&self, known: Bounds) -> String {
        match (known.min, known.max) {
            (None, None) => "?".to_owned(),
            (Some(min), Some(max)) if min == max => self.number(min),
            (Some(min), Some(max)) => {
                format!("{} {} {}", self.number(min), word!(self.lang, "to"), self.number(max))
            }
            (Some(min), None) if self.short => format!("{}+", self.number(min)),
            (Some(min), None) => {
                format!("{} {}", self.number(min), word!(self.lang, "or more"))
            }
            (None, Some(max)) => {
                format!("{} {}", word!(self.lang, "at most"), self.number(max))
            }
        }
    }

    /// Returns the effects of a face, all or those of one trigger, with "or" between alternatives;
    /// `?` at the end if there may be more.
    pub fn effects(&self, card: Card<'_>, face: FaceId, when: Option<TriggerId>) -> String {
        let mut effects = card.effects(self.game(), face, self.lens);
        effects
            .known
            .retain(|e| when.is_none() || e.trigger == when);
        let mut parts: Vec<(Option<(FaceId, u8)>, String)> = Vec::new();
        for effect in &effects.known {
            let text = self.mark_doubt(Some(effect.provenance), self.effect(effect));
            let group = effect.choice.map(|c| (effect.face, c));
            match parts
                .last_mut()
                .filter(|(last, _)| group.is_some() && *last == group)
            {
                Some((_, joined)) => {
                    joined.push_str(word!(self.lang, " or "));
                    joined.push_str(&text);
                }
                None => parts.push((group, text)),
            }
        }
        if effects.is_open {
            parts.push((None, "?".to_owned()));
        }
        let none = parts.is_empty() && when.is_none() && self.marks && self.lens == Lens::Shipped;
        // No effect is known, but there may be some.
        if none && card.effects(self.game(), face, Lens::Attested).is_open {
            return format!("{DOUBT_MARK}{}", word!(self.lang, "none"));
        }
        parts
            .into_iter()
            .map(|(_, text)| text)
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Returns one effect in words: `combat 4 (ally)`.
    pub fn effect(&self, effect: &Effect) -> String {
        let def = self.game().effects.get(effect.effect.index());
        let mut text = def.map_or("?", |e| e.named.name.get(self.lang)).to_owned();
        match effect.amount {
            Fact::Number(number) => text.push_str(&format!(" {}", self.number(number))),
            Fact::Unknown(known) => text.push_str(&format!(" {}", self.bounds(known))),
            _ => {}
        }
        if let Some(trigger) = effect
            .trigger
            .and_then(|t| self.game().triggers.get(t.index()))
        {
            text.push_str(&format!(" ({})", trigger.named.name.get(self.lang)));
        }
        text
    }
}

/// Returns the distinct values of a set with their counts, in the order of the card.
pub fn count_values(set: SetFact<'_>) -> Vec<(sleeve_data::model::ValueId, u32)> {
    let mut counts: Vec<(sleeve_data::model::ValueId, u32)> = Vec::new();
    for (value, n) in set.iter() {
        match counts.iter_mut().find(|(v, _)| *v == value) {
            Some((_, total)) => *total += n,
            None => counts.push((value, n)),
        }
    }
    counts
}

fn to_number(end: Option<Rational>) -> Option<Number> {
    end?.scaled(Number::SCALE)?
        .to_integer()
        .map(Number::from_millionths)
}

/// Returns the sources of a card's facts: each provenance with the names of its fields, best grade
/// first.
pub fn sources(view: &FactStyle<'_>, card: Card<'_>) -> Vec<(Provenance, Vec<String>)> {
    let game = &view.catalog.game;
    let record = view.catalog.cards.record(card.index());
    let mut named = vec![(record.id_provenance, "id".to_owned())];
    if !record.quantity.is_empty() && record.quantity_provenance != record.provenance {
        named.push((record.quantity_provenance, say!(view.lang, "copies in a box")));
    }
    for face in &record.faces {
        let prefix = match game.faces.get(face.face.index()) {
            Some(def) if face.face != FRONT => format!("{}.", def.named.name.get(view.lang)),
            _ => String::new(),
        };
        for (id, fact) in &face.facts {
            let word = game
                .get_attribute(*id)
                .map_or("", |a| a.named.name.get(view.lang));
            named.push((fact.provenance, format!("{prefix}{word}")));
        }
        let effects = format!("{prefix}{}", word!(view.lang, "effects"));
        for effect in &face.effects {
            named.push((effect.provenance, effects.clone()));
        }
        // That a part has no effects is only worth a source if it may be wrong.
        let none = face
            .effects_complete
            .filter(|p| face.effects.is_empty() && !p.grade.is_attested());
        named.extend(none.map(|provenance| (provenance, effects)));
    }
    let mut by_provenance: BTreeMap<(u8, Option<u8>), (Provenance, Vec<String>)> = BTreeMap::new();
    for (provenance, word) in named {
        let at = (provenance.grade as u8, provenance.source);
        let (_, words) = by_provenance
            .entry(at)
            .or_insert_with(|| (provenance, Vec::new()));
        if !words.contains(&word) {
            words.push(word);
        }
    }
    by_provenance.into_values().collect()
}
