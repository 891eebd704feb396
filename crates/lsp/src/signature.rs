//! The function of the pile language whose arguments are being typed.

use crate::document::OpenText;
use crate::kind::Kind;
use crate::toml_place::{Part, find_place};
use crate::worker::Worker;
use lsp_types::SignatureHelpParams;
use serde_json::{Value, json};
use sleeve_language::docs::Function;

impl Worker {
    /// The function around a place, and which of its arguments stands there.
    pub(crate) fn signature(
        &self,
        document: &OpenText,
        params: &SignatureHelpParams,
    ) -> Option<Value> {
        let offset = document.offset(params.text_document_position_params.position);
        if matches!(self.kind(document), Kind::Deck | Kind::Other) {
            return None;
        }
        let place = find_place(&document.text, offset);
        if place.part != Part::Value || place.quote.is_none() {
            return None;
        }
        let (function, argument) = innermost_call(document.text.get(place.span.start..offset)?)?;
        let label = function.form(self.lang);
        let names = label.split_once('(').map_or("", |(_, names)| names.trim_end_matches(')'));
        let parameters: Vec<Value> =
            names.split(',').map(|name| json!({ "label": name.trim() })).collect();
        // The last one may stand several times.
        let active = argument.min(parameters.len().saturating_sub(1));
        let said = self.set(function.row().line.get(self.lang));
        let signature = json!({ "label": label, "documentation": said, "parameters": parameters });
        let signatures = [signature];
        Some(json!({ "signatures": signatures, "activeSignature": 0, "activeParameter": active }))
    }
}

/// The innermost function that is open at the end of a text, and the position of the argument there.
fn innermost_call(text: &str) -> Option<(Function, usize)> {
    let in_word = |c: char| c.is_alphanumeric() || "_-".contains(c);
    let mut open: Vec<(Option<Function>, usize)> = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' => {
                let before = text.get(..at).unwrap_or_default();
                let name = before.get(before.trim_end_matches(in_word).len()..).unwrap_or_default();
                open.push((Function::from_name(name), 0));
            }
            ')' => _ = open.pop(),
            ',' => {
                if let Some((_, argument)) = open.last_mut() {
                    *argument += 1;
                }
            }
            _ => {}
        }
    }
    open.into_iter().rev().find_map(|(function, argument)| Some((function?, argument)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_function_is_found_with_its_argument() {
        for (text, expected) in [
            ("sum(", Some((Function::Sum, 0))),
            ("sum(cost, kind:ship", Some((Function::Sum, 1))),
            ("sum(cost, kind:ship) <= somme(coût", Some((Function::Sum, 0))),
            ("each(name, count() <= (3 + ", Some((Function::Each, 1))),
            ("count() >= 3", None),
            ("(a or b", None),
        ] {
            assert_eq!(innermost_call(text), expected, "{text}");
        }
    }
}
