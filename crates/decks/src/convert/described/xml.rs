//! Files of XML, written by the paths that read them.

use super::{head_value, row_id, row_name, row_set, zone_parts};
use crate::convert::DeckView;
use crate::convert::rows::ListRow;
use crate::convert::text::join_lines;
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
    fn from_layout(layout: &XmlLayout, depth: usize) -> Element {
        let path = layout.card.get(..=depth).unwrap_or(&[]);
        let name = path.last().cloned().unwrap_or_default();
        let mut element = Element { name, ..Element::default() };
        for (place, text) in layout.fixed.iter().filter(|(place, _)| place.elements == path) {
            element.set_end(&place.end, text.clone());
        }
        element
    }

    fn set_end(&mut self, end: &XmlEnd, value: String) {
        match end {
            XmlEnd::Attribute(name) => self.attributes.push((name.clone(), value)),
            XmlEnd::Text => self.text = value,
            XmlEnd::Element => {}
        }
    }

    /// Puts a value where a path leads from this element on, which is the one at this depth.
    fn set_path(&mut self, path: &XmlPath, depth: usize, value: String) {
        let Some(name) = path.elements.get(depth + 1) else {
            return self.set_end(&path.end, value);
        };
        let at = self.inner.iter().position(|inner| inner.name == *name);
        let at = at.unwrap_or_else(|| {
            self.inner.push(Element { name: name.clone(), ..Element::default() });
            self.inner.len() - 1
        });
        if let Some(inner) = self.inner.get_mut(at) {
            inner.set_path(path, depth + 1, value);
        }
    }

    /// The element with those around it, down to a depth.
    fn wrap(self, layout: &XmlLayout, depth: usize, down_to: usize) -> Element {
        (down_to..depth).rev().fold(self, |inner, depth| {
            let mut around = Element::from_layout(layout, depth);
            around.inner.push(inner);
            around
        })
    }

    fn write(&self, indent: usize, out: &mut String) {
        let blanks = "  ".repeat(indent);
        let _ = write!(out, "{blanks}<{}", self.name);
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{}\"", escape(hidden::escaped(&join_lines(value))));
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

pub(super) fn write(w: &DeckView, layout: &XmlLayout, reader: &DeckReader) -> String {
    let mut root = Element::from_layout(layout, 0);
    let elsewhere = |path: &XmlPath| {
        path.elements.len() > 1
            && !layout.card.starts_with(&path.elements)
            && !path.elements.starts_with(&layout.card)
    };
    for (key, path) in &layout.keys {
        if let Some(value) = head_value(w.deck, *key) {
            root.set_path(path, 0, value.to_owned());
        }
    }
    for (path, value) in layout.fixed.iter().filter(|(path, _)| elsewhere(path)) {
        root.set_path(path, 0, value.clone());
    }
    let last = layout.card.len().saturating_sub(1);
    // The element that says the zone is there once for each; those around it are there once.
    let zone = layout.zone.as_ref().map_or(last, |path| path.elements.len() - 1).clamp(1, last);
    let mut outer: Option<Element> = None;
    for (word, rows) in zone_parts(w, reader) {
        let cards: Vec<Element> =
            rows.iter().flat_map(|row| card_elements(w, layout, reader, row, word)).collect();
        let groups = if zone == last {
            cards
        } else {
            let mut innermost = Element::from_layout(layout, last - 1);
            innermost.inner = cards;
            let mut group = innermost.wrap(layout, last - 1, zone);
            if let Some(path) = layout.zone.as_ref().filter(|_| !word.is_empty()) {
                group.set_end(&path.end, word.to_owned());
            }
            // What the zone is called stands before what always stands there.
            group.attributes.rotate_right(usize::from(!word.is_empty()));
            vec![group]
        };
        match (&mut outer, zone) {
            (_, 1) => root.inner.extend(groups),
            (Some(outer), _) => last_descendant(outer, zone - 2).inner.extend(groups),
            (None, _) => {
                let mut parent = Element::from_layout(layout, zone - 1);
                parent.inner = groups;
                outer = Some(parent.wrap(layout, zone - 1, 1));
            }
        }
    }
    root.inner.extend(outer);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    root.write(0, &mut out);
    out
}

/// The last element so many levels within one.
fn last_descendant(element: &mut Element, levels: usize) -> &mut Element {
    if levels == 0 || element.inner.is_empty() {
        return element;
    }
    let last = element.inner.len() - 1;
    // INVARIANT: there is a last one.
    last_descendant(&mut element.inner[last], levels - 1)
}

/// A row as elements: one, or one for each copy where the form has no number.
fn card_elements(
    w: &DeckView,
    layout: &XmlLayout,
    reader: &DeckReader,
    row: &ListRow,
    word: &str,
) -> Vec<Element> {
    let depth = layout.card.len().saturating_sub(1);
    let id = layout.id.as_ref().and_then(|path| Some((path, row_id(w, reader, row)?)));
    let name = layout.name.as_ref().map(|path| (path, row_name(w, row)));
    if id.is_none() && name.is_none() {
        return Vec::new();
    }
    let zone = layout.zone.as_ref().filter(|path| path.elements.len() > depth && !word.is_empty());
    let set = layout.set.as_ref().and_then(|path| Some((path, row_set(w, row)?)));
    let count = layout.count.as_ref().map(|path| (path, row.count.to_string()));
    let zone = zone.map(|path| (path, word.to_owned()));
    let times = if count.is_some() { 1 } else { row.count };
    let values: Vec<(&XmlPath, String)> =
        [id, count, zone, name, set].into_iter().flatten().collect();
    let element = || {
        let mut element = Element::from_layout(layout, depth);
        let fixed = std::mem::take(&mut element.attributes);
        values.iter().for_each(|(path, value)| element.set_path(path, depth, value.clone()));
        element.attributes.extend(fixed);
        element
    };
    (0..times).map(|_| element()).collect()
}
