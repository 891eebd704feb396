//! Rows of documents, with the value of each member next to its declaration.

use std::collections::BTreeMap;

/// Declares rows of documents: what each member is, its type and, after `=`, its value, in one
/// place. A row with arguments gets a function `new`; the statements `after` the arguments run
/// before the members are set. A member without a value takes the variable of its name.
///
/// `name?` is left out of the document if its value is absent. `..name` is written as the members
/// of its value.
macro_rules! rows {
    ($(
        $(#[$meta:meta])*
        $vis:vis struct $Row:ident $(<$life:lifetime>)? $(($($arg:tt: $type:ty),+ $(,)?) $(after { $($let:tt)* })?)? {
            $($member:tt)*
        }
    )+) => {
        $(row! {
            [[$(#[$meta])*] $vis $Row [$(<$life>)?] $([$($arg: $type),+] [$($($let)*)?])?] [] [] $($member)*
        })+
    };
}

/// One row of [`rows`], member by member: how to declare it, and how to set it.
macro_rules! row {
    ([[$($meta:tt)*] $vis:vis $Row:ident [$($life:tt)*]] [$($declared:tt)*] $set:tt) => {
        #[derive(serde::Serialize)]
        #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
        $($meta)*
        $vis struct $Row $($life)* { $($declared)* }
    };
    ([$meta:tt $vis:vis $Row:ident [$($life:tt)*] [$($arg:tt)+] [$($let:tt)*]] $declared:tt [$($set:tt)*]) => {
        row! { [$meta $vis $Row [$($life)*]] $declared [] }

        impl $($life)* $Row $($life)* {
            $vis fn new($($arg)+) -> $Row $($life)* {
                $($let)*
                $Row { $($set)* }
            }
        }
    };
    ($head:tt [$($declared:tt)*] [$($set:tt)*] $(#[$meta:meta])* ..$vis:vis $name:ident: $type:ty $(= $value:expr)?, $($rest:tt)*) => {
        row! { $head [$($declared)* $(#[$meta])* #[serde(flatten)] $vis $name: $type,] [$($set)* $name $(: $value)?,] $($rest)* }
    };
    ($head:tt [$($declared:tt)*] [$($set:tt)*] $(#[$meta:meta])* $vis:vis $name:ident?: $type:ty $(= $value:expr)?, $($rest:tt)*) => {
        row! {
            $head
            [$($declared)* $(#[$meta])* #[serde(skip_serializing_if = "crate::rows::Absent::is_absent")] $vis $name: $type,]
            [$($set)* $name $(: $value)?,]
            $($rest)*
        }
    };
    ($head:tt [$($declared:tt)*] [$($set:tt)*] $(#[$meta:meta])* $vis:vis $name:ident: $type:ty $(= $value:expr)?, $($rest:tt)*) => {
        row! { $head [$($declared)* $(#[$meta])* $vis $name: $type,] [$($set)* $name $(: $value)?,] $($rest)* }
    };
}

/// A value that a document leaves out if it is empty.
pub(crate) trait Absent {
    fn is_absent(&self) -> bool;
}

macro_rules! absent {
    ($($type:ty: $is_absent:ident [$($generic:tt)*];)+) => {
        $(impl<$($generic)*> Absent for $type {
            fn is_absent(&self) -> bool {
                self.$is_absent()
            }
        })+
    };
}

absent! {
    Option<T>: is_none [T];
    Vec<T>: is_empty [T];
    &[T]: is_empty [T];
    BTreeMap<K, T>: is_empty [K, T];
}
