//! Things of one id that follow each other day by day: formats as they were and will be, lists from
//! announcement to announcement.

use super::lazy::{Lazy, Packable};
use super::number::{Date, Dates, holds_on};
use serde::{Deserialize, Serialize};

/// The versions of one thing: no day belongs to two of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Versions<T: Packable> {
    /// Position of the thing among its kind.
    pub(crate) at: u32,
    /// Each with its days, the earliest first.
    all: Vec<(Dates, Lazy<T>)>,
}

/// Which of several versions a day finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FoundVersion<T> {
    /// The one that holds on the day.
    InForce(T),
    /// None holds: this one ended last before the day, or, where none had begun, begins first.
    Nearest(T),
}

impl<T: Packable + Clone> Versions<T> {
    /// Of versions with their days, of which no two share one.
    pub(crate) fn new(at: usize, mut all: Vec<(Dates, Lazy<T>)>) -> Versions<T> {
        all.sort_by_key(|((from, _), _)| *from);
        Versions { at: at as u32, all }
    }

    /// Every version, the earliest first.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        self.all.iter().map(|(_, body)| body.unpacked())
    }

    /// The days of each version, the earliest first.
    pub fn dates(&self) -> impl Iterator<Item = Dates> {
        self.all.iter().map(|(dates, _)| *dates)
    }

    /// The version that a day finds; of no day the last.
    pub(crate) fn on(&self, day: Option<Date>) -> Option<FoundVersion<&Lazy<T>>> {
        let Some(day) = day else {
            return self.all.last().map(|(_, last)| FoundVersion::InForce(last));
        };
        if let Some((_, body)) = self.all.iter().find(|(dates, _)| holds_on(*dates, day)) {
            return Some(FoundVersion::InForce(body));
        }
        let begun = self.all.iter().rfind(|((from, _), _)| from.is_none_or(|from| from <= day));
        begun.or(self.all.first()).map(|(_, body)| FoundVersion::Nearest(body))
    }
}
