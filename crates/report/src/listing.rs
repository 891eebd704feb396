//! A list of cards as a table: the columns that say something of just these cards.

use super::fact::{FactStyle, MARK};
use super::order::{groups, rank};
use super::style::Style;
use super::table::{Column, TextTable};
use sleeve_data::model::{Card, CardIndex, FRONT};
use sleeve_language::{Field, FieldKind};
use std::collections::{BTreeSet, HashSet};
use std::io::{self, Write};

/// Cards to be listed, in their order.
pub struct Listing<'a> {
    /// How facts are written.
    pub view: FactStyle<'a>,
    /// The cards.
    pub cards: &'a [CardIndex],
    /// The columns that the user chose; otherwise those that say something.
    pub columns: Option<&'a [Field]>,
    /// Fields that the user asked about, which are shown whether they vary or not.
    pub asked: &'a [Field],
    /// The field by which the cards are grouped.
    pub group: Option<Field>,
    /// The largest number of cards shown, of each group where there are groups.
    pub limit: Option<usize>,
}

/// A group of a listing: the value its cards share, and their positions in the list.
pub struct ListingSection {
    /// The value, as text; empty where nothing is printed.
    pub value: String,
    /// Positions in [`Listing::cards`].
    pub rows: Vec<usize>,
}

impl<'a> Listing<'a> {
    fn card(&self, index: CardIndex) -> Card<'a> {
        self.view.catalog.cards.card(index)
    }

    /// The groups, values in order, what is unknown and what is not printed last.
    pub fn sections(&self, field: Field) -> Vec<ListingSection> {
        let mut keyed: Vec<(super::order::CardOrder, ListingSection)> = Vec::new();
        for (row, index) in self.cards.iter().enumerate() {
            for (rank, value) in groups(&self.view, self.card(*index), field) {
                match keyed.iter_mut().find(|(r, s)| *r == rank && s.value == value) {
                    Some((_, section)) => section.rows.push(row),
                    None => keyed.push((rank, ListingSection { value, rows: vec![row] })),
                }
            }
        }
        keyed.sort_by(|(a, _), (b, _)| a.compare(b, false));
        keyed.into_iter().map(|(_, section)| section).collect()
    }

    /// Prints the table, what it left out and what its marks mean.
    pub fn write(&self, out: &mut dyn Write, style: &Style) -> io::Result<()> {
        let out = &mut style.setting(out);
        let sections = self.group.map(|field| (field, self.sections(field)));
        let most = self.limit.unwrap_or(usize::MAX);
        let shown: BTreeSet<usize> = match &sections {
            Some((_, all)) => all.iter().flat_map(|s| s.rows.iter().take(most)).copied().collect(),
            None => (0..self.cards.len().min(most)).collect(),
        };
        let fields = self.fields(&shown);
        let (mut table, marks) = self.table(&fields, &shown);
        let stays = |i: usize| {
            let asked = |f: &Field| f.kind == FieldKind::Name || self.asked.contains(f);
            self.columns.is_some() || fields.get(i).is_some_and(asked)
        };
        let dropped = table.fit(style, stays);
        match &sections {
            None => {
                if !table.is_empty() {
                    table.write(out, style)?;
                }
                self.more(out, style, self.cards.len() - shown.len(), !table.is_empty())?;
            }
            Some((field, all)) => self.write_sections(out, style, &table, *field, all, &shown)?,
        }
        self.remarks(out, style, &dropped, marks)
    }

    fn write_sections(
        &self,
        out: &mut dyn Write,
        style: &Style,
        table: &TextTable,
        field: Field,
        all: &[ListingSection],
        shown: &BTreeSet<usize>,
    ) -> io::Result<()> {
        let label = field.heading(&self.view.catalog.game, style.lang);
        let most = self.limit.unwrap_or(usize::MAX);
        let heading = |section: &ListingSection| {
            let value = match section.value.as_str() {
                "" => style.say("none", "aucun"),
                value => value,
            };
            format!("{label} {value}{}{}", style.lang.colon(), cards(style, section.rows.len()))
        };
        let position = |row: &usize| shown.iter().position(|s| s == row);
        let rows = |s: &ListingSection| s.rows.iter().take(most).filter_map(position).collect();
        let headed: Vec<(String, Vec<usize>)> = all.iter().map(|s| (heading(s), rows(s))).collect();
        table.write_sections(out, style, &headed)
    }

    fn more(&self, out: &mut dyn Write, style: &Style, more: usize, rows: bool) -> io::Result<()> {
        if more == 0 {
            return Ok(());
        }
        let text = if rows {
            format!("{} {}", style.say("and", "et"), more_cards(style, more))
        } else {
            cards(style, more)
        };
        writeln!(out, "{}", style.dim(&text))
    }

    fn remarks(
        &self,
        out: &mut dyn Write,
        style: &Style,
        dropped: &[Column],
        marks: Marks,
    ) -> io::Result<()> {
        let mut lines = Vec::new();
        if !dropped.is_empty() {
            let names: Vec<&str> = dropped.iter().map(|c| c.heading.as_str()).collect();
            let left_out = style.say("no room for", "faute de place, sans");
            lines.push(format!("{left_out}{}{} (--columns)", style.lang.colon(), names.join(", ")));
        }
        lines.extend(legend(style, marks.star, marks.doubt).into_iter().map(str::to_owned));
        lines.iter().try_for_each(|line| writeln!(out, "{}", style.dim(line)))
    }

    fn table(&self, fields: &[Field], shown: &BTreeSet<usize>) -> (TextTable, Marks) {
        let game = &self.view.catalog.game;
        let column = |f: &Field| Column {
            heading: f.heading(game, self.view.lang),
            numeric: f.kind.is_numeric(game),
        };
        let mut table = TextTable::new(fields.iter().map(column).collect());
        let mut marks = Marks::default();
        let starred = !fields.iter().any(|f| f.kind == FieldKind::Id);
        for index in shown.iter().filter_map(|row| self.cards.get(*row)) {
            let card = self.card(*index);
            let star = !card.id_provenance().grade.is_attested();
            marks.star |= star;
            table.row(fields.iter().map(|field| {
                let text = self.view.field(card, *field);
                marks.doubt |= text.starts_with(MARK) || text.contains(" ~");
                match field.kind {
                    FieldKind::Name if star && starred && field.face == FRONT => {
                        format!("{text} *")
                    }
                    _ => text,
                }
            }));
        }
        (table, marks)
    }

    /// The columns: those asked for, or the name and what varies.
    fn fields(&self, shown: &BTreeSet<usize>) -> Vec<Field> {
        if let Some(columns) = self.columns {
            return columns.to_vec();
        }
        let cards: Vec<Card<'a>> =
            shown.iter().filter_map(|row| self.cards.get(*row)).map(|i| self.card(*i)).collect();
        let game = &self.view.catalog.game;
        let usual: Vec<Field> =
            game.columns.iter().filter_map(|word| Field::parse(game, word)).collect();
        let mut fields = vec![Field::front(FieldKind::Name)];
        let asked = self.asked.iter().filter(|f| !usual.contains(f) && f.kind != FieldKind::Name);
        fields.extend(asked);
        fields.extend(usual.iter().filter(|f| !fields.contains(f)).copied().collect::<Vec<_>>());
        fields.retain(|field| {
            field.kind == FieldKind::Name
                || (self.group != Some(*field) || self.asked.contains(field))
                    && (self.asked.contains(field) || self.speaks(&cards, *field))
        });
        let names: HashSet<String> = cards.iter().map(|c| self.view.name(*c, FRONT)).collect();
        let id = Field::front(FieldKind::Id);
        if names.len() < cards.len() && !fields.contains(&id) {
            fields.insert(1, id);
        }
        fields
    }

    /// Whether a column says something of these cards that the name does not.
    fn speaks(&self, cards: &[Card<'a>], field: Field) -> bool {
        let Some((first, rest)) = cards.split_first() else { return false };
        let repeats = |card: &Card<'a>| {
            let text = FactStyle { marks: false, ..self.view }.field(*card, field);
            text == card.id() || text == self.view.name(*card, FRONT)
        };
        if rest.is_empty() {
            return !self.view.field(*first, field).is_empty() && !repeats(first);
        }
        let value = rank(&self.view, *first, field);
        rest.iter().any(|card| rank(&self.view, *card, field) != value)
            && !cards.iter().all(repeats)
    }
}

const STAR: (&str, &str) = (
    "* the id itself is a stand-in: nobody has published this card",
    "* l'identifiant même est provisoire : personne n'a publié cette carte",
);
const DOUBT: (&str, &str) = (
    "~ not attested: a stand-in or an inference; --attested leaves it out",
    "~ non attesté : valeur provisoire ou supposée ; --attested l'écarte",
);

#[derive(Clone, Copy, Default)]
struct Marks {
    star: bool,
    doubt: bool,
}

/// What the marks of cards and values mean, for those that were used.
pub fn legend(style: &Style, star: bool, doubt: bool) -> Vec<&'static str> {
    let lines = [(star, STAR), (doubt, DOUBT)];
    let used = lines.into_iter().filter(|(used, _)| *used);
    used.map(|(_, (en, fr))| if style.lang == sleeve_data::model::Lang::Fr { fr } else { en })
        .collect()
}

/// `1 card`, `3 cards`.
pub fn cards(style: &Style, count: usize) -> String {
    match count {
        1 => style.say("1 card", "1 carte").to_owned(),
        n => format!("{n} {}", style.say("cards", "cartes")),
    }
}

fn more_cards(style: &Style, count: usize) -> String {
    match count {
        1 => style.say("1 more card", "1 autre carte").to_owned(),
        n => format!("{n} {}", style.say("more cards", "autres cartes")),
    }
}
