//! Groups lines without a known card that differ from names of cards in the same way.

use crate::text::escape::safe;
use sleeve_data::model::deck::Unresolved;
use sleeve_data::model::fold::fold;
use sleeve_data::model::{CardIndex, Catalog};

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
pub fn group_lines(lines: &[Unresolved], catalog: &Catalog) -> Vec<LineGroup> {
    let forms: Vec<Option<String>> = lines.iter().map(|line| line_form(line, catalog)).collect();
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

/// Returns the card whose name is in the text of a line.
pub fn named_card(line: &Unresolved) -> Option<CardIndex> {
    line.candidates.first().copied().filter(|_| !line.ambiguous && line.count > 0)
}

/// Returns a line with `NAME` for the name of its nearest card and `N` for numbers; `None` if it
/// does not contain the name, or nothing else.
fn line_form(line: &Unresolved, catalog: &Catalog) -> Option<String> {
    let card = catalog.cards.card(named_card(line)?);
    let text = fold(&line.text);
    let names = card.names().filter(|(_, _, name)| is_in(name, &text));
    let (_, _, name) = names.max_by_key(|(_, _, name)| name.len())?;
    let start = text.find(name)?;
    // A fold that changes no length keeps the places, so the line's own letters can be shown.
    let shown = if text.len() == line.text.len() { &line.text } else { &text };
    let before = shown.get(..start)?;
    let after = shown.get(start + name.len()..)?;
    let is_name_alone = before.trim().is_empty() && after.trim().is_empty();
    let form = || format!("{}NAME{}", number_signs(before), number_signs(after));
    (!is_name_alone).then(|| safe(&form()).into_owned())
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
