//! Files of XML, written by the paths that read them.

use super::{id_of, name_of, parts, said, set_of};
use crate::convert::Writing;
use crate::convert::rows::ListRow;
use crate::convert::text::one_line;
use quick_xml::escape::{escape, partial_escape};
use sleeve_data::model::path::{XmlEnd, XmlPath};
use sleeve_data::model::reader::XmlLayout;
use sleeve_data::model::{DeckReader, hidden};
use std::fmt::Write as _;

/// An element on its way into the file.
#[derive(Default)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
    inner: Vec<Element>,
}

impl Element {
    /// An element that stands around cards or is one, with what always stands there.
    fn of(layout: &XmlLayout, depth: usize) -> Element {
        let path = layout.card.get(..=depth).unwrap_or(&[]);
        let name = path.last().cloned().unwrap_or_default();
        let mut element = Element { name, ..Element::default() };
        for (place, text) in layout.fixed.iter().filter(|(place, _)| place.elements == path) {
            element.say(&place.end, text.clone());
        }
        element
    }

    fn say(&mut self, end: &XmlEnd, value: String) {
        match end {
            XmlEnd::Attribute(name) => self.attributes.push((name.clone(), value)),
            XmlEnd::Text => self.text = value,
            XmlEnd::Element => {}
        }
    }

    /// Puts a value where a path leads from this element on, which is the one at this depth.
    fn put(&mut self, path: &XmlPath, depth: usize, value: String) {
        let Some(name) = path.elements.get(depth + 1) else { return self.say(&path.end, value) };
        let at = self.inner.iter().position(|inner| inner.name == *name);
        let at = at.unwrap_or_else(|| {
            self.inner.push(Element { name: name.clone(), ..Element::default() });
            self.inner.len() - 1
        });
        if let Some(inner) = self.inner.get_mut(at) {
            inner.put(path, depth + 1, value);
        }
    }

    /// The element with those around it, down to a depth.
    fn within(self, layout: &XmlLayout, depth: usize, down_to: usize) -> Element {
        (down_to..depth).rev().fold(self, |inner, depth| {
            let mut around = Element::of(layout, depth);
            around.inner.push(inner);
            around
        })
    }

    fn write(&self, indent: usize, out: &mut String) {
        let blanks = "  ".repeat(indent);
        let _ = write!(out, "{blanks}<{}", self.name);
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{}\"", escape(hidden::escaped(&one_line(value))));
        }
        if self.inner.is_empty() && self.text.is_empty() {
            out.push_str("/>\n");
            return;
        }
        let text = partial_escape(hidden::escaped_lines(&self.text)).into_owned();
        let _ = write!(out, ">{text}");
        if !self.inner.is_empty() {
            out.push('\n');
            self.inner.iter().for_each(|inner| inner.write(indent + 1, out));
            out.push_str(&blanks);
        }
        let _ = writeln!(out, "</{}>", self.name);
    }
}

pub(super) fn write(w: &Writing, layout: &XmlLayout, reader: &DeckReader) -> String {
    let mut root = Element::of(layout, 0);
    let elsewhere = |path: &XmlPath| {
        path.elements.len() > 1
            && !layout.card.starts_with(&path.elements)
            && !path.elements.starts_with(&layout.card)
    };
    for (key, path) in &layout.keys {
        if let Some(value) = said(w.deck, *key) {
            root.put(path, 0, value.to_owned());
        }
    }
    for (path, value) in layout.fixed.iter().filter(|(path, _)| elsewhere(path)) {
        root.put(path, 0, value.clone());
    }
    let last = layout.card.len().saturating_sub(1);
    // The element that says the zone is there once for each; those around it are there once.
    let zone = layout.zone.as_ref().map_or(last, |path| path.elements.len() - 1).clamp(1, last);
    let mut outer: Option<Element> = None;
    for (word, rows) in parts(w, reader) {
        let cards: Vec<Element> =
            rows.iter().flat_map(|row| card(w, layout, reader, row, word)).collect();
        let groups = if zone == last {
            cards
        } else {
            let mut innermost = Element::of(layout, last - 1);
            innermost.inner = cards;
            let mut group = innermost.within(layout, last - 1, zone);
            if let Some(path) = layout.zone.as_ref().filter(|_| !word.is_empty()) {
                group.say(&path.end, word.to_owned());
            }
            // What the zone is called stands before what always stands there.
            group.attributes.rotate_right(usize::from(!word.is_empty()));
            vec![group]
        };
        match (&mut outer, zone) {
            (_, 1) => root.inner.extend(groups),
            (Some(outer), _) => innermost(outer, zone - 2).inner.extend(groups),
            (None, _) => {
                let mut parent = Element::of(layout, zone - 1);
                parent.inner = groups;
                outer = Some(parent.within(layout, zone - 1, 1));
            }
        }
    }
    root.inner.extend(outer);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    root.write(0, &mut out);
    out
}

/// The last element so many levels within one.
fn innermost(element: &mut Element, levels: usize) -> &mut Element {
    if levels == 0 || element.inner.is_empty() {
        return element;
    }
    let last = element.inner.len() - 1;
    // INVARIANT: there is a last one.
    innermost(&mut element.inner[last], levels - 1)
}

/// A row as elements: one, or one for each copy where the form has no number.
fn card(
    w: &Writing,
    layout: &XmlLayout,
    reader: &DeckReader,
    row: &ListRow,
    word: &str,
) -> Vec<Element> {
    let depth = layout.card.len().saturating_sub(1);
    let id = layout.id.as_ref().and_then(|path| Some((path, id_of(w, reader, row)?)));
    let name = layout.name.as_ref().map(|path| (path, name_of(w, row)));
    if id.is_none() && name.is_none() {
        return Vec::new();
    }
    let zone = layout.zone.as_ref().filter(|path| path.elements.len() > depth && !word.is_empty());
    let set = layout.set.as_ref().and_then(|path| Some((path, set_of(w, row)?)));
    let count = layout.count.as_ref().map(|path| (path, row.count.to_string()));
    let zone = zone.map(|path| (path, word.to_owned()));
    let times = if count.is_some() { 1 } else { row.count };
    let values: Vec<(&XmlPath, String)> =
        [id, count, zone, name, set].into_iter().flatten().collect();
    let element = || {
        let mut element = Element::of(layout, depth);
        let fixed = std::mem::take(&mut element.attributes);
        values.iter().for_each(|(path, value)| element.put(path, depth, value.clone()));
        element.attributes.extend(fixed);
        element
    };
    (0..times).map(|_| element()).collect()
}
