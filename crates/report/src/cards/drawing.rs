//! A card drawn with box characters, in the layout of its game.
//!
//! `grid` arranges the cells inside a box.

use crate::{
    cards::{
        DOUBT_MARK, FactStyle,
        grid::{self, Band, GridCell, GridLine, GridRow},
        setup, sources,
    },
    text::{
        Style,
        escape::safe,
        lines::{wrap, wrap_beside},
    },
};
use sleeve_data::{
    Arrange,
    model::{
        Card, FRONT, FaceId, Fact,
        game::{CARD_NAME_SEPARATOR, Layout},
    },
};
use sleeve_language::{Field, FieldKind};
use std::{
    collections::BTreeSet,
    io::{self, Write},
};
use unicode_width::UnicodeWidthStr;

/// Columns between two boxes.
const BOX_GAP: usize = 1;
/// Columns of the narrowest box, its border included.
const NARROWEST_BOX: usize = 26;
/// Columns of the widest box, its border included.
const WIDEST_BOX: usize = 46;

/// Draws `cards` side by side: one card, or all of one group. Below, lists the facts of the `asked`
/// cards that have no place in the drawing; with `all`, also technical fields and defaults.
pub fn draw_cards(
    out: &mut dyn Write,
    style: &Style,
    view: &FactStyle<'_>,
    cards: &[Card<'_>],
    asked: &[Card<'_>],
    all: bool,
) -> io::Result<()> {
    let out = &mut style.typesetter(out);
    let drawer = CardDrawer { style, view, all };
    if let [card] = cards {
        writeln!(out, "{}", drawer.heading(*card))?;
    }
    for band in drawer.split_faces(cards) {
        for line in drawer.draw_faces(&band) {
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    drawer.write_facts(out, asked)?;
    drawer.write_legend(out, cards)
}

/// Returns the field by which cards of this kind are drawn side by side, if the game has one.
pub fn group_field(view: &FactStyle<'_>, card: Card<'_>) -> Option<Field> {
    let layout = find_layout(view, card)?;
    Field::parse(&view.catalog.game, layout.group.as_deref()?)
}

fn find_layout<'a>(view: &FactStyle<'a>, card: Card<'_>) -> Option<&'a Layout> {
    view.catalog
        .game
        .layouts
        .iter()
        .find(|l| l.kind == card.kind())
}

/// Lines of a label and a text.
type LabelledTexts = Vec<(String, String)>;

/// Least width of a text next to its label, in columns.
const LEAST_TEXT_WIDTH: usize = 24;

/// Most other names of a card that are shown.
const NAMES_SHOWN: usize = 6;

#[derive(Clone, Copy)]
struct FaceView<'a> {
    card: Card<'a>,
    face: FaceId,
    rows: &'a [Vec<String>],
    titled: bool,
}

struct CardDrawer<'a> {
    style: &'a Style,
    view: &'a FactStyle<'a>,
    /// Whether to show technical fields and defaults too.
    all: bool,
}

impl<'a> CardDrawer<'a> {
    fn heading(&self, card: Card<'_>) -> String {
        let dot = if self.style.unicode { " · " } else { " - " };
        let name = self.view.name(card, FRONT);
        let id = self.view.id(card);
        let first = safe(if name == card.id() { &id } else { &name }).into_owned();
        let mut rest = vec![self.view.kind(card).to_owned()];
        if name != card.id() {
            rest.insert(0, safe(&id).into_owned());
        }
        let below = rest.join(dot);
        if first.width() + dot.width() + below.width() <= self.style.width {
            return format!("{}{dot}{below}", self.style.bold(&first));
        }
        let name = wrap(&first, self.style.width, self.style)
            .into_iter()
            .map(|line| self.style.bold(&line));
        name.chain(wrap(&below, self.style.width, self.style))
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Splits the faces of cards into bands that each fit on one row.
    fn split_faces(&self, cards: &[Card<'a>]) -> Vec<Vec<FaceView<'a>>> {
        let game = &self.view.catalog.game;
        let mut sides = Vec::new();
        for card in cards {
            let mut views = Vec::new();
            for (name, rows) in find_layout(self.view, *card).map_or(&[][..], |l| &l.faces) {
                if let Some(face) = game.face(name).filter(|face| card.has_face(*face)) {
                    views.push(FaceView { card: *card, face, rows, titled: false });
                }
            }
            let titled = views.len() > 1;
            sides.extend(views.into_iter().map(|view| FaceView { titled, ..view }));
        }
        // With several cards, the same faces are side by side.
        sides.arrange_by_key(|side| if cards.len() > 1 { side.face.0 } else { 0 });
        let fitting = ((self.style.width + BOX_GAP) / (NARROWEST_BOX + BOX_GAP)).max(1);
        sides
            .chunks(fitting)
            .map(<[FaceView<'a>]>::to_vec)
            .collect()
    }

    fn draw_faces(&self, sides: &[FaceView<'a>]) -> Vec<String> {
        let count = sides.len().max(1);
        let share = (self.style.width - BOX_GAP * (count - 1)) / count;
        let width = share.min(WIDEST_BOX);
        // Without a border and a blank on each side.
        let inner = width.saturating_sub(4);
        let cells: Vec<Vec<GridRow>> = sides.iter().map(|side| self.grid_rows(*side)).collect();
        let alike = sides
            .windows(2)
            .all(|w| matches!(w, [a, b] if a.rows == b.rows && a.face == b.face));
        // Boxes of one layout are set together, so their lines match.
        let boxes: Vec<Vec<Band>> = if alike {
            grid::set_boxes(cells, inner, self.style)
        } else {
            cells
                .into_iter()
                .flat_map(|c| grid::set_boxes(vec![c], inner, self.style))
                .collect()
        };
        let mut drawn: Vec<Vec<String>> = sides
            .iter()
            .zip(&boxes)
            .map(|(side, rows)| self.draw_box(*side, rows, width))
            .collect();
        let tallest = drawn.iter().map(Vec::len).max().unwrap_or(0);
        let empty = self.draw_line(&GridLine::default(), width);
        for lines in &mut drawn {
            // Shorter boxes are filled up above their lower border, so that all end on the same
            // line.
            let bottom = lines.pop();
            lines.resize(tallest.saturating_sub(1), empty.clone());
            lines.extend(bottom);
        }
        (0..tallest)
            .map(|i| {
                let parts: Vec<&str> = drawn
                    .iter()
                    .filter_map(|d| d.get(i))
                    .map(String::as_str)
                    .collect();
                parts.join(&" ".repeat(BOX_GAP))
            })
            .collect()
    }

    /// Fills the rows of a layout with the facts of a face.
    fn grid_rows(&self, side: FaceView<'_>) -> Vec<GridRow> {
        side.rows
            .iter()
            .map(|words| self.grid_row(side, words))
            .collect()
    }

    /// The row is of the half that a field in it is of, if there is one.
    fn grid_row(&self, side: FaceView<'_>, words: &[String]) -> GridRow {
        let mut part = side.face;
        let last = words.len().saturating_sub(1).max(1) as f64;
        let mut cells: Vec<Option<GridCell>> = Vec::new();
        for (i, word) in words.iter().enumerate() {
            let Some((face, cell)) = self.grid_cell(side, word) else {
                cells.push(None);
                continue;
            };
            if face != side.face {
                part = face;
            }
            let placed = GridCell { anchor: i as f64 / last, ..cell };
            cells.push(Some(placed).filter(|cell| !cell.is_empty()));
        }
        GridRow { cells, part, half: part != side.face }
    }

    fn grid_cell(&self, side: FaceView<'_>, word: &str) -> Option<(FaceId, GridCell)> {
        let game = &self.view.catalog.game;
        let mut field = Field::parse(game, word)?;
        // A layout names the fields of its own face without the face.
        if field.face == FRONT {
            field.face = side.face;
        }
        let value = safe(&self.view.field(side.card, field)).into_owned();
        let (label, value) = match field.kind {
            FieldKind::Attribute(id) => self.label_value(side.card, field, id, value),
            _ => (String::new(), value),
        };
        let title = field.kind == FieldKind::Name;
        Some((field.face, GridCell { anchor: 0.0, label, value, title }))
    }

    /// Returns the label and value of an attribute. Numbers, texts and unknown values have a label;
    /// values of a list are clear without one.
    fn label_value(
        &self,
        card: Card<'_>,
        field: Field,
        id: sleeve_data::model::AttributeId,
        value: String,
    ) -> (String, String) {
        let game = &self.view.catalog.game;
        let label = Field::attribute(id).heading(game, self.style.lang);
        match card.fact(game, field.face, id, self.view.lens) {
            Fact::Absent | Fact::Flag(false) => Default::default(),
            Fact::Flag(true) => {
                let mark = if value.starts_with(DOUBT_MARK) { "~" } else { "" };
                (String::new(), format!("{mark}{label}"))
            }
            Fact::Enum(_) | Fact::Set(_) => (String::new(), value),
            _ if value == card.id() => (String::new(), value),
            _ => (label, value),
        }
    }

    fn draw_box(&self, side: FaceView<'_>, rows: &[Band], width: usize) -> Vec<String> {
        let [h, tl, tr, bl, br, ml, mr, dash] = if self.style.unicode {
            ["─", "┌", "┐", "└", "┘", "├", "┤", "┄"]
        } else {
            ["-", "+", "+", "+", "+", "+", "+", "-"]
        };
        let face = self.view.catalog.game.faces.get(side.face.index());
        let title = match face.filter(|_| side.titled) {
            Some(face) => format!("{h} {} ", safe(face.named.name.get(self.style.lang))),
            None => String::new(),
        };
        let fill = (width - 2).saturating_sub(title.width());
        let mut lines = vec![
            self.style
                .dim(&format!("{tl}{title}{}{tr}", h.repeat(fill))),
        ];
        let mut previous_part: Option<FaceId> = None;
        for row in rows.iter().filter(|r| !r.lines.is_empty()) {
            if previous_part.is_some_and(|part| part != row.part) {
                lines.push(
                    self.style
                        .dim(&format!("{ml}{}{mr}", dash.repeat(width - 2))),
                );
            }
            previous_part = Some(row.part);
            lines.extend(row.lines.iter().map(|line| self.draw_line(line, width)));
        }
        lines.push(self.style.dim(&format!("{bl}{}{br}", h.repeat(width - 2))));
        lines
    }

    fn draw_line(&self, line: &GridLine, width: usize) -> String {
        let v = self.style.dim(if self.style.unicode { "│" } else { "|" });
        let fill = " ".repeat((width - 4).saturating_sub(line.width));
        format!("{v} {}{fill} {v}", line.text)
    }

    /// Writes the facts that are not drawn, and the sources of all facts: once if they are the same
    /// for all cards.
    fn write_facts(&self, out: &mut dyn Write, cards: &[Card<'_>]) -> io::Result<()> {
        let facts_by_card: Vec<(String, LabelledTexts)> = cards
            .iter()
            .map(|card| (self.view.name(*card, FRONT), self.list_facts(*card)))
            .collect();
        let Some((_, first)) = facts_by_card.first() else { return Ok(()) };
        let mut shared = first.clone();
        shared.retain(|row| facts_by_card.iter().all(|(_, rows)| rows.contains(row)));
        self.write_labelled_texts(out, &shared)?;
        for (name, rows) in &facts_by_card {
            let mut own_rows = rows.clone();
            own_rows.retain(|row| !shared.contains(row));
            if !own_rows.is_empty() {
                writeln!(out, "{}", self.style.bold(&safe(name)))?;
                self.write_labelled_texts(out, &own_rows)?;
            }
        }
        Ok(())
    }

    fn write_labelled_texts(&self, out: &mut dyn Write, rows: &LabelledTexts) -> io::Result<()> {
        let indent = rows
            .iter()
            .map(|(label, _)| label.width())
            .max()
            .unwrap_or(0)
            + 2;
        let mut previous_label = "";
        for (label, text) in rows {
            let heading = if previous_label == label { "" } else { label };
            previous_label = label;
            let heading = safe(heading);
            if self.style.width < indent + LEAST_TEXT_WIDTH {
                // Too narrow for two columns: the text goes below its label.
                if !heading.is_empty() {
                    writeln!(out, "{}", self.style.dim(&heading))?;
                }
                for line in wrap(&safe(text), self.style.width.saturating_sub(2), self.style) {
                    writeln!(out, "  {line}")?;
                }
                continue;
            }
            let lines = wrap_beside(&heading, &safe(text), indent, self.style);
            for (at, line) in lines.iter().enumerate() {
                match line
                    .strip_prefix(&*heading)
                    .filter(|_| at == 0 && !heading.is_empty())
                {
                    Some(rest) => writeln!(out, "{}{rest}", self.style.dim(&heading))?,
                    None => writeln!(out, "{line}")?,
                }
            }
        }
        Ok(())
    }

    fn list_facts(&self, card: Card<'_>) -> LabelledTexts {
        let mut rows = self.other_names(card);
        let view = FactStyle { short: false, ..*self.view };
        let common = [
            (word!(self.style.lang, "Set"), view.field(card, Field::front(FieldKind::Set))),
            (
                word!(self.style.lang, "In a box"),
                view.field(card, Field::front(FieldKind::Quantity)),
            ),
        ];
        rows.extend(
            common
                .into_iter()
                .map(|(label, text)| (label.to_owned(), text)),
        );
        rows.extend(self.facts_without_cell(card));
        rows.retain(|(_, text)| !text.is_empty());
        let set_out = setup::set_out_lines(view.catalog, card, self.style.lang);
        let label = word!(self.style.lang, "Sets out");
        rows.extend(set_out.into_iter().map(|line| (label.to_owned(), line)));
        let rules = crate::reference::card_rule_lines(view.catalog, card, self.style.lang);
        let label = word!(self.style.lang, "Rule");
        rows.extend(rules.into_iter().map(|line| (label.to_owned(), line)));
        for (provenance, words) in sources(self.view, card) {
            let label = word!(self.style.lang, "Sources");
            rows.push((
                label.to_owned(),
                format!("{} ({})", view.provenance(provenance), words.join(", ")),
            ));
        }
        rows
    }

    fn other_names(&self, card: Card<'_>) -> LabelledTexts {
        let shown_name = self.view.name(card, FRONT);
        let others: Vec<&str> = card
            .names()
            .map(|(_, name, _)| name)
            .filter(|n| *n != shown_name)
            .collect();
        let mut text = others
            .iter()
            .take(NAMES_SHOWN)
            .copied()
            .collect::<Vec<_>>()
            .join(", ");
        if others.len() > NAMES_SHOWN {
            let more = others.len() - NAMES_SHOWN;
            text.push_str(&say!(self.style.lang, more, " and {more} more"));
        }
        vec![(say!(self.style.lang, "Also"), text)]
    }

    /// Returns the facts that have no cell in the layout.
    fn facts_without_cell(&self, card: Card<'_>) -> LabelledTexts {
        let game = &self.view.catalog.game;
        let layout = find_layout(self.view, card);
        let mut drawn: Vec<Field> = Vec::new();
        for (face, rows) in layout.map_or(&[][..], |l| l.faces.as_slice()) {
            let face = game.face(face).unwrap_or(FRONT);
            let fields = rows
                .iter()
                .flatten()
                .filter_map(|word| Field::parse(game, word));
            drawn.extend(fields.map(|f| if f.face == FRONT { Field { face, ..f } } else { f }));
        }
        let effects = drawn.iter().any(|f| f.kind == FieldKind::Effect(None));
        let ids = (0..game.attributes.len() as u16).map(sleeve_data::model::AttributeId);
        let facts = ids
            .map(FieldKind::Attribute)
            .chain((!effects).then_some(FieldKind::Effect(None)));
        let kinds: Vec<FieldKind> = facts.collect();
        let mut rows = Vec::new();
        for face in (0..game.faces.len().max(1) as u8)
            .map(FaceId)
            .filter(|f| card.has_face(*f))
        {
            for kind in &kinds {
                let field = Field { face, kind: *kind };
                if drawn.contains(&field) || !self.is_listed(card, field) {
                    continue;
                }
                let plain = FactStyle { marks: false, ..*self.view }.field(card, field);
                // The heading already shows id and name.
                if plain != card.id() && plain != self.view.name(card, FRONT) {
                    let links = self.link_cards(card, field);
                    let text = links.unwrap_or_else(|| self.view.field(card, field));
                    rows.push((field.heading(game, self.style.lang), text));
                }
            }
        }
        rows
    }

    /// Whether a field without a place in the layout is listed.
    fn is_listed(&self, card: Card<'_>, field: Field) -> bool {
        let game = &self.view.catalog.game;
        let FieldKind::Attribute(id) = field.kind else { return true };
        let is_stored = card.stored(field.face, id).is_some();
        if field.face != FRONT && !is_stored {
            return false;
        }
        let is_hidden = game
            .get_attribute(id)
            .is_some_and(|attribute| attribute.hidden);
        // A default of the game is not a fact about this card.
        let is_default = !is_stored
            && !game
                .halves(FRONT)
                .any(|half| card.stored(half, id).is_some());
        self.all || !(is_hidden || is_default)
    }

    /// Returns the cards in a field with their ids, grouped by name.
    fn link_cards(&self, card: Card<'_>, field: Field) -> Option<String> {
        let FieldKind::Attribute(id) = field.kind else { return None };
        let Fact::Text { shown, .. } =
            card.fact(&self.view.catalog.game, field.face, id, self.view.lens)
        else {
            return None;
        };
        if !field.kind.holds_cards(&self.view.catalog.game) {
            return None;
        }
        let cards = &self.view.catalog.cards;
        let mut seen = BTreeSet::new();
        let mut links: Vec<(String, Vec<String>)> = Vec::new();
        for name in shown.split(CARD_NAME_SEPARATOR) {
            let named = cards.find_held(name);
            if named.is_empty() {
                links.push((name.to_owned(), Vec::new()));
            }
            for index in named.into_iter().filter(|index| seen.insert(*index)) {
                let other = cards.card(index);
                let (name, id) = (self.view.name(other, FRONT), self.view.id(other));
                match links.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, ids)) => ids.push(id),
                    None => links.push((name, vec![id])),
                }
            }
        }
        let mut texts = Vec::new();
        for (name, ids) in links {
            texts.push(if ids.is_empty() { name } else { format!("{name} ({})", ids.join(", ")) });
        }
        Some(texts.join(CARD_NAME_SEPARATOR))
    }

    fn write_legend(&self, out: &mut dyn Write, cards: &[Card<'_>]) -> io::Result<()> {
        let mut all_sources = cards.iter().flat_map(|card| sources(self.view, *card));
        let doubtful = all_sources
            .any(|(source, words)| !source.grade.is_attested() && words.iter().any(|w| w != "id"));
        let starred = cards
            .iter()
            .any(|card| !card.id_provenance().grade.is_attested());
        let lines = crate::cards::listing::legend(self.style, starred, doubtful && self.view.marks);
        let broken = lines
            .iter()
            .flat_map(|line| wrap(line, self.style.width, self.style));
        broken
            .into_iter()
            .try_for_each(|line| writeln!(out, "{}", self.style.dim(&line)))
    }
}
