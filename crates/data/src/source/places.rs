//! Where things stand in the files, for messages that come later than reading.

use crate::problem::SourceText;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Places by a path such as `format/guerre-totale/rule/deck-size/require`.
#[derive(Debug, Default)]
pub struct PathPlaces {
    places: HashMap<String, (Arc<SourceText>, Range<usize>)>,
}

impl PathPlaces {
    pub(super) fn record(&mut self, key: String, file: &Arc<SourceText>, span: Range<usize>) {
        self.places.insert(key, (Arc::clone(file), span));
    }

    /// Where something stands, if it was read from a file.
    pub fn get(&self, key: &str) -> Option<(&Arc<SourceText>, Range<usize>)> {
        self.places.get(key).map(|(file, span)| (file, span.clone()))
    }

    /// Every place whose path begins so.
    pub fn below<'p>(
        &'p self,
        prefix: &'p str,
    ) -> impl Iterator<Item = (&'p str, &'p Arc<SourceText>, Range<usize>)> {
        let matching = self.places.iter().filter(move |(key, _)| key.starts_with(prefix));
        matching.map(|(key, (file, span))| (key.as_str(), file, span.clone()))
    }

    /// Where a part of a text value stands in its file: the bytes `inner` of the text whose place
    /// is `key`. The whole value where escapes hide the text.
    pub fn inside(
        &self,
        key: &str,
        text: &str,
        inner: Range<usize>,
    ) -> Option<(Arc<SourceText>, Range<usize>)> {
        let (file, span) = self.get(key)?;
        let raw = file.text.get(span.clone()).unwrap_or("");
        let inner = match raw.find(text) {
            Some(at) if !text.is_empty() => {
                let start = span.start + at;
                start + inner.start.min(text.len())..start + inner.end.min(text.len())
            }
            _ => span,
        };
        Some((Arc::clone(file), inner))
    }
}
