//! A list of cards as a table, its order and its groups.

use crate::{
    cards::{DOUBT_MARK, FactStyle, count_values},
    text::{
        Style,
        table::{Column, TextTable},
    },
};
use sleeve_data::{
    Arrange,
    model::{
        Bounds, Card, CardIndex, Date, EffectId, FRONT, Fact, Lang, Number, fold::fold, game::Named,
    },
    problem::Phrase,
};
use sleeve_language::field::{Field, FieldKind, release_day};
use std::{
    cmp::Ordering,
    collections::{BTreeSet, HashMap, HashSet},
    io::{self, Write},
};

/// A list of cards in their final order.
pub struct Listing<'a> {
    pub view: FactStyle<'a>,
    pub cards: &'a [CardIndex],
    /// Columns that the user chose; `None` shows those that vary.
    pub columns: Option<&'a [Field]>,
    /// Fields that the user filtered by; they are shown even if they do not vary.
    pub asked: &'a [Field],
    pub group: Option<Field>,
    /// Columns before these that are not fields of cards.
    pub beside: &'a [BesideColumn],
    /// Most cards to show; in each group if there are groups.
    pub limit: Option<usize>,
}

/// A column that is not a field of cards.
pub struct BesideColumn {
    /// Its id in sheets.
    pub id: &'static str,
    pub column: Column,
    pub cells: HashMap<CardIndex, String>,
}

impl BesideColumn {
    /// Returns the text for a card; empty without one.
    pub fn cell(&self, card: CardIndex) -> String {
        self.cells.get(&card).cloned().unwrap_or_default()
    }
}

/// A group of a listing.
pub struct ListingSection {
    /// The value that its cards share, as text; empty for cards that do not print it.
    pub value: String,
    /// Indexes into the rows of the listing, from 0.
    pub rows: Vec<usize>,
}

impl<'a> Listing<'a> {
    fn card(&self, index: CardIndex) -> Card<'a> {
        self.view.catalog.cards.card(index)
    }

    /// Groups the cards by a field: values in order, then unknown values, then cards that do not
    /// print it.
    pub fn sections(&self, field: Field) -> Vec<ListingSection> {
        let mut keyed: Vec<(CardOrder, ListingSection)> = Vec::new();
        for (row, index) in self.cards.iter().enumerate() {
            for (rank, value) in card_groups(&self.view, self.card(*index), field) {
                match keyed
                    .iter_mut()
                    .find(|(r, s)| *r == rank && s.value == value)
                {
                    Some((_, section)) => section.rows.push(row),
                    None => keyed.push((rank, ListingSection { value, rows: vec![row] })),
                }
            }
        }
        keyed.arrange_by(|(a, _), (b, _)| a.compare(b, false));
        keyed.into_iter().map(|(_, section)| section).collect()
    }

    /// Prints the table, the dropped columns, and the meaning of the marks.
    pub fn write(&self, out: &mut dyn Write, style: &Style) -> io::Result<()> {
        let out = &mut style.typesetter(out);
        let sections = self.group.map(|field| (field, self.sections(field)));
        let most = self.limit.unwrap_or(usize::MAX);
        // A card in several groups is one row of the table, so that all groups have the same column
        // widths.
        let shown: BTreeSet<usize> = match &sections {
            Some((_, all)) => all
                .iter()
                .flat_map(|s| s.rows.iter().take(most))
                .copied()
                .collect(),
            None => (0..self.cards.len().min(most)).collect(),
        };
        let fields = self.choose_columns(&shown);
        let (mut table, marks) = self.build_table(&fields, &shown);
        let dropped = table.fit(style, |column| self.stays(column, &fields));
        match &sections {
            None => {
                if !table.is_empty() {
                    table.write(out, style)?;
                }
                let remaining = self.cards.len() - shown.len();
                self.write_remaining(out, style, remaining, !table.is_empty())?;
            }
            Some((field, all)) => self.write_sections(out, style, &table, *field, all, &shown)?,
        }
        self.write_remarks(out, style, &dropped, marks)
    }

    /// Whether a column is shown even if the table is too wide with it: those that the user chose
    /// or filtered by, and the name.
    fn stays(&self, column: usize, fields: &[Field]) -> bool {
        if self.columns.is_some() {
            return true;
        }
        let Some(at) = column.checked_sub(self.beside.len()) else { return true };
        fields
            .get(at)
            .is_some_and(|field| field.kind == FieldKind::Name || self.asked.contains(field))
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
        let mut headed = Vec::new();
        for ListingSection { value, rows } in all {
            let value = if value.is_empty() { word!(style.lang, "none") } else { value };
            let cards = count_cards(style, rows.len());
            let heading = format!("{label} {value}{}{cards}", style.lang.colon());
            let rows = rows.iter().take(most);
            let positions = rows.filter_map(|row| shown.iter().position(|other| other == row));
            headed.push((heading, positions.collect()));
        }
        table.write_sections(out, style, &headed)
    }

    fn write_remaining(
        &self,
        out: &mut dyn Write,
        style: &Style,
        more: usize,
        rows: bool,
    ) -> io::Result<()> {
        if more == 0 {
            return Ok(());
        }
        let text = if rows {
            format!("{} {}", word!(style.lang, "and"), count_more_cards(style, more))
        } else {
            count_cards(style, more)
        };
        writeln!(out, "{}", style.dim(&text))
    }

    fn write_remarks(
        &self,
        out: &mut dyn Write,
        style: &Style,
        dropped: &[Column],
        marks: UsedMarks,
    ) -> io::Result<()> {
        let mut lines = Vec::new();
        if !dropped.is_empty() {
            let names: Vec<&str> = dropped.iter().map(|c| c.heading.as_str()).collect();
            let left_out = word!(style.lang, "no room for");
            lines.push(format!("{left_out}{}{} (--columns)", style.lang.colon(), names.join(", ")));
        }
        lines.extend(
            legend(style, marks.star, marks.doubt)
                .into_iter()
                .map(str::to_owned),
        );
        lines
            .iter()
            .try_for_each(|line| writeln!(out, "{}", style.dim(line)))
    }

    fn build_table(&self, fields: &[Field], shown: &BTreeSet<usize>) -> (TextTable, UsedMarks) {
        let game = &self.view.catalog.game;
        let mut columns: Vec<Column> = self
            .beside
            .iter()
            .map(|beside| beside.column.clone())
            .collect();
        for field in fields {
            let heading = field.heading(game, self.view.lang);
            columns.push(Column { heading, numeric: field.kind.is_numeric(game) });
        }
        let mut table = TextTable::new(columns);
        let mut marks = UsedMarks::default();
        let starred = !fields.iter().any(|f| f.kind == FieldKind::Id);
        for index in shown.iter().filter_map(|row| self.cards.get(*row)) {
            let card = self.card(*index);
            let star = !card.id_provenance().grade.is_attested();
            marks.star |= star;
            let beside = self.beside.iter().map(|beside| beside.cell(*index));
            table.row(beside.chain(fields.iter().map(|field| {
                let text = self.view.field(card, *field);
                marks.doubt |= text.starts_with(DOUBT_MARK) || text.contains(" ~");
                match field.kind {
                    FieldKind::Name if star && starred && field.face == FRONT => {
                        format!("{text} *")
                    }
                    _ => text,
                }
            })));
        }
        (table, marks)
    }

    /// Chooses the columns: those that the user chose, or the name and the fields that vary.
    fn choose_columns(&self, shown: &BTreeSet<usize>) -> Vec<Field> {
        if let Some(columns) = self.columns {
            return columns.to_vec();
        }
        let cards: Vec<Card<'a>> = shown
            .iter()
            .filter_map(|row| self.cards.get(*row))
            .map(|i| self.card(*i))
            .collect();
        let game = &self.view.catalog.game;
        let usual: Vec<Field> = game
            .columns
            .iter()
            .filter_map(|word| Field::parse(game, word))
            .collect();
        let mut fields = vec![Field::front(FieldKind::Name)];
        let asked = self
            .asked
            .iter()
            .filter(|f| !usual.contains(f) && f.kind != FieldKind::Name);
        fields.extend(asked);
        // Collected first, because the filter reads the list that grows.
        fields.extend(
            usual
                .iter()
                .filter(|f| !fields.contains(f))
                .copied()
                .collect::<Vec<_>>(),
        );
        // The headings show the field of the groups, so it only gets a column on request.
        fields.retain(|field| {
            field.kind == FieldKind::Name
                || (self.group != Some(*field) || self.asked.contains(field))
                    && (self.asked.contains(field) || self.is_informative(&cards, *field))
        });
        let names: HashSet<String> = cards.iter().map(|c| self.view.name(*c, FRONT)).collect();
        let id = Field::front(FieldKind::Id);
        // Cards of the same name are distinguished by their ids.
        if names.len() < cards.len() && !fields.contains(&id) {
            fields.insert(1, id);
        }
        fields
    }

    /// Whether a column adds to the names of these cards.
    fn is_informative(&self, cards: &[Card<'a>], field: Field) -> bool {
        let Some((first, rest)) = cards.split_first() else { return false };
        if rest.is_empty() {
            return !self.view.field(*first, field).is_empty() && !self.repeats(*first, field);
        }
        let value = rank(&self.view, *first, field);
        rest.iter()
            .any(|card| rank(&self.view, *card, field) != value)
            && !cards.iter().all(|card| self.repeats(*card, field))
    }

    /// Whether the value of a field is only the id or the name of the card.
    fn repeats(&self, card: Card<'a>, field: Field) -> bool {
        // With a mark, a card's name in another column would look like something else.
        let text = FactStyle { marks: false, ..self.view }.field(card, field);
        text == card.id() || text == self.view.name(card, FRONT)
    }
}

const STAR_LEGEND: Phrase = word!("* the id itself is a stand-in: this card was never published");
const DOUBT_LEGEND: Phrase =
    word!("~ not attested: stand-in, inferred or disputed; --attested leaves it out");

#[derive(Clone, Copy, Default)]
struct UsedMarks {
    star: bool,
    doubt: bool,
}

/// Explains the marks `*` and `~`, if they were used.
pub fn legend(style: &Style, star: bool, doubt: bool) -> Vec<&'static str> {
    let stars = star.then_some(STAR_LEGEND);
    let doubts = doubt.then_some(DOUBT_LEGEND);
    stars
        .into_iter()
        .chain(doubts)
        .map(|legend| legend.get(style.lang))
        .collect()
}

/// Counts cards: `1 card`, `3 cards`.
pub fn count_cards(style: &Style, count: usize) -> String {
    match count {
        1 => say!(style.lang, "1 card"),
        n => format!("{n} {}", word!(style.lang, "cards")),
    }
}

pub(super) fn count_more_cards(style: &Style, count: usize) -> String {
    match count {
        1 => say!(style.lang, "1 more card"),
        n => format!("{n} {}", word!(style.lang, "more cards")),
    }
}

/// The value by which a card is ordered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CardOrder {
    /// Smallest and largest value, equal if there is only one.
    Number(Number, Number),
    /// Position of the value in a list of the game.
    Position(u32),
    Date(Date),
    /// Case and accents folded.
    Word(String),
    /// The card prints a value, but it is not known.
    Unknown,
    /// The card does not print the field.
    Absent,
}

impl CardOrder {
    fn certainty_rank(&self) -> u8 {
        match self {
            CardOrder::Absent => 2,
            CardOrder::Unknown => 1,
            _ => 0,
        }
    }

    /// Orders two values; unknown and absent ones come last in either direction.
    pub fn compare(&self, other: &CardOrder, descending: bool) -> Ordering {
        self.certainty_rank()
            .cmp(&other.certainty_rank())
            .then_with(|| {
                let order = match (self, other) {
                    (CardOrder::Number(a, b), CardOrder::Number(c, d)) => (a, b).cmp(&(c, d)),
                    (CardOrder::Position(a), CardOrder::Position(b)) => a.cmp(b),
                    (CardOrder::Date(a), CardOrder::Date(b)) => a.cmp(b),
                    (CardOrder::Word(a), CardOrder::Word(b)) => compare_naturally(a, b),
                    // No other pairs occur, because a field has values of one sort.
                    _ => Ordering::Equal,
                };
                if descending { order.reverse() } else { order }
            })
    }
}

/// Compares texts character by character, but runs of digits by value: `3-9` comes before `3-10`.
pub fn compare_naturally(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    while let (Some(x), Some(y)) = (left.chars().next(), right.chars().next()) {
        let (m, n) = (count_digits(left), count_digits(right));
        if m > 0 && n > 0 {
            let (p, q) = (left[..m].trim_start_matches('0'), right[..n].trim_start_matches('0'));
            // Without leading zeros, the longer run of digits is the larger number, even if no
            // integer type can hold it.
            let order = p.len().cmp(&q.len()).then_with(|| p.cmp(q));
            if order != Ordering::Equal {
                return order;
            }
            (left, right) = (&left[m..], &right[n..]);
        } else if x == y {
            (left, right) = (&left[x.len_utf8()..], &right[y.len_utf8()..]);
        } else {
            return x.cmp(&y);
        }
    }
    // Texts that only differ in leading zeros still need an order.
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

/// Counts the digits that a text begins with.
fn count_digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

/// Returns the value by which a field orders a card.
pub fn rank(view: &FactStyle<'_>, card: Card<'_>, field: Field) -> CardOrder {
    let game = &view.catalog.game;
    match field.kind {
        FieldKind::Id => order_of_text(card.id()),
        FieldKind::Kind => CardOrder::Position(u32::from(card.kind().0)),
        FieldKind::Set => card
            .sets()
            .next()
            .map_or(CardOrder::Absent, |s| CardOrder::Position(u32::from(s.0))),
        FieldKind::Quantity => order_of_count(card.quantities().map(|(_, n)| n).sum()),
        FieldKind::Released => release_day(game, card).map_or(CardOrder::Unknown, CardOrder::Date),
        FieldKind::Provenance => {
            let record = view.catalog.cards.record(card.index());
            CardOrder::Position(record.main_provenance().grade as u32)
        }
        FieldKind::Amount(..) => view
            .amount(card, field)
            .map_or(CardOrder::Absent, order_of_bounds),
        FieldKind::Count(id, value) => match card.fact(game, field.face, id, view.lens) {
            Fact::Set(set) => order_of_count(set.count(value)),
            Fact::Unknown(_) => CardOrder::Unknown,
            _ => CardOrder::Absent,
        },
        FieldKind::Attribute(id) => match card.fact(game, field.face, id, view.lens) {
            Fact::Absent => CardOrder::Absent,
            Fact::Unknown(_) => CardOrder::Unknown,
            Fact::Number(n) => CardOrder::Number(n, n),
            Fact::Choice(choices) => CardOrder::Number(choices.range().0, choices.range().1),
            Fact::Enum(value) => CardOrder::Position(u32::from(value.0)),
            // Cards with the flag come first.
            Fact::Flag(flag) => CardOrder::Position(u32::from(!flag)),
            Fact::Date(date) => CardOrder::Date(date),
            Fact::Text { folded, .. } => CardOrder::Word(folded.to_owned()),
            fact @ Fact::Set(_) => order_of_text(&view.fact(fact, id)),
        },
        FieldKind::Name | FieldKind::Effect(_) => order_of_text(&view.field(card, field)),
        FieldKind::Zone | FieldKind::Listed | FieldKind::Legal | FieldKind::Is | FieldKind::Has => {
            CardOrder::Absent
        }
    }
}

fn order_of_text(text: &str) -> CardOrder {
    if text.is_empty() { CardOrder::Absent } else { CardOrder::Word(fold(text)) }
}

fn order_of_count(count: u32) -> CardOrder {
    match Number::from_integer(i64::from(count)) {
        Some(number) => CardOrder::Number(number, number),
        None => CardOrder::Unknown,
    }
}

fn order_of_bounds(known: Bounds) -> CardOrder {
    match (known.min, known.max) {
        (Some(min), Some(max)) => CardOrder::Number(min, max),
        _ => CardOrder::Unknown,
    }
}

/// Returns the groups of a card under a field, with their names: one, or one for each value of a
/// set, set of cards or effect.
pub fn card_groups(view: &FactStyle<'_>, card: Card<'_>, field: Field) -> Vec<(CardOrder, String)> {
    let game = &view.catalog.game;
    let mut groups = Vec::new();
    match field.kind {
        FieldKind::Set => {
            for id in card.sets() {
                let set = game.sets.get(id.index());
                groups.extend(set.map(|set| value_group(id.0, &set.named, view.lang)));
            }
        }
        FieldKind::Effect(None) => {
            let effects = card.effects(game, field.face, view.lens);
            // A card with two effects of one kind is in its group once.
            let ids: BTreeSet<EffectId> = effects.known.iter().map(|known| known.effect).collect();
            for id in ids {
                let effect = game.effects.get(id.index());
                groups.extend(effect.map(|effect| value_group(id.0, &effect.named, view.lang)));
            }
            if effects.is_open {
                groups.push((CardOrder::Unknown, "?".to_owned()));
            }
        }
        FieldKind::Attribute(id) => {
            if let Fact::Set(set) = card.fact(game, field.face, id, view.lens) {
                let values = game.get_attribute(id).map_or(&[][..], |a| a.values());
                for (value, _) in count_values(set) {
                    let named = values.get(value.index());
                    groups.extend(named.map(|named| value_group(value.0, named, view.lang)));
                }
            }
        }
        _ => {}
    }
    if groups.is_empty() {
        let plain = FactStyle { marks: false, ..*view };
        groups.push((rank(view, card, field), plain.field(card, field)));
    }
    groups
}

/// Returns the group of a value, by its position among those of the game.
fn value_group(position: impl Into<u32>, value: &Named, lang: Lang) -> (CardOrder, String) {
    (CardOrder::Position(position.into()), value.name.get(lang).to_owned())
}
