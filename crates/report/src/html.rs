//! The shell of every page that is written: one file with nothing in it that has to be fetched, and
//! nothing that runs.

use super::typeset::{french, french_html};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sleeve_data::model::Lang;

/// A page with a style sheet of its own. Text in `body` is escaped by the macro that makes it.
pub fn page(title: &str, style: &'static str, lang: Lang, body: &Markup) -> String {
    let set = match lang {
        Lang::En => None,
        Lang::Fr => Some((french(title), PreEscaped(french_html(&body.0)))),
    };
    let (code, title, body) = match &set {
        None => ("en", title, body),
        Some((title, body)) => ("fr", &**title, body),
    };
    html! {
        (DOCTYPE)
        html lang=(code) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { (body) }
        }
    }
    .into_string()
}
