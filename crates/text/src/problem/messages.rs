//! Macros for tables of messages, and of the terms in them.

/// Declares the messages of a crate: an enumeration of which every row is a variant with its typed
/// arguments, its id where it has one, and its words in every language. A row that lacks a language
/// does not compile.
///
/// The arguments stand in the words by their names, as [`Words`](crate::problem::Words) says them.
/// Before the words, `let` names something that follows from the arguments, and `when` gives other
/// words where it holds. `label`, `help` and `also` (what else may be done) may be anything that has words of
/// its own, `page_en` and `page_fr` are the help in a page where the other names options of the command
/// line. `as` takes all words and the names that were meant from another message, perhaps with a `label`
/// where that has none. The id is a text, or `None` where only some values of a variant have one. A variant of one
/// argument may be written `Cold(degrees: u32)`.
///
/// ```
/// sleeve_text::messages! {
///     /// What can be wrong with a tea.
///     #[derive(Debug)]
///     pub enum Tea {
///         Cold { degrees: u32 } ["cold"] => {
///             when *degrees == 0 => { en: "the tea is ice", fr: "le thé est de la glace" }
///             en: "the tea has {degrees} degrees",
///             fr: "le thé est à {degrees} degrés",
///             help_en: "make another",
///             help_fr: "refaites-en",
///         }
///     }
/// }
/// use sleeve_text::{Lang, problem::Message};
/// assert_eq!(Tea::Cold { degrees: 9 }.title(Lang::Fr), "le thé est à 9 degrés");
/// assert_eq!(Tea::Cold { degrees: 0 }.title(Lang::En), "the tea is ice");
/// assert_eq!(Tea::Cold { degrees: 9 }.help(Lang::En), "make another");
/// assert_eq!(Tea::Cold { degrees: 9 }.id(), Some("cold"));
/// ```
///
/// ```compile_fail
/// sleeve_text::messages! {
///     /// What can be wrong with a tea.
///     #[derive(Debug)]
///     pub enum Tea {
///         Cold => { en: "the tea is cold" }
///     }
/// }
/// ```
#[macro_export]
macro_rules! messages {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$doc:meta])*
                $variant:ident
                $({ $( $(#[$of:meta])* $field:ident : $type:ty ),* $(,)? })?
                $(( $only:ident : $of_type:ty ))?
                $([$id:expr])?
                => { $($words:tt)* }
            )*
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $( $(#[$doc])* $variant $({ $( $(#[$of])* $field: $type ),* })? $(( $of_type ))? ),*
        }

        #[allow(unused_variables)]
        impl $crate::problem::Message for $name {
            fn id(&self) -> Option<&str> {
                match self {
                    $( Self::$variant $({ $($field),* })? $(( $only ))? => $crate::messages!(@id $($id)?), )*
                }
            }

            fn say(
                &self,
                part: $crate::problem::MessagePart,
                lang: $crate::Lang,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> ::std::fmt::Result {
                match self {
                    $( Self::$variant $({ $($field),* })? $(( $only ))? => {
                        $($( let $field = $crate::problem::Worded::new($field, lang); )*)?
                        $( let $only = $crate::problem::Worded::new($only, lang); )?
                        $crate::messages!(@words part lang f $($words)*)
                    } )*
                }
            }

            fn candidates(&self) -> &[String] {
                match self {
                    $( Self::$variant $({ $($field),* })? $(( $only ))? => {
                        $crate::messages!(@candidates { $($words)* } $($(($field $field))*)?)
                    } )*
                }
            }
        }
    };

    (@id) => { None };
    (@id $id:expr) => { ::std::convert::Into::<Option<&str>>::into($id) };

    (@candidates { as: $message:expr $(, label: $label:expr)? $(,)? } $($rest:tt)*) => {
        $crate::problem::Message::candidates(&$message)
    };
    (@candidates $words:tt) => { &[] };
    (@candidates $words:tt (candidates $names:ident) $($rest:tt)*) => {
        AsRef::<[String]>::as_ref($names)
    };
    (@candidates $words:tt $other:tt $($rest:tt)*) => {
        $crate::messages!(@candidates $words $($rest)*)
    };

    (@words $part:ident $lang:ident $f:ident let $name:ident = $value:expr; $($rest:tt)*) => {{
        let $name = $value;
        let $name = $crate::problem::Worded::new(&$name, $lang);
        $crate::messages!(@words $part $lang $f $($rest)*)
    }};
    (@words $part:ident $lang:ident $f:ident when $when:expr => { $($words:tt)* } $($rest:tt)*) => {
        if $when {
            $crate::messages!(@words $part $lang $f $($words)*)
        } else {
            $crate::messages!(@words $part $lang $f $($rest)*)
        }
    };
    (@words $part:ident $lang:ident $f:ident
        en: $en:literal,
        fr: $fr:literal
        $(, label_en: $label_en:literal, label_fr: $label_fr:literal)?
        $(, label: $label:expr)?
        $(, other_en: $other_en:literal, other_fr: $other_fr:literal)?
        $(, help_en: $help_en:literal, help_fr: $help_fr:literal)?
        $(, help: $help:expr)?
        $(, page_en: $page_en:literal, page_fr: $page_fr:literal)?
        $(, also_en: $also_en:literal, also_fr: $also_fr:literal)?
        $(, also: $also:expr)?
        $(,)?
    ) => {
        match ($part, $lang) {
            ($crate::problem::MessagePart::Title, $crate::Lang::En) => write!($f, $en),
            ($crate::problem::MessagePart::Title, $crate::Lang::Fr) => write!($f, $fr),
            $(
                ($crate::problem::MessagePart::Label, $crate::Lang::En) => write!($f, $label_en),
                ($crate::problem::MessagePart::Label, $crate::Lang::Fr) => write!($f, $label_fr),
            )?
            $(
                ($crate::problem::MessagePart::Label, lang) => {
                    $crate::problem::Words::write(&$label, lang, $f)
                }
            )?
            $(
                ($crate::problem::MessagePart::Other, $crate::Lang::En) => write!($f, $other_en),
                ($crate::problem::MessagePart::Other, $crate::Lang::Fr) => write!($f, $other_fr),
            )?
            $(
                ($crate::problem::MessagePart::Help, $crate::Lang::En) => write!($f, $help_en),
                ($crate::problem::MessagePart::Help, $crate::Lang::Fr) => write!($f, $help_fr),
            )?
            $(
                ($crate::problem::MessagePart::Help, lang) => {
                    $crate::problem::Words::write(&$help, lang, $f)
                }
            )?
            $(
                ($crate::problem::MessagePart::OnPage, $crate::Lang::En) => write!($f, $page_en),
                ($crate::problem::MessagePart::OnPage, $crate::Lang::Fr) => write!($f, $page_fr),
            )?
            $(
                ($crate::problem::MessagePart::Also, $crate::Lang::En) => write!($f, $also_en),
                ($crate::problem::MessagePart::Also, $crate::Lang::Fr) => write!($f, $also_fr),
            )?
            $(
                ($crate::problem::MessagePart::Also, lang) => {
                    $crate::problem::Words::write(&$also, lang, $f)
                }
            )?
            #[allow(unreachable_patterns)]
            _ => Ok(()),
        }
    };
    (@words $part:ident $lang:ident $f:ident as: $message:expr $(,)?) => {
        $crate::problem::Message::say(&$message, $part, $lang, $f)
    };
    (@words $part:ident $lang:ident $f:ident as: $message:expr, label: $label:expr $(,)?) => {
        match $part {
            $crate::problem::MessagePart::Label
                if $crate::problem::Message::label(&$message, $lang).is_empty() =>
            {
                $crate::problem::Words::write(&$label, $lang, $f)
            }
            part => $crate::problem::Message::say(&$message, part, $lang, $f),
        }
    };
    (@words $part:ident $lang:ident $f:ident $($other:tt)*) => {
        compile_error!("a message says the same in every language: `en`, then `fr`")
    };
}

/// Declares an enumeration whose values are terms: each with its English and its French.
#[macro_export]
macro_rules! terms {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $( $(#[$doc:meta])* $variant:ident => $en:literal, $fr:literal; )*
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $( $(#[$doc])* $variant ),*
        }

        impl $crate::problem::Words for $name {
            fn write(
                &self,
                lang: $crate::Lang,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> ::std::fmt::Result {
                let both = match self {
                    $( Self::$variant => $crate::problem::BothLanguages($en, $fr), )*
                };
                $crate::problem::Words::write(&both, lang, f)
            }
        }
    };
}

/// Implements `Error` for messages: their titles in English.
#[macro_export]
macro_rules! errors {
    ($($name:ty),* $(,)?) => {
        $(
            impl ::std::fmt::Display for $name {
                fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                    use $crate::problem::{Message, MessagePart};
                    self.say(MessagePart::Title, $crate::Lang::En, f)
                }
            }

            impl ::std::error::Error for $name {}
        )*
    };
}
