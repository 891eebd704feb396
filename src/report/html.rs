//! The shell of every page that is written: one file with nothing in it that has to be fetched, and
//! nothing that runs.

use crate::model::Lang;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A page with a style sheet of its own. Text in `body` is escaped by the macro that makes it.
pub fn page(title: &str, style: &'static str, lang: Lang, body: &Markup) -> String {
    let code = match lang {
        Lang::En => "en",
        Lang::Fr => "fr",
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
