//! The day it is. Most commands need none, and the zone of a machine is read from its files: it is
//! asked for when somebody needs it.

use sleeve_data::model::Date;
use std::sync::{Arc, OnceLock};

/// The day it is, asked for when it is first needed, and once for all that share the clock. The default
/// knows no day.
#[derive(Clone, Debug)]
pub struct Clock {
    ask: fn() -> Option<Date>,
    told: Arc<OnceLock<Option<Date>>>,
}

impl Clock {
    /// A clock that is read when somebody needs the day.
    pub fn new(ask: fn() -> Option<Date>) -> Clock {
        Clock { ask, told: Arc::default() }
    }

    /// The day it is, where somebody says so.
    pub fn day(&self) -> Option<Date> {
        *self.told.get_or_init(self.ask)
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::from(None)
    }
}

/// A clock that stands still.
impl From<Option<Date>> for Clock {
    fn from(day: Option<Date>) -> Clock {
        Clock { ask: || None, told: Arc::new(OnceLock::from(day)) }
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;
    use sleeve_data::model::Date;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_day_is_asked_for_once_and_only_where_it_is_needed() {
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        let clock = Clock::new(|| {
            ASKED.fetch_add(1, Ordering::Relaxed);
            Date::parse("1998-11-30")
        });
        let other = clock.clone();
        assert_eq!(ASKED.load(Ordering::Relaxed), 0);
        assert_eq!((clock.day(), other.day()), (Date::parse("1998-11-30"), clock.day()));
        assert_eq!(ASKED.load(Ordering::Relaxed), 1);
        assert_eq!(Clock::default().day(), None);
    }
}
