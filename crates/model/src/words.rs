//! How values of the data stand in messages: as their files have them, alike in both languages.

use super::number::{Date, Number};
use super::setting::Setting;
use sleeve_text::Lang;
use sleeve_text::problem::Words;
use std::fmt;

macro_rules! alike_in_both {
    ($($type:ty),*) => {
        $(impl Words for $type {
            fn write(&self, _: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self}")
            }
        })*
    };
}

alike_in_both!(Number, Setting, Date);
