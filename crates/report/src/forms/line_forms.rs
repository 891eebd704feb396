//! Groups lines without a known card that differ from names of cards in the same way.

use crate::text::escape::safe;
use sleeve_data::model::{CardIndex, Catalog, Lang, deck::Unresolved, fold::fold};

/// Fewest lines of one form that become one message.
const FEWEST_ALIKE: usize = 3;

/// Lines without a known card that one message is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineGroup {
    /// Their positions among the deck's lines without a known card.
    pub lines: Vec<usize>,
    /// The form of all of them, such as `NAME N`; empty for a line on its own.
    pub form: String,
}

impl LineGroup {
    fn single(line: usize) -> LineGroup {
        LineGroup { lines: vec![line], form: String::new() }
    }
}

/// Returns the lines in groups, in the order of their first lines. Lines of one form are together
/// if there are at least three.
pub fn group_lines(lines: &[Unresolved], catalog: &Catalog, lang: Lang) -> Vec<LineGroup> {
    let form = |line| NamingLine::new(line, catalog).map(|found| found.form(lang));
    let forms: Vec<Option<String>> = lines.iter().map(form).collect();
    let mut groups: Vec<LineGroup> = Vec::new();
    for (at, form) in forms.iter().enumerate() {
        let alike = forms.iter().filter(|other| *other == form).count();
        let Some(form) = form.as_ref().filter(|_| alike >= FEWEST_ALIKE) else {
            groups.push(LineGroup::single(at));
            continue;
        };
        match groups.iter_mut().find(|group| group.form == *form) {
            Some(group) => group.lines.push(at),
            None => groups.push(LineGroup { form: form.clone(), ..LineGroup::single(at) }),
        }
    }
    groups
}

/// A line that contains the name of a near card, and something else.
struct NamingLine {
    card: CardIndex,
    before: String,
    after: String,
}

impl NamingLine {
    /// Finds the longest name of a near card in a line.
    fn new(line: &Unresolved, catalog: &Catalog) -> Option<NamingLine> {
        if line.ambiguous || line.count == 0 {
            return None;
        }
        let text = fold(&line.text);
        let names = line.candidates.iter().flat_map(|card| {
            catalog
                .cards
                .card(*card)
                .names()
                .map(|(_, _, name)| (*card, name))
        });
        let named = names.filter(|(_, name)| is_in(name, &text));
        let (card, name) = named.max_by_key(|(_, name)| name.len())?;
        let start = text.find(name)?;
        // A fold that changes no length keeps the places, so the line's own letters can be shown.
        let shown = if text.len() == line.text.len() { &line.text } else { &text };
        let before = shown.get(..start)?.to_owned();
        let after = shown.get(start + name.len()..)?.to_owned();
        let is_name_alone = before.trim().is_empty() && after.trim().is_empty();
        // A mark in brackets tells cards of one name apart: the name alone would be another card.
        let has_mark = [&before, &after]
            .iter()
            .any(|part| part.contains(['(', '[', '{']));
        (!is_name_alone && !has_mark).then_some(NamingLine { card, before, after })
    }

    /// The line with `NAME` for the name and `N` for numbers.
    fn form(&self, lang: Lang) -> String {
        let name = word!(lang, "NAME");
        let form = format!("{}{name}{}", number_signs(&self.before), number_signs(&self.after));
        safe(&form).into_owned()
    }
}

/// Returns a line as a list has it: the number after the name is that of copies, if it is all that
/// follows.
pub fn suggest_line(line: &Unresolved, catalog: &Catalog, lang: Lang) -> Option<String> {
    let found = NamingLine::new(line, catalog)?;
    let number = found.after.trim().trim_matches(['x', 'X']).parse().ok();
    let count: u32 = number
        .filter(|_| found.before.trim().is_empty())
        .unwrap_or(line.count);
    Some(format!("{count} {}", safe(catalog.cards.card(found.card).name(lang))))
}

/// Whether a text contains a name as whole words.
fn is_in(name: &str, text: &str) -> bool {
    text.split_once(name).is_some_and(|(before, after)| {
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    })
}

/// Replaces each number by `N`.
fn number_signs(text: &str) -> String {
    let mut signs = String::with_capacity(text.len());
    for letter in text.chars() {
        let sign = if letter.is_ascii_digit() { 'N' } else { letter };
        if sign != 'N' || !signs.ends_with('N') {
            signs.push(sign);
        }
    }
    signs
}
