//! Macros for tables of messages, and of the terms in them.

/// Declares the messages of a crate: an enumeration in which every row is a variant with its typed
/// arguments, its id if it has one, and its words. A row without one of the languages does not
/// compile.
///
/// The words use the arguments by their names, written by [`Words`](crate::problem::Words). A row
/// with only a `title` is just its English; other rows have `title`, `label`, `other` (the label of
/// a second place), `help`, `page` (the help in a page, if the other names options of the command
/// line) and `also` (another way out), in this order. Each is the English sentence, or a number and
/// two sentences in parentheses, `(*count, "…", "…")`, or anything that has its own words. The
/// sentences in other languages are in the crate's files below `words/`, as for
/// [`say!`](crate::say).
///
/// Before the words, `let` names a value computed from the arguments, and `when` gives other words
/// if its condition is true. `as` takes all words and the suggested names from another message,
/// perhaps with a `label` if that has none. The id is a text, or `None` if only some values of a
/// variant have one. A variant with one argument may be written `Cold(degrees: u32)`.
///
/// ```
/// sleeve_text::messages! {
///     /// What can be wrong with a file.
///     pub enum FileMistake {
///         NotThere => "there is no such file or folder",
///         Syntax { form: &'static str, message: String } ["syntax"] => {
///             when message.is_empty() => "a pipe or a device, not a file",
///             title: "not valid {form}: {message}",
///             help: "save it as UTF-8 (spreadsheets call it \"CSV UTF-8\")",
///         }
///     }
/// }
/// use sleeve_text::{Lang, problem::Message};
/// let mistake = |message: &str| FileMistake::Syntax { form: "TOML", message: message.to_owned() };
/// assert_eq!(FileMistake::NotThere.title(Lang::En), "there is no such file or folder");
/// assert_eq!(mistake("x").title(Lang::Fr), "ce n'est pas du TOML valide : x");
/// assert_eq!(mistake("").title(Lang::En), "a pipe or a device, not a file");
/// assert_eq!(
///     mistake("x").help(Lang::En),
///     "save it as UTF-8 (spreadsheets call it \"CSV UTF-8\")"
/// );
/// assert_eq!(mistake("x").id(), Some("syntax"));
/// ```
///
/// ```compile_fail
/// sleeve_text::messages! {
///     /// What can be wrong with a tea.
///     pub enum Tea {
///         Cold => "nobody has translated that the tea is cold",
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
                => $words:tt $(,)?
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug)]
        $vis enum $name {
            $( $(#[$doc])* $variant $({ $( $(#[$of])* $field: $type ),* })? $(( $of_type ))? ),*
        }

        // A row may have arguments that only some of its sentences name.
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
                        $crate::messages!(@row part lang f $words)
                    } )*
                }
            }

            fn candidates(&self) -> &[String] {
                match self {
                    $( Self::$variant $({ $($field),* })? $(( $only ))? => {
                        $crate::messages!(@candidates $words $($(($field $field))*)?)
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
    (@words $part:ident $lang:ident $f:ident when $when:expr => $title:literal, $($rest:tt)*) => {
        $crate::messages!(@words $part $lang $f when $when => { title: $title } $($rest)*)
    };
    (@words $part:ident $lang:ident $f:ident
        title: $title:expr
        $(, label: $label:expr)?
        $(, other: $other:expr)?
        $(, help: $help:expr)?
        $(, page: $page:expr)?
        $(, also: $also:expr)?
        $(,)?
    ) => {
        match $part {
            $crate::problem::MessagePart::Title => $crate::write_words!($lang, $f, $title),
            $( $crate::problem::MessagePart::Label => $crate::write_words!($lang, $f, $label), )?
            $( $crate::problem::MessagePart::Other => $crate::write_words!($lang, $f, $other), )?
            $( $crate::problem::MessagePart::Help => $crate::write_words!($lang, $f, $help), )?
            $( $crate::problem::MessagePart::OnPage => $crate::write_words!($lang, $f, $page), )?
            $( $crate::problem::MessagePart::Also => $crate::write_words!($lang, $f, $also), )?
            // A row may have every part.
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
        compile_error!("a message has a `title`, then `label`, `other`, `help`, `page` and `also`")
    };

    (@row $part:ident $lang:ident $f:ident { $($words:tt)* }) => {
        $crate::messages!(@words $part $lang $f $($words)*)
    };
    (@row $part:ident $lang:ident $f:ident $title:literal) => {
        $crate::messages!(@words $part $lang $f title: $title)
    };
}

/// Declares an enumeration whose values are terms: each with its English, as for
/// [`word!`](crate::word).
#[macro_export]
macro_rules! terms {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $( $(#[$doc:meta])* $variant:ident => $en:literal $(, context = $context:literal)?; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $name {
            $( $(#[$doc])* $variant ),*
        }

        impl $crate::problem::Words for $name {
            fn write(
                &self,
                lang: $crate::Lang,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> ::std::fmt::Result {
                let phrase = match self {
                    $( Self::$variant => $crate::word!($en $(, context = $context)?), )*
                };
                $crate::problem::Words::write(&phrase, lang, f)
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
