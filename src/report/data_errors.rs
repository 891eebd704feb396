//! Mistakes in card and format data, as text.

use super::diagnostic::Diagnostic;
use super::style::Style;
use super::words;
use crate::catalog::CatalogError;
use crate::catalog::source::SourceError;
use crate::model::Lang;

/// All mistakes, annotated.
pub fn render(error: &CatalogError, style: &Style) -> String {
    match error {
        CatalogError::UnknownGame { name, known, .. } => {
            let title = match style.lang {
                Lang::En => format!("there is no game `{name}`"),
                Lang::Fr => format!("il n'y a pas de jeu « {name} »"),
            };
            let help = words::near_or_all(name, known, style.lang);
            Diagnostic::error(title).help(help).render(style)
        }
        CatalogError::Data(errors) => {
            let shown: Vec<String> = errors.iter().map(|e| mistake(e, style.lang).render(style)).collect();
            shown.join("\n\n")
        }
    }
}

/// One mistake.
pub fn mistake(error: &SourceError, lang: Lang) -> Diagnostic<'_> {
    let mut diagnostic = Diagnostic::error(error.title(lang));
    diagnostic.id = Some(error.id().to_owned());
    if !error.file.text.is_empty() {
        diagnostic = diagnostic.at(&error.file.path, &error.file.text, error.span.clone(), "");
    } else {
        diagnostic = diagnostic.note(error.file.path.as_str());
    }
    diagnostic.help(error.help(lang).unwrap_or_default())
}
