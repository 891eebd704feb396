//! A format read once: its conditions and filters, for every deck that is checked against it.

use super::setup;
use crate::language::{self, Condition, Filter, FilterCache, LanguageError, Scope};
use crate::model::{Catalog, Format, Rule};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A format with those of its texts that were read already. For many decks of one format keep it:
/// reading the texts costs more than asking them.
pub struct Rulebook<'a> {
    /// The catalog.
    pub catalog: &'a Catalog,
    /// The format.
    pub format: &'a Format,
    /// Names that its conditions may use.
    pub scope: Scope<'a>,
    conditions: Readings<Condition>,
    filters: Readings<Filter>,
    all: OnceCell<Rc<[String]>>,
    /// What filters said of cards; only where many decks are asked is it worth its room.
    pub(crate) cache: Option<FilterCache>,
}

type Readings<T> = RefCell<BTreeMap<String, Rc<T>>>;

impl<'a> Rulebook<'a> {
    /// A format of which nothing is read yet.
    pub fn new(catalog: &'a Catalog, format: &'a Format) -> Rulebook<'a> {
        Rulebook {
            catalog,
            format,
            scope: setup::scope(catalog, format),
            conditions: RefCell::default(),
            filters: RefCell::default(),
            all: OnceCell::new(),
            cache: None,
        }
    }

    /// The same for many decks, checked for one day: what a filter says of a card is remembered.
    pub fn with_cache(self) -> Rulebook<'a> {
        Rulebook { cache: Some(FilterCache::default()), ..self }
    }

    /// A condition of the format.
    ///
    /// # Errors
    /// The mistake in it.
    pub fn condition(&self, text: &str) -> Result<Rc<Condition>, LanguageError> {
        read(&self.conditions, text, || language::condition(text, &self.scope))
    }

    /// A filter of the format.
    ///
    /// # Errors
    /// The mistake in it.
    pub fn filter(&self, text: &str) -> Result<Rc<Filter>, LanguageError> {
        read(&self.filters, text, || language::filter(text, &self.scope))
    }

    /// The zones that a rule reads: those it names, all of them where it names none.
    pub(crate) fn zones(&self, rule: &Rule) -> Rc<[String]> {
        let all = || self.format.zones.iter().map(|z| z.named.id.to_string()).collect();
        if rule.zones.is_empty() {
            Rc::clone(self.all.get_or_init(all))
        } else {
            rule.zones.clone().into()
        }
    }
}

fn read<T>(
    readings: &Readings<T>,
    text: &str,
    reading: impl FnOnce() -> Result<T, LanguageError>,
) -> Result<Rc<T>, LanguageError> {
    if let Some(read) = readings.borrow().get(text) {
        return Ok(Rc::clone(read));
    }
    let read = Rc::new(reading()?);
    readings.borrow_mut().insert(text.to_owned(), Rc::clone(&read));
    Ok(read)
}
